"""What strohmandli scores: rules/strohmandli.md, "Scoring", "Match end" and the examples."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.rules.strohmandli_hands import played, strohmandli

import ultimo


def settled(points: Sequence[int], facts: Mapping[str, Any], **options: Any) -> list[float]:
    """Returns the result points for these card points and facts."""
    game = strohmandli(players=len(points), **options)
    said = {f"points_{seat}": count for seat, count in enumerate(points)}
    returns: list[float] = game.settle(game.contract(), **said, **facts).returns.tolist()
    return returns


HOUSE: dict[str, Any] = {"scoring_set": "house"}
VALAT: dict[str, Any] = {"valat": "seat_0"}


@pytest.mark.parametrize(
    ("points", "facts", "options", "returns"),
    [
        pytest.param([73, 21], {}, {}, [7, 0], id="example 1: 73 points, cumulative"),
        pytest.param(
            [73, 21], {}, {"figure_stacking": "highest_of_points"}, [4, 0],
            id="example 1: 73 points, highest_of_points",
        ),
        pytest.param([47, 47], {}, {}, [0, 0], id="example 2: 47 to 47"),
        pytest.param([48, 46], {}, {}, [1, 0], id="example 2: 48 is the game"),
        pytest.param([59, 35], {}, {}, [1, 0], id="59 is no kassza"),
        pytest.param([60, 34], {}, {}, [3, 0], id="example 2: 60 is kassza"),
        pytest.param([70, 24], {}, {}, [3, 0], id="example 2: 70 is no double game"),
        pytest.param([71, 23], {}, {}, [7, 0], id="example 2: 71 is a double game"),
        pytest.param([23, 71], {}, {}, [0, 7], id="and so for the other player"),
        pytest.param(
            [62, 32],
            {"pagat_ultimo": "seat_0", "uhu": "seat_1", "tuletroa_0": 1, "head_0": 1},
            {}, [11, 5], id="example 3",
        ),
        pytest.param(
            [94, 0], {**VALAT, "pagat_ultimo": "seat_0"}, {}, [18, 0], id="example 4: I at the end"
        ),
        pytest.param(
            [94, 0], {**VALAT, "pagat_catch": "seat_0"}, {}, [18, 0], id="example 4: I caught"
        ),
        pytest.param(
            [75, 19],
            {"tuletroa": "seat_0", "four_kings": "seat_0", "xxi_catch": "seat_0"},
            HOUSE, [17, 0], id="example 5",
        ),
        pytest.param(
            [94, 0],
            {**VALAT, "tuletroa": "seat_0", "four_kings": "seat_0", "pagat_ultimo": "seat_0"},
            HOUSE, [21, 0], id="example 6: no tulétroá and kings with valat",
        ),
        pytest.param([33, 40, 21], {}, {}, [1, 3, 0], id="example 7"),
        pytest.param([48, 32, 14], {}, {}, [7, 1, 0], id="example 8"),
        pytest.param([31, 31, 32], {"form": "three54"}, {}, [0, 0, 1], id="example 9"),
        pytest.param([39, 31, 24], {}, {}, [1, 0, 0], id="three players: 39 is no kassza"),
        pytest.param([47, 40, 7], {}, {}, [3, 3, 0], id="three players: 47 is no double game"),
        pytest.param([48, 39, 7], {}, HOUSE, [7, 1, 0], id="the same thresholds in the house set"),
        pytest.param([48, 46], {}, HOUSE, [1, 0], id="house: game 1"),
        pytest.param([60, 34], {}, HOUSE, [3, 0], id="house: kassza 2"),
        pytest.param([71, 23], {}, HOUSE, [7, 0], id="house: double game 4"),
        pytest.param([94, 0], VALAT, {}, [13, 0], id="base: valat 6"),
        pytest.param([94, 0], VALAT, HOUSE, [15, 0], id="house: valat 8"),
        pytest.param([47, 47], {"tuletroa": "seat_1"}, HOUSE, [0, 2], id="house: tulétroá 2"),
        pytest.param([47, 47], {"four_kings": "seat_1"}, HOUSE, [0, 3], id="house: four kings 3"),
        pytest.param([47, 47], {"pagat_catch": "seat_1"}, {}, [0, 5], id="base: pagat catch 5"),
        pytest.param([47, 47], {"pagat_catch": "seat_1"}, HOUSE, [0, 3], id="house: pagat catch 3"),
        pytest.param([47, 47], {"uhu": "seat_0"}, {}, [5, 0], id="base: uhu 5"),
        pytest.param([47, 47], {"uhu": "seat_0"}, HOUSE, [4, 0], id="house: uhu 4"),
        pytest.param([47, 47], {"xxi_catch": "seat_0"}, HOUSE, [5, 0], id="house: XXI catch 5"),
        pytest.param([47, 47], {"pagat_ultimo": "seat_0"}, {}, [5, 0], id="base: pagat ultimo 5"),
        pytest.param(
            [47, 47], {"pagat_ultimo": "seat_0"}, HOUSE, [6, 0], id="house: pagat ultimo 6"
        ),
        pytest.param(
            [94, 0], {**VALAT, "pagat_catch": "seat_0", "xxi_catch": "seat_0"}, HOUSE, [23, 0],
            id="house: catches count with valat",
        ),
        pytest.param(
            [47, 47], {"head_0": 1, "tuletroa_0": 1, "four_kings_1": 1}, {}, [3, 4],
            id="declarations 1, 2 and 4 count for whoever made them",
        ),
        pytest.param(
            [75, 19], {"uhu": "seat_0", "tuletroa_0": 1},
            {"figure_stacking": "highest_overall"}, [7, 0],
            id="highest_overall: the uhu alone, and the declaration",
        ),
        pytest.param(
            [75, 19], {"pagat_catch": "seat_1"}, {"figure_stacking": "highest_overall"}, [4, 5],
            id="highest_overall: the double game alone",
        ),
        pytest.param(
            [94, 0], {**VALAT, "pagat_ultimo": "seat_0"},
            {"figure_stacking": "highest_overall", **HOUSE}, [8, 0],
            id="highest_overall: the valat alone",
        ),
        pytest.param(
            [75, 19], {"uhu": "seat_0", "pagat_ultimo": "seat_0"},
            {"figure_stacking": "highest_of_points"}, [14, 0],
            id="highest_of_points: other figures are added",
        ),
    ],
)  # fmt: skip
def test_score(
    points: Sequence[int],
    facts: Mapping[str, Any],
    options: Mapping[str, Any],
    returns: list[float],
) -> None:
    given = dict(facts)
    form = {"form": given.pop("form")} if "form" in given else {}
    assert settled(points, given, **options, **form) == returns


@pytest.mark.parametrize(
    ("points", "facts", "options"),
    [
        pytest.param([48, 47], {}, {}, id="95 points together"),
        pytest.param([48, 45], {}, {}, id="93 points together"),
        pytest.param([90, 4], VALAT, {}, id="a valat without all points"),
        pytest.param([94, 0], {}, {}, id="all points of 42 cards without a valat"),
        pytest.param([14, 80], {"tuletroa": "seat_0"}, HOUSE, id="honours count 15"),
        pytest.param([19, 75], {"four_kings": "seat_0"}, HOUSE, id="kings count 20"),
        pytest.param(
            [47, 47], {"pagat_catch": "seat_0", "pagat_ultimo": "seat_1"}, {}, id="the I twice"
        ),
        pytest.param(
            [47, 47], {"pagat_catch": "seat_0", "tuletroa": "seat_1"}, HOUSE, id="the I with both"
        ),
        pytest.param(
            [30, 64], {"tuletroa": "seat_0", "four_kings": "seat_0"}, HOUSE, id="35 points needed"
        ),
    ],
)
def test_what_cannot_have_happened(
    points: Sequence[int], facts: Mapping[str, Any], options: Mapping[str, Any]
) -> None:
    with pytest.raises(ultimo.DealError) as caught:
        settled(points, facts, **options)
    assert caught.value.code == "impossible"


def test_all_points_without_a_valat_with_54_cards() -> None:
    """The twelve added cards make tricks that count nothing."""
    assert settled([94, 0, 0], {}, form="three54") == [7, 0, 0]


def test_nobody_pays_anybody() -> None:
    """Result points are added to each player's own account; failing costs nothing."""
    assert min(settled([10, 84], {"uhu": "seat_1"})) == 0


