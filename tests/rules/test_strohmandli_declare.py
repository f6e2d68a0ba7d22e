"""Declarations of strohmandli: rules/strohmandli.md, "Declarations", a row a clause."""

import pytest
from tests.rules.strohmandli_hands import do, ending, names, strohmandli

import ultimo


@pytest.mark.parametrize(
    ("hand", "declared"),
    [
        pytest.param("T22 T21 CQ", {"head"}, id="head: skíz and XXI"),
        pytest.param("T22 T1 CQ", {"head"}, id="head: skíz and I"),
        pytest.param("T21 T1 CQ", {"head"}, id="head: XXI and I"),
        pytest.param("T22 T20 T2", set(), id="one honour is no head"),
        pytest.param("T22 T21 T1", {"head", "tuletroa"}, id="three honours: tulétroá or head"),
        pytest.param("CK DK HK SK", {"four_kings"}, id="four kings"),
        pytest.param("CK DK HK CQ", set(), id="three kings are nothing"),
        pytest.param(
            "CK DK HK SK T21 T1", {"four_kings", "head"}, id="either of two different figures"
        ),
    ],
)
def test_what_may_be_declared_on_lead(hand: str, declared: set[str]) -> None:
    position = ending(strohmandli(), [hand, "T5"])
    calls = {name for name in names(position) if name.startswith("declare:")}
    assert calls == {f"declare:{name}" for name in declared}


def test_only_the_leader_declares() -> None:
    position = ending(strohmandli(), ["T5 CQ", "T22 T21 T1"])
    assert names(do(position, "T5")) == {"T22", "T21", "T1"}
    with pytest.raises(ultimo.IllegalActionError) as caught:
        position.play("declare:head")
    assert caught.value.code == "not_on_lead"


def test_the_cards_must_be_in_hand() -> None:
    """A king that lies under a top card is not in hand."""
    position = ending(strohmandli(), ["CK DK HK CQ", "T5"], [[["SJ", "SK"]], []])
    assert "declare:four_kings" not in names(position)
    do(position, "SJ T5")
    assert "SK" in position.hands[0]


@pytest.mark.parametrize(
    ("hand", "declared", "lead"),
    [
        pytest.param("T22 T21 CQ", "head", {"T22", "T21"}, id="head: one of the two is led"),
        pytest.param("T22 T21 T1 CQ", "head", {"T22", "T21", "T1"}, id="head with three: any"),
        pytest.param("T22 T21 T1 CQ", "tuletroa", {"T22", "T21", "T1"}, id="tulétroá: any of them"),
        pytest.param(
            "CK DK HK SK T1", "four_kings", {"CK", "DK", "HK", "SK"}, id="four kings: a king"
        ),
    ],
)
def test_one_of_its_cards_is_led(hand: str, declared: str, lead: set[str]) -> None:
    position = do(ending(strohmandli(), [hand, "T5 T6"]), [f"declare:{declared}"])
    assert position.current_player == 0
    assert names(position) == lead


def test_one_declaration_a_lead() -> None:
    """Two figures in hand: after one no other is declared before the lead."""
    position = ending(strohmandli(), ["CK DK HK SK T22 T21", "T5 T6 T7"])
    do(position, "declare:head")
    assert names(position) == {"T22", "T21"}
    do(position, "T22 T5")
    assert "declare:four_kings" in names(position)


def test_a_declaration_is_made_once() -> None:
    """Head, then another honour comes from the table, but head has been declared."""
    position = ending(strohmandli(), ["T22 T21 CQ", "T5 CT CJ T6"], [[["CN", "T1"]], []])
    do(position, "declare:head T22 T5 CN CT")
    assert set(position.hands[0]) == {"T21", "T1", "CQ"}
    assert not any(name.startswith("declare") for name in names(position))


def test_a_tuletroa_may_be_followed_by_a_head() -> None:
    position = do(ending(strohmandli(), ["T22 T21 T1 CQ", "T5 T6"]), "declare:tuletroa T22 T5")
    assert "declare:head" in names(position)
    assert "declare:tuletroa" not in names(position)


def test_head_after_tuletroa_false() -> None:
    game = strohmandli(head_after_tuletroa=False)
    position = do(ending(game, ["T22 T21 T1 CQ", "T5 T6"]), "declare:tuletroa T22 T5")
    assert names(position) == {"T21", "T1", "CQ"}
    position = ending(game, ["T22 T21 CQ", "T5 T6"])
    assert "declare:head" in names(position)


def test_a_head_loses_the_tuletroa() -> None:
    position = do(ending(strohmandli(), ["T22 T21 T1 CQ", "T5 T6"]), "declare:head T22 T5")
    assert names(position) == {"T21", "T1", "CQ"}


def test_a_head_counts_the_pair_held_though_an_honour_was_played() -> None:
    """Skíz was played without a declaration; XXI and I still make a head."""
    position = do(ending(strohmandli(), ["T22 T21 T1 CQ", "T5 T6"]), "T22 T5")
    assert names(position) == {"declare:head", "T21", "T1", "CQ"}


def test_example_12_a_declaration_is_lost_with_its_card() -> None:
    position = ending(strohmandli(), ["T20 HQ", "T22 T21 CQ"])
    do(position, "T20 T21")
    assert position.current_player == 1
    assert names(position) == {"T22", "CQ"}


def test_the_house_set_has_no_declarations() -> None:
    game = strohmandli(scoring_set="house")
    assert game.num_actions == 42
    assert names(ending(game, ["T22 T21 T1", "T5 T6 T7"])) == {"T22", "T21", "T1"}
    with pytest.raises(ultimo.IllegalActionError) as caught:
        game.start(seed=1).apply("declare:head")
    assert caught.value.code == "unknown_action"


def test_each_player_declares_for_himself() -> None:
    position = ending(strohmandli(), ["T22 T1 CQ", "T21 T2 CT"])
    assert "declare:head" in names(position)
    assert "declare:head" not in names(do(position, "CQ CT T22 T21"))
