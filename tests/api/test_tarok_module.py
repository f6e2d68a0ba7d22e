"""What the tarok module adds to the framework: contracts, exchanges, what is seen, errors."""

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ultimo
from ultimo.game import Game

TAROK = ultimo.game("slovenian_tarok")
THREE = ultimo.game("slovenian_tarok", players=3)
TWO = ultimo.game("slovenian_tarok", players=2)
EVERYTHING = ultimo.game(
    "slovenian_tarok",
    "openspiel",
    defenders_may_announce=True,
    kontra_max="mort",
    klop_talon_gift=True,
)


def started(*calls: str, game: Game[Any] = TAROK, seed: int = 1) -> ultimo.State:
    """Returns a deal after some calls."""
    state = game.start(seed=seed)
    for call in calls:
        state.apply(call)
    return state


def played(state: ultimo.State) -> ultimo.Contract:
    """Returns the contract of a deal that has one."""
    assert state.contract is not None
    return state.contract


def holder(deal: ultimo.Deal, card: str) -> int | None:
    return next((seat for seat, hand in enumerate(deal.hands) if card in hand), None)


def code_of(state: ultimo.State, action: str) -> str:
    """Returns the code of the rule that an action breaks; the state stays as it is."""
    before = state.to_json()
    with pytest.raises(ultimo.IllegalActionError) as fault:
        state.apply(action)
    assert state.to_json() == before
    return fault.value.code


# Options and contracts.


def test_options_that_contradict_one_another_are_refused() -> None:
    with pytest.raises(ultimo.OptionError, match="pagat"):
        ultimo.game("slovenian_tarok", contract_values="pagat", piccolo=True)
    with pytest.raises(ultimo.OptionError, match="overtake_contracts"):
        ultimo.game("slovenian_tarok", overtake_contracts={"three"})


def test_contracts_stand_in_bidding_order() -> None:
    assert list(TAROK.contracts().items())[:4] == [
        ("klop", None),
        ("three", 10),
        ("solo_three", 20),
        ("two", 20),
    ]
    assert not [bid for bid in THREE.contracts() if bid in {"solo_three", "solo_two", "solo_one"}]
    assert TWO.contracts() == {"play": None, "none": None}
    assert list(EVERYTHING.contracts())[-2:] == ["colour_valat_without", "valat_without"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"bid": "solo_two", "king": "S"}, "king"),
        ({"bid": "solo_two", "partner": 1}, "has none"),
        ({"bid": "two", "announced": {"trula", "trulapagat"}}, "excludes trula"),
        ({"bid": "two", "announced": {"valat", "kings"}}, "excludes kings"),
        ({"bid": "beggar", "announced": {"valat"}}, "announced"),
        ({"bid": "two", "kontra": {"trula": 1}}, "not announced"),
        ({"bid": "two", "kontra": {"game": 4}}, "levels are 1 to 3"),
        ({"bid": "klop", "kontra": {"game": 1}}, "kontra"),
        ({"bid": "two", "announced": {"opponents_trula"}}, "opponents_trula"),
    ],
)
def test_contracts_that_the_rules_do_not_know_are_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ultimo.ContractError, match=message):
        TAROK.contract(**given)


def test_each_side_cannot_announce_the_same() -> None:
    with pytest.raises(ultimo.ContractError, match="excludes"):
        EVERYTHING.contract("two", announced={"trula", "opponents_trula"})
    with pytest.raises(ultimo.ContractError, match="called king"):
        EVERYTHING.contract("two", announced={"king_ultimo"})


def test_partner_is_found_by_the_called_king() -> None:
    deal = next(d for d in (TAROK.deal(seed) for seed in range(50)) if holder(d, "SK") == 2)
    position = TAROK.position(deal, TAROK.contract("two", king="S"))
    assert position.contract.partner == 2
    assert position.contract == TAROK.contract("two", king="S", partner=2)
    assert (
        TAROK.position(deal, TAROK.contract("two", declarer=2, king="S")).contract.partner is None
    )
    with pytest.raises(ultimo.DealError, match="with seat 2") as fault:
        TAROK.position(deal, TAROK.contract("two", king="S", partner=1))
    assert fault.value.code == "wrong_partner"


def test_partner_of_an_ending_without_the_king_is_as_said() -> None:
    ending = TAROK.make_deal([["T2"], ["T3"], ["T4"], ["T5"]])
    contract = TAROK.contract("two", king="S", partner=3)
    assert TAROK.position(ending, contract).contract.partner == 3


# Exchanges.


def test_only_whole_groups_are_taken() -> None:
    deal = TAROK.deal(seed=1)
    contract = TAROK.contract("two")
    plain = [card for card in deal.hands[0] if card[0] != "T" and card[1] != "K"]
    with pytest.raises(ultimo.DealError, match="no group of the talon"):
        TAROK.position(deal, contract, exchange=(deal.talon[1:3], plain[:2]))
    with pytest.raises(ultimo.DealError, match="takes 2"):
        TAROK.position(deal, contract, exchange=(deal.talon[:3], plain[:3]))
    king = [card for hand in deal.hands[:1] for card in hand if card in {"T22", "T21", "T1"}]
    position = TAROK.position(deal, contract, exchange=(deal.talon[:2], plain[:2]))
    assert not set(plain[:2]) & set(position.hands[0])
    if king:
        with pytest.raises(ultimo.DealError, match="may not be laid away"):
            TAROK.position(deal, contract, exchange=(deal.talon[:2], [king[0], plain[0]]))


