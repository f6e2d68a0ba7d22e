"""Deck, deal, piles, play and declarations of strohmandli: rules/strohmandli.md, a row a clause."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.oracle.chacha import Stream
from tests.rules.strohmandli_hands import SUITS, do, ending, names, strohmandli

import ultimo

FORMS = {"two": 2, "three42": 3, "three54": 3}


# Players, deck, points.


@pytest.mark.parametrize(("form", "players"), FORMS.items())
def test_the_form_says_how_many_play(form: str, players: int) -> None:
    game = strohmandli(form=form)
    assert game.players == players
    assert strohmandli(players=players, form=form) == game


def test_default_forms() -> None:
    assert strohmandli().options.form == "two"
    assert strohmandli(players=2).options.form == "two"
    assert strohmandli(players=3).options.form == "three42"


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "form": "three42"},
        {"players": 3, "form": "two"},
        {"players": 2, "form": "three54"},
        {"players": 4},
        {"form": "four"},
        {"scoring_set": "home"},
        {"figure_stacking": "none"},
        {"three54_layout": "10_hand_8_table"},
        {"turn_timing": "late"},
        {"head_after_tuletroa": "yes"},
        {"deals": 0},
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any]) -> None:
    with pytest.raises(ultimo.OptionError):
        strohmandli(**options)


@pytest.mark.parametrize(("form", "size"), [("two", 42), ("three42", 42), ("three54", 54)])
def test_cards(form: str, size: int) -> None:
    """42 cards: 22 tarocks and 20 suit cards; `three54` has twelve more."""
    cards = strohmandli(form=form).deck.cards
    assert len(cards) == size
    assert sum(card[0] == "T" and card[1:].isdigit() for card in cards) == 22
    lowest = {"C": "T", "D": "A", "H": "A", "S": "T"}
    for suit, rank in lowest.items():
        own = [card[1] for card in cards if card[0] == suit]
        ranks = SUITS[suit] if size == 54 else SUITS[suit][:5]
        assert ranks[4] == rank
        assert own == list(reversed(ranks))


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("T1 T21 T22", 15, id="honours count 5"),
        pytest.param("CK DK HK SK", 20, id="kings count 5"),
        pytest.param("CQ", 4, id="a queen counts 4"),
        pytest.param("HN", 3, id="a knight counts 3"),
        pytest.param("SJ", 2, id="a jack counts 2"),
        pytest.param("CT ST DA HA", 4, id="black tens and red aces count 1"),
        pytest.param("T2 T10 T20", 3, id="other tarocks count 1"),
        pytest.param("CK CQ CN CJ CT", 15, id="a suit counts 15"),
        pytest.param(" ".join(f"T{n}" for n in range(1, 23)), 34, id="all tarocks count 34"),
        pytest.param("", 0, id="nothing counts nothing"),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_card_points(form: str, cards: str, points: int) -> None:
    assert strohmandli(form=form).count_points(cards) == points


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_pack_counts_94(form: str) -> None:
    game = strohmandli(form=form)
    assert game.count_points(game.deck.cards) == 94
    assert game.deck.unit == 1


def test_the_twelve_added_cards_count_nothing() -> None:
    game = strohmandli(form="three54")
    assert game.count_points("C7 C8 C9 S7 S8 S9 D2 D3 D4 H2 H3 H4") == 0
    assert game.count_points("SK SQ SN SJ ST S9 S8 S7") == 15
    with pytest.raises(ultimo.NotationError):
        strohmandli(form="three42").count_points("C7")


# Deal.

SEQUENCES = {
    "two": [("hand", 3), ("table", 3)] * 3 + [("hand", 3)],
    "three42": [("hand", 2), ("table", 2)] * 3 + [("hand", 2)],
    "9_hand_9_table": [("hand", 3), ("table", 3)] * 3,
    "12_hand_6_table": [("hand", 3), ("table", 2)] * 3 + [("hand", 3)],
}


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize(
    ("form", "layout", "hand", "piles"),
    [
        pytest.param("two", "9_hand_9_table", 12, 3, id="two: 12 in hand, 3 piles of 3"),
        pytest.param("three42", "9_hand_9_table", 8, 2, id="three42: 8 in hand, 3 piles of 2"),
        pytest.param("three54", "9_hand_9_table", 9, 3, id="three54: 9 in hand, 3 piles of 3"),
        pytest.param("three54", "12_hand_6_table", 12, 2, id="three54: 12 in hand, 3 piles of 2"),
    ],
)
def test_packets(form: str, layout: str, hand: int, piles: int, dealer: int) -> None:
    """In each round every player gets his packet, from the dealer's neighbour on."""
    game = strohmandli(form=form, three54_layout=layout)
    n = game.players
    if dealer >= n:
        return
    deal = game.deal(seed=11, dealer=dealer)
    pack = [game.deck.cards[i] for i in Stream(11, 0).shuffle(game.deck.size)]
    hands: list[list[str]] = [[] for _ in range(n)]
    tables: list[list[tuple[str, ...]]] = [[] for _ in range(n)]
    for target, size in SEQUENCES[layout if form == "three54" else form]:
        for turn in range(1, n + 1):
            seat = (dealer + turn) % n
            packet, pack = pack[:size], pack[size:]
            if target == "hand":
                hands[seat] += packet
            else:
                # "Inside a pile the first dealt card is at the bottom": the last one is the top.
                tables[seat].append(tuple(reversed(packet)))
    assert not pack
    assert [set(cards) for cards in deal.hands] == [set(cards) for cards in hands]
    assert deal.piles == tuple(map(tuple, tables))
    assert [len(cards) for cards in deal.hands] == [hand] * n
    assert {len(pile) for own in deal.piles for pile in own} == {piles}
    assert deal.talon == ()


