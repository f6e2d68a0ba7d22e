"""The worked examples of rules/knockout_whist.md, numbered as there, and whole random games.

The file numbers seats clockwise and plays to the right; its seat s is seat -s mod n here.
"""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.oracle import minimax
from tests.oracle.chacha import Stream
from tests.oracle.knockout_match import KnockoutMatch
from tests.oracle.knockout_whist import (
    ACTIVE,
    DOG,
    OUT,
    KnockoutHand,
    Options,
    deal,
    lay_out,
    next_seat,
)
from tests.oracle.walk import perft

DEFAULT = Options(players=3)
DOGS = replace(DEFAULT, dogs_life=True)


@pytest.mark.parametrize(
    ("players", "deck_size", "allowed"),
    [
        pytest.param(4, 32, True, id="1 29 of 32"),
        pytest.param(5, 32, False, id="1 36 of 32"),
        pytest.param(7, 52, True, id="1 50 of 52"),
        pytest.param(8, 52, False, id="1 57 of 52"),
        pytest.param(2, 52, True, id="two players"),
        pytest.param(1, 52, False, id="one player"),
    ],
)
def test_numbers(players: int, deck_size: int, *, allowed: bool) -> None:
    assert Options(players=players, deck_size=deck_size).allowed() is allowed


def test_2_direction() -> None:
    # Dealer seat 2 (here 2), order 1, 0, 3, 2: here 3, 0, 1, 2.
    states = [ACTIVE] * 4
    cards = lay_out(Options().pack, states, 7, dealer=2)
    assert [hand[0] for hand in (cards.hands[s] for s in (3, 0, 1, 2))] == ["CA", "CK", "CQ", "CJ"]
    assert [len(hand) for hand in cards.hands] == [7] * 4
    assert cards.turned == Options().pack[28]
    assert KnockoutHand(Options(), cards.hands, dealer=2).line == [3, 0, 1, 2]
    states[3] = OUT
    cards = lay_out(Options().pack, states, 7, dealer=2)
    assert cards.hands[3] == ()
    assert KnockoutHand(Options(), cards.hands, dealer=2, states=states).line == [0, 1, 2]
    assert next_seat(2, states) == 0


@pytest.mark.parametrize(
    ("void_rule", "hand", "legal"),
    [
        pytest.param("must_trump", "DK D7 SA H9", "DK D7", id="3 diamonds must be followed"),
        pytest.param("must_trump", "SA S8 H9", "SA S8", id="3 no diamond: trump"),
        pytest.param("must_trump", "H9 CJ", "H9 CJ", id="3 neither: any card"),
        pytest.param("free", "SA S8 H9", "SA S8 H9", id="free: any card"),
    ],
)
def test_legal_cards(void_rule: str, hand: str, legal: str) -> None:
    options = Options(players=2, void_rule=void_rule)
    own = hand.split()
    others = ["DQ", "C2", "C3", "C4"][: len(own)]
    play = KnockoutHand(options, [others, own], dealer=1, trump="S")
    play.apply("DQ")
    assert play.legal() == legal.split()


def played(options: Options, hands: Sequence[Sequence[int]]) -> KnockoutMatch:
    """A match after hands of which the tricks are given, by the seats of the rules file."""
    match = KnockoutMatch(options, dealer=0)
    for tricks in hands:
        match.add([tricks[-seat % len(tricks)] for seat in range(len(tricks))])
    return match


def by_file(values: Sequence[object]) -> list[object]:
    """Values of the seats here, in the numbering of the rules file."""
    return [values[-seat % len(values)] for seat in range(len(values))]


def test_4_a_knockout_game() -> None:
    options = replace(DEFAULT, stake=1)
    match = played(options, [(3, 2, 2), (4, 2, 0)])
    assert (by_file(match.states), match.size) == ([ACTIVE, ACTIVE, OUT], 5)
    match.add([3, 0, 2])
    assert by_file(match.states) == [ACTIVE, ACTIVE, OUT]
    assert sum(match.games_won) == 0
    match.add([4, 0, 0])
    assert match.is_over
    assert by_file(match.games_won) == [1, 0, 0]
    assert by_file(match.last_places) == [1, 2, 3]
    assert by_file(match.balance) == [2, -1, -1]


