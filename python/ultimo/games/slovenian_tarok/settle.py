"""What settling a hand of Slovenian tarok asks for, in the words of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ultimo.contracts import Contract
from ultimo.errors import DealError
from ultimo.games.slovenian_tarok import facts
from ultimo.games.slovenian_tarok.score import HALF, Scoring
from ultimo.settling import NEEDED, Asked, axes_of

__all__ = ["Facts"]

SIDES = ("neither", "own", "opponents")
FATES = (*SIDES, "own_lost", "opponents_lost")
"""In the order of the classes of `facts`."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one contract; `own` is the declarer's side.

    Attributes:
        scoring: The score of the contract.
    """

    scoring: Scoring

    @property
    def contract(self) -> Contract:
        """The contract."""
        return self.scoring.contract

    @property
    def axes(self) -> frozenset[str]:
        """The names of the axes of the score."""
        return frozenset(axes_of(self.scoring.parts()))

    def asked(self) -> Iterator[Asked]:
        """The facts that the contract asks for."""
        if "points_0" not in self.axes:
            yield from self._counts()
            yield from self._events()
            return
        for seat in range(self.scoring.options.players):
            meaning = f"card points of seat {seat}; 0 without a trick"
            yield Asked(name=f"points_{seat}", meaning=meaning, values=range(71))

    def _counts(self) -> Iterator[Asked]:
        if "points" in self.axes:
            # A valat takes the place of the points.
            default = None if "won_trick" in self.axes else NEEDED
            whose = "card points of the declarer's side"
            yield Asked(name="points", meaning=whose, values=range(71), default=default)
        if "tricks" in self.axes:
            most = 48 // self.scoring.options.players
            yield Asked(name="tricks", meaning="tricks of the declarer", values=range(most + 1))

    def _events(self) -> Iterator[Asked]:
        seats = tuple(f"seat_{seat}" for seat in range(self.scoring.options.players))
        for axis, name, values, meaning in (
            ("trula", "trula", SIDES, "who won all three"),
            ("kings", "kings", SIDES, "who won all four"),
            ("pagat_ultimo", "pagat_ultimo", FATES, "whose pagat won, or lost, the last trick"),
            ("king_ultimo", "king_ultimo", SIDES, "who won the last trick with the called king"),
            ("won_trick", "valat", SIDES, "who won every trick"),
            ("mond", "mond", ("safe", *seats, "left"), "who lost it to another, or left it aside"),
        ):
            if axis in self.axes:
                yield Asked(name=name, meaning=meaning, values=values, default=values[0])

    def outcome(self, said: Mapping[str, Any]) -> dict[str, int]:
        """The outcome by axis."""
        axes = self.axes
        if "points_0" in axes:
            return self._klop(said)
        found: dict[str, int] = {}
        for name in ("points", "tricks"):
            if name in said:
                found[name] = said[name]
        for name in ("trula", "kings"):
            if name in said:
                found[name] = int(said[name] == "own")
                found[f"opponents_{name}"] = int(said[name] == "opponents")
        if "pagat_ultimo" in said:
            found["pagat_ultimo"] = FATES.index(said["pagat_ultimo"])
        if "king_ultimo" in said:
            found["king_ultimo"] = SIDES.index(said["king_ultimo"])
        if "valat" in said:
            found["won_trick"] = int(said["valat"] != "opponents")
            found["lost_trick"] = int(said["valat"] != "own")
            self._points_beside(said, found)
        if "mond" in said:
            found |= self._mond(said["mond"], axes)
        return found

    def _points_beside(self, said: Mapping[str, Any], found: dict[str, int]) -> None:
        """Points may be left out only with a valat, which counts in their place."""
        if "points" not in self.axes or "points" in found:
            return
        if said["valat"] == "neither":
            message = "points= card points of the declarer's side, 0 to 70, unless there is a valat"
            raise DealError(message, code="missing_fact")
        found["points"] = facts.ALL_POINTS if said["valat"] == "own" else 0

    def _mond(self, said: str, axes: frozenset[str]) -> dict[str, int]:
        if said in {"safe", "left"}:
            found = {"mond": facts.SAFE if said == "safe" else facts.NOT_PLAYED}
        else:
            found = {"mond": facts.LOST_BY + int(said.removeprefix("seat_"))}
        found["mond_left"] = int(said == "left")
        return found | {name: 0 for name in ("mond_offered", "king_won") if name in axes}

    def _klop(self, said: Mapping[str, Any]) -> dict[str, int]:
        """Whoever has no trick has no points, and who has a trick has some.

        Every trick holds at least as many cards as one point needs.
        """
        points = [said[f"points_{seat}"] for seat in range(self.scoring.options.players)]
        # Rounding may add a point to all piles together; what the talon holds nobody has.
        if sum(points) > facts.ALL_POINTS + 1:
            message = f"points of {sum(points)} together: the piles count 71 at most"
            raise DealError(message, code="impossible")
        found = {}
        for seat, count in enumerate(points):
            found[f"points_{seat}"] = count
            found[f"won_trick_{seat}"] = int(count > 0)
        if "extreme" in self.axes:
            found["extreme"] = sum(count > HALF or count == 0 for count in points)
        return found
