"""Announcements and kontra: rules/slovenian_tarok.md, "Before play", items 5 to 7."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Circle, Levels, turn_order
from ultimo.contracts import Contract
from ultimo.games.slovenian_tarok.kinds import announcements, by_opponents, plain
from ultimo.games.slovenian_tarok.rules import own_side
from ultimo.phases import Breach, Looks, Phase, PhaseName, Play
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.slovenian_tarok.game import SlovenianTarok

__all__ = ["Announce", "SayKontra", "announcing", "begin_play", "may_announce"]


def announcing(game: "SlovenianTarok", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows the talon: announcements where there are any, else kontra."""
    if game.can_announce(contract):
        return Announce(seat=contract.declarer, table=table, contract=contract, forehand=forehand)
    return doubling(game, table, contract, forehand)


def doubling(game: "SlovenianTarok", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns what follows the announcements: kontra, but not in klop."""
    if not game.kind_of(contract).can_double:
        return begin_play(game, table, contract, forehand)
    objects = tuple(o for o in game.objects if o == "game" or o in contract.announced)
    theirs = frozenset(name for name in objects if plain(name) != name)
    ladder = Levels(objects=objects, top=game.top, reversed=theirs)
    order = turn_order((contract.declarer + 1) % game.players, game.players)
    circle = Circle.open(ladder, order, frozenset(own_side(contract)))
    return SayKontra(
        seat=order[0], table=table, contract=contract, forehand=forehand, circle=circle
    )


def begin_play(game: "SlovenianTarok", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns the play; an open hand is laid open for all just before it."""
    kind = game.kind_of(contract)
    if kind.open_hand:
        table = table.show(table.hands[contract.declarer])
    leader = contract.declarer if kind.declarer_leads else forehand
    setup = game.setup(contract, table, leader)
    return Play(seat=leader, table=table, contract=contract, setup=setup)


def may_announce(game: "SlovenianTarok", contract: Contract, seat: int) -> tuple[str, ...]:
    """Returns what a seat may still announce.

    Nothing is announced twice, by whichever side. Trulapagat stands for trula and pagat ultimo, so
    that it excludes both; valat stands for everything, so that nothing is announced beside it.
    """
    if seat == contract.partner:
        return ()  # only the declarer and the defenders announce
    items = announcements(game.options)
    said = {plain(name) for name in contract.announced}
    if any(items[name].excludes_all for name in said):
        return ()
    barred = said.union(*(items[name].excludes for name in said))
    return tuple(
        name
        for name, item in items.items()
        if name not in barred
        and not said.intersection(item.excludes)
        and not (item.excludes_all and said)
        and (contract.king is not None or not item.needs_king)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(Phase):
    """The declarer announces what more he will reach, one thing at a time, until he is done.

    With `defenders_may_announce` all others follow in turn. The hidden partner is asked too, though
    he has nothing to announce: passing him over would show who he is.

    Attributes:
        forehand: The seat after the dealer.
    """

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int

    def actions(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """What may be announced, and to be done."""
        names = may_announce(game, self.contract, self.seat)
        found = [game.action(f"announce:{name}") for name in names]
        return tuple(sorted([*found, game.action("done")]))

    def apply(self, game: "SlovenianTarok", action: int) -> Phase:
        """Notes it, or asks the next seat."""
        if action != game.action("done"):
            name = game.action_names[action].partition(":")[2]
            held = name if self.seat == self.contract.declarer else by_opponents(name)
            announced = self.contract.announced | {held}
            return replace(self, contract=replace(self.contract, announced=announced))
        following = (self.seat + 1) % game.players
        if game.options.defenders_may_announce and following != self.contract.declarer:
            return replace(self, seat=following)
        return doubling(game, self.table, self.contract, self.forehand)

    def why_not(self, game: "SlovenianTarok", action: int) -> Breach:
        """Announced already, or excluded by something else."""
        if not game.action_names[action].startswith("announce:"):
            return Breach("not_now", "one announces, or is done")
        rule = (
            "it is announced already, or something that excludes it, or it needs a called king, or "
            "this seat may not announce"
        )
        return Breach("cannot_announce", rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class SayKontra(Phase):
    """Each seat in turn raises what its side may, one thing at a time, or passes.

    Attributes:
        forehand: The seat after the dealer.
        circle: What was said.
    """

    name: ClassVar[PhaseName] = "kontra"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    forehand: int
    circle: Circle

    def _raisable(self) -> tuple[str, ...]:
        return tuple(str(name) for name in self.circle.options())

    def actions(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """What may be raised, and to pass."""
        raises = (game.action(f"kontra:{plain(name)}") for name in self._raisable())
        return tuple(sorted((*raises, game.action("pass"))))

    def apply(self, game: "SlovenianTarok", action: int) -> Phase:
        """Notes a raise, or asks the next seat; when all have passed, play begins."""
        if action != game.action("pass"):
            name = game.action_names[action].partition(":")[2]
            doubled = next(held for held in self._raisable() if plain(held) == name)
            circle = self.circle.after_raise(doubled)
            contract = replace(self.contract, kontra=circle.ladder.levels)
            return replace(self, circle=circle, contract=contract)
        circle = self.circle.after_pass()
        if circle.speaker is None:
            return begin_play(game, self.table, self.contract, self.forehand)
        return replace(self, seat=circle.speaker, circle=circle)

    def why_not(self, game: "SlovenianTarok", action: int) -> Breach:
        """Not announced, at its highest level, or the other side's turn."""
        word, _, name = game.action_names[action].partition(":")
        if word != "kontra":
            return Breach("not_now", "one raises, or passes")
        ladder = self.circle.ladder
        found = [held for held in ladder.objects if plain(str(held)) == name]
        if not found:
            return Breach("not_announced", "only the game and what was announced can be doubled")
        if ladder.level(found[0]) >= game.top:
            return Breach("kontra_ended", "the ladder of kontra ends here")
        rule = "kontra and sub are the other side's to say, re and mort that of the announcer"
        return Breach("not_your_kontra", rule)
