"""Cards, deal and auction of rules/preferansz.md, a row each clause."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.oracle.chacha import Stream
from tests.rules.preferansz_hands import HAND, PLAIN, names, preferansz, refused
from tests.rules.preferansz_hands import after as after_calls

import ultimo

GAME = preferansz()


def after(*calls: str, game: Any = GAME, dealer: int = 2) -> Any:
    """Returns a deal after some calls."""
    return after_calls(*calls, game=game, dealer=dealer)


# Players, deck and deal.


def test_exactly_three_players() -> None:
    assert GAME.players == 3
    for players in (2, 4):
        with pytest.raises(ultimo.OptionError):
            preferansz(players=players)


def test_32_hungarian_cards_without_card_points() -> None:
    assert sorted(GAME.deck.cards) == sorted(s + r for s in "ALHB" for r in "AKOUT987")
    assert GAME.count_points(GAME.deck.cards) == 0


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("seed", [0, 7])
def test_packets_of_3_and_2_the_talon_and_again_3_and_2(seed: int, dealer: int) -> None:
    c = [GAME.deck.cards[i] for i in Stream(seed, 0).shuffle(32)]
    deal = GAME.deal(seed=seed, dealer=dealer)
    assert list(deal.talon) == [c[15], c[16]]
    for i in range(3):
        seat = (dealer + 1 + i) % 3
        first = [*c[3 * i : 3 * i + 3], *c[9 + 2 * i : 11 + 2 * i]]
        second = [*c[17 + 3 * i : 20 + 3 * i], *c[26 + 2 * i : 28 + 2 * i]]
        assert sorted(deal.hands[seat]) == sorted(first + second)


def test_direction_changes_nothing_but_where_the_seats_are() -> None:
    right = preferansz(direction="right")
    assert right.deal(seed=5) == GAME.deal(seed=5)
    calls = ("acorns", "pass", "pass")
    assert after(*calls, game=right).current_player == after(*calls).current_player


# Auction.


def test_twelve_bids_in_ascending_order_with_their_values() -> None:
    values = [1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 7]
    assert GAME.contracts() == dict(zip((*PLAIN, *HAND), values, strict=True))
    assert list(GAME.contracts()) == [*PLAIN, *HAND]
    assert names(after()) == ["pass", *PLAIN, *HAND]


@pytest.mark.parametrize("dealer", range(3))
def test_forehand_calls_first_and_then_the_turn_goes_round(dealer: int) -> None:
    state = after(dealer=dealer)
    for step, call in enumerate(("acorns", "leaves", "bells", "hearts")):
        assert state.current_player == (dealer + 1 + step) % 3
        state.apply(call)


@pytest.mark.parametrize(
    ("calls", "bid", "code"),
    [
        pytest.param(["bells"], "leaves", "bid_too_low", id="a lower bid is refused"),
        pytest.param(["bells"], "bells", "cannot_hold", id="an equal bid is refused"),
        pytest.param(["bells"], "hearts", None, id="a higher bid is allowed"),
        pytest.param(["acorns"], "hand_szanzadu", None, id="jumps are allowed"),
        pytest.param(["szanzadu"], "hand_acorns", None, id="hand acorns is above szanzadu"),
        pytest.param(["hand_acorns"], "szanzadu", "bid_too_low", id="and not the other way round"),
        pytest.param(["acorns", "leaves", "bells"], "bells", "cannot_hold", id="nor does forehand"),
        pytest.param(["acorns"], "hand", "not_now", id="no talon before the end of the auction"),
    ],
)
def test_a_call_is_pass_or_a_bid_with_a_higher_number(
    calls: Sequence[str], bid: str, code: str | None
) -> None:
    state = after(*calls)
    if code is None:
        state.apply(bid)
    else:
        assert refused(state, bid) == code
    assert "pass" in names(state)


def test_who_has_passed_may_not_call_again() -> None:
    state = after("pass", "acorns", "leaves")
    assert state.current_player == 1
    state.apply("bells")
    assert state.current_player == 2


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        pytest.param(["acorns", "pass", "pass"], 0, "acorns", id="one bid is enough"),
        pytest.param(["pass", "pass", "betli"], 2, "betli", id="the last one alone may bid"),
        pytest.param(["pass", "bells", "pass"], 1, "bells", id="two passes round a bid"),
        pytest.param(
            ["acorns", "leaves", "pass", "bells", "hearts", "pass"], 1, "hearts", id="it goes round"
        ),
    ],
)
def test_the_auction_ends_when_two_have_passed_a_bid(
    calls: Sequence[str], declarer: int, bid: str
) -> None:
    state = after(*calls)
    assert state.phase == "talon"
    assert (state.contract.declarer, state.contract.bid) == (declarer, bid)
    assert state.current_player == declarer


def test_example_10() -> None:
    state = after("acorns", "bells", "pass")
    assert refused(state, "leaves") == "bid_too_low"
    assert refused(state, "bells") == "cannot_hold"
    for call in ("betli", "hand_acorns", "pass"):
        state.apply(call)
    assert (state.contract.bid, state.contract.declarer) == ("hand_acorns", 1)
    assert state.contract.trump == "A"
    assert GAME.contracts()["hand_acorns"] == 2


@pytest.mark.parametrize(
    ("option", "redeal"),
    [("redeal_next_dealer", "next_dealer"), ("redeal_same_dealer", "same_dealer")],
)
def test_example_13_all_pass(option: str, redeal: str) -> None:
    state = after("pass", "pass", "pass", game=preferansz(all_pass=option))
    assert state.is_over
    assert state.returns().tolist() == [0, 0, 0]
    assert state.redeal == redeal


@pytest.mark.parametrize(
    ("options", "order"),
    [
        pytest.param(
            {"hand_rank": "by_value"},
            "acorns leaves hand_acorns bells hand_leaves hearts hand_bells betli hand_hearts "
            "szanzadu hand_betli hand_szanzadu",
            id="by_value: at equal value hand above plain",
        ),
        pytest.param(
            {"hand_rank": "by_value", "hand_value": "double"},
            "acorns leaves hand_acorns bells hearts hand_leaves betli szanzadu hand_bells "
            "hand_hearts hand_betli hand_szanzadu",
            id="by_value with doubled values",
        ),
        pytest.param({"hand_rank": "not_in_auction"}, " ".join(PLAIN), id="not_in_auction"),
        pytest.param(
            {"talon_in_no_trump": False},
            " ".join((*PLAIN, *HAND[:4])),
            id="betli and szanzadu have no hand version without the talon",
        ),
    ],
)
def test_order_of_the_bids(options: dict[str, Any], order: str) -> None:
    state = after(game=preferansz(**options))
    bids = order.split()
    assert set(names(state)) == {"pass", *bids}
    # Every bid may be made over all before it, and over none after it.
    for rank, bid in enumerate(bids[:-1]):
        made = after(bid, game=preferansz(**options))
        assert set(names(made)) == {"pass", *bids[rank + 1 :]}


def test_hand_games_outside_the_auction_are_contracts_as_long_as_they_can_be_played() -> None:
    assert set(preferansz(hand_rank="not_in_auction").contracts()) == {*PLAIN, *HAND}
    plain = preferansz(hand_rank="not_in_auction", hand_after_auction=False)
    assert tuple(plain.contracts()) == PLAIN


HOLD = preferansz(forehand_hold=True)


@pytest.mark.parametrize(
    ("calls", "may"),
    [
        pytest.param(["acorns", "leaves", "pass"], True, id="forehand may take the bid over"),
        pytest.param(["acorns", "leaves", "bells"], True, id="whoever made it"),
        pytest.param(["acorns"], False, id="seat 1 may not hold forehand's bid"),
        pytest.param(["pass", "acorns"], False, id="seat 2 may not hold seat 1's bid"),
        pytest.param(["pass", "acorns", "leaves"], False, id="nor seat 1 seat 2's"),
        pytest.param(["acorns", "leaves", "pass", "leaves"], False, id="nor hold it back"),
    ],
)
def test_forehand_hold(calls: list[str], *, may: bool) -> None:
    state = after(*calls, game=HOLD)
    high = [call for call in calls if call != "pass"][-1]
    assert (high in names(state)) is may
    if not may:
        assert refused(state, high) == "cannot_hold"
        return
    state.apply(high)
    while state.phase == "auction":
        state.apply("pass")
    assert (state.contract.bid, state.contract.declarer) == (high, 0)
