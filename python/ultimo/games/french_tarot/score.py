"""The score of French tarot: rules/french_tarot.md, "Scoring".

A score is a sum of parts, each a function of a few facts. All of them take and return NumPy arrays
of any shape, so that one call scores a hand or a million.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.games.french_tarot import facts
from ultimo.games.french_tarot.kinds import SLAM, Kind
from ultimo.games.french_tarot.options import FrenchOptions
from ultimo.games.french_tarot.rules import defenders_of
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import axes_of

if TYPE_CHECKING:
    from ultimo.plan import Axis

__all__ = ["HANDFUL_BONUS", "TARGETS", "Scoring"]

TARGETS = (56, 51, 41, 36)
"""Points that the taker needs, by his number of oudlers."""

GAME = 25
PETIT = 10
HANDFUL_BONUS = {"single": 20, "double": 30, "triple": 40}
SLAM_ANNOUNCED = 400
SLAM_MISSED = -200
SLAM_SILENT = 200
DEFENDERS_SLAM = 200

Ints: TypeAlias = npt.NDArray[np.int64]
Value: TypeAlias = Callable[[Outcomes], Array]
"""What each defender pays the taker, from outcomes."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The score of one contract.

    Attributes:
        options: The options of the game.
        kind: What the rules say of the contract.
        contract: The contract, its partner and who sits out settled.
    """

    options: FrenchOptions
    kind: Kind
    contract: Contract

    def parts(self) -> Sequence[ScorePart]:
        """The parts that add to the score; rounded, it is one that cannot be parted."""
        found = tuple(self._values())
        if not self.options.round_scores_to:
            return found
        axes = axes_of(found)

        def exact(outcomes: Outcomes) -> Array:
            return np.asarray(sum(part.score(outcomes) for part in found))

        label = f"rounded to {self.options.round_scores_to}"
        rounding = ScorePart(axes, lambda o: self.rounded(exact(o)) - exact(o), label)
        return (ScorePart(axes, lambda o: self.rounded(exact(o)), items=(*found, rounding)),)

    def _values(self) -> Iterator[ScorePart]:
        """What the taker wins, before rounding."""
        game, slam = facts.game(self.contract), facts.slam(self.options, self.contract)
        times = self.kind.times
        points = "{points} points with {oudlers} oudlers"
        items = [
            self._part(game, self.base, f"{self.contract.bid}: {GAME}, times {times}"),
            self._part(game, self.difference, f"{points}: the difference, times {times}"),
            self._part(game, self.handfuls, "handfuls, for the side that wins"),
        ]
        yield self._part(game, self.game, items=items)
        petit = facts.petit(self.options, self.contract) | slam
        yield self._part(petit, self.petit, f"petit in the last trick, times {times}")
        announced = "announced slam" if SLAM in self.contract.announced else "slam"
        items = [
            self._part(slam, self.takers_slam, announced),
            self._part(slam, self.defenders_slam, "slam of the defenders"),
        ]
        yield self._part(slam, self.slam, items=items)

    def _part(
        self,
        axes: "dict[str, Axis]",
        value: Value,
        label: str = "",
        items: Sequence[ScorePart] = (),
    ) -> ScorePart:
        """What each seat gets of what a defender pays."""
        signs = self.signs()
        return ScorePart(
            axes,
            lambda outcomes: np.multiply.outer(np.asarray(value(outcomes)), signs),
            label,
            tuple(items),
        )

    def made(self) -> Made:
        """When the contract is made: by points alone, whatever was announced."""
        return Made(facts.game(self.contract), lambda outcomes: self.surplus(outcomes) >= 0)

    def signs(self) -> Array:
        """Returns how often each seat gets what a defender pays: shape (players,)."""
        defenders = defenders_of(self.options, self.contract)
        signs = np.zeros(self.options.players, dtype=np.int64)
        signs[list(defenders)] = -1
        # Of what three defenders pay a partner gets one share.
        signs[self.contract.declarer] = len(defenders)
        if self.contract.partner is not None:
            signs[self.contract.declarer] -= 1
            signs[self.contract.partner] = 1
        return signs

    def rounded(self, scores: Array) -> Array:
        """Scores rounded to multiples of what the option says, halves away from zero."""
        step = self.options.round_scores_to
        steps = (2 * np.abs(scores) + step) // (2 * step)
        return np.asarray(np.sign(scores) * steps * step)

    # What a defender pays.

    def surplus(self, outcomes: Outcomes) -> Array:
        """Half points above what the taker needs; below it they are negative."""
        needed = 2 * np.array(TARGETS, dtype=np.int64)
        return np.asarray(_ints(outcomes, "points") - needed[_ints(outcomes, "oudlers")])

    def won(self, outcomes: Outcomes) -> Array:
        """1 if the taker has made the contract, else -1."""
        return np.where(self.surplus(outcomes) >= 0, 1, -1)

    def game(self, outcomes: Outcomes) -> Array:
        """All that goes to the side that wins the contract."""
        return np.asarray(self.base(outcomes) + self.difference(outcomes) + self.handfuls(outcomes))

    def base(self, outcomes: Outcomes) -> Array:
        """The game itself, multiplied."""
        return np.asarray(GAME * self.kind.times * self.won(outcomes))

    def difference(self, outcomes: Outcomes) -> Array:
        """The difference to what the taker needs, multiplied; a half point is rounded up."""
        surplus = self.surplus(outcomes)
        return np.asarray((np.abs(surplus) + 1) // 2 * self.kind.times * self.won(outcomes))

    def handfuls(self, outcomes: Outcomes) -> Array:
        """All handfuls that were announced, whoever did so; never multiplied."""
        shown = sum(HANDFUL_BONUS[name] for name in self.contract.handfuls.values())
        return np.asarray(shown * self.won(outcomes))

    def petit(self, outcomes: Outcomes) -> Array:
        """The petit in the last trick, for the side that won it.

        If a side wins every trick with the excuse as its last card, the trick before counts.
        """
        fate, excuse = _ints(outcomes, "petit"), _ints(outcomes, "excuse")
        last = _plus_minus(fate == facts.LAST_OWN, fate == facts.LAST_DEFENDERS)
        before = _plus_minus(fate == facts.BEFORE_OWN, fate == facts.BEFORE_DEFENDERS)
        by_taker = _all_tricks(outcomes) & (excuse == facts.LAST_OWN)
        by_defenders = _no_trick(outcomes) & (excuse == facts.LAST_DEFENDERS)
        counted = np.where(by_taker | by_defenders, before, last)
        return np.asarray(PETIT * self.kind.times * counted)

    def slam(self, outcomes: Outcomes) -> Array:
        """Every trick, never multiplied."""
        return np.asarray(self.takers_slam(outcomes) + self.defenders_slam(outcomes))

    def takers_slam(self, outcomes: Outcomes) -> Array:
        """The taker's slam, announced or not, and one that he missed."""
        made = _all_tricks(outcomes)
        if SLAM in self.contract.announced:
            return np.where(made, SLAM_ANNOUNCED, SLAM_MISSED)
        return np.where(made, SLAM_SILENT, 0)

    def defenders_slam(self, outcomes: Outcomes) -> Array:
        """The slam of the defenders, which cannot be announced."""
        return np.where(_no_trick(outcomes), -DEFENDERS_SLAM, 0)


def _ints(outcomes: Outcomes, name: str) -> Ints:
    return np.asarray(outcomes[name], dtype=np.int64)


def _plus_minus(plus: Array, minus: Array) -> Array:
    return np.asarray(plus.astype(np.int64) - minus)


def _all_tricks(outcomes: Outcomes) -> Array:
    """The taker's side won every trick: not every point, and not every card."""
    return np.asarray((_ints(outcomes, "won_trick") == 1) & (_ints(outcomes, "lost_trick") == 0))


def _no_trick(outcomes: Outcomes) -> Array:
    """The defenders won every trick."""
    return np.asarray((_ints(outcomes, "won_trick") == 0) & (_ints(outcomes, "lost_trick") == 1))
