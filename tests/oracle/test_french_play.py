"""The worked examples of rules/french_tarot.md on the play, numbered as there."""

import pytest
from tests.oracle.french_options import Options
from tests.oracle.french_play import FrenchPlay, legal_cards

FOUR, THREE = Options(), Options(players=3)
CALLING = Options(players=5, five_players="call_king")


def play(hands: list[str], bid: str = "garde", *, declarer: int = 0, **more: object) -> FrenchPlay:
    """An ending of four, each hand as a string of codes."""
    split = [hand.split() for hand in hands]
    return FrenchPlay(FOUR, split, bid, declarer=declarer, **more)  # type: ignore[arg-type]


def run(game: FrenchPlay, cards: str) -> FrenchPlay:
    """Plays the cards in this order, whoever is to play."""
    for card in cards.split():
        game.apply(card)
    return game


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        pytest.param("D9 T15", "D4 T12", "D9", id="14 follow although it is trumped"),
        pytest.param("D9 T15 EX", "D4 T12", "D9 EX", id="14 or the Excuse"),
        pytest.param("C2 T9 T13 T17", "D4 T12", "T13 T17", id="14 overtrump"),
        pytest.param("C2 T3 T9", "D4 T12", "T3 T9", id="14 undertrump if you cannot"),
        pytest.param("C2 SK", "D4 T12", "C2 SK", id="14 no diamond, no trump: anything"),
        pytest.param("T6 T20 C5", "T14", "T20", id="14 trump led: over it"),
        pytest.param("C2 C9 D3", "EX C5", "C2 C9", id="14 the card after the Excuse decides"),
        pytest.param("C2 D3 T5", "EX", "C2 D3 T5", id="second to the Excuse: anything"),
        pytest.param("C2 D3 T5", "", "C2 D3 T5", id="leading: anything"),
        pytest.param("C2 CK", "C5", "C2 CK", id="no obligation to beat inside a suit"),
        pytest.param("C2 EX", "D4 T12", "C2 EX", id="the Excuse is not a trump"),
        pytest.param("T3 T9", "T14 EX T4", "T3 T9", id="the highest in the trick, not the last"),
        pytest.param("T3 T9 C2", "EX T4", "T9", id="trump after the Excuse is trump led"),
    ],
)
def test_legal_cards(hand: str, trick: str, legal: str) -> None:
    assert legal_cards(hand.split(), trick.split()) == legal.split()


def test_13_excuse_of_the_taker_before_the_last_trick() -> None:
    game = play(["EX C2", "H7 C3", "HK C4", "H2 C5"], leader=1)
    run(game, "H7 HK H2 EX")
    assert game.points == [8, 0, 12, 0]
    assert (game.half_points, game.oudlers) == (8, 1)
    assert game.tricks == [0, 0, 1, 0]


def test_13_excuse_of_the_taker_in_the_last_trick() -> None:
    game = run(play(["C2 EX", "C3 H7", "C4 HK", "CT H2"], leader=1), "C3 C4 CT C2 H2 EX H7 HK")
    assert game.points == [0, 0, 20, 4]
    assert (game.half_points, game.oudlers) == (0, 0)


def test_excuse_won_by_the_partner_lies_in_his_pile() -> None:
    game = run(play(["C2 H7", "EX C3", "HK C4", "H2 C5"], declarer=3), "H7 EX HK H2")
    assert game.points == [0, 0, 20, 0]
    assert (game.half_points, game.oudlers) == (0, 0)


def test_excuse_of_a_defender_never_counts_for_the_taker() -> None:
    game = run(play(["HK C2", "EX C3", "H3 C4", "H2 C5"]), "HK EX H3 H2")
    assert game.points == [12, 8, 0, 0]
    assert (game.half_points, game.oudlers) == (12, 0)


def test_16_slam_with_the_excuse() -> None:
    game = play(["T1 EX", "H7 H8", "HK H9", "H2 HQ"])
    run(game, "T1 H7 HK H2 EX H8 H9 HQ")
    assert game.tricks == [2, 0, 0, 0]
    outcome = game.outcome()
    assert (outcome.slam, outcome.petit_last, outcome.oudlers) == (1, 1, 2)


