"""The rules of the play, as plain data for the core: see `ultimo.plan`."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

__all__ = [
    "Close",
    "Declaration",
    "Drawing",
    "Duty",
    "Emperor",
    "EndRule",
    "Exchange",
    "Excuse",
    "GoOut",
    "Marriage",
    "MarriageRule",
    "PileRule",
    "PointsEnd",
    "Prize",
    "Reserved",
    "RulesSpec",
    "TricksEnd",
]


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
