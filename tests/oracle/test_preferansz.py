"""The worked examples of rules/preferansz.md, numbered as there, and whole random deals."""

from dataclasses import replace

import pytest
from tests.oracle.chacha import Stream, playout
from tests.oracle.preferansz import (
    Auction,
    Cards,
    Kontra,
    Options,
    PreferanszDeal,
    PreferanszPlay,
    bids,
    contract,
    deal,
    lay_out,
)
from tests.oracle.preferansz_match import PreferanszMatch
from tests.oracle.preferansz_play import PACK, first_leader, legal_cards, value

DEFAULT = Options()
PLAIN = ["acorns", "leaves", "bells", "hearts", "betli", "szanzadu"]
HAND = ["hand_" + bid for bid in PLAIN]
BY_VALUE = [
    *("acorns", "leaves", "hand_acorns", "bells", "hand_leaves", "hearts", "hand_bells", "betli"),
    *("hand_hearts", "szanzadu", "hand_betli", "hand_szanzadu"),
]
BY_DOUBLED_VALUE = [
    *("acorns", "leaves", "hand_acorns", "bells", "hearts", "hand_leaves", "betli", "szanzadu"),
    *("hand_bells", "hand_hearts", "hand_betli", "hand_szanzadu"),
]


def ended(
    bid: str,
    tricks: int,
    *,
    volat: bool = False,
    options: Options = DEFAULT,
    kontra: dict[int, int] | None = None,
    lost_so_far: int | None = None,
) -> PreferanszPlay:
    """The end of a deal in which declarer, seat 0, has won so many tricks."""
    play = PreferanszPlay(
        options, [[], [], []], contract(bid, volat=volat), declarer=0, leader=0, kontra=kontra
    )
    play.tricks = [tricks, 10 - tricks if lost_so_far is None else lost_so_far, 0]
    return play


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        pytest.param(ended("acorns", 6), [2, -1, -1], id="1 acorns made"),
        pytest.param(ended("acorns", 5), [-2, 1, 1], id="acorns with five tricks"),
        pytest.param(ended("hearts", 9), [8, -4, -4], id="2 extra tricks earn nothing"),
        pytest.param(ended("leaves", 3, lost_so_far=5), [-4, 2, 2], id="3 leaves lost"),
        pytest.param(ended("betli", 1, lost_so_far=3), [-10, 5, 5], id="4 betli lost at trick 4"),
        pytest.param(ended("betli", 0), [10, -5, -5], id="betli made"),
        pytest.param(ended("szanzadu", 10), [12, -6, -6], id="5 szanzadu made"),
        pytest.param(ended("szanzadu", 9), [-12, 6, 6], id="szanzadu with nine tricks"),
        pytest.param(ended("hand_bells", 6), [8, -4, -4], id="6 hand bells made"),
        pytest.param(ended("hearts", 9, volat=True), [-16, 8, 8], id="7 volat failing"),
        pytest.param(ended("hand_hearts", 10, volat=True), [20, -10, -10], id="8 hand volat"),
        pytest.param(ended("leaves", 10), [4, -2, -2], id="9 volat not announced"),
        pytest.param(ended("hand_acorns", 6), [4, -2, -2], id="10 hand acorns won"),
        pytest.param(ended("bells", 6, kontra={1: 2}), [15, -12, -3], id="12 kontra"),
        pytest.param(ended("bells", 5, kontra={2: 1}), [-9, 3, 6], id="kontra on a lost game"),
    ],
)
def test_scores(play: PreferanszPlay, expected: list[int]) -> None:
    assert play.is_over
    assert play.returns() == expected


@pytest.mark.parametrize(
    ("bid", "volat", "tricks", "over"),
    [
        pytest.param("acorns", False, [5, 2, 2], False, id="four tricks of the defenders"),
        pytest.param("acorns", False, [0, 3, 2], True, id="3 five tricks of the defenders"),
        pytest.param("acorns", False, [6, 0, 0], False, id="a won suit game is played out"),
        pytest.param("acorns", True, [3, 0, 0], False, id="volat so far"),
        pytest.param("acorns", True, [3, 0, 1], True, id="a defender's trick loses volat"),
        pytest.param("betli", False, [0, 4, 4], False, id="betli so far"),
        pytest.param("betli", False, [1, 3, 0], True, id="4 a trick loses betli"),
        pytest.param("szanzadu", False, [9, 0, 0], False, id="szanzadu so far"),
        pytest.param("szanzadu", False, [0, 1, 0], True, id="a defender's trick: szanzadu"),
    ],
)
def test_early_end(bid: str, volat: bool, tricks: list[int], over: bool) -> None:  # noqa: FBT001
    hands = [["AA"], ["LA"], ["HA"]]
    play = PreferanszPlay(DEFAULT, hands, contract(bid, volat=volat), declarer=0, leader=0)
    play.tricks = tricks
    assert play.is_over == over
    assert any(play.returns()) == over


