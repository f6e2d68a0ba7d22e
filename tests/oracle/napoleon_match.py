"""A match of napoleon: a number of played hands and the balances (rules/napoleon.md, Match end)."""

from tests.oracle.napoleon import NapoleonDeal, Options

PASSED_IN_A_ROW = 50


class NapoleonMatch:
    """A match.

    Args:
        options: The options of the game.
        dealer: The first dealer, by default the last seat.
    """

    def __init__(self, options: Options, dealer: int | None = None) -> None:
        self.options = options
        self.dealer = options.players - 1 if dealer is None else dealer
        # "The match is `match_deals` played hands (default n, so that everyone deals once)."
        self.left = options.players if options.match_deals is None else options.match_deals
        self.passed = 0
        self.totals = [0] * options.players

    @property
    def is_over(self) -> bool:
        """Whether all hands have been played, or 50 deals in a row were passed."""
        return self.left == 0 or self.passed == PASSED_IN_A_ROW

    def add(self, played: NapoleonDeal) -> None:
        """Enter a deal that is over."""
        assert played.phase == "over"
        assert not self.is_over
        if played.contract is None:
            # "All-pass deals do not count"; "the same dealer deals again", or the next one.
            self.passed += 1
            if self.options.all_pass_dealer == "same":
                return
        else:
            self.passed = 0
            self.left -= 1
            scores = played.returns()
            self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        # "After a played hand the deal passes to next(dealer)."
        self.dealer = (self.dealer + 1) % self.options.players

    def places(self) -> list[int]:
        """The place of each seat: "highest balance wins, equal balances share the place"."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
