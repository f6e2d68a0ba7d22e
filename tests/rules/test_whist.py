"""Every clause and example of rules/whist.md, a row each."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from tests.rules.whist_hands import Hand, hand_won, north_south, play_out, played

import ultimo


def whist(**options: Any) -> Any:
    """Returns the game with some options."""
    return ultimo.game("whist", **options)


def match_of(*, dealer: int | None = 3, seed: int = 0, **options: Any) -> Any:
    """Returns a match with some options that the last seat begins to deal."""
    return ultimo.Match(whist(**options), seed=seed, dealer=dealer)


GAME = whist()
FREE = whist(void_rule="free")


def ending(
    hands: Sequence[str],
    *,
    trump: str | None,
    leader: int = 0,
    game: Any = GAME,
) -> Any:
    """Returns an ending, the hands written as text."""
    contract = game.contract(trump=trump)
    return game.position(game.make_deal(hands), contract, leader=leader)


def legal_after(
    lead: str,
    hand: str,
    *,
    trump: str = "H",
    game: Any = GAME,
) -> set[str]:
    """Returns what seat 1 may play with `hand` when seat 0 led `lead`."""
    size = len(hand.split())
    fill = [c for c in game.deck.cards if c != lead and c not in hand.split()]
    others = [[lead, *fill[: size - 1]], fill[size : 2 * size], fill[2 * size : 3 * size]]
    position = ending(
        [" ".join(others[0]), hand, " ".join(others[1]), " ".join(others[2])],
        trump=trump,
        game=game,
    )
    position.play(lead)
    return set(position.legal())


def winner_of(trick: Sequence[str], *, trump: str | None) -> int:
    """Returns who wins a trick that seat 0 leads, each seat holding that one card."""
    position = ending(trick, trump=trump)
    for card in trick:
        position.play(card)
    return next(seat for seat, won in enumerate(position.tricks) if won)


# Players, deck and deal.


def test_exactly_four_players_in_two_fixed_partnerships() -> None:
    assert GAME.players == 4
    with pytest.raises(ultimo.OptionError):
        whist(players=3)
    returns = played(GAME, 7).returns()
    assert returns[0] == returns[2]
    assert returns[1] == returns[3]


def test_52_french_cards_without_card_points() -> None:
    assert GAME.deck.size == 52
    assert sorted(GAME.deck.cards) == sorted(s + r for s in "CDHS" for r in "23456789TJQKA")
    assert GAME.count_points(GAME.deck.cards) == 0


def test_each_seat_is_dealt_13_cards_and_no_talon() -> None:
    deal = GAME.deal(seed=1)
    assert [len(hand) for hand in deal.hands] == [13] * 4
    assert len({card for hand in deal.hands for card in hand}) == 52
    assert deal.talon == ()


@pytest.mark.parametrize("dealer", range(4))
def test_the_last_card_falls_to_the_dealer_is_turned_up_and_is_trump(dealer: int) -> None:
    for seed in range(10):
        deal = GAME.deal(seed=seed, dealer=dealer)
        assert deal.turned in deal.hands[dealer]
        state = GAME.start(deal, dealer=dealer)
        assert state.contract.trump == deal.turned[0]


def test_example_1_west_deals_the_six_of_diamonds_and_north_leads() -> None:
    hands = [[c for i, c in enumerate(GAME.deck.cards) if i % 4 == seat] for seat in range(4)]
    owner = next(seat for seat, hand in enumerate(hands) if "D6" in hand)
    hands[owner], hands[3] = hands[3], hands[owner]
    state = GAME.start(GAME.make_deal(hands, turned="D6"), dealer=3)
    assert state.phase == "play"
    assert state.contract.trump == "D"
    assert "D6" in state.hand(3)
    assert len(state.hand(3)) == 13
    assert state.current_player == 0


def test_there_is_no_auction() -> None:
    assert GAME.start(seed=1).phase == "play"
    assert GAME.num_actions == 52


def test_the_turned_card_is_known_to_all_for_the_whole_hand() -> None:
    state = GAME.start(seed=3)
    card = GAME.deck.index(state.deal.turned)
    rng = np.random.default_rng(3)
    while not state.is_over:
        in_hand = state.deal.turned in state.hand(3)
        for seat in range(4):
            assert state.observation(seat)["hands"][3, card] == in_hand
        state.apply(int(rng.choice(state.legal_actions())))


def test_the_other_hidden_cards_are_known_to_nobody_else() -> None:
    state = GAME.start(seed=3)
    turned = GAME.deck.index(state.deal.turned)
    for seat in range(4):
        seen = state.observation(seat)["hands"]
        own = np.zeros(52, dtype=np.bool_)
        own[[GAME.deck.index(card) for card in state.hand(seat)]] = True
        assert (seen[seat] == own).all()
        for other in set(range(4)) - {seat}:
            known = set(np.flatnonzero(seen[other]).tolist())
            assert known == ({turned} if other == 3 else set())


def test_the_turned_card_must_be_the_dealers() -> None:
    deal = GAME.deal(seed=1)
    hands = [list(hand) for hand in deal.hands]
    with pytest.raises(ultimo.DealError):
        GAME.make_deal(hands, turned=hands[0][0], dealer=3)


# Play.


@pytest.mark.parametrize("dealer", range(4))
def test_the_player_left_of_the_dealer_leads(dealer: int) -> None:
    state = GAME.start(seed=5, dealer=dealer)
    assert state.current_player == (dealer + 1) % 4


LEGAL = [
    pytest.param("C8", "CK C3 HA S9", {"CK", "C3"}, id="example 2: a club in hand must follow"),
    pytest.param(
        "C8", "HA H2 S9 DQ", {"HA", "H2"}, id="example 2: no club, so a trump must be played"
    ),
    pytest.param("C8", "S9 DQ", {"S9", "DQ"}, id="example 2: no club and no trump, so any card"),
    pytest.param("H8", "HA H2 S9", {"HA", "H2"}, id="trumps led must be followed"),
    pytest.param("H8", "C2 S9", {"C2", "S9"}, id="trumps led, none in hand, so any card"),
    pytest.param("C8", "C2 CA", {"C2", "CA"}, id="no duty to beat"),
]


@pytest.mark.parametrize(("lead", "hand", "legal"), LEGAL)
def test_legal_cards(lead: str, hand: str, legal: set[str]) -> None:
    assert legal_after(lead, hand) == legal


def test_the_leader_may_play_any_card() -> None:
    state = GAME.start(seed=2)
    assert {GAME.action_names[a] for a in state.legal_actions()} == set(state.hand(0))


def test_example_2_a_void_hand_must_trump_even_if_the_partner_is_winning_with_the_ace() -> None:
    position = ending(["CA C2", "C3 C4", "H2 DQ", "C5 C6"], trump="H")
    position.play("CA")
    position.play("C3")
    assert position.legal() == ["H2"]


def test_no_duty_to_overtrump() -> None:
    position = ending(["C8 C2", "H9 D2", "H3 HT", "C5 C6"], trump="H")
    position.play("C8")
    position.play("H9")
    assert set(position.legal()) == {"H3", "HT"}


@pytest.mark.parametrize(
    ("lead", "hand", "legal"),
    [
        pytest.param(
            "C8",
            "HA H2 S9 DQ",
            {"HA", "H2", "S9", "DQ"},
            id="void_rule=free: example 2, all four cards may be played",
        ),
        pytest.param(
            "C8", "CK C3 HA S9", {"CK", "C3"}, id="void_rule=free: the suit led must be followed"
        ),
    ],
)
def test_void_rule_free(lead: str, hand: str, legal: set[str]) -> None:
    assert legal_after(lead, hand, game=FREE) == legal


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        pytest.param(("SQ", "SA", "H4", "S7"), "H", 2, id="example 3: the only trump wins"),
        pytest.param(("SQ", "SA", "H4", "H9"), "H", 3, id="example 3: W overtrumps and wins"),
        pytest.param(("SQ", "SA", "H4", "H3"), "H", 2, id="example 3: W trumps lower and loses"),
        pytest.param(("SQ", "SA", "C2", "S7"), "H", 1, id="highest card of the suit led"),
        pytest.param(("SQ", "DA", "CA", "S7"), "H", 0, id="a card beats only its own suit"),
        pytest.param(("S2", "DA", "CA", "H2"), "H", 3, id="the two of trumps beats plain aces"),
        pytest.param(("ST", "S9", "SJ", "S8"), "H", 2, id="the jack beats the ten"),
        pytest.param(("SK", "SA", "SQ", "SJ"), "H", 1, id="the ace is highest"),
        pytest.param(("S3", "S2", "DA", "CA"), "H", 0, id="the two is lowest"),
        pytest.param(("S2", "HA", "DA", "CA"), None, 0, id="without trump only the suit led wins"),
    ],
)
def test_trick_winner(trick: Sequence[str], trump: str | None, winner: int) -> None:
    assert winner_of(trick, trump=trump) == winner


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    position = ending(["SQ D2", "SA D3", "H4 D4", "S7 D5"], trump="H")
    for card in ("SQ", "SA", "H4", "S7"):
        position.play(card)
    assert position.leader == 2
    assert position.current_player == 2


def test_all_13_tricks_are_played() -> None:
    state = played(GAME, 13)
    assert state.is_over
    assert len(state.history) == 52


# The score of a hand.

WITHOUT_PREMIUM = {7: 1, 8: 2, 9: 3, 10: 4, 11: 5, 12: 6, 13: 7}
SCORES: Mapping[str, Mapping[int, int]] = {
    "add": WITHOUT_PREMIUM | {12: 36, 13: 57},
    "replace": WITHOUT_PREMIUM | {12: 30, 13: 50},
    "none": WITHOUT_PREMIUM,
}


@pytest.mark.parametrize(
    ("slam_mode", "tricks", "total"),
    [
        pytest.param(mode, tricks, total, id=f"slam_mode={mode}: {tricks} tricks score {total}")
        for mode, row in SCORES.items()
        for tricks, total in row.items()
    ],
)
def test_points_of_a_hand(slam_mode: str, tricks: int, total: int) -> None:
    game = whist(slam_mode=slam_mode)
    assert played(game, tricks).returns().tolist() == [total, 0, total, 0]
    assert played(game, 13 - tricks).returns().tolist() == [0, total, 0, total]


@pytest.mark.parametrize(
    ("tricks", "returns"),
    [
        pytest.param(7, [1, 0, 1, 0], id="example 4: NS 7 tricks, EW 6: NS 1 point"),
        pytest.param(10, [4, 0, 4, 0], id="example 4: NS 10, EW 3: NS 4"),
        pytest.param(1, [0, 36, 0, 36], id="example 4: EW 12, NS 1: EW 36"),
        pytest.param(0, [0, 57, 0, 57], id="example 4: EW 13, NS 0: EW 57"),
        pytest.param(6, [0, 1, 0, 1], id="six tricks lose the hand"),
    ],
)
def test_example_4(tricks: int, returns: list[int]) -> None:
    assert played(GAME, tricks).returns().tolist() == returns


# Matches. A tally holds game points and games won of seats 0 and 2, then of 1 and 3.


def record(match: Any, *hands: int) -> None:
    """Records hands by the tricks of seats 0 and 2."""
    for tricks in hands:
        match.record(tricks=(tricks, 13 - tricks))


def totals(match: Any) -> tuple[float, float]:
    """Returns the total points of both sides, after seeing that partners have the same."""
    ns, ew, ns_again, ew_again = match.totals.tolist()
    assert (ns, ew) == (ns_again, ew_again)
    return ns, ew


RUBBER = [
    (9, (3, 0), (0, 0), (3, 0)),
    (5, (3, 2), (0, 0), (3, 2)),
    (8, (0, 0), (1, 0), (7, 2)),
    (2, (0, 0), (1, 1), (7, 10)),
    (7, (1, 0), (1, 1), (8, 10)),
    (3, (1, 4), (1, 1), (8, 14)),
    (12, (0, 0), (2, 1), (45, 14)),
]
"""Example 5: tricks of NS; game points, games and total points of NS and EW after the hand."""


def test_example_5_a_whole_english_rubber_by_its_facts() -> None:
    match = match_of()
    for number, (tricks, points, games, total) in enumerate(RUBBER, 1):
        assert not match.is_over
        record(match, tricks)
        assert (match.tally.points if number < 7 else points) == points, f"hand {number}"
        assert match.tally.games == games, f"hand {number}"
        assert totals(match) == total, f"hand {number}"
    assert match.is_over
    assert match.winners == (0, 2)
    assert totals(match)[0] - totals(match)[1] == 31


def test_example_5_the_same_rubber_played_card_by_card() -> None:
    match = match_of()
    for tricks, _, games, total in RUBBER:
        match.record(played(GAME, tricks, dealer=match.dealer))
        assert match.tally.games == games
        assert totals(match) == total
    assert match.is_over
    again = ultimo.Match.from_json(match.to_json())
    assert again == match
    assert totals(again) == (45, 14)


def test_example_6_the_third_game_is_not_played() -> None:
    match = match_of()
    record(match, 11)
    assert totals(match) == (8, 0)
    assert match.tally.games == (1, 0)
    record(match, 4)
    assert match.tally.points == (0, 3)
    record(match, 11)
    assert match.is_over
    assert match.winners == (0, 2)
    assert totals(match) == (14, 3)


def test_example_7_the_american_game() -> None:
    match = match_of(game_target=7)
    record(match, 10)
    assert match.tally.points == (4, 0)
    record(match, 1)
    assert match.tally.points == (4, 6)
    assert totals(match) == (4, 36)
    record(match, 9)
    assert match.tally.games == (1, 0)
    assert totals(match) == (8, 36)


def test_example_8_tricks_before_honours() -> None:
    match = match_of(honours="english")
    match.record(tricks=(9, 4), honours=(2, 2))
    match.record(tricks=(4, 9), honours=(2, 2))
    assert match.tally.points == (3, 3)
    other = match.copy()
    match.record(tricks=(8, 5), honours=(1, 3))
    assert match.tally.games == (1, 0)
    assert totals(match) == (3 + 2 + 1, 3)
    other.record(tricks=(7, 6), honours=(1, 3))
    assert other.tally.games == (0, 1)
    assert totals(other) == (4, 3 + 2 + 1)


@pytest.mark.parametrize(
    ("slam_mode", "total"),
    [
        pytest.param("add", (38, 5), id="example 9: NS 38, EW 5"),
        pytest.param("replace", (32, 5), id="example 9 with slam_mode=replace: NS 32, EW 5"),
        pytest.param("none", (8, 5), id="example 9 with slam_mode=none: NS 2 + 6, EW 5"),
    ],
)
def test_example_9_a_set_number_of_deals(slam_mode: str, total: tuple[float, float]) -> None:
    match = match_of(match_mode="deals", match_deals=4, slam_mode=slam_mode)
    record(match, 8, 3, 12)
    assert {match.is_over} == {False}
    record(match, 6)
    assert match.is_over
    assert totals(match) == total
    assert match.winners == (0, 2)


BONUSES = [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)]


@pytest.mark.parametrize(
    ("losers", "bonus"),
    [
        pytest.param(losers, bonus, id=f"losers with {losers} game points: bonus {bonus}")
        for losers, bonus in BONUSES
    ],
)
def test_bonus_of_a_game(losers: int, bonus: int) -> None:
    match = match_of()
    if losers:
        record(match, 7 - losers)
        assert match.tally.points == (0, losers)
    record(match, 11)
    assert match.tally.games == (1, 0)
    assert totals(match) == (5 + bonus, losers)


@pytest.mark.parametrize("losers", [5, 6])
def test_bonus_of_an_american_game_is_1_for_5_or_6_points_too(losers: int) -> None:
    match = match_of(game_target=7, slam_mode="none")
    record(match, 7 - losers)
    record(match, 13)
    assert match.tally.games == (1, 0)
    assert totals(match) == (7 + 1, losers)


def test_game_bonus_off_pays_no_bonus() -> None:
    match = match_of(game_bonus=False)
    record(match, 11)
    assert match.tally.games == (1, 0)
    assert totals(match) == (5, 0)


@pytest.mark.parametrize(
    ("target", "tricks", "games"),
    [
        pytest.param(5, 11, (1, 0), id="five points reach the target of 5"),
        pytest.param(5, 10, (0, 0), id="four points do not reach the target of 5"),
        pytest.param(7, 13, (1, 0), id="seven points reach the target of 7"),
        pytest.param(7, 12, (0, 0), id="six points do not reach the target of 7"),
        pytest.param(1, 7, (1, 0), id="one point reaches the target of 1"),
    ],
)
def test_game_target(target: int, tricks: int, games: tuple[int, int]) -> None:
    match = match_of(game_target=target)
    record(match, tricks)
    assert match.tally.games == games


def test_the_slam_premium_is_never_among_the_game_points() -> None:
    match = match_of(game_target=7)
    record(match, 12)
    assert match.tally.points == (6, 0)
    assert match.tally.games == (0, 0)


def test_excess_game_points_are_not_carried_over_and_both_start_the_next_game_at_0() -> None:
    match = match_of()
    record(match, 4, 13)
    assert match.tally.games == (1, 0)
    assert match.tally.points == (0, 0)


def test_the_winner_of_a_rubber_has_two_games_whatever_the_totals() -> None:
    match = match_of(stake=10)
    record(match, 0, 11, 9, 8)
    assert match.is_over
    assert match.winners == (0, 2)
    ns, ew = totals(match)
    assert ns < ew
    assert match.payments.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("stake", "paid"),
    [
        pytest.param(0, 0, id="stake 0 pays nothing"),
        pytest.param(2, 2 * 11, id="each loser pays stake times the difference"),
    ],
)
def test_stake(stake: int, paid: int) -> None:
    match = match_of(stake=stake)
    record(match, 11, 4)
    assert match.payments.tolist() == [0, 0, 0, 0]
    record(match, 11)
    assert match.payments.tolist() == [paid, -paid, paid, -paid]


def test_equal_totals_of_a_set_number_of_deals_are_a_draw() -> None:
    match = match_of(match_mode="deals", match_deals=2)
    record(match, 8, 5)
    assert match.is_over
    assert match.places == (1, 1, 1, 1)


def test_a_set_number_of_deals_has_no_games_and_no_bonus() -> None:
    match = match_of(match_mode="deals", match_deals=3)
    record(match, 11, 11)
    assert {match.is_over} == {False}
    assert match.tally.games == (0, 0)
    assert totals(match) == (10, 0)


def test_the_deal_passes_to_the_left() -> None:
    match = match_of(dealer=2)
    dealers = []
    for _ in range(4):
        dealers.append(match.dealer)
        record(match, 7)
    assert dealers == [2, 3, 0, 1]


def test_the_first_dealer_is_drawn_by_lot() -> None:
    assert {match_of(dealer=None, seed=seed).dealer for seed in range(40)} == {0, 1, 2, 3}


# Honours.

RANKS = "23456789TJQKA"


def dealt_honours(honours: Sequence[str], tricks: int, mode: str) -> Any:
    """Returns the returns of a hand where NS held these of the trumps A K Q J T, EW the others."""
    game = whist(honours=mode)
    theirs = [rank for rank in "AKQJT" if rank not in honours]
    hand = hand_with_honours(game, (list(honours), theirs), tricks)
    state: Any = game.start(hand.deal, dealer=3)
    play_out(state, hand)
    won = state.position.tricks
    assert won[0] + won[2] == tricks
    return state.returns().tolist()


def hand_with_honours(game: Any, honours: Sequence[list[str]], tricks: int) -> Hand:
    """Builds a hand in which each side holds some trumps and NS win so many tricks."""
    low = list("23456789")
    trumps = [dict[int, str]() for _ in range(3)]
    for side, ranks in enumerate(honours):
        places = [(trick, seat) for trick in trumps for seat in (side, side + 2)]
        for (trick, seat), rank in zip(places, ranks, strict=False):
            trick[seat] = rank
    for trick in trumps:
        for seat in range(4):
            trick.setdefault(seat, low[-1])
            if trick[seat] == low[-1]:
                low.pop()
    tops = [max(trick, key=lambda s, t=trick: RANKS.index(t[s])) for trick in trumps]  # type: ignore[misc]
    rest = tricks - sum(top % 2 == 0 for top in tops)
    last = 0 if rest == 10 else 1
    plain = hand_won(game, [*north_south(min(rest, 9)), last])
    final = ["D2", "H2", "C2"]
    final.insert(last, "S" + low.pop())
    everything = [
        *(trick for trick in plain.tricks[:12] if trick[0][0] != "S"),
        *(["S" + trick[seat] for seat in range(4)] for trick in trumps),
        final,
    ]
    hands = [[trick[seat] for trick in everything] for seat in range(4)]
    turned = next(card for card in hands[3] if card[0] == "S")
    return Hand(game.make_deal(hands, turned=turned, dealer=3), everything, 3)


@pytest.mark.parametrize(
    ("mode", "honours", "tricks", "returns"),
    [
        pytest.param("off", "AKQJ", 9, (3, 0), id="honours=off: honours score nothing"),
        pytest.param("english", "AKQJ", 9, (7, 0), id="english: all four honours score 4"),
        pytest.param("english", "AKQ", 9, (5, 0), id="english: three honours score 2"),
        pytest.param("english", "AK", 9, (3, 0), id="english: two honours score 0"),
        pytest.param(
            "english", "A", 7, (1, 2), id="english: the losers of the hand score them too"
        ),
        pytest.param("english", "AKT", 9, (3, 0), id="english: the ten is no honour"),
        pytest.param("continental", "AKQJT", 9, (9, 0), id="continental: five honours score 6"),
        pytest.param("continental", "AKQT", 9, (7, 0), id="continental: four score 4"),
        pytest.param("continental", "AKT", 9, (5, 0), id="continental: three score 2"),
        pytest.param("continental", "AK", 9, (3, 2), id="continental: two score nothing"),
    ],
)
def test_honours_of_a_hand(mode: str, honours: str, tricks: int, returns: tuple[int, int]) -> None:
    ns, ew = returns
    assert dealt_honours(list(honours), tricks, mode) == [ns, ew, ns, ew]


@pytest.mark.parametrize(
    ("mode", "held", "points", "total"),
    [
        pytest.param("english", (4, 0), (1 + 4, 0), (5 + 3, 0), id="english: 4 honours reach 5"),
        pytest.param("english", (3, 1), (1 + 2, 0), (3, 0), id="english: honours are game points"),
        pytest.param("english", (2, 2), (1, 0), (1, 0), id="english: two each score nothing"),
        pytest.param("continental", (5, 0), (1, 0), (7, 0), id="continental: no game points"),
        pytest.param("continental", (1, 4), (1, 0), (1, 4), id="continental: to the total only"),
    ],
)
def test_honours_in_a_match(
    mode: str, held: tuple[int, int], points: tuple[int, int], total: tuple[int, int]
) -> None:
    match = match_of(honours=mode)
    match.record(tricks=(7, 6), honours=held)
    reached = points[0] >= 5
    assert match.tally.points == ((0, 0) if reached else points)
    assert match.tally.games == ((1, 0) if reached else (0, 0))
    assert totals(match) == total


@pytest.mark.parametrize(
    ("before", "scored"),
    [
        pytest.param(10, 0, id="english: at target - 1 a side scores no honours"),
        pytest.param(9, 2, id="english: at target - 2 a side scores its honours"),
    ],
)
def test_a_side_at_target_minus_one_scores_no_honours(before: int, scored: int) -> None:
    match = match_of(honours="english")
    match.record(tricks=(before, 13 - before), honours=(2, 2))
    match.record(tricks=(6, 7), honours=(3, 1))
    points = before - 6
    bonus = 2 if points + scored >= 5 else 0
    assert totals(match) == (points + scored + bonus, 1)


def test_continental_honours_count_even_when_tricks_win_the_game() -> None:
    match = match_of(honours="continental")
    match.record(tricks=(11, 2), honours=(1, 4))
    assert match.tally.games == (1, 0)
    assert totals(match) == (5 + 3, 4)


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"tricks": (7, 7)}, id="fourteen tricks"),
        pytest.param({"tricks": (-1, 14)}, id="a negative number of tricks"),
        pytest.param({"tricks": (7.5, 5.5)}, id="half tricks"),
        pytest.param({"tricks": 7}, id="the tricks of one side only"),
        pytest.param({"tricks": (7, 6), "honours": (4, 0)}, id="honours where they do not count"),
        pytest.param({"points": (1, 0)}, id="an unknown fact"),
        pytest.param({"tricks": ("seven", "six")}, id="words"),
    ],
)
def test_impossible_results_are_refused(facts: dict[str, Any]) -> None:
    match = match_of()
    with pytest.raises(ultimo.DealError):
        match.record(**facts)
    assert match.played == 0
    json.loads(match.to_json())


# Options.

OPTIONS: Mapping[str, tuple[object, Sequence[object], Sequence[object]]] = {
    "void_rule": ("must_trump", ["free"], ["must_follow", "", None, 1]),
    "match_mode": ("rubber", ["deals"], ["games", True]),
    "game_target": (5, [7, 1, 100], [0, -1, 5.5, "5", None, True]),
    "match_deals": (4, [1, 8], [0, -4, 1.5]),
    "slam_mode": ("add", ["replace", "none"], ["off", None]),
    "game_bonus": (True, [False], ["yes", 2, None]),
    "honours": ("off", ["english", "continental"], ["french", True]),
    "stake": (0, [1, 0.5, 100], [-1, "1", float("nan"), float("inf")]),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_and_their_defaults(name: str) -> None:
    default, others, wrong = OPTIONS[name]
    assert getattr(GAME.options, name) == default
    for value in (default, *others):
        assert getattr(whist(**{name: value}).options, name) == value
    for value in wrong:
        with pytest.raises(ultimo.OptionError):
            whist(**{name: value})
