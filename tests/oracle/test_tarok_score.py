"""The worked examples of rules/slovenian_tarok.md on scoring, numbered as there."""

from dataclasses import replace

import pytest
from tests.oracle import tarok_score
from tests.oracle.tarok import Options, TarokPlay
from tests.oracle.tarok_auction import DECLARER, DEFENDERS
from tests.oracle.tarok_match import TarokMatch
from tests.oracle.tarok_score import Outcome

FOUR, THREE, TWO = Options(players=4), Options(players=3), Options(players=2)
TRULA = {"trula": DECLARER}
ULTIMO = {"pagat_ultimo": DECLARER}
KONTRA_TRULA = {"trula": 1}
RE_ULTIMO = {"pagat_ultimo": 2}


@pytest.mark.parametrize(
    ("options", "contract", "outcome", "announced", "kontra", "expected"),
    [
        pytest.param(THREE, "two", Outcome(39, trula=1), TRULA, {}, 44, id="1 trula announced"),
        pytest.param(
            THREE, "two", Outcome(39, trula=1), TRULA, {"game": 1}, 88, id="2 kontra on all"
        ),
        pytest.param(
            THREE, "two", Outcome(39, trula=1), TRULA, KONTRA_TRULA, 64, id="6 kontra on trula only"
        ),
        pytest.param(
            THREE, "two", Outcome(39, trula=-1), TRULA, {}, 4, id="7 trula lost to the opponents"
        ),
        pytest.param(
            FOUR, "one", Outcome(31, kings=-1), {}, {}, -44, id="8 opponents' silent kings"
        ),
        pytest.param(
            THREE, "three", Outcome(36, trula=1, pagat_ultimo=1), {}, {}, 61,
            id="9 silent trulapagat",
        ),
        pytest.param(
            FOUR, "two", Outcome(45), ULTIMO, RE_ULTIMO, -170, id="10 kontra and re on pagat ultimo"
        ),
        pytest.param(THREE, "two", Outcome(35), {}, {}, -20, id="11 35 is a loss"),
        pytest.param(THREE, "two", Outcome(36), {}, {}, 21, id="11 36 is a win"),
        pytest.param(
            FOUR, "beggar", Outcome(1, tricks=1), {}, {"game": 1}, -140,
            id="13 beggar lost with kontra",
        ),
        pytest.param(
            FOUR, "one", Outcome(70, trula=1, kings=1, valat=1), {}, {}, 250, id="14 silent valat"
        ),
        pytest.param(FOUR, "solo_without", Outcome(50), {}, {}, 50, id="15 solo without won"),
        pytest.param(FOUR, "solo_without", Outcome(34), {}, {}, -50, id="15 solo without lost"),
        pytest.param(FOUR, "two", Outcome(40, kings=1), {}, {}, 35, id="19 silent kings"),
        pytest.param(FOUR, "piccolo", Outcome(5, tricks=1), {}, {}, 60, id="exactly one trick"),
        pytest.param(FOUR, "piccolo", Outcome(0, tricks=0), {}, {}, -60, id="not no trick"),
    ],
)  # fmt: skip
def test_value(
    options: Options,
    contract: str,
    outcome: Outcome,
    announced: dict[str, str],
    kontra: dict[str, int],
    expected: int,
) -> None:
    value = tarok_score.value(options, contract, outcome, announced=announced, kontra=kontra)
    assert value == expected


