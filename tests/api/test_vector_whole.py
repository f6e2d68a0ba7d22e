"""`VectorEnv(start="auction")` and the arrays of `VectorEnv`: what callers may rely on."""

from typing import Any

import numpy as np
import pytest

import ultimo

TAROK = ultimo.game("slovenian_tarok", players=4)
ULTI = ultimo.game("ulti")
TWO = ultimo.game("slovenian_tarok", players=3).contract("two")


def actions_of(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action of each row by lot."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def run(env: ultimo.VectorEnv, steps: int, seed: int = 1) -> list[Any]:
    """All that some steps by lot return."""
    _, mask = env.reset()
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(steps):
        seen, reward, done, mask = env.step(actions_of(mask, rng))
        found.append((seen, reward, done, mask, env.seat.copy(), env.deals))
    return found


def equal(left: list[Any], right: list[Any]) -> None:
    """Two courses are the same."""
    for one, other in zip(left, right, strict=True):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_array_equal(a, b)


def test_nothing_depends_on_threads() -> None:
    one = run(ultimo.VectorEnv(TAROK, 520, start="auction", seed=3, threads=1), 40)
    equal(one, run(ultimo.VectorEnv(TAROK, 520, start="auction", seed=3, threads=2), 40))


@pytest.mark.parametrize("game", [TAROK, ULTI, ultimo.game("french_tarot")])
def test_nothing_depends_on_what_is_forgotten(game: Any) -> None:
    one = run(ultimo.VectorEnv(game, 30, start="auction", seed=3), 110)
    forgetful = ultimo.VectorEnv(game, 30, start="auction", seed=3)
    whole: Any = forgetful._env
    whole._before.nodes.most = 1
    equal(one, run(forgetful, 110))
    assert any(done.any() for _, _, done, _, _, _ in one)


def test_plans_are_dropped_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = run(ultimo.VectorEnv(TAROK, 50, start="auction", seed=3), 120)
    monkeypatch.setattr("ultimo.rows.whole.MOST_PLANS", 1)
    env = ultimo.VectorEnv(TAROK, 50, start="auction", seed=3)
    equal(kept, run(env, 120))
    whole: Any = env._env
    assert len(whole._plans) <= 100


def test_rows_do_not_disturb_one_another() -> None:
    """Row 2 of a batch is row 0 of another that plays the same deals."""
    many = ultimo.VectorEnv(TAROK, 3, start="auction", seed=[5, 6, 7])
    alone = ultimo.VectorEnv(TAROK, 1, start="auction", seed=np.array([7]))
    seen, mask = many.reset()
    own, legal = alone.reset()
    rng = np.random.default_rng(2)
    for _ in range(300):
        np.testing.assert_array_equal(seen[2], own[0])
        np.testing.assert_array_equal(mask[2], legal[0])
        assert many.deals[2] == alone.deals[0]
        actions = actions_of(mask, rng)
        seen, reward, done, mask = many.step(actions)
        own, paid, over, legal = alone.step(actions[2:])
        np.testing.assert_array_equal(reward[2], paid[0])
        assert done[2] == over[0]
    assert many.deals.min() > 0


@pytest.mark.parametrize("start", ["play", "auction"])
def test_each_row_may_have_its_seed(start: str) -> None:
    game = ultimo.game("slovenian_tarok", players=3)
    contract = TWO if start == "play" else None
    env = ultimo.VectorEnv(game, 3, start=start, contract=contract, seed=[9, 9, 4])
    seen, mask = env.reset()
    np.testing.assert_array_equal(seen[0], seen[1])
    hand = np.flatnonzero(env.field(seen, "hand")[2])
    assert set(hand) == set(game.deals(1, 4)[0, 16 * env.seat[2] :][:16].tolist())
    while not env.deals.any():
        _, _, _, mask = env.step(mask.argmax(axis=1))
    assert env.deals.tolist() == [1, 1, 1] or start == "auction"
    again, _ = env.reset()
    np.testing.assert_array_equal(again, seen)
    other, _ = env.reset(seed=9)
    assert env.deals.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(other[0], seen[0])


@pytest.mark.parametrize("start", ["play", "auction"])
@pytest.mark.parametrize("kind", [np.bool_, np.uint8])
def test_the_caller_may_own_the_arrays(start: str, kind: Any) -> None:
    game = ultimo.game("slovenian_tarok", players=3)
    given: dict[str, Any] = {"start": start, "contract": TWO if start == "play" else None}
    plain = ultimo.VectorEnv(game, 20, seed=1, **given)
    seen = np.full((20, plain.observation_size), 7, dtype=np.uint8)
    masks = np.ones((20, plain.num_actions), dtype=kind)
    env = ultimo.VectorEnv(game, 20, seed=1, out=(seen, masks), **given)
    first, mask = plain.reset()
    returned, legal = env.reset()
    assert returned is seen
    assert np.shares_memory(legal, masks)
    rng = np.random.default_rng(0)
    for _ in range(80):
        np.testing.assert_array_equal(seen, first)
        np.testing.assert_array_equal(masks.astype(bool), mask)
        actions = actions_of(mask, rng)
        first, reward, _, mask = plain.step(actions)
        _, paid, _, _ = env.step(actions)
        np.testing.assert_array_equal(reward, paid)
        np.testing.assert_array_equal(plain.last, env.last)


@pytest.mark.parametrize(
    "out",
    [
        5,
        (np.zeros((2, 3), dtype=np.uint8),),
        (np.zeros((2, 3), dtype=np.uint8), np.zeros((2, 3), dtype=bool)),
        ("a", "b"),
    ],
)
def test_other_arrays_are_refused(out: Any) -> None:
    with pytest.raises(ultimo.ArgumentError, match="out"):
        ultimo.VectorEnv(TAROK, 2, start="auction", seed=1, out=out)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"start": "bidding"}, "unknown_start"),
        ({"start": None}, "unknown_start"),
        ({"start": "auction", "contract": TWO}, "contract_given"),
        ({"start": "auction", "leader": 1}, "contract_given"),
        ({"start": "auction", "dealer": 9}, "bad_terms"),
        ({"start": "auction", "dealer": "x"}, "bad_terms"),
        ({"start": "auction", "history": -1}, "out_of_range"),
        ({"start": "auction", "history": 10**9}, "out_of_range"),
        ({"start": "auction", "seed": -1}, None),
        ({"start": "auction", "seed": [1]}, None),
        ({"start": "auction", "seed": [0.5, 1.5]}, None),
        ({"start": "auction", "seed": "x"}, None),
        ({"contract": TAROK.contract("two", king="H"), "dealer": 1}, "dealer_given"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], code: str | None) -> None:
    with pytest.raises(ultimo.UltimoError) as error:
        ultimo.VectorEnv(TAROK, 2, **{"seed": 1, **given})
    assert code is None or error.value.code == code


