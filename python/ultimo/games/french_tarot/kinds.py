"""The contracts of French tarot as data: rules/french_tarot.md, "Auction"."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["KINDS", "SLAM", "Kind"]

SLAM = "slam"
"""The one announcement beside handfuls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the rules say of a contract.

    Attributes:
        id: Its name.
        times: What multiplies the game and the petit.
        talon: The talon is shown and the taker exchanges with it; or it stays closed and counts
            for the taker or the defenders.
    """

    id: str
    times: int
    talon: Literal["exchanged", "takers", "defenders"]


KINDS = {
    kind.id: kind
    for kind in (
        Kind(id="petite", times=1, talon="exchanged"),
        Kind(id="garde", times=2, talon="exchanged"),
        Kind(id="garde_sans", times=4, talon="takers"),
        Kind(id="garde_contre", times=6, talon="defenders"),
    )
}
"""The contracts by name, in bidding order."""
