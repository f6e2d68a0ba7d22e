"""A play that is interrupted: a seat is asked something between two cards, and the play goes on."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ultimo.deals import Deal
from ultimo.games.whist import Whist, WhistOptions
from ultimo.phases import Phase, PhaseName, Play
from ultimo.state import State
from ultimo.terms import Terms

ASKED_BEFORE = (0, 2, 7)
"""Numbers of cards after which the seat to play is asked."""


class Asking(Whist):
    def make_calls(self) -> Iterable[str]:
        return ("well",)

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        play = super().first_phase(deal, terms)
        assert isinstance(play, Play)
        return AskingPlay(
            seat=play.seat, table=play.table, contract=play.contract, setup=play.setup
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingPlay(Play):
    asked: int = 0

    def interruption(self, game: Any, position: Any) -> Phase | None:  # noqa: ARG002
        if len(position.history) != (*ASKED_BEFORE, -1)[self.asked]:
            return None
        moves = tuple(action for _, action in position.history)
        play = replace(self, asked=self.asked + 1, moves=moves)
        return Asked(
            seat=position.current_player, table=self.table, contract=self.contract, play=play
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Phase):
    name: ClassVar[PhaseName] = "announce"

    play: Play

    def actions(self, game: Asking) -> tuple[int, ...]:
        return (game.action("well"),)

    def apply(self, game: Asking, action: int) -> Phase:  # noqa: ARG002
        return self.play


GAME = Asking(WhistOptions())


def test_seats_are_asked_in_between() -> None:
    state = GAME.start(seed=1)
    asked = []
    while not state.is_over:
        if state.phase == "announce":
            asked.append(len([a for _, a in state.history if a < 52]))
        state.apply(state.legal_actions()[0])
    assert tuple(asked) == ASKED_BEFORE
    assert len(state.history) == 52 + len(ASKED_BEFORE)
    assert state.position is not None
    assert len(state.position.history) == 52


def test_undo_and_copy_go_through_interruptions() -> None:
    def look(state: State) -> tuple[object, ...]:
        hands = [state.hand(seat) for seat in range(4)]
        return state.phase, state.current_player, state.trick, hands, state.legal_actions()

    state = GAME.start(seed=2)
    chooser = random.Random(2)
    seen = [look(state)]
    for _ in range(20):
        state.apply(chooser.choice(state.legal_actions()))
        seen.append(look(state))
        assert look(state.copy()) == seen[-1]
    while seen:
        assert look(state) == seen.pop()
        if seen:
            state.undo()
    assert state == GAME.start(seed=2)


def test_what_lies_on_the_table_is_seen_meanwhile() -> None:
    state = GAME.start(seed=3)
    while len(state.history) < 9 or state.phase != "announce":
        state.apply(state.legal_actions()[-1])
    # Seven cards are played: a trick, and three of the next one.
    assert len(state.trick) == 3
    for seat in range(4):
        seen = state.observation(seat)
        assert seen["played"].sum() == 7
        assert (seen["trick"] >= 0).sum() == 3
        assert (seen["last_trick"] >= 0).all()
        assert seen["tricks"].sum() == 1
        assert sorted(seen["hand_size"]) == [11, 11, 11, 12]
        assert seen["hand"].sum() == len(state.hand(seat)) == seen["hand_size"][seat]
    assert state.position is not None
    assert state.position.trick == state.trick
