"""Every clause and example of rules/hosn_owe.md, a row each."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.oracle.chacha import PLAYOUT_BLOCK, Stream

import ultimo
from ultimo.games.hosn_owe.score import due, paid


def hosn(players: int = 3, **options: Any) -> Any:
    """Returns the game with some options."""
    return ultimo.game("hosn_owe", players=players, **options)


PLAIN = ["D7 H8 S9", "D8 H9 S7", "D9 H7 S8", "C7 C8 C9"]
"""Hands of 9, 9, 9 and 24 that hold no combination."""


def spare(hands: Sequence[str]) -> str:
    """Returns three cards that no hand holds."""
    used = {card for hand in hands for card in hand.split()}
    return " ".join([card for card in hosn(2).deck.cards if card not in used][:3])


def start(
    hands: Sequence[str],
    table: str | None = None,
    rest: str | None = None,
    *,
    dealer: int | None = None,
    choice: str | None = "keep",
    **options: Any,
) -> Any:
    """Returns a round: by default the last seat deals and keeps its cards.

    Args:
        hands: The hands, none of a seat that is out.
        table: The table if the dealer keeps his hand; by default the kings of diamonds and hearts
            and the queen of spades, or the first cards that nobody holds.
        rest: The rest pile from the top; by default all other cards in deck order.
        dealer: Who deals.
        choice: What the dealer does.
        **options: The options.
    """
    game = hosn(len(hands), **options)
    held = {card for hand in hands for card in hand.split()}
    if table is None:
        table = spare(hands) if held & {"DK", "HK", "SQ"} else "DK HK SQ"
    used = {card for text in (*hands, table) for card in text.split()}
    pile = [card for card in game.deck.cards if card not in used] if rest is None else rest.split()
    talon = [*table.split(), *pile]
    active = tuple(seat for seat, hand in enumerate(hands) if hand)
    terms = {"dealer": active[-1] if dealer is None else dealer, "active": active}
    state = game.start(game.make_deal(hands, talon=talon, **terms), **terms)
    if choice is not None:
        state.apply(choice)
    return state


def names(state: Any) -> list[str]:
    """Returns the names of the legal actions."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def act(state: Any, actions: str) -> Any:
    """Does some actions."""
    for action in actions.split():
        state.apply(action)
    return state


def cards(state: Any, marks: Any) -> set[str]:
    """Returns the cards of an array of marks."""
    return {state.game.deck.codes[card] for card in np.flatnonzero(marks)}


def table_of(state: Any) -> set[str]:
    """Returns the cards on the table as seat 0 sees them."""
    return cards(state, state.observation(0)["table"])


# Players, deck, deal.


@pytest.mark.parametrize(("players", "allowed"), [(1, False), (2, True), (9, True), (10, False)])
def test_two_to_nine_players(players: int, allowed: bool) -> None:  # noqa: FBT001
    if allowed:
        assert hosn(players).players == players
        return
    with pytest.raises(ultimo.OptionError):
        hosn(players)


def test_32_cards_and_their_points() -> None:
    deck = hosn().deck
    assert deck.size == 32
    assert deck.unit == Fraction(1, 2)
    points = dict(zip(deck.codes, deck.values, strict=True))
    assert [points[f"H{rank}"] / 2 for rank in "AKQJT987"] == [11, 10, 10, 10, 10, 9, 8, 7]


@pytest.mark.parametrize(
    ("players", "rest"),
    [(2, 23), (3, 20), (4, 17), (5, 14), (6, 11), (7, 8), (8, 5), (9, 2)],
)
def test_size_of_the_rest_pile(players: int, rest: int) -> None:
    deal = hosn(players).deal(seed=1)
    assert [len(hand) for hand in deal.hands] == [3] * players
    # The first three cards of the talon are the table.
    assert len(deal.talon) == 3 + rest
    assert len({card for hand in (*deal.hands, deal.talon) for card in hand}) == 32


def test_who_is_out_gets_no_card() -> None:
    deal = hosn(4).deal(1, dealer=3, active=(0, 1, 3))
    assert [len(hand) for hand in deal.hands] == [3, 3, 0, 3]
    assert len(deal.talon) == 3 + 20


def test_order_of_dealing() -> None:
    """c1-c3 the dealer's, c4-c6 the table, then batches from the dealer's left."""
    game = hosn(4)
    terms = {"dealer": 1, "active": (0, 1, 3)}
    place = game.deal_spec(game.terms(**terms)).place
    # Columns: seat 0 has 0-2, seat 1 has 3-5, seat 3 has 6-8, the talon 9-31.
    expected = [*range(3, 6), *range(9, 12), *range(6, 9), *range(3), *range(12, 32)]
    assert list(place) == expected


def test_the_dealer_looks_at_his_cards_and_nobody_at_the_table_before_he_chooses() -> None:
    state = start(PLAIN, choice=None)
    assert (state.phase, state.current_player, names(state)) == ("talon", 3, ["keep", "reject"])
    for seat in range(4):
        seen = state.observation(seat)
        assert not seen["table"].any()
        assert cards(state, seen["hand"]) == set(PLAIN[seat].split())
        assert seen["hands"].sum() == 3


