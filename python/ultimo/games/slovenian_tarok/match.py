"""Matches of Slovenian tarok: rules/slovenian_tarok.md, "Match end", and the option `radli`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ultimo.checks import brief
from ultimo.errors import DealError
from ultimo.games.slovenian_tarok.score import Scoring
from ultimo.match_rules import Draw, MatchRules, Running, numbers_fact

if TYPE_CHECKING:
    from ultimo.games.slovenian_tarok.game import SlovenianTarok
    from ultimo.state import State

__all__ = ["TarokMatch", "TarokResult", "TarokTally"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TarokTally(Running):
    """Where a match stands.

    Attributes:
        circles: The doubling circles (radli) that each seat has not yet cancelled.
    """

    circles: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TarokResult:
    """What counts of a deal. What follows the returns matters only with circles.

    Attributes:
        returns: Game points, one a seat.
        personal: How many of them are personal penalties, which circles do not double.
        declarer: Who played for the contract; `None` in klop.
        brings_circle: Everybody gets a circle after it.
    """

    returns: tuple[float, ...]
    personal: tuple[float, ...]
    declarer: int | None = None
    brings_circle: bool = False


class TarokMatch(MatchRules[TarokTally, TarokResult]):
    """A fixed number of deals, whose scores are added.

    With `radli` every player gets a circle after klop, valat (bid, announced or silent), beggar
    and solo without. The score of a deal is doubled if its declarer has a circle, however many; if
    he wins it, he cancels one. Personal penalties are not doubled.
    """

    game: "SlovenianTarok"

    def begin(self) -> TarokTally:
        """Zeros."""
        nothing = (0,) * self.game.players
        return TarokTally(totals=nothing, circles=nothing)

    def result(self, state: "State") -> TarokResult:
        """What counts of a deal that was played."""
        position, contract = state.position, state.contract
        if position is None or contract is None:
            raise DealError("the deal was not played", code="not_over")
        kind = self.game.kind_of(contract)
        outcome = position.outcome()
        personal = np.zeros(self.game.players)
        if "mond" in outcome:
            facts = {name: np.asarray(value) for name, value in outcome.items()}
            personal = Scoring(self.game.options, kind, contract).mond_penalty(facts)
        one_sided = 0 in {outcome.get("won_trick", 1), outcome.get("lost_trick", 1)}
        return TarokResult(
            returns=_numbers(state.returns()),
            personal=_numbers(personal),
            declarer=contract.declarer if kind.has_declarer else None,
            brings_circle=kind.brings_circle or one_sided or self._announced_valat(state),
        )

    @staticmethod
    def _announced_valat(state: "State") -> bool:
        contract = state.contract
        return contract is not None and any(name.endswith("valat") for name in contract.announced)

    def read(self, facts: Mapping[str, Any]) -> TarokResult:
        """Reads `returns=`, and for circles `declarer=`, `brings_circle=`, `personal=`."""
        players = self.game.players
        unknown = set(facts) - {"returns", "personal", "declarer", "brings_circle"}
        if unknown or "returns" not in facts:
            what = f"there is no {min(unknown)[:40]!r}" if unknown else "returns= is missing"
            message = f"a result is returns=, declarer=, brings_circle=, personal=: {what}"
            raise DealError(message, code="bad_result")
        declarer, circle = facts.get("declarer"), facts.get("brings_circle", False)
        if declarer is not None and (isinstance(declarer, bool) or declarer not in range(players)):
            message = f"declarer={brief(declarer)}: seats are 0 to {players - 1}"
            raise DealError(message, code="bad_result")
        if not isinstance(circle, bool):
            message = f"brings_circle={brief(circle)}: it is True or False"
            raise DealError(message, code="bad_result")
        personal = facts.get("personal", (0,) * players)
        return TarokResult(
            returns=numbers_fact(facts["returns"], "returns", players),
            personal=numbers_fact(personal, "personal", players),
            declarer=declarer,
            brings_circle=circle,
        )

    def write(self, result: TarokResult) -> dict[str, Any]:
        """The facts of a result."""
        facts: dict[str, Any] = {"returns": list(result.returns)}
        if any(result.personal):
            facts["personal"] = list(result.personal)
        if result.declarer is not None:
            facts["declarer"] = result.declarer
        return facts | ({"brings_circle": True} if result.brings_circle else {})

    def settle(self, tally: TarokTally, result: TarokResult, dealer: int, draw: Draw) -> TarokTally:  # noqa: ARG002
        """Adds the scores, doubled if the declarer has a circle; then circles come and go."""
        circles, declarer = list(tally.circles), result.declarer
        shared = np.subtract(result.returns, result.personal)
        if declarer is not None and circles[declarer]:
            won = shared[declarer] > 0
            circles[declarer] -= int(won)
            shared = 2 * shared
        if self.game.options.radli and result.brings_circle:
            circles = [count + 1 for count in circles]
        totals = np.add(tally.totals, shared + np.asarray(result.personal))
        return replace(tally, totals=_numbers(totals), circles=tuple(circles))

    def is_over(self, tally: TarokTally) -> bool:
        """All deals have been played."""
        return tally.played >= self.game.options.deals


def _numbers(values: Any) -> tuple[float, ...]:  # noqa: ANN401
    return tuple(int(x) if float(x).is_integer() else float(x) for x in values)
