"""Engine for the trick-taking card games of Central Europe: play, count, simulate, solve."""

from typing import TYPE_CHECKING

from ultimo._core import __version__
from ultimo.errors import (
    ContractError,
    DealError,
    IllegalActionError,
    NotationError,
    OptionError,
    SolverLimitError,
    UltimoError,
)
from ultimo.games import game, games

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.contracts import Contract
    from ultimo.deals import Deal
    from ultimo.deck import Deck
    from ultimo.game import Game
    from ultimo.match import Match
    from ultimo.state import State

__all__ = [
    "Contract",
    "ContractError",
    "Deal",
    "DealError",
    "Deck",
    "Game",
    "IllegalActionError",
    "Match",
    "NotationError",
    "OptionError",
    "Position",
    "SolverLimitError",
    "State",
    "UltimoError",
    "__version__",
    "game",
    "games",
]

_LAZY = {
    "Contract": "ultimo.contracts",
    "Deal": "ultimo.deals",
    "Deck": "ultimo.deck",
    "Game": "ultimo.game",
    "Match": "ultimo.match",
    "Position": "ultimo._core",
    "State": "ultimo.state",
}
"""Where the names are that need NumPy, which is imported when the first of them is used."""


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _LAZY:
        raise AttributeError(f"module 'ultimo' has no attribute {name!r}")
    found = getattr(import_module(_LAZY[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
