"""What cannot have happened: contradictions between the facts of a finished deal.

Each fact of an outcome is a class of values of the core's fact. Two of them contradict each other
if no values of their classes fit: more tricks than there are, a card won without a trick, the same
card won by both sides, points without the cards for them. Not every impossible outcome is found,
but none that is possible is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ultimo import plan
from ultimo.contracts import Contract

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["contradictions", "most_tricks"]

F = TypeVar("F", bound=plan.Fact)


def most_tricks(game: "Game[Any]", rules: plan.RulesSpec) -> int:
    """Returns a number of tricks that no deal of a game has more of."""
    layout = game.layout(game.terms())
    drawn = layout.talon if rules.drawing is not None else 0
    extra = drawn + sum(size for own in layout.piles for size in own)
    return max(layout.hands) + -(-extra // rules.seats)


@dataclass(frozen=True, slots=True)
class Known(Generic[F]):
    """What is said of one fact.

    Attributes:
        name: Its name.
        fact: The fact.
        values: What it may be.
    """

    name: str
    fact: F
    values: frozenset[int]

    @property
    def least(self) -> int:
        """The least value."""
        return min(self.values)

    @property
    def most(self) -> int:
        """The largest value."""
        return max(self.values)


def contradictions(
    game: "Game[Any]",
    contract: Contract,
    axes: Mapping[str, plan.Axis],
    outcome: Mapping[str, int],
) -> list[str]:
    """Returns what cannot be true together in an outcome, a sentence each.

    Args:
        game: The game.
        contract: The contract.
        axes: The axes by name.
        outcome: The class of each axis.
    """
    from ultimo._core import Payoff

    compiled = game.compiled(contract).rules
    known: list[Known[Any]] = []
    for name, axis in axes.items():
        size = Payoff.fact_size(compiled, axis)
        values = frozenset(
            value
            for value in range(size)
            if (value if axis.classes is None else axis.classes[value]) == outcome[name]
        )
        if not values:
            return [f"{name} is never {outcome[name]}"]
        known.append(Known(name, axis.fact, values))
    check = Check(game, game.rules(contract), tuple(known))
    return list(check.faults())


@dataclass(frozen=True, slots=True)
class Check:
    """The facts of a deal beside one another."""

    game: "Game[Any]"
    rules: plan.RulesSpec
    known: tuple[Known[Any], ...]

    @property
    def units(self) -> int:
        """All units there are, with those of marriages and the last trick."""
        pairs = self.rules.marriages.pairs if self.rules.marriages else ()
        extra = self.rules.last_trick_units + sum(pair.units for pair in pairs)
        return sum(self.rules.values) + extra

    def worth(self, card: int) -> int:
        """The least units that a card counts for its owner: an excuse costs what is owed."""
        excuse = self.rules.excuse
        owed = excuse.owed if excuse is not None and excuse.card == card else 0
        return self.rules.values[card] - owed

    def count(self, units: int) -> int:
        """Counts units officially."""
        return (units + 1) // 3 if self.rules.scheme == "thirds" else units

    def faults(self) -> Iterator[str]:
        """Every contradiction found, a sentence each."""
        yield from self._tricks()
        yield from self._points()
        yield from self._cards()
        yield from self._without_trick()
        yield from self._fates()

    def _all(self, kind: type[F]) -> list[Known[F]]:
        return [known for known in self.known if isinstance(known.fact, kind)]

    def _tricks(self) -> Iterator[str]:
        most = most_tricks(self.game, self.rules)
        everybody = (1 << self.rules.seats) - 1
        for one in self._all(plan.Tricks):
            if one.least > most:
                yield f"{one.name}={one.least}: there are {most} tricks"
        for one, two in combinations(self._all(plan.Tricks), 2):
            if one.fact.late or two.fact.late or one.fact.seats & two.fact.seats:
                continue
            if one.least + two.least > most:
                yield f"{one.name} and {two.name} are more than the {most} tricks together"
        apart = _apart([known for known in self._all(plan.Tricks) if not known.fact.late])
        if len(apart) > 2 and sum(known.least for known in apart) > most:
            yield f"{_names(apart)} are more than the {most} tricks together"
        covered = sum(known.fact.seats for known in apart)
        if covered == everybody and not any(known.most for known in apart):
            yield f"{_names(apart)}: nobody won a trick"

    def _points(self) -> Iterator[str]:
        # Several piles rounded for themselves may count one more than the deck.
        total = self.count(self.units)
        most = total + (self.rules.scheme == "thirds" and self.rules.seats > 2)
        for one, two in combinations(self._all(plan.Points), 2):
            if not one.fact.seats & two.fact.seats and one.least + two.least > most:
                yield f"{one.name} and {two.name} are more than {total} together"
        apart = _apart(self._all(plan.Points))
        if len(apart) > 2 and sum(known.least for known in apart) > most:
            yield f"{_names(apart)} are more than {total} together"
        reached = self._reached()
        for known in self._all(plan.Points):
            # The last class holds all larger numbers too.
            if not any(reached >> value & 1 or value == known.fact.max for value in known.values):
                yield f"{known.name}={known.least}: no cards count that"

    def _reached(self) -> int:
        """A bit for each number of points that some cards count."""
        if self.rules.scheme == "thirds" or self.rules.excuse is not None:
            return -1
        pairs = self.rules.marriages.pairs if self.rules.marriages else ()
        reached = 1
        for units in (
            *self.rules.values,
            self.rules.last_trick_units,
            *(p.units for p in pairs),
        ):
            reached |= reached << units
        return reached

    def _cards(self) -> Iterator[str]:
        for one, two in combinations(self._all(plan.Captured), 2):
            cards = {*one.fact.cards, *two.fact.cards}
            if not one.fact.seats & two.fact.seats and one.least + two.least > len(cards):
                yield f"{one.name} and {two.name} are the same cards"
        for won in self._all(plan.Captured):
            for points in self._all(plan.Points):
                yield from self._cards_and_points(won, points)

    def _cards_and_points(
        self, won: Known[plan.Captured], points: Known[plan.Points]
    ) -> Iterator[str]:
        worth = sum(sorted(map(self.worth, won.fact.cards))[: won.least])
        least = self.count(worth)
        if won.fact.seats & ~points.fact.seats == 0:
            counted = points.fact.laid or not won.fact.laid
            if counted and points.most < min(least, points.fact.max):
                yield f"{points.name} and {won.name}: those cards alone count {least}"
        elif not won.fact.seats & points.fact.seats:
            left = self.count(self.units - worth)
            if points.least > left:
                yield f"{points.name} and {won.name}: the other cards count {left} at most"

    def _trickless(self) -> list[Known[plan.Tricks]]:
        return [known for known in self._all(plan.Tricks) if not known.most and not known.fact.late]

    def _without_trick(self) -> Iterator[str]:
        prize = 0 if self.rules.prize is None else self.rules.prize.seats
        for none in self._trickless():
            for won in self._all(plan.Captured):
                in_tricks = not won.fact.laid and not won.fact.seats & prize
                if won.least and in_tricks and not won.fact.seats & ~none.fact.seats:
                    yield f"{won.name} and {none.name}: a card is won in a trick"
            for last in self._all(plan.LastTrick):
                if all(none.fact.seats >> seat & 1 for seat in last.values):
                    yield f"{last.name} and {none.name}: the last trick is a trick too"

    def _fates(self) -> Iterator[str]:
        for fate in self._all(plan.Fate):
            if 0 in fate.values:
                continue
            card = self.rules.watched[fate.fact.watched]
            winners = {(code - 1) % self.rules.seats for code in fate.values}
            for none in self._trickless():
                if all(none.fact.seats >> seat & 1 for seat in winners):
                    yield f"{fate.name} and {none.name}: who has no trick did not win it"
            for won in self._all(plan.Captured):
                entire = card in won.fact.cards and won.least == len(won.fact.cards)
                if entire and not any(won.fact.seats >> seat & 1 for seat in winners):
                    code = self.game.deck.codes[card]
                    yield f"{fate.name} and {won.name}: {code} was won by others"


def _apart(known: Sequence[Known[Any]]) -> list[Known[Any]]:
    """Facts of which no two count for the same seat."""
    found: list[Known[Any]] = []
    seats = 0
    for one in known:
        if not seats & one.fact.seats:
            found.append(one)
            seats |= one.fact.seats
    return found


def _names(known: Sequence[Known[Any]]) -> str:
    return " and ".join(one.name for one in known)
