"""Solving the positions of a file, in order, on several threads."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from textwrap import fill
from typing import Any, cast

from ultimo.cli.given import options_dict
from ultimo.cli.read import Job
from ultimo.display import Bar, console, contract_text, number_text, values_text
from ultimo.errors import SolverLimitError
from ultimo.scoring import Goal, objective
from ultimo.solver import SolveResult, solve, workers

__all__ = ["Solved", "check_goals", "show", "solved_in_order", "to_dict"]

POLL = 0.1
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Solved:
    """What came of a position.

    Attributes:
        job: The position.
        result: Its value, or the limit that was reached.
        seconds: The time it took.
    """

    job: Job
    result: SolveResult | SolverLimitError
    seconds: float


def check_goals(jobs: Sequence[Job]) -> None:
    """Checks that every goal makes sense, so that a bad one is found before the work begins.

    Raises:
        UltimoError: One does not.
    """
    for job in jobs:
        objective(job.game, job.contract, job.goal)


def solved_in_order(
    jobs: Sequence[Job], *, threads: int | None, nodes: int | None, seconds: float | None
) -> Iterator[Solved]:
    """Solves positions and yields the results in their order, with a progress bar."""

    def work(job: Job) -> Solved:
        begun = time.perf_counter()
        result: SolveResult | SolverLimitError
        try:
            result = solve(job.position, cast("Goal", job.goal), nodes=nodes, seconds=seconds)
        except SolverLimitError as limit:
            result = limit
        return Solved(job, result, time.perf_counter() - begun)

    pool = ThreadPoolExecutor(min(workers(threads), len(jobs)))
    bar = Bar("solving")
    try:
        futures = [pool.submit(work, job) for job in jobs]
        for future in futures:
            _await(future, futures, bar)
            yield future.result()
    except KeyboardInterrupt:
        # The threads cannot be stopped in the middle of a search, and are not waited for.
        bar.close()
        os._exit(130)
    finally:
        bar.close()
        pool.shutdown(wait=False, cancel_futures=True)


def _await(future: "Future[Solved]", futures: Sequence["Future[Solved]"], bar: Bar) -> None:
    while not wait([future], POLL).done:
        bar.update(sum(other.done() for other in futures), len(futures))
    bar.update(sum(other.done() for other in futures), len(futures))


def to_dict(solved: Solved) -> dict[str, Any]:
    """Returns a result as the JSON lines of `solve --json` have it."""
    job = solved.job
    found: dict[str, Any] = {
        "name": job.name,
        "game": job.game.name,
        "options": options_dict(job.game),
        "contract": job.contract.to_dict(),
        "leader": job.position.leader,
        "player": job.position.current_player,
        "goal": job.goal,
    }
    if isinstance(solved.result, SolverLimitError):
        limit = solved.result
        found |= {"limit": str(limit), "lower": limit.lower, "upper": limit.upper}
    else:
        result = solved.result
        found |= {
            "value": _plain(result.value),
            "best": result.best,
            "table": {move: _plain(value) for move, value in result.table.items()},
            "line": list(result.line),
        }
    return found | {"nodes": solved.result.nodes, "seconds": round(solved.seconds, 6)}


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value


def show(found: Sequence[Solved], seconds: float) -> None:
    """Prints results for people: a row a deal, below it all values and the line."""
    screen = console()
    goals = {solved.job.goal for solved in found}
    rows = [_row(solved, with_goal=len(goals) > 1) for solved in found]
    head = ["deal", "contract", "to play", *(["goal"] if len(goals) > 1 else []), "value", "best"]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    screen.print(_columns(head, widths), style="dim")
    for solved, row in zip(found, rows, strict=True):
        screen.print(_columns(row, widths), style="bold", soft_wrap=True)
        for what, text in _details(solved):
            lead = f"  {what:<6}"
            width = max(screen.width - 1, len(lead) + 24)
            below = " " * len(lead)
            filled = fill(
                text, width, initial_indent=lead, subsequent_indent=below, break_on_hyphens=False
            )
            # Blanks that must not break stand as no-break ones until here.
            screen.print(filled.replace(NO_BREAK, " "), soft_wrap=True)
    of = f" of {goals.pop()}" if len(goals) == 1 else ""
    screen.print(f"{len(found)} value{'s'[: len(found) != 1]}{of} in {seconds:.2f} s")


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _row(solved: Solved, *, with_goal: bool) -> list[str]:
    job = solved.job
    bid = job.game.bids[job.contract.bid]
    player = job.position.current_player
    contract = contract_text(job.contract, job.seats, job.game.bids)
    if len(job.game.bids) == 1:
        contract = contract.removeprefix(f"{bid.id} ")
    row = [job.name, contract, "-" if player is None else job.seats[player]]
    row += [job.goal] if with_goal else []
    if isinstance(solved.result, SolverLimitError):
        limit = solved.result
        bounds = (limit.lower, limit.upper)
        return [*row, "..".join("?" if b is None else number_text(b) for b in bounds), "-"]
    return [*row, number_text(solved.result.value), solved.result.best or "-"]


def _details(solved: Solved) -> list[tuple[str, str]]:
    if isinstance(solved.result, SolverLimitError):
        return [("limit", str(solved.result))]
    return [
        ("cards", values_text(solved.result.table, solved.result.best)),
        ("line", _line(solved.job, solved.result.line)),
    ]


def _line(job: Job, line: Sequence[str]) -> str:
    """Writes a line trick by trick, none of which is broken."""
    position = job.position.copy()
    tricks: list[list[str]] = [[]]
    for move in line:
        before = sum(position.tricks)
        position.play(move)
        tricks[-1].append(move)
        if sum(position.tricks) > before and not position.is_over:
            tricks.append([])
    return " | ".join(NO_BREAK.join(trick) for trick in tricks)
