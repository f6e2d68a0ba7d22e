"""Strohmandli for two and three, from the deal to the score (rules/strohmandli.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import (
    KINGS,
    STROHMANDLI42,
    STROHMANDLI54,
    TRULL,
    count_straight,
    strohmandli_value,
    suit_of,
)
from tests.oracle.chacha import Stream
from tests.oracle.strohmandli_score import Options, Outcome, score
from tests.oracle.tarok_play import outranks

# "Needed in hand": how many of which cards.
DECLARATIONS = {"head": (2, TRULL), "tuletroa": (3, TRULL), "four_kings": (4, KINGS)}


@dataclass(frozen=True)
class Cards:
    """Who holds what: the hands of seats 0, 1, ..., and the piles of each seat from the top."""

    hands: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[tuple[str, ...], ...], ...]


def pack_of(options: Options) -> tuple[str, ...]:
    """The pack of a form: "2 players, 42 cards; 3 players, 42 cards; 3 players, 54 cards"."""
    return STROHMANDLI54 if options.form == "three54" else STROHMANDLI42


def packets(options: Options) -> list[tuple[str, int]]:
    """The packets each player gets in turn: where they go, and how many cards they hold."""
    if options.form == "three54":
        if options.three54_layout == "12_hand_6_table":
            # "hand 3, table 2, hand 3, table 2, hand 3, table 2, hand 3"
            return [("hand", 3), ("table", 2)] * 3 + [("hand", 3)]
        # "hand, table 1, hand, table 2, hand, table 3", in threes.
        return [("hand", 3), ("table", 3)] * 3
    # "hand, table 1, hand, table 2, hand, table 3, hand", in threes for two, in twos for three.
    size = 3 if options.form == "two" else 2
    return [("hand", size), ("table", size)] * 3 + [("hand", size)]


def lay_out(options: Options, pack: Sequence[str], dealer: int | None = None) -> Cards:
    """Deal out a shuffled pack; the dealer is by default the last seat."""
    players = options.players
    dealer = players - 1 if dealer is None else dealer
    cards = list(pack)
    hands: list[list[str]] = [[] for _ in range(players)]
    piles: list[list[tuple[str, ...]]] = [[] for _ in range(players)]
    for place, size in packets(options):
        # "In each round every player gets his packet in seat order before the next round starts."
        # "The dealer serves his right-hand neighbour first and himself last."
        for turn in range(players):
            seat = (dealer + 1 + turn) % players
            packet, cards = cards[:size], cards[size:]
            if place == "hand":
                hands[seat] += packet
            else:
                # "Inside a pile the first dealt card is at the bottom."
                piles[seat].append(tuple(reversed(packet)))
    assert not cards
    return Cards(tuple(map(tuple, hands)), tuple(map(tuple, piles)))


def deal(
    options: Options,
    seed: int,
    index: int = 0,
    pack: Sequence[str] | None = None,
    dealer: int | None = None,
) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    pack = pack_of(options) if pack is None else pack
    return lay_out(options, [pack[i] for i in Stream(seed, index).shuffle(len(pack))], dealer)


def is_taken_up(card: str) -> bool:
    """Whether a card turned up goes into the hand: "a tarokk or king is taken into the hand"."""
    return suit_of(card) == "T" or card in KINGS


def winning_card(cards: Sequence[str]) -> str:
    """The card that wins a trick: "highest tarokk, else highest card of the suit led"."""
    winning = cards[0]
    for card in cards[1:]:
        if outranks(card, winning):
            winning = card
    return winning


class StrohmandliDeal:
    """One deal as a machine: its phase is `play`, then `over`.

    Args:
        options: The options of the game.
        cards: The deal, or any ending: hands and piles as they lie before the table is turned.
        dealer: The dealer's seat, by default the last, so that seat 0 leads.
        leader: The seat that leads, if not the one after the dealer.
    """

    def __init__(
        self,
        options: Options,
        cards: Cards,
        dealer: int | None = None,
        *,
        leader: int | None = None,
    ) -> None:
        self.options = options
        players = options.players
        dealer = players - 1 if dealer is None else dealer
        # "First lead: seat 0", who is the player after the dealer.
        self.forehand = (dealer + 1) % players
        self.seat = self.forehand if leader is None else leader
        self.hands = [list(hand) for hand in cards.hands]
        self.piles = [[list(pile) for pile in own] for own in cards.piles]
        self.history: list[tuple[int, str]] = []
        self.trick: list[tuple[int, str]] = []
        # The tricks played so far, in order, each with its winner.
        self.played: list[tuple[int, list[tuple[int, str]]]] = []
        self.declared: list[list[str]] = [[] for _ in range(players)]
        # The declaration that was just made and binds the lead.
        self.declaring: str | None = None
        # The piles, by seat and number, whose next card is turned when the trick is complete.
        self.covered: list[tuple[int, int]] = []
        # "One player after the other, seat 0 first, turns up the top card of each of his piles."
        for turn in range(players):
            seat = (self.forehand + turn) % players
            for number in range(len(self.piles[seat])):
                self._turn(seat, number)

    def copy(self) -> "StrohmandliDeal":
        """A copy that shares nothing that moves change."""
        new = object.__new__(StrohmandliDeal)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.piles = [[list(pile) for pile in own] for own in self.piles]
        new.history = list(self.history)
        new.trick = list(self.trick)
        new.played = list(self.played)
        new.declared = [list(items) for items in self.declared]
        new.covered = list(self.covered)
        return new

    def _turn(self, seat: int, number: int) -> None:
        pile = self.piles[seat][number]
        # "A tarokk or king is taken into the hand and the next card of the same pile is turned, and
        # so on until a card shows that is neither, or the pile is empty."
        while pile and is_taken_up(pile[0]):
            self.hands[seat].append(pile.pop(0))

    def face_up(self, seat: int) -> list[str]:
        """The face-up top cards of the piles of a seat."""
        return [
            pile[0]
            for number, pile in enumerate(self.piles[seat])
            if pile and (seat, number) not in self.covered
        ]

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.trick and not any(self.hands) and not any(map(any, self.piles))

    @property
    def phase(self) -> str:
        """`play` or `over`: there is no auction, and nothing to decide before the play."""
        return "over" if self.is_over else "play"

    @property
    def current(self) -> int | None:
        """The seat to move, or None."""
        return None if self.is_over else self.seat

    def _declarable(self, item: str) -> bool:
        number, cards = DECLARATIONS[item]
        hand, made = self.hands[self.seat], self.declared[self.seat]
        # "Declarations, set `base` only." "Each of the three can be made once per player and deal."
        if self.options.scoring_set != "base" or item in made:
            return False
        if item == "head" and "tuletroa" in made and not self.options.head_after_tuletroa:
            return False
        # "Needed in hand". A card that has been played is not there any more, so that a declaration
        # is lost with it; "for head, the pair actually held counts".
        return sum(card in hand for card in cards) >= number

    def legal(self) -> list[str]:
        """The cards the seat to move may play, and in the lead what it may declare."""
        if self.is_over:
            return []
        hand = self.hands[self.seat]
        if self.declaring is not None:
            # "And must lead one of its cards."
            return [card for card in hand if card in DECLARATIONS[self.declaring][1]]
        available = hand + self.face_up(self.seat)
        if not self.trick:
            return available + [
                f"declare:{item}" for item in DECLARATIONS if self._declarable(item)
            ]
        led = suit_of(self.trick[0][1])
        following = [card for card in available if suit_of(card) == led]
        tarokks = [card for card in available if suit_of(card) == "T"]
        return following or tarokks or available

    def apply(self, name: str) -> None:
        """Play a card, or declare."""
        assert name in self.legal(), (name, self.legal())
        seat = self.seat
        self.history.append((seat, name))
        if name.startswith("declare:"):
            self.declaring = name.removeprefix("declare:")
            self.declared[seat].append(self.declaring)
            return
        self.declaring = None
        self.trick.append((seat, name))
        if name in self.hands[seat]:
            self.hands[seat].remove(name)
        else:
            self._play_from_table(seat, name)
        if len(self.trick) < self.options.players:
            self.seat = (seat + 1) % self.options.players
            return
        winning = winning_card([card for _, card in self.trick])
        # "He leads to the next trick."
        self.seat = next(seat for seat, card in self.trick if card == winning)
        self.played.append((self.seat, self.trick))
        self.trick = []
        for owner, number in self.covered:
            self._turn(owner, number)
        self.covered = []

    def _play_from_table(self, seat: int, name: str) -> None:
        number = next(i for i, pile in enumerate(self.piles[seat]) if pile and pile[0] == name)
        del self.piles[seat][number][0]
        # "When a table card is played, the next card of that pile is turned at once, before the
        # next player plays." after_trick: when the trick is complete.
        if self.options.turn_timing == "at_once":
            self._turn(seat, number)
        else:
            self.covered.append((seat, number))

    @property
    def tricks(self) -> list[int]:
        """Tricks won by each seat."""
        winners = [winner for winner, _ in self.played]
        return [winners.count(seat) for seat in range(self.options.players)]

    @property
    def won(self) -> list[list[str]]:
        """The cards in the tricks of each seat."""
        return [
            [card for winner, trick in self.played if winner == seat for _, card in trick]
            for seat in range(self.options.players)
        ]

    @property
    def points(self) -> list[int]:
        """The game points of each seat so far."""
        # "Sum of the values of the cards in the tricks he won."
        return [count_straight(cards, strohmandli_value) for cards in self.won]

    def _caught(self, seat: int, card: str) -> bool:
        # ""opponent's" card = a card that another player played to the trick."
        return any(
            winner == seat and any(played == card and who != seat for who, played in trick)
            for winner, trick in self.played
        )

    def _won_with(self, seat: int, card: str, back: int) -> bool:
        """Whether the seat won the trick so many from the end with that card."""
        if len(self.played) < back:
            return False
        winner, trick = self.played[-back]
        return winner == seat and winning_card([played for _, played in trick]) == card

    def outcome(self, seat: int) -> Outcome:
        """What the seat has come to, all cards being played."""
        won = self.won[seat]
        return Outcome(
            points=self.points[seat],
            all_tricks=bool(self.played) and self.tricks[seat] == len(self.played),
            trull=all(card in won for card in TRULL),
            kings=all(card in won for card in KINGS),
            pagat_catch=self._caught(seat, "T1"),
            uhu=self._won_with(seat, "T2", 2),
            mond_catch=self._caught(seat, "T21"),
            pagat_ultimo=self._won_with(seat, "T1", 1),
        )

    def returns(self) -> list[int]:
        """The result points of each seat; zeros until the deal is over."""
        if not self.is_over:
            return [0] * self.options.players
        return [
            score(self.options, self.outcome(seat), self.declared[seat])
            for seat in range(self.options.players)
        ]
