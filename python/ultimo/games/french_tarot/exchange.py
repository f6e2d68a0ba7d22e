"""From the auction to the announcements: rules/french_tarot.md, "Before play", item 1."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.contracts import Contract
from ultimo.exchange import ContractDiscard, of_first_tier
from ultimo.games.french_tarot.announce import announcing
from ultimo.games.french_tarot.cards import DECK, KING_OF, KINGS, OUDLERS, TRUMPS
from ultimo.phases import Breach, Looks, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.french_tarot.game import FrenchTarot

__all__ = ["CallKing", "LayAway", "after_auction", "may_lay"]

Order = tuple[int, ...]


ALL = frozenset(range(DECK.size))
TIERS = (ALL - TRUMPS - OUDLERS - KINGS, TRUMPS - OUDLERS, ALL)
"""By which cards are laid away; only an ending can hold nothing but kings and oudlers."""


def may_lay(hand: frozenset[int]) -> frozenset[int]:
    """Returns the cards of a hand that may be laid away next: trumps only if nothing else can."""
    return of_first_tier(hand, TIERS)


def after_auction(game: "FrenchTarot", table: Table, contract: Contract, order: Order) -> Phase:
    """Returns what follows the auction.

    Args:
        game: The game.
        table: The cards as dealt.
        contract: The bid and the taker.
        order: The seats that play, from forehand on.
    """
    if game.options.calls_king:
        return CallKing(seat=contract.declarer, table=table, contract=contract, order=order)
    return turn_talon(game, table, contract, order)


def turn_talon(game: "FrenchTarot", table: Table, contract: Contract, order: Order) -> Phase:
    """Returns what follows once the talon may be turned up: all see it, and the taker takes it."""
    cards = table.talon
    if game.kind_of(contract).talon != "exchanged" or not cards:
        return announcing(game, table, contract, order)
    return LayAway(
        seat=contract.declarer,
        table=table.take(contract.declarer, cards, openly=True),
        contract=contract,
        left=len(cards),
        order=order,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKing(Phase):
    """Five players: the taker calls a king before the talon is turned up.

    Attributes:
        order: The seats that play, from forehand on.
    """

    name: ClassVar[PhaseName] = "talon"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    order: Order

    def actions(self, game: "FrenchTarot") -> tuple[int, ...]:
        """The four kings, his own too."""
        return tuple(game.action(f"king:{suit}") for suit in KING_OF)

    def asks_for(self, game: "FrenchTarot", action: int) -> int:
        """Who holds the king is the partner."""
        return KING_OF[game.action_names[action].partition(":")[2]]

    def apply(self, game: "FrenchTarot", action: int) -> Phase:
        """Its holder is the partner; nobody is if it is the taker's own or in the talon."""
        contract = replace(self.contract, king=game.action_names[action].partition(":")[2])
        return turn_talon(game, self.table, game.settled(contract, self.table), self.order)

    def why_not(self, game: "FrenchTarot", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is done now."""
        return Breach("must_call_king", "a king must be called before the talon is turned up")


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAway(ContractDiscard):
    """The taker lays away as many cards as he took: face down, but trumps face up.

    Attributes:
        order: The seats that play, from forehand on.
    """

    order: Order

    def tiers(self, game: "FrenchTarot") -> tuple[frozenset[int], ...]:  # noqa: ARG002
        """Those of the game."""
        return TIERS

    def after(self, game: "FrenchTarot", table: Table) -> Phase:
        """Announcements follow."""
        return announcing(game, table, self.contract, self.order)

    def rule(self, game: "FrenchTarot") -> Breach:  # noqa: ARG002
        """Which cards must be kept."""
        rule = "kings and oudlers may not be laid away, and other trumps only if nothing else can"
        return Breach("must_keep", rule)

    def is_open(self, game: "FrenchTarot", card: int) -> bool:  # noqa: ARG002
        """Trumps are laid away face up."""
        return card in TRUMPS
