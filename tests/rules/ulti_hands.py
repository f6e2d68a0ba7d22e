"""Helpers for the rows of ulti: deals, auctions and plays in a few words."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import ultimo

SUITS = "ALHB"
RANKS = "789UOKTA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]


@cache
def _game(items: tuple[tuple[str, Any], ...]) -> Any:
    return ultimo.game("ulti", **dict(items))


def ulti(**options: Any) -> Any:
    """Returns the game, the same object for the same options."""
    return _game(tuple(sorted(options.items())))


def names(state: Any) -> list[str]:
    """Returns the names of the legal actions."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def say(state: Any, calls: str) -> Any:
    """Makes calls one after another; who must lay the talon lays his first cards."""
    for call in calls.split():
        while state.phase == "discard":
            state.apply(state.legal_actions()[0])
        state.apply(call)
    while state.phase == "discard":
        state.apply(state.legal_actions()[0])
    return state


def rest(*hands: Sequence[str]) -> list[str]:
    """Returns the cards of the pack that are in none of these hands."""
    gone = {card for hand in hands for card in hand}
    return [card for card in PACK if card not in gone]


def whole(declarer: str, talon: str, first: str = "", second: str = "") -> list[list[str]]:
    """Returns three hands of ten and the talon; what is not said is filled up in deck order."""
    said = [text.split() for text in (declarer, first, second, talon)]
    free = rest(*said)
    hands = []
    for hand in said[:3]:
        missing = 10 - len(hand)
        hands.append(hand + free[:missing])
        free = free[missing:]
    assert not free
    return [*hands, said[3]]


def position(game: Any, contract: Any, hands: Iterable[Sequence[str]], talon: str = "") -> Any:
    """Returns a play of these hands, an ending perhaps."""
    dealt = [hand.split() if isinstance(hand, str) else hand for hand in hands]
    return game.position(game.make_deal(dealt, talon=talon.split()), contract)


def play(position: Any, cards: str) -> Any:
    """Plays cards, and then whatever is legal as long as only one card is."""
    for card in cards.split():
        position.play(card)
    while not position.is_over and len(position.legal()) == 1:
        position.play(position.legal()[0])
    return position
