"""French tarot in lockstep with the plain Python of tests/oracle: the rules, read twice.

Whole deals go from the auction to the score under options by lot; endings of a few tricks, where
the petit, the excuse and slams meet the last trick often, are played under contracts by lot and
solved; and the score is compared on outcomes by lot, possible or not.
"""

import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.oracle import french, french_score, minimax
from tests.oracle.cards import count_halves
from tests.oracle.french_match import FrenchMatch
from tests.oracle.french_options import BIDS, EXCHANGE_BIDS, handful_sizes, playing_seats
from tests.oracle.french_play import FrenchPlay
from tests.oracle.walk import perft
from tests.properties.variants.french_tarot import Asked

import ultimo
from ultimo.games.french_tarot import facts
from ultimo.games.french_tarot.score import Scoring
from ultimo.scoring import GOALS

CHOICES: dict[str, tuple[Any, ...]] = {
    "direction": ("anticlockwise", "clockwise"),
    "five_players": ("dealer_sits_out", "call_king"),
    "petit_sec": ("none", "redeal"),
    "slam_announcer_leads": (False, True),
    "handful_timing": ("before_first_lead", "before_own_first_card"),
    "round_scores_to": (0, 5, 10),
    "tie_deal": (True, False),
}
"""The values that each option takes."""

FORMS = ("3", "4", "dealer_sits_out", "call_king")

Game = Any


def games_by_lot(rng: random.Random, form: str) -> tuple[Game, french.Options]:
    """Returns the same game twice: ours, and the oracle's options."""
    given = {name: rng.choice(values) for name, values in CHOICES.items()}
    given["players"] = int(form) if form.isdigit() else 5
    if not form.isdigit():
        given["five_players"] = form
    return ultimo.game("french_tarot", **given), french.Options(**given)


# Whole deals.


def call_by_lot(rng: random.Random, legal: list[str]) -> str:
    """Chooses a call so that all contracts, slams and handfuls come up."""
    handfuls = [name for name in legal if name.startswith("handful:")]
    if handfuls and rng.random() < 0.7:
        return rng.choice(handfuls)
    if "pass" in legal and rng.random() < 0.5:
        return "pass"
    if "announce:slam" in legal and rng.random() < 0.7:
        return "done"
    return rng.choice(legal[:3] if "pass" in legal else legal)


def in_play(state: ultimo.State, oracle: french.FrenchDeal) -> None:
    """Compares what is on the table during the play."""
    position = state.position
    assert position is not None
    assert [set(hand) for hand in position.hands] == [set(hand) for hand in oracle.hands]
    assert position.trick == oracle.trick
    assert list(position.tricks) == oracle.tricks
    assert list(position.points) == oracle.points


def known(game: Game, state: ultimo.State, oracle: french.FrenchDeal) -> None:
    """Compares what each seat knows of the hands and the discards."""
    names = game.deck.codes
    for seat in range(game.players):
        seen = state.observation(seat)
        for other in range(game.players):
            seen_held = {names[card] for card in np.flatnonzero(seen["hands"][other])}
            held = set(oracle.hands[other])
            shown = held & set(oracle.shown.get(other, ()))
            assert seen_held == (held if other == seat else shown)
        laid = {names[card] for card in np.flatnonzero(seen["laid"][oracle.declarer])}
        known_discards = oracle.discards if seat == oracle.declarer else oracle.open_discards
        assert laid == set(known_discards)


def step(rng: random.Random, game: Game, state: ultimo.State, oracle: Asked) -> None:
    """Does one action on both sides."""
    assert (state.phase, state.current_player) == (oracle.phase, oracle.current)
    legal = [game.action_names[action] for action in state.legal_actions()]
    assert sorted(legal) == sorted(oracle.legal())
    if state.phase == "play":
        in_play(state, oracle.deal)
        if rng.random() < 0.1:
            known(game, state, oracle.deal)
    name = rng.choice(legal) if state.phase in {"play", "discard"} else call_by_lot(rng, legal)
    state.apply(name)
    oracle.apply(name)


