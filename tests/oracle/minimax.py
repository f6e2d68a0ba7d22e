"""Full minimax without pruning: every line of play to its end."""

from collections.abc import Callable, Collection

from tests.oracle.walk import AnyGame, after


def value(game: AnyGame, seats: Collection[int], worth: Callable[[AnyGame], int]) -> int:
    """The value of `game` if `seats` maximise the `worth` of its end and all others minimise it."""
    if game.current is None:
        return worth(game)
    values = table(game, seats, worth).values()
    return max(values) if game.current in seats else min(values)


def table(game: AnyGame, seats: Collection[int], worth: Callable[[AnyGame], int]) -> dict[str, int]:
    """The value of every legal move of the seat to move."""
    return {move: value(after(game, move), seats, worth) for move in game.legal()}
