"""Drawing worlds and playing them through."""

import random
from typing import TYPE_CHECKING

import numpy as np

from ultimo.deals import Deal
from ultimo.errors import DealError, IllegalActionError, OptionError, UltimoError
from ultimo.sampling.counting import Assignments, counted
from ultimo.sampling.course import course_of
from ultimo.sampling.steps import Places, knows, places_of, steps_of

if TYPE_CHECKING:
    from ultimo.state import State

__all__ = ["sampled"]

DUTIES = frozenset(
    {
        "must_follow_suit",
        "must_trump",
        "must_overtake",
        "must_overtrump",
        "emperor_forced",
        "reserved_card",
    }
)
"""Rules by which each card that is legal forbids by itself those that are not.

It does so whatever else is in the hand, but for the excuse, which is legal beside others.
"""

WHOLE_SUIT = frozenset({"must_follow_suit", "must_trump"})
"""Those by which with one card all of its suit forbid the same."""


def sampled(state: "State", seat: int, n: int, *, seed: int, tries: int) -> list["State"]:
    """Draws worlds that are consistent with all that a seat knows.

    Args:
        state: The deal as it stands.
        seat: Who knows.
        n: How many are drawn.
        seed: Equal seeds give equal worlds.
        tries: How many worlds may be dropped on the way to each that is found, on average.

    Returns:
        States that the seat cannot tell from this one, each world with the same probability and
        independent of the others.

    Raises:
        DealError: No deal is consistent (code `nothing_consistent`), or the tries are used up
            (code `too_many_tries`).
        OptionError: Something was decided in secret that is no card (code `secret_action`).
    """
    worlds = _Worlds(state, seat)
    rng = random.Random(seed)
    found: list[State] = []
    dropped = 0
    while len(found) < n:
        world = worlds.draw(rng)
        if world is not None:
            found.append(world)
            continue
        dropped += 1
        if dropped > tries * n:
            message = (
                f"{dropped} deals were tried, and {len(found)} of them are what seat {seat} "
                f"can have seen; allow more tries"
            )
            raise DealError(message, code="too_many_tries")
    return found


class _Worlds:
    """The worlds that a seat thinks possible; it learns from those that turn out not to be."""

    def __init__(self, state: "State", seat: int) -> None:
        self._state, self._seat = state, seat
        game = state.game
        size = game.deck.size
        if not game.bids:
            message = (
                f"{game.name}: it hides in which order the cards of the table were dealt, and "
                "that cannot be sampled"
            )
            raise OptionError(message, code="not_sampled")
        phases = [phase for phase, _ in state.phases()]
        dealt = game.table(state.deal, **state.terms.to_dict())
        tables = [dealt, *(phase.table for phase in phases)]
        self._steps, self._possible = steps_of(tables, seat, size)
        last = tables[-1]
        self._places = places_of(last, size)
        self._course = course_of(state, seat, self._places)
        self._known = knows(last, seat) | self._course.fixed
        self._barred: set[tuple[int, int, int]] = set()
        self._seen = state.seen_history(seat)
        # The number of the table after each action; the first is that of the deal.
        self._after = [depth + 1 for depth in state.depths()]
        self._before_play = len(self._seen) - self._course.moves
        self._look = state.observation(seat)
        standing = state.standing()
        excuse = None if standing is None else standing.rules.spec.excuse
        self._excuse = -1 if excuse is None else excuse.card
        self._lanes = () if standing is None else standing.rules.spec.lanes
        self._refuse_secrets()
        self._assignments = self._assign()

    def draw(self, rng: random.Random) -> "State | None":
        """Draws a world; `None` if it turned out not to be consistent.

        Raises:
            DealError: None is.
        """
        if not self._assignments.total:
            message = f"no deal is consistent with what seat {self._seat} has seen"
            raise DealError(message, code="nothing_consistent")
        places: Places = {card: self._places[card] for card in self._known}
        places.update(self._assignments.draw(rng))
        trail = [places]
        for step in reversed(self._steps):
            before = step.undo(trail[-1], rng)
            if before is None:
                return None
            trail.append(before)
        trail.reverse()
        return self._played(trail)

    def _assign(self) -> Assignments:
        unknown = {card for card in self._places if card not in self._known}
        room = counted(self._places, unknown)
        allowed = {
            card: frozenset(
                place
                for place in room
                if place in self._possible[card] and self._course.fits(card, place, self._barred)
            )
            for card in unknown
        }
        return Assignments(allowed, room)

    def _played(self, trail: list[Places]) -> "State | None":
        """Plays a world through, or learns why that cannot be."""
        state = self._state
        try:
            world = type(state)(state.game, self._deal(trail), state.terms)
        except UltimoError:
            return None
        for number, (player, action, is_seen) in enumerate(self._seen):
            if world.current_player != player:
                return None
            done = action if is_seen else self._hidden(trail, self._after[number])
            try:
                world.apply(done)
            except IllegalActionError as fault:
                self._learn(world, fault.code, number - self._before_play)
                return None
            except UltimoError:
                return None
        return world if self._looks_same(world) else None

    def _looks_same(self, world: "State") -> bool:
        look = world.observation(self._seat)
        return look.keys() == self._look.keys() and all(
            np.array_equal(look[name], self._look[name]) for name in look
        )

    def _learn(self, world: "State", code: str, move: int) -> None:
        """Notes which cards a seat cannot have held when it made a move of the play."""
        seat = world.current_player
        if code not in DUTIES or seat is None or move < 0:
            return
        cards = {a for a in world.legal_actions() if a < world.game.deck.size}
        cards.discard(self._excuse)
        if code in WHOLE_SUIT:
            cards |= {card for lane in self._lanes if not cards.isdisjoint(lane) for card in lane}
        learnt = {(card, seat, move) for card in cards}
        if learnt - self._barred:
            self._barred |= learnt
            self._assignments = self._assign()

    def _hidden(self, trail: list[Places], after: int) -> int:
        """Returns the card that was moved by an action that the seat did not see."""
        before, now = trail[after - 1], trail[after]
        return next(
            card for card in sorted(now) if before[card][0] == "hand" and before[card] != now[card]
        )

    def _deal(self, trail: list[Places]) -> Deal:
        """Returns the deal of a world."""
        state, start = self._state, trail[0]
        names = state.game.deck.names
        codes = state.game.deck.codes
        at = {place: codes[card] for card, place in start.items()}
        hands = tuple(
            names(card for card, place in start.items() if place == ("hand", seat))
            for seat in range(state.game.players)
        )
        deal = state.deal
        first: tuple[str, ...] = ()
        if deal.first:
            seat = next(s for s, hand in enumerate(deal.hands) if set(deal.first) <= set(hand))
            first = names(card for card, place in trail[1].items() if place == ("hand", seat))
        return Deal(
            hands,
            tuple(at["talon", number] for number in range(len(deal.talon))),
            tuple(
                tuple(
                    tuple(at["pile", seat, number, i] for i in range(len(pile)))
                    for number, pile in enumerate(own)
                )
                for seat, own in enumerate(deal.piles)
            ),
            deal.turned,
            first,
        )

    def _refuse_secrets(self) -> None:
        for (_, _, is_seen), after in zip(self._seen, self._after, strict=True):
            step = None if is_seen else self._steps[after - 1]
            if step is None or sum(src[0] == "hand" for src, _ in step.hidden) == 1:
                continue
            message = (
                f"{self._state.game.name}: a seat decided something in secret that is not which "
                "card it laid away, and that cannot be sampled"
            )
            raise OptionError(message, code="secret_action")
