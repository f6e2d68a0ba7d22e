"""What scoring asks of a finished deal, as plain data for the core: see `ultimo.plan`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "Axis",
    "Captured",
    "Closed",
    "Declared",
    "EndedBy",
    "Fact",
    "Fate",
    "Held",
    "LastTrick",
    "MostPoints",
    "PayoffPart",
    "Points",
    "PrizeHolds",
    "Seats",
    "Tricks",
    "WentOut",
]

FloatArray: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Official card points of the seats together, 0 to `max`.

    Attributes:
        seats: Set of the seats counted together.
        max: The largest value; a larger count is recorded as this.
        laid: Cards laid aside for these seats count too.
        marriages: Valid marriages count too.
    """

    kind: ClassVar[Literal["points"]] = "points"

    seats: int
    max: int
    laid: bool = True
    marriages: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks:
    """Tricks of the seats together.

    Attributes:
        seats: Set of the seats counted together.
        late: Only late tricks.
    """

    kind: ClassVar[Literal["tricks"]] = "tricks"

    seats: int
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTrick:
    """Who won the last trick that was played; the number of seats if none was."""

    kind: ClassVar[Literal["last_trick"]] = "last_trick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """How many of these cards the seats won in tricks (and as prize).

    Attributes:
        cards: The cards.
        seats: Set of the seats counted together.
        laid: Cards laid aside for these seats count too.
    """

    kind: ClassVar[Literal["captured"]] = "captured"

    cards: tuple[int, ...]
    seats: int
    laid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeHolds:
    """How many of these cards lie in the prize when play begins, won later or not.

    Attributes:
        cards: The cards.
    """

    kind: ClassVar[Literal["prize"]] = "prize"

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How many of these sets were held entire when play began.

    Attributes:
        sets: The sets of cards.
        seats: Set of the seats.
        joint: Their hands are looked at together; otherwise one of them alone must hold a set.
    """

    kind: ClassVar[Literal["held"]] = "held"

    sets: tuple[tuple[int, ...], ...]
    seats: int
    joint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Fate of a watched card: 0 if it was not played to a trick of the window, else a code.

    The code is `1 + (k * seats + player) * seats + winner`, with the trick the `k`th before the
    last (`k = 0` without a window).

    Attributes:
        watched: Index into `RulesSpec.watched`.
        window: Only so many last tricks of a deal that was played out; any trick if `None`.
    """

    kind: ClassVar[Literal["fate"]] = "fate"

    watched: int
    window: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Bit set of the declarations that a seat made.

    Attributes:
        seat: The seat.
    """

    kind: ClassVar[Literal["declared"]] = "declared"

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut:
    """1 if somebody went out, else 0."""

    kind: ClassVar[Literal["went_out"]] = "went_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """0 if the stock was not closed, else `1 + closer * 3 + class` of the others at that moment.

    Class 0 is no trick, 1 a trick and few units, 2 enough units.
    """

    kind: ClassVar[Literal["closed"]] = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedBy:
    """0 if the deal was played to its end, else 1 + the index of the end rule that held."""

    kind: ClassVar[Literal["ended_by"]] = "ended_by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """How many seats have more official points than `points_over`, or no trick.

    Attributes:
        points_over: More than this many.
    """

    kind: ClassVar[Literal["seats"]] = "seats"

    points_over: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MostPoints:
    """Bit set of the seats that have the most official points, without marriages."""

    kind: ClassVar[Literal["most_points"]] = "most_points"


Fact: TypeAlias = (
    Points
    | Tricks
    | LastTrick
    | Captured
    | PrizeHolds
    | Held
    | Fate
    | Declared
    | WentOut
    | Closed
    | EndedBy
    | Seats
    | MostPoints
)


@dataclass(frozen=True, slots=True)
class Axis:
    """A fact, reduced to the classes that matter.

    Attributes:
        fact: What is asked.
        classes: Class of each value of the fact, from 0; `None` keeps the values.
    """

    fact: Fact
    classes: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PayoffPart:
    """A score, tabulated: the returns of a seat are its weight times an entry of the table.

    Attributes:
        axes: Axis by name, in the order of the table's dimensions.
        table: Shape (size of each axis, ...) or flat in C order, float64: the last axis varies
            fastest.
        weights: Shape (seats,), float64.
    """

    axes: Mapping[str, Axis]
    table: FloatArray
    weights: FloatArray
