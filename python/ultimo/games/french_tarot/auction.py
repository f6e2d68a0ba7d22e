"""The auction of French tarot: rules/french_tarot.md, "Auction"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Bidding
from ultimo.games.french_tarot.cards import active_seats
from ultimo.games.french_tarot.exchange import after_auction
from ultimo.games.french_tarot.kinds import KINDS
from ultimo.phases import Breach, Looks, Over, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.french_tarot.game import FrenchTarot

__all__ = ["Auction", "open_auction"]

IDS = tuple(KINDS)


def open_auction(game: "FrenchTarot", table: Table, dealer: int) -> Phase:
    """Returns the first phase of a deal."""
    bidding = Bidding.open(active_seats(game.options, dealer), once=True)
    return Auction(seat=bidding.order[0], table=table, bidding=bidding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction(Phase):
    """Every player speaks once: he passes, or bids more than all before him.

    Attributes:
        bidding: What was said; a rank is a bid's place among the contracts.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    bidding: Bidding

    def actions(self, game: "FrenchTarot") -> tuple[int, ...]:
        """Passing and the higher bids."""
        ranks = self.bidding.ranks(range(len(IDS)))
        return (game.action("pass"), *(game.action(IDS[rank]) for rank in ranks))

    def apply(self, game: "FrenchTarot", action: int) -> Phase:
        """The next player speaks, or the highest bidder is the taker; a deal all pass is void."""
        if action == game.action("pass"):
            bidding = self.bidding.after_pass()
        else:
            bidding = self.bidding.after_bid(IDS.index(game.action_names[action]))
        if bidding.speaker is not None:
            return replace(self, seat=bidding.speaker, bidding=bidding)
        if bidding.bidder is None or bidding.high is None:
            nothing = (0.0,) * game.players
            return Over(table=self.table, scores=nothing, redeal="next_dealer")
        contract = game.contract(IDS[bidding.high], declarer=bidding.bidder)
        order = bidding.order
        return after_auction(game, self.table, game.settled(contract, self.table), order)

    def why_not(self, game: "FrenchTarot", action: int) -> Breach:
        """A bid that is too low, or no bid."""
        if game.action_names[action] in KINDS:
            return Breach("bid_too_low", "a bid must be higher than the highest one")
        return Breach("not_now", "in the auction one bids or passes")
