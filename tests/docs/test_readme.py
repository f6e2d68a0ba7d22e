"""What README.md, CONTRIBUTING.md and docs/ show is run, and must do what they say.

A document is read from top to bottom, and its blocks share their names:

* `python` and `pycon` blocks are run. A session with `>>>` must print exactly what is shown.
* `console run` blocks are run in a shell, each line that begins with `$ `. It must succeed (in
  `console run fails` blocks it must fail) and print what is shown below it, where `...` stands for
  anything. If nothing is shown, it may print what it likes.
* `console` blocks without `run` are only to be read.

All of it runs in an empty folder beside a link to `examples/`.
"""

import doctest
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]

FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^ *(?P=fence)`* *$",
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)
SESSION = doctest.DONT_ACCEPT_TRUE_FOR_1
ENVIRONMENT = {
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "TERM": "dumb",
}


@dataclass(frozen=True)
class Block:
    """A fenced block: the words after its fence, its text, and the line where the text begins."""

    info: tuple[str, ...]
    text: str
    line: int


def blocks(document: str) -> Iterator[Block]:
    for match in FENCE.finditer(document):
        line = document.count("\n", 0, match.start("text")) + 1
        yield Block(tuple(match["info"].split()), textwrap.dedent(match["text"]), line)


def run_document(document: str, name: str, folder: Path) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(document):
        match block.info:
            case ("python" | "pycon", *_) if ">>>" in block.text:
                run_session(block, name, names)
            case ("python", *_):
                padding = "\n" * (block.line - 1)  # so that a traceback names the right line
                exec(compile(padding + block.text, name, "exec"), names)  # noqa: S102 - the point
            case ("console", "run", *_):
                run_console(block, name, folder)
            case _:
                pass


def run_session(block: Block, name: str, names: dict[str, object]) -> None:
    session = doctest.DocTestParser().get_doctest(block.text, names, name, name, block.line - 1)
    session.globs = names  # not a copy: the next block goes on from here
    complaints: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=SESSION)
    runner.run(session, out=complaints.append, clear_globs=False)
    if complaints:
        pytest.fail("".join(complaints), pytrace=False)


def run_console(block: Block, name: str, folder: Path) -> None:
    fails = "fails" in block.info
    for match in COMMAND.finditer(block.text):
        where = f"{name}:{block.line + block.text.count(chr(10), 0, match.start())}"
        done = subprocess.run(
            ["sh", "-c", match["command"].replace("\\\n> ", "\\\n")],
            check=False,
            cwd=folder,
            env=os.environ | ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        printed = re.sub(r" +$", "", done.stdout, flags=re.MULTILINE)
        shown = match["shown"]
        if shown and not doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS):
            pytest.fail(f"{where}: shown\n{shown}\nprinted\n{printed}", pytrace=False)
        if (done.returncode != 0) is not fails:
            pytest.fail(f"{where}: exit status {done.returncode}\n{printed}", pytrace=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_document_does_what_it_says(document: Path, folder: Path) -> None:
    run_document(document.read_text(encoding="utf-8"), str(document.relative_to(ROOT)), folder)


def fenced(info: str, text: str) -> str:
    return f"Some words.\n\n```{info}\n{text}\n```\n"


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(fenced("pycon", ">>> 1 + 1\n2"), id="session prints what is shown"),
        pytest.param(
            fenced("python", "x = 1\ny = x") + fenced("pycon", ">>> x + y\n2"),
            id="blocks share their names",
        ),
        pytest.param(
            fenced("python", ">>> import json\n>>> x = 3") + fenced("python", "assert x == 3"),
            id="names of a session too",
        ),
        pytest.param(
            fenced(
                "pycon",
                ">>> int('x')\nTraceback (most recent call last):\n    ...\n"
                "ValueError: invalid literal for int() with base 10: 'x'",
            ),
            id="an error with its message",
        ),
        pytest.param(fenced("console run", "$ echo one \\\n> two\none two"), id="command goes on"),
        pytest.param(fenced("console run", "$ echo took 1 s\ntook ... s"), id="dots for anything"),
        pytest.param(fenced("console run", "$ echo quiet"), id="nothing shown, nothing compared"),
        pytest.param(fenced("console run fails", "$ echo no; exit 2\nno"), id="meant to fail"),
        pytest.param(fenced("console", "$ exit 1"), id="console without run is only read"),
        pytest.param(fenced("rust", "fn main() {}"), id="other languages are only read"),
    ],
)
def test_right_document_passes(document: str, folder: Path) -> None:
    run_document(document, "README.md", folder)


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        pytest.param(
            fenced("pycon", ">>> 1 + 1\n3"), 'File "README.md", line 4', id="session prints another"
        ),
        pytest.param(fenced("pycon", ">>> 1 == 1\n1"), "Got:\n    True", id="true is not one"),
        pytest.param(
            fenced("console run", "$ echo 1\n1\n$ echo 2\n3"),
            "README.md:6",
            id="command prints another",
        ),
        pytest.param(fenced("console run", "$ exit 3"), "exit status 3", id="command fails"),
        pytest.param(fenced("console run fails", "$ true"), "exit status 0", id="does not fail"),
    ],
)
def test_wrong_document_is_reported(document: str, complaint: str, folder: Path) -> None:
    with pytest.raises(pytest.fail.Exception) as caught:
        run_document(document, "README.md", folder)
    assert complaint in str(caught.value)


def test_error_in_a_block_names_the_line_of_the_document(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run_document(fenced("python", "x = 1\nx / 0"), "README.md", folder)
    assert (caught.traceback[-1].path, caught.traceback[-1].lineno) == ("README.md", 4)
