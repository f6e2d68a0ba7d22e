"""A whole deal of preferansz, from the deal to the payments (rules/preferansz.md).

Seats are numbered in the direction of play, so the option `direction` changes nothing here.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.chacha import Stream
from tests.oracle.preferansz_play import (
    BASE,
    HAND,
    NO_TRUMP,
    PACK,
    SEATS,
    Contract,
    Options,
    PreferanszPlay,
    contract,
    first_leader,
    has_hand_version,
    value,
)

__all__ = [
    "Auction",
    "Cards",
    "Contract",
    "Kontra",
    "Options",
    "PreferanszDeal",
    "PreferanszPlay",
    "bids",
    "contract",
    "deal",
    "lay_out",
]


@dataclass(frozen=True)
class Cards:
    """Who holds what, by seat, and the two cards of the talon."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]


def lay_out(pack: Sequence[str], dealer: int = 2) -> Cards:
    """Deal out a shuffled pack."""
    hands: list[tuple[str, ...]] = [()] * SEATS
    for i in range(SEATS):
        # "First half p_i gets c[3i..3i+2] and c[9+2i..10+2i]; talon c[15], c[16]; second half
        # c[17+3i..19+3i] and c[26+2i..27+2i]."
        hands[(dealer + 1 + i) % SEATS] = (
            *pack[3 * i : 3 * i + 3],
            *pack[9 + 2 * i : 11 + 2 * i],
            *pack[17 + 3 * i : 20 + 3 * i],
            *pack[26 + 2 * i : 28 + 2 * i],
        )
    return Cards(tuple(hands), tuple(pack[15:17]))


def deal(seed: int, index: int = 0, pack: Sequence[str] = PACK, dealer: int = 2) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    return lay_out([pack[i] for i in Stream(seed, index).shuffle(len(pack))], dealer)


def bids(options: Options) -> list[str]:
    """The bids of the auction, ascending."""
    plain = list(BASE)
    hand = [HAND + game for game in BASE if has_hand_version(options, game)]
    match options.hand_rank:
        case "not_in_auction":
            return plain
        case "by_value":
            # "Bids ordered by value; at equal value hand above plain."
            worth = {bid: value(options, contract(bid)) for bid in plain + hand}
            return sorted(worth, key=lambda bid: (worth[bid], bid.startswith(HAND)))
        case _:
            return plain + hand


class Auction:
    """The auction; the last bidder is the declarer.

    Args:
        options: The options of the game.
        forehand: The seat that calls first.
    """

    def __init__(self, options: Options, forehand: int = 0) -> None:
        self.options = options
        self.forehand = forehand
        self.current: int | None = forehand
        self.passed: set[int] = set()
        self.high: str | None = None
        self.declarer: int | None = None

    def legal(self) -> list[str]:
        """The calls of the seat to speak."""
        ladder = bids(self.options)
        if self.high is None:
            return ["pass", *ladder]
        # "A bid with a higher number than the last bid. No equal bid for anybody"; forehand_hold:
        # "forehand may take over the last bid at equal height".
        holds = self.options.forehand_hold and self.current == self.forehand
        return ["pass", *ladder[ladder.index(self.high) + (0 if holds else 1) :]]

    def apply(self, call: str) -> None:
        """Make a call."""
        assert self.current is not None
        assert call in self.legal(), (call, self.legal())
        if call == "pass":
            # "Who has passed may not call again."
            self.passed.add(self.current)
        else:
            self.high, self.declarer = call, self.current
        # "It ends when a bid stands and the two others have passed", or when all have passed.
        if len(self.passed) == (SEATS if self.high is None else SEATS - 1):
            self.current = None
            return
        while True:
            self.current = (self.current + 1) % SEATS
            if self.current not in self.passed:
                return


class Kontra:
    """The option `per_defender`.

    "Each defender, from next(declarer) on, may say kontra, the declarer rekontra to each who did":
    the defenders are asked one after the other, and then the declarer, who names one defender after
    another until he passes or none is left.
    """

    def __init__(self, declarer: int) -> None:
        self.declarer = declarer
        self.levels: dict[int, int] = {}
        self.asked = [(declarer + 1) % SEATS, (declarer + 2) % SEATS]
        self.closed = False

    @property
    def _open(self) -> list[int]:
        """The defenders whose kontra the declarer has not answered."""
        return [seat for seat, level in self.levels.items() if level == 1]

    @property
    def current(self) -> int | None:
        """The seat to speak, or None."""
        if self.asked:
            return self.asked[0]
        return self.declarer if self._open and not self.closed else None

    def legal(self) -> list[str]:
        """`pass`, and `kontra:` with the defender whose payment is raised."""
        raised = self.asked[:1] or self._open
        return ["pass", *(f"kontra:{seat}" for seat in raised)]

    def apply(self, call: str) -> None:
        """Say a word."""
        assert call in self.legal(), (call, self.legal())
        if self.asked:
            del self.asked[0]
        elif call == "pass":
            self.closed = True
        if call != "pass":
            seat = int(call.removeprefix("kontra:"))
            self.levels[seat] = self.levels.get(seat, 0) + 1


