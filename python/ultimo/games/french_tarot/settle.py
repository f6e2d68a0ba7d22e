"""What settling a hand of French tarot asks for, in the words of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ultimo.errors import DealError
from ultimo.games.french_tarot import facts
from ultimo.games.french_tarot.cards import DECK, EXCUSE, KINGS, OUDLERS, TRUMPS, form_of
from ultimo.games.french_tarot.rules import OWED, idle_seat
from ultimo.games.french_tarot.score import Scoring
from ultimo.settling import Asked

__all__ = ["Facts"]

SIDES = ("neither", "taker", "defenders")

KEPT = DECK.values[EXCUSE] - OWED
"""Half points of an excuse that is kept though its owner's side has no trick."""
MOST = max(DECK.values)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one contract.

    Attributes:
        scoring: The score of the contract.
    """

    scoring: Scoring

    @property
    def talon(self) -> int:
        """Cards in the talon."""
        return form_of(self.scoring.options).talon

    @property
    def is_whole(self) -> bool:
        """Whether the taker's points are whole: with four players his cards are even in number."""
        return self.seats == 4

    @property
    def seats(self) -> int:
        """How many play."""
        return self.scoring.options.players - self.scoring.options.dealer_sits_out

    def asked(self) -> Iterator[Asked]:
        """The facts that every contract asks for."""
        meaning = "card points of the taker's side, discards and excuse included"
        halves = range(0, facts.ALL_HALVES + 1, 2 if self.is_whole else 1)
        yield Asked(name="points", meaning=meaning, values=halves, unit=Fraction(1, 2))
        yield Asked(name="oudlers", meaning="oudlers of the taker's side", values=range(4))
        meaning = "who won the petit in the last trick"
        yield Asked(name="petit", meaning=meaning, values=SIDES, default=SIDES[0])
        yield Asked(name="slam", meaning="who won every trick", values=SIDES, default=SIDES[0])

    def outcome(self, said: Mapping[str, Any]) -> dict[str, int]:
        """The outcome by axis.

        Raises:
            DealError: It cannot have happened.
        """
        contract = self.scoring.contract
        idle = idle_seat(self.scoring.options, contract)
        if idle in {contract.declarer, *contract.handfuls}:
            message = f"seat {idle} plays: say who sits out, by out= of the contract"
            raise DealError(message, code="missing_fact")
        halves, oudlers = said["points"], said["oudlers"]
        petit, slam = said["petit"], said["slam"]
        faults = []
        if (petit == "taker" and oudlers == 0) or (petit == "defenders" and oudlers == 3):
            faults.append(f"oudlers={oudlers}, petit={petit}: the petit is an oudler")
        least, most = self.bounds(oudlers, slam)
        if not least <= halves <= most:
            said_so = f"points={Fraction(halves, 2)}, oudlers={oudlers}, slam={slam}"
            possible = f"{Fraction(least, 2)} to {Fraction(most, 2)}" if least <= most else "no"
            faults.append(f"{said_so}: so there are {possible} points")
        if faults:
            message = "that cannot have happened: " + "; ".join(faults)
            raise DealError(message, code="impossible")
        return {
            "points": halves,
            "oudlers": oudlers,
            "petit": (facts.NEITHER, facts.LAST_OWN, facts.LAST_DEFENDERS)[SIDES.index(petit)],
            "excuse": facts.NEITHER,
            "won_trick": int(slam != "defenders"),
            "lost_trick": int(slam != "taker"),
        }

    def bounds(self, oudlers: int, slam: str) -> tuple[int, int]:
        """Returns the least and most half points of the taker; the least is more if it cannot be.

        No deal goes beyond them, though not every number between them need be possible.
        """
        talon = self.scoring.kind.talon
        missing = 3 - oudlers
        if slam == "taker" and talon != "defenders":
            # All cards are his, but an excuse that a defender kept.
            kept = KEPT * missing
            return (facts.ALL_HALVES - kept, facts.ALL_HALVES - kept) if missing < 2 else (1, 0)
        if slam == "defenders":
            return self._without_trick(oudlers)
        laid = 0 if talon == "defenders" else self.talon
        if slam == "taker":
            return facts.ALL_HALVES - MOST * self.talon - KEPT, facts.ALL_HALVES - self.talon
        # Both sides have a trick, whose cards, and those laid away, count a half point or more.
        # Whoever keeps an excuse needs another trick, and owes a half point for it.
        least = self.seats + laid + (DECK.values[EXCUSE] - 1) * oudlers
        others = self.seats + self.talon - laid + (DECK.values[EXCUSE] - 1) * missing
        return least, facts.ALL_HALVES - others

    def _without_trick(self, oudlers: int) -> tuple[int, int]:
        """The bounds when the taker has what he laid away, or the talon, and perhaps the excuse."""
        talon = self.scoring.kind.talon
        if talon == "takers":
            return self.talon, MOST * self.talon + KEPT
        if oudlers > 1:
            return 1, 0
        excuse = KEPT * oudlers
        if talon == "defenders":
            return excuse, excuse
        suits = set(range(DECK.size)) - TRUMPS - KINGS - OUDLERS
        worth = sorted((DECK.values[card] for card in suits), reverse=True)
        return self.talon + excuse, sum(worth[: self.talon]) + excuse
