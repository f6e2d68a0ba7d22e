"""The whole game of one deal: legal actions, errors, undo, copies, documents, observations."""

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
from tests.api.toy import Toy, toy

import ultimo
from ultimo.game import Game
from ultimo.observation import observe
from ultimo.state import State

WHIST = ultimo.game("whist")
TOY = toy()


def play_out(state: State, seed: int) -> None:
    chooser = random.Random(seed)
    while not state.is_over:
        state.apply(chooser.choice(state.legal_actions()))


def whist(seed: int = 1, **terms: Any) -> State:
    return WHIST.start(seed=seed, **terms)


def toy_state(*actions: str) -> State:
    deal = TOY.make_deal(["H2 H3 H4", "H5 H6 H7", "H8 H9 HJ"], talon=["HT"])
    state = TOY.start(deal)
    for action in actions:
        state.apply(action)
    return state


# --- the way through the phases ------------------------------------------------------------------


def test_toy_goes_through_all_its_phases() -> None:
    state = toy_state()
    assert (state.phase, state.current_player, state.contract) == ("auction", 0, None)
    assert state.hand(0) == ("H4",)
    names = [TOY.action_names[action] for action in state.legal_actions()]
    assert names == ["pass", "bid1", "bid2", "bid3"]
    for call in ("bid1", "pass", "bid2"):
        state.apply(call)
    assert (state.phase, state.current_player) == ("discard", 2)
    assert state.contract == TOY.contract("bid2", declarer=2)
    assert state.hand(2) == ("H8", "H9", "HT", "HJ")
    state.apply("♥8")
    assert state.phase == "kontra"
    for call in ("kontra:game", "pass", "pass", "kontra:game", "pass", "pass", "pass"):
        state.apply(call)
    assert state.phase == "kontra"
    state.apply("pass")
    assert (state.phase, state.current_player, state.is_over) == ("over", None, True)
    assert state.returns().tolist() == [-8.0, -8.0, 16.0]
    assert state.returns().dtype == np.float64
    assert state.legal_actions() == []
    assert not state.legal_mask().any()
    assert state.contract is not None
    assert state.contract.kontra == {"game": 2}


def test_void_deal_says_who_deals_again() -> None:
    state = toy_state("pass", "pass", "pass")
    assert state.is_over
    assert state.redeal == "next_dealer"
    assert state.returns().tolist() == [0.0, 0.0, 0.0]
    assert toy_state().redeal is None


def test_history_is_what_was_done_by_whom() -> None:
    state = toy_state("pass", "bid1")
    assert state.history == [(0, TOY.action("pass")), (1, TOY.action("bid1"))]
    state.history.clear()
    assert len(state.history) == 2


@pytest.mark.parametrize(
    ("actions", "action", "code", "says"),
    [
        ((), "bid4", "unknown_action", "did you mean 'bid"),
        ((), "", "unknown_action", "no action ''"),
        ((), "kontra:game", "too_low", "legal: pass bid1"),
        ((), "H2", "not_a_call", "a call is due"),
        (("bid2",), "bid2", "too_low", "higher than the last one"),
        (("bid2",), TOY.action("bid1"), "too_low", "seat 1 may not"),
        (("pass", "pass", "bid1"), "HJ", "jack_stays", "legal: H8 H9 HT"),
        (("pass", "pass", "bid1"), "H2", "not_in_hand", "only cards of the hand"),
        (("pass", "pass", "bid1"), "pass", "must_discard", "1 more cards"),
        (("pass", "pass", "pass"), "pass", "deal_over", "the deal is over"),
        ((), 15, "unknown_action", "0 to 14, not 15"),
        ((), -1, "unknown_action", "0 to 14, not -1"),
        ((), 10**30, "unknown_action", "0 to 14"),
        ((), True, "unknown_action", "not bool"),
        ((), np.bool_(1), "unknown_action", "not bool"),
        ((), 1.0, "unknown_action", "not float"),
        ((), None, "unknown_action", "not NoneType"),
        ((), "x" * 10_000, "unknown_action", "no action"),
        ((), [0], "unknown_action", "not list"),
    ],
)
def test_illegal_action_names_its_rule_and_changes_nothing(
    actions: tuple[str, ...], action: Any, code: str, says: str
) -> None:
    state = toy_state(*actions)
    before = state.copy()
    with pytest.raises(ultimo.IllegalActionError) as caught:
        state.apply(action)
    assert caught.value.code == code
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400
    assert state == before
    assert state.legal_actions() == before.legal_actions()
    assert state.to_json() == before.to_json()