@pytest.mark.parametrize(
    ("tricks", "won"),
    [pytest.param(6, True, id="six are enough"), pytest.param(5, False, id="five are not")],
)
def test_szanzadu_for_six_tricks(tricks: int, won: bool) -> None:  # noqa: FBT001
    options = replace(DEFAULT, szanzadu_tricks=6)
    assert ended("szanzadu", tricks, options=options).returns()[0] == (12 if won else -12)


TABLE = {
    "acorns": (1, 2, 2, 4),
    "leaves": (2, 3, 4, 6),
    "bells": (3, 4, 6, 8),
    "hearts": (4, 5, 8, 10),
}


@pytest.mark.parametrize("game", PLAIN)
def test_table_of_values(game: str) -> None:
    plain, hand = value(DEFAULT, contract(game)), value(DEFAULT, contract("hand_" + game))
    if game in TABLE:
        both = [value(DEFAULT, contract(bid, volat=True)) for bid in (game, "hand_" + game)]
        assert (plain, hand, *both) == TABLE[game]
    else:
        assert (plain, hand) == {"betli": (5, 6), "szanzadu": (6, 7)}[game]


@pytest.mark.parametrize(
    ("changed", "bid", "volat", "expected"),
    [
        pytest.param({"hand_value": "double"}, "hand_hearts", False, 8, id="hand doubles"),
        pytest.param({"hand_value": "double"}, "hand_hearts", True, 16, id="hand and volat"),
        pytest.param({"volat_value": "triple"}, "hand_bells", True, 12, id="volat triples"),
        pytest.param({"volat_value": "plus_six"}, "hand_bells", True, 10, id="volat: six more"),
    ],
)
def test_values_under_options(
    changed: dict[str, str],
    bid: str,
    volat: bool,  # noqa: FBT001
    expected: int,
) -> None:
    options = replace(DEFAULT, **changed)  # type: ignore[arg-type]
    assert value(options, contract(bid, volat=volat)) == expected


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        pytest.param({}, PLAIN + HAND, id="hand bids above all plain ones"),
        pytest.param({"hand_rank": "not_in_auction"}, PLAIN, id="hand only after the auction"),
        pytest.param({"talon_in_no_trump": False}, PLAIN + HAND[:4], id="no hand no-trumps"),
        pytest.param(
            {"hand_rank": "by_value"},
            BY_VALUE,
            id="by value, hand above plain",
        ),
        pytest.param(
            {"hand_rank": "by_value", "hand_value": "double"},
            BY_DOUBLED_VALUE,
            id="by doubled value",
        ),
    ],
)
def test_order_of_bids(changed: dict[str, str], expected: list[str]) -> None:
    assert bids(replace(DEFAULT, **changed)) == expected  # type: ignore[arg-type]


def test_10_auction() -> None:
    auction = Auction(DEFAULT, forehand=0)
    auction.apply("acorns")
    assert auction.legal() == ["pass", *PLAIN[1:], *HAND]
    auction.apply("bells")
    auction.apply("pass")
    # "Leaves or Bells again would be illegal."
    assert auction.legal() == ["pass", "hearts", "betli", "szanzadu", *HAND]
    for call, speaker in (("betli", 1), ("hand_acorns", 0), ("pass", None)):
        auction.apply(call)
        assert auction.current == speaker
    assert (auction.declarer, auction.high) == (1, "hand_acorns")


def test_one_bid_is_enough_if_both_others_pass() -> None:
    auction = Auction(DEFAULT, forehand=1)
    for call in ("pass", "acorns", "pass"):
        auction.apply(call)
    assert (auction.current, auction.declarer) == (None, 2)
    last = Auction(DEFAULT)
    for call in ("pass", "pass", "acorns"):
        last.apply(call)
    assert (last.current, last.declarer) == (None, 2)


def test_forehand_may_hold() -> None:
    auction = Auction(replace(DEFAULT, forehand_hold=True))
    for call in ("acorns", "bells"):
        auction.apply(call)
    assert "bells" not in auction.legal()
    auction.apply("pass")
    assert auction.legal()[:2] == ["pass", "bells"]
    auction.apply("bells")
    assert auction.declarer == 0
    assert auction.legal()[:2] == ["pass", "hearts"]


