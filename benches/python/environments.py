"""How fast environments step: the play alone, whole deals, and a `State` a deal beside them.

`python benches/python/environments.py`. Each step takes a legal action by lot in every row; the
time is that of `step` alone, as the process ran. Before it is measured, the first deals of a batch
are compared with states.
"""

import random
import time
from typing import Any

import numpy as np
import numpy.typing as npt

import ultimo
from ultimo import Game

ROWS = 4096
PLAY: tuple[str, dict[str, Any], str] = ("slovenian_tarok", {"players": 3}, "two")
WHOLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("slovenian_tarok", {"players": 3}),
    ("slovenian_tarok", {"players": 4}),
    ("french_tarot", {}),
    ("preferansz", {}),
    ("snapszer", {"players": 4}),
    ("ulti", {}),
    ("whist", {}),
)


def actions_of(mask: npt.NDArray[np.bool_], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal action of each row by lot."""
    chosen: npt.NDArray[np.int64] = (rng.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
    return chosen


def same(found: object, expected: object) -> None:
    """Stops where two things differ."""
    if not np.array_equal(np.asarray(found), np.asarray(expected)):
        raise SystemExit(f"{found} is not {expected}")


def check(game: Game[Any], steps: int = 60) -> None:
    """A few rows are what states are."""
    env = ultimo.VectorEnv(game, 8, start="auction", seed=1)
    _, mask = env.reset()
    states = [game.start(game.deal(1, index=row)) for row in range(8)]
    rng = np.random.default_rng(2)
    for _ in range(steps):
        for row, state in enumerate(states):
            same(env.seat[row], state.current_player)
            same(mask[row], state.legal_mask())
        actions = actions_of(mask, rng)
        _, reward, done, mask = env.step(actions)
        for row, state in enumerate(states):
            state.apply(int(actions[row]))
            same(reward[row], state.returns())
            if done[row]:
                states[row] = game.start(game.deal(1, index=int(env.deals[row])))


def steps_a_second(env: ultimo.VectorEnv, warm: int, steps: int) -> float:
    """Steps of all rows in a second of `step`, after some that are not counted."""
    _, mask = env.reset()
    rng = np.random.default_rng(1)
    spent = 0.0
    for number in range(warm + steps):
        actions = actions_of(mask, rng)
        begin = time.process_time()
        _, _, _, mask = env.step(actions)
        if number >= warm:
            spent += time.process_time() - begin
    return len(env) * steps / spent


def states_a_second(game: Game[Any], deals: int = 60) -> float:
    """The same for one state after the other, with what the seat that is asked observes."""
    rng = random.Random(1)
    actions, begin = 0, time.process_time()
    for number in range(deals):
        state = game.start(game.deal(1, index=number))
        while state.current_player is not None:
            seen = state.observation(state.current_player)
            state.apply(int(rng.choice(np.flatnonzero(seen["legal"]))))
            actions += 1
        state.returns()
    return actions / (time.process_time() - begin)


def main() -> None:
    """Prints a table."""
    name, options, bid = PLAY
    game = ultimo.game(name, **options)
    for reuse in (False, True):
        env = ultimo.VectorEnv(
            game, ROWS, contract=game.contract(bid), seed=1, threads=1, reuse=reuse
        )
        kind = "the same arrays" if reuse else "new arrays"
        print(f"{name} {bid}, the play alone, {kind}: {steps_a_second(env, 20, 200):,.0f} steps/s")
    for name, options in WHOLE:
        game = ultimo.game(name, **options)
        check(game)
        env = ultimo.VectorEnv(game, ROWS, start="auction", seed=1, threads=1, reuse=True)
        batch, single = steps_a_second(env, 300, 60), states_a_second(game)
        print(
            f"{name} {options or ''}, whole deals: {batch:,.0f} steps/s; State by State "
            f"{single:,.0f}: x{batch / single:.0f}"
        )


if __name__ == "__main__":
    main()
