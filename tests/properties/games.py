"""The games, option sets and contracts that the property tests go through.

Each game has a file `variants/<name of the game>.py` with

- `VARIANTS: dict[str, Any]`: games by label; the labels begin with the name of the game or a short
  form of it, and are unique over all files;
- `contracts(game) -> Iterator[Contract]`: every bid, for sensible declarers and trumps;

and, where the defaults below do not do,

- `choose(state, rng) -> str`: an action by lot, so that playthroughs reach what matters;
- `oracle_deal(game, deal, dealer)`: the same deal in the oracle, for `test_playthroughs.py`;
  further terms are given by name;
- `terms_by_lot(game, rng)`: all terms of a deal for `make_playthroughs.py`, not the dealer alone;
- `play_deal(game, deal, contract) -> Deal`: what `Game.position` takes of a dealt deal;
- `choose_written(state, rng) -> str`: an action by lot for `make_playthroughs.py`;
- `told(state) -> Any`: what all seats have been told of hidden cards, without seeing them.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["MODULES", "VARIANTS", "choose", "contracts", "play_deal", "playthrough", "told"]

MODULES: dict[str, ModuleType] = {
    path.stem: import_module(f"tests.properties.variants.{path.stem}")
    for path in sorted((Path(__file__).parent / "variants").glob("*.py"))
}
"""The files of `variants/`, by the name of their game."""

VARIANTS: dict[str, Any] = {
    label: game for module in MODULES.values() for label, game in module.VARIANTS.items()
}
"""Every variant by its label."""


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid of a game as a contract, for sensible declarers and trumps."""
    yield from MODULES[game.name].contracts(game)


def choose(state: Any, rng: random.Random) -> str:
    """Chooses an action by lot, so that no auction ends too high."""
    own = getattr(MODULES[state.game.name], "choose", None)
    return str(own(state, rng)) if own is not None else by_lot(state, rng)


def by_lot(state: Any, rng: random.Random) -> str:
    """Passes often in an auction and bids low; otherwise any legal action."""
    names: list[str] = [state.game.action_names[action] for action in state.legal_actions()]
    if state.phase == "auction" and "pass" in names and rng.random() < 0.6:
        return "pass"
    return rng.choice(names[:4] if state.phase == "auction" else names)


def told(state: Any) -> Any:
    """Returns what all seats have been told of hidden cards: by default nothing."""
    own = getattr(MODULES[state.game.name], "told", None)
    return None if own is None else own(state)


def play_deal(game: Any, deal: Any, contract: Any) -> Any:
    """Returns what `Game.position` takes of a dealt deal: by default the deal itself."""
    own = getattr(MODULES[game.name], "play_deal", None)
    return deal if own is None else own(game, deal, contract)


def begin(game: Any, contract: Any, seed: int) -> Any:
    """Returns the position in which the play of a deal under a contract begins."""
    return game.position(play_deal(game, game.deal(seed=seed), contract), contract)


def playthrough(game: Any, seed: int) -> Iterator[Any]:
    """Yields the state of a deal before every action and at the end: always the same object."""
    rng = random.Random(seed)
    state = game.start(seed=seed, dealer=seed % game.players)
    while not state.is_over:
        yield state
        assert len(state.history) < 2000, "this deal does not end"
        state.apply(choose(state, rng))
    yield state


@lru_cache(maxsize=256)
def most_moves(game: Any) -> int:
    """Returns a bound on the moves of a play that no deal of a game reaches."""
    return 4 * int(game.deck.size) + 40
