"""The play of French tarot, its tricks and the count: rules/french_tarot.md, a row a clause.

Points are in half points, as positions give them.
"""

import random
from typing import Any

import pytest
from tests.rules.french_hands import KING, PACK, ending, french, played, words

import ultimo

FOUR = french()


def legal_after(plays: str, hand: str, **options: Any) -> set[str]:
    """Returns what the next seat may play with a hand after these plays, seat 0 leading.

    The other hands are filled with cards such that the plays are legal.
    """
    game = french(**options)
    lying, own = words(plays), words(hand)
    rng = random.Random(f"{plays}{hand}")
    rest = [card for card in PACK if card not in lying and card not in own]
    seats = game.players - game.options.dealer_sits_out
    for _ in range(5000):
        rng.shuffle(rest)
        spare = iter(rest)
        hands = []
        for seat in range(seats):
            given = [lying[seat]] if seat < len(lying) else own if seat == len(lying) else []
            hands.append([*given, *(next(spare) for _ in range(len(own) - len(given)))])
        hands += [[]] * (game.players - seats)
        position = game.position(game.make_deal(hands), game.contract("garde"))
        try:
            played(position, lying)
        except ultimo.IllegalActionError:
            continue
        assert position.current_player == len(lying)
        return set(position.legal())
    raise AssertionError("no such trick")


FOLLOW: list[Any] = [
    pytest.param("D4 T12", "D9 T15", "D9", id="14: diamonds led and trumped: only the nine"),
    pytest.param("D4 T12", "D9 T15 EX", "D9 EX", id="14: or the excuse"),
    pytest.param("D4 T12", "T9 T13 T17", "T13 T17", id="14: overtrump: 13 or 17"),
    pytest.param("D4 T12", "T3 T9", "T3 T9", id="14: none is higher: 3 or 9"),
    pytest.param("D4 T12", "C9 HK", "C9 HK", id="14: no diamond, no trump: anything"),
    pytest.param("T14", "T6 T20", "T20", id="14: 14 led: only 20"),
    pytest.param("EX C5", "C7 T20 HK", "C7", id="14: excuse led, then clubs: clubs"),
    pytest.param("T14", "T6 T13", "T6 T13", id="trump led, none higher: any trump"),
    pytest.param("T14", "T6 T20 EX", "T20 EX", id="trump led: the excuse may be played"),
    pytest.param("T14", "HK EX C2", "HK EX C2", id="the excuse alone is no trump: anything"),
    pytest.param("D4", "DK D2 T20", "DK D2", id="no obligation to beat inside a suit"),
    pytest.param("D4", "T3 T20 HK", "T3 T20", id="void: a trump must be played"),
    pytest.param("D4 T12 T15", "T13 T16 C2", "T16", id="over the highest trump of the trick"),
    pytest.param("D4 T12 EX", "T13 T11 C2", "T13", id="an excuse in between changes nothing"),
    pytest.param("T5 T12 EX", "T13 T11 C2", "T13", id="nor where trumps are led"),
    pytest.param("D4 EX", "D9 DK T3", "D9 DK", id="excuse second: the suit led is followed"),
    pytest.param("EX", "D9 T3 HK", "D9 T3 HK", id="excuse led: the second player plays anything"),
    pytest.param("EX T9", "T3 T20 HK", "T20", id="excuse led, then a trump: overtrump"),
    pytest.param("EX T9", "DK HK", "DK HK", id="excuse led, then a trump: without trumps anything"),
    pytest.param("EX D9 T4", "D2 T20", "D2", id="excuse led, then diamonds, trumped: diamonds"),
    pytest.param("EX D9 T4", "C2 T3 T20", "T20", id="excuse led, then diamonds: overtrump"),
    pytest.param("", "EX T1 DK", "EX T1 DK", id="the leader plays anything, the excuse too"),
    pytest.param("T12", "T9 T1 D2", "T9 T1", id="the petit is a trump as any other"),
]


@pytest.mark.parametrize(("plays", "hand", "legal"), FOLLOW)
def test_legal_cards(plays: str, hand: str, legal: str) -> None:
    assert legal_after(plays, hand) == set(words(legal))


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 5}, KING])
@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [row for row in FOLLOW if len(str(row.values[0]).split()) < 3],
)
def test_they_are_the_same_with_three_and_five(
    options: dict[str, Any], plays: str, hand: str, legal: str
) -> None:
    assert legal_after(plays, hand, **options) == set(words(legal))


