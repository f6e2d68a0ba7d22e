"""The worked examples of rules/strohmandli.md, numbered as there, and whole random deals."""

from collections.abc import Sequence

import pytest
from tests.oracle.cards import KINGS, STROHMANDLI42, STROHMANDLI54
from tests.oracle.chacha import Stream
from tests.oracle.strohmandli import Cards, StrohmandliDeal, deal, lay_out, pack_of, packets
from tests.oracle.strohmandli_score import (
    Options,
    Outcome,
    StrohmandliMatch,
    figures,
    score,
)
from tests.oracle.walk import perft

TWO, HOUSE = Options(), Options(scoring_set="house")
THREE42, THREE54 = Options(form="three42"), Options(form="three54")


def ending(
    options: Options,
    hands: Sequence[str],
    piles: Sequence[Sequence[str]] = (),
    leader: int = 0,
) -> StrohmandliDeal:
    """An ending; hands and piles are written as words, piles from the top."""
    lying = [tuple(tuple(pile.split()) for pile in own) for own in piles]
    lying += [()] * (len(hands) - len(lying))
    cards = Cards(tuple(tuple(hand.split()) for hand in hands), tuple(lying))
    return StrohmandliDeal(options, cards, leader=leader)


def play(game: StrohmandliDeal, moves: str) -> StrohmandliDeal:
    """Make moves."""
    for move in moves.split():
        game.apply(move)
    return game


@pytest.mark.parametrize(
    ("options", "points", "expected"),
    [
        pytest.param(TWO, 73, 7, id="1 cumulative 1 + 2 + 4"),
        pytest.param(Options(figure_stacking="highest_of_points"), 73, 4, id="1 highest"),
        pytest.param(TWO, 47, 0, id="2 47 is no game"),
        pytest.param(TWO, 48, 1, id="2 48 is the game"),
        pytest.param(TWO, 59, 1, id="59 is no kassza"),
        pytest.param(TWO, 60, 3, id="2 60 is kassza"),
        pytest.param(TWO, 70, 3, id="2 70 is no double game"),
        pytest.param(TWO, 71, 7, id="2 71 is double game"),
        pytest.param(TWO, 23, 0, id="failing costs nothing"),
        pytest.param(THREE42, 33, 1, id="7 33"),
        pytest.param(THREE42, 40, 3, id="7 40"),
        pytest.param(THREE42, 21, 0, id="7 21"),
        pytest.param(THREE42, 48, 7, id="8 48"),
        pytest.param(THREE42, 32, 1, id="8 32"),
        pytest.param(THREE42, 14, 0, id="8 14"),
        pytest.param(THREE54, 31, 0, id="9 31"),
        pytest.param(THREE54, 32, 1, id="9 32"),
    ],
)
def test_points(options: Options, points: int, expected: int) -> None:
    assert score(options, Outcome(points)) == expected


@pytest.mark.parametrize(
    ("options", "outcome", "declared", "expected"),
    [
        pytest.param(
            TWO,
            Outcome(62, pagat_ultimo=True),
            ["tuletroa", "head"],
            11,
            id="3 tuletroa, head, 62 points, pagat ultimo",
        ),
        pytest.param(TWO, Outcome(32, uhu=True), [], 5, id="3 uhu"),
        pytest.param(
            TWO, Outcome(94, all_tricks=True, pagat_ultimo=True), [], 18, id="4 valat with pagat"
        ),
        pytest.param(
            TWO,
            Outcome(94, all_tricks=True, pagat_catch=True),
            [],
            18,
            id="4 valat with the opponent's pagat",
        ),
        pytest.param(
            HOUSE, Outcome(75, trull=True, kings=True, mond_catch=True), [], 17, id="5 house"
        ),
        pytest.param(HOUSE, Outcome(19), [], 0, id="5 the opponent"),
        pytest.param(
            HOUSE,
            Outcome(94, all_tricks=True, trull=True, kings=True, pagat_ultimo=True),
            [],
            21,
            id="6 house valat",
        ),
        pytest.param(HOUSE, Outcome(40, pagat_catch=True), [], 3, id="house pagat catch"),
        pytest.param(HOUSE, Outcome(40, uhu=True), [], 4, id="house uhu"),
        pytest.param(HOUSE, Outcome(40, pagat_ultimo=True), [], 6, id="house pagat ultimo"),
        pytest.param(TWO, Outcome(40, trull=True, kings=True), [], 0, id="base pays no tuletroa"),
        pytest.param(TWO, Outcome(40, mond_catch=True), [], 0, id="base pays no XXI catch"),
        pytest.param(TWO, Outcome(40), ["four_kings"], 4, id="four kings declared"),
        pytest.param(
            Options(figure_stacking="highest_overall"),
            Outcome(73, uhu=True),
            ["head"],
            6,
            id="highest overall: the uhu, and the declaration",
        ),
        pytest.param(
            Options(figure_stacking="highest_of_points"),
            Outcome(73, uhu=True),
            ["head"],
            10,
            id="highest of points: the uhu stands beside the double game",
        ),
    ],
)
def test_scores(options: Options, outcome: Outcome, declared: list[str], expected: int) -> None:
    assert score(options, outcome, declared) == expected


