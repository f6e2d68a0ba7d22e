"""Napoleon for few and many, both ladders, large and small packs."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import napoleon as oracle

import ultimo

VARIANTS: dict[str, Any] = {
    "napoleon": ultimo.game("napoleon"),
    "napoleon extended 3": ultimo.game(
        "napoleon", players=3, ladder="extended", deck_ranks=4, payments="eb1911"
    ),
    "napoleon free 6": ultimo.game(
        "napoleon",
        players=6,
        ladder="extended",
        deck_ranks=8,
        void_rule="free",
        all_pass_dealer="next",
        deal_batches=[2, 3],
    ),
    "napoleon 10": ultimo.game("napoleon", players=10, ladder="custom", bid_misere=True),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid for the first seat and the last, and with a trump that is known before."""
    for bid in game.contracts():
        yield game.contract(bid)
        yield game.contract(bid, declarer=game.players - 1)
    yield game.contract("three", declarer=1, trump="H")


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.NapoleonDeal:
    """Returns the same deal in the oracle."""
    return oracle.NapoleonDeal(rules(game), oracle.Cards(deal.hands), dealer)


def rules(game: Any) -> oracle.Options:
    """Returns the same options in the oracle."""
    options = {name: getattr(game.options, name) for name in game.options.declared()}
    return oracle.Options(**options)
