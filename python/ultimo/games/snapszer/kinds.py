"""The contracts of snapszer: rules/snapszer.md, "Auction" and "Before play"."""

from dataclasses import dataclass
from enum import Enum, auto

from ultimo.contracts import Contract
from ultimo.games.snapszer.cards import Form

__all__ = ["FORTY", "TARGET", "TWENTY", "Aim", "Kind", "kinds", "opponents_of", "own_side"]

TARGET = 66
"""Points that win a deal."""
FORTY = 40
TWENTY = 20
"""What a marriage counts in the trump suit, and in another."""


class Aim(Enum):
    """What a contract is played for."""

    POINTS = auto()
    """The first side with 66 points wins."""
    POINTS_WITHOUT_TRICK = auto()
    """66 points before the opponents win a trick."""
    GO_OUT = auto()
    """A number of points, with which the declarer goes out."""
    EVERY_TRICK = auto()
    """Every trick, to the end."""
    FEW_POINTS = auto()
    """Not to have the most points, everybody for himself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the rules say of one contract.

    Attributes:
        id: Its name.
        aim: What it is played for.
        value: What it is worth; `None` where that depends on the losers.
        target: Points to reach; 0 where none are asked for.
        counts_forty: The marriage in trump may be announced.
        not_behind: The declarer must not have fewer points than the opponents.
        has_declarer: Somebody plays for it against the others.
    """

    id: str
    aim: Aim
    value: int | None = None
    target: int = TARGET
    counts_forty: bool = True
    not_behind: bool = False
    has_declarer: bool = True


GAME = Kind(id="game", aim=Aim.POINTS)
BIDS = (
    Kind(
        id="thirty_three",
        aim=Aim.GO_OUT,
        value=1,
        target=33,
        counts_forty=False,
        not_behind=True,
    ),
    Kind(id="sixty_six", aim=Aim.GO_OUT, value=2, not_behind=True),
    Kind(id="ninety_nine", aim=Aim.GO_OUT, value=3, target=99),
    Kind(id="snapszer", aim=Aim.EVERY_TRICK, value=4, target=0),
    Kind(id="mizer", aim=Aim.FEW_POINTS, value=2, target=0, has_declarer=False),
)
"""Low to high; mizer is not bid, but played when all pass."""


def kinds(form: Form) -> tuple[Kind, ...]:
    """Returns the contracts of a form in their order."""
    if form.has_bidding:
        return BIDS
    if form.calls_card:
        return (GAME, Kind(id="snapszer", aim=Aim.POINTS_WITHOUT_TRICK, value=6))
    if form.stock:
        return (Kind(id="game", aim=Aim.POINTS, has_declarer=False),)
    return (GAME,)


def own_side(contract: Contract) -> tuple[int, ...]:
    """Returns the seats of the declarer's side, ascending."""
    if contract.partner is None:
        return (contract.declarer,)
    return tuple(sorted((contract.declarer, contract.partner)))


def opponents_of(contract: Contract, players: int) -> tuple[int, ...]:
    """Returns the seats of the other side, ascending."""
    own = own_side(contract)
    return tuple(seat for seat in range(players) if seat not in own)
