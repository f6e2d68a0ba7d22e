"""What a deal of French tarot pays."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tests.oracle.french_options import BIDS, HANDFUL_BONUS, Options

# "Target for the taker by number of oudlers in his pile at the end": 0, 1, 2, 3.
TARGETS = (56, 51, 41, 36)


@dataclass(frozen=True)
class Outcome:
    """What scoring asks for. Signs are +1 for the taker's side and -1 for the defenders.

    Attributes:
        half_points: What the taker's side has won, in half-points.
        oudlers: The oudlers in its pile.
        petit_last: Who won the petit in the trick where it counts.
        slam: Who won every trick.
    """

    half_points: int
    oudlers: int
    petit_last: int = 0
    slam: int = 0


def is_made(outcome: Outcome) -> bool:
    """Whether the contract is made: "iff points >= target(oudlers)"."""
    return outcome.half_points >= 2 * TARGETS[outcome.oudlers]


def difference(outcome: Outcome) -> int:
    """`pt`: whole points between the taker's count and his target."""
    halves = abs(outcome.half_points - 2 * TARGETS[outcome.oudlers])
    # "pt is rounded up to the next whole number (0.5 -> 1)."
    return (halves + 1) // 2


def value(
    bid: str, outcome: Outcome, *, slam_announced: bool = False, handfuls: Sequence[str] = ()
) -> int:
    """R, what each defender pays.

    Args:
        bid: The id of the bid.
        outcome: What happened.
        slam_announced: Whether the taker announced a slam.
        handfuls: Every handful that was announced, whoever announced it.
    """
    mu = BIDS[bid]
    # "pg goes to the winners of the deal, not to the announcer."
    pg = sum(HANDFUL_BONUS[handful] for handful in handfuls)
    game = (25 + difference(outcome)) * mu + pg
    r = game if is_made(outcome) else -game
    # "pb follows the side that wins the last trick"; "pb is multiplied, pg, ch, Sd are not".
    r += 10 * outcome.petit_last * mu
    if outcome.slam == 1:
        # "+400 slam announced and made by the taker, +200 slam made, not announced".
        r += 400 if slam_announced else 200
    elif slam_announced:
        # "-200 slam announced, not made".
        r -= 200
    if outcome.slam == -1:
        # "Sd = 200 if the defenders win every trick".
        r -= 200
    return r


def rounded(score: int, to: int) -> int:
    """A score rounded to a multiple of `to`, "half away from zero"; `to` 0 does not round."""
    if to == 0:
        return score
    size = abs(score)
    below = size - size % to
    size = below + to if 2 * (size - below) >= to else below
    return size if score > 0 else -size


def scores(
    options: Options, r: int, *, playing: Collection[int], declarer: int, partner: int | None
) -> list[int]:
    """The score of each seat, of those that play and of one that sits out, from R."""
    result = [0] * options.players
    for seat in playing:
        if seat not in (declarer, partner):
            # "Each defender scores -R."
            result[seat] = -r
    # "taker +2R, partner +R, three defenders -R; alone +4R / -R"; the taker without a partner has
    # all that the defenders pay: "+3R (4 players), +2R (3 players)".
    if partner is not None:
        result[partner] = r
    result[declarer] = -sum(result)
    # "Final per-player scores" are what is rounded, so that the sum need not stay 0.
    return [rounded(score, options.round_scores_to) for score in result]
