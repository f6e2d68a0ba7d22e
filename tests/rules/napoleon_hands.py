"""Whole deals of napoleon in which it is chosen beforehand who wins which trick.

In the first four tricks everybody follows suit, and the best card of the trick wins it. The ace of
the first suit, which is trump, is kept for the fifth trick, in which everybody plays the card that
is left.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import ultimo

SUITS = "SHDC"
"""Those of the first four tricks; the first is trump."""
RANKS = "AKQJT98765432"
TRICKS = 5

EXTENDED_BIDS = {
    "two": 2,
    "three": 3,
    "misere": 3,
    "four": 4,
    "napoleon": 5,
    "wellington": 10,
    "blucher": 20,
}
"""The extended ladder and its values."""

Trick = tuple[str, ...]


@cache
def _game(items: tuple[tuple[str, Any], ...]) -> Any:
    return ultimo.game("napoleon", **dict(items))


def napoleon(players: int = 4, **options: Any) -> Any:
    """Returns the game, the same object for the same options."""
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
    return _game((("players", players), *sorted(frozen.items())))


def tricks_won_by(seats: Sequence[int], players: int) -> list[Trick]:
    """Returns five tricks, a card a seat, that these seats win, with 52 cards."""
    used: set[str] = {SUITS[0] + RANKS[0]}
    tricks = []
    for suit, winner in zip(SUITS, seats, strict=False):
        ranks = iter(rank for rank in RANKS if suit + rank not in used)
        best, *others = (suit + next(ranks) for _ in range(players))
        rest = iter(others)
        tricks.append(tuple(best if seat == winner else next(rest) for seat in range(players)))
        used |= set(tricks[-1])
    # Trumps only with the winner: the last trick is his whoever leads to it.
    left = iter(s + r for s in SUITS[::-1] for r in RANKS[::-1] if s + r not in used)
    ace = SUITS[0] + RANKS[0]
    tricks.append(tuple(ace if seat == seats[4] else next(left) for seat in range(players)))
    return tricks


def winners(declarer: int, won: str, players: int) -> list[int]:
    """Returns who wins each trick, from a text such as `"10011"`: 1 for the declarer."""
    other = (declarer + 1) % players
    return [declarer if trick == "1" else other for trick in won]


def dealt(game: Any, tricks: Sequence[Trick]) -> Any:
    """Returns the deal in which every seat holds its cards of these tricks."""
    return game.make_deal([[trick[s] for trick in tricks] for s in range(game.players)])


def auction_for(bid: str, declarer: int, players: int) -> list[str]:
    """Returns calls after which a seat plays a bid, seat 0 calling first."""
    before = {"wellington": ["napoleon"], "blucher": ["napoleon", "wellington"]}.get(bid, [])
    assert declarer >= len(before)
    passes = ["pass"] * (declarer - len(before))
    return [*passes, *before, bid, *["pass"] * (players - declarer - 1)]


def played(game: Any, bid: str, won: str, *, declarer: int = 0) -> Any:
    """Returns a deal that was played from the auction on.

    Args:
        game: The game.
        bid: What is bid.
        won: For each of the five tricks, 1 if the declarer wins it, else 0.
        declarer: Who bids.
    """
    tricks = tricks_won_by(winners(declarer, won, game.players), game.players)
    state = game.start(dealt(game, tricks))
    for call in auction_for(bid, declarer, game.players):
        state.apply(call)
    assert state.phase == "play"
    for trick in tricks:
        for _ in range(game.players):
            if not state.is_over:
                state.apply(trick[state.current_player])
    assert state.is_over
    return state


def names(state: Any) -> list[str]:
    """Returns the legal actions by name."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def after(*calls: str, game: Any, dealer: int | None = None) -> Any:
    """Returns a deal after some calls."""
    state = game.start(seed=1, dealer=game.players - 1 if dealer is None else dealer)
    for call in calls:
        state.apply(call)
    return state


def scores(value: int, players: int, declarer: int) -> list[int]:
    """Returns what all seats get if each defender pays so much."""
    return [value * (players - 1) if seat == declarer else -value for seat in range(players)]
