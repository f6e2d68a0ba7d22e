"""Worlds that the core draws whole are consistent, and the duties rule cards out one by one."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, playthrough
from tests.properties.test_sampling import looks_same, seen

import ultimo
from ultimo.errors import ArgumentError, DealError, IllegalActionError, SeatError
from ultimo.phases import Over, Play

SAMPLED = list(VARIANTS)
EACH = pytest.mark.parametrize("label", SAMPLED)


@EACH
def test_a_card_is_legal_if_each_other_card_allows_it(label: str) -> None:
    """What `Position.ruled_out` rests on, for every card of every hand that came to play."""
    game = VARIANTS[label]
    for seed in range(4):
        for state in playthrough(game, seed):
            position = state.standing()
            if position is None or position.is_over or not isinstance(phase_of(state), Play):
                continue
            seat = position.current_player
            if position.history and position.history[-1][0] == seat:
                continue  # What was announced in this turn must be played.
            index = game.deck.index_by_code
            hand = {index[code] for code in position.hands[seat]}
            tops = {index[code] for code in position.tops[seat] if code} if position.tops else set()
            legal = set(position.legal_actions())
            for card in hand | tops:
                others = hand - {card}
                # Without another card in hand only the open cards of the piles speak.
                if others or not tops:
                    assert (card in legal) == (not others & set(position.ruled_out(card)))


def phase_of(state: Any) -> Any:
    return state.phases()[-1][0]


def some_states(label: str, count: int) -> Iterator[tuple[Any, int]]:
    game = VARIANTS[label]
    for seed in (5, 6):
        rng = random.Random(seed)
        states = [state.copy() for state in playthrough(game, seed)]
        for state in rng.sample(states, min(count, len(states))):
            yield state, rng.randrange(game.players)


@EACH
def test_whole_worlds_are_played_through_without_a_fault(label: str) -> None:
    for state, seat in some_states(label, 5):
        if not state.is_sampled_directly(seat):
            continue
        for world in state.sample_states(seat, 12, seed=4):
            assert looks_same(world, state, seat)
            assert seen(world, seat) == seen(state, seat)
            assert world.hand(seat) == state.hand(seat)


@EACH
def test_rows_are_the_deals(label: str) -> None:
    game = VARIANTS[label]
    for state, seat in some_states(label, 2):
        rows = state.sample_rows(seat, 8, seed=4)
        assert rows.shape == (8, game.deck.size)
        assert rows.dtype == np.uint8
        deals = state.sample(seat, 8, seed=4)
        terms = state.terms.to_dict()
        assert [game.deal_from_row(row, **terms) for row in rows] == deals
        assert (state.sample_rows(seat, 3, seed=4) == rows[:3]).all()


@EACH
def test_nearly_all_states_are_sampled_directly(label: str) -> None:
    found = [
        state.is_sampled_directly(seat)
        for state, seat in some_states(label, 6)
        # Why a deal is over that nobody has begun can hang on cards in any way.
        if state.history or not isinstance(phase_of(state), Over)
    ]
    assert sum(found) >= len(found) - 1


def test_rows_do_not_depend_on_threads() -> None:
    *_, state = playthrough(VARIANTS["tarok 3"], 2)
    for _ in range(30):
        state.undo()
    rows = state.sample_rows(1, 5000, seed=1, threads=1)
    assert (state.sample_rows(1, 5000, seed=1, threads=2) == rows).all()
    assert not (state.sample_rows(1, 5000, seed=2) == rows).all()
    assert len({row.tobytes() for row in rows}) > 4000


def test_rows_of_worlds_can_be_played_on() -> None:
    """The rows go into what takes rows of deals."""
    game = ultimo.game("whist")
    state = game.start(seed=3)
    for _ in range(9):
        state.apply(state.legal_actions()[0])
    rows = state.sample_rows(2, 50, seed=1)
    plays = np.full((50, 52), 255, np.uint8)
    plays[:, :9] = [action for _, action in state.history]
    replayed = ultimo.replay(game, rows, state.contract, plays)
    assert (replayed.moves == 9).all()


def test_what_is_no_argument_is_refused() -> None:
    state: Any = ultimo.game("whist").start(seed=1)
    with pytest.raises(SeatError):
        state.sample_rows(4, 1, 1)
    for bad in ((0, -1, 1), (0, 1.5, 1), (0, 1, -1), (0, 1, 2**64)):
        with pytest.raises(ArgumentError):
            state.sample_rows(*bad)
    with pytest.raises(ArgumentError):
        state.sample_rows(0, 1, 1, progress=3)
    assert state.sample_rows(0, 0, 1).shape == (0, 52)
    game = ultimo.game("whist")
    ending = game.make_deal(["SA D3", "SK HA", "S2 HK", "S3 H2"], turned="H2")
    with pytest.raises(DealError) as caught:
        game.start(ending).sample_rows(0, 1, 1)
    assert caught.value.code == "no_row"
    assert len(game.start(ending).sample(0, 5, 1)) == 5


def test_ruled_out_says_what_a_play_shows() -> None:
    game = ultimo.game("whist", void_rule="free")
    position = game.position(game.deal(seed=7), game.contract(trump="S"))
    card = position.legal()[0]
    assert position.ruled_out(card) == ()
    position.play(card)
    suit = game.deck.suit(card[0])
    other = next(code for code in game.deck.codes if code[0] not in {card[0], "S"})
    assert position.ruled_out(other) == suit
    # Whoever could follow suit may hold anything.
    assert position.ruled_out(game.deck.codes[suit[-1]]) == ()
    with pytest.raises(IllegalActionError):
        position.ruled_out("YY")
