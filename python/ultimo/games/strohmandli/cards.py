"""The cards of strohmandli and their deal: rules/strohmandli.md, "Deck", "Deal"."""

from collections.abc import Iterator

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.deals import Layout, Target
from ultimo.deck import FRENCH, Deck, suited, tarocks
from ultimo.games.strohmandli.options import StrohmandliOptions

__all__ = ["DECKS", "HONOURS", "KINGS", "deal_spec", "layout"]

VALUES = {"K": 5, "Q": 4, "N": 3, "J": 2, "T1": 5, "T21": 5, "T22": 5}
"""What counts more than 1."""

HONOURS = ("T1", "T21", "T22")
"""I, XXI and skíz."""
KINGS = tuple(f"{suit}K" for suit in FRENCH)

ADDED = frozenset({*suited("CS", "789"), *suited("DH", "432")})
"""The twelve cards that form `three54` adds: they rank lowest in their suits and count nothing."""


def _deck(black: str, red: str) -> Deck:
    """Makes a deck of the ranks of black and of red suits, low to high."""
    codes = (
        *suited("C", black),
        *suited("D", red),
        *suited("H", red),
        *suited("S", black),
        *tarocks(22),
    )
    values = (0 if c in ADDED else VALUES.get(c, VALUES.get(c[1:], 1)) for c in codes)
    return Deck(codes, tuple(values))


DECKS = {
    "two": _deck("TJNQK", "AJNQK"),
    "three42": _deck("TJNQK", "AJNQK"),
    "three54": _deck("789TJNQK", "432AJNQK"),
}
"""The deck of each form; both count 94."""

Rounds = tuple[tuple[str, int], ...]
"""The rounds of the deal: whether its packets go to the hands or to the table, and their size."""

ALTERNATING: Rounds = (("hand", 3), ("table", 3)) * 3
ROUNDS: dict[str, Rounds] = {
    "two": (*ALTERNATING, ("hand", 3)),
    "three42": (*(("hand", 2), ("table", 2)) * 3, ("hand", 2)),
    "9_hand_9_table": ALTERNATING,
    "12_hand_6_table": (*(("hand", 3), ("table", 2)) * 3, ("hand", 3)),
}
"""By form, and of `three54` by its layout."""


def _rounds(options: StrohmandliOptions) -> Rounds:
    return ROUNDS[options.three54_layout if options.form == "three54" else options.form]


def layout(options: StrohmandliOptions) -> Layout:
    """Returns how many cards each player has in hand and in his piles."""
    rounds = _rounds(options)
    hand = sum(size for target, size in rounds if target == "hand")
    piles = tuple(size for target, size in rounds if target == "table")
    return Layout(hands=(hand,) * options.players, piles=(piles,) * options.players)


def deal_spec(options: StrohmandliOptions, dealer: int) -> plan.DealSpec:
    """Returns how the pack is dealt, in rounds that begin with the dealer's neighbour."""
    return layout(options).spec(DECKS[options.form].size, _packets(options, dealer))


def _packets(options: StrohmandliOptions, dealer: int) -> Iterator[tuple[Target, int]]:
    order = turn_order((dealer + 1) % options.players, options.players)
    number = 0
    for target, size in _rounds(options):
        for seat in order:
            if target == "hand":
                yield seat, size
            else:
                # One by one: the card dealt first lies at the bottom of its pile.
                yield from ((("pile", seat, number), 1) for _ in range(size))
        number += target == "table"
