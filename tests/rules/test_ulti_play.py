"""The play of ulti: rules/ulti.md, "Deck, ranks and card points" and "Play"."""

from itertools import pairwise
from typing import Any

import pytest
from tests.rules.ulti_hands import PACK, SUITS, play, position, ulti, whole

import ultimo

HIGH_TO_LOW = {True: "ATKOU987", False: "AKOUT987"}


def contract(bid: str, trump: str | None = None, declarer: int = 0, **options: Any) -> Any:
    """Returns a contract; plain ones have bells as trump."""
    game = ulti(**options)
    kind = game.kind_by_id[bid]
    if kind.has_trump and not kind.is_hearts:
        return game.contract(bid, declarer=declarer, trump=trump or "B")
    return game.contract(bid, declarer=declarer)


def ending(bid: str, *hands: str, talon: str = "", **given: Any) -> Any:
    """Returns an ending under a contract."""
    options = {k: v for k, v in given.items() if k not in {"trump", "declarer"}}
    return position(ulti(**options), contract(bid, **given), hands, talon)


# Ranks and points.


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("bid", ["P", "B"])
def test_ranks(bid: str, suit: str) -> None:
    """Ace, ten, king ... in a trump game; the ten below the under without trump."""
    ranks = HIGH_TO_LOW[bid == "P"]
    for high, low in pairwise(ranks):
        other = "L" if suit != "L" else "A"
        hands = (suit + low, suit + high, f"{other}7")
        p = play(ending(bid, *hands, trump="B" if suit != "B" else "A"), "")
        assert p.tricks == (0, 1, 0), (high, low)


def test_each_ace_and_ten_counts_ten_and_the_last_trick_too() -> None:
    game = ulti()
    assert game.count_points([card for card in PACK if card[1] in "AT"]) == 80
    assert game.count_points([card for card in PACK if card[1] not in "AT"]) == 0
    for card in PACK:
        assert game.count_points([card]) == (10 if card[1] in "AT" else 0)
    p = play(ending("P", "AK LT", "AA L9", "A7 LA"), "AK")
    # Seat 1 wins AK AA A7 and then leads, seat 2 takes LT and LA, and the last trick.
    assert p.points == (0, 10, 30)


def test_points_count_in_trump_games_only() -> None:
    p = play(ending("D", "AA", "AT", "A7"), "")
    assert p.points == (0, 0, 0)
    assert p.outcome().points == p.outcome().defenders_points == 0
    assert p.tricks == (1, 0, 0)


# Marriages.


@pytest.mark.parametrize(
    ("bid", "hands", "own", "others"),
    [
        pytest.param("P", ("BK BO", "A7 A8", "L7 L8"), 40 + 10, 0, id="forty in trump"),
        pytest.param("P", ("AK AO", "B7 B8", "L7 L8"), 20, 10, id="twenty in another suit"),
        pytest.param("P", ("AK BO", "AO BK", "L7 L8"), 0, 10, id="no marriage of two hands"),
        pytest.param("P", ("A7 A8", "LK LO", "HK HO"), 10, 40, id="both defenders' count"),
        pytest.param("pP", ("HK HO", "BK BO", "A7 A8"), 50, 20, id="trump is hearts"),
    ],
)
def test_marriages(bid: str, hands: tuple[str, ...], own: int, others: int) -> None:
    """Holding the pair when play begins is enough: no announcement, and no trick is required."""
    p = play(ending(bid, *hands), "")
    while not p.is_over:
        p.play(p.legal()[0])
    outcome = p.outcome()
    assert (outcome.points, outcome.defenders_points) == (own, others)


def test_the_talon_is_no_part_of_a_marriage() -> None:
    p = ending("P", "BK A8", "A7 A9", "L7 L8", talon="BO L9")
    assert p.outcome().points == 0


def test_a_marriage_is_not_announced() -> None:
    p = ending("P", "BK BO", "A7 A8", "L7 L8")
    assert p.legal() == ["BO", "BK"]
    assert not [name for name in ulti().action_names if name.startswith("marriage")]


@pytest.mark.parametrize(
    ("rule", "own", "others"),
    [
        pytest.param("none", 40, 20 + 20, id="needs no trick"),
        pytest.param("side", 0, 20 + 20, id="the side has won one"),
        pytest.param("player", 0, 20, id="the player has won one"),
    ],
)
def test_marriage_requires_trick(rule: str, own: int, others: int) -> None:
    hands = ("BK BO", "LK LO", "HK HO")
    p = ending(
        "P", "A7 " + hands[0], "AU " + hands[1], "A8 " + hands[2], marriage_requires_trick=rule
    )
    for card in ("A7", "AU", "A8"):
        p.play(card)
    assert p.tricks == (0, 1, 0)
    outcome = p.outcome()
    assert (outcome.points, outcome.defenders_points) == (own, others)


# The talon.


