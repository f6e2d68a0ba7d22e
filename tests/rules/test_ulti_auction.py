"""The auction of ulti: rules/ulti.md, "Deal", "Auction" and the options that change it."""

from typing import Any

import pytest
from tests.rules.ulti_hands import PACK, names, say, ulti

import ultimo

START: Any = {"seed": 5}


def begin(**options: Any) -> Any:
    """Returns a deal whose starting player is seat 0."""
    return ulti(**options).start(**START)


def bids(state: Any) -> list[str]:
    """Returns the bids that may be made."""
    return [name for name in names(state) if name in state.game.contracts()]


def refused(state: Any, call: str) -> str:
    """Returns the code of the rule that forbids a call; the state stays as it was."""
    before = state.to_json()
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply(call)
    assert state.to_json() == before
    return str(error.value.code)


# Deal.


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_starting_player_has_twelve_cards_the_others_ten(dealer: int) -> None:
    deal = ulti().deal(seed=1, dealer=dealer)
    sizes = [10, 10, 10]
    sizes[(dealer + 1) % 3] = 12
    assert [len(hand) for hand in deal.hands] == sizes
    assert deal.talon == ()
    assert sorted(card for hand in deal.hands for card in hand) == sorted(PACK)
    state = ulti().start(deal, dealer=dealer)
    assert (state.phase, state.current_player) == ("discard", (dealer + 1) % 3)


