"""The options of tarock24: rules/tarock24.md, "Variant options"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ultimo.options import Options, choice, flag, whole
from ultimo.phases import Redeal

__all__ = ["REDEALS", "TarockOptions"]

REDEALS: Mapping[str, Redeal] = {
    "same_dealer_redeals": "same_dealer",
    "next_dealer_redeals": "next_dealer",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TarockOptions(Options):
    """The options.

    Attributes:
        players: Always three.
        stock_use: Every declarer in hearts may use the talon, or only one who bid alone; then a
            declarer in hearts whom others opposed plays with a closed talon at the single value.
        overtake: Of the cards that may be played one that beats the winning card must be, if any.
        first_lead: Forehand or the declarer leads first.
        base: What a won game brings from each defender.
        hearts_factor: Games in hearts count so many times as much.
        schneider: A loser with 30 points or fewer pays one more `base`.
        discard_restriction: Aces and tens may be laid away, or not.
        all_nein: Who deals again when nobody plays.
        deals: Number of deals of a match.
    """

    game: ClassVar[str] = "tarock24"

    players: int = choice(3)
    stock_use: str = choice("any_hearts_declarer", "sole_bidder_only")
    overtake: bool = flag(default=False)
    first_lead: str = choice("forehand", "declarer")
    base: int = whole(1, at_least=1, at_most=1_000_000)
    hearts_factor: int = choice(1, 2)
    schneider: bool = flag(default=False)
    discard_restriction: str = choice("none", "no_ace_no_ten")
    all_nein: str = choice(*REDEALS)
    deals: int = whole(12, at_least=1, at_most=1_000_000)
