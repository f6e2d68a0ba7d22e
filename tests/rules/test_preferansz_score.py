"""What deals of preferansz pay by rules/preferansz.md, a row each clause and example."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.rules.preferansz_hands import played, preferansz, scores

import ultimo

GAME = preferansz()
KONTRA = preferansz(kontra="per_defender")
SUIT_GAMES = ("acorns", "leaves", "bells", "hearts")

# Scores.


@pytest.mark.parametrize(
    ("bid", "tricks", "more", "value"),
    [
        pytest.param("acorns", 6, {}, 1, id="example 1: acorns made"),
        pytest.param("hearts", 9, {}, 4, id="example 2: hearts made with nine tricks"),
        pytest.param("leaves", 5, {}, -2, id="example 3: leaves lost"),
        pytest.param("betli", 1, {}, -5, id="example 4: betli lost"),
        pytest.param("szanzadu", 10, {}, 6, id="example 5: szanzadu made"),
        pytest.param("hand_bells", 6, {}, 4, id="example 6: hand bells bid in the auction"),
        pytest.param("hearts", 9, {"volat": True}, -8, id="example 7: hearts with volát fails"),
        pytest.param("hand_hearts", 10, {"volat": True}, 10, id="example 8: hand hearts, volát"),
        pytest.param("leaves", 10, {}, 2, id="example 9: all tricks, volát not announced"),
        pytest.param("hand_acorns", 6, {"declarer": 1}, 2, id="example 10: hand acorns, seat 1"),
        pytest.param("szanzadu", 9, {}, -6, id="nine tricks lose szanzadu"),
        pytest.param("betli", 0, {}, 5, id="no trick makes betli"),
        pytest.param("betli", 10, {}, -5, id="ten tricks lose betli no more than one"),
        pytest.param("acorns", 0, {}, -1, id="no trick loses acorns no more than five"),
        pytest.param("hearts", 6, {"volat": True}, -8, id="six tricks lose a volát"),
        pytest.param("hearts", 10, {"volat": True}, 8, id="ten tricks make a volát"),
        pytest.param("bells", 6, {"talon": "hand"}, 4, id="bells, from the hand after the auction"),
        pytest.param("betli", 0, {"talon": "hand"}, 6, id="betli, from the hand"),
        pytest.param("bells", 6, {"talon": "hand", "declarer": 2}, 4, id="seat 2 from the hand"),
    ],
)
def test_scores(bid: str, tricks: int, more: dict[str, Any], value: int) -> None:
    state = played(GAME, bid, tricks, **more)
    declarer = more.get("declarer", 0)
    assert state.returns().tolist() == scores(value, declarer)
    won = state.position.tricks[declarer]
    assert GAME.settle(state.contract, tricks=won).returns.tolist() == scores(value, declarer)


VALUES = {
    "acorns": (1, 2, 2, 4),
    "leaves": (2, 3, 4, 6),
    "bells": (3, 4, 6, 8),
    "hearts": (4, 5, 8, 10),
    "betli": (5, 6),
    "szanzadu": (6, 7),
}


@pytest.mark.parametrize(
    ("game", "column", "value"),
    [
        pytest.param(
            game, column, value, id=f"{game} {('', 'hand', 'volát', 'hand volát')[column]}"
        )
        for game, row in VALUES.items()
        for column, value in enumerate(row)
    ],
)
def test_table_of_values(game: str, column: int, value: int) -> None:
    bid, volat = (f"hand_{game}" if column % 2 else game), column > 1
    tricks = 0 if game == "betli" else 10
    state = played(GAME, bid, tricks, volat=volat)
    assert state.returns().tolist() == scores(value)
    lost = played(GAME, bid, 5, volat=volat)
    assert lost.returns().tolist() == scores(-value)
    if not volat:
        assert GAME.contracts()[bid] == value


@pytest.mark.parametrize(
    ("options", "bid", "volat", "value"),
    [
        pytest.param({"hand_value": "double"}, "hand_bells", False, 6, id="double hand value"),
        pytest.param({"hand_value": "double"}, "hand_szanzadu", False, 12, id="szanzadu too"),
        pytest.param({"hand_value": "double"}, "bells", False, 3, id="plain games stay"),
        pytest.param({"hand_value": "double"}, "hand_hearts", True, 16, id="and volát doubles it"),
        pytest.param({"volat_value": "triple"}, "bells", True, 9, id="triple volát"),
        pytest.param({"volat_value": "triple"}, "hand_bells", True, 12, id="of a hand game"),
        pytest.param({"volat_value": "plus_six"}, "bells", True, 9, id="volát adds six"),
        pytest.param({"volat_value": "plus_six"}, "hand_acorns", True, 8, id="to hand acorns"),
    ],
)
def test_values_by_option(options: dict[str, Any], bid: str, volat: bool, value: int) -> None:  # noqa: FBT001
    state = played(preferansz(**options), bid, 10, volat=volat)
    assert state.returns().tolist() == scores(value)


@pytest.mark.parametrize(
    ("bid", "tricks", "said", "expected"),
    [
        pytest.param(
            "bells",
            6,
            ("kontra:1", "pass", "kontra:1"),
            [15, -12, -3],
            id="example 12: kontra and rekontra of one defender, the other silent",
        ),
        pytest.param("bells", 5, ("kontra:1", "pass", "pass"), [-9, 6, 3], id="one kontra, lost"),
        pytest.param(
            "bells", 6, ("kontra:1", "kontra:2", "pass"), [12, -6, -6], id="two kontras, made"
        ),
        pytest.param("bells", 6, ("pass", "pass"), [6, -3, -3], id="no kontra"),
        pytest.param(
            "betli",
            1,
            ("kontra:1", "kontra:2", "kontra:2", "pass"),
            [-30, 10, 20],
            id="betli with kontra and rekontra, lost",
        ),
    ],
)
def test_kontra(bid: str, tricks: int, said: Sequence[str], expected: list[int]) -> None:
    assert played(KONTRA, bid, tricks, kontra=said).returns().tolist() == expected


def test_kontra_multiplies_a_volat_too() -> None:
    state = played(KONTRA, "hand_hearts", 10, volat=True, kontra=("pass", "kontra:2", "pass"))
    assert state.returns().tolist() == [30, -10, -20]


@pytest.mark.parametrize("tricks", range(11))
@pytest.mark.parametrize("declarer", range(3))
def test_six_tricks_make_a_suit_game_and_five_lose_it(tricks: int, declarer: int) -> None:
    for bid in SUIT_GAMES:
        state = played(GAME, bid, tricks, declarer=declarer)
        value = VALUES[bid][0] * (1 if tricks >= 6 else -1)
        assert state.returns().tolist() == scores(value, declarer)


# Settling from the facts.


@pytest.mark.parametrize(
    ("bid", "more", "tricks", "lines"),
    [
        pytest.param(
            "acorns", {}, 6, [("acorns: made", [2, -1, -1])], id="example 1, from its facts"
        ),
        pytest.param("leaves", {}, 5, [("leaves: lost", [-4, 2, 2])], id="example 3"),
        pytest.param("betli", {}, 1, [("betli: lost", [-10, 5, 5])], id="example 4"),
        pytest.param("szanzadu", {}, 10, [("szanzadu: made", [12, -6, -6])], id="example 5"),
        pytest.param(
            "hand_bells",
            {},
            6,
            [("bells: made", [6, -3, -3]), ("from the hand: made", [2, -1, -1])],
            id="example 6",
        ),
        pytest.param(
            "hearts",
            {"announced": {"volat"}},
            9,
            [("hearts: lost", [-8, 4, 4]), ("volat announced: lost", [-8, 4, 4])],
            id="example 7",
        ),
        pytest.param(
            "hand_hearts",
            {"announced": {"volat"}},
            10,
            [
                ("hearts: made", [8, -4, -4]),
                ("from the hand: made", [2, -1, -1]),
                ("volat announced: made", [10, -5, -5]),
            ],
            id="example 8",
        ),
        pytest.param(
            "bells",
            {"kontra": {1: 2}},
            6,
            [("bells: made", [6, -3, -3]), ("rekontra of seat 1", [9, -9, 0])],
            id="example 12",
        ),
    ],
)
def test_settling(
    bid: str, more: dict[str, Any], tricks: int, lines: list[tuple[str, list[int]]]
) -> None:
    game = KONTRA if "kontra" in more else GAME
    settled = game.settle(game.contract(bid, **more), tricks=tricks)
    assert [(line.text, list(line.amounts)) for line in settled.lines] == lines
    total = [sum(column) for column in zip(*(amounts for _, amounts in lines), strict=True)]
    assert settled.returns.tolist() == total


@pytest.mark.parametrize(
    ("bid", "facts"),
    [
        pytest.param("bells", {"tricks": 11}, id="eleven tricks"),
        pytest.param("bells", {"tricks": -1}, id="a negative number"),
        pytest.param("bells", {"tricks": 5.5}, id="half a trick"),
        pytest.param("bells", {}, id="nothing"),
        pytest.param("bells", {"tricks": 6, "points": 3}, id="an unknown fact"),
        pytest.param("betli", {"tricks": 2}, id="two tricks in betli, which ends with the first"),
    ],
)
def test_impossible_facts_are_refused(bid: str, facts: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        GAME.settle(GAME.contract(bid), **facts)
