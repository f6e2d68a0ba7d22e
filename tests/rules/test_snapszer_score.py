"""What deals of snapszer pay, and how they add up to a match, a row a clause and an example."""

import random
from typing import Any

import numpy as np
import pytest
from tests.rules.snapszer_hands import contract_of, ending, play, snapszer

import ultimo
from ultimo.settling import reasons


def paid(form: str, terms: dict[str, Any], facts: dict[str, Any], **options: Any) -> list[float]:
    """Settles a deal whose declarer is seat 0, and of four his partner seat 2."""
    game = snapszer(form, **options)
    given = {"partner": 2, **terms} if form == "S4" else terms
    settled = game.settle(game.contract(**contract_of(form, **given)), **facts)
    total = np.sum([[0.0] * game.players, *(line.amounts for line in settled.lines)], axis=0)
    assert total.tolist() == settled.returns.tolist()
    return [float(x) for x in settled.returns]


def won(points: int, opponents: int, **more: Any) -> dict[str, Any]:
    return {"points": points, "opponents_points": opponents, **more}


# The plain game of two, three and four.

BASES = [
    pytest.param(won(66, 33), 1, id="the losers have 33 points: 1"),
    pytest.param(won(66, 32), 2, id="32 points and a trick: 2"),
    pytest.param(won(66, 4), 2, id="the least trick is a trick: 2"),
    pytest.param(won(66, 0, without_trick="opponents"), 3, id="no trick: 3"),
    pytest.param(won(105, 65), 1, id="however many points the winner has"),
]


@pytest.mark.parametrize(("facts", "base"), BASES)
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("form", ["S2", "S3", "S4"])
def test_the_winning_side_writes_points(
    form: str, facts: dict[str, Any], base: int, level: int
) -> None:
    if form == "S2" and level:
        return
    kontra = {"kontra": {"game": level}} if level else {}
    worth = base * 2**level
    gets = {"S2": [1, 0], "S3": [1, 0, 0], "S4": [1, 0, 1, 0]}[form]
    assert paid(form, kontra, facts) == [worth * each for each in gets]
    # The same the other way round: each of the others writes it, and the declarer nothing.
    lost: dict[str, Any] = {
        "points": facts["opponents_points"],
        "opponents_points": facts["points"],
        "without_trick": "own" if "without_trick" in facts else "neither",
    }
    assert paid(form, kontra, lost) == [worth * (1 - each) for each in gets]


LAST_TRICK = [
    pytest.param(won(62, 58, last_trick="opponents"), [0, 1], id="example 3: B won it, A has 62"),
    pytest.param(won(62, 58, last_trick="own"), [1, 0], id="example 3: had A won it"),
    pytest.param(won(65, 55, last_trick="own"), [1, 0], id="65 are not 66"),
]


@pytest.mark.parametrize(("facts", "returns"), LAST_TRICK)
def test_nobody_at_66(facts: dict[str, Any], returns: list[float]) -> None:
    assert paid("S2", {}, facts) == returns
    mine, theirs = returns
    assert paid("S3", {}, facts) == [mine, theirs, theirs]
    assert paid("S4", {"kontra": {"game": 1}}, facts) == [2 * x for x in [mine, theirs] * 2]
    assert paid("S2", {}, facts, last_trick_wins=False) == [0, 0]
    assert paid("S3", {}, facts, last_trick_wins=False) == [0, 0, 0]


