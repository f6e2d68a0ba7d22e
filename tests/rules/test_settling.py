"""The worked score examples of the rules files, settled from their facts alone."""

from typing import Any

import pytest

import ultimo

ULTIMO: Any = ultimo


def row(
    game: str,
    options: dict[str, Any],
    contract: dict[str, Any],
    facts: dict[str, Any],
    returns: list[float],
    id: str,  # noqa: A002 - as pytest calls it
) -> Any:
    return pytest.param(game, options, contract, facts, returns, id=f"{game}, {id}")


def whist(facts: dict[str, Any], returns: list[float], name: str, **options: Any) -> Any:
    return row("whist", options, {"trump": "H"}, facts, returns, name)


WHIST = [
    whist({"tricks": 7}, [1, 0, 1, 0], "example 4: 7 tricks"),
    whist({"tricks": 10}, [4, 0, 4, 0], "example 4: 10 tricks"),
    whist({"tricks": 1}, [0, 36, 0, 36], "example 4: small slam of the others"),
    whist({"tricks": 0}, [0, 57, 0, 57], "example 4: grand slam of the others"),
    whist({"tricks": 1}, [0, 30, 0, 30], "example 4: small slam, replace", slam_mode="replace"),
    whist({"tricks": 0}, [0, 50, 0, 50], "example 4: grand slam, replace", slam_mode="replace"),
    whist(
        {"tricks": 8, "honours": 1},
        [2, 2, 2, 2],
        "example 8: three honours of the others are 2 points",
        honours="english",
    ),
]


def tarok(
    players: int,
    bid: str,
    facts: dict[str, Any],
    returns: list[float],
    name: str,
    *,
    options: dict[str, Any] | None = None,
    **contract: Any,
) -> Any:
    chosen = {"players": players, **(options or {})}
    return row("slovenian_tarok", chosen, {"bid": bid, **contract}, facts, returns, name)


TRULA: dict[str, Any] = {"announced": {"trula"}}
P39 = {"points": 39, "trula": "own"}

TAROK = [
    tarok(3, "two", P39, [44, -44, -44], "example 1", **TRULA),
    tarok(3, "two", P39, [88, -88, -88], "example 2", **TRULA, kontra={"game": 1}),
    tarok(2, "play", {"points": 36}, [2, -2], "example 3: 36"),
    tarok(2, "play", {"points": 40}, [10, -10], "example 3: 40"),
    tarok(2, "play", {"points": 34}, [-3, 3], "example 4: 34"),
    tarok(2, "play", {"points": 30}, [-15, 15], "example 4: 30"),
    tarok(2, "none", {"points": 36}, [1, -1], "example 5: 36 to 34"),
    tarok(2, "none", {"points": 40}, [5, -5], "example 5: 40 to 30"),
    tarok(3, "two", P39, [64, -64, -64], "example 6", **TRULA, kontra={"trula": 1}),
    tarok(3, "two", {"points": 39, "trula": "opponents"}, [4, -4, -4], "example 7", **TRULA),
    tarok(
        4,
        "one",
        {"points": 31, "kings": "opponents"},
        [-44, 44, -44, 44],
        "example 8",
        king="H",
        partner=2,
    ),
    tarok(
        3,
        "three",
        {"points": 36, "trula": "own", "pagat_ultimo": "own"},
        [61, -61, -61],
        "example 9",
    ),
    tarok(
        3,
        "two",
        {"points": 45},
        [-170, 170, 170],
        "example 10",
        announced={"pagat_ultimo"},
        kontra={"pagat_ultimo": 2},
    ),
    tarok(3, "two", {"points": 35}, [-20, 20, 20], "example 11"),
    tarok(3, "klop", {"points_0": 40, "points_1": 20, "points_2": 0}, [-40, -20, 10], "example 12"),
    tarok(3, "beggar", {"tricks": 1}, [-140, 140, 140], "example 13", kontra={"game": 1}),
    tarok(3, "beggar", {"tricks": 0}, [70, -70, -70], "a beggar without a trick"),
    tarok(3, "piccolo", {"tricks": 1}, [60, -60, -60], "a piccolo with its trick"),
    tarok(3, "piccolo", {"tricks": 2}, [-60, 60, 60], "a piccolo with one more"),
    tarok(3, "one", {"valat": "own", "trula": "own"}, [250, -250, -250], "example 14"),
    tarok(3, "solo_without", {"points": 50}, [50, -50, -50], "example 15: 50"),
    tarok(3, "solo_without", {"points": 34}, [-50, 50, 50], "example 15: 34"),
    tarok(
        4,
        "two",
        {"points": 40, "kings": "own"},
        [35, -35, 35, -35],
        "example 19: a partner",
        king="S",
        partner=2,
    ),
    tarok(
        4,
        "two",
        {"points": 40, "kings": "own"},
        [35, -35, -35, -35],
        "example 19: his own king",
        king="S",
    ),
    tarok(
        3,
        "two",
        {"points": 39, "mond": "seat_1"},
        [24, -44, -24],
        "captured_mond_penalty: the seat that lost it",
        options={"captured_mond_penalty": 20},
    ),
    tarok(
        3,
        "two",
        {"points": 39, "mond": "left"},
        [4, -24, -24],
        "captured_mond_penalty: left in the talon",
        options={"captured_mond_penalty": 20},
    ),
    tarok(
        3,
        "klop",
        {"points_0": 40, "points_1": 20, "points_2": 0},
        [-70, 0, 70],
        "klop_scoring=pagat70",
        options={"klop_scoring": "pagat70"},
    ),
]


@pytest.mark.parametrize(("game", "options", "contract", "facts", "returns"), [*WHIST, *TAROK])
def test_settled(
    game: str,
    options: dict[str, Any],
    contract: dict[str, Any],
    facts: dict[str, Any],
    returns: list[float],
) -> None:
    """The returns, and the lines that add to them."""
    played = ULTIMO.game(game, **options)
    found = played.settle(played.contract(**contract), **facts)
    assert found.returns.tolist() == returns
    assert [
        sum(column) for column in zip(*(x.amounts for x in found.lines), strict=True)
    ] == returns
