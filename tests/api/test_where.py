"""Deals with conditions: what a condition says, how it is written, and what is refused."""

import random
import signal
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS

import ultimo
from ultimo import where
from ultimo.errors import ArgumentError, DealError, NotationError, SeatError, UltimoError

TAROK = ultimo.game("slovenian_tarok", players=3)
FRENCH = ultimo.game("french_tarot", players=4)
S2 = ultimo.game("snapszer", players=2)
S3 = ultimo.game("snapszer", players=3)
WHIST = ultimo.game("whist")


# Each kind, checked by plain Python on the deals.

KINDS: list[tuple[Any, Any, Callable[[Any], bool]]] = [
    (TAROK, "0 holds T22 XXI", lambda d: {"T22", "T21"} <= set(d.hands[0])),
    (TAROK, "talon lacks T*", lambda d: not any(c[0] == "T" for c in d.talon)),
    (TAROK, "2 count *K = 3", lambda d: sum(c[1:] == "K" for c in d.hands[2]) == 3),
    (TAROK, "1 length H 5..6", lambda d: 5 <= sum(c[0] == "H" for c in d.hands[1]) <= 6),
    (TAROK, "0 points >= 40", lambda d: TAROK.count_points(d.hands[0]) >= 40),
    (TAROK, "0 points 17..18", lambda d: 17 <= TAROK.count_points(d.hands[0]) <= 18),
    (TAROK, "talon points <= 2", lambda d: TAROK.count_points(d.talon) <= 2),
    (TAROK, "talon:2 holds T1", lambda d: d.talon[2] == "T1"),
    (FRENCH, "3 points >= 31.5", lambda d: FRENCH.count_points(d.hands[3]) >= Fraction(63, 2)),
    (FRENCH, "talon points = 5", lambda d: FRENCH.count_points(d.talon) == 5),
    (S3, "first count *A *T = 2", lambda d: sum(c[1] in "AT" for c in d.first) == 2),
    (
        FRENCH,
        "0 holds EX and not 0 holds T1",
        lambda d: "EX" in d.hands[0] and "T1" not in d.hands[0],
    ),
    (WHIST, "turned count *A *T >= 1", lambda d: d.turned[1] in "AT"),
    (S2, "0 length H >= 3; stock:0 length H >= 1", lambda d: d.talon[0][0] == "H"),
    (
        WHIST,
        "0 length S >= 7 or 1 length S >= 7",
        lambda d: any(sum(c[0] == "S" for c in d.hands[s]) >= 7 for s in (0, 1)),
    ),
    (
        WHIST,
        "not (0 length S 2..5 or 0 holds HA) and 2 lacks CA",
        lambda d: (
            not 2 <= sum(c[0] == "S" for c in d.hands[0]) <= 5
            and "HA" not in d.hands[0]
            and "CA" not in d.hands[2]
        ),
    ),
]


@pytest.mark.parametrize(("game", "text", "holds"), KINDS, ids=[text for _, text, _ in KINDS])
def test_every_deal_satisfies_its_conditions(
    game: Any, text: str, holds: Callable[[Any], bool]
) -> None:
    found: list[where.Report] = []
    rows = game.deals(200, seed=3, where=text, report=found.append)
    assert all(holds(game.deal_from_row(row)) for row in rows)
    assert len({row.tobytes() for row in rows}) > 190
    assert (np.sort(rows, axis=1) == np.arange(game.deck.size)).all()
    (report,) = found
    assert report.deals == 200
    assert report.tries == 200 + sum(report.rejected.values())
    # The text of a condition says the same.
    again = game.deals(200, seed=3, where=str(where.read(text)))
    assert (again == rows).all()


@pytest.mark.parametrize("label", [name for name, game in VARIANTS.items() if game.bids])
def test_every_game_deals_under_conditions(label: str) -> None:
    game = VARIANTS[label]
    layout = game.layout(game.terms())
    rng = random.Random(label)
    wanted = rng.sample(range(game.deck.size), 2)
    seats = [seat for seat, size in enumerate(layout.hands) if size > 1]
    codes = [game.deck.codes[card] for card in wanted]
    both = where.holds(seats[0], codes[:1]) & where.holds(seats[-1], codes[1:])
    rows = game.deals(40, seed=1, where=[both])
    columns = layout.columns()
    for row in rows:
        deal = game.deal_from_row(row)
        assert codes[0] in deal.hands[seats[0]]
        assert codes[1] in deal.hands[seats[-1]]
        game.check_deal(deal)
        for seat in seats[1:-1]:
            assert len(deal.hands[seat]) == len(columns[seat])


