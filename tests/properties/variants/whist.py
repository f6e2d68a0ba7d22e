"""Whist: both ways of discarding, every trump."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import whist as oracle

import ultimo

VARIANTS: dict[str, Any] = {
    "whist": ultimo.game("whist"),
    "whist free continental": ultimo.game("whist", void_rule="free", honours="continental"),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields the one bid with every trump and without."""
    yield from (game.contract(trump=trump) for trump in (*"CDHS", None))


class Hand(oracle.WhistPlay):
    """A hand of the oracle whose returns hold the honours, which it leaves to the match."""

    honours: tuple[int, ...] = (0, 0)

    def returns(self) -> list[int]:
        """The points of each seat, with the honours of its side."""
        over = self.is_over
        return [
            points + (self.honours[seat % 2] if over else 0)
            for seat, points in enumerate(super().returns())
        ]


def oracle_deal(game: Any, deal: Any, dealer: int) -> Hand:
    """Returns the same deal in the oracle."""
    names = set(game.options.declared()) - {"players"}
    rules = oracle.Options(**{name: getattr(game.options, name) for name in names})
    trump = deal.turned[0]
    hand = Hand(rules, deal.hands, trump, (dealer + 1) % 4)
    hand.honours = tuple(oracle.honours_of(rules, deal.hands, trump))
    return hand
