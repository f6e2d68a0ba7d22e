"""The worked examples of rules/hosn_owe.md, numbered as there, and whole random rounds."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.oracle.cards import FRENCH32
from tests.oracle.chacha import Stream
from tests.oracle.hosn_round import (
    Cards,
    HosnMatch,
    HosnRound,
    Options,
    deal,
    due,
    lay_out,
    payers,
)
from tests.oracle.walk import perft

DEFAULT = Options()

V20 = "HQ HT DJ"


def test_2_the_dealers_choice() -> None:
    first = ["S9", "H7", "DJ", "HK", "HQ", "C8", "CA", "D9", "DT", "SA", "C9", "H9"]
    pack = [*first, *(card for card in FRENCH32 if card not in first)]
    cards = lay_out(pack, [True] * 3, dealer=0)
    game = HosnRound(Options(players=3), cards, dealer=0)
    assert (game.phase, game.current, game.legal()) == ("talon", 0, ["keep", "reject"])
    kept, game = game, game.copy()
    kept.apply("keep")
    assert (kept.hands[0], kept.table) == (first[:3], first[3:6])
    game.apply("reject")
    assert (game.hands[0], game.table) == (first[3:6], first[:3])
    assert game.values()[0] == 20
    assert game.hands[1] == pack[6:9]
    assert game.hands[2] == pack[9:12]
    assert len(game.rest) == 20
    assert (game.phase, game.current) == ("play", 1)


@pytest.mark.parametrize(
    ("players", "rest"), [(2, 23), (3, 20), (4, 17), (5, 14), (6, 11), (7, 8), (8, 5), (9, 2)]
)
def test_rest_pile(players: int, rest: int) -> None:
    game = HosnRound(Options(players=players), deal(Options(players=players), 1))
    assert len(game.rest) == rest


def test_seats_that_are_out_get_no_cards() -> None:
    cards = lay_out(FRENCH32, [True, False, True, True], dealer=3)
    assert [len(hand) for hand in cards.hands] == [3, 0, 3, 3]
    assert cards.hands[0] == FRENCH32[6:9]
    assert cards.hands[2] == FRENCH32[9:12]
    game = HosnRound(DEFAULT, cards, dealer=3)
    assert game.active == [0, 2, 3]
    game.seat = 0
    game.phase = "play"
    game.apply("pass")
    assert game.current == 2


def start(hands: Sequence[str], table: str, options: Options = DEFAULT) -> HosnRound:
    """A round with these cards, the dealer seat 0, who keeps; the rest in the order of the pack."""
    held = [hand.split() for hand in hands]
    used = [card for hand in held for card in hand] + table.split()
    rest = [card for card in FRENCH32 if card not in used]
    game = HosnRound(
        replace(options, players=len(hands)),
        Cards(tuple(map(tuple, held)), (*table.split(), *rest)),
        dealer=0,
    )
    game.apply("keep")
    return game


def test_3_close() -> None:
    game = start(["DA DQ D8", "HQ HT DJ", "S7 C8 H9", "C9 CT H8"], "S8 C7 DK")
    for move in ("swap:DJ:S8", "swap_all", "close"):
        assert "close" in game.legal()
        game.apply(move)
    assert game.current == 0
    for seat in (0, 1, 2):
        assert game.current == seat
        assert "close" not in game.legal()
        game.apply("pass")
    assert game.is_over
    assert game.closer == 3


def test_3_who_pays() -> None:
    held = [hand.split() for hand in ("D8 D7 DT", "SA SK C9", "HJ CJ SJ", "HA H9 H7")]
    values = HosnRound(DEFAULT, Cards(tuple(map(tuple, held)), FRENCH32[:6])).values()
    assert values == [25, 21, Fraction(61, 2), 27]
    assert payers(DEFAULT, held) == [1]


def test_4_blitz_in_the_final_turns() -> None:
    # As in example 3, and seat 0 swaps 8♦ for K♦.
    game = start(["DA DQ D8", "SA SK H8", "HQ HT D7", "CA C9 C7"], "DK S8 C8")
    for move in ("pass", "pass", "close"):
        game.apply(move)
    assert game.values()[2] == 20
    game.apply("swap:D8:DK")
    assert game.is_over
    assert game.values() == [31, 21, 20, 27]
    assert game.due() == [0, 0, 1, 0]


def test_5_blitz_from_the_deal() -> None:
    game = start(["HQ HT DJ", "CT HJ DQ", "SA SK ST", "CA C7 D9"], "S8 C8 D8")
    assert game.is_over
    assert game.values() == [20, 10, 31, 18]
    assert game.returns() == [0, -1, 0, 0]


def test_specials_are_looked_for_after_the_dealers_choice() -> None:
    cards = Cards((("SA", "SK", "ST"), ("H7", "C8", "D9")), ("S7", "S8", "S9"))
    game = HosnRound(Options(players=2), cards, dealer=0)
    game.apply("reject")
    assert game.phase == "play"
    game = HosnRound(Options(players=2), cards, dealer=0)
    game.apply("keep")
    assert game.phase == "over"


def passing(players: int) -> HosnRound:
    """A round of so many players in which nobody holds a special combination."""
    options = Options(players=players)
    for seed in range(100):
        game = HosnRound(options, deal(options, seed))
        game.apply("keep")
        if not game.is_over:
            return game
    raise AssertionError


def test_6_all_pass() -> None:
    game = passing(9)
    for _ in range(9):
        assert not game.is_over
        game.apply("pass")
    assert game.is_over
    game = passing(8)
    renewed = game.rest[:3]
    for _ in range(8):
        game.apply("pass")
    assert game.table == renewed
    assert len(game.rest) == 2
    for _ in range(8):
        assert not game.is_over
        game.apply("pass")
    assert game.is_over


def test_without_the_refresh_the_round_ends_when_all_have_passed() -> None:
    game = start([V20, "C8 S9 D7"], "S8 C7 DK", replace(DEFAULT, refresh_on_all_pass=False))
    game.apply("pass")
    game.apply("swap:HQ:S8")
    game.apply("pass")
    assert not game.is_over
    game.apply("pass")
    assert game.is_over


def test_passes_during_the_final_turns_renew_nothing() -> None:
    game = start([V20, "C8 S9 D7", "D8 H8 SJ"], "S8 C7 DK")
    table = list(game.table)
    for move in ("pass", "pass", "close", "pass", "pass"):
        game.apply(move)
    assert game.is_over
    assert game.table == table


def test_safeguard_of_thirty_turns() -> None:
    game = start([V20, "C8 S9 D7"], "S8 C7 DK")
    moves = 0
    while not game.is_over:
        game.apply("swap_all" if game.current == 1 else "pass")
        moves += 1
    assert moves == 60


@pytest.mark.parametrize(
    ("options", "hands", "closer", "expected"),
    [
        pytest.param({}, "HQ HT DJ/CQ CT SJ/CA C9 C7/D7 H7 S7", None, [0, 1], id="7 both pay"),
        pytest.param({}, "HA HK H9/CA CK C9", None, [], id="7 all tied: nobody pays"),
        pytest.param(
            {"tie_rule": "suit_order"}, "HQ HT DJ/CQ CT SJ/CA C9 C7", None, [0], id="7 suit order"
        ),
        pytest.param(
            {"tie_rule": "suit_order"}, "HA HK H9/CA CK C9", None, [0], id="suit order of two"
        ),
        pytest.param(
            {"tie_rule": "suit_order"}, "HT C7 DT/SK S7 C9/CA CT CK", None, [0],
            id="of several equal suits in one hand the highest counts",
        ),
        pytest.param(
            {"tie_rule": "suit_order"}, "HT DT C8/SK D7 H9/CA CT CK", None, [0],
            id="hearts count of hearts and diamonds",
        ),
        pytest.param(
            {"tie_rule": "suit_order"}, "SK H9 D8/SQ H8 D7/CA CT CK", None, [0, 1],
            id="king and queen of spades are tied",
        ),
        pytest.param(
            {"tie_rule": "suit_order"}, "H7 D7 S7/H8 D8 S8", None, [0], id="the lower triplet"
        ),
        pytest.param(
            {"tie_rule": "closer_pays"}, "HQ HT DJ/CQ CT SJ/CA C9 C7", 1, [1],
            id="only the closer pays",
        ),
        pytest.param(
            {"tie_rule": "closer_pays"}, "HQ HT DJ/CQ CT SJ/CA C9 C7", 2, [0, 1],
            id="a closer who is not lowest",
        ),
        pytest.param({}, "HA SA CA/CK C8 CT/S9 ST D7/DJ CJ SJ", None, [2], id="10 the lowest"),
        pytest.param(
            {"feuer_all_pay": True}, "HA SA CA/CK C8 CT/S9 ST D7/DJ CJ SJ", None, [1, 2, 3],
            id="10 everyone but the holder",
        ),
    ],
)  # fmt: skip
def test_payers(
    options: dict[str, object], hands: str, closer: int | None, expected: list[int]
) -> None:
    held = [hand.split() for hand in hands.split("/")]
    assert payers(replace(DEFAULT, **options), held, closer) == expected  # type: ignore[arg-type]


def test_a_closer_who_is_lowest_pays_double() -> None:
    held = [hand.split() for hand in ("HQ HT DJ", "CQ CT SJ", "CA C9 C7")]
    double = replace(DEFAULT, closer_lowest_double=True)
    assert due(double, held, closer=1) == [1, 2, 0]
    assert due(double, held, closer=2) == [1, 1, 0]
    assert due(DEFAULT, held, closer=1) == [1, 1, 0]


def test_8_a_match_with_tokens() -> None:
    match = HosnMatch(Options(players=3), dealer=2)
    rows = [
        (0, [2, 3, 3], 1, [True, True, True]),
        (0, [1, 3, 3], 2, [True, True, True]),
        (1, [1, 2, 3], 3, [True, True, True]),
        (0, [0, 2, 3], 4, [True, True, True]),
        (2, [0, 2, 2], 5, [True, True, True]),
        (0, [0, 2, 2], 5, [False, True, True]),
        (1, [0, 1, 2], 6, [False, True, True]),
        (1, [0, 0, 2], 7, [False, True, True]),
        (1, [0, 0, 2], 7, [False, False, True]),
    ]
    for payer, tokens, pot, active in rows:
        assert not match.is_over
        match.add([int(seat == payer) for seat in range(3)])
        assert (match.tokens, match.pot, match.active) == (tokens, pot, active)
    assert match.is_over
    assert match.winner == 2
    assert match.results() == [-3, -3, 6]
    assert match.places() == [3, 2, 1]


def test_9_swimmers_tie() -> None:
    match = HosnMatch(Options(players=2, tokens=1), dealer=0)
    match.add([1, 1])
    assert match.swimming == [True, True]
    match.add([0, 0])
    assert not match.is_over
    match.add([1, 0])
    assert match.winner == 1
    assert match.results() == [-1, 1]


def test_without_swimming_the_last_token_puts_out() -> None:
    match = HosnMatch(Options(players=3, tokens=1, swimming=False), dealer=0)
    match.add([0, 1, 0])
    assert match.active == [True, False, True]
    # "The next active player to the left."
    assert match.dealer == 2


def test_two_tokens_owed_with_one_left() -> None:
    match = HosnMatch(Options(players=3, tokens=1), dealer=0)
    match.add([2, 0, 0])
    assert (match.tokens, match.pot) == ([0, 1, 1], 1)
    assert match.swimming == [True, False, False]
    match.add([2, 0, 0])
    assert match.active == [False, True, True]


def test_close_in_the_first_orbit() -> None:
    game = start([V20, "C8 S9 D7"], "S8 C7 DK", replace(DEFAULT, close_first_orbit=False))
    assert "close" not in game.legal()
    game.apply("pass")
    assert "close" not in game.legal()
    game.apply("swap:HQ:S8")
    assert "close" in game.legal()


def test_returns_are_the_tokens_paid() -> None:
    game = start([V20, "SA SK C7"], "S8 C8 D8")
    game.tokens = [0, 3]
    game.apply("close")
    assert game.returns() == [0, 0]
    game.apply("pass")
    assert game.due() == [1, 0]
    assert game.returns() == [0, 0]
    game.tokens = [2, 3]
    assert game.returns() == [-1, 0]


def test_moves_from_the_first_turn() -> None:
    game = start([V20, "C8 S9 D7"], "S8 C7 DK")
    # Nine swaps, swap_all, pass, close.
    assert perft(game, 1) == 12
    assert game.legal()[0] == "swap:C8:S8"


@pytest.mark.parametrize("players", [2, 3, 5, 9])
@pytest.mark.parametrize("tie_rule", ["all_pay", "closer_pays", "suit_order"])
def test_whole_random_matches(players: int, tie_rule: str) -> None:
    options = Options(
        players=players,
        tie_rule=tie_rule,
        tokens=2,
        feuer_all_pay=players == 3,
        closer_lowest_double=players == 5,
        swimming=players != 9,
    )
    stream = Stream(players, 1)
    match = HosnMatch(options, dealer=0)
    while not match.is_over:
        index = match.round
        cards = deal(options, 7, index, active=match.active, dealer=match.dealer)
        game = HosnRound(options, cards, match.dealer, match.tokens)
        while game.current is not None:
            legal = game.legal()
            game.apply(legal[stream.below(len(legal))])
            held = [card for hand in game.hands for card in hand] + game.table + game.rest
            assert len(set(held)) == len(held)
        paid, before = game.returns(), match.pot
        match.add(game.due())
        assert match.pot - before == -sum(paid)
    assert sum(match.results()) == 0
    assert max(match.results()) == 2 * (players - 1)
