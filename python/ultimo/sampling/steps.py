"""Where cards lie before the play, step by step, and how the steps are undone for another world.

A place is `("hand", s)`, `("wait", s)`, `("laid", s)`, `("talon", i)`, `("pile", s, n, i)` or
`("out",)`. How many cards go from where to where in a step is seen by all; which ones is hidden.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from ultimo.table import Table

__all__ = ["Places", "Step", "hand_of", "is_ordered", "knows", "places_of", "steps_of"]

Place: TypeAlias = tuple[Any, ...]
Places: TypeAlias = dict[int, Place]


def places_of(table: Table, size: int) -> Places:
    """Returns where each card of the deck lies."""
    found: Places = dict.fromkeys(range(size), ("out",))
    for word, sets in (("hand", table.hands), ("wait", table.waiting), ("laid", table.laid)):
        for seat, cards in enumerate(sets):
            found.update(dict.fromkeys(cards, (word, seat)))
    found.update((card, ("talon", number)) for number, card in enumerate(table.talon))
    for seat, own in enumerate(table.piles):
        for number, pile in enumerate(own):
            found.update((card, ("pile", seat, number, i)) for i, card in enumerate(pile))
    return found


def knows(table: Table, seat: int) -> frozenset[int]:
    """Returns the cards whose place a seat knows."""
    return table.known[seat] | table.hands[seat] | table.laid[seat]


def is_ordered(place: Place) -> bool:
    """Whether a place holds one card: those in a hand have no order."""
    return place[0] in ("talon", "pile")


def hand_of(place: Place) -> int:
    """Returns the seat whose hand a place is, -1 if it is none."""
    return int(place[1]) if place[0] == "hand" else -1


@dataclass(frozen=True, slots=True)
class Step:
    """What one action did to the table, as a seat saw it.

    Attributes:
        before: Where the cards lay that the seat knew of.
        after: The same after the action, which may make it forget cards.
        seen: The cards that it saw move: from where to where.
        hidden: From where to where cards moved that it did not see.
        possible: For each card where it can have been before the action; `None` for no limit.
    """

    before: Places
    after: Places
    seen: dict[int, tuple[Place, Place]]
    hidden: tuple[tuple[Place, Place], ...]
    possible: dict[int, frozenset[Place]] | None

    def undo(self, places: Mapping[int, Place], rng: random.Random) -> Places | None:
        """Returns where cards may have lain before, each way equally likely; `None` if nowhere."""
        found: Places = {}
        if any(places[card] != place for card, place in self.after.items()):
            return None
        # Nothing here may depend on which hidden card lies where: everything goes in fixed orders.
        for place in sorted({dst for _, dst in self.seen.values()}):
            moved = sorted(card for card, (_, dst) in self.seen.items() if dst == place)
            unsure = [c for c in moved if c not in self.before]
            sources = sorted(self.seen[c][0] for c in unsure)
            found.update(zip(unsure, rng.sample(sources, len(sources)), strict=True))
            found.update((c, self.before[c]) for c in moved if c in self.before)
        for place in dict.fromkeys(dst for _, dst in self.hidden):
            sources = [src for src, dst in self.hidden if dst == place]
            stayed = {c for c, where in self.before.items() if where == place} - self.seen.keys()
            here = {card for card, where in places.items() if where == place}
            # The number of ways must not depend on the world: who stayed here is here.
            if not stayed <= here and not is_ordered(place):
                return None
            could = sorted(here - stayed - self.seen.keys() if not is_ordered(place) else here)
            if len(could) < len(sources):
                return None
            found.update(zip(rng.sample(could, len(sources)), sources, strict=True))
        for card, place in places.items():
            found.setdefault(card, place)
        if any(found[card] != place for card, place in self.before.items()):
            return None
        if self.possible is not None and any(found[c] not in p for c, p in self.possible.items()):
            return None
        return found


def steps_of(
    tables: list[Table], seat: int, size: int
) -> tuple[list[Step], dict[int, frozenset[Place]]]:
    """Returns the steps from the first table to the last, and where each card can lie in the end.

    The first table is that of the deal, before anybody has picked up a card.
    """
    steps: list[Step] = []
    possible: dict[int, frozenset[Place]] | None = None
    for number, (earlier, later) in enumerate(pairwise(tables)):
        if earlier is later and steps and possible is not None:
            # Something was said, and no card moved.
            last = steps[-1].after
            steps.append(Step(before=last, after=last, seen={}, hidden=(), possible=possible))
            continue
        old, new = places_of(earlier, size), places_of(later, size)
        knew = earlier.known[seat] if number == 0 else knows(earlier, seat)
        know = knows(later, seat)
        moved = [card for card in range(size) if old[card] != new[card]]
        hidden = sorted((old[card], new[card]) for card in moved if card not in know)
        step = Step(
            before={card: old[card] for card in sorted(knew)},
            after={card: new[card] for card in sorted(know)},
            seen={card: (old[card], new[card]) for card in moved if card in know},
            hidden=tuple(hidden),
            possible=possible,
        )
        steps.append(step)
        unknown = frozenset(new[card] for card in range(size) if card not in know)
        if possible is None:
            possible = dict.fromkeys(range(size), unknown)
        else:
            left = {old[card] for card in moved if is_ordered(old[card])}
            possible = {
                card: ((places - left) | {dst for src, dst in hidden if src in places}) & unknown
                for card, places in possible.items()
            }
        possible |= {card: frozenset([new[card]]) for card in know}
    return steps, possible or {}
