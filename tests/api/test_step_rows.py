"""Kontra in steps of many rows at once, against `Steps` one by one."""

import pickle
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo.auction import Levels, Steps
from ultimo.contracts import FrozenMap
from ultimo.phases import Stepping
from ultimo.rows.steps import NOBODY, StepRows, StepRules

GAME = ultimo.game("ulti")
PARTS = ("P", "F", "U", "D")
ANNOUNCED: dict[str | int, int] = {"U": 1, "D": 1}

STEPS = {
    "jointly": Steps.open(Levels(objects=PARTS, top=3), (1, 2), 0),
    "each his own": Steps.open(Levels(objects=(2, 0), top=2), (2, 0), 1, own=True),
    "one is enough": Steps.open(Levels(objects=("P",), top=4), (0, 1), 2, first_only=True),
    "barred": Steps.open(Levels(objects=("P", "U"), top=2), (1, 2), 0, barred=frozenset([2])),
    "reversed": Steps.open(
        Levels(
            objects=PARTS,
            top=3,
            levels=FrozenMap(ANNOUNCED),
            reversed=frozenset(["D", "F"]),
        ),
        (1, 2),
        0,
    ),
    "passed over at once": Steps.open(Levels(objects=(2,), top=2), (1, 2), 0, own=True),
}


def stepping(steps: Steps) -> Stepping:
    """The steps with the actions of the game."""
    raises: dict[str | int, int] = {
        item: GAME.action(f"kontra:{item}") for item in steps.ladder.objects
    }
    return Stepping(steps, FrozenMap(raises), GAME.action("done"))


@pytest.mark.parametrize("name", STEPS)
def test_rows_go_as_steps_do(name: str) -> None:
    n, rng = 40, np.random.default_rng(5)
    rules = StepRules(GAME)
    # Others stand beside them.
    for other in STEPS.values():
        rules.add(stepping(other))
    words = stepping(STEPS[name])
    kinds = np.full(n, rules.add(words))
    rows = StepRows(rules, n)
    rows.open(np.arange(n), kinds)
    alone = [STEPS[name]] * n
    raised = 0
    for _ in range(60):
        going = np.flatnonzero(rows.speaker != NOBODY)
        assert going.tolist() == [row for row in range(n) if alone[row].speaker is not None]
        if not len(going):
            break
        legal = rows.legal(going, kinds[going])
        for row, mask in zip(going.tolist(), legal, strict=True):
            actions = [words.raises[item] for item in alone[row].options()]
            assert np.flatnonzero(mask).tolist() == sorted([*actions, words.done])
        # Raises are as likely as all else, so that the ladders are climbed.
        actions = (rng.random(legal.shape) * legal).argmax(axis=1)
        rows.act(going, kinds[going], actions)
        for row, action in zip(going.tolist(), actions.tolist(), strict=True):
            found = [item for item, number in words.raises.items() if number == action]
            steps = alone[row]
            alone[row] = steps.after_raise(found[0]) if found else steps.after_done()
            raised += len(found)
        for row in range(n):
            steps, told = rows.steps(row, int(kinds[row])), alone[row]
            assert (steps.speaker, steps.ladder, steps.said) == (
                told.speaker,
                told.ladder,
                told.said,
            )
            assert steps.eligible == told.eligible
            assert set(steps.raised) == set(told.raised)
            said = dict(zip(rules.objects, rows.said(np.array([row]))[0].tolist(), strict=True))
            assert {item: level for item, level in said.items() if level} == told.said.levels
    assert all(steps.speaker is None for steps in alone)
    assert raised > n // 2


def in_kontra(env: Any, mask: Any) -> tuple[Any, Any]:
    """An environment some steps on, when some rows are in kontra that has been said."""
    rng = np.random.default_rng(3)
    levels = env.fields["kontra"]
    for _ in range(200):
        seen, _, _, mask = env.step((rng.random(mask.shape) * mask).argmax(axis=1))
        phase = env.fields["phase"]
        kontra = seen[:, phase.start + 4] == 1
        said = seen[:, levels.start : levels.start + levels.size].any(axis=1)
        if (kontra & said).sum() >= 3:
            return mask, np.flatnonzero(kontra & said)
    raise AssertionError("no row came to kontra")


def test_rows_in_kontra_are_states_and_can_be_copied() -> None:
    env = ultimo.VectorEnv(GAME, 64, start="auction", seed=4)
    _, mask = env.reset()
    mask, rows = in_kontra(env, mask)
    for row, state in zip(rows.tolist(), env.states(rows), strict=True):
        assert state.current_player == env.seat[row]
        np.testing.assert_array_equal(mask[row], state.legal_mask())
        assert state.contract is not None
        assert state.contract.kontra
    other = pickle.loads(pickle.dumps(env))  # noqa: S301 - our own
    rng = np.random.default_rng(6)
    for _ in range(30):
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        one, two = env.step(actions), other.step(actions)
        for a, b in zip(one, two, strict=True):
            np.testing.assert_array_equal(a, b)
        mask = one[3]


def test_an_illegal_raise_is_named() -> None:
    env = ultimo.VectorEnv(GAME, 64, start="auction", seed=4)
    _, mask = env.reset()
    mask, rows = in_kontra(env, mask)
    kontra = [at for at, name in enumerate(GAME.action_names) if name.startswith("kontra:")]
    row = int(rows[0])
    actions = mask.argmax(axis=1)
    state = env.states([row])[0]
    for action in kontra:
        if mask[row, action]:
            continue
        actions[row] = action
        with pytest.raises(ultimo.IllegalActionError) as raised:
            state.apply(action)
        with pytest.raises(ultimo.IllegalActionError, match=f"^row {row}: ") as told:
            env.step(actions)
        assert told.value.code == raised.value.code
