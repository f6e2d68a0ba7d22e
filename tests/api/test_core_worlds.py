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
