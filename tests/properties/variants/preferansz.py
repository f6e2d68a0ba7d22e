"""Preferansz: the usual rules, and the options that change what is asked and who is paid."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import preferansz as oracle

import ultimo

VARIANTS: dict[str, Any] = {
    "preferansz": ultimo.game("preferansz"),
    "preferansz kontra": ultimo.game(
        "preferansz",
        kontra="per_defender",
        may_raise_after_talon=True,
        forehand_hold=True,
        hand_rank="by_value",
        volat_value="plus_six",
        first_lead="declarer_except_szanzadu",
        all_pass="redeal_same_dealer",
    ),
    "preferansz hidden talon": ultimo.game(
        "preferansz",
        talon_exposed=False,
        may_raise_after_talon=True,
        must_overtake=True,
        hand_rank="not_in_auction",
        szanzadu_tricks=6,
        first_lead="declarer",
    ),
    "preferansz no talon": ultimo.game(
        "preferansz",
        talon_in_no_trump=False,
        hand_after_auction=False,
        hand_value="double",
        volat_value="triple",
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid for two declarers, with volát and kontra where they can be."""
    for name, bid in game.bids.items():
        for declarer in (0, 1):
            yield game.contract(name, declarer=declarer)
            if bid.announcements:
                yield game.contract(name, declarer=declarer, announced=bid.announcements)
        if bid.objects:
            yield game.contract(name, declarer=0, kontra={1: 2, 2: 1})


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.PreferanszDeal:
    """Returns the same deal in the oracle."""
    names = set(game.options.declared()) - {"players"}
    rules = oracle.Options(**{name: getattr(game.options, name) for name in names})
    return oracle.PreferanszDeal(rules, oracle.Cards(deal.hands, deal.talon), dealer)