def test_13_all_pass() -> None:
    whole = PreferanszDeal(DEFAULT, lay_out(PACK))
    for _ in range(3):
        assert whole.phase == "auction"
        whole.apply("pass")
    assert (whole.phase, whole.current, whole.returns()) == ("over", None, [0, 0, 0])


@pytest.mark.parametrize(
    ("trump", "hand", "trick", "legal"),
    [
        pytest.param("H", "LA L7 HA", "LO", "LA L7", id="11 a follow suit"),
        pytest.param("H", "HT H7 BA", "LO", "HT H7", id="11 b void must trump"),
        pytest.param("H", "HT H7 BA", "LO HK", "HT H7", id="11 b no duty to overtrump"),
        pytest.param("H", "BA A9", "LO", "BA A9", id="11 c neither: any card"),
        pytest.param(None, "HT BA", "LO", "HT BA", id="11 d betli"),
        pytest.param("H", "HT BA", "", "HT BA", id="in the lead"),
    ],
)
def test_legal_cards(trump: str | None, hand: str, trick: str, legal: str) -> None:
    assert legal_cards(DEFAULT, hand.split(), trick.split(), trump) == legal.split()


@pytest.mark.parametrize(
    ("trump", "hand", "trick", "legal"),
    [
        pytest.param("H", "LA L7 HA", "LO", "LA", id="must beat the card led"),
        pytest.param("H", "LU L7 HA", "LO", "LU L7", id="cannot beat"),
        pytest.param("H", "LA L7", "LO HK", "LA L7", id="a trumped trick frees a follower"),
        pytest.param("H", "HT HA", "LO HK", "HA", id="must overtrump"),
        pytest.param("H", "HT H7", "LO HK", "HT H7", id="cannot overtrump, must trump"),
        pytest.param("H", "BA A9", "LO HK", "BA A9", id="neither: any card"),
        pytest.param(None, "LA L7 HA", "LO", "LA", id="in betli too"),
    ],
)
def test_must_overtake(trump: str | None, hand: str, trick: str, legal: str) -> None:
    options = replace(DEFAULT, must_overtake=True)
    assert legal_cards(options, hand.split(), trick.split(), trump) == legal.split()


@pytest.mark.parametrize(
    ("rule", "bid", "leader"),
    [
        ("forehand", "acorns", 2),
        ("declarer", "szanzadu", 1),
        ("declarer_except_szanzadu", "betli", 1),
        ("declarer_except_szanzadu", "szanzadu", 0),
    ],
)
def test_first_lead(rule: str, bid: str, leader: int) -> None:
    options = replace(DEFAULT, first_lead=rule)
    assert first_leader(options, contract(bid), 1, forehand=2) == leader


def test_packets() -> None:
    cards = lay_out(PACK, dealer=0)
    assert cards.talon == PACK[15:17]
    assert cards.hands[1] == (*PACK[0:3], *PACK[9:11], *PACK[17:20], *PACK[26:28])
    assert cards.hands[0] == (*PACK[6:9], *PACK[13:15], *PACK[23:26], *PACK[30:32])
    assert sorted(sum(cards.hands, cards.talon)) == sorted(PACK)


def ready(options: Options = DEFAULT, *calls: str) -> PreferanszDeal:
    """A deal after these actions."""
    whole = PreferanszDeal(options, lay_out(PACK))
    for call in calls:
        whole.apply(call)
    return whole


def test_talon_discards_and_volat() -> None:
    whole = ready(DEFAULT, "acorns", "pass", "pass")
    assert (whole.phase, whole.legal()) == ("talon", ["pick_up", "hand"])
    hand, talon = list(whole.hands[0]), list(whole.talon)
    whole.apply("pick_up")
    assert whole.phase == "discard"
    assert whole.legal() == hand + talon
    whole.apply(talon[0])
    whole.apply(hand[0])
    assert (whole.phase, whole.legal()) == ("announce", ["announce:volat", "done"])
    whole.apply("announce:volat")
    assert whole.phase == "play"
    assert whole.contract == contract("acorns", volat=True)
    assert whole.discards == [talon[0], hand[0]]
    assert [len(held) for held in whole.hands] == [10, 10, 10]


