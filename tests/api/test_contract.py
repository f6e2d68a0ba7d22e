"""Contracts: immutable, comparable, and checked with every fault named."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.api.toy import toy
from tests.properties.games import VARIANTS, contracts

import ultimo
from ultimo.contracts import Contract, FrozenMap

WHIST = ultimo.game("whist")


def test_trump_is_read_in_any_spelling() -> None:
    for trump in ("S", "s", "♠", "Pikk", "spades"):
        assert WHIST.contract(trump=trump) == WHIST.contract("whist", trump="S", declarer=0)
    assert WHIST.contract(trump=None).trump is None


def test_contract_says_only_what_it_holds() -> None:
    contract = toy().contract("bid2", declarer=1, kontra={"game": 1})
    assert repr(contract) == "Contract(bid='bid2', declarer=1, kontra={'game': 1})"
    assert contract.level("game") == 1
    assert contract.level("trula") == 0


def test_contracts_are_values() -> None:
    game = toy()
    contract = game.contract("bid2", declarer=np.int64(1), kontra={"game": int(np.int8(1))})
    same = game.contract("bid2", declarer=1, kontra={"game": 1})
    assert contract == same
    assert hash(contract) == hash(same)
    assert type(contract.declarer) is int
    assert pickle.loads(pickle.dumps(contract)) == contract  # noqa: S301 - our own
    with pytest.raises(TypeError):
        contract.kontra["game"] = 2  # type: ignore[index]
    with pytest.raises(AttributeError):
        contract.declarer = 2  # type: ignore[misc]
    assert game.contract("bid2", kontra={"game": 0}) == game.contract("bid2")


def test_contract_survives_being_written() -> None:
    game = toy()
    for contract in (
        game.contract("bid1"),
        game.contract("bid3", declarer=2, kontra={"game": 2}),
    ):
        once = game.contract_from_dict(contract.to_dict())
        assert game.contract_from_dict(once.to_dict()) == contract
    assert WHIST.contract_from_dict(WHIST.contract(trump=None).to_dict()).trump is None


def test_all_bids_are_listed_with_their_value() -> None:
    assert toy().contracts() == {"bid1": 1, "bid2": 2, "bid3": 3}
    assert WHIST.contracts() == {"whist": None}


@pytest.mark.parametrize(
    ("bid", "given", "says"),
    [
        pytest.param("bid4", {}, "did you mean", id="unknown bid"),
        pytest.param(None, {}, "say which bid", id="no bid"),
        pytest.param(3, {}, "no bid 3", id="a number for a bid"),
        pytest.param("bid1", {"declarer": 3}, "seats are 0 to 2", id="no such seat"),
        pytest.param("bid1", {"declarer": -1}, "declarer=-1", id="negative seat"),
        pytest.param("bid1", {"declarer": True}, "declarer=True", id="bool for a seat"),
        pytest.param("bid1", {"declarer": "1"}, "declarer='1'", id="text for a seat"),
        pytest.param("bid1", {"declarer": None}, "declarer=None", id="no declarer"),
        pytest.param("bid1", {"partner": 1}, "has none", id="partner"),
        pytest.param("bid1", {"trump": "H"}, "trump='H'", id="trump"),
        pytest.param("bid1", {"trump": 1}, "trump=1", id="number for a trump"),
        pytest.param("bid1", {"king": "H"}, "king='H'", id="king"),
        pytest.param("bid1", {"called": "H2"}, "called='H2'", id="called card"),
        pytest.param("bid1", {"announced": {"trula"}}, "announced='trula'", id="announcement"),
        pytest.param("bid1", {"announced": 3}, "a list is needed, not int", id="number announced"),
        pytest.param("bid1", {"announced": [[]]}, "no contract", id="list announced"),
        pytest.param("bid1", {"kontra": {"games": 1}}, "did you mean 'game'", id="object"),
        pytest.param("bid1", {"kontra": {"game": 3}}, "levels are 1 to 2", id="level"),
        pytest.param("bid1", {"kontra": {"game": -1}}, "levels are 1 to 2", id="negative level"),
        pytest.param("bid1", {"kontra": {"game": "x"}}, "levels are 1 to 2", id="text for a level"),
        pytest.param("bid1", {"announced": "gam"}, "announced='gam'", id="a text is one name"),
        pytest.param("bid1", {"announced": {"game": 1}}, "a list is needed", id="map announced"),
        pytest.param("bid1", {"kontra": 5}, "kontra is a mapping, not int", id="number for kontra"),
        pytest.param("bid1", {"kontra": []}, "kontra is a mapping", id="empty list for kontra"),
        pytest.param("bid1", {"kontra": ""}, "kontra is a mapping", id="empty text for kontra"),
        pytest.param("bid1", {"kontra": 0}, "kontra is a mapping", id="zero for kontra"),
        pytest.param("bid1", {"kontra": {"games": 0}}, "'games'", id="no level of nothing"),
        pytest.param("bid1", {"kontra": {"game": False}}, "levels are", id="False for a level"),
        pytest.param("bid1", {"kontra": {"game": 0.0}}, "levels are", id="0.0 for a level"),
        pytest.param("bid1", {"handfuls": []}, "handfuls is a mapping", id="list of handfuls"),
        pytest.param("bid1", {"handfuls": {1: "single"}}, "handfuls='single'", id="handful"),
        pytest.param("bid1", {"what": 1}, "extra='what'", id="unknown part"),
        pytest.param("bid1", {"extra": 7}, "no contract", id="extra of a wrong type"),
    ],
)
def test_bad_contract_is_named(bid: object, given: dict[str, object], says: str) -> None:
    with pytest.raises(ultimo.ContractError) as caught:
        toy().contract(bid, **given)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whist_must_be_told_its_trump() -> None:
    with pytest.raises(ultimo.ContractError, match="say which trump"):
        WHIST.contract()
    with pytest.raises(ultimo.ContractError, match="one of 'C', 'D', 'H', 'S'"):
        WHIST.contract(trump="X")


def test_called_card_that_is_none_is_a_notation_error() -> None:
    with pytest.raises(ultimo.NotationError):
        toy().contract("bid1", called="ZZ")


def test_contract_of_another_game_is_refused() -> None:
    with pytest.raises(ultimo.ContractError, match="no bid 'whist'"):
        toy().check_contract(WHIST.contract(trump="S"))
    for other in (None, "bid1", {"bid": "bid1"}):
        with pytest.raises(ultimo.ContractError):
            toy().check_contract(other)
    with pytest.raises(ultimo.ContractError):
        WHIST.check_contract(Contract(bid="whist", declarer=9, trump="S"))


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"bid": "bid1", "kontra": []},
        {"bid": "bid1", "kontra": {"game": None}},
        {"bid": "bid1", "extra": 3},
        {"bid": "bid1", "self": 3},
        {"bid": []},
        {1: 2},
        {"bid": "bid1", "announced": {"a": 1}},
    ],
)
def test_document_that_is_no_contract_is_refused(value: object) -> None:
    with pytest.raises(ultimo.ContractError):
        toy().contract_from_dict(value)


def test_frozen_map_is_a_mapping_that_can_be_hashed() -> None:
    one: FrozenMap[str, int] = FrozenMap({"a": 1, "b": 2})
    assert one == {"b": 2, "a": 1}
    assert hash(one) == hash(FrozenMap({"b": 2, "a": 1}))
    assert {**one} == {"a": 1, "b": 2}
    assert one != [("a", 1)]


WITHOUT_TRUMP = [
    pytest.param(game, contract, id=f"{name} {contract.bid}")
    for name, game in VARIANTS.items()
    if game.bids
    for contract in {contract.bid: contract for contract in contracts(game)}.values()
    if None not in game.bids[contract.bid].trumps
]


@pytest.mark.parametrize(("game", "contract"), WITHOUT_TRUMP)
def test_a_bid_with_a_trump_is_played_nowhere_without_one(game: Any, contract: Any) -> None:
    bad = replace(contract, trump=None)
    plays = np.zeros((1, game.deck.size), dtype=np.uint8)
    for ask in (
        lambda: game.check_contract(bad),
        lambda: ultimo.simulate(game, 1, contract=bad, seed=1),
        lambda: ultimo.simulate(game, 1, contract=[bad], seed=1),
        lambda: ultimo.replay(game, game.deals(1, 1), bad, plays),
        lambda: ultimo.VectorEnv(game, 1, contract=bad, seed=1),
        lambda: game.position_of_row(game.deals(1, 1)[0], bad),
    ):
        with pytest.raises(ultimo.ContractError, match="trump"):
            ask()
    if contract.called is None:
        # A called card names it.
        with pytest.raises(ultimo.ContractError, match="trump"):
            game.contract_from_dict(bad.to_dict())


def test_that_there_are_bids_with_a_trump_of_many_games() -> None:
    games: list[Any] = [param.values[0] for param in WITHOUT_TRUMP]
    names = {game.name for game in games}
    assert names == {"preferansz", "snapszer", "tarock24", "ulti"}
