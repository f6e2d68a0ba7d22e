"""Settling a hand from its facts: what each seat gets, and why, line by line.

A game that says nothing is asked for the axes of its score, by their names. What a game module may
add so that people can settle a hand too:

- `ScorePart.label`: what the part pays for. It is a format text, which may name axes::

      ScorePart({"tricks": Axis(Tricks(seats=0b0101))}, score, label="{tricks} tricks")

- `ScorePart.items`: where one part pays several things, parts that add to it, each with a label.
- `Declared.asked`: the facts as people know them, such as who won the trula, in place of axes.
- `Declared.outcome_of`: the outcome, by axis, from the facts that were asked. It refuses what
  cannot have happened; the simple contradictions between axes are found here for all games.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from ultimo import plan
from ultimo.checks import brief
from ultimo.contracts import Contract
from ultimo.errors import DealError, did_you_mean
from ultimo.possible import contradictions
from ultimo.scoring import ScorePart

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.game import Game

__all__ = ["NEEDED", "Asked", "Line", "Settled", "axes_asked", "lines", "reasons", "settle"]

NEEDED: Final = "needed"
"""The default of a fact that has none: it must be said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A fact of a finished hand that settling it asks for.

    Attributes:
        name: Its name.
        meaning: What it says, in a few words.
        values: The words for it, or the integers, which count in units.
        default: What holds if it is not said; `NEEDED` if it must be; `None` leaves it out.
        unit: What one of the integers is worth: 1/2 where half points are counted.
    """

    name: str
    meaning: str
    values: range | tuple[str, ...]
    default: int | str | None = NEEDED
    unit: Fraction = Fraction(1)

    @property
    def allowed(self) -> str:
        """The values in words."""
        if not isinstance(self.values, range):
            return ", ".join(self.values)
        least, most = self.values[0] * self.unit, self.values[-1] * self.unit
        step = self.values.step * self.unit
        steps = "" if step == 1 else f" in steps of {step}"
        return f"{least} to {most}{steps}" if least != most else str(least)

    def read(self, value: object) -> int | str:
        """Returns a value as the game reads it: a word, or an integer number of units.

        Raises:
            DealError: It is none of the values.
        """
        kind = ""
        if isinstance(self.values, range):
            units = _units(value, self.unit)
            if units is not None and units in self.values:
                return units
            if units is None:
                kind = "whole numbers " if self.unit == 1 else "numbers "
        elif isinstance(value, str) and value in self.values:
            return value
        message = f"{self.name}={brief(value)}: {self.meaning}, {kind}{self.allowed}"
        raise DealError(message, code="bad_fact")

    def said(self, value: int | str) -> int | float | str:
        """Returns a value that was read as people say it: not in units."""
        return value if isinstance(value, str) else _plain(value * self.unit)


def _plain(value: Fraction) -> int | float:
    """Makes a whole number an int, and any other a float."""
    return int(value) if value.denominator == 1 else float(value)


def _units(value: Any, unit: Fraction) -> int | None:  # noqa: ANN401 - whatever was given
    """Returns how many units a number is, or `None` if it is none."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(
        value, (int, float, Fraction, np.integer, np.floating)
    ):
        return None
    if isinstance(value, (float, np.floating)) and not np.isfinite(value):
        return None
    number = value if isinstance(value, (int, float, Fraction)) else value.item()
    units = Fraction(number) / unit
    return int(units) if units.denominator == 1 else None


