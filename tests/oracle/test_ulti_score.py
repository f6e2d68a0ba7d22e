"""The scores of the oracle's ulti: its worked examples and every option of scoring."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.oracle.ulti import UltiPlay
from tests.oracle.ulti_bids import Bid, Options, bids
from tests.oracle.ulti_score import Outcome, is_won, points, scores

DEFAULT = Options()
NONE = (0, False)
TWENTY, FORTY, BOTH = (1, False), (0, True), (1, True)


def of(code: str) -> Bid:
    return bids(DEFAULT)[code]


EXAMPLES = [
    pytest.param(
        "P",
        Outcome(
            declarer=0,
            declarer_cards=30,
            defenders_cards=40,
            defenders_talon=10,
            last_winner=0,
            tricks=(5, 3, 2),
            marriages=(FORTY, TWENTY, NONE),
        ),
        {},
        [2, -1, -1],
        id="1: parti",
    ),
    pytest.param(
        "U",
        Outcome(
            declarer=0,
            declarer_cards=60,
            defenders_cards=20,
            last_winner=1,
            tricks=(7, 3, 0),
        ),
        {},
        [-14, 7, 7],
        id="2: ulti lost, parti won",
    ),
    pytest.param(
        "pU",
        Outcome(
            declarer=0,
            declarer_cards=20,
            defenders_cards=60,
            last_winner=0,
            tricks=(4, 3, 3),
            seven=0,
            seven_won=True,
        ),
        {"U": 1},
        [28, -14, -14],
        id="3: hearts ulti, kontra on U only",
    ),
    pytest.param(
        "F+U",
        Outcome(
            declarer=0,
            declarer_cards=50,
            defenders_cards=30,
            last_winner=0,
            tricks=(7, 2, 1),
            marriages=(FORTY, NONE, NONE),
        ),
        {"F": 2, "U": 1},
        [0, 0, 0],
        id="4: F+U, partly won",
    ),
    pytest.param(
        "B",
        Outcome(declarer=0, tricks=(1, 3, 2), last_winner=0),
        {"1": 2},
        [-25, 20, 5],
        id="5: betli, separate kontra",
    ),
    pytest.param(
        "D*",
        Outcome(declarer=0, tricks=(10, 0, 0), last_winner=0),
        {"1": 1, "2": 1},
        [112, -56, -56],
        id="6: open durchmars alone",
    ),
    pytest.param(
        "pP",
        Outcome(
            declarer=0,
            declarer_cards=80,
            last_winner=0,
            tricks=(10, 0, 0),
            marriages=(FORTY, NONE, NONE),
            aces=4,
            tens=4,
            seven=0,
            seven_won=True,
        ),
        {},
        [32, -16, -16],
        id="7: hearts parti with everything silent",
    ),
    pytest.param(
        "P",
        Outcome(
            declarer=0,
            declarer_cards=20,
            defenders_cards=60,
            last_winner=2,
            tricks=(3, 4, 3),
            marriages=(TWENTY, FORTY, NONE),
            seven=0,
        ),
        {"P": 1},
        [-10, 5, 5],
        id="8: parti with kontra and a failed silent ulti",
    ),
    pytest.param(
        "N",
        Outcome(
            declarer=0,
            declarer_cards=40,
            defenders_cards=40,
            last_winner=2,
            tricks=(4, 2, 4),
            aces=4,
            seven=2,
            seven_won=True,
        ),
        {},
        [0, 0, 0],
        id="9: a defender's silent ulti",
    ),
    pytest.param(
        "T",
        Outcome(
            declarer=0,
            declarer_cards=70,
            defenders_talon=10,
            last_winner=0,
            tricks=(10, 0, 0),
            aces=4,
            tens=3,
        ),
        {},
        [-16, 8, 8],
        id="10: four tens with a Ten in the talon",
    ),
    pytest.param(
        "pH+D*",
        Outcome(
            declarer=0,
            declarer_cards=80,
            last_winner=0,
            tricks=(10, 0, 0),
            marriages=(TWENTY, NONE, NONE),
            aces=4,
            tens=4,
        ),
        {"D": 2},
        [472, -236, -236],
        id="11: H+D* in hearts",
    ),
]


@pytest.mark.parametrize(("code", "outcome", "kontra", "expected"), EXAMPLES)
def test_worked_examples(
    code: str, outcome: Outcome, kontra: Mapping[str, int], expected: list[int]
) -> None:
    assert scores(DEFAULT, of(code), outcome, kontra) == expected


def test_worked_examples_count_as_they_say() -> None:
    counted = [points(DEFAULT, example.values[1]) for example in EXAMPLES]  # type: ignore[arg-type]
    assert counted[0] == (80, 70)
    assert counted[6] == (130, 0)
    assert counted[7] == (40, 110)
    assert counted[8] == (40, 50)
    assert counted[9] == (80, 10)


@pytest.mark.parametrize(
    ("last_winner", "expected"),
    [
        pytest.param(1, [-2, 1, 1], id="15: the defenders won the last trick"),
        pytest.param(0, [2, -1, -1], id="the declarer won it"),
    ],
)
def test_15_tie_in_parti(last_winner: int, expected: list[int]) -> None:
    mine = 40 if last_winner else 30
    tie = Outcome(
        declarer=0,
        declarer_cards=mine,
        defenders_cards=70 - mine,
        last_winner=last_winner,
        tricks=(5, 5, 0),
    )
    nobody = Options(talon_points="nobody")
    assert points(nobody, tie) == (40, 40)
    assert scores(nobody, of("P"), tie) == expected


@pytest.mark.parametrize(
    ("component", "held", "cards", "last", "won"),
    [
        pytest.param("F", FORTY, 50, True, True, id="40 + 50 + 10 is 100"),
        pytest.param("F", FORTY, 50, False, False, id="40 + 50 is not"),
        pytest.param("F", BOTH, 50, False, False, id="the 20 does not count for F"),
        pytest.param("F", NONE, 80, True, False, id="without the 40"),
        pytest.param("H", TWENTY, 70, True, True, id="20 + 70 + 10 is 100"),
        pytest.param("H", TWENTY, 70, False, False, id="20 + 70 is not"),
        pytest.param("H", (2, True), 70, False, False, id="exactly one 20 counts for H"),
        pytest.param("H", FORTY, 80, True, False, id="without a 20"),
    ],
)
def test_hundreds(
    component: str,
    held: tuple[int, bool],
    cards: int,
    last: bool,  # noqa: FBT001
    won: bool,  # noqa: FBT001
) -> None:
    outcome = Outcome(
        declarer=1,
        declarer_cards=cards,
        last_winner=1 if last else 0,
        tricks=(1, 9, 0),
        marriages=(NONE, held, NONE),
    )
    assert is_won(DEFAULT, component, outcome) == won


def test_hundreds_may_count_every_marriage() -> None:
    options = Options(hundred_counts_all_marriages=True)
    held = Outcome(
        declarer=0,
        declarer_cards=40,
        last_winner=1,
        tricks=(8, 1, 1),
        marriages=(BOTH, NONE, NONE),
    )
    assert is_won(options, "F", held)
    assert is_won(options, "H", held)
    assert not is_won(options, "H", replace(held, marriages=(FORTY, NONE, NONE)))
    assert not is_won(options, "F", replace(held, marriages=((3, False), NONE, NONE)))


@pytest.mark.parametrize(
    ("rule", "tricks", "counted"),
    [
        ("none", (10, 0, 0), (0, 40)),
        ("side", (10, 0, 0), (0, 0)),
        ("side", (9, 0, 1), (0, 40)),
        ("player", (9, 0, 1), (0, 0)),
        ("player", (9, 1, 0), (0, 40)),
    ],
)
def test_a_marriage_may_need_a_trick(
    rule: str, tricks: tuple[int, int, int], counted: tuple[int, int]
) -> None:
    outcome = Outcome(declarer=0, last_winner=0, tricks=tricks, marriages=(NONE, FORTY, NONE))
    mine, theirs = points(Options(marriage_requires_trick=rule), outcome)
    assert (mine - 10, theirs) == counted


@pytest.mark.parametrize(
    ("to", "counted"), [("defenders", (40, 50)), ("declarer", (60, 30)), ("nobody", (40, 30))]
)
def test_points_of_the_talon(to: str, counted: tuple[int, int]) -> None:
    play = UltiPlay(
        Options(talon_points=to),
        [["LA", "LT", "AT"], ["L7", "BA", "A7"], ["L8", "B7", "AA"]],
        of("P"),
        0,
        trump="L",
        talon=["HA", "HT"],
    )
    for card in ("LA", "L7", "L8", "LT", "BA", "B7", "AT", "A7", "AA"):
        play.apply(card)
    assert play.points == [30, 0, 30]
    counted_here = points(play.options, play.outcome())
    # Declarer LA LT BA: 30; defenders AT AA and the last trick: 30; the talon: 20.
    talon = {"defenders": (0, 20), "declarer": (20, 0), "nobody": (0, 0)}[to]
    assert counted_here == (30 + talon[0], 30 + talon[1])
    assert sum(counted_here) == sum(counted) - 10


SEVEN = Outcome(
    declarer=0, declarer_cards=50, defenders_cards=30, last_winner=2, tricks=(6, 2, 2), seven=2
)


@pytest.mark.parametrize(
    ("options", "seven_won", "expected"),
    [
        # P is won in all rows: +2 / -1 / -1.
        pytest.param(DEFAULT, True, [-2, 1, 1], id="a defender wins it for both"),
        pytest.param(DEFAULT, False, [6, -3, -3], id="and loses it for both"),
        pytest.param(
            Options(silent_ulti_settlement="individual"), True, [0, -3, 3], id="individual, won"
        ),
        pytest.param(
            Options(silent_ulti_settlement="individual"), False, [4, 1, -5], id="individual, lost"
        ),
        pytest.param(Options(silent_ulti_can_lose=False), False, [2, -1, -1], id="cannot lose"),
        pytest.param(Options(silent_values=(2, 5, 0)), True, [-8, 4, 4], id="another value"),
    ],
)
def test_silent_ulti_of_a_defender(
    options: Options,
    seven_won: bool,  # noqa: FBT001
    expected: list[int],
) -> None:
    assert scores(options, of("P"), replace(SEVEN, seven_won=seven_won)) == expected


def test_a_silent_ulti_is_lost_even_to_the_partner() -> None:
    play = UltiPlay(
        DEFAULT, [["A9"], ["L7"], ["L8"]], of("P"), 0, trump="L", leader=1, talon=["HA", "HT"]
    )
    for card in ("L7", "L8", "A9"):
        play.apply(card)
    outcome = play.outcome()
    assert (outcome.seven, outcome.seven_won, outcome.last_winner) == (1, False, 2)
    # P lost: -1, the defenders' silent ulti lost: +2, their silent durchmars of all tricks: -4.
    assert play.returns() == [-6, 3, 3]


@pytest.mark.parametrize(
    ("code", "tricks", "silent"),
    [
        ("P", (10, 0, 0), 4),
        ("P", (9, 1, 0), 0),
        ("P", (0, 6, 4), -4),
        ("pP", (10, 0, 0), 8),
        ("U", (10, 0, 0), 4),
        ("F", (10, 0, 0), 4),
        ("N", (10, 0, 0), 0),
        ("T", (10, 0, 0), 0),
        ("F+D", (10, 0, 0), 0),
        ("D", (10, 0, 0), 0),
    ],
)
def test_silent_durchmars(code: str, tricks: tuple[int, int, int], silent: int) -> None:
    mine = tricks[0] > 0
    outcome = Outcome(
        declarer=0,
        declarer_cards=80 if mine else 0,
        defenders_cards=0 if mine else 80,
        last_winner=0 if mine else 1,
        tricks=tricks,
    )
    without = Options(silent_values=(1, 2, 0))
    paid = scores(DEFAULT, of(code), outcome)[0] - scores(without, of(code), outcome)[0]
    assert paid == 2 * silent


@pytest.mark.parametrize(
    ("code", "cards", "silent"),
    [
        ("P", 50, 1),
        ("P", 40, 0),
        ("pP", 50, 2),
        ("U+D", 50, 1),
        ("F", 50, 0),
        ("H", 50, 0),
        ("F+U", 50, 0),
    ],
)
def test_silent_hundred_of_the_declarer(code: str, cards: int, silent: int) -> None:
    # 40 in trump and 10 for the last trick: 100 with five Aces and Tens.
    outcome = Outcome(
        declarer=0,
        declarer_cards=cards,
        defenders_cards=80 - cards,
        last_winner=0,
        tricks=(8, 1, 1),
        marriages=(FORTY, NONE, NONE),
    )
    without = Options(silent_values=(0, 2, 4))
    paid = scores(DEFAULT, of(code), outcome)[0] - scores(without, of(code), outcome)[0]
    assert paid == 2 * silent


def test_kontra_on_the_parti_may_hold_for_the_silent_hundred() -> None:
    outcome = Outcome(
        declarer=0,
        declarer_cards=50,
        defenders_cards=30,
        last_winner=0,
        tricks=(8, 1, 1),
        marriages=(FORTY, NONE, NONE),
    )
    assert scores(DEFAULT, of("P"), outcome, {"P": 1}) == [6, -3, -3]
    doubled = Options(kontra_on_silent=True)
    assert scores(doubled, of("P"), outcome, {"P": 1}) == [8, -4, -4]
    whole = replace(doubled, kontra_scope="contract")
    assert scores(whole, of("P"), outcome, {"game": 2}) == [16, -8, -8]
    # The parti is not scored with U+D, so its silent hundred has no level.
    assert scores(whole, of("U+D"), outcome, {"game": 1}) == [
        2 * (1 - 2 * 8 - 2 * 7),
        29,
        29,
    ]


@pytest.mark.parametrize(
    ("rule", "level", "lost"),
    [("multiply", 0, 8), ("multiply", 2, 32), ("add_one", 0, 8), ("add_one", 2, 20)],
)
def test_kontra_on_a_lost_ulti(rule: str, level: int, lost: int) -> None:
    options = Options(lost_ulti_kontra=rule)
    outcome = Outcome(
        declarer=0, declarer_cards=30, defenders_cards=50, last_winner=1, tricks=(5, 5, 0)
    )
    # The attached parti is lost as well: 30 against 60.
    assert scores(options, of("U"), outcome, {"U": level})[1] == lost + 1
    hearts = scores(options, of("pU"), outcome, {"U": level})[1]
    assert hearts == 2 * (lost + 1)


def test_parti_may_be_scored_in_combinations() -> None:
    options = Options(parti_in_combinations="unless_hundred_or_durchmars")
    outcome = Outcome(
        declarer=0, declarer_cards=60, defenders_cards=20, last_winner=0, tricks=(7, 3, 0), aces=4
    )
    assert scores(DEFAULT, of("N+U"), outcome)[1] == -(3 - 8)
    assert scores(options, of("N+U"), outcome)[1] == -(3 - 8 + 1)
    assert scores(options, of("N+D"), outcome)[1] == -(3 - 7)


def test_single_settlement() -> None:
    options = Options(settlement="single")
    won = Outcome(declarer=0, tricks=(10, 0, 0), last_winner=0)
    assert scores(options, of("D"), won) == [7, -7, -7]
    assert scores(options, of("D"), won, {"1": 1}) == [Fraction(21, 2), -14, -7]


def test_hearts_betli_counts_ten() -> None:
    bid = bids(Options(rebetli=True))["pB"]
    outcome = Outcome(declarer=2, tricks=(4, 6, 0), last_winner=0)
    assert scores(Options(rebetli=True), bid, outcome, {"0": 1}) == [-20, -10, 30]
