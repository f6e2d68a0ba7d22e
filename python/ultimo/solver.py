"""The double-dummy solver: what a position is worth with all cards open and best play."""

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import numpy.typing as npt

from ultimo.checks import brief, is_one_of, need, need_integer, plain_integer, through
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.errors import ArgumentError, ContractError, OptionError, SolverLimitError
from ultimo.objectives import core_objective
from ultimo.scoring import Goal
from ultimo.value_file import ValueFile, path_of

if TYPE_CHECKING:
    from ultimo._core import Position, Solved
    from ultimo.game import Game

__all__ = [
    "SolveResult",
    "check_limit",
    "reporting",
    "solve",
    "solve_batch",
    "value_of",
    "workers",
]


@dataclass(frozen=True, slots=True)
class SolveResult:
    """What a position is worth.

    Attributes:
        value: For the declarer's side: game points of its declarer, card points, tricks, or 1 for
            a contract that is made and 0 for one that is not.
        best: A move that reaches the value; `None` when the deal is over.
        table: The value of every legal move of the seat to play.
        line: One optimal play to the end.
        nodes: Number of positions looked at.
    """

    value: float
    best: str | None
    table: Mapping[str, float]
    line: tuple[str, ...]
    nodes: int


def solve(
    position: "Position",
    goal: Goal = "score",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> SolveResult:
    """Solves a position exactly.

    In games for oneself the declarer, or the seat whose value is asked for, plays against all
    others together.

    Args:
        position: A position made by `Game.position`, or the one of a state; mid-trick too.
        goal: `"score"`: game points of the declarer; `"points"`: official card points of his side;
            `"tricks"`: its tricks; `"win"`: 1 if the contract is made, else 0.
        nodes: The most positions to look at.
        seconds: The longest time.
        memory: The most bytes for the table.

    Raises:
        SolverLimitError: A limit was reached; it holds the proven bounds.
        OptionError: There is no such goal, or a limit is not positive.
        ContractError: The goal makes no sense for this contract.
    """
    found = _search(position, goal, nodes=nodes, seconds=seconds, memory=memory, full=True)
    line = tuple(found.line)
    return SolveResult(
        value=found.value,
        best=line[0] if line else None,
        table=found.table,
        line=line,
        nodes=found.nodes,
    )


def value_of(
    position: "Position",
    goal: Goal,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> float:
    """Returns the value of a position alone, which costs less than `solve`.

    Raises:
        SolverLimitError: As `solve`, and so for the other errors.
    """
    return _search(position, goal, nodes=nodes, seconds=seconds, memory=memory, full=False).value


def _search(
    position: "Position",
    goal: Goal,
    *,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
    full: bool,
    stop: Event | None = None,
) -> "Solved":
    from ultimo import _core
    from ultimo.state import State

    given: object = position
    if isinstance(given, State):
        message = "what is solved is a Position: give the state's, state.position"
        raise ArgumentError(message)
    need(position, _core.Position, "what is solved")
    if not isinstance(position.owner, tuple):
        message = "solve needs a position that was made by a game: Game.position"
        raise ContractError(message, code="no_game")
    for name, limit in (("nodes", nodes), ("seconds", seconds), ("memory", memory)):
        check_limit(name, limit)
    return _core.solve(
        position,
        core_objective(position.game, position.contract, goal),
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        full=full,
        stop=stop,
    )


def check_limit(name: str, limit: Any) -> None:  # noqa: ANN401 - whatever was given
    """Checks a limit of the solver.

    Raises:
        ArgumentError: It is no number.
        OptionError: It is not above 0.
    """
    if limit is None:
        return
    number = plain_integer(limit)
    is_number = isinstance(number, int) or (name == "seconds" and isinstance(number, float))
    if isinstance(number, bool) or not is_number:
        raise ArgumentError(f"{name} is a number, not {type(limit).__name__}")
    if not 0 < number < 2**1000:
        raise OptionError(f"{name}={brief(limit)}: a limit is above 0", code="bad_limit")


def solve_batch(
    game: "Game[Any]",
    deals: Iterable[Deal] | npt.NDArray[np.uint8],
    contract: Contract,
    goal: Goal = "points",
    *,
    leader: int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int], object] = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    into: str | Path | None = None,
    unsolved: Literal["raise", "nan"] = "raise",
) -> npt.NDArray[np.float64]:
    """Solves many deals under one contract.

    Args:
        game: The game.
        deals: Deals, or rows of `Game.deals`.
        contract: The contract of all of them.
        goal: As `solve` takes it.
        leader: Who leads first; as the rules say if `None`.
        threads: Number of threads, as many as there are cores if `None`. The result does not
            depend on it.
        progress: Show a progress bar on standard error; or a function that is called with the
            number of deals done and their number.
        nodes: The most positions to look at, a deal.
        seconds: The longest time, a deal.
        memory: The most bytes for the table, a deal.
        into: A file of JSON lines that each value is written into as soon as it is known. If it
            holds values of the same deals and question, only the others are solved.
        unsolved: What becomes of a deal that reaches a limit: an error, or nan and its bounds in
            the file.

    Returns:
        The values, shape (n,), float64.

    Raises:
        SolverLimitError: A deal reached a limit.
        DealError: A deal is none of the game.
        OptionError: The file holds something else.
        OSError: It cannot be read or written.
    """
    from ultimo.game import Game

    need(game, Game, "what is solved")
    message = "deals are a list or an array, not"
    if isinstance(deals, (str, bytes, Mapping)):
        raise ArgumentError(f"{message} {type(deals).__name__}")
    positions = [
        game.position(deal, contract, leader=leader)
        if isinstance(deal, Deal)
        else game.position_of_row(deal, contract, leader=leader)
        for deal in through(deals, message)
    ]

    if not is_one_of(unsolved, "raise", "nan"):
        message = f"unsolved={brief(unsolved)}: one of 'raise' and 'nan'"
        raise OptionError(message, code="unknown_unsolved")
    asked = {
        "game": game.name,
        "options": game.options.values(),
        "contract": contract.to_dict(),
        "goal": goal,
        "deals": len(positions),
    }
    setups = (repr(position.setup) for position in positions)
    file = None if into is None else ValueFile(path_of(into), asked, setups)

    stop = Event()
    limits: dict[str, Any] = {"nodes": nodes, "seconds": seconds, "memory": memory}

    def value(number: int) -> float | SolverLimitError:
        try:
            return _search(positions[number], goal, full=False, stop=stop, **limits).value
        except SolverLimitError as limit:
            return limit

    with reporting(progress) as report:
        try:
            return _values(len(positions), value, file, workers(threads), report, unsolved)
        finally:
            # After Ctrl-C, of which only the main thread hears, the others stop too.
            stop.set()
            if file is not None:
                file.close()


