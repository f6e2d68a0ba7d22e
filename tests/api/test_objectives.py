"""Objectives are made once a contract and goal, so that small endings cost little."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, contracts, play_deal

import ultimo
from ultimo import objectives, plan
from ultimo._core import Objective, Position, Solver, solve
from ultimo.objectives import core_objective
from ultimo.scoring import GOALS, objective

TAROK = ultimo.game("slovenian_tarok", players=3)


def endings(game: "ultimo.Game[Any]", bid: str, n: int) -> list[Position]:
    """Random endings of three cards."""
    rng = random.Random(7)
    contract = game.contract(bid, declarer=0)
    found = []
    for _ in range(n):
        cards = rng.sample(game.deck.codes, 3 * game.players)
        hands = [cards[3 * seat : 3 * seat + 3] for seat in range(game.players)]
        found.append(game.position(game.make_deal(hands=hands), contract))
    return found


def test_the_score_is_tabulated_once_for_many_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    tabulate = objective

    def counted(*about: Any) -> Any:
        calls.append(about)
        return tabulate(*about)

    monkeypatch.setattr(objectives, "objective", counted)
    monkeypatch.setattr(objectives, "_KEPT", objectives._Kept(objectives.MOST_BYTES))
    for position in endings(TAROK, "two", 20):
        for goal in GOALS:
            ultimo.solve(position, goal)
    assert len(calls) == len(GOALS)


@pytest.mark.parametrize("goal", GOALS)
def test_an_ending_costs_little_beside_making_its_objective(goal: Any) -> None:
    positions = endings(TAROK, "two", 100)
    asked = core_objective(TAROK, positions[0].contract, "score")

    def best(job: Any) -> float:
        times = []
        for _ in range(5):
            begin = time.thread_time()
            job()
            times.append(time.thread_time() - begin)
        return min(times)

    def make() -> None:
        aim = objective(TAROK, positions[0].contract, "score")
        Objective(asked.rules, aim.parts, aim.maximisers)

    alone = best(make)
    solved = best(lambda: [ultimo.solve(position, goal) for position in positions])
    assert solved / len(positions) < alone / 2


def near_the_end(label: str, n: int) -> dict[str, list[Position]]:
    """Deals of a variant under three of its bids, played at random down to three cards a seat."""
    game, rng = VARIANTS[label], random.Random(3)
    bids = list({contract.bid: contract for contract in contracts(game)}.values())
    found: dict[str, list[Position]] = {}
    for contract in rng.sample(bids, min(3, len(bids))):
        for number in range(n):
            try:
                deal = play_deal(game, game.deal(number), contract)
                position = game.position(deal, contract)
            except ultimo.UltimoError:  # not every deal is one of every contract
                continue
            while not position.is_over and sum(map(len, position.hands)) > 3 * game.players:
                position.play(rng.choice(position.legal()))
            if not position.is_over:
                found.setdefault(contract.bid, []).append(position)
    return found


@pytest.mark.parametrize("label", VARIANTS)
def test_small_endings_take_little(label: str) -> None:
    def seconds(positions: list[Position], goal: Any) -> float:
        begin = time.thread_time()
        for position in positions:
            ultimo.solve(position, goal)
        return time.thread_time() - begin

    # Half a millisecond each on a quiet machine, with busy jobs beside it twice that or more; where
    # ten seats play, three cards a seat are no small ending.
    most = 5e-3 if VARIANTS[label].players <= 6 else 0.1
    for bid, positions in near_the_end(label, 12).items():
        for goal in GOALS:
            try:
                ultimo.solve(positions[0], goal)  # its objective is made here
            except ultimo.ContractError:
                continue
            # The time of this thread, the best of three: other jobs make it longer, not shorter.
            best = min(seconds(positions, goal) for _ in range(3))
            assert best / len(positions) < most, (bid, goal)


def test_an_ending_takes_a_small_table() -> None:
    position = endings(TAROK, "two", 1)[0]
    solver = Solver()
    solver.solve(position, core_objective(TAROK, position.contract, "score"))
    assert 0 < solver.bytes <= 1 << 16


def test_kept_objectives_are_bounded() -> None:
    asked = core_objective(TAROK, TAROK.contract("two", declarer=0), "score")
    each = asked.bytes + objectives.OWN_BYTES
    kept = objectives._Kept(3 * each)
    for number in range(4):
        kept.put(number, asked)
    kept.put(3, asked)
    assert [kept.get(number) is asked for number in range(4)] == [False, True, True, True]
    kept.get(1)
    kept.put(4, asked)
    assert [kept.get(number) is asked for number in range(5)] == [False, True, False, True, True]


def test_an_objective_serves_only_its_own_rules() -> None:
    position = endings(TAROK, "two", 1)[0]
    other = core_objective(TAROK, TAROK.contract("klop"), "tricks")
    with pytest.raises(ultimo.OptionError) as caught:
        solve(position, other)
    assert caught.value.code == "other_rules"
    with pytest.raises(ultimo.OptionError) as caught:
        Solver().reaches(position, other, 1)
    assert caught.value.code == "other_rules"


def test_an_objective_is_checked() -> None:
    rules = TAROK.compiled(TAROK.contract("two", declarer=0)).rules
    part = plan.PayoffPart({"t": plan.Axis(plan.Tricks(seats=1))}, np.zeros(2), np.zeros(3))
    with pytest.raises(ultimo.OptionError) as caught:
        Objective(rules, [part], 1)
    assert caught.value.code == "bad_payoff"
    made = core_objective(TAROK, TAROK.contract("two", declarer=0), "score")
    assert made.maximisers == 1
    assert made.rules.spec == rules.spec
    assert made.bytes > 0
    assert repr(made) == "<Objective maximisers=0b1>"


def test_threads_may_make_the_same_objective() -> None:
    positions = endings(TAROK, "one", 40)
    alone = [ultimo.solve(position, "score").value for position in positions]
    objectives._KEPT = objectives._Kept(objectives.MOST_BYTES)
    with ThreadPoolExecutor(7) as pool:
        assert list(pool.map(lambda p: ultimo.solve(p, "score").value, positions)) == alone
