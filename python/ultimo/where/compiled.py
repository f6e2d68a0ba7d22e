"""What conditions mean for a game: columns of the row and weights of the cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import ceil, floor

from ultimo.checks import items_of
from ultimo.deals import Layout
from ultimo.deck import Deck
from ultimo.errors import ArgumentError, DealError, NotationError, SeatError
from ultimo.notation import suit_letter
from ultimo.plan import AllOf, AnyOf, Bounds
from ultimo.plan import Condition as Plan
from ultimo.where.conditions import Atom, Both, Condition, Either, Not, Place
from ultimo.where.text import read

__all__ = ["Compiled", "Compiler", "conditions_of"]

MAX_ATOMS = 100
MAX_DIGITS = 4
UNITS = {"ones": 1, "halves": 2, "thirds": 3}


@dataclass(frozen=True, slots=True)
class Compiled:
    """One of the conditions that must all hold.

    Attributes:
        text: The condition as it is written.
        plan: The same for the core.
    """

    text: str
    plan: Plan


def conditions_of(where: object) -> list[Condition]:
    """Reads what `where=` was given: a condition, a text, or a list of both.

    Raises:
        ArgumentError: It is none of these, or there are too many of them.
        NotationError: A text cannot be read.
    """
    given = [where] if isinstance(where, (str, Condition)) else items_of(where, "where", most=100)
    found: list[Condition] = []
    atoms = 0
    for one in given:
        if not isinstance(one, (str, Condition)):
            message = f"where is made of conditions and texts, not {type(one).__name__}"
            raise ArgumentError(message)
        condition = read(one) if isinstance(one, str) else one
        atoms += _atoms(condition)
        if atoms > MAX_ATOMS:
            raise ArgumentError(f"more than {MAX_ATOMS} conditions are too many", code="too_many")
        found.append(condition)
    return found


def _atoms(condition: Condition) -> int:
    """Counts, not deeper and not further than is allowed."""
    left, atoms = [(condition, 0)], 0
    while left and atoms <= MAX_ATOMS:
        one, depth = left.pop()
        parts = _parts(one)
        if depth > MAX_ATOMS or len(parts) > MAX_ATOMS:
            return MAX_ATOMS + 1
        left += [(part, depth + 1) for part in parts]
        atoms += isinstance(one, Atom)
    return atoms


def _parts(condition: Condition) -> tuple[Condition, ...]:
    if isinstance(condition, (Both, Either)):
        return condition.parts
    return (condition.part,) if isinstance(condition, Not) else ()


class Compiler:
    """Compiles conditions for a deck and a layout."""

    def __init__(self, deck: Deck, layout: Layout) -> None:
        self._deck, self._layout = deck, layout
        self._columns = layout.columns()

    def all(self, conditions: Iterable[Condition]) -> list[Compiled]:
        """Returns the conditions that must all hold, as many of them for themselves as can be.

        Raises:
            UltimoError: The game has no such place or card.
        """
        found: list[Compiled] = []
        for condition in conditions:
            self._split(condition, found)
        return found

    def columns(self, place: Place) -> range:
        """Returns the columns of a place.

        Raises:
            DealError: The game has no such place.
            SeatError: It has no such seat.
        """
        layout = self._layout
        if isinstance(place, int):
            if place in range(len(layout.hands)):
                return self._columns[place]
            raise SeatError(f"seats are 0 to {len(layout.hands) - 1}, not {place}")
        word, *numbers = place.split(":")
        at = [int(n) for n in numbers if n.isascii() and n.isdigit() and len(n) < MAX_DIGITS]
        found = self._named(word, at) if len(at) == len(numbers) else None
        if not found:
            raise DealError(f"{place!r}: {self._places()}", code="no_such_place")
        return found

    def _named(self, word: str, at: list[int]) -> range | None:
        layout = self._layout
        if word in ("talon", "stock") and len(at) < 2:
            talon = self._columns["talon"]
            return talon[at[0] : at[0] + 1] if at else talon
        if word == "pile" and len(at) == 2:
            return self._columns.get(("pile", at[0], at[1]))
        places = {"unused": range(layout.size, self._deck.size)}
        if layout.turned is not None:
            places["turned"] = self._columns[layout.turned][-1:]
        if layout.first is not None:
            seat, size = layout.first
            places["first"] = self._columns[seat][:size]
        return None if at else places.get(word)

    def _places(self) -> str:
        layout = self._layout
        named = [f"seats 0 to {len(layout.hands) - 1}"]
        named += ["talon", f"talon:0 to talon:{layout.talon - 1}"] if layout.talon else []
        piles = [f"pile:{s}:{n}" for s, own in enumerate(layout.piles) for n in range(len(own))]
        named += [f"{piles[0]} to {piles[-1]}"] if piles else []
        named += ["turned"] if layout.turned is not None else []
        named += ["first"] if layout.first is not None else []
        named += ["unused"] if layout.size < self._deck.size else []
        return f"the places are {', '.join(named)}"

    def _split(self, condition: Condition, found: list[Compiled]) -> None:
        if isinstance(condition, Both):
            for part in condition.parts:
                self._split(part, found)
        else:
            found.append(Compiled(str(condition), self._plan(condition, is_true=True)))

    def _plan(self, condition: Condition, *, is_true: bool) -> Plan:
        """Compiles a condition or its contrary: only bounds and their combinations are left."""
        match condition:
            case Atom():
                return self._atom(condition, is_true=is_true)
            case Not(part):
                return self._plan(part, is_true=not is_true)
            case Both(parts) | Either(parts):
                plans = tuple(self._plan(part, is_true=is_true) for part in parts)
                is_all = isinstance(condition, Both) == is_true
                return AllOf(parts=plans) if is_all else AnyOf(parts=plans)
        raise ArgumentError(f"{type(condition).__name__} is no condition of ultimo.where")

    def _atom(self, atom: Atom, *, is_true: bool) -> Plan:
        columns = tuple(self.columns(atom.place))
        weights = self._weights(atom)
        whole = sum(weights)
        least, most = self._bounds(atom, whole)

        def bounds(at_least: int, at_most: int) -> Bounds:
            return Bounds(columns=columns, weights=weights, at_least=at_least, at_most=at_most)

        if is_true:
            return bounds(least, most)
        outside = [bounds(0, least - 1)] if least > 0 else []
        outside += [bounds(most + 1, whole)] if most < whole else []
        return outside[0] if len(outside) == 1 else AnyOf(parts=tuple(outside))

    def _bounds(self, atom: Atom, whole: int) -> tuple[int, int]:
        """Returns the bounds in units."""
        match atom.kind:
            case "holds":
                return whole, whole
            case "lacks":
                return 0, 0
        least, most = atom.at_least, atom.at_most
        if least is not None and most is not None and least > most:
            raise DealError(f"{atom}: no number is that", code="contradiction")
        if atom.kind != "points":
            return int(least or 0), whole if most is None else int(most)
        # Thirds are counted by threes: `n` points are from 3n - 1 to 3n + 1 units.
        units = UNITS[self._deck.scheme]
        spread = int(units == UNITS["thirds"])
        return (
            max(0, (units * ceil(least) if spread else ceil(units * least)) - spread)
            if least
            else 0,
            whole if most is None else (units * floor(most) + 1 if spread else floor(units * most)),
        )

    def _weights(self, atom: Atom) -> tuple[int, ...]:
        if atom.kind == "points":
            return self._deck.values
        cards = self._suit(atom) if atom.kind == "length" else self._cards(atom)
        return tuple(int(card in cards) for card in range(self._deck.size))

    def _suit(self, atom: Atom) -> frozenset[int]:
        suit = suit_letter(atom.words[0].upper())
        if suit not in self._deck.suits:
            message = f"{atom}: the suits are {' '.join(self._deck.suits)}"
            raise NotationError(message, code="unknown_suit")
        return frozenset(self._deck.suit(suit))

    def _cards(self, atom: Atom) -> frozenset[int]:
        found: set[int] = set()
        for word in atom.words:
            if "*" not in word:
                found.add(self._deck.index(word))
                continue
            pattern = word.upper().replace("[", "[[]").replace("?", "[?]")
            matching = {i for i, code in enumerate(self._deck.codes) if fnmatchcase(code, pattern)}
            if not matching:
                raise NotationError(f"{word!r} is no card of this deck", code="unknown_card")
            found |= matching
        return frozenset(found)
