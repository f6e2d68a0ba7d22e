"""German whist: both ways of discarding, every way of counting, every trump."""

from collections.abc import Iterator
from typing import Any

import ultimo

VARIANTS: dict[str, Any] = {
    "german whist": ultimo.game("german_whist"),
    "german whist free": ultimo.game("german_whist", void_rule="free", count_tricks="all26"),
    "german whist weighted": ultimo.game("german_whist", count_tricks="weighted"),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields the one bid with every trump and without, for both seats."""
    for number, trump in enumerate((*"CDHS", None)):
        yield game.contract(trump=trump, declarer=number % 2)
