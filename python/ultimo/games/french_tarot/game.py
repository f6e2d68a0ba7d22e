"""French tarot for three, four and five players: rules/french_tarot.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from ultimo import plan
from ultimo.checks import brief
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import FRENCH, Deck
from ultimo.errors import DealError
from ultimo.game import Game
from ultimo.games.french_tarot import cards, exchange, facts
from ultimo.games.french_tarot.auction import open_auction
from ultimo.games.french_tarot.kinds import KINDS, SLAM, Kind
from ultimo.games.french_tarot.options import FrenchOptions
from ultimo.games.french_tarot.rules import OUT, aside, idle_seat, rules_spec
from ultimo.games.french_tarot.score import Scoring
from ultimo.games.french_tarot.settle import Facts
from ultimo.games.french_tarot.view import seen_handfuls, seen_points
from ultimo.match import Sum
from ultimo.phases import Over, Phase
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo.state import State

__all__ = ["FrenchTarot"]


class FrenchTarot(Game[FrenchOptions]):
    """French tarot.

    With five players of whom the dealer sits out, a contract says who that is in `extra["out"]`;
    `position` and `start` find it in the deal, where that seat has no cards.
    """

    name = "french_tarot"
    options_type = FrenchOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 78 cards, counted by halves."""
        return cards.DECK

    def layout(self, terms: Terms) -> Layout:
        """Hands of all who play, and the talon."""
        return cards.layout(self.options, terms.dealer)

    def layouts(self, terms: Terms) -> tuple[Layout, ...]:
        """Where the dealer sits out, a deal shows by itself who dealt it."""
        if not self.options.dealer_sits_out:
            return (self.layout(terms),)
        order = (terms.dealer, *(seat for seat in range(self.players) if seat != terms.dealer))
        return tuple(cards.layout(self.options, dealer) for dealer in order)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Packets, talon cards in gaps between them, and perhaps no hand with a bare petit."""
        return cards.deal_spec(self.options, terms.dealer)

    # Contracts.

    def kind_of(self, contract: Contract) -> Kind:
        """Returns what the rules say of a contract."""
        return KINDS[contract.bid]

    def taker_leads(self, contract: Contract) -> bool:
        """Whether the taker leads first: only if an option says so, after announcing a slam."""
        return self.options.slam_announcer_leads and SLAM in contract.announced

    def make_bids(self) -> Iterable[Bid]:
        """The contracts in bidding order; the value is what multiplies the game."""
        calls_king = self.options.calls_king
        for kind in KINDS.values():
            yield Bid(
                id=kind.id,
                value=kind.times,
                partner=calls_king,
                kings=tuple(FRENCH) if calls_king else (),
                announcements=(SLAM,),
                handfuls=cards.HANDFULS,
                extra=(OUT,) if self.options.dealer_sits_out else (),
            )

    def make_calls(self) -> Iterable[str]:
        """Passing and bidding, the king, slam and handfuls."""
        yield "pass"
        yield from KINDS
        if self.options.calls_king:
            yield from (f"king:{suit}" for suit in FRENCH)
        yield f"announce:{SLAM}"
        yield from (f"handful:{name}" for name in cards.HANDFULS)
        yield "done"

    def contract_faults(self, contract: Contract) -> list[str]:
        """More trumps in handfuls than there are, and somebody who sits out."""
        sizes = cards.form_of(self.options).handfuls
        needed = sum(sizes[name] for name in contract.handfuls.values())
        trumps = len(cards.TRUMPS) + 1
        faults = []
        if needed > trumps:
            faults.append(f"handfuls: they show {needed} trumps, and with the excuse are {trumps}")
        if OUT in contract.extra:
            out: object = contract.extra[OUT]
            if isinstance(out, bool) or not isinstance(out, int) or not 0 <= out < self.players:
                faults.append(f"extra: out={brief(out)}: seats are 0 to {self.players - 1}")
            elif out in {contract.declarer, *contract.handfuls}:
                faults.append(f"extra: out={out}: who sits out has no cards to play with")
        return faults

    def partner_card(self, contract: Contract) -> int | None:
        """The called king."""
        return None if contract.king is None else cards.KING_OF[contract.king]

    def of_deal(self, contract: Contract, table: Table) -> Contract:
        """The contract with who sits out, found in the deal.

        Raises:
            DealError: Who sits out has a part in the contract.
        """
        if not self.options.dealer_sits_out:
            return contract
        out = next(seat for seat, hand in enumerate(table.hands) if not hand)
        if out in {contract.declarer, *contract.handfuls} or contract.extra.get(OUT, out) != out:
            message = f"seat {out} has no cards: it sits out, and {contract} does not say so"
            raise DealError(message, code="sits_out")
        return replace(contract, extra={OUT: out})

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The auction, unless the deal is void."""
        table = self.table(deal, dealer=terms.dealer)
        if self.options.dealer_sits_out and table.hands[terms.dealer]:
            message = f"seat {terms.dealer} deals and sits out, but holds cards"
            raise DealError(message, code="sits_out")
        if self._is_void(table):
            nothing = (0.0,) * self.players
            return Over(table=table, scores=nothing, redeal="same_dealer")
        return open_auction(self, table, terms.dealer)

    def _is_void(self, table: Table) -> bool:
        """Whether the petit is the only trump of some hand; endings are never void."""
        whole = len(table.talon) + sum(map(len, table.hands)) == self.deck.size
        is_asked = whole and self.options.petit_sec == "redeal"
        return is_asked and any(map(cards.is_petit_sec, table.hands))

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:
        """The whole talon, which has fewer cards in an ending."""
        if self.kind_of(contract).talon != "exchanged":
            return (0,)
        return range(cards.form_of(self.options).talon + 1)

    def exchange_faults(self, contract: Contract, table: Table, taken: frozenset[int]) -> list[str]:
        """All of the talon is taken."""
        if self.kind_of(contract).talon != "exchanged" or len(taken) == len(table.talon):
            return []
        listed = " ".join(self.deck.codes[card] for card in table.talon)
        return [f"the whole talon is taken, which is {listed}"]

    def may_lay(self, contract: Contract, hand: frozenset[int]) -> frozenset[int]:  # noqa: ARG002
        """Suit cards but kings; trumps but the oudlers if there is nothing else."""
        return exchange.may_lay(hand)

    def leader(self, contract: Contract, dealer: int) -> int:
        """Forehand, or by option the taker who has announced a slam.

        Where the dealer sits out, the contract says who deals once it is settled.
        """
        if self.taker_leads(contract):
            return contract.declarer
        return (int(contract.extra.get(OUT, dealer)) + 1) % self.players

    def aside(self, contract: Contract, table: Table) -> tuple[plan.Aside, ...]:
        """Discards for the taker; a closed talon for him or the defenders."""
        return aside(self.options, self.kind_of(contract), contract, table)

    def setup(self, contract: Contract, table: Table, leader: int) -> plan.Setup:
        """What the core plays from.

        Raises:
            DealError: The taker has no cards, or who sits out has some.
        """
        out = idle_seat(self.options, contract)
        if not table.hands[contract.declarer] or (out is not None and table.hands[out]):
            empty = next(seat for seat, hand in enumerate(table.hands) if not hand)
            message = f"seat {empty} has no cards: it sits out, and {contract} does not say so"
            raise DealError(message, code="sits_out")
        return super().setup(contract, table, leader)

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """The rules of the play under a contract."""
        return rules_spec(self.options, contract)

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The score under a contract."""
        return Scoring(self.options, self.kind_of(contract), contract).parts()

    def made(self, contract: Contract) -> Made:
        """When the contract is made: by points."""
        return Scoring(self.options, self.kind_of(contract), contract).made()

    def outcome_axes(self, contract: Contract) -> Mapping[str, plan.Axis]:
        """Tricks of the taker's side, and what the score depends on."""
        return {**super().outcome_axes(contract), **facts.tricks(contract)}

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """Points and oudlers of the taker, and who won the petit at the end and every trick."""
        return tuple(self._facts(contract).asked())

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """The outcome of the facts that `asked` names."""
        return self._facts(contract).outcome(facts)

    def _facts(self, contract: Contract) -> Facts:
        return Facts(Scoring(self.options, self.kind_of(contract), contract))

    def match_rules(self) -> Sum:
        """A number of deals, and more while players are tied."""
        return Sum(self, deals=self.options.deals, tie_deal=self.options.tie_deal)

    # What is seen.

    def seen_contract(self, contract: Contract, seat: int, played: frozenset[int]) -> Contract:
        """The partner is hidden from all others until the called king is played."""
        if contract.king is None or contract.partner in {None, seat}:
            return contract
        if cards.KING_OF[contract.king] in played:
            return contract
        return replace(contract, partner=None)

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:
        """`handfuls`: shape (players, 3), bool, the handful that each seat has announced.

        As long as the partner is hidden, `points` counts an excuse that was played to another's
        trick as if the two were opponents.
        """
        found: dict[str, npt.NDArray[Any]] = {"handfuls": seen_handfuls(state)}
        points = seen_points(state, seat)
        return found if points is None else found | {"points": points}
