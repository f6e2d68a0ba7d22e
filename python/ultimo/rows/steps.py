"""Kontra in steps, of many rows at once: what `ultimo.auction.Steps` is, in arrays."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ultimo.auction import Doubled, Steps
from ultimo.contracts import FrozenMap
from ultimo.observation import objects
from ultimo.phases import Stepping

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["NOBODY", "STEP_ARRAYS", "StepRows", "StepRules"]

Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]

DONE = -1
"""In place of a column: nothing is raised, the speaker is done."""
NOBODY = -1
"""In place of a seat."""
STEP_ARRAYS = ("level", "eligible", "raised", "speaker")
"""The arrays of a `StepRows`, with an entry a row."""


class _Kind(NamedTuple):
    """What does not change in the course of some steps, with a column for each object of the game.

    Attributes:
        action: By column, the action that raises it; -1 if it is no object.
        column: By action, what it raises; `DONE` for all others.
        done: The action of who is done.
        following: By seat, who speaks after it in the same step; `NOBODY` if the step is over.
        own: By seat, the column of the only object it may raise, as a defender who raises his own
            alone; -1 if it may raise all.
        barred: By seat, whether it may raise nothing.
        odd: By column, whether the declarer's side raises it from odd levels.
        scalars: The declarer, the first defender, the highest level, and whether a raise ends the
            step.
    """

    action: npt.NDArray[np.int64]
    column: npt.NDArray[np.int64]
    done: int
    following: npt.NDArray[np.int8]
    own: npt.NDArray[np.int64]
    barred: Bools
    odd: Bools
    scalars: tuple[int, int, int, bool]


class StepRules:
    """The steps that rows may be in, each as it began, by number."""

    def __init__(self, game: "Game[Any]") -> None:
        self._game = game
        self.objects: tuple[Doubled, ...] = objects(game)
        self.clear()

    def clear(self) -> None:
        """Forgets all of them."""
        self._ids: dict[Stepping, int] = {}
        self._kinds: list[_Kind] = []
        self._arrays: dict[str, npt.NDArray[Any]] = {}
        self.began: list[Steps] = []

    def add(self, stepping: Stepping) -> int:
        """Returns the number of some steps, which are new or not."""
        number = self._ids.setdefault(stepping, len(self.began))
        if number == len(self.began):
            self.began.append(stepping.steps)
            self._kinds.append(self._kind(stepping))
            self._arrays.clear()
        return number

    def _kind(self, stepping: Stepping) -> _Kind:
        steps = stepping.steps
        columns, seats = len(self.objects), range(self._game.players)
        action = np.full(columns, -1, dtype=np.int64)
        column = np.full(self._game.num_actions, DONE, dtype=np.int64)
        for doubled, number in stepping.raises.items():
            at = self.objects.index(doubled)
            action[at], column[number] = number, at
        following = np.full(len(seats), NOBODY, dtype=np.int8)
        for seat, after in zip(steps.defenders, steps.defenders[1:], strict=False):
            following[seat] = after
        own = [self.objects.index(s) if steps.own and s in steps.defenders else -1 for s in seats]
        return _Kind(
            action=action,
            column=column,
            done=stepping.done,
            following=following,
            own=np.array(own),
            barred=np.array([seat in steps.barred for seat in seats]),
            odd=np.array([item not in steps.ladder.reversed for item in self.objects], dtype=bool),
            scalars=(steps.declarer, steps.defenders[0], steps.ladder.top, steps.first_only),
        )

    def of(self, name: str) -> npt.NDArray[Any]:
        """Returns what does not change, by the number of the steps."""
        if name not in self._arrays:
            self._arrays[name] = np.array([getattr(kind, name) for kind in self._kinds])
        return self._arrays[name]


class StepRows:
    """How far the kontra of each row is; of other rows nothing here means anything.

    Attributes:
        level: By row and column, the level after finished steps.
        eligible: What may be raised in this step.
        raised: What has been raised in it.
        speaker: By row, who speaks; `NOBODY` when it is over.
    """

    def __init__(self, rules: StepRules, n: int) -> None:
        self.rules = rules
        columns = len(rules.objects)
        self.level = np.zeros((n, columns), dtype=np.uint8)
        self.eligible = np.zeros((n, columns), dtype=np.bool_)
        self.raised = np.zeros((n, columns), dtype=np.bool_)
        self.speaker = np.full(n, NOBODY, dtype=np.int8)

    def open(self, rows: Rows, kinds: Numbers) -> None:
        """Kontra begins in some rows."""
        for number in np.unique(kinds).tolist():
            own, began = rows[kinds == number], self.rules.began[number]
            items = self.rules.objects
            self.level[own] = [began.ladder.level(item) for item in items]
            self.eligible[own] = [item in began.eligible for item in items]
            self.raised[own] = [item in began.raised for item in items]
            self.speaker[own] = NOBODY if began.speaker is None else began.speaker

    def said(self, rows: Rows) -> npt.NDArray[np.uint8]:
        """The levels with the raises of the present step too: shape (k, objects)."""
        return self.level[rows] + self.raised[rows]

    def legal(self, rows: Rows, kinds: Numbers) -> Bools:
        """What may be done: shape (k, actions)."""
        speaker, rules = self.speaker[rows], self.rules
        options = self.eligible[rows] & ~self.raised[rows]
        options &= ~rules.of("barred")[kinds, speaker][:, None]
        own = rules.of("own")[kinds, speaker][:, None]
        options &= (own < 0) | (own == np.arange(options.shape[1]))
        found = np.zeros((len(rows), rules.of("column").shape[1]), dtype=np.bool_)
        at, column = np.nonzero(options)
        found[at, rules.of("action")[kinds[at], column]] = True
        found[np.arange(len(rows)), rules.of("done")[kinds]] = True
        return found

    def act(self, rows: Rows, kinds: Numbers, actions: Rows) -> None:
        """The speakers of some rows raise something each, or are done."""
        column = self.rules.of("column")[kinds, actions]
        raises = column != DONE
        self.raised[rows[raises], column[raises]] = True
        ends = raises & self.rules.of("scalars")[kinds, 3].astype(np.bool_)
        done, over = np.flatnonzero(~raises), np.flatnonzero(ends)
        while len(done) or len(over):
            speaker = self.speaker[rows[done]]
            following = self.rules.of("following")[kinds[done], speaker]
            stays = following != NOBODY
            self.speaker[rows[done[stays]]] = following[stays]
            over = np.concatenate([over, done[~stays]])
            self._step(rows[over], kinds[over])
            asked = np.concatenate([done[stays], over])
            done, over = asked[self._passed_over(rows[asked], kinds[asked])], over[:0]

    def _passed_over(self, rows: Rows, kinds: Numbers) -> Bools:
        """Whether the speaker is a defender whose own object cannot be raised any more."""
        speaker = self.speaker[rows]
        own = self.rules.of("own")[kinds, speaker]
        lost: Bools = (speaker != NOBODY) & (own >= 0) & ~self.eligible[rows, own]
        return lost

    def _step(self, rows: Rows, kinds: Numbers) -> None:
        """The step is over: its raises stand, and the other side answers them."""
        declarer, first, top, _ = self.rules.of("scalars")[kinds].T
        answers = self.speaker[rows] != declarer
        level = self.said(rows)
        is_declarers = (level % 2 == 1) == self.rules.of("odd")[kinds]
        turn = is_declarers == answers[:, None]
        eligible = self.raised[rows] & (level < top[:, None]) & turn
        self.level[rows], self.eligible[rows], self.raised[rows] = level, eligible, False
        following = np.where(answers, declarer, first)
        self.speaker[rows] = np.where(eligible.any(axis=1), following, NOBODY)

    def steps(self, row: int, number: int) -> Steps:
        """Returns the steps of a row, which began as those of a number."""
        began, items = self.rules.began[number], self.rules.objects
        levels = {item: int(v) for item, v in zip(items, self.level[row], strict=True) if v}
        # In the order of the ladder, as they may be raised.
        eligible = [o for o in began.ladder.objects if self.eligible[row, items.index(o)]]
        raised = [o for o in began.ladder.objects if self.raised[row, items.index(o)]]
        speaker = int(self.speaker[row])
        return replace(
            began,
            ladder=replace(began.ladder, levels=FrozenMap(levels)),
            eligible=tuple(eligible),
            raised=tuple(raised),
            speaker=None if speaker == NOBODY else speaker,
        )
