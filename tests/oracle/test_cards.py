"""The examples of rules/counting.md and rules/hosn_owe.md, and the published vectors of ChaCha8."""

import pytest
from tests.oracle import chacha, hosn_owe
from tests.oracle.cards import (
    EXCUSE,
    FRENCH32,
    FRENCH52,
    FRENCH78,
    GERMAN20,
    GERMAN24,
    GERMAN32,
    KINGS,
    OUDLERS,
    STROHMANDLI42,
    STROHMANDLI54,
    STROHMANDLI_ADDED,
    TAROK54,
    TAROKKS,
    TRULL,
    book_french_trick,
    count54,
    count_halves,
    count_straight,
    reduced_french,
    round_thirds,
    strohmandli_value,
    tarock24_value,
    tarok_suit_cards,
    tarok_value,
    thirds54,
    ulti_value,
)

SUIT_CARDS = [card for card in TAROK54 if card not in TAROKKS]


@pytest.mark.parametrize(
    ("pack", "size"),
    [
        pytest.param(TAROK54, 54, id="22 tarokks and 32 suit cards"),
        pytest.param(STROHMANDLI42, 42, id="22 tarokks and 20 suit cards"),
        pytest.param(STROHMANDLI54, 54, id="the 42-card deck plus the twelve removed cards"),
        pytest.param(FRENCH78, 78, id="four suits of 14, 21 trumps and the Excuse"),
        pytest.param(FRENCH52, 52, id="52 French cards"),
        pytest.param(FRENCH32, 32, id="French without 2-6"),
        pytest.param(reduced_french(4), 16, id="four ranks kept"),
        pytest.param(GERMAN32, 32, id="32 Hungarian cards"),
        pytest.param(GERMAN24, 24, id="without the VIIs and VIIIs"),
        pytest.param(GERMAN20, 20, id="without the IXs too"),
    ],
)
def test_pack_has_each_card_once(pack: tuple[str, ...], size: int) -> None:
    assert len(pack) == len(set(pack)) == size


def test_pack_of_54_has_a_nominal_sum_of_106() -> None:
    assert sum(tarok_value(card) for card in TAROK54) == 106


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        pytest.param(TAROK54, 70, id="1 whole pack"),
        pytest.param([], 0, id="2 empty"),
        pytest.param(["T2"], 0, id="3 one common card"),
        pytest.param(["T2", "T3"], 1, id="4 two common cards"),
        pytest.param(["T2", "T3", "T4"], 1, id="5 three common cards"),
        pytest.param(["T21"], 4, id="6 Mond"),
        pytest.param(["T21", "T22"], 9, id="7 Mond and Škis"),
        pytest.param(["SK", "T2", "H4"], 5, id="8 one counting card"),
        pytest.param(["SK", "SQ", "C7"], 8, id="9 two counting cards"),
        pytest.param(["SK", "SQ", "SN"], 10, id="10 three counting cards"),
        pytest.param(TRULL, 13, id="11 Pagat, Mond, Škis"),
        pytest.param(KINGS, 17, id="12 four kings"),
        pytest.param(tarok_suit_cards("H"), 13, id="13 one whole red suit"),
        pytest.param(TAROKKS, 19, id="14 all 22 tarokks"),
        pytest.param(SUIT_CARDS, 51, id="15 all 32 suit cards"),
    ],
)
def test_count_by_threes(pile: list[str], points: int) -> None:
    assert count54(pile) == points
    assert count54(list(reversed(pile))) == points
    assert round_thirds(thirds54(pile)) == points


def split_of(size: int, nominal: int) -> tuple[list[str], list[str]]:
    """The pack in two piles, the first with so many cards and so high a nominal sum."""
    common = [card for card in TAROK54 if tarok_value(card) == 1]
    counting = [card for card in TAROK54 if tarok_value(card) > 1]
    chosen: list[str] = []
    # Every counting card adds its value less one to what common cards alone would make.
    missing = nominal - size
    for card in counting:
        if tarok_value(card) - 1 <= missing:
            chosen.append(card)
            missing -= tarok_value(card) - 1
    assert missing == 0
    chosen += common[: size - len(chosen)]
    return chosen, [card for card in TAROK54 if card not in chosen]


