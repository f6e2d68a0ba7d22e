"""Play, early end and positions of rules/preferansz.md, a row each clause and example."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.rules.preferansz_hands import (
    dealt,
    play_out,
    played,
    preferansz,
    scores,
    tricks_won_by,
    winners,
)

import ultimo

GAME = preferansz()
OVERTAKE = preferansz(must_overtake=True)


def ending(hands: Sequence[str], bid: str, *, game: Any = GAME, leader: int = 0) -> Any:
    """Returns an ending that seat 0 declares, the hands written as text."""
    return game.position(game.make_deal(hands), game.contract(bid), leader=leader)


# Legal cards and tricks.


def legal(hand: str, trick: str, bid: str, game: Any) -> set[str]:
    """Returns what the seat after some cards of a trick may play."""
    played_cards = trick.split()
    size = len(hand.split())
    used = {*hand.split(), *played_cards}
    rest = [card for card in game.deck.cards if card not in used]
    hands = []
    for seat in range(3):
        if seat == len(played_cards):
            hands.append(hand)
            continue
        own = played_cards[seat : seat + 1]
        # So that a card which trumps could be played: nobody before has the suit led.
        fill = [card for card in rest if card[0] != played_cards[0][0]][: size - len(own)]
        rest = [card for card in rest if card not in fill]
        hands.append(" ".join(own + fill))
    position = ending(hands, bid, game=game)
    for card in played_cards:
        position.play(card)
    assert position.current_player == len(played_cards)
    return set(position.legal())


@pytest.mark.parametrize(
    ("hand", "trick", "bid", "expected"),
    [
        pytest.param("LA L7 HA", "LO", "hearts", "LA L7", id="example 11a: follow suit"),
        pytest.param("HT H7 BA", "LO", "hearts", "HT H7", id="example 11b: void, must trump"),
        pytest.param(
            "HT H7 BA", "LO HK", "hearts", "HT H7", id="example 11b: even if it is trumped higher"
        ),
        pytest.param("BA A9", "LO", "hearts", "BA A9", id="example 11c: neither: any card"),
        pytest.param("HT BA", "LO", "betli", "HT BA", id="example 11d: betli has no trump"),
        pytest.param("HT BA", "LO", "szanzadu", "HT BA", id="nor has szanzadu"),
        pytest.param("LA L7 HA", "LO", "betli", "LA L7", id="no duty to overtake in betli"),
        pytest.param("HA H7 BA", "H9", "hearts", "HA H7", id="no duty to overtake in trumps"),
    ],
)
def test_legal_cards(hand: str, trick: str, bid: str, expected: str) -> None:
    assert legal(hand, trick, bid, GAME) == set(expected.split())


@pytest.mark.parametrize(
    ("hand", "trick", "bid", "expected"),
    [
        pytest.param("LA L7 HA", "LO", "hearts", "LA", id="the card led must be beaten"),
        pytest.param("LU L7 HA", "LO", "hearts", "LU L7", id="who cannot beat it follows freely"),
        pytest.param("HA H7 BA", "LO HT", "hearts", "HA", id="the winning trump must be beaten"),
        pytest.param("H9 H7 BA", "LO HT", "hearts", "H9 H7", id="else any trump"),
        pytest.param("HT H7 BA", "LO", "hearts", "HT H7", id="every trump beats a plain suit"),
        pytest.param("LA L7 HA", "LO HT", "hearts", "LA L7", id="a trumped trick frees from it"),
        pytest.param("LA L7 HA", "LO", "betli", "LA", id="in betli too"),
        pytest.param("BA B7 HA", "LO", "betli", "BA B7 HA", id="but void in betli any card goes"),
    ],
)
def test_must_overtake(hand: str, trick: str, bid: str, expected: str) -> None:
    assert legal(hand, trick, bid, OVERTAKE) == set(expected.split())


@pytest.mark.parametrize(
    ("cards", "bid", "winner"),
    [
        pytest.param("LA LK LO", "hearts", 0, id="ace over king over over"),
        pytest.param("LU LK LO", "hearts", 1, id="king over over over under"),
        pytest.param("LT LU L9", "hearts", 1, id="under over ten"),
        pytest.param("LT L9 L8", "hearts", 0, id="ten over nine over eight"),
        pytest.param("L7 L8 BA", "hearts", 1, id="another suit never wins"),
        pytest.param("LA H7 LK", "hearts", 1, id="a trump wins"),
        pytest.param("LA H7 H8", "hearts", 2, id="the highest trump wins"),
        pytest.param("LA H7 H8", "betli", 0, id="no trump in betli"),
        pytest.param("LA H7 H8", "szanzadu", 0, id="no trump in szanzadu"),
        pytest.param("LA A7 H8", "acorns", 1, id="acorns are trump in acorns"),
        pytest.param("AA L7 H8", "leaves", 1, id="leaves are trump in leaves"),
        pytest.param("LA H7 B8", "bells", 2, id="bells are trump in bells"),
    ],
)
def test_trick_winner(cards: str, bid: str, winner: int) -> None:
    position = ending(cards.split(), bid)
    for card in cards.split():
        position.play(card)
    assert [bool(tricks) for tricks in position.tricks] == [seat == winner for seat in range(3)]


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    position = ending(["L7 B7", "LA B8", "L8 B9"], "hearts")
    for card in ("L7", "LA", "L8"):
        position.play(card)
    assert position.leader == 1
    assert position.current_player == 1


@pytest.mark.parametrize(
    ("option", "bid", "dealer", "declarer", "leader"),
    [
        pytest.param("forehand", "bells", 2, 1, 0, id="forehand, whoever is declarer"),
        pytest.param("forehand", "szanzadu", 0, 2, 1, id="forehand in szanzadu too"),
        pytest.param("declarer", "bells", 2, 1, 1, id="declarer"),
        pytest.param("declarer", "szanzadu", 2, 1, 1, id="declarer in szanzadu too"),
        pytest.param("declarer_except_szanzadu", "betli", 2, 1, 1, id="the declarer of betli"),
        pytest.param(
            "declarer_except_szanzadu", "szanzadu", 2, 1, 0, id="szanzadu: the seat before him"
        ),
        pytest.param(
            "declarer_except_szanzadu", "hand_szanzadu", 1, 0, 2, id="and in hand szanzadu"
        ),
    ],
)
def test_first_lead(option: str, bid: str, dealer: int, declarer: int, leader: int) -> None:
    game = preferansz(first_lead=option)
    state = game.start(seed=3, dealer=dealer)
    while state.phase == "auction":
        state.apply(bid if state.current_player == declarer else "pass")
    while state.phase != "play":
        names = [game.action_names[action] for action in state.legal_actions()]
        state.apply(next((n for n in ("pick_up", "done") if n in names), names[0]))
    assert state.current_player == leader
    if dealer == 2:
        position = game.position(state.deal, game.contract(bid, declarer=declarer))
        assert position.leader == leader


# Early end.


@pytest.mark.parametrize(
    ("bid", "tricks", "volat", "played_tricks"),
    [
        pytest.param("leaves", 3, False, 8, id="a suit game ends with the fifth lost trick"),
        pytest.param("leaves", 5, False, 10, id="even if that is the last one"),
        pytest.param("leaves", 6, False, 10, id="a suit game that is made is played out"),
        pytest.param("leaves", 10, False, 10, id="even if all tricks are won"),
        pytest.param("betli", 1, False, 7, id="betli ends with the declarer's first trick"),
        pytest.param("betli", 0, False, 10, id="betli that is made is played out"),
        pytest.param("szanzadu", 9, False, 1, id="szanzadu ends with the first lost trick"),
        pytest.param("szanzadu", 10, False, 10, id="szanzadu that is made is played out"),
        pytest.param("leaves", 9, True, 1, id="volát ends with the first lost trick"),
    ],
)
def test_early_end(bid: str, tricks: int, played_tricks: int, *, volat: bool) -> None:
    state = played(GAME, bid, tricks, volat=volat)
    assert sum(state.position.tricks) == played_tricks


def test_szanzadu_of_six_tricks_ends_as_a_suit_game() -> None:
    game = preferansz(szanzadu_tricks=6)
    lost, made = played(game, "szanzadu", 3), played(game, "szanzadu", 6)
    assert sum(lost.position.tricks) == 8
    assert lost.returns().tolist() == [-12, 6, 6]
    assert sum(made.position.tricks) == 10
    assert made.returns().tolist() == [12, -6, -6]


# Positions.


@pytest.mark.parametrize("tricks", [5, 6])
def test_a_position_is_played_from_a_deal_and_a_contract(tricks: int) -> None:
    script = tricks_won_by(winners(0, tricks), "B")
    position = GAME.position(dealt(GAME, script), GAME.contract("bells"))
    for trick in script:
        for _ in range(3):
            if not position.is_over:
                position.play(trick[position.current_player])
    assert position.returns().tolist() == scores(3 if tricks == 6 else -3)


def test_a_position_with_an_exchange() -> None:
    deal = GAME.deal(seed=1)
    contract = GAME.contract("bells", declarer=1)
    laid = [deal.talon[0], deal.hands[1][0]]
    position = GAME.position(deal, contract, exchange=(deal.talon, laid))
    assert set(position.hands[1]) == {*deal.hands[1], *deal.talon} - set(laid)
    for taken, away in (
        (deal.talon[:1], laid[:1]),
        (deal.talon, laid[:1]),
        ([deal.hands[0][0], deal.talon[0]], laid),
        (deal.talon, [deal.hands[0][0], laid[0]]),
    ):
        with pytest.raises(ultimo.DealError):
            GAME.position(deal, contract, exchange=(taken, away))


def test_a_hand_game_takes_nothing_from_the_talon() -> None:
    deal = GAME.deal(seed=1)
    contract = GAME.contract("hand_bells", declarer=1)
    with pytest.raises(ultimo.DealError):
        GAME.position(deal, contract, exchange=(deal.talon, deal.hands[1][:2]))
    assert GAME.position(deal, contract).hands == deal.hands


def test_a_whole_deal_from_the_auction_to_the_score() -> None:
    script = tricks_won_by(winners(2, 7), "L")
    state = GAME.start(dealt(GAME, script))
    for call in ("pass", "acorns", "leaves", "pass", "pick_up"):
        state.apply(call)
    for card in state.deal.talon:
        state.apply(card)
    state.apply("done")
    play_out(state, script)
    assert state.position.tricks == (3, 0, 7)
    assert state.returns().tolist() == [-2, -2, 4]
    assert ultimo.State.from_json(state.to_json()) == state


def test_goals_of_the_solver() -> None:
    """In a szanzadu of one trick each: who leads the ace of a suit wins it."""
    position = ending(["LA", "LK", "BA"], "szanzadu")
    assert ultimo.solve(position, "score").value == 12
    assert ultimo.solve(position, "win").value == 1
    assert ultimo.solve(position, "tricks").value == 1
    with pytest.raises(ultimo.ContractError):
        ultimo.solve(position, "points")
    lost = ending(["LO", "LK", "BA"], "szanzadu")
    assert ultimo.solve(lost, "score").value == -12
