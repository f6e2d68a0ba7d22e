"""Tarock with 24 cards: rules/tarock24.md, a row a clause, and its examples."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.oracle.chacha import Stream

import ultimo

SOLE: dict[str, Any] = {"stock_use": "sole_bidder_only"}


def tarock(**options: Any) -> Any:
    """Returns a game."""
    return ultimo.game("tarock24", **options)


def names(state: Any) -> list[str]:
    """Returns the names of the legal actions of a state."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def after(calls: str, seed: int = 1, **options: Any) -> Any:
    """Returns a deal after these calls, seat 0 being forehand."""
    state = tarock(**options).start(seed=seed)
    for call in calls.split():
        state.apply(call)
    return state


# Players, cards, deal.


def test_three_players() -> None:
    assert tarock().players == 3
    for players in (2, 4):
        with pytest.raises(ultimo.OptionError):
            tarock(players=players)


@pytest.mark.parametrize(
    "options",
    [
        {"stock_use": "never"},
        {"overtake": 1},
        {"first_lead": "dealer"},
        {"base": 0},
        {"base": 1.5},
        {"hearts_factor": 3},
        {"schneider": "yes"},
        {"discard_restriction": "aces"},
        {"all_nein": "redeal"},
        {"deals": 0},
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any]) -> None:
    with pytest.raises(ultimo.OptionError):
        tarock(**options)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("HA", 11, id="an ace counts 11"),
        pytest.param("BT", 10, id="a ten counts 10"),
        pytest.param("LK", 4, id="a king counts 4"),
        pytest.param("AO", 3, id="an ober counts 3"),
        pytest.param("HU", 2, id="an unter counts 2"),
        pytest.param("B9", 0, id="a nine counts nothing"),
        pytest.param("LA LT LK LO LU L9", 30, id="a suit counts 30"),
        pytest.param("AA LA HA BA AT LT HT BT", 84, id="aces and tens count 84"),
        pytest.param("LT L9 BO", 13, id="example 5: the cards laid away"),
    ],
)
def test_card_points(cards: str, points: int) -> None:
    assert tarock().count_points(cards) == points


def test_24_cards_count_120() -> None:
    game = tarock()
    assert game.deck.size == 24
    assert game.count_points(game.deck.cards) == 120


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_packets_of_3_2_2_and_the_last_three_are_the_talon(dealer: int) -> None:
    game = tarock()
    deal = game.deal(seed=9, dealer=dealer)
    pack = [game.deck.cards[i] for i in Stream(9, 0).shuffle(24)]
    hands: list[list[str]] = [[], [], []]
    for size in (3, 2, 2):
        for turn in (1, 2, 3):
            packet, pack = pack[:size], pack[size:]
            hands[(dealer + turn) % 3] += packet
    assert [set(hand) for hand in deal.hands] == [set(hand) for hand in hands]
    assert deal.talon == tuple(pack)
    assert game.start(deal, dealer=dealer).current_player == (dealer + 1) % 3


# Auction.


def test_each_seat_says_once_whether_it_plays() -> None:
    state = after("")
    for seat in (0, 1, 2):
        assert (state.phase, state.current_player) == ("auction", seat)
        assert names(state) == ["play", "pass"]
        state.apply("play" if seat == 1 else "pass")
    assert state.current_player == 1
    assert "play" not in names(state)


def test_example_1_a_sole_bidder_names_any_suit() -> None:
    state = after("pass play pass")
    assert (state.phase, state.current_player) == ("auction", 1)
    assert names(state) == ["trump:A", "trump:L", "trump:H", "trump:B"]
    state.apply("trump:H")
    assert (state.phase, state.current_player) == ("talon", 1)


@pytest.mark.parametrize(
    ("calls", "seat", "legal"),
    [
        pytest.param("play play pass", 0, ["hearts", "no_hearts"], id="the first is asked first"),
        pytest.param("pass play play", 1, ["hearts", "no_hearts"], id="of those who play"),
        pytest.param("play pass play no_hearts", 2, ["hearts", "no_hearts"], id="then the next"),
        pytest.param(
            "play play pass no_hearts hearts", 1, ["stock", "without"],
            id="example 2: seat 1 plays hearts",
        ),
        pytest.param(
            "play pass play no_hearts no_hearts", 0, ["trump:A", "trump:L", "trump:B"],
            id="example 3: both refuse, seat 0 names another suit",
        ),
        pytest.param(
            "play play play no_hearts hearts", 1, ["stock", "without"],
            id="example 4: seats 1 and 2 want hearts, seat 1 has them",
        ),
        pytest.param(
            "play play play no_hearts no_hearts no_hearts", 0, ["trump:A", "trump:L", "trump:B"],
            id="all three refuse",
        ),
        pytest.param(
            "pass play play no_hearts no_hearts", 1, ["trump:A", "trump:L", "trump:B"],
            id="the first who plays is the declarer, not forehand",
        ),
    ],
)  # fmt: skip
def test_several_play(calls: str, seat: int, legal: list[str]) -> None:
    state = after(calls)
    assert state.current_player == seat
    assert names(state) == legal


