"""Snapszer up to the play: cards, deal, auction, trump, called card and kontra, a row a clause."""

from typing import Any

import pytest
from tests.rules.snapszer_hands import snapszer

import ultimo

FORMS = ("S2", "S3", "S4", "S3L")


# Players, cards, deal.


@pytest.mark.parametrize(
    ("given", "form", "players"),
    [
        pytest.param({}, "S2", 2, id="two players unless something else is said"),
        pytest.param({"players": 3}, "S3", 3, id="three players: the form without bidding"),
        pytest.param({"players": 4}, "S4", 4, id="four players"),
        pytest.param({"form": "S3L"}, "S3L", 3, id="the form says how many play"),
        pytest.param({"form": "S3L", "players": 3}, "S3L", 3, id="both may be said"),
    ],
)
def test_forms(given: dict[str, Any], form: str, players: int) -> None:
    game: Any = ultimo.game("snapszer", **given)
    assert (game.options.form, game.players) == (form, players)
    assert eval(repr(game), {"ultimo": ultimo}) == game  # noqa: S307


def test_a_form_has_its_number_of_players() -> None:
    with pytest.raises(ultimo.OptionError, match="players=2: form='S4' is for 4"):
        ultimo.game("snapszer", form="S4", players=2)


@pytest.mark.parametrize("form", FORMS)
def test_the_cards_count_120_in_the_whole_pack(form: str) -> None:
    deck = snapszer(form).deck
    assert deck.size == (20 if form == "S2" else 24)
    assert ("H9" in deck.codes) == (form != "S2")
    assert not {"H7", "H8"} & set(deck.codes)
    assert deck.count(range(deck.size)) == 120
    assert [deck.count([deck.index(f"L{rank}")]) for rank in "ATKOU"] == [11, 10, 4, 3, 2]


def test_bids_and_their_values() -> None:
    assert snapszer("S2").contracts() == {"game": None}
    assert snapszer("S3").contracts() == {"game": None}
    assert snapszer("S4").contracts() == {"game": None, "snapszer": 6}
    assert snapszer("S3L").contracts() == {
        "thirty_three": 1,
        "sixty_six": 2,
        "ninety_nine": 3,
        "snapszer": 4,
        "mizer": 2,
    }


@pytest.mark.parametrize("dealer", [0, 1])
def test_two_players_are_dealt_three_a_card_face_up_and_two(dealer: int) -> None:
    """`c[0..2], c[7..8]`; `c[3..5], c[9..10]`; trump card `c[6]`; draw order `c[11]…, c[6]`."""
    game = snapszer("S2")
    spec = game.deal_spec(game.terms(dealer=dealer))
    column = {place: position for position, place in enumerate(spec.place)}
    other = 1 - dealer
    assert {column[5 * other + i] for i in range(5)} == {0, 1, 2, 7, 8}
    assert {column[5 * dealer + i] for i in range(5)} == {3, 4, 5, 9, 10}
    assert [column[10 + i] for i in range(10)] == [*range(11, 20), 6]


@pytest.mark.parametrize(("form", "packet"), [("S3", 4), ("S4", 3), ("S3L", 4)])
def test_two_packets_to_each_from_forehand_on(form: str, packet: int) -> None:
    game = snapszer(form)
    n = game.players
    for dealer in range(n):
        spec = game.deal_spec(game.terms(dealer=dealer))
        column = {place: position for position, place in enumerate(spec.place)}
        for turn in range(n):
            seat = (dealer + 1 + turn) % n
            own = {column[2 * packet * seat + i] for i in range(2 * packet)}
            first = range(packet * turn, packet * (turn + 1))
            second = range(packet * (n + turn), packet * (n + turn + 1))
            assert own == {*first, *second}


@pytest.mark.parametrize(("form", "packet"), [("S3", 4), ("S4", 3)])
def test_the_first_packet_of_forehand_is_known(form: str, packet: int) -> None:
    game = snapszer(form)
    for dealer in range(game.players):
        forehand = (dealer + 1) % game.players
        deal = game.deal(3, dealer=dealer)
        assert len(deal.first) == packet
        assert set(deal.first) <= set(deal.hands[forehand])
        assert ultimo.Deal.from_json(deal.to_json()) == deal
        state = game.start(deal, dealer=dealer)
        assert state.hand(forehand) == deal.first


