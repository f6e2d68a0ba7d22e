"""Deals of French tarot for the tests of its rules: hands given in part, and their play."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import ultimo

SUITS = "CDHS"
RANKS = "A23456789TJNQK"
SUIT_CARDS = [suit + rank for suit in SUITS for rank in RANKS]
TRUMPS = [f"T{number}" for number in range(1, 22)]
PACK = [*SUIT_CARDS, *TRUMPS, "EX"]
KING = {"players": 5, "five_players": "call_king"}
"""Five players who call a king."""

Cards = Sequence[str] | str


@cache
def _game(items: tuple[tuple[str, Any], ...]) -> Any:
    return ultimo.game("french_tarot", **dict(items))


def french(**options: Any) -> Any:
    """Returns the game, the same object for the same options."""
    return _game(tuple(sorted(options.items())))


def words(cards: Cards) -> list[str]:
    """Returns cards that are written as a list or as words."""
    return cards.split() if isinstance(cards, str) else list(cards)


def sizes(game: Any) -> tuple[int, int]:
    """Returns how many cards a hand and the talon have."""
    if game.options.calls_king:
        return 15, 3
    return (24, 6) if game.players == 3 else (18, 6)


def fill(game: Any, hands: Mapping[int, Cards] | None = None, talon: Cards = ()) -> Any:
    """Completes a deal of which some cards are given: nobody else gets trumps while others last.

    The last seat deals; where the dealer sits out it has no cards.
    """
    given = {seat: words(cards) for seat, cards in (hands or {}).items()}
    used = {card for hand in given.values() for card in hand} | set(words(talon))
    rng = random.Random(78)
    rest = [card for card in SUIT_CARDS if card not in used]
    rng.shuffle(rest)
    rest = [card for card in [*TRUMPS, "EX"] if card not in used] + rest
    hand, left = sizes(game)
    seats = game.players - game.options.dealer_sits_out
    full: list[list[str]] = [given.get(seat, [])[:] for seat in range(game.players)]
    dog = words(talon)
    dog += [rest.pop() for _ in range(left - len(dog))]
    for seat in range(seats):
        full[seat] += [rest.pop() for _ in range(hand - len(full[seat]))]
    assert not rest
    return game.make_deal(full, talon=dog)


def do(state: Any, *actions: str) -> Any:
    """Does actions, one after the other."""
    for action in actions:
        for name in words(action):
            state.apply(name)
    return state


def names(state: Any) -> list[str]:
    """Returns what may be done now."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def bid(game: Any, taker: int, contract: str, deal: Any = None) -> Any:
    """Returns a deal in which one seat has bid and all others have passed."""
    state = game.start(fill(game) if deal is None else deal)
    while state.phase == "auction":
        state.apply(contract if state.current_player == taker else "pass")
    return state


def lay_away(state: Any) -> Any:
    """Lays away what may be laid away, the first cards of it."""
    while state.phase == "discard":
        state.apply(state.legal_actions()[0])
    return state


def to_play(state: Any) -> Any:
    """Lays away and announces nothing, until the first lead."""
    lay_away(state)
    while state.phase == "announce":
        state.apply("done")
    return state


def knows(state: Any, seat: int, field: str, other: int | None = None) -> set[str]:
    """Returns the cards that a field of an observation marks, or its row of another seat."""
    seen = state.observation(seat)[field]
    marked = seen if other is None else seen[other]
    return {
        code for code, is_marked in zip(state.game.deck.codes, marked, strict=True) if is_marked
    }


def ending(
    hands: Sequence[Cards],
    contract: str = "garde",
    *,
    taker: int = 0,
    talon: Cards = (),
    leader: int = 0,
    game: Any = None,
    exchange: Any = None,
    **more: Any,
) -> Any:
    """Returns the position of an ending."""
    game = french() if game is None else game
    deal = game.make_deal([words(hand) for hand in hands], talon=words(talon))
    played = game.contract(contract, declarer=taker, **more)
    return game.position(deal, played, leader=leader, exchange=exchange)


def played(position: Any, cards: Cards) -> Any:
    """Plays cards in order."""
    for card in words(cards):
        position.play(card)
    return position
