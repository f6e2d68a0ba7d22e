"""What each seat may know in a deal of snapszer: no more than was shown."""

from typing import Any

import numpy as np
from tests.rules.snapszer_hands import snapszer


def swapped(deal: Any, game: Any, one: tuple[int, int], two: tuple[int, int]) -> Any:
    """Returns a deal in which two cards change places; place 2 is the stock."""
    spots = [*map(list, deal.hands), list(deal.talon)]
    (a, i), (b, j) = one, two
    spots[a][i], spots[b][j] = spots[b][j], spots[a][i]
    return game.make_deal(spots[:2], talon=spots[2])


def test_neither_the_stock_nor_the_others_hand_is_seen() -> None:
    game = snapszer("S2")
    for seed in range(20):
        deal = game.deal(seed)
        state = game.start(deal)
        shown = game.deck.index(deal.talon[-1])
        seen = state.observation(0)
        assert np.flatnonzero(seen["table"]).tolist() == [shown]
        assert seen["hands"][1].sum() == 0
        assert seen["stock_size"] == 10
        for other in (
            swapped(deal, game, (1, 0), (2, 3)),
            swapped(deal, game, (2, 0), (2, 8)),
            swapped(deal, game, (1, 4), (2, 8)),
        ):
            twin = game.start(other).observation(0)
            assert all((seen[name] == twin[name]).all() for name in seen)


EXCHANGE = ("HU HK HO LA BA", "AU AO LO LK BT", "AK AT LT LU BK BO BU AA HA HT")


def test_cards_shown_and_exchanged_stay_known() -> None:
    game = snapszer("S2")
    state = game.start(game.make_deal([EXCHANGE[0], EXCHANGE[1]], talon=EXCHANGE[2]))

    def known(seat: int, of: int) -> set[str]:
        return {game.deck.codes[c] for c in np.flatnonzero(state.observation(seat)["hands"][of])}

    def table() -> list[str]:
        return [game.deck.codes[c] for c in np.flatnonzero(state.observation(1)["table"])]

    assert (known(1, 0), table()) == (set(), ["HT"])
    state.apply("exchange")
    assert (known(1, 0), table()) == ({"HT"}, ["HU"])
    state.apply("marriage:H")
    assert known(1, 0) == {"HT", "HK", "HO"}
    state.apply("HK")
    assert known(1, 0) == {"HT", "HO"}
    for card in ("AU", "HT", "AO"):
        state.apply(card)
    # What is drawn from the stock is seen by its drawer alone.
    assert known(1, 0) == {"HO"}
    assert "AK" in known(0, 0)
    assert known(0, 1) == set()


def test_the_last_card_of_the_stock_is_seen_to_be_drawn_by_the_loser() -> None:
    game = snapszer("S2")
    deal = game.make_deal(["LA LT", "AU AO"], talon="AK HT")
    state = game.start(deal)
    state.apply("LA")
    state.apply("AU")
    assert state.observation(0)["stock_size"] == 0
    seen = state.observation(0)["hands"][1]
    assert [game.deck.codes[c] for c in np.flatnonzero(seen)] == ["HT"]
    assert not state.observation(0)["table"].any()
    assert not state.observation(1)["hands"][0].any()


def test_a_closed_stock_keeps_what_is_known_of_it() -> None:
    game = snapszer("S2", s2_closing="on")
    state = game.start(seed=3)
    state.apply("close")
    shown = game.deck.index(state.deal.talon[-1])
    assert state.observation(1)["table"][shown]
    assert state.observation(1)["stock_size"] == 10


def test_the_exchanged_under_is_seen_to_be_drawn_too() -> None:
    game = snapszer("S2")
    state = game.start(game.make_deal(["HU LA", "LT BT"], talon="AU AO AK HT"))
    for move in ("exchange", "LA", "LT", "HT", "BT"):
        state.apply(move)
    seen = state.observation(0)["hands"][1]
    # It drew the over face down, and then the under that lay face up.
    assert set(state.hand(1)) == {"AO", "HU"}
    assert [game.deck.codes[c] for c in np.flatnonzero(seen)] == ["HU"]
    assert not state.observation(1)["hands"][0].any()
