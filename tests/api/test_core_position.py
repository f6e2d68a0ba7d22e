"""Positions: moves by name and number, what they answer, and what hostile callers may not break."""

import copy
import gc
import pickle
import threading
import weakref
from typing import Any

import numpy as np
import pytest
from tests.api import core_examples as ex

from ultimo import _core, plan
from ultimo.errors import (
    ContractError,
    DealError,
    IllegalActionError,
    OptionError,
    UltimoError,
)


def test_a_position_shows_what_lies_on_the_table() -> None:
    position = ex.little_position()
    assert position.hands == (
        ("C1", "D1", "H1", "S1"),
        ("C2", "D2", "H2", "S2"),
        ("C3", "D3", "H3", "S3"),
    )
    assert (position.leader, position.current_player, position.trump) == (0, 0, 2)
    assert position.trick == []
    assert position.last_trick == []
    assert position.legal() == ["C1", "D1", "H1", "S1"]
    assert position.legal_actions() == [0, 3, 6, 9]
    assert position.stock == ()
    assert position.piles == ()
    position.play("D1")
    position.play(4)
    assert list(position.trick) == [(0, "D1"), (1, "D2")]
    assert position.current_player == 2
    position.play(np.int64(5))
    assert position.last_trick == [(0, "D1"), (1, "D2"), (2, "D3")]
    assert position.trick == []
    assert position.tricks == (0, 0, 1)
    assert position.points == (0, 0, 6)
    assert position.captured == ((), (), ("D1", "D2", "D3"))
    assert position.history == [(0, 3), (1, 4), (2, 5)]
    assert position.leader == position.current_player == 2


def test_a_mask_marks_the_legal_actions_in_a_new_array() -> None:
    position = ex.little_position()
    mask = position.legal_mask()
    assert mask.shape == (13,)
    assert mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == position.legal_actions()
    mask[:] = True
    assert np.flatnonzero(position.legal_mask()).tolist() == [0, 3, 6, 9]


def test_codes_of_cards_are_the_same_objects() -> None:
    position = ex.little_position()
    assert position.hands[0][0] is position.legal()[0] is position.rules.actions[0]


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        pytest.param("C2", "not_in_hand", "seat 0 may not play C2 in trick 1", id="another's card"),
        pytest.param(1, "not_in_hand", "legal: C1 D1 H1 S1", id="another's card by number"),
        pytest.param("c1", "unknown_action", 'did you mean "C1"?', id="wrong case"),
        pytest.param(" C1 ", "unknown_action", 'did you mean "C1"?', id="blanks"),
        pytest.param("", "unknown_action", "no card or call", id="empty"),
        pytest.param("C1\0", "unknown_action", "no card or call", id="null character"),
        pytest.param("\ud800", "unknown_action", "no card or call", id="lone surrogate"),
        pytest.param("x" * 10_000, "unknown_action", "...", id="long text is cut"),
        pytest.param("bid", "wrong_phase", "bid is no move of the play", id="a bid"),
        pytest.param(12, "wrong_phase", "bid is no move of the play", id="a bid by number"),
        pytest.param(13, "unknown_action", "from 0 to 12", id="one beyond"),
        pytest.param(-1, "unknown_action", "no action -1", id="negative"),
        pytest.param(2**63, "unknown_action", "from 0 to 12", id="beyond 64 bits"),
        pytest.param(-(10**100), "unknown_action", "from 0 to 12", id="beyond any word"),
        pytest.param(10**5000, "unknown_action", "from 0 to 12", id="beyond what can be printed"),
        pytest.param(np.uint64(2**64 - 1), "unknown_action", "from 0", id="large NumPy integer"),
    ],
)
def test_what_is_no_legal_move_is_refused_and_changes_nothing(
    move: Any, code: str, words: str
) -> None:
    position = ex.little_position()
    before = position.copy()
    with pytest.raises(IllegalActionError) as caught:
        position.play(move)
    assert caught.value.code == code
    assert words in str(caught.value)
    assert position == before


