"""Names of cards as people write them: codes, suit symbols, Hungarian, German and English words.

A code puts the suit first: `HA`, `C7`, `T21`. What is read may also put it last, spell the ten
`10`, use roman numerals, symbols or words, in any case and with or without accents. What is
written is always the code.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ultimo.checks import brief
from ultimo.errors import NotationError, did_you_mean

__all__ = ["CardNames", "fold", "roman", "shown", "suit_letter"]

MAX_CARD_TEXT = 40
MAX_LIST_TEXT = 4000

SUITS: Mapping[str, tuple[str, ...]] = {
    "C": ("♣", "♧", "clubs", "club", "treff", "kreuz", "kereszt"),
    "D": ("♦", "♢", "diamonds", "diamond", "káró", "karo", "caro"),
    "H": ("♥", "♡", "hearts", "heart", "kőr", "piros", "herz", "rot"),
    "S": ("♠", "♤", "spades", "spade", "pikk", "pik"),
    "A": ("acorns", "acorn", "makk", "eichel", "eicheln"),
    "L": ("leaves", "leaf", "zöld", "grün", "laub", "blatt"),
    "B": ("bells", "bell", "tök", "schelle", "schellen"),
}
"""The spellings of a suit beside its letter. French suits and German ones never mix in a deck."""

RANKS: Mapping[str, tuple[str, ...]] = {
    "A": ("ace", "ász", "as", "ass", "disznó", "daus", "sau"),
    "K": ("king", "király", "könig"),
    "Q": ("queen", "dáma", "dame"),
    "O": ("over", "ober", "felső", "filkó"),
    "N": ("knight", "lovag", "lovas", "ritter", "reiter", "cavall", "kn"),
    "J": ("jack", "bubi", "bube", "knave"),
    "U": ("under", "unter", "alsó"),
    "T": ("10", "x", "ten", "tíz", "tízes", "zehn", "zehner"),
    "9": ("ix", "nine", "kilences", "neun", "neuner"),
    "8": ("viii", "eight", "nyolcas", "acht", "achter"),
    "7": ("vii", "seven", "hetes", "sieben", "siebener"),
    "6": ("vi", "six", "hatos", "sechs"),
    "5": ("v", "five", "ötös", "fünf"),
    "4": ("iv", "iiii", "four", "négyes", "vier"),
    "3": ("iii", "three", "hármas", "drei"),
    "2": ("ii", "two", "kettes", "zwei"),
    "1": ("i", "one", "egyes", "eins"),
}
"""The spellings of a rank beside its letter."""

TAROCKS: Mapping[str, tuple[str, ...]] = {
    "T1": ("pagat", "pagát", "petit"),
    "T2": ("sas", "uhu"),
    "T21": ("mond",),
    "T22": ("škis", "skíz", "sküs", "skis", "gstiess"),
    "EX": ("excuse", "bolond", "fool", "sküs", "skíz", "e", "t0"),
}
"""Names of single tarocks."""

SYMBOLS: Mapping[str, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def fold(text: str) -> str:
    """Makes spellings comparable: no case, accents, blanks, dashes or variation selectors."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(
        c for c in plain if not unicodedata.combining(c) and c not in " \t_-.\ufe0f\ufe0e"
    )