def _values(  # noqa: PLR0917 - what `solve_batch` was given
    n: int,
    value: Callable[[int], float | SolverLimitError],
    file: ValueFile | None,
    threads: int,
    report: Callable[[int, int], object],
    unsolved: str,
) -> npt.NDArray[np.float64]:
    """Returns the values of all deals, those that are known from the file."""
    known = {} if file is None else file.values
    values = np.full(n, np.nan)
    values[list(known)] = list(known.values())
    left = [number for number in range(n) if number not in known]
    pool = ThreadPoolExecutor(threads)
    try:
        solved = zip(left, pool.map(value, left), strict=True)
        for done, (number, found) in enumerate(solved, start=len(known) + 1):
            if file is not None:
                file.write(number, found)
            if not isinstance(found, SolverLimitError):
                values[number] = found
            elif unsolved == "raise":
                raise found
            report(done, n)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return values


def workers(threads: int | None) -> int:
    """Returns the number of threads to start: those asked for, or one a core.

    Raises:
        OptionError: It is not between 1 and 1024.
        ArgumentError: It is no whole number.
    """
    if threads is None:
        return os.cpu_count() or 1
    number = need_integer(threads, "threads")
    if not 1 <= number <= 1024:
        raise OptionError(f"threads={brief(threads)}: from 1 to 1024", code="bad_threads")
    return number


class reporting:  # noqa: N801 - reads as a function
    """Gives the function that reports progress, and clears the bar at the end."""

    def __init__(self, progress: object) -> None:
        # Other functions take `None` for no progress, and so may these.
        is_flag = progress is None or isinstance(progress, (bool, np.bool_))
        if not callable(progress) and not is_flag:
            message = f"progress is true, false or a function, not {type(progress).__name__}"
            raise ArgumentError(message)
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Callable[[int, int], object]:
        if callable(self._progress):
            return cast("Callable[[int, int], object]", self._progress)
        if not self._progress:
            return lambda done, of: None  # noqa: ARG005
        from ultimo.display import Bar

        self._bar = Bar("solving")
        return cast("Callable[[int, int], object]", self._bar.update)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
