"""The auction of Slovenian tarok: rules/slovenian_tarok.md, "Auction"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Bidding, turn_order
from ultimo.games.slovenian_tarok.exchange import after_auction, begin_play
from ultimo.games.slovenian_tarok.kinds import Kind
from ultimo.phases import Breach, Looks, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.slovenian_tarok.game import SlovenianTarok

__all__ = ["Auction", "Undertaking", "open_auction"]


def open_auction(game: "SlovenianTarok", table: Table, dealer: int) -> Phase:
    """Returns the first phase of a deal."""
    forehand = (dealer + 1) % game.players
    if game.players == 2:
        return Undertaking(seat=forehand, table=table, forehand=forehand)
    bidding = Bidding.open(
        turn_order((forehand + 1) % game.players, game.players),
        # Forehand is highest, the dealer lowest.
        priority=turn_order(forehand, game.players),
        last_word=True,
    )
    return Auction(seat=bidding.order[0], table=table, forehand=forehand, bidding=bidding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction(Phase):
    """Bidding with three or four players; a bid's rank is its place among the game's contracts.

    Attributes:
        forehand: The seat after the dealer.
        bidding: What was said.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    forehand: int
    bidding: Bidding

    @property
    def is_forced(self) -> bool:
        """Whether all others have passed without a bid, so that forehand must choose."""
        return self.bidding.is_last_left and self.bidding.high is None

    def ranks(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """The ranks that may be bid."""
        if self.is_forced:
            # Klop is the lowest.
            return (0,) if game.options.klop_forced else tuple(range(len(game.kinds)))
        if self.bidding.is_last_left and not game.options.final_raise:
            return () if self.bidding.high is None else (self.bidding.high,)
        anybody = (r for r, kind in enumerate(game.kinds) if not kind.forehand_only)
        return self.bidding.ranks(anybody)

    def may_pass(self) -> bool:
        """Whether the speaker may pass: not if he is the only one left."""
        return not self.bidding.is_last_left

    def actions(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """Passing and bidding."""
        passing = (game.action("pass"),) if self.may_pass() else ()
        return passing + tuple(game.action(game.kinds[rank].id) for rank in self.ranks(game))

    def apply(self, game: "SlovenianTarok", action: int) -> Phase:
        """Goes on with the next speaker, or ends the auction."""
        if action == game.action("pass"):
            bidding = self.bidding.after_pass()
        else:
            ids = [kind.id for kind in game.kinds]
            bidding = self.bidding.after_bid(ids.index(game.action_names[action]))
        if bidding.speaker is not None:
            return replace(self, seat=bidding.speaker, bidding=bidding)
        kind = game.kinds[bidding.high or 0]
        # Nobody plays klop for himself alone: its result is asked for forehand.
        declarer = self.forehand if bidding.bidder is None else bidding.bidder
        contract = game.contract(kind.id, declarer=declarer)
        return after_auction(game, self.table, contract, self.forehand)

    def why_not(self, game: "SlovenianTarok", action: int) -> Breach:
        """The rule of the auction that forbids the call."""
        name = game.action_names[action]
        if name in game.kind_by_id:
            return self._why_not_bid(game, game.kind_by_id[name])
        if name != "pass":
            return Breach("not_now", "in the auction one bids or passes")
        if self.is_forced:
            return Breach("must_bid", "forehand must choose when all others have passed")
        return Breach("must_confirm", "the last bidder confirms his bid or raises it")

    def _why_not_bid(self, game: "SlovenianTarok", kind: Kind) -> Breach:
        if self.is_forced:
            return Breach("klop_forced", "klop must be played when nobody has bid")
        if not self.may_pass() and not game.options.final_raise:
            return Breach("no_final_raise", "the last bidder may only confirm his bid")
        if kind.forehand_only:
            rule = "only forehand may choose it, when all others have passed without a bid"
            return Breach("forehand_only", rule)
        if game.kinds.index(kind) == self.bidding.high:
            rule = "only a seat of higher priority than the bidder may hold his bid"
            return Breach("cannot_hold", rule)
        return Breach("bid_too_low", "a bid must be higher than the highest one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Undertaking(Phase):
    """Two players: first the one who did not deal, then the dealer undertakes to win or declines.

    Attributes:
        forehand: The seat that did not deal.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    forehand: int

    def actions(self, game: "SlovenianTarok") -> tuple[int, ...]:
        """To play or to pass."""
        return tuple(sorted((game.action("play"), game.action("pass"))))

    def apply(self, game: "SlovenianTarok", action: int) -> Phase:
        """The dealer decides if the other declined; play begins if anybody undertook it or none."""
        if action == game.action("play"):
            return begin_play(
                game, self.table, game.contract("play", declarer=self.seat), self.forehand
            )
        if self.seat == self.forehand:
            return replace(self, seat=1 - self.seat)
        contract = game.contract("none", declarer=self.forehand)
        return begin_play(game, self.table, contract, self.forehand)

    def why_not(self, game: "SlovenianTarok", action: int) -> Breach:  # noqa: ARG002
        """Nothing else can be said."""
        return Breach("not_now", "one says that one plays, or passes")
