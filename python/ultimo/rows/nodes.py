"""The graph of what happens before the play: phases without cards, found as they are needed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ultimo.auction import Steps
from ultimo.exchange import Discard
from ultimo.phases import Over, Phase, Play
from ultimo.rows.bare import is_shared, mapped, without_cards
from ultimo.rows.shape import Shape, Zone, shape_of
from ultimo.rows.sight import Entries, Layout, Sight, Sights, entries_of
from ultimo.rows.steps import StepRules
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["ALONE", "UNKNOWN", "Edge", "Kind", "Nodes", "Written"]

UNKNOWN = -1
"""In place of a node: not found yet, or not to be found by node and action alone."""
ALONE = -2
"""In place of a node: a phase that holds cards, which no other row shares."""

ACTIONS = 16
"""So many actions are legal where something is said, about."""
MEMORY = 1 << 26
"""So many bytes of arrays are kept, about, before nodes that no row is at are forgotten."""


class Kind(IntEnum):
    """What is done at a node."""

    SAYS = 0
    """Something is said, whatever the cards are."""
    LAYS = 1
    """A card is laid away."""
    LOOKS = 2
    """What can be done depends on the cards of the table."""
    PLAYS = 3
    """The play begins."""
    ENDS = 4
    """The deal is over."""
    STEPS = 5
    """Kontra is said in steps: how far it is stands in each row."""


Written = tuple[Phase, Shape, list[int]]
"""A node: its phase with an empty table, its shape, and what may be said."""


class Edge(NamedTuple):
    """Where an action leads.

    Attributes:
        node: The next node, or `ALONE`.
        order: The number of the order in which the cards of a row fit into its shape.
        column: For a card laid away: the column in which it must lie before that.
        is_seen: Whether the others see which action it is.
    """

    node: int
    order: int
    column: int = 0
    is_seen: bool = True


class Nodes:
    """The graph of a game with one dealer.

    Attributes:
        phases: By node, its phase with an empty table.
        shapes: By node, what lies in which column.
        seat: By node, who is asked: shape (capacity,), int8.
        kind: By node, what is done.
        rank: By node and action, where something is said: 0 if it may not be taken, else how many
            may up to it. Where cards are looked at, every action has one.
        steps: The steps of kontra, as each began.
        steps_of: By node of those, their number.
        orders: By number, the orders: shape (count, deck).
        most: As soon as there are more nodes, those that no row is at can be forgotten.
        age: How often they were.
    """

    def __init__(self, game: "Game[Any]", layout: Layout, least: int) -> None:
        self.game = game
        self.layout = layout
        self._piles: tuple[int, ...] = tuple(len(own) for own in game.layout(layout.terms).piles)
        # What is told apart, a few actions, and who observes it.
        row = game.num_actions + game.deck.size + 8 * ACTIONS + 4 * game.players + layout.size
        self.steps = StepRules(game)
        self.most = max(MEMORY // row, least, 1024)
        self.age = 0
        self.clear()

    def clear(self) -> None:
        """Forgets all nodes."""
        self.age += 1
        self.phases: list[Phase] = []
        self.shapes: list[Shape] = []
        self.edges: dict[tuple[int, ...], Edge] = {}
        # By node and the levels that were said, what follows kontra.
        self.ends: dict[tuple[int, bytes], Edge] = {}
        self.steps.clear()
        self.sights = Sights(self.layout.size)
        # Shapes are kept once each, so that they can be told apart by their identity.
        self._ids: dict[tuple[Phase, int], int] = {}
        self._examples: dict[int, tuple[list[int], Table]] = {}
        self._entries: dict[tuple[int, int], Entries] = {}
        self._shapes: dict[Shape, Shape] = {}
        self._held: dict[int, list[int]] = {}
        self._known: dict[int, npt.NDArray[np.uint8]] = {}
        self._order_ids = {tuple(range(self.game.deck.size)): 0}
        self.orders = np.arange(self.game.deck.size, dtype=np.intp)[None]
        # By slot: the next node, where that is all it depends on, and the number of the order that
        # goes with it. Slot 0 is that of all actions that have none.
        self._next = np.full(1024, UNKNOWN, dtype=np.int32)
        self._turns = np.zeros(1024, dtype=np.int32)
        self._columns = np.zeros(1024, dtype=np.uint8)
        self._slots = 1
        self._grow(256)

    def __len__(self) -> int:
        return len(self.phases)

    def _grow(self, capacity: int) -> None:
        actions, players = self.game.num_actions, self.game.players
        old = len(self.phases)

        def grown(name: str, shape: tuple[int, ...], fill: int, dtype: Any) -> None:  # noqa: ANN401
            array = np.full(shape, fill, dtype=dtype)
            if old:
                array[:old] = getattr(self, name)[:old]
            setattr(self, name, array)

        self.seat: npt.NDArray[np.int8]
        self.kind: npt.NDArray[np.int8]
        self.rank: npt.NDArray[Any]
        self._first: npt.NDArray[np.int64]
        self._classes: npt.NDArray[np.uint8]
        self.steps_of: npt.NDArray[np.int32]
        self.sight_of: npt.NDArray[np.int32]
        grown("seat", (capacity,), -1, np.int8)
        grown("kind", (capacity,), 0, np.int8)
        grown("rank", (capacity, actions), 0, np.min_scalar_type(actions))
        grown("_first", (capacity,), 0, np.int64)
        grown("_classes", (capacity, self.game.deck.size), 0, np.uint8)
        grown("steps_of", (capacity,), 0, np.int32)
        grown("sight_of", (capacity, players), UNKNOWN, np.int32)

    def add(self, phase: Phase, cards: Sequence[int]) -> tuple[int, int]:
        """Finds the node of a phase, and makes it if it is new.

        Returns:
            Its number, and that of the order in which the cards fit into its shape.
        """
        shape, order = shape_of(phase.table, cards)
        # Many nodes have equal shapes, which are large.
        shape = self._shapes.setdefault(shape, shape)
        bare = without_cards(phase, [cards[column] for column in order])
        return self._node(phase, bare, shape), self._order(order)

    def _node(self, phase: Phase, bare: Phase, shape: Shape) -> int:
        node = self._ids.setdefault((bare, id(shape)), len(self.phases))
        if node == len(self.phases):
            is_said = _kind(self.game, phase) is Kind.SAYS
            self._make(bare, shape, phase.actions(self.game) if is_said else ())
        return node

    def _make(self, phase: Phase, shape: Shape, actions: Sequence[int]) -> None:
        node = len(self.phases)
        if node == len(self.seat):
            self._grow(2 * node)
        self.phases.append(phase)
        self.shapes.append(shape)
        self.seat[node] = phase.seat
        self.kind[node] = _kind(self.game, phase)
        if (stepping := phase.stepping(self.game)) is not None:
            self.steps_of[node] = self.steps.add(stepping)
        # Where cards are looked at, any action may turn out to lead to the same whatever they are.
        looks = self.kind[node] == Kind.LOOKS
        ranked = range(self.game.num_actions) if looks else actions
        if ranked:
            self.rank[node, list(ranked)] = np.arange(1, len(ranked) + 1)
            self._take_slots(node, len(ranked))
        if self.kind[node] == Kind.LAYS:
            self._classes[node] = shape.classes
            self._take_slots(node, len(shape.places))

    def _take_slots(self, node: int, count: int) -> None:
        self._first[node] = self._slots - 1
        self._slots += count
        if self._slots > len(self._next):
            more = max(len(self._next), count)
            self._next = np.append(self._next, np.full(more, UNKNOWN, dtype=np.int32))
            self._turns = np.append(self._turns, np.zeros(more, dtype=np.int32))
            self._columns = np.append(self._columns, np.zeros(more, dtype=np.uint8))

    def leads(
        self, nodes: npt.NDArray[np.int32], actions: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Returns where actions lead at some nodes, and in which order the cards then lie.

        The next node is `UNKNOWN` where that is not found yet, or depends on the cards. Order 0
        leaves the cards as they are.
        """
        slots = self._first[nodes] + self.rank[nodes, actions]
        return self._next[slots], self._turns[slots]

    def lays(
        self, nodes: npt.NDArray[np.int32], columns: npt.NDArray[np.intp]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
        """Returns where it leads if cards are laid away face down, as `leads`.

        Args:
            nodes: Some nodes.
            columns: In which column the card of each lies.

        Returns:
            The next nodes, the orders, and the columns in which the cards must lie before that.
        """
        slots = self._first[nodes] + 1 + self._classes[nodes, columns]
        return self._next[slots], self._turns[slots], self._columns[slots]

    def _order(self, order: Sequence[int]) -> int:
        found = self._order_ids.setdefault(tuple(order), len(self._order_ids))
        if found == len(self.orders):
            self.orders = np.concatenate([self.orders, np.array([order], dtype=np.intp)])
        return found

    def phase(self, node: int, cards: Sequence[int]) -> Phase:
        """Returns the phase of a node with the cards of a row."""
        table = self.shapes[node].table(cards, self.game.players, self._piles)
        phase = self.phases[node]
        if isinstance(phase, Play):
            return replace(phase, table=table, setup=mapped(phase.setup, cards))
        return replace(phase, table=table)

    def asked(self, node: int, cards: npt.NDArray[np.uint8]) -> Phase:
        """Returns the phase of a node with no card but those in the hand of who is asked."""
        phase = self.phases[node]
        hands: list[list[int]] = [[] for _ in range(self.game.players)]
        hands[phase.seat] = cards[self.held(node)].tolist()
        return replace(phase, table=Table.of(hands))

    def say(self, node: int, action: int, cards: Sequence[int]) -> Edge:
        """Returns where it leads if something is said."""
        asked = self.phases[node].asks_for(self.game, action)
        key = [node, action]
        if asked is not None:
            key.append(self.shapes[node].classes[cards.index(asked)])
        edge = self.edges.get(tuple(key))
        if edge is None:
            example = (cards, None) if asked is not None else self._example(node, cards)
            edge = self.edges[tuple(key)] = self._edge(node, action, *example)
        if asked is None and edge.node >= 0:
            slot = self._first[node] + self.rank[node, action]
            self._next[slot], self._turns[slot] = edge.node, edge.order
        return edge

    def lay(self, node: int, card: int, cards: Sequence[int]) -> Edge:
        """Returns where it leads if a card is laid away.

        All cards of equal places are alike in that, but for what is laid away openly.
        """
        phase = self.phases[node]
        is_seen = isinstance(phase, Discard) and phase.is_open(self.game, card)
        key = (node, -1 - self.shapes[node].classes[cards.index(card)], int(is_seen))
        edge = self.edges.get(key)
        if edge is None:
            edge = self.edges[key] = self._edge(node, card, cards)
        if edge.node >= 0 and not edge.is_seen and _is_closed(phase):
            slot = self._first[node] + 1 + self.shapes[node].classes[cards.index(card)]
            self._next[slot], self._turns[slot] = edge.node, edge.order
            self._columns[slot] = edge.column
        return edge

    def _example(self, node: int, cards: Sequence[int]) -> tuple[list[int], Table]:
        """Returns a row of a node's shape and its table, for what does not depend on the cards."""
        shape = self.shapes[node]
        found = self._examples.get(id(shape))
        if found is None:
            found = list(cards), shape.table(cards, self.game.players, self._piles)
            self._examples[id(shape)] = found
        return found

    def _edge(
        self, node: int, action: int, cards: Sequence[int], table: Table | None = None
    ) -> Edge:
        phase = (
            self.phase(node, cards) if table is None else replace(self.phases[node], table=table)
        )
        is_seen = phase.is_seen(self.game, action, (phase.seat + 1) % self.game.players)
        after = phase.apply(self.game, action)
        column = cards.index(action) if action in cards else 0
        return Edge(*self._reached(node, phase, after, cards), column, is_seen)

    def _reached(
        self, node: int, phase: Phase, after: Phase, cards: Sequence[int]
    ) -> tuple[int, int]:
        """Returns the node of a phase that follows, and the number of the order of its cards."""
        if not is_shared(after):
            return ALONE, 0
        if after.table is phase.table:
            # No card has moved, and nobody has seen one.
            return self._node(after, without_cards(after, cards), self.shapes[node]), 0
        return self.add(after, cards)

    def end_steps(self, node: int, levels: bytes, steps: Steps, cards: Sequence[int]) -> Edge:
        """Finds where it leads when kontra has ended, with some levels."""
        example, table = self._example(node, cards)
        phase = replace(self.phases[node], table=table)
        after = phase.after_steps(self.game, steps)
        edge = self.ends[node, levels] = Edge(*self._reached(node, phase, after, example))
        return edge

    def sight(self, node: int, observer: int) -> int:
        """Returns the number of what a seat observes at a node."""
        number = int(self.sight_of[node, observer])
        if number == UNKNOWN:
            phase, shape = self.phases[node], self.shapes[node]
            key = (id(shape), observer)
            if key not in self._entries:
                self._entries[key] = entries_of(self.layout, shape, observer)
            number = self.sights.add(Sight.of(self.layout, phase, self._entries[key], observer))
            self.sight_of[node, observer] = number
        return number

    def held(self, node: int) -> list[int]:
        """The columns that are in the hand of who is asked."""
        if node not in self._held:
            seat = self.phases[node].seat
            self._held[node] = [
                column
                for column, place in enumerate(self.shapes[node].places)
                if place.zone is Zone.HAND and place.seat == seat
            ]
        return self._held[node]

    def known(self, node: int) -> npt.NDArray[np.uint8]:
        """Which columns each seat can place: shape (players, deck), 0 or 1."""
        if node not in self._known:
            known = np.array([place.known for place in self.shapes[node].places])
            seats = np.arange(self.game.players)[:, None]
            self._known[node] = (known >> seats & 1).astype(np.uint8)
        return self._known[node]

    def keep(self, used: Iterable[int]) -> dict[int, int]:
        """Forgets all nodes but some, and returns their new numbers."""
        kept = self.written(used)
        self.clear()
        return self.add_written(kept)

    def written(self, used: Iterable[int]) -> dict[int, Written]:
        """Returns all that some nodes are made of."""
        return {
            node: (self.phases[node], self.shapes[node], np.flatnonzero(self.rank[node]).tolist())
            for node in sorted(set(used))
        }

    def add_written(self, nodes: Mapping[int, Written]) -> dict[int, int]:
        """Adds nodes to a graph without any, and returns their numbers in it."""
        numbers = {}
        for node, (phase, shape, actions) in nodes.items():
            same = self._shapes.setdefault(shape, shape)
            numbers[node] = self._ids.setdefault((phase, id(same)), len(self.phases))
            self._make(phase, same, actions)
        return numbers


def _is_closed(phase: Phase) -> bool:
    """Whether whatever is laid away in a phase lies face down, and no one else sees it."""
    kind = type(phase)
    return (
        issubclass(kind, Discard)
        and kind.is_open is Discard.is_open
        and kind.is_seen is Discard.is_seen
    )


def _kind(game: "Game[Any]", phase: Phase) -> Kind:
    if isinstance(phase, Play):
        return Kind.PLAYS
    if isinstance(phase, Over):
        return Kind.ENDS
    if isinstance(phase, Discard) and (phase.lays_any or phase.tiers(game) is not None):
        return Kind.LAYS
    if phase.stepping(game) is not None:
        return Kind.STEPS
    return Kind.SAYS if phase.looks == "nowhere" else Kind.LOOKS
