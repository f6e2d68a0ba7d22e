"""Deals: the same everywhere, checked with every fault named, and written as JSON."""

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.api.toy import toy

import ultimo
from ultimo.deals import Layout

WHIST = ultimo.game("whist")
FULL = ["C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA", "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA"]
FULL += [hand.replace("C", "H") for hand in FULL[:1]] + [
    hand.replace("C", "S") for hand in FULL[:1]
]


def test_equal_seeds_deal_equal_cards() -> None:
    assert WHIST.deal(seed=7) == WHIST.deal(seed=7)
    assert WHIST.deal(seed=7) != WHIST.deal(seed=8)
    assert hash(WHIST.deal(seed=7)) == hash(WHIST.deal(seed=7))


def test_deal_is_the_first_row_of_its_seed_and_rows_do_not_depend_on_how_many() -> None:
    rows = WHIST.deals(20, seed=7)
    assert rows.shape == (20, 52)
    assert rows.dtype == np.uint8
    assert WHIST.deal_from_row(rows[0]) == WHIST.deal(seed=7)
    assert WHIST.deal_from_row(rows[5]) == WHIST.deal(seed=7, index=5)
    assert (WHIST.deals(5, seed=7) == rows[:5]).all()
    assert (WHIST.deals(5, seed=7, start=10) == rows[10:15]).all()
    assert (WHIST.deals(20, seed=7, threads=2) == rows).all()
    assert (np.sort(rows, axis=1) == np.arange(52)).all()


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_every_seed_of_64_bits_deals(seed: int) -> None:
    assert len(WHIST.deal(seed=seed).hands[0]) == 13


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        WHIST.deal(seed=seed)  # type: ignore[arg-type]


def test_row_that_is_no_deal_is_refused() -> None:
    for row in ([], [0] * 52, list(range(51)), list(range(1, 53)), "C2", None, [0.5] * 52):
        with pytest.raises(ultimo.DealError):
            WHIST.deal_from_row(row)  # type: ignore[arg-type]


def test_hands_are_read_in_any_spelling_and_stand_in_deck_order() -> None:
    deal = WHIST.make_deal([["♥A", "h2"], "3♦ D2", ("s 10", "SJ"), ["treff 9", "C8"]])
    assert deal.hands == (("H2", "HA"), ("D2", "D3"), ("ST", "SJ"), ("C8", "C9"))
    assert WHIST.make_deal(deal.hands) == deal


def test_full_deal_with_the_card_turned_up() -> None:
    deal = WHIST.make_deal(FULL, turned="♠7")
    assert deal.turned == "S7"
    assert WHIST.start(deal).contract == WHIST.contract(trump="S")
    with pytest.raises(ultimo.DealError, match="not in the hand of seat 3"):
        WHIST.make_deal(FULL, turned="H7")
    assert WHIST.make_deal(FULL, turned="H7", dealer=2).turned == "H7"


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        pytest.param(["HA HK", "HA C3", "C4 C5", "C6 C7"], "HA is in", id="card twice"),
        pytest.param(["HA HA", "C3 C2", "C4 C5", "C6 C7"], "HA is 2 times", id="twice in a hand"),
        pytest.param(["HA XX", "C3", "C4", "C6"], "hand of seat 0: 'XX'", id="unknown card"),
        pytest.param([["HA"], ["C3"], ["C4"], ["ZZ"]], "seat 3, card 0: 'ZZ'", id="where it is"),
        pytest.param(["HA HK", "C3", "C4", "C6"], "hands of 2, 1, 1, 1", id="unequal hands"),
        pytest.param(["HA", "C3", "C4"], "3 hands instead of 4", id="a hand missing"),
        pytest.param([*FULL[:3], FULL[3][3:]], "nowhere: S2", id="a card missing"),
        pytest.param(["", "", "", ""], "hands of 0", id="no cards"),
        pytest.param([], "0 hands", id="nothing"),
        pytest.param(5, "a list is needed", id="a number"),
        pytest.param([1, 2, 3, 4], "a list is needed", id="numbers"),
        pytest.param([[1], [2], [3], [4]], "a card is written as text", id="indices"),
        pytest.param(None, "a list is needed", id="none"),
        pytest.param([["HA"]] * 500, "too many", id="far too many"),
    ],
)
def test_bad_deal_says_what_is_wrong_and_where(hands: object, says: str) -> None:
    with pytest.raises(ultimo.DealError) as caught:
        WHIST.make_deal(hands)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_talon_and_piles_are_checked() -> None:
    game = toy()
    hands = ["H2 H3 H4", "H5 H6 H7", "H8 H9 HT"]
    assert game.make_deal(hands, talon=["HJ"]).talon == ("HJ",)
    for talon, says in (
        ([], "nowhere: HJ"),
        (["HJ", "H2"], "H2 is in the hand of seat 0 and in the talon"),
        (["SA"], "the talon, card 0"),
    ):
        with pytest.raises(ultimo.DealError) as caught:
            game.make_deal(hands, talon=talon)
        assert says in str(caught.value)
    with pytest.raises(ultimo.DealError, match="piles"):
        game.make_deal(hands, talon=["HJ"], piles=[[["H2"]]])
    with pytest.raises(ultimo.DealError, match="no card of a hand is in this game"):
        game.make_deal(hands, talon=["HJ"], turned="H2")


