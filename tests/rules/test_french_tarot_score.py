"""What deals of French tarot pay: rules/french_tarot.md, "Scoring", a row a clause.

Deals that cannot be played out in a test are settled from their facts; that what happens in a play
comes out as such facts is tested here on endings, and by the oracle on whole deals.
"""

from fractions import Fraction
from typing import Any

import pytest
from tests.rules.french_hands import KING, ending, french, played

import ultimo
from ultimo.settling import Line

FOUR, THREE, FIVE, CALLED = french(), french(players=3), french(players=5), french(**KING)

Points = int | Fraction | float


def settled(
    game: Any,
    bid: str,
    points: Points,
    oudlers: int,
    *,
    petit: str = "neither",
    slam: str = "neither",
    **contract: Any,
) -> Any:
    """Returns the settlement of a hand."""
    played_for = game.contract(bid, **{"declarer": 0, **contract})
    return game.settle(played_for, points=points, oudlers=oudlers, petit=petit, slam=slam)


def row(
    bid: str,
    points: Points,
    oudlers: int,
    value: int,
    id: str,  # noqa: A002 - as pytest calls it
    *,
    game: Any = FOUR,
    **more: Any,
) -> Any:
    """Returns a row: a hand, and R, what each defender pays."""
    return pytest.param(game, bid, points, oudlers, more, value, id=id)


SLAM: dict[str, Any] = {"announced": {"slam"}}
ONE: dict[str, Any] = {"handfuls": {1: "single"}}

