"""Playouts: each row as if it were played alone, whatever the threads; and hostile arrays."""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.api import core_examples as ex
from tests.oracle import chacha

from ultimo import _core, plan
from ultimo.errors import DealError, OptionError

Plan = tuple[_core.PlayRules, _core.Payoff | None, plan.RowPlan]


def little() -> Plan:
    """The small rules with their payoff."""
    rules = ex.little_rules()
    return rules, ex.little_payoff(rules), ex.LITTLE_ROWS


def stock() -> Plan:
    """The rules with a stock and calls."""
    return ex.stock_rules(), None, ex.STOCK_ROWS


def wide() -> Plan:
    """The rules of the large deck."""
    rules = ex.wide_rules()
    return rules, ex.wide_payoff(rules), ex.WIDE_ROWS


CASES = [(little, ex.LITTLE_DEAL), (stock, ex.STOCK_DEAL), (wide, ex.WIDE_DEAL)]


def play_alone(how: Plan, row: Any, seed: int, deal: int) -> _core.Position:
    """Plays one row out move by move, choosing with plain ChaCha8."""
    rules, payoff, rows = how
    position = _core.Position(rules, ex.setup_of_row(row, rows), payoff)
    stream = chacha.Stream(seed, deal, chacha.PLAYOUT_BLOCK)
    while not position.is_over:
        legal = position.legal_actions()
        position.play(legal[stream.below(len(legal))])
    return position


@pytest.mark.parametrize(("make", "deal"), CASES)
def test_rows_are_played_as_if_alone(make: Callable[[], Plan], deal: plan.DealSpec) -> None:
    how, n, seed, start = make(), 60, 11, 5
    out = _core.simulate([how], deal, n, seed=seed, start=start, plays=True)
    rows = _core.deal_rows(deal, n, seed=seed, start=start)
    seats = how[0].seats
    assert len(out) == n
    assert out.returns.shape == out.points.shape == out.tricks.shape == (n, seats)
    kinds = [array.dtype.name for array in (out.returns, out.points, out.tricks)]
    assert kinds == ["float64", "int32", "uint8"]
    assert out.plays is not None
    assert out.plays.dtype == np.uint8
    lengths = []
    for i, row in enumerate(rows):
        position = play_alone(how, row, seed, start + i)
        expected = position.returns().tolist() if how[1] is not None else [0.0] * seats
        assert out.returns[i].tolist() == expected
        assert out.points[i].tolist() == list(position.points)
        assert out.tricks[i].tolist() == list(position.tricks)
        line = [action for _, action in position.history]
        assert out.plays[i, : len(line)].tolist() == line
        assert (out.plays[i, len(line) :] == 255).all()
        lengths.append(len(line))
    assert out.plays.shape == (n, max(lengths))
    assert out.moves == sum(lengths)


@pytest.mark.parametrize(("make", "deal"), CASES)
@pytest.mark.parametrize("threads", [2, 3, None])
def test_results_do_not_depend_on_threads_cuts_or_who_dealt(
    make: Callable[[], Plan], deal: plan.DealSpec, threads: int | None
) -> None:
    how, n = make(), 3_000
    out = _core.simulate([how], deal, n, seed=3, plays=True, threads=1)
    assert out.plays is not None
    given = _core.deal_rows(deal, n, seed=3)
    for again in (
        _core.simulate([how], deal, n, seed=3, plays=True, threads=threads),
        _core.simulate([how], given, seed=3, plays=True, threads=threads),
        _core.simulate([how], np.asfortranarray(given), n, seed=3, plays=True),
        _core.simulate([how], np.repeat(given, 2, axis=0)[::2], seed=3, plays=True),
    ):
        assert (again.returns == out.returns).all()
        assert (again.points == out.points).all()
        assert (again.tricks == out.tricks).all()
        assert again.plays is not None
        assert (again.plays == out.plays).all()
        assert again.moves == out.moves
    part = _core.simulate([how], deal, 1_000, seed=3, start=1_234, threads=threads)
    assert (part.returns == out.returns[1_234:2_234]).all()
    assert part.plays is None


def test_every_row_has_its_own_plan() -> None:
    plans = [little(), (ex.little_rules(trump=None), None, ex.LITTLE_ROWS)]
    plan_of = np.arange(1_000) % 2
    out = _core.simulate(plans, ex.LITTLE_DEAL, 1_000, seed=1, plan_of=plan_of)
    for number, how in enumerate(plans):
        alone = _core.simulate([how], ex.LITTLE_DEAL, 1_000, seed=1)
        mine = plan_of == number
        assert (out.returns[mine] == alone.returns[mine]).all()
        assert (out.points[mine] == alone.points[mine]).all()
    assert not out.returns[plan_of == 1].any()
    for kind in (np.uint8, np.int16, np.uint64, ">i4"):
        again = _core.simulate(
            plans, ex.LITTLE_DEAL, 1_000, seed=1, plan_of=plan_of.astype(kind)[::-1][::-1]
        )
        assert (again.returns == out.returns).all()


