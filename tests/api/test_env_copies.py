"""Copies of a `VectorEnv`, in this process and in another one, go on as the original does."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.api.test_interruption import GAME as ASKING
from tests.api.test_vector_whole import actions_of
from tests.properties.games import VARIANTS, contracts

import ultimo

TAROK = ultimo.game("slovenian_tarok", players=4)


def go_on(env: ultimo.VectorEnv, steps: int, seed: int) -> list[Any]:
    """All that some steps by lot return, from where the rows are."""
    rng = np.random.default_rng(seed)
    _, mask = env.view()
    found: list[Any] = []
    for _ in range(steps):
        seen, reward, done, mask = env.step(actions_of(mask, rng))
        arrays = (seen, reward, done, mask, env.seat, env.last, env.deals)
        found.append([array.copy() for array in arrays])
    return found


def equal(left: list[Any], right: list[Any]) -> None:
    for one, other in zip(left, right, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a, b)


def same(env: ultimo.VectorEnv, other: ultimo.VectorEnv, steps: int) -> None:
    """Two sets of rows stand alike, and go on alike."""
    for name in ("seat", "last", "deals"):
        np.testing.assert_array_equal(getattr(env, name), getattr(other, name))
    equal([env.view()], [other.view()])
    assert env.fields == other.fields
    assert env.game == other.game
    equal(go_on(env, steps, 7), go_on(other, steps, 7))


def pickled(env: ultimo.VectorEnv) -> ultimo.VectorEnv:
    loaded: ultimo.VectorEnv = pickle.loads(pickle.dumps(env))  # noqa: S301 - our own
    return loaded


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": pickled,
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


@pytest.mark.parametrize("name", VARIANTS)
def test_whole_deals_go_on_in_a_copy(name: str) -> None:
    env = ultimo.VectorEnv(VARIANTS[name], 5, start="auction", seed=4, history=7)
    env.reset()
    for number, steps in enumerate((0, 1, 9, 25, 60)):
        go_on(env, steps, steps)
        other = list(WAYS.values())[number % 3](env)
        # A copy of a copy is one too.
        same(env, pickled(other), 70)


@pytest.mark.parametrize("name", VARIANTS)
def test_plays_go_on_in_a_copy(name: str) -> None:
    game = VARIANTS[name]
    for contract in list(contracts(game))[::5]:
        env = ultimo.VectorEnv(game, 4, contract=contract, seed=[4, 5, 6, 7])
        env.reset()
        for way, steps in zip(WAYS.values(), (0, 7, 40), strict=True):
            go_on(env, steps, steps)
            same(env, way(env), 30)


def test_interrupted_plays_go_on_in_a_copy() -> None:
    env = ultimo.VectorEnv(ASKING, 3, start="auction", seed=4)
    env.reset()
    # Rows out of step: some are asked when others play.
    for _ in range(60):
        go_on(env, 1, 3)
        same(pickled(env), pickled(env), 8)
        same(env, pickled(env), 1)


def test_a_copy_is_on_its_own() -> None:
    for start in ({"start": "auction"}, {"contract": TAROK.contract("two", king="♥")}):
        given: Any = start
        env = ultimo.VectorEnv(TAROK, 6, seed=2, reuse=True, **given)
        seen, mask = env.reset()
        go_on(env, 30, 1)
        before = seen.copy(), mask.copy()
        other = copy.copy(env)
        go_on(other, 20, 2)
        np.testing.assert_array_equal(before[0], seen)
        np.testing.assert_array_equal(before[1], mask)
        # It writes into arrays of its own, always the same ones.
        first, *_ = other.step(other.view()[1].argmax(axis=1))
        second, *_ = other.step(other.view()[1].argmax(axis=1))
        assert first is second
        assert not np.shares_memory(first, seen)


def test_a_copy_begins_anew_as_the_original_does() -> None:
    env = ultimo.VectorEnv(TAROK, 6, start="auction", seed=2, dealer=1)
    env.reset(seed=[1, 2, 3, 4, 5, 6])
    go_on(env, 30, 1)
    other = pickled(env)
    for one, two in zip(env.reset(), other.reset(), strict=True):
        np.testing.assert_array_equal(one, two)
    same(env, other, 60)


def test_a_copy_keeps_what_is_long_ago() -> None:
    """One row is far behind the others, whose deals are short: no move of it is forgotten."""
    env = ultimo.VectorEnv(TAROK, 2, contract=TAROK.contract("two", king="♥"), seed=2)
    env.reset()
    go_on(env, 64 + 21, 3)
    same(env, pickled(env), 100)


def step_elsewhere(env: ultimo.VectorEnv) -> list[Any]:
    return go_on(env, 50, 7)


@pytest.mark.parametrize("start", ["play", "auction"])
def test_a_spawned_process_goes_on(start: str) -> None:
    contract: Any = {"contract": TAROK.contract("two", king="♥")} if start == "play" else {}
    env = ultimo.VectorEnv(TAROK, 8, start=start, seed=2, **contract)
    env.reset()
    go_on(env, 30, 1)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.apply(step_elsewhere, (env,))
    equal(go_on(env, 50, 7), found)
