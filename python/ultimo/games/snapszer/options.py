"""The options of snapszer: rules/snapszer.md, "Variant options"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ultimo.games.snapszer.cards import FORMS, Form
from ultimo.options import Options, choice, flag, optional_whole, whole

__all__ = ["SnapszerOptions"]

MOST = 1_000_000


def _players(given: Mapping[str, Any]) -> int:
    form = FORMS.get(str(given.get("form")))
    return 2 if form is None else form.players


def _form(given: Mapping[str, Any]) -> str:
    """The form for so many; of those for three the one without bidding."""
    return next(form.id for form in FORMS.values() if form.players == given["players"])


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapszerOptions(Options):
    """The options. Those that begin with `s2`, `s3`, `s4` or `s3l` matter in that form alone.

    Attributes:
        players: 2, 3 or 4; by default as the form asks, or two.
        form: `S2` for two, `S3` for three, `S4` for four, `S3L` for three with bidding.
        s2_endgame: Without a stock a player follows suit; or, if void, trumps too; or has all
            duties of the other forms.
        s2_closing: The stock may be closed.
        s2_exchange_needs_trick: Only who has won a trick may exchange the trump under.
        s2_exchange_last_two: It may be exchanged even when the stock has only two cards.
        last_trick_wins: If nobody reaches 66, the winner of the last trick wins.
        s3_trump_must_be_held: The trump suit must be one of the first four cards.
        void_trump: Who is void and cannot overtrump must trump all the same, or may play anything.
        marriage_when: A marriage is announced on lead; or with any card that is played (not `S2`).
        marriage_valid_by: A trick of the announcer's side makes it count, or only his own.
        s4_call_own: The declarer may call a card that he holds.
        s4_called_card_self: If he is dealt the called card he plays alone, or the deal is void.
        s4_end_needs_called_card: Nobody wins by 66 points before the called card is played.
        s4_snapszer_fail: A failed snapszer pays the opponents 6; or nothing; or is played on as a
            plain game.
        kontra: Kontra and rekontra may be said, or not.
        s3l_go_out: The declarer decides when he goes out, or goes out as soon as he wins by it.
        s3l_snapszer_fail: A failed snapszer is a draw if the declarer wins the last trick, or is
            lost with the first trick of a defender.
        match_target: The total that ends a match.
        match_deals: The number of deals that ends a match instead.
    """

    game: ClassVar[str] = "snapszer"

    players: int = choice(_players, 2, 3, 4)
    form: str = choice(_form, *FORMS)
    s2_endgame: str = choice("follow_only", "follow_then_trump", "strict")
    s2_closing: str = choice("off", "on")
    s2_exchange_needs_trick: bool = flag(default=False)
    s2_exchange_last_two: bool = flag(default=True)
    last_trick_wins: bool = flag(default=True)
    s3_trump_must_be_held: bool = flag(default=False)
    void_trump: str = choice("must_trump", "beat_only")
    marriage_when: str = choice("on_lead", "any_play")
    marriage_valid_by: str = choice("side", "announcer")
    s4_call_own: bool = flag(default=False)
    s4_called_card_self: str = choice("play_alone", "redeal")
    s4_end_needs_called_card: bool = flag(default=False)
    s4_snapszer_fail: str = choice("opponents_6", "no_score", "play_on_normal")
    kontra: str = choice("up_to_rekontra", "off")
    s3l_go_out: str = choice("player_choice", "automatic")
    s3l_snapszer_fail: str = choice("draw_possible", "lost_at_once")
    match_target: int = whole(
        lambda given: FORMS[str(given["form"])].target, at_least=1, at_most=MOST
    )
    match_deals: int | None = optional_whole(at_least=1, at_most=MOST)

    @property
    def kind_of_game(self) -> Form:
        """What the rules say of the form."""
        return FORMS[self.form]

    def faults(self) -> list[str]:
        """Each form has its number of players."""
        asked = FORMS[self.form].players
        if self.players == asked:
            return []
        return [f"players={self.players}: form={self.form!r} is for {asked}"]
