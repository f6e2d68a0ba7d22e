"""Matches of snapszer: rules/snapszer.md, "Match end"."""

from typing import TYPE_CHECKING

from ultimo.match_rules import Running, Sum

if TYPE_CHECKING:
    from ultimo.games.snapszer.game import Snapszer

__all__ = ["SnapszerMatch"]


class SnapszerMatch(Sum):
    """Deals until somebody reaches the target, or so many; with four the last get a black mark."""

    game: "Snapszer"

    def __init__(self, game: "Snapszer") -> None:
        deals = game.options.match_deals
        target = game.options.match_target if deals is None else None
        super().__init__(game, deals=deals, target=target)

    def marks(self, tally: Running) -> tuple[int, ...]:
        """With four players one black mark for everybody with the lowest total."""
        if not self.game.options.kind_of_game.marks_last:
            return super().marks(tally)
        return tuple(int(total == min(tally.totals)) for total in tally.totals)
