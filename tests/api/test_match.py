"""Matches: totals, the dealer's turn, redeals and the rules' end, played here or only scored."""

import json
import pickle
import random
from typing import Any

import pytest
from tests.api.toy import toy

import ultimo
from ultimo.match import Match, Sum

TOY = toy()
WHIST = ultimo.game("whist")


def played(match: Match, seed: int = 0) -> Match:
    chooser = random.Random(seed)
    while not match.is_over:
        state = match.start()
        while not state.is_over:
            state.apply(chooser.choice(state.legal_actions()))
        match.record(state)
    return match


def test_deals_add_up_until_the_last_one() -> None:
    match = Match(TOY, seed=1, dealer=2)
    for number, returns in enumerate(([4, -2, -2], [-1, 2, -1], [0.5, -1, 0.5])):
        assert (match.played, match.dealer, match.is_over) == (number, (2 + number) % 3, False)
        assert match.winners == ()
        match.record(returns=returns)
    assert match.totals.tolist() == [3.5, -1.0, -2.5]
    assert match.is_over
    assert match.winners == (0,)
    assert match.places == (1, 2, 3)
    assert match.payments.tolist() == [0.0, 0.0, 0.0]
    for act in (match.start, lambda: match.record(returns=[0, 0, 0])):
        with pytest.raises(ultimo.IllegalActionError) as caught:
            act()
        assert caught.value.code == "match_over"


def test_equal_totals_share_their_place() -> None:
    match = Match(TOY, dealer=0)
    match.record(returns=[1, 1, -2])
    assert match.places == (1, 1, 3)


def test_void_deals_do_not_count_and_pass_the_deal_as_their_rules_say() -> None:
    match = Match(TOY, dealer=0)
    match.record(void="same_dealer")
    assert (match.dealer, match.played) == (0, 0)
    match.record(returns=[1, 0, 0])
    match.record(void="next_dealer")
    assert (match.dealer, match.played) == (2, 1)
    assert len(match.entries) == 3
    match.record(void="next_dealer")
    assert match.is_over  # as many void deals in a row as this game allows


def test_state_that_turns_out_void_is_recorded_as_void() -> None:
    match = Match(TOY, seed=3, dealer=0)
    state = match.start()
    for _ in range(3):
        state.apply("pass")
    match.record(state)
    assert (match.played, match.dealer) == (0, 1)


def test_equal_seeds_make_equal_matches() -> None:
    assert Match(TOY, seed=5).dealer == Match(TOY, seed=5).dealer
    assert {Match(TOY, seed=seed).dealer for seed in range(30)} == {0, 1, 2}
    one, other = played(Match(WHIST, seed=5)), played(Match(WHIST, seed=5))
    assert one == other
    assert one.totals.tolist() == other.totals.tolist()
    assert one != played(Match(WHIST, seed=6))


def test_the_next_deal_is_the_same_until_it_is_recorded() -> None:
    match = Match(TOY, seed=5)
    assert match.start() == match.start()
    first = match.start()
    match.record(returns=[0, 0, 0])
    assert match.start().deal != first.deal
    assert match.start().dealer == (first.dealer + 1) % 3


def test_deals_of_a_real_table_are_taken_too() -> None:
    match = Match(TOY, dealer=2)
    state = TOY.start(TOY.make_deal(["H2 H3 H4", "H5 H6 H7", "H8 H9 HT"], talon=["HJ"]))
    with pytest.raises(ultimo.DealError) as caught:
        match.record(state)
    assert caught.value.code == "not_over"
    for action in ("bid3", "pass", "pass", "H2", "pass", "pass", "pass"):
        state.apply(action)
    match.record(state)
    assert match.totals.tolist() == [6.0, -3.0, -3.0]
    state.undo()
    assert match.entries[0].state is not None
    assert match.entries[0].state.is_over


@pytest.mark.parametrize(
    ("state", "facts"),
    [
        (None, {}),
        (None, {"returns": [1, 2]}),
        (None, {"returns": "abc"}),
        (None, {"returns": None}),
        (None, {"returns": [1, 2, float("nan")]}),
        (None, {"returns": [1, 2, float("inf")]}),
        (None, {"returns": [[1], [2], [3]]}),
        (None, {"returns": [1, 2, 3], "tricks": 3}),
        (None, {"points": [1, 2, 3]}),
        (None, {"void": True}),
        (None, {"void": "same_dealer", "returns": [1, 2, 3]}),
        (3, {}),
        (TOY.start(seed=1), {}),
        (TOY.start(seed=1), {"returns": [1, 2, 3]}),
        (toy(level=2).start(seed=1), {}),
    ],
)
def test_bad_result_is_refused_and_changes_nothing(state: Any, facts: dict[str, Any]) -> None:
    match = Match(TOY, dealer=2)
    with pytest.raises(ultimo.DealError):
        match.record(state, **facts)
    assert match == Match(TOY, dealer=2)


def test_state_with_another_dealer_is_refused() -> None:
    match = Match(TOY, dealer=1)
    state = TOY.start(seed=1)
    for _ in range(3):
        state.apply("pass")
    with pytest.raises(ultimo.DealError) as caught:
        match.record(state)
    assert caught.value.code == "wrong_terms"


@pytest.mark.parametrize(
    "given",
    [{"seed": -1}, {"seed": 2**64}, {"seed": "x"}, {"seed": True}, {"dealer": 3}, {"dealer": "x"}],
)
def test_bad_seed_or_dealer_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        Match(TOY, **given)
    with pytest.raises(ultimo.DealError):
        Match("toy")  # type: ignore[arg-type]


