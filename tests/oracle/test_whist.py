"""The worked examples of rules/whist.md, numbered as there, and whole random hands."""

from dataclasses import replace

import pytest
from tests.oracle import minimax
from tests.oracle.cards import FRENCH52
from tests.oracle.chacha import PLAYOUT_BLOCK, Stream, playout
from tests.oracle.walk import perft
from tests.oracle.whist import (
    Options,
    WhistPlay,
    deal,
    hand_points,
    honours_of,
    lay_out,
    legal_cards,
    winning_card,
)
from tests.oracle.whist_match import WhistMatch

DEFAULT = Options()
NS, EW = 0, 1


def test_1_the_last_card_is_turned_and_belongs_to_the_dealer() -> None:
    pack = [card for card in FRENCH52 if card != "D6"] + ["D6"]
    cards = lay_out(pack, dealer=3)
    assert cards.trump == "D"
    assert "D6" in cards.hands[3]
    assert [len(hand) for hand in cards.hands] == [13, 13, 13, 13]
    assert cards.hands[0][0] == pack[0]
    assert cards.hands[1][1] == pack[5]


def test_dealing_starts_left_of_the_dealer() -> None:
    cards = lay_out(FRENCH52, dealer=1)
    assert cards.hands[2][0] == FRENCH52[0]
    assert FRENCH52[51] in cards.hands[1]


@pytest.mark.parametrize(
    ("void_rule", "hand", "legal"),
    [
        pytest.param("must_trump", "CK C3 HA S9", "CK C3", id="2 clubs must be followed"),
        pytest.param("must_trump", "HA H2 S9 DQ", "HA H2", id="2 no club: trump"),
        pytest.param("must_trump", "S9 DQ", "S9 DQ", id="2 neither: any card"),
        pytest.param("free", "HA H2 S9 DQ", "HA H2 S9 DQ", id="2 free: all four"),
        pytest.param("free", "CK C3 HA S9", "CK C3", id="free: clubs must be followed"),
    ],
)
def test_legal_cards(void_rule: str, hand: str, legal: str) -> None:
    options = replace(DEFAULT, void_rule=void_rule)
    assert legal_cards(options, hand.split(), "C", "H") == legal.split()


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        pytest.param("H", "SQ SA H4 S7", "H4", id="3 the only trump wins"),
        pytest.param("H", "SQ SA H4 H9", "H9", id="3 the higher trump wins"),
        pytest.param("H", "SQ SA H4 H3", "H4", id="3 no duty to overtrump"),
        pytest.param(None, "SQ SA H4 HK", "SA", id="without trumps the suit led"),
        pytest.param("D", "S2 HA CA S3", "S3", id="other suits never win"),
    ],
)
def test_trick_winner(trump: str | None, trick: str, winner: str) -> None:
    assert winning_card(trick.split(), trump) == winner


@pytest.mark.parametrize(
    ("slam_mode", "tricks", "expected"),
    [
        pytest.param("add", 6, (0, 0), id="4 six tricks lose"),
        pytest.param("add", 7, (1, 1), id="4 seven tricks"),
        pytest.param("add", 10, (4, 4), id="4 ten tricks"),
        pytest.param("add", 11, (5, 5), id="4 eleven tricks"),
        pytest.param("add", 12, (6, 36), id="4 small slam"),
        pytest.param("add", 13, (7, 57), id="4 grand slam"),
        pytest.param("replace", 11, (5, 5), id="4 replace: eleven tricks"),
        pytest.param("replace", 12, (6, 30), id="4 replace: small slam"),
        pytest.param("replace", 13, (7, 50), id="4 replace: grand slam"),
        pytest.param("none", 12, (6, 6), id="none: slams are worth their odd tricks"),
        pytest.param("none", 13, (7, 7), id="none: grand slam too"),
    ],
)
def test_hand_points(slam_mode: str, tricks: int, expected: tuple[int, int]) -> None:
    assert hand_points(replace(DEFAULT, slam_mode=slam_mode), tricks) == expected


def enter(match: WhistMatch, side: int, tricks: int, honours: tuple[int, int] = (0, 0)) -> None:
    """Enter a hand that `side` won with so many tricks."""
    match.add([tricks, 13 - tricks] if side == NS else [13 - tricks, tricks], honours)


def test_5_a_whole_english_rubber() -> None:
    match = WhistMatch(DEFAULT)
    # After each hand: games, game points of the running game, total points.
    rows = [
        (NS, 9, [0, 0], [3, 0], [3, 0]),
        (EW, 8, [0, 0], [3, 2], [3, 2]),
        (NS, 8, [1, 0], [0, 0], [7, 2]),
        (EW, 11, [1, 1], [0, 0], [7, 10]),
        (NS, 7, [1, 1], [1, 0], [8, 10]),
        (EW, 10, [1, 1], [1, 4], [8, 14]),
        (NS, 12, [2, 1], [0, 0], [45, 14]),
    ]
    for side, tricks, games, game_points, totals in rows:
        enter(match, side, tricks)
        assert (match.games, match.game_points, match.totals) == (games, game_points, totals)
    assert match.is_over
    assert match.winner == NS
    assert match.difference == 31


def test_6_third_game_not_played() -> None:
    match = WhistMatch(replace(DEFAULT, stake=2))
    enter(match, NS, 11)
    enter(match, EW, 9)
    assert match.games == [1, 0]
    enter(match, NS, 11)
    assert match.is_over
    assert match.totals == [14, 3]
    assert match.payments() == [22, -22, 22, -22]


