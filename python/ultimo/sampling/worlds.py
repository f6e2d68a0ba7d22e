"""Drawing worlds: whole ones by the core, or one by one and played through."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ultimo import plan
from ultimo.deals import Deal
from ultimo.errors import DealError, OptionError, UltimoError
from ultimo.phases import Over
from ultimo.sampling.direct import direct_of
from ultimo.sampling.known import Knowledge, knowledge_of
from ultimo.sampling.rows import Direct, row_of_world, slots_case, unordered
from ultimo.sampling.steps import Place, Places
from ultimo.sampling.trail import trail_of

if TYPE_CHECKING:
    from ultimo._core import Worlds
    from ultimo.state import State

__all__ = ["Sampler"]

AT_ONCE = 4096
TRIAL_TRIES = 2000


class Sampler:
    """Draws what a seat thinks possible, each world with the same probability.

    Args:
        state: The deal as it stands.
        seat: Who knows.
        tries: How many worlds may be dropped on the way to each that is found.

    Raises:
        DealError: No deal is consistent (code `nothing_consistent`).
        OptionError: Something was decided in secret that is no card (code `secret_action`).

    Attributes:
        direct: What the core is told, if it draws whole worlds; else `None`.
        is_found_out: That was found out from the phases of the deal, not by the game itself.
    """

    def __init__(self, state: "State", seat: int, tries: int) -> None:
        self._state, self._seat, self._tries = state, seat, tries
        self._seen = state.seen_history(seat)
        self._look = state.observation(seat)
        self.direct = state.game.direct_sampling(state, seat)
        self.is_found_out = self.direct is None
        worlds = self._found_out() if self.direct is None else _made(self.direct.spec)
        if worlds is None:
            raise DealError("there are too many cases to count", code="too_many_cases")
        self._worlds = worlds
        if not worlds.is_possible:
            self._nothing()

    @property
    def worlds(self) -> "Worlds":
        """What draws the worlds."""
        return self._worlds

    @property
    def nothing_moved(self) -> bool:
        """Whether all cards lie before the play where they were dealt to; `direct` is set."""
        return not any(step.seen or step.hidden for step in self._known.steps)

    def _found_out(self) -> "Worlds | None":
        """Finds out from the phases of the deal how worlds are drawn."""
        state = self._state
        self._known = knowledge_of(state, self._seat)
        # The number of the table after each action; the first is that of the deal.
        self._after = [depth + 1 for depth in state.depths()]
        self._refuse_secrets()
        self.direct, worlds = self._directly()
        if worlds is None:
            self._slots = sorted(self._known.places[card] for card in self._known.allowed)
            worlds = self._slotted()
        return worlds

    def rows(
        self,
        n: int,
        seed: int,
        *,
        start: int = 0,
        threads: int | None = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> "Drawn":
        """Draws rows of whole worlds, and what was laid away in secret in each; `direct` is set.

        Raises:
            DealError: The tries are used up.
        """
        rows, laid, _, missing = self._worlds.rows(
            n, seed=seed, start=start, tries=self._tries + 1, threads=threads, progress=progress
        )
        if missing is not None:
            self._give_up(start + missing)
        if (columns := unordered(self._state)) is not None:
            rows[:, columns] = np.sort(rows[:, columns], axis=1)
        return rows, laid

    def row_array(
        self,
        n: int,
        seed: int,
        *,
        threads: int | None,
        progress: Callable[[int, int], object] | None,
    ) -> npt.NDArray[np.uint8]:
        """Returns the rows of the deals of worlds.

        Raises:
            DealError: The tries are used up, or the deal is an ending.
        """
        state = self._state
        if not state.has_row():
            raise DealError("an ending has no row: use sample", code="no_row")
        if self.direct is not None:
            return self.rows(n, seed, threads=threads, progress=progress)[0]
        found = np.zeros((n, state.game.deck.size), np.uint8)
        for number, world in enumerate(self.deals(n, seed)):
            found[number] = row_of_world(state, world)
            if progress is not None:
                progress(number + 1, n)
        return found

    def deals(self, n: int, seed: int) -> Iterator[Deal]:
        """Yields the deals of worlds."""
        if self.direct is None:
            yield from (world.deal for world in self.states(n, seed))
            return
        for start in range(0, n, AT_ONCE):
            rows, _ = self.rows(min(AT_ONCE, n - start), seed, start=start)
            for row in rows.tolist():
                yield self.direct.deal(self._state, row)

    def states(self, n: int, seed: int) -> Iterator["State"]:
        """Yields worlds as states that have come this far."""
        if self.direct is None:
            for index in range(n):
                yield self._found(index, seed)
            return
        for start in range(0, n, AT_ONCE):
            rows, laid = self.rows(min(AT_ONCE, n - start), seed, start=start)
            for row, secret in zip(rows.tolist(), laid.tolist(), strict=True):
                yield self._state_of(self.direct, row, secret)

    # Whole worlds.

    def _directly(self) -> "tuple[Direct | None, Worlds | None]":
        """Returns how whole worlds are drawn, if they can be.

        Whatever hangs on a called card is asked of one world for each place where it can be: all
        others with the card there are alike.
        """
        # Why a deal ended before anybody did anything can hang on cards in any way.
        if isinstance(self._state.phases()[-1][0], Over) and not self._seen:
            return None, None
        for way in (direct_of, trail_of):
            direct, worlds = self._by(way)
            if worlds is not None:
                return direct, worlds
        return None, None

    def _by(self, way: "Way") -> "tuple[Direct | None, Worlds | None]":
        known = self._known
        called = self._called()
        if called is None or called not in known.allowed:
            return self._tried(way, known)
        places = frozenset(
            place
            for place in known.allowed[called]
            if self._tried(way, known.with_card(called, frozenset([place])))[0] is not None
        )
        direct = way(self._state, known.with_card(called, places))
        worlds = None if direct is None else _made(direct.spec)
        return (direct, worlds) if worlds is not None and worlds.is_possible else (None, None)

    def _called(self) -> int | None:
        """The card whose place decides who plays together, or whether the deal is over."""
        state = self._state
        if state.contract is not None:
            return state.game.partner_card(state.contract)
        phases = [phase for phase, _ in state.phases()]
        if not isinstance(phases[-1], Over):
            return None
        return phases[-2].asks_for(state.game, self._seen[-1][1])

    def _tried(self, way: "Way", known: Knowledge) -> "tuple[Direct | None, Worlds | None]":
        """Returns how worlds are drawn, if one of them looks the same when it is played."""
        direct = way(self._state, known)
        worlds = None if direct is None else _made(direct.spec)
        if direct is None or worlds is None or not worlds.is_possible:
            return None, None
        rows, laid, _, missing = worlds.rows(1, seed=0, tries=TRIAL_TRIES)
        if missing is not None:
            return None, None
        try:
            world = self._state_of(direct, rows[0].tolist(), laid[0].tolist())
        except UltimoError:
            return None, None
        return (direct, worlds) if self._looks_same(world) else (None, None)

    def _state_of(self, direct: Direct, row: list[int], laid: list[int]) -> "State":
        state = self._state
        world = state.with_deal(direct.deal(state, row))
        hidden = iter(laid)
        for _, action, is_seen in self._seen:
            world.apply(action if is_seen else next(hidden))
        return world

    # One by one.

    def _slotted(self) -> "Worlds":
        """Returns what draws the cards of the slots, with what is known of each of them."""
        anywhere = dict.fromkeys(self._known.allowed, frozenset(self._slots))
        for allowed in (self._known.allowed, self._known.loose, anywhere):
            if (worlds := _made(_slots_spec(self._slots, allowed, self._known.size))) is not None:
                return worlds
        raise DealError("there are too many cases to count", code="too_many_cases")

    def _found(self, index: int, seed: int) -> "State":
        for attempt in range(self._tries + 1):
            row = self._worlds.rows(1, seed=seed, start=index, attempt=attempt, tries=1)[0][0]
            places: Places = {card: self._known.places[card] for card in self._known.cards}
            places.update(zip(row.tolist(), self._slots, strict=False))
            rng = random.Random(f"{seed}/{index}/{attempt}")
            world = self._played(places, rng)
            if world is not None:
                return world
        return self._give_up(index)

    def _played(self, places: Places, rng: random.Random) -> "State | None":
        """Plays a world through; `None` if it turns out not to be consistent."""
        trail = [places]
        for step in reversed(self._known.steps):
            before = step.undo(trail[-1], rng)
            if before is None:
                return None
            trail.append(before)
        trail.reverse()
        state = self._state
        try:
            world = state.with_deal(self._deal(trail))
            for number, (player, action, is_seen) in enumerate(self._seen):
                if world.current_player != player:
                    return None
                world.apply(action if is_seen else self._hidden(trail, self._after[number]))
        except UltimoError:
            return None
        return world if self._looks_same(world) else None

    def _looks_same(self, world: "State") -> bool:
        look = world.observation(self._seat)
        return look.keys() == self._look.keys() and all(
            np.array_equal(look[name], self._look[name]) for name in look
        )

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

    # What cannot be.

    def _refuse_secrets(self) -> None:
        for (_, _, is_seen), after in zip(self._seen, self._after, strict=True):
            step = None if is_seen else self._known.steps[after - 1]
            if step is None or sum(src[0] == "hand" for src, _ in step.hidden) == 1:
                continue
            message = (
                f"{self._state.game.name}: a seat decided something in secret that is not which "
                "card it laid away, and that cannot be sampled"
            )
            raise OptionError(message, code="secret_action")

    def _nothing(self) -> None:
        message = f"no deal is consistent with what seat {self._seat} has seen"
        raise DealError(message, code="nothing_consistent")

    def _give_up(self, index: int) -> "State":
        message = (
            f"{self._tries + 1} deals were tried for sample {index}, and none of them is what seat "
            f"{self._seat} can have seen; allow more tries"
        )
        raise DealError(message, code="too_many_tries")


Way = Callable[["State", Knowledge], Direct | None]
Drawn = tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]


def _made(spec: plan.WorldsSpec | plan.TrailsSpec) -> "Worlds | None":
    """Returns what draws worlds; `None` if there are too many cases to count."""
    from ultimo._core import Worlds

    try:
        return Worlds(spec)
    except DealError as fault:
        if fault.code == "too_many_cases":
            return None
        raise


def _slots_spec(
    slots: list[Place], allowed: Mapping[int, frozenset[Place]], size: int
) -> plan.WorldsSpec:
    """Says that unknown cards go into the slots, in their order."""
    row = (*range(len(slots)), *[-1] * (size - len(slots)))
    return plan.WorldsSpec(deck_size=size, cases=(slots_case(slots, allowed),), row=row)
