"""Hosn owe for few and many, every way of paying; it has no contracts."""

import random
from collections.abc import Iterator
from typing import Any

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