VALUES: list[Any] = [
    row("garde", 56, 2, 80, "1: (25 + 15) * 2"),
    row("garde", 49, 3, 96, "2: (25 + 13 + 10) * 2", petit="taker"),
    row("garde", 40, 2, -72, "3: -(25 + 1) * 2 - 20", petit="defenders"),
    row("garde", 41, 2, 30, "4: 25 * 2 - 20, made, the petit lost", petit="defenders"),
    row("garde", 40, 3, 78, "5: (25 + 4) * 2 + 20, a defender's handful", **ONE),
    row("garde_sans", 45, 1, -184, "6: -((25 + 6) * 4 + 20) - 40", petit="defenders", **ONE),
    row("petite", 91, 3, 290, "7: (25 + 55) + 10 + 200", petit="taker", slam="taker"),
    row("garde", 60, 2, -112, "8: (25 + 19) * 2 - 200, made but the slam missed", **SLAM),
    row("garde_contre", 51, 1, 150, "9: exactly 51: 25 * 6"),
    row("petite", 3, 0, -278, "10: -(25 + 53) - 200", slam="defenders"),
    row("petite", 3, 0, -288, "10: with the petit last", slam="defenders", petit="defenders"),
    row(
        "garde",
        91,
        3,
        610,
        "11: (25 + 55) * 2 + 30 + 20 + 400",
        petit="taker",
        slam="taker",
        handfuls={2: "double"},
        **SLAM,
    ),
    row("garde", 40.5, 2, -52, "12: three, 40.5 with two: lost, 0.5 counts 1", game=THREE),
    row("garde", 41.5, 2, 52, "12: three, 41.5: made, 0.5 counts 1", game=THREE),
    row("garde", 91, 3, 380, "16: (25 + 55) * 2 + 20 + 200", petit="taker", slam="taker"),
    # Targets, both sides of each.
    row("petite", 36, 3, 25, "three oudlers: 36 is enough"),
    row("petite", 35, 3, -26, "three oudlers: 35 is not"),
    row("petite", 41, 2, 25, "two oudlers: 41 is enough"),
    row("petite", 40, 2, -26, "two oudlers: 40 is not"),
    row("petite", 51, 1, 25, "one oudler: 51 is enough"),
    row("petite", 50, 1, -26, "one oudler: 50 is not"),
    row("petite", 56, 0, 25, "no oudler: 56 is enough"),
    row("petite", 55, 0, -26, "no oudler: 55 is not"),
    row("petite", 41, 2, 25, "three: exactly 41 is enough", game=THREE),
    row("petite", 40, 2, -26, "three: 40 is not", game=THREE),
    row("petite", Fraction(71, 2), 3, -26, "three: 35.5 with three is not", game=THREE),
    row("petite", 36.5, 3, 26, "three: 36.5 counts 1 more", game=THREE),
    row("petite", 34.5, 3, -27, "three: 34.5 counts 2 less", game=THREE),
    row("petite", 50.5, 1, -26, "five, call_king: half points as with three", game=CALLED),
    row("petite", 51.5, 1, 26, "five, call_king: they are rounded up", game=CALLED),
    # What multiplies what.
    row("petite", 46, 2, 30, "petite: times 1"),
    row("garde", 46, 2, 60, "garde: times 2"),
    row("garde_sans", 46, 2, 120, "garde_sans: times 4"),
    row("garde_contre", 46, 2, 180, "garde_contre: times 6"),
    row("garde_contre", 36, 2, -180, "garde_contre: lost, times 6"),
    row("petite", 46, 2, 40, "petite: the petit is 10", petit="taker"),
    row("garde", 46, 2, 80, "garde: the petit is 20", petit="taker"),
    row("garde_sans", 46, 2, 160, "garde_sans: the petit is 40", petit="taker"),
    row("garde_contre", 46, 2, 240, "garde_contre: the petit is 60", petit="taker"),
    row("garde_contre", 46, 2, 120, "garde_contre: lost to the defenders", petit="defenders"),
    row("garde", 36, 2, -40, "lost, but the taker has the petit: -60 + 20", petit="taker"),
    row("garde_contre", 46, 2, 200, "a handful is not multiplied", **ONE),
    row("garde_contre", 36, 2, -200, "a handful goes to the winners: the defenders", **ONE),
    row("garde", 36, 2, -80, "the taker's handful too", handfuls={0: "single"}),
    row("garde", 46, 2, 80, "single 20", handfuls={0: "single"}),
    row("garde", 46, 2, 90, "double 30", handfuls={0: "double"}),
    row("garde", 46, 2, 100, "triple 40", handfuls={0: "triple"}),
    row("garde", 46, 2, 100, "all are added", handfuls={0: "single", 3: "single"}),
    row("garde_contre", 66, 3, 330 - 200, "a missed slam is not multiplied", **SLAM),
    row("garde_contre", 60, 3, 294 + 400, "nor is one that was made", slam="taker", **SLAM),
    row("garde_contre", 0, 0, -486 - 200, "nor is that of the defenders", slam="defenders"),
    row("garde_contre", 0, 0, -486 - 400, "announced and all lost", slam="defenders", **SLAM),
    row("garde", 91, 3, 560, "announced and made 400", slam="taker", **SLAM),
    row("garde", 91, 3, 360, "made, not announced 200", slam="taker"),
    row("garde", 87, 2, 142 + 200, "an excuse of a defender does not spoil it", slam="taker"),
    row("garde", 40, 2, -252, "lost, and the announced slam too: -52 - 200", **SLAM),
    row("garde", 40, 2, -12 - 20, "bonuses do not help to the target", petit="taker"),
]


@pytest.mark.parametrize(("game", "bid", "points", "oudlers", "more", "value"), VALUES)
def test_values(
    game: Any, bid: str, points: Points, oudlers: int, more: dict[str, Any], value: int
) -> None:
    found = settled(game, bid, points, oudlers, **more)
    others = game.players - 1
    assert found.returns.tolist() == [others * value, *[-value] * others]
    assert found.returns.sum() == 0
    amounts = [sum(line.amounts[seat] for line in found.lines) for seat in range(game.players)]
    assert amounts == found.returns.tolist()


def test_the_sources_five_deals_and_their_running_totals() -> None:
    deals: list[Any] = [
        (0, 56, 2, {}, [240, -80, -80, -80], [240, -80, -80, -80]),
        (1, 49, 3, {"petit": "taker"}, [-96, 288, -96, -96], [144, 208, -176, -176]),
        (2, 40, 2, {"petit": "defenders"}, [72, 72, -216, 72], [216, 280, -392, -104]),
        (2, 41, 2, {"petit": "defenders"}, [-30, -30, 90, -30], [186, 250, -302, -134]),
        (3, 40, 3, {"handfuls": {0: "single"}}, [-78, -78, -78, 234], [108, 172, -380, 100]),
    ]
    match = ultimo.Match(french(deals=5), dealer=3)
    for taker, points, oudlers, more, scores, totals in deals:
        found = settled(FOUR, "garde", points, oudlers, declarer=taker, **more)
        assert found.returns.tolist() == scores
        match.record(returns=found.returns)
        assert match.totals.tolist() == totals
    assert (match.is_over, match.places) == (True, (2, 1, 4, 3))


