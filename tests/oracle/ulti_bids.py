"""The options and the bids of ulti (rules/ulti.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

# "Component codes used throughout", with their values; the common table is that of the option.
SOURCE_VALUES = {"P": 1, "N": 3, "F": 4, "U": 4, "B": 5, "H": 6, "D": 7, "T": 9}
COMMON_VALUES = {"P": 1, "N": 4, "F": 4, "U": 4, "B": 5, "H": 8, "D": 6}  # "T off"
# "Any non-empty set from N, F, U, H, D, T"; in this order a code names them.
COMBINABLE = ("N", "F", "U", "H", "D", "T")


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    tie_rule: str = "strict"
    bid_value_includes_parti: bool = False
    parti_in_combinations: str = "never"
    pass_raises_floor: int = 1
    initial_pass: str = "raises_floor"
    forced_pickup_may_pass: bool = False
    self_rob: bool = True
    combine_F_H: bool = False  # noqa: N815 (its name in the rules file)
    combine_D_with_N_T: bool = True  # noqa: N815
    rebetli: bool = False
    contract_values: str = "source"
    talon_points: str = "defenders"
    marriage_requires_trick: str = "none"
    hundred_counts_all_marriages: bool = False
    marriage_public: str = "first_trick"
    kontra_scope: str = "component"
    kontra_on_silent: bool = False
    kontra_max_level: int = 5
    lost_ulti_kontra: str = "multiply"
    silent_ulti_settlement: str = "sides"
    silent_ulti_can_lose: bool = True
    silent_values: tuple[int, int, int] = (1, 2, 4)
    ulti_seven_protected: bool = False
    open_moment: str = "after_kontra"
    settlement: str = "pairwise"
    match_deals: int = 9


def values_of(options: Options) -> Mapping[str, int]:
    """The value of each contract there is."""
    return COMMON_VALUES if options.contract_values == "common" else SOURCE_VALUES


@dataclass(frozen=True)
class Bid:
    """A set of components with its flags.

    Attributes:
        components: Their codes, in the order of the code.
        hearts: Whether Hearts are trumps (in the hearts betli: whether it counts double).
        is_open: Whether the betli or the durchmars in it is played open.
    """

    components: tuple[str, ...]
    hearts: bool = False
    is_open: bool = False

    @property
    def code(self) -> str:
        """`leading p = hearts trump; * = that component open`."""
        names = [c + "*" if self.is_open and c in ("B", "D") else c for c in self.components]
        return ("p" if self.hearts else "") + "+".join(names)

    @property
    def is_trump_game(self) -> bool:
        """B alone and D alone know no trump: "trump when combined"."""
        return self.components not in (("B",), ("D",))

    @property
    def hearts_factor(self) -> int:
        """The `h` of the rules file: "2 in hearts"."""
        return 2 if self.hearts else 1

    def open_factor(self, component: str) -> int:
        """The `o(c)` of the rules file: "4 for an open B or D"."""
        return 4 if self.is_open and component in ("B", "D") else 1


def scores_parti(options: Options, bid: Bid) -> bool:
    """Whether the parti is scored along with the components of the bid."""
    if len(bid.components) == 1:
        # "The parti is scored too when the contract is exactly {N}, {U} or {T}."
        return bid.components[0] in ("N", "U", "T")
    if options.parti_in_combinations == "unless_hundred_or_durchmars":
        # "Parti is scored ... in combinations without F, H, D."
        return not any(c in bid.components for c in ("F", "H", "D"))
    return False


def scored(options: Options, bid: Bid) -> tuple[str, ...]:
    """The components that are settled one by one, with an attached parti."""
    return (*bid.components, "P") if scores_parti(options, bid) else bid.components


def bid_value(options: Options, bid: Bid) -> int:
    """`sum over the components of value x (2 if hearts) x (4 if that component is open)`."""
    counted = scored(options, bid) if options.bid_value_includes_parti else bid.components
    values = values_of(options)
    return sum(values[c] * bid.hearts_factor * bid.open_factor(c) for c in counted)


def component_count(options: Options, bid: Bid) -> int:
    """How many components rank a bid among those of its value, with `fewer_components`."""
    # "The attached parti counts as a component only with bid_value_includes_parti."
    counted = scored(options, bid) if options.bid_value_includes_parti else bid.components
    return len(counted)


def _sets(options: Options) -> list[tuple[str, ...]]:
    """The sets of components that may be bid: "which sets are legal bids"."""
    known = values_of(options)
    sets: list[tuple[str, ...]] = [("P",), ("B",)]
    for size in range(1, len(COMBINABLE) + 1):
        for chosen in combinations(COMBINABLE, size):
            if any(c not in known for c in chosen):
                continue
            if "F" in chosen and "H" in chosen and not options.combine_F_H:
                continue
            joined = "D" in chosen and ("N" in chosen or "T" in chosen)
            if joined and not options.combine_D_with_N_T:
                continue
            sets.append(chosen)
    return sets


@cache
def bids(options: Options) -> dict[str, Bid]:
    """Every bid there is by its code, in ascending bid value and the listing order within one."""
    found: list[Bid] = []
    for components in _sets(options):
        # "Hearts is possible for every trump bid; never for B alone or D alone."
        hearts = (False, True) if Bid(components).is_trump_game else (False,)
        # "Open is possible for B and for D, alone or inside a combination."
        opens = (False, True) if "B" in components or "D" in components else (False,)
        found += [Bid(components, h, o) for h in hearts for o in opens]
    if options.rebetli:
        # "Extra bid hearts betli, no-trump, value 10."
        found.append(Bid(("B",), hearts=True))
    # "Fewer components first, closed before open, plain before hearts."
    order = ("P", "B", *COMBINABLE)
    found.sort(
        key=lambda bid: (
            bid_value(options, bid),
            len(bid.components),
            bid.is_open,
            bid.hearts,
            [order.index(c) for c in bid.components],
        )
    )
    return {bid.code: bid for bid in found}
