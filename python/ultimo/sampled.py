"""What a seat thinks possible: the part of a `State` that draws it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from ultimo.checks import in_range, need_callable, seat_of
from ultimo.deals import Deal
from ultimo.memory import need_room

if TYPE_CHECKING:
    from ultimo.sampling import Sampler
    from ultimo.state import State

__all__ = ["MOST", "Sampled"]

MOST = 10**9
"""How many deals can be asked for at once."""
POINTER = 8
STATE = 1000
"""Bytes that a card of a deal and a state take at least."""


class Sampled:
    """Draws the worlds that a seat thinks possible; a `State` is one."""

    def _as_state(self) -> "State":
        return cast("State", self)

    def sample(self, seat: int, n: int, seed: int, *, tries: int = 10_000) -> list[Deal]:
        """Draws deals that are consistent with all that a seat knows.

        They agree with its own cards and those shown and played, with the voids that plays
        showed, whether by suit, by trumping or by beating, with exchanges, announcements and all
        else that was said. Hidden are the hands of others, the order of the stock, what lies in
        piles under the top card, and what others laid away face down.

        A world is a deal and the cards that others laid away in secret, in their order; each
        consistent world has the same probability, and so a deal has as much as there are ways
        to lay away. No world is drawn that depends on what the seat cannot know.

        Args:
            seat: Who knows.
            n: How many deals.
            seed: Equal seeds give equal deals, and the first ones do not depend on `n`.
            tries: How many inconsistent deals may be dropped on the way to each that is found.

        Returns:
            The deals, independent of each other; some may be equal.

        Raises:
            SeatError: There is no such seat.
            ArgumentError: `n`, `seed` or `tries` is no integer of its range.
            MemoryLimitError: The deals do not fit into the memory.
            DealError: No deal is consistent (code `nothing_consistent`), or the tries are used up
                (code `too_many_tries`).
            OptionError: Something but cards was decided in secret (code `secret_action`).
        """
        asked = self._how_many(n, seed)
        need_room(asked[0], POINTER * self._as_state().game.deck.size, "deals")
        return list(self._sampler(seat, tries).deals(*asked))

    def sample_rows(
        self,
        seat: int,
        n: int,
        seed: int,
        *,
        tries: int = 10_000,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> npt.NDArray[np.uint8]:
        """Draws deals like `sample`, and returns them as rows of `Game.deals`.

        The core draws them, about a million a second: duties say card by card who can hold it,
        what was told or declared says how many of some cards lie in a hand, and exchanges are
        followed back step by step. Only where a deal was over before anybody did anything each
        world is tried in Python instead, some hundreds a second; see `is_sampled_directly`.

        Args:
            seat: Who knows.
            n: How many deals.
            seed: As in `sample`, which gives the same deals.
            tries: As in `sample`.
            threads: Number of threads; as many as there are cores if `None`. The result does not
                depend on it.
            progress: Called now and then with the number of deals drawn and `n`.

        Returns:
            Shape (n, deck.size), uint8, deck indices: see `Game.deals`. `Game.deal_from_row`
            makes a deal of a row.

        Raises:
            DealError: As `sample`; or this is an ending, which has no row (code `no_row`).
            UltimoError: As `sample`.
        """
        need_callable(progress, "progress")
        sampler = self._sampler(seat, tries)
        return sampler.row_array(*self._how_many(n, seed), threads=threads, progress=progress)

    def is_sampled_directly(self, seat: int) -> bool:
        """Whether the core draws the worlds that a seat thinks possible: see `sample_rows`.

        Raises:
            UltimoError: As `sample`.
        """
        return self._sampler(seat, 1).direct is not None

    def sample_states(self, seat: int, n: int, seed: int, *, tries: int = 10_000) -> list["State"]:
        """Draws worlds like `sample`, and returns them as states that have come this far.

        Their histories are what the seat saw, with other cards where others acted in secret.

        Args:
            seat: Who knows.
            n: How many.
            seed: As in `sample`.
            tries: As in `sample`.

        Raises:
            UltimoError: As `sample`.
        """
        asked = self._how_many(n, seed)
        need_room(asked[0], STATE + POINTER * self._as_state().game.deck.size, "states")
        return list(self._sampler(seat, tries).states(*asked))

    def _sampler(self, seat: int, tries: int) -> "Sampler":
        from ultimo.sampling import Sampler

        state = self._as_state()
        seat = seat_of(seat, state.game.players)
        return Sampler(state, seat, in_range(tries, "tries", MOST))

    @staticmethod
    def _how_many(n: int, seed: int) -> tuple[int, int]:
        return in_range(n, "n", MOST), in_range(seed, "seed", 2**64 - 1)
