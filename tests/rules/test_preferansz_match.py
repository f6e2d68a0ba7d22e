"""Matches and options of rules/preferansz.md, a row each clause."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.rules.preferansz_hands import played, preferansz

import ultimo

GAME = preferansz()

# Match.


def match_of(**options: Any) -> Any:
    """Returns a match that the last seat begins to deal."""
    return ultimo.Match(preferansz(**options), dealer=2)


@pytest.mark.parametrize(
    ("options", "deals"),
    [
        pytest.param({}, 9, id="9 deals"),
        pytest.param({"match_deals": 3}, 3, id="match_deals=3"),
        pytest.param({"match_deals": 30}, 30, id="match_deals=30"),
    ],
)
def test_a_match_is_a_number_of_deals_and_the_deal_passes_on(
    options: dict[str, Any], deals: int
) -> None:
    match = match_of(**options)
    for number in range(deals):
        assert not match.is_over
        assert match.dealer == (2 + number) % 3
        match.record(returns=(2, -1, -1))
    assert match.is_over
    assert match.totals.tolist() == [2 * deals, -deals, -deals]


@pytest.mark.parametrize(
    ("option", "dealers"),
    [
        pytest.param("redeal_next_dealer", [2, 0, 1], id="the deal passes to the next dealer"),
        pytest.param("redeal_same_dealer", [2, 2, 0], id="the same dealer deals again"),
    ],
)
def test_deals_that_were_thrown_in_count(option: str, dealers: list[int]) -> None:
    match = match_of(all_pass=option, match_deals=3)
    found = [match.dealer]
    state = match.start()
    for _ in range(3):
        state.apply("pass")
    match.record(state)
    assert match.played == 1
    for _ in range(2):
        found.append(match.dealer)
        assert not match.is_over
        match.record(returns=(2, -1, -1))
    assert match.is_over
    assert found == dealers
    assert ultimo.Match.from_json(match.to_json()) == match


def test_a_match_of_nothing_but_thrown_in_deals_ends_too() -> None:
    match = match_of()
    for _ in range(9):
        assert not match.is_over
        match.record(void="next_dealer")
    assert match.is_over
    assert match.places == (1, 1, 1)


def test_the_highest_balance_wins_and_equal_ones_share() -> None:
    match = match_of(match_deals=3)
    match.record(played(preferansz(match_deals=3), "bells", 7, declarer=0))
    match.record(returns=(0, 0, 0))
    match.record(returns=(-1, 2, -1))
    assert match.totals.tolist() == [5, -1, -4]
    assert match.places == (1, 2, 3)
    other = match_of(match_deals=3)
    for returns in ((2, -1, -1), (-1, 2, -1), (0, 0, 0)):
        other.record(returns=returns)
    assert other.places == (1, 1, 3)
    assert other.winners == (0, 1)


@pytest.mark.parametrize("returns", [(2, -1, 0), (1, 1, 1), (2, -2), ("2", -1, -1), (4, -2, None)])
def test_results_that_are_no_payments_are_refused(returns: Any) -> None:
    match = match_of()
    with pytest.raises(ultimo.DealError):
        match.record(returns=returns)
    assert match.played == 0


# Options.


def preferansz_of(options: dict[str, Any]) -> Any:
    """Returns the game with options that may be anything."""
    return ultimo.game("preferansz", **options)


OPTIONS: Mapping[str, tuple[object, Sequence[object], Sequence[object]]] = {
    "hand_value": ("plus_one", ["double"], ["triple", None, 1]),
    "hand_rank": ("above_all_plain", ["by_value", "not_in_auction"], ["", True]),
    "hand_after_auction": (True, [False], ["yes", 1.5, None]),
    "volat_value": ("double", ["triple", "plus_six"], ["plus_one", 2]),
    "volat_allowed": (True, [False], ["no", None]),
    "talon_in_no_trump": (True, [False], ["no", None]),
    "talon_exposed": (True, [False], ["no", None]),
    "may_raise_after_talon": (False, [True], ["no", None]),
    "first_lead": ("forehand", ["declarer", "declarer_except_szanzadu"], ["dealer", 0]),
    "must_overtake": (False, [True], ["no", None]),
    "szanzadu_tricks": (10, [6], [7, "10", None, True]),
    "forehand_hold": (False, [True], ["no", None]),
    "all_pass": ("redeal_next_dealer", ["redeal_same_dealer"], ["redeal", None]),
    "kontra": ("off", ["per_defender"], ["on", True]),
    "direction": ("left", ["right"], ["up", 1]),
    "match_deals": (9, [3, 12, 300], [0, 1, 10, -3, 3.0, "9", None, True]),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_and_their_defaults(name: str) -> None:
    default, others, wrong = OPTIONS[name]
    assert getattr(GAME.options, name) == default
    for value in (default, *others):
        assert getattr(preferansz(**{name: value}).options, name) == value
    for value in wrong:
        with pytest.raises(ultimo.OptionError):
            preferansz_of({name: value})
