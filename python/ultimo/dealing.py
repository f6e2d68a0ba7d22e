"""The check of what is said to be a deal: every fault of it at once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Any

from ultimo.checks import brief, items_of
from ultimo.deals import Deal, Layout
from ultimo.deck import Deck
from ultimo.errors import ArgumentError, DealError, NotationError

__all__ = ["Dealt", "canonical_deal", "indices_of", "row_indices"]

Codes = tuple[str, ...]
MAX_LISTED = 8
MAX_ITEMS = 128
ORDERED = ("the talon", "pile")
"""What the order of cards matters in, as errors name it."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as deck indices, beside its canonical form."""

    deal: Deal
    hands: tuple[tuple[int, ...], ...]
    talon: tuple[int, ...]
    piles: tuple[tuple[tuple[int, ...], ...], ...]
    turned: int | None
    first: tuple[int, ...]


def canonical_deal(
    deck: Deck, *, hands: object, talon: object, piles: object, turned: object, first: object
) -> Deal:
    """Reads the parts of a deal in any usual spelling; hands come out in deck order.

    Raises:
        DealError: Some card is unknown; the message says where each one stands.
    """
    faults: list[str] = []

    def read(cards: object, where: str) -> Codes:
        if isinstance(cards, str):
            try:
                return tuple(deck.parse_cards(cards))
            except NotationError as fault:
                faults.append(f"{where}: {fault}")
                return ()
        found = []
        for number, card in enumerate(_items(cards, where, is_ordered=where.startswith(ORDERED))):
            try:
                found.append(deck.parse(card))
            except NotationError as fault:
                faults.append(f"{where}, card {number}: {fault}")
        return tuple(found)

    read_hands = tuple(
        deck.names(deck.index_by_code[code] for code in read(hand, f"the hand of seat {seat}"))
        for seat, hand in enumerate(_items(hands, "hands"))
    )
    read_talon = read(talon, "the talon")
    read_piles = tuple(
        tuple(
            read(pile, f"pile {number} of seat {seat}")
            for number, pile in enumerate(_items(own, "piles"))
        )
        for seat, own in enumerate(_items(piles, "piles"))
    )
    read_turned = None if turned is None else (*read([turned], "the card turned up"), None)[0]
    read_first = deck.names(deck.index_by_code[c] for c in read(first, "the first packet"))
    if faults:
        raise DealError(_listed(faults), code="unknown_card")
    return Deal(read_hands, read_talon, read_piles, read_turned, read_first)


def indices_of(game: Any, deal: object, terms: Any) -> Dealt:  # noqa: ANN401 - see Game
    """Checks a deal against a game, and returns it as deck indices.

    Raises:
        DealError: It is no deal of the game; the message names every fault.
    """
    if not isinstance(deal, Deal):
        message = f"a deal is made by deal() or make_deal(), not {type(deal).__name__}"
        raise DealError(message, code="bad_type")
    return _indices_of(game, deal, terms)


# A state asks this of its deal several times, and so do the samples of what a seat knows of it.
@lru_cache(maxsize=64)
def _indices_of(game: Any, deal: Deal, terms: Any) -> Dealt:  # noqa: ANN401 - see Game
    deck: Deck = game.deck
    # Where no piles are named there are as many as were dealt, and nothing is left in them.
    piles = deal.piles or tuple(((),) * len(own) for own in game.layout(terms).piles)
    canonical = canonical_deal(
        deck,
        hands=deal.hands,
        talon=deal.talon,
        piles=piles,
        turned=deal.turned,
        first=deal.first,
    )
    index_of = deck.index_by_code
    dealt = Dealt(
        canonical,
        tuple(tuple(index_of[code] for code in hand) for hand in canonical.hands),
        tuple(index_of[code] for code in canonical.talon),
        tuple(tuple(tuple(index_of[c] for c in p) for p in own) for own in canonical.piles),
        None if canonical.turned is None else index_of[canonical.turned],
        tuple(index_of[code] for code in canonical.first),
    )
    faults = list(_repeats(deck, canonical))
    faults += _sizes(game, canonical, game.layouts(terms))
    faults += _turned(canonical, game.layout(terms).turned)
    faults += _first(canonical, game.layout(terms).first)
    if faults:
        raise DealError(f"this is no deal of {game.name}: {_listed(faults)}")
    return dealt


def row_indices(row: object, size: int) -> list[int]:
    """Reads a row of a deal array.

    Raises:
        DealError: It has not every card of the deck once.
    """
    try:
        cards = [index(card) for card in items_of(row, "row", most=MAX_ITEMS)]
    except TypeError:
        message = f"a row is {size} deck indices, not {brief(row, 60)}"
        raise DealError(message, code="bad_row") from None
    if sorted(cards) != list(range(size)):
        counts = Counter(cards)
        wrong = [c for c in counts if not 0 <= c < size or counts[c] > 1]
        what = f"; {wrong[0]} is not" if wrong else f", not {len(cards)}"
        message = f"a row has each of the numbers 0 to {size - 1} once{what}"
        raise DealError(message, code="bad_row")
    return cards


def _places(deal: Deal) -> Iterator[tuple[str, Codes]]:
    for seat, hand in enumerate(deal.hands):
        yield f"the hand of seat {seat}", hand
    yield "the talon", deal.talon
    for seat, own in enumerate(deal.piles):
        for number, pile in enumerate(own):
            yield f"pile {number} of seat {seat}", pile


