"""The worked examples of rules/tarock24.md, numbered as there, and whole random deals."""

from collections.abc import Sequence

import pytest
from tests.oracle.cards import GERMAN24, tarock24_value
from tests.oracle.chacha import Stream
from tests.oracle.tarock24 import Cards, Tarock24Deal, Tarock24Match, deal, lay_out
from tests.oracle.tarock24_play import (
    Options,
    Tarock24Play,
    legal_cards,
    legal_discards,
    settle,
    winning_card,
)
from tests.oracle.walk import perft

DEFAULT = Options()
OVERTAKE = Options(overtake=True)


def bid(calls: str, options: Options = DEFAULT, dealer: int = 2) -> Tarock24Deal:
    """A deal with an auction."""
    game = Tarock24Deal(options, deal(1, dealer=dealer), dealer)
    for call in calls.split():
        game.apply(call)
    return game


def test_1_the_sole_bidder_may_name_any_suit() -> None:
    game = bid("pass play pass")
    assert (game.current, game.declarer) == (1, 1)
    assert game.legal() == ["trump:A", "trump:L", "trump:B", "trump:H"]
    game.apply("trump:H")
    assert game.phase == "talon"
    assert game.legal() == ["stock", "without"]


def test_2_the_first_who_wants_hearts() -> None:
    game = bid("play play pass")
    assert game.current == 0
    assert game.legal() == ["hearts", "no_hearts"]
    game.apply("no_hearts")
    assert game.current == 1
    game.apply("hearts")
    assert (game.declarer, game.trump, game.phase) == (1, "H", "talon")


def test_3_nobody_wants_hearts() -> None:
    game = bid("play pass play no_hearts no_hearts")
    assert (game.current, game.declarer) == (0, 0)
    assert game.legal() == ["trump:A", "trump:L", "trump:B"]
    game.apply("trump:B")
    assert (game.phase, game.current, game.contract) == ("play", 0, "suit")
    assert game.play is not None
    assert game.play.aside == game.talon


def test_4_seats_1_and_2_want_hearts() -> None:
    assert bid("play play play no_hearts hearts").declarer == 1


def test_11_all_nein() -> None:
    game = bid("pass pass pass")
    assert (game.phase, game.current, game.void, game.legal()) == ("over", None, True, [])
    assert game.returns() == [0, 0, 0]


def test_the_auction_starts_after_the_dealer() -> None:
    game = bid("play play", dealer=0)
    assert (game.bidders, game.current) == ([1, 2], 0)
    game.apply("play")
    assert game.current == 1


def test_with_stock() -> None:
    game = bid("pass play pass trump:H stock")
    assert (game.phase, game.current, game.contract) == ("discard", 1, "hearts_stock")
    assert len(game.hands[1]) == 10
    laid = game.legal()[:3]
    for card in laid:
        game.apply(card)
    assert (game.phase, game.current, game.contract) == ("play", 0, "hearts_stock")
    assert game.play is not None
    assert (game.play.aside, game.play.without) == (laid, False)
    assert len(game.hands[1]) == 7


def test_without_stock() -> None:
    game = bid("pass play pass trump:H without")
    assert (game.phase, game.contract) == ("play", "hearts_without")
    assert game.play is not None
    assert (game.play.aside, game.play.without) == (game.talon, True)


def test_sole_bidder_only() -> None:
    options = Options(stock_use="sole_bidder_only")
    contested = bid("play play pass hearts", options)
    assert (contested.phase, contested.contract) == ("play", "suit")
    assert contested.play is not None
    assert contested.play.without is False
    assert bid("pass play pass trump:H", options).phase == "talon"


def test_first_lead() -> None:
    assert bid("pass play pass trump:A").current == 0
    assert bid("pass play pass trump:A", Options(first_lead="declarer")).current == 1


