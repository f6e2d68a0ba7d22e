"""Taking from the talon and laying away."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

from ultimo.checks import items_of
from ultimo.contracts import Contract
from ultimo.errors import ArgumentError, DealError, NotationError
from ultimo.phases import Breach, Looks, Phase, PhaseName
from ultimo.table import Table

__all__ = ["Discard", "Exchange", "exchanged", "of_first_tier", "sizes_taken"]

Exchange: TypeAlias = tuple[Sequence[str] | str, Sequence[str] | str]
"""The cards taken from the talon, and those laid away."""


def of_first_tier(hand: frozenset[int], tiers: Sequence[frozenset[int]]) -> frozenset[int]:
    """Returns the cards of the first tier that a hand holds any of."""
    return next((hand & tier for tier in tiers if hand & tier), frozenset())


def sizes_taken(game: Any, contract: Contract, table: Table) -> list[int]:  # noqa: ANN401
    """Returns how many cards the declarer may take: of an ending's talon that is too small, all."""
    sizes = game.exchange_sizes(contract)
    found = [size for size in sizes if size <= len(table.talon)]
    if any(sizes) and not any(found) and table.talon:
        found.append(len(table.talon))
    return found


def exchanged(game: Any, contract: Contract, table: Table, exchange: object) -> Table:  # noqa: ANN401
    """Returns the table after the declarer has taken cards and laid others away.

    Raises:
        DealError: The rules do not allow it.
    """
    if not isinstance(exchange, (tuple, list)) or len(exchange) != 2:
        message = "an exchange is two lists: the cards taken, the cards laid away"
        raise DealError(message, code="bad_exchange")
    taken, laid = (_read(game, cards) for cards in exchange)
    if taken:
        # What was dealt to the first hand in place of a talon is one.
        table = game.as_played(table)
    names = game.deck.names
    seat = contract.declarer
    faults = []
    if away := set(taken) - set(table.talon):
        faults.append(f"{' '.join(names(away))}: not in the talon")
    sizes = sizes_taken(game, contract, table)
    if len(taken) not in sizes:
        allowed = " or ".join(map(str, sizes))
        faults.append(f"{len(taken)} cards are taken, and {contract.bid} takes {allowed}")
    elif not away:
        faults += game.exchange_faults(contract, table, frozenset(taken))
    held_by_others = max(len(hand) for other, hand in enumerate(table.hands) if other != seat)
    left_over = len(table.hands[seat]) + len(taken) - len(laid)
    if left_over != held_by_others:
        faults.append(f"seat {seat} is left with {left_over} cards, others with {held_by_others}")
    if missing := set(laid) - table.hands[seat] - set(taken):
        faults.append(f"{' '.join(names(missing))}: not in the hand of seat {seat}")
    if faults:
        raise DealError(f"no such exchange: {'; '.join(faults)}", code="bad_exchange")
    table = table.take(seat, taken, openly=True)
    _check_laid(game, contract, table.hands[seat], set(laid))
    return table.lay(seat, laid, openly=False)


def _check_laid(game: Any, contract: Contract, held: frozenset[int], left: set[int]) -> None:  # noqa: ANN401
    while left:
        # Laid away one at a time, in the order that the rules allow.
        allowed_now = left & game.may_lay(contract, held)
        if not allowed_now:
            message = f"{' '.join(game.deck.names(left))} may not be laid away in {contract.bid}"
            raise DealError(f"no such exchange: {message}", code="bad_exchange")
        left = left - allowed_now
        held = held - allowed_now


def _read(game: Any, cards: Any) -> list[int]:  # noqa: ANN401
    try:
        if not isinstance(cards, str):
            cards = items_of(cards, "cards", most=game.deck.size)
        codes = game.deck.parse_cards(cards) if isinstance(cards, str) else cards
        found = [game.deck.index(card) for card in codes]
    except (ArgumentError, NotationError) as fault:
        raise DealError(f"no such exchange: {fault}", code="bad_exchange") from None
    if len(set(found)) < len(found):
        raise DealError("no such exchange: a card is there twice", code="bad_exchange")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Phase):
    """A seat lays cards away, one at a time, each by its own code.

    A game derives its discard from it, and says what may be laid away, what is seen, and what
    comes next: this depends on no more of the cards than which were laid away openly.

    Attributes:
        lays_any: Any card of the hand may be laid away.
        left: How many cards are still to be laid away.
    """

    name: ClassVar[PhaseName] = "discard"
    looks: ClassVar[Looks] = "table"
    lays_any: ClassVar[bool] = False

    left: int

    @abstractmethod
    def allowed(self, game: Any) -> frozenset[int]:  # noqa: ANN401
        """The cards of the hand that may be laid away now."""

    @abstractmethod
    def after(self, game: Any, table: Table) -> Phase:  # noqa: ANN401
        """The phase after the last card."""

    @abstractmethod
    def rule(self, game: Any) -> Breach:  # noqa: ANN401
        """The rule that forbids to lay away the other cards of the hand."""

    def tiers(self, game: Any) -> tuple[frozenset[int], ...] | None:  # noqa: ANN401
        """The tiers by which `allowed` goes, the same for all cards laid away, if it goes by tiers.

        The cards of the first tier that the hand holds any of may be laid away, and no others.
        """
        return (frozenset(range(game.deck.size)),) if self.lays_any else None

    def is_open(self, game: Any, card: int) -> bool:  # noqa: ANN401, ARG002
        """Whether a card is laid away face up; by default none is."""
        return False

    def lay(self, game: Any, card: int) -> Table:  # noqa: ANN401
        """The table when a card has been laid away."""
        return self.table.lay(self.seat, [card], openly=self.is_open(game, card))

    def actions(self, game: Any) -> tuple[int, ...]:  # noqa: ANN401
        """The cards that may be laid away."""
        return tuple(sorted(self.allowed(game)))

    def apply(self, game: Any, action: int) -> Phase:  # noqa: ANN401
        """Lays a card away."""
        table = self.lay(game, action)
        if self.left > 1:
            return replace(self, table=table, left=self.left - 1)
        return self.after(game, table)

    def why_not(self, game: Any, action: int) -> Breach:  # noqa: ANN401
        """Not in hand, or not to be laid away."""
        if action >= game.deck.size:
            return Breach("must_discard", f"{self.left} more cards must be laid away first")
        if action not in self.table.hands[self.seat]:
            return Breach("not_in_hand", "only cards of the hand can be laid away")
        return self.rule(game)

    def is_seen(self, game: Any, action: int, seat: int) -> bool:  # noqa: ANN401, ARG002
        """Only what is laid away face up is seen."""
        return self.is_open(game, action)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractDiscard(Discard):
    """Who has taken from the talon lays away what the rules of his contract allow."""

    contract: Contract

    def allowed(self, game: Any) -> frozenset[int]:  # noqa: ANN401
        """What `Game.may_lay` says of the hand."""
        found: frozenset[int] = game.may_lay(self.contract, self.table.hands[self.seat])
        return found
