"""The options of Slovenian tarok: rules/slovenian_tarok.md, "Variant options"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ultimo.options import Options, choice, flag, subset, whole

__all__ = ["PRESETS", "TarokOptions"]

NEGATIVE = ("klop", "piccolo", "beggar", "open_beggar")
MOST_POINTS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TarokOptions(Options):
    """The options. With two players only `two_player_*` and `deals` matter.

    Attributes:
        players: 2, 3 or 4.
        settlement: Opponents lose what the declarer's side wins, or score nothing.
        contract_values: The values and the order of the contracts.
        piccolo: Piccolo may be bid.
        valat_bids: Colour valat without and valat without may be bid, as the highest contracts.
        three_open_to_all: Everybody may bid three, not only forehand when all have passed.
        final_raise: The last bidder may raise his own bid.
        redeal_without_tarokk: A deal is void in which some hand has no tarock.
        discard_tarokks: Tarocks are laid away only if nothing else can be, or freely.
        klop_talon_gift: In klop the talon cards go one by one to the winners of the first tricks.
        klop_scoring: Everybody loses his points, or extreme results count 70 and others nothing.
        klop_forced: If nobody before him has bid, forehand must play klop.
        overtake_contracts: The contracts in which a player must beat the winning card if he can.
        pagat_last: In the negative contracts the pagat is played only if nothing else is legal.
        emperor_trick: The pagat wins a trick with mond and škis.
        captured_mond_penalty: What losing the mond costs a player.
        king_ultimo: Silent value of the called king in the last trick; twice that if announced.
        silent_pagat_failed: What playing the pagat to the last trick and losing it costs a side.
        round_difference_to: The difference to 35 is rounded to a multiple of this.
        solo_without_scoring: Solo without counts its value alone, or as the other solos do.
        defenders_may_announce: Everybody may announce, not only the declarer.
        kontra_game_scope: Kontra on the game multiplies everything, or only the contract's value
            and the difference.
        kontra_max: The ladder ends at sub (×8) or mort (×16).
        radli: Some contracts bring doubling circles: see the match.
        two_player_settlement: The other player loses what the bidder wins, or scores nothing.
        two_player_pile_refill: Tarocks and kings turned up during play go to the hand, or stay.
        deals: Number of deals of a match.
    """

    game: ClassVar[str] = "slovenian_tarok"

    players: int = choice(4, 2, 3)
    settlement: str = choice("both_sides", "declarer_side_only")
    contract_values: str = choice("site", "pagat")
    # Pagat's table has no piccolo.
    piccolo: bool = flag(default=lambda given: bool(given.get("contract_values") != "pagat"))
    valat_bids: bool = flag(default=False)
    three_open_to_all: bool = flag(default=False)
    final_raise: bool = flag(default=True)
    redeal_without_tarokk: bool = flag(default=lambda given: bool(given.get("players") != 2))
    discard_tarokks: str = choice("only_if_forced", "free_face_up")
    klop_talon_gift: bool = flag(default=False)
    klop_scoring: str = choice("site", "pagat70")
    klop_forced: bool = flag(default=False)
    overtake_contracts: frozenset[str] = subset(NEGATIVE, of=NEGATIVE)
    pagat_last: bool = flag(default=True)
    emperor_trick: bool = flag(default=False)
    captured_mond_penalty: int = whole(0, at_least=0, at_most=MOST_POINTS)
    king_ultimo: int = whole(0, at_least=0, at_most=MOST_POINTS)
    silent_pagat_failed: int = whole(0, at_least=0, at_most=MOST_POINTS)
    round_difference_to: int = whole(1, at_least=1, at_most=70)
    solo_without_scoring: str = choice("flat", "with_difference")
    defenders_may_announce: bool = flag(default=False)
    kontra_game_scope: str = choice("all", "contract_only")
    kontra_max: str = choice("sub", "mort")
    radli: bool = flag(default=False)
    two_player_settlement: str = choice("mirror", "bidder_only")
    two_player_pile_refill: str = choice("take_tarokk_and_king", "leave_face_up")
    deals: int = whole(lambda given: 4 * int(given["players"]), at_least=1, at_most=1_000_000)

    def faults(self) -> list[str]:
        """Piccolo has no place in pagat's order of contracts."""
        if self.piccolo and self.contract_values == "pagat":
            return ["piccolo=True: contract_values='pagat' has no piccolo"]
        return []


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "site": {},
    "openspiel": {
        "contract_values": "pagat",
        "piccolo": False,
        "valat_bids": True,
        "settlement": "declarer_side_only",
        "klop_talon_gift": True,
        "klop_scoring": "pagat70",
        "emperor_trick": True,
        "captured_mond_penalty": 20,
        "king_ultimo": 10,
        "silent_pagat_failed": 25,
    },
    "pagat": {
        "contract_values": "pagat",
        "piccolo": False,
        "settlement": "declarer_side_only",
        "klop_talon_gift": True,
        "klop_scoring": "pagat70",
        "emperor_trick": True,
        "captured_mond_penalty": 21,
        "king_ultimo": 10,
        "round_difference_to": 5,
        "valat_bids": True,
        "radli": True,
    },
}
"""Named sets of options; `site` is the defaults."""
