"""A match of Slovenian tarok: a number of deals, their totals and the doubling circles."""

from tests.oracle.tarok_options import POINT_CONTRACTS, VALAT_BIDS, Options
from tests.oracle.tarok_play import TarokPlay
from tests.oracle.tarok_two import TarokTwoPlay


def gives_circles(play: TarokPlay) -> bool:
    """Whether the deal gives everybody a circle: "after klop, valat, beggar, solo without"."""
    if play.contract == "klop" or play.contract in VALAT_BIDS:
        return True
    if play.contract in ("beggar", "open_beggar", "solo_without"):
        return True
    # A valat is a matter of the contracts for points: a piccolo without a trick is none.
    return play.contract in POINT_CONTRACTS and (
        "valat" in play.announced or play.outcome().valat != 0
    )


class TarokMatch:
    """A match.

    The rules file names the doubling circles (`radli`) without saying how they work. Here: after
    such a deal every player draws one; the deal of a declarer who has a circle open counts double
    (his V, not what is paid for the Mond); a declarer who wins it crosses one out.

    Args:
        options: The options of the game.
        dealer: The first dealer, by default the last seat.
    """

    def __init__(self, options: Options, dealer: int | None = None) -> None:
        self.options = options
        self.dealer = options.players - 1 if dealer is None else dealer
        # "A match is a fixed number of deals, `deals` = 4 x number of players by default."
        self.left = 4 * options.players if options.deals is None else options.deals
        self.totals = [0] * options.players
        self.circles = [0] * options.players

    @property
    def is_over(self) -> bool:
        """Whether all deals have been played."""
        return self.left == 0

    def add(self, play: TarokPlay | TarokTwoPlay) -> list[int]:
        """Add the scores of a deal that is over, and return what was added."""
        scores = play.returns()
        if self.options.radli and isinstance(play, TarokPlay):
            scores = self._with_circles(play, scores)
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.left -= 1
        # "Next dealer: the right-hand neighbour of the last dealer (so the old forehand deals)."
        self.dealer = (self.dealer + 1) % self.options.players
        return scores

    def _with_circles(self, play: TarokPlay, scores: list[int]) -> list[int]:
        doubled = list(scores)
        if play.declarer is not None and self.circles[play.declarer] > 0:
            value = play.value()
            for seat in range(self.options.players):
                if play.is_declarers(seat):
                    doubled[seat] += value
                elif self.options.settlement == "both_sides":
                    doubled[seat] -= value
            if value > 0:
                self.circles[play.declarer] -= 1
        if gives_circles(play):
            self.circles = [circles + 1 for circles in self.circles]
        return doubled

    def places(self) -> list[int]:
        """The place of each seat: "highest total wins; ties share the place"."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
