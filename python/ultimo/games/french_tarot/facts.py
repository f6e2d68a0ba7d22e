"""What the score of French tarot asks of a deal: axes by name, with their classes."""

from collections.abc import Callable

from ultimo.contracts import Contract
from ultimo.games.french_tarot.cards import DECK, OUDLERS
from ultimo.games.french_tarot.options import FrenchOptions
from ultimo.games.french_tarot.rules import (
    WATCHED_EXCUSE,
    WATCHED_PETIT,
    defenders_of,
    own_side,
    seat_set,
)
from ultimo.plan import Axis, Captured, Fate, Points, Tricks

__all__ = [
    "BEFORE_DEFENDERS",
    "BEFORE_OWN",
    "LAST_DEFENDERS",
    "LAST_OWN",
    "NEITHER",
    "game",
    "petit",
    "slam",
    "tricks",
]

Axes = dict[str, Axis]

ALL_HALVES = sum(DECK.values)

NEITHER, LAST_OWN, LAST_DEFENDERS, BEFORE_OWN, BEFORE_DEFENDERS = range(5)
"""Classes of the last trick, and of the one before it: which side won the petit in it.

Of the excuse only the first three are used: which side played it to the last trick.
"""


def game(contract: Contract) -> Axes:
    """`points`: half points of the taker's side; `oudlers`: how many of the three it has."""
    seats = seat_set(own_side(contract))
    return {
        "points": Axis(Points(seats=seats, max=ALL_HALVES)),
        "oudlers": Axis(Captured(cards=tuple(sorted(OUDLERS)), seats=seats, laid=True)),
    }


def tricks(contract: Contract) -> Axes:
    """`tricks`: those of the taker's side."""
    return {"tricks": Axis(Tricks(seats=seat_set(own_side(contract))))}


def slam(options: FrenchOptions, contract: Contract) -> Axes:
    """`won_trick`, `lost_trick`: 1 if the taker's side won a trick, lost one."""
    return {
        "won_trick": _any_trick(options, own_side(contract)),
        "lost_trick": _any_trick(options, defenders_of(options, contract)),
    }


def petit(options: FrenchOptions, contract: Contract) -> Axes:
    """`petit`: who won it in the last two tricks. `excuse`: who played it to the last trick."""
    own = own_side(contract)

    def won(ago: int, _: int, winner: int) -> int:
        classes = (LAST_OWN, LAST_DEFENDERS), (BEFORE_OWN, BEFORE_DEFENDERS)
        return classes[ago][winner not in own]

    def played(_: int, player: int, __: int) -> int:
        return LAST_OWN if player in own else LAST_DEFENDERS

    return {
        "petit": _fate(options, WATCHED_PETIT, won, window=2),
        "excuse": _fate(options, WATCHED_EXCUSE, played, window=1),
    }


def _any_trick(options: FrenchOptions, seats: tuple[int, ...]) -> Axis:
    most = DECK.size // (options.players - options.dealer_sits_out)
    return Axis(Tricks(seats=seat_set(seats)), (0, *(1 for _ in range(most))))


def _fate(
    options: FrenchOptions, watched: int, classed: Callable[[int, int, int], int], window: int
) -> Axis:
    seats = range(options.players)
    ways = [classed(ago, p, w) for ago in range(window) for p in seats for w in seats]
    return Axis(Fate(watched=watched, window=window), (0, *ways))
