"""The score of ulti: rules/ulti.md, "End of play and counting" and "Scoring".

Every component of a contract is settled by itself, and so is every silent bonus: each is a part of
the score. What a part pays is written from the view of the declarer, against one defender.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.games.ulti import facts
from ultimo.games.ulti.bids import BETLI, DURCHMARS, PARTI, SILENT, Kind, values
from ultimo.games.ulti.facts import Axes
from ultimo.games.ulti.options import UltiOptions
from ultimo.games.ulti.rules import FORTY, TWENTY, defenders
from ultimo.scoring import Array, Made, Outcomes, ScorePart

__all__ = ["WHOLE", "Scoring"]

NAMES = {
    "P": "parti",
    "N": "four aces",
    "F": "forty-hundred",
    "U": "ulti",
    "B": "betli",
    "H": "twenty-hundred",
    "D": "durchmars",
    "T": "four tens",
}

Ints = npt.NDArray[np.int64]
Reached = Callable[[Outcomes], Array]

ULTI = "U"
HUNDRED = 100 // facts.STEP
"""All points are in steps of ten here."""
ULTI_LOST = 2
"""A lost ulti counts twice."""
WHOLE = "game"
"""What is doubled where the whole contract has one level."""


class Scoring:
    """The score of one contract.

    Args:
        options: The options.
        kind: What the rules say of its bid.
        contract: The contract.
    """

    def __init__(self, options: UltiOptions, kind: Kind, contract: Contract) -> None:
        self.options = options
        self.kind = kind
        self.contract = contract
        self.defenders = defenders(contract)

    def parts(self) -> tuple[ScorePart, ...]:
        """Each component of the contract, the parti scored along with it, and silent bonuses."""
        return (*map(self._component, self.kind.scored), *self._silent())

    def made(self) -> Made:
        """The contract is made if every component that was bid is won."""
        wanted = [self._task(component) for component in self.kind.components]
        axes: Axes = {}
        for of_one, _ in wanted:
            axes |= of_one

        def made(outcomes: Outcomes) -> Array:
            won = np.asarray(True)  # noqa: FBT003
            for _, reached in wanted:
                won = won & reached(outcomes)
            return won

        return Made(axes, made)

    # What is to be reached.

    def _task(self, component: str) -> tuple[Axes, Reached]:
        """The facts that decide whether a component is won, and the function that says so."""
        tasks: Mapping[str, Callable[[], tuple[Axes, Reached]]] = {
            PARTI: lambda: (self._parti_axes(), _parti),
            "N": lambda: (facts.aces(self.contract), lambda o: _ints(o, "aces") == 1),
            "T": lambda: (facts.tens(self.contract), lambda o: _ints(o, "tens") == 1),
            "F": lambda: self._hundred("forty", facts.forty(self.contract), FORTY),
            "H": lambda: self._hundred("twenty", facts.twenty(self.contract), TWENTY),
            ULTI: lambda: (facts.seven(), self._own_ulti),
            BETLI: lambda: (facts.any_trick(self.contract), lambda o: _ints(o, "own_trick") == 0),
            # Every trick is won if none is lost: discards and points say nothing about it.
            DURCHMARS: lambda: (
                facts.any_trick(self.contract),
                lambda o: _ints(o, "others_trick") == 0,
            ),
        }
        return tasks[component]()

    def _parti_axes(self) -> Axes:
        return facts.steps(self.contract) | facts.last_trick(self.contract)

    def _hundred(self, name: str, held: Axes, worth: int) -> tuple[Axes, Reached]:
        """A hundred with a marriage held: with that one alone, or by an option with all."""
        if self.options.hundred_counts_all_marriages:
            axes = held | {"own": facts.steps(self.contract)["own"]}
            return axes, lambda o: (_ints(o, name) == 1) & (_ints(o, "own") >= HUNDRED)
        axes = held | facts.cards(self.contract)
        needed = HUNDRED - worth // facts.STEP
        return axes, lambda o: (_ints(o, name) == 1) & (_ints(o, "own_cards") >= needed)

    def _own_ulti(self, outcomes: Outcomes) -> Array:
        return np.asarray(_ints(outcomes, "seven") == facts.WON_BY + self.contract.declarer)

    # What is paid.

    def _component(self, component: str) -> ScorePart:
        axes, reached = self._task(component)
        value = self._value(component)

        def score(outcomes: Outcomes) -> Array:
            won = reached(outcomes)
            return self._settled(
                [np.where(won, value * up, -value * down) for up, down in self._times(component)]
            )

        paid = (value, *self._times(component))
        return ScorePart(axes, score, self._label(component), key=self._key(component, paid))

    def _key(self, what: str, paid: Hashable) -> Hashable:
        """What a score depends on beside its axes."""
        return __name__, what, paid, self.contract.declarer, self.options

    def _value(self, component: str) -> int:
        """What a component is worth without kontra."""
        known = values(self.options)[component]
        return known * self.kind.factor * self.kind.opened(component)

    def _label(self, component: str) -> str:
        """What a component is called, and what multiplies it."""
        words = [NAMES[component]]
        words += ["hearts"] if self.kind.is_hearts else []
        words += ["open"] if self.kind.opened(component) > 1 else []
        factors = [1 << self._level(component, seat) for seat in self.defenders]
        if max(factors) > 1:
            told = dict.fromkeys(factors if len(set(factors)) > 1 else factors[:1])
            words.append("times " + " and ".join(map(str, told)))
        if component == ULTI:
            # What is lost is not what is won.
            (up, down), *_ = self._times(component)
            value = self._value(component)
            words.append(f"{value * up} if won and {value * down} if lost")
        return ", ".join(words)

    def _times(self, component: str) -> list[tuple[int, int]]:
        """What multiplies a component when won and when lost, against each defender."""
        return [
            (factor, self._times_lost(component, factor))
            for factor in (1 << self._level(component, seat) for seat in self.defenders)
        ]

    def _times_lost(self, component: str, factor: int) -> int:
        if component != ULTI:
            return factor
        adds = self.options.lost_ulti_kontra == "add_one"
        return factor + 1 if adds else ULTI_LOST * factor

    def _level(self, component: str, defender: int) -> int:
        """The level of kontra on a component against a defender."""
        if not self.kind.has_trump:
            return self.contract.level(defender)
        whole = self.options.kontra_scope == "contract"
        return self.contract.level(WHOLE if whole else component)

    def _settled(self, paid: list[Array]) -> Array:
        """What every seat gets if these are paid by the defenders to the declarer."""
        seats: dict[int, Array] = {
            seat: -np.asarray(amount) for seat, amount in zip(self.defenders, paid, strict=True)
        }
        total = np.asarray(sum(paid))
        # Settled once for both: where their levels differ, the declarer gets the mean.
        once = self.options.settlement == "single"
        seats[self.contract.declarer] = total / len(paid) if once else total
        return np.stack(np.broadcast_arrays(*(seats[seat] for seat in range(3))), axis=-1)

    # Silent bonuses.

    def _silent(self) -> Iterator[ScorePart]:
        """Silent bonuses are there in trump games only, and doubled by hearts, not by kontra."""
        if not self.kind.has_trump:
            return
        scores = {
            "hundred": lambda value: (
                facts.steps(self.contract),
                self._by_side(_hundreds, value * self._parti_factor()),
            ),
            "ulti": lambda value: (facts.seven(), self._silent_ulti(value)),
            "durchmars": lambda value: (
                facts.any_trick(self.contract),
                self._by_side(_one_sided, value),
            ),
        }
        hearts = ", hearts" if self.kind.is_hearts else ""
        for silent, value in zip(SILENT, self.options.silent_values, strict=True):
            if value and silent.excluded_by.isdisjoint(self.kind.components):
                axes, score = scores[silent.name](value * self.kind.factor)
                paid = (value * self.kind.factor, self._parti_factor())
                key = self._key(f"silent {silent.name}", paid)
                yield ScorePart(axes, score, f"silent {silent.name}{hearts}", key=key)

    def _parti_factor(self) -> int:
        """What multiplies a silent hundred: by an option, kontra on the parti if that is scored."""
        if not self.options.kontra_on_silent or PARTI not in self.kind.scored:
            return 1
        return 1 << self._level(PARTI, self.defenders[0])

    def _by_side(self, gained: Reached, value: int) -> Callable[[Outcomes], Array]:
        """Scores a bonus by who gained it: 1 the declarer, -1 the defenders, 0 nobody."""
        return lambda outcomes: self._settled([value * gained(outcomes)] * len(self.defenders))

    def _silent_ulti(self, value: int) -> Reached:
        lost = -1 if self.options.silent_ulti_can_lose else 0

        def gained(outcomes: Outcomes, seat: int) -> Array:
            """What the seat has gained by playing the Seven to the last trick."""
            seven = _ints(outcomes, "seven")
            won = seven == facts.WON_BY + seat
            return np.where(won, 1, np.where(seven == facts.LOST_BY + seat, lost, 0))

        def by_side(outcomes: Outcomes) -> Array:
            own = gained(outcomes, self.contract.declarer)
            others = sum(gained(outcomes, seat) for seat in self.defenders)
            return np.asarray(own - others)

        def individual(outcomes: Outcomes) -> Array:
            """The player settles with each of the other two, with his partner too."""
            each = [gained(outcomes, seat) for seat in range(3)]
            # Settled once, the player gets as much as one of them pays.
            shares = 1 if self.options.settlement == "single" else 2
            seats = [value * ((shares + 1) * own - sum(each)) for own in each]
            return np.stack(seats, axis=-1)

        if self.options.silent_ulti_settlement == "individual":
            return individual
        return self._by_side(by_side, value)


def _ints(outcomes: Outcomes, name: str) -> Ints:
    return np.asarray(outcomes[name], dtype=np.int64)


def _parti(outcomes: Outcomes) -> Array:
    """More points than the defenders together; if equal, the last trick decides."""
    own, others = _ints(outcomes, "own"), _ints(outcomes, "others")
    return np.asarray((own > others) | ((own == others) & (_ints(outcomes, "own_last") == 1)))


def _hundreds(outcomes: Outcomes) -> Array:
    """Which side has a hundred: at most one can."""
    own, others = _ints(outcomes, "own") >= HUNDRED, _ints(outcomes, "others") >= HUNDRED
    return np.asarray(own.astype(np.int64) - others)


def _one_sided(outcomes: Outcomes) -> Array:
    """Which side has won every trick: not every point, and not every card."""
    own, others = _ints(outcomes, "own_trick"), _ints(outcomes, "others_trick")
    return np.asarray(own - others)
