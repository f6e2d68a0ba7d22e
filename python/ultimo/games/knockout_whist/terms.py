"""What a game of knockout whist lays down for a hand: its size, who is in, who names trump."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ultimo.checks import brief
from ultimo.errors import DealError
from ultimo.terms import Terms

__all__ = ["KnockoutTerms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutTerms(Terms):
    """The terms of a hand.

    Attributes:
        cards: Cards of each active seat; by default those of a first hand.
        active: The seats with a full hand; by default all that are no dogs.
        dogs: The seats with a single card.
        namer: The seat that names trump; `None` where a card is turned up.
    """

    cards: int | None = None
    active: tuple[int, ...] | None = None
    dogs: tuple[int, ...] = ()
    namer: int | None = None

    @classmethod
    def make(cls, game: Any, given: Mapping[str, Any]) -> Self:  # noqa: ANN401
        """Makes terms by name, the defaults filled in.

        Raises:
            DealError: A term is unknown or not allowed.
        """
        # Not the argument-free `super`, which slots of a dataclass break.
        terms = super(KnockoutTerms, cls).make(game, given)
        if terms.cards is None:
            terms = replace(terms, cards=game.options.start_cards)
        if terms.active is None:
            in_play = (seat for seat in range(game.players) if seat not in terms.dogs)
            terms = replace(terms, active=tuple(in_play))
        if dealt_out := terms.dealing_faults():
            raise DealError(dealt_out, code="bad_terms")
        return terms

    def size(self, seat: int) -> int:
        """Number of cards that a seat is dealt."""
        if seat in self.dogs:
            return 1
        return self.cards or 0 if seat in (self.active or ()) else 0

    def dealing_faults(self) -> str:
        """What is wrong with the terms once they are complete, in a sentence, or nothing."""
        active = self.active or ()
        if not active or len(active) + len(self.dogs) < 2:
            return "a hand has an active seat and another one, active or a dog"
        if self.dealer not in (*active, *self.dogs):
            return f"dealer={self.dealer}: who deals is active or a dog"
        if self.namer is not None and self.namer not in active:
            return f"namer={self.namer}: an active seat names trump"
        return ""

    def faults(self, game: Any) -> list[str]:  # noqa: ANN401
        """What is wrong with them in a game, a sentence each."""
        found = super(KnockoutTerms, self).faults(game)
        most = game.options.start_cards
        if self.cards is not None and not (_is_number(self.cards) and 1 <= self.cards <= most):
            found.append(f"cards={brief(self.cards)}: hands have 1 to {most} cards")
        everybody = tuple(range(game.players))
        active = everybody if self.active is None else self.active
        for name, seats in (("active", active), ("dogs", self.dogs)):
            if not _are_seats(seats, game.players):
                found.append(f"{name}={brief(seats, 60)}: seats 0 to {game.players - 1}, ascending")
        if found:
            return found
        if self.dogs and not game.options.dogs_life:
            found.append(f"dogs={self.dogs}: there are none without the option dogs_life")
        found += [
            f"seat {s} is both active and a dog" for s in self.dogs if s in (self.active or ())
        ]
        if self.namer is not None:
            if game.options.trump_rule != "winner_names":
                found.append(f"namer={brief(self.namer)}: trump is turned up in every hand")
            elif not _are_seats((self.namer,), game.players):
                found.append(f"namer={brief(self.namer)}: seats are 0 to {game.players - 1}")
        return found


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_seats(value: object, players: int) -> bool:
    if not isinstance(value, tuple) or not all(map(_is_number, value)):
        return False
    return list(value) == sorted({seat for seat in value if 0 <= seat < players})
