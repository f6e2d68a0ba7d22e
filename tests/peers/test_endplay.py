"""Tricks with all cards open beside DDS, through endplay: whole deals, endings, five strains.

Beside the answers kept in tests/data/whist the peer is asked anew, so that both are checked.
"""

import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ultimo

DATA = Path(__file__).parents[1] / "data" / "whist"
SEATS = "NESW"
SUITS = "SHDC"
GAME: Any = ultimo.game("whist", void_rule="free")


def boards(name: str) -> list[str]:
    """Returns the deals of a file as the peer writes them."""
    text = (DATA / name).read_text(encoding="ascii")
    return [line.split('"')[1] for line in text.splitlines() if line.startswith("[Deal")]


def hands_of(pbn: str) -> list[list[str]]:
    """Returns the four hands of a deal that begins with north."""
    return [
        [suit + rank for suit, ranks in zip(SUITS, hand.split("."), strict=True) for rank in ranks]
        for hand in pbn.removeprefix("N:").split(" ")
    ]


def pbn_of(hands: list[list[str]]) -> str:
    """Returns four hands as the peer writes them."""
    written = (
        ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in SUITS)
        for hand in hands
    )
    return "N:" + " ".join(written)


def position(hands: list[list[str]], strain: str, leader: int) -> Any:
    """Returns a position where the seat that leads is the one whose tricks are asked for."""
    contract = GAME.contract(trump=None if strain == "NT" else strain, declarer=leader)
    return GAME.position(GAME.make_deal(hands), contract, leader=leader)


def answers(name: str) -> Iterator[tuple[int, str, int, int]]:
    """Reads deal, strain, leader, and tricks of the leader's side."""
    with (DATA / name).open(encoding="ascii") as file:
        for row in csv.DictReader(file):
            leader = SEATS.index(row["leader"])
            tricks = int(row["tricks_leader_side"])
            ns = int(row["tricks_ns"])
            assert ns in {tricks, len(hands_of(boards_of[name][0])[0]) - tricks}
            yield int(row["deal"]), row["trump"], leader, tricks


boards_of = {
    "deals52_answers.csv": boards("deals52.pbn"),
    "deals_short_answers.csv": boards("deals_short.pbn"),
    "deals_fell_answers.csv": boards("deals_fell.pbn"),
}


def check_answers(name: str, step: int = 1) -> int:
    """Solves every `step`th row of a file, and returns how many those were."""
    deals = [GAME.make_deal(hands_of(board)) for board in boards_of[name]]
    rows = list(answers(name))[::step]
    lots: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for deal, strain, leader, tricks in rows:
        lots.setdefault((strain, leader), []).append((deal, tricks))
    for (strain, leader), lot in lots.items():
        contract = GAME.contract(trump=None if strain == "N" else strain, declarer=leader)
        asked = [deals[deal] for deal, _ in lot]
        values = ultimo.solve_batch(GAME, asked, contract, goal="tricks", leader=leader)
        assert values.tolist() == [tricks for _, tricks in lot], (name, strain, leader)
    return len(rows)


def test_kept_answers_of_whole_deals() -> None:
    # 223 has no factor in common with the 20 rows a deal: strains and leaders get their turn.
    assert check_answers("deals52_answers.csv", 223) == 9


def test_kept_answers_of_deals_that_once_fell() -> None:
    assert check_answers("deals_fell_answers.csv") == 20


def test_kept_answers_of_endings_of_eight_cards() -> None:
    assert check_answers("deals_short_answers.csv", 13) == 308


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", boards_of)
def test_all_kept_answers(name: str) -> None:
    rows = {"deals52": 2000, "deals_short": 4000, "deals_fell": 20}
    assert check_answers(name) == rows[name.removesuffix("_answers.csv")]


def ask_peer(hands: list[list[str]], strain: str, leader: int) -> dict[str, int]:
    """Returns the tricks of the leader's side after each card he may lead, by the peer."""
    pytest.importorskip("endplay")
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    board = Deal(pbn_of(hands))
    board.first = Player(leader)
    board.trump = Denom(4) if strain == "NT" else Denom("SHDC".index(strain))
    return {str(card).translate(PLAIN): tricks for card, tricks in solve_board(board)}


PLAIN = str.maketrans("♠♥♦♣", "SHDC", "\ufe0e\ufe0f")


def play_to_ending(rng: random.Random, cards: int) -> list[list[str]]:
    """Deals so many cards to each seat from a pack of four suits."""
    pack = list(GAME.deck.cards)
    rng.shuffle(pack)
    return [pack[seat * cards : (seat + 1) * cards] for seat in range(4)]


