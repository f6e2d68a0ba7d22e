"""Rules and payoffs: what is read of the dataclasses, and what is wrong with them."""

import dataclasses
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.api import core_examples as ex

from ultimo import _core, plan
from ultimo.errors import DealError, OptionError


def test_rules_tell_what_they_were_compiled_from() -> None:
    rules = ex.stock_rules()
    assert rules.spec is ex.STOCK_SPEC
    assert rules.actions == (*ex.STOCK_NAMES, "bid", *ex.STOCK_CALLS)
    assert rules.calls == {0: 21, 1: 22, 2: 23, 3: 24, 8: 25, 9: 26}
    assert (rules.seats, rules.deck_size, rules.num_actions, rules.unit) == (2, 20, 27, 1)
    assert ex.wide_rules().unit == 2


def test_equal_rules_are_equal_and_hash_alike() -> None:
    assert ex.stock_rules() == ex.stock_rules()
    assert hash(ex.stock_rules()) == hash(ex.stock_rules())
    assert ex.little_rules() != ex.little_rules(trump=1)
    assert ex.little_rules() != _core.PlayRules(ex.little(), ex.LITTLE_NAMES)
    assert ex.little_rules() != "rules"


@pytest.mark.parametrize("make", [ex.little_rules, ex.stock_rules, ex.wide_rules])
def test_rules_survive_pickling_twice(make: Any) -> None:
    rules = make()
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(rules))))  # noqa: S301
    assert again == rules
    assert again.spec == rules.spec
    assert again.actions == rules.actions
    assert again.calls == rules.calls


def test_piles_are_counted_exactly_and_officially() -> None:
    rules = ex.little_rules(scheme="thirds", values=(5,) * 12)
    assert rules.count_units([]) == rules.count_points([]) == 0
    assert [rules.count_units(tuple(range(n))) for n in (1, 2, 3)] == [5, 10, 15]
    # One third is dropped, two thirds count as a point.
    assert [rules.count_points(tuple(range(n))) for n in (1, 2, 3)] == [2, 3, 5]
    assert Fraction(rules.count_units((0,)), rules.unit) == Fraction(5, 3)


@pytest.mark.parametrize(
    ("cards", "error"),
    [((0, 0), DealError), ((12,), DealError), ((-1,), DealError), ((10**20,), DealError)]
    + [(cards, TypeError) for cards in (None, 3, "C1", ("C1",), (True,), (0.0,))],
)
def test_piles_that_are_none_are_refused(cards: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="cards"):
        ex.little_rules().count_points(cards)


def test_every_fault_of_rules_is_told() -> None:
    spec = ex.little(lanes=((0, 1), (1, 50)), values=(1,), sides=(0,), trump=5)
    with pytest.raises(OptionError) as caught:
        _core.PlayRules(spec, ex.LITTLE_NAMES)
    assert caught.value.code == "bad_rules"
    for place in ("lanes[1][1]", "values", "sides", "trump"):
        assert place in str(caught.value)


# Rules that use every part there is.
FULL = dataclasses.replace(
    ex.STOCK_SPEC,
    emperor=plan.Emperor(cards=(0, 1), winner=0),
    reserved=(plan.Reserved(seats=1, cards=(0,)),),
    piles=plan.PileRule(takes=(1,)),
    declarations=(plan.Declaration(cards=(0, 5), needed=2),),
    go_out=plan.GoOut(seat=0, units=66),
    prize=plan.Prize(card=3, seats=1),
)


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(plan.RulesSpec)])
@pytest.mark.parametrize("value", [object(), b"", 1.5, Ellipsis])
def test_attributes_of_wrong_types_say_where_they_stand(name: str, value: Any) -> None:
    spec = dataclasses.replace(FULL, **{name: value})
    with pytest.raises(TypeError, match=rf"^rules\.{name}"):
        _core.PlayRules(spec, ex.STOCK_NAMES)


@pytest.mark.parametrize("part", ["duty", "drawing", "emperor", "piles", "go_out", "prize"])
@pytest.mark.parametrize("value", [object(), -1, 10**30])
def test_attributes_within_say_where_they_stand(part: str, value: Any) -> None:
    inner = getattr(FULL, part)
    for field in dataclasses.fields(inner):
        broken = dataclasses.replace(inner, **{field.name: value})
        spec = dataclasses.replace(FULL, **{part: broken})
        with pytest.raises((TypeError, OptionError), match=rf"^rules\.{part}\.{field.name}"):
            _core.PlayRules(spec, ex.STOCK_NAMES)