def test_keep_lays_the_next_three_on_the_table() -> None:
    state = start(PLAIN)
    assert state.phase == "play"
    assert set(state.hand(3)) == {"C7", "C8", "C9"}
    assert table_of(state) == {"DK", "HK", "SQ"}


def test_example_2_the_dealers_choice() -> None:
    hands = ["S9 H7 DJ", "D7 H8 ST", "D8 H9 S7"]
    state = start(hands, "HK HQ C8", dealer=0, choice="reject")
    assert table_of(state) == {"S9", "H7", "DJ"}
    assert set(state.hand(0)) == {"HK", "HQ", "C8"}
    assert state.game.count_points(state.hand(0)) == 20
    assert state.observation(0)["stock_size"] == 3 + 20
    assert state.current_player == 1


def test_rejecting_hides_the_new_hand_and_shows_the_old_one() -> None:
    state = start(PLAIN, choice="reject")
    seen = state.observation(0)
    assert cards(state, seen["table"]) == {"C7", "C8", "C9"}
    assert not seen["hands"][3].any()
    assert cards(state, state.observation(3)["hand"]) == {"DK", "HK", "SQ"}


# Values of hands.


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        pytest.param("HQ HT DJ", 20, id="1 hearts 10 + 10"),
        pytest.param("CA CK C9", 30, id="1 11 + 10 + 9"),
        pytest.param("D7 H7 S7", Fraction(61, 2), id="1 triplet"),
        pytest.param("DA DK DT", 31, id="1 blitz: ten, court, ace of one suit"),
        pytest.param("SA SQ SJ", 31, id="1 blitz: two courts, ace of one suit"),
        pytest.param("HA SA CA", 33, id="1 feuer"),
        pytest.param("SA HK DQ", 11, id="1 three suits: the highest card, no blitz"),
        pytest.param("SA HA HK", 21, id="1 hearts 21"),
        pytest.param("S9 S8 DA", 17, id="1 spades beat the ace"),
        pytest.param("CT HJ DQ", 10, id="1 ten-point cards of different ranks"),
        pytest.param("DT DJ DQ", 30, id="1 no ace, no blitz"),
        pytest.param("C7 D7 H8", 8, id="the lowest hand without a triplet"),
        pytest.param("SA S9 S8", 28, id="an ace without two ten-point cards"),
    ],
)
def test_example_1_hand_values(hand: str, value: Any) -> None:
    assert hosn().count_points(hand) == value


def test_feuer_may_count_32() -> None:
    assert hosn(feuer_value=32).count_points("HA SA CA") == 32
    with pytest.raises(ultimo.OptionError):
        hosn(feuer_value=31)


def test_no_card_counts_twice() -> None:
    with pytest.raises(ultimo.DealError):
        hosn().count_points(["HA", "HA", "CA"])


@pytest.mark.parametrize("cards", [None, 7, 1.5, True, {"HA": 1}, ["HA"] * 33])
def test_what_is_no_list_of_cards_has_no_value(cards: Any) -> None:
    with pytest.raises(ultimo.UltimoError):
        hosn().count_points(cards)


# Turns.


def test_the_player_at_the_dealers_left_begins() -> None:
    assert start(PLAIN).current_player == 0
    assert start(PLAIN, dealer=1).current_player == 2
    assert start([PLAIN[0], "", PLAIN[2], PLAIN[3]], dealer=0).current_player == 2


def test_what_a_turn_may_be() -> None:
    state = start(PLAIN)
    swaps = {f"swap:{own}:{other}" for own in ("D7", "H8", "S9") for other in ("DK", "HK", "SQ")}
    assert set(names(state)) == {"swap_all", "pass", "close", *swaps}
    assert len(names(state)) == 12


def test_one_card_changes_places() -> None:
    state = act(start(PLAIN), "swap:H8:SQ")
    assert set(state.hand(0)) == {"D7", "S9", "SQ"}
    assert table_of(state) == {"DK", "HK", "H8"}
    assert state.current_player == 1


def test_all_three_cards_change_places() -> None:
    state = act(start(PLAIN), "swap_all")
    assert set(state.hand(0)) == {"DK", "HK", "SQ"}
    assert table_of(state) == {"D7", "H8", "S9"}


def test_passing_changes_nothing() -> None:
    state = act(start(PLAIN), "pass")
    assert table_of(state) == {"DK", "HK", "SQ"}
    assert state.current_player == 1


