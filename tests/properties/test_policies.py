"""Playouts by a preference: the same as a plain loop that makes the move that is liked best."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.oracle import chacha
from tests.properties.games import VARIANTS, contracts

import ultimo

TRICKS = [label for label, game in VARIANTS.items() if game.bids]
ROUNDS = [label for label, game in VARIANTS.items() if not game.bids]
FRENCH = "23456789TJQKA"

Liked = Callable[[int, int], int]
"""How much a seat likes an action."""


def by_hand(position: Any, liked: Liked, stream: chacha.Stream) -> list[int]:
    """Plays a deal out, and returns its moves."""
    moves = []
    while not position.is_over:
        legal, seat = position.legal_actions(), position.current_player
        best = max(liked(seat, action) for action in legal)
        among = [action for action in legal if liked(seat, action) == best]
        action = among[stream.below(len(among))]
        (position.play if hasattr(position, "play") else position.apply)(action)
        moves.append(action)
    return moves


def some_contracts(game: Any) -> list[Any]:
    """Returns six contracts from all parts of the ladder."""
    every = list(contracts(game))
    return every[:: -(-len(every) // 6)]


def check(game: Any, contract: Any, policy: Any, liked: Liked, n: int = 4) -> None:
    """Compares playouts with deals played by hand, and plays them again."""
    seed, start = 11, 3
    found = ultimo.simulate(
        game, n, contract=contract, seed=seed, start=start, plays=True, policy=policy
    )
    rows = game.deals(n, seed=seed, start=start)
    assert found.plays is not None
    total = 0
    for number, row in enumerate(rows):
        position = game.position_of_row(row, contract)
        stream = chacha.Stream(seed, start + number, chacha.PLAYOUT_BLOCK)
        moves = by_hand(position, liked, stream)
        padding = [255] * (found.plays.shape[1] - len(moves))
        assert found.plays[number].tolist() == moves + padding
        assert found.returns[number].tolist() == position.returns().tolist()
        assert found.points[number].tolist() == list(position.points)
        assert found.tricks[number].tolist() == list(position.tricks)
        total += len(moves)
    assert found.moves == total
    again = ultimo.replay(game, rows, contract, found.plays)
    assert again.is_complete.all()
    np.testing.assert_array_equal(found.returns, again.returns)


def likings(game: Any, levels: int | None) -> Any:
    """Returns numbers by lot for all seats: all different if `levels` is `None`."""
    rng = np.random.default_rng(5)
    shape = (game.players, game.num_actions)
    if levels is not None:
        return rng.integers(-levels, levels, shape).astype(np.int8)
    return np.stack([rng.permutation(shape[1]) for _ in range(shape[0])])


@pytest.mark.parametrize("levels", [None, 2])
@pytest.mark.parametrize("variant", TRICKS)
def test_the_move_liked_best_is_made(variant: str, levels: int | None) -> None:
    game = VARIANTS[variant]
    own = likings(game, levels)
    for contract in some_contracts(game):
        check(game, contract, own, lambda seat, action: int(own[seat, action]))
        check(game, contract, own[0], lambda _, action: int(own[0, action]), n=2)


@pytest.mark.parametrize("variant", TRICKS)
def test_highest_and_lowest_are_by_the_ranks_of_the_contract(variant: str) -> None:
    game = VARIANTS[variant]
    for contract in some_contracts(game):
        lanes = game.rules(contract).lanes
        beaten = {card: lane.index(card) for lane in lanes for card in lane}

        def high(_: int, action: int, beaten: dict[int, int] = beaten) -> int:
            return beaten.get(action, 0) if action < game.deck.size else -1

        def low(_: int, action: int, beaten: dict[int, int] = beaten) -> int:
            return -beaten.get(action, 0) if action < game.deck.size else -1000

        check(game, contract, "highest", high, n=2)
        check(game, contract, "lowest", low, n=2)


@pytest.mark.parametrize(("policy", "end"), [("highest", -1), ("lowest", 0)])
def test_the_first_lead_of_whist_is_the_highest_or_the_lowest_card(policy: str, end: int) -> None:
    game = ultimo.game("whist")
    found = ultimo.simulate(game, 200, seed=1, plays=True, policy=policy)
    assert found.plays is not None
    for row, plays in zip(game.deals(200, seed=1), found.plays, strict=True):
        (hand,) = [hand for hand in row[:52].reshape(4, 13).tolist() if int(plays[0]) in hand]
        ranks = sorted(FRENCH.index(game.deck.codes[card][1]) for card in hand)
        assert FRENCH.index(game.deck.codes[plays[0]][1]) == ranks[end]


@pytest.mark.parametrize("variant", VARIANTS)
def test_liking_all_alike_is_random(variant: str) -> None:
    game = VARIANTS[variant]
    for contract in some_contracts(game) if game.bids else [None]:
        plays = contract is not None
        given: dict[str, Any] = {"contract": contract, "seed": 2, "plays": plays}
        random = ultimo.simulate(game, 600, **given)
        for policy in (
            np.zeros(game.num_actions, dtype=np.uint8),
            np.full((game.players, game.num_actions), 2**64 - 1, dtype=np.uint64),
        ):
            same(random, ultimo.simulate(game, 600, policy=policy, **given))


def same(one: Any, other: Any) -> None:
    """Compares two results."""
    for what in ("returns", "points", "tricks"):
        np.testing.assert_array_equal(getattr(one, what), getattr(other, what))
    assert one.moves == other.moves
    if one.plays is not None:
        np.testing.assert_array_equal(one.plays, other.plays)


@pytest.mark.parametrize("levels", [None, 3])
@pytest.mark.parametrize("variant", ROUNDS)
def test_rounds_are_played_by_a_preference(variant: str, levels: int | None) -> None:
    game = VARIANTS[variant]
    own = likings(game, levels)
    found = ultimo.simulate(game, 30, seed=4, start=2, policy=own)
    total = 0
    for number in range(30):
        state = game.start(game.deal(4, index=2 + number))
        stream = chacha.Stream(4, 2 + number, chacha.PLAYOUT_BLOCK)
        moves = by_hand(state, lambda seat, action: int(own[seat, action]), stream)
        assert found.returns[number].tolist() == list(state.returns())
        total += len(moves)
    assert found.moves == total
    parts = ultimo.simulate_chunks(game, 30, seed=4, start=2, policy=own, chunk=7, threads=2)
    np.testing.assert_array_equal(found.returns, np.concatenate([part.returns for part in parts]))


TAROK: Any = ultimo.game("slovenian_tarok", players=3)
SNAPSZER: Any = ultimo.game("snapszer")
LIKED = likings(TAROK, 3)


@pytest.mark.parametrize("policy", ["highest", LIKED])
def test_nothing_depends_on_threads_chunks_or_who_says_the_contract(policy: Any) -> None:
    played = [TAROK.contract("two"), TAROK.contract("beggar", declarer=2)]
    numbers = np.arange(3000) % 2
    given: dict[str, Any] = {"seed": 7, "start": 1, "policy": policy, "plays": True}
    whole = ultimo.simulate(TAROK, 3000, contract=(played, numbers), threads=1, **given)
    same(whole, ultimo.simulate(TAROK, 3000, contract=(played, numbers), threads=3, **given))
    for number, contract in enumerate(played):
        alone = ultimo.simulate(TAROK, 3000, contract=contract, **given)
        own = numbers == number
        np.testing.assert_array_equal(whole.returns[own], alone.returns[own])
    # Every chunk begins with a deal of the first contract.
    for chunk in (1000, 64):
        parts = list(
            ultimo.simulate_chunks(
                TAROK,
                3000,
                contract_for=lambda rows: (played, np.arange(len(rows)) % 2),
                chunk=chunk,
                threads=2,
                **given,
            )
        )
        np.testing.assert_array_equal(whole.returns, np.concatenate([p.returns for p in parts]))
        assert whole.moves == sum(part.moves for part in parts)


def test_calls_are_made_as_they_are_liked() -> None:
    calls = range(SNAPSZER.deck.size, SNAPSZER.num_actions)
    for sign in (1, -1):
        liked = np.zeros(SNAPSZER.num_actions, dtype=np.int16)
        liked[list(calls)] = sign
        contract = next(iter(contracts(SNAPSZER)))
        found = ultimo.simulate(SNAPSZER, 300, contract=contract, seed=1, plays=True, policy=liked)
        assert found.plays is not None
        made = np.isin(found.plays, list(calls)).any(axis=1)
        assert made.sum() > 100 if sign > 0 else not made.any()


@pytest.mark.parametrize("kind", ["i1", "u1", ">i2", "u4", "<i8", "u8"])
def test_any_kind_and_layout_of_integers_will_do(kind: str) -> None:
    liked = np.abs(LIKED).astype(kind)
    given: dict[str, Any] = {"contract": TAROK.contract("two"), "seed": 3}
    expected = ultimo.simulate(TAROK, 50, policy=np.abs(LIKED), **given)
    same(expected, ultimo.simulate(TAROK, 50, policy=liked, **given))
    same(expected, ultimo.simulate(TAROK, 50, policy=np.asfortranarray(liked), **given))


def test_a_policy_is_copied_before_the_first_chunk() -> None:
    liked = LIKED.copy()
    given: dict[str, Any] = {"contract": TAROK.contract("two"), "seed": 3}
    expected = ultimo.simulate(TAROK, 50, policy=LIKED, **given)
    parts = []
    for part in ultimo.simulate_chunks(TAROK, 50, policy=liked, chunk=10, **given):
        liked[:] = 0
        parts.append(part.returns)
    np.testing.assert_array_equal(expected.returns, np.concatenate(parts))


@pytest.mark.parametrize(
    ("policy", "error", "code"),
    [
        ("greedy", ultimo.OptionError, "unknown_policy"),
        ("Highest", ultimo.OptionError, "unknown_policy"),
        (None, ultimo.ArgumentError, "bad_type"),
        ([1, 2], ultimo.ArgumentError, "bad_type"),
        (np.zeros(TAROK.num_actions), ultimo.ArgumentError, "bad_type"),
        (np.zeros(TAROK.num_actions, dtype=bool), ultimo.ArgumentError, "bad_type"),
        (np.zeros(TAROK.num_actions, dtype=object), ultimo.ArgumentError, "bad_type"),
        (np.zeros(TAROK.num_actions - 1, dtype=int), ultimo.OptionError, "wrong_shape"),
        (np.zeros((2, TAROK.num_actions), dtype=int), ultimo.OptionError, "wrong_shape"),
        (np.zeros((1, 3, TAROK.num_actions), dtype=int), ultimo.OptionError, "wrong_shape"),
        (np.array(1), ultimo.OptionError, "wrong_shape"),
    ],
)
def test_bad_policies_are_refused(policy: Any, error: Any, code: str) -> None:
    for run in (ultimo.simulate, lambda *a, **k: list(ultimo.simulate_chunks(*a, **k))):
        with pytest.raises(error) as raised:
            run(TAROK, 3, contract=TAROK.contract("two"), seed=1, policy=policy)
        assert raised.value.code == code
        assert "policy" in str(raised.value)
        assert "\n" not in str(raised.value)


def test_there_is_no_highest_card_where_none_is_played() -> None:
    with pytest.raises(ultimo.OptionError, match="no cards are played in hosn_owe"):
        ultimo.simulate(ultimo.game("hosn_owe"), 3, seed=1, policy="highest")
