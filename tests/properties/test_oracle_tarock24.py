"""Tarock with 24 cards in lockstep with the plain Python of tests/oracle: the rules, read twice."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.oracle import minimax, walk
from tests.oracle import tarock24 as oracle
from tests.oracle.tarock24_play import Options, Tarock24Play, legal_discards, settle

import ultimo

CHOICES: dict[str, tuple[Any, ...]] = {
    "stock_use": ("any_hearts_declarer", "sole_bidder_only"),
    "overtake": (False, True),
    "first_lead": ("forehand", "declarer"),
    "base": (1, 1, 7),
    "hearts_factor": (1, 2),
    "schneider": (False, True),
    "discard_restriction": ("none", "no_ace_no_ten"),
    "all_nein": ("same_dealer_redeals", "next_dealer_redeals"),
}
"""The values that each option takes."""

GOALS = ("score", "points", "tricks", "win")

Game = Any


def games_by_lot(rng: random.Random) -> tuple[Game, Options]:
    """Returns the same game twice: ours, and the oracle's options."""
    given = {name: rng.choice(values) for name, values in CHOICES.items()}
    return ultimo.game("tarock24", **given), Options(**given)


def compare(position: Any, theirs: Any) -> None:
    """Compares what lies on the table, and what may be done."""
    assert position.current_player == theirs.current
    assert sorted(position.legal()) == sorted(theirs.legal())
    assert [set(hand) for hand in position.hands] == [set(hand) for hand in theirs.hands]
    assert position.trick == theirs.trick
    assert list(position.tricks) == theirs.tricks
    assert list(position.points) == theirs.points


def play_in_lockstep(rng: random.Random, game: Game, options: Options, seed: int) -> Any:
    """Plays a deal to its end on both sides, comparing at every step."""
    dealer = rng.randrange(3)
    deal = game.deal(seed, dealer=dealer)
    state = game.start(deal, dealer=dealer)
    theirs = oracle.Tarock24Deal(options, oracle.Cards(deal.hands, deal.talon), dealer)
    while not state.is_over:
        assert state.phase == theirs.phase
        assert state.current_player == theirs.current
        legal = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(legal) == sorted(theirs.legal())
        assert [set(state.hand(seat)) for seat in range(3)] == [set(h) for h in theirs.hands]
        if state.phase == "play":
            compare(state.position, theirs)
        name = rng.choice(legal)
        state.apply(name)
        theirs.apply(name)
    assert theirs.phase == "over"
    assert (state.redeal is not None) == theirs.void
    assert state.returns().tolist() == theirs.returns()
    if theirs.play is not None:
        position = state.position
        assert position is not None
        assert position.outcome().points == theirs.play.card_points
        assert (state.contract.bid, state.contract.trump) == (theirs.contract, theirs.trump)
        assert state.contract.declarer == theirs.declarer
    return state


def deals_in_lockstep(first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(f"tarock24 {seed}")
        play_in_lockstep(rng, *games_by_lot(rng), seed)


def test_deals_go_as_the_oracle_plays_them() -> None:
    deals_in_lockstep(0, 250)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_many_deals_go_as_the_oracle_plays_them() -> None:
    deals_in_lockstep(1_000, 20_000)


def test_deals_are_those_of_the_oracle() -> None:
    game = ultimo.game("tarock24")
    for index in range(150):
        dealer = index % 3
        ours = game.deal(5, index=index, dealer=dealer)
        theirs = oracle.deal(5, index, pack=game.deck.cards, dealer=dealer)
        assert [set(hand) for hand in ours.hands] == [set(hand) for hand in theirs.hands]
        assert ours.talon == theirs.talon


# Endings and the solver.


def ending_by_lot(
    rng: random.Random, game: Game, options: Options, most: int
) -> tuple[Any, Tarock24Play]:
    """Returns an ending on both sides, perhaps after an exchange."""
    size = rng.randint(1, most)
    cards = rng.sample(game.deck.cards, 3 * size + 3)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(3)]
    talon = cards[3 * size :]
    declarer, leader = rng.randrange(3), rng.randrange(3)
    bid = rng.choice(list(game.bids.values()))
    trump = rng.choice(bid.trumps)
    contract = game.contract(bid.id, declarer=declarer, trump=trump)
    after, aside, exchange = [list(hand) for hand in hands], list(talon), None
    if bid.id == "hearts_stock" and rng.random() < 0.7:
        after[declarer] += talon
        aside = []
        for _ in talon:
            aside.append(rng.choice(legal_discards(options, after[declarer])))
            after[declarer].remove(aside[-1])
        exchange = (talon, list(aside))
    deal = game.make_deal(hands, talon=talon)
    position = game.position(deal, contract, leader=leader, exchange=exchange)
    theirs = Tarock24Play(
        options,
        after,
        str(trump),
        declarer,
        aside=aside,
        without=bid.id == "hearts_without",
        leader=leader,
    )
    return position, theirs


