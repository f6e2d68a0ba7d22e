"""What a seat observes of a deal before the play, and of what went before it in the play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ultimo.observation import announcements, objects
from ultimo.phases import PHASES, Phase
from ultimo.rows.shape import Shape, Zone

if TYPE_CHECKING:
    from ultimo.contracts import Contract
    from ultimo.game import Game
    from ultimo.terms import Terms

__all__ = ["Layout", "ObservationField", "Sight", "Sights", "entries_of", "handfuls", "tail_fields"]

Bytes = npt.NDArray[np.uint8]
Entries = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


class ObservationField(NamedTuple):
    """Where a field of an observation stands.

    Attributes:
        start: Its first byte.
        shape: Its shape: `(columns,)`, or `(players, columns)` with a row a seat, the observer
            first and then in order of play.
        dtype: The type of its numbers: a byte each, but for actions where there are many.
    """

    start: int
    shape: tuple[int, ...]
    dtype: str = "u1"

    @property
    def size(self) -> int:
        """Number of bytes."""
        return int(np.prod(self.shape)) * np.dtype(self.dtype).itemsize


def handfuls(game: "Game[Any]") -> tuple[str, ...]:
    """Returns all handfuls of a game, in the order of the field `handfuls`."""
    return tuple(dict.fromkeys(name for bid in game.bids.values() for name in bid.handfuls))


def tail_fields(game: "Game[Any]", history: int, start: int) -> dict[str, ObservationField]:
    """Returns the fields that follow those of the play."""
    seats, deck = game.players, game.deck.size
    # An action takes its number plus 1.
    number = "u1" if game.num_actions < np.iinfo(np.uint8).max else "<u2"
    shapes: dict[str, tuple[int, ...]] = {
        "table": (deck,),
        "laid": (seats, deck),
        "taken": (seats, deck),
        "phase": (len(PHASES),),
        "dealer": (seats,),
        "bid": (len(game.bids),),
        "declarer": (seats,),
        "called": (deck if any(bid.kings or bid.calls for bid in game.bids.values()) else 0,),
        "announced": (len(announcements(game)),),
        "kontra": (len(objects(game)),),
        "handfuls": (seats, len(handfuls(game))),
    }
    added = game.row_fields()
    types = {name: field.dtype for name, field in added.items()} | {"history": number}
    shapes |= {name: field.shape for name, field in added.items()} | {"history": (history, 2)}
    fields = {}
    for name, shape in shapes.items():
        field = ObservationField(start, shape, types.get(name, "u1"))
        if field.size:
            fields[name] = field
            start += field.size
    return fields


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands where in an observation.

    Attributes:
        game: The game.
        terms: Who deals, and what else is laid down for every deal.
        fields: The fields.
        size: Number of bytes.
    """

    game: "Game[Any]"
    terms: "Terms"
    fields: dict[str, ObservationField]
    size: int

    def mark(self, base: Bytes, name: str, at: int, value: int = 1) -> None:
        """Writes a byte of a field, if it is there."""
        if name in self.fields:
            base[self.fields[name].start + at] = value

    def write(self, base: Bytes, name: str, values: Sequence[int], observer: int) -> None:
        """Writes a field that the game adds."""
        field, own = self.fields[name], self.game.row_fields()[name]
        found = np.array(values, dtype=field.dtype).reshape(field.shape)
        if own.by_seat:
            found = np.roll(found, -observer, axis=0)
        base[field.start : field.start + field.size] = found.reshape(-1).view(np.uint8)


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat observes at a node.

    Attributes:
        base: All bytes that do not depend on the cards.
        starts: Where fields of cards begin: one entry for each card to be marked,
        columns: and its column.
    """

    base: Bytes
    starts: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]

    @classmethod
    def of(cls, layout: Layout, phase: Phase, entries: Entries, observer: int) -> "Sight":
        """What a seat observes in a phase, whose own table is not looked at."""
        base = np.zeros(layout.size, dtype=np.uint8)
        seats = layout.game.players
        layout.mark(base, "seat", observer)
        layout.mark(base, "phase", PHASES.index(phase.name))
        layout.mark(base, "dealer", (layout.terms.dealer - observer) % seats)
        for name, values in layout.game.row_values(phase, layout.terms).items():
            layout.write(base, name, values, observer)
        if phase.contract is not None:
            _mark_contract(layout, base, phase.contract, observer)
        starts, columns = entries
        return cls(base, starts, columns)


class Sights:
    """What is observed at many nodes, to be written down for many rows at once."""

    def __init__(self, size: int) -> None:
        self._bases = np.zeros((64, size), dtype=np.uint8)
        self._firsts = np.zeros(65, dtype=np.int64)
        self._entries = np.zeros((1024, 2), dtype=np.int64)
        self._count = 0

    def add(self, sight: Sight) -> int:
        """Adds one, and returns its number."""
        number = self._count
        if number == len(self._bases):
            self._bases = np.concatenate([self._bases, np.zeros_like(self._bases)])
            self._firsts = np.concatenate([self._firsts, np.zeros_like(self._firsts)])
        first = self._firsts[number]
        last = first + len(sight.columns)
        if last > len(self._entries):
            self._entries = np.concatenate([self._entries, np.zeros_like(self._entries)])
        self._bases[number] = sight.base
        self._entries[first:last, 0] = sight.starts
        self._entries[first:last, 1] = sight.columns
        self._firsts[number + 1] = last
        self._count += 1
        return number

    def write(self, numbers: npt.NDArray[np.int32], cards: Bytes) -> Bytes:
        """Writes down what is observed in some rows.

        Args:
            numbers: Which sight each row has: shape (k,).
            cards: The cards of each row by column: shape (k, deck).

        Returns:
            Shape (k, size), uint8.
        """
        found = self._bases[numbers]
        firsts = self._firsts[numbers]
        counts = self._firsts[numbers + 1] - firsts
        row = np.repeat(np.arange(len(numbers)), counts)
        entry = np.arange(len(row)) + np.repeat(firsts - counts.cumsum() + counts, counts)
        start, column = self._entries[entry].T
        found[row, start + cards[row, column]] = 1
        return found


def _mark_contract(layout: Layout, base: Bytes, contract: "Contract", observer: int) -> None:
    game = layout.game
    seats = game.players
    seen = game.seen_contract(contract, observer, frozenset())
    layout.mark(base, "bid", list(game.bids).index(seen.bid))
    if game.bids[seen.bid].has_declarer:
        layout.mark(base, "declarer", (seen.declarer - observer) % seats)
    if seen.partner is not None:
        layout.mark(base, "partner", (seen.partner - observer) % seats)
    if seen.trump is not None:
        layout.mark(base, "trump", game.deck.suits.index(seen.trump))
    called = seen.called if seen.king is None else f"{seen.king}K"
    if called is not None:
        layout.mark(base, "called", game.deck.index_by_code[called])
    for number, name in enumerate(announcements(game)):
        layout.mark(base, "announced", number, int(name in seen.announced))
    for number, doubled in enumerate(objects(game)):
        layout.mark(base, "kontra", number, seen.level(doubled))
    names = handfuls(game)
    for seat, name in seen.handfuls.items():
        layout.mark(base, "handfuls", (seat - observer) % seats * len(names) + names.index(name))


def entries_of(layout: Layout, shape: Shape, observer: int) -> Entries:
    """Returns which columns of a shape an observer can place, for `Sight`: starts and columns."""
    entries = list(_cards(layout, shape, observer))
    starts, columns = np.array(entries, dtype=np.int64).reshape(-1, 2).T
    return starts, columns


def _cards(layout: Layout, shape: Shape, observer: int) -> Any:  # noqa: ANN401 - pairs of ints
    """Yields the field and row of each card that the observer can place, and its column."""
    seats, deck = layout.game.players, layout.game.deck.size
    start = {name: field.start for name, field in layout.fields.items()}
    rows = [(seat - observer) % seats * deck for seat in range(seats)]
    for column, (zone, seat, _, _, known, taken) in enumerate(shape.places):
        for other in range(seats):
            if taken >> other & 1:
                yield start["taken"] + rows[other], column
        is_own = seat == observer and zone in {Zone.HAND, Zone.LAID}
        if not is_own and not known >> observer & 1:
            continue
        if zone is Zone.HAND:
            yield start["known"] + rows[seat], column
            if is_own:
                yield start["hand"], column
        elif zone is Zone.LAID:
            yield start["laid"] + rows[seat], column
        elif zone in {Zone.TALON, Zone.PILE}:
            yield start["table"], column
