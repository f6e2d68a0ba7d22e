"""The worked examples of rules/napoleon.md, numbered as there, and whole random deals."""

from dataclasses import replace

import pytest
from tests.oracle.cards import reduced_french
from tests.oracle.chacha import Stream
from tests.oracle.napoleon import (
    Cards,
    NapoleonDeal,
    NapoleonPlay,
    Options,
    deal,
    is_possible,
    ladder,
    lay_out,
    legal_cards,
    payment,
    winning_card,
)
from tests.oracle.napoleon_match import NapoleonMatch

BASIC = Options()
EXTENDED = Options(ladder="extended")


def called(options: Options, *calls: str) -> NapoleonDeal:
    """A deal after these calls."""
    whole = NapoleonDeal(options, deal(options, 1))
    for call in calls:
        whole.apply(call)
    return whole


def test_1_legal_calls() -> None:
    whole = called(EXTENDED)
    assert (whole.current, whole.legal()) == (
        0,
        ["pass", "two", "three", "misere", "four", "napoleon"],
    )
    whole.apply("two")
    assert whole.legal() == ["pass", "three", "misere", "four", "napoleon"]
    whole.apply("misere")
    assert whole.legal() == ["pass", "four", "napoleon"]
    whole.apply("napoleon")
    assert whole.legal() == ["pass", "wellington"]
    whole.apply("pass")
    assert (whole.phase, whole.declarer, whole.contract) == ("play", 2, "napoleon")
    assert payment(EXTENDED, "napoleon", made=True) == 5


@pytest.mark.parametrize(
    ("options", "bids"),
    [
        pytest.param(BASIC, "three four napoleon wellington", id="basic"),
        pytest.param(EXTENDED, "two three misere four napoleon wellington blucher", id="extended"),
        pytest.param(Options(ladder="custom"), "three four napoleon wellington", id="custom"),
        pytest.param(
            Options(ladder="custom", bid_misere=True),
            "three misere four napoleon wellington",
            id="custom with misere",
        ),
        pytest.param(
            Options(ladder="custom", bid_two=True, bid_blucher=True),
            "two three four napoleon wellington blucher",
            id="custom with two and blucher",
        ),
    ],
)
def test_ladders(options: Options, bids: str) -> None:
    assert ladder(options) == bids.split()


def test_2_three_made_in_the_last_trick() -> None:
    options = Options(players=3)
    hands = ("HA H9 C7 D4 D2", "SA SK ST HK C3", "SQ S5 H8 CJ D6")
    whole = NapoleonDeal(options, Cards(tuple(tuple(hand.split()) for hand in hands)))
    for call in ("pass", "three", "pass"):
        whole.apply(call)
    for cards, winner, won in (
        ("SA S5 D2", 1, 1),
        ("SK SQ D4", 1, 2),
        ("HK H8 HA", 0, 2),
        ("C7 C3 CJ", 2, 2),
        ("D6 H9 ST", 1, 3),
    ):
        assert whole.phase == "play"
        for card in cards.split():
            whole.apply(card)
        assert whole.play is not None
        assert whole.play.trump == "S"
        assert (whole.play.seat, whole.tricks[1]) == (winner, won)
    assert whole.phase == "over"
    assert whole.returns() == [-3, 6, -3]


def test_2_duties_on_the_way() -> None:
    hands = [["HA", "H9"], ["ST", "C3"], ["SQ", "S5"]]
    play = NapoleonPlay(Options(players=3), hands, "three", 1, leader=2, trump="S")
    play.apply("S5")
    assert play.legal() == ["HA", "H9"]
    play.apply("H9")
    assert play.legal() == ["ST"]


def stopped(bid: str, size: int, tricks: list[int], options: Options = BASIC) -> NapoleonPlay:
    """The play of declarer, seat 0, after these tricks of each seat."""
    held = size - sum(tricks)
    hands = [[f"C{rank}" for rank in "AKQJT"[:held]] for _ in tricks]
    play = NapoleonPlay(options, hands, bid, 0, trump="S")
    play.size = size
    play.tricks = tricks
    return play


