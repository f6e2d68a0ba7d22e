"""Settling a hand from its facts: `Game.settle`, its lines, and what it refuses."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo.settling import Asked, Line

WHIST: Any = ultimo.game("whist")
HONOURS: Any = ultimo.game("whist", honours="english")
TAROK: Any = ultimo.game("slovenian_tarok", players=3)
FOUR: Any = ultimo.game("slovenian_tarok", players=4, king_ultimo=10)


def settled(game: Any, contract: dict[str, Any], **facts: Any) -> Any:
    return game.settle(game.contract(**contract), **facts)


def test_the_lines_say_why_and_add_to_the_returns() -> None:
    """rules/slovenian_tarok.md, example 2: 20 + 4 + 20, doubled."""
    contract = {"bid": "two", "declarer": 1, "announced": {"trula"}, "kontra": {"game": 1}}
    found = settled(TAROK, contract, points=39, trula="own")
    assert found.returns.tolist() == [-88, 88, -88]
    assert found.lines == (
        Line("two, times 2", (-40.0, 40.0, -40.0)),
        Line("39 points: the difference to 35, times 2", (-8.0, 8.0, -8.0)),
        Line("trula announced, times 2", (-40.0, 40.0, -40.0)),
    )
    assert found.facts == {
        "points": 39,
        "trula": "own",
        "kings": "neither",
        "pagat_ultimo": "neither",
        "valat": "neither",
    }
    assert found.to_dict()["returns"] == [-88, 88, -88]


def test_a_line_that_pays_nothing_is_left_out() -> None:
    assert [line.text for line in settled(WHIST, {"trump": "S"}, tricks=7).lines] == [
        "tricks above six"
    ]


def test_a_settled_hand_is_compared_by_what_it_says() -> None:
    one, other = (settled(WHIST, {"trump": "S"}, tricks=12) for _ in range(2))
    assert one == other
    assert one != settled(WHIST, {"trump": "H"}, tricks=12)
    one.returns[0] = 5
    assert one.returns.tolist() == [36, 0, 36, 0]


REFUSED: list[Any] = [
    pytest.param({}, "missing_fact", id="nothing said"),
    pytest.param({"points": 39, "ponts": 1}, "unknown_fact", id="an unknown fact"),
    pytest.param({"points": 71}, "bad_fact", id="more points than the deck has"),
    pytest.param({"points": -1}, "bad_fact", id="fewer points than none"),
    pytest.param({"points": 39.5}, "bad_fact", id="half a point where none are counted"),
    pytest.param({"points": float("nan")}, "bad_fact", id="not a number"),
    pytest.param({"points": float("inf")}, "bad_fact", id="no end of points"),
    pytest.param({"points": 10**400}, "bad_fact", id="a huge number"),
    pytest.param({"points": True}, "bad_fact", id="a truth value"),
    pytest.param({"points": "39"}, "bad_fact", id="text for a number"),
    pytest.param({"points": [39]}, "bad_fact", id="a list for a number"),
    pytest.param({"points": 39, "trula": "all"}, "bad_fact", id="an unknown word"),
    pytest.param({"points": 39, "trula": ["own"]}, "bad_fact", id="a list for a word"),
    pytest.param({"points": 39, "trula": 1}, "bad_fact", id="a number for a word"),
    pytest.param({"points": 12, "trula": "own"}, "impossible", id="trula is 13 points"),
    pytest.param({"points": 16, "kings": "own"}, "impossible", id="kings are 17 points"),
    pytest.param({"points": 58, "trula": "opponents"}, "impossible", id="and 57 are left"),
    pytest.param(
        {"valat": "own", "trula": "opponents"}, "impossible", id="a trula without a trick"
    ),
    pytest.param(
        {"valat": "own", "pagat_ultimo": "opponents"},
        "impossible",
        id="a last trick without a trick",
    ),
    pytest.param(
        {"points": 50, "trula": "own", "pagat_ultimo": "opponents"},
        "impossible",
        id="both sides win the pagat",
    ),
]


@pytest.mark.parametrize(("facts", "code"), REFUSED)
def test_facts_that_cannot_be(facts: dict[str, Any], code: str) -> None:
    with pytest.raises(ultimo.DealError) as error:
        settled(TAROK, {"bid": "two"}, **facts)
    assert error.value.code == code
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 1000


POSSIBLE: list[Any] = [
    pytest.param({"points": 13, "trula": "own"}, id="trula alone"),
    pytest.param({"points": 17, "kings": "own"}, id="kings alone"),
    pytest.param({"points": 57, "trula": "opponents"}, id="all but the trula"),
    pytest.param({"valat": "own", "trula": "own", "pagat_ultimo": "own"}, id="everything"),
    pytest.param({"points": np.int16(39)}, id="a NumPy integer"),
    pytest.param({"points": 39.0}, id="a whole float"),
    pytest.param({"points": Fraction(39)}, id="a whole fraction"),
    pytest.param({"points": 39, "trula": None}, id="None is not said"),
]


@pytest.mark.parametrize("facts", POSSIBLE)
def test_facts_that_can_be(facts: dict[str, Any]) -> None:
    settled(TAROK, {"bid": "two"}, **facts)


def test_a_contract_of_another_game_is_refused() -> None:
    with pytest.raises(ultimo.ContractError):
        TAROK.settle(WHIST.contract(trump="S"), points=39)
    with pytest.raises(ultimo.ContractError):
        TAROK.settle("two", points=39)


@pytest.mark.parametrize("value", [40.5, Fraction(81, 2), np.float32(40.5)])
def test_half_points_are_read_where_they_count(value: Any) -> None:
    asked = Asked(name="points", meaning="points", values=range(183), unit=Fraction(1, 2))
    assert asked.read(value) == 81
    assert asked.allowed == "0 to 91 in steps of 1/2"


@pytest.mark.parametrize("value", [40.25, Fraction(1, 3), 91.5, -0.5])
def test_what_is_no_number_of_half_points_is_refused(value: Any) -> None:
    asked = Asked(name="points", meaning="points", values=range(183), unit=Fraction(1, 2))
    with pytest.raises(ultimo.DealError) as error:
        asked.read(value)
    assert error.value.code == "bad_fact"
