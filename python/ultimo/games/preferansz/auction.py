"""The auction of preferansz: rules/preferansz.md, "Auction"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Bidding, turn_order
from ultimo.games.preferansz.talon import after_auction
from ultimo.phases import Breach, Looks, Over, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.preferansz.game import Preferansz

__all__ = ["Auction", "open_auction"]


def open_auction(game: "Preferansz", table: Table, dealer: int) -> Phase:
    """Returns the first phase of a deal."""
    order = turn_order((dealer + 1) % game.players, game.players)
    holding = order[:1] if game.options.forehand_hold else ()
    bidding = Bidding.open(order, priority=holding)
    return Auction(seat=order[0], table=table, bidding=bidding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction(Phase):
    """Bidding goes round until a bid stands and the two others have passed, or all have passed.

    Attributes:
        bidding: What was said. A bid's rank is its place among the bids.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    bidding: Bidding

    def actions(self, game: "Preferansz") -> tuple[int, ...]:
        """Passing and bidding."""
        ranks = self.bidding.ranks(range(len(game.auction)))
        return tuple(sorted([game.action("pass"), *(game.action(game.auction[r]) for r in ranks)]))

    def apply(self, game: "Preferansz", action: int) -> Phase:
        """Goes on with the next speaker, or ends the auction."""
        if action == game.action("pass"):
            bidding = self.bidding.after_pass()
        else:
            bidding = self.bidding.after_bid(game.auction.index(game.action_names[action]))
        if bidding.speaker is not None:
            return replace(self, seat=bidding.speaker, bidding=bidding)
        first = bidding.order[0]
        if bidding.high is None or bidding.bidder is None:
            nothing = (0.0,) * game.players
            return Over(table=self.table, scores=nothing, redeal=game.redeal)
        contract = game.contract(game.auction[bidding.high], declarer=bidding.bidder)
        return after_auction(game, self.table, contract, first)

    def why_not(self, game: "Preferansz", action: int) -> Breach:
        """Too low, or no bid."""
        name = game.action_names[action]
        if name not in game.auction:
            return Breach("not_now", "in the auction one bids or passes")
        if game.auction.index(name) == self.bidding.high:
            may = "only forehand may" if game.options.forehand_hold else "nobody may"
            return Breach("cannot_hold", f"{may} bid as much as the highest bid")
        return Breach("bid_too_low", "a bid must be higher than the highest one")
