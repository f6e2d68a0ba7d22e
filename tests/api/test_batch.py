"""`simulate` with many contracts and in chunks, and `replay`: the same as one at a time."""

from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, contracts

import ultimo

TAROK = ultimo.game("slovenian_tarok", players=3)
FOUR = ultimo.game("slovenian_tarok", players=4)
WHIST = ultimo.game("whist")
TWO, THREE = TAROK.contract("two"), TAROK.contract("three", declarer=1)


def same(one: Any, other: Any) -> None:
    """Compares two results."""
    for what in ("returns", "points", "tricks"):
        np.testing.assert_array_equal(getattr(one, what), getattr(other, what))
    assert one.moves == other.moves


def test_a_contract_a_deal_is_each_deal_by_itself() -> None:
    played = [TWO, THREE, TWO, TWO, THREE]
    found = ultimo.simulate(TAROK, 5, contract=played, seed=3, plays=True)
    numbered = ultimo.simulate(TAROK, 5, contract=([TWO, THREE], np.array([0, 1, 0, 0, 1])), seed=3)
    same(found, numbered)
    for row, contract in enumerate(played):
        one = ultimo.simulate(TAROK, 1, contract=contract, seed=3, start=row, plays=True)
        np.testing.assert_array_equal(found.returns[row], one.returns[0])
        assert found.plays is not None
        assert one.plays is not None
        np.testing.assert_array_equal(found.plays[row], one.plays[0])


def test_contract_for_sees_the_deals_of_each_chunk_once() -> None:
    seen = []

    def choose(rows: Any) -> Any:
        seen.append(len(rows))
        # Seat 0 plays with the pagat, otherwise seat 1.
        return [TWO, THREE], np.where((rows[:, :16] == 32).any(axis=1), 0, 1)

    found = ultimo.simulate(TAROK, 300, contract_for=choose, seed=5)
    assert seen == [300]
    parts = list(ultimo.simulate_chunks(TAROK, 300, contract_for=choose, seed=5, chunk=128))
    assert seen[1:] == [128, 128, 44] == [len(part) for part in parts]
    rows = TAROK.deals(300, seed=5)
    numbers = np.where((rows[:, :16] == 32).any(axis=1), 0, 1)
    assert 0 < numbers.sum() < 300
    same(found, ultimo.simulate(TAROK, 300, contract=([TWO, THREE], numbers), seed=5))
    np.testing.assert_array_equal(found.returns, np.concatenate([p.returns for p in parts]))


@pytest.mark.parametrize("chunk", [1, 7, 64, 1000])
def test_chunks_do_not_change_the_result(chunk: int) -> None:
    king = FOUR.contract("two", king="H")
    for game, contract in ((TAROK, TWO), (FOUR, king), (WHIST, None)):
        whole = ultimo.simulate(game, 100, contract=contract, seed=9, start=4)
        parts = list(
            ultimo.simulate_chunks(game, 100, contract=contract, seed=9, start=4, chunk=chunk)
        )
        assert sum(map(len, parts)) == len(whole) == 100
        np.testing.assert_array_equal(whole.returns, np.concatenate([p.returns for p in parts]))
        assert whole.moves == sum(part.moves for part in parts)


def test_progress_of_chunks_counts_up_to_n() -> None:
    told: list[tuple[int, int]] = []
    for _ in ultimo.simulate_chunks(
        TAROK, 50, contract=TWO, seed=1, chunk=20, progress=lambda done, n: told.append((done, n))
    ):
        pass
    assert told == [(20, 50), (40, 50), (50, 50)]
    assert [len(p) for p in ultimo.simulate_chunks(TAROK, 0, contract=TWO, seed=1)] == [0]


@pytest.mark.parametrize(
    ("given", "error", "code"),
    [
        ({"contract": [TWO]}, ultimo.ContractError, "wrong_number"),
        ({"contract": [TWO, "two", TWO]}, ultimo.ContractError, "bad_type"),
        ({"contract": 7}, ultimo.ContractError, "bad_type"),
        ({"contract": ([TWO], np.array([0, 1, 0]))}, ultimo.ContractError, "bad_numbers"),
        ({"contract": ([TWO], np.array([0.0, 0.0, 0.0]))}, ultimo.ContractError, "bad_numbers"),
        ({"contract": None}, ultimo.ContractError, "no_contract"),
        ({"contract": TWO, "contract_for": len}, ultimo.ContractError, "two_contracts"),
        ({"contract": TWO, "policy": "greedy"}, ultimo.OptionError, "unknown_policy"),
    ],
)
def test_bad_contracts_are_refused(given: dict[str, Any], error: Any, code: str) -> None:
    with pytest.raises(error) as raised:
        ultimo.simulate(TAROK, 3, seed=1, **given)
    assert raised.value.code == code


