"""Values of many deals in a file of JSON lines, so that work that was stopped can go on."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from ultimo.errors import OptionError, SolverLimitError

__all__ = ["ValueFile"]

FORMAT = "ultimo.values"
VERSION = 1


class ValueFile:
    """A file with what was asked in its first line, and a line for each deal that is done.

    Lines are written as deals are done. A last line that was cut off is dropped. Deals that reached
    a limit have their bounds in the file, and are solved again when the work goes on.

    Args:
        path: The file; it is made if it does not exist.
        asked: What was asked, as JSON has it, `deals` their number: it must be the same when the
            work goes on.
        deals: A text for each deal, which tells it from others.

    Raises:
        OptionError: The file holds something else (code `other_file`).
        OSError: It cannot be read or written.
    """

    def __init__(self, path: Path, asked: Mapping[str, Any], deals: Iterable[str]) -> None:
        digest = hashlib.sha256("\n".join(deals).encode()).hexdigest()
        head = {"format": FORMAT, "version": VERSION, **asked, "digest": digest}
        self.values: dict[int, float] = {}
        kept = self._read(path, head) if path.exists() and path.stat().st_size else []
        # Written anew, so that what was cut off is gone; then each line is added at once.
        path.write_text("".join(f"{line}\n" for line in [json.dumps(head), *kept]), "utf-8")
        self._file: TextIO = path.open("a", encoding="utf-8")

    def _read(self, path: Path, head: Mapping[str, Any]) -> list[str]:
        lines = path.read_text("utf-8").split("\n")
        if _object(lines[0]) != json.loads(json.dumps(head)):
            message = f"{path}: it holds values of other deals or another question"
            raise OptionError(message, code="other_file")
        kept = []
        for line in lines[1:]:
            found = _object(line)
            if found is None or not isinstance(found.get("value"), (int, float)):
                continue
            deal = found.get("deal")
            if not isinstance(deal, int) or not 0 <= deal < head["deals"]:
                raise OptionError(f"{path}: there is no deal {deal!r:.40}", code="other_file")
            self.values[deal] = float(found["value"])
            kept.append(line)
        return kept

    def write(self, deal: int, value: float | SolverLimitError) -> None:
        """Adds the line of a deal: its value, or the bounds that were proven."""
        if isinstance(value, SolverLimitError):
            found = {"lower": value.lower, "upper": value.upper}
        else:
            found = {"value": value}
        self._file.write(json.dumps({"deal": deal, **found}) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
