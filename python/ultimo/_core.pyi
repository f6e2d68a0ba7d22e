"""The compiled core of ultimo: play, counting, dealing, playouts and the solver."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Event
from typing import Any, Self, SupportsIndex, TypeVar, final, overload

import numpy as np
import numpy.typing as npt

from ultimo.plan import (
    Axis,
    BarterSpec,
    Condition,
    DealSpec,
    HandRule,
    PayoffPart,
    RowPlan,
    RulesSpec,
    Setup,
    Shows,
    TrailsSpec,
    WorldsSpec,
)

__all__ = [
    "Barter",
    "Conditions",
    "Env",
    "Objective",
    "Outcome",
    "Payoff",
    "PlayRules",
    "Playouts",
    "Position",
    "Solved",
    "Solver",
    "Worlds",
    "__version__",
    "barter_rounds",
    "deal_numbers",
    "deal_rows",
    "rank_hand",
    "replay",
    "sample_worlds",
    "simulate",
    "solve",
    "stream_words",
]

_T = TypeVar("_T")

__version__: str
"""The version of the crate, which is also the version of the package."""

@final
class PlayRules:
    """The rules of the play under one contract, checked and compiled. Immutable.

    Args:
        spec: The rules.
        actions: The name of each action of the game: first the codes of the cards by deck index,
            then the calls.
        calls: The game's action for each call of the core that the rules allow. Codes of the core:
            a marriage in lane `n` is `n`, exchange 8, close 9, going out 10, knocking 11,
            declaration `n` is `12 + n`. The actions ascend with the codes.

    Raises:
        OptionError: The rules contradict themselves (code `bad_rules`); the message lists every
            fault.
    """

    def __new__(
        cls, spec: RulesSpec, actions: Sequence[str], calls: Mapping[int, int] | None = None
    ) -> Self: ...
    @property
    def spec(self) -> RulesSpec:
        """The rules it was compiled from."""
    @property
    def actions(self) -> tuple[str, ...]:
        """The name of each action."""
    @property
    def calls(self) -> dict[int, int]:
        """The game's action for each call of the core."""
    @property
    def seats(self) -> int:
        """Number of seats."""
    @property
    def deck_size(self) -> int:
        """Number of cards in the deck."""
    @property
    def num_actions(self) -> int:
        """Number of actions."""
    @property
    def unit(self) -> int:
        """Units to a card point: 1, 2 or 3."""
    def count_points(self, cards: Sequence[int]) -> int:
        """Count a pile officially.

        Args:
            cards: Deck indices, none twice.

        Returns:
            Points; halves of a point where the rules count in halves.
        """
    def count_units(self, cards: Sequence[int]) -> int:
        """Count a pile exactly.

        Args:
            cards: Deck indices, none twice.

        Returns:
            Card points in units.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Payoff:
    """The score of a contract, tabulated over what can happen. Immutable.

    Args:
        rules: The rules of the play.
        parts: The returns are the sum of these.
        outcome: Axes that `Position.outcome` reports, by name; those of the parts if `None`.

    Raises:
        OptionError: A table does not fit its axes, or an axis the rules (code `bad_payoff`); the
            message lists every fault.
    """

    def __new__(
        cls,
        rules: PlayRules,
        parts: Sequence[PayoffPart],
        outcome: Mapping[str, Axis] | None = None,
    ) -> Self: ...
    @property
    def rules(self) -> PlayRules:
        """The rules it was made for."""
    @property
    def parts(self) -> tuple[PayoffPart, ...]:
        """The parts it is the sum of."""
    @property
    def outcome(self) -> dict[str, Axis]:
        """The axes that `Position.outcome` reports."""
    @staticmethod
    def axis_size(rules: PlayRules, axis: Axis) -> int:
        """Say how many values an axis has: 1 + the largest."""
    @staticmethod
    def fact_size(rules: PlayRules, axis: Axis) -> int:
        """Say how many values the fact of an axis has, before they are put in classes."""
    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Give the least and the largest returns of each seat, each shape (seats,), float64."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome(Mapping[str, int]):
    """What scoring asks of a deal, as named integers: `outcome.points` and `outcome["points"]`."""

    def __new__(cls, values: Mapping[str, int]) -> Self: ...
    def __getattribute__(self, name: str, /) -> int: ...
    def __getitem__(self, name: str, /) -> int: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    @overload
    def get(self, key: str, default: None = None, /) -> int | None: ...
    @overload
    def get(self, key: str, default: int, /) -> int: ...
    @overload
    def get(self, key: str, default: _T, /) -> int | _T: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Position:
    """The play of one deal with all cards open.

    Moves are given as a card code, the name of a call, or the number of the action.

    Args:
        rules: The rules of the play.
        setup: Where the cards lie.
        payoff: The score; without it there are neither returns nor an outcome.
        owner: Kept for the caller: usually `(game, contract)`.

    Raises:
        DealError: The setup does not fit the rules (code `bad_setup`); the message lists every
            fault.
    """

    def __new__(
        cls,
        rules: PlayRules,
        setup: Setup,
        payoff: Payoff | None = None,
        owner: object = None,
    ) -> Self: ...
    @property
    def rules(self) -> PlayRules:
        """The rules of the play."""
    @property
    def setup(self) -> Setup:
        """Where the cards lay when play began."""
    @property
    def payoff(self) -> Payoff | None:
        """The score."""
    @property
    def owner(self) -> Any:  # noqa: ANN401
        """What the position was made with."""
    @property
    def game(self) -> Any:  # noqa: ANN401 - the package knows its class, the core does not
        """The game: the first of the owner pair."""
    @property
    def contract(self) -> Any:  # noqa: ANN401
        """The contract: the second of the owner pair."""
    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards in each hand, in deck order."""
    @property
    def stock(self) -> tuple[str, ...]:
        """The cards left in the stock, the next one first."""
    @property
    def piles(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The cards left in the piles of each seat, top first; `()` where there are none."""
    @property
    def tops(self) -> tuple[tuple[str | None, ...], ...]:
        """The card face up on each pile of each seat, or `None`; `()` where there are no piles."""
    @property
    def captured(self) -> tuple[tuple[str, ...], ...]:
        """The cards each seat has won in tricks, in deck order."""
    @property
    def leader(self) -> int:
        """The seat that leads the current trick."""
    @property
    def current_player(self) -> int | None:
        """The seat to move, or `None` when the deal is over."""
    @property
    def trump(self) -> int | None:
        """The trump lane, once it is known."""
    @property
    def trick(self) -> list[tuple[int, str]]:
        """The cards of the open trick, in the order played: seat and code."""
    @property
    def last_trick(self) -> list[tuple[int, str]]:
        """The cards of the last complete trick, in the order played; empty before the first."""
    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won so far, one a seat."""
    @property
    def points(self) -> tuple[int, ...]:
        """Card points in tricks won so far, in units of the deck, one a seat."""
    @property
    def marriages(self) -> tuple[int, ...]:
        """Units of valid marriages so far, one a seat."""
    @property
    def history(self) -> list[tuple[int, int]]:
        """The moves so far: seat and action."""
    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
    def legal(self) -> list[str]:
        """List the legal moves by name, in the order of their numbers; empty when over."""
    def legal_actions(self) -> list[int]:
        """List the numbers of the legal moves, ascending; empty when over."""
    def legal_bits(self) -> int:
        """Say which moves are legal: bit `a` of the int is set if move number `a` is. 0 when over.

        It makes no list, and costs least. `bits & -bits` is the lowest, `bits.bit_count()` how many
        there are.
        """
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Mark the legal moves: shape (actions,), bool, a new array."""
    def course(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] | None:
        """Say what the moves have shown of the hands with which the play began.

        Returns:
            By seat, the cards it has played; and those it cannot have held, as it made moves that
            they would have forbidden. `None` if cards are drawn or turned up, or figures declared.
        """
    def ruled_out(self, move: str | SupportsIndex, /) -> tuple[int, ...]:
        """Say which cards the seat to play cannot hold, by deck index, if it may make a move.

        It depends on nothing that is hidden. Of a marriage one card must be legal; for other calls
        it is empty.

        Raises:
            UltimoError: It is no move at all. Whether it is legal is not asked.
        """
    def play(self, move: str | SupportsIndex, /) -> None:
        """Make a move.

        Raises:
            IllegalActionError: The move is not legal; the code names the rule it breaks. The
                position is then unchanged.
        """
    def undo(self) -> None:
        """Take the last move back.

        Raises:
            IllegalActionError: There is none (code `nothing_to_undo`).
        """
    def copy(self) -> Self:
        """Copy the position with its history."""
    def perft(self, depth: SupportsIndex) -> int:
        """Count the legal sequences of `depth` moves from here. A deal that ends ends a sequence.

        Releases the interpreter lock; Ctrl-C stops it.
        """
    def returns(self) -> npt.NDArray[np.float64]:
        """Give the game points: shape (seats,), float64, zeros until the deal is over.

        Raises:
            ContractError: The position has no payoff (code `no_payoff`).
        """
    def outcome(self) -> Outcome:
        """Give what scoring asks for, as it stands now.

        Raises:
            ContractError: The position has no payoff (code `no_payoff`).
        """
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, history: list[tuple[int, int]], /) -> None: ...

@final
class Env:
    """Many deals side by side; see `ultimo.VectorEnv`.

    Args:
        plans: Rules, payoff and use of the columns; all with equally many seats and the same deck.
        spec: How the deals are dealt.
        n: Number of rows.
        seed: 0 to 2**64 - 1; or one for each row, which then plays its deals 0, 1, 2, ...
        choice: Which plan a deal has: `("holder", card, plan by column)`, `("turned", column, plan
            by deck index)`; the first one if `None`.
        shows: What the play of each plan shows; nothing if `None`.
        threads: Number of threads; as many as there are cores if `None`.

    Raises:
        OptionError: The plans do not fit together.
        DealError: A deal was void too often in a row (code `always_void`).
    """

    def __new__(
        cls,
        plans: Sequence[tuple[PlayRules, Payoff | None, RowPlan]],
        spec: DealSpec,
        n: SupportsIndex,
        *,
        seed: SupportsIndex | npt.NDArray[np.uint64],
        choice: tuple[str, int, Sequence[int]] | None = None,
        shows: Sequence[Shows] | None = None,
        threads: SupportsIndex | None = None,
    ) -> Self: ...
    @staticmethod
    def waiting(
        rules: PlayRules | None,
        n: SupportsIndex,
        *,
        seats: SupportsIndex,
        deck: SupportsIndex,
        lanes: SupportsIndex,
        actions: SupportsIndex,
        piles: bool,
        calls: bool,
        stock: bool,
        tail: SupportsIndex,
        threads: SupportsIndex | None = None,
    ) -> Env:
        """Make rows that wait for deals, which `begin` lays out.

        `rules` are any of the game, `None` if nothing is ever played. What a seat observes has
        `tail` bytes more than the fields. A step leaves rows that wait as they are.
        """
    def add(self, plan: tuple[PlayRules, Payoff | None, RowPlan], shows: Shows) -> int:
        """Add a plan for deals that begin later, and return its number."""
    def drop_unused(self) -> list[int]:
        """Drop the plans that no row uses, and return the numbers of those that are left."""
    def begin(
        self,
        rows: npt.NDArray[np.int64],
        plans: npt.NDArray[np.int64],
        cards: npt.NDArray[np.uint8],
        known: npt.NDArray[np.uint8],
        partners: npt.NDArray[np.int16],
        tails: npt.NDArray[np.uint8],
    ) -> None:
        """Begin the play of deals.

        Args:
            rows: Which rows: shape (k,).
            plans: The plan of each: shape (k,).
            cards: Deck indices by column: shape (k, columns).
            known: Which cards each seat can place: shape (k, seats * deck), 0 or 1.
            partners: The partner, and the card that shows him; -1 if there is none: shape (k, 2).
            tails: What follows the fields, for each seat: shape (k, seats * tail).
        """
    def view_rows(
        self,
        rows: npt.NDArray[np.int64],
        observations: npt.NDArray[np.uint8],
        mask: npt.NDArray[np.uint8],
        to_move: npt.NDArray[np.int8],
    ) -> None:
        """Write down what there is to see now in some rows, into arrays of all rows."""
    def look(
        self, row: SupportsIndex, observer: SupportsIndex, observations: npt.NDArray[np.uint8]
    ) -> None:
        """Write down what a seat sees now in one row, into the array of all rows."""
    def hold(self, row: SupportsIndex, held: bool) -> None:
        """Hold the play of a row, or let it go on: a step does nothing to a row that is held."""
    def go_on(self, row: SupportsIndex, actions: Sequence[int]) -> None:
        """Make moves in a row that were made before."""
    def moves(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
        """How many moves each row has made since its play began, and the actions of all rows.

        Of a row whose play has ended and that waits these are the moves of that play.
        """
    def course(
        self, rows: npt.NDArray[np.int64], observers: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8], npt.NDArray[np.uint16]]:
        """Write down what observers have seen of the hands with which the play of rows began.

        Args:
            rows: Which rows: shape (k,).
            observers: Who has seen it: shape (k,).

        Returns:
            Whether there is no more to it, as no card is drawn or turned up and no figure declared:
            shape (k,). By card, the seat that held it, -1 if that has not been seen: shape
            (k, deck). By card, the seats that cannot have held it, bit by seat, since they made
            moves that it would have forbidden: shape (k, deck).
        """
    def resume(
        self,
        deals: npt.NDArray[np.uint64],
        counts: npt.NDArray[np.int64],
        moves: npt.NDArray[np.uint16],
    ) -> None:
        """Lay out other deals of the seed, and make moves in each: what `deals` and `moves` gave.

        Raises:
            IllegalActionError: A move is illegal; some rows have been laid out.
            DealError: A deal was void too often in a row (code `always_void`).
        """
    @property
    def fields(self) -> tuple[tuple[str, int, int, int], ...]:
        """Name, first byte, number of rows and of columns of each field of an observation."""
    @property
    def size(self) -> int:
        """Number of bytes of an observation."""
    @property
    def actions(self) -> int:
        """Number of actions."""
    @property
    def seats(self) -> int:
        """Number of seats."""
    def __len__(self) -> int: ...
    def reset(self, seed: SupportsIndex | npt.NDArray[np.uint64]) -> None:
        """Begin again with the first deals of a seed, or of one for each row."""
    def deals(self) -> npt.NDArray[np.uint64]:
        """Give the number of the deal that each row plays: shape (n,), uint64."""
    def view(
        self,
        observations: npt.NDArray[np.uint8],
        mask: npt.NDArray[np.uint8],
        to_move: npt.NDArray[np.int8],
    ) -> None:
        """Write down what there is to see now: (n, size), (n, actions) and (n,)."""
    def step(
        self,
        actions: npt.NDArray[np.int64],
        rewards: npt.NDArray[np.float64],
        done: npt.NDArray[np.uint8],
        last: npt.NDArray[np.uint8],
        observations: npt.NDArray[np.uint8],
        mask: npt.NDArray[np.uint8],
        to_move: npt.NDArray[np.int8],
    ) -> None:
        """Take an action in every row, and write down what comes of it.

        Raises:
            IllegalActionError: An action is illegal; nothing has been done.
            OptionError: An array has not its shape (code `shape`).
        """

@final
class Playouts:
    """What came of many playouts, one row a deal."""

    @property
    def returns(self) -> npt.NDArray[np.float64]:
        """Game points: shape (n, seats), float64; zeros where the plan has no payoff."""
    @property
    def points(self) -> npt.NDArray[np.int32]:
        """Card points in tricks won, in units of the deck: shape (n, seats), int32."""
    @property
    def tricks(self) -> npt.NDArray[np.uint8]:
        """Tricks won: shape (n, seats), uint8."""
    @property
    def plays(self) -> npt.NDArray[np.uint8] | None:
        """The actions in order: shape (n, longest play of the call), uint8, padded with 255.

        `None` unless asked for.
        """
    @property
    def moves(self) -> int:
        """Number of moves made in all."""
    def __len__(self) -> int: ...

@final
class Barter:
    """A round in which hands are exchanged with an open table. Immutable.

    Hands and table are in ascending order. An action has a code: keep 0, reject 1, swap all 2,
    pass 3, close 4, and `5 + 3 * i + j` for the exchange of hand card `i` and table card `j`.

    Args:
        spec: The variant.
        hands: Three cards of each seat; none of a seat that sits out.
        talon: The table if the dealer keeps his hand, then the rest pile, the next card first.
        dealer: Who deals and, first of all, chooses.
        codes: Actions that have been taken since.

    Raises:
        OptionError: The variant does not fit together.
        DealError: The cards are no round; the message names every fault.
        IllegalActionError: An action is not legal.
    """

    def __new__(
        cls,
        spec: BarterSpec,
        hands: Sequence[Sequence[int]],
        talon: Sequence[int],
        dealer: int,
        codes: Sequence[int] | None = None,
    ) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The hand of each seat."""
    @property
    def table(self) -> tuple[int, ...]:
        """The cards on the table; before the choice those that come there if he keeps his hand."""
    @property
    def rest(self) -> tuple[int, ...]:
        """The rest pile, the next card first."""
    @property
    def current_player(self) -> int | None:
        """Whose turn it is; `None` when the round is over."""
    @property
    def is_choosing(self) -> bool:
        """Whether the dealer has not chosen yet."""
    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
    @property
    def closer(self) -> int | None:
        """Who has closed."""
    @property
    def ranked(self) -> list[tuple[int, int]]:
        """Of each hand the doubled value and what orders equal ones; zeros for who sits out."""
    def legal(self) -> list[int]:
        """Return the codes of the legal actions."""
    def after(self, code: int) -> Barter:
        """Return the round after an action.

        Raises:
            IllegalActionError: It is not legal.
        """

def rank_hand(rule: HandRule, hand: Sequence[int]) -> tuple[int, int]:
    """Return the doubled value of a hand of three, and what orders hands of equal value.

    Of three cards of one rank that is the rank, otherwise the best suit that counts.

    Raises:
        DealError: These are not three cards of the deck.
    """

def barter_rounds(
    spec: BarterSpec,
    deals: DealSpec,
    active: Sequence[int],
    dealer: int,
    n: SupportsIndex,
    *,
    seed: SupportsIndex,
    start: SupportsIndex | None = None,
    policy: npt.NDArray[np.int64] | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8], npt.NDArray[np.int8], int]:
    """Deal and play rounds out, each action chosen uniformly among the legal ones liked best.

    Args:
        spec: The variant.
        deals: How the pack becomes a row: three columns of each active seat, then the talon.
        active: The seats that play, ascending.
        dealer: Who deals.
        n: Number of rounds.
        seed: 0 to 2**64 - 1. Row `i` depends on `(seed, start + i)` alone.
        start: Number of the first round, 0 if `None`.
        policy: How much each seat likes each action, the larger the better: shape (seats, 5 + deck
            size ** 2), the first five by code, then the swaps by own card and card of the table.
            All alike if `None`.
        threads: Number of threads; as many as there are cores if `None`.
        progress: Called now and then with the number of rounds done and `n`.

    Returns:
        Doubled values of the hands at the end, shape (n, seats), uint16; what orders equal ones,
        shape (n, seats), uint8; who closed, shape (n,), int8, -1 for nobody; number of actions.
    """