def test_the_duty_to_overtrump_holds_against_a_partner() -> None:
    position = ending(["C2 C3", "D4 D5", "T12 H2", "T9 T15"], taker=0, leader=1)
    # Seats 1 to 3 defend together.
    assert played(position, "D4 T12").legal() == ["T15"]


BREACHES: list[Any] = [
    pytest.param("D4", "D9 T15 C2", "C2", "must_follow_suit", id="another suit"),
    pytest.param("D4", "D9 T15 C2", "T15", "must_follow_suit", id="a trump while following"),
    pytest.param("D4", "T15 C2 C3", "C2", "must_trump", id="a discard while trumping"),
    pytest.param("D4 T12", "T9 T13 C2", "T9", "must_overtrump", id="an undertrump"),
    pytest.param("T12", "T9 T13 C2", "T9", "must_overtake", id="a lower trump when trumps are led"),
]


@pytest.mark.parametrize(("plays", "hand", "card", "code"), BREACHES)
def test_the_rule_that_a_card_breaks_is_named(plays: str, hand: str, card: str, code: str) -> None:
    lying, own = words(plays), words(hand)
    filler = iter(["C4", "C5", "C6", "C7", "C8", "C9", "H2", "H3", "H4"])
    hands = [[lying[seat]] if seat < len(lying) else [] for seat in range(4)]
    hands[len(lying)] = own
    full = [cards + [next(filler) for _ in range(3 - len(cards))] for cards in hands]
    position = played(ending(full), lying)
    with pytest.raises(ultimo.IllegalActionError) as fault:
        position.play(card)
    assert fault.value.code == code


# Who wins a trick.

TRICKS: list[Any] = [
    pytest.param("D4 DK D2 DQ", 1, id="the highest card of the suit led"),
    pytest.param("DJ DN DT D9", 1, id="the knight beats the jack"),
    pytest.param("DN DQ DJ DT", 1, id="the queen beats the knight"),
    pytest.param("DT DJ D9 D2", 1, id="the jack beats the ten"),
    pytest.param("D2 DA D9 D3", 2, id="the one is the lowest"),
    pytest.param("DA D2 H9 H3", 1, id="the two beats the one"),
    pytest.param("D4 T1 DK D2", 1, id="the petit beats a king"),
    pytest.param("D4 T12 T15 DK", 2, id="the highest trump"),
    pytest.param("T20 T21 T3 T4", 1, id="the 21 beats the 20"),
    pytest.param("D4 HK CK SK", 0, id="other suits never win"),
    pytest.param("D4 EX D2 D3", 0, id="the excuse does not win"),
    pytest.param("EX D2 D9 D3", 2, id="excuse led: the next card decides the suit"),
    pytest.param("EX D2 HK D3", 3, id="excuse led: another suit does not win"),
    pytest.param("EX D2 T1 D3", 2, id="excuse led: trump wins"),
    pytest.param("EX T2 D9 T3", 3, id="excuse led: a trump after it is the lead"),
]


@pytest.mark.parametrize(("cards", "winner"), TRICKS)
def test_trick_winner(cards: str, winner: int) -> None:
    trick = words(cards)
    # A second trick, so that this one is not the last.
    spare = ["S2", "S3", "S4", "S5"]
    position = ending([[card, other] for card, other in zip(trick, spare, strict=True)])
    played(position, trick)
    assert position.tricks == tuple(int(seat == winner) for seat in range(4))
    assert (position.leader, position.current_player) == (winner, winner)


def test_18_tricks_with_four_and_24_with_three() -> None:
    for options, tricks in (({}, 18), ({"players": 3}, 24), ({"players": 5}, 18), (KING, 15)):
        game = french(**options)
        position = game.position(game.deal(3), game.contract("garde"))
        rng = random.Random(1)
        while not position.is_over:
            position.play(rng.choice(position.legal()))
        assert sum(position.tricks) == tricks


# The excuse.

