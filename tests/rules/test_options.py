"""Every option of a rules file's table is known to its game, and no game has others."""

import json
from pathlib import Path
from typing import Any

import pytest

import ultimo

TABLES: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "data" / "options.json").read_text("utf-8")
)
"""Made by tests/data/make_options.py."""

BY_DESIGN = {"snapszer": {"form"}}
"""Options that stand for what a rules file calls games of their own."""


@pytest.mark.parametrize("name", ultimo.games())
def test_options_are_those_of_the_rules_file(name: str) -> None:
    game: Any = ultimo.game(name)
    known = set(game.options.declared()) - {"players"}
    assert known == set(TABLES[name]) - {"players"} | BY_DESIGN.get(name, set())
