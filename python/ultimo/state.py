"""The whole game of one deal, from the auction to the score."""

from dataclasses import dataclass
from difflib import get_close_matches
from operator import index
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from ultimo.checks import brief, seat_of
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.documents import read_document, write_document
from ultimo.errors import IllegalActionError, NotationError, UltimoError
from ultimo.game import Game
from ultimo.phases import Over, Phase, PhaseName, Play, Redeal
from ultimo.sampled import Sampled
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position

__all__ = ["State"]

FORMAT = "ultimo.state"
MAX_HISTORY = 10_000


@dataclass(slots=True)
class Frame:
    """A phase that was entered, and in play the position it has reached."""

    phase: Phase
    position: "Position | None" = None


class State(Sampled):
    """One deal of a game: who decides what, what has been done, and what came of it.

    A state is changed by `apply` and `undo` alone; an action that it rejects leaves it as it was.
    Two states are equal if the game, the deal, its terms and the history are.

    Args:
        game: The game.
        deal: The deal.
        terms: Who deals, and what else the match lays down.

    Raises:
        DealError: The deal does not fit the game.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, game: Game[Any], deal: Deal, terms: Terms) -> None:
        self._game = game
        self._deal = game.check_deal(deal, **terms.to_dict())
        self._terms = terms
        self._history: list[tuple[int, int]] = []
        self._depths: list[int] = []
        self._frames: list[Frame] = []
        # The frames of plays, by number: nothing else changes.
        self._plays: list[int] = []
        self._enter(self._framed(self._begin()))

    @property
    def talon_after(self) -> int | None:
        """The seat after whose hand the talon stands in a row; `None`: after all hands."""
        return None

    def has_row(self) -> bool:
        """Whether the deal is a whole one, as rows of `Game.deals` are."""
        layout = self._game.layout(self._terms)
        piles = tuple(tuple(map(len, own)) for own in self._deal.piles) or layout.piles
        hands = list(map(len, self._deal.hands))
        talon = len(self._deal.talon)
        if self.talon_after is not None:
            hands[self.talon_after] += talon
            talon = 0
        return (tuple(hands), talon, piles) == (layout.hands, layout.talon, layout.piles)

    def _begin(self) -> Phase:
        """Returns the phase in which the deal begins."""
        return self._game.first_phase(self._deal, self._terms)

    def with_deal(self, deal: Deal) -> "State":
        """Returns a state at the beginning of another deal under the same terms.

        Raises:
            DealError: The deal does not fit the game.
        """
        return State(self._game, deal, self._terms)

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self._game

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self._deal

    @property
    def terms(self) -> Terms:
        """Who deals, and what else the match lays down."""
        return self._terms

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self._terms.dealer

    @property
    def phase(self) -> PhaseName:
        """What is decided now: `"auction"`, `"talon"`, `"discard"`, `"announce"`, `"kontra"`,
        `"play"` or `"over"`.
        """  # noqa: D205 - one sentence
        return "over" if self.is_over else self._frames[-1].phase.name

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        frame = self._frames[-1]
        return isinstance(frame.phase, Over) or (
            frame.position is not None and frame.position.is_over
        )

    @property
    def redeal(self) -> Redeal | None:
        """Who deals again when the deal turned out void: nothing was played or scored."""
        phase = self._frames[-1].phase
        return phase.redeal if isinstance(phase, Over) else None

    @property
    def current_player(self) -> int | None:
        """The seat that is asked, or `None` when the deal is over."""
        frame = self._frames[-1]
        if frame.position is not None:
            return frame.position.current_player
        return None if self.is_over else frame.phase.seat

    @property
    def contract(self) -> Contract | None:
        """What is played for, as far as it is settled; `None` before the auction's end."""
        return self._frames[-1].phase.contract

    @property
    def history(self) -> list[tuple[int, int]]:
        """What was done: the seat and its action."""
        return list(self._history)

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The open trick in the order played: seat and code; also while the play is interrupted."""
        position = self.standing()
        return [] if position is None else position.trick

    @property
    def position(self) -> "Position | None":
        """The play with all cards known, as a copy; `None` before and where none is.

        While the play is interrupted it stands as it was left.
        """
        position = self.standing()
        return None if position is None else position.copy()

    def hand(self, seat: int) -> tuple[str, ...]:
        """Returns the cards that a seat has in hand now, in deck order."""
        seat = seat_of(seat, self._game.players)
        position = self.standing()
        if position is not None:
            return position.hands[seat]
        return self._game.deck.names(self._frames[-1].phase.table.hands[seat])

    def legal_actions(self) -> list[int]:
        """Returns the actions that the rules allow now, ascending; empty when over."""
        frame = self._frames[-1]
        if frame.position is not None:
            return frame.position.legal_actions()
        return list(frame.phase.actions(self._game))

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Marks the legal actions: shape (num_actions,), bool, a new array."""
        mask = np.zeros(self._game.num_actions, dtype=np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def returns(self) -> npt.NDArray[np.float64]:
        """Returns the game points: shape (players,), float64, zeros until the deal is over."""
        frame = self._frames[-1]
        if frame.position is not None:
            return frame.position.returns()
        if isinstance(frame.phase, Over):
            return np.array(frame.phase.scores, dtype=np.float64)
        return np.zeros(self._game.players)

    def apply(self, action: SupportsIndex | str) -> None:
        """Does an action.

        Args:
            action: Its number or name; a card in any usual spelling.

        Raises:
            IllegalActionError: The rules forbid it, `code` says by which one. The state is as it
                was before.
        """
        is_plain = type(action) is int and 0 <= action < len(self._game.action_names)
        number = cast("int", action) if is_plain else self._number(action)
        frame = self._frames[-1]
        position = frame.position
        seat = self.current_player if position is None else position.current_player
        if seat is None:
            message = f"{self._named(number)} cannot be done: the deal is over"
            raise IllegalActionError(message, code="deal_over")
        depth = len(self._frames)
        if position is not None and isinstance(frame.phase, Play):
            position.play(number)
            if not position.is_over:
                try:
                    between = frame.phase.interruption(self._game, position)
                    following = None if between is None else self._framed(between)
                except BaseException:
                    position.undo()
                    raise
                if following is not None:
                    self._enter(following)
        else:
            self._check(frame.phase, seat, number)
            self._enter(self._framed(frame.phase.apply(self._game, number)))
        self._history.append((seat, number))
        self._depths.append(depth)

    def undo(self) -> tuple[int, int]:
        """Takes the last action back, and returns it with its seat.

        Raises:
            IllegalActionError: Nothing has been done yet.
        """
        if not self._history:
            message = "nothing can be undone: the deal has just begun"
            raise IllegalActionError(message, code="nothing_to_undo")
        del self._frames[self._depths.pop() :]
        while self._plays and self._plays[-1] >= len(self._frames):
            self._plays.pop()
        position = self._frames[-1].position
        if position is not None:
            position.undo()
        return self._history.pop()

    def copy(self) -> Self:
        """Returns a state of its own that is equal to this one."""
        other = object.__new__(type(self))
        other._game, other._deal, other._terms = self._game, self._deal, self._terms
        other._history, other._depths = self._history[:], self._depths[:]
        other._frames, other._plays = self._frames[:], self._plays[:]
        for number in self._plays:
            frame = self._frames[number]
            if frame.position is not None:
                other._frames[number] = Frame(frame.phase, frame.position.copy())
        return other

    def observation(self, seat: int) -> dict[str, npt.NDArray[Any]]:
        """Returns what a seat may know, as arrays; see `ultimo.observation` for every field."""
        from ultimo.observation import observe

        return observe(self, seat_of(seat, self._game.players))

    def standing(self) -> "Position | None":
        """Returns the play as it stands, not a copy, also while it is interrupted; or `None`."""
        return next((f.position for f in reversed(self._frames) if f.position is not None), None)

    def phases(self) -> list[tuple[Phase, "Position | None"]]:
        """Returns the phases gone through, the present one last, with the positions of plays."""
        return [(frame.phase, frame.position) for frame in self._frames]

    def depths(self) -> list[int]:
        """Returns for each action how many of `phases()` had been entered before it."""
        return self._depths[:]

    def seen_history(self, seat: int) -> list[tuple[int, int, bool]]:
        """Returns what was done as a seat saw it: seat, action, and whether it saw the action."""
        seen = []
        for (player, action), depth in zip(self._history, self._depths, strict=True):
            phase = self._frames[depth - 1].phase
            is_seen = (
                player == seat or isinstance(phase, Play) or phase.is_seen(self._game, action, seat)
            )
            seen.append((player, action, is_seen))
        return seen

    def to_json(self) -> str:
        """Returns the deal and all that was done as JSON text."""
        names = {"game": self._game.name, "options": self._game.options.values()}
        return write_document(FORMAT, names | self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Returns the deal, its terms and what was done, as JSON has them, but not the game."""
        return {
            "deal": self._deal.to_dict(),
            "terms": self._terms.to_dict(),
            "history": [self._game.action_names[action] for _, action in self._history],
        }

    @classmethod
    def from_json(cls, text: str | bytes) -> "State":
        """Makes a state from JSON text, by doing again what was done.

        Raises:
            UltimoError: The text is no JSON or no state, or its options, deal or actions are not
                those of its game.
        """
        return cls.from_dict(read_document(FORMAT, text, NotationError))

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> "State":
        """Makes a state from the content of its JSON document.

        Raises:
            UltimoError: As `from_json`.
        """
        from ultimo.games import game_from_document

        game = game_from_document(found)
        history = found.get("history", [])
        terms = found.get("terms", {})
        if not isinstance(history, list) or len(history) > MAX_HISTORY:
            message = f"history is a list of at most {MAX_HISTORY} actions"
            raise NotationError(message, code="bad_fields")
        if not isinstance(terms, dict):
            raise NotationError("terms are an object", code="bad_fields")
        state = cls(game, Deal.from_dict(found.get("deal")), game.terms(**terms))
        for number, action in enumerate(history):
            try:
                state.apply(action)
            except UltimoError as fault:
                fault.args = (f"history, action {number}: {fault}",)
                raise
        return state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self._game, self._terms, self._history, self._deal) == (
            other._game,
            other._terms,
            other._history,
            other._deal,
        )

    def __repr__(self) -> str:
        who = "" if self.is_over else f", seat {self.current_player}"
        return f"<{self._game.name} {self.phase}{who}, {len(self._history)} actions>"

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        actions = tuple(action for _, action in self._history)
        return _replayed, (self._game, self._deal, self._terms, actions)

    def _framed(self, phase: Phase) -> list[Frame]:
        """Returns the frames that a phase opens: a play may be interrupted before it begins."""
        if not isinstance(phase, Play):
            return [Frame(phase)]
        position = phase.position(self._game)
        between = None if position.is_over else phase.interruption(self._game, position)
        return [Frame(phase, position), *([] if between is None else self._framed(between))]

    def _enter(self, frames: list[Frame]) -> None:
        first = len(self._frames)
        self._frames += frames
        self._plays += [first + at for at, frame in enumerate(frames) if frame.position is not None]

    def _number(self, action: object) -> int:
        """Returns the number of an action given by number or name."""
        names = self._game.action_names
        if isinstance(action, str):
            try:
                return self._game.action(action)
            except KeyError:
                pass
            try:
                return self._game.deck.index(action)
            except NotationError:
                near = get_close_matches(action[:64], names, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                message = f"{self._game.name} has no action {brief(action)}{hint}"
                raise IllegalActionError(message, code="unknown_action") from None
        try:
            # Arrays have `__index__` too, but only those of one integer can be used as one.
            number = None if isinstance(action, (bool, np.bool_)) else index(action)  # type: ignore[arg-type]
        except TypeError:
            number = None
        if number is None:
            message = f"an action is a number or a name, not {type(action).__name__}"
            raise IllegalActionError(message, code="unknown_action")
        if not 0 <= number < len(names):
            said = number if abs(number) < 2**64 else "one that large"
            message = f"actions of {self._game.name} are 0 to {len(names) - 1}, not {said}"
            raise IllegalActionError(message, code="unknown_action")
        return int(number)

    def _check(self, phase: Phase, seat: int, action: int) -> None:
        legal = phase.actions(self._game)
        if action in legal:
            return
        breach = phase.why_not(self._game, action)
        listed = " ".join(self._game.action_names[a] for a in legal[:20])
        more = f" and {len(legal) - 20} more" if len(legal) > 20 else ""
        message = (
            f"seat {seat} may not say or do {self._named(action)} now ({phase.name}): "
            f"{breach.rule}; legal: {listed}{more}"
        )
        raise IllegalActionError(message, code=breach.code)

    def _named(self, action: int) -> str:
        return self._game.action_names[action]


def _replayed(game: Game[Any], deal: Deal, terms: Terms, actions: tuple[int, ...]) -> State:
    state = State(game, deal, terms)
    for action in actions:
        state.apply(action)
    return state
