"""Every contract of every variant is reached and played, and every phase that a game declares.

The auctions are steered: one seat bids what is wanted as soon as it may, the others mostly pass.
"""

import random
from collections.abc import Iterator
from functools import cache
from inspect import isabstract
from typing import Any

import numpy as np
import pytest
from tests.properties.games import MODULES, VARIANTS, choose

import ultimo
from ultimo.phases import Phase

TRIES = 200
"""Deals that are tried for a contract."""
PLAYED = 50
"""Deals of a variant that are played to the end to find a phase."""
BEGUN = 400
"""Deals that are taken up to the play to find one."""
QUICK = 12
"""Contracts of a variant that are tried in the quick run."""


def call(state: Any, bid: str, bidder: int, rng: random.Random) -> str:
    """Chooses a call so that a bid becomes the contract of a seat."""
    names: list[str] = [state.game.action_names[action] for action in state.legal_actions()]
    if bid in names and state.current_player == bidder:
        return bid
    if "pass" in names and (state.current_player != bidder or bid not in names):
        # Some bids are only made over others, or after all have passed.
        return "pass" if rng.random() < 0.7 else rng.choice(names)
    return rng.choice(names)


def steered(game: Any, bid: str, seed: int) -> Any | None:
    """Plays a deal that comes to a contract by a bid, to its end; `None` if another one stands."""
    rng = random.Random(f"{bid} {seed}")
    bidder = rng.randrange(game.players)
    state = game.start(seed=seed, dealer=seed % game.players)
    while not state.is_over:
        assert state.legal_actions()
        assert len(state.history) < 2000
        if state.phase in {"kontra", "play"} and state.contract.bid != bid:
            return None
        wanted = call(state, bid, bidder, rng) if state.phase == "auction" else choose(state, rng)
        state.apply(wanted)
    return state if state.contract is not None and state.contract.bid == bid else None


@cache
def reached(variant: str, most: int = QUICK) -> dict[str, Any]:
    """Returns a deal that was played to its end for the bids of a variant, `None` if none came.

    Of many bids only `most` are tried, drawn by lot.
    """
    game = VARIANTS[variant]
    found = {}
    bids = list(game.bids)
    for bid in random.Random(variant).sample(bids, min(most, len(bids))):
        played = (steered(game, bid, seed) for seed in range(TRIES))
        found[bid] = next((state for state in played if state is not None), None)
    return found


def check_reached(found: dict[str, Any]) -> None:
    """Sees that a contract was reached for every bid, and played."""
    assert [bid for bid, state in found.items() if state is None] == []
    for bid, state in found.items():
        assert "play" in {phase.name for phase, _ in state.phases()}, bid
        assert np.isfinite(state.returns()).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_contracts_are_reached_and_played(variant: str) -> None:
    check_reached(reached(variant))


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_contract_is_reached_and_played(variant: str) -> None:
    check_reached(reached(variant, 1000))


@pytest.mark.parametrize("variant", VARIANTS)
def test_contracts_are_written_and_read_and_undone(variant: str) -> None:
    """Twice through JSON at the end, replayed there; then all taken back, step by step."""
    for bid, state in reached(variant).items():
        if state is None:
            continue
        once = ultimo.State.from_json(state.to_json())
        again = ultimo.State.from_json(once.to_json())
        assert once == again == state, bid
        assert (again.returns() == state.returns()).all()
        steps = len(state.history)
        back = state.copy()
        for number in range(steps, 0, -1):
            seat, action = state.history[number - 1]
            assert back.undo() == (seat, action)
            assert back.current_player == seat
            assert not back.is_over
            assert action in back.legal_actions()
        assert back == state.game.start(state.deal, **state.terms.to_dict())


def phase_classes(name: str) -> set[str]:
    """Returns the names of the phases that the module of a game declares, without abstract ones."""
    found, waiting = set(), [Phase]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(f"ultimo.games.{name}") and not isabstract(kind):
            found.add(kind.__qualname__)
    return found


def gone_through(state: Any) -> set[str]:
    """Returns the names of the phases that a deal has gone through."""
    return {type(phase).__qualname__ for phase, _ in state.phases()}


def deals_of(game: Any) -> Iterator[Any]:
    """Yields deals as they begin in matches, whose terms may differ, and then single ones."""
    for seed in range(4):
        match = ultimo.Match(game, seed=seed)
        while not match.is_over and match.played < 8:
            state = match.start()
            yield state
            match.record(state)
    for seed in range(BEGUN):
        yield game.start(seed=seed, dealer=seed % game.players)


@pytest.mark.parametrize("name", MODULES)
def test_every_phase_is_reached(name: str) -> None:
    rng = random.Random(name)
    missing = phase_classes(name)
    for variant, game in MODULES[name].VARIANTS.items():
        for state in reached(variant).values():
            missing -= set() if state is None else gone_through(state)
        for number, state in enumerate(deals_of(game) if missing else ()):
            while not state.is_over and (number < PLAYED or state.phase != "play"):
                state.apply(choose(state, rng))
            missing -= gone_through(state)
            if not missing:
                break
    assert missing == set()
