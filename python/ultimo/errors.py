"""The errors a user can cause: each says who, what, which rule, and what would have been right.

Every one is an `UltimoError` and a `ValueError`, and has a stable `code` for programs. A state that
raises one is as it was before.
"""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "ArgumentError",
    "ContractError",
    "DealError",
    "IllegalActionError",
    "MemoryLimitError",
    "NotationError",
    "OptionError",
    "SeatError",
    "SolverLimitError",
    "UltimoError",
    "did_you_mean",
]


class UltimoError(ValueError):
    """What all errors of this package are.

    Attributes:
        code: A stable word for the kind of fault, such as `"must_follow_suit"`.
    """

    code: str = "error"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.args, self.__dict__


class ArgumentError(UltimoError, TypeError):
    """An argument of a kind that is not taken, such as a list for a number."""

    code = "bad_type"


class OptionError(UltimoError):
    """An option that a game does not have, or a value that it does not take."""

    code = "bad_option"


class DealError(UltimoError):
    """Cards that are no deal of the game."""

    code = "bad_deal"


class ContractError(UltimoError):
    """A contract that the rules do not know."""

    code = "bad_contract"


class IllegalActionError(UltimoError):
    """An action that the rules forbid now; `code` is the rule that it breaks."""

    code = "illegal_action"


class MemoryLimitError(UltimoError, MemoryError):
    """More rows at once than this machine has memory for; nothing has been laid out."""

    code = "memory_limit"


class SeatError(UltimoError, IndexError):
    """A seat that the game does not have."""

    code = "no_such_seat"


class NotationError(UltimoError):
    """Text that cannot be read.

    Attributes:
        position: Where the fault begins, counted in characters from 0; `None` if it is nowhere in
            particular.
    """

    code = "bad_notation"
    position: int | None = None

    def __init__(
        self, message: str, *, code: str | None = None, position: int | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.position = position


class SolverLimitError(UltimoError):
    """The solver reached a limit before it knew the value.

    Attributes:
        lower: The least value that is proven possible; `None` if nothing is known.
        upper: The largest.
        nodes: Number of positions looked at.
    """

    code = "solver_limit"
    lower: float | None = None
    upper: float | None = None
    nodes: int = 0

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        lower: float | None = None,
        upper: float | None = None,
        nodes: int = 0,
    ) -> None:
        super().__init__(message, code=code)
        self.lower = lower
        self.upper = upper
        self.nodes = nodes


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Returns a hint to append to a message: the nearest known name, or nothing."""
    near = get_close_matches(name[:64].lower(), list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
