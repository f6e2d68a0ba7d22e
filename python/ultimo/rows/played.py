"""Deals that are played under a given contract, without an auction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

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


class PlayedState(State):
    """A state without an auction: all know the contract, and each seat the cards it was dealt.

    Args:
        game: The game.
        deal: The deal.
        terms: The terms of the deal.
        contract: What is played; `None` where the card turned up decides.
        leader: Who leads first; as the rules say if `None`.

    Raises:
        OptionError: Cards are laid away that nobody chose (code `not_sampled`).
    """

    def __init__(
        self,
        game: "Game[Any]",
        deal: Deal,
        terms: Terms,
        *,
        contract: Contract | None,
        leader: int | None,
    ) -> None:
        self._given, self._leader = contract, leader
        # Nobody decides by a first packet, so that it is not told from the other cards.
        super().__init__(game, replace(deal, first=()), terms)

    def _begin(self) -> Phase:
        game = self._game
        table = game.table(self._deal, **self._terms.to_dict())
        if game.as_played(table) != table:
            message = (
                f"{game.name}: where only the play is played, the cards laid away are those dealt "
                "last, which nobody chose, and that cannot be sampled: play whole deals"
            )
            raise OptionError(message, code="not_sampled")
        contract = self._given
        if contract is None:
            turned = game.trump_card(self._deal)
            contract = game.contract(trump=None if turned is None else turned[0])
        contract = game.settled(contract, table)
        leader = game.leader(contract, self._terms.dealer) if self._leader is None else self._leader
        setup = game.setup(contract, table, leader)
        return Play(seat=leader, table=table, contract=contract, setup=setup)

    def with_deal(self, deal: Deal) -> State:
        """Returns a state at the beginning of another deal under the same contract."""
        given: Any = {"contract": self._given, "leader": self._leader}
        return type(self)(self._game, deal, self._terms, **given)

    def copy(self) -> Self:
        """Returns a state of its own that is equal to this one."""
        other = super().copy()
        vars(other).update(_given=self._given, _leader=self._leader)
        return other


class Played:
    """Rows that play the cards alone, as states and as what is sampled.

    Args:
        game: The game.
        core: The rows.
        seed: One seed, or one for each row.
        contract: What is played; `None` where the card turned up decides.
        leader: Who leads first; as the rules say if `None`.
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

    def states(self, rows: Sequence[int]) -> Iterator[State]:
        """Yields the deals of some rows as states that have come as far.

        Raises:
            OptionError: As `PlayedState`.
        """
        counts, moves = self.core.moves()
        ends = counts.cumsum()
        for row in rows:
            yield self.start(row, moves[ends[row] - counts[row] : ends[row]].tolist())

    def start(self, row: int, moves: Iterable[int]) -> State:
        """The deal of a row after some moves.

        Raises:
            OptionError: As `PlayedState`.
        """
        game = self._game
        deal = game.deal_from_row(self.dealt(np.array([row]))[0])
        given: Any = {"contract": self._contract, "leader": self._leader}
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
