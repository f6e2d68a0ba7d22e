"""`solve` and `solve_batch`: what they return and what they refuse."""

from typing import Any

import numpy as np
import pytest

import ultimo

GAME = ultimo.game("whist", void_rule="free")
HANDS = ["SA D3 C2 H9", "SK HA D2 C5", "S2 HK C3 D9", "S3 H2 DA C9"]
DEAL = GAME.make_deal(HANDS)
SPADES = GAME.contract(trump="S")


def test_line_is_legal_and_reaches_the_value() -> None:
    position = GAME.position(DEAL, SPADES)
    found = ultimo.solve(position, "tricks")
    assert found.best == found.line[0]
    assert found.value == max(found.table.values())
    assert position.history == []
    for move in found.line:
        position.play(move)
    assert position.tricks[0] + position.tricks[2] == found.value


def test_score_is_of_the_declarer_and_win_is_0_or_1() -> None:
    deal = GAME.deal(3)
    position = GAME.position(ultimo.Deal(deal.hands), GAME.contract(trump="H", declarer=1))
    while len(position.hands[position.leader]) > 5 or position.trick:
        position.play(position.legal()[-1])
    score = ultimo.solve(position, "score")
    assert ultimo.solve(position, "win").value in {0, 1}
    for move in score.line:
        position.play(move)
    assert position.returns()[1] == score.value


def test_finished_deal_has_its_value_and_no_move() -> None:
    position = GAME.position(DEAL, SPADES)
    while not position.is_over:
        position.play(position.legal()[0])
    found = ultimo.solve(position, "tricks")
    assert (found.best, dict(found.table), found.line) == (None, {}, ())
    assert found.value == position.tricks[0] + position.tricks[2]


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_batch_is_the_values_one_by_one(threads: int | None) -> None:
    deals = [DEAL, GAME.make_deal(HANDS[1:] + HANDS[:1]), GAME.make_deal(HANDS[2:] + HANDS[:2])]
    seen: list[tuple[int, int]] = []
    values = ultimo.solve_batch(
        GAME,
        deals,
        SPADES,
        "tricks",
        threads=threads,
        progress=lambda done, of: seen.append((done, of)),
    )
    alone = [ultimo.solve(GAME.position(deal, SPADES), "tricks").value for deal in deals]
    assert values.dtype == np.float64
    assert values.tolist() == alone
    assert seen[-1] == (3, 3)
    assert ultimo.solve_batch(GAME, [], SPADES, "tricks").shape == (0,)


def test_limit_holds_bounds() -> None:
    position = GAME.position(ultimo.Deal(GAME.deal(3).hands), SPADES)
    with pytest.raises(ultimo.SolverLimitError) as caught:
        ultimo.solve(position, "tricks", nodes=100)
    assert caught.value.lower is not None
    assert caught.value.upper is not None
    assert 0 <= caught.value.lower <= caught.value.upper <= 13


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"goal": "money"}, "unknown_goal"),
        ({"goal": ["score"]}, "unknown_goal"),
        ({"goal": "points"}, "no_card_points"),
        ({"nodes": 0}, "bad_limit"),
        ({"seconds": -1.0}, "bad_limit"),
        ({"seconds": float("nan")}, "bad_limit"),
    ],
)
def test_bad_question_is_refused(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(ultimo.UltimoError) as caught:
        ultimo.solve(GAME.position(DEAL, SPADES), **asked)
    assert caught.value.code == code


def test_no_progress_is_said_in_every_way() -> None:
    quiet: Any
    for quiet in (False, None, np.bool_(0)):
        found = ultimo.solve_batch(GAME, [DEAL], SPADES, "tricks", progress=quiet)
        assert found[0] == ultimo.solve(GAME.position(DEAL, SPADES), "tricks").value
        table = ultimo.solve_table(GAME, DEAL, "tricks", declarers=[0], progress=quiet)
        assert found[0] in [row.value for row in table.rows if row.contract == SPADES]
