"""The options of French tarot: rules/french_tarot.md, "Variant options"."""

from dataclasses import dataclass
from typing import ClassVar

from ultimo.options import Options, choice, flag, whole

__all__ = ["FrenchOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrenchOptions(Options):
    """The options.

    Attributes:
        players: 3, 4 or 5.
        direction: Which way round the table the game goes. Seats are numbered in order of play, so
            that it changes nothing but who sits where.
        five_players: With five the dealer sits out, or the taker calls a king for a partner.
        three_players: The game for three, or none.
        petit_sec: A deal is void in which the petit is the only trump of a hand, without the
            excuse.
        slam_announcer_leads: Who has announced a slam leads first, not forehand.
        handful_timing: Handfuls are announced before the first lead, or by each player before his
            own first card.
        round_scores_to: The score of each player is rounded to a multiple of this; 0: to nothing.
        deals: Number of deals of a match.
        tie_deal: As long as players are tied, one more deal is played.
    """

    game: ClassVar[str] = "french_tarot"

    players: int = choice(4, 3, 5)
    direction: str = choice("anticlockwise", "clockwise")
    five_players: str = choice("dealer_sits_out", "call_king")
    three_players: str = choice("fft", "off")
    petit_sec: str = choice("none", "redeal")
    slam_announcer_leads: bool = flag(default=False)
    handful_timing: str = choice("before_first_lead", "before_own_first_card")
    round_scores_to: int = choice(0, 5, 10)
    deals: int = whole(lambda given: 4 * int(given["players"]), at_least=1, at_most=1_000_000)
    tie_deal: bool = flag(default=True)

    def faults(self) -> list[str]:
        """Three players need a game for three."""
        if self.players == 3 and self.three_players == "off":
            return ["three_players='off': it is not played by three"]
        return []

    @property
    def dealer_sits_out(self) -> bool:
        """Whether the dealer has no cards."""
        return self.players == 5 and self.five_players == "dealer_sits_out"

    @property
    def calls_king(self) -> bool:
        """Whether the taker calls a king for a partner."""
        return self.players == 5 and self.five_players == "call_king"
