"""A whole deal of napoleon, for three to ten players (rules/napoleon.md).

Seats are numbered in the direction of play, so the option `direction` changes nothing here.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import FRENCH_RANKS, reduced_french
from tests.oracle.chacha import Stream

HAND = 5
# "TWO 2, THREE 3, FOUR 4, NAPOLEON/WELLINGTON/BLUCHER 5", in ascending order; misere: no trick.
LADDER = ("two", "three", "misere", "four", "napoleon", "wellington", "blucher")
UNDERTAKEN = {"two": 2, "three": 3, "four": 4}
VALUES = {
    "two": 2,
    "three": 3,
    "misere": 3,
    "four": 4,
    "napoleon": 5,
    "wellington": 10,
    "blucher": 20,
}
# eb1911: "NAPOLEON wins 10 / loses 5, WELLINGTON wins 20 / loses 10, BLUCHER wins 30 / loses 15,
# MISERE wins 3 / loses 6; TWO, THREE, FOUR as in the source".
EB1911 = {"misere": (3, 6), "napoleon": (10, 5), "wellington": (20, 10), "blucher": (30, 15)}
# "WELLINGTON is legal exactly when the highest bid so far is NAPOLEON; BLUCHER exactly when it is
# WELLINGTON."
ONLY_AFTER = {"wellington": "napoleon", "blucher": "wellington"}


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    players: int = 4
    ladder: str = "basic"
    bid_two: bool = False
    bid_misere: bool = False
    bid_blucher: bool = False
    deck_ranks: int = 13
    direction: str = "left"
    deal_batches: tuple[int, ...] = (3, 2)
    void_rule: str = "must_trump"
    all_pass_dealer: str = "same"
    payments: str = "source"
    match_deals: int | None = None  # None: one a player


def is_possible(options: Options) -> bool:
    """Whether the pack is large enough: "4*r >= 5*n"."""
    return 3 <= options.players <= 10 and 4 * options.deck_ranks >= HAND * options.players


def ladder(options: Options) -> list[str]:
    """The bids in use, low to high."""
    extended, custom = options.ladder == "extended", options.ladder == "custom"
    in_use = {
        "two": extended or (custom and options.bid_two),
        "misere": extended or (custom and options.bid_misere),
        "blucher": extended or (custom and options.bid_blucher),
    }
    return [bid for bid in LADDER if in_use.get(bid, True)]


def legal_bids(options: Options, high: str | None) -> list[str]:
    """The bids that are legal over the highest so far, as the algorithm of the rules file."""
    legal = []
    for bid in ladder(options):
        if high is not None and LADDER.index(bid) <= LADDER.index(high):
            continue
        if bid in ONLY_AFTER and high != ONLY_AFTER[bid]:
            continue
        legal.append(bid)
    return legal


def payment(options: Options, bid: str, *, made: bool) -> int:
    """What each defender pays to the declarer (made), or is paid by him (lost)."""
    if options.payments == "eb1911" and bid in EB1911:
        won, lost = EB1911[bid]
        return won if made else lost
    return VALUES[bid]


@dataclass(frozen=True)
class Cards:
    """Who holds what, by seat, and the cards that were not dealt."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()


def lay_out(options: Options, pack: Sequence[str], dealer: int | None = None) -> Cards:
    """Deal out a shuffled pack."""
    n = options.players
    dealer = n - 1 if dealer is None else dealer
    hands: list[list[str]] = [[] for _ in range(n)]
    left = list(pack)
    # "Starting with next(dealer) and ending with the dealer": in the packets of `deal_batches`.
    for size in options.deal_batches:
        for i in range(n):
            hands[(dealer + 1 + i) % n] += left[:size]
            del left[:size]
    return Cards(tuple(map(tuple, hands)), tuple(left))


def deal(
    options: Options,
    seed: int,
    index: int = 0,
    pack: Sequence[str] | None = None,
    dealer: int | None = None,
) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    pack = reduced_french(options.deck_ranks) if pack is None else pack
    return lay_out(options, [pack[i] for i in Stream(seed, index).shuffle(len(pack))], dealer)


def winning_card(cards: Sequence[str], trump: str | None) -> str:
    """The card that wins a trick, its cards in order of play."""
    # "The highest trump in the trick if there is one, otherwise the highest card of the led suit."
    trumps = [card for card in cards if card[0] == trump]
    counted = trumps or [card for card in cards if card[0] == cards[0][0]]
    return min(counted, key=lambda card: FRENCH_RANKS.index(card[1]))


def legal_cards(
    options: Options, hand: Sequence[str], led: str | None, trump: str | None
) -> list[str]:
    """The legal cards of a hand; `led` is the suit led, or None in the lead."""
    if led is None:
        return list(hand)
    following = [card for card in hand if card[0] == led]
    trumps = [card for card in hand if card[0] == trump]
    if following:
        return following
    # "Must trump"; free: "void in the led suit: any card".
    if trumps and options.void_rule == "must_trump":
        return trumps
    return list(hand)