def test_hand_addition() -> None:
    whole = ready(DEFAULT, "bells", "pass", "pass", "hand", "done")
    assert whole.phase == "play"
    assert whole.contract == contract("hand_bells")
    assert len(whole.talon) == 2
    never = replace(DEFAULT, hand_after_auction=False)
    assert ready(never, "bells", "pass", "pass").legal() == ["pick_up"]


def test_no_volat_in_games_without_trump() -> None:
    assert ready(DEFAULT, "hand_betli", "pass", "pass").phase == "play"
    assert ready(DEFAULT, "hand_acorns", "pass", "pass").phase == "announce"
    off = replace(DEFAULT, volat_allowed=False)
    assert ready(off, "hand_acorns", "pass", "pass").phase == "play"


def test_no_talon_in_games_without_trump() -> None:
    options = replace(DEFAULT, talon_in_no_trump=False)
    whole = ready(options, "betli", "pass", "pass")
    assert whole.phase == "play"
    assert value(options, contract("betli")) == 5
    assert ready(options, "acorns", "pass", "pass").phase == "talon"


def test_raise_after_talon() -> None:
    options = replace(DEFAULT, may_raise_after_talon=True)
    whole = ready(options, "bells", "pass", "pass", "pick_up")
    for _ in range(2):
        whole.apply(whole.legal()[0])
    assert whole.legal() == ["bells", "hearts", "betli", "szanzadu"]
    betli = whole.copy()
    betli.apply("betli")
    assert (betli.phase, betli.contract) == ("play", contract("betli"))
    whole.apply("hearts")
    assert whole.legal() == ["announce:volat", "done"]


def test_kontra_of_each_defender() -> None:
    kontra = Kontra(declarer=0)
    assert (kontra.current, kontra.legal()) == (1, ["pass", "kontra:1"])
    kontra.apply("kontra:1")
    assert (kontra.current, kontra.legal()) == (2, ["pass", "kontra:2"])
    kontra.apply("pass")
    assert (kontra.current, kontra.legal()) == (0, ["pass", "kontra:1"])
    kontra.apply("kontra:1")
    assert (kontra.current, kontra.levels) == (None, {1: 2})


def test_rekontra_to_one_of_two() -> None:
    kontra = Kontra(declarer=2)
    for call in ("kontra:0", "kontra:1", "kontra:1", "pass"):
        kontra.apply(call)
    assert (kontra.current, kontra.levels) == (None, {0: 1, 1: 2})
    silent = Kontra(declarer=2)
    for _ in range(2):
        silent.apply("pass")
    assert silent.current is None


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [
        pytest.param("redeal_next_dealer", [0, 1, 2], id="the next dealer deals"),
        pytest.param("redeal_same_dealer", [2, 2, 2], id="the same dealer deals"),
    ],
)
def test_thrown_in_deals_count(rule: str, dealers: list[int]) -> None:
    match = PreferanszMatch(replace(DEFAULT, all_pass=rule, match_deals=3))
    for dealer in dealers:
        match.add(ready(DEFAULT, "pass", "pass", "pass"))
        assert match.dealer == dealer
    assert match.is_over
    assert match.places() == [1, 1, 1]


def test_balances() -> None:
    match = PreferanszMatch(DEFAULT)
    for seed in range(9):
        whole = PreferanszDeal(DEFAULT, deal(seed), match.dealer)
        for call in ("betli", "pass", "pass", "hand"):
            whole.apply(call)
        playout(whole, seed, 1, ["pass", *PACK])
        match.add(whole)
        assert sum(match.totals) == 0
    assert match.is_over
    assert sum(abs(total) for total in match.totals) > 0


OPTIONS = [
    DEFAULT,
    Options(hand_rank="by_value", hand_value="double", must_overtake=True, kontra="per_defender"),
    Options(may_raise_after_talon=True, forehand_hold=True, szanzadu_tricks=6),
    Options(talon_in_no_trump=False, hand_rank="not_in_auction", first_lead="declarer"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "hand", "raise", "talon"])
def test_whole_random_deals(options: Options) -> None:
    played = 0
    for seed in range(40):
        cards: Cards = deal(seed, dealer=seed % 3)
        whole = PreferanszDeal(options, cards, seed % 3)
        assert whole.auction.current == (seed + 1) % 3
        stream = Stream(seed, 1)
        while whole.current is not None:
            legal = whole.legal()
            assert len(set(legal)) == len(legal) > 0
            whole.apply(legal[stream.below(len(legal))])
        scores = whole.returns()
        assert sum(scores) == 0
        assert (whole.contract is None) == (scores == [0, 0, 0])
        played += whole.contract is not None
    assert played > 20
