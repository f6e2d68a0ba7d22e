"""One hand of knockout whist (rules/knockout_whist.md).

The rules file numbers its seats clockwise and plays to the right. Here seats are numbered in order
of play, so that the next player after seat s is the nearest one that takes part among s+1, s+2, ...
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.cards import FRENCH52, FRENCH_SUITS, reduced_french
from tests.oracle.chacha import Stream
from tests.oracle.whist import winning_card

ACTIVE, DOG, OUT = "active", "dog", "out"


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    players: int = 4
    deck_size: int = 52
    trump_rule: str = "turned"
    dogs_life: bool = False
    start_cards: int = 7
    void_rule: str = "must_trump"
    stake: int = 0
    match_games: int = 1

    def allowed(self) -> bool:
        """Whether the pack is large enough for so many players."""
        # "n = 2 … 7 with 52 cards, n = 2 … 4 with 32 cards", "needs start_cards·n + 1 ≤ deck_size".
        most = 7 if self.deck_size == 52 else 4
        enough = self.start_cards * self.players + 1 <= self.deck_size
        return 2 <= self.players <= most and 1 <= self.start_cards <= 7 and enough

    @property
    def pack(self) -> tuple[str, ...]:
        """The cards of the pack."""
        return FRENCH52 if self.deck_size == 52 else reduced_french(8)


@dataclass(frozen=True)
class Cards:
    """Who holds what, and the card that was turned from the undealt ones."""

    hands: tuple[tuple[str, ...], ...]
    turned: str


def next_seat(seat: int, states: Sequence[str]) -> int:
    """The next seat in order of play that is not out."""
    for step in range(1, len(states) + 1):
        other = (seat + step) % len(states)
        if states[other] != OUT:
            return other
    raise AssertionError(states)


def lay_out(pack: Sequence[str], states: Sequence[str], size: int, dealer: int) -> Cards:
    """Deal out a shuffled pack.

    Args:
        pack: The shuffled cards.
        states: Of each seat: active, dog or out.
        size: Cards for each active player.
        dealer: The dealer's seat.
    """
    hands: list[list[str]] = [[] for _ in states]
    cards = list(pack)
    for dealt_round in range(size):
        # "One at a time, starting with next(dealer), the dealer last."
        for step in range(1, len(states) + 1):
            seat = (dealer + step) % len(states)
            # "A dog receives one card, in the first round of dealing."
            if states[seat] == ACTIVE or (states[seat] == DOG and dealt_round == 0):
                hands[seat].append(cards.pop(0))
    # "The top undealt card."
    return Cards(tuple(map(tuple, hands)), cards[0])


def deal(
    options: Options,
    seed: int,
    index: int = 0,
    *,
    pack: Sequence[str] | None = None,
    states: Sequence[str] | None = None,
    size: int | None = None,
    dealer: int | None = None,
) -> Cards:
    """The deal of that seed and index; `pack` is the order of the cards before the shuffle."""
    pack = options.pack if pack is None else pack
    shuffled = [pack[i] for i in Stream(seed, index).shuffle(len(pack))]
    return lay_out(
        shuffled,
        [ACTIVE] * options.players if states is None else states,
        options.start_cards if size is None else size,
        options.players - 1 if dealer is None else dealer,
    )


class KnockoutHand:
    """A hand, from the naming of trump or the first lead, or from any ending.

    Args:
        options: The options of the game.
        hands: The cards of each seat; a seat that is out has none.
        dealer: The dealer's seat; the next seat that is not out is first in line to lead.
        trump: The trump suit, or None for no trumps. Not asked for if `namer` is given.
        states: Of each seat: active, dog or out. By default all are active.
        namer: The seat that names trump before the play ("winner_names").
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        dealer: int,
        trump: str | None = None,
        states: Sequence[str] | None = None,
        namer: int | None = None,
    ) -> None:
        self.options = options
        self.states = [ACTIVE] * len(hands) if states is None else list(states)
        self.hands = [list(hand) for hand in hands]
        self.trump = trump
        self.namer = namer
        # "h tricks": every active player has a card for each of them.
        self.tricks_left = max(len(hand) for hand in self.hands)
        self.tricks = [0] * len(hands)
        self.trick: list[tuple[int, str]] = []
        # Who has not yet had his turn in this trick, in order of play.
        self.line: list[int] = []
        self._line_up(next_seat(dealer, self.states))

    def copy(self) -> "KnockoutHand":
        """A copy that shares nothing that moves change."""
        new = KnockoutHand.__new__(KnockoutHand)
        new.options, new.trump, new.namer = self.options, self.trump, self.namer
        new.states = list(self.states)
        new.hands = [list(hand) for hand in self.hands]
        new.tricks_left = self.tricks_left
        new.tricks = list(self.tricks)
        new.trick = list(self.trick)
        new.line = list(self.line)
        return new

    def _line_up(self, first: int) -> None:
        """All who still hold a card take their turns, beginning at `first` or after it."""
        seats = [(first + step) % len(self.hands) for step in range(len(self.hands))]
        # "Once it is played he has no card and is skipped for the rest of the hand."
        self.line = [seat for seat in seats if self.hands[seat]]

    @property
    def phase(self) -> str:
        """The phase: announce (trump is to be named), play or over."""
        if self.namer is not None:
            return "announce"
        return "play" if self.tricks_left else "over"

    @property
    def is_over(self) -> bool:
        """Whether all tricks have been played."""
        return self.phase == "over"

    @property
    def current(self) -> int | None:
        """The seat to move, or None."""
        if self.namer is not None:
            return self.namer
        return None if self.is_over else self.line[0]

    def legal(self) -> list[str]:
        """The moves of the seat to move: cards, `knock`, or `trump:` and a suit."""
        if self.namer is not None:
            # "Names one of the four suits as trump."
            return [f"trump:{suit}" for suit in FRENCH_SUITS]
        if self.is_over:
            return []
        seat = self.line[0]
        hand = self.hands[seat]
        if self.states[seat] == DOG:
            # "His single card is always legal when played." "In the last trick of the hand knocking
            # is not legal: he must play the card."
            return list(hand) if self.tricks_left == 1 else [*hand, "knock"]
        return self._follow(hand) if self.trick else list(hand)

    def _follow(self, hand: list[str]) -> list[str]:
        """What an active player may play to a card that was led."""
        following = [card for card in hand if card[0] == self.trick[0][1][0]]
        if following:
            return following
        trumps = [card for card in hand if card[0] == self.trump]
        if trumps and self.options.void_rule == "must_trump":
            return trumps
        return list(hand)

    def apply(self, name: str) -> None:
        """Make a legal move."""
        assert name in self.legal(), (name, self.legal())
        if self.namer is not None:
            self.trump = name.removeprefix("trump:")
            self.namer = None
            return
        seat = self.line.pop(0)
        # Knocking "passes his turn in this trick".
        if name != "knock":
            self.hands[seat].remove(name)
            self.trick.append((seat, name))
        if not self.line:
            self._end_trick()

    def _end_trick(self) -> None:
        winning = winning_card([card for _, card in self.trick], self.trump)
        winner = next(seat for seat, card in self.trick if card == winning)
        self.tricks[winner] += 1
        self.tricks_left -= 1
        self.trick = []
        # "The winner of a trick leads to the next." "If the dog's card wins the trick, the next
        # trick is led by the next player to his right who still has a full hand (or by a dog with a
        # card who is first in line and chooses to lead)": the winning dog has no card and is
        # skipped.
        self._line_up(winner)

    def returns(self) -> list[int]:
        """1 for a seat that took a trick and so stays in, 0 for the others; zeros until over."""
        if not self.is_over:
            return [0] * len(self.tricks)
        return [int(tricks > 0) for tricks in self.tricks]
