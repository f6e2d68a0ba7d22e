"""Ends of deals that are small enough to be searched in full, and what the solver says of them."""

import random
from collections.abc import Callable, Collection
from typing import Any

import numpy as np
import pytest
from tests.oracle import minimax as oracle
from tests.oracle import walk

import ultimo
from ultimo import plan
from ultimo.scoring import GOALS, Goal, objective

__all__ = [
    "check_goals",
    "check_perft",
    "check_with_oracle",
    "few_plays",
    "hands_of",
    "lines_up_to",
    "near_the_end",
]

Worth = Callable[[Any], float]


def hands_of(cards: list[str], seats: int, each: int, rng: random.Random) -> list[list[str]]:
    """Returns random hands of equal size."""
    drawn = rng.sample(cards, seats * each)
    return [drawn[seat * each : (seat + 1) * each] for seat in range(seats)]


# Against the oracle: the same ending here and there.


def few_plays(position: Any, play: Any, rng: random.Random) -> None:
    """Makes some moves on both sides, so that endings begin in the middle of a trick too."""
    for _ in range(rng.randrange(4)):
        if position.is_over:
            return
        move = rng.choice(position.legal())
        position.play(move)
        play.apply(move)


def check_perft(position: Any, play: Any, depth: int) -> None:
    """Compares the number of lines of play, up to a depth, with the oracle's."""
    for moves in range(depth):
        assert position.perft(moves) == walk.perft(play, moves), moves


def check_with_oracle(
    position: Any, play: Any, goal: Goal, seats: set[int], worth: Callable[[Any], int]
) -> None:
    """Compares value, value of every legal move, and a line that reaches the value.

    Args:
        position: The ending.
        play: The same ending in the oracle.
        goal: What the solver is asked for.
        seats: The seats that maximise.
        worth: The same of an end of the oracle.
    """
    found = ultimo.solve(position, goal)
    expected = oracle.table(play, seats, worth)
    assert found.table == expected
    assert found.value in expected.values()
    for card in found.line:
        play.apply(card)
    assert play.current is None
    assert worth(play) == found.value


# Against a full search of the position itself.


def lines_up_to(position: Any, limit: int) -> int:
    """Counts the lines of play to the end, or up to a limit."""
    if position.is_over:
        return 1
    count = 0
    for move in position.legal():
        position.play(move)
        count += lines_up_to(position, limit - count)
        position.undo()
        if count >= limit:
            break
    return count


def near_the_end(position: Any, rng: random.Random, lines: int) -> Any | None:
    """Plays a deal by lot, and goes back from its end as far as it can be searched in full.

    Args:
        position: Where the play begins; it is changed.
        rng: The lot.
        lines: The largest number of lines of play that is left.

    Returns:
        The position; `None` if the deal is over before its first move.
    """
    while not position.is_over:
        position.play(rng.choice(position.legal()))
    moves = []
    while position.history:
        moves.append(position.history[-1][1])
        position.undo()
        if lines_up_to(position, lines + 1) > lines:
            position.play(moves.pop())
            break
    return None if position.is_over else position


def minimax(position: Any, side: set[int], worth: Worth) -> float:
    """Returns what a position is worth if `side` maximises and all others minimise."""
    if position.is_over:
        return worth(position)
    mine = position.current_player in side
    values = []
    for move in position.legal():
        position.play(move)
        values.append(minimax(position, side, worth))
        position.undo()
    return max(values) if mine else min(values)


def worths(position: Any, side: set[int]) -> dict[Goal, tuple[Any, Worth]]:
    """Returns, for each goal that makes sense, a position and how the goal is read off its end."""
    from ultimo._core import Payoff, Position

    game, contract = position.game, position.contract
    declarer = contract.declarer
    seats = sum(1 << seat for seat in side)
    made = game.made(contract)
    axes = {} if made is None else dict(made.axes)
    points = plan.Axis(plan.Points(seats=seats, max=game.most_points(contract)))
    watched = Position(
        position.rules,
        position.setup,
        Payoff(position.rules, [], axes | {"all points": points}),
        position.owner,
    )
    for _, action in position.history:
        watched.play(action)
    found: dict[Goal, tuple[Any, Worth]] = {
        "score": (position, lambda end: float(end.returns()[declarer])),
        "tricks": (position, lambda end: float(sum(end.tricks[seat] for seat in side))),
    }
    if any(game.deck.values):
        found["points"] = (watched, lambda end: float(end.outcome()["all points"]))
    if made is not None:
        is_made = made.made

        def win(end: Any) -> float:
            outcome = end.outcome()
            return float(is_made({name: np.array(outcome[name]) for name in axes}))

        found["win"] = (watched, win)
    return found


def check_goals(position: Any, goals: Collection[Goal] = GOALS) -> None:
    """Compares values, moves and lines of goals with a full search without pruning."""
    contract = position.contract
    maximisers = objective(position.game, contract, "tricks").maximisers
    side = {seat for seat in range(position.game.players) if maximisers >> seat & 1}
    asked = worths(position, side)
    for goal in goals:
        if goal not in asked:
            assert_no_goal(position, goal)
            continue
        where, worth = asked[goal]
        found = ultimo.solve(position, goal)
        table = {}
        for move in where.legal():
            where.play(move)
            table[move] = minimax(where, side, worth)
            where.undo()
        assert found.table == table, (goal, position.hands, contract)
        best = max if position.current_player in side else min
        assert found.value == best(table.values())
        assert table[str(found.best)] == found.value
        end = where.copy()
        for move in found.line:
            end.play(move)
        assert end.is_over
        assert worth(end) == found.value


def assert_no_goal(position: Any, goal: Goal) -> None:
    """Sees that a goal that makes no sense is refused."""
    with pytest.raises(ultimo.ContractError) as error:
        ultimo.solve(position, goal)
    assert error.value.code in {"no_card_points", "no_win"}
