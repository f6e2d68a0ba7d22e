"""Small rules for tests of the compiled core, written down without any game's module."""

from typing import Any, Final

import numpy as np

from ultimo import _core, plan

SUITS: Final = "CDHS"


def cards(suits: str, ranks: str) -> list[str]:
    """Codes in deck order."""
    return [suit + rank for suit in suits for rank in ranks]


def lanes(suits: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Suits of equal size, one after the other."""
    return tuple(tuple(range(suit * size, (suit + 1) * size)) for suit in range(suits))


def little(trump: int | None = 2, **changes: Any) -> plan.RulesSpec:
    """Three seats with four of twelve cards each: C1 C2 C3 D1 ... S3."""
    given: dict[str, Any] = {
        "seats": 3,
        "deck_size": 12,
        "lanes": lanes(4, 3),
        "trump": trump,
        "values": (1, 2, 3) * 4,
        "sides": (0, 1, 1),
        "duty": plan.Duty(void="trump"),
    }
    return plan.RulesSpec(**(given | changes))


LITTLE_NAMES: Final = cards(SUITS, "123")
LITTLE_SETUP: Final = plan.Setup(
    hands=((0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11)),
    leader=0,
)
LITTLE_DEAL: Final = plan.DealSpec(
    deck_size=12, place=tuple(range(12)), hand_sizes=(4, 4, 4), void=()
)
LITTLE_ROWS: Final = plan.RowPlan(
    hands=((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)),
    leader=0,
)
LITTLE_AXES: Final = {
    "points": plan.Axis(plan.Points(seats=0b001, max=24)),
    "tricks": plan.Axis(plan.Tricks(seats=0b001)),
}


def little_rules(**changes: Any) -> _core.PlayRules:
    """The small rules, compiled, with one bid after the cards."""
    return _core.PlayRules(little(**changes), [*LITTLE_NAMES, "bid"])


def little_payoff(rules: _core.PlayRules) -> _core.Payoff:
    """Seat 0 gets its points, and ten for every trick; the others lose half of it each."""
    points, tricks = np.ogrid[0:25, 0:5]
    table = np.asarray(points + 10 * tricks, dtype=np.float64)
    part = plan.PayoffPart(axes=LITTLE_AXES, table=table, weights=np.array([1.0, -0.5, -0.5]))
    return _core.Payoff(rules, [part])


def little_position(**changes: Any) -> _core.Position:
    """The small rules with every suit dealt evenly, and a payoff."""
    rules = little_rules(**changes)
    return _core.Position(rules, LITTLE_SETUP, little_payoff(rules), ("game", "contract"))


# Two seats with five of twenty cards each, a stock of ten that is drawn from: U O K T A.
STOCK_NAMES: Final = cards("ALHB", "UOKTA")
STOCK_CALLS: Final = ["marriage:A", "marriage:L", "marriage:H", "marriage:B", "exchange", "close"]
STOCK_SPEC: Final = plan.RulesSpec(
    seats=2,
    deck_size=20,
    lanes=lanes(4, 5),
    trump=2,
    values=(2, 3, 4, 10, 11) * 4,
    sides=(0, 1),
    last_trick_units=10,
    duty=plan.Duty(beat="always", void="trump"),
    drawing=plan.Drawing(
        draw="each_winner_first",
        duty=plan.Duty(follow=False),
        exchange=plan.Exchange(card=10, needs_trick=False, min_stock=2),
        close=plan.Close(min_stock=2, duty=plan.Duty(void="overtrump"), few_below=33),
    ),
    marriages=plan.MarriageRule(
        pairs=tuple(
            plan.Marriage(cards=(5 * lane + 1, 5 * lane + 2), units=40 if lane == 2 else 20)
            for lane in range(4)
        )
    ),
    ends=(plan.PointsEnd(seats=0b01, at_least=66), plan.PointsEnd(seats=0b10, at_least=66)),
)
STOCK_DEAL: Final = plan.DealSpec(deck_size=20, place=tuple(range(20)), hand_sizes=(5, 5))
STOCK_ROWS: Final = plan.RowPlan(
    hands=(tuple(range(5)), tuple(range(5, 10))),
    leader=1,
    stock=tuple(range(10, 20)),
)


def stock_rules() -> _core.PlayRules:
    """The rules with a stock, compiled; a bid stands between the cards and the calls."""
    calls = {0: 21, 1: 22, 2: 23, 3: 24, 8: 25, 9: 26}
    return _core.PlayRules(STOCK_SPEC, [*STOCK_NAMES, "bid", *STOCK_CALLS], calls)


# Four seats with 18 of 78 cards each: more than fit into 64 bits.
WIDE_NAMES: Final = [*cards(SUITS, "123456789TJNQK"), *(f"T{n}" for n in range(1, 22)), "EX"]
WIDE_SPEC: Final = plan.RulesSpec(
    seats=4,
    deck_size=78,
    lanes=(*lanes(4, 14), tuple(range(56, 77))),
    trump=4,
    values=((1,) * 10 + (3, 5, 7, 9)) * 4 + (9, *(1,) * 19, 9, 9),
    sides=(0, 1, 1, 1),
    scheme="halves",
    excuse=plan.Excuse(card=77, owed=1),
    duty=plan.Duty(beat="trumps", void="overtrump"),
    watched=(56,),
)
WIDE_DEAL: Final = plan.DealSpec(
    deck_size=78,
    place=tuple(
        packet % 4 * 18 + packet // 4 * 3 + card for packet in range(24) for card in (0, 1, 2)
    ),
    hand_sizes=(18, 18, 18, 18),
    gaps=plan.Gaps(packet=3, count=6),
)
WIDE_ROWS: Final = plan.RowPlan(
    hands=tuple(tuple(range(18 * seat, 18 * seat + 18)) for seat in range(4)),
    leader=0,
    aside=(plan.Aside(owner=0, cards=tuple(range(72, 78))),),
)


def wide_rules() -> _core.PlayRules:
    """The rules of the large deck, compiled."""
    return _core.PlayRules(WIDE_SPEC, WIDE_NAMES)


def wide_payoff(rules: _core.PlayRules) -> _core.Payoff:
    """Half points of seat 0 with its discard, and what became of the lowest trump."""
    axes = {
        "points": plan.Axis(plan.Points(seats=1, max=182)),
        "petit": plan.Axis(plan.Fate(watched=0, window=1)),
    }
    table = np.arange(183 * 17, dtype=np.float64).reshape(183, 17)
    weights = np.array([3.0, -1.0, -1.0, -1.0])
    return _core.Payoff(rules, [plan.PayoffPart(axes=axes, table=table, weights=weights)])


def setup_of_row(row: Any, rows: plan.RowPlan) -> plan.Setup:
    """The setup that a row means under its plan."""

    def at(columns: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(int(row[column]) for column in columns)

    return plan.Setup(
        hands=tuple(map(at, rows.hands)),
        leader=rows.leader,
        stock=at(rows.stock),
        piles=tuple(tuple(map(at, own)) for own in rows.piles),
        aside=tuple(plan.Aside(owner=a.owner, cards=at(a.cards)) for a in rows.aside),
        trump=rows.trump,
        piles_turned=rows.piles_turned,
    )
