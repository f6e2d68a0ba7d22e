"""Strohmandli in lockstep with the plain Python of tests/oracle: the rules, read twice.

Whole deals and endings are played under options by lot, comparing what is legal, what lies where
and what it comes to at every step; the score is compared on outcomes by lot; and the solver with
the oracle's full minimax.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.oracle import minimax, strohmandli_score, walk
from tests.oracle import strohmandli as oracle
from tests.oracle.strohmandli_score import Options, Outcome, StrohmandliMatch

import ultimo
from ultimo import plan

CHOICES: dict[str, tuple[Any, ...]] = {
    "scoring_set": ("base", "house"),
    "figure_stacking": ("cumulative", "highest_of_points", "highest_overall"),
    "three54_layout": ("9_hand_9_table", "12_hand_6_table"),
    "head_after_tuletroa": (True, False),
    "turn_timing": ("at_once", "after_trick"),
}
"""The values that each option takes."""

FORMS = ("two", "three42", "three54")
GOALS = ("score", "points", "tricks", "win")
SPECIAL = ("T1", "T2", "T21", "T22", "CK", "DK", "HK", "SK")
"""The cards that declarations and figures ask for."""

Game = Any


def games_by_lot(rng: random.Random, form: str) -> tuple[Game, Options]:
    """Returns the same game twice: ours, and the oracle's options."""
    given = {name: rng.choice(values) for name, values in CHOICES.items()}
    return ultimo.game("strohmandli", form=form, **given), Options(form=form, **given)


def compare(position: Any, theirs: oracle.StrohmandliDeal) -> None:
    """Compares what lies on the table, and what may be done."""
    assert position.current_player == theirs.current
    assert sorted(position.legal()) == sorted(theirs.legal())
    assert [set(hand) for hand in position.hands] == [set(hand) for hand in theirs.hands]
    assert [list(map(list, own)) for own in position.piles] == theirs.piles
    tops = [[top for top in own if top is not None] for own in position.tops]
    assert tops == [theirs.face_up(seat) for seat in range(len(tops))]
    assert position.trick == theirs.trick
    assert list(position.tricks) == theirs.tricks
    assert list(position.points) == theirs.points


def chosen(rng: random.Random, legal: list[str]) -> str:
    """Chooses a move; what can be declared is declared more often than not."""
    calls = [name for name in legal if name.startswith("declare:")]
    return rng.choice(calls) if calls and rng.random() < 0.6 else rng.choice(legal)


def finish(rng: random.Random, position: Any, theirs: oracle.StrohmandliDeal) -> None:
    """Plays on both sides to the end, comparing at every step."""
    while not position.is_over:
        compare(position, theirs)
        name = chosen(rng, position.legal())
        position.play(name)
        theirs.apply(name)
    compare(position, theirs)
    assert theirs.is_over
    assert position.returns().tolist() == theirs.returns()
    outcome = position.outcome()
    declarer = position.contract.declarer
    assert outcome.points == theirs.points[declarer]
    assert outcome.tricks == theirs.tricks[declarer]


def deals_in_lockstep(form: str, first: int, count: int) -> None:
    """Plays whole deals through `State`."""
    for seed in range(first, first + count):
        rng = random.Random(f"{form} {seed}")
        game, options = games_by_lot(rng, form)
        dealer = rng.randrange(game.players)
        deal = game.deal(seed, dealer=dealer)
        state = game.start(deal, dealer=dealer)
        theirs = oracle.StrohmandliDeal(options, oracle.Cards(deal.hands, deal.piles), dealer)
        while not state.is_over:
            assert state.phase == theirs.phase
            assert state.current_player == theirs.current
            compare(state.position, theirs)
            name = chosen(rng, [game.action_names[action] for action in state.legal_actions()])
            state.apply(name)
            theirs.apply(name)
        assert theirs.phase == "over"
        assert state.returns().tolist() == theirs.returns()
        assert [(seat, game.action_names[a]) for seat, a in state.history] == theirs.history


@pytest.mark.parametrize("form", FORMS)
def test_deals_go_as_the_oracle_plays_them(form: str) -> None:
    deals_in_lockstep(form, 0, 60)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_deals_go_as_the_oracle_plays_them(form: str) -> None:
    deals_in_lockstep(form, 1_000, 6_000)


@pytest.mark.parametrize("layout", CHOICES["three54_layout"])
@pytest.mark.parametrize("form", FORMS)
def test_deals_are_those_of_the_oracle(form: str, layout: str) -> None:
    game = ultimo.game("strohmandli", form=form, three54_layout=layout)
    options = Options(form=form, three54_layout=layout)
    for index in range(60):
        dealer = index % game.players
        ours = game.deal(5, index=index, dealer=dealer)
        theirs = oracle.deal(options, 5, index, pack=game.deck.cards, dealer=dealer)
        assert [set(hand) for hand in ours.hands] == [set(hand) for hand in theirs.hands]
        assert ours.piles == theirs.piles


