"""Every clause and example of rules/knockout_whist.md, a row each.

The rules file numbers seats clockwise and plays to the right; here seats are numbered in order of
play. Examples in which the order matters name a seat of the file by `api(seat, players)`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import ultimo


def knockout(players: int = 3, **options: Any) -> Any:
    """Returns the game with some options."""
    return ultimo.game("knockout_whist", players=players, **options)


def api(seat: int, players: int) -> int:
    """Returns the number in order of play of a seat that the rules file numbers clockwise."""
    return -seat % players


THREE = knockout()
DOGS = knockout(dogs_life=True)
NAMES = knockout(trump_rule="winner_names")


def match_of(
    *hands: Sequence[int], players: int = 3, dealer: int = 0, seed: int = 0, **options: Any
) -> Any:
    """Returns a match in which hands with these tricks of each seat were recorded."""
    match = ultimo.Match(knockout(players, **options), seed=seed, dealer=dealer)
    for tricks in hands:
        match.record(tricks=tricks)
    return match


def legal_after(lead: str, hand: str, *, game: Any = THREE, trump: str | None = "S") -> set[str]:
    """Returns what seat 1 may play with `hand` when seat 0 led `lead`."""
    size = len(hand.split())
    fill = [card for card in game.deck.cards if card != lead and card not in hand.split()]
    hands = [[lead, *fill[: size - 1]], hand, fill[size : 2 * size]]
    play = game.position(game.make_deal(hands), game.contract(trump=trump))
    play.play(lead)
    return set(play.legal())


# Players and deck.


@pytest.mark.parametrize(
    ("players", "deck_size", "allowed"),
    [
        pytest.param(4, 32, True, id="1 four with 32 cards"),
        pytest.param(5, 32, False, id="1 five need 36"),
        pytest.param(7, 52, True, id="1 seven with 52 cards"),
        pytest.param(8, 52, False, id="1 eight need 57"),
        pytest.param(2, 52, True, id="two are enough"),
        pytest.param(2, 32, True, id="two with 32 cards"),
        pytest.param(1, 52, False, id="one is too few"),
    ],
)
def test_example_1_numbers(players: int, deck_size: int, allowed: bool) -> None:  # noqa: FBT001
    if not allowed:
        with pytest.raises(ultimo.OptionError):
            knockout(players, deck_size=deck_size)
        return
    assert knockout(players, deck_size=deck_size).deck.size == deck_size


@pytest.mark.parametrize(
    ("deck_size", "ranks"), [(52, "23456789TJQKA"), (32, "789TJQKA")], ids=["52", "32"]
)
def test_ranks_of_the_packs(deck_size: int, ranks: str) -> None:
    game = knockout(2, deck_size=deck_size)
    assert game.deck.cards[: len(ranks)] == [f"C{rank}" for rank in ranks]
    for low, high in pairwise(ranks):
        play = game.position(game.make_deal([f"C{low}", f"C{high}"]), game.contract(trump="S"))
        play.play(f"C{low}")
        play.play(f"C{high}")
        assert play.tricks == (0, 1)
    assert game.count_points(game.deck.cards) == 0


# Deal.


@pytest.mark.parametrize("start_cards", [7, 5, 1])
def test_hands_get_smaller_by_one_card(start_cards: int) -> None:
    match = match_of(players=2, start_cards=start_cards)
    for cards in range(start_cards, 0, -1):
        assert match.terms()["cards"] == cards
        state = match.start()
        assert [len(hand) for hand in state.deal.hands] == [cards, cards]
        half = cards // 2
        match.record(tricks=[cards - half, half])
        assert match.is_over == (cards == 1)


def test_one_card_at_a_time_from_the_dealers_neighbour_a_dogs_in_the_first_round() -> None:
    terms = {"dealer": 0, "cards": 2, "active": (0, 2), "dogs": (1,)}
    spec = DOGS.deal_spec(DOGS.terms(**terms))
    # By position in the pack: seat 1, 2, 0, then 2, 0, then the trump card. Seat 0 has the columns
    # 0 and 1, seat 1 the column 2, seat 2 the columns 3 and 4.
    assert spec.place[:6] == (2, 3, 0, 4, 1, 5)


def test_all_cards_are_shuffled_for_each_hand() -> None:
    match = match_of([3, 2, 2])
    first, second = THREE.deal(0, dealer=0), match.start().deal
    assert [len(hand) for hand in second.hands] == [6, 6, 6]
    assert first.talon != second.talon


@pytest.mark.parametrize(
    ("dogs", "cards", "sizes"),
    [
        pytest.param((2,), 6, [6, 6, 1], id="6 a dog gets one card"),
        pytest.param((), 6, [6, 6, 6], id="all active"),
        pytest.param((2,), 1, [1, 1, 1], id="in the last hand all have one card"),
    ],
)
def test_cards_dealt(dogs: tuple[int, ...], cards: int, sizes: list[int]) -> None:
    active = tuple(seat for seat in range(3) if seat not in dogs)
    deal = DOGS.deal(4, cards=cards, active=active, dogs=dogs)
    assert [len(hand) for hand in deal.hands] == sizes
    assert len(deal.talon) == 1


def test_who_is_out_gets_no_card() -> None:
    deal = THREE.deal(4, dealer=0, cards=5, active=(0, 2))
    assert [len(hand) for hand in deal.hands] == [5, 0, 5]
    state = THREE.start(deal, dealer=0, cards=5, active=(0, 2))
    assert state.current_player == 2


# Trump.


@pytest.mark.parametrize("cards", [7, 3])
def test_a_card_is_turned_up_in_every_hand_and_stays_out_of_play(cards: int) -> None:
    deal = THREE.deal(6, cards=cards)
    state = THREE.start(deal, cards=cards)
    assert state.phase == "play"
    assert state.contract.trump == deal.talon[0][0]
    assert deal.talon[0] not in [card for hand in deal.hands for card in hand]
    for seat in range(3):
        table = np.flatnonzero(state.observation(seat)["table"])
        assert [THREE.deck.codes[card] for card in table] == list(deal.talon)


def test_winner_names_from_the_second_hand_on() -> None:
    match = match_of(trump_rule="winner_names")
    assert match.start().phase == "play"
    match.record(tricks=[2, 4, 1])
    state = match.start()
    assert (state.phase, state.current_player, state.deal.talon) == ("announce", 1, ())
    names = [NAMES.action_names[action] for action in state.legal_actions()]
    assert names == ["trump:C", "trump:D", "trump:H", "trump:S"]
    state.apply("trump:H")
    assert (state.phase, state.contract.trump) == ("play", "H")
    # The dealer's neighbour leads, whoever named trump.
    assert state.current_player == (match.dealer + 1) % 3


def test_he_names_trump_after_looking_at_his_cards() -> None:
    match = match_of([2, 4, 1], trump_rule="winner_names")
    state = match.start()
    seen = state.observation(1)
    assert seen["hand"].sum() == 6
    assert seen["hands"].any(axis=1).tolist() == [False, True, False]


def test_example_10_a_tie_is_broken_by_lot() -> None:
    namers = [
        match_of([3, 3, 1], seed=seed, trump_rule="winner_names").terms()["namer"]
        for seed in range(200)
    ]
    assert set(namers) == {0, 1}
    assert 70 < namers.count(0) < 130
    match = match_of([3, 3, 1], seed=namers.index(1), trump_rule="winner_names")
    state = match.start()
    state.apply("trump:C")
    assert state.contract.trump == "C"
    assert state.history[0][0] == 1


def test_a_turned_game_knows_no_namer() -> None:
    assert match_of([2, 4, 1]).terms()["namer"] is None
    assert "trump:C" not in THREE.action_names


# Order of play.


@pytest.mark.parametrize(
    ("out", "order", "dealer"),
    [
        pytest.param((), [1, 0, 3, 2], 1, id="2 the order is 1, 0, 3, 2"),
        pytest.param((1,), [0, 3, 2], 0, id="2 seat 1 is out"),
    ],
)
def test_example_2_direction(out: tuple[int, ...], order: list[int], dealer: int) -> None:
    players = 4
    match = match_of(players=players, dealer=api(2, players))
    active = tuple(sorted(api(seat, players) for seat in range(players) if seat not in out))
    terms = {"dealer": api(2, players), "active": active, "cards": 6}
    game = match.game
    state = game.start(game.deal(3, **terms), **terms)
    played = []
    for _ in order:
        played.append(state.current_player)
        state.apply(state.legal_actions()[0])
    assert played == [api(seat, players) for seat in order]
    tricks = [0 if seat in {api(s, players) for s in out} else 1 for seat in range(players)]
    tricks[api(2, players)] += 7 - sum(tricks)
    match.record(tricks=tricks)
    assert match.dealer == api(dealer, players)


def test_the_winner_of_a_trick_leads() -> None:
    deal = THREE.make_deal(["C2 D2", "CK D3", "CA D4"])
    play = THREE.position(deal, THREE.contract(trump="S"))
    for card in ("C2", "CK", "CA"):
        play.play(card)
    assert play.current_player == 2


@pytest.mark.parametrize(
    ("options", "hand", "legal"),
    [
        pytest.param({}, "DK D7 SA H9", "DK D7", id="3 the suit led must be followed"),
        pytest.param({}, "SA S8 H9", "SA S8", id="3 void: must trump"),
        pytest.param({}, "H9 CJ", "H9 CJ", id="3 neither: any card"),
        pytest.param({"void_rule": "free"}, "SA S8 H9", "SA S8 H9", id="free: any card"),
        pytest.param({"void_rule": "free"}, "DK D7 SA", "DK D7", id="free: follow suit"),
    ],
)
def test_example_3_legal_cards(options: dict[str, Any], hand: str, legal: str) -> None:
    assert legal_after("DQ", hand, game=knockout(**options)) == set(legal.split())


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        pytest.param("DQ DK D2", 1, id="the highest card of the suit"),
        pytest.param("DQ S2 DK", 1, id="the only trump"),
        pytest.param("DQ S2 S3", 2, id="the highest trump"),
        pytest.param("DQ S3 S2", 1, id="no duty to overtrump"),
        pytest.param("DQ HA CA", 0, id="other suits never win"),
    ],
)
def test_trick_winner(cards: str, winner: int) -> None:
    play = THREE.position(THREE.make_deal(cards.split()), THREE.contract(trump="S"))
    for card in cards.split():
        play.play(card)
    assert play.tricks == tuple(int(seat == winner) for seat in range(3))


# The dog's turn.


def start_with_dog(hands: Sequence[str], trump: str, cards: int = 6) -> Any:
    """Returns a hand for three that seat 0 deals, with the dog on seat 1."""
    terms = {"dealer": 0, "cards": cards, "active": (0, 2), "dogs": (1,)}
    return DOGS.start(DOGS.make_deal(hands, talon=[trump], **terms), **terms)


def play_on(state: Any, actions: str) -> None:
    """Does some actions."""
    for action in actions.split():
        state.apply(action)


def names(state: Any) -> list[str]:
    """Returns the names of the legal actions."""
    return [state.game.action_names[action] for action in state.legal_actions()]


EXAMPLE_6 = ["CQ CJ CT C8 C7 C6", "C9", "CA CK C5 C4 C3 C2"]


def test_example_6_the_dog_fails() -> None:
    state = start_with_dog(EXAMPLE_6, "H2")
    play_on(state, "knock CA C6")
    for trick in ("CK C7 knock", "C5 CQ knock", "CJ knock C4", "C8 knock C3"):
        play_on(state, trick)
    state.apply("CT")
    # In the last trick he must play.
    assert names(state) == ["C9"]
    with pytest.raises(ultimo.IllegalActionError):
        state.apply("knock")
    play_on(state, "C9 C2")
    assert state.position.tricks == (4, 0, 2)
    assert state.returns().tolist() == [1, 0, 1]
    match = match_of([4, 0, 3], dogs_life=True)
    assert (match.tally.active, match.tally.dogs) == ((0, 2), (1,))
    match.record(tricks=[4, 0, 2])
    assert (match.tally.active, match.tally.dogs) == ((0, 2), ())
    # No second dog's life: a seat without a trick is out at once, and the game with it.
    match.record(tricks=[5, 0, 0])
    assert (match.is_over, match.winners) == (True, (0,))
    assert match.places == (1, 3, 2)


EXAMPLE_7 = ["HK D7 CQ CJ C5 C4", "SA", "HT D9 CA CK C3 C2"]


def test_example_7_the_dog_comes_back() -> None:
    state = start_with_dog(EXAMPLE_7, "S2")
    assert state.current_player == api(2, 3)
    assert names(state) == ["SA", "knock"]
    state.apply("knock")
    assert (state.current_player, state.position.leader) == (api(1, 3), api(1, 3))
    play_on(state, "HT HK D7")
    assert state.current_player == api(2, 3)
    # No restriction: his single card is always legal, and he may knock.
    assert names(state) == ["SA", "knock"]
    play_on(state, "SA D9")
    # He has won and has no card: the next seat leads, and he is skipped for the rest of the hand.
    assert state.position.tricks == (1, 1, 0)
    assert state.current_player == api(1, 3)
    play_on(state, "CA C4 CK C5 C3 CQ CJ C2")
    assert state.position.tricks == (3, 1, 2)
    assert state.returns().tolist() == [1, 1, 1]
    match = match_of([5, 0, 2], dogs_life=True, dealer=2)
    assert match.dealer == 0
    match.record(tricks=[3, 1, 2])
    assert match.terms()["active"] == (0, 1, 2)
    assert match.terms()["cards"] == 5


def test_a_dog_may_follow_with_any_card_and_lose_it() -> None:
    state = start_with_dog(EXAMPLE_7, "H2")
    play_on(state, "knock HT HK D7 SA D9")
    # An ace of another suit than that led is no trump: the nine of diamonds wins.
    assert state.position.tricks == (1, 0, 1)
    assert state.current_player == 2


def test_a_dog_that_is_first_may_lead() -> None:
    state = start_with_dog(EXAMPLE_7, "H2")
    state.apply("SA")
    # Void in spades the others must trump, and here hearts are trump.
    assert names(state) == ["HT"]
    play_on(state, "HT HK")
    assert state.position.tricks == (1, 0, 0)


def test_the_first_active_player_must_lead_when_all_dogs_ahead_knock() -> None:
    game = knockout(4, dogs_life=True)
    terms = {"dealer": 0, "cards": 2, "active": (0, 3), "dogs": (1, 2)}
    state = game.start(game.make_deal(["C2 C3", "S2", "S3", "C4 C5"], talon="H2", **terms), **terms)
    assert state.current_player == 1
    state.apply("knock")
    assert (state.current_player, names(state)) == (2, ["S3", "knock"])
    state.apply("knock")
    assert (state.current_player, names(state)) == (3, ["C4", "C5"])
    play_on(state, "C4 C2")
    # Seat 3 has won and leads the last trick, in which the dogs must play.
    play_on(state, "C5 C3")
    assert names(state) == ["S2"]


def test_a_dog_with_a_card_who_is_first_in_line_may_lead_after_a_dogs_trick() -> None:
    game = knockout(4, dogs_life=True)
    terms = {"dealer": 0, "cards": 3, "active": (0, 3), "dogs": (1, 2)}
    hands = ["C2 C3 C6", "SA", "SK", "C4 C5 C7"]
    state = game.start(game.make_deal(hands, talon="S2", **terms), **terms)
    play_on(state, "SA knock C4 C2")
    assert state.position.tricks == (0, 1, 0, 0)
    assert (state.current_player, names(state)) == (2, ["SK", "knock"])


def test_only_a_dog_may_knock() -> None:
    state = start_with_dog(EXAMPLE_6, "H2")
    state.apply("knock")
    assert "knock" not in names(state)
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply("knock")
    assert state.history == [(1, DOGS.action("knock"))]
    assert error.value.code
    assert "knock" not in THREE.action_names


def test_a_knock_is_seen_by_all() -> None:
    state = start_with_dog(EXAMPLE_6, "H2")
    state.apply("knock")
    for seat in range(3):
        seen = state.observation(seat)
        assert seen["history"].tolist() == [[1, DOGS.action("knock")]]
        assert seen["dogs"].tolist() == [False, True, False]
        assert seen["hand_size"].tolist() == [6, 1, 6]
    assert "dogs" not in THREE.start(seed=1).observation(0)


def test_dogs_of_an_ending_are_known_by_their_hands() -> None:
    position = DOGS.position(DOGS.make_deal(["CA CK", "S2", "C2 C3"]), DOGS.contract(trump="S"))
    position.play("CA")
    assert position.legal() == ["S2", "knock"]
    alike = DOGS.position(DOGS.make_deal(["CA", "S2", "C2"]), DOGS.contract(trump="S"))
    alike.play("CA")
    assert alike.legal() == ["S2"]


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        pytest.param(THREE, ["CA CK", "S2", "C2 C3"], id="no dogs without the option"),
        pytest.param(DOGS, ["CA CK C4", "S2 S3", "C2 C3 C5"], id="a dog has one card"),
        pytest.param(DOGS, ["CA CK", "", ""], id="somebody must be left to play"),
        pytest.param(knockout(start_cards=2), ["C2 C3 C4", "C5 C6 C7", ""], id="too many cards"),
    ],
)
def test_hands_of_other_sizes_are_refused(game: Any, hands: list[str]) -> None:
    with pytest.raises(ultimo.DealError):
        game.make_deal(hands)


# Who is in.


def test_example_4_a_knockout_game() -> None:
    match = match_of(stake=1)
    rows = [
        ([3, 2, 2], (0, 1, 2)),
        ([4, 2, 0], (0, 1)),
        ([3, 2, 0], (0, 1)),
        ([4, 0, 0], (0,)),
    ]
    for tricks, active in rows:
        assert not match.is_over
        match.record(tricks=tricks)
        assert match.tally.active == active
    assert match.is_over
    assert match.places == (1, 2, 3)
    assert match.payments.tolist() == [2, -1, -1]


def test_example_5_down_to_the_last_card() -> None:
    match = match_of([3, 2, 2], [2, 2, 2], [2, 2, 1], [2, 1, 1], [1, 1, 1])
    assert match.tally.active == (0, 1, 2)
    match.record(tricks=[1, 1, 0])
    assert not match.is_over
    match.record(tricks=[0, 1, 0])
    assert (match.is_over, match.winners) == (True, (1,))
    assert match.places == (2, 1, 3)


def test_example_8_two_dogs() -> None:
    match = match_of([4, 3, 0, 0], players=4, dogs_life=True)
    assert (match.tally.active, match.tally.dogs) == ((0, 1), (2, 3))
    assert sum(map(len, match.start().deal.hands)) == 14
    match.record(tricks=[3, 2, 1, 0])
    assert (match.tally.active, match.tally.dogs) == ((0, 1, 2), ())


@pytest.mark.parametrize(
    ("options", "second", "active", "winners"),
    [
        pytest.param({"dogs_life": True}, [6, 0], (0,), (0,), id="9 the dog fails"),
        pytest.param({"dogs_life": True}, [5, 1], (0, 1), (), id="9 the dog comes back"),
    ],
)
def test_example_9_no_early_end_while_a_dog_waits(
    options: dict[str, Any], second: list[int], active: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = match_of([7, 0], players=2, **options)
    assert not match.is_over
    assert [len(hand) for hand in match.start().deal.hands] == [6, 1]
    match.record(tricks=second)
    assert match.tally.active == active
    assert match.winners == winners
    if not match.is_over:
        assert match.terms()["cards"] == 5


def test_example_9_without_dogs_life_the_game_ends() -> None:
    match = match_of([7, 0], players=2)
    assert (match.is_over, match.winners) == (True, (0,))


def test_no_dogs_once_somebody_has_been_knocked_out_or_a_dog() -> None:
    match = match_of([5, 2, 0], [4, 1, 1], dogs_life=True)
    assert match.tally.active == (0, 1, 2)
    match.record(tricks=[3, 2, 0])
    assert (match.tally.active, match.tally.dogs) == ((0, 1), ())


def test_no_dog_is_made_after_the_last_hand() -> None:
    match = match_of([1, 0, 0], dogs_life=True, start_cards=1)
    assert match.is_over
    assert match.places == (1, 2, 2)


def test_the_last_hand_ends_the_game_with_dogs_in_it() -> None:
    match = match_of([2, 0, 0], dogs_life=True, start_cards=2)
    assert match.tally.dogs == (1, 2)
    match.record(tricks=[0, 0, 1])
    assert (match.is_over, match.winners) == (True, (2,))
    assert match.places == (2, 2, 1)


def test_dogs_that_take_all_tricks_are_the_only_ones_left() -> None:
    match = match_of([1, 1, 1, 0, 0], players=5, dogs_life=True, start_cards=3)
    match.record(tricks=[0, 0, 0, 1, 1])
    assert match.tally.active == (3, 4)
    assert match.tally.fell == (2, 2, 2, 0, 0)


def test_players_knocked_out_in_the_same_hand_share_the_place() -> None:
    match = match_of([4, 3, 0, 0], [6, 0, 0, 0], players=4)
    assert match.places == (1, 2, 3, 3)


def test_a_dog_that_failed_counts_as_knocked_out_in_that_hand() -> None:
    match = match_of([4, 3, 0, 0], [3, 2, 1, 0], [5, 0, 0, 0], players=4, dogs_life=True)
    assert match.places == (1, 2, 2, 4)


@pytest.mark.parametrize(
    ("dealer", "hands", "following"),
    [
        pytest.param(0, [[3, 2, 2]], 1, id="to the next seat"),
        pytest.param(0, [[4, 0, 3]], 2, id="who is out is skipped"),
        pytest.param(2, [[0, 4, 3]], 1, id="the first seat is out"),
    ],
)
def test_the_deal_passes_on(dealer: int, hands: list[list[int]], following: int) -> None:
    assert match_of(*hands, dealer=dealer).dealer == following


def test_a_dog_may_deal() -> None:
    match = match_of([4, 0, 3], dogs_life=True)
    assert match.dealer == 1
    state = match.start()
    assert state.dealer == 1
    assert state.current_player == 2


def test_first_dealer_is_drawn_by_lot() -> None:
    assert {ultimo.Match(THREE, seed=seed).dealer for seed in range(30)} == {0, 1, 2}


def test_the_deal_passes_on_from_game_to_game() -> None:
    match = match_of([7, 0, 0], match_games=2, dealer=1)
    assert match.dealer == 2
    assert match.terms()["active"] == (0, 1, 2)


def test_games_are_added_up() -> None:
    match = match_of([7, 0, 0], match_games=3, stake=2)
    assert not match.is_over
    assert match.terms()["cards"] == 7
    assert match.terms()["active"] == (0, 1, 2)
    match.record(tricks=[0, 7, 0])
    match.record(tricks=[3, 4, 0])
    match.record(tricks=[0, 6, 0])
    assert match.is_over
    assert match.totals.tolist() == [1, 2, 0]
    assert match.places == (2, 1, 3)
    assert match.payments.tolist() == [0, 6, -6]


def test_no_payments_without_stakes() -> None:
    assert match_of([7, 0, 0]).payments.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("hands", "tricks"),
    [
        pytest.param([], [3, 2, 1], id="a first hand has seven tricks"),
        pytest.param([], [8, -1, 0], id="no negative tricks"),
        pytest.param([], [3.5, 3.5, 0], id="whole tricks"),
        pytest.param([[3, 4, 0]], [3, 2, 1], id="who is out takes no trick"),
        pytest.param([[3, 2, 2]], [3, 2, 2], id="a second hand has six tricks"),
    ],
)
def test_impossible_results_are_refused(hands: list[list[int]], tricks: list[float]) -> None:
    match = match_of(*hands)
    with pytest.raises(ultimo.DealError):
        match.record(tricks=tricks)
    assert match.played == len(hands)


def test_a_dog_takes_one_trick_at_most() -> None:
    match = match_of([4, 3, 0], dogs_life=True)
    with pytest.raises(ultimo.DealError):
        match.record(tricks=[2, 2, 2])


# Terms.


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        pytest.param(THREE, {"cards": 8}, id="seven cards at most"),
        pytest.param(THREE, {"cards": 0}, id="one card at least"),
        pytest.param(knockout(start_cards=3), {"cards": 4}, id="no more than in the first hand"),
        pytest.param(THREE, {"active": (0, 3)}, id="three seats"),
        pytest.param(THREE, {"active": (2, 0)}, id="ascending"),
        pytest.param(THREE, {"active": (2,)}, id="somebody to play with"),
        pytest.param(THREE, {"active": (1, 2), "dealer": 0}, id="who deals is in"),
        pytest.param(THREE, {"dogs": (1,)}, id="dogs are an option"),
        pytest.param(DOGS, {"dogs": (1,), "active": (0, 1, 2)}, id="active or a dog"),
        pytest.param(DOGS, {"dogs": (0, 1, 2)}, id="not only dogs"),
        pytest.param(THREE, {"namer": 1}, id="trump is turned up"),
        pytest.param(NAMES, {"namer": 3}, id="a seat names trump"),
        pytest.param(NAMES, {"namer": 1, "active": (0, 2)}, id="an active seat names trump"),
        pytest.param(THREE, {"cards": "many"}, id="a number of cards"),
        pytest.param(DOGS, {"dogs": 1}, id="a list of seats"),
    ],
)
def test_impossible_terms_are_refused(game: Any, terms: dict[str, Any]) -> None:
    with pytest.raises(ultimo.DealError):
        game.terms(**terms)


def test_a_hand_without_trump_card_is_refused() -> None:
    with pytest.raises(ultimo.DealError) as error:
        THREE.start(THREE.make_deal(["CA", "CK", "CQ"]))
    assert error.value.code == "nothing_turned"


@pytest.mark.parametrize("dogs", [-1, 8, True, "2"])
def test_dogs_of_a_contract_are_seats(dogs: Any) -> None:
    with pytest.raises(ultimo.ContractError):
        DOGS.contract(trump="S", dogs=dogs)
    with pytest.raises(ultimo.ContractError):
        THREE.contract(trump="S", dogs=2)


# Score, playouts, documents.


@pytest.mark.parametrize(
    ("tricks", "value"), [pytest.param(1, 1, id="a trick"), pytest.param(0, 0, id="no trick")]
)
def test_a_seat_stays_in_with_a_trick(tricks: int, value: int) -> None:
    hands = ["CA D2", "CK D3", "CQ D4"] if tricks else ["C2 D2", "CK D3", "CQ D4"]
    position = THREE.position(THREE.make_deal(hands), THREE.contract(trump="S"), leader=0)
    for goal in ("win", "score"):
        assert ultimo.solve(position, goal).value == value


def test_a_hand_settled_from_its_facts() -> None:
    contract = THREE.contract(trump="S")
    settled = THREE.settle(contract, tricks_0=4, tricks_1=2, tricks_2=0)
    assert settled.returns.tolist() == [1, 1, 0]
    assert [line.text for line in settled.lines] == [
        "seat 0 took a trick and stays in",
        "seat 1 took a trick and stays in",
    ]
    with pytest.raises(ultimo.DealError):
        THREE.settle(contract, tricks_0=4, tricks_1=4, tricks_2=0)


def test_playouts_take_the_trump_of_each_deal() -> None:
    out = ultimo.simulate(THREE, 40, seed=3)
    assert out.tricks.sum(axis=1).tolist() == [7] * 40
    assert out.returns.tolist() == (out.tricks > 0).astype(float).tolist()
    for number, row in enumerate(THREE.deals(40, seed=3)):
        trump = THREE.deal_from_row(row).talon[0][0]
        contract = THREE.contract(trump=trump)
        one = ultimo.simulate(THREE, 1, seed=3, start=number, contract=contract)
        assert one.tricks[0].tolist() == out.tricks[number].tolist()


def test_a_match_goes_through_json() -> None:
    options = {"dogs_life": True, "trump_rule": "winner_names", "match_games": 2, "stake": 0.5}
    match = ultimo.Match(knockout(4, **options), seed=3)
    rng = np.random.default_rng(1)
    while not match.is_over:
        state = match.start()
        while not state.is_over:
            state.apply(int(rng.choice(state.legal_actions())))
        match.record(state)
    again = ultimo.Match.from_json(match.to_json())
    assert again == match
    assert again.tally == match.tally
    assert match.totals.sum() == 2
    assert match.payments.sum() == 0