def test_figures_name_what_is_paid() -> None:
    outcome = Outcome(61, trull=True, uhu=True)
    assert figures(HOUSE, outcome) == {"game": 1, "kassza": 2, "tuletroa": 2, "uhu": 4}


def test_10_turning() -> None:
    piles = [["T5 HK CQ", "T7 T12 SK", "DJ T21 HA"]]
    game = ending(TWO, ["D2", "C9 C8"], piles)
    assert sorted(game.hands[0]) == ["D2", "HK", "SK", "T12", "T5", "T7"]
    assert game.piles[0] == [["CQ"], [], ["DJ", "T21", "HA"]]
    assert game.face_up(0) == ["CQ", "DJ"]
    play(game, "DJ")
    assert "T21" in game.hands[0]
    assert game.face_up(0) == ["CQ", "HA"]


def test_after_the_trick() -> None:
    game = ending(Options(turn_timing="after_trick"), ["", "C9 C8"], [["DJ T21 HA"]])
    play(game, "DJ")
    assert game.hands[0] == []
    assert game.face_up(0) == []
    copied = game.copy()
    play(copied, "C9")
    assert (copied.hands[0], copied.face_up(0)) == (["T21"], ["HA"])
    assert game.face_up(0) == []


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        pytest.param("DK", "DQ", id="11 a top card follows"),
        pytest.param("HQ", "T14", id="11 tarokk"),
        pytest.param("CJ", "CN CT", id="11 hand or top"),
        pytest.param("T2", "T14", id="tarokk to tarokk"),
    ],
)
def test_11_following(led: str, legal: str) -> None:
    game = ending(TWO, [led + " S9", "T14 CN"], [[], ["DQ", "CT"]])
    assert play(game, led).legal() == legal.split()


def test_no_tarokk_no_suit() -> None:
    game = ending(TWO, ["HQ S9", "CN"], [[], ["DQ"]])
    assert play(game, "HQ").legal() == ["CN", "DQ"]


def test_the_leader_may_lead_from_the_table() -> None:
    assert ending(TWO, ["T14 CN", "S9"], [["DQ", "CT"]]).legal() == ["T14", "CN", "DQ", "CT"]


def test_12_declaration_lost() -> None:
    game = ending(TWO, ["T20 T3 C9", "T22 T21 D2"], leader=0)
    assert play(game, "T20 T21").current == 1
    assert game.legal() == ["T22", "D2"]


def test_tuletroa_then_head() -> None:
    game = ending(TWO, ["T22 T21 T1 DQ", "T2 T3 T4 C9"])
    assert game.legal()[4:] == ["declare:head", "declare:tuletroa"]
    play(game, "declare:tuletroa")
    assert game.legal() == ["T22", "T21", "T1"]
    assert game.current == 0
    play(game, "T22 T2")
    assert game.legal()[3:] == ["declare:head"]
    play(game, "declare:head")
    assert game.legal() == ["T21", "T1"]
    # The pagat is caught (5).
    play(game, "T1 T4 C9 T21 DQ T3")
    assert game.returns() == [2 + 1, 5]


def test_without_head_after_tuletroa() -> None:
    game = ending(Options(head_after_tuletroa=False), ["T22 T21 T1", "T2 T3 T4"])
    assert play(game, "declare:tuletroa T22 T2").legal() == ["T21", "T1"]


def test_head_instead_of_tuletroa() -> None:
    game = ending(TWO, ["T22 T21 T1", "T2 T3 T4"])
    play(game, "declare:head")
    assert game.legal() == ["T22", "T21", "T1"]
    # "Head first means that one honour has gone, so tulétroá is lost"; head is made once.
    assert play(game, "T22 T2").legal() == ["T21", "T1"]


def test_one_declaration_at_a_lead_and_four_kings() -> None:
    game = ending(TWO, ["T22 T1 CK DK HK SK", "T2 T3 T4 T5 T6 C9"])
    assert game.legal()[6:] == ["declare:head", "declare:four_kings"]
    play(game, "declare:four_kings")
    assert game.legal() == list(KINGS)
    play(game, "CK C9")
    assert game.legal()[5:] == ["declare:head"]


def test_a_third_honour_from_the_table() -> None:
    game = ending(TWO, ["T22 T21 CQ", "T20 T2 T3"], [["D3 T1"]], leader=1)
    # T21 goes without a declaration; the pagat comes in from the table later.
    play(game, "T20 T21 D3 T2")
    assert game.current == 1
    play(game, "T3 T22")
    assert game.legal() == ["CQ", "T1"]


