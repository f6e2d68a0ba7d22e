"""One whole deal after the other, with what every seat observes: what the adapters are made of."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.checks import in_range, need
from ultimo.rows import Whole

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["Single"]

MOST = 2**64 - 1


class Single:
    """The deals of a seed, one by one, each of which waits when it is over.

    Attributes:
        game: The game.
        size: Number of bytes of an observation, whose fields are those of `VectorEnv`.
        seat: Who is asked; `None` when the deal is over.
        mask: What may be done: shape (num_actions,), bool.
        returns: What each seat is paid: shape (players,), zeros until the deal is over.
    """

    def __init__(self, game: "Game[Any]", *, seed: int, dealer: int | None, history: int) -> None:
        from ultimo.game import Game

        need(game, Game, "what is played")
        self.game = game
        self._rows = Whole(game, 1, seed=seed, dealer=dealer, history=history, threads=1)
        self._rows.deals_on = False
        self.size = self._rows.size
        self.fields = self._rows.fields
        self._seen = np.zeros((1, self.size), dtype=np.uint8)
        self._mask = np.zeros((1, game.num_actions), dtype=np.uint8)
        self._to_move = np.zeros(1, dtype=np.int8)
        self._is_new = True
        self._show()

    @property
    def number(self) -> int:
        """The number of the deal in the stream of the seed."""
        return int(self._rows.deals()[0])

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """What the seat that is asked may do, as a new array."""
        return np.array(self._mask[0], dtype=np.bool_)

    def _show(self) -> None:
        self.returns = np.zeros(self.game.players)
        self._rows.view(self._seen, self._mask, self._to_move)
        self.seat: int | None = int(self._to_move[0])

    def begin(self, seed: int | None) -> None:
        """Begins the first deal of a seed, or the next one if it is `None`."""
        if seed is not None:
            self._rows.reset(in_range(seed, "seed", MOST))
        elif not self._is_new:
            self._rows.deal(np.zeros(1, dtype=np.int64))
        self._is_new = False
        self._show()

    def act(self, action: int) -> None:
        """Takes an action.

        Raises:
            IllegalActionError: It is illegal, and nothing has changed.
        """
        done = np.zeros(1, dtype=np.uint8)
        rewards = np.zeros((1, self.game.players))
        self._rows.step(
            np.array([action], dtype=np.int64),
            rewards=rewards,
            done=done,
            last=np.zeros_like(self._seen),
            observations=self._seen,
            mask=self._mask,
            to_move=self._to_move,
        )
        if done[0]:
            self.seat, self.returns = None, rewards[0]
        else:
            self.seat = int(self._to_move[0])

    def observe(self, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat observes, as a new array: shape (size,), uint8."""
        return self._rows.observe(0, seat)
