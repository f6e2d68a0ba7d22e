"""Hosn owe, or Schwimmen, for two to nine players: rules/hosn_owe.md."""

from ultimo.games.hosn_owe.game import HosnOwe
from ultimo.games.hosn_owe.match import HosnMatch, HosnTally
from ultimo.games.hosn_owe.options import HosnOweOptions
from ultimo.games.hosn_owe.terms import HosnTerms

__all__ = ["GAME", "HosnMatch", "HosnOwe", "HosnOweOptions", "HosnTally", "HosnTerms"]

GAME = HosnOwe
