"""What deals of Slovenian tarok pay: rules/slovenian_tarok.md, "End of play" and "Scoring".

Every row is played from the auction to the last trick. Seat 0 declares. What is asked of the deal:
`points` of the declarer's side; `trula`, `kings`, `pagat` (ultimo), `pagat_lost`, `king_last`,
`valat`, each 1 for the declarer's side and -1 for the others.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.rules.tarok_hands import TAKES, draw, play, tarok

import ultimo

Wanted = Mapping[str, Any]


def scored(
    players: int,
    contract: str,
    wanted: Wanted,
    *,
    announced: Sequence[str] = (),
    kontra: Mapping[str, int] | None = None,
    by_others: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> list[float]:
    """Returns the returns of a deal in which that happened."""
    wanted = dict(wanted)
    if wanted.get("pagat"):
        wanted["last"] = "pagat"
    if wanted.get("pagat_lost"):
        wanted["last"] = "beaten_pagat"
    if wanted.get("king_last"):
        wanted["last"] = "king" if wanted["king_last"] > 0 else "beaten_king"
    game = tarok(players, **dict(options or {}))
    script = draw(players, takes=TAKES.get(contract, 0), **wanted)
    state = play(script, contract, game, announced=announced, kontra=kontra, by_others=by_others)
    outcome = state.position.outcome()
    if "points" in wanted and "valat" not in announced:
        assert outcome.points == script.facts.points
    returns: list[float] = state.returns().tolist()
    return returns


def row(
    players: int,
    contract: str,
    wanted: Wanted,
    value: int,
    id: str,  # noqa: A002 - as pytest calls it
    **more: Any,
) -> Any:
    """Returns a row: a deal and V, what each of the declarer's side scores."""
    return pytest.param(players, contract, wanted, value, more, id=id)


TRULA = ("trula",)
P39 = {"points": 39}

EXAMPLES = [
    row(3, "two", P39 | {"trula": 1}, 44, "example 1", announced=TRULA),
    row(
        3,
        "two",
        P39 | {"trula": 1},
        88,
        "example 2: kontra on the whole game doubles all",
        announced=TRULA,
        kontra={"game": 1},
    ),
    row(
        3,
        "two",
        P39 | {"trula": 1},
        64,
        "example 6: kontra on the trula alone",
        announced=TRULA,
        kontra={"trula": 1},
    ),
    row(
        3,
        "two",
        P39 | {"trula": -1},
        4,
        "example 7: an announced trula lost costs 20, and no silent one is added",
        announced=TRULA,
    ),
    row(
        4,
        "one",
        {"points": 31, "kings": -1, "partner": 2, "king": "HK", "king_last": -1},
        -44,
        "example 8: silent kings of the opponents",
    ),
    row(
        3,
        "three",
        {"points": 36, "trula": 1, "pagat": 1},
        61,
        "example 9: silent trula and pagat ultimo are trulapagat",
    ),
    row(
        3,
        "two",
        {"points": 45},
        -170,
        "example 10: announced pagat ultimo lost with kontra and re on it",
        announced=("pagat_ultimo",),
        kontra={"pagat_ultimo": 2},
    ),
    row(3, "two", {"points": 35}, -20, "example 11: 35 is a loss"),
    row(
        4,
        "one",
        {"valat": 1, "trula": 1, "kings": 1, "partner": 1, "king": "SK"},
        250,
        "example 14: silent valat",
    ),
    row(3, "solo_without", {"points": 50}, 50, "example 15: solo without, 50 points"),
    row(3, "solo_without", {"points": 34}, -50, "example 15: solo without, 34 points"),
    row(
        4,
        "two",
        {"points": 40, "kings": 1, "partner": 3, "king": "SK"},
        35,
        "example 19: with a partner",
    ),
    row(4, "two", {"points": 40, "kings": 1, "king": "SK"}, 35, "example 19: his own king"),
]

