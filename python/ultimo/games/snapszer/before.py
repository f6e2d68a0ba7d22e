"""What is said before the play: rules/snapszer.md, "Auction" and "Before play"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.auction import Bidding, Levels, Steps, turn_order
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.deck import GERMAN
from ultimo.errors import DealError
from ultimo.games.snapszer.kinds import Aim
from ultimo.phases import Breach, Looks, Needs, Over, Phase, PhaseName, Play
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.snapszer.game import Snapszer

__all__ = ["Auction", "CallCard", "Doubling", "NameTrump", "SayGame", "first_phase"]

OBJECT = "game"
"""What is doubled: the deal, whatever is played for."""
TOP = 2
"""Kontra, then rekontra."""


def first_phase(game: "Snapszer", deal: Deal, dealer: int) -> Phase:
    """Returns the first phase of a deal."""
    forehand = (dealer + 1) % game.players
    table = game.table(deal, dealer=dealer)
    form = game.options.kind_of_game
    if form.has_bidding:
        order = turn_order(forehand, game.players)
        return Auction(
            seat=forehand,
            table=table,
            forehand=forehand,
            bidding=Bidding.open(order, once=True),
        )
    if form.decides_first:
        table = _waiting(game, table, deal, forehand)
        if form.calls_card:
            return CallCard(seat=forehand, table=table)
        return NameTrump(seat=forehand, table=table, bid="game")
    if not deal.talon:
        message = "the last card of the stock makes its suit trump, and this deal has no stock"
        raise DealError(message, code="nothing_turned")
    contract = game.contract(trump=deal.talon[-1][0], declarer=forehand)
    return begin_play(game, table.show(table.talon[-1:]), contract, forehand)


def _waiting(game: "Snapszer", table: Table, deal: Deal, seat: int) -> Table:
    """The declarer has picked up his first packet alone."""
    size = game.options.kind_of_game.packets[0]
    held = table.hands[seat]
    seen = frozenset(game.deck.index_by_code[code] for code in deal.first)
    if not seen:
        if len(held) > size:
            message = (
                f"seat {seat} decides by its first packet of {size} cards: say first= which of "
                f"its cards they are"
            )
            raise DealError(message, code="no_first_packet")
        return table
    return table.wait(seat, held - seen)


def begin_play(game: "Snapszer", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns the play."""
    leader = game.leader(contract, (forehand - 1) % game.players)
    setup = game.setup(contract, table, leader)
    return Play(seat=leader, table=table, contract=contract, setup=setup)


