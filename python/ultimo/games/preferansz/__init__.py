"""Preferansz: rules/preferansz.md.

From what is decided first to what comes last: `options`, the `bids` and their values, `auction`,
`table` (hand game, talon, discards, volát, kontra), `score`. `game` puts them together.
"""

from ultimo.games.preferansz.game import Preferansz
from ultimo.games.preferansz.options import PreferanszOptions

__all__ = ["GAME", "Preferansz", "PreferanszOptions"]

GAME = Preferansz
