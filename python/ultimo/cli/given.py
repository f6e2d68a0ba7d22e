"""What the arguments of a command say: options of a game, and contracts."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ultimo.checks import brief
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.errors import ContractError, OptionError
from ultimo.game import Game
from ultimo.games import game

__all__ = [
    "contracts_of",
    "make_game",
    "options_dict",
    "read_options",
    "read_trump",
    "read_value",
]

NO_TRUMPS = {"NT", "N", "NONE", "-"}


def read_options(given: Sequence[str]) -> dict[str, Any]:
    """Reads `name=value` pairs; a value is JSON, or else text.

    Raises:
        OptionError: One is no such pair.
    """
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            message = f"--set {brief(pair, 60)}: it is name=value, such as players=3"
            raise OptionError(message, code="bad_set")
        found[name.strip()] = read_value(value.strip())
    return found


def read_value(text: str) -> Any:  # noqa: ANN401
    """Returns a value that was typed: JSON, or else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return {"True": True, "False": False}.get(text, text)


def make_game(name: object, options: Mapping[str, Any]) -> Game[Any]:
    """Makes a game; `preset` and its options stand in one mapping."""
    values = dict(options)
    preset = values.pop("preset", None)
    if "name" in values:
        message = f"{name} has no option 'name'"
        raise OptionError(message, code="unknown_option")
    return game(name, preset, **values)


def options_dict(played: Game[Any]) -> dict[str, object]:
    """Returns the options that are not the defaults, as JSON has them."""
    changed = played.options.changed()
    return {name: value for name, value in played.options.values().items() if name in changed}


def read_trump(text: str) -> str | None:
    """Reads a trump: a suit, or `NT` for none."""
    return None if text.upper() in NO_TRUMPS else text


def contracts_of(
    played: Game[Any],
    written: object,
    *,
    deal: Deal | None = None,
    trump: str | None = None,
    declarer: int | None = None,
    more: Mapping[str, Any] | None = None,
) -> list[Contract]:
    """Returns the contracts that are meant: one, or all trumps where nothing decides.

    Args:
        played: The game.
        written: A contract as JSON has it, its text, the id of a bid, or `None`.
        deal: The deal, whose turned-up card may decide.
        trump: The trump that wins over all others, as it was typed.
        declarer: The declarer that wins over the one written.
        more: Other fields that win over those written.

    Raises:
        ContractError: The game knows no such contract, or it is not clear which is meant.
    """
    fields = _fields(written) | dict(more or {})
    if declarer is not None:
        fields["declarer"] = declarer
    if trump is not None:
        fields["trump"] = read_trump(trump)
    if "bid" not in fields and len(played.bids) == 1:
        fields["bid"] = next(iter(played.bids))
    named = fields.get("bid")
    bid = played.bids.get(named) if isinstance(named, str) else None
    if bid is None or "trump" in fields or not bid.names_trump:
        return [played.contract_from_dict(fields)]
    turned = None if deal is None else played.trump_card(deal)
    if turned is not None:
        return [played.contract_from_dict({**fields, "trump": turned[0]})]
    return [played.contract_from_dict({**fields, "trump": suit}) for suit in bid.trumps]


def _fields(written: object) -> dict[str, Any]:
    if written is None:
        return {}
    if isinstance(written, str):
        if not written.lstrip().startswith("{"):
            return {"bid": written}
        try:
            written = json.loads(written)
        except (ValueError, RecursionError) as fault:
            message = f"the contract is no JSON: {str(fault)[:120]}"
            raise ContractError(message, code="not_json") from None
    if not isinstance(written, Mapping) or not all(isinstance(key, str) for key in written):
        message = f"a contract is a bid or an object, not {brief(written)}"
        raise ContractError(message, code="not_an_object")
    return dict(written)
