"""The worked examples of rules/slovenian_tarok.md up to the score, and whole random deals."""

from dataclasses import replace

import pytest
from tests.oracle.cards import TAROK54, count54
from tests.oracle.chacha import Stream
from tests.oracle.tarok import (
    Options,
    TarokDeal,
    TarokPlay,
    TarokTwoPlay,
    deal,
    lay_out,
    legal_discards,
    preset,
)
from tests.oracle.tarok_auction import DECLARER, DEFENDERS, Auction
from tests.oracle.tarok_options import contract_values

FOUR, THREE, TWO = Options(players=4), Options(players=3), Options(players=2)


def test_17_holding_and_last_word() -> None:
    auction = Auction(FOUR)
    for call in ("pass", "two", "pass", "two"):
        auction.apply(call)
    assert auction.current == 2
    assert auction.legal()[:2] == ["pass", "solo_two"]
    auction.apply("pass")
    assert auction.current == 0
    assert auction.legal() == list(contract_values(FOUR))[2:]
    auction.apply("two")
    assert auction.declarer == 0
    assert auction.contract == "two"


def test_18_forehand_may_not_pass() -> None:
    auction = Auction(THREE)
    assert auction.legal()[:2] == ["pass", "two"]
    auction.apply("pass")
    auction.apply("pass")
    assert auction.legal() == (
        ["klop", "three", "two", "one", "solo_without", "piccolo", "beggar", "open_beggar"]
    )


def test_lowest_bid_of_four_is_solo_three() -> None:
    assert Auction(FOUR).legal()[:2] == ["pass", "solo_three"]
    assert Auction(replace(FOUR, three_open_to_all=True)).legal()[:2] == ["pass", "three"]


@pytest.mark.parametrize(
    ("rule", "hand", "legal"),
    [
        pytest.param("only_if_forced", "HK HQ T5 T1", "HQ", id="suit cards that are not kings"),
        pytest.param("only_if_forced", "HK T5 T1 T22", "T5", id="else tarokks II..XX"),
        pytest.param("free_face_up", "HK HQ T5 T1", "HQ T5", id="tarokks freely"),
    ],
)
def test_discards(rule: str, hand: str, legal: str) -> None:
    assert legal_discards(replace(FOUR, discard_tarokks=rule), hand.split()) == legal.split()


def test_deal_of_four() -> None:
    cards = lay_out(4, TAROK54)
    assert cards.talon == TAROK54[:6]
    assert cards.hands[0] == (*TAROK54[6:12], *TAROK54[30:36])
    assert cards.hands[3] == (*TAROK54[24:30], *TAROK54[48:54])


def test_deal_of_three() -> None:
    cards = lay_out(3, TAROK54)
    assert cards.talon == TAROK54[:6]
    assert cards.hands[1] == (*TAROK54[14:22], *TAROK54[38:46])


def test_deal_of_two() -> None:
    cards = lay_out(2, TAROK54)
    assert cards.hands[0] == (*TAROK54[:5], *TAROK54[10:15], *TAROK54[20:25])
    assert cards.piles[1] == (TAROK54[34:38], TAROK54[42:46], TAROK54[50:54])


@pytest.mark.parametrize("players", [3, 4])
def test_no_hand_is_dealt_without_tarokk(players: int) -> None:
    for index in range(300):
        cards = deal(Options(players=players), seed=5, index=index)
        assert all(any(card[0] == "T" for card in hand) for hand in cards.hands)


def random_deal(options: Options, seed: int, calls: tuple[str, ...] = ()) -> TarokDeal:
    """A deal played to its end at random, with invariants checked on the way."""
    game = TarokDeal(options, deal(options, seed))
    stream = Stream(seed, 1)
    for call in calls:
        game.apply(call)
    while game.current is not None:
        legal = game.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        game.apply(legal[stream.below(len(legal))])
    assert game.phase == "over"
    return game


@pytest.mark.parametrize("name", ["site", "openspiel", "pagat"])
@pytest.mark.parametrize("players", [3, 4])
def test_whole_random_deals(name: str, players: int) -> None:
    options = replace(preset(name, players), defenders_may_announce=True, kontra_max="mort")
    for seed in range(60):
        game = random_deal(options, seed)
        play = game.play
        assert isinstance(play, TarokPlay)
        places = [*play.discards, *play.talon]
        places += [card for cards in (*play.hands, *play.piles) for card in cards]
        assert sorted(places) == sorted(TAROK54)
        if play.contract != "klop" and options.captured_mond_penalty == 0:
            value = play.value()
            assert set(game.returns()) <= {value, -value}
            assert game.returns()[play.declarer or 0] == value


