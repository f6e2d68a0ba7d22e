"""Preferansz for three players: rules/preferansz.md."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout, Target
from ultimo.deck import GERMAN, Deck, suited
from ultimo.game import Game
from ultimo.games.preferansz import score
from ultimo.games.preferansz.auction import open_auction
from ultimo.games.preferansz.kinds import ENOUGH, TRICKS, VOLAT, Aim, Kind, in_auction, kinds
from ultimo.games.preferansz.options import PreferanszOptions
from ultimo.match_rules import Sum
from ultimo.phases import Phase, Redeal
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked
from ultimo.terms import Terms

__all__ = ["Preferansz"]

RANKS = "789TUOKA"
"""Low to high, in every suit and every game."""
TALON = 2
REDEALS: Mapping[str, Redeal] = {
    "redeal_next_dealer": "next_dealer",
    "redeal_same_dealer": "same_dealer",
}


class Preferansz(Game[PreferanszOptions]):
    """Preferansz."""

    name = "preferansz"
    options_type = PreferanszOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 32 German-suited cards, without card points."""
        return Deck.of(suited(GERMAN, RANKS), {})

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """Ten cards each, and a talon of two."""
        return Layout(hands=(TRICKS,) * self.players, talon=TALON)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Three and two each, the talon, and again three and two each; the dealer comes last."""
        order = turn_order((terms.dealer + 1) % self.players, self.players)
        half: list[tuple[Target, int]] = [(seat, size) for size in (3, 2) for seat in order]
        return self.layout(terms).spec(self.deck.size, [*half, ("talon", TALON), *half])

    # Bids.

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """What the rules say of each game, by name."""
        return kinds(self.options)

    @cached_property
    def auction(self) -> tuple[str, ...]:
        """The names of what can be bid, low to high."""
        return tuple(kind.id for kind in in_auction(self.options))

    @cached_property
    def redeal(self) -> Redeal:
        """Who deals next when nobody has bid."""
        return REDEALS[self.options.all_pass]

    def kind_of(self, contract: Contract) -> Kind:
        """Returns what the rules say of a contract."""
        return self.kinds[contract.bid]

    def make_bids(self) -> Iterable[Bid]:
        """The plain games and those from the hand."""
        doubled = self.options.kontra == "per_defender"
        for kind in self.kinds.values():
            volat = kind.trump is not None and self.options.volat_allowed
            yield Bid(
                id=kind.id,
                value=kind.value,
                trumps=(kind.trump,),
                announcements=(VOLAT,) if volat else (),
                objects=tuple(range(self.players)) if doubled else (),
                top=2,
            )

    def make_calls(self) -> Iterable[str]:
        """Passing and bidding, the talon, volát, kontra."""
        yield "pass"
        yield from self.kinds
        yield from ("hand", "pick_up")
        yield f"announce:{VOLAT}"
        yield "done"
        if self.options.kontra == "per_defender":
            yield from (f"kontra:{seat}" for seat in range(self.players))

    def contract_faults(self, contract: Contract) -> list[str]:
        """Only defenders double."""
        if contract.declarer in contract.kontra:
            return [f"kontra: seat {contract.declarer} is the declarer, and defenders double"]
        return []

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The auction."""
        return open_auction(self, self.table(deal, dealer=terms.dealer), terms.dealer)

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:
        """Both cards, or none in a hand game."""
        return (TALON if self.kind_of(contract).takes_talon else 0,)

    def leader(self, contract: Contract, dealer: int) -> int:
        """Who leads first, by the option."""
        return self.first_leader(contract, (dealer + 1) % self.players)

    def first_leader(self, contract: Contract, forehand: int) -> int:
        """Returns who leads first: forehand, the declarer, or in szanzadu the seat before him."""
        rule = self.options.first_lead
        if rule == "forehand":
            return forehand
        if rule == "declarer_except_szanzadu" and self.kind_of(contract).is_szanzadu:
            return (contract.declarer - 1) % self.players
        return contract.declarer

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump; play stops when the contract is lost."""
        own, others = 1 << contract.declarer, score.defenders(contract)
        match score.aim_of(self.kind_of(contract), contract):
            case Aim.ENOUGH:
                lost = plan.TricksEnd(seats=others, at_least=TRICKS + 1 - ENOUGH)
            case Aim.NO_TRICK:
                lost = plan.TricksEnd(seats=own, at_least=1)
            case Aim.EVERY_TRICK:
                lost = plan.TricksEnd(seats=others, at_least=1)
        overtake = self.options.must_overtake
        return plan.RulesSpec(
            seats=self.players,
            deck_size=self.deck.size,
            lanes=tuple(self.deck.suit(suit) for suit in GERMAN),
            trump=None if contract.trump is None else GERMAN.index(contract.trump),
            values=self.deck.values,
            sides=tuple(int(seat != contract.declarer) for seat in range(self.players)),
            duty=plan.Duty(
                beat="always" if overtake else "never",
                void="overtrump" if overtake else "trump",
            ),
            ends=(lost,),
        )

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The declarer against each defender."""
        return [score.score_part(self.options, self.kind_of(contract), contract)]

    def made(self, contract: Contract) -> Made:
        """At least six tricks, all, or none."""
        return score.made(self.kind_of(contract), contract)

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """The tricks of the declarer."""
        return (score.asked(self.kind_of(contract), contract),)

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """What the score depends on, from the tricks of the declarer."""
        return score.outcome_of(self.kind_of(contract), contract, facts["tricks"])

    # Match.

    def match_rules(self) -> Sum:
        """So many deals; those that were thrown in count too."""
        deals = self.options.match_deals
        return Sum(self, deals=deals, most_void=deals, void_counts=True, zero_sum=True)