@final
class Worlds:
    """Draws what a seat thinks possible, each world with the same probability. Immutable.

    Args:
        spec: What worlds are made of.

    Raises:
        DealError: The specification is at fault (code `bad_worlds`), or there are too many cases
            to count (code `too_many_cases`).
    """

    def __new__(cls, spec: WorldsSpec | TrailsSpec) -> Self: ...
    @property
    def is_possible(self) -> bool:
        """Whether there is any world, before it is asked how cards were laid away."""
    def rows(
        self,
        n: SupportsIndex,
        *,
        seed: SupportsIndex,
        tries: SupportsIndex,
        start: SupportsIndex | None = None,
        attempt: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], int, int | None]:
        """Draw worlds.

        Args:
            n: How many.
            seed: 0 to 2**64 - 1. Row `i` depends on `(seed, start + i, attempt)` alone.
            tries: How often each may be drawn until it is a world.
            start: Number of the first one, 0 if `None`.
            attempt: Another number gives other worlds.
            threads: Number of threads; as many as there are cores if `None`. The result does not
                depend on it.
            progress: Called now and then with the number of worlds done and `n`.

        Returns:
            Rows, shape (n, deck size), uint8; the cards laid away in secret, in order, shape
            (n, cards), uint8; how many worlds were drawn; the number of a row for which the tries
            were not enough, or `None`.
        """

