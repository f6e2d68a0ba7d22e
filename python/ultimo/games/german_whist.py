"""German whist for two players: rules/german_whist.md.

Thirteen tricks are played for the cards of the stock, whose top card lies face up, and thirteen for
points. The card turned up first makes its suit trump for the whole deal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ultimo import plan
from ultimo.checks import brief
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout, Target
from ultimo.deck import FRENCH, Deck, suited
from ultimo.errors import DealError
from ultimo.game import Game
from ultimo.match_rules import Draw, Result, Running, Sums
from ultimo.options import Options, choice, number, whole
from ultimo.phases import Phase, Play
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table, View
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position

__all__ = ["GAME", "GermanWhist", "GermanWhistOptions"]

SEATS = 2
HAND = 13
STOCK = 26
RANKS = "23456789TJQKA"
"""Low to high."""

ALL_POINTS = {"phase2": 13, "all26": 26, "weighted": 39}
"""The points of both players together, by what is counted."""

TARGET_STEP = 10
"""What a target rises by that both have reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanWhistOptions(Options):
    """The options of rules/german_whist.md, "Variant options".

    Attributes:
        players: Always two.
        void_rule: A player void in the suit led must trump, or may play anything.
        count_tricks: The tricks after the stock is gone count 1, or all do, or those 2 and the
            others 1.
        match_mode: One deal, a fixed number of deals, or as many as it takes to a target.
        match_deals: Number of deals in mode `deals`.
        target: Points that end a match in mode `target`.
        stake: What a point of difference costs the loser at the end of the match.
    """

    game: ClassVar[str] = "german_whist"

    players: int = choice(2)
    void_rule: str = choice("must_trump", "free")
    count_tricks: str = choice("phase2", "all26", "weighted")
    match_mode: str = choice("single", "deals", "target")
    match_deals: int = whole(1, at_least=1, at_most=1_000_000)
    target: int = whole(50, at_least=1, at_most=1_000_000)
    stake: float = number(0, at_least=0)


