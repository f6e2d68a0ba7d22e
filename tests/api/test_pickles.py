"""Every public object survives pickling and copying: one example at least of every public class."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo import where
from ultimo.adapters import gym, pettingzoo

TAROK = ultimo.game("slovenian_tarok", players=4)
WHIST = ultimo.game("whist")
TWO = TAROK.contract("two", king="♥", announced=["trula"])


def ending(cards: int = 6) -> ultimo.Position:
    """The last cards of a deal of whist."""
    position = WHIST.position(WHIST.deal(3), WHIST.contract(trump="S"))
    while sum(map(len, position.hands)) > cards:
        position.play(position.legal_actions()[0])
    return position


def solved(**limits: Any) -> Any:
    return ultimo.solve(ending(), "tricks", **limits)


def limit() -> ultimo.SolverLimitError:
    """What the solver says when it has to give up."""
    with pytest.raises(ultimo.SolverLimitError) as caught:
        ultimo.solve(ending(32), "tricks", nodes=3)
    return caught.value


def illegal() -> ultimo.IllegalActionError:
    with pytest.raises(ultimo.IllegalActionError) as caught:
        TAROK.start(seed=1).apply("gift")
    return caught.value


def unread() -> ultimo.NotationError:
    with pytest.raises(ultimo.NotationError) as caught:
        where.read("0 holds T22;; nonsense")
    return caught.value


def table() -> ultimo.ContractTable:
    position = ending(8)
    deal = WHIST.make_deal([list(hand) for hand in position.hands])
    return ultimo.solve_table(WHIST, deal, "tricks")


def begun(steps: int = 9) -> ultimo.State:
    state = TAROK.start(seed=1)
    for _ in range(steps):
        state.apply(state.legal_actions()[-1])
    return state


def match() -> ultimo.Match:
    found = ultimo.Match(TAROK, seed=4)
    state = found.start()
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    found.record(state)
    return found


def env(**given: Any) -> ultimo.VectorEnv:
    rows = ultimo.VectorEnv(TAROK, 3, seed=5, **given)
    _, mask = rows.reset()
    for _ in range(7):
        *_, mask = rows.step(mask.argmax(axis=1))
    return rows


def seat() -> gym.Seat:
    agent = gym.Seat(ultimo.game("ulti"), seat=1, seed=4)
    observation, _ = agent.reset(seed=1)
    agent.step(int(observation["action_mask"].argmax()))
    return agent


def self_play() -> gym.SelfPlay:
    rows = gym.SelfPlay(WHIST, 3, seed=2)
    observation, _ = rows.reset(seed=1)
    rows.step(observation["action_mask"].argmax(axis=1))
    return rows


def deals() -> pettingzoo.Deals:
    found = pettingzoo.Deals(ultimo.game("preferansz"))
    found.reset(seed=1)
    for _ in range(3):
        observation, *_ = found.last()
        found.step(int(observation["action_mask"].argmax()))
    return found


def replays() -> ultimo.Replays:
    contract = WHIST.contract(trump="S")
    plays = ultimo.simulate(WHIST, 2, contract=contract, seed=1, plays=True).plays
    assert plays is not None
    return ultimo.replay(WHIST, WHIST.deals(2, 1), contract, plays)


def report() -> Any:
    reports: list[Any] = []
    TAROK.deals(3, 1, where="0 holds T22", report=reports.append)
    return reports[0]


EXAMPLES: dict[str, Callable[[], Any]] = {
    "game": lambda: TAROK,
    "deck": lambda: TAROK.deck,
    "deal": lambda: TAROK.deal(3),
    "deal of piles": lambda: ultimo.game("strohmandli").deal(3),
    "contract": lambda: TWO,
    "state": begun,
    "state at an end": lambda: begun(0),
    "state of hosn owe": lambda: ultimo.game("hosn_owe", players=3).start(seed=1),
    "position": ending,
    "match": match,
    "solved": solved,
    "trace": lambda: ultimo.trace(ending(), "tricks"),
    "traced move": lambda: ultimo.trace(ending(), "tricks").moves[0],
    "contract table": table,
    "contract value": lambda: next(iter(table())),
    "playouts": lambda: ultimo.simulate(TAROK, 5, contract=TWO, seed=1, plays=True),
    "replays": replays,
    "rows of plays": lambda: env(contract=TWO),
    "rows of deals": lambda: env(start="auction"),
    "field": lambda: env(start="auction").fields["hand"],
    "error": lambda: ultimo.UltimoError("so", code="it_is"),
    "argument": lambda: ultimo.ArgumentError("so"),
    "no contract": lambda: ultimo.ContractError("so", code="it_is"),
    "no deal": lambda: ultimo.DealError("so", code="it_is"),
    "no option": lambda: ultimo.OptionError("so"),
    "no room": lambda: ultimo.MemoryLimitError("so"),
    "no seat": lambda: ultimo.SeatError("so"),
    "illegal": illegal,
    "unread": unread,
    "limit": limit,
    "condition": lambda: where.holds(0, "T22 T21"),
    "conditions": lambda: where.read("0 holds T22 T21 and not 1 length H >= 5; talon points <= 3"),
    "either": lambda: where.count(1, "*K", at_least=2) | ~where.points(0, at_most=12),
    "report": report,
    "one seat": seat,
    "all seats": self_play,
    "agents": deals,
}


def public() -> set[type]:
    """All public classes."""
    modules: list[Any] = [ultimo, where, gym, pettingzoo]
    found = (getattr(module, name) for module in modules for name in module.__all__)
    return {item for item in found if inspect.isclass(item)}


def parts(item: Any) -> Any:
    """What makes an object up, in things that have an equality."""
    for kind, made_of in PARTS.items():
        if isinstance(item, kind):
            return type(item), made_of(item)
    if dataclasses.is_dataclass(item):
        names = [field.name for field in dataclasses.fields(item) if field.compare]
        return type(item), [parts(getattr(item, name)) for name in names]
    return type(item), item


def same(one: Any, other: Any) -> bool:
    """Whether two objects are the same in all that can be asked of them."""
    return bool(parts(one) == parts(other))


def goes_on(env: Any) -> list[bytes]:
    """What an adapter shows in its next moves."""
    found: list[bytes] = []
    for _ in range(6):
        if isinstance(env, gym.Seat):
            # The others play by lot, from a generator that is copied too.
            seen, _, is_over, *_ = env.step(int(env._single.mask.argmax()))
            if is_over:
                seen, _ = env.reset()
        else:
            if not env.agents:
                env.reset()
            seen, _, is_over, *_ = env.last()
            env.step(None if is_over else int(seen["action_mask"].argmax()))
        found.append(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    return found


PARTS: dict[Any, Callable[[Any], Any]] = {
    np.ndarray: lambda array: (array.dtype.str, array.shape, array.tobytes()),
    BaseException: lambda error: (error.args, vars(error)),
    (list, tuple): lambda items: list(map(parts, items)),
    dict: lambda items: {key: parts(item) for key, item in items.items()},
    ultimo.State: lambda state: (state.history, state.to_json()),
    ultimo.Match: lambda match: match.to_json(),
    ultimo.VectorEnv: lambda env: parts((*env.view(), env.seat, env.last)),
    gym.SelfPlay: lambda env: parts(env.rows),
    (gym.Seat, pettingzoo.Deals): goes_on,
}


def through(protocol: int) -> Callable[[Any], Any]:
    return lambda item: pickle.loads(pickle.dumps(item, protocol))  # noqa: S301 - our own


WAYS: dict[str, Callable[[Any], Any]] = {
    **{f"protocol {number}": through(number) for number in range(2, pickle.HIGHEST_PROTOCOL + 1)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def test_every_public_class_has_an_example() -> None:
    classes = {cls for make in EXAMPLES.values() for cls in type(make()).__mro__}
    assert {cls.__name__ for cls in public() - classes} == set()


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_is_the_same(name: str, way: str) -> None:
    make, copied = EXAMPLES[name], WAYS[way]
    item = make()
    found = copied(item)
    # Nothing is lost on the way to a copy of the copy, and none of them moves with another one.
    for one in (copied(found), found, item):
        assert same(one, make())


def test_what_differs_is_told_apart() -> None:
    """The comparison of these tests sees differences."""
    assert not same(begun(9), begun(8))
    assert not same(env(contract=TWO), env(start="auction"))
    assert not same(limit(), illegal())
    assert not same(
        ultimo.simulate(TAROK, 5, contract=TWO, seed=1),
        ultimo.simulate(TAROK, 5, contract=TWO, seed=2),
    )
