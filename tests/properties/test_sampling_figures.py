"""Worlds after a declared figure, and of rounds of exchange: as likely as by trying all or many."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, playthrough
from tests.properties.test_sampling import (
    arrangements,
    check_frequencies,
    endings,
    looks_same,
    renamed,
    replayed,
    shares,
)
from tests.properties.test_sampling import unseen as unseen_in_play

import ultimo
from ultimo.sampling.known import knowledge_of


def is_bound(state: Any, seat: int) -> bool:
    """Whether a figure says something of cards that a seat does not know."""
    return bool(knowledge_of(state, seat).bounds)


@pytest.mark.parametrize("label", ["strohmandli two base", "strohmandli three42 base"])
def test_worlds_after_a_declared_figure_are_uniform(label: str) -> None:
    for state, seat in endings(label, range(6, 2600), is_bound):
        history = [action for _, action in state.history]
        worlds = Counter[Any]()
        tried = 0
        for other in arrangements(unseen_in_play(state, seat)):
            tried += 1
            world = replayed(state, renamed(state.deal, other), history)
            if world is not None and looks_same(world, state, seat):
                worlds[world.deal] += 1
        if not 2 <= len(worlds) < tried:
            continue
        assert state.is_sampled_directly(seat)
        n = 12 * len(worlds)
        check_frequencies(Counter(state.sample(seat, n, seed=5)), shares(worlds), n)
        return
    pytest.fail("no state of this kind")


def rounds(label: str, least: int) -> Iterator[Any]:
    """Yields rounds of exchange after some actions."""
    for seed in range(60):
        for state in playthrough(VARIANTS[label], seed):
            if len(state.history) == least and not state.is_over:
                yield state.copy()


def hidden(state: Any, seat: int) -> list[list[tuple[str, int, int]]]:
    """The places of the deal, those together that nobody has told apart, whose cards are hidden.

    Written from the rules, by what lay on the table or in the own hand.
    """
    public = set()
    for phase, _ in state.phases()[1:]:
        public |= set(phase.table.talon[:3])
    index = state.game.deck.index_by_code
    rejected = state.history[:1] == [(state.dealer, state.game.action("reject"))]
    own = set(state.deal.hands[seat])
    if rejected and seat == state.dealer:
        own |= set(state.deal.talon[:3])
    return [
        [
            (kind, number, at)
            for kind, number, at, code in places(state.deal)
            if index[code] not in public and code not in own
        ],
        # The cards of the table, in an order that nobody saw.
        [
            (kind, number, at)
            for kind, number, at, code in places(state.deal)
            if kind == "talon" and at < 3 and (index[code] in public or code in own)
        ],
    ]


def places(deal: Any) -> Iterator[tuple[str, int, int, str]]:
    for seat, hand in enumerate(deal.hands):
        yield from (("hand", seat, at, code) for at, code in enumerate(hand))
    yield from (("talon", 0, at, code) for at, code in enumerate(deal.talon))


def dealt(state: Any, cards: dict[tuple[str, int, int], str]) -> Any:
    """The deal of a state with some cards in other places."""
    hands = [list(hand) for hand in state.deal.hands]
    talon = list(state.deal.talon)
    for (kind, number, at), code in cards.items():
        (hands[number] if kind == "hand" else talon)[at] = code
    return state.game.make_deal(hands, talon, **state.terms.to_dict())


@pytest.mark.parametrize(
    ("label", "least"), [("hosn owe 9", 5), ("hosn owe 3", 7), ("hosn owe", 1)]
)
def test_rounds_of_exchange_are_drawn_as_often_as_by_trying(label: str, least: int) -> None:
    """Compares how often a card lies where with deals that were shuffled and tried."""
    state = next(rounds(label, least))
    game = state.game
    seat = (state.dealer + 1) % game.players
    rng = random.Random(4)
    history = [action for _, action in state.history]
    at = {place[:3]: place[3] for place in places(state.deal)}
    n = 1200
    tried: list[Any] = []
    while len(tried) < n:
        cards: dict[Any, str] = {}
        for group in hidden(state, seat):
            codes = [at[place] for place in group]
            rng.shuffle(codes)
            cards |= dict(zip(group, codes, strict=True))
        world = replayed(state, dealt(state, cards), history)
        if world is not None and looks_same(world, state, seat):
            tried.append(world.deal)
    drawn = state.sample(seat, n, seed=6)
    for of in (
        lambda deal: deal.talon[0],
        lambda deal: deal.hands[-1][0],
        lambda deal: deal.talon[-1],
    ):
        one, two = Counter(map(of, tried)), Counter(map(of, drawn))
        assert set(two) <= set(one) | {code for code in two if two[code] < 25}
        both = {code: one[code] + two[code] for code in {*one, *two}}
        chi = sum((one[code] - two[code]) ** 2 / both[code] for code in both)
        free = max(len(both) - 1, 1)
        assert chi < free + 5 * np.sqrt(2 * free)


def test_a_round_that_is_over_hides_the_rest_and_the_order_of_the_table() -> None:
    for seed in range(30):
        *_, state = playthrough(VARIANTS["hosn owe 9"], seed)
        if len(state.deal.talon) == 5:
            break
    table = frozenset(state.deal.talon[:3])
    rows = state.sample(2, 400, seed=1)
    assert all(deal.hands == state.deal.hands for deal in rows)
    assert {frozenset(deal.talon[:3]) for deal in rows} == {table}
    found = Counter(deal.talon for deal in rows)
    # Three cards of the table and two of the rest, each in any order.
    assert len(found) == 12
    assert all(12 < number < 60 for number in found.values())


def test_a_hand_that_ends_a_round_is_in_no_world_of_one_that_goes_on() -> None:
    state = next(rounds("hosn owe 9", 4))
    game: Any = state.game
    for deal in state.sample(0, 400, seed=1):
        for seat, hand in enumerate(deal.hands):
            rejected = state.history[0] == (state.dealer, game.action("reject"))
            held = deal.talon[:3] if rejected and seat == state.dealer else hand
            assert game.count_points(held) < 31
    # Before the choice nobody has looked.
    assert isinstance(ultimo.game("hosn_owe", players=9).start(seed=1).sample(3, 9, 1), list)