@pytest.mark.parametrize(
    "move", [None, True, False, 1.0, b"C1", [], ("C1",), np.bool_(1), object()]
)
def test_what_is_neither_text_nor_number_is_no_action(move: Any) -> None:
    position = ex.little_position()
    with pytest.raises(IllegalActionError, match="card code") as caught:
        position.play(move)
    assert caught.value.code == "unknown_action"
    assert position.history == []


def test_a_breach_names_the_rule() -> None:
    position = ex.little_position()
    position.play("D1")
    with pytest.raises(IllegalActionError) as caught:
        position.play("C2")
    assert caught.value.code == "must_follow_suit"
    assert str(caught.value) == (
        "seat 1 may not play C2 in trick 1: the suit led must be followed; legal: D2"
    )


def test_an_over_deal_has_no_moves_and_no_player() -> None:
    position = ex.little_position()
    while not position.is_over:
        position.play(position.legal()[-1])
    assert position.current_player is None
    assert position.legal() == []
    assert position.legal_actions() == []
    assert not position.legal_mask().any()
    with pytest.raises(IllegalActionError) as caught:
        position.play("C1")
    assert caught.value.code == "deal_over"
    assert position.perft(3) == 0
    assert position.returns().tolist() == [0.0, 0.0, 0.0]
    assert position.outcome() == {"points": 0, "tricks": 0}


def test_returns_are_zero_until_the_deal_is_over() -> None:
    position = ex.little_position()
    line = ["C1", "C2", "C3", "S3", "S1", "S2", "H3", "H1", "H2"]
    for move in line:
        position.play(move)
        assert position.returns().tolist() == [0.0] * 3
    position.play("D3")
    position.play("D1")
    position.play("D2")
    assert position.is_over
    assert position.returns().dtype == np.float64
    assert position.returns().tolist() == [0.0, 0.0, 0.0]
    # Seat 0 leads its trump with the others out of hearts: nothing beats it.
    setup = plan.Setup(hands=((6,), (0,), (1,)), leader=0)
    last = _core.Position(position.rules, setup, position.payoff)
    for move in ("H1", "C1", "C2"):
        last.play(move)
    assert last.outcome() == {"points": 4, "tricks": 1}
    assert last.returns().tolist() == [14.0, -7.0, -7.0]


def test_undo_goes_back_to_the_beginning_and_no_further() -> None:
    position = ex.little_position()
    seen = [position.copy()]
    while not position.is_over:
        position.play(position.legal_actions()[0])
        seen.append(position.copy())
    for earlier in reversed(seen):
        assert position == earlier
        assert position.legal() == earlier.legal()
        assert position.hands == earlier.hands
        if earlier is not seen[0]:
            position.undo()
    with pytest.raises(IllegalActionError) as caught:
        position.undo()
    assert caught.value.code == "nothing_to_undo"
    assert position == seen[0]


def test_copies_go_their_own_way() -> None:
    position = ex.little_position()
    for double in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        assert double == position
        double.play("C1")
        assert double != position
        assert position.history == []
        assert double.owner is position.owner


def test_a_position_survives_pickling_twice() -> None:
    for rules, deal, rows in (
        (ex.stock_rules(), ex.STOCK_DEAL, ex.STOCK_ROWS),
        (ex.wide_rules(), ex.WIDE_DEAL, ex.WIDE_ROWS),
    ):
        row = _core.deal_rows(deal, 1, seed=4)[0]
        position = _core.Position(rules, ex.setup_of_row(row, rows), None, ("game", 7))
        for step in range(9):
            legal = position.legal_actions()
            position.play(legal[step % len(legal)])
        again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(position))))  # noqa: S301
        assert again == position
        assert again.rules == position.rules
        assert again.setup == position.setup
        assert again.owner == position.owner
        assert again.history == position.history
        assert again.legal() == position.legal()
        assert again.points == position.points
        again.undo()
        position.undo()
        assert again == position


