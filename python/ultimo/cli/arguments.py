"""The arguments that several commands take, and what is done with all of them."""

import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from ultimo.checks import brief
from ultimo.cli.given import contracts_of, read_value
from ultimo.contracts import Contract
from ultimo.errors import OptionError
from ultimo.game import Game

__all__ = [
    "Announced",
    "ContractText",
    "Declarer",
    "GameName",
    "Json",
    "Kontra",
    "Partner",
    "Seed",
    "Sets",
    "Threads",
    "Trump",
    "With",
    "above_zero",
    "fields_said",
    "one_contract",
    "print_json",
    "read_pairs",
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
Trump = Annotated[
    str | None,
    typer.Option("--trump", help="A suit by its letter in card codes (H of HA), or NT for none."),
]
Declarer = Annotated[int | None, typer.Option("--declarer", help="A seat, from 0.")]
Partner = Annotated[int | None, typer.Option("--partner", help="A seat, from 0.")]
Announced = Annotated[
    list[str] | None, typer.Option("--announced", help="Names, with commas between them.")
]
Kontra = Annotated[
    list[str] | None,
    typer.Option("--kontra", metavar="WHAT=LEVEL", help="1 kontra, 2 rekontra, ..."),
]
PolicyName = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="How moves are chosen: random; highest or lowest card of its suit.",
    ),
]
With = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME=VALUE", help="What else was said, such as king=S."),
]


def print_json(found: Mapping[str, Any]) -> None:
    """Writes one JSON object in one line."""
    sys.stdout.write(json.dumps(found, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def read_pairs(words: Sequence[str], what: str) -> dict[str, Any]:
    """Reads `name=value`, as numbers where they are some.

    Args:
        words: What was typed.
        what: What to call it in messages.

    Raises:
        OptionError: One is no such pair, or is there twice.
    """
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise OptionError(f"{what} {brief(word, 60)}: it is name=value", code="bad_pair")
        if name in found:
            raise OptionError(f"{what} {brief(name, 60)}: it is said twice", code="bad_pair")
        found[name] = read_value(value)
    return found


def fields_said(
    *,
    partner: int | None,
    announced: Sequence[str] | None,
    kontra: Sequence[str] | None,
    others: Sequence[str] | None,
) -> dict[str, Any]:
    """Returns the fields of a contract that were typed one by one, but the trump and the declarer.

    Raises:
        OptionError: A pair is none, or is there twice.
    """
    fields: dict[str, Any] = {
        "partner": partner,
        "announced": [word for words in announced or () for word in words.split(",") if word],
        "kontra": read_pairs(kontra or (), "--kontra"),
    }
    said = {name: value for name, value in fields.items() if value not in (None, [], {})}
    return said | read_pairs(others or (), "--with")


def one_contract(
    game: Game[Any],
    contract: str | None,
    *,
    trump: str | None,
    declarer: int | None,
    more: Mapping[str, Any] | None = None,
) -> Contract | None:
    """Returns the contract; `None` where the card turned up decides, or there are no contracts.

    Args:
        game: The game.
        contract: The id of a bid, or a contract as JSON.
        trump: The trump, as it was typed.
        declarer: The declarer.
        more: What `fields_said` returned.

    Raises:
        ContractError: The game knows no such contract.
        OptionError: It is not clear which trump is meant.
    """
    is_settled = not game.bids or game.trump_column(game.layout(game.terms())) is not None
    is_said = bool(more) or any(said is not None for said in (contract, trump, declarer))
    if is_settled and not is_said:
        return None
    found = contracts_of(game, contract, trump=trump, declarer=declarer, more=more)
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
