"""A match of snapszer: totals, dealers and the end (rules/snapszer.md, "Match end")."""

from collections.abc import Sequence

from tests.oracle.snapszer_options import MATCH_TARGETS, Options


class SnapszerMatch:
    """A match.

    Args:
        options: The options of the game.
        dealer: The first dealer, by default the last seat.
    """

    def __init__(self, options: Options, dealer: int | None = None) -> None:
        self.options = options
        self.dealer = options.players - 1 if dealer is None else dealer
        self.totals = [0] * options.players
        self.deals = 0

    @property
    def is_over(self) -> bool:
        """Whether somebody has reached the target, or all deals have been played."""
        if self.options.match_deals is not None:
            # "Ends after so many deals instead."
            return self.deals >= self.options.match_deals
        target = self.options.match_target or MATCH_TARGETS[self.options.form]
        return max(self.totals) >= target

    def add(self, scores: Sequence[int]) -> None:
        """Add the scores of a deal."""
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.deals += 1
        # "The next dealer is `next(dealer)`"; S2: "dealer alternates every deal".
        self.dealer = (self.dealer + 1) % self.options.players

    def winners(self) -> list[int]:
        """The winners: "highest total wins; equal highest totals share the win"."""
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def marked(self) -> list[int]:
        """S4: "the player(s) with the lowest total at the end get one black mark"."""
        if self.options.form != "S4":
            return []
        return [seat for seat, total in enumerate(self.totals) if total == min(self.totals)]