EXAMPLES = [
    pytest.param("S2", {}, won(70, 24), [2, 0], id="example 1"),
    pytest.param("S2", {}, won(66, 15), [2, 0], id="example 2"),
    pytest.param("S2", {}, won(67, 0, without_trick="opponents"), [3, 0], id="example 4"),
    pytest.param("S3", {"kontra": {"game": 1}}, won(66, 29), [4, 0, 0], id="example 7"),
    pytest.param("S3", {"kontra": {"game": 2}}, won(41, 66), [0, 4, 4], id="example 8"),
    pytest.param(
        "S4",
        {"bid": "snapszer", "kontra": {"game": 1}},
        won(68, 0, without_trick="opponents"),
        [12, 0, 12, 0],
        id="example 10: success",
    ),
    pytest.param(
        "S4",
        {"bid": "snapszer", "kontra": {"game": 1}},
        won(37, 14),
        [0, 12, 0, 12],
        id="example 10: had an opponent won trick 3",
    ),
    pytest.param("S4", {"partner": None}, won(12, 70), [0, 2, 2, 2], id="example 11: alone"),
    pytest.param(
        "S3L",
        {"bid": "thirty_three"},
        won(35, 30, went_out="yes"),
        [2, -1, -1],
        id="example 12: 33 won",
    ),
    pytest.param(
        "S3L",
        {"bid": "thirty_three"},
        won(35, 40, went_out="yes"),
        [-2, 1, 1],
        id="example 12: with 40 going out would lose",
    ),
    pytest.param(
        "S3L",
        {"bid": "sixty_six"},
        won(74, 46, last_trick="opponents"),
        [-4, 2, 2],
        id="example 13: did not go out",
    ),
    pytest.param(
        "S3L",
        {"bid": "ninety_nine"},
        {"points": 91, "last_trick": "own"},
        [0, 0, 0],
        id="example 14",
    ),
    pytest.param(
        "S3L",
        {"bid": "ninety_nine"},
        {"points": 91, "last_trick": "opponents"},
        [-6, 3, 3],
        id="example 14: had a defender won it",
    ),
    pytest.param(
        "S3L",
        {"bid": "ninety_nine", "kontra": {"game": 2}},
        {"points": 100, "went_out": "yes"},
        [24, -12, -12],
        id="example 15",
    ),
]


@pytest.mark.parametrize(("form", "terms", "facts", "returns"), EXAMPLES)
def test_examples(
    form: str, terms: dict[str, Any], facts: dict[str, Any], returns: list[float]
) -> None:
    assert paid(form, terms, facts) == returns


# Snapszer of four.


@pytest.mark.parametrize(
    ("rule", "facts", "returns"),
    [
        pytest.param("opponents_6", won(30, 11), [0, 6, 0, 6], id="each opponent 6"),
        pytest.param("no_score", won(30, 11), [0, 0, 0, 0], id="nobody anything"),
        pytest.param("play_on_normal", won(66, 11), [2, 0, 2, 0], id="as a plain game: won"),
        pytest.param("play_on_normal", won(40, 66), [0, 1, 0, 1], id="as a plain game: lost"),
        pytest.param(
            "play_on_normal",
            won(66, 0, without_trick="opponents"),
            [6, 0, 6, 0],
            id="success is paid all the same",
        ),
    ],
)
def test_a_snapszer_of_four_that_fails(
    rule: str, facts: dict[str, Any], returns: list[float]
) -> None:
    terms = {"bid": "snapszer"}
    assert paid("S4", terms, facts, s4_snapszer_fail=rule) == returns
    doubled = paid("S4", {**terms, "kontra": {"game": 2}}, facts, s4_snapszer_fail=rule)
    assert doubled == [4 * x for x in returns]


# Bidding of three.


def bid(name: str, level: int = 0) -> dict[str, Any]:
    return {"bid": name, **({"kontra": {"game": level}} if level else {})}


