"""Slam, handfuls and the first lead: rules/french_tarot.md, "Before play", items 2 and 3."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.contracts import Contract
from ultimo.games.french_tarot.cards import EXCUSE, TRUMPS, form_of
from ultimo.games.french_tarot.kinds import SLAM
from ultimo.phases import Breach, Looks, Needs, Phase, PhaseName, Play
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.games.french_tarot.game import FrenchTarot

__all__ = ["SayHandful", "SaySlam", "ShowTrumps", "TarotPlay", "announcing"]

Order = tuple[int, ...]


def announcing(game: "FrenchTarot", table: Table, contract: Contract, order: Order) -> Phase:  # noqa: ARG001
    """Returns what follows the discard.

    Args:
        game: The game.
        table: The cards as they lie now.
        contract: What is played.
        order: The seats that play, from forehand on.
    """
    return SaySlam(seat=contract.declarer, table=table, contract=contract, order=order)


def begin_play(game: "FrenchTarot", table: Table, contract: Contract, order: Order) -> Phase:
    """Returns the play."""
    leader = contract.declarer if game.taker_leads(contract) else order[0]
    setup = game.setup(contract, table, leader)
    return TarotPlay(seat=leader, table=table, contract=contract, setup=setup, order=order)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaySlam(Phase):
    """The taker announces that he will win every trick, or does not.

    Attributes:
        order: The seats that play, from forehand on.
    """

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    order: Order

    def actions(self, game: "FrenchTarot") -> tuple[int, ...]:
        """The slam, or to be done."""
        return tuple(sorted((game.action(f"announce:{SLAM}"), game.action("done"))))

    def apply(self, game: "FrenchTarot", action: int) -> Phase:
        """Handfuls follow, unless they are announced during the first trick."""
        contract = self.contract
        if action != game.action("done"):
            contract = replace(contract, announced=contract.announced | {SLAM})
        if game.options.handful_timing == "before_own_first_card":
            return begin_play(game, self.table, contract, self.order)
        return SayHandful(
            seat=self.order[0],
            table=self.table,
            contract=contract,
            order=self.order,
            waiting=self.order[1:],
        )

    def why_not(self, game: "FrenchTarot", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is announced yet."""
        return Breach("not_now", "the taker announces a slam, or is done")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayHandful(Phase):
    """A player announces a handful that he holds, or none; he need not announce his largest.

    Everybody is asked, whatever he holds: to pass somebody over would tell the others of his hand.

    Attributes:
        order: The seats that play, from forehand on.
        waiting: The seats that are asked after this one.
        play: The play that goes on, if this is asked before a first card.
    """

    name: ClassVar[PhaseName] = "announce"

    contract: Contract
    order: Order
    waiting: Order = ()
    play: "TarotPlay | None" = None

    @property
    def looks(self) -> Looks:  # type: ignore[override]
        """At the cards of the table; a play that waits holds cards of its own."""
        return "table" if self.play is None else "anywhere"

    def possible(self, game: "FrenchTarot") -> dict[str, int]:
        """The handfuls that the hand is enough for, and how many cards each shows."""
        count = len(self.table.hands[self.seat] & (TRUMPS | {EXCUSE}))
        handfuls = form_of(game.options).handfuls
        return {name: size for name, size in handfuls.items() if size <= count}

    def needs(self, game: "FrenchTarot", action: int) -> tuple[Needs, ...]:
        """A handful needs its trumps, or all of them but one and the excuse."""
        name = game.action_names[action].partition(":")[2]
        size = form_of(game.options).handfuls.get(name, 0)
        return (Needs(TRUMPS | {EXCUSE}, at_least=size),)

    def actions(self, game: "FrenchTarot") -> tuple[int, ...]:
        """The handfuls there are, and to be done."""
        names = (game.action(f"handful:{name}") for name in self.possible(game))
        return tuple(sorted((*names, game.action("done"))))

    def apply(self, game: "FrenchTarot", action: int) -> Phase:
        """Its cards are shown next; after that, or if there is none, the next player is asked."""
        if action == game.action("done"):
            return self.asked(game, self.contract, self.table)
        name = game.action_names[action].partition(":")[2]
        size = self.possible(game)[name]
        trumps = self.table.hands[self.seat] & TRUMPS
        return ShowTrumps(
            seat=self.seat,
            table=self.table,
            contract=replace(self.contract, handfuls={**self.contract.handfuls, self.seat: name}),
            asking=self,
            left=size,
            # The excuse is shown only if it is needed to reach the number.
            hidden=trumps if size <= len(trumps) else trumps | {EXCUSE},
        )

    def leads_alike(self, game: "FrenchTarot", action: int) -> bool:
        """If no handful is announced, the next player is asked whatever the cards are."""
        return action == game.action("done")

    def asked(self, game: "FrenchTarot", contract: Contract, table: Table) -> Phase:
        """What follows when this player has answered and shown his cards."""
        if self.play is not None:
            return replace(self.play, table=table, contract=contract)
        if not self.waiting:
            return begin_play(game, table, contract, self.order)
        following, *rest = self.waiting
        return replace(self, seat=following, table=table, contract=contract, waiting=tuple(rest))

    def why_not(self, game: "FrenchTarot", action: int) -> Breach:
        """Too few trumps."""
        name = game.action_names[action].partition(":")[2]
        size = form_of(game.options).handfuls.get(name)
        if size is None:
            return Breach("not_now", "one announces a handful, or is done")
        return Breach(
            "too_few_trumps", f"a {name} handful needs {size} trumps, the excuse included"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTrumps(Phase):
    """A player shows the trumps of his handful, one at a time: which, if he has more.

    Attributes:
        asking: The phase in which he announced it.
        left: How many he must still show.
        hidden: The cards that he may show and has not shown.
    """

    name: ClassVar[PhaseName] = "announce"

    contract: Contract
    asking: SayHandful
    left: int
    hidden: frozenset[int]

    def needs(self, game: "FrenchTarot", action: int) -> tuple[Needs, ...]:
        """The excuse is shown only if the trumps are too few."""
        shown = form_of(game.options).handfuls[self.contract.handfuls[self.seat]]
        most = shown - 1 if action == EXCUSE else len(TRUMPS)
        return (Needs(frozenset([action]), at_least=1), Needs(TRUMPS, at_most=most))

    def actions(self, game: "FrenchTarot") -> tuple[int, ...]:  # noqa: ARG002
        """The trumps not shown yet, and the excuse if it is needed."""
        return tuple(sorted(self.hidden))

    def apply(self, game: "FrenchTarot", action: int) -> Phase:
        """Shows it to all; with the last one the next player is asked."""
        table = self.table.show([action])
        if self.left == 1:
            return self.asking.asked(game, self.contract, table)
        return replace(self, table=table, left=self.left - 1, hidden=self.hidden - {action})

    def why_not(self, game: "FrenchTarot", action: int) -> Breach:
        """Not in hand, shown already, or no trump."""
        if action >= game.deck.size:
            return Breach("must_show", f"{self.left} more trumps must be shown first")
        if action not in self.table.hands[self.seat]:
            return Breach("not_in_hand", "only cards of the hand can be shown")
        if action == EXCUSE:
            return Breach("excuse_not_needed", "the excuse is shown only if trumps are too few")
        return Breach("not_to_show", "trumps are shown that were not shown yet")


@dataclass(frozen=True, slots=True, kw_only=True)
class TarotPlay(Play):
    """The play, in which everybody may be asked for a handful before his first card.

    Attributes:
        order: The seats that play, from forehand on.
        asked: The seats that have been asked during the play.
    """

    order: Order
    asked: frozenset[int] = frozenset()

    def may_be_interrupted(self, game: "FrenchTarot") -> bool:
        """As long as somebody has not been asked for a handful."""
        is_late = game.options.handful_timing == "before_own_first_card"
        return is_late and len(self.asked) < len(self.order)

    def interruption(self, game: "FrenchTarot", position: "Position") -> Phase | None:
        """Asks the player for a handful before his first card."""
        if not self.may_be_interrupted(game):
            return None
        seat = position.current_player
        if seat is None or seat in self.asked:
            return None
        moves = tuple(action for _, action in position.history)
        play = replace(self, asked=self.asked | {seat}, moves=moves)
        return SayHandful(
            seat=seat, table=self.table, contract=self.contract, order=self.order, play=play
        )
