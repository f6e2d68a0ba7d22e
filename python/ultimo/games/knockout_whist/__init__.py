"""Knockout whist for two to seven players: rules/knockout_whist.md."""

from ultimo.games.knockout_whist.game import KnockoutWhist
from ultimo.games.knockout_whist.match import KnockoutMatch, KnockoutTally
from ultimo.games.knockout_whist.options import KnockoutWhistOptions
from ultimo.games.knockout_whist.terms import KnockoutTerms

__all__ = [
    "GAME",
    "KnockoutMatch",
    "KnockoutTally",
    "KnockoutTerms",
    "KnockoutWhist",
    "KnockoutWhistOptions",
]

GAME = KnockoutWhist
