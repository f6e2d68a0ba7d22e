"""Worlds that the seats of many deals think possible, as one array."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ultimo.checks import in_range, items_of, need, need_callable, seat_of
from ultimo.errors import ArgumentError, SeatError, UltimoError
from ultimo.memory import need_room
from ultimo.state import MOST, State

__all__ = ["sample_batch", "seeds_of"]

Bytes = npt.NDArray[np.uint8]
MOST_STATES = 10**7


def sample_batch(
    states: Iterable[State],
    n: int,
    seed: int | npt.ArrayLike,
    *,
    seats: int | Sequence[int] | None = None,
    tries: int = 10_000,
    threads: int | None = None,
    out: Bytes | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Bytes:
    """Draws `n` deals for each of many states: what `State.sample_rows` draws for one.

    Args:
        states: States whose decks are equally large.
        n: How many deals for each.
        seed: One seed for each, shape (states,); or one, then state `i` has the seed
            `(seed + i) % 2**64`. Those of state `i` are `states[i].sample_rows(seats[i], n, seed)`
            with its own seed, whatever the other states and the number of threads are.
        seats: Who knows: one seat for all, or one for each; who is asked if `None`.
        tries: As in `State.sample`.
        threads: Number of threads that draw; as many as there are cores if `None`.
        out: An array of the caller that is written into, and returned: what is returned otherwise.
        progress: Called after each state with the number of states done and of all.

    Returns:
        Shape (states, n, deck.size), uint8, deck indices: rows of `Game.deals`.

    Raises:
        DealError: As `State.sample_rows`; the message names the state. What was drawn for the ones
            before it stands in `out`.
        SeatError: There is no such seat, or nobody is asked.
        ArgumentError: There are not as many seats or seeds as states, or `out` is no such array.
        MemoryLimitError: The array does not fit into the memory.
    """
    need_callable(progress, "progress")
    given = items_of(states, "states", most=MOST_STATES)
    for state in given:
        need(state, State, "what is sampled")
    sizes = {state.game.deck.size for state in given}
    if len(sizes) > 1:
        raise ArgumentError("states: their decks are not equally large")
    asked = seats_of(seats, given)
    seeds = seeds_of(seed, len(given))
    found = array_of(out, (len(given), in_range(n, "n", MOST), max(sizes, default=0)))
    for number, (state, seat) in enumerate(zip(given, asked, strict=True)):
        own = int(seeds[number]) if isinstance(seeds, np.ndarray) else (seeds + number) % 2**64
        try:
            found[number] = state.sample_rows(seat, n, own, tries=tries, threads=threads)
        except UltimoError as fault:
            fault.args = (f"state {number}: {fault}",)
            raise
        if progress is not None:
            progress(number + 1, len(given))
    return found


def seats_of(seats: object, states: Sequence[State]) -> list[int]:
    """Returns a seat for each state.

    Raises:
        SeatError: There is no such seat, or nobody is asked.
        ArgumentError: There are not as many as states.
    """
    listed: list[Any] = [state.current_player for state in states]
    if isinstance(seats, (list, tuple, np.ndarray)) and np.ndim(seats):
        listed = list(seats)
        if len(listed) != len(states):
            raise ArgumentError(f"seats: there are {len(listed)}, and {len(states)} rows")
    elif seats is not None:
        listed = [seats] * len(states)
    if None in listed:
        message = f"row {listed.index(None)}: the deal is over and nobody is asked: say seats="
        raise SeatError(message)
    return [seat_of(seat, state.game.players) for seat, state in zip(listed, states, strict=True)]


def array_of(out: object, shape: tuple[int, int, int]) -> Bytes:
    """Returns the array that is written into.

    Raises:
        ArgumentError: What was given is no such array.
        MemoryLimitError: It does not fit into the memory.
    """
    if out is None:
        need_room(shape[0] * shape[1], shape[2], "sampled rows")
        return np.zeros(shape, dtype=np.uint8)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != np.uint8:
        said = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ArgumentError(f"out: an array uint8 {shape}, not {said}")
    if not out.flags.writeable:
        raise ArgumentError("out: the array must be open to writing")
    return out


def seeds_of(seed: Any, n: int) -> Any:  # noqa: ANN401 - whatever was given
    """Returns a seed, or an array of one for each row.

    Raises:
        ArgumentError: It is neither.
    """
    if not isinstance(seed, (list, tuple, np.ndarray)) or np.ndim(seed) == 0:
        return in_range(seed, "seed", 2**64 - 1)
    if not isinstance(seed, np.ndarray):
        # NumPy makes floats of a list with numbers on both sides of 2**63.
        seed = np.array([in_range(own, "a seed", 2**64 - 1) for own in seed], dtype=np.uint64)
    seeds = seed
    if seeds.dtype.kind not in "iu" or seeds.shape != (n,) or (seeds < 0).any():
        message = f"seeds of rows are integers from 0 on, shape ({n},)"
        raise ArgumentError(message)
    return np.ascontiguousarray(seeds, dtype=np.uint64)
