"""The command `ultimo score`: a hand that was played elsewhere, settled from its facts."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from ultimo.cli.arguments import (
    Announced,
    ContractText,
    Declarer,
    Json,
    Kontra,
    Partner,
    Sets,
    Trump,
    With,
    fields_said,
    print_json,
    read_pairs,
)
from ultimo.cli.given import (
    contracts_of,
    make_game,
    options_dict,
    read_options,
)
from ultimo.contracts import Contract
from ultimo.errors import ContractError, OptionError
from ultimo.game import Game
from ultimo.settling import NEEDED, Asked, Settled

__all__ = ["score"]


def score(  # noqa: PLR0913 - the options of a command are its arguments
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One of `ultimo games`.")
    ] = None,
    facts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FACT=VALUE]...", help="What happened: see GAME --help."),
    ] = None,
    *,
    contract: ContractText = None,
    trump: Trump = None,
    declarer: Declarer = None,
    partner: Partner = None,
    announced: Announced = None,
    kontra: Kontra = None,
    others: With = None,
    options: Sets = None,
    as_json: Json = False,
    is_help: Annotated[
        bool, typer.Option("--help", "-h", help="Show this, and the facts of a contract.")
    ] = False,
) -> None:
    """Settle a hand from its facts, with the reasons line by line.

    The facts depend on the contract: `ultimo score GAME --contract BID --help` lists them.
    """
    if name is None:
        if not is_help:
            raise OptionError("say which game: ultimo score GAME; see --help", code="no_game")
        sys.stdout.write(context.get_help() + "\n")
        return
    game = make_game(name, read_options(options or ()))
    said = fields_said(partner=partner, announced=announced, kontra=kontra, others=others)
    if is_help:
        asked_of = _contract(game, contract, (trump, declarer), said, is_needed=False)
        if as_json:
            print_json(_help_dict(game, asked_of))
        else:
            _help(context, game, asked_of)
        return
    played = _contract(game, contract, (trump, declarer), said, is_needed=True)
    _show(game, game.settle(played, **read_pairs(facts or (), "fact")), as_json=as_json)


def _contract(
    game: Game[Any],
    written: str | None,
    said: tuple[str | None, int | None],
    more: Mapping[str, Any],
    *,
    is_needed: bool,
) -> Any:  # noqa: ANN401 - `None` for a game without bids
    """Returns what was played; `None` if it is not needed and not said, or there are no bids."""
    if not game.bids or (not is_needed and written is None and len(game.bids) > 1):
        return None
    trump, declarer = said
    found = contracts_of(game, written, trump=trump, declarer=declarer, more=more)
    if is_needed and len(found) > 1:
        raise ContractError("say which trump it was played with: --trump", code="no_trump_named")
    return found[0]


def _show(game: Game[Any], settled: Settled, *, as_json: bool) -> None:
    from ultimo.display import console, contract_text, number_text, table

    if as_json:
        print_json({"game": game.name, "options": options_dict(game), **settled.to_dict()})
        return
    seats = [str(seat) for seat in range(game.players)]
    screen = console()
    contract = settled.contract
    said = "" if contract is None else ", " + contract_text(contract, seats, game.bids)
    facts = " ".join(f"{name}={value}" for name, value in settled.facts.items())
    screen.print(f"{game.name}{said}: {facts}", soft_wrap=True)
    rows = table("", *(f"seat {seat}" for seat in seats))
    for column in rows.columns[1:]:
        column.justify = "right"
    for line in settled.lines:
        rows.add_row(line.text, *map(number_text, line.amounts))
    rows.add_section()
    rows.add_row("together", *map(number_text, settled.totals))
    screen.print(rows)


def _help(context: typer.Context, game: Game[Any], contract: Contract | None) -> None:
    from ultimo.display import console, table

    screen = console()
    if contract is None and game.bids:
        sys.stdout.write(context.get_help() + "\n")
        screen.print(f"The facts depend on the bid: say --contract, one of {' '.join(game.bids)}")
        return
    of = game.name if contract is None else f"{contract.bid} of {game.name}"
    screen.print(f"The facts of {of}, written name=value:")
    rows = table("fact", "meaning", "values", "if not said", wide=("meaning", "values"))
    for fact in _asked(game, contract):
        default = "-" if fact.default is None else str(fact.default)
        rows.add_row(fact.name, fact.meaning, fact.allowed, default)
    screen.print(rows)
    screen.print(f"{NEEDED}: it must be said; -: it may be left out where it does not matter.")


def _help_dict(game: Game[Any], contract: Contract | None) -> dict[str, Any]:
    if contract is None and game.bids:
        return {"game": game.name, "bids": game.contracts()}
    facts = [
        {
            "name": fact.name,
            "meaning": fact.meaning,
            "values": fact.allowed,
            "default": fact.default,
        }
        for fact in _asked(game, contract)
    ]
    return {"game": game.name, "facts": facts}


def _asked(game: Game[Any], contract: Any) -> list[Asked]:  # noqa: ANN401 - as in `_contract`
    return list(game.asked(contract))