# The figures, from the play. Each trick is the cards of the seats in order; seat 0 leads first.


@pytest.mark.parametrize(
    ("tricks", "base", "house"),
    [
        pytest.param(
            "CJ CQ, HQ HJ, T1 SJ", [5, 0], [6, 0], id="pagat ultimo: the last trick won with I"
        ),
        pytest.param("T1 SJ, CJ CQ, HJ HQ", [0, 0], [0, 0], id="I won earlier is no ultimo"),
        pytest.param("CQ CJ, SJ SQ, T1 T5", [0, 5], [0, 3], id="I lost in the last trick: caught"),
        pytest.param("T1 T5, CQ CJ, SQ SJ", [0, 5], [0, 3], id="I lost earlier: caught"),
        pytest.param("CJ CQ, T2 SJ, HQ T9", [5, 0], [4, 0], id="uhu: last but one won with II"),
        pytest.param("CQ CJ, T2 T9, SQ SJ", [0, 0], [0, 0], id="II lost in the last but one"),
        pytest.param("CJ CQ, SJ SQ, T2 HQ", [0, 0], [0, 0], id="II in the last trick is no uhu"),
        pytest.param("T2 SJ, CQ CJ, HJ HQ", [0, 0], [0, 0], id="II two before the last is no uhu"),
        pytest.param("CJ CQ, T2 SJ, T1 HQ", [10, 0], [10, 0], id="uhu and pagat ultimo"),
        pytest.param("T21 T22, CJ CQ, DQ DJ", [0, 0], [0, 5], id="XXI lost: caught, house alone"),
        pytest.param("T21 T20, CJ CQ, DQ DJ", [0, 0], [0, 0], id="one's own XXI is no catch"),
        pytest.param(
            "T22 T21, T1 SJ, CJ CQ", [0, 0], [7, 0], id="tulétroá in tricks, one of them caught"
        ),
        pytest.param("T22 T5, T1 SJ, CJ CQ", [0, 0], [0, 0], id="two honours are no tulétroá"),
        pytest.param(
            "CK CQ, DK DQ, HK HQ, SK SJ, CJ T3", [0, 0], [3, 0], id="four kings in tricks"
        ),
        pytest.param(
            "HA HQ, T9 CK, DK DQ, HK HJ, SK SJ", [0, 0], [3, 0], id="an opponent's king too"
        ),
        pytest.param("CK CQ, DK DQ, HK HQ, CJ T3", [0, 0], [0, 0], id="three kings are nothing"),
        pytest.param("CQ CJ, DQ DJ", [6, 0], [8, 0], id="valat: all tricks"),
        pytest.param("CJ CQ, DJ DQ", [0, 6], [0, 8], id="valat of the other player"),
        pytest.param(
            "T22 T21, T1 SJ", [11, 0], [19, 0], id="valat with ultimo; tulétroá does not count"
        ),
        pytest.param(
            "CK CQ, DK DQ, HK HQ, SK SJ", [6, 0], [8, 0], id="four kings do not count with valat"
        ),
        pytest.param("T2 CQ, T1 CJ", [16, 0], [18, 0], id="uhu counts with valat"),
        pytest.param("T1 CQ", [11, 0], [14, 0], id="an ending of one trick: its first is its last"),
    ],
)
def test_figures_of_play(tricks: str, base: list[float], house: list[float]) -> None:
    for scoring_set, returns in (("base", base), ("house", house)):
        position = played(strohmandli(scoring_set=scoring_set), tricks.split(", "))
        assert max(position.points) < 48
        assert position.returns().tolist() == returns


