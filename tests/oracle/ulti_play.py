"""The play of ulti, and what it comes to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tests.oracle import ulti_score
from tests.oracle.cards import GERMAN_SUITS, ulti_value
from tests.oracle.ulti_auction import SEATS, next_seat
from tests.oracle.ulti_bids import Bid, Options

# "Rank, high to low."
TRUMP_GAME_RANKS = ("A", "T", "K", "O", "U", "9", "8", "7")
NO_TRUMP_RANKS = ("A", "K", "O", "U", "T", "9", "8", "7")


def outranks(card: str, other: str, trump: str | None) -> bool:
    """`rank(c) > rank(w)` for two cards of one suit."""
    ranks = NO_TRUMP_RANKS if trump is None else TRUMP_GAME_RANKS
    return ranks.index(card[1]) < ranks.index(other[1])


def winning_card(cards: Sequence[str], trump: str | None) -> str:
    """The card that wins, or is winning, a trick whose cards are given in order of play."""
    # "The trick goes to the highest trump in it, otherwise to the highest card of the suit led."
    trumps = [card for card in cards if card[0] == trump]
    rivals = trumps or [card for card in cards if card[0] == cards[0][0]]
    best = rivals[0]
    for card in rivals[1:]:
        if outranks(card, best, trump):
            best = card
    return best


def legal_cards(hand: Sequence[str], trick: Sequence[str], trump: str | None) -> list[str]:
    """`legal(hand, trick, trump)` of the rules file."""
    if not trick:
        return list(hand)
    led = trick[0][0]
    winning = winning_card(trick, trump)
    following = [card for card in hand if card[0] == led]
    if following:
        if winning[0] == led:
            # "Must overtake if able."
            return [card for card in following if outranks(card, winning, trump)] or following
        # "Trick already trumped: any card of the led suit."
        return following
    trumps = [card for card in hand if card[0] == trump]
    if trumps:
        if winning[0] == trump:
            # "Must overtrump if able, else must still trump."
            return [card for card in trumps if outranks(card, winning, trump)] or trumps
        return trumps
    return list(hand)


class UltiPlay:
    """The play of one deal, from the first lead or from any ending.

    Args:
        options: The options of the game.
        hands: The cards of each seat, after the talon was laid down.
        bid: The contract.
        declarer: His seat.
        trump: The suit, in a trump game.
        leader: The seat that leads; by default the declarer.
        talon: The two cards laid down.
        kontra: The level of each object.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        bid: Bid,
        declarer: int,
        *,
        trump: str | None = None,
        leader: int | None = None,
        talon: Sequence[str] = (),
        kontra: Mapping[str, int] | None = None,
    ) -> None:
        assert (trump is not None) == bid.is_trump_game
        self.options = options
        # "Counted from the ten cards a player holds when play begins."
        self.dealt = [tuple(hand) for hand in hands]
        self.hands = [list(hand) for hand in hands]
        self.bid = bid
        self.declarer = declarer
        self.trump = trump
        self.talon = list(talon)
        self.kontra = dict(kontra or {})
        # "The declarer leads to trick 1."
        self.seat = declarer if leader is None else leader
        self.trick: list[tuple[int, str]] = []
        self.piles: list[list[str]] = [[] for _ in range(SEATS)]
        self.tricks = [0] * SEATS
        # The last trick of the deal, and who won it.
        self.last_trick: list[tuple[int, str]] = []
        self.last_winner: int | None = None

    def copy(self) -> "UltiPlay":
        """A copy that shares nothing that moves change."""
        twin = UltiPlay(
            self.options,
            self.dealt,
            self.bid,
            self.declarer,
            trump=self.trump,
            leader=self.seat,
            talon=self.talon,
            kontra=self.kontra,
        )
        twin.hands = [list(hand) for hand in self.hands]
        twin.trick = list(self.trick)
        twin.piles = [list(pile) for pile in self.piles]
        twin.tricks = list(self.tricks)
        twin.last_trick = list(self.last_trick)
        twin.last_winner = self.last_winner
        return twin

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        if not any(self.hands) and not self.trick:
            return True
        # "Early end: in B alone the deal ends when the declarer wins a trick; in D alone when a
        # defender wins a trick."
        if self.bid.components == ("B",):
            return self.tricks[self.declarer] > 0
        if self.bid.components == ("D",):
            return sum(self.tricks) > self.tricks[self.declarer]
        return False

    @property
    def current(self) -> int | None:
        """The seat to play."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The cards that may be played."""
        if self.is_over:
            return []
        hand = self.hands[self.seat]
        cards = legal_cards(hand, [card for _, card in self.trick], self.trump)
        protected = self.options.ulti_seven_protected and "U" in self.bid.components
        if protected and self.seat == self.declarer and len(hand) > 1:
            # "The declarer may not play the trump Seven before trick 10 if he has another legal
            # card."
            cards = [card for card in cards if card != f"{self.trump}7"] or cards
        return cards

    def apply(self, card: str) -> None:
        """Play a card."""
        assert card in self.legal(), card
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < SEATS:
            self.seat = next_seat(self.seat)
            return
        cards = [played for _, played in self.trick]
        best = winning_card(cards, self.trump)
        winner = next(seat for seat, played in self.trick if played == best)
        self.piles[winner] += cards
        self.tricks[winner] += 1
        self.last_trick, self.last_winner = self.trick, winner
        self.trick = []
        self.seat = winner

    @property
    def points(self) -> list[int]:
        """The points of each seat in tricks won so far: Aces, Tens, and the last trick.

        In a no-trump game there are none.
        """
        if self.trump is None:
            return [0] * SEATS
        points = [sum(map(ulti_value, pile)) for pile in self.piles]
        if self.is_over and self.last_winner is not None:
            points[self.last_winner] += 10
        return points

    @property
    def marriages(self) -> list[tuple[int, bool]]:
        """Of each seat how many 20s it holds, and whether the 40."""
        return [
            (
                sum(
                    {suit + "K", suit + "O"} <= set(hand)
                    for suit in GERMAN_SUITS
                    if suit != self.trump
                ),
                self.trump is not None and {self.trump + "K", self.trump + "O"} <= set(hand),
            )
            for hand in self.dealt
        ]

    @property
    def public_marriages(self) -> list[tuple[int, bool] | None]:
        """The marriages of each seat as far as the table knows them."""
        # "In a trump game, when a player plays his card to trick 1, the number of his 20s and
        # whether he has the 40 become public"; option `marriage_public`.
        public = self.trump is not None and self.options.marriage_public == "first_trick"
        return [
            marriages if public and len(self.hands[seat]) < len(self.dealt[seat]) else None
            for seat, marriages in enumerate(self.marriages)
        ]

    @property
    def is_open(self) -> bool:
        """Whether the declarer's cards lie open to both defenders."""
        if not self.bid.is_open:
            return False
        return self.options.open_moment != "after_first_trick" or sum(self.tricks) > 0

    def outcome(self) -> ulti_score.Outcome:
        """What scoring asks for."""
        assert self.is_over
        mine = self.piles[self.declarer]
        theirs = [c for seat, pile in enumerate(self.piles) if seat != self.declarer for c in pile]
        talon = [ulti_value(card) for card in self.talon]
        # "Aces and Tens in the talon count for the defenders"; option `talon_points`.
        to = self.options.talon_points
        seven = next(
            (seat for seat, card in self.last_trick if card == f"{self.trump}7"),
            None,
        )
        seven_won = (
            seven is not None
            and winning_card([card for _, card in self.last_trick], self.trump) == f"{self.trump}7"
        )
        return ulti_score.Outcome(
            declarer=self.declarer,
            declarer_cards=sum(map(ulti_value, mine)),
            defenders_cards=sum(map(ulti_value, theirs)),
            declarer_talon=sum(talon) if to == "declarer" else 0,
            defenders_talon=sum(talon) if to == "defenders" else 0,
            last_winner=self.last_winner,
            tricks=tuple(self.tricks),
            marriages=tuple(self.marriages),
            aces=sum(card[1] == "A" for card in mine),
            tens=sum(card[1] == "T" for card in mine),
            seven=seven,
            seven_won=seven_won,
        )

    def returns(self) -> list[int | Fraction]:
        """The score of each seat."""
        if not self.is_over:
            return [0] * SEATS
        return ulti_score.scores(self.options, self.bid, self.outcome(), self.kontra)