def test_actions_may_be_numbers_of_numpy() -> None:
    for kind in (np.int8, np.uint16, np.int64):
        state = toy_state()
        state.apply(kind(TOY.action("bid1")))
        assert state.history == [(0, TOY.action("bid1"))]
        assert type(state.history[0][1]) is int


@pytest.mark.parametrize("seat", [-1, 3, True])
def test_seat_that_is_none_is_refused(seat: int) -> None:
    for ask in (toy_state().hand, toy_state().observation):
        with pytest.raises(IndexError):
            ask(seat)


def test_start_takes_a_deal_or_a_seed() -> None:
    deal = TOY.deal(seed=1)
    assert TOY.start(deal) == TOY.start(seed=1)
    wrong: list[dict[str, Any]] = [{}, {"deal": deal, "seed": 1}]
    for arguments in wrong:
        with pytest.raises(ultimo.DealError):
            TOY.start(**arguments)
    with pytest.raises(ultimo.DealError):
        WHIST.start(deal)
    with pytest.raises(ultimo.DealError, match="turned"):
        WHIST.start(WHIST.make_deal(["HA", "HK", "HQ", "HJ"]))


# --- undo, copies and documents ------------------------------------------------------------------

GAMES: list[Game[Any]] = [TOY, *(ultimo.game(name) for name in ultimo.games())]


def snapshot(state: State) -> tuple[object, ...]:
    position = state.position
    return (
        state.phase,
        state.current_player,
        state.legal_actions(),
        state.contract,
        state.history,
        [state.hand(seat) for seat in range(state.game.players)],
        state.trick,
        state.returns().tolist(),
        None if position is None else (position.hands, position.tricks, position.points),
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_undo_restores_every_step_back_to_the_deal(game: Game[Any]) -> None:
    for seed in range(4):
        state = game.start(seed=seed)
        seen = [snapshot(state)]
        chooser = random.Random(seed)
        while not state.is_over:
            state.apply(chooser.choice(state.legal_actions()))
            seen.append(snapshot(state))
        history = state.history
        while state.history:
            assert snapshot(state) == seen.pop()
            assert state.undo() == history.pop()
        assert [snapshot(state)] == seen
        with pytest.raises(ultimo.IllegalActionError) as caught:
            state.undo()
        assert caught.value.code == "nothing_to_undo"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_copies_go_their_own_way(game: Game[Any]) -> None:
    state = game.start(seed=5)
    for make in (State.copy, copy.copy, copy.deepcopy):
        other = make(state)
        assert other == state
        play_out(other, 1)
        assert other != state
        assert state == game.start(seed=5)
    play_out(state, 2)
    again = state.copy()
    state.undo()
    assert again.is_over
    assert not state.is_over


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game.name)
def test_json_and_pickle_twice_round_at_every_step(game: Game[Any]) -> None:
    state = game.start(seed=6)
    chooser = random.Random(6)
    while True:
        once = State.from_json(state.to_json())
        twice = State.from_json(once.to_json())
        assert twice == state
        assert snapshot(twice) == snapshot(state)
        pickled = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(state))))  # noqa: S301
        assert pickled == state
        assert snapshot(pickled) == snapshot(state)
        if state.is_over:
            break
        state.apply(chooser.choice(state.legal_actions()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_legal_mask_marks_the_legal_actions(game: Game[Any]) -> None:
    state = game.start(seed=7)
    chooser = random.Random(7)
    while not state.is_over:
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert legal
        mask = state.legal_mask()
        assert mask.shape == (game.num_actions,)
        assert mask.dtype == np.bool_
        assert np.flatnonzero(mask).tolist() == legal
        if state.phase == "play" and state.position is not None:
            assert state.position.legal_bits() == sum(1 << action for action in legal)
        state.apply(chooser.choice(legal))
    assert state.returns().shape == (game.players,)


def state_document() -> dict[str, Any]:
    state = whist(3)
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    found: dict[str, Any] = json.loads(state.to_json())
    return found


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": None},
        {"options": []},
        {"options": {"x": 1}},
        {"options": {"preset": "x"}},
        {"options": {"game_target": "x"}},
        {"deal": None},
        {"deal": {"hands": []}},
        {"terms": []},
        {"terms": {"dealer": 9}},
        {"terms": {"dealer": 0}},
        {"terms": {"x": 0}},
        {"history": None},
        {"history": {}},
        {"history": [None]},
        {"history": ["C2"] * 53},
        {"history": ["nothing"]},
        {"history": [[]]},
        {"history": [0] * 100_000},
        {"version": 7},
        {"format": "x"},
    ],
)
def test_document_that_is_no_state_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ultimo.UltimoError) as caught:
        State.from_json(json.dumps(state_document() | change))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("text", ["", "{}", "[1]", "nul", "[" * 100_000, b"\xff\xfe", 3, None])