@pytest.mark.parametrize(
    ("game", "contract", "shares"),
    [
        pytest.param(FOUR, {"declarer": 2}, [-1, -1, 3, -1], id="four: +3R, -R each"),
        pytest.param(THREE, {"declarer": 1}, [-1, 2, -1], id="three: +2R"),
        pytest.param(FIVE, {"declarer": 1}, [-1, 3, -1, -1, 0], id="five: the dealer scores 0"),
        pytest.param(
            FIVE,
            {"declarer": 4, "extra": {"out": 2}},
            [-1, -1, 0, -1, 3],
            id="five: whoever deals",
        ),
        pytest.param(
            CALLED, {"declarer": 0, "partner": 3}, [2, -1, -1, 1, -1], id="call_king: +2R, +R, -R"
        ),
        pytest.param(CALLED, {"declarer": 2}, [-1, -1, 4, -1, -1], id="call_king, alone: +4R"),
    ],
)
def test_who_pays_whom(game: Any, contract: dict[str, Any], shares: list[int]) -> None:
    won, lost = (settled(game, "garde", points, 2, **contract) for points in (46, 36))
    assert won.returns.tolist() == [60 * share for share in shares]
    assert lost.returns.tolist() == [-60 * share for share in shares]


ROUNDED: list[Any] = [
    pytest.param(0, 42, 2, [156, -52, -52, -52], id="0: none"),
    pytest.param(5, 42, 2, [155, -50, -50, -50], id="5: 156 to 155, 52 to 50"),
    pytest.param(10, 42, 2, [160, -50, -50, -50], id="10: 156 to 160, 52 to 50"),
    pytest.param(5, 40, 2, [-155, 50, 50, 50], id="5: the same when lost"),
    pytest.param(10, 51, 2, [210, -70, -70, -70], id="10: whole tens stay"),
]


@pytest.mark.parametrize(("step", "points", "oudlers", "returns"), ROUNDED)
def test_round_scores_to(step: int, points: int, oudlers: int, returns: list[int]) -> None:
    found = settled(french(round_scores_to=step), "garde", points, oudlers)
    assert found.returns.tolist() == returns


@pytest.mark.parametrize(
    ("points", "returns"),
    [
        pytest.param(41, [80, -30, -30, -30], id="25 goes to 30, 75 to 80: away from zero"),
        pytest.param(31, [-110, 40, 40, 40], id="-105 goes to -110, 35 to 40"),
    ],
)
def test_halves_are_rounded_away_from_zero(points: int, returns: list[int]) -> None:
    found = settled(french(round_scores_to=10), "petite", points, 2)
    assert found.returns.tolist() == returns
    assert found.lines[-1].text == "rounded to 10"


def test_the_lines_say_why() -> None:
    found = settled(FOUR, "garde", 49, 3, petit="taker", **ONE)
    assert found.lines == (
        Line("garde: 25, times 2", (150.0, -50.0, -50.0, -50.0)),
        Line("49 points with 3 oudlers: the difference, times 2", (78.0, -26.0, -26.0, -26.0)),
        Line("handfuls, for the side that wins", (60.0, -20.0, -20.0, -20.0)),
        Line("petit in the last trick, times 2", (60.0, -20.0, -20.0, -20.0)),
    )


