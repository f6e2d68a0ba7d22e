"""The play of Slovenian tarok for three and four, and what it comes to."""

from collections.abc import Collection, Mapping, Sequence

from tests.oracle import tarok_score
from tests.oracle.cards import (
    KINGS,
    MOND,
    PAGAT,
    SKIS,
    TAROK54,
    TRULL,
    count54,
    suit_of,
    tarok_suit_cards,
    thirds54,
)
from tests.oracle.tarok_auction import DECLARER
from tests.oracle.tarok_options import (
    NEGATIVE,
    POINT_CONTRACTS,
    TALON_TAKEN,
    VALAT_BIDS,
    Options,
)


def outranks(card: str, other: str) -> bool:
    """Whether `card` beats `other`: the higher of one suit, or a tarokk against a suit card."""
    if suit_of(card) != suit_of(other):
        return suit_of(card) == "T"
    if suit_of(card) == "T":
        return int(card[1:]) > int(other[1:])
    order = tarok_suit_cards(suit_of(card))
    return order.index(card) < order.index(other)


def winning_card(options: Options, contract: str, cards: Sequence[str]) -> str:
    """The card that wins, or is winning, a trick whose cards are given in order of play."""
    led = suit_of(cards[0])
    # Colour valat: the suit that is led is not trumped. The rules file gives the bid without
    # saying so; it is what the bid means where it is played (OpenSpiel).
    colour = contract == "colour_valat_without" and led != "T"
    if options.emperor_trick and not colour and all(card in cards for card in TRULL):
        # "Pagat, Mond, Škis in one trick -> Pagat wins."
        return PAGAT
    winning = cards[0]
    for card in cards[1:]:
        if colour and suit_of(card) == "T":
            continue
        # "The highest tarokk; without tarokk, the highest card of the suit led."
        if outranks(card, winning):
            winning = card
    return winning


def legal_cards(
    options: Options, contract: str, hand: Sequence[str], trick: Sequence[str]
) -> list[str]:
    """`legal_cards(hand, trick)` of the rules file; `trick` holds the cards in order of play."""
    negative = contract in NEGATIVE
    must_overtake = False
    cards = list(hand)
    if trick:
        led = suit_of(trick[0])
        winning = winning_card(options, contract, trick)
        following = [card for card in hand if suit_of(card) == led]
        tarokks = [card for card in hand if suit_of(card) == "T"]
        if following:
            cards = following
            # "False if L is a plain suit already trumped."
            must_overtake = suit_of(winning) == led
        elif tarokks:
            cards = tarokks
            must_overtake = suit_of(winning) == "T"
        emperor = options.emperor_trick and MOND in trick and SKIS in trick
        if emperor and negative and PAGAT in cards:
            # "A player who must play a tarokk to a trick with Mond and Škis then has to play the
            # Pagat if he holds it." If the Pagat is among the cards, all of them are tarokks.
            return [PAGAT]
    if must_overtake and contract in options.overtake_contracts:
        higher = [card for card in cards if outranks(card, winning)]
        cards = higher or cards
    if negative and options.pagat_last and len(cards) > 1:
        # "The Pagat may be played only when no other card is legal."
        cards = [card for card in cards if card != PAGAT]
    return cards


