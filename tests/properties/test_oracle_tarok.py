"""Slovenian tarok in lockstep with the plain Python of tests/oracle: the rules, read twice.

Whole deals go from the auction to the score under options by lot; endings of a few tricks, where
the last trick and valats happen often, are played under contracts by lot; and the score is compared
on outcomes by lot, possible or not.
"""

import random
from typing import Any

import numpy as np
import pytest
from tests.oracle import tarok, tarok_score
from tests.oracle.cards import count54
from tests.oracle.tarok_auction import DECLARER, DEFENDERS
from tests.oracle.tarok_match import TarokMatch
from tests.oracle.tarok_options import KING_CONTRACTS, TALON_TAKEN, contract_values, kontra_top
from tests.oracle.tarok_play import TarokPlay, first_leader
from tests.oracle.tarok_two import TarokTwoPlay

import ultimo
from ultimo.games.slovenian_tarok import facts
from ultimo.games.slovenian_tarok.score import Scoring

NEGATIVE = ("klop", "piccolo", "beggar", "open_beggar")
CHOICES: dict[str, tuple[Any, ...]] = {
    "settlement": ("both_sides", "declarer_side_only"),
    "contract_values": ("site", "pagat"),
    "piccolo": (True, False),
    "valat_bids": (False, True),
    "three_open_to_all": (False, True),
    "final_raise": (True, False),
    "redeal_without_tarokk": (True, False),
    "discard_tarokks": ("only_if_forced", "free_face_up"),
    "klop_talon_gift": (False, True),
    "klop_scoring": ("site", "pagat70"),
    "klop_forced": (False, True),
    "pagat_last": (True, False),
    "emperor_trick": (False, True),
    "captured_mond_penalty": (0, 20, 21),
    "king_ultimo": (0, 10),
    "silent_pagat_failed": (0, 25),
    "round_difference_to": (1, 5),
    "solo_without_scoring": ("flat", "with_difference"),
    "defenders_may_announce": (False, True),
    "kontra_game_scope": ("all", "contract_only"),
    "kontra_max": ("sub", "mort"),
    "radli": (False, True),
    "two_player_settlement": ("mirror", "bidder_only"),
    "two_player_pile_refill": ("take_tarokk_and_king", "leave_face_up"),
}
"""The values that each option takes; the default comes first."""

Game = Any


def options_by_lot(rng: random.Random, players: int) -> dict[str, Any]:
    """Returns options, most of them usually at their default."""
    changed = rng.choice((0.1, 0.5))
    found = {
        name: rng.choice(values) if rng.random() < changed else values[0]
        for name, values in CHOICES.items()
    }
    if rng.random() < changed:
        found["overtake_contracts"] = frozenset(name for name in NEGATIVE if rng.random() < 0.5)
    if found["contract_values"] == "pagat":
        found["piccolo"] = False
    return {"players": players, **found}


def games_by_lot(rng: random.Random, players: int) -> tuple[Game, tarok.Options]:
    """Returns the same game twice: ours, and the oracle's options."""
    given = options_by_lot(rng, players)
    return ultimo.game("slovenian_tarok", **given), tarok.Options(**given)


def call_by_lot(rng: random.Random, legal: list[str]) -> str:
    """Chooses a call so that all contracts and phases are reached."""
    quiet = [name for name in legal if name in {"pass", "done"}]
    if quiet and rng.random() < 0.5:
        return quiet[0]
    if len(legal) > 1 and rng.random() < 0.5:
        return rng.choice(legal[:3])
    return rng.choice(legal)


def in_play(state: ultimo.State, oracle: tarok.TarokDeal) -> None:
    """Compares what is on the table during the play."""
    position = state.position
    assert position is not None
    assert oracle.play is not None
    assert [set(hand) for hand in position.hands] == [set(hand) for hand in oracle.hands]
    assert position.trick == oracle.trick
    assert list(position.tricks) == oracle.tricks
    assert list(position.points) == oracle.play.points
    if isinstance(oracle.play, TarokTwoPlay):
        assert [list(map(list, own)) for own in position.piles] == oracle.play.piles


