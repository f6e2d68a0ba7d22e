"""What settling a hand of strohmandli asks for, in the words of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ultimo.errors import DealError
from ultimo.games.strohmandli.cards import HONOURS, KINGS
from ultimo.games.strohmandli.score import DECLARATIONS, Scoring
from ultimo.settling import Asked

__all__ = ["Facts"]

NOBODY = "nobody"

MEANINGS = {
    "valat": "who won all tricks",
    "tuletroa": "who won the three honours",
    "four_kings": "who won the four kings",
    "pagat_catch": "who won the I of another player",
    "uhu": "who won the last trick but one with II",
    "xxi_catch": "who won the XXI of another player",
    "pagat_ultimo": "who won the last trick with I",
}
CARDS = {
    "tuletroa": HONOURS,
    "four_kings": KINGS,
    "pagat_catch": ("T1",),
    "uhu": ("T2",),
    "xxi_catch": ("T21",),
    "pagat_ultimo": ("T1",),
}
"""The cards that lie in the tricks of whoever made a figure."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts under some options.

    Attributes:
        scoring: The score.
    """

    scoring: Scoring

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.scoring.options.players

    def asked(self) -> Iterator[Asked]:
        """Card points, who made each figure, and what was declared."""
        most = sum(self.scoring.deck.values)
        for seat in range(self.players):
            meaning = f"card points of seat {seat}"
            yield Asked(name=f"points_{seat}", meaning=meaning, values=range(most + 1))
        seats = (NOBODY, *(f"seat_{seat}" for seat in range(self.players)))
        for figure in self.scoring.figures:
            meaning = MEANINGS[figure]
            yield Asked(name=figure, meaning=meaning, values=seats, default=NOBODY)
        if self.scoring.has_declarations:
            for seat in range(self.players):
                for name in DECLARATIONS:
                    meaning = f"1 if seat {seat} declared {name}"
                    yield Asked(name=f"{name}_{seat}", meaning=meaning, values=range(2), default=0)

    def outcome(self, said: Mapping[str, Any]) -> dict[str, int]:
        """Returns the outcome of what was said.

        Raises:
            DealError: It cannot have happened.
        """
        points = [said[f"points_{seat}"] for seat in range(self.players)]
        made = {
            figure: None if said[figure] == NOBODY else int(said[figure].removeprefix("seat_"))
            for figure in self.scoring.figures
        }
        faults = [*self._faults(points, made), *self._declared_faults(said, made)]
        if faults:
            message = f"that cannot have happened: {'; '.join(faults)}"
            raise DealError(message, code="impossible")
        found = {}
        for seat in range(self.players):
            found[f"points_level_{seat}"] = self.scoring.level(points[seat])
            found |= {f"{figure}_{seat}": int(by == seat) for figure, by in made.items()}
            if self.scoring.has_declarations:
                found[f"declared_{seat}"] = sum(
                    said[f"{name}_{seat}"] << number for number, name in enumerate(DECLARATIONS)
                )
        return found

    def _faults(self, points: list[int], made: Mapping[str, int | None]) -> Iterator[str]:
        deck = self.scoring.deck
        total = sum(deck.values)
        if sum(points) != total:
            yield f"points of {sum(points)} together: the pack counts {total}"
        if (winner := made["valat"]) is not None and points[winner] != total:
            yield f"valat: all tricks count {total}, not {points[winner]}"
        if made["valat"] is None and total in points and all(deck.values):
            # Every trick counts something, so that nobody else has won one.
            yield f"points of {total}: that is a valat"
        if made["pagat_catch"] is not None and made["pagat_ultimo"] is not None:
            yield "pagat_catch and pagat_ultimo: the I is played once"
        for seat, count in enumerate(points):
            if 0 < count < self.players and all(deck.values):
                yield f"points_{seat}={count}: a trick counts {self.players} or more"
        yield from self._won(points, made)

    def _won(self, points: list[int], made: Mapping[str, int | None]) -> Iterator[str]:
        """The cards of the figures lie in the tricks of who made them."""
        deck = self.scoring.deck
        won: dict[str, int] = {}
        for figure, seat in made.items():
            for code in CARDS.get(figure, ()) if seat is not None else ():
                if won.setdefault(code, int(seat or 0)) != seat:
                    yield f"{figure}: {code} was won by another seat"
        for seat, count in enumerate(points):
            least = sum(deck.values[deck.index(code)] for code, by in won.items() if by == seat)
            if count < least:
                yield f"points_{seat}={count}: the cards of its figures count {least}"

    def _declared_faults(
        self, said: Mapping[str, Any], made: Mapping[str, int | None]
    ) -> Iterator[str]:
        """Nobody holds a card that another seat held, nor one that was led before."""
        if not self.scoring.has_declarations:
            return
        seats = range(self.players)
        by = {name: [seat for seat in seats if said[f"{name}_{seat}"]] for name in DECLARATIONS}
        for name, need in (("head", 2), ("tuletroa", 3), ("four_kings", 4)):
            if len(by[name]) > 1:
                yield f"{name} of two seats: it needs {need} of the same cards"
        for seat in by["tuletroa"]:
            if set(by["head"]) - {seat}:
                yield f"tuletroa_{seat}: another seat cannot have held two honours"
            if seat in by["head"] and not self.scoring.options.head_after_tuletroa:
                yield f"tuletroa_{seat} and head_{seat}: head_after_tuletroa is off"
            if made["pagat_catch"] == seat:
                yield f"tuletroa_{seat} and pagat_catch: the I was its own"
            if made["pagat_ultimo"] not in {None, seat}:
                yield f"tuletroa_{seat} and pagat_ultimo: the I was not another seat's"