def test_packets_are_seven_five_five_and_then_five_each() -> None:
    """Start c[0..6], c[17..21]; next c[7..11], c[22..26]; third c[12..16], c[27..31]."""
    spec = ulti().deal_spec(ulti().terms())
    seats = [0 if column < 12 else 1 + (column - 12) // 10 for column in spec.place]
    assert seats == [0] * 7 + [1] * 5 + [2] * 5 + [0] * 5 + [1] * 5 + [2] * 5
    other = ulti().deal_spec(ulti().terms(dealer=0))
    assert [0 if c < 10 else 1 if c < 22 else 2 for c in other.place] == (
        [1] * 7 + [2] * 5 + [0] * 5 + [1] * 5 + [2] * 5 + [0] * 5
    )


# A. Twelve cards.


def test_any_two_of_twelve_cards_may_be_laid_away() -> None:
    state = begin()
    assert len(state.hand(0)) == 12
    assert names(state) == list(state.hand(0))
    first, last = state.hand(0)[0], state.hand(0)[-1]
    state.apply(first)
    assert names(state) == list(state.hand(0))
    state.apply(last)
    assert state.phase == "auction"
    assert len(state.hand(0)) == 10
    assert not {first, last} & set(state.hand(0))


def test_cards_just_picked_up_may_be_laid_away() -> None:
    state = say(begin(), "P")
    before = state.hand(1)
    state.apply("pick_up")
    new = sorted(set(state.hand(1)) - set(before))
    assert len(new) == 2
    for card in new:
        state.apply(card)
    assert state.hand(1) == before


def test_he_bids_or_passes_after_laying_away() -> None:
    state = begin()
    assert refused(state, "P") == "must_discard"
    assert refused(state, "pass") == "must_discard"
    say(state, "")
    assert names(state)[0] == "pass"
    assert bids(state) == list(ulti().contracts())
    assert refused(state, "pick_up") == "not_now"


@pytest.mark.parametrize(
    ("calls", "lowest", "too_low"),
    [
        pytest.param("P pick_up", "pP", "P", id="a bid raises the floor to its value and one"),
        pytest.param("F pick_up", "B", "U", id="ulti does not overcall forty-hundred: 4 and 4"),
        pytest.param("U pick_up", "B", "F", id="nor forty-hundred ulti, but betli may be bid"),
        pytest.param("H pick_up", "D", "pN", id="an equal value never overcalls: 6 and 6"),
        pytest.param("pass pick_up", "pP", "P", id="the first pass makes the floor 2"),
        pytest.param("pass pick_up pass pick_up", "N", "pP", id="a pass raises the floor by one"),
        pytest.param("P pick_up pass pick_up", "N", "pP", id="a pass after a bid: floor 3"),
    ],
)
def test_floor(calls: str, lowest: str, too_low: str) -> None:
    state = say(begin(), calls)
    assert bids(state)[0] == lowest
    assert refused(state, too_low) == "bid_too_low"


def test_the_bid_that_stood_before_a_pass_is_gone() -> None:
    state = say(begin(), "P pick_up pass decline decline")
    assert names(state) == ["pick_up"]
    assert state.current_player == 1
    assert refused(state, "stand") == "must_pick_up"


# B. The two others.


def test_the_others_are_asked_in_turn_from_the_holder() -> None:
    state = say(begin(), "P")
    assert (state.current_player, names(state)) == (1, ["pick_up", "decline"])
    say(state, "decline")
    assert (state.current_player, names(state)) == (2, ["pick_up", "decline"])
    say(state, "pick_up pP")
    assert state.current_player == 0


def test_who_declined_earlier_may_pick_up_later() -> None:
    state = say(begin(), "P decline pick_up pP decline")
    assert (state.current_player, names(state)) == (1, ["pick_up", "decline"])


def test_picking_up_is_decided_without_looking_at_the_talon() -> None:
    state = say(begin(), "P")
    laid = set(state.deal.hands[0]) - set(state.hand(0))
    seen = state.observation(1)
    index = state.game.deck.index_by_code
    for card in laid:
        assert not seen["table"][index[card]]
        assert not seen["hands"][:, index[card]].any()
    state.apply("pick_up")
    for card in laid:
        assert state.observation(1)["hands"][1, index[card]]
        assert not state.observation(2)["hands"][:, index[card]].any()
        # Who laid them down knows where they went.
        assert state.observation(0)["hands"][1, index[card]]


def test_nobody_picks_up_when_the_floor_is_above_the_highest_bid() -> None:
    state = say(begin(), "pN+U+H+D*+T")
    assert names(state) == ["decline"]
    assert refused(state, "pick_up") == "no_bid_left"
    say(state, "decline decline")
    assert names(state) == ["stand"]
    near = say(begin(), "pN+F+U+D*+T")
    assert names(near) == ["pick_up", "decline"]
    assert bids(say(near, "pick_up")) == ["pN+U+H+D*+T"]


def test_a_pass_must_leave_a_bid() -> None:
    state = say(begin(), "pU+H+D*+T pick_up")
    assert names(state)[0] == "pass"  # the floor is 95, and 96
    say(state, "pass pick_up")
    for floor in range(97, 100):
        assert "pass" in names(say(state, "pass pick_up")), floor
    # The floor is 100: a pass would make it 101.
    say(state, "pass pick_up")
    assert names(state) == ["pN+U+H+D*+T"]
    assert refused(state, "pass") == "must_bid"


# C. Compulsion, D. his own talon.


def test_13_initial_pass() -> None:
    state = say(begin(), "pass decline decline")
    assert (state.current_player, names(state)) == (0, ["pick_up"])
    assert refused(state, "decline") == "must_pick_up"
    say(state, "pick_up")
    assert bids(state)[0] == "pP"
    assert refused(state, "P") == "bid_too_low"
    assert refused(state, "pass") == "must_bid"
    say(state, "pP")
    assert (state.current_player, names(state)) == (1, ["pick_up", "decline"])


def test_12_auction() -> None:
    state = say(begin(), "P pick_up pass decline decline")
    assert state.current_player == 1
    say(state, "pick_up")
    assert bids(state)[0] == "N"
    assert refused(state, "pP") == "bid_too_low"
    say(state, "F pick_up")
    assert state.current_player == 2
    for call in ("U", "F"):
        assert refused(state, call) == "bid_too_low"
    say(state, "B")
    assert "B" not in names(say(state.copy(), "pick_up"))
    say(state, "decline decline stand")
    assert (state.contract.bid, state.contract.declarer) == ("B", 2)
    assert len(state.hand(2)) == 10


def test_the_holder_may_pick_up_his_own_talon_and_must_bid_higher() -> None:
    state = say(begin(), "P decline decline")
    assert (state.current_player, names(state)) == (0, ["pick_up", "stand"])
    laid = set(state.deal.hands[0]) - set(state.hand(0))
    say(state, "")
    state.apply("pick_up")
    assert laid <= set(state.hand(0))
    say(state, "")
    assert "pass" not in names(state)
    assert bids(state)[0] == "pP"
    say(state, "pP")
    assert state.current_player == 1


def test_standing_ends_the_auction() -> None:
    state = say(begin(), "pP decline decline stand")
    assert state.contract == ulti().contract("pP", declarer=0)
    assert state.phase == "kontra"


# Before play, 2.


@pytest.mark.parametrize("suit", "ALB")
def test_the_declarer_names_a_plain_suit_whether_he_holds_it_or_not(suit: str) -> None:
    state = say(begin(), "U decline decline stand")
    assert (state.phase, state.current_player) == ("announce", 0)
    assert names(state) == ["trump:A", "trump:L", "trump:B"]
    assert refused(state, "trump:H") == "hearts_not_bid"
    assert refused(state, "pass") == "must_name_trump"
    say(state, f"trump:{suit}")
    assert state.contract.trump == suit


@pytest.mark.parametrize("bid", ["B", "B*", "D", "D*"])
def test_no_trump_is_named_without_trump(bid: str) -> None:
    state = say(begin(), f"{bid} decline decline stand")
    assert state.phase == "kontra"
    assert state.contract.trump is None


# Options.


@pytest.mark.parametrize(
    ("options", "calls", "lowest"),
    [
        pytest.param({"pass_raises_floor": 0}, "P pick_up pass pick_up", "pP", id="0 after a bid"),
        pytest.param({"pass_raises_floor": 0}, "pass pick_up", "P", id="0 at the beginning"),
        pytest.param({"initial_pass": "no_raise"}, "pass pick_up", "P", id="no raise at first"),
        pytest.param(
            {"initial_pass": "no_raise"}, "pass pick_up pass pick_up", "pP", id="but later"
        ),
        pytest.param(
            {"initial_pass": "no_raise"}, "pass decline decline pick_up", "P", id="and compelled"
        ),
    ],
)
def test_what_a_pass_adds(options: dict[str, Any], calls: str, lowest: str) -> None:
    assert bids(say(begin(**options), calls))[0] == lowest


def test_initial_pass_forbidden() -> None:
    state = say(begin(initial_pass="forbidden"), "")
    assert "pass" not in names(state)
    assert refused(state, "pass") == "must_bid"
    assert "pass" in names(say(state, "P pick_up"))


def test_forced_pickup_may_pass() -> None:
    state = say(begin(forced_pickup_may_pass=True), "pass decline decline pick_up")
    assert "pass" in names(state)
    say(state, "pass decline decline pick_up")
    assert bids(state)[0] == "N"
    # Picking up one's own talon to bid higher is another matter.
    own = say(begin(forced_pickup_may_pass=True), "P decline decline pick_up")
    assert refused(own, "pass") == "must_bid"


def test_without_self_rob_the_auction_ends_when_both_decline() -> None:
    state = say(begin(self_rob=False), "pP decline decline")
    assert state.phase == "kontra"
    assert state.contract.bid == "pP"
    compelled = say(begin(self_rob=False), "pass decline decline")
    assert names(compelled) == ["pick_up"]


TIES = {"tie_rule": "fewer_components"}


@pytest.mark.parametrize(
    ("options", "standing", "bid", "allowed"),
    [
        pytest.param({}, "F+U", "pF", False, id="strict: 8 does not overcall 8"),
        pytest.param(TIES, "F+U", "pF", True, id="one component overcalls two of equal value"),
        pytest.param(TIES, "F+U", "pU", True, id="the parti is no component"),
        pytest.param(TIES, "pF", "F+U", False, id="two do not overcall one"),
        pytest.param(TIES, "pF", "pU", False, id="nor one one"),
        pytest.param(TIES, "pF", "H", False, id="nor a lower value"),
        pytest.param(TIES, "N+F+U", "U+D", True, id="two overcall three: 11"),
        pytest.param(TIES, "U+D", "F+D", False, id="two do not overcall two: 11"),
        pytest.param(TIES, "U+D", "pH", True, id="a higher value overcalls"),
        pytest.param(
            {**TIES, "bid_value_includes_parti": True},
            "N+D",
            "pU",
            False,
            id="with the parti counted pU has two components: 10",
        ),
        pytest.param(
            {**TIES, "bid_value_includes_parti": True},
            "N",
            "F",
            True,
            id="and N has two, at 4",
        ),
    ],
)
def test_equal_values(options: dict[str, Any], standing: str, bid: str, *, allowed: bool) -> None:
    state = say(begin(**options), f"{standing} pick_up")
    assert (bid in bids(state)) == allowed
    if not allowed:
        assert refused(state, bid) in {"bid_too_low", "not_fewer"}


def test_the_floor_is_not_raised_above_the_value_of_a_bid_that_may_be_tied() -> None:
    state = say(begin(**TIES), "F+U pick_up pass pick_up")
    assert bids(state)[0] == "T"  # 8 + 1 = 9
    strict = say(begin(), "F+U pick_up pass pick_up")
    assert bids(strict)[0] == "N+D"  # 9 + 1 = 10


def test_what_a_tie_must_have_stays_with_the_floor() -> None:
    state = say(begin(**TIES, pass_raises_floor=0), "F+U pick_up pass pick_up")
    assert "pF" in bids(state)
    assert "F+U" not in bids(state)


def test_nobody_picks_up_a_bid_of_100_that_cannot_be_tied() -> None:
    state = say(begin(**TIES), "pN+U+H+D*+T")
    assert names(state) == ["decline"]


# Endings and deals whose talon is laid out.


def test_a_deal_with_its_talon_begins_with_picking_it_up() -> None:
    game = ulti()
    dealt = game.deal(seed=3)
    apart = game.make_deal([dealt.hands[0][:10], *dealt.hands[1:]], talon=dealt.hands[0][10:])
    state = game.start(apart)
    assert (state.phase, state.current_player) == ("discard", 0)
    assert state.hand(0) == dealt.hands[0]


def test_an_ending_without_a_talon_begins_with_the_bid() -> None:
    game = ulti()
    state = game.start(game.make_deal(["AA LT", "AK LK", "AO LO"]))
    assert (state.phase, state.current_player) == ("auction", 0)
    say(state, "B pick_up")
    assert (state.phase, state.current_player) == ("auction", 1)
    assert bids(state)[0] == "H"
