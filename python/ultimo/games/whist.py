"""Whist for two partnerships: rules/whist.md.

Seats 0 and 2 play against 1 and 3. The last card dealt is the dealer's, is turned up for all and
makes its suit trump; there is no auction.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from ultimo import plan
from ultimo.checks import brief
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import FRENCH, Deck, suited
from ultimo.errors import DealError
from ultimo.game import Game
from ultimo.match_rules import Draw, MatchRules, Running, numbers_fact
from ultimo.options import Options, choice, flag, number, whole
from ultimo.phases import Phase, Play
from ultimo.scoring import Array, Made, Outcomes, ScorePart
from ultimo.settling import Asked
from ultimo.state import State
from ultimo.terms import Terms

__all__ = ["GAME", "Whist", "WhistOptions"]

SIDES = (0, 1, 0, 1)
SEATS_OF_SIDE = (0b0101, 0b1010)
RANKS = "23456789TJQKA"
"""Low to high."""

SMALL_SLAM = 12
GRAND_SLAM = 13
SLAM_PREMIUMS = {SMALL_SLAM: 30, GRAND_SLAM: 50}

HONOURS = {"english": "JQKA", "continental": "TJQKA"}
HONOUR_POINTS = {"english": (0, 0, 0, 2, 4), "continental": (0, 0, 0, 2, 4, 6)}
"""By how many of them a side was dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistOptions(Options):
    """The options of rules/whist.md, "Variant options".

    Attributes:
        players: Always four.
        void_rule: A player void in the suit led must trump, or may play anything.
        match_mode: A rubber of games, or a fixed number of deals.
        game_target: Game points that win a game: 5 English, 7 American.
        match_deals: Number of deals in mode `deals`.
        slam_mode: The slam premium is added to the odd tricks, replaces them, or is not paid.
        game_bonus: The winner of a game gets a bonus.
        honours: Whether and how honours count.
        stake: What a point of difference costs each loser at the end of the match.
    """

    game: ClassVar[str] = "whist"

    players: int = choice(4)
    void_rule: str = choice("must_trump", "free")
    match_mode: str = choice("rubber", "deals")
    game_target: int = whole(5, at_least=1, at_most=1_000_000)
    match_deals: int = whole(4, at_least=1, at_most=1_000_000)
    slam_mode: str = choice("add", "replace", "none")
    game_bonus: bool = flag(default=True)
    honours: str = choice("off", "english", "continental")
    stake: float = number(0, at_least=0)


