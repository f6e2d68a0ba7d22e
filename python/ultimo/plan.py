"""What the core is told, as plain data: the rules of one contract, its score, its deal and setups.

These dataclasses mirror the core's own data types attribute by attribute. They check nothing: the
core checks all of a value when it is compiled, and reports every fault. Cards are deck indices,
seats are numbers in order of play, and a set of seats is an int with seat `s` at bit `s`. A lane
is a suit of the contract: its cards from low to high.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "Aside",
    "Axis",
    "BarterSpec",
    "Captured",
    "Close",
    "Closed",
    "DealSpec",
    "Declaration",
    "Declared",
    "Drawing",
    "Duty",
    "Emperor",
    "EndRule",
    "EndedBy",
    "Exchange",
    "Excuse",
    "Fact",
    "Fate",
    "Gaps",
    "GoOut",
    "HandRule",
    "Held",
    "LastTrick",
    "Marriage",
    "MarriageRule",
    "MostPoints",
    "PayoffPart",
    "PileRule",
    "Points",
    "PointsEnd",
    "Prize",
    "PrizeHolds",
    "Reserved",
    "RowPlan",
    "RulesSpec",
    "Seats",
    "Setup",
    "Tricks",
    "TricksEnd",
    "Void",
    "WentOut",
]

FloatArray: TypeAlias = npt.NDArray[np.float64]

# --- the rules of the play -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """The obligations of a player who does not lead.

    Attributes:
        follow: The suit led must be followed. Without it any card may be played and nothing below
            counts.
        beat: When a player who follows suit must beat the card that is winning the trick, if he
            can: never; only when the suit led is the one that void players must play; always.
        void: What a player who is void in the suit led must do: anything; play a trump if he has
            one; one that beats the winning card if he can; the same, but free if he cannot.
    """

    follow: bool = True
    beat: Literal["never", "trumps", "always"] = "never"
    void: Literal["free", "trump", "overtrump", "overtrump_or_free"] = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excuse:
    """The excuse: may be played at any time, never follows, never sets the suit.

    Attributes:
        card: The card; it stands in no lane.
        owed: Units that its owner's side owes the other side for keeping it.
    """

    card: int
    owed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """Cards that some seats may play only when they have no other legal card.

    Attributes:
        seats: Set of the seats that are bound.
        cards: The cards.
    """

    seats: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Emperor:
    """The emperor's trick: when all `cards` lie in one trick, `winner` wins it.

    Attributes:
        cards: All cards of the set, the winner among them.
        winner: The card that then wins.
        forced: A player who must play a trump to a trick that holds the other cards must play the
            winner.
        led: The lane that must have been led for the exception to hold; any if `None`.
    """

    cards: tuple[int, ...]
    winner: int
    forced: bool = False
    led: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Exchanging a card of the hand with the last card of the stock, on lead, of the same lane.

    Attributes:
        card: The card given.
        needs_trick: Only a seat that has won a trick may exchange.
        min_stock: The least number of cards in the stock.
    """

    card: int
    needs_trick: bool
    min_stock: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """Closing the stock, on lead.

    Attributes:
        min_stock: The least number of cards in the stock.
        duty: The duty from then on.
        few_below: Units that separate few from enough in what is recorded of the other side.
    """

    min_stock: int
    duty: Duty
    few_below: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The stock and what may be done with it.

    Attributes:
        draw: After a trick every seat draws one card, the winner first; or the winner lays the
            next card on his won cards.
        duty: The duty while the stock has cards; `None`: as `RulesSpec.duty`.
        exchange: Exchanging with the last card.
        close: Closing.
    """

    draw: Literal["each_winner_first", "to_winners_pile"]
    duty: Duty | None = None
    exchange: Exchange | None = None
    close: Close | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PileRule:
    """Piles on the table in front of each seat, only their top card face up.

    Attributes:
        takes: Cards that go into the hand when they are turned up, after which the next is turned.
        takes_in_play: Cards turned up during play are taken too; otherwise only those turned
            before play.
        lead_from_hand: A pile card may be led only when the hand is empty.
        at_once: The next card is turned as soon as a pile card is played; otherwise after the
            trick.
    """

    takes: tuple[int, ...] = ()
    takes_in_play: bool = False
    lead_from_hand: bool = False
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Marriage:
    """A pair of cards that may be announced.

    Attributes:
        cards: The two cards, both in hand; one of them is then played.
        units: What the pair is worth.
    """

    cards: tuple[int, int]
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarriageRule:
    """Marriages: announced in play, by a move named by the pair's lane, or counted from the hands.

    Attributes:
        pairs: At most one pair a lane.
        following: Pairs may be announced when following too, not only on lead.
        at_start: Every pair held when play begins counts, and there is nothing to announce.
        needs_trick: It counts only with a trick; otherwise always.
        by_side: A trick of its owner's side makes it count; otherwise only his own.
    """

    pairs: tuple[Marriage, ...]
    following: bool = False
    at_start: bool = False
    needs_trick: bool = True
    by_side: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A figure declared on lead; one of its cards is then led.

    Attributes:
        cards: The cards of the figure.
        needed: How many of them must be in hand.
        barred_by: Declarations (indices) after which this one may no longer be made.
    """

    cards: tuple[int, ...]
    needed: int
    barred_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOut:
    """Going out: the seat ends the deal on lead, or right after its own announcement.

    Attributes:
        seat: Who may.
        units: The least units (tricks and valid marriages of its side).
    """

    seat: int
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """Cards laid aside that go to the winner when a seat wins a trick with a certain card.

    Attributes:
        card: The card whose player must win the trick with it.
        seats: Set of the seats that can win the prize.
    """

    card: int
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksEnd:
    """The deal ends after a trick when the seats together have so many tricks.

    Attributes:
        seats: Set of the seats counted together.
        at_least: Least number of tricks.
    """

    kind: ClassVar[Literal["tricks"]] = "tricks"

    seats: int
    at_least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEnd:
    """The deal ends when the seats together have so many units, in tricks and valid marriages.

    Attributes:
        seats: Set of the seats counted together.
        at_least: Least number of units.
        not_behind: And the other seats together have no more than they.
        on_lead: And this seat is on lead, or has just announced.
        after_card: And this card has been played, or was not dealt: the first rule that held but
            for its card ends the deal then.
    """

    kind: ClassVar[Literal["points"]] = "points"

    seats: int
    at_least: int
    not_behind: bool = False
    on_lead: int | None = None
    after_card: int | None = None


