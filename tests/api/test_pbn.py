"""Portable Bridge Notation: what real files hold is read; what cannot be is said with its line."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ultimo
from ultimo import pbn
from ultimo.errors import NotationError

HANDS = "AKQJ.T98.765.432 T987.AKQ.J32.QJT 6543.J76.AKQ.987 2.5432.T984.AK65"
BOARD = f'[Board "1"]\n[Dealer "S"]\n[Deal "N:{HANDS}"]\n'


def one(text: str) -> pbn.Board:
    (board,) = pbn.parse(text)
    return board


def test_hands_are_north_first_whoever_is_written_first() -> None:
    turned = " ".join(HANDS.split()[2:] + HANDS.split()[:2])
    assert one(f'[Deal "S:{turned}"]').hands == one(BOARD).hands
    assert " ".join(one(BOARD).hands[3]) == "S2 H5 H4 H3 H2 DT D9 D8 D4 CA CK C6 C5"


@pytest.mark.parametrize(
    ("tags", "dealer", "declarer", "leader", "strains"),
    [
        ("", 2, None, 3, ()),
        ('[Contract "4S"]\n[Declarer "E"]', 2, 1, 2, ("S",)),
        ('[Contract "3NT"]\n[Declarer "^N"]', 2, 0, 1, (None,)),
        ('[Contract "1nXX"]\n[Declarer "w"]', 2, 3, 0, (None,)),
        ('[Contract "2HX"]\n[Declarer ""]', 2, None, 3, ("H",)),
        ('[Contract "Pass"]\n[Declarer "?"]', 2, None, 3, ()),
        ('[Contract ""]\n[Declarer "E"]', 2, None, 3, ()),
    ],
)
def test_declarer_and_strain_come_from_the_contract(
    tags: str,
    dealer: int,
    declarer: int | None,
    leader: int,
    strains: tuple[str | None, ...],
) -> None:
    board = one(f"{BOARD}{tags}\n")
    assert (board.dealer, board.declarer, board.leader) == (dealer, declarer, leader)
    assert board.strains == strains


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"% PBN 2.1\n% EXPORT\n{BOARD}", id="escape lines"),
        pytest.param(f"; a [Deal] of old\n{BOARD}", id="comment to the end of the line"),
        pytest.param(f'{{ long\n[Deal "no"]\n}} {BOARD}', id="comment over lines"),
        pytest.param(BOARD.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(BOARD.replace("\n", " "), id="all in one line"),
        pytest.param(f"\ufeff{BOARD}", id="byte order mark"),
        pytest.param(BOARD.replace("T", "10"), id="ten in two characters"),
        pytest.param(BOARD.lower().replace("deal", "Deal").replace("dealer", "x"), id="small"),
        pytest.param(f'{BOARD}[Auction "S"]\n1C Pass =1= Pass\n', id="auction"),
        pytest.param(f'{BOARD}[Play "W"]\nSA S2 S3 S4\n*\n', id="play"),
        pytest.param(f'[Event "a \\"b\\" ; {{c}}"]\n{BOARD}', id="quotes and marks in a string"),
    ],
)
def test_file_as_programs_write_it_is_read(text: str) -> None:
    assert one(text).hands == one(BOARD).hands


def test_hand_left_out_gets_the_other_cards() -> None:
    shown = HANDS.split()
    text = f'[Deal "N:{shown[0]} - {shown[2]} {shown[3]}"]'
    assert set(one(text).hands[1]) == set(one(BOARD).hands[1])


def test_hash_stands_for_the_value_before() -> None:
    first, second = pbn.parse(f'[Event "Cup"]\n{BOARD}\n[Event "#"]\n{BOARD}')
    assert first.tags["Event"] == second.tags["Event"] == "Cup"


def test_boards_without_a_number_are_counted() -> None:
    boards = pbn.parse(f'[Deal "N:{HANDS}"]\n\n[Deal "E:{HANDS}"]\n')
    assert [(board.name, board.line) for board in boards] == [("1", 1), ("2", 3)]


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "no_deal", "neither JSON nor PBN: no [Deal"),
        ('[Board "1"]', "no_deal", "no [Deal"),
        ("[Deal]", "bad_tag", "line 1"),
        ('\n[Deal "N:', "bad_tag", "line 2"),
        ('[Deal ""]', "bad_deal", "line 1"),
        ('[Deal "X:1 2 3 4"]', "bad_seat", "N E S W"),
        (f'[Deal "{HANDS}"]', "bad_deal", "a seat and four hands"),
        ('[Deal "N:A.K.Q A.K.Q.J A.K.Q.J A.K.Q.J"]', "bad_hand", "S.H.D.C"),
        (BOARD.replace("AKQJ", "AKQX"), "bad_card", "'X'"),
        ('[Deal "N:- - A... K..."]', "hidden_hand", "2 hands"),
        (BOARD.replace('"S"', '"Q"'), "bad_seat", "Dealer"),
        (f'{BOARD}[Declarer "NS"]', "bad_seat", "Declarer"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, code: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        pbn.parse(text)
    assert caught.value.code == code
    assert says in str(caught.value)


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_what_is_written_is_read(seed: int, dealer: int) -> None:
    deal = ultimo.game("whist").deal(seed)
    board = one(pbn.write(deal.hands, board="7", dealer=dealer))
    assert [set(hand) for hand in board.hands] == [set(hand) for hand in deal.hands]
    assert (board.name, board.dealer) == ("7", dealer)


@given(st.text(alphabet='[]"{};%# \n\\N:.AKDeal-', max_size=80))
def test_no_text_does_worse_than_a_notation_error(text: str) -> None:
    with contextlib.suppress(NotationError):
        pbn.parse(text)
