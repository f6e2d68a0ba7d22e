"""Worlds that the seats of many deals think possible, as one array."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.checks import in_range, items_of, need, need_callable, seat_of
from ultimo.errors import ArgumentError, SeatError, UltimoError
from ultimo.memory import need_room
from ultimo.sampled import MOST
from ultimo.state import State

if TYPE_CHECKING:
    from ultimo.sampling import Prospects
    from ultimo.vector_env import VectorEnv

__all__ = ["sample_batch", "sample_rows", "seeds_of"]

Bytes = npt.NDArray[np.uint8]
MOST_STATES = 10**7
ROWS_AT_ONCE = 256
DEALS_AT_ONCE = 1 << 16
"""The core draws for so many rows, and so many deals, before anybody else has a say."""


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
        with naming(f"state {number}"):
            found[number] = state.sample_rows(seat, n, own, tries=tries, threads=threads)
        if progress is not None:
            progress(number + 1, len(given))
    return found


def sample_rows(
    env: "VectorEnv",
    prospects: "Prospects",
    n: int,
    seed: int | npt.ArrayLike,
    *,
    seats: int | Sequence[int] | None,
    tries: int,
    threads: int | None,
    out: Bytes | None,
    progress: Callable[[int, int], object] | None,
) -> Bytes:
    """Draws `n` deals for each row of a `VectorEnv`, see there.

    Args:
        env: The rows.
        prospects: What draws for those in play.
        n: As `sample_batch`, and so are the others.
        seed: As `sample_batch`.
        seats: As `sample_batch`.
        tries: As `sample_batch`.
        threads: As `sample_batch`.
        out: As `sample_batch`.
        progress: As `sample_batch`.
    """
    need_callable(progress, "progress")
    rows, most = len(env), in_range(tries, "tries", MOST)
    asked = _seats_of_rows(seats, env)
    seeds = seeds_of(seed, rows)
    if not isinstance(seeds, np.ndarray):
        seeds = np.uint64(seeds) + np.arange(rows, dtype=np.uint64)
    found = array_of(out, (rows, in_range(n, "n", MOST), env.game.deck.size))
    at_once = max(1, min(ROWS_AT_ONCE, DEALS_AT_ONCE // max(n, 1)))
    for start in range(0, rows, at_once):
        part = np.arange(start, min(start + at_once, rows))
        is_drawn = np.zeros(len(part), dtype=np.bool_)
        if n <= DEALS_AT_ONCE:
            given = part, asked[part], seeds[part], found[part[0] : part[-1] + 1]
            is_drawn = prospects.draw(*given, tries=most, threads=threads)
        left = part[~is_drawn].tolist()
        for row, state in zip(left, env.states(left), strict=True):
            with naming(f"state {row}"):
                own: dict[str, Any] = {"tries": tries, "threads": threads}
                found[row] = state.sample_rows(int(asked[row]), n, int(seeds[row]), **own)
        for row in part.tolist() if progress is not None else ():
            progress(row + 1, rows)  # type: ignore[misc]
    return found


@contextmanager
def naming(what: str) -> Iterator[None]:
    """Says in a fault which of many it was."""
    try:
        yield
    except UltimoError as fault:
        fault.args = (f"{what}: {fault}",)
        raise


def _seats_of_rows(seats: object, env: "VectorEnv") -> npt.NDArray[np.int64]:
    """Returns a seat for each row.

    Raises:
        UltimoError: As `seats_of`.
    """
    asked = listed(seats, [None if seat < 0 else seat for seat in env.seat.tolist()])
    return np.array(checked_seats(asked, [env.game.players] * len(env)), dtype=np.int64)


def seats_of(seats: object, states: Sequence[State]) -> list[int]:
    """Returns a seat for each state.

    Raises:
        SeatError: There is no such seat, or nobody is asked.
        ArgumentError: There are not as many as states.
    """
    asked = listed(seats, [state.current_player for state in states])
    return checked_seats(asked, [state.game.players for state in states])


def listed(seats: object, movers: Sequence[int | None]) -> list[Any]:
    """Returns what was given as a seat for each of many; those that are asked by default."""
    if isinstance(seats, (list, tuple, np.ndarray)) and np.ndim(seats):
        return list(seats)
    return list(movers) if seats is None else [seats] * len(movers)


def checked_seats(asked: Sequence[Any], players: Sequence[int]) -> list[int]:
    """Returns seats, one for each of many games with so many players.

    Raises:
        SeatError: There is no such seat, or nobody is asked.
        ArgumentError: There are not as many as games.
    """
    if len(asked) != len(players):
        raise ArgumentError(f"seats: there are {len(asked)}, and {len(players)} rows")
    if None in asked:
        message = f"row {asked.index(None)}: the deal is over and nobody is asked: say seats="
        raise SeatError(message)
    return [seat_of(seat, count) for seat, count in zip(asked, players, strict=True)]


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
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ArgumentError("out: the array must be contiguous, and open to writing")
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
