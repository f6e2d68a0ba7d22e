"""Measures ultimo beside its peers: one process, one core, one side after the other.

Run with ``python benches/python/peers.py``; prints the rows of ``benches/RESULTS.md``.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import ultimo
from ultimo.pbn import parse, write

SEED = 20261130
SUITS = "CDHS"


def openspiel_playouts(games: int) -> float:
    """Moves a second of OpenSpiel's tarok for three, random from the deal to the end."""
    import pyspiel

    game = pyspiel.load_game("tarok(players=3)")
    rng = random.Random(SEED)
    moves = 0
    begin = time.perf_counter()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
            state.apply_action(rng.choice(actions))
            moves += 1
        state.returns()
    return moves / (time.perf_counter() - begin)


def colver_playouts(deals: int) -> float:
    """Moves a second of colver's own rollout: belote, 32 cards, from one deal, without dealing."""
    import colver

    env = colver.Env()
    env.reset()
    env.set_contract(0, 80, 0, 0)
    env.set_phase_playing()
    begin = time.perf_counter()
    env.rollout(deals)
    return 32 * deals / (time.perf_counter() - begin)


PLAYED: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "tarok, 3 players": (
        "slovenian_tarok",
        {"players": 3, "preset": "openspiel"},
        {"bid": "three", "declarer": 0},
    ),
    "tarok, 4 players": ("slovenian_tarok", {"players": 4}, {"bid": "three", "declarer": 0}),
    "ulti, parti": ("ulti", {}, {"bid": "P", "trump": "A"}),
    "French tarot, 4 players": ("french_tarot", {}, {"bid": "garde_sans"}),
    "whist": ("whist", {}, {"trump": "S"}),
    "snapszer S2, stock and marriages": ("snapszer", {}, {"trump": "H"}),
    "strohmandli, piles": ("strohmandli", {}, {"bid": "strohmandli"}),
}
"""What is played out: the game, its options and the contract."""


def ultimo_playouts(deals: int, what: str = "tarok, 3 players") -> float:
    """Moves a second of `simulate` with dealing and the real score."""
    name, options, fields = PLAYED[what]
    game = ultimo.game(name, **options)
    contract = game.contract(**fields)
    begin = time.perf_counter()
    out = ultimo.simulate(game, deals, contract=contract, seed=SEED, threads=1)
    seconds = time.perf_counter() - begin
    if not np.isfinite(out.returns).all():
        raise AssertionError("a score is not finite")
    return out.moves / seconds


def solves(deals: int, trump: str | None) -> tuple[list[float], list[float], int]:
    """Milliseconds of ultimo and of endplay for the same deals, leader west, and nodes."""
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    game = ultimo.game("whist", void_rule="free")
    contract = game.contract(trump=trump, declarer=3)
    denom = Denom.find(trump or "NT")
    ours: list[float] = []
    theirs: list[float] = []
    nodes = 0
    for row in game.deals(deals, seed=SEED):
        deal = game.deal_from_row(row)
        text = parse(write(deal.hands))[0].tags["Deal"]
        position = game.position(deal, contract, leader=3)
        begin = time.perf_counter()
        found = ultimo.solve(position, "tricks")
        ours.append(1e3 * (time.perf_counter() - begin))
        nodes += found.nodes
        peer = Deal(text, first=Player.west, trump=denom)
        begin = time.perf_counter()
        solved = list(solve_board(peer))
        theirs.append(1e3 * (time.perf_counter() - begin))
        if max(tricks for _, tricks in solved) != found.value:
            raise AssertionError(f"ultimo {found.value}, endplay {solved}: {text}")
    return ours, theirs, nodes // deals


def best_of(measure: Callable[[], float], times: int = 3) -> float:
    """The best of several runs, as other work on the machine only slows."""
    return max(measure() for _ in range(times))


def main() -> None:
    """Prints a row for each comparison."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours = best_of(lambda: ultimo_playouts(200_000))
    theirs = best_of(lambda: openspiel_playouts(2_000))
    print(
        f"| tarok, 3 players, random playouts with dealing and score | {ours / 1e6:.1f} M moves/s"
        f" | OpenSpiel, its Python loop, from the auction on | {theirs / 1e6:.3f} M moves/s"
        f" | x{ours / theirs:.0f} |"
    )
    beside = best_of(lambda: colver_playouts(200_000))
    for what in PLAYED:
        # One side after the other, so that both see the same machine.
        fast = best_of(partial(ultimo_playouts, 100_000, what))
        beside = max(beside, colver_playouts(100_000))
        print(
            f"| {what}, random playouts with dealing and score | {fast / 1e6:.1f} M moves/s"
            f" | colver, its rollout of one deal | {beside / 1e6:.1f} M moves/s"
            f" | x{fast / beside:.2f} |"
        )
    for trump in ("S", None):
        mine, peer, nodes = solves(40, trump)
        means = statistics.mean(mine), statistics.mean(peer)
        medians = statistics.median(mine), statistics.median(peer)
        print(
            f"| 52 cards, {trump or 'no trump'}, west leads, all cards valued, 40 deals"
            f" | {means[0]:.0f} ms mean, {medians[0]:.0f} median, {nodes / 1e3:.0f} k nodes"
            f" | endplay, `solve_board` | {means[1]:.0f} / {medians[1]:.0f}"
            f" | x{means[0] / means[1]:.1f} |"
        )


if __name__ == "__main__":
    main()
