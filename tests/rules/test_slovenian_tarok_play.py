"""Play of Slovenian tarok with three and four players, and the game for two, a row a clause."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from tests.rules.tarok_hands import PACK, do, names, tarok

import ultimo
from ultimo import plan

NEGATIVE = ["klop", "piccolo", "beggar", "open_beggar"]
POSITIVE = ["two", "one", "solo_without"]


def legal_after(
    contract: str, plays: Sequence[str], hand: Sequence[str], players: int = 3, **options: Any
) -> set[str]:
    """Returns what the next seat may play with `hand` after these plays, seat 0 leading.

    The other hands are filled with cards such that the plays are legal.
    """
    game = tarok(players, **options)
    size = len(hand)
    rng = random.Random(f"{contract}{plays}{hand}")
    rest = [card for card in PACK if card not in plays and card not in hand]
    for _ in range(2000):
        rng.shuffle(rest)
        spare = iter(rest)
        hands = []
        for seat in range(players):
            own = [plays[seat]] if seat < len(plays) else []
            if seat == len(plays):
                own = list(hand)
            hands.append(own + [next(spare) for _ in range(size - len(own))])
        position = game.position(game.make_deal(hands), game.contract(contract), leader=0)
        try:
            for card in plays:
                position.play(card)
        except ultimo.IllegalActionError:
            continue
        assert position.current_player == len(plays)
        return set(position.legal())
    raise AssertionError("no such trick")


FOLLOW = [
    pytest.param(["HQ"], ["HJ", "SK", "T5"], {"HJ"}, id="the suit led must be followed"),
    pytest.param(["HQ"], ["SK", "T5", "T1"], {"T5", "T1"}, id="without it a tarock must be played"),
    pytest.param(["HQ"], ["SK", "C7", "D4"], {"SK", "C7", "D4"}, id="with neither any card"),
    pytest.param(["T9"], ["T5", "T20", "HK"], {"T5", "T20"}, id="tarock counts as a suit"),
    pytest.param(["T9"], ["SK", "C7"], {"SK", "C7"}, id="tarock led, none in hand: any card"),
    pytest.param(["HQ"], ["HK", "HJ", "H4"], {"HK", "HJ", "H4"}, id="no duty to overtake in suit"),
    pytest.param(["T9"], ["T5", "T20", "T1"], {"T5", "T20", "T1"}, id="nor with tarocks"),
    pytest.param([], ["HK", "T1", "T22"], {"HK", "T1", "T22"}, id="the leader plays any card"),
]


@pytest.mark.parametrize("contract", POSITIVE)
@pytest.mark.parametrize(("plays", "hand", "legal"), FOLLOW)
def test_positive_contracts(
    contract: str, plays: Sequence[str], hand: Sequence[str], legal: set[str]
) -> None:
    assert legal_after(contract, plays, hand) == legal


OVERTAKE = [
    pytest.param(
        ["HQ", "HK"], ["HJ", "H4"], {"HJ", "H4"}, id="example 16: nothing beats the king, both"
    ),
    pytest.param(["HN", "H4"], ["HQ", "HJ"], {"HQ"}, id="example 16: only the queen"),
    pytest.param(["HN", "T15"], ["HQ", "HJ"], {"HQ", "HJ"}, id="example 16: trumped, both legal"),
    pytest.param(
        ["HN", "T15"], ["T1", "T9", "T18"], {"T18"}, id="example 16: overtrump, only XVIII"
    ),
    pytest.param(["HN", "H4"], ["T1", "T9"], {"T9"}, id="example 16: the pagat is kept"),
    pytest.param(["HN", "T15"], ["T2", "T9"], {"T2", "T9"}, id="no tarock beats XV: any of them"),
    pytest.param(["HN", "T15"], ["T1", "T9"], {"T9"}, id="no tarock beats XV: not the pagat"),
    pytest.param(["T9"], ["T5", "T10", "T20"], {"T10", "T20"}, id="tarocks led: overtake"),
    pytest.param(["T9"], ["T5", "T7"], {"T5", "T7"}, id="tarocks led: lower ones only, any"),
    pytest.param(["T9"], ["T1", "SK"], {"T1"}, id="the pagat as the only tarock must be played"),
    pytest.param(["HN"], ["T1", "SK"], {"T1"}, id="the pagat as the only tarock must trump"),
    pytest.param(["HN"], ["SK", "C7"], {"SK", "C7"}, id="void in both: any card"),
    pytest.param([], ["T1", "SK", "C7"], {"SK", "C7"}, id="the pagat is not led"),
    pytest.param([], ["T1"], {"T1"}, id="unless it is the only card"),
    pytest.param(["H3", "H4"], ["HA", "H2", "T9"], {"HA", "H2"}, id="red pips: 2 and ace beat 3"),
    pytest.param(
        ["H2", "H4"], ["HA", "H3"], {"HA"}, id="red pips: the ace beats the 2, 3 does not"
    ),
    pytest.param(["S8", "S7"], ["ST", "S9"], {"ST", "S9"}, id="black pips: 10 and 9 beat 8"),
    pytest.param(["S9", "ST"], ["S8", "SJ"], {"SJ"}, id="black pips: only the jack beats the 10"),
]


@pytest.mark.parametrize("contract", NEGATIVE)
@pytest.mark.parametrize(("plays", "hand", "legal"), OVERTAKE)
def test_negative_contracts(
    contract: str, plays: Sequence[str], hand: Sequence[str], legal: set[str]
) -> None:
    assert legal_after(contract, plays, hand) == legal


@pytest.mark.parametrize("contract", NEGATIVE)
def test_overtake_contracts_klop_only(contract: str) -> None:
    legal = {"HQ"} if contract == "klop" else {"HQ", "HJ"}
    options: dict[str, Any] = {"overtake_contracts": frozenset({"klop"})}
    assert legal_after(contract, ["HN", "H4"], ["HQ", "HJ"], **options) == legal


@pytest.mark.parametrize("contract", NEGATIVE)
def test_overtake_contracts_leaves_the_pagat_to_be_kept(contract: str) -> None:
    options: dict[str, Any] = {"overtake_contracts": frozenset()}
    assert legal_after(contract, ["HN", "H4"], ["T1", "T9"], **options) == {"T9"}


@pytest.mark.parametrize("contract", NEGATIVE)
def test_pagat_last_false_lets_the_pagat_be_played(contract: str) -> None:
    assert legal_after(contract, ["HN", "H4"], ["T1", "T9"], pagat_last=False) == {"T1", "T9"}
    assert legal_after(contract, [], ["T1", "SK"], pagat_last=False) == {"T1", "SK"}


# Emperor's trick.

EMPEROR = [
    pytest.param(
        ["T21", "T22"], ["T1", "T9"], {"T1"}, id="emperor: the pagat must go to mond and škis"
    ),
    pytest.param(["T21", "T20"], ["T1", "T9"], {"T9"}, id="emperor: not to the mond alone"),
    pytest.param(["T21", "T22"], ["T2", "T9"], {"T2", "T9"}, id="emperor: without the pagat any"),
]


@pytest.mark.parametrize("contract", NEGATIVE)
@pytest.mark.parametrize(("plays", "hand", "legal"), EMPEROR)
def test_emperor_trick_in_negative_contracts(
    contract: str, plays: Sequence[str], hand: Sequence[str], legal: set[str]
) -> None:
    options = {"emperor_trick": True}
    assert legal_after(contract, plays, hand, **options) == legal


@pytest.mark.parametrize("contract", ["klop", "beggar"])
def test_emperor_trick_never_lets_one_play_the_pagat_who_can_follow_the_plain_suit(
    contract: str,
) -> None:
    plays = ["HN", "T21", "T22"]
    options = {"players": 4, "emperor_trick": True}
    assert legal_after(contract, plays, ["H4", "T1", "T9"], **options) == {"H4"}
    assert legal_after(contract, plays, ["S7", "T1", "T9"], **options) == {"T1"}


def test_emperor_trick_forces_nobody_in_positive_contracts() -> None:
    assert legal_after("two", ["T21", "T22"], ["T1", "T9"], emperor_trick=True) == {"T1", "T9"}


def winner_of(trick: Sequence[str], contract: str = "two", **options: Any) -> int:
    """Returns who wins a trick that seat 0 leads, each seat holding that one card."""
    game = tarok(len(trick), **options)
    declarer = {"declarer": 0}
    position = game.position(
        game.make_deal([[card] for card in trick]), game.contract(contract, **declarer), leader=0
    )
    for card in trick:
        position.play(card)
    return next(seat for seat, won in enumerate(position.tricks) if won)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param(("HQ", "HK", "H4"), 1, id="the highest card of the suit led"),
        pytest.param(("HQ", "SK", "CK"), 0, id="kings of other suits win nothing"),
        pytest.param(("HK", "T2", "HQ"), 1, id="a tarock beats every suit card"),
        pytest.param(("HK", "T2", "T1"), 1, id="the higher of two tarocks"),
        pytest.param(("T1", "HK", "SK"), 0, id="the pagat is a tarock"),
        pytest.param(("T21", "T22", "T20"), 1, id="škis beats the mond"),
        pytest.param(("H4", "H3", "H2"), 2, id="red: 2 beats 3 beats 4"),
        pytest.param(("HA", "H2", "HJ"), 2, id="red: the jack beats the ace"),
        pytest.param(("S7", "S8", "ST"), 2, id="black: 10 beats 8 beats 7"),
        pytest.param(("HN", "HJ", "HQ"), 2, id="queen beats knight beats jack"),
        pytest.param(("T1", "T21", "T22"), 2, id="no emperor's trick in the default"),
    ],
)
def test_trick_winner(trick: Sequence[str], winner: int) -> None:
    assert winner_of(trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param(("T1", "T21", "T22"), 0, id="emperor_trick: the pagat wins when it led"),
        pytest.param(
            ("T21", "T22", "T1"), 2, id="emperor_trick: the pagat wins when it comes last"
        ),
        pytest.param(("T1", "T21", "T20"), 1, id="emperor_trick: not without the škis"),
        pytest.param(("HK", "T21", "T22", "T1"), 3, id="emperor_trick: on a plain suit too"),
    ],
)
def test_emperor_trick(trick: Sequence[str], winner: int) -> None:
    contract = "two" if len(trick) == 3 else "solo_two"
    assert winner_of(trick, contract, emperor_trick=True) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param(("HK", "T22", "T2"), 0, id="colour valat: tarocks do not beat a suit led"),
        pytest.param(("HQ", "HK", "T22"), 1, id="colour valat: the highest card of the suit"),
        pytest.param(("T2", "T22", "HK"), 1, id="colour valat: tarocks led, the highest wins"),
        pytest.param(
            ("HK", "T21", "T22", "T1"), 0, id="colour valat: no emperor's trick on a plain suit"
        ),
        pytest.param(
            ("T21", "T22", "T1", "HK"), 2, id="colour valat: the emperor's trick on a tarock led"
        ),
    ],
)
def test_colour_valat(trick: Sequence[str], winner: int) -> None:
    options = {"valat_bids": True, "emperor_trick": True}
    assert winner_of(trick, "colour_valat_without", **options) == winner


def test_tarocks_must_be_played_by_the_void_in_a_colour_valat_too() -> None:
    legal = legal_after("colour_valat_without", ["HQ"], ["SK", "T5", "T1"], valat_bids=True)
    assert legal == {"T5", "T1"}


def test_the_winner_of_a_trick_leads_to_the_next_one() -> None:
    game = tarok(3)
    deal = game.make_deal([["HQ", "C7"], ["HK", "C8"], ["H4", "C9"]])
    position = game.position(deal, game.contract("two"), leader=0)
    for card in ("HQ", "HK", "H4"):
        position.play(card)
    assert position.leader == position.current_player == 1


@pytest.mark.parametrize(
    ("players", "tricks"),
    [pytest.param(4, 12, id="four players: 12 tricks"), pytest.param(3, 16, id="three: 16")],
)
def test_number_of_tricks(players: int, tricks: int) -> None:
    game = tarok(players)
    position = game.position(game.deal(seed=1), game.contract("solo_without"))
    while not position.is_over:
        position.play(position.legal()[0])
    assert sum(position.tricks) == tricks


def test_illegal_plays_name_the_rule_they_break() -> None:
    game = tarok(3)
    deal = game.make_deal([["HQ", "C7"], ["HK", "T8"], ["S7", "T9"]])
    position = game.position(deal, game.contract("two"), leader=0)
    position.play("HQ")
    with pytest.raises(ultimo.IllegalActionError) as error:
        position.play("T8")
    assert error.value.code == "must_follow_suit"
    position.play("HK")
    with pytest.raises(ultimo.IllegalActionError) as error:
        position.play("S7")
    assert error.value.code == "must_trump"


# Two players.


def two(
    hands: Sequence[Sequence[str]],
    tops: Sequence[Sequence[Sequence[str]]] | None = None,
    **options: Any,
) -> Any:
    """Starts a deal for two of which some cards are given, the first of each hand and pile."""
    game = tarok(2, **options)
    given = [card for hand in hands for card in hand]
    given += [card for own in tops or () for pile in own for card in pile]
    rest = [card for card in PACK if card not in given]
    random.Random(2).shuffle(rest)
    # Piles begin with low suit cards where nothing is given, so that they stop at once.
    low = [c for c in rest if c[0] != "T" and c[1] != "K"]
    full_hands = [list(hand) for hand in hands]
    piles: list[list[list[str]]] = []
    for seat in range(2):
        own = [list(pile) for pile in (tops[seat] if tops else [])]
        own += [[] for _ in range(3 - len(own))]
        for pile in own:
            if not pile:
                pile.append(low.pop())
        piles.append(own)
    used = {c for hand in full_hands for c in hand} | {c for o in piles for p in o for c in p}
    rest = [card for card in rest if card not in used]
    for hand in full_hands:
        while len(hand) < 15:
            hand.append(rest.pop())
    for own in piles:
        for pile in own:
            while len(pile) < 4:
                pile.append(rest.pop())
    return game.start(game.make_deal(full_hands, piles=piles))


@pytest.mark.parametrize(
    ("said", "bidder"),
    [
        pytest.param(["play"], 0, id="the non-dealer says that he plays"),
        pytest.param(["pass", "play"], 1, id="if he declines, the dealer may play"),
        pytest.param(["pass", "pass"], None, id="without a bidder the deal is played all the same"),
    ],
)
def test_two_players_auction(said: list[str], bidder: int | None) -> None:
    state = two([[], []])
    assert state.current_player == 0
    for word in said:
        assert sorted(names(state)) == ["pass", "play"]
        state.apply(word)
    assert state.phase == "play"
    assert state.contract.bid == ("none" if bidder is None else "play")
    if bidder is not None:
        assert state.contract.declarer == bidder
    assert state.current_player == 0


def test_two_players_say_it_before_the_piles_are_turned() -> None:
    state = two([[], []])
    game = state.game
    tops = [game.deck.index(pile[0]) for own in state.deal.piles for pile in own]
    for seat in (0, 1):
        assert not state.observation(seat)["table"][tops].any()
    state.apply("play")
    for seat in (0, 1):
        assert state.observation(seat)["table"].sum() == 6


def test_example_20_a_pile_of_tarocks_and_kings_goes_to_the_hand() -> None:
    state = two([[], []], [[["T1", "DK", "T20", "T22"], ["CT", "HK"]], []])
    hand = set(state.hand(0))
    state.apply("play")
    assert set(state.hand(0)) == hand | {"T1", "DK", "T20", "T22"}
    assert state.position.piles[0][0] == ()
    assert state.position.piles[0][1][:2] == ("CT", "HK")


def test_turning_stops_at_the_first_other_card() -> None:
    state = two([[], []], [[["T5", "C7", "T6", "T7"]], []])
    state.apply("play")
    assert "T5" in state.hand(0)
    assert not {"C7", "T6", "T7"} & set(state.hand(0))
    assert state.position.piles[0][0] == ("C7", "T6", "T7")


def test_cards_turned_up_are_known_and_those_below_are_not() -> None:
    state = two([[], []], [[["T5", "C7", "T6", "T7"]], []])
    state.apply("play")
    index = state.game.deck.index
    for seat in (0, 1):
        seen = state.observation(seat)
        assert seen["hands"][0, index("T5")]
        assert seen["table"][index("C7")]
        assert not seen["table"][[index("T6"), index("T7")]].any()
        assert not seen["hands"][:, [index("T6"), index("T7")]].any()


def ending_two(
    game: Any, hands: Sequence[Sequence[str]], piles: Sequence[Sequence[Sequence[str]]]
) -> Any:
    """Returns an ending for two whose piles have been turned up already."""
    index = game.deck.index
    setup = plan.Setup(
        hands=tuple(tuple(map(index, hand)) for hand in hands),
        leader=0,
        piles=tuple(tuple(tuple(map(index, pile)) for pile in own) for own in piles),
        piles_turned=True,
    )
    return game.play_position(game.contract("none"), setup)


def follow_two(
    lead: str, hand: Sequence[str], tops: Sequence[str], **options: Any
) -> tuple[Any, set[str]]:
    """Returns a position and what seat 1 may play with a hand and open pile cards."""
    game = tarok(2, **options)
    rest = [c for c in PACK if c not in [lead, *hand, *tops] and c[0] != "T" and c[1] not in "KT"]
    random.Random(1).shuffle(rest)
    own = [[top, rest.pop()] for top in tops]
    others = [[rest.pop(), rest.pop()] for _ in range(len(tops))]
    leading = [lead, *(rest.pop() for _ in range(len(hand) - 1))]
    position = ending_two(game, [leading, list(hand)], [others, own])
    position.play(lead)
    return position, set(position.legal())


@pytest.mark.parametrize(
    ("lead", "legal"),
    [
        pytest.param("CQ", {"C7"}, id="example 21: the pile card must follow"),
        pytest.param("T20", {"T7"}, id="example 21: a tarock led, only the tarock"),
        pytest.param("SQ", {"T7"}, id="void in hand and piles: the tarock"),
        pytest.param("HQ", {"HK"}, id="the hand card must follow"),
        pytest.param("DQ", {"DJ"}, id="the other pile card must follow"),
    ],
)
def test_two_players_follow_with_hand_and_open_cards_together(lead: str, legal: set[str]) -> None:
    assert follow_two(lead, ["HK", "T7"], ["C7", "DJ"])[1] == legal


def test_two_players_without_tarocks_any_card_may_be_played() -> None:
    assert follow_two("SQ", ["HK", "H4"], ["C7", "DJ"])[1] == {"HK", "H4", "C7", "DJ"}


def test_two_players_have_no_duty_to_overtake() -> None:
    assert follow_two("CQ", ["CK", "C8"], ["C7", "DJ"])[1] == {"CK", "C8", "C7"}


def test_example_21_the_leader_plays_from_the_hand_as_long_as_he_has_one() -> None:
    game = tarok(2)
    piles = [[["C7", "S8"], ["DJ", "S9"]], [["C9", "D4"], ["CT", "D3"]]]
    position = ending_two(game, [["HK", "T7"], ["H4", "HQ"]], piles)
    assert set(position.legal()) == {"HK", "T7"}
    for card in ("HK", "H4", "T7"):
        position.play(card)
    position.play(position.legal()[0])
    assert position.current_player == 0
    assert set(position.legal()) == {"C7", "DJ"}


def turned_during_play(below: str, **options: Any) -> Any:
    """Returns a position where seat 1 has just played a pile card with `below` under it."""
    game = tarok(2, **options)
    piles = [[["C9", "D4", "D3"]], [["C7", below, "S8"]]]
    position = ending_two(game, [["CQ", "HQ"], ["H4", "H3"]], piles)
    position.play("CQ")
    assert position.legal() == ["C7"]
    position.play("C7")
    return position


@pytest.mark.parametrize("below", ["T5", "SK"])
def test_a_tarock_or_king_turned_up_in_play_goes_to_the_hand(below: str) -> None:
    position = turned_during_play(below)
    assert below in position.hands[1]
    assert position.piles[1][0] == ("S8",)


def test_another_card_turned_up_in_play_stays_on_the_pile() -> None:
    position = turned_during_play("S9")
    assert position.piles[1][0] == ("S9", "S8")
    assert "S9" not in position.hands[1]


def test_two_player_pile_refill_leave_face_up_takes_nothing_during_play() -> None:
    position = turned_during_play("T5", two_player_pile_refill="leave_face_up")
    assert position.piles[1][0] == ("T5", "S8")
    assert "T5" not in position.hands[1]


def test_the_next_card_is_turned_before_anybody_else_plays() -> None:
    """The leader of a pile card turns the next one up before the other answers."""
    game = tarok(2)
    piles = [[["C7", "C8"]], [["D4", "H4"]]]
    position = ending_two(game, [["CQ"], ["C9"]], piles)
    position.play("CQ")
    position.play("C9")
    position.play("C7")
    assert position.piles[0][0] == ("C8",)
    assert position.current_player == 1


def test_two_players_play_27_tricks() -> None:
    for seed in range(5):
        state = tarok(2).start(seed=seed)
        do(state, "pass", "pass")
        rng = np.random.default_rng(seed)
        while not state.is_over:
            state.apply(int(rng.choice(state.legal_actions())))
        assert sum(state.position.tricks) == 27
        assert sum(state.returns()) == 0


def two_player_points(points: int) -> Any:
    """Returns a deal and the plays in which seat 0 takes so many points, winning as it likes.

    All tricks are played from hands that hold every card: an ending with empty piles is no whole
    deal, so the piles are turned first and the plays are found by searching at random.
    """
    game = tarok(2)
    rng = random.Random(points)
    for number in range(4000):
        state = game.start(seed=number % 40)
        do(state, "pass", "pass")
        share = points / 70
        while not state.is_over:
            legal = names(state)
            weights = [share if state.current_player == 0 else 1 - share for _ in legal]
            high = rng.random() < weights[0]
            legal.sort(key=lambda card: (card[0] == "T", PACK.index(card)))
            state.apply(legal[-1] if high else rng.choice(legal))
        if state.position.points[0] in range(3 * points - 1, 3 * points + 2):
            return state
    raise AssertionError("no such deal")


def scored_two(said: Sequence[str], points: int, bidder: int = 0, **options: Any) -> list[float]:
    """Returns the returns of a deal for two in which the bidder, or seat 0, took these points."""
    found = two_player_points(points if bidder == 0 else 70 - points)
    game = tarok(2, **options)
    state = game.start(found.deal)
    do(state, *said)
    for _, action in found.history[2:]:
        state.apply(action)
    returns: list[float] = state.returns().tolist()
    return returns


TWO_SCORES = [
    pytest.param(["play"], 36, 0, [2, -2], id="example 3: won with 36"),
    pytest.param(["play"], 40, 0, [10, -10], id="example 3: won with 40"),
    pytest.param(["play"], 34, 0, [-3, 3], id="example 4: lost with 34"),
    pytest.param(["play"], 30, 0, [-15, 15], id="example 4: lost with 30"),
    pytest.param(["play"], 35, 0, [0, 0], id="35 is lost, and the result is 0"),
    pytest.param(["pass", "pass"], 36, 0, [1, -1], id="example 5: 36 to 34"),
    pytest.param(["pass", "pass"], 40, 0, [5, -5], id="example 5: 40 to 30"),
    pytest.param(["pass", "pass"], 30, 0, [-5, 5], id="no bidder: seat 0 loses with 30"),
    pytest.param(["pass", "pass"], 35, 0, [0, 0], id="no bidder and 35 to 35: 0"),
    pytest.param(["pass", "play"], 36, 1, [-2, 2], id="the dealer as bidder wins with 36"),
    pytest.param(["pass", "play"], 30, 1, [15, -15], id="the dealer as bidder loses with 30"),
]


@pytest.mark.parametrize(("said", "points", "bidder", "returns"), TWO_SCORES)
def test_two_players_score(
    said: Sequence[str], points: int, bidder: int, returns: list[int]
) -> None:
    assert scored_two(said, points, bidder) == returns


@pytest.mark.parametrize(
    ("said", "points", "returns"),
    [
        pytest.param(["play"], 40, [10, 0], id="two_player_settlement=bidder_only, won"),
        pytest.param(["play"], 30, [-15, 0], id="two_player_settlement=bidder_only, lost"),
    ],
)
def test_two_player_settlement(said: Sequence[str], points: int, returns: list[int]) -> None:
    assert scored_two(said, points, two_player_settlement="bidder_only") == returns


def test_two_players_have_no_announcements_and_no_kontra() -> None:
    assert tarok(2).action_names[54:] == ("pass", "play")
    bids: Mapping[str, Any] = tarok(2).contracts()
    assert list(bids) == ["play", "none"]
    with pytest.raises(ultimo.ContractError):
        tarok(2).contract("play", kontra={"game": 1})
