"""From the auction to the first lead: rules/slovenian_tarok.md, "Before play", items 1 to 3."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.contracts import Contract
from ultimo.exchange import ContractDiscard, of_first_tier
from ultimo.games.slovenian_tarok.announce import announcing, begin_play
from ultimo.games.slovenian_tarok.cards import DECK, KING_OF, KINGS, TAROCKS, TRULL
from ultimo.phases import Breach, Looks, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.slovenian_tarok.game import SlovenianTarok

__all__ = [
    "CallKing",
    "LayAway",
    "TakeGroup",
    "after_auction",
    "begin_play",
    "groups",
    "may_lay",
]

UNTOUCHABLE = KINGS | TRULL
ALL = frozenset(range(DECK.size))
"""Cards that may never be laid away."""


def groups(talon: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Returns the groups of a talon in order; an ending's talon may leave a few cards over."""
    return [tuple(talon[i : i + size]) for i in range(0, len(talon) - size + 1, size)]


def may_lay(hand: frozenset[int], *, freely: bool) -> frozenset[int]:
    """Returns the cards of a hand that may be laid away next.

    Args:
        hand: The hand.
        freely: Tarocks may be laid away although there are other cards.
    """
    return of_first_tier(hand, tiers(freely=freely))


def tiers(*, freely: bool) -> tuple[frozenset[int], ...]:
    """Suit cards but kings; tarocks but the trull if there is nothing else, or freely.

    Only an ending can hold nothing but kings and trull; then anything goes.

    Args:
        freely: As for `may_lay`.
    """
    tarocks, plain = TAROCKS - UNTOUCHABLE, ALL - TAROCKS - UNTOUCHABLE
    return (plain | tarocks, ALL) if freely else (plain, tarocks, ALL)


def after_auction(game: "SlovenianTarok", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows the auction."""
    if game.kind_of(contract).calls_king and game.players == 4:
        return CallKing(seat=contract.declarer, table=table, contract=contract, forehand=forehand)
    return turn_talon(game, table, contract, forehand)


def turn_talon(game: "SlovenianTarok", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows once it is settled who plays with whom."""
    size = game.kind_of(contract).takes
    if not size:
        return announcing(game, table, contract, forehand)
    table = table.show(table.talon)
    if not groups(table.talon, size):
        return announcing(game, table, contract, forehand)
    return TakeGroup(seat=contract.declarer, table=table, contract=contract, forehand=forehand)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKing(Phase):
    """Four players: the declarer calls a king, whose holder becomes his partner.

    Attributes:
        forehand: The seat after the dealer.
    """

    name: ClassVar[PhaseName] = "talon"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int

    def actions(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """The four kings, his own too."""
        return tuple(game.action(f"king:{suit}") for suit in KING_OF)

    def asks_for(self, game: "SlovenianTarok", action: int) -> int:
        """Who holds the king is the partner."""
        return KING_OF[game.action_names[action].partition(":")[2]]

    def apply(self, game: "SlovenianTarok", action: int) -> Phase:
        """The king is called, and then the talon is turned."""
        contract = replace(self.contract, king=game.action_names[action].partition(":")[2])
        contract = game.settled(contract, self.table)
        return turn_talon(game, self.table, contract, self.forehand)

    def why_not(self, game: "SlovenianTarok", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is done now."""
        return Breach("must_call_king", "a king must be called before the talon is turned")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeGroup(Phase):
    """The talon lies face up in groups, of which the declarer takes one into his hand.

    Attributes:
        forehand: The seat after the dealer.
    """

    name: ClassVar[PhaseName] = "talon"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int

    def groups(self, game: "SlovenianTarok") -> list[tuple[int, ...]]:
        """The groups in order."""
        return groups(self.table.talon, game.kind_of(self.contract).takes)

    def actions(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """One action a group."""
        return tuple(game.action(f"group:{i}") for i in range(len(self.groups(game))))

    def apply(self, game: "SlovenianTarok", action: int) -> Phase:
        """The cards go into the hand, and as many must be laid away."""
        number = int(game.action_names[action].partition(":")[2])
        cards = self.groups(game)[number]
        return LayAway(
            seat=self.seat,
            table=self.table.take(self.seat, cards, openly=True),
            contract=self.contract,
            left=len(cards),
            forehand=self.forehand,
        )

    def why_not(self, game: "SlovenianTarok", action: int) -> Breach:
        """There is no such group."""
        count = len(self.groups(game))
        if game.action_names[action].startswith("group:"):
            return Breach("no_such_group", f"the talon lies in {count} groups, 0 to {count - 1}")
        return Breach("must_take_group", "a group of the talon must be taken")


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAway(ContractDiscard):
    """The declarer lays away as many cards as he took: face down, but tarocks face up.

    Attributes:
        forehand: The seat after the dealer.
    """

    forehand: int

    def tiers(self, game: "SlovenianTarok") -> tuple[frozenset[int], ...]:
        """Those of the game."""
        return tiers(freely=game.options.discard_tarokks == "free_face_up")

    def after(self, game: "SlovenianTarok", table: Table) -> Phase:
        """Announcements follow."""
        return announcing(game, table, self.contract, self.forehand)

    def rule(self, game: "SlovenianTarok") -> Breach:  # noqa: ARG002
        """Which cards must be kept."""
        rule = (
            "kings and the trull may not be laid away, and other tarocks only if nothing else can"
        )
        return Breach("must_keep", rule)

    def is_open(self, game: "SlovenianTarok", card: int) -> bool:  # noqa: ARG002
        """Tarocks are laid away face up."""
        return card in TAROCKS