def endings_in_lockstep(first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(f"tarock24 ending {seed}")
        position, theirs = ending_by_lot(rng, *games_by_lot(rng), 7)
        while not position.is_over:
            compare(position, theirs)
            card = rng.choice(position.legal())
            position.play(card)
            theirs.apply(card)
        assert theirs.is_over
        assert position.outcome().points == theirs.card_points
        assert position.returns().tolist() == theirs.returns()


def test_endings_go_as_the_oracle_plays_them() -> None:
    endings_in_lockstep(0, 300)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_many_endings_go_as_the_oracle_plays_them() -> None:
    endings_in_lockstep(1_000, 20_000)


def test_endings_have_as_many_lines_of_play_as_in_the_oracle() -> None:
    for seed in range(40):
        rng = random.Random(f"tarock24 perft {seed}")
        position, theirs = ending_by_lot(rng, *games_by_lot(rng), 4)
        for depth in range(7):
            assert position.perft(depth) == walk.perft(theirs, depth), (seed, depth)


def worth(goal: str, seat: int) -> Callable[[Tarock24Play], int]:
    """Returns what the end of a play is worth to the declarer."""
    found: dict[str, Callable[[Tarock24Play], int]] = {
        "score": lambda end: end.returns()[seat],
        "points": lambda end: end.card_points,
        "tricks": lambda end: end.tricks[seat],
        "win": lambda end: int(end.card_points >= 61),
    }
    return found[goal]


def solved_as_minimax(seed: int, most: int) -> None:
    """Compares value, table and line of every goal in one ending, perhaps within a trick."""
    rng = random.Random(f"tarock24 solve {seed}")
    position, theirs = ending_by_lot(rng, *games_by_lot(rng), most)
    for _ in range(rng.randrange(3)):
        card = rng.choice(position.legal())
        position.play(card)
        theirs.apply(card)
        if position.is_over:
            return
    seat = position.contract.declarer
    for goal in GOALS:
        value = worth(goal, seat)
        found = ultimo.solve(position, goal)  # type: ignore[arg-type]
        expected = minimax.table(theirs, {seat}, value)
        assert found.table == expected, (goal, seed)
        best = max if theirs.current == seat else min
        assert found.value == best(expected.values())
        end = theirs.copy()
        for card in found.line:
            end.apply(card)
        assert end.is_over
        assert value(end) == found.value


def test_the_solver_reaches_what_minimax_reaches() -> None:
    for seed in range(80):
        solved_as_minimax(seed, 3)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_the_solver_reaches_what_minimax_reaches_in_many_endings() -> None:
    for seed in range(1_000, 1_600):
        solved_as_minimax(seed, 4)


# The score by itself, and matches.


@pytest.mark.parametrize("points", [0, 29, 30, 31, 59, 60, 61, 62, 89, 90, 91, 120])
def test_scores_are_those_of_the_oracle(points: int) -> None:
    for seed in range(40):
        game, options = games_by_lot(random.Random(seed))
        for bid in game.bids.values():
            for trump in bid.trumps:
                contract = game.contract(bid.id, declarer=1, trump=trump)
                paid = settle(
                    options,
                    points,
                    120 - points,
                    hearts=trump == "H",
                    without=bid.id == "hearts_without",
                )
                settled = game.settle(contract, points=points)
                assert settled.returns.tolist() == [-paid, 2 * paid, -paid]


def test_matches_are_those_of_the_oracle() -> None:
    for seed in range(15):
        rng = random.Random(f"tarock24 match {seed}")
        all_nein = rng.choice(CHOICES["all_nein"])
        deals = rng.choice((1, 3, 12))
        game: Game = ultimo.game("tarock24", all_nein=all_nein, deals=deals)
        dealer = rng.randrange(3)
        ours = ultimo.Match(game, dealer=dealer, seed=seed)
        theirs = oracle.Tarock24Match(Options(all_nein=all_nein, deals=deals), dealer)
        while not ours.is_over:
            assert ours.dealer == theirs.dealer
            state = ours.start()
            while not state.is_over:
                state.apply(rng.choice(state.legal_actions()))
            ours.record(state)
            theirs.add([int(x) for x in state.returns()], void=state.redeal is not None)
            assert ours.totals.tolist() == theirs.totals
        assert theirs.is_over
        assert list(ours.places) == theirs.places()