class Whist(Game[WhistOptions]):
    """Whist."""

    name = "whist"
    options_type = WhistOptions

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 52 French cards, without card points."""
        return Deck.of(suited(FRENCH, RANKS), {})

    def layout(self, terms: Terms) -> Layout:
        """Thirteen cards each; the dealer's last one is turned up."""
        return Layout(hands=(13, 13, 13, 13), turned=terms.dealer)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """One card at a time, from the dealer's left: the last card is the dealer's."""
        turns = [(terms.dealer + 1 + i) % 4 for i in range(52)]
        return self.layout(terms).spec(52, ((seat, 1) for seat in turns))

    # The contract is only the trump suit.

    def make_bids(self) -> Iterable[Bid]:
        """One bid, for any trump; none for analysis."""
        yield Bid(
            id="whist", value=None, has_declarer=False, trumps=(*FRENCH, None), names_trump=True
        )

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """There is no auction: the play begins, with the suit turned up as trump."""
        if deal.turned is None:
            message = "whist is played with the suit of the card turned up as trump: say turned="
            raise DealError(message, code="nothing_turned")
        contract = self.contract(trump=deal.turned[0])
        table = self.table(deal, dealer=terms.dealer)
        leader = self.leader(contract, terms.dealer)
        setup = self.setup(contract, table, leader)
        return Play(seat=leader, table=table, contract=contract, setup=setup)

    # Play.

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """Follow suit, else trump (or anything); no duty to beat."""
        trump = None if contract.trump is None else FRENCH.index(contract.trump)
        return plan.RulesSpec(
            seats=4,
            deck_size=52,
            lanes=tuple(self.deck.suit(suit) for suit in FRENCH),
            trump=trump,
            values=self.deck.values,
            sides=SIDES,
            duty=plan.Duty(void="trump" if self.options.void_rule == "must_trump" else "free"),
        )

    # Score.

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """Total points of the hand, to each seat of the winning side."""
        tricks = {"tricks": plan.Axis(plan.Tricks(seats=SEATS_OF_SIDE[0]))}
        odd = ScorePart(tricks, _by_tricks(self.counted_tricks), label="tricks above six")
        slam = ScorePart(tricks, _by_tricks(self.slam_premium), label="slam premium")
        parts = [ScorePart(tricks, _by_tricks(self.total_points), items=(odd, slam))]
        if self.options.honours != "off" and contract.trump is not None:
            axes = self._honour_axes(contract)
            parts += [ScorePart(axes, self._honour_points, label="honours")]
        return parts

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """Tricks, and where they count honours, of seats 0 and 2; the others have the rest."""
        found = [Asked(name="tricks", meaning="tricks of seats 0 and 2", values=range(14))]
        if self.options.honours != "off" and contract.trump is not None:
            most = len(HONOURS[self.options.honours])
            meaning = "honours dealt to seats 0 and 2"
            found += [Asked(name="honours", meaning=meaning, values=range(most + 1))]
        return found

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002
        """The honours of seats 1 and 3 are those that the others were not dealt."""
        if "honours" not in facts:
            return facts
        return {**facts, "their_honours": len(HONOURS[self.options.honours]) - facts["honours"]}

    def odd_tricks(self, tricks: Array) -> Array:
        """The tricks above six: the game points of the side that has them."""
        odd: Array = np.maximum(tricks - 6, 0)
        return odd

    def slam_premium(self, tricks: Array) -> Array:
        """The premium for twelve or thirteen tricks of a side."""
        premium = np.zeros_like(tricks)
        if self.options.slam_mode != "none":
            for slam, points in SLAM_PREMIUMS.items():
                premium = np.where(tricks == slam, points, premium)
        return premium

    def counted_tricks(self, tricks: Array) -> Array:
        """The tricks above six, unless the slam premium takes their place."""
        # Adding or replacing: rules/whist.md, open point 3.
        replaced = (self.slam_premium(tricks) > 0) & (self.options.slam_mode == "replace")
        return np.where(replaced, 0, self.odd_tricks(tricks))

    def total_points(self, tricks: Array) -> Array:
        """The total points for the tricks of a side, slam premium included."""
        return self.counted_tricks(tricks) + self.slam_premium(tricks)

    def _honour_cards(self, contract: Contract) -> tuple[tuple[int, ...], ...]:
        ranks = HONOURS[self.options.honours]
        return tuple((self.deck.index_by_code[f"{contract.trump}{rank}"],) for rank in ranks)

    def _honour_axes(self, contract: Contract) -> dict[str, plan.Axis]:
        cards = self._honour_cards(contract)
        return {
            name: plan.Axis(plan.Held(sets=cards, seats=seats, joint=True))
            for name, seats in zip(("honours", "their_honours"), SEATS_OF_SIDE, strict=True)
        }

    def _honour_points(self, outcomes: Outcomes) -> Array:
        # What a match does not credit (the game won by tricks, a side one short of it) is not
        # known to a single deal: see WhistMatch.
        points = np.array(HONOUR_POINTS[self.options.honours])
        return _of_sides([points[outcomes["honours"]], points[outcomes["their_honours"]]])

    def made(self, contract: Contract) -> Made:
        """The declarer's side has won seven tricks."""
        seats = SEATS_OF_SIDE[SIDES[contract.declarer]]
        axes = {"own_tricks": plan.Axis(plan.Tricks(seats=seats))}
        return Made(axes, lambda outcomes: outcomes["own_tricks"] >= 7)

    # Match.

    def match_rules(self) -> "WhistMatch":
        """A rubber, or so many deals."""
        return WhistMatch(self)


def _by_tricks(value: Callable[[Array], Array]) -> Callable[[Outcomes], Array]:
    """Scores the tricks of both sides."""
    return lambda outcomes: _of_sides([value(outcomes["tricks"]), value(13 - outcomes["tricks"])])


def _of_sides(points: Sequence[Array]) -> Array:
    """Gives each seat the points of its side: the seats are the last dimension."""
    sides = np.broadcast_arrays(*points)
    return np.stack([sides[side] for side in SIDES], axis=-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistTally(Running):
    """Where a match of whist stands; every pair is that of seats 0 and 2, then 1 and 3.

    Attributes:
        points: Game points in the present game.
        games: Games won.
    """

    points: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)

    @property
    def side_totals(self) -> tuple[float, float]:
        """Total points of the sides."""
        return self.totals[0], self.totals[1]


@dataclass(frozen=True, slots=True)
class WhistResult:
    """What counts of a deal.

    Attributes:
        tricks: Tricks of each side.
        honours: How many honours each side was dealt.
    """

    tricks: tuple[int, int]
    honours: tuple[int, int] = (0, 0)


