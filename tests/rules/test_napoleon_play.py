"""Play, early end and scores of rules/napoleon.md, a row each clause and example."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.rules.napoleon_hands import EXTENDED_BIDS, after, names, napoleon, played, scores

import ultimo

GAME = napoleon()
EXTENDED = napoleon(ladder="extended")

# Play.


def test_example_2_a_whole_hand() -> None:
    game = napoleon(3)
    hands = ["HA H9 C7 D4 D2", "SA SK ST HK C3", "SQ S5 H8 CJ D6"]
    state = game.start(game.make_deal(hands), dealer=2)
    for call in ("pass", "three", "pass"):
        state.apply(call)
    tricks = [
        (1, "SA S5 D2", 1),
        (1, "SK SQ D4", 2),
        (1, "HK H8 HA", 2),
        (0, "C7 C3 CJ", 2),
        (2, "D6 H9 ST", 3),
    ]
    forced = {"SQ", "C3", "ST"}
    for leader, cards, won in tricks:
        assert state.current_player == leader
        for card in cards.split():
            if card in forced:
                assert names(state) == [card]
            state.apply(card)
        assert state.position.tricks[1] == won
    assert state.is_over
    assert state.position.trump == 3
    assert state.returns().tolist() == [-3, 6, -3]


def ending(
    hands: Sequence[str], bid: str = "three", *, game: Any, trump: str | None = None, leader: int
) -> Any:
    """Returns an ending that seat 0 declares, the hands written as text."""
    contract = game.contract(bid, trump=trump) if trump else game.contract(bid)
    return game.position(game.make_deal(hands), contract, leader=leader)


@pytest.mark.parametrize(
    ("void_rule", "bid", "hand", "legal"),
    [
        pytest.param(
            "must_trump", "three", "HJ C9 S3 S2", "S3 S2", id="example 8: a trump, not beating"
        ),
        pytest.param("free", "three", "HJ C9 S3 S2", "HJ C9 S3 S2", id="example 8: free"),
        pytest.param("must_trump", "misere", "HJ C9 S3 S2", "HJ C9 S3 S2", id="example 8: misere"),
        pytest.param("free", "misere", "HJ C9 S3 S2", "HJ C9 S3 S2", id="misere, free"),
        pytest.param("must_trump", "three", "HJ D2 S3 DA", "D2 DA", id="follow suit, any of it"),
        pytest.param("free", "three", "HJ D2 S3 DA", "D2 DA", id="free too"),
        pytest.param("must_trump", "misere", "HJ D2 S3 DA", "D2 DA", id="misere too"),
        pytest.param("must_trump", "three", "HJ C9 H3 C2", "HJ C9 H3 C2", id="neither: anything"),
    ],
)
def test_legal_cards(void_rule: str, bid: str, hand: str, legal: str) -> None:
    game = napoleon(3, ladder="extended", void_rule=void_rule)
    trump = None if bid == "misere" else "S"
    hands = ["D4 H5 H6 H7", "SQ C5 C6 C7", hand]
    position = ending(hands, bid, game=game, trump=trump, leader=0)
    for card in ("D4", "SQ"):
        if card in position.legal():
            position.play(card)
        else:
            position.play(position.legal()[0])
    assert position.current_player == 2
    assert set(position.legal()) == set(legal.split())


def test_any_card_may_be_led_to_the_first_trick() -> None:
    state = after("three", "pass", "pass", "pass", game=GAME)
    assert names(state) == list(state.hand(0))


@pytest.mark.parametrize("lead", ["S2", "H3", "D4", "C5"])
def test_the_first_card_led_makes_trump_for_the_whole_hand(lead: str) -> None:
    game = napoleon(3)
    hands = ["S2 H3 D4 C5 CA", "S3 H4 D5 C6 SA", "S4 H5 D6 C7 HA"]
    position = ending(hands, game=game, leader=0)
    assert {position.trump} == {None}
    position.play(lead)
    assert position.trump == "CDHS".index(lead[0])
    for _ in range(5):
        position.play(position.legal()[0])
    assert position.trump == "CDHS".index(lead[0])


def test_misere_has_no_trump() -> None:
    game = napoleon(3, ladder="extended")
    position = ending(["C2 H3", "H2 H4", "C3 D5"], "misere", game=game, leader=0)
    for card in ("C2", "H4", "C3"):
        position.play(card)
    assert position.trump is None
    assert position.tricks == (0, 0, 1)
    position.play("D5")
    assert position.legal() == ["H3"]
    position.play("H3")
    position.play("H2")
    assert position.tricks == (0, 0, 2)
    assert position.returns().tolist() == [6, -3, -3]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        pytest.param("DA DK S2", 2, id="the highest trump"),
        pytest.param("DK DA HA", 1, id="else the highest card of the suit led"),
        pytest.param("DT DJ D9", 1, id="jack over ten over nine"),
        pytest.param("DQ DK DJ", 1, id="king over queen over jack"),
        pytest.param("S2 SA DA", 1, id="ace of trumps over the deuce"),
        pytest.param("D2 S3 S2", 1, id="no duty to overtrump: the higher one stands"),
    ],
)
def test_trick_winner(cards: str, winner: int) -> None:
    position = ending(cards.split(), game=napoleon(3), trump="S", leader=0)
    for card in cards.split():
        position.play(card)
    assert [bool(tricks) for tricks in position.tricks] == [seat == winner for seat in range(3)]


@pytest.mark.parametrize("bid", ["three", "misere"])
def test_the_declarer_leads_first_and_then_the_winner_of_a_trick(bid: str) -> None:
    state = after("pass", bid, "pass", "pass", game=EXTENDED)
    assert state.current_player == 1
    position = EXTENDED.position(state.deal, EXTENDED.contract(bid, declarer=1))
    assert position.leader == 1
    for _ in range(4):
        position.play(position.legal()[0])
    winner = position.tricks.index(1)
    assert position.leader == winner


# End of the hand and score.


ENDS = [
    pytest.param(5, "four", "11110", 4, 4, id="example 3: four made after four tricks"),
    pytest.param(5, "napoleon", "10111", 2, -5, id="example 4: napoleon lost after two tricks"),
    pytest.param(4, "four", "01011", 3, -4, id="example 5: four lost after three tricks"),
    pytest.param(4, "four", "01111", 5, 4, id="one lost trick does not lose four"),
    pytest.param(6, "misere", "01000", 2, -3, id="example 6: misere lost with a trick"),
    pytest.param(6, "misere", "00000", 5, 3, id="misere is made only after five tricks"),
    pytest.param(4, "misere", "00010", 4, -3, id="misere lost in the fourth trick"),
    pytest.param(4, "blucher", "11110", 5, -20, id="example 7: blucher lost in the last trick"),
    pytest.param(4, "wellington", "11111", 5, 10, id="example 7: wellington made"),
    pytest.param(4, "wellington", "01111", 1, -10, id="wellington lost at once"),
    pytest.param(3, "three", "11011", 4, 3, id="three made with the third trick"),
    pytest.param(3, "three", "11001", 5, 3, id="three made in the last trick"),
    pytest.param(3, "three", "11000", 5, -3, id="two tricks lose three"),
    pytest.param(3, "three", "00011", 3, -3, id="three lost with the third lost trick"),
    pytest.param(3, "two", "11000", 2, 2, id="two made with the second trick"),
    pytest.param(3, "two", "00011", 5, 2, id="two made in the last trick"),
    pytest.param(3, "two", "00001", 4, -2, id="two lost with the fourth lost trick"),
    pytest.param(3, "napoleon", "11111", 5, 5, id="five tricks make napoleon"),
    pytest.param(3, "napoleon", "11110", 5, -5, id="four tricks lose napoleon"),
]


@pytest.mark.parametrize(("players", "bid", "won", "length", "value"), ENDS)
def test_when_the_hand_stops_and_what_it_pays(
    players: int, bid: str, won: str, length: int, value: int
) -> None:
    game = napoleon(players, ladder="extended")
    for declarer in (players - 1, 2):
        state = played(game, bid, won, declarer=declarer)
        assert sum(state.position.tricks) == length
        assert state.position.tricks[declarer] == won[:length].count("1")
        assert state.returns().tolist() == scores(value, players, declarer)
        settled = game.settle(state.contract, tricks=state.position.tricks[declarer])
        assert settled.returns.tolist() == scores(value, players, declarer)
        word = "made" if value > 0 else "lost"
        assert [line.text for line in settled.lines] == [f"{bid} {word}"]


@pytest.mark.parametrize(
    ("bid", "facts"),
    [
        pytest.param("three", {"tricks": 4}, id="four tricks in three, which ends with the third"),
        pytest.param("misere", {"tricks": 2}, id="two tricks in misere"),
        pytest.param("napoleon", {"tricks": 6}, id="six tricks"),
        pytest.param("napoleon", {"tricks": -1}, id="a negative number"),
        pytest.param("napoleon", {}, id="nothing"),
    ],
)
def test_impossible_facts_are_refused(bid: str, facts: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        EXTENDED.settle(EXTENDED.contract(bid), **facts)


@pytest.mark.parametrize("players", range(3, 11))
@pytest.mark.parametrize("bid", EXTENDED_BIDS)
def test_table_of_payments(players: int, bid: str) -> None:
    game = napoleon(players, ladder="extended")
    value = EXTENDED_BIDS[bid]
    made = played(game, bid, "00000" if bid == "misere" else "11111", declarer=2)
    assert made.returns().tolist() == scores(value, players, 2)
    lost = played(game, bid, "11111" if bid == "misere" else "00000", declarer=2)
    assert lost.returns().tolist() == scores(-value, players, 2)


@pytest.mark.parametrize(
    ("bid", "won", "lost"),
    [
        ("two", 2, 2),
        ("three", 3, 3),
        ("four", 4, 4),
        ("misere", 3, 6),
        ("napoleon", 10, 5),
        ("wellington", 20, 10),
        ("blucher", 30, 15),
    ],
)
def test_payments_of_the_encyclopaedia(bid: str, won: int, lost: int) -> None:
    game = napoleon(4, ladder="extended", payments="eb1911")
    none, every = "00000", "11111"
    good, bad = (none, every) if bid == "misere" else (every, none)
    assert played(game, bid, good, declarer=2).returns().tolist() == scores(won, 4, 2)
    assert played(game, bid, bad, declarer=2).returns().tolist() == scores(-lost, 4, 2)


def test_goals_of_the_solver() -> None:
    """The declarer chooses trump by what he leads."""
    game = napoleon(3, deck_ranks=4)
    hands = ["SA SK SQ DJ HJ", "HA HK CA CK DK", "HQ CJ CQ DQ DA"]
    position = game.position(game.make_deal(hands), game.contract("three"))
    assert ultimo.solve(position, "score").value == 6
    assert ultimo.solve(position, "win").value == 1
    found = ultimo.solve(position, "tricks")
    assert found.value == 3
    with pytest.raises(ultimo.ContractError):
        ultimo.solve(position, "points")


@pytest.mark.parametrize("trump", ["S", "H"])
def test_an_ending_may_be_told_its_trump(trump: str) -> None:
    game = napoleon(3)
    position = ending(["D2 C2", "S2 H3", "H2 S3"], game=game, trump=trump, leader=0)
    assert position.trump == "CDHS".index(trump)
    for card in ("D2", "S2" if trump == "S" else "H3", "S3" if trump == "S" else "H2"):
        position.play(card)
    assert position.tricks == ((0, 0, 1) if trump == "S" else (0, 1, 0))


def test_misere_takes_no_trump() -> None:
    with pytest.raises(ultimo.ContractError):
        EXTENDED.contract("misere", trump="S")