def test_text_that_is_no_document_is_refused(text: Any) -> None:
    with pytest.raises(ultimo.NotationError):
        State.from_json(text)


# --- what a seat may know ------------------------------------------------------------------------


def equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all((one[k] == other[k]).all() for k in one)


def test_observation_has_the_documented_fields() -> None:
    documented = [
        line.split("`")[1] for line in (observe_doc() or "").splitlines() if line.startswith("`")
    ]
    for state in (toy_state(), toy_state("pass", "pass", "bid1"), whist()):
        found = state.observation(0)
        assert set(found) == set(documented)
        assert all(isinstance(value, np.ndarray) for value in found.values())


def observe_doc() -> str | None:
    import ultimo.observation

    return ultimo.observation.__doc__


def test_own_hand_and_what_waits() -> None:
    state = toy_state()
    deck = TOY.deck
    seen = state.observation(0)
    assert deck.names(np.flatnonzero(seen["hand"])) == ("H4",)
    assert seen["hands"].sum() == 1
    assert seen["hand_size"].tolist() == [1, 1, 1]
    assert seen["stock_size"] == 1
    assert seen["legal"].sum() == 4
    assert not state.observation(1)["legal"].any()


def test_discard_is_seen_only_by_who_laid_it_away() -> None:
    state = toy_state("bid1", "pass", "pass", "H2")
    own, other = state.observation(0), state.observation(1)
    assert own["history"].tolist()[-1] == [0, TOY.deck.index("H2")]
    assert other["history"].tolist()[-1] == [0, -1]
    assert TOY.deck.names(np.flatnonzero(own["laid"][0])) == ("H2",)
    assert not other["laid"].any()
    assert other["declarer"].tolist() == [True, False, False]
    assert other["bid"].tolist() == [True, False, False]


def test_what_is_hidden_makes_no_difference() -> None:
    calls = ("bid1", "pass", "pass")
    deal = ["H2 H3 H4", "H5 H6 H7", "H8 H9 HJ"]
    other = ["H2 H3 H4", "H8 H6 H9", "H5 H7 HT"]
    one, two = (
        TOY.start(TOY.make_deal(hands, talon=talon))
        for hands, talon in ((deal, ["HT"]), (other, ["HJ"]))
    )
    for number in range(len(calls)):
        assert equal(observe(one, 0), observe(two, 0))
        one.apply(calls[number])
        two.apply(calls[number])
    # Seat 1 holds H5, H6 and H7 in both, and the declarer lays away different cards.
    talons = (("H2 H3 H4", "HT"), ("H2 H3 HT", "H4"))
    discards = ("HT", "H2")
    seen = []
    for (hand, talon), discard in zip(talons, discards, strict=True):
        state = TOY.start(TOY.make_deal([hand, "H5 H6 H7", "H8 H9 HJ"], talon=[talon]))
        for call in (*calls, discard):
            state.apply(call)
        seen.append(observe(state, 1))
    assert equal(*seen)


