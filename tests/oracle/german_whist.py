"""German whist for two, from the deal to the match (rules/german_whist.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import FRENCH52
from tests.oracle.chacha import Stream
from tests.oracle.whist import beats


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    void_rule: str = "must_trump"
    count_tricks: str = "phase2"
    match_mode: str = "single"
    match_deals: int = 1
    target: int = 50
    stake: int = 0


@dataclass(frozen=True)
class Cards:
    """Who holds what, and the stock from the top."""

    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]

    @property
    def trump(self) -> str:
        """The suit of s1."""
        return self.stock[0][0]


def lay_out(pack: Sequence[str], dealer: int = 1) -> Cards:
    """Deal out a shuffled pack."""
    # "Deal 13 cards to each player (one at a time, E first). The other 26 cards are the stock."
    hands: list[list[str]] = [[], []]
    for i, card in enumerate(pack[:26]):
        hands[(dealer + 1 + i) % 2].append(card)
    return Cards(tuple(map(tuple, hands)), tuple(pack[26:]))


def deal(seed: int, index: int = 0, pack: Sequence[str] = FRENCH52, dealer: int = 1) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    return lay_out([pack[i] for i in Stream(seed, index).shuffle(len(pack))], dealer)


class GermanHand:
    """A hand, from the first lead or from any ending.

    Args:
        options: The options of the game.
        hands: The cards of both seats, equally many.
        stock: The stock from the top, an even number of cards; its first card lies face up.
        trump: The trump suit, or None for no trumps.
        leader: The seat that leads: E, the dealer's opponent.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
        trump: str | None,
        leader: int = 0,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.trump = trump
        self.seat = leader
        self.trick: list[tuple[int, str]] = []
        # Tricks of each seat while cards were drawn, and after.
        self.drawing = [0, 0]
        self.scoring = [0, 0]

    def copy(self) -> "GermanHand":
        """A copy that shares nothing that moves change."""
        new = GermanHand(self.options, self.hands, self.stock, self.trump, self.seat)
        new.trick = list(self.trick)
        new.drawing = list(self.drawing)
        new.scoring = list(self.scoring)
        return new

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played; "reaching 7 does not stop the hand"."""
        return not self.trick and not any(self.hands)

    @property
    def phase(self) -> str:
        """The phase: play or over."""
        return "over" if self.is_over else "play"

    @property
    def current(self) -> int | None:
        """The seat to play, or None."""
        return None if self.is_over else self.seat

    @property
    def tricks(self) -> list[int]:
        """All tricks won so far by each seat."""
        return [a + b for a, b in zip(self.drawing, self.scoring, strict=True)]

    @property
    def face_up(self) -> str | None:
        """The card that lies face up on the stock, or None."""
        return self.stock[0] if self.stock else None

    def legal(self) -> list[str]:
        """The cards the seat to play may play; "the same rules hold in both phases"."""
        hand = self.hands[self.seat]
        if not self.trick:
            return list(hand)
        following = [card for card in hand if card[0] == self.trick[0][1][0]]
        if following:
            return following
        trumps = [card for card in hand if card[0] == self.trump]
        if trumps and self.options.void_rule == "must_trump":
            return trumps
        return list(hand)

    def apply(self, name: str) -> None:
        """Play a card."""
        assert not self.is_over
        assert name in self.legal(), (name, self.legal())
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) == 1:
            self.seat = 1 - self.seat
            return
        (leader, led), (other, answer) = self.trick
        winner = other if beats(answer, led, self.trump) else leader
        self.trick = []
        self.seat = winner
        if not self.stock:
            self.scoring[winner] += 1
            return
        self.drawing[winner] += 1
        # "The winner takes the face-up top card; the loser takes the next card, face down."
        self.hands[winner].append(self.stock.pop(0))
        self.hands[1 - winner].append(self.stock.pop(0))

    def points(self) -> list[int]:
        """The points of each seat so far, by the option `count_tricks`."""
        # "`all26`: all 26 tricks score 1; `weighted`: phase 1 tricks 1, phase 2 tricks 2."
        first, second = {"phase2": (0, 1), "all26": (1, 1), "weighted": (1, 2)}[
            self.options.count_tricks
        ]
        return [first * a + second * b for a, b in zip(self.drawing, self.scoring, strict=True)]

    def returns(self) -> list[int]:
        """The points of each seat; zeros until the hand is over."""
        return self.points() if self.is_over else [0, 0]


class GermanMatch:
    """A match: one hand, a number of hands, or hands until a target.

    Args:
        options: The options of the game.
        dealer: The first dealer; "the deal alternates in later hands".
    """

    def __init__(self, options: Options, dealer: int = 1) -> None:
        self.options = options
        self.dealer = dealer
        self.totals = [0, 0]
        self.hands_played = 0
        self.target = options.target

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        if self.options.match_mode == "target":
            # "Until, at the end of a hand, somebody has at least `target` points; if both have
            # reached it the target rises": after that at most one has.
            return max(self.totals) >= self.target
        deals = 1 if self.options.match_mode == "single" else self.options.match_deals
        return self.hands_played == deals

    def add(self, points: Sequence[int]) -> None:
        """Enter the points of a hand."""
        assert not self.is_over
        self.totals = [total + gain for total, gain in zip(self.totals, points, strict=True)]
        self.hands_played += 1
        self.dealer = 1 - self.dealer
        # "If both have reached it the target rises by 10 until only one has reached it."
        while min(self.totals) >= self.target:
            self.target += 10

    @property
    def winner(self) -> int | None:
        """The seat with more points, or None: not over, or a draw."""
        if not self.is_over or self.totals[0] == self.totals[1]:
            return None
        return self.totals.index(max(self.totals))

    def payments(self) -> list[int]:
        """What each seat receives: the stake for each point of difference."""
        difference = self.totals[0] - self.totals[1]
        return [self.options.stake * difference, -self.options.stake * difference]
