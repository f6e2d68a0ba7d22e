"""Cards, auction, match and options of rules/napoleon.md, a row each clause and example."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.oracle.chacha import Stream
from tests.rules.napoleon_hands import EXTENDED_BIDS, names, napoleon, scores
from tests.rules.napoleon_hands import after as after_calls

import ultimo

GAME = napoleon()
EXTENDED = napoleon(ladder="extended")
BASIC_BIDS = {"three": 3, "four": 4, "napoleon": 5, "wellington": 10}


def after(*calls: str, game: Any = GAME, dealer: int | None = None) -> Any:
    """Returns a deal after some calls."""
    return after_calls(*calls, game=game, dealer=dealer)


def refused(state: Any, call: str) -> str:
    """Returns the code of the error that an action raises; the state stays as it was."""
    before = state.to_json()
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply(call)
    assert state.to_json() == before
    return error.value.code


# Players, deck and deal.

PACKS = [(3, 4), (4, 5), (5, 7), (6, 8), (7, 9), (8, 10), (9, 12), (10, 13)]


@pytest.mark.parametrize(("players", "ranks"), PACKS)
def test_smallest_pack_allowed(players: int, ranks: int) -> None:
    game = napoleon(players, deck_ranks=ranks)
    assert game.deck.size == 4 * ranks
    kept = "AKQJT98765432"[:ranks]
    assert sorted(game.deck.cards) == sorted(s + r for s in "CDHS" for r in kept)
    assert sum(len(hand) for hand in game.deal(seed=1).hands) == 5 * players
    if ranks > 4:
        with pytest.raises(ultimo.OptionError):
            napoleon(players, deck_ranks=ranks - 1)


@pytest.mark.parametrize(
    ("players", "ranks", "allowed"),
    [
        pytest.param(7, 8, False, id="example 9: seven with the 32-card pack refused"),
        pytest.param(6, 8, True, id="example 9: six accepted, 2 cards stay out"),
        pytest.param(10, 13, True, id="example 9: ten with 52 cards accepted, 2 stay out"),
        pytest.param(11, 13, False, id="eleven players refused"),
        pytest.param(2, 13, False, id="two players refused"),
        pytest.param(3, 3, False, id="three ranks refused"),
        pytest.param(3, 14, False, id="fourteen ranks refused"),
    ],
)
def test_example_9_pack_limits(players: int, ranks: int, *, allowed: bool) -> None:
    if not allowed:
        with pytest.raises(ultimo.OptionError):
            napoleon(players, deck_ranks=ranks)
        return
    game = napoleon(players, deck_ranks=ranks)
    assert game.deck.size - sum(map(len, game.deal(seed=3).hands)) == 2


def test_cards_have_no_points() -> None:
    assert GAME.count_points(GAME.deck.cards) == 0


@pytest.mark.parametrize("batches", [[3, 2], [2, 3], [1, 1, 1, 1, 1], [1, 4]])
@pytest.mark.parametrize(("players", "dealer"), [(3, 2), (4, 1), (10, 0)])
def test_five_cards_in_batches_starting_after_the_dealer(
    batches: list[int], players: int, dealer: int
) -> None:
    game = napoleon(players, deal_batches=batches)
    pack = [game.deck.cards[i] for i in Stream(7, 0).shuffle(52)]
    hands: list[list[str]] = [[] for _ in range(players)]
    for size in batches:
        for step in range(players):
            hands[(dealer + 1 + step) % players] += [pack.pop(0) for _ in range(size)]
    deal = game.deal(seed=7, dealer=dealer)
    assert [sorted(hand) for hand in deal.hands] == [sorted(hand) for hand in hands]
    assert deal.talon == ()


def test_undealt_cards_are_never_shown() -> None:
    state = after("three", "pass", "pass", "pass")
    dealt = {card for hand in state.deal.hands for card in hand}
    unused = [GAME.deck.index(card) for card in GAME.deck.cards if card not in dealt]
    while not state.is_over:
        for seat in range(4):
            seen = state.observation(seat)
            assert not seen["hands"][:, unused].any()
            assert not seen["table"].any()
        state.apply(state.legal_actions()[0])


def test_direction_changes_nothing_but_where_the_seats_are() -> None:
    right = napoleon(direction="right")
    assert right.deal(seed=5) == GAME.deal(seed=5)
    assert after("three", game=right).current_player == after("three").current_player


# Auction.


@pytest.mark.parametrize("dealer", range(4))
def test_the_first_caller_is_next_to_the_dealer_and_the_dealer_is_last(dealer: int) -> None:
    state = after(dealer=dealer)
    for step in range(4):
        assert state.phase == "auction"
        assert state.current_player == (dealer + 1 + step) % 4
        state.apply("three" if step == 0 else "pass")
    assert state.phase == "play"


@pytest.mark.parametrize("players", range(3, 11))
def test_exactly_n_calls_are_made_also_when_nothing_is_higher(players: int) -> None:
    game = napoleon(players, ladder="extended")
    state = game.start(seed=1)
    for call in ("napoleon", "wellington", "blucher"):
        state.apply(call)
    for _ in range(players - 3):
        assert names(state) == ["pass"]
        state.apply("pass")
    assert state.phase == "play"
    assert len(state.history) == players


@pytest.mark.parametrize(
    ("options", "bids"),
    [
        pytest.param({}, BASIC_BIDS, id="basic ladder"),
        pytest.param({"ladder": "extended"}, EXTENDED_BIDS, id="extended ladder"),
        pytest.param({"ladder": "custom"}, BASIC_BIDS, id="custom without more"),
        pytest.param(
            {"ladder": "custom", "bid_two": True}, {"two": 2} | BASIC_BIDS, id="custom with two"
        ),
        pytest.param(
            {"ladder": "custom", "bid_misere": True},
            {"three": 3, "misere": 3, "four": 4, "napoleon": 5, "wellington": 10},
            id="custom with misere",
        ),
        pytest.param(
            {"ladder": "custom", "bid_blucher": True},
            BASIC_BIDS | {"blucher": 20},
            id="custom with blucher",
        ),
    ],
)
def test_ladders_and_values(options: dict[str, Any], bids: Mapping[str, int]) -> None:
    game = napoleon(**options)
    assert game.contracts() == bids
    assert list(game.contracts()) == list(bids)
    assert set(names(game.start(seed=1))) == {"pass", *bids} - {"wellington", "blucher"}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"bid_two": True}, id="two on the basic ladder"),
        pytest.param({"ladder": "extended", "bid_misere": False}, id="extended without misere"),
    ],
)
def test_single_bids_are_switched_on_the_custom_ladder_only(options: dict[str, Any]) -> None:
    with pytest.raises(ultimo.OptionError):
        napoleon(**options)


LEGAL = [
    pytest.param([], "pass two three misere four napoleon", id="example 1: seat 0"),
    pytest.param(["two"], "pass three misere four napoleon", id="example 1: seat 1"),
    pytest.param(["two", "misere"], "pass four napoleon", id="example 1: seat 2"),
    pytest.param(["two", "misere", "napoleon"], "pass wellington", id="example 1: seat 3"),
    pytest.param(["three"], "pass misere four napoleon", id="misere ranks above three"),
    pytest.param(["misere"], "pass four napoleon", id="misere may not be held, three is lower"),
    pytest.param(["four"], "pass napoleon", id="wellington not over four"),
    pytest.param(["napoleon"], "pass wellington", id="blucher not over napoleon"),
    pytest.param(["napoleon", "wellington"], "pass blucher", id="blucher over wellington"),
    pytest.param(
        ["napoleon", "wellington", "blucher"], "pass", id="example 7: nothing is above blucher"
    ),
    pytest.param(["napoleon", "pass"], "pass wellington", id="also after a pass"),
    pytest.param(["pass", "pass"], "pass two three misere four napoleon", id="passes change none"),
]


@pytest.mark.parametrize(("calls", "legal"), LEGAL)
def test_legal_calls_of_the_extended_ladder(calls: Sequence[str], legal: str) -> None:
    assert set(names(after(*calls, game=EXTENDED))) == set(legal.split())


@pytest.mark.parametrize(
    ("calls", "bid", "code"),
    [
        pytest.param(["four"], "three", "bid_too_low", id="a lower bid"),
        pytest.param(["four"], "four", "bid_too_low", id="holding"),
        pytest.param(["four"], "wellington", "needs_bid", id="wellington without napoleon"),
        pytest.param([], "wellington", "needs_bid", id="wellington first"),
        pytest.param(["three"], "H7", "not_now", id="a card"),
        pytest.param(["three"], "two", "unknown_action", id="a bid the ladder has not"),
    ],
)
def test_refused_calls(calls: Sequence[str], bid: str, code: str) -> None:
    assert refused(after(*calls), bid) == code


def test_example_1_the_declarer() -> None:
    state = after("two", "misere", "napoleon", "pass", game=EXTENDED)
    assert (state.contract.bid, state.contract.declarer) == ("napoleon", 2)
    assert state.current_player == 2


@pytest.mark.parametrize(("option", "redeal"), [("same", "same_dealer"), ("next", "next_dealer")])
def test_all_pass(option: str, redeal: str) -> None:
    state = after("pass", "pass", "pass", "pass", game=napoleon(all_pass_dealer=option))
    assert state.is_over
    assert state.redeal == redeal
    assert state.returns().tolist() == [0] * 4


# Match.


def match_of(players: int = 4, **options: Any) -> Any:
    """Returns a match that the last seat begins to deal."""
    return ultimo.Match(napoleon(players, **options), dealer=players - 1)


@pytest.mark.parametrize(
    ("players", "options", "deals"),
    [
        pytest.param(4, {}, 4, id="as many deals as players"),
        pytest.param(7, {}, 7, id="seven for seven"),
        pytest.param(4, {"match_deals": 2}, 2, id="match_deals=2"),
    ],
)
def test_a_match_is_a_number_of_played_deals(
    players: int, options: dict[str, Any], deals: int
) -> None:
    match = match_of(players, **options)
    for number in range(deals):
        assert not match.is_over
        assert match.dealer == (players - 1 + number) % players
        match.record(returns=scores(3, players, 1))
    assert match.is_over
    assert match.places == (2, 1, *[2] * (players - 2))


@pytest.mark.parametrize(
    ("option", "dealer"),
    [
        pytest.param("same", 3, id="the same dealer deals again"),
        pytest.param("next", 0, id="the deal passes on"),
    ],
)
def test_all_pass_deals_do_not_count(option: str, dealer: int) -> None:
    match = match_of(all_pass_dealer=option)
    state = match.start()
    for _ in range(4):
        state.apply("pass")
    match.record(state)
    assert match.played == 0
    assert match.dealer == dealer
    assert match.totals.tolist() == [0] * 4


def test_after_50_all_pass_deals_in_a_row_the_match_ends() -> None:
    match = match_of()
    match.record(returns=scores(3, 4, 1))
    for number in range(50):
        assert not match.is_over, number
        match.record(void="same_dealer")
    assert match.is_over
    assert match.totals.tolist() == scores(3, 4, 1)


def test_a_played_deal_begins_the_count_of_all_pass_deals_anew() -> None:
    match = match_of()
    for _ in range(49):
        match.record(void="same_dealer")
    match.record(returns=scores(3, 4, 1))
    match.record(void="same_dealer")
    assert not match.is_over


@pytest.mark.parametrize("returns", [(2, -1, 0), (1, 1, 1), (2, -2), ("2", -1, -1), (4, -2, None)])
def test_results_that_are_no_payments_are_refused(returns: Any) -> None:
    match = match_of(3)
    with pytest.raises(ultimo.DealError):
        match.record(returns=returns)
    assert match.played == 0


# Options.

OPTIONS: Mapping[str, tuple[object, Sequence[object], Sequence[object]]] = {
    "ladder": ("basic", ["extended", "custom"], ["", "full", None]),
    "deck_ranks": (13, [5, 8, 12], [3, 14, "8", 8.0, None, True]),
    "direction": ("left", ["right"], ["up", None]),
    "deal_batches": (
        (3, 2),
        [(2, 3), (1, 1, 1, 1, 1), (4, 1)],
        [(5,), (3, 3), (0, 5), (6, -1), (), "32", None, 5, (2.5, 2.5)],
    ),
    "void_rule": ("must_trump", ["free"], ["must_follow", True]),
    "all_pass_dealer": ("same", ["next"], ["other", None]),
    "payments": ("source", ["eb1911"], ["1911", None]),
    "match_deals": (4, [1, 100], [0, -1, 2.0, None]),
    "players": (4, [3, 7, 10], [2, 11, "4", None]),
}


def napoleon_of(options: dict[str, Any]) -> Any:
    """Returns the game with options that may be anything."""
    return ultimo.game("napoleon", **options)


@pytest.mark.parametrize("name", OPTIONS)
def test_options_and_their_defaults(name: str) -> None:
    default, others, wrong = OPTIONS[name]
    assert getattr(GAME.options, name) == default
    for value in (default, *others):
        assert getattr(napoleon_of({name: value}).options, name) == value
    for value in wrong:
        with pytest.raises(ultimo.OptionError):
            napoleon_of({name: value})


@pytest.mark.parametrize("name", ["bid_two", "bid_misere", "bid_blucher"])
def test_flags_of_the_ladder(name: str) -> None:
    assert getattr(GAME.options, name) is False
    assert getattr(EXTENDED.options, name) is True
    for value in (True, False):
        game = napoleon_of({"ladder": "custom", name: value})
        assert getattr(game.options, name) is value
        assert (name.removeprefix("bid_") in game.contracts()) is value
    for wrong in ("yes", 2, None):
        with pytest.raises(ultimo.OptionError):
            napoleon_of({"ladder": "custom", name: wrong})
