"""Scores: the table that the core pays by and the function it was made from say the same."""

import random
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo import plan
from ultimo.errors import ContractError, OptionError
from ultimo.scoring import Objective, ScorePart, objective, tabulate

WHIST = ultimo.game("whist")


def size(axis: plan.Axis) -> int:
    assert isinstance(axis.fact, plan.Points)
    return axis.fact.max + 1


def axis(most: int) -> plan.Axis:
    return plan.Axis(plan.Points(seats=1, max=most))


def total(parts: list[plan.PayoffPart]) -> Any:
    return sum(part.table[..., None] * part.weights for part in parts)


def test_multiples_of_one_column_are_one_table() -> None:
    part = ScorePart({"a": axis(5)}, lambda o: np.stack([2 * o["a"], -o["a"], -o["a"]], axis=-1))
    (table,) = tabulate([part], 3, size)
    assert table.weights.tolist() == [1, -0.5, -0.5]
    assert table.table.tolist() == [0, 2, 4, 6, 8, 10]


def test_columns_that_are_no_multiples_are_tables_of_their_own() -> None:
    part = ScorePart(
        {"a": axis(3), "b": axis(2)},
        lambda o: np.stack(
            [o["a"] + 0 * o["b"], o["b"] + 0 * o["a"], 0 * o["a"] * o["b"]], axis=-1
        ),
    )
    tables = tabulate([part], 3, size)
    # Each over the only axis that it depends on.
    assert [list(table.axes) for table in tables] == [["a"], ["b"]]
    assert [table.table.tolist() for table in tables] == [[0, 1, 2, 3], [0, 1, 2]]
    assert [table.weights.tolist() for table in tables] == [[1, 0, 0], [0, 1, 0]]


def test_thirds_and_tenths_add_to_the_score_exactly() -> None:
    values = np.random.default_rng(1).integers(-999, 999, (7, 4)) * np.array([0.1, 0.3, 1, -0.3])
    part = ScorePart({"a": axis(6)}, lambda o: values[o["a"]])
    assert (total(tabulate([part], 4, size)) == values).all()


def test_score_that_is_zero_has_no_table() -> None:
    assert (
        tabulate([ScorePart({"a": axis(3)}, lambda o: np.zeros((*o["a"].shape, 2)))], 2, size) == []
    )


def test_score_that_cannot_be_tabulated_is_refused() -> None:
    with pytest.raises(ValueError, match="not finite"):
        tabulate(
            [
                ScorePart(
                    {"a": axis(1)}, lambda o: np.stack([np.where(o["a"], np.nan, 0), o["a"]], -1)
                )
            ],
            2,
            size,
        )
    with pytest.raises(ValueError, match="too large"):
        tabulate([ScorePart({n: axis(99) for n in "abcd"}, lambda o: o["a"])], 2, size)


VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"honours": honours, "slam_mode": slam})
    for honours in ("off", "english", "continental")
    for slam in ("add", "replace", "none")
]
VARIANTS += [(name, {}) for name in ultimo.games() if name != "whist"]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_returns_are_the_score_of_the_outcome(name: str, options: dict[str, Any]) -> None:
    game = ultimo.game(name, **options)
    chooser = random.Random(1)
    played = 0
    for seed in range(200):
        state = game.start(seed=seed)
        while not state.is_over:
            state.apply(chooser.choice(state.legal_actions()))
        if state.position is None or state.contract is None:
            continue
        outcome = state.position.outcome()
        score = sum(
            np.asarray(part.score({axis: np.array(outcome[axis]) for axis in part.axes}))
            for part in game.score_parts(state.contract)
        )
        assert state.returns().tolist() == np.broadcast_to(score, game.players).tolist()
        low, high = game.compiled(state.contract).payoff.bounds()
        assert (low <= state.returns()).all()
        assert (state.returns() <= high).all()
        played += 1
        if played == 30:
            break


def whist_objective(goal: str, **options: Any) -> Objective:
    game = ultimo.game("whist", **options)
    return objective(game, game.contract(trump="S", declarer=1), goal)


def test_objectives_maximise_for_the_declarers_side() -> None:
    for goal in ("score", "tricks", "win"):
        found = whist_objective(goal)
        assert found.maximisers == 0b1010
        assert all(part.weights.tolist() == [0, 1, 0, 1] for part in found.parts)


def test_objective_of_tricks_is_their_number() -> None:
    (part,) = whist_objective("tricks").parts
    assert part.table.tolist() == list(range(14))


def test_objective_of_a_win_is_zero_or_one() -> None:
    (part,) = whist_objective("win").parts
    assert part.table.tolist() == [0.0] * 7 + [1.0] * 7


def test_objective_of_the_score_is_the_declarers_game_points() -> None:
    (part,) = whist_objective("score").parts
    assert list(part.axes) == ["tricks"]
    assert part.table.tolist() == [57, 36, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0]


def test_objective_of_several_parts_can_be_one_table() -> None:
    found = whist_objective("score", honours="english")
    assert len(found.parts) == 2
    joined = found.joined()
    assert list(joined.axes) == ["tricks", "their_honours"]
    assert joined.table.shape == (14, 5)
    assert joined.table[4].tolist() == [3.0, 3.0, 3.0, 5.0, 7.0]
    assert joined.weights.tolist() == [0, 1, 0, 1]
    (alone,) = whist_objective("score").parts
    assert whist_objective("score").joined().table.tolist() == alone.table.tolist()


def test_parts_are_joined_in_any_order_of_their_axes() -> None:
    ones = np.ones(2)
    rising = np.arange(6.0).reshape(2, 3)
    parts = (
        plan.PayoffPart({"a": axis(1), "b": axis(2)}, rising, ones),
        plan.PayoffPart({"b": axis(2), "a": axis(1)}, rising.T, ones),
    )
    assert Objective(parts, 1).joined().table.tolist() == (2 * rising).tolist()
    wrong = plan.PayoffPart({"a": axis(3)}, np.zeros(4), ones)
    with pytest.raises(ValueError, match="different things by 'a'"):
        Objective((*parts, wrong), 1).joined()


def test_goals_that_make_no_sense_are_refused() -> None:
    with pytest.raises(OptionError, match="did you mean 'score'"):
        whist_objective("scores")
    with pytest.raises(OptionError):
        objective(WHIST, WHIST.contract(trump="S"), None)
    with pytest.raises(ContractError, match="no card points"):
        whist_objective("points")