@pytest.mark.parametrize(
    ("options", "points", "kind", "expected"),
    [
        pytest.param(DEFAULT, 62, "stock", 1, id="5 with stock, 62"),
        pytest.param(DEFAULT, 60, "without", -1, id="6 the source: who loses does not pay double"),
        pytest.param(DEFAULT, 61, "without", 2, id="without stock, won: double"),
        pytest.param(DEFAULT, 61, "suit", 1, id="7 61 wins"),
        pytest.param(DEFAULT, 60, "suit", -1, id="60-60 loses"),
        pytest.param(DEFAULT, 120, "suit", 1, id="8 all tricks"),
        pytest.param(Options(schneider=True), 120, "suit", 2, id="8 with schneider"),
        pytest.param(Options(schneider=True), 90, "suit", 2, id="the loser has 30"),
        pytest.param(Options(schneider=True), 89, "suit", 1, id="the loser has 31"),
        pytest.param(Options(schneider=True), 30, "suit", -2, id="the declarer has 30"),
        pytest.param(Options(schneider=True), 31, "suit", -1, id="the declarer has 31"),
        pytest.param(Options(base=5), 62, "stock", 5, id="base"),
        pytest.param(Options(base=5, schneider=True), 95, "without", 15, id="one more base"),
        pytest.param(Options(hearts_factor=2), 62, "stock", 2, id="hearts factor"),
        pytest.param(Options(hearts_factor=2), 62, "without", 4, id="hearts factor, without"),
        pytest.param(Options(hearts_factor=2), 62, "suit", 1, id="no hearts, no factor"),
    ],
)
def test_scores(options: Options, points: int, kind: str, expected: int) -> None:
    paid = settle(options, points, 120 - points, hearts=kind != "suit", without=kind == "without")
    assert paid == expected


def test_5_cards_laid_away_count() -> None:
    assert sum(map(tarock24_value, ["LT", "L9", "BO"])) == 13


def play_out(declarer: int, aside: str, hands: Sequence[str], moves: str) -> Tarock24Play:
    """An ending with acorns as trumps, played."""
    game = Tarock24Play(
        DEFAULT, [hand.split() for hand in hands], "A", declarer, aside=aside.split()
    )
    for move in moves.split():
        game.apply(move)
    return game


def test_7_the_closed_talon_counts_for_the_declarer() -> None:
    game = play_out(
        1, "HA H9 B9", ["AT LT BT", "AA LA BA", "AK LK BK"], "AT AA AK LA LK LT BA BK BT"
    )
    # Three tricks of 25 and the ace in front of him.
    assert game.tricks == [0, 3, 0]
    assert (game.points, game.card_points) == ([0, 75, 0], 86)
    assert game.returns() == [-1, 2, -1]


def test_lost_with_sixty() -> None:
    game = play_out(1, "HT", ["AT LT", "AA LA", "AK LK"], "AT AA AK LA LK LT")
    assert game.card_points == 60
    assert game.returns() == [1, -2, 1]


@pytest.mark.parametrize(
    ("options", "trick", "hand", "legal"),
    [
        pytest.param(DEFAULT, "AK", "A9 HA BT", "A9", id="9 follow"),
        pytest.param(DEFAULT, "AK", "HA BT", "HA", id="9 trump"),
        pytest.param(DEFAULT, "AK", "BT L9", "BT L9", id="9 either"),
        pytest.param(DEFAULT, "AK AT", "AA AU", "AA AU", id="10 no duty to overtake"),
        pytest.param(OVERTAKE, "AK AT", "AA AU", "AA", id="10 overtake"),
        pytest.param(OVERTAKE, "AK AT", "AO AU", "AO AU", id="overtake: none is higher"),
        pytest.param(OVERTAKE, "AK HU", "AA A9", "AA A9", id="overtake: the trick is trumped"),
        pytest.param(OVERTAKE, "AK HU", "HO H9 BA", "HO", id="overtake: overtrump"),
        pytest.param(OVERTAKE, "AK HU", "H9 BA", "H9", id="overtake: undertrump"),
        pytest.param(OVERTAKE, "AK AT", "BA B9", "BA B9", id="overtake: neither"),
        pytest.param(OVERTAKE, "", "BA B9", "BA B9", id="the lead is free"),
    ],
)
def test_legal_cards(options: Options, trick: str, hand: str, legal: str) -> None:
    assert legal_cards(options, hand.split(), trick.split(), "H") == legal.split()


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("AK AT AA", "AA", id="the ace is highest"),
        pytest.param("AK AT BA", "AT", id="the ten stands under the ace"),
        pytest.param("AK AO AU", "AK", id="the king under the ten"),
        pytest.param("AA H9 HU", "HU", id="the highest trump"),
        pytest.param("A9 BA LA", "A9", id="other suits never win"),
    ],
)
def test_trick_winner(trick: str, winner: str) -> None:
    assert winning_card(trick.split(), "H") == winner