@pytest.mark.parametrize(
    ("before", "action", "code"),
    [
        pytest.param("", "swap:C7:DK", "not_there", id="a card of another hand"),
        pytest.param("", "swap:D7:C7", "not_there", id="a card that is not on the table"),
        pytest.param("", "keep", "chosen", id="the choice is made"),
        pytest.param("", "reject", "chosen", id="the choice is made: reject"),
        pytest.param("close", "close", "closed", id="only one closes"),
        pytest.param("", "D7", "not_there", id="cards are not played"),
    ],
)
def test_illegal_actions(before: str, action: str, code: str) -> None:
    state = act(start(PLAIN), before)
    history = state.history
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply(action)
    assert error.value.code == code
    assert state.history == history


def test_nothing_is_done_before_the_dealers_choice() -> None:
    state = start(PLAIN, choice=None)
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply("pass")
    assert error.value.code == "dealers_choice"


def test_closing_is_allowed_from_the_first_turn() -> None:
    assert "close" in names(start(PLAIN))


def test_close_first_orbit_false() -> None:
    state = start(PLAIN, close_first_orbit=False)
    for _ in range(4):
        assert "close" not in names(state)
        with pytest.raises(ultimo.IllegalActionError) as error:
            state.apply("close")
        assert error.value.code == "first_turn"
        state.apply("swap_all")
    assert "close" in names(state)


def test_example_3_close() -> None:
    """Seats 0, 1 and 2 have one more turn each, then the hands are shown."""
    state = start(["D8 D7 DT", "SK CA S7", "C7 D9 H7", "HT H9 H8"], "CK DK CT", dealer=0)
    assert state.current_player == 1
    act(state, "swap:SK:CT swap_all close")
    for seat in (0, 1, 2):
        assert state.current_player == seat
        assert "close" not in names(state)
        act(state, "pass")
    assert state.is_over
    values = [state.game.count_points(state.hand(seat)) for seat in range(4)]
    assert values == [25, 21, Fraction(61, 2), 27]
    assert state.returns().tolist() == [0, -1, 0, 0]


def shown(values: Sequence[float], closer: int | None = None, **options: Any) -> list[int]:
    """Returns who owes what for hands of these values; equal ones in one suit."""
    return owed([(value, 0) for value in values], closer, **options)


def owed(
    hands: Iterable[tuple[float, int]],
    closer: int | None = None,
    active: Sequence[int] | None = None,
    **options: Any,
) -> list[int]:
    """Returns who owes what for hands of these values and orders."""
    given = list(hands)
    found = due(
        hosn(len(given), **options).options,
        values=np.array([int(2 * value) for value, _ in given]),
        orders=np.array([order for _, order in given]),
        closers=np.array(-1 if closer is None else closer),
        active=range(len(given)) if active is None else active,
    )
    return [int(x) for x in found]


def test_example_4_blitz_in_the_final_turns() -> None:
    hands = ["DA DQ D8", "D9 HT HA", "C7 CQ CT", "SK S9 S8"]
    state = start(hands, "DK H7 S7", dealer=2)
    act(state, "close swap:D8:DK")
    # The round ends at once: seats 1 and 2 have no further turn.
    assert state.is_over
    values = [state.game.count_points(state.hand(seat)) for seat in range(4)]
    assert values == [31, 21, 27, 27]
    assert state.returns().tolist() == [0, -1, 0, 0]
    assert shown([31, 21, 20, 27], closer=3) == [0, 0, 1, 0]


def test_example_5_blitz_from_the_deal() -> None:
    hands = ["HQ HJ D7", "CT HT D8", "SA SK ST", "C9 C8 H7"]
    state = start(hands, "DK H8 S7", dealer=3, choice=None)
    assert not state.is_over
    act(state, "keep")
    assert state.is_over
    values = [state.game.count_points(state.hand(seat)) for seat in range(4)]
    assert values == [20, 10, 31, 17]
    assert state.returns().tolist() == [0, -1, 0, 0]
    assert shown([20, 10, 31, 18]) == [0, 1, 0, 0]


def test_the_dealer_may_find_a_blitz_by_rejecting() -> None:
    state = start(PLAIN, "HA HK HT", choice="reject")
    assert state.is_over
    assert state.game.count_points(state.hand(3)) == 31


def test_a_triplet_does_not_end_the_round() -> None:
    state = start(["DK HK S9", *PLAIN[1:]], "SK CA SQ")
    act(state, "swap:S9:SK")
    assert not state.is_over
    assert state.game.count_points(state.hand(0)) == Fraction(61, 2)


def test_a_feuer_ends_the_round_at_once() -> None:
    state = start(["DA HA S9", "D8 H9 S7", "D9 H7 S8"], "SA C7 SQ")
    act(state, "swap:S9:SA")
    assert state.is_over
    assert state.game.count_points(state.hand(0)) == 33


# All pass.


def nobody_special(players: int) -> list[str]:
    """Returns hands of three suits without a combination."""
    deck = hosn(2).deck.cards
    return [" ".join(deck[(seat + 9 * i) % 32] for i in range(3)) for seat in range(players)]


