"""Tarock for three with 24 German-suited cards: rules/tarock24.md.

One declarer plays against two. With hearts as trumps he may use the talon, or leave it closed for
a double game; in every case its cards, or those he laid away, count for him.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

import numpy as np

from ultimo import plan
from ultimo.auction import turn_order
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout, Target
from ultimo.deck import GERMAN, Deck, suited
from ultimo.exchange import Discard
from ultimo.game import Game
from ultimo.match_rules import Sum
from ultimo.options import Options, choice, flag, whole
from ultimo.phases import Breach, Over, Phase, PhaseName, Play, Redeal
from ultimo.plan import Axis, Points
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table
from ultimo.terms import Terms

__all__ = ["GAME", "Tarock24", "TarockOptions"]

RANKS = "9UOKTA"
"""Low to high."""
VALUES = {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2}

HEARTS = "H"
SUIT, STOCK, WITHOUT = "suit", "hearts_stock", "hearts_without"
"""The bids: a closed talon, hearts with the talon, hearts without it."""

ALL_POINTS = 120
NEEDED = 61
FEW = 30
"""A loser with no more than this is schneider."""

TALON = 3
PACKETS = (3, 2, 2)

REDEALS: Mapping[str, Redeal] = {
    "same_dealer_redeals": "same_dealer",
    "next_dealer_redeals": "next_dealer",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TarockOptions(Options):
    """The options of rules/tarock24.md, "Variant options".

    Attributes:
        players: Always three.
        stock_use: Every declarer in hearts may use the talon, or only one who bid alone; then a
            declarer in hearts whom others opposed plays with a closed talon at the single value.
        overtake: Of the cards that may be played one that beats the winning card must be, if any.
        first_lead: Forehand or the declarer leads first.
        base: What a won game brings from each defender.
        hearts_factor: Games in hearts count so many times as much.
        schneider: A loser with 30 points or fewer pays one more `base`.
        discard_restriction: Aces and tens may be laid away, or not.
        all_nein: Who deals again when nobody plays.
        deals: Number of deals of a match.
    """

    game: ClassVar[str] = "tarock24"

    players: int = choice(3)
    stock_use: str = choice("any_hearts_declarer", "sole_bidder_only")
    overtake: bool = flag(default=False)
    first_lead: str = choice("forehand", "declarer")
    base: int = whole(1, at_least=1, at_most=1_000_000)
    hearts_factor: int = choice(1, 2)
    schneider: bool = flag(default=False)
    discard_restriction: str = choice("none", "no_ace_no_ten")
    all_nein: str = choice(*REDEALS)
    deals: int = whole(12, at_least=1, at_most=1_000_000)


class Tarock24(Game[TarockOptions]):
    """Tarock with 24 cards."""

    name = "tarock24"
    options_type = TarockOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The German-suited pack without sevens and eights, counted straight."""
        return Deck.of(suited(GERMAN, RANKS), VALUES)

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """Seven cards each, and a talon of three."""
        return Layout(hands=(sum(PACKETS),) * 3, talon=TALON)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """Packets of 3, 2 and 2 from forehand on; the last three cards are the talon."""
        order = turn_order((terms.dealer + 1) % 3, 3)
        packets: list[tuple[Target, int]] = [(seat, size) for size in PACKETS for seat in order]
        return self.layout(terms).spec(self.deck.size, [*packets, ("talon", TALON)])

    # Contracts.

    def make_bids(self) -> Iterable[Bid]:
        """A closed talon under any suit, and hearts in two ways.

        Hearts with a closed talon at the single value exists only where the declarer has no choice.
        """
        has_choice = self.options.stock_use == "any_hearts_declarer"
        suits = tuple(suit for suit in GERMAN if suit != HEARTS or not has_choice)
        yield Bid(id=SUIT, value=self.options.base, trumps=suits, names_trump=True)
        hearts = self.options.base * self.options.hearts_factor
        yield Bid(id=STOCK, value=hearts, trumps=(HEARTS,))
        yield Bid(id=WITHOUT, value=2 * hearts, trumps=(HEARTS,))

    def make_calls(self) -> Iterable[str]:
        """To play or not, hearts or not, the trump suit, the stock."""
        yield from ("play", "pass", "hearts", "no_hearts")
        yield from (f"trump:{suit}" for suit in GERMAN)
        yield from ("stock", "without")

    def value(self, contract: Contract) -> int:
        """Returns what each defender pays or gets, but for schneider."""
        value = cast("int", self.bids[contract.bid].value)
        closed_hearts = contract.bid == SUIT and contract.trump == HEARTS
        return value * (self.options.hearts_factor if closed_hearts else 1)

    # Before the play.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The bidding: who plays?"""
        forehand = (terms.dealer + 1) % 3
        table = self.table(deal, dealer=terms.dealer)
        return Bidding(seat=forehand, table=table, forehand=forehand)

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:
        """The whole talon, in hearts with the stock."""
        return (TALON if contract.bid == STOCK else 0,)

    def may_lay(self, contract: Contract, hand: frozenset[int]) -> frozenset[int]:  # noqa: ARG002
        """Anything, or anything but aces and tens.

        Ten cards can hold eight aces and tens: where nothing else is left they are laid away too.
        """
        if self.options.discard_restriction == "none":
            return hand
        return frozenset(c for c in hand if self.deck.codes[c][1] not in "AT") or hand

    def leader(self, contract: Contract, dealer: int) -> int:
        """Forehand, or the declarer."""
        if self.options.first_lead == "declarer":
            return contract.declarer
        return super().leader(contract, dealer)

    def aside(self, contract: Contract, table: Table) -> tuple[plan.Aside, ...]:
        """The three cards before the declarer: the talon, or those he laid away."""
        cards = table.talon + tuple(sorted(table.laid[contract.declarer]))
        return (plan.Aside(owner=contract.declarer, cards=cards),) if cards else ()

    # Play and score.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump; with the option overtake if possible."""
        overtake = self.options.overtake
        return plan.RulesSpec(
            seats=3,
            deck_size=self.deck.size,
            lanes=tuple(self.deck.suit(suit) for suit in GERMAN),
            trump=None if contract.trump is None else GERMAN.index(contract.trump),
            values=self.deck.values,
            sides=tuple(int(seat != contract.declarer) for seat in range(3)),
            duty=plan.Duty(
                beat="always" if overtake else "never", void="overtrump" if overtake else "trump"
            ),
        )

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The value of the game, from or to each defender."""
        base, value = self.options.base, self.value(contract)
        game = self._paid(contract, lambda _: value, contract.bid)
        if not self.options.schneider:
            return [game]
        schneider = self._paid(contract, lambda few: base * few, "schneider")
        both = self._paid(contract, lambda few: value + base * few)
        return [replace(both, items=(game, schneider))]

    def _paid(
        self, contract: Contract, amount: Callable[[Array], Array | int], label: str = ""
    ) -> ScorePart:
        """What the losers pay: an amount that may depend on whether they are schneider."""

        def score(outcomes: Outcomes) -> Array:
            points = outcomes["points"]
            won = points >= NEEDED
            paid = amount(np.where(won, ALL_POINTS - points, points) <= FEW)
            each = np.where(won, paid, np.negative(paid))
            return np.stack([each * (2 if s == contract.declarer else -1) for s in range(3)], -1)

        return ScorePart(self._points(contract), score, label)

    def made(self, contract: Contract) -> Made:
        """The declarer has 61 points."""
        return Made(self._points(contract), lambda outcomes: outcomes["points"] >= NEEDED)

    def outcome_axes(self, contract: Contract) -> Mapping[str, Axis]:
        """Points and tricks of the declarer."""
        tricks = {"tricks": Axis(plan.Tricks(seats=1 << contract.declarer))}
        return {**super().outcome_axes(contract), **tricks}

    @staticmethod
    def _points(contract: Contract) -> dict[str, Axis]:
        return {"points": Axis(Points(seats=1 << contract.declarer, max=ALL_POINTS))}

    def asked(self, contract: Contract) -> Sequence[Asked]:  # noqa: ARG002
        """The declarer's points, the three cards before him among them."""
        meaning = "card points of the declarer with the three cards before him"
        return [Asked(name="points", meaning=meaning, values=range(ALL_POINTS + 1))]

    def match_rules(self) -> Sum:
        """A number of deals; a deal that nobody plays does not count."""
        return Sum(self, deals=self.options.deals)


