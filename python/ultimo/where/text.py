"""The textual form of conditions."""

import re
from fractions import Fraction
from typing import NoReturn

from ultimo.checks import need
from ultimo.errors import ArgumentError, NotationError
from ultimo.where.conditions import Condition, count, holds, lacks, length, points

__all__ = ["read"]

MAX_TEXT = 4000
MAX_DEPTH = 24
WORDS = re.compile(r"[();]|>=|<=|[<>=]|[^\s();<>=]+")
NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
RANGE = re.compile(rf"({NUMBER.pattern})\.\.({NUMBER.pattern})")
ENDS = frozenset({"and", "or", ";", ")", ""})
COMPARED = frozenset({">=", "<=", "="})
SAID = "holds, lacks, count, length or points"

Bounds = dict[str, Fraction]


def read(text: str) -> Condition:
    """Reads conditions in their textual form.

    Each says of a place what lies there:

    * `0 holds T22 T21`: all these cards; `0 lacks T1`: none of them;
    * `0 count *K >= 2`: so many of these cards;
    * `1 length H 4..6`: so many cards of a suit;
    * `talon points <= 3.5`: so many card points.

    Bounds are `>= 2`, `<= 2`, `= 2` or `2..4`. Conditions are joined by `and` (or a
    semicolon, which binds least), `or` and `not`, with brackets where they are needed. Places and
    cards are those of `ultimo.where`.

    Raises:
        ArgumentError: It is no text.
        NotationError: This cannot be read; `position` is where the fault begins.
    """
    need(text, str, "the text of a condition")
    if len(text) > MAX_TEXT:
        message = f"conditions have at most {MAX_TEXT} characters, not {len(text)}"
        raise NotationError(message, code="too_long", position=MAX_TEXT)
    return _Reader(text).all()


class _Reader:
    """Reads word by word, from left to right."""

    def __init__(self, text: str) -> None:
        found = list(WORDS.finditer(text))
        self._words = [*(match.group() for match in found), ""]
        self._starts = [*(match.start() for match in found), len(text)]
        self._at = 0
        self._depth = 0

    def all(self) -> Condition:
        condition = self._list()
        if self._word:
            self._fail(f"{self._shown} stands where the text should end, or and, or, or ; follow")
        return condition

    @property
    def _word(self) -> str:
        return self._words[self._at]

    @property
    def _shown(self) -> str:
        return repr(self._word[:40]) if self._word else "the end"

    def _take(self) -> str:
        word = self._word
        self._at += bool(word)
        return word

    def _fail(self, message: str) -> NoReturn:
        position = self._starts[self._at]
        raise NotationError(
            f"{message}, at character {position}", code="bad_where", position=position
        )

    def _list(self) -> Condition:
        found = self._either()
        while self._word == ";":
            self._take()
            if self._word not in ENDS:
                found &= self._either()
        return found

    def _either(self) -> Condition:
        found = self._both()
        while self._word == "or":
            self._take()
            found |= self._both()
        return found

    def _both(self) -> Condition:
        found = self._single()
        while self._word == "and":
            self._take()
            found &= self._single()
        return found

    def _single(self) -> Condition:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail(f"more than {MAX_DEPTH} brackets and nots in each other")
        if self._word == "not":
            self._take()
            found = ~self._single()
        elif self._word == "(":
            self._take()
            found = self._list()
            if self._word != ")":
                self._fail("a bracket is not closed")
            self._take()
        else:
            found = self._atom()
        self._depth -= 1
        return found

    def _atom(self) -> Condition:
        begin = self._at
        if self._word in ENDS | COMPARED:
            self._fail(f"{self._shown} stands where a place should, such as 0 or talon")
        place, kind = self._take(), self._take()
        try:
            made = self._made(place, kind)
        except ArgumentError as fault:
            self._at = begin
            self._fail(str(fault))
        if made is None:
            self._at = begin + 1
            self._fail(f"{self._shown} stands where {SAID} should follow the place")
        return made

    def _made(self, place: str, kind: str) -> Condition | None:
        match kind:
            case "holds":
                return holds(place, self._cards())
            case "lacks":
                return lacks(place, self._cards())
            case "count":
                return count(place, self._cards(), **_whole(self._bounds()))
            case "length":
                return length(place, self._take(), **_whole(self._bounds()))
            case "points":
                return points(place, **self._bounds())
        return None

    def _cards(self) -> list[str]:
        found: list[str] = []
        while self._word not in ENDS | COMPARED and not RANGE.fullmatch(self._word):
            found += [word for word in self._take().split(",") if word]
        if not found:
            self._fail(f"{self._shown} stands where cards should")
        return found

    def _bounds(self) -> Bounds:
        if match := RANGE.fullmatch(self._word):
            self._take()
            return {"at_least": Fraction(match[1]), "at_most": Fraction(match[3])}
        if self._word not in COMPARED:
            self._fail(f"{self._shown} stands where a bound should, such as >= 2 or 2..4")
        compared = self._take()
        if not NUMBER.fullmatch(self._word):
            self._fail(f"{self._shown} stands where a number should")
        number = Fraction(self._take())
        match compared:
            case ">=":
                return {"at_least": number}
            case "<=":
                return {"at_most": number}
        return {"at_least": number, "at_most": number}


def _whole(bounds: Bounds) -> dict[str, int]:
    for bound in bounds.values():
        if bound.denominator > 1:
            raise ArgumentError(f"{float(bound):g} is no number of cards")
    return {name: int(bound) for name, bound in bounds.items()}
