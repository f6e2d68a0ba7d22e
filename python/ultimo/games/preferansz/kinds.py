"""The bids of preferansz, their order and what they are worth: rules/preferansz.md, "Auction"."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from ultimo.games.preferansz.options import PreferanszOptions

__all__ = ["ENOUGH", "HAND_PREFIX", "TRICKS", "VOLAT", "Aim", "Kind", "in_auction", "kinds"]

TRICKS = 10
"""Tricks of a deal."""
ENOUGH = 6
"""Tricks that win a suit game."""
VOLAT = "volat"
"""The announcement of all ten tricks."""
HAND_PREFIX = "hand_"


class Aim(Enum):
    """What the declarer must reach."""

    ENOUGH = "at least six tricks"
    EVERY_TRICK = "all ten tricks"
    NO_TRICK = "no trick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the rules say of a game that can be played.

    Attributes:
        id: Its name.
        base: What the plain game is worth.
        trump: The trump suit.
        aim: What the declarer must reach.
        value: What it is worth without volát.
        takes_talon: The declarer takes the talon and lays two cards away.
        hand: The name of the same game from the hand, where a declarer may still choose it.
        is_hand: It is played from the hand.
        is_szanzadu: It is szanzadu, whoever leads to it.
    """

    id: str
    base: int
    trump: str | None
    aim: Aim
    value: int
    takes_talon: bool = True
    hand: str | None = None
    is_hand: bool = False
    is_szanzadu: bool = False


def kinds(options: PreferanszOptions) -> dict[str, Kind]:
    """Returns all games that can be played under some options, plain and from the hand."""
    plain = tuple(_plain(options))
    found = {kind.id: kind for kind in plain}
    if options.hand_rank != "not_in_auction" or options.hand_after_auction:
        # Betli and szanzadu without the talon have no hand version.
        hands = (_from_hand(kind, options) for kind in plain if kind.takes_talon)
        found |= {kind.id: kind for kind in hands}
    return found


def in_auction(options: PreferanszOptions) -> tuple[Kind, ...]:
    """Returns the games that can be bid, low to high; a bid's rank is its place here."""
    found = [
        kind
        for kind in kinds(options).values()
        if not kind.is_hand or options.hand_rank != "not_in_auction"
    ]
    if options.hand_rank == "by_value":
        # "At equal value hand above plain."
        found.sort(key=lambda kind: (kind.value, kind.is_hand))
    return tuple(found)


def _plain(options: PreferanszOptions) -> Iterator[Kind]:
    for base, (name, trump) in enumerate(
        (("acorns", "A"), ("leaves", "L"), ("bells", "B"), ("hearts", "H")), 1
    ):
        hand = HAND_PREFIX + name if options.hand_after_auction else None
        yield Kind(id=name, base=base, trump=trump, aim=Aim.ENOUGH, value=base, hand=hand)
    every = Aim.EVERY_TRICK if options.szanzadu_tricks == TRICKS else Aim.ENOUGH
    for base, (name, aim) in enumerate((("betli", Aim.NO_TRICK), ("szanzadu", every)), 5):
        with_talon = options.talon_in_no_trump
        yield Kind(
            id=name,
            base=base,
            trump=None,
            aim=aim,
            value=base,
            takes_talon=with_talon,
            hand=HAND_PREFIX + name if with_talon and options.hand_after_auction else None,
            is_szanzadu=name == "szanzadu",
        )


def _from_hand(kind: Kind, options: PreferanszOptions) -> Kind:
    """Returns the same game, played from the hand."""
    value = 2 * kind.base if options.hand_value == "double" else kind.base + 1
    name = HAND_PREFIX + kind.id
    return replace(kind, id=name, value=value, takes_talon=False, hand=None, is_hand=True)
