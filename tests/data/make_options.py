"""Writes options.json: the options that the tables of the rules files name, and their values.

The rules files belong to the project's design, not to the repository. Run it again when they
change: python tests/data/make_options.py PATH/TO/rules
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

Value = str | int | bool


def without_parentheses(text: str) -> str:
    """Removes remarks in parentheses, nested ones too, and in square brackets."""
    while (shorter := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", text)) != text:
        text = shorter
    return text


def values_of(kind: str, cells: list[str], names: set[str]) -> list[Value]:
    """Returns the values that a row lists: words in backticks, truth values, or whole numbers."""
    if kind.startswith("bool"):
        return [False, True]
    listed = " ; ".join(without_parentheses(cell) for cell in cells)
    if kind.startswith("enum"):
        # What follows a colon explains a value; other options are named in explanations.
        words = re.findall(r"`([a-z0-9_]+)`", re.sub(r": [^;]*", " ", listed))
        return [word for word in dict.fromkeys(words) if word not in names]
    if kind.startswith("int"):
        numbers = re.findall(r"(?:^|[;,–])\s*(\d+)\s*(?=$|[;,–:])", listed)
        return [int(number) for number in dict.fromkeys(numbers)]
    return []


def rows_of(text: str) -> Iterator[list[str]]:
    """Yields the cells of the rows of the table under "Variant options", without its head."""
    section = text.partition("## Variant options")[2].partition("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("|") and "`" in line.split("|")[1]:
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def options_of(text: str) -> dict[str, list[Value]]:
    """Returns the names in the first column, and the values of each."""
    found: dict[str, list[Value]] = {}
    rows = list(rows_of(text))
    named = [re.findall(r"`([a-z0-9_]+)`", row[0], re.IGNORECASE) for row in rows]
    names = {name for own in named for name in own}
    for own, (_, kind, *cells) in zip(named, rows, strict=True):
        for name in own:
            found[name] = values_of(kind, cells, names)
    return found


def tables_of(folder: Path) -> dict[str, dict[str, list[Value]]]:
    """Reads all rules files of a folder."""
    found = {path.stem: options_of(path.read_text("utf-8")) for path in folder.glob("*.md")}
    return {game: options for game, options in sorted(found.items()) if options}


def main(folder: str) -> None:
    """Writes what the rules files of a folder say."""
    target = Path(__file__).with_name("options.json")
    target.write_text(json.dumps(tables_of(Path(folder)), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
