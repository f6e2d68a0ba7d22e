"""Snapszer for two, three and four, and with bidding for three: rules/snapszer.md.

From what is decided first to what comes last: `options`, `cards` and deal, `kinds` of contracts,
what is said `before` the play, `rules` of the play, `score`, how a hand is `settle`d from its
facts, `match`. `view` says what is seen in play; `game` puts them together.
"""

from ultimo.games.snapszer.game import Snapszer
from ultimo.games.snapszer.options import SnapszerOptions

__all__ = ["GAME", "Snapszer", "SnapszerOptions"]

GAME = Snapszer