def test_payoff_and_outcome_survive_pickling() -> None:
    position = ex.little_position()
    again = pickle.loads(pickle.dumps(position))  # noqa: S301
    for one in (position, again):
        while not one.is_over:
            one.play(one.legal_actions()[-1])
    assert again.outcome() == position.outcome()
    assert again.returns().tolist() == position.returns().tolist()
    outcome = position.outcome()
    assert pickle.loads(pickle.dumps(outcome)) == outcome  # noqa: S301


def test_a_forged_history_is_refused() -> None:
    position = ex.little_position()
    with pytest.raises(IllegalActionError):
        position.__setstate__([(0, 1)])
    for broken in ([1], [(0,)], [(0, "C1", 2)], [None]):
        with pytest.raises((TypeError, ValueError)):
            position.__setstate__(broken)  # type: ignore[arg-type]
    assert position.history == []


def test_positions_differ_by_rules_setup_and_history() -> None:
    position = ex.little_position()
    assert position != ex.little_position(trump=1)
    assert position != "position"
    other = plan.Setup(hands=ex.LITTLE_SETUP.hands, leader=1)
    assert position != _core.Position(position.rules, other)
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)


def test_an_outcome_is_a_mapping_of_named_integers() -> None:
    outcome = ex.little_position().outcome()
    assert outcome.points == outcome["points"] == 0
    assert dict(outcome) == {"points": 0, "tricks": 0}
    assert list(outcome) == list(outcome.keys()) == ["points", "tricks"]
    assert list(outcome.values()) == [0, 0]
    assert list(outcome.items()) == [("points", 0), ("tricks", 0)]
    assert len(outcome) == 2
    assert "points" in outcome
    assert "none" not in outcome
    assert outcome.get("points") == 0
    assert outcome.get("none") is None
    assert outcome.get("none", 5) == 5
    assert {**outcome} == {"points": 0, "tricks": 0}
    assert repr(outcome) == "Outcome(points=0, tricks=0)"
    with pytest.raises(AttributeError, match="none"):
        _ = outcome.none
    with pytest.raises(KeyError, match="none"):
        _ = outcome["none"]


def test_without_a_payoff_there_is_neither_outcome_nor_return() -> None:
    position = _core.Position(ex.little_rules(), ex.LITTLE_SETUP)
    for ask in (position.outcome, position.returns):
        with pytest.raises(ContractError) as caught:
            ask()
        assert caught.value.code == "no_payoff"
    assert position.payoff is None
    assert position.owner is None


def test_a_payoff_for_other_rules_is_refused() -> None:
    payoff = ex.little_payoff(ex.little_rules(trump=1))
    with pytest.raises(OptionError) as caught:
        _core.Position(ex.little_rules(), ex.LITTLE_SETUP, payoff)
    assert caught.value.code == "other_rules"
    # Rules compiled once more from the same data are no other rules.
    _core.Position(ex.little_rules(), ex.LITTLE_SETUP, ex.little_payoff(ex.little_rules()))


