"""Recorded plays of many deals, verified in bulk."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.batch import Contracts, Progress, Rows, check_asked, plans_of_rows
from ultimo.errors import DealError

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["Replays", "replay"]


@dataclass(frozen=True, slots=True, eq=False)
class Replays:
    """What came of recorded plays, one row a deal.

    Attributes:
        returns: Game points: shape (n, players), float64; zeros where the deal is not over.
        points: Card points in tricks won, in units of the deck: shape (n, players), int32.
        tricks: Tricks won: shape (n, players), uint8.
        moves: Number of moves that were made: shape (n,), int32.
        first_illegal: Number of the first move that is illegal, -1 if there is none: shape (n,),
            int32. Nothing after it was looked at.
        is_over: Whether the deal is over: shape (n,), bool.
    """

    returns: npt.NDArray[np.float64]
    points: npt.NDArray[np.int32]
    tricks: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.int32]
    first_illegal: npt.NDArray[np.int32]
    is_over: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.returns)

    @property
    def is_complete(self) -> npt.NDArray[np.bool_]:
        """Whether a deal was played by the rules to its end: shape (n,), bool."""
        complete: npt.NDArray[np.bool_] = self.is_over & (self.first_illegal < 0)
        return complete


def replay(
    game: "Game[Any]",
    deals: Rows,
    contract: Contracts | None,
    plays: Rows,
    *,
    leader: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Replays:
    """Plays recorded deals again: verifies every move and says what came of it.

    Args:
        game: The game.
        deals: The deals as `Game.deals` gives them: shape (n, deck.size), uint8.
        contract: What is played, as `simulate` takes it. May be `None` where the card turned up
            decides.
        plays: The actions in order, as `simulate` records them: shape (n, longest), uint8; a row
            ends with the first 255.
        leader: Who leads first; as the rules say if `None`.
        threads: Number of threads, as many as there are cores if `None`.
        progress: Called now and then with the number of deals done and their number.

    Raises:
        ContractError: As `simulate`.
        DealError: A row is no deal of the game, or an array has not its shape and type.
    """
    from ultimo._core import replay as replayed

    check_asked(game, (progress, "progress"))
    rows, lines = _bytes("deals", deals), _bytes("plays", plays)
    plans, plan_of = plans_of_rows(game, rows, contract, leader)
    returns, points, tricks, moves, illegal, over = replayed(
        plans, rows, lines, plan_of=plan_of, threads=threads, progress=progress
    )
    first_illegal = np.where(illegal.astype(np.bool_), moves, np.int32(-1))
    return Replays(returns, points, tricks, moves, first_illegal, over.astype(np.bool_))


def _bytes(name: str, given: object) -> Rows:
    if not isinstance(given, np.ndarray) or given.ndim != 2 or given.dtype != np.uint8:
        kind = getattr(given, "dtype", type(given).__name__)
        shape = f" {given.shape}" if isinstance(given, np.ndarray) else ""
        message = f"{name} are an array of uint8 with a row a deal, not {kind}{shape}"
        raise DealError(message, code="bad_rows")
    return given
