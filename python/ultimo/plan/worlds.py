"""What a seat thinks possible, as plain data for the core: see `ultimo.plan`."""

from dataclasses import dataclass

from ultimo.plan.deals import Void

__all__ = ["CardKind", "Case", "Lay", "RowHand", "Slots", "Weighing", "WorldsSpec"]


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
    """

    groups: tuple[Slots, ...]
    kinds: tuple[CardKind, ...]
    sums: tuple[Weighing, ...] = ()


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

    deck_size: int
    cases: tuple[Case, ...]
    row: tuple[int, ...]
    hands: tuple[RowHand, ...] = ()
    seats: int = 0
    lay: Lay | None = None
    void: tuple[Void, ...] = ()
