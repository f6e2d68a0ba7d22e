"""A whole deal of Slovenian tarok, from the deal to the score (rules/slovenian_tarok.md)."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import KINGS, TAROK54, TRULL, suit_of
from tests.oracle.chacha import Stream
from tests.oracle.tarok_auction import Announcements, Auction, Kontra, TwoPlayerAuction
from tests.oracle.tarok_options import KING_CONTRACTS, TALON_TAKEN, Options, preset
from tests.oracle.tarok_play import TarokPlay, first_leader
from tests.oracle.tarok_two import TarokTwoPlay

__all__ = [
    "Cards",
    "Options",
    "TarokDeal",
    "TarokPlay",
    "TarokTwoPlay",
    "deal",
    "lay_out",
    "legal_discards",
    "preset",
]


Asking = TwoPlayerAuction | Auction | Announcements | Kontra | TarokPlay | TarokTwoPlay


@dataclass(frozen=True)
class Cards:
    """Who holds what: the hands from forehand on, the talon in order, the piles from the top."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()
    piles: tuple[tuple[tuple[str, ...], ...], ...] = ()


def lay_out(players: int, pack: Sequence[str]) -> Cards:
    """Deal out a shuffled pack; seat 0 is forehand, who is served first."""
    cards = list(pack)

    def packet(size: int) -> list[str]:
        """The next cards of the pack."""
        taken = cards[:size]
        del cards[:size]
        return taken

    hands: list[list[str]] = [[] for _ in range(players)]
    if players == 2:
        # "Three packets of five to each player, alternating, non-dealer first."
        for _ in range(3):
            for seat in (0, 1):
                hands[seat] += packet(5)
        # "Then three face-down piles of four in front of each player, dealt alternately, non-dealer
        # first. The order inside a pile is fixed." Which end is the top is not said; here a packet
        # of four lies as it was in the pack, its first card on top.
        piles: list[list[tuple[str, ...]]] = [[], []]
        for _ in range(3):
            for seat in (0, 1):
                piles[seat].append(tuple(packet(4)))
        return Cards(tuple(map(tuple, hands)), piles=tuple(map(tuple, piles)))
    # "Shuffled pack positions 0-5 = talon, then packets of 6 starting with forehand, anticlockwise,
    # two rounds." 3 players: "two rounds of 8".
    talon = tuple(packet(6))
    for _ in range(2):
        for seat in range(players):
            hands[seat] += packet(6 if players == 4 else 8)
    return Cards(tuple(map(tuple, hands)), talon)


def deal(options: Options, seed: int, index: int = 0, pack: Sequence[str] = TAROK54) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    stream = Stream(seed, index)
    while True:
        cards = lay_out(options.players, [pack[i] for i in stream.shuffle(len(pack))])
        void = any(all(suit_of(card) != "T" for card in hand) for hand in cards.hands)
        # "If any hand has no tarokk, the deal is void; reshuffle. Not applied with 2 players."
        if options.players == 2 or not options.redeal_without_tarokk or not void:
            return cards


def legal_discards(options: Options, hand: Sequence[str]) -> list[str]:
    """What the declarer may lay away next."""
    # "Kings and trull cards may never be laid away."
    suit_cards = [card for card in hand if suit_of(card) != "T" and card not in KINGS]
    tarokks = [card for card in hand if suit_of(card) == "T" and card not in TRULL]
    if options.discard_tarokks == "free_face_up":
        return suit_cards + tarokks
    # "Other tarokks may be laid away only if he has no other permitted card left at that moment."
    return suit_cards or tarokks


