"""`_core.Solver`: many questions to one table of proofs, each answered as if it were the first."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import ultimo
from ultimo._core import Objective, Position, Solver, solve
from ultimo.objectives import core_objective
from ultimo.scoring import Goal

TAROK = ultimo.game("slovenian_tarok", players=3)
WHIST = ultimo.game("whist")
GOALS: tuple[Goal, ...] = ("score", "points", "win", "tricks")


def ending(game: "ultimo.Game[Any]", seed: int, bid: str, tricks: int, **more: Any) -> Position:
    """A position after play by the lowest legal action, or by the highest in odd tricks."""
    contract = game.contract(bid, declarer=0, **more)
    deal = game.deal(seed)
    position = game.position(ultimo.Deal(deal.hands, deal.talon), contract)
    while len(position.hands[position.leader]) > tricks or position.trick:
        position.play(position.legal()[-((seed + sum(position.tricks)) % 2)])
    return position


def aim(position: Position, goal: Goal) -> Objective:
    return core_objective(position.game, position.contract, goal)


def cold(position: Position, goal: Goal) -> tuple[float, dict[str, float], list[str]]:
    asked = aim(position, goal)
    found = solve(position, asked)
    return found.value, found.table, found.line


def shared(solver: Solver, position: Position, goal: Goal, **how: Any) -> Any:
    asked = aim(position, goal)
    found = solver.solve(position, asked, **how)
    return found.value, found.table, found.line


@pytest.mark.parametrize("from_start", [False, True])
def test_every_goal_and_deal_of_one_solver_has_the_values_of_solvers_of_their_own(
    from_start: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    solver = Solver()
    positions = [ending(TAROK, seed, bid, 4) for seed in range(4) for bid in ("two", "three")]
    positions += [ending(WHIST, seed, "whist", 4, trump="SH"[seed % 2]) for seed in range(4)]
    for position in positions:
        for goal in GOALS:
            if goal == "points" and position.game is WHIST:
                continue
            found = shared(solver, position, goal, from_start=from_start)
            assert found == cold(position, goal)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("forwards", [True, False])
def test_positions_of_a_played_deal_have_their_values(
    goal: Goal,
    forwards: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    played = ending(TAROK, 5, "two", 5)
    solver = Solver()
    positions = [played.copy()]
    while not played.is_over:
        played.play(played.legal()[0])
        positions.append(played.copy())
    for position in positions if forwards else positions[::-1]:
        assert shared(solver, position, goal, from_start=True) == cold(position, goal)


def test_a_value_is_reached_exactly_up_to_the_value() -> None:
    solver = Solver()
    for seed in range(6):
        position = ending(TAROK, seed, "one", 4)
        asked = aim(position, "score")
        value = solve(position, asked, full=False).value

        def reaches(least: float) -> bool:
            return solver.reaches(position, asked, least)  # noqa: B023

        assert reaches(value)
        assert reaches(float("-inf"))
        assert not reaches(value + 0.5)
        assert not reaches(float("inf"))
    with pytest.raises(ultimo.OptionError) as caught:
        reaches(float("nan"))
    assert caught.value.code == "bad_value"


def test_threads_that_share_a_solver_and_threads_that_do_not_get_the_same() -> None:
    positions = [ending(TAROK, seed, "two", 5) for seed in range(6)]
    alone = [cold(position, "score") for position in positions]
    solver = Solver()
    for threads in (2, 7):
        with ThreadPoolExecutor(threads) as pool:
            one = pool.map(lambda position: shared(solver, position, "score"), positions)
            own = pool.map(lambda position: cold(position, "score"), positions)
            assert list(one) == alone
            assert list(own) == alone


def test_memory_is_bounded_and_released() -> None:
    position = ending(TAROK, 1, "two", 7)
    least = Solver(memory=1 << 14)
    assert least.bytes == 0
    found = shared(least, position, "score")
    assert 0 < least.bytes <= 1 << 14
    whist = ending(WHIST, 1, "whist", 5, trump="S")
    assert shared(least, whist, "tricks") == cold(whist, "tricks")
    assert 0 < least.bytes <= 1 << 14
    assert found == cold(position, "score")
    least.release()
    assert least.bytes == 0
    assert repr(least) == "<Solver bytes=0>"
    with pytest.raises(ultimo.OptionError):
        Solver(memory=-1)


def test_a_second_question_is_cheaper() -> None:
    solver = Solver()
    position = ending(TAROK, 2, "two", 10)
    asked = aim(position, "points")
    first = solver.solve(position, asked)
    again = solver.solve(position, asked)
    assert again.nodes * 4 < first.nodes
    assert (again.value, again.table, again.line) == (first.value, first.table, first.line)


def test_limits_hold_for_each_question() -> None:
    solver = Solver()
    position = ending(TAROK, 3, "two", 16)
    asked = aim(position, "score")
    for _ in range(2):
        with pytest.raises(ultimo.SolverLimitError) as caught:
            solver.solve(position, asked, nodes=50)
        assert caught.value.lower is not None
        assert caught.value.upper is not None
        assert caught.value.lower <= caught.value.upper
    with pytest.raises(ultimo.SolverLimitError):
        solver.reaches(position, asked, 1, nodes=50)
