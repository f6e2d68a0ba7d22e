"""Phases of a deal before, around and after the play: immutable snapshots of who decides what.

A game is a graph of phases. `Game.first_phase` returns the first; `Phase.apply` returns the next
one; a `Play` hands over to the core, and an `Over` ends the deal. A phase is a frozen dataclass,
so that undoing is to drop the last one::

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Auction(Phase):
        name: ClassVar[PhaseName] = "auction"
        bidding: Bidding

        def actions(self, game): ...
        def apply(self, game, action): ...
        def why_not(self, game, action): ...
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from ultimo.auction import Doubled, Steps
from ultimo.contracts import Contract
from ultimo.errors import IllegalActionError
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.plan import Setup

__all__ = ["PHASES", "Breach", "Looks", "Over", "Phase", "PhaseName", "Play", "Redeal", "Stepping"]

PhaseName: TypeAlias = Literal["auction", "talon", "discard", "announce", "kontra", "play", "over"]
PHASES: tuple[PhaseName, ...] = (
    "auction",
    "talon",
    "discard",
    "announce",
    "kontra",
    "play",
    "over",
)
"""All names, in the order of the one-hot field `phase` of observations."""

Looks: TypeAlias = Literal["nowhere", "table", "anywhere"]
Redeal: TypeAlias = Literal["same_dealer", "next_dealer"]


class Breach(NamedTuple):
    """The rule that an action breaks.

    Attributes:
        code: A stable word for it.
        rule: The rule in one sentence, without capital and full stop.
    """

    code: str
    rule: str


NOT_NOW = Breach("not_now", "this is no action of the present phase")


@dataclass(frozen=True, slots=True)
class Needs:
    """How many of some cards a hand must hold.

    Attributes:
        cards: The cards.
        at_least: How many at least.
        at_most: How many at most.
    """

    cards: frozenset[int]
    at_least: int = 0
    at_most: int = 128


@dataclass(frozen=True, slots=True)
class HeldSets:
    """How many of some sets of cards a seat held whole when play began, as all were told.

    Attributes:
        seat: The seat.
        sets: The sets.
        count: How many of them it held.
    """

    seat: int
    sets: tuple[frozenset[int], ...]
    count: int


@dataclass(frozen=True, slots=True)
class Stepping:
    """Kontra in steps, as it is said.

    Attributes:
        steps: What was said.
        raises: The action that raises each object.
        done: The action of a speaker who is done; always legal.
    """

    steps: Steps
    raises: Mapping[Doubled, int]
    done: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(ABC):
    """A moment of a deal in which a seat is asked.

    The game is passed in as `Any`, so that a phase may name its own game's class.

    Attributes:
        looks: Which cards its actions and what follows them depend on, and which it holds: none,
            so that any deal will do (`"nowhere"`); those of its table (`"table"`), and for the
            actions only those in the hand of who is asked; or also cards that it holds itself
            (`"anywhere"`, what is always right).
        seat: The seat that is asked.
        table: Where the cards lie, and who knows it.
        contract: What is settled of the contract so far; `None` before the auction's end.
    """

    name: ClassVar[PhaseName]
    looks: ClassVar[Looks] = "anywhere"

    seat: int
    table: Table
    contract: Contract | None = None

    @abstractmethod
    def actions(self, game: Any) -> tuple[int, ...]:  # noqa: ANN401
        """The legal actions, ascending and never empty."""

    @abstractmethod
    def apply(self, game: Any, action: int) -> "Phase":  # noqa: ANN401
        """The phase after a legal action."""

    def asks_for(self, game: Any, action: int) -> int | None:  # noqa: ANN401, ARG002
        """The card whose place decides what follows an action, if no other card does."""
        return None

    def leads_alike(self, game: Any, action: int) -> bool:  # noqa: ANN401, ARG002
        """Whether what follows an action depends on no card but that of `asks_for`."""
        return self.looks == "nowhere"

    def stepping(self, game: Any) -> Stepping | None:  # noqa: ANN401, ARG002
        """The kontra that this phase is, if it is nothing but that, so that arrays may lead it.

        Then its actions are those of the speaker's options, and to be done, which all hear. What
        follows is `after_steps` of the steps after it; while somebody speaks, that is the same
        phase but for `seat`, `steps` and the levels of the contract.
        """
        return None

    def after_steps(self, game: Any, steps: Steps) -> "Phase":  # noqa: ANN401
        """The phase when so much was said; only asked where there is `stepping`."""
        raise NotImplementedError

    def why_not(self, game: Any, action: int) -> Breach:  # noqa: ANN401, ARG002
        """The rule that an action breaks which is not legal."""
        return NOT_NOW

    def needs(self, game: Any, action: int) -> tuple[Needs, ...] | None:  # noqa: ANN401, ARG002
        """What the hand of the seat asked must hold for a legal action, and nothing else.

        Beside that the action is legal, and what follows the same, whatever cards the seats hold;
        only who holds a called card may matter, and what all have seen. `None` if that cannot be
        said: then `State.sample` plays every world through. By default as `looks` says.
        """
        return () if self.looks == "nowhere" else None

    def is_seen(self, game: Any, action: int, seat: int) -> bool:  # noqa: ANN401, ARG002
        """Whether a seat sees which action the asked seat takes; only asked of other seats."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Phase):
    """The play, which the core leads from a setup under a contract.

    `seat` is the seat that leads first. The actions are those of the `Position`, which a `State`
    keeps; here it is made anew.

    Attributes:
        setup: What the core is given.
        moves: Actions that were made before an interruption of this play.
    """

    name: ClassVar[PhaseName] = "play"

    contract: Contract
    setup: "Setup"
    moves: tuple[int, ...] = ()

    def position(self, game: Any) -> "Position":  # noqa: ANN401
        """Makes the position that the moves have led to."""
        position: Position = game.play_position(self.contract, self.setup)
        for move in self.moves:
            position.play(move)
        return position

    def actions(self, game: Any) -> tuple[int, ...]:  # noqa: ANN401
        """The moves of the position; none when the play is over."""
        return tuple(self.position(game).legal_actions())

    def apply(self, game: Any, action: int) -> Phase:  # noqa: ANN401
        """The play with one move more, or what interrupts it then."""
        position = self.position(game)
        position.play(action)
        between = None if position.is_over else self.interruption(game, position)
        return replace(self, moves=(*self.moves, action)) if between is None else between

    def may_be_interrupted(self, game: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether `interruption` can still be anything but `None`."""
        return type(self).interruption is not Play.interruption

    def interruption(self, game: Any, position: Any) -> Phase | None:  # noqa: ANN401, ARG002
        """A phase to be gone through before the next move; it ends in another `Play`.

        Asked after every move that does not end the deal, and before the first one. The default
        is none. Meanwhile all see the play as it was left. The table of the phase is that of the
        play, before its first lead: what it shows or tells beside that is known from then on.
        """
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Phase):
    """The end of a deal that was not played by the core, or not at all.

    Attributes:
        scores: Game points, one a seat.
        redeal: Who deals again, if the deal is void.
    """

    name: ClassVar[PhaseName] = "over"

    seat: int = field(default=-1, init=False)
    scores: tuple[float, ...]
    redeal: Redeal | None = None

    def actions(self, game: Any) -> tuple[int, ...]:  # noqa: ANN401, ARG002
        """None: the deal is over."""
        return ()

    def apply(self, game: Any, action: int) -> Phase:  # noqa: ANN401
        """Nothing is legal any more.

        Raises:
            IllegalActionError: Always.
        """
        message = f"{game.action_names[action]} cannot be done: the deal is over"
        raise IllegalActionError(message, code="deal_over")