TAKER = 0
EXCUSE: list[Any] = [
    pytest.param(0, 1, True, {0: 8, 1: 12}, 1, id="13: the taker's, won by a defender: 4 and 6"),
    pytest.param(0, 1, False, {0: 0, 1: 20}, 0, id="13: in the last trick: all to the winner"),
    pytest.param(2, 1, True, {1: 20}, 0, id="counting 27: a defender's, won by another: all"),
    pytest.param(1, 0, True, {0: 12, 1: 8}, 0, id="a defender's, won by the taker: he keeps it"),
    pytest.param(1, 0, False, {0: 20}, 1, id="a defender's in the last trick: the taker's"),
]


@pytest.mark.parametrize(("owner", "winner", "more", "points", "oudlers"), EXCUSE)
def test_whose_the_excuse_is(
    owner: int,
    winner: int,
    more: bool,  # noqa: FBT001
    points: dict[int, int],
    oudlers: int,
) -> None:
    others = iter(["H7", "H2"])
    trick = ["HK" if s == winner else "EX" if s == owner else next(others) for s in range(4)]
    # A first trick goes to the same side, so that the owner's has not won every trick before.
    first = ["S5", "S6", "S7", "S8"]
    if winner == TAKER:
        first[TAKER] = "SK"
    extra = ["C2", "C3", "C4", "C5"] if more else ["", "", "", ""]
    hands = [f"{a} {b} {c}" for a, b, c in zip(first, trick, extra, strict=True)]
    position = ending(hands, taker=TAKER)
    played(position, first)
    before = list(position.points)
    leader = position.leader
    order = [(leader + step) % 4 for step in range(4)]
    played(position, [trick[seat] for seat in order])
    gained = [after - was for after, was in zip(position.points, before, strict=True)]
    assert gained == [points.get(seat, 0) for seat in range(4)]
    assert position.outcome().oudlers == oudlers
    assert sum(gained) == 20


def test_in_a_trick_of_its_own_side_the_excuse_just_lies_there() -> None:
    trick = ["EX", "HK", "H7", "H2", "H3"]
    hands = [[card, f"S{n}"] for n, card in enumerate(trick, 2)]
    position = played(ending(hands, game=french(**KING), partner=1), trick)
    assert list(position.points) == [0, 9 + 9 + 3, 0, 0, 0]
    assert position.outcome().oudlers == 1


def test_an_excuse_that_is_led_is_kept_too() -> None:
    position = played(ending(["EX C2", "H7 C3", "HK C4", "H2 C5"]), "EX H7 HK H2")
    assert list(position.points) == [8, 0, 12, 0]
    assert position.outcome().oudlers == 1


def test_a_side_without_any_card_to_give_owes_it_all_the_same() -> None:
    """The taker has won nothing: the engine books at once, and the total stays."""
    position = ending(["EX C2", "H7 HJ", "HK HQ", "H2 CQ"], "garde_contre", leader=1)
    played(position, "H7 HK H2 EX HQ CQ C2 HJ")
    assert position.tricks == (0, 0, 2, 0)
    assert list(position.points) == [8, 0, 12 + 7 + 7 + 1 + 3, 0]
    assert position.outcome().points == 8
    assert position.outcome().oudlers == 1


def test_16_the_excuse_wins_the_last_trick_of_a_slam() -> None:
    position = ending(["T21 EX", "H2 H3", "H4 H5", "H6 H7"])
    played(position, "T21 H2 H4 H6 EX H3 H5 H7")
    assert position.tricks == (2, 0, 0, 0)
    assert position.outcome().points == 9 + 3 + 9 + 3
    assert position.outcome().oudlers == 2


def test_it_wins_when_it_follows_too() -> None:
    """Defenders who have won every trick win the last one with the excuse."""
    position = ending(["C2 T20", "T21 T5", "H4 EX", "H6 H7"], leader=1)
    played(position, "T21 H4 H6 T20")
    assert position.tricks == (0, 1, 0, 0)
    played(position, "T5 EX H7 C2")
    assert position.tricks == (0, 1, 1, 0)
    assert position.outcome().oudlers == 0


