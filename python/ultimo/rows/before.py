"""The rows of a batch whose play has not begun."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from ultimo.errors import IllegalActionError
from ultimo.phases import Phase, Play
from ultimo.rows.bare import is_shared
from ultimo.rows.nodes import ALONE, UNKNOWN, Kind, Nodes
from ultimo.rows.shape import shape_of
from ultimo.rows.sight import Layout, Sight, Sights, entries_of
from ultimo.rows.steps import NOBODY, STEP_ARRAYS, StepRows

if TYPE_CHECKING:
    from ultimo.contracts import Contract
    from ultimo.exchange import Discard
    from ultimo.game import Game
    from ultimo.terms import Terms

__all__ = ["BeforePlay"]

Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]


ARRAYS = ("node", "left", "cards", "legal", "seat", "_history", "_secret", "_said", "_count")
"""The arrays of a `BeforePlay` with an entry a row."""


class BeforePlay:
    """Deals that are on their way to the play, by row; of other rows nothing here means anything.

    Attributes:
        nodes: The graph that the rows share.
        node: By row, where it is; `ALONE` if its phase is not shared.
        left: By row, the node at which its play began last in this deal, `UNKNOWN` if none did.
        cards: By row, the cards by column of the node's shape.
        legal: By row, what may be done: shape (n, actions), bool.
        seat: By row, who is asked.
        moves: By row, the moves that were made before its play was interrupted.
    """

    def __init__(self, game: "Game[Any]", terms: "Terms", layout: Layout, n: int) -> None:
        self.game = game
        self.nodes = Nodes(game, layout, least=4 * n)
        self.node = np.full(n, UNKNOWN, dtype=np.int32)
        self.left = np.full(n, UNKNOWN, dtype=np.int32)
        self.cards = np.zeros((n, game.deck.size), dtype=np.uint8)
        self.legal = np.zeros((n, game.num_actions), dtype=np.bool_)
        self.seat = np.zeros(n, dtype=np.int8)
        self._steps = StepRows(self.nodes.steps, n)
        self._layout = layout
        self._terms = terms
        self._turned = game.trump_column(game.layout(terms))
        self.moves: dict[int, tuple[int, ...]] = {}
        self._alone: dict[int, Phase] = {}
        self._first: dict[int, tuple[int, int]] = {}
        self._tiers: dict[tuple[frozenset[int], ...], npt.NDArray[np.bool_]] = {}
        history = layout.fields["history"]
        self._history = np.zeros((n, *history.shape), dtype=np.dtype(history.dtype))
        self._secret = np.zeros((n, history.shape[0]), dtype=np.bool_)
        self._said = np.zeros(n, dtype=np.int64)
        # All that was done, without the moves of a play that is not interrupted.
        self._done = np.zeros((n, 32), dtype=np.int32)
        self._count = np.zeros(n, dtype=np.int64)

    def deal(self, rows: Rows, cards: Bytes) -> None:
        """Begins deals in some rows."""
        if len(self.nodes) > self.nodes.most:
            self._forget(rows)
        self.cards[rows] = cards
        self.left[rows] = UNKNOWN
        self._history[rows] = 0
        self._secret[rows] = False
        self._said[rows] = 0
        self._count[rows] = 0
        turned = None if self._turned is None else cards[:, self._turned].tolist()
        for at, row in enumerate(rows.tolist()):
            self._alone.pop(row, None)
            self.moves.pop(row, None)
            key = -1 if turned is None else turned[at]
            if key not in self._first:
                self._begin(row, key)
            else:
                node, order = self._first[key]
                self.node[row] = node
                if order:
                    self.cards[row] = self.cards[row][self.nodes.orders[order]]
        self._open_steps(rows)

    def _begin(self, row: int, key: int) -> None:
        """Finds the first phase of a deal: where it is shared, it depends on the card turned up."""
        game = self.game
        given = self._terms.to_dict()
        deal = game.deal_from_row(self.cards[row], **given)
        first = game.first_phase(deal, self._terms)
        if is_shared(first):
            self._first[key] = self.nodes.add(first, self.cards[row].tolist())
        self.enter(row, first)

    def enter(self, row: int, phase: Phase) -> None:
        """A row comes to a phase by itself."""
        if isinstance(phase, Play):
            self.moves[row] = phase.moves
            phase = replace(phase, moves=())
        if not is_shared(phase):
            self._alone[row] = phase
            self.node[row] = ALONE
            return
        self._alone.pop(row, None)
        node, order = self.nodes.add(phase, self.cards[row].tolist())
        self.node[row] = node
        self.cards[row] = self.cards[row][self.nodes.orders[order]]
        self._open_steps(np.array([row]))

    def _in_steps(self, nodes: Numbers) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = (nodes >= 0) & (self.nodes.kind[nodes] == Kind.STEPS)
        return found

    def _open_steps(self, rows: Rows) -> None:
        """Kontra in steps begins in those of some rows that have come to it."""
        rows = rows[self._in_steps(self.node[rows])]
        if len(rows):
            self._steps.open(rows, self.nodes.steps_of[self.node[rows]])

    def leave(self, rows: Rows) -> None:
        """The play of some rows has begun."""
        self.node[rows] = UNKNOWN

    def _forget(self, leaving: Rows) -> None:
        """Forgets all nodes at which no row is; some rows leave theirs."""
        self.node[leaving] = UNKNOWN
        self.left[leaving] = UNKNOWN
        self._renumber(self.nodes.keep(self._used()))
        self._first.clear()

    def _used(self) -> list[int]:
        """The nodes at which rows are, or have left for the play."""
        used = np.concatenate([self.node, self.left])
        nodes: list[int] = np.unique(used[used >= 0]).tolist()
        return nodes

    def _renumber(self, numbers: Mapping[int, int]) -> None:
        for nodes in (self.node, self.left):
            shared = nodes >= 0
            nodes[shared] = [numbers[node] for node in nodes[shared].tolist()]

    # What may be done.

    def show(self, rows: Rows) -> None:
        """Finds who is asked in some rows, and what may be done."""
        nodes = self.node[rows]
        kinds = np.where(nodes < 0, Kind.LOOKS, self.nodes.kind[nodes])
        self.seat[rows] = self.nodes.seat[nodes]
        self.legal[rows] = self.nodes.rank[nodes] > 0
        laying = rows[kinds == Kind.LAYS]
        if len(laying):
            self.legal[laying] = self._layable(laying)
        stepping = rows[kinds == Kind.STEPS]
        if len(stepping):
            numbers = self.nodes.steps_of[self.node[stepping]]
            self.seat[stepping] = self._steps.speaker[stepping]
            self.legal[stepping] = self._steps.legal(stepping, numbers)
        for row in rows[kinds == Kind.LOOKS].tolist():
            phase = self._asked(row)
            self.seat[row] = phase.seat
            self.legal[row] = False
            self.legal[row, list(phase.actions(self.game))] = True

    def _layable(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Which cards may be laid away: the same as `Discard.allowed`, for many rows."""
        size = self.game.deck.size
        found = np.zeros((len(rows), self.game.num_actions), dtype=np.bool_)
        hands = found[:, :size]
        nodes = self.node[rows].tolist()
        for at, node in enumerate(nodes):
            hands[at, self.cards[rows[at], self.nodes.held(node)]] = True
        tiers = [self._tier_sets(node) for node in nodes]
        for own in {id(tier): tier for tier in tiers}.values():
            open_rows = np.array([tier is own for tier in tiers])
            for cards in own:
                fits = open_rows & (hands & cards).any(axis=1)
                hands[fits] &= cards
                open_rows &= ~fits
        return found

    def _tier_sets(self, node: int) -> npt.NDArray[np.bool_]:
        """What may be laid away at a node: shape (tiers, deck), bool; without tiers any card."""
        phase = cast("Discard", self.nodes.phases[node])
        tiers = phase.tiers(self.game) or ()
        if tiers not in self._tiers:
            sets = np.zeros((len(tiers), self.game.deck.size), dtype=np.bool_)
            for number, tier in enumerate(tiers):
                sets[number, list(tier)] = True
            self._tiers[tiers] = sets
        return self._tiers[tiers]

    def _asked(self, row: int) -> Phase:
        """Returns the phase of a row with no more cards than say what may be done."""
        node = int(self.node[row])
        return self._alone[row] if node == ALONE else self.nodes.asked(node, self.cards[row])

    def phase(self, row: int) -> Phase:
        """Returns the phase of a row, with its cards."""
        node = int(self.node[row])
        if node == ALONE:
            return self._alone[row]
        phase = self.nodes.phase(node, self.cards[row].tolist())
        if self.nodes.kind[node] == Kind.STEPS:
            steps = self._steps.steps(row, int(self.nodes.steps_of[node]))
            return phase.after_steps(self.game, steps)
        return phase

    def contract(self, row: int) -> "Contract | None":
        """Returns what is settled of the contract of a row whose play has not begun."""
        node = int(self.node[row])
        if node == ALONE or self.nodes.kind[node] == Kind.STEPS:
            return self.phase(row).contract
        return self.nodes.phases[node].contract

    def check(self, rows: Rows, actions: Rows) -> None:
        """Checks what is to be done in some rows.

        Raises:
            IllegalActionError: It is not allowed; the message names the first row and the rule.
        """
        inside = (actions >= 0) & (actions < self.game.num_actions)
        legal = self.legal[rows, np.where(inside, actions, 0)] & inside
        if legal.all():
            return
        at = int((~legal).argmax())
        row, action = int(rows[at]), int(actions[at])
        if not inside[at]:
            message = f"row {row}: action {action} is illegal: this is no action of the game"
            raise IllegalActionError(message, code="unknown_action")
        phase = self.phase(row)
        breach = phase.why_not(self.game, action)
        name = self.game.action_names[action]
        message = f"row {row}: {name} (action {action}) is illegal ({phase.name}): {breach.rule}"
        raise IllegalActionError(message, code=breach.code)

    # What is done.

    def act(self, rows: Rows, actions: Rows) -> None:
        """Takes legal actions in some rows."""
        nodes = self.node[rows]
        shared = nodes >= 0
        child, order = self.nodes.leads(np.where(shared, nodes, 0), actions)
        child = np.where(shared, child, UNKNOWN)
        hidden = np.zeros(len(rows), dtype=np.bool_)
        stepping = self._in_steps(nodes)
        laying = np.flatnonzero(shared & (self.nodes.kind[nodes] == Kind.LAYS))
        if len(laying):
            child[laying], order[laying] = self._lay(rows[laying], actions[laying])
            hidden[laying] = True
        slow = np.flatnonzero((child == UNKNOWN) & ~stepping)
        quick = np.flatnonzero((child != UNKNOWN) & ~stepping)
        self._move(rows[quick], child[quick], order[quick])
        for at in slow.tolist():
            hidden[at] = not self._act_alone(int(rows[at]), int(actions[at]))
        self._act_in_steps(rows[stepping], actions[stepping])
        self._open_steps(rows[self.node[rows] != nodes])
        self._note(rows, actions, hidden)

    def _lay(self, rows: Rows, cards: Rows) -> tuple[Numbers, Numbers]:
        """Lays cards away where it is known where that leads, and returns it as `Nodes.leads`."""
        at = (self.cards[rows] == cards[:, None]).argmax(axis=1)
        child, order, column = self.nodes.lays(self.node[rows], at)
        known = np.flatnonzero(child != UNKNOWN)
        own, left, right = rows[known], at[known], column[known]
        self.cards[own, left], self.cards[own, right] = (
            self.cards[own, right],
            self.cards[own, left],
        )
        return child, order

    def _act_in_steps(self, rows: Rows, actions: Rows) -> None:
        """Takes an action in rows in which kontra is said in steps."""
        if not len(rows):
            return
        nodes, steps = self.nodes, self._steps
        steps.act(rows, nodes.steps_of[self.node[rows]], actions)
        for row in rows[steps.speaker[rows] == NOBODY].tolist():
            node, levels = int(self.node[row]), steps.level[row].tobytes()
            edge = nodes.ends.get((node, levels))
            if edge is None:
                said = steps.steps(row, int(nodes.steps_of[node]))
                edge = nodes.end_steps(node, levels, said, self.cards[row].tolist())
            if edge.node == ALONE:
                self.enter(row, self.phase(row))
                continue
            self.node[row] = edge.node
            self.cards[row] = self.cards[row][nodes.orders[edge.order]]

    def _move(self, rows: Rows, nodes: Numbers, orders: Numbers) -> None:
        self.node[rows] = nodes
        sorts = orders > 0
        if sorts.any():
            moved = rows[sorts]
            columns = self.nodes.orders[orders[sorts]]
            self.cards[moved] = np.take_along_axis(self.cards[moved], columns, axis=1)

    def _act_alone(self, row: int, action: int) -> bool:
        """Takes an action in one row, and returns whether the others see which it is."""
        nodes, node = self.nodes, int(self.node[row])
        kind = Kind.LOOKS if node < 0 else Kind(nodes.kind[node])
        if node >= 0 and nodes.phases[node].leads_alike(self.game, action):
            kind = Kind.SAYS
        if kind is Kind.LOOKS:
            phase = self.phase(row)
            is_seen = phase.is_seen(self.game, action, (phase.seat + 1) % self.game.players)
            self.enter(row, phase.apply(self.game, action))
            return is_seen
        cards = self.cards[row].tolist()
        edge = (nodes.lay if kind is Kind.LAYS else nodes.say)(node, action, cards)
        if edge.node == ALONE:
            self.enter(row, self.phase(row).apply(self.game, action))
            return edge.is_seen
        if kind is Kind.LAYS:
            at = cards.index(action)
            cards[at], cards[edge.column] = cards[edge.column], cards[at]
        self.cards[row] = np.array(cards, dtype=np.uint8)[nodes.orders[edge.order]]
        self.node[row] = edge.node
        return edge.is_seen

    # What a copy is made of.

    def written(self) -> dict[str, Any]:
        """Returns all that makes up the rows, for `read`."""
        arrays = {name: getattr(self, name).copy() for name in ARRAYS}
        arrays |= {name: getattr(self._steps, name).copy() for name in STEP_ARRAYS}
        return {
            "nodes": self.nodes.written(self._used()),
            "moves": dict(self.moves),
            "alone": dict(self._alone),
            "done": self._done.copy(),
            **arrays,
        }

    def read(self, written: Mapping[str, Any]) -> None:
        """Makes the rows what those were of which `written` tells."""
        for name in ARRAYS:
            getattr(self, name)[:] = written[name]
        for name in STEP_ARRAYS:
            getattr(self._steps, name)[:] = written[name]
        self.nodes.clear()
        self._first.clear()
        self._renumber(self.nodes.add_written(written["nodes"]))
        self._done = written["done"].copy()
        self.moves, self._alone = dict(written["moves"]), dict(written["alone"])

    # What was done.

    def _note(self, rows: Rows, actions: Rows, hidden: npt.NDArray[np.bool_]) -> None:
        most = self._history.shape[1]
        full = rows[self._said[rows] == most]
        if len(full):
            self._history[full, :-1] = self._history[full, 1:]
            self._secret[full, :-1] = self._secret[full, 1:]
            self._said[full] -= 1
        at = self._said[rows]
        self._history[rows, at, 0] = self.seat[rows] + 1
        self._history[rows, at, 1] = actions + 1
        self._secret[rows, at] = hidden
        self._said[rows] = at + 1
        self._write(rows, actions)

    def _write(self, rows: Rows, actions: Rows) -> None:
        """Writes down that an action was done in each of some rows."""
        at = self._count[rows]
        if len(at) and at.max() == self._done.shape[1]:
            self._done = np.concatenate([self._done, np.zeros_like(self._done)], axis=1)
        self._done[rows, at] = actions
        self._count[rows] = at + 1

    def add_moves(self, row: int, moves: Iterable[int]) -> None:
        """Writes down moves of a play that is interrupted, beside what was done before it."""
        for move in moves:
            self._write(np.array([row]), np.array([move]))

    def done(self, row: int) -> list[int]:
        """Returns what was done in a row, without the moves since its play went on."""
        actions: list[int] = self._done[row, : self._count[row]].tolist()
        return actions

    def observe(self, rows: Rows, observers: npt.NDArray[np.integer[Any]]) -> Bytes:
        """Returns what some seats observe, one in each row: shape (k, size), uint8."""
        return self.observe_at(self.node[rows], self.cards[rows], rows, observers)

    def observe_at(
        self, nodes: Numbers, cards: Bytes, rows: Rows, observers: npt.NDArray[np.integer[Any]]
    ) -> Bytes:
        """Returns what some seats observe where rows are not now: at nodes, with their cards."""
        found = np.zeros((len(rows), self._layout.size), dtype=np.uint8)
        shared = np.flatnonzero(nodes >= 0)
        if len(shared):
            observed = self.nodes.sight_of[nodes[shared], observers[shared]]
            for at in np.flatnonzero(observed == UNKNOWN).tolist():
                node, observer = nodes[shared[at]], observers[shared[at]]
                observed[at] = self.nodes.sight(int(node), int(observer))
            found[shared] = self.nodes.sights.write(observed, cards[shared])
        stepping = np.flatnonzero(self._in_steps(nodes))
        if len(stepping):
            field = self._layout.fields["kontra"]
            said = self._steps.said(rows[stepping])
            found[stepping, field.start : field.start + field.size] = said
        for at in np.flatnonzero(nodes < 0).tolist():
            found[at] = self._alone_sight(int(rows[at]), int(observers[at]))
        self._write_history(rows, observers, found)
        return found

    def _alone_sight(self, row: int, observer: int) -> Bytes:
        phase = self.phase(row)
        cards = self.cards[row]
        shape, order = shape_of(phase.table, cards.tolist())
        sights = Sights(self._layout.size)
        entries = entries_of(self._layout, shape, observer)
        sights.add(Sight.of(self._layout, phase, entries, observer))
        written: Bytes = sights.write(np.zeros(1, dtype=np.int32), cards[None, order])[0]
        return written

    def _write_history(self, rows: Rows, observers: Any, found: Bytes) -> None:  # noqa: ANN401
        field = self._layout.fields["history"]
        seats = self.game.players
        history = self._history[rows]
        who = history[:, :, 0].astype(np.int64) - 1
        is_said = who >= 0
        turn = (who - observers[:, None]) % seats + 1
        history[:, :, 0] = np.where(is_said, turn, 0)
        history[:, :, 1][self._secret[rows] & (who != observers[:, None])] = 0
        written = history.reshape(len(rows), -1).view(np.uint8)
        found[:, field.start : field.start + field.size] = written