def test_builders_say_what_their_text_says() -> None:
    built = [
        (where.holds(0, ["T22", "T21"]), "0 holds T22 T21"),
        (where.lacks("talon", "T1,T2"), "talon lacks T1 T2"),
        (where.count(1, "*K", at_least=2), "1 count *K >= 2"),
        (where.length(2, "H", at_most=4), "2 length H <= 4"),
        (where.points(0, at_least=20, at_most=30), "0 points 20..30"),
        (where.points(0, at_least=4.5, at_most=4.5), "0 points = 4.5"),
        (~where.holds(0, "T1"), "not 0 holds T1"),
        (
            (where.holds(0, "T1") | where.holds(1, "T1")) & ~where.lacks(2, "T2"),
            "(0 holds T1 or 1 holds T1) and not 2 lacks T2",
        ),
    ]
    for condition, text in built:
        assert str(condition) == text
        assert where.read(text) == condition
    assert where.read("0 holds T1; 1 holds T2;") == where.read("0 holds T1 and 1 holds T2")
    assert ~~where.holds(0, "T1") == where.holds(0, "T1")


def test_deals_depend_on_seed_and_number_alone() -> None:
    for text in ("0 holds T22; 1 length H >= 4", "0 length T >= 9 or 2 points >= 30"):
        rows = TAROK.deals(3000, seed=5, where=text, threads=1)
        assert (TAROK.deals(3000, seed=5, where=text, threads=2) == rows).all()
        assert (TAROK.deals(50, seed=5, start=2950, where=text) == rows[2950:]).all()
        assert TAROK.deal(5, index=7, where=text) == TAROK.deal_from_row(rows[7])
        assert not (TAROK.deals(3000, seed=6, where=text) == rows).all(axis=1).any()
    assert TAROK.deals(0, seed=1, where="0 holds T1").shape == (0, 54)


def test_what_is_met_by_construction_rejects_nothing() -> None:
    found: list[where.Report] = []
    text = "0 holds HA CA SA DA"
    WHIST.deals(100, 1, where=[text, "1 length H >= 6", "2 length S 4..5"], report=found.append)
    assert found[-1].tries == 100
    assert found[-1].acceptance == 1.0
    WHIST.deals(100, 1, where="0 length H >= 5 or 0 length S >= 5", report=found.append)
    (name,) = found[-1].rejected
    assert name == "0 length H >= 5 or 0 length S >= 5"
    assert 0.3 < found[-1].acceptance < 0.7


