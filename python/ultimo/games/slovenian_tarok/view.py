"""What two players see of each other's piles."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ultimo.deck import Deck
from ultimo.plan import Setup
from ultimo.table import View

if TYPE_CHECKING:
    from ultimo._core import Position

__all__ = ["seen_piles"]


def seen_piles(view: View, seat: int, *, deck: Deck, setup: Setup, position: "Position") -> View:
    """Adds to a view what was turned up: the tops of piles, and what went from there to a hand."""
    index = deck.index_by_code
    hands = list(view.hands)
    tops: set[int] = set()
    for owner, (own, left) in enumerate(zip(setup.piles, position.piles, strict=True)):
        turned: set[int] = set()
        for pile, remaining in zip(own, left, strict=True):
            turned |= set(pile[: len(pile) - len(remaining)])
            tops |= {index[code] for code in remaining[:1]}
        if owner != seat:
            held = {index[code] for code in position.hands[owner]}
            hands[owner] |= turned & held
    return replace(view, hands=tuple(hands), table=view.table | tops)
