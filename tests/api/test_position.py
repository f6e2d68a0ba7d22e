"""Positions made of a deal and a contract, for analysis."""

import pickle
import random
from typing import Any

import pytest

import ultimo

WHIST = ultimo.game("whist")
DEAL = WHIST.deal(seed=1)
SPADES = WHIST.contract(trump="S")
ENDING = WHIST.make_deal(["HA C2", "HK C3", "HQ C4", "HJ C5"])


def test_position_of_a_deal_begins_with_forehand() -> None:
    position = WHIST.position(DEAL, SPADES)
    assert position.hands == DEAL.hands
    assert (position.leader, position.current_player, position.trick) == (0, 0, [])
    assert (position.game, position.contract) == (WHIST, SPADES)


def test_leader_may_be_said() -> None:
    for leader in range(4):
        assert WHIST.position(DEAL, SPADES, leader=leader).leader == leader
    bad: list[Any] = [4, -1, True, "x", 1.5]
    for leader in bad:
        with pytest.raises(ultimo.DealError):
            WHIST.position(DEAL, SPADES, leader=leader)


def test_ending_is_played_out() -> None:
    position = WHIST.position(ENDING, WHIST.contract(trump=None))
    for card in ("HA", "HK", "HQ", "HJ", "C2", "C3", "C4", "C5"):
        position.play(card)
    assert position.is_over
    assert position.tricks == (1, 0, 0, 1)
    assert position.outcome().tricks == 1


def test_no_trump_is_for_analysis() -> None:
    position = WHIST.position(ENDING, WHIST.contract(trump=None))
    position.play("C2")
    assert position.legal() == ["C3"]
    position.undo()
    assert position.trump is None


@pytest.mark.parametrize("void_rule", ["must_trump", "free"])
def test_void_rule_says_what_a_void_player_plays(void_rule: str) -> None:
    # rules/whist.md, example 2.
    game = ultimo.game("whist", void_rule=void_rule)
    deal = game.make_deal(["C8 C9 CT CJ", "HA H2 S9 DQ", "C2 C4 C5 C6", "D2 D3 D4 D5"])
    position = game.position(deal, game.contract(trump="H"))
    position.play("C8")
    expected = ["H2", "HA"] if void_rule == "must_trump" else ["DQ", "H2", "HA", "S9"]
    assert position.legal() == expected


def test_position_of_another_game_or_type_is_refused() -> None:
    with pytest.raises(ultimo.DealError):
        WHIST.position("deal", SPADES)  # type: ignore[arg-type]
    with pytest.raises(ultimo.ContractError):
        WHIST.position(DEAL, "S")  # type: ignore[arg-type]
    with pytest.raises(ultimo.DealError):
        WHIST.position(ultimo.Deal((("HA",), ("HA",), ("C2",), ("C3",))), SPADES)


@pytest.mark.parametrize(
    "exchange", [(["HA"], ["C2"]), ([], ["C2"]), 5, ([],), ("", "C2"), (["ZZ"], []), (None, None)]
)
def test_exchange_where_there_is_no_talon_is_refused(exchange: object) -> None:
    with pytest.raises(ultimo.DealError) as caught:
        WHIST.position(DEAL, SPADES, exchange=exchange)  # type: ignore[arg-type]
    assert caught.value.code == "bad_exchange"


def test_position_survives_pickling() -> None:
    position = WHIST.position(DEAL, SPADES)
    chooser = random.Random(1)
    for _ in range(9):
        position.play(chooser.choice(position.legal()))
    again = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own
    assert again == position
    assert again.legal() == position.legal()
    assert again.game == WHIST


def test_rules_and_payoffs_are_compiled_once() -> None:
    same = ultimo.game("whist").contract(trump="S")
    assert WHIST.compiled(SPADES) is ultimo.game("whist").compiled(same)