def test_untouched_talon_is_the_opponents() -> None:
    deal = THREE.deal(seed=3)
    position = THREE.position(deal, THREE.contract("one"))
    while not position.is_over:
        position.play(position.legal()[0])
    own = sum(position.points[:1])
    assert position.outcome().points == (own + 1) // 3


# Phases.


def test_void_deal_is_over_at_once() -> None:
    suits = [card for card in TAROK.deck.cards if card[0] != "T"]
    tarocks = [card for card in TAROK.deck.cards if card[0] == "T"]
    hands = [suits[:12], suits[12:24], tarocks[:12], [*tarocks[12:], *suits[24:26]]]
    deal = TAROK.make_deal(hands, talon=suits[26:])
    state = TAROK.start(deal)
    assert (state.is_over, state.redeal, list(state.returns())) == (True, "same_dealer", [0.0] * 4)
    kept = ultimo.game("slovenian_tarok", redeal_without_tarokk=False)
    assert kept.start(deal).phase == "auction"


def test_errors_of_the_auction_name_their_rule() -> None:
    state = started()
    assert code_of(state, "three") == "forehand_only"
    assert code_of(state, "H4") == "not_now"
    state = started("two")
    assert code_of(state, "two") == "cannot_hold"
    assert code_of(state, "solo_three") == "bid_too_low"
    assert code_of(started("pass", "pass", "pass"), "pass") == "must_bid"
    state = started("two", "pass", "pass", "pass")
    assert code_of(state, "pass") == "must_confirm"
    forced = ultimo.game("slovenian_tarok", klop_forced=True, final_raise=False)
    assert code_of(started("pass", "pass", "pass", game=forced), "three") == "klop_forced"
    last = started("two", "pass", "pass", "pass", game=forced)
    assert code_of(last, "one") == "no_final_raise"
    last.apply("two")
    assert last.phase == "talon"


def test_errors_before_the_play_name_their_rule() -> None:
    state = started("two", "pass", "pass", "pass", "two")
    assert code_of(state, "group:0") == "must_call_king"
    state.apply("king:H")
    assert code_of(state, "group:3") == "no_such_group"
    assert code_of(state, "done") == "must_take_group"
    state.apply("group:0")
    declarer = state.current_player
    assert declarer == 1
    kept = next(card for card in state.hand(1) if card[1:] == "K" or card in {"T1", "T21", "T22"})
    assert code_of(state, kept) == "must_keep"
    for _ in range(2):
        state.apply(state.legal_actions()[0])
    assert (state.phase, state.current_player) == ("announce", 1)
    assert code_of(state, "pass") == "not_now"
    state.apply("announce:trula")
    assert code_of(state, "announce:trulapagat") == "cannot_announce"
    assert code_of(state, "announce:valat") == "cannot_announce"
    state.apply("done")
    assert (state.phase, state.current_player) == ("kontra", 2)
    assert code_of(state, "kontra:kings") == "not_announced"


def test_hidden_partner_is_asked_what_the_defenders_announce() -> None:
    for seed in range(20):
        state = started("two", "pass", "pass", "pass", "two", "king:H", game=EVERYTHING, seed=seed)
        if played(state).partner is not None:
            break
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    asked = []
    while state.phase == "announce":
        asked.append(state.current_player)
        names = [EVERYTHING.action_names[action] for action in state.legal_actions()]
        if state.current_player == played(state).partner:
            assert names == ["done"]
        elif state.current_player != 1 and "announce:kings" in names:
            state.apply("announce:kings")
        state.apply("done")
    assert asked == [1, 2, 3, 0]
    assert played(state).announced == {"opponents_kings"}
    # The declarer's side says kontra to what an opponent announced.
    while state.current_player != 1:
        state.apply("pass")
    state.apply("kontra:kings")
    assert played(state).kontra == {"opponents_kings": 1}


# What is seen.


def by_lot(game: Game[Any], seed: int) -> Iterator[ultimo.State]:
    """Yields a deal as it is played by lot, after every action."""
    rng = random.Random(seed)
    state = game.start(seed=seed)
    while not state.is_over:
        yield state
        legal = state.legal_actions()
        quiet = [a for a in legal if game.action_names[a] in {"pass", "done"}]
        state.apply(quiet[0] if quiet and rng.random() < 0.6 else rng.choice(legal))