def play_in_lockstep(
    rng: random.Random, game: Game, options: tarok.Options, seed: int
) -> tarok.TarokDeal:
    """Plays a deal to its end on both sides, comparing at every step."""
    dealer = rng.randrange(game.players)
    deal = game.deal(seed, dealer=dealer)
    state = game.start(deal, dealer=dealer)
    oracle = tarok.TarokDeal(options, tarok.Cards(deal.hands, deal.talon, deal.piles), dealer)
    while not state.is_over:
        assert state.phase == oracle.phase
        assert state.current_player == oracle.current
        legal = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(legal) == sorted(oracle.legal())
        if state.phase == "play":
            in_play(state, oracle)
            name = rng.choice(legal)
        else:
            name = call_by_lot(rng, legal)
        state.apply(name)
        oracle.apply(name)
    in_play(state, oracle)
    assert oracle.phase == "over"
    assert list(state.returns()) == oracle.returns()
    position = state.position
    assert position is not None
    if oracle.contract != "klop" and oracle.declarer is not None:
        assert position.outcome().points == oracle.card_points
    return oracle


def deals_in_lockstep(players: int, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        play_in_lockstep(rng, *games_by_lot(rng, players), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_go_as_the_oracle_plays_them(players: int) -> None:
    deals_in_lockstep(players, 0, 150)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_deals_go_as_the_oracle_plays_them(players: int) -> None:
    deals_in_lockstep(players, 1_000, 15_000)


@pytest.mark.parametrize("preset", ["site", "openspiel", "pagat"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_presets_are_those_of_the_oracle(preset: str, players: int) -> None:
    game = ultimo.game("slovenian_tarok", preset, players=players)
    options = tarok.preset(preset, players)
    if players > 2:
        assert dict(list(game.contracts().items())[1:]) == contract_values(options)
    for seed in range(30):
        play_in_lockstep(random.Random(seed), game, options, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("redeal", [True, False])
def test_deals_are_those_of_the_oracle(players: int, redeal: bool) -> None:  # noqa: FBT001
    game = ultimo.game("slovenian_tarok", players=players, redeal_without_tarokk=redeal)
    options = tarok.Options(players=players, redeal_without_tarokk=redeal)
    for index in range(200):
        ours = game.deal(5, index=index)
        theirs = tarok.deal(options, 5, index, pack=game.deck.cards)
        assert ours.hands == tuple(game.deck.names(map(game.deck.index, h)) for h in theirs.hands)
        assert (ours.talon, ours.piles) == (theirs.talon, theirs.piles)


# Endings.


def announced_by_lot(rng: random.Random, options: tarok.Options, king: str | None) -> list[str]:
    """Returns items that may stand beside one another."""
    if rng.random() < 0.15:
        return ["valat"]
    pairs = rng.choice((["trulapagat"], ["trula"], ["pagat_ultimo"], ["trula", "pagat_ultimo"], []))
    ultimo_of_king = king is not None and options.king_ultimo and rng.random() < 0.3
    kings = ["kings"] if rng.random() < 0.3 else []
    return pairs + kings + (["king_ultimo"] if ultimo_of_king else [])


def ending_by_lot(
    rng: random.Random, game: Game, options: tarok.Options
) -> tuple[Any, TarokPlay, ultimo.Contract]:
    """Returns a position of an ending, ours and the oracle's, and its contract."""
    players = game.players
    bid = rng.choice(["klop", *contract_values(options)])
    declarer = rng.randrange(players)
    size = rng.choice((1, 2, 2, 3, 3, 4))
    pack = game.deck.cards
    # Cards that scores ask for come up more often than others.
    special = ["T1", "T21", "T22", "CK", "DK", "HK", "SK"]
    cards = rng.sample(special, rng.randint(2, 7))
    rest = [card for card in pack if card not in cards]
    cards += rng.sample(rest, max(0, size * players + 6 - len(cards)))
    rng.shuffle(cards)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    talon = cards[players * size : players * size + 6]
    king = partner = None
    if bid in KING_CONTRACTS and players == 4:
        lying = [card[0] for card in cards if card[1:] == "K"]
        king = rng.choice(lying) if lying else None
        holders = [s for s, hand in enumerate(hands) if king is not None and king + "K" in hand]
        partner = next((seat for seat in holders if seat != declarer), None)
    announced: dict[str, str] = {}
    if bid in TALON_TAKEN and rng.random() < 0.6:
        sides = (DECLARER, DEFENDERS) if options.defenders_may_announce else (DECLARER,)
        announced = {item: rng.choice(sides) for item in announced_by_lot(rng, options, king)}
    kontra = {}
    if bid != "klop":
        doubled = [item for item in ("game", *announced) if rng.random() < 0.4]
        kontra = {item: rng.randint(1, kontra_top(options)) for item in doubled}
    taken: list[str] = []
    laid: list[str] = []
    after, left = [list(hand) for hand in hands], list(talon)
    if bid in TALON_TAKEN and rng.random() < 0.6:
        count = TALON_TAKEN[bid]
        first = rng.randrange(6 // count) * count
        taken = talon[first : first + count]
        left = talon[:first] + talon[first + count :]
        after[declarer] += taken
        for _ in taken:
            allowed = tarok.legal_discards(options, after[declarer])
            if not allowed:
                return ending_by_lot(rng, game, options)
            laid.append(rng.choice(allowed))
            after[declarer].remove(laid[-1])
    held = {
        item: item if side == DECLARER else f"opponents_{item}" for item, side in announced.items()
    }
    contract = game.contract(
        bid,
        declarer=declarer,
        king=king,
        announced=held.values(),
        kontra={held.get(item, item): level for item, level in kontra.items()},
    )
    position = game.position(
        game.make_deal(hands, talon=talon),
        contract,
        exchange=(taken, laid) if taken else None,
    )
    oracle = TarokPlay(
        options,
        after,
        bid,
        declarer=declarer,
        partner=partner,
        king=king,
        leader=first_leader(bid, declarer, forehand=0),
        talon=left,
        taken=taken,
        discards=laid,
        announced=announced,
        kontra=kontra,
    )
    assert position.contract.partner == partner
    return position, oracle, contract


def endings_in_lockstep(players: int, first: int, count: int) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        game, options = games_by_lot(rng, players)
        for _ in range(4):
            position, oracle, contract = ending_by_lot(rng, game, options)
            while not position.is_over:
                assert position.current_player == oracle.current
                assert sorted(position.legal()) == sorted(oracle.legal())
                card = rng.choice(position.legal())
                position.play(card)
                oracle.apply(card)
            assert oracle.is_over
            assert list(position.points) == oracle.points
            assert list(position.returns()) == oracle.returns(), contract


@pytest.mark.parametrize("players", [3, 4])
def test_endings_go_as_the_oracle_plays_them(players: int) -> None:
    endings_in_lockstep(players, 0, 300)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [3, 4])
def test_many_endings_go_as_the_oracle_plays_them(players: int) -> None:
    endings_in_lockstep(players, 1_000, 15_000)


def test_two_player_endings_go_as_the_oracle_plays_them() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        game, options = games_by_lot(rng, 2)
        bidder = rng.choice((0, 1, None))
        cards = rng.sample(game.deck.cards, 2 * 9)
        hands = [cards[0:3], cards[3:6]]
        piles = [[cards[6:8], cards[8:12], []], [cards[12:15], cards[15:16], cards[16:18]]]
        position = game.position(
            game.make_deal(hands, piles=piles),
            game.contract("none" if bidder is None else "play", declarer=bidder or 0),
        )
        oracle = TarokTwoPlay(options, hands, piles, bidder=bidder)
        while not position.is_over:
            assert position.current_player == oracle.current
            assert sorted(position.legal()) == sorted(oracle.legal())
            card = rng.choice(position.legal())
            position.play(card)
            oracle.apply(card)
        assert oracle.is_over
        assert list(position.points) == oracle.points
        if bidder is not None:
            assert list(position.returns()) == oracle.returns()


# The score by itself.


def outcome_by_lot(rng: random.Random) -> tarok_score.Outcome:
    """Returns what might have happened."""
    valat = rng.choice((0, 0, 0, 0, 1, -1))
    pagat = rng.choice((0, 1, -1))
    return tarok_score.Outcome(
        points=rng.randint(0, 70),
        tricks=rng.randint(0, 3),
        trula=rng.choice((0, 1, -1)),
        kings=rng.choice((0, 1, -1)),
        pagat_ultimo=pagat,
        pagat_failed=0 if pagat else rng.choice((0, 1, -1)),
        king_ultimo=rng.choice((0, 1, -1)),
        valat=valat,
    )


def facts_of(outcome: tarok_score.Outcome) -> dict[str, Any]:
    """Returns an outcome of the oracle as ours has it."""
    fates = {
        (1, 0): facts.OWN,
        (-1, 0): facts.OPPONENTS,
        (0, -1): facts.OWN_LOST,
        (0, 1): facts.OPPONENTS_LOST,
        (0, 0): facts.NEITHER,
    }
    return {
        "points": outcome.points,
        "tricks": outcome.tricks,
        "won_trick": int(outcome.valat != -1),
        "lost_trick": int(outcome.valat != 1),
        "trula": int(outcome.trula == 1),
        "opponents_trula": int(outcome.trula == -1),
        "kings": int(outcome.kings == 1),
        "opponents_kings": int(outcome.kings == -1),
        "pagat_ultimo": fates[outcome.pagat_ultimo, outcome.pagat_failed],
        "king_ultimo": outcome.king_ultimo % 3,
    }


@pytest.mark.parametrize("players", [3, 4])
def test_outcomes_score_as_in_the_oracle_one_by_one_and_all_at_once(players: int) -> None:
    rng = random.Random(players)
    for _ in range(150):
        game, options = games_by_lot(rng, players)
        bid = rng.choice(list(contract_values(options)))
        king = "S" if bid in KING_CONTRACTS and players == 4 else None
        items = announced_by_lot(rng, options, king) if bid in TALON_TAKEN else []
        announced = dict.fromkeys(items, DECLARER)
        doubled = [item for item in ("game", *announced) if rng.random() < 0.4]
        kontra: dict[str | int, int] = {
            item: rng.randint(1, kontra_top(options)) for item in doubled
        }
        contract = game.contract(
            bid, declarer=1, king=king, announced=list(announced), kontra=kontra
        )
        parts = [
            part
            for part in Scoring(game.options, game.kind_of(contract), contract).parts()
            if "mond" not in part.axes
        ]
        if king is None or options.king_ultimo == 0:
            outcomes = [
                tarok_score.Outcome(**{**vars(outcome_by_lot(rng)), "king_ultimo": 0})
                for _ in range(40)
            ]
        else:
            outcomes = [outcome_by_lot(rng) for _ in range(40)]
        expected = [
            tarok_score.value(
                options,
                bid,
                outcome,
                announced=announced,
                kontra={str(key): level for key, level in kontra.items()},
            )
            for outcome in outcomes
        ]
        rows = [facts_of(outcome) for outcome in outcomes]
        single = [sum(part.score(row)[..., 1] for part in parts) for row in rows]
        columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
        batch = np.sum([part.score(columns)[..., 1] for part in parts], axis=0)
        assert single == expected
        assert list(batch) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_add_up_as_in_the_oracle(players: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        deals = rng.randint(4, 9)
        radli: dict[str, Any] = {"radli": True, "captured_mond_penalty": 20}
        radli["klop_forced"] = seed % 2 == 0
        game = ultimo.game("slovenian_tarok", players=players, deals=deals, **radli)
        options = tarok.Options(players=players, deals=deals, **radli)
        match = ultimo.Match(game, seed=seed, dealer=1)
        oracle = TarokMatch(options, dealer=1)
        while not match.is_over:
            assert not oracle.is_over
            assert match.dealer == oracle.dealer
            state = match.start()
            deal = tarok.TarokDeal(
                options,
                tarok.Cards(state.deal.hands, state.deal.talon, state.deal.piles),
                match.dealer,
            )
            while not state.is_over:
                legal = [game.action_names[action] for action in state.legal_actions()]
                name = rng.choice(legal) if state.phase == "play" else call_by_lot(rng, legal)
                state.apply(name)
                deal.apply(name)
            match.record(state)
            assert deal.play is not None
            oracle.add(deal.play)
            assert list(match.totals) == oracle.totals
        assert oracle.is_over
        assert list(match.places) == oracle.places()
        assert ultimo.Match.from_json(match.to_json()).tally == match.tally


def test_piles_count_as_in_the_oracle() -> None:
    game = ultimo.game("slovenian_tarok")
    rng = random.Random(0)
    for _ in range(500):
        cards = rng.sample(game.deck.cards, rng.randint(0, 54))
        assert game.count_points(cards) == count54(cards)
