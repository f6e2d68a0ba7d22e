"""Deck, deal, auction and what comes before the play: rules/slovenian_tarok.md, a row a clause."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from tests.oracle.chacha import Stream
from tests.rules.tarok_hands import begin, bid, do, fill, names, say_kontra, tarok

import ultimo

THREE = ["pass", "klop", "three", "two", "one", "solo_without", "piccolo", "beggar", "open_beggar"]
FOUR = [
    "pass",
    "klop",
    "three",
    "solo_three",
    "two",
    "solo_two",
    "one",
    "solo_one",
    "solo_without",
    "piccolo",
    "beggar",
    "open_beggar",
]


def calls_after(players: int, *said: str, **options: Any) -> tuple[int | None, list[str]]:
    """Returns whose turn it is after some calls, and what he may call."""
    state = do(begin(tarok(players, **options)), *said)
    return state.current_player, names(state)


# Players, deck and deal.


def test_two_three_and_four_players() -> None:
    assert [tarok(players).players for players in (2, 3, 4)] == [2, 3, 4]
    wrong: list[Any] = [0, 1, 5, "3", 3.0, None, True]
    for players in wrong:
        with pytest.raises(ultimo.OptionError):
            ultimo.game("slovenian_tarok", players=players)


def test_54_cards_22_tarocks_and_32_suit_cards() -> None:
    cards = tarok(4).deck.cards
    assert len(cards) == 54
    assert sum(card[0] == "T" for card in cards) == 22


@pytest.mark.parametrize(
    ("players", "hand", "talon"),
    [
        pytest.param(4, 12, 6, id="four players: 6 to the talon, 12 to each"),
        pytest.param(3, 16, 6, id="three players: 6 to the talon, 16 to each"),
        pytest.param(2, 15, 0, id="two players: no talon, 15 in hand"),
    ],
)
def test_sizes(players: int, hand: int, talon: int) -> None:
    deal = tarok(players).deal(seed=1)
    assert [len(cards) for cards in deal.hands] == [hand] * players
    assert len(deal.talon) == talon
    piles = 3 if players == 2 else 0
    assert [len(own) for own in deal.piles] == [piles] * len(deal.piles)
    assert all(len(pile) == 4 for own in deal.piles for pile in own)


def packs(seed: int, index: int = 0) -> Iterable[list[str]]:
    """Yields the shuffled packs of a deal, one after the other as they turn out void."""
    stream = Stream(seed, index)
    codes = tarok(3).deck.cards
    while True:
        yield [codes[card] for card in stream.shuffle(54)]


def dealt(pack: Sequence[str], players: int, dealer: int) -> tuple[list[set[str]], list[str]]:
    """Deals a pack as the rules say: six to the talon, then two rounds of packets."""
    size = 24 // players
    hands: list[set[str]] = [set() for _ in range(players)]
    at = 6
    for _ in range(2):
        for step in range(players):
            seat = (dealer + 1 + step) % players
            hands[seat] |= set(pack[at : at + size])
            at += size
    return hands, list(pack[:6])


@pytest.mark.parametrize("players", [3, 4])
def test_talon_first_then_two_rounds_of_packets_from_forehand_on(players: int) -> None:
    game = tarok(players)
    for seed in range(20):
        for dealer in range(players):
            hands, talon = next(
                (hands, talon)
                for hands, talon in (dealt(pack, players, dealer) for pack in packs(seed))
                if all(any(card[0] == "T" for card in hand) for hand in hands)
            )
            deal = game.deal(seed=seed, dealer=dealer)
            assert [set(hand) for hand in deal.hands] == hands
            assert list(deal.talon) == talon


@pytest.mark.parametrize("dealer", [0, 1])
def test_two_players_get_three_packets_of_five_then_three_piles_of_four(dealer: int) -> None:
    game = tarok(2)
    for seed in range(10):
        pack = next(iter(packs(seed)))
        first = 1 - dealer
        hands: list[set[str]] = [set(), set()]
        for number in range(6):
            seat = first if number % 2 == 0 else dealer
            hands[seat] |= set(pack[5 * number : 5 * number + 5])
        piles: list[list[tuple[str, ...]]] = [[], []]
        for number in range(6):
            seat = first if number % 2 == 0 else dealer
            piles[seat].append(tuple(pack[30 + 4 * number : 34 + 4 * number]))
        deal = game.deal(seed=seed, dealer=dealer)
        assert [set(hand) for hand in deal.hands] == hands
        assert [list(own) for own in deal.piles] == piles


def without_tarock(players: int) -> tuple[list[list[str]], list[str]]:
    """Returns a deal in which seat 0 has no tarock."""
    size = 48 // players
    cards = tarok(players).deck.cards
    plain = [card for card in cards if card[0] != "T"][:size]
    rest = [card for card in cards if card not in plain]
    hands = [plain, *(rest[i * size : (i + 1) * size] for i in range(players - 1))]
    return hands, rest[(players - 1) * size :]


@pytest.mark.parametrize("players", [3, 4])
def test_a_hand_without_a_tarock_makes_the_deal_void_and_the_same_dealer_deals(
    players: int,
) -> None:
    game = tarok(players)
    hands, talon = without_tarock(players)
    state = game.start(game.make_deal(hands, talon=talon))
    assert state.is_over
    assert state.redeal == "same_dealer"
    assert state.returns().tolist() == [0] * players
    assert state.legal_actions() == []


def test_redeal_without_tarokk_false_plays_such_a_deal() -> None:
    game = tarok(3, redeal_without_tarokk=False)
    hands, talon = without_tarock(3)
    state = game.start(game.make_deal(hands, talon=talon))
    assert state.phase == "auction"


@pytest.mark.parametrize("players", [3, 4])
def test_void_deals_are_never_dealt(players: int) -> None:
    tarocks = np.array([card[0] == "T" for card in tarok(players).deck.cards])
    hands = tarok(players).deals(4000, seed=2)[:, :48].reshape(4000, players, 48 // players)
    assert tarocks[hands].any(axis=2).all()


def test_with_two_players_hands_without_a_tarock_are_played() -> None:
    assert tarok(2).options.redeal_without_tarokk is False
    game = tarok(2)
    cards = [card for card in game.deck.cards if card[0] != "T"]
    rest = [card for card in game.deck.cards if card not in cards[:15]]
    piles = [[rest[15 + 4 * n : 19 + 4 * n] for n in range(s, s + 3)] for s in (0, 3)]
    state = game.start(game.make_deal([cards[:15], rest[:15]], piles=piles))
    assert state.phase == "auction"


# Auction, three and four players.

AUCTION = [
    pytest.param(4, (), 1, ["pass", *FOUR[3:]], id="seat 1 speaks first, his lowest is solo three"),
    pytest.param(3, (), 1, ["pass", *THREE[3:]], id="3 players: seat 1's lowest bid is two"),
    pytest.param(4, ("pass",), 2, ["pass", *FOUR[3:]], id="the turn goes round"),
    pytest.param(4, ("pass", "pass"), 3, ["pass", *FOUR[3:]], id="the dealer speaks third"),
    pytest.param(
        4, ("pass", "pass", "pass"), 0, FOUR[1:], id="all passed: forehand may not pass, may klop"
    ),
    pytest.param(3, ("pass", "pass"), 0, THREE[1:], id="example 18"),
    pytest.param(4, ("two",), 2, ["pass", *FOUR[5:]], id="a lower seat bids higher or passes"),
    pytest.param(
        4,
        ("two", "solo_two", "pass"),
        0,
        ["pass", *FOUR[5:]],
        id="forehand may hold any bid, also over seat 2",
    ),
    pytest.param(4, ("pass", "two"), 3, ["pass", *FOUR[5:]], id="the dealer, lowest, may not hold"),
    pytest.param(
        4, ("pass", "two", "pass"), 0, ["pass", *FOUR[4:]], id="example 17: seat 0 may hold two"
    ),
    pytest.param(
        4,
        ("pass", "two", "pass", "two"),
        2,
        ["pass", *FOUR[5:]],
        id="example 17: seat 2 may not hold, and bids solo two or more, or passes",
    ),
    pytest.param(
        4,
        ("pass", "two", "pass", "two", "pass"),
        0,
        FOUR[4:],
        id="example 17: seat 0 has the last word: two or more",
    ),
    pytest.param(
        4,
        ("two", "pass", "pass", "pass"),
        1,
        FOUR[4:],
        id="a lone bidder has one last turn and may not pass",
    ),
    pytest.param(
        4,
        ("two", "solo_two", "pass", "pass"),
        1,
        ["pass", *FOUR[5:]],
        id="seat 1 may hold the bid of seat 2",
    ),
    pytest.param(
        4,
        ("two", "solo_two", "pass", "one"),
        1,
        ["pass", *FOUR[7:]],
        id="seat 1 may not hold the bid of forehand",
    ),
    pytest.param(3, ("open_beggar",), 2, ["pass"], id="over the highest bid one can only pass"),
    pytest.param(3, ("open_beggar", "pass"), 0, ["pass", "open_beggar"], id="or hold it"),
    pytest.param(
        3,
        ("two", "one", "pass"),
        1,
        ["pass", *THREE[4:]],
        id="3 players: the higher priority holds",
    ),
]


@pytest.mark.parametrize(("players", "said", "turn", "legal"), AUCTION)
def test_auction(players: int, said: Sequence[str], turn: int, legal: list[str]) -> None:
    assert calls_after(players, *said) == (turn, legal)


def test_a_pass_is_final() -> None:
    state = do(begin(tarok(4)), "pass", "two", "solo_two", "one")
    turns = [seat for seat, _ in state.history]
    assert turns == [1, 2, 3, 0]
    assert state.current_player == 2


@pytest.mark.parametrize(
    ("said", "declarer", "contract"),
    [
        pytest.param(["pass", "pass", "klop"], 0, "klop", id="forehand chooses klop"),
        pytest.param(["pass", "pass", "three"], 0, "three", id="forehand's choice ends it at once"),
        pytest.param(["two", "pass", "pass", "two"], 1, "two", id="the last word confirms"),
        pytest.param(["two", "pass", "pass", "beggar"], 1, "beggar", id="the last word raises"),
        pytest.param(["two", "one", "pass", "pass", "one"], 2, "one", id="the highest bidder wins"),
    ],
)
def test_who_declares(said: Sequence[str], declarer: int, contract: str) -> None:
    state = do(begin(tarok(3)), *said)
    assert state.phase != "auction"
    assert state.contract.bid == contract
    if contract != "klop":
        assert state.contract.declarer == declarer


def test_solo_with_talon_exists_with_four_players_only() -> None:
    solos = {"solo_three", "solo_two", "solo_one"}
    assert solos <= set(tarok(4).contracts())
    assert not solos & set(tarok(3).contracts())


@pytest.mark.parametrize(
    ("players", "values"),
    [
        pytest.param(
            4,
            {
                "klop": None,
                "three": 10,
                "solo_three": 20,
                "two": 20,
                "solo_two": 30,
                "one": 30,
                "solo_one": 40,
                "solo_without": 50,
                "piccolo": 60,
                "beggar": 70,
                "open_beggar": 80,
            },
            id="bidding order and values with four players",
        ),
        pytest.param(
            3,
            {
                "klop": None,
                "three": 10,
                "two": 20,
                "one": 30,
                "solo_without": 50,
                "piccolo": 60,
                "beggar": 70,
                "open_beggar": 80,
            },
            id="bidding order and values with three players",
        ),
    ],
)
def test_contracts(players: int, values: Mapping[str, int | None]) -> None:
    assert list(tarok(players).contracts().items()) == list(values.items())


@pytest.mark.parametrize(
    ("options", "players", "values"),
    [
        pytest.param(
            {"contract_values": "pagat"},
            4,
            {
                "klop": None,
                "three": 10,
                "two": 20,
                "one": 30,
                "solo_three": 40,
                "solo_two": 50,
                "solo_one": 60,
                "beggar": 70,
                "solo_without": 80,
                "open_beggar": 90,
            },
            id="contract_values=pagat: the order and values of pagat, no piccolo",
        ),
        pytest.param(
            {"piccolo": False},
            3,
            {
                "klop": None,
                "three": 10,
                "two": 20,
                "one": 30,
                "solo_without": 50,
                "beggar": 70,
                "open_beggar": 80,
            },
            id="piccolo=False: no piccolo",
        ),
        pytest.param(
            {"valat_bids": True},
            3,
            {
                "klop": None,
                "three": 10,
                "two": 20,
                "one": 30,
                "solo_without": 50,
                "piccolo": 60,
                "beggar": 70,
                "open_beggar": 80,
                "colour_valat_without": 125,
                "valat_without": 500,
            },
            id="valat_bids=True: colour valat 125 and valat 500 are the top bids",
        ),
    ],
)
def test_contracts_with_options(
    options: Mapping[str, Any], players: int, values: Mapping[str, int | None]
) -> None:
    assert list(tarok(players, **options).contracts().items()) == list(values.items())


def test_three_open_to_all_lets_everybody_bid_three() -> None:
    assert calls_after(3, three_open_to_all=True) == (1, ["pass", *THREE[2:]])
    assert calls_after(3, "three", three_open_to_all=True) == (2, ["pass", *THREE[3:]])


def test_klop_is_never_open_to_all() -> None:
    _, calls = calls_after(4, three_open_to_all=True)
    assert "klop" not in calls


def test_final_raise_false_forbids_the_last_bidder_to_raise() -> None:
    state = do(begin(tarok(3, final_raise=False)), "two", "pass", "pass")
    assert state.phase != "auction" or names(state) == ["two"]
    assert state.contract is None or state.contract.bid == "two"


def test_klop_forced_leaves_forehand_no_choice() -> None:
    state = do(begin(tarok(3, klop_forced=True)), "pass", "pass")
    assert state.phase == "play" or names(state) == ["klop"]


@pytest.mark.parametrize("dealer", range(4))
def test_seats_turn_with_the_dealer(dealer: int) -> None:
    game = tarok(4)
    state = game.start(game.deal(seed=1, dealer=dealer), dealer=dealer)
    assert state.current_player == (dealer + 2) % 4
    for _ in range(3):
        state.apply("pass")
    assert state.current_player == (dealer + 1) % 4
    assert "pass" not in names(state)
    state.apply("klop")
    assert state.phase == "play"
    assert state.current_player == (dealer + 1) % 4


def test_priority_turns_with_the_dealer() -> None:
    game = tarok(4)
    state = game.start(game.deal(seed=1, dealer=1), dealer=1)
    do(state, "pass", "two", "pass")
    assert state.current_player == 2
    assert "two" in names(state)


# King call.


@pytest.mark.parametrize(
    ("contract", "calls"),
    [
        *(pytest.param(c, True, id=f"{c} calls a king") for c in ("three", "two", "one")),
        *(
            pytest.param(c, False, id=f"{c} calls no king")
            for c in (
                "klop",
                "solo_three",
                "solo_two",
                "solo_one",
                "solo_without",
                "piccolo",
                "beggar",
                "open_beggar",
            )
        ),
    ],
)
def test_king_call(contract: str, *, calls: bool) -> None:
    state = bid(begin(tarok(4)), contract)
    kings = ["king:C", "king:D", "king:H", "king:S"]
    assert (sorted(names(state)) == kings) == calls
    assert not calls or state.current_player == 0


def test_no_king_is_called_with_three_players() -> None:
    state = bid(begin(tarok(3)), "two")
    assert names(state) == ["group:0", "group:1", "group:2"]


@pytest.mark.parametrize("holder", range(4))
def test_the_holder_of_the_called_king_is_the_partner(holder: int) -> None:
    state = bid(begin(tarok(4), {holder: ["HK"]}), "two")
    state.apply("king:H")
    assert state.contract.partner == (None if holder == 0 else holder)
    assert state.contract.king == "H"


def test_a_called_king_in_the_talon_leaves_the_declarer_alone() -> None:
    state = bid(begin(tarok(4), talon=["HK"]), "two")
    state.apply("king:H")
    assert state.contract.partner is None


def partner_seen(state: Any, seat: int) -> list[int]:
    """Returns whom a seat knows to be the partner."""
    return np.flatnonzero(state.observation(seat)["partner"]).tolist()


def test_the_partner_is_hidden_until_the_king_is_played() -> None:
    state = bid(begin(tarok(4), {2: ["HK", "HQ", "HN"], 0: ["H4"]}), "two")
    state.apply("king:H")
    assert partner_seen(state, 2) == [2]
    assert [partner_seen(state, seat) for seat in (0, 1, 3)] == [[], [], []]
    state.apply("group:0")
    while state.phase == "discard":
        state.apply(next(name for name in names(state) if name != "H4"))
    do(state, "done")
    say_kontra(state, {})
    assert [partner_seen(state, seat) for seat in (0, 1, 3)] == [[], [], []]
    state.apply("H4")
    state.apply(names(state)[0])
    state.apply("HK")
    assert [partner_seen(state, seat) for seat in range(4)] == [[2]] * 4


def test_the_called_king_is_known_to_all() -> None:
    state = do(bid(begin(tarok(4)), "one"), "king:S")
    king = state.game.deck.index("SK")
    for seat in range(4):
        assert np.flatnonzero(state.observation(seat)["called"]).tolist() == [king]


# Talon and discards.


@pytest.mark.parametrize(
    ("contract", "groups"),
    [
        pytest.param("three", 2, id="three: two groups of three"),
        pytest.param("two", 3, id="two: three groups of two"),
        pytest.param("one", 6, id="one: six single cards"),
    ],
)
@pytest.mark.parametrize("players", [3, 4])
def test_talon_groups(players: int, contract: str, groups: int) -> None:
    talon = ["C7", "D4", "H4", "S7", "T5", "T6"]
    for number in range(groups):
        state = bid(begin(tarok(players), talon=talon), contract)
        if players == 4:
            state.apply("king:H")
        assert names(state) == [f"group:{n}" for n in range(groups)]
        before = set(state.hand(0))
        state.apply(f"group:{number}")
        size = 6 // groups
        assert set(state.hand(0)) - before == set(talon[number * size : (number + 1) * size])
        assert state.phase == "discard"
        for left in range(size, 0, -1):
            assert len(state.hand(0)) == 48 // players + left
            state.apply(names(state)[0])
        assert len(state.hand(0)) == 48 // players
        assert state.phase == "announce"


@pytest.mark.parametrize("contract", ["solo_without", "piccolo", "beggar", "open_beggar", "klop"])
def test_no_talon_is_taken(contract: str) -> None:
    state = bid(begin(tarok(3)), contract)
    assert state.phase == ("play" if contract == "klop" else "kontra")


def test_the_talon_is_turned_face_up_for_everybody_when_it_is_used() -> None:
    state = begin(tarok(3), talon=["C7", "D4", "H4", "S7", "T5", "T6"])
    talon = sorted(state.game.deck.index(card) for card in state.deal.talon)
    for seat in range(3):
        assert not state.observation(seat)["table"].any()
    bid(state, "two")
    for seat in range(3):
        assert np.flatnonzero(state.observation(seat)["table"]).tolist() == talon


@pytest.mark.parametrize("contract", ["solo_without", "beggar", "klop"])
def test_the_talon_stays_closed(contract: str) -> None:
    state = say_kontra(bid(begin(tarok(3)), contract), {})
    talon = [state.game.deck.index(card) for card in state.deal.talon]
    for seat in range(3):
        seen = state.observation(seat)
        assert not seen["table"].any()
        assert not seen["hands"][:, talon].any()


HAND = ["CK", "C7", "HQ", "T1", "T21", "T22", "T5", "T6"]


@pytest.mark.parametrize(
    ("hand", "may", "may_not"),
    [
        pytest.param(HAND, ["C7", "HQ"], ["CK"], id="kings may never be laid away"),
        pytest.param(HAND, ["C7", "HQ"], ["T1", "T21", "T22"], id="nor may trull cards"),
        pytest.param(HAND, ["C7", "HQ"], ["T5", "T6"], id="nor tarocks while there are suit cards"),
    ],
)
def test_discards(hand: list[str], may: list[str], may_not: list[str]) -> None:
    state = do(bid(begin(tarok(3), {0: hand}), "one"), "group:0")
    legal = set(names(state))
    assert set(may) <= legal
    assert not set(may_not) & legal


def only_tarocks(game: Any, group: Sequence[str], hand: Sequence[str]) -> Any:
    """Returns a state where the declarer has nothing but these cards to lay away from."""
    talon = [*group, *["C7", "C8", "C9", "CT", "CJ", "CQ"][: 6 - len(group)]]
    hands, rest = fill(3, {0: hand}, talon)
    return do(bid(game.start(game.make_deal(hands, talon=rest)), "three"), "group:0")


TAROCK_HAND = [*(f"T{n}" for n in range(1, 15)), "HK", "SK"]


def test_tarocks_may_be_laid_away_only_if_nothing_else_is_left_at_that_moment() -> None:
    state = only_tarocks(tarok(3), ["D4", "T15", "T16"], TAROCK_HAND)
    assert names(state) == ["D4"]
    state.apply("D4")
    legal = {f"T{n}" for n in range(2, 17)}
    assert set(names(state)) == legal
    state.apply("T16")
    assert set(names(state)) == legal - {"T16"}


def test_cards_just_taken_may_be_laid_away() -> None:
    state = only_tarocks(tarok(3), ["D4", "D3", "D2"], TAROCK_HAND)
    do(state, "D4", "D3", "D2")
    assert state.phase == "announce"
    assert set(state.hand(0)) == set(TAROCK_HAND)


def laid_seen(state: Any, seat: int) -> set[str]:
    """Returns what a seat knows to have been laid away by the declarer."""
    cards = state.game.deck.cards
    return {cards[card] for card in np.flatnonzero(state.observation(seat)["laid"][0])}


def test_tarocks_are_laid_away_face_up_and_other_cards_face_down() -> None:
    state = only_tarocks(tarok(3), ["D4", "T15", "T16"], TAROCK_HAND)
    do(state, "D4", "T16", "T2")
    assert laid_seen(state, 0) == {"D4", "T16", "T2"}
    assert laid_seen(state, 1) == laid_seen(state, 2) == {"T16", "T2"}
    actions = {action for _, action in state.observation(1)["history"].tolist()}
    assert state.game.action("D4") not in actions
    assert state.game.action("T16") in actions


def test_discard_tarokks_free_face_up_lets_any_tarock_but_the_trull_be_laid_away() -> None:
    game = tarok(3, discard_tarokks="free_face_up")
    state = do(bid(begin(game, {0: HAND}), "one"), "group:0")
    legal = set(names(state))
    assert {"T5", "T6", "C7", "HQ"} <= legal
    assert not {"T1", "T21", "T22", "CK"} & legal
    state.apply("T5")
    assert laid_seen(state, 1) == {"T5"}


def test_others_do_not_know_which_of_the_cards_taken_were_kept() -> None:
    state = begin(tarok(3), {0: ["C8", "C9"]}, ["C7", "D4", "H4", "S7", "T5", "T6"])
    do(bid(state, "two"), "group:0", "C7", "C8")
    index = state.game.deck.index
    seen = state.observation(1)
    assert seen["taken"][0, [index("C7"), index("D4")]].all()
    assert not seen["laid"].any()
    assert not seen["hands"][0].any()


# Announcements.

ITEMS = ["trula", "kings", "pagat_ultimo", "trulapagat", "valat"]


def announcing(*said: str, players: int = 3, contract: str = "two", **options: Any) -> Any:
    """Returns a state in which the declarer has announced some things."""
    state = bid(begin(tarok(players, **options)), contract)
    if players == 4 and "solo" not in contract:
        state.apply("king:H")
    state.apply("group:0")
    while state.phase == "discard":
        state.apply(names(state)[0])
    return do(state, *(f"announce:{item}" for item in said))


@pytest.mark.parametrize(
    ("said", "legal"),
    [
        pytest.param((), {*ITEMS, "done"}, id="the declarer may announce anything, or nothing"),
        pytest.param(
            ("trula",),
            {"kings", "pagat_ultimo", "done"},
            id="after trula neither trulapagat nor valat",
        ),
        pytest.param(
            ("pagat_ultimo",),
            {"kings", "trula", "done"},
            id="after pagat ultimo neither trulapagat nor valat",
        ),
        pytest.param(("trulapagat",), {"kings", "done"}, id="trulapagat excludes its parts"),
        pytest.param(("valat",), {"done"}, id="valat excludes everything"),
        pytest.param(
            ("kings",),
            {"trula", "pagat_ultimo", "trulapagat", "done"},
            id="kings exclude only the valat",
        ),
        pytest.param(("trula", "kings", "pagat_ultimo"), {"done"}, id="nothing is announced twice"),
    ],
)
def test_announcements(said: Sequence[str], legal: set[str]) -> None:
    state = announcing(*said)
    assert state.phase == "announce"
    assert {name.removeprefix("announce:") for name in names(state)} == legal
    state.apply("done")
    assert state.contract.announced == set(said)


@pytest.mark.parametrize(
    ("contract", "there"),
    [
        *(
            pytest.param(c, True, id=f"{c} has announcements")
            for c in ("three", "two", "one", "solo_three", "solo_two", "solo_one")
        ),
        *(
            pytest.param(c, False, id=f"{c} has none")
            for c in ("klop", "solo_without", "piccolo", "beggar", "open_beggar")
        ),
    ],
)
def test_announcements_only_in_talon_contracts(contract: str, *, there: bool) -> None:
    if there:
        assert announcing(players=4, contract=contract).phase == "announce"
    else:
        state = bid(begin(tarok(4)), contract)
        assert state.phase in {"kontra", "play"}
        with pytest.raises(ultimo.ContractError):
            tarok(4).contract(contract, announced={"trula"})


def test_only_the_declarer_announces() -> None:
    state = announcing("kings")
    assert state.current_player == 0
    state.apply("done")
    assert state.phase == "kontra"


def test_defenders_may_announce_lets_the_others_announce_too() -> None:
    state = announcing("kings", defenders_may_announce=True)
    state.apply("done")
    assert state.phase == "announce"
    assert state.current_player == 1
    assert "announce:trula" in names(state)


@pytest.mark.parametrize(
    ("announced", "is_contract"),
    [
        pytest.param({"trula", "kings"}, True, id="trula and kings go together"),
        pytest.param({"trulapagat", "trula"}, False, id="trulapagat and trula do not"),
        pytest.param({"trulapagat", "pagat_ultimo"}, False, id="trulapagat and pagat do not"),
        pytest.param({"trulapagat", "kings"}, True, id="trulapagat and kings go together"),
        pytest.param({"valat", "kings"}, False, id="valat and kings do not"),
        pytest.param({"tula"}, False, id="an unknown announcement"),
    ],
)
def test_announcements_of_a_contract(announced: set[str], *, is_contract: bool) -> None:
    if is_contract:
        assert tarok(3).contract("two", announced=announced).announced == announced
    else:
        with pytest.raises(ultimo.ContractError):
            tarok(3).contract("two", announced=announced)


# Kontra.


def kontra_of(*said: str, announced: Sequence[str] = (), **options: Any) -> tuple[Any, list[str]]:
    """Returns the seat and what it may say after some words, with four players and partner 2."""
    state = bid(begin(tarok(4, **options), {2: ["HK"]}), "two")
    do(state, "king:H", "group:0")
    while state.phase == "discard":
        state.apply(next(name for name in names(state) if name != "HK"))
    do(state, *(f"announce:{item}" for item in announced), "done", *said)
    return state.current_player, [name.removeprefix("kontra:") for name in names(state)]


KONTRA = [
    pytest.param((), 1, ["pass", "game"], id="the declarer's right-hand neighbour speaks first"),
    pytest.param(("pass",), 2, ["pass"], id="the partner may not say kontra"),
    pytest.param(("pass", "pass"), 3, ["pass", "game"], id="every opponent may say kontra"),
    pytest.param(("pass",) * 3, 0, ["pass"], id="nor may the declarer himself"),
    pytest.param(("kontra:game", "pass"), 2, ["pass", "game"], id="the partner may say re"),
    pytest.param(("kontra:game", "pass", "pass"), 3, ["pass"], id="re is not for opponents"),
    pytest.param(
        ("kontra:game", "pass", "kontra:game", "pass"), 3, ["pass", "game"], id="opponents say sub"
    ),
    pytest.param(
        ("kontra:game", "pass", "kontra:game", "pass", "kontra:game", "pass"),
        0,
        ["pass"],
        id="after sub the ladder ends",
    ),
]


@pytest.mark.parametrize(("said", "turn", "legal"), KONTRA)
def test_kontra(said: Sequence[str], turn: int, legal: list[str]) -> None:
    assert kontra_of(*said) == (turn, legal)


def test_kontra_max_mort_adds_a_step_for_the_declarers_side() -> None:
    said = ("kontra:game", "pass", "kontra:game", "pass", "kontra:game", "pass")
    assert kontra_of(*said, kontra_max="mort") == (0, ["pass", "game"])
    more = (*said, "kontra:game", "pass")
    assert kontra_of(*more, kontra_max="mort") == (1, ["pass"])


def test_each_announced_bonus_is_doubled_by_itself() -> None:
    seat, legal = kontra_of(announced=["trula", "kings"])
    assert (seat, set(legal)) == (1, {"pass", "game", "trula", "kings"})
    seat, legal = kontra_of("kontra:trula", announced=["trula", "kings"])
    assert (seat, set(legal)) == (1, {"pass", "game", "kings"})
    seat, legal = kontra_of("kontra:trula", "pass", announced=["trula", "kings"])
    assert (seat, set(legal)) == (2, {"pass", "trula"})


def test_kontra_ends_after_as_many_passes_in_a_row_as_there_are_players() -> None:
    state = bid(begin(tarok(3)), "solo_without")
    do(state, "pass", "pass", "pass")
    assert state.phase == "play"
    state = bid(begin(tarok(3)), "solo_without")
    do(state, "pass", "kontra:game", "pass", "pass", "pass")
    assert state.phase == "kontra"
    state.apply("pass")
    assert state.phase == "play"
    assert state.contract.kontra == {"game": 1}


def test_no_kontra_in_klop() -> None:
    assert bid(begin(tarok(4)), "klop").phase == "play"
    with pytest.raises(ultimo.ContractError):
        tarok(4).contract("klop", kontra={"game": 1})


@pytest.mark.parametrize("contract", ["solo_without", "piccolo", "beggar", "open_beggar"])
def test_kontra_on_the_game_in_contracts_without_the_talon(contract: str) -> None:
    state = bid(begin(tarok(3)), contract)
    assert state.phase == "kontra"
    assert names(state) == ["pass", "kontra:game"]


# Open beggar.


def test_the_hand_of_an_open_beggar_is_open_after_kontra_and_before_the_first_lead() -> None:
    state = bid(begin(tarok(3)), "open_beggar")
    hand = sorted(state.game.deck.index(card) for card in state.hand(0))
    assert not state.observation(1)["hands"][0].any()
    say_kontra(state, {})
    for seat in (1, 2):
        assert np.flatnonzero(state.observation(seat)["hands"][0]).tolist() == hand
    assert not state.observation(1)["hands"][2].any()
    state.apply(names(state)[0])
    assert state.observation(1)["hands"][0].sum() == 15


def test_the_hand_of_a_beggar_stays_hidden() -> None:
    state = say_kontra(bid(begin(tarok(3)), "beggar"), {})
    assert not state.observation(1)["hands"][0].any()


# First lead.


@pytest.mark.parametrize(
    ("contract", "leads"),
    [
        pytest.param("two", 0, id="forehand leads in two"),
        pytest.param("one", 0, id="forehand leads in one"),
        pytest.param("solo_without", 1, id="the declarer leads in solo without"),
        pytest.param("piccolo", 1, id="the declarer leads in piccolo"),
        pytest.param("beggar", 1, id="the declarer leads in a beggar"),
        pytest.param("open_beggar", 1, id="the declarer leads in an open beggar"),
    ],
)
def test_first_lead(contract: str, leads: int) -> None:
    state = do(begin(tarok(3)), contract, "pass", "pass", contract)
    if state.phase == "talon":
        state.apply("group:0")
    while state.phase == "discard":
        state.apply(names(state)[0])
    if state.phase == "announce":
        state.apply("done")
    say_kontra(state, {})
    assert state.contract.declarer == 1
    assert state.current_player == leads


@pytest.mark.parametrize("contract", ["three", "solo_three", "solo_two", "solo_one", "klop"])
def test_forehand_leads(contract: str) -> None:
    game = tarok(4)
    assert game.position(game.deal(seed=1), game.contract(contract)).leader == 0


# Match.


@pytest.mark.parametrize(
    ("players", "deals"),
    [pytest.param(n, 4 * n, id=f"{n} players: a match has {4 * n} deals") for n in (2, 3, 4)],
)
def test_a_match_is_four_deals_a_player(players: int, deals: int) -> None:
    match: Any = ultimo.Match(tarok(players), dealer=players - 1)
    for number in range(deals):
        assert match.played == number
        assert {match.is_over} == {False}
        assert match.dealer == (players - 1 + number) % players
        match.record(returns=[number, *[0] * (players - 1)])
    assert match.is_over
    assert match.totals.tolist() == [sum(range(deals)), *[0] * (players - 1)]
    assert match.winners == (0,)


def test_deals_sets_the_length_of_a_match() -> None:
    match: Any = ultimo.Match(tarok(3, deals=1), dealer=2)
    match.record(returns=[1, -1, -1])
    assert match.is_over


def test_ties_share_the_place() -> None:
    match: Any = ultimo.Match(tarok(3, deals=1), dealer=2)
    match.record(returns=[24, 24, -24])
    assert match.places == (1, 1, 3)
    assert match.winners == (0, 1)


def test_void_deals_do_not_count_and_the_same_dealer_deals() -> None:
    match: Any = ultimo.Match(tarok(3, deals=1), dealer=2)
    match.record(void="same_dealer")
    assert (match.played, match.dealer, match.is_over) == (0, 2, False)


@pytest.mark.parametrize(
    ("facts", "circles"),
    [
        pytest.param({"returns": [-20, -20, -20], "brings_circle": True}, True, id="radli: klop"),
        pytest.param({"returns": [24, -24, -24], "declarer": 0}, False, id="radli: not after two"),
    ],
)
def test_radli(facts: Mapping[str, Any], *, circles: bool) -> None:
    """A circle doubles the declarer's next game, which cancels it when he wins."""
    match: Any = ultimo.Match(tarok(3, radli=True, settlement="declarer_side_only"), dealer=2)
    match.record(**facts)
    before = match.totals
    match.record(returns=[24, 0, 0], declarer=0)
    assert (match.totals - before).tolist() == [48 if circles else 24, 0, 0]
    before = match.totals
    match.record(returns=[24, 0, 0], declarer=0)
    assert (match.totals - before).tolist() == [24, 0, 0]


