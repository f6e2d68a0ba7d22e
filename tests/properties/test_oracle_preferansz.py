"""Preferansz in lockstep with the plain Python of tests/oracle: deals, actions, tricks, scores."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.oracle import minimax, walk
from tests.oracle import preferansz as oracle
from tests.oracle.preferansz_match import PreferanszMatch

import ultimo

CHOICES: dict[str, tuple[Any, ...]] = {
    "hand_value": ("plus_one", "double"),
    "hand_rank": ("above_all_plain", "by_value", "not_in_auction"),
    "hand_after_auction": (True, False),
    "volat_value": ("double", "triple", "plus_six"),
    "volat_allowed": (True, False),
    "talon_in_no_trump": (True, False),
    "talon_exposed": (True, False),
    "may_raise_after_talon": (True, False),
    "first_lead": ("forehand", "declarer", "declarer_except_szanzadu"),
    "must_overtake": (True, False),
    "szanzadu_tricks": (10, 6),
    "forehand_hold": (True, False),
    "all_pass": ("redeal_next_dealer", "redeal_same_dealer"),
    "kontra": ("off", "per_defender"),
    "direction": ("left", "right"),
    "match_deals": (9, 3, 12),
}
"""Every option with its values."""


def option_sets(count: int) -> Iterator[dict[str, Any]]:
    """Yields the defaults, then sets of which each value of each option comes in turn."""
    yield {}
    rng = random.Random("preferansz")
    columns = {
        name: [values[i % len(values)] for i in range(count)] for name, values in CHOICES.items()
    }
    for column in columns.values():
        rng.shuffle(column)
    for i in range(count):
        yield {name: column[i] for name, column in columns.items()}


SETS = list(option_sets(17))
IDS = ["defaults", *map(str, range(1, len(SETS)))]


def choose(names: list[str], phase: str, rng: random.Random) -> str:
    """Chooses an action by lot, so that auctions neither end at once nor always at the top."""
    if phase == "auction":
        bids = [name for name in names if name != "pass"]
        return "pass" if not bids or rng.random() < 0.5 else rng.choice(bids[:4])
    return rng.choice(names)


def lockstep(game: Any, rules: oracle.Options, seed: int, dealer: int, rng: random.Random) -> Any:
    """Plays one deal on both sides, and returns both ends."""
    state = game.start(seed=seed, dealer=dealer)
    cards = oracle.deal(seed, pack=game.deck.cards, dealer=dealer)
    assert [set(hand) for hand in state.deal.hands] == [set(hand) for hand in cards.hands]
    assert state.deal.talon == cards.talon
    play = oracle.PreferanszDeal(rules, cards, dealer)
    while play.current is not None:
        assert state.current_player == play.current
        assert state.phase == play.phase
        names = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(names) == sorted(play.legal())
        assert state.returns().tolist() == [0, 0, 0] == play.returns()
        name = choose(names, play.phase, rng)
        state.apply(name)
        play.apply(name)
        assert [set(state.hand(seat)) for seat in range(3)] == [set(hand) for hand in play.hands]
        assert state.trick == play.trick
        if play.play is not None:
            assert list(state.position.tricks) == play.tricks
    assert state.is_over
    assert state.phase == play.phase == "over"
    assert state.returns().tolist() == play.returns()
    assert [(seat, game.action_names[action]) for seat, action in state.history] == play.history
    same_contract(state.contract, play)
    return state, play


def same_contract(contract: Any, play: oracle.PreferanszDeal) -> None:
    """Compares what was played in the end."""
    if play.contract is None:
        assert contract is None
        return
    hand = "hand_" if play.contract.hand else ""
    assert contract.bid == hand + play.contract.game
    assert contract.declarer == play.declarer
    assert contract.trump == play.contract.trump
    assert contract.announced == ({"volat"} if play.contract.volat else set())
    assert contract.kontra == (play.kontra.levels if play.kontra else {})


def lockstep_deals(options: dict[str, Any], seeds: range) -> None:
    """Plays deals on both sides, from all dealers."""
    game: Any = ultimo.game("preferansz", **options)
    rules = oracle.Options(**options)
    rng = random.Random(f"{options}{seeds}")
    for seed in seeds:
        lockstep(game, rules, seed, seed % 3, rng)


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
    game: Any = ultimo.game("preferansz", **options)
    rules = oracle.Options(**options)
    rng = random.Random(str(options))
    match: Any = ultimo.Match(game, seed=3, dealer=1)
    other = PreferanszMatch(rules, dealer=1)
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


# Endings: lines of play and what the solver says.

BIDS = ("acorns", "bells", "betli", "szanzadu", "hand_hearts", "hand_betli", "hand_szanzadu")


def ending(seed: int, each: int) -> tuple[Any, oracle.PreferanszPlay]:
    """The same ending here and in the oracle, with random options, contract and leader."""
    rng = random.Random(seed)
    drawn_from = ("must_overtake", "szanzadu_tricks", "volat_value", "hand_value")
    options: dict[str, Any] = {name: rng.choice(CHOICES[name]) for name in drawn_from}
    options["kontra"] = "per_defender"
    game: Any = ultimo.game("preferansz", **options)
    drawn = rng.sample(game.deck.cards, 3 * each)
    hands = [drawn[seat * each : (seat + 1) * each] for seat in range(3)]
    bid, declarer, leader = rng.choice(BIDS), rng.randrange(3), rng.randrange(3)
    suit_game = game.contract(bid).trump is not None
    volat = suit_game and rng.random() < 0.5
    kontra = {(declarer + 1) % 3: rng.randrange(3), (declarer + 2) % 3: rng.randrange(3)}
    contract = game.contract(
        bid, declarer=declarer, announced={"volat"} if volat else (), kontra=kontra
    )
    talon = [card for card in game.deck.cards if card not in drawn] if each == 10 else ()
    position = game.position(game.make_deal(hands, talon=talon), contract, leader=leader)
    play = oracle.PreferanszPlay(
        oracle.Options(**options),
        hands,
        oracle.contract(bid, volat=volat),
        declarer=declarer,
        leader=leader,
        kontra=kontra,
    )
    return position, play


def near_the_end(seed: int) -> tuple[Any, oracle.PreferanszPlay]:
    """A deal that was played until few cards are left, if by then it has not ended every time."""
    rng = random.Random(seed)
    left = rng.randrange(3, 10)
    for _ in range(30):
        position, play = ending(seed, 10)
        while play.current is not None and sum(map(len, play.hands)) > left:
            card = rng.choice(play.legal())
            position.play(card)
            play.apply(card)
        assert position.is_over == (play.current is None)
        if not position.is_over:
            break
        assert position.returns().tolist() == play.returns()
    return position, play


def test_perft_counts_the_lines_of_the_oracle() -> None:
    for seed in range(30):
        position, play = ending(seed, 3)
        for depth in range(10):
            assert position.perft(depth) == walk.perft(play, depth), (seed, depth)


def check(position: Any, play: oracle.PreferanszPlay) -> None:
    """Values, cards and lines of every goal, the declarer against both others."""
    seat = play.declarer
    goals: dict[str, Any] = {
        "score": lambda end: end.returns()[seat],
        "tricks": lambda end: end.tricks[seat],
        "win": lambda end: int(end.is_won),
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


@pytest.mark.parametrize("seed", range(80))
def test_the_solver_reaches_what_minimax_reaches_in_endings(seed: int) -> None:
    each = 3 + seed % 2
    position, play = ending(seed, each)
    rng = random.Random(seed)
    for _ in range(rng.randrange(4) + 2 * (each == 4)):
        if play.current is None:
            return
        card = rng.choice(position.legal())
        position.play(card)
        play.apply(card)
    if play.current is not None:
        check(position, play)


def test_the_solver_reaches_what_minimax_reaches_near_the_end_of_deals() -> None:
    solved = 0
    for seed in range(80):
        position, play = near_the_end(seed)
        if not position.is_over:
            check(position, play)
            solved += 1
    assert solved > 30
