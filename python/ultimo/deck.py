"""Decks: the cards of a game in their order, what each is worth, and how its name is read.

The order is by suit, each from low to high as the pack is ranked when nothing else is said, and
tarocks last. A card is its index in that order; its code is what people see.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from ultimo.notation import CardNames

__all__ = ["FRENCH", "GERMAN", "Deck", "Scheme", "suited", "tarocks"]

Scheme: TypeAlias = Literal["ones", "halves", "thirds"]

FRENCH = "CDHS"
"""The French suits in deck order."""
GERMAN = "ALHB"
"""The German suits in deck order: acorns, leaves, hearts, bells."""

_UNITS: Mapping[Scheme, Fraction] = {
    "ones": Fraction(1),
    "halves": Fraction(1, 2),
    "thirds": Fraction(1, 3),
}


def suited(suits: str, ranks: str) -> tuple[str, ...]:
    """Returns the codes of some suits, each with the same ranks from low to high."""
    return tuple(suit + rank for suit in suits for rank in ranks)


def tarocks(highest: int) -> tuple[str, ...]:
    """Returns the codes of the tarocks from the first to the highest."""
    return tuple(f"T{number}" for number in range(1, highest + 1))


@dataclass(frozen=True)
class Deck:
    """The cards of a game.

    Attributes:
        codes: The codes in index order.
        values: Exact card points of each card, in units.
        scheme: How units are counted officially: a unit is a point, a half or a third of one.
    """

    codes: tuple[str, ...]
    values: tuple[int, ...]
    scheme: Scheme = "ones"
    _names: CardNames = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.codes) != len(self.values) or len(set(self.codes)) != len(self.codes):
            raise ValueError("a deck has every card once, and a value for each")
        object.__setattr__(self, "_names", CardNames(self.codes))

    @classmethod
    def of(cls, codes: Sequence[str], points: Mapping[str, int], scheme: Scheme = "ones") -> "Deck":
        """Makes a deck from points by rank or code, in units; what is not named is worth 0."""
        values = tuple(points.get(code, points.get(code[1:], 0)) for code in codes)
        return cls(tuple(codes), values, scheme)

    @property
    def cards(self) -> list[str]:
        """The codes in index order, as a new list."""
        return list(self.codes)

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.codes)

    @property
    def unit(self) -> Fraction:
        """The unit of exact card points: 1, 1/2 or 1/3."""
        return _UNITS[self.scheme]

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The letters of the suits in deck order, `"T"` for the tarocks; not the excuse."""
        return tuple(dict.fromkeys(code[0] for code in self.codes if code != "EX"))

    @cached_property
    def index_by_code(self) -> Mapping[str, int]:
        """The index of each code."""
        return {code: index for index, code in enumerate(self.codes)}

    def suit(self, suit: str) -> tuple[int, ...]:
        """Returns the cards of a suit, ascending."""
        return tuple(i for i, code in enumerate(self.codes) if code[0] == suit and code != "EX")

    def index(self, card: object) -> int:
        """Returns the index of a card given by its code or another usual spelling.

        Raises:
            NotationError: It is no card of this deck.
        """
        return self._names.card(card)

    def parse(self, card: object) -> str:
        """Returns the code of a card given in any usual spelling.

        Raises:
            NotationError: It is no card of this deck, or the spelling fits several.
        """
        return self.codes[self._names.card(card)]

    def parse_cards(self, text: object) -> list[str]:
        """Returns the codes of the cards in a text, where blanks or commas separate them.

        Raises:
            NotationError: Some word is no card of this deck; `position` is where it begins.
        """
        return [self.codes[card] for card in self._names.cards(text)]

    def names(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Returns the codes of cards given by index, in deck order."""
        return tuple(self.codes[card] for card in sorted(cards))

    def count(self, cards: Iterable[int]) -> int | Fraction:
        """Counts a pile officially: in points, rounded by the threes-minus-two rule in thirds.

        Args:
            cards: Deck indices.

        Returns:
            An int, and in decks counted by halves an exact `Fraction`.
        """
        units = sum(self.values[card] for card in cards)
        match self.scheme:
            case "ones":
                return units
            case "halves":
                return Fraction(units, 2)
            case "thirds":
                # One third rounds down and two thirds up, rules/counting.md section 3.2.
                return (units + 1) // 3