def test_choices_among_legal_moves_are_uniform() -> None:
    out = _core.simulate([little()], ex.LITTLE_DEAL, 40_000, seed=8, plays=True)
    rows = _core.deal_rows(ex.LITTLE_DEAL, 40_000, seed=8)
    assert out.plays is not None
    counts = Counter((rows[:, :4] == out.plays[:, :1]).argmax(axis=1).tolist())
    chi = sum((counts[place] - 10_000) ** 2 / 10_000 for place in range(4))
    assert chi < 3 + 5 * 6**0.5


def test_no_deals_give_empty_arrays() -> None:
    out = _core.simulate([little()], ex.LITTLE_DEAL, 0, seed=1, plays=True)
    assert out.returns.shape == (0, 3)
    assert out.plays is not None
    assert out.plays.shape == (0, 0)
    assert out.moves == 0


def test_the_given_rows_are_left_as_they_are() -> None:
    rows = _core.deal_rows(ex.LITTLE_DEAL, 700, seed=1)
    rows.flags.writeable = False
    before = rows.copy()
    _core.simulate([little()], rows, seed=1)
    assert (rows == before).all()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param((700, 3, 12), "not in the deck", id="no such card"),
        pytest.param((700, 3, 255), "not in the deck", id="padding"),
        pytest.param((700, 0, "again"), "a card twice", id="a card twice"),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_are_no_deals_are_named(spoil: Any, words: str, threads: int) -> None:
    rows = _core.deal_rows(ex.LITTLE_DEAL, 2_000, seed=1)
    row, column, card = spoil
    for at in (row, row + 900):
        rows[at, column] = rows[at, column + 1] if card == "again" else card
    with pytest.raises(DealError, match=f"row {row} is no deal for its plan: .*{words}") as caught:
        _core.simulate([little()], rows, seed=1, threads=threads)
    assert caught.value.code == "bad_row"


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [[0] * 12],
        "rows",
        np.zeros(12, dtype=np.uint8),
        np.zeros((1, 1, 12), dtype=np.uint8),
        np.zeros((1, 12), dtype=np.int64),
        np.full((1, 12), np.nan),
        np.zeros((1, 12), dtype=bool),
        np.zeros((1, 12), dtype=object),
    ],
)
def test_deals_of_wrong_types_are_refused(rows: Any) -> None:
    with pytest.raises(TypeError, match=r"deals: expected a DealSpec or an array \(n, columns\)"):
        _core.simulate([little()], rows, seed=1)


def test_deals_need_the_columns_of_their_plans() -> None:
    with pytest.raises(DealError, match="need 12 columns, the deals have 11") as caught:
        _core.simulate([little()], np.zeros((1, 11), dtype=np.uint8), seed=1)
    assert caught.value.code == "columns"
    small = plan.DealSpec(deck_size=5, place=(0, 1, 2, 3, 4), hand_sizes=(1,))
    with pytest.raises(DealError, match="need 12 columns, the deals have 5"):
        _core.simulate([little()], small, 1, seed=1)


def test_the_number_of_deals_is_asked_for_and_checked() -> None:
    with pytest.raises(OptionError, match="n is needed"):
        _core.simulate([little()], ex.LITTLE_DEAL, seed=1)
    rows = _core.deal_rows(ex.LITTLE_DEAL, 3, seed=1)
    with pytest.raises(OptionError, match="number of rows, which is 3"):
        _core.simulate([little()], rows, 4, seed=1)
    for n in (-1, 10**30):
        with pytest.raises(OptionError):
            _core.simulate([little()], ex.LITTLE_DEAL, n, seed=1)
    for n in (10**14, 2**62):
        with pytest.raises(MemoryError):
            _core.simulate([little()], ex.LITTLE_DEAL, n, seed=1)


