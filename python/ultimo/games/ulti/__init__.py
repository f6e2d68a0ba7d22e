"""Ulti: rules/ulti.md.

From what is decided first to what comes last: `options`, `cards` and deal, `bids`, `auction`,
`announce` for trump and kontra, `rules` of the play, `facts` and `score`, `settle` for hands played
elsewhere. `game` puts them together.
"""

from ultimo.games.ulti.game import Ulti
from ultimo.games.ulti.options import UltiOptions

__all__ = ["GAME", "Ulti", "UltiOptions"]

GAME = Ulti
