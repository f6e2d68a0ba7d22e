"""The games: one module or folder each, named as its rules file, with its class as `GAME`."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from ultimo.checks import brief
from ultimo.errors import NotationError, OptionError, did_you_mean

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["game", "game_from_document", "games"]


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_")))


def games() -> list[str]:
    """Returns the names of all games, sorted."""
    return list(_names())


def game(name: object, preset: str | None = None, **options: Any) -> "Game[Any]":  # noqa: ANN401
    """Makes a game.

    Args:
        name: One of `games()`.
        preset: A named set of options.
        **options: Options of the game's rules file, which win over the preset.

    Raises:
        OptionError: There is no such game, preset or option, or a value is not allowed.
    """
    if not isinstance(name, str) or name not in _names():
        known = ", ".join(_names())
        parts = [known for known in _names() if str(name) in known.split("_")]
        hint = f"; did you mean {parts[0]!r}?" if parts else did_you_mean(str(name), _names())
        message = f"there is no game {brief(name)}; there are {known}{hint}"
        raise OptionError(message, code="unknown_game")
    kind: type[Game[Any]] = import_module(f"{__name__}.{name}").GAME
    return kind.make(preset, **options)


def game_from_document(found: object) -> "Game[Any]":
    """Makes the game that a JSON document names, with its options.

    Raises:
        OptionError: There is no such game or option.
        NotationError: The document does not say it properly.
    """
    if not isinstance(found, Mapping):
        message = f"a document is an object, not {type(found).__name__}"
        raise NotationError(message, code="not_an_object")
    options = found.get("options", {})
    if not isinstance(options, dict) or {"name", "preset"} & options.keys():
        raise NotationError("options are an object of names and values", code="bad_fields")
    return game(found.get("game", ""), **options)
