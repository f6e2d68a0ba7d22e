"""Hands of every variant settled from facts by lot: an answer that adds up, or a refusal."""

import json
import random
from typing import Any

import pytest
from tests.properties.games import VARIANTS, contracts

import ultimo
from ultimo.settling import NEEDED

ENOUGH = 2000
"""Facts that are tried for a contract: where points must add up, few of them do."""
NO_FACT: list[Any] = ["nonsense", -1, 10**6, 0.123, [], {}, b"", float("nan"), True]

EACH = pytest.mark.parametrize("variant", VARIANTS)


def some_contracts(game: Any, rng: random.Random, most: int) -> list[Any]:
    """Returns some contracts of a game."""
    known = list(contracts(game))
    return rng.sample(known, min(most, len(known)))


def facts_by_lot(game: Any, contract: Any, rng: random.Random) -> dict[str, Any]:
    """Returns a value for each fact that must be said, and for some that need not be."""
    often = rng.choice((0.1, 0.4))
    return {
        fact.name: value_by_lot(fact, rng)
        for fact in game.asked(contract)
        if fact.default == NEEDED or rng.random() < often
    }


def value_by_lot(fact: Any, rng: random.Random) -> Any:
    value = rng.choice(fact.values)
    return value * fact.unit if isinstance(fact.values, range) else value


@EACH
def test_facts_by_lot(variant: str) -> None:
    """The lines add to the returns; what is refused is refused in one line, with a code."""
    game = VARIANTS[variant]
    rng = random.Random(variant)
    for contract in some_contracts(game, rng, 8):
        answered = 0
        for _ in range(ENOUGH):
            if answered == 15:
                break
            facts = facts_by_lot(game, contract, rng)
            try:
                found = game.settle(contract, **facts)
            except ultimo.DealError as error:
                assert "\n" not in str(error)  # noqa: PT017
                assert error.code in {"impossible", "missing_fact", "bad_fact"}  # noqa: PT017
                continue
            answered += 1
            assert found.returns.shape == (game.players,)
            amounts = [(0.0,) * game.players, *(line.amounts for line in found.lines)]
            assert [sum(column) for column in zip(*amounts, strict=True)] == list(found.totals)
            assert json.loads(json.dumps(found.to_dict()))["returns"] == list(found.totals)
        assert answered, contract


@EACH
def test_defaults_are_values_and_meanings_are_said(variant: str) -> None:
    game = VARIANTS[variant]
    for contract in contracts(game):
        for fact in game.asked(contract):
            assert fact.meaning
            assert fact.values
            assert "\n" not in fact.meaning
            if fact.default not in {NEEDED, None}:
                assert fact.default in fact.values
            assert fact.allowed


@EACH
def test_what_no_fact_can_be_is_refused(variant: str) -> None:
    game = VARIANTS[variant]
    rng = random.Random(variant)
    for contract in some_contracts(game, rng, 4):
        asked = list(game.asked(contract))
        fact = rng.choice(asked)
        for value in NO_FACT:
            with pytest.raises(ultimo.DealError):
                game.settle(contract, **{**facts_by_lot(game, contract, rng), fact.name: value})
        with pytest.raises(ultimo.DealError, match="no fact of"):
            game.settle(contract, no_such_fact=1)
