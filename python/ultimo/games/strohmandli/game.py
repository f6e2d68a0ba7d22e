"""Strohmandli: rules/strohmandli.md.

Everybody plays for himself, without auction or contract. Each seat has three piles in front of it,
whose top cards lie face up and are played as from the hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ultimo import piles, plan
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import Deck
from ultimo.game import Game
from ultimo.games.strohmandli import cards
from ultimo.games.strohmandli.options import StrohmandliOptions
from ultimo.games.strohmandli.score import DECLARATIONS, WATCHED, Scoring, declarations
from ultimo.games.strohmandli.settle import Facts
from ultimo.match_rules import Sum
from ultimo.phases import Phase, Play
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked
from ultimo.table import View
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.state import State

__all__ = ["Strohmandli"]


class Strohmandli(Game[StrohmandliOptions]):
    """Strohmandli."""

    name = "strohmandli"
    options_type = StrohmandliOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """42 or 54 cards, counted straight."""
        return cards.DECKS[self.options.form]

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """A hand and three piles each."""
        return cards.layout(self.options)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Packets to the hands and to the table in turn."""
        return cards.deal_spec(self.options, terms.dealer)

    # There is no contract: it only says whose value is asked for.

    def make_bids(self) -> Iterable[Bid]:
        """One bid, named like the game."""
        yield Bid(id=self.name, value=None, has_declarer=False)

    def make_calls(self) -> Iterable[str]:
        """The declarations, in the base scoring set."""
        if self.options.scoring_set == "base":
            yield from (f"declare:{name}" for name in DECLARATIONS)

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The play: the piles are turned up by themselves, since nothing is decided there."""
        table = self.table(deal, dealer=terms.dealer)
        leader = (terms.dealer + 1) % self.players
        contract = self.contract(declarer=leader)
        setup = self.setup(contract, table, leader)
        return Play(seat=leader, table=table, contract=contract, setup=setup)

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:  # noqa: ARG002
        """Follow suit, else play a tarock; no duty to beat."""
        lanes = tuple(self.deck.suit(suit) for suit in self.deck.suits)
        tarocks = self.deck.suits.index("T")
        kings = tuple(map(self.deck.index, cards.KINGS))
        return plan.RulesSpec(
            seats=self.players,
            deck_size=self.deck.size,
            lanes=lanes,
            trump=tarocks,
            values=self.deck.values,
            sides=tuple(range(self.players)),
            duty=plan.Duty(void="trump"),
            piles=plan.PileRule(
                takes=tuple(sorted((*lanes[tarocks], *kings))),
                takes_in_play=True,
                at_once=self.options.turn_timing == "at_once",
            ),
            declarations=declarations(self.options, self.deck),
            watched=tuple(map(self.deck.index, WATCHED)),
        )

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:  # noqa: ARG002
        """The figures and declarations of every seat."""
        return Scoring(self.options, self.deck).parts()

    def made(self, contract: Contract) -> Made:
        """The declarer, whose value is asked for, has made the game."""
        return Scoring(self.options, self.deck).made(contract.declarer)

    def outcome_axes(self, contract: Contract) -> Mapping[str, plan.Axis]:
        """Points and tricks of the declarer, and what the scores depend on."""
        own, most = 1 << contract.declarer, sum(self.deck.values)
        return {
            "points": plan.Axis(plan.Points(seats=own, max=most)),
            "tricks": plan.Axis(plan.Tricks(seats=own)),
            **super().outcome_axes(contract),
        }

    def asked(self, contract: Contract) -> Sequence[Asked]:  # noqa: ARG002
        """Card points, who made each figure, what was declared."""
        return tuple(Facts(Scoring(self.options, self.deck)).asked())

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002
        """The outcome of the facts that `asked` names."""
        return Facts(Scoring(self.options, self.deck)).outcome(facts)

    def match_rules(self) -> Sum:
        """A number of deals, whose result points are added."""
        return Sum(self, deals=self.options.deals)

    # What is seen.

    def seen_in_play(self, play: Play, position: "Position", seat: int, view: View) -> View:
        """What was turned up on the piles."""
        return piles.seen(view, seat, deck=self.deck, setup=play.setup, position=position)

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:  # noqa: ARG002
        """The piles, see `ultimo.piles.fields`."""
        return piles.fields(state)