@pytest.mark.parametrize(
    ("plans", "error", "words"),
    [
        ([], OptionError, "one or more"),
        (None, TypeError, "plans"),
        ([None], TypeError, r"plans\[0\]"),
        ([(1, 2)], TypeError, "rules, payoff and columns"),
        ([(1, None, ex.LITTLE_ROWS)], TypeError, "PlayRules"),
        ([(ex.little_rules(), 3, ex.LITTLE_ROWS)], TypeError, "Payoff or None"),
        ([(ex.little_rules(), None, None)], TypeError, r"plans\[0\]\[2\]"),
        ([little(), stock()], OptionError, "equally many seats"),
        (
            [(ex.little_rules(), ex.little_payoff(ex.little_rules(trump=1)), ex.LITTLE_ROWS)],
            OptionError,
            "other rules",
        ),
        (
            [(ex.little_rules(), None, plan.RowPlan(hands=((0,), (0,), (1,)), leader=5))],
            OptionError,
            "card_twice.*no_such_seat",
        ),
    ],
)
def test_plans_are_checked(plans: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        _core.simulate(plans, ex.LITTLE_DEAL, 1, seed=1)


@pytest.mark.parametrize(
    ("plan_of", "error"),
    [
        (np.zeros(4, dtype=int), OptionError),
        (np.array([0, 0, 1]), OptionError),
        (np.array([0, 0, -1]), OptionError),
        (np.zeros((3, 1), dtype=int), TypeError),
        (np.zeros(3), TypeError),
        (np.array([0, np.nan, 0]), TypeError),
        (np.zeros(3, dtype=bool), TypeError),
        ([0, 0, 0], TypeError),
        (3, TypeError),
    ],
)
def test_plan_numbers_are_checked(plan_of: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="plan_of"):
        _core.simulate([little()], ex.LITTLE_DEAL, 3, seed=1, plan_of=plan_of)


@pytest.mark.parametrize(
    "changes",
    [{"seed": -1}, {"seed": 2**64}, {"start": -1}, {"threads": 0}, {"threads": 10**9}],
)
def test_numbers_are_checked(changes: dict[str, int]) -> None:
    given: dict[str, Any] = {"seed": 1} | changes
    with pytest.raises(OptionError):
        _core.simulate([little()], ex.LITTLE_DEAL, 1, **given)


def test_moves_beyond_a_byte_are_not_recorded() -> None:
    names = [*ex.STOCK_NAMES, *(f"bid:{n}" for n in range(240)), *ex.STOCK_CALLS]
    calls = dict(zip((0, 1, 2, 3, 8, 9), range(260, 266), strict=True))
    how = (_core.PlayRules(ex.STOCK_SPEC, names, calls), None, ex.STOCK_ROWS)
    assert len(_core.simulate([how], ex.STOCK_DEAL, 10, seed=1)) == 10
    with pytest.raises(OptionError, match="below 255"):
        _core.simulate([how], ex.STOCK_DEAL, 10, seed=1, plays=True)


def test_progress_is_told_and_may_stop_the_work() -> None:
    seen: list[tuple[int, int]] = []
    n = 100_000
    _core.simulate(
        [little()], ex.LITTLE_DEAL, n, seed=1, progress=lambda done, of: seen.append((done, of))
    )
    assert len(seen) > 1
    assert seen == sorted(set(seen))
    assert seen[-1] == (n, n)

    def stop(_done: int, _of: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _core.simulate([little()], ex.LITTLE_DEAL, n, seed=1, progress=stop)


def test_other_threads_run_meanwhile() -> None:
    ticks, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    _core.simulate([wide()], ex.WIDE_DEAL, 60_000, seed=1, threads=1)
    stop.set()
    thread.join()
    assert ticks >= 10


def interrupted_after(work: Callable[[], object]) -> float:
    """Sends Ctrl-C into work that would take minutes, and says how long it then lasted."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    began = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()
    return time.monotonic() - began


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_ctrl_c_stops_long_work() -> None:
    assert interrupted_after(lambda: _core.simulate([wide()], ex.WIDE_DEAL, 10**7, seed=1)) < 20
    assert interrupted_after(lambda: _core.deal_rows(ex.LITTLE_DEAL, 10**8, seed=1)) < 20
    row = _core.deal_rows(ex.WIDE_DEAL, 1, seed=1)[0]
    position = _core.Position(ex.wide_rules(), ex.setup_of_row(row, ex.WIDE_ROWS))
    assert interrupted_after(lambda: position.perft(40)) < 20
    # It may be played on.
    position.play(position.legal_actions()[0])


@pytest.mark.parametrize(
    ("policy", "error", "words"),
    [
        ("greedy", OptionError, "policy: it is random, highest or lowest"),
        (7, TypeError, "policy: expected a name or an array"),
        ([[0] * 13] * 3, TypeError, "policy: expected a name or an array"),
        (np.zeros((3, 13)), TypeError, "policy: expected a name or an array"),
        (np.zeros(13, dtype=np.int64), TypeError, "policy: expected a name or an array"),
        (np.zeros((2, 13), dtype=np.int64), OptionError, r"shape \(3, 13\), not \(2, 13\)"),
        (np.zeros((3, 12), dtype=np.int64), OptionError, r"shape \(3, 13\), not \(3, 12\)"),
    ],
)
def test_policies_that_fit_no_plan_are_refused(policy: Any, error: Any, words: str) -> None:
    assert len(little()[0].actions) == 13
    with pytest.raises(error, match=words):
        _core.simulate([little()], ex.LITTLE_DEAL, 3, seed=1, policy=policy)
