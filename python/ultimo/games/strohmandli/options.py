"""The options of strohmandli: rules/strohmandli.md, "Variant options"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ultimo.options import Options, choice, flag, whole

__all__ = ["PLAYERS", "StrohmandliOptions"]

PLAYERS = {"two": 2, "three42": 3, "three54": 3}
"""The number of players of each form, the default form of that number first."""


def _players(given: Mapping[str, Any]) -> int:
    """The number that the form asks for."""
    form = given.get("form")
    return PLAYERS.get(form, 2) if isinstance(form, str) else 2


def _form(given: Mapping[str, Any]) -> str:
    """The first form for this number of players."""
    return next((f for f, n in PLAYERS.items() if n == given.get("players")), "two")


@dataclass(frozen=True, slots=True, kw_only=True)
class StrohmandliOptions(Options):
    """The options.

    Attributes:
        players: 2 or 3, as the form has it.
        form: Two players, or three with 42 or with 54 cards.
        scoring_set: With declarations from the hand, or the house set that scores more figures.
        figure_stacking: Every figure counts, only the best of game, kassza and double game beside
            the others, or only the most valuable figure. Declarations always count.
        three54_layout: How many cards go to the hand and the table in form `three54`.
        head_after_tuletroa: A player who has declared tulétroá may declare head later.
        turn_timing: The next card of a pile is turned at once, or after the trick.
        deals: Number of deals of a match.
    """

    game: ClassVar[str] = "strohmandli"

    players: int = choice(_players, 2, 3)
    form: str = choice(_form, *PLAYERS)
    scoring_set: str = choice("base", "house")
    figure_stacking: str = choice("cumulative", "highest_of_points", "highest_overall")
    three54_layout: str = choice("9_hand_9_table", "12_hand_6_table")
    head_after_tuletroa: bool = flag(default=True)
    turn_timing: str = choice("at_once", "after_trick")
    deals: int = whole(lambda given: 2 * int(given["players"]), at_least=1, at_most=1_000_000)

    def faults(self) -> list[str]:
        """The form says how many play."""
        if PLAYERS[self.form] == self.players:
            return []
        return [f"form={self.form!r} is for {PLAYERS[self.form]} players, not {self.players}"]