BASE = [
    row(3, "three", {"points": 36}, 11, "36 points win three: 10 + 1"),
    row(3, "three", {"points": 35}, -10, "35 points lose three: -10 + 0"),
    row(3, "three", {"points": 34}, -11, "34 points lose three: -10 - 1"),
    row(3, "two", {"points": 37}, 22, "two is worth 20"),
    row(3, "one", {"points": 37}, 32, "one is worth 30"),
    row(4, "three", {"points": 37, "king": "CK"}, 12, "three is worth 10 with four players too"),
    row(4, "solo_three", {"points": 37}, 22, "solo three is worth 20"),
    row(4, "two", {"points": 37, "king": "CK"}, 22, "two is worth 20 with four players too"),
    row(4, "solo_two", {"points": 37}, 32, "solo two is worth 30"),
    row(4, "one", {"points": 37, "king": "CK"}, 32, "one is worth 30 with four players too"),
    row(4, "solo_one", {"points": 37}, 42, "solo one is worth 40"),
    row(4, "solo_one", {"points": 33}, -42, "solo one lost costs 40 and the difference"),
    row(3, "two", {"points": 38}, 23, "the difference is not rounded"),
    row(3, "solo_without", {"points": 36}, 50, "solo without is won with 36"),
    row(3, "solo_without", {"points": 35}, -50, "solo without is lost with 35"),
    row(4, "solo_without", {"points": 40, "trula": 1}, 50, "solo without has no bonuses"),
]

BONUSES = [
    row(3, "two", P39 | {"trula": 1}, 34, "silent trula: 10"),
    row(3, "two", P39 | {"trula": -1}, 14, "silent trula of the opponents: -10"),
    row(3, "two", P39 | {"kings": 1}, 34, "silent kings: 10"),
    row(3, "two", P39 | {"kings": -1}, 14, "silent kings of the opponents: -10"),
    row(3, "two", P39 | {"pagat": 1}, 49, "silent pagat ultimo: 25"),
    row(3, "two", P39 | {"pagat": -1}, -1, "silent pagat ultimo of the opponents: -25"),
    row(3, "two", P39 | {"trula": -1, "pagat": -1}, -26, "silent trulapagat of the opponents: -50"),
    row(3, "two", P39 | {"trula": 1, "pagat": 1}, 74, "silent trulapagat: 50"),
    row(
        4, "solo_two", P39 | {"pagat_lost": 1}, 34, "a silent pagat ultimo that fails costs nothing"
    ),
    row(3, "two", P39 | {"trula": 1, "kings": 1}, 44, "trula and kings are added"),
    row(3, "two", {"valat": -1, "trula": -1, "kings": -1}, -250, "silent valat of the opponents"),
    row(3, "two", P39, 4, "announced trula that nobody makes: -20", announced=TRULA),
    row(3, "two", P39 | {"kings": 1}, 44, "announced kings: 20", announced=("kings",)),
    row(3, "two", P39, 4, "announced kings missed: -20", announced=("kings",)),
    row(3, "two", P39 | {"pagat": 1}, 74, "announced pagat: 50", announced=("pagat_ultimo",)),
    row(3, "two", P39, -26, "announced pagat missed: -50", announced=("pagat_ultimo",)),
    row(
        3,
        "two",
        P39 | {"trula": 1, "pagat": 1},
        94,
        "announced trulapagat: 70",
        announced=("trulapagat",),
    ),
    row(
        3,
        "two",
        P39 | {"trula": 1},
        -46,
        "announced trulapagat with the trula alone: -70, and nothing for the trula",
        announced=("trulapagat",),
    ),
    row(
        3,
        "two",
        P39 | {"pagat": 1},
        -46,
        "announced trulapagat with the pagat alone: -70, and nothing for the pagat",
        announced=("trulapagat",),
    ),
    row(
        3,
        "two",
        P39 | {"trula": -1, "pagat": -1},
        -46,
        "announced trulapagat that the opponents make costs 70 alone",
        announced=("trulapagat",),
    ),
    row(
        3,
        "two",
        P39 | {"trula": 1, "pagat": 1},
        69,
        "announced trula with a silent pagat ultimo: 20 + 25",
        announced=TRULA,
    ),
    row(
        3,
        "two",
        P39 | {"trula": 1, "pagat": 1},
        84,
        "announced pagat ultimo with a silent trula: 50 + 10",
        announced=("pagat_ultimo",),
    ),
    row(
        3,
        "two",
        {"valat": 1, "trula": 1, "kings": 1},
        500,
        "announced valat: 500 and nothing else",
        announced=("valat",),
    ),
    row(
        3,
        "two",
        {"points": 60, "trula": 1, "kings": 1},
        -500,
        "announced valat missed: -500 and nothing else",
        announced=("valat",),
    ),
    row(
        3,
        "two",
        {"valat": 1, "trula": 1, "kings": 1},
        250,
        "a silent valat takes the place of announced trula and kings",
        announced=("trula", "kings"),
    ),
]

