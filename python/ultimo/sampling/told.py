"""Where unknown cards can lie if all were told how many of some sets of them seats hold whole."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ultimo import plan
from ultimo.phases import HeldSets
from ultimo.sampling.rows import Bound, slots_case
from ultimo.sampling.steps import Place

__all__ = ["told_cases"]

Allowed = Mapping[int, frozenset[Place]]


def told_cases(
    slots: Sequence[Place],
    allowed: Allowed,
    known: Mapping[int, Place],
    *,
    told: Sequence[HeldSets],
    bounds: Sequence[Bound] = (),
) -> tuple[plan.Case, ...]:
    """Returns a case for each way in which the sets can be held, as the seats have told.

    Args:
        slots: The places of the unknown cards.
        allowed: Where each of them can lie.
        known: Where the others lie.
        told: What was told.
        bounds: What else must hold of the unknown cards.
    """
    return tuple(
        case
        for holders in _holders(told)
        if (case := _case(slots, allowed, known, holders=holders, bounds=bounds)) is not None
    )


def _holders(told: Sequence[HeldSets]) -> Iterator[dict[frozenset[int], dict[int, bool]]]:
    """Yields for each set which of the seats that told of it holds it whole."""
    seats: dict[frozenset[int], list[int]] = {}
    for of in told:
        for cards in of.sets:
            seats.setdefault(cards, []).append(of.seat)
    # A set lies whole with one seat at most.
    for chosen in product(*([None, *own] for own in seats.values())):
        held = dict(zip(seats, chosen, strict=True))
        if all(sum(held[cards] == of.seat for cards in of.sets) == of.count for of in told):
            yield {cards: {s: held[cards] == s for s in own} for cards, own in seats.items()}


def _case(
    slots: Sequence[Place],
    allowed: Allowed,
    known: Mapping[int, Place],
    *,
    holders: Mapping[frozenset[int], Mapping[int, bool]],
    bounds: Sequence[Bound],
) -> plan.Case | None:
    """Returns the case of some holders; `None` if there are no such worlds."""
    fits = dict(allowed)
    apart: list[tuple[Place, frozenset[int]]] = []
    for cards, by_seat in holders.items():
        for seat, is_whole in by_seat.items():
            hand: Place = ("hand", seat)
            is_elsewhere = any(known.get(card, hand) != hand for card in cards)
            left = frozenset(card for card in cards if card in allowed)
            if is_whole:
                if is_elsewhere:
                    return None
                fits |= {card: fits[card] & {hand} for card in left}
            elif not is_elsewhere:
                if not left:
                    return None
                apart.append((hand, left))
    for hand, left in apart:
        if len(left) == 1:
            fits |= {card: fits[card] - {hand} for card in left}
    split = [(hand, left, 0, len(left) - 1) for hand, left in apart if len(left) > 1]
    return slots_case(slots, fits, [*bounds, *split])
