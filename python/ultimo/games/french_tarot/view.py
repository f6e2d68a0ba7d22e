"""What a seat sees of a deal of French tarot, beyond where the cards lie."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.games.french_tarot.cards import DECK, EXCUSE, HANDFULS, KING_OF
from ultimo.games.french_tarot.rules import own_side

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.state import State

__all__ = ["seen_handfuls", "seen_points"]


def seen_handfuls(state: "State") -> npt.NDArray[np.bool_]:
    """Returns the handful that each seat has announced, one-hot: shape (players, 3)."""
    found = np.zeros((state.game.players, len(HANDFULS)), dtype=np.bool_)
    if state.contract is not None:
        for seat, name in state.contract.handfuls.items():
            found[seat, HANDFULS.index(name)] = True
    return found


def seen_points(state: "State", seat: int) -> npt.NDArray[np.int32] | None:
    """Returns the points in tricks as a seat that does not know the partner must count them.

    Whether the excuse is paid for depends on whether who played it and who won the trick play
    together. Who does not know takes all for opponents. `None` where nothing is hidden.
    """
    position, contract = state.standing(), state.contract
    if position is None or contract is None or contract.king is None or state.is_over:
        return None
    if _knows_sides(state, contract, seat, position):
        return None
    found = _excuse_trick(position, state.game.players)
    if found is None:
        return None
    owner, winner = found
    points = np.array(position.points, dtype=np.int32)
    own = own_side(contract)
    if owner != winner and (owner in own) == (winner in own):
        kept = DECK.values[EXCUSE] - 1
        points[owner] += kept
        points[winner] -= kept
    return points


def _knows_sides(state: "State", contract: Contract, seat: int, position: "Position") -> bool:
    """Whether a seat knows where the called king is, or was."""
    king = KING_OF[contract.king or ""]
    view = state.phases()[-1][0].table.view(seat)
    known = view.table.union(*view.hands, *view.laid)
    return king in known or any(action == king for _, action in position.history)


def _excuse_trick(position: "Position", players: int) -> tuple[int, int] | None:
    """Returns who played the excuse to a finished trick and who won it, before the last trick."""
    plays = position.history
    at = next((i for i, (_, action) in enumerate(plays) if action == EXCUSE), None)
    if at is None:
        return None
    following = (at // players + 1) * players
    if following > len(plays):
        return None
    # Who leads the next trick has won this one; nobody does after the last.
    winner = plays[following][0] if following < len(plays) else position.current_player
    return None if winner is None else (plays[at][0], winner)
