"""The solver's line of play of a whole deal ends in the score that the solver promised."""

import random
from typing import Any

import pytest
from tests.properties.games import VARIANTS, begin, contracts

import ultimo

LARGE = ("french", "german whist", "napoleon 10", "strohmandli", "tarok ")
"""Games with deals that are too large to be solved in a test: they are played on by lot first."""


def within(position: Any, nodes: int, rng: random.Random) -> ultimo.SolveResult:
    """Solves a position, after as many cards by lot as bring it within a limit."""
    while True:
        try:
            return ultimo.solve(position, "score", nodes=nodes)
        except ultimo.SolverLimitError:
            for _ in range(position.game.players):
                position.play(rng.choice(position.legal()))


def check(variant: str, seed: int, nodes: int) -> None:
    """Plays a line out, and compares what the declarer is paid with the value."""
    game = VARIANTS[variant]
    rng = random.Random(f"{variant} {seed}")
    contract = rng.choice(list(contracts(game)))
    position = begin(game, contract, seed)
    found = within(position, nodes, rng)
    assert variant.startswith(LARGE) or not position.history
    for move in found.line:
        assert move in position.legal()
        position.play(move)
    assert position.is_over
    assert position.returns()[position.contract.declarer] == found.value


DEALT = [name for name, game in VARIANTS.items() if game.bids]
"""The games with tricks."""


@pytest.mark.parametrize("variant", DEALT)
def test_the_line_of_a_deal_is_paid_its_value(variant: str) -> None:
    large = variant.startswith(LARGE)
    for seed in range(1 if large else 3):
        check(variant, seed, 200_000 if large else 30_000_000)


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("variant", DEALT)
def test_the_lines_of_many_deals_are_paid_their_values(variant: str) -> None:
    for seed in range(50):
        check(variant, seed, 20_000_000)
