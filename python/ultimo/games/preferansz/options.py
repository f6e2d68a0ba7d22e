"""The options of preferansz: rules/preferansz.md, "Variant options"."""

from dataclasses import dataclass
from typing import ClassVar

from ultimo.options import Options, choice, flag, whole

__all__ = ["DEALERS", "PreferanszOptions"]

DEALERS = 3
"""Number of seats; a match has equally many deals of each dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferanszOptions(Options):
    """The options.

    Attributes:
        players: Always three.
        hand_value: A hand game is worth one more, or twice as much.
        hand_rank: Hand games are bid above all plain ones, among them by value, or not at all.
        hand_after_auction: A declarer with a plain bid may still play from the hand.
        volat_value: An announced volát doubles or triples the value, or adds six.
        volat_allowed: Volát may be announced.
        talon_in_no_trump: The talon is used in betli and szanzadu too; otherwise they are played
            without it, at plain value, and have no hand version.
        talon_exposed: The talon is turned up for all, or only the declarer sees it.
        may_raise_after_talon: With the talon in hand the declarer may name another plain game.
        first_lead: Who leads first: forehand; the declarer; or the declarer, but in szanzadu the
            seat before him.
        must_overtake: The winning card must be beaten, as far as the other duties allow it.
        szanzadu_tricks: How many tricks szanzadu needs.
        forehand_hold: Forehand may bid as much as the highest bid.
        all_pass: Who deals next when nobody has bid.
        kontra: Each defender may double for himself, or nobody can.
        direction: Which way deal, auction and play go round. Seats are numbered that way.
        match_deals: Number of deals in a match, those that were thrown in too.
    """

    game: ClassVar[str] = "preferansz"

    players: int = choice(DEALERS)
    hand_value: str = choice("plus_one", "double")
    hand_rank: str = choice("above_all_plain", "by_value", "not_in_auction")
    hand_after_auction: bool = flag(default=True)
    volat_value: str = choice("double", "triple", "plus_six")
    volat_allowed: bool = flag(default=True)
    talon_in_no_trump: bool = flag(default=True)
    talon_exposed: bool = flag(default=True)
    may_raise_after_talon: bool = flag(default=False)
    first_lead: str = choice("forehand", "declarer", "declarer_except_szanzadu")
    must_overtake: bool = flag(default=False)
    szanzadu_tricks: int = choice(10, 6)
    forehand_hold: bool = flag(default=False)
    all_pass: str = choice("redeal_next_dealer", "redeal_same_dealer")
    kontra: str = choice("off", "per_defender")
    direction: str = choice("left", "right")
    match_deals: int = whole(9, at_least=DEALERS, at_most=999_999)

    def faults(self) -> list[str]:
        """Every dealer deals equally often."""
        if self.match_deals % DEALERS:
            return [f"match_deals={self.match_deals}: it is a multiple of {DEALERS}"]
        return []
