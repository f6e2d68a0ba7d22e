"""Play, early end and scores of rules/preferansz.md, a row each clause and example."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.rules.preferansz_hands import (
    dealt,
    play_out,
    played,
    preferansz,
    tricks_won_by,
    winners,
)

import ultimo

GAME = preferansz()
OVERTAKE = preferansz(must_overtake=True)
KONTRA = preferansz(kontra="per_defender")
PLAIN = ("acorns", "leaves", "bells", "hearts", "betli", "szanzadu")
SUIT_GAMES = PLAIN[:4]


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


# Scores.


def scores(value: int, declarer: int = 0) -> list[int]:
    """Returns what all seats get if each defender pays so much."""
    return [2 * value if seat == declarer else -value for seat in range(3)]


@pytest.mark.parametrize(
    ("bid", "tricks", "more", "value"),
    [
        pytest.param("acorns", 6, {}, 1, id="example 1: acorns made"),
        pytest.param("hearts", 9, {}, 4, id="example 2: hearts made with nine tricks"),
        pytest.param("leaves", 5, {}, -2, id="example 3: leaves lost"),
        pytest.param("betli", 1, {}, -5, id="example 4: betli lost"),
        pytest.param("szanzadu", 10, {}, 6, id="example 5: szanzadu made"),
        pytest.param("hand_bells", 6, {}, 4, id="example 6: hand bells bid in the auction"),
        pytest.param("hearts", 9, {"volat": True}, -8, id="example 7: hearts with volát fails"),
        pytest.param("hand_hearts", 10, {"volat": True}, 10, id="example 8: hand hearts, volát"),
        pytest.param("leaves", 10, {}, 2, id="example 9: all tricks, volát not announced"),
        pytest.param("hand_acorns", 6, {"declarer": 1}, 2, id="example 10: hand acorns, seat 1"),
        pytest.param("szanzadu", 9, {}, -6, id="nine tricks lose szanzadu"),
        pytest.param("betli", 0, {}, 5, id="no trick makes betli"),
        pytest.param("betli", 10, {}, -5, id="ten tricks lose betli no more than one"),
        pytest.param("acorns", 0, {}, -1, id="no trick loses acorns no more than five"),
        pytest.param("hearts", 6, {"volat": True}, -8, id="six tricks lose a volát"),
        pytest.param("hearts", 10, {"volat": True}, 8, id="ten tricks make a volát"),
        pytest.param("bells", 6, {"talon": "hand"}, 4, id="bells, from the hand after the auction"),
        pytest.param("betli", 0, {"talon": "hand"}, 6, id="betli, from the hand"),
        pytest.param("bells", 6, {"talon": "hand", "declarer": 2}, 4, id="seat 2 from the hand"),
    ],
)
def test_scores(bid: str, tricks: int, more: dict[str, Any], value: int) -> None:
    state = played(GAME, bid, tricks, **more)
    declarer = more.get("declarer", 0)
    assert state.returns().tolist() == scores(value, declarer)
    won = state.position.tricks[declarer]
    assert GAME.settle(state.contract, tricks=won).returns.tolist() == scores(value, declarer)


VALUES = {
    "acorns": (1, 2, 2, 4),
    "leaves": (2, 3, 4, 6),
    "bells": (3, 4, 6, 8),
    "hearts": (4, 5, 8, 10),
    "betli": (5, 6),
    "szanzadu": (6, 7),
}


@pytest.mark.parametrize(
    ("game", "column", "value"),
    [
        pytest.param(
            game, column, value, id=f"{game} {('', 'hand', 'volát', 'hand volát')[column]}"
        )
        for game, row in VALUES.items()
        for column, value in enumerate(row)
    ],
)
def test_table_of_values(game: str, column: int, value: int) -> None:
    bid, volat = (f"hand_{game}" if column % 2 else game), column > 1
    tricks = 0 if game == "betli" else 10
    state = played(GAME, bid, tricks, volat=volat)
    assert state.returns().tolist() == scores(value)
    lost = played(GAME, bid, 5, volat=volat)
    assert lost.returns().tolist() == scores(-value)
    if not volat:
        assert GAME.contracts()[bid] == value


@pytest.mark.parametrize(
    ("options", "bid", "volat", "value"),
    [
        pytest.param({"hand_value": "double"}, "hand_bells", False, 6, id="double hand value"),
        pytest.param({"hand_value": "double"}, "hand_szanzadu", False, 12, id="szanzadu too"),
        pytest.param({"hand_value": "double"}, "bells", False, 3, id="plain games stay"),
        pytest.param({"hand_value": "double"}, "hand_hearts", True, 16, id="and volát doubles it"),
        pytest.param({"volat_value": "triple"}, "bells", True, 9, id="triple volát"),
        pytest.param({"volat_value": "triple"}, "hand_bells", True, 12, id="of a hand game"),
        pytest.param({"volat_value": "plus_six"}, "bells", True, 9, id="volát adds six"),
        pytest.param({"volat_value": "plus_six"}, "hand_acorns", True, 8, id="to hand acorns"),
    ],
)
def test_values_by_option(options: dict[str, Any], bid: str, volat: bool, value: int) -> None:  # noqa: FBT001
    state = played(preferansz(**options), bid, 10, volat=volat)
    assert state.returns().tolist() == scores(value)


@pytest.mark.parametrize(
    ("bid", "tricks", "said", "expected"),
    [
        pytest.param(
            "bells",
            6,
            ("kontra:1", "pass", "kontra:1"),
            [15, -12, -3],
            id="example 12: kontra and rekontra of one defender, the other silent",
        ),
        pytest.param("bells", 5, ("kontra:1", "pass", "pass"), [-9, 6, 3], id="one kontra, lost"),
        pytest.param(
            "bells", 6, ("kontra:1", "kontra:2", "pass"), [12, -6, -6], id="two kontras, made"
        ),
        pytest.param("bells", 6, ("pass", "pass"), [6, -3, -3], id="no kontra"),
        pytest.param(
            "betli",
            1,
            ("kontra:1", "kontra:2", "kontra:2", "pass"),
            [-30, 10, 20],
            id="betli with kontra and rekontra, lost",
        ),
    ],
)
def test_kontra(bid: str, tricks: int, said: Sequence[str], expected: list[int]) -> None:
    assert played(KONTRA, bid, tricks, kontra=said).returns().tolist() == expected


def test_kontra_multiplies_a_volat_too() -> None:
    state = played(KONTRA, "hand_hearts", 10, volat=True, kontra=("pass", "kontra:2", "pass"))
    assert state.returns().tolist() == [30, -10, -20]


@pytest.mark.parametrize("tricks", range(11))
@pytest.mark.parametrize("declarer", range(3))
def test_six_tricks_make_a_suit_game_and_five_lose_it(tricks: int, declarer: int) -> None:
    for bid in SUIT_GAMES:
        state = played(GAME, bid, tricks, declarer=declarer)
        value = VALUES[bid][0] * (1 if tricks >= 6 else -1)
        assert state.returns().tolist() == scores(value, declarer)


# Settling from the facts.


@pytest.mark.parametrize(
    ("bid", "more", "tricks", "lines"),
    [
        pytest.param(
            "acorns", {}, 6, [("acorns: made", [2, -1, -1])], id="example 1, from its facts"
        ),
        pytest.param("leaves", {}, 5, [("leaves: lost", [-4, 2, 2])], id="example 3"),
        pytest.param("betli", {}, 1, [("betli: lost", [-10, 5, 5])], id="example 4"),
        pytest.param("szanzadu", {}, 10, [("szanzadu: made", [12, -6, -6])], id="example 5"),
        pytest.param(
            "hand_bells",
            {},
            6,
            [("bells: made", [6, -3, -3]), ("from the hand: made", [2, -1, -1])],
            id="example 6",
        ),
        pytest.param(
            "hearts",
            {"announced": {"volat"}},
            9,
            [("hearts: lost", [-8, 4, 4]), ("volat announced: lost", [-8, 4, 4])],
            id="example 7",
        ),
        pytest.param(
            "hand_hearts",
            {"announced": {"volat"}},
            10,
            [
                ("hearts: made", [8, -4, -4]),
                ("from the hand: made", [2, -1, -1]),
                ("volat announced: made", [10, -5, -5]),
            ],
            id="example 8",
        ),
        pytest.param(
            "bells",
            {"kontra": {1: 2}},
            6,
            [("bells: made", [6, -3, -3]), ("rekontra of seat 1", [9, -9, 0])],
            id="example 12",
        ),
    ],
)
def test_settling(
    bid: str, more: dict[str, Any], tricks: int, lines: list[tuple[str, list[int]]]
) -> None:
    game = KONTRA if "kontra" in more else GAME
    settled = game.settle(game.contract(bid, **more), tricks=tricks)
    assert [(line.text, list(line.amounts)) for line in settled.lines] == lines
    total = [sum(column) for column in zip(*(amounts for _, amounts in lines), strict=True)]
    assert settled.returns.tolist() == total


@pytest.mark.parametrize(
    ("bid", "facts"),
    [
        pytest.param("bells", {"tricks": 11}, id="eleven tricks"),
        pytest.param("bells", {"tricks": -1}, id="a negative number"),
        pytest.param("bells", {"tricks": 5.5}, id="half a trick"),
        pytest.param("bells", {}, id="nothing"),
        pytest.param("bells", {"tricks": 6, "points": 3}, id="an unknown fact"),
        pytest.param("betli", {"tricks": 2}, id="two tricks in betli, which ends with the first"),
    ],
)
def test_impossible_facts_are_refused(bid: str, facts: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        GAME.settle(GAME.contract(bid), **facts)


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
