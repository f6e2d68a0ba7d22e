"""Knockout whist in lockstep with the plain Python of tests/oracle: whole matches and endings."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.oracle import knockout_whist as oracle
from tests.oracle import minimax, walk
from tests.oracle.knockout_match import KnockoutMatch
from tests.oracle.knockout_whist import ACTIVE, DOG, OUT, KnockoutHand

import ultimo
from ultimo.scoring import Goal


def options_by_lot(rng: random.Random) -> dict[str, Any]:
    """Returns options, each value of each of them now and then."""
    deck_size = rng.choice((52, 52, 32))
    return {
        "players": rng.randint(2, 7 if deck_size == 52 else 4),
        "deck_size": deck_size,
        "trump_rule": rng.choice(("turned", "winner_names")),
        "dogs_life": rng.random() < 0.6,
        "start_cards": rng.choice((7, 7, 7, 5, 3, 2, 1)),
        "void_rule": rng.choice(("must_trump", "free")),
        "stake": rng.choice((0, 1, 3)),
        "match_games": rng.choice((1, 1, 2, 3)),
    }


def names(state: Any) -> list[str]:
    """Returns the names of the legal actions."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def hand_in_lockstep(
    rng: random.Random, match: ultimo.Match, theirs: KnockoutMatch, options: oracle.Options
) -> None:
    """Deals and plays the next hand of a match on both sides."""
    game: Any = match.game
    state: Any = match.start()
    cards = oracle.deal(
        options,
        match.seed,
        len(match.entries),
        pack=game.deck.cards,
        states=theirs.states,
        size=theirs.size,
        dealer=theirs.dealer,
    )
    assert [set(hand) for hand in state.deal.hands] == [set(hand) for hand in cards.hands]
    trump = None
    if theirs.namer is None:
        assert state.deal.talon == (cards.turned,)
        trump = cards.turned[0]
    play = KnockoutHand(options, cards.hands, theirs.dealer, trump, theirs.states, theirs.namer)
    while play.current is not None:
        assert state.phase == play.phase
        assert state.current_player == play.current
        legal = names(state)
        assert sorted(legal) == sorted(play.legal())
        # A dog that may knock often does, so that his card is played late too.
        knocks = "knock" in legal and rng.random() < 0.6
        name = "knock" if knocks else rng.choice(legal)
        state.apply(name)
        play.apply(name)
        if state.position is not None:
            assert list(state.position.tricks) == play.tricks
            assert state.trick == play.trick
            assert [set(hand) for hand in state.position.hands] == [set(h) for h in play.hands]
    assert state.is_over
    assert state.returns().tolist() == play.returns()
    tied = [seat for seat, won in enumerate(play.tricks) if won == max(play.tricks)]
    match.record(state)

    def draw(n: int) -> int:
        """What was drawn by lot on our side, among as many."""
        assert n == len(tied)
        return tied.index(match.tally.namer) if match.tally.namer in tied else 0

    theirs.draw = draw
    theirs.add(play.tricks)


def match_in_lockstep(seed: int) -> int:
    """Plays a whole match on both sides, and returns the number of its hands."""
    rng = random.Random(seed)
    given = options_by_lot(rng)
    options = oracle.Options(**given)
    assert options.allowed()
    game: Any = ultimo.game("knockout_whist", **given)
    dealer = rng.randrange(game.players)
    match = ultimo.Match(game, seed=seed, dealer=dealer)
    theirs = KnockoutMatch(options, dealer)
    while not theirs.is_over:
        assert not match.is_over
        assert match.dealer == theirs.dealer
        terms = match.terms()
        states = dict.fromkeys(terms["active"], ACTIVE) | dict.fromkeys(terms["dogs"], DOG)
        assert [states.get(seat, OUT) for seat in range(game.players)] == theirs.states
        assert (terms["cards"], terms["namer"]) == (theirs.size, theirs.namer)
        if options.match_games == 1:
            assert list(match.places) == theirs.places()
        hand_in_lockstep(rng, match, theirs, options)
        assert match.totals.tolist() == theirs.games_won
    assert match.is_over
    assert match.payments.tolist() == theirs.balance
    if options.match_games == 1:
        assert list(match.places) == theirs.last_places
    assert ultimo.Match.from_json(match.to_json()) == match
    return len(match.entries)


