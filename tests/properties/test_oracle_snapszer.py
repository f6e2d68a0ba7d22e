"""Snapszer in lockstep with the plain Python of tests/oracle: the rules, read twice.

Whole deals go from the first word to the score under options by lot; endings of a few tricks, with
a stock, marriages, closing and going out, are played under contracts by lot, and solved.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.oracle import minimax, snapszer
from tests.oracle.snapszer_match import SnapszerMatch
from tests.oracle.snapszer_options import PLAYERS, S3L_BIDS
from tests.oracle.walk import perft

import ultimo

ULTIMO: Any = ultimo
FORMS = tuple(PLAYERS)
CHOICES: dict[str, tuple[Any, ...]] = {
    "s2_endgame": ("follow_only", "follow_then_trump", "strict"),
    "s2_closing": ("off", "on"),
    "s2_exchange_needs_trick": (False, True),
    "s2_exchange_last_two": (True, False),
    "last_trick_wins": (True, False),
    "s3_trump_must_be_held": (False, True),
    "void_trump": ("must_trump", "beat_only"),
    "marriage_when": ("on_lead", "any_play"),
    "marriage_valid_by": ("side", "announcer"),
    "s4_call_own": (False, True),
    "s4_called_card_self": ("play_alone", "redeal"),
    "s4_end_needs_called_card": (False, True),
    "s4_snapszer_fail": ("opponents_6", "no_score", "play_on_normal"),
    "kontra": ("up_to_rekontra", "off"),
    "s3l_go_out": ("player_choice", "automatic"),
    "s3l_snapszer_fail": ("draw_possible", "lost_at_once"),
}
"""The values that each option takes; the default comes first."""


def games_by_lot(rng: random.Random, form: str) -> tuple[Any, snapszer.Options]:
    """Returns the same game twice, ours and the oracle's options, with any values."""
    given: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
    game = ULTIMO.game("snapszer", form=form, **given)
    return game, snapszer.Options(players=PLAYERS[form], form=form, **given)


def cards_of(deal: ultimo.Deal) -> snapszer.Cards:
    """Returns a deal as the oracle has it: the first packet stands first in its hand."""
    hands = tuple(tuple(sorted(hand, key=lambda c: c not in deal.first)) for hand in deal.hands)
    return snapszer.Cards(hands, deal.talon)


def move_by_lot(rng: random.Random, legal: list[str]) -> str:
    """Chooses a move so that what is announced, exchanged and closed comes up."""
    words = [name for name in legal if len(name) > 2]
    return rng.choice(words) if words and rng.random() < 0.3 else rng.choice(legal)


def in_play(position: Any, oracle: snapszer.SnapszerPlay) -> None:
    """Compares what is on the table during the play."""
    assert [set(hand) for hand in position.hands] == [set(hand) for hand in oracle.hands]
    assert list(position.stock) == oracle.talon
    assert position.trick == oracle.trick
    assert list(position.tricks) == oracle.tricks
    assert list(position.points) == oracle.points
    assert position.current_player == oracle.current
    assert sorted(position.legal()) == sorted(oracle.legal())


def at_the_end(position: Any, oracle: snapszer.SnapszerPlay) -> None:
    """Compares points with marriages, tricks and scores."""
    contract = position.contract
    own = (
        (contract.declarer,) if contract.partner is None else (contract.declarer, contract.partner)
    )
    assert position.outcome().points == oracle.points_of(own)
    assert position.outcome().tricks == oracle.tricks_of(own)
    assert list(position.returns()) == oracle.returns(), contract


