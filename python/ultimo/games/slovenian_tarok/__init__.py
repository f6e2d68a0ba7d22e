"""Slovenian tarok: rules/slovenian_tarok.md.

From what is decided first to what comes last: `options`, `cards` and deal, `kinds` of contracts,
`auction`, `exchange` with the talon, `announce` and kontra, `rules` of the play, `facts` and
`score`, `match`. `game` puts them together.
"""

from ultimo.games.slovenian_tarok.game import SlovenianTarok
from ultimo.games.slovenian_tarok.options import TarokOptions

__all__ = ["GAME", "SlovenianTarok", "TarokOptions"]

GAME = SlovenianTarok