@pytest.mark.parametrize(
    ("tricks", "base", "house"),
    [
        pytest.param("T1 T5 CJ, DQ DK DJ", [0, 11, 0], [0, 11, 0], id="I caught, and valat"),
        pytest.param("T1 CJ T5, DQ DK DJ", [0, 0, 5], [0, 0, 3], id="the winner has the catch"),
        pytest.param("CJ T1 T5, DJ DK DQ", [0, 0, 5], [0, 0, 3], id="whoever played it"),
        pytest.param("CQ CJ CT, DJ DK DQ", [0, 0, 0], [0, 0, 0], id="no valat with two winners"),
    ],
)
def test_figures_of_three(tricks: str, base: list[float], house: list[float]) -> None:
    for scoring_set, returns in (("base", base), ("house", house)):
        game = strohmandli(players=3, scoring_set=scoring_set)
        assert played(game, tricks.split(", ")).returns().tolist() == returns


@pytest.mark.parametrize(
    ("tricks", "declared", "returns"),
    [
        pytest.param("T22 T5, T1 T6", {0: "head"}, [1, 5], id="head 1"),
        pytest.param("T1 T5, T22 CJ", {0: "head"}, [1, 5], id="whoever wins the trick"),
        pytest.param("T22 T5, T21 T6, T1 T7", {0: "tuletroa"}, [2, 5], id="tulétroá 2"),
        pytest.param(
            "T22 T5, T21 T6, T1 T7", {0: "tuletroa", 1: "head"}, [3, 5], id="tulétroá and head 3"
        ),
        pytest.param(
            "CK CT, DK DA, HK HA, SK ST, CJ CQ", {0: "four_kings"}, [4, 0], id="four kings 4"
        ),
        pytest.param("CJ CQ, T5 T22, T6 T21", {1: "head"}, [0, 7], id="the other player's, valat"),
    ],
)
def test_declarations_score_at_once(
    tricks: str, declared: Mapping[int, str], returns: list[float]
) -> None:
    position = played(strohmandli(), tricks.split(", "), declare=declared)
    assert position.returns().tolist() == returns
    stacked = strohmandli(figure_stacking="highest_overall")
    best = played(stacked, tricks.split(", "), declare=declared).returns().tolist()
    assert best[0] == returns[0]


