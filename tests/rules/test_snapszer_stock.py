"""The stock of snapszer for two: drawing, exchanging, closing, a row a clause."""

from typing import Any

import pytest
from tests.rules.snapszer_hands import calls, ending, play, snapszer

import ultimo

# The stock of two.


def test_both_draw_after_a_trick_the_winner_first() -> None:
    position = ending("S2", "LA LK", "LT BT", talon="AU AO AK HT")
    play(position, "LK LT")
    # "The winner first": seat 1 has drawn AU, seat 0 AO.
    assert [set(hand) for hand in position.hands] == [{"LA", "AO"}, {"BT", "AU"}]
    assert position.stock == ("AK", "HT")
    play(position, "BT AO")
    # The last face-down card to the winner, the trump card to the loser.
    assert [set(hand) for hand in position.hands] == [{"LA", "HT"}, {"AU", "AK"}]
    assert position.stock == ()


def test_a_deal_of_two_has_ten_tricks() -> None:
    game = snapszer("S2")
    for seed in range(30):
        state = game.start(seed=seed)
        while not state.is_over:
            cards = [a for a in state.legal_actions() if a < game.deck.size]
            state.apply(cards[seed % len(cards)])
        position = state.position
        assert sum(position.tricks) == 10 or max(position.points) >= 66


def test_example_5_the_under_is_exchanged_for_the_card_face_up() -> None:
    position = ending("S2", "HU LA", "LT BT", talon="AU AO AK HT")
    play(position, "exchange")
    assert set(position.hands[0]) == {"LA", "HT"}
    assert position.stock == ("AU", "AO", "AK", "HU")
    assert position.current_player == 0
    assert "exchange" not in position.legal()
    # "The tenth card drawn."
    play(position, "LA LT HT BT")
    assert "HU" in position.hands[1]


@pytest.mark.parametrize(
    ("hands", "talon", "moves", "may"),
    [
        pytest.param(("HU LA", "LT BT"), "AK HT", "", True, id="on lead, before leading"),
        pytest.param(("LA LK", "HU BT"), "AK HT", "LA", False, id="not when following"),
        pytest.param(("LA LK", "LT BT"), "AK HT", "", False, id="only with the under"),
        pytest.param(("LA LK", "LT BT"), "AK HU", "", False, id="not if the under is face up"),
        pytest.param(("HU LA", "LT BT"), "", "", False, id="not without a stock"),
        pytest.param(("HU LA HK HO", "LT BT BA AT"), "AK HT", "marriage:H", False, id="too late"),
        pytest.param(("LU LA", "LT BT"), "AK HT", "", False, id="no other under"),
        pytest.param(("HU LA", "LT BT"), "HT AK", "", False, id="only for a trump face up"),
    ],
)
def test_when_it_may_be_exchanged(
    hands: tuple[str, str],
    talon: str,
    moves: str,
    may: bool,  # noqa: FBT001
) -> None:
    position = play(ending("S2", *hands, talon=talon), moves)
    assert ("exchange" in position.legal()) == may


def test_an_exchange_may_go_before_a_marriage_with_the_card_obtained() -> None:
    position = ending("S2", "HU HO LA", "LT BT BK", talon="AK HK")
    assert calls(position) == {"exchange"}
    play(position, "exchange")
    assert calls(position) == {"marriage:H"}
    play(position, "marriage:H HO LT")
    assert position.outcome().points == 3 + 10 + 40


def test_exchange_may_need_a_trick() -> None:
    position = ending(
        "S2", "HU LA LK", "LT BT BK", talon="AU AO AK HT", s2_exchange_needs_trick=True
    )
    assert "exchange" not in position.legal()
    assert "exchange" in play(position, "LA LT").legal()


@pytest.mark.parametrize(("last_two", "may"), [(True, True), (False, False)])
def test_exchange_with_two_cards_left(last_two: bool, may: bool) -> None:  # noqa: FBT001
    hands = ("HU LA LK", "LT BT BK")
    options: dict[str, Any] = {"s2_exchange_last_two": last_two}
    assert ("exchange" in ending("S2", *hands, talon="AK HT", **options).legal()) == may
    assert "exchange" in ending("S2", *hands, talon="AU AO AK HT", **options).legal()


def test_no_stock_of_an_odd_number_of_cards() -> None:
    with pytest.raises(ultimo.DealError):
        ending("S2", "HU LA", "LT BT", talon="AK")


# Closing.


def closing(hand: str = "HU LA LK", talon: str = "AU AO AK HT", **options: Any) -> Any:
    return ending("S2", hand, "LU BT HA", talon=talon, s2_closing="on", **options)


def test_closing_ends_drawing_and_exchange_and_binds_to_follow_and_beat() -> None:
    position = play(closing(), "close")
    assert "close" not in position.legal()
    assert "exchange" not in position.legal()
    play(position, "LA")
    assert position.legal() == ["LU"]
    play(position, "LU")
    assert set(position.hands[0]) == {"HU", "LK"}
    assert len(position.stock) == 4
    play(position, "LK")
    assert position.legal() == ["HA"]


@pytest.mark.parametrize(
    ("talon", "moves", "may"),
    [
        pytest.param("AU AO AK HT", "", True, id="with four cards"),
        pytest.param("AK HT", "", False, id="not with two"),
        pytest.param("AU AO AK HT", "LA", False, id="only on lead"),
        pytest.param("AU AO AK HT", "exchange", True, id="after an exchange"),
    ],
)
def test_when_the_stock_may_be_closed(talon: str, moves: str, may: bool) -> None:  # noqa: FBT001
    assert ("close" in play(closing(talon=talon), moves).legal()) == may


def test_closing_is_off_by_default() -> None:
    position = ending("S2", "HU LA LK", "LU BT HA", talon="AU AO AK HT")
    assert "close" not in position.legal()
    with pytest.raises(ultimo.IllegalActionError) as error:
        position.play("close")
    assert error.value.code == "no_such_call"