@pytest.mark.parametrize(
    ("rule", "own", "others"),
    [
        pytest.param("defenders", 30, 20, id="for the defenders"),
        pytest.param("nobody", 30, 0, id="for nobody"),
        pytest.param("declarer", 50, 0, id="for the declarer"),
    ],
)
def test_talon_points(rule: str, own: int, others: int) -> None:
    p = play(ending("P", "BA", "BT", "A7", talon="LA LT", talon_points=rule), "")
    outcome = p.outcome()
    assert (outcome.points, outcome.defenders_points) == (own, others)
    # Nobody wins talon cards in tricks.
    assert p.points == (30, 0, 0)
    assert p.tricks == (1, 0, 0)


# Legal cards.


@pytest.mark.parametrize(
    ("bid", "hand", "legal"),
    [
        pytest.param("P", "LT L9 BA", "LT", id="14a: must overtake, the ten beats the king"),
        pytest.param("B", "LT L9 BA", "L9 LT", id="14a: without trump the ten is lower"),
        pytest.param("P", "LU L9 BA", "L9 LU", id="if he cannot overtake he follows"),
        pytest.param("P", "LA LT L9", "LT LA", id="any of those that overtake"),
        pytest.param("P", "H7 B7 BA", "B7 BA", id="void: must trump"),
        pytest.param("P", "H7 H8 HA", "H7 H8 HA", id="void without trump: anything"),
        pytest.param("B", "H7 B7 BA", "H7 B7 BA", id="void in a game without trump: anything"),
        pytest.param("D", "LA L9 BA", "LA", id="overtaking without trump too"),
    ],
)
def test_second_player(bid: str, hand: str, legal: str) -> None:
    p = ending(bid, "LK A7 A8", hand, "AU AO AK")
    p.play("LK")
    assert p.legal() == legal.split()


@pytest.mark.parametrize(
    ("second", "hand", "legal"),
    [
        pytest.param("B9", "LA L8", "L8 LA", id="14b: trumped: any card of the suit led"),
        pytest.param("B9", "B8 BU HA", "BU", id="14c: must overtrump"),
        pytest.param("B9", "B8 HA H7", "B8", id="14c: else he must trump all the same"),
        pytest.param("B9", "HA H7 A9", "H7 HA A9", id="nothing binds him"),
        pytest.param("LT", "LA L8 B7", "LA", id="his partner must be overtaken too"),
        pytest.param("LT", "L9 L8 B7", "L8 L9", id="or followed"),
    ],
)
def test_third_player(second: str, hand: str, legal: str) -> None:
    third = hand.split()
    hands = [["LK", "A7", "A8"], [second, "AU", "AO"], [*third, "AK"][:3]]
    p = position(ulti(), contract("P"), hands)
    p.play("LK")
    p.play(second)
    assert sorted(set(p.legal()) - {"AK"}) == sorted(legal.split())
    assert ("AK" in p.legal()) == (len(legal.split()) == 3 and len(third) == 2)


def test_a_led_trump_must_be_overtaken() -> None:
    p = ending("P", "BO A7", "BK B7", "BA A8")
    p.play("BO")
    assert p.legal() == ["BK"]
    p.play("BK")
    assert p.legal() == ["BA"]


def test_partners_must_be_beaten_in_betli_as_well() -> None:
    p = ending("B", "L7 A7", "LO A8", "LU LK")
    p.play("L7")
    p.play("LO")
    assert p.legal() == ["LK"]


def test_the_rule_that_is_broken_is_named() -> None:
    p = ending("P", "LK A7 A8", "LT L9 BA", "AU AO AK")
    p.play("LK")
    for card, code in (("BA", "must_follow_suit"), ("L9", "must_overtake")):
        with pytest.raises(ultimo.IllegalActionError) as error:
            p.play(card)
        assert error.value.code == code


# Leads, ends, the Seven.


@pytest.mark.parametrize("declarer", [0, 1, 2])
def test_the_declarer_leads_first(declarer: int) -> None:
    assert ending("P", "AA", "AK", "AO", declarer=declarer).current_player == declarer
    assert ending("B", "AA", "AK", "AO", declarer=declarer).current_player == declarer


def test_the_winner_leads_next() -> None:
    p = ending("P", "A7 L7", "A8 L8", "AA L9")
    for card in ("A7", "A8", "AA"):
        p.play(card)
    assert p.current_player == 2


@pytest.mark.parametrize(
    ("bid", "cards", "over"),
    [
        pytest.param("B", "A7 A8 A9", False, id="a betli goes on without a trick"),
        pytest.param("B", "AA A8 A9", True, id="and ends with one"),
        pytest.param("D", "AA A8 A9", False, id="a durchmars goes on with a trick"),
        pytest.param("D", "A7 A8 A9", True, id="and ends when a defender wins one"),
        pytest.param("D*", "A7 A8 A9", True, id="an open one too"),
        pytest.param("B*", "AA A8 A9", True, id="and an open betli"),
        pytest.param("P", "A7 A8 A9", False, id="a parti is played to the end"),
        pytest.param("U+D", "A7 A8 A9", False, id="and durchmars in a combination"),
        pytest.param("F", "A7 A8 A9", False, id="and a forty-hundred"),
    ],
)
def test_early_end(bid: str, cards: str, *, over: bool) -> None:
    p = ending(bid, f"{cards[:2]} L7 L8", "A8 H8 H9", "A9 HU HO")
    for card in cards.split():
        p.play(card)
    assert p.is_over == over


