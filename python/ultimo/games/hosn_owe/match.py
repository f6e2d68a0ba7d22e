"""Matches of hosn owe: tokens, the pot, swimming, and who is out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ultimo.errors import DealError
from ultimo.games.hosn_owe.round import Shown
from ultimo.match_rules import Draw, MatchRules, Running, numbers_fact, one_fact

if TYPE_CHECKING:
    from ultimo.games.hosn_owe.game import HosnOwe
    from ultimo.state import State

__all__ = ["HosnMatch", "HosnResult", "HosnTally"]

STILL_IN = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HosnTally(Running):
    """Where a match stands; the totals are what each seat has won or lost, in tokens.

    Attributes:
        tokens: Tokens of each seat.
        active: The seats that play; who has no token among them swims.
        pot: Tokens in the pot.
        fell: In which round that counted each seat went out, from 1; 0: not yet.
    """

    tokens: tuple[int, ...]
    active: tuple[int, ...]
    pot: int = 0
    fell: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HosnResult:
    """What counts of a round.

    Attributes:
        due: Tokens that each seat has to pay.
    """

    due: tuple[int, ...]


class HosnMatch(MatchRules[HosnTally, HosnResult]):
    """Rounds until one player is left: rules/hosn_owe.md, "Scoring" and "Match end"."""

    game: "HosnOwe"

    def begin(self) -> HosnTally:
        """Everybody has his tokens."""
        players = self.game.players
        return HosnTally(
            totals=(0,) * players,
            tokens=(self.game.options.tokens,) * players,
            active=tuple(range(players)),
            fell=(STILL_IN,) * players,
        )

    def result(self, state: "State") -> HosnResult:
        """What each seat has to pay."""
        phase = state.phases()[-1][0]
        if not isinstance(phase, Shown):
            raise DealError("the round was not played", code="not_over")
        return HosnResult(phase.due)

    def read(self, facts: Mapping[str, Any]) -> HosnResult:
        """Reads `due=`: the tokens that each seat has to pay, whether it has them or not."""
        given = one_fact(facts, "due", "tokens that each seat has to pay")
        due = numbers_fact(given, "due", self.game.players)
        most = 2 if self.game.options.closer_lowest_double else 1
        if any(owed != int(owed) or not 0 <= owed <= most for owed in due):
            raise DealError(f"due={due}: each seat owes 0 to {most} tokens", code="bad_result")
        if sum(owed > 1 for owed in due) > 1:
            message = f"due={due}: one seat closes, and no other owes 2 tokens"
            raise DealError(message, code="bad_result")
        if not any(due):
            message = "somebody pays; a round in which all are tied is void='next_dealer'"
            raise DealError(message, code="bad_result")
        return HosnResult(tuple(map(int, due)))

    def write(self, result: HosnResult) -> dict[str, Any]:
        """What each seat has to pay."""
        return {"due": list(result.due)}

    def settle(
        self,
        tally: HosnTally,
        result: HosnResult,
        dealer: int,  # noqa: ARG002
        draw: Draw,  # noqa: ARG002
    ) -> HosnTally:
        """Tokens go into the pot; who swims and has to pay is out.

        Raises:
            DealError: Somebody pays who is out, or everybody.
        """
        owing = {seat for seat, owed in enumerate(result.due) if owed}
        if owing - {*tally.active}:
            message = f"due={result.due}: seat {min(owing - {*tally.active})} is out"
            raise DealError(message, code="bad_result")
        if owing == {*tally.active}:
            raise DealError(f"due={result.due}: somebody does not pay", code="bad_result")
        tokens, gone = list(tally.tokens), set()
        for seat in owing:
            if not tokens[seat]:
                gone.add(seat)
            tokens[seat] -= min(result.due[seat], tokens[seat])
            if not tokens[seat] and not self.game.options.swimming:
                gone.add(seat)
        hand = tally.played + 1
        after = replace(
            tally,
            tokens=tuple(tokens),
            pot=tally.pot + sum(tally.tokens) - sum(tokens),
            active=tuple(seat for seat in tally.active if seat not in gone),
            fell=tuple(hand if s in gone else fell for s, fell in enumerate(tally.fell)),
        )
        return self._counted(after)

    def _counted(self, tally: HosnTally) -> HosnTally:
        """The last player takes the pot; the totals follow from the tokens."""
        if self.is_over(tally):
            winner = tally.active[0]
            tokens = tuple(n + tally.pot * (s == winner) for s, n in enumerate(tally.tokens))
            tally = replace(tally, tokens=tokens, pot=0)
        start = self.game.options.tokens
        return replace(tally, totals=tuple(tokens - start for tokens in tally.tokens))

    def is_over(self, tally: HosnTally) -> bool:
        """Whether only one player is left."""
        return len(tally.active) == 1

    def terms(self, tally: HosnTally) -> Mapping[str, Any]:
        """Who is in, and with how many tokens."""
        return {"tokens": tally.tokens, "active": tally.active}

    def next_dealer(self, tally: HosnTally, dealer: int) -> int:
        """The next active player."""
        players = self.game.players
        following = ((dealer + i) % players for i in range(1, players + 1))
        return next(seat for seat in following if seat in tally.active)

    def places(self, tally: HosnTally) -> tuple[int, ...]:
        """Who went out later is higher; those still in share the first place."""
        lasted = [tally.played + 1 if fell == STILL_IN else fell for fell in tally.fell]
        return tuple(1 + sum(other > own for other in lasted) for own in lasted)

    def payments(self, tally: HosnTally) -> tuple[float, ...]:
        """The winner has won the tokens of all others."""
        return tally.totals
