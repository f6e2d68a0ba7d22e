"""Deals that end by points, near that end: value, moves, line and later positions."""

import pytest
from tests.properties.endings import check_goals

import ultimo
from ultimo._core import Position

CASES = {
    "both hands, a stock of four": (2, 228106697, "HT AO HO BK LU HU AK"),
    "both hands, a stock of two, last trump out": (2, 510461813, "AA LT LK BO HT LO HA AU"),
    "a pair, the exchange and both near": (2, 54453715, "HA BA LO LK AT HO LT LA"),
    "four tricks of three hands": (
        3,
        744443394,
        "trump:L pass kontra:game kontra:game LA LU LT HO LO H9 LK HT L9 BT BO BU",
    ),
    "five tricks of three hands": (
        3,
        517077117,
        "trump:H kontra:game pass LA LU L9 AK A9 AA HU HT HA",
    ),
}
"""Players, seed and moves of snapszer: in many lines a side has just enough, or just too little.

A solver that shares proofs between them must not take what comes after an end in one for won in
another that ends there.
"""


def position_of(case: str) -> Position:
    """Returns the position of a case."""
    players, seed, moves = CASES[case]
    state = ultimo.game("snapszer", players=players).start(seed=seed)
    for move in moves.split():
        state.apply(move)
    position = state.position
    assert position is not None
    return position


@pytest.mark.parametrize("case", CASES)
def test_the_solver_finds_what_a_full_search_finds(case: str) -> None:
    check_goals(position_of(case), ["points"])


@pytest.mark.parametrize("case", CASES)
def test_moves_are_worth_what_the_positions_after_them_are(case: str) -> None:
    position = position_of(case)
    found = ultimo.solve(position, "points")
    for move, value in found.table.items():
        after = position.copy()
        after.play(move)
        assert ultimo.solve(after, "points").value == value, move
    for move in found.line:
        assert ultimo.solve(position, "points").table[move] == found.value
        position.play(move)
    assert position.is_over
