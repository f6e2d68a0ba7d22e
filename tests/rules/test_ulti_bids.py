"""The bids of ulti and what they are worth: rules/ulti.md, "Auction", row by row of its table."""

import csv
from pathlib import Path
from typing import Any

import pytest
from tests.rules.ulti_hands import ulti

import ultimo

TABLE: list[dict[str, str]] = list(
    csv.DictReader(
        (Path(__file__).parents[1] / "data" / "ulti" / "bids.csv").read_text("utf-8").splitlines()
    )
)
EACH = pytest.mark.parametrize("row", TABLE, ids=[row["bid"] for row in TABLE])


def contract(game: Any, bid: str, declarer: int = 0, **more: Any) -> Any:
    """Returns a contract, plain ones in acorns."""
    kind = game.kind_by_id[bid]
    trump = {"trump": "A"} if kind.has_trump and not kind.is_hearts else {}
    return game.contract(bid, declarer=declarer, **trump, **more)


def all_facts(game: Any, played: Any, *, won: bool) -> dict[str, Any]:
    """Returns the facts of a hand in which everything is won, or lost, and nothing is silent."""
    components = set(game.kind_of(played).components)
    every_trick = "all" if "D" in components else "none"
    of: dict[str, Any] = {
        "points": 90 if won else 40,
        "defenders_points": 0 if won else 50,
        "cards": 90 if won else 0,
        "aces": "won" if won else "lost",
        "tens": "won" if won else "lost",
        "seven": "won_0" if won else "lost_0",
        "tricks": every_trick if won else "some",
    }
    asked = {fact.name for fact in game.asked(played)}
    if "U" not in components:
        asked.discard("seven")
    if not {"B", "D"} & components:
        asked.discard("tricks")
    return {name: value for name, value in of.items() if name in asked}


def test_there_are_144_bids_in_the_order_of_the_table() -> None:
    assert len(TABLE) == 144
    assert list(ulti().contracts()) == [row["bid"] for row in TABLE]


@EACH
def test_bid_value(row: dict[str, str]) -> None:
    assert ulti().contracts()[row["bid"]] == int(row["value"])


@EACH
def test_trump_of_a_bid(row: dict[str, str]) -> None:
    game = ulti()
    suits = {"plain": "ALB", "hearts": "H", "none": ""}[row["trump"]]
    for suit in "ALHB":
        if suit in suits:
            assert game.contract(row["bid"], trump=suit).trump == suit
        else:
            with pytest.raises(ultimo.ContractError):
                game.contract(row["bid"], trump=suit)
    if row["trump"] == "plain":
        with pytest.raises(ultimo.ContractError):
            game.contract(row["bid"])
    else:
        assert game.contract(row["bid"]).trump == (suits or None)
    if suits:
        with pytest.raises(ultimo.ContractError):
            game.contract(row["bid"], trump=None)


@EACH
def test_open_hand_of_a_bid(row: dict[str, str]) -> None:
    assert ulti().kind_by_id[row["bid"]].is_open == (row["open"] == "yes")


@EACH
def test_win_is_what_each_defender_pays(row: dict[str, str]) -> None:
    game = ulti()
    played = contract(game, row["bid"])
    found = game.settle(played, **all_facts(game, played, won=True))
    win = int(row["win"])
    assert found.returns.tolist() == [2 * win, -win, -win]


@EACH
def test_lose_is_what_the_declarer_pays_each(row: dict[str, str]) -> None:
    game = ulti()
    played = contract(game, row["bid"])
    found = game.settle(played, **all_facts(game, played, won=False))
    lose = int(row["lose"])
    assert found.returns.tolist() == [-2 * lose, lose, lose]


@pytest.mark.parametrize(
    "bid",
    [
        pytest.param("P+U", id="the parti combines with nothing"),
        pytest.param("P+B", id="parti and betli never combine"),
        pytest.param("B+D", id="the betli combines with nothing"),
        pytest.param("F+H", id="forty-hundred and twenty-hundred not together"),
        pytest.param("pB", id="no hearts betli"),
        pytest.param("pD", id="no hearts durchmars alone"),
        pytest.param("pD*", id="nor an open one"),
        pytest.param("P*", id="only betli and durchmars are played open"),
        pytest.param("U*", id="no open ulti"),
        pytest.param("U+N", id="components in the order of the table"),
        pytest.param("", id="no empty set"),
    ],
)
def test_no_such_bid(bid: str) -> None:
    with pytest.raises(ultimo.ContractError) as error:
        ulti().contract(bid, trump="A")
    assert error.value.code == "unknown_bid"