@pytest.mark.parametrize("value", [-1, 256, 2**64, 10**1000, np.int64(-1)])
def test_numbers_beyond_a_byte_are_refused(value: Any) -> None:
    with pytest.raises(OptionError, match=r"rules\.seats") as caught:
        _core.PlayRules(ex.little(seats=value), ex.LITTLE_NAMES)
    assert caught.value.code == "out_of_range"


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"trump": "hearts"}, "trump"),
        ({"scheme": "fifths"}, "scheme"),
        ({"duty": plan.Duty(beat="NEVER")}, "duty.beat"),  # type: ignore[arg-type]
        ({"duty": plan.Duty(void="")}, "duty.void"),  # type: ignore[arg-type]
    ],
)
def test_unknown_words_list_the_known_ones(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(OptionError, match=rf"rules\.{where}.* is not one of") as caught:
        _core.PlayRules(ex.little(**changes), ex.LITTLE_NAMES)
    assert caught.value.code == "unknown_word"


def test_lists_and_numpy_integers_are_taken_too() -> None:
    spec = ex.little(lanes=[list(lane) for lane in ex.lanes(4, 3)], seats=np.uint8(3))
    assert _core.PlayRules(spec, ex.LITTLE_NAMES).seats == 3


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        (None, TypeError, "tuple or list"),
        ("C1C2", TypeError, "tuple or list"),
        ([1] * 12, TypeError, "string"),
        (ex.LITTLE_NAMES[:-1], OptionError, "11 names for a deck of 12"),
        ([*ex.LITTLE_NAMES, "C1"], OptionError, "two actions"),
        ([str(n) for n in range(70_000)], OptionError, "70000 names"),
    ],
)
def test_action_names_are_checked(actions: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        _core.PlayRules(ex.little(), actions)


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ({}, r"marriage:0 \(code 0\)"),
        ({0: 21, 1: 22, 2: 23, 3: 24, 8: 25}, r"close \(code 9\)"),
        ({0: 22, 1: 21, 2: 23, 3: 24, 8: 25, 9: 26}, "ascend"),
        ({0: 21, 1: 21, 2: 23, 3: 24, 8: 25, 9: 26}, "ascend"),
        ({0: 3, 1: 22, 2: 23, 3: 24, 8: 25, 9: 26}, "3 is not the action of a call"),
        ({0: 27}, "27 is not the action of a call"),
        ({16: 21}, "no call with this code"),
        ({-1: 21}, "a code in calls"),
        ({0: 10**30}, r"calls\[0\]"),
    ],
)
def test_calls_are_checked(calls: Any, words: str) -> None:
    names = [*ex.STOCK_NAMES, "bid", *ex.STOCK_CALLS]
    with pytest.raises(OptionError, match=words):
        _core.PlayRules(ex.STOCK_SPEC, names, calls)


@pytest.mark.parametrize("calls", [3, "calls", [(0, 21)], {"0": 21}, {0: "marriage"}])
def test_calls_of_wrong_types_are_refused(calls: Any) -> None:
    names = [*ex.STOCK_NAMES, "bid", *ex.STOCK_CALLS]
    with pytest.raises(TypeError, match="calls"):
        _core.PlayRules(ex.STOCK_SPEC, names, calls)


def test_a_payoff_tells_what_it_was_made_of() -> None:
    rules = ex.little_rules()
    payoff = ex.little_payoff(rules)
    assert payoff.rules is rules
    assert payoff.outcome == ex.LITTLE_AXES
    assert len(payoff.parts) == 1
    low, high = payoff.bounds()
    assert low.tolist() == [0.0, -32.0, -32.0]
    assert high.tolist() == [64.0, 0.0, 0.0]
    again = pickle.loads(pickle.dumps(payoff))  # noqa: S301
    assert again.bounds()[1].tolist() == high.tolist()
    assert again.outcome == payoff.outcome


def test_an_outcome_may_report_more_than_the_score_needs() -> None:
    rules = ex.little_rules()
    other = plan.Axis(plan.Points(seats=0b110, max=24))
    payoff = _core.Payoff(rules, ex.little_payoff(rules).parts, {"others": other})
    position = _core.Position(rules, ex.LITTLE_SETUP, payoff)
    assert dict(position.outcome()) == {"others": 0}
    assert dict(_core.Position(rules, ex.LITTLE_SETUP, _core.Payoff(rules, [])).outcome()) == {}


