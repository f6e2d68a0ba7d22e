"""A deal that is played under a given contract, as a state that the play begins."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.errors import OptionError
from ultimo.phases import Phase, Play
from ultimo.state import State
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["PlayedState"]


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
