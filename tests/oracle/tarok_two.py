"""The two-player game of Slovenian tarok: turning the piles, play and score."""

from collections.abc import Sequence

from tests.oracle import tarok_score
from tests.oracle.cards import KINGS, count54, suit_of, thirds54
from tests.oracle.tarok_options import Options
from tests.oracle.tarok_play import winning_card


def is_taken_up(card: str) -> bool:
    """Whether a card turned up goes into the hand: "if it is a tarokk or a king"."""
    return suit_of(card) == "T" or card in KINGS


class TarokTwoPlay:
    """The play of two, from the turning of the piles on.

    Args:
        options: The options of the game.
        hands: The cards in the hand of each seat.
        piles: The piles of each seat, each from the top.
        bidder: The seat that said "play", or None.
        leader: The seat that leads; by default seat 0, the non-dealer.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        piles: Sequence[Sequence[Sequence[str]]],
        *,
        bidder: int | None = None,
        leader: int = 0,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        # The top card of a pile that is left always lies face up, the others face down.
        self.piles = [[list(pile) for pile in own] for own in piles]
        self.bidder = bidder
        # "The non-dealer leads to the first trick; then the trick winner."
        self.seat = leader
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0, 0]
        self.won: list[list[str]] = [[], []]
        # "Both players (non-dealer first) turn up the top card of each of their three piles."
        for seat in (0, 1):
            for pile in self.piles[seat]:
                self._turn(seat, pile)

    def copy(self) -> "TarokTwoPlay":
        """A copy that shares nothing that moves change."""
        new = object.__new__(TarokTwoPlay)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.piles = [[list(pile) for pile in own] for own in self.piles]
        new.trick = list(self.trick)
        new.tricks = list(self.tricks)
        new.won = [list(cards) for cards in self.won]
        return new

    def _turn(self, seat: int, pile: list[str]) -> None:
        # "If it is a tarokk or a king the owner takes it into his hand and turns the next card of
        # the same pile, and so on; at the first other card he stops."
        while pile and is_taken_up(pile[0]):
            self.hands[seat].append(pile.pop(0))

    def face_up(self, seat: int) -> list[str]:
        """The face-up top cards of the piles of a seat."""
        return [pile[0] for pile in self.piles[seat] if pile]

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.trick and not self.hands[self.seat] and not self.face_up(self.seat)

    @property
    def current(self) -> int | None:
        """The seat to play, or None."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The cards the seat to play may play."""
        hand, tops = self.hands[self.seat], self.face_up(self.seat)
        if not self.trick:
            # "Leader: must play from the hand; only when the hand is empty may (must) he lead a
            # face-up pile card."
            return list(hand) or tops
        # "The follow rule (suit, else tarokk, else any) is applied to hand and face-up cards
        # together. No overtaking obligation."
        available = hand + tops
        led = suit_of(self.trick[0][1])
        following = [card for card in available if suit_of(card) == led]
        tarokks = [card for card in available if suit_of(card) == "T"]
        return following or tarokks or available

    def apply(self, name: str) -> None:
        """Play a card."""
        assert name in self.legal(), (name, self.legal())
        seat = self.seat
        self.trick.append((seat, name))
        if name in self.hands[seat]:
            self.hands[seat].remove(name)
        else:
            pile = next(pile for pile in self.piles[seat] if pile and pile[0] == name)
            del pile[0]
            # "The next card of that pile is turned at once, before anybody else plays; if it is a
            # tarokk or a king it is taken into the hand and the next one is turned, as before."
            if self.options.two_player_pile_refill == "take_tarokk_and_king":
                self._turn(seat, pile)
        if len(self.trick) < 2:
            self.seat = 1 - seat
            return
        winning = winning_card(self.options, "two_players", [card for _, card in self.trick])
        winner = next(seat for seat, card in self.trick if card == winning)
        self.tricks[winner] += 1
        self.won[winner] += [card for _, card in self.trick]
        self.trick = []
        self.seat = winner

    @property
    def card_points(self) -> int:
        """The official count of the bidder, or of seat 0 if there is none."""
        return count54(self.won[0 if self.bidder is None else self.bidder])

    @property
    def points(self) -> list[int]:
        """Thirds of a point in the tricks of each seat."""
        return [thirds54(cards) for cards in self.won]

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the play is over."""
        if not self.is_over:
            return [0, 0]
        counts = [count54(cards) for cards in self.won]
        return tarok_score.two_players(self.options, self.bidder, counts)
