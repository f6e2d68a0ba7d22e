"""What a match lays down for one deal before it is dealt: the dealer, and what a game adds."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import index
from typing import Any, Self, cast

from ultimo.checks import brief
from ultimo.errors import DealError, did_you_mean

__all__ = ["Terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a deal. Games whose matches decide more derive from it.

    Every further field has a default, and is an int, a str, `None`, or a tuple of those.

    Attributes:
        dealer: The seat that deals.
    """

    dealer: int

    def faults(self, game: Any) -> list[str]:  # noqa: ANN401
        """What is wrong with them in a game, a sentence each."""
        if 0 <= self.dealer < game.players:
            return []
        return [f"dealer={self.dealer}: seats are 0 to {game.players - 1}"]

    @classmethod
    def make(cls, game: Any, given: Mapping[str, Any]) -> Self:  # noqa: ANN401
        """Makes terms by name; without a dealer the last seat deals.

        Raises:
            DealError: A term is unknown or not allowed.
        """
        names = [f.name for f in fields(cls)]
        values: dict[str, Any] = {"dealer": game.players - 1}
        for name, value in given.items():
            if name not in names:
                hint = did_you_mean(name, names)
                message = f"{game.name} has no term {brief(name)} of a deal{hint}"
                raise DealError(message, code="unknown_term")
            values[name] = _read(name, value)
        if values["dealer"] is None:
            values["dealer"] = game.players - 1
        if not isinstance(values["dealer"], int):
            raise DealError(f"dealer={brief(values['dealer'])}: it is a seat", code="bad_terms")
        terms = cls(**values)
        if faults := terms.faults(game):
            raise DealError("; ".join(faults), code="bad_terms")
        return terms

    def to_dict(self) -> dict[str, object]:
        """Returns the terms as JSON has them."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def _read(name: str, value: object, depth: int = 0) -> Any:  # noqa: ANN401
    if value is None or (isinstance(value, str) and len(value) <= 40):
        return value
    if isinstance(value, (list, tuple)) and depth < 2 and len(value) <= 128:
        return tuple(_read(name, item, depth + 1) for item in value)
    try:
        number = index(cast("int", "" if isinstance(value, bool) else value))
    except TypeError:
        raise DealError(f"{name}={brief(value)}: not of its type", code="bad_terms") from None
    if abs(number) >= 2**53:
        raise DealError(f"{name}={brief(value)}: too large", code="bad_terms")
    return number


def _plain(value: object) -> object:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