# Endings.


def cards_by_lot(rng: random.Random, game: Game, count: int) -> list[str]:
    """Returns some cards, those that scores ask for more often than others."""
    cards = rng.sample(SPECIAL, rng.randint(2, min(len(SPECIAL), count)))
    rest = [card for card in game.deck.cards if card not in cards]
    cards += rng.sample(rest, count - len(cards))
    rng.shuffle(cards)
    return cards


def ending_by_lot(
    rng: random.Random, game: Game, options: Options, most: int
) -> tuple[Any, oracle.StrohmandliDeal]:
    """Returns an ending on both sides: up to `most` cards a seat, some of them in piles."""
    players = game.players
    size = rng.randint(1, most)
    cards = cards_by_lot(rng, game, size * players)
    hands, piles = [], []
    for seat in range(players):
        own = cards[seat * size : (seat + 1) * size]
        in_piles = rng.randint(0, size)
        laid: list[list[str]] = [[], [], []]
        for card in own[:in_piles]:
            pile = rng.choice([pile for pile in laid if len(pile) < 2] or [own])
            if pile is not own:
                pile.append(card)
        lying = {card for pile in laid for card in pile}
        hands.append([card for card in own if card not in lying])
        piles.append(laid)
    contract = game.contract(declarer=rng.randrange(players))
    leader = rng.randrange(players)
    deal = game.make_deal(hands, piles=piles)
    position = game.position(deal, contract, leader=leader)
    theirs = oracle.StrohmandliDeal(options, oracle.Cards(deal.hands, deal.piles), leader=leader)
    return position, theirs


