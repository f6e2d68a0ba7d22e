"""What a deal was worth: the value of every contract for every declarer, all cards open."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from ultimo.checks import need, need_integer
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal
from ultimo.errors import ContractError, OptionError, SolverLimitError
from ultimo.exchange import exchanged
from ultimo.objectives import core_objective
from ultimo.scoring import Goal
from ultimo.solver import check_limit, reporting, workers
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Position, Solver
    from ultimo.game import Game

__all__ = ["ContractTable", "ContractValue", "solve_table"]

Codes: TypeAlias = tuple[str, ...]
Option: TypeAlias = tuple[frozenset[int], frozenset[int]]
"""The cards taken from the talon, and those laid away."""

EXHAUSTIVE = 256
NO_GOAL = {"no_win", "no_card_points"}


@dataclass(frozen=True, slots=True)
class ContractValue:
    """What a contract is worth.

    Attributes:
        contract: The contract.
        value: For the declarer's side, in the unit of the goal; `None` if a limit was reached.
        exchange: The cards taken and laid away that reach the value; `None` where nothing is
            exchanged.
        is_best: Whether no other exchange is worth more. Otherwise the value is that of the best
            one found, and the contract is worth at least that.
        options: Number of exchanges that the rules allow.
        tried: Number of them that were looked at.
        lower: The proven lower bound; the value unless a limit was reached.
        upper: The proven upper bound of `value`; the value unless a limit was reached.
    """

    contract: Contract
    value: float | None
    exchange: tuple[Codes, Codes] | None
    is_best: bool
    options: int
    tried: int
    lower: float | None
    upper: float | None


@dataclass(frozen=True, slots=True)
class ContractTable:
    """The values of all contracts of a deal.

    Attributes:
        goal: What was maximised.
        rows: A row for each contract, by declarer in the order of the bids.
    """

    goal: Goal
    rows: tuple[ContractValue, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[ContractValue]:
        return iter(self.rows)

    def of(self, declarer: int) -> tuple[ContractValue, ...]:
        """Returns the rows of a declarer."""
        return tuple(row for row in self.rows if row.contract.declarer == declarer)

    @property
    def best(self) -> Mapping[int, ContractValue]:
        """The best contract of each declarer; the first of equals, so the lowest bid."""
        found: dict[int, ContractValue] = {}
        for row in self.rows:
            if row.value is None:
                continue
            known = found.get(row.contract.declarer)
            if known is None or known.value is None or row.value > known.value:
                found[row.contract.declarer] = row
        return found


def solve_table(
    game: "Game[Any]",
    deal: Deal,
    goal: Goal = "score",
    *,
    dealer: int | None = None,
    bids: Iterable[str] | None = None,
    declarers: Iterable[int] | None = None,
    exhaustive: int = EXHAUSTIVE,
    threads: int | None = None,
    progress: bool | Callable[[int, int], object] = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> ContractTable:
    """Says what every contract is worth for every declarer with best play, all cards open.

    Every bid is looked at with every trump and every called king or card that it takes, without
    announcements and kontra. Where the declarer takes from the talon and lays away, the best
    exchange is sought:

    - up to `exhaustive` exchanges that the rules allow: each one. One after the first is asked only
      whether it is worth more than the best one so far, and solved if it is;
    - beyond that, from the most promising one of each group of the talon on (most suits void, then
      most card points laid away), to one that differs in one card and is worth more, until there is
      none. `ContractValue.is_best` is then false: the value is a lower bound.

    Args:
        game: The game.
        deal: The deal.
        goal: As `solve` takes it. Contracts for which it makes no sense are left out.
        dealer: Who dealt, which may decide who leads first; the last seat if `None`.
        bids: Ids of `Game.contracts`; all if `None`.
        declarers: The seats; all if `None`, and one of each side where nobody declares.
        exhaustive: How many exchanges are all looked at.
        threads: Number of threads, as many as there are cores if `None`. No value depends on it.
        progress: Show a progress bar on standard error; or a function that is called with the
            number of contracts done and their number.
        nodes: The most positions to look at, for one exchange.
        seconds: The longest time for one exchange.
        memory: The most bytes for the proofs of a thread.

    Raises:
        ContractError: There is no such bid, or the game has no contracts.
        DealError: The deal does not fit the game.
        OptionError: There is no such goal, or a limit is wrong.
    """
    from ultimo.game import Game

    need(game, Game, "what is solved")
    game.need_contracts()
    if need_integer(exhaustive, "exhaustive") < 1:
        raise OptionError(f"exhaustive={exhaustive}: at least 1", code="bad_exhaustive")
    for name, limit in (("nodes", nodes), ("seconds", seconds), ("memory", memory)):
        check_limit(name, limit)
    dealt = {} if dealer is None else {"dealer": dealer}
    table = game.as_played(game.table(deal, **dealt))
    groups = _contracts(game, table, bids, declarers)
    limits = {"nodes": nodes, "seconds": seconds}
    total = sum(map(len, groups))
    last = game.players - 1 if dealer is None else dealer
    search = _Search(game, table, last, goal, exhaustive, limits, memory)
    rows: list[ContractValue] = []
    done = 0
    with ThreadPoolExecutor(workers(threads)) as pool, reporting(progress) as report:
        try:
            for group, found in zip(groups, pool.map(search.group, groups), strict=True):
                rows += found
                done += len(group)
                report(done, total)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    order = {bid: number for number, bid in enumerate(game.bids)}
    rows.sort(key=lambda row: (row.contract.declarer, order[row.contract.bid]))
    return ContractTable(goal, tuple(rows))


def _contracts(
    game: "Game[Any]",
    table: Table,
    bids: Iterable[str] | None,
    declarers: Iterable[int] | None,
) -> list[list[Contract]]:
    """Returns the contracts, those together whose plays are alike: of one declarer and trump."""
    if bids is None:
        chosen = list(game.bids.values())
    else:
        names = [bids] if isinstance(bids, str) else list(bids)
        if unknown := [name for name in names if name not in game.bids]:
            message = f"{game.name} has no bid {unknown[0]!r:.40}"
            raise ContractError(message, code="unknown_bid")
        chosen = [game.bids[name] for name in dict.fromkeys(names)]
    seats = None if declarers is None else [need_integer(s, "a declarer") for s in declarers]
    found: dict[tuple[int, str | None], list[Contract]] = {}
    for bid in chosen:
        for contract in _of_bid(game, table, bid, seats):
            found.setdefault((contract.declarer, contract.trump), []).append(contract)
    return list(found.values())


def _of_bid(
    game: "Game[Any]", table: Table, bid: Bid, declarers: Sequence[int] | None
) -> Iterator[Contract]:
    for seat in _seats(game, bid) if declarers is None else declarers:
        held = table.hands[seat] if 0 <= seat < len(table.hands) else frozenset()
        kings = [suit for suit in bid.kings if game.deck.index(f"{suit}K") not in held]
        calls = [card for card in bid.calls if game.deck.index(card) not in held]
        # Who holds all that may be called calls one of his own.
        for trump, king, called in product(
            bid.trumps, kings or bid.kings or (None,), calls or bid.calls or (None,)
        ):
            try:
                yield game.contract(bid.id, declarer=seat, trump=trump, king=king, called=called)
            except ContractError:
                # Trumps and calls that do not go together. What the caller said is checked once.
                if declarers is not None and not 0 <= seat < game.players:
                    raise


def _seats(game: "Game[Any]", bid: Bid) -> list[int]:
    if bid.has_declarer:
        return list(range(game.players))
    trump: dict[str, Any] = {"trump": bid.trumps[0]} if bid.names_trump else {}
    sides = game.rules(game.contract(bid.id, **trump)).sides
    return [seat for seat, side in enumerate(sides) if sides.index(side) == seat]


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for the best exchange of each contract."""

    game: "Game[Any]"
    table: Table
    dealer: int
    goal: Goal
    exhaustive: int
    limits: Mapping[str, Any]
    memory: int | None

    def group(self, contracts: Sequence[Contract]) -> list[ContractValue]:
        """Returns the values of contracts whose proofs are kept together."""
        from ultimo._core import Solver

        solver = Solver(memory=self.memory)
        found = (self.contract(contract, solver) for contract in contracts)
        return [row for row in found if row is not None]

    def contract(self, contract: Contract, solver: "Solver") -> ContractValue | None:
        """Returns the value of a contract; `None` if the goal makes no sense for it."""
        try:
            core_objective(self.game, contract, self.goal)
        except ContractError as fault:
            if fault.code in NO_GOAL:
                return None
            raise
        groups = options(self.game, contract, self.table)
        count = sum(group.count for group in groups)
        best = _Best(self, contract, solver)
        try:
            if count <= self.exhaustive:
                ordered = [option for group in groups for option in group.all()]
                for option in sorted(ordered, key=self._promise(contract)):
                    best.ask(option)
            else:
                for group in groups:
                    self._climb(group, best, contract)
        except SolverLimitError as limit:
            bounds = (limit.lower, limit.upper)
            return best.row(count, is_best=False, bounds=bounds)
        return best.row(count, is_best=count <= self.exhaustive, bounds=None)

    def _climb(self, group: "_Group", best: "_Best", contract: Contract) -> None:
        promise = self._promise(contract)
        here = (group.taken, group.first(self.game, promise))
        best.ask(here)
        while True:
            near = sorted(((group.taken, laid) for laid in group.near(here[1])), key=promise)
            better = next((option for option in near if best.ask(option)), None)
            if better is None:
                return
            here = better

    def _promise(self, contract: Contract) -> Callable[[Option], tuple[int, int, list[int]]]:
        """Returns what exchanges are sorted by: most suits void, most points away, then cards."""
        deck, held = self.game.deck, self.table.hands[contract.declarer]

        def promise(option: Option) -> tuple[int, int, list[int]]:
            taken, laid = option
            left = {deck.codes[card][0] for card in (held | taken) - laid}
            return len(left), -sum(deck.values[card] for card in laid), sorted(laid)

        return promise


