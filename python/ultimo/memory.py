"""How much memory there is, so that what cannot fit is refused before anything is laid out."""

import os
from functools import cache
from pathlib import Path

from ultimo.errors import MemoryLimitError

__all__ = ["most_bytes", "need_room"]

GROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says how much a container may use."""
SMALL = 1 << 24
"""So many bytes are always there, and nobody is asked."""


def need_room(n: int, size: int, what: str) -> None:
    """Checks that arrays can fit into the memory of this machine.

    Args:
        n: Number of rows.
        size: Bytes of a row, in all arrays together.
        what: What the rows are, for the message.

    Raises:
        MemoryLimitError: They are larger than all of its memory.
    """
    # Numbers of NumPy would overflow.
    n, size = int(n), int(size)
    if n * size <= SMALL:
        return
    most = most_bytes()
    if most is not None and n * size > most:
        message = (
            f"{n:,} {what} take {_said(n * size)}, and there are {_said(most)} of memory: "
            "ask for fewer at a time"
        )
        raise MemoryLimitError(message)


@cache
def most_bytes() -> int | None:
    """Returns the memory of this machine, or what its container may use; `None` if unknown."""
    limits = [limit for limit in (_physical(), *map(_of_group, GROUP_LIMITS)) if limit]
    return min(limits, default=None)


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _of_windows()


def _of_windows() -> int | None:
    import ctypes

    size = ctypes.c_ulonglong(0)
    try:
        library = ctypes.windll.kernel32  # type: ignore[attr-defined]
        found = library.GetPhysicallyInstalledSystemMemory(ctypes.byref(size))
    except (AttributeError, OSError):
        return None
    return size.value << 10 if found else None


def _of_group(path: str) -> int | None:
    try:
        text = Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return int(text) if text.isdigit() else None


def _said(size: int) -> str:
    return f"{size / (1 << 30):,.1f} GiB" if size < 1 << 80 else "far more"
