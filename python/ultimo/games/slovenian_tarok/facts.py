"""What the score of Slovenian tarok asks of a deal: axes by name, with their classes."""

from collections.abc import Callable

from ultimo.contracts import Contract
from ultimo.games.slovenian_tarok.cards import DECK, KINGS, MOND, TRULL
from ultimo.games.slovenian_tarok.rules import (
    WATCHED_KING,
    WATCHED_MOND,
    WATCHED_PAGAT,
    opponents_of,
    own_side,
    seat_set,
)
from ultimo.plan import Axis, Captured, Fate, Points, PrizeHolds, Seats, Tricks

__all__ = [
    "ALL_POINTS",
    "LOST_BY",
    "NOT_PLAYED",
    "OPPONENTS",
    "OPPONENTS_LOST",
    "OWN",
    "OWN_LOST",
    "captured",
    "extreme",
    "king_ultimo",
    "klop",
    "mond",
    "pagat",
    "points",
    "tricks",
    "valat",
]

Axes = dict[str, Axis]

ALL_POINTS = 70

NEITHER, OWN, OPPONENTS, OWN_LOST, OPPONENTS_LOST = range(5)
"""Classes of the last trick: won with the card, or the card played to it and lost, by a side."""

NOT_PLAYED, SAFE, LOST_BY = range(3)
"""Classes of the mond's fate; the seat that lost it is added to the last."""


def points(contract: Contract) -> Axes:
    """`points`: the official count of the declarer's side."""
    return {"points": Axis(Points(seats=seat_set(own_side(contract)), max=ALL_POINTS))}


def tricks(contract: Contract) -> Axes:
    """`tricks`: those of the declarer's side."""
    return {"tricks": Axis(Tricks(seats=seat_set(own_side(contract))))}


def valat(contract: Contract, players: int) -> Axes:
    """`won_trick`, `lost_trick`: 1 if the declarer's side won a trick, lost one."""
    return {
        "won_trick": _any_trick(own_side(contract), players),
        "lost_trick": _any_trick(opponents_of(contract, players), players),
    }


def captured(name: str, contract: Contract, players: int) -> Axes:
    """`trula` or `kings`, and the same of the opponents: 1 if the side took all of them."""
    cards = tuple(sorted({"trula": TRULL, "kings": KINGS}[name]))
    entire = (*(0 for _ in cards), 1)

    def axis(seats: tuple[int, ...]) -> Axis:
        return Axis(Captured(cards=cards, seats=seat_set(seats)), entire)

    return {
        name: axis(own_side(contract)),
        f"opponents_{name}": axis(opponents_of(contract, players)),
    }


def pagat(contract: Contract, players: int) -> Axes:
    """`pagat_ultimo`: what became of the pagat in the last trick."""
    own = own_side(contract)

    def fate(player: int, winner: int) -> int:
        if player == winner:
            return OWN if player in own else OPPONENTS
        if (player in own) == (winner in own):
            return NEITHER  # beaten by the partner: not won with the pagat, and not lost
        return OWN_LOST if player in own else OPPONENTS_LOST

    return {"pagat_ultimo": _fate(WATCHED_PAGAT, players, fate, window=1)}


def king_ultimo(contract: Contract, players: int) -> Axes:
    """`king_ultimo`: which side won the last trick with the called king in it."""
    own = own_side(contract)

    def fate(_: int, winner: int) -> int:
        return OWN if winner in own else OPPONENTS

    return {"king_ultimo": _fate(WATCHED_KING, players, fate, window=1)}


def mond(contract: Contract, players: int) -> Axes:
    """`mond`: who lost it to another player. `mond_left`: the declarer left it in the talon.

    `mond_offered`: he left it there, but may win it with the called king; `king_won`: he did so.
    """

    def fate(player: int, winner: int) -> int:
        return SAFE if player == winner else LOST_BY + player

    # See `rules.aside` on whose the talon is.
    keeper = 1 << opponents_of(contract, players)[0]
    axes = {
        "mond": _fate(WATCHED_MOND, players, fate),
        "mond_left": Axis(Captured(cards=(MOND,), seats=keeper, laid=True)),
    }
    if contract.king is None or contract.partner is not None:
        return axes

    def won(player: int, winner: int) -> int:
        return int(player == winner == contract.declarer)

    return axes | {
        "mond_offered": Axis(PrizeHolds(cards=(MOND,))),
        "king_won": _fate(WATCHED_KING, players, won),
    }


def klop(seat: int, players: int) -> Axes:
    """`points_` and `won_trick_` with the number of the seat: its points, 1 if it won a trick."""
    return {
        f"points_{seat}": Axis(Points(seats=1 << seat, max=ALL_POINTS)),
        f"won_trick_{seat}": _any_trick((seat,), players),
    }


def extreme() -> Axes:
    """`extreme`: how many seats have more than half of the points, or no trick."""
    return {"extreme": Axis(Seats(points_over=ALL_POINTS // 2))}


def _any_trick(seats: tuple[int, ...], players: int) -> Axis:
    most = DECK.size // players
    return Axis(Tricks(seats=seat_set(seats)), (0, *(1 for _ in range(most))))


def _fate(
    watched: int, players: int, classed: Callable[[int, int], int], window: int | None = None
) -> Axis:
    seats = range(players)
    classes = (0, *(classed(player, winner) for player in seats for winner in seats))
    return Axis(Fate(watched=watched, window=window), classes)
