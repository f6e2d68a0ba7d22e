"""A match of knockout whist: games of hands of 7, 6, 5, ... cards (rules/knockout_whist.md)."""

from collections.abc import Callable, Sequence

from tests.oracle.knockout_whist import ACTIVE, DOG, OUT, Options, next_seat


class KnockoutMatch:
    """A match; seats are numbered in order of play.

    Args:
        options: The options of the game.
        dealer: The first dealer.
        draw: Draws one of so many by lot, from 0: for ties of the seat that names trump.
    """

    def __init__(
        self, options: Options, dealer: int, draw: Callable[[int], int] = lambda _: 0
    ) -> None:
        assert options.allowed()
        self.options = options
        self.dealer = dealer
        self.draw = draw
        self.games_won = [0] * options.players
        self.balance = [0] * options.players
        self._new_game()

    def _new_game(self) -> None:
        self.states = [ACTIVE] * self.options.players
        self.size = self.options.start_cards
        self.namer: int | None = None
        # Of each seat, the number of the hand in which it was knocked out for good; none while in.
        self.out_in: list[int | None] = [None] * self.options.players
        self.hand = 1
        self.dogs_made = False

    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
        return sum(self.games_won) == self.options.match_games

    def add(self, tricks: Sequence[int]) -> None:
        """Enter the tricks of a hand, one number a seat."""
        assert not self.is_over
        assert sum(tricks) == self.size
        assert all(not won or state != OUT for won, state in zip(tricks, self.states, strict=True))
        failed = [s for s, state in enumerate(self.states) if state != OUT and not tricks[s]]
        # "If nobody has been knocked out in an earlier hand of this game, he becomes a dog for the
        # next hand; if several, each of them." "No dog is made after h = 1."
        spare = self.options.dogs_life and not self.dogs_made and self.size > 1
        for seat, state in enumerate(self.states):
            if state == OUT:
                continue
            if tricks[seat]:
                # "A dog who took a trick is active again."
                self.states[seat] = ACTIVE
            elif state == ACTIVE and spare:
                self.states[seat] = DOG
            else:
                self.states[seat] = OUT
                self.out_in[seat] = self.hand
        self.dogs_made = self.dogs_made or bool(failed)
        self._name_trump(tricks)
        active = [seat for seat, state in enumerate(self.states) if state == ACTIVE]
        ended = self.size == 1 or (len(active) == 1 and DOG not in self.states)
        self.hand += 1
        self.size -= 1
        if ended:
            self._end_game(active[0])
        # "The next dealer is next(dealer), skipping players who are out; a dog may deal." In a new
        # game all are in again.
        self.dealer = next_seat(self.dealer, self.states)

    def _name_trump(self, tricks: Sequence[int]) -> None:
        if self.options.trump_rule == "turned":
            return
        best = [seat for seat, won in enumerate(tricks) if won == max(tricks)]
        # "One of the tied players is drawn by lot."
        self.namer = best[0] if len(best) == 1 else best[self.draw(len(best))]

    def _end_game(self, winner: int) -> None:
        players = self.options.players
        self.last_places = self.places()
        self.games_won[winner] += 1
        for seat in range(players):
            # "Winner +(n−1)·stake, others −stake."
            share = players - 1 if seat == winner else -1
            self.balance[seat] += share * self.options.stake
        self._new_game()

    def places(self) -> list[int]:
        """The place of each seat in the running game; those still in share the first."""
        # "Players knocked out later rank higher; players knocked out in the same hand share the
        # place."
        lasted = [self.hand + 1 if hand is None else hand for hand in self.out_in]
        return [1 + sum(other > own for other in lasted) for own in lasted]