@pytest.mark.parametrize("name", ["site", "openspiel"])
def test_auction_of_all_contracts(name: str) -> None:
    options = preset(name, 4)
    for seed, contract in enumerate(["klop", *contract_values(options)]):
        game = random_deal(options, seed, ("pass", "pass", "pass", contract))
        assert game.contract == contract


def test_whole_random_deals_of_two() -> None:
    for refill in ("take_tarokk_and_king", "leave_face_up"):
        options = replace(TWO, two_player_pile_refill=refill)
        for seed in range(30):
            game = random_deal(options, seed)
            play = game.play
            assert isinstance(play, TarokTwoPlay)
            assert sum(play.tricks) == 27
            assert sum(count54(cards) for cards in play.won) == 70
            assert sum(game.returns()) == 0


def to_kontra(options: Options, *calls: str) -> TarokDeal:
    """A deal of three, declarer forehand with two, brought to the kontra phase."""
    game = TarokDeal(options, deal(options, 1))
    for call in ("pass", "pass", "two", "group:0"):
        game.apply(call)
    while game.phase == "discard":
        game.apply(game.legal()[0])
    for call in calls:
        game.apply(call)
    return game


def test_announcing_excludes() -> None:
    game = to_kontra(THREE)
    assert set(game.legal()) == {
        "announce:trula", "announce:kings", "announce:pagat_ultimo", "announce:trulapagat",
        "announce:valat", "done",
    }  # fmt: skip
    game.apply("announce:trula")
    assert set(game.legal()) == {"announce:kings", "announce:pagat_ultimo", "done"}
    assert to_kontra(THREE, "announce:valat").legal() == ["done"]
    assert set(to_kontra(THREE, "announce:trulapagat").legal()) == {"announce:kings", "done"}


def test_kontra_goes_round() -> None:
    game = to_kontra(THREE, "announce:trula", "done")
    assert (game.phase, game.current) == ("kontra", 1)
    game.apply("kontra:trula")
    assert set(game.legal()) == {"kontra:game", "pass"}
    for call in ("kontra:game", "pass", "pass"):
        game.apply(call)
    assert game.current == 0
    assert set(game.legal()) == {"kontra:game", "kontra:trula", "pass"}
    for call in ("kontra:game", "pass", "kontra:game", "pass"):
        game.apply(call)
    assert "kontra:game" not in game.legal()
    for call in ("pass", "pass"):
        game.apply(call)
    assert game.legal() == ["pass"]  # sub is the top, and trula is the declarer's to raise
    game.apply("pass")
    assert game.phase == "play"
    assert game.kontra == {"trula": 1, "game": 3}


def test_defenders_announce_after_the_declarer() -> None:
    game = to_kontra(replace(THREE, defenders_may_announce=True), "announce:trula", "done")
    assert (game.phase, game.current) == ("announce", 1)
    for call in ("announce:kings", "done", "done"):
        game.apply(call)
    assert game.announced == {"trula": DECLARER, "kings": DEFENDERS}
    assert set(game.legal()) == {"kontra:game", "kontra:trula", "pass"}
    for call in ("pass", "pass"):
        game.apply(call)
    assert set(game.legal()) == {"kontra:kings", "pass"}


def test_king_call_and_partner() -> None:
    for seed in range(20):
        game = TarokDeal(FOUR, deal(FOUR, seed))
        for call in ("pass", "pass", "pass", "two"):
            game.apply(call)
        assert game.legal() == ["king:C", "king:D", "king:H", "king:S"]
        game.apply("king:S")
        holder = [seat for seat, hand in enumerate(game.hands) if "SK" in hand]
        assert game.partner == (holder[0] if holder and holder[0] != 0 else None)
        assert game.legal() == ["group:0", "group:1", "group:2"]


def test_other_dealer_moves_forehand() -> None:
    game = TarokDeal(FOUR, deal(FOUR, 1), dealer=0)
    assert game.current == 2
    for call in ("pass", "pass", "pass", "klop"):
        game.apply(call)
    assert (game.phase, game.current) == ("play", 1)
