"""Every clause and example of rules/german_whist.md, a row each."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.rules.german_hands import deal_won, play_tricks, played

import ultimo


def german(**options: Any) -> Any:
    """Returns the game with some options."""
    return ultimo.game("german_whist", **options)


GAME = german()
FREE = german(void_rule="free")
ALL = german(count_tricks="all26")
WEIGHTED = german(count_tricks="weighted")


def position(
    hands: Sequence[str],
    stock: str = "",
    *,
    trump: str | None = "H",
    leader: int = 0,
    game: Any = GAME,
) -> Any:
    """Returns an ending, hands and stock written as text."""
    deal = game.make_deal(hands, talon=stock)
    return game.position(deal, game.contract(trump=trump), leader=leader)


def legal_after(lead: str, hand: str, *, game: Any = GAME, trump: str | None = "H") -> set[str]:
    """Returns what seat 1 may play with `hand` when seat 0 led `lead`."""
    fill = [card for card in game.deck.cards if card != lead and card not in hand.split()]
    mine = " ".join([lead, *fill[: len(hand.split()) - 1]])
    play = position([mine, hand], trump=trump, game=game)
    play.play(lead)
    return set(play.legal())


# Players, deck, deal.


@pytest.mark.parametrize("players", [1, 3, 4])
def test_exactly_two_players(players: int) -> None:
    with pytest.raises(ultimo.OptionError):
        german(players=players)


def test_52_french_cards_without_points() -> None:
    assert GAME.deck.size == 52
    assert GAME.count_points(GAME.deck.cards) == 0


def test_13_cards_each_and_a_stock_of_26() -> None:
    deal = GAME.deal(seed=1)
    assert ([len(hand) for hand in deal.hands], len(deal.talon)) == ([13, 13], 26)
    assert len({*deal.hands[0], *deal.hands[1], *deal.talon}) == 52


@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_are_dealt_one_at_a_time_the_dealers_opponent_first(dealer: int) -> None:
    spec = GAME.deal_spec(GAME.terms(dealer=dealer))
    # By position in the pack: the column of the row, 13 columns a seat.
    assert [column // 13 for column in spec.place[:26]] == [1 - dealer, dealer] * 13
    assert spec.place[26:] == tuple(range(26, 52))


@pytest.mark.parametrize("seed", range(4))
def test_the_suit_of_the_first_stock_card_is_trump(seed: int) -> None:
    state = GAME.start(seed=seed)
    assert state.contract.trump == state.deal.talon[0][0]
    assert state.phase == "play"


def test_there_is_no_auction_and_one_contract_for_every_trump() -> None:
    assert GAME.contracts() == {"german_whist": None}
    assert GAME.contract(trump=None).trump is None
    with pytest.raises(ultimo.ContractError):
        GAME.contract()


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealers_opponent_leads_to_trick_1(dealer: int) -> None:
    assert GAME.start(seed=1, dealer=dealer).current_player == 1 - dealer
    assert GAME.position(GAME.deal(seed=1), GAME.contract(trump="C")).leader == 0


# Example 1.


def example_1() -> Any:
    """Returns the state before the first lead of example 1."""
    others = [c for c in GAME.deck.cards if c not in {"H7", "CQ", "SA", "SK", "ST", "S4"}]
    plain = [c for c in others if c[0] != "S"]
    hands = [["SK", *plain[:12]], ["ST", "S4", *plain[12:23]]]
    rest = [c for c in others if c not in [*plain[:23]]]
    return GAME.start(GAME.make_deal(hands, talon=["H7", "CQ", "SA", *rest]), dealer=1)


def test_example_1_deal_and_first_drawing() -> None:
    state = example_1()
    assert state.contract.trump == "H"
    state.apply("SK")
    assert {GAME.action_names[a] for a in state.legal_actions()} == {"ST", "S4"}
    state.apply("S4")
    assert "H7" in state.hand(0)
    assert "CQ" in state.hand(1)
    assert state.position.stock[0] == "SA"
    assert state.contract.trump == "H"
    assert state.current_player == 0
    assert [len(state.hand(seat)) for seat in (0, 1)] == [13, 13]


def cards(marks: Any) -> set[str]:
    """Returns the cards of an array of marks."""
    return {GAME.deck.codes[card] for card in np.flatnonzero(marks)}


def test_s1_is_public_and_the_other_hand_and_the_stock_are_hidden() -> None:
    state = example_1()
    for seat in (0, 1):
        seen = state.observation(seat)
        assert cards(seen["table"]) == {"H7"}
        assert cards(seen["hands"][1 - seat]) == set()
        assert cards(seen["hand"]) == set(state.hand(seat))
        assert seen["stock_size"] == 26


def test_the_winners_card_is_seen_by_both_and_the_losers_only_by_the_loser() -> None:
    state = example_1()
    state.apply("SK")
    state.apply("S4")
    leader, loser = state.observation(0), state.observation(1)
    assert cards(loser["hands"][0]) == {"H7"}
    assert cards(leader["hands"][1]) == set()
    assert "CQ" in cards(loser["hand"])
    for seen in (leader, loser):
        assert cards(seen["table"]) == {"SA"}
        assert seen["stock_size"] == 24
        assert seen["hand_size"].tolist() == [13, 13]


def test_a_taken_card_that_was_played_is_in_no_hand() -> None:
    state = example_1()
    for card in ("SK", "S4", "H7"):
        state.apply(card)
    assert cards(state.observation(1)["hands"][0]) == set()
    assert state.observation(1)["trick"].tolist() == [GAME.deck.index("H7"), -1]


def test_no_face_up_card_is_left_in_phase_2() -> None:
    deal, tricks = deal_won(GAME, [0] * 26)
    state = GAME.start(deal)
    play_tricks(state, tricks[:12])
    assert cards(state.observation(0)["table"]) == {deal.talon[24]}
    play_tricks(state, tricks[12:13])
    for seat in (0, 1):
        assert cards(state.observation(seat)["table"]) == set()
    # Seat 0 won every trick: the other has seen every card it took.
    assert cards(state.observation(1)["hands"][0]) == set(state.hand(0))
    assert cards(state.observation(0)["hands"][1]) == set()


# Legal cards and trick winners.


@pytest.mark.parametrize(
    ("game", "hand", "legal"),
    [
        pytest.param(GAME, "DJ D2 HA CK", "DJ D2", id="2 the suit led must be followed"),
        pytest.param(GAME, "HA H3 CK", "HA H3", id="2 void: must trump, either one"),
        pytest.param(GAME, "CK S5", "CK S5", id="2 neither: any card"),
        pytest.param(FREE, "HA H3 CK", "HA H3 CK", id="2 free: any card"),
        pytest.param(FREE, "DJ D2 HA CK", "DJ D2", id="free: the suit led must be followed"),
    ],
)
def test_example_2_legal_cards(game: Any, hand: str, legal: str) -> None:
    assert legal_after("D9", hand, game=game) == set(legal.split())


def test_no_duty_to_trump_without_trumps() -> None:
    assert legal_after("D9", "HA CK", trump=None) == {"HA", "CK"}


@pytest.mark.parametrize("stock", ["C2 C3", ""], ids=["phase 1", "phase 2"])
def test_the_same_rules_of_play_hold_in_both_phases(stock: str) -> None:
    play = position(["D9 C4", "H2 S5"], stock)
    assert play.legal() == ["C4", "D9"]
    play.play("D9")
    assert play.legal() == ["H2"]


@pytest.mark.parametrize(
    ("lead", "second", "winner"),
    [
        pytest.param("D9", "DJ", 1, id="a higher card of the suit wins"),
        pytest.param("D9", "D2", 0, id="a lower card loses"),
        pytest.param("D9", "H2", 1, id="a trump beats a plain suit"),
        pytest.param("D9", "SA", 0, id="another suit never wins"),
        pytest.param("H9", "HT", 1, id="a higher trump wins"),
        pytest.param("H9", "SA", 0, id="a trump that is led is not beaten by a plain card"),
        pytest.param("HT", "H9", 0, id="no duty to beat: a lower trump"),
    ],
)
def test_example_3_trick_winners(lead: str, second: str, winner: int) -> None:
    play = position([lead, second])
    play.play(lead)
    play.play(second)
    assert play.tricks == tuple(int(seat == winner) for seat in (0, 1))


@pytest.mark.parametrize(
    ("low", "high"), [(a, b) for a, b in zip("23456789TJQK", "3456789TJQKA", strict=True)]
)
def test_rank_in_each_suit(low: str, high: str) -> None:
    for trump in ("C", "H"):
        play = position([f"C{low}", f"C{high}"], trump=trump)
        play.play(f"C{low}")
        play.play(f"C{high}")
        assert play.tricks == (0, 1)


# Drawing, and the two phases.


def test_example_4_end_of_phase_1() -> None:
    deal, tricks = deal_won(GAME, [0] * 9 + [1] * 4 + [0, 1] * 5 + [1] * 3)
    state = GAME.start(deal)
    play_tricks(state, tricks[:12])
    last, hidden = deal.talon[24:]
    assert state.position.stock == (last, hidden)
    play_tricks(state, tricks[12:13])
    assert last in state.hand(1)
    assert hidden in state.hand(0)
    assert [len(state.hand(seat)) for seat in (0, 1)] == [13, 13]
    assert state.current_player == 1
    assert state.position.tricks == (9, 4)
    play_tricks(state, tricks[13:])
    # Nine tricks of phase 1 count nothing.
    assert state.returns().tolist() == [5, 8]


def test_example_6_card_count() -> None:
    deal, tricks = deal_won(GAME, [0, 1] * 11 + [0] * 4)
    play = GAME.position(deal, GAME.contract(trump="H"))
    for number in range(27):
        on_hand = sum(map(len, play.hands))
        put_away = sum(map(len, play.captured))
        assert (put_away, len(play.stock)) == (2 * number, max(26 - 2 * number, 0))
        assert on_hand + put_away + len(play.stock) == 52
        assert on_hand == (26 if number <= 13 else 52 - 2 * number)
        assert play.is_over == (number == 26)
        if number < 26:
            play_tricks(play, [tricks[number]])


def test_drawing_comes_before_the_next_lead() -> None:
    play = position(["D9", "D2"], "HA C3")
    play.play("D9")
    play.play("D2")
    assert play.hands == (("HA",), ("C3",))
    assert play.legal() == ["HA"]


def test_the_loser_draws_second_whoever_led() -> None:
    play = position(["D9", "DT"], "HA C3")
    play.play("D9")
    play.play("DT")
    assert play.hands == (("C3",), ("HA",))
    assert play.current_player == 1


def test_playing_on_is_to_the_end() -> None:
    deal, tricks = deal_won(GAME, [0] * 26)
    state = GAME.start(deal)
    play_tricks(state, tricks[:25])
    assert not state.is_over
    play_tricks(state, tricks[25:])
    assert state.returns().tolist() == [13, 0]


# Scoring.


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        pytest.param(9, 8, [8, 5], id="5 seat 0 wins 8 of 13"),
        pytest.param(0, 7, [7, 6], id="seven tricks win"),
        pytest.param(13, 6, [6, 7], id="six tricks lose, whatever phase 1 was"),
        pytest.param(4, 0, [0, 13], id="all tricks"),
    ],
)
def test_each_phase_2_trick_is_worth_a_point(first: int, second: int, points: list[int]) -> None:
    state = played(GAME, first, second)
    assert state.returns().tolist() == points
    assert sum(state.position.tricks) == 26


@pytest.mark.parametrize(
    ("game", "points"),
    [
        pytest.param(GAME, [5, 8], id="7 phase2: seat 1 wins"),
        pytest.param(ALL, [14, 12], id="7 all26: seat 0 wins"),
        pytest.param(WEIGHTED, [19, 20], id="7 weighted: seat 1 wins by one of 39"),
    ],
)
def test_example_7_other_ways_of_counting(game: Any, points: list[int]) -> None:
    state = played(game, 9, 5)
    assert state.returns().tolist() == points
    for seat in (0, 1):
        trump = state.contract.trump
        play = game.position(state.deal, game.contract(trump=trump, declarer=seat))
        for _, action in state.history:
            play.play(action)
        assert game.made(play.contract) is not None
        assert play.returns().tolist() == points


@pytest.mark.parametrize(
    ("game", "hands", "value"),
    [
        pytest.param(GAME, ["SA", "S2"], 1, id="more tricks win"),
        pytest.param(GAME, ["S2", "SA"], 0, id="fewer lose"),
        pytest.param(ALL, ["SA C2", "S2 CA"], 0, id="all26: equal tricks are a draw, not won"),
    ],
)
def test_the_goal_win_is_more_points_than_the_other(
    game: Any, hands: list[str], value: int
) -> None:
    assert ultimo.solve(position(hands, game=game), "win").value == value


def test_all26_can_tie() -> None:
    state = played(ALL, 6, 7)
    assert state.returns().tolist() == [13, 13]


@pytest.mark.parametrize(
    ("game", "returns"),
    [
        pytest.param(GAME, [2, 0], id="only tricks without stock"),
        pytest.param(ALL, [3, 0], id="all tricks"),
        pytest.param(WEIGHTED, [5, 0], id="both, twice without stock"),
    ],
)
def test_in_an_ending_tricks_score_from_when_its_stock_is_gone(
    game: Any, returns: list[int]
) -> None:
    play = position(["SA SK", "S2 S3"], "SQ S4", game=game)
    for card in ("SA", "S2", "SK", "S3", "SQ", "S4"):
        play.play(card)
    assert play.returns().tolist() == returns


def test_a_whole_deal_has_the_contract_that_was_given() -> None:
    contract = GAME.contract(trump="D", declarer=1)
    assert GAME.position(GAME.deal(seed=3), contract).contract == contract


@pytest.mark.parametrize("draws", [-1, 14, True, "3"])
def test_a_contract_has_no_impossible_stock(draws: Any) -> None:
    with pytest.raises(ultimo.ContractError):
        GAME.contract(trump="D", draws=draws)


def test_an_odd_stock_is_refused() -> None:
    with pytest.raises(ultimo.DealError):
        position(["SA SK", "S2 S3"], "SQ")


def test_an_ending_without_stock_has_no_trump_of_its_own() -> None:
    with pytest.raises(ultimo.DealError) as error:
        GAME.start(GAME.make_deal(["SA", "S2"]))
    assert error.value.code == "nothing_turned"


@pytest.mark.parametrize(
    ("game", "facts", "returns"),
    [
        pytest.param(GAME, {"scoring": 8}, [8, 5], id="5 eight of thirteen"),
        pytest.param(ALL, {"scoring": 5, "drawing": 9}, [14, 12], id="7 all26"),
        pytest.param(WEIGHTED, {"scoring": 5, "drawing": 9}, [19, 20], id="7 weighted"),
    ],
)
def test_a_hand_settled_from_its_facts(
    game: Any, facts: dict[str, int], returns: list[int]
) -> None:
    settled = game.settle(game.contract(trump="H"), **facts)
    assert settled.returns.tolist() == returns
    assert np.sum([line.amounts for line in settled.lines], axis=0).tolist() == returns


@pytest.mark.parametrize(
    ("game", "facts"),
    [
        pytest.param(GAME, {"scoring": 14}, id="thirteen tricks count"),
        pytest.param(GAME, {}, id="they must be said"),
        pytest.param(GAME, {"scoring": 5, "drawing": 9}, id="the others do not count"),
        pytest.param(ALL, {"scoring": 5}, id="the others must be said where they count"),
    ],
)
def test_facts_that_cannot_be_are_refused(game: Any, facts: dict[str, int]) -> None:
    with pytest.raises(ultimo.DealError):
        game.settle(game.contract(trump="H"), **facts)


# Match.


def match_of(**options: Any) -> Any:
    """Returns a match that seat 1 begins to deal."""
    return ultimo.Match(german(**options), dealer=1)


def test_one_hand_is_one_match_and_the_deal_alternates() -> None:
    match = match_of(match_mode="deals", match_deals=3)
    for dealer in (1, 0, 1):
        assert match.dealer == dealer
        match.record(returns=[7, 6])
    assert match.is_over
    single = match_of()
    single.record(played(GAME, 3, 8))
    assert (single.is_over, single.winners) == (True, (0,))


def test_first_dealer_is_drawn_by_lot() -> None:
    assert {ultimo.Match(GAME, seed=seed).dealer for seed in range(20)} == {0, 1}


def test_example_5_the_loser_pays_the_difference() -> None:
    match = match_of(stake=2)
    match.record(returns=[8, 5])
    assert match.payments.tolist() == [6, -6]
    free = match_of()
    free.record(returns=[8, 5])
    assert free.payments.tolist() == [0, 0]


def test_example_8_several_hands() -> None:
    match = match_of(match_mode="deals", match_deals=4)
    for points in ([8, 5], [6, 7], [4, 9], [10, 3]):
        assert not match.is_over
        match.record(returns=points)
    assert match.totals.tolist() == [28, 24]
    assert (match.is_over, match.winners) == (True, (0,))


def test_equal_totals_are_a_draw() -> None:
    match = match_of(match_mode="deals", match_deals=2, stake=5)
    match.record(returns=[8, 5])
    match.record(returns=[5, 8])
    assert match.winners == (0, 1)
    assert match.payments.tolist() == [0, 0]


def test_a_tie_of_all26_is_a_draw() -> None:
    match = match_of(count_tricks="all26")
    match.record(returns=[13, 13])
    assert (match.is_over, match.winners) == (True, (0, 1))


@pytest.mark.parametrize(
    ("target", "hands", "over", "raised"),
    [
        pytest.param(20, [[7, 6], [7, 6]], [False, False], 20, id="nobody has reached it"),
        pytest.param(20, [[10, 3], [10, 3]], [False, True], 20, id="exactly the target"),
        pytest.param(8, [[7, 6]], [False], 8, id="one short"),
        pytest.param(6, [[7, 6]], [False], 16, id="both have reached it: it rises by ten"),
        pytest.param(6, [[7, 6], [9, 4]], [False, True], 16, id="the raised target"),
        pytest.param(6, [[7, 6]] * 3, [False] * 3, 26, id="both have reached it once more"),
        pytest.param(1, [[12, 1]], [True], 11, id="raised until only one has reached it"),
    ],
)
def test_match_to_a_target(
    target: int, hands: list[list[int]], over: list[bool], raised: int
) -> None:
    match = match_of(match_mode="target", target=target)
    for points, ends in zip(hands, over, strict=True):
        match.record(returns=points)
        assert match.is_over == ends
    assert match.tally.target == raised


def test_the_default_target_is_50() -> None:
    match = match_of(match_mode="target")
    for _ in range(4):
        match.record(returns=[12, 1])
    assert not match.is_over
    match.record(returns=[2, 11])
    assert (match.is_over, match.winners) == (True, (0,))


@pytest.mark.parametrize(
    ("options", "returns"),
    [
        pytest.param({}, [8, 6], id="13 tricks count"),
        pytest.param({}, [14, -1], id="no negative points"),
        pytest.param({}, [7.5, 5.5], id="whole points"),
        pytest.param({"count_tricks": "all26"}, [7, 6], id="26 tricks count"),
        pytest.param({"count_tricks": "weighted"}, [13, 13], id="39 points"),
        pytest.param({}, [13], id="two players"),
    ],
)
def test_impossible_results_are_refused(options: dict[str, Any], returns: list[float]) -> None:
    match = match_of(**options)
    with pytest.raises(ultimo.DealError):
        match.record(returns=returns)
    assert match.played == 0


def test_a_match_goes_through_json() -> None:
    match = match_of(match_mode="target", target=6, stake=0.5)
    match.record(played(german(match_mode="target", target=6, stake=0.5), 5, 7))
    match.record(returns=[4, 9])
    again = ultimo.Match.from_json(match.to_json())
    assert again == match
    assert again.tally == match.tally
    assert json.loads(match.to_json())["game"] == "german_whist"


# Many deals.


def test_playouts_take_the_trump_of_each_deal() -> None:
    out = ultimo.simulate(GAME, 40, seed=3)
    assert out.returns.sum(axis=1).tolist() == [13] * 40
    assert out.tricks.sum(axis=1).tolist() == [26] * 40
    by_suit = {
        trump: ultimo.simulate(GAME, 40, seed=3, contract=GAME.contract(trump=trump)).returns
        for trump in "CDHS"
    }
    for number, row in enumerate(GAME.deals(40, seed=3)):
        trump = GAME.deal_from_row(row).talon[0][0]
        assert out.returns[number].tolist() == by_suit[trump][number].tolist()
