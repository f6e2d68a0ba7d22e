"""French tarot for three to five, both games for five, and what changes what is asked."""

from collections.abc import Iterator
from typing import Any

import ultimo

FRENCH: Any = ultimo

VARIANTS: dict[str, Any] = {
    **{f"french {n}": FRENCH.game("french_tarot", players=n) for n in (3, 4, 5)},
    "french king": FRENCH.game("french_tarot", players=5, five_players="call_king"),
    "french late": FRENCH.game(
        "french_tarot",
        handful_timing="before_own_first_card",
        slam_announcer_leads=True,
        petit_sec="redeal",
        round_scores_to=5,
    ),
    "french king late": FRENCH.game(
        "french_tarot",
        players=5,
        five_players="call_king",
        handful_timing="before_own_first_card",
        round_scores_to=10,
        direction="clockwise",
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid for two takers, with a slam, a handful and a called king here and there."""
    for number, bid in enumerate(game.contracts()):
        yield game.contract(bid, declarer=1)
        more: dict[str, Any] = (
            {"announced": {"slam"}} if number % 2 else {"handfuls": {1: "single"}}
        )
        if game.options.calls_king:
            more["king"] = "CDHS"[number]
        yield game.contract(bid, declarer=2, **more)
