"""The commands and their arguments."""

import sys
import time
from typing import Annotated, Any

import typer

from ultimo.cli.arguments import (
    Announced,
    ContractText,
    Declarer,
    GameName,
    Json,
    Kontra,
    Partner,
    PolicyName,
    Seed,
    Sets,
    Threads,
    Trump,
    With,
    above_zero,
    fields_said,
    one_contract,
    print_json,
    read_seed,
)
from ultimo.cli.catalogue import games
from ultimo.cli.dealt import dealt_where
from ultimo.cli.given import make_game, options_dict, read_options
from ultimo.cli.read import Asked, read_file, read_jobs, within
from ultimo.cli.score import score

__all__ = ["app"]

app = typer.Typer(
    name="ultimo",
    help="Play, deal, simulate and solve the card games of Central Europe.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(
    *, version: Annotated[bool, typer.Option("--version", help="Say the version.")] = False
) -> None:
    """Play, deal, simulate and solve the card games of Central Europe."""
    if version:
        from ultimo import __version__

        sys.stdout.write(f"ultimo {__version__}\n")


@app.command()
def deal(
    name: GameName,
    *,
    seed: Seed = None,
    count: Annotated[int, typer.Option("--count", min=1, help="Number of deals.")] = 1,
    dealer: Annotated[int | None, typer.Option("--dealer", help="A seat, from 0.")] = None,
    options: Sets = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", metavar="CONDITION", help="Such as '0 holds T22; 1 length H >= 5'."
        ),
    ] = None,
    tries: Annotated[
        int, typer.Option("--tries", min=1, help="How often a deal may be tried for --where.")
    ] = 1_000_000,
    as_json: Json = False,
) -> None:
    """Deal, in the form that `ultimo solve` reads."""
    from ultimo.display import console, deal_table

    game = make_game(name, read_options(options or ()))
    terms = {} if dealer is None else {"dealer": dealer}
    drawn = read_seed(seed)
    found = dealt_where(game, drawn, count, terms=terms, where=where, tries=tries)
    for index, dealt in enumerate(found):
        if as_json:
            named: dict[str, Any] = {"name": f"{drawn}/{index}", "game": name}
            if changed := options_dict(game):
                named["options"] = changed
            print_json({**named, **terms, "deal": dealt.to_dict()})
        else:
            screen = console()
            screen.print(f"{name}, seed {drawn}, deal {index}")
            screen.print(deal_table(game.deck, dealt))


@app.command()
def solve(  # noqa: PLR0913 - the options of a command are its arguments
    file: Annotated[str, typer.Argument(metavar="FILE", help="PBN or JSON; - reads stdin.")],
    *,
    game: Annotated[str | None, typer.Option("--game", help="For deals that name none.")] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", help="score, points, tricks or win.")
    ] = None,
    contract: ContractText = None,
    trump: Trump = None,
    declarer: Declarer = None,
    partner: Partner = None,
    announced: Announced = None,
    kontra: Kontra = None,
    others: With = None,
    options: Sets = None,
    limit_seconds: Annotated[
        float | None, typer.Option("--limit-seconds", help="The longest time a value may take.")
    ] = None,
    limit_nodes: Annotated[
        int | None, typer.Option("--limit-nodes", help="The most positions to look at.")
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Say what deals are worth with all cards open."""
    from ultimo.cli.run import Solved, check_goals, show, solved_in_order, to_dict
    from ultimo.errors import SolverLimitError

    above_zero("--limit-seconds", limit_seconds)
    above_zero("--limit-nodes", limit_nodes)
    asked = Asked(
        game=game,
        options=read_options(options or ()),
        goal=goal,
        contract=contract,
        trump=trump,
        declarer=declarer,
        more=fields_said(partner=partner, announced=announced, kontra=kontra, others=others),
    )
    with within(file):
        jobs = read_jobs(read_file(file), asked)
        check_goals(jobs)
    begun = time.perf_counter()
    found: list[Solved] = []
    limited = False
    for solved in solved_in_order(jobs, threads=threads, nodes=limit_nodes, seconds=limit_seconds):
        limited = limited or isinstance(solved.result, SolverLimitError)
        if as_json:
            print_json(to_dict(solved))
        else:
            found.append(solved)
    if not as_json:
        show(found, time.perf_counter() - begun)
    return int(limited)


@app.command()
def simulate(  # noqa: PLR0913 - the options of a command are its arguments
    name: GameName,
    *,
    deals: Annotated[int, typer.Option("--deals", min=1, help="Number of deals.")] = 100_000,
    seed: Seed = None,
    contract: ContractText = None,
    trump: Trump = None,
    declarer: Declarer = None,
    partner: Partner = None,
    announced: Announced = None,
    kontra: Kontra = None,
    others: With = None,
    options: Sets = None,
    policy: PolicyName = "random",
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Play many deals out, and say what came of them."""
    import numpy as np

    from ultimo.batch import simulate_chunks
    from ultimo.display import Bar, console, contract_text, table
    from ultimo.solver import workers

    game = make_game(name, read_options(options or ()))
    more = fields_said(partner=partner, announced=announced, kontra=kontra, others=others)
    played = one_contract(game, contract, trump=trump, declarer=declarer, more=more)
    drawn = read_seed(seed)
    bar = Bar("playing")
    begun = time.perf_counter()
    moves = 0
    sums = {what: np.zeros(game.players) for what in ("returns", "points", "tricks")}
    try:
        for out in simulate_chunks(
            game,
            deals,
            contract=played,
            seed=drawn,
            policy=policy,
            threads=workers(threads),
            progress=bar.update,
        ):
            moves += out.moves
            for what in sums:
                sums[what] += getattr(out, what).sum(axis=0)
    finally:
        bar.close()
    took = time.perf_counter() - begun
    means = {what: [float(total) / deals for total in totals] for what, totals in sums.items()}
    means["points"] = [mean * float(game.deck.unit) for mean in means["points"]]
    if not any(game.deck.values):
        del means["points"]
    if as_json:
        asked = {} if played is None else {"contract": played.to_dict()}
        print_json(
            {
                "game": name,
                "options": options_dict(game),
                **asked,
                "deals": deals,
                "seed": drawn,
                "policy": policy,
                "mean": means,
                "moves": moves,
                "seconds": round(took, 6),
            }
        )
        return
    seats = [str(seat) for seat in range(game.players)]
    open_to = "the turned-up card's suit is trump" if game.bids else "no contracts"
    said = open_to if played is None else contract_text(played, seats, game.bids)
    screen = console()
    screen.print(f"{name}, {said}, seed {drawn}: mean of {deals} playouts, policy {policy}")
    rows = table("seat", *means)
    for seat in seats:
        rows.add_row(seat, *(f"{values[int(seat)]:.4f}" for values in means.values()))
    screen.print(rows)
    screen.print(f"{deals / took:,.0f} deals a second, {took:.2f} s")


app.command()(games)
app.command(add_help_option=False)(score)
