"""Deals: who holds which card, and the order of the talon, stock or piles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal, TypeAlias, cast

from ultimo.checks import brief
from ultimo.deck import Deck
from ultimo.documents import read_document, write_document
from ultimo.errors import DealError
from ultimo.plan import DealSpec, Gaps, Void

__all__ = ["Deal", "Layout", "Target", "row_of"]

Target: TypeAlias = int | Literal["talon"] | tuple[Literal["pile"], int, int]
"""Where a packet goes: a seat's hand, the talon, or `("pile", seat, number)`."""

FORMAT = "ultimo.deal"
MAX_CARDS = 128

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, or an ending: equal hands that are shorter than dealt.

    Deals are made by `Game.deal`, `Game.make_deal` and `Game.deal_from_row`, which put the hands
    in deck order and know what the game asks. A deal by itself is only codes.

    Attributes:
        hands: The cards of each seat.
        talon: The talon or stock in order, top first.
        piles: The piles of each seat, top first; `()` where a game has none.
        turned: A card of a hand that was turned up when it was dealt, where the rules do so.
        first: The first packet of the seat that decides before it has seen its other cards, where
            the rules do so; they are cards of its hand.
    """

    hands: tuple[Codes, ...]
    talon: Codes = ()
    piles: tuple[tuple[Codes, ...], ...] = ()
    turned: str | None = None
    first: Codes = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", _nested(self.hands, 2, "hands"))
        object.__setattr__(self, "talon", _nested(self.talon, 1, "talon"))
        object.__setattr__(self, "first", _nested(self.first, 1, "first"))
        object.__setattr__(self, "piles", _nested(self.piles, 3, "piles"))
        if self.turned is not None and not isinstance(self.turned, str):
            raise DealError(f"turned is a card's code, not {brief(self.turned)}", code="not_text")

    def to_dict(self) -> dict[str, object]:
        """Returns the deal as JSON has it; what is empty is left out."""
        found: dict[str, object] = {"hands": [list(hand) for hand in self.hands]}
        if self.talon:
            found["talon"] = list(self.talon)
        if self.piles:
            found["piles"] = [[list(pile) for pile in piles] for piles in self.piles]
        if self.turned is not None:
            found["turned"] = self.turned
        if self.first:
            found["first"] = list(self.first)
        return found

    @classmethod
    def from_dict(cls, value: object) -> "Deal":
        """Makes a deal from what `to_dict` returned.

        Raises:
            DealError: Something is missing, unknown or of the wrong type.
        """
        if not isinstance(value, Mapping):
            raise DealError("a deal is an object with hands", code="not_an_object")
        unknown = set(value) - {"hands", "talon", "piles", "turned", "first"}
        if unknown or "hands" not in value:
            what = f"no {min(map(str, unknown))[:40]!r}" if unknown else "its hands"
            raise DealError(f"a deal has {what}", code="bad_fields")
        fields = cast("Mapping[str, Any]", value)
        return cls(
            hands=fields["hands"],
            talon=fields.get("talon", ()),
            piles=fields.get("piles", ()),
            turned=fields.get("turned"),
            first=fields.get("first", ()),
        )

    def to_json(self) -> str:
        """Returns the deal as JSON text."""
        return write_document(FORMAT, self.to_dict())

    @classmethod
    def from_json(cls, text: str | bytes) -> "Deal":
        """Makes a deal from JSON text.

        Raises:
            DealError: The text is no JSON, or no deal. Whether the cards fit a game is seen when
                the deal is used with one.
        """
        return cls.from_dict(read_document(FORMAT, text, DealError))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How many cards lie where after dealing, and so what the columns of a row are.

    The columns are the hands of seat 0, seat 1, ..., then the talon, the piles by seat, and what
    is not used.

    Attributes:
        hands: Number of cards of each seat.
        talon: Number of cards of the talon or stock.
        piles: Number of cards in each pile of each seat.
        stock: The talon is drawn from during the play, so that endings may have full hands.
        turned: The seat whose card dealt last is turned up; it is the last column of its hand.
        apart: For each seat, how many of its cards dealt last stand last in its columns, for
            themselves; none if empty.
        first: The seat that decides when it has seen only its first packet, and the number of
            cards of this; they are the first columns of its hand.
    """

    hands: tuple[int, ...]
    talon: int = 0
    piles: tuple[tuple[int, ...], ...] = ()
    stock: bool = False
    turned: int | None = None
    apart: tuple[int, ...] = ()
    first: tuple[int, int] | None = None

    @property
    def size(self) -> int:
        """Number of cards dealt."""
        return sum(self.hands) + self.talon + sum(map(sum, self.piles))

    def columns(self) -> dict[Target, range]:
        """Returns the columns of every hand, of the talon and of every pile."""
        sizes: list[tuple[Target, int]] = list(enumerate(self.hands))
        sizes.append(("talon", self.talon))
        for seat, piles in enumerate(self.piles):
            sizes += [(("pile", seat, number), size) for number, size in enumerate(piles)]
        ends = list(accumulate((size for _, size in sizes), initial=0))
        return {
            target: range(start, end)
            for (target, _), start, end in zip(sizes, ends, ends[1:], strict=False)
        }

    def spec(
        self,
        deck_size: int,
        packets: Iterable[tuple[Target, int]],
        *,
        gaps: Gaps | None = None,
        void: Sequence[Void] = (),
    ) -> DealSpec:
        """Says how a shuffled pack becomes a row.

        Args:
            deck_size: Number of cards in the pack.
            packets: In the order dealt, where each packet goes and its size. A packet is laid on
                a pile as it is, on what lies there: its first card is then the top one. The rest
                of the pack is not used.
            gaps: Talon cards that are dealt between packets.
            void: What makes a deal void.
        """
        free = self.columns()
        place: list[int] = []
        for target, size in packets:
            columns = free[target]
            # Piles fill up from the bottom.
            at = len(columns) - size if isinstance(target, tuple) else 0
            place += columns[at : at + size]
            free[target] = columns[:at] if isinstance(target, tuple) else columns[size:]
        dealt = deck_size - (gaps.count if gaps else 0)
        place += range(self.size, self.size + dealt - len(place))
        sizes: list[int] = []
        for seat, size in enumerate(self.hands):
            # Cards that keep their columns are a hand of their own to the sorting.
            kept = 1 if seat == self.turned else (self.apart[seat] if self.apart else 0)
            if self.first is not None and self.first[0] == seat:
                kept = size - self.first[1]
            sizes += [size - kept, kept] if kept else [size]
        return DealSpec(
            deck_size=deck_size,
            place=tuple(place),
            hand_sizes=tuple(sizes),
            gaps=gaps,
            void=tuple(void),
        )


