"""A whole deal of French tarot, from the deal to the score (rules/french_tarot.md)."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import EXCUSE, FRENCH78, KINGS, OUDLERS, PETIT
from tests.oracle.chacha import Stream
from tests.oracle.french_options import (
    BIDS,
    EXCHANGE_BIDS,
    HANDFUL_BONUS,
    Options,
    handful_sizes,
    packet_size,
    playing_seats,
    talon_size,
)
from tests.oracle.french_play import FrenchPlay, is_trump

__all__ = ["Cards", "FrenchDeal", "FrenchPlay", "Options", "deal", "lay_out", "legal_discards"]


@dataclass(frozen=True)
class Cards:
    """Who holds what: the hand of each seat (none for one that sits out) and the talon in order."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()


def gap_count(options: Options) -> int:
    """The gaps between consecutive packets: "the 23 gaps" with four players."""
    return (len(FRENCH78) - talon_size(options)) // packet_size(options) - 1


def lay_out(
    options: Options, pack: Sequence[str], gaps: Sequence[int], dealer: int | None = None
) -> Cards:
    """Deal out a shuffled pack.

    Args:
        options: The options of the game.
        pack: The cards in the order in which they are dealt.
        gaps: The gaps in which a card goes to the talon, all different; gap 0 lies between the
            first and the second packet.
        dealer: The dealer, by default the last seat.
    """
    assert len(set(gaps)) == len(gaps) == talon_size(options)
    assert set(gaps) <= set(range(gap_count(options)))
    seats = playing_seats(options, options.players - 1 if dealer is None else dealer)
    cards = list(pack)
    hands: list[list[str]] = [[] for _ in range(options.players)]
    talon: list[str] = []
    size = packet_size(options)
    for number in range(gap_count(options) + 1):
        hands[seats[number % len(seats)]] += cards[:size]
        del cards[:size]
        # "In each chosen gap one card goes to the talon."
        if number in gaps:
            talon.append(cards.pop(0))
    assert not cards
    return Cards(tuple(map(tuple, hands)), tuple(talon))


def is_petit_sec(hand: Sequence[str]) -> bool:
    """Whether the only trump of a hand is the petit, without the Excuse."""
    return [card for card in hand if is_trump(card) or card == EXCUSE] == [PETIT]


def deal(
    options: Options,
    seed: int,
    index: int = 0,
    pack: Sequence[str] = FRENCH78,
    dealer: int | None = None,
) -> Cards:
    """A deal by lot; `pack` is the order of the cards before the shuffle."""
    stream = Stream(seed, index)
    while True:
        shuffled = [pack[i] for i in stream.shuffle(len(pack))]
        # "Choose 6 different gaps among the 23 gaps between consecutive packets at random."
        count = talon_size(options)
        gaps = stream.shuffle(gap_count(options), count)[:count]
        cards = lay_out(options, shuffled, gaps, dealer)
        # "redeal: a hand whose only trump is the petit, without Excuse, voids the deal". Here it is
        # dealt again at once by the same dealer.
        if options.petit_sec == "none" or not any(map(is_petit_sec, cards.hands)):
            return cards


def legal_discards(hand: Sequence[str]) -> list[str]:
    """What the taker may lay away next."""
    # "A = suit cards that are not kings; |A| >= 6: D subset of A; |A| < 6: D = A plus (6-|A|)
    # trumps from 2..20." Card by card: all of A before the first trump.
    suit_cards = [c for c in hand if not is_trump(c) and c != EXCUSE and c not in KINGS]
    return suit_cards or [card for card in hand if is_trump(card) and card not in OUDLERS]


def legal_handfuls(options: Options, hand: Sequence[str]) -> list[str]:
    """The handfuls a hand may announce; it may be "a smaller handful than he holds"."""
    # "Count = trumps in hand + Excuse."
    count = sum(is_trump(card) or card == EXCUSE for card in hand)
    return [handful for handful, size in handful_sizes(options).items() if count >= size]


