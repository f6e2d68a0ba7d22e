"""The options, the score and the match of strohmandli (rules/strohmandli.md)."""

from collections.abc import Iterable
from dataclasses import dataclass

# "Declarations": head 1, tulétroá 2, four kings 4.
DECLARED = {"head": 1, "tuletroa": 2, "four_kings": 4}
# "Result points", by scoring set; what a set does not pay is not in it.
FIGURES = {
    "base": {
        "game": 1,
        "kassza": 2,
        "double": 4,
        "valat": 6,
        "pagat_catch": 5,
        "uhu": 5,
        "pagat_ultimo": 5,
    },
    "house": {
        "game": 1,
        "kassza": 2,
        "double": 4,
        "valat": 8,
        "tuletroa": 2,
        "four_kings": 3,
        "pagat_catch": 3,
        "uhu": 4,
        "mond_catch": 5,
        "pagat_ultimo": 6,
    },
}


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    form: str = "two"
    scoring_set: str = "base"
    figure_stacking: str = "cumulative"
    three54_layout: str = "9_hand_9_table"
    head_after_tuletroa: bool = True
    turn_timing: str = "at_once"
    deals: int | None = None  # None: 2 x players

    @property
    def players(self) -> int:
        """The number of players of the form."""
        return 2 if self.form == "two" else 3


@dataclass(frozen=True)
class Outcome:
    """What one player has come to in a deal: game points, and what happened in the play."""

    points: int
    all_tricks: bool = False
    trull: bool = False  # the three honours in his tricks
    kings: bool = False  # the four kings in his tricks
    pagat_catch: bool = False
    uhu: bool = False
    mond_catch: bool = False
    pagat_ultimo: bool = False


def figures(options: Options, outcome: Outcome) -> dict[str, int]:
    """The figures that count, and what each is worth."""
    # ">= 48 (3 players: >= 32)", ">= 60 (>= 40)", ">= 71 (>= 48)".
    game, kassza, double = (48, 60, 71) if options.players == 2 else (32, 40, 48)
    happened = {
        "game": outcome.points >= game,
        "kassza": outcome.points >= kassza,
        "double": outcome.points >= double,
        "valat": outcome.all_tricks,
        # "not with valat"
        "tuletroa": outcome.trull and not outcome.all_tricks,
        "four_kings": outcome.kings and not outcome.all_tricks,
        "pagat_catch": outcome.pagat_catch,
        "uhu": outcome.uhu,
        "mond_catch": outcome.mond_catch,
        "pagat_ultimo": outcome.pagat_ultimo,
    }
    worth = FIGURES[options.scoring_set]
    made = {name: worth[name] for name in worth if happened[name]}
    if options.figure_stacking == "highest_of_points":
        # "Only the best of game, kassza, double."
        by_points = [name for name in ("game", "kassza", "double") if name in made]
        for name in by_points[:-1]:
            del made[name]
    if options.figure_stacking == "highest_overall" and made:
        # "Only the single most valuable figure."
        best = max(made, key=lambda name: made[name])
        made = {best: made[best]}
    return made


def score(options: Options, outcome: Outcome, declared: Iterable[str] = ()) -> int:
    """The result points of a player: his figures and his declarations."""
    # "Result points are added to each player's own account; nobody pays anybody." With
    # `highest_overall`, "declarations still count".
    return sum(figures(options, outcome).values()) + sum(DECLARED[item] for item in declared)


class StrohmandliMatch:
    """A match.

    Args:
        options: The options of the game.
        dealer: The first dealer, by default the last seat.
    """

    def __init__(self, options: Options, dealer: int | None = None) -> None:
        self.players = options.players
        self.dealer = self.players - 1 if dealer is None else dealer
        # "`deals` (default 2 x number of players)"
        self.left = 2 * self.players if options.deals is None else options.deals
        self.totals = [0] * self.players

    @property
    def is_over(self) -> bool:
        """Whether all deals have been played."""
        return self.left == 0

    def add(self, scores: Iterable[int]) -> None:
        """Enter the result points of a deal."""
        assert not self.is_over
        # "After some deals the result points are added."
        self.totals = [total + add for total, add in zip(self.totals, scores, strict=True)]
        self.left -= 1
        # "The deal passes to seat 0 of the last deal (with 2 players: alternately)."
        self.dealer = (self.dealer + 1) % self.players

    def places(self) -> list[int]:
        """The place of each seat: "highest total wins, ties share the place"."""
        return [1 + sum(other > total for other in self.totals) for total in self.totals]