def test_5_down_to_the_last_card() -> None:
    evenly = [(3, 2, 2), (2, 2, 2), (2, 2, 1), (2, 1, 1), (1, 1, 1)]
    match = played(DEFAULT, [*evenly, (1, 1, 0)])
    assert (by_file(match.states), match.size) == ([ACTIVE, ACTIVE, OUT], 1)
    match = played(DEFAULT, [*evenly, (1, 1, 0), (0, 1, 0)])
    assert match.is_over
    assert by_file(match.games_won) == [0, 1, 0]
    assert by_file(match.last_places) == [2, 1, 3]


def test_6_the_dog_fails() -> None:
    match = played(DOGS, [(4, 3, 0)])
    assert by_file(match.states) == [ACTIVE, ACTIVE, DOG]
    cards = deal(DOGS, 1, states=match.states, size=match.size, dealer=match.dealer)
    assert sum(map(len, cards.hands)) == 13
    match = played(DOGS, [(4, 3, 0), (4, 2, 0)])
    assert by_file(match.states) == [ACTIVE, ACTIVE, OUT]
    # "Later seat 1 has no trick in a hand: out at once, no second dog's life."
    match = played(DOGS, [(4, 3, 0), (4, 2, 0), (5, 0, 0)])
    assert match.is_over
    assert by_file(match.last_places) == [1, 2, 3]


def test_6_the_dog_may_not_knock_in_the_last_trick() -> None:
    hands = [["C9"], ["SA", "SK"], ["DA", "DK"]]
    play = KnockoutHand(DOGS, hands, dealer=1, trump="S", states=[DOG, ACTIVE, ACTIVE])
    play.apply("DA")
    assert play.legal() == ["C9", "knock"]
    play.apply("knock")
    play.apply("SA")
    assert play.current == 1
    play.apply("SK")
    play.apply("DK")
    assert play.legal() == ["C9"]
    play.apply("C9")
    assert (play.tricks, play.returns()) == ([0, 2, 0], [0, 1, 0])


def test_7_the_dog_comes_back() -> None:
    # Order 2, 1, 0 of the file is 1, 2, 0 here. The cards after the two tricks that are told are
    # such that the tricks become 3 / 2 / 1.
    hands = [
        ["HK", "D7", "CA", "CK", "C2", "C3"],
        ["SA"],
        ["HT", "D9", "DA", "C5", "C4", "HQ"],
    ]
    states = [ACTIVE, DOG, ACTIVE]
    play = KnockoutHand(DOGS, hands, dealer=0, trump="S", states=states)
    assert (play.current, play.legal()) == (1, ["SA", "knock"])
    for move in ("knock", "HT", "HK", "D7", "SA", "D9"):
        play.apply(move)
    assert play.tricks == [1, 1, 0]
    assert play.current == 2
    for move in ("DA", "C2", "HQ", "C3", "C5", "CA", "CK", "C4"):
        play.apply(move)
    assert play.is_over
    assert by_file(play.tricks) == [3, 2, 1]
    match = played(DOGS, [(5, 2, 0), (3, 2, 1)])
    assert by_file(match.states) == [ACTIVE] * 3
    assert match.size == 5


def test_a_dog_first_in_line_may_lead() -> None:
    hands = [["C9"], ["SA", "SK"], ["CA", "DK"]]
    play = KnockoutHand(DOGS, hands, dealer=2, trump="S", states=[DOG, ACTIVE, ACTIVE])
    play.apply("C9")
    assert play.legal() == ["SA", "SK"]
    play.apply("SK")
    assert play.legal() == ["CA"]


def test_active_players_follow_the_first_card_played_not_the_knock() -> None:
    hands = [["C9"], ["SA", "SK"], ["CA", "SQ"]]
    play = KnockoutHand(DOGS, hands, dealer=2, trump="D", states=[DOG, ACTIVE, ACTIVE])
    play.apply("knock")
    assert (play.current, play.legal()) == (1, ["SA", "SK"])
    play.apply("SA")
    assert play.legal() == ["SQ"]


def test_8_two_dogs() -> None:
    options = Options(dogs_life=True)
    match = played(options, [(4, 3, 0, 0)])
    assert by_file(match.states) == [ACTIVE, ACTIVE, DOG, DOG]
    cards = deal(options, 1, states=match.states, size=match.size, dealer=match.dealer)
    assert sum(map(len, cards.hands)) == 14
    match = played(options, [(4, 3, 0, 0), (3, 2, 1, 0)])
    assert by_file(match.states) == [ACTIVE, ACTIVE, ACTIVE, OUT]