KONTRA = [
    row(3, "two", P39, 48, "kontra on the game: ×2", kontra={"game": 1}),
    row(3, "two", P39, 96, "re on the game: ×4", kontra={"game": 2}),
    row(3, "two", P39, 192, "sub on the game: ×8", kontra={"game": 3}),
    row(3, "two", P39 | {"kings": 1}, 68, "kontra doubles silent bonuses", kontra={"game": 1}),
    row(
        3,
        "two",
        P39 | {"trula": 1},
        2 * 24 + 4 * 20,
        "kontra on the game and re on the trula: the larger factor counts for the trula",
        announced=TRULA,
        kontra={"game": 1, "trula": 2},
    ),
    row(
        3,
        "two",
        P39 | {"trula": 1},
        4 * 24 + 4 * 20,
        "re on the game and kontra on the trula: factors are not multiplied",
        announced=TRULA,
        kontra={"game": 2, "trula": 1},
    ),
    row(
        3,
        "two",
        P39 | {"trula": 1, "kings": 1},
        24 + 40 + 20,
        "kontra on one announcement leaves the other alone",
        announced=("trula", "kings"),
        kontra={"trula": 1},
    ),
    row(
        3,
        "two",
        {"valat": 1, "trula": 1, "kings": 1},
        1000,
        "announced valat with kontra on it: ×2",
        announced=("valat",),
        kontra={"valat": 1},
    ),
    row(
        3,
        "two",
        {"valat": 1, "trula": 1, "kings": 1},
        2000,
        "announced valat: the larger of the factors of game and valat",
        announced=("valat",),
        kontra={"valat": 1, "game": 2},
    ),
    row(
        3,
        "two",
        {"valat": 1, "trula": 1, "kings": 1},
        500,
        "silent valat with kontra on the game",
        kontra={"game": 1},
    ),
    row(3, "solo_without", {"points": 50}, 100, "solo without, kontra", kontra={"game": 1}),
    row(3, "solo_without", {"points": 20}, -200, "solo without lost, re", kontra={"game": 2}),
]


@pytest.mark.parametrize(
    ("players", "contract", "wanted", "value", "more"), [*EXAMPLES, *BASE, *BONUSES, *KONTRA]
)
def test_score(
    players: int, contract: str, wanted: Wanted, value: int, more: Mapping[str, Any]
) -> None:
    """Settlement: each of the declarer's side scores V, each opponent -V."""
    side = {0, wanted.get("partner", 0)}
    expected = [value if seat in side else -value for seat in range(players)]
    assert scored(players, contract, wanted, **more) == expected


def with_options(*rows: tuple[Any, ...]) -> list[Any]:
    """Returns rows: options, players, contract, deal, returns, id and what is said."""
    return [
        pytest.param(options, players, contract, wanted, returns, more, id=name)
        for options, players, contract, wanted, returns, name, more in rows
    ]


SIDE_ONLY = {"settlement": "declarer_side_only"}
WITH_DIFFERENCE = {"solo_without_scoring": "with_difference"}
CONTRACT_ONLY = {"kontra_game_scope": "contract_only"}
ROUND5 = {"round_difference_to": 5}
DEFENDERS = {"defenders_may_announce": True}
MOND = {"captured_mond_penalty": 20}
PARTNERS = {"partner": 2, "king": "HK"}

