"""Deals as environments of Gymnasium. Needs the extra `ultimo[gym]`."""

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ultimo.adapters.single import Single
from ultimo.checks import brief, need_callable, seat_of
from ultimo.errors import ArgumentError, OptionError
from ultimo.vector_env import VectorEnv

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["Seat", "SelfPlay"]

Observation = dict[str, npt.NDArray[Any]]
Policy = Callable[[Observation, np.random.Generator], int]
ILLEGAL = ("raise", "replace")


def _space(size: int, actions: int) -> Dict:
    return Dict(
        {
            "observation": Box(0, 255, (size,), np.uint8),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )


class SelfPlay(gymnasium.vector.VectorEnv[Observation, Any, Any]):
    """Thousands of deals side by side; the same agent acts for every seat.

    An observation is a dictionary of arrays with a row a deal: `"observation"`, the bytes of
    `ultimo.VectorEnv`, and `"action_mask"`, int8. The reward of a row is that of the seat that has
    just moved; `info["returns"]`, shape (n, players), is that of all seats where a deal has ended,
    zeros elsewhere, and `info["seat"]`, shape (n,), is who moves next.

    A deal that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`): what
    the seat that moved last saw of it then stands in `info["final_obs"]`, and
    `info["_final_obs"]` says in which rows.

    Args:
        game: The game.
        num_envs: Number of rows.
        seed: The seed of the deals until another one is given.
        **given: What else `ultimo.VectorEnv` takes; it plays whole deals unless it is told not to.

    Raises:
        UltimoError: As `ultimo.VectorEnv`.

    Examples:
        >>> import ultimo
        >>> from ultimo.adapters.gym import SelfPlay
        >>> envs = SelfPlay(ultimo.game("whist"), 3)
        >>> observation, info = envs.reset(seed=1)
        >>> actions = observation["action_mask"].argmax(axis=1)
        >>> observation, reward, termination, truncation, info = envs.step(actions)
        >>> reward.tolist(), info["seat"].tolist()
        ([0.0, 0.0, 0.0], [1, 1, 1])
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(self, game: "Game[Any]", num_envs: int, *, seed: int = 0, **given: Any) -> None:  # noqa: ANN401
        self.rows = VectorEnv(game, num_envs, seed=seed, **{"start": "auction", **given})
        self.num_envs = len(self.rows)
        self.single_observation_space = _space(self.rows.observation_size, game.num_actions)
        self.single_action_space = Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins every row anew: the deals of a seed, or of a seed for each row; as before if none.

        Raises:
            ArgumentError: Some rows have a seed and others have none.
        """
        if isinstance(seed, list) and None in seed:
            raise ArgumentError("seed: one for each row, or one for all")
        seen, mask = self.rows.reset(cast("Any", seed))
        return _seen(seen, mask), self._info(np.zeros((self.num_envs, self.rows.game.players)))

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:  # noqa: ANN401
        """Takes an action in every row.

        Raises:
            IllegalActionError: One is illegal; nothing has been done in any row.
        """
        movers = self.rows.seat.copy()
        seen, returns, done, mask = self.rows.step(actions)
        info = self._info(returns)
        if done.any():
            nothing = np.zeros(mask.shape, dtype=np.int8)
            info["final_obs"] = {"observation": self.rows.last.copy(), "action_mask": nothing}
            info["_final_obs"] = done.copy()
        reward = returns[np.arange(self.num_envs), movers]
        return _seen(seen, mask), reward, done, np.zeros_like(done), info

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def _info(self, returns: npt.NDArray[np.float64]) -> dict[str, Any]:
        return {"seat": self.rows.seat.copy(), "returns": returns}


def _seen(seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> Observation:
    return {"observation": seen, "action_mask": mask.view(np.int8)}


def at_random(observation: Observation, rng: np.random.Generator) -> int:
    """Takes any legal action."""
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


class Seat(gymnasium.Env[Observation, int]):
    """One whole deal after the other, in which the agent plays one seat and others the rest.

    Observations are those of `SelfPlay` for one deal, of the agent's seat; between two of its moves
    the others make theirs. The reward is what the seat is paid, when the deal is over. A deal that
    is over before the agent is asked is passed over. `info["returns"]`, shape (players,), is what
    all are paid.

    Args:
        game: The game.
        seat: Where the agent sits.
        others: How the others play: called with an observation and a generator of random numbers.
        seed: The seed of the deals until another one is given.
        dealer: Who deals; the last seat if `None`.
        history: How many of the last calls before the play are observed.
        illegal: An illegal action is an error (`"raise"`), or the first legal one is taken in its
            place (`"replace"`) and `info["illegal"]` is true.

    Raises:
        UltimoError: As `ultimo.VectorEnv`; or there is no such seat or way.

    Examples:
        >>> import ultimo
        >>> from ultimo.adapters.gym import Seat
        >>> env = Seat(ultimo.game("ulti"), seat=1)
        >>> observation, info = env.reset(seed=1)
        >>> action = observation["action_mask"].argmax()
        >>> observation, reward, terminated, truncated, info = env.step(action)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # type: ignore[misc]

    def __init__(
        self,
        game: "Game[Any]",
        *,
        seat: int = 0,
        others: Policy = at_random,
        seed: int = 0,
        dealer: int | None = None,
        history: int = 64,
        illegal: str = "raise",
    ) -> None:
        self._single = Single(game, seed=seed, dealer=dealer, history=history)
        need_callable(others, "others")
        if illegal not in ILLEGAL:
            message = f"illegal={brief(illegal)}: one of {', '.join(ILLEGAL)}"
            raise OptionError(message, code="unknown_illegal")
        self.game = game
        self.seat = seat_of(seat, game.players)
        self._others = others
        self._replaces = illegal == "replace"
        self.observation_space = cast("Any", _space(self._single.size, game.num_actions))
        self.action_space = cast("Any", Discrete(game.num_actions))
        self._rng = np.random.default_rng(seed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the first deal of a seed in which the agent is asked, or the next one."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._single.begin(seed)
        self._go_on()
        while self._single.seat is None:
            self._single.begin(None)
            self._go_on()
        return self._observe(self.seat), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes the agent's action, and then those of the others until it is asked again.

        Raises:
            IllegalActionError: The action is illegal, and nothing has changed.
        """
        chosen = int(action)
        mask = self._single.mask
        is_legal = 0 <= chosen < len(mask) and bool(mask[chosen])
        if self._replaces and not is_legal and mask.any():
            chosen = int(mask.argmax())
        self._single.act(chosen)
        self._go_on()
        reward = float(self._single.returns[self.seat])
        info = {**self._info(), "illegal": not is_legal}
        return self._observe(self.seat), reward, self._single.seat is None, False, info

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def _go_on(self) -> None:
        """The others act until the agent is asked, or the deal is over."""
        while self._single.seat not in {None, self.seat}:
            seen = self._observe(self._single.seat or 0)
            self._single.act(self._others(seen, self._rng))

    def _observe(self, seat: int) -> Observation:
        is_asked = self._single.seat == seat
        mask = self._single.mask if is_asked else np.zeros(self.game.num_actions, dtype=np.bool_)
        return {"observation": self._single.observe(seat), "action_mask": mask.astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        return {"returns": self._single.returns.copy()}