def swapped(deal: ultimo.Deal, cards: dict[str, str]) -> ultimo.Deal:
    """Returns the deal with some cards in one another's places."""

    def put(place: tuple[str, ...]) -> list[str]:
        return [cards.get(card, card) for card in place]

    piles = [[put(pile) for pile in own] for own in deal.piles]
    return ultimo.Deal([put(hand) for hand in deal.hands], put(deal.talon), piles)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [TAROK, THREE, TWO, EVERYTHING], ids=str)
def test_observation_says_nothing_of_hidden_cards(game: Game[Any]) -> None:
    compared = 0
    for seed in range(25):
        rng = random.Random(seed)
        for state in by_lot(game, seed):
            if rng.random() > 0.1:
                continue
            seat = rng.randrange(game.players)
            seen = state.observation(seat)
            known = seen["hands"].any(axis=0) | seen["table"] | seen["laid"].any(axis=0)
            known |= seen["played"].any(axis=0) | seen["taken"].any(axis=0)
            hidden = [c for c, k in zip(game.deck.cards, known, strict=True) if not k]
            if len(hidden) < 2:
                continue
            one, other = rng.sample(hidden, 2)
            exchange = {one: other, other: one}
            replayed = game.start(swapped(state.deal, exchange), dealer=state.dealer)
            try:
                for _, action in state.history:
                    name = game.action_names[action]
                    replayed.apply(exchange.get(name, name))
            except ultimo.IllegalActionError:
                continue  # with the other card somebody could not have done what he did
            compared += 1
            again = replayed.observation(seat)
            for name, value in seen.items():
                assert np.array_equal(value, again[name]), (name, one, other)
    assert compared > 60


def test_partner_is_known_to_himself_until_the_king_is_played() -> None:
    for seed in range(20):
        state = started("two", "pass", "pass", "pass", "two", "king:H", seed=seed)
        if (partner := played(state).partner) is not None:
            break
    seen = [int(state.observation(seat)["partner"].sum()) for seat in range(4)]
    assert seen == [int(seat == partner) for seat in range(4)]
    while not state.is_over:
        out = any(TAROK.action_names[a] == "HK" for _, a in state.history)
        known = [bool(state.observation(seat)["partner"].any()) for seat in range(4)]
        assert known == [out or seat == partner for seat in range(4)]
        state.apply(state.legal_actions()[0])


def test_open_beggar_lays_its_hand_open_after_kontra() -> None:
    state = started("open_beggar", "pass", "pass", "pass", "open_beggar")
    assert state.phase == "kontra"
    assert not state.observation(0)["hands"][1].any()
    for _ in range(4):
        state.apply("pass")
    assert (state.phase, state.current_player) == ("play", 1)
    assert state.observation(0)["hands"][1].sum() == 12


def test_talon_and_tarocks_laid_away_are_seen_and_other_discards_are_not() -> None:
    game = ultimo.game("slovenian_tarok", discard_tarokks="free_face_up")
    state = started("two", "pass", "pass", "pass", "two", "king:H", game=game)
    assert state.observation(3)["table"].sum() == 6
    state.apply("group:1")
    assert state.observation(3)["table"].sum() == 4
    assert state.observation(3)["hands"][1].sum() == 2
    legal = [game.action_names[action] for action in state.legal_actions()]
    tarock = next(card for card in legal if card[0] == "T")
    plain = next(card for card in legal if card[0] != "T")
    state.apply(tarock)
    state.apply(plain)
    laid = state.observation(3)["laid"][1]
    assert [game.deck.codes[card] for card in np.flatnonzero(laid)] == [tarock]
    assert state.observation(1)["laid"][1].sum() == 2
    assert state.observation(3)["history"][-1][1] == -1


# Round trips.


@pytest.mark.parametrize("game", [TAROK, THREE, TWO, EVERYTHING], ids=str)
def test_states_and_contracts_survive_json_pickle_and_undo(game: Game[Any]) -> None:
    for seed in range(5):
        last = None
        for number, state in enumerate(by_lot(game, seed)):
            last = state
            if number % 7 == 0:
                assert ultimo.State.from_json(state.to_json()) == state
                assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - our own
                if state.contract is not None:
                    assert game.contract_from_dict(state.contract.to_dict()) == state.contract
        assert last is not None
        assert last.is_over
        returns = list(last.returns())
        replay = [action for _, action in last.history]
        while last.history:
            last.undo()
        for action in replay:
            last.apply(action)
        assert list(last.returns()) == returns


def test_circles_are_fed_with_bare_facts_too() -> None:
    game = ultimo.game("slovenian_tarok", players=3, radli=True, deals=3)
    match = ultimo.Match(game, dealer=2)
    match.record(returns=[-20, -30, -20], brings_circle=True)
    match.record(returns=[30, -30, -30], declarer=0)
    assert list(match.totals) == [40, -90, -80]
    assert match.tally.circles == (0, 1, 1)
    match.record(returns=[-41, -20, 20], declarer=1, personal=[-21, 0, 0])
    assert match.is_over
    assert list(match.totals) == [40 - 40 - 21, -90 - 40, -80 + 40]
    with pytest.raises(ultimo.DealError):
        ultimo.Match(game).record(returns=[0, 0])