@pytest.mark.parametrize(
    ("bid", "tricks", "returns"),
    [
        pytest.param("four", [4, 0, 0, 0, 0], [16, -4, -4, -4, -4], id="3 four made early"),
        pytest.param("four", [3, 0, 0, 0, 0], None, id="3 not yet"),
        pytest.param("napoleon", [1, 1, 0, 0, 0], [-20, 5, 5, 5, 5], id="4 napoleon lost"),
        pytest.param("napoleon", [4, 0, 0, 0, 0], None, id="4 napoleon so far"),
        pytest.param("four", [0, 1, 0, 0], None, id="5 after trick 1"),
        pytest.param("four", [1, 1, 0, 0], None, id="5 after trick 2"),
        pytest.param("four", [1, 1, 1, 0], [-12, 4, 4, 4], id="5 four lost early"),
        pytest.param("wellington", [5, 0, 0, 0], [30, -10, -10, -10], id="7 wellington made"),
        pytest.param("blucher", [4, 0, 0, 1], [-60, 20, 20, 20], id="7 blucher lost"),
        pytest.param("two", [2, 1, 1], [4, -2, -2], id="two made"),
        pytest.param("two", [1, 2, 1], None, id="two not yet lost"),
        pytest.param("two", [0, 2, 2], [-4, 2, 2], id="two lost"),
        pytest.param("three", [2, 2, 1], [-6, 3, 3], id="three lost in the last trick"),
        pytest.param("misere", [0, 2, 2], None, id="misere goes to the end"),
        pytest.param("misere", [0, 3, 2], [6, -3, -3], id="misere made"),
        pytest.param("misere", [1, 0, 0], [-6, 3, 3], id="misere lost at once"),
    ],
)
def test_ends_and_payments(bid: str, tricks: list[int], returns: list[int] | None) -> None:
    play = stopped(bid, 5, tricks)
    assert play.is_over == (returns is not None)
    assert play.returns() == (returns or [0] * len(tricks))


def test_6_misere_lost() -> None:
    options = Options(players=6, ladder="extended", deck_ranks=8)
    assert is_possible(options)
    hands = ["H7 DK", "H9 DT", "HK D9", "CA D7", "HT CQ", "H8 DJ"]
    play = NapoleonPlay(options, [hand.split() for hand in hands], "misere", 0)
    for card in ("H7", "H9", "HK", "CA", "HT", "H8"):
        assert card in play.legal()
        play.apply(card)
    assert (play.seat, play.trump, play.is_over) == (2, None, False)
    for card in ("D9", "D7", "CQ", "DJ"):
        play.apply(card)
    assert play.legal() == ["DK"]
    play.apply("DK")
    play.apply("DT")
    assert play.is_over
    assert play.returns() == [-15, 3, 3, 3, 3, 3]


def test_7_wellington_and_blucher() -> None:
    whole = called(EXTENDED, "napoleon")
    assert "blucher" not in whole.legal()
    whole.apply("wellington")
    assert whole.legal() == ["pass", "blucher"]
    whole.apply("blucher")
    assert whole.legal() == ["pass"]
    whole.apply("pass")
    assert (whole.declarer, whole.contract) == (2, "blucher")
    assert whole.current == 2


@pytest.mark.parametrize(
    ("void_rule", "trump", "legal"),
    [
        pytest.param("must_trump", "S", "S3 S2", id="8 duty to trump"),
        pytest.param("free", "S", "HJ C9 S3 S2", id="8 free"),
        pytest.param("must_trump", None, "HJ C9 S3 S2", id="8 misere"),
    ],
)
def test_8_void_hands(void_rule: str, trump: str | None, legal: str) -> None:
    options = replace(BASIC, void_rule=void_rule)
    hand = ["HJ", "C9", "S3", "S2"]
    assert legal_cards(options, hand, "D", trump) == legal.split()
    assert legal_cards(options, [*hand, "D2"], "D", trump) == ["D2"]
    assert legal_cards(options, hand, None, trump) == hand


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("S", "D4 SQ S3 DA", "SQ"),
        ("H", "D4 SQ S3 DA", "DA"),
        (None, "D4 SQ S3 D3", "D4"),
    ],
)
def test_trick_winner(trump: str | None, trick: str, winner: str) -> None:
    assert winning_card(trick.split(), trump) == winner


