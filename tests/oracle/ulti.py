"""A whole deal of ulti, from the deal to the score, and a match (rules/ulti.md)."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.cards import GERMAN32
from tests.oracle.chacha import Stream
from tests.oracle.ulti_auction import SEATS, Auction, Kontra, next_seat
from tests.oracle.ulti_bids import Bid, Options, bids
from tests.oracle.ulti_play import UltiPlay

__all__ = [
    "Bid",
    "Cards",
    "Options",
    "UltiDeal",
    "UltiMatch",
    "UltiPlay",
    "bids",
    "deal",
    "lay_out",
]


@dataclass(frozen=True)
class Cards:
    """Who holds what: the hands of seats 0, 1 and 2; the starting player's has twelve cards."""

    hands: tuple[tuple[str, ...], ...]


def lay_out(pack: Sequence[str], start: int = 0) -> Cards:
    """Deal out a shuffled pack; the starting player is served first."""
    # "Start c[0..6], c[17..21]; next c[7..11], c[22..26]; third c[12..16], c[27..31]."
    served = (
        (*pack[0:7], *pack[17:22]),
        (*pack[7:12], *pack[22:27]),
        (*pack[12:17], *pack[27:32]),
    )
    return Cards(tuple(served[(seat - start) % SEATS] for seat in range(SEATS)))


def deal(seed: int, index: int = 0, pack: Sequence[str] = GERMAN32, start: int = 0) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    return lay_out([pack[i] for i in Stream(seed, index).shuffle(len(pack))], start)


class UltiDeal:
    """One deal as a machine of phases: discard, auction, announce, kontra, play, over.

    Args:
        options: The options of the game.
        cards: The deal; its hands belong to seats 0, 1 and 2.
        dealer: The player before the starting player, by default the last seat.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int = SEATS - 1) -> None:
        self.options = options
        self.dealt = cards
        self.start = next_seat(dealer)
        assert [len(hand) for hand in cards.hands] == [
            12 if seat == self.start else 10 for seat in range(SEATS)
        ]
        self.history: list[tuple[int, str]] = []
        self.auction = Auction(options, [list(hand) for hand in cards.hands], self.start)
        self.trump: str | None = None
        self.kontra: Kontra | None = None
        self.play: UltiPlay | None = None

    def copy(self) -> "UltiDeal":
        """A copy that shares nothing that moves change."""
        twin = copy.copy(self)
        twin.history = list(self.history)
        twin.auction = self.auction.copy()
        twin.kontra = None if self.kontra is None else self.kontra.copy()
        twin.play = None if self.play is None else self.play.copy()
        return twin

    @property
    def contract(self) -> Bid | None:
        """The standing bid, once the auction is over."""
        return self.auction.contract

    @property
    def declarer(self) -> int | None:
        """His seat, once the auction is over."""
        return self.auction.declarer

    @property
    def hands(self) -> list[list[str]]:
        """The hand of each seat."""
        return list(self.auction.hands) if self.play is None else self.play.hands

    @property
    def talon(self) -> list[str]:
        """The cards that lie face down."""
        return self.auction.talon

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick on the table: seat and card."""
        return [] if self.play is None else self.play.trick

    @property
    def tricks(self) -> list[int]:
        """Tricks won by each seat."""
        return [0] * SEATS if self.play is None else self.play.tricks

    @property
    def points(self) -> list[int]:
        """Points of each seat in tricks, with the last trick once the deal is over."""
        return [0] * SEATS if self.play is None else self.play.points

    @property
    def is_open(self) -> bool:
        """Whether the declarer's cards lie open to both defenders."""
        if self.play is not None:
            return self.play.is_open
        # "before_kontra": they lie open as soon as doubling begins.
        opened = self.kontra is not None and self.options.open_moment == "before_kontra"
        return opened and self.contract is not None and self.contract.is_open

    @property
    def phase(self) -> str:
        """What is being decided."""
        if self.auction.current is not None:
            return self.auction.phase
        if self.kontra is None:
            return "announce"
        if self.play is None:
            return "kontra"
        return "over" if self.play.is_over else "play"

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        match self.phase:
            case "announce":
                return self.declarer
            case "kontra":
                assert self.kontra is not None
                return self.kontra.current
            case "play" | "over":
                assert self.play is not None
                return self.play.current
        return self.auction.current

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        match self.phase:
            case "announce":
                # "Otherwise Bells, Leaves or Acorns (never Hearts)."
                return ["trump:A", "trump:L", "trump:B"]
            case "kontra":
                assert self.kontra is not None
                return self.kontra.legal()
            case "play":
                assert self.play is not None
                return self.play.legal()
            case "over":
                return []
        return self.auction.legal()

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        self.history.append((seat, name))
        match self.phase:
            case "announce":
                self.trump = name.removeprefix("trump:")
                self._start_kontra()
            case "kontra":
                assert self.kontra is not None
                self.kontra.apply(name)
                self._end_kontra()
            case "play":
                assert self.play is not None
                self.play.apply(name)
            case _:
                self.auction.apply(name)
                self._end_auction()

    def _end_auction(self) -> None:
        if self.contract is None or not self.contract.is_trump_game:
            if self.contract is not None:
                self._start_kontra()
        elif self.contract.hearts:
            # "Hearts if the bid was a hearts bid."
            self.trump = "H"
            self._start_kontra()

    def _start_kontra(self) -> None:
        assert self.contract is not None
        assert self.declarer is not None
        self.kontra = Kontra(self.options, self.contract, self.declarer)
        self._end_kontra()

    def _end_kontra(self) -> None:
        assert self.kontra is not None
        assert self.contract is not None
        assert self.declarer is not None
        if self.kontra.current is None:
            self.play = UltiPlay(
                self.options,
                self.auction.hands,
                self.contract,
                self.declarer,
                trump=self.trump,
                talon=self.talon,
                kontra=self.kontra.levels,
            )

    def returns(self) -> list[int | Fraction]:
        """The score of each seat; zeros until the deal is over."""
        return [0] * SEATS if self.play is None else self.play.returns()


class UltiMatch:
    """A match: "Scores run on from deal to deal".

    Args:
        options: The options of the game.
        start: The first starting player; "random", so it is told.
    """

    def __init__(self, options: Options, start: int = 0) -> None:
        self.start = start
        # "The default match is 9 deals (each player is starting player three times)."
        self.left = options.match_deals
        self.totals: list[int | Fraction] = [0] * SEATS

    @property
    def dealer(self) -> int:
        """The player before the starting player."""
        return (self.start - 1) % SEATS

    @property
    def is_over(self) -> bool:
        """Whether all deals have been played."""
        return self.left == 0

    def add(self, played: UltiDeal | UltiPlay) -> None:
        """Add the scores of a deal that is over."""
        assert played.current is None
        scores = played.returns()
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.left -= 1
        # "The role moves every deal, to next(start)."
        self.start = next_seat(self.start)

    def places(self) -> list[int]:
        """The place of each seat: "highest score wins; equal scores share"."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
