"""Worlds of many deals at once: the same as `State.sample_rows`, one deal at a time."""

import pickle
from typing import Any

import numpy as np
import pytest
from tests.api.test_interruption import GAME as ASKING
from tests.api.test_vector_whole import actions_of
from tests.properties.games import VARIANTS, contracts

import ultimo

WHIST = ultimo.game("whist")
SOME = ["tarok 4", "ulti", "french king", "snapszer S2", "snapszer S4", "hosn owe 3", "preferansz"]
BEGUN = [(name, "auction") for name in SOME] + [
    (name, "play") for name in SOME if name != "hosn owe 3"
]


def stepped(env: ultimo.VectorEnv, steps: int) -> Any:
    """Takes some actions by lot, and returns the masks."""
    _, mask = env.reset()
    rng = np.random.default_rng(steps)
    for _ in range(steps):
        *_, mask = env.step(actions_of(mask, rng))
    return mask


def given_for(game: Any, start: str) -> Any:
    """What begins rows there."""
    return {"start": start} if start == "auction" else {"contract": next(iter(contracts(game)))}


@pytest.mark.parametrize("name", VARIANTS)
def test_states_of_rows_stand_where_the_rows_do(name: str) -> None:
    game = VARIANTS[name]
    envs = [ultimo.VectorEnv(game, 3, start="auction", seed=5)]
    if game.bids:
        envs += [ultimo.VectorEnv(game, 3, contract=next(iter(contracts(game))), seed=[5, 6, 7])]
    for env in envs:
        for steps in (0, 7, 33):
            mask = stepped(env, steps)
            for row, state in enumerate(env.states()):
                assert state.current_player == env.seat[row]
                np.testing.assert_array_equal(state.legal_mask(), mask[row])
                assert state.copy() == state


def test_states_of_rows_whose_play_is_interrupted() -> None:
    env = ultimo.VectorEnv(ASKING, 3, start="auction", seed=4)
    for steps in range(1, 60, 3):
        mask = stepped(env, steps)
        for row, state in enumerate(env.states([2, 0])):
            np.testing.assert_array_equal(state.legal_mask(), mask[[2, 0][row]])


@pytest.mark.parametrize(("name", "start"), BEGUN)
def test_rows_are_sampled_as_their_states(name: str, start: str) -> None:
    game = VARIANTS[name]
    given = given_for(game, start)
    env = ultimo.VectorEnv(game, 3, seed=5, **given)
    for steps in (0, 7, 30):
        stepped(env, steps)
        seeds = [11, 2**64 - 1, 3]
        rows = env.sample_rows(4, seeds, threads=2)
        assert rows.dtype == np.uint8
        assert rows.shape == (3, 4, game.deck.size)
        for row, state in enumerate(env.states()):
            own = state.sample_rows(int(env.seat[row]), 4, seeds[row])
            np.testing.assert_array_equal(rows[row], own)
            other = (int(env.seat[row]) + 1) % game.players
            np.testing.assert_array_equal(
                env.sample_rows(2, 7, seats=other)[row],
                state.sample_rows(other, 2, 7 + row),
            )


@pytest.mark.parametrize("name", VARIANTS)
def test_rows_of_every_game_are_sampled_as_their_states(name: str) -> None:
    """Also where rows share what a seat knew when their plays began, and as the plays go on."""
    game = VARIANTS[name]
    envs = [ultimo.VectorEnv(game, 6, start="auction", seed=3)]
    if game.bids:
        envs.append(ultimo.VectorEnv(game, 6, contract=next(iter(contracts(game))), seed=4))
    for env in envs:
        mask, rng = stepped(env, 9), np.random.default_rng(1)
        for seat in (None, *range(game.players)):
            for _ in range(5):
                *_, mask = env.step(actions_of(mask, rng))
            rows = env.sample_rows(3, 8, seats=seat)
            for row, state in enumerate(env.states()):
                own = int(env.seat[row]) if seat is None else seat
                np.testing.assert_array_equal(rows[row], state.sample_rows(own, 3, 8 + row))


