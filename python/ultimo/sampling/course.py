"""What a seat saw of the play: which cards went from where to whom, and when."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ultimo.observation import in_play
from ultimo.phases import Play
from ultimo.sampling.steps import Place, Places

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.state import State

__all__ = ["FIRST_DECLARATION", "Course", "course_of"]

FIRST_DECLARATION = 12
"""The core's code of the first declaration: see `ultimo._core.PlayRules`."""
ALWAYS = -1
"""The time at which cards were dealt: before the first move, which has number 0."""


@dataclass(slots=True)
class Course:
    """The course of the play.

    Attributes:
        fixed: Cards whose place before the play the seat knows from the play.
        drawn: Who drew the card of a place, and with which move; those of others were not drawn.
        left: Which hand a card left first before all eyes, and with which move.
        held: Cards known to be in a hand now.
        shown: The first move before which another's hand was known to hold a card.
        barred: The moves that a seat could not have made if it had held a card: by card and seat,
            as the duties to follow suit, to trump and to beat say.
        figures: Figures that others declared: who, the cards that count, how many of them he had to
            hold, and which of them he held.
        moves: How many moves were made.
    """

    fixed: set[int] = field(default_factory=set)
    drawn: dict[Place, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, tuple[int, int]] = field(default_factory=dict)
    held: dict[int, int] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    barred: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    figures: list[tuple[int, frozenset[int], int, frozenset[int]]] = field(default_factory=list)
    moves: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing of where cards lay."""
        return not (self.left or self.held or self.drawn or self.barred)

    def fits(self, card: int, place: Place) -> bool:
        """Whether a card can have lain in a place when the play began."""
        owner, since = (
            (place[1], ALWAYS) if place[0] == "hand" else self.drawn.get(place, (None, 0))
        )
        seat, until = self.left.get(card, (self.held.get(card), self.moves))
        if seat is not None and (owner != seat or since >= min(until, self.shown.get(card, until))):
            return False
        if owner is None:
            return True
        return not any(since < move < until for move in self.barred.get((card, owner), ()))

    def show(self, hands: tuple[frozenset[int], ...], seat: int, move: int) -> None:
        """Notes the cards that others are known to hold before a move."""
        for owner, hand in enumerate(hands):
            if owner != seat:
                self.shown = {**dict.fromkeys(hand, move), **self.shown}


def course_of(state: "State", seat: int, places: Places) -> Course:
    """Goes through the play again as a seat saw it.

    Args:
        state: The deal.
        seat: Who saw it.
        places: Where the cards lay before the play.
    """
    course = Course()
    plays = [phase for phase, _ in state.phases() if isinstance(phase, Play)]
    standing = state.standing()
    if standing is None or not plays:
        return course
    table = state.phases()[-1][0].table
    play = replace(plays[-1], moves=(), table=table)
    if _note_plain(course, standing):
        known = _look(course, state, play, standing, seat=seat, places=places)
        course.held = {card: s for s, hand in enumerate(known) for card in hand}
        return course
    position = play.position(state.game)
    index = state.game.deck.index_by_code
    for move, (player, action) in enumerate(standing.history):
        course.show(_look(course, state, play, position, seat=seat, places=places), seat, move)
        stock = {index[code] for code in position.stock}
        held = {index[code] for code in position.hands[player]}
        if player != seat:
            for card in position.ruled_out(action):
                course.barred.setdefault((card, player), []).append(move)
            course.figures += _declared(position, player, action, held)
        position.play(action)
        now = {index[code] for code in position.stock}
        hands = [{index[code] for code in hand} for hand in position.hands]
        if action < state.game.deck.size:
            # A card that was exchanged, and drawn again since, left its first hand before.
            course.left.setdefault(action, (player, move))
        course.left.update((card, (player, move)) for card in held & now)
        view, _ = in_play(state.game, play, position, seat=seat, before=table.view(seat))
        for card in sorted(stock - now):
            owner = next((s for s, hand in enumerate(hands) if card in hand), None)
            # Who was given back a card that all had seen laid under the stock did not draw unseen.
            if owner is not None and card not in course.left:
                course.drawn[places[card]] = (owner, move)
                if card in view.hands[owner]:
                    course.fixed.add(card)
        course.moves = move + 1
    known = _look(course, state, play, position, seat=seat, places=places)
    course.held = {card: s for s, hand in enumerate(known) for card in hand}
    return course


def _note_plain(course: Course, position: "Position") -> bool:
    """Notes what was played and barred, if no card was drawn or turned up, and nothing declared."""
    shown = position.course()
    if shown is None:
        return False
    course.moves = len(position.history)
    for seat, (played, barred) in enumerate(zip(*shown, strict=True)):
        # It does not matter which moves these were: all cards were dealt before the first.
        course.left |= dict.fromkeys(played, (seat, course.moves))
        # A card may be barred that the seat had played before.
        course.barred |= {(card, seat): [0] for card in barred if card not in played}
    return True


def _declared(
    position: "Position", player: int, action: int, held: set[int]
) -> Iterator[tuple[int, frozenset[int], int, frozenset[int]]]:
    """Yields the figure that is declared by an action, if it declares one."""
    calls = position.rules.calls
    code = next((code for code, number in calls.items() if number == action), 0)
    if code >= FIRST_DECLARATION:
        figure = position.rules.spec.declarations[code - FIRST_DECLARATION]
        cards = frozenset(figure.cards)
        yield player, cards, figure.needed, cards & held


def _look(
    course: Course, state: "State", play: Play, position: "Position", *, seat: int, places: Places
) -> tuple[frozenset[int], ...]:
    view, _ = in_play(state.game, play, position, seat=seat, before=play.table.view(seat))
    open_now = view.table.union(*view.hands)
    course.fixed |= {card for card in open_now if places[card][0] == "pile"}
    course.fixed |= {card for card in view.table if places[card][0] == "talon"}
    return view.hands
