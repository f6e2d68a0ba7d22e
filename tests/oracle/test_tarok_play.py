"""The worked examples of rules/slovenian_tarok.md on play, numbered as there, and endings."""

from dataclasses import replace

import pytest
from tests.oracle import minimax
from tests.oracle.tarok import Options, TarokPlay, TarokTwoPlay
from tests.oracle.tarok_play import legal_cards, winning_card
from tests.oracle.walk import perft

FOUR, THREE, TWO = Options(players=4), Options(players=3), Options(players=2)


@pytest.mark.parametrize(
    ("trick", "hand", "legal"),
    [
        pytest.param("HQ HK", "HJ H4", "HJ H4", id="nothing beats the king"),
        pytest.param("HN H4", "HQ HJ", "HQ", id="only the queen beats the knight"),
        pytest.param("HN T15", "HQ HJ", "HQ HJ", id="the trick is trumped"),
        pytest.param("HN T15", "T1 T9 T18", "T18", id="only XVIII beats XV"),
        pytest.param("HN H4", "T1 T9", "T9", id="Pagat kept"),
        pytest.param("HN H4", "T1 C7", "T1", id="no other card is legal"),
        pytest.param("", "T1 C7", "C7", id="Pagat kept in the lead"),
        pytest.param("HN H4", "C7 SK", "C7 SK", id="free discard"),
    ],
)
def test_16_overtaking_in_klop(trick: str, hand: str, legal: str) -> None:
    cards = legal_cards(THREE, "klop", hand.split(), trick.split())
    assert sorted(cards) == sorted(legal.split())


@pytest.mark.parametrize(
    ("trick", "hand", "legal"),
    [
        pytest.param("HN H4", "HQ HJ", "HQ HJ", id="no obligation to overtake"),
        pytest.param("HN H4", "T1 T9 C7", "T1 T9", id="without the suit a tarokk"),
        pytest.param("T5", "T1 T9 C7", "T1 T9", id="tarokk counts as a suit"),
        pytest.param("T5", "CK C7", "CK C7", id="neither suit nor tarokk"),
    ],
)
def test_positive_contracts(trick: str, hand: str, legal: str) -> None:
    cards = legal_cards(THREE, "two", hand.split(), trick.split())
    assert sorted(cards) == sorted(legal.split())


EMPEROR = replace(FOUR, emperor_trick=True)


@pytest.mark.parametrize(
    ("options", "contract", "trick", "winner"),
    [
        pytest.param(FOUR, "two", "T1 T21 T22 T5", "T22", id="no exceptions in the default"),
        pytest.param(EMPEROR, "two", "T1 T21 T22 T5", "T1", id="the emperor's trick"),
        pytest.param(EMPEROR, "klop", "HK T21 T22 T1", "T1", id="also when a suit is led"),
        pytest.param(EMPEROR, "two", "T2 T21 T22 T5", "T22", id="not without the Pagat"),
        pytest.param(FOUR, "two", "HQ S7 HK DK", "HK", id="the highest card of the suit led"),
        pytest.param(FOUR, "two", "HA H2 H4 T1", "T1", id="a tarokk beats every suit card"),
        pytest.param(FOUR, "two", "HA H2 H4 SK", "HA", id="red: A above 2"),
        pytest.param(
            EMPEROR, "colour_valat_without", "H4 T21 T22 T1", "H4", id="colour valat: no trumps"
        ),
    ],
)
def test_trick_winner(options: Options, contract: str, trick: str, winner: str) -> None:
    assert winning_card(options, contract, trick.split()) == winner


@pytest.mark.parametrize(
    ("trick", "hand", "legal"),
    [
        pytest.param("T21 T22", "T1 T9", "T1", id="must play a tarokk: the Pagat"),
        pytest.param("HK T21 T22", "T1 T9 C7", "T1", id="void in the suit: the Pagat"),
        pytest.param("HK T21 T22", "T1 H4 HQ", "H4 HQ", id="a player who can follow suit follows"),
    ],
)
def test_emperor_trick_in_negative_contracts(trick: str, hand: str, legal: str) -> None:
    cards = legal_cards(EMPEROR, "beggar", hand.split(), trick.split())
    assert sorted(cards) == sorted(legal.split())