def test_a_first_packet_must_be_right() -> None:
    game = snapszer("S3")
    deal = game.deal(1)
    hands = [list(hand) for hand in deal.hands]
    for first in (deal.first[:3], deal.hands[1][:4], (*deal.first[:3], deal.first[0])):
        with pytest.raises(ultimo.DealError, match="first packet"):
            game.make_deal(hands, first=first)
    with pytest.raises(ultimo.DealError, match="say first= which"):
        game.start(game.make_deal(hands))
    with pytest.raises(ultimo.DealError, match="nobody decides by one"):
        snapszer("S3L").make_deal(hands, first=deal.first)
    # For the play alone it does not matter.
    assert game.position(game.make_deal(hands), game.contract(trump="H")).current_player == 0


def test_the_suit_of_the_card_face_up_is_trump_of_two() -> None:
    for dealer in (0, 1):
        state = snapszer("S2").start(seed=4, dealer=dealer)
        assert state.phase == "play"
        assert state.contract.trump == state.deal.talon[-1][0]
        # "The non-dealer leads to trick 1."
        assert state.current_player == 1 - dealer
    ending = snapszer("S2").make_deal([["HA"], ["LA"]])
    with pytest.raises(ultimo.DealError, match="no stock"):
        snapszer("S2").start(ending)


# Three players: trump.


def test_forehand_names_any_suit_by_his_first_four_cards() -> None:
    game = snapszer("S3")
    state = game.start(seed=2, dealer=0)
    assert (state.phase, state.current_player) == ("announce", 1)
    assert [game.action_names[a] for a in state.legal_actions()] == [f"trump:{s}" for s in "ALHB"]
    assert len(state.hand(1)) == 4
    assert state.observation(1)["hand"].sum() == 4
    state.apply("trump:L")
    assert state.contract.trump == "L"
    assert state.contract.declarer == 1
    assert len(state.hand(1)) == 8


def test_trump_may_have_to_be_one_of_the_first_four_cards() -> None:
    game = snapszer("S3", s3_trump_must_be_held=True)
    deal = game.make_deal(
        ["HA HT HK HO LA LT LK LO", "AA AT AK AO BA BT BK BO", "H9 HU L9 LU A9 AU B9 BU"],
        first="HA HT HK LA",
    )
    state = game.start(deal)
    assert [game.action_names[a] for a in state.legal_actions()] == ["trump:L", "trump:H"]
    with pytest.raises(ultimo.IllegalActionError, match="one of the first packet") as error:
        state.apply("trump:A")
    assert error.value.code == "trump_not_held"


# Four players: the called card.

FOUR = ["HA HT HK LA LT LK", "AA AT AK BA BT BK", "HO HU H9 LO LU L9", "AO AU A9 BO BU B9"]
FIRST = "HA HT LA"


def four(**options: Any) -> Any:
    """Returns a deal of four that waits for the called card."""
    game = snapszer("S4", **options)
    return game.start(game.make_deal(FOUR, first=FIRST))


def test_the_declarer_calls_any_card_but_his_first_three() -> None:
    state = four()
    names = {state.game.action_names[a] for a in state.legal_actions()}
    assert names == {f"call:{c}" for c in state.game.deck.cards if c not in FIRST.split()}
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply("call:HA")
    assert error.value.code == "own_card"
    assert len(four(s4_call_own=True).legal_actions()) == 24


@pytest.mark.parametrize(
    ("called", "partner"),
    [
        pytest.param("HO", 2, id="its holder is the partner"),
        pytest.param("B9", 3, id="of any rank"),
        pytest.param("LK", None, id="dealt to the declarer later: he plays alone"),
    ],
)
def test_partner(called: str, partner: int | None) -> None:
    state = four()
    state.apply(f"call:{called}")
    assert state.phase == "announce"
    state.apply("game")
    contract = state.contract
    assert (contract.trump, contract.called, contract.partner) == (called[0], called, partner)
    assert contract == state.game.contract("game", called=called, partner=partner)


