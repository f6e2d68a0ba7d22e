"""Double dummy beside DDS, by way of endplay: the same deals in one process, time of the process.

`python benches/python/dds.py [DEALS]`. Values are compared before times are.
"""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import ultimo
from ultimo import Deal
from ultimo._core import Solver
from ultimo.objectives import core_objective
from ultimo.pbn import parse, write

SEED = 20261130
WEST = 3
STRAINS = ("S", "H", "D", "C", None)


def clock(work: Callable[[], Any]) -> tuple[Any, float]:
    """Returns what came of some work, and the milliseconds that the process ran for it."""
    begin = time.process_time()
    found = work()
    return found, 1e3 * (time.process_time() - begin)


def pbn_of(hands: Sequence[Sequence[str]]) -> str:
    """Returns the hands as PBN has them."""
    return parse(write(hands))[0].tags["Deal"]


def deal_pairs(count: int, cards: int) -> list[Deal]:
    """Returns random deals of so many cards each, out of the highest cards of each suit."""
    game = ultimo.game("whist", void_rule="free")
    if cards == 13:
        return [game.deal_from_row(row) for row in game.deals(count, seed=SEED)]
    kept = ultimo.game("preferansz")
    ranks = dict(zip("789UOKTA", "789TJQKA", strict=True))
    suits = dict(zip("ALHB", "CDHS", strict=True))
    found = []
    for row in kept.deals(count, seed=SEED):
        codes = [kept.deck.codes[card] for card in row]
        hands = [
            [suits[code[0]] + ranks[code[1]] for code in codes[8 * seat : 8 * seat + 8]]
            for seat in range(4)
        ]
        found.append(game.make_deal(hands=hands))
    return found


def value_alone(deals: list[Deal], trump: str | None) -> tuple[list[float], list[float], list[int]]:
    """Milliseconds of ultimo and of endplay for one value, west leads; and nodes."""
    from endplay.dds.solve import SolveMode, solve_board
    from endplay.types import Deal as PeerDeal
    from endplay.types import Denom, Player

    game = ultimo.game("whist", void_rule="free")
    contract = game.contract(trump=trump, declarer=WEST)
    aim = core_objective(game, contract, "tricks")
    ours: list[float] = []
    theirs: list[float] = []
    nodes = []
    for deal in deals:
        position = game.position(deal, contract, leader=WEST)
        found, took = clock(partial(Solver().solve, position, aim, full=False))
        ours.append(took)
        nodes.append(found.nodes)
        peer = PeerDeal(pbn_of(deal.hands), first=Player.west, trump=Denom.find(trump or "NT"))
        solved, took = clock(partial(solve_board, peer, mode=SolveMode.OptimalOne))
        theirs.append(took)
        if next(iter(solved))[1] != found.value:
            raise AssertionError(f"ultimo {found.value}, endplay {solved}: {deal}")
    return ours, theirs, nodes


def whole_table(deal: Deal) -> tuple[dict[tuple[str | None, int], float], int]:
    """Tricks of north and south by strain and leader; and nodes."""
    game = ultimo.game("whist", void_rule="free")
    found, nodes = {}, 0
    for trump in STRAINS:
        contract = game.contract(trump=trump, declarer=0)
        aim = core_objective(game, contract, "tricks")
        # All four leaders share their proofs.
        solver = Solver()
        for leader in range(4):
            position = game.position(deal, contract, leader=leader)
            result = solver.solve(position, aim, full=False)
            found[trump, leader] = result.value
            nodes += result.nodes
    return found, nodes


def tables(deals: list[Deal]) -> tuple[list[float], list[float], list[int]]:
    """Milliseconds of ultimo and of endplay for all strains and leaders; and nodes."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal as PeerDeal
    from endplay.types import Denom, Player

    ours: list[float] = []
    theirs: list[float] = []
    nodes = []
    for deal in deals:
        (values, spent), took = clock(partial(whole_table, deal))
        ours.append(took)
        nodes.append(spent)
        peer = PeerDeal(pbn_of(deal.hands))
        table, took = clock(partial(calc_dd_table, peer))
        theirs.append(took)
        for (trump, leader), value in values.items():
            # The declarer sits before the leader.
            seat = Player.find("NESW"[(leader - 1) % 4])
            said = table[Denom.find(trump or "NT"), seat]
            if said != (value if leader % 2 else 13 - value):
                raise AssertionError(f"{trump}, {leader}: ultimo {value}, endplay {said}: {deal}")
    return ours, theirs, nodes


def report(what: str, found: tuple[list[float], list[float], list[int]]) -> None:
    """Prints means and medians beside each other."""
    ours, theirs, nodes = found
    means = [statistics.mean(times) for times in (ours, theirs)]
    medians = [statistics.median(times) for times in (ours, theirs)]
    print(
        f"| {what}, {len(ours)} deals | {means[0]:.2f} ms mean, {medians[0]:.2f} median, "
        f"{statistics.mean(nodes):.0f} nodes | endplay, DDS: {means[1]:.2f} / {medians[1]:.2f}"
        f" | {means[0] / means[1]:.2f} / {medians[0] / medians[1]:.2f} of its time |",
        flush=True,
    )


def main() -> None:
    """Prints a row for each question."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    whole, short = deal_pairs(count, 13), deal_pairs(count, 8)
    value_alone(whole[:2], "S")  # DDS makes its tables when it is first asked.
    for trump in ("S", None):
        report(f"whist, 52 cards, {trump or 'NT'}, value alone", value_alone(whole, trump))
    for trump in ("S", None):
        report(f"whist, 4 x 8, {trump or 'NT'}, value alone", value_alone(short, trump))
    report("whist, 52 cards, table of 20", tables(whole))


if __name__ == "__main__":
    main()
