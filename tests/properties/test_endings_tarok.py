"""Endings of Slovenian tarok: against the oracle, and every goal against a full search."""

import random
from typing import Any

import pytest
from tests.oracle import tarok as oracle
from tests.properties.endings import (
    check_goals,
    check_perft,
    check_with_oracle,
    few_plays,
    hands_of,
)
from tests.rules.tarok_hands import tarok

import ultimo
from ultimo.scoring import Goal

CONTRACTS = ("three", "two", "klop", "piccolo", "beggar", "solo_without")


def both(seed: int, each: int) -> tuple[Any, oracle.TarokPlay]:
    """Returns the same ending for three here and in the oracle."""
    rng = random.Random(seed)
    game = tarok(3)
    hands = hands_of(list(game.deck.cards), 3, each, rng)
    bid, declarer, leader = rng.choice(CONTRACTS), rng.randrange(3), rng.randrange(3)
    deal = game.make_deal(hands=hands)
    position = game.position(deal, game.contract(bid, declarer=declarer), leader=leader)
    options = oracle.Options(players=3)
    return position, oracle.TarokPlay(options, hands, bid, declarer=declarer, leader=leader)


def test_perft_counts_the_lines_of_the_oracle() -> None:
    for seed in range(40):
        check_perft(*both(seed, 3), depth=10)


@pytest.mark.parametrize("goal", ["score", "tricks"])
@pytest.mark.parametrize("seed", range(120))
def test_the_solver_reaches_what_minimax_reaches(goal: Goal, seed: int) -> None:
    position, play = both(seed, 4)
    few_plays(position, play, random.Random(seed))
    if position.is_over:
        return
    seat = position.contract.declarer
    check_with_oracle(
        position,
        play,
        goal,
        {seat},
        lambda end: int(end.returns()[seat] if goal == "score" else end.tricks[seat]),
    )


def ending(game: Any, contract: Any, cards: int, rng: random.Random) -> Any:
    """Returns a position of a few cards a hand, some already played."""
    pack = list(game.deck.cards)
    rng.shuffle(pack)
    n = game.players
    hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(n)]
    talon = pack[n * cards : n * cards + 6] if n > 2 else []
    leader = rng.randrange(n)
    position = game.position(game.make_deal(hands, talon=talon), contract, leader=leader)
    for _ in range(rng.randrange(3)):
        if not position.is_over:
            position.play(rng.choice(position.legal()))
    return position


TAROK = [
    (3, "two", {}, {}),
    (3, "one", {"announced": {"trula"}, "kontra": {"game": 1, "trula": 2}}, {}),
    (3, "one", {"announced": {"pagat_ultimo", "kings"}}, {}),
    (3, "two", {"announced": {"valat"}}, {}),
    (3, "solo_without", {}, {}),
    (3, "klop", {}, {}),
    (3, "klop", {}, {"klop_talon_gift": True, "klop_scoring": "pagat70"}),
    (3, "piccolo", {}, {}),
    (3, "beggar", {}, {}),
    (3, "open_beggar", {}, {"emperor_trick": True}),
    (3, "two", {}, {"silent_pagat_failed": 25, "captured_mond_penalty": 20, "emperor_trick": True}),
    (3, "two", {}, {"round_difference_to": 5}),
    (3, "colour_valat_without", {}, {"valat_bids": True}),
    (4, "two", {"partner": 2, "king": "H"}, {"king_ultimo": 10}),
    (4, "solo_two", {"kontra": {"game": 2}}, {}),
    (4, "klop", {}, {}),
]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("players", "bid", "terms", "options"),
    TAROK,
    ids=[f"{n}-{bid}-{number}" for number, (n, bid, *_) in enumerate(TAROK)],
)
def test_tarok(
    players: int, bid: str, terms: dict[str, Any], options: dict[str, Any], seed: int
) -> None:
    rng = random.Random(f"{bid}{seed}{terms}{options}")
    game = tarok(players, **options)
    contract = game.contract(bid, **terms)
    cards = 3 if players == 4 else 4
    try:
        position = ending(game, contract, cards, rng)
    except ultimo.DealError as error:
        # The called king lies with somebody else.
        assert error.code == "wrong_partner"  # noqa: PT017
        return
    if not position.is_over:
        check_goals(position)


@pytest.mark.parametrize("seed", range(30))
def test_tarok_for_two_with_piles(seed: int) -> None:
    """From whole deals, played at random until few cards are left."""
    rng = random.Random(seed)
    game = tarok(2, two_player_pile_refill=rng.choice(["take_tarokk_and_king", "leave_face_up"]))
    position = game.position(game.deal(seed=seed), game.contract("play", declarer=seed % 2))
    while sum(position.tricks) < 22 or rng.random() < 0.3:
        position.play(rng.choice(position.legal()))
        if position.is_over:
            return
    check_goals(position)


@pytest.mark.parametrize("seed", range(40))
def test_whole_deals_of_tarok_near_their_end(seed: int) -> None:
    """Played points, tricks and trull count with what is still to come."""
    rng = random.Random(seed)
    preset = rng.choice(["site", "openspiel", "pagat"])
    game: Any = ultimo.game("slovenian_tarok", players=3, preset=preset)
    bid = rng.choice(["two", "one", "solo_without", "klop"])
    position = game.position(game.deal(seed=seed), game.contract(bid))
    while sum(position.tricks) < 12 or rng.random() < 0.5:
        position.play(rng.choice(position.legal()))
        if position.is_over:
            return
    check_goals(position)


@pytest.mark.parametrize("bid", ["beggar", "piccolo", "solo_without", "open_beggar"])
def test_a_contract_is_won_if_its_score_says_so(bid: str) -> None:
    """The goal `win`: 1 if the declarer makes the contract against any play, else 0."""
    rng = random.Random(bid)
    for _ in range(60):
        position = ending(tarok(3), tarok(3).contract(bid), 4, rng)
        if position.is_over:
            continue
        score = ultimo.solve(position, "score").value
        assert ultimo.solve(position, "win").value == (score > 0)
