"""Checks of arguments that have nothing to do with any rule: their kind, and seats."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from operator import index
from typing import Any

import numpy as np

from ultimo.errors import ArgumentError, OptionError, SeatError

__all__ = [
    "brief",
    "check_span",
    "in_range",
    "is_one_of",
    "items_of",
    "need",
    "need_callable",
    "need_integer",
    "plain_integer",
    "seat_of",
    "some_of",
    "through",
]


def brief(value: object, most: int = 40) -> str:
    """A value as an error message has it: on one line, and not long."""
    # Of what is long no more is looked at than may be shown.
    text = " ".join(repr(value)[: 20 * most].split())
    return text if len(text) <= most else text[: most - 3] + "..."


def some_of(names: Iterable[str], most: int = 16) -> str:
    """Names as an error message lists them; an ellipsis says that there are more."""
    found = list(names)
    return ", ".join([*found[:most], *(["…"] if len(found) > most else [])])


def is_one_of(value: object, *names: str) -> bool:
    """Whether a value is one of these words; an array is compared by its items otherwise."""
    return isinstance(value, str) and value in names


def need(value: object, kind: type[Any], what: str) -> None:
    """Checks that a value is of a certain class.

    Raises:
        ArgumentError: It is of another one.
    """
    if not isinstance(value, kind):
        message = f"{what} is a {kind.__name__}, not {type(value).__name__}"
        raise ArgumentError(message)


def need_integer(value: object, what: str) -> int:
    """Returns an integer.

    Raises:
        ArgumentError: It is none.
    """
    number = plain_integer(value)
    if isinstance(number, bool) or not isinstance(number, int):
        raise ArgumentError(f"{what} is a whole number, not {type(value).__name__}")
    return number


def in_range(value: object, what: str, most: int) -> int:
    """Returns a whole number from 0 to `most`.

    Raises:
        ArgumentError: It is none.
    """
    number = need_integer(value, what)
    if not 0 <= number <= most:
        said = number if abs(number) < 2**64 else "one that large"
        raise ArgumentError(f"{what} is 0 to {most}, not {said}", code="out_of_range")
    return number


def check_span(n: object, start: object) -> None:
    """Checks that the last of `n` deals from a number on has a number too.

    Whether they are numbers at all is checked where they are used.

    Raises:
        OptionError: It has none.
    """
    numbers = plain_integer(n), plain_integer(start)
    if all(isinstance(number, int) for number in numbers) and sum(numbers) > 2**64:
        raise OptionError("start + n: the deals of a seed end at 2**64", code="bad_start")


def need_callable(value: object, what: str) -> None:
    """Checks that a value is a function, or `None`.

    Raises:
        ArgumentError: It is neither.
    """
    if value is not None and not callable(value):
        raise ArgumentError(f"{what} is a function, not {type(value).__name__}")


def items_of(value: object, what: str, *, most: int) -> list[Any]:
    """Returns the items of a list or another iterable that is neither a text nor a mapping.

    Raises:
        ArgumentError: It is none, or has more than `most` items, as one without end has.
    """
    if isinstance(value, (str, bytes, Mapping)):
        raise ArgumentError(f"{what}: a list is needed, not {type(value).__name__}")
    found = list(islice(through(value, f"{what}: a list is needed, not"), most + 1))
    if len(found) > most:
        raise ArgumentError(f"{what}: more than {most} entries are too many", code="too_many")
    return found


def through(value: object, message: str) -> Iterator[Any]:
    """Goes through what can be: what has `__iter__` may be a class, or an array of no dimension.

    Raises:
        ArgumentError: It cannot be, with the name of its class at the end of the message.
    """
    try:
        return iter(value)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise ArgumentError(f"{message} {type(value).__name__}") from None


def plain_integer(value: Any) -> Any:  # noqa: ANN401 - what is no integer is left for other checks
    """Makes plain integers of those of NumPy; what is none is returned as it is."""
    if isinstance(value, (bool, np.bool_)):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def seat_of(value: object, players: int) -> int:
    """Returns the number of a seat.

    Raises:
        SeatError: It is none.
    """
    seat = plain_integer(value)
    if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players:
        return seat
    raise SeatError(f"seats are 0 to {players - 1}, not {brief(value)}")
