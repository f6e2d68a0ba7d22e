"""The examples run, and the example files are what their script writes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ultimo
from ultimo.cli.read import Asked, read_jobs

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(path for path in EXAMPLES.glob("*.py") if path.name != "make.py")
needs_tarok = pytest.mark.skipif(
    "slovenian_tarok" not in ultimo.games(), reason="this build has no slovenian_tarok"
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_example_runs(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, script], check=False, cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_whist_file_has_boards_of_all_kinds() -> None:
    jobs = read_jobs((EXAMPLES / "whist.pbn").read_text(encoding="ascii"), Asked())
    assert len(jobs) >= 20
    assert {job.contract.trump for job in jobs} == {"C", "D", "H", "S", None}
    assert {job.contract.declarer for job in jobs} == {0, 1, 2, 3}


@needs_tarok
def test_tarok_file_has_deals_of_all_kinds() -> None:
    text = (EXAMPLES / "tarok.jsonl").read_text(encoding="ascii")
    jobs = read_jobs(text, Asked())
    assert {job.game.players for job in jobs} == {3, 4}
    for job in jobs:
        assert {len(hand) for hand in job.position.hands} == {8}
        assert ultimo.solve(job.position, "score").table.keys() == set(job.position.legal())


@needs_tarok
def test_files_are_what_the_script_writes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXAMPLES / "make.py", tmp_path], check=True)
    for name in ("whist.pbn", "tarok.jsonl"):
        assert (tmp_path / name).read_bytes() == (EXAMPLES / name).read_bytes()


def test_every_line_of_the_tarok_file_is_json() -> None:
    for line in (EXAMPLES / "tarok.jsonl").read_text(encoding="ascii").splitlines():
        assert json.loads(line)["game"] == "slovenian_tarok"
