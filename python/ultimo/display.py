"""What people see: hands, contracts and solutions as text and tables, and the progress bar."""

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ultimo.deck import Deck

__all__ = ["Bar", "console", "contract_text", "deal_table", "number_text", "values_text"]

BAR_AFTER = 1.0
"""Seconds before a progress bar is shown."""

NO_TRUMP = "NT"


def console(*, stderr: bool = False) -> "Console":
    """Returns a console on which text stands as it is written: nothing in it is markup."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            # Rich would exit with status 1 here; the command line has its own for this.
            raise BrokenPipeError

    return Plain(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)


def table(*columns: str, wide: Sequence[str] = ()) -> "Table":
    """Returns an empty table; the `wide` columns share what room is left."""
    from rich import box
    from rich.table import Table

    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=bool(wide))
    for column in columns:
        if column in wide:
            found.add_column(column, ratio=1, overflow="fold")
        else:
            found.add_column(column, overflow="fold")
    return found


def number_text(value: float) -> str:
    """Writes a number: whole ones without a point, others with as many digits as they need."""
    return str(int(value)) if value == int(value) else f"{value:.6g}"


def cards_text(deck: "Deck", cards: Iterable[str]) -> str:
    """Writes cards by suit, high to low: `SAK7 HQJ D- C952`, and tarocks `T21 17 3`."""
    held = sorted(cards, key=deck.index, reverse=True)
    suits = dict.fromkeys(code[0] for code in deck.codes if code != "EX")
    words = ["EX"] if "EX" in held else []
    for suit in suits:
        ranks = [code[1:] for code in held if code[0] == suit and code != "EX"]
        joined = (" " if any(len(rank) > 1 for rank in ranks) else "").join(ranks)
        words.append(f"{suit}:{joined or '-'}")
    return "  ".join(words)


def deal_table(deck: "Deck", deal: Deal) -> "Table":
    """Shows who holds what."""
    found = table("", "cards")
    for seat, hand in enumerate(deal.hands):
        found.add_row(f"seat {seat}", cards_text(deck, hand))
    if deal.talon:
        found.add_row("talon", " ".join(deal.talon))
    for seat, piles in enumerate(deal.piles):
        if piles:
            found.add_row(f"piles {seat}", "  ".join(",".join(pile) for pile in piles))
    if deal.turned is not None:
        found.add_row("turned", deal.turned)
    return found


def contract_text(contract: Contract, seats: Sequence[str], bids: Mapping[str, Bid]) -> str:
    """Writes a contract in a few words: `two by 0 with 2, trula announced, kontra game 1`.

    Where nobody plays for it, the seat is the one whose value is asked: `klop for 0`.

    Args:
        contract: The contract.
        seats: The name of each seat.
        bids: The bids of the game.
    """
    bid = bids[contract.bid]
    words = [bid.id]
    if bid.names_trump or contract.trump is not None:
        words.append(contract.trump or NO_TRUMP)
    words.append(f"{'by' if bid.has_declarer else 'for'} {seats[contract.declarer]}")
    if contract.king is not None:
        words.append(f"king {contract.king}")
    if contract.called is not None:
        words.append(f"called {contract.called}")
    if contract.partner is not None:
        words.append(f"with {seats[contract.partner]}")
    elif bid.partner and contract.king is None and contract.called is None:
        words.append("alone")
    more = []
    if contract.announced:
        more.append(f"{' '.join(sorted(contract.announced))} announced")
    more += [f"kontra {doubled} {level}" for doubled, level in contract.kontra.items()]
    more += [f"{size} handful {seats[seat]}" for seat, size in contract.handfuls.items()]
    return ", ".join([" ".join(words), *more])


def values_text(values: Mapping[str, float], best: str | None = None) -> str:
    """Groups moves by value, the best first: `9: SA SK  8: D2`.

    Args:
        values: The value of each move.
        best: A move of the best value: the least where who plays wants it small; else the largest.
    """
    largest = best is None or values[best] >= max(values.values())
    groups: dict[float, list[str]] = {}
    for move, value in values.items():
        groups.setdefault(value, []).append(move)
    return "  ".join(
        f"{number_text(value)}: {' '.join(groups[value])}"
        for value in sorted(groups, reverse=largest)
    )


class Bar:
    """A progress bar on standard error, shown once the work has taken a second.

    Nothing is written where standard error is no terminal.

    Args:
        what: What is being done.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._begun = time.monotonic()
        self._is_terminal = sys.stderr.isatty()
        self._progress: Any = None
        self._task: Any = None

    def update(self, done: int, of: int) -> None:
        """Says how much is done."""
        if not self._is_terminal:
            return
        if self._progress is None:
            if time.monotonic() - self._begun < BAR_AFTER:
                return
            self._open(of)
        self._progress.update(self._task, completed=done)

    def _open(self, of: int) -> None:
        from rich import progress

        self._progress = progress.Progress(
            progress.TextColumn(self._what),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            console=console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task(self._what, total=of)
        self._progress.start()

    def close(self) -> None:
        """Takes the bar away."""
        if self._progress is not None:
            self._progress.stop()
