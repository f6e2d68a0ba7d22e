"""The command line: see `ultimo --help`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["main"]

BAD_INPUT = 2
INTERNAL = 70
INTERRUPTED = 130
CLOSED_PIPE = 141
"""Exit statuses: that of a program ended by a signal is 128 and its number."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command.

    Args:
        args: The arguments; those of the process if `None`.

    Returns:
        The exit status: 0; 1 if a limit stopped a solution; 2 after bad input, with one line on
        standard error.
    """
    try:
        if closed := _closed():
            return _complain(f"standard {closed} is closed")
        status = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who read the output has enough. What is still buffered must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _closed() -> str | None:
    """Which stream that is needed is closed; the others lead nowhere then."""
    nowhere = Path(os.devnull)
    if sys.stderr is None:
        sys.stderr = nowhere.open("w", encoding="utf-8")
    if sys.stdin is None:
        sys.stdin = nowhere.open(encoding="utf-8")
    return "output" if sys.stdout is None else None


def _run(args: Sequence[str] | None) -> int:
    from typer import Abort, Exit
    from typer.main import get_command

    # Importing them adds their commands.
    from ultimo.cli import analysis, bench, play  # noqa: F401
    from ultimo.cli.app import app
    from ultimo.errors import UltimoError

    command = get_command(app)
    given = list(sys.argv[1:] if args is None else args)
    try:
        # Not `command.main`, which has its own mind about closed pipes.
        with command.make_context("ultimo", given) as context:
            found = command.invoke(context)
    except Exit as done:
        return int(done.exit_code)
    except Abort:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except (UltimoError, OSError, UnicodeError) as fault:
        return _complain(_message(fault))
    except Exception as fault:
        # What the parser of the arguments raises; its classes have moved between releases.
        if hasattr(fault, "format_message"):
            return _complain(str(fault.format_message()) or "say what to do: ultimo --help")
        if os.environ.get("ULTIMO_DEBUG"):
            raise
        kind = type(fault).__name__
        _complain(f"fault of ultimo itself, please report it: {kind}: {fault}")
        return INTERNAL
    return found if isinstance(found, int) else 0


def _message(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        where = f"{fault.filename}: " if fault.filename is not None else ""
        return f"{where}{fault.strerror}"
    return str(fault)


def _complain(message: str) -> int:
    """Writes one line on standard error."""
    line = " ".join(message.split())
    printable = "".join(char if char.isprintable() else "?" for char in line)
    encoding = sys.stderr.encoding or "ascii"
    sys.stderr.write(f"ultimo: {printable}\n".encode(encoding, "replace").decode(encoding))
    sys.stderr.flush()
    return BAD_INPUT