def play_in_lockstep(rng: random.Random, form: str, seed: int) -> None:
    """Plays a deal to its end on both sides, comparing at every step."""
    game, options = games_by_lot(rng, form)
    dealer = rng.randrange(game.players)
    deal = game.deal(seed, dealer=dealer)
    state = game.start(deal, dealer=dealer)
    oracle = snapszer.SnapszerDeal(options, cards_of(deal), dealer)
    while not state.is_over:
        assert state.phase == oracle.phase
        assert state.current_player == oracle.current
        legal = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(legal) == sorted(oracle.legal())
        if oracle.play is not None:
            in_play(state.position, oracle.play)
            name = move_by_lot(rng, legal)
        else:
            name = rng.choice(legal)
        state.apply(name)
        oracle.apply(name)
    assert oracle.phase == "over"
    assert list(state.returns()) == oracle.returns()
    assert (state.redeal == "same_dealer") == oracle.is_void
    if oracle.play is not None:
        at_the_end(state.position, oracle.play)


def deals_in_lockstep(form: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        play_in_lockstep(random.Random(seed), form, seed)


@pytest.mark.parametrize("form", FORMS)
def test_deals_go_as_the_oracle_plays_them(form: str) -> None:
    deals_in_lockstep(form, 0, 100)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_deals_go_as_the_oracle_plays_them(form: str) -> None:
    deals_in_lockstep(form, 1_000, 12_000)


VALUES = [(name, value) for name, values in CHOICES.items() for value in values]


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("option", "value"), VALUES)
def test_many_deals_of_every_option_go_as_the_oracle_plays_them(option: str, value: object) -> None:
    """One option at a time, all others at their defaults, in the forms that it can matter in."""
    prefix = option.partition("_")[0].upper()
    for form in [prefix] if prefix in FORMS else FORMS:
        given: dict[str, Any] = {option: value}
        game = ULTIMO.game("snapszer", form=form, **given)
        options = snapszer.Options(players=PLAYERS[form], form=form, **given)
        for seed in range(2_000):
            rng = random.Random(seed)
            deal = game.deal(seed)
            state = game.start(deal)
            oracle = snapszer.SnapszerDeal(options, cards_of(deal))
            while not state.is_over:
                legal = [game.action_names[action] for action in state.legal_actions()]
                assert sorted(legal) == sorted(oracle.legal())
                name = move_by_lot(rng, legal)
                state.apply(name)
                oracle.apply(name)
            assert oracle.phase == "over"
            assert list(state.returns()) == oracle.returns()


@pytest.mark.parametrize("form", FORMS)
def test_deals_are_those_of_the_oracle(form: str) -> None:
    game = ULTIMO.game("snapszer", form=form)
    options = snapszer.Options(players=game.players, form=form)
    index = {code: number for number, code in enumerate(options.pack)}
    # The oracle's pack is ordered from high to low, and ours from low to high.
    renamed = {options.pack[number]: code for number, code in enumerate(game.deck.cards)}
    assert set(index) == set(game.deck.cards)
    for number in range(200):
        ours = game.deal(5, index=number)
        theirs = snapszer.deal(options, 5, number)
        hands = [[renamed[card] for card in hand] for hand in theirs.hands]
        assert [set(hand) for hand in ours.hands] == [set(hand) for hand in hands]
        assert list(ours.talon) == [renamed[card] for card in theirs.talon]
        assert set(ours.first) == set(hands[0][: len(ours.first)])


# Endings.


def contract_by_lot(
    rng: random.Random, game: Any, hands: list[list[str]], talon: list[str]
) -> dict[str, Any]:
    """Returns the terms of a contract: bid, declarer, trump, called card, partner, kontra."""
    form = game.options.form
    found: dict[str, Any] = {"bid": "game", "declarer": rng.randrange(game.players)}
    found["trump"] = talon[-1][0] if talon else rng.choice("ALHB")
    if form == "S4":
        found["bid"] = rng.choice(("game", "snapszer"))
        cards = [card for hand in hands for card in hand]
        if rng.random() < 0.8:
            found["called"] = rng.choice(cards if rng.random() < 0.8 else game.deck.cards)
            found["trump"] = found["called"][0]
            holder = next((s for s, hand in enumerate(hands) if found["called"] in hand), None)
            if holder is not None and holder != found["declarer"]:
                found["partner"] = holder
        elif rng.random() < 0.7:
            found["partner"] = (found["declarer"] + rng.randint(1, 3)) % 4
    elif form == "S3L":
        found["bid"] = rng.choice((*S3L_BIDS, "mizer"))
        if found["bid"] == "mizer":
            found["trump"] = None
    doubles = form != "S2" and found["bid"] != "mizer" and game.options.kontra != "off"
    if doubles and rng.random() < 0.5:
        found["kontra"] = {"game": rng.randint(1, 2)}
    return found