def test_an_ending_may_name_no_piles() -> None:
    game = strohmandli()
    deal = game.make_deal(["T1 CK", "T5 CQ"])
    assert deal.piles == (((), (), ()), ((), (), ()))
    assert game.start(deal).observation(0)["pile_size"].shape == (2, 3)


@pytest.mark.parametrize(
    ("hands", "piles"),
    [
        pytest.param(["T1 CK", "T5"], (), id="unequal hands"),
        pytest.param(["T1 CK", "T5 CQ"], [[["CN"]], [["CJ"]]], id="one pile each"),
        pytest.param(
            ["T1", "T5"], [[["C7", "C8"], [], []], [["CJ", "CQ"], [], []]], id="cards of three54"
        ),
        pytest.param(
            ["T1", "T5"],
            [[["CN", "CQ", "CJ", "CT"], [], []], [["DN", "DQ", "DJ", "DA"], [], []]],
            id="a pile of four",
        ),
    ],
)
def test_what_is_no_deal(hands: Sequence[str], piles: Any) -> None:
    with pytest.raises(ultimo.DealError):
        strohmandli().make_deal(hands, piles=piles)


def test_no_auction_and_no_declarer() -> None:
    game = strohmandli()
    assert game.contracts() == {"strohmandli": None}
    state = game.start(seed=1)
    assert state.phase == "play"
    assert state.current_player == 0
    assert not state.observation(0)["declarer"].any()
    with pytest.raises(ultimo.ContractError):
        game.contract("two")


@pytest.mark.parametrize("form", FORMS)
def test_the_player_after_the_dealer_leads(form: str) -> None:
    game = strohmandli(form=form)
    for dealer in range(game.players):
        assert game.start(seed=2, dealer=dealer).current_player == (dealer + 1) % game.players


# Turning the table cards.


