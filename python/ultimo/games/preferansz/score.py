"""The score of preferansz: rules/preferansz.md, "End of play and counting" and "Scoring"."""

import numpy as np

from ultimo import plan
from ultimo.contracts import Contract
from ultimo.games.preferansz.kinds import ENOUGH, VOLAT, Aim, Kind
from ultimo.games.preferansz.options import DEALERS, PreferanszOptions
from ultimo.scoring import Array, Made, Outcomes, ScorePart

__all__ = ["aim_of", "defenders", "made", "score_part", "value_of"]

PLUS_SIX = 6


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


def score_part(options: PreferanszOptions, kind: Kind, contract: Contract) -> ScorePart:
    """Returns the score: the declarer and each defender pay the value, times his own kontra."""
    aim = made(kind, contract)
    shares = np.array([-(1 << contract.level(seat)) for seat in range(DEALERS)])
    shares[contract.declarer] = 0
    shares[contract.declarer] = -shares.sum()
    value = value_of(options, kind, contract)

    def score(outcomes: Outcomes) -> Array:
        paid: Array = np.multiply.outer(np.where(aim.made(outcomes), value, -value), shares)
        return paid

    return ScorePart(aim.axes, score)
