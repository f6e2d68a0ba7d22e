"""What a deal of snapszer pays: rules/snapszer.md, "End of play and counting" and "Scoring".

Scores are functions of what happened, written on arrays. `own` is the side of the declarer, and
where nobody is declarer that of the seat whose value is asked for.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ultimo.contracts import Contract
from ultimo.games.snapszer.kinds import FORTY, TWENTY, Aim, Kind, opponents_of, own_side
from ultimo.games.snapszer.options import SnapszerOptions
from ultimo.games.snapszer.rules import FEW, seat_set, snapszer_ends_at_once
from ultimo.plan import (
    Axis,
    Closed,
    EndedBy,
    LastTrick,
    MostPoints,
    Points,
    Tricks,
    WentOut,
)
from ultimo.scoring import Array, Made, Outcomes, ScorePart

__all__ = ["BASES", "MOST_POINTS", "NOBODY", "OPPONENTS", "OWN", "Scoring", "closed_code"]

NOBODY, OWN, OPPONENTS = 0, 1, 2
"""Classes of the axis `last_trick`; of `ended_by`, where 66 points end a deal, the side that had
them."""

BASES = {
    1: "the losers have 33 points",
    2: "the losers have fewer than 33 points",
    3: "the losers have no trick",
}
"""What a game pays, and when."""

MOST_POINTS = 120 + FORTY + 3 * TWENTY
"""Cards and marriages of one side."""

PAYS_MIZER = 2
"""What the seat with most points pays each other seat."""

Value = Callable[[Outcomes], Array]


@dataclass(frozen=True, slots=True)
class Scoring:
    """The score of one contract.

    Attributes:
        options: The options.
        kind: What the rules say of the contract.
        contract: The contract.
    """

    options: SnapszerOptions
    kind: Kind
    contract: Contract

    def parts(self) -> tuple[ScorePart, ...]:
        """The parts that add to the score."""
        axes = self.axes()
        match self.kind.aim:
            case Aim.POINTS:
                return tuple(self._game(axes))
            case Aim.POINTS_WITHOUT_TRICK:
                return tuple(self._snapszer(axes))
            case Aim.FEW_POINTS:
                return (ScorePart(axes, self._mizer, "mizer: the most points in tricks"),)
        return tuple(self._undertaking(axes))

    def made(self) -> Made | None:
        """When the contract is made; mizer is not."""
        axes = self.axes()
        match self.kind.aim:
            case Aim.POINTS:
                return Made(axes, self._wins)
            case Aim.POINTS_WITHOUT_TRICK:
                return Made(axes, self._succeeded)
            case Aim.FEW_POINTS:
                return None
        return Made(axes, lambda found: self._result(found) > 0)

    # What it depends on.

    @property
    def own(self) -> int:
        """The seats of the declarer's side, as a set."""
        return seat_set(own_side(self.contract))

    @property
    def others(self) -> int:
        """The seats of the opponents, as a set."""
        return seat_set(opponents_of(self.contract, self.options.players))

    @property
    def times(self) -> int:
        """What kontra multiplies the stake by."""
        return 1 << self.contract.level("game")

    def axes(self) -> dict[str, Axis]:
        """The facts that the score depends on, by name."""
        match self.kind.aim:
            case Aim.FEW_POINTS:
                return {"most_points": Axis(MostPoints())}
            case Aim.GO_OUT:
                return self._undertaking_axes()
            case Aim.EVERY_TRICK:
                return self._has_trick("opponents", self.others) | self._last_trick()
        found = {"ended_by": Axis(EndedBy())} | self._last_trick()
        for name, seats in (("own", self.own), ("opponents", self.others)):
            enough = Points(seats=seats, max=FEW)
            found[f"{name}_33"] = Axis(enough, classes=(0,) * FEW + (1,))
            found |= self._has_trick(name, seats)
        if self.options.kind_of_game.stock and self.options.s2_closing == "on":
            found["closed"] = Axis(Closed())
        return found

    def _undertaking_axes(self) -> dict[str, Axis]:
        target = self.kind.target
        most = MOST_POINTS if self.kind.not_behind else target
        # Points below the target are all the same, and so are those the opponents are behind by.
        own = tuple(max(0, points - target + 1) for points in range(most + 1))
        found = {"own_points": Axis(Points(seats=self.own, max=most), classes=own)}
        if self.kind.not_behind:
            others = Points(seats=self.others, max=most)
            found["opponents_points"] = Axis(others, classes=own)
        if self.options.s3l_go_out == "automatic":
            found["went_out"] = Axis(EndedBy())
        else:
            found["went_out"] = Axis(WentOut())
        return found | self._last_trick()

    def _last_trick(self) -> dict[str, Axis]:
        own = own_side(self.contract)
        classes = [OWN if seat in own else OPPONENTS for seat in range(self.options.players)]
        return {"last_trick": Axis(LastTrick(), classes=(*classes, NOBODY))}

    def _has_trick(self, name: str, seats: int) -> dict[str, Axis]:
        # As many tricks as the core allows for: one more value than cards of the pack a seat.
        form = self.options.kind_of_game
        tricks = 4 * len(form.ranks) // form.players
        return {f"{name}_trick": Axis(Tricks(seats=seats), classes=(0,) + (1,) * tricks)}

    # The game: 66 points.

    def winner(self, found: Outcomes) -> Array:
        """1 if the declarer's side wins, -1 if the others do, 0 if nobody does."""
        by_points = _sign(found["ended_by"])
        if not self.options.last_trick_wins:
            return by_points
        by_last = _sign(found["last_trick"])
        return np.where(np.asarray(found["ended_by"]) != NOBODY, by_points, by_last)

    def _wins(self, found: Outcomes) -> Array:
        """The declarer's side wins."""
        value = self.either if "closed" in found else self.plain
        return np.asarray(value(found) > 0)

    def base(self, found: Outcomes) -> Array:
        """What the winner scores before kontra, by what the losers have."""
        wins = self.winner(found) > 0
        enough = np.where(wins, found["opponents_33"], found["own_33"])
        trick = np.where(wins, found["opponents_trick"], found["own_trick"])
        return np.where(trick == 0, 3, np.where(enough == 0, 2, 1))

    def plain(self, found: Outcomes) -> Array:
        """The game without closing, signed as the winner is."""
        return np.asarray(self.winner(found) * self.base(found) * self.times)

    def closed(self, found: Outcomes) -> Array:
        """The game with a closed stock, signed as the winner is."""
        code = np.asarray(found["closed"])
        closer, had = np.divmod(np.maximum(code, 1) - 1, 3)
        sign = np.where(closer == self.contract.declarer, 1, -1)
        reached = _sign(found["ended_by"]) == sign
        # A closer who fails pays as much as if he had not counted the other's points.
        return np.where(reached, sign * (3 - had), -sign * np.where(had == 0, 3, 2))

    def either(self, found: Outcomes) -> Array:
        """The game, whether the stock was closed or not."""
        return np.where(np.asarray(found["closed"]) != 0, self.closed(found), self.plain(found))

    def _game(self, axes: dict[str, Axis]) -> Iterator[ScorePart]:
        if "closed" not in axes:
            yield self._won(axes, self.plain, items=self._bases(axes, self.plain))
            return

        def opened(found: Outcomes) -> Array:
            return np.where(np.asarray(found["closed"]) == 0, self.plain(found), 0)

        def shut(found: Outcomes) -> Array:
            return np.where(np.asarray(found["closed"]) == 0, 0, self.closed(found))

        items = (*self._bases(axes, opened), self._won(axes, shut, "won, the stock was closed"))
        yield self._won(axes, self.either, items=items)

    def _bases(self, axes: dict[str, Axis], value: Value) -> tuple[ScorePart, ...]:
        """A part for each of the three prices."""
        return tuple(
            self._won(axes, self._priced(value, base), self._named(f"won: {why}"))
            for base, why in BASES.items()
        )

    def _priced(self, value: Value, base: int) -> Value:
        def priced(found: Outcomes) -> Array:
            paid = value(found)
            return np.where(np.abs(paid) == base * self.times, paid, 0)

        return priced

    def _named(self, what: str) -> str:
        return what if self.times == 1 else f"{what}, times {self.times}"

    def _won(
        self,
        axes: Mapping[str, Axis],
        value: Value,
        label: str = "",
        items: Sequence[ScorePart] = (),
    ) -> ScorePart:
        """Each member of the winning side writes what is positive for it; the others nothing."""
        own = np.array([seat in own_side(self.contract) for seat in range(self.options.players)])

        def score(found: Outcomes) -> Array:
            paid = np.asarray(value(found))[..., np.newaxis]
            return np.asarray(np.where(own, np.maximum(paid, 0), np.maximum(-paid, 0)))

        return ScorePart(axes, score, label, tuple(items))

    # Snapszer of two partners.

    def _succeeded(self, found: Outcomes) -> Array:
        """The declarer's side wins, and the opponents have no trick."""
        none = np.asarray(found["opponents_trick"]) == 0
        return np.asarray((self.winner(found) > 0) & none)

    def _snapszer(self, axes: dict[str, Axis]) -> Iterator[ScorePart]:
        worth = (self.kind.value or 0) * self.times
        fails = worth if self.options.s4_snapszer_fail == "opponents_6" else 0

        def made(found: Outcomes) -> Array:
            return np.where(self._succeeded(found), worth, 0)

        def failed(found: Outcomes) -> Array:
            lost: Array = self.plain(found)
            if snapszer_ends_at_once(self.options):
                lost = np.where(self.winner(found) == NOBODY, 0, -fails)
            return np.where(self._succeeded(found), 0, lost)

        label = self._named("snapszer failed")
        both = [self._won(axes, made, self._named("snapszer made"))]
        if snapszer_ends_at_once(self.options):
            both.append(self._won(axes, failed, label))
        else:
            both += self._bases(axes, failed)
        yield self._won(axes, lambda found: made(found) + failed(found), items=both)

    # What is bid for.

    def _result(self, found: Outcomes) -> Array:
        """1 if the undertaking is won, -1 if it is lost, 0 for a draw."""
        if self.kind.aim is Aim.EVERY_TRICK:
            enough = np.asarray(found["opponents_trick"]) == 0
            out = np.zeros((), dtype=bool)
        else:
            enough = np.asarray(found["own_points"]) > 0
            if self.kind.not_behind:
                behind = np.asarray(found["opponents_points"]) > np.asarray(found["own_points"])
                enough = enough & ~behind
            out = np.asarray(found["went_out"]) > 0
        last = np.asarray(found["last_trick"]) == OWN
        draw = 0
        if self.kind.aim is Aim.EVERY_TRICK and self.options.s3l_snapszer_fail == "lost_at_once":
            draw = -1
        played_out = np.where(last, np.where(enough, 1, draw), -1)
        return np.where(out, np.where(enough, 1, -1), played_out)

    def _undertaking(self, axes: dict[str, Axis]) -> Iterator[ScorePart]:
        """Each opponent settles the value with the declarer."""
        worth = (self.kind.value or 0) * self.times
        signs = np.where(np.arange(self.options.players) == self.contract.declarer, 2, -1)

        def paid(*results: int) -> Callable[[Outcomes], Array]:
            def score(found: Outcomes) -> Array:
                result = self._result(found)
                return np.multiply.outer(np.where(np.isin(result, results), result, 0), signs) * (
                    worth
                )

            return score

        items = (
            ScorePart(axes, paid(1), self._named(f"{self.kind.id} won")),
            ScorePart(axes, paid(-1), self._named(f"{self.kind.id} lost")),
        )
        yield ScorePart(axes, paid(1, -1), items=items)

    def _mizer(self, found: Outcomes) -> Array:
        """Every seat with the most points pays each other one; what two owe each other cancels."""
        most = np.asarray(found["most_points"])[..., np.newaxis]
        pays = most >> np.arange(self.options.players) & 1
        owed = pays.sum(axis=-1, keepdims=True)
        return np.asarray(PAYS_MIZER * (owed - pays * self.options.players))


def closed_code(seat: int, had: int) -> int:
    """Returns the value of the axis `closed`.

    Args:
        seat: Who closed.
        had: What the other had then: 0 no trick, 1 fewer than 33 points, 2 33 or more.
    """
    return 1 + seat * 3 + had


def _sign(side: Array) -> Array:
    """1 for the declarer's side, -1 for the opponents, 0 for nobody."""
    found = np.asarray(side)
    return np.asarray((found == OWN).astype(int) - (found == OPPONENTS))
