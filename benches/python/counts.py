"""Counts the instructions of the inner loops, and compares them with `benches/counts.json`.

``python benches/python/counts.py`` is a gate: exit status 1 if a count is more than 5 % above its
reference. ``--write`` makes what is counted now the reference.

Wall time on a shared machine is noise, instructions are not. They depend on the compiler and on
what the processor has, though: with another compiler or processor than those of the references,
nothing is compared, which is said. Counted by callgrind, else by ``perf stat``; where there is
neither, nothing is counted, which is said too.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "benches" / "counts.json"
MORE = 0.05
"""By how much a count may exceed its reference."""
OFTEN = 8
"""How often what is counted is done."""

Counter = Callable[[list[str]], int]


class Reference(TypedDict):
    """What stands in the file."""

    compiler: str
    processor: str
    counts: dict[str, int]


def run(*command: str) -> str:
    """The standard output and error of a command that succeeds."""
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, capture_output=True)  # noqa: S603
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def build() -> str:
    """Builds what does the work; its path."""
    command = ("cargo", "bench", "--package", "ultimo-core", "--bench", "counts", "--no-run")
    for line in run(*command, "--message-format=json").splitlines():
        message = json.loads(line) if line.startswith("{") else {}
        if message.get("executable") and message["target"]["name"] == "counts":
            return str(message["executable"])
    raise SystemExit("cargo did not say what it built")


def by_callgrind(command: list[str]) -> int:
    """Instructions that callgrind counts."""
    with TemporaryDirectory() as folder:
        said = run("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command)
    found = re.search(r"Collected : (\d+)", said)
    if found is None:
        raise SystemExit(f"callgrind says no number:\n{said}")
    return int(found[1])


def by_perf(command: list[str]) -> int:
    """Instructions that the processor counts."""
    said = run("perf", "stat", "-x,", "-e", "instructions:u", *command)
    found = re.search(r"^(\d+),,instructions:u", said, re.MULTILINE)
    if found is None:
        raise SystemExit(f"perf says no number:\n{said}")
    return int(found[1])


def counter() -> tuple[str, Counter] | None:
    """What counts here, and its name."""
    if shutil.which("valgrind"):
        return "callgrind", by_callgrind
    if shutil.which("perf"):
        command = ["perf", "stat", "-x,", "-e", "instructions:u", "true"]
        tried = subprocess.run(command, check=False, text=True, capture_output=True)  # noqa: S603
        if re.search(r"^\d+,,instructions:u", tried.stderr, re.MULTILINE):
            return "perf", by_perf
    return None


def count(binary: str, name: str, how: Counter) -> int:
    """Instructions of doing something once: beginning and end take no part in it."""
    some, more = (how([binary, name, str(times)]) for times in (OFTEN, 2 * OFTEN))
    return (more - some) // OFTEN


def main(arguments: list[str]) -> int:
    """Counts, and compares or writes; the exit status."""
    found = counter()
    if found is None:
        print("instructions are not counted: there is neither valgrind nor a perf that counts them")
        return 0
    how, counts = found
    compiler = run("rustc", "--version").strip()
    binary = build()
    names, processor = run(binary).splitlines()
    now: Reference = {"compiler": compiler, "processor": f"{processor}, {how}", "counts": {}}
    if "--write" in arguments:
        now["counts"] = {name: count(binary, name, counts) for name in names.split()}
        REFERENCE.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        print(f"{REFERENCE.relative_to(ROOT)} is written")
        return 0
    reference: Reference = json.loads(REFERENCE.read_text(encoding="utf-8"))
    ours = f"{now['compiler']}; {now['processor']}"
    theirs = f"{reference['compiler']}; {reference['processor']}"
    if ours != theirs:
        print(f"instructions are not compared: here is {ours}; the references are of {theirs}")
        return 0
    if names.split() != sorted(reference["counts"]):
        print(f"{REFERENCE.relative_to(ROOT)} has not the kinds {names}: write it with --write")
        return 1
    return compare(reference["counts"], lambda name: count(binary, name, counts))


def compare(reference: dict[str, int], count_of: Callable[[str], int]) -> int:
    """Prints each count beside its reference; 1 if one of them is too high, else 0."""
    status = 0
    for name, expected in reference.items():
        found = count_of(name)
        change = found / expected - 1
        verdict = f": more than {MORE:.0%} above" if change > MORE else ""
        print(f"{name:14} {found:12,} {change:+7.1%}{verdict}")
        status |= change > MORE
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
