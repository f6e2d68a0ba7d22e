"""German whist: both ways of discarding, every way of counting, every trump."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import german_whist as oracle

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


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.GermanHand:
    """Returns the same deal in the oracle."""
    names = set(game.options.declared()) - {"players"}
    options = oracle.Options(**{name: getattr(game.options, name) for name in names})
    return oracle.GermanHand(options, deal.hands, deal.talon, deal.talon[0][0], 1 - dealer)