@pytest.mark.parametrize(
    ("options", "added", "gone", "count"),
    [
        pytest.param({"combine_F_H": True}, "F+H pF+H N+F+U+H+D*+T", "", 144 + 48, id="F with H"),
        pytest.param(
            {"combine_D_with_N_T": False}, "", "N+D D+T pN+D* N+U+D+T", 72, id="D without N and T"
        ),
        pytest.param({"rebetli": True}, "pB", "", 145, id="rebetli"),
        pytest.param({"contract_values": "common"}, "", "T pT D+T N+F+T", 72, id="T is off"),
    ],
)
def test_other_sets_of_bids(options: dict[str, Any], added: str, gone: str, count: int) -> None:
    bids = ulti(**options).contracts()
    assert set(added.split()) <= set(bids)
    assert not set(gone.split()) & set(bids)
    assert len(bids) == count


@pytest.mark.parametrize(
    ("options", "bid", "value"),
    [
        pytest.param({"contract_values": "common"}, "P", 1, id="common: P 1"),
        pytest.param({"contract_values": "common"}, "N", 4, id="common: N 4"),
        pytest.param({"contract_values": "common"}, "F", 4, id="common: F 4"),
        pytest.param({"contract_values": "common"}, "U", 4, id="common: U 4"),
        pytest.param({"contract_values": "common"}, "B", 5, id="common: B 5"),
        pytest.param({"contract_values": "common"}, "D", 6, id="common: D 6"),
        pytest.param({"contract_values": "common"}, "H", 8, id="common: H 8"),
        pytest.param({"contract_values": "common"}, "pH+D*", 64, id="common: hearts and open"),
        pytest.param({"rebetli": True}, "pB", 10, id="hearts betli 10"),
        pytest.param({"bid_value_includes_parti": True}, "N", 4, id="N with its parti"),
        pytest.param({"bid_value_includes_parti": True}, "U", 5, id="U with its parti"),
        pytest.param({"bid_value_includes_parti": True}, "T", 10, id="T with its parti"),
        pytest.param({"bid_value_includes_parti": True}, "pU", 10, id="doubled in hearts"),
        pytest.param({"bid_value_includes_parti": True}, "N+U", 7, id="no parti in combinations"),
        pytest.param({"bid_value_includes_parti": True}, "F", 4, id="no parti with a hundred"),
        pytest.param(
            {
                "bid_value_includes_parti": True,
                "parti_in_combinations": "unless_hundred_or_durchmars",
            },
            "pN+U+T",
            34,
            id="parti in combinations counts in the auction too",
        ),
        pytest.param(
            {"parti_in_combinations": "unless_hundred_or_durchmars"},
            "N+U",
            7,
            id="unless the bid value leaves it out",
        ),
        pytest.param(
            {
                "bid_value_includes_parti": True,
                "parti_in_combinations": "unless_hundred_or_durchmars",
            },
            "U+D",
            11,
            id="no parti in combinations with durchmars",
        ),
    ],
)
def test_other_values(options: dict[str, Any], bid: str, value: int) -> None:
    assert ulti(**options).contracts()[bid] == value


@pytest.mark.parametrize(
    ("rule", "bid", "scored"),
    [
        pytest.param("never", "N", True, id="parti with N alone"),
        pytest.param("never", "pU", True, id="with U alone, in hearts too"),
        pytest.param("never", "T", True, id="with T alone"),
        pytest.param("never", "F", False, id="not with F"),
        pytest.param("never", "H", False, id="not with H"),
        pytest.param("never", "N+U", False, id="not in a combination"),
        pytest.param("unless_hundred_or_durchmars", "N+U", True, id="option: N+U"),
        pytest.param("unless_hundred_or_durchmars", "N+U+T", True, id="option: N+U+T"),
        pytest.param("unless_hundred_or_durchmars", "U+T", True, id="option: U+T"),
        pytest.param("unless_hundred_or_durchmars", "F+U", False, id="option: not with F"),
        pytest.param("unless_hundred_or_durchmars", "U+H", False, id="option: not with H"),
        pytest.param("unless_hundred_or_durchmars", "U+D", False, id="option: not with D"),
    ],
)
def test_when_the_parti_is_scored_too(rule: str, bid: str, *, scored: bool) -> None:
    game = ulti(parti_in_combinations=rule)
    played = contract(game, bid)
    facts = all_facts(game, played, won=True)
    assert ("parti" in " ".join(line.text for line in game.settle(played, **facts).lines)) == scored
    if scored:
        # Aces and tens together would win it.
        facts |= {"tens": "lost"} if {"aces", "tens"} <= facts.keys() else {}
        won, lost = (
            game.settle(played, **{**facts, "points": own, "defenders_points": 90 - own}).returns[1]
            for own in (50, 40)
        )
        assert lost - won == 2 * (2 if game.kind_of(played).is_hearts else 1)


def test_a_hearts_betli_is_played_without_trump() -> None:
    game = ulti(rebetli=True)
    played = game.contract("pB", kontra={1: 1})
    assert played.trump is None
    assert game.settle(played, tricks="none").returns.tolist() == [30, -20, -10]
    assert game.settle(played, tricks="some").returns.tolist() == [-30, 20, 10]