class PreferanszDeal:
    """One deal as a machine of phases: auction, talon, discard, announce, kontra, play, over.

    In the phase talon the declarer of a plain bid says `pick_up` or `hand`; in discard he lays away
    two cards, one by one; in announce he first names his game by its id (`may_raise_after_talon`),
    and then says `announce:volat` or `done`. A phase in which the options leave nothing to be asked
    is left out, but `pick_up` is asked for whenever the talon is taken.

    Args:
        options: The options of the game.
        cards: The deal.
        dealer: The dealer's seat, by default the last, so that seat 0 is forehand.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int = 2) -> None:
        self.options = options
        self.forehand = (dealer + 1) % SEATS
        self.phase = "auction"
        self.history: list[tuple[int, str]] = []
        self._hands = [list(hand) for hand in cards.hands]
        self.talon = list(cards.talon)
        self.auction = Auction(options, self.forehand)
        self.contract: Contract | None = None
        self.discards: list[str] = []
        self.kontra: Kontra | None = None
        self.play: PreferanszPlay | None = None
        self._to_name = False

    def copy(self) -> "PreferanszDeal":
        """A copy that shares nothing that moves change."""
        return copy.deepcopy(self)

    @property
    def declarer(self) -> int | None:
        """The last bidder."""
        return self.auction.declarer

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
        return [0] * SEATS if self.play is None else self.play.tricks

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        if self.phase == "over":
            return None
        return self.declarer if self._asking is None else self._asking.current

    @property
    def _asking(self) -> Auction | Kontra | PreferanszPlay | None:
        """What asks for the next action, but in the phases that are the declarer's alone."""
        match self.phase:
            case "auction":
                return self.auction
            case "kontra":
                return self.kontra
            case "play":
                return self.play
        return None

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        if self._asking is not None:
            return self._asking.legal()
        if self.phase == "talon":
            return ["pick_up", "hand"] if self._may_play_from_hand else ["pick_up"]
        if self.phase == "announce":
            return self._games() if self._to_name else ["announce:volat", "done"]
        # "Lays any two cards face down, which may be talon cards."
        assert self.phase == "discard"
        assert self.declarer is not None
        return list(self._hands[self.declarer])

    @property
    def _may_play_from_hand(self) -> bool:
        assert self.contract is not None
        return self.options.hand_after_auction and has_hand_version(
            self.options, self.contract.game
        )

    def _games(self) -> list[str]:
        # "The declarer may name any game 1-6 not lower than his bid." Where betli and szanzadu are
        # always played without the talon, they are no games for one who has taken it.
        assert self.contract is not None
        games = list(BASE)
        return [
            game
            for game in games[games.index(self.contract.game) :]
            if self.options.talon_in_no_trump or game not in NO_TRUMP
        ]

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        self.history.append((seat, name))
        if self._asking is not None:
            self._asking.apply(name)
            if self._asking.current is None:
                self._end_of_phase()
        elif self.phase == "talon":
            self._use_talon(name, seat)
        elif self.phase == "announce":
            self._announced(name)
        else:
            self._hands[seat].remove(name)
            self.discards.append(name)
            if len(self.discards) == 2:
                self._to_name = self.options.may_raise_after_talon
                self._announce()

    def _end_of_phase(self) -> None:
        match self.phase:
            case "auction":
                self._after_auction()
            case "kontra":
                self._start_play()
            case _:
                self.phase = "over"

    def _after_auction(self) -> None:
        if self.auction.high is None:
            # "All three pass before any bid: cards are thrown in, no payment."
            self.phase = "over"
            return
        self.contract = contract(self.auction.high)
        talon = has_hand_version(self.options, self.contract.game)
        if talon and not self.contract.hand:
            self.phase = "talon"
        else:
            self._announce()

    def _use_talon(self, name: str, seat: int) -> None:
        assert self.contract is not None
        if name == "hand":
            self.contract = Contract(self.contract.game, hand=True)
            self._announce()
            return
        self._hands[seat] += self.talon
        self.talon = []
        self.phase = "discard"

    def _announce(self) -> None:
        """Go to the announcements, or past them where there is nothing to say."""
        assert self.contract is not None
        # "The declarer of a suit game may announce volat."
        volat = self.options.volat_allowed and self.contract.trump is not None
        if self._to_name or volat:
            self.phase = "announce"
        else:
            self._start_kontra()

    def _announced(self, name: str) -> None:
        assert self.contract is not None
        if self._to_name:
            self._to_name = False
            self.contract = Contract(name)
            self._announce()
            return
        if name == "announce:volat":
            self.contract = Contract(self.contract.game, self.contract.hand, volat=True)
        self._start_kontra()

    def _start_kontra(self) -> None:
        assert self.declarer is not None
        if self.options.kontra == "off":
            self._start_play()
            return
        self.kontra = Kontra(self.declarer)
        self.phase = "kontra"

    def _start_play(self) -> None:
        assert self.contract is not None
        assert self.declarer is not None
        self.play = PreferanszPlay(
            self.options,
            self._hands,
            self.contract,
            declarer=self.declarer,
            leader=first_leader(self.options, self.contract, self.declarer, self.forehand),
            kontra=self.kontra.levels if self.kontra else None,
        )
        self.phase = "play"

    def returns(self) -> list[int]:
        """The payments; zeros until the deal is over, and when it was thrown in."""
        return [0] * SEATS if self.play is None else self.play.returns()