def test_endings_are_deals_with_or_without_their_talon() -> None:
    game = toy()
    assert game.make_deal(["H2", "H3", "H4"]).talon == ()
    assert game.make_deal(["H2", "H3", "H4"], talon="H5").talon == ("H5",)


def test_terms_of_a_deal_are_checked() -> None:
    for dealer in (4, -1, "x", 1.5, True):
        with pytest.raises(ultimo.DealError):
            WHIST.deal(seed=1, dealer=dealer)
    with pytest.raises(ultimo.DealError, match="did you mean 'dealer'"):
        WHIST.deal(seed=1, deler=1)


def test_json_and_pickle_twice_round() -> None:
    for deal in (WHIST.deal(seed=3), toy().deal(seed=3)):
        again = ultimo.Deal.from_json(ultimo.Deal.from_json(deal.to_json()).to_json())
        assert again == deal
        assert pickle.loads(pickle.dumps(again)) == deal  # noqa: S301 - our own


DEAL = json.loads(WHIST.deal(seed=3).to_json())


@pytest.mark.parametrize(
    "document",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 100_000,
        '{"format":"ultimo.deal"}',
        "\ud800",
        b"\xff",
        5,
        None,
        json.dumps(DEAL | {"version": 2}),
        json.dumps(DEAL | {"version": True}),
        json.dumps(DEAL | {"format": "ultimo.state"}),
        json.dumps(DEAL | {"extra": 1}),
        json.dumps({k: v for k, v in DEAL.items() if k != "hands"}),
        json.dumps(DEAL | {"hands": None}),
        json.dumps(DEAL | {"hands": "HA"}),
        json.dumps(DEAL | {"hands": [[1]]}),
        json.dumps(DEAL | {"hands": [[[]]]}),
        json.dumps(DEAL | {"hands": [["A" * 1000]]}),
        json.dumps(DEAL | {"hands": [["HA"] * 1000]}),
        json.dumps(DEAL | {"talon": {}}),
        json.dumps(DEAL | {"turned": 5}),
    ],
)
def test_document_that_is_no_deal_is_refused(document: object) -> None:
    with pytest.raises(ultimo.DealError) as caught:
        ultimo.Deal.from_json(document)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 300


@given(st.text())
def test_any_text_is_a_deal_or_refused(text: str) -> None:
    with pytest.raises(ultimo.DealError):
        ultimo.Deal.from_json(text)


def test_packets_of_a_pile_are_dealt_one_on_the_other() -> None:
    layout = Layout(hands=(1, 1), talon=1, piles=((2,), (2,)))
    single = [(("pile", 0, 0), 1), (("pile", 0, 0), 1)]
    packets = [*single, (0, 1), (("pile", 1, 0), 2), (1, 1), ("talon", 1)]
    spec = layout.spec(8, packets)  # type: ignore[arg-type]
    # Columns: hand 0, hand 1, talon, pile of 0 (top first), pile of 1, the rest. A packet of two
    # keeps its first card on top.
    assert spec.place == (4, 3, 0, 5, 6, 1, 2, 7)
    assert spec.hand_sizes == (1, 1)


def test_card_turned_up_keeps_its_column() -> None:
    spec = WHIST.deal_spec(WHIST.terms(dealer=1))
    assert spec.hand_sizes == (13, 12, 1, 13, 13)
    assert spec.place[-1] == 25
