"""What the solver takes by way of the package: real scores, one core, the built wheel.

`python benches/python/solves.py [WORD…] [deals=N] [seconds=N]`: the rows whose names have every
word. Deals are those of `benches/deals`, from the first card, each asked of a new solver; values
alone. Times are of the process, so that other jobs count less.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import ultimo
from ultimo import Contract, Game, Position, SolverLimitError
from ultimo._core import Solver
from ultimo.objectives import core_objective

DEALS = Path(__file__).parents[1] / "deals"


@dataclass(frozen=True)
class Question:
    """A row: positions, and what is asked of each."""

    name: str
    positions: Callable[[int], Iterator[Position]]
    goal: str
    most: int
    least: float | None = None
    """Whether at least so much is reached is asked, not the value."""


def lines(name: str, count: int) -> list[list[list[str]]]:
    """The first deals of a file: parts of a line, each a list of codes; the first names seats."""
    text = (DEALS / f"{name}.txt").read_text().splitlines()[:count]
    return [[part.split() for part in line.split("|")] for line in text]


def begun(
    game: Game[Any], contract: Contract, hands: list[list[str]], talon: list[str]
) -> Position:
    """The position after seat 0 has taken and laid away the first cards of the talon again."""
    taken = talon[:2]
    deal = game.make_deal(hands=hands, talon=talon)
    return game.position(deal, contract, exchange=(taken, taken))


def ulti(bid: str, count: int) -> Iterator[Position]:
    """Deals of ulti with bells for trumps, or without any."""
    game = ultimo.game("ulti")
    fields: dict[str, Any] = {} if bid == "B" else {"trump": "B"}
    contract = game.contract(bid, declarer=0, **fields)
    for _, *hands, aside, _rest in lines("betli" if bid == "B" else "ulti", count):
        yield begun(game, contract, hands, aside)


def preferansz(count: int) -> Iterator[Position]:
    """Deals of preferansz with bells for trumps."""
    game = ultimo.game("preferansz")
    contract = game.contract("bells", declarer=0)
    for _, *hands, aside, _rest in lines("pref", count):
        yield begun(game, contract, hands, aside)


def tarok(players: int, count: int) -> Iterator[Position]:
    """Contract two: whoever holds the first king that the declarer lacks is its partner."""
    game = ultimo.game("slovenian_tarok", players=players)
    for _, *hands, first, rest in lines(f"tarok{players}", count):
        fields: dict[str, Any] = {}
        if players == 4:
            lacking = [king for king in ("HK", "DK", "SK", "CK") if king not in hands[0]]
            king = next((k for k in lacking if any(k in hand for hand in hands)), "HK")
            fields = {"king": king[0]}
        contract = game.contract("two", declarer=0, **fields)
        yield begun(game, contract, hands, first + rest)


def snapszer(count: int) -> Iterator[Position]:
    """Snapszer for two with its stock open; the last card of the stock is turned up."""
    game = ultimo.game("snapszer")
    contract = game.contract(trump="B", declarer=0)
    for _, *hands, stock in lines("snapszer", count):
        deal = game.make_deal(hands=hands, talon=stock)
        yield game.position(deal, contract, leader=0)


QUESTIONS = [
    Question("ulti, parti, points", partial(ulti, "P"), "points", 200),
    Question("ulti, parti, win", partial(ulti, "P"), "win", 200),
    Question("ulti, parti, score", partial(ulti, "P"), "score", 200),
    Question("ulti, ulti, score", partial(ulti, "U"), "score", 200),
    Question("ulti, betli, win", partial(ulti, "B"), "win", 200),
    Question("preferansz, suit game, tricks", preferansz, "tricks", 200),
    Question("preferansz, suit game, win", preferansz, "win", 200),
    Question("snapszer S2, score", snapszer, "score", 200),
    Question("tarok, 4 players, points", partial(tarok, 4), "points", 200),
    Question("tarok, 4 players, win", partial(tarok, 4), "win", 200),
    Question("tarok, 4 players, score", partial(tarok, 4), "score", 200),
    Question("tarok, 3 players, win", partial(tarok, 3), "win", 50),
    Question("tarok, 3 players, one question", partial(tarok, 3), "score", 50, least=21),
    Question("tarok, 3 players, points", partial(tarok, 3), "points", 50),
    Question("tarok, 3 players, score", partial(tarok, 3), "score", 50),
]


def ask(question: Question, position: Position, seconds: float) -> tuple[float, int, bool]:
    """Milliseconds, nodes, and whether the answer was found in time."""
    aim = core_objective(position.game, position.contract, question.goal)
    solver = Solver()
    begin = time.process_time()
    try:
        if question.least is None:
            nodes = solver.solve(position, aim, full=False, seconds=seconds).nodes
        else:
            solver.reaches(position, aim, question.least, seconds=seconds)
            nodes = 0
        found = True
    except SolverLimitError as limit:
        nodes, found = limit.nodes, False
    return 1e3 * (time.process_time() - begin), nodes, found


def row(question: Question, most: int, seconds: float) -> str:
    """Mean, median and 95th percentile of all deals."""
    asked = [ask(question, position, seconds) for position in question.positions(most)]
    times = sorted(took for took, _, _ in asked)
    nodes = sorted(count for _, count, _ in asked)
    late = 95 * len(asked) // 100
    unanswered = sum(not found for _, _, found in asked)
    spent = f"{statistics.mean(nodes):.0f} / {statistics.median(nodes):.0f} / {nodes[late]}"
    return (
        f"| {question.name} | {len(asked)}, {unanswered} open"
        f" | {spent if question.least is None else 'not told'}"
        f" | {statistics.mean(times):.2f} / {statistics.median(times):.2f} / {times[late]:.2f} |"
    )


def main() -> None:
    """Prints a row for each question."""
    given = dict(word.split("=") for word in sys.argv[1:] if "=" in word)
    words = [word for word in sys.argv[1:] if "=" not in word]
    print("| question | deals | nodes mean / median / p95 | ms mean / median / p95 |")
    print("|---|---|---|---|")
    for question in QUESTIONS:
        if all(word in question.name for word in words):
            most = min(question.most, int(given.get("deals", question.most)))
            print(row(question, most, float(given.get("seconds", 60))), flush=True)


if __name__ == "__main__":
    main()
