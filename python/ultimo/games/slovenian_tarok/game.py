"""Slovenian tarok for two, three and four players: rules/slovenian_tarok.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ultimo import piles, plan
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import FRENCH, Deck
from ultimo.game import Game
from ultimo.games.slovenian_tarok import cards, exchange
from ultimo.games.slovenian_tarok.auction import open_auction
from ultimo.games.slovenian_tarok.facts import points, tricks
from ultimo.games.slovenian_tarok.kinds import Kind, announcements, by_opponents, kinds, plain
from ultimo.games.slovenian_tarok.match import TarokMatch
from ultimo.games.slovenian_tarok.options import PRESETS, TarokOptions
from ultimo.games.slovenian_tarok.rules import aside, rules_spec
from ultimo.games.slovenian_tarok.score import Scoring
from ultimo.games.slovenian_tarok.settle import Facts
from ultimo.phases import Over, Phase, Play
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table, View
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.state import State

__all__ = ["SlovenianTarok"]

TOPS = {"sub": 3, "mort": 4}
"""The highest level of kontra, by the name of the last word."""


class SlovenianTarok(Game[TarokOptions]):
    """Slovenian tarok.

    Attributes:
        kinds: What the rules say of each contract, in bidding order.
    """

    name = "slovenian_tarok"
    options_type = TarokOptions
    presets = PRESETS

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 54 cards, counted by threes."""
        return cards.DECK

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """A talon of six, or with two players piles."""
        return cards.layout(self.players)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """As the rules order the packets; without a tarock in some hand it is void."""
        redeal = self.options.redeal_without_tarokk and self.players > 2
        return cards.deal_spec(self.players, terms.dealer, redeal=redeal)

    # Contracts.

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What the rules say of each contract, in bidding order."""
        return kinds(self.options)

    @cached_property
    def kind_by_id(self) -> Mapping[str, Kind]:
        """The kinds by name."""
        return {kind.id: kind for kind in self.kinds}

    def kind_of(self, contract: Contract) -> Kind:
        """Returns what the rules say of a contract."""
        return self.kind_by_id[contract.bid]

    @cached_property
    def top(self) -> int:
        """The highest level of kontra."""
        return TOPS[self.options.kontra_max]

    @cached_property
    def announceable(self) -> tuple[str, ...]:
        """What a contract may hold as announced: by the declarer's side, then by opponents."""
        own = tuple(announcements(self.options))
        if not self.options.defenders_may_announce:
            return own
        return (*own, *map(by_opponents, own))

    @cached_property
    def objects(self) -> tuple[str, ...]:
        """What may be doubled."""
        return ("game", *self.announceable)

    def make_bids(self) -> Iterable[Bid]:
        """The contracts in bidding order."""
        for kind in self.kinds:
            calls_king = kind.calls_king and self.players == 4
            announced = self.announceable if kind.takes else ()
            yield Bid(
                id=kind.id,
                value=kind.value,
                has_declarer=kind.has_declarer,
                partner=calls_king,
                kings=tuple(FRENCH) if calls_king else (),
                announcements=announced,
                objects=("game", *announced) if kind.can_double else (),
                top=self.top,
            )

    def make_calls(self) -> Iterable[str]:
        """Passing and bidding, the king, the talon, announcements, kontra."""
        yield "pass"
        if self.players == 2:
            yield "play"
            return
        yield from (kind.id for kind in self.kinds)
        if self.players == 4:
            yield from (f"king:{suit}" for suit in FRENCH)
        yield from (f"group:{number}" for number in range(6))
        yield from (f"announce:{name}" for name in announcements(self.options))
        yield "done"
        yield from (f"kontra:{name}" for name in ("game", *announcements(self.options)))

    def can_announce(self, contract: Contract) -> bool:
        """Whether anything may be announced: only in contracts that use the talon."""
        return self.kind_of(contract).takes > 0

    def contract_faults(self, contract: Contract) -> list[str]:
        """Announcements that exclude one another, and kontra on what was not announced."""
        items = announcements(self.options)
        said = contract.announced
        faults = []
        for held in sorted(said):
            item = items[plain(held)]
            beside = said - {held}
            excluded = {plain(held), *item.excludes}
            clashes = {name for name in beside if item.excludes_all or plain(name) in excluded}
            if clashes:
                faults.append(f"announced: {held} excludes {', '.join(sorted(clashes))}")
            if item.needs_king and contract.king is None:
                faults.append(f"announced: {held} needs a called king")
        faults += [
            f"kontra={{{doubled!r}: …}}: it was not announced"
            for doubled in contract.kontra
            if doubled != "game" and doubled not in said
        ]
        return faults

    def partner_card(self, contract: Contract) -> int | None:
        """The called king."""
        return None if contract.king is None else cards.KING_OF[contract.king]

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The auction, unless the deal is void."""
        table = self.table(deal, dealer=terms.dealer)
        if self._is_void(table):
            nothing = (0.0,) * self.players
            return Over(table=table, scores=nothing, redeal="same_dealer")
        return open_auction(self, table, terms.dealer)

    def _is_void(self, table: Table) -> bool:
        """Whether some hand has no tarock; endings are never void."""
        whole = len(table.talon) + sum(map(len, table.hands)) == self.deck.size
        redeal = self.options.redeal_without_tarokk and self.players > 2
        return redeal and whole and not all(hand & cards.TAROCKS for hand in table.hands)

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:
        """As many as the contract takes."""
        return (self.kind_of(contract).takes,)

    def exchange_faults(self, contract: Contract, table: Table, taken: frozenset[int]) -> list[str]:
        """Only a whole group may be taken."""
        size = self.kind_of(contract).takes
        found = exchange.groups(table.talon, size) if size else []
        if not taken or any(taken == frozenset(group) for group in found):
            return []
        listed = ", ".join(" ".join(self.deck.codes[c] for c in group) for group in found)
        return [f"{' '.join(self.deck.names(taken))}: no group of the talon, which are {listed}"]

    def may_lay(self, contract: Contract, hand: frozenset[int]) -> frozenset[int]:  # noqa: ARG002
        """Suit cards but kings; tarocks but the trull if there is nothing else, or freely."""
        return exchange.may_lay(hand, freely=self.options.discard_tarokks == "free_face_up")

    def leader(self, contract: Contract, dealer: int) -> int:
        """Forehand, or in the contracts without the talon the declarer."""
        if self.kind_of(contract).declarer_leads:
            return contract.declarer
        return (dealer + 1) % self.players

    def aside(self, contract: Contract, table: Table) -> tuple[plan.Aside, ...]:
        """Discards for the declarer; the talon for the opponents, who never take it."""
        return aside(self.options, self.kind_of(contract), contract, table)

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """The rules of the play under a contract."""
        return rules_spec(self.options, self.kind_of(contract), contract)

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The score under a contract."""
        return Scoring(self.options, self.kind_of(contract), contract).parts()

    def made(self, contract: Contract) -> Made | None:
        """When the contract is made: by points, tricks, or an announced valat."""
        return Scoring(self.options, self.kind_of(contract), contract).made()

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """Points, bonuses and who won them; see `settle`."""
        return tuple(self._facts(contract).asked())

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """The outcome of the facts that `asked` names."""
        return self._facts(contract).outcome(facts)

    def _facts(self, contract: Contract) -> Facts:
        return Facts(Scoring(self.options, self.kind_of(contract), contract))

    def outcome_axes(self, contract: Contract) -> Mapping[str, plan.Axis]:
        """Points and tricks of the declarer's side, and what the score depends on."""
        return {**super().outcome_axes(contract), **points(contract), **tricks(contract)}

    def match_rules(self) -> TarokMatch:
        """A fixed number of deals."""
        return TarokMatch(self)

    # What is seen.

    def seen_contract(self, contract: Contract, seat: int, played: frozenset[int]) -> Contract:
        """The partner is hidden from all others until the called king is played."""
        if contract.king is None or contract.partner in {None, seat}:
            return contract
        if cards.KING_OF[contract.king] in played:
            return contract
        return replace(contract, partner=None)

    def shows(self, contract: Contract) -> plan.Shows:
        """An open hand lies open from the beginning of the play."""
        is_open = self.kind_of(contract).open_hand
        return plan.Shows(open=(contract.declarer, 0) if is_open else None)

    def seen_in_play(self, play: Play, position: "Position", seat: int, view: View) -> View:
        """Talon cards that came with tricks of klop, and what was turned up on piles of two."""
        if self.players > 2:
            gifts = play.setup.stock[: len(play.setup.stock) - len(position.stock)]
            return replace(view, table=view.table | frozenset(gifts))
        return piles.seen(view, seat, deck=self.deck, setup=play.setup, position=position)

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:  # noqa: ARG002
        """With two players the piles, see `ultimo.piles.fields`."""
        return piles.fields(state) if self.players == 2 else {}
