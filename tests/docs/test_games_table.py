"""The table of games in README.md says what the package has."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.properties.games import MODULES, VARIANTS, contracts

import ultimo

ANY: Any = ultimo
README = Path(__file__).parents[2] / "README.md"
COLUMNS = ["game", "players", "deck", "variants", "solver", "rules source"]


def table() -> list[list[str]]:
    """Returns the rows of the table, its head first."""
    section = README.read_text(encoding="utf-8").partition("\n## Games\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


ROWS = {row[0].strip("`"): dict(zip(COLUMNS, row, strict=True)) for row in table()[1:]}


def numbers(text: str) -> set[int]:
    """Returns the numbers of a cell: `2, 3`, `52 or 32`, `3 to 10`."""
    found = {int(number) for number in re.findall(r"\d+", text)}
    for first, last in re.findall(r"(\d+) to (\d+)", text):
        found |= set(range(int(first), int(last) + 1))
    return found


def test_the_table_has_a_row_for_every_game() -> None:
    assert table()[0] == COLUMNS
    assert sorted(ROWS) == ultimo.games()
    assert len(table()) == len(ROWS) + 1


def test_no_game_is_said_to_be_missing_that_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    sentence = re.search(r"[^.\n]*\n?[^.\n]*not there yet[^.]*\.", text)
    named = set() if sentence is None else set(re.findall(r"`([a-z0-9_]+)`", sentence[0]))
    assert not named & set(ultimo.games())


def players_of(name: str) -> set[int]:
    """Returns how many can play a game, with any of its forms."""
    found = set()
    declared = ANY.game(name).options.declared()
    forms: list[Any] = [None]
    if "form" in declared:
        forms += re.findall(r"'([^']+)'", declared["form"].allowed)
    for players in range(1, 12):
        for form in forms:
            given = {} if form is None else {"form": form}
            try:
                ANY.game(name, players=players, **given)
            except ultimo.OptionError:
                continue
            found.add(players)
    return found


@pytest.mark.parametrize("name", ROWS)
def test_players(name: str) -> None:
    assert numbers(ROWS[name]["players"]) == players_of(name)


@pytest.mark.parametrize("name", ROWS)
def test_decks(name: str) -> None:
    """Every deck of the variants is among those named, and the largest and the smallest named."""
    sizes = {game.deck.size for game in VARIANTS.values() if game.name == name}
    said = numbers(ROWS[name]["deck"])
    assert sizes <= said
    assert ANY.game(name).deck.size in said


@pytest.mark.parametrize("name", ROWS)
def test_goals_of_the_solver(name: str) -> None:
    """Those that make sense under some contract of some variant."""
    goals = []
    games = MODULES[name].VARIANTS.values()
    if any(game.bids for game in games):
        goals += ["score"]
        goals += ["points"] if any(any(game.deck.values) for game in games) else []
        goals += ["tricks"]
        made = (game.made(contract) for game in games for contract in contracts(game))
        goals += ["win"] if any(found is not None for found in made) else []
    said, _, why = ROWS[name]["solver"].partition(":")
    assert said == (", ".join(goals) or "none")
    assert bool(why.strip()) is not bool(goals), "why there is none"


@pytest.mark.parametrize("name", ROWS)
def test_source_of_the_rules(name: str) -> None:
    assert f"`{name}.md`" in ROWS[name]["rules source"]
    assert ROWS[name]["variants"]
