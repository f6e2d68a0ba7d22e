"""Strohmandli for two and three players: rules/strohmandli.md.

From what is decided first to what comes last: `options`, `cards` and deal, `score` with the facts
that it asks for. `game` puts them together.
"""

from ultimo.games.strohmandli.game import Strohmandli
from ultimo.games.strohmandli.options import StrohmandliOptions

__all__ = ["GAME", "Strohmandli", "StrohmandliOptions"]

GAME = Strohmandli