IMPOSSIBLE: list[Any] = [
    pytest.param(FOUR, "garde", 92, 2, {}, "bad_fact", id="more than 91 points"),
    pytest.param(FOUR, "garde", 40.5, 2, {}, "bad_fact", id="half a point with four players"),
    pytest.param(FIVE, "garde", 40.5, 2, {}, "bad_fact", id="or with five, the dealer out"),
    pytest.param(THREE, "garde", 40.25, 2, {}, "bad_fact", id="a quarter"),
    pytest.param(FOUR, "garde", 50, 4, {}, "bad_fact", id="four oudlers"),
    pytest.param(FOUR, "garde", 91, 2, {}, "impossible", id="all points without an oudler"),
    pytest.param(FOUR, "garde", 10, 3, {}, "impossible", id="three oudlers are more"),
    pytest.param(FOUR, "garde", 50, 0, {"petit": "taker"}, "impossible", id="the petit counts"),
    pytest.param(FOUR, "garde", 50, 3, {"petit": "defenders"}, "impossible", id="it is gone"),
    pytest.param(FOUR, "garde", 90, 3, {"slam": "taker"}, "impossible", id="a slam is 91"),
    pytest.param(FOUR, "garde", 87, 3, {"slam": "taker"}, "impossible", id="87 with two oudlers"),
    pytest.param(FOUR, "garde", 82, 1, {"slam": "taker"}, "impossible", id="two oudlers at least"),
    pytest.param(FOUR, "garde", 50, 1, {"slam": "defenders"}, "impossible", id="only discards"),
    pytest.param(FOUR, "garde", 8, 2, {"slam": "defenders"}, "impossible", id="only the excuse"),
    pytest.param(
        FOUR,
        "petite",
        7,
        1,
        {"slam": "defenders", "petit": "taker"},
        "impossible",
        id="no trick, no petit",
    ),
    pytest.param(
        FOUR,
        "petite",
        91,
        3,
        {"slam": "taker", "petit": "defenders"},
        "impossible",
        id="every trick, also the last",
    ),
    pytest.param(
        FOUR, "garde_contre", 3, 0, {"slam": "defenders"}, "impossible", id="contre: not even those"
    ),
]


@pytest.mark.parametrize(("game", "bid", "points", "oudlers", "more", "code"), IMPOSSIBLE)
def test_what_cannot_have_happened(
    game: Any, bid: str, points: Points, oudlers: int, more: dict[str, Any], code: str
) -> None:
    with pytest.raises(ultimo.DealError) as fault:
        settled(game, bid, points, oudlers, **more)
    assert fault.value.code == code
    assert len(str(fault.value)) < 500


POSSIBLE: list[Any] = [
    pytest.param("garde", 19, 0, "defenders", id="four queens and two knights laid away"),
    pytest.param("garde", 23, 1, "defenders", id="and the excuse"),
    pytest.param("garde", 3, 0, "defenders", id="six small cards"),
    pytest.param("garde_contre", 4, 1, "defenders", id="contre: the excuse alone"),
    pytest.param("garde_contre", 0, 0, "defenders", id="contre: nothing"),
    pytest.param("garde_sans", 31, 3, "defenders", id="sans: kings, oudlers and the excuse"),
    pytest.param("garde_contre", 64, 0, "taker", id="contre: six of the best in the talon"),
    pytest.param("garde", 77, 0, "neither", id="everything but one trick with three oudlers"),
]


@pytest.mark.parametrize(("bid", "points", "oudlers", "slam"), POSSIBLE)
def test_what_can_have_happened(bid: str, points: int, oudlers: int, slam: str) -> None:
    settled(FOUR, bid, points, oudlers, slam=slam)


@pytest.mark.parametrize(
    "handfuls",
    [
        pytest.param({0: "triple", 1: "single"}, id="15 and 10 are more than 22"),
        pytest.param({0: "double", 1: "single"}, id="13 and 10 too"),
        pytest.param({0: "single", 1: "single", 2: "single"}, id="three tens"),
    ],
)
def test_handfuls_of_more_trumps_than_there_are(handfuls: dict[int, str]) -> None:
    with pytest.raises(ultimo.ContractError, match="trumps"):
        FOUR.contract("garde", handfuls=handfuls)
    FOUR.contract("garde", handfuls={0: "single", 1: "single"})
    CALLED.contract("garde", handfuls={0: "triple", 1: "single"})
    with pytest.raises(ultimo.ContractError):
        CALLED.contract("garde", handfuls={0: "triple", 1: "double"})