def play_in_lockstep(
    rng: random.Random, game: Game, options: french.Options, seed: int
) -> french.FrenchDeal:
    """Plays a deal to its end on both sides, comparing at every step."""
    dealer = rng.randrange(game.players)
    deal = game.deal(seed, dealer=dealer)
    state = game.start(deal, dealer=dealer)
    oracle = french.FrenchDeal(options, french.Cards(deal.hands, deal.talon), dealer)
    asked = Asked(oracle)
    while not state.is_over:
        step(rng, game, state, asked)
    assert oracle.phase == "over"
    assert list(state.returns()) == oracle.returns()
    assert (state.redeal is not None) == oracle.is_void
    if oracle.play is not None:
        in_play(state, oracle)
        known(game, state, oracle)
        position = state.position
        assert position is not None
        outcome = position.outcome()
        assert outcome.points == oracle.play.half_points
        assert outcome.oudlers == oracle.play.oudlers
        assert position.contract.partner == oracle.partner
        assert dict(position.contract.handfuls) == oracle.handfuls
    return oracle


def deals_in_lockstep(form: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        play_in_lockstep(rng, *games_by_lot(rng, form), seed)


@pytest.mark.parametrize("form", FORMS)
def test_deals_go_as_the_oracle_plays_them(form: str) -> None:
    deals_in_lockstep(form, 0, 15)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_deals_go_as_the_oracle_plays_them(form: str) -> None:
    deals_in_lockstep(form, 1_000, 2_000)


@pytest.mark.parametrize("form", FORMS)
def test_deals_are_those_of_the_oracle(form: str) -> None:
    rng = random.Random(form)
    for index in range(60):
        game, options = games_by_lot(rng, form)
        dealer = rng.randrange(game.players)
        ours = game.deal(5, index=index, dealer=dealer)
        theirs = french.deal(options, 5, index, pack=game.deck.cards, dealer=dealer)
        assert ours.hands == tuple(game.deck.names(map(game.deck.index, h)) for h in theirs.hands)
        assert ours.talon == theirs.talon


# Endings.


def handfuls_by_lot(
    rng: random.Random, options: french.Options, seats: list[int]
) -> dict[int, str]:
    """Returns handfuls that the trumps of a deck are enough for."""
    sizes = handful_sizes(options)
    found: dict[int, str] = {}
    for seat in seats:
        name = rng.choice(list(sizes))
        if rng.random() < 0.3 and sum(sizes[n] for n in (*found.values(), name)) <= 22:
            found[seat] = name
    return found


def cards_by_lot(rng: random.Random, pack: list[str], count: int) -> list[str]:
    """Returns cards, those that scores ask for more often than others."""
    special = ["T1", "EX", "T21", "CK", "DK", "HK", "SK", "T20", "T2"]
    cards = rng.sample(special, rng.randint(2, len(special)))
    rest = [card for card in pack if card not in cards]
    cards += rng.sample(rest, max(0, count - len(cards)))
    rng.shuffle(cards)
    return cards


def ending_by_lot(
    rng: random.Random, game: Game, options: french.Options, size: int
) -> tuple[Any, FrenchPlay]:
    """Returns a position of an ending, ours and the oracle's."""
    dealer = game.players - 1 if not options.dealer_sits_out else rng.randrange(game.players)
    seats = playing_seats(options, dealer)
    cards = cards_by_lot(rng, game.deck.cards, size * len(seats) + rng.randint(0, 3))
    hands: list[list[str]] = [[] for _ in range(game.players)]
    for number, seat in enumerate(seats):
        hands[seat] = cards[number * size : (number + 1) * size]
    talon = cards[size * len(seats) :][:3]
    bid = rng.choice(list(BIDS))
    declarer = rng.choice(seats)
    king = rng.choice((*"CDHS", None)) if options.calls_king else None
    holders = [seat for seat in seats if king is not None and king + "K" in hands[seat]]
    partner = next((seat for seat in holders if seat != declarer), None)
    if king is not None and not holders and king + "K" not in talon:
        # An ending lacks the card: only who asks knows the partner.
        partner = rng.choice((None, *(seat for seat in seats if seat != declarer)))
    more: dict[str, Any] = {"handfuls": handfuls_by_lot(rng, options, seats)}
    more["announced"] = {"slam"} if rng.random() < 0.3 else set()
    contract = game.contract(bid, declarer=declarer, king=king, partner=partner, **more)
    after, left, laid = [list(hand) for hand in hands], list(talon), list[str]()
    exchange = None
    if bid in EXCHANGE_BIDS and rng.random() < 0.7:
        after[declarer] += talon
        for _ in talon:
            allowed = french.legal_discards(after[declarer])
            if not allowed:
                return ending_by_lot(rng, game, options, size)
            laid.append(rng.choice(allowed))
            after[declarer].remove(laid[-1])
        exchange, left = (talon, laid), []
    deal = game.make_deal(hands, talon=talon)
    position = game.position(deal, contract, exchange=exchange)
    oracle = FrenchPlay(
        options,
        after,
        bid,
        declarer=declarer,
        partner=partner,
        dealer=dealer,
        talon=left,
        discards=laid,
        slam="slam" in more["announced"],
        handfuls=more["handfuls"],
    )
    assert position.contract.partner == partner
    return position, oracle


def both(seed: int, each: int) -> tuple[Any, FrenchPlay]:
    """Returns the same ending here and in the oracle; the forms come in turn."""
    rng = random.Random(seed)
    return ending_by_lot(rng, *games_by_lot(rng, FORMS[seed % len(FORMS)]), each)


def endings_in_lockstep(form: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        game, options = games_by_lot(rng, form)
        for _ in range(4):
            position, oracle = ending_by_lot(rng, game, options, rng.choice((1, 2, 2, 3, 3, 4)))
            while not position.is_over:
                assert position.current_player == oracle.current
                assert sorted(position.legal()) == sorted(oracle.legal())
                card = rng.choice(position.legal())
                position.play(card)
                oracle.apply(card)
            assert oracle.is_over
            assert list(position.points) == oracle.points
            assert position.outcome().points == oracle.half_points
            assert position.outcome().oudlers == oracle.oudlers
            assert list(position.returns()) == oracle.returns(), position.contract


@pytest.mark.parametrize("form", FORMS)
def test_endings_go_as_the_oracle_plays_them(form: str) -> None:
    endings_in_lockstep(form, 0, 30)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_endings_go_as_the_oracle_plays_them(form: str) -> None:
    endings_in_lockstep(form, 1_000, 2_500)


def worth(oracle: FrenchPlay, goal: str) -> int:
    """What a finished play is worth for the taker's side."""
    match goal:
        case "score":
            return oracle.returns()[oracle.declarer]
        case "points":
            return oracle.half_points
        case "win":
            return int(french_score.is_made(oracle.outcome()))
        case _:
            return sum(won for seat, won in enumerate(oracle.tricks) if oracle.is_takers(seat))


def endings_are_solved(form: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        game, options = games_by_lot(rng, form)
        position, oracle = ending_by_lot(rng, game, options, rng.choice((1, 2, 2, 3)))
        for _ in range(rng.randrange(3)):
            # In the middle of a trick too, but not at the end.
            if sum(map(len, position.hands)) > 2:
                card = rng.choice(position.legal())
                position.play(card)
                oracle.apply(card)
        if perft(oracle, 4) > 400:
            continue
        own = [seat for seat in range(game.players) if oracle.is_takers(seat)]
        for goal in GOALS:
            found = ultimo.solve(position, goal)
            table = minimax.table(oracle, own, partial(worth, goal=goal))
            assert dict(found.table) == table, (position.contract, goal)


@pytest.mark.parametrize("form", FORMS)
def test_endings_are_worth_what_the_oracles_minimax_says(form: str) -> None:
    endings_are_solved(form, 0, 25)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("form", FORMS)
def test_many_endings_are_worth_what_the_oracles_minimax_says(form: str) -> None:
    endings_are_solved(form, 1_000, 600)


@pytest.mark.parametrize("form", FORMS)
def test_lines_are_as_many_as_in_the_oracle(form: str) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        position, oracle = ending_by_lot(rng, *games_by_lot(rng, form), size=2)
        assert position.perft(7) == perft(oracle, 7)


# The score by itself.


def outcome_by_lot(rng: random.Random) -> french_score.Outcome:
    """Returns what might have happened, close to the targets and far from them."""
    return french_score.Outcome(
        half_points=rng.choice(
            (rng.randint(0, 182), rng.choice((72, 82, 102, 112)) + rng.randint(-2, 2))
        ),
        oudlers=rng.randint(0, 3),
        petit_last=rng.choice((-1, 0, 1)),
        slam=rng.choice((0, 0, 0, 1, -1)),
    )


def facts_of(rng: random.Random, outcome: french_score.Outcome) -> dict[str, int]:
    """Returns an outcome of the oracle as ours has it, in one of the ways it may come about."""
    last = (facts.NEITHER, facts.LAST_OWN, facts.LAST_DEFENDERS)
    before = (facts.NEITHER, facts.BEFORE_OWN, facts.BEFORE_DEFENDERS)
    excuse = rng.choice(last)
    ends_slam = (outcome.slam, excuse) in {(1, facts.LAST_OWN), (-1, facts.LAST_DEFENDERS)}
    return {
        "points": outcome.half_points,
        "oudlers": outcome.oudlers,
        "petit": (before if ends_slam else last)[outcome.petit_last],
        "excuse": excuse,
        "won_trick": int(outcome.slam != -1),
        "lost_trick": int(outcome.slam != 1),
    }


@pytest.mark.parametrize("form", FORMS)
def test_outcomes_score_as_in_the_oracle_one_by_one_and_all_at_once(form: str) -> None:
    rng = random.Random(form)
    for _ in range(40):
        game, options = games_by_lot(rng, form)
        seats = playing_seats(options, game.players - 1)
        declarer, partner = rng.sample(seats, 2)
        if not options.calls_king or rng.random() < 0.3:
            partner = -1
        bid = rng.choice(list(BIDS))
        handfuls = handfuls_by_lot(rng, options, seats)
        slam = rng.random() < 0.4
        contract = game.contract(
            bid,
            declarer=declarer,
            partner=None if partner < 0 else partner,
            announced={"slam"} if slam else (),
            handfuls=handfuls,
        )
        parts = Scoring(game.options, game.kind_of(contract), contract).parts()
        outcomes = [outcome_by_lot(rng) for _ in range(30)]
        expected = [
            french_score.scores(
                options,
                french_score.value(
                    bid, outcome, slam_announced=slam, handfuls=list(handfuls.values())
                ),
                playing=seats,
                declarer=declarer,
                partner=None if partner < 0 else partner,
            )
            for outcome in outcomes
        ]
        rows: list[dict[str, Any]] = [facts_of(rng, outcome) for outcome in outcomes]
        single = [np.sum([part.score(row) for part in parts], axis=0).tolist() for row in rows]
        columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
        batch = np.sum([part.score(columns) for part in parts], axis=0)
        assert single == expected
        assert batch.tolist() == expected


@pytest.mark.parametrize("form", FORMS)
def test_matches_add_up_as_in_the_oracle(form: str) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        game, options = games_by_lot(rng, form)
        deals = rng.randint(1, 3)
        changed = {**vars(options), "deals": deals}
        game, options = ultimo.game("french_tarot", **changed), french.Options(**changed)
        match = ultimo.Match(game, seed=seed, dealer=1)
        oracle = FrenchMatch(options, dealer=1)
        while not match.is_over:
            assert not oracle.is_over
            assert match.dealer == oracle.dealer
            state = match.start()
            while not state.is_over:
                legal = [game.action_names[action] for action in state.legal_actions()]
                state.apply(rng.choice(legal) if state.phase == "play" else call_by_lot(rng, legal))
            match.record(state)
            oracle.add([int(x) for x in state.returns()], void=state.redeal is not None)
            assert list(match.totals) == oracle.totals
        assert oracle.is_over
        assert list(match.places) == oracle.places()
        assert ultimo.Match.from_json(match.to_json()).tally == match.tally


def test_piles_count_as_in_the_oracle() -> None:
    game: Game = ultimo.game("french_tarot")
    rng = random.Random(0)
    for _ in range(300):
        cards = rng.sample(game.deck.cards, rng.randint(0, 78))
        assert 2 * game.count_points(cards) == count_halves(cards)