@pytest.mark.parametrize(
    ("calls", "call", "code"),
    [
        ("", "trump:H", "not_now"),
        ("play play pass", "trump:B", "not_now"),
        ("play play pass no_hearts no_hearts", "trump:H", "hearts_refused"),
        ("play pass pass", "hearts", "not_now"),
        ("play pass pass trump:H", "pass", "not_now"),
        ("play pass pass trump:H stock", "without", "must_discard"),
    ],
)
def test_calls_that_are_not_allowed(calls: str, call: str, code: str) -> None:
    state = after(calls)
    history = state.history
    with pytest.raises(ultimo.IllegalActionError) as caught:
        state.apply(call)
    assert caught.value.code == code
    assert state.history == history


@pytest.mark.parametrize(
    ("all_nein", "redeal", "dealer"),
    [("same_dealer_redeals", "same_dealer", 2), ("next_dealer_redeals", "next_dealer", 0)],
)
def test_example_11_all_nein(all_nein: str, redeal: str, dealer: int) -> None:
    state = after("pass pass pass", all_nein=all_nein)
    assert state.is_over
    assert state.redeal == redeal
    assert state.returns().tolist() == [0, 0, 0]
    match = ultimo.Match(tarock(all_nein=all_nein), dealer=2)
    match.record(state)
    assert (match.played, match.dealer, match.totals.tolist()) == (0, dealer, [0, 0, 0])


# Before play.


def test_hearts_with_the_stock() -> None:
    state = after("play pass pass trump:H stock")
    assert (state.phase, state.current_player) == ("discard", 0)
    assert set(state.hand(0)) == {*state.deal.hands[0], *state.deal.talon}
    laid = state.hand(0)[:3]
    for card in laid:
        assert card in names(state)
        state.apply(card)
    assert state.phase == "play"
    assert (state.contract.bid, state.contract.trump) == ("hearts_stock", "H")
    assert len(state.hand(0)) == 7
    aside = [(part.owner, set(part.cards)) for part in state.position.setup.aside]
    assert aside == [(0, {state.game.deck.index(card) for card in laid})]


@pytest.mark.parametrize(
    ("calls", "bid", "trump", "declarer"),
    [
        pytest.param(
            "play pass pass trump:H without", "hearts_without", "H", 0, id="hearts without stock"
        ),
        pytest.param("play pass pass trump:B", "suit", "B", 0, id="bells"),
        pytest.param("pass pass play trump:A", "suit", "A", 2, id="acorns"),
        pytest.param("pass play play no_hearts no_hearts trump:L", "suit", "L", 1, id="leaves"),
        pytest.param(
            "pass play play no_hearts hearts without", "hearts_without", "H", 2, id="contested"
        ),
    ],
)
def test_a_closed_talon_lies_before_the_declarer(
    calls: str, bid: str, trump: str, declarer: int
) -> None:
    state = after(calls)
    assert state.phase == "play"
    contract = state.contract
    assert (contract.bid, contract.trump, contract.declarer) == (bid, trump, declarer)
    (aside,) = state.position.setup.aside
    assert aside.owner == declarer
    assert {state.game.deck.codes[card] for card in aside.cards} == set(state.deal.talon)


def test_stock_use_sole_bidder_only() -> None:
    """A declarer in hearts among several bidders plays with a closed talon, unasked."""
    state = after("play play pass no_hearts hearts", **SOLE)
    assert state.phase == "play"
    assert (state.contract.bid, state.contract.trump, state.contract.declarer) == ("suit", "H", 1)
    assert names(after("play pass pass trump:H", **SOLE)) == ["stock", "without"]


@pytest.mark.parametrize(
    ("restriction", "hand", "legal"),
    [
        pytest.param("none", "HA HT HK BA B9", "HA HT HK BA B9", id="no card is barred"),
        pytest.param("no_ace_no_ten", "HA HT HK BA B9", "HK B9", id="no aces and tens"),
        pytest.param("no_ace_no_ten", "HA HT BA", "HA HT BA", id="unless nothing else is left"),
    ],
)
def test_discard_restriction(restriction: str, hand: str, legal: str) -> None:
    game = tarock(discard_restriction=restriction)
    held = frozenset(map(game.deck.index, hand.split()))
    allowed = game.may_lay(game.contract("hearts_stock"), held)
    assert allowed == frozenset(map(game.deck.index, legal.split()))


