"""Knockout whist for two to seven, with dogs and without, every trump."""

from collections.abc import Iterator
from typing import Any

import ultimo

VARIANTS: dict[str, Any] = {
    "knockout 4": ultimo.game("knockout_whist"),
    "knockout 2": ultimo.game("knockout_whist", players=2, deck_size=32),
    "knockout 3 free": ultimo.game("knockout_whist", players=3, void_rule="free"),
    "knockout 7": ultimo.game("knockout_whist", players=7, trump_rule="winner_names"),
    "knockout dogs": ultimo.game("knockout_whist", dogs_life=True, start_cards=6, deck_size=32),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields the one bid with every trump and without, for several seats."""
    for number, trump in enumerate((*"CDHS", None)):
        yield game.contract(trump=trump, declarer=number % game.players)
