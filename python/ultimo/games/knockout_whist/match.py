"""Games of knockout whist: who is in, who is a dog, who is out, hand by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ultimo.errors import DealError
from ultimo.match_rules import Draw, MatchRules, Running, numbers_fact, one_fact

if TYPE_CHECKING:
    from ultimo.games.knockout_whist.game import KnockoutWhist
    from ultimo.state import State

__all__ = ["KnockoutMatch", "KnockoutResult", "KnockoutTally"]

STILL_IN = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutTally(Running):
    """Where a match stands; the totals are games won.

    Attributes:
        cards: Cards of each active seat in the next hand.
        active: The seats with a full hand in it.
        dogs: The seats with a single card.
        dog_made: Somebody has been without a trick in this game, so that no more dogs are made.
        namer: Who names trump in the next hand; `None` where a card is turned up.
        fell: In which hand of this game each seat was knocked out, from 1; 0: not yet.
        hand: Number of hands of this game.
        games: Number of games that are finished.
    """

    cards: int
    active: tuple[int, ...]
    dogs: tuple[int, ...] = ()
    dog_made: bool = False
    namer: int | None = None
    fell: tuple[int, ...]
    hand: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class KnockoutResult:
    """What counts of a hand.

    Attributes:
        tricks: Tricks of each seat.
    """

    tricks: tuple[int, ...]


class KnockoutMatch(MatchRules[KnockoutTally, KnockoutResult]):
    """Knocking out: rules/knockout_whist.md, "End of hand and counting" and "Match end"."""

    game: "KnockoutWhist"

    def begin(self) -> KnockoutTally:
        """Everybody is in."""
        players = self.game.players
        return KnockoutTally(
            totals=(0,) * players,
            cards=self.game.options.start_cards,
            active=tuple(range(players)),
            fell=(STILL_IN,) * players,
        )

    def result(self, state: "State") -> KnockoutResult:
        """The tricks of a hand that was played."""
        position = state.position
        if position is None:
            raise DealError("the hand was not played", code="not_over")
        return KnockoutResult(tuple(position.tricks))

    def read(self, facts: Mapping[str, Any]) -> KnockoutResult:
        """Reads `tricks=`, one number a seat."""
        given = one_fact(facts, "tricks", "tricks, one number a seat")
        tricks = numbers_fact(given, "tricks", self.game.players)
        if any(won != int(won) or won < 0 for won in tricks):
            raise DealError(f"tricks={tricks}: whole numbers from 0", code="bad_result")
        return KnockoutResult(tuple(map(int, tricks)))

    def write(self, result: KnockoutResult) -> dict[str, Any]:
        """The tricks."""
        return {"tricks": list(result.tricks)}

    def settle(
        self,
        tally: KnockoutTally,
        result: KnockoutResult,
        dealer: int,  # noqa: ARG002
        draw: Draw,
    ) -> KnockoutTally:
        """Who took a trick is in; the first ones without become dogs, the others are out.

        Raises:
            DealError: The tricks are not those of this hand.
        """
        _check(tally, result)
        tricks = result.tricks
        stay = tuple(seat for seat, won in enumerate(tricks) if won)
        # A dog without a trick is out for good, whatever else.
        chance = self.game.options.dogs_life and not tally.dog_made and tally.cards > 1
        dogs = tuple(seat for seat in tally.active if not tricks[seat]) if chance else ()
        hand = tally.hand + 1
        gone = {*tally.active, *tally.dogs} - {*stay, *dogs}
        after = replace(
            tally,
            active=stay,
            dogs=dogs,
            dog_made=tally.dog_made or bool(dogs) or bool(gone),
            fell=tuple(hand if s in gone else fell for s, fell in enumerate(tally.fell)),
            hand=hand,
            cards=tally.cards - 1,
        )
        if tally.cards == 1 or (len(stay) == 1 and not dogs):
            return self._game_over(after)
        return replace(after, namer=self._namer(tricks, draw))

    def _namer(self, tricks: tuple[int, ...], draw: Draw) -> int | None:
        """Who took the most tricks; one of several by lot."""
        if self.game.options.trump_rule == "turned":
            return None
        most = [seat for seat, won in enumerate(tricks) if won == max(tricks)]
        return most[draw(len(most))] if len(most) > 1 else most[0]

    def _game_over(self, tally: KnockoutTally) -> KnockoutTally:
        """The only seat left in has won; the next game begins with everybody."""
        winner = tally.active[0]
        totals = tuple(won + (seat == winner) for seat, won in enumerate(tally.totals))
        tally = replace(tally, totals=totals, games=tally.games + 1, namer=None)
        if self.is_over(tally):
            return tally
        return replace(self.begin(), totals=totals, played=tally.played, games=tally.games)

    def is_over(self, tally: KnockoutTally) -> bool:
        """Whether all games are finished."""
        return tally.games >= self.game.options.match_games

    def terms(self, tally: KnockoutTally) -> Mapping[str, Any]:
        """Size of the hands, who is in, and who names trump."""
        return {
            "cards": tally.cards,
            "active": tally.active,
            "dogs": tally.dogs,
            "namer": tally.namer,
        }

    def next_dealer(self, tally: KnockoutTally, dealer: int) -> int:
        """The next seat that is active or a dog; in a new game all seats are."""
        players = self.game.players
        following = ((dealer + i) % players for i in range(1, players + 1))
        return next(seat for seat in following if seat in (*tally.active, *tally.dogs))

    def places(self, tally: KnockoutTally) -> tuple[int, ...]:
        """Of one game: who fell later is higher; of several: who has won more of them."""
        if self.game.options.match_games > 1:
            return super().places(tally)
        lasted = [tally.hand + 1 if fell == STILL_IN else fell for fell in tally.fell]
        return tuple(1 + sum(other > own for other in lasted) for own in lasted)

    def payments(self, tally: KnockoutTally) -> tuple[float, ...]:
        """Everybody pays a stake to the winner of each game."""
        stake, players = self.game.options.stake, self.game.players
        return tuple(stake * (players * won - tally.games) for won in tally.totals)


def _check(tally: KnockoutTally, result: KnockoutResult) -> None:
    """Refuses tricks that this hand cannot have had."""
    faults = []
    if sum(result.tricks) != tally.cards:
        faults.append(f"this hand has {tally.cards} tricks, not {sum(result.tricks)}")
    for seat, won in enumerate(result.tricks):
        if won and seat not in (*tally.active, *tally.dogs):
            faults.append(f"seat {seat} is out")
        elif won > 1 and seat in tally.dogs:
            faults.append(f"seat {seat}, a dog, has a single card")
    if faults:
        raise DealError("; ".join(faults), code="bad_result")
