"""What a seat knows of where the cards lay before the play, and of the steps that led there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ultimo.sampling.course import course_of
from ultimo.sampling.steps import Place, Places, Step, knows, places_of, steps_of

if TYPE_CHECKING:
    from ultimo.state import State

__all__ = ["Knowledge", "knowledge_of"]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows.

    Attributes:
        seat: Who knows it.
        size: Number of cards in the deck.
        steps: What the table went through before the play, as the seat saw it.
        places: Where the cards lay before the play. Of those not known only the places are told,
            not which card lay where.
        cards: The cards whose place before the play it knows.
        allowed: For each other card the places where it can have lain: by all that was seen card
            by card.
        loose: The same by what was seen before the play alone.
        bounds: How many of some of these cards can have lain in a hand, as figures showed that
            were declared: the place, the cards, at least, at most.
    """

    seat: int
    size: int
    steps: list[Step]
    places: Places
    cards: frozenset[int]
    allowed: Mapping[int, frozenset[Place]]
    loose: Mapping[int, frozenset[Place]]
    bounds: tuple[tuple[Place, frozenset[int], int, int], ...] = ()

    def with_card(self, card: int, places: frozenset[Place]) -> "Knowledge":
        """The same where a card can have lain only in some places."""
        return replace(self, allowed={**self.allowed, card: places})


def knowledge_of(state: "State", seat: int) -> Knowledge:
    """Gathers what a seat knows."""
    game = state.game
    size = game.deck.size
    phases = [phase for phase, _ in state.phases()]
    dealt = game.table(state.deal, **state.terms.to_dict())
    tables = [dealt, *(phase.table for phase in phases)]
    steps, possible = steps_of(tables, seat, size)
    places = places_of(tables[-1], size)
    course = course_of(state, seat, places)
    known = knows(tables[-1], seat) | course.fixed
    unknown = [card for card in range(size) if card not in known]
    free = frozenset(places[card] for card in unknown)
    loose = {card: possible[card] & free for card in unknown}
    allowed = loose
    if not course.is_empty:
        allowed = {
            card: frozenset(place for place in at if course.fits(card, place))
            for card, at in loose.items()
        }
    bounds = []
    for owner, cards, needed, held in course.figures:
        # Cards of the figure that are still unknown have never left the hand.
        hidden = cards & allowed.keys()
        if (least := needed - len(held - hidden)) > 0:
            bounds.append((("hand", owner), hidden, least, len(hidden)))
    return Knowledge(seat, size, steps, places, frozenset(known), allowed, loose, tuple(bounds))