class TarokPlay:
    """The play for three or four, from the first lead or from any ending.

    Args:
        options: The options of the game.
        hands: The cards of each seat, after exchange and discards.
        contract: Its id.
        declarer: His seat; None in klop.
        partner: The seat that holds the called king, if another plays with the declarer.
        king: The suit of the called king.
        leader: The seat that leads; by default as the rules say, with forehand at seat 0.
        talon: The cards left in the talon, in order.
        taken: The cards the declarer took from the talon.
        discards: The cards he laid away.
        announced: The items the declarer announced, or all items with the side that announced each.
        kontra: The level of each object.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        contract: str,
        *,
        declarer: int | None = None,
        partner: int | None = None,
        king: str | None = None,
        leader: int | None = None,
        talon: Sequence[str] = (),
        taken: Sequence[str] = (),
        discards: Sequence[str] = (),
        announced: Mapping[str, str] | Collection[str] = (),
        kontra: Mapping[str, int] | None = None,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.contract = contract
        self.declarer = None if contract == "klop" else declarer
        self.partner = partner
        self.king = None if king is None else king + "K"
        self.talon = list(talon)
        self.taken = list(taken)
        self.discards = list(discards)
        if not isinstance(announced, Mapping):
            announced = dict.fromkeys(announced, DECLARER)
        self.announced = dict(announced)
        self.kontra = dict(kontra or {})
        if leader is None:
            leader = first_leader(contract, declarer, forehand=0)
        self.seat = leader
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * options.players
        # What each seat won: tricks, and talon cards that came with them.
        self.piles: list[list[str]] = [[] for _ in range(options.players)]
        self.last_trick: list[tuple[int, str]] = []
        self.last_winner: int | None = None
        self.mond_lost_by: int | None = None

    def copy(self) -> "TarokPlay":
        """A copy that shares nothing that moves change."""
        new = object.__new__(TarokPlay)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.talon = list(self.talon)
        new.trick = list(self.trick)
        new.tricks = list(self.tricks)
        new.piles = [list(pile) for pile in self.piles]
        return new

    def is_declarers(self, seat: int) -> bool:
        """Whether the seat is of the declarer's side."""
        return self.declarer is not None and seat in (self.declarer, self.partner)

    def side_tricks(self, *, declarers: bool) -> int:
        """The tricks one side has won."""
        return sum(
            won for seat, won in enumerate(self.tricks) if self.is_declarers(seat) == declarers
        )

    @property
    def is_over(self) -> bool:
        """Whether the play has ended, by the last card or early."""
        if self.trick:
            return False
        if not any(self.hands):
            return True
        # "Beggar and open beggar end when the declarer has won a trick; piccolo ends when he has
        # won two."
        if self.declarer is not None:
            own = self.tricks[self.declarer]
            if self.contract in ("beggar", "open_beggar") and own >= 1:
                return True
            if self.contract == "piccolo" and own >= 2:
                return True
        # "An announced valat ends when the opponents win a trick." So does a bid one (OpenSpiel;
        # the rules file does not say).
        side = DECLARER if self.contract in VALAT_BIDS else self.announced.get("valat")
        return side is not None and self.side_tricks(declarers=side != DECLARER) > 0

    @property
    def current(self) -> int | None:
        """The seat to play, or None."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The cards the seat to play may play."""
        if self.is_over:
            return []
        trick = [card for _, card in self.trick]
        return legal_cards(self.options, self.contract, self.hands[self.seat], trick)

    def apply(self, name: str) -> None:
        """Play a card."""
        assert name in self.legal(), (name, self.legal())
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) < self.options.players:
            self.seat = (self.seat + 1) % self.options.players
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        cards = [card for _, card in self.trick]
        winning = winning_card(self.options, self.contract, cards)
        winner = next(seat for seat, card in self.trick if card == winning)
        self.tricks[winner] += 1
        self.piles[winner] += cards
        if self.contract == "klop" and self.options.klop_talon_gift and self.talon:
            # "Winner of each of the first six tricks also gets the next talon card."
            self.piles[winner].append(self.talon.pop(0))
        if self.king is not None and self.king in self.taken and winning == self.king:
            # "If the declarer took the group with the called king and later wins a trick with that
            # king, all the remaining talon cards go to his pile at once."
            self.piles[winner] += self.talon
            self.talon = []
        if MOND in cards and winning in (SKIS, PAGAT):
            # "The player whose Mond is taken by the Škis (with emperor_trick also by the Pagat)."
            self.mond_lost_by = next(seat for seat, card in self.trick if card == MOND)
        self.last_trick, self.last_winner = self.trick, winner
        self.trick = []
        # "The winner of a trick leads to the next one."
        self.seat = winner

    def pile(self, *, declarers: bool) -> list[str]:
        """What one side has won in tricks, with talon cards that came with them."""
        return [
            card
            for seat, cards in enumerate(self.piles)
            if self.is_declarers(seat) == declarers
            for card in cards
        ]

    @property
    def card_points(self) -> int:
        """P, the official count of the declarer's side: tricks and the declarer's discards."""
        declarers = self.pile(declarers=True) + self.discards
        points = count54(declarers)
        # "Opponents 70 - P", once every card has been counted: their tricks and the talon that
        # was not taken.
        others = self.pile(declarers=False) + self.talon
        if len(declarers) + len(others) == len(TAROK54):
            assert count54(others) == 70 - points
        return points

    @property
    def points(self) -> list[int]:
        """Thirds of a point in the tricks of each seat and the talon cards won with them."""
        return [thirds54(pile) for pile in self.piles]

    def _achieved(self, cards: Sequence[str]) -> int:
        """Which side has all these cards in what it won: +1 declarer's, -1 opponents, 0 none."""
        # "Trula and kings look only at cards taken in tricks (plus talon cards won by the called
        # king), not at the untaken talon."
        if all(card in self.pile(declarers=True) for card in cards):
            return 1
        return -1 if all(card in self.pile(declarers=False) for card in cards) else 0

    def outcome(self) -> tarok_score.Outcome:
        """What happened, as scoring asks for it. Not for klop."""
        assert self.declarer is not None
        pagat_ultimo = pagat_failed = king_ultimo = valat = 0
        if self.last_winner is not None and not any(self.hands):
            sign = 1 if self.is_declarers(self.last_winner) else -1
            played = {card: seat for seat, card in self.last_trick}
            if PAGAT in played:
                # "Pagat ultimo: win the last trick with the Pagat."
                if played[PAGAT] == self.last_winner:
                    pagat_ultimo = sign
                elif self.is_declarers(played[PAGAT]) != self.is_declarers(self.last_winner):
                    pagat_failed = sign
            if self.king in played:
                # "Called king in the last trick; for the declarer's side if it wins that trick."
                king_ultimo = sign
            # "Valat: win every trick."
            if self.side_tricks(declarers=sign == -1) == 0:
                valat = sign
        return tarok_score.Outcome(
            points=self.card_points,
            tricks=self.tricks[self.declarer],
            trula=self._achieved(TRULL),
            kings=self._achieved(KINGS),
            pagat_ultimo=pagat_ultimo,
            pagat_failed=pagat_failed,
            king_ultimo=king_ultimo,
            valat=valat,
        )

    def value(self) -> int:
        """V, what each of the declarer's side scores. Not for klop."""
        return tarok_score.value(
            self.options,
            self.contract,
            self.outcome(),
            announced=self.announced,
            kontra=self.kontra,
        )

    def mond_payer(self) -> int | None:
        """The seat that pays the personal penalty for the Mond."""
        # "In positive contracts." A bid valat is not for points and is left out (OpenSpiel).
        if self.contract not in POINT_CONTRACTS:
            return None
        if self.taken and MOND in self.talon:
            # "Or of the declarer who leaves it in the talon after an exchange."
            return self.declarer
        return self.mond_lost_by

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the play is over."""
        scores = [0] * self.options.players
        if not self.is_over:
            return scores
        if self.contract == "klop":
            counts = [count54(pile) for pile in self.piles]
            return tarok_score.klop(self.options, counts, self.tricks)
        value = self.value()
        both = self.options.settlement == "both_sides"
        for seat in range(self.options.players):
            # "Every member of the declarer's side scores +V, every opponent -V."
            if self.is_declarers(seat):
                scores[seat] = value
            elif both:
                scores[seat] = -value
        payer = self.mond_payer()
        if payer is not None:
            scores[payer] -= self.options.captured_mond_penalty
        return scores


def first_leader(contract: str, declarer: int | None, *, forehand: int) -> int:
    """The first lead: "forehand in klop and in three ... solo one; the declarer in" the others."""
    if contract == "klop" or contract in TALON_TAKEN:
        return forehand
    assert declarer is not None
    return declarer
