"""Whist in lockstep with the plain Python of tests/oracle: deals, legal cards, tricks, returns."""

import random
from itertools import product
from typing import Any

import pytest
from tests.oracle import whist as oracle

import ultimo

VARIANTS = [
    {"void_rule": void, "slam_mode": slam, "honours": honours}
    for void, slam, honours in product(
        ("must_trump", "free"),
        ("add", "replace", "none"),
        ("off", "english", "continental"),
    )
]


def lockstep(options: dict[str, Any], seed: int, dealer: int, rng: random.Random) -> None:
    """Plays one deal on both sides."""
    game: Any = ultimo.game("whist", **options)
    rules = oracle.Options(**options)
    state: Any = game.start(seed=seed, dealer=dealer)
    cards = oracle.deal(seed, pack=game.deck.cards, dealer=dealer)
    assert state.deal.turned == cards.turned
    assert [set(hand) for hand in state.deal.hands] == [set(hand) for hand in cards.hands]
    play = oracle.WhistPlay(rules, cards.hands, cards.trump, (dealer + 1) % 4)
    while play.current is not None:
        assert state.current_player == play.current
        names = [game.action_names[action] for action in state.legal_actions()]
        assert sorted(names) == sorted(play.legal())
        card = rng.choice(names)
        state.apply(card)
        play.apply(card)
        assert list(state.position.tricks) == list(play.tricks)
    assert state.is_over
    # The oracle leaves honours to the match; a deal by itself credits what its hands held.
    honours = oracle.honours_of(rules, cards.hands, cards.trump)
    expected = [points + honours[seat % 2] for seat, points in enumerate(play.returns())]
    assert state.returns().tolist() == expected


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(map(str, o.values())))
def test_whole_deals(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for seed in range(100):
        lockstep(options, seed, seed % 4, rng)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(map(str, o.values())))
def test_many_more_whole_deals(options: dict[str, Any]) -> None:
    rng = random.Random("more" + str(options))
    for seed in range(1000, 3000):
        lockstep(options, seed, seed % 4, rng)