@pytest.mark.parametrize(
    ("players", "smallest", "lowest"),
    [
        (3, 4, "J"),
        (4, 5, "T"),
        (5, 7, "8"),
        (6, 8, "7"),
        (7, 9, "6"),
        (8, 10, "5"),
        (9, 12, "3"),
        (10, 13, "2"),
    ],
)
def test_9_pack_limits(players: int, smallest: int, lowest: str) -> None:
    assert is_possible(Options(players=players, deck_ranks=smallest))
    assert not is_possible(Options(players=players, deck_ranks=smallest - 1))
    assert reduced_french(smallest)[-1][1] == lowest


@pytest.mark.parametrize("batches", [(3, 2), (2, 3), (1, 1, 1, 1, 1)])
def test_packets(batches: tuple[int, ...]) -> None:
    options = Options(players=3, deck_ranks=4, deal_batches=batches)
    pack = reduced_french(4)
    cards = lay_out(options, pack, dealer=0)
    assert cards.hands[1][: batches[0]] == pack[: batches[0]]
    assert cards.hands[0][-batches[-1] :] == pack[15 - batches[-1] : 15]
    assert cards.talon == pack[15:]
    assert [len(hand) for hand in cards.hands] == [5, 5, 5]


@pytest.mark.parametrize(
    ("bid", "made", "lost"),
    [
        ("two", 2, 2),
        ("three", 3, 3),
        ("misere", 3, 6),
        ("four", 4, 4),
        ("napoleon", 10, 5),
        ("wellington", 20, 10),
        ("blucher", 30, 15),
    ],
)
def test_payments_of_1911(bid: str, made: int, lost: int) -> None:
    options = replace(EXTENDED, payments="eb1911")
    assert payment(options, bid, made=True) == made
    assert payment(options, bid, made=False) == lost


def test_all_pass() -> None:
    whole = called(BASIC, "pass", "pass", "pass", "pass")
    assert (whole.phase, whole.current, whole.returns()) == ("over", None, [0, 0, 0, 0])


def over(bid: str | None) -> NapoleonDeal:
    """A deal of four that was passed, or in which seat 0 has won all tricks."""
    whole = called(EXTENDED, bid or "pass", "pass", "pass", "pass")
    if bid is not None:
        assert whole.play is not None
        whole.play.tricks = [5, 0, 0, 0]
        whole.phase = "over"
    return whole


def test_passed_deals_do_not_count() -> None:
    match = NapoleonMatch(EXTENDED, dealer=3)
    for dealer in (0, 1, 2, 3):
        match.add(over(None))
        match.add(over("two"))
        assert match.dealer == dealer
    assert match.is_over
    assert match.totals == [24, -8, -8, -8]
    assert match.places() == [1, 2, 2, 2]


def test_passed_deals_may_move_the_deal_on() -> None:
    match = NapoleonMatch(replace(BASIC, all_pass_dealer="next"), dealer=3)
    match.add(over(None))
    assert match.dealer == 0


def test_match_ends_after_fifty_passed_deals_in_a_row() -> None:
    match = NapoleonMatch(replace(BASIC, match_deals=2))
    for _ in range(49):
        match.add(over(None))
    match.add(over("three"))
    for _ in range(50):
        assert not match.is_over
        match.add(over(None))
    assert match.is_over
    assert match.left == 1


OPTIONS = [
    BASIC,
    Options(players=3, ladder="extended", deck_ranks=4),
    Options(players=6, ladder="extended", deck_ranks=8, void_rule="free", payments="eb1911"),
    Options(players=10, ladder="custom", bid_misere=True, deal_batches=(1, 1, 1, 1, 1)),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["4", "3", "6", "10"])
def test_whole_random_deals(options: Options) -> None:
    for seed in range(40):
        dealer = seed % options.players
        whole = NapoleonDeal(options, deal(options, seed, dealer=dealer), dealer)
        assert whole.to_call[0] == (dealer + 1) % options.players
        stream = Stream(seed, 1)
        while whole.current is not None:
            legal = whole.legal()
            assert len(set(legal)) == len(legal) > 0
            whole.apply(legal[stream.below(len(legal))])
        assert whole.phase == "over"
        assert sum(whole.returns()) == 0
        assert (whole.contract is None) == (whole.returns()[0] == 0)
