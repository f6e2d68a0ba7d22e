"""Deals with conditions are uniform among all deals that satisfy them."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import ultimo

S2 = ultimo.game("snapszer", players=2)
TAROK = ultimo.game("slovenian_tarok", players=3)


def chi_square_is_small(counts: list[int]) -> bool:
    """Whether counts that should be equal are; a false alarm is one in thirty thousand."""
    expected = sum(counts) / len(counts)
    distance = sum((count - expected) ** 2 / expected for count in counts)
    free = len(counts) - 1
    spread = 2 / (9 * free)
    return bool(distance < free * (1 - spread + 4 * spread**0.5) ** 3)


def fixed(game: Any, deal: Any, free: set[str]) -> list[str]:
    """Conditions that say where every card but some lies."""
    found = []
    for seat, hand in enumerate(deal.hands):
        found.append(f"{seat} holds {' '.join(card for card in hand if card not in free)}")
    found += [
        f"talon:{number} holds {card}" for number, card in enumerate(deal.talon) if card not in free
    ]
    assert game.deck.size - len(free) == sum(len(text.split()) - 2 for text in found)
    return found


def others(deal: Any, free: set[str]) -> list[Any]:
    """Every deal in which some cards changed places."""
    places = [card for hand in deal.hands for card in hand if card in free]
    places += [card for card in deal.talon if card in free]
    found = set()
    for order in permutations(places):
        new = dict(zip(places, order, strict=True))
        hands = tuple(tuple(sorted(new.get(card, card) for card in hand)) for hand in deal.hands)
        found.add((hands, tuple(new.get(card, card) for card in deal.talon)))
    return sorted(found)


def keyed(deal: Any) -> Any:
    return tuple(tuple(sorted(hand)) for hand in deal.hands), deal.talon


@pytest.mark.parametrize(
    "more",
    [
        "0 points >= 0",
        "0 length L <= 2",
        "0 points 24..30",
        "talon:0 points >= 3; 0 length L <= 2",
        "0 length L <= 1 or 1 length A >= 2",
        "not (0 length L 1..2 or talon:0 points >= 5)",
        "0 points >= 36 or talon:3 points >= 10",
    ],
)
def test_small_cases_of_snapszer_against_all_deals(more: str) -> None:
    deal = S2.deal(seed=11)
    turned = deal.turned
    free = {
        *[c for c in deal.hands[0] if c != turned][:2],
        *[c for c in deal.hands[1] if c != turned][:2],
    }
    free |= {deal.talon[0], deal.talon[3]}
    check(S2, deal, free, more)


@pytest.mark.parametrize(
    "more", ["0 points >= 0", "1 length T >= 6", "not 0 holds T22 and talon points <= 9"]
)
def test_small_cases_of_tarok_against_all_deals(more: str) -> None:
    deal = TAROK.deal(seed=2)
    free = {*deal.hands[0][-2:], *deal.hands[1][-2:], deal.hands[2][-1], deal.talon[5]}
    check(TAROK, deal, free, more)


def check(game: Any, deal: Any, free: set[str], more: str) -> None:
    """Compares deals with some cards free against all of those that satisfy a condition.

    Which deals satisfy it is asked of the dealer one by one, with every card fixed; that it
    answers rightly is tested beside plain Python in `tests/api/test_where.py`.
    """
    wanted = []
    for hands, talon in others(deal, free):
        whole = ultimo.Deal(hands, talon, (), deal.turned, deal.first)
        if satisfied(game, whole, more):
            wanted.append((hands, talon))
    assert len(wanted) > 3
    n = 20 * len(wanted)
    rows = game.deals(n, seed=3, where=[*fixed(game, deal, free), more])
    found = Counter(keyed(game.deal_from_row(row)) for row in rows)
    assert set(found) <= set(wanted)
    assert chi_square_is_small([found[key] for key in wanted])


def satisfied(game: Any, deal: Any, text: str) -> bool:
    """Evaluates a text of these tests in plain Python."""
    words = text.replace("(", " ( ").replace(")", " ) ").replace(";", " and ").split()
    out = []
    while words:
        if words[0] in ("(", ")", "and", "or", "not"):
            out.append(words.pop(0))
            continue
        place, kind = words.pop(0), words.pop(0)
        lying = (
            deal.hands[int(place)]
            if place.isdigit()
            else deal.talon[int(place[6:])] and [deal.talon[int(place[6:])]]
            if ":" in place
            else deal.talon
        )
        if kind == "holds":
            out.append(str(words.pop(0) in lying))
            continue
        number: Any = game.count_points(lying)
        if kind == "length":
            suit = words.pop(0)
            number = sum(card[0] == suit for card in lying)
        bound = words.pop(0)
        if ".." in bound:
            low, high = map(int, bound.split(".."))
            out.append(str(low <= number <= high))
        else:
            limit = int(words.pop(0))
            out.append(str(number >= limit if bound == ">=" else number <= limit))
    return bool(eval(" ".join(out)))  # noqa: S307 - words of this file


def test_conditioned_deals_are_those_of_the_dealer_that_satisfy_it() -> None:
    """Lengths and points under conditions against free deals that were sifted."""
    free = [S2.deal_from_row(row) for row in S2.deals(40_000, seed=1)]
    text = "0 length H >= 3; 1 points >= 20"
    sifted = [deal for deal in free if satisfied(S2, deal, text)]
    given = [S2.deal_from_row(row) for row in S2.deals(len(sifted), seed=2, where=text)]

    def shape(deal: Any) -> tuple[int, int, bool]:
        hearts = sum(card[0] == "H" for card in deal.hands[0])
        return hearts, S2.count_points(deal.hands[1]) // 8, deal.talon[0][0] == "H"

    first, second = Counter(map(shape, sifted)), Counter(map(shape, given))
    assert len(sifted) > 1000
    kinds = [kind for kind in first | second if first[kind] + second[kind] >= 10]
    distance = sum((first[k] - second[k]) ** 2 / (first[k] + second[k]) for k in kinds)
    spread = 2 / (9 * len(kinds))
    assert distance < len(kinds) * (1 - spread + 4 * spread**0.5) ** 3
