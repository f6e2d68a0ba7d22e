"""The commands that look back at a deal or ahead of it: `trace`."""

import json
import sys
from typing import Annotated, Any

import typer

from ultimo.cli.app import app
from ultimo.cli.arguments import Json
from ultimo.cli.given import options_dict
from ultimo.cli.read import Asked, Job, read_file, read_jobs
from ultimo.display import console, number_text, table
from ultimo.errors import SolverLimitError
from ultimo.tracing import Trace
from ultimo.tracing import trace as traced

__all__ = ["app"]


@app.command()
def trace(
    file: Annotated[str, typer.Argument(metavar="FILE", help="JSON with plays; - reads stdin.")],
    *,
    game: Annotated[str | None, typer.Option("--game", help="For deals that name none.")] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", help="score, points, tricks or win.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--every", help="Show every card, not only errors.")
    ] = False,
    limit_seconds: Annotated[
        float | None, typer.Option("--limit-seconds", help="The longest time a value may take.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Say what each card of played deals cost, with all cards open."""
    jobs = read_jobs(read_file(file), Asked(game=game, goal=goal))
    limited = False
    for job in jobs:
        try:
            found = traced(job.position, job.goal, seconds=limit_seconds)  # type: ignore[arg-type]
        except SolverLimitError as limit:
            limited = True
            line = {"name": job.name, "limit": str(limit)}
            sys.stdout.write(json.dumps(line) + "\n" if as_json else f"{job.name}: {limit}\n")
            continue
        if as_json:
            sys.stdout.write(json.dumps(_to_dict(job, found)) + "\n")
        else:
            _show(job, found, every=every)
    return int(limited)


def _to_dict(job: Job, found: Trace) -> dict[str, Any]:
    return {
        "name": job.name,
        "game": job.game.name,
        "options": options_dict(job.game),
        "contract": job.contract.to_dict(),
        "goal": found.goal,
        "maximisers": list(found.maximisers),
        "value": found.value,
        "result": found.result,
        "moves": [
            {
                "seat": move.seat,
                "move": move.move,
                "before": move.before,
                "after": move.after,
                "cost": move.cost,
                "best": move.best,
            }
            for move in found.moves
        ],
    }


def _show(job: Job, found: Trace, *, every: bool) -> None:
    screen = console()
    side = ", ".join(job.seats[seat] for seat in found.maximisers)
    screen.print(
        f"{job.name}: {found.goal} for {side}: {number_text(found.value)} with best play, "
        f"{number_text(found.result)} as played"
    )
    shown = found.moves if every else found.errors
    if shown:
        rows = table("move", "seat", "played", "before", "after", "cost", "better")
        for move in shown:
            numbers = map(number_text, (move.before, move.after, move.cost))
            better = move.best if move.cost else ""
            rows.add_row(str(move.number + 1), job.seats[move.seat], move.move, *numbers, better)
        screen.print(rows)
    costs = "  ".join(
        f"{job.seats[seat]}: {number_text(cost)}" for seat, cost in found.costs.items()
    )
    screen.print(f"cost by seat: {costs}")
