"""How the deals of a game add up to a match, on immutable tallies."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import numpy as np

from ultimo.checks import brief
from ultimo.errors import DealError

if TYPE_CHECKING:
    from ultimo.state import State

__all__ = ["Draw", "MatchRules", "Result", "Running", "Sum", "Sums", "numbers_fact", "one_fact"]

Draw: TypeAlias = Callable[[int], int]
"""Draws one of so many by lot: from 0, and the same for equal seeds."""

T = TypeVar("T", bound="Running")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """The base of all tallies.

    Attributes:
        totals: Running total of each seat.
        played: Number of deals that count.
        void: Number of void deals in a row.
    """

    totals: tuple[float, ...]
    played: int = 0
    void: int = 0


class MatchRules(ABC, Generic[T, R]):
    """How the deals of a game add up to a match: its start, what a deal changes, and its end."""

    most_void: int = 1000
    """So many void deals in a row end a match."""
    void_counts: bool = False
    """A void deal counts as one of the match's deals, in which nobody scores."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401 - the game's own class
        self.game = game

    @abstractmethod
    def begin(self) -> T:
        """The tally before the first deal."""

    @abstractmethod
    def result(self, state: "State") -> R:
        """What counts of a deal that is over."""

    @abstractmethod
    def read(self, facts: Mapping[str, Any]) -> R:
        """A result from bare facts, such as a scorekeeper has them.

        Raises:
            DealError: They are no result of this game.
        """

    @abstractmethod
    def write(self, result: R) -> dict[str, Any]:
        """The facts of a result, as `read` takes them and JSON has them."""

    @abstractmethod
    def settle(self, tally: T, result: R, dealer: int, draw: Draw) -> T:
        """The tally after a deal; `played` is counted by the match."""

    @abstractmethod
    def is_over(self, tally: T) -> bool:
        """Whether the match is decided."""

    def terms(self, tally: T) -> Mapping[str, Any]:  # noqa: ARG002
        """The terms of the next deal beside its dealer."""
        return {}

    def next_dealer(self, tally: T, dealer: int) -> int:  # noqa: ARG002
        """Who deals after a deal that counted: by default the next seat."""
        return (dealer + 1) % int(self.game.players)

    def places(self, tally: T) -> tuple[int, ...]:
        """The place of each seat, from 1; equal totals share the better one."""
        return tuple(1 + sum(other > own for other in tally.totals) for own in tally.totals)

    def payments(self, tally: T) -> tuple[float, ...]:
        """What each seat is paid when the match is over; by default nothing."""
        return (0,) * len(tally.totals)

    def marks(self, tally: T) -> tuple[int, ...]:
        """The black marks that each seat gets when the match is over; by default none."""
        return (0,) * len(tally.totals)


@dataclass(frozen=True, slots=True)
class Result:
    """A deal whose scores are simply added.

    Attributes:
        returns: Game points, one a seat.
    """

    returns: tuple[float, ...]


class Sums(MatchRules[T, Result]):
    """Matches that add up the returns of their deals, for tallies of any kind."""

    def result(self, state: "State") -> Result:
        """The returns."""
        return Result(tuple(_plain(x) for x in state.returns()))

    def read(self, facts: Mapping[str, Any]) -> Result:
        """Reads `returns=`: game points, one a seat."""
        returns = one_fact(facts, "returns", "game points, one a seat")
        return Result(numbers_fact(returns, "returns", self.game.players))

    def write(self, result: Result) -> dict[str, Any]:
        """The returns."""
        return {"returns": list(result.returns)}

    def added(self, tally: T, result: Result) -> T:
        """The tally with the returns added to its totals."""
        both = zip(tally.totals, result.returns, strict=True)
        return replace(tally, totals=tuple(total + gain for total, gain in both))


class Sum(Sums[Running]):
    """The plain match: so many deals, or until somebody has so much; the highest total wins.

    Args:
        game: The game.
        deals: Number of deals that count; no limit if `None`.
        target: The total that ends the match after a deal; no target if `None`.
        tie_deal: More deals are played as long as places are tied.
        most_void: So many void deals in a row end the match.
        void_counts: A void deal is one of the deals that count.
        zero_sum: What some seats win others lose, so that other results are refused.
    """

    def __init__(
        self,
        game: Any,  # noqa: ANN401
        *,
        deals: int | None = None,
        target: float | None = None,
        tie_deal: bool = False,
        most_void: int = 1000,
        void_counts: bool = False,
        zero_sum: bool = False,
    ) -> None:
        super().__init__(game)
        self.deals = deals
        self.target = target
        self.tie_deal = tie_deal
        self.most_void = most_void
        self.void_counts = void_counts
        self.zero_sum = zero_sum

    def begin(self) -> Running:
        """Zeros."""
        return Running(totals=(0,) * self.game.players)

    def read(self, facts: Mapping[str, Any]) -> Result:
        """Reads `returns=`: game points, one a seat."""
        result = super().read(facts)
        if self.zero_sum and sum(result.returns) != 0:
            message = f"returns={result.returns}: together the seats win and lose nothing"
            raise DealError(message, code="not_zero_sum")
        return result

    def settle(self, tally: Running, result: Result, dealer: int, draw: Draw) -> Running:  # noqa: ARG002
        """Adds the returns."""
        return self.added(tally, result)

    def is_over(self, tally: Running) -> bool:
        """Whether the last deal has been played, or somebody has reached the target."""
        reached = self.target is not None and max(tally.totals) >= self.target
        full = self.deals is not None and tally.played >= self.deals
        tied = self.tie_deal and len(set(tally.totals)) < len(tally.totals)
        return reached or (full and not tied)


def one_fact(facts: Mapping[str, Any], name: str, what: str) -> Any:  # noqa: ANN401
    """Returns the only fact of a result.

    Raises:
        DealError: It is missing, or there are others.
    """
    if list(facts) != [name]:
        others = ", ".join(sorted(facts)) or "nothing"
        raise DealError(f"a result is {name}= ({what}), not {others}", code="bad_result")
    return facts[name]


def numbers_fact(value: object, name: str, size: int) -> tuple[float, ...]:
    """Reads a fact that is a list of finite numbers.

    Raises:
        DealError: It is not.
    """
    try:
        # Texts that read like numbers are none.
        are_texts = np.asarray(value).dtype.kind in "USb"
        found = np.zeros(0) if are_texts else np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (size,) or not (np.abs(found) < 1e15).all():
        message = f"{name} are {size} numbers, not {brief(value, 60)}"
        raise DealError(message, code="bad_result")
    return tuple(_plain(x) for x in found)


def _plain(value: float) -> float:
    """Makes an int of a whole number, so that totals print and compare plainly."""
    return int(value) if float(value).is_integer() else float(value)
