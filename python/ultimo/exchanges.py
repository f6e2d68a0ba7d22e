"""Every exchange with the talon that the rules allow a declarer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from ultimo.contracts import Contract
from ultimo.exchange import sizes_taken
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.game import Game

__all__ = ["NOTHING", "Group", "Option", "options"]

Option: TypeAlias = tuple[frozenset[int], frozenset[int]]
"""The cards taken from the talon, and those laid away."""

NOTHING: Option = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Group:
    """The exchanges in which the same cards are taken.

    Attributes:
        taken: The cards taken.
        always: Cards that must be laid away.
        free: Cards of which `left` more are laid away.
        left: How many.
    """

    taken: frozenset[int]
    always: frozenset[int]
    free: frozenset[int]
    left: int

    @property
    def count(self) -> int:
        """Number of exchanges."""
        return comb(len(self.free), self.left)

    def all(self) -> Iterator[Option]:
        """Yields all exchanges."""
        for more in combinations(sorted(self.free), self.left):
            yield self.taken, self.always | frozenset(more)

    def first(self, game: "Game[Any]", promise: Callable[[Option], Any]) -> frozenset[int]:
        """Returns the most promising cards to lay away, suit by suit."""
        suits: dict[str, list[int]] = {}
        for card in sorted(self.free, key=lambda card: (-game.deck.values[card], card)):
            suits.setdefault(game.deck.codes[card][0], []).append(card)
        # The shortest suits first, so that some become void; in each the dearest cards first.
        ordered = [card for suit in sorted(suits.values(), key=len) for card in suit]
        dearest = sorted(self.free, key=lambda card: (-game.deck.values[card], card))
        found = [self.always | frozenset(cards[: self.left]) for cards in (ordered, dearest)]
        return min(found, key=lambda laid: promise((self.taken, laid)))

    def near(self, laid: frozenset[int]) -> Iterator[frozenset[int]]:
        """Yields what differs from some laid cards in one."""
        for away, instead in product(sorted(laid - self.always), sorted(self.free - laid)):
            yield laid - {away} | {instead}


def options(game: "Game[Any]", contract: Contract, table: Table) -> list[Group]:
    """Returns the exchanges that the rules allow, by the cards that are taken."""
    sizes = sizes_taken(game, contract, table)
    if any(sizes):
        # Where something may be taken, taking nothing stands for hands that were changed before.
        sizes = [size for size in sizes if size]
    seat = contract.declarer
    others = max(len(hand) for other, hand in enumerate(table.hands) if other != seat)
    groups = []
    for size in sizes:
        for cards in combinations(table.talon, size):
            taken = frozenset(cards)
            if game.exchange_faults(contract, table, taken):
                continue
            held = table.hands[seat] | taken
            left = len(held) - others
            always: frozenset[int] = frozenset()
            free = game.may_lay(contract, held) if left > 0 else frozenset()
            # All that may be laid away goes, and then others may.
            while len(free) < left:
                always |= free
                left -= len(free)
                free = game.may_lay(contract, held - always)
            groups.append(Group(taken, always, free, left))
    return groups or [Group(frozenset(), frozenset(), frozenset(), 0)]
