"""The score of Slovenian tarok: rules/slovenian_tarok.md, "Scoring".

A score is a sum of parts, each a function of a few facts. All of them take and return NumPy arrays
of any shape, so that one call scores a hand or a million.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.games.slovenian_tarok import facts
from ultimo.games.slovenian_tarok.kinds import Aim, Item, Kind, announcements, by_opponents
from ultimo.games.slovenian_tarok.options import TarokOptions
from ultimo.games.slovenian_tarok.rules import own_side
from ultimo.plan import Axis
from ultimo.scoring import Array, Made, Outcomes, ScorePart

__all__ = ["Scoring"]

HALF = 35
"""Half of the 70 points: more than this wins."""
KLOP_NO_TRICK = 10
KLOP_EXTREME = 70

Ints: TypeAlias = npt.NDArray[np.int64]
Value: TypeAlias = Callable[[Outcomes], Array]
"""What the declarer's side wins, from outcomes."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The score of one contract.

    Attributes:
        options: The options of the game.
        kind: What the rules say of the contract.
        contract: The contract, its partner settled.
    """

    options: TarokOptions
    kind: Kind
    contract: Contract

    def parts(self) -> Sequence[ScorePart]:
        """The parts that add to the score."""
        if self.kind.aim is Aim.FEW_POINTS:
            return tuple(self._klop_parts())
        found = list(self._values())
        if self._loses_mond():
            axes = facts.mond(self.contract, self.options.players)
            found.append(ScorePart(axes, self.mond_penalty, label="the mond lost"))
        return tuple(found)

    def made(self) -> Made | None:
        """When the contract is made; klop is never made."""
        if self.kind.aim is Aim.FEW_POINTS:
            return None
        return Made(*self._aim())

    # Who gets what.

    def _part(
        self, axes: dict[str, Axis], value: Value, label: str = "", items: Sequence[ScorePart] = ()
    ) -> ScorePart:
        """What each seat gets of what the declarer's side wins."""
        signs = self.signs()
        return ScorePart(
            axes,
            lambda outcomes: np.multiply.outer(np.asarray(value(outcomes)), signs),
            label,
            tuple(items),
        )

    def _named(self, what: str, times: int) -> str:
        """Names something and what multiplies it."""
        return what if times == 1 else f"{what}, times {times}"

    def signs(self) -> Array:
        """Returns 1 for the declarer's side, and -1 or 0 for opponents: shape (players,)."""
        options = self.options
        mirrored = options.settlement == "both_sides"
        if self.kind.factors is not None:
            mirrored = not self.kind.has_declarer or options.two_player_settlement == "mirror"
        own = own_side(self.contract)
        loss = -1 if mirrored else 0
        return np.array([1 if seat in own else loss for seat in range(options.players)])

    def times(self) -> int:
        """Returns what multiplies the contract itself."""
        return 1 << self.contract.level("game")

    def bonus_times(self, item: str | None = None) -> int:
        """Returns what multiplies a bonus: a silent one, to which nobody can say kontra, or `item`.

        Kontra on the game multiplies bonuses too, unless an option says that it does not; one on
        an item multiplies that item alone, and the larger counts if both are said.
        """
        everywhere = self.times() if self.options.kontra_game_scope == "all" else 1
        return everywhere if item is None else max(everywhere, 1 << self.contract.level(item))

    # The contract.

    def _values(self) -> Iterator[ScorePart]:
        """What the declarer's side wins."""
        contract, players = self.contract, self.options.players
        if self.kind.factors is not None:
            label = "{points} points: the difference to 35"
            yield self._part(facts.points(contract), self.difference_times_factor, label)
            return
        if self._announced("valat"):
            label = self._named("valat announced", self.valat_times())
            yield self._part(facts.valat(contract, players), self.announced_valat, label)
            return
        game = self._named(contract.bid, self.times())
        if self.kind.is_flat:
            axes, reached = self._aim()
            yield self._part(axes, lambda outcomes: self._plus_minus(reached(outcomes)), game)
            return
        valat = facts.valat(contract, players)
        axes = facts.points(contract) | valat
        yield self._part(axes, self.base, items=list(self._base_items(axes, valat, game)))
        yield from self._bonuses(valat)

    def _base_items(
        self, axes: dict[str, Axis], valat: dict[str, Axis], game: str
    ) -> Iterator[ScorePart]:
        """The contract, the difference, and what a silent valat pays in their place."""
        difference = self._named("{points} points: the difference to 35", self.times())
        yield self._part(axes, self._unless_valat(self.contract_value), game)
        yield self._part(axes, self._unless_valat(self.difference), difference)
        yield self._part(valat, self.silent_valat, self._named("silent valat", self.times()))

    def _aim(self) -> tuple[dict[str, Axis], Value]:
        """The facts that decide whether the contract is made, and the function that says so."""
        contract, players = self.contract, self.options.players
        if "valat" in contract.announced or self.kind.aim is Aim.EVERY_TRICK:
            return facts.valat(contract, players), _all_tricks
        match self.kind.aim:
            case Aim.ONE_TRICK:
                return facts.tricks(contract), lambda o: _ints(o, "tricks") == 1
            case Aim.NO_TRICK:
                return facts.tricks(contract), lambda o: _ints(o, "tricks") == 0
            case _:
                return facts.points(contract), lambda o: _ints(o, "points") > HALF

    def difference_times_factor(self, outcomes: Outcomes) -> Array:
        """Two players: the difference to 35, times a factor for winning or losing."""
        won, lost = self.kind.factors or (1, 1)
        difference = _ints(outcomes, "points") - HALF
        return np.asarray(difference * np.where(difference > 0, won, lost))

    def base(self, outcomes: Outcomes) -> Array:
        """The contract's value and the difference to 35; in their place, a silent valat."""
        usual = self.contract_value(outcomes) + self.difference(outcomes)
        is_valat = _all_tricks(outcomes) | _no_trick(outcomes)
        return np.where(is_valat, self.silent_valat(outcomes), usual)

    def contract_value(self, outcomes: Outcomes) -> Array:
        """The contract's value, won with more than half of the points."""
        return self._plus_minus(_ints(outcomes, "points") > HALF)

    def difference(self, outcomes: Outcomes) -> Array:
        """The difference to half of the points."""
        return self.times() * self._rounded(_ints(outcomes, "points") - HALF)

    def silent_valat(self, outcomes: Outcomes) -> Array:
        """What a valat pays that nobody announced, or 0."""
        worth = announcements(self.options)["valat"].silent * self.times()
        return worth * (_all_tricks(outcomes).astype(int) - _no_trick(outcomes))

    def valat_times(self) -> int:
        """Returns what multiplies an announced valat."""
        own = "valat" in self.contract.announced
        level = self.contract.level("valat" if own else by_opponents("valat"))
        # Kontra on the game multiplies it under either scope, since it stands for the base.
        return max(self.times(), 1 << level)

    def announced_valat(self, outcomes: Outcomes) -> Array:
        """An announced valat takes the place of everything."""
        own = "valat" in self.contract.announced
        made = _all_tricks(outcomes) if own else ~_no_trick(outcomes)
        worth = announcements(self.options)["valat"].announced
        return np.where(made, 1, -1) * worth * self.valat_times()

    def _plus_minus(self, reached: Array) -> Array:
        return np.where(reached, 1, -1) * (self.kind.value or 0) * self.times()

    def _rounded(self, difference: Array) -> Array:
        step = self.options.round_difference_to
        steps = (2 * np.abs(difference) + step) // (2 * step)
        return np.asarray(np.sign(difference) * steps * step)

    # Bonuses.

    def _bonuses(self, valat: dict[str, Axis]) -> Iterator[ScorePart]:
        contract, players = self.contract, self.options.players
        trula = facts.captured("trula", contract, players) | valat
        pagat = facts.pagat(contract, players) | valat
        yield self._bonus(
            trula | pagat,
            self.trula_and_pagat,
            items=(
                self._bonus(trula | pagat, self.trula, self._title("trula")),
                self._bonus(trula | pagat, self.pagat, self._title("pagat_ultimo")),
                self._bonus(trula | pagat, self.trulapagat, self._title("trulapagat")),
                self._bonus(pagat, self.failed_pagat, "pagat ultimo failed"),
            ),
        )
        kings = facts.captured("kings", contract, players) | valat
        yield self._bonus(kings, self.kings, self._title("kings"))
        if "king_ultimo" in announcements(self.options) and contract.king is not None:
            king = facts.king_ultimo(contract, players) | valat
            yield self._bonus(king, self.king_ultimo, self._title("king_ultimo"))

    def _bonus(
        self, axes: dict[str, Axis], value: Value, label: str = "", items: Sequence[ScorePart] = ()
    ) -> ScorePart:
        """A bonus, which a valat takes the place of."""
        return self._part(axes, self._unless_valat(value), label, items)

    def _title(self, name: str) -> str:
        """Names a bonus: silent or announced, by whom, and what multiplies it."""
        what = name.replace("_", " ")
        if not self._announced(name):
            return self._named(f"silent {what}", self.bonus_times())
        said = [
            self._named(f"{what} announced{by}", self.bonus_times(item))
            for item, by in ((name, ""), (by_opponents(name), " by the opponents"))
            if item in self.contract.announced
        ]
        return " and ".join(said)

    def kings(self, outcomes: Outcomes) -> Array:
        """All four kings."""
        return self._item("kings", _has(outcomes, "kings"), _has(outcomes, "opponents_kings"))

    def king_ultimo(self, outcomes: Outcomes) -> Array:
        """The called king in the last trick, for the side that wins it."""
        fate = _ints(outcomes, "king_ultimo")
        return self._item("king_ultimo", fate == facts.OWN, fate == facts.OPPONENTS)

    def trula_and_pagat(self, outcomes: Outcomes) -> Array:
        """Trula and pagat ultimo, which may be joined as trulapagat."""
        joined = self.trula(outcomes) + self.pagat(outcomes) + self.trulapagat(outcomes)
        return joined + self.failed_pagat(outcomes)

    def trula(self, outcomes: Outcomes) -> Array:
        """The trula by itself."""
        return self._single("trula", *self._trula_and_pagat(outcomes)[0], outcomes)

    def pagat(self, outcomes: Outcomes) -> Array:
        """The pagat ultimo by itself."""
        return self._single("pagat_ultimo", *self._trula_and_pagat(outcomes)[1], outcomes)

    def _single(self, name: str, own: Array, others: Array, outcomes: Outcomes) -> Array:
        if self._announced("trulapagat"):
            # It is the only item for these two, unless the other side announced one of them too.
            return self._announced_item(name, own, others)
        if self._joins():
            both = self._both(outcomes)
            return self._item(name, own & ~both[0], others & ~both[1])
        return self._item(name, own, others)

    def trulapagat(self, outcomes: Outcomes) -> Array:
        """Both together, announced or in place of two silent ones."""
        if not self._announced("trulapagat") and not self._joins():
            return np.zeros((), dtype=int)
        return self._item("trulapagat", *self._both(outcomes))

    def failed_pagat(self, outcomes: Outcomes) -> Array:
        """What a side pays that played the pagat to the last trick and lost it, unannounced."""
        if self._announced("pagat_ultimo") or self._announced("trulapagat"):
            return np.zeros((), dtype=int)
        fate = _ints(outcomes, "pagat_ultimo")
        lost = (fate == facts.OWN_LOST).astype(int) - (fate == facts.OPPONENTS_LOST)
        return np.asarray(-self.options.silent_pagat_failed * self.bonus_times() * lost)

    def _joins(self) -> bool:
        """Whether a side with both counts them as trulapagat: none of them was announced."""
        return not any(map(self._announced, ("trula", "pagat_ultimo", "trulapagat")))

    def _trula_and_pagat(self, outcomes: Outcomes) -> tuple[tuple[Array, Array], ...]:
        """Whether the declarer's side and the opponents have the trula, and the pagat ultimo."""
        fate = _ints(outcomes, "pagat_ultimo")
        return (
            (_has(outcomes, "trula"), _has(outcomes, "opponents_trula")),
            (np.asarray(fate == facts.OWN), np.asarray(fate == facts.OPPONENTS)),
        )

    def _both(self, outcomes: Outcomes) -> tuple[Array, Array]:
        trula, pagat = self._trula_and_pagat(outcomes)
        return trula[0] & pagat[0], trula[1] & pagat[1]

    def _item(self, name: str, own: Array, others: Array) -> Array:
        """A bonus from the declarer's view: silent unless some side announced it."""
        if self._announced(name):
            return self._announced_item(name, own, others)
        silent = self._of(name).silent * self.bonus_times()
        return np.asarray(silent * (own.astype(int) - others.astype(int)))

    def _announced_item(self, name: str, own: Array, others: Array) -> Array:
        value = np.zeros(np.broadcast(own, others).shape, dtype=int)
        amount = self._of(name).announced
        if name in self.contract.announced:
            value += amount * self.bonus_times(name) * np.where(own, 1, -1)
        if (theirs := by_opponents(name)) in self.contract.announced:
            value -= amount * self.bonus_times(theirs) * np.where(others, 1, -1)
        return value

    def _of(self, name: str) -> Item:
        return announcements(self.options)[name]

    def _announced(self, name: str) -> bool:
        return bool({name, by_opponents(name)} & self.contract.announced)

    def _unless_valat(self, value: Value) -> Value:
        """A valat takes the place of all other bonuses."""
        return lambda outcomes: np.where(
            _all_tricks(outcomes) | _no_trick(outcomes), 0, value(outcomes)
        )

    # Personal penalties.

    def _loses_mond(self) -> bool:
        return (
            self.options.captured_mond_penalty > 0
            and self.kind.aim is Aim.MORE_POINTS
            and self.kind.factors is None
        )

    def mond_penalty(self, outcomes: Outcomes) -> Array:
        """What the seat pays whose mond is taken, or the declarer who left it in the talon."""
        fate, left = _ints(outcomes, "mond"), _has(outcomes, "mond_left")
        if "mond_offered" in outcomes:
            left = left | (_has(outcomes, "mond_offered") & ~_has(outcomes, "king_won"))
        abandoned = (fate == facts.NOT_PLAYED) & left
        paid = [
            (fate == facts.LOST_BY + seat) | (abandoned & (seat == self.contract.declarer))
            for seat in range(self.options.players)
        ]
        return -self.options.captured_mond_penalty * np.stack(paid, axis=-1).astype(int)

    # Klop.

    def _klop_parts(self) -> Iterator[ScorePart]:
        for seat in range(self.options.players):
            axes = facts.klop(seat, self.options.players)
            if self.options.klop_scoring == "pagat70":
                axes |= facts.extreme()
            label = f"{{points_{seat}}} points of seat {seat}"
            yield ScorePart(axes, self._klop_score(seat), label)

    def _klop_score(self, seat: int) -> Callable[[Outcomes], Array]:
        at_seat = (np.arange(self.options.players) == seat).astype(int)

        def score(outcomes: Outcomes) -> Array:
            points = _ints(outcomes, f"points_{seat}")
            no_trick = _ints(outcomes, f"won_trick_{seat}") == 0
            if self.options.klop_scoring == "site":
                value = np.where(no_trick, KLOP_NO_TRICK, -points)
            else:
                # Only those with an extreme result score, if there is one.
                none_extreme = _ints(outcomes, "extreme") == 0
                usual = np.where(none_extreme, -points, 0)
                most = np.where(points > HALF, -KLOP_EXTREME, usual)
                value = np.where(no_trick, KLOP_EXTREME, most)
            return np.asarray(np.multiply.outer(value, at_seat))

        return score


def _ints(outcomes: Outcomes, name: str) -> Ints:
    return np.asarray(outcomes[name], dtype=np.int64)


def _has(outcomes: Outcomes, name: str) -> Array:
    return np.asarray(_ints(outcomes, name) == 1)


def _all_tricks(outcomes: Outcomes) -> Array:
    """The declarer's side won every trick: not every point, and not every card."""
    return _has(outcomes, "won_trick") & ~_has(outcomes, "lost_trick")


def _no_trick(outcomes: Outcomes) -> Array:
    """The opponents won every trick."""
    return ~_has(outcomes, "won_trick") & _has(outcomes, "lost_trick")