@dataclass(frozen=True, slots=True)
class Line:
    """One reason of a score.

    Attributes:
        text: What is paid for.
        amounts: Game points, one a seat.
    """

    text: str
    amounts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of a hand.

    Attributes:
        contract: What was played.
        facts: The facts, also those that were not said.
        lines: Why, line by line; they add to the returns. What paid nothing has no line.
        totals: Game points, one a seat.
    """

    contract: Contract | None
    facts: Mapping[str, int | float | str]
    lines: tuple[Line, ...]
    totals: tuple[float, ...]

    @property
    def returns(self) -> npt.NDArray[np.float64]:
        """Game points: shape (players,), float64, a new array."""
        return np.array(self.totals, dtype=np.float64)

    def to_dict(self) -> dict[str, Any]:
        """Returns everything as JSON has it."""
        return {
            **({} if self.contract is None else {"contract": self.contract.to_dict()}),
            "facts": dict(self.facts),
            "lines": [{"text": line.text, "amounts": list(line.amounts)} for line in self.lines],
            "returns": list(self.totals),
        }


def settle(game: "Game[Any]", contract: Contract, facts: Mapping[str, object]) -> Settled:
    """Settles a hand; see `Game.settle`."""
    game.check_contract(contract)
    asked = list(game.asked(contract))
    found = read_facts(asked, facts, f"{contract.bid} of {game.name}")
    outcome = game.outcome_of(contract, found)
    parts = game.score_parts(contract)
    axes = axes_of(parts)
    if faults := contradictions(game, contract, axes, outcome):
        raise DealError("that cannot have happened: " + "; ".join(faults), code="impossible")
    reasons = lines(game, contract, outcome)
    shown = {fact.name: fact.said(found[fact.name]) for fact in asked if fact.name in found}
    return Settled(contract, shown, reasons, tuple(_score(parts, outcome, game.players)))


def read_facts(
    asked: Sequence[Asked], facts: Mapping[str, object], what: str
) -> dict[str, int | str]:
    """Returns the facts that are asked for, each checked, with the defaults of the others.

    Raises:
        DealError: One is unknown or missing, or has a value that cannot be.
    """
    names = [fact.name for fact in asked]
    listed = ", ".join(names) or "nothing"
    for name in facts:
        if name not in names:
            hint = did_you_mean(str(name), names)
            message = f"{name!s:.40} is no fact of {what}, which asks for {listed}{hint}"
            raise DealError(message, code="unknown_fact")
    missing = [fact for fact in asked if fact.default == NEEDED and facts.get(fact.name) is None]
    if missing:
        needed = "; ".join(f"{fact.name}= {fact.meaning}, {fact.allowed}" for fact in missing)
        raise DealError(f"{what} cannot be settled without {needed}", code="missing_fact")
    found: dict[str, int | str] = {}
    for fact in asked:
        said = facts.get(fact.name)
        value: object = fact.default if said is None else said
        if value is not None:
            found[fact.name] = fact.read(value)
    return found


def axes_of(parts: Iterable[ScorePart]) -> dict[str, plan.Axis]:
    """Returns all axes of a score."""
    return {name: axis for part in parts for name, axis in part.axes.items()}


def axes_asked(game: "Game[Any]", contract: Contract) -> tuple[Asked, ...]:
    """Returns a question for each axis of a score.

    Counts must be said; of what may have happened, the default is that it did not.
    """
    size = game.axis_size(contract)
    return tuple(
        Asked(
            name=name,
            meaning=_meaning(axis),
            values=range(size(axis)),
            default=NEEDED if axis.fact.kind in {"points", "tricks", "last_trick", "seats"} else 0,
            unit=_unit(game, axis),
        )
        for name, axis in axes_of(game.score_parts(contract)).items()
    )


def _unit(game: "Game[Any]", axis: plan.Axis) -> Fraction:
    # Official points are whole in thirds, and halves where the deck counts in halves.
    is_half = game.deck.scheme == "halves" and axis.fact.kind == "points" and axis.classes is None
    return Fraction(1, 2) if is_half else Fraction(1)


def _meaning(axis: plan.Axis) -> str:
    """What an axis says, as far as it is known without the game."""
    counted = getattr(axis.fact, "seats", None)
    who = ""
    if isinstance(counted, int):
        seats = [str(seat) for seat in range(counted.bit_length()) if counted >> seat & 1]
        who = f" of seat{'s'[: len(seats) > 1]} {' '.join(seats)}"
    what = {"points": "card points", "last_trick": "who won the last trick"}
    reduced = "" if axis.classes is None else ", by class"
    return what.get(axis.fact.kind, axis.fact.kind.replace("_", " ")) + who + reduced


def lines(game: "Game[Any]", contract: Contract, outcome: Mapping[str, int]) -> tuple[Line, ...]:
    """Returns why a score is what it is: a line for each part, or its items, that pays something.

    Args:
        game: The game.
        contract: What was played.
        outcome: The outcome by axis, in units.
    """
    parts = game.score_parts(contract)
    units = {name: _unit(game, axis) for name, axis in axes_of(parts).items()}
    said = {name: _plain(outcome[name] * unit) for name, unit in units.items()}
    found = []
    for item in _items(parts):
        amounts = _score([item], outcome, game.players)
        if any(amounts):
            text = item.label.format(**said) or " ".join(item.axes)
            found.append(Line(text, tuple(amounts)))
    return tuple(found)


def _items(parts: Iterable[ScorePart]) -> Iterator[ScorePart]:
    for part in parts:
        if part.items:
            yield from _items(part.items)
        else:
            yield part


def _score(parts: Sequence[ScorePart], outcome: Mapping[str, int], players: int) -> list[float]:
    total = np.zeros(players)
    for part in parts:
        given = {name: np.array(outcome[name], dtype=np.int64) for name in part.axes}
        total += np.broadcast_to(part.score(given), (players,))
    return [float(amount) for amount in total]


def reasons(position: "Position") -> tuple[Line, ...]:
    """Returns why a play that is over scores what it does, line by line.

    Raises:
        DealError: It is not over.
    """
    from ultimo._core import Payoff, Position

    if not position.is_over:
        raise DealError("the play is not over", code="not_over")
    parts = position.game.score_parts(position.contract)
    watched = Position(
        position.rules, position.setup, Payoff(position.rules, [], axes_of(parts)), position.owner
    )
    for _, action in position.history:
        watched.play(action)
    return lines(position.game, position.contract, dict(watched.outcome()))
