"""The score of preferansz: rules/preferansz.md, "End of play and counting" and "Scoring"."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ultimo import plan
from ultimo.contracts import Contract
from ultimo.games.preferansz.kinds import ENOUGH, HAND_PREFIX, TRICKS, VOLAT, Aim, Kind
from ultimo.games.preferansz.options import DEALERS, PreferanszOptions
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import Asked

__all__ = ["aim_of", "asked", "defenders", "made", "outcome_of", "score_part", "value_of"]

PLUS_SIX = 6
KONTRAS = {1: "kontra", 2: "rekontra"}
"""The words for its levels."""


def aim_of(kind: Kind, contract: Contract) -> Aim:
    """Returns what the declarer must reach: an announced volát takes the place of six tricks."""
    return Aim.EVERY_TRICK if VOLAT in contract.announced else kind.aim


def value_of(options: PreferanszOptions, kind: Kind, contract: Contract) -> int:
    """Returns what each defender pays or is paid, without kontra."""
    if VOLAT not in contract.announced:
        return kind.value
    return {"double": 2 * kind.value, "triple": 3 * kind.value}.get(
        options.volat_value, kind.value + PLUS_SIX
    )


def defenders(contract: Contract) -> int:
    """Returns the set of the defenders' seats."""
    return (1 << DEALERS) - 1 - (1 << contract.declarer)


def made(kind: Kind, contract: Contract) -> Made:
    """Returns when the contract is made."""
    own = {"tricks": plan.Axis(plan.Tricks(seats=1 << contract.declarer))}
    match aim_of(kind, contract):
        case Aim.ENOUGH:
            return Made(own, lambda o: np.asarray(o["tricks"] >= ENOUGH))
        case Aim.NO_TRICK:
            return Made(own, lambda o: np.asarray(o["tricks"] == 0))
        case Aim.EVERY_TRICK:
            # The defenders have none: so an ending of fewer tricks can be made too.
            lost = {"lost_tricks": plan.Axis(plan.Tricks(seats=defenders(contract)))}
            return Made(lost, lambda o: np.asarray(o["lost_tricks"] == 0))


def asked(kind: Kind, contract: Contract) -> Asked:
    """Returns the fact that settling asks for; betli ends with the declarer's first trick."""
    most = 1 if aim_of(kind, contract) is Aim.NO_TRICK else TRICKS
    return Asked(name="tricks", meaning="tricks of the declarer", values=range(most + 1))


def outcome_of(kind: Kind, contract: Contract, tricks: int) -> dict[str, int]:
    """Returns what the score depends on: his tricks, or those that he has lost."""
    if aim_of(kind, contract) is Aim.EVERY_TRICK:
        return {"lost_tricks": TRICKS - tricks}
    return {"tricks": tricks}


def score_part(options: PreferanszOptions, kind: Kind, contract: Contract) -> ScorePart:
    """Returns the score: the declarer and each defender pay the value, times his own kontra."""
    aim = made(kind, contract)
    value = value_of(options, kind, contract)
    levels = [contract.level(seat) for seat in range(DEALERS)]
    plain = _shares(contract, [1] * DEALERS)
    items: list[ScorePart] = []
    for label, amount in _reasons(options, kind, contract):
        items += _won_or_lost(aim, amount * plain, label)
    for seat, level in enumerate(levels):
        if level:
            more = _shares(contract, [((1 << level) - 1) * (s == seat) for s in range(DEALERS)])
            said = f"{KONTRAS[level]} of seat {seat}"
            items.append(ScorePart(aim.axes, _signed(aim, value * more), label=said))
    whole = value * _shares(contract, [1 << level for level in levels])
    return ScorePart(aim.axes, _signed(aim, whole), items=tuple(items))


def _reasons(
    options: PreferanszOptions, kind: Kind, contract: Contract
) -> Iterator[tuple[str, int]]:
    """What a defender pays for, with the value of each."""
    name = kind.id.removeprefix(HAND_PREFIX)
    yield name, kind.base
    if kind.is_hand:
        yield "from the hand", kind.value - kind.base
    if VOLAT in contract.announced:
        yield "volat announced", value_of(options, kind, contract) - kind.value


def _shares(contract: Contract, factors: Sequence[int]) -> Array:
    """What each seat gets if the contract is made and is worth 1, times each defender's factor."""
    shares = -np.array(factors)
    shares[contract.declarer] = 0
    shares[contract.declarer] = -shares.sum()
    return shares


def _signed(aim: Made, shares: Array) -> Callable[[Outcomes], Array]:
    """Scores the shares if the contract is made, and their negatives if it is lost."""

    def score(outcomes: Outcomes) -> Array:
        paid: Array = np.multiply.outer(np.where(aim.made(outcomes), 1, -1), shares)
        return paid

    return score


def _won_or_lost(aim: Made, shares: Array, label: str) -> Iterator[ScorePart]:
    """Yields a score in two parts, of which one pays: so that its label says what came of it."""
    signed = _signed(aim, shares)

    def of(*, made: bool) -> Callable[[Outcomes], Array]:
        return lambda o: signed(o) * (aim.made(o) == made)[..., np.newaxis]

    yield ScorePart(aim.axes, of(made=True), label=f"{label}: made")
    yield ScorePart(aim.axes, of(made=False), label=f"{label}: lost")