def test_undo_strikes_the_last_deal_out() -> None:
    match = Match(TOY, dealer=0)
    before = match.copy()
    match.record(returns=[1, 2, 3])
    match.undo()
    assert match == before
    with pytest.raises(ultimo.IllegalActionError):
        match.undo()


def test_copies_go_their_own_way() -> None:
    match = Match(TOY, dealer=0)
    other = match.copy()
    other.record(returns=[1, 2, 3])
    assert match.played == 0


def test_targets_end_a_match_and_ties_may_go_on() -> None:
    target = Sum(TOY, target=7)
    tally = target.begin()
    assert not target.is_over(tally)
    tie = Sum(TOY, deals=1, tie_deal=True)
    assert not tie.is_over(type(tally)(totals=(1, 1, 0), played=1))
    assert tie.is_over(type(tally)(totals=(1, 2, 0), played=1))
    assert target.is_over(type(tally)(totals=(7, 1, 0), played=1))


@pytest.mark.parametrize("void", [None, True, "nobody", [], {}, ["same_dealer"]])
def test_a_void_deal_says_who_deals_again(void: Any) -> None:
    match = Match(WHIST, seed=9)
    with pytest.raises(ultimo.DealError):
        match.record(void=void)
    assert not match.entries


def mixed() -> Match:
    match = Match(WHIST, seed=9)
    match.record(tricks=[9, 4])
    match.record(void="same_dealer")
    state = match.start()
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    match.record(state)
    return match


def test_json_and_pickle_twice_round() -> None:
    for match in (mixed(), played(Match(WHIST, seed=2)), Match(WHIST)):
        twice = Match.from_json(Match.from_json(match.to_json()).to_json())
        assert twice == match
        assert twice.tally == match.tally
        assert twice.start() == match.start() if not match.is_over else twice.is_over
        again = pickle.loads(pickle.dumps(match))  # noqa: S301 - our own
        assert again == match


@pytest.mark.parametrize(
    "change",
    [
        {"entries": None},
        {"entries": [1]},
        {"entries": [{}]},
        {"entries": [{"facts": {"state": 3}}]},
        {"entries": [{"facts": {}}]},
        {"entries": [{"facts": {"tricks": [9, 9]}}]},
        {"entries": [{"facts": {"tricks": [13, 0]}, "state": {}}]},
        {"entries": [{"state": {}}]},
        {"entries": [{"facts": {"tricks": [13, 0]}}] * 50},
        {"seed": None},
        {"dealer": 7},
        {"game": "x"},
    ],
)
def test_document_that_is_no_match_is_refused(change: dict[str, Any]) -> None:
    document = json.loads(Match(WHIST, seed=1, dealer=0).to_json())
    with pytest.raises(ultimo.UltimoError):
        Match.from_json(json.dumps(document | change))


# --- whist ---------------------------------------------------------------------------------------


def rubber(*hands: tuple[int, int], **options: Any) -> Match:
    match = Match(ultimo.game("whist", **options), dealer=3)
    for tricks in hands:
        match.record(tricks=tricks)
    return match


def test_rubber_of_the_rules_file() -> None:
    hands = ((9, 4), (5, 8), (8, 5), (2, 11), (7, 6), (3, 10), (12, 1))
    match = rubber(*hands)
    assert match.is_over
    assert match.tally.games == (2, 1)
    assert match.totals.tolist() == [45, 14, 45, 14]
    assert match.winners == (0, 2)
    assert match.places == (1, 3, 1, 3)


def test_stake_is_paid_on_the_difference() -> None:
    hands = ((11, 2), (4, 9), (11, 2))
    assert rubber(*hands, stake=2).payments.tolist() == [22, -22, 22, -22]


def test_winners_of_a_rubber_behind_in_points_are_paid_nothing() -> None:
    match = rubber((11, 2), (0, 13), (11, 2), stake=2)
    assert match.winners == (0, 2)
    assert match.totals.tolist() == [16, 60, 16, 60]
    assert not match.payments.any()


@pytest.mark.parametrize(
    "facts",
    [
        {"tricks": [9, 5]},
        {"tricks": [14, -1]},
        {"tricks": [6.5, 6.5]},
        {"tricks": 9},
        {"tricks": [9, 4], "honours": [4, 0]},
        {"returns": [3, 0, 3, 0]},
    ],
)
def test_impossible_result_of_whist_is_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        Match(WHIST).record(**facts)


def test_honours_count_after_tricks() -> None:
    # rules/whist.md, example 8.
    match = rubber((9, 4), honours="english")
    match.record(tricks=(4, 9), honours=(2, 2))
    assert match.tally.points == (3, 3)
    by_tricks = match.copy()
    by_tricks.record(tricks=(8, 5), honours=(1, 3))
    assert by_tricks.tally.games == (1, 0)
    assert by_tricks.totals.tolist() == [3 + 2 + 1, 3, 3 + 2 + 1, 3]
    match.record(tricks=(7, 6), honours=(1, 3))
    assert match.tally.games == (0, 1)
    assert match.totals.tolist() == [4, 3 + 2 + 1, 4, 3 + 2 + 1]


def test_played_deals_and_bare_results_score_alike() -> None:
    for honours in ("off", "english", "continental"):
        game = ultimo.game("whist", honours=honours, match_mode="deals", match_deals=8)
        match = played(Match(game, seed=4))
        bare = Match(game, seed=4)
        for entry in match.entries:
            bare.record(**game.match_rules().write(entry.result))
        assert bare.tally == match.tally