def doubling(game: "Snapszer", table: Table, contract: Contract) -> Phase:
    """Returns what follows when all but kontra is settled."""
    if game.options.kontra == "off":
        return begin_play(game, table, contract, contract.declarer)
    order = turn_order((contract.declarer + 1) % game.players, game.players)[:-1]
    steps = Steps.open(
        Levels(objects=(OBJECT,), top=TOP),
        order,
        contract.declarer,
        first_only=True,
        barred=frozenset() if contract.partner is None else frozenset({contract.partner}),
    )
    return Doubling(seat=order[0], table=table, contract=contract, steps=steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction(Phase):
    """One round: everybody once passes or bids higher; a bid's rank is its place in the order.

    Attributes:
        forehand: The seat after the dealer.
        bidding: What was said.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    forehand: int
    bidding: Bidding

    def actions(self, game: "Snapszer") -> tuple[int, ...]:
        """Passing, and every higher bid."""
        ranks = self.bidding.ranks(range(len(game.biddable)))
        bids = (game.action(game.biddable[rank].id) for rank in ranks)
        return tuple(sorted((game.action("pass"), *bids)))

    def apply(self, game: "Snapszer", action: int) -> Phase:
        """Goes on with the next speaker; the highest bidder names trump, or all play mizer."""
        if action == game.action("pass"):
            bidding = self.bidding.after_pass()
        else:
            ids = [kind.id for kind in game.biddable]
            bidding = self.bidding.after_bid(ids.index(game.action_names[action]))
        if bidding.speaker is not None:
            return replace(self, seat=bidding.speaker, bidding=bidding)
        if bidding.bidder is None or bidding.high is None:
            nobody = next(kind for kind in game.kinds if kind.aim is Aim.FEW_POINTS)
            contract = game.contract(nobody.id, declarer=self.forehand)
            return begin_play(game, self.table, contract, self.forehand)
        bid = game.biddable[bidding.high].id
        settled = Contract(bid=bid, declarer=bidding.bidder)
        return NameTrump(seat=bidding.bidder, table=self.table, contract=settled, bid=bid)

    def why_not(self, game: "Snapszer", action: int) -> Breach:
        """A bid must be higher than the highest so far."""
        if game.action_names[action] in {kind.id for kind in game.biddable}:
            return Breach("bid_too_low", "a bid must be higher than the highest one")
        return Breach("not_now", "in the auction one bids or passes")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTrump(Phase):
    """The declarer names the trump suit, by the cards he has picked up.

    Attributes:
        bid: What he plays for.
    """

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "table"

    bid: str

    def _suits(self, game: "Snapszer") -> str:
        if not (game.options.s3_trump_must_be_held and game.options.kind_of_game.decides_first):
            return GERMAN
        held = {game.deck.codes[card][0] for card in self.table.hands[self.seat]}
        return "".join(suit for suit in GERMAN if suit in held)

    def needs(self, game: "Snapszer", action: int) -> tuple[Needs, ...]:
        """With an option a card of the suit in the first packet."""
        if not (game.options.s3_trump_must_be_held and game.options.kind_of_game.decides_first):
            return ()
        suit = game.action_names[action].partition(":")[2]
        return (Needs(frozenset(game.deck.suit(suit)), at_least=1),)

    def actions(self, game: "Snapszer") -> tuple[int, ...]:
        """The suits."""
        return tuple(sorted(game.action(f"trump:{suit}") for suit in self._suits(game)))

    def leads_alike(self, game: "Snapszer", action: int) -> bool:  # noqa: ARG002
        """The cards say which suits may be named, but nothing of what follows."""
        return True

    def apply(self, game: "Snapszer", action: int) -> Phase:
        """Settles the contract; the declarer picks up the rest of his cards."""
        trump = game.action_names[action].partition(":")[2]
        contract = game.contract(self.bid, declarer=self.seat, trump=trump)
        return doubling(game, self.table.pick_up(self.seat), contract)

    def why_not(self, game: "Snapszer", action: int) -> Breach:
        """Only suits, and with an option only those of the first packet."""
        if game.action_names[action].startswith("trump:"):
            return Breach("trump_not_held", "the trump suit must be one of the first packet")
        return Breach("not_now", "one names the trump suit")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCard(Phase):
    """The declarer calls a card by his first packet; its suit is trump, its holder his partner."""

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "table"

    def needs(self, game: "Snapszer", action: int) -> tuple[Needs, ...]:
        """The card is none of the first packet, unless an option allows it."""
        called = game.deck.index_by_code[game.action_names[action].partition(":")[2]]
        return () if game.options.s4_call_own else (Needs(frozenset([called]), at_most=0),)

    def actions(self, game: "Snapszer") -> tuple[int, ...]:
        """Every card, but those he has picked up."""
        own = frozenset() if game.options.s4_call_own else self.table.hands[self.seat]
        codes = (code for card, code in enumerate(game.deck.codes) if card not in own)
        return tuple(sorted(game.action(f"call:{code}") for code in codes))

    def leads_alike(self, game: "Snapszer", action: int) -> bool:  # noqa: ARG002
        """What follows depends on who holds the called card."""
        return True

    def asks_for(self, game: "Snapszer", action: int) -> int:
        """The called card."""
        return game.deck.index_by_code[game.action_names[action].partition(":")[2]]

    def apply(self, game: "Snapszer", action: int) -> Phase:
        """Finds the partner; with an option the deal is void if it is the declarer himself."""
        code = game.action_names[action].partition(":")[2]
        table = self.table.pick_up(self.seat)
        is_dealt_later = game.deck.index_by_code[code] in self.table.waiting[self.seat]
        if is_dealt_later and game.options.s4_called_card_self == "redeal":
            return Over(table=table, scores=(0.0,) * game.players, redeal="same_dealer")
        called = game.contract("game", declarer=self.seat, called=code)
        return SayGame(seat=self.seat, table=table, contract=game.settled(called, table))

    def why_not(self, game: "Snapszer", action: int) -> Breach:
        """A card of his own."""
        if game.action_names[action].startswith("call:"):
            return Breach("own_card", "a card of the first packet may not be called")
        return Breach("not_now", "one calls a card")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayGame(Phase):
    """The declarer plays the game, which is settled unless he says snapszer."""

    name: ClassVar[PhaseName] = "announce"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract

    def actions(self, game: "Snapszer") -> tuple[int, ...]:
        """Both."""
        return tuple(sorted(game.action(kind.id) for kind in game.kinds))

    def apply(self, game: "Snapszer", action: int) -> Phase:
        """Settles what is played for."""
        contract = replace(self.contract, bid=game.action_names[action])
        return doubling(game, self.table, contract)

    def why_not(self, game: "Snapszer", action: int) -> Breach:  # noqa: ARG002
        """Nothing else can be said."""
        return Breach("not_now", "one says game or snapszer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubling(Phase):
    """Kontra: the others in turn until one says it, then the declarer answers.

    The partner, whom nobody knows, is asked too, and can only pass.

    Attributes:
        steps: What was said.
    """

    name: ClassVar[PhaseName] = "kontra"
    looks: ClassVar[Looks] = "nowhere"

    contract: Contract
    steps: Steps

    def actions(self, game: "Snapszer") -> tuple[int, ...]:
        """To raise, if he may, and to pass."""
        raises = (game.action(f"kontra:{name}") for name in self.steps.options())
        return tuple(sorted((*raises, game.action("pass"))))

    def apply(self, game: "Snapszer", action: int) -> Phase:
        """Asks the next seat, or begins the play."""
        passes = action == game.action("pass")
        steps = self.steps.after_done() if passes else self.steps.after_raise(OBJECT)
        contract = replace(self.contract, kontra=steps.ladder.levels)
        if steps.speaker is None:
            return begin_play(game, self.table, contract, contract.declarer)
        return replace(self, seat=steps.speaker, steps=steps, contract=contract)

    def why_not(self, game: "Snapszer", action: int) -> Breach:
        """The partner may not say kontra."""
        if game.action_names[action].startswith("kontra:"):
            return Breach("not_your_kontra", "only an opponent of the declarer may say kontra")
        return Breach("not_now", "one says kontra, or passes")
