"""Knockout whist: hands of fewer and fewer cards, and who takes no trick is out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo import plan
from ultimo.checks import brief
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import FRENCH, Deck, suited
from ultimo.errors import DealError
from ultimo.game import Game
from ultimo.games.knockout_whist.match import KnockoutMatch
from ultimo.games.knockout_whist.naming import Naming, call_of
from ultimo.games.knockout_whist.options import KnockoutWhistOptions
from ultimo.games.knockout_whist.terms import KnockoutTerms
from ultimo.phases import Phase, Play
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.table import Table
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo.state import State

__all__ = ["KnockoutWhist"]

RANKS = "23456789TJQKA"
"""Low to high."""


class KnockoutWhist(Game[KnockoutWhistOptions]):
    """Knockout whist. The trump card lies in the talon, out of play."""

    name = "knockout_whist"
    options_type = KnockoutWhistOptions
    terms_type = KnockoutTerms

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The French cards, without card points."""
        return Deck.of(suited(FRENCH, RANKS[-self.options.deck_size // 4 :]), {})

    def layout(self, terms: Terms) -> Layout:
        """As many cards as the hand has, one for a dog, and the trump card unless it is named."""
        of = _knockout(terms)
        sizes = tuple(of.size(seat) for seat in range(self.players))
        return Layout(hands=sizes, talon=int(of.namer is None))

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """One card at a time from the dealer's neighbour on, a dog's in the first round."""
        of = _knockout(terms)
        order = [(terms.dealer + 1 + i) % self.players for i in range(self.players)]
        rounds = range(of.cards or 0)
        packets: list[Any] = [(s, 1) for number in rounds for s in order if of.size(s) > number]
        layout = self.layout(terms)
        return layout.spec(self.deck.size, [*packets, ("talon", layout.talon)])

    def are_hands(self, sizes: tuple[int, ...]) -> bool:
        """Whether some hands are alike, and the others of one card or none."""
        alike = max(sizes, default=0)
        if len(sizes) != self.players or not 0 < alike <= self.options.start_cards:
            return False
        allowed = {0, 1, alike} if self.options.dogs_life else {0, alike}
        return set(sizes) <= allowed and sum(size > 0 for size in sizes) > 1

    def table(self, deal: Deal, **terms: Any) -> Table:  # noqa: ANN401
        """The trump card is seen by all."""
        table = super().table(deal, **terms)
        return table.show(table.talon)

    def trump_column(self, layout: Layout) -> int | None:
        """The card that was turned up."""
        return layout.columns()["talon"][0] if layout.talon else None

    def trump_card(self, deal: Deal) -> str | None:
        """The card that was turned up."""
        return deal.talon[0] if deal.talon else None

    # The contract is only the trump suit.

    def make_bids(self) -> Iterable[Bid]:
        """One bid, for any trump; none for analysis. `dogs` is the set of dogs, as a number."""
        yield Bid(
            id="knockout_whist",
            value=None,
            has_declarer=False,
            trumps=(*FRENCH, None),
            names_trump=True,
            extra=("dogs",) if self.options.dogs_life else (),
        )

    def make_calls(self) -> Iterable[str]:
        """Naming trump, and a dog's knock."""
        if self.options.trump_rule == "winner_names":
            yield from map(call_of, FRENCH)
        if self.options.dogs_life:
            yield "knock"

    def contract_faults(self, contract: Contract) -> list[str]:
        """Dogs are a set of seats, bit by seat."""
        dogs: object = contract.extra.get("dogs", 0)
        everybody = (1 << self.players) - 1
        if isinstance(dogs, bool) or not isinstance(dogs, int) or not 0 <= dogs <= everybody:
            return [f"dogs={brief(dogs)}: a set of seats as a number, seat s at bit s"]
        if dogs == everybody:
            return [f"dogs={dogs}: somebody took a trick before, and is no dog"]
        return []

    def of_deal(self, contract: Contract, table: Table) -> Contract:
        """Who has one card where others have more is a dog."""
        sizes = [len(hand) for hand in table.hands]
        # Where all have one card there is nothing to knock for.
        dogs = sum(1 << s for s, n in enumerate(sizes) if n == 1 < max(sizes))
        kept = {name: value for name, value in contract.extra.items() if name != "dogs"}
        return replace(contract, extra={**kept, "dogs": dogs} if dogs else kept)

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The play, or first the winner of the last hand names trump."""
        of = _knockout(terms)
        table = self.table(deal, **terms.to_dict())
        if of.namer is not None:
            return Naming(seat=of.namer, table=table, dealer=of.dealer)
        turned = self.trump_card(deal)
        if turned is None:
            message = "the card turned up makes trump: it is the talon of the deal"
            raise DealError(message, code="nothing_turned")
        return self.play_phase(turned[0], table, of.dealer)

    def play_phase(self, suit: str, table: Table, dealer: int) -> Play:
        """The play with a suit as trump."""
        contract = self.settled(self.contract(trump=suit), table)
        leader = self.leader(contract, dealer)
        setup = self.setup(contract, table, leader)
        # Seats without cards are passed over.
        waiting = (seat % self.players for seat in range(leader, leader + self.players))
        first = next(seat for seat in waiting if table.hands[seat])
        return Play(seat=first, table=table, contract=contract, setup=setup)

    # Play.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump (or anything); no duty to beat; dogs may knock."""
        trump = None if contract.trump is None else FRENCH.index(contract.trump)
        return plan.RulesSpec(
            seats=self.players,
            deck_size=self.deck.size,
            lanes=tuple(self.deck.suit(suit) for suit in FRENCH),
            trump=trump,
            values=self.deck.values,
            sides=tuple(range(self.players)),
            duty=plan.Duty(void="trump" if self.options.void_rule == "must_trump" else "free"),
            knockers=contract.extra.get("dogs", 0),
        )

    # Score.

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:  # noqa: ARG002
        """1 for every seat that takes a trick and so stays in."""
        return [
            ScorePart(
                _tricks(seat),
                partial(_stays, seat=seat, players=self.players),
                label=f"seat {seat} took a trick and stays in",
            )
            for seat in range(self.players)
        ]

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """The tricks of each seat.

        Raises:
            DealError: A dog has more than the one his single card can win.
        """
        dogs = contract.extra.get("dogs", 0)
        for seat in range(self.players):
            if dogs >> seat & 1 and facts[f"tricks_{seat}"] > 1:
                message = f"tricks_{seat}={facts[f'tricks_{seat}']}: a dog has a single card"
                raise DealError(message, code="impossible")
        return facts

    def made(self, contract: Contract) -> Made:
        """The seat that is asked for takes a trick."""
        name = f"tricks_{contract.declarer}"
        return Made(_tricks(contract.declarer), lambda outcomes: outcomes[name] > 0)

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:  # noqa: ARG002
        """With the option `dogs_life` the field `dogs`, shape (p,), bool: who has a single card."""
        if not self.options.dogs_life:
            return {}
        dogs = _knockout(state.terms).dogs
        return {"dogs": np.array([seat in dogs for seat in range(self.players)])}

    # Match.

    def match_rules(self) -> KnockoutMatch:
        """Games of up to seven hands."""
        return KnockoutMatch(self)


def _knockout(terms: Terms) -> KnockoutTerms:
    if not isinstance(terms, KnockoutTerms):
        raise TypeError("these are no terms of knockout whist")
    return terms


def _tricks(seat: int) -> dict[str, plan.Axis]:
    return {f"tricks_{seat}": plan.Axis(plan.Tricks(seats=1 << seat))}


def _stays(outcomes: Outcomes, *, seat: int, players: int) -> Array:
    stays = outcomes[f"tricks_{seat}"] > 0
    found: Array = np.multiply.outer(stays, np.arange(players) == seat)
    return found
