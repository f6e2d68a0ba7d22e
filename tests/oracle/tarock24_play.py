"""The options, the play and the score of Tarock with 24 cards (rules/tarock24.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import GERMAN24, GERMAN_RANKS, count_straight, tarock24_value

SEATS = 3
HEARTS = "H"
# "bells, leaves, acorns"
OTHERS = ("A", "L", "B")


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    stock_use: str = "any_hearts_declarer"
    overtake: bool = False
    first_lead: str = "forehand"
    base: int = 1
    hearts_factor: int = 1
    schneider: bool = False
    discard_restriction: str = "none"
    all_nein: str = "same_dealer_redeals"
    deals: int = 12


def beats(card: str, other: str, trump: str) -> bool:
    """Whether `card` beats `other`, which was played before it."""
    # "Rank high to low, the same in every suit, trumps included: A X K Ober Unter IX."
    if card[0] == other[0]:
        return GERMAN_RANKS.index(card[1]) < GERMAN_RANKS.index(other[1])
    return card[0] == trump


def winning_card(cards: Sequence[str], trump: str) -> str:
    """The card that wins a trick: "highest trump, else highest card of the suit led"."""
    winning = cards[0]
    for card in cards[1:]:
        if beats(card, winning, trump):
            winning = card
    return winning


def legal_cards(
    options: Options, hand: Sequence[str], trick: Sequence[str], trump: str
) -> list[str]:
    """The legal cards of a hand; `trick` holds the cards in order of play."""
    if not trick:
        return list(hand)
    following = [card for card in hand if card[0] == trick[0][0]]
    trumps = [card for card in hand if card[0] == trump]
    allowed = following or trumps or list(hand)
    if options.overtake:
        # "Of the allowed cards only those that beat the trick's current winner, if any."
        winning = winning_card(trick, trump)
        return [card for card in allowed if beats(card, winning, trump)] or allowed
    return allowed


def legal_discards(options: Options, hand: Sequence[str]) -> list[str]:
    """What the declarer may lay away next."""
    # "No card is barred"; with `no_ace_no_ten` aces and tens are, unless he has nothing else left
    # (the rules file does not think of a hand of eight aces and tens).
    if options.discard_restriction == "no_ace_no_ten":
        return [card for card in hand if card[1] not in "AT"] or list(hand)
    return list(hand)


class Tarock24Play:
    """The play, from the first lead or from any ending.

    Args:
        options: The options of the game.
        hands: The cards of each seat, after any exchange.
        trump: The trump suit.
        declarer: His seat.
        aside: The three cards in front of him: talon, or what he laid away.
        without: Whether he left the talon closed by his own choice, with hearts as trumps.
        leader: The seat that leads; by default as the rules say, with forehand at seat 0.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        trump: str,
        declarer: int,
        *,
        aside: Sequence[str] = (),
        without: bool = False,
        leader: int | None = None,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.trump = trump
        self.declarer = declarer
        self.aside = list(aside)
        self.without = without
        if leader is None:
            leader = first_leader(options, declarer, forehand=0)
        self.seat = leader
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * SEATS
        self.piles: list[list[str]] = [[], [], []]

    def copy(self) -> "Tarock24Play":
        """A copy that shares nothing that moves change."""
        new = object.__new__(Tarock24Play)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.trick = list(self.trick)
        new.tricks = list(self.tricks)
        new.piles = [list(pile) for pile in self.piles]
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
        if self.is_over:
            return []
        trick = [card for _, card in self.trick]
        return legal_cards(self.options, self.hands[self.seat], trick, self.trump)

    def apply(self, name: str) -> None:
        """Play a card."""
        assert name in self.legal(), (name, self.legal())
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) < SEATS:
            self.seat = (self.seat + 1) % SEATS
            return
        cards = [card for _, card in self.trick]
        winning = winning_card(cards, self.trump)
        # "The trick winner leads to the next trick."
        self.seat = next(seat for seat, card in self.trick if card == winning)
        self.tricks[self.seat] += 1
        self.piles[self.seat] += cards
        self.trick = []

    @property
    def points(self) -> list[int]:
        """Card points in the tricks of each seat, without the three cards."""
        return [count_straight(pile, tarock24_value) for pile in self.piles]

    @property
    def card_points(self) -> int:
        """The points of the declarer: "his tricks + the three cards in front of him"."""
        points = self.points[self.declarer] + count_straight(self.aside, tarock24_value)
        others = sum(self.points) - self.points[self.declarer]
        if sum(map(len, self.piles)) + len(self.aside) == len(GERMAN24):
            # "The two defenders' tricks are counted together: 120 - declarer's points."
            assert others == 120 - points
        return points

    @property
    def defenders_points(self) -> int:
        """The points in the tricks of the two defenders."""
        return sum(self.points) - self.points[self.declarer]

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the play is over."""
        if not self.is_over:
            return [0] * SEATS
        paid = settle(
            self.options,
            self.card_points,
            self.defenders_points,
            hearts=self.trump == HEARTS,
            without=self.without,
        )
        return [2 * paid if seat == self.declarer else -paid for seat in range(SEATS)]


def first_leader(options: Options, declarer: int, *, forehand: int) -> int:
    """The seat that leads to the first trick."""
    # "First lead: seat 0"; option `first_lead`: `declarer`.
    return declarer if options.first_lead == "declarer" else forehand


def settle(options: Options, points: int, defenders: int, *, hearts: bool, without: bool) -> int:
    """What each defender pays the declarer; negative if he has lost.

    Args:
        options: The options of the game.
        points: The declarer's card points.
        defenders: The card points of the defenders.
        hearts: Whether hearts are trumps.
        without: Whether the talon was left closed by choice, with hearts as trumps.
    """
    value = options.base * (options.hearts_factor if hearts else 1)
    # "The declarer wins with at least 61; otherwise the defenders have won (60-60 included)."
    won = points >= 61
    if without and won:
        # The source: "If he did not use the talon, with hearts as trumps, he gets double if he
        # wins. If he has lost, he does not pay double." The rules file overlooks its last line and
        # doubles both; the source decides.
        value *= 2
    if options.schneider and (defenders if won else points) <= 30:
        # "Loser with 30 or fewer points pays one more `base`."
        value += options.base
    return value if won else -value
