"""What ends a deal of snapszer: 66 points, tricks, going out, a row a clause."""

from typing import Any

import pytest
from tests.rules.snapszer_hands import ending, play, points

# What ends a deal.


def test_example_1_the_deal_ends_at_the_announcement() -> None:
    position = ending("S2", "LA AA HA LK LO", "LT AO BT AT BO", talon="BU BK AU HK")
    play(position, "LA LT AA AO BU BT AT AU")
    assert (points(position, 0), points(position, 1)) == (35, 24)
    play(position, "HK HA")
    assert points(position, 0) == 50
    position.play("marriage:L")
    assert position.is_over
    assert position.outcome().points == 70
    assert position.returns().tolist() == [2, 0]
    # The card that would be led counts for nobody, and the announcement can be taken back.
    assert (points(position, 0), points(position, 1)) == (50, 24)
    position.undo()
    assert not position.is_over


@pytest.mark.parametrize(
    ("cards", "over"),
    [
        pytest.param(["HA HT", "AA AT", "LA LT"], True, id="66 and more end the deal"),
        pytest.param(["HA HT", "AA A9", "LA L9"], False, id="33 do not"),
    ],
)
def test_reaching_66(cards: list[str], over: bool) -> None:  # noqa: FBT001
    """Seat 0 takes 11 + 11 + 11 = 33, then 10 + 10 + 10 = 30 or 10: with 20 announced or not."""
    hands = [f"{cards[0]} BK BO", f"{cards[1]} BU AU", f"{cards[2]} B9 LU"]
    position = ending("S3", *hands)
    play(position, f"HA {cards[1].split()[0]} {cards[2].split()[0]}")
    assert points(position, 0) == 33
    play(position, f"HT {cards[1].split()[1]} {cards[2].split()[1]}")
    assert points(position, 0) == (63 if over else 43)
    assert not position.is_over
    position.play("marriage:B")
    assert position.is_over == over


def test_exactly_66_wins_and_65_does_not() -> None:
    exact = ending("S3", "HA AA LT A9", "LA AT LU BU", "BA L9 B9 BO")
    play(exact, "HA LA BA AA AT L9")
    assert points(exact, 0) == 33 + 21
    play(exact, "LT LU B9")
    assert points(exact, 0) == 66
    assert exact.is_over
    close = ending("S3", "HA AA LT A9", "LA AK LO B9", "BA L9 BK BU")
    play(close, "HA LA BA AA AK L9 LT LO BK")
    assert points(close, 0) == 33 + 15 + 17
    assert not close.is_over


def test_the_opponents_of_three_count_together() -> None:
    position = ending("S3", "HK AK LK BK", "HA AT L9 LT", "HT AA LA BA")
    play(position, "HK HA HT")
    assert points(position, 1) == 25
    play(position, "AT AA AK")
    assert (points(position, 1), points(position, 2)) == (25, 25)
    assert not position.is_over
    play(position, "LA LK L9")
    assert points(position, 1, 2) == 65
    assert not position.is_over
    play(position, "BA BK LT")
    assert points(position, 1, 2) == 90
    assert position.is_over


FOUR = ("HA AA LK", "HT AT LU", "HK AK L9", "HO AO LA")


@pytest.mark.parametrize(
    ("needs", "over"),
    [
        pytest.param(False, True, id="the true sides count, though the card is not played"),
        pytest.param(True, False, id="not before the called card has been played"),
    ],
)
def test_the_called_card_and_66(needs: bool, over: bool) -> None:  # noqa: FBT001
    position = ending(
        "S4",
        "HA AA LK LO",
        "HT AT LU B9",
        "HK AK L9 BU",
        "HO AO LA BO",
        contract={"called": "L9"},
        s4_end_needs_called_card=needs,
    )
    assert position.contract.partner == 2
    play(position, "HA HT HK HO AA AT AK AO")
    assert points(position, 0, 2) == 56
    position.play("marriage:L")
    assert position.outcome().points == 96
    assert position.is_over == over
    if needs:
        # It is played to the next trick: who had 66 first wins, whoever takes the trick.
        play(position, "LK LU L9 LA")
        assert position.is_over
        assert position.returns().tolist() == [2, 0, 2, 0]