EndRule: TypeAlias = TricksEnd | PointsEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSpec:
    """A variant under one contract: who plays with whom, what is legal, who wins, what counts.

    Attributes:
        seats: Number of seats, 1 to 10.
        deck_size: Number of cards in the deck, 1 to 128.
        lanes: The suits: every card but the excuse stands in one of them once, low to high.
        trump: Number of the trump lane; `"first_lead"`: that of the first card led in the deal.
        void_lane: The lane a void player must play where it is not the trump lane.
        excuse: The excuse.
        values: Card points by card, in units.
        scheme: How units are counted officially: a unit is a point, a half or a third of one.
        last_trick_units: Units for the winner of the last trick.
        sides: The side of each seat: equal numbers win together.
        duty: The obligations in play.
        reserved: Cards played last.
        emperor: The emperor's trick.
        drawing: The stock.
        piles: The piles.
        marriages: The marriages that may be announced.
        declarations: Figures that may be declared on lead, at most 4.
        go_out: Going out.
        knockers: Set of the seats that may pass their turn in a trick while they hold a card.
        idle: Set of the seats that sit out: they hold no card, and the others share the deck.
        prize: The prize.
        watched: Cards whose fate is recorded, at most 4.
        late_from: Tricks from this one on (0 is the first) are counted apart too.
        ends: What ends a deal early. The first that holds is recorded.
    """

    seats: int
    deck_size: int
    lanes: tuple[tuple[int, ...], ...]
    trump: int | Literal["first_lead"] | None
    values: tuple[int, ...]
    sides: tuple[int, ...]
    scheme: Literal["ones", "halves", "thirds"] = "ones"
    void_lane: int | None = None
    excuse: Excuse | None = None
    last_trick_units: int = 0
    duty: Duty = field(default_factory=Duty)
    reserved: tuple[Reserved, ...] = ()
    emperor: Emperor | None = None
    drawing: Drawing | None = None
    piles: PileRule | None = None
    marriages: MarriageRule | None = None
    declarations: tuple[Declaration, ...] = ()
    go_out: GoOut | None = None
    knockers: int = 0
    idle: int = 0
    prize: Prize | None = None
    watched: tuple[int, ...] = ()
    late_from: int = 0
    ends: tuple[EndRule, ...] = ()