# What happens in a play, as the score sees it.


def value(position: Any, cards: str) -> float:
    """Returns what a defender pays after a play, with four players and seat 0 as taker."""
    played(position, cards)
    returns = position.returns().tolist()
    assert returns == [-3 * returns[1], *[returns[1]] * 3]
    return -float(returns[1])


def petite(points: Points, oudlers: int, **more: Any) -> float:
    """Returns what a defender pays by the formula, from facts that an ending may have too."""
    target = (56, 51, 41, 36)[oudlers]
    surplus = Fraction(points) - target
    game = 25 + -(-abs(surplus) // 1)
    slam = {1: 200, -1: -200, 0: 0}[more.get("slam", 0)]
    return float((game if surplus >= 0 else -game) + 10 * more.get("petit", 0) + slam)


PETIT: list[Any] = [
    pytest.param(
        ["T1 CK", "C2 C3", "C4 C5", "C6 C7"],
        "CK C2 C4 C6 T1 C3 C5 C7",
        petite(4.5 + 1.5 + 4.5 + 1.5, 1, petit=1, slam=1),
        id="the taker wins the last trick with it",
    ),
    pytest.param(
        ["T1 CK", "C2 C3", "C4 T2", "C6 C7"],
        "CK C2 C4 C6 T1 C3 T2 C7",
        petite(4.5 + 1.5, 0, petit=-1),
        id="the defenders win it from him in the last trick",
    ),
    pytest.param(
        ["T20 CK", "C2 C3", "C4 T1", "C6 C7"],
        "CK C2 C4 C6 T20 C3 T1 C7",
        petite(4.5 + 1.5 + 0.5 + 4.5 + 1, 1, petit=1, slam=1),
        id="he wins it from them: the winner counts, not who played it",
    ),
    pytest.param(
        ["C2 CT", "C4 C3", "CK T1", "C6 C7"],
        "C2 C4 CK C6 T1 C7 CT C3",
        petite(0, 0, petit=-1, slam=-1),
        id="a defender wins the last trick with it",
    ),
    pytest.param(
        ["T1 CK", "C2 C3", "C4 C5", "C6 C7"],
        "T1 C2 C4 C6 CK C3 C5 C7",
        petite(4.5 + 1.5 + 4.5 + 1.5, 1, slam=1),
        id="in the last but one it counts nothing",
    ),
    pytest.param(
        ["T20 CK", "C2 C3", "C4 C5", "C6 C7"],
        "CK C2 C4 C6 T20 C3 C5 C7",
        petite(0.5 + 1.5 + 4.5 + 1.5, 0, slam=1),
        id="another trump in the last trick is worth nothing",
    ),
    pytest.param(
        ["T1", "C3", "C5", "C7"],
        "T1 C3 C5 C7",
        petite(4.5 + 1.5, 1, petit=1, slam=1),
        id="where the first trick is the last",
    ),
]


@pytest.mark.parametrize(("hands", "cards", "expected"), PETIT)
def test_petit_in_the_last_trick(hands: list[str], cards: str, expected: float) -> None:
    assert value(ending(hands, "petite"), cards) == expected


SLAMS: list[Any] = [
    pytest.param(
        ["T1 EX", "C2 C3", "C4 C5", "C6 C7"],
        "T1 C2 C4 C6 EX C3 C5 C7",
        petite(4.5 + 1.5 + 4.5 + 1.5, 2, petit=1, slam=1),
        id="16: slam with the excuse: the petit in the trick before counts",
    ),
    pytest.param(
        ["T2 EX", "C2 C3", "T1 C5", "C6 C7"],
        "T2 C2 T1 C6 EX C3 C5 C7",
        petite(0.5 + 5.5 + 4.5 + 1.5, 2, petit=1, slam=1),
        id="also when it was won from a defender",
    ),
    pytest.param(
        ["T1 CK", "C2 EX", "C4 C5", "C6 C7"],
        "T1 C2 C4 C6 CK EX C5 C7",
        petite(4.5 + 1.5 + 4.5 + 4.5 + 1, 2, slam=1),
        id="an excuse that a defender loses in the last trick changes nothing",
    ),
    pytest.param(
        ["T1 CT EX", "C2 C3 CK", "C4 C5 C6", "C7 C8 C9"],
        "CT CK C4 C7 C2 C5 C8 T1 EX C3 C6 C9",
        petite(4.5 + 1.5, 1),
        id="without a slam it does not: nor does the excuse win",
    ),
    pytest.param(
        ["C2 C3", "T1 D5", "C4 EX", "C6 C7"],
        "C2 T1 C4 C6 D5 EX C7 C3",
        petite(0, 0, petit=-1, slam=-1),
        id="the defenders' slam with the excuse: the same for them",
    ),
    pytest.param(
        ["C2 T21", "T20 T5", "C4 EX", "T1 D7"],
        "C2 T20 C4 T1 T5 EX D7 T21",
        petite(0, 0, petit=-1, slam=-1),
        id="it wins even against the 21",
    ),
]


@pytest.mark.parametrize(("hands", "cards", "expected"), SLAMS)
def test_slams_with_the_excuse(hands: list[str], cards: str, expected: float) -> None:
    assert value(ending(hands, "petite"), cards) == expected


@pytest.mark.parametrize(
    ("hands", "cards", "announced", "expected"),
    [
        pytest.param(
            ["T21 CK", "C2 C3", "C4 C5", "C6 C7"],
            "T21 C2 C4 C6 CK C3 C5 C7",
            True,
            petite(12, 1) + 400,
            id="announced and made",
        ),
        pytest.param(
            ["T21 CQ", "C2 CK", "C4 C5", "C6 C7"],
            "T21 C2 C4 C6 CQ CK C5 C7",
            True,
            petite(6, 1) - 200,
            id="announced and missed by one trick",
        ),
        pytest.param(
            ["T21 CQ", "C2 CK", "C4 C5", "C6 C7"],
            "T21 C2 C4 C6 CQ CK C5 C7",
            False,
            petite(6, 1),
            id="not announced and missed",
        ),
        pytest.param(
            ["C8 C9", "C2 C3", "CT CJ", "C6 C7"],
            "C8 C2 CT C6 CJ C7 C9 C3",
            True,
            petite(0, 0) - 400,
            id="announced, and the defenders win every trick",
        ),
    ],
)
def test_slams(
    hands: list[str],
    cards: str,
    announced: bool,  # noqa: FBT001
    expected: float,
) -> None:
    said: dict[str, Any] = SLAM if announced else {}
    assert value(ending(hands, "petite", **said), cards) == expected


def test_every_trick_is_a_slam_whatever_was_laid_away() -> None:
    """All tricks are not all points: an excuse that a defender keeps, a talon, do not matter."""
    hands = ["T21 CK C3", "C2 EX S2", "C4 C5 S3", "C6 C7 S4"]
    position = ending(hands, "garde_contre", talon="HK HQ")
    played(position, "T21 EX C4 C6 CK C2 C5 C7 C3 S2 S3 S4")
    assert position.tricks == (3, 0, 0, 0)
    assert position.outcome().points < 182 - 2 * (9 + 7)
    points = Fraction(position.outcome().points, 2)
    game = 25 + -(-(51 - points) // 1)
    assert position.returns().tolist()[1] == 6 * game - 200


def test_whether_it_is_made_is_a_goal_of_the_solver() -> None:
    hands = ["T21 CK", "C2 EX", "C4 C5", "C6 C7"]
    position = ending(hands, "petite")
    assert ultimo.solve(position, "win").value == 0
    assert ultimo.solve(position, "tricks").value == 2
    assert (
        ultimo.solve(position, "points").value
        == played(position.copy(), "T21 EX C4 C6 CK C2 C5 C7").outcome().points
    )


def test_facts_come_back_as_they_were_said() -> None:
    for game, points in ((FOUR, 41), (THREE, 40.5), (THREE, 41)):
        found = settled(game, "garde", points, 2)
        assert found.facts == {
            "points": points,
            "oudlers": 2,
            "petit": "neither",
            "slam": "neither",
        }
        again = game.settle(game.contract("garde"), **found.facts)
        assert again == found
