"""Writes options.json: the options that the tables of the rules files name, by game.

The rules files belong to the project's design, not to the repository. Run it again when they
change: python tests/data/make_options.py PATH/TO/rules
"""

import json
import re
import sys
from pathlib import Path


def options_of(text: str) -> list[str]:
    """Returns the names in the first column of the table under "Variant options"."""
    section = text.partition("## Variant options")[2].partition("\n## ")[0]
    cells = (line.split("|")[1] for line in section.splitlines() if line.startswith("|"))
    return [name for cell in cells for name in re.findall(r"`([a-z0-9_]+)`", cell, re.IGNORECASE)]


def main(folder: str) -> None:
    """Reads all rules files of a folder."""
    found = {path.stem: options_of(path.read_text("utf-8")) for path in Path(folder).glob("*.md")}
    named = {game: names for game, names in sorted(found.items()) if names}
    target = Path(__file__).with_name("options.json")
    target.write_text(json.dumps(named, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
