"""The options of ulti: rules/ulti.md, "Variant options"."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ultimo.options import Options, choice, flag, numbers, whole

__all__ = ["UltiOptions"]

MOST_SILENT = 1000
MOST_DEALS = 999_999


def _are_silent_values(found: Sequence[int]) -> bool:
    return len(found) == 3 and all(0 <= value <= MOST_SILENT for value in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class UltiOptions(Options):
    """The options.

    Attributes:
        players: Always three.
        tie_rule: Only a higher value overcalls, or also an equal value with fewer components.
        bid_value_includes_parti: The parti scored along with a bid counts in the auction too.
        parti_in_combinations: The parti is scored only with a lone `N`, `U` or `T`, or also with
            their combinations.
        pass_raises_floor: What a pass after picking up adds to the least value allowed.
        initial_pass: The starting player's pass counts as others do, adds nothing, or is not
            allowed.
        forced_pickup_may_pass: Who had to pick up his own talon may pass again.
        self_rob: The holder of the standing bid may pick up his own talon to bid higher.
        combine_F_H: Forty-hundred and twenty-hundred may be bid together.
        combine_D_with_N_T: Durchmars may be bid together with four aces or four tens.
        rebetli: There is a hearts betli too, without trump, at twice the value.
        contract_values: The values of the source, or the common Hungarian ones without four tens.
        talon_points: For whom aces and tens in the talon count.
        marriage_requires_trick: A marriage counts always, only if its side has won a trick, or
            only if its holder has.
        hundred_counts_all_marriages: `F` and `H` count all marriages of the declarer.
        marriage_public: What marriages a seat holds is told with its first card, or never.
        kontra_scope: Every component has its own level, or the whole contract one.
        kontra_on_silent: A silent hundred takes the level of `P` where that is scored.
        kontra_max_level: The highest level; 0 for no kontra.
        lost_ulti_kontra: A lost ulti costs twice its doubled value, or one factor more.
        silent_ulti_settlement: A silent ulti is settled between the sides, or by its player with
            each of the other two.
        silent_ulti_can_lose: A Seven that does not win the last trick costs something.
        silent_values: Silent hundred, ulti and durchmars.
        ulti_seven_protected: With `U` in the contract the declarer keeps the trump Seven to the
            last trick if he can.
        open_moment: When an open hand is laid open.
        settlement: The declarer settles with each defender, or once for both.
        match_deals: Number of deals of a match, a multiple of three.
    """

    game: ClassVar[str] = "ulti"

    players: int = choice(3)
    tie_rule: str = choice("strict", "fewer_components")
    bid_value_includes_parti: bool = flag(default=False)
    parti_in_combinations: str = choice("never", "unless_hundred_or_durchmars")
    pass_raises_floor: int = choice(1, 0)
    initial_pass: str = choice("raises_floor", "no_raise", "forbidden")
    forced_pickup_may_pass: bool = flag(default=False)
    self_rob: bool = flag(default=True)
    combine_F_H: bool = flag(default=False)  # noqa: N815 - the rules file's name
    combine_D_with_N_T: bool = flag(default=True)  # noqa: N815 - the rules file's name
    rebetli: bool = flag(default=False)
    contract_values: str = choice("source", "common")
    talon_points: str = choice("defenders", "nobody", "declarer")
    marriage_requires_trick: str = choice("none", "side", "player")
    hundred_counts_all_marriages: bool = flag(default=False)
    marriage_public: str = choice("first_trick", "hidden")
    kontra_scope: str = choice("component", "contract")
    kontra_on_silent: bool = flag(default=False)
    kontra_max_level: int = whole(5, at_least=0, at_most=5)
    lost_ulti_kontra: str = choice("multiply", "add_one")
    silent_ulti_settlement: str = choice("sides", "individual")
    silent_ulti_can_lose: bool = flag(default=True)
    silent_values: tuple[int, int, int] = numbers(
        (1, 2, 4), allowed=f"three integers from 0 to {MOST_SILENT}", fits=_are_silent_values
    )
    ulti_seven_protected: bool = flag(default=False)
    open_moment: str = choice("after_kontra", "after_first_trick", "before_kontra")
    settlement: str = choice("pairwise", "single")
    match_deals: int = whole(9, at_least=3, at_most=MOST_DEALS)

    def faults(self) -> list[str]:
        """Each player is starting player equally often."""
        if self.match_deals % 3:
            return [f"match_deals={self.match_deals}: match_deals is a multiple of 3"]
        return []
