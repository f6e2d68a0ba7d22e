"""What settling a hand of snapszer asks for, in the words of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ultimo.errors import DealError
from ultimo.games.snapszer.kinds import FORTY, TARGET, TWENTY, Aim
from ultimo.games.snapszer.rules import FEW
from ultimo.games.snapszer.score import (
    MOST_POINTS,
    NOBODY,
    OPPONENTS,
    Scoring,
    closed_code,
)
from ultimo.settling import Asked

__all__ = ["Facts"]

SIDES = ("own", "opponents")
HAD = ("no_trick", "few_points", "enough_points")
"""In the order of the classes of a closed stock."""
ACE = 11
CARD_POINTS = 120


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one contract; `own` is the side of its declarer.

    Attributes:
        scoring: The score of the contract.
    """

    scoring: Scoring

    def asked(self) -> Iterator[Asked]:
        """The facts that the contract asks for."""
        aim = self.scoring.kind.aim
        if aim is Aim.FEW_POINTS:
            for seat in range(self.scoring.options.players):
                meaning = f"card points in tricks of seat {seat}"
                yield Asked(name=f"points_{seat}", meaning=meaning, values=range(CARD_POINTS + 1))
            return
        if aim is not Aim.EVERY_TRICK:
            yield from self._points()
        if aim is not Aim.GO_OUT:
            meaning = "which side has won no trick"
            yield Asked(
                name="without_trick", meaning=meaning, values=("neither", *SIDES), default="neither"
            )
        else:
            meaning = "whether the declarer went out"
            yield Asked(name="went_out", meaning=meaning, values=("no", "yes"), default="no")
        meaning = "which side won the last trick, if all were played"
        yield Asked(name="last_trick", meaning=meaning, values=SIDES, default=None)
        if "closed" in self.scoring.axes():
            meaning = "which side closed the stock"
            yield Asked(
                name="closed_by", meaning=meaning, values=("nobody", *SIDES), default="nobody"
            )
            meaning = "what the other side had when the stock was closed"
            yield Asked(name="closed_against", meaning=meaning, values=HAD, default=None)

    def _points(self) -> Iterator[Asked]:
        for name, whose in (("points", "the declarer's side"), ("opponents_points", "the others")):
            if name == "points" or self._compares():
                meaning = f"points of {whose}, with marriages that count"
                yield Asked(name=name, meaning=meaning, values=range(MOST_POINTS + 1))

    def _compares(self) -> bool:
        kind = self.scoring.kind
        return kind.aim is not Aim.GO_OUT or kind.not_behind

    def outcome(self, said: Mapping[str, Any]) -> dict[str, int]:
        """The outcome by axis."""
        match self.scoring.kind.aim:
            case Aim.FEW_POINTS:
                return self._mizer(said)
            case Aim.GO_OUT:
                return self._undertaking(said)
            case Aim.EVERY_TRICK:
                trick = self._tricks(said)["opponents_trick"]
                last = "own" if not trick else said.get("last_trick")
                return {"opponents_trick": trick, "last_trick": self._last(last)}
        return self._game(said)

    def _game(self, said: Mapping[str, Any]) -> dict[str, int]:
        points = {"own": said["points"], "opponents": said["opponents_points"]}
        found = self._tricks(said)
        for side, count in points.items():
            self._check_points(count, has_trick=bool(found[f"{side}_trick"]))
            found[f"{side}_33"] = int(count >= FEW)
        found["ended_by"] = self._ended_by(points)
        last = said.get("last_trick")
        if found["ended_by"] == NOBODY and self._is_snapszer_lost(said):
            found["ended_by"] = OPPONENTS
        elif found["ended_by"] == NOBODY and "closed_by" not in said:
            if sum(points.values()) != CARD_POINTS:
                raise _impossible(f"neither side has {TARGET} points, so the cards count 120")
            if self.scoring.options.last_trick_wins:
                found["last_trick"] = self._last(last)
        found.setdefault("last_trick", NOBODY if last is None else self._last(last))
        if "closed_by" in said:
            found |= self._closed(said, found)
        return found

    def _check_points(self, count: int, *, has_trick: bool) -> None:
        """Two cards count 4 or more in the pack without nines; no cards count 1."""
        if count and not has_trick:
            raise _impossible(f"{count} points of a side without a trick")
        least = 4 if self.scoring.options.form == "S2" else 2
        if has_trick and count < least and (count or least == 4):
            raise _impossible(f"{count} points of a side with a trick")

    def _is_snapszer_lost(self, said: Mapping[str, Any]) -> bool:
        """A snapszer is over with the first trick of the opponents."""
        return (
            self.scoring.kind.aim is Aim.POINTS_WITHOUT_TRICK
            and said["without_trick"] != "opponents"
            and self.scoring.options.s4_snapszer_fail != "play_on_normal"
        )

    def _ended_by(self, points: Mapping[str, int]) -> int:
        options = self.scoring.options
        reached = [side for side in SIDES if points[side] >= TARGET]
        if reached and not options.s4_end_needs_called_card:
            # One call more than 65, or marriages that waited for a first trick, and that trick.
            most = max(TARGET - 1 + FORTY, FORTY + 3 * TWENTY + ACE * options.players)
            if len(reached) == 2 or points[reached[0]] > most:
                raise _impossible(f"the first side with {TARGET} points ends the deal")
        return 1 + SIDES.index(reached[0]) if reached else NOBODY

    def _closed(self, said: Mapping[str, Any], found: Mapping[str, int]) -> dict[str, int]:
        if said["closed_by"] == "nobody":
            matters = self.scoring.options.last_trick_wins and found["ended_by"] == NOBODY
            if matters and found["last_trick"] == NOBODY:
                raise _missing("last_trick= own or opponents: nobody has 66 points")
            return {"closed": 0}
        if "closed_against" not in said:
            raise _missing(f"closed_against= {', '.join(HAD)}: the stock was closed")
        other = SIDES[said["closed_by"] == "own"]
        had = HAD.index(said["closed_against"])
        points = said["points" if other == "own" else "opponents_points"]
        if (had and not found[f"{other}_trick"]) or (had == 2 and points < FEW):
            why = f"closed_against={HAD[had]}: at the end that side has less"
            raise _impossible(why)
        own = self.scoring.contract.declarer
        closer = own if said["closed_by"] == "own" else 1 - own
        return {"closed": closed_code(closer, had)}

    def _tricks(self, said: Mapping[str, Any]) -> dict[str, int]:
        if said["without_trick"] == said.get("last_trick"):
            raise _impossible("the last trick of a side without a trick")
        return {f"{side}_trick": int(said["without_trick"] != side) for side in SIDES}

    def _last(self, side: str | None) -> int:
        if side is None:
            raise _missing("last_trick= own or opponents: all tricks were played")
        return 1 + SIDES.index(side)

    def _undertaking(self, said: Mapping[str, Any]) -> dict[str, int]:
        axes, target = self.scoring.axes(), self.scoring.kind.target
        found = {}
        for name, axis in (("points", "own_points"), ("opponents_points", "opponents_points")):
            if name in said:
                classes = axes[axis].classes or ()
                found[axis] = classes[min(said[name], len(classes) - 1)]
        found["went_out"] = int(said["went_out"] == "yes")
        if found["went_out"] and said["points"] < target:
            raise _impossible(f"the declarer goes out with {target} points or more")
        if not found["went_out"] and "opponents_points" in said:
            self._check_all_played(said["points"] + said["opponents_points"])
        last = said.get("last_trick")
        if last is None and found["went_out"]:
            found["last_trick"] = NOBODY
        else:
            found["last_trick"] = self._last(last)
        return found

    def _check_all_played(self, together: int) -> None:
        if together < CARD_POINTS or (together - CARD_POINTS) % 20:
            why = f"points of {together} together: the cards count 120, marriages 20 or 40"
            raise _impossible(why)

    def _mizer(self, said: Mapping[str, Any]) -> dict[str, int]:
        points = [said[f"points_{seat}"] for seat in range(self.scoring.options.players)]
        if sum(points) != CARD_POINTS:
            raise _impossible(f"points of {sum(points)} together: the cards count {CARD_POINTS}")
        most = sum(1 << seat for seat, count in enumerate(points) if count == max(points))
        return {"most_points": most}


def _impossible(why: str) -> DealError:
    return DealError(f"that cannot have happened: {why}", code="impossible")


def _missing(what: str) -> DealError:
    return DealError(f"this cannot be settled without {what}", code="missing_fact")
