"""The cards of ulti and their deal: rules/ulti.md, "Deck, ranks and card points", "Deal"."""

from collections.abc import Iterator
from functools import lru_cache

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.deals import Layout, Target
from ultimo.deck import GERMAN, Deck, suited

__all__ = [
    "ACES",
    "DECK",
    "HEARTS",
    "LAST_TRICK",
    "PAIRS",
    "PLAIN_SUITS",
    "SEVEN",
    "TALON",
    "TENS",
    "deal_spec",
    "lanes",
    "layouts",
]

HEARTS = "H"
PLAIN_SUITS = tuple(suit for suit in GERMAN if suit != HEARTS)

TRUMP_RANKS = "789UOKTA"
"""Low to high in a trump game, in every suit."""
NO_TRUMP_RANKS = "789TUOKA"
"""Low to high without trump: the ten stands below the court."""

DECK = Deck.of(suited(GERMAN, TRUMP_RANKS), {"A": 10, "T": 10})
LAST_TRICK = 10
"""Points for the last trick, in trump games."""

ACES = tuple(DECK.index(suit + "A") for suit in GERMAN)
TENS = tuple(DECK.index(suit + "T") for suit in GERMAN)
PAIRS = {suit: (DECK.index(suit + "K"), DECK.index(suit + "O")) for suit in GERMAN}
"""King and Over of each suit: a marriage."""
SEVEN = {suit: DECK.index(suit + "7") for suit in GERMAN}

HAND = 10
TALON = 2
PACKETS = (7, 5, 5, 5, 5, 5)
"""From the starting player on, twice round."""


@lru_cache(maxsize=2)
def lanes(*, has_trump: bool) -> tuple[tuple[int, ...], ...]:
    """Returns the suits, each from low to high as the game ranks them."""
    ranks = TRUMP_RANKS if has_trump else NO_TRUMP_RANKS
    return tuple(tuple(DECK.index(suit + rank) for rank in ranks) for suit in GERMAN)


def layouts(dealer: int) -> tuple[Layout, Layout]:
    """Returns the deal, the starting player with twelve cards, and one with the talon laid away."""
    start = (dealer + 1) % 3
    hands = tuple(HAND + TALON if seat == start else HAND for seat in range(3))
    apart = tuple(TALON if seat == start else 0 for seat in range(3))
    return Layout(hands=hands, apart=apart), Layout(hands=(HAND,) * 3, talon=TALON)


def deal_spec(dealer: int) -> plan.DealSpec:
    """Returns how the pack is dealt: 7, 5, 5 and then 5, 5, 5 from the starting player on."""
    return layouts(dealer)[0].spec(DECK.size, _packets(dealer))


def _packets(dealer: int) -> Iterator[tuple[Target, int]]:
    yield from zip(2 * turn_order((dealer + 1) % 3, 3), PACKETS, strict=True)