def test_a_marriage_announced_with_the_called_card_ends_the_deal_before_it_is_answered() -> None:
    position = ending(
        "S4",
        "AA HU B9 BU",
        "AT HO BT BO",
        "AO HA LK LO",
        "AK HK BK A9",
        contract={"called": "LK"},
        s4_end_needs_called_card=True,
    )
    play(position, "AA AT AO AK HU HO HA HK")
    assert points(position, 0, 2) == 28 + 20
    position.play("marriage:L")
    # 88 points, but the called card is still in the hand.
    assert not position.is_over
    other = play(position.copy(), "LO BK")
    assert not other.is_over
    position.play("LK")
    assert position.is_over
    assert position.returns().tolist() == [3, 0, 3, 0]


def test_snapszer_of_four_ends_with_66_or_with_a_trick_of_the_opponents() -> None:
    won = ending("S4", *FOUR, contract={"bid": "snapszer", "partner": 2})
    play(won, "HA HT HK HO AA AT AK AO")
    assert points(won, 0, 2) == 56
    assert not won.is_over
    lost = play(won.copy(), "LK")
    assert not lost.is_over
    lost.play("LU")
    lost.play("L9")
    lost.play("LA")
    assert lost.is_over
    assert lost.returns().tolist() == [0, 6, 0, 6]
    better = ending(
        "S4",
        "HA AA LT",
        "HT AT LU",
        "HK AK L9",
        "HO AO LK",
        contract={"bid": "snapszer", "partner": 2},
    )
    play(better, "HA HT HK HO AA AT AK AO LT LU L9 LK")
    assert better.is_over
    assert better.returns().tolist() == [6, 0, 6, 0]


def test_a_failed_snapszer_may_be_played_on() -> None:
    hands = ("LK HA AA", "LU HT AT", "L9 HK AK", "LA HO AO")
    for rule, over in (("opponents_6", True), ("no_score", True), ("play_on_normal", False)):
        terms = {"bid": "snapszer", "partner": 2}
        position = ending("S4", *hands, contract=terms, s4_snapszer_fail=rule)
        play(position, "LK LU L9 LA")
        assert position.is_over == over


# Going out.


def undertaking(bid: str, *hands: str, **options: Any) -> Any:
    return ending("S3L", *hands, contract={"bid": bid}, **options)


@pytest.mark.parametrize(
    ("second", "count", "may"),
    [
        pytest.param("BK", 33, True, id="exactly the target"),
        pytest.param("BO", 32, False, id="one point less"),
    ],
)
def test_going_out_needs_the_target(second: str, count: int, may: bool) -> None:  # noqa: FBT001
    position = undertaking("thirty_three", f"AA {second} LU", "AT BU L9", "AK AU LK")
    play(position, f"AA AT AK {second} BU AU")
    assert points(position, 0) == count
    assert ("go_out" in position.legal()) == may


def test_going_out_is_the_declarers_choice_on_lead() -> None:
    position = undertaking("thirty_three", "AA BA LU", "AT BU L9", "AK BK LK")
    play(position, "AA AT AK")
    assert "go_out" not in position.legal()
    play(position, "BA BU BK")
    assert "go_out" in position.legal()
    out = play(position.copy(), "go_out")
    assert out.is_over
    assert out.returns().tolist() == [2, -1, -1]
    # He may decline, and then has no other moment here: the last trick decides.
    play(position, "LU L9 LK")
    assert position.returns().tolist() == [-2, 1, 1]


