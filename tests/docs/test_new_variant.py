"""The variant of CONTRIBUTING.md takes one file: put in its place, everything works with it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ultimo
from ultimo.cli import main

ROOT = Path(__file__).parents[2]
NAME = "ranked_whist"
ANY: Any = ultimo


def module_text() -> str:
    """Returns the file that CONTRIBUTING.md shows whole."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition("```python\n")[2].partition("```")[0]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puts the file beside the modules of the other games, for one test."""
    (tmp_path / f"{NAME}.py").write_text(module_text(), encoding="utf-8")
    games: Any = sys.modules["ultimo.games"]
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    games._names.cache_clear()
    yield
    games._names.cache_clear()
    sys.modules.pop(f"ultimo.games.{NAME}", None)


@pytest.mark.usefixtures("installed")
def test_one_file_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert NAME in ultimo.games()
    game = ANY.game(NAME, void_rule="free")
    state = game.start(seed=3)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    again = ultimo.State.from_json(state.to_json())
    assert again == state
    worth = {"C": 1, "D": 2, "H": 3, "S": 4}[state.contract.trump]
    tricks = state.position.tricks
    won = [max(0, sum(tricks[side::2]) - 6) * worth for side in (0, 1)]
    assert state.returns().tolist() == won * 2
    match = ultimo.Match(game, seed=1)
    match.record(tricks=(9, 4))
    assert ultimo.Match.from_json(match.to_json()).totals.tolist() == match.totals.tolist()
    found = ultimo.solve(state_near_its_end(game), "score")
    assert found.value in found.table.values()
    assert main(["score", NAME, "--trump", "S", "tricks=9", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["returns"] == [12, 0, 12, 0]


def state_near_its_end(game: Any) -> Any:
    """Returns a position with few cards left."""
    state = game.start(seed=4)
    while len(state.history) < 40:
        state.apply(state.legal_actions()[-1])
    return state.position


def test_without_the_file_it_is_not_there() -> None:
    assert NAME not in ultimo.games()
