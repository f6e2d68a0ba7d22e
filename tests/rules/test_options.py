"""Every option of a rules file's table is known to its game with every value, and none beside.

Each value is then played: the auction to the score, and the play under contracts of all kinds.
"""

import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.data.make_options import tables_of
from tests.properties.games import MODULES, begin, by_lot

import ultimo

ANY: Any = ultimo
TABLES: dict[str, dict[str, list[str | int | bool]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "options.json").read_text("utf-8")
)
"""Made by tests/data/make_options.py."""

BY_DESIGN = {"snapszer": {"form"}}
"""Options that stand for what a rules file calls games of their own."""

CONTEXT = ("players", "form", "ladder", "contract_values")
"""Options that others depend on: a value must be allowed with some choice of these."""


RULES = Path(__file__).parents[3] / "shared" / "rules"


@pytest.mark.skipif(not RULES.is_dir(), reason="the rules files lie beside the repository only")
def test_the_tables_are_those_of_the_rules_files_now() -> None:
    assert tables_of(RULES) == TABLES


def test_every_rules_file_is_a_game() -> None:
    assert sorted(TABLES) == ultimo.games()


@pytest.mark.parametrize("name", ultimo.games())
def test_options_are_those_of_the_rules_file(name: str) -> None:
    game = ANY.game(name)
    known = set(game.options.declared()) - {"players"}
    assert known == set(TABLES[name]) - {"players"} | BY_DESIGN.get(name, set())


def choices(game: Any, option: str) -> list[Any]:
    """Returns the values of an option that an error message lists, or a few numbers of players."""
    if option == "players":
        return list(range(2, 11))
    allowed = game.options.declared()[option].allowed
    return [
        word.strip("'") for word in allowed.replace("one of", "").replace(" or ", ", ").split(", ")
    ]


def games_with(name: str, option: str, value: Any) -> Iterator[Any]:
    """Yields a game with a value for every choice of what it may depend on that allows it."""
    plain = ANY.game(name)
    named = [other for other in CONTEXT if other in plain.options.declared() and other != option]
    yielded = set()
    for chosen in product(*([None, *choices(plain, other)] for other in named)):
        given = {k: v for k, v in zip(named, chosen, strict=True) if v is not None}
        try:
            game = ANY.game(name, **given, **{option: value})
        except ultimo.OptionError:
            continue
        if game not in yielded:
            yielded.add(game)
            yield game


ROWS = [
    pytest.param(name, option, value, id=f"{name}, {option}={value}")
    for name in ultimo.games()
    for option, values in TABLES[name].items()
    for value in values
]


def play_through(game: Any, seed: int) -> set[str]:
    """Plays a deal by lot, sees that it can go on at each step, and returns its phases."""
    rng = random.Random(seed)
    own = getattr(MODULES[game.name], "choose", by_lot)
    state = game.start(seed=seed, dealer=seed % game.players)
    phases = {state.phase}
    while not state.is_over:
        assert state.legal_actions()
        assert len(state.history) < 2000
        state.apply(own(state, rng))
        phases.add(state.phase)
    assert state.returns().shape == (game.players,)
    again = ultimo.State.from_json(state.to_json())
    assert again == state
    assert (again.returns() == state.returns()).all()
    return phases


def play_contract(game: Any, contract: Any, seed: int) -> None:
    """Plays a deal under a contract by lot."""
    rng = random.Random(seed)
    position = begin(game, contract, seed)
    while not position.is_over:
        position.play(rng.choice(position.legal()))
    assert position.returns().shape == (game.players,)


@pytest.mark.parametrize(("name", "option", "value"), ROWS)
def test_every_value_is_played(name: str, option: str, value: Any) -> None:
    """With each choice of what it depends on; some contracts of each game."""
    played = list(games_with(name, option, value))
    assert played, "no choice of other options allows this value"
    rng = random.Random(f"{name} {option} {value}")
    for game in rng.sample(played, min(3, len(played))):
        assert game.options.values()[option] == value
        assert "over" in play_through(game, rng.randrange(10**6))
        known = list(MODULES[name].contracts(game))
        for contract in rng.sample(known, min(3, len(known))):
            play_contract(game, contract, rng.randrange(10**6))


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "option", "value"), ROWS)
def test_every_value_with_every_contract(name: str, option: str, value: Any) -> None:
    for game in games_with(name, option, value):
        for seed in range(20):
            play_through(game, seed)
        for seed, contract in enumerate(MODULES[name].contracts(game)):
            play_contract(game, contract, seed)