class TarokDeal:
    """One deal as a machine of phases: auction, talon, discard, announce, kontra, play, over.

    Args:
        options: The options of the game.
        cards: The deal; its hands belong to seats 0, 1, ...
        dealer: The dealer's seat, by default the last, so that seat 0 is forehand.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int | None = None) -> None:
        self.options = options
        self.dealt = cards
        dealer = options.players - 1 if dealer is None else dealer
        self.forehand = (dealer + 1) % options.players
        self.phase = "auction"
        self.history: list[tuple[int, str]] = []
        self._hands = [list(hand) for hand in cards.hands]
        self.talon = list(cards.talon)
        self.contract: str | None = None
        self.declarer: int | None = None
        self.partner: int | None = None
        self.king: str | None = None
        self.taken: list[str] = []
        self.discards: list[str] = []
        self.announced: dict[str, str] = {}
        self.kontra: dict[str, int] = {}
        self.play: TarokPlay | TarokTwoPlay | None = None
        # What asks for the next action, but in the phases talon and discard.
        self._asking: Asking = (
            TwoPlayerAuction(self.forehand)
            if options.players == 2
            else Auction(options, self.forehand)
        )

    def copy(self) -> "TarokDeal":
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
    def card_points(self) -> int:
        """The official count of the declarer's side so far."""
        return 0 if self.play is None else self.play.card_points

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        return self.declarer if self.phase in ("talon", "discard") else self._asking.current

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        if self.phase == "talon":
            return self._talon_actions()
        if self.phase == "discard":
            assert self.declarer is not None
            return legal_discards(self.options, self._hands[self.declarer])
        return self._asking.legal()

    def _talon_actions(self) -> list[str]:
        # "King call (4 players; three, two, one only): before the talon is turned."
        calls_king = self.options.players == 4 and self.contract in KING_CONTRACTS
        if calls_king and self.king is None:
            return ["king:C", "king:D", "king:H", "king:S"]
        # "three -> 2 groups of 3; two -> 3 groups of 2; one -> 6 single cards."
        assert self.contract is not None
        return [f"group:{i}" for i in range(6 // TALON_TAKEN[self.contract])]

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        self.history.append((seat, name))
        if self.phase == "talon":
            self._use_talon(seat, name)
        elif self.phase == "discard":
            self._discard(seat, name)
        else:
            self._asking.apply(name)
            if self._asking.current is None:
                self._end_of_phase()

    def _use_talon(self, seat: int, name: str) -> None:
        word, argument = name.split(":")
        if word == "king":
            self.king = argument
            # "Its holder is the declarer's partner. The declarer may name a king he holds himself;
            # then, or if the king is in the talon, he plays alone against three."
            holders = [s for s, hand in enumerate(self._hands) if argument + "K" in hand]
            self.partner = next((s for s in holders if s != seat), None)
            return
        # "The declarer takes one whole group into his hand."
        assert self.contract is not None
        size = TALON_TAKEN[self.contract]
        first = int(argument) * size
        self.taken = self.talon[first : first + size]
        del self.talon[first : first + size]
        self._hands[seat] += self.taken
        self.phase = "discard"

    def _discard(self, seat: int, name: str) -> None:
        self._hands[seat].remove(name)
        self.discards.append(name)
        # "The declarer lays away as many cards as he took."
        if len(self.discards) == len(self.taken):
            assert self.contract is not None
            self._asking = Announcements(self.options, self.contract, seat, self.partner)
            self.phase = "announce"

    def _end_of_phase(self) -> None:
        ended = self._asking
        match ended:
            case TwoPlayerAuction():
                self.declarer, self.contract = ended.declarer, ended.contract
                self._asking = self.play = TarokTwoPlay(
                    self.options,
                    self._hands,
                    self.dealt.piles,
                    bidder=self.declarer,
                    leader=self.forehand,
                )
                self.phase = "play"
            case Auction():
                self.declarer, self.contract = ended.declarer, ended.contract
                if self.contract in TALON_TAKEN:
                    self.phase = "talon"
                elif self.contract == "klop":
                    # "No kontra in klop."
                    self._start_play()
                else:
                    # "Announcements exist only in the talon contracts."
                    self._start_kontra()
            case Announcements():
                self.announced = ended.announced
                self._start_kontra()
            case Kontra():
                self.kontra = ended.levels
                self._start_play()
            case _:
                self.phase = "over"

    def _start_kontra(self) -> None:
        assert self.declarer is not None
        self._asking = Kontra(self.options, self.declarer, self.partner, self.announced)
        self.phase = "kontra"

    def _start_play(self) -> None:
        assert self.contract is not None
        self._asking = self.play = TarokPlay(
            self.options,
            self._hands,
            self.contract,
            declarer=self.declarer,
            partner=self.partner,
            king=self.king,
            leader=first_leader(self.contract, self.declarer, forehand=self.forehand),
            talon=self.talon,
            taken=self.taken,
            discards=self.discards,
            announced=self.announced,
            kontra=self.kontra,
        )
        self.phase = "play"

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the deal is over."""
        return [0] * self.options.players if self.play is None else self.play.returns()
