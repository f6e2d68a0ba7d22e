"""The arguments that several commands take, and what is done with all of them."""

import json
import secrets
import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from ultimo.cli.given import contracts_of
from ultimo.contracts import Contract
from ultimo.errors import OptionError
from ultimo.game import Game

__all__ = [
    "ContractText",
    "Declarer",
    "GameName",
    "Json",
    "Seed",
    "Sets",
    "Threads",
    "Trump",
    "above_zero",
    "one_contract",
    "print_json",
    "read_seed",
]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of `ultimo games`.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line, for machines.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game, or preset=NAME."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="0 to 2**64 - 1; drawn if left out.")]
Threads = Annotated[int | None, typer.Option("--threads", help="As many as cores if left out.")]
ContractText = Annotated[
    str | None, typer.Option("--contract", help="The id of a bid, or a contract as JSON.")
]
Trump = Annotated[str | None, typer.Option("--trump", help="A suit, or NT for none.")]
Declarer = Annotated[int | None, typer.Option("--declarer", help="A seat, from 0.")]


def print_json(found: Mapping[str, Any]) -> None:
    """Writes one JSON object in one line."""
    sys.stdout.write(json.dumps(found, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def one_contract(
    game: Game[Any], contract: str | None, trump: str | None, declarer: int | None
) -> Contract | None:
    """Returns the contract; `None` where the card turned up decides, or there are no contracts.

    Raises:
        ContractError: The game knows no such contract.
        OptionError: It is not clear which trump is meant.
    """
    is_settled = not game.bids or game.trump_column(game.layout(game.terms())) is not None
    if contract is None and trump is None and declarer is None and is_settled:
        return None
    found = contracts_of(game, contract, trump=trump, declarer=declarer)
    if len(found) > 1:
        raise OptionError(f"{game.name} is played with a trump: say --trump", code="no_trump")
    return found[0]


def read_seed(seed: int | None) -> int:
    """Returns the seed, or draws one.

    Raises:
        OptionError: It is no seed.
    """
    if seed is None:
        return secrets.randbits(32)
    if not 0 <= seed < 2**64:
        raise OptionError(f"--seed {seed}: from 0 to 2**64 - 1", code="bad_seed")
    return seed


def above_zero(name: str, value: float | None) -> None:
    """Checks a limit.

    Raises:
        OptionError: It is not above 0.
    """
    if value is not None and not value > 0:
        raise OptionError(f"{name} {value}: a limit is above 0", code="bad_limit")