def test_discard_restriction_in_a_deal() -> None:
    state = after("play pass pass trump:H stock", discard_restriction="no_ace_no_ten")
    while state.phase == "discard":
        barred = [card for card in state.hand(0) if card[1] in "AT"]
        assert names(state) == [card for card in state.hand(0) if card not in barred]
        with pytest.raises(ultimo.IllegalActionError) as caught:
            state.apply(barred[0])
        assert caught.value.code == "must_keep"
        state.apply(names(state)[0])


@pytest.mark.parametrize("first_lead", ["forehand", "declarer"])
@pytest.mark.parametrize("dealer", [0, 2])
def test_first_lead(first_lead: str, dealer: int) -> None:
    state = tarock(first_lead=first_lead).start(seed=3, dealer=dealer)
    forehand = (dealer + 1) % 3
    for call in ("pass", "play", "pass", "trump:B"):
        state.apply(call)
    expected = forehand if first_lead == "forehand" else (forehand + 1) % 3
    assert state.current_player == expected


# Play.


def ending(hands: Sequence[str], trump: str = "H", talon: str = "", **options: Any) -> Any:
    """Returns an ending, seat 0 declarer and leading."""
    game = tarock(**options)
    bid = game.contract("hearts_without") if trump == "H" else game.contract("suit", trump=trump)
    return game.position(game.make_deal(hands, talon=talon), bid)


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        pytest.param("AK", "A9 HA BT", {"A9"}, id="example 9: follow"),
        pytest.param("AK", "HA BT LU", {"HA"}, id="example 9: else trump"),
        pytest.param("AK", "BT L9 LU", {"BT", "L9", "LU"}, id="example 9: else anything"),
        pytest.param("HK", "HA H9 BT", {"HA", "H9"}, id="trumps led: follow, no duty to overtake"),
    ],
)
def test_following(led: str, hand: str, legal: set[str]) -> None:
    position = ending([f"{led} BU BO", hand, "LA LT LK"])
    position.play(led)
    assert set(position.legal()) == legal


@pytest.mark.parametrize(
    ("trick", "hand", "plain", "overtaking"),
    [
        pytest.param("AK AT", "AA AU", {"AA", "AU"}, {"AA"}, id="example 10"),
        pytest.param("AK AA", "AT AU", {"AT", "AU"}, {"AT", "AU"}, id="nothing beats the ace"),
        pytest.param("AK H9", "AA AU", {"AA", "AU"}, {"AA", "AU"}, id="the trick is trumped"),
        pytest.param("AK HK", "HA HU", {"HA", "HU"}, {"HA"}, id="overtrump"),
        pytest.param("AK HA", "HT HU", {"HT", "HU"}, {"HT", "HU"}, id="undertrump if one cannot"),
        pytest.param("AK AT", "BA B9", {"BA", "B9"}, {"BA", "B9"}, id="neither suit nor trump"),
        pytest.param("AK AT", "HU BA", {"HU"}, {"HU"}, id="a trump beats the suit"),
    ],
)
def test_overtaking(trick: str, hand: str, plain: set[str], overtaking: set[str]) -> None:
    first, second = trick.split()
    for overtake, legal in ((False, plain), (True, overtaking)):
        position = ending([f"{first} LU", f"{second} LO", hand], overtake=overtake)
        position.play(first)
        position.play(second)
        assert set(position.legal()) == legal


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param("AK AT AA", "H", 2, id="ace beats ten beats king"),
        pytest.param("AT AK AO", "H", 0, id="the ten beats the king"),
        pytest.param("AU AO A9", "H", 1, id="ober beats unter beats nine"),
        pytest.param("AA H9 AT", "H", 1, id="the lowest trump beats an ace"),
        pytest.param("AA H9 AT", "B", 0, id="hearts are no trumps under bells"),
        pytest.param("AK LA BA", "H", 0, id="aces of other suits win nothing"),
        pytest.param("AK BU B9", "B", 1, id="the higher trump"),
    ],
)
def test_trick_winner(trick: str, trump: str, winner: int) -> None:
    position = ending(trick.split(), trump)
    for card in trick.split():
        position.play(card)
    assert position.tricks[winner] == 1


