"""Whist: both ways of discarding, every trump."""

from collections.abc import Iterator
from typing import Any

import ultimo

VARIANTS: dict[str, Any] = {
    "whist": ultimo.game("whist"),
    "whist free continental": ultimo.game("whist", void_rule="free", honours="continental"),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields the one bid with every trump and without."""
    yield from (game.contract(trump=trump) for trump in (*"CDHS", None))
