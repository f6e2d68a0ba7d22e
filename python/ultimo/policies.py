"""How playouts choose among legal moves."""

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.checks import brief
from ultimo.errors import ArgumentError, OptionError, did_you_mean

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["POLICIES", "Likings", "Policy", "Wish", "read_policy"]

Policy: TypeAlias = str | npt.NDArray[np.integer[Any]]
"""A name, or how much each action is liked: shape (num_actions,) or (players, num_actions)."""

Likings: TypeAlias = npt.NDArray[np.int64]
"""The same by seat and action: shape (players, num_actions)."""

Wish: TypeAlias = str | Likings

POLICIES = ("random", "highest", "lowest")
"""The names."""


def read_policy(game: "Game[Any]", policy: object) -> Wish:
    """Returns a name, or how much each seat likes each action, as a copy of its own.

    Raises:
        ArgumentError: It is neither a name nor an array of integers.
        OptionError: There is no such name, or the array has another shape.
    """
    if isinstance(policy, str):
        if policy in POLICIES:
            return str(policy)
        hint = did_you_mean(policy, POLICIES)
        message = f"policy={brief(policy)}: there are {', '.join(POLICIES)}, or an array{hint}"
        raise OptionError(message, code="unknown_policy")
    if not isinstance(policy, np.ndarray) or policy.dtype.kind not in "iu":
        kind = policy.dtype if isinstance(policy, np.ndarray) else type(policy).__name__
        raise ArgumentError(f"policy is a name or an array of integers, not {kind}")
    shape = (game.players, game.num_actions)
    if policy.shape not in (shape, shape[1:]):
        message = f"policy has the shape {shape[1:]} or {shape}, not {policy.shape}"
        raise OptionError(message, code="wrong_shape")
    # Only their order counts, and that of unsigned numbers must survive.
    _, ranks = np.unique(np.asarray(policy), return_inverse=True)
    likings: Likings = np.empty(shape, dtype=np.int64)
    likings[:] = ranks.reshape(policy.shape)
    return likings
