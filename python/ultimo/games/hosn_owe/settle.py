"""Settling a round of hosn owe from what a scorekeeper knows: values, who closed, tokens."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ultimo.errors import DealError
from ultimo.games.hosn_owe.options import HosnOweOptions
from ultimo.games.hosn_owe.score import BLITZ, due, paid
from ultimo.settling import Asked, Line, Settled, read_facts

__all__ = ["asked", "settle"]

SUITS = "DHSC"
"""From the lowest to the highest."""
RANKS = "789TJQKA"
LEAST = 16
MOST_SUIT = 60
TRIPLET = 61
"""Doubled values: of the lowest hand, of the highest suit without a blitz, of a triplet."""


def asked(options: HosnOweOptions) -> Sequence[Asked]:
    """The value and the tokens of each seat, who closed, and where it matters what orders ties."""
    most = 2 * options.feuer_value
    seats = range(options.players)
    found = [
        Asked(
            name=f"value_{seat}",
            meaning=f"value of the hand of seat {seat}, if it plays",
            values=range(LEAST, most + 1),
            default=None,
            unit=Fraction(1, 2),
        )
        for seat in seats
    ]
    if options.tie_rule == "suit_order":
        found += [
            Asked(
                name=f"order_{seat}",
                meaning=f"suit that counts for seat {seat}, or rank of its triplet",
                values=(*SUITS, *RANKS),
                default=None,
            )
            for seat in seats
        ]
    found.append(Asked(name="closer", meaning="seat that closed", values=seats, default=None))
    found += [
        Asked(
            name=f"tokens_{seat}",
            meaning=f"tokens of seat {seat} before the round",
            values=range(1_000_001),
            default=options.tokens,
        )
        for seat in seats
    ]
    return found


def settle(options: HosnOweOptions, facts: Mapping[str, object]) -> Settled:
    """Says what each seat pays, and why.

    Raises:
        DealError: A fact is unknown or missing, or cannot have happened.
    """
    known = list(asked(options))
    found = read_facts(known, facts, "hosn_owe")
    seats = range(options.players)
    active = [seat for seat in seats if f"value_{seat}" in found]
    values = [int(found.get(f"value_{seat}", 0)) for seat in seats]
    orders = [_order(found, seat, values[seat]) for seat in seats]
    closer = int(found.get("closer", -1))
    if faults := [
        *_faults(options, values, active, closer),
        *_aces(options, values, active),
        *(
            f"tokens_{seat}=0: without swimming that seat is out"
            for seat in active
            if not options.swimming and not found[f"tokens_{seat}"]
        ),
        *_ties(options, values, found, active),
    ]:
        raise DealError("; ".join(faults), code="impossible")
    owed = due(
        options,
        values=np.array(values),
        orders=np.array(orders),
        closers=np.array(closer),
        active=active,
    )
    amounts = paid(owed, np.array([int(found[f"tokens_{seat}"]) for seat in seats]))
    lines = tuple(
        Line(
            f"seat {payer} pays, with a hand of {float(Fraction(values[payer], 2)):g}",
            tuple(-float(amounts[seat]) if seat == payer else 0.0 for seat in seats),
        )
        for payer in seats
        if amounts[payer]
    )
    shown = {fact.name: fact.said(found[fact.name]) for fact in known if fact.name in found}
    return Settled(None, shown, lines, tuple(0.0 - float(amount) for amount in amounts))


def _order(found: Mapping[str, Any], seat: int, value: int) -> int:
    word = found.get(f"order_{seat}")
    if word is None:
        return 0
    return RANKS.find(word) if value == TRIPLET else SUITS.find(word)


def _faults(
    options: HosnOweOptions, values: Sequence[int], active: Sequence[int], closer: int
) -> list[str]:
    """What cannot be, a sentence each."""
    combinations = {TRIPLET, BLITZ, 2 * options.feuer_value}
    faults = [
        f"value_{seat}={Fraction(values[seat], 2)}: no hand has that value"
        for seat in active
        if values[seat] not in combinations and (values[seat] > MOST_SUIT or values[seat] % 2)
    ]
    if len(active) < 2:
        faults.append("two seats or more have a value")
    if closer >= 0 and closer not in active:
        faults.append(f"closer={closer}: that seat has no value")
    return faults


def _aces(options: HosnOweOptions, values: Sequence[int], active: Sequence[int]) -> list[str]:
    """Three aces make a feuer and one a blitz, of the four there are."""
    held = {BLITZ: 1, 2 * options.feuer_value: 3}
    if sum(held.get(values[seat], 0) for seat in active) <= 4:
        return []
    seats = " and ".join(f"value_{seat}" for seat in active if values[seat] in held)
    return [f"{seats}: there are four aces"]


def _ties(
    options: HosnOweOptions,
    values: Sequence[int],
    found: Mapping[str, Any],
    active: Sequence[int],
) -> list[str]:
    """Where suits decide, they must be said of hands that are lowest together."""
    if options.tie_rule != "suit_order" or not active:
        return []
    lowest = min(values[seat] for seat in active)
    tied = [seat for seat in active if values[seat] == lowest]
    if len(tied) < 2 or lowest >= BLITZ:
        return []
    words = RANKS if lowest == TRIPLET else SUITS
    return [
        f"order_{seat}: of equal hands one of {' '.join(words)} must be said"
        for seat in tied
        if found.get(f"order_{seat}") is None or found[f"order_{seat}"] not in words
    ]
