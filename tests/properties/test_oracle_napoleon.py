"""Napoleon in lockstep with the plain Python of tests/oracle: deals, actions, tricks, scores."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.oracle import minimax, walk
from tests.oracle import napoleon as oracle
from tests.oracle.napoleon_match import NapoleonMatch

import ultimo

CHOICES: dict[str, tuple[Any, ...]] = {
    "ladder": ("basic", "extended", "custom"),
    "deck_ranks": ("least", 13, "some"),
    "direction": ("left", "right"),
    "deal_batches": ((3, 2), (2, 3), (1, 1, 1, 1, 1), (4, 1)),
    "void_rule": ("must_trump", "free"),
    "all_pass_dealer": ("same", "next"),
    "payments": ("source", "eb1911"),
    "match_deals": (None, 1, 6),
}
"""Every option with its values; the three flags are drawn where the ladder is custom."""


def option_sets(count: int) -> Iterator[dict[str, Any]]:
    """Yields the defaults, then sets for three to ten players in turn."""
    yield {}
    rng = random.Random("napoleon")
    for number in range(count):
        players = 3 + number % 8
        least = -(-5 * players // 4)
        found = {name: rng.choice(values) for name, values in CHOICES.items()}
        ranks = {"least": least, "some": rng.randrange(least, 14)}
        found["deck_ranks"] = ranks.get(found["deck_ranks"], 13)
        if found["match_deals"] is None:
            del found["match_deals"]
        if found["ladder"] == "custom":
            flags = ("bid_two", "bid_misere", "bid_blucher")
            found |= {flag: rng.random() < 0.5 for flag in flags}
        yield {"players": players} | found


SETS = list(option_sets(24))
IDS = ["defaults", *(f"{options['players']}-{i}" for i, options in enumerate(SETS[1:], 1))]


def choose(names: list[str], phase: str, rng: random.Random) -> str:
    """Chooses an action by lot, so that auctions neither end at once nor always at the top."""
    if phase == "auction" and rng.random() < 0.6:
        return "pass"
    return rng.choice(names)


def lockstep(game: Any, rules: oracle.Options, seed: int, dealer: int, rng: random.Random) -> Any:
    """Plays one deal on both sides, and returns both ends."""
    state = game.start(seed=seed, dealer=dealer)
    cards = oracle.deal(rules, seed, pack=game.deck.cards, dealer=dealer)
    assert [set(hand) for hand in state.deal.hands] == [set(hand) for hand in cards.hands]
    play = oracle.NapoleonDeal(rules, cards, dealer)
    nothing = [0] * game.players
    while play.current is not None:
        assert state.current_player == play.current
        assert state.phase == play.phase
        names = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(names) == sorted(play.legal())
        assert state.returns().tolist() == nothing == play.returns()
        name = choose(names, play.phase, rng)
        state.apply(name)
        play.apply(name)
        assert state.trick == play.trick
        if play.play is not None:
            assert list(state.position.tricks) == play.tricks
            assert [set(hand) for hand in state.position.hands] == [set(h) for h in play.hands]
            trump = state.position.trump
            assert (None if trump is None else "CDHS"[trump]) == play.play.trump
    assert state.is_over
    assert state.returns().tolist() == play.returns()
    assert [(seat, game.action_names[action]) for seat, action in state.history] == play.history
    if play.contract is None:
        assert state.contract is None
    else:
        assert (state.contract.bid, state.contract.declarer) == (play.contract, play.declarer)
    return state, play


def lockstep_deals(options: dict[str, Any], seeds: range) -> None:
    """Plays deals on both sides, from all dealers."""
    game: Any = ultimo.game("napoleon", **options)
    rules = oracle.Options(**options)
    assert oracle.is_possible(rules)
    assert list(game.contracts()) == oracle.ladder(rules)
    rng = random.Random(f"{options}{seeds}")
    for seed in seeds:
        lockstep(game, rules, seed, seed % game.players, rng)


@pytest.mark.parametrize("options", SETS, ids=IDS)
def test_whole_deals(options: dict[str, Any]) -> None:
    lockstep_deals(options, range(25))


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("options", SETS, ids=IDS)
def test_many_more_whole_deals(options: dict[str, Any]) -> None:
    lockstep_deals(options, range(1000, 3000))


@pytest.mark.parametrize("options", SETS, ids=IDS)
def test_matches(options: dict[str, Any]) -> None:
    """Totals, dealers and the end, with deals that are thrown in among them."""
    game: Any = ultimo.game("napoleon", **options)
    rules = oracle.Options(**options)
    rng = random.Random(str(options))
    match: Any = ultimo.Match(game, seed=3, dealer=1)
    other = NapoleonMatch(rules, dealer=1)
    number = 0
    while not other.is_over:
        assert not match.is_over
        assert match.dealer == other.dealer
        state, play = lockstep(game, rules, 100 + number, match.dealer, rng)
        match.record(state)
        other.add(play)
        assert match.totals.tolist() == other.totals
        number += 1
    assert match.is_over
    assert list(match.places) == other.places()


@pytest.mark.parametrize("players", range(2, 12))
def test_packs_are_refused_where_the_oracle_refuses_them(players: int) -> None:
    for ranks in range(4, 14):
        rules = oracle.Options(players=players, deck_ranks=ranks)
        if oracle.is_possible(rules):
            ultimo.game("napoleon", players=players, deck_ranks=ranks)
        else:
            with pytest.raises(ultimo.OptionError):
                ultimo.game("napoleon", players=players, deck_ranks=ranks)


# Endings: lines of play and what the solver says.

WHOLE = ("misere", "napoleon", "wellington", "blucher")
"""Bids whose end in an ending of fewer cards is the same in both."""


def game_and_rules(rng: random.Random, players: int) -> tuple[Any, oracle.Options]:
    """The same random options on both sides."""
    options = {
        "players": players,
        "ladder": "extended",
        "void_rule": rng.choice(CHOICES["void_rule"]),
        "payments": rng.choice(CHOICES["payments"]),
        "deck_ranks": rng.choice((-(-5 * players // 4), 13)),
    }
    return ultimo.game("napoleon", **options), oracle.Options(**options)


def ending(seed: int, players: int, each: int) -> tuple[Any, oracle.NapoleonPlay]:
    """The same ending here and in the oracle; the trump is known or is still to be led."""
    rng = random.Random(seed)
    game, rules = game_and_rules(rng, players)
    drawn = rng.sample(game.deck.cards, players * each)
    hands = [drawn[seat * each : (seat + 1) * each] for seat in range(players)]
    bid = rng.choice(WHOLE if each < 5 else list(game.contracts()))
    declarer, leader = rng.randrange(players), rng.randrange(players)
    trump = None if bid == "misere" else rng.choice((*"CDHS", None))
    contract = game.contract(bid, declarer=declarer, trump=trump)
    position = game.position(game.make_deal(hands=hands), contract, leader=leader)
    play = oracle.NapoleonPlay(rules, hands, bid, declarer, leader=leader, trump=trump)
    return position, play


def test_perft_counts_the_lines_of_the_oracle() -> None:
    for seed in range(24):
        players = 3 + seed % 4
        position, play = ending(seed, players, 2)
        for depth in range(2 * players + 1):
            assert position.perft(depth) == walk.perft(play, depth), (seed, depth)


def check(position: Any, play: oracle.NapoleonPlay) -> None:
    """Values, cards and lines of every goal, the declarer against all others."""
    seat = play.declarer
    goals: dict[str, Any] = {
        "score": lambda end: end.returns()[seat],
        "tricks": lambda end: end.tricks[seat],
        "win": lambda end: int(end.is_made),
    }
    for goal, worth in goals.items():
        found = ultimo.solve(position, goal)  # type: ignore[arg-type]
        expected = minimax.table(play, {seat}, worth)
        assert found.table == expected, goal
        best = max if play.current == seat else min
        assert found.value == best(expected.values())
        end = play.copy()
        for card in found.line:
            end.apply(card)
        assert end.current is None
        assert worth(end) == found.value


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_reaches_what_minimax_reaches_in_endings(seed: int) -> None:
    players = 3 + seed % 4
    position, play = ending(seed, players, 3 if players < 5 else 2)
    rng = random.Random(seed)
    for _ in range(rng.randrange(players)):
        card = rng.choice(position.legal())
        position.play(card)
        play.apply(card)
    if play.current is not None:
        check(position, play)


def near_the_end(seed: int, players: int) -> tuple[Any, oracle.NapoleonPlay]:
    """A hand that was played until few cards are left, if by then it has not ended every time."""
    rng = random.Random(seed)
    left = rng.randrange(players, 2 * players + 2)
    for _ in range(30):
        position, play = ending(seed, players, 5)
        while play.current is not None and sum(map(len, play.hands)) > left:
            card = rng.choice(play.legal())
            position.play(card)
            play.apply(card)
        assert position.is_over == (play.current is None)
        if not position.is_over:
            break
        assert position.returns().tolist() == play.returns()
    return position, play


def test_the_solver_reaches_what_minimax_reaches_near_the_end_of_deals() -> None:
    solved = 0
    for seed in range(80):
        position, play = near_the_end(seed, 3 + seed % 8)
        if not position.is_over:
            check(position, play)
            solved += 1
    assert solved > 30
