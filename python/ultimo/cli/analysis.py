"""The commands that look back at a deal or ahead of it: `table` and `trace`."""

import json
import sys
from typing import Annotated, Any

import typer

from ultimo.cli.app import app
from ultimo.cli.arguments import Json, Sets, Threads
from ultimo.cli.given import options_dict, read_options
from ultimo.cli.read import Asked, Dealt, Job, read_deals, read_file, read_jobs, within
from ultimo.contract_table import EXHAUSTIVE, ContractTable, ContractValue, solve_table
from ultimo.display import console, contract_text, number_text
from ultimo.display import table as rows_of
from ultimo.errors import ArgumentError, ContractError, SolverLimitError
from ultimo.tracing import Trace
from ultimo.tracing import trace as traced

__all__ = ["app"]


@app.command()
def table(
    file: Annotated[str, typer.Argument(metavar="FILE", help="PBN or JSON; - reads stdin.")],
    *,
    game: Annotated[str | None, typer.Option("--game", help="For deals that name none.")] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", help="score, points, tricks or win.")
    ] = None,
    bid: Annotated[
        list[str] | None, typer.Option("--bid", help="Only this bid; may be said again.")
    ] = None,
    declarer: Annotated[
        list[int] | None, typer.Option("--declarer", help="Only this seat; may be said again.")
    ] = None,
    options: Sets = None,
    exhaustive: Annotated[
        int, typer.Option("--exhaustive", min=1, help="How many exchanges are all looked at.")
    ] = EXHAUSTIVE,
    limit_seconds: Annotated[
        float | None, typer.Option("--limit-seconds", help="The longest time for one exchange.")
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Say what every contract of deals is worth for every declarer, with all cards open.

    Every exchange of every contract is a deal to solve: seconds for 32 cards, many minutes or
    hours for 54, unless --bid, --declarer, --exhaustive or --limit-seconds narrow it.
    """
    asked = Asked(game=game, options=read_options(options or ()), goal=goal)
    limited = False
    with within(file):
        deals = read_deals(read_file(file), asked)
    for dealt in deals:
        found = solve_table(
            dealt.game,
            dealt.deal,
            dealt.goal,  # type: ignore[arg-type]
            dealer=dealt.dealer,
            bids=bid or None,
            declarers=declarer or None,
            exhaustive=exhaustive,
            seconds=limit_seconds,
            threads=threads,
            progress=True,
        )
        limited = limited or any(row.value is None for row in found)
        if as_json:
            for row in found:
                sys.stdout.write(json.dumps(_row_dict(dealt, found, row)) + "\n")
        else:
            _show_table(dealt, found)
    return int(limited)


def _row_dict(dealt: Dealt, found: ContractTable, row: ContractValue) -> dict[str, Any]:
    return {
        "name": dealt.name,
        "game": dealt.game.name,
        "options": options_dict(dealt.game),
        "goal": found.goal,
        "contract": row.contract.to_dict(),
        "value": row.value,
        "exchange": None if row.exchange is None else [list(cards) for cards in row.exchange],
        "is_best": row.is_best,
        "exchanges": row.options,
        "tried": row.tried,
        "lower": row.lower,
        "upper": row.upper,
    }


def _show_table(dealt: Dealt, found: ContractTable) -> None:
    screen = console()
    screen.print(f"{dealt.name}: {found.goal} of every contract with best play")
    rows = rows_of("declarer", "contract", "value", "exchange", "tried")
    best = found.best
    for row in found:
        contract = row.contract
        value = f"{_bound(row.lower)} to {_bound(row.upper)}"
        if row.value is not None:
            sign = "" if row.is_best else "at least "
            star = " *" if best.get(contract.declarer) is row else ""
            value = f"{sign}{number_text(row.value)}{star}"
        exchange = ""
        if row.exchange is not None:
            exchange = " for ".join(" ".join(cards) for cards in row.exchange)
        said = contract_text(contract, dealt.seats, dealt.game.bids)
        seat = dealt.seats[contract.declarer]
        rows.add_row(seat, said, value, exchange, f"{row.tried} of {row.options}")
    screen.print(rows)
    screen.print("* the best contract of its declarer; exchange: cards taken for cards laid away")


def _bound(value: float | None) -> str:
    return "?" if value is None else number_text(value)


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
    first: Annotated[
        int,
        typer.Option("--first", help="The move to begin with, the first is 1; -20: the last 20."),
    ] = 1,
    limit_seconds: Annotated[
        float | None, typer.Option("--limit-seconds", help="The longest time a value may take.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Say what each card of played deals cost, with all cards open.

    A deal is one whose JSON has plays, or that `ultimo play --json` wrote.
    """
    if first == 0:
        raise ArgumentError("--first is 1 for the first move, or -1 for the last one", code="zero")
    with within(file):
        jobs = read_jobs(read_file(file), Asked(game=game, goal=goal))
    limited = False
    for job in jobs:
        moves = len(job.position.history)
        if first > max(moves, 1):
            message = f"{file}: {job.name}: --first {first}: {moves} moves were made"
            raise ArgumentError(message, code="out_of_range")
        try:
            found = traced(
                job.position,
                job.goal,  # type: ignore[arg-type]
                seconds=limit_seconds,
                first=first - (first > 0),
            )
        except SolverLimitError as limit:
            limited = True
            line = {"name": job.name, "limit": str(limit)}
            sys.stdout.write(json.dumps(line) + "\n" if as_json else f"{job.name}: {limit}\n")
            continue
        except ContractError as fault:
            if fault.code != "no_play":
                raise
            message = f"{job.name}: {fault}; JSON has the cards in its field 'play'"
            raise ContractError(message, code=fault.code) from None
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
                "number": move.number,
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
        rows = rows_of("move", "seat", "played", "before", "after", "cost", "better")
        for move in shown:
            numbers = map(number_text, (move.before, move.after, move.cost))
            better = move.best if move.cost else ""
            rows.add_row(str(move.number + 1), job.seats[move.seat], move.move, *numbers, better)
        screen.print(rows)
    costs = "  ".join(
        f"{job.seats[seat]}: {number_text(cost)}" for seat, cost in found.costs.items()
    )
    screen.print(f"cost by seat: {costs}")
