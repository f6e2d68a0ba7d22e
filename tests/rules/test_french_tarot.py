"""Deck, deal, auction and what comes before the play: rules/french_tarot.md, a row a clause."""

from fractions import Fraction
from typing import Any

import pytest
from tests.oracle.chacha import Stream
from tests.rules.french_hands import (
    KING,
    PACK,
    bid,
    do,
    fill,
    french,
    knows,
    lay_away,
    names,
    to_play,
)

import ultimo

FOUR = french()


def code_of(state: Any, action: str) -> str:
    """Returns the code of the rule that an action breaks; the state stays as it is."""
    before = state.copy()
    with pytest.raises(ultimo.IllegalActionError) as fault:
        state.apply(action)
    assert state == before
    return str(fault.value.code)


# Players and seats.


def test_three_four_and_five_players() -> None:
    assert [french(players=players).players for players in (3, 4, 5)] == [3, 4, 5]
    wrong: list[Any] = [0, 2, 6, "4", 4.0, None, True]
    for players in wrong:
        with pytest.raises(ultimo.OptionError):
            ultimo.game("french_tarot", players=players)


def test_three_players_off_knows_no_game_for_three() -> None:
    assert french(three_players="off").players == 4
    assert french(players=5, three_players="off").players == 5
    with pytest.raises(ultimo.OptionError, match="three"):
        ultimo.game("french_tarot", players=3, three_players="off")


@pytest.mark.parametrize(
    ("options", "dealer", "first"),
    [
        pytest.param({}, 3, 0, id="seat 0 speaks first"),
        pytest.param({}, 1, 2, id="the seat after the dealer speaks first"),
        pytest.param({"players": 5}, 1, 2, id="five: the seat after the dealer speaks first"),
        pytest.param({"direction": "clockwise"}, 3, 0, id="whichever way round the table"),
    ],
)
def test_forehand_speaks_and_leads_first(options: dict[str, Any], dealer: int, first: int) -> None:
    game = french(**options)
    state = game.start(game.deal(1, dealer=dealer), dealer=dealer)
    assert state.current_player == first
    state.apply("garde_sans")
    while state.phase != "play":
        state.apply("pass" if state.phase == "auction" else "done")
    assert state.current_player == first


def test_direction_is_only_where_people_sit() -> None:
    one, other = french(), french(direction="clockwise")
    assert one.deal(5) == other.deal(5)


def test_the_dealer_of_five_sits_out_and_scores_nothing() -> None:
    game = french(players=5)
    state = game.start(game.deal(1, dealer=2), dealer=2)
    assert [len(hand) for hand in state.deal.hands] == [18, 18, 0, 18, 18]
    asked = []
    for _ in range(4):
        asked.append(state.current_player)
        state.apply("garde_contre" if len(asked) == 4 else "pass")
    assert asked == [3, 4, 0, 1]
    while not state.is_over:
        assert state.current_player != 2
        state.apply("done" if state.phase == "announce" else state.legal_actions()[0])
    assert state.returns()[2] == 0
    assert state.returns().sum() == 0
    assert state.returns()[1] == -3 * state.returns()[0]
    assert state.position.tricks[2] == 0
    assert sum(state.position.tricks) == 18


def test_a_dealer_who_sits_out_holds_no_cards() -> None:
    game = french(players=5)
    with pytest.raises(ultimo.DealError, match="sits out"):
        game.start(game.deal(1, dealer=2), dealer=3)
    deal = game.deal(1, dealer=2)
    with pytest.raises(ultimo.DealError, match="sits out"):
        game.position(deal, game.contract("garde", declarer=2))
    with pytest.raises(ultimo.DealError, match="sits out"):
        game.position(deal, game.contract("garde", declarer=0, handfuls={2: "single"}))
    position = game.position(deal, game.contract("garde", declarer=4))
    assert (position.leader, position.contract.extra) == (3, {"out": 2})
    with pytest.raises(ultimo.ContractError, match="sits out"):
        game.contract("garde", declarer=2, extra={"out": 2})
    # Many deals at once are dealt by the last seat.
    for contract in (game.contract("garde", declarer=4), game.contract("garde", extra={"out": 2})):
        with pytest.raises(ultimo.DealError, match="seat 4 has no cards"):
            ultimo.simulate(game, 10, contract=contract, seed=1)


