"""Tarock for three with 24 cards: rules/tarock24.md."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout, Target
from ultimo.deck import GERMAN, Deck, suited
from ultimo.exchange import of_first_tier
from ultimo.game import Game
from ultimo.games.tarock24.auction import HEARTS, STOCK, SUIT, WITHOUT, Bidding
from ultimo.games.tarock24.options import TarockOptions
from ultimo.match_rules import Sum
from ultimo.phases import Phase
from ultimo.plan import Axis, Points
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table
from ultimo.terms import Terms

__all__ = ["Tarock24"]

RANKS = "9UOKTA"
"""Low to high."""
VALUES = {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2}

ALL_POINTS = 120
NEEDED = 61
FEW = 30
"""A loser with no more than this is schneider."""

TALON = 3
PACKETS = (3, 2, 2)


class Tarock24(Game[TarockOptions]):
    """Tarock with 24 cards."""

    name = "tarock24"
    options_type = TarockOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The German-suited pack without sevens and eights, counted straight."""
        return Deck.of(suited(GERMAN, RANKS), VALUES)

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """Seven cards each, and a talon of three."""
        return Layout(hands=(sum(PACKETS),) * 3, talon=TALON)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Packets of 3, 2 and 2 from forehand on; the last three cards are the talon."""
        order = turn_order((terms.dealer + 1) % 3, 3)
        packets: list[tuple[Target, int]] = [(seat, size) for size in PACKETS for seat in order]
        return self.layout(terms).spec(self.deck.size, [*packets, ("talon", TALON)])

    # Contracts.

    def make_bids(self) -> Iterable[Bid]:
        """A closed talon under any suit, and hearts in two ways.

        Hearts with a closed talon at the single value exists only where the declarer has no choice.
        """
        has_choice = self.options.stock_use == "any_hearts_declarer"
        suits = tuple(suit for suit in GERMAN if suit != HEARTS or not has_choice)
        yield Bid(id=SUIT, value=self.options.base, trumps=suits, names_trump=True)
        hearts = self.options.base * self.options.hearts_factor
        yield Bid(id=STOCK, value=hearts, trumps=(HEARTS,))
        yield Bid(id=WITHOUT, value=2 * hearts, trumps=(HEARTS,))

    def make_calls(self) -> Iterable[str]:
        """To play or not, hearts or not, the trump suit, the stock."""
        yield from ("play", "pass", "hearts", "no_hearts")
        yield from (f"trump:{suit}" for suit in GERMAN)
        yield from ("stock", "without")

    def stake(self, contract: Contract, *, won: bool) -> int:
        """Returns what passes between the declarer and each defender, but for schneider.

        Hearts without the stock is double for a declarer who wins, not for one who loses.
        """
        factor = self.options.hearts_factor if contract.trump == HEARTS else 1
        double = 2 if won and contract.bid == WITHOUT else 1
        return self.options.base * factor * double

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The bidding: who plays?"""
        forehand = (terms.dealer + 1) % 3
        table = self.table(deal, dealer=terms.dealer)
        return Bidding(seat=forehand, table=table, forehand=forehand)

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:
        """The whole talon, in hearts with the stock."""
        return (TALON if contract.bid == STOCK else 0,)

    def may_lay(self, contract: Contract, hand: frozenset[int]) -> frozenset[int]:  # noqa: ARG002
        """Anything, or anything but aces and tens.

        Ten cards can hold eight aces and tens: where nothing else is left they are laid away too.
        """
        return of_first_tier(hand, self.lay_tiers())

    def lay_tiers(self) -> tuple[frozenset[int], ...]:
        """By which cards are laid away."""
        everything = frozenset(range(self.deck.size))
        if self.options.discard_restriction == "none":
            return (everything,)
        return frozenset(c for c in everything if self.deck.codes[c][1] not in "AT"), everything

    def leader(self, contract: Contract, dealer: int) -> int:
        """Forehand, or the declarer."""
        if self.options.first_lead == "declarer":
            return contract.declarer
        return super().leader(contract, dealer)

    def aside(self, contract: Contract, table: Table) -> tuple[plan.Aside, ...]:
        """The three cards before the declarer: the talon, or those he laid away."""
        cards = table.talon + tuple(sorted(table.laid[contract.declarer]))
        return (plan.Aside(owner=contract.declarer, cards=cards),) if cards else ()

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump; with the option overtake if possible."""
        overtake = self.options.overtake
        return plan.RulesSpec(
            seats=3,
            deck_size=self.deck.size,
            lanes=tuple(self.deck.suit(suit) for suit in GERMAN),
            trump=None if contract.trump is None else GERMAN.index(contract.trump),
            values=self.deck.values,
            sides=tuple(int(seat != contract.declarer) for seat in range(3)),
            duty=plan.Duty(
                beat="always" if overtake else "never", void="overtrump" if overtake else "trump"
            ),
        )

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The value of the game, from or to each defender."""
        game = self._paid(contract, self._points(contract), self._stakes, label=contract.bid)
        if not self.options.schneider:
            return [game]
        axes = self._points(contract) | self._defenders(contract)
        schneider = self._paid(contract, axes, self._schneider, label="schneider")
        both = self._paid(contract, axes, lambda c, o: self._stakes(c, o) + self._schneider(c, o))
        return [replace(both, items=(game, schneider))]

    def _stakes(self, contract: Contract, outcomes: Outcomes) -> Array:
        """What the losers pay for the game."""
        won, lost = (self.stake(contract, won=won) for won in (True, False))
        return np.where(outcomes["points"] >= NEEDED, won, lost)

    def _schneider(self, contract: Contract, outcomes: Outcomes) -> Array:  # noqa: ARG002
        """What they pay for having few points."""
        points = outcomes["points"]
        few = np.where(points >= NEEDED, outcomes["defenders_few"], points <= FEW)
        return self.options.base * few

    def _paid(
        self,
        contract: Contract,
        axes: Mapping[str, Axis],
        amount: Callable[[Contract, Outcomes], Array],
        *,
        label: str = "",
    ) -> ScorePart:
        """What each seat gets when the losers pay some amount."""

        def score(outcomes: Outcomes) -> Array:
            paid = amount(contract, outcomes)
            each = np.where(outcomes["points"] >= NEEDED, paid, -paid)
            return np.stack([each * (2 if s == contract.declarer else -1) for s in range(3)], -1)

        return ScorePart(axes, score, label)

    def made(self, contract: Contract) -> Made:
        """The declarer has 61 points."""
        return Made(self._points(contract), lambda outcomes: outcomes["points"] >= NEEDED)

    def outcome_axes(self, contract: Contract) -> Mapping[str, Axis]:
        """Points and tricks of the declarer."""
        tricks = {"tricks": Axis(plan.Tricks(seats=1 << contract.declarer))}
        return {**super().outcome_axes(contract), **tricks}

    @staticmethod
    def _points(contract: Contract) -> dict[str, Axis]:
        return {"points": Axis(Points(seats=1 << contract.declarer, max=ALL_POINTS))}

    @staticmethod
    def _defenders(contract: Contract) -> dict[str, Axis]:
        """Whether the defenders have few points: counted, since endings lack some of the pack."""
        few = tuple(int(points <= FEW) for points in range(ALL_POINTS + 1))
        others = Points(seats=0b111 - (1 << contract.declarer), max=ALL_POINTS)
        return {"defenders_few": Axis(others, few)}

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002
        """The defenders have the points that the declarer has not."""
        return {**facts, "defenders_few": int(ALL_POINTS - facts["points"] <= FEW)}

    def asked(self, contract: Contract) -> Sequence[Asked]:  # noqa: ARG002
        """The declarer's points, the three cards before him among them."""
        meaning = "card points of the declarer with the three cards before him"
        return [Asked(name="points", meaning=meaning, values=range(ALL_POINTS + 1))]

    def match_rules(self) -> Sum:
        """A number of deals; a deal that nobody plays does not count."""
        return Sum(self, deals=self.options.deals)