def start_plain(players: int, **options: Any) -> Any:
    """Returns a round whose table and rest pile are what the hands leave, in deck order."""
    hands = nobody_special(players)
    used = {card for hand in hands for card in hand.split()}
    left = [card for card in hosn(2).deck.cards if card not in used]
    return start(hands, " ".join(left[:3]), " ".join(left[3:]), **options)


def test_example_6_all_pass_with_nine() -> None:
    state = start_plain(9)
    act(state, "pass " * 8)
    assert not state.is_over
    act(state, "pass")
    assert state.is_over


def test_example_6_all_pass_with_eight() -> None:
    state = start_plain(8)
    before, rest = table_of(state), state.deal.talon[3:]
    act(state, "pass " * 8)
    assert table_of(state) == set(rest[:3])
    seen = state.observation(0)
    assert cards(state, seen["put_away"]) == before
    assert seen["stock_size"] == 5
    # The next player in turn goes on.
    assert state.current_player == 0
    act(state, "pass " * 8)
    assert state.is_over


def test_without_refresh_the_round_ends() -> None:
    state = start_plain(8, refresh_on_all_pass=False)
    act(state, "pass " * 7)
    assert not state.is_over
    act(state, "pass")
    assert state.is_over


def test_the_pass_count_starts_again_after_an_exchange() -> None:
    state = start_plain(3, refresh_on_all_pass=False)
    act(state, "pass pass swap_all pass pass")
    assert not state.is_over
    act(state, "pass")
    assert state.is_over


def test_the_pass_count_starts_again_after_a_renewal() -> None:
    state = start_plain(3)
    act(state, "pass pass pass")
    table = table_of(state)
    act(state, "pass pass")
    assert table_of(state) == table
    act(state, "pass")
    assert table_of(state) != table


def test_passes_after_closing_do_not_renew_the_table() -> None:
    state = start_plain(3)
    act(state, "pass pass close pass")
    assert not state.observation(0)["put_away"].any()
    act(state, "pass")
    assert state.is_over


def test_thirty_turns_each_end_a_round() -> None:
    state = start(PLAIN[:2])
    for _ in range(59):
        state.apply("swap_all")
    assert not state.is_over
    state.apply("swap_all")
    assert state.is_over


# What is seen.


def test_exchanged_cards_are_known_to_all() -> None:
    state = act(start(PLAIN), "swap:H8:SQ")
    for seat in (1, 2, 3):
        seen = state.observation(seat)
        assert cards(state, seen["hands"][0]) == {"SQ"}
        assert cards(state, seen["table"]) == {"DK", "HK", "H8"}
    act(state, "swap:D8:H8")
    assert cards(state, state.observation(3)["hands"][1]) == {"H8"}
    act(state, "swap_all swap_all swap:SQ:C7")
    # The queen lies on the table again, the seven of clubs was taken openly.
    seen = state.observation(1)
    assert cards(state, seen["hands"][0]) == {"C7"}
    assert cards(state, seen["hands"][2]) == {"DK", "HK", "D8"}
    assert cards(state, seen["hands"][3]) == {"D9", "H7", "S8"}
    assert cards(state, seen["table"]) == {"SQ", "C8", "C9"}


def test_all_hands_are_shown_at_the_end() -> None:
    state = act(start(PLAIN), "close pass pass pass")
    assert state.is_over
    assert state.observation(2)["hands"].sum() == 12


def test_the_order_of_the_rest_pile_is_hidden() -> None:
    one = start(PLAIN)
    rest = " ".join(reversed(one.deal.talon[3:]))
    other = start(PLAIN, rest=rest)
    for seat in range(4):
        mine, theirs = one.observation(seat), other.observation(seat)
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)


def test_who_closed_is_seen() -> None:
    state = act(start(PLAIN), "pass close")
    assert state.observation(3)["closer"].tolist() == [False, True, False, False]
    assert state.observation(3)["tokens"].tolist() == [3, 3, 3, 3]


# Who pays.


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([20, 20, 27, 30], [1, 1, 0, 0], id="7 both with 20 pay"),
        pytest.param([24, 24], [0, 0], id="7 all are tied: nobody pays"),
        pytest.param([25, 26], [1, 0], id="9 the lower pays"),
        pytest.param([20, 20, 20], [0, 0, 0], id="three are tied: nobody pays"),
        pytest.param([30.5, 30, 31], [0, 1, 0], id="half a point decides"),
        pytest.param([33, 28, 19, 30.5], [0, 0, 1, 0], id="10 only the lowest pays"),
    ],
)
def test_the_lowest_value_pays(values: list[float], expected: list[int]) -> None:
    assert shown(values) == expected