class _Best:
    """The best exchange so far."""

    def __init__(self, search: _Search, contract: Contract, solver: "Solver") -> None:
        self._search = search
        self._contract = contract
        self._solver = solver
        self._value = -math.inf
        self._option: Option | None = None
        self._asked: dict[Option, bool] = {}

    def ask(self, option: Option) -> bool:
        """Whether an exchange is worth more than the best one so far, and is now that."""
        if option not in self._asked:
            self._asked[option] = self._is_better(option)
            return self._asked[option]
        return False

    def _is_better(self, option: Option) -> bool:
        position = self._position(option)
        aim = core_objective(position.game, position.contract, self._search.goal)
        limits = self._search.limits
        if self._option is not None:
            more = math.nextafter(self._value, math.inf)
            if not self._solver.reaches(position, aim, more, **limits):
                return False
        self._value = self._solver.solve(position, aim, full=False, **limits).value
        self._option = option
        return True

    def _position(self, option: Option) -> "Position":
        game, table = self._search.game, self._search.table
        contract = game.settled(self._contract, table)
        if option != NOTHING:
            names = game.deck.names
            table = exchanged(game, contract, table, (names(option[0]), names(option[1])))
        leader = game.leader(contract, self._search.dealer)
        return game.play_position(contract, game.setup(contract, table, leader))

    def row(
        self, count: int, *, is_best: bool, bounds: tuple[float | None, float | None] | None
    ) -> ContractValue:
        """Returns the row of the table."""
        names = self._search.game.deck.names
        exchange = None
        if self._option is not None and self._option != NOTHING:
            exchange = (names(self._option[0]), names(self._option[1]))
        value = None if self._option is None else self._value
        lower, upper = (value, value) if bounds is None else bounds
        if bounds is not None and value is not None:
            # A limit was reached after some exchange had been solved.
            lower = value if lower is None else max(lower, value)
        return ContractValue(
            self._contract,
            value if bounds is None else None,
            exchange,
            is_best,
            count,
            len(self._asked),
            lower,
            upper,
        )


