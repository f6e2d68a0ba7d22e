"""What a seat thinks possible, as plain data for the core: see `ultimo.plan`."""

from dataclasses import dataclass, field
from typing import Literal

from ultimo.plan.deals import Void

__all__ = [
    "CardKind",
    "Case",
    "Holding",
    "LaidCard",
    "Lay",
    "Mixed",
    "RowHand",
    "Slots",
    "TrailHand",
    "TrailStep",
    "TrailsSpec",
    "Unseen",
    "Weighing",
    "WorldsSpec",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """Slots between which nothing that is known tells the difference.

    Attributes:
        slots: The slots.
        is_hand: Their order does not matter.
    """

    slots: tuple[int, ...]
    is_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardKind:
    """Cards that may lie in the same groups of slots.

    Attributes:
        cards: The cards.
        groups: The numbers of the groups.
    """

    cards: tuple[int, ...]
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """Bounds of the weight of the cards in some groups.

    Attributes:
        groups: The numbers of the groups.
        weights: What a card of each kind weighs.
        at_least: The least weight.
        at_most: The largest.
    """

    groups: tuple[int, ...]
    weights: tuple[int, ...]
    at_least: int
    at_most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Where unknown cards can lie.

    Attributes:
        groups: The slots.
        kinds: The cards.
        sums: What must hold of them.
        seats: By group, whose hand it was when play began, -1 if it was none; `()` if nothing that
            a play shows narrows the case.
    """

    groups: tuple[Slots, ...]
    kinds: tuple[CardKind, ...]
    sums: tuple[Weighing, ...] = ()
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowHand:
    """Columns of a row that are in order.

    Attributes:
        columns: The columns.
        slots: Slots whose cards lie in them.
        cards: Other cards that lie in them.
        without: Cards that do not, although they are in one of the slots.
    """

    columns: tuple[int, ...]
    slots: tuple[int, ...]
    cards: tuple[int, ...]
    without: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay:
    """Cards that a seat laid away one by one, some of them in secret.

    The cards of the first tier that it still holds any of may be laid away, and no others.

    Attributes:
        laid: The slots of the cards laid away in secret.
        kept: The slots of the cards that the seat kept.
        kept_cards: Other cards that it kept.
        events: What was laid away in turn: a card, or `None` for one of the secret ones.
        tiers: The tiers.
    """

    laid: tuple[int, ...]
    kept: tuple[int, ...]
    kept_cards: tuple[int, ...]
    events: tuple[int | None, ...]
    tiers: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldsSpec:
    """What worlds are made of.

    Attributes:
        deck_size: Number of cards in the deck, and so of columns of a row.
        cases: Each world is one of one case, and cases have no world in common.
        row: Where each column of the row gets its card from: a slot, or `-1 - card`; those of
            hands do not matter.
        hands: Columns in order: first those of the seats.
        seats: Number of seats.
        lay: What was laid away in secret.
        void: What makes a deal void, in the hand of some seat.
    """

    kind: Literal["whole"] = field(default="whole", init=False)

    deck_size: int
    cases: tuple[Case, ...]
    row: tuple[int, ...]
    hands: tuple[RowHand, ...] = ()
    seats: int = 0
    lay: Lay | None = None
    void: tuple[Void, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixed:
    """Cards that were seen to move, from some places in an order that was not seen.

    Attributes:
        cards: The cards.
        places: Where they came from.
    """

    cards: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """Cards that went unseen to one place.

    Attributes:
        to: Where they went.
        sources: Where each came from.
        stayed: Cards that were there before, and stayed.
        others: Other cards there that cannot be among them.
    """

    to: int
    sources: tuple[int, ...]
    stayed: tuple[int, ...]
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What a seat held when it did something.

    Attributes:
        place: The place of its hand.
        cards: The cards that count.
        at_least: How many of them it held at least.
        at_most: And at most.
    """

    place: int
    cards: tuple[int, ...]
    at_least: int
    at_most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidCard:
    """A card that a seat laid away: of the first tier that it held any cards of.

    Attributes:
        place: The place of its hand.
        card: The card; `None` for the one that moved unseen.
        tiers: The tiers.
    """

    place: int
    card: int | None
    tiers: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailStep:
    """One step on the way from the deal to the play.

    Attributes:
        seen: Cards that were seen to move: card, from where, to where.
        mixed: Cards that were seen to move, but not from where each.
        unseen: Cards that moved unseen.
        allowed: For each place the cards that can have lain there before.
        holdings: What was held before.
        laid: What was laid away.
    """

    seen: tuple[tuple[int, int, int], ...]
    mixed: tuple[Mixed, ...]
    unseen: tuple[Unseen, ...]
    allowed: tuple[tuple[int, ...], ...]
    holdings: tuple[Holding, ...] = ()
    laid: LaidCard | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailHand:
    """Columns of a row that are in order.

    Attributes:
        columns: The columns.
        place: The place whose cards lie in them.
        without: Cards of that place that do not.
    """

    columns: tuple[int, ...]
    place: int
    without: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailsSpec:
    """What worlds are made of whose way from the deal to the play is itself open.

    Attributes:
        deck_size: Number of cards in the deck, and so of columns of a row.
        places: Number of places.
        cases: Where unknown cards can lie in the end, in slots; each world is one of one case.
        slots: The place of each slot.
        known: Where the other cards lie: card and place.
        steps: The steps, the last one first.
        row: Which column gets the card of which place.
        hands: Columns in order: first those of the seats.
        seats: Number of seats.
        fixed: Columns that get a certain card.
        void: What makes a deal void, in the hand of some seat.
    """

    kind: Literal["trails"] = field(default="trails", init=False)

    deck_size: int
    places: int
    cases: tuple[Case, ...]
    slots: tuple[int, ...]
    known: tuple[tuple[int, int], ...]
    steps: tuple[TrailStep, ...]
    row: tuple[tuple[int, int], ...]
    hands: tuple[TrailHand, ...]
    seats: int
    fixed: tuple[tuple[int, int], ...] = ()
    void: tuple[Void, ...] = ()