def test_16_excuse_against_a_slam_loses() -> None:
    game = run(play(["T21 HK", "H7 EX", "H9 HQ", "H2 HJ"]), "T21 H7 H9 H2 HK EX HQ HJ")
    outcome = game.outcome()
    assert (outcome.slam, outcome.oudlers) == (1, 2)
    assert outcome.half_points == 9 + 1 + 1 + 1 + 9 + 9 + 7 + 3


def test_defenders_slam_with_the_excuse() -> None:
    game = run(play(["H7 H8", "T1 EX", "HK H9", "H2 HQ"]), "H7 T1 HK H2 EX H9 HQ H8")
    outcome = game.outcome()
    assert game.tricks == [0, 2, 0, 0]
    assert (outcome.slam, outcome.petit_last, outcome.half_points) == (-1, -1, 0)


def test_the_excuse_does_not_win_if_the_other_side_has_a_trick() -> None:
    game = run(play(["H2 EX", "HK H7", "H3 H8", "H4 H9"]), "H2 HK H3 H4 H7 H8 H9 EX")
    assert game.tricks == [0, 1, 0, 1]
    assert game.points[3] == 1 + 1 + 1 + 9


def test_petit_last_is_for_the_side_that_wins_the_trick() -> None:
    game = run(play(["H3 T1", "H2 T9", "H4 T2", "HK D2"]), "H3 H2 H4 HK D2 T1 T9 T2")
    outcome = game.outcome()
    assert (outcome.petit_last, outcome.slam, outcome.oudlers) == (-1, -1, 0)


def test_petit_in_the_last_trick_won_by_another_card_of_the_side() -> None:
    game = run(
        play(["H3 T9", "HK T1", "H4 D3", "H5 D2"], declarer=2),
        "H3 HK H4 H5 T1 D3 D2 T9",
    )
    assert game.outcome().petit_last == -1


def test_petit_before_the_last_trick_is_nothing_without_the_excuse() -> None:
    game = run(play(["T1 T9", "H7 H8", "HK H9", "H2 HQ"]), "T1 H7 HK H2 T9 H8 H9 HQ")
    assert (game.outcome().slam, game.outcome().petit_last) == (1, 0)


@pytest.mark.parametrize(
    ("bid", "half_points", "oudlers"),
    [("garde_sans", 4 + 9 + 1, 1), ("garde_contre", 4, 0)],
)
def test_talon_not_seen(bid: str, half_points: int, oudlers: int) -> None:
    game = play(["H9", "H7", "H6", "H2"], bid, talon=["T21", "C4"])
    run(game, "H9 H7 H6 H2")
    assert (game.half_points, game.oudlers) == (half_points, oudlers)


def test_discards_count_for_the_taker() -> None:
    game = play(["H3", "H7", "H6", "H2"], discards=["CQ", "C4"])
    assert run(game, "H3 H7 H6 H2").half_points == 8


def test_called_partner_is_of_the_takers_side() -> None:
    hands = [["H2"], ["HK"], ["H4"], ["H5"], ["H6"]]
    game = FrenchPlay(CALLING, hands, "garde", declarer=0, partner=1)
    run(game, "H2 HK H4 H5 H6")
    assert game.half_points == 13
    assert game.outcome().slam == 1


def test_dealer_of_five_is_passed_over() -> None:
    hands = [["H2"], ["HK"], [], ["H5"], ["H6"]]
    game = FrenchPlay(Options(players=5), hands, "garde", declarer=0, dealer=2)
    assert game.current == 3
    run(game, "H5 H6 H2 HK")
    assert game.tricks == [0, 1, 0, 0, 0]
    assert game.returns()[2] == 0


@pytest.mark.parametrize(("slam", "option", "leader"), [
    (True, False, 0), (True, True, 2), (False, True, 0),
])  # fmt: skip
def test_first_lead(slam: bool, option: bool, leader: int) -> None:  # noqa: FBT001
    options = Options(slam_announcer_leads=option)
    hands = [["H2"], ["HK"], ["H4"], ["H5"]]
    assert FrenchPlay(options, hands, "garde", declarer=2, slam=slam).current == leader
