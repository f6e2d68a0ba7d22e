"""What seats tell of their hands with the first card that they play."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.rows.sight import ObservationField

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["Told"]

Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]


class Told:
    """What the seats of the rows in play tell, which nobody is shown before they do."""

    def __init__(self, game: "Game[Any]", fields: Mapping[str, ObservationField], n: int) -> None:
        self._game, self._fields = game, fields
        self._values: dict[str, npt.NDArray[Any]] = {
            name: np.zeros((n, *field.shape), dtype=field.dtype)
            for name, field in game.row_fields().items()
            if field.is_told
        }

    def note(self, rows: Rows, phases: Iterable[Any], cards: Bytes) -> None:
        """Notes what will be told in plays that begin.

        Args:
            rows: The rows.
            phases: The play of each, with columns in place of cards.
            cards: The cards of each by column.
        """
        if not self._values:
            return
        for row, phase, own in zip(rows.tolist(), phases, cards.tolist(), strict=True):
            for seat, columns in enumerate(phase.setup.hands):
                told = self._game.told_of_hand(phase.contract, [own[column] for column in columns])
                for name, values in self._values.items():
                    values[row, seat] = told.get(name, 0)

    def write(self, rows: Rows, observations: Bytes) -> None:
        """Writes down what was told in some rows in play: by the seats that have played a card."""
        if not self._values or not len(rows):
            return
        seats = np.arange(self._game.players)
        observer = self._part("seat", rows, observations).argmax(axis=1)
        turn = (observer[:, None] + seats) % self._game.players
        played = self._part("played", rows, observations).any(axis=2)
        for name, values in self._values.items():
            field = self._fields[name]
            told = values[rows[:, None], turn]
            told[~played] = 0
            written = told.reshape(len(rows), -1).view(np.uint8)
            observations[rows, field.start : field.start + field.size] = written

    def _part(self, name: str, rows: Rows, observations: Bytes) -> npt.NDArray[Any]:
        field = self._fields[name]
        part = observations[rows, field.start : field.start + field.size]
        return part.reshape(len(rows), *field.shape)