def test_who_is_out_is_never_lowest() -> None:
    assert owed([(25, 0), (0, 0), (26, 0)], active=(0, 2)) == [1, 0, 0]
    assert owed([(25, 0), (0, 0), (25, 0)], active=(0, 2)) == [0, 0, 0]


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param(["HT HQ S7", "CT CQ S8", "D9 DA DT"], [1, 0, 0], id="7 hearts under clubs"),
        pytest.param(["DT DQ S7", "HT HQ S8", "CA CT C9"], [1, 0, 0], id="diamonds under hearts"),
        pytest.param(["ST SQ D7", "CT CQ D8", "HA HT H9"], [1, 0, 0], id="spades under clubs"),
        pytest.param(["HT HQ D7", "ST SQ D8", "CA CT C9"], [1, 0, 0], id="hearts under spades"),
        pytest.param(["SK H7 D8", "SQ H8 D7", "CA CT C9"], [1, 1, 0], id="still equal: all pay"),
        pytest.param(["DT ST H7", "CT HJ D7", "CA CQ C9"], [1, 0, 0], id="the highest suit counts"),
        pytest.param(["DQ HQ SQ", "DK HK SK", "C7 C8 C9"], [0, 0, 1], id="triplets are higher"),
    ],
)
def test_suit_order(hands: list[str], expected: list[int]) -> None:
    state = start(hands, tie_rule="suit_order")
    act(state, "close pass pass")
    assert [-int(x) for x in state.returns()] == expected


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param(["DQ HQ SQ", "DK HK SK"], [1, 0], id="the lower triplet pays"),
        pytest.param(["C8 D8 S8", "C7 D7 S7"], [0, 1], id="eight over seven"),
        pytest.param(["DT DQ S7", "CT CQ S8"], [1, 0], id="no longer all tied"),
        pytest.param(["SK H7 D8", "SQ H8 D7"], [0, 0], id="all still tied"),
    ],
)
def test_suit_order_of_two(hands: list[str], expected: list[int]) -> None:
    state = start(hands, tie_rule="suit_order")
    act(state, "close pass")
    assert [-int(x) for x in state.returns()] == expected


def test_two_blitzes_are_equal_in_any_suit() -> None:
    state = start(["DA DK DT", "CA CK CT"], tie_rule="suit_order")
    assert state.is_over
    assert state.redeal == "next_dealer"
    three = start(["DA DK DT", "CA CK CT", "HA SK S7"], tie_rule="suit_order")
    assert three.returns().tolist() == [0, 0, -1]


@pytest.mark.parametrize(
    ("values", "closer", "expected"),
    [
        pytest.param([20, 20, 27], 1, [0, 1, 0], id="only the closer pays"),
        pytest.param([20, 20, 27], 2, [1, 1, 0], id="the closer is not among them"),
        pytest.param([20, 20, 27], None, [1, 1, 0], id="nobody closed"),
        pytest.param([20, 21, 27], 0, [1, 0, 0], id="the closer alone is lowest"),
        pytest.param([24, 24], None, [0, 0], id="all tied and nobody closed"),
        pytest.param([24, 24], 1, [0, 0], id="all tied: nobody pays, the closer neither"),
    ],
)
def test_closer_pays(values: list[float], closer: int | None, expected: list[int]) -> None:
    assert shown(values, closer, tie_rule="closer_pays") == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([33, 28, 19, 30.5], [0, 1, 1, 1], id="10 all but the holder pay"),
        pytest.param([31, 28, 19, 30.5], [0, 0, 1, 0], id="not after a blitz"),
    ],
)
def test_feuer_all_pay(values: list[float], expected: list[int]) -> None:
    assert shown(values, feuer_all_pay=True) == expected


def test_feuer_all_pay_with_a_feuer_of_32() -> None:
    options = {"feuer_all_pay": True, "feuer_value": 32}
    assert shown([32, 28, 19], **options) == [0, 1, 1]


@pytest.mark.parametrize(
    ("values", "closer", "expected"),
    [
        pytest.param([19, 28, 27], 0, [2, 0, 0], id="a closer who is lowest pays two"),
        pytest.param([19, 28, 19], 0, [2, 0, 1], id="tied lowest too"),
        pytest.param([19, 28, 27], 1, [1, 0, 0], id="another pays one"),
        pytest.param([19, 28, 27], None, [1, 0, 0], id="nobody closed"),
        pytest.param([19, 19], 0, [0, 0], id="all are tied: nobody pays"),
    ],
)
def test_closer_lowest_double(values: list[float], closer: int | None, expected: list[int]) -> None:
    assert shown(values, closer, closer_lowest_double=True) == expected


@pytest.mark.parametrize(
    ("owing", "tokens", "expected"),
    [
        pytest.param(1, 3, 1, id="one token"),
        pytest.param(2, 3, 2, id="two tokens"),
        pytest.param(2, 1, 1, id="with one token left he pays it"),
        pytest.param(1, 0, 0, id="who swims pays nothing"),
    ],
)
def test_nobody_pays_more_than_he_has(owing: int, tokens: int, expected: int) -> None:
    assert paid(np.array([owing]), np.array([tokens])).tolist() == [expected]


def test_a_round_in_which_all_are_tied_is_not_played() -> None:
    match = ultimo.Match(hosn(2), dealer=1)
    state = start(["DK H7 S8", "SQ H8 D7"])
    act(state, "close pass")
    assert state.redeal == "next_dealer"
    assert state.returns().tolist() == [0, 0]
    match.record(state)
    assert (match.played, match.dealer) == (0, 0)
    assert match.tally.tokens == (3, 3)