@pytest.mark.parametrize(
    ("fact", "size"),
    [
        (plan.Points(seats=1, max=70), 71),
        (plan.Tricks(seats=7), 5),
        (plan.LastTrick(), 4),
        (plan.Captured(cards=(1, 2), seats=1), 3),
        (plan.PrizeHolds(cards=(1, 2)), 3),
        (plan.Held(sets=((1, 2), (3, 4), (5,)), seats=7), 4),
        (plan.Fate(watched=0), 10),
        (plan.Fate(watched=0, window=3), 28),
        (plan.Declared(seat=0), 1),
        (plan.WentOut(), 2),
        (plan.Closed(), 10),
        (plan.EndedBy(), 1),
        (plan.Seats(points_over=3), 4),
        (plan.MostPoints(), 8),
    ],
)
def test_axes_have_as_many_values_as_their_facts(fact: plan.Fact, size: int) -> None:
    rules = ex.little_rules(watched=(0,))
    assert _core.Payoff.fact_size(rules, plan.Axis(fact)) == size
    assert _core.Payoff.axis_size(rules, plan.Axis(fact)) == size
    classes = tuple(value % 2 for value in range(size))
    assert _core.Payoff.axis_size(rules, plan.Axis(fact, classes)) == min(size, 2)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"table": np.zeros(124)}, "124 scores for 125 outcomes"),
        ({"table": np.zeros((5, 25))}, r"shape \[5, 25\]"),
        ({"table": np.zeros(())}, "1 scores"),
        ({"table": np.full(125, np.nan)}, "not a finite number"),
        ({"table": np.full(125, np.inf)}, "not a finite number"),
        ({"weights": np.zeros(2)}, "2 weights for 3 seats"),
        ({"weights": np.array([0, np.nan, 0])}, "not a finite number"),
        ({"axes": {"points": plan.Axis(plan.Points(seats=8, max=3))}}, "no_such_seat"),
        ({"axes": {"fate": plan.Axis(plan.Fate(watched=1))}}, "no_such_watched"),
        ({"axes": {"tricks": plan.Axis(plan.Tricks(seats=1), (0,))}}, "classes"),
    ],
)
def test_payoffs_are_checked(changes: dict[str, Any], words: str) -> None:
    given: dict[str, Any] = {
        "axes": ex.LITTLE_AXES,
        "table": np.zeros(125),
        "weights": np.zeros(3),
    } | changes
    with pytest.raises(OptionError, match=words) as caught:
        _core.Payoff(ex.little_rules(), [plan.PayoffPart(**given)])
    assert caught.value.code == "bad_payoff"


def test_one_name_means_one_axis() -> None:
    part = ex.little_payoff(ex.little_rules()).parts[0]
    axes = {"points": ex.LITTLE_AXES["points"], "tricks": plan.Axis(plan.Tricks(seats=0b010))}
    other = plan.PayoffPart(axes=axes, table=part.table, weights=part.weights)
    assert _core.Payoff(ex.little_rules(), [part, part]).outcome == ex.LITTLE_AXES
    with pytest.raises(OptionError, match="two different axes"):
        _core.Payoff(ex.little_rules(), [part, other])


@pytest.mark.parametrize(
    "changes",
    [
        {"axes": 3},
        {"axes": {3: ex.LITTLE_AXES["points"]}},
        {"axes": {"points": plan.Points(seats=1, max=3)}},
        {"table": "table"},
        {"table": [[1.0], [1.0, 2.0]]},
        {"weights": None},
    ],
)
def test_payoffs_of_wrong_types_are_refused(changes: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "axes": ex.LITTLE_AXES,
        "table": np.zeros(125),
        "weights": np.zeros(3),
    } | changes
    with pytest.raises((TypeError, OptionError)):
        _core.Payoff(ex.little_rules(), [plan.PayoffPart(**given)])


def test_tables_in_any_order_of_memory_and_any_number_type_are_read_alike() -> None:
    rules = ex.little_rules()
    table = np.arange(125).reshape(25, 5)
    weights = np.ones(3)
    positions = [
        _core.Position(rules, plan.Setup(hands=((6,), (0,), (1,)), leader=0), payoff)
        for payoff in (
            _core.Payoff(rules, [plan.PayoffPart(axes=ex.LITTLE_AXES, table=t, weights=weights)])
            for t in (
                table.astype(np.float64),
                np.asfortranarray(table, dtype=np.float64),
                np.repeat(table, 2, axis=1)[:, ::2].astype(np.float64),
                table.ravel().astype(np.float64),
                table.astype(np.int32).astype(np.float64)[::-1][::-1],
            )
        )
    ]
    for position in positions:
        for card in (6, 0, 1):
            position.play(card)
        assert position.returns().tolist() == [21.0] * 3