def ending_by_lot(
    rng: random.Random, form: str, sizes: tuple[int, ...], stocks: tuple[int, ...] = (0, 0, 2, 4, 6)
) -> tuple[Any, snapszer.SnapszerPlay]:
    """Returns a position of an ending, ours and the oracle's."""
    game, options = games_by_lot(rng, form)
    players, size = game.players, rng.choice(sizes)
    stock = rng.choice(stocks) if form == "S2" else 0
    # Cards that make points and marriages come up more often than others.
    cards = sorted(game.deck.cards, key=lambda c: rng.random() + 0.3 * (c[1] in "9U"))
    cards = cards[: players * size + stock]
    rng.shuffle(cards)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    talon = cards[players * size :]
    terms = contract_by_lot(rng, game, hands, talon)
    contract = game.contract(**terms)
    leader = rng.randrange(players)
    position = game.position(game.make_deal(hands, talon=talon), contract, leader=leader)
    is_alone = form == "S2" or terms["bid"] == "mizer"
    oracle = snapszer.SnapszerPlay(
        options,
        hands,
        bid=terms["bid"],
        trump=terms["trump"],
        declarer=None if is_alone else terms["declarer"],
        partner=terms.get("partner"),
        called=terms.get("called"),
        leader=leader,
        talon=talon,
        kontra=terms.get("kontra", {}).get("game", 0),
    )
    return position, oracle


def endings_in_lockstep(form: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        position, oracle = ending_by_lot(rng, form, (1, 2, 3, 4, 5))
        while not position.is_over:
            in_play(position, oracle)
            name = move_by_lot(rng, list(position.legal()))
            position.play(name)
            oracle.apply(name)
        assert oracle.current is None
        at_the_end(position, oracle)


@pytest.mark.parametrize("form", FORMS)
def test_endings_go_as_the_oracle_plays_them(form: str) -> None:
    endings_in_lockstep(form, 0, 150)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_endings_go_as_the_oracle_plays_them(form: str) -> None:
    endings_in_lockstep(form, 1_000, 20_000)


@pytest.mark.parametrize("form", FORMS)
def test_perft_counts_the_lines_of_the_oracle(form: str) -> None:
    for seed in range(25):
        position, oracle = ending_by_lot(random.Random(seed), form, (2,), stocks=(0, 2))
        for depth in range(7 if form == "S2" else 6):
            assert position.perft(depth) == perft(oracle, depth), (seed, depth)


# The solver.


def goals(position: Any) -> dict[str, tuple[set[int], Callable[[Any], int]]]:
    """Returns for each goal who maximises, and how it is read off the oracle's end."""
    contract = position.contract
    own = {contract.declarer} if contract.partner is None else {contract.declarer, contract.partner}
    side = tuple(sorted(own))
    found: dict[str, tuple[set[int], Callable[[Any], int]]] = {
        "score": (own, lambda end: int(end.returns()[contract.declarer])),
        "tricks": (own, lambda end: int(end.tricks_of(side))),
        "points": (own, lambda end: int(end.points_of(side))),
    }
    if contract.bid != "mizer":
        found["win"] = (own, lambda end: int(is_won(end, contract.declarer)))
    return found


def is_won(end: snapszer.SnapszerPlay, declarer: int) -> bool:
    """Whether the declarer's side has made its contract; in S2, whether this seat has won."""
    return end.made() if end.declarer is not None else end.returns()[declarer] > 0


def solve_as_minimax(seed: int, form: str, size: int, stock: int = 0) -> None:
    """Compares the values of all moves, and the line, for every goal."""
    rng = random.Random(f"{form}{seed}")
    position, oracle = ending_by_lot(rng, form, (size,), stocks=(stock,))
    for _ in range(rng.randrange(4)):
        if not position.is_over:
            name = move_by_lot(rng, list(position.legal()))
            position.play(name)
            oracle.apply(name)
    if position.is_over:
        return
    for goal, (seats, worth) in goals(position).items():
        found = ultimo.solve(position, goal)  # type: ignore[arg-type]
        expected = minimax.table(oracle, seats, worth)
        assert found.table == expected, (goal, position.contract, position.game)
        best = max if position.current_player in seats else min
        assert found.value == best(expected.values())
        end = oracle.copy()
        for move in found.line:
            end.apply(move)
        assert end.current is None
        assert worth(end) == found.value, goal


ENDINGS = (("S2", 2, 2), ("S2", 2, 4), ("S2", 3, 0), ("S3", 3, 0), ("S4", 2, 0), ("S3L", 3, 0))
"""Forms, cards in a hand, cards in the stock."""


@pytest.mark.parametrize(("form", "size", "stock"), ENDINGS)
def test_the_solver_reaches_what_minimax_reaches(form: str, size: int, stock: int) -> None:
    for seed in range(12):
        solve_as_minimax(seed, form, size, stock)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("form", "size", "stock"), ENDINGS)