def roman(value: int) -> str:
    """Returns the roman numeral of 1 to 39, lower case: `4` is `iv`."""
    ones = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * (value // 10) + ones[value % 10]


def shown(code: str) -> str:
    """Returns a card as people like it: `♥A`, `♠10`, `XXI`, and German-suited ones as they are."""
    suit, rank = code[0], code[1:]
    if suit == "T":
        return roman(int(rank)).upper()
    if suit in SYMBOLS:
        return SYMBOLS[suit] + ("10" if rank == "T" else rank)
    return code


def _spellings(code: str, *, counts_from_one: bool) -> Iterator[str]:
    suit, rank = code[0], code[1:]
    if code in TAROCKS:
        yield from TAROCKS[code]
    if suit == "T":
        numeral = roman(int(rank))
        yield from (rank, numeral, f"tarokk{rank}", f"tarock{rank}", f"tarok{rank}", f"adu{rank}")
        yield from (f"t{numeral}", f"trump{rank}", f"{rank}t", f"atout{rank}")
        if numeral.endswith("iv"):
            yield numeral[:-2] + "iiii"
    elif code != "EX":
        suits = (suit, *SUITS[suit])
        # The ace of a French tarot suit is its one, and the ace of other decks never is.
        same = {"1": "A", "A": "1" if counts_from_one else "A"}.get(rank, rank)
        ranks = (rank, *RANKS[rank], same, *RANKS[same])
        for s in suits:
            for r in ranks:
                yield s + r
                yield r + s
                yield f"{r}of{s}"


class CardNames:
    """Reads the names of the cards of one deck.

    Args:
        codes: The codes of the deck, in its order.
    """

    def __init__(self, codes: Sequence[str]) -> None:
        self._codes = {code: i for i, code in enumerate(codes)}
        self._folded = {fold(code): i for i, code in enumerate(codes)}
        self._spellings: dict[str, set[int]] | None = None

    def card(self, text: object, *, position: int | None = None) -> int:
        """Returns the index in the deck of the card that a text names.

        Args:
            text: The card's code or another usual spelling of it.
            position: Where the text stands in a longer one, for the error.

        Raises:
            NotationError: The text names no card of the deck, or more than one.
        """
        if not isinstance(text, str):
            message = f"a card is written as text such as {self._example()}, not {brief(text)}"
            raise NotationError(message, code="not_text", position=position)
        if (index := self._codes.get(text)) is not None:
            return index
        if len(text) > MAX_CARD_TEXT:
            message = f"{brief(text)} is too long for a card such as {self._example()}"
            raise NotationError(message, code="unknown_card", position=position)
        folded = fold(text)
        if (index := self._folded.get(folded)) is not None:
            return index
        found = self._all_spellings().get(folded, set())
        if len(found) == 1:
            return next(iter(found))
        if found:
            could = " or ".join(code for code, i in self._codes.items() if i in found)
            message = f"{brief(text)} could be {could}: write the code"
            raise NotationError(message, code="ambiguous_card", position=position)
        hint = did_you_mean(text.upper(), self._codes) if text.strip() else ""
        message = (
            f"{brief(text)} is no card of this deck; its cards are written like "
            f"{self._example()}{hint}"
        )
        raise NotationError(message, code="unknown_card", position=position)

    def cards(self, text: object) -> list[int]:
        """Returns the indices of the cards in a text, where blanks or commas separate them.

        Raises:
            NotationError: Some word names no card; `position` is where it begins.
        """
        if not isinstance(text, str):
            raise NotationError(f"cards are written as text, not {brief(text)}", code="not_text")
        if len(text) > MAX_LIST_TEXT:
            message = f"a list of cards has at most {MAX_LIST_TEXT} characters, not {len(text)}"
            raise NotationError(message, code="too_long", position=MAX_LIST_TEXT)
        found = []
        position = 0
        for word in text.replace(",", " ").replace(";", " ").split(" "):
            if word.strip():
                found.append(self.card(word.strip(), position=position))
            position += len(word) + 1
        return found

    def _all_spellings(self) -> dict[str, set[int]]:
        if self._spellings is None:
            self._spellings = {}
            for code, index in self._codes.items():
                for spelling in _spellings(code, counts_from_one="EX" in self._codes):
                    self._spellings.setdefault(fold(spelling), set()).add(index)
        return self._spellings

    def _example(self) -> str:
        codes = list(self._codes)
        return f"{codes[0]} or {codes[-1]}"


def suit_letter(value: Any) -> Any:  # noqa: ANN401 - what is no suit is left as it is
    """Returns the letter of a suit in any usual spelling; what is none is returned as it is."""
    if not isinstance(value, str) or len(value) > MAX_CARD_TEXT or value in SUITS:
        return value
    folded = fold(value)
    for letter, spellings in SUITS.items():
        if folded in {fold(letter), *map(fold, spellings)}:
            return letter
    return value
