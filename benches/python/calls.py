"""Measures single calls in the middle of a play beside the peers: one process, in turn.

Run with ``python benches/python/calls.py``; prints the rows of ``benches/RESULTS.md``: the legal
moves as ints, to apply an int, and to copy, each called on 1,000 objects in a loop of Python. The
best of many rounds counts, in which every side has its turn. Everywhere four moves are legal.
"""

import os
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import ultimo

SEED = 20261130
OBJECTS = 1000
ROUNDS = 60
LEGAL = 4

Calls = dict[str, Callable[[], float]]


def timed(call: Callable[[Any], object], objects: Sequence[Any]) -> float:
    """Microseconds a call."""
    begin = time.perf_counter()
    for item in objects:
        call(item)
    return 1e6 * (time.perf_counter() - begin) / len(objects)


def ours(kind: str) -> Calls:
    """Tarok for three, half played: a `Position`, or a `State` that has come through an auction."""
    game = ultimo.game("slovenian_tarok", players=3)
    rng = random.Random(SEED)
    state: Any = game.start(seed=SEED)
    while (
        state.phase != "play"
        or len(state.position.history) < 24
        or len(state.legal_actions()) != LEGAL
    ):
        names = [game.action_names[action] for action in state.legal_actions()]
        state.apply("three" if "three" in names else rng.choice(names))
        if state.is_over:
            state = game.start(seed=rng.randrange(2**32))
    middle = state if kind == "State" else state.position
    action = middle.legal_actions()[0]
    apply = type(middle).apply if kind == "State" else type(middle).play
    copy = type(middle).copy
    found = calls(middle, type(middle).legal_actions, lambda item: apply(item, action), copy)
    if kind == "Position":
        bits = type(middle).legal_bits
        found["legal moves as bits"] = lambda: timed(bits, [middle] * OBJECTS)
    return found


def openspiel() -> Calls:
    """OpenSpiel's tarok for three, half played."""
    import pyspiel

    rng = random.Random(SEED)
    game = pyspiel.load_game("tarok(players=3)")
    state = game.new_initial_state()
    # Half of the 48 cards: in the middle of the tricks three players have 8 each in hand.
    while (
        state.is_chance_node()
        or len(state.player_cards(0)) != 8
        or len(state.legal_actions()) != LEGAL
    ):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
        state.apply_action(rng.choice(actions))
    action = state.legal_actions()[0]
    kind = type(state)
    return calls(
        state, kind.legal_actions, lambda item: kind.apply_action(item, action), kind.clone
    )


def colver() -> Calls:
    """Colver's belote, half played. It copies through bytes."""
    from colver import Env

    env = Env()
    env.reset()
    env.set_contract(0, 80, 0, 0)
    env.set_phase_playing()
    played = 0
    while played < 16 or len(env.legal_actions()) != LEGAL:
        env.step(env.legal_actions()[0])
        played += 1
    action = env.legal_actions()[0]

    def copied(item: Any) -> Any:  # noqa: ANN401
        other = Env()
        other.set_state_bytes(item.get_state_bytes())
        return other

    return calls(env, Env.legal_actions, lambda item: Env.step(item, action), copied)


def calls(
    middle: Any,  # noqa: ANN401
    legal: Callable[[Any], object],
    apply: Callable[[Any], object],
    copy: Callable[[Any], Any],
) -> Calls:
    """The three calls of one side."""

    def copies() -> list[Any]:
        return [copy(middle) for _ in range(OBJECTS)]

    return {
        "legal moves": lambda: timed(legal, [middle] * OBJECTS),
        "apply": lambda: timed(apply, copies()),
        "copy": lambda: timed(copy, [middle] * OBJECTS),
    }


def main() -> None:
    """Prints a row for each call."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sides = {
        "Position": ours("Position"),
        "State": ours("State"),
        "OpenSpiel": openspiel(),
        "colver": colver(),
    }
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for side, measured in sides.items():
            for name, measure in measured.items():
                best[side, name] = min(measure(), best.get((side, name), 1e9))
    print(f"| call, microseconds | {' | '.join(sides)} |")
    for name in sides["Position"]:
        said = [f"{best[side, name]:.3f}" if (side, name) in best else "" for side in sides]
        print(f"| {name} | {' | '.join(said)} |")


if __name__ == "__main__":
    main()
