"""A match of French tarot: a number of deals, and more while there are ties."""

from collections.abc import Sequence

from tests.oracle.french_options import Options


class FrenchMatch:
    """A match.

    Args:
        options: The options of the game.
        dealer: The first dealer, by default the last seat.
    """

    def __init__(self, options: Options, dealer: int | None = None) -> None:
        self.options = options
        self.dealer = options.players - 1 if dealer is None else dealer
        # "Default deals = 4 x number of players."
        self.left = 4 * options.players if options.deals is None else options.deals
        self.totals = [0] * options.players

    @property
    def is_over(self) -> bool:
        """Whether the deals have been played, and no tie is left that asks for another."""
        # "If players are tied for a place, one more deal is played to decide it (repeat while
        # tied)." Any place, so that all totals have to differ.
        tied = len(set(self.totals)) < len(self.totals)
        return self.left <= 0 and not (self.options.tie_deal and tied)

    def add(self, scores: Sequence[int], *, void: bool = False) -> None:
        """Add the scores of a deal that is over; a `void` one is not counted."""
        assert not self.is_over
        # "The next dealer is the dealer's right-hand neighbour"; after a void deal "the right to
        # deal passes to the dealer's right-hand neighbour" too.
        self.dealer = (self.dealer + 1) % self.options.players
        if void:
            return
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.left -= 1

    def places(self) -> list[int]:
        """The place of each seat: "the highest total wins"; equal totals share it."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