# Matches.


def match_of(*payers: int | Sequence[int], players: int = 3, **options: Any) -> Any:
    """Returns a match that the last seat began to deal, with rounds that these seats paid."""
    match = ultimo.Match(hosn(players, **options), dealer=players - 1)
    for seats in payers:
        paying = {seats} if isinstance(seats, int) else set(seats)
        match.record(due=[int(seat in paying) for seat in range(players)])
    return match


def test_example_8_a_match_with_tokens() -> None:
    match = match_of()
    rows: list[tuple[int, list[int], int, tuple[int, ...]]] = [
        (0, [2, 3, 3], 1, (0, 1, 2)),
        (0, [1, 3, 3], 2, (0, 1, 2)),
        (1, [1, 2, 3], 3, (0, 1, 2)),
        (0, [0, 2, 3], 4, (0, 1, 2)),
        (2, [0, 2, 2], 5, (0, 1, 2)),
        (0, [0, 2, 2], 5, (1, 2)),
        (1, [0, 1, 2], 6, (1, 2)),
        (1, [0, 0, 2], 7, (1, 2)),
    ]
    for payer, tokens, pot, active in rows:
        match.record(due=[int(seat == payer) for seat in range(3)])
        assert (list(match.tally.tokens), match.tally.pot) == (tokens, pot)
        assert match.tally.active == active
        assert not match.is_over
    match.record(due=[0, 1, 0])
    assert match.is_over
    assert match.tally.tokens == (0, 0, 9)
    assert match.totals.tolist() == [-3, -3, 6]
    assert match.payments.tolist() == [-3, -3, 6]
    assert match.places == (3, 2, 1)


def test_example_9_swimmers_tie() -> None:
    match = match_of(0, 1, players=2, tokens=1)
    assert match.tally.tokens == (0, 0)
    match.record(void="next_dealer")
    assert (match.is_over, match.tally.active) == (False, (0, 1))
    match.record(due=[1, 0])
    assert (match.is_over, match.winners) == (True, (1,))


def test_a_swimmer_plays_on_until_he_has_to_pay_again() -> None:
    match = match_of(0, 1, 2, tokens=1)
    assert match.tally.active == (0, 1, 2)
    match.record(due=[1, 0, 0])
    assert match.tally.active == (1, 2)


def test_without_swimming_a_player_is_out_with_his_last_token() -> None:
    match = match_of(0, 0, tokens=2, swimming=False)
    assert match.tally.active == (1, 2)
    assert match.terms()["active"] == (1, 2)


def test_players_who_go_out_in_the_same_round_share_the_place() -> None:
    match = match_of(0, 1, 2, (0, 1), tokens=1)
    assert match.is_over
    assert match.places == (2, 2, 1)
    assert match.totals.tolist() == [-1, -1, 2]


def test_a_closer_with_one_token_left_pays_it_and_swims() -> None:
    match = match_of(0, 0, closer_lowest_double=True)
    match.record(due=[2, 0, 0])
    assert match.tally.tokens == (0, 3, 3)
    assert match.tally.active == (0, 1, 2)
    assert match.tally.pot == 3


def test_two_tokens_go_into_the_pot() -> None:
    match = match_of(closer_lowest_double=True)
    match.record(due=[2, 0, 0])
    assert (match.tally.tokens, match.tally.pot) == ((1, 3, 3), 2)


@pytest.mark.parametrize("players", [2, 4, 9])
@pytest.mark.parametrize("tokens", [1, 3, 5])
def test_the_winner_ends_with_all_tokens(players: int, tokens: int) -> None:
    match = ultimo.Match(hosn(players, tokens=tokens), seed=players)
    rng = np.random.default_rng(tokens)
    while not match.is_over:
        payer = int(rng.choice(match.tally.active))
        match.record(due=[int(seat == payer) for seat in range(players)])
        assert sum(match.tally.tokens) + match.tally.pot == players * tokens
    expected = [-tokens] * players
    expected[match.winners[0]] = tokens * (players - 1)
    assert match.totals.tolist() == expected


def test_the_deal_passes_to_the_next_active_player() -> None:
    match = match_of(tokens=1, swimming=False)
    assert match.dealer == 2
    match.record(due=[1, 0, 0])
    assert match.dealer == 1
    # A void round passes the deal on too.
    match.record(void="next_dealer")
    assert match.dealer == 2


def test_first_dealer_is_drawn_by_lot() -> None:
    assert {ultimo.Match(hosn(), seed=seed).dealer for seed in range(30)} == {0, 1, 2}


