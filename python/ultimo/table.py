"""The table before the play: where the cards lie, and what each seat knows of it.

A `Table` is immutable; its methods return the next one. They are the only place where cards move
before the play, so that what a seat may know is decided once: who sees a card move knows where it
lies, and forgets it when cards are laid away face down.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

__all__ = ["Table", "View"]

Cards = frozenset[int]
NO_CARDS: Cards = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat knows for certain of where cards lie.

    Attributes:
        hands: The cards known to be in each hand; its own hand is known in full.
        table: Cards face up on the table that are in no hand.
        laid: The cards known to have been laid away by each seat.
        taken: Cards that went openly into the hand of each seat, and may have been laid away since.
    """

    hands: tuple[Cards, ...]
    table: Cards
    laid: tuple[Cards, ...]
    taken: tuple[Cards, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Where the cards lie before the play, and who knows it.

    Attributes:
        hands: The cards that each seat has in hand.
        talon: The talon or stock in order, top first.
        piles: The piles of each seat, top first.
        waiting: Cards dealt to each seat that it has not picked up yet.
        laid: The cards that each seat has laid away, which it knows.
        known: For each seat, cards outside its hand whose place it knows.
        taken: For each seat, cards that went openly into its hand.
    """

    hands: tuple[Cards, ...]
    talon: tuple[int, ...] = ()
    piles: tuple[tuple[tuple[int, ...], ...], ...] = ()
    waiting: tuple[Cards, ...]
    laid: tuple[Cards, ...]
    known: tuple[Cards, ...]
    taken: tuple[Cards, ...]

    @classmethod
    def of(
        cls,
        hands: Iterable[Iterable[int]],
        talon: Iterable[int] = (),
        piles: Iterable[Iterable[Iterable[int]]] = (),
    ) -> "Table":
        """Lays a table as dealt: every seat has picked up its hand, and nothing is known."""
        held = tuple(frozenset(hand) for hand in hands)
        nothing = (NO_CARDS,) * len(held)
        return cls(
            hands=held,
            talon=tuple(talon),
            piles=tuple(tuple(tuple(pile) for pile in own) for own in piles),
            waiting=nothing,
            laid=nothing,
            known=nothing,
            taken=nothing,
        )

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.hands)

    def wait(self, seat: int, cards: Iterable[int]) -> "Table":
        """Some cards of a hand have been dealt, but not been picked up yet."""
        cards = frozenset(cards)
        return replace(
            self,
            hands=_put(self.hands, seat, self.hands[seat] - cards),
            waiting=_put(self.waiting, seat, self.waiting[seat] | cards),
        )

    def pick_up(self, seat: int) -> "Table":
        """A seat picks up the cards that wait for it."""
        return replace(
            self,
            hands=_put(self.hands, seat, self.hands[seat] | self.waiting[seat]),
            waiting=_put(self.waiting, seat, NO_CARDS),
        )

    def show(self, cards: Iterable[int], to: Iterable[int] | None = None) -> "Table":
        """Some seats, all by default, see where these cards lie."""
        cards = frozenset(cards)
        seeing = range(self.seats) if to is None else frozenset(to)
        known = tuple(
            seen | cards if seat in seeing else seen for seat, seen in enumerate(self.known)
        )
        return replace(self, known=known)

    def take(self, seat: int, cards: Iterable[int], *, openly: bool) -> "Table":
        """A seat takes cards from the talon into its hand.

        Args:
            seat: Who takes them.
            cards: What is taken.
            openly: All seats know which cards. Otherwise those who knew them in the talon still
                do, since they saw the talon go.
        """
        cards = frozenset(cards)
        table = replace(
            self,
            hands=_put(self.hands, seat, self.hands[seat] | cards),
            talon=tuple(card for card in self.talon if card not in cards),
            laid=tuple(laid - cards for laid in self.laid),
        )
        if not openly:
            return table
        taken = _put(table.taken, seat, table.taken[seat] | cards)
        return replace(table.show(cards), taken=taken)

    def lay(self, seat: int, cards: Iterable[int], *, openly: bool, talon: bool = False) -> "Table":
        """A seat lays cards of its hand away.

        Face down, the others no longer know whether a card they saw in that hand is still there,
        unless it is laid away openly.

        Args:
            seat: Who lays them away.
            cards: What is laid away.
            openly: The cards are seen by all.
            talon: They become the talon, in ascending order, rather than being out of play.
        """
        cards = frozenset(cards)
        held = self.hands[seat]
        known = self.known
        if openly:
            known = tuple(seen | cards for seen in known)
        else:
            known = tuple(
                seen if other == seat else seen - held for other, seen in enumerate(known)
            )
        table = replace(self, hands=_put(self.hands, seat, held - cards), known=known)
        if talon:
            return replace(table.show(cards, to=[seat]), talon=table.talon + tuple(sorted(cards)))
        return replace(table, laid=_put(table.laid, seat, table.laid[seat] | cards))

    def play(self, seat: int, card: int) -> "Table":
        """A seat plays a card: it leaves the table as it was before the play."""
        return replace(self, hands=_put(self.hands, seat, self.hands[seat] - {card}))

    def view(self, seat: int) -> View:
        """What a seat knows."""
        known = self.known[seat]
        hands = tuple(
            held if other == seat else held & known for other, held in enumerate(self.hands)
        )
        laid = tuple(
            cards if other == seat else cards & known for other, cards in enumerate(self.laid)
        )
        lying = frozenset(self.talon).union(*(frozenset(p) for own in self.piles for p in own))
        return View(hands=hands, table=lying & known, laid=laid, taken=self.taken)


def _put(values: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*values[:seat], cards, *values[seat + 1 :])
