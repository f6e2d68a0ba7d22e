"""How rows of worlds are laid out and read, and what is asked of a state before any are drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ultimo import plan
from ultimo.deals import Deal, row_of
from ultimo.phases import HeldSets, Play
from ultimo.sampling.course import FIRST_DECLARATION
from ultimo.sampling.steps import Place, hand_of, is_ordered

if TYPE_CHECKING:
    from ultimo.state import State

__all__ = [
    "Bound",
    "Direct",
    "deal_columns",
    "declarations",
    "row_of_world",
    "slots_case",
    "told_sets",
    "unordered",
    "void_of",
]


@dataclass(frozen=True, slots=True)
class Direct:
    """What the core is told, and how its rows are read.

    Attributes:
        spec: What worlds are made of.
        columns: The columns of each place of a deal.
        secret: The actions, by number, that the seat did not see: cards laid away.
    """

    spec: plan.WorldsSpec | plan.TrailsSpec
    columns: Mapping[Place, range]
    secret: tuple[int, ...]

    def deal(self, state: "State", row: list[int]) -> Deal:
        """Returns the deal of a row, as `state` was dealt."""
        codes = state.game.deck.codes
        deal = state.deal

        def at(place: Place) -> tuple[str, ...]:
            return tuple(codes[row[column]] for column in self.columns[place])

        hands = tuple(
            tuple(codes[card] for card in sorted(row[c] for c in self.columns["hand", seat]))
            for seat in range(state.game.players)
        )
        piles = tuple(
            tuple(at(("pile", seat, number)) for number in range(len(own)))
            for seat, own in enumerate(deal.piles)
        )
        first: tuple[str, ...] = ()
        decides = state.game.layout(state.terms).first
        if deal.first and decides is not None:
            seat, _ = decides
            own = self.columns["hand", seat][: len(deal.first)]
            first = tuple(codes[card] for card in sorted(row[column] for column in own))
        return Deal(hands, at(("talon",)), piles, deal.turned, first)


def declarations(state: "State") -> frozenset[int]:
    """Returns the actions of the play that declare a figure."""
    standing = state.standing()
    if standing is None:
        return frozenset()
    calls = standing.rules.calls.items()
    return frozenset(action for code, action in calls if code >= FIRST_DECLARATION)


def deal_columns(state: "State", size: int) -> dict[Place, range]:
    """Returns the columns of a row by place: hands, talon, piles, and what was not dealt."""
    deal = state.deal
    sizes: list[tuple[Place, int]] = [
        (("hand", seat), len(hand)) for seat, hand in enumerate(deal.hands)
    ]
    after = len(sizes) if state.talon_after is None else state.talon_after + 1
    sizes.insert(after, (("talon",), len(deal.talon)))
    for seat, own in enumerate(deal.piles):
        sizes += [(("pile", seat, number), len(pile)) for number, pile in enumerate(own)]
    found, at = {}, 0
    for place, count in sizes:
        found[place] = range(at, at + count)
        at += count
    found["out",] = range(at, size)
    return found


def unordered(state: "State") -> range | None:
    """Returns the columns of a talon that was part of a hand: they ascend, like those of hands."""
    if state.talon_after is None:
        return None
    return deal_columns(state, state.game.deck.size)["talon",]


def row_of_world(state: "State", deal: Deal) -> list[int]:
    """Returns the deal of a world as a row, laid out as `state` was dealt."""
    game = state.game
    if state.talon_after is None:
        return row_of(deal, game.deck, game.layout(state.terms))
    index = game.deck.index_by_code
    hands = [sorted(index[code] for code in hand) for hand in deal.hands]
    hands.insert(state.talon_after + 1, sorted(index[code] for code in deal.talon))
    return [card for own in hands for card in own]


def told_sets(state: "State") -> tuple[HeldSets, ...]:
    """Returns what all were told of sets of cards that seats held when play began."""
    phase, position = state.phases()[-1]
    if position is None or not isinstance(phase, Play):
        return ()
    return tuple(state.game.told_sets(phase, position))


def void_of(state: "State") -> tuple[plan.Void, ...]:
    """Returns what makes a deal void, if it is a whole one."""
    game, layout = state.game, state.game.layout(state.terms)
    sizes = tuple(map(len, state.deal.hands)), len(state.deal.talon)
    is_whole = sizes == (layout.hands, layout.talon)
    return tuple(game.deal_spec(state.terms).void) if is_whole else ()


Bound: TypeAlias = tuple[Place, frozenset[int], int, int]
"""A place, some cards, and how many of these lie there at least and at most."""


def slots_case(
    slots: Sequence[Place], allowed: Mapping[int, frozenset[Place]], bounds: Sequence[Bound] = ()
) -> plan.Case:
    """Says which cards may lie in which slots."""
    groups: dict[Place, list[int]] = {}
    for slot, place in enumerate(slots):
        groups.setdefault(place, []).append(slot)
    number = {place: at for at, place in enumerate(groups)}
    bounds = [bound for bound in bounds if bound[0] in number]
    kinds: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
    for card, at in sorted(allowed.items()):
        fits = tuple(sorted(number[place] for place in at if place in number))
        weights = tuple(int(card in cards) for _, cards, _, _ in bounds)
        kinds.setdefault((fits, weights), []).append(card)
    return plan.Case(
        groups=tuple(
            plan.Slots(slots=tuple(own), is_hand=not is_ordered(place))
            for place, own in groups.items()
        ),
        kinds=tuple(plan.CardKind(cards=tuple(c), groups=fits) for (fits, _), c in kinds.items()),
        sums=tuple(
            plan.Weighing(
                groups=(number[place],),
                weights=tuple(weights[at] for _, weights in kinds),
                at_least=least,
                at_most=most,
            )
            for at, (place, _, least, most) in enumerate(bounds)
        ),
        seats=tuple(map(hand_of, groups)),
    )
