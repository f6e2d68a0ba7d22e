"""Conditions as they are written down: what they mean for a game is seen when they are used."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal, TypeAlias, cast

from ultimo.checks import brief, items_of, plain_integer
from ultimo.errors import ArgumentError

__all__ = [
    "MOST",
    "Atom",
    "Both",
    "Condition",
    "Either",
    "Kind",
    "Not",
    "Place",
    "count",
    "holds",
    "lacks",
    "length",
    "points",
]

Place: TypeAlias = int | str
Kind: TypeAlias = Literal["holds", "lacks", "count", "length", "points"]

MOST = 1000
"""The largest number that a bound can be: more than any pack has points."""
MAX_CARDS = 128
MAX_WORD = 40


class Condition:
    """What a deal must be like."""

    def __and__(self, other: object) -> "Condition":
        """Both hold."""
        if not isinstance(other, Condition):
            return NotImplemented
        return Both((*_parts(self, Both), *_parts(other, Both)))

    def __or__(self, other: object) -> "Condition":
        """One of the two holds at least."""
        if not isinstance(other, Condition):
            return NotImplemented
        return Either((*_parts(self, Either), *_parts(other, Either)))

    def __invert__(self) -> "Condition":
        """It does not hold."""
        return self.part if isinstance(self, Not) else Not(self)


@dataclass(frozen=True, slots=True)
class Atom(Condition):
    """A condition on one place.

    Attributes:
        kind: What is said of it.
        place: The place.
        words: The cards as they were written; the suit; or nothing.
        at_least: The least number, `None` for no bound.
        at_most: The largest.
    """

    kind: Kind
    place: Place
    words: tuple[str, ...] = ()
    at_least: Fraction | None = None
    at_most: Fraction | None = None

    def __str__(self) -> str:
        words = (str(self.place), self.kind, *self.words)
        return " ".join((*words, _bounds(self.at_least, self.at_most))).strip()


@dataclass(frozen=True, slots=True)
class Both(Condition):
    """All of some conditions hold."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " and ".join(_inner(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Either(Condition):
    """One of some conditions holds at least."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " or ".join(_inner(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """A condition does not hold."""

    part: Condition

    def __str__(self) -> str:
        return f"not {_inner(self.part)}"


def holds(place: Place, cards: str | Sequence[str]) -> Condition:
    """All these cards lie there.

    Args:
        place: A seat or another place, see `ultimo.where`.
        cards: Codes or other spellings, or patterns with a star.

    Raises:
        ArgumentError: Something is of a wrong kind. Whether a game has such a place and such
            cards is seen when the condition is used.
    """
    return Atom("holds", _place(place), _words(cards))


def lacks(place: Place, cards: str | Sequence[str]) -> Condition:
    """None of these cards lies there.

    Args:
        place: As `holds`.
        cards: As `holds`.

    Raises:
        ArgumentError: As `holds`.
    """
    return Atom("lacks", _place(place), _words(cards))


def count(
    place: Place,
    cards: str | Sequence[str],
    *,
    at_least: int | None = None,
    at_most: int | None = None,
) -> Condition:
    """Bounds how many of these cards lie there.

    Args:
        place: As `holds`.
        cards: As `holds`.
        at_least: The least number.
        at_most: The largest.

    Raises:
        ArgumentError: As `holds`, or there is no bound.
    """
    return Atom("count", _place(place), _words(cards), *_range(at_least, at_most))


def length(
    place: Place, suit: str, *, at_least: int | None = None, at_most: int | None = None
) -> Condition:
    """Bounds how many cards of a suit lie there.

    Args:
        place: As `holds`.
        suit: The letter of the suit, `T` for tarocks.
        at_least: The least number.
        at_most: The largest.

    Raises:
        ArgumentError: As `holds`, or there is no bound.
    """
    return Atom("length", _place(place), (_suit(suit),), *_range(at_least, at_most))


def points(
    place: Place,
    *,
    at_least: float | Rational | None = None,
    at_most: float | Rational | None = None,
) -> Condition:
    """Bounds the card points that lie there together, as `Deck.count` counts them.

    In hosn owe, where a hand is worth its best suit or its three equal cards, these are still the
    points of all its cards.

    Args:
        place: As `holds`.
        at_least: The least number.
        at_most: The largest.

    Raises:
        ArgumentError: As `holds`, or there is no bound.
    """
    return Atom("points", _place(place), (), *_range(at_least, at_most, halves=True))


def _parts(condition: Condition, kind: type[Both] | type[Either]) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, kind) else (condition,)


def _inner(part: Condition) -> str:
    return f"({part})" if isinstance(part, (Both, Either)) else str(part)


def _bounds(at_least: Fraction | None, at_most: Fraction | None) -> str:
    least, most = (None if n is None else _number(n) for n in (at_least, at_most))
    if least is None:
        return "" if most is None else f"<= {most}"
    if most is None:
        return f">= {least}"
    return f"= {least}" if least == most else f"{least}..{most}"


def _number(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"


def _place(place: object) -> Place:
    place = plain_integer(place)
    if isinstance(place, bool) or not isinstance(place, (int, str)):
        raise ArgumentError(f"a place is a seat or a word such as 'talon', not {brief(place)}")
    if isinstance(place, str):
        place = place.strip()
        if not 0 < len(place) <= MAX_WORD or len(place.split()) > 1:
            raise ArgumentError(f"a place is a seat or a word such as 'talon', not {place[:40]!r}")
        if place.isascii() and place.isdigit():
            return int(place)
    elif abs(place) > MOST:
        raise ArgumentError("a seat is a small number", code="out_of_range")
    return place


def _suit(suit: object) -> str:
    words = suit.split() if isinstance(suit, str) else []
    if len(words) != 1 or len(words[0]) > MAX_WORD:
        raise ArgumentError(f"a suit is a letter, not {brief(suit)}")
    return words[0]


def _words(cards: object) -> tuple[str, ...]:
    if isinstance(cards, str):
        if len(cards) > MAX_CARDS * MAX_WORD:
            raise ArgumentError(f"cards in {len(cards)} characters are too many", code="too_many")
        words: list[object] = [*cards.replace(",", " ").split()]
    else:
        words = items_of(cards, "cards", most=MAX_CARDS)
    found = []
    for word in words:
        if not isinstance(word, str) or not 0 < len(word) <= MAX_WORD:
            raise ArgumentError(f"a card is written as text, not {brief(word)}")
        found.append("".join(word.split()))
    if not found or len(found) > MAX_CARDS:
        raise ArgumentError(f"{len(found)} cards: 1 to {MAX_CARDS} can be named", code="too_many")
    return tuple(found)


def _range(
    at_least: object, at_most: object, *, halves: bool = False
) -> tuple[Fraction | None, Fraction | None]:
    if at_least is None and at_most is None:
        raise ArgumentError("say at_least, at_most or both", code="no_bound")
    low, high = (None if n is None else _bound(n, halves=halves) for n in (at_least, at_most))
    return low, high


def _bound(number: object, *, halves: bool) -> Fraction:
    number = plain_integer(number)
    is_number = isinstance(number, (int, float, Rational)) and not isinstance(number, bool)
    if not is_number or (not halves and not isinstance(number, int)):
        raise ArgumentError(f"a bound is a number, not {brief(number)}")
    try:
        bound = Fraction(cast("Any", number))
    except (ValueError, OverflowError):
        bound = Fraction(-1)
    if not 0 <= bound <= MOST:
        raise ArgumentError(f"a bound is 0 to {MOST}", code="out_of_range")
    return bound