def endings_in_lockstep(form: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(f"ending {form} {seed}")
        game, options = games_by_lot(rng, form)
        for _ in range(4):
            finish(rng, *ending_by_lot(rng, game, options, 6))


@pytest.mark.parametrize("form", FORMS)
def test_endings_go_as_the_oracle_plays_them(form: str) -> None:
    endings_in_lockstep(form, 0, 60)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_endings_go_as_the_oracle_plays_them(form: str) -> None:
    endings_in_lockstep(form, 1_000, 6_000)


@pytest.mark.parametrize("form", FORMS)
def test_endings_have_as_many_lines_of_play_as_in_the_oracle(form: str) -> None:
    """Piles that are turned and declarations included."""
    for seed in range(25):
        rng = random.Random(f"perft {form} {seed}")
        game, options = games_by_lot(rng, form)
        position, theirs = ending_by_lot(rng, game, options, 4)
        for depth in range(6):
            assert position.perft(depth) == walk.perft(theirs, depth), (seed, depth)


# The solver.


def worth(goal: str, options: Options, seat: int) -> Callable[[oracle.StrohmandliDeal], int]:
    """Returns what the end of a play is worth to a seat."""
    # Where figures do not add, a better one takes the place of the game.
    plain = replace(options, figure_stacking="cumulative")
    figures: dict[str, Callable[[oracle.StrohmandliDeal], int]] = {
        "score": lambda end: end.returns()[seat],
        "points": lambda end: end.points[seat],
        "tricks": lambda end: end.tricks[seat],
        "win": lambda end: int(
            "game" in strohmandli_score.figures(plain, Outcome(end.points[seat]))
        ),
    }
    return figures[goal]


def solved_as_minimax(form: str, seed: int, most: int) -> None:
    """Compares value, table and line of every goal in one ending, perhaps within a trick."""
    rng = random.Random(f"solve {form} {seed}")
    game, options = games_by_lot(rng, form)
    position, theirs = ending_by_lot(rng, game, options, most)
    for _ in range(rng.randrange(3)):
        name = chosen(rng, position.legal())
        position.play(name)
        theirs.apply(name)
        if position.is_over:
            return
    seat = position.contract.declarer
    for goal in GOALS:
        value = worth(goal, options, seat)
        found = ultimo.solve(position, goal)  # type: ignore[arg-type]
        expected = minimax.table(theirs, {seat}, value)
        assert found.table == expected, (goal, seed)
        best = max if theirs.current == seat else min
        assert found.value == best(expected.values())
        end = theirs.copy()
        for name in found.line:
            end.apply(name)
        assert end.is_over
        assert value(end) == found.value


@pytest.mark.parametrize("form", FORMS)
def test_the_solver_reaches_what_minimax_reaches(form: str) -> None:
    for seed in range(40):
        solved_as_minimax(form, seed, 4 if form == "two" else 3)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_the_solver_reaches_what_minimax_reaches_in_many_endings(form: str) -> None:
    for seed in range(1_000, 1_600):
        solved_as_minimax(form, seed, 5 if form == "two" else 4)


def test_the_solver_reaches_what_minimax_reaches_near_the_end_of_deals() -> None:
    """Declarations made and figures reached before count with what is still to come."""
    for seed in range(40):
        rng = random.Random(f"late {seed}")
        form = rng.choice(FORMS)
        game, options = games_by_lot(rng, form)
        deal = game.deal(seed=seed)
        position = game.position(deal, game.contract(declarer=rng.randrange(game.players)))
        theirs = oracle.StrohmandliDeal(options, oracle.Cards(deal.hands, deal.piles))
        left = 4 if form == "two" else 3
        tricks = game.deck.size // game.players
        while sum(position.tricks) < tricks - left:
            name = chosen(rng, position.legal())
            position.play(name)
            theirs.apply(name)
        seat = position.contract.declarer
        for goal in GOALS:
            expected = minimax.table(theirs, {seat}, worth(goal, options, seat))
            assert ultimo.solve(position, goal).table == expected, (goal, seed)  # type: ignore[arg-type]


# The score by itself, and matches.


def outcome_by_lot(rng: random.Random, players: int) -> Outcome:
    """Returns what a seat might have come to."""
    thresholds = (47, 48, 59, 60, 70, 71) if players == 2 else (31, 32, 39, 40, 47, 48)
    valat = rng.random() < 0.15
    catch = rng.random() < 0.3
    return Outcome(
        points=94 if valat else rng.choice((*thresholds, rng.randint(0, 93))),
        all_tricks=valat,
        trull=rng.random() < 0.4,
        kings=rng.random() < 0.4,
        pagat_catch=catch,
        uhu=rng.random() < 0.3,
        mond_catch=rng.random() < 0.3,
        pagat_ultimo=not catch and rng.random() < 0.3,
    )


NAMES = {
    "valat": "all_tricks",
    "tuletroa": "trull",
    "four_kings": "kings",
    "pagat_catch": "pagat_catch",
    "uhu": "uhu",
    "xxi_catch": "mond_catch",
    "pagat_ultimo": "pagat_ultimo",
}
"""The oracle's name of each axis of the score."""


@pytest.mark.parametrize("form", ["two", "three42"])
def test_scores_are_those_of_the_oracle(form: str) -> None:
    """Outcomes of all seats by lot, which need not be possible together."""
    for seed in range(400):
        rng = random.Random(f"score {form} {seed}")
        game, options = games_by_lot(rng, form)
        outcomes = [outcome_by_lot(rng, game.players) for _ in range(game.players)]
        declared = [
            [name for name in strohmandli_score.DECLARED if rng.random() < 0.4]
            if options.scoring_set == "base"
            else []
            for _ in outcomes
        ]
        expected = [
            strohmandli_score.score(options, outcome, made)
            for outcome, made in zip(outcomes, declared, strict=True)
        ]
        assert scored(game, outcomes, declared) == expected


def scored(game: Game, outcomes: list[Outcome], declared: list[list[str]]) -> list[float]:
    """Returns what our score makes of outcomes."""
    import numpy as np

    total = np.zeros(game.players)
    names = list(strohmandli_score.DECLARED)
    for part in game.score_parts(game.contract()):
        given = {}
        for name, axis in part.axes.items():
            figure, _, seat = name.rpartition("_")
            outcome = outcomes[int(seat)]
            if isinstance(axis.fact, plan.Points):
                value = axis.classes[outcome.points]
            elif isinstance(axis.fact, plan.Declared):
                value = sum(1 << names.index(made) for made in declared[int(seat)])
            else:
                value = int(getattr(outcome, NAMES[figure]))
            given[name] = np.array([value])
        total += np.broadcast_to(part.score(given), (1, game.players))[0]
    return [float(score) for score in total]


@pytest.mark.parametrize("form", FORMS)
def test_matches_are_those_of_the_oracle(form: str) -> None:
    for seed in range(10):
        rng = random.Random(f"match {form} {seed}")
        deals = rng.choice((None, 1, 5))
        given: dict[str, Any] = {} if deals is None else {"deals": deals}
        game = ultimo.game("strohmandli", form=form, **given)
        dealer = rng.randrange(game.players)
        ours = ultimo.Match(game, dealer=dealer)
        theirs = StrohmandliMatch(Options(form=form, deals=deals), dealer)
        while not ours.is_over:
            assert not theirs.is_over
            assert ours.dealer == theirs.dealer
            scores = [rng.randint(0, 4) for _ in range(game.players)]
            ours.record(returns=scores)
            theirs.add(scores)
            assert ours.totals.tolist() == theirs.totals
        assert theirs.is_over
        assert list(ours.places) == theirs.places()