def test_calls_stand_beside_the_cards() -> None:
    setup = plan.Setup(
        hands=((0, 1, 2, 10, 19), (5, 6, 7, 8, 9)), leader=0, stock=(3, 4, 11, 12, 13, 14)
    )
    position = _core.Position(ex.stock_rules(), setup)
    assert position.legal() == ["AU", "AO", "AK", "HU", "BA", "marriage:A", "exchange", "close"]
    assert position.legal_actions() == [0, 1, 2, 10, 19, 21, 25, 26]
    assert np.flatnonzero(position.legal_mask()).tolist() == position.legal_actions()
    assert position.legal_bits() == sum(1 << action for action in position.legal_actions())
    assert position.stock == ("AT", "AA", "HO", "HK", "HT", "HA")
    position.play("exchange")
    assert position.stock == ("AT", "AA", "HO", "HK", "HT", "HU")
    assert "HA" in position.hands[0]
    position.play(21)
    assert position.legal() == ["AO", "AK"]
    with pytest.raises(IllegalActionError) as caught:
        position.play("close")
    assert caught.value.code == "announced_already"
    with pytest.raises(IllegalActionError) as caught:
        position.play("BA")
    assert caught.value.code == "must_play_announced"
    position.play("AK")
    position.play("LU")
    assert position.history == [(0, 25), (0, 21), (0, 2), (1, 5)]
    assert position.marriages == (20, 0)
    assert len(position.hands[0]) == 5
    position.undo()
    assert position.stock == ("AT", "AA", "HO", "HK", "HT", "HU")


def test_piles_show_what_is_left_of_them() -> None:
    rules = _core.PlayRules(
        plan.RulesSpec(
            seats=2,
            deck_size=12,
            lanes=ex.lanes(4, 3),
            trump=None,
            values=(1,) * 12,
            sides=(0, 1),
            piles=plan.PileRule(),
        ),
        ex.LITTLE_NAMES,
    )
    setup = plan.Setup(hands=((0,), (1,)), leader=0, piles=(((2, 3),), ((4, 5),)))
    position = _core.Position(rules, setup)
    own, others = position.piles
    assert own == (("C3", "D1"),)
    assert others == (("D2", "D3"),)
    position.play("C3")
    own, others = position.piles
    assert own == (("D1",),)
    assert others == (("D2", "D3"),)
    position.play("C2")
    assert position.hands == (("C1",), ())
    assert position.legal() == ["C1", "D1"]


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5, 6, 12, 13, 2**32 - 1])
def test_perft_counts_as_plain_play_does(depth: int) -> None:
    def count(position: _core.Position, left: int) -> int:
        if left == 0:
            return 1
        lines = 0
        for action in position.legal_actions():
            after = position.copy()
            after.play(action)
            lines += count(after, left - 1)
        return lines

    position = ex.little_position()
    assert position.perft(depth) == count(position, depth)


@pytest.mark.parametrize("depth", [-1, 2**32, 2**200])
def test_perft_refuses_depths_that_are_none(depth: int) -> None:
    with pytest.raises(OptionError) as caught:
        ex.little_position().perft(depth)
    assert caught.value.code == "out_of_range"


@pytest.mark.parametrize("depth", [None, "3", 1.5, True])
def test_perft_refuses_what_is_no_number(depth: Any) -> None:
    with pytest.raises(TypeError, match="depth"):
        ex.little_position().perft(depth)


def test_a_position_may_be_played_while_another_thread_counts() -> None:
    row = _core.deal_rows(ex.WIDE_DEAL, 1, seed=1)[0]
    position = _core.Position(ex.wide_rules(), ex.setup_of_row(row, ex.WIDE_ROWS))
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.append(position.perft(5)))
    thread.start()
    for _ in range(20):
        position.play(position.legal_actions()[0])
    thread.join()
    assert len(counts) == 1
    assert len(position.history) == 20


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        pytest.param({"leader": 3}, "no_such_seat", id="no such leader"),
        pytest.param({"hands": ((0,), (1,))}, "hands", id="a hand is missing"),
        pytest.param({"hands": ((0,), (1,), (2, 3))}, "unequal_hands", id="unequal hands"),
        pytest.param({"hands": ((0,), (1,), (0,))}, "card_twice", id="a card twice"),
        pytest.param({"hands": ((0,), (1,), (12,))}, "no_such_card", id="no such card"),
        pytest.param({"hands": ((), (), ())}, "no_cards", id="no cards"),
        pytest.param({"stock": (3,)}, "no_stock", id="a stock"),
        pytest.param({"piles": (((3,),), (), ())}, "no_piles", id="piles"),
        pytest.param({"trump": 1}, "trump_fixed", id="a trump"),
        pytest.param(
            {"aside": (plan.Aside(owner=7, cards=(3,)),)}, "no_such_seat", id="no such owner"
        ),
        pytest.param(
            {"aside": (plan.Aside(owner="prize", cards=(3,)),)}, "no_prize", id="no prize"
        ),
    ],
)
def test_setups_are_checked(changes: dict[str, Any], fault: str) -> None:
    given: dict[str, Any] = {"hands": ((0,), (1,), (2,)), "leader": 0} | changes
    with pytest.raises(DealError) as caught:
        _core.Position(ex.little_rules(), plan.Setup(**given))
    assert caught.value.code == "bad_setup"
    assert f"({fault})" in str(caught.value)


