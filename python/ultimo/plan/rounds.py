"""Rounds without tricks, as plain data for the core: see `ultimo.plan`."""

from dataclasses import dataclass

__all__ = ["BarterSpec", "HandRule"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRule:
    """What hands of three cards count, where they are compared rather than played.

    Attributes:
        suits: Suit of each card, by number. Where hands of equal value are ordered, larger numbers
            are better.
        ranks: Rank of each card, low to high.
        points: Points of each card.
        feuer_rank: Three cards of this rank are the feuer.
        feuer: Value of the feuer, doubled.
        triplet: Value of any other three cards of one rank, doubled.
        blitz_points: Points of one suit that make the blitz.
    """

    suits: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    feuer_rank: int
    feuer: int
    triplet: int
    blitz_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BarterSpec:
    """A game in which the seats exchange cards with an open table until one closes.

    Attributes:
        seats: Number of seats, 2 to 10.
        hands: What hands count; feuer and blitz end a round.
        renews: When all have passed in a row the table is renewed from the rest pile as long as
            that has three cards; otherwise the round ends.
        closes_at_once: A seat may close in its first turn.
        most_turns: So many turns of every seat end a round that nobody has closed.
    """

    seats: int
    hands: HandRule
    renews: bool = True
    closes_at_once: bool = True
    most_turns: int = 30
