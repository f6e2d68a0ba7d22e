"""Whatever is given, the answer is one line of the right kind, and nothing has changed.

The corpus is in tests/data/bad_deals; more of it is made here by breaking what is right.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.games import VARIANTS, choose

import ultimo
from ultimo import pbn

BAD = Path(__file__).parents[1] / "data" / "bad_deals"
WHIST: Any = ultimo.game("whist")
TAROK: Any = ultimo.game("slovenian_tarok", players=3)


def refuses(action: Callable[[], object], *kinds: type[ultimo.UltimoError]) -> None:
    """Sees that something raises an error of ours, in one line, with a code."""
    with pytest.raises(kinds or ultimo.UltimoError) as error:
        action()
    message = str(error.value)
    assert message
    assert "\n" not in message
    assert len(message) < 2000
    assert error.value.code.replace("_", "").isalnum()


@pytest.mark.parametrize("path", sorted(BAD.glob("*.pbn")), ids=lambda path: path.stem)
def test_broken_pbn(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")

    def read() -> None:
        for board in pbn.parse(text):
            WHIST.make_deal(board.hands, turned=board.hands[board.dealer][0], dealer=board.dealer)

    refuses(read, ultimo.NotationError, ultimo.DealError)


@pytest.mark.parametrize("path", sorted(BAD.glob("*.json")), ids=lambda path: path.stem)
def test_broken_json(path: Path) -> None:
    text = path.read_bytes()
    refuses(lambda: ultimo.State.from_json(text))
    refuses(lambda: ultimo.Match.from_json(text))
    refuses(lambda: ultimo.Deal.from_json(text))


def mutated(value: Any, rng: random.Random) -> Any:
    """Returns a JSON value with something in it broken."""
    broken: list[Any] = [None, -1, 2**70, 1.5, "", "x", [], {}, True, [[]], "♠", "T23", 10**400]
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        if rng.random() < 0.2:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        if rng.random() < 0.3:
            return value[:at] + value[at + 1 :]
        return [*value[:at], mutated(value[at], rng), *value[at + 1 :]]
    return rng.choice(broken)


@pytest.mark.parametrize("variant", VARIANTS)
def test_documents_with_something_broken(variant: str) -> None:
    """A document either still says something right, or is refused."""
    game = VARIANTS[variant]
    rng = random.Random(variant)
    state = game.start(seed=1)
    while not state.is_over and len(state.history) < 12:
        state.apply(choose(state, rng))
    good = json.loads(state.to_json())
    for _ in range(150):
        text = json.dumps(mutated(good, rng))
        try:
            again = ultimo.State.from_json(text)
        except ultimo.UltimoError as error:
            assert "\n" not in str(error)  # noqa: PT017
        else:
            assert ultimo.State.from_json(again.to_json()) == again


@pytest.mark.parametrize("cut", range(0, 400, 13))
def test_documents_cut_short(cut: int) -> None:
    text = TAROK.start(seed=1).to_json()
    refuses(lambda: ultimo.State.from_json(text[:cut]), ultimo.NotationError)


@given(st.text(max_size=200))
def test_any_text_as_a_document(text: str) -> None:
    refuses(lambda: ultimo.State.from_json(text))


@given(st.binary(max_size=200))
def test_any_bytes_as_a_document(data: bytes) -> None:
    refuses(lambda: ultimo.State.from_json(data))


@given(st.text(max_size=300))
def test_any_text_as_pbn(text: str) -> None:
    try:
        pbn.parse(text)
    except ultimo.NotationError as error:
        assert "\n" not in str(error)  # noqa: PT017


ACTIONS: list[Any] = [
    -1,
    10_000,
    2**70,
    1.5,
    None,
    True,
    "",
    "nonsense",
    "kontra:",
    "♠",
    "T99",
    [],
    b"HQ",
    np.float64(1),
    np.array([1, 2]),
    "x" * 10_000,
    "a\nb",
    10**5000,
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_actions_that_are_none_or_not_legal_change_nothing(variant: str) -> None:
    game = VARIANTS[variant]
    rng = random.Random(variant)
    state = game.start(seed=2)
    while True:
        legal = set(state.legal_actions())
        before = state.to_json()
        wrong: list[Any] = [*ACTIONS, *(set(range(game.num_actions)) - legal)]
        for action in wrong:
            refuses(lambda a=action: state.apply(a), ultimo.IllegalActionError)  # type: ignore[misc]
        assert state.to_json() == before
        assert set(state.legal_actions()) == legal
        if state.is_over:
            break
        for _ in range(rng.randrange(1, 9)):
            if not state.is_over:
                state.apply(choose(state, rng))


@pytest.mark.parametrize("number", range(len(ACTIONS)))
def test_moves_of_a_position(number: int) -> None:
    position = WHIST.position(WHIST.deal(seed=1), WHIST.contract(trump="S"))
    before = position.hands
    move = ACTIONS[number]
    refuses(lambda: position.play(move), ultimo.IllegalActionError)
    assert position.hands == before
    refuses(position.undo, ultimo.IllegalActionError)


HANDS: list[Any] = [list(hand) for hand in WHIST.deal(seed=1).hands]
DEALS: list[Any] = [
    pytest.param([], id="no hands"),
    pytest.param(HANDS[:3], id="three hands"),
    pytest.param([*HANDS, HANDS[0]], id="five hands"),
    pytest.param([HANDS[0], *HANDS[:3]], id="a hand twice"),
    pytest.param([HANDS[0][:12], *HANDS[1:]], id="a card missing"),
    pytest.param([[*HANDS[0][:12], "X9"], *HANDS[1:]], id="no such card"),
    pytest.param([[*HANDS[0][:12], None], *HANDS[1:]], id="None for a card"),
    pytest.param([[*HANDS[0][:12], "T1"], *HANDS[1:]], id="a tarock in whist"),
    pytest.param(None, id="None for hands"),
    pytest.param("C2 C3", id="a text for hands"),
    pytest.param(7, id="a number for hands"),
    pytest.param([1, 2, 3, 4], id="numbers for hands"),
    pytest.param([[["C2"]], [], [], []], id="nested lists"),
]


@pytest.mark.parametrize("hands", DEALS)
def test_hands_that_are_no_deal(hands: Any) -> None:
    refuses(lambda: WHIST.make_deal(hands, turned="C2"), ultimo.DealError, ultimo.NotationError)


ROWS: list[Any] = [
    pytest.param(np.zeros(52, np.uint8), id="a card many times"),
    pytest.param(np.arange(51, dtype=np.uint8), id="too short"),
    pytest.param(np.arange(1, 53, dtype=np.uint8), id="an index too large"),
    pytest.param(np.arange(52, dtype=np.float64), id="floats"),
    pytest.param(np.arange(52).reshape(4, 13), id="two dimensions"),
    pytest.param(np.array([]), id="empty"),
    pytest.param(list(range(-1, 51)), id="a negative index"),
    pytest.param([None] * 52, id="None"),
    pytest.param("C2" * 26, id="a text"),
    pytest.param(None, id="nothing"),
]


@pytest.mark.parametrize("row", ROWS)
def test_rows_that_are_no_deal(row: Any) -> None:
    refuses(lambda: WHIST.deal_from_row(row), ultimo.DealError)


CONTRACTS: list[Any] = [
    {"bid": "twoo"},
    {"bid": None},
    {"bid": 7},
    {"bid": "two", "declarer": 3},
    {"bid": "two", "declarer": -1},
    {"bid": "two", "declarer": "0"},
    {"bid": "two", "declarer": True},
    {"bid": "two", "trump": "H"},
    {"bid": "two", "trump": "♥♥"},
    {"bid": "two", "partner": 1},
    {"bid": "two", "king": "H"},
    {"bid": "two", "announced": {"nothing"}},
    {"bid": "two", "announced": 5},
    {"bid": "two", "announced": [[]]},
    {"bid": "two", "kontra": {"game": 4}},
    {"bid": "two", "kontra": {"game": -1}},
    {"bid": "two", "kontra": {"trula": 1}},
    {"bid": "two", "kontra": {"game": "1"}},
    {"bid": "two", "kontra": 5},
    {"bid": "two", "handfuls": {0: "single"}},
    {"bid": "two", "called": "HA"},
    {"bid": "two", "nonsense": 1},
]


@pytest.mark.parametrize("fields", CONTRACTS, ids=str)
def test_contracts_that_the_rules_do_not_know(fields: dict[str, Any]) -> None:
    refuses(lambda: TAROK.contract(**fields), ultimo.ContractError, ultimo.NotationError)


GAMES: list[Any] = [
    ("", {}),
    ("whisk", {}),
    (None, {}),
    (5, {}),
    ("../whist", {}),
    ("whist", {"nonsense": 1}),
    ("whist", {"preset": "x"}),
    ("whist", {"preset": 1}),
    ("whist", {"stake": 10**400}),
    ("whist", {"game_target": 2**70}),
    ("slovenian_tarok", {"players": [3]}),
    ("slovenian_tarok", {"overtake_contracts": {1, 2}}),
    ("slovenian_tarok", {"deals": float("nan")}),
]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_games_and_options_that_do_not_exist(name: Any, options: dict[str, Any]) -> None:
    refuses(lambda: ultimo.game(name, **options), ultimo.OptionError)


SEEDS: list[Any] = [-1, 2**64, 1.5, "7", None, True, [1]]


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_seeds_that_are_none(seed: Any) -> None:
    refuses(lambda: WHIST.deal(seed=seed), ultimo.ArgumentError, ultimo.OptionError)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"goal": "money"}, id="an unknown goal"),
        pytest.param({"goal": "points"}, id="points in a game without card points"),
        pytest.param({"goal": "tricks", "nodes": 0}, id="a limit of nothing"),
        pytest.param({"goal": "tricks", "seconds": -1.0}, id="a negative time"),
    ],
)
def test_solving_what_cannot_be_solved(fields: dict[str, Any]) -> None:
    position = WHIST.position(WHIST.deal(seed=1), WHIST.contract(trump="S"))
    refuses(lambda: ultimo.solve(position, **fields))
