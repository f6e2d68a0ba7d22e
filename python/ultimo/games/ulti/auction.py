"""The auction of ulti, in which the talon goes from hand to hand: rules/ulti.md, "Auction"."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.exchange import Discard
from ultimo.games.ulti.announce import after_auction
from ultimo.games.ulti.bids import Kind
from ultimo.phases import Breach, Looks, Phase, PhaseName
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.ulti.game import Ulti

__all__ = ["Answer", "Course", "LayTalon", "Speak", "open_auction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """Where the auction stands, which all seats know.

    Attributes:
        floor: The least bid value allowed now.
        fewer_than: At the floor itself only bids with fewer components than this, if not `None`.
        standing: The bid that stands; `None` if its owner passed, or nobody has spoken.
        holder: Who last laid down the talon, or has the twelve cards now.
        is_opening: Nobody has spoken yet.
        may_pass: Whether the holder may pass when he speaks.
        declined: How many of the others have declined the talon that lies there.
    """

    floor: int
    fewer_than: int | None = None
    standing: Kind | None = None
    holder: int
    is_opening: bool = False
    may_pass: bool = True
    declined: int = 0

    def allows(self, kind: Kind) -> bool:
        """Whether a bid may be made.

        The floor lies above the last bid, but where fewer components overcall: there it lies at
        its value, and an equal bid must have fewer.
        """
        if kind.value == self.floor and self.fewer_than is not None:
            return kind.weight < self.fewer_than
        return kind.value >= self.floor

    def bids(self, game: "Ulti") -> tuple[Kind, ...]:
        """The bids that may be made."""
        return tuple(kind for kind in game.kinds if self.allows(kind))

    def raise_of_pass(self, game: "Ulti") -> int:
        """What a pass now adds to the floor."""
        spared = self.is_opening and game.options.initial_pass == "no_raise"
        return 0 if spared else game.options.pass_raises_floor

    def can_pass(self, game: "Ulti") -> bool:
        """Whether the holder may pass: not if no bid would be left after it."""
        return self.may_pass and bool(self.after_pass(game).bids(game))

    def after_pass(self, game: "Ulti") -> "Course":
        """The holder has passed: the bid that stood is gone.

        Where the floor stays as it is, so does what a bid at the floor must have.
        """
        more = self.raise_of_pass(game)
        fewer_than = None if more else self.fewer_than
        return Course(floor=self.floor + more, fewer_than=fewer_than, holder=self.holder)

    def after_bid(self, game: "Ulti", kind: Kind) -> "Course":
        """The holder has bid."""
        if game.options.tie_rule == "fewer_components":
            return Course(
                floor=kind.value, fewer_than=kind.weight, standing=kind, holder=self.holder
            )
        return Course(floor=kind.value + 1, standing=kind, holder=self.holder)


def open_auction(game: "Ulti", table: Table, dealer: int) -> Phase:
    """Returns the first phase: the starting player lays two of his twelve cards away.

    Where the talon has been laid away before, he picks it up first.
    """
    start = (dealer + 1) % game.players
    course = Course(
        floor=1,
        holder=start,
        is_opening=True,
        may_pass=game.options.initial_pass != "forbidden",
    )
    return picked_up(table.take(start, table.talon, openly=False), course)


def picked_up(table: Table, course: Course) -> Phase:
    """Returns what follows once the holder has the cards of the talon in his hand."""
    held = [len(hand) for seat, hand in enumerate(table.hands) if seat != course.holder]
    surplus = len(table.hands[course.holder]) - max(held)
    if surplus:
        return LayTalon(seat=course.holder, table=table, course=course, left=surplus)
    # In an ending without a talon there is nothing to lay away.
    return Speak(seat=course.holder, table=table, course=course)


def asked(game: "Ulti", table: Table, course: Course) -> Phase:
    """Returns who answers next: the two others in turn, then the holder himself."""
    others = game.players - 1
    if course.declined == others and course.standing is not None and not game.options.self_rob:
        return after_auction(game, table, course.standing, course.holder)
    away = course.declined + 1 if course.declined < others else 0
    return Answer(seat=(course.holder + away) % game.players, table=table, course=course)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTalon(Discard):
    """A player with twelve cards lays any two of them face down, which become the talon.

    Attributes:
        course: Where the auction stands.
    """

    lays_any: ClassVar[bool] = True

    course: Course

    def allowed(self, game: "Ulti") -> frozenset[int]:  # noqa: ARG002
        """Any card of the hand, those just picked up too."""
        return self.table.hands[self.seat]

    def lay(self, game: "Ulti", card: int) -> Table:  # noqa: ARG002
        """The card becomes talon."""
        return self.table.lay(self.seat, [card], openly=False, talon=True)

    def after(self, game: "Ulti", table: Table) -> Phase:  # noqa: ARG002
        """Then he speaks."""
        return Speak(seat=self.seat, table=table, course=self.course)

    def rule(self, game: "Ulti") -> Breach:  # noqa: ARG002
        """Not asked: every card may be laid away."""
        return Breach("not_in_hand", "only cards of the hand can be laid away")


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak(Phase):
    """Who has laid the talon down bids or passes.

    Attributes:
        course: Where the auction stands.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    course: Course

    def actions(self, game: "Ulti") -> tuple[int, ...]:
        """Passing, and every bid that is high enough."""
        passing = (game.action("pass"),) if self.course.can_pass(game) else ()
        bids = (game.action(kind.id) for kind in self.course.bids(game))
        return tuple(sorted((*passing, *bids)))

    def apply(self, game: "Ulti", action: int) -> Phase:
        """The others are asked whether they pick up the talon."""
        if action == game.action("pass"):
            return asked(game, self.table, self.course.after_pass(game))
        kind = game.kind_by_id[game.action_names[action]]
        return asked(game, self.table, self.course.after_bid(game, kind))

    def why_not(self, game: "Ulti", action: int) -> Breach:
        """Too low, or a pass that is not allowed."""
        name = game.action_names[action]
        if name == "pass":
            rule = (
                "who had to pick up the talon, or picked up his own, must bid; so must everybody "
                "if a pass would leave no bid, and with initial_pass='forbidden' the first player"
            )
            return Breach("must_bid", rule)
        if (kind := game.kind_by_id.get(name)) is None:
            return Breach("not_now", "one bids or passes now")
        if kind.value < self.course.floor:
            rule = f"its value is {kind.value}, and at least {self.course.floor} must be bid"
            return Breach("bid_too_low", rule)
        return Breach("not_fewer", "at an equal value a bid must have fewer components")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Phase):
    """A player decides whether he picks the talon up, which nobody may look at before.

    The two others come first. When both have declined, the holder picks his own talon up if no bid
    stands; if one does, he may do so to bid higher, or stands.

    Attributes:
        course: Where the auction stands.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    course: Course

    @property
    def is_holder(self) -> bool:
        """Whether the holder himself is asked."""
        return self.seat == self.course.holder

    def can_pick_up(self, game: "Ulti") -> bool:
        """Whether a bid would be left to make."""
        return bool(self.course.bids(game))

    def actions(self, game: "Ulti") -> tuple[int, ...]:
        """Picking up; for the others declining, for the holder standing if he has a bid."""
        names = ["pick_up"] if self.can_pick_up(game) else []
        if not self.is_holder:
            names.append("decline")
        elif self.course.standing is not None:
            names.append("stand")
        return tuple(sorted(game.action(name) for name in names))

    def apply(self, game: "Ulti", action: int) -> Phase:
        """The talon goes to a hand, the next is asked, or the auction is over."""
        course = self.course
        if action == game.action("decline"):
            return asked(game, self.table, replace(course, declined=course.declined + 1))
        if action == game.action("stand") and course.standing is not None:
            return after_auction(game, self.table, course.standing, course.holder)
        may_pass = not self.is_holder or (
            course.standing is None and game.options.forced_pickup_may_pass
        )
        taken = self.table.take(self.seat, self.table.talon, openly=False)
        course = replace(course, holder=self.seat, may_pass=may_pass, declined=0)
        return picked_up(taken, course)

    def why_not(self, game: "Ulti", action: int) -> Breach:
        """Not asked for this, or no bid would be left."""
        name = game.action_names[action]
        if name == "pick_up":
            return Breach("no_bid_left", "nothing higher can be bid any more")
        if self.is_holder and self.course.standing is None:
            rule = "who passed must pick his talon up again when both others decline it"
            return Breach("must_pick_up", rule)
        rule = "one picks the talon up, or declines it; the holder of the bid stands"
        return Breach("not_now", rule)
