"""The score of French tarot: rules/french_tarot.md, "Scoring".

A score is a sum of parts, each a function of a few facts. All of them take and return NumPy arrays
of any shape, so that one call scores a hand or a million.
"""

from collections.abc import Callable, Sequence
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
        game, slam = facts.game(self.contract), facts.slam(self.options, self.contract)
        last = facts.petit(self.options, self.contract) | slam
        parted: list[tuple[dict[str, Axis], Value]] = [
            (game, self.game),
            (last, self.petit),
            (slam, self.slam),
        ]
        if not self.options.round_scores_to:
            return tuple(ScorePart(axes, self._settled(value)) for axes, value in parted)
        total = self._settled(lambda o: self.game(o) + self.petit(o) + self.slam(o))
        return (ScorePart(game | last, lambda o: self.rounded(total(o))),)

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

    def _settled(self, value: Value) -> Callable[[Outcomes], Array]:
        signs = self.signs()
        return lambda outcomes: np.multiply.outer(np.asarray(value(outcomes)), signs)

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

    def game(self, outcomes: Outcomes) -> Array:
        """The game and the difference, multiplied; and the handfuls, which the winners get."""
        won = np.where(self.surplus(outcomes) >= 0, 1, -1)
        return np.asarray(won * (self.contract_value(outcomes) + self.handfuls()))

    def contract_value(self, outcomes: Outcomes) -> Array:
        """What the contract is worth to the side that wins it."""
        # Where a half point is left over the difference is rounded up.
        difference = (np.abs(self.surplus(outcomes)) + 1) // 2
        return np.asarray((GAME + difference) * self.kind.times)

    def handfuls(self) -> int:
        """Returns the bonus of all handfuls that were announced."""
        return sum(HANDFUL_BONUS[name] for name in self.contract.handfuls.values())

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
        """Every trick, announced or not; never multiplied."""
        made = _all_tricks(outcomes)
        if SLAM in self.contract.announced:
            takers = np.where(made, SLAM_ANNOUNCED, SLAM_MISSED)
        else:
            takers = np.where(made, SLAM_SILENT, 0)
        return np.asarray(takers - DEFENDERS_SLAM * _no_trick(outcomes))


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
