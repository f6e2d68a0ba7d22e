"""Whole deals side by side: the rows before the play here, those in play in the core."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from ultimo.batch import Plan
from ultimo.memory import need_room
from ultimo.phases import PHASES, Play
from ultimo.plan import RowPlan
from ultimo.rows.before import BeforePlay, Bytes, Numbers, Rows
from ultimo.rows.nodes import UNKNOWN, Kind
from ultimo.rows.sight import Layout, ObservationField, tail_fields
from ultimo.rows.told import Told
from ultimo.sampling import Course, Kin
from ultimo.state import State

if TYPE_CHECKING:
    from ultimo._core import Env, PlayRules, Position
    from ultimo.game import Game

__all__ = ["ROW", "Whole", "size_of_arrays"]

Words = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

ROW = 1500
"""Bytes that the core needs for a row, at least."""
MOST_PLANS = 1024
"""So many ways to play that no row uses are kept before they are dropped."""


def size_of_arrays(observation: int, actions: int) -> int:
    """Returns the bytes that the arrays of a step take for a row, with what was seen last."""
    return 2 * observation + actions


class Whole:
    """Rows that go through whole deals, from the first call to the score.

    It has the methods of the core's `Env`, and deals as that does.

    Attributes:
        fields: Where each field of an observation stands.
        size: Number of bytes of an observation.
        actions: Number of actions.
        seats: Number of seats.
        deals_on: A deal that is over is followed by the next one in the same step; otherwise its
            row waits for `deal`.
    """

    def __init__(
        self,
        game: "Game[Any]",
        n: int,
        *,
        seed: int | Words,
        dealer: int | None,
        history: int,
        threads: int | None,
    ) -> None:
        self._build(game, n, dealer=dealer, history=history, threads=threads)
        self.reset(seed)

    def _build(
        self,
        game: "Game[Any]",
        n: int,
        *,
        dealer: int | None,
        history: int,
        threads: int | None,
    ) -> None:
        """Makes rows that have no deals yet."""
        from ultimo._core import Env

        self._given = {"dealer": dealer, "history": history, "threads": threads}
        self._game = game
        self._terms = game.terms(**({} if dealer is None else {"dealer": dealer}))
        self._spec = game.deal_spec(self._terms)
        self.actions, self.seats = game.num_actions, game.players
        rules = _any_rules(game)
        shape: dict[str, Any] = {
            "seats": game.players,
            "deck": game.deck.size,
            "lanes": len(game.deck.suits),
            "actions": game.num_actions,
            "piles": bool(game.layout(self._terms).piles),
            "calls": bool(game.core_calls),
            "stock": _draws(rules),
            "threads": threads,
        }
        fields = Env.waiting(rules, 1, tail=0, **shape).fields
        self.fields = {
            name: ObservationField(start, (columns,) if rows == 1 else (rows, columns))
            for name, start, rows, columns in fields
        }
        self._front = sum(field.size for field in self.fields.values())
        self.fields |= tail_fields(game, history, self._front)
        self.size = sum(field.size for field in self.fields.values())
        tails = self.seats * (self.size - self._front)
        need_room(n, ROW + tails + size_of_arrays(self.size, self.actions), "rows")
        self._core = Env.waiting(rules, n, tail=self.size - self._front, **shape)
        layout = Layout(game, self._terms, self.fields, self.size)
        self._told = Told(game, self.fields, n)
        self._before = BeforePlay(game, self._terms, layout, n)
        self._plays = np.zeros(n, dtype=np.bool_)
        self._numbers = np.arange(n, dtype=np.uint64)
        self._plans: dict[tuple[object, object], int] = {}
        self._most_plans = MOST_PLANS
        # By row: a play that may be interrupted, and how far it is.
        self._watched: dict[int, tuple[Play, Position]] = {}
        # The cards of a play that is interrupted, as the core was given them.
        self._held: dict[int, Bytes] = {}
        self.deals_on = True

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self._game,
            "given": self._given,
            "numbers": self._numbers.copy(),
            "seeds": self._seeds.copy(),
            "further": self._further,
            "plays": self._plays.copy(),
            "watched": dict(self._watched),
            "held": {row: cards.copy() for row, cards in self._held.items()},
            "deals_on": self.deals_on,
            "before": self._before.written(),
            "moves": self._core.moves(),
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._build(state["game"], len(state["numbers"]), **state["given"])
        self._numbers, self._seeds = state["numbers"].copy(), state["seeds"].copy()
        self._further, self.deals_on = state["further"], state["deals_on"]
        self._watched = {
            row: (play, position.copy()) for row, (play, position) in state["watched"].items()
        }
        self._held = {row: cards.copy() for row, cards in state["held"].items()}
        self._before.read(state["before"])
        self._resume(state["plays"], *state["moves"])

    def _resume(self, plays: Bools, counts: Rows, moves: npt.NDArray[np.uint16]) -> None:
        """Leads the plays of all rows on to where they were."""
        before = self._before
        cards = before.cards.copy()
        for row, own in self._held.items():
            cards[row] = own
        # A play that is over is there to be looked at, until its row is dealt anew.
        begun = np.flatnonzero((before.left != UNKNOWN) & (plays | (not self.deals_on)))
        begun = np.union1d(begun, np.array(list(self._held), dtype=np.int64))
        self._hand_over(begun, before.left[begun], cards[begun])
        ends = counts.cumsum()
        for row in begun.tolist():
            self._core.go_on(row, moves[ends[row] - counts[row] : ends[row]].tolist())
            if not plays[row]:
                self._core.hold(row, held=True)
        self._plays = plays.copy()

    def __len__(self) -> int:
        return len(self._numbers)

    def deals(self) -> npt.NDArray[np.uint64]:
        """The number of the deal in each row."""
        return self._numbers.copy()

    def reset(self, seed: int | Words) -> None:
        """Begins again with the first deals of a seed, or of one for each row."""
        rows = np.arange(len(self), dtype=np.int64)
        is_own = isinstance(seed, np.ndarray)
        numbers = np.zeros(len(self), dtype=np.uint64) if is_own else rows.astype(np.uint64)
        seeds = seed if isinstance(seed, np.ndarray) else np.full(len(self), seed, dtype=np.uint64)
        dealt = self._dealt(numbers, seeds)
        self._seeds, self._numbers = seeds, numbers
        self._further = np.uint64(1 if is_own else len(self))
        self._core.reset(0)
        self._plays[:] = False
        self._watched.clear()
        self._held.clear()
        self._before.deal(rows, dealt)

    def _dealt(self, numbers: Words, seeds: Words) -> Bytes:
        from ultimo._core import deal_numbers

        return deal_numbers(self._spec, numbers, seeds)

    def view(self, observations: Bytes, mask: Bytes, to_move: npt.NDArray[np.int8]) -> None:
        """Writes down what there is to see now."""
        arrived = np.flatnonzero(~self._plays)
        self._settle(arrived)
        self._core.view(observations, mask, to_move)
        self._told.write(np.flatnonzero(self._plays), observations)
        self._show(np.flatnonzero(~self._plays), observations, mask, to_move)

    def step(
        self,
        actions: npt.NDArray[np.int64],
        *,
        rewards: npt.NDArray[np.float64],
        done: Bytes,
        last: Bytes,
        observations: Bytes,
        mask: Bytes,
        to_move: npt.NDArray[np.int8],
    ) -> None:
        """Takes an action in every row.

        Raises:
            IllegalActionError: One is illegal; nothing has been done in any row.
        """
        before = self._before
        waiting = np.flatnonzero(~self._plays)
        before.check(waiting, actions[waiting])
        self._core.step(
            actions,
            rewards=rewards,
            done=done,
            last=last,
            observations=observations,
            mask=mask,
            to_move=to_move,
        )
        played = np.flatnonzero(done)
        self._told.write(played, last)
        held = self._interrupt(actions, done)
        self._plays[played] = False
        self._mark_over(last, played)
        movers = before.seat[waiting]
        before.act(waiting, actions[waiting])
        nodes = before.node[waiting]
        ends = (nodes >= 0) & (before.nodes.kind[nodes] == Kind.ENDS)
        ended = waiting[ends]
        if len(ended):
            last[ended] = before.observe(ended, movers[ends])
            phases: list[Any] = [before.nodes.phases[node] for node in nodes[ends].tolist()]
            rewards[ended] = [phase.scores for phase in phases]
            done[ended] = 1
        over = np.concatenate([played, ended])
        arrived = np.concatenate([waiting[~ends], held])
        if self.deals_on:
            self.deal(over)
            arrived = np.concatenate([arrived, over])
        else:
            before.legal[over], mask[over] = False, 0
        begun = self._settle(arrived)
        self._core.view_rows(begun, observations, mask, to_move)
        self._told.write(np.flatnonzero(self._plays), observations)
        self._show(arrived[~self._plays[arrived]], observations, mask, to_move)

    # What is sampled.

    @property
    def core(self) -> "Env":
        """The rows in play."""
        return self._core

    def course(self, rows: Rows, seats: Rows) -> Course:
        """What seats of rows have seen of a play: of one that has not begun there is nothing."""
        node = self._before.node[rows]
        is_all = (node >= 0) & (self._before.nodes.kind[node] != Kind.ENDS)
        is_all[[row in self._held for row in rows.tolist()]] = False
        owner = np.full((len(rows), self._game.deck.size), -1, dtype=np.int8)
        barred = np.zeros(owner.shape, dtype=np.uint16)
        at = np.flatnonzero(self._plays[rows])
        is_all[at], owner[at], barred[at] = self._core.course(rows[at], seats[at])
        return is_all, owner, barred

    def dealt(self, rows: Rows) -> Bytes:
        """The deals of some rows: shape (k, deck.size)."""
        return self._dealt(self._numbers[rows], self._seeds[rows])

    def kin(self, rows: Rows) -> list[Kin]:
        """What some rows have in common with others."""
        before, size, found = self._before, self._game.deck.size, []
        for row, dealt in zip(rows.tolist(), self.dealt(rows), strict=True):
            plays, done = bool(self._plays[row]), tuple(before.done(row))
            node = int((before.left if plays else before.node)[row])
            contract = before.nodes.phases[node].contract if plays else before.contract(row)
            called = None if contract is None else self._game.partner_card(contract)
            column = -1 if called is None else int((dealt == called).argmax())
            has_moved = row in before.moves or min(done, default=size) < size
            way = None if has_moved else (before.nodes.age, node, done, column)
            deal = (row, int(self._numbers[row]), len(done)) if plays else None
            found.append(Kin(contract, deal, way))
        return found

    def start(self, row: int, moves: Sequence[int]) -> State:
        """The deal of a row as it stood before the play, and after the first moves of that."""
        first = len(self._before.moves.get(row, ()))
        return self._state(row, moves[first:] if self._plays[row] else ())

    def states(self, rows: Iterable[int]) -> Iterator[State]:
        """Yields the deals of some rows as states that have come as far."""
        counts, moves = self._core.moves()
        ends = counts.cumsum()
        for row in rows:
            told = len(self._before.moves.get(row, ()))
            made = moves[ends[row] - counts[row] + told : ends[row]] if self._plays[row] else ()
            yield self._state(row, made)

    def _state(self, row: int, moves: Iterable[int]) -> State:
        """Returns the deal of a row after some moves since its play began or went on last."""
        terms: Any = self._terms.to_dict()
        deal = self._game.deal_from_row(self.dealt(np.array([row]))[0], **terms)
        state = self._game.start(deal, **terms)
        for action in (*self._before.done(row), *moves):
            state.apply(int(action))
        return state

    def observe(self, row: int, observer: int) -> Bytes:
        """Returns what a seat observes in a row, also of a deal that is over: shape (size,)."""
        found = np.zeros((len(self), self.size), dtype=np.uint8)
        if self._before.node[row] == UNKNOWN:
            self._core.look(row, observer, found)
            self._told.write(np.array([row]), found)
            if not self._plays[row]:
                self._mark_over(found, np.array([row]))
        else:
            rows = np.array([row])
            found[rows] = self._before.observe(rows, np.array([observer]))
            if row in self._held:
                self._show_held(row, observer, found)
        seen: Bytes = found[row]
        return seen

    def _mark_over(self, found: Bytes, rows: Rows) -> None:
        phase = self.fields["phase"]
        found[rows, phase.start : phase.start + phase.size] = 0
        found[rows, phase.start + PHASES.index("over")] = 1

    def deal(self, rows: Rows) -> None:
        """Deals the next deals of some rows."""
        if len(rows):
            self._numbers[rows] += self._further
            self._before.deal(rows, self._dealt(self._numbers[rows], self._seeds[rows]))

    def _settle(self, rows: Rows) -> Rows:
        """Begins the play in those of some rows that have come to it, and returns these."""
        before = self._before
        nodes = before.node[rows]
        begins = rows[(nodes >= 0) & (before.nodes.kind[nodes] == Kind.PLAYS)]
        if len(begins):
            self._begin(begins)
        watched = [
            row
            for row, node in zip(begins.tolist(), before.node[begins].tolist(), strict=True)
            if self._interrupts(node)
        ]
        for row in watched:
            self._watch(row)
        begun: Rows = begins[self._plays[begins]]
        before.leave(begun)
        return begun

    def _interrupts(self, node: int) -> bool:
        phase = self._before.nodes.phases[node]
        return isinstance(phase, Play) and phase.may_be_interrupted(self._game)

    def _watch(self, row: int) -> None:
        """Looks whether a play is interrupted before its next move, and from then on."""
        phase: Any = self._before.phase(row)
        position = phase.position(self._game)
        for move in self._before.moves.get(row, ()):
            position.play(move)
        self._watched[row] = phase, position
        self._look(row)

    def _look(self, row: int) -> bool:
        """Whether a play is interrupted now: then its row waits, and the core holds it."""
        phase, position = self._watched[row]
        between = phase.interruption(self._game, position)
        if between is None:
            return False
        moves = [action for _, action in position.history]
        self._before.add_moves(row, moves[len(self._before.moves.get(row, ())) :])
        del self._watched[row]
        self._core.hold(row, held=True)
        self._held[row] = self._before.cards[row].copy()
        self._plays[row] = False
        self._before.enter(row, between)
        return True

    def _interrupt(self, actions: npt.NDArray[np.int64], done: Bytes) -> Rows:
        """Follows the plays that may be interrupted, and returns the rows of those that are."""
        held = []
        for row in list(self._watched):
            if done[row]:
                del self._watched[row]
                continue
            self._watched[row][1].play(int(actions[row]))
            if self._look(row):
                held.append(row)
        return np.array(held, dtype=np.int64)

    def _show(
        self, rows: Rows, observations: Bytes, mask: Bytes, to_move: npt.NDArray[np.int8]
    ) -> None:
        before = self._before
        if len(rows):
            before.show(rows)
            to_move[rows] = before.seat[rows]
            mask[rows] = before.legal[rows]
            observations[rows] = before.observe(rows, before.seat[rows])
            for row in self._held.keys() & set(rows.tolist()):
                self._show_held(row, int(before.seat[row]), observations)

    def _show_held(self, row: int, observer: int, observations: Bytes) -> None:
        """Writes down what is seen of a play as it was left."""
        seen = observations[row].copy()
        self._core.look(row, observer, observations)
        start, shape, _ = self.fields["known"]
        known = observations[row, start : start + self.fields["known"].size].reshape(shape)
        played = self.fields["played"]
        gone = observations[row, played.start : played.start + played.size].reshape(shape)
        # Cards may have been shown meanwhile.
        shown = seen[start : start + self.fields["known"].size].reshape(shape)
        known |= shown & (1 - gone.max(axis=0))
        observations[row, self._front :] = seen[self._front :]
        self._told.write(np.array([row]), observations)

    def _begin(self, rows: Rows) -> None:
        """Begins the play in some rows."""
        before = self._before
        before.left[rows] = before.node[rows]
        self._hand_over(rows, before.left[rows], before.cards[rows])
        self._plays[rows] = True
        for row in self._held.keys() & set(rows.tolist()):
            del self._held[row]
            self._core.go_on(row, before.moves[row])

    def _hand_over(self, rows: Rows, at: Numbers, cards: Bytes) -> None:
        """Hands some rows over to the core, as they were dealt for the play."""
        if not len(rows):
            return
        before, seats, deck = self._before, self.seats, self._game.deck.size
        nodes = at.tolist()
        if len(self._plans) >= self._most_plans:
            used = set(self._core.drop_unused())
            self._plans = {key: plan for key, plan in self._plans.items() if plan in used}
            # Where many are in use, they are not looked through again at every step.
            self._most_plans = MOST_PLANS + len(self._plans)
        plans = np.array([self._plan(node) for node in nodes], dtype=np.int64)
        columns = np.stack([before.nodes.known(node) for node in nodes])
        known = np.zeros((len(rows), seats, deck), dtype=np.uint8)
        by_seat = np.broadcast_to(cards[:, None, :].astype(np.intp), known.shape)
        np.put_along_axis(known, by_seat, columns, axis=2)
        self._told.note(rows, [before.nodes.phases[node] for node in nodes], cards)
        partners = np.array([self._partner(node) for node in nodes], dtype=np.int16)
        tails = [
            before.observe_at(at, cards, rows, np.full(len(rows), seat))[:, self._front :]
            for seat in range(seats)
        ]
        self._core.begin(
            rows,
            plans,
            cards,
            known.reshape(len(rows), -1),
            partners,
            np.concatenate(tails, axis=1),
        )

    def _partner(self, node: int) -> tuple[int, int]:
        contract: Any = self._before.nodes.phases[node].contract
        card = self._game.partner_card(contract)
        if card is None or contract.partner is None:
            return -1, -1
        return contract.partner, card

    def _plan(self, node: int) -> int:
        """Returns the core's number of how a node is played."""
        phase = cast("Play", self._before.nodes.phases[node])
        key = (phase.contract, phase.setup)
        found = self._plans.get(key)
        if found is None:
            plan: Plan = self._row_plan(phase)
            found = self._plans[key] = self._core.add(plan, self._game.shows(phase.contract))
        return found

    def _row_plan(self, phase: Play) -> Plan:
        compiled, setup = self._game.compiled(phase.contract), phase.setup
        return compiled.rules, compiled.payoff, RowPlan.of(setup)


def _any_rules(game: "Game[Any]") -> "PlayRules | None":
    """Returns rules of any contract; `None` if a game has none."""
    for bid in game.bids.values():
        trump = bid.trumps[0]
        called = bid.calls[0] if bid.calls else None
        contract = game.contract(bid.id, trump=trump, called=called)
        return game.compiled(contract).rules
    return None


def _draws(rules: "PlayRules | None") -> bool:
    """Whether cards are drawn from a stock into the hands."""
    drawing = None if rules is None else rules.spec.drawing
    return drawing is not None and drawing.draw == "each_winner_first"