@pytest.mark.parametrize(
    ("contract", "brings"),
    [
        pytest.param("klop", True, id="radli: klop brings circles"),
        pytest.param("beggar", True, id="radli: a beggar brings circles"),
        pytest.param("solo_without", True, id="radli: solo without brings circles"),
        pytest.param("two", False, id="radli: two brings none"),
    ],
)
def test_which_contracts_bring_circles(contract: str, *, brings: bool) -> None:
    match: Any = ultimo.Match(tarok(3, radli=True), dealer=2)
    state = bid(match.start(), contract)
    rng = np.random.default_rng(1)
    while not state.is_over:
        legal = names(state)
        quiet = {"pass", "done"} & set(legal)
        state.apply(quiet.pop() if quiet else str(rng.choice(legal)))
    match.record(state)
    assert match.tally.circles == ((1, 1, 1) if brings else (0, 0, 0))
    plain: Any = ultimo.Match(tarok(3), dealer=2)
    plain.record(returns=state.returns())
    assert (match.totals == plain.totals).all()


# Options.

OPTIONS: Mapping[str, tuple[Any, Sequence[Any], Sequence[Any]]] = {
    "settlement": ("both_sides", ["declarer_side_only"], ["all", 1]),
    "contract_values": ("site", ["pagat"], ["openspiel", None]),
    "piccolo": (True, [False], ["no", 2]),
    "valat_bids": (False, [True], [None, "x"]),
    "three_open_to_all": (False, [True], [3]),
    "final_raise": (True, [False], ["true"]),
    "redeal_without_tarokk": (True, [False], [-1]),
    "discard_tarokks": ("only_if_forced", ["free_face_up"], ["free", ()]),
    "klop_talon_gift": (False, [True], ["gift"]),
    "klop_scoring": ("site", ["pagat70"], ["pagat", 70]),
    "klop_forced": (False, [True], [[]]),
    "overtake_contracts": (
        frozenset({"klop", "piccolo", "beggar", "open_beggar"}),
        [frozenset({"klop"}), frozenset()],
        [{"two"}, 5, "two"],
    ),
    "pagat_last": (True, [False], ["last"]),
    "emperor_trick": (False, [True], [0.5]),
    "captured_mond_penalty": (0, [20, 21], [-1, "21", 2.5]),
    "king_ultimo": (0, [10], [-10, "ten"]),
    "silent_pagat_failed": (0, [25], [-25, None]),
    "round_difference_to": (1, [5], [0, -5, 1.5]),
    "solo_without_scoring": ("flat", ["with_difference"], ["difference"]),
    "defenders_may_announce": (False, [True], ["yes"]),
    "kontra_game_scope": ("all", ["contract_only"], ["contract"]),
    "kontra_max": ("sub", ["mort"], ["x16", 16]),
    "radli": (False, [True], ["on"]),
    "two_player_settlement": ("mirror", ["bidder_only"], ["both"]),
    "two_player_pile_refill": ("take_tarokk_and_king", ["leave_face_up"], ["take"]),
    "deals": (12, [1, 100], [0, -1, "12"]),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_and_their_defaults(name: str) -> None:
    default, others, wrong = OPTIONS[name]
    assert getattr(tarok(3).options, name) == default
    for value in (default, *others):
        assert getattr(ultimo.game("slovenian_tarok", **{name: value}).options, name) == value
    for value in wrong:
        with pytest.raises(ultimo.OptionError):
            ultimo.game("slovenian_tarok", **{name: value})


OPENSPIEL = {
    "contract_values": "pagat",
    "piccolo": False,
    "valat_bids": True,
    "settlement": "declarer_side_only",
    "klop_talon_gift": True,
    "klop_scoring": "pagat70",
    "emperor_trick": True,
    "captured_mond_penalty": 20,
    "king_ultimo": 10,
    "silent_pagat_failed": 25,
}
PAGAT = {
    "contract_values": "pagat",
    "piccolo": False,
    "settlement": "declarer_side_only",
    "klop_talon_gift": True,
    "klop_scoring": "pagat70",
    "emperor_trick": True,
    "captured_mond_penalty": 21,
    "king_ultimo": 10,
    "round_difference_to": 5,
    "valat_bids": True,
    "radli": True,
}


@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        pytest.param("site", {}, id="preset site: all defaults"),
        pytest.param("openspiel", OPENSPIEL, id="preset openspiel"),
        pytest.param("pagat", PAGAT, id="preset pagat"),
    ],
)
@pytest.mark.parametrize("players", [3, 4])
def test_presets(players: int, preset: str, changed: Mapping[str, Any]) -> None:
    game = ultimo.game("slovenian_tarok", players=players, preset=preset)
    assert game == ultimo.game("slovenian_tarok", players=players, **dict(changed))


def test_an_option_wins_over_the_preset() -> None:
    game: Any = ultimo.game("slovenian_tarok", preset="pagat", king_ultimo=0, players=3)
    assert game.options.king_ultimo == 0
    assert game.options.radli is True


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(ultimo.OptionError):
        ultimo.game("slovenian_tarok", preset="pagatt")
