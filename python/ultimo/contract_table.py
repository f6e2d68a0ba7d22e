"""What a deal was worth: the value of every contract for every declarer, all cards open."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

from ultimo.checks import brief, items_of, need, need_integer
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal
from ultimo.errors import ContractError, OptionError, SolverLimitError
from ultimo.exchange import exchanged
from ultimo.exchanges import NOTHING, Group, Option, options
from ultimo.objectives import core_objective
from ultimo.scoring import Goal
from ultimo.solver import check_limit, reporting, workers
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Position, Solver
    from ultimo.game import Game

__all__ = ["ContractTable", "ContractValue", "solve_table"]

Codes: TypeAlias = tuple[str, ...]

EXHAUSTIVE = 256
MOST_LISTED = 10_000
"""More bids or declarers than this are not read."""
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
        lower: The proven lower bound; the value unless a limit was reached. It counts the exchanges
            that were solved.
        upper: The proven upper bound; the value unless a limit was reached. Exchanges that were not
            looked at may be worth as much as any deal.
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

    Every bid is looked at with every trump and every called king or card that the declarer may
    call, his own last, without announcements and kontra. Where the declarer takes from the talon
    and lays away, the best exchange is sought:

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
        declarers: The seats; all that play if `None`, and one of each side where nobody declares.
        exhaustive: How many exchanges are all looked at.
        threads: Number of threads, as many as there are cores if `None`. No value depends on it.
        progress: Show a progress bar on standard error; or a function that is called with the
            number of contracts done and their number.
        nodes: The most positions to look at, for one exchange. A contract one of whose exchanges
            reaches a limit is left with bounds.
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
    exhaustive = need_integer(exhaustive, "exhaustive")
    if exhaustive < 1:
        raise OptionError(f"exhaustive={exhaustive}: at least 1", code="bad_exhaustive")
    dealer = None if dealer is None else need_integer(dealer, "dealer")
    for name, limit in (("nodes", nodes), ("seconds", seconds), ("memory", memory)):
        check_limit(name, limit)
    dealt = {} if dealer is None else {"dealer": dealer}
    table = game.as_played(game.table(deal, **dealt))
    groups = _contracts(game, table, bids, declarers)
    limits = {"nodes": nodes, "seconds": seconds}
    total = sum(map(len, groups))
    last = game.players - 1 if dealer is None else dealer
    stop = Event()
    search = _Search(game, table, last, goal, exhaustive, limits, memory, stop)
    rows: list[ContractValue] = []
    done = 0
    with ThreadPoolExecutor(workers(threads)) as pool, reporting(progress) as report:
        try:
            for group, found in zip(groups, pool.map(search.group, groups), strict=True):
                rows += found
                done += len(group)
                report(done, total)
        except BaseException:
            # The threads do not hear of Ctrl-C.
            stop.set()
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
        names = [bids] if isinstance(bids, str) else items_of(bids, "bids", most=MOST_LISTED)
        known = [isinstance(name, str) and name in game.bids for name in names]
        if not all(known):
            unknown = names[known.index(False)]
            message = f"{game.name} has no bid {brief(unknown)}"
            raise ContractError(message, code="unknown_bid")
        chosen = [game.bids[name] for name in dict.fromkeys(names)]
    seats = None
    if declarers is not None:
        listed = items_of(declarers, "declarers", most=MOST_LISTED)
        seats = [need_integer(seat, "a declarer") for seat in listed]
    found: dict[tuple[int, str | None], list[Contract]] = {}
    for bid in chosen:
        for contract in _of_bid(game, table, bid, seats):
            found.setdefault((contract.declarer, contract.trump), []).append(contract)
    return list(found.values())


def _of_bid(
    game: "Game[Any]", table: Table, bid: Bid, declarers: Sequence[int] | None
) -> Iterator[Contract]:
    for seat in _seats(game, table, bid) if declarers is None else declarers:
        held = table.hands[seat] if 0 <= seat < len(table.hands) else frozenset()
        kings = sorted(bid.kings, key=lambda suit: game.deck.index(f"{suit}K") in held)
        calls = sorted(bid.calls, key=lambda card: game.deck.index(card) in held)
        if not game.calls_own:
            # Who holds all that may be called calls one of his own.
            calls = [card for card in calls if game.deck.index(card) not in held] or calls
        for trump, king, called in product(bid.trumps, kings or (None,), calls or (None,)):
            try:
                yield game.contract(bid.id, declarer=seat, trump=trump, king=king, called=called)
            except ContractError:
                # Trumps and calls that do not go together. What the caller said is checked once.
                if declarers is not None and not 0 <= seat < game.players:
                    raise


def _seats(game: "Game[Any]", table: Table, bid: Bid) -> list[int]:
    if bid.has_declarer:
        # A seat without cards sits out.
        return [seat for seat, hand in enumerate(table.hands) if hand]
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
    stop: Event

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
            return best.open_row(count, limit)
        return best.row(count, is_best=count <= self.exhaustive)

    def _climb(self, group: Group, best: "_Best", contract: Contract) -> None:
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
        limits, stop = self._search.limits, self._search.stop
        if self._option is not None:
            more = math.nextafter(self._value, math.inf)
            if not self._solver.reaches(position, aim, more, stop=stop, **limits):
                return False
        self._value = self._solver.solve(position, aim, full=False, stop=stop, **limits).value
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

    def row(self, count: int, *, is_best: bool) -> ContractValue:
        """Returns the row of the table."""
        value, tried = self._value, len(self._asked)
        exchange = self._exchange()
        return ContractValue(self._contract, value, exchange, is_best, count, tried, value, value)

    def open_row(self, count: int, limit: SolverLimitError) -> ContractValue:
        """Returns the row of a contract one of whose exchanges reached a limit.

        It is worth at least what another one is worth, and one that was not looked at may be worth
        as much as any deal.
        """
        lower, upper = limit.lower, limit.upper
        if self._option is not None:
            lower = self._value if lower is None else max(lower, self._value)
        # The one that reached the limit was not counted.
        tried = len(self._asked)
        if count > tried + 1:
            upper = core_objective(self._search.game, self._contract, self._search.goal).highest
        elif self._option is not None and upper is not None:
            upper = max(upper, self._value)
        return ContractValue(
            contract=self._contract,
            value=None,
            exchange=self._exchange(),
            is_best=False,
            options=count,
            tried=tried,
            lower=lower,
            upper=upper,
        )

    def _exchange(self) -> tuple[Codes, Codes] | None:
        if self._option is None or self._option == NOTHING:
            return None
        names = self._search.game.deck.names
        return names(self._option[0]), names(self._option[1])
