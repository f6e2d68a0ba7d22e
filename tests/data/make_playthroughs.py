"""Writes playthroughs: deals of each variant, played by lot on the oracle and the package at once.

The returns written down are those of the oracle; where the two disagree nothing is written. A deal
is kept if its contract was not yet seen with one of its phases, or with such a result. Of a game
that has no `oracle_deal` in `tests/properties/variants`, none are written.

    python tests/data/make_playthroughs.py [LABEL ...]
"""

import random
import sys
from typing import Any

from tests.properties.games import MODULES, VARIANTS
from tests.properties.playthroughs import NOTHING, Playthrough, write

DEALS = 3000
"""At most so many deals are looked at for a variant."""
ENOUGH = 1000
"""So many deals that bring nothing new are enough when every bid has been played."""
COMMENT = "played by lot, the returns by tests/oracle"


def choose(state: Any, rng: random.Random) -> str:
    """Chooses an action by lot; in auctions often a pass, so that every bid can be the last.

    A game with many bids says how each is reached, as `choose_written` of its variants.
    """
    own = getattr(MODULES[state.game.name], "choose_written", None)
    if own is not None:
        return str(own(state, rng))
    names: list[str] = [state.game.action_names[action] for action in state.legal_actions()]
    if "pass" in names and rng.random() < 0.5:
        return "pass"
    return rng.choice(names)


def playthrough(game: Any, seed: int) -> Playthrough:
    """Plays a deal."""
    rng = random.Random(seed)
    terms = {"dealer": rng.randrange(game.players)}
    if hasattr(MODULES[game.name], "terms_by_lot"):
        terms = MODULES[game.name].terms_by_lot(game, rng)
    state = game.start(seed=seed, **terms)
    deal = state.deal
    oracle = MODULES[game.name].oracle_deal(game, deal, **terms)
    actions = []
    while not state.is_over:
        seat = state.current_player
        assert seat == oracle.current
        assert {game.action_names[a] for a in state.legal_actions()} == set(oracle.legal())
        name = choose(state, rng)
        actions.append((state.phase, seat, name))
        state.apply(name)
        oracle.apply(name)
    assert oracle.current is None
    returns = tuple(map(float, oracle.returns()))
    assert returns == tuple(state.returns())
    bid = NOTHING if state.contract is None else state.contract.bid
    return Playthrough(
        bid=bid,
        dealer=terms.pop("dealer"),
        hands=deal.hands,
        talon=deal.talon,
        turned=deal.turned,
        piles=deal.piles,
        actions=tuple(actions),
        returns=returns,
        first=deal.first,
        terms=terms,
    )


def kept_of(game: Any) -> list[Playthrough]:
    """Returns the deals that are kept of a game, in the order of its bids."""
    kept: list[Playthrough] = []
    seen: set[tuple[str, str]] = set()
    idle = 0
    for seed in range(DEALS):
        found = playthrough(game, seed)
        if found.reached <= seen:
            idle += 1
            if idle >= ENOUGH and set(game.bids) <= {bid for bid, _ in seen}:
                break
            continue
        idle = 0
        kept.append(found)
        seen |= found.reached
    order = [*game.bids, NOTHING]
    return sorted(kept, key=lambda one: order.index(one.bid))


def main(labels: list[str]) -> None:
    """Writes the files of some variants, or of all."""
    for label in labels or VARIANTS:
        game = VARIANTS[label]
        if hasattr(MODULES[game.name], "oracle_deal"):
            kept = kept_of(game)
            write(label, COMMENT, kept)
            sys.stdout.write(f"{label}: {len(kept)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
