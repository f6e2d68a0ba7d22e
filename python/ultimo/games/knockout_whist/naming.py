"""Naming trump, after the deal and with the cards in hand."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ultimo.deck import FRENCH
from ultimo.phases import Looks, Phase, PhaseName

__all__ = ["Naming", "call_of"]


def call_of(suit: str) -> str:
    """The name of the call that makes a suit trump."""
    return f"trump:{suit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming(Phase):
    """The winner of the last hand names one of the four suits.

    Attributes:
        dealer: The seat that deals.
    """

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    dealer: int

    def actions(self, game: Any) -> tuple[int, ...]:  # noqa: ANN401
        """The four suits."""
        return tuple(game.action(call_of(suit)) for suit in FRENCH)

    def apply(self, game: Any, action: int) -> Phase:  # noqa: ANN401
        """The play begins."""
        suit = game.action_names[action].removeprefix("trump:")
        phase: Phase = game.play_phase(suit, self.table, self.dealer)
        return phase
