"""What a deal of Slovenian tarok pays with the preset `openspiel`, in plain code from its rules.

The peer pays some bonuses wrongly; what they should be is worked out here from the tricks alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

PAGAT, MOND, SKIS = "T1", "T21", "T22"
TRULL = {PAGAT, MOND, SKIS}
KINGS = {"CK", "DK", "HK", "SK"}
VALUES = {
    "three": 10,
    "two": 20,
    "one": 30,
    "solo_three": 40,
    "solo_two": 50,
    "solo_one": 60,
    "beggar": 70,
    "solo_without": 80,
    "open_beggar": 90,
    "colour_valat_without": 125,
    "valat_without": 500,
}
TAKEN = {"three": 3, "two": 2, "one": 1, "solo_three": 3, "solo_two": 2, "solo_one": 1}
NEGATIVE = {"klop", "beggar", "open_beggar"}
RED = "432AJNQK"
BLACK = "789TJNQK"


def nominal(card: str) -> int:
    """Returns what a card is worth before two thirds are taken off."""
    if card in TRULL:
        return 5
    return 1 if card[0] == "T" else {"K": 5, "Q": 4, "N": 3, "J": 2}.get(card[1], 1)


def count(cards: Iterable[str]) -> int:
    """Counts a pile by threes minus two."""
    pile = list(cards)
    full, left = divmod(len(pile), 3)
    return sum(map(nominal, pile)) - 2 * full - (left > 0)


def strength(card: str) -> int:
    """Returns the rank of a card within its suit or among the tarocks."""
    if card[0] == "T":
        return int(card[1:])
    return (RED if card[0] in "DH" else BLACK).index(card[1])


def winning(trick: Sequence[tuple[int, str]], contract: str) -> tuple[int, str]:
    """Returns the seat and card that win a trick, or lead it while it is open."""
    led = trick[0][1][0]
    colour = contract == "colour_valat_without"
    if {card for _, card in trick} >= TRULL and (not colour or led == "T"):
        return next(play for play in trick if play[1] == PAGAT)
    trumps = [] if colour else [play for play in trick if play[1][0] == "T"]
    following = [play for play in trick if play[1][0] == led]
    return max(trumps or following, key=lambda play: strength(play[1]))


def legal(hand: Sequence[str], trick: Sequence[tuple[int, str]], contract: str) -> set[str]:
    """Returns the cards that may be played, as the pseudocode of the rules has them."""
    negative = contract in NEGATIVE
    cards = set(hand)
    must_beat = False
    if trick:
        led = trick[0][1][0]
        best = winning(trick, contract)[1]
        follow = {card for card in hand if card[0] == led}
        tarocks = {card for card in hand if card[0] == "T"}
        cards = follow or tarocks or set(hand)
        if follow:
            must_beat = best[0] == led
        elif tarocks:
            must_beat = best[0] == "T"
        on_table = {card for _, card in trick}
        if negative and {MOND, SKIS} <= on_table and PAGAT in cards and cards <= tarocks:
            return {PAGAT}
        if negative and must_beat:
            cards = {card for card in cards if strength(card) > strength(best)} or cards
    return cards - {PAGAT} if negative and len(cards) > 1 else cards


@dataclass
class Record:
    """What happened in a deal.

    Attributes:
        players: Number of seats.
        contract: Its id.
        declarer: Who plays for it.
        partner: Who holds the called king, if another seat does.
        king: The called king.
        king_taken: The king was in the group that the declarer took from the talon.
        discards: What the declarer laid away.
        talon: What is left of the talon.
        tricks: Each trick as seats and cards in the order played.
        winners: The winner of each trick, and the card he won it with.
    """

    players: int
    contract: str
    declarer: int
    partner: int | None = None
    king: str | None = None
    king_taken: bool = False
    discards: list[str] = field(default_factory=list)
    talon: list[str] = field(default_factory=list)
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    winners: list[tuple[int, str]] = field(default_factory=list)

    @property
    def side(self) -> set[int]:
        """The declarer's side."""
        return {self.declarer} | ({self.partner} if self.partner is not None else set())

    def won(self, seats: Iterable[int]) -> list[str]:
        """Returns the cards that some seats took in tricks, or with a trick."""
        seats = set(seats)
        cards = []
        for number, (trick, (winner, card)) in enumerate(
            zip(self.tricks, self.winners, strict=True)
        ):
            if winner in seats:
                cards += [played for _, played in trick]
                if self.contract == "klop" and number < len(self.talon):
                    cards.append(self.talon[number])
                if self.king_taken and card == self.king:
                    cards += self.talon
        return cards

    @property
    def won_talon(self) -> bool:
        """Whether the declarer won the rest of the talon with the called king."""
        return self.king_taken and any(card == self.king for _, card in self.winners)

    def points(self, seat: int) -> int:
        """Returns the exact worth of what a seat took in tricks, in thirds of a point."""
        return sum(3 * nominal(card) - 2 for card in self.won([seat]))

    def returns(self) -> list[int]:
        """Returns the score of each seat by the rules."""
        if self.contract == "klop":
            return self._klop()
        scores = [0] * self.players
        for seat in self.side:
            scores[seat] = self._value()
        payer = self.mond_payer()
        if payer is not None:
            scores[payer] -= 20
        return scores

    def _klop(self) -> list[int]:
        counts = [count(self.won([seat])) for seat in range(self.players)]
        takers = {winner for winner, _ in self.winners}
        extreme = [
            70 if seat not in takers else -70 if points > 35 else 0
            for seat, points in enumerate(counts)
        ]
        return extreme if any(extreme) else [-points for points in counts]

    def _value(self) -> int:
        value = VALUES[self.contract]
        own = self.won(self.side)
        if self.contract in {"beggar", "open_beggar"}:
            return value if not own else -value
        if self.contract in {"colour_valat_without", "valat_without"}:
            return value if all(w == self.declarer for w, _ in self.winners) else -value
        if self.contract == "solo_without":
            return value if count(own) > 35 else -value
        valat = self._sign(lambda seats: all(w in seats for w, _ in self.winners))
        if valat:
            return 250 * valat
        points = count(own + self.discards)
        base = (value if points > 35 else -value) + points - 35
        return base + self.bonuses()

    def _sign(self, reached: "object") -> int:
        assert callable(reached)
        others = set(range(self.players)) - self.side
        return int(bool(reached(self.side))) - int(bool(reached(others)))

    @property
    def trula(self) -> int:
        """1 if the declarer's side won the trull, -1 if the others did."""
        return self._sign(lambda seats: set(self.won(seats)) >= TRULL)

    @property
    def kings(self) -> int:
        """1 if the declarer's side won all kings, -1 if the others did."""
        return self._sign(lambda seats: set(self.won(seats)) >= KINGS)

    def in_last_trick(self, card: str | None) -> bool:
        """Whether a card was played to the last trick."""
        return any(card == played for _, played in self.tricks[-1])

    def bonuses(self) -> int:
        """Returns what is paid for trula, kings and the last trick."""
        winner, best = self.winners[-1]
        last = 1 if winner in self.side else -1
        pagat = last if best == PAGAT else 0
        total = 10 * self.trula + 10 * self.kings + 25 * pagat
        if pagat and pagat == self.trula:
            total += (50 - 10 - 25) * pagat
        if self.in_last_trick(PAGAT) and best != PAGAT:
            player = next(seat for seat, card in self.tricks[-1] if card == PAGAT)
            if (player in self.side) != (winner in self.side):
                total += 25 * last
        if self.king is not None and self.in_last_trick(self.king):
            total += 10 * last
        return total

    def mond_payer(self) -> int | None:
        """Returns who pays for a lost mond."""
        if self.contract in NEGATIVE or self.contract.endswith("valat_without"):
            return None
        if self.contract in TAKEN and MOND in self.talon:
            return None if self.won_talon else self.declarer
        for trick, (_, best) in zip(self.tricks, self.winners, strict=True):
            if best in {SKIS, PAGAT} and self.in_trick(trick, MOND):
                return next(seat for seat, card in trick if card == MOND)
        return None

    @staticmethod
    def in_trick(trick: Sequence[tuple[int, str]], card: str) -> bool:
        """Whether a card lies in a trick."""
        return any(card == played for _, played in trick)

    def peer_is_right(self) -> bool:
        """Whether nothing happened that the peer is known to pay wrongly.

        It pays no trula; kings only to a side that has exactly four cards; no valat to the
        declarer's side, and one for 48 cards, discards included; the king in the last trick
        instead of the pagat, and neither if the talon came after them; the pagat that his own
        partner beat.
        """
        if self.contract not in TAKEN:
            return True
        winner, best = self.winners[-1]
        others = set(range(self.players)) - self.side
        sizes = {len(self.won(self.side)) + len(self.discards), len(self.won(others))}
        player = next((seat for seat, card in self.tricks[-1] if card == PAGAT), winner)
        same_side = (player in self.side) == (winner in self.side)
        return not (
            self.trula
            or self.kings
            or sizes & {4, 48}
            or all((w in self.side) == (winner in self.side) for w, _ in self.winners)
            or (self.in_last_trick(PAGAT) and self.in_last_trick(self.king))
            or (self.king_taken and best == self.king)
            or (best != PAGAT and player != winner and same_side)
        )
