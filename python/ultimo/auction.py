"""Auctions and kontra: order, pass, overcall, last word and the ladder of doublings.

Nothing here knows a game or an action's number. Bids are ranks, where the higher beats the lower;
seats are numbers; a game's phase keeps one of these values, asks it who speaks and what is allowed,
and replaces it by the next.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from ultimo.contracts import NOTHING, FrozenMap

__all__ = ["Bidding", "Circle", "Doubled", "Levels", "Steps", "turn_order"]

Doubled: TypeAlias = str | int
"""What is doubled: a name, or a defender's seat."""


def turn_order(first: int, seats: int) -> tuple[int, ...]:
    """Returns all seats in order of play, from the first one on."""
    return tuple((first + i) % seats for i in range(seats))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding:
    """An auction in progress, in which each bid is higher than the one before.

    Attributes:
        order: The seats in order of speaking.
        once: Every seat speaks exactly once; otherwise the auction goes round, a pass is final,
            and it ends when all but the last bidder have passed.
        priority: Seats from high to low priority: a seat may hold, that is bid as much as the
            highest bid, if its priority is higher than the bidder's. Seats that are not named
            never hold, and have the lowest priority.
        last_word: The only seat left speaks once more, to confirm its bid or raise it.
        speaker: The seat that speaks; `None` when the auction is over.
        calls: What was said: seat and rank, or `None` for a pass.
        passed: The seats that have passed.
        high: The rank of the highest bid.
        bidder: Who made it.
    """

    order: tuple[int, ...]
    once: bool = False
    priority: tuple[int, ...] = ()
    last_word: bool = False
    speaker: int | None
    calls: tuple[tuple[int, int | None], ...] = ()
    passed: frozenset[int] = frozenset()
    high: int | None = None
    bidder: int | None = None

    @classmethod
    def open(
        cls,
        order: tuple[int, ...],
        *,
        once: bool = False,
        priority: tuple[int, ...] = (),
        last_word: bool = False,
    ) -> "Bidding":
        """Opens an auction: the first of `order` speaks."""
        return cls(order=order, once=once, priority=priority, last_word=last_word, speaker=order[0])

    @property
    def is_over(self) -> bool:
        """Whether nobody speaks any more: the highest bidder, if any, has won."""
        return self.speaker is None

    @property
    def is_last_left(self) -> bool:
        """Whether all others have passed."""
        return len(self.passed) == len(self.order) - 1

    @property
    def is_last_word(self) -> bool:
        """Whether the speaker holds the highest bid, and may confirm it."""
        return self.speaker is not None and self.speaker == self.bidder

    def beats(self, rank: int) -> bool:
        """Whether the speaker may bid this rank: it is higher, or held or confirmed."""
        if self.high is None or rank > self.high:
            return True
        if rank < self.high:
            return False
        return self.is_last_word or self._may_hold()

    def ranks(self, available: Iterable[int]) -> tuple[int, ...]:
        """Returns those of some ranks that the speaker may bid."""
        return tuple(rank for rank in available if self.beats(rank))

    def after_pass(self) -> "Bidding":
        """The auction after a pass of the speaker."""
        speaker = self._speaker()
        calls = (*self.calls, (speaker, None))
        return _turned(replace(self, calls=calls, passed=self.passed | {speaker}), speaker)

    def after_bid(self, rank: int) -> "Bidding":
        """The auction after a bid of the speaker."""
        speaker = self._speaker()
        calls = (*self.calls, (speaker, rank))
        ends = self.is_last_left
        after = replace(self, calls=calls, high=rank, bidder=speaker)
        return replace(after, speaker=None) if ends else _turned(after, speaker)

    def _may_hold(self) -> bool:
        if self.speaker not in self.priority or self.bidder is None:
            return False
        higher = self.priority[: self.priority.index(self.speaker)]
        return self.bidder != self.speaker and self.bidder not in higher

    def _speaker(self) -> int:
        if self.speaker is None:
            raise ValueError("the auction is over")
        return self.speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """The ladder of doublings: the opponents say the odd levels, the declarer's side the even ones.

    Attributes:
        objects: What may be doubled, in the order of its actions.
        top: The highest level.
        levels: The level of what has been doubled.
        reversed: What the opponents have announced, where the declarer's side says the odd levels.
    """

    objects: tuple[Doubled, ...]
    top: int
    levels: Mapping[Doubled, int] = NOTHING
    reversed: frozenset[Doubled] = frozenset()

    def level(self, doubled: Doubled) -> int:
        """Returns the level something has reached: 0 for none."""
        return self.levels.get(doubled, 0)

    def raisable(self, *, declarers: bool) -> tuple[Doubled, ...]:
        """Returns what the declarer's side, or else the opponents, may raise next."""
        return tuple(
            doubled
            for doubled in self.objects
            if self.level(doubled) < self.top
            and self.level(doubled) % 2 == (declarers != (doubled in self.reversed))
        )

    def raised(self, doubled: Doubled) -> "Levels":
        """The ladder with something one level higher."""
        return replace(self, levels=FrozenMap({**self.levels, doubled: self.level(doubled) + 1}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """Kontra that goes round: each seat raises what its side may, or passes; all passing ends it.

    A speaker raises one object at a time and keeps the word until he passes: he may raise any set.

    Attributes:
        ladder: What has been doubled.
        order: The seats in order of speaking.
        declarers: The seats of the declarer's side.
        speaker: The seat that speaks; `None` when it is over.
        quiet: How many seats in a row have raised nothing.
        raised: The speaker has raised something in this turn.
    """

    ladder: Levels
    order: tuple[int, ...]
    declarers: frozenset[int]
    speaker: int | None
    quiet: int = 0
    raised: bool = False

    @classmethod
    def open(cls, ladder: Levels, order: tuple[int, ...], declarers: frozenset[int]) -> "Circle":
        """Opens the round: the first of `order` speaks."""
        return cls(ladder=ladder, order=order, declarers=declarers, speaker=order[0])

    def options(self) -> tuple[Doubled, ...]:
        """What the speaker may raise."""
        return self.ladder.raisable(declarers=self.speaker in self.declarers)

    def after_raise(self, doubled: Doubled) -> "Circle":
        """The speaker has raised something, and goes on speaking."""
        return replace(self, ladder=self.ladder.raised(doubled), raised=True)

    def after_pass(self) -> "Circle":
        """The speaker is done; the next seat speaks, unless all have passed in a row."""
        quiet = 0 if self.raised else self.quiet + 1
        if quiet == len(self.order) or self.speaker is None:
            return replace(self, speaker=None, quiet=quiet, raised=False)
        following = self.order[(self.order.index(self.speaker) + 1) % len(self.order)]
        return replace(self, speaker=following, quiet=quiet, raised=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Kontra in steps: the defenders in turn, then the declarer on what they raised, and so on.

    In each step a speaker raises one object at a time, until he is done. What nobody raises in a
    step stays where it is for good.

    Attributes:
        ladder: What has been doubled, with the raises of finished steps.
        defenders: The defenders in order of speaking.
        declarer: Who answers.
        own: The objects are defenders' seats, and each raises his own only; otherwise they raise
            jointly, and one is enough.
        first_only: A step is over as soon as somebody has raised something.
        barred: Seats that are asked, but may not raise.
        eligible: What may be raised in this step.
        raised: What has been raised in this step.
        speaker: The seat that speaks; `None` when it is over.
    """

    ladder: Levels
    defenders: tuple[int, ...]
    declarer: int
    own: bool = False
    first_only: bool = False
    barred: frozenset[int] = frozenset()
    eligible: tuple[Doubled, ...]
    raised: tuple[Doubled, ...] = ()
    speaker: int | None

    @classmethod
    def open(
        cls,
        ladder: Levels,
        defenders: tuple[int, ...],
        declarer: int,
        *,
        own: bool = False,
        first_only: bool = False,
        barred: frozenset[int] = frozenset(),
    ) -> "Steps":
        """Opens the first step: the first defender speaks."""
        return _asked(
            cls(
                ladder=ladder,
                defenders=defenders,
                declarer=declarer,
                own=own,
                first_only=first_only,
                barred=barred,
                eligible=ladder.raisable(declarers=False),
                speaker=defenders[0],
            )
        )

    @property
    def said(self) -> Levels:
        """The ladder with the raises of the present step too."""
        ladder = self.ladder
        for doubled in self.raised:
            ladder = ladder.raised(doubled)
        return ladder

    def options(self) -> tuple[Doubled, ...]:
        """What the speaker may raise now."""
        if self.speaker in self.barred:
            return ()
        mine = (self.speaker,) if self.own and self.speaker != self.declarer else self.eligible
        return tuple(d for d in self.eligible if d in mine and d not in self.raised)

    def after_raise(self, doubled: Doubled) -> "Steps":
        """The speaker has raised something, and goes on speaking unless that ends the step."""
        after = replace(self, raised=(*self.raised, doubled))
        return _stepped(after) if self.first_only else after

    def after_done(self) -> "Steps":
        """The speaker is done: the next one of the step speaks, or the next step begins."""
        if self.speaker == self.declarer or self.speaker == self.defenders[-1]:
            return _stepped(self)
        following = self.defenders[self.defenders.index(self.speaker or 0) + 1]
        return _asked(replace(self, speaker=following))


def _turned(bidding: Bidding, speaker: int) -> Bidding:
    """The turn goes on from a speaker: to the next who may speak, or the auction is over."""
    order = bidding.order
    if bidding.once:
        spoken = len(bidding.calls)
        return replace(bidding, speaker=order[spoken] if spoken < len(order) else None)
    at = order.index(speaker)
    waiting = [seat for seat in (*order[at + 1 :], *order[:at]) if seat not in bidding.passed]
    if not waiting:
        return replace(bidding, speaker=None)
    following = waiting[0]
    if bidding.is_last_left and following == bidding.bidder and not bidding.last_word:
        return replace(bidding, speaker=None)
    return replace(bidding, speaker=following)


def _asked(steps: Steps) -> Steps:
    """Passes over defenders whose own object cannot be raised any more."""
    if steps.own and steps.speaker in steps.defenders and steps.speaker not in steps.eligible:
        return steps.after_done()
    return steps


def _stepped(steps: Steps) -> Steps:
    """The step is over: its raises stand, and the other side answers them."""
    ladder = steps.said
    answers = steps.speaker != steps.declarer
    eligible = tuple(d for d in ladder.raisable(declarers=answers) if d in steps.raised)
    following = (steps.declarer if answers else steps.defenders[0]) if eligible else None
    after = replace(steps, ladder=ladder, eligible=eligible, raised=(), speaker=following)
    return after if following is None else _asked(after)
