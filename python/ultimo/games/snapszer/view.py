"""What is seen in play: the card that lies face up, marriages shown, cards taken openly."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ultimo.deck import Deck
from ultimo.games.snapszer.cards import pair
from ultimo.plan import Setup
from ultimo.table import View

if TYPE_CHECKING:
    from ultimo._core import Position

__all__ = ["seen_cards"]


def seen_cards(
    view: View, seat: int, *, deck: Deck, setup: Setup, position: "Position", names: tuple[str, ...]
) -> View:
    """Adds to a view what all have seen.

    Args:
        view: What the seat knew before the play, less what was played.
        seat: The seat.
        deck: The cards.
        setup: Where the cards lay when play began.
        position: The play.
        names: The name of each action.
    """
    shown: set[int] = set()
    face_up = setup.stock[-1] if setup.stock else None
    if face_up is not None:
        shown.add(face_up)
    for _, action in position.history:
        word, _, suit = names[action].partition(":")
        if word == "marriage":
            shown |= set(pair(deck, suit))
        elif word == "exchange" and face_up is not None:
            face_up = deck.index_by_code[f"{deck.codes[face_up][0]}U"]
            shown.add(face_up)
    # Whoever drew or exchanged a card that was shown did so before all.
    index = deck.index_by_code
    hands = list(view.hands)
    for other, held in enumerate(position.hands):
        if other != seat:
            hands[other] |= shown.intersection(index[code] for code in held)
    lying = {index[code] for code in position.stock[-1:]}
    return replace(view, hands=tuple(hands), table=view.table - shown | lying)
