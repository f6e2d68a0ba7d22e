"""A game made up for tests: every kind of phase, hidden cards, and no play.

Three seats hold three of ten cards, and one is the talon. Two more are picked up only after the
auction. The highest bidder takes the talon face down, lays a card away, may be doubled, and scores
his bid. It lives here, not in `ultimo.games`: its states cannot be written as JSON.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ultimo import plan
from ultimo.auction import Bidding, Circle, Levels
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import Deck, suited
from ultimo.exchange import Discard
from ultimo.game import Game
from ultimo.match import Sum
from ultimo.options import Options, choice, flag, number, numbers, subset, whole
from ultimo.phases import Breach, Over, Phase, PhaseName
from ultimo.scoring import ScorePart
from ultimo.table import Table
from ultimo.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyOptions(Options):
    game: ClassVar[str] = "toy"

    players: int = choice(3)
    level: int = whole(lambda given: 2 * given["players"], at_least=1, at_most=9)
    mode: str = choice("one", "two", "three")
    fast: bool = flag(default=False)
    stake: float = number(0.5, at_least=0)
    only: frozenset[str] = subset({"a"}, of=("a", "b"))
    packets: tuple[int, ...] = numbers(
        (2, 1), allowed="integers that add to 3", fits=lambda p: sum(p) == 3
    )

    def faults(self) -> list[str]:
        return ["fast goes with mode='one' only"] if self.fast and self.mode != "one" else []


class Toy(Game[ToyOptions]):
    name = "toy"
    options_type = ToyOptions
    presets: ClassVar[dict[str, dict[str, Any]]] = {"quick": {"fast": True, "level": 1}}

    def make_deck(self) -> Deck:
        return Deck.of(suited("H", "23456789TJ"), {"J": 1})

    def make_bids(self) -> Iterable[Bid]:
        for rank in range(1, 4):
            yield Bid(id=f"bid{rank}", value=rank, objects=("game",), top=2)

    def make_calls(self) -> Iterable[str]:
        return ("pass", *self.bids, "kontra:game")

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        return Layout(hands=(3, 3, 3), talon=1)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        return self.layout(terms).spec(10, [(0, 3), (1, 3), (2, 3), ("talon", 1)])

    def rules(self, contract: Contract) -> plan.RulesSpec:
        raise NotImplementedError

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        raise NotImplementedError

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        table = self.table(deal)
        for seat in range(3):
            table = table.wait(seat, sorted(table.hands[seat])[:2])
        bidding = Bidding.open(tuple((terms.dealer + 1 + i) % 3 for i in range(3)), once=True)
        return ToyAuction(seat=bidding.order[0], table=table, bidding=bidding)

    def match_rules(self) -> Sum:
        return Sum(self, deals=3, most_void=2)


def toy(preset: str | None = None, **options: Any) -> Toy:
    return Toy(ToyOptions.make(Toy.presets, preset, options))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyAuction(Phase):
    name: ClassVar[PhaseName] = "auction"

    bidding: Bidding

    def actions(self, game: Toy) -> tuple[int, ...]:
        ranks = self.bidding.ranks(range(1, 4))
        return (game.action("pass"), *(game.action(f"bid{rank}") for rank in ranks))

    def apply(self, game: Toy, action: int) -> Phase:
        name = game.action_names[action]
        rank = None if name == "pass" else int(name[3:])
        after = self.bidding.after_pass() if rank is None else self.bidding.after_bid(rank)
        if after.speaker is not None:
            return replace(self, seat=after.speaker, bidding=after)
        table = self.table
        for seat in range(3):
            table = table.pick_up(seat)
        if after.bidder is None or after.high is None:
            return Over(table=table, scores=(0, 0, 0), redeal="next_dealer")
        contract = game.contract(f"bid{after.high}", declarer=after.bidder)
        table = table.take(after.bidder, table.talon, openly=False)
        return ToyDiscard(seat=after.bidder, table=table, contract=contract, left=1)

    def why_not(self, game: Toy, action: int) -> Breach:
        if action < game.deck.size:
            return Breach("not_a_call", "a call is due")
        return Breach("too_low", "a bid must be higher than the last one")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyDiscard(Discard):
    def allowed(self, game: Toy) -> frozenset[int]:
        return self.table.hands[self.seat] - {game.deck.index("HJ")}

    def rule(self, game: Toy) -> Breach:  # noqa: ARG002
        return Breach("jack_stays", "the jack may not be laid away")

    def after(self, game: Toy, table: Table) -> Phase:  # noqa: ARG002
        ladder = Levels(objects=("game",), top=2)
        circle = Circle.open(ladder, (0, 1, 2), frozenset([self.seat]))
        assert self.contract is not None
        return ToyKontra(seat=0, table=table, contract=self.contract, circle=circle)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyKontra(Phase):
    name: ClassVar[PhaseName] = "kontra"

    contract: Contract
    circle: Circle

    def actions(self, game: Toy) -> tuple[int, ...]:
        return (game.action("pass"), *(game.action(f"kontra:{o}") for o in self.circle.options()))

    def apply(self, game: Toy, action: int) -> Phase:
        name = game.action_names[action]
        circle = self.circle
        circle = circle.after_pass() if name == "pass" else circle.after_raise("game")
        contract = replace(self.contract, kontra=circle.ladder.levels)
        if circle.speaker is not None:
            return replace(self, seat=circle.speaker, circle=circle, contract=contract)
        worth = (game.bids[contract.bid].value or 0) * 2 ** contract.level("game")
        scores = tuple(2 * worth if s == contract.declarer else -worth for s in range(3))
        return Over(table=self.table, contract=contract, scores=scores)
