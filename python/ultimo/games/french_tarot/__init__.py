"""French tarot: rules/french_tarot.md.

From what is decided first to what comes last: `options`, `cards` and deal, `kinds` of contracts,
`auction`, `exchange` with the talon, `announce` slam and handfuls, `rules` of the play, `facts`
and `score`, what is seen in `view`. `game` puts them together.
"""

from ultimo.games.french_tarot.game import FrenchTarot
from ultimo.games.french_tarot.options import FrenchOptions

__all__ = ["GAME", "FrenchOptions", "FrenchTarot"]

GAME = FrenchTarot
