"""Deals one after the other, with conditions or without."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ultimo.deals import Deal
from ultimo.game import Game
from ultimo.where import Report

__all__ = ["dealt_where"]

AT_ONCE = 1000


def dealt_where(
    game: Game[Any],
    seed: int,
    count: int,
    *,
    terms: Mapping[str, Any],
    where: Sequence[str] | None,
    tries: int,
) -> Iterator[Deal]:
    """Yields deals, and says at the end on standard error how many were rejected on the way.

    Raises:
        UltimoError: As `Game.deals`.
    """
    found: list[Report] = []
    for start in range(0, count, AT_ONCE):
        n = min(AT_ONCE, count - start)
        conditions = list(where) if where else None
        rows = game.deals(
            n, seed, start=start, where=conditions, tries=tries, report=found.append, **terms
        )
        for row in rows:
            yield game.deal_from_row(row, **terms)
    deals, dealt = sum(r.deals for r in found), sum(r.tries for r in found)
    if deals < dealt:
        whole = Report(deals=deals, tries=dealt, rejected={})
        sys.stderr.write(f"{whole}\n")
