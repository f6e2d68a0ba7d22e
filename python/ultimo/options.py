"""Options of a game: frozen dataclasses whose checks are declared as data, field by field.

A game derives its options from `Options` and gives every field one of the makers below as its
default::

    @dataclass(frozen=True, slots=True, kw_only=True)
    class WhistOptions(Options):
        players: int = whole(4, at_least=4, at_most=4)
        void_rule: str = choice("must_trump", "free")
        match_deals: int = whole(lambda given: 4, at_least=1)

A default that is a function gets the values of the fields given or above it, by name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from operator import index
from typing import Any, ClassVar, Self, TypeVar, cast

from ultimo.checks import brief, items_of
from ultimo.errors import OptionError, did_you_mean

__all__ = [
    "Option",
    "Options",
    "choice",
    "flag",
    "number",
    "numbers",
    "optional_whole",
    "subset",
    "whole",
]

T = TypeVar("T")
Values = Mapping[str, Any]
MAX_ITEMS = 128


@dataclass(frozen=True, slots=True)
class Option:
    """What one option takes.

    Attributes:
        allowed: What is allowed, in words: `"one of 'add', 'none'"`.
        read: Makes a value of what was given; raises `TypeError` or `ValueError` if it is none.
        default: Makes the default from the values given or settled so far.
    """

    allowed: str
    read: Callable[[object], object]
    default: Callable[[Values], object]


class _Default:
    """Stands for a default until the other fields are known."""

    def __repr__(self) -> str:
        return "<default>"


_DEFAULT = _Default()


def _option(allowed: str, read: Callable[[object], object], default: object) -> Any:  # noqa: ANN401
    make = default if callable(default) else lambda _: default
    return field(default=_DEFAULT, metadata={"option": Option(allowed, read, make)})


def choice(default: T | Callable[[Values], T], *others: T) -> T:
    """One of some values; with a function as default `others` are all of them."""
    values = others if callable(default) else (default, *others)

    def read(value: object) -> object:
        if isinstance(value, bool):
            raise TypeError
        plain = str(value) if isinstance(value, str) else index(cast("int", value))
        return values[values.index(cast("T", plain))]

    listed = " or ".join(map(repr, values)) if len(values) < 3 else None
    allowed = listed or f"one of {', '.join(map(repr, values))}"
    return cast("T", _option(allowed, read, default))


def flag(*, default: bool | Callable[[Values], bool]) -> bool:
    """True or false."""

    def read(value: object) -> object:
        if type(value).__name__ not in {"bool", "bool_"} or value not in {True, False}:
            raise TypeError
        return bool(value)

    return cast("bool", _option("True or False", read, default))


def whole(
    default: int | Callable[[Values], int],
    *,
    at_least: int | None = None,
    at_most: int | None = None,
) -> int:
    """An integer between bounds."""

    def read(value: object) -> object:
        if isinstance(value, bool):
            raise TypeError
        return _bounded(index(cast("int", value)), at_least, at_most)

    return cast("int", _option(f"an integer{_bounds(at_least, at_most)}", read, default))


def optional_whole(*, at_least: int | None = None, at_most: int | None = None) -> int | None:
    """An integer between bounds, or `None`, which is the default."""

    def read(value: object) -> object:
        if value is None:
            return None
        if isinstance(value, bool):
            raise TypeError
        return _bounded(index(cast("int", value)), at_least, at_most)

    allowed = f"an integer{_bounds(at_least, at_most)} or None"
    return cast("int | None", _option(allowed, read, None))


def number(
    default: float | Callable[[Values], float],
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> float:
    """A finite number between bounds; integers stay integers."""

    def read(value: object) -> object:
        if isinstance(value, (bool, str, bytes)):
            raise TypeError
        exact = value if isinstance(value, (int, float)) else float(cast("float", value))
        if not abs(exact) < 1e15:
            raise ValueError
        return _bounded(exact, at_least, at_most)

    return cast("float", _option(f"a number{_bounds(at_least, at_most)}", read, default))


def subset(default: Iterable[str], *, of: Sequence[str]) -> frozenset[str]:
    """A set of names."""

    def read(value: object) -> object:
        names = frozenset(items_of(value, "names", most=MAX_ITEMS))
        if not names <= frozenset(of):
            raise ValueError
        return names

    chosen = frozenset(default)
    allowed = f"a set of names out of {', '.join(map(repr, of))}"
    return cast("frozenset[str]", _option(allowed, read, chosen))


def numbers(default: Sequence[int], *, allowed: str, fits: Callable[[Sequence[int]], bool]) -> Any:  # noqa: ANN401
    """A sequence of integers that `fits`, kept as a tuple; `allowed` says which."""

    def read(value: object) -> object:
        found = tuple(index(item) for item in items_of(value, "numbers", most=MAX_ITEMS))
        if not fits(found):
            raise ValueError
        return found

    return _option(allowed, read, tuple(default))


def _bounded(value: float, at_least: float | None, at_most: float | None) -> float:
    if (at_least is not None and value < at_least) or (at_most is not None and value > at_most):
        raise ValueError
    return value


def _bounds(at_least: float | None, at_most: float | None) -> str:
    if at_least is not None and at_most is not None:
        return f" from {at_least} to {at_most}"
    if at_least is not None:
        return f" of at least {at_least}"
    return f" of at most {at_most}" if at_most is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The base of a game's options: settles defaults and checks every value when it is made.

    Attributes:
        players: Number of seats.

    Raises:
        OptionError: Some values are not allowed; the message names all of them.
    """

    game: ClassVar[str] = "this game"

    players: int

    def __post_init__(self) -> None:
        declared = self.declared()
        given = {name: getattr(self, name) for name in declared}
        values = {name: value for name, value in given.items() if value is not _DEFAULT}
        faults = []
        for name, option in declared.items():
            value = values[name] if name in values else option.default(values)
            try:
                values[name] = option.read(value)
            except (TypeError, ValueError, OverflowError):
                faults.append(f"{name}={brief(value, 80)}: {name} is {option.allowed}")
                # The defaults of later options may rest on this one.
                values[name] = option.read(option.default(values))
            else:
                object.__setattr__(self, name, values[name])
        faults += [] if faults else self.faults()
        if faults:
            raise OptionError(f"{self.game} cannot be played so: " + "; ".join(faults))

    def faults(self) -> list[str]:
        """What is wrong with these values together, each in one sentence; overridden by games."""
        return []

    @classmethod
    def declared(cls) -> dict[str, Option]:
        """The options by name, in order."""
        return {f.name: f.metadata["option"] for f in fields(cls) if f.default is not MISSING}

    @classmethod
    def make(cls, presets: Mapping[str, Values], preset: object, given: Values) -> Self:
        """Makes the options of a preset, some of them changed.

        Raises:
            OptionError: There is no such preset or option, or a value is not allowed.
        """
        values: dict[str, Any] = {}
        if preset is not None:
            if not isinstance(preset, str) or preset not in presets:
                known = ", ".join(map(repr, presets)) or "none"
                hint = did_you_mean(str(preset), presets)
                message = f"{cls.game} has no preset {brief(preset, 80)}; it has {known}{hint}"
                raise OptionError(message, code="unknown_preset")
            values |= presets[preset]
        declared = cls.declared()
        for name in given:
            if name not in declared:
                known = ", ".join(declared)
                hint = did_you_mean(name, declared)
                message = f"{cls.game} has no option {brief(name, 80)}; it has {known}{hint}"
                raise OptionError(message, code="unknown_option")
        return cls(**(values | dict(given)))

    def values(self) -> dict[str, object]:
        """The values by name, as JSON has them: sets as sorted lists, tuples as lists."""
        return {name: _plain(getattr(self, name)) for name in self.declared()}

    def changed(self) -> dict[str, object]:
        """The values that are not the defaults, by name."""
        above: dict[str, Any] = {}
        found = {}
        for name, option in self.declared().items():
            value = getattr(self, name)
            if value != option.read(option.default(above)):
                found[name] = value
            above[name] = value
        return found


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value
