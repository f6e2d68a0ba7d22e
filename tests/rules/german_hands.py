"""Whole deals of German whist in which every trick is won by a seat chosen beforehand."""

from collections.abc import Sequence
from typing import Any

PAIRS = [
    # Six pairs of clubs, six of diamonds and one of spades are played for the stock.
    *(
        (f"{suit}{high}", f"{suit}{low}")
        for suit in "CD"
        for high, low in zip("KJ9753", "QT8642", strict=True)
    ),
    ("SK", "SQ"),
    # Five pairs of spades and five of hearts, which are trump, are played for points.
    *((f"S{high}", f"S{low}") for high, low in zip("J9753", "T8642", strict=True)),
    *((f"H{high}", f"H{low}") for high, low in zip("AQT86", "KJ975", strict=True)),
    # And at the end trumps against aces of the other suits.
    *(("H4", "CA"), ("H3", "DA"), ("H2", "SA")),
]


def deal_won(game: Any, winners: Sequence[int], dealer: int = 1) -> tuple[Any, list[list[str]]]:
    """Deals so that trick `i` of 26 falls to seat `winners[i]`; the last three to the same seat.

    Returns:
        The deal, hearts turned up; and for each trick the card of each seat.
    """
    assert len(set(winners[23:])) == 1
    order = [*range(13), *trump_first(range(13, 26))]
    tricks = [
        [PAIRS[pair][0 if seat == winner else 1] for seat in (0, 1)]
        for pair, winner in zip(order, winners, strict=True)
    ]
    hands = [[trick[seat] for trick in tricks[:13]] for seat in (0, 1)]
    # The winner of each of the first tricks takes his card of a later one, then the loser.
    stock = [tricks[13 + i][seat] for i in range(13) for seat in (winners[i], 1 - winners[i])]
    return game.make_deal(hands, talon=stock, dealer=dealer), tricks


def trump_first(pairs: range) -> list[int]:
    """Puts a pair of trumps first, so that its card is turned up."""
    found = list(pairs)
    found.insert(0, found.pop(5))
    return found


def play_tricks(play: Any, tricks: Sequence[Sequence[str]]) -> None:
    """Plays tricks in a state or a position."""
    act = getattr(play, "apply", None) or play.play
    for trick in tricks:
        for _ in range(2):
            act(trick[play.current_player])


def played(game: Any, first: int, second: int, dealer: int = 1) -> Any:
    """Plays a deal in which seat 0 wins so many tricks for the stock, and so many for points."""
    for_stock = [0] * first + [1] * (13 - first)
    last = 0 if second >= 3 else 1
    left = second - 3 * (last == 0)
    for_points = [0] * left + [1] * (10 - left) + [last] * 3
    deal, tricks = deal_won(game, [*for_stock, *for_points], dealer)
    state = game.start(deal, dealer=dealer)
    play_tricks(state, tricks)
    return state