@pytest.mark.parametrize("name", ["tarok 4", "ulti", "whist", "french king"])
def test_what_was_found_out_is_of_no_deal_but_that(name: str) -> None:
    """After a reset, in copies and in other processes the same is drawn as without a past."""
    env = ultimo.VectorEnv(VARIANTS[name], 4, start="auction", seed=3)
    for steps in (25, 29, 34):
        stepped(env, steps)
        seats = [int(seat) for seat in env.seat]
        rows = env.sample_rows(3, 8)
        fresh = ultimo.sample_batch(env.states(), 3, 8, seats=seats)
        np.testing.assert_array_equal(rows, fresh)
        copied = pickle.loads(pickle.dumps(env))  # noqa: S301 - what was just written
        np.testing.assert_array_equal(copied.sample_rows(3, 8), fresh)
    env.reset(seed=9)
    fresh = ultimo.sample_batch(env.states(), 3, 8)
    np.testing.assert_array_equal(env.sample_rows(3, 8), fresh)


def test_a_card_exchanged_into_the_stock_may_be_drawn_and_played() -> None:
    """The trump Unter is laid openly under the stock, and whoever draws it plays it."""
    game = ultimo.game("snapszer", players=2)
    hands = [["AU", "LO", "HK", "HT", "BT"], ["LK", "LT", "BU", "BO", "BA"]]
    talon = ["AA", "HO", "LU", "AK", "HA", "AT", "BK", "LA", "HU", "AO"]
    state = game.start(game.make_deal(hands, talon))
    moves = "exchange BT BA BU HT AA HO LT AO HK LU HU HA BO BK AK AU"
    for move in moves.split():
        state.apply(move)
    for seat in (0, 1):
        for world in state.sample_states(seat, 5, seed=1):
            assert "AU" in world.deal.hands[0]
            assert world.hand(seat) == state.hand(seat)


@pytest.mark.parametrize(("name", "start"), BEGUN)
def test_nothing_depends_on_hidden_cards(name: str, start: str) -> None:
    """Worlds that a seat cannot tell apart give equal arrays."""
    game = VARIANTS[name]
    given = given_for(game, start)
    env = ultimo.VectorEnv(game, 3, seed=8, **given)
    for steps in (2, 20):
        stepped(env, steps)
        rows = env.sample_rows(3, 1)
        seats = [int(seat) for seat in env.seat]
        for at in range(3):
            worlds = [
                state.sample_states(seat, at + 1, seed=5)[at]
                for state, seat in zip(env.states(), seats, strict=True)
            ]
            again = ultimo.sample_batch(worlds, 3, 1, seats=seats)
            np.testing.assert_array_equal(again, rows)


def test_arrays_of_the_caller_are_written_into() -> None:
    env = ultimo.VectorEnv(WHIST, 2, start="auction", seed=1)
    env.reset()
    out = np.full((2, 5, 52), 255, dtype=np.uint8)
    done: list[tuple[int, int]] = []
    assert env.sample_rows(5, 3, out=out, progress=lambda *now: done.append(now)) is out
    assert (np.sort(out, axis=2) == np.arange(52)).all()
    assert done == [(1, 2), (2, 2)]
    in_one_place = np.broadcast_to(out[:, :1], out.shape).view()
    in_one_place.flags.writeable = True
    for bad in (out[:1], out.astype(np.int64), "out", in_one_place):
        with pytest.raises(ultimo.ArgumentError, match="out"):
            env.sample_rows(5, 3, out=bad)  # type: ignore[arg-type]
    out.flags.writeable = False
    with pytest.raises(ultimo.ArgumentError, match="writing"):
        env.sample_rows(5, 3, out=out)