def test_all_faults_of_a_setup_are_told() -> None:
    setup = plan.Setup(hands=((0,), (0,), (99,)), leader=8)
    with pytest.raises(DealError) as caught:
        _core.Position(ex.little_rules(), setup)
    for fault in ("hands[1][0]: card 0 is dealt twice", "hands[2][0]: card 99", "leader: seat 8"):
        assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"hands": None}, TypeError),
        ({"hands": "C1"}, TypeError),
        ({"hands": ((0,), (1,), (True,))}, TypeError),
        ({"hands": ((0,), (1,), (2.0,))}, TypeError),
        ({"hands": ((0,), (1,), ("C3",))}, TypeError),
        ({"hands": ((0,), (1,), (-1,))}, DealError),
        ({"hands": ((0,), (1,), (256,))}, DealError),
        ({"hands": ((0,), (1,), (10**30,))}, DealError),
        ({"leader": None}, TypeError),
        ({"leader": -1}, DealError),
        ({"leader": 10**30}, DealError),
        ({"trump": "hearts"}, TypeError),
        ({"aside": (1,)}, TypeError),
        ({"aside": (plan.Aside(owner="nobody", cards=()),)}, DealError),  # type: ignore[arg-type]
        ({"piles_turned": 1}, TypeError),
    ],
)
def test_setups_of_wrong_types_say_where(changes: dict[str, Any], error: type[Exception]) -> None:
    given: dict[str, Any] = {"hands": ((0,), (1,), (2,)), "leader": 0} | changes
    with pytest.raises(error, match=r"^setup\."):
        _core.Position(ex.little_rules(), plan.Setup(**given))


def test_what_is_no_setup_is_refused() -> None:
    rules: Any = ex.little_rules()
    setup: Any
    for setup in (None, {}, (), 3):
        with pytest.raises(TypeError, match="attribute"):
            _core.Position(rules, setup)
    with pytest.raises(TypeError):
        _core.Position(ex.little(), ex.LITTLE_SETUP)  # type: ignore[arg-type]


def test_game_and_contract_are_the_owner_pair() -> None:
    position = ex.little_position()
    assert position.owner == ("game", "contract")
    assert position.game == "game"
    assert position.contract == "contract"


def test_a_ring_through_the_owner_is_collected() -> None:
    class Owner:
        """Something that can be watched."""

        position: _core.Position

    owner = Owner()
    owner.position = _core.Position(ex.little_rules(), ex.LITTLE_SETUP, None, owner)
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_errors_are_value_errors_with_codes() -> None:
    with pytest.raises(ValueError, match="C2") as caught:
        ex.little_position().play("C2")
    assert isinstance(caught.value, UltimoError)


def test_repr_shows_hands_trick_and_turn() -> None:
    position = ex.little_position()
    assert repr(position) == ("<Position: C1 D1 H1 S1 | C2 D2 H2 S2 | C3 D3 H3 S3; seat 0 to lead>")
    position.play("C1")
    assert repr(position) == (
        "<Position: D1 H1 S1 | C2 D2 H2 S2 | C3 D3 H3 S3; trick C1; seat 1 to play>"
    )
