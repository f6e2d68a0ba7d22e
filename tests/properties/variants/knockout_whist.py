"""Knockout whist for two to seven, with dogs and without, every trump."""

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle import knockout_whist as oracle

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


def terms_by_lot(game: Any, rng: random.Random) -> dict[str, Any]:
    """Returns the terms of a hand in the course of a game: some seats are out, some are dogs."""
    seats = list(range(game.players))
    rng.shuffle(seats)
    active = sorted(seats[: rng.randrange(2, game.players + 1)])
    others = sorted(set(seats) - set(active))
    dogs = [seat for seat in others if game.options.dogs_life and rng.random() < 0.7]
    terms = {
        "dealer": rng.choice(active + dogs),
        "cards": rng.randrange(1, game.options.start_cards + 1),
        "active": active,
        "dogs": dogs,
    }
    named = game.options.trump_rule == "winner_names" and rng.random() < 0.7
    return terms | ({"namer": rng.choice(active)} if named else {})


def oracle_deal(
    game: Any,
    deal: Any,
    dealer: int,
    *,
    active: list[int],
    dogs: list[int],
    namer: int | None = None,
    **_: int,
) -> oracle.KnockoutHand:
    """Returns the same deal in the oracle."""
    states = [
        oracle.ACTIVE if seat in active else oracle.DOG if seat in dogs else oracle.OUT
        for seat in range(game.players)
    ]
    names = game.options.declared()
    options = oracle.Options(**{name: getattr(game.options, name) for name in names})
    trump = None if namer is not None else deal.talon[0][0]
    return oracle.KnockoutHand(options, deal.hands, dealer, trump, states, namer)