NOTHING: Option = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class _Group:
    """The exchanges in which the same cards are taken.

    Attributes:
        taken: The cards taken.
        always: Cards that must be laid away.
        free: Cards of which `left` more are laid away.
        left: How many.
    """

    taken: frozenset[int]
    always: frozenset[int]
    free: frozenset[int]
    left: int

    @property
    def count(self) -> int:
        """Number of exchanges."""
        return comb(len(self.free), self.left)

    def all(self) -> Iterator[Option]:
        """Yields all exchanges."""
        for more in combinations(sorted(self.free), self.left):
            yield self.taken, self.always | frozenset(more)

    def first(self, game: "Game[Any]", promise: Callable[[Option], Any]) -> frozenset[int]:
        """Returns the most promising cards to lay away, suit by suit."""
        suits: dict[str, list[int]] = {}
        for card in sorted(self.free, key=lambda card: (-game.deck.values[card], card)):
            suits.setdefault(game.deck.codes[card][0], []).append(card)
        # The shortest suits first, so that some become void; in each the dearest cards first.
        ordered = [card for suit in sorted(suits.values(), key=len) for card in suit]
        dearest = sorted(self.free, key=lambda card: (-game.deck.values[card], card))
        found = [self.always | frozenset(cards[: self.left]) for cards in (ordered, dearest)]
        return min(found, key=lambda laid: promise((self.taken, laid)))

    def near(self, laid: frozenset[int]) -> Iterator[frozenset[int]]:
        """Yields what differs from some laid cards in one."""
        for away, instead in product(sorted(laid - self.always), sorted(self.free - laid)):
            yield laid - {away} | {instead}


def options(game: "Game[Any]", contract: Contract, table: Table) -> list[_Group]:
    """Returns the exchanges that the rules allow, by the cards that are taken."""
    sizes = [size for size in game.exchange_sizes(contract) if size <= len(table.talon)]
    if any(sizes):
        # Where something may be taken, taking nothing stands for hands that were changed before.
        sizes = [size for size in sizes if size]
    seat = contract.declarer
    others = max(len(hand) for other, hand in enumerate(table.hands) if other != seat)
    groups = []
    for size in sizes:
        for cards in combinations(table.talon, size):
            taken = frozenset(cards)
            if game.exchange_faults(contract, table, taken):
                continue
            held = table.hands[seat] | taken
            left = len(held) - others
            always: frozenset[int] = frozenset()
            free = game.may_lay(contract, held) if left > 0 else frozenset()
            # All that may be laid away goes, and then others may.
            while len(free) < left:
                always |= free
                left -= len(free)
                free = game.may_lay(contract, held - always)
            groups.append(_Group(taken, always, free, left))
    return groups or [_Group(frozenset(), frozenset(), frozenset(), 0)]
