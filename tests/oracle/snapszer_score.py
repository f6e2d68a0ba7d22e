"""The score of a deal of snapszer from the facts of it (rules/snapszer.md, "Scoring")."""

from collections.abc import Collection, Sequence

from tests.oracle.snapszer_options import S3L_VALUES, TARGETS

WON, LOST, DRAW = 1, -1, 0


def base(points: int, tricks: int) -> int:
    """What the winner gets, by what the losing side has."""
    # "No trick means number of tricks = 0, not 0 points."
    if tricks == 0:
        return 3
    # "has points >= 33: 1; has points < 33 and at least one trick: 2".
    return 1 if points >= 33 else 2


def closed_score(*, by_closer: bool, tricks: int, points: int) -> int:
    """What the winner of a deal gets in which the stock was closed.

    Args:
        by_closer: Whether the closer reached 66 first.
        tricks: The other's tricks when the stock was closed.
        points: The other's points at that moment.
    """
    # "Closer reaches 66 first: he scores 3 if q = 0, else 2 if p < 33, else 1. Otherwise the
    # opponent scores 3 if q = 0, else 2."
    if by_closer:
        return base(points, tricks)
    return 3 if tricks == 0 else 2


def to_winners(seats: int, winners: Collection[int], amount: int) -> list[int]:
    """The score of each seat: "only the winning side writes points, the other side writes 0"."""
    return [amount if seat in winners else 0 for seat in range(seats)]


def s3l_enough(bid: str, *, own: int, others: int, others_tricks: int) -> bool:
    """Whether the declarer of a bid has what it asks for."""
    if bid == "snapszer":
        # "A trick of three Nines (0 points) also counts as a trick."
        return others_tricks == 0
    # "The comparison is stated for 33 and 66 only."
    return own >= TARGETS[bid] and (bid == "ninety_nine" or others <= own)


def s3l_result(*, enough: bool, went_out: bool, last_trick_own: bool) -> int:
    """WON, LOST or DRAW."""
    if went_out:
        return WON if enough else LOST
    if not last_trick_own:
        # "last trick won by a defender: LOST, whatever D is"
        return LOST
    return WON if enough else DRAW


def s3l_score(declarer: int, bid: str, result: int, times: int) -> list[int]:
    """The score of each seat: each defender settles the full value with the declarer."""
    paid = S3L_VALUES[bid] * times * result
    return [2 * paid if seat == declarer else -paid for seat in range(3)]


def mizer_score(points: Sequence[int]) -> list[int]:
    """The score of a mizer, by the card points of each seat."""
    # "Every player with the highest total owes 2 to each other player; debts between tied players
    # cancel."
    scores = [0] * len(points)
    for debtor, total in enumerate(points):
        if total == max(points):
            for other in range(len(points)):
                if other != debtor:
                    scores[debtor] -= 2
                    scores[other] += 2
    return scores
