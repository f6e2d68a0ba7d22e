"""How deals of snapszer add up to a match: rules/snapszer.md, "Match end"."""

from typing import Any

import pytest
from tests.rules.snapszer_hands import snapszer

import ultimo


@pytest.mark.parametrize(
    "terms", [{"match_deals": 0}, {"match_target": 0}, {"match_deals": True}, {"match_deals": 1.5}]
)
def test_ends_of_a_match_that_are_none(terms: dict[str, Any]) -> None:
    (name,) = terms
    with pytest.raises(ultimo.OptionError, match=f"{name} is an integer from 1 to") as error:
        snapszer("S3", **terms)
    assert ("or None" in str(error.value)) == (name == "match_deals")
    assert snapszer("S3", match_deals=None) == snapszer("S3")


def is_over(match: ultimo.Match) -> bool:
    return match.is_over


@pytest.mark.parametrize(
    ("form", "target"), [("S2", 7), ("S3", 25), ("S4", 50), ("S3L", 25)], ids=str
)
def test_a_match_ends_after_the_deal_in_which_somebody_reaches_the_target(
    form: str, target: int
) -> None:
    game = snapszer(form)
    assert game.options.match_target == target
    match = ultimo.Match(game, dealer=0)
    one = [0] * game.players
    match.record(returns=[target - 1, *one[1:]])
    assert not is_over(match)
    match.record(returns=[1, *one[1:]])
    assert is_over(match)
    assert match.winners == (0,)
    assert match.dealer == 2 % game.players


def test_equal_highest_totals_share_the_win() -> None:
    match = ultimo.Match(snapszer("S3"), dealer=0)
    match.record(returns=[0, 25, 25])
    assert is_over(match)
    assert match.winners == (1, 2)


def test_the_dealer_moves_on_and_with_two_alternates() -> None:
    for form, dealers in (("S2", [1, 0, 1]), ("S3", [1, 2, 0]), ("S4", [1, 2, 3])):
        match = ultimo.Match(snapszer(form), dealer=1)
        found = []
        for _ in range(3):
            found.append(match.dealer)
            match.record(returns=[1, *[0] * (match.game.players - 1)])
        assert found == dealers


def test_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    match = ultimo.Match(snapszer("S4", s4_called_card_self="redeal"), dealer=2)
    match.record(void="same_dealer")
    assert (match.dealer, match.played) == (2, 0)


def test_a_number_of_deals_instead_of_a_target() -> None:
    match = ultimo.Match(snapszer("S3L", match_deals=2), dealer=0)
    match.record(returns=[-48, 24, 24])
    assert not is_over(match)
    match.record(returns=[-48, 24, 24])
    assert is_over(match)
    assert match.totals.tolist() == [-96, 48, 48]


@pytest.mark.parametrize(
    ("form", "returns", "marks"),
    [
        pytest.param("S4", [50, 10, 50, 9], (0, 0, 0, 1), id="the lowest total"),
        pytest.param("S4", [50, 0, 50, 0], (0, 1, 0, 1), id="all tied lowest"),
        pytest.param("S3", [25, 0, 0], (0, 0, 0), id="only with four"),
    ],
)
def test_black_marks(form: str, returns: list[int], marks: tuple[int, ...]) -> None:
    match = ultimo.Match(snapszer(form), dealer=0)
    assert not any(match.marks)
    match.record(returns=[0] * len(returns))
    assert not any(match.marks)
    match.record(returns=returns)
    assert match.marks == marks
