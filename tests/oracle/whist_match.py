"""A match of whist: the rubber, or a set number of deals (rules/whist.md, Scoring, Match end)."""

from collections.abc import Sequence

from tests.oracle.whist import SEATS, Options, hand_points, side_of


class WhistMatch:
    """A match; accounts are kept for side 0 (North and South) and side 1 (East and West).

    Args:
        options: The options of the game.
        dealer: The first dealer.
    """

    def __init__(self, options: Options, dealer: int = 3) -> None:
        self.options = options
        self.dealer = dealer
        self.game_points = [0, 0]
        self.totals = [0, 0]
        self.games = [0, 0]
        self.hands_played = 0

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        # "A side that has won two games wins the rubber."
        if self.options.match_mode == "rubber":
            return 2 in self.games
        return self.hands_played == self.options.match_deals

    @property
    def winner(self) -> int | None:
        """The side that won, or None: not over, or a draw."""
        if not self.is_over:
            return None
        # "The match winner is the side with two games, whatever the total points."
        if self.options.match_mode == "rubber":
            return self.games.index(2)
        # "The side with more total points wins, equality is a draw."
        if self.totals[0] == self.totals[1]:
            return None
        return self.totals.index(max(self.totals))

    @property
    def difference(self) -> int:
        """The total points of North and South less those of East and West."""
        return self.totals[0] - self.totals[1]

    def add(self, tricks: Sequence[int], honours: Sequence[int] = (0, 0)) -> None:
        """Enter a hand.

        Args:
            tricks: The tricks of each side.
            honours: What `honours_of` gives for each side.
        """
        assert not self.is_over
        assert sum(tricks) == 13
        self.hands_played += 1
        # "After every hand the deal passes to the left neighbour."
        self.dealer = (self.dealer + 1) % SEATS
        at_start = list(self.game_points)
        winner = 0 if tricks[0] >= 7 else 1
        game, total = hand_points(self.options, tricks[winner])
        self.totals[winner] += total
        if self.options.match_mode == "deals":
            # "No games and no game bonus": honours of either kind go to the total points.
            for side in (0, 1):
                self.totals[side] += honours[side]
            return
        # "At the end of a hand trick points are credited first."
        self.game_points[winner] += game
        if self.options.honours == "continental":
            # "They go to the total points only, never to the game points."
            for side in (0, 1):
                self.totals[side] += honours[side]
        target = self.options.game_target
        # "If they bring a side to the target, that side has won the game and under english no
        # honours of this hand are credited to anybody."
        if self.options.honours == "english" and max(self.game_points) < target:
            for side in (0, 1):
                # "A side that stood at game_target - 1 game points at the start of the hand scores
                # no honours."
                if at_start[side] != target - 1:
                    self.game_points[side] += honours[side]
                    self.totals[side] += honours[side]
        for side in (0, 1):
            if self.game_points[side] >= target:
                self._win_game(side)
                return

    def _win_game(self, side: int) -> None:
        losers = self.game_points[1 - side]
        if self.options.game_bonus:
            # "Losers' game points 0: bonus 3; 1 or 2: 2; 3 or more: 1."
            self.totals[side] += 3 if losers == 0 else 2 if losers <= 2 else 1
        self.games[side] += 1
        # "Set to 0 for both sides at the start of every game. Excess game points are not carried
        # over."
        self.game_points = [0, 0]

    def payments(self) -> list[int]:
        """What each seat receives (negative: pays) when the match is over and a stake is set."""
        winner = self.winner
        if winner is None:
            return [0] * SEATS
        lead = self.totals[winner] - self.totals[1 - winner]
        # "In a rubber where the winners have fewer total points than the losers nothing is paid."
        paid = self.options.stake * max(lead, 0)
        return [paid if side_of(seat) == winner else -paid for seat in range(SEATS)]
