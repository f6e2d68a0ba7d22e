"""Snapszer in its four forms, and with the options that change what is asked and paid."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import snapszer as oracle

import ultimo

ULTIMO: Any = ultimo

VARIANTS: dict[str, Any] = {
    **{
        f"snapszer {form}": ULTIMO.game("snapszer", form=form) for form in ("S2", "S3", "S4", "S3L")
    },
    "snapszer closing": ULTIMO.game("snapszer", s2_closing="on", s2_endgame="strict"),
    "snapszer S3 any": ULTIMO.game(
        "snapszer", form="S3", marriage_when="any_play", s3_trump_must_be_held=True
    ),
    "snapszer S4 redeal": ULTIMO.game(
        "snapszer", form="S4", s4_called_card_self="redeal", s4_end_needs_called_card=True
    ),
    "snapszer S4 own": ULTIMO.game(
        "snapszer", form="S4", s4_call_own=True, s4_snapszer_fail="play_on_normal"
    ),
    "snapszer S3L automatic": ULTIMO.game(
        "snapszer", form="S3L", s3l_go_out="automatic", s3l_snapszer_fail="lost_at_once"
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid, for two declarers; with four players two called cards, and kontra."""
    form = game.options.form
    for bid in game.contracts():
        for declarer, suit in ((0, "H"), (1, "A")):
            if bid == "mizer":
                yield game.contract(bid, declarer=declarer)
            elif form == "S4":
                yield game.contract(
                    bid, declarer=declarer, called=f"{suit}A", kontra=kontra(game, bid, 1)
                )
                yield game.contract(bid, declarer=declarer, trump=suit, partner=2 + declarer)
            elif form == "S2":
                yield game.contract(bid, declarer=declarer, trump=suit)
            else:
                yield game.contract(
                    bid, declarer=declarer, trump=suit, kontra=kontra(game, bid, declarer)
                )


def kontra(game: Any, bid: str, level: int) -> dict[str, int]:
    """Returns kontra of a level where an option allows it."""
    return {"game": level} if level and game.bids[bid].objects else {}


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.SnapszerDeal:
    """Returns the same deal in the oracle, where the first packet stands first in its hand."""
    names = game.options.declared()
    rules = oracle.Options(**{name: getattr(game.options, name) for name in names})
    hands = tuple(tuple(sorted(hand, key=lambda c: c not in deal.first)) for hand in deal.hands)
    return oracle.SnapszerDeal(rules, oracle.Cards(hands, deal.talon), dealer)
