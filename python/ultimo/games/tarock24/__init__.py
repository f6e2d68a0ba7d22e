"""Tarock for three with 24 German-suited cards: rules/tarock24.md.

One declarer plays against two. With hearts as trumps he may use the talon, or leave it closed for
a double game; in every case its cards, or those he laid away, count for him.

The source that the rules file was made from ends with a line on payment which the rules file does
not have: "with hearts as trumps, if the declarer did not use the talon, he gets double if he wins.
If he has lost, he does not pay double." The source is followed here, against example 6 of the rules
file.

From what is decided first to what comes last: `options`, the `auction` with what follows it, and
`game` with cards, deal, contracts, play and score.
"""

from ultimo.games.tarock24.game import Tarock24
from ultimo.games.tarock24.options import TarockOptions

__all__ = ["GAME", "Tarock24", "TarockOptions"]

GAME = Tarock24
