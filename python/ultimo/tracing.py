"""What each card of a played deal cost, with all cards open."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ultimo.checks import need, need_integer
from ultimo.errors import ArgumentError, ContractError
from ultimo.objectives import core_objective
from ultimo.scoring import Goal
from ultimo.solver import check_limit
from ultimo.state import State

if TYPE_CHECKING:
    from ultimo._core import Position, Solved

__all__ = ["Trace", "TracedMove", "trace"]


@dataclass(frozen=True, slots=True)
class TracedMove:
    """A move of a deal, and what it did to the value.

    Attributes:
        number: Number of the move in the play, from 0.
        seat: Who made it.
        move: A card's code or the name of a call.
        before: The value before it, for the declarer's side: what best play would have reached.
        after: The value after it.
        cost: What the mover's side lost by it, never below 0: the seats that maximise lose what
            the value falls, the others what it rises.
        best: A move that would have kept the value; the move itself if it cost nothing.
    """

    number: int
    seat: int
    move: str
    before: float
    after: float
    cost: float
    best: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A deal as it was played, beside best play.

    Attributes:
        goal: What was maximised.
        maximisers: The seats that maximise, the declarer's side; all others are allied.
        value: The value before the first of these moves.
        result: The value after the last one; that of the deal if it was played to the end.
        moves: The moves in order.
    """

    goal: Goal
    maximisers: tuple[int, ...]
    value: float
    result: float
    moves: tuple[TracedMove, ...]

    @property
    def errors(self) -> tuple[TracedMove, ...]:
        """The moves that cost something, in order."""
        return tuple(move for move in self.moves if move.cost > 0)

    @property
    def costs(self) -> dict[int, float]:
        """What all moves of each seat cost together, for the seats that moved."""
        found: dict[int, float] = {}
        for move in self.moves:
            found[move.seat] = found.get(move.seat, 0.0) + move.cost
        return found


def trace(
    played: "State | Position",
    goal: Goal = "score",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    first: int = 0,
) -> Trace:
    """Says what each move of a deal was worth: the value before and after, its cost, whose error.

    Every position that was reached is solved, the first one first; what was proven of one serves
    the next.

    Args:
        played: A deal whose play has begun, or a position with its history. Not changed.
        goal: As `solve` takes it.
        nodes: The most positions to look at, for each move.
        seconds: The longest time, for each move.
        memory: The most bytes for the table of proofs, at a time.
        first: Number of the move to begin with, for deals that are too long to be solved from
            their first card, from 0. Negative numbers count from the end, -32 for the last 32
            moves, or all if there are not so many.

    Raises:
        ContractError: There was no play, or the goal makes no sense for its contract.
        SolverLimitError: A limit was reached.
        OptionError: There is no such goal, or a limit is not positive.
        ArgumentError: There is no such first move.
    """
    from ultimo._core import Position, Solver

    position = played.position if isinstance(played, State) else played
    if position is not None:
        need(position, Position, "what is traced, unless a State,")
    if position is None or not position.history:
        raise ContractError("nothing was played: there is nothing to trace", code="no_play")
    for name, limit in (("nodes", nodes), ("seconds", seconds), ("memory", memory)):
        check_limit(name, limit)
    history, position = position.history, position.copy()
    begin = _number(first, len(history))
    for _ in history[begin:]:
        position.undo()
    aim = core_objective(position.game, position.contract, goal)
    solver = Solver(memory=memory)

    def solved(*, full: bool) -> "Solved":
        return solver.solve(
            position,
            aim,
            nodes=nodes,
            seconds=seconds,
            full=full,
            from_start=True,
        )

    names = position.game.action_names
    value = start = solved(full=False).value
    moves = []
    for number, (seat, action) in enumerate(history[begin:], begin):
        before, best = value, names[action]
        is_forced = len(position.legal_actions()) == 1
        position.play(action)
        # A move that was the only one costs nothing.
        value = before if is_forced else solved(full=False).value
        if value != before:
            position.undo()
            best = solved(full=True).line[0]
            position.play(action)
        cost = before - value if aim.maximisers >> seat & 1 else value - before
        moves.append(TracedMove(number, seat, names[action], before, value, cost + 0.0, best))
    seats = tuple(seat for seat in range(position.game.players) if aim.maximisers >> seat & 1)
    return Trace(goal, seats, start, value, tuple(moves))


def _number(first: object, moves: int) -> int:
    """Returns the number of a move from 0, given it or how many there are from it to the end."""
    number = need_integer(first, "first")
    if number >= moves:
        said = number if number < 2**64 else "one that large"
        message = f"first={said}: {moves} moves were made, the last of them number {moves - 1}"
        raise ArgumentError(message, code="out_of_range")
    return number if number >= 0 else max(moves + number, 0)
