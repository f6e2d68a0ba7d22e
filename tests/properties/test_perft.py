"""How many lines of play the reference deals have: counted by the oracle, and by the core."""

import importlib.util
import json
import os
from pathlib import Path
from typing import Any

import pytest

import ultimo

DATA = Path(__file__).parents[1] / "data" / "perft"
ROWS = [
    pytest.param(path.stem, json.loads(line), id=f"{path.stem}, {json.loads(line)['name']}")
    for path in sorted(DATA.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
MOST = None if os.environ.get("ULTIMO_PERFT") == "full" else 100_000
"""How many lines are counted at most; without limit for `make perft`."""


def position_of(name: str, row: dict[str, Any]) -> Any:
    """Returns the position of a row."""
    game: Any = ultimo.game(name, **row["options"])
    contract = game.contract_from_dict(row["contract"])
    return game.position(game.make_deal(row["hands"]), contract, leader=row["leader"])


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_perft_of_reference_deals(name: str, row: dict[str, Any]) -> None:
    position = position_of(name, row)
    counted = [n for n in row["counts"] if MOST is None or n <= MOST]
    assert len(counted) > 3
    for moves, lines in enumerate(counted):
        assert position.perft(moves) == lines, moves


def test_there_are_reference_deals() -> None:
    assert {path.stem for path in DATA.glob("*.jsonl")} >= {
        "french_tarot",
        "slovenian_tarok",
        "whist",
    }
    assert len(ROWS) >= 40


@pytest.mark.skipif(MOST is not None, reason="make perft: the oracle takes minutes")
@pytest.mark.parametrize("name", sorted(path.stem for path in DATA.glob("*.jsonl")))
def test_perft_counted_again_by_the_oracle(name: str) -> None:
    spec = importlib.util.spec_from_file_location("make_perft", DATA / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    found = [json.loads(json.dumps(row)) for row in make.rows(make.endings()[name])]
    text = (DATA / f"{name}.jsonl").read_text(encoding="utf-8")
    assert found == [json.loads(line) for line in text.splitlines()]
