"""Napoleon, or Nap, for three to ten players: rules/napoleon.md.

Everybody calls once; the highest bidder plays alone against all others. The first card led makes
its suit trump, and play stops as soon as the tricks decide.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ultimo import plan
from ultimo.auction import Bidding, turn_order
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import FRENCH, Deck, suited
from ultimo.game import Game
from ultimo.match_rules import Sum
from ultimo.options import Options, choice, flag, numbers, whole
from ultimo.phases import Breach, Looks, Over, Phase, PhaseName, Play, Redeal
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import Asked
from ultimo.table import Table
from ultimo.terms import Terms

__all__ = ["GAME", "Napoleon", "NapoleonOptions"]

RANKS = "23456789TJQKA"
"""Low to high."""
TRICKS = 5
"""Cards in a hand, and so the most tricks."""
MOST_ALL_PASS = 50
"""So many deals in a row without a bid end a match."""

REDEALS: Mapping[str, Redeal] = {"same": "same_dealer", "next": "next_dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Undertaking:
    """What the rules say of one bid.

    Attributes:
        id: Its name.
        tricks: How many tricks are undertaken; 0: none may be won, and nothing is trump.
        value: What each opponent pays or is paid.
        eb1911: What each pays and is paid under `payments="eb1911"`.
        only_over: The bid that must stand for this one to be made.
    """

    id: str
    tricks: int
    value: int
    eb1911: tuple[int, int]
    only_over: str | None = None


LADDER = (
    Undertaking(id="two", tricks=2, value=2, eb1911=(2, 2)),
    Undertaking(id="three", tricks=3, value=3, eb1911=(3, 3)),
    Undertaking(id="misere", tricks=0, value=3, eb1911=(3, 6)),
    Undertaking(id="four", tricks=4, value=4, eb1911=(4, 4)),
    Undertaking(id="napoleon", tricks=5, value=5, eb1911=(10, 5)),
    Undertaking(id="wellington", tricks=5, value=10, eb1911=(20, 10), only_over="napoleon"),
    Undertaking(id="blucher", tricks=5, value=20, eb1911=(30, 15), only_over="wellington"),
)
"""All bids, low to high: the extended ladder."""


def _in_extended(given: Mapping[str, object]) -> bool:
    return given.get("ladder") == "extended"


@dataclass(frozen=True, slots=True, kw_only=True)
class NapoleonOptions(Options):
    """The options of rules/napoleon.md, "Variant options".

    Attributes:
        players: 3 to 10, as far as the pack goes.
        ladder: Without two, misere and blucher; with them; or with those that are switched on.
        bid_two: Two may be bid.
        bid_misere: Misere may be bid.
        bid_blucher: Blucher may be bid.
        deck_ranks: The pack has so many ranks of each suit, the highest.
        direction: Which way deal, auction and play go round. Seats are numbered that way.
        deal_batches: Sizes of the packets that a player is dealt.
        void_rule: A player void in the suit led must trump, or may play anything.
        all_pass_dealer: Who deals again when nobody has bid.
        payments: The same won and lost, or those of the Encyclopædia Britannica of 1911.
        match_deals: Number of played deals in a match.
    """

    game: ClassVar[str] = "napoleon"

    players: int = whole(4, at_least=3, at_most=10)
    ladder: str = choice("basic", "extended", "custom")
    bid_two: bool = flag(default=_in_extended)
    bid_misere: bool = flag(default=_in_extended)
    bid_blucher: bool = flag(default=_in_extended)
    deck_ranks: int = whole(len(RANKS), at_least=4, at_most=len(RANKS))
    direction: str = choice("left", "right")
    deal_batches: tuple[int, ...] = numbers(
        (3, 2),
        allowed="a list of at least two positive numbers that add up to 5",
        fits=lambda sizes: len(sizes) > 1 and min(sizes) > 0 and sum(sizes) == TRICKS,
    )
    void_rule: str = choice("must_trump", "free")
    all_pass_dealer: str = choice("same", "next")
    payments: str = choice("source", "eb1911")
    match_deals: int = whole(lambda given: int(given["players"]), at_least=1, at_most=1_000_000)

    def faults(self) -> list[str]:
        """Too few cards for so many players; bids that the chosen ladder has not, or always has."""
        found = []
        if 4 * self.deck_ranks < TRICKS * self.players:
            most = 4 * self.deck_ranks // TRICKS
            found.append(
                f"players={self.players}: {4 * self.deck_ranks} cards (deck_ranks="
                f"{self.deck_ranks}) are enough for {most} players of {TRICKS} cards"
            )
        if self.ladder != "custom":
            always = self.ladder == "extended"
            found += [
                f"{name}={not always}: ladder={self.ladder!r} has {name}={always}; say "
                "ladder='custom'"
                for name in ("bid_two", "bid_misere", "bid_blucher")
                if getattr(self, name) != always
            ]
        return found


class Napoleon(Game[NapoleonOptions]):
    """Napoleon."""

    name = "napoleon"
    options_type = NapoleonOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The highest ranks of the French suits, without card points."""
        return Deck.of(suited(FRENCH, RANKS[-self.options.deck_ranks :]), {})

    def layout(self, terms: Terms) -> Layout:  # noqa: ARG002
        """Five cards each; the others are not used and never shown."""
        return Layout(hands=(TRICKS,) * self.players)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """In packets, the dealer last."""
        order = turn_order((terms.dealer + 1) % self.players, self.players)
        packets = ((seat, size) for size in self.options.deal_batches for seat in order)
        return self.layout(terms).spec(self.deck.size, packets)

    # Bids.

    @cached_property
    def ladder(self) -> tuple[Undertaking, ...]:
        """The bids in use, low to high; a bid's rank is its place here."""
        options = self.options
        switched = {
            "two": options.bid_two,
            "misere": options.bid_misere,
            "blucher": options.bid_blucher,
        }
        return tuple(step for step in LADDER if switched.get(step.id, True))

    @cached_property
    def undertakings(self) -> Mapping[str, Undertaking]:
        """The bids in use by name."""
        return {step.id: step for step in self.ladder}

    def undertaking(self, contract: Contract) -> Undertaking:
        """Returns what the rules say of a contract."""
        return self.undertakings[contract.bid]

    def make_bids(self) -> Iterable[Bid]:
        """The ladder. The trump may be named for the analysis of endings; it is open otherwise."""
        for step in self.ladder:
            trumps = (*FRENCH, None) if step.tricks else (None,)
            yield Bid(id=step.id, value=step.value, trumps=trumps)

    def make_calls(self) -> Iterable[str]:
        """Passing and bidding."""
        return ("pass", *(step.id for step in self.ladder))

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The auction: the dealer calls last."""
        order = turn_order((terms.dealer + 1) % self.players, self.players)
        bidding = Bidding.open(order, once=True)
        return Auction(seat=order[0], table=self.table(deal, dealer=terms.dealer), bidding=bidding)

    # Play.

    def leader(self, contract: Contract, dealer: int) -> int:  # noqa: ARG002
        """The declarer."""
        return contract.declarer

    def setup(self, contract: Contract, table: Table, leader: int) -> plan.Setup:
        """The hands, and the trump if it is known before the first lead."""
        setup = super().setup(contract, table, leader)
        trump = None if contract.trump is None else FRENCH.index(contract.trump)
        return replace(setup, trump=trump)

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump (or anything); the first card led makes trump."""
        step = self.undertaking(contract)
        own = 1 << contract.declarer
        others = (1 << self.players) - 1 - own
        lost = plan.TricksEnd(seats=others, at_least=TRICKS + 1 - step.tricks)
        won = plan.TricksEnd(seats=own, at_least=max(step.tricks, 1))
        return plan.RulesSpec(
            seats=self.players,
            deck_size=self.deck.size,
            lanes=tuple(self.deck.suit(suit) for suit in FRENCH),
            trump="first_lead" if step.tricks else None,
            values=self.deck.values,
            sides=tuple(int(seat != contract.declarer) for seat in range(self.players)),
            duty=plan.Duty(void="trump" if self.options.void_rule == "must_trump" else "free"),
            # A misere is lost with the first trick of the declarer, and made only at the end.
            ends=(won, lost) if step.tricks else (won,),
        )

    # Score.

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The declarer against each of the others."""
        step = self.undertaking(contract)
        won, lost = step.eb1911 if self.options.payments == "eb1911" else (step.value, step.value)
        shares = np.full(self.players, -1)
        shares[contract.declarer] = self.players - 1
        reached = self.made(contract)

        def score(won: int, lost: int) -> Callable[[Outcomes], Array]:
            def paid(outcomes: Outcomes) -> Array:
                value = np.where(reached.made(outcomes), won, -lost)
                return np.asarray(np.multiply.outer(value, shares))

            return paid

        # Two items, of which one pays: so that its label says what came of it.
        items = (
            ScorePart(reached.axes, score(won, 0), label=f"{step.id} made"),
            ScorePart(reached.axes, score(0, lost), label=f"{step.id} lost"),
        )
        return [ScorePart(reached.axes, score(won, lost), items=items)]

    def made(self, contract: Contract) -> Made:
        """The declarer has won as many tricks as undertaken; all: the others none; or none."""
        tricks = self.undertaking(contract).tricks
        own = 1 << contract.declarer
        if tricks == TRICKS:
            # So that an ending of fewer tricks can be made too.
            others = (1 << self.players) - 1 - own
            lost = {"lost_tricks": plan.Axis(plan.Tricks(seats=others))}
            return Made(lost, lambda o: np.asarray(o["lost_tricks"] == 0))
        won = {"tricks": plan.Axis(plan.Tricks(seats=own))}
        if tricks == 0:
            return Made(won, lambda o: np.asarray(o["tricks"] == 0))
        return Made(won, lambda o: np.asarray(o["tricks"] >= tricks))

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """The tricks of the declarer; no more than end the hand."""
        most = max(self.undertaking(contract).tricks, 1)
        meaning = "tricks of the declarer"
        return (Asked(name="tricks", meaning=meaning, values=range(most + 1)),)

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:
        """Where all tricks were undertaken, those that were lost."""
        if self.undertaking(contract).tricks == TRICKS:
            return {"lost_tricks": TRICKS - facts["tricks"]}
        return facts

    # Match.

    def match_rules(self) -> Sum:
        """So many played deals; deals without a bid do not count."""
        deals = self.options.match_deals
        return Sum(self, deals=deals, most_void=MOST_ALL_PASS, zero_sum=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction(Phase):
    """Everybody calls once: passes, or bids more than the highest bid so far.

    Attributes:
        bidding: What was said.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    bidding: Bidding

    def ranks(self, game: Napoleon) -> tuple[int, ...]:
        """The ranks that may be bid."""
        high = None if self.bidding.high is None else game.ladder[self.bidding.high].id
        return self.bidding.ranks(
            rank for rank, step in enumerate(game.ladder) if step.only_over in {None, high}
        )

    def actions(self, game: Napoleon) -> tuple[int, ...]:
        """Passing and bidding."""
        bids = (game.action(game.ladder[rank].id) for rank in self.ranks(game))
        return (game.action("pass"), *bids)

    def apply(self, game: Napoleon, action: int) -> Phase:
        """The next seat calls; after the dealer the highest bidder leads, if there is one."""
        if action == game.action("pass"):
            bidding = self.bidding.after_pass()
        else:
            ids = [step.id for step in game.ladder]
            bidding = self.bidding.after_bid(ids.index(game.action_names[action]))
        if bidding.speaker is not None:
            return replace(self, seat=bidding.speaker, bidding=bidding)
        if bidding.high is None or bidding.bidder is None:
            return Over(
                table=self.table,
                scores=(0.0,) * game.players,
                redeal=REDEALS[game.options.all_pass_dealer],
            )
        contract = game.contract(game.ladder[bidding.high].id, declarer=bidding.bidder)
        setup = game.setup(contract, self.table, contract.declarer)
        return Play(seat=contract.declarer, table=self.table, contract=contract, setup=setup)

    def why_not(self, game: Napoleon, action: int) -> Breach:
        """Too low, or without the bid that it answers."""
        step = game.undertakings.get(game.action_names[action])
        if step is None:
            return Breach("not_now", "in the auction one bids or passes")
        if self.bidding.beats(game.ladder.index(step)):
            rule = f"{step.id} may only be bid when {step.only_over} is the highest bid"
            return Breach("needs_bid", rule)
        return Breach("bid_too_low", "a bid must be higher than the highest one; nobody may hold")


GAME = Napoleon