def test_the_solver_reaches_what_minimax_reaches_in_many_endings(
    form: str, size: int, stock: int
) -> None:
    for seed in range(100, 1_000):
        solve_as_minimax(seed, form, size, stock)


@pytest.mark.parametrize("form", FORMS)
def test_a_trace_is_what_solving_each_position_afresh_says(form: str) -> None:
    """Whole deals from the first lead on, closing, marriages and going out among the moves."""
    for seed in range(2):
        rng = random.Random(seed)
        game = ULTIMO.game("snapszer", form=form, s2_closing="on", s2_endgame="strict")
        state = game.start(seed=seed)
        while not state.is_over:
            legal = [game.action_names[action] for action in state.legal_actions()]
            state.apply(move_by_lot(rng, legal) if state.phase == "play" else rng.choice(legal))
        position = state.position
        again = game.play_position(state.contract, position.setup)
        values = []
        for _, action in position.history:
            values.append(ultimo.solve(again, "score").value)
            again.play(action)
        traced = ultimo.trace(state).moves
        assert [move.before for move in traced] == values
        assert [move.after for move in traced] == [
            *values[1:],
            state.returns()[state.contract.declarer],
        ]


# Matches.


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("terms", [{}, {"match_target": 4}, {"match_deals": 3}])
def test_matches_add_up_as_in_the_oracle(form: str, terms: dict[str, Any]) -> None:
    game = ULTIMO.game("snapszer", form=form, s4_called_card_self="redeal", **terms)
    options = snapszer.Options(
        players=game.players, form=form, s4_called_card_self="redeal", **terms
    )
    match = ultimo.Match(game, seed=3, dealer=1)
    oracle = SnapszerMatch(options, dealer=1)
    rng = random.Random(form)
    while not match.is_over:
        assert not oracle.is_over
        assert match.dealer == oracle.dealer
        assert not any(match.marks)
        state = match.start()
        while not state.is_over:
            state.apply(rng.choice(state.legal_actions()))
        match.record(state)
        if state.redeal is None:
            oracle.add([int(score) for score in state.returns()])
        assert list(match.totals) == oracle.totals
        assert match.played < 2_000
    assert oracle.is_over
    assert list(match.winners) == oracle.winners()
    assert [seat for seat, marks in enumerate(match.marks) if marks] == oracle.marked()
    assert ultimo.Match.from_json(match.to_json()) == match