def row_of(deal: Deal, deck: Deck, layout: Layout) -> list[int]:
    """Returns a whole deal as a row of `Game.deals`, in deck indices."""
    index = deck.index_by_code
    row: list[int] = []
    for seat, hand in enumerate(deal.hands):
        decides = layout.first is not None and layout.first[0] == seat
        first = set(deal.first) if decides else set()
        turned = {code for code in hand if layout.turned == seat and code == deal.turned}
        rest = [code for code in hand if code not in first | turned]
        for group in (first, rest, turned):
            row += sorted(index[code] for code in group)
    row += [index[code] for code in deal.talon]
    row += [index[code] for own in deal.piles for pile in own for code in pile]
    return row + sorted(set(range(deck.size)).difference(row))


def _nested(value: object, depth: int, what: str) -> Any:  # noqa: ANN401 - tuples of a given depth
    """Makes tuples of codes, nested `depth` deep, of lists and tuples."""
    if depth == 0:
        if not isinstance(value, str) or not value or len(value) > 40:
            raise DealError(f"{what} hold cards' codes, not {brief(value)}", code="not_text")
        return value
    if not isinstance(value, (list, tuple)):
        message = f"{what} are lists of cards' codes, not {brief(value)}"
        raise DealError(message, code="not_a_list")
    if len(value) > MAX_CARDS:
        raise DealError(f"{what} of {len(value)} entries are too many", code="too_many")
    return tuple(_nested(item, depth - 1, what) for item in value)
