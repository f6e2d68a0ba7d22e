"""What the seats of ulti see, and matches: rules/ulti.md, "Before play", "Match end"."""

from typing import Any

import numpy as np
import pytest
from tests.rules.ulti_hands import SUITS, names, say, ulti, whole

import ultimo

OPEN_BIDS = ["B*", "D*", "pU+D*"]


def codes(game: Any, mask: Any) -> set[str]:
    """Returns the cards that an array marks."""
    return {game.deck.codes[card] for card in np.flatnonzero(mask)}


def known(state: Any, seat: int, of: int) -> set[str]:
    """Returns the cards that a seat knows in another's hand."""
    return codes(state.game, state.observation(seat)["hands"][of])


def to_kontra(bid: str, **options: Any) -> Any:
    """Returns a deal that seat 0 plays with a bid, before kontra."""
    return say(ulti(**options).start(seed=8), f"{bid} decline decline stand")


def play_on(state: Any, cards: int) -> Any:
    """Plays some cards, the lowest that are legal."""
    for _ in range(cards):
        if not state.is_over:
            state.apply(state.legal_actions()[0])
    return state


# The talon.


def test_only_who_laid_the_talon_down_knows_it() -> None:
    state = to_kontra("P", kontra_max_level=0)
    say(state, "trump:A")
    game = state.game
    laid = set(state.deal.hands[0]) - set(state.hand(0))
    assert len(laid) == 2
    while True:
        assert codes(game, state.observation(0)["table"]) == laid
        for seat in (1, 2):
            assert not codes(game, state.observation(seat)["table"])
            assert not laid & codes(game, state.observation(seat)["hands"].any(axis=0))
            assert state.observation(seat)["stock_size"] == 2
        if state.is_over:
            break
        state.apply(state.legal_actions()[0])


def test_what_is_laid_away_is_no_part_of_the_others_history() -> None:
    state = say(ulti().start(seed=8), "P")
    laid = state.observation(0)["history"][:2, 1].tolist()
    assert all(0 <= action < state.game.deck.size for action in laid)
    assert state.observation(1)["history"][:2, 1].tolist() == [-1, -1]
    assert state.observation(1)["history"][:2, 0].tolist() == [0, 0]


@pytest.mark.parametrize(
    "calls",
    ["P decline decline stand trump:L kontra:P done done done", "pass decline decline pick_up"],
)
def test_what_was_laid_away_makes_no_difference_to_the_others(calls: str) -> None:
    """Two deals in which seat 0 lays different cards away look equal to seats 1 and 2."""
    mine, other = ulti().start(seed=8), ulti().start(seed=8)
    for state, laid in ((mine, slice(0, 2)), (other, slice(7, 9))):
        for card in state.hand(0)[laid]:
            state.apply(card)
    assert mine.hand(0) != other.hand(0)
    for call in calls.split():
        for seat in (1, 2):
            seen, same = mine.observation(seat), other.observation(seat)
            assert all(np.array_equal(seen[name], same[name]) for name in seen)
        mine.apply(call)
        other.apply(call)


def test_who_picks_up_learns_what_nobody_else_does() -> None:
    mine, other = ulti().start(seed=8), ulti().start(seed=8)
    for state, laid in ((mine, slice(0, 2)), (other, slice(7, 9))):
        for card in state.hand(0)[laid]:
            state.apply(card)
        say(state, "P")
        state.apply("pick_up")
    seen, same = mine.observation(2), other.observation(2)
    assert all(np.array_equal(seen[name], same[name]) for name in seen)
    assert not np.array_equal(mine.observation(1)["hand"], other.observation(1)["hand"])


def test_a_holder_forgets_where_his_cards_are_when_they_may_have_been_laid_away() -> None:
    state = say(ulti().start(seed=8), "P")
    laid = set(state.deal.hands[0]) - set(state.hand(0))
    state.apply("pick_up")
    assert known(state, 0, 1) == laid
    state.apply(state.legal_actions()[0])
    assert known(state, 0, 1) == set()
    say(state, "pP")
    assert not codes(state.game, state.observation(0)["table"])


# The auction.


def test_where_the_auction_stands_is_seen_by_all() -> None:
    state = say(ulti().start(seed=8), "F decline")
    kinds = [kind.id for kind in state.game.kinds]
    for seat in range(3):
        seen = state.observation(seat)
        assert seen["floor"] == 5
        assert [kinds[i] for i in np.flatnonzero(seen["standing"])] == ["F"]
        assert np.flatnonzero(seen["holder"]).tolist() == [0]
    say(state, "pick_up pass")
    seen = state.observation(0)
    assert seen["floor"] == 6
    assert not seen["standing"].any()
    assert np.flatnonzero(seen["holder"]).tolist() == [2]


# Open hands.


