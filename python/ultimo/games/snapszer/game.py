"""Snapszer for two, three and four players: rules/snapszer.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ultimo import plan
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import GERMAN, Deck
from ultimo.game import Game
from ultimo.games.snapszer import cards
from ultimo.games.snapszer.before import OBJECT, TOP, first_phase
from ultimo.games.snapszer.kinds import Aim, Kind, kinds
from ultimo.games.snapszer.match import SnapszerMatch
from ultimo.games.snapszer.options import SnapszerOptions
from ultimo.games.snapszer.rules import rules_spec
from ultimo.games.snapszer.score import MOST_POINTS, Scoring
from ultimo.games.snapszer.settle import Facts
from ultimo.games.snapszer.view import seen_cards
from ultimo.phases import Phase, Play
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked
from ultimo.table import View
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position

__all__ = ["Snapszer"]


class Snapszer(Game[SnapszerOptions]):
    """Snapszer.

    Attributes:
        kinds: What the rules say of each contract, in their order.
    """

    name = "snapszer"
    options_type = SnapszerOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 20 cards for two players, else 24."""
        return cards.deck(self.options.kind_of_game)

    def layout(self, terms: Terms) -> Layout:
        """Equal hands; with two players a stock, its last card face up."""
        return cards.layout(self.options.kind_of_game, terms.dealer)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Two packets to each from forehand on; with two players the trump card between them."""
        return cards.deal_spec(self.options.kind_of_game, terms.dealer)

    def trump_column(self, layout: Layout) -> int | None:
        """With two players that of the last card of the stock."""
        return layout.columns()["talon"][-1] if self.options.kind_of_game.stock else None

    def trump_card(self, deal: Deal) -> str | None:
        """With two players the last card of the stock, as long as there is one."""
        return deal.talon[-1] if self.options.kind_of_game.stock and deal.talon else None

    # Contracts.

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What the rules say of each contract, in their order."""
        return kinds(self.options.kind_of_game)

    @cached_property
    def biddable(self) -> tuple[Kind, ...]:
        """The contracts that are bid, low to high."""
        return tuple(kind for kind in self.kinds if kind.has_declarer)

    def kind_of(self, contract: Contract) -> Kind:
        """Returns what the rules say of a contract."""
        return next(kind for kind in self.kinds if kind.id == contract.bid)

    def make_bids(self) -> Iterable[Bid]:
        """The contracts in their order; all but mizer are played with a trump."""
        form = self.options.kind_of_game
        for kind in self.kinds:
            has_trump = kind.aim is not Aim.FEW_POINTS
            suits: tuple[str | None, ...] = (*GERMAN,) if has_trump else (None,)
            doubles = has_trump and form.has_kontra and self.options.kontra != "off"
            yield Bid(
                id=kind.id,
                value=kind.value,
                has_declarer=kind.has_declarer,
                trumps=suits,
                names_trump=has_trump and not form.calls_card,
                partner=form.calls_card,
                calls=self.deck.codes if form.calls_card else (),
                objects=(OBJECT,) if doubles else (),
                top=TOP if doubles else 0,
            )

    def make_calls(self) -> Iterable[str]:
        """What is said before the play, then marriages and the other calls in play."""
        form = self.options.kind_of_game
        if not form.stock:
            yield "pass"
        if form.has_bidding:
            yield from (kind.id for kind in self.biddable)
        elif form.calls_card:
            yield from (f"call:{code}" for code in self.deck.codes)
            yield from (kind.id for kind in self.kinds)
        if not form.stock and not form.calls_card:
            yield from (f"trump:{suit}" for suit in GERMAN)
        if form.has_kontra:
            yield f"kontra:{OBJECT}"
        yield from (f"marriage:{suit}" for suit in GERMAN)
        if form.stock:
            yield "exchange"
            yield "close"
        if form.has_bidding:
            yield "go_out"

    @property
    def calls_own(self) -> bool:
        """As the option says."""
        return bool(self.options.s4_call_own)

    def completed(self, contract: Contract) -> Contract:
        """The called card names the trump suit."""
        if contract.called is None or contract.trump is not None:
            return contract
        return replace(contract, trump=contract.called[0])

    def contract_faults(self, contract: Contract) -> list[str]:
        """With four players a trump suit, that of the called card."""
        if not self.options.kind_of_game.calls_card:
            return []
        if contract.called is not None and contract.called[0] != contract.trump:
            return [f"trump={contract.trump!r}: the called card, {contract.called}, is another"]
        return []

    def partner_card(self, contract: Contract) -> int | None:
        """The called card."""
        return None if contract.called is None else self.deck.index_by_code[contract.called]

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The auction; or the declarer names trump or calls a card; with two players the play."""
        return first_phase(self, deal, terms.dealer)

    def leader(self, contract: Contract, dealer: int) -> int:
        """The declarer; forehand where there is none."""
        if self.kind_of(contract).has_declarer:
            return contract.declarer
        return (dealer + 1) % self.players

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """The rules of the play under a contract."""
        return rules_spec(self.options, self.kind_of(contract), contract, self.deck)

    def _scoring(self, contract: Contract) -> Scoring:
        return Scoring(self.options, self.kind_of(contract), contract)

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The score under a contract."""
        return self._scoring(contract).parts()

    def made(self, contract: Contract) -> Made | None:
        """Whether the declarer's side wins; in mizer nobody does."""
        return self._scoring(contract).made()

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """Points, tricks and what ended the deal; see `settle`."""
        return tuple(Facts(self._scoring(contract)).asked())

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """The outcome of the facts that `asked` names."""
        return Facts(self._scoring(contract)).outcome(facts)

    def outcome_axes(self, contract: Contract) -> Mapping[str, plan.Axis]:
        """Points and tricks of the declarer's side, and what the score depends on."""
        own = self._scoring(contract).own
        return {
            **super().outcome_axes(contract),
            "points": plan.Axis(plan.Points(seats=own, max=MOST_POINTS)),
            "tricks": plan.Axis(plan.Tricks(seats=own)),
        }

    def match_rules(self) -> SnapszerMatch:
        """Deals until somebody reaches the target, or so many."""
        return SnapszerMatch(self)

    # What is seen.

    def seen_contract(self, contract: Contract, seat: int, played: frozenset[int]) -> Contract:
        """The partner is hidden from all others until the called card is played."""
        card = self.partner_card(contract)
        if card is None or card in played or contract.partner in {None, seat}:
            return contract
        return replace(contract, partner=None)

    def shows(self, contract: Contract) -> plan.Shows:  # noqa: ARG002
        """With two players the last card of the stock lies face up."""
        return plan.Shows(stock="last" if self.options.kind_of_game.stock else "none")

    def seen_in_play(self, play: Play, position: "Position", seat: int, view: View) -> View:
        """The card that lies face up, and cards that were shown with a marriage or taken openly."""
        return seen_cards(
            view,
            seat,
            deck=self.deck,
            setup=play.setup,
            position=position,
            names=self.action_names,
        )