@pytest.mark.parametrize(
    ("size", "nominal", "first", "second"),
    [
        pytest.param(27, 54, 36, 34, id="16 both piles of whole groups"),
        pytest.param(28, 54, 35, 35, id="17 one card and two cards left over"),
        pytest.param(29, 55, 36, 34, id="18 35 and two thirds wins"),
        pytest.param(31, 56, 35, 35, id="19 35 and one third loses"),
    ],
)
def test_two_piles_add_to_70(size: int, nominal: int, first: int, second: int) -> None:
    one, other = split_of(size, nominal)
    assert (len(one), sum(map(tarok_value, one))) == (size, nominal)
    assert (count54(one), count54(other)) == (first, second)
    assert (round_thirds(thirds54(one)), round_thirds(thirds54(other))) == (first, second)


@pytest.mark.parametrize(
    ("thirds", "points"),
    [
        pytest.param(106, 35, id="35 and one third counts as 35"),
        pytest.param(107, 36, id="35 and two thirds counts as 36"),
        pytest.param(108, 36, id="36 counts as 36"),
    ],
)
def test_thirds_are_rounded_to_the_nearest_point(thirds: int, points: int) -> None:
    assert round_thirds(thirds) == points


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        pytest.param(STROHMANDLI42, 94, id="whole pack of 42"),
        pytest.param(KINGS, 20, id="four kings"),
        pytest.param(TRULL, 15, id="honours"),
        pytest.param(TAROKKS, 34, id="all 22 tarokks"),
        pytest.param([c for c in STROHMANDLI42 if c not in TAROKKS], 60, id="all 20 suit cards"),
        pytest.param(["HK", "HQ", "HN", "HJ", "HA"], 15, id="one red suit"),
        pytest.param(STROHMANDLI54, 94, id="whole pack of 54"),
        pytest.param(tarok_suit_cards("S"), 15, id="one black suit of 54"),
        pytest.param(STROHMANDLI_ADDED, 0, id="the twelve added cards"),
    ],
)
def test_strohmandli_is_counted_straight(pile: list[str], points: int) -> None:
    assert count_straight(pile, strohmandli_value) == points


@pytest.mark.parametrize(
    ("pile", "half_points"),
    [
        pytest.param(FRENCH78, 182, id="20 whole pack"),
        pytest.param(OUDLERS, 27, id="21 three oudlers"),
        pytest.param(["CK", "C2"], 10, id="22 king and small card"),
        pytest.param([c for c in FRENCH78 if c[0] == "S"], 34, id="23 one suit"),
        pytest.param([c for c in FRENCH78 if c[0] in "TE"], 46, id="24 all trumps and Excuse"),
    ],
)
def test_count_by_halves(pile: list[str], half_points: int) -> None:
    assert count_halves(pile) == half_points


@pytest.mark.parametrize(
    ("same_side", "last", "winner", "owner"),
    [
        pytest.param(False, False, 12, 8, id="25 Excuse by taker, trick won by defenders"),
        pytest.param(False, True, 20, 0, id="26 the same trick as last trick of the deal"),
        pytest.param(True, False, 20, 0, id="27 Excuse by a defender, won by another defender"),
    ],
)
def test_booking_of_the_excuse(*, same_side: bool, last: bool, winner: int, owner: int) -> None:
    trick = ["HK", "H2", "H7", EXCUSE]
    assert book_french_trick(trick, excuse_by_winning_side=same_side, last=last) == (winner, owner)


def test_german_packs_of_24_and_20_have_120_points() -> None:
    assert count_straight(GERMAN24, tarock24_value) == 120
    assert count_straight(GERMAN20, tarock24_value) == 120
    assert count_straight([c for c in GERMAN24 if c[0] == "H"], tarock24_value) == 30
    assert count_straight([c for c in GERMAN24 if c[1] in "AT"], tarock24_value) == 84


def test_ulti_has_80_points_in_cards() -> None:
    assert count_straight(GERMAN32, ulti_value) == 80


