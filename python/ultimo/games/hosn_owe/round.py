"""The phases of a round: the dealer's choice, the turns, and the hands that are shown."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ultimo.games.hosn_owe.score import due, paid
from ultimo.games.hosn_owe.terms import HosnTerms
from ultimo.phases import Breach, Over, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Barter

__all__ = ["Choice", "Shown", "Turn", "first_phase"]

NOT_THERE = Breach(
    "not_there", "a card of one's own hand is exchanged for one that lies on the table"
)
CLOSED = Breach("closed", "somebody has closed in this round")
TOO_SOON = Breach("first_turn", "nobody closes in his first turn")
CHOICE = Breach("dealers_choice", "the dealer first keeps or rejects his cards")
CHOSEN = Breach("chosen", "the dealer has made his choice")


@dataclass(frozen=True, slots=True, kw_only=True)
class InRound(Phase):
    """A seat of a round is asked.

    Attributes:
        round: The round.
        terms: Who is in, and with how many tokens.
        put_away: Cards that lay on the table before it was renewed.
    """

    round: "Barter"
    terms: HosnTerms
    put_away: frozenset[int] = frozenset()

    def codes(self, game: Any) -> dict[int, int]:  # noqa: ANN401
        """The core's code of each legal action."""
        return {game.action_of(self.round, code): code for code in self.round.legal()}

    def actions(self, game: Any) -> tuple[int, ...]:  # noqa: ANN401
        """What the core says."""
        return tuple(sorted(self.codes(game)))

    def apply(self, game: Any, action: int) -> Phase:  # noqa: ANN401
        """The next turn, or the end: what lies on the table is seen by all, and remembered."""
        after = self.round.after(self.codes(game)[action])
        hands = tuple(frozenset(hand) for hand in after.hands)
        talon = (*after.table, *after.rest)
        lying = frozenset(talon).union(*hands)
        put_away = self.put_away | {c for c in self.table.talon if c not in lying}
        table = replace(self.table, hands=hands, talon=talon).show(after.table)
        if after.current_player is None:
            seen = table.show(card for hand in hands for card in hand)
            return shown(game, after, seen, terms=self.terms, put_away=put_away)
        return Turn(
            seat=after.current_player,
            table=table,
            round=after,
            terms=self.terms,
            put_away=put_away,
        )

    @abstractmethod
    def why_not(self, game: Any, action: int) -> Breach:  # noqa: ANN401
        """The rule that an action breaks which is not legal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(InRound):
    """The dealer looks at his cards, and keeps them or lays them on the table."""

    name: ClassVar[PhaseName] = "talon"

    def why_not(self, game: Any, action: int) -> Breach:  # noqa: ANN401, ARG002
        """Nothing else is done before."""
        return CHOICE


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(InRound):
    """A seat exchanges, passes or closes."""

    name: ClassVar[PhaseName] = "play"

    def why_not(self, game: Any, action: int) -> Breach:  # noqa: ANN401
        """Closing is done once, and cards are exchanged where they lie."""
        name = game.action_names[action]
        if name in {"keep", "reject"}:
            return CHOSEN
        if name == "close":
            return TOO_SOON if self.round.closer is None else CLOSED
        return NOT_THERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Over):
    """All hands are shown.

    Attributes:
        due: Tokens that each seat has to pay.
        round: The round.
        put_away: Cards that lay on the table before it was renewed.
    """

    due: tuple[int, ...]
    round: "Barter"
    put_away: frozenset[int]


def first_phase(begun: "Barter", terms: HosnTerms) -> Phase:
    """The dealer's choice, of which the others know nothing."""
    table = Table.of(begun.hands, (*begun.table, *begun.rest))
    return Choice(seat=terms.dealer, table=table, round=begun, terms=terms)


def shown(
    game: Any,  # noqa: ANN401
    ended: "Barter",
    table: Table,
    *,
    terms: HosnTerms,
    put_away: frozenset[int],
) -> Shown:
    """The end of a round, and who pays."""
    ranked = np.array(ended.ranked, dtype=np.int64)
    owed = due(
        game.options,
        values=ranked[:, 0],
        orders=ranked[:, 1],
        closers=np.array(-1 if ended.closer is None else ended.closer),
        active=terms.active or (),
    )
    return Shown(
        table=table,
        scores=tuple(float(x) for x in -paid(owed, np.array(terms.tokens))),
        # "The round counts as not played (next dealer deals)."
        redeal=None if owed.any() else "next_dealer",
        due=tuple(int(x) for x in owed),
        round=ended,
        put_away=put_away,
    )
