"""Golden playthroughs: whole deals written down, with what every seat did and what came of it.

A file of `tests/data/playthroughs` holds those of one variant, a block each::

    bid hand_bells
    dealer 2
    hands A7 A9 ... / L7 ... / ...
    talon HA B7
    > auction 0 pass, 1 hand_bells, 2 pass
    > announce 1 done
    > play 0 A7, 1 A9, ...
    returns -4 8 -4

What a match lays down beside the dealer stands in a line `terms`, as JSON; a card turned up, piles
and a first packet have lines of their own.

`bid` is what was played in the end; a line of actions begins with the phase that they belong to,
and each action with the seat that took it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "Playthrough", "path_of", "reached", "read", "write"]

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
NOTHING = "-"
"""The bid of a deal in which nothing was played."""


@dataclass(frozen=True)
class Playthrough:
    """A deal and all that was done in it.

    Attributes:
        bid: What was played, or `NOTHING`.
        dealer: The seat that dealt.
        hands: The cards of each seat.
        talon: The talon.
        turned: The card turned up.
        piles: The piles of each seat.
        actions: Phase, seat and name of every action.
        returns: What each seat got.
        first: The first packet of the seat that decides by it.
        terms: The terms of the deal beside its dealer.
    """

    bid: str
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    turned: str | None
    piles: tuple[tuple[tuple[str, ...], ...], ...]
    actions: tuple[tuple[str, int, str], ...]
    returns: tuple[float, ...]
    first: tuple[str, ...] = ()
    terms: Mapping[str, Any] = field(default_factory=dict)

    def deal(self, game: Any) -> Any:
        """Returns the deal in its game."""
        return game.make_deal(
            self.hands,
            talon=self.talon,
            piles=self.piles,
            turned=self.turned,
            first=self.first,
            dealer=self.dealer,
            **self.terms,
        )

    @property
    def reached(self) -> frozenset[tuple[str, str]]:
        """The bid with every phase that was gone through, and with how it came out."""
        return reached(self.bid, (phase for phase, _, _ in self.actions), self.returns)


def reached(
    bid: str, phases: Iterable[str], returns: Iterable[float]
) -> frozenset[tuple[str, str]]:
    """Returns the bid with every phase, and with which seats won something."""
    won = "".join("+" if value > 0 else "-" if value < 0 else "0" for value in returns)
    return frozenset([*((bid, phase) for phase in phases), (bid, "".join(sorted(won)))])


def path_of(label: str) -> Path:
    """Returns the file of a variant."""
    return FOLDER / f"{label.replace(' ', '_')}.txt"


def read(path: Path) -> list[Playthrough]:
    """Reads a file."""
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    blocks = [list(block) for full, block in groupby(lines, key=bool) if full]
    return [_read_block(block) for block in blocks]


def _read_block(lines: list[str]) -> Playthrough:
    fields: dict[str, str] = {}
    actions: list[tuple[str, int, str]] = []
    for line in lines:
        word, _, rest = line.partition(" ")
        if word != ">":
            fields[word] = rest
            continue
        phase, _, done = rest.partition(" ")
        for action in done.split(", "):
            seat, _, name = action.partition(" ")
            actions.append((phase, int(seat), name))
    return Playthrough(
        bid=fields["bid"],
        dealer=int(fields["dealer"]),
        hands=_cards(fields["hands"]),
        talon=tuple(fields.get("talon", "").split()),
        turned=fields.get("turned"),
        piles=tuple(
            _cards(own.strip(), ", ") for own in fields.get("piles", "").split(" / ") if own
        ),
        actions=tuple(actions),
        returns=tuple(map(float, fields["returns"].split())),
        first=tuple(fields.get("first", "").split()),
        terms=json.loads(fields.get("terms", "{}")),
    )


def _cards(text: str, between: str = " / ") -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part.split()) for part in text.split(between))


def write(label: str, comment: str, found: Iterable[Playthrough]) -> None:
    """Writes the file of a variant."""
    blocks = ["\n".join(_block(one)) for one in found]
    text = f"# {label}: {comment}\n\n" + "\n\n".join(blocks) + "\n"
    path_of(label).write_text(text, "utf-8")


def _block(one: Playthrough) -> Iterator[str]:
    yield f"bid {one.bid}"
    yield f"dealer {one.dealer}"
    if one.terms:
        yield f"terms {json.dumps(dict(one.terms))}"
    yield "hands " + " / ".join(map(" ".join, one.hands))
    if one.talon:
        yield "talon " + " ".join(one.talon)
    if one.turned:
        yield f"turned {one.turned}"
    if one.first:
        yield "first " + " ".join(one.first)
    if one.piles:
        yield "piles " + " / ".join(", ".join(map(" ".join, own)) for own in one.piles)
    for phase, actions in groupby(one.actions, key=lambda action: action[0]):
        yield f"> {phase} " + ", ".join(f"{seat} {name}" for _, seat, name in actions)
    yield "returns " + " ".join(f"{value:g}" for value in one.returns)
