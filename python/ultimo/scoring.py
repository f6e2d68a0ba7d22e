"""From a score written once on NumPy arrays to the tables that the core pays and searches by.

A game says what its score depends on, the axes, and how, as a function on arrays::

    def score(o: Outcome) -> Array:        # o["tricks"]: any shape
        return np.stack([o["tricks"] - 6, 6 - o["tricks"]], axis=-1)

    ScorePart({"tricks": Axis(Tricks(seats=0b0101))}, score)

The same function scores one deal or a million. For the core it is called once, on all outcomes at
once, and the result is taken apart into tables of one number and weights of the seats.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ultimo.checks import brief
from ultimo.errors import ContractError, OptionError, did_you_mean
from ultimo.plan import Axis, PayoffPart, Points, Tricks

__all__ = ["GOALS", "Goal", "Made", "Objective", "Outcomes", "ScorePart", "objective", "tabulate"]

Array: TypeAlias = npt.NDArray[Any]
FloatArray: TypeAlias = npt.NDArray[np.float64]

Outcomes: TypeAlias = Mapping[str, Array]
"""What happened, by axis: integer arrays that can be broadcast together."""

AxisSize: TypeAlias = Callable[[Axis], int]
"""How many values an axis has."""

Goal: TypeAlias = Literal["score", "points", "tricks", "win"]
GOALS: tuple[Goal, ...] = get_args(Goal)

MAX_TABLE = 4_000_000


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of a score; the score is the sum of its parts.

    Attributes:
        axes: What it depends on, by name.
        score: Takes the outcomes by axis, returns game points: their shape and then the seats.
        label: What it pays for, in a few words; a format text that may name axes.
        items: Parts that add to this one, where it pays several things; on some of its axes.
        key: Says with the axes what the score is: it is tabulated once for all parts that are
            equal in both. `None` if it is tabulated for each.
    """

    axes: Mapping[str, Axis]
    score: Callable[[Outcomes], Array]
    label: str = ""
    items: "tuple[ScorePart, ...]" = ()
    key: Hashable = None


@dataclass(frozen=True, slots=True)
class Made:
    """When the declarer's side has reached what it plays for: the goal `"win"` of the solver.

    Attributes:
        axes: What it depends on, by name.
        made: Takes the outcomes by axis, returns booleans of their shape.
    """

    axes: Mapping[str, Axis]
    made: Callable[[Outcomes], Array]


@dataclass(frozen=True, slots=True)
class Objective:
    """What a search maximises: the sum of tables over what happened.

    Attributes:
        parts: Each a table of one number; the weight of every maximising seat is 1, of others 0.
        maximisers: Set of the seats that maximise; the others minimise.
    """

    parts: tuple[PayoffPart, ...]
    maximisers: int

    def joined(self) -> PayoffPart:
        """Returns all parts as one table, over every axis that any of them depends on.

        Raises:
            ValueError: The table would be too large.
        """
        axes: dict[str, Axis] = {}
        sizes: dict[str, int] = {}
        for part in self.parts:
            for (name, axis), size in zip(part.axes.items(), part.table.shape, strict=True):
                if axes.setdefault(name, axis) != axis:
                    raise ValueError(f"two parts of a score mean different things by {name!r}")
                sizes[name] = size
        check_size(list(sizes.values()))
        table = np.zeros(list(sizes.values()))
        for part in self.parts:
            # Their axes in the order of the joined table, and of length 1 where they have none.
            at = [list(part.axes).index(name) for name in axes if name in part.axes]
            shape = [sizes[name] if name in part.axes else 1 for name in axes]
            table += part.table.transpose(at).reshape(shape)
        return PayoffPart(axes, table, self.parts[0].weights)


def evaluate(
    axes: Mapping[str, Axis], function: Callable[[Outcomes], Array], size: AxisSize
) -> Array:
    """Calls a function of outcomes on all of them at once.

    Returns:
        What it returns, broadcast to shape (size of each axis, ...) and what it adds.
    """
    sizes = [size(axis) for axis in axes.values()]
    check_size(sizes)
    grids = np.meshgrid(*(np.arange(n, dtype=np.int64) for n in sizes), indexing="ij", sparse=True)
    return function(dict(zip(axes, grids, strict=True)))


def check_size(sizes: Sequence[int]) -> None:
    """Refuses tables that are too large.

    Raises:
        ValueError: A table of these sizes is.
    """
    if (total := prod(sizes)) > MAX_TABLE:
        raise ValueError(f"a score over {total} outcomes is too large: split it into parts")


def tabulate(parts: Sequence[ScorePart], seats: int, size: AxisSize) -> list[PayoffPart]:
    """Tabulates a score over all outcomes, as tables of one number with weights of the seats.

    Args:
        parts: The score.
        seats: Number of seats.
        size: Says how many values an axis has.

    Returns:
        Parts that add to the score exactly, float64.
    """
    return [table for part in parts for table in _known_tables(part, seats, size)]


