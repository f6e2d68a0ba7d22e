"""A round of hosn owe, from the dealer's choice to the payment, and the match (rules/hosn_owe.md).

Seats are numbered in order of play, which is clockwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.cards import FRENCH32
from tests.oracle.chacha import Stream
from tests.oracle.hosn_owe import card_points, doubled_value, ends_round

# "The suit of the counted cards decides, ♣ > ♠ > ♥ > ♦."
SUIT_ORDER = ("C", "S", "H", "D")
TRIPLET_ORDER = ("A", "K", "Q", "J", "T", "9", "8", "7")


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    players: int = 4
    tokens: int = 3
    swimming: bool = True
    tie_rule: str = "all_pay"
    refresh_on_all_pass: bool = True
    feuer_all_pay: bool = False
    feuer_value: int = 33
    close_first_orbit: bool = True
    closer_lowest_double: bool = False


@dataclass(frozen=True)
class Cards:
    """Who holds what if the dealer keeps, and the talon: the table, then the rest from the top."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]


def lay_out(pack: Sequence[str], active: Sequence[bool], dealer: int) -> Cards:
    """Deal out a shuffled pack.

    Args:
        pack: The shuffled cards, c1 first.
        active: Of each seat, whether it takes part.
        dealer: The dealer's seat.
    """
    cards = list(pack)
    hands: list[tuple[str, ...]] = [()] * len(active)
    # "KEEP: c1–c3 are his hand; c4–c6 are laid face up on the table."
    hands[dealer], table, cards = tuple(cards[:3]), tuple(cards[3:6]), cards[6:]
    for step in range(1, len(active)):
        # "Three cards each (as a batch) to the other active players, from the dealer's left."
        seat = (dealer + step) % len(active)
        if active[seat]:
            hands[seat], cards = tuple(cards[:3]), cards[3:]
    return Cards(tuple(hands), (*table, *cards))


def deal(
    options: Options,
    seed: int,
    index: int = 0,
    *,
    pack: Sequence[str] = FRENCH32,
    active: Sequence[bool] | None = None,
    dealer: int | None = None,
) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    shuffled = [pack[i] for i in Stream(seed, index).shuffle(len(pack))]
    return lay_out(
        shuffled,
        [True] * options.players if active is None else active,
        options.players - 1 if dealer is None else dealer,
    )


def standing(options: Options, hand: Sequence[str]) -> tuple[int, ...]:
    """What orders the hands at the end: the greater, the better; equal ones are tied."""
    value = doubled_value(hand, feuer_value=options.feuer_value)
    if options.tie_rule != "suit_order" or ends_round(hand):
        return (value,)
    if value == 61:
        # "Equal triplets: higher rank is better."
        return (value, -TRIPLET_ORDER.index(hand[0][1]))
    # "Equal suit points: the suit of the counted cards decides, of several equal suits in one hand
    # the highest counts."
    counted = [
        suit
        for suit in SUIT_ORDER
        if 2 * sum(card_points(card) for card in hand if card[0] == suit) == value
    ]
    return (value, -SUIT_ORDER.index(counted[0]))


def payers(
    options: Options, hands: Sequence[Sequence[str]], closer: int | None = None
) -> list[int]:
    """The seats that have to pay; seats without cards take no part."""
    seats = [seat for seat, hand in enumerate(hands) if hand]
    places = {seat: standing(options, hands[seat]) for seat in seats}
    lowest = [seat for seat in seats if places[seat] == min(places.values())]
    # "If all active players are tied, nobody pays."
    if len(lowest) == len(seats):
        return []
    if options.feuer_all_pay:
        holders = [seat for seat in seats if [card[1] for card in hands[seat]] == ["A"] * 3]
        if holders:
            # "After a FEUER everyone except its holder pays."
            return [seat for seat in seats if seat not in holders]
    # "If the closer is among the lowest, only he pays; else all."
    if options.tie_rule == "closer_pays" and closer in lowest:
        return [closer]
    return lowest