def test_going_out_right_after_a_marriage_that_counts_at_once() -> None:
    few = undertaking("sixty_six", "AA LK LO B9", "AT LU L9 BT", "AK BU BO BK")
    play(few, "AA AT AK marriage:L")
    # 25 + 20.
    assert set(few.legal()) == {"LK", "LO"}
    position = undertaking("sixty_six", "BA HK HO B9", "BT LU L9 A9", "AT AU LO LK")
    play(position, "BA BT AT")
    assert "go_out" not in position.legal()
    position.play("marriage:H")
    # 31 + 40.
    assert set(position.legal()) == {"HK", "HO", "go_out"}
    out = play(position.copy(), "go_out")
    assert out.outcome().points == 71
    assert out.returns().tolist() == [4, -2, -2]
    # "Before the next player plays."
    position.play("HK")
    assert "go_out" not in position.legal()


def test_a_pending_marriage_is_no_reason_to_go_out() -> None:
    position = undertaking("thirty_three", "LK LO B9", "AT LU L9", "AK BU BO")
    position.play("marriage:L")
    assert set(position.legal()) == {"LK", "LO"}


def test_defenders_cannot_go_out_and_play_goes_on_whatever_they_have() -> None:
    position = undertaking("sixty_six", "A9 L9 B9 HA", "AA LT BT HT", "AT LA BA HK")
    play(position, "A9 AA AT LT LA L9 BA B9 BT")
    assert points(position, 1, 2) == 63
    play(position, "HK HA HT")
    assert position.is_over
    assert sum(position.tricks) == 4


@pytest.mark.parametrize("bid", ["snapszer", "mizer"])
def test_nobody_goes_out_of_snapszer_and_mizer(bid: str) -> None:
    terms: dict[str, Any] = {"bid": bid, "trump": None if bid == "mizer" else "H"}
    position = ending("S3L", "AA BA HA LU", "AT BT HT L9", "AK BK HK LK", contract=terms)
    for moves in ("AA AT AK", "BA BT BK", "HA HT HK"):
        assert "go_out" not in play(position, moves).legal()
    play(position, "LU L9 LK")
    assert position.is_over


def test_automatic_going_out() -> None:
    hands = ("AA BA LU", "AT BU L9", "AK BK LK")
    position = undertaking("thirty_three", *hands, s3l_go_out="automatic")
    play(position, "AA AT AK")
    assert "go_out" not in position.legal()
    play(position, "BA BU BK")
    assert position.is_over
    assert position.returns().tolist() == [2, -1, -1]


def test_automatic_going_out_waits_until_the_opponents_are_not_ahead() -> None:
    hands = ("AU LT BA HA HT BU", "AA LA BT HU L9 A9", "AT LK BK H9 LU AK")
    position = undertaking("thirty_three", *hands, s3l_go_out="automatic")
    play(position, "AU AA AT LA LK LT BT BK BA HA HU H9")
    assert (points(position, 0), points(position, 1)) == (38, 48)
    assert not position.is_over
    play(position, "HT L9 LU")
    assert points(position, 0) == 50
    assert position.is_over
    assert position.returns().tolist() == [2, -1, -1]


@pytest.mark.parametrize(("rule", "over"), [("draw_possible", False), ("lost_at_once", True)])
def test_the_first_trick_of_a_defender_may_end_a_snapszer(rule: str, over: bool) -> None:  # noqa: FBT001
    hands = ("AK BA", "AA BT", "A9 BK")
    position = ending("S3L", *hands, contract={"bid": "snapszer"}, s3l_snapszer_fail=rule)
    play(position, "AK AA A9")
    assert position.is_over == over


def test_a_trick_of_three_nines_is_a_trick() -> None:
    position = ending("S3L", "B9 BA", "A9 BT", "L9 BK", contract={"bid": "snapszer"}, leader=1)
    play(position, "A9 L9 B9")
    assert points(position, 1) == 0
    assert position.tricks == (0, 1, 0)
    # The declarer wins the last trick, and it is a draw.
    play(position, "BT BK BA")
    assert position.returns().tolist() == [0, 0, 0]
