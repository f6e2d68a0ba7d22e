"""Hosn owe in lockstep with the plain Python of tests/oracle: rounds, payments and matches."""

import random
from typing import Any

import numpy as np
import pytest
from tests.oracle import hosn_round as oracle
from tests.oracle.hosn_owe import doubled_value, ends_round

import ultimo
from ultimo.games.hosn_owe.score import due


def options_by_lot(rng: random.Random, players: int | None = None) -> dict[str, Any]:
    """Returns options, each value of each of them now and then."""
    return {
        "players": rng.randint(2, 9) if players is None else players,
        "tokens": rng.choice((1, 2, 3)),
        "swimming": rng.random() < 0.7,
        "tie_rule": rng.choice(("all_pay", "closer_pays", "suit_order")),
        "refresh_on_all_pass": rng.random() < 0.7,
        "feuer_all_pay": rng.random() < 0.5,
        "feuer_value": rng.choice((33, 32)),
        "close_first_orbit": rng.random() < 0.7,
        "closer_lowest_double": rng.random() < 0.5,
    }


def names(state: Any) -> list[str]:
    """Returns the names of the legal actions."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def compare(state: Any, play: oracle.HosnRound) -> None:
    """Compares a round on both sides."""
    assert state.phase == play.phase
    assert state.current_player == play.current
    legal = names(state)
    assert sorted(legal) == sorted(play.legal())
    for seat, hand in enumerate(play.hands):
        assert set(state.hand(seat)) == set(hand)
    table = state.phases()[-1][0].table.talon
    codes = [state.game.deck.codes[card] for card in table]
    assert set(codes[:3]) == set(play.table)
    assert codes[3:] == play.rest


def call_by_lot(rng: random.Random, legal: list[str], style: float) -> str:
    """Passes, closes and exchanges in turn; some rounds are longer than others."""
    if "pass" in legal and rng.random() < style:
        return "pass"
    others = [name for name in legal if name not in {"pass", "close"}]
    return "close" if "close" in legal and rng.random() < 0.05 else rng.choice(others)


def round_in_lockstep(rng: random.Random, state: Any, play: oracle.HosnRound) -> None:
    """Plays a round to its end on both sides."""
    style = rng.choice((0.1, 0.5, 0.98))
    while not state.is_over:
        compare(state, play)
        name = call_by_lot(rng, names(state), style)
        state.apply(name)
        play.apply(name)
    compare(state, play)
    assert state.returns().tolist() == play.returns()
    assert (state.redeal is None) == any(play.due())
    hands = [state.hand(seat) for seat in range(state.game.players)]
    values = [state.game.count_points(hand) if hand else None for hand in hands]
    assert values == play.values()


def match_in_lockstep(seed: int) -> None:
    """Plays a whole match on both sides."""
    rng = random.Random(seed)
    given = options_by_lot(rng)
    options = oracle.Options(**given)
    game: Any = ultimo.game("hosn_owe", **given)
    dealer = rng.randrange(game.players)
    match = ultimo.Match(game, seed=seed, dealer=dealer)
    theirs = oracle.HosnMatch(options, dealer)
    while not theirs.is_over:
        assert not match.is_over
        assert match.dealer == theirs.dealer
        state: Any = match.start()
        cards = oracle.deal(
            options,
            seed,
            len(match.entries),
            pack=game.deck.cards,
            active=theirs.active,
            dealer=theirs.dealer,
        )
        assert [set(hand) for hand in state.deal.hands] == [set(hand) for hand in cards.hands]
        assert state.deal.talon == cards.talon
        play = oracle.HosnRound(options, cards, theirs.dealer, theirs.tokens)
        round_in_lockstep(rng, state, play)
        match.record(state)
        theirs.add(play.due())
        assert list(match.tally.tokens) == theirs.tokens or match.is_over
        active = [seat in match.tally.active for seat in range(game.players)]
        assert active == theirs.active
        assert list(match.places) == theirs.places()
    assert match.is_over
    assert match.winners == (theirs.winner,)
    assert match.totals.tolist() == theirs.results()
    assert match.payments.tolist() == theirs.results()
    assert ultimo.Match.from_json(match.to_json()) == match


@pytest.mark.parametrize("part", range(6))
def test_whole_matches(part: int) -> None:
    for seed in range(8 * part, 8 * part + 8):
        match_in_lockstep(seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(4))
def test_many_more_whole_matches(part: int) -> None:
    for seed in range(1000 * part + 1000, 1000 * part + 1500):
        match_in_lockstep(seed)


def test_every_hand_counts_as_in_the_oracle() -> None:
    """All hands of three cards, one suit fixed for the first card."""
    from ultimo._core import rank_hand

    for feuer_value in (33, 32):
        game: Any = ultimo.game("hosn_owe", feuer_value=feuer_value)
        codes = game.deck.codes
        for a in range(32):
            for b in range(a):
                for c in range(b):
                    hand = [codes[a], codes[b], codes[c]]
                    doubled, _ = rank_hand(game.hand_rule, (a, b, c))
                    assert doubled == doubled_value(hand, feuer_value=feuer_value)


def hands_by_lot(rng: random.Random, players: int) -> list[list[str]]:
    """Hands that are often alike, and now and then special."""
    codes = list(ultimo.game("hosn_owe").deck.cards)
    if rng.random() < 0.3:
        codes = [code for code in codes if code[1] in rng.choice(("AKQJT", "789A", "KQ8"))]
    rng.shuffle(codes)
    return [codes[3 * seat : 3 * seat + 3] for seat in range(players)]


def test_payments_of_many_hands_at_once() -> None:
    """What is due for hands by lot, with seats out, one by one and in one array."""
    from ultimo._core import rank_hand

    for seed in range(150):
        rng = random.Random(seed)
        players = rng.randint(2, 4)
        given = options_by_lot(rng, players)
        game: Any = ultimo.game("hosn_owe", **given)
        rules = oracle.Options(**given)
        out = rng.randrange(players) if players > 2 and rng.random() < 0.4 else None
        active = tuple(seat for seat in range(players) if seat != out)
        rows = []
        for _ in range(20):
            hands = hands_by_lot(rng, players)
            if out is not None:
                hands[out] = []
            if any(hand and len(hand) < 3 for hand in hands) or not all(
                hands[seat] for seat in active
            ):
                continue
            closer = rng.choice((None, *active))
            ranked = [
                rank_hand(game.hand_rule, [game.deck.index(c) for c in hand]) if hand else (0, 0)
                for hand in hands
            ]
            rows.append((hands, closer, ranked))
        if not rows:
            continue
        table = np.array([ranked for _, _, ranked in rows])
        closers = np.array([-1 if closer is None else closer for _, closer, _ in rows])
        many = due(
            game.options,
            values=table[..., 0],
            orders=table[..., 1],
            closers=closers,
            active=active,
        )
        expected = [oracle.due(rules, hands, closer) for hands, closer, _ in rows]
        assert many.tolist() == expected
        assert all(ends_round(hand) == (value >= 62) for hand, value in special(rows))


def special(rows: list[Any]) -> list[tuple[list[str], int]]:
    """Returns all hands of some rows with their doubled values."""
    return [
        (hand, value)
        for hands, _, ranked in rows
        for hand, (value, _) in zip(hands, ranked, strict=True)
        if hand
    ]
