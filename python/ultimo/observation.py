"""What a seat may know of a deal, as arrays: its own cards, what was seen by all, what was said.

Nothing here depends on anything that the seat could not know: two deals that differ only in hidden
things have equal observations. Nothing is inferred either: that a seat did not follow suit shows
in the history, not as a void.

With `p` players, `c` cards in the deck, `a` actions, `b` bids, `s` suits and `k` actions so far
an observation holds:

====================  ===============  =======  ==================================================
field                 shape            dtype    meaning
====================  ===============  =======  ==================================================
`seat`                (p,)             bool     the seat that observes, one-hot
`dealer`              (p,)             bool     the dealer, one-hot
`phase`               (7,)             bool     the phase, one-hot, in the order of `PHASES`
`player`              (p,)             bool     the seat that is asked; none when over
`legal`               (a,)             bool     what the observer may do now; nothing if not asked
`hand`                (c,)             bool     its own hand
`hands`               (p, c)           bool     cards known to be in a hand, its own in full
`hand_size`           (p,)             int16    number of cards in each hand
`table`               (c,)             bool     cards face up on the table that are in no hand
`laid`                (p, c)           bool     cards known to have been laid away by a seat
`taken`               (p, c)           bool     cards that went openly into a hand before the play
                                                and may have been laid away since
`played`              (p, c)           bool     cards that a seat has played, the open trick too
`trick`               (p,)             int16    the card of each seat in the open trick, or -1
`last_trick`          (p,)             int16    the same of the last complete trick
`leader`              (p,)             bool     the seat that led or leads the open trick
`tricks`              (p,)             int16    tricks won
`points`              (p,)             int32    card points in tricks won, in units of the deck
`stock_size`          ()               int16    number of cards left in the talon or stock
`bid`                 (b,)             bool     the contract's bid, one-hot, once it is known
`declarer`            (p,)             bool     the declarer, one-hot, where the bid has one
`partner`             (p,)             bool     the partner, if the observer knows him
`trump`               (s + 1,)         bool     the trump suit in deck order; last: none (in play);
                                                nothing as long as it is open
`called`              (c,)             bool     the called card or king
`announced`           (n,)             bool     announcements, in the order of `announcements(g)`
`kontra`              (m,)             int16    levels, in the order of `objects(g)`
`history`             (k, 2)           int16    seat and action; the action is -1 if it was hidden
====================  ===============  =======  ==================================================

Some games add fields of their own, see `Declared.seen_more`.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.phases import PHASES, Play
from ultimo.table import Table, View

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.contracts import Contract
    from ultimo.game import Game
    from ultimo.state import State

__all__ = ["announcements", "contract_as_seen", "objects", "observe"]

Fields = dict[str, npt.NDArray[Any]]


@lru_cache(maxsize=64)
def announcements(game: "Game[Any]") -> tuple[str, ...]:
    """Returns all that can be announced in a game, in the order of the field `announced`."""
    return tuple(dict.fromkeys(a for bid in game.bids.values() for a in bid.announcements))


@lru_cache(maxsize=64)
def objects(game: "Game[Any]") -> tuple[str | int, ...]:
    """Returns all that can be doubled in a game, in the order of the field `kontra`."""
    return tuple(dict.fromkeys(o for bid in game.bids.values() for o in bid.objects))


def observe(state: "State", seat: int) -> Fields:
    """Returns what a seat may know.

    Args:
        state: The deal.
        seat: Who observes.

    Returns:
        New arrays by the names above.
    """
    phases = [phase for phase, _ in state.phases()]
    position = state.standing()
    table, game = phases[-1].table, state.game
    view = table.view(seat)
    played: list[list[int]] = [[] for _ in range(game.players)]
    # An interruption of the play adds to what is known at its beginning, and takes nothing away.
    play = next((phase for phase in reversed(phases) if isinstance(phase, Play)), None)
    if position is not None and play is not None:
        view, played = in_play(game, play, position, seat=seat, before=view)
    return {
        **_asked(state, seat),
        **_cards(game, seat, view, played),
        **_sizes(table, play, position),
        **_trick(game, position),
        **_contract(state, seat, frozenset(card for own in played for card in own)),
        "history": _history(state, seat),
        **game.seen_more(state, seat),
    }


def in_play(
    game: "Game[Any]", play: Play, position: "Position", *, seat: int, before: View
) -> tuple[View, list[list[int]]]:
    """What a seat knows in play, from what it knew before; and the cards that each has played."""
    index = game.deck.index_by_code
    played: list[list[int]] = [[] for _ in range(game.players)]
    for player, action in position.history:
        if action < game.deck.size:
            played[player].append(action)
    gone = frozenset(card for own in played for card in own)
    hands = [known - gone for known in before.hands]
    hands[seat] = frozenset(index[code] for code in position.hands[seat])
    view = View(hands=tuple(hands), table=before.table - gone, laid=before.laid, taken=before.taken)
    return game.seen_in_play(play, position, seat, view), played


def _asked(state: "State", seat: int) -> Fields:
    game = state.game
    asked = state.current_player
    legal = state.legal_mask() if asked == seat else np.zeros(game.num_actions, dtype=np.bool_)
    return {
        "seat": _one(game.players, seat),
        "dealer": _one(game.players, state.dealer),
        "phase": _one(len(PHASES), PHASES.index(state.phase)),
        "player": _one(game.players, asked),
        "legal": legal,
    }


def _cards(game: "Game[Any]", seat: int, view: View, played: list[list[int]]) -> Fields:
    size = game.deck.size
    return {
        "hand": _set(size, view.hands[seat]),
        "hands": np.stack([_set(size, cards) for cards in view.hands]),
        "table": _set(size, view.table),
        "laid": np.stack([_set(size, cards) for cards in view.laid]),
        "taken": np.stack([_set(size, cards) for cards in view.taken]),
        "played": np.stack([_set(size, cards) for cards in played]),
    }


def _sizes(table: Table, play: Play | None, position: "Position | None") -> Fields:
    stock = len(table.talon)
    if position is None or play is None:
        hands: list[int] = [len(hand) for hand in table.hands]
    else:
        hands = [len(hand) for hand in position.hands]
        stock = len(position.stock) if play.setup.stock else stock
    tricks = (0,) * table.seats if position is None else position.tricks
    points = (0,) * table.seats if position is None else position.points
    return {
        "hand_size": np.array(hands, dtype=np.int16),
        "stock_size": np.array(stock, dtype=np.int16),
        "tricks": np.array(tricks, dtype=np.int16),
        "points": np.array(points, dtype=np.int32),
    }


def _trick(game: "Game[Any]", position: "Position | None") -> Fields:
    found = {name: np.full(game.players, -1, dtype=np.int16) for name in ("trick", "last_trick")}
    leader = None
    if position is not None:
        index = game.deck.index_by_code
        for name, cards in (("trick", position.trick), ("last_trick", position.last_trick)):
            for seat, code in cards:
                found[name][seat] = index[code]
        leader = position.leader
    return {**found, "leader": _one(game.players, leader)}


def contract_as_seen(state: "State", seat: int) -> "Contract | None":
    """Returns the contract as a seat knows it: without a partner who has not shown himself."""
    position = state.standing()
    done = () if position is None else position.history
    return _as_seen(
        state, seat, frozenset(action for _, action in done if action < state.game.deck.size)
    )


def _as_seen(state: "State", seat: int, played: frozenset[int]) -> "Contract | None":
    contract = state.contract
    return None if contract is None else state.game.seen_contract(contract, seat, played)


def _contract(state: "State", seat: int, played: frozenset[int]) -> Fields:
    game = state.game
    suits = game.deck.suits
    bids = list(game.bids)
    found: Fields = {
        "bid": _one(len(bids), None),
        "declarer": _one(game.players, None),
        "partner": _one(game.players, None),
        "trump": _one(len(suits) + 1, None),
        "called": _set(game.deck.size, ()),
        "announced": _one(len(announcements(game)), None),
        "kontra": np.zeros(len(objects(game)), dtype=np.int16),
    }
    seen = _as_seen(state, seat, played)
    if seen is None:
        return found
    bid = game.bids[seen.bid]
    found["bid"][bids.index(seen.bid)] = True
    if bid.has_declarer:
        found["declarer"][seen.declarer] = True
    if seen.partner is not None:
        found["partner"][seen.partner] = True
    if (trump := _trump(state, seen)) is not None:
        found["trump"][trump] = True
    called = seen.called if seen.king is None else f"{seen.king}K"
    if called is not None:
        found["called"][game.deck.index_by_code[called]] = True
    for number, name in enumerate(announcements(game)):
        found["announced"][number] = name in seen.announced
    for number, doubled in enumerate(objects(game)):
        found["kontra"][number] = seen.level(doubled)
    return found


def _trump(state: "State", contract: "Contract") -> int | None:
    """Returns where trump is marked, `None` if nothing is: it may be open."""
    game, position = state.game, state.standing()
    suits = game.deck.suits
    if position is None:
        return None if contract.trump is None else suits.index(contract.trump)
    if position.trump is None:
        return None if game.trump_is_open(contract) else len(suits)
    # Lanes stand in the order of the deck's suits.
    return position.trump


def _history(state: "State", seat: int) -> npt.NDArray[np.int16]:
    said = np.full((len(state.history), 2), -1, dtype=np.int16)
    for number, (player, action, is_seen) in enumerate(state.seen_history(seat)):
        said[number] = player, action if is_seen else -1
    return said


def _one(size: int, at: int | None) -> npt.NDArray[np.bool_]:
    found = np.zeros(size, dtype=np.bool_)
    if at is not None:
        found[at] = True
    return found


def _set(size: int, cards: Any) -> npt.NDArray[np.bool_]:  # noqa: ANN401 - any ints
    found = np.zeros(size, dtype=np.bool_)
    found[list(cards)] = True
    return found