def test_seven_tricks_and_the_winner_leads() -> None:
    position = ending(["AK LU", "AA LO", "AT L9"])
    for card in ("AK", "AA", "AT"):
        position.play(card)
    assert position.current_player == 1
    state = after("play pass pass trump:B")
    rng = np.random.default_rng(1)
    while not state.is_over:
        state.apply(int(rng.choice(state.legal_actions())))
    assert sum(state.position.tricks) == 7


# Counting and score.


@pytest.mark.parametrize(
    ("points", "bid", "options", "returns"),
    [
        pytest.param(62, "hearts_stock", {}, [2, -1, -1], id="example 5: 13 and 49, won"),
        pytest.param(
            60, "hearts_without", {}, [-2, 1, 1],
            id="example 6, as the source has it: who loses without stock does not pay double",
        ),
        pytest.param(61, "suit", {}, [2, -1, -1], id="example 7: 50 and 11, won"),
        pytest.param(120, "suit", {}, [2, -1, -1], id="example 8: all, nothing extra"),
        pytest.param(120, "suit", {"schneider": True}, [4, -2, -2], id="example 8: schneider"),
        pytest.param(60, "suit", {}, [-2, 1, 1], id="60 to 60: the defenders have won"),
        pytest.param(0, "suit", {}, [-2, 1, 1], id="no points: lost"),
        pytest.param(61, "hearts_without", {}, [4, -2, -2], id="hearts without stock: double"),
        pytest.param(60, "hearts_stock", {}, [-2, 1, 1], id="hearts with stock: single"),
        pytest.param(61, "suit", {"base": 5}, [10, -5, -5], id="base 5"),
        pytest.param(61, "hearts_without", {"base": 5}, [20, -10, -10], id="base 5, double"),
        pytest.param(60, "hearts_without", {"base": 5}, [-10, 5, 5], id="base 5, lost: single"),
        pytest.param(61, "hearts_stock", {"hearts_factor": 2}, [4, -2, -2], id="hearts_factor 2"),
        pytest.param(61, "suit", {"hearts_factor": 2}, [2, -1, -1], id="not for other suits"),
        pytest.param(
            61, "hearts_without", {"hearts_factor": 2}, [8, -4, -4], id="hearts_factor and double"
        ),
        pytest.param(
            60, "hearts_without", {"hearts_factor": 2}, [-4, 2, 2], id="hearts_factor, lost"
        ),
        pytest.param(90, "suit", {"schneider": True}, [4, -2, -2], id="defenders with 30"),
        pytest.param(89, "suit", {"schneider": True}, [2, -1, -1], id="defenders with 31"),
        pytest.param(30, "suit", {"schneider": True}, [-4, 2, 2], id="declarer with 30"),
        pytest.param(31, "suit", {"schneider": True}, [-2, 1, 1], id="declarer with 31"),
        pytest.param(
            90, "hearts_without", {"schneider": True, "base": 3}, [18, -9, -9],
            id="schneider adds one base to the double",
        ),
        pytest.param(
            30, "hearts_without", {"schneider": True, "base": 3}, [-12, 6, 6],
            id="schneider adds one base to the single",
        ),
    ],
)  # fmt: skip
def test_score(points: int, bid: str, options: dict[str, Any], returns: list[float]) -> None:
    game = tarock(**options)
    trump = {"trump": "A"} if bid == "suit" else {}
    for declarer in range(3):
        contract = game.contract(bid, declarer=declarer, **trump)
        hand = game.settle(contract, points=points)
        expected = [returns[1]] * 3
        expected[declarer] = returns[0]
        assert hand.returns.tolist() == expected
        assert sum(hand.totals) == 0


@pytest.mark.parametrize(("factor", "value"), [(1, 1), (2, 2)])
def test_contested_hearts_with_a_closed_talon_at_single_value(factor: int, value: int) -> None:
    game = tarock(hearts_factor=factor, **SOLE)
    contract = game.contract("suit", trump="H")
    assert game.settle(contract, points=61).returns.tolist() == [2 * value, -value, -value]
    assert game.settle(game.contract("suit", trump="B"), points=61).returns.tolist() == [2, -1, -1]


def test_schneider_is_a_line_of_its_own() -> None:
    game = tarock(schneider=True)
    hand = game.settle(game.contract("hearts_without"), points=100)
    assert [(line.text, line.amounts) for line in hand.lines] == [
        ("hearts_without", (4, -2, -2)),
        ("schneider", (2, -1, -1)),
    ]


def test_points_beyond_the_pack_are_refused() -> None:
    game = tarock()
    for points in (-1, 121, 60.5, "61"):
        with pytest.raises(ultimo.DealError):
            game.settle(game.contract("hearts_stock"), points=points)


