"""Looking for deals that satisfy conditions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.checks import in_range, need_callable
from ultimo.errors import DealError
from ultimo.plan import AllOf, AnyOf, Bounds, DealSpec
from ultimo.plan import Condition as Plan
from ultimo.where.compiled import Compiled, Compiler, conditions_of
from ultimo.where.faults import explained

if TYPE_CHECKING:
    from ultimo.game_deals import GameDeals
    from ultimo.terms import Terms

__all__ = ["Report", "deals_where"]

MOST_TRIES = 10**12
VOID = "the rules of the game: such a deal is void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How deals with conditions were found.

    Attributes:
        deals: How many were found.
        tries: How many were dealt for that.
        rejected: How many of those each condition rejected, by its textual form: the first that
            did not hold. Conditions that reject none were met by construction.
    """

    deals: int
    tries: int
    rejected: Mapping[str, int]

    @property
    def acceptance(self) -> float:
        """The share of the deals dealt that satisfied the conditions; 1 if none was dealt."""
        return self.deals / self.tries if self.tries else 1.0

    def __str__(self) -> str:
        return f"{self.deals:,} of {self.tries:,} deals tried satisfied the conditions"


def deals_where(
    game: "GameDeals[Any]",
    terms: "Terms",
    where: object,
    n: int,
    *,
    tries: int,
    report: Callable[[Report], object] | None,
    **more: Any,  # noqa: ANN401
) -> npt.NDArray[np.uint8]:
    """Deals `n` deals that satisfy conditions: see `Game.deals`."""
    from ultimo._core import Conditions

    need_callable(report, "report")
    tries = in_range(tries, "tries", MOST_TRIES)
    spec = game.deal_spec(terms)
    conditions = Compiler(game.deck, game.layout(terms)).all(conditions_of(where))
    conditions = _narrowed(spec, conditions)
    core = Conditions(spec, [condition.plan for condition in conditions])
    if not core.is_possible:
        message = explained(spec, conditions, game.deck)
        raise DealError(f"no deal of {game.name} satisfies {message}", code="contradiction")
    rows, found, by, void = core.deal_rows(n, tries=tries, **more)
    counted = [(c.text, number) for c, number in zip(conditions, by, strict=False)]
    counted.append((VOID, void))
    rejected: dict[str, int] = {}
    for text, number in counted:
        if number:
            rejected[text] = rejected.get(text, 0) + number
    found_so_far = Report(deals=found, tries=found + sum(by) + void, rejected=rejected)
    if report is not None:
        report(found_so_far)
    if found < len(rows):
        _give_up(found_so_far, tries)
    return rows


def _give_up(report: Report, tries: int) -> None:
    worst = max(report.rejected, key=lambda text: report.rejected[text], default="the limit")
    message = (
        f"{tries:,} tries were not enough for a deal: {report}, and most of the others were "
        f"rejected by {worst!r}; loosen it, or allow more tries"
    )
    raise DealError(message, code="too_many_tries")


def _narrowed(spec: DealSpec, conditions: list[Compiled]) -> list[Compiled]:
    """Leaves out alternatives that cannot be: what only one is left of can be met directly."""
    from ultimo._core import Conditions

    certain = [c.plan for c in conditions if not isinstance(c.plan, AnyOf)]
    found = []
    for condition in conditions:
        if not isinstance(condition.plan, AnyOf):
            found.append(condition)
            continue
        parts = tuple(
            part
            for part in condition.plan.parts
            if Conditions(spec, [*certain, *_bounds(part)]).is_possible
        )
        if not parts and Conditions(spec, certain).is_possible:
            others = " together with the other conditions" if certain else ""
            message = f"no deal satisfies {condition.text!r}{others}"
            raise DealError(message, code="contradiction")
        if len(parts) == 1:
            found += [Compiled(condition.text, plan) for plan in _flat(parts[0])]
        else:
            found.append(Compiled(condition.text, AnyOf(parts=parts)))
    return found


def _flat(plan: Plan) -> list[Plan]:
    return (
        [one for part in plan.parts for one in _flat(part)] if isinstance(plan, AllOf) else [plan]
    )


def _bounds(plan: Plan) -> list[Bounds]:
    return [one for one in _flat(plan) if isinstance(one, Bounds)]
