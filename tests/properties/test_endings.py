"""Endings against the oracle: how many lines of play there are, and what the solver says."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.oracle import minimax, tarok, walk, whist

import ultimo
from ultimo.scoring import Goal

TAROK_CONTRACTS = ("three", "two", "klop", "piccolo", "beggar", "solo_without")


def hands_of(cards: list[str], seats: int, each: int, rng: random.Random) -> list[list[str]]:
    """Random hands of equal size."""
    drawn = rng.sample(cards, seats * each)
    return [drawn[seat * each : (seat + 1) * each] for seat in range(seats)]


def whist_ending(seed: int, each: int) -> tuple[ultimo.Position, whist.WhistPlay]:
    """The same ending here and in the oracle."""
    rng = random.Random(seed)
    rule = rng.choice(("must_trump", "free"))
    game = ultimo.game("whist", void_rule=rule)
    hands = hands_of(list(game.deck.cards), 4, each, rng)
    trump, leader = rng.choice((*"CDHS", None)), rng.randrange(4)
    deal = game.make_deal(hands=hands)
    position = game.position(deal, game.contract(trump=trump), leader=leader)
    return position, whist.WhistPlay(whist.Options(void_rule=rule), hands, trump, leader)


def tarok_ending(seed: int, each: int) -> tuple[ultimo.Position, tarok.TarokPlay]:
    """The same ending for three here and in the oracle."""
    rng = random.Random(seed)
    game = ultimo.game("slovenian_tarok", players=3)
    hands = hands_of(list(game.deck.cards), 3, each, rng)
    bid, declarer, leader = rng.choice(TAROK_CONTRACTS), rng.randrange(3), rng.randrange(3)
    deal = game.make_deal(hands=hands)
    position = game.position(deal, game.contract(bid, declarer=declarer), leader=leader)
    play = tarok.TarokPlay(tarok.Options(players=3), hands, bid, declarer=declarer, leader=leader)
    return position, play


@pytest.mark.parametrize("ending", [whist_ending, tarok_ending])
def test_perft_counts_the_lines_of_the_oracle(
    ending: Callable[[int, int], tuple[ultimo.Position, Any]],
) -> None:
    for seed in range(40):
        position, play = ending(seed, 3)
        for depth in range(10):
            assert position.perft(depth) == walk.perft(play, depth), (seed, depth)


def check(
    position: ultimo.Position, play: Any, goal: Goal, seats: set[int], worth: Callable[[Any], int]
) -> None:
    """Value, value of every legal card, and a line that reaches the value."""
    found = ultimo.solve(position, goal)
    expected = minimax.table(play, seats, worth)
    assert found.table == expected
    assert found.value in expected.values()
    for card in found.line:
        play.apply(card)
    assert play.current is None
    assert worth(play) == found.value


def random_plays(position: ultimo.Position, play: Any, rng: random.Random) -> None:
    """Some moves on both sides, so that endings begin in the middle of a trick too."""
    for _ in range(rng.randrange(4)):
        card = rng.choice(position.legal())
        position.play(card)
        play.apply(card)


@pytest.mark.parametrize("seed", range(120))
def test_the_solver_takes_the_tricks_that_minimax_takes_in_whist(seed: int) -> None:
    position, play = whist_ending(seed, 3)
    random_plays(position, play, random.Random(seed))
    check(position, play, "tricks", {0, 2}, lambda end: int(end.tricks[0] + end.tricks[2]))


@pytest.mark.parametrize("goal", ["score", "tricks"])
@pytest.mark.parametrize("seed", range(120))
def test_the_solver_reaches_what_minimax_reaches_in_tarok(goal: Goal, seed: int) -> None:
    position, play = tarok_ending(seed, 4)
    random_plays(position, play, random.Random(seed))
    if position.is_over:
        return
    seat = position.contract.declarer
    worth: Callable[[Any], int] = (
        (lambda end: int(end.returns()[seat]))
        if goal == "score"
        else (lambda end: int(end.tricks[seat]))
    )
    check(position, play, goal, {seat}, worth)
