"""Strohmandli deals for the rows: endings with turned piles, and plays whose tricks are chosen."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ultimo
from ultimo import plan

__all__ = ["SUITS", "do", "ending", "names", "played", "strohmandli"]

SUITS = {"C": "KQNJT987", "D": "KQNJA234", "H": "KQNJA234", "S": "KQNJT987"}
"""The ranks of each suit, high to low."""

Piles = Sequence[Sequence[Sequence[str]]]


def strohmandli(**options: Any) -> Any:
    """Returns a game."""
    return ultimo.game("strohmandli", **options)


def names(state: Any) -> set[str]:
    """Returns the names of the legal actions of a state or position."""
    if isinstance(state, ultimo.State):
        return {state.game.action_names[action] for action in state.legal_actions()}
    return set(state.legal())


def do(state: Any, actions: str | Iterable[str]) -> Any:
    """Does actions one after the other, in a state or a position."""
    for action in actions.split() if isinstance(actions, str) else actions:
        if isinstance(state, ultimo.State):
            state.apply(action)
        else:
            state.play(action)
    return state


def ending(
    game: Any,
    hands: Sequence[str],
    piles: Piles = (),
    *,
    leader: int = 0,
    declarer: int = 0,
) -> Any:
    """Returns a position with piles that have been turned up already.

    Hands need not be equal, so that a row shows nothing but what it is about: the shorter ones are
    filled up with tarocks that are no honours.
    """
    index = game.deck.index_by_code
    named = [hand.split() for hand in hands]
    own = [[card for pile in piles[s] for card in pile] if piles else [] for s in range(len(hands))]
    sizes = [len(hand) + len(lying) for hand, lying in zip(named, own, strict=True)]
    spare = [f"T{number}" for number in range(19, 1, -1)]
    spare = [card for card in spare if not any(card in cards for cards in (*named, *own))]
    for hand, size in zip(named, sizes, strict=True):
        hand += [spare.pop() for _ in range(max(sizes) - size)]
    setup = plan.Setup(
        hands=tuple(tuple(sorted(index[code] for code in hand)) for hand in named),
        leader=leader,
        piles=tuple(tuple(tuple(index[c] for c in pile) for pile in own) for own in piles),
        piles_turned=True,
    )
    return game.play_position(game.contract(declarer=declarer), setup)


def played(
    game: Any,
    tricks: Sequence[str],
    *,
    declare: Mapping[int, str] | None = None,
    leader: int = 0,
) -> Any:
    """Plays an ending without piles to its end, and returns its position.

    Args:
        game: The game.
        tricks: The cards of each trick, by seat.
        declare: What the leader of a trick declares, by the number of the trick.
        leader: Who leads first.
    """
    hands = [" ".join(trick.split()[seat] for trick in tricks) for seat in range(game.players)]
    position = game.position(game.make_deal(hands), game.contract(), leader=leader)
    for number, trick in enumerate(tricks):
        if declare is not None and number in declare:
            position.play(f"declare:{declare[number]}")
        cards = trick.split()
        for _ in cards:
            position.play(cards[position.current_player])
    assert position.is_over
    return position
