"""Deals and setups, as plain data for the core: see `ultimo.plan`."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = [
    "AllOf",
    "AnyOf",
    "Aside",
    "Bounds",
    "Condition",
    "DealSpec",
    "Gaps",
    "RowPlan",
    "Setup",
    "Shows",
    "Void",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """Talon cards dealt one by one into gaps between packets.

    Attributes:
        packet: Number of cards in a packet.
        count: Number of gaps, out of all gaps between two packets, that send a card to the talon.
    """

    packet: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """A deal is void and dealt anew if in some hand `hand & cards == equals`.

    Attributes:
        cards: The cards looked at.
        equals: Those of them that the hand of a void deal holds, and no others.
    """

    cards: tuple[int, ...]
    equals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSpec:
    """How the shuffled pack becomes a row of a deal.

    A row holds the cards of seat 0, seat 1, ... (each ascending), then the talon or stock in
    order, the piles (by seat, top first), then what is not used.

    Attributes:
        deck_size: Number of cards in the pack.
        place: Column of the row for each position in the pack, top first. With gaps: for each
            card that no gap takes, in order; the talon then follows the hands.
        hand_sizes: Number of cards of each seat.
        gaps: Talon cards from gaps between packets.
        void: What makes a deal void.
    """

    deck_size: int
    place: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    gaps: Gaps | None = None
    void: tuple[Void, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """A condition of a deal: the weight of the cards in some columns of its row is within bounds.

    Attributes:
        columns: The columns; of a hand that is put in order all or none.
        weights: What each card of the deck weighs.
        at_least: The least weight.
        at_most: The largest.
    """

    kind: Literal["bounds"] = field(default="bounds", init=False)

    columns: tuple[int, ...]
    weights: tuple[int, ...]
    at_least: int
    at_most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """A condition of a deal: all of these hold.

    Attributes:
        parts: Conditions.
    """

    kind: Literal["all"] = field(default="all", init=False)

    parts: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """A condition of a deal: one of these holds at least.

    Attributes:
        parts: Conditions.
    """

    kind: Literal["any"] = field(default="any", init=False)

    parts: "tuple[Condition, ...]"


Condition: TypeAlias = Bounds | AllOf | AnyOf
"""What a deal must be like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Cards out of play.

    Attributes:
        owner: The seat for which they count; `None`: nobody; `"prize"`: whoever wins the prize.
        cards: The cards; as columns in a `RowPlan`.
    """

    owner: int | Literal["prize"] | None
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Where the cards lie when play begins.

    Cards that are nowhere belong to nobody.

    Attributes:
        hands: The cards of each seat.
        leader: The seat that leads first.
        stock: The stock, the card drawn next first.
        piles: The piles of each seat, top first; `()` where nobody has one.
        aside: Cards out of play.
        trump: Lane that is trump, where the rules leave it to the first lead and it is known.
        piles_turned: The piles were turned up before: their top cards lie face up as they are.
    """

    hands: tuple[tuple[int, ...], ...]
    leader: int
    stock: tuple[int, ...] = ()
    piles: tuple[tuple[tuple[int, ...], ...], ...] = ()
    aside: tuple[Aside, ...] = ()
    trump: int | None = None
    piles_turned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPlan:
    """How a row of a deal array becomes a `Setup`: columns of the row in the place of cards.

    Attributes:
        hands: The columns of each seat's hand.
        leader: The seat that leads first.
        stock: The columns of the stock, the card drawn next first.
        piles: The columns of the piles of each seat, top first; `()` where nobody has one.
        aside: The columns of cards out of play.
        trump: As `Setup.trump`.
        piles_turned: As `Setup.piles_turned`.
    """

    hands: tuple[tuple[int, ...], ...]
    leader: int
    stock: tuple[int, ...] = ()
    piles: tuple[tuple[tuple[int, ...], ...], ...] = ()
    aside: tuple[Aside, ...] = ()
    trump: int | None = None
    piles_turned: bool = False

    @classmethod
    def of(cls, setup: "Setup") -> "RowPlan":
        """Returns the plan of a setup whose cards are columns."""
        return cls(
            hands=setup.hands,
            leader=setup.leader,
            stock=setup.stock,
            piles=setup.piles,
            aside=setup.aside,
            trump=setup.trump,
            piles_turned=setup.piles_turned,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shows:
    """What a play shows to all beside the cards that are played and announced.

    Attributes:
        stock: Which card of the stock lies face up: none, the one drawn next, or the last.
        open: A seat whose hand lies open as soon as so many tricks are finished: seat and number.
    """

    stock: Literal["none", "next", "last"] = "none"
    open: tuple[int, int] | None = None