@pytest.mark.parametrize("dealer", range(4))
def test_whist_shows_the_card_turned_up_and_nothing_else(dealer: int) -> None:
    state = whist(8, dealer=dealer)
    assert state.deal.turned is not None
    turned = WHIST.deck.index(state.deal.turned)
    for seat in range(4):
        seen = state.observation(seat)
        assert seen["hands"][dealer][turned]
        assert seen["hands"].sum() == (13 if seat == dealer else 14)
        assert seen["dealer"].tolist() == [s == dealer for s in range(4)]
        assert seen["trump"].tolist() == [s == state.deal.turned[0] for s in "CDHS"] + [False]


def test_whist_observation_does_not_depend_on_hidden_hands() -> None:
    state = whist(9)
    deal = state.deal
    hands = [list(hand) for hand in deal.hands]
    # Seats 1 and 2 exchange all their cards; seat 0 cannot tell before they play.
    other = WHIST.start(
        WHIST.make_deal([hands[0], hands[2], hands[1], hands[3]], turned=deal.turned)
    )
    assert equal(state.observation(0), other.observation(0))
    assert not equal(state.observation(1), other.observation(1))
    lead = state.legal_actions()[0]
    state.apply(lead)
    other.apply(lead)
    assert equal(state.observation(0), other.observation(0))
    assert equal(state.observation(3), other.observation(3))


def test_played_cards_leave_what_is_known_of_hands() -> None:
    state = whist(10)
    while not state.is_over:
        for seat in range(4):
            seen = state.observation(seat)
            assert not (seen["hands"].any(axis=0) & seen["played"].any(axis=0)).any()
            assert seen["hands"][seat].sum() == seen["hand_size"][seat] == seen["hand"].sum()
        state.apply(state.legal_actions()[-1])
    assert state.observation(0)["played"].sum() == 52
    assert state.observation(0)["history"].shape == (52, 2)


def test_observations_are_new_arrays() -> None:
    state = whist(11)
    state.observation(0)["hand"][:] = False
    assert state.observation(0)["hand"].sum() == 13


# --- play ----------------------------------------------------------------------------------------


def test_whist_begins_with_the_play() -> None:
    state = whist(12, dealer=1)
    assert state.deal.turned is not None
    assert (state.phase, state.current_player, state.dealer) == ("play", 2, 1)
    assert state.contract == WHIST.contract(trump=state.deal.turned[0])
    assert state.position is not None
    assert state.position.leader == 2
    assert state.trick == []


def test_position_is_a_copy() -> None:
    state = whist(12)
    position = state.position
    assert position is not None
    position.play(position.legal()[0])
    assert state.history == []
    assert state.position is not None
    assert state.position.trick == []


def test_whist_returns_go_to_the_winning_side() -> None:
    for seed in range(5):
        state = whist(seed)
        play_out(state, seed)
        position = state.position
        assert position is not None
        won = position.tricks[0] + position.tricks[2]
        points = {12: 36, 13: 57}.get(max(won, 13 - won), max(won, 13 - won) - 6)
        side = [points, 0] if won >= 7 else [0, points]
        assert state.returns().tolist() == side * 2
        assert position.game == WHIST
        assert position.contract == state.contract


def test_illegal_play_leaves_the_state() -> None:
    state = whist(12)
    held = state.hand(0)
    wrong = next(card for card in WHIST.deck.cards if card not in held)
    before = state.copy()
    with pytest.raises(ultimo.IllegalActionError) as caught:
        state.apply(wrong)
    assert caught.value.code == "not_in_hand"
    assert state == before


def test_toy_cannot_be_written_by_name() -> None:
    assert isinstance(TOY, Toy)
    assert pickle.loads(pickle.dumps(toy_state("pass"))) == toy_state("pass")  # noqa: S301