@dataclass(frozen=True, slots=True)
class _Known:
    """What decides how a part with a key is tabulated, and the part."""

    key: Hashable
    axes: tuple[tuple[str, Axis], ...]
    sizes: tuple[int, ...]
    seats: int
    part: ScorePart = field(compare=False)


def _known_tables(part: ScorePart, seats: int, size: AxisSize) -> Sequence[PayoffPart]:
    if part.key is None:
        return _tables(part, seats, size)
    sizes = tuple(map(size, part.axes.values()))
    return _kept_tables(_Known(part.key, tuple(part.axes.items()), sizes, seats, part))


@lru_cache(maxsize=1024)
def _kept_tables(known: _Known) -> tuple[PayoffPart, ...]:
    sizes = dict(zip((axis for _, axis in known.axes), known.sizes, strict=True))
    tables = _tables(known.part, known.seats, sizes.__getitem__)
    for table in tables:
        table.table.setflags(write=False)
        table.weights.setflags(write=False)
    return tuple(tables)


def _tables(part: ScorePart, seats: int, size: AxisSize) -> list[PayoffPart]:
    shape = (*(size(axis) for axis in part.axes.values()), seats)
    scores = np.broadcast_to(evaluate(part.axes, part.score, size), shape).astype(np.float64)
    if not np.isfinite(scores).all():
        raise ValueError("a score is not finite")
    left = [seat for seat in range(seats) if scores[..., seat].any()]
    tables = []
    while left:
        base = scores[..., left[0]]
        weights = np.zeros(seats)
        for seat in list(left):
            if (ratio := _ratio(scores[..., seat], base)) is not None:
                weights[seat] = ratio
                left.remove(seat)
        tables.append(_trimmed(part.axes, base, weights))
    return tables


def _trimmed(axes: Mapping[str, Axis], table: FloatArray, weights: FloatArray) -> PayoffPart:
    """Drops the axes on which a table does not depend, but not the last one."""
    kept = dict(axes)
    for name in axes:
        at = list(kept).index(name)
        first = table.take([0], axis=at)
        if len(kept) > 1 and (table == first).all():
            del kept[name]
            table = first.squeeze(at)
    return PayoffPart(kept, np.ascontiguousarray(table), weights)


def _ratio(scores: FloatArray, base: FloatArray) -> float | None:
    """Returns the number that `base` is multiplied by to give `scores` exactly, or `None`."""
    at = np.flatnonzero(base)[0]
    ratio = float(scores.flat[at] / base.flat[at])
    return ratio if ratio and np.array_equal(base * ratio, scores) else None


def side_of(sides: Sequence[int], seat: int) -> int:
    """Returns the set of the seats on the side of a seat."""
    return sum(1 << other for other, side in enumerate(sides) if side == sides[seat])


def objective(game: Any, contract: Any, goal: object) -> Objective:  # noqa: ANN401 - see Game
    """Says what the solver maximises.

    Args:
        game: The game.
        contract: A contract of it. The maximisers are the declarer's side; in games for oneself
            that seat alone, all others allied.
        goal: `"score"`: game points of the declarer; `"points"`: official card points of his side;
            `"tricks"`: its tricks; `"win"`: 1 if the contract is made, else 0.

    Raises:
        OptionError: There is no such goal.
        ContractError: The goal makes no sense for this contract.
    """
    if not isinstance(goal, str) or goal not in GOALS:
        known = ", ".join(map(repr, GOALS))
        hint = did_you_mean(str(goal), GOALS)
        raise OptionError(
            f"goal={brief(goal)}: a goal is one of {known}{hint}", code="unknown_goal"
        )
    sides = game.rules(contract).sides
    maximisers = side_of(sides, contract.declarer)
    ones = np.array([float(maximisers >> seat & 1) for seat in range(len(sides))])
    size = game.axis_size(contract)

    def of(axes: Mapping[str, Axis], table: Array) -> PayoffPart:
        full = np.broadcast_to(table, [size(axis) for axis in axes.values()])
        return PayoffPart(axes, np.ascontiguousarray(full, dtype=np.float64), ones)

    def of_fact(name: str, axis: Axis) -> Objective:
        return Objective((of({name: axis}, np.arange(size(axis))),), maximisers)

    if goal == "tricks":
        return of_fact("tricks", Axis(Tricks(seats=maximisers)))
    if goal == "points":
        if not any(game.deck.values):
            message = f"{game.name} has no card points: solve for 'tricks' or 'score'"
            raise ContractError(message, code="no_card_points")
        most = game.most_points(contract)
        return of_fact("points", Axis(Points(seats=maximisers, max=most)))
    if goal == "win":
        made = game.made(contract)
        if made is None:
            message = f"{contract.bid} of {game.name} is not made or lost: solve for 'score'"
            raise ContractError(message, code="no_win")
        return Objective((of(made.axes, evaluate(made.axes, made.made, size)),), maximisers)
    score = game.score_parts(contract)
    tables = [
        of(part.axes, part.table * part.weights[contract.declarer])
        for part in tabulate(score, game.players, size)
        if part.weights[contract.declarer]
    ]
    return Objective(tuple(tables) or (of(score[0].axes, np.zeros(())),), maximisers)
