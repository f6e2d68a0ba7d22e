"""What a seat thinks possible, drawn in the middle of a deal: samples a second, game by game.

`python benches/python/samples.py [SECONDS]`. A deal of each game is played at random up to half of
its cards, by the same seed everywhere; the seat after the one to play looks. Before the times are
taken some worlds are played through, and must look the same.

The last two columns are those of `VectorEnv.sample_rows`: 1,024 whole deals side by side, of each
10 worlds that the seat to move thinks possible, at every step from the middle of the deal on. The
first time everything has to be found out; then comes the mean of the steps that follow.
"""

import random
import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

import ultimo
from ultimo import Game, State

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "whist": ("whist", {}),
    "german whist": ("german_whist", {}),
    "knockout whist, 4 players": ("knockout_whist", {"players": 4}),
    "napoleon": ("napoleon", {}),
    "preferansz": ("preferansz", {}),
    "snapszer S2": ("snapszer", {"players": 2}),
    "snapszer S3": ("snapszer", {"players": 3}),
    "snapszer S4": ("snapszer", {"players": 4}),
    "tarok, 3 players": ("slovenian_tarok", {"players": 3}),
    "tarok, 4 players": ("slovenian_tarok", {"players": 4}),
    "french tarot, 4 players": ("french_tarot", {"players": 4}),
    "french tarot, 5 players": ("french_tarot", {"players": 5}),
    "ulti": ("ulti", {}),
    "tarock24": ("tarock24", {}),
    "strohmandli, 2 players": ("strohmandli", {}),
}
SEED = 20261130
ROWS, WORLDS = 1024, 10


def half_played(game: Game[Any]) -> State:
    """Returns a deal played at random up to half of its cards, with an exchange if there is one."""
    rng = random.Random(SEED)
    while True:
        state = game.start(seed=rng.randrange(2**32))
        cards = 0
        while not state.is_over and 2 * cards < sum(map(len, state.deal.hands)):
            legal = state.legal_actions()
            cards += state.phase == "play"
            state.apply(rng.choice(legal[:3] if state.phase == "auction" else legal))
        if not state.is_over and state.phase == "play":
            return state


def looks_same(one: State, other: State, seat: int) -> bool:
    """Whether a seat cannot tell two states apart."""
    first, second = one.observation(seat), other.observation(seat)
    return all(np.array_equal(first[name], second[name]) for name in first)


def measure(label: str, seconds: float) -> None:
    """Writes one line of the table."""
    name, options = GAMES[label]
    state = half_played(ultimo.game(name, **options))
    seat = ((state.current_player or 0) + 1) % state.game.players
    if not all(looks_same(world, state, seat) for world in state.sample_states(seat, 20, 1)):
        raise SystemExit(f"{label}: a world does not look the same")
    begin = time.perf_counter()
    state.sample_rows(seat, 1, 1)
    ready = time.perf_counter() - begin
    drawn, n, begin = 0, 1000, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        drawn += len(state.sample_rows(seat, n, drawn, threads=1))
        n = min(4 * n, 1_000_000)
    begin = time.perf_counter()
    state.sample_states(seat, 200, 1)
    states = 200 / (time.perf_counter() - begin)
    way = "in the core" if state.is_sampled_directly(seat) else "played through"
    rate = f"{drawn / spent / 1e6:.2f} M/s"
    begun, on = batch(label, 4 * seconds)
    print(
        f"| {label} | {rate} | {ready * 1e3:.1f} ms | {states:.0f}/s | {way} | {begun:,.0f}/s "
        f"| {on:,.0f}/s |",
        flush=True,
    )


def some_actions(mask: npt.NDArray[np.bool_], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Returns a legal action by lot in each row."""
    actions: npt.NDArray[np.int64] = (mask * rng.random(mask.shape)).argmax(axis=1)
    return actions


def batch(label: str, seconds: float) -> tuple[float, float]:
    """Returns how many rows a second are drawn for: the first time, and in the steps after it."""
    name, options = GAMES[label]
    game = ultimo.game(name, **options)
    env = ultimo.VectorEnv(game, ROWS, start="auction", seed=SEED, threads=1)
    rng = np.random.default_rng(SEED)
    _, mask = env.reset()
    for _ in range(len(half_played(game).history)):
        *_, mask = env.step(some_actions(mask, rng))
    begin = time.perf_counter()
    env.sample_rows(WORLDS, 1, threads=1)
    first, spent, steps = time.perf_counter() - begin, 0.0, 0
    while spent < seconds or steps < game.players:
        *_, mask = env.step(some_actions(mask, rng))
        begin = time.perf_counter()
        env.sample_rows(WORLDS, steps, threads=1)
        spent += time.perf_counter() - begin
        steps += 1
    return ROWS / first, steps * ROWS / spent


def main() -> None:
    """Writes the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(
        "| game | rows, one thread | to begin with | `sample_states` | drawn | batch, first "
        "| batch, each step |"
    )
    print("|---|---|---|---|---|---|---|")
    for label in GAMES:
        measure(label, seconds)


if __name__ == "__main__":
    main()