def test_head_with_another_pair() -> None:
    game = ending(TWO, ["T22 T1 D3", "T2 T3 T4"], [["CQ T21"], []])
    play(game, "T22 T2")
    play(game, "CQ T3 T4 T1")
    # The skíz is gone, and so is the pagat: one honour left.
    assert "declare:head" not in game.legal()
    game = ending(TWO, ["T22 T1 D3", "T2 C9 C8"], [["CQ T21"], []])
    play(game, "T22 T2 CQ C9")
    assert game.legal()[-1] == "declare:head"
    assert play(game, "declare:head").legal() == ["T1", "T21"]


def test_house_knows_no_declarations() -> None:
    game = ending(HOUSE, ["T22 T21 T1 CK DK HK SK", "T2 T3 T4 T5 T6 T7 T8"])
    assert len(game.legal()) == 7


def test_uhu_and_pagat_ultimo() -> None:
    game = play(ending(TWO, ["T2 T1", "C9 C8"]), "T2 C9 T1 C8")
    outcome = game.outcome(0)
    assert (outcome.uhu, outcome.pagat_ultimo, outcome.all_tricks) == (True, True, True)
    # uhu 5, pagat ultimo 5, valat 6
    assert game.returns() == [16, 0]
    lost = play(ending(TWO, ["T2 T1", "T4 T3"]), "T2 T4 T3 T1")
    # The II and the I are taken: pagat catch 5 and valat 6 for the other.
    assert lost.returns() == [0, 11]


def test_own_pagat_is_no_catch() -> None:
    game = play(ending(THREE42, ["T1", "CT", "ST"]), "T1 CT ST")
    assert game.outcome(0).pagat_catch is False
    caught = play(ending(THREE42, ["CT", "T1", "T2"]), "CT T1 T2")
    assert [caught.outcome(seat).pagat_catch for seat in range(3)] == [False, False, True]


@pytest.mark.parametrize(
    ("options", "hand", "pile", "tricks"),
    [
        pytest.param(TWO, 12, 3, 21, id="two"),
        pytest.param(THREE42, 8, 2, 14, id="three42"),
        pytest.param(THREE54, 9, 3, 18, id="three54"),
        pytest.param(
            Options(form="three54", three54_layout="12_hand_6_table"), 12, 2, 18, id="three54, 12"
        ),
    ],
)
def test_deal_and_whole_random_deals(options: Options, hand: int, pile: int, tricks: int) -> None:
    for index in range(20):
        cards = deal(options, 3, index)
        assert [len(own) for own in cards.hands] == [hand] * options.players
        assert [len(p) for own in cards.piles for p in own] == [pile] * 3 * options.players
        game = StrohmandliDeal(options, cards)
        stream = Stream(3, index, 1000)
        while game.current is not None:
            legal = game.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            game.apply(legal[stream.below(len(legal))])
        assert sum(game.tricks) == tricks
        assert sum(game.points) == 94
        assert sorted(card for won in game.won for card in won) == sorted(pack_of(options))


def test_packets_follow_one_another() -> None:
    cards = lay_out(TWO, STROHMANDLI42)
    assert cards.hands[0][:3] == STROHMANDLI42[:3]
    assert cards.hands[1][:3] == STROHMANDLI42[3:6]
    assert cards.piles[0][0] == tuple(reversed(STROHMANDLI42[6:9]))
    assert cards.hands[0][9:] == STROHMANDLI42[36:39]
    assert cards.hands[1][9:] == STROHMANDLI42[39:42]
    turned = lay_out(THREE54, STROHMANDLI54, dealer=0)
    assert turned.hands[1][:3] == STROHMANDLI54[:3]
    assert turned.hands[0][:3] == STROHMANDLI54[6:9]
    assert packets(THREE42) == [("hand", 2), ("table", 2)] * 3 + [("hand", 2)]


def test_dealer_and_first_lead() -> None:
    assert StrohmandliDeal(THREE42, deal(THREE42, 1, dealer=0), dealer=0).current == 1


def test_match() -> None:
    match = StrohmandliMatch(TWO)
    assert match.left == 4
    for scores in ((11, 5), (0, 0), (1, 3), (0, 4)):
        match.add(scores)
    assert match.is_over
    assert match.totals == [12, 12]
    assert match.places() == [1, 1]
    three = StrohmandliMatch(Options(form="three42", deals=2), dealer=1)
    three.add((7, 1, 0))
    assert three.dealer == 2
    three.add((0, 2, 1))
    assert (three.dealer, three.is_over, three.places()) == (0, True, [1, 2, 3])


def test_lines_of_a_small_ending() -> None:
    # Seat 0 leads one of two; seat 1 must follow or trump in either case.
    assert perft(ending(TWO, ["CK T3", "CQ T2"]), 4) == 2