def test_it_does_not_win_if_the_other_side_has_a_trick() -> None:
    position = ending(["H3 EX", "H2 HK", "H4 H5", "H6 H7"])
    played(position, "H3 HK H4 H6")
    played(position, "H2 H5 H7 EX")
    assert position.tricks == (0, 1, 0, 1)
    assert position.outcome().oudlers == 0
    # With two tricks before, of which one was won, it loses as well.
    position = ending(["T21 HJ EX", "H2 HK C2", "H4 H5 H8", "H6 H7 H9"])
    played(position, "T21 H2 H4 H6 HJ HK H5 H7 C2 H8 H9 EX")
    assert position.tricks == (1, 2, 0, 0)


def test_16_a_defenders_excuse_loses_to_a_taker_who_has_won_all() -> None:
    position = ending(["T21 HK", "H2 EX", "H4 H5", "H6 H7"])
    played(position, "T21 H2 H4 H6 HK EX H5 H7")
    assert position.tricks == (2, 0, 0, 0)
    # Its 4.5 points go to the taker, and the oudler.
    assert position.outcome().points == 9 + 3 + 9 + 9 + 2
    assert position.outcome().oudlers == 2


# Counting.

COUNTS: list[Any] = [
    pytest.param("HK H2", 10, id="counting 22: a king and a small card are 5"),
    pytest.param("T1 T21 EX", 27, id="counting 21: three oudlers are 13.5"),
    pytest.param(" ".join(card for card in PACK if card[0] == "H"), 34, id="counting 23: a suit"),
    pytest.param(
        " ".join(card for card in PACK if card[0] == "T" or card == "EX"),
        46,
        id="counting 24: all trumps and the excuse are 23",
    ),
    pytest.param("", 0, id="no card"),
]


@pytest.mark.parametrize(("cards", "halves"), COUNTS)
def test_piles(cards: str, halves: int) -> None:
    assert FOUR.count_points(words(cards)) * 2 == halves


TALON = "HQ HJ"
WHOSE: list[Any] = [
    pytest.param("garde_sans", TALON, 2 + 10, 0, id="garde_sans: the talon is the taker's"),
    pytest.param("garde_contre", TALON, 2, 0, id="garde_contre: it is the defenders'"),
    pytest.param("garde_sans", "T21 HJ", 2 + 12, 1, id="garde_sans: an oudler in it counts"),
    pytest.param("garde_contre", "T21 HJ", 2, 0, id="garde_contre: not for the taker"),
]


@pytest.mark.parametrize(("contract", "talon", "halves", "oudlers"), WHOSE)
def test_whose_a_closed_talon_is(contract: str, talon: str, halves: int, oudlers: int) -> None:
    position = ending(["S4 C2", "S5 CK", "C3 S2", "C4 S3"], contract, talon=talon)
    played(position, "S4 S5 S2 S3 CK C3 C4 C2")
    # Seat 0 is the taker, and wins no trick.
    assert position.tricks == (0, 2, 0, 0)
    assert position.outcome().points == halves - 2
    assert position.outcome().oudlers == oudlers


@pytest.mark.parametrize("contract", ["petite", "garde"])
def test_discards_count_for_the_taker(contract: str) -> None:
    position = ending(
        ["S4 C2", "S5 CK", "C3 S2", "C4 S3"],
        contract,
        talon="HQ T21",
        exchange=(["HQ", "T21"], ["HQ", "C2"]),
    )
    assert position.hands[0] == ("S4", "T21")
    assert played(position, "S4 S5 S2 S3 CK C3 C4 T21").outcome().points == 7 + 1 + 9 + 9 + 2
    assert position.outcome().oudlers == 1


def test_both_sides_count_91_together() -> None:
    for options in ({}, {"players": 3}, {"players": 5}, KING):
        game = french(**options)
        for contract in game.contracts():
            for seed in range(5):
                position = game.position(game.deal(seed), game.contract(contract))
                rng = random.Random(seed)
                while not position.is_over:
                    position.play(rng.choice(position.legal()))
                talon = 2 * game.count_points(game.deal(seed).talon)
                in_tricks = sum(position.points)
                assert in_tricks + talon == 182
                own = position.points[0] + (0 if contract == "garde_contre" else talon)
                assert position.outcome().points == own
                if game.players == 4:
                    assert own % 2 == 0
