"""The worked examples of rules/french_tarot.md on scoring and the match, numbered as there."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.oracle import french_score
from tests.oracle.french_match import FrenchMatch
from tests.oracle.french_options import Options
from tests.oracle.french_score import Outcome

FOUR, THREE = Options(), Options(players=3)
CALLING = Options(players=5, five_players="call_king")
SITTING = Options(players=5)


@pytest.mark.parametrize(
    ("bid", "outcome", "slam", "handfuls", "expected"),
    [
        pytest.param("garde", Outcome(2 * 56, 2), False, [], 80, id="deal 1"),
        pytest.param("garde", Outcome(2 * 49, 3, 1), False, [], 96, id="deal 2 petit won last"),
        pytest.param("garde", Outcome(2 * 40, 2, -1), False, [], -72, id="deal 3 petit lost last"),
        pytest.param("garde", Outcome(2 * 41, 2, -1), False, [], 30, id="deal 4 made, petit lost"),
        pytest.param(
            "garde", Outcome(2 * 40, 3), False, ["single"], 78, id="deal 5 a defender's handful"
        ),
        pytest.param(
            "garde_sans", Outcome(2 * 45, 1, -1), False, ["single"], -184, id="6 garde sans lost"
        ),
        pytest.param(
            "petite", Outcome(2 * 91, 3, 1, slam=1), False, [], 290, id="7 silent slam, petit last"
        ),
        pytest.param(
            "garde", Outcome(2 * 60, 2), True, [], -112, id="8 slam announced and missed"
        ),
        pytest.param("garde_contre", Outcome(2 * 51, 1), False, [], 150, id="9 exactly 51"),
        pytest.param(
            "petite", Outcome(2 * 3, 0, slam=-1), False, [], -278, id="10 the defenders' slam"
        ),
        pytest.param(
            "petite", Outcome(2 * 3, 0, -1, slam=-1), False, [], -288, id="10 with the petit last"
        ),
        pytest.param(
            "garde", Outcome(2 * 91, 3, 1, slam=1), True, ["double"], 610,
            id="11 slam announced and made, double handful",
        ),
        pytest.param("garde", Outcome(81, 2), False, [], -52, id="12 40.5 loses, pt 1"),
        pytest.param("garde", Outcome(83, 2), False, [], 52, id="12 41.5 is made, pt 1"),
        pytest.param(
            "garde", Outcome(2 * 91, 3, 1, slam=1), False, [], 380, id="16 slam with the Excuse"
        ),
        pytest.param(
            "petite", Outcome(2 * 56, 0), False, ["single", "triple"], 25 + 60,
            id="several handfuls are added",
        ),
        pytest.param(
            "petite", Outcome(0, 0, slam=-1), True, [], -(25 + 56) - 200 - 200,
            id="a slam announced and made by the other side",
        ),
    ],
)  # fmt: skip
def test_value(
    bid: str,
    outcome: Outcome,
    slam: bool,  # noqa: FBT001
    handfuls: Sequence[str],
    expected: int,
) -> None:
    value = french_score.value(bid, outcome, slam_announced=slam, handfuls=handfuls)
    assert value == expected


@pytest.mark.parametrize("oudlers", [0, 1, 2, 3])
def test_target_and_what_defenders_need(oudlers: int) -> None:
    target = {3: 36, 2: 41, 1: 51, 0: 56}[oudlers]
    defenders = {3: 55.5, 2: 50.5, 1: 40.5, 0: 35.5}[oudlers]
    assert french_score.is_made(Outcome(2 * target, oudlers))
    assert not french_score.is_made(Outcome(182 - int(2 * defenders), oudlers))
    assert 91 - defenders == target - 0.5


@pytest.mark.parametrize(
    ("options", "playing", "declarer", "partner", "r", "expected"),
    [
        pytest.param(FOUR, range(4), 0, None, 80, [240, -80, -80, -80], id="deal 1"),
        pytest.param(FOUR, range(4), 1, None, 96, [-96, 288, -96, -96], id="deal 2"),
        pytest.param(FOUR, range(4), 2, None, -72, [72, 72, -216, 72], id="deal 3"),
        pytest.param(FOUR, range(4), 3, None, 78, [-78, -78, -78, 234], id="deal 5"),
        pytest.param(FOUR, range(4), 0, None, -70, [-210, 70, 70, 70], id="payment sentence"),
        pytest.param(THREE, range(3), 0, None, -52, [-104, 52, 52], id="12 three players"),
        pytest.param(SITTING, range(4), 0, None, 80, [240, -80, -80, -80, 0], id="he scores 0"),
        pytest.param(SITTING, (3, 4, 0, 1), 0, None, 80, [240, -80, 0, -80, -80], id="dealer 2"),
        pytest.param(CALLING, range(5), 1, 3, 25, [-25, 50, -25, 25, -25], id="taker and partner"),
        pytest.param(CALLING, range(5), 1, None, 25, [-25, 100, -25, -25, -25], id="taker alone"),
        pytest.param(
            replace(FOUR, round_scores_to=5), range(4), 0, None, 78, [235, -80, -80, -80],
            id="234 to 235, -78 to -80",
        ),
        pytest.param(
            replace(FOUR, round_scores_to=10), range(4), 0, None, 25, [80, -30, -30, -30],
            id="75 and -25 are halves and go away from zero",
        ),
    ],
)  # fmt: skip
def test_scores(
    options: Options,
    playing: Sequence[int],
    declarer: int,
    partner: int | None,
    r: int,
    expected: list[int],
) -> None:
    scores = french_score.scores(options, r, playing=playing, declarer=declarer, partner=partner)
    assert scores == expected


def test_running_totals_of_the_source() -> None:
    match = FrenchMatch(replace(FOUR, deals=5), dealer=2)
    rows = [
        ([240, -80, -80, -80], [240, -80, -80, -80]),
        ([-96, 288, -96, -96], [144, 208, -176, -176]),
        ([72, 72, -216, 72], [216, 280, -392, -104]),
        ([-30, -30, 90, -30], [186, 250, -302, -134]),
        ([-78, -78, -78, 234], [108, 172, -380, 100]),
    ]
    for scores, totals in rows:
        assert not match.is_over
        match.add(scores)
        assert match.totals == totals
        assert sum(match.totals) == 0
    assert match.is_over
    assert match.places() == [2, 1, 4, 3]
    assert match.dealer == 3


def test_match_counts_no_void_deal_and_plays_on_while_tied() -> None:
    match = FrenchMatch(replace(FOUR, deals=1))
    match.add([0, 0, 0, 0], void=True)
    assert (match.left, match.dealer) == (1, 0)
    match.add([240, -80, -80, -80])
    assert not match.is_over  # three share the second place
    match.add([-96, 288, -96, -96])
    assert not match.is_over
    match.add([72, 72, -216, 72])
    assert match.totals == [216, 280, -392, -104]
    assert match.is_over


def test_without_tie_deal_a_place_is_shared() -> None:
    match = FrenchMatch(replace(FOUR, deals=1, tie_deal=False))
    match.add([240, -80, -80, -80])
    assert match.is_over
    assert match.places() == [1, 2, 2, 2]


@pytest.mark.parametrize(("players", "deals"), [(3, 12), (4, 16), (5, 20)])
def test_deals_by_default(players: int, deals: int) -> None:
    assert FrenchMatch(Options(players=players)).left == deals