OPTIONS = with_options(
    (SIDE_ONLY, 3, "two", P39, [24, 0, 0], "settlement=declarer_side_only: opponents 0", {}),
    (
        SIDE_ONLY,
        4,
        "two",
        P39 | PARTNERS,
        [24, 0, 24, 0],
        "settlement=declarer_side_only: the partner scores too",
        {},
    ),
    (SIDE_ONLY, 3, "two", {"points": 35}, [-20, 0, 0], "settlement=declarer_side_only, lost", {}),
    (ROUND5, 3, "two", {"points": 37}, [20, -20, -20], "round to 5: 2 is rounded to 0", {}),
    (ROUND5, 3, "two", {"points": 38}, [25, -25, -25], "round to 5: 3 is rounded to 5", {}),
    (ROUND5, 3, "two", {"points": 42}, [25, -25, -25], "round to 5: 7 is rounded to 5", {}),
    (ROUND5, 3, "two", {"points": 43}, [30, -30, -30], "round to 5: 8 is rounded to 10", {}),
    (ROUND5, 3, "two", {"points": 33}, [-20, 20, 20], "round to 5: -2 is rounded to 0", {}),
    (ROUND5, 3, "two", {"points": 32}, [-25, 25, 25], "round to 5: -3 is rounded to -5", {}),
    (
        WITH_DIFFERENCE,
        3,
        "solo_without",
        {"points": 50},
        [65, -65, -65],
        "solo_without_scoring=with_difference: 50 + 15",
        {},
    ),
    (
        WITH_DIFFERENCE,
        3,
        "solo_without",
        {"points": 34},
        [-51, 51, 51],
        "solo_without_scoring=with_difference: -50 - 1",
        {},
    ),
    (
        WITH_DIFFERENCE,
        3,
        "solo_without",
        {"points": 50, "trula": 1},
        [75, -75, -75],
        "solo_without_scoring=with_difference: silent bonuses count",
        {},
    ),
    (
        CONTRACT_ONLY,
        3,
        "two",
        P39 | {"trula": 1},
        [68, -68, -68],
        "kontra_game_scope=contract_only: the bonus of example 2 is not doubled",
        {"announced": TRULA, "kontra": {"game": 1}},
    ),
    (
        CONTRACT_ONLY,
        3,
        "two",
        P39 | {"trula": 1},
        [2 * 24 + 40, -88, -88],
        "kontra_game_scope=contract_only: its own kontra doubles the bonus",
        {"announced": TRULA, "kontra": {"game": 1, "trula": 1}},
    ),
    (
        CONTRACT_ONLY,
        3,
        "two",
        {"valat": 1, "trula": 1, "kings": 1},
        [500, -500, -500],
        "kontra_game_scope=contract_only: a valat takes the place of the base and is doubled",
        {"kontra": {"game": 1}},
    ),
    (
        {"kontra_max": "mort"},
        3,
        "two",
        P39,
        [384, -384, -384],
        "kontra_max=mort: ×16",
        {"kontra": {"game": 4}},
    ),
    (
        {"silent_pagat_failed": 25},
        4,
        "solo_two",
        P39 | {"pagat_lost": 1},
        [9, -9, -9, -9],
        "silent_pagat_failed: the declarer's side pays 25",
        {},
    ),
    (
        {"silent_pagat_failed": 25},
        4,
        "solo_two",
        P39 | {"pagat_lost": -1},
        [59, -59, -59, -59],
        "silent_pagat_failed: the opponents pay 25",
        {},
    ),
    (
        {"silent_pagat_failed": 25},
        4,
        "solo_two",
        P39 | {"pagat_lost": 1},
        [-16, 16, 16, 16],
        "silent_pagat_failed: an announced pagat costs its announcement alone",
        {"announced": ("pagat_ultimo",)},
    ),
    (
        {"king_ultimo": 10},
        4,
        "two",
        P39 | PARTNERS | {"king_last": 1},
        [34, -34, 34, -34],
        "king_ultimo: the called king in a last trick of the declarer's side: 10",
        {},
    ),
    (
        {"king_ultimo": 10},
        4,
        "two",
        P39 | PARTNERS | {"king_last": -1},
        [14, -14, 14, -14],
        "king_ultimo: the called king in a last trick of the opponents: -10",
        {},
    ),
    (
        {"king_ultimo": 10},
        4,
        "two",
        P39 | PARTNERS | {"king_last": 0},
        [24, -24, 24, -24],
        "king_ultimo: nothing if the king was played before",
        {},
    ),
    (
        {"king_ultimo": 10},
        4,
        "two",
        P39 | PARTNERS | {"king_last": 1},
        [44, -44, 44, -44],
        "king_ultimo announced: 20",
        {"announced": ("king_ultimo",)},
    ),
    (
        {"king_ultimo": 10},
        4,
        "two",
        P39 | PARTNERS | {"king_last": 0},
        [4, -4, 4, -4],
        "king_ultimo announced and missed: -20",
        {"announced": ("king_ultimo",)},
    ),
    (
        {},
        4,
        "two",
        P39 | PARTNERS | {"king_last": 1},
        [24, -24, 24, -24],
        "king_ultimo=0: the called king in the last trick is worth nothing",
        {},
    ),
    (
        MOND,
        3,
        "two",
        P39 | {"mond_lost_by": 0},
        [4, -24, -24],
        "captured_mond_penalty: the declarer pays it for himself",
        {},
    ),
    (
        MOND,
        3,
        "two",
        P39 | {"mond_lost_by": 2},
        [24, -24, -44],
        "captured_mond_penalty: an opponent pays it for himself",
        {},
    ),
    (
        MOND,
        4,
        "two",
        P39 | PARTNERS | {"mond_lost_by": 2},
        [24, -24, 4, -24],
        "captured_mond_penalty: the partner pays, though his side is the declarer's",
        {},
    ),
    (
        MOND,
        3,
        "solo_without",
        {"points": 50, "mond_lost_by": 1},
        [50, -70, -50],
        "captured_mond_penalty: in solo without too",
        {},
    ),
    (
        {},
        3,
        "two",
        P39 | {"mond_lost_by": 0},
        [24, -24, -24],
        "captured_mond_penalty=0: nothing is paid",
        {},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39 | {"trula": -1},
        [4, -4, -4],
        "defenders_may_announce: a trula that opponents announce and make costs 20",
        {"by_others": TRULA},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39,
        [44, -44, -44],
        "defenders_may_announce: a trula that they announce and miss brings 20",
        {"by_others": TRULA},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39 | {"trula": 1},
        [44, -44, -44],
        "defenders_may_announce: nor is it silent for the side that makes it instead",
        {"by_others": TRULA},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39 | {"trula": -1},
        [-16, 16, 16],
        "defenders_may_announce: kontra of the declarer doubles what they announced and made",
        {"by_others": TRULA, "kontra": {"trula": 1}},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39,
        [64, -64, -64],
        "defenders_may_announce: kontra of the declarer doubles what they announced and missed",
        {"by_others": TRULA, "kontra": {"trula": 1}},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39,
        [104, -104, -104],
        "defenders_may_announce: their rekontra on it doubles again, but not the game",
        {"by_others": TRULA, "kontra": {"trula": 2}},
    ),
    (
        DEFENDERS,
        3,
        "two",
        P39 | {"trula": -1},
        [8, -8, -8],
        "defenders_may_announce: kontra on the game doubles what they announced too",
        {"by_others": TRULA, "kontra": {"game": 1}},
    ),
    (
        CONTRACT_ONLY | DEFENDERS,
        3,
        "two",
        P39 | {"trula": -1},
        [28, -28, -28],
        "kontra_game_scope=contract_only: nor does it double what opponents announced",
        {"by_others": TRULA, "kontra": {"game": 1}},
    ),
    (
        {"contract_values": "pagat"},
        4,
        "solo_three",
        {"points": 37},
        [42, -42, -42, -42],
        "contract_values=pagat: solo three is worth 40",
        {},
    ),
    (
        {"contract_values": "pagat"},
        4,
        "solo_one",
        {"points": 37},
        [62, -62, -62, -62],
        "contract_values=pagat: solo one is worth 60",
        {},
    ),
    (
        {"contract_values": "pagat"},
        3,
        "solo_without",
        {"points": 37},
        [80, -80, -80],
        "contract_values=pagat: solo without is worth 80",
        {},
    ),
)


