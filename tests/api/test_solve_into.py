"""`solve_batch(into=…)`: values in a file as they become known, and going on where it stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ultimo

GAME = ultimo.game("preferansz")
CONTRACT = GAME.contract("hand_acorns")
DEALS = GAME.deals(12, seed=4)


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def solve(path: Path | str | None, **more: Any) -> Any:
    """Solves the deals into a file."""
    return ultimo.solve_batch(GAME, DEALS, CONTRACT, "tricks", into=path, **more)


@pytest.fixture
def expected() -> Any:
    """The values, without a file."""
    return solve(None)


def test_every_value_has_a_line(tmp_path: Path, expected: Any) -> None:
    path = tmp_path / "values.jsonl"
    np.testing.assert_array_equal(solve(path), expected)
    head, *found = lines(path)
    assert (head["format"], head["game"], head["deals"]) == ("ultimo.values", "preferansz", 12)
    assert [(line["deal"], line["value"]) for line in found] == list(enumerate(expected.tolist()))


def test_work_that_was_stopped_goes_on(tmp_path: Path, expected: Any) -> None:
    path = tmp_path / "values.jsonl"
    told: list[int] = []

    def stop(done: int, of: int) -> None:
        if done == 5:
            raise KeyboardInterrupt
        assert of == 12

    def tell(done: int, of: int) -> None:
        told.append(done)
        assert of == 12

    with pytest.raises(KeyboardInterrupt):
        solve(path, progress=stop, threads=1)
    assert len(lines(path)) == 6
    # The last line may have been cut off.
    path.write_text(path.read_text() + '{"deal": 5, "val')
    np.testing.assert_array_equal(solve(str(path), progress=tell), expected)
    assert told == list(range(6, 13))
    assert sorted(line["deal"] for line in lines(path)[1:]) == list(range(12))
    np.testing.assert_array_equal(solve(path, progress=tell), expected)
    assert told == list(range(6, 13)), "nothing is solved again"


def test_a_deal_at_its_limit_has_its_bounds_and_is_tried_again(
    tmp_path: Path, expected: Any
) -> None:
    path = tmp_path / "values.jsonl"
    found = solve(path, nodes=60, unsolved="nan")
    assert np.isnan(found).any()
    solved = ~np.isnan(found)
    np.testing.assert_array_equal(found[solved], expected[solved])
    for line in lines(path)[1:]:
        if "value" not in line:
            assert line["lower"] <= expected[line["deal"]] <= line["upper"]
    np.testing.assert_array_equal(solve(path), expected)
    with pytest.raises(ultimo.SolverLimitError):
        solve(None, nodes=1)


@pytest.mark.parametrize(
    "text",
    ["no json\n", "[]\n", '{"format": "ultimo.values"}\n', "\n"],
)
def test_another_file_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "values.jsonl"
    path.write_text(text)
    with pytest.raises(ultimo.OptionError) as error:
        solve(path)
    assert error.value.code == "other_file"
    assert path.read_text() == text


def test_other_deals_and_questions_are_another_file(tmp_path: Path) -> None:
    path = tmp_path / "values.jsonl"
    solve(path)
    for deals, contract, goal in (
        (DEALS[::-1], CONTRACT, "tricks"),
        (DEALS, GAME.contract("hand_bells"), "tricks"),
        (DEALS, CONTRACT, "score"),
    ):
        with pytest.raises(ultimo.OptionError) as error:
            ultimo.solve_batch(GAME, deals, contract, goal, into=path)  # type: ignore[arg-type]
        assert error.value.code == "other_file"
    spoilt = path.read_text() + '{"deal": 99, "value": 1}\n'
    path.write_text(spoilt)
    with pytest.raises(ultimo.OptionError, match="no deal 99"):
        solve(path)


def test_a_first_line_that_was_cut_off_is_written_again(tmp_path: Path, expected: Any) -> None:
    path = tmp_path / "values.jsonl"
    solve(path)
    whole = path.read_text()
    path.write_text(whole[:60])
    np.testing.assert_array_equal(solve(path), expected)
    assert path.read_text() == whole


@pytest.mark.parametrize(
    "line",
    [
        b'{"deal": true, "value": 1}',
        b'{"deal": 0.0, "value": 1}',
        b'{"deal": 0, "value": NaN}',
        b'{"deal": 0, "value": 1e400}',
        b'{"deal": 0, "value": true}',
        b'{"deal": 0, "value": null}',
        b'{"deal": 0, "value": 1' + b"0" * 400 + b"}",
        b"\xff\xfe",
    ],
)
def test_what_no_deal_can_be_worth_is_another_file(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "values.jsonl"
    solve(path)
    head = path.read_bytes().split(b"\n")[0]
    text = head + b"\n" + line + b"\n"
    path.write_bytes(text)
    with pytest.raises(ultimo.OptionError) as error:
        solve(path)
    assert error.value.code == "other_file"
    assert path.read_bytes() == text


def test_a_line_that_cannot_be_read_is_solved_again(tmp_path: Path, expected: Any) -> None:
    path = tmp_path / "values.jsonl"
    solve(path)
    path.write_text(path.read_text().split("\n")[0] + "\n" + "[" * 100_000 + "\n")
    np.testing.assert_array_equal(solve(path), expected)


def test_what_becomes_of_unsolved_deals_is_one_of_two_words() -> None:
    for word in ("skip", ["nan"], None):
        with pytest.raises(ultimo.OptionError) as error:
            solve(None, unsolved=word)
        assert error.value.code == "unknown_unsolved"