def test_a_called_card_of_his_own_may_void_the_deal() -> None:
    state = four(s4_called_card_self="redeal")
    state.apply("call:LK")
    assert state.is_over
    assert state.redeal == "same_dealer"
    assert state.returns().tolist() == [0, 0, 0, 0]
    other = four(s4_called_card_self="redeal")
    other.apply("call:HO")
    assert not other.is_over
    # A card of the first packet is called knowingly: he plays alone.
    own = four(s4_called_card_self="redeal", s4_call_own=True)
    own.apply("call:HA")
    assert not own.is_over
    assert own.contract.partner is None


def test_nobody_else_knows_the_partner_until_the_called_card_is_played() -> None:
    state = four()
    for call in ("call:HO", "game", "pass", "pass", "pass"):
        state.apply(call)
    assert state.phase == "play"
    for seat in range(4):
        seen = state.observation(seat)
        assert seen["partner"].tolist() == [False, False, seat == 2, False]
        assert seen["called"][state.game.deck.index("HO")]
        assert seen["trump"].tolist() == [suit == "H" for suit in "ALHB"] + [False]
    for card in ("HK", "AA", "HO"):
        state.apply(card)
    assert all(state.observation(seat)["partner"][2] for seat in range(4))


def test_only_the_declarer_says_game_or_snapszer_before_kontra() -> None:
    state = four()
    state.apply("call:HO")
    names = [state.game.action_names[a] for a in state.legal_actions()]
    assert sorted(names) == ["game", "snapszer"]
    state.apply("snapszer")
    assert state.contract.bid == "snapszer"
    assert (state.phase, state.current_player) == ("kontra", 1)


# Bidding of three.


def bidding(calls: str) -> Any:
    """Returns a deal with bidding after some calls, seat 0 being forehand."""
    state = snapszer("S3L").start(seed=1)
    for call in calls.split():
        state.apply(call)
    return state


@pytest.mark.parametrize(
    ("calls", "legal"),
    [
        pytest.param(
            "",
            "pass thirty_three sixty_six ninety_nine snapszer",
            id="forehand speaks first, jumps are allowed",
        ),
        pytest.param(
            "thirty_three",
            "pass sixty_six ninety_nine snapszer",
            id="strictly higher: equal bids are not allowed",
        ),
        pytest.param("sixty_six pass", "pass ninety_nine snapszer", id="after a pass too"),
        pytest.param("snapszer", "pass", id="nothing is higher than snapszer"),
        pytest.param(
            "pass pass",
            "pass thirty_three sixty_six ninety_nine snapszer",
            id="the dealer speaks last",
        ),
    ],
)
def test_calls(calls: str, legal: str) -> None:
    state = bidding(calls)
    assert state.current_player == len(calls.split())
    assert [state.game.action_names[a] for a in state.legal_actions()] == legal.split()


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        pytest.param("pass thirty_three pass", 1, "thirty_three", id="the highest bidder"),
        pytest.param("sixty_six ninety_nine pass", 1, "ninety_nine", id="everybody speaks once"),
        pytest.param("thirty_three sixty_six snapszer", 2, "snapszer", id="the last one"),
    ],
)
def test_the_highest_bidder_names_any_trump_by_eight_cards(
    calls: str, declarer: int, bid: str
) -> None:
    state = bidding(calls)
    assert (state.phase, state.current_player) == ("announce", declarer)
    assert len(state.hand(declarer)) == 8
    assert len(state.legal_actions()) == 4
    state.apply("trump:B")
    assert (state.contract.bid, state.contract.declarer, state.contract.trump) == (
        (bid, declarer, "B")
    )
    assert state.phase == "kontra"


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_all_pass_is_a_mizer_that_forehand_leads(dealer: int) -> None:
    """No trump, no kontra, no declarer, everybody for himself."""
    state = snapszer("S3L").start(seed=1, dealer=dealer)
    for _ in range(3):
        state.apply("pass")
    assert (state.phase, state.current_player) == ("play", (dealer + 1) % 3)
    assert (state.contract.bid, state.contract.trump) == ("mizer", None)
    assert not state.observation(0)["declarer"].any()