@pytest.mark.parametrize(("options", "players", "contract", "wanted", "returns", "more"), OPTIONS)
def test_score_with_options(
    options: Mapping[str, Any],
    players: int,
    contract: str,
    wanted: Wanted,
    returns: list[int],
    more: Mapping[str, Any],
) -> None:
    assert scored(players, contract, wanted, options=options, **more) == returns


# The talon.


def test_a_mond_left_in_the_talon_costs_the_declarer_the_penalty() -> None:
    script = draw(3, takes=2, points=39, left=["T21"])
    state = play(script, "two", tarok(3, captured_mond_penalty=21))
    assert state.returns().tolist() == [24 - 21, -24, -24]


def test_a_mond_that_comes_in_with_the_talon_won_by_the_called_king_costs_nothing() -> None:
    script = draw(4, takes=2, king="HK", king_from="taken", points=45, won_talon=True, left=["T21"])
    state = play(script, "two", tarok(4, captured_mond_penalty=21))
    assert state.returns().tolist() == [30, -30, -30, -30]


def called_king_in_the_talon(king_from: str, **wanted: Any) -> tuple[Any, Any]:
    """Plays contract two where the called king lay in the talon."""
    script = draw(4, takes=2, king="HK", king_from=king_from, **wanted)
    return script, play(script, "two", tarok(4))


