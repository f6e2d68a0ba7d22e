"""Uniform assignments of cards to places under constraints, by exact counting."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import comb, perm
from typing import Any, TypeAlias

__all__ = ["Assignments", "counted"]

Room: TypeAlias = tuple[int, ...]


class Assignments:
    """All ways to put each card into a place of its own, with no place left empty.

    Cards that may go to the same places are one class. The classes are placed one after the
    other, and places between which no later class makes a difference are one part: the number
    of ways depends on how much room is left in each part alone.

    Args:
        allowed: For each card the kinds of places that it may go to.
        room: How many cards each kind of place takes.

    Attributes:
        total: The number of ways.
    """

    def __init__(self, allowed: Mapping[int, frozenset[Any]], room: Mapping[Any, int]) -> None:
        kinds = list(room)
        number = {kind: at for at, kind in enumerate(kinds)}
        classes: dict[tuple[int, ...], list[int]] = {}
        for card in sorted(allowed):
            fits = tuple(sorted(number[kind] for kind in allowed[card] if kind in number))
            classes.setdefault(fits, []).append(card)
        # The narrowest first, so that the widest ones find few parts.
        ordered = sorted(classes.items(), key=lambda item: (len(item[0]), item[1]))
        self._cards = [cards for _, cards in ordered]
        part_of = _parts([set(fits) for fits, _ in ordered], len(kinds))
        # The parts of each class that it may go to, and what each part belongs to afterwards.
        self._fits = [
            sorted({parts[kind] for kind in fits})
            for (fits, _), parts in zip(ordered, part_of, strict=False)
        ]
        self._later = [
            [after[parts.index(part)] for part in range(max(parts, default=-1) + 1)]
            for parts, after in pairwise(part_of)
        ]
        self._places: list[list[Any]] = [[] for _ in range(max(part_of[0], default=-1) + 1)]
        for kind, part in zip(kinds, part_of[0], strict=True):
            self._places[part] += [kind] * room[kind]
        self._ways = cache(self._count)
        full = tuple(map(len, self._places))
        self.total = self._ways(0, full) if sum(full) == len(allowed) else 0

    def draw(self, rng: random.Random) -> dict[int, Any]:
        """Draws one assignment, each with the same probability; there must be one."""
        free = [rng.sample(places, len(places)) for places in self._places]
        found: dict[int, Any] = {}
        for number, cards in enumerate(self._cards):
            room = tuple(map(len, free))
            lot = rng.randrange(self._ways(number, room))
            for split, ways in self._splits(number, room):
                lot -= ways * self._ways(number + 1, self._merged(number, room, split))
                if lot < 0:
                    break
            mixed = rng.sample(cards, len(cards))
            merged: list[list[Any]] = [[] for _ in range(max(self._later[number], default=-1) + 1)]
            for part, (places, taken) in enumerate(zip(free, split, strict=True)):
                found.update(zip(mixed[:taken], places[:taken], strict=True))
                mixed = mixed[taken:]
                merged[self._later[number][part]] += places[taken:]
            free = [rng.sample(places, len(places)) for places in merged]
        return found

    def _count(self, number: int, room: Room) -> int:
        if number == len(self._cards):
            return 1
        return sum(
            ways * self._ways(number + 1, self._merged(number, room, split))
            for split, ways in self._splits(number, room)
        )

    def _merged(self, number: int, room: Room, split: Sequence[int]) -> Room:
        later = self._later[number]
        left = [0] * (max(later, default=-1) + 1)
        for part, (size, taken) in enumerate(zip(room, split, strict=True)):
            left[later[part]] += size - taken
        return tuple(left)

    def _splits(self, number: int, room: Room) -> Iterator[tuple[list[int], int]]:
        """Yields how many cards of a class go to each part, and in how many ways they can."""
        fits = self._fits[number]
        chosen = [0] * len(room)

        def split(at: int, left: int, ways: int) -> Iterator[tuple[list[int], int]]:
            if at == len(fits):
                if not left:
                    yield chosen[:], ways
                return
            part = fits[at]
            rest = sum(room[later] for later in fits[at + 1 :])
            for taken in range(max(0, left - rest), min(left, room[part]) + 1):
                chosen[part] = taken
                some = comb(left, taken) * perm(room[part], taken)
                yield from split(at + 1, left - taken, ways * some)

        yield from split(0, len(self._cards[number]), 1)


def counted(places: Mapping[int, Any], cards: set[int]) -> dict[Any, int]:
    """Counts the places of some cards; the order does not tell which card lies where."""
    return dict(sorted(Counter(places[card] for card in cards).items()))


def _parts(classes: Sequence[set[int]], kinds: int) -> list[list[int]]:
    """Returns for each class, and after the last one, the part of each kind of place."""
    found = []
    for number in range(len(classes) + 1):
        alike: dict[tuple[bool, ...], int] = {}
        found.append(
            [
                alike.setdefault(tuple(kind in fits for fits in classes[number:]), len(alike))
                for kind in range(kinds)
            ]
        )
    return found
