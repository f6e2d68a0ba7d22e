"""A match of preferansz: a number of deals and the balances (rules/preferansz.md, Match end)."""

from tests.oracle.preferansz import Options, PreferanszDeal
from tests.oracle.preferansz_play import SEATS


class PreferanszMatch:
    """A match.

    Args:
        options: The options of the game.
        dealer: The first dealer.
    """

    def __init__(self, options: Options, dealer: int = 2) -> None:
        self.options = options
        self.dealer = dealer
        self.deals = 0
        self.totals = [0] * SEATS

    @property
    def is_over(self) -> bool:
        """Whether all deals have been dealt."""
        return self.deals == self.options.match_deals

    def add(self, played: PreferanszDeal) -> None:
        """Enter a deal that is over."""
        assert played.phase == "over"
        assert not self.is_over
        scores = played.returns()
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        # "9 deals; thrown-in deals count."
        self.deals += 1
        thrown_in = played.contract is None
        # "The deal passes to the next dealer"; redeal_same_dealer: it stays where it was.
        if not (thrown_in and self.options.all_pass == "redeal_same_dealer"):
            self.dealer = (self.dealer + 1) % SEATS

    def places(self) -> list[int]:
        """The place of each seat: "highest balance wins; equal balances share"."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
