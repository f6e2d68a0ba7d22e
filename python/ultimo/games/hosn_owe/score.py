"""Who pays for a round of hosn owe, and how much: one function for one round and for a million."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.games.hosn_owe.options import HosnOweOptions

__all__ = ["due", "paid"]

Array: TypeAlias = npt.NDArray[Any]

ORDERS = 256
"""What orders hands of equal value is less than this."""
BLITZ = 62
"""The value of a blitz, doubled."""


def due(
    options: HosnOweOptions,
    *,
    values: Array,
    orders: Array,
    closers: Array,
    active: Sequence[int],
) -> Array:
    """Returns the tokens that each seat has to pay: rules/hosn_owe.md, "Scoring".

    Args:
        options: The options.
        values: Doubled values of the hands, shape (..., players), integers.
        orders: What orders hands of equal value, the same shape.
        closers: Who closed, shape (...), -1 for nobody.
        active: The seats that play.

    Returns:
        Shape (..., players), int64: 0, 1 or 2. All zeros: the round counts as not played.
    """
    players = values.shape[-1]
    seats = np.arange(players)
    plays = np.isin(seats, list(active))
    keys = values.astype(np.int64) * ORDERS
    if options.tie_rule == "suit_order":
        # "Equal suit points" and "equal triplets": two blitzes stay equal.
        keys = keys + np.where(values < BLITZ, orders, 0)
    lowest = np.where(plays, keys, np.iinfo(np.int64).max).min(axis=-1, keepdims=True)
    is_lowest = plays & (keys == lowest)
    is_closer = seats == closers[..., np.newaxis]
    closer_is_lowest = (is_lowest & is_closer).any(axis=-1, keepdims=True)
    pays = is_lowest
    if options.tie_rule == "closer_pays":
        pays = np.where(closer_is_lowest, is_lowest & is_closer, pays)
    # "If all active players are tied, nobody pays", whatever the rule for other ties.
    pays = pays & ~(is_lowest == plays).all(axis=-1, keepdims=True)
    if options.feuer_all_pay:
        is_feuer = plays & (values == 2 * options.feuer_value)
        pays = np.where(is_feuer.any(axis=-1, keepdims=True), plays & ~is_feuer, pays)
    owed: Array = pays.astype(np.int64)
    if options.closer_lowest_double:
        owed += pays & is_closer & is_lowest
    return owed


def paid(owed: Array, tokens: Array) -> Array:
    """Returns the tokens that are paid: who swims pays none, and nobody more than he has."""
    found: Array = np.minimum(owed, tokens)
    return found
