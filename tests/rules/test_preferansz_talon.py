"""From the auction to the first lead by rules/preferansz.md, a row each clause."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.rules.preferansz_hands import HAND, PLAIN, auction_for, names, preferansz, refused
from tests.rules.preferansz_hands import after as after_calls

import ultimo

GAME = preferansz()


def after(*calls: str, game: Any = GAME, dealer: int = 2) -> Any:
    """Returns a deal after some calls."""
    return after_calls(*calls, game=game, dealer=dealer)


# Before play: hand game and talon.


def test_a_declarer_with_a_plain_bid_may_play_from_the_hand() -> None:
    for bid in PLAIN:
        state = after(*auction_for(bid, 1))
        assert sorted(names(state)) == ["hand", "pick_up"]
        state.apply("hand")
        assert state.contract.bid == f"hand_{bid}"
        assert state.contract.declarer == 1
        assert state.phase != "discard"


def test_with_a_hand_bid_nothing_is_asked_about_the_talon() -> None:
    state = after(*auction_for("hand_bells", 1))
    assert state.phase == "announce"
    assert state.contract.bid == "hand_bells"


def test_hand_after_auction_off() -> None:
    state = after(*auction_for("bells", 1), game=preferansz(hand_after_auction=False))
    assert names(state) == ["pick_up"]
    assert refused(state, "hand") == "no_hand_game"


@pytest.mark.parametrize("bid", ["hand_hearts", "hearts"])
def test_in_a_hand_game_nobody_sees_the_talon(bid: str) -> None:
    state = after(*auction_for(bid, 0))
    if bid == "hearts":
        state.apply("hand")
    state.apply("done")
    talon = [GAME.deck.index(card) for card in state.deal.talon]
    for seat in range(3):
        seen = state.observation(seat)
        assert not seen["hands"][:, talon].any()
        assert not seen["table"].any()
        assert seen["stock_size"] == 2
    assert [len(state.hand(seat)) for seat in range(3)] == [10, 10, 10]


@pytest.mark.parametrize("bid", PLAIN)
def test_the_declarer_takes_both_cards_and_lays_any_two_away(bid: str) -> None:
    state = after(*auction_for(bid, 2))
    state.apply("pick_up")
    assert state.phase == "discard"
    assert set(state.hand(2)) == {*state.deal.hands[2], *state.deal.talon}
    assert names(state) == list(state.hand(2))
    state.apply(state.deal.talon[0])
    assert refused(state, state.deal.hands[0][0]) == "not_in_hand"
    state.apply(state.deal.hands[2][0])
    assert state.phase in {"announce", "play"}
    assert set(state.hand(2)) == {*state.deal.hands[2][1:], state.deal.talon[1]}


def view_of_talon(state: Any, seat: int) -> tuple[bool, bool]:
    """Returns whether a seat knows both talon cards in the declarer's hand, and saw them go."""
    talon = [state.game.deck.index(card) for card in state.deal.talon]
    seen = state.observation(seat)
    return bool(seen["hands"][0, talon].all()), bool(seen["taken"][0, talon].all())


def test_the_talon_is_turned_up_for_all() -> None:
    state = after(*auction_for("bells", 0))
    assert not any(state.observation(seat)["table"].any() for seat in range(3))
    state.apply("pick_up")
    assert [view_of_talon(state, seat) for seat in range(3)] == [(True, True)] * 3


def test_talon_exposed_off_shows_it_to_the_declarer_alone() -> None:
    state = after(*auction_for("bells", 0), game=preferansz(talon_exposed=False))
    state.apply("pick_up")
    assert view_of_talon(state, 0)[0]
    assert [view_of_talon(state, seat) for seat in (1, 2)] == [(False, False)] * 2


@pytest.mark.parametrize("exposed", [True, False])
def test_what_is_laid_away_lies_face_down(exposed: bool) -> None:  # noqa: FBT001 - as pytest calls
    state = after(*auction_for("bells", 0), game=preferansz(talon_exposed=exposed))
    state.apply("pick_up")
    laid = [state.deal.talon[0], state.deal.hands[0][3]]
    for card in laid:
        state.apply(card)
    for seat in (1, 2):
        seen = state.observation(seat)
        assert not seen["laid"].any()
        # Either talon card may have been laid away: neither is known to be in hand.
        assert not view_of_talon(state, seat)[0]
        assert (seen["history"][-2:, 1] == -1).all()
    own = state.observation(0)["laid"][0]
    assert {GAME.deck.codes[card] for card in np.flatnonzero(own)} == set(laid)


@pytest.mark.parametrize("bid", ["betli", "szanzadu"])
def test_talon_in_no_trump_off(bid: str) -> None:
    game = preferansz(talon_in_no_trump=False)
    state = after(*auction_for(bid, 1), game=game)
    assert state.phase == "play"
    assert state.contract.bid == bid
    assert game.contracts()[bid] == GAME.contracts()[bid]
    assert f"hand_{bid}" not in game.contracts()
    assert after(*auction_for("hearts", 1), game=game).phase == "talon"


RAISE = preferansz(may_raise_after_talon=True)