@pytest.mark.parametrize("part", range(6))
def test_whole_matches(part: int) -> None:
    for seed in range(15 * part, 15 * part + 15):
        match_in_lockstep(seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(4))
def test_many_more_whole_matches(part: int) -> None:
    hands = sum(match_in_lockstep(seed) for seed in range(1000 * part + 1000, 1000 * part + 2000))
    assert hands > 2000


@pytest.mark.parametrize(("players", "deck_size"), [(8, 52), (5, 32), (1, 52), (7, 52), (4, 32)])
def test_packs_that_do_are_those_of_the_oracle(players: int, deck_size: int) -> None:
    allowed = oracle.Options(players=players, deck_size=deck_size).allowed()
    try:
        ultimo.game("knockout_whist", players=players, deck_size=deck_size)
    except ultimo.OptionError:
        assert not allowed
    else:
        assert allowed


# Endings.


def ending(seed: int, most: int) -> tuple[Any, KnockoutHand, int]:
    """The same ending on both sides, and the seat whose value is asked for."""
    rng = random.Random(seed)
    given: dict[str, Any] = {
        "players": rng.randint(2, 4),
        "void_rule": rng.choice(("must_trump", "free")),
        "dogs_life": rng.random() < 0.6,
    }
    game: Any = ultimo.game("knockout_whist", **given)
    size = rng.randint(1, most)
    seats = list(range(game.players))
    rng.shuffle(seats)
    states = [ACTIVE] * game.players
    for seat in seats[1:]:
        # With one card each nobody is a dog: there is nothing to knock for.
        others = [ACTIVE, OUT, *([DOG] * 2 if given["dogs_life"] and size > 1 else [])]
        states[seat] = rng.choice(others)
    if states.count(OUT) == game.players - 1:
        states[seats[1]] = ACTIVE
    counts = [{ACTIVE: size, DOG: 1, OUT: 0}[state] for state in states]
    pack = rng.sample(game.deck.cards, sum(counts))
    hands = [[pack.pop() for _ in range(count)] for count in counts]
    trump, leader, seat = rng.choice((*"CDHS", None)), rng.randrange(game.players), seats[0]
    if DOG in states:
        seat = rng.choice([s for s, state in enumerate(states) if state != OUT])
    contract = game.contract(trump=trump, declarer=seat)
    position = game.position(game.make_deal(hands), contract, leader=leader)
    dealer = (leader - 1) % game.players
    play = KnockoutHand(oracle.Options(**given), hands, dealer, trump, states)
    for _ in range(rng.randrange(3)):
        if play.current is not None:
            name = rng.choice(position.legal())
            position.play(name)
            play.apply(name)
    return position, play, seat


def worths(seat: int) -> dict[Goal, Callable[[KnockoutHand], int]]:
    """How each goal of a seat is read off the end of a hand."""
    return {
        "score": lambda end: end.returns()[seat],
        "tricks": lambda end: end.tricks[seat],
        "win": lambda end: int(end.tricks[seat] > 0),
    }


def solved(seed: int) -> None:
    """Compares the solver with a full minimax of one seat against all others."""
    position, play, seat = ending(seed, 3)
    if play.current is None:
        return
    assert sorted(position.legal()) == sorted(play.legal())
    for goal, worth in worths(seat).items():
        found = ultimo.solve(position, goal)
        expected = minimax.table(play, {seat}, worth)
        assert found.table == expected, (seed, goal)
        assert found.value in expected.values()
        end = play.copy()
        for name in found.line:
            end.apply(name)
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
    for seed in range(40):
        position, play, _ = ending(seed, 3)
        for depth in range(9):
            assert position.perft(depth) == walk.perft(play, depth), (seed, depth)
