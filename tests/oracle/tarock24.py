"""Tarock with 24 cards for three, from the deal to the match (rules/tarock24.md)."""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.oracle.cards import GERMAN24
from tests.oracle.chacha import Stream
from tests.oracle.tarock24_play import (
    HEARTS,
    OTHERS,
    SEATS,
    Options,
    Tarock24Play,
    first_leader,
    legal_discards,
)


@dataclass(frozen=True)
class Cards:
    """The hands of seats 0, 1, 2 and the talon."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]


def lay_out(pack: Sequence[str], dealer: int = 2) -> Cards:
    """Deal out a shuffled pack."""
    cards = list(pack)
    hands: list[list[str]] = [[], [], []]
    # "Packets of 3, 2, 2, starting with seat 0, all three players in each round." Seat 0 is the
    # dealer's right-hand neighbour, the next in order of play.
    for size in (3, 2, 2):
        for turn in range(SEATS):
            hands[(dealer + 1 + turn) % SEATS] += cards[:size]
            del cards[:size]
    # "The last three cards are the talon."
    return Cards(tuple(map(tuple, hands)), tuple(cards))


def deal(seed: int, index: int = 0, pack: Sequence[str] = GERMAN24, dealer: int = 2) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    return lay_out([pack[i] for i in Stream(seed, index).shuffle(len(pack))], dealer)


class Tarock24Deal:
    """One deal as a machine of phases: auction, talon, discard, play, over.

    Args:
        options: The options of the game.
        cards: The deal; its hands belong to seats 0, 1, 2.
        dealer: The dealer's seat, by default the last, so that seat 0 is forehand.
    """

    def __init__(self, options: Options, cards: Cards, dealer: int = 2) -> None:
        self.options = options
        self.forehand = (dealer + 1) % SEATS
        self.phase = "auction"
        self.history: list[tuple[int, str]] = []
        self._hands = [list(hand) for hand in cards.hands]
        self.talon = list(cards.talon)
        self.discards: list[str] = []
        self.current: int | None = self.forehand
        self.spoken = 0
        self.bidders: list[int] = []
        # The bidders still to be asked "hearts?", once all have spoken.
        self.asked: list[int] | None = None
        self.declarer: int | None = None
        self.trump: str | None = None
        self.void = False
        self.play: Tarock24Play | None = None

    def copy(self) -> "Tarock24Deal":
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
        return [0] * SEATS if self.play is None else self.play.tricks

    @property
    def points(self) -> list[int]:
        """Card points in the tricks of each seat."""
        return [0] * SEATS if self.play is None else self.play.points

    @property
    def contract(self) -> str | None:
        """The id of what is played, once it is known: suit, hearts_stock or hearts_without.

        Hearts with a talon that is closed by rule, at single value, go by `suit`.
        """
        if self.play is None:
            return "hearts_stock" if self.phase == "discard" else None
        if self.discards:
            return "hearts_stock"
        return "hearts_without" if self.play.without else "suit"

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        if self.play is not None:
            return self.play.legal()
        if self.phase == "discard":
            assert self.current is not None
            return legal_discards(self.options, self._hands[self.current])
        if self.phase == "talon":
            return ["stock", "without"]
        if self.declarer is not None:
            # "Exactly one Spielen: he names any of the four suits"; among several, none wanting
            # hearts, "one of the other three".
            suits = (*OTHERS, HEARTS) if len(self.bidders) == 1 else OTHERS
            return [f"trump:{suit}" for suit in suits]
        if self.asked is not None:
            return ["hearts", "no_hearts"]
        return ["play", "pass"] if self.phase == "auction" else []

    def apply(self, name: str) -> None:
        """Make a legal action."""
        assert name in self.legal(), (name, self.legal())
        assert self.current is not None
        self.history.append((self.current, name))
        if self.play is not None:
            self.play.apply(name)
            self.current = self.play.current
            if self.current is None:
                self.phase = "over"
        elif self.phase == "discard":
            self._hands[self.current].remove(name)
            self.discards.append(name)
            # "And lays three cards of his choice face down."
            if len(self.discards) == len(self.talon):
                self._start_play(self.discards)
        elif self.phase == "talon":
            self._use_stock(name)
        elif self.declarer is not None:
            self._name_trump(name.removeprefix("trump:"))
        elif self.asked is not None:
            self._answer(name)
        else:
            self._speak(name)

    def _speak(self, name: str) -> None:
        # "Seats 0, 1, 2 say in order "Spielen!" or "Nein!" once each."
        assert self.current is not None
        if name == "play":
            self.bidders.append(self.current)
        self.spoken += 1
        if self.spoken < SEATS:
            self.current = (self.current + 1) % SEATS
        elif not self.bidders:
            # "All three Nein: the cards are reshuffled and dealt again, no score."
            self.void, self.current, self.phase = True, None, "over"
        else:
            self.current = self.bidders[0]
            if len(self.bidders) == 1:
                self.declarer = self.current
            else:
                self.asked = list(self.bidders)

    def _answer(self, name: str) -> None:
        # "In seat order they are asked "hearts?" The first who says yes is the declarer with hearts
        # as trumps. If none does, the first who said Spielen is the declarer."
        assert self.asked
        seat = self.asked.pop(0)
        if name == "hearts":
            self.declarer = seat
            self._name_trump(HEARTS)
        elif self.asked:
            self.current = self.asked[0]
        else:
            self.declarer = self.current = self.bidders[0]

    def _name_trump(self, suit: str) -> None:
        self.trump = suit
        # "sole_bidder_only: the talon may be used only if one player said Spielen and took hearts";
        # another hearts declarer "plays without Stock, at single value (his choice is not free)".
        barred = self.options.stock_use == "sole_bidder_only" and len(self.bidders) > 1
        if suit == HEARTS and not barred:
            self.phase = "talon"
        else:
            self._start_play(self.talon)

    def _use_stock(self, name: str) -> None:
        if name == "without":
            self._start_play(self.talon, without=True)
            return
        # "He takes the three talon cards into his hand."
        assert self.current is not None
        self._hands[self.current] += self.talon
        self.phase = "discard"

    def _start_play(self, aside: Sequence[str], *, without: bool = False) -> None:
        assert self.declarer is not None
        assert self.trump is not None
        self.play = Tarock24Play(
            self.options,
            self._hands,
            self.trump,
            self.declarer,
            aside=aside,
            without=without,
            leader=first_leader(self.options, self.declarer, forehand=self.forehand),
        )
        self.phase, self.current = "play", self.play.current

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the deal is over, and if it is void."""
        return [0] * SEATS if self.play is None else self.play.returns()


class Tarock24Match:
    """A match.

    Args:
        options: The options of the game.
        dealer: The first dealer.
    """

    def __init__(self, options: Options, dealer: int = 2) -> None:
        self.options = options
        self.dealer = dealer
        self.left = options.deals
        self.totals = [0] * SEATS

    @property
    def is_over(self) -> bool:
        """Whether all deals have been played."""
        return self.left == 0

    def add(self, scores: Iterable[int], *, void: bool = False) -> None:
        """Enter a deal that is over."""
        assert not self.is_over
        if void:
            # "Redeals do not count"; `all_nein` says who deals again.
            if self.options.all_nein == "next_dealer_redeals":
                self.dealer = (self.dealer + 1) % SEATS
            return
        self.totals = [total + add for total, add in zip(self.totals, scores, strict=True)]
        self.left -= 1
        # "The deal passes to the right", in the order of play.
        self.dealer = (self.dealer + 1) % SEATS

    def places(self) -> list[int]:
        """The place of each seat: "highest total wins, ties share the place"."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