@pytest.mark.parametrize(
    ("change", "contract", "outcome", "announced", "kontra", "expected"),
    [
        pytest.param(
            {"kontra_game_scope": "contract_only"}, "two", Outcome(39, trula=1), TRULA,
            {"game": 1}, 2 * 24 + 20, id="m_game applies to base only",
        ),
        pytest.param(
            {}, "two", Outcome(39, trula=1), TRULA, {"game": 1, "trula": 2}, 2 * 24 + 4 * 20,
            id="the higher of the two kontras",
        ),
        pytest.param(
            {}, "two", Outcome(39, trula=1, pagat_ultimo=1), TRULA, {}, 24 + 20 + 25,
            id="one of the two announced: scored separately",
        ),
        pytest.param(
            {}, "two", Outcome(39, trula=1), {"trulapagat": DECLARER}, {}, 24 - 70,
            id="trulapagat announced is the only item for the two",
        ),
        pytest.param(
            {}, "two", Outcome(70, valat=1), {"valat": DECLARER}, {"game": 1}, 1000,
            id="valat announced replaces everything",
        ),
        pytest.param(
            {}, "two", Outcome(60), {"valat": DECLARER}, {"valat": 2}, -2000,
            id="valat announced and lost",
        ),
        pytest.param(
            {"silent_pagat_failed": 25}, "two", Outcome(40, pagat_failed=-1), {}, {}, 0,
            id="the Pagat lost in the last trick pays 25",
        ),
        pytest.param(
            {"silent_pagat_failed": 25}, "two", Outcome(40, pagat_failed=-1), ULTIMO, {}, 25 - 50,
            id="an announced failure pays once",
        ),
        pytest.param(
            {"king_ultimo": 10}, "two", Outcome(40, king_ultimo=-1), {}, {}, 15,
            id="called king lost in the last trick",
        ),
        pytest.param(
            {"king_ultimo": 10}, "two", Outcome(40, king_ultimo=1), {"king_ultimo": DECLARER}, {},
            45, id="king ultimo announced 20",
        ),
        pytest.param(
            {"round_difference_to": 5}, "two", Outcome(32), {}, {}, -25, id="-3 is rounded to -5"
        ),
        pytest.param(
            {"round_difference_to": 5}, "two", Outcome(37), {}, {}, 20, id="2 is rounded to 0"
        ),
        pytest.param(
            {"solo_without_scoring": "with_difference"}, "solo_without", Outcome(50, kings=1), {},
            {}, 75, id="solo without with the base formula",
        ),
        pytest.param(
            {"contract_values": "pagat"}, "solo_three", Outcome(40), {}, {}, 45,
            id="pagat: solo three 40",
        ),
        pytest.param(
            {"defenders_may_announce": True}, "two", Outcome(40), {"kings": DEFENDERS}, {}, 45,
            id="kings announced by the defenders and not made",
        ),
    ],
)  # fmt: skip
def test_value_with_options(
    change: dict[str, object],
    contract: str,
    outcome: Outcome,
    announced: dict[str, str],
    kontra: dict[str, int],
    expected: int,
) -> None:
    options = replace(FOUR, **change)  # type: ignore[arg-type]
    value = tarok_score.value(options, contract, outcome, announced=announced, kontra=kontra)
    assert value == expected


@pytest.mark.parametrize(
    ("bidder", "points", "expected"),
    [
        pytest.param(0, [36, 34], [2, -2], id="3 bidder wins with 36"),
        pytest.param(1, [30, 40], [-10, 10], id="3 bidder wins with 40"),
        pytest.param(0, [34, 36], [-3, 3], id="4 bidder loses with 34"),
        pytest.param(1, [40, 30], [15, -15], id="4 bidder loses with 30"),
        pytest.param(None, [36, 34], [1, -1], id="5 no bidder, 36-34"),
        pytest.param(None, [40, 30], [5, -5], id="5 no bidder, 40-30"),
        pytest.param(0, [35, 35], [0, 0], id="P = 35: the bidder has lost, the result is 0"),
    ],
)
def test_two_players(bidder: int | None, points: list[int], expected: list[int]) -> None:
    assert tarok_score.two_players(TWO, bidder, points) == expected


def test_two_players_bidder_only() -> None:
    options = replace(TWO, two_player_settlement="bidder_only")
    assert tarok_score.two_players(options, 1, [30, 40]) == [0, 10]


@pytest.mark.parametrize(
    ("scoring", "points", "tricks", "expected"),
    [
        pytest.param("site", [40, 20, 0], [8, 8, 0], [-40, -20, 10], id="12 klop"),
        pytest.param("pagat70", [40, 20, 0], [8, 8, 0], [-70, 0, 70], id="pagat70"),
        pytest.param("pagat70", [35, 20, 15], [8, 4, 4], [-35, -20, -15], id="35 is not more"),
    ],
)
def test_klop(scoring: str, points: list[int], tricks: list[int], expected: list[int]) -> None:
    assert tarok_score.klop(replace(THREE, klop_scoring=scoring), points, tricks) == expected


def test_match_rotates_the_dealer_and_doubles_by_circles() -> None:
    options = replace(FOUR, radli=True, deals=3)
    match = TarokMatch(options)
    hands = [["T22", "D2"], ["H2", "DK"], ["H3", "D3"], ["H4", "D4"]]
    klop = TarokPlay(options, hands, "klop")
    won = TarokPlay(options, hands, "two", declarer=0, discards=["HK", "CK", "SK", "HQ"] * 3)
    for play in (klop, won):
        for card in ("T22", "H2", "H3", "H4", "D2", "DK", "D3", "D4"):
            play.apply(card)
    match.add(klop)
    assert match.circles == [1, 1, 1, 1]
    assert match.dealer == 0
    plain = won.returns()
    assert plain[0] > 0
    assert match.add(won) == [2 * score for score in plain]
    assert match.circles == [0, 1, 1, 1]
    assert match.add(won) == plain
    assert match.is_over
    # Klop paid seat 1 less than the other two, who share a place.
    assert match.places() == [1, 4, 2, 2]