def test_the_talon_won_home_by_the_called_king_counts_for_the_declarer() -> None:
    script, state = called_king_in_the_talon("taken", won_talon=True, points=40)
    assert len(set(script.talon) - set(script.taken)) == 4
    assert state.position.outcome().points == 40
    assert state.returns().tolist() == [25, -25, -25, -25]


def test_the_talon_stays_with_the_opponents_if_the_called_king_is_beaten() -> None:
    _, state = called_king_in_the_talon(
        "taken", won_talon=False, points=40, last="beaten_king", king_last=-1
    )
    assert state.returns().tolist() == [25, -25, -25, -25]


def test_a_called_king_left_in_the_talon_stays_with_the_opponents() -> None:
    script, state = called_king_in_the_talon("left", points=40)
    assert state.contract.partner is None
    assert "HK" not in script.taken
    assert state.returns().tolist() == [25, -25, -25, -25]


def test_kings_count_with_the_talon_won_by_the_called_king() -> None:
    """The last king lies in the rest of the talon that comes home with the called one."""
    _, state = called_king_in_the_talon("taken", won_talon=True, points=50, kings=1, left=["SK"])
    assert state.returns().tolist() == [45, -45, -45, -45]


def test_trula_and_kings_do_not_count_the_untaken_talon() -> None:
    """Three kings in the opponents' tricks and the fourth in the talon are no kings."""
    script = draw(3, takes=1, points=20, left=["SK", "T21"])
    state = play(script, "one", tarok(3))
    assert state.returns().tolist() == [-45, 45, 45]


def test_solo_without_leaves_the_talon_to_the_opponents() -> None:
    script = draw(3, points=38)
    state = play(script, "solo_without", tarok(3))
    assert state.position.outcome().points == 38


# Contracts by tricks. Without the duty to overtake every trick can be arranged.

FREE_PLAY = {"overtake_contracts": frozenset(), "pagat_last": False}


def by_tricks(contract: str, tricks: int, **more: Any) -> list[float]:
    """Returns the returns of a deal in which the declarer would win so many tricks."""
    weights = [tricks or 0, 8, 8]
    script = draw(3, favour=weights, tricks=(tricks, None, None), signs=False)
    returns: list[float] = play(script, contract, tarok(3, **FREE_PLAY), **more).returns().tolist()
    return returns


