"""The cards of French tarot and their deal: rules/french_tarot.md, "Deck", "Deal", "Handful"."""

from collections.abc import Mapping
from dataclasses import dataclass

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.deals import Layout
from ultimo.deck import FRENCH, Deck, suited, tarocks
from ultimo.games.french_tarot.options import FrenchOptions

__all__ = [
    "DECK",
    "EXCUSE",
    "HANDFULS",
    "KINGS",
    "KING_OF",
    "LANES",
    "OUDLERS",
    "PETIT",
    "TRUMPS",
    "TRUMP_LANE",
    "Form",
    "active_seats",
    "deal_spec",
    "form_of",
    "is_petit_sec",
    "layout",
]

RANKS = "A23456789TJNQK"
"""Ranks of every suit, low to high; the one is written `A`."""

HALVES = {"K": 9, "Q": 7, "N": 5, "J": 3, "T1": 9, "T21": 9, "EX": 9}
"""Half points; every other card is worth one."""

CODES = (*suited(FRENCH, RANKS), *tarocks(21), "EX")

DECK = Deck(CODES, tuple(HALVES.get(code, HALVES.get(code[1:], 1)) for code in CODES), "halves")

LANES = tuple(DECK.suit(suit) for suit in DECK.suits)
"""The four suits and the trumps, each from low to high; the excuse stands in none."""
TRUMP_LANE = len(FRENCH)

TRUMPS = frozenset(LANES[TRUMP_LANE])
"""The trumps 1 to 21."""
EXCUSE = DECK.index("EX")
PETIT = DECK.index("T1")
OUDLERS = frozenset({PETIT, DECK.index("T21"), EXCUSE})
KING_OF = {suit: DECK.index(suit + "K") for suit in FRENCH}
KINGS = frozenset(KING_OF.values())

HANDFULS = ("single", "double", "triple")


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How the cards are shared out, by the number of those who play.

    Attributes:
        hand: Cards in a hand.
        talon: Cards in the talon.
        packet: Cards in a packet.
        handfuls: Trumps in each handful.
    """

    hand: int
    talon: int
    packet: int
    handfuls: Mapping[str, int]


def _form(hand: int, talon: int, packet: int, trumps: tuple[int, int, int]) -> Form:
    handfuls = dict(zip(HANDFULS, trumps, strict=True))
    return Form(hand=hand, talon=talon, packet=packet, handfuls=handfuls)


FORMS = {
    3: _form(24, 6, 4, (13, 15, 18)),
    4: _form(18, 6, 3, (10, 13, 15)),
    5: _form(15, 3, 3, (8, 10, 13)),
}


def form_of(options: FrenchOptions) -> Form:
    """Returns how the cards are shared out."""
    return FORMS[options.players - options.dealer_sits_out]


def active_seats(options: FrenchOptions, dealer: int) -> tuple[int, ...]:
    """Returns the seats that play, in order from forehand on."""
    order = turn_order((dealer + 1) % options.players, options.players)
    return order[:-1] if options.dealer_sits_out else order


def layout(options: FrenchOptions, dealer: int) -> Layout:
    """Returns how many cards lie where: none with a dealer who sits out."""
    form = form_of(options)
    active = active_seats(options, dealer)
    hands = tuple(form.hand if seat in active else 0 for seat in range(options.players))
    return Layout(hands=hands, talon=form.talon)


def deal_spec(options: FrenchOptions, dealer: int) -> plan.DealSpec:
    """Returns how the pack is dealt: in packets, and a talon card after some of them."""
    form = form_of(options)
    order = active_seats(options, dealer)
    packets = [(seat, form.packet) for _ in range(form.hand // form.packet) for seat in order]
    void: tuple[plan.Void, ...] = ()
    if options.petit_sec == "redeal":
        void = (plan.Void(cards=tuple(sorted(TRUMPS | {EXCUSE})), equals=(PETIT,)),)
    gaps = plan.Gaps(packet=form.packet, count=form.talon)
    return layout(options, dealer).spec(DECK.size, packets, gaps=gaps, void=void)


def is_petit_sec(hand: frozenset[int]) -> bool:
    """Whether the petit is the only trump of a hand, and the excuse not there either."""
    return hand & (TRUMPS | {EXCUSE}) == {PETIT}
