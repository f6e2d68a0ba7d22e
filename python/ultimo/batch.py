"""Throughput: many deals of one game played out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.batch_plans import (
    Contracts,
    Plan,
    Rows,
    numbered,
    plan_of_contract,
    plans_of_rows,
    row_plan,
    table_of_columns,
)
from ultimo.checks import check_span, need, need_callable, need_integer
from ultimo.contracts import Contract
from ultimo.errors import ContractError, OptionError
from ultimo.memory import need_room
from ultimo.policies import Policy, Wish, read_policy

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = [
    "Contracts",
    "Plan",
    "Playouts",
    "Progress",
    "Rows",
    "check_asked",
    "plan_of_contract",
    "plans_of_rows",
    "row_plan",
    "simulate",
    "simulate_chunks",
    "table_of_columns",
]

Progress: TypeAlias = Callable[[int, int], object]

CHUNK = 1 << 16
"""Rows that are in memory at once where deals must be seen before they are played."""


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """What came of many playouts, one row a deal.

    Attributes:
        returns: Game points: shape (n, players), float64.
        points: Card points in tricks won, in units of the deck: shape (n, players), int32.
        tricks: Tricks won: shape (n, players), uint8.
        plays: The actions in order: shape (n, longest play), uint8, padded with 255; `None` unless
            they were asked for.
        moves: Number of moves made in all.
    """

    returns: npt.NDArray[np.float64]
    points: npt.NDArray[np.int32]
    tricks: npt.NDArray[np.uint8]
    plays: npt.NDArray[np.uint8] | None
    moves: int

    def __len__(self) -> int:
        return len(self.returns)

    def __repr__(self) -> str:
        return f"<Playouts of {len(self)} deals, {self.moves} moves>"


@dataclass(frozen=True, slots=True)
class _Job:
    """What `simulate` was asked beside the number of deals and their contract."""

    game: "Game[Any]"
    seed: int
    leader: int | None
    threads: int | None
    plays: bool
    policy: Wish

    def fixed(self, n: int, contract: Any, start: int, progress: Progress | None) -> Playouts:  # noqa: ANN401
        """Plays deals under one contract, or a game without contracts; without a look at them."""
        if contract is None:
            return self._without_tricks(n, start, progress)
        terms = self.game.terms()
        plan = plan_of_contract(self.game, self.game.layout(terms), contract, self.leader)
        return self._play([plan], self.game.deal_spec(terms), start, n=n, progress=progress)

    def _without_tricks(self, n: int, start: int, progress: Progress | None) -> Playouts:
        if self.plays:
            raise OptionError(f"the plays of {self.game.name} are not recorded", code="plays")
        return self.game.playouts(
            n,
            seed=self.seed,
            start=start,
            policy=self.policy,
            threads=self.threads,
            progress=progress,
        )

    def by_rows(self, rows: Rows, contract: Contracts | None, start: int) -> Playouts:
        """Plays deals whose contracts depend on them."""
        plans, plan_of = plans_of_rows(self.game, rows, contract, self.leader)
        return self._play(plans, rows, start, plan_of=plan_of)

    def _play(self, plans: "list[Plan]", deals: Any, start: int, **more: Any) -> Playouts:  # noqa: ANN401
        from ultimo._core import simulate as playouts

        found = playouts(
            plans,
            deals,
            seed=self.seed,
            start=start,
            plays=self.plays,
            policy=self.policy,
            threads=self.threads,
            **more,
        )
        return Playouts(found.returns, found.points, found.tricks, found.plays, found.moves)


def simulate(
    game: "Game[Any]",
    n: int,
    *,
    contract: Contracts | None = None,
    contract_for: Callable[[Rows], Contracts] | None = None,
    seed: int,
    start: int = 0,
    leader: int | None = None,
    threads: int | None = None,
    policy: Policy = "random",
    plays: bool = False,
    progress: Progress | None = None,
) -> Playouts:
    """Deals many times and plays every deal out, by default each legal move equally likely.

    The hands are played as they are dealt: nobody takes from the talon. See
    `Game.position_of_row` for the play of one row.

    A policy other than `"random"` is a preference: the seat to move makes the legal move that it
    likes best. Where it likes several equally, one of them is drawn, each equally likely, from the
    random stream of the deal; so a preference that likes all moves equally gives what `"random"`
    gives, move for move.

    Args:
        game: The game.
        n: Number of deals.
        contract: What is played: one contract, one a deal, or contracts and an integer array (n,)
            that says which of them each deal has. May be left out where the card turned up decides,
            or where a game has no contracts.
        contract_for: Instead of `contract`: a function that is called with the rows of some deals,
            shape (k, deck.size), not to be written to, and returns what is played in them, in any
            form of `contract`.
        seed: 0 to 2**64 - 1. Equal arguments give equal results on every platform.
        start: Number of the first deal.
        leader: Who leads first; as the rules say if `None`.
        threads: Number of threads, as many as there are cores if `None`.
        policy: `"random"`; or `"highest"`, `"lowest"`: the card that beats the most, or the fewest,
            cards of its own suit, as the contract ranks them (the excuse of French tarot beats
            none), and a call only where no card may be played; or how much each action is liked,
            the larger the number the better: an array of any integers of shape (num_actions,), in
            the order of `Game.action_names`, or (players, num_actions) with a preference for each
            seat. Numbers of actions that are not made in play do not matter.
        plays: Record the plays too.
        progress: Called now and then with the number of deals done and `n`.

    Raises:
        ContractError: There is none, it is none of the game, or there are not as many as deals.
        ArgumentError: `policy` is neither a name nor an array of integers.
        OptionError: There is no such policy in this game, or its array has another shape.
        MemoryLimitError: The results do not fit into the memory: see `simulate_chunks`.
    """
    check_asked(game, (progress, "progress"), (contract_for, "contract_for"))
    if contract_for is None and _is_fixed(game, contract):
        check_span(n, start)
        job = _Job(game, seed, leader, threads, plays, read_policy(game, policy))
        return job.fixed(n, contract, start, progress)
    parts: list[Playouts] = []
    for part in simulate_chunks(
        game,
        n,
        contract=contract,
        contract_for=contract_for,
        seed=seed,
        start=start,
        leader=leader,
        threads=threads,
        policy=policy,
        plays=plays,
        progress=progress,
    ):
        if not parts:
            # The first chunk says how large all of them are together.
            need_room(n, _size_of_row(part), "deals played out")
        parts.append(part)
    return _joined(parts)


def simulate_chunks(
    game: "Game[Any]",
    n: int,
    *,
    contract: Contracts | None = None,
    contract_for: Callable[[Rows], Contracts] | None = None,
    seed: int,
    start: int = 0,
    leader: int | None = None,
    threads: int | None = None,
    policy: Policy = "random",
    plays: bool = False,
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Iterator[Playouts]:
    """Does what `simulate` does, a chunk of deals at a time, in bounded memory.

    Args:
        game: As `simulate`, and so are the others but
        n: the number of deals in all, and
        contract: as `simulate`.
        contract_for: As `simulate`; called once a chunk.
        seed: As `simulate`.
        start: As `simulate`.
        leader: As `simulate`.
        threads: As `simulate`.
        policy: As `simulate`.
        plays: As `simulate`; each chunk is as wide as its own longest play.
        chunk: Number of deals at a time. No result depends on it.
        progress: Called after each chunk with the number of deals done and `n`.

    Yields:
        The deals `start` to `start + chunk - 1`, then the next ones. At least one chunk, which is
        empty if there are no deals.

    Raises:
        ContractError: As `simulate`.
        ArgumentError: As `simulate`.
        OptionError: As `simulate`, or `chunk` is less than 1.
    """
    check_asked(game, (progress, "progress"), (contract_for, "contract_for"))
    n, start = _whole("n", n, 0), _whole("start", start, 0)
    chunk = _whole("chunk", chunk, 1)
    check_span(n, start)
    if contract is not None and contract_for is not None:
        message = "say contract= or contract_for=, not both"
        raise ContractError(message, code="two_contracts")
    job = _Job(game, seed, leader, threads, plays, read_policy(game, policy))
    for first in range(0, max(n, 1), chunk):
        size = min(chunk, n - first)
        played = _of_part(contract, first, first + size, n)
        if contract_for is None and _is_fixed(game, played):
            yield job.fixed(size, played, start + first, None)
        else:
            rows = game.deals(size, seed, start=start + first, threads=threads)
            if contract_for is not None:
                # What is played is what was dealt.
                rows.flags.writeable = False
                played = contract_for(rows)
            yield job.by_rows(rows, played, start + first)
        if progress is not None:
            progress(first + size, n)


def check_asked(game: object, *functions: tuple[object, str]) -> None:
    """Checks what was given to `simulate` beside numbers and contracts."""
    from ultimo.game import Game

    need(game, Game, "what is simulated")
    for function, name in functions:
        need_callable(function, name)


def _whole(name: str, value: object, least: int) -> int:
    number = need_integer(value, name)
    if number < least:
        raise OptionError(f"{name}={number}: at least {least}", code=f"bad_{name}")
    return number


def _is_fixed(game: "Game[Any]", contract: Contracts | None) -> bool:
    """Whether the contract does not depend on the cards, not even by a card that was called."""
    if contract is None:
        return not game.bids
    return (
        isinstance(contract, Contract) and game.partner_card(game.check_contract(contract)) is None
    )


def _size_of_row(part: Playouts) -> int:
    arrays = (part.returns, part.points, part.tricks, part.plays)
    return sum(array[:1].nbytes for array in arrays if array is not None)


def _joined(parts: Sequence[Playouts]) -> Playouts:
    plays = [part.plays for part in parts if part.plays is not None]
    widest = max((part.shape[1] for part in plays), default=0)
    wide = [
        np.pad(part, ((0, 0), (0, widest - part.shape[1])), constant_values=255) for part in plays
    ]
    return Playouts(
        np.concatenate([part.returns for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.tricks for part in parts]),
        np.concatenate(wide) if wide else None,
        sum(part.moves for part in parts),
    )


def _of_part(contract: Contracts | None, first: int, last: int, n: int) -> Contracts | None:
    """Returns what is played in some of the deals."""
    if contract is None or isinstance(contract, Contract):
        return contract
    contracts, numbers = numbered(contract, n)
    return contracts, numbers[first:last]