@pytest.mark.parametrize(
    ("contract", "tricks", "value", "kontra"),
    [
        pytest.param("piccolo", 1, 60, {}, id="exactly one trick wins piccolo"),
        pytest.param("piccolo", 0, -60, {}, id="no trick loses piccolo"),
        pytest.param("piccolo", 2, -60, {}, id="two tricks lose piccolo"),
        pytest.param("beggar", 0, 70, {}, id="no trick wins the beggar"),
        pytest.param("beggar", 1, -70, {}, id="one trick loses the beggar"),
        pytest.param("open_beggar", 0, 80, {}, id="no trick wins the open beggar"),
        pytest.param("open_beggar", 1, -80, {}, id="one trick loses the open beggar"),
        pytest.param("beggar", 1, -140, {"game": 1}, id="example 13: beggar lost with kontra"),
        pytest.param("piccolo", 1, 240, {"game": 2}, id="piccolo won with re"),
    ],
)
def test_contracts_by_tricks(
    contract: str, tricks: int, value: int, kontra: Mapping[str, int]
) -> None:
    assert by_tricks(contract, tricks, kontra=kontra) == [value, -value, -value]


def early_end(contract: str, tricks: int, **more: Any) -> tuple[int, int]:
    """Returns how many tricks were played, and how many the declarer won of them."""
    script = draw(3, favour=[1, 4, 4], tricks=(tricks, None, None), signs=False)
    state = play(script, contract, tarok(3, **FREE_PLAY), **more)
    won = state.position.tricks
    return sum(won), won[0]


@pytest.mark.parametrize(
    ("contract", "won", "ends_with"),
    [
        pytest.param("beggar", 3, 1, id="the beggar ends when the declarer has won a trick"),
        pytest.param("open_beggar", 3, 1, id="the open beggar ends when he has won a trick"),
        pytest.param("piccolo", 3, 2, id="piccolo ends when he has won two"),
    ],
)
def test_early_end(contract: str, won: int, ends_with: int) -> None:
    played, taken = early_end(contract, won)
    assert taken == ends_with
    assert played < 16


@pytest.mark.parametrize(
    ("contract", "won"),
    [
        pytest.param("beggar", 0, id="a beggar that is won is played to the end"),
        pytest.param("piccolo", 1, id="a piccolo with one trick is played to the end"),
        pytest.param("piccolo", 0, id="a piccolo without a trick is played to the end"),
    ],
)
def test_no_early_end(contract: str, won: int) -> None:
    assert early_end(contract, won) == (16, won)


def test_an_announced_valat_ends_when_the_opponents_win_a_trick() -> None:
    script = draw(3, takes=2, points=60, trula=1, kings=1)
    state = play(script, "two", tarok(3), announced=("valat",))
    won = state.position.tricks
    assert won[1] + won[2] == 1
    assert state.returns().tolist() == [-500, 500, 500]


def test_a_silent_valat_is_played_on() -> None:
    script = draw(3, takes=2, points=60, trula=1, kings=1)
    state = play(script, "two", tarok(3))
    assert sum(state.position.tricks) == 16


# Valat bids.


@pytest.mark.parametrize(
    ("valat", "contract", "value"),
    [
        pytest.param(1, "valat_without", 500, id="valat without won: 500"),
        pytest.param(0, "valat_without", -500, id="valat without lost: -500"),
        pytest.param(0, "colour_valat_without", -125, id="colour valat without lost: -125"),
    ],
)
def test_valat_bids(valat: int, contract: str, value: int) -> None:
    script = draw(3, valat=valat, signs=False)
    state = bid_only(script, contract)
    assert state.returns().tolist() == [value, -value, -value]


def test_colour_valat_without_won_pays_125() -> None:
    """Tarocks are no trumps: the declarer with the best of every suit wins all."""
    strong = [s + r for s in "CDHS" for r in "KQN"] + ["T22", "T21", "T20", "T19"]
    weak = [
        ["CJ", "C7", "C8", "DJ", "D4", "D3", "HJ", "H4", "H3", "SJ", "S7", "S8"],
        ["C9", "CT", "DA", "D2", "HA", "H2", "S9", "ST", "T1", "T2", "T3", "T4"],
    ]
    hands = [strong, [*weak[0], "T5", "T6", "T7", "T8"], [*weak[1], "T9", "T10", "T11", "T12"]]
    talon = ["T13", "T14", "T15", "T16", "T17", "T18"]
    game = tarok(3, valat_bids=True)
    state = game.start(game.make_deal(hands, talon=talon))
    for call in ("pass", "pass", "colour_valat_without"):
        state.apply(call)
    while state.phase == "kontra":
        state.apply("pass")
    while not state.is_over:
        legal = [game.action_names[action] for action in state.legal_actions()]
        held = [card for card in strong if card in legal]
        state.apply(held[0] if state.current_player == 0 else legal[0])
    assert state.position.tricks == (16, 0, 0)
    assert state.returns().tolist() == [125, -125, -125]


