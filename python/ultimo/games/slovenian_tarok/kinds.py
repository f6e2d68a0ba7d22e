"""The contracts of Slovenian tarok as data: rules/slovenian_tarok.md, "Auction", "Scoring"."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from ultimo.games.slovenian_tarok.options import TarokOptions

__all__ = [
    "ANNOUNCEMENTS",
    "Aim",
    "Item",
    "Kind",
    "announcements",
    "by_opponents",
    "kinds",
    "plain",
]


class Aim(Enum):
    """What a contract is won by."""

    MORE_POINTS = auto()
    """More than 35 of the 70 points."""
    FEW_POINTS = auto()
    """Everybody for himself takes as few points as he can."""
    ONE_TRICK = auto()
    """Exactly one trick."""
    NO_TRICK = auto()
    """No trick."""
    EVERY_TRICK = auto()
    """Every trick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the rules say of a contract.

    Attributes:
        id: Its name.
        aim: What it is won by.
        value: What it is worth; `None` where its score has no such number.
        has_declarer: Somebody plays for it.
        takes: Number of cards the declarer takes from the talon.
        calls_king: The declarer calls a king, if there are four players.
        forehand_only: It may be bid only by forehand, when all others have passed.
        declarer_leads: The declarer leads first, not forehand.
        is_negative: Tricks are to be avoided: the pagat's restraint may apply.
        must_beat: A player must beat the winning card if he can.
        is_flat: It counts its value alone, without difference and bonuses.
        open_hand: The declarer's hand is laid open before the first lead.
        has_trump: Tarocks beat the other suits.
        can_double: Kontra may be said.
        four_only: It exists only with four players.
        brings_circle: Everybody gets a doubling circle after it, where these are played.
        factors: What multiplies the difference to 35 when won and when lost, in place of values.
    """

    id: str
    aim: Aim
    value: int | None = None
    has_declarer: bool = True
    takes: int = 0
    calls_king: bool = False
    forehand_only: bool = False
    declarer_leads: bool = False
    is_negative: bool = False
    must_beat: bool = False
    is_flat: bool = False
    open_hand: bool = False
    has_trump: bool = True
    can_double: bool = True
    four_only: bool = False
    brings_circle: bool = False
    factors: tuple[int, int] | None = None


KLOP = Kind(
    id="klop",
    aim=Aim.FEW_POINTS,
    has_declarer=False,
    forehand_only=True,
    is_negative=True,
    can_double=False,
    brings_circle=True,
)
THREE = Kind(id="three", aim=Aim.MORE_POINTS, takes=3, calls_king=True, forehand_only=True)
TWO = Kind(id="two", aim=Aim.MORE_POINTS, takes=2, calls_king=True)
ONE = Kind(id="one", aim=Aim.MORE_POINTS, takes=1, calls_king=True)
SOLO_THREE = Kind(id="solo_three", aim=Aim.MORE_POINTS, takes=3, four_only=True)
SOLO_TWO = Kind(id="solo_two", aim=Aim.MORE_POINTS, takes=2, four_only=True)
SOLO_ONE = Kind(id="solo_one", aim=Aim.MORE_POINTS, takes=1, four_only=True)
SOLO_WITHOUT = Kind(
    brings_circle=True, id="solo_without", aim=Aim.MORE_POINTS, declarer_leads=True, is_flat=True
)
PICCOLO = Kind(id="piccolo", aim=Aim.ONE_TRICK, declarer_leads=True, is_negative=True, is_flat=True)
BEGGAR = Kind(
    brings_circle=True,
    id="beggar",
    aim=Aim.NO_TRICK,
    declarer_leads=True,
    is_negative=True,
    is_flat=True,
)
OPEN_BEGGAR = replace(BEGGAR, id="open_beggar", open_hand=True)
VALAT_WITHOUT = Kind(
    brings_circle=True, id="valat_without", aim=Aim.EVERY_TRICK, declarer_leads=True, is_flat=True
)
COLOUR_VALAT_WITHOUT = replace(VALAT_WITHOUT, id="colour_valat_without", has_trump=False)

ORDERS: dict[str, tuple[tuple[Kind, int | None], ...]] = {
    "site": (
        (KLOP, None),
        (THREE, 10),
        (SOLO_THREE, 20),
        (TWO, 20),
        (SOLO_TWO, 30),
        (ONE, 30),
        (SOLO_ONE, 40),
        (SOLO_WITHOUT, 50),
        (PICCOLO, 60),
        (BEGGAR, 70),
        (OPEN_BEGGAR, 80),
    ),
    "pagat": (
        (KLOP, None),
        (THREE, 10),
        (TWO, 20),
        (ONE, 30),
        (SOLO_THREE, 40),
        (SOLO_TWO, 50),
        (SOLO_ONE, 60),
        (BEGGAR, 70),
        (SOLO_WITHOUT, 80),
        (OPEN_BEGGAR, 90),
    ),
}
VALATS = ((COLOUR_VALAT_WITHOUT, 125), (VALAT_WITHOUT, 500))

OPPONENTS = "opponents_"

TWO_PLAYERS = (
    Kind(id="play", aim=Aim.MORE_POINTS, can_double=False, factors=(2, 3)),
    # Nobody has bid: no multiplier, and each player counts his own points.
    Kind(id="none", aim=Aim.MORE_POINTS, can_double=False, has_declarer=False, factors=(1, 1)),
)


@lru_cache(maxsize=256)
def kinds(options: TarokOptions) -> tuple[Kind, ...]:
    """Returns the contracts in bidding order, from low to high; with two players `play`, `none`."""
    if options.players == 2:
        return TWO_PLAYERS
    order = ORDERS[options.contract_values] + (VALATS if options.valat_bids else ())
    beaten = options.overtake_contracts
    found = [replace(kind, value=value, must_beat=kind.id in beaten) for kind, value in order]
    if not options.piccolo:
        found = [kind for kind in found if kind.aim is not Aim.ONE_TRICK]
    if options.players == 3:
        found = [kind for kind in found if not kind.four_only]
    if options.three_open_to_all:
        found = [replace(kind, forehand_only=not kind.has_declarer) for kind in found]
    if options.solo_without_scoring == "with_difference":
        found = [
            replace(kind, is_flat=kind.is_flat and kind.aim is not Aim.MORE_POINTS)
            for kind in found
        ]
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that may be announced beside the contract.

    Attributes:
        silent: What it counts if it was not announced.
        announced: What it counts if it was.
        excludes: What nobody may announce beside it.
        excludes_all: Nobody may announce anything beside it.
        needs_king: It can be announced only if a king was called.
    """

    silent: int
    announced: int
    excludes: tuple[str, ...] = ()
    excludes_all: bool = False
    needs_king: bool = False


ANNOUNCEMENTS = {
    "trula": Item(silent=10, announced=20),
    "kings": Item(silent=10, announced=20),
    "pagat_ultimo": Item(silent=25, announced=50),
    "trulapagat": Item(silent=50, announced=70, excludes=("trula", "pagat_ultimo")),
    "valat": Item(silent=250, announced=500, excludes_all=True),
}


@lru_cache(maxsize=256)
def announcements(options: TarokOptions) -> dict[str, Item]:
    """Returns what may be announced, by name, in the order of the actions."""
    if options.players == 2:
        return {}
    if options.king_ultimo and options.players == 4:
        ultimo = Item(
            silent=options.king_ultimo, announced=2 * options.king_ultimo, needs_king=True
        )
        return {**ANNOUNCEMENTS, "king_ultimo": ultimo}
    return dict(ANNOUNCEMENTS)


def by_opponents(name: str) -> str:
    """Returns the name under which a contract holds what an opponent announced."""
    return OPPONENTS + name


def plain(name: str) -> str:
    """Returns the name of an announcement, by whichever side."""
    return name.removeprefix(OPPONENTS)
