"""Ulti, for three players: rules/ulti.md."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ultimo import plan
from ultimo.contracts import NOTHING, Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import GERMAN, Deck
from ultimo.declared import RowField
from ultimo.errors import DealError
from ultimo.game import Game
from ultimo.games.ulti import cards, facts
from ultimo.games.ulti.auction import open_auction
from ultimo.games.ulti.bids import Kind, kinds
from ultimo.games.ulti.options import UltiOptions
from ultimo.games.ulti.rules import defenders, rules_spec
from ultimo.games.ulti.score import WHOLE, Scoring
from ultimo.games.ulti.settle import Facts
from ultimo.games.ulti.view import open_hand, row_values, seen_more, told_of_hand, told_sets
from ultimo.match_rules import Sum
from ultimo.phases import HeldSets, Phase, Play
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table, View
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.state import State

__all__ = ["Ulti"]


class Ulti(Game[UltiOptions]):
    """Ulti.

    As dealt the starting player, forehand, holds twelve cards. Whoever has twelve lays two away as
    the talon and speaks; the others may pick the talon up to bid higher.
    """

    name = "ulti"
    options_type = UltiOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 32 cards; aces and tens count 10."""
        return cards.DECK

    def layout(self, terms: Terms) -> Layout:
        """Twelve cards for the starting player, ten for the others."""
        return cards.layouts(terms.dealer)[0]

    def layouts(self, terms: Terms) -> tuple[Layout, ...]:
        """Or ten for each, and the talon of two."""
        return cards.layouts(terms.dealer)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Two rounds of packets from the starting player on."""
        return cards.deal_spec(terms.dealer)

    # Contracts.

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What the rules say of each bid, in ascending value."""
        return kinds(self.options)

    @cached_property
    def kind_by_id(self) -> Mapping[str, Kind]:
        """The bids by code."""
        return {kind.id: kind for kind in self.kinds}

    def kind_of(self, contract: Contract) -> Kind:
        """Returns what the rules say of a contract's bid."""
        return self.kind_by_id[contract.bid]

    def opens(self, contract: Contract, moment: str) -> bool:
        """Whether the declarer's hand is laid open at a moment that an option names."""
        return self.kind_of(contract).is_open and self.options.open_moment == moment

    def doubled(self, contract: Contract) -> tuple[str | int, ...]:
        """What may be doubled in a contract: its parts, or without trump by each defender."""
        return self._objects(self.kind_of(contract), defenders(contract))

    def _objects(self, kind: Kind, seats: Sequence[int]) -> tuple[str | int, ...]:
        if self.options.kontra_max_level == 0:
            return ()
        if not kind.has_trump:
            return tuple(seats)
        return (WHOLE,) if self.options.kontra_scope == "contract" else kind.scored

    def make_bids(self) -> Iterable[Bid]:
        """All bids in ascending value."""
        for kind in self.kinds:
            suits = (cards.HEARTS,) if kind.is_hearts else cards.PLAIN_SUITS
            yield Bid(
                id=kind.id,
                value=kind.value,
                trumps=suits if kind.has_trump else (None,),
                names_trump=kind.has_trump and not kind.is_hearts,
                objects=self._objects(kind, range(3)),
                top=self.options.kontra_max_level,
                meaning=kind.meaning,
            )

    def make_calls(self) -> Iterable[str]:
        """The auction, trump, kontra."""
        yield "pass"
        yield from (kind.id for kind in self.kinds)
        yield from ("pick_up", "decline", "stand")
        yield from (f"trump:{suit}" for suit in GERMAN)
        doubled = dict.fromkeys(
            item for kind in self.kinds for item in self._objects(kind, range(3))
        )
        yield from (f"kontra:{item}" for item in doubled)
        yield "done"

    def contract_faults(self, contract: Contract) -> list[str]:
        """The declarer has no level with himself."""
        if contract.declarer not in contract.kontra:
            return []
        seat = contract.declarer
        return [f"kontra={{{seat}: …}}: seat {seat} is the declarer: name a defender"]

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The starting player lays the talon away."""
        return open_auction(self, self.table(deal, dealer=terms.dealer), terms.dealer)

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:  # noqa: ARG002
        """The whole talon; or nothing, where the declarer was dealt twelve cards."""
        return (0, cards.TALON)

    def as_played(self, table: Table) -> Table:
        """Of twelve cards the last two dealt are the talon."""
        for seat, hand in enumerate(table.hands):
            others = [len(held) for other, held in enumerate(table.hands) if other != seat]
            if surplus := max(len(hand) - max(others), 0):
                return table.lay(seat, sorted(hand)[-surplus:], openly=False, talon=True)
        return table

    def setup(self, contract: Contract, table: Table, leader: int) -> plan.Setup:
        """What the core plays from.

        Raises:
            DealError: Somebody still has twelve cards.
        """
        sizes = [len(hand) for hand in table.hands]
        if len(set(sizes)) > 1:
            seat = sizes.index(max(sizes))
            message = (
                f"seat {seat} has {max(sizes)} cards: name the hands without the talon, or let the "
                "declarer lay two away: exchange=([], [card, card])"
            )
            raise DealError(message, code="talon_not_laid")
        return super().setup(contract, table, leader)

    def leader(self, contract: Contract, dealer: int) -> int:  # noqa: ARG002
        """The declarer."""
        return contract.declarer

    def aside(self, contract: Contract, table: Table) -> tuple[plan.Aside, ...]:
        """The talon: its aces and tens count for the defenders, unless an option says otherwise."""
        lying = frozenset(table.talon).union(*table.laid)
        owners = {
            "defenders": defenders(contract)[0],
            "declarer": contract.declarer,
            "nobody": None,
        }
        owner = owners[self.options.talon_points]
        return (plan.Aside(owner=owner, cards=tuple(sorted(lying))),) if lying else ()

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """The rules of the play under a contract."""
        return _rules(self, _without_kontra(contract))

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The score under a contract."""
        return self._scoring(contract).parts()

    def made(self, contract: Contract) -> Made:
        """Every component of the bid is won."""
        return self._scoring(contract).made()

    def _scoring(self, contract: Contract) -> Scoring:
        return Scoring(self.options, self.kind_of(contract), contract)

    def outcome_axes(self, contract: Contract) -> Mapping[str, plan.Axis]:
        """Points of both sides (0 without trump), tricks, and what the score depends on."""
        return _outcome_axes(self, _without_kontra(contract))

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """Points, the trump Seven, and so on, in the words of the table."""
        return tuple(Facts(self._scoring(contract)).asked())

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """The outcome from those facts."""
        return Facts(self._scoring(contract)).outcome(facts)

    def match_rules(self) -> Sum:
        """A fixed number of deals."""
        return Sum(self, deals=self.options.match_deals)

    # What is seen.

    def shows(self, contract: Contract) -> plan.Shows:
        """An open hand: from the beginning of the play, or from the second trick on."""
        if self.opens(contract, "after_first_trick"):
            return plan.Shows(open=(contract.declarer, 1))
        is_open = any(self.opens(contract, when) for when in ("before_kontra", "after_kontra"))
        return plan.Shows(open=(contract.declarer, 0) if is_open else None)

    def seen_in_play(self, play: Play, position: "Position", seat: int, view: View) -> View:  # noqa: ARG002
        """An open hand that is laid open only after the first trick."""
        if not self.opens(play.contract, "after_first_trick") or not sum(position.tricks):
            return view
        declarer = play.contract.declarer
        index = self.deck.index_by_code
        return open_hand(view, declarer, frozenset(index[c] for c in position.hands[declarer]))

    def told_sets(self, phase: Play, position: "Position") -> Iterable[HeldSets]:
        """The marriages of the seats that have played a card."""
        return told_sets(self, phase, position)

    def row_fields(self) -> Mapping[str, RowField]:
        """Where the auction stands, and the marriages that were told."""
        players = self.players
        return {
            "floor": RowField((1,), "<u2"),
            "standing": RowField((len(self.kinds),)),
            "holder": RowField((players,), by_seat=True),
            "marriages": RowField((players, 2), by_seat=True, is_told=True),
        }

    def row_values(self, phase: Phase, terms: Terms) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Where the auction stands."""
        return row_values(self, phase)

    def told_of_hand(
        self, contract: Contract, hand: Collection[int]
    ) -> Mapping[str, Sequence[int]]:
        """Its marriages."""
        return {"marriages": told_of_hand(self, contract, hand)}

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:  # noqa: ARG002
        """Where the auction stands, and marriages: see `ultimo.games.ulti.view`."""
        return seen_more(self, state)


# Kontra changes what is paid, but not how the cards are played or what the score asks of them. Of
# contracts that differ in it alone there are thousands.
def _without_kontra(contract: Contract) -> Contract:
    return replace(contract, kontra=NOTHING) if contract.kontra else contract


@lru_cache(maxsize=512)
def _rules(game: Ulti, contract: Contract) -> plan.RulesSpec:
    return rules_spec(game.options, game.kind_of(contract), contract)


@lru_cache(maxsize=512)
def _outcome_axes(game: Ulti, contract: Contract) -> Mapping[str, plan.Axis]:
    axes = Game.outcome_axes(game, contract)
    return {**axes, **facts.tricks(contract), **facts.points(contract)}