# Deck.


def test_78_cards_four_suits_of_14_21_trumps_and_the_excuse() -> None:
    cards = FOUR.deck.cards
    assert sorted(cards) == sorted(PACK)
    assert len(cards) == 78
    assert [sum(card[0] == suit for card in cards) for suit in "CDHST"] == [14, 14, 14, 14, 21]


@pytest.mark.parametrize(
    ("card", "points"),
    [
        pytest.param("T1", "9/2", id="oudlers 4.5: the petit"),
        pytest.param("T21", "9/2", id="oudlers 4.5: the 21"),
        pytest.param("EX", "9/2", id="oudlers 4.5: the excuse"),
        pytest.param("HK", "9/2", id="kings 4.5"),
        pytest.param("SQ", "7/2", id="queens 3.5"),
        pytest.param("CN", "5/2", id="knights 2.5"),
        pytest.param("DJ", "3/2", id="jacks 1.5"),
        pytest.param("HT", "1/2", id="all others 0.5: the ten"),
        pytest.param("HA", "1/2", id="all others 0.5: the one"),
        pytest.param("T20", "1/2", id="all others 0.5: the trump 20"),
        pytest.param("T2", "1/2", id="all others 0.5: the trump 2"),
    ],
)
def test_card_points(card: str, points: str) -> None:
    assert FOUR.count_points([card]) == Fraction(points)


def test_total_91() -> None:
    assert FOUR.count_points(PACK) == 91
    assert FOUR.deck.unit == Fraction(1, 2)


# Deal.

FORMS = [
    pytest.param({}, 18, 6, 3, id="four: 18 cards in packets of three, 6 to the talon"),
    pytest.param({"players": 3}, 24, 6, 4, id="three: 24 cards in packets of four, talon 6"),
    pytest.param({"players": 5}, 18, 6, 3, id="five, dealer out: the same for the active four"),
    pytest.param(KING, 15, 3, 3, id="five, call_king: 15 cards each, talon 3"),
]


