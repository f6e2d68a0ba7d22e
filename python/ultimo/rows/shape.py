"""Where the cards of a row lie, and who knows it, as a pattern that many rows share."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from ultimo.table import Table

__all__ = ["EMPTY", "Place", "Shape", "Zone", "shape_of"]

EMPTY = Table.of(())
"""The table of a phase without its cards."""


class Zone(IntEnum):
    """A kind of place for a card."""

    HAND = 0
    WAITING = 1
    TALON = 2
    PILE = 3
    LAID = 4
    AWAY = 5


class Place(NamedTuple):
    """The place of a card.

    Attributes:
        zone: What kind of place.
        seat: Whose it is; 0 if nobody's.
        number: Number of the pile.
        depth: How many cards lie over it in the talon or pile.
        known: The seats that know where the card lies, one bit each.
        taken: The seats whose hands it went into openly, one bit each.
    """

    zone: Zone
    seat: int
    number: int
    depth: int
    known: int
    taken: int


NOWHERE = (Zone.AWAY, 0, 0, 0)


@dataclass(frozen=True)
class Shape:
    """What lies in each column of a row.

    Attributes:
        places: The place of each column, ascending: columns of equal places stand together.
    """

    places: tuple[Place, ...]

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """For each column the first one of an equal place."""
        first: dict[Place, int] = {}
        return tuple(first.setdefault(place, at) for at, place in enumerate(self.places))

    def table(self, cards: Sequence[int], seats: int, piles: Sequence[int]) -> Table:
        """Lays the cards of a row on the table.

        Args:
            cards: The cards by column.
            seats: Number of seats.
            piles: How many piles each seat has, `()` where there are none.
        """
        lying: dict[tuple[Zone, int], list[int]] = {}
        stacks: dict[tuple[int, int], list[int]] = {}
        known: list[list[int]] = [[] for _ in range(seats)]
        taken: list[list[int]] = [[] for _ in range(seats)]
        # Places ascend, so that what is ordered comes in its order.
        for card, (zone, seat, number, _, knowing, taking) in zip(cards, self.places, strict=True):
            if zone is Zone.PILE:
                stacks.setdefault((seat, number), []).append(card)
            else:
                lying.setdefault((zone, seat), []).append(card)
            for other in range(seats):
                if knowing >> other & 1:
                    known[other].append(card)
                if taking >> other & 1:
                    taken[other].append(card)

        def sets(zone: Zone) -> tuple[frozenset[int], ...]:
            return tuple(frozenset(lying.get((zone, seat), ())) for seat in range(seats))

        return Table(
            hands=sets(Zone.HAND),
            talon=tuple(lying.get((Zone.TALON, 0), ())),
            piles=tuple(
                tuple(tuple(stacks.get((seat, number), ())) for number in range(count))
                for seat, count in enumerate(piles)
            ),
            waiting=sets(Zone.WAITING),
            laid=sets(Zone.LAID),
            known=tuple(map(frozenset, known)),
            taken=tuple(map(frozenset, taken)),
        )


def shape_of(table: Table, cards: Sequence[int]) -> tuple[Shape, list[int]]:
    """Returns the shape of a table, and the order in which the cards of its row fit into it.

    Column `i` of the shape holds the card in column `order[i]` of the row.
    """
    lying = _lying(table)
    known, taken = _bits(table.known), _bits(table.taken)
    places = [
        Place(*lying.get(card, NOWHERE), known.get(card, 0), taken.get(card, 0)) for card in cards
    ]
    order = sorted(range(len(places)), key=lambda at: (places[at], at))
    return Shape(tuple(places[at] for at in order)), order


def _lying(table: Table) -> dict[int, tuple[Zone, int, int, int]]:
    lying: dict[int, tuple[Zone, int, int, int]] = {}
    for zone, by_seat in (
        (Zone.HAND, table.hands),
        (Zone.WAITING, table.waiting),
        (Zone.LAID, table.laid),
    ):
        for seat, cards in enumerate(by_seat):
            lying |= dict.fromkeys(cards, (zone, seat, 0, 0))
    for depth, card in enumerate(table.talon):
        lying[card] = (Zone.TALON, 0, 0, depth)
    for seat, own in enumerate(table.piles):
        for number, pile in enumerate(own):
            for depth, card in enumerate(pile):
                lying[card] = (Zone.PILE, seat, number, depth)
    return lying


def _bits(by_seat: Sequence[frozenset[int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for seat, cards in enumerate(by_seat):
        for card in cards:
            found[card] = found.get(card, 0) | 1 << seat
    return found