@pytest.mark.parametrize(
    ("bid", "named"),
    [
        pytest.param("acorns", PLAIN, id="any game over acorns"),
        pytest.param("bells", PLAIN[2:], id="not lower than the bid"),
        pytest.param("szanzadu", PLAIN[5:], id="only szanzadu itself"),
    ],
)
def test_may_raise_after_talon(bid: str, named: Sequence[str]) -> None:
    state = after(*auction_for(bid, 0), "pick_up", game=RAISE)
    for card in state.deal.talon:
        state.apply(card)
    assert state.phase == "announce"
    assert set(names(state)) == set(named)
    assert refused(state, "hand_betli") == "bid_too_low"
    state.apply(named[-1])
    assert state.contract.bid == named[-1]
    assert state.contract.trump == RAISE.contract(named[-1]).trump


def test_without_the_option_the_bid_is_binding() -> None:
    state = after(*auction_for("acorns", 0), "pick_up")
    assert state.phase == "discard"
    state.apply(state.hand(0)[0])
    state.apply(state.hand(0)[0])
    assert state.contract.bid == "acorns"


def test_with_the_talon_in_hand_no_game_without_it_can_be_named() -> None:
    game = preferansz(may_raise_after_talon=True, talon_in_no_trump=False)
    state = after(*auction_for("hearts", 0), "pick_up", game=game)
    for card in state.deal.talon:
        state.apply(card)
    assert names(state) == ["hearts"]
    assert refused(state, "betli") == "bid_too_low"


# Volát and kontra.


@pytest.mark.parametrize("bid", [*PLAIN, *HAND])
def test_only_the_declarer_of_a_suit_game_may_announce_volat(bid: str) -> None:
    state = after(*auction_for(bid, 1))
    if state.phase == "talon":
        for call in ("pick_up", state.deal.talon[0], state.deal.talon[1]):
            assert state.phase != "announce"
            state.apply(call)
    is_suit_game = "betli" not in bid and "szanzadu" not in bid
    assert (state.phase == "announce") is is_suit_game
    if is_suit_game:
        assert state.current_player == 1
        assert sorted(names(state)) == ["announce:volat", "done"]
        state.apply("announce:volat")
        assert state.contract.announced == {"volat"}
    else:
        with pytest.raises(ultimo.ContractError):
            GAME.contract(bid, announced={"volat"})
    assert state.phase == "play"


def test_volat_allowed_off() -> None:
    game = preferansz(volat_allowed=False)
    assert after(*auction_for("hand_bells", 1), game=game).phase == "play"
    with pytest.raises(ultimo.ContractError):
        game.contract("bells", announced={"volat"})


KONTRA = preferansz(kontra="per_defender")


def test_kontra_off_is_never_asked_and_refused() -> None:
    assert after(*auction_for("hand_betli", 0)).phase == "play"
    with pytest.raises(ultimo.ContractError):
        GAME.contract("betli", kontra={1: 1})


@pytest.mark.parametrize("bid", ["hand_betli", "hand_szanzadu", "hand_bells"])
def test_each_defender_may_say_kontra_and_the_declarer_rekontra_to_each(bid: str) -> None:
    state = after(*auction_for(bid, 1), game=KONTRA)
    if state.phase == "announce":
        state.apply("done")
    # From the seat after the declarer on.
    assert (state.phase, state.current_player) == ("kontra", 2)
    assert names(state) == ["pass", "kontra:2"]
    assert refused(state, "kontra:0") == "not_your_kontra"
    state.apply("kontra:2")
    assert state.contract.kontra == {2: 1}
    assert state.current_player == 0
    assert names(state) == ["pass", "kontra:0"]
    state.apply("pass")
    assert state.current_player == 1
    assert names(state) == ["pass", "kontra:2"]
    assert refused(state, "kontra:0") == "not_your_kontra"
    state.apply("kontra:2")
    assert state.phase == "play"
    assert state.contract.kontra == {2: 2}


def test_without_kontra_the_declarer_is_not_asked() -> None:
    state = after(*auction_for("hand_betli", 1), "pass", "pass", game=KONTRA)
    assert state.phase == "play"
    assert state.contract.kontra == {}


def test_the_declarer_may_answer_one_kontra_of_two() -> None:
    state = after(*auction_for("hand_betli", 1), "kontra:2", "kontra:0", "kontra:0", game=KONTRA)
    assert state.phase == "kontra"
    assert names(state) == ["pass", "kontra:2"]
    state.apply("pass")
    assert state.contract.kontra == {2: 1, 0: 2}


def test_kontra_is_everybodys_to_hear() -> None:
    state = after(*auction_for("hand_betli", 1), "kontra:2", "pass", "kontra:2", game=KONTRA)
    for seat in range(3):
        assert state.observation(seat)["kontra"].tolist() == [0, 0, 2]
        assert (state.observation(seat)["history"] == state.history).all()


@pytest.mark.parametrize("kontra", [{1: 1}, {0: 3}, {0: 0.5}, {3: 1}, {"game": 1}])
def test_contracts_with_other_kontra_are_refused(kontra: Any) -> None:
    with pytest.raises(ultimo.ContractError):
        KONTRA.contract("bells", declarer=1, kontra=kontra)
