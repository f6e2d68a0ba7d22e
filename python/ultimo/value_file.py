"""Values of many deals in a file of JSON lines, so that work that was stopped can go on."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from ultimo.checks import brief
from ultimo.errors import ArgumentError, OptionError, SolverLimitError

__all__ = ["ValueFile", "path_of"]

FORMAT = "ultimo.values"
VERSION = 1
BEGINNING = f'{{"format": "{FORMAT}"'
LARGE = 2**53
"""No deal is worth so much."""


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
        # Written anew beside the old one, so that what was cut off is gone and nothing is lost if
        # this is stopped too; then each line is added at once.
        path = path.resolve()
        new = path.with_name(path.name + ".new")
        new.write_text("".join(f"{line}\n" for line in [json.dumps(head), *kept]), "utf-8")
        new.replace(path)
        self._file: TextIO = path.open("a", encoding="utf-8")

    def _read(self, path: Path, head: Mapping[str, Any]) -> list[str]:
        try:
            lines = path.read_text("utf-8").split("\n")
        except UnicodeDecodeError:
            raise _other(path, "it is no UTF-8 text") from None
        asked = json.dumps(head)
        if len(lines) == 1 and lines[0].startswith(BEGINNING) and asked.startswith(lines[0]):
            # Stopped before anything was solved.
            return []
        if _object(lines[0]) != json.loads(asked):
            raise _other(path, "it holds values of other deals or another question")
        kept = []
        for line in lines[1:]:
            found = _object(line)
            if found is None or "value" not in found:
                continue
            deal, value = found.get("deal"), _number(found["value"])
            if not isinstance(deal, int) or isinstance(deal, bool) or not 0 <= deal < head["deals"]:
                raise _other(path, f"there is no deal {brief(deal)}")
            if value is None:
                raise _other(path, f"deal {deal} is not worth {brief(found['value'])}")
            self.values[deal] = value
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


def path_of(into: object) -> Path:
    """Returns the path of a file to write values into.

    Raises:
        ArgumentError: It is none.
    """
    if isinstance(into, (str, os.PathLike)):
        try:
            path = Path(into)
            os.fsencode(path)
        except (TypeError, UnicodeEncodeError):
            pass
        else:
            if path.name and "\0" not in str(path):
                return path
    raise ArgumentError(f"into is the path of a file, not {brief(into)}")


def _other(path: Path, why: str) -> OptionError:
    return OptionError(f"{path}: {why}", code="other_file")


def _number(value: object) -> float | None:
    """What a deal is worth; `None` if it is nothing that a deal can be worth."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < LARGE else None


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
