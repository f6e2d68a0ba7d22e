"""Deals as a PettingZoo environment. Needs the extra `ultimo[pettingzoo]`."""

import copy
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from ultimo.adapters.single import Single

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["Deals"]

Observation = dict[str, npt.NDArray[Any]]


class Deals(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One whole deal after the other, with an agent at each seat.

    The agents are `seat_0`, `seat_1`, ... in order of play; who acts next is who the rules ask. An
    observation is a dictionary: `"observation"`, the bytes that `ultimo.VectorEnv` shows with
    `start="auction"`, and `"action_mask"`, int8, what the agent may do: nothing unless it is asked.
    Rewards are game points, paid to all when the deal is over: those of `State.returns`. Nothing is
    ever truncated.

    `reset(seed)` begins the first deal of a seed, `reset()` the next one.

    Args:
        game: The game.
        seed: The seed of the deals until another one is given.
        dealer: Who deals; the last seat if `None`.
        history: How many of the last calls before the play are observed.

    Raises:
        UltimoError: As `ultimo.VectorEnv`. An action that is illegal is an `IllegalActionError`.

    Examples:
        >>> import ultimo
        >>> from ultimo.adapters.pettingzoo import Deals
        >>> deals = Deals(ultimo.game("preferansz"))
        >>> deals.reset(seed=1)
        >>> for agent in deals.agent_iter():
        ...     observation, reward, termination, truncation, info = deals.last()
        ...     action = None if termination else int(observation["action_mask"].argmax())
        ...     deals.step(action)
        >>> deals.agents
        []
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }
    render_mode = "ansi"

    def __init__(
        self, game: "Game[Any]", *, seed: int = 0, dealer: int | None = None, history: int = 64
    ) -> None:
        super().__init__()
        self._single = Single(game, seed=seed, dealer=dealer, history=history)
        self.game = game
        self.metadata = {**self.metadata, "name": f"{game.name}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        size, actions = self._single.size, game.num_actions
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 255, (size,), np.uint8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of what an agent observes: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of what an agent does: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins a deal; there are no options."""
        self._single.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._single.seat or 0]

    def observe(self, agent: str) -> Observation:
        """What an agent may know now."""
        seat = self.possible_agents.index(agent)
        is_asked = self._single.seat == seat
        mask = self._single.mask if is_asked else np.zeros(self.game.num_actions, dtype=np.bool_)
        return {"observation": self._single.observe(seat), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Takes the action of the agent that is asked; `None` of one whose deal is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._single.act(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._single.seat is None:
            for seat, other in enumerate(self.possible_agents):
                self.rewards[other] = float(self._single.returns[seat])
                self.terminations[other] = True
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self._single.seat]

    def render(self) -> str:
        """Says which deal is played, and who is asked."""
        asked = "over" if self._single.seat is None else f"seat {self._single.seat}"
        return f"{self.game.name}, deal {self._single.number}: {asked}"

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