class NapoleonPlay:
    """The play of one contract, from the first lead or from any ending.

    In an ending shorter than five tricks, all tricks means every trick that is played; two, three
    and four tricks remain what they are.

    Args:
        options: The options of the game.
        hands: The cards of each seat.
        bid: The contract.
        declarer: The seat that plays alone.
        leader: The seat that leads, by default the declarer.
        trump: The trump suit of an ending; in a whole deal the first card shows it.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        bid: str,
        declarer: int,
        *,
        leader: int | None = None,
        trump: str | None = None,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.bid = bid
        self.declarer = declarer
        # "The declarer leads to the first trick (in MISERE too)."
        self.seat = declarer if leader is None else leader
        self.trump = trump
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * len(hands)
        self.size = len(hands[0])

    def copy(self) -> "NapoleonPlay":
        """A copy that shares nothing that moves change."""
        return copy.deepcopy(self)

    @property
    def is_made(self) -> bool:
        """Whether the contract is made already."""
        won, completed = self.tricks[self.declarer], sum(self.tricks)
        if self.bid == "misere":
            # "t = 5 and w = 0".
            return completed == self.size and won == 0
        return won >= UNDERTAKEN.get(self.bid, self.size)

    @property
    def is_lost(self) -> bool:
        """Whether the contract is lost already, by counting tricks only."""
        won, completed = self.tricks[self.declarer], sum(self.tricks)
        if self.bid == "misere":
            return won >= 1
        # "w + (5 - t) < k". Tested "after each completed trick".
        needed = UNDERTAKEN.get(self.bid, self.size)
        return completed > 0 and won + self.size - completed < needed

    @property
    def is_over(self) -> bool:
        """Whether the hand has stopped."""
        return not self.trick and (self.is_made or self.is_lost)

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
        assert self.current is not None
        assert name in self.legal(), (name, self.legal())
        if self.trump is None and self.bid != "misere":
            # "The suit of the first card led by the declarer is the trump suit."
            self.trump = name[0]
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) < len(self.hands):
            self.seat = (self.seat + 1) % len(self.hands)
            return
        winning = winning_card([card for _, card in self.trick], self.trump)
        # "Afterwards the winner of a trick leads."
        self.seat = next(seat for seat, card in self.trick if card == winning)
        self.tricks[self.seat] += 1
        self.trick = []

    def returns(self) -> list[int]:
        """The payments; zeros until the hand has stopped."""
        scores = [0] * len(self.hands)
        if not self.is_over:
            return scores
        # "Made: each defender pays v to the declarer. Lost: the declarer pays v to each defender."
        paid = payment(self.options, self.bid, made=self.is_made)
        if not self.is_made:
            paid = -paid
        for seat in range(len(self.hands)):
            scores[seat] = paid * (len(self.hands) - 1) if seat == self.declarer else -paid
        return scores


class NapoleonDeal:
    """One deal as a machine of phases: auction, play, over.

    Args:
        options: The options of the game.
        cards: The deal.
        dealer: The dealer's seat, by default the last, so that seat 0 calls first.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int | None = None) -> None:
        self.options = options
        n = options.players
        first = 0 if dealer is None else (dealer + 1) % n
        self.phase = "auction"
        self.history: list[tuple[int, str]] = []
        # "Each player calls exactly once. Exactly n calls are made."
        self.to_call = [(first + i) % n for i in range(n)]
        self.contract: str | None = None
        self.declarer: int | None = None
        self._hands = [list(hand) for hand in cards.hands]
        self.play: NapoleonPlay | None = None

    def copy(self) -> "NapoleonDeal":
        """A copy that shares nothing that moves change."""
        return copy.deepcopy(self)

    @property
    def hands(self) -> list[list[str]]:
        """The hand of each seat."""
        return self._hands if self.play is None else self.play.hands

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick on the table: seat and card."""
        return [] if self.play is None else self.play.trick

    @property
    def tricks(self) -> list[int]:
        """Tricks won by each seat."""
        return [0] * self.options.players if self.play is None else self.play.tricks

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        if self.phase == "auction":
            return self.to_call[0]
        return None if self.play is None else self.play.current

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        if self.phase == "auction":
            return ["pass", *legal_bids(self.options, self.contract)]
        return [] if self.play is None else self.play.legal()

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        self.history.append((seat, name))
        if self.play is not None:
            self.play.apply(name)
            if self.play.is_over:
                self.phase = "over"
            return
        del self.to_call[0]
        if name != "pass":
            self.contract, self.declarer = name, seat
        if self.to_call:
            return
        if self.contract is None:
            # "All pass: the cards are thrown in: nobody pays."
            self.phase = "over"
            return
        assert self.declarer is not None
        self.play = NapoleonPlay(self.options, self._hands, self.contract, self.declarer)
        self.phase = "play"

    def returns(self) -> list[int]:
        """The payments; zeros until the deal is over, and when all passed."""
        return [0] * self.options.players if self.play is None else self.play.returns()