# What is refused.


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0 holds T22; 1 holds T22", "T22 cannot lie in two places"),
        ("0 count T* >= 17", "only 16 cards lie there"),
        ("0 count *K >= 5", "the deck has 4 of them"),
        ("0 points >= 60", "count 54 points at most"),
        ("0 lacks T* C* D* H*", "only 8 others are in the deck"),
        ("0 length H >= 5; 1 length H >= 5", "'0 length H >= 5; 1 length H >= 5' together"),
        ("(0 holds T1 or 1 holds T1) and 2 holds T1", "together with the other conditions"),
        ("not 0 points >= 0", "no deal satisfies 'not 0 points >= 0'"),
        ("0 length H 5..3", "no number is that"),
        ("2 holds T2; 0 holds T1 and not 0 holds T1", "'0 holds T1; not 0 holds T1'"),
    ],
)
def test_contradictions_are_found_at_once(text: str, says: str) -> None:
    with pytest.raises(DealError) as caught:
        TAROK.deals(10**9, seed=1, where=text)
    assert caught.value.code == "contradiction"
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("0", 1),
        ("0 foo", 2),
        ("holds T1", 6),
        ("0 holds", 7),
        ("0 holds T1 and", 14),
        ("0 holds T1 or or 1 holds T1", 14),
        ("(0 holds T1", 11),
        ("0 holds T1)", 10),
        ("0 count T1", 10),
        ("0 count T1 >= x", 14),
        ("0 length H >= 2.5", 0),
        ("0 length H H >= 2", 11),
        ("0 points ≥ 2", 9),
        ("0 points >= 99999", 0),
        ("(" * 100, 24),
        ("not " * 100, 96),
        ("0 holds T1 ;" * 1000, 4000),
    ],
)
def test_broken_texts_say_where(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        TAROK.deals(1, seed=1, where=text)
    assert caught.value.position == position


def test_what_the_game_has_not_is_refused() -> None:
    for text, error, code in [
        ("3 holds T1", SeatError, "no_such_seat"),
        ("999999999999 holds T1", ArgumentError, "out_of_range"),
        ("talon:6 holds T1", DealError, "no_such_place"),
        ("talon:-1 holds T1", DealError, "no_such_place"),
        ("pile:0:0 holds T1", DealError, "no_such_place"),
        ("turned holds T1", DealError, "no_such_place"),
        ("0 holds YY", NotationError, "unknown_card"),
        ("0 holds Q*", NotationError, "unknown_card"),
        ("0 holds [T]*", NotationError, "unknown_card"),
        ("0 length X >= 1", NotationError, "unknown_suit"),
    ]:
        with pytest.raises(error) as caught:
            TAROK.deals(1, seed=1, where=text if code != "out_of_range" else [where_of(text)])
        assert caught.value.code == code


def where_of(text: str) -> Any:
    """Makes the condition of a text whose place is a number too large for a seat."""
    place, _, card = text.split()
    return where.holds(int(place), card)


def test_what_is_no_condition_is_refused() -> None:
    deep: where.Condition = where.holds(0, "T1")
    for _ in range(150):
        deep = where.Condition.__invert__(deep & where.holds(1, "T2"))
    many: where.Condition = where.holds(0, "T1")
    for _ in range(200):
        many = many & where.holds(0, "T1")
    given: Any = where
    bads: list[Any] = [3, [3], {"a": 1}, [None], deep, many, [many] * 101, b"0 holds T1"]
    for bad in bads:
        with pytest.raises(ArgumentError):
            TAROK.deals(1, seed=1, where=bad)
    makes: list[Callable[[], object]] = [
        lambda: given.holds(bool(1), "T1"),
        lambda: given.holds(0, 5),
        lambda: given.holds(0, [5]),
        lambda: given.holds(0, []),
        lambda: given.holds("a b", "T1"),
        lambda: given.holds(0, "T1 " * 9999),
        lambda: given.count(0, "T1"),
        lambda: given.count(0, "T1", at_least=-1),
        lambda: given.count(0, "T1", at_least=1.5),
        lambda: given.points(0, at_least=float("nan")),
        lambda: given.points(0, at_most=float("inf")),
        lambda: given.length(0, 3, at_least=1),
    ]
    for make in makes:
        with pytest.raises(ArgumentError):
            make()
    mores: list[dict[str, Any]] = [{"tries": -1}, {"tries": "x"}, {"report": 5}]
    for more in mores:
        with pytest.raises(UltimoError):
            TAROK.deals(1, seed=1, where="0 holds T1", **more)


RARE = "(0 length H >= 8 and 0 length D >= 7) or (1 length H >= 8 and 1 length D >= 7)"


def test_tries_are_limited_and_the_fault_names_the_condition() -> None:
    found: list[where.Report] = []
    with pytest.raises(DealError) as caught:
        TAROK.deals(5, seed=1, where=["2 holds T1", RARE], tries=500, report=found.append)
    assert caught.value.code == "too_many_tries"
    assert RARE in str(caught.value)
    assert found[-1].rejected == {RARE: 2500}
    with pytest.raises(DealError):
        TAROK.deals(1, seed=1, where="0 holds T1", tries=0)


def test_a_hopeless_search_can_be_interrupted() -> None:
    def ring(*_: object) -> None:
        raise KeyboardInterrupt

    assert threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            TAROK.deals(10, seed=1, where=RARE, tries=10**12)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_many_conditions_stay_cheap() -> None:
    suits = "CDHS"
    texts = [f"{s} length {suit} 2..5" for s in range(4) for suit in suits]
    texts += [f"{s} count *A *K *Q 1..5" for s in range(4)]
    rows = WHIST.deals(20, seed=1, where=texts)
    for row in rows:
        deal = WHIST.deal_from_row(row)
        for hand in deal.hands:
            assert all(2 <= sum(card[0] == suit for card in hand) <= 5 for suit in suits)
            assert 1 <= sum(card[1] in "AKQ" for card in hand) <= 5
