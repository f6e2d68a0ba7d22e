"""What strohmandli scores, and what it asks of a deal: rules/strohmandli.md, "Scoring".

Everybody scores for himself. A figure is something that a player may have done; each is an axis of
0 and 1 for each seat, but for the three figures that ask for card points, which are one of 0 to 3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ultimo.deck import Deck
from ultimo.games.strohmandli.cards import HONOURS, KINGS
from ultimo.games.strohmandli.options import StrohmandliOptions
from ultimo.plan import Axis, Captured, Declaration, Declared, Fate, Points, Tricks
from ultimo.scoring import Array, Made, Outcomes, ScorePart

__all__ = ["DECLARATIONS", "WATCHED", "Scoring", "declarations"]

Own: TypeAlias = Callable[[Outcomes, int], Array]
"""What a seat scores of some outcomes."""

THRESHOLDS = {2: (48, 60, 71), 3: (32, 40, 48)}
"""Card points for game, kassza and double game, by number of players."""
POINT_FIGURES = {"game": 1, "kassza": 2, "double game": 4}
"""What these three are worth."""

FIGURES: dict[str, dict[str, int]] = {
    "base": {"valat": 6, "pagat_catch": 5, "uhu": 5, "pagat_ultimo": 5},
    "house": {
        "valat": 8,
        "tuletroa": 2,
        "four_kings": 3,
        "pagat_catch": 3,
        "uhu": 4,
        "xxi_catch": 5,
        "pagat_ultimo": 6,
    },
}
"""What the other figures are worth, by scoring set."""
NOT_WITH_VALAT = ("tuletroa", "four_kings")

DECLARATIONS = {"head": 1, "tuletroa": 2, "four_kings": 4}
"""What may be declared, and what it is worth."""

PAGAT, EAGLE, XXI = range(3)
WATCHED = ("T1", "T2", "T21")
"""The cards whose fate is asked for, in the order of these numbers."""


def declarations(options: StrohmandliOptions, deck: Deck) -> tuple[Declaration, ...]:
    """Returns what may be declared on lead, in the order of `DECLARATIONS`."""
    if options.scoring_set != "base":
        return ()
    honours, kings = (tuple(map(deck.index, cards)) for cards in (HONOURS, KINGS))
    after = () if options.head_after_tuletroa else (list(DECLARATIONS).index("tuletroa"),)
    return (
        Declaration(cards=honours, needed=2, barred_by=after),
        Declaration(cards=honours, needed=3),
        Declaration(cards=kings, needed=4),
    )


@dataclass(frozen=True)
class Scoring:
    """The score under some options.

    Attributes:
        options: The options.
        deck: The deck.
    """

    options: StrohmandliOptions
    deck: Deck

    @property
    def figures(self) -> Mapping[str, int]:
        """The figures beside those for card points, and what each is worth."""
        return FIGURES[self.options.scoring_set]

    @property
    def has_declarations(self) -> bool:
        """Whether figures may be declared from the hand."""
        return self.options.scoring_set == "base"

    def level(self, points: int) -> int:
        """Returns how many of the thresholds of card points are reached."""
        return sum(points >= threshold for threshold in THRESHOLDS[self.options.players])

    def parts(self) -> list[ScorePart]:
        """The score of every seat."""
        return [part for seat in range(self.options.players) for part in self._parts(seat)]

    def made(self, seat: int) -> Made:
        """A seat has made the game."""
        name = f"points_level_{seat}"
        return Made({name: self._level(seat)}, lambda outcomes: outcomes[name] >= 1)

    def _parts(self, seat: int) -> Iterator[ScorePart]:
        level = {f"points_level_{seat}": self._level(seat)}
        if self.options.figure_stacking == "highest_overall":
            axes = dict(level)
            for figure in self.figures:
                axes |= self._axis(figure, seat)
            yield self._part(axes, seat, self._highest, label="the most valuable figure")
        else:
            thresholds = zip(POINT_FIGURES, THRESHOLDS[self.options.players], strict=True)
            items = [
                self._part(
                    level, seat, self._of_level(number), label=f"{name}: {points} card points"
                )
                for number, (name, points) in enumerate(thresholds, start=1)
            ]
            yield self._part(level, seat, self._of_points, items=items)
            for figure in self.figures:
                axes = self._with_valat(figure, seat)
                yield self._part(axes, seat, self._of(figure), label=figure)
        if self.has_declarations:
            axes = {f"declared_{seat}": Axis(Declared(seat=seat))}
            items = [
                self._part(axes, seat, _of_declaration(number, worth), label=f"{name} declared")
                for number, (name, worth) in enumerate(DECLARATIONS.items())
            ]
            yield self._part(axes, seat, _of_declarations, items=items)

    def _part(
        self,
        axes: Mapping[str, Axis],
        seat: int,
        score: Own,
        *,
        label: str = "",
        items: Sequence[ScorePart] = (),
    ) -> ScorePart:
        """Makes a part that one seat scores and no other."""

        def of_all(outcomes: Outcomes) -> Array:
            own = score(outcomes, seat)
            found = np.zeros((*own.shape, self.options.players), dtype=np.int64)
            found[..., seat] = own
            return found

        return ScorePart(axes, of_all, label, tuple(items))

    # What is worth what.

    def _of_level(self, number: int) -> Own:
        """One of game, kassza and double game: where they do not add, only if it is the best."""
        worth = list(POINT_FIGURES.values())[number - 1]
        adds = self.options.figure_stacking == "cumulative"

        def score(outcomes: Outcomes, seat: int) -> Array:
            reached = outcomes[f"points_level_{seat}"]
            return worth * (reached >= number if adds else reached == number)

        return score

    def _of_points(self, outcomes: Outcomes, seat: int) -> Array:
        """Game, kassza and double game together."""
        numbers = range(1, len(POINT_FIGURES) + 1)
        found: Array = np.sum([self._of_level(n)(outcomes, seat) for n in numbers], axis=0)
        return found

    def _of(self, figure: str) -> Own:
        worth = self.figures[figure]
        return lambda outcomes, seat: worth * self._is_done(figure, outcomes, seat)

    def _highest(self, outcomes: Outcomes, seat: int) -> Array:
        """The most valuable figure alone."""
        found = np.array((0, *POINT_FIGURES.values()))[outcomes[f"points_level_{seat}"]]
        for figure in self.figures:
            found = np.maximum(found, self._of(figure)(outcomes, seat))
        return found

    @staticmethod
    def _is_done(figure: str, outcomes: Outcomes, seat: int) -> Array:
        """Whether a figure counts, as 0 or 1."""
        done = outcomes[f"{figure}_{seat}"]
        return done * (1 - outcomes[f"valat_{seat}"]) if figure in NOT_WITH_VALAT else done

    # What is asked of a deal.

    def _with_valat(self, figure: str, seat: int) -> dict[str, Axis]:
        axes = self._axis(figure, seat)
        return axes | self._axis("valat", seat) if figure in NOT_WITH_VALAT else axes

    def _axis(self, figure: str, seat: int) -> dict[str, Axis]:
        found: dict[str, Callable[[int], Axis]] = {
            "valat": self._valat,
            "tuletroa": lambda s: self._captured(HONOURS, s),
            "four_kings": lambda s: self._captured(KINGS, s),
            "pagat_catch": lambda s: self._caught(PAGAT, s),
            "uhu": lambda s: self._won_with(EAGLE, s, before_last=1),
            "xxi_catch": lambda s: self._caught(XXI, s),
            "pagat_ultimo": lambda s: self._won_with(PAGAT, s, before_last=0),
        }
        return {f"{figure}_{seat}": found[figure](seat)}

    def _level(self, seat: int) -> Axis:
        """How many of the thresholds of card points a seat has reached."""
        most = sum(self.deck.values)
        levels = (self.level(points) for points in range(most + 1))
        return Axis(Points(seats=1 << seat, max=most), tuple(levels))

    def _valat(self, seat: int) -> Axis:
        """Whether no other seat won a trick."""
        others = (1 << self.options.players) - 1 - (1 << seat)
        most = self.deck.size // self.options.players
        return Axis(Tricks(seats=others), (1, *(0 for _ in range(most))))

    def _captured(self, codes: Sequence[str], seat: int) -> Axis:
        """Whether a seat has all of these cards in its tricks."""
        cards = tuple(map(self.deck.index, codes))
        return Axis(Captured(cards=cards, seats=1 << seat), (*(0 for _ in cards), 1))

    def _caught(self, watched: int, seat: int) -> Axis:
        """Whether a seat won a card that another seat played."""
        seats = range(self.options.players)
        codes = (int(winner == seat != player) for player in seats for winner in seats)
        return Axis(Fate(watched=watched), (0, *codes))

    def _won_with(self, watched: int, seat: int, *, before_last: int) -> Axis:
        """Whether a seat won the last trick, or one so many before it, with a card."""
        seats = range(self.options.players)
        codes = (
            int(number == before_last and player == winner == seat)
            for number in range(before_last + 1)
            for player in seats
            for winner in seats
        )
        return Axis(Fate(watched=watched, window=before_last + 1), (0, *codes))


def _of_declaration(number: int, worth: int) -> Own:
    return lambda outcomes, seat: worth * (outcomes[f"declared_{seat}"] >> number & 1)


def _of_declarations(outcomes: Outcomes, seat: int) -> Array:
    worths = enumerate(DECLARATIONS.values())
    each = [_of_declaration(number, worth)(outcomes, seat) for number, worth in worths]
    found: Array = np.sum(each, axis=0)
    return found
