"""Slovenian tarok for two to four, its presets, and the options that change what is asked."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import tarok as oracle

import ultimo

ULTIMO: Any = ultimo

VARIANTS: dict[str, Any] = {
    **{f"tarok {n}": ULTIMO.game("slovenian_tarok", players=n) for n in (2, 3, 4)},
    **{
        f"tarok {preset} {n}": ULTIMO.game("slovenian_tarok", players=n, preset=preset)
        for n in (3, 4)
        for preset in ("openspiel", "pagat")
    },
    "tarok announcing": ULTIMO.game(
        "slovenian_tarok", players=4, defenders_may_announce=True, kontra_max="mort", king_ultimo=10
    ),
    "tarok piles": ULTIMO.game(
        "slovenian_tarok", players=2, two_player_pile_refill="leave_face_up"
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid; with four players also for a declarer who sits across."""
    for bid in game.contracts():
        if game.players == 4:
            yield from (game.contract(bid, declarer=declarer) for declarer in (0, 2))
        else:
            yield game.contract(bid, declarer=0 if bid == "none" else 1)


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.TarokDeal:
    """Returns the same deal in the oracle."""
    names = game.options.declared()
    rules = oracle.Options(**{name: getattr(game.options, name) for name in names})
    return oracle.TarokDeal(rules, oracle.Cards(deal.hands, deal.talon, deal.piles), dealer)
