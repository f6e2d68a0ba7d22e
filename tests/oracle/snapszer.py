"""A whole deal of snapszer, from the deal to the score (rules/snapszer.md)."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.chacha import Stream
from tests.oracle.snapszer_options import S3L_BIDS, SUITS, Options
from tests.oracle.snapszer_play import SnapszerPlay

__all__ = ["Cards", "Options", "SnapszerDeal", "SnapszerPlay", "deal", "lay_out"]


@dataclass(frozen=True)
class Cards:
    """Who holds what: the hands from seat 0 on, each in the order it was dealt, and the talon.

    The first four cards of a hand in S3, the first three in S4, are the first packet. The last
    card of the talon of S2 lies face up.
    """

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()


def lay_out(options: Options, pack: Sequence[str]) -> Cards:
    """Deal out a shuffled pack; seat 0 is forehand, who is served first."""
    c = tuple(pack)
    if options.form == "S2":
        # "Non-dealer c[0..2], c[7..8]; dealer c[3..5], c[9..10]; trump card c[6]; draw order
        # c[11], ..., c[19], c[6]."
        hands = (c[0:3] + c[7:9], c[3:6] + c[9:11])
        return Cards(hands, (*c[11:20], c[6]))
    # "S3: 4 cards to each, then 4 more"; "S4: 3 cards to each, then 3 more"; "S3L: 4 + 4".
    n = options.players
    size = 3 if options.form == "S4" else 4
    first = [c[size * seat : size * (seat + 1)] for seat in range(n)]
    second = [c[size * (n + seat) : size * (n + seat + 1)] for seat in range(n)]
    return Cards(tuple(a + b for a, b in zip(first, second, strict=True)))


def deal(options: Options, seed: int, index: int = 0) -> Cards:
    """The deal of that seed and index."""
    pack = options.pack
    return lay_out(options, [pack[i] for i in Stream(seed, index).shuffle(len(pack))])


class SnapszerDeal:
    """One deal as a machine of phases: auction, announce, kontra, play, over.

    The auction is that of S3L. `announce` asks the declarer: in S3 and S3L for `trump:H`, in S4
    for `call:HA` and then for `game` or `snapszer`. Kontra is `kontra:game` or `pass`.

    Args:
        options: The options of the game.
        cards: The deal.
        dealer: The dealer's seat, by default the last, so that seat 0 is forehand.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int | None = None) -> None:
        self.options = options
        self.dealt = cards
        self.seats = options.players
        dealer = self.seats - 1 if dealer is None else dealer
        self.forehand = (dealer + 1) % self.seats
        self.history: list[tuple[int, str]] = []
        self.declarer: int | None = None
        self.partner: int | None = None
        self.called: str | None = None
        self.trump: str | None = None
        self.bid: str | None = None
        self.kontra = 0
        self.play: SnapszerPlay | None = None
        # "Given up by the option s4_called_card_self = redeal (same dealer)."
        self.is_void = False
        self._asked: int | None = self.forehand
        self._kontra_to_ask: list[int] = []
        self.phase = "announce"
        if options.form == "S2":
            # "1 card face up: its suit is trump."
            self.bid, self.trump = "game", cards.talon[-1][0]
            self._start_play()
        elif options.form == "S3L":
            self.phase = "auction"
        else:
            # "Forehand is the declarer."
            self.declarer = self.forehand

    def copy(self) -> "SnapszerDeal":
        """A copy that shares nothing that moves change."""
        return copy.deepcopy(self)

    @property
    def hands(self) -> list[list[str]]:
        """The hand of each seat, the cards not yet picked up among them."""
        return list(map(list, self.dealt.hands)) if self.play is None else self.play.hands

    @property
    def stock(self) -> list[str]:
        """The talon of S2, the next card first."""
        return [] if self.play is None else self.play.talon

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick on the table: seat and card."""
        return [] if self.play is None else self.play.trick

    @property
    def tricks(self) -> list[int]:
        """Tricks won by each seat."""
        return [0] * self.seats if self.play is None else self.play.tricks

    @property
    def points(self) -> list[int]:
        """Card points of the tricks of each seat."""
        return [0] * self.seats if self.play is None else self.play.points

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        return self._asked if self.play is None else self.play.current

    @property
    def first_packet(self) -> tuple[str, ...]:
        """What the declarer has seen when he is asked first."""
        assert self.declarer is not None
        hand = self.dealt.hands[self.declarer]
        return hand[: 3 if self.options.form == "S4" else 4]

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        if self.play is not None:
            return self.play.legal()
        match self.phase:
            case "auction":
                # "Pass or a bid strictly higher than the highest bid so far; jumps allowed."
                lowest = 0 if self.bid is None else S3L_BIDS.index(self.bid) + 1
                return ["pass", *S3L_BIDS[lowest:]]
            case "announce":
                return self._announcements()
            case "kontra":
                # "The holder of the called card may not kontra (his only legal call is pass)."
                return ["pass"] if self._asked == self.partner else ["kontra:game", "pass"]
        return []

    def _announcements(self) -> list[str]:
        options = self.options
        if options.form == "S4":
            if self.called is not None:
                return ["game", "snapszer"]
            # "Any rank, that is not among his three."
            return [
                f"call:{card}"
                for card in options.pack
                if options.s4_call_own or card not in self.first_packet
            ]
        if options.form == "S3" and options.s3_trump_must_be_held:
            held = {card[0] for card in self.first_packet}
            return [f"trump:{suit}" for suit in SUITS if suit in held]
        return [f"trump:{suit}" for suit in SUITS]

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        self.history.append((seat, name))
        if self.play is not None:
            self.play.apply(name)
            if self.play.current is None:
                self.phase = "over"
        elif self.phase == "auction":
            self._bid(seat, name)
        elif self.phase == "announce":
            self._announce(seat, name)
        else:
            self._double(seat, name)

    def _bid(self, seat: int, name: str) -> None:
        if name != "pass":
            self.bid, self.declarer = name, seat
        # "Each player speaks exactly once, the dealer last."
        self._asked = (seat + 1) % self.seats
        if self._asked != self.forehand:
            return
        if self.declarer is None:
            self.bid = "mizer"
            self._start_play()
            return
        self._asked, self.phase = self.declarer, "announce"

    def _announce(self, seat: int, name: str) -> None:
        word, _, argument = name.partition(":")
        if word == "trump":
            self.trump = argument
            self.bid = self.bid or "game"
            self._start_kontra()
        elif word == "call":
            # "Its suit is trump; its holder is the declarer's partner."
            self.called, self.trump = argument, argument[0]
            holder = next(s for s, hand in enumerate(self.dealt.hands) if argument in hand)
            if holder != seat:
                self.partner = holder
            elif self.options.s4_called_card_self == "redeal" and (
                argument not in self.first_packet
            ):
                self.is_void, self.phase, self._asked = True, "over", None
        else:
            self.bid = word
            self._start_kontra()

    def _start_kontra(self) -> None:
        assert self.declarer is not None
        if self.options.kontra == "off":
            self._start_play()
            return
        # "In turn from next(declarer)."
        self.phase = "kontra"
        self._kontra_to_ask = [(self.declarer + i) % self.seats for i in range(1, self.seats)]
        self._asked = self._kontra_to_ask.pop(0)

    def _double(self, seat: int, name: str) -> None:
        if name == "kontra:game":
            self.kontra += 1
            if self.kontra == 1:
                # "As soon as one has said kontra, the round stops. Then the declarer may say
                # rekontra or pass."
                self._kontra_to_ask = []
                self._asked = self.declarer
                return
        elif seat != self.declarer and self._kontra_to_ask:
            self._asked = self._kontra_to_ask.pop(0)
            return
        self._start_play()

    def _start_play(self) -> None:
        assert self.bid is not None
        # "First lead: S2 non-dealer; S3, S4, S3L the declarer; mizer: forehand."
        self.play = SnapszerPlay(
            self.options,
            self.dealt.hands,
            bid=self.bid,
            trump=self.trump,
            declarer=self.declarer,
            partner=self.partner,
            called=self.called,
            leader=self.forehand if self.declarer is None else self.declarer,
            talon=self.dealt.talon,
            kontra=self.kontra,
        )
        self.phase = "play"

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the deal is over, and if it is void."""
        return [0] * self.seats if self.play is None else self.play.returns()