def test_an_illegal_call_is_named_and_changes_no_row() -> None:
    env = ultimo.VectorEnv(TAROK, 3, start="auction", seed=3)
    seen, mask = env.reset()
    actions = mask.argmax(axis=1)
    for wrong, code in ((TAROK.action("kontra:game"), "not_now"), (-1, "unknown_action"),
                        (10**6, "unknown_action")):  # fmt: skip
        bad = actions.copy()
        bad[1] = wrong
        with pytest.raises(ultimo.IllegalActionError, match="row 1") as error:
            env.step(bad)
        assert error.value.code == code
    again, _, _, _ = env.step(actions)
    fresh = ultimo.VectorEnv(TAROK, 3, start="auction", seed=3)
    fresh.reset()
    np.testing.assert_array_equal(fresh.step(actions)[0], again)
    assert seen.shape == again.shape


def test_an_illegal_card_stops_rows_before_the_play_too() -> None:
    """A row in play plays a card that it must not: rows in the auction have not gone on either."""
    env = ultimo.VectorEnv(TAROK, 40, start="auction", seed=3)
    _, mask = env.reset()
    rng = np.random.default_rng(4)
    whole: Any = env._env
    while whole._plays.all() or not whole._plays.any():
        _, _, _, mask = env.step(actions_of(mask, rng))
    row = int(whole._plays.argmax())
    good = actions_of(mask, rng)
    bad = good.copy()
    bad[row] = np.flatnonzero(~mask[row])[0]
    before = whole._before.node.copy(), env.deals
    with pytest.raises(ultimo.IllegalActionError, match=f"row {row}:"):
        env.step(bad)
    np.testing.assert_array_equal(whole._before.node, before[0])
    np.testing.assert_array_equal(env.deals, before[1])
    env.step(good)


def test_a_void_deal_ends_with_nothing() -> None:
    """rules/napoleon.md: when all pass, the deal is void and is dealt again."""
    game = ultimo.game("napoleon", players=3)
    env = ultimo.VectorEnv(game, 2, start="auction", seed=1)
    env.reset()
    passing = np.full(2, game.action("pass"))
    for call in range(3):
        _, reward, done, _ = env.step(passing)
        assert done.all() == (call == 2)
    assert not reward.any()
    assert env.deals.tolist() == [2, 3]
    assert env.field(env.last, "phase").argmax(axis=1).tolist() == [6, 6]


def test_a_long_history_keeps_the_last_calls() -> None:
    env = ultimo.VectorEnv(ULTI, 30, start="auction", seed=1, history=4)
    longer = ultimo.VectorEnv(ULTI, 30, start="auction", seed=1, history=200)
    _, mask = env.reset()
    longer.reset()
    rng = np.random.default_rng(3)
    cut = False
    for _ in range(60):
        actions = actions_of(mask, rng)
        seen, _, _, mask = env.step(actions)
        other, _, _, _ = longer.step(actions)
        for row in range(30):
            long = longer.field(other, "history")[row]
            said = long[long[:, 0] > 0][-4:]
            cut |= (long[:, 0] > 0).sum() > 4
            kept = env.field(seen, "history")[row]
            np.testing.assert_array_equal(kept[kept[:, 0] > 0], said)
    assert cut