class WhistMatch(MatchRules[WhistTally, WhistResult]):
    """Games and rubber, or a fixed number of deals: rules/whist.md, "Scoring" and "Match end"."""

    game: Whist

    def begin(self) -> WhistTally:
        """Zeros."""
        return WhistTally(totals=(0,) * 4)

    def result(self, state: State) -> WhistResult:
        """Tricks and honours of a deal that was played."""
        position = state.position
        if position is None:
            raise DealError("the deal was not played", code="not_over")
        won = position.tricks
        outcome = position.outcome()
        honours = (outcome.get("honours", 0), outcome.get("their_honours", 0))
        return WhistResult((won[0] + won[2], won[1] + won[3]), honours)

    def read(self, facts: Mapping[str, Any]) -> WhistResult:
        """Reads `tricks=` of both sides, 13 together, and `honours=` where they count."""
        known = {"tricks", "honours"} if self.game.options.honours != "off" else {"tricks"}
        if "tricks" not in facts or not set(facts) <= known:
            listed = " and ".join(f"{name}=" for name in sorted(known, reverse=True))
            raise DealError(f"a result of whist is {listed} of both sides", code="bad_result")
        tricks = _pair(facts["tricks"], "tricks", 13)
        if sum(tricks) != 13:
            message = f"tricks={tricks}: both sides together have 13"
            raise DealError(message, code="bad_result")
        most = len(HONOURS.get(self.game.options.honours, ""))
        honours = _pair(facts.get("honours", (0, 0)), "honours", most)
        if sum(honours) not in {0, most}:
            message = f"honours={honours}: both sides together were dealt {most}"
            raise DealError(message, code="bad_result")
        return WhistResult(tricks, honours)

    def write(self, result: WhistResult) -> dict[str, Any]:
        """The facts of a result."""
        facts: dict[str, Any] = {"tricks": list(result.tricks)}
        return facts | ({"honours": list(result.honours)} if any(result.honours) else {})

    def settle(self, tally: WhistTally, result: WhistResult, dealer: int, draw: Draw) -> WhistTally:  # noqa: ARG002
        """Tricks first; honours only if they have not won the game (rules/whist.md, "Honours")."""
        options = self.game.options
        in_games = options.match_mode == "rubber"
        points = [
            own + int(self.game.odd_tricks(np.array(won)))
            for own, won in zip(tally.points, result.tricks, strict=True)
        ]
        gains = [int(self.game.total_points(np.array(won))) for won in result.tricks]
        by_tricks = in_games and max(points) >= options.game_target
        for side in range(2):
            honours = self._honours(result, side)
            if options.honours == "continental":
                gains[side] += honours
            elif not (in_games and (by_tricks or tally.points[side] == options.game_target - 1)):
                gains[side] += honours
                points[side] += honours
        if not in_games:
            return self._changed(tally, gains, (0, 0), tally.games)
        games = tally.games
        if max(points) >= options.game_target:
            # Both cannot be there: one side by tricks excludes honours, and only one has those.
            winner = points.index(max(points))
            games = (games[0] + (winner == 0), games[1] + (winner == 1))
            if options.game_bonus:
                gains[winner] += game_bonus(points[1 - winner])
            points = [0, 0]
        return self._changed(tally, gains, (points[0], points[1]), games)

    def _honours(self, result: WhistResult, side: int) -> int:
        if self.game.options.honours == "off":
            return 0
        return HONOUR_POINTS[self.game.options.honours][result.honours[side]]

    @staticmethod
    def _changed(
        tally: WhistTally, gains: Sequence[int], points: tuple[int, int], games: tuple[int, int]
    ) -> WhistTally:
        totals = tuple(tally.totals[seat] + gains[SIDES[seat]] for seat in range(4))
        return replace(tally, totals=totals, points=points, games=games)

    def is_over(self, tally: WhistTally) -> bool:
        """Two games won, or all deals played."""
        if self.game.options.match_mode == "rubber":
            return max(tally.games) == 2
        return tally.played >= self.game.options.match_deals

    def places(self, tally: WhistTally) -> tuple[int, ...]:
        """The side with more games leads a rubber, whatever the totals; else that with more."""
        score: Sequence[float] = tally.side_totals
        if self.game.options.match_mode == "rubber":
            score = tally.games
        return tuple(1 if score[side] == max(score) else 3 for side in SIDES)

    def payments(self, tally: WhistTally) -> tuple[float, ...]:
        """Each loser pays the stake on the difference of total points to one winner.

        In a rubber whose winners have fewer total points nothing is paid.
        """
        places = self.places(tally)
        ahead = tally.totals[0] - tally.totals[1]
        if len(set(places)) == 1 or (ahead > 0) != (places[0] == 1):
            return (0,) * 4
        paid = self.game.options.stake * abs(ahead)
        return tuple(paid if place == 1 else -paid for place in places)


def game_bonus(losers_points: int) -> int:
    """The bonus for a game, by the losers' game points in it."""
    if losers_points == 0:
        return 3
    return 2 if losers_points <= 2 else 1


def _pair(value: object, name: str, most: int) -> tuple[int, int]:
    found = numbers_fact(value, name, 2)
    if any(x != int(x) or not 0 <= x <= most for x in found):
        raise DealError(f"{name}={brief(value)}: two numbers of 0 to {most}", code="bad_result")
    return int(found[0]), int(found[1])


GAME = Whist