def test_a_run_of_equal_cards_that_a_stranger_could_part() -> None:
    """Once valued at one trick: a run's best card had mattered, the rest of it was not kept."""
    hands = [
        ["D6", "D8", "SQ", "H4", "C2"],
        ["S3", "H6", "D9", "HK", "HT"],
        ["ST", "C8", "SK", "S9", "DK"],
        ["H7", "D2", "S5", "C9", "DJ"],
    ]
    found = ultimo.solve(position(hands, "H", 0), goal="tricks")
    assert found.table == {"SQ": 2, "D6": 2, "D8": 2, "H4": 1, "C2": 0}


@pytest.mark.parametrize("strain", ["C", "D", "H", "S", "NT"])
def test_every_card_of_endings_is_worth_what_the_peer_says(strain: str) -> None:
    rng = random.Random(strain)
    for number in range(400):
        cards = 1 + number % 8
        leader = number % 4
        hands = play_to_ending(rng, cards)
        expected = ask_peer(hands, strain, leader)
        found = ultimo.solve(position(hands, strain, leader), goal="tricks")
        assert found.table == expected, (hands, leader)
        assert found.value == max(expected.values())
        assert found.best is not None
        assert found.table[found.best] == found.value


def check_whole_deal(strain: str, leader: int) -> None:
    """Compares every card that may be led in a random deal of 52 cards."""
    hands = play_to_ending(random.Random(f"{strain}{leader}"), 13)
    expected = ask_peer(hands, strain, leader)
    found = ultimo.solve(position(hands, strain, leader), goal="tricks")
    assert found.value == max(expected.values()), (hands, leader)
    assert found.table == expected, (hands, leader)


@pytest.mark.parametrize(
    ("strain", "leader"), [("C", 0), ("D", 1), ("H", 2), ("S", 3), ("NT", 0), ("NT", 1)]
)
def test_whole_deals_are_worth_what_the_peer_says(strain: str, leader: int) -> None:
    check_whole_deal(strain, leader)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("strain", ["C", "D", "H", "S", "NT"])
def test_more_whole_deals_are_worth_what_the_peer_says(strain: str, leader: int) -> None:
    check_whole_deal(strain, leader)


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("strain", ["C", "D", "H", "S", "NT"])
@pytest.mark.parametrize(("cards", "count"), [(13, 100), (8, 200)])
def test_as_many_fresh_rows_as_are_kept(cards: int, count: int, strain: str, leader: int) -> None:
    """6,000 together, as in the files of kept answers: whole deals, and endings of eight cards."""
    rng = random.Random(f"fresh {cards}")
    dealt = [play_to_ending(rng, cards) for _ in range(count)]
    expected = [max(ask_peer(hands, strain, leader).values()) for hands in dealt]
    contract = GAME.contract(trump=None if strain == "NT" else strain, declarer=leader)
    asked = [GAME.make_deal(hands) for hands in dealt]
    values = ultimo.solve_batch(GAME, asked, contract, goal="tricks", leader=leader)
    assert values.tolist() == expected


def test_positions_in_the_middle_of_a_trick() -> None:
    """Plays random cards first; the peer is asked for the same open trick."""
    pytest.importorskip("endplay")
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    rng = random.Random(1)
    for number in range(120):
        hands = play_to_ending(rng, 2 + number % 6)
        strain = ["S", "H", "D", "C", "NT"][number % 5]
        leader = number % 4
        board = Deal(pbn_of(hands))
        board.first = Player(leader)
        board.trump = Denom(4) if strain == "NT" else Denom(SUITS.index(strain))
        played = position(hands, strain, leader)
        for _ in range(1 + number % 3):
            card = rng.choice(played.legal())
            played.play(card)
            board.play(card)
        seat = played.current_player
        expected = {str(card).translate(PLAIN): tricks for card, tricks in solve_board(board)}
        mine = ultimo.solve(again(hands, strain, leader, played, seat), goal="tricks")
        assert mine.table == expected, (hands, strain, leader)


def again(hands: list[list[str]], strain: str, leader: int, played: Any, seat: int) -> Any:
    """Returns the same position with the tricks of the seat to play asked for."""
    contract = GAME.contract(trump=None if strain == "NT" else strain, declarer=seat)
    found = GAME.position(GAME.make_deal(hands), contract, leader=leader)
    for _, card in played.trick:
        found.play(card)
    return found