def sample_worlds(
    worlds: Sequence[Worlds],
    which: npt.NDArray[np.int64],
    seeds: npt.NDArray[np.uint64],
    out: npt.NDArray[np.uint8],
    *,
    tries: SupportsIndex,
    owner: npt.NDArray[np.int8],
    barred: npt.NDArray[np.uint16],
    cards: npt.NDArray[np.uint8] | None = None,
    threads: SupportsIndex | None = None,
) -> list[bool]:
    """Draw what many seats think possible after what plays have shown.

    Args:
        worlds: What they thought possible when play began.
        which: The number of the worlds of each: shape (k,).
        seeds: The seed of each: shape (k,).
        out: What is written into: shape (k, n, deck size).
        tries: How often each world may be drawn.
        owner: As of `Env.course`: shape (k, deck size).
        barred: As of `Env.course`: shape (k, deck size).
        cards: By card of the worlds, the one in its place: shape (k, deck size). Nothing may
            have been laid away then.
        threads: Number of threads; as many as there are cores if `None`. The result does not depend
            on it.

    Returns:
        Of each whether all its worlds were found: what `Worlds.rows` draws of narrowed worlds.
    """

def deal_numbers(
    spec: DealSpec, numbers: npt.NDArray[np.uint64], seeds: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint8]:
    """Deal the deals with some numbers, each of its seed as `deal_rows` does.

    Returns:
        Shape (k, deck_size), uint8.
    """