def due(options: Options, hands: Sequence[Sequence[str]], closer: int | None = None) -> list[int]:
    """What each seat owes, in tokens, whether or not it has them."""
    owed = [0] * len(hands)
    for seat in payers(options, hands, closer):
        owed[seat] = 1
    # "A closer who is (tied) lowest pays two tokens."
    if options.closer_lowest_double and closer is not None and owed[closer]:
        lowest = min(standing(options, hand) for hand in hands if hand)
        if standing(options, hands[closer]) == lowest:
            owed[closer] = 2
    return owed


class HosnRound:
    """A round: talon (the dealer keeps or rejects), play, over.

    Args:
        options: The options of the game.
        cards: The deal; seats that are out hold no cards.
        dealer: The dealer's seat.
        tokens: The tokens of each seat before the round, by default those of the start.
    """

    def __init__(
        self,
        options: Options,
        cards: Cards,
        dealer: int | None = None,
        tokens: Sequence[int] | None = None,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in cards.hands]
        self.table = list(cards.talon[:3])
        self.rest = list(cards.talon[3:])
        self.dealer = len(self.hands) - 1 if dealer is None else dealer
        self.tokens = [options.tokens] * len(self.hands) if tokens is None else list(tokens)
        self.phase = "talon"
        self.seat = self.dealer
        self.closer: int | None = None
        self.final_left = 0
        self.passes = 0
        self.turns = 0

    def copy(self) -> "HosnRound":
        """A copy that shares nothing that moves change."""
        new = HosnRound.__new__(HosnRound)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.table = list(self.table)
        new.rest = list(self.rest)
        new.tokens = list(self.tokens)
        return new

    @property
    def active(self) -> list[int]:
        """The seats that take part."""
        return [seat for seat, hand in enumerate(self.hands) if hand]

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.phase == "over"

    @property
    def current(self) -> int | None:
        """The seat to move, or None."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The names of the actions of the seat to move."""
        if self.phase == "talon":
            return ["keep", "reject"]
        if self.phase == "over":
            return []
        # "SWAP_ONE: 9 possible pairs. Exchanging two cards is never allowed."
        swaps = [f"swap:{own}:{card}" for own in self.hands[self.seat] for card in self.table]
        closing = ["close"] if self._may_close() else []
        return [*swaps, "swap_all", "pass", *closing]

    def _may_close(self) -> bool:
        # "Only if nobody has closed in this round."
        if self.closer is not None:
            return False
        # `close_first_orbit` false: "CLOSE is not legal in a player's first turn of the round".
        return self.options.close_first_orbit or self.turns >= len(self.active)

    def apply(self, name: str) -> None:
        """Make a legal move."""
        assert name in self.legal(), (name, self.legal())
        if self.phase == "talon":
            self._choose(name)
            return
        hand = self.hands[self.seat]
        if name == "swap_all":
            self.hands[self.seat], self.table = self.table, hand
        elif name.startswith("swap:"):
            _, own, card = name.split(":")
            hand[hand.index(own)], self.table[self.table.index(card)] = card, own
        if self._goes_on_after(name):
            self._next_turn()
        else:
            self.phase = "over"

    def _choose(self, name: str) -> None:
        if name == "reject":
            # "c1–c3 are laid face up on the table; c4–c6 become his hand."
            self.hands[self.dealer], self.table = self.table, self.hands[self.dealer]
        # "If any active player holds BLITZ or FEUER, the round ends at once, before the first
        # turn."
        if any(ends_round(self.hands[seat]) for seat in self.active):
            self.phase = "over"
            return
        self.phase = "play"
        self._next_turn()

    def _next_turn(self) -> None:
        """Give the turn to the next player."""
        # "Turns go clockwise"; "the active player at the dealer's left begins".
        self.seat = (self.seat + 1) % len(self.hands)
        while not self.hands[self.seat]:
            self.seat = (self.seat + 1) % len(self.hands)

    def _goes_on_after(self, name: str) -> bool:
        """Whether the round goes on after an action; lines as in the rules file's algorithm."""
        players = len(self.active)
        if ends_round(self.hands[self.seat]):
            return False
        if self.closer is not None:
            self.final_left -= 1
            return self.final_left > 0
        if name == "close":
            self.closer = self.seat
            self.final_left = players - 1
            return True
        self.passes = self.passes + 1 if name == "pass" else 0
        if self.passes == players:
            # "The top three cards of the rest pile are laid face up instead. If fewer than three
            # are left the round ends." Without the option it ends in any case.
            if not self.options.refresh_on_all_pass or len(self.rest) < 3:
                return False
            self.table, self.rest = self.rest[:3], self.rest[3:]
            self.passes = 0
        self.turns += 1
        # "If every active player has had 30 turns and nobody has closed, the round ends."
        return self.turns < 30 * players

    def values(self) -> list[Fraction | None]:
        """The value of each hand, None for a seat that takes no part."""
        feuer = self.options.feuer_value
        return [
            Fraction(doubled_value(hand, feuer_value=feuer), 2) if hand else None
            for hand in self.hands
        ]

    def due(self) -> list[int]:
        """What each seat owes when the round is over."""
        return due(self.options, self.hands, self.closer)

    def returns(self) -> list[int]:
        """Minus the tokens that each seat pays; zeros until over."""
        if not self.is_over:
            return [0] * len(self.hands)
        # "He pays nothing, as he has no token"; "with one token left he pays it".
        return [-min(owed, has) for owed, has in zip(self.due(), self.tokens, strict=True)]


