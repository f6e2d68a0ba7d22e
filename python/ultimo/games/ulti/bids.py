"""The bids of ulti as data: rules/ulti.md, "Auction" and its table."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from ultimo.games.ulti.options import UltiOptions

__all__ = ["HEARTS_FACTOR", "OPEN_FACTOR", "PARTI", "SILENT", "Kind", "Silent", "kinds", "values"]

PARTI = "P"
BETLI = "B"
DURCHMARS = "D"
HUNDREDS = ("F", "H")
ORDER = "PNFUBHDT"
"""The components in the order of the table."""
COMBINED = "NFUHDT"
"""What may be bid together."""
NAMES = {
    "P": "parti",
    "N": "four aces",
    "F": "forty-hundred",
    "U": "ulti",
    "B": "betli",
    "H": "twenty-hundred",
    "D": "durchmars",
    "T": "four tens",
}
"""The components in the words of the rules."""
WITH_PARTI = frozenset("NUT")
"""With one of these alone the parti is scored too."""
OPENED = frozenset({BETLI, DURCHMARS})
"""What may be played open."""

HEARTS_FACTOR = 2
OPEN_FACTOR = 4

VALUES = {
    "source": {"P": 1, "N": 3, "F": 4, "U": 4, "B": 5, "H": 6, "D": 7, "T": 9},
    "common": {"P": 1, "N": 4, "F": 4, "U": 4, "B": 5, "H": 8, "D": 6},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the rules say of a bid.

    Attributes:
        id: Its code: `p` for hearts, the components, `*` after one that is open.
        components: What the declarer undertakes, in the order of the table.
        is_hearts: Hearts is trump, or in a hearts betli only doubles.
        is_open: The declarer's hand is laid open.
        has_trump: There is a trump suit.
        has_parti: The parti is scored too.
        value: Its value in the auction.
        weight: The number of components, where these decide between equal values.
    """

    id: str
    components: tuple[str, ...]
    is_hearts: bool
    is_open: bool
    has_trump: bool
    has_parti: bool
    value: int
    weight: int

    @property
    def scored(self) -> tuple[str, ...]:
        """What is settled one by one: the components, and the parti where it is scored too."""
        return (*self.components, PARTI) if self.has_parti else self.components

    @property
    def meaning(self) -> str:
        """The bid in words: `hearts ulti and open durchmars`."""
        words = [
            f"open {NAMES[name]}" if self.is_open and name in OPENED else NAMES[name]
            for name in self.components
        ]
        said = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
        return f"hearts {said}" if self.is_hearts else said

    @property
    def factor(self) -> int:
        """What hearts multiplies everything by."""
        return HEARTS_FACTOR if self.is_hearts else 1

    def opened(self, component: str) -> int:
        """What an open hand multiplies a component by."""
        return OPEN_FACTOR if self.is_open and component in OPENED else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent:
    """A silent bonus.

    Attributes:
        name: Its name.
        excluded_by: The components that leave no room for it.
    """

    name: str
    excluded_by: frozenset[str]


SILENT = (
    Silent(name="hundred", excluded_by=frozenset(HUNDREDS)),
    Silent(name="ulti", excluded_by=frozenset("U")),
    Silent(name="durchmars", excluded_by=frozenset("DNT")),
)
"""In the order of the option `silent_values`."""


def values(options: UltiOptions) -> dict[str, int]:
    """Returns the value of each component there is."""
    return VALUES[options.contract_values]


@lru_cache(maxsize=256)
def kinds(options: UltiOptions) -> tuple[Kind, ...]:
    """Returns all bids in ascending value.

    Inside one value: fewer components first, closed before open, plain before hearts.
    """
    found = chain.from_iterable(_of_set(options, chosen) for chosen in _sets(options))
    return tuple(sorted(found, key=_place))


def _place(kind: Kind) -> tuple[object, ...]:
    ranks = [ORDER.index(component) for component in kind.components]
    return kind.value, len(ranks), kind.is_open, kind.is_hearts, ranks


def _sets(options: UltiOptions) -> Iterator[tuple[str, ...]]:
    """Yields the sets of components that may be bid."""
    known = values(options)
    yield from ((single,) for single in (PARTI, BETLI))
    combined = [component for component in COMBINED if component in known]
    for size in range(1, len(combined) + 1):
        for chosen in combinations(combined, size):
            both_hundreds = set(HUNDREDS) <= set(chosen)
            if both_hundreds and not options.combine_F_H:
                continue
            with_aces_or_tens = DURCHMARS in chosen and not {"N", "T"}.isdisjoint(chosen)
            if with_aces_or_tens and not options.combine_D_with_N_T:
                continue
            yield chosen


def _of_set(options: UltiOptions, chosen: tuple[str, ...]) -> Iterator[Kind]:
    """Yields a set of components in plain and hearts, closed and open, as far as allowed."""
    has_trump = chosen not in {(BETLI,), (DURCHMARS,)}
    for is_hearts in (False, True):
        for is_open in (False, True):
            if is_open and OPENED.isdisjoint(chosen):
                continue
            # A hearts betli, without trump, is there by an option only, and closed.
            is_rebetli = options.rebetli and chosen == (BETLI,) and not is_open
            if is_hearts and not has_trump and not is_rebetli:
                continue
            yield _kind(options, chosen, is_hearts=is_hearts, is_open=is_open, has_trump=has_trump)


def _kind(
    options: UltiOptions,
    chosen: tuple[str, ...],
    *,
    is_hearts: bool,
    is_open: bool,
    has_trump: bool,
) -> Kind:
    in_combination = options.parti_in_combinations == "unless_hundred_or_durchmars"
    has_parti = set(chosen) <= WITH_PARTI and (len(chosen) == 1 or in_combination)
    is_counted = has_parti and options.bid_value_includes_parti
    known = values(options)
    value = known[PARTI] if is_counted else 0
    value += sum(known[c] * (OPEN_FACTOR if is_open and c in OPENED else 1) for c in chosen)
    listed = "+".join(c + "*" if is_open and c in OPENED else c for c in chosen)
    return Kind(
        id="p" + listed if is_hearts else listed,
        components=chosen,
        is_hearts=is_hearts,
        is_open=is_open,
        has_trump=has_trump,
        has_parti=has_parti,
        value=value * (HEARTS_FACTOR if is_hearts else 1),
        weight=len(chosen) + is_counted,
    )
