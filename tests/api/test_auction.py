"""Auctions and kontra that know no game: order, pass, overcall, hold, last word, doublings."""

import pytest

from ultimo.auction import Bidding, Circle, Levels, Steps, turn_order


def said(bidding: Bidding, *calls: int | None) -> Bidding:
    for rank in calls:
        bidding = bidding.after_pass() if rank is None else bidding.after_bid(rank)
    return bidding


def test_turn_order_begins_anywhere() -> None:
    assert turn_order(2, 4) == (2, 3, 0, 1)


def test_once_round_everybody_speaks_once() -> None:
    bidding = said(Bidding.open((1, 2, 0), once=True), 2, None)
    assert (bidding.speaker, bidding.ranks(range(4))) == (0, (3,))
    over = said(bidding, 3)
    assert (over.is_over, over.bidder, over.high) == (True, 0, 3)
    assert over.calls == ((1, 2), (2, None), (0, 3))


def test_once_round_the_last_speaks_though_all_others_passed() -> None:
    bidding = said(Bidding.open((0, 1, 2), once=True), None, None)
    assert bidding.speaker == 2
    assert said(bidding, None).is_over
    assert said(bidding, None).bidder is None
    assert said(bidding, 1).bidder == 2


def test_passing_is_final_and_the_last_bidder_wins() -> None:
    # rules/preferansz.md, example 10.
    bidding = said(Bidding.open((0, 1, 2)), 1, 3, None, 5)
    assert bidding.speaker == 1
    assert bidding.ranks(range(1, 13)) == tuple(range(6, 13))
    over = said(bidding, 7, None)
    assert (over.is_over, over.bidder, over.high) == (True, 1, 7)


def test_one_bid_is_enough_if_the_others_pass() -> None:
    assert said(Bidding.open((0, 1, 2)), None, 2, None).is_over
    assert said(Bidding.open((0, 1, 2)), None, None).speaker == 2
    assert said(Bidding.open((0, 1, 2)), None, None, 4).bidder == 2
    assert said(Bidding.open((0, 1, 2)), None, None, None).is_over


def test_seats_without_priority_never_hold_and_all_others_may_hold_against_them() -> None:
    # rules/preferansz.md, `forehand_hold`.
    bidding = said(Bidding.open((0, 1, 2), priority=(0,)), None, 1)
    assert not bidding.beats(1)
    bidding = said(Bidding.open((0, 1, 2), priority=(0,)), 1)
    assert not bidding.beats(1)
    bidding = said(Bidding.open((0, 1, 2), priority=(0,)), 1, 2, None)
    assert (bidding.speaker, bidding.beats(2), bidding.beats(1)) == (0, True, False)
    held = said(bidding, 2)
    assert (held.speaker, held.bidder, held.beats(2)) == (1, 0, False)


def test_higher_priority_holds_and_the_last_word_confirms() -> None:
    # rules/slovenian_tarok.md, example 17: seats 1, 2, 3 and then forehand speak.
    opened = Bidding.open((1, 2, 3, 0), priority=(0, 1, 2, 3), last_word=True)
    bidding = said(opened, None, 3, None)
    assert bidding.speaker == 0
    assert bidding.beats(3)
    held = said(bidding, 3)
    assert (held.speaker, held.bidder) == (2, 0)
    assert not held.beats(3)
    assert held.beats(4)
    last = said(held, None)
    assert (last.speaker, last.is_last_word, last.beats(3), last.beats(2)) == (0, True, True, False)
    assert said(last, 3).is_over
    assert said(last, 5).high == 5


def test_forehand_speaks_alone_when_all_others_passed() -> None:
    opened = Bidding.open((1, 2, 0), priority=(0, 1, 2), last_word=True)
    bidding = said(opened, None, None)
    assert (bidding.speaker, bidding.is_last_left, bidding.bidder) == (0, True, None)
    assert said(bidding, 1).is_over


def test_nobody_speaks_when_it_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        said(Bidding.open((0, 1), once=True), None, None, None)


LADDER = Levels(objects=("game", "trula"), top=3)


def test_sides_take_turns_on_the_ladder() -> None:
    assert LADDER.raisable(declarers=True) == ()
    once = LADDER.raised("game")
    assert once.raisable(declarers=True) == ("game",)
    assert once.raisable(declarers=False) == ("trula",)
    top = once.raised("game").raised("game")
    assert top.level("game") == 3
    assert top.raisable(declarers=True) == ()


def test_circle_ends_when_all_pass_in_a_row() -> None:
    circle = Circle.open(LADDER, (1, 2, 0), frozenset([0]))
    circle = circle.after_raise("trula").after_raise("game").after_pass()
    assert (circle.speaker, circle.options()) == (2, ())
    circle = circle.after_pass()
    assert (circle.speaker, circle.options()) == (0, ("game", "trula"))
    circle = circle.after_raise("game").after_pass().after_pass().after_pass()
    assert circle.speaker == 0
    circle = circle.after_pass()
    assert circle.speaker is None
    assert circle.ladder.levels == {"trula": 1, "game": 2}


def test_steps_answer_only_what_was_raised() -> None:
    # rules/ulti.md: jointly by both defenders, component by component.
    steps = Steps.open(Levels(objects=("P", "U"), top=5), (1, 2), 0)
    steps = steps.after_raise("U").after_done()
    assert (steps.speaker, steps.options()) == (2, ("P",))
    steps = steps.after_done()
    assert (steps.speaker, steps.options()) == (0, ("U",))
    steps = steps.after_raise("U").after_done()
    assert (steps.speaker, steps.options()) == (1, ("U",))
    steps = steps.after_done().after_done()
    assert steps.speaker is None
    assert steps.ladder.levels == {"U": 2}


def test_steps_end_at_the_top() -> None:
    steps = Steps.open(Levels(objects=("game",), top=2), (1, 2), 0)
    steps = steps.after_raise("game").after_done().after_done().after_raise("game").after_done()
    assert steps.speaker is None
    assert steps.ladder.level("game") == 2


def test_one_kontra_is_enough_where_the_rules_say_so() -> None:
    # rules/snapszer.md: as soon as one has said kontra, the round stops.
    steps = Steps.open(
        Levels(objects=("game",), top=2), (1, 2, 3), 0, first_only=True, barred=frozenset([1])
    )
    assert steps.options() == ()
    steps = steps.after_done().after_raise("game")
    assert (steps.speaker, steps.options()) == (0, ("game",))
    assert steps.after_done().speaker is None
    assert steps.after_raise("game").ladder.level("game") == 2


def test_defenders_double_their_own_payment() -> None:
    # rules/ulti.md, no-trump games: the levels of the defenders do not influence each other.
    steps = Steps.open(Levels(objects=(1, 2), top=5), (1, 2), 0, own=True)
    assert steps.options() == (1,)
    steps = steps.after_done()
    assert steps.options() == (2,)
    steps = steps.after_raise(2).after_done()
    assert (steps.speaker, steps.options()) == (0, (2,))
    steps = steps.after_raise(2).after_done()
    assert (steps.speaker, steps.options()) == (2, (2,))
    assert steps.after_done().speaker is None


def test_the_ladder_as_said_holds_the_raises_of_the_present_step() -> None:
    steps = Steps.open(Levels(objects=(1, 2), top=2), (1, 2), 0, own=True).after_raise(1)
    assert (steps.ladder.level(1), steps.said.level(1)) == (0, 1)
    answered = steps.after_done().after_done()
    assert (answered.speaker, answered.ladder.level(1)) == (0, 1)
    assert answered.after_raise(1).said.level(1) == 2