def position(hands: str, contract: str, **more: object) -> TarokPlay:
    """An ending of four, its hands separated by bars."""
    split = [hand.split() for hand in hands.split("|")]
    options = replace(FOUR, players=len(split))
    return TarokPlay(options, split, contract, **more)  # type: ignore[arg-type]


def run(play: TarokPlay, cards: str) -> TarokPlay:
    """Play these cards."""
    for card in cards.split():
        play.apply(card)
    return play


def test_called_king_from_the_talon_wins_the_rest_of_it() -> None:
    play = position(
        "SK T2 | SQ T3 | SN T4 | SJ T5", "two", declarer=0, king="S",
        taken=["SK", "D4"], talon=["T1", "T21", "T22", "HK"], discards=["D4", "D3"],
    )  # fmt: skip
    run(play, "SK SQ SN SJ")
    assert play.talon == []
    assert play.piles[0] == ["SK", "SQ", "SN", "SJ", "T1", "T21", "T22", "HK"]
    run(play, "T2 T3 T4 T5")
    assert play.outcome().trula == 1


def test_called_king_left_in_the_talon_stays_with_the_opponents() -> None:
    play = position(
        "SQ T2 | SN T3 | SJ T4 | ST T5", "two", declarer=0, king="S",
        taken=["D4", "D3"], talon=["SK", "T1", "T21", "T22"], discards=["D4", "D3"],
    )  # fmt: skip
    run(play, "SQ SN SJ ST")
    assert play.talon == ["SK", "T1", "T21", "T22"]


@pytest.mark.parametrize(
    ("contract", "cards", "returns"),
    [
        pytest.param("beggar", "HK H2 H3 H4", [-70, 70, 70, 70], id="beggar ends at one trick"),
        pytest.param("open_beggar", "HK H2 H3 H4", [-80, 80, 80, 80], id="open beggar too"),
    ],
)
def test_negative_contracts_end_early(contract: str, cards: str, returns: list[int]) -> None:
    play = run(position("HK CK | H2 C7 | H3 C8 | H4 C9", contract, declarer=0), cards)
    assert play.current is None
    assert play.returns() == returns


def test_piccolo_ends_at_two_tricks() -> None:
    play = position("HK CK SK | H2 C7 S7 | H3 C8 S8 | H4 C9 S9", "piccolo", declarer=0)
    run(play, "HK H2 H3 H4")
    assert not play.is_over
    run(play, "CK C7 C8 C9")
    assert play.current is None
    assert play.returns() == [-60, 60, 60, 60]


def test_announced_valat_ends_when_the_opponents_win_a_trick() -> None:
    play = position("HQ CK | HK C7 | H3 C8 | H4 C9", "two", declarer=0, announced={"valat"})
    run(play, "HQ HK H3 H4")
    assert play.current is None
    assert play.returns() == [-500, 500, 500, 500]


@pytest.mark.parametrize(
    ("hands", "cards", "ultimo", "failed"),
    [
        pytest.param("T1 | H2 | H3 | H4", "T1 H2 H3 H4", 1, 0, id="won by the declarer"),
        pytest.param("H2 | T1 | H3 | H4", "H2 T1 H3 H4", -1, 0, id="won by an opponent"),
        pytest.param("T1 | T2 | H3 | H4", "T1 T2 H3 H4", 0, -1, id="lost to the opponents"),
        pytest.param("T1 | H2 | T3 | H4", "T1 H2 T3 H4", 0, 0, id="taken by the partner"),
        pytest.param("T2 | T1 | H3 | H4", "T2 T1 H3 H4", 0, 1, id="lost by an opponent"),
    ],
)
def test_pagat_in_the_last_trick(hands: str, cards: str, ultimo: int, failed: int) -> None:
    outcome = run(position(hands, "two", declarer=0, partner=2), cards).outcome()
    assert (outcome.pagat_ultimo, outcome.pagat_failed) == (ultimo, failed)


