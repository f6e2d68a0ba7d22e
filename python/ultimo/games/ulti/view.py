"""What the seats see of a deal of ulti beyond what all games show."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.games.ulti.auction import Answer, LayTalon, Speak
from ultimo.games.ulti.cards import PAIRS
from ultimo.phases import HeldSets, Phase, Play
from ultimo.table import View

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.games.ulti.game import Ulti
    from ultimo.state import State

__all__ = ["open_hand", "row_values", "seen_more", "told_of_hand", "told_sets"]

UNKNOWN = -1


def open_hand(view: View, declarer: int, hand: frozenset[int]) -> View:
    """Adds the declarer's hand, which lies open, to a view."""
    hands = (*view.hands[:declarer], view.hands[declarer] | hand, *view.hands[declarer + 1 :])
    return replace(view, hands=hands)


def seen_more(game: "Ulti", state: "State") -> Mapping[str, npt.NDArray[Any]]:
    """Returns what all seats know: where the auction stands, and the marriages that were told.

    - `floor`: shape (), int16: the least bid value allowed, 0 after the auction;
    - `standing`: shape (bids,), bool: the bid that stands in the auction, one-hot, if any;
    - `holder`: shape (players,), bool: who laid the talon down, or has it in hand, one-hot;
    - `marriages`: shape (players, 2), int16: how many twenties and forties each seat held when
      play began; -1 as long as that is not known.
    """
    phase, position = state.phases()[-1]
    standing = np.zeros(len(game.kinds), dtype=np.bool_)
    holder = np.zeros(game.players, dtype=np.bool_)
    floor = 0
    if isinstance(phase, (LayTalon, Speak, Answer)):
        floor = phase.course.floor
        holder[phase.course.holder] = True
        if phase.course.standing is not None:
            standing[game.kinds.index(phase.course.standing)] = True
    told = np.full((game.players, 2), UNKNOWN, dtype=np.int16)
    if position is not None and isinstance(phase, Play):
        _tell(game, phase, position, told)
    return {
        "floor": np.array(floor, dtype=np.int16),
        "standing": standing,
        "holder": holder,
        "marriages": told,
    }


def _tell(game: "Ulti", phase: Play, position: "Position", told: npt.NDArray[np.int16]) -> None:
    """Fills in what the seats that have played a card have told."""
    for number, held in enumerate(told_sets(game, phase, position)):
        told[held.seat, number % 2] = held.count


def told_sets(game: "Ulti", phase: Play, position: "Position") -> Iterator[HeldSets]:
    """Yields how many twenties and then how many forties each seat held that has played a card."""
    for seat in sorted({player for player, _ in position.history}):
        hand = frozenset(phase.setup.hands[seat])
        for sets, count in _marriages(game, phase.contract, hand):
            yield HeldSets(seat, sets, count)


def told_of_hand(game: "Ulti", contract: Contract, hand: Collection[int]) -> list[int]:
    """Returns how many twenties and forties a seat tells, plus 1 each; zeros if it tells none."""
    told = [count + 1 for _, count in _marriages(game, contract, frozenset(hand))]
    return told or [0, 0]


def _marriages(
    game: "Ulti", contract: Contract, hand: frozenset[int]
) -> Iterator[tuple[tuple[frozenset[int], ...], int]]:
    """Yields the twenties and how many of them a hand holds, and the same of the forty."""
    trump = contract.trump
    if trump is None or game.options.marriage_public == "hidden":
        return
    pairs = {suit: frozenset(pair) for suit, pair in PAIRS.items()}
    twenties = tuple(pair for suit, pair in pairs.items() if suit != trump)
    for sets in (twenties, (pairs[trump],)):
        yield sets, sum(pair <= hand for pair in sets)


def row_values(game: "Ulti", phase: Phase) -> dict[str, list[int]]:
    """Returns where the auction stands: `floor`, `standing`, `holder` as `seen_more` has them."""
    if not isinstance(phase, (LayTalon, Speak, Answer)):
        return {}
    course = phase.course
    standing = None if course.standing is None else course.standing.id
    return {
        "floor": [course.floor],
        "standing": [int(kind.id == standing) for kind in game.kinds],
        "holder": [int(seat == course.holder) for seat in range(game.players)],
    }