def bid_only(script: Any, contract: str) -> Any:
    """Plays a valat bid."""
    return play(script, contract, tarok(3, valat_bids=True))


# Klop.


def klop(counts: Sequence[int | None], players: int = 3, **options: Any) -> list[float]:
    """Returns the returns of a klop in which the seats counted so much; `None`: no trick."""
    weights = [points or 0.0 for points in counts]

    tricks = tuple(0 if points is None else None for points in counts)
    script = draw(players, favour=weights, counts=counts, tricks=tricks, signs=False)
    game = tarok(players, **FREE_PLAY, **options)
    returns: list[float] = play(script, "klop", game).returns().tolist()
    return returns


SITE = "klop: "
PAGAT70 = "klop_scoring=pagat70: "


@pytest.mark.parametrize(
    ("scoring", "counts", "returns"),
    [
        pytest.param("site", (40, 20, None), [-40, -20, 10], id="example 12"),
        pytest.param("site", (20, 20, 20), [-20, -20, -20], id=SITE + "everybody loses his points"),
        pytest.param("site", (60, None, None), [-60, 10, 10], id=SITE + "two without a trick"),
        pytest.param("pagat70", (20, 20, 20), [-20, -20, -20], id=PAGAT70 + "nobody is extreme"),
        pytest.param("pagat70", (35, 15, 10), [-35, -15, -10], id=PAGAT70 + "35 is not more"),
        pytest.param("pagat70", (36, 14, 10), [-70, 0, 0], id=PAGAT70 + "36 loses 70"),
        pytest.param("pagat70", (30, 30, None), [0, 0, 70], id=PAGAT70 + "no trick wins 70"),
        pytest.param("pagat70", (40, 20, None), [-70, 0, 70], id=PAGAT70 + "both"),
    ],
)
def test_klop(scoring: str, counts: Sequence[int | None], returns: list[int]) -> None:
    assert klop(counts, klop_scoring=scoring) == returns


def test_klop_has_no_kontra_and_no_declarer_to_settle_with() -> None:
    assert klop((20, 20, 20), settlement="declarer_side_only") == [-20, -20, -20]


def test_klop_talon_gift_goes_to_the_winners_of_the_first_six_tricks() -> None:
    for seed in range(5):
        script = draw(3, favour=[1, 1, 1], seed=seed, signs=False)
        piles: list[list[str]] = [[], [], []]
        state = bid_and_play(script)
        leader = 0
        for number, trick in enumerate(script.tricks):
            cards = list(trick.values())
            leader = state.position_winners[number]
            piles[leader] += cards + (script.talon[number : number + 1] if number < 6 else [])
        game = ultimo.game("slovenian_tarok", players=3)
        expected = [-game.count_points(pile) if pile else 10 for pile in piles]
        assert state.returns == expected


class Played:
    """A klop with the talon's gift: who won each trick, and the returns."""

    def __init__(self, script: Any) -> None:
        game = tarok(3, klop_talon_gift=True, **FREE_PLAY)
        state = script.start(game)
        for call in ("pass", "pass", "klop"):
            state.apply(call)
        self.position_winners: list[int] = []
        before = (0, 0, 0)
        for trick in script.tricks:
            for _ in range(3):
                state.apply(trick[state.current_player])
            after = state.position.tricks
            self.position_winners.append(next(s for s in range(3) if after[s] > before[s]))
            before = after
        self.returns: list[float] = state.returns().tolist()


def bid_and_play(script: Any) -> Played:
    """Plays a klop with the talon's gift."""
    return Played(script)