def test_a_bid_too_low_names_its_rule() -> None:
    with pytest.raises(ultimo.IllegalActionError, match="higher than the highest one") as error:
        bidding("sixty_six").apply("sixty_six")
    assert error.value.code == "bid_too_low"


# Kontra.


def doubling(form: str, **options: Any) -> Any:
    """Returns a deal that waits for kontra; seat 0 is the declarer, seat 2 the partner of four."""
    calls = {"S3": "trump:H", "S4": "call:HO game", "S3L": "sixty_six pass pass trump:H"}[form]
    game = snapszer(form, **options)
    state = four(**options) if form == "S4" else game.start(seed=1)
    for call in calls.split():
        state.apply(call)
    return state


@pytest.mark.parametrize("form", ["S3", "S4", "S3L"])
@pytest.mark.parametrize(
    ("says", "level"),
    [
        pytest.param(["pass"] * 3, 0, id="nobody"),
        pytest.param(["kontra:game", "pass"], 1, id="the first opponent; the declarer passes"),
        pytest.param(["kontra:game", "kontra:game"], 2, id="rekontra by the declarer, no higher"),
    ],
)
def test_kontra(form: str, says: list[str], level: int) -> None:
    state = doubling(form)
    asked = [state.current_player]
    for call in says[: 2 if form != "S4" and not level else 3]:
        state.apply(call)
        asked.append(state.current_player)
    assert state.phase == "play"
    assert state.contract.level("game") == level
    # "In turn from next(declarer)"; after a kontra the round stops and the declarer answers.
    expected = [1, 0] if level else ([1, 2, 3] if form == "S4" else [1, 2])
    assert asked[:-1] == expected


def test_the_second_opponent_may_say_it_when_the_first_passes() -> None:
    state = doubling("S3")
    for call in ("pass", "kontra:game"):
        state.apply(call)
    assert state.current_player == 0
    state.apply("pass")
    assert state.contract.level("game") == 1


def test_the_holder_of_the_called_card_can_only_pass() -> None:
    state = doubling("S4")
    state.apply("pass")
    assert state.current_player == 2
    assert [state.game.action_names[a] for a in state.legal_actions()] == ["pass"]
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply("kontra:game")
    assert error.value.code == "not_your_kontra"
    state.apply("pass")
    state.apply("kontra:game")
    # "Then the declarer, he alone, not his partner."
    assert state.current_player == 0


@pytest.mark.parametrize("form", ["S3", "S4", "S3L"])
def test_kontra_may_be_off(form: str) -> None:
    assert doubling(form, kontra="off").phase == "play"
    with pytest.raises(ultimo.ContractError):
        snapszer(form, kontra="off").contract(kontra={"game": 1}, bid=None, trump="H")


@pytest.mark.parametrize(
    ("form", "terms", "fault"),
    [
        pytest.param("S2", {"kontra": {"game": 1}, "trump": "H"}, "kontra", id="none with two"),
        pytest.param("S3", {"kontra": {"game": 3}, "trump": "H"}, "levels are 1 to 2", id="top"),
        pytest.param("S4", {"bid": "game"}, "say called= or trump=", id="four: a trump"),
        pytest.param(
            "S4", {"bid": "game", "called": "HA", "trump": "L"}, "another", id="of the called card"
        ),
        pytest.param("S3L", {"bid": "mizer", "trump": "H"}, "trump='H'", id="mizer has no trump"),
        pytest.param("S3L", {"bid": "snapszer"}, "trump", id="a bid has one"),
        pytest.param(
            "S3", {"called": "HA", "trump": "H"}, "called", id="nothing is called by three"
        ),
        pytest.param(
            "S3L", {"bid": "mizer", "kontra": {"game": 1}}, "kontra", id="mizer has no kontra"
        ),
    ],
)
def test_contracts_there_are_not(form: str, terms: dict[str, Any], fault: str) -> None:
    with pytest.raises(ultimo.ContractError, match=fault):
        snapszer(form).contract(**terms)
