"""What a seat knows of a round: which deals can have led to what it has seen.

All that moves in a round lies on the open table before or after, so that a card whose place is not
known still is where it was dealt. Hidden are the hands, but for cards that came from the table or
go there; the rest pile; and in which order the three cards of the table were dealt, which nobody
saw. A hand that would have ended the round can have been nobody's.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ultimo import plan
from ultimo.games.hosn_owe.round import Choice
from ultimo.sampling.rows import Direct, deal_columns

if TYPE_CHECKING:
    from ultimo.sampling.steps import Place
    from ultimo.state import State

__all__ = ["direct_of"]

HAND = 3
BLITZ = 62
"""The doubled value from which on a hand ends the round."""

Cards = frozenset[int]


def direct_of(state: "State", seat: int) -> Direct:
    """Returns what the core is told to draw the deals that a seat thinks possible."""
    seen = _Seen.of(state, seat)
    size = state.game.deck.size
    columns = deal_columns(state, size)
    groups = list(_groups(columns, seen.dealt))
    open_hands = [] if seen.is_settled else [_true_hand(state, s) for s in _others(state, seat)]
    checked = [columns[place][:HAND] for place in open_hands]
    rest = [columns["hand", s] for s in range(state.game.players)]
    hands = [plan.RowHand(columns=(), slots=tuple(own), cards=(), without=()) for own in checked]
    hands += [
        plan.RowHand(columns=tuple(own), slots=tuple(own), cards=(), without=()) for own in rest
    ]
    spec = plan.WorldsSpec(
        deck_size=size,
        cases=(_case(groups, seen),),
        row=tuple(range(size)),
        hands=tuple(hands),
        seats=len(checked),
        void=tuple(_void(state, seat)) if checked else (),
    )
    return Direct(spec, columns, ())


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a seat has seen.

    Attributes:
        dealt: The card of each column.
        known: The cards whose place in the deal it knows, but for the order of three.
        is_settled: No hand can still be one that ends the round: all are shown, or none is looked
            at before the dealer has chosen.
    """

    dealt: tuple[int, ...]
    known: Cards
    is_settled: bool

    @classmethod
    def of(cls, state: "State", seat: int) -> "_Seen":
        index = state.game.deck.index_by_code
        deal = state.deal
        codes = [code for hand in deal.hands for code in hand] + list(deal.talon)
        dealt = tuple(index[code] for code in codes)
        phases = [phase for phase, _ in state.phases()]
        known = set(_dealt_to(state, ("hand", seat)))
        if _true_hand(state, seat) != ("hand", seat):
            known |= _dealt_to(state, ("talon",))
        for phase in phases:
            if not isinstance(phase, Choice):
                known |= set(phase.table.talon[:HAND])
        is_chosen = not isinstance(phases[-1], Choice)
        if state.is_over:
            known |= {card for hand in phases[-1].table.hands for card in hand}
        return cls(dealt, frozenset(known), state.is_over or not is_chosen)


def _others(state: "State", seat: int) -> list[int]:
    return [s for s, hand in enumerate(state.deal.hands) if hand and s != seat]


def _true_hand(state: "State", seat: int) -> "Place":
    """Where the cards were dealt that a seat began with: those under a hand that was rejected."""
    is_rejected = state.history[:1] == [(state.dealer, state.game.action("reject"))]
    return ("talon",) if is_rejected and seat == state.dealer else ("hand", seat)


def _dealt_to(state: "State", place: "Place") -> set[int]:
    """The first three cards that were dealt to a place."""
    index = state.game.deck.index_by_code
    codes = state.deal.talon if place == ("talon",) else state.deal.hands[place[1]]
    return {index[code] for code in codes[:HAND]}


def _groups(columns: Any, dealt: tuple[int, ...]) -> Iterator[tuple[range, bool, Cards]]:  # noqa: ANN401
    """Yields columns that are alike: which, whether they are a hand, and their cards."""
    for place, own in columns.items():
        is_hand = place[0] == "hand"
        # The table is laid and renewed by threes.
        for first in range(own.start, own.stop, len(own) if is_hand else HAND):
            part = range(first, own.stop if is_hand else min(first + HAND, own.stop))
            yield part, is_hand, frozenset(dealt[column] for column in part)


def _case(groups: Iterable[tuple[range, bool, Cards]], seen: _Seen) -> plan.Case:
    """Says which cards may lie in which columns."""
    slots, kinds, free = [], [], []
    unknown: list[int] = []
    for number, (columns, is_hand, cards) in enumerate(groups):
        slots.append(plan.Slots(slots=tuple(columns), is_hand=is_hand))
        if known := cards & seen.known:
            kinds.append(plan.CardKind(cards=tuple(sorted(known)), groups=(number,)))
        if hidden := cards - seen.known:
            unknown += hidden
            free.append(number)
    if unknown:
        kinds.append(plan.CardKind(cards=tuple(sorted(unknown)), groups=tuple(free)))
    return plan.Case(groups=tuple(slots), kinds=tuple(kinds))


def _void(state: "State", seat: int) -> Iterator[plan.Void]:
    """Yields what nobody else can have been dealt, since the round went on."""
    endings = _endings(state.game)
    forbidden = set(endings)
    phases = [phase for phase, _ in state.phases()]
    dealt = {s: frozenset(_dealt_to(state, _true_hand(state, s))) for s in _others(state, seat)}
    gone: dict[int, Cards] = dict.fromkeys(dealt, frozenset())
    for number, (player, _) in enumerate(state.history[1:], start=1):
        if player not in gone:
            continue
        hand = phases[number + 1].table.hands[player]
        gone[player] |= dealt[player] - hand
        # What it took from the table, as all saw; the rest of its hand is hidden.
        taken = hand - (dealt[player] - gone[player])
        if taken:
            forbidden |= {(ending - taken) | gone[player] for ending in endings if taken <= ending}
    for cards in sorted(map(sorted, forbidden)):
        if len(cards) == HAND:
            yield plan.Void(cards=tuple(cards), equals=tuple(cards))


@lru_cache(maxsize=64)
def _endings(game: Any) -> frozenset[Cards]:  # noqa: ANN401 - HosnOwe, which imports this
    """The hands that end a round."""
    from ultimo._core import rank_hand

    rule = game.hand_rule
    return frozenset(
        frozenset(hand)
        for hand in combinations(range(game.deck.size), HAND)
        if rank_hand(rule, hand)[0] >= BLITZ
    )
