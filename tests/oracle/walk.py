"""What every game of the oracle offers, and walks through its tree that need no more than that."""

from typing import Protocol, Self, TypeVar


class Game(Protocol):
    """A game, or the play of one, that is stepped move by move."""

    @property
    def current(self) -> int | None:
        """The seat to move, or None when the game is over."""

    def legal(self) -> list[str]:
        """The names of the legal moves of that seat."""
        ...

    def apply(self, name: str) -> None:
        """Make a legal move."""

    def copy(self) -> Self:
        """A copy that shares nothing that moves change."""
        ...


AnyGame = TypeVar("AnyGame", bound=Game)


def after(game: AnyGame, move: str) -> AnyGame:
    """A copy of `game` in which `move` has been made."""
    copied = game.copy()
    copied.apply(move)
    return copied


def perft(game: Game, depth: int) -> int:
    """The number of legal sequences of `depth` moves from here."""
    if depth == 0:
        return 1
    if game.current is None:
        return 0
    return sum(perft(after(game, move), depth - 1) for move in game.legal())
