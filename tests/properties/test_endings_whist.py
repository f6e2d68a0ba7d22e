"""Endings of whist: against the oracle, against a full search, and what a limit says."""

import random
from typing import Any

import pytest
from tests.oracle import whist
from tests.properties.endings import (
    check_goals,
    check_perft,
    check_with_oracle,
    few_plays,
    hands_of,
)

import ultimo

WHIST: Any = ultimo.game("whist")
FREE: Any = ultimo.game("whist", void_rule="free")


def both(seed: int, each: int) -> tuple[Any, whist.WhistPlay]:
    """Returns the same ending here and in the oracle."""
    rng = random.Random(seed)
    game = rng.choice((WHIST, FREE))
    hands = hands_of(list(game.deck.cards), 4, each, rng)
    trump, leader = rng.choice((*"CDHS", None)), rng.randrange(4)
    position = game.position(game.make_deal(hands), game.contract(trump=trump), leader=leader)
    rules = whist.Options(void_rule=game.options.void_rule)
    return position, whist.WhistPlay(rules, hands, trump, leader)


def test_perft_counts_the_lines_of_the_oracle() -> None:
    for seed in range(40):
        check_perft(*both(seed, 3), depth=10)


@pytest.mark.parametrize("seed", range(120))
def test_the_solver_takes_the_tricks_that_minimax_takes(seed: int) -> None:
    position, play = both(seed, 3)
    few_plays(position, play, random.Random(seed))
    check_with_oracle(
        position, play, "tricks", {0, 2}, lambda end: int(end.tricks[0] + end.tricks[2])
    )


@pytest.mark.parametrize("seed", range(100))
def test_every_goal(seed: int) -> None:
    rng = random.Random(seed)
    game = rng.choice([WHIST, FREE])
    contract = game.contract(trump=rng.choice([*"CDHS", None]), declarer=rng.randrange(4))
    hands = hands_of(list(game.deck.cards), 4, 3, rng)
    position = game.position(game.make_deal(hands), contract, leader=rng.randrange(4))
    for _ in range(rng.randrange(3)):
        position.play(rng.choice(position.legal()))
    check_goals(position)


def test_a_limit_raises_an_error_with_proven_bounds() -> None:
    position = WHIST.position(WHIST.deal(seed=1), WHIST.contract(trump="S"))
    with pytest.raises(ultimo.SolverLimitError) as error:
        ultimo.solve(position, "tricks", nodes=1000)
    found = error.value
    assert found.lower is not None
    assert found.upper is not None
    assert 0 <= found.lower <= found.upper <= 13
    assert position.tricks == (0, 0, 0, 0)
