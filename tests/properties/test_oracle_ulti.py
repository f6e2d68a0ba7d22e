"""Ulti in lockstep with the plain Python of tests/oracle: the rules, read twice.

Whole deals go from the auction to the score under options by lot; endings of a few tricks, where
the Seven, the last trick and one-sided results happen often, are played under contracts by lot.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.oracle import minimax, ulti, ulti_score
from tests.oracle.ulti_bids import Bid

import ultimo
from ultimo.scoring import Goal

Game = Any

CHOICES: dict[str, tuple[Any, ...]] = {
    "tie_rule": ("strict", "fewer_components"),
    "bid_value_includes_parti": (False, True),
    "parti_in_combinations": ("never", "unless_hundred_or_durchmars"),
    "pass_raises_floor": (1, 0),
    "initial_pass": ("raises_floor", "no_raise", "forbidden"),
    "forced_pickup_may_pass": (False, True),
    "self_rob": (True, False),
    "combine_F_H": (False, True),
    "combine_D_with_N_T": (True, False),
    "rebetli": (False, True),
    "contract_values": ("source", "common"),
    "talon_points": ("defenders", "nobody", "declarer"),
    "marriage_requires_trick": ("none", "side", "player"),
    "hundred_counts_all_marriages": (False, True),
    "marriage_public": ("first_trick", "hidden"),
    "kontra_scope": ("component", "contract"),
    "kontra_on_silent": (False, True),
    "kontra_max_level": (5, 4, 3, 2, 1, 0),
    "lost_ulti_kontra": ("multiply", "add_one"),
    "silent_ulti_settlement": ("sides", "individual"),
    "silent_ulti_can_lose": (True, False),
    "silent_values": ((1, 2, 4), (2, 2, 0), (0, 0, 0), (1, 3, 5)),
    "ulti_seven_protected": (False, True),
    "open_moment": ("after_kontra", "after_first_trick", "before_kontra"),
    "settlement": ("pairwise", "single"),
}
"""The values that each option takes; the default comes first."""


def games_by_lot(rng: random.Random) -> tuple[Game, ulti.Options]:
    """Returns the same game twice, most options usually at their default."""
    changed = rng.choice((0.0, 0.15, 0.5))
    given = {
        name: rng.choice(values) if rng.random() < changed else values[0]
        for name, values in CHOICES.items()
    }
    return ultimo.game("ulti", **given), ulti.Options(**given)


def call_by_lot(rng: random.Random, legal: list[str]) -> str:
    """Chooses a call so that auctions end, high and low, and kontra goes far."""
    quiet = [name for name in legal if name in {"decline", "stand"}]
    if quiet and rng.random() < 0.65:
        return quiet[0]
    doubled = [name for name in legal if name.startswith("kontra:")]
    if doubled and rng.random() < 0.6:
        return rng.choice(doubled)
    bids = [name for name in legal if name not in {"pass", "decline", "stand", "pick_up", "done"}]
    if len(bids) > 12 and rng.random() < 0.6:
        return rng.choice(bids[:8])
    return rng.choice(legal)


def codes(game: Game, mask: Any) -> set[str]:
    """Returns the cards that an array marks."""
    return {game.deck.codes[card] for card in np.flatnonzero(mask)}


def in_auction(state: ultimo.State, oracle: ulti.UltiDeal) -> None:
    """Compares the cards and what the auction has come to."""
    assert [set(state.hand(seat)) for seat in range(3)] == [set(hand) for hand in oracle.hands]
    table = state.phases()[-1][0].table
    assert {state.game.deck.codes[card] for card in table.talon} == set(oracle.talon)
    if state.phase not in {"discard", "auction"} and oracle.contract is not None:
        assert state.contract is not None
        assert state.contract.bid == oracle.contract.code
        assert state.contract.declarer == oracle.declarer
        assert state.contract.trump == oracle.trump


def seen_in_auction(state: ultimo.State, oracle: ulti.UltiDeal) -> None:
    """Compares what all seats see of an auction."""
    if state.phase != "auction":
        return
    seen = state.observation(0)
    assert seen["floor"] == oracle.auction.floor
    kinds = [kind.id for kind in state.game.kinds]  # type: ignore[attr-defined]
    standing = oracle.auction.standing
    found = [kinds[number] for number in np.flatnonzero(seen["standing"])]
    assert found == ([] if standing is None else [standing.code])


def in_play(position: ultimo.Position, play: ulti.UltiPlay) -> None:
    """Compares what is on the table during the play."""
    assert [set(hand) for hand in position.hands] == [set(hand) for hand in play.hands]
    assert position.trick == play.trick
    assert list(position.tricks) == play.tricks
    assert list(position.points) == play.points


def seen_in_play(state: ultimo.State, oracle: ulti.UltiDeal) -> None:
    """Compares what the seats are told: the open hand, and the marriages."""
    declarer = oracle.declarer
    assert declarer is not None
    for seat in range(3):
        seen = state.observation(seat)
        shown = codes(state.game, seen["hands"][declarer])
        hand = set(oracle.hands[declarer])
        assert shown == (hand if oracle.is_open or seat == declarer else set())
        assert oracle.play is not None
        told = [
            [-1, -1] if known is None else [known[0], int(known[1])]
            for known in oracle.play.public_marriages
        ]
        assert seen["marriages"].tolist() == told


def outcomes_agree(position: ultimo.Position, play: ulti.UltiPlay) -> None:
    """Compares the returns, and the points of both sides."""
    assert list(position.returns()) == [float(score) for score in play.returns()]
    if play.bid.is_trump_game:
        outcome = position.outcome()
        found = (outcome.points, outcome.defenders_points)
        assert found == ulti_score.points(play.options, play.outcome())


def play_in_lockstep(
    rng: random.Random, game: Game, options: ulti.Options, seed: int
) -> ulti.UltiDeal:
    """Plays a deal to its end on both sides, comparing at every step."""
    dealer = rng.randrange(3)
    deal = game.deal(seed, dealer=dealer)
    state = game.start(deal, dealer=dealer)
    oracle = ulti.UltiDeal(options, ulti.Cards(deal.hands), dealer)
    while not state.is_over:
        assert state.phase == oracle.phase
        assert state.current_player == oracle.current
        legal = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(legal) == sorted(oracle.legal())
        if state.phase == "play":
            assert oracle.play is not None
            in_play(state.position, oracle.play)
            if rng.random() < 0.05:
                seen_in_play(state, oracle)
            name = rng.choice(legal)
        else:
            in_auction(state, oracle)
            if rng.random() < 0.1:
                seen_in_auction(state, oracle)
            name = rng.choice(legal) if state.phase == "discard" else call_by_lot(rng, legal)
        state.apply(name)
        oracle.apply(name)
    assert oracle.phase == "over"
    assert oracle.play is not None
    in_play(state.position, oracle.play)
    outcomes_agree(state.position, oracle.play)
    levels = {str(doubled): level for doubled, level in state.contract.kontra.items()}
    assert oracle.kontra is not None
    assert levels == {name: level for name, level in oracle.kontra.levels.items() if level}
    return oracle


def deals_in_lockstep(first: int, count: int) -> None:
    """Plays deals under options by lot."""
    for seed in range(first, first + count):
        rng = random.Random(seed)
        play_in_lockstep(rng, *games_by_lot(rng), seed)


@pytest.mark.parametrize("part", range(4))
def test_deals_go_as_the_oracle_plays_them(part: int) -> None:
    deals_in_lockstep(25 * part, 25)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_many_deals_go_as_the_oracle_plays_them() -> None:
    deals_in_lockstep(1_000, 4_000)


SETS: dict[str, dict[str, Any]] = {
    "defaults": {},
    **{
        f"{name}={value}": {name: value}
        for name, values in CHOICES.items()
        for value in values[1:]
        if name not in {"marriage_public", "kontra_max_level"}
    },
    "everything": {
        name: values[-1]
        for name, values in CHOICES.items()
        # No kontra at all would leave its other options unplayed.
        if name not in {"kontra_max_level", "silent_values"}
    },
}
"""The defaults, every other value by itself, and all of them together."""


def set_in_lockstep(label: str, first: int, count: int) -> None:
    """Plays deals under one of the option sets."""
    game, options = ultimo.game("ulti", **SETS[label]), ulti.Options(**SETS[label])
    for seed in range(first, first + count):
        play_in_lockstep(random.Random(f"{label}{seed}"), game, options, seed)


@pytest.mark.parametrize("label", SETS)
def test_deals_of_each_option_go_as_the_oracle_plays_them(label: str) -> None:
    set_in_lockstep(label, 0, 4)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("label", SETS)
def test_many_deals_of_each_option_go_as_the_oracle_plays_them(label: str) -> None:
    set_in_lockstep(label, 100, 2_000)


# Endings.


def kontra_by_lot(rng: random.Random, game: Game, bid: str, declarer: int) -> dict[Any, int]:
    """Returns levels on some of what may be doubled."""
    contract = game.contract(bid, declarer=declarer, **trump_by_lot(rng, game, bid))
    top = game.options.kontra_max_level
    return {
        doubled: rng.randint(1, top)
        for doubled in game.doubled(contract)
        if top and rng.random() < 0.4
    }


def trump_by_lot(rng: random.Random, game: Game, bid: str) -> dict[str, str]:
    """Returns a plain suit, where the bid names none."""
    kind = game.kind_by_id[bid]
    return {"trump": rng.choice("ALB")} if kind.has_trump and not kind.is_hearts else {}


def hands_by_lot(
    rng: random.Random, pack: list[str], trump: str | None, cards: int
) -> tuple[list[list[str]], list[str]]:
    """Returns hands in which the trump Seven and marriages are frequent, and the other cards."""
    hands: list[list[str]] = [[], [], []]
    pairs = [[suit + "K", suit + "O"] for suit in rng.sample("ALHB", 2)]
    for group in [*pairs, [f"{trump}7"] if trump else []]:
        hand = rng.choice(hands)
        if group and len(hand) + len(group) <= cards and rng.random() < 0.6:
            hand += group
    left = [card for card in pack if not any(card in hand for hand in hands)]
    rng.shuffle(left)
    for hand in hands:
        while len(hand) < cards:
            hand.append(left.pop())
    return hands, left


def ending_by_lot(
    rng: random.Random, *, cards: int, bids: list[str] | None = None
) -> tuple[ultimo.Position, ulti.UltiPlay]:
    """Returns the same ending twice, its trump Seven and some marriages in play."""
    game, options = games_by_lot(rng)
    listed: dict[str, Bid] = ulti.bids(options)
    # Without four tens there are fewer bids.
    bid = rng.choice([b for b in bids or listed if b in listed] or ["P"])
    declarer = rng.randrange(3)
    trump = trump_by_lot(rng, game, bid)
    kontra = kontra_by_lot(rng, game, bid, declarer)
    contract = game.contract(bid, declarer=declarer, kontra=kontra, **trump)
    hands, left = hands_by_lot(rng, list(game.deck.cards), contract.trump, cards)
    talon = left[: rng.choice((0, 2))]
    leader = rng.choice((None, rng.randrange(3)))
    position = game.position(game.make_deal(hands, talon=talon), contract, leader=leader)
    play = ulti.UltiPlay(
        options,
        hands,
        listed[bid],
        declarer,
        trump=contract.trump,
        leader=leader,
        talon=talon,
        kontra={str(doubled): level for doubled, level in kontra.items()},
    )
    return position, play


def play_on(rng: random.Random, position: ultimo.Position, play: ulti.UltiPlay, moves: int) -> None:
    """Plays some cards on both sides, comparing at every step."""
    for _ in range(moves):
        if position.is_over:
            break
        assert position.current_player == play.current
        assert sorted(position.legal()) == sorted(play.legal())
        card = rng.choice(position.legal())
        position.play(card)
        play.apply(card)
        in_play(position, play)
    assert position.is_over == play.is_over


def endings_in_lockstep(first: int, count: int) -> None:
    """Plays endings under options and contracts by lot."""
    for seed in range(first, first + count):
        rng = random.Random(seed)
        position, play = ending_by_lot(rng, cards=rng.randint(1, 6))
        play_on(rng, position, play, 18)
        assert position.is_over
        outcomes_agree(position, play)


@pytest.mark.parametrize("part", range(4))
def test_endings_go_as_the_oracle_plays_them(part: int) -> None:
    endings_in_lockstep(60 * part, 60)


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_many_endings_go_as_the_oracle_plays_them() -> None:
    endings_in_lockstep(1_000, 10_000)


Worth = Callable[[ulti.UltiPlay], float]


def worths(declarer: int, bid: Bid) -> dict[Goal, Worth]:
    """Returns how each goal is read off the end of a play."""

    def made(end: ulti.UltiPlay) -> float:
        outcome = end.outcome()
        return float(all(ulti_score.is_won(end.options, c, outcome) for c in bid.components))

    found: dict[Goal, Worth] = {
        "score": lambda end: float(end.returns()[declarer]),
        "tricks": lambda end: float(end.tricks[declarer]),
        "win": made,
    }
    if bid.is_trump_game:
        found["points"] = lambda end: float(ulti_score.points(end.options, end.outcome())[0])
    return found


def solved_alike(rng: random.Random, position: ultimo.Position, play: ulti.UltiPlay) -> None:
    """Compares the value, that of every card, and a line that reaches it, for every goal."""
    play_on(rng, position, play, rng.randrange(4))
    if position.is_over:
        return
    declarer = position.contract.declarer
    for goal, worth in worths(declarer, play.bid).items():
        found = ultimo.solve(position, goal)
        expected = minimax.table(play, {declarer}, worth)  # type: ignore[arg-type]
        assert found.table == expected, (goal, position.hands, position.contract)
        best = max if play.current == declarer else min
        assert found.value == best(expected.values())
        end = play.copy()
        for card in found.line:
            end.apply(card)
        assert end.is_over
        assert worth(end) == found.value


@pytest.mark.parametrize("seed", range(24))
def test_the_solver_reaches_what_minimax_reaches(seed: int) -> None:
    rng = random.Random(seed)
    solved_alike(rng, *ending_by_lot(rng, cards=rng.choice((3, 4, 4))))


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_the_solver_reaches_what_minimax_reaches_in_many_endings() -> None:
    for seed in range(1_000, 2_500):
        rng = random.Random(seed)
        solved_alike(rng, *ending_by_lot(rng, cards=rng.choice((3, 4, 4))))


SINGLE = ["P", "pP", "N", "F", "U", "B", "H", "D", "T", "pU", "B*", "D*", "F+U", "U+D", "N+T"]


@pytest.mark.parametrize("bid", SINGLE)
def test_each_component_is_solved_as_minimax_solves_it(bid: str) -> None:
    for seed in range(2):
        rng = random.Random(f"{bid}{seed}")
        solved_alike(rng, *ending_by_lot(rng, cards=4, bids=[bid]))


def test_matches_add_up_alike() -> None:
    rng = random.Random(5)
    game, options = ultimo.game("ulti", match_deals=6), ulti.Options(match_deals=6)
    match, other = ultimo.Match(game, seed=3, dealer=1), ulti.UltiMatch(options, start=2)
    while not match.is_over:
        assert not other.is_over
        assert match.dealer == other.dealer
        state = match.start()
        oracle = ulti.UltiDeal(options, ulti.Cards(state.deal.hands), match.dealer)
        while not state.is_over:
            legal = [game.action_names[action] for action in state.legal_actions()]
            name = call_by_lot(rng, legal)
            state.apply(name)
            oracle.apply(name)
        match.record(state)
        other.add(oracle)
        assert match.totals.tolist() == other.totals
    assert other.is_over
    assert list(match.places) == other.places()
