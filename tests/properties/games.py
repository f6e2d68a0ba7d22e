"""The games, option sets and contracts that the property tests go through."""

import random
from collections.abc import Iterator
from typing import Any

import ultimo

ULTIMO: Any = ultimo

VARIANTS: dict[str, Any] = {
    "whist": ULTIMO.game("whist"),
    "whist free continental": ULTIMO.game("whist", void_rule="free", honours="continental"),
    **{f"tarok {n}": ULTIMO.game("slovenian_tarok", players=n) for n in (2, 3, 4)},
    **{
        f"tarok {preset} {n}": ULTIMO.game("slovenian_tarok", players=n, preset=preset)
        for n in (3, 4)
        for preset in ("openspiel", "pagat")
    },
    "tarok announcing": ULTIMO.game(
        "slovenian_tarok", players=4, defenders_may_announce=True, kontra_max="mort", king_ultimo=10
    ),
    "tarok piles": ULTIMO.game(
        "slovenian_tarok", players=2, two_player_pile_refill="leave_face_up"
    ),
}


def choose(state: Any, rng: random.Random) -> str:
    """Chooses an action by lot, so that no auction ends too high."""
    names: list[str] = [state.game.action_names[action] for action in state.legal_actions()]
    if state.phase == "auction" and "pass" in names and rng.random() < 0.6:
        return "pass"
    return rng.choice(names[:4] if state.phase == "auction" else names)


def playthrough(game: Any, seed: int) -> Iterator[Any]:
    """Yields the state of a deal before every action and at the end: always the same object."""
    rng = random.Random(seed)
    state = game.start(seed=seed)
    while not state.is_over:
        yield state
        state.apply(choose(state, rng))
    yield state


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid as a contract, whist with every trump."""
    for bid in game.contracts():
        if game.name == "whist":
            yield from (game.contract(bid, trump=trump) for trump in (*"CDHS", None))
        elif "king" in game.action_names[54] or game.players == 4:
            yield from (game.contract(bid, declarer=declarer) for declarer in (0, 2))
        else:
            yield game.contract(bid, declarer=0 if bid == "none" else 1)
