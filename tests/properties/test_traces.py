"""A trace of a played deal is what solving each of its positions afresh says."""

import random
from typing import Any

import pytest
from tests.properties.games import VARIANTS, contracts

import ultimo
from ultimo.scoring import GOALS

DEALT = [name for name, game in VARIANTS.items() if game.bids]
"""The games with tricks."""


def played(game: Any, contract: Any, seed: int, rng: random.Random) -> Any:
    """Plays a deal by lot."""
    position = game.position_of_row(game.deals(1, seed)[0], contract)
    while not position.is_over:
        position.play(rng.choice(position.legal()))
    return position


def goals_of(game: Any, contract: Any) -> set[str]:
    """The goals that make sense."""
    found = {"score", "tricks"}
    found |= {"points"} if any(game.deck.values) else set()
    return found | ({"win"} if game.made(contract) is not None else set())


def within(position: Any, goal: Any, nodes: int) -> int:
    """The first move of a deal whose position is solved within a limit: only few cards on."""
    again = position.copy()
    seats = again.game.players
    while again.history:
        try:
            ultimo.solve(again, goal, nodes=nodes)
        except ultimo.SolverLimitError:
            break
        for _ in range(min(seats, len(again.history))):
            again.undo()
    return min(len(again.history) + seats, len(position.history) - 1) if again.history else 0


def check(name: str, seed: int, goals: tuple[Any, ...], nodes: int) -> None:
    """Compares a trace with cold solutions, from where they take no more than a number of nodes."""
    game = VARIANTS[name]
    rng = random.Random(f"{name} {seed}")
    contract = rng.choice(list(contracts(game)))
    position = played(game, contract, seed, rng)
    for goal in goals:
        if goal not in goals_of(game, contract):
            with pytest.raises(ultimo.ContractError):
                ultimo.trace(position, goal)
            continue
        first = within(position, goal, nodes)
        found = ultimo.trace(position, goal, first=first)
        assert [move.number for move in found.moves] == list(range(first, len(position.history)))
        again = position.copy()
        for move in reversed(found.moves):
            again.undo()
            cold = ultimo.solve(again, goal)
            assert (move.before, move.after) == (cold.value, cold.table[move.move])
            assert cold.table[move.best] == cold.value
            sign = 1 if move.seat in found.maximisers else -1
            assert move.cost == sign * (move.before - move.after) >= 0
        if goal == "score":
            assert found.result == position.returns()[position.contract.declarer]


@pytest.mark.parametrize("name", DEALT)
def test_a_trace_is_what_cold_solutions_say(name: str) -> None:
    check(name, 3, ("score",), 30_000)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", DEALT)
def test_many_traces_are_what_cold_solutions_say(name: str) -> None:
    for seed in range(50):
        check(name, seed, GOALS, 300_000)
