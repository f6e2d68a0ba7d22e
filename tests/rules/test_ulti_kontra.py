"""Kontra in ulti: rules/ulti.md, "Before play", item 3, and its options."""

from typing import Any

import pytest
from tests.rules.ulti_hands import names, say, ulti

import ultimo


def doubling(bid: str, **options: Any) -> Any:
    """Returns a deal in which seat 0 has won the auction with a bid; plain ones in acorns."""
    game = ulti(**options)
    kind = game.kind_by_id[bid]
    state = say(game.start(seed=5), f"{bid} decline decline stand")
    return say(state, "trump:A") if kind.has_trump and not kind.is_hearts else state


def refused(state: Any, call: str) -> str:
    """Returns the code of the rule that forbids a call."""
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply(call)
    return str(error.value.code)


@pytest.mark.parametrize(
    ("bid", "objects"),
    [
        pytest.param("P", "P", id="the parti"),
        pytest.param("U", "U P", id="the parti scored along has its own level"),
        pytest.param("pN", "N P", id="in hearts too"),
        pytest.param("F+U", "F U", id="each component of a combination, without parti"),
        pytest.param("N+U+H+D+T", "N U H D T", id="silent bonuses have none"),
    ],
)
def test_each_component_has_its_own_level(bid: str, objects: str) -> None:
    state = doubling(bid)
    assert state.current_player == 1
    assert set(names(state)) == {"done", *(f"kontra:{o}" for o in objects.split())}
    say(state, " ".join(f"kontra:{o}" for o in objects.split()))
    assert state.contract.kontra == dict.fromkeys(objects.split(), 1)


def test_both_defenders_name_their_sets_and_the_union_is_doubled() -> None:
    state = say(doubling("F+U"), "kontra:U done")
    assert (state.current_player, names(state)) == (2, ["kontra:F", "done"])
    say(state, "kontra:F done")
    assert state.contract.kontra == {"F": 1, "U": 1}
    assert (state.current_player, names(state)) == (0, ["kontra:F", "kontra:U", "done"])


def test_who_has_nothing_left_to_double_is_asked_all_the_same() -> None:
    state = say(doubling("F+U"), "kontra:F kontra:U done")
    assert (state.current_player, names(state)) == (2, ["done"])


def test_4_the_declarer_answers_what_was_raised_and_the_rest_stays_for_good() -> None:
    state = say(doubling("F+U"), "kontra:F kontra:U done done kontra:F done")
    assert state.contract.kontra == {"F": 2, "U": 1}
    assert (state.current_player, names(state)) == (1, ["kontra:F", "done"])
    assert refused(state, "kontra:U") == "not_your_kontra"
    say(state, "done done")
    assert state.phase == "play"
    assert state.contract.kontra == {"F": 2, "U": 1}


def test_nothing_is_doubled_when_both_defenders_name_nothing() -> None:
    state = say(doubling("F+U"), "done done")
    assert state.phase == "play"
    assert not state.contract.kontra
    # The declarer cannot double himself: he was not asked.
    assert [seat for seat, _ in state.history[-2:]] == [1, 2]


def test_the_ladder_goes_to_mordkontra() -> None:
    state = doubling("P")
    for level, seat in enumerate([1, 0, 1, 0, 1], start=1):
        assert (state.current_player, names(state)) == (seat, ["kontra:P", "done"])
        say(state, "kontra:P done" if seat == 0 else "kontra:P done done")
        assert state.contract.kontra == {"P": level}
    assert state.phase == "play"


def test_a_level_once_refused_is_not_said_later() -> None:
    state = say(doubling("P"), "kontra:P done done done")
    assert state.phase == "play"
    assert state.contract.kontra == {"P": 1}


def test_only_what_the_contract_is_settled_for_can_be_doubled() -> None:
    assert refused(doubling("F+U"), "kontra:N") == "not_in_contract"
    assert refused(doubling("F+U"), "kontra:P") == "not_in_contract"
    assert refused(doubling("B"), "kontra:0") == "not_in_contract"
    assert refused(doubling("P"), "pick_up") == "not_now"


