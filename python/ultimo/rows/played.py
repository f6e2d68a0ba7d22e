"""Deals that are played under a given contract, without an auction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ultimo.batch import table_of_columns
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.errors import OptionError
from ultimo.phases import Phase, Play
from ultimo.sampling import Course, Kin
from ultimo.state import State
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Env
    from ultimo.game import Game

__all__ = ["Played", "PlayedState"]

Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]


def talon_columns(game: "Game[Any]") -> tuple[int | None, range]:
    """Returns which columns of a row lie as talon where hands are played as they are dealt.

    Returns:
        The seat of whose hand they are the last columns, `None` if there are none, and the columns.

    Raises:
        OptionError: Other cards are laid away (code `not_sampled`).
    """
    layout = game.layout(game.terms())
    table = table_of_columns(game, layout)
    played = game.as_played(table)
    if played == table:
        return None, range(0)
    for seat, (held, left) in enumerate(zip(table.hands, played.hands, strict=True)):
        gone = sorted(held - left)
        if gone and not table.talon and played.talon == tuple(gone):
            return seat, range(gone[0], gone[-1] + 1)
    message = f"{game.name}: cards are laid away that nobody chose, and that cannot be sampled"
    raise OptionError(message, code="not_sampled")


class PlayedState(State):
    """A state without an auction: all know the contract, and each seat the cards it was dealt.

    Where a hand is larger than the others, its cards dealt last lie as talon, and are parts of no
    hand. They count as what the declarer has laid away: he knows them, the others do not.

    Args:
        game: The game.
        deal: The deal; with `after` a talon, in place of the cards of the larger hand.
        terms: The terms of the deal.
        contract: What is played; `None` where the card turned up decides.
        leader: Who leads first; as the rules say if `None`.
        after: The seat with the larger hand, `None` if there is none.
    """

    def __init__(
        self,
        game: "Game[Any]",
        deal: Deal,
        terms: Terms,
        *,
        contract: Contract | None,
        leader: int | None,
        after: int | None = None,
    ) -> None:
        self._given, self._leader, self._after = contract, leader, after
        # Nobody decides by a first packet, so that it is not told from the other cards.
        super().__init__(game, replace(deal, first=()), terms)

    @property
    def talon_after(self) -> int | None:
        """The seat after whose hand the talon stands in a row."""
        return self._after

    def _begin(self) -> Phase:
        game = self._game
        table = game.table(self._deal, **self._terms.to_dict())
        contract = self._given
        if contract is None:
            turned = game.trump_card(self._deal)
            contract = game.contract(trump=None if turned is None else turned[0])
        contract = game.settled(contract, table)
        if self._after is not None:
            # rules/ulti.md, "The talon": the declarer's last two discards are the talon.
            table = table.show(table.talon, to=[contract.declarer])
        leader = game.leader(contract, self._terms.dealer) if self._leader is None else self._leader
        setup = game.setup(contract, table, leader)
        return Play(seat=leader, table=table, contract=contract, setup=setup)

    def with_deal(self, deal: Deal) -> State:
        """Returns a state at the beginning of another deal under the same contract."""
        given: Any = {"contract": self._given, "leader": self._leader, "after": self._after}
        return type(self)(self._game, deal, self._terms, **given)

    def copy(self) -> Self:
        """Returns a state of its own that is equal to this one."""
        other = super().copy()
        vars(other).update(_given=self._given, _leader=self._leader, _after=self._after)
        return other


class Played:
    """Rows that play the cards alone, as states and as what is sampled.

    Args:
        game: The game.
        core: The rows.
        seed: One seed, or one for each row.
        contract: What is played; `None` where the card turned up decides.
        leader: Who leads first; as the rules say if `None`.

    Raises:
        OptionError: As `talon_columns`.
    """

    def __init__(
        self,
        game: "Game[Any]",
        core: "Env",
        seed: int | npt.NDArray[np.uint64],
        *,
        contract: Contract | None,
        leader: int | None,
    ) -> None:
        self._game, self.core, self._seed = game, core, seed
        self._contract, self._leader = contract, leader
        self._spec = game.deal_spec(game.terms())
        self._turned = game.trump_column(game.layout(game.terms())) if contract is None else None
        self._called = None if contract is None else game.partner_card(contract)
        self._after, self._talon = talon_columns(game)

    def states(self, rows: Sequence[int]) -> Iterator[State]:
        """Yields the deals of some rows as states that have come as far."""
        counts, moves = self.core.moves()
        ends = counts.cumsum()
        for row in rows:
            yield self.start(row, moves[ends[row] - counts[row] : ends[row]].tolist())

    def start(self, row: int, moves: Iterable[int]) -> State:
        """The deal of a row after some moves."""
        game, cards = self._game, self.dealt(np.array([row]))[0]
        deal = game.deal_from_row(cards)
        if self._after is not None:
            talon = game.deck.names(cards[self._talon].tolist())
            hands = (tuple(code for code in hand if code not in talon) for hand in deal.hands)
            deal = replace(deal, hands=tuple(hands), talon=talon)
        given: Any = {"contract": self._contract, "leader": self._leader, "after": self._after}
        state = PlayedState(game, deal, game.terms(), **given)
        for move in moves:
            state.apply(move)
        return state

    def course(self, rows: Rows, seats: Rows) -> Course:
        """What seats of rows have seen of the play."""
        return self.core.course(rows, seats)

    def dealt(self, rows: Rows) -> Bytes:
        """The deals of some rows: shape (k, deck.size)."""
        from ultimo._core import deal_numbers

        seed = self._seed
        seeds = seed[rows] if isinstance(seed, np.ndarray) else np.full(len(rows), seed, np.uint64)
        return deal_numbers(self._spec, self.core.deals()[rows], seeds)

    def kin(self, rows: Rows) -> list[Kin]:
        """What some rows have in common with others."""
        cards, numbers = self.dealt(rows), self.core.deals()[rows].tolist()
        contracts: list[Any] = [self._contract] * len(rows)
        if self._turned is not None:
            codes = self._game.deck.codes
            turned = cards[:, self._turned].tolist()
            contracts = [self._game.contract(trump=codes[card][0]) for card in turned]
        at = np.full(len(rows), -1)
        if self._called is not None:
            at = (cards == self._called).argmax(axis=1)
        return [
            Kin(contract, (row, number), column)
            for contract, row, number, column in zip(
                contracts, rows.tolist(), numbers, at.tolist(), strict=True
            )
        ]