GAME = Tarock24


def begin_play(game: Tarock24, table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns the play."""
    leader = game.leader(contract, (forehand - 1) % 3)
    setup = game.setup(contract, table, leader)
    return Play(seat=leader, table=table, contract=contract, setup=setup)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Phase):
    """A moment before the play in which one of some calls is made.

    Attributes:
        forehand: The seat after the dealer.
    """

    forehand: int

    @abstractmethod
    def calls(self, game: Tarock24) -> tuple[str, ...]:
        """The calls that may be made."""

    def actions(self, game: Tarock24) -> tuple[int, ...]:
        """These calls."""
        return tuple(sorted(game.action(call) for call in self.calls(game)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding(Question):
    """Each seat says once whether it plays; to play is binding.

    Attributes:
        bidders: The seats that play so far, in order.
    """

    name: ClassVar[PhaseName] = "auction"

    bidders: tuple[int, ...] = ()

    def calls(self, game: Tarock24) -> tuple[str, ...]:  # noqa: ARG002
        """Spielen or Nein."""
        return ("play", "pass")

    def apply(self, game: Tarock24, action: int) -> Phase:
        """Asks the next seat; then hearts, trumps or a new deal follow."""
        plays = action == game.action("play")
        bidders = (*self.bidders, self.seat) if plays else self.bidders
        following = (self.seat + 1) % 3
        if following != self.forehand:
            return replace(self, seat=following, bidders=bidders)
        if not bidders:
            redeal = REDEALS[game.options.all_nein]
            return Over(table=self.table, scores=(0.0,) * 3, redeal=redeal)
        if len(bidders) == 1:
            return NameTrump(
                seat=bidders[0], table=self.table, forehand=self.forehand, suits=GERMAN
            )
        return AskHearts(seat=bidders[0], table=self.table, forehand=self.forehand, bidders=bidders)

    def why_not(self, game: Tarock24, action: int) -> Breach:  # noqa: ARG002
        """Nothing else is said now."""
        return Breach("not_now", "each seat first says whether it plays")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskHearts(Question):
    """Several seats play: the first that wants hearts is the declarer.

    Attributes:
        bidders: The seats that play, in order.
    """

    name: ClassVar[PhaseName] = "auction"

    bidders: tuple[int, ...]

    def calls(self, game: Tarock24) -> tuple[str, ...]:  # noqa: ARG002
        """Yes or no."""
        return ("hearts", "no_hearts")

    def apply(self, game: Tarock24, action: int) -> Phase:
        """Hearts are trumps, or the next is asked; if nobody wants them, the first names others."""
        if action == game.action("hearts"):
            return hearts(game, self, alone=False)
        later = self.bidders[self.bidders.index(self.seat) + 1 :]
        if later:
            return replace(self, seat=later[0])
        return NameTrump(
            seat=self.bidders[0],
            table=self.table,
            forehand=self.forehand,
            suits=GERMAN.replace(HEARTS, ""),
        )

    def why_not(self, game: Tarock24, action: int) -> Breach:  # noqa: ARG002
        """Nothing else is said now."""
        return Breach("not_now", "where several play, each is asked for hearts first")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTrump(Question):
    """The declarer names the trump suit.

    Attributes:
        suits: The suits that he may name.
    """

    name: ClassVar[PhaseName] = "auction"

    suits: str

    def calls(self, game: Tarock24) -> tuple[str, ...]:  # noqa: ARG002
        """The suits."""
        return tuple(f"trump:{suit}" for suit in self.suits)

    def apply(self, game: Tarock24, action: int) -> Phase:
        """Play begins, or in hearts it is asked for the stock."""
        suit = game.action_names[action].partition(":")[2]
        if suit == HEARTS:
            return hearts(game, self, alone=True)
        contract = game.contract(SUIT, declarer=self.seat, trump=suit)
        return begin_play(game, self.table, contract, self.forehand)

    def why_not(self, game: Tarock24, action: int) -> Breach:
        """Hearts were refused, or it is no trump suit."""
        if game.action_names[action] == f"trump:{HEARTS}":
            return Breach("hearts_refused", "hearts cannot be named after all have refused them")
        return Breach("not_now", "the declarer names the trump suit")


def hearts(game: Tarock24, asked: Question, *, alone: bool) -> Phase:
    """Returns what follows when the asked seat is the declarer in hearts.

    Args:
        game: The game.
        asked: The phase in which the seat was asked.
        alone: Nobody else wanted to play.
    """
    if alone or game.options.stock_use == "any_hearts_declarer":
        return ChooseStock(seat=asked.seat, table=asked.table, forehand=asked.forehand)
    contract = game.contract(SUIT, declarer=asked.seat, trump=HEARTS)
    return begin_play(game, asked.table, contract, asked.forehand)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseStock(Question):
    """The declarer in hearts takes the talon, or leaves it closed for a double game."""

    name: ClassVar[PhaseName] = "talon"

    def calls(self, game: Tarock24) -> tuple[str, ...]:  # noqa: ARG002
        """With the stock or without it."""
        return ("stock", "without")

    def apply(self, game: Tarock24, action: int) -> Phase:
        """The talon goes into the hand and cards are laid away, or play begins."""
        takes = action == game.action("stock")
        contract = game.contract(STOCK if takes else WITHOUT, declarer=self.seat)
        talon = self.table.talon
        if not takes or not talon:  # an ending may have no talon left
            return begin_play(game, self.table, contract, self.forehand)
        return LayAway(
            seat=self.seat,
            table=self.table.take(self.seat, talon, openly=False),
            contract=contract,
            left=len(talon),
            forehand=self.forehand,
        )

    def why_not(self, game: Tarock24, action: int) -> Breach:  # noqa: ARG002
        """Nothing else is done now."""
        return Breach("not_now", "the declarer in hearts says whether he uses the stock")


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAway(Discard):
    """The declarer lays away three cards, face down.

    Attributes:
        forehand: The seat after the dealer.
    """

    contract: Contract
    forehand: int

    def allowed(self, game: Tarock24) -> frozenset[int]:
        """Any card, or with the restriction no ace and no ten."""
        return game.may_lay(self.contract, self.table.hands[self.seat])

    def after(self, game: Tarock24, table: Table) -> Phase:
        """Play begins."""
        return begin_play(game, table, self.contract, self.forehand)

    def rule(self, game: Tarock24) -> Breach:  # noqa: ARG002
        """What must be kept."""
        return Breach("must_keep", "aces and tens may not be laid away as long as others can be")
