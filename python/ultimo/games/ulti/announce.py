"""Between auction and play: trump, kontra, the open hand. rules/ulti.md, "Before play"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Levels, Steps, turn_order
from ultimo.contracts import Contract, FrozenMap
from ultimo.games.ulti.bids import Kind
from ultimo.games.ulti.cards import HEARTS, PLAIN_SUITS
from ultimo.phases import Breach, Looks, Phase, PhaseName, Play, Stepping
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.ulti.game import Ulti

__all__ = ["NameTrump", "SayKontra", "after_auction", "begin_play"]


def after_auction(game: "Ulti", table: Table, kind: Kind, declarer: int) -> Phase:
    """Returns what follows the auction: trump is named, unless the bid says all of it."""
    if kind.has_trump and not kind.is_hearts:
        # The contract is not complete before trump is named.
        contract = Contract(bid=kind.id, declarer=declarer)
        return NameTrump(seat=declarer, table=table, contract=contract)
    return doubling(game, table, game.contract(kind.id, declarer=declarer))


def doubling(game: "Ulti", table: Table, contract: Contract) -> Phase:
    """Returns what follows once trump is known: kontra, if there is any."""
    if game.opens(contract, "before_kontra"):
        table = table.show(table.hands[contract.declarer])
    objects = game.doubled(contract)
    if not objects:
        return begin_play(game, table, contract)
    steps = Steps.open(
        Levels(objects=objects, top=game.options.kontra_max_level),
        turn_order(contract.declarer, game.players)[1:],
        contract.declarer,
        # Without trump each defender has his own level with the declarer.
        own=not game.kind_of(contract).has_trump,
    )
    return SayKontra(
        seat=contract.declarer if steps.speaker is None else steps.speaker,
        table=table,
        contract=contract,
        steps=steps,
    )


def begin_play(game: "Ulti", table: Table, contract: Contract) -> Phase:
    """Returns the play."""
    if game.opens(contract, "after_kontra"):
        table = table.show(table.hands[contract.declarer])
    setup = game.setup(contract, table, contract.declarer)
    return Play(seat=contract.declarer, table=table, contract=contract, setup=setup)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTrump(Phase):
    """The declarer of a plain trump game names Bells, Leaves or Acorns."""

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract

    def actions(self, game: "Ulti") -> tuple[int, ...]:
        """The three suits, whether he holds them or not."""
        return tuple(sorted(game.action(f"trump:{suit}") for suit in PLAIN_SUITS))

    def apply(self, game: "Ulti", action: int) -> Phase:
        """The contract is complete."""
        trump = game.action_names[action].partition(":")[2]
        contract = game.contract(self.contract.bid, declarer=self.contract.declarer, trump=trump)
        return doubling(game, self.table, contract)

    def why_not(self, game: "Ulti", action: int) -> Breach:
        """Hearts must have been bid."""
        if game.action_names[action] == f"trump:{HEARTS}":
            return Breach("hearts_not_bid", "hearts is trump only in a hearts bid")
        return Breach("must_name_trump", "the declarer names trump now")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayKontra(Phase):
    """A side doubles in turn, one thing at a time, until each of its seats is done.

    Attributes:
        steps: What was said.
    """

    name: ClassVar[PhaseName] = "kontra"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    steps: Steps

    def actions(self, game: "Ulti") -> tuple[int, ...]:
        """What may be doubled, and to be done."""
        raises = (game.action(f"kontra:{doubled}") for doubled in self.steps.options())
        return tuple(sorted((*raises, game.action("done"))))

    def apply(self, game: "Ulti", action: int) -> Phase:
        """Notes it, or asks the next seat; when it is over, play begins."""
        if action == game.action("done"):
            steps = self.steps.after_done()
        else:
            name = game.action_names[action].partition(":")[2]
            found = next(doubled for doubled in self.steps.options() if str(doubled) == name)
            steps = self.steps.after_raise(found)
        return self.after_steps(game, steps)

    def stepping(self, game: "Ulti") -> Stepping:
        """It is nothing but kontra in steps."""
        raises = {d: game.action(f"kontra:{d}") for d in self.steps.ladder.objects}
        return Stepping(self.steps, FrozenMap(raises), game.action("done"))

    def after_steps(self, game: "Ulti", steps: Steps) -> Phase:
        """Asks who speaks; when it is over, play begins."""
        contract = replace(self.contract, kontra=steps.said.levels)
        if steps.speaker is None:
            return begin_play(game, self.table, contract)
        return replace(self, seat=steps.speaker, steps=steps, contract=contract)

    def why_not(self, game: "Ulti", action: int) -> Breach:
        """Not part of the contract, or not to be raised in this step."""
        word, _, name = game.action_names[action].partition(":")
        if word != "kontra":
            return Breach("not_now", "one doubles, or is done")
        if name not in map(str, self.steps.ladder.objects):
            return Breach("not_in_contract", "only what the contract is settled for can be doubled")
        rule = (
            "a level may be said only when the other side has just said the one below, once in a "
            "step, and up to the highest level"
        )
        return Breach("not_your_kontra", rule)