@pytest.mark.parametrize(
    ("hand", "doubled"),
    [
        pytest.param("HQ HT DJ", 40, id="hearts 10 + 10"),
        pytest.param("CA CK C9", 60, id="11 + 10 + 9"),
        pytest.param("D7 H7 S7", 61, id="triplet"),
        pytest.param("DA DK DT", 62, id="BLITZ of ten, court and ace"),
        pytest.param("SA SQ SJ", 62, id="BLITZ of two courts and ace"),
        pytest.param("HA SA CA", 66, id="FEUER"),
        pytest.param("SA HK DQ", 22, id="three suits, no BLITZ"),
        pytest.param("SA HA HK", 42, id="hearts 11 + 10, spades 11"),
        pytest.param("S9 S8 DA", 34, id="spades 17 beats diamonds 11"),
        pytest.param("CT HJ DQ", 20, id="ten-point cards of different ranks are no triplet"),
        pytest.param("DT DJ DQ", 60, id="no ace, no BLITZ"),
        pytest.param("C7 D7 H8", 16, id="the lowest hand without a triplet is 8"),
    ],
)
def test_hosn_owe_value(hand: str, doubled: int) -> None:
    assert hosn_owe.doubled_value(hand.split()) == doubled
    assert hosn_owe.ends_round(hand.split()) == (doubled >= 62)


# draft-strombergson-chacha-test-vectors: ChaCha8, key of 256 bits, blocks 0 and 1.
VECTORS = [
    pytest.param(
        "00" * 32,
        "00" * 8,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
        id="TC1: all zero key and IV",
    ),
    pytest.param(
        "01" + "00" * 31,
        "00" * 8,
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4",
        id="TC2: single bit in key set, all zero IV",
    ),
    pytest.param(
        "00" * 32,
        "01" + "00" * 7,
        "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
        "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06"
        "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040"
        "a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37fe46",
        id="TC3: single bit in IV set, all zero key",
    ),
    pytest.param(
        "c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d",
        "1ada31d5cf688221",
        "838751b42d8ddd8a3d77f48825a2ba752cf4047cb308a5978ef274973be374c9"
        "6ad848065871417b08f034e681fe46a93f7d5c61d1306614d4aaf257a7cff08b"
        "16f2fda170cc18a4b58a2667ed962774af792a6e7f3c77992540711a7a136d7e"
        "8a2f8d3f93816709d45a3fa5f8ce72fde15be7b841acba3a2abd557228d9fe4f",
        id="TC8: random key and IV",
    ),
]


@pytest.mark.parametrize(("key", "iv", "expected"), VECTORS)
def test_chacha8_gives_the_published_key_stream(key: str, iv: str, expected: str) -> None:
    stream = int.from_bytes(bytes.fromhex(iv), "little")
    words = [
        word for counter in (0, 1) for word in chacha.block(bytes.fromhex(key), counter, stream)
    ]
    assert b"".join(word.to_bytes(4, "little") for word in words).hex() == expected


def test_seed_0_stream_0_begins_with_the_published_words() -> None:
    stream = chacha.Stream(seed=0, index=0)
    assert [stream.word() for _ in range(3)] == [0x2FEF003E, 0xD6405F89, 0xE8B85B7F]
    # Word 16 is the first of block 1.
    for _ in range(13):
        stream.word()
    assert stream.word() == 0x0DFAAED2


def test_seed_and_index_fill_key_and_nonce_from_their_low_byte() -> None:
    assert chacha.Stream(seed=1, index=0).word() == 0xA0E95ECF
    assert chacha.Stream(seed=0, index=1).word() == 0xB34B8F2B


def test_below_one_consumes_no_word() -> None:
    stream = chacha.Stream(seed=0, index=0)
    assert stream.below(1) == 0
    assert stream.word() == 0x2FEF003E


def test_shuffle_is_a_permutation_and_goes_on_with_the_same_words() -> None:
    stream = chacha.Stream(seed=7, index=3)
    first, second = stream.shuffle(54), stream.shuffle(54)
    assert sorted(first) == sorted(second) == list(range(54))
    assert first != second
    assert chacha.Stream(seed=7, index=3).shuffle(54) == first
