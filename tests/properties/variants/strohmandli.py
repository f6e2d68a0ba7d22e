"""Strohmandli in its forms and scoring sets, and the options that change what is asked."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import strohmandli as oracle
from tests.oracle.strohmandli_score import Options

import ultimo

VARIANTS: dict[str, Any] = {
    **{
        f"strohmandli {form} {scoring}": ultimo.game("strohmandli", form=form, scoring_set=scoring)
        for form in ("two", "three42", "three54")
        for scoring in ("base", "house")
    },
    "strohmandli late": ultimo.game("strohmandli", turn_timing="after_trick"),
    "strohmandli long hands": ultimo.game(
        "strohmandli",
        form="three54",
        three54_layout="12_hand_6_table",
        head_after_tuletroa=False,
        turn_timing="after_trick",
        figure_stacking="highest_overall",
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields the one bid, for the value of every seat."""
    yield from (game.contract(declarer=seat) for seat in range(game.players))


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.StrohmandliDeal:
    """Returns the same deal in the oracle."""
    names = set(game.options.declared()) - {"players"}
    rules = Options(**{name: getattr(game.options, name) for name in names})
    return oracle.StrohmandliDeal(rules, oracle.Cards(deal.hands, deal.piles), dealer)