@pytest.mark.parametrize(
    ("name", "points", "opponents", "out", "last", "result"),
    [
        pytest.param("thirty_three", 33, 33, True, None, 1, id="33: equal points are not behind"),
        pytest.param("thirty_three", 33, 34, True, None, -1, id="33: one point behind"),
        pytest.param("sixty_six", 66, 66, True, None, 1, id="66: equal"),
        pytest.param("sixty_six", 66, 67, True, None, -1, id="66: behind"),
        pytest.param("ninety_nine", 99, 100, True, None, 1, id="99: no comparison"),
        pytest.param("sixty_six", 66, 54, False, "own", 1, id="played out, enough, last trick own"),
        pytest.param("sixty_six", 65, 55, False, "own", 0, id="not enough, last trick own: draw"),
        pytest.param("sixty_six", 66, 54, False, "opponents", -1, id="last trick lost: lost"),
        pytest.param("sixty_six", 65, 55, False, "opponents", -1, id="neither"),
        pytest.param("sixty_six", 66, 94, False, "own", 0, id="behind, last trick own: draw"),
        pytest.param("ninety_nine", 98, 62, False, "own", 0, id="98 are not 99"),
        pytest.param("ninety_nine", 99, 61, False, "own", 1, id="99 are"),
    ],
)
def test_won_lost_or_drawn(
    name: str,
    points: int,
    opponents: int,
    out: bool,  # noqa: FBT001
    last: str | None,
    result: int,
) -> None:
    facts: dict[str, Any] = {"points": points, "went_out": "yes" if out else "no"}
    if name != "ninety_nine":
        facts["opponents_points"] = opponents
    if last:
        facts["last_trick"] = last
    value = snapszer("S3L").contracts()[name]
    for level in range(3):
        unit = result * value * 2**level
        assert paid("S3L", bid(name, level), facts) == [2 * unit, -unit, -unit]


@pytest.mark.parametrize(
    ("rule", "facts", "result"),
    [
        pytest.param("draw_possible", {"without_trick": "opponents"}, 1, id="every trick: won"),
        pytest.param("draw_possible", {"last_trick": "own"}, 0, id="a trick lost, the last own"),
        pytest.param("draw_possible", {"last_trick": "opponents"}, -1, id="the last one lost"),
        pytest.param("lost_at_once", {"last_trick": "opponents"}, -1, id="lost at once"),
        pytest.param("lost_at_once", {"without_trick": "opponents"}, 1, id="or won"),
    ],
)
def test_snapszer_of_three(rule: str, facts: dict[str, Any], result: int) -> None:
    expected = [8 * result, -4 * result, -4 * result]
    assert paid("S3L", bid("snapszer"), facts, s3l_snapszer_fail=rule) == expected


def mizer(points: list[int]) -> list[float]:
    game = snapszer("S3L")
    facts = {f"points_{seat}": count for seat, count in enumerate(points)}
    return [float(x) for x in game.settle(game.contract("mizer"), **facts).returns]


@pytest.mark.parametrize(
    ("points", "returns"),
    [
        pytest.param([52, 41, 27], [-4, 2, 2], id="example 16: the most points lose"),
        pytest.param([48, 48, 24], [-2, -2, 4], id="example 16: two tied"),
        pytest.param([40, 40, 40], [0, 0, 0], id="three tied"),
        pytest.param([24, 48, 48], [4, -2, -2], id="whoever they are"),
        pytest.param([0, 0, 120], [2, 2, -4], id="one takes all"),
    ],
)
def test_mizer(points: list[int], returns: list[float]) -> None:
    assert mizer(points) == returns


# Closing.

CLOSED = [
    # What the closer gets, and what the other gets if he fails.
    pytest.param("no_trick", 3, 3, id="the other had no trick"),
    pytest.param("few_points", 2, 2, id="fewer than 33 points"),
    pytest.param("enough_points", 1, 2, id="33 or more"),
]


@pytest.mark.parametrize(("had", "gains", "loses"), CLOSED)
def test_a_closed_stock(had: str, gains: int, loses: int) -> None:
    def result(by: str, points: int, others: int, **more: Any) -> list[float]:
        facts = won(points, others, closed_by=by, closed_against=had, **more)
        return paid("S2", {}, facts, s2_closing="on")

    # It counts what he had when the stock was closed, not at the end.
    assert result("own", 66, 50) == [gains, 0]
    assert result("own", 40, 66) == [0, loses]
    # "Or the cards run out: the last-trick rule does not apply."
    assert result("own", 60, 50, last_trick="own") == [0, loses]
    assert result("opponents", 50, 66) == [0, gains]
    assert result("opponents", 60, 50) == [loses, 0]


