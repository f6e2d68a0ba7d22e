"""Deals as environments of Gymnasium and PettingZoo: their own tests, and the same as `State`."""

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

import ultimo
from ultimo.adapters.gym import Seat, SelfPlay
from ultimo.adapters.pettingzoo import Deals

GAMES = {
    "tarok": ultimo.game("slovenian_tarok", players=4),
    "ulti": ultimo.game("ulti"),
    "snapszer": ultimo.game("snapszer", players=2),
    "napoleon": ultimo.game("napoleon", players=3),
    "french late": ultimo.game("french_tarot", handful_timing="before_own_first_card"),
    "hosn owe": ultimo.game("hosn_owe", players=3),
}


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_is_content(name: str) -> None:
    with warnings.catch_warnings():
        # It wants floats between -1 and 1 and no `None` of the dead; neither is a rule.
        warnings.simplefilter("ignore", UserWarning)
        api_test(Deals(GAMES[name]), num_cycles=300)
        seed_test(lambda: Deals(GAMES[name]), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_agents_act_in_the_order_of_a_state_and_are_paid_the_same(name: str) -> None:
    game = GAMES[name]
    deals = Deals(game, seed=4)
    rng = np.random.default_rng(7)
    for number in range(4):
        deals.reset()
        state = game.start(game.deal(4, index=number))
        paid = dict.fromkeys(deals.possible_agents, 0.0)
        moves = 0
        for agent in deals.agent_iter():
            seen, reward, over, cut, _ = deals.last()
            paid[agent] += reward
            assert not cut
            if over:
                assert state.is_over
                deals.step(None)
                continue
            assert agent == f"seat_{state.current_player}"
            np.testing.assert_array_equal(seen["action_mask"].astype(bool), state.legal_mask())
            for other in deals.agents:
                if other != agent:
                    assert not deals.observe(other)["action_mask"].any()
            action = int(rng.choice(state.legal_actions()))
            state.apply(action)
            deals.step(action)
            moves += 1
        assert moves == len(state.history)
        np.testing.assert_array_equal(list(paid.values()), state.returns())
        assert deals.agents == []


def test_every_seat_observes_what_a_state_shows_it() -> None:
    """Also seats that are not asked, and when the deal is over."""
    game = GAMES["tarok"]
    deals = Deals(game, seed=9)
    rng = np.random.default_rng(1)
    deals.reset(seed=9)
    state = game.start(game.deal(9))
    fields = deals._single.fields
    while True:
        for seat in range(game.players):
            seen = deals.observe(f"seat_{seat}")["observation"]
            known = state.observation(seat)
            turn = [(seat + step) % game.players for step in range(game.players)]
            for name, value in (
                ("hand", known["hand"]),
                ("known", known["hands"][turn]),
                ("played", known["played"][turn]),
                ("laid", known["laid"][turn]),
                ("partner", known["partner"][turn]),
                ("phase", known["phase"]),
            ):
                start, shape, _ = fields[name]
                found = seen[start : start + fields[name].size].reshape(shape)
                np.testing.assert_array_equal(found, value, err_msg=name)
        if state.is_over:
            break
        action = int(rng.choice(state.legal_actions()))
        state.apply(action)
        deals.step(action)


def test_an_illegal_action_is_refused_by_the_rules() -> None:
    deals = Deals(GAMES["tarok"], seed=1)
    deals.reset()
    with pytest.raises(ultimo.IllegalActionError):
        deals.step(0)
    with pytest.raises(ultimo.IllegalActionError):
        deals.step(None)
    assert deals.render().startswith("slovenian_tarok, deal 0: seat")
    deals.close()


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_is_content(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(Seat(GAMES[name], seat=1, illegal="replace"), skip_render_check=True)


def test_a_seat_is_asked_and_paid_as_in_a_state() -> None:
    """With others that take the first legal action, the course of a deal can be told."""
    game = GAMES["ulti"]

    def first(seen: Any, _: np.random.Generator) -> int:
        return int(seen["action_mask"].argmax())

    env = Seat(game, seat=2, others=first, seed=5)
    rng = np.random.default_rng(3)
    paid = 0.0
    for number in range(5):
        state = game.start(game.deal(5, index=number))
        seen, info = env.reset()
        over = False
        reward: Any = 0.0
        while not over:
            while state.current_player != 2:
                state.apply(state.legal_actions()[0])
            np.testing.assert_array_equal(seen["action_mask"].astype(bool), state.legal_mask())
            action = int(rng.choice(state.legal_actions()))
            state.apply(action)
            while state.current_player not in {2, None}:
                state.apply(state.legal_actions()[0])
            seen, reward, over, cut, info = env.step(action)
            assert over == state.is_over
            assert not cut
            assert not info["illegal"]
        assert reward == state.returns()[2]
        np.testing.assert_array_equal(info["returns"], state.returns())
        paid += abs(reward)
    assert paid > 0


def test_deals_in_which_the_agent_is_not_asked_are_passed_over() -> None:
    """Two players of tarok: who undertakes nothing is asked, but in napoleon all may pass first."""
    game = ultimo.game("tarock24")
    env = Seat(game, seat=2, others=lambda seen, _: int(seen["action_mask"].argmax()))
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any()


def test_an_illegal_action_may_be_replaced() -> None:
    env = Seat(GAMES["tarok"], illegal="replace")
    env.reset(seed=1)
    _, _, _, _, info = env.step(0)
    assert info["illegal"]
    strict = Seat(GAMES["tarok"])
    strict.reset(seed=1)
    with pytest.raises(ultimo.IllegalActionError):
        strict.step(0)


@pytest.mark.parametrize("given", [{"seat": 9}, {"others": 5}, {"illegal": "no"}, {"dealer": 7}])
def test_bad_arguments_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ultimo.UltimoError):
        Seat(GAMES["tarok"], **given)


def test_self_play_is_a_vector_environment() -> None:
    game = GAMES["tarok"]
    envs = SelfPlay(game, 6, seed=2)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    plain = ultimo.VectorEnv(game, 6, start="auction", seed=2)
    first, mask = plain.reset()
    seen, info = envs.reset(seed=2)
    assert envs.observation_space.contains(seen)
    rng = np.random.default_rng(5)
    ended = 0
    while ended < 6:
        np.testing.assert_array_equal(seen["observation"], first)
        np.testing.assert_array_equal(seen["action_mask"].astype(bool), mask)
        np.testing.assert_array_equal(info["seat"], plain.seat)
        movers = plain.seat.copy()
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        assert envs.action_space.contains(actions)
        first, returns, done, mask = plain.step(actions)
        seen, reward, terminated, truncated, info = envs.step(actions)
        np.testing.assert_array_equal(reward, returns[np.arange(6), movers])
        np.testing.assert_array_equal(info["returns"], returns)
        np.testing.assert_array_equal(terminated, done)
        assert not truncated.any()
        assert ("final_obs" in info) == done.any()
        if done.any():
            np.testing.assert_array_equal(info["_final_obs"], done)
            final = info["final_obs"]["observation"]
            np.testing.assert_array_equal(final[done], plain.last[done])
        ended += int(done.sum())
    envs.reset(seed=[1, 2, 3, 4, 5, 6])
    with pytest.raises(ultimo.ArgumentError):
        envs.reset(seed=[1, 2, 3, 4, 5, None])
    envs.close()


def test_nothing_is_imported_without_need() -> None:
    code = (
        "import sys, ultimo, ultimo.adapters; "
        "assert not {'gymnasium', 'pettingzoo'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
