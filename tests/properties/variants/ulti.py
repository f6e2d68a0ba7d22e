"""Ulti: the defaults, and option sets that change what is asked, told, played and paid."""

import random
from collections.abc import Iterator
from typing import Any
from zlib import crc32

from tests.oracle import ulti as oracle

import ultimo

ULTIMO: Any = ultimo

VARIANTS: dict[str, Any] = {
    "ulti": ULTIMO.game("ulti"),
    "ulti common": ULTIMO.game(
        "ulti",
        contract_values="common",
        rebetli=True,
        tie_rule="fewer_components",
        bid_value_includes_parti=True,
        parti_in_combinations="unless_hundred_or_durchmars",
        initial_pass="forbidden",
        talon_points="nobody",
        kontra_scope="contract",
        lost_ulti_kontra="add_one",
        silent_ulti_settlement="individual",
        marriage_public="hidden",
    ),
    "ulti open": ULTIMO.game(
        "ulti",
        combine_F_H=True,
        talon_points="declarer",
        marriage_requires_trick="player",
        hundred_counts_all_marriages=True,
        forced_pickup_may_pass=True,
        self_rob=False,
        initial_pass="no_raise",
        kontra_on_silent=True,
        kontra_max_level=2,
        silent_ulti_can_lose=False,
        silent_values=(2, 2, 0),
        ulti_seven_protected=True,
        open_moment="after_first_trick",
        settlement="single",
        marriage_public="hidden",
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid, with declarers and trumps in turn; with other options every third."""
    bids = list(game.kind_by_id.items())
    for number, (bid, kind) in enumerate(bids[:: 3 if game.options.changed() else 1]):
        trump = "ALB"[number % 3] if kind.has_trump and not kind.is_hearts else None
        given = {} if trump is None else {"trump": trump}
        yield game.contract(bid, declarer=number // 3 % 3, **given)


def play_deal(game: Any, deal: Any, contract: Any) -> Any:  # noqa: ARG001 - the same for all
    """Returns the deal when the starting player has laid the last two of his cards away."""
    first, *others = deal.hands
    return game.make_deal([first[:-2], *others], talon=first[-2:])


def told(state: Any) -> Any:
    """Returns what all seats have been told of one another's hands."""
    return state.observation(0)["marriages"].tolist()


def choose(state: Any, rng: random.Random) -> str:
    """Bids low, lets the talon lie more often than not, and else does anything."""
    names: list[str] = [state.game.action_names[action] for action in state.legal_actions()]
    if "pick_up" in names and len(names) > 1 and rng.random() < 0.7:
        names.remove("pick_up")
    return rng.choice(names[:6] if state.phase == "auction" else names)


def choose_written(state: Any, rng: random.Random) -> str:
    """Brings every deal to a bid that is fixed by its cards, sometimes with a detour."""
    game = state.game
    names: list[str] = [game.action_names[action] for action in state.legal_actions()]
    bids = list(game.bids)
    aim = bids[crc32(state.deal.to_json().encode()) % len(bids)]
    if state.phase != "auction":
        return rng.choice(names)
    if aim in names:
        low = [name for name in names[: names.index(aim)] if name != "pass"]
        return rng.choice(low) if low and rng.random() < 0.2 else aim
    standing = state.observation(0)["standing"]
    if "decline" in names or "stand" in names:
        reached = standing[bids.index(aim)] or bids.index(aim) < int(standing.argmax())
        if not reached and "pick_up" in names and rng.random() < 0.7:
            return "pick_up"
        return "decline" if "decline" in names else "stand"
    return names[0]


def oracle_deal(game: Any, deal: Any, dealer: int) -> oracle.UltiDeal:
    """Returns the same deal in the oracle."""
    names = set(game.options.declared()) - {"players"}
    rules = oracle.Options(**{name: getattr(game.options, name) for name in names})
    return oracle.UltiDeal(rules, oracle.Cards(deal.hands), dealer)
