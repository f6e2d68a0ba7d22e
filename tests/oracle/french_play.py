"""The play of French tarot, and what it comes to."""

from collections.abc import Mapping, Sequence

from tests.oracle import french_score
from tests.oracle.cards import (
    EXCUSE,
    FRENCH78,
    FRENCH78_RANKS,
    OUDLERS,
    PETIT,
    book_french_trick,
    count_halves,
)
from tests.oracle.french_options import Options, playing_seats


def is_trump(card: str) -> bool:
    """Whether a card is one of trumps 1-21: "the Excuse is not a trump"."""
    return card[0] == "T"


def strength(card: str, led: str) -> tuple[int, int]:
    """How strong a card is in a trick in which the suit `led` was led; the highest wins."""
    # "Highest trump, else highest card of the lead suit; the Excuse does not win."
    if card == EXCUSE:
        return (-1, 0)
    if is_trump(card):
        return (2, int(card[1:]))
    if card[0] == led:
        return (1, -FRENCH78_RANKS.index(card[1]))
    return (0, 0)


def suit_led(cards: Sequence[str]) -> str | None:
    """The suit of the first card that is not the Excuse, `T` for trumps; None before it."""
    return next((card[0] for card in cards if card != EXCUSE), None)


def legal_cards(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    """`legal_cards(hand, trick)` of the rules file; `cards` are those of the trick, in order."""
    led = suit_led(cards)
    if led is None:
        return list(hand)
    excuse = [card for card in hand if card == EXCUSE]
    following = [card for card in hand if card[0] == led and card != EXCUSE]
    if led != "T" and following:
        # "No obligation to beat inside a suit."
        return following + excuse
    trumps = [card for card in hand if is_trump(card)]
    if trumps:
        highest = max((int(card[1:]) for card in cards if is_trump(card)), default=0)
        over = [card for card in trumps if int(card[1:]) > highest]
        # "Overtrump if possible, else any trump."
        return (over or trumps) + excuse
    return list(hand)


class FrenchPlay:
    """The play, from the first lead or from any ending.

    An ending is played like a deal of its own: a slam is all of its tricks, and in an ending of one
    trick the Excuse wins, since its side has won all earlier tricks, of which there are none.

    Args:
        options: The options of the game.
        hands: The cards of each seat, after exchange and discards; empty for one that sits out.
        bid: The id of the bid.
        declarer: The taker.
        partner: The seat that holds the called king, if another plays with the taker.
        dealer: The dealer, by default the last seat.
        leader: The seat that leads; by default as the rules say.
        talon: The cards that lie in the talon, not taken. In petite and garde they count as if the
            taker had taken them and laid them away again.
        discards: The cards the taker laid away.
        slam: Whether he announced a slam.
        handfuls: The handful of each seat that announced one.
    """

    def __init__(
        self,
        options: Options,
        hands: Sequence[Sequence[str]],
        bid: str,
        *,
        declarer: int,
        partner: int | None = None,
        dealer: int | None = None,
        leader: int | None = None,
        talon: Sequence[str] = (),
        discards: Sequence[str] = (),
        slam: bool = False,
        handfuls: Mapping[int, str] | None = None,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.bid = bid
        self.declarer = declarer
        self.partner = partner
        # In order of play, so that the seat after one is the next in this list.
        self.playing = playing_seats(options, options.players - 1 if dealer is None else dealer)
        self.talon = list(talon)
        self.discards = list(discards)
        self.slam = slam
        self.handfuls = dict(handfuls or {})
        if leader is None:
            # "First lead: seat 0, also after a slam announcement (slam_announcer_leads)."
            leads_slam = slam and options.slam_announcer_leads
            leader = declarer if leads_slam else self.playing[0]
        self.seat = leader
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * options.players
        # Half-points won, with the Excuse booked at once to the seats concerned.
        self.points = [0] * options.players
        # Whose pile each oudler lies in, by who would count it.
        self.oudler_holder: dict[str, int] = {}
        self.past: list[tuple[list[tuple[int, str]], int]] = []

    def copy(self) -> "FrenchPlay":
        """A copy that shares nothing that moves change."""
        new = object.__new__(FrenchPlay)
        new.__dict__.update(self.__dict__)
        new.hands = [list(hand) for hand in self.hands]
        new.trick = list(self.trick)
        new.tricks = list(self.tricks)
        new.points = list(self.points)
        new.oudler_holder = dict(self.oudler_holder)
        new.past = list(self.past)
        new.handfuls = dict(self.handfuls)
        return new

    def is_takers(self, seat: int) -> bool:
        """Whether a seat is of the taker's side."""
        return seat in (self.declarer, self.partner)

    def same_side(self, seat: int, other: int) -> bool:
        """Whether two seats win together."""
        return self.is_takers(seat) == self.is_takers(other)

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.trick and not any(self.hands)

    @property
    def current(self) -> int | None:
        """The seat to play, or None."""
        return None if self.is_over else self.seat

    def legal(self) -> list[str]:
        """The cards the seat to play may play."""
        if self.is_over:
            return []
        return legal_cards(self.hands[self.seat], [card for _, card in self.trick])

    def apply(self, name: str) -> None:
        """Play a card."""
        assert name in self.legal(), (name, self.legal())
        self.hands[self.seat].remove(name)
        self.trick.append((self.seat, name))
        if len(self.trick) < len(self.playing):
            at = self.playing.index(self.seat)
            self.seat = self.playing[(at + 1) % len(self.playing)]
        else:
            self._end_trick()

    def _winner(self, excuse_by: int | None, *, last: bool) -> int:
        """The seat that wins the trick on the table."""
        if last and excuse_by is not None:
            # "In the last trick, if the side that plays the Excuse has won all earlier tricks, the
            # Excuse wins that trick (and completes the slam)."
            others = [seat for seat in self.playing if not self.same_side(seat, excuse_by)]
            if all(self.tricks[seat] == 0 for seat in others):
                return excuse_by
        led = suit_led([card for _, card in self.trick])
        assert led is not None
        return max(self.trick, key=lambda play: strength(play[1], led))[0]

    def _end_trick(self) -> None:
        cards = [card for _, card in self.trick]
        excuse_by = next((seat for seat, card in self.trick if card == EXCUSE), None)
        last = not any(self.hands)
        winner = self._winner(excuse_by, last=last)
        own = excuse_by is not None and self.same_side(excuse_by, winner)
        for_winner, for_owner = book_french_trick(cards, excuse_by_winning_side=own, last=last)
        self.points[winner] += for_winner
        for card in cards:
            if card in OUDLERS:
                self.oudler_holder[card] = winner
        if excuse_by is not None and not own and not last:
            # "Any trick but the last: it stays with the side that played it."
            self.points[excuse_by] += for_owner
            self.oudler_holder[EXCUSE] = excuse_by
        self.tricks[winner] += 1
        self.past.append((self.trick, winner))
        self.trick = []
        # "The winner of a trick leads to the next."
        self.seat = winner

    @property
    def half_points(self) -> int:
        """The half-points of the taker's side so far."""
        # "Taker's points = tricks + own discards (petite, garde) or talon (garde_sans); with
        # garde_contre the talon belongs to the defenders."
        takers = sum(self.points[seat] for seat in self.playing if self.is_takers(seat))
        takers += count_halves(self.discards)
        others = sum(self.points[seat] for seat in self.playing if not self.is_takers(seat))
        if self.bid == "garde_contre":
            others += count_halves(self.talon)
        else:
            takers += count_halves(self.talon)
        if len(self.past) * len(self.playing) + len(self.talon + self.discards) == len(FRENCH78):
            assert takers + others == 182
        return takers

    @property
    def oudlers(self) -> int:
        """The oudlers in the taker's pile so far."""
        # "Oudlers in his tricks, an Excuse he played before the last trick (whoever won that
        # trick), and an oudler lying in the talon under garde_sans."
        counted = sum(self.is_takers(seat) for seat in self.oudler_holder.values())
        own_talon = [] if self.bid == "garde_contre" else self.talon
        return counted + sum(card in OUDLERS for card in own_talon)

    def slam_side(self) -> int:
        """Who won all tricks: +1 the taker's side, -1 the defenders, 0 neither."""
        takers = sum(self.tricks[seat] for seat in self.playing if self.is_takers(seat))
        if not self.is_over or sum(self.tricks) == 0:
            return 0
        return 1 if takers == sum(self.tricks) else -1 if takers == 0 else 0

    def petit_last(self) -> int:
        """Who has the bonus for the petit: +1 the taker's side, -1 the defenders, 0 nobody."""
        if not self.is_over or not self.past:
            return 0
        # "X = the last trick; but if one side makes a slam and that side played the Excuse in the
        # last trick, X = the last but one trick."
        at = -1
        for seat, card in self.past[-1][0]:
            if card == EXCUSE and self.slam_side() == (1 if self.is_takers(seat) else -1):
                at = -2
        if len(self.past) < -at:
            return 0  # an ending of one trick has no last but one
        trick, winner = self.past[at]
        if PETIT not in [card for _, card in trick]:
            return 0
        return 1 if self.is_takers(winner) else -1

    def outcome(self) -> french_score.Outcome:
        """What happened, as scoring asks for it."""
        return french_score.Outcome(
            half_points=self.half_points,
            oudlers=self.oudlers,
            petit_last=self.petit_last(),
            slam=self.slam_side(),
        )

    def value(self) -> int:
        """R, what each defender pays."""
        return french_score.value(
            self.bid,
            self.outcome(),
            slam_announced=self.slam,
            handfuls=list(self.handfuls.values()),
        )

    def returns(self) -> list[int]:
        """The score of each seat; zeros until the play is over."""
        if not self.is_over:
            return [0] * self.options.players
        return french_score.scores(
            self.options,
            self.value(),
            playing=self.playing,
            declarer=self.declarer,
            partner=self.partner,
        )
