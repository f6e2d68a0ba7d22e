"""Thousands of deals side by side, for training agents: NumPy arrays in and out."""

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ultimo.checks import brief, in_range, is_one_of, items_of, need, need_integer
from ultimo.contracts import Contract
from ultimo.errors import ArgumentError, ContractError, IllegalActionError, OptionError
from ultimo.memory import need_room
from ultimo.rows import ROW, Whole, size_of_arrays
from ultimo.rows.alone import of_play
from ultimo.rows.played import Played
from ultimo.rows.sight import ObservationField
from ultimo.samples import sample_rows, seeds_of
from ultimo.sampling import Prospects
from ultimo.state import State

if TYPE_CHECKING:
    from ultimo._core import Env
    from ultimo.game import Game

__all__ = ["ObservationField", "VectorEnv"]

Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

MOST_HISTORY = 4096
"""So many calls can be remembered."""


FEW = 4096
"""So many rows are never too many."""


class VectorEnv:
    """Many deals of one game side by side, each of them asked for one action a step.

    Row `i` plays the deals `i`, `i + n`, `i + 2 n`, ... of the seed one after the other, whatever
    happens in other rows and with any number of threads: its deal `k` is that of
    `Game.deals(1, seed, start=i + k * n)`. The seats act in turn; every seat is played by who calls
    `step`.

    With `start="play"` the cards alone are played, under a given contract and as they are dealt.
    With `start="auction"` whole deals are: what is bid, exchanged, laid away, announced and doubled
    before the play, as in a `State`, with rows before the play and in play mixed. The actions are
    those of the game, `Game.action_names`, in both.

    **Autoreset**: a deal that ends is followed by the next one in the same step. The observation
    and mask that `step` returns are then those of the new deal; what the seat that made the last
    move saw of the old one stands in `last`.

    **Rewards** are game points: `reward[i, s]` is what seat `s` is paid for the deal of row `i`
    that ended in this step, as `State.returns`; zeros in all other rows. Seats are numbers at the
    table, not counted from the seat that moved: the reward of an agent is that in the column of
    the seat it plays. A deal that is void, since all have passed, ends with zeros.

    **Observations** are bytes, what the seat to move may know and no more. `fields` says where each
    field stands; docs/environments.md describes all of them.

    Args:
        game: The game.
        n: Number of rows.
        start: `"play"` or `"auction"`.
        contract: What is played in every deal, if only the play is. May be left out where the card
            turned up decides.
        seed: 0 to 2**64 - 1; or an array (n,) with one for each row, which then plays the deals 0,
            1, 2, ... of its own seed.
        leader: Who leads first; as the rules say if `None`.
        dealer: In whole deals who deals, always; the last seat if `None`.
        history: In whole deals how many of the last calls before the play are observed; 64 if
            `None`.
        threads: Number of threads, as many as there are cores if `None`. No result depends on it.
        reuse: Write every observation and mask into the same arrays, which the next step
            overwrites; otherwise each step returns arrays of its own.
        out: Arrays of the caller that are always written into, and returned: observations
            (n, observation size) uint8 and masks (n, num_actions) bool or uint8.

    Attributes:
        game: The game.
        fields: Where each field stands in an observation.
        seat: The seat to move in each row, as of the last reset or step: shape (n,), int8.
        last: What the seat that made the last move saw of the deal that ended last in each row:
            shape (n, observation size), uint8.

    Raises:
        ContractError: There is no contract, or it is none of the game; or there is one although
            whole deals are played.
        OptionError: `n` is less than 1, or `start` is something else.
        ArgumentError: `out` are no such arrays, or there are not as many seeds as rows.
        MemoryLimitError: The rows do not fit into the memory.

    Examples:
        >>> import ultimo
        >>> game = ultimo.game("slovenian_tarok", players=3)
        >>> env = ultimo.VectorEnv(game, 4, contract=game.contract("two"), seed=1)
        >>> observation, mask = env.reset()
        >>> observation.shape[0], mask.shape == (4, game.num_actions)
        (4, True)
        >>> observation, reward, done, mask = env.step(mask.argmax(axis=1))
        >>> reward.shape, done.any()
        ((4, 3), np.False_)
        >>> whole = ultimo.VectorEnv(game, 4, start="auction", seed=1)
        >>> observation, mask = whole.reset()
        >>> [game.action_names[action] for action in mask[0].nonzero()[0][:3]]
        ['pass', 'two', 'one']
    """

    def __init__(
        self,
        game: "Game[Any]",
        n: int,
        *,
        start: str = "play",
        contract: Contract | None = None,
        seed: int | npt.ArrayLike,
        leader: int | None = None,
        dealer: int | None = None,
        history: int | None = None,
        threads: int | None = None,
        reuse: bool = False,
        out: "tuple[Bytes, Bools] | None" = None,
    ) -> None:
        from ultimo.game import Game

        need(game, Game, "what is played")
        n = need_integer(n, "n")
        if n < 1:
            raise OptionError(f"n={n}: at least 1", code="bad_n")
        need_room(n, ROW + 2 * game.num_actions, "rows")
        self.game = game
        self.start = start
        self._contract, self._leader, self._threads = contract, leader, threads
        self._seed = seeds_of(seed, n)
        self._prospects: Prospects | None = None
        self._reuse = bool(reuse) or out is not None
        self._env: Env | Whole
        if is_one_of(start, "auction"):
            if contract is not None or leader is not None:
                message = "in whole deals contract and leader are found by the auction"
                raise ContractError(message, code="contract_given")
            length = 64 if history is None else in_range(history, "history", MOST_HISTORY)
            self._env = Whole(
                game, n, seed=self._seed, dealer=dealer, history=max(length, 1), threads=threads
            )
        elif is_one_of(start, "play"):
            if dealer is not None:
                message = "the dealer decides nothing where only the play is played: say leader="
                raise OptionError(message, code="dealer_given")
            if history is not None:
                message = "where only the play is played there are no calls before it to observe"
                raise OptionError(message, code="history_given")
            self._env = self._played(n)
        else:
            message = f"start={brief(start)}: 'play' or 'auction'"
            raise OptionError(message, code="unknown_start")
        self.fields = fields_of(self._env)
        self.seat = np.zeros(n, dtype=np.int8)
        self.last = np.zeros((n, self._env.size), dtype=np.uint8)
        self._arrays = self._new_arrays() if self._reuse else None
        if out is not None:
            self._arrays = self._given(out)
        self._env.view(*self._written())

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state["_prospects"] = None
        if not isinstance(self._env, Whole):
            # The rows are dealt and played again as far as they are.
            state["_env"] = len(self), self._env.deals(), *self._env.moves()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if not isinstance(self._env, Whole):
            n, *stand = state["_env"]
            self._env = self._played(n)
            self._env.resume(*stand)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def _played(self, n: int) -> "Env":
        """Returns rows that play the cards alone.

        Raises:
            MemoryLimitError: They do not fit into the memory.
        """
        given: Any = {"leader": self._leader, "threads": self._threads}
        if n > FEW:
            size = of_play(self.game, 1, self._contract, seed=0, **given).size
            need_room(n, ROW + size_of_arrays(size, self.game.num_actions), "rows")
        return of_play(self.game, n, self._contract, seed=self._seed, **given)

    def __len__(self) -> int:
        return len(self._env)

    @property
    def num_actions(self) -> int:
        """Number of actions, as `Game.num_actions`."""
        return self._env.actions

    @property
    def observation_size(self) -> int:
        """Number of bytes of an observation."""
        return self._env.size

    @property
    def deals(self) -> npt.NDArray[np.uint64]:
        """The number of the deal that each row plays, in the stream of the seed: shape (n,)."""
        return self._env.deals()

    def field(self, observations: Bytes, name: str) -> npt.NDArray[Any]:
        """Returns one field of some observations, as a view.

        Args:
            observations: Shape (..., observation size), uint8.
            name: One of `fields`.

        Raises:
            OptionError: There is no such field.
        """
        if name not in self.fields:
            message = f"there is no field {brief(name)}; there are {', '.join(self.fields)}"
            raise OptionError(message, code="unknown_field")
        field = self.fields[name]
        part = observations[..., field.start : field.start + field.size].view(field.dtype)
        return part.reshape(*observations.shape[:-1], *field.shape)

    def reset(self, seed: int | npt.ArrayLike | None = None) -> tuple[Bytes, Bools]:
        """Begins every row anew.

        Args:
            seed: Another seed, or one for each row; as before if `None`.

        Returns:
            The observations, shape (n, observation size), uint8, and the masks of legal actions,
            shape (n, num_actions), bool.
        """
        seeds = self._seed if seed is None else seeds_of(seed, len(self))
        self._env.reset(seeds)
        self._seed = seeds
        self._prospects = None
        return self.view()

    def view(self) -> tuple[Bytes, Bools]:
        """Returns what there is to see now: the observations and masks of the last reset or step.

        It changes nothing. A copy begins with it: `copy.copy`, `copy.deepcopy` and `pickle` make
        rows that stand where these do and go on as these would, in any process. A copy writes into
        arrays of its own where this writes into those of the caller.
        """
        observations, mask, seats = self._written()
        self._env.view(observations, mask, seats)
        return observations, mask.view(np.bool_)

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Bytes, npt.NDArray[np.float64], Bools, Bools]:
        """Takes an action in every row.

        Args:
            actions: Shape (n,), any integers.

        Returns:
            Observations (n, observation size) uint8, rewards (n, players) float64, which deals
            ended (n,) bool, and masks of legal actions (n, num_actions) bool.

        Raises:
            IllegalActionError: An action is illegal; the message names its row and the rule.
                Nothing has been done in any row.
            ArgumentError: The actions are no integers.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (len(self),):
            message = f"actions are integers, shape ({len(self)},), not {given.dtype} {given.shape}"
            raise ArgumentError(message)
        if given.dtype == np.uint64 and (given > np.iinfo(np.int64).max).any():
            raise IllegalActionError("an action is far too large", code="unknown_action")
        # Of its own: they may share memory with what is written into.
        chosen = np.array(given, dtype=np.int64, order="C")
        reward = np.zeros((len(self), self._env.seats))
        done = np.zeros(len(self), dtype=np.uint8)
        observations, mask, seats = self._written()
        self._env.step(
            chosen,
            rewards=reward,
            done=done,
            last=self.last,
            observations=observations,
            mask=mask,
            to_move=seats,
        )
        return observations, reward, done.view(np.bool_), mask.view(np.bool_)

    def states(self, rows: Iterable[int] | None = None) -> list[State]:
        """Returns the deals of some rows as states that have come as far as these.

        Where the play alone is played they begin with it: there is no auction before, and they
        cannot be pickled or written down. Of a hand that is larger than the others (ulti) the cards
        dealt last lie as talon there: they count as what the declarer laid away, which he knows.

        Args:
            rows: Numbers of rows; all if `None`.

        Raises:
            ArgumentError: There is no such row.
            OptionError: Only the play is played, and other cards are laid away that nobody chose
                (code `not_sampled`).
        """
        n = len(self)
        asked = range(n) if rows is None else items_of(rows, "rows", most=n)
        numbers = [in_range(row, "rows", n - 1) for row in asked]
        return list(self._rows.states(numbers))

    def sample_rows(
        self,
        k: int,
        seed: int | npt.ArrayLike,
        *,
        seats: int | Sequence[int] | None = None,
        tries: int = 10_000,
        threads: int | None = None,
        out: Bytes | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Bytes:
        """Draws `k` deals for each row that are consistent with all that a seat knows.

        Of row `i` they are those of `states()[i].sample_rows(seats[i], k, seed)` with the seed of
        the row: each consistent world is equally likely, and nothing depends on what is hidden. To
        find out what a seat knew when a play began takes Python some milliseconds; that is
        remembered, so that it is paid once a deal and seat, or once for all rows of equal calls
        where no card is moved before the play. All since then, and the drawing, is the core's.
        Before the play, and where cards are drawn or turned up in it, each row is paid for anew.

        Args:
            k: How many deals for each row.
            seed: One seed for each row, shape (n,); or one, then row `i` has `(seed + i) % 2**64`.
            seats: Who knows: one seat for all, or one for each row; the seat to move if `None`.
            tries: As in `State.sample`.
            threads: Number of threads that draw; as many as there are cores if `None`. The result
                does not depend on it.
            out: An array of the caller that is written into, and returned.
            progress: Called after each row with the number of rows done and of all.

        Returns:
            Shape (n, k, deck.size), uint8, deck indices: rows of `Game.deals`.

        Raises:
            UltimoError: As `sample_batch` and `states`.
        """
        if self._prospects is None:
            self._prospects = Prospects(self.game, self._rows)
        given: Any = {"tries": tries, "threads": threads, "out": out, "progress": progress}
        return sample_rows(self, self._prospects, k, seed, seats=seats, **given)

    @property
    def _rows(self) -> Whole | Played:
        """The rows, as states and as what is sampled."""
        if isinstance(self._env, Whole):
            return self._env
        given: Any = {"contract": self._contract, "leader": self._leader}
        return Played(self.game, self._env, self._seed, **given)

    def _new_arrays(self) -> tuple[Bytes, Bytes]:
        n = len(self)
        return (
            np.zeros((n, self._env.size), dtype=np.uint8),
            np.zeros((n, self._env.actions), dtype=np.uint8),
        )

    def _given(self, out: object) -> tuple[Bytes, Bytes]:
        """Returns the arrays of the caller, as bytes.

        Raises:
            ArgumentError: They are not what is written into.
        """
        if not isinstance(out, tuple) or len(out) != 2:
            raise ArgumentError("out is a tuple of two arrays: observations and masks")
        n = len(self)
        wanted = (
            ((n, self._env.size), (np.uint8,)),
            ((n, self._env.actions), (np.bool_, np.uint8)),
        )
        for array, (shape, types) in zip(out, wanted, strict=True):
            is_array = isinstance(array, np.ndarray)
            if not is_array or array.shape != shape or array.dtype not in types:
                said = f"{array.dtype} {array.shape}" if is_array else type(array).__name__
                raise ArgumentError(f"out: an array {types[0].__name__} {shape}, not {said}")
            if not (array.flags.c_contiguous and array.flags.writeable):
                raise ArgumentError("out: the arrays must be contiguous, and open to writing")
        if np.shares_memory(*out):
            raise ArgumentError("out: the arrays must not share memory")
        return out[0], out[1].view(np.uint8)

    def _written(self) -> tuple[Bytes, Bytes, npt.NDArray[np.int8]]:
        """Returns the arrays that are written into next."""
        observations, mask = self._arrays or self._new_arrays()
        # The caller may have closed or resized his own.
        if not observations.flags.writeable or len(observations) != len(self):
            raise ArgumentError("out: the arrays must stay open to writing, and as large")
        if not self._reuse:
            self.seat = np.zeros(len(self), dtype=np.int8)
        return observations, mask, self.seat


def fields_of(env: "Env | Whole") -> dict[str, ObservationField]:
    """Returns where each field of an observation stands."""
    if isinstance(env, Whole):
        return env.fields
    return {
        name: ObservationField(start, (columns,) if rows == 1 else (rows, columns))
        for name, start, rows, columns in env.fields
    }