class GermanWhist(Game[GermanWhistOptions]):
    """German whist."""

    name = "german_whist"
    options_type = GermanWhistOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 52 French cards, without card points."""
        return Deck.of(suited(FRENCH, RANKS), {})

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """Thirteen cards each and a stock of 26."""
        return Layout(hands=(HAND,) * SEATS, talon=STOCK, stock=True)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """One card at a time, the dealer's opponent first; the rest is the stock."""
        turns = [(terms.dealer + 1 + i) % SEATS for i in range(SEATS * HAND)]
        packets: list[tuple[Target, int]] = [(seat, 1) for seat in turns]
        packets.append(("talon", STOCK))
        return self.layout(terms).spec(52, packets)

    def table(self, deal: Deal, **terms: Any) -> Table:  # noqa: ANN401
        """The top card of the stock lies face up."""
        table = super().table(deal, **terms)
        return table.show(table.talon[:1])

    def trump_column(self, layout: Layout) -> int:
        """The top card of the stock."""
        return layout.columns()["talon"][0]

    def trump_card(self, deal: Deal) -> str | None:
        """The top card of the stock."""
        return deal.talon[0] if deal.talon else None

    # The contract is only the trump suit.

    def make_bids(self) -> Iterable[Bid]:
        """One bid, for any trump; none for analysis. `draws` counts the tricks that draw."""
        yield Bid(
            id="german_whist",
            value=None,
            has_declarer=False,
            trumps=(*FRENCH, None),
            names_trump=True,
            extra=("draws",),
        )

    def contract_faults(self, contract: Contract) -> list[str]:
        """The stock holds two cards for each trick that draws."""
        draws: object = contract.extra.get("draws", STOCK // SEATS)
        if isinstance(draws, int) and not isinstance(draws, bool) and 0 <= draws <= STOCK // SEATS:
            return []
        return [f"draws={brief(draws)}: from 0 to {STOCK // SEATS} tricks draw from the stock"]

    def of_deal(self, contract: Contract, table: Table) -> Contract:
        """In an ending the stock that is left says how many tricks draw from it."""
        kept = {name: value for name, value in contract.extra.items() if name != "draws"}
        draws = len(table.talon) // SEATS
        # A whole deal needs no word, so that its contract is the one the caller made.
        found = kept if draws == STOCK // SEATS else {**kept, "draws": draws}
        return replace(contract, extra=found)

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """There is no auction: the play begins, with the suit turned up as trump."""
        turned = self.trump_card(deal)
        if turned is None:
            message = "the top card of the stock makes trump: an ending without stock has none"
            raise DealError(message, code="nothing_turned")
        table = self.table(deal, dealer=terms.dealer)
        contract = self.settled(self.contract(trump=turned[0]), table)
        leader = self.leader(contract, terms.dealer)
        setup = self.setup(contract, table, leader)
        return Play(seat=leader, table=table, contract=contract, setup=setup)

    # Play.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump (or anything); no duty to beat; both draw after a trick."""
        trump = None if contract.trump is None else FRENCH.index(contract.trump)
        return plan.RulesSpec(
            seats=SEATS,
            deck_size=52,
            lanes=tuple(self.deck.suit(suit) for suit in FRENCH),
            trump=trump,
            values=self.deck.values,
            sides=(0, 1),
            duty=plan.Duty(void="trump" if self.options.void_rule == "must_trump" else "free"),
            drawing=plan.Drawing(draw="each_winner_first"),
            late_from=contract.extra.get("draws", STOCK // SEATS),
        )

    def shows(self, contract: Contract) -> plan.Shows:  # noqa: ARG002
        """The top card of the stock lies face up."""
        return plan.Shows(stock="next")

    def seen_in_play(self, play: Play, position: "Position", seat: int, view: View) -> View:
        """The winner of a trick takes a card that both have seen, the loser one he alone sees."""
        stock = play.setup.stock
        drawn = len(stock) - len(position.stock)
        index = self.deck.index_by_code
        seen = frozenset(stock[:drawn:SEATS])
        hands = list(view.hands)
        other = 1 - seat
        hands[other] |= seen & {index[code] for code in position.hands[other]}
        return replace(view, hands=tuple(hands), table=frozenset(stock[drawn : drawn + 1]))

    # Score.

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:  # noqa: ARG002
        """A point for every trick that counts, to the player who won it."""
        parts = []
        if self.options.count_tricks != "phase2":
            parts.append(ScorePart(_tricks("tricks"), _by_seat("tricks"), label="all tricks"))
        if self.options.count_tricks != "all26":
            axes = _tricks("scoring", late=True)
            label = "tricks after the stock is gone"
            parts.append(ScorePart(axes, _by_seat("scoring"), label=label))
        return parts

    def asked(self, contract: Contract) -> Sequence[Asked]:  # noqa: ARG002
        """The tricks of seat 0 after the stock is gone and, where they count, before."""
        meaning = "tricks of seat 0 after the stock is gone"
        found = [Asked(name="scoring", meaning=meaning, values=range(HAND + 1))]
        if self.options.count_tricks != "phase2":
            meaning = "tricks of seat 0 while cards are drawn"
            found.append(Asked(name="drawing", meaning=meaning, values=range(HAND + 1)))
        return found

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002
        """Of thirteen tricks in each half of a deal, seat 1 has what seat 0 has not."""
        scoring = facts["scoring"]
        tricks = scoring + facts.get("drawing", 0)
        return {
            "scoring_0": scoring,
            "scoring_1": HAND - scoring,
            "tricks_0": tricks,
            "tricks_1": 2 * HAND - tricks,
        }

    def made(self, contract: Contract) -> Made:
        """The seat that is asked for has more points than the other."""
        parts = self.score_parts(contract)
        axes = {name: axis for part in parts for name, axis in part.axes.items()}
        own, other = contract.declarer, 1 - contract.declarer

        def wins(outcomes: Outcomes) -> Array:
            # They depend on different facts, so that their shapes differ.
            points = np.asarray(sum(part.score(outcomes) for part in parts))
            found: Array = points[..., own] > points[..., other]
            return found

        return Made(axes, wins)

    # Match.

    def match_rules(self) -> "GermanWhistMatch":
        """One deal, so many, or up to a target."""
        return GermanWhistMatch(self)


def _tricks(name: str, *, late: bool = False) -> dict[str, plan.Axis]:
    """The tricks of each seat."""
    # Both are counted, neither is what the other left: an ending has fewer tricks.
    return {
        f"{name}_{seat}": plan.Axis(plan.Tricks(seats=1 << seat, late=late))
        for seat in range(SEATS)
    }


def _by_seat(name: str) -> Any:  # noqa: ANN401 - a score
    """Pays each seat its tricks."""

    def score(outcomes: Outcomes) -> Array:
        own = np.broadcast_arrays(*(outcomes[f"{name}_{seat}"] for seat in range(SEATS)))
        return np.stack(own, axis=-1)

    return score


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanWhistTally(Running):
    """Where a match stands.

    Attributes:
        target: The points that end it, where it is played to a target.
    """

    target: int


class GermanWhistMatch(Sums[GermanWhistTally]):
    """One deal, a fixed number of them, or up to a target: rules/german_whist.md, "Match end"."""

    game: GermanWhist

    def begin(self) -> GermanWhistTally:
        """Zeros."""
        return GermanWhistTally(totals=(0,) * SEATS, target=self.game.options.target)

    def read(self, facts: Mapping[str, Any]) -> Result:
        """Reads `returns=`: the points of each, which together are all that are counted."""
        result = super().read(facts)
        most = ALL_POINTS[self.game.options.count_tricks]
        points = result.returns
        if any(x != int(x) or x < 0 for x in points) or sum(points) != most:
            message = f"returns={points}: two whole numbers of points, {most} together"
            raise DealError(message, code="bad_result")
        return result

    def settle(
        self,
        tally: GermanWhistTally,
        result: Result,
        dealer: int,  # noqa: ARG002
        draw: Draw,  # noqa: ARG002
    ) -> GermanWhistTally:
        """Adds the points; a target that both have reached rises until only one has."""
        after = self.added(tally, result)
        target = tally.target
        while min(after.totals) >= target:
            target += TARGET_STEP
        return replace(after, target=target)

    def is_over(self, tally: GermanWhistTally) -> bool:
        """Whether all deals are played, or somebody has reached the target."""
        options = self.game.options
        if options.match_mode == "target":
            return max(tally.totals) >= tally.target
        deals = options.match_deals if options.match_mode == "deals" else 1
        return tally.played >= deals

    def payments(self, tally: GermanWhistTally) -> tuple[float, ...]:
        """The loser pays the stake for every point of difference."""
        ahead = self.game.options.stake * (tally.totals[0] - tally.totals[1])
        return ahead, -ahead


GAME = GermanWhist
