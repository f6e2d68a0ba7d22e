"""What the score of ulti asks of a deal: axes by name, with their classes."""

from ultimo.contracts import Contract
from ultimo.games.ulti.cards import ACES, PAIRS, TENS
from ultimo.games.ulti.rules import WATCHED_SEVEN, defenders, seat_set
from ultimo.plan import Axis, Captured, Fate, Held, LastTrick, Points, Tricks

__all__ = [
    "LOST_BY",
    "MOST_POINTS",
    "STEP",
    "WON_BY",
    "aces",
    "any_trick",
    "cards",
    "forty",
    "last_trick",
    "points",
    "seven",
    "steps",
    "tens",
    "tricks",
    "twenty",
]

Axes = dict[str, Axis]

STEP = 10
"""All points are tens."""
MOST_POINTS = 190
"""Aces, tens and the last trick 90, four marriages 100."""
MOST_TRICKS = 10

NOT_PLAYED, WON_BY, LOST_BY = 0, 1, 4
"""Classes of the trump Seven in the last trick: the seat that played it is added to the others."""


def points(contract: Contract) -> Axes:
    """`points`, `defenders_points`: of a side, talon and marriages included."""
    own, others = 1 << contract.declarer, seat_set(defenders(contract))
    return {
        "points": Axis(Points(seats=own, max=MOST_POINTS)),
        "defenders_points": Axis(Points(seats=others, max=MOST_POINTS)),
    }


def steps(contract: Contract) -> Axes:
    """`own`, `others`: the same in steps of ten."""
    classes = tuple(value // STEP for value in range(MOST_POINTS + 1))
    own, others = points(contract).values()
    return {"own": Axis(own.fact, classes), "others": Axis(others.fact, classes)}


def cards(contract: Contract) -> Axes:
    """`own_cards`: the declarer's aces, tens and last trick, in steps of ten."""
    fact = Points(seats=1 << contract.declarer, max=MOST_POINTS, marriages=False)
    return {"own_cards": Axis(fact, tuple(v // STEP for v in range(MOST_POINTS + 1)))}


def last_trick(contract: Contract) -> Axes:
    """`own_last`: 1 if the declarer won the last trick."""
    return {"own_last": Axis(LastTrick(), tuple(int(s == contract.declarer) for s in range(4)))}


def aces(contract: Contract) -> Axes:
    """`aces`: 1 if the declarer won all four in tricks."""
    return {"aces": _all_won(ACES, contract)}


def tens(contract: Contract) -> Axes:
    """`tens`: 1 if the declarer won all four in tricks."""
    return {"tens": _all_won(TENS, contract)}


def forty(contract: Contract) -> Axes:
    """`forty`: 1 if the declarer held king and over of trump."""
    trump = str(contract.trump)
    return {"forty": Axis(Held(sets=(PAIRS[trump],), seats=1 << contract.declarer))}


def twenty(contract: Contract) -> Axes:
    """`twenty`: 1 if the declarer held king and over of another suit."""
    pairs = tuple(pair for suit, pair in PAIRS.items() if suit != contract.trump)
    classes = (0, *(1 for _ in pairs))
    return {"twenty": Axis(Held(sets=pairs, seats=1 << contract.declarer), classes)}


def any_trick(contract: Contract) -> Axes:
    """`own_trick`, `others_trick`: 1 if the declarer won a trick, a defender won one."""
    classes = (0, *(1 for _ in range(MOST_TRICKS)))
    return {
        "own_trick": Axis(Tricks(seats=1 << contract.declarer), classes),
        "others_trick": Axis(Tricks(seats=seat_set(defenders(contract))), classes),
    }


def tricks(contract: Contract) -> Axes:
    """`tricks`: the declarer's."""
    return {"tricks": Axis(Tricks(seats=1 << contract.declarer))}


def seven() -> Axes:
    """`seven`: who played the trump Seven to the last trick, and whether he won it."""
    classes = [NOT_PLAYED]
    for player in range(3):
        classes += [(WON_BY if player == winner else LOST_BY) + player for winner in range(3)]
    return {"seven": Axis(Fate(watched=WATCHED_SEVEN, window=1), tuple(classes))}


def _all_won(wanted: tuple[int, ...], contract: Contract) -> Axis:
    return Axis(Captured(cards=wanted, seats=1 << contract.declarer), (0, 0, 0, 0, 1))
