"""What does not fit into the memory is refused at once, with its size."""

import tracemalloc
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo import memory

TAROK = ultimo.game("slovenian_tarok", players=4)
CONTRACT = TAROK.contract("two")
HUGE = 10**9


def contract_for(rows: Any) -> Any:  # noqa: ARG001
    return CONTRACT


ASKED: dict[str, Callable[[int], Any]] = {
    "deals": lambda n: TAROK.deals(n, 1),
    "deals where": lambda n: TAROK.deals(n, 1, where="0 holds T22"),
    "rows": lambda n: TAROK.start(seed=1).sample_rows(0, n, 1),
    "sample": lambda n: TAROK.start(seed=1).sample(0, n, 1),
    "states": lambda n: TAROK.start(seed=1).sample_states(0, n, 1),
    "batch": lambda n: ultimo.sample_batch([TAROK.start(seed=1)] * 2, n, 1),
    "simulate": lambda n: ultimo.simulate(TAROK, n, contract=CONTRACT, seed=1),
    "plays": lambda n: ultimo.simulate(TAROK, n, contract=CONTRACT, seed=1, plays=True),
    "chosen": lambda n: ultimo.simulate(TAROK, n, contract_for=contract_for, seed=1),
    "rounds": lambda n: ultimo.simulate(ultimo.game("hosn_owe"), n, seed=1),
    "play": lambda n: ultimo.VectorEnv(TAROK, n, contract=CONTRACT, seed=1),
    "auction": lambda n: ultimo.VectorEnv(TAROK, n, start="auction", seed=1),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_thousand_million_rows_are_refused_before_anything_is_laid_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "most_bytes", lambda: 1 << 33)
    ASKED[name](10)
    tracemalloc.start()
    try:
        with pytest.raises(ultimo.MemoryLimitError) as caught:
            ASKED[name](HUGE)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 26
    assert caught.value.code == "memory_limit"
    assert "GiB" in str(caught.value)
    assert isinstance(caught.value, (ValueError, MemoryError))


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint32])
def test_numbers_of_numpy_do_not_overflow(
    name: str, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "most_bytes", lambda: 1 << 33)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ultimo.MemoryLimitError):
            ASKED[name](kind(HUGE))


@pytest.mark.parametrize("name", ["play", "auction"])
def test_observations_and_masks_count_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    size = ASKED[name](1).observation_size
    rows = 5000
    monkeypatch.setattr(memory, "most_bytes", lambda: rows * (1000 + size))
    monkeypatch.setattr(memory, "SMALL", 0)
    with pytest.raises(ultimo.MemoryLimitError):
        ASKED[name](rows)


def test_the_memory_of_this_machine_is_known() -> None:
    most = memory.most_bytes()
    assert most is None or 1 << 26 < most < 1 << 50


def test_a_group_may_have_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    own = tmp_path / "memory.max"
    own.write_text("4096\n")
    unlimited = tmp_path / "other"
    unlimited.write_text("max\n")
    monkeypatch.setattr(memory, "GROUP_LIMITS", (str(unlimited), str(own), str(tmp_path / "none")))
    assert memory.most_bytes.__wrapped__() == 4096


def test_chunks_need_no_more_than_a_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "most_bytes", lambda: 1 << 26)
    chunks = ultimo.simulate_chunks(TAROK, HUGE, contract=CONTRACT, seed=1, chunk=1000)
    assert len(next(chunks)) == 1000
