"""What settling a hand of ulti asks for, in the words of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ultimo.contracts import Contract
from ultimo.errors import DealError
from ultimo.games.ulti import facts
from ultimo.games.ulti.score import Scoring
from ultimo.settling import NEEDED, Asked, axes_of

__all__ = ["Facts"]

WON = ("lost", "won")
HELD = ("no", "yes")
SIDES = ("defenders", "declarer")
TRICKS = ("none", "some", "all")
SEVEN = ("none", *(f"{what}_{seat}" for what in ("won", "lost") for seat in range(3)))
"""In the order of the classes of `facts.seven`."""

CARDS = 90
"""Aces, tens and the last trick together."""
ALL = range(0, facts.MOST_POINTS + 1, facts.STEP)
"""All of the points that one side may have."""
TALON = 20
"""The most that two cards of the talon count."""
MOST_MARRIAGES = 100


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one contract.

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
        axes = self.axes
        counted = "aces, tens and the last trick at 10, marriages"
        if "own" in axes:
            yield Asked(name="points", meaning=f"of the declarer: {counted}", values=ALL)
        if "others" in axes:
            meaning = f"of both defenders: {counted}, and as a rule the talon"
            yield Asked(name="defenders_points", meaning=meaning, values=ALL)
        if "own_cards" in axes:
            meaning = "of the declarer, in aces, tens and the last trick alone"
            yield Asked(name="cards", meaning=meaning, values=range(0, CARDS + 1, facts.STEP))
        yield from self._events()

    def _events(self) -> Iterator[Asked]:
        axes, parts = self.axes, self.scoring.kind.scored
        if "own_last" in axes:
            meaning = "who won the last trick, which decides between equal points"
            yield Asked(name="last_trick", meaning=meaning, values=SIDES, default=None)
        for name, what in (("forty", "king and over of trump"), ("twenty", "of another suit")):
            if name in axes:
                meaning = f"whether the declarer held {what}"
                yield Asked(name=name, meaning=meaning, values=HELD, default="yes")
        for name in ("aces", "tens"):
            if name in axes:
                meaning = "whether the declarer won all four in tricks"
                yield Asked(name=name, meaning=meaning, values=WON)
        if "seven" in axes:
            meaning = "which seat played the trump Seven to the last trick, and whether it won"
            default = NEEDED if "U" in parts else "none"
            yield Asked(name="seven", meaning=meaning, values=SEVEN, default=default)
        if "own_trick" in axes:
            default = NEEDED if {"B", "D"} & set(parts) else "some"
            meaning = "how many tricks the declarer won"
            yield Asked(name="tricks", meaning=meaning, values=TRICKS, default=default)

    def outcome(self, said: Mapping[str, Any]) -> dict[str, int]:
        """The outcome by axis."""
        found: dict[str, int] = {}
        for name, axis in (
            ("points", "own"),
            ("defenders_points", "others"),
            ("cards", "own_cards"),
        ):
            if name in said:
                found[axis] = said[name] // facts.STEP
        for name, words in (
            ("forty", HELD),
            ("twenty", HELD),
            ("aces", WON),
            ("tens", WON),
            ("seven", SEVEN),
        ):
            if name in said:
                found[name] = words.index(said[name])
        if "tricks" in said:
            found["own_trick"] = int(said["tricks"] != "none")
            found["others_trick"] = int(said["tricks"] != "all")
        if "own_last" in self.axes:
            found["own_last"] = self._last_trick(said)
        self._check(said)
        return found

    def _last_trick(self, said: Mapping[str, Any]) -> int:
        """Whether the declarer won the last trick, as far as it matters."""
        told = said.get("last_trick")
        declarer, seven = self.contract.declarer, said.get("seven", "none")
        implied = told
        if seven.startswith("won"):
            implied = SIDES[seven == f"won_{declarer}"]
        elif seven == f"lost_{declarer}":
            implied = SIDES[0]
        if told not in {None, implied}:
            message = f"last_trick={told} and seven={seven}: that cannot both be"
            raise DealError(message, code="impossible")
        if implied is None and said["points"] == said["defenders_points"]:
            message = "last_trick= declarer or defenders, since the points are equal"
            raise DealError(message, code="missing_fact")
        return int(implied == SIDES[1])

    def _check(self, said: Mapping[str, Any]) -> None:
        """All points together are 90 and marriages, less what the talon keeps for nobody."""
        tricks = said.get("tricks", "some")
        last = said.get("last_trick")
        if (last, tricks) in {("declarer", "none"), ("defenders", "all")}:
            message = f"last_trick={last} and tricks={tricks}: that cannot both be"
            raise DealError(message, code="impossible")
        self._check_fours(said)
        own, others = self._talon("declarer"), self._talon("defenders")
        most = own if tricks == "none" else CARDS
        least = CARDS - TALON if tricks == "all" else 0
        if "cards" in said and not least <= said["cards"] <= most:
            message = f"cards={said['cards']} and tricks={tricks}: that cannot both be"
            raise DealError(message, code="impossible")
        if "points" not in said or "defenders_points" not in said:
            return
        points = (said["points"], said["defenders_points"])
        if sum(points) not in {sum(marks) for marks in self._possible(CARDS, CARDS)}:
            message = f"{sum(points)} points together: there are 90, and 20 or 40 for each marriage"
            raise DealError(message, code="impossible")
        if points not in self._possible(most, others if tricks == "all" else CARDS, tricks):
            message = f"points={points[0]}, defenders_points={points[1]} and tricks={tricks}"
            raise DealError(f"{message}: no cards and marriages count that", code="impossible")

    def _check_fours(self, said: Mapping[str, Any]) -> None:
        """Four aces, and four tens, count 40 to who won them."""
        fours = [said[name] for name in ("aces", "tens") if name in said]
        least = 4 * facts.STEP * fours.count("won")
        # An ace in the talon is lost, but may count.
        most = CARDS - facts.STEP * fours.count("lost") + self._talon("declarer")
        for name in ("cards", "points"):
            if name in said and said[name] < least:
                message = f"{name}={said[name]}: the aces and tens that were won count {least}"
                raise DealError(message, code="impossible")
        if "cards" in said and said["cards"] > most:
            message = f"cards={said['cards']}: without those that were lost there are {most}"
            raise DealError(message, code="impossible")

    def _talon(self, side: str) -> int:
        """The most that the talon counts for a side; it may be all the cards it has."""
        return TALON if self.scoring.options.talon_points == side else 0

    def _possible(self, own: int, others: int, tricks: str = "some") -> set[tuple[int, int]]:
        """The points of both sides, whose cards count no more than is said."""
        needs_trick = self.scoring.options.marriage_requires_trick != "none"
        pairs = range(0, MOST_MARRIAGES + 1, 20)
        return {
            (cards + held, CARDS - kept - cards + against)
            for kept in range(0, self._talon("nobody") + 1, facts.STEP)
            for cards in range(0, CARDS - kept + 1, facts.STEP)
            if cards <= own and CARDS - kept - cards <= others
            for held in (pairs if tricks != "none" or not needs_trick else (0,))
            for against in (pairs if tricks != "all" or not needs_trick else (0,))
            if held + against <= MOST_MARRIAGES
        }