@pytest.mark.parametrize(
    ("bid", "protected", "declarer", "legal"),
    [
        pytest.param("U", False, 0, "B7 BO", id="the Seven may be played early"),
        pytest.param("U", True, 0, "BO", id="unless it is protected"),
        pytest.param("P", True, 0, "B7 BO", id="only with ulti in the contract"),
        pytest.param("N+U", True, 0, "BO", id="in a combination too"),
    ],
)
def test_ulti_seven_protected(bid: str, declarer: int, legal: str, *, protected: bool) -> None:
    p = ending(bid, "A7 B7 BO", "AO A8 A9", "LA LT LK", ulti_seven_protected=protected)
    p.play("A7")
    p.play("AO")
    p.play("LA")
    assert p.current_player == 1
    p.play("A8")
    p.play("LT")
    assert p.current_player == declarer
    assert p.legal() == legal.split()


def test_a_protected_seven_is_played_if_nothing_else_is_legal() -> None:
    p = ending("U", "B7 LA L8", "BA H7 H8", "A7 A8 A9", ulti_seven_protected=True)
    p.play("LA")
    p.play("BA")
    p.play("A7")
    p.play("H7")
    p.play("A8")
    # Void in hearts, he must trump, and the Seven is his only trump.
    assert p.legal() == ["B7"]


def test_a_defender_may_play_the_seven_at_any_time() -> None:
    p = ending("U", "BU A7 A8", "B7 B9 A9", "L7 L8 L9", ulti_seven_protected=True)
    p.play("BU")
    assert p.legal() == ["B7", "B9"]


# Whole deals, and what a position takes.


def test_a_position_takes_ten_cards_each_and_the_talon() -> None:
    *hands, talon = whole("BA BT BK BO BU B9 B8 B7 AA AT", "L7 L8")
    p = position(ulti(), contract("P"), hands, " ".join(talon))
    assert [len(hand) for hand in p.hands] == [10, 10, 10]
    assert p.setup.aside[0].cards == tuple(ulti().deck.index(card) for card in talon)


def test_twelve_cards_are_not_played_before_two_are_laid_away() -> None:
    game = ulti()
    dealt = game.deal(seed=1)
    with pytest.raises(ultimo.DealError, match="seat 0 has 12 cards") as error:
        game.position(dealt, contract("P"))
    assert error.value.code == "talon_not_laid"
    laid = dealt.hands[0][3:5]
    p = game.position(dealt, contract("P"), exchange=([], laid))
    assert p.hands[0] == tuple(card for card in dealt.hands[0] if card not in laid)
    assert {game.deck.codes[card] for card in p.setup.aside[0].cards} == set(laid)


def test_the_declarer_takes_the_talon_and_lays_two_away() -> None:
    *hands, talon = whole("BA BT BK BO BU B9 B8 B7 AA AT", "L7 L8")
    game = ulti()
    deal = game.make_deal(hands, talon=talon)
    p = game.position(deal, contract("P", declarer=1), exchange=(talon, ["L7", hands[1][0]]))
    assert set(p.hands[1]) == {*hands[1][1:], "L8"}
    assert {game.deck.codes[card] for card in p.setup.aside[0].cards} == {"L7", hands[1][0]}
    for exchange in ((["L7"], ["L7"]), (talon, ["L7"]), (talon, ["L7", "BA"]), (["BA"], ["L7"])):
        with pytest.raises(ultimo.DealError) as error:
            game.position(deal, contract("P", declarer=1), exchange=exchange)
        assert error.value.code == "bad_exchange"


def test_a_whole_deal_without_its_talon_is_refused() -> None:
    *hands, _ = whole("BA BT BK BO BU B9 B8 B7 AA AT", "L7 L8")
    with pytest.raises(ultimo.DealError, match="neither 12, 10, 10 nor equally fewer"):
        position(ulti(), contract("P"), hands)


def test_rows_are_solved_as_they_are_played() -> None:
    game = ulti()
    rows, played = game.deals(3, 4), contract("U")
    found = ultimo.solve_batch(game, rows, played, goal="score", threads=1)
    positions = [game.position_of_row(row, played) for row in rows]
    assert found.tolist() == [ultimo.solve(p, "score").value for p in positions]
    out = ultimo.simulate(game, 3, contract=played, seed=4)
    assert out.returns.shape == (3, 3)
    assert not out.returns.sum(axis=1).any()


@pytest.mark.parametrize(
    ("hands", "talon"),
    [
        pytest.param(["AA AK", "LA", "HA"], "", id="unequal hands"),
        pytest.param(["AA", "AA", "HA"], "", id="a card twice"),
        pytest.param(["AA", "LA", "HA"], "AK AO AU", id="three cards of talon"),
        pytest.param(["AA", "LA"], "", id="two hands"),
        pytest.param(["A1", "LA", "HA"], "", id="no such card"),
    ],
)
def test_what_is_no_deal(hands: list[str], talon: str) -> None:
    with pytest.raises(ultimo.DealError):
        ulti().make_deal(hands, talon=talon)
