"""Phases without the cards of their tables, as rows whose cards lie alike share them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ultimo.phases import Over, Phase, Play
from ultimo.plan import Aside, Setup
from ultimo.rows.shape import EMPTY

__all__ = ["is_shared", "mapped", "without_cards"]


def is_shared(phase: Phase) -> bool:
    """Whether rows whose cards lie alike can share a phase."""
    if isinstance(phase, Play):
        return not phase.moves
    return isinstance(phase, Over) or phase.looks != "anywhere"


def without_cards(phase: Phase, cards: Sequence[int]) -> Phase:
    """Returns a phase with an empty table, and columns in the place of the cards of its setup."""
    if isinstance(phase, Over):
        return Over(table=EMPTY, contract=phase.contract, scores=phase.scores, redeal=phase.redeal)
    if not isinstance(phase, Play):
        return replace(phase, table=EMPTY)
    columns = {card: column for column, card in enumerate(cards)}
    return replace(phase, table=EMPTY, setup=mapped(phase.setup, columns))


def mapped(setup: Setup, to: Mapping[int, int] | Sequence[int]) -> Setup:
    """Returns a setup with other numbers in the place of its cards."""

    def each(of: Iterable[int]) -> tuple[int, ...]:
        return tuple(to[number] for number in of)

    return replace(
        setup,
        hands=tuple(tuple(sorted(each(hand))) for hand in setup.hands),
        stock=each(setup.stock),
        piles=tuple(tuple(map(each, own)) for own in setup.piles),
        aside=tuple(
            Aside(owner=part.owner, cards=tuple(sorted(each(part.cards)))) for part in setup.aside
        ),
    )
