"""Partnership whist, from the deal to the match (rules/whist.md).

Seats 0 to 3 are North, East, South and West; the sides are 0 (seats 0 and 2) and 1 (seats 1, 3).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import FRENCH52, FRENCH_RANKS
from tests.oracle.chacha import Stream

SEATS = 4


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    void_rule: str = "must_trump"
    match_mode: str = "rubber"
    game_target: int = 5
    match_deals: int = 4
    slam_mode: str = "add"
    game_bonus: bool = True
    honours: str = "off"
    stake: int = 0


@dataclass(frozen=True)
class Cards:
    """Who holds what, and the suit of the turned card."""

    hands: tuple[tuple[str, ...], ...]
    turned: str

    @property
    def trump(self) -> str:
        """The suit of the turned card."""
        return self.turned[0]


def side_of(seat: int) -> int:
    """The side of a seat: "partners sit opposite each other"."""
    return seat % 2


def lay_out(pack: Sequence[str], dealer: int = 3) -> Cards:
    """Deal out a shuffled pack."""
    # "Deal all 52 cards one at a time, starting left of the dealer; 13 each."
    hands: list[list[str]] = [[], [], [], []]
    for i, card in enumerate(pack):
        hands[(dealer + 1 + i) % SEATS].append(card)
    # "The dealer turns that last card face up: its suit is trump for this hand."
    return Cards(tuple(map(tuple, hands)), pack[-1])


def deal(seed: int, index: int = 0, pack: Sequence[str] = FRENCH52, dealer: int = 3) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    return lay_out([pack[i] for i in Stream(seed, index).shuffle(len(pack))], dealer)


def beats(card: str, other: str, trump: str | None) -> bool:
    """Whether `card` beats `other`."""
    # "A card beats only cards of its own suit; a trump beats every card of the other three suits."
    if card[0] == other[0]:
        return FRENCH_RANKS.index(card[1]) < FRENCH_RANKS.index(other[1])
    return card[0] == trump


def winning_card(cards: Sequence[str], trump: str | None) -> str:
    """The card that wins a trick, its cards in order of play."""
    # "The highest trump in the trick, if any; otherwise the highest card of the led suit."
    winning = cards[0]
    for card in cards[1:]:
        if beats(card, winning, trump):
            winning = card
    return winning


def legal_cards(
    options: Options, hand: Sequence[str], led: str | None, trump: str | None
) -> list[str]:
    """The legal cards of a hand; `led` is the suit led, or None in the lead."""
    if led is None:
        return list(hand)
    following = [card for card in hand if card[0] == led]
    if following:
        return following
    trumps = [card for card in hand if card[0] == trump]
    # "If H has a card of suit T: return cards of suit T in H"; free: "any card may be played".
    if trumps and options.void_rule == "must_trump":
        return trumps
    return list(hand)


class WhistPlay:
    """The play of one hand, from the first lead or from any ending.

    Args:
        options: The options of the game.
        hands: The cards of each seat.
        trump: The trump suit, or None for no trumps.
        leader: The seat that leads: left of the dealer.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        trump: str | None,
        leader: int = 0,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.trump = trump
        self.seat = leader
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0, 0, 0, 0]

    def copy(self) -> "WhistPlay":
        """A copy that shares nothing that moves change."""
        new = WhistPlay(self.options, self.hands, self.trump, self.seat)
        new.trick = list(self.trick)
        new.tricks = list(self.tricks)
        return new

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.trick and not any(self.hands)

    @property
    def current(self) -> int | None:
        """The seat to play, or None."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The cards the seat to play may play."""
        led = self.trick[0][1][0] if self.trick else None
        return legal_cards(self.options, self.hands[self.seat], led, self.trump)

    def apply(self, name: str) -> None:
        """Play a card."""
        assert name in self.legal(), (name, self.legal())
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) < SEATS:
            self.seat = (self.seat + 1) % SEATS
            return
        winning = winning_card([card for _, card in self.trick], self.trump)
        # "The winner of a trick leads to the next."
        self.seat = next(seat for seat, card in self.trick if card == winning)
        self.tricks[self.seat] += 1
        self.trick = []

    @property
    def side_tricks(self) -> list[int]:
        """Tricks of each side: "tricks of partners count together"."""
        return [self.tricks[0] + self.tricks[2], self.tricks[1] + self.tricks[3]]

    def returns(self) -> list[int]:
        """The total points of the hand to each seat of the winning side, 0 to the others.

        Zeros until the hand is over, and in endings in which no side reaches seven tricks. Honours
        and game bonus belong to the match.
        """
        if not self.is_over:
            return [0] * SEATS
        totals = [hand_points(self.options, tricks)[1] for tricks in self.side_tricks]
        return [totals[side_of(seat)] for seat in range(SEATS)]


def hand_points(options: Options, tricks: int) -> tuple[int, int]:
    """Game points and total points of a side that won so many tricks of 13."""
    # "Odd tricks = tricks of the winning side - 6. The losing side of the hand gets nothing."
    odd = max(tricks - 6, 0)
    # "12 tricks: small slam 30; 13 tricks: grand slam 50. Never to the game points."
    premium = {12: 30, 13: 50}.get(tricks, 0)
    if premium == 0 or options.slam_mode == "none":
        return odd, odd
    return odd, premium if options.slam_mode == "replace" else odd + premium


def honours_of(options: Options, hands: Sequence[Sequence[str]], trump: str) -> list[int]:
    """The honour points of each side, from the hands as dealt, whatever the state of the game."""
    if options.honours == "off":
        return [0, 0]
    # english: "A K Q J of trumps: four score 4, three 2." continental: "A K Q J 10 of trumps; five
    # score 6, four 4, three 2."
    ranks = "AKQJ" if options.honours == "english" else "AKQJT"
    worth = {3: 2, 4: 4, 5: 6}
    counts = [0, 0]
    for seat, hand in enumerate(hands):
        counts[side_of(seat)] += sum(trump + rank in hand for rank in ranks)
    return [worth.get(count, 0) for count in counts]
