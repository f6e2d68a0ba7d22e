"""What a match of hosn owe lays down for a round: who is in, and with how many tokens."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ultimo.checks import brief
from ultimo.errors import DealError
from ultimo.terms import Terms

__all__ = ["HosnTerms"]

MOST_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class HosnTerms(Terms):
    """The terms of a round.

    Attributes:
        tokens: Tokens of each seat; by default those of the start of a match.
        active: The seats that play; by default all.
    """

    tokens: tuple[int, ...] | None = None
    active: tuple[int, ...] | None = None

    @classmethod
    def make(cls, game: Any, given: Mapping[str, Any]) -> Self:  # noqa: ANN401
        """Makes terms by name, the defaults filled in.

        Raises:
            DealError: A term is unknown or not allowed.
        """
        # Not the argument-free `super`, which slots of a dataclass break.
        terms = super(HosnTerms, cls).make(game, given)
        if terms.tokens is None:
            terms = replace(terms, tokens=(game.options.tokens,) * game.players)
        if terms.active is None:
            terms = replace(terms, active=tuple(range(game.players)))
        if terms.dealer not in (terms.active or ()):
            message = f"dealer={terms.dealer}: who deals is active"
            raise DealError(message, code="bad_terms")
        return terms

    def faults(self, game: Any) -> list[str]:  # noqa: ANN401
        """What is wrong with them in a game, a sentence each."""
        found = super(HosnTerms, self).faults(game)
        players = game.players
        tokens = (game.options.tokens,) * players if self.tokens is None else self.tokens
        active = tuple(range(players)) if self.active is None else self.active
        if not _are_seats(active, players) or len(active) < 2:
            most = players - 1
            found.append(
                f"active={brief(active, 60)}: two or more of the seats 0 to {most}, ascending"
            )
        if not _are_tokens(tokens, players):
            found.append(f"tokens={brief(tokens, 60)}: {players} numbers from 0 to {MOST_TOKENS}")
        elif not found and not game.options.swimming:
            found += [f"seat {s} has no token, and nobody swims" for s in active if not tokens[s]]
        return found


def _are_numbers(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(item, int) and not isinstance(item, bool) for item in value
    )


def _are_seats(value: Any, players: int) -> bool:  # noqa: ANN401
    if not _are_numbers(value):
        return False
    return list(value) == sorted({seat for seat in value if 0 <= seat < players})


def _are_tokens(value: Any, players: int) -> bool:  # noqa: ANN401
    if not _are_numbers(value) or len(value) != players:
        return False
    return all(0 <= tokens <= MOST_TOKENS for tokens in value)
