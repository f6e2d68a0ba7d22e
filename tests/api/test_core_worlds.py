"""`ultimo._core.Worlds`: what it draws does not depend on how, and bad data is refused."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ultimo import plan
from ultimo._core import Worlds
from ultimo.errors import DealError, UltimoError

SPEC = plan.WorldsSpec(
    deck_size=8,
    cases=(
        plan.Case(
            groups=(
                plan.Slots(slots=(0, 1, 2), is_hand=True),
                plan.Slots(slots=(3, 4), is_hand=True),
                plan.Slots(slots=(5,), is_hand=False),
            ),
            kinds=(
                plan.CardKind(cards=(0, 1, 2, 3), groups=(0, 1, 2)),
                plan.CardKind(cards=(4, 5), groups=(0, 1)),
            ),
        ),
    ),
    row=(0, 0, 0, 0, 0, 5, -7, -8),
    hands=(
        plan.RowHand(columns=(0, 1, 2), slots=(0, 1, 2), cards=(), without=()),
        plan.RowHand(columns=(3, 4), slots=(3, 4), cards=(), without=()),
    ),
    seats=2,
)


def test_rows_depend_on_seed_number_and_attempt_alone() -> None:
    worlds = Worlds(SPEC)
    assert worlds.is_possible
    rows, laid, tried, missing = worlds.rows(3000, seed=1, tries=1, threads=1)
    assert rows.shape == (3000, 8)
    assert laid.shape == (3000, 0)
    assert (tried, missing) == (3000, None)
    assert (np.sort(rows, axis=1) == np.arange(8)).all()
    assert (rows[:, 6:] == [6, 7]).all()
    assert (rows[:, 5] < 4).all()
    again = worlds.rows(3000, seed=1, tries=9, threads=2)[0]
    assert (again == rows).all()
    assert (worlds.rows(10, seed=1, tries=1, start=2990)[0] == rows[2990:]).all()
    for other in (
        worlds.rows(3000, seed=2, tries=1)[0],
        worlds.rows(3000, seed=1, tries=1, attempt=1)[0],
    ):
        assert not (other == rows).all()
    # One of four cards lies alone, and three of the other five in the first hand.
    assert len({row.tobytes() for row in rows}) == 4 * 10


def test_tries_can_be_too_few() -> None:
    void = (plan.Void(cards=(4,), equals=(4,)),)
    rows, _, tried, missing = Worlds(replace(SPEC, void=void)).rows(50, seed=1, tries=40)
    assert (tried, missing) == (40, 0)
    assert rows.shape == (50, 8)
    assert Worlds(SPEC).rows(3, seed=1, tries=0)[2:] == (0, 0)


HUGE = 2**40


@pytest.mark.parametrize(
    "change",
    [
        {"deck_size": 300},
        {"deck_size": -1},
        {"deck_size": 7},
        {"row": (0,) * 7},
        {"row": (0,) * 7 + (HUGE,)},
        {"row": None},
        {"cases": None},
        {"cases": (None,)},
        {"hands": (plan.RowHand(columns=(9,), slots=(0,), cards=(), without=()),)},
        {"hands": (plan.RowHand(columns=(0,), slots=(200,), cards=(), without=()),)},
        {"hands": (plan.RowHand(columns=(0,), slots=(0,), cards=(8,), without=()),)},
        {"lay": plan.Lay(laid=(3,), kept=(), kept_cards=(), events=(), tiers=())},
        {"lay": plan.Lay(laid=(), kept=(), kept_cards=(99,), events=(), tiers=())},
        {"void": (None,)},
    ],
)
def test_bad_specifications_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UltimoError):
        Worlds(replace(SPEC, **change))


def test_cases_that_do_not_fit_are_refused_or_impossible() -> None:
    (case,) = SPEC.cases
    for groups in (
        (plan.Slots(slots=(0, 0), is_hand=True),),
        (plan.Slots(slots=(200,), is_hand=True),),
    ):
        with pytest.raises(DealError) as caught:
            Worlds(replace(SPEC, cases=(replace(case, groups=groups),)))
        assert caught.value.code == "bad_worlds"
    kinds = (plan.CardKind(cards=(0, 1, 2, 3, 4, 5), groups=(7, 99, 200)),)
    assert not Worlds(replace(SPEC, cases=(replace(case, kinds=kinds),))).is_possible
    assert not Worlds(replace(SPEC, cases=())).is_possible
    many = plan.Case(
        groups=tuple(plan.Slots(slots=(slot,), is_hand=False) for slot in range(60)),
        kinds=tuple(
            plan.CardKind(cards=(card,), groups=tuple(set(range(60)) - {card}))
            for card in range(60)
        ),
    )
    with pytest.raises(DealError) as caught:
        Worlds(plan.WorldsSpec(deck_size=60, cases=(many,), row=tuple(range(60))))
    assert caught.value.code == "too_many_cases"


# Worlds that are followed back step by step: cards 0 to 3 in two hands of two, of which the second
# took one card from the first unseen, which had three.

STEP = plan.TrailStep(
    seen=(),
    mixed=(),
    unseen=(plan.Unseen(to=1, sources=(0,), stayed=(), others=()),),
    allowed=((0, 1, 2, 3), (0, 1, 2, 3)),
)
TRAILS = plan.TrailsSpec(
    deck_size=4,
    places=2,
    cases=(
        plan.Case(
            groups=(
                plan.Slots(slots=(0, 1), is_hand=True),
                plan.Slots(slots=(2, 3), is_hand=True),
            ),
            kinds=(plan.CardKind(cards=(0, 1, 2, 3), groups=(0, 1)),),
        ),
    ),
    slots=(0, 0, 1, 1),
    known=(),
    steps=(STEP,),
    row=(),
    hands=(
        plan.TrailHand(columns=(0, 1, 2), place=0),
        plan.TrailHand(columns=(3,), place=1),
    ),
    seats=2,
)


def counts(spec: plan.TrailsSpec, n: int = 4000) -> dict[int, int]:
    """Counts which card the second hand was dealt."""
    rows, _, _, missing = Worlds(spec).rows(n, seed=3, tries=100)
    assert missing is None
    assert (np.sort(rows, axis=1) == np.arange(4)).all()
    return {int(card): int((rows[:, 3] == card).sum()) for card in np.unique(rows[:, 3])}


def test_trails_lead_back_each_way_equally_likely() -> None:
    found = counts(TRAILS)
    assert set(found) == {0, 1, 2, 3}
    assert all(850 < number < 1150 for number in found.values())


def test_trails_hold_what_is_known() -> None:
    step = replace(STEP, allowed=((0, 1, 2), (3,)))
    assert set(counts(replace(TRAILS, steps=(step,)))) == {3}
    (case,) = TRAILS.cases
    low, high = (0, 1), (2, 3)
    cases = tuple(
        replace(
            case,
            kinds=(plan.CardKind(cards=one, groups=(0,)), plan.CardKind(cards=two, groups=(1,))),
        )
        for one, two in ((low, high), (high, low))
    )
    found = counts(replace(TRAILS, cases=cases))
    assert all(850 < number < 1150 for number in found.values())
    holding = plan.Holding(place=1, cards=(0, 1), at_least=1, at_most=1)
    found = counts(replace(TRAILS, steps=(replace(STEP, holdings=(holding,)),)))
    assert set(found) == {0, 1}
    laid = plan.LaidCard(place=0, card=None, tiers=((0, 1), (2, 3)))
    spec = replace(TRAILS, steps=(replace(STEP, laid=laid),))
    rows, secret, *_ = Worlds(spec).rows(2000, seed=3, tries=100)
    # The first hand held three cards, and so one of the first tier: such a card was laid away.
    assert secret.shape == (2000, 1)
    assert (secret < 2).all()
    assert (rows[:, :3] == secret).any(axis=1).all()
    stayed = plan.Unseen(to=1, sources=(0,), stayed=(2,), others=())
    assert set(counts(replace(TRAILS, steps=(replace(STEP, unseen=(stayed,)),)))) == {2}
    void = (plan.Void(cards=(3,), equals=(3,)),)
    row = Worlds(replace(TRAILS, void=void)).rows(5, seed=1, tries=20)
    assert row[3] == 0


@pytest.mark.parametrize(
    "change",
    [
        {"deck_size": 200},
        {"places": 1},
        {"places": 255},
        {"slots": (0, 0, 1, 9)},
        {"known": ((9, 0),)},
        {"known": ((0, 9),)},
        {"known": ((0,),)},
        {"row": ((0, 7),)},
        {"fixed": ((9, 0),)},
        {"hands": (plan.TrailHand(columns=(9,), place=0),)},
        {"hands": (plan.TrailHand(columns=(0,), place=4),)},
        {"cases": (replace(TRAILS.cases[0], kinds=(plan.CardKind(cards=(99,), groups=(0,)),)),)},
        {"cases": (None,)},
        {"steps": (None,)},
        {"steps": (replace(STEP, seen=((0, 0, 7),)),)},
        {"steps": (replace(STEP, seen=((0, 0, 999),)),)},
        {"steps": (replace(STEP, mixed=(plan.Mixed(cards=(0, 1), places=(0,)),)),)},
        {"steps": (replace(STEP, allowed=((0,),)),)},
        {"steps": (replace(STEP, unseen=(plan.Unseen(to=9, sources=(), stayed=(), others=()),)),)},
        {"steps": (replace(STEP, laid=plan.LaidCard(place=9, card=0, tiers=())),)},
        {"steps": (replace(STEP, laid=plan.LaidCard(place=0, card=9, tiers=())),)},
        {"steps": (replace(STEP, unseen=(), laid=plan.LaidCard(place=0, card=None, tiers=())),)},
        {
            "steps": (
                replace(STEP, holdings=(plan.Holding(place=9, cards=(), at_least=0, at_most=1),)),
            )
        },
    ],
)
def test_bad_trails_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UltimoError):
        Worlds(replace(TRAILS, **change))


def test_what_cannot_be_undone_is_no_world() -> None:
    step = replace(STEP, unseen=(plan.Unseen(to=1, sources=(0, 0, 0), stayed=(), others=()),))
    assert Worlds(replace(TRAILS, steps=(step,))).rows(1, seed=1, tries=5)[2:] == (5, 0)
    assert not Worlds(
        replace(TRAILS, cases=(plan.Case(groups=(), kinds=TRAILS.cases[0].kinds),))
    ).is_possible
