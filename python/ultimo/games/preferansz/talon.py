"""From the auction to the first lead: rules/preferansz.md, "Before play"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Levels, Steps, turn_order
from ultimo.contracts import Contract
from ultimo.exchange import ContractDiscard
from ultimo.games.preferansz.kinds import VOLAT
from ultimo.phases import Breach, Looks, Phase, PhaseName, Play
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.preferansz.game import Preferansz

__all__ = ["AnnounceVolat", "AtTalon", "LayAway", "NameGame", "SayKontra", "after_auction"]

KONTRA_TOP = 2
"""Kontra and rekontra."""


def after_auction(game: "Preferansz", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows the auction: the talon, where the game uses it and there is one."""
    if not game.kind_of(contract).takes_talon or not table.talon:
        return announcing(game, table, contract, forehand)
    return AtTalon(seat=contract.declarer, table=table, contract=contract, forehand=forehand)


def announcing(game: "Preferansz", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows the talon: volát may be announced to suit games."""
    if not game.bids[contract.bid].announcements:
        return doubling(game, table, contract, forehand)
    return AnnounceVolat(seat=contract.declarer, table=table, contract=contract, forehand=forehand)


def doubling(game: "Preferansz", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows the announcement: kontra, where it is played."""
    if not game.bids[contract.bid].objects:
        return begin_play(game, table, contract, forehand)
    defenders = turn_order((contract.declarer + 1) % game.players, game.players)[:-1]
    ladder = Levels(objects=defenders, top=KONTRA_TOP)
    steps = Steps.open(ladder, defenders, contract.declarer, own=True)
    return SayKontra(
        seat=defenders[0], table=table, contract=contract, forehand=forehand, steps=steps
    )


def begin_play(game: "Preferansz", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns the play."""
    leader = game.first_leader(contract, forehand)
    setup = game.setup(contract, table, leader)
    return Play(seat=leader, table=table, contract=contract, setup=setup)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTalon(Phase):
    """The declarer picks up the talon, or undertakes to play from the hand before he sees it.

    He is asked even if he may only pick it up.

    Attributes:
        forehand: The seat after the dealer.
    """

    name: ClassVar[PhaseName] = "talon"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int

    def actions(self, game: "Preferansz") -> tuple[int, ...]:
        """To pick up, and where the rules allow it to play from the hand."""
        hand = ("hand",) if game.kind_of(self.contract).hand else ()
        return tuple(sorted(game.action(name) for name in ("pick_up", *hand)))

    def apply(self, game: "Preferansz", action: int) -> Phase:
        """The talon goes into the hand, openly or not; or it stays where it is."""
        seat, talon = self.seat, self.table.talon
        if action == game.action("hand"):
            contract = game.contract(game.kind_of(self.contract).hand, declarer=seat)
            return announcing(game, self.table, contract, self.forehand)
        openly = game.options.talon_exposed
        table = self.table.show(talon, to=[seat]).take(seat, talon, openly=openly)
        return LayAway(
            seat=seat,
            table=table,
            contract=self.contract,
            forehand=self.forehand,
            left=len(talon),
        )

    def why_not(self, game: "Preferansz", action: int) -> Breach:
        """Not from the hand, or nothing that is done now."""
        if game.action_names[action] == "hand":
            return Breach("no_hand_game", "this game cannot be played from the hand any more")
        return Breach("must_pick_up", "the talon must be picked up, or left for a hand game")


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAway(ContractDiscard):
    """The declarer lays away as many cards as he took, any of his hand, face down.

    Attributes:
        forehand: The seat after the dealer.
    """

    forehand: int

    def tiers(self, game: "Preferansz") -> tuple[frozenset[int], ...]:
        """All of the hand is one."""
        return (frozenset(range(game.deck.size)),)

    def after(self, game: "Preferansz", table: Table) -> Phase:
        """The game may be raised; then volát may be announced."""
        contract, forehand = self.contract, self.forehand
        if game.options.may_raise_after_talon:
            return NameGame(seat=self.seat, table=table, contract=contract, forehand=forehand)
        return announcing(game, table, contract, forehand)

    def rule(self, game: "Preferansz") -> Breach:  # noqa: ARG002
        """Any card of the hand may be laid away."""
        return Breach("not_in_hand", "only cards of the hand can be laid away")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameGame(Phase):
    """Who has taken the talon names the game he plays: his bid, or a higher one.

    The rules do not say whether before or after he lays cards away; nobody acts in between.

    Attributes:
        forehand: The seat after the dealer.
    """

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int

    def actions(self, game: "Preferansz") -> tuple[int, ...]:
        """The plain games that use the talon and are not lower than the bid."""
        least = game.kind_of(self.contract).base
        return tuple(
            sorted(
                game.action(kind.id)
                for kind in game.kinds.values()
                if kind.takes_talon and kind.base >= least
            )
        )

    def apply(self, game: "Preferansz", action: int) -> Phase:
        """The game is settled; volát may be announced to it."""
        contract = game.contract(game.action_names[action], declarer=self.seat)
        return announcing(game, self.table, contract, self.forehand)

    def why_not(self, game: "Preferansz", action: int) -> Breach:
        """Lower than the bid, or from the hand."""
        if game.action_names[action] in game.kinds:
            rule = "the game must be one with the talon, and not lower than the bid"
            return Breach("bid_too_low", rule)
        return Breach("must_name_game", "the declarer names the game that he plays")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceVolat(Phase):
    """The declarer of a suit game announces that he will win all ten tricks, or is done.

    Attributes:
        forehand: The seat after the dealer.
    """

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int

    def actions(self, game: "Preferansz") -> tuple[int, ...]:
        """To announce volát, or not."""
        return tuple(sorted((game.action(f"announce:{VOLAT}"), game.action("done"))))

    def apply(self, game: "Preferansz", action: int) -> Phase:
        """Notes it."""
        contract = self.contract
        if action != game.action("done"):
            contract = replace(contract, announced=frozenset([VOLAT]))
        return doubling(game, self.table, contract, self.forehand)

    def why_not(self, game: "Preferansz", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is said now."""
        return Breach("not_now", "one announces volát, or is done")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayKontra(Phase):
    """Each defender may double for himself; then the declarer may redouble those who did.

    A seat keeps the word as long as there is something it may still double.

    Attributes:
        forehand: The seat after the dealer.
        steps: What was said.
    """

    name: ClassVar[PhaseName] = "kontra"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int
    steps: Steps

    def actions(self, game: "Preferansz") -> tuple[int, ...]:
        """To double, and to pass."""
        raises = (game.action(f"kontra:{seat}") for seat in self.steps.options())
        return tuple(sorted((*raises, game.action("pass"))))

    def apply(self, game: "Preferansz", action: int) -> Phase:
        """Notes a doubling, or asks the next seat; after the declarer play begins."""
        steps = self.steps
        if action != game.action("pass"):
            doubled = int(game.action_names[action].partition(":")[2])
            steps = steps.after_raise(doubled)
        if action == game.action("pass") or not steps.options():
            steps = steps.after_done()
        contract = replace(self.contract, kontra=steps.said.levels)
        if steps.speaker is None:
            return begin_play(game, self.table, contract, self.forehand)
        return replace(self, seat=steps.speaker, steps=steps, contract=contract)

    def why_not(self, game: "Preferansz", action: int) -> Breach:
        """Not his to double."""
        if game.action_names[action].startswith("kontra:"):
            rule = "a defender doubles for himself, and the declarer only those who have doubled"
            return Breach("not_your_kontra", rule)
        return Breach("not_now", "one doubles, or passes")
