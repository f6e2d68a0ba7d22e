"""Tarock with 24 cards: the options that change what is asked or scored."""

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle import tarock24 as oracle
from tests.oracle.tarock24_play import Options

import ultimo

VARIANTS: dict[str, Any] = {
    "tarock24": ultimo.game("tarock24"),
    "tarock24 sole": ultimo.game(
        "tarock24", stock_use="sole_bidder_only", first_lead="declarer", hearts_factor=2
    ),
    "tarock24 strict": ultimo.game(
        "tarock24",
        overtake=True,
        schneider=True,
        discard_restriction="no_ace_no_ten",
        all_nein="next_dealer_redeals",
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid for every declarer, under every trump it may have."""
    for declarer in range(3):
        for bid in game.bids.values():
            yield from (game.contract(bid.id, declarer=declarer, trump=t) for t in bid.trumps)


def choose(state: Any, rng: random.Random) -> str:
    """Chooses any action alike, so that all ways of the auction are gone."""
    return str(state.game.action_names[rng.choice(state.legal_actions())])


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.Tarock24Deal:
    """Returns the same deal in the oracle."""
    names = set(game.options.declared()) - {"players"}
    rules = Options(**{name: getattr(game.options, name) for name in names})
    return oracle.Tarock24Deal(rules, oracle.Cards(deal.hands, deal.talon), dealer)