def test_9_no_early_end_while_a_dog_waits() -> None:
    dogs = Options(players=2, dogs_life=True)
    match = played(dogs, [(7, 0)])
    assert not match.is_over
    assert by_file(match.states) == [ACTIVE, DOG]
    assert by_file(played(dogs, [(7, 0), (6, 0)]).games_won) == [1, 0]
    match = played(dogs, [(7, 0), (5, 1)])
    assert (by_file(match.states), match.size) == ([ACTIVE, ACTIVE], 5)
    assert played(Options(players=2), [(7, 0)]).is_over


def test_10_naming_trump() -> None:
    options = replace(DEFAULT, trump_rule="winner_names")
    match = KnockoutMatch(options, dealer=0, draw=lambda n: n - 1)
    match.add([3, 3, 1])
    assert match.namer == 1
    cards = deal(options, 3, size=match.size, states=match.states, dealer=match.dealer)
    play = KnockoutHand(options, cards.hands, match.dealer, namer=match.namer)
    assert play.phase == "announce"
    assert play.current == 1
    assert play.legal() == ["trump:C", "trump:D", "trump:H", "trump:S"]
    play.apply("trump:C")
    assert (play.trump, play.current) == ("C", (match.dealer + 1) % 3)


def test_a_single_best_seat_names_trump_without_a_lot() -> None:
    def no_draw(_: int) -> int:
        raise AssertionError

    options = replace(DEFAULT, trump_rule="winner_names", start_cards=2)
    match = KnockoutMatch(options, dealer=0, draw=no_draw)
    match.add([0, 2, 0])
    assert match.is_over


def test_no_dog_is_made_after_the_hand_of_one_card() -> None:
    match = played(replace(DOGS, start_cards=2), [(1, 1, 0)])
    assert by_file(match.states) == [ACTIVE, ACTIVE, DOG]
    match = played(replace(DOGS, start_cards=1), [(1, 0, 0)])
    assert match.is_over
    assert by_file(match.last_places) == [1, 2, 2]


def test_several_games_are_added_up() -> None:
    options = Options(players=2, stake=3, match_games=2)
    match = played(options, [(7, 0)])
    assert not match.is_over
    assert (match.states, match.size) == ([ACTIVE, ACTIVE], 7)
    match = played(options, [(7, 0), (7, 0)])
    assert match.is_over
    assert by_file(match.games_won) == [2, 0]
    assert by_file(match.balance) == [6, -6]


@pytest.mark.parametrize("dogs_life", [False, True])
@pytest.mark.parametrize("trump_rule", ["turned", "winner_names"])
@pytest.mark.parametrize(("players", "deck_size"), [(2, 32), (4, 52), (7, 52)])
def test_whole_random_games(
    players: int, deck_size: int, trump_rule: str, *, dogs_life: bool
) -> None:
    options = Options(
        players=players, deck_size=deck_size, trump_rule=trump_rule, dogs_life=dogs_life
    )
    for seed in range(5):
        stream = Stream(seed, 1)
        match = KnockoutMatch(options, dealer=0, draw=stream.below)
        index = 0
        while not match.is_over:
            size = match.size
            cards = deal(options, seed, index, states=match.states, size=size, dealer=match.dealer)
            play = KnockoutHand(
                options, cards.hands, match.dealer, cards.turned[0], match.states, match.namer
            )
            while play.current is not None:
                legal = play.legal()
                play.apply(legal[stream.below(len(legal))])
            assert sum(play.tricks) == size
            assert not any(play.hands)
            match.add(play.tricks)
            index += 1
        assert index <= 7
        assert sorted(match.last_places)[:2] != [1, 1]


def test_minimax_knows_when_the_dog_should_wait() -> None:
    # The ace of clubs is worth a trick only if it is kept until the hearts are gone.
    hands = [["CA"], ["HA", "C3"], ["HK", "C2"]]
    play = KnockoutHand(DOGS, hands, dealer=0, trump="H", states=[DOG, ACTIVE, ACTIVE])
    play.apply("HA")
    play.apply("HK")

    def own(end: KnockoutHand) -> int:
        return end.tricks[0]

    assert minimax.table(play, {0}, own) == {"CA": 0, "knock": 1}
    assert perft(play, 1) == 2
