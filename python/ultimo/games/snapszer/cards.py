"""The four forms of snapszer, their cards and how they are dealt: rules/snapszer.md, "Deal"."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ultimo import plan
from ultimo.deals import Layout
from ultimo.deck import GERMAN, Deck, suited

__all__ = ["FORMS", "Form", "deal_spec", "deck", "layout", "pair"]

POINTS = {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2}
"""The nine counts nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What sets one form apart.

    Attributes:
        id: Its name.
        players: Number of seats.
        ranks: The ranks of its cards, low to high.
        packets: The packets of cards that each seat is dealt.
        stock: Number of cards in the stock, its last one face up.
        has_bidding: An auction decides who plays for what.
        calls_card: The declarer calls a card, whose holder is his partner.
        decides_first: The declarer names the trump suit by his first packet alone.
        has_kontra: Kontra may be said.
        marks_last: At the end of a match the last get a black mark.
        target: The total that ends a match by default.
    """

    id: str
    players: int
    ranks: str = "9UOKTA"
    packets: tuple[int, int]
    stock: int = 0
    has_bidding: bool = False
    calls_card: bool = False
    decides_first: bool = False
    has_kontra: bool = True
    marks_last: bool = False
    target: int

    @property
    def hand(self) -> int:
        """Number of cards in a hand."""
        return sum(self.packets)


FORMS: Mapping[str, Form] = {
    form.id: form
    for form in (
        Form(
            id="S2",
            players=2,
            ranks="UOKTA",
            packets=(3, 2),
            stock=10,
            has_kontra=False,
            target=7,
        ),
        Form(id="S3", players=3, packets=(4, 4), decides_first=True, target=25),
        Form(
            id="S4",
            players=4,
            packets=(3, 3),
            decides_first=True,
            calls_card=True,
            marks_last=True,
            target=50,
        ),
        Form(id="S3L", players=3, packets=(4, 4), has_bidding=True, target=25),
    )
}
"""The forms by name; the first of each number of players is the default."""


def deck(form: Form) -> Deck:
    """Returns the 20 or 24 German cards."""
    return Deck.of(suited(GERMAN, form.ranks), POINTS)


def pair(cards: Deck, suit: str) -> tuple[int, int]:
    """Returns the king and the over of a suit, which make a marriage."""
    return cards.index_by_code[f"{suit}K"], cards.index_by_code[f"{suit}O"]


def layout(form: Form, dealer: int) -> Layout:
    """Returns equal hands, and with two players a stock whose last card lies face up."""
    forehand = (dealer + 1) % form.players
    return Layout(
        hands=(form.hand,) * form.players,
        talon=form.stock,
        stock=form.stock > 0,
        first=(forehand, form.packets[0]) if form.decides_first else None,
    )


def deal_spec(form: Form, dealer: int) -> plan.DealSpec:
    """Returns how the pack is dealt: packets from forehand on, the trump card between them."""
    order = [(dealer + 1 + i) % form.players for i in range(form.players)]
    first, second = ([(seat, size) for seat in order] for size in form.packets)
    found = layout(form, dealer)
    size = 4 * len(form.ranks)
    if not form.stock:
        return found.spec(size, [*first, *second])
    spec = found.spec(size, [*first, ("talon", 1), *second, ("talon", form.stock - 1)])
    # The card turned up is dealt first of the stock and drawn last.
    columns = found.columns()["talon"]
    moved = {column: column - 1 for column in columns} | {columns[0]: columns[-1]}
    return replace(spec, place=tuple(moved.get(column, column) for column in spec.place))