# --- what scoring asks of a finished deal --------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Official card points of the seats together, 0 to `max`.

    Attributes:
        seats: Set of the seats counted together.
        max: The largest value; a larger count is recorded as this.
        laid: Cards laid aside for these seats count too.
        marriages: Valid marriages count too.
    """

    kind: ClassVar[Literal["points"]] = "points"

    seats: int
    max: int
    laid: bool = True
    marriages: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks:
    """Tricks of the seats together.

    Attributes:
        seats: Set of the seats counted together.
        late: Only late tricks.
    """

    kind: ClassVar[Literal["tricks"]] = "tricks"

    seats: int
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTrick:
    """Who won the last trick that was played; the number of seats if none was."""

    kind: ClassVar[Literal["last_trick"]] = "last_trick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """How many of these cards the seats won in tricks (and as prize).

    Attributes:
        cards: The cards.
        seats: Set of the seats counted together.
        laid: Cards laid aside for these seats count too.
    """

    kind: ClassVar[Literal["captured"]] = "captured"

    cards: tuple[int, ...]
    seats: int
    laid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeHolds:
    """How many of these cards lie in the prize when play begins, won later or not.

    Attributes:
        cards: The cards.
    """

    kind: ClassVar[Literal["prize"]] = "prize"

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How many of these sets were held entire when play began.

    Attributes:
        sets: The sets of cards.
        seats: Set of the seats.
        joint: Their hands are looked at together; otherwise one of them alone must hold a set.
    """

    kind: ClassVar[Literal["held"]] = "held"

    sets: tuple[tuple[int, ...], ...]
    seats: int
    joint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Fate of a watched card: 0 if it was not played to a trick of the window, else a code.

    The code is `1 + (k * seats + player) * seats + winner`, with the trick the `k`th before the
    last (`k = 0` without a window).

    Attributes:
        watched: Index into `RulesSpec.watched`.
        window: Only so many last tricks of a deal that was played out; any trick if `None`.
    """

    kind: ClassVar[Literal["fate"]] = "fate"

    watched: int
    window: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Bit set of the declarations that a seat made.

    Attributes:
        seat: The seat.
    """

    kind: ClassVar[Literal["declared"]] = "declared"

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut:
    """1 if somebody went out, else 0."""

    kind: ClassVar[Literal["went_out"]] = "went_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """0 if the stock was not closed, else `1 + closer * 3 + class` of the others at that moment.

    Class 0 is no trick, 1 a trick and few units, 2 enough units.
    """

    kind: ClassVar[Literal["closed"]] = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedBy:
    """0 if the deal was played to its end, else 1 + the index of the end rule that held."""

    kind: ClassVar[Literal["ended_by"]] = "ended_by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """How many seats have more official points than `points_over`, or no trick.

    Attributes:
        points_over: More than this many.
    """

    kind: ClassVar[Literal["seats"]] = "seats"

    points_over: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MostPoints:
    """Bit set of the seats that have the most official points, without marriages."""

    kind: ClassVar[Literal["most_points"]] = "most_points"


Fact: TypeAlias = (
    Points
    | Tricks
    | LastTrick
    | Captured
    | PrizeHolds
    | Held
    | Fate
    | Declared
    | WentOut
    | Closed
    | EndedBy
    | Seats
    | MostPoints
)


@dataclass(frozen=True, slots=True)
class Axis:
    """A fact, reduced to the classes that matter.

    Attributes:
        fact: What is asked.
        classes: Class of each value of the fact, from 0; `None` keeps the values.
    """

    fact: Fact
    classes: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PayoffPart:
    """A score, tabulated: the returns of a seat are its weight times an entry of the table.

    Attributes:
        axes: Axis by name, in the order of the table's dimensions.
        table: Shape (size of each axis, ...) or flat in C order, float64: the last axis varies
            fastest.
        weights: Shape (seats,), float64.
    """

    axes: Mapping[str, Axis]
    table: FloatArray
    weights: FloatArray


# --- rounds without tricks -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRule:
    """What hands of three cards count, where they are compared rather than played.

    Attributes:
        suits: Suit of each card, by number. Where hands of equal value are ordered, larger numbers
            are better.
        ranks: Rank of each card, low to high.
        points: Points of each card.
        feuer_rank: Three cards of this rank are the feuer.
        feuer: Value of the feuer, doubled.
        triplet: Value of any other three cards of one rank, doubled.
        blitz_points: Points of one suit that make the blitz.
    """

    suits: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    feuer_rank: int
    feuer: int
    triplet: int
    blitz_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BarterSpec:
    """A game in which the seats exchange cards with an open table until one closes.

    Attributes:
        seats: Number of seats, 2 to 10.
        hands: What hands count; feuer and blitz end a round.
        renews: When all have passed in a row the table is renewed from the rest pile as long as
            that has three cards; otherwise the round ends.
        closes_at_once: A seat may close in its first turn.
        most_turns: So many turns of every seat end a round that nobody has closed.
    """

    seats: int
    hands: HandRule
    renews: bool = True
    closes_at_once: bool = True
    most_turns: int = 30


# --- deals and setups ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """Talon cards dealt one by one into gaps between packets.

    Attributes:
        packet: Number of cards in a packet.
        count: Number of gaps, out of all gaps between two packets, that send a card to the talon.
    """

    packet: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """A deal is void and dealt anew if in some hand `hand & cards == equals`.

    Attributes:
        cards: The cards looked at.
        equals: Those of them that the hand of a void deal holds, and no others.
    """

    cards: tuple[int, ...]
    equals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealSpec:
    """How the shuffled pack becomes a row of a deal.

    A row holds the cards of seat 0, seat 1, ... (each ascending), then the talon or stock in
    order, the piles (by seat, top first), then what is not used.

    Attributes:
        deck_size: Number of cards in the pack.
        place: Column of the row for each position in the pack, top first. With gaps: for each
            card that no gap takes, in order; the talon then follows the hands.
        hand_sizes: Number of cards of each seat.
        gaps: Talon cards from gaps between packets.
        void: What makes a deal void.
    """

    deck_size: int
    place: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    gaps: Gaps | None = None
    void: tuple[Void, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Cards out of play.

    Attributes:
        owner: The seat for which they count; `None`: nobody; `"prize"`: whoever wins the prize.
        cards: The cards; as columns in a `RowPlan`.
    """

    owner: int | Literal["prize"] | None
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Where the cards lie when play begins.

    Cards that are nowhere belong to nobody.

    Attributes:
        hands: The cards of each seat.
        leader: The seat that leads first.
        stock: The stock, the card drawn next first.
        piles: The piles of each seat, top first; `()` where nobody has one.
        aside: Cards out of play.
        trump: Lane that is trump, where the rules leave it to the first lead and it is known.
        piles_turned: The piles were turned up before: their top cards lie face up as they are.
    """

    hands: tuple[tuple[int, ...], ...]
    leader: int
    stock: tuple[int, ...] = ()
    piles: tuple[tuple[tuple[int, ...], ...], ...] = ()
    aside: tuple[Aside, ...] = ()
    trump: int | None = None
    piles_turned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPlan:
    """How a row of a deal array becomes a `Setup`: columns of the row in the place of cards.

    Attributes:
        hands: The columns of each seat's hand.
        leader: The seat that leads first.
        stock: The columns of the stock, the card drawn next first.
        piles: The columns of the piles of each seat, top first; `()` where nobody has one.
        aside: The columns of cards out of play.
        trump: As `Setup.trump`.
        piles_turned: As `Setup.piles_turned`.
    """

    hands: tuple[tuple[int, ...], ...]
    leader: int
    stock: tuple[int, ...] = ()
    piles: tuple[tuple[tuple[int, ...], ...], ...] = ()
    aside: tuple[Aside, ...] = ()
    trump: int | None = None
    piles_turned: bool = False