@final
class Conditions:
    """A deal specification with conditions that its deals must satisfy. Immutable.

    Bounds are met by construction as long as counting the ways is cheap. All else is dealt anew
    until it holds.

    Args:
        spec: How the pack becomes a row.
        conditions: All of them must hold.

    Raises:
        OptionError: The specification contradicts itself (code `bad_deal_spec`).
        DealError: A condition names what is not there (code `bad_where`); the message lists every
            fault.
    """

    def __new__(cls, spec: DealSpec, conditions: Sequence[Condition]) -> Self: ...
    @property
    def is_possible(self) -> bool:
        """Whether all that is met by construction can hold together."""
    @property
    def is_direct(self) -> bool:
        """Whether all is met by construction, and only deals that the game calls void are not."""
    def deal_rows(
        self,
        n: SupportsIndex,
        *,
        seed: SupportsIndex,
        start: SupportsIndex,
        tries: SupportsIndex,
        threads: SupportsIndex | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[npt.NDArray[np.uint8], int, tuple[int, ...], int]:
        """Deal many times: each deal that satisfies the conditions has the same probability.

        Args:
            n: Number of deals, 0 or more.
            seed: 0 to 2**64 - 1.
            start: Number of the first deal: row `i` depends on `(seed, start + i)` alone.
            tries: How often each deal may be dealt at most. The search ends soon after a deal
                for which that was not enough.
            threads: Number of threads; as many as there are cores if `None`. The result does not
                depend on it.
            progress: Called now and then with the number of deals found and `n`.

        Returns:
            Rows as of `deal_rows`; how many of them were found, all unless the search ended
            early; how many deals each condition rejected; how many the rules of the game.

        Raises:
            DealError: The conditions contradict each other (code `contradiction`).
        """

def deal_rows(
    spec: DealSpec,
    n: SupportsIndex,
    *,
    seed: SupportsIndex,
    start: SupportsIndex | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> npt.NDArray[np.uint8]:
    """Deal many times.

    Args:
        spec: How the pack becomes a row.
        n: Number of deals, 0 or more.
        seed: 0 to 2**64 - 1. Equal arguments give equal results on every platform.
        start: Number of the first deal, 0 if `None`: row `i` depends on `(seed, start + i)` alone.
        threads: Number of threads; as many as there are cores if `None`. The result does not
            depend on it.
        progress: Called now and then with the number of deals done and `n`.

    Returns:
        Shape (n, deck size), uint8, deck indices: the cards of seat 0, seat 1, ... (ascending),
        then the talon or stock in order, the piles (by seat, top first), then what is not used.

    Raises:
        OptionError: The specification contradicts itself (code `bad_deal_spec`); the message
            lists every fault.
        DealError: A deal was void too often in a row (code `always_void`).
    """

def replay(
    plans: Sequence[tuple[PlayRules, Payoff | None, RowPlan]],
    deals: npt.NDArray[np.uint8],
    lines: npt.NDArray[np.uint8],
    *,
    plan_of: npt.NDArray[np.integer[Any]] | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[
    npt.NDArray[np.float64],
    npt.NDArray[np.int32],
    npt.NDArray[np.uint8],
    npt.NDArray[np.int32],
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint8],
]:
    """Play recorded lines again, each up to its first illegal move.

    Args:
        plans: Rules, payoff and use of the columns; all with equally many seats and the same deck.
        deals: Shape (n, columns), uint8, deck indices.
        lines: Shape (n, longest), uint8: actions in order, up to the first 255.
        plan_of: The plan of each row, shape (n,), any integers; the first plan if `None`.
        threads: Number of threads; as many as there are cores if `None`.
        progress: Called now and then with the number of rows done and `n`.

    Returns:
        Returns (n, seats) float64, zeros where the deal is not over; points (n, seats) int32, in
        units of the deck; tricks (n, seats) uint8; number of moves made (n,) int32; 1 where the
        move after them is illegal (n,) uint8; 1 where the deal is over (n,) uint8.

    Raises:
        OptionError: The plans do not fit together.
        DealError: A row holds no deal for its plan (code `bad_row`), or an array has not its shape.
    """

def simulate(
    plans: Sequence[tuple[PlayRules, Payoff | None, RowPlan]],
    deals: DealSpec | npt.NDArray[np.uint8],
    n: SupportsIndex | None = None,
    *,
    seed: SupportsIndex,
    start: SupportsIndex | None = None,
    plan_of: npt.NDArray[np.integer[Any]] | None = None,
    plays: bool = False,
    policy: str | npt.NDArray[np.int64] | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Playouts:
    """Play many deals out, every move chosen uniformly among the legal ones liked best.

    Args:
        plans: Rules, payoff and use of the columns; all with equally many seats and the same deck.
        deals: The deals, shape (n, columns), uint8, deck indices; or how to deal them.
        n: Number of deals; may be left out where `deals` is an array.
        seed: 0 to 2**64 - 1. Equal arguments give equal results on every platform.
        start: Number of the first deal, 0 if `None`: row `i` depends on `(seed, start + i)`, its
            deal and its plan alone.
        plan_of: The plan of each row, shape (n,), any integers; the first plan if `None`.
        plays: Record the plays too.
        policy: How much each seat likes each action, the larger the better: shape (seats, number of
            actions); or `"highest"` or `"lowest"`, the card that beats the most or the fewest of
            its suit, and a call only where there is no card. All alike if `"random"` or `None`.
        threads: Number of threads; as many as there are cores if `None`. The result does not
            depend on it.
        progress: Called now and then with the number of deals done and `n`.

    Raises:
        OptionError: The plans do not fit together, a `RowPlan` not its rules (`bad_plan`), or the
            policy not their seats and actions (`policy`).
        DealError: A row holds no deal for its plan (code `bad_row`); the message names the row.
    """

def stream_words(
    seed: SupportsIndex, stream: SupportsIndex, counter: SupportsIndex, n: SupportsIndex
) -> npt.NDArray[np.uint32]:
    """Give words of a random stream, for tests: ChaCha8 with the key `seed`.

    Args:
        seed: 0 to 2**64 - 1.
        stream: 0 to 2**64 - 1: the number of a deal.
        counter: 0 to 2**64 - 1: the block to begin with; 0 for dealing, 2**32 for the playout.
        n: Number of words.

    Returns:
        Shape (n,), uint32.
    """

@final
class Solved:
    """What a position is worth. Made by `solve`."""

    @property
    def value(self) -> float:
        """The value for the maximising seats."""

    @property
    def table(self) -> dict[str, float]:
        """Every legal move by name, with its value; empty if it was not asked for."""

    @property
    def line(self) -> list[str]:
        """A line of best moves to the end; empty if it was not asked for."""

    @property
    def nodes(self) -> int:
        """Number of moves played by the search."""

@final
class Objective:
    """What the solver maximises, tabulated over what can happen. Immutable.

    Made once, it serves every position under its rules.

    Args:
        rules: The rules of the play.
        parts: What is maximised: the sum of the tables. Weights are not looked at.
        maximisers: Set of the seats that maximise; all others are allied against them.

    Raises:
        OptionError: A table does not fit its axes, or an axis the rules, or together they have too
            many outcomes (code `bad_payoff`); the message lists every fault.
    """

    def __new__(
        cls, rules: PlayRules, parts: Sequence[PayoffPart], maximisers: SupportsIndex
    ) -> Self: ...
    @property
    def rules(self) -> PlayRules:
        """The rules it was made for."""
    @property
    def maximisers(self) -> int:
        """Set of the seats that maximise."""
    @property
    def highest(self) -> float | None:
        """No end of any deal is worth more; `None` if there is no end."""
    @property
    def bytes(self) -> int:
        """Bytes that its tables take, about."""

@final
class Solver:
    """Answers questions about positions, and keeps its proofs from one to the next.

    Any questions may follow one another: several contracts of one deal, the positions of a played
    deal, several deals. Each is answered as if it were the first, and costs less if something like
    it was asked before. The table is sized to what is asked and begins anew when it has to grow, so
    that the largest position should come first.

    One solver may be asked by several threads, one at a time; several solvers run side by side.

    Args:
        memory: The most bytes for proofs, at most 1 GiB; sized to what is asked if `None`.

    Raises:
        OptionError: The memory is not a number of bytes.

    Examples:
        >>> import ultimo
        >>> from ultimo._core import Solver
        >>> from ultimo.objectives import core_objective
        >>> g = ultimo.game("whist")
        >>> hands = [["SA", "H2"], ["SK", "H3"], ["S2", "H4"], ["S3", "HA"]]
        >>> p = g.position(g.make_deal(hands=hands), g.contract(trump="S"), leader=0)
        >>> aim = core_objective(p.game, p.contract, "tricks")
        >>> solver = Solver()
        >>> solver.solve(p, aim).value
        1.0
        >>> solver.reaches(p, aim, 2)
        False
    """

    def __new__(cls, *, memory: int | None = None) -> Self: ...
    @property
    def bytes(self) -> int:
        """Bytes that the proofs take now."""

    def solve(
        self,
        position: Position,
        objective: Objective,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        full: bool = True,
        from_start: bool = False,
        stop: Event | None = None,
    ) -> Solved:
        """Finds what a position is worth with all cards open, all other seats allied.

        Args:
            position: Where to begin; any position, in the middle of a trick too. Not changed.
            objective: What is maximised, made for these rules.
            nodes: The most moves to play.
            seconds: The longest time.
            full: Find the value of every legal move and a line too.
            from_start: Prove everything as seen from the start of this position's play, so that the
                positions of one played deal share all their proofs, with bonuses too. Without it a
                late position is as cheap as an ending can be.
            stop: Looked at ten times a second: once it is set, the search ends as if a limit were
                reached. For threads beside the main one, which Ctrl-C does not reach.

        Raises:
            SolverLimitError: A limit was reached; it holds the proven bounds.
            OptionError: A limit is wrong, or the objective was made for other rules.
        """

    def reaches(
        self,
        position: Position,
        objective: Objective,
        value: float,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        from_start: bool = False,
        stop: Event | None = None,
    ) -> bool:
        """Tells whether a position is worth at least `value`: one question instead of several.

        Args:
            position: As in `solve`, and so the other arguments.
            objective: What is maximised, made for these rules.
            value: The value asked for, any number but nan.
            nodes: The most moves to play.
            seconds: The longest time.
            from_start: As in `solve`.
            stop: As in `solve`.

        Raises:
            SolverLimitError: A limit was reached; its bounds are those of the objective.
            OptionError: The value or a limit is wrong, or the objective was made for other rules.
        """

    def release(self) -> None:
        """Forgets all proofs and gives their memory back."""

def solve(
    position: Position,
    objective: Objective,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    full: bool = True,
    stop: Event | None = None,
) -> Solved:
    """Finds what a position is worth with all cards open, all other seats allied.

    One question to a `Solver` of its own, which keeps nothing.

    Args:
        position: Where to begin; any position, in the middle of a trick too. Not changed.
        objective: What is maximised, made for these rules.
        nodes: The most moves to play.
        seconds: The longest time.
        memory: The most bytes of the table of proofs, at most 1 GiB; sized to the position if
            `None`.
        full: Find the value of every legal move and a line too.
        stop: As in `Solver.solve`.

    Raises:
        SolverLimitError: A limit was reached; it holds the proven bounds.
        OptionError: A limit is wrong, or the objective was made for other rules.
    """
