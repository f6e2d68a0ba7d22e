"""Decks and the names of cards: every usual spelling is read, only the code is written."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ultimo
from ultimo.deck import FRENCH, GERMAN, Deck, suited, tarocks
from ultimo.notation import MAX_CARD_TEXT, MAX_LIST_TEXT, shown

FRENCH_PACK = Deck.of(suited(FRENCH, "23456789TJQKA"), {})
GERMAN_PACK = Deck.of(suited(GERMAN, "789TUOKA"), {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2})
TAROK_POINTS = dict.fromkeys((*suited("CS", "789T"), *suited("DH", "432A"), *tarocks(22)), 1)
TAROK_PACK = Deck.of(
    (
        *suited("C", "789TJNQK"),
        *suited("DH", "432AJNQK"),
        *suited("S", "789TJNQK"),
        *tarocks(22),
    ),
    dict.fromkeys(TAROK_POINTS, 1)
    | {"K": 13, "Q": 10, "N": 7, "J": 4, "T1": 13, "T21": 13, "T22": 13},
    "thirds",
)
TAROT_PACK = Deck.of(
    (*suited(FRENCH, "A23456789TJNQK"), *tarocks(21), "EX"), {"K": 9, "EX": 9}, "halves"
)
ONES_PACK = Deck.of((*suited(FRENCH, "123456789TJNQK"), *tarocks(21)), {"K": 9})


@pytest.mark.parametrize(
    ("deck", "text", "code"),
    [
        (FRENCH_PACK, "HA", "HA"),
        (FRENCH_PACK, "ah", "HA"),
        (FRENCH_PACK, "♥A", "HA"),
        (FRENCH_PACK, "A♥", "HA"),
        (FRENCH_PACK, "A♥\ufe0f", "HA"),
        (FRENCH_PACK, "10♥", "HT"),
        (FRENCH_PACK, "♤10", "ST"),
        (FRENCH_PACK, "d 10", "DT"),
        (FRENCH_PACK, "queen of spades", "SQ"),
        (FRENCH_PACK, "Pikk Ász", "SA"),
        (FRENCH_PACK, "pikk asz", "SA"),
        (FRENCH_PACK, "Kreuz Bube", "CJ"),
        (GERMAN_PACK, "AA", "AA"),
        (GERMAN_PACK, "makk X", "AT"),
        (GERMAN_PACK, "zöld felső", "LO"),
        (GERMAN_PACK, "ZOLD FELSO", "LO"),
        (GERMAN_PACK, "tök VII", "B7"),
        (GERMAN_PACK, "Piros Ász", "HA"),
        (GERMAN_PACK, "Schellen Ober", "BO"),
        (GERMAN_PACK, "Eichel Daus", "AA"),
        (GERMAN_PACK, "leaves under", "LU"),
        (TAROK_PACK, "XXI", "T21"),
        (TAROK_PACK, "mond", "T21"),
        (TAROK_PACK, "Škis", "T22"),
        (TAROK_PACK, "skíz", "T22"),
        (TAROK_PACK, "IV", "T4"),
        (TAROK_PACK, "IIII", "T4"),
        (TAROK_PACK, "pagát", "T1"),
        (TAROK_PACK, "t 14", "T14"),
        (TAROK_PACK, "♠ lovag", "SN"),
        (TAROK_PACK, "♣10", "CT"),
        (TAROT_PACK, "excuse", "EX"),
        (TAROT_PACK, "21", "T21"),
        (TAROT_PACK, "♥1", "HA"),
        (TAROT_PACK, "HA", "HA"),
        (TAROT_PACK, "one of hearts", "HA"),
        (ONES_PACK, "♥1", "H1"),
        (ONES_PACK, "HA", "H1"),
        (TAROT_PACK, "H10", "HT"),
    ],
)
def test_usual_spelling_is_read_as_the_code(deck: Deck, text: str, code: str) -> None:
    assert deck.parse(text) == code
    assert deck.codes[deck.index(text)] == code


@pytest.mark.parametrize("deck", [FRENCH_PACK, GERMAN_PACK, TAROK_PACK, TAROT_PACK])
def test_every_code_is_read_as_itself_in_any_case(deck: Deck) -> None:
    for code in deck.cards:
        assert deck.parse(code) == code
        assert deck.parse(code.lower()) == code
        assert deck.parse(shown(code)) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_card"),
        ("   ", "unknown_card"),
        ("H1", "unknown_card"),
        ("XX", "unknown_card"),
        ("HA HK", "unknown_card"),
        ("T1", "unknown_card"),
        ("H" * (MAX_CARD_TEXT + 1), "unknown_card"),
        ("\0", "unknown_card"),
        (None, "not_text"),
        (3, "not_text"),
        (b"HA", "not_text"),
    ],
)
def test_what_is_no_card_is_a_notation_error(text: object, code: str) -> None:
    with pytest.raises(ultimo.NotationError) as caught:
        FRENCH_PACK.parse(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 200


def test_error_in_a_list_says_where_it_stands() -> None:
    assert FRENCH_PACK.parse_cards("HA, ♠10;  c2") == ["HA", "ST", "C2"]
    with pytest.raises(ultimo.NotationError) as caught:
        FRENCH_PACK.parse_cards("HA ♠10 ZZ C2")
    assert caught.value.position == 7
    with pytest.raises(ultimo.NotationError):
        FRENCH_PACK.parse_cards("HA " * MAX_LIST_TEXT)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for deck in (FRENCH_PACK, GERMAN_PACK, TAROK_PACK, TAROT_PACK):
        with suppress(ultimo.NotationError):
            assert deck.parse(text) in deck.codes


def test_decks_have_their_order_and_unit() -> None:
    assert FRENCH_PACK.cards[:2] == ["C2", "C3"]
    assert (FRENCH_PACK.size, FRENCH_PACK.unit) == (52, Fraction(1))
    assert FRENCH_PACK.suits == ("C", "D", "H", "S")
    assert TAROK_PACK.unit == Fraction(1, 3)
    assert TAROT_PACK.unit == Fraction(1, 2)
    assert TAROT_PACK.suits == ("C", "D", "H", "S", "T")
    assert [GERMAN_PACK.codes[i] for i in GERMAN_PACK.suit("A")] == [
        "A7", "A8", "A9", "AT", "AU", "AO", "AK", "AA",
    ]  # fmt: skip


def test_cards_cannot_be_changed_through_the_list() -> None:
    FRENCH_PACK.cards.clear()
    assert FRENCH_PACK.size == 52


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("T2", 0, id="one common card"),
        pytest.param("T2 T3", 1, id="two common cards"),
        pytest.param("T2 T3 T4", 1, id="three common cards"),
        pytest.param("T21", 4, id="mond"),
        pytest.param("T21 T22", 9, id="mond and skis"),
        pytest.param("SK T2 H4", 5, id="one counting card"),
        pytest.param("SK SQ C7", 8, id="two counting cards"),
        pytest.param("SK SQ SN", 10, id="three counting cards"),
        pytest.param("T1 T21 T22", 13, id="trull"),
        pytest.param("CK DK HK SK", 17, id="four kings"),
        pytest.param("HK HQ HN HJ HA H2 H3 H4", 13, id="a red suit"),
    ],
)
def test_thirds_count_by_threes_minus_two(cards: str, points: int) -> None:
    assert TAROK_PACK.count(TAROK_PACK.index(card) for card in cards.split()) == points


def test_whole_packs_count_their_points() -> None:
    assert TAROK_PACK.count(range(54)) == 70
    assert GERMAN_PACK.count(range(32)) == 120
    assert TAROT_PACK.count([TAROT_PACK.index("EX")]) == Fraction(9, 2)