def test_what_is_no_argument_is_refused() -> None:
    env = ultimo.VectorEnv(WHIST, 2, start="auction", seed=1)
    env.reset()
    given: Any
    for given in ({"k": -1}, {"k": 1.5}, {"seed": -1}, {"seed": [1]}, {"seats": [0, 1, 2]}):
        with pytest.raises(ultimo.ArgumentError):
            env.sample_rows(**{"k": 1, "seed": 1, **given})
    for given in (4, [0, 9], "0"):
        with pytest.raises((ultimo.SeatError, ultimo.ArgumentError)):
            env.sample_rows(1, 1, seats=given)
    with pytest.raises(ultimo.ArgumentError):
        env.states([2])
    with pytest.raises(ultimo.ArgumentError):
        ultimo.sample_batch([WHIST], 1, 1)  # type: ignore[list-item]
    state, other = WHIST.start(seed=1), ultimo.game("ulti").start(seed=1)
    with pytest.raises(ultimo.ArgumentError, match="decks"):
        ultimo.sample_batch([state, other], 1, 1)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    with pytest.raises(ultimo.SeatError, match="over"):
        ultimo.sample_batch([state], 1, 1)
    assert ultimo.sample_batch([state], 1, 1, seats=0).shape == (1, 1, 52)
    assert ultimo.sample_batch([], 1, 1).shape == (0, 1, 0)


@pytest.mark.parametrize("declarer", [0, 1])
@pytest.mark.parametrize("bid", ["P", "B"])
def test_the_declarer_alone_knows_a_talon_that_was_dealt(bid: str, declarer: int) -> None:
    """Of twelve cards the last two are the talon: the declarer's discards, rules/ulti.md."""
    game = ultimo.game("ulti")
    trump = "A" if bid == "P" else None
    env = ultimo.VectorEnv(
        game, 8, contract=game.contract(bid, declarer=declarer, trump=trump), seed=1
    )
    env.reset()
    dealt = game.deals(8, 1)
    talon = slice(10, 12)
    for seat in range(3):
        rows = env.sample_rows(40, 1, seats=seat)
        # Rows are those of `Game.deals`: each hand and the talon ascend.
        for part in (slice(10), talon, slice(12, 22), slice(22, 32)):
            assert (np.diff(rows[:, :, part].astype(int), axis=2) > 0).all()
        is_known = (rows[:, :, talon] == dealt[:, None, talon]).all(axis=2)
        assert is_known.all() if seat == declarer else is_known.mean() < 0.1
        own = (slice(10), slice(12, 22), slice(22, 32))[seat]
        assert (rows[:, :, own] == dealt[:, None, own]).all()


def test_a_talon_that_was_dealt_is_drawn_uniformly() -> None:
    """Before a card is played every two of the 22 unknown cards are equally likely."""
    game = ultimo.game("ulti")
    env = ultimo.VectorEnv(game, 1, contract=game.contract("B", declarer=0), seed=1)
    env.reset()
    n = 231 * 200
    talon = env.sample_rows(n, 3, seats=1)[0, :, 10:12]
    pairs, counts = np.unique(talon, axis=0, return_counts=True)
    assert len(pairs) == 231
    chi = ((counts - 200) ** 2 / 200).sum()
    assert chi < 230 + 4 * np.sqrt(2 * 230)


def test_marriages_are_told_where_the_play_alone_is_played() -> None:
    """With its first card a seat tells how many twenties and forties it held: all know then."""
    game = ultimo.game("ulti")
    env = ultimo.VectorEnv(game, 12, contract=game.contract("P", trump="A"), seed=1)
    _, mask = env.reset()
    for _ in range(3):
        *_, mask = env.step(mask.argmax(axis=1))
    for seat in range(3):
        rows = env.sample_rows(20, 5, seats=seat)
        for state, worlds in zip(env.states(), rows, strict=True):
            told = state.observation(seat)["marriages"]
            assert (told >= 0).all()
            for world in worlds:
                hands = (world[:10], world[12:22], world[22:])
                for hand, (twenties, forties) in zip(hands, told, strict=True):
                    codes = {game.deck.codes[card] for card in hand}
                    pairs = [s for s in "ALHB" if {f"{s}K", f"{s}O"} <= codes]
                    assert pairs.count("A") == forties
                    assert len(pairs) - pairs.count("A") == twenties