@pytest.mark.parametrize(
    ("hand", "moves", "code"),
    [
        pytest.param("LA BT AU AT BA", "close", 1, id="no trick"),
        pytest.param("LA BT AU AT BA", "LT LA BT BU AU AA close", 3, id="33 points"),
        pytest.param("HT BT AU AT BA", "LT HT BT BU AU AA close", 2, id="32 points"),
    ],
)
def test_closing_records_what_the_other_had_at_that_moment(
    hand: str, moves: str, code: int
) -> None:
    mine = "LT BU AA LK BO"
    rest = [c for c in snapszer("S2").deck.cards if c not in f"{mine} {hand}".split()]
    talon = " ".join(sorted(rest, key=lambda card: card[0] == "H"))
    position = ending("S2", mine, hand, talon=talon, s2_closing="on")
    play(position, moves)
    assert position.stock
    while not position.is_over:
        position.play(position.legal()[0])
    assert position.outcome().closed == code


def test_open_deals_pay_as_without_the_option() -> None:
    for facts in (won(66, 33), won(66, 10), won(62, 58, last_trick="opponents")):
        assert paid("S2", {}, facts, s2_closing="on") == paid("S2", {}, facts)


# Settling.


@pytest.mark.parametrize(
    ("form", "terms", "facts", "fault"),
    [
        pytest.param("S2", {}, won(66, 66), "first side with 66", id="both at 66"),
        pytest.param("S2", {}, won(40, 40), "the cards count 120", id="nobody, points missing"),
        pytest.param("S2", {}, won(62, 58), "last_trick=", id="nobody, the last trick not said"),
        pytest.param(
            "S3",
            {},
            won(66, 5, without_trick="opponents"),
            "without a trick",
            id="points, no trick",
        ),
        pytest.param("S3", {}, won(221, 0), "0 to 220", id="more than there are"),
        pytest.param(
            "S3L", {}, won(60, 40, went_out="yes"), "goes out with 66", id="out below the target"
        ),
        pytest.param("S3L", {}, won(70, 50), "last_trick=", id="not out, the last trick not said"),
        pytest.param(
            "S3L",
            {"bid": "mizer", "trump": None},
            {"points_0": 50, "points_1": 50, "points_2": 50},
            "cards count 120",
            id="150 points",
        ),
    ],
)
def test_what_cannot_have_happened(
    form: str, terms: dict[str, Any], facts: dict[str, Any], fault: str
) -> None:
    with pytest.raises(ultimo.DealError, match=fault):
        paid(form, terms, facts)


def test_a_closed_stock_asks_what_the_other_had() -> None:
    with pytest.raises(ultimo.DealError, match="closed_against="):
        paid("S2", {}, won(66, 20, closed_by="own"), s2_closing="on")
    with pytest.raises(ultimo.DealError, match="closed_by is no fact"):
        paid("S2", {}, won(66, 20, closed_by="own"))


def test_the_reasons_of_a_hand() -> None:
    game = snapszer("S3")
    contract = game.contract(trump="A", kontra={"game": 1})
    hand = game.settle(contract, points=66, opponents_points=29)
    assert [line.text for line in hand.lines] == [
        "won: the losers have fewer than 33 points, times 2"
    ]
    position = ending("S3", "HA HT", "HK HO", "HU H9")
    play(position, "HA HK HU HT HO H9")
    assert [line.text for line in reasons(position)] == ["won: the losers have no trick"]


# The goal `win`.


@pytest.mark.parametrize("form", ["S2", "S3", "S4", "S3L"])
def test_a_deal_is_won_if_it_pays(form: str) -> None:
    rng = random.Random(form)
    game = snapszer(form)
    for name in game.contracts():
        if name == "mizer":
            with pytest.raises(ultimo.ContractError):
                ultimo.solve(game.position(game.deal(1), game.contract(name)), "win")
            continue
        for _ in range(6):
            cards = rng.sample(game.deck.cards, 2 * game.players)
            hands = [" ".join(cards[2 * seat : 2 * seat + 2]) for seat in range(game.players)]
            partner = {"partner": 2} if form == "S4" else {}
            position = ending(form, *hands, contract={"bid": name, **partner})
            score = ultimo.solve(position, "score").value
            assert ultimo.solve(position, "win").value == float(score > 0)
