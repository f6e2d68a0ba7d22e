"""The play of snapszer, from the first lead to the score (rules/snapszer.md, "Play")."""

import copy
from collections.abc import Sequence

from tests.oracle.cards import tarock24_value
from tests.oracle.snapszer_options import TARGETS, Options, pair, rank
from tests.oracle.snapszer_score import (
    WON,
    base,
    closed_score,
    mizer_score,
    s3l_enough,
    s3l_result,
    s3l_score,
    to_winners,
)


def beats(card: str, other: str, trump: str | None) -> bool:
    """Whether `card` wins over `other`, which is winning the trick so far."""
    if card[0] == other[0]:
        return rank(card) > rank(other)
    return card[0] == trump


def winning(trick: Sequence[str], trump: str | None) -> int:
    """The place in the trick of the card that is winning it."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump):
            best = place
    return best


def strict_cards(
    hand: Sequence[str], trick: Sequence[str], trump: str | None, void_trump: str = "must_trump"
) -> list[str]:
    """`legal(hand, trick, trump)` of the rules file: to follow suit and to beat."""
    if not trick:
        return list(hand)
    w = trick[winning(trick, trump)]
    s = [card for card in hand if card[0] == trick[0][0]]
    if s:
        # "Empty if the trick is already trumped and the led suit is not trump."
        return [card for card in s if beats(card, w, trump)] or s
    t = [card for card in hand if card[0] == trump]
    if t:
        b = [card for card in t if beats(card, w, trump)]
        if b:
            return b
        return t if void_trump == "must_trump" else list(hand)
    return list(hand)


class SnapszerPlay:
    """The play of one deal.

    Actions are cards, and the words `marriage:H` (one card of the pair is played next),
    `exchange`, `close` and `go_out`.

    Args:
        options: The options of the game.
        hands: The hands.
        bid: `game`, or a bid of S4 or S3L; `mizer` if all passed.
        trump: The trump suit, or None in mizer.
        declarer: The declarer; in S2 and in mizer nobody.
        partner: His partner, in S4.
        called: The called card, in S4.
        leader: Who leads to the first trick.
        talon: In S2 the cards to draw, the next one first, the face-up card last.
        kontra: 0, 1 (kontra) or 2 (rekontra).
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        *,
        bid: str = "game",
        trump: str | None,
        declarer: int | None = None,
        partner: int | None = None,
        called: str | None = None,
        leader: int = 0,
        talon: Sequence[str] = (),
        kontra: int = 0,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.seats = len(self.hands)
        self.bid = bid
        self.trump = trump
        self.declarer = declarer
        self.partner = partner
        self.called = called
        self.talon = list(talon)
        self.times = 2**kontra
        self.current: int | None = leader
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in hands]
        self.tricks = [0] * self.seats
        self.last_winner: int | None = None
        self.marriages = [0] * self.seats
        self.announced: list[str] = []  # the pair of which a card must now be played
        self.closed: dict[str, int] | None = None
        self.went_out = False
        self.reached: list[tuple[int, ...]] = []  # the sides at 66, in the order they came there
        self.winner: tuple[int, ...] | None = None
        # An ending that is dealt without cards is over.
        if not any(self.hands):
            self.current = None

    def copy(self) -> "SnapszerPlay":
        """A copy that shares nothing that moves change."""
        return copy.deepcopy(self)

    # Sides and points.

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win together with this one."""
        if self.options.form == "S2" or self.bid == "mizer":
            return (seat,)
        own = [s for s in range(self.seats) if s in (self.declarer, self.partner)]
        others = [s for s in range(self.seats) if s not in own]
        return tuple(own if seat in own else others)

    def others(self, side: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that are not of this side."""
        return tuple(seat for seat in range(self.seats) if seat not in side)

    @property
    def points(self) -> list[int]:
        """The card points of the tricks of each seat."""
        return [sum(map(tarock24_value, cards)) for cards in self.won]

    def tricks_of(self, side: tuple[int, ...]) -> int:
        """The tricks of a side."""
        return sum(self.tricks[seat] for seat in side)

    def points_of(self, side: tuple[int, ...]) -> int:
        """What counts: "card points of the tricks won by the side + valid marriages"."""
        total = sum(self.points[seat] for seat in side)
        for seat in side:
            # "The points count only if the announcer wins at least one trick in the deal, before
            # or after the announcement. A trick won by the announcer's side suffices."
            by = side if self.options.marriage_valid_by == "side" else (seat,)
            if self.tricks_of(by) > 0:
                total += self.marriages[seat]
        return total

    # What may be done.

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        if self.current is None:
            return []
        cards = self.legal_cards()
        if self.announced:
            # "Going out: directly after announcing a marriage that counts at once."
            return [*cards, *(["go_out"] if self._may_go_out() else [])]
        actions = cards + [f"marriage:{suit}" for suit in self._marriage_suits(cards)]
        if not self.trick:
            if self._may_exchange():
                actions.append("exchange")
            if self._may_close():
                actions.append("close")
            # "When he is on lead, before leading."
            if self._may_go_out():
                actions.append("go_out")
        return actions

    def legal_cards(self) -> list[str]:
        """The cards that may be played."""
        assert self.current is not None
        cards = self._dutiful(self.hands[self.current])
        return [card for card in cards if card in self.announced] if self.announced else cards

    def _dutiful(self, hand: list[str]) -> list[str]:
        trick = [card for _, card in self.trick]
        options = self.options
        if options.form == "S2" and self.talon and self.closed is None:
            # "While the talon has cards: any card, both for leader and follower."
            return list(hand)
        if options.form != "S2" or self.closed is not None or options.s2_endgame == "strict":
            return strict_cards(hand, trick, self.trump, options.void_trump)
        if not trick:
            return list(hand)
        follow = [card for card in hand if card[0] == trick[0][0]]
        if follow or options.s2_endgame == "follow_only":
            return follow or list(hand)
        # follow_then_trump: "void -> must trump if able, no duty to beat".
        return [card for card in hand if card[0] == self.trump] or list(hand)

    def _marriage_suits(self, cards: list[str]) -> list[str]:
        assert self.current is not None
        if self.bid == "mizer":
            return []
        following = self.options.marriage_when == "any_play" and self.options.form != "S2"
        if self.trick and not following:
            return []
        hand = self.hands[self.current]
        return [
            suit
            for suit in sorted({card[0] for card in hand})
            # "By leading one of its two cards while holding the other".
            if all(card in hand for card in pair(suit))
            and any(c in cards for c in pair(suit))
            # "S3L bid thirty-three: nobody may announce 40 in that deal; 20 may be announced."
            and not (self.bid == "thirty_three" and suit == self.trump)
        ]

    def _may_exchange(self) -> bool:
        options = self.options
        assert self.current is not None
        if options.form != "S2" or not self.talon or self.closed is not None:
            return False
        if options.s2_exchange_needs_trick and self.tricks[self.current] == 0:
            return False
        if not options.s2_exchange_last_two and len(self.talon) == 2:
            return False
        # "Exchange it for the trump Under from his hand."
        return f"{self.trump}U" in self.hands[self.current]

    def _may_close(self) -> bool:
        options = self.options
        if options.form != "S2" or options.s2_closing != "on" or self.closed is not None:
            return False
        return len(self.talon) >= 4

    def _may_go_out(self) -> bool:
        if self.options.form != "S3L" or self.options.s3l_go_out != "player_choice":
            return False
        if self.current is None or self.current != self.declarer or self.bid not in TARGETS:
            return False
        return self.points_of((self.current,)) >= TARGETS[self.bid]

    # What is done.

    def apply(self, name: str) -> None:
        """Make a legal action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), (name, self.legal())
        if name.startswith("marriage:"):
            suit = name.removeprefix("marriage:")
            self.announced = list(pair(suit))
            # "40 points in the trump suit, 20 points in any other suit."
            self.marriages[seat] += 40 if suit == self.trump else 20
            self._check_end()
        elif name == "exchange":
            under = f"{self.trump}U"
            self.hands[seat].remove(under)
            self.hands[seat].append(self.talon[-1])
            self.talon[-1] = under
        elif name == "close":
            other = (1 - seat,)
            self.closed = {
                "closer": seat,
                "tricks": self.tricks_of(other),
                "points": self.points_of(other),
            }
        elif name == "go_out":
            self.went_out = True
            self.current = None
        else:
            self._play(seat, name)

    def _play(self, seat: int, card: str) -> None:
        announces = bool(self.announced)
        self.announced = []
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.current = (seat + 1) % self.seats
        if len(self.trick) < self.seats:
            # A marriage is announced "by leading one of its two cards": if that is the called card,
            # it has been played when "the deal ends before the led card is answered".
            by = self.side(seat) if self.options.marriage_valid_by == "side" else (seat,)
            if announces and card == self.called and self.tricks_of(by) > 0:
                self._check_end()
            return
        cards = [card for _, card in self.trick]
        winner = self.trick[winning(cards, self.trump)][0]
        self.won[winner] += cards
        self.tricks[winner] += 1
        self.last_winner = winner
        self.trick = []
        if self.talon and self.closed is None:
            # "Both draw one: the winner first."
            for drawer in (winner, 1 - winner):
                self.hands[drawer].append(self.talon.pop(0))
        self.current = winner if self.hands[winner] else None
        self._check_end()

    def _check_end(self) -> None:
        """Called "after every completed trick" and "when a marriage is announced"."""
        if self.options.form == "S3L":
            self._check_end_of_s3l()
            return
        for seat in range(self.seats):
            side = self.side(seat)
            if self.points_of(side) >= 66 and side not in self.reached:
                self.reached.append(side)
        if self.bid == "snapszer" and self._snapszer_stands():
            assert self.declarer is not None
            own = self.side(self.declarer)
            if self.tricks_of(self.others(own)) > 0:
                self._end(self.others(own))
                return
        # "No end at 66 before the called card has been played": nobody holds it any more.
        may_end = not self.options.s4_end_needs_called_card or not any(
            self.called in hand for hand in self.hands
        )
        if self.reached and (may_end or self.current is None):
            self._end(self.reached[0])

    def _snapszer_stands(self) -> bool:
        return self.options.s4_snapszer_fail != "play_on_normal"

    def _check_end_of_s3l(self) -> None:
        if self.bid == "mizer":
            return
        assert self.declarer is not None
        others = self.others((self.declarer,))
        if self.bid == "snapszer":
            # lost_at_once: "first defender trick ends and loses".
            at_once = self.options.s3l_snapszer_fail == "lost_at_once"
            if at_once and self.tricks_of(others) > 0:
                self._end(others)
        automatic = self.options.s3l_go_out == "automatic" and self.bid != "snapszer"
        if automatic and self.current == self.declarer and self._enough():
            # "Ends as soon as `enough` is true at a go-out moment."
            self.went_out = True
            self.current = None

    def _end(self, winner: tuple[int, ...]) -> None:
        self.winner = winner
        self.current = None
        self.announced = []

    def _enough(self) -> bool:
        assert self.declarer is not None
        own = (self.declarer,)
        others = self.others(own)
        return s3l_enough(
            self.bid,
            own=self.points_of(own),
            others=self.points_of(others),
            others_tricks=self.tricks_of(others),
        )

    # The score.

    def result(self) -> int:
        """WON, LOST or DRAW, in S3L with a declarer."""
        lost_at_once = self.winner is not None
        return s3l_result(
            enough=self._enough(),
            went_out=self.went_out,
            last_trick_own=self.last_winner == self.declarer and not lost_at_once,
        )

    def made(self) -> bool:
        """Whether the declarer has made his contract; in S2, whether seat 0 has won."""
        if self.options.form == "S3L":
            return self.result() == WON
        won = self.returns()[self.declarer or 0] > 0
        if self.bid == "snapszer" and self.declarer is not None:
            # play_on_normal: a plain game won after a snapszer that failed is no snapszer made.
            return won and self.tricks_of(self.others(self.side(self.declarer))) == 0
        return won

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the deal is over."""
        if self.current is not None:
            return [0] * self.seats
        if self.bid == "mizer":
            return mizer_score(self.points)
        if self.options.form == "S3L":
            assert self.declarer is not None
            return s3l_score(self.declarer, self.bid, self.result(), self.times)
        return self._race() if self.closed is None else self._closed()

    def _race(self) -> list[int]:
        """The score where the first side at 66 wins."""
        winner = self.winner
        if winner is None:
            # "If all tricks are played and nobody has 66, the winner of the last trick wins."
            if not self.options.last_trick_wins or self.last_winner is None:
                return [0] * self.seats
            winner = self.side(self.last_winner)
        losers = self.others(winner)
        if self.bid == "snapszer" and self._is_settled_as_snapszer():
            # "Success: each member of the declarer's side + 6k. Failure: each opponent + 6k."
            assert self.declarer is not None
            fails = self.declarer in losers
            pays = not (fails and self.options.s4_snapszer_fail == "no_score")
            return to_winners(self.seats, winner, 6 * self.times if pays else 0)
        worth = base(self.points_of(losers), self.tricks_of(losers))
        return to_winners(self.seats, winner, worth * self.times)

    def _is_settled_as_snapszer(self) -> bool:
        # play_on_normal: "play continues as a plain game, base table, same k".
        if self._snapszer_stands():
            return True
        assert self.declarer is not None
        return self.tricks_of(self.others(self.side(self.declarer))) == 0

    def _closed(self) -> list[int]:
        assert self.closed is not None
        closer = self.closed["closer"]
        by_closer = self.winner == (closer,)
        winner = closer if by_closer else 1 - closer
        amount = closed_score(
            by_closer=by_closer, tricks=self.closed["tricks"], points=self.closed["points"]
        )
        return to_winners(self.seats, (winner,), amount)
