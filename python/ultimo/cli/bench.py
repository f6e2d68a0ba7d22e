"""The command `ultimo bench`: how fast this machine deals, plays and solves, in a few seconds."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer

from ultimo.batch import simulate
from ultimo.cli.app import app
from ultimo.cli.arguments import Json, Sets, above_zero, print_json
from ultimo.cli.given import make_game, options_dict, read_options
from ultimo.contracts import Contract
from ultimo.display import console, contract_text, table
from ultimo.errors import SolverLimitError, UltimoError
from ultimo.game import Game
from ultimo.games import games as game_names
from ultimo.solver import solve

__all__ = ["app"]

NODES = 20_000
"""Positions that each solution looks at, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was measured of a game.

    Attributes:
        game: The game.
        contract: What was played; `None` for a game without contracts.
        deals: Deals made, a second.
        playouts: Deals made and played out with their score, a second.
        moves: Moves in playouts, a second.
        nodes: Positions that the solver looked at, a second.
    """

    game: Game[Any]
    contract: Contract | None
    deals: float
    playouts: float | None = None
    moves: float | None = None
    nodes: float | None = None


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="All if left out.")
    ] = None,
    *,
    seconds: Annotated[float, typer.Option("--seconds", help="Time for each figure.")] = 0.2,
    options: Sets = None,
    as_json: Json = False,
) -> None:
    """Measure this machine on one core: deals, random playouts and the solver."""
    above_zero("--seconds", seconds)
    played = [make_game(name, read_options(options or ())) for name in names or game_names()]
    rows = table("game", "contract", "deals/s", "playouts/s", "moves/s", "solver positions/s")
    for column in rows.columns[2:]:
        column.justify = "right"
    for game in played:
        found = measure(game, seconds)
        if as_json:
            print_json(_to_dict(found))
            continue
        seats = [str(seat) for seat in range(game.players)]
        said = "-" if found.contract is None else contract_text(found.contract, seats, game.bids)
        rates = (found.deals, found.playouts, found.moves, found.nodes)
        rows.add_row(game.name, said, *("-" if r is None else f"{r:,.0f}" for r in rates))
    if not as_json:
        console().print(rows)


def some_contract(game: Game[Any]) -> Contract | None:
    """Returns the first contract of a game that needs no more than a trump, or `None`."""
    for bid in game.bids.values():
        given: dict[str, Any] = {"trump": bid.trumps[0]} if bid.names_trump else {}
        try:
            return game.contract(bid.id, **given)
        except UltimoError:
            continue
    return None


def measure(game: Game[Any], seconds: float) -> Measured:
    """Measures one game, each figure for some time."""
    deals = _rate(lambda n: game.deals(n, seed=1, threads=1).shape[0], seconds)
    contract = some_contract(game)
    if contract is None and game.bids:
        return Measured(game=game, contract=None, deals=deals)
    _agree(game, contract)

    def playouts(n: int) -> int:
        return len(simulate(game, n, contract=contract, seed=1, threads=1))

    rate = _rate(playouts, seconds)
    per_deal = simulate(game, 1000, contract=contract, seed=1, threads=1).moves / 1000
    return Measured(
        game=game,
        contract=contract,
        deals=deals,
        playouts=rate,
        moves=rate * per_deal,
        nodes=None if contract is None else _rate(lambda n: _solved(game, contract, n), seconds),
    )


def _agree(game: Game[Any], contract: Contract | None) -> None:
    """Sees that what is measured is right: results do not depend on the number of threads."""
    one, two = (simulate(game, 50, contract=contract, seed=2, threads=n).returns for n in (1, 2))
    if not np.array_equal(one, two):
        raise RuntimeError(f"playouts of {game.name} depend on the number of threads")


def _rate(work: Callable[[int], int], seconds: float) -> float:
    """Returns how much is done in a second; the first time is not counted."""
    work(1)
    size, done, begun = 1, 0, time.perf_counter()
    while (took := time.perf_counter() - begun) < seconds:
        done += work(size)
        size = min(size * 2, 1 << 16)
    return done / took


def _solved(game: Game[Any], contract: Contract, n: int) -> int:
    """Solves deals, each up to a number of positions, and returns how many were looked at."""
    nodes = 0
    rows = game.deals(min(n, 8), seed=3, threads=1)
    for row in rows:
        try:
            position = game.position_of_row(row, contract)
            nodes += solve(position, "tricks", nodes=NODES).nodes
        except SolverLimitError as limit:
            nodes += limit.nodes
    return nodes


def _to_dict(found: Measured) -> dict[str, Any]:
    return {
        "game": found.game.name,
        "options": options_dict(found.game),
        "contract": None if found.contract is None else found.contract.to_dict(),
        "deals": found.deals,
        "playouts": found.playouts,
        "moves": found.moves,
        "positions": found.nodes,
    }