def _repeats(deck: Deck, deal: Deal) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for place, cards in _places(deal):
        for code in cards:
            found.setdefault(code, []).append(place)
    for code in deck.codes:
        if len(places := found.get(code, [])) > 1:
            where = " and in ".join(dict.fromkeys(places))
            yield (
                f"{code} is {len(places)} times in {where}"
                if len(set(places)) == 1
                else (f"{code} is in {where}")
            )


def _sizes(game: Any, deal: Deal, layouts: tuple[Layout, ...]) -> list[str]:  # noqa: ANN401
    """Returns what is wrong with the sizes of a deal that is neither dealt nor an ending."""
    if any(_fits(deal, layout) or _is_ending(deal, layout) for layout in layouts):
        return []
    deck: Deck = game.deck
    layout = layouts[0]
    sizes = tuple(map(len, deal.hands))
    if not deal.piles and len(deal.talon) <= layout.talon and game.are_hands(sizes):
        return []
    faults = []
    if len(sizes) != len(layout.hands):
        faults.append(f"it has {len(sizes)} hands instead of {len(layout.hands)}")
    elif sizes != layout.hands:
        whose = f"hands of {_numbers(sizes)} cards"
        faults.append(f"{whose} are neither {_numbers(layout.hands)} nor equally fewer")
    if len(deal.talon) != layout.talon:
        faults.append(f"the talon has {len(deal.talon)} cards instead of {layout.talon}")
    piles = tuple(tuple(map(len, own)) for own in deal.piles)
    if piles != layout.piles:
        faults.append(f"the piles have {piles} cards instead of {layout.piles}")
    there = {code for _, cards in _places(deal) for code in cards}
    missing = [code for code in deck.codes if code not in there]
    if len(missing) > deck.size - layout.size:
        more = f" and {len(missing) - MAX_LISTED} more" if len(missing) > MAX_LISTED else ""
        faults.append(f"nowhere: {' '.join(missing[:MAX_LISTED])}{more}")
    return faults


def _fits(deal: Deal, layout: Layout) -> bool:
    piles = tuple(tuple(map(len, own)) for own in deal.piles)
    sizes = tuple(map(len, deal.hands))
    return (sizes, len(deal.talon), piles) == (layout.hands, layout.talon, layout.piles)


def _is_ending(deal: Deal, layout: Layout) -> bool:
    """Whether all seats that were dealt cards have equally many, and some fewer than dealt."""
    piles = tuple(tuple(map(len, own)) for own in deal.piles) or ((),) * len(deal.hands)
    dealt_piles = layout.piles or ((),) * len(layout.hands)
    if len(deal.hands) != len(layout.hands) or len(piles) != len(layout.hands):
        return False
    if any(len(own) != len(dealt) for own, dealt in zip(piles, dealt_piles, strict=True)):
        return False
    held = [len(hand) + sum(own) for hand, own in zip(deal.hands, piles, strict=True)]
    dealt_to = [n + sum(own) for n, own in zip(layout.hands, dealt_piles, strict=True)]
    least = min((n for n in dealt_to if n), default=0)
    in_play = {n for n, dealt in zip(held, dealt_to, strict=True) if dealt}
    empty = all(n == 0 for n, dealt in zip(held, dealt_to, strict=True) if not dealt)
    fewer = any(in_play) and (max(in_play) < least or (layout.stock and max(in_play) == least))
    small = all(
        size <= most
        for own, dealt in zip(piles, dealt_piles, strict=True)
        for size, most in zip(own, dealt, strict=True)
    )
    return empty and len(in_play) == 1 and fewer and small and len(deal.talon) <= layout.talon


def _turned(deal: Deal, seat: int | None) -> list[str]:
    if deal.turned is None:
        return []
    if seat is None:
        return [f"{deal.turned} is turned up, but no card of a hand is in this game"]
    if deal.turned not in (*deal.hands, ())[min(seat, len(deal.hands))]:
        return [f"{deal.turned} is turned up, but not in the hand of seat {seat}, the dealer"]
    return []


def _first(deal: Deal, asked: tuple[int, int] | None) -> list[str]:
    if not deal.first:
        return []
    cards = " ".join(deal.first)
    if asked is None:
        return [f"{cards} are called a first packet, but nobody decides by one in this game"]
    seat, size = asked
    hand = (*deal.hands, ())[min(seat, len(deal.hands))]
    if len(set(deal.first)) != min(size, len(hand)) or len(deal.first) != len(set(deal.first)):
        return [f"{cards}: the first packet of seat {seat} has {size} cards"]
    if missing := [code for code in deal.first if code not in hand]:
        return [f"{' '.join(missing)} of the first packet: not in the hand of seat {seat}"]
    return []


def _items(value: object, what: str, *, is_ordered: bool = True) -> Sequence[object]:
    if is_ordered and isinstance(value, AbstractSet):
        raise DealError(f"{what}: a list is needed, for its order", code="not_a_list")
    try:
        return items_of(value, what, most=MAX_ITEMS)
    except ArgumentError as fault:
        code = "not_a_list" if fault.code == "bad_type" else fault.code
        raise DealError(str(fault), code=code) from None


def _numbers(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def _listed(faults: Sequence[str]) -> str:
    shown = "; ".join(faults[:MAX_LISTED])
    return shown + (f"; and {len(faults) - MAX_LISTED} more" if len(faults) > MAX_LISTED else "")
