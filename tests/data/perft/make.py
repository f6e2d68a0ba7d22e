"""Counts the lines of play of some deals with the oracle, and writes them beside this file.

    python tests/data/perft/make.py

A row holds a deal, a contract and who leads, as JSON has them, and for each number of moves how
many sequences of so many legal moves there are.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

Ending = Callable[[int, int], tuple[Any, Any]]
"""Makes a position and the oracle's play of it from a seed and the size of the hands."""

MOST_LINES = 300_000
"""A row stops before a number of moves that has more sequences than this."""


def endings() -> dict[str, Ending]:
    """Returns how the endings of each game are made."""
    from tests.properties.test_endings_tarok import both as tarok
    from tests.properties.test_endings_whist import both as whist
    from tests.properties.test_oracle_french import both as french

    return {"french_tarot": french, "slovenian_tarok": tarok, "whist": whist}


def counts(play: Any) -> list[int]:
    """Returns the number of sequences of 0, 1, 2, ... moves, to the end or `MOST_LINES`."""
    level = [play]
    found = [1]
    while level:
        after: list[Any] = []
        for game in level:
            for move in game.legal() if game.current is not None else ():
                if len(after) == MOST_LINES:
                    return found
                copied = game.copy()
                copied.apply(move)
                after.append(copied)
        found.append(len(after))
        level = after
    return found


def rows(ending: Ending) -> Iterator[dict[str, Any]]:
    """Yields endings of three and four cards and whole hands."""
    for each, seeds in ((3, range(12)), (4, range(6)), (12, range(4))):
        for seed in seeds:
            position, play = ending(1000 * each + seed, each)
            game = position.game
            yield {
                "name": f"{each} cards, seed {1000 * each + seed}",
                "options": game.options.values(),
                "hands": position.hands,
                "contract": position.contract.to_dict(),
                "leader": position.leader,
                "counts": counts(play),
            }


def main() -> None:
    """Writes the file of each game."""
    sys.path[:0] = [str(ROOT), str(ROOT / "python")]
    for name, ending in endings().items():
        lines = [json.dumps(row) for row in rows(ending)]
        (HERE / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