def test_mond_is_paid_by_who_loses_it_or_leaves_it() -> None:
    options = replace(FOUR, captured_mond_penalty=20)
    hands = [["T22"], ["T21"], ["H3"], ["H4"]]
    lost = run(TarokPlay(options, hands, "two", declarer=0, partner=1), "T22 T21 H3 H4")
    assert lost.returns() == [lost.value(), lost.value() - 20, -lost.value(), -lost.value()]
    left = TarokPlay(
        options, [["H2"], ["HK"], ["H3"], ["H4"]], "two",
        declarer=0, taken=["D2", "D3"], talon=["T21", "C7", "C8", "C9"],
    )  # fmt: skip
    run(left, "H2 HK H3 H4")
    assert left.returns()[0] == left.value() - 20
    untouched = TarokPlay(
        options, [["H2"], ["HK"], ["H3"], ["H4"]], "two", declarer=0, talon=["T21"]
    )
    run(untouched, "H2 HK H3 H4")
    assert untouched.returns()[0] == untouched.value()


def test_klop_gift() -> None:
    options = replace(FOUR, klop_talon_gift=True)
    play = TarokPlay(options, [["H2"], ["HK"], ["H3"], ["H4"]], "klop", talon=["T21", "C7"])
    run(play, "H2 HK H3 H4")
    assert play.piles[1] == ["H2", "HK", "H3", "H4", "T21"]


def test_first_lead() -> None:
    for contract in ("three", "two", "one", "solo_one"):
        assert position("H2 | HK | H3 | H4", contract, declarer=2).current == 0
    for contract in ("solo_without", "piccolo", "beggar", "open_beggar"):
        assert position("H2 | HK | H3 | H4", contract, declarer=2).current == 2
    assert position("H2 | HK | H3 | H4", "klop").current == 0


def test_minimax_and_perft_of_three_cards_each() -> None:
    play = position("T22 HK C7 | T1 HQ C8 | T5 HJ C9 | T6 H4 CK", "two", declarer=0, partner=2)
    table = minimax.table(play, {0, 2}, lambda end: end.card_points)
    # The Škis drops the Pagat, the king wins a full trick, the club goes to the opponents' king.
    assert set(table) == {"T22", "HK", "C7"}
    assert minimax.value(play, {0, 2}, lambda end: end.card_points) == max(table.values())
    assert perft(play, 4) == 3
    assert perft(play, 12) == perft(play, 11)


def test_20_turning_the_piles() -> None:
    own = [["T1", "DK", "T20", "T22"], ["CT", "HK", "C8", "C7"]]
    play = TarokTwoPlay(TWO, [["SQ"], []], [own, []])
    assert sorted(play.hands[0]) == sorted(["SQ", "T1", "DK", "T20", "T22"])
    assert play.face_up(0) == ["CT"]


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        pytest.param("CQ", ["C7"], id="only the club from the pile"),
        pytest.param("T20", ["T7"], id="only VII"),
    ],
)
def test_21_two_players_follow(led: str, legal: list[str]) -> None:
    hands = [[led], ["HK", "T7"]]
    play = TarokTwoPlay(TWO, hands, [[], [["C7"], ["DJ"]]])
    play.apply(led)
    assert play.legal() == legal


def test_21_two_players_lead_from_the_hand() -> None:
    piles = [[["C7"], ["DJ"]], []]
    assert TarokTwoPlay(TWO, [["HK", "T7"], []], piles).legal() == ["HK", "T7"]
    assert TarokTwoPlay(TWO, [[], []], piles).legal() == ["C7", "DJ"]
