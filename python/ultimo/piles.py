"""Piles on the table: what is seen of them, for every game that has some."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.deck import Deck
from ultimo.plan import Setup
from ultimo.table import View

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.state import State

__all__ = ["fields", "seen"]


def seen(view: View, seat: int, *, deck: Deck, setup: Setup, position: "Position") -> View:
    """Adds to a view what was turned up: the tops of piles, and what went from there to a hand."""
    index = deck.index_by_code
    hands = list(view.hands)
    tops = frozenset(index[code] for own in position.tops for code in own if code is not None)
    for owner, (own, left) in enumerate(zip(setup.piles, position.piles, strict=True)):
        turned: set[int] = set()
        for pile, remaining in zip(own, left, strict=True):
            turned |= set(pile[: len(pile) - len(remaining)])
        if owner != seat:
            held = {index[code] for code in position.hands[owner]}
            hands[owner] |= turned & held
    return replace(view, hands=tuple(hands), table=view.table | tops)


def fields(state: "State") -> dict[str, npt.NDArray[Any]]:
    """Returns the piles as all seats see them, for `Declared.seen_more`.

    Returns:
        `tops`, shape (players, piles of a seat), int16: the card face up on each pile, or -1.
        `pile_size`, the same shape and type: the number of cards left in it, the top one too.
    """
    phase, position = state.phases()[-1]
    index = state.game.deck.index_by_code
    piles: Any = phase.table.piles if position is None else position.piles
    # An ending may have no piles left: then nobody has any.
    sizes = [[len(pile) for pile in own] for own in piles] or [[]] * state.game.players
    tops = [[-1] * len(own) for own in sizes]
    if position is not None and position.tops:
        tops = [[-1 if code is None else index[code] for code in own] for own in position.tops]
    return {
        "tops": np.array(tops, dtype=np.int16),
        "pile_size": np.array(sizes, dtype=np.int16),
    }