def test_a_swimmer_who_is_lowest_returns_nothing_and_is_out() -> None:
    match = match_of(0, players=2, tokens=1)
    terms = match.terms()
    assert terms == {"dealer": 0, "tokens": (0, 1), "active": (0, 1)}
    game = match.game
    hands = ["D7 H8 S9", "SA SK H7"]
    deal = game.make_deal(hands, talon="C7 C8 D8", **terms)
    state = game.start(deal, **terms)
    act(state, "keep close pass")
    assert state.returns().tolist() == [0, 0]
    assert state.redeal is None
    match.record(state)
    assert (match.is_over, match.winners) == (True, (1,))


@pytest.mark.parametrize(
    ("options", "owing"),
    [
        pytest.param({}, [0, 0, 0], id="somebody pays"),
        pytest.param({}, [1, 1, 1], id="not everybody"),
        pytest.param({}, [2, 0, 0], id="one token"),
        pytest.param({"closer_lowest_double": True}, [3, 0, 0], id="two tokens at most"),
        pytest.param({"closer_lowest_double": True}, [2, 2, 0], id="one closer"),
        pytest.param({}, [0.5, 0, 0], id="whole tokens"),
        pytest.param({}, [-1, 0, 0], id="tokens are paid"),
        pytest.param({}, [1, 0], id="a number a seat"),
    ],
)
def test_impossible_results_are_refused(options: dict[str, Any], owing: list[float]) -> None:
    match = match_of(**options)
    with pytest.raises(ultimo.DealError):
        match.record(due=owing)
    assert match.tally.tokens == (3, 3, 3)


def test_who_is_out_does_not_pay() -> None:
    match = match_of(0, tokens=1, swimming=False)
    with pytest.raises(ultimo.DealError):
        match.record(due=[1, 0, 0])


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        pytest.param({}, {"active": (0,)}, id="two play"),
        pytest.param({}, {"active": (1, 0)}, id="ascending"),
        pytest.param({}, {"active": (0, 3)}, id="three seats"),
        pytest.param({}, {"active": (0, 1), "dealer": 2}, id="who deals is in"),
        pytest.param({}, {"tokens": (1, 1)}, id="a number a seat"),
        pytest.param({}, {"tokens": (1, 1, -1)}, id="no debts"),
        pytest.param({"swimming": False}, {"tokens": (1, 1, 0)}, id="nobody swims"),
        pytest.param({}, {"tokens": "many"}, id="numbers"),
    ],
)
def test_impossible_terms_are_refused(options: dict[str, Any], terms: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        hosn(**options).terms(**terms)


@pytest.mark.parametrize(
    ("hands", "talon"),
    [
        pytest.param(["D7 H8", "D8 H9"], "C7 C8 C9", id="three cards each"),
        pytest.param(["D7 H8 S9", "D8 H9 S7"], "C7 C8", id="three cards on the table"),
        pytest.param(["D7 H8 S9", ""], "C7 C8 C9", id="two players"),
        pytest.param(["D7 H8 S9", "D7 H9 S7"], "C7 C8 C9", id="no card twice"),
    ],
)
def test_deals_that_cannot_be_are_refused(hands: list[str], talon: str) -> None:
    game = hosn(2)
    with pytest.raises(ultimo.DealError):
        game.start(game.make_deal(hands, talon=talon))


def test_a_deal_of_other_seats_than_those_in_is_refused() -> None:
    game = hosn(3)
    deal = game.make_deal(["D7 H8 S9", "D8 H9 S7", ""], talon="C7 C8 C9")
    with pytest.raises(ultimo.DealError) as error:
        game.start(deal)
    assert error.value.code == "wrong_terms"


# Rounds settled from their facts.


@pytest.mark.parametrize(
    ("options", "facts", "returns"),
    [
        pytest.param(
            {}, {"value_0": 25, "value_1": 21, "value_2": 30.5}, [0, -1, 0], id="3 seat 1 pays"
        ),
        pytest.param(
            {}, {"value_0": 20, "value_1": 20, "value_2": 27}, [-1, -1, 0], id="7 both pay"
        ),
        pytest.param({}, {"value_0": 24, "value_2": 24}, [0, 0, 0], id="7 nobody pays"),
        pytest.param(
            {"tie_rule": "suit_order"},
            {"value_0": 20, "order_0": "H", "value_1": 20, "order_1": "C", "value_2": 27},
            [-1, 0, 0],
            id="7 hearts are lower than clubs",
        ),
        pytest.param(
            {"tie_rule": "suit_order"},
            {"value_0": 30.5, "order_0": "K", "value_1": 30.5, "order_1": "Q", "value_2": 31},
            [0, -1, 0],
            id="the lower triplet",
        ),
        pytest.param(
            {"closer_lowest_double": True},
            {"value_0": 20, "value_1": 25, "value_2": 27, "closer": 0, "tokens_0": 1},
            [-1, 0, 0],
            id="with one token left he pays it",
        ),
        pytest.param(
            {"feuer_all_pay": True},
            {"value_0": 33, "value_1": 28, "value_2": 19},
            [0, -1, -1],
            id="10 all but the holder of the feuer",
        ),
    ],
)
def test_a_round_settled_from_its_facts(
    options: dict[str, Any], facts: dict[str, Any], returns: list[int]
) -> None:
    settled = hosn(**options).settle(**facts)
    assert settled.returns.tolist() == returns
    assert len(settled.lines) == sum(amount < 0 for amount in returns)
    assert settled.contract is None
    assert facts.items() <= settled.facts.items()


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        pytest.param({}, {"value_0": 25}, id="two play"),
        pytest.param({}, {"value_0": 25, "value_1": 7}, id="8 is the lowest value"),
        pytest.param({}, {"value_0": 25, "value_1": 20.5}, id="only a triplet counts a half"),
        pytest.param({}, {"value_0": 25, "value_1": 32}, id="no hand counts 32"),
        pytest.param({}, {"value_0": 25, "value_1": 20, "closer": 2}, id="who closed plays"),
        pytest.param({}, {"value_0": 25, "value_1": 20, "tokens_0": -1}, id="no debts"),
        pytest.param({}, {"value_0": 25, "value_3": 20}, id="three seats"),
        pytest.param(
            {"tie_rule": "suit_order"}, {"value_0": 20, "value_1": 20}, id="suits must be said"
        ),
    ],
)
def test_facts_that_cannot_be_are_refused(options: dict[str, Any], facts: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        hosn(**options).settle(**facts)


# No contracts, no solver; playouts.


def test_there_is_nothing_to_solve_and_the_error_says_why() -> None:
    game = hosn(2)
    state = game.start(seed=1)
    assert game.contracts() == {}
    assert state.contract is None
    assert state.position is None
    contract = ultimo.game("whist").contract(trump="H")
    for ask in (
        game.contract,
        lambda: game.contract(trump="H"),
        lambda: game.position(state.deal, contract),
        lambda: ultimo.solve_batch(game, [state.deal], contract),
        lambda: ultimo.solve_table(game, state.deal),
        lambda: ultimo.simulate(game, 3, seed=1, contract=contract),
    ):
        with pytest.raises(ultimo.ContractError) as error:
            ask()
        assert error.value.code == "no_contracts"
        assert "there are no tricks" in str(error.value)
    nothing: Any = state.position
    with pytest.raises(ultimo.UltimoError):
        ultimo.solve(nothing)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 2, "tie_rule": "suit_order"},
        {"players": 9, "refresh_on_all_pass": False, "tie_rule": "closer_pays"},
        {"players": 4, "feuer_all_pay": True, "closer_lowest_double": True, "tokens": 1},
        {"players": 5, "close_first_orbit": False},
    ],
    ids=["default", "2", "9", "4", "5"],
)
def test_playouts_are_rounds_played_one_by_one(options: dict[str, Any]) -> None:
    game = hosn(**options)
    out = ultimo.simulate(game, 60, seed=7, start=3, threads=2)
    assert len(out) == 60
    assert out.plays is None
    assert not out.tricks.any()
    moves = 0
    for number in range(60):
        state = game.start(game.deal(7, index=3 + number))
        stream = Stream(7, 3 + number, PLAYOUT_BLOCK)
        while not state.is_over:
            legal = state.legal_actions()
            state.apply(legal[stream.below(len(legal))])
        moves += len(state.history)
        assert out.returns[number].tolist() == state.returns().tolist()
        values = [2 * game.count_points(state.hand(seat)) for seat in range(game.players)]
        assert out.points[number].tolist() == values
    assert out.moves == moves