def test_discards() -> None:
    hand = ["HA", "HT", "HK", "BO"]
    assert legal_discards(DEFAULT, hand) == hand
    restricted = Options(discard_restriction="no_ace_no_ten")
    assert legal_discards(restricted, hand) == ["HK", "BO"]
    assert legal_discards(restricted, ["HA", "HT"]) == ["HA", "HT"]


def test_deal() -> None:
    cards = lay_out(GERMAN24)
    assert cards.hands[0] == (*GERMAN24[:3], *GERMAN24[9:11], *GERMAN24[15:17])
    assert cards.hands[2] == (*GERMAN24[6:9], *GERMAN24[13:15], *GERMAN24[19:21])
    assert cards.talon == GERMAN24[21:]
    assert lay_out(GERMAN24, dealer=0).hands[1] == cards.hands[0]


def test_whole_random_deals() -> None:
    kinds = set()
    for index in range(60):
        cards = deal(9, index)
        game = Tarock24Deal(DEFAULT, cards)
        stream = Stream(9, index, 1000)
        while game.current is not None:
            legal = game.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            game.apply(legal[stream.below(len(legal))])
        assert game.legal() == []
        assert sum(game.returns()) == 0
        if game.play is not None:
            assert sum(game.tricks) == 7
            assert game.play.card_points + game.play.defenders_points == 120
            kinds.add(game.contract)
    assert kinds == {"suit", "hearts_stock", "hearts_without"}


def test_a_copy_shares_nothing() -> None:
    game = bid("pass play pass trump:H stock")
    copied = game.copy()
    copied.apply(copied.legal()[0])
    assert (len(game.hands[1]), game.discards) == (10, [])
    assert isinstance(copied, Tarock24Deal)


def test_lines_of_a_small_ending() -> None:
    # Two leads; both others must follow with, or trump with, their one acorn.
    hands = [["A9", "LA"], ["AK", "BA"], ["AT", "BT"]]
    assert perft(Tarock24Play(DEFAULT, hands, "A", 0), 6) == 2


def test_match() -> None:
    match = Tarock24Match(Options(deals=2))
    match.add((0, 0, 0), void=True)
    assert (match.dealer, match.left) == (2, 2)
    match.add((2, -1, -1))
    assert match.dealer == 0
    match.add((-1, 2, -1))
    assert (match.is_over, match.totals, match.places()) == (True, [1, 1, -2], [1, 1, 3])
    moved = Tarock24Match(Options(all_nein="next_dealer_redeals"))
    moved.add((0, 0, 0), void=True)
    assert (moved.dealer, moved.left) == (0, 12)


def test_an_ending_is_a_deal_too() -> None:
    cards = Cards((("HA",), ("HT",), ("H9",)), ("LA",))
    game = Tarock24Deal(DEFAULT, cards)
    for move in ("play", "pass", "pass", "trump:H", "stock"):
        game.apply(move)
    # "Three cards" are as many as the talon has.
    assert sorted(game.legal()) == ["HA", "LA"]
