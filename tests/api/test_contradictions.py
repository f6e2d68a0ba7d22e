"""Arguments that contradict the deals, or one another, are refused with a reason."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ultimo

TAROK = ultimo.game("slovenian_tarok", players=4)
SNAPSZER = ultimo.game("snapszer", players=4)
WHIST = ultimo.game("whist")


@pytest.mark.parametrize(
    ("game", "called"),
    [(TAROK, {"bid": "two", "king": "D"}), (SNAPSZER, {"bid": "game", "called": "HA"})],
)
def test_a_partner_is_who_holds_the_called_card(game: Any, called: dict[str, Any]) -> None:
    card = game.deck.index(called.get("called", "DK"))
    rows = game.deals(40, 5)
    columns = game.layout(game.terms()).columns()
    holder = np.full(game.deck.size, -1)
    for seat in range(4):
        holder[list(columns[seat])] = seat
    holders = holder[(rows == card).argmax(axis=1)]
    free = game.contract(**called)
    for partner in (1, 2, 3):
        named = game.contract(**called, partner=partner)
        plays = ultimo.simulate(game, 40, contract=free, seed=5, plays=True).plays
        assert plays is not None
        for row, held in enumerate(holders):
            one: dict[str, Any] = {"contract": named, "seed": 5, "start": row}
            if held == partner:
                expected = ultimo.simulate(game, 1, contract=free, seed=5, start=row)
                found = ultimo.simulate(game, 1, **one)
                np.testing.assert_array_equal(found.returns, expected.returns)
                continue
            with pytest.raises(ultimo.DealError):
                ultimo.simulate(game, 1, **one)
            with pytest.raises(ultimo.DealError):
                ultimo.replay(game, rows[row : row + 1], named, plays[row : row + 1])
        with pytest.raises(ultimo.ContractError) as error:
            ultimo.VectorEnv(game, 2, contract=named, seed=5)
        assert error.value.code == "partner_given"


def test_who_sits_out_announces_nothing() -> None:
    game = ultimo.game("french_tarot", players=5)
    contract = game.contract("garde", declarer=3, handfuls={4: "single"})
    asked: list[Any] = [
        lambda: ultimo.simulate(game, 2, contract=contract, seed=1),
        lambda: ultimo.VectorEnv(game, 2, contract=contract, seed=1),
        lambda: game.position_of_row(game.deals(1, 1)[0], contract),
    ]
    for ask in asked:
        with pytest.raises(ultimo.DealError) as error:
            ask()
        assert error.value.code == "sits_out"


def test_the_deals_of_a_seed_end() -> None:
    contract, last = WHIST.contract(trump="S"), 2**64 - 1
    assert len(ultimo.simulate(WHIST, 1, contract=contract, seed=1, start=last)) == 1
    assert WHIST.deals(1, 1, start=last).shape == (1, 52)
    asked: list[Any] = [
        lambda: ultimo.simulate(WHIST, 2, contract=contract, seed=1, start=last),
        lambda: next(ultimo.simulate_chunks(WHIST, 2, contract=contract, seed=1, start=last)),
        lambda: WHIST.deals(2, 1, start=last),
        lambda: WHIST.deals(2, 1, start=last, where="0 holds SA"),
        lambda: ultimo.game("hosn_owe").deals(2, 1, start=last),
    ]
    for ask in asked:
        with pytest.raises(ultimo.OptionError) as error:
            ask()
        assert error.value.code == "bad_start"


def test_what_was_dealt_is_not_written_to() -> None:
    def turn(rows: Any) -> Any:
        rows[:] = rows[::-1].copy()

    with pytest.raises(ValueError, match="read-only"):
        ultimo.simulate(WHIST, 4, contract_for=turn, seed=1)


def test_rows_are_not_written_over_their_masks() -> None:
    env = ultimo.VectorEnv(WHIST, 4, contract=WHIST.contract(trump="S"), seed=1)
    size, actions = env.observation_size, env.num_actions
    both = np.zeros(4 * (size + actions), dtype=np.uint8)
    observations: Any = both[: 4 * size].reshape(4, size)
    mask: Any = both[4 * size :].reshape(4, actions)
    given: dict[str, Any] = {"contract": WHIST.contract(trump="S"), "seed": 1}
    fine = ultimo.VectorEnv(WHIST, 4, out=(observations, mask), **given)
    fine.reset()
    over: Any = both[actions : 4 * actions + actions].reshape(4, actions)
    with pytest.raises(ultimo.ArgumentError, match="share memory"):
        ultimo.VectorEnv(WHIST, 4, out=(observations, over), **given)


@pytest.mark.parametrize(
    "spoil",
    [lambda array: array.setflags(write=False), lambda array: array.resize((2, 5), refcheck=False)],
    ids=["closed", "resized"],
)
def test_arrays_of_the_caller_must_stay_as_they_are(spoil: Callable[[Any], None]) -> None:
    given: dict[str, Any] = {"seed": 1, "contract": WHIST.contract(trump="S")}
    size = ultimo.VectorEnv(WHIST, 3, **given).observation_size
    out = np.zeros((3, size), np.uint8), np.zeros((3, WHIST.num_actions), np.bool_)
    env = ultimo.VectorEnv(WHIST, 3, **given, out=out)
    _, mask = env.reset()
    spoil(out[0])
    with pytest.raises(ultimo.ArgumentError, match="must stay"):
        env.step(mask.argmax(axis=1))


def test_actions_may_share_memory_with_what_is_written() -> None:
    given: dict[str, Any] = {"contract": WHIST.contract(trump="S"), "seed": 1}
    env, other = (ultimo.VectorEnv(WHIST, 2, reuse=True, **given) for _ in range(2))
    _, mask = env.reset()
    moves = mask.argmax(axis=1)
    bytes_ = env.view()[0]
    inside = bytes_[:1, :16].view(np.int64).reshape(-1)
    inside[:] = moves
    found = env.step(inside)
    expected = other.step(moves)
    for one, same in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, same)


def test_history_is_of_whole_deals() -> None:
    with pytest.raises(ultimo.OptionError) as error:
        ultimo.VectorEnv(WHIST, 2, contract=WHIST.contract(trump="S"), seed=1, history=3)
    assert error.value.code == "history_given"
