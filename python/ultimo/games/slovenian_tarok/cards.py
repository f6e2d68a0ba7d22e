"""The cards of Slovenian tarok and their deal: rules/slovenian_tarok.md, "Deck", "Deal"."""

from collections.abc import Iterator

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.deals import Layout, Target
from ultimo.deck import FRENCH, Deck, suited, tarocks

__all__ = [
    "DECK",
    "KINGS",
    "KING_OF",
    "LANES",
    "MOND",
    "PAGAT",
    "TAROCKS",
    "TAROCK_LANE",
    "TRULL",
    "deal_spec",
    "layout",
]

BLACK = "789TJNQK"
"""Ranks of spades and clubs, low to high."""
RED = "432AJNQK"
"""Ranks of hearts and diamonds, low to high."""

NOMINAL = {"K": 5, "Q": 4, "N": 3, "J": 2, "T1": 5, "T21": 5, "T22": 5}
"""Nominal values; every other card is worth 1."""

CODES = (
    *suited("C", BLACK),
    *suited("D", RED),
    *suited("H", RED),
    *suited("S", BLACK),
    *tarocks(22),
)


def _thirds(code: str) -> int:
    """The exact worth of a card, two thirds less than its nominal value (rules/counting.md 3.2)."""
    return 3 * NOMINAL.get(code, NOMINAL.get(code[1:], 1)) - 2


DECK = Deck(CODES, tuple(map(_thirds, CODES)), "thirds")

LANES = tuple(DECK.suit(suit) for suit in DECK.suits)
"""The four suits and the tarocks, each from low to high."""
TAROCK_LANE = len(FRENCH)

TAROCKS = frozenset(LANES[TAROCK_LANE])
KING_OF = {suit: DECK.index(suit + "K") for suit in FRENCH}
KINGS = frozenset(KING_OF.values())
PAGAT = DECK.index("T1")
MOND = DECK.index("T21")
TRULL = frozenset(DECK.index(code) for code in ("T1", "T21", "T22"))

ROUNDS = {3: 8, 4: 6}
"""Cards in a packet, by number of players; there are two rounds."""


def layout(players: int) -> Layout:
    """Returns how many cards lie where: a talon of six, or with two players three piles each."""
    if players == 2:
        return Layout(hands=(15, 15), piles=((4, 4, 4), (4, 4, 4)))
    return Layout(hands=(2 * ROUNDS[players],) * players, talon=6)


def deal_spec(players: int, dealer: int, *, redeal: bool) -> plan.DealSpec:
    """Returns how the pack is dealt.

    Args:
        players: Number of seats.
        dealer: The seat that deals; the next one is served first.
        redeal: A deal is void if some hand has no tarock.
    """
    void = (plan.Void(cards=tuple(sorted(TAROCKS))),) if redeal else ()
    return layout(players).spec(DECK.size, _packets(players, dealer), void=void)


def _packets(players: int, dealer: int) -> Iterator[tuple[Target, int]]:
    order = turn_order((dealer + 1) % players, players)
    if players == 2:
        yield from ((seat, 5) for _ in range(3) for seat in order)
        yield from ((("pile", seat, number), 4) for number in range(3) for seat in order)
        return
    yield "talon", 6
    yield from ((seat, ROUNDS[players]) for _ in range(2) for seat in order)