def test_plays_are_not_recorded() -> None:
    with pytest.raises(ultimo.OptionError):
        ultimo.simulate(hosn(), 3, seed=1, plays=True)


@pytest.mark.parametrize("tie_rule", ["all_pay", "closer_pays", "suit_order"])
def test_a_million_rounds_are_scored_as_one(tie_rule: str) -> None:
    options = {"tie_rule": tie_rule, "feuer_all_pay": True, "closer_lowest_double": True}
    rng = np.random.default_rng(1)
    values = rng.integers(16, 67, size=(300, 3))
    values[:100] = rng.integers(40, 42, size=(100, 3))
    orders = rng.integers(0, 4, size=(300, 3))
    closers = rng.integers(-1, 3, size=300)
    active = (0, 1, 2)
    rules = hosn(3, **options).options
    many = due(rules, values=values, orders=orders, closers=closers, active=active)
    for row in range(300):
        one = due(
            rules,
            values=values[row],
            orders=orders[row],
            closers=closers[row],
            active=active,
        )
        assert many[row].tolist() == one.tolist()


def test_a_match_goes_through_json() -> None:
    match = ultimo.Match(hosn(4, closer_lowest_double=True), seed=3)
    rng = np.random.default_rng(1)
    while not match.is_over:
        state = match.start()
        while not state.is_over:
            state.apply(int(rng.choice(state.legal_actions())))
        match.record(state)
    again = ultimo.Match.from_json(match.to_json())
    assert again == match
    assert again.tally == match.tally
    assert match.totals.sum() == 0
