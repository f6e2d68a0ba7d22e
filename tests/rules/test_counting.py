"""Every clause and example of rules/counting.md, a row each, in the deck and in the core."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo import plan
from ultimo._core import PlayRules, Position
from ultimo.deck import FRENCH, GERMAN, Deck, Scheme, suited, tarocks

BLACK = "789TJNQK"
RED = "432AJNQK"
COURT = {"K": 5, "Q": 4, "N": 3, "J": 2}
TRULL = ("T1", "T21", "T22")


def red_and_black(red: str, black: str) -> tuple[str, ...]:
    """Returns the cards of two black and two red suits, and the 22 tarocks."""
    return (
        *(card for s in FRENCH for card in suited(s, red if s in "DH" else black)),
        *tarocks(22),
    )


def deck_of(codes: Sequence[str], values: Mapping[str, int], rest: int, scheme: Scheme) -> Deck:
    """Makes a deck from values by code or rank; all other cards are worth `rest`."""
    suits = {code: values.get(code[1:], rest) for code in codes if code[0] != "T"}
    return Deck.of(codes, dict.fromkeys(codes, rest) | suits | dict(values), scheme)


TAROK54 = ultimo.game("slovenian_tarok", players=3).deck
NOMINAL = COURT | dict.fromkeys(TRULL, 5)
STROHMANDLI42 = deck_of(red_and_black("AJNQK", "TJNQK"), NOMINAL, 1, "ones")
ADDED = [s + r for s in FRENCH for r in ("432" if s in "DH" else "789")]
STROHMANDLI54 = deck_of(red_and_black(RED, BLACK), NOMINAL | dict.fromkeys(ADDED, 0), 1, "ones")
FRENCH78 = deck_of(
    (*suited(FRENCH, "A23456789TJNQK"), *tarocks(21), "EX"),
    {"K": 9, "Q": 7, "N": 5, "J": 3, "T1": 9, "T21": 9, "EX": 9},
    1,
    "halves",
)
TAROCK24 = Deck.of(suited(GERMAN, "9UOKTA"), {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2})

DECKS = {
    "tarok54": TAROK54,
    "strohmandli42": STROHMANDLI42,
    "strohmandli54": STROHMANDLI54,
    "french78": FRENCH78,
    "tarock24": TAROCK24,
}


def core_rules(deck: Deck, **extra: Any) -> PlayRules:
    """Compiles plain rules for a deck, so that the core counts with it."""
    lanes = tuple(deck.suit(suit) for suit in deck.suits)
    spec = plan.RulesSpec(
        seats=4,
        deck_size=deck.size,
        lanes=lanes,
        trump=deck.suits.index("T") if "T" in deck.suits else None,
        values=deck.values,
        sides=(0, 1, 1, 1),
        scheme=deck.scheme,
        excuse=plan.Excuse(card=deck.index("EX"), owed=1) if "EX" in deck.codes else None,
        duty=plan.Duty(void="trump"),
        **extra,
    )
    return PlayRules(spec, deck.codes)


CORE = {name: core_rules(deck) for name, deck in DECKS.items()}


def count(name: str, cards: Iterable[str]) -> int | Fraction:
    """Counts a pile in the deck and in the core, which must agree; in points."""
    deck = DECKS[name]
    indices = [deck.index(card) for card in cards]
    found = deck.count(indices)
    assert found == CORE[name].count_points(indices) * (
        Fraction(1, 2) if deck.scheme == "halves" else 1
    )
    return found


def suit(name: str, letter: str) -> list[str]:
    """Returns all cards of a suit."""
    return [card for card in DECKS[name].cards if card[0] == letter and card != "EX"]


ALL = {name: deck.cards for name, deck in DECKS.items()}
TAROCKS = [f"T{n}" for n in range(1, 23)]
SUIT_CARDS = [card for card in TAROK54.cards if card[0] != "T"]

PILES = [
    pytest.param("tarok54", ALL["tarok54"], 70, id="1: the whole pack counts 70"),
    pytest.param("tarok54", [], 0, id="2: nothing counts 0"),
    pytest.param("tarok54", ["T2"], 0, id="3: one common card counts 0"),
    pytest.param("tarok54", ["T2", "T3"], 1, id="4: two common cards count 1"),
    pytest.param("tarok54", ["T2", "T3", "T4"], 1, id="5: three common cards count 1"),
    pytest.param("tarok54", ["T21"], 4, id="6: the mond alone counts 4"),
    pytest.param("tarok54", ["T21", "T22"], 9, id="7: mond and škis count 9"),
    pytest.param("tarok54", ["CK", "T2", "H4"], 5, id="8: one counting card counts its value"),
    pytest.param("tarok54", ["CK", "CQ", "C7"], 8, id="9: two counting cards: sum less 1"),
    pytest.param("tarok54", ["CK", "CQ", "CN"], 10, id="10: three counting cards: sum less 2"),
    pytest.param("tarok54", TRULL, 13, id="11: the trull counts 13"),
    pytest.param("tarok54", ["CK", "DK", "HK", "SK"], 17, id="12: four kings count 17"),
    pytest.param("tarok54", suit("tarok54", "H"), 13, id="13: a whole red suit counts 13"),
    pytest.param("tarok54", TAROCKS, 19, id="14: all 22 tarocks count 19"),
    pytest.param("tarok54", SUIT_CARDS, 51, id="15: all 32 suit cards count 51"),
    pytest.param("strohmandli42", ALL["strohmandli42"], 94, id="42 cards: the whole pack is 94"),
    pytest.param("strohmandli42", ["CK", "DK", "HK", "SK"], 20, id="42 cards: four kings are 20"),
    pytest.param("strohmandli42", TRULL, 15, id="42 cards: the honours are 15"),
    pytest.param("strohmandli42", TAROCKS, 34, id="42 cards: all 22 tarocks are 34"),
    pytest.param(
        "strohmandli42",
        [card for card in ALL["strohmandli42"] if card[0] != "T"],
        60,
        id="42 cards: all 20 suit cards are 60",
    ),
    pytest.param("strohmandli42", suit("strohmandli42", "H"), 15, id="42 cards: a red suit is 15"),
    pytest.param("strohmandli54", ALL["strohmandli54"], 94, id="54 straight: the pack is 94"),
    pytest.param("strohmandli54", suit("strohmandli54", "S"), 15, id="54 straight: black suit 15"),
    pytest.param("strohmandli54", ADDED, 0, id="54 straight: the twelve added cards are 0"),
    pytest.param("french78", ALL["french78"], 91, id="20: the 78 cards are 91 points"),
    pytest.param("french78", ["T1", "T21", "EX"], Fraction(27, 2), id="21: three oudlers: 13.5"),
    pytest.param("french78", ["HK", "H2"], 5, id="22: king and small card: 5"),
    pytest.param("french78", suit("french78", "H"), 17, id="23: one suit: 17"),
    pytest.param(
        "french78", [*suit("french78", "T"), "EX"], 23, id="24: all trumps and the excuse: 23"
    ),
    pytest.param("tarock24", ALL["tarock24"], 120, id="24 cards: the whole pack is 120"),
    pytest.param("tarock24", suit("tarock24", "H"), 30, id="24 cards: one suit is 30"),
    pytest.param(
        "tarock24",
        [s + r for s in GERMAN for r in "AT"],
        84,
        id="24 cards: all aces and tens are 84",
    ),
]


@pytest.mark.parametrize(("deck", "pile", "points"), PILES)
def test_piles(deck: str, pile: Sequence[str], points: int | Fraction) -> None:
    assert count(deck, pile) == points


def test_23_and_24_check_against_20() -> None:
    assert 4 * 34 + 46 == 182 == 2 * count("french78", ALL["french78"])


# Values of section 2.

VALUES = [
    *((("tarok54", card), 5) for card in TRULL),
    *((("tarok54", f"T{n}"), 1) for n in range(2, 21)),
    *((("tarok54", s + r), v) for s in FRENCH for r, v in COURT.items()),
    *((("tarok54", s + r), 1) for s in "DH" for r in "A234"),
    *((("tarok54", s + r), 1) for s in "CS" for r in "T987"),
]


@pytest.mark.parametrize(
    ("card", "value"), [pytest.param(c, v, id=f"{c[1]} is worth {v}") for c, v in VALUES]
)
def test_nominal_values_of_54_cards(card: tuple[str, str], value: int) -> None:
    """Three of a value make 3 values less 2; alone a card counts one less than its value."""
    deck, code = card
    assert count(deck, [code]) == value - 1
    others = [c for c in ("T2", "T3", "T4") if c != code][:2]
    assert count(deck, [code, *others]) == value


def test_a_card_of_54_is_worth_two_thirds_less_than_its_nominal_value() -> None:
    assert TAROK54.unit == Fraction(1, 3)
    for (_, card), value in VALUES:
        assert TAROK54.values[TAROK54.index(card)] * TAROK54.unit == value - Fraction(2, 3)
    assert len(VALUES) == 54


@pytest.mark.parametrize(
    ("suit_letter", "ranks"),
    [
        pytest.param("H", "432AJNQK", id="hearts from low to high: 4 3 2 A J Kn Q K"),
        pytest.param("D", "432AJNQK", id="diamonds from low to high: 4 3 2 A J Kn Q K"),
        pytest.param("S", "789TJNQK", id="spades from low to high: 7 8 9 10 J Kn Q K"),
        pytest.param("C", "789TJNQK", id="clubs from low to high: 7 8 9 10 J Kn Q K"),
    ],
)
def test_ranks_inside_a_suit(suit_letter: str, ranks: str) -> None:
    game: Any = ultimo.game("slovenian_tarok", players=3)
    order = [suit_letter + rank for rank in ranks]
    assert [card for card in game.deck.cards if card[0] == suit_letter] == order
    for low, high in pairwise(order):
        assert winner(game, [low, high, other_suit(suit_letter)]) == 1
        assert winner(game, [high, low, other_suit(suit_letter)]) == 0


def other_suit(letter: str) -> str:
    """Returns a low card of another suit."""
    return "S7" if letter != "S" else "C7"


def winner(game: Any, trick: Sequence[str]) -> int:
    """Returns which of three seats wins a trick of the only card of each."""
    contract = game.contract("solo_without", declarer=0)
    position = game.position(game.make_deal([[card] for card in trick]), contract, leader=0)
    for card in trick:
        position.play(card)
    return next(seat for seat, won in enumerate(position.tricks) if won)


def test_tarocks_rank_from_skis_down_to_pagat() -> None:
    game: Any = ultimo.game("slovenian_tarok", players=3)
    for low in range(1, 22):
        assert winner(game, [f"T{low}", f"T{low + 1}", "HK"]) == 1


# The threes-minus-two rule.


def pile_of(size: int, total: int) -> list[str]:
    """Returns cards of 54, so many and with such a sum of nominal values."""
    values = {card: (TAROK54.values[i] + 2) // 3 for i, card in enumerate(TAROK54.cards)}
    rich = sorted(values, key=values.__getitem__, reverse=True)
    pile = rich[:size]
    spare = rich[size:][::-1]
    excess = sum(values[card] for card in pile) - total
    for i, card in enumerate(pile):
        if excess <= 0:
            break
        fit = [c for c in spare if values[card] - values[c] <= excess]
        if fit:
            best = min(fit, key=values.__getitem__)
            excess -= values[card] - values[best]
            spare.remove(best)
            pile[i] = best
    assert excess == 0
    return pile


@pytest.mark.parametrize(
    ("size", "total", "points", "others"),
    [
        pytest.param(27, 54, 36, 34, id="16: 27 cards of 54 count 36, the others 34"),
        pytest.param(28, 54, 35, 35, id="17: 28 cards of 54 count 35, the others 35"),
        pytest.param(29, 55, 36, 34, id="18: 35 and two thirds counts 36 and wins"),
        pytest.param(31, 56, 35, 35, id="19: 35 and one third counts 35 and loses"),
    ],
)
def test_splits_of_54_cards(size: int, total: int, points: int, others: int) -> None:
    pile = pile_of(size, total)
    assert len(set(pile)) == size
    assert count("tarok54", pile) == points
    assert count("tarok54", [card for card in TAROK54.cards if card not in pile]) == others


def test_two_piles_always_add_to_70() -> None:
    rng = np.random.default_rng(70)
    cards = np.array(TAROK54.cards)
    for _ in range(500):
        mask = rng.random(54) < rng.random()
        assert count("tarok54", cards[mask]) + count("tarok54", cards[~mask]) == 70


@pytest.mark.parametrize(
    ("rest", "total"),
    [
        pytest.param(0, 70, id="three piles of full threes add to 70"),
        pytest.param(1, 69, id="three piles with one card over add to 69"),
        pytest.param(2, 71, id="three piles with two cards over add to 71"),
    ],
)
def test_three_piles_stand_as_they_are_counted(rest: int, total: int) -> None:
    """Sizes that are equal modulo three, and together 54."""
    sizes = {0: (18, 18, 18), 1: (19, 19, 16), 2: (20, 17, 17)}[rest]
    rng = np.random.default_rng(rest)
    for _ in range(50):
        cards = rng.permutation(np.array(TAROK54.cards))
        cuts = np.split(cards, np.cumsum(sizes)[:-1])
        assert sum(count("tarok54", cut) for cut in cuts) == total


def test_the_count_does_not_depend_on_which_cards_are_put_together() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        pile = rng.permutation(np.array(TAROK54.cards))[: rng.integers(0, 55)]
        by_groups = 0
        for first in range(0, len(pile), 3):
            group = pile[first : first + 3]
            nominal = [(TAROK54.values[TAROK54.index(card)] + 2) // 3 for card in group]
            by_groups += sum(nominal) - (2 if len(group) == 3 else 1)
        assert count("tarok54", pile) == by_groups


# The French excuse.


def excuse_trick(*, owner: int, last: bool) -> list[int]:
    """Returns the half-points of each seat in a trick of HK, H2, H7 and the excuse.

    Seat 1 wins with the king; the declarer is seat 0 alone. Before or after it a trick of four
    small clubs falls to seat 3, whose four half-points are taken off again.
    """
    small = iter(["H2", "H7"])
    special = {owner: "EX", 1: "HK"}
    main = [special.get(seat) or next(small) for seat in range(4)]
    clubs = ["C2", "C3", "C4", "C5"]
    hands = tuple((FRENCH78.index(a), FRENCH78.index(b)) for a, b in zip(main, clubs, strict=True))
    position = Position(CORE["french78"], plan.Setup(hands=hands, leader=1))
    for trick in [clubs, main] if last else [main, clubs]:
        for _ in range(4):
            assert position.current_player is not None
            position.play(FRENCH78.index(trick[position.current_player]))
    points = list(position.points)
    points[3] -= 4
    return points


@pytest.mark.parametrize(
    ("owner", "last", "taker", "defenders"),
    [
        pytest.param(0, False, 8, 12, id="25: excuse of the taker, defenders win: 4 and 6"),
        pytest.param(0, True, 0, 20, id="26: the same trick as the last: 0 and 10"),
        pytest.param(2, False, 0, 20, id="27: excuse of a defender, defenders win: 10"),
    ],
)
def test_the_excuse(*, owner: int, last: bool, taker: int, defenders: int) -> None:
    points = excuse_trick(owner=owner, last=last)
    assert points[0] == taker
    assert sum(points[1:]) == defenders


def test_no_floats_in_counting() -> None:
    for name, deck in DECKS.items():
        assert isinstance(count(name, ALL[name]), int | Fraction)
        assert all(isinstance(value, int) for value in deck.values)
