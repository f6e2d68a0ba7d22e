"""Objectives as the core searches by them: made once a contract and goal, then kept."""

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from ultimo.scoring import objective

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ultimo import _core
    from ultimo.contracts import Contract

__all__ = ["core_objective"]

MOST_BYTES = 1 << 26
"""All objectives that are kept take no more."""
OWN_BYTES = 1 << 12
"""What one takes beside its tables, about."""


class _Kept:
    """The objectives used last, in bounded memory."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[Hashable, _core.Objective] = OrderedDict()
        self._lock = Lock()

    def get(self, key: "Hashable") -> "_core.Objective | None":
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: "Hashable", made: "_core.Objective") -> None:
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = made
            self._bytes += made.bytes + OWN_BYTES
            while self._bytes > self._most_bytes:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= oldest.bytes + OWN_BYTES


_KEPT = _Kept(MOST_BYTES)


def core_objective(game: Any, contract: "Contract", goal: object) -> "_core.Objective":  # noqa: ANN401 - see Game
    """Returns what the solver maximises, compiled for the rules of a contract.

    It is the same for every position under the contract, so that it is kept: small endings would
    spend most of their time on it.

    Raises:
        OptionError: There is no such goal.
        ContractError: The goal makes no sense for this contract.
    """
    from ultimo import _core

    key = (game, contract, goal) if isinstance(goal, str) else None
    found = None if key is None else _KEPT.get(key)
    if found is None:
        aim = objective(game, contract, goal)
        found = _core.Objective(game.compiled(contract).rules, aim.parts, aim.maximisers)
        _KEPT.put(key, found)
    return found
