"""Worlds in which seats hold as many sets of cards as they told: each counts the same.

Cards 0 to 7 in two hands of three and a pile of two; pairs 0 1, 2 3 and 4 5.
"""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ultimo import plan
from ultimo._core import Worlds
from ultimo.phases import HeldSets
from ultimo.sampling.steps import Place
from ultimo.sampling.told import told_cases

CARDS = range(8)
PAIRS = tuple(frozenset(pair) for pair in ((0, 1), (2, 3), (4, 5)))
PLACES: list[Place] = [("hand", 0)] * 3 + [("hand", 1)] * 3 + [("laid", 0)] * 2
World = tuple[frozenset[int], frozenset[int], frozenset[int]]


def all_worlds() -> list[World]:
    """All ways to lay the cards."""
    found = []
    for first in combinations(CARDS, 3):
        for second in combinations(sorted(set(CARDS) - set(first)), 3):
            rest = frozenset(CARDS) - set(first) - set(second)
            found.append((frozenset(first), frozenset(second), rest))
    return found


def place_of(world: World, card: int) -> Place:
    return [("hand", 0), ("hand", 1), ("laid", 0)][next(at for at in range(3) if card in world[at])]


def counted(
    told: list[HeldSets], known: dict[int, Place], barred: set[tuple[int, Place]], draws: int
) -> Counter[Any]:
    """Draws worlds, and says how often each came."""
    left = list(PLACES)
    for place in known.values():
        left.remove(place)
    slots = sorted(left)
    allowed = {
        card: frozenset(place for place in slots if (card, place) not in barred)
        for card in CARDS
        if card not in known
    }
    cases = told_cases(slots, allowed, known, told=told)
    row = (*range(len(slots)), *(-1 - card for card in known))
    worlds = Worlds(plan.WorldsSpec(deck_size=8, cases=cases, row=row))
    if not worlds.is_possible:
        return Counter()
    rows, _, tries, missing = worlds.rows(draws, seed=5, tries=1)
    # Nothing is drawn in vain.
    assert (tries, missing) == (draws, None)
    places = [*slots, *known.values()]
    found: Counter[Any] = Counter()
    for drawn in rows.tolist():
        at = dict(zip(drawn, places, strict=True))
        found[
            tuple(
                frozenset(card for card in CARDS if at[card] == place)
                for place in dict.fromkeys(PLACES)
            )
        ] += 1
    return found


def some_told(seed: int) -> tuple[list[HeldSets], dict[int, Place], set[tuple[int, Place]]]:
    """What was told of some world, which cards are known, and where others cannot lie."""
    rng = random.Random(seed)
    world = rng.choice(all_worlds())
    seats = rng.choice([(), (0,), (1,), (0, 1)])
    told = [
        HeldSets(seat, sets, sum(pair <= world[seat] for pair in sets))
        for seat in seats
        for sets in (PAIRS[:2], PAIRS[2:])
    ]
    known = {card: place_of(world, card) for card in rng.sample(CARDS, rng.randrange(4))}
    barred = {
        (card, place)
        for card in rng.sample(CARDS, 2)
        for place in [("hand", rng.randrange(2))]
        if place_of(world, card) != place and card not in known
    }
    return told, known, barred


@pytest.mark.parametrize("seed", range(40))
def test_worlds_are_uniform_among_all_that_were_told(seed: int) -> None:
    told, known, barred = some_told(seed)
    expected = [
        world
        for world in all_worlds()
        if all(place_of(world, card) == place for card, place in known.items())
        and not any(place_of(world, card) == place for card, place in barred)
        and all(sum(pair <= world[of.seat] for pair in of.sets) == of.count for of in told)
    ]
    draws = 40 * len(expected)
    found = counted(told, known, barred, draws)
    assert set(found) <= set(expected)
    chi = sum((found[world] - 40) ** 2 / 40 for world in expected)
    freedom = max(len(expected) - 1, 1)
    assert chi < freedom + 5 * np.sqrt(2 * freedom)


def test_what_nobody_can_have_told_is_no_world() -> None:
    every = [HeldSets(0, PAIRS, 2)]
    assert not counted(every, {}, set(), 1)
    assert not counted([HeldSets(0, PAIRS[:1], 1)], {0: ("hand", 1)}, set(), 1)
    assert not counted([HeldSets(0, PAIRS[:1], 0)], {0: ("hand", 0), 1: ("hand", 0)}, set(), 1)