@pytest.mark.parametrize(("name", "value"), [("chunk", 0), ("n", -1), ("start", -1)])
def test_bad_counts_are_refused(name: str, value: Any) -> None:
    given: dict[str, Any] = {"n": 3, name: value}
    with pytest.raises(ultimo.OptionError) as raised:
        list(ultimo.simulate_chunks(TAROK, contract=TWO, seed=1, **given))
    assert raised.value.code == f"bad_{name}"


def test_a_count_that_is_none_is_refused() -> None:
    with pytest.raises(ultimo.UltimoError, match="n is a whole number, not float"):
        list(ultimo.simulate_chunks(TAROK, 2.5, contract=TWO, seed=1))  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_was_simulated_is_replayed_and_played_by_hand(variant: str) -> None:
    game = VARIANTS[variant]
    for contract in list(contracts(game))[:6]:
        found = ultimo.simulate(game, 20, contract=contract, seed=8, plays=True)
        rows = game.deals(20, seed=8)
        assert found.plays is not None
        again = ultimo.replay(game, rows, contract, found.plays)
        assert again.is_complete.all()
        for what in ("returns", "points", "tricks"):
            np.testing.assert_array_equal(getattr(found, what), getattr(again, what))
        assert again.moves.sum() == found.moves


def test_replay_finds_the_first_illegal_move_and_stops_there() -> None:
    rows = TAROK.deals(4, seed=2)
    plays = ultimo.simulate(TAROK, 4, contract=TWO, seed=2, plays=True).plays
    assert plays is not None
    plays = plays.copy()
    plays[1, 5] = plays[1, 4]  # a card that was just played
    plays[2, 10:] = 255  # not played to the end
    plays[3, 0] = 200  # no action of the game
    found = ultimo.replay(TAROK, rows, TWO, plays)
    assert found.first_illegal.tolist() == [-1, 5, -1, 0]
    assert found.moves.tolist() == [48, 5, 10, 0]
    assert found.is_over.tolist() == [True, False, False, False]
    assert found.is_complete.tolist() == [True, False, False, False]
    assert not found.returns[1:].any()
    position = TAROK.position(TAROK.deal_from_row(rows[2]), TWO)
    for action in plays[2, :10]:
        position.play(int(action))
    assert list(position.points) == found.points[2].tolist()


def test_moves_after_the_end_are_illegal() -> None:
    rows = TAROK.deals(1, seed=2)
    plays = ultimo.simulate(TAROK, 1, contract=TWO, seed=2, plays=True).plays
    assert plays is not None
    longer = np.concatenate([plays, plays[:, :1]], axis=1)
    found = ultimo.replay(TAROK, rows, TWO, longer)
    assert (found.first_illegal[0], found.is_over[0], found.is_complete[0]) == (48, True, False)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_replay_does_not_depend_on_threads(threads: int) -> None:
    rows = WHIST.deals(1000, seed=2)
    plays = ultimo.simulate(WHIST, 1000, seed=2, plays=True).plays
    assert plays is not None
    found = ultimo.replay(WHIST, rows, None, plays, threads=threads)
    assert found.is_complete.all()
    np.testing.assert_array_equal(found.returns, ultimo.simulate(WHIST, 1000, seed=2).returns)


@pytest.mark.parametrize(
    ("rows", "plays"),
    [
        (np.zeros((2, 54), dtype=np.uint8), np.zeros((2, 48), dtype=np.uint8)),
        (np.zeros((2, 10), dtype=np.uint8), np.zeros((2, 48), dtype=np.uint8)),
        (np.zeros((2, 54), dtype=np.int64), np.zeros((2, 48), dtype=np.uint8)),
        (np.zeros(54, dtype=np.uint8), np.zeros((2, 48), dtype=np.uint8)),
        (TAROK.deals(2, seed=1), np.zeros((3, 48), dtype=np.uint8)),
        (TAROK.deals(2, seed=1), np.zeros((2, 48), dtype=np.float32)),
        (TAROK.deals(2, seed=1), "plays"),
    ],
)
def test_bad_arrays_are_refused(rows: Any, plays: Any) -> None:
    with pytest.raises(ultimo.DealError):
        ultimo.replay(TAROK, rows, TWO, plays)
