"""The command `ultimo games`: what games there are, and what one of them has."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from ultimo.cli.arguments import Json, Sets, print_json
from ultimo.cli.given import make_game, read_options
from ultimo.contracts import Bid
from ultimo.display import NO_TRUMP, console, number_text, table
from ultimo.errors import OptionError
from ultimo.game import Game
from ultimo.games import games as game_names

__all__ = ["games"]

SHOWN = 12
"""Bids of a game that the list of all games shows."""


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only this one, with all details.")
    ] = None,
    *,
    options: Sets = None,
    as_json: Json = False,
) -> None:
    """List the games; of one of them its options with their values, and its bids."""
    if name is None and options:
        raise OptionError("--set is for one game: ultimo games GAME", code="no_game")
    given = read_options(options or ())
    found = [make_game(each, given) for each in ([name] if name else game_names())]
    if as_json:
        for game in found:
            print_json(_to_dict(game))
    elif name is None:
        _list(found)
    else:
        _show(found[0])


def _to_dict(game: Game[Any]) -> dict[str, Any]:
    declared = game.options.declared()
    default = make_game(game.name, {}).options.values()
    return {
        "game": game.name,
        "deck": game.deck.cards,
        "options": {
            key: {"default": default[key], "value": value, "allowed": declared[key].allowed}
            for key, value in game.options.values().items()
        },
        "presets": sorted(type(game).presets),
        "bids": game.contracts(),
        "meanings": {bid.id: bid.meaning for bid in game.bids.values() if bid.meaning},
    }


def _list(found: list[Game[Any]]) -> None:
    rows = table("game", "deck", "options", "bids", wide=("options", "bids"))
    for game in found:
        bids = list(game.bids)
        shown = " ".join(bids[:SHOWN]) + (f" … {len(bids)}" if len(bids) > SHOWN else "")
        options = " ".join(game.options.declared())
        rows.add_row(game.name, str(game.deck.size), options, shown)
    console().print(rows)
    sys.stdout.write("ultimo games GAME says what the options and bids are.\n")


def _show(game: Game[Any]) -> None:
    screen = console()
    screen.print(f"{game.name}: {game.players} players, {game.deck.size} cards")
    screen.print(" ".join(game.deck.cards))
    if presets := sorted(type(game).presets):
        screen.print(f"presets (--set preset=NAME): {', '.join(presets)}")
    rows = table("option", "value", "what it may be", wide=("what it may be",))
    values = game.options.values()
    for name, option in game.options.declared().items():
        rows.add_row(name, _text(values[name]), option.allowed)
    screen.print(rows)
    if not game.bids:
        return
    has_values = any(bid.value is not None for bid in game.bids.values())
    rows = table(
        "bid", *(["value"] if has_values else []), "what it takes", wide=("what it takes",)
    )
    for bid in game.bids.values():
        value = "" if bid.value is None else number_text(bid.value)
        rows.add_row(bid.id, *([value] if has_values else []), "; ".join(_takes(bid)))
    screen.print(rows)


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return str(value)


def _takes(bid: Bid) -> Iterator[str]:
    """Yields what a contract with a bid may hold, as the commands are given it."""
    is_fixed = len(bid.trumps) == 1 and not bid.names_trump
    said: list[tuple[object, str]] = [
        (bid.meaning, bid.meaning),
        (not bid.has_declarer, "no declarer"),
        (bid.names_trump, f"--trump {' '.join(suit or NO_TRUMP for suit in bid.trumps)}"),
        (is_fixed and bid.trumps[0], f"trump {bid.trumps[0]}"),
        (bid.partner, "--partner SEAT"),
        (bid.kings, f"--with king={'|'.join(bid.kings)}"),
        (bid.calls, "--with called=CARD"),
        (bid.announcements, f"--announced {','.join(bid.announcements)}"),
        (bid.objects, f"--kontra {'|'.join(map(str, bid.objects))}=1..{bid.top}"),
        (bid.handfuls, f"handfuls {'|'.join(bid.handfuls)}, by seat"),
        (bid.extra, f"extra {', '.join(bid.extra)}"),
    ]
    return (text for is_taken, text in said if is_taken)
