"""Hosn owe for few and many, every way of paying; it has no contracts."""

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle import hosn_round as oracle

import ultimo

VARIANTS: dict[str, Any] = {
    "hosn owe": ultimo.game("hosn_owe"),
    "hosn owe 2": ultimo.game("hosn_owe", players=2, tie_rule="suit_order"),
    "hosn owe 3": ultimo.game(
        "hosn_owe", players=3, feuer_all_pay=True, closer_lowest_double=True, feuer_value=32
    ),
    "hosn owe 9": ultimo.game(
        "hosn_owe",
        players=9,
        tie_rule="closer_pays",
        refresh_on_all_pass=False,
        close_first_orbit=False,
    ),
}


def contracts(game: Any) -> Iterator[Any]:  # noqa: ARG001
    """Yields nothing."""
    yield from ()


def choose(state: Any, rng: random.Random) -> str:
    """Passes and closes more often than by lot among all exchanges."""
    names = [state.game.action_names[action] for action in state.legal_actions()]
    calls = [name for name in names if not name.startswith("swap:")]
    return str(rng.choice(calls if rng.random() < 0.4 else names))


def terms_by_lot(game: Any, rng: random.Random) -> dict[str, Any]:
    """Returns the terms of a round in the course of a match: some are out, some swim."""
    seats = list(range(game.players))
    rng.shuffle(seats)
    active = sorted(seats[: rng.randrange(2, game.players + 1)])
    most = game.options.tokens + 1
    tokens = [rng.randrange(most) if seat in active else 0 for seat in range(game.players)]
    return {"dealer": rng.choice(active), "tokens": tokens, "active": active}


def oracle_deal(
    game: Any, deal: Any, dealer: int, *, tokens: list[int], active: list[int]
) -> oracle.HosnRound:
    """Returns the same deal in the oracle."""
    assert [seat for seat, hand in enumerate(deal.hands) if hand] == active
    names = game.options.declared()
    options = oracle.Options(**{name: getattr(game.options, name) for name in names})
    return oracle.HosnRound(options, oracle.Cards(deal.hands, deal.talon), dealer, tokens)
