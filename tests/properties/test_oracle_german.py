"""German whist in lockstep with the plain Python of tests/oracle, endings and matches too."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from tests.oracle import german_whist as oracle
from tests.oracle import minimax, walk

import ultimo
from ultimo.scoring import Goal

VARIANTS = [
    {"void_rule": void, "count_tricks": count}
    for void, count in product(("must_trump", "free"), ("phase2", "all26", "weighted"))
]
EACH = pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(o.values()))


def seen(game: Any, marks: Any) -> set[str]:
    """Returns the cards of an array of marks."""
    return {game.deck.codes[card] for card in np.flatnonzero(marks)}


def views(state: Any, play: oracle.GermanHand, public: set[str]) -> None:
    """Compares what each seat sees with what the oracle's cards and the public ones allow."""
    for seat in (0, 1):
        view = state.observation(seat)
        assert seen(state.game, view["hand"]) == set(play.hands[seat])
        assert seen(state.game, view["hands"][1 - seat]) == public & set(play.hands[1 - seat])
        assert seen(state.game, view["table"]) == ({play.face_up} if play.face_up else set())
        assert view["stock_size"] == len(play.stock)


def lockstep(options: dict[str, Any], seed: int, dealer: int, rng: random.Random) -> list[int]:
    """Plays one deal on both sides, and returns its points."""
    game: Any = ultimo.game("german_whist", **options)
    state: Any = game.start(seed=seed, dealer=dealer)
    cards = oracle.deal(seed, pack=game.deck.cards, dealer=dealer)
    assert [set(hand) for hand in state.deal.hands] == [set(hand) for hand in cards.hands]
    assert state.deal.talon == cards.stock
    play = oracle.GermanHand(
        oracle.Options(**options), cards.hands, cards.stock, cards.trump, 1 - dealer
    )
    public: set[str] = set()
    while play.current is not None:
        assert state.phase == play.phase
        assert state.current_player == play.current
        names = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(names) == sorted(play.legal())
        if len(state.history) % 7 == 0:
            views(state, play, public)
        card = rng.choice(names)
        # Whoever wins the trick takes the card that lies face up.
        if play.trick and play.face_up:
            public.add(play.face_up)
        state.apply(card)
        play.apply(card)
        assert list(state.position.tricks) == play.tricks
        assert state.position.stock == tuple(play.stock)
        assert [set(hand) for hand in state.position.hands] == [set(hand) for hand in play.hands]
    assert state.is_over
    assert state.returns().tolist() == play.returns()
    return play.returns()


@EACH
def test_whole_deals(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for seed in range(20):
        lockstep(options, seed, seed % 2, rng)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@EACH
def test_many_more_whole_deals(options: dict[str, Any]) -> None:
    rng = random.Random("more" + str(options))
    for seed in range(1000, 3000):
        lockstep(options, seed, seed % 2, rng)


# Matches.


def match_in_lockstep(seed: int) -> None:
    """Plays a match of random deals, or of random results, on both sides."""
    rng = random.Random(seed)
    options: dict[str, Any] = {
        **rng.choice(VARIANTS),
        "match_mode": rng.choice(("single", "deals", "target")),
        "match_deals": rng.randint(1, 5),
        "target": rng.randint(1, 60),
        "stake": rng.choice((0, 1, 5)),
    }
    game: Any = ultimo.game("german_whist", **options)
    dealer = rng.randrange(2)
    match = ultimo.Match(game, seed=seed, dealer=dealer)
    theirs = oracle.GermanMatch(oracle.Options(**options), dealer)
    total = {"phase2": 13, "all26": 26, "weighted": 39}[options["count_tricks"]]
    while not theirs.is_over:
        assert not match.is_over
        assert match.dealer == theirs.dealer
        if rng.random() < 0.3:
            state: Any = match.start()
            while not state.is_over:
                state.apply(rng.choice(state.legal_actions()))
            match.record(state)
            points = [int(x) for x in state.returns()]
        else:
            own = rng.randint(0, total)
            points = [own, total - own]
            match.record(returns=points)
        theirs.add(points)
        assert match.totals.tolist() == theirs.totals
        assert match.tally.target == theirs.target
    assert match.is_over
    assert match.payments.tolist() == theirs.payments()
    winners = (0, 1) if theirs.winner is None else (theirs.winner,)
    assert match.winners == winners
    assert ultimo.Match.from_json(match.to_json()) == match


def test_matches() -> None:
    for seed in range(60):
        match_in_lockstep(seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_many_more_matches() -> None:
    for seed in range(1000, 3000):
        match_in_lockstep(seed)


# Endings.


def ending(seed: int, cards: int, draws: int) -> tuple[Any, oracle.GermanHand]:
    """The same ending on both sides, sometimes in the middle of a trick."""
    rng = random.Random(seed)
    options: dict[str, Any] = rng.choice(VARIANTS)
    game: Any = ultimo.game("german_whist", **options)
    pack = rng.sample(game.deck.cards, 2 * cards + 2 * draws)
    hands, stock = [pack[:cards], pack[cards : 2 * cards]], pack[2 * cards :]
    trump, leader = rng.choice((*"CDHS", None)), rng.randrange(2)
    contract = game.contract(trump=trump, declarer=rng.randrange(2))
    deal = game.make_deal(hands, talon=stock)
    position = game.position(deal, contract, leader=leader)
    play = oracle.GermanHand(oracle.Options(**options), hands, stock, trump, leader)
    for _ in range(rng.randrange(3)):
        card = rng.choice(position.legal())
        position.play(card)
        play.apply(card)
    return position, play


def worths(seat: int) -> dict[Goal, Callable[[oracle.GermanHand], int]]:
    """How each goal of a seat is read off the end of a hand."""
    return {
        "score": lambda end: end.returns()[seat],
        "tricks": lambda end: end.tricks[seat],
        "win": lambda end: int(end.returns()[seat] > end.returns()[1 - seat]),
    }


def solved(seed: int) -> None:
    """Compares the solver with a full minimax, every goal, every card, and the line."""
    rng = random.Random(seed)
    position, play = ending(seed, *rng.choice([(1, 0), (1, 2), (2, 1), (2, 2), (3, 0), (3, 1)]))
    if play.current is None:
        return
    seat = position.contract.declarer
    for goal, worth in worths(seat).items():
        found = ultimo.solve(position, goal)
        expected = minimax.table(play, {seat}, worth)
        assert found.table == expected, (seed, goal)
        assert found.value in expected.values()
        end = play.copy()
        for card in found.line:
            end.apply(card)
        assert end.current is None
        assert worth(end) == found.value


@pytest.mark.parametrize("part", range(5))
def test_the_solver_reaches_what_minimax_reaches(part: int) -> None:
    for seed in range(40 * part, 40 * part + 40):
        solved(seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_the_solver_reaches_what_minimax_reaches_in_many_more_endings() -> None:
    for seed in range(1000, 3000):
        solved(seed)


def test_perft_counts_the_lines_of_the_oracle() -> None:
    for seed in range(30):
        position, play = ending(seed, 3, seed % 3)
        for depth in range(9):
            assert position.perft(depth) == walk.perft(play, depth), (seed, depth)