@pytest.mark.parametrize(("options", "hand", "talon", "packet"), FORMS)
def test_packets_and_gaps(options: dict[str, Any], hand: int, talon: int, packet: int) -> None:
    """Packets in seat order, and talon cards singly, each from another gap between two packets."""
    game = french(**options)
    active = [seat for seat in range(game.players) if seat != 4 or not game.options.dealer_sits_out]
    talons = set()
    for index in range(40):
        deal = game.deal(9, index=index)
        pack = [game.deck.codes[card] for card in Stream(9, index).shuffle(78)]
        at = [number for number, card in enumerate(pack) if card in deal.talon]
        assert [pack[number] for number in at] == list(deal.talon)
        assert len(at) == talon
        assert at[0] >= 3
        assert at[-1] < 75
        dealt = [card for card in pack if card not in deal.talon]
        # A gap takes one card: between two talon cards lie whole packets, at least one.
        before = [number - nth for nth, number in enumerate(at)]
        assert all(place % packet == 0 for place in before)
        assert len(set(before)) == talon
        for number in range(0, len(dealt), packet):
            seat = active[number // packet % len(active)]
            assert set(dealt[number : number + packet]) <= set(deal.hands[seat])
        assert [len(deal.hands[seat]) for seat in active] == [hand] * len(active)
        talons |= set(before)
    # Every gap comes up.
    assert talons == set(range(packet, 78 - talon, packet))


SEC = "T1 C2 C3 C4 C5 C6 C7 C8 C9 D2 D3 D4 D5 D6 D7 D8 D9 DT"


@pytest.mark.parametrize(
    ("rule", "hand", "is_void"),
    [
        pytest.param("redeal", SEC, True, id="redeal: the petit as the only trump voids the deal"),
        pytest.param("redeal", SEC.replace("C2", "EX"), False, id="not with the excuse"),
        pytest.param("redeal", SEC.replace("C2", "T2"), False, id="not with another trump"),
        pytest.param("redeal", SEC.replace("T1", "T2"), False, id="not another trump alone"),
        pytest.param("redeal", SEC.replace("T1", "EX"), False, id="not the excuse alone"),
        pytest.param("none", SEC, False, id="none: it is played"),
    ],
)
def test_petit_sec(rule: str, hand: str, is_void: bool) -> None:  # noqa: FBT001
    game = french(petit_sec=rule)
    state = game.start(fill(game, {2: hand}))
    assert state.is_over == is_void
    assert state.redeal == ("same_dealer" if is_void else None)
    assert state.returns().tolist() == [0, 0, 0, 0]


def test_petit_sec_is_never_dealt_where_it_is_void() -> None:
    def has_bare_petit(deal: Any) -> bool:
        return any([c for c in hand if c[0] == "T" or c == "EX"] == ["T1"] for hand in deal.hands)

    # It comes up more often in hands of 15.
    plain, redealt = french(**KING), french(**KING, petit_sec="redeal")
    found = [has_bare_petit(plain.deal(3, index=index)) for index in range(1200)]
    assert any(found)
    for index, is_bare in enumerate(found):
        deal = redealt.deal(3, index=index)
        assert not has_bare_petit(deal)
        assert is_bare or deal == plain.deal(3, index=index)


# Auction.


def test_bids_from_low_to_high_with_their_multipliers() -> None:
    bids = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
    assert list(FOUR.contracts().items()) == list(bids.items())


ALL = ["pass", "petite", "garde", "garde_sans", "garde_contre"]
CALLS = [
    pytest.param([], ALL, id="the first may pass or bid anything"),
    pytest.param(["pass"], ALL, id="after a pass too"),
    pytest.param(["petite"], ["pass", *ALL[2:]], id="a bid must be higher: not petite again"),
    pytest.param(["garde"], ["pass", *ALL[3:]], id="not lower, and no holding"),
    pytest.param(["petite", "garde_sans"], ["pass", ALL[4]], id="higher than the highest so far"),
    pytest.param(["garde", "pass"], ["pass", *ALL[3:]], id="passes change nothing"),
    pytest.param(["garde_contre"], ["pass"], id="nothing is higher than garde_contre"),
]


@pytest.mark.parametrize(("said", "may"), CALLS)
def test_calls(said: list[str], may: list[str]) -> None:
    state = do(FOUR.start(fill(FOUR)), *said)
    assert state.current_player == len(said)
    assert names(state) == may
    for call in set(ALL) - set(may):
        assert code_of(state, call) == "bid_too_low"


@pytest.mark.parametrize(
    ("said", "taker", "contract"),
    [
        pytest.param("petite pass pass pass", 0, "petite", id="once round: the bidder is taker"),
        pytest.param("petite garde pass pass", 1, "garde", id="the highest bidder is the taker"),
        pytest.param("pass pass pass petite", 3, "petite", id="the last may bid alone"),
        pytest.param("petite garde garde_sans garde_contre", 3, "garde_contre", id="each higher"),
    ],
)
def test_each_player_speaks_exactly_once(said: str, taker: int, contract: str) -> None:
    state = do(FOUR.start(fill(FOUR)), said)
    assert state.phase != "auction"
    assert (state.contract.declarer, state.contract.bid) == (taker, contract)
    assert state.current_player == taker


def test_all_pass_is_void_and_the_deal_goes_on_to_the_next() -> None:
    state = do(FOUR.start(fill(FOUR)), "pass pass pass pass")
    assert (state.phase, state.is_over, state.redeal) == ("over", True, "next_dealer")
    assert state.returns().tolist() == [0, 0, 0, 0]
    assert state.contract is None
    match = ultimo.Match(FOUR, seed=1, dealer=2)
    match.record(do(match.start(), "pass pass pass pass"))
    assert (match.played, match.dealer) == (0, 3)


# Talon and discard.

DOG = "H2 H3 HK T21 T5 S2"


@pytest.mark.parametrize("contract", ["petite", "garde"])
def test_the_talon_is_shown_to_all_and_taken(contract: str) -> None:
    state = bid(FOUR, 1, contract, fill(FOUR, talon=DOG))
    assert (state.phase, state.current_player) == ("discard", 1)
    assert len(state.hand(1)) == 24
    assert set(DOG.split()) <= set(state.hand(1))
    for seat in range(4):
        assert knows(state, seat, "taken", 1) == set(DOG.split())
        assert set(DOG.split()) <= knows(state, seat, "hands", 1)


@pytest.mark.parametrize("contract", ["garde_sans", "garde_contre"])
def test_a_closed_talon_is_seen_by_nobody(contract: str) -> None:
    state = bid(FOUR, 1, contract, fill(FOUR, talon=DOG))
    assert (state.phase, state.current_player) == ("announce", 1)
    while not state.is_over:
        for seat in range(4):
            assert knows(state, seat, "table") == set()
            assert not knows(state, seat, "hands", 1) & set(DOG.split())
        assert state.observation(0)["stock_size"] == 6
        state.apply("done" if state.phase == "announce" else state.legal_actions()[0])


def test_discards_are_hidden_from_all_others() -> None:
    deal = fill(FOUR, talon=DOG)
    state = bid(FOUR, 1, "garde", deal)
    laid = [name for name in names(state) if name != "S2"][:6]
    do(state, *laid)
    assert state.phase == "announce"
    assert len(state.hand(1)) == 18
    assert knows(state, 1, "laid", 1) == set(laid)
    for seat in (0, 2, 3):
        assert knows(state, seat, "laid", 1) == set()
        # What was seen to go into the hand may have been laid away.
        assert knows(state, seat, "hands", 1) == set()
        assert knows(state, seat, "taken", 1) == set(DOG.split())
        history = state.observation(seat)["history"]
        assert (history[4:, 1] == -1).all()
        assert (history[4:, 0] == 1).all()


PLAIN = "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CN CQ"
KEPT = "CK DK HK SK T1 T21 EX"
MANY = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12"
FEW = "T13 T14 T15 T16 T20"

LAY = [
    pytest.param(
        f"{PLAIN} CK T1 T2 T3 T4 EX",
        "D2 D3 D4 D5 D6 SK",
        set(f"{PLAIN} D2 D3 D4 D5 D6".split()),
        id="suit cards that are not kings, while there are six",
    ),
    pytest.param(
        f"C2 {KEPT} T2 T3 T4 T5 T6 T7 T8 T9 T10 T11",
        "CQ CJ CN D2 D3 T12",
        {"C2", "CQ", "CJ", "CN", "D2", "D3"},
        id="exactly six suit cards: those six",
    ),
]


@pytest.mark.parametrize(("hand", "dog", "allowed"), LAY)
def test_what_may_be_laid_away(hand: str, dog: str, allowed: set[str]) -> None:
    state = bid(FOUR, 0, "petite", fill(FOUR, {0: hand}, dog))
    assert set(names(state)) == allowed
    for card in (*KEPT.split(), "T2"):
        if card in state.hand(0):
            assert code_of(state, card) == "must_keep"


def test_example_15_five_suit_cards_and_one_trump_of_choice_shown() -> None:
    hand = f"{KEPT} {MANY}"
    state = bid(FOUR, 0, "garde", fill(FOUR, {0: hand}, "C2 C3 C4 C5 C6 T13"))
    assert names(state) == ["C2", "C3", "C4", "C5", "C6"]
    do(state, "C2 C3 C4 C5")
    assert code_of(state, "T2") == "must_keep"
    do(state, "C6")
    # Any trump from 2 to 20; kings and oudlers never.
    assert set(names(state)) == {*MANY.split(), "T13"}
    for card in KEPT.split():
        assert code_of(state, card) == "must_keep"
    do(state, "T7")
    assert state.phase == "announce"
    for seat in range(4):
        assert "T7" in knows(state, seat, "laid", 0)
        assert ("C6" in knows(state, seat, "laid", 0)) == (seat == 0)
        assert state.observation(seat)["history"][-1].tolist() == [0, FOUR.deck.index("T7")]


def test_no_suit_card_at_all_six_trumps_shown() -> None:
    hand = f"{KEPT} {MANY}"
    state = bid(FOUR, 0, "garde", fill(FOUR, {0: hand}, f"{FEW} T17"))
    do(state, "T2 T3 T13 T20 T17 T9")
    assert knows(state, 2, "laid", 0) == {"T2", "T3", "T13", "T20", "T17", "T9"}


def test_call_king_lays_three_away() -> None:
    game = french(**KING)
    state = do(bid(game, 2, "garde"), "king:C")
    assert len(state.hand(2)) == 18
    lay_away(state)
    assert (state.phase, len(state.hand(2))) == ("announce", 15)


def test_an_exchange_in_a_position_follows_the_same_rules() -> None:
    deal = fill(FOUR, {0: f"{KEPT} {MANY}"}, "C2 C3 C4 C5 C6 T13")
    contract = FOUR.contract("garde", declarer=0)
    dog = list(deal.talon)
    laid = ["C2", "C3", "C4", "C5", "C6", "T7"]
    position = FOUR.position(deal, contract, exchange=(dog, laid))
    assert position.setup.aside[0].cards == tuple(sorted(map(FOUR.deck.index, laid)))
    wrong: list[Any] = [
        (dog, ["C2", "C3", "C4", "C5", "T6", "T7"]),
        (dog, ["C2", "C3", "C4", "C5", "C6", "T1"]),
        (dog, ["C2", "C3", "C4", "C5", "C6", "CK"]),
        (dog[:5], laid[:5]),
        ([], []),
    ]
    for exchange in wrong[:4]:
        with pytest.raises(ultimo.DealError):
            FOUR.position(deal, contract, exchange=exchange)
    with pytest.raises(ultimo.DealError):
        FOUR.position(deal, FOUR.contract("garde_sans"), exchange=(dog, laid))


# Slam.


@pytest.mark.parametrize("contract", ALL[1:])
def test_the_taker_alone_may_announce_a_slam_after_the_discard(contract: str) -> None:
    state = lay_away(bid(FOUR, 2, contract))
    assert (state.phase, state.current_player) == ("announce", 2)
    assert names(state) == ["announce:slam", "done"]
    assert state.contract.announced == frozenset()
    do(state, "announce:slam")
    assert state.contract.announced == {"slam"}
    assert all(state.observation(seat)["announced"].tolist() == [True] for seat in range(4))
    while state.phase == "announce":
        assert "announce:slam" not in names(state)
        assert code_of(state, "announce:slam") == "not_now"
        do(state, "done")


@pytest.mark.parametrize(
    ("leads", "said", "first"),
    [
        pytest.param(False, "announce:slam", 0, id="seat 0 leads, also after a slam"),
        pytest.param(True, "announce:slam", 2, id="slam_announcer_leads: the taker"),
        pytest.param(True, "done", 0, id="slam_announcer_leads: not without a slam"),
    ],
)
def test_first_lead(leads: bool, said: str, first: int) -> None:  # noqa: FBT001
    game = french(slam_announcer_leads=leads)
    state = to_play(do(bid(game, 2, "garde_sans"), said))
    assert (state.phase, state.current_player) == ("play", first)
    announced = {"slam"} if said == "announce:slam" else set()
    contract = game.contract("garde_sans", declarer=2, announced=announced)
    assert game.position(fill(game), contract).leader == first


# The match.


def test_default_deals_are_four_times_the_players() -> None:
    assert [french(players=n).options.deals for n in (3, 4, 5)] == [12, 16, 20]


def test_totals_add_up_and_the_highest_wins() -> None:
    game = french(deals=2)
    match = ultimo.Match(game, dealer=3)
    match.record(returns=[240, -80, -80, -80])
    assert (match.dealer, match.is_over) == (0, False)
    # Tied for a place after the second deal: one more is played, and again while tied.
    open_after = []
    for returns in ([-96, 288, -96, -96], [0, 0, 0, 0], [72, 72, -216, 72]):
        open_after.append(not match.is_over)
        match.record(returns=returns)
    assert open_after == [True, True, True]
    assert match.totals.tolist() == [216, 280, -392, -104]
    assert (match.is_over, match.winners) == (True, (1,))
    assert match.places == (2, 1, 4, 3)


def test_without_tie_deal_places_are_shared() -> None:
    match = ultimo.Match(french(deals=1, tie_deal=False), dealer=3)
    match.record(returns=[240, -80, -80, -80])
    assert match.is_over
    assert match.places == (1, 2, 2, 2)


def test_void_deals_are_not_counted() -> None:
    match = ultimo.Match(french(deals=1, tie_deal=False), dealer=3)
    match.record(void="next_dealer")
    assert (match.played, match.is_over, match.dealer) == (0, False, 0)