def test_7_american_game() -> None:
    match = WhistMatch(replace(DEFAULT, game_target=7))
    enter(match, NS, 10)
    enter(match, EW, 12)
    assert (match.game_points, match.totals) == ([4, 6], [4, 36])
    enter(match, NS, 9)
    assert (match.games, match.totals) == ([1, 0], [8, 36])


@pytest.mark.parametrize(
    ("tricks", "games", "totals"),
    [
        pytest.param(8, [1, 0], [3 + 2 + 1, 3], id="8 tricks win the game before honours"),
        pytest.param(7, [0, 1], [4, 3 + 2 + 1], id="8 else honours are added"),
    ],
)
def test_tricks_before_honours(tricks: int, games: list[int], totals: list[int]) -> None:
    match = WhistMatch(replace(DEFAULT, honours="english"))
    enter(match, NS, 9)
    enter(match, EW, 9)
    enter(match, NS, tricks, honours=(0, 2))
    assert (match.games, match.totals) == (games, totals)


def test_a_side_one_short_of_the_target_scores_no_honours() -> None:
    match = WhistMatch(replace(DEFAULT, honours="english"))
    enter(match, NS, 10)
    enter(match, EW, 7, honours=(4, 0))
    assert (match.game_points, match.totals) == ([4, 1], [4, 1])


def test_continental_honours_never_count_for_the_game() -> None:
    match = WhistMatch(replace(DEFAULT, honours="continental"))
    enter(match, NS, 10, honours=(6, 0))
    assert (match.game_points, match.totals) == ([4, 0], [10, 0])
    enter(match, NS, 7, honours=(0, 4))
    assert (match.games, match.totals) == ([1, 0], [14, 4])


@pytest.mark.parametrize(
    ("slam_mode", "totals"),
    [
        pytest.param("add", [38, 5], id="9 set number of deals"),
        pytest.param("replace", [32, 5], id="9 slam premiums replace"),
    ],
)
def test_set_number_of_deals(slam_mode: str, totals: list[int]) -> None:
    match = WhistMatch(replace(DEFAULT, match_mode="deals", slam_mode=slam_mode))
    for side, tricks in ((NS, 8), (EW, 10), (NS, 12), (EW, 7)):
        assert not match.is_over
        enter(match, side, tricks)
    assert match.is_over
    assert match.totals == totals
    assert match.winner == NS


def test_equal_totals_are_a_draw() -> None:
    match = WhistMatch(replace(DEFAULT, match_mode="deals", match_deals=2, stake=1))
    enter(match, NS, 8)
    enter(match, EW, 8)
    assert match.winner is None
    assert match.payments() == [0, 0, 0, 0]


def test_winners_of_the_rubber_with_fewer_points_are_paid_nothing() -> None:
    match = WhistMatch(replace(DEFAULT, stake=1))
    for side, tricks in ((EW, 13), (NS, 11), (NS, 11)):
        enter(match, side, tricks)
    assert match.winner == NS
    assert match.difference < 0
    assert match.payments() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("honours", "north", "south", "expected"),
    [
        pytest.param("english", "HA HK", "HQ HJ", [4, 0], id="four of four"),
        pytest.param("english", "HA HK", "HQ HT", [2, 0], id="three of four; the ten is none"),
        pytest.param("english", "HA HK", "H9 CA", [0, 0], id="two score nothing"),
        pytest.param("continental", "HA HK HT", "HQ HJ", [6, 0], id="five of five"),
        pytest.param("continental", "HA HK HT", "HQ", [4, 0], id="four of five"),
        pytest.param("off", "HA HK HT", "HQ HJ", [0, 0], id="off by default"),
    ],
)
def test_honours(honours: str, north: str, south: str, expected: list[int]) -> None:
    hands: list[list[str]] = [north.split(), [], south.split(), []]
    assert honours_of(replace(DEFAULT, honours=honours), hands, "H") == expected


@pytest.mark.parametrize("void_rule", ["must_trump", "free"])
def test_whole_random_hands(void_rule: str) -> None:
    for seed in range(30):
        cards = deal(seed)
        play = WhistPlay(replace(DEFAULT, void_rule=void_rule), cards.hands, cards.trump)
        stream = Stream(seed, 1)
        for _ in range(52):
            legal = play.legal()
            play.apply(legal[stream.below(len(legal))])
        assert play.is_over
        assert sum(play.side_tricks) == 13
        # Exactly one side has 7 or more tricks.
        assert sum(points > 0 for points in play.returns()) == 2


def test_playout_draws_from_the_blocks_of_its_own() -> None:
    cards = deal(seed=3, index=4)
    play = WhistPlay(DEFAULT, cards.hands, cards.trump)
    first = play.legal()
    moves = playout(play, 3, 4, list(FRENCH52))
    assert play.is_over
    assert sorted(moves) == sorted(FRENCH52)
    # Thirteen cards may be led, in the order of their numbers.
    led = Stream(3, 4, PLAYOUT_BLOCK).below(13)
    assert moves[0] == sorted(first, key=FRENCH52.index)[led]


def test_minimax_of_a_finesse() -> None:
    # North leads to the ace and queen of South, with the king before or behind them.
    onside = WhistPlay(DEFAULT, [["S2", "C3"], ["SK", "S4"], ["SA", "SQ"], ["C5", "C4"]], None)
    behind = WhistPlay(DEFAULT, [["S2", "C3"], ["C5", "C4"], ["SA", "SQ"], ["SK", "S4"]], None)

    def tricks(end: WhistPlay) -> int:
        return end.side_tricks[0]

    assert minimax.table(onside, {0, 2}, tricks) == {"S2": 2, "C3": 0}
    assert minimax.value(behind, {0, 2}, tricks) == 1
    assert perft(onside, 1) == 2