def turned(*own: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Returns the hand and the piles of seat 0, who held one card, after turning these piles."""
    game = strohmandli()
    piles = [pile.split() for pile in own] + [[]] * (3 - len(own))
    held = ["SJ"]
    size = sum(map(len, piles))
    free = [c for c in game.deck.cards if c not in held and not any(c in p for p in piles)]
    deal = game.make_deal([held, free[: size + 1]], piles=[piles, [[], [], []]])
    position = game.position(deal, game.contract())
    return position.hands[0], position.piles[0]


@pytest.mark.parametrize(
    ("piles", "hand", "left"),
    [
        pytest.param(
            ["T5 HK CQ"], {"SJ", "T5", "HK"}, ("CQ",), id="example 10: V and ♥K taken, ♣Q stays"
        ),
        pytest.param(
            ["T7 T12 SK"], {"SJ", "T7", "T12", "SK"}, (), id="example 10: all three taken"
        ),
        pytest.param(["DJ T21 HA"], {"SJ"}, ("DJ", "T21", "HA"), id="example 10: ♦J stays"),
        pytest.param(["T1 CT T2"], {"SJ", "T1"}, ("CT", "T2"), id="turning stops at the ten"),
    ],
)
def test_turning_before_play(piles: Sequence[str], hand: set[str], left: tuple[str, ...]) -> None:
    cards, own = turned(*piles)
    assert set(cards) == hand
    assert own[0] == left


def test_every_pile_is_turned() -> None:
    cards, own = turned("T3 CQ", "DQ T4", "CK")
    assert set(cards) == {"SJ", "T3", "CK"}
    assert own == (("CQ",), ("DQ", "T4"), ())


def test_example_10_the_next_card_is_turned_when_one_is_played() -> None:
    game = strohmandli()
    position = ending(game, ["T5", "T6 DA DN"], [[["DJ", "T21", "HA"]], []])
    do(position, "DJ")
    assert set(position.hands[0]) == {"T5", "T21"}
    assert position.tops[0] == ("HA",)
    assert position.trick == [(0, "DJ")]


def test_turning_at_once_comes_before_the_next_player_plays() -> None:
    """The follower plays from a pile, and takes up what the leader has not seen yet."""
    position = ending(strohmandli(), ["CQ CN", "T2 HJ"], [[], [["CJ", "SK", "T9"]]])
    do(position, "CQ CJ")
    assert set(position.hands[1]) == {"T2", "HJ", "SK", "T9"}
    assert position.piles[1] == ((),)


def test_turn_timing_after_trick() -> None:
    game = strohmandli(turn_timing="after_trick")
    position = ending(game, ["T5 HQ", "T6 DA DN"], [[["DJ", "T21", "HA"]], []])
    do(position, "DJ")
    assert position.hands[0] == ("HQ", "T5")
    assert position.tops[0] == (None,)
    assert position.piles[0] == (("T21", "HA"),)
    do(position, "DA")
    assert set(position.hands[0]) == {"HQ", "T5", "T21"}
    assert position.tops[0] == ("HA",)
    assert position.current_player == 0
    assert names(position) == {"T5", "T21", "HQ", "HA"}


# Play.


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        pytest.param("DK", {"DQ"}, id="example 11: ♦K led, only ♦Q"),
        pytest.param("HQ", {"T14"}, id="example 11: ♥Q led, only XIV"),
        pytest.param("CJ", {"CN", "CT"}, id="example 11: ♣J led, ♣N in hand or ♣10 on the table"),
        pytest.param("T3", {"T14"}, id="a tarock led: tarocks count as a suit"),
    ],
)
def test_following_with_hand_and_table(led: str, legal: set[str]) -> None:
    position = ending(strohmandli(), [f"{led} SQ", "T14 CN"], [[], [["DQ"], ["CT"]]])
    do(position, led)
    assert names(position) == legal


def test_without_suit_and_tarocks_anything_may_be_played() -> None:
    position = ending(strohmandli(), ["HQ SQ", "CN"], [[], [["DQ"], ["CT", "SJ"]]])
    do(position, "HQ")
    assert names(position) == {"CN", "DQ", "CT"}


def test_the_leader_plays_from_hand_or_table() -> None:
    game = strohmandli(scoring_set="house")
    position = ending(game, ["T14 CN", "T2 T3"], [[["DQ", "DA"], ["CT"]], []])
    assert names(position) == {"T14", "CN", "DQ", "CT"}


def test_there_is_no_duty_to_overtake() -> None:
    position = ending(strohmandli(), ["CJ HQ", "CK CT"])
    assert names(do(position, "CJ")) == {"CK", "CT"}
    position = ending(strohmandli(), ["T9 HQ", "T5 T20"])
    assert names(do(position, "T9")) == {"T5", "T20"}


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("CQ CK CT", 1, id="the highest card of the suit led"),
        pytest.param("CQ SK HK", 0, id="kings of other suits win nothing"),
        pytest.param("CK HQ T1", 2, id="any tarock beats a suit card"),
        pytest.param("T20 T21 T22", 2, id="skíz is the highest tarock"),
        pytest.param("T1 T2 CK", 1, id="I is the lowest tarock"),
        pytest.param("T1 T21 T22", 2, id="there is no emperor's trick"),
        pytest.param("C7 C9 C8", 1, id="black: 9 beats 8 beats 7"),
        pytest.param("S9 ST S8", 1, id="black: 10 beats 9"),
        pytest.param("H4 H2 H3", 1, id="red: 2 beats 3 beats 4"),
        pytest.param("D2 DA D3", 1, id="red: A beats 2"),
        pytest.param("DA DJ DN", 2, id="knight beats jack beats A"),
    ],
)
def test_trick_winner(trick: str, winner: int) -> None:
    position = do(ending(strohmandli(form="three54"), trick.split()), trick)
    assert position.tricks[winner] == 1


def test_the_winner_leads_to_the_next_trick() -> None:
    position = do(ending(strohmandli(form="three42"), ["CQ T3", "CK T4", "CT T5"]), "CQ CK CT")
    assert position.current_player == 1


@pytest.mark.parametrize(("form", "tricks"), [("two", 21), ("three42", 14), ("three54", 18)])
def test_number_of_tricks(form: str, tricks: int) -> None:
    game = strohmandli(form=form)
    for seed in range(5):
        position = game.position(game.deal(seed=seed), game.contract())
        rng = np.random.default_rng(seed)
        while not position.is_over:
            position.play(str(rng.choice(position.legal())))
        assert sum(position.tricks) == tricks
        assert sum(position.points) == 94


# What is seen.


def test_hidden_cards_of_piles_are_seen_by_nobody() -> None:
    game = strohmandli()
    state = game.start(seed=4)
    index = game.deck.index_by_code
    hidden = [card for own in state.position.piles for pile in own for card in pile[1:]]
    tops = [pile[0] for own in state.position.piles for pile in own if pile]
    assert hidden
    for seat in (0, 1):
        seen = state.observation(seat)
        known = seen["hands"].any(axis=0) | seen["table"]
        assert not any(known[index[card]] for card in hidden)
        assert all(seen["table"][index[card]] for card in tops)


def test_what_was_turned_up_is_known_in_the_hand_that_took_it() -> None:
    game = strohmandli()
    deal = game.make_deal(["CQ", "CN CJ CT DQ"], piles=[[["T5", "HK", "SQ"], [], []], [[], [], []]])
    seen = game.start(deal).observation(1)
    held = {game.deck.codes[i] for i in np.flatnonzero(seen["hands"][0])}
    assert held == {"T5", "HK"}
    assert seen["tops"].tolist() == [[game.deck.index("SQ"), -1, -1], [-1, -1, -1]]
    assert seen["pile_size"].tolist() == [[1, 0, 0], [0, 0, 0]]


def test_a_card_that_is_not_turned_yet_is_hidden() -> None:
    """`after_trick`: between the play of a pile card and the end of the trick."""
    game = strohmandli(turn_timing="after_trick")
    deal = game.make_deal(["CQ CT", "CN CJ DA DQ"], piles=[[["DJ", "HQ"], [], []], [[], [], []]])
    state = do(game.start(deal), "DJ")
    for seat in (0, 1):
        seen = state.observation(seat)
        assert seen["tops"][0, 0] == -1
        assert seen["pile_size"][0, 0] == 1
        assert not seen["table"][game.deck.index("HQ")]
    seen = do(state, "DQ").observation(1)
    assert seen["tops"][0, 0] == game.deck.index("HQ")


def test_the_order_inside_a_pile_changes_nothing_that_is_seen() -> None:
    game = strohmandli()
    deal = game.deal(seed=6)
    state = game.start(deal)
    piles = [[list(pile) for pile in own] for own in deal.piles]
    seat, number = next(
        (s, n)
        for s, own in enumerate(state.position.piles)
        for n, pile in enumerate(own)
        if len(pile) == 3
    )
    piles[seat][number][1:] = reversed(piles[seat][number][1:])
    other = game.start(game.make_deal(deal.hands, piles=piles))
    assert state != other
    for observer in range(2):
        one, two = state.observation(observer), other.observation(observer)
        assert all(np.array_equal(one[name], two[name]) for name in one)