class HosnMatch:
    """A match: rounds until one player is left.

    Args:
        options: The options of the game.
        dealer: The first dealer.
    """

    def __init__(self, options: Options, dealer: int) -> None:
        self.options = options
        self.dealer = dealer
        self.tokens = [options.tokens] * options.players
        self.pot = 0
        self.round = 1
        # Of each seat, the round in which it went out; None while it is active.
        self.out_in: list[int | None] = [None] * options.players

    @property
    def active(self) -> list[bool]:
        """Of each seat, whether it still plays: "in or swimming"."""
        return [out is None for out in self.out_in]

    @property
    def swimming(self) -> list[bool]:
        """Of each seat, whether it plays on without tokens."""
        return [
            plays and not tokens for plays, tokens in zip(self.active, self.tokens, strict=True)
        ]

    @property
    def is_over(self) -> bool:
        """Whether only one player is left."""
        return sum(self.active) == 1

    @property
    def winner(self) -> int | None:
        """The last player, or None."""
        return self.active.index(True) if self.is_over else None

    def add(self, owed: Sequence[int]) -> None:
        """Enter what each seat owes after a round; all zeros for one that counts as not played."""
        assert not self.is_over
        for seat, tokens in enumerate(owed):
            if tokens:
                assert self.active[seat]
                self._pay(seat, tokens)
        self.round += 1
        # "The next dealer is the next active player to the left."
        self.dealer = (self.dealer + 1) % self.options.players
        while not self.active[self.dealer]:
            self.dealer = (self.dealer + 1) % self.options.players

    def _pay(self, seat: int, owed: int) -> None:
        # "Tokens > 0: tokens −1, pot +1; then tokens = 0 means swimming. Tokens = 0: out."
        paid = min(owed, self.tokens[seat])
        self.tokens[seat] -= paid
        self.pot += paid
        # `swimming` false: "a player whose tokens are used up is out at once".
        if paid == 0 or (self.tokens[seat] == 0 and not self.options.swimming):
            self.out_in[seat] = self.round

    def results(self) -> list[int]:
        """What each seat has won or lost at the end; zeros until over."""
        winner = self.winner
        if winner is None:
            return [0] * self.options.players
        ends = list(self.tokens)
        ends[winner] += self.pot
        return [tokens - self.options.tokens for tokens in ends]

    def places(self) -> list[int]:
        """The place of each seat: "later out ranks higher; the same round shares the place"."""
        lasted = [self.round if out is None else out for out in self.out_in]
        return [1 + sum(other > own for other in lasted) for own in lasted]