def legal_to_show(hand: Sequence[str], size: int, shown: Sequence[str]) -> list[str]:
    """The cards one of which is shown next for a handful of that size."""
    trumps = [card for card in hand if is_trump(card)]
    # "The Excuse is shown only if it is needed to reach the number." "With more trumps than needed
    # the player chooses which to show."
    showable = trumps if len(trumps) >= size else [*trumps, EXCUSE]
    return [card for card in showable if card not in shown]


class FrenchDeal:
    """One deal as a machine of phases: auction, talon, discard, announce, play, over.

    The actions: in the auction `pass` and the bids; in phase talon `king:S` (five players with
    `call_king`); in phase discard the card laid away; in phase announce first the taker
    `announce:slam` or `done`, then each seat from forehand on `handful:single`, `handful:double`,
    `handful:triple` or `done`. Who has announced a handful shows its cards one by one, in any
    order, by their codes. With `before_own_first_card` the handfuls stand beside the cards of a
    seat's first play, and there is no `done`: playing a card forgoes the handful.

    Args:
        options: The options of the game.
        cards: The deal; its hands belong to seats 0, 1, ...
        dealer: The dealer's seat, by default the last, so that seat 0 is forehand.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int | None = None) -> None:
        self.options = options
        self.dealt = cards
        self.dealer = options.players - 1 if dealer is None else dealer
        self.playing = playing_seats(options, self.dealer)
        self.phase = "auction"
        self.history: list[tuple[int, str]] = []
        self._hands = [list(hand) for hand in cards.hands]
        self.talon = list(cards.talon)
        self.bid: str | None = None
        self.declarer: int | None = None
        self.king: str | None = None
        self.partner: int | None = None
        self.taken: list[str] = []
        self.discards: list[str] = []
        self.slam = False
        self.handfuls: dict[int, str] = {}
        self.shown: dict[int, list[str]] = {}
        self.play: FrenchPlay | None = None
        # Who still speaks in this phase, the first of them now.
        self._turns = list(self.playing)
        self._asked_slam = False

    def copy(self) -> "FrenchDeal":
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
    def points(self) -> list[int]:
        """Half-points in what each seat won in tricks, the Excuse booked at once."""
        return [0] * self.options.players if self.play is None else self.play.points

    @property
    def is_void(self) -> bool:
        """Whether all passed: "the deal is void, scores nothing and does not count"."""
        return self.phase == "over" and self.bid is None

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        if self.phase == "over":
            return None
        if self.phase == "play":
            assert self.play is not None
            return self.play.current
        return self.declarer if self.phase in ("talon", "discard") else self._turns[0]

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        seat = self.current
        match self.phase:
            case "auction":
                # "Pass or a bid higher than the highest so far. No holding."
                bids = list(BIDS)
                higher = 0 if self.bid is None else bids.index(self.bid) + 1
                return ["pass", *bids[higher:]]
            case "talon":
                # "The taker calls a king before the talon is turned."
                return ["king:C", "king:D", "king:H", "king:S"]
            case "discard":
                assert seat is not None
                return legal_discards(self._hands[seat])
            case "announce":
                return self._announcements()
            case "play":
                assert seat is not None
                return self._plays(seat)
        return []

    def _plays(self, seat: int) -> list[str]:
        assert self.play is not None
        if self._is_showing(seat):
            return self._to_show(seat)
        return [*self.play.legal(), *self._handfuls_beside_cards(seat)]

    def _announcements(self) -> list[str]:
        seat = self._turns[0]
        if not self._asked_slam:
            return ["announce:slam", "done"]
        if self._is_showing(seat):
            return self._to_show(seat)
        return [*self._handful_calls(seat), "done"]

    def _handful_calls(self, seat: int) -> list[str]:
        handfuls = legal_handfuls(self.options, self.hands[seat])
        return [f"handful:{handful}" for handful in handfuls]

    def _handfuls_beside_cards(self, seat: int) -> list[str]:
        # "One announcement per player", in this option when his first card is due.
        assert self.play is not None
        if self.options.handful_timing != "before_own_first_card" or seat in self.handfuls:
            return []
        has_played = any(who == seat for trick, _ in self.play.past for who, _ in trick)
        return [] if has_played else self._handful_calls(seat)

    def _is_showing(self, seat: int) -> bool:
        """Whether a seat still owes cards of its handful."""
        if seat not in self.handfuls:
            return False
        return len(self.shown[seat]) < handful_sizes(self.options)[self.handfuls[seat]]

    def _to_show(self, seat: int) -> list[str]:
        size = handful_sizes(self.options)[self.handfuls[seat]]
        return legal_to_show(self.hands[seat], size, self.shown[seat])

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        self.history.append((seat, name))
        match self.phase:
            case "auction":
                self._bid(seat, name)
            case "talon":
                self._call_king(seat, name.removeprefix("king:"))
            case "discard":
                self._discard(seat, name)
            case "announce":
                self._announce(seat, name)
            case "play":
                self._play(seat, name)

    def _bid(self, seat: int, call: str) -> None:
        # "Once round; each player speaks exactly once. The highest bidder is the taker."
        del self._turns[0]
        if call != "pass":
            self.bid, self.declarer = call, seat
        if self._turns:
            return
        if self.bid is None:
            self.phase = "over"
        elif self.options.calls_king:
            self.phase = "talon"
        else:
            self._turn_talon()

    def _call_king(self, seat: int, suit: str) -> None:
        self.king = suit
        # "Its holder is his partner; alone (own king or king in the talon)."
        holders = [s for s in self.playing if suit + "K" in self._hands[s]]
        self.partner = next((s for s in holders if s != seat), None)
        self._turn_talon()

    def _turn_talon(self) -> None:
        assert self.declarer is not None
        if self.bid in EXCHANGE_BIDS:
            self.taken, self.talon = self.talon, []
            self._hands[self.declarer] += self.taken
            self.phase = "discard"
        else:
            self._start_announcements()

    def _discard(self, seat: int, card: str) -> None:
        self._hands[seat].remove(card)
        self.discards.append(card)
        if len(self.discards) == len(self.taken):
            self._start_announcements()

    @property
    def open_discards(self) -> list[str]:
        """The laid-away trumps: "those trumps shown face up"."""
        return [card for card in self.discards if is_trump(card)]

    def _start_announcements(self) -> None:
        # "The taker may announce a slam, after the discard and before the first card. Only the
        # taker." Then the handfuls "in seat order".
        assert self.declarer is not None
        self._turns = [self.declarer]
        if self.options.handful_timing == "before_first_lead":
            self._turns += self.playing
        self.phase = "announce"

    def _announce(self, seat: int, name: str) -> None:
        if not self._asked_slam:
            self.slam = name == "announce:slam"
            self._asked_slam = True
            del self._turns[0]
        elif name == "done":
            del self._turns[0]
        else:
            self._announce_handful(seat, name)
            if not self._is_showing(seat):
                del self._turns[0]
        if not self._turns:
            self._start_play()

    def _announce_handful(self, seat: int, name: str) -> None:
        """Take the call of a handful, or a card shown for it."""
        if seat in self.handfuls:
            self.shown[seat].append(name)
            return
        handful = name.removeprefix("handful:")
        assert handful in HANDFUL_BONUS
        self.handfuls[seat] = handful
        self.shown[seat] = []

    def _start_play(self) -> None:
        assert self.bid is not None
        assert self.declarer is not None
        self.play = FrenchPlay(
            self.options,
            self._hands,
            self.bid,
            declarer=self.declarer,
            partner=self.partner,
            dealer=self.dealer,
            talon=self.talon,
            discards=self.discards,
            slam=self.slam,
            handfuls=self.handfuls,
        )
        self.phase = "play"

    def _play(self, seat: int, name: str) -> None:
        assert self.play is not None
        if self._is_showing(seat) or name.startswith("handful:"):
            self._announce_handful(seat, name)
            self.play.handfuls = dict(self.handfuls)
            return
        self.play.apply(name)
        if self.play.is_over:
            self.phase = "over"

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the deal is over, and in a void deal."""
        return [0] * self.options.players if self.play is None else self.play.returns()