def test_5_without_trump_each_defender_has_his_own_level() -> None:
    state = doubling("B")
    assert (state.current_player, names(state)) == (1, ["kontra:1", "done"])
    say(state, "kontra:1 done")
    assert (state.current_player, names(state)) == (2, ["kontra:2", "done"])
    say(state, "done")
    assert (state.current_player, names(state)) == (0, ["kontra:1", "done"])
    say(state, "kontra:1 done")
    assert state.contract.kontra == {1: 2}
    # Only the first defender has something to answer.
    assert (state.current_player, names(state)) == (1, ["kontra:1", "done"])
    say(state, "done")
    assert state.phase == "play"


@pytest.mark.parametrize("bid", ["B", "B*", "D", "D*"])
def test_levels_of_the_two_defenders_do_not_influence_each_other(bid: str) -> None:
    state = say(doubling(bid), "kontra:1 done kontra:2 done kontra:2 done")
    assert state.contract.kontra == {1: 1, 2: 2}
    assert (state.current_player, names(state)) == (2, ["kontra:2", "done"])
    say(state, "kontra:2 done")
    assert state.contract.kontra == {1: 1, 2: 3}
    assert (state.current_player, names(state)) == (0, ["kontra:2", "done"])


@pytest.mark.parametrize(
    ("scope", "bid", "objects"),
    [
        pytest.param("contract", "N+U", ["kontra:game"], id="one level for the whole contract"),
        pytest.param("contract", "U", ["kontra:game"], id="with the parti scored along"),
        pytest.param("contract", "B", ["kontra:1"], id="without trump still by defender"),
        pytest.param("component", "N+U", ["kontra:N", "kontra:U"], id="component"),
    ],
)
def test_kontra_scope(scope: str, bid: str, objects: list[str]) -> None:
    assert names(doubling(bid, kontra_scope=scope)) == [*objects, "done"]


@pytest.mark.parametrize("top", [0, 1, 2, 3, 4])
def test_kontra_max_level(top: int) -> None:
    state = doubling("P", kontra_max_level=top)
    for level in range(1, top + 1):
        say(state, "kontra:P done" if level % 2 == 0 else "kontra:P done done")
        assert state.contract.kontra == {"P": level}
    assert state.phase == "play"
    game = ulti(kontra_max_level=top)
    with pytest.raises(ultimo.ContractError):
        game.contract("P", trump="A", kontra={"P": top + 1})


# As part of a contract.


@pytest.mark.parametrize(
    ("bid", "kontra"),
    [
        pytest.param("U", {"U": 1, "P": 2}, id="components and the parti"),
        pytest.param("B", {1: 2}, id="without trump by defender"),
        pytest.param("D*", {1: 5, 2: 1}, id="open durchmars"),
    ],
)
def test_contracts_with_kontra(bid: str, kontra: dict[Any, int]) -> None:
    game = ulti()
    trump = {"trump": "L"} if game.kind_by_id[bid].has_trump else {}
    contract = game.contract(bid, kontra=kontra, **trump)
    assert contract.kontra == kontra
    assert game.contract_from_dict(contract.to_dict()) == contract


@pytest.mark.parametrize(
    ("bid", "kontra", "message"),
    [
        pytest.param("U", {"N": 1}, "takes one of 'U', 'P'", id="not in the contract"),
        pytest.param("N+U", {"P": 1}, "takes one of 'N', 'U'", id="no parti in a combination"),
        pytest.param("U", {"U": 6}, "levels are 1 to 5", id="above mordkontra"),
        pytest.param("U", {1: 1}, "takes one of 'U', 'P'", id="by defender only without trump"),
        pytest.param("B", {"B": 1}, "takes one of 0, 1, 2", id="and there not by component"),
        pytest.param("B", {0: 1}, "seat 0 is the declarer", id="the declarer is no defender"),
    ],
)
def test_contracts_that_there_are_not(bid: str, kontra: dict[Any, int], message: str) -> None:
    game = ulti()
    trump = {"trump": "L"} if game.kind_by_id[bid].has_trump else {}
    with pytest.raises(ultimo.ContractError, match=message):
        game.contract(bid, kontra=kontra, **trump)