def test_the_aim_is_the_game() -> None:
    """Goal "win": the seat that is asked for has the card points of the game."""
    game = strohmandli(players=3)
    for seat, points, made in ((0, 32, True), (0, 31, False), (1, 31, False), (1, 32, True)):
        goal = game.made(game.contract(declarer=seat))
        (axis,) = goal.axes.values()
        level = axis.classes[points]
        assert bool(goal.made(dict.fromkeys(goal.axes, level))) is made


# Match.


@pytest.mark.parametrize(("players", "deals"), [(2, 4), (3, 6)])
def test_deals_of_a_match(players: int, deals: int) -> None:
    assert strohmandli(players=players).options.deals == deals


def test_match() -> None:
    """The deal passes to seat 0 of the last deal; totals are added, ties share the place."""
    match = ultimo.Match(strohmandli(deals=3), dealer=1)
    dealers = []
    for returns in ([7, 0], [0, 3], [0, 4]):
        dealers.append(match.dealer)
        match.record(returns=returns)
    assert dealers == [1, 0, 1]
    assert match.is_over
    assert match.totals.tolist() == [7, 7]
    assert match.places == (1, 1)


def test_match_of_three_goes_round() -> None:
    match = ultimo.Match(strohmandli(players=3), dealer=2)
    dealers = []
    while not match.is_over:
        dealers.append(match.dealer)
        match.record(returns=[1, 0, 2])
    assert dealers == [2, 0, 1, 2, 0, 1]
    assert match.places == (2, 3, 1)
