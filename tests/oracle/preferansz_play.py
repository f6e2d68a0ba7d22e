"""The contracts of preferansz, its play and what is paid (rules/preferansz.md)."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SEATS = 3
# "Card rank in every suit and every game: Ace, King, Over, Under, Ten, Nine, Eight, Seven."
RANKS = ("A", "K", "O", "U", "T", "9", "8", "7")
PACK = tuple(suit + rank for suit in ("A", "L", "B", "H") for rank in RANKS)

# "Acorns 1, Leaves 2, Bells 3, Hearts 4, Betli 5, Szanzadu 6", ascending.
BASE = {"acorns": 1, "leaves": 2, "bells": 3, "hearts": 4, "betli": 5, "szanzadu": 6}
TRUMPS = {"acorns": "A", "leaves": "L", "bells": "B", "hearts": "H"}
NO_TRUMP = ("betli", "szanzadu")
HAND = "hand_"


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    hand_value: str = "plus_one"
    hand_rank: str = "above_all_plain"
    hand_after_auction: bool = True
    volat_value: str = "double"
    volat_allowed: bool = True
    talon_in_no_trump: bool = True
    talon_exposed: bool = True
    may_raise_after_talon: bool = False
    first_lead: str = "forehand"
    must_overtake: bool = False
    szanzadu_tricks: int = 10
    forehand_hold: bool = False
    all_pass: str = "redeal_next_dealer"
    kontra: str = "off"
    direction: str = "left"
    match_deals: int = 9


@dataclass(frozen=True)
class Contract:
    """What is played: the plain game, whether from the hand, and whether volat was announced."""

    game: str
    hand: bool = False
    volat: bool = False

    @property
    def trump(self) -> str | None:
        """The trump suit, or None: "trump = none in betli and szanzadu"."""
        return TRUMPS.get(self.game)


def contract(bid: str, *, volat: bool = False) -> Contract:
    """The contract of a bid by its id."""
    return Contract(bid.removeprefix(HAND), bid.startswith(HAND), volat)


def has_hand_version(options: Options, game: str) -> bool:
    """Whether a game can be played from the hand for more than its plain value."""
    # talon_in_no_trump false: "betli and szanzadu are always played without the talon, at plain
    # value, and have no hand version".
    return options.talon_in_no_trump or game not in NO_TRUMP


def value(options: Options, played: Contract) -> int:
    """The value `v` that passes between the declarer and each defender."""
    worth = BASE[played.game]
    if played.hand:
        # plus_one: "v = base + (1 if hand game)"; double: "base x 2".
        worth = worth * 2 if options.hand_value == "double" else worth + 1
    if played.volat:
        # "v * 2 if volat was announced"; triple; plus_six: "v + 6".
        match options.volat_value:
            case "double":
                worth *= 2
            case "triple":
                worth *= 3
            case "plus_six":
                worth += 6
    return worth


def beats(card: str, other: str, trump: str | None) -> bool:
    """Whether `card` beats `other`, which was played before it."""
    if card[0] == other[0]:
        return RANKS.index(card[1]) < RANKS.index(other[1])
    return card[0] == trump


def winning_card(cards: Sequence[str], trump: str | None) -> str:
    """The card that wins a trick, its cards in order of play."""
    # "The highest trump in it, otherwise the highest card of the suit led."
    winning = cards[0]
    for card in cards[1:]:
        if beats(card, winning, trump):
            winning = card
    return winning


def legal_cards(
    options: Options, hand: Sequence[str], trick: Sequence[str], trump: str | None
) -> list[str]:
    """The legal cards of a hand; `trick` holds the cards on the table in order of play."""
    if not trick:
        return list(hand)
    following = [card for card in hand if card[0] == trick[0][0]]
    trumps = [card for card in hand if card[0] == trump]
    # "Follow suit"; "void: must trump"; else "return hand".
    allowed = following or trumps or list(hand)
    if options.must_overtake:
        # "Must beat the winning card if able, within the legal set."
        winning = winning_card(trick, trump)
        return [card for card in allowed if beats(card, winning, trump)] or allowed
    return allowed


def first_leader(options: Options, played: Contract, declarer: int, forehand: int) -> int:
    """The seat of the first lead."""
    match options.first_lead:
        case "declarer":
            return declarer
        case "declarer_except_szanzadu":
            # "Szanzadu: the declarer's right-hand neighbour": the one who plays before him.
            return (declarer - 1) % SEATS if played.game == "szanzadu" else declarer
        case _:
            # "First lead: forehand, whoever is declarer."
            return forehand


class PreferanszPlay:
    """The play of one contract, from the first lead or from any ending.

    In an ending shorter than ten tricks, "all ten tricks" means every trick that is played, and six
    tricks remain six.

    Args:
        options: The options of the game.
        hands: The cards of each seat, after the exchange.
        played: The contract.
        declarer: The seat that plays alone.
        leader: The seat that leads.
        kontra: The level of each defender who said kontra: 1 kontra, 2 rekontra.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        played: Contract,
        *,
        declarer: int,
        leader: int,
        kontra: Mapping[int, int] | None = None,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.contract = played
        self.declarer = declarer
        self.seat = leader
        self.kontra = dict(kontra or {})
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * SEATS

    def copy(self) -> "PreferanszPlay":
        """A copy that shares nothing that moves change."""
        return copy.deepcopy(self)

    @property
    def defenders_tricks(self) -> int:
        """The tricks of the two defenders together."""
        return sum(self.tricks) - self.tricks[self.declarer]

    @property
    def is_every_trick(self) -> bool:
        """Whether the task is to win all tricks."""
        if self.contract.volat:
            return True
        return self.contract.game == "szanzadu" and self.options.szanzadu_tricks == 10

    @property
    def is_lost(self) -> bool:
        """Whether the contract is lost already."""
        # "Betli: the declarer has a trick; szanzadu and volat: a defender has a trick; suit game:
        # the defenders together have 5 tricks; szanzadu with szanzadu_tricks = 6 like a suit game."
        if self.contract.game == "betli":
            return self.tricks[self.declarer] > 0
        if self.is_every_trick:
            return self.defenders_tricks > 0
        return self.defenders_tricks >= 5

    @property
    def is_won(self) -> bool:
        """Whether the contract is won, once the deal is over."""
        # "Suit game t >= 6; volat t = 10; betli t = 0; szanzadu t = 10."
        if self.contract.game == "betli" or self.is_every_trick:
            return not self.is_lost
        return self.tricks[self.declarer] >= 6

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended: "at once when the contract is lost", else with the cards."""
        return not self.trick and (self.is_lost or not any(self.hands))

    @property
    def current(self) -> int | None:
        """The seat to play, or None."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The cards the seat to play may play."""
        table = [card for _, card in self.trick]
        return legal_cards(self.options, self.hands[self.seat], table, self.contract.trump)

    def apply(self, name: str) -> None:
        """Play a card."""
        assert self.current is not None
        assert name in self.legal(), (name, self.legal())
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) < SEATS:
            self.seat = (self.seat + 1) % SEATS
            return
        winning = winning_card([card for _, card in self.trick], self.contract.trump)
        # "Then the winner of each trick leads."
        self.seat = next(seat for seat, card in self.trick if card == winning)
        self.tricks[self.seat] += 1
        self.trick = []

    def returns(self) -> list[int]:
        """The payments; zeros until the deal is over."""
        if not self.is_over:
            return [0] * SEATS
        worth = value(self.options, self.contract)
        scores = [0] * SEATS
        for seat in range(SEATS):
            if seat == self.declarer:
                continue
            # "Each defender pays v to the declarer" or is paid v; "each defender's payment is
            # multiplied by his own factor": kontra x2, rekontra x4.
            paid = worth * 2 ** self.kontra.get(seat, 0)
            if not self.is_won:
                paid = -paid
            scores[seat] -= paid
            scores[self.declarer] += paid
        return scores
