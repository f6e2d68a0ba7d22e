"""Every public function, given what no argument should be: an error of ours, or a right answer."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo import pbn

WHIST: Any = ultimo.game("whist")
TAROK: Any = ultimo.game("slovenian_tarok", players=3)
DEAL = WHIST.deal(seed=1)
TAROK_DEAL = TAROK.deal(seed=1)
CONTRACT = WHIST.contract(trump="S")
POSITION = WHIST.position(DEAL, CONTRACT)
STATE = WHIST.start(seed=1)
ENDING = [["C5"], ["C2"], ["C3"], ["C4"]]
ANY: Any = ultimo


class Whole:
    """Stands for a number, or does nothing when it is called."""

    def __init__(self, *_: object) -> None:
        """Takes anything."""

    def __index__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[int]:
        return iter((1,))


JUNK: list[Callable[[], Any]] = [
    lambda: None,
    lambda: True,
    lambda: -1,
    lambda: 0,
    lambda: 1.5,
    lambda: 2**70,
    lambda: 10**400,
    lambda: float("nan"),
    lambda: float("inf"),
    lambda: 3 + 4j,
    lambda: "",
    lambda: "x",
    lambda: "C2",
    lambda: b"C2",
    list,
    lambda: [[]],
    lambda: (1, 2),
    dict,
    lambda: {"a": 1},
    lambda: {1: {}},
    lambda: {"C2"},
    lambda: range(3),
    count,
    lambda: iter([1]),
    lambda: np.zeros(3),
    lambda: np.array(["C2", "C2"]),
    lambda: np.zeros((2, 2)),
    lambda: np.array(3),
    lambda: [np.array(3)],
    lambda: np.bool_(1),
    lambda: "\ud800",
    lambda: "\0",
    lambda: range(10**18),
    # Classes have the methods of what they make.
    lambda: Whole,
    object,
]

FIELDS = ("declarer", "trump", "partner", "king", "called", "announced", "kontra", "handfuls")


def named(
    what: str, call: Callable[[dict[str, Any]], object], names: str
) -> dict[str, Callable[[Any], object]]:
    """Calls of a function, each with something for one of its arguments."""

    def with_name(name: str) -> Callable[[Any], object]:
        return lambda x: call({name: x})

    return {f"{what}, {name}": with_name(name) for name in names.split()}


CALLS: dict[str, Callable[[Any], object]] = {
    "game": ANY.game,
    "game, preset": lambda x: ANY.game("whist", x),
    "game, choice": lambda x: ANY.game("whist", void_rule=x),
    "game, flag": lambda x: ANY.game("whist", game_bonus=x),
    "game, number": lambda x: ANY.game("whist", stake=x),
    "game, players": lambda x: ANY.game("slovenian_tarok", players=x),
    "game, subset": lambda x: ANY.game("slovenian_tarok", overtake_contracts=x),
    "deal, seed": lambda x: WHIST.deal(seed=x),
    "deal, index": lambda x: WHIST.deal(1, index=x),
    "deal, dealer": lambda x: WHIST.deal(1, dealer=x),
    "deals, n": lambda x: WHIST.deals(x, 1),
    "deals, start": lambda x: WHIST.deals(1, 1, start=x),
    "deals, threads": lambda x: WHIST.deals(1, 1, threads=x),
    "deals, progress": lambda x: WHIST.deals(1, 1, progress=x),
    "deal_from_row": WHIST.deal_from_row,
    "make_deal, hands": WHIST.make_deal,
    "make_deal, hand": lambda x: WHIST.make_deal([x, *ENDING[1:]]),
    "make_deal, talon": lambda x: WHIST.make_deal(ENDING, talon=x),
    "make_deal, piles": lambda x: WHIST.make_deal(ENDING, piles=x),
    "make_deal, turned": lambda x: WHIST.make_deal(ENDING, turned=x),
    "check_deal": WHIST.check_deal,
    "count_points": TAROK.count_points,
    "contract": TAROK.contract,
    **{
        f"contract, {name}": lambda x, name=name: TAROK.contract("two", **{name: x})  # type: ignore[misc]
        for name in (*FIELDS, "extra", "nonsense")
    },
    "contract_from_dict": TAROK.contract_from_dict,
    "position, deal": lambda x: WHIST.position(x, CONTRACT),
    "position, contract": lambda x: WHIST.position(DEAL, x),
    "position, leader": lambda x: WHIST.position(DEAL, CONTRACT, leader=x),
    "position, exchange": lambda x: TAROK.position(TAROK_DEAL, TAROK.contract("two"), exchange=x),
    "start, deal": WHIST.start,
    "start, seed": lambda x: WHIST.start(seed=x),
    "start, dealer": lambda x: WHIST.start(seed=1, dealer=x),
    "asked": lambda x: WHIST.settle(x, tricks=7),
    "settle": lambda x: WHIST.settle(CONTRACT, tricks=x),
    "hand": STATE.hand,
    "observation": STATE.observation,
    "apply": lambda x: STATE.copy().apply(x),
    "play": lambda x: POSITION.copy().play(x),
    "State.from_json": ultimo.State.from_json,
    "State.from_dict": ultimo.State.from_dict,
    "Deal.from_json": ultimo.Deal.from_json,
    "Deal.from_dict": ultimo.Deal.from_dict,
    "Match.from_json": ultimo.Match.from_json,
    "Match, game": lambda x: ANY.Match(x, seed=1),
    "Match, seed": lambda x: ANY.Match(WHIST, seed=x),
    "Match, dealer": lambda x: ANY.Match(WHIST, seed=1, dealer=x),
    "Match.record": lambda x: ANY.Match(WHIST, seed=1).record(x),
    "solve, position": lambda x: ANY.solve(x, "tricks"),
    "solve, goal": lambda x: ANY.solve(POSITION, x, nodes=10),
    "solve, nodes": lambda x: ANY.solve(POSITION, "tricks", nodes=x, seconds=1e-9),
    "solve, seconds": lambda x: ANY.solve(POSITION, "tricks", nodes=10, seconds=x),
    "solve, memory": lambda x: ANY.solve(POSITION, "tricks", nodes=10, memory=x),
    "solve_batch, game": lambda x: ANY.solve_batch(x, [DEAL], CONTRACT, "tricks", nodes=10),
    "solve_batch, deals": lambda x: ANY.solve_batch(WHIST, x, CONTRACT, "tricks", nodes=10),
    "solve_batch, contract": lambda x: ANY.solve_batch(WHIST, [DEAL], x, "tricks", nodes=10),
    "solve_batch, goal": lambda x: ANY.solve_batch(WHIST, [DEAL], CONTRACT, x, nodes=10),
    "solve_batch, threads": lambda x: ANY.solve_batch(
        WHIST, [DEAL], CONTRACT, "tricks", nodes=10, threads=x
    ),
    **named(
        "solve_batch",
        lambda given: ANY.solve_batch(WHIST, [DEAL], CONTRACT, "tricks", nodes=10, **given),
        "into progress unsolved leader",
    ),
    **named(
        "solve_table",
        lambda given: ANY.solve_table(
            TAROK, TAROK_DEAL, **{"seconds": 1e-9, "threads": 1, "bids": ["klop"], **given}
        ),
        "dealer bids declarers exhaustive threads progress nodes",
    ),
    "trace": ANY.trace,
    **named(
        "trace",
        lambda given: ANY.trace(STATE, **{"nodes": 1, **given}),
        "first nodes seconds memory",
    ),
    "VectorEnv, n": lambda x: ANY.VectorEnv(WHIST, x, seed=1, contract=CONTRACT),
    "VectorEnv, seed": lambda x: ANY.VectorEnv(WHIST, 1, contract=CONTRACT, seed=x),
    "VectorEnv, start": lambda x: ANY.VectorEnv(WHIST, 1, seed=1, contract=CONTRACT, start=x),
    "VectorEnv, contract": lambda x: ANY.VectorEnv(WHIST, 1, seed=1, contract=x),
    "sample, seat": lambda x: STATE.sample(x, 1, 1),
    "sample, n": lambda x: STATE.sample(0, x, 1),
    "sample, seed": lambda x: STATE.sample(0, 1, x),
    **named(
        "sample_batch",
        lambda given: ANY.sample_batch(**{"states": [STATE], "n": 1, "seed": 1, **given}),
        "states n seed seats threads progress",
    ),
    "deals, where": lambda x: WHIST.deals(1, 1, where=x),
    "simulate, game": lambda x: ANY.simulate(x, 1, contract=CONTRACT, seed=1),
    "simulate, n": lambda x: ANY.simulate(WHIST, x, contract=CONTRACT, seed=1),
    "simulate, contract": lambda x: ANY.simulate(WHIST, 1, contract=x, seed=1),
    "simulate, seed": lambda x: ANY.simulate(WHIST, 1, contract=CONTRACT, seed=x),
    "simulate, leader": lambda x: ANY.simulate(WHIST, 1, contract=CONTRACT, seed=1, leader=x),
    "simulate, threads": lambda x: ANY.simulate(WHIST, 1, contract=CONTRACT, seed=1, threads=x),
    "simulate, policy": lambda x: ANY.simulate(WHIST, 1, contract=CONTRACT, seed=1, policy=x),
    "Deck.index": WHIST.deck.index,
    "Deck.parse": WHIST.deck.parse,
    "Deck.parse_cards": WHIST.deck.parse_cards,
    "pbn.parse": pbn.parse,
}


@pytest.mark.parametrize("call", CALLS)
def test_arguments_of_any_kind(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some texts are good names of files.
    monkeypatch.chdir(tmp_path)
    before = STATE.to_json(), POSITION.history
    refused = 0
    for make in JUNK:
        try:
            CALLS[call](make())
        except ultimo.UltimoError as error:
            refused += 1
            assert "\n" not in str(error), (call, make())  # noqa: PT017
            assert len(str(error)) < 2000  # noqa: PT017
            assert error.code  # noqa: PT017
    assert refused > len(JUNK) // 2
    assert (STATE.to_json(), POSITION.history) == before


def test_a_wrong_kind_is_a_type_error_and_a_value_error_too() -> None:
    """As everywhere in Python, and as all errors of ultimo."""
    with pytest.raises(TypeError):
        WHIST.deal(seed="7")
    with pytest.raises(ValueError, match="seed: expected an integer, not str") as error:
        WHIST.deal(seed="7")
    assert isinstance(error.value, ultimo.ArgumentError)
    assert error.value.code == "bad_type"


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        pytest.param(["T1", "T1"], "card_twice", id="a card twice"),
        pytest.param("T1 T1", "card_twice", id="a card twice in a text"),
        pytest.param(["T1", "I"], "card_twice", id="a card twice in two spellings"),
        pytest.param(count(), "too_many", id="cards without end"),
        pytest.param({"T1": 1}, "bad_type", id="a mapping"),
        pytest.param(b"T1", "bad_type", id="bytes"),
        pytest.param(7, "bad_type", id="a number"),
        pytest.param(None, "bad_type", id="None"),
        pytest.param([7], "not_text", id="a number for a card"),
    ],
)
def test_what_cannot_be_counted(cards: Any, code: str) -> None:
    with pytest.raises(ultimo.UltimoError) as error:
        TAROK.count_points(cards)
    assert error.value.code == code


def test_a_text_announced_is_one_name() -> None:
    assert TAROK.contract("two", announced="trula") == TAROK.contract("two", announced={"trula"})
    with pytest.raises(ultimo.ContractError, match="announced='trula,kings'"):
        TAROK.contract("two", announced="trula,kings")


@pytest.mark.parametrize("field", ["talon", "piles"])
def test_a_set_has_no_order_for_a_talon_or_a_pile(field: str) -> None:
    game = ANY.game("slovenian_tarok", players=3 if field == "talon" else 2)
    hands = [["C7"], ["C8"], ["C9"]][: game.players]
    given = {"C10", "D1"} if field == "talon" else [[["C10"], {"D1"}, []]] * 2
    with pytest.raises(ultimo.DealError) as error:
        game.make_deal(hands, **{field: given})
    assert error.value.code == "not_a_list"
