"""Every variant near the end of its deals: the solver beside a full search, every goal."""

import random

import pytest
from tests.properties.endings import check_goals, near_the_end
from tests.properties.games import VARIANTS, begin, contracts

QUICK = 8
"""Number of contracts of a variant that are looked at in the quick run."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solver_finds_what_a_full_search_finds(variant: str) -> None:
    game = VARIANTS[variant]
    rng = random.Random(variant)
    known = list(contracts(game))
    for contract in rng.sample(known, min(QUICK, len(known))):
        position = near_the_end(begin(game, contract, rng.randrange(10**6)), rng, lines=120)
        if position is not None:
            check_goals(position)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solver_finds_it_under_every_contract(variant: str) -> None:
    game = VARIANTS[variant]
    rng = random.Random("all " + variant)
    for contract in contracts(game):
        for _ in range(8):
            position = near_the_end(begin(game, contract, rng.randrange(10**6)), rng, lines=500)
            if position is not None:
                check_goals(position)