@pytest.mark.parametrize("bid", OPEN_BIDS)
@pytest.mark.parametrize(
    ("moment", "in_kontra", "at_first", "after_a_trick"),
    [
        pytest.param("after_kontra", False, True, True, id="after kontra, before the first lead"),
        pytest.param("before_kontra", True, True, True, id="before kontra"),
        pytest.param("after_first_trick", False, False, True, id="after the first trick"),
    ],
)
def test_open_moment(
    bid: str, moment: str, *, in_kontra: bool, at_first: bool, after_a_trick: bool
) -> None:
    state = to_kontra(bid, open_moment=moment)
    hand = set(state.hand(0))
    for seat in (1, 2):
        assert known(state, seat, 0) == (hand if in_kontra else set())
    say(state, "done done")
    for seat in (1, 2):
        assert known(state, seat, 0) == (hand if at_first else set())
    play_on(state, 3)
    while not state.is_over:
        for seat in (1, 2):
            assert known(state, seat, 0) == (set(state.hand(0)) if after_a_trick else set())
        # Defenders' hands stay closed.
        assert known(state, 0, 1) == known(state, 0, 2) == known(state, 1, 2) == set()
        play_on(state, 1)


@pytest.mark.parametrize("bid", ["B", "D", "pU+D", "pP"])
def test_a_closed_hand_is_never_seen(bid: str) -> None:
    state = say(to_kontra(bid), "done done")
    while not state.is_over:
        assert known(state, 1, 0) == known(state, 2, 0) == set()
        play_on(state, 1)


# Marriages.

HANDS = {
    "declarer": "HA HT HK HO AK AO B7 B8 B9 L7",
    "first": "LK LO AA AT L8 L9 LU LT LA BT",
    "second": "A7 A8 A9 AU BK BO BU BA H7 H8",
    "talon": "H9 HU",
}


def marriage_deal(bid: str, **options: Any) -> Any:
    """Returns a deal in which seat 0 plays a bid with both hands and talon as above."""
    *hands, talon = whole(HANDS["declarer"], HANDS["talon"], HANDS["first"], HANDS["second"])
    game = ulti(kontra_max_level=0, **options)
    state = game.start(game.make_deal([hands[0] + talon, *hands[1:]]))
    for card in talon:
        state.apply(card)
    return say(state, f"{bid} decline decline stand")


def test_marriages_are_told_with_the_first_card() -> None:
    state = marriage_deal("pP")
    unknown = [-1, -1]
    told: list[list[int]] = [unknown, unknown, unknown]
    for seat, own in enumerate(([1, 1], [1, 0], [1, 0])):
        for observer in range(3):
            assert state.observation(observer)["marriages"].tolist() == told
        assert state.current_player == seat
        state.apply(state.legal_actions()[0])
        told[seat] = own
    while not state.is_over:
        assert state.observation(1)["marriages"].tolist() == told
        play_on(state, 1)


def test_which_twenties_they_are_stays_hidden() -> None:
    state = play_on(marriage_deal("pP"), 3)
    played = {state.game.action_names[action] for _, action in state.history[-3:]}
    for suit in SUITS:
        for observer in (1, 2):
            held = known(state, observer, 0)
            assert not {suit + "K", suit + "O"} <= held | played


def test_marriage_public_hidden() -> None:
    state = marriage_deal("pP", marriage_public="hidden")
    while not state.is_over:
        assert (state.observation(1)["marriages"] == -1).all()
        play_on(state, 1)


def test_nothing_is_told_without_trump() -> None:
    state = play_on(marriage_deal("D"), 3)
    assert (state.observation(1)["marriages"] == -1).all()


# Matches.


def test_a_match_has_nine_deals_and_three_starts_for_each() -> None:
    match = ultimo.Match(ulti(), seed=1, dealer=2)
    starts = []
    while not match.is_over:
        starts.append(match.start().current_player)
        match.record(returns=[2, -1, -1])
    assert starts == [0, 1, 2] * 3
    assert match.totals.tolist() == [18, -9, -9]
    assert match.winners == (0,)


def test_equal_scores_share() -> None:
    match = ultimo.Match(ulti(match_deals=3), dealer=2)
    for returns in ([2, -1, -1], [-1, 2, -1], [-1, -1, 2]):
        match.record(returns=returns)
    assert match.is_over
    assert match.winners == (0, 1, 2)
    assert match.places == (1, 1, 1)


@pytest.mark.parametrize("deals", [0, 1, 4, 10])
def test_match_deals_is_a_multiple_of_three(deals: int) -> None:
    with pytest.raises(ultimo.OptionError):
        ulti(match_deals=deals)
    assert ulti(match_deals=12).options.match_deals == 12


# Options.


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 4),
        ("tie_rule", "earlier"),
        ("pass_raises_floor", 2),
        ("silent_values", (1, 2)),
        ("silent_values", (1, 2, -1)),
        ("silent_values", "124"),
        ("kontra_max_level", 6),
        ("talon_points", "both"),
    ],
)
def test_values_that_there_are_not(option: str, value: object) -> None:
    with pytest.raises(ultimo.OptionError, match=option):
        ulti(**{option: value})


def test_a_match_of_whole_deals() -> None:
    match = ultimo.Match(ulti(match_deals=3), seed=4, dealer=0)
    while not match.is_over:
        state = match.start()
        while not state.is_over:
            legal = names(state)
            state.apply("decline" if "decline" in legal else legal[0])
        match.record(state)
    assert sum(match.totals) == 0
    assert ultimo.Match.from_json(match.to_json()) == match