def test_the_three_cards_before_the_declarer_count_for_him() -> None:
    """Example 7: a closed talon of ace and two nines."""
    game = tarock()
    hands = ["AA AT", "LK LO", "LU B9"]
    deal = game.make_deal(hands, talon="HA H9 L9")
    position = game.position(deal, game.contract("suit", trump="A"))
    assert position.outcome().points == 11
    for card in ("AA", "LK", "LU", "AT", "LO", "B9"):
        position.play(card)
    # Ace and ten of acorns, king, ober and unter of leaves, and the talon; p.points is of tricks.
    assert position.points == (21 + 9, 0, 0)
    assert position.outcome().points == 41


def test_cards_laid_away_count_for_the_declarer() -> None:
    """Example 5: leaves ten and nine and the bells ober, 13 points."""
    game = tarock()
    deal = game.make_deal(["LT L9 BO", "AK AO A9", "AA HA BA"], talon="HU HO HK")
    contract = game.contract("hearts_stock")
    position = game.position(deal, contract, exchange=(["HU", "HO", "HK"], ["LT", "L9", "BO"]))
    assert set(position.hands[0]) == {"HU", "HO", "HK"}
    assert position.outcome().points == 13


@pytest.mark.parametrize(
    ("bid", "exchange"),
    [
        ("suit", (["HU", "HO", "HK"], ["LT", "L9", "BO"])),
        ("hearts_without", (["HU", "HO", "HK"], ["LT", "L9", "BO"])),
        ("hearts_stock", (["HU", "HO"], ["LT", "L9"])),
        ("hearts_stock", (["HU", "HO", "HK"], ["LT", "L9"])),
        ("hearts_stock", (["HU", "HO", "HK"], ["LT", "L9", "AK"])),
    ],
)
def test_exchanges_that_are_not_allowed(bid: str, exchange: Any) -> None:
    game = tarock()
    deal = game.make_deal(["LT L9 BO", "AK AO A9", "AA HA BA"], talon="HU HO HK")
    contract = game.contract(bid, trump="B" if bid == "suit" else "H")
    with pytest.raises(ultimo.DealError) as caught:
        game.position(deal, contract, exchange=exchange)
    assert caught.value.code == "bad_exchange"


# Contracts and match.


def test_contracts() -> None:
    assert tarock().contracts() == {"suit": 1, "hearts_stock": 1, "hearts_without": 2}
    wide = tarock(base=3, hearts_factor=2)
    assert wide.contracts() == {"suit": 3, "hearts_stock": 6, "hearts_without": 12}


@pytest.mark.parametrize(
    ("bid", "trump"), [("suit", "H"), ("suit", None), ("hearts_stock", "B"), ("suit", "C")]
)
def test_contracts_that_do_not_exist(bid: str, trump: str | None) -> None:
    with pytest.raises(ultimo.ContractError):
        tarock().contract(bid, trump=trump)


def test_match_of_twelve_deals() -> None:
    match = ultimo.Match(tarock(), dealer=2)
    dealers = []
    while not match.is_over:
        dealers.append(match.dealer)
        match.record(returns=[2, -1, -1])
    assert dealers == [2, 0, 1] * 4
    assert match.totals.tolist() == [24, -12, -12]
    assert match.places == (1, 2, 2)


# What is seen.


def cards_in(game: Any, mask: Any) -> set[str]:
    """Returns the codes of a field of an observation."""
    return {game.deck.codes[card] for card in np.flatnonzero(mask)}


def test_the_talon_and_the_cards_laid_away_are_hidden() -> None:
    state = after("play pass pass trump:H stock")
    game, laid = state.game, state.hand(0)[:3]
    for seat in (1, 2):
        assert cards_in(game, state.observation(seat)["hands"].any(axis=0)) <= set(state.hand(seat))
    for card in laid:
        state.apply(card)
    assert cards_in(game, state.observation(0)["laid"][0]) == set(laid)
    for seat in (1, 2):
        seen = state.observation(seat)
        assert not seen["laid"].any()
        assert not seen["table"].any()
        assert seen["hands"].sum() == 7
        assert [action for _, action in seen["history"][-3:]] == [-1, -1, -1]


def test_a_closed_talon_is_seen_by_nobody() -> None:
    state = after("play pass pass trump:B")
    for seat in range(3):
        seen = state.observation(seat)
        assert cards_in(state.game, seen["hands"].any(axis=0)) == set(state.hand(seat))
        assert not seen["table"].any()
        assert not seen["laid"].any()
        assert seen["stock_size"] == 3
