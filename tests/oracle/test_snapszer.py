"""The worked examples of rules/snapszer.md, and whole random deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.oracle.cards import tarock24_value
from tests.oracle.chacha import Stream
from tests.oracle.minimax import value
from tests.oracle.snapszer import Cards, Options, SnapszerDeal, SnapszerPlay, deal, lay_out
from tests.oracle.snapszer_match import SnapszerMatch
from tests.oracle.snapszer_options import S3L_BIDS, TARGETS
from tests.oracle.snapszer_play import strict_cards
from tests.oracle.snapszer_score import (
    LOST,
    WON,
    base,
    closed_score,
    mizer_score,
    s3l_enough,
    s3l_result,
    s3l_score,
    to_winners,
)

S2, S3, S4 = Options(players=2), Options(players=3), Options(players=4)
S3L = Options(players=3, form="S3L")


def play_two(hands: list[str], talon: str = "", **options: object) -> SnapszerPlay:
    """An ending of two with trump hearts; seat 0 leads."""
    changed = replace(S2, **options)  # type: ignore[arg-type]
    return SnapszerPlay(changed, [hand.split() for hand in hands], trump="H", talon=talon.split())


def play_all(play: SnapszerPlay, moves: str) -> SnapszerPlay:
    """Make moves one after another."""
    for move in moves.split():
        play.apply(move)
    return play


def test_1_announcement_ends_the_deal() -> None:
    assert base(points=24, tricks=2) == 2
    # 21 + 21 + 13 = 55 in tricks, then twenty: 75.
    play = play_two(["HA AA LA LT LK LO", "HT AT AU BU BT B9"], s2_endgame="strict")
    play_all(play, "HA HT AA AT LA BU")
    assert play.points == [21 + 21 + 13, 0]
    play.apply("marriage:L")
    assert play.current is None
    assert play.points_of((0,)) == 55 + 20
    assert play.returns() == [3, 0]


def test_2_pending_marriage() -> None:
    play = play_two(["HK HO LA BO", "HA AU LT BU"])
    play_all(play, "marriage:H HK HA")
    assert play.points == [0, 15]
    assert play.points_of((0,)) == 0
    # "Later the non-dealer wins a trick of Ace + Ten: 21 + 40 = 61."
    play_all(play, "LT LA")
    assert play.points_of((0,)) == 61
    # "Next trick Over + Under (3 + 2): 66 -> he wins."
    play_all(play, "BO BU")
    assert play.current is None
    assert play.points_of((0,)) == 66
    assert play.points_of((1,)) == 15
    assert play.returns() == [2, 0]


def test_3_last_trick() -> None:
    assert to_winners(2, (1,), base(points=62, tricks=5)) == [0, 1]
    play = play_two(["AA", "AT"])
    assert play_all(play, "AA AT").returns() == [3, 0]  # of the cards there are: no trick
    play = play_two(["AA", "AT"], last_trick_wins=False)
    assert play_all(play, "AA AT").returns() == [0, 0]


def test_4_no_trick() -> None:
    play = play_two(["HA HT AA AT LT", "HO HK LK LO BU"], s2_endgame="strict")
    play.marriages[1] = 40
    play_all(play, "HA HK HT HO AA LK AT LO")
    # 11 + 4 + 10 + 3 + 11 + 4 + 10 + 3 = 56, and the last trick 12.
    play_all(play, "LT BU")
    assert play.points_of((0,)) == 68
    assert play.points_of((1,)) == 0
    assert play.returns() == [3, 0]


def test_5_exchange() -> None:
    play = play_two(["HU AA LA LT LK", "HK AT AU BU BT"], talon="AK AO LU LO BA BK BO HA HO HT")
    assert "exchange" in play.legal()
    play.apply("exchange")
    assert play.talon[-1] == "HU"
    assert "HT" in play.hands[0]
    assert len(play.talon) == 10
    assert "exchange" not in play.legal()


def test_5_exchange_and_marriage_at_once() -> None:
    play = play_two(["HU HK LA LT LK", "AK AT AU BU BT"], talon="AA AO LU LO BA BK BO HA HT HO")
    assert "marriage:H" not in play.legal()
    play_all(play, "exchange marriage:H")
    assert sorted(play.legal()) == ["HK", "HO"]


@pytest.mark.parametrize(
    ("options", "talon", "tricks", "allowed"),
    [
        pytest.param({}, "HO HT", 0, True, id="two cards in the talon"),
        pytest.param(
            {"s2_exchange_last_two": False}, "HO HT", 0, False, id="not with the last two"
        ),
        pytest.param({"s2_exchange_last_two": False}, "LU LO HO HT", 0, True, id="with four"),
        pytest.param({"s2_exchange_needs_trick": True}, "HO HT", 0, False, id="needs a trick"),
        pytest.param({"s2_exchange_needs_trick": True}, "HO HT", 1, True, id="has a trick"),
        pytest.param({}, "", 0, False, id="no talon"),
    ],
)
def test_5_when_the_exchange_is_open(
    options: dict[str, object], talon: str, tricks: int, *, allowed: bool
) -> None:
    play = play_two(["HU AA", "HK AT"], talon=talon, **options)
    play.tricks[0] = tricks
    assert ("exchange" in play.legal()) == allowed
    play.apply("AA")
    assert "exchange" not in play.legal()


@pytest.mark.parametrize(
    ("endgame", "void"),
    [
        ("follow_only", ["BA", "HU"]),
        ("follow_then_trump", ["BA"]),
        ("strict", ["BA"]),
    ],
)
def test_6_endgame(endgame: str, void: list[str]) -> None:
    changed = replace(S2, s2_endgame=endgame)
    follows = SnapszerPlay(changed, [["LT"], ["LK", "BA", "HU"]], trump="B")
    follows.apply("LT")
    assert follows.legal() == ["LK"]
    without = SnapszerPlay(changed, [["LT"], ["BA", "HU"]], trump="B")
    without.apply("LT")
    assert without.legal() == void


def test_6_beating_is_a_duty_of_strict_alone() -> None:
    for endgame, legal in (("follow_then_trump", ["LA", "LK"]), ("strict", ["LA"])):
        play = SnapszerPlay(
            replace(S2, s2_endgame=endgame), [["LT"], ["LA", "LK", "BA"]], trump="B"
        )
        play.apply("LT")
        assert play.legal() == legal


def test_6_any_card_while_the_talon_has_cards() -> None:
    play = play_two(["LT", "LA HU"], talon="AA AT")
    play.apply("LT")
    assert play.legal() == ["LA", "HU"]


def test_winner_draws_first_and_the_face_up_card_comes_last() -> None:
    play = play_two(["LT", "LA"], talon="AA HO")
    play_all(play, "LT LA")
    assert play.hands == [["HO"], ["AA"]]
    assert play.current == 1


def test_7_kontra() -> None:
    assert to_winners(3, (0,), base(points=29, tricks=2) * 2) == [4, 0, 0]


def test_8_rekontra_lost() -> None:
    assert to_winners(3, (1, 2), base(points=41, tricks=3) * 4) == [0, 4, 4]


@pytest.mark.parametrize(
    ("points", "tricks", "amount"),
    [(33, 1, 1), (32, 1, 2), (0, 1, 2), (0, 0, 3)],
)
def test_base(points: int, tricks: int, amount: int) -> None:
    assert base(points, tricks) == amount


@pytest.mark.parametrize(
    ("hand", "void_trump", "legal"),
    [
        ("BA B9 HA", "must_trump", "BA B9"),
        ("L9 H9 HT", "must_trump", "HT"),
        ("L9 H9", "must_trump", "H9"),
        ("L9 H9", "beat_only", "L9 H9"),
    ],
)
def test_9_legal_cards(hand: str, void_trump: str, legal: str) -> None:
    assert strict_cards(hand.split(), ["BK", "HU"], "H", void_trump) == legal.split()


def test_9_partner_must_be_beaten_too() -> None:
    assert strict_cards(["AA", "A9"], ["AK", "AT", "AO"], "H") == ["AA"]
    assert strict_cards(["AU", "A9"], ["AK", "AT", "AO"], "H") == ["AU", "A9"]


SNAPSZER_HANDS = (
    "HK AA LA BA H9 A9",
    "HU AK LK BK HO AO",
    "HA HT AT LT BT L9",
    "AU LU BU LO BO B9",
)
WEAKER_HANDS = (
    "HK AO LA BA H9 A9",
    "HU AK LK BK HO AA",
    "HA HT AT LT BT L9",
    "AU LU BU LO BO B9",
)


def deal_of_four(hands: Sequence[str], moves: str, **options: object) -> SnapszerDeal:
    """A deal of S4 in which seat 0 is the declarer; seat 2 holds HA."""
    changed = replace(S4, **options)  # type: ignore[arg-type]
    game = SnapszerDeal(changed, Cards(tuple(tuple(hand.split()) for hand in hands)))
    return finish(game, moves)


def finish(game: SnapszerDeal, moves: str) -> SnapszerDeal:
    """Make moves one after another."""
    for move in moves.split():
        game.apply(move)
    return game


@pytest.mark.parametrize(
    ("kontra", "scores"),
    [
        ("pass pass pass", [6, 0, 6, 0]),
        ("kontra:game pass", [12, 0, 12, 0]),
        ("pass pass kontra:game kontra:game", [24, 0, 24, 0]),
    ],
)
def test_10_snapszer_made(kontra: str, scores: list[int]) -> None:
    game = deal_of_four(SNAPSZER_HANDS, "call:HA snapszer " + kontra)
    assert (game.declarer, game.partner, game.trump) == (0, 2, "H")
    finish(game, "BA BK BT BU LA LK LT LU")
    # "68 >= 66": here 27 + 27 = 54 are not enough, and the next trick makes 81.
    assert game.current == 0
    finish(game, "AA AK AT AU")
    assert game.phase == "over"
    assert game.returns() == scores


@pytest.mark.parametrize(
    ("rule", "over", "scores"),
    [
        ("opponents_6", True, [0, 12, 0, 12]),
        ("no_score", True, [0, 0, 0, 0]),
        ("play_on_normal", False, [0, 0, 0, 0]),
    ],
)
def test_10_snapszer_failed(rule: str, *, over: bool, scores: list[int]) -> None:
    calls = "call:HA snapszer kontra:game pass "
    game = deal_of_four(WEAKER_HANDS, calls + "A9 AA AT AU", s4_snapszer_fail=rule)
    assert (game.phase == "over") == over
    assert game.returns() == scores
    if not over:
        # "Play continues as a plain game, base table, same k": 23 < 33 with a trick, twice.
        finish(game, "BK BT BO BA LA LK LT LU AO AK")
        finish(game, "HT B9")
        assert game.phase == "over"
        assert game.returns() == [4, 0, 4, 0]


def test_11_alone() -> None:
    hands = ["HK HU A9 HA A9 L9", "", "", ""]
    assert to_winners(4, (1, 2, 3), base(points=12, tricks=1)) == [0, 2, 2, 2]
    game = SnapszerDeal(S4, Cards(tuple(tuple(hand.split()) for hand in hands)))
    assert "call:HK" not in game.legal()
    assert len(game.legal()) == 21
    finish(game, "call:HA game")
    assert game.partner is None
    # All three others may kontra.
    assert game.legal() == ["kontra:game", "pass"]
    finish(game, "pass pass")
    assert game.legal() == ["kontra:game", "pass"]


def test_11_redeal() -> None:
    hands = ["HK HU A9 HA A9 L9", "", "", ""]
    changed = replace(S4, s4_called_card_self="redeal")
    game = SnapszerDeal(changed, Cards(tuple(tuple(hand.split()) for hand in hands)))
    game.apply("call:HA")
    assert (game.phase, game.current, game.is_void) == ("over", None, True)
    assert game.returns() == [0, 0, 0, 0]


def test_partner_may_not_kontra() -> None:
    game = deal_of_four(SNAPSZER_HANDS, "call:HA game")
    assert game.current == 1
    game.apply("pass")
    assert (game.current, game.legal()) == (2, ["pass"])
    game.apply("pass")
    assert (game.current, game.legal()) == (3, ["kontra:game", "pass"])
    game.apply("pass")
    assert game.phase == "play"


@pytest.mark.parametrize(
    ("own", "others", "result"),
    [(35, 30, WON), (35, 40, LOST), (35, 35, WON), (35, 36, LOST), (33, 0, WON), (32, 0, LOST)],
)
def test_12_thirty_three(own: int, others: int, result: int) -> None:
    enough = s3l_enough("thirty_three", own=own, others=others, others_tricks=1)
    assert s3l_result(enough=enough, went_out=True, last_trick_own=False) == result


def test_12_scores() -> None:
    assert s3l_score(0, "thirty_three", WON, 1) == [2, -1, -1]
    assert s3l_score(0, "thirty_three", LOST, 1) == [-2, 1, 1]


def test_13_did_not_go_out() -> None:
    enough = s3l_enough("sixty_six", own=74, others=46, others_tricks=4)
    result = s3l_result(enough=enough, went_out=False, last_trick_own=False)
    assert s3l_score(0, "sixty_six", result, 1) == [-4, 2, 2]


@pytest.mark.parametrize(("last_trick_own", "scores"), [(True, [0, 0, 0]), (False, [-6, 3, 3])])
def test_14_draw(*, last_trick_own: bool, scores: list[int]) -> None:
    enough = s3l_enough("ninety_nine", own=91, others=49, others_tricks=4)
    result = s3l_result(enough=enough, went_out=False, last_trick_own=last_trick_own)
    assert s3l_score(0, "ninety_nine", result, 1) == scores


def test_15_ninety_nine_with_rekontra() -> None:
    enough = s3l_enough("ninety_nine", own=100, others=109, others_tricks=4)
    result = s3l_result(enough=enough, went_out=True, last_trick_own=True)
    assert s3l_score(0, "ninety_nine", result, 4) == [24, -12, -12]


@pytest.mark.parametrize(
    ("points", "scores"),
    [([52, 41, 27], [-4, 2, 2]), ([48, 48, 24], [-2, -2, 4]), ([40, 40, 40], [0, 0, 0])],
)
def test_16_mizer(points: list[int], scores: list[int]) -> None:
    assert mizer_score(points) == scores


def test_snapszer_of_three_is_lost_by_a_trick_of_nines() -> None:
    assert s3l_enough("snapszer", own=120, others=0, others_tricks=0)
    assert not s3l_enough("snapszer", own=120, others=0, others_tricks=1)


def s3l_play(hands: list[str], bid: str, **options: object) -> SnapszerPlay:
    """An ending of S3L; seat 0 is the declarer, trump hearts."""
    changed = replace(S3L, **options)  # type: ignore[arg-type]
    split = [hand.split() for hand in hands]
    return SnapszerPlay(changed, split, bid=bid, trump="H", declarer=0)


def test_going_out_on_lead_and_after_a_marriage() -> None:
    play = s3l_play(["HA HT AK AO", "HK HO LA LT", "HU H9 BA BT"], "thirty_three")
    play_all(play, "HA HK HU")
    assert "go_out" not in play.legal()  # 11 + 4 + 2 = 17
    play.apply("marriage:A")
    assert sorted(play.legal()) == ["AK", "AO", "go_out"]  # 37
    declined = play.copy()
    declined.apply("AK")
    assert declined.legal() == ["HO"]
    play.apply("go_out")
    assert play.returns() == [2, -1, -1]
    # "He may decline and do it at a later such moment."
    play_all(declined, "HO H9 LA BA HT")
    assert "go_out" in declined.legal()
    declined.apply("go_out")
    assert declined.returns() == [2, -1, -1]


def test_going_out_by_itself() -> None:
    play = s3l_play(
        ["HA HT AK AO", "HK HO LA LT", "HU H9 BA BT"], "thirty_three", s3l_go_out="automatic"
    )
    play_all(play, "HA HK HU marriage:A")
    assert play.current is None
    assert play.returns() == [2, -1, -1]


def test_snapszer_of_three_lost_at_once() -> None:
    for rule, over in (("lost_at_once", True), ("draw_possible", False)):
        play = s3l_play(["AT HA", "AA LA", "A9 BA"], "snapszer", s3l_snapszer_fail=rule)
        play_all(play, "AT AA A9")
        assert (play.current is None) == over
    # Seat 1 led and the declarer won the last trick: nobody pays.
    play_all(play, "LA BA HA")
    assert play.returns() == [0, 0, 0]


@pytest.mark.parametrize(
    ("bid", "suits"), [("thirty_three", ["A"]), ("sixty_six", ["A", "H"]), ("mizer", [])]
)
def test_marriages_by_bid(bid: str, suits: list[str]) -> None:
    play = s3l_play(["HK HO AK AO", "HT HA A9 AT", "LT LA L9 LK"], bid)
    assert [name[-1] for name in play.legal() if name.startswith("marriage")] == suits


def test_marriage_while_following() -> None:
    hands = ["AT H9", "AK AO", "LA LT"]
    assert "marriage:A" not in play_all(s3l_play(hands, "sixty_six"), "AT").legal()
    play = play_all(s3l_play(hands, "sixty_six", marriage_when="any_play"), "AT")
    assert sorted(play.legal()) == ["AK", "AO", "marriage:A"]
    play.apply("marriage:A")
    assert sorted(play.legal()) == ["AK", "AO"]
    # The pair may only be announced if one of its cards may be played.
    other = play_all(
        s3l_play(["AT", "A9 LK LO", "L9"], "sixty_six", marriage_when="any_play"), "AT"
    )
    assert other.legal() == ["A9"]


@pytest.mark.parametrize(("rule", "points"), [("side", 20), ("announcer", 0)])
def test_whose_trick_makes_a_marriage_count(rule: str, points: int) -> None:
    changed = replace(S3, marriage_valid_by=rule, marriage_when="any_play")
    hands = ["AT H9", "AK AO", "AA LT"]
    play = SnapszerPlay(changed, [hand.split() for hand in hands], trump="H", declarer=0)
    play_all(play, "AT marriage:A AK AA")
    assert play.points_of((1, 2)) == points + 25


@pytest.mark.parametrize(
    ("by_closer", "tricks", "points", "amount"),
    [
        (True, 0, 0, 3), (True, 1, 32, 2), (True, 1, 33, 1),
        (False, 0, 0, 3), (False, 1, 32, 2), (False, 1, 33, 2),
    ],
)  # fmt: skip
def test_closed(*, by_closer: bool, tricks: int, points: int, amount: int) -> None:
    assert closed_score(by_closer=by_closer, tricks=tricks, points=points) == amount


def test_closing() -> None:
    assert "close" not in play_two(["AA", "AT"], talon="LA LT LK HO").legal()
    play = play_two(["AA L9", "AT LO"], talon="LA LT LK HO", s2_closing="on")
    assert "close" not in play_two(["AA", "AT"], talon="LK HO", s2_closing="on").legal()
    assert "close" in play.legal()
    play_all(play, "close AA")
    assert play.legal() == ["AT"]
    play_all(play, "AT L9 LO")
    # The cards run out, and the closer has not come to 66: the last trick does not matter.
    assert play.hands == [[], []]
    assert play.returns() == [0, 3]


def test_end_needs_the_called_card() -> None:
    hands = ["HT AA LA", "AT LT AK", "A9 HA L9", "AU LK BA"]
    for waits, ends in ((False, True), (True, False)):
        changed = replace(S4, s4_end_needs_called_card=waits)
        play = SnapszerPlay(
            changed, [hand.split() for hand in hands],
            trump="H", declarer=0, partner=2, called="HA",
        )  # fmt: skip
        play.marriages[0] = 40
        play_all(play, "AA AT A9 AU LA LT L9 LK")
        assert play.points_of((0, 2)) == 23 + 25 + 40
        assert (play.current is None) == ends
    play_all(play, "HT AK HA BA")
    assert play.returns() == [3, 0, 3, 0]


def test_layout() -> None:
    pack = S2.pack
    two = lay_out(S2, pack)
    assert two.hands[0] == (*pack[0:3], *pack[7:9])
    assert two.hands[1] == (*pack[3:6], *pack[9:11])
    assert two.talon == (*pack[11:20], pack[6])
    pack = S4.pack
    assert lay_out(S4, pack).hands[3] == (*pack[9:12], *pack[21:24])
    assert lay_out(S3, pack).hands[1] == (*pack[4:8], *pack[16:20])


def test_trump_may_have_to_be_held() -> None:
    hands = ("AA AT AK LO HA HT HK HO", "L9 B9", "LA LT")
    cards = Cards(tuple(tuple(hand.split()) for hand in hands))
    free, bound = S3, replace(S3, s3_trump_must_be_held=True)
    assert SnapszerDeal(free, cards).legal() == ["trump:A", "trump:L", "trump:H", "trump:B"]
    assert SnapszerDeal(bound, cards).legal() == ["trump:A", "trump:L"]


def test_auction_of_three() -> None:
    game = SnapszerDeal(S3L, deal(S3L, 1))
    assert game.legal() == ["pass", *S3L_BIDS]
    finish(game, "sixty_six")
    assert game.legal() == ["pass", "ninety_nine", "snapszer"]
    finish(game, "pass snapszer")
    assert (game.phase, game.current, game.declarer) == ("announce", 2, 2)
    finish(game, "trump:B")
    assert (game.phase, game.current) == ("kontra", 0)


def test_mizer_is_led_by_forehand() -> None:
    game = finish(SnapszerDeal(S3L, deal(S3L, 1), dealer=0), "pass pass pass")
    assert (game.phase, game.current, game.bid, game.trump) == ("play", 1, "mizer", None)


def random_deal(options: Options, seed: int, calls: tuple[str, ...] = ()) -> SnapszerDeal:
    """A deal played to its end at random, with invariants checked on the way."""
    game = SnapszerDeal(options, deal(options, seed), dealer=seed % options.players)
    stream = Stream(seed, 1)
    for call in calls:
        game.apply(call)
    while game.current is not None:
        legal = game.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        game.apply(legal[stream.below(len(legal))])
        play = game.play
        if play is not None:
            places = [*play.talon, *(card for _, card in play.trick)]
            places += [card for cards in (*play.hands, *play.won) for card in cards]
            assert sorted(places) == sorted(options.pack)
    assert game.phase == "over"
    return game


VARIANTS = {
    "S2": S2,
    "S2 closing": replace(S2, s2_closing="on", s2_endgame="strict"),
    "S2 bare": replace(S2, last_trick_wins=False, s2_endgame="follow_then_trump"),
    "S3": S3,
    "S3 any play": replace(S3, marriage_when="any_play", marriage_valid_by="announcer"),
    "S4": S4,
    "S4 waiting": replace(S4, s4_end_needs_called_card=True, marriage_when="any_play"),
    "S4 playing on": replace(S4, s4_snapszer_fail="play_on_normal", s4_call_own=True),
    "S3L": S3L,
    "S3L automatic": replace(S3L, s3l_go_out="automatic", s3l_snapszer_fail="lost_at_once"),
}


@pytest.mark.parametrize("label", VARIANTS)
def test_whole_random_deals(label: str) -> None:
    options = VARIANTS[label]
    results: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        game = random_deal(options, seed)
        play = game.play
        assert play is not None
        results[tuple(game.returns())] += 1
        if options.form == "S3L":
            assert sum(game.returns()) == 0
            continue
        # One side writes, and the other side does not.
        writers = {seat for seat, score in enumerate(game.returns()) if score}
        assert len({score for score in game.returns() if score}) <= 1
        assert all(set(play.side(seat)) <= writers for seat in writers)
        if play.closed is None and not any(play.hands):
            assert sum(play.points) == 120
            assert sum(map(tarock24_value, options.pack)) == 120
    assert len(results) > 3


@pytest.mark.parametrize("bid", S3L_BIDS)
def test_s3l_bids_are_won_and_lost(bid: str) -> None:
    signs = Counter[int]()
    for seed in range(40):
        game = SnapszerDeal(S3L, deal(S3L, seed))
        finish(game, f"{bid} pass pass")
        finish(game, "trump:H pass pass")
        stream = Stream(seed, 2)
        while game.current is not None:
            legal = game.legal()
            choice = "go_out" if "go_out" in legal else legal[stream.below(len(legal))]
            game.apply(choice)
        play = game.play
        assert play is not None
        if play.went_out:
            assert play.points_of((0,)) >= TARGETS[bid]
        signs[(game.returns()[0] > 0) - (game.returns()[0] < 0)] += 1
    assert signs[-1] > 0
    assert bid != "thirty_three" or signs[1] > 0


def test_minimax_of_an_ending() -> None:
    play = play_two(["HA AT", "HT AA"], s2_endgame="strict")
    # A trick of 21 for each, whatever he leads; but the last one is his if he leads the ten first.
    assert value(play, {0}, lambda end: end.points[0]) == 21
    assert value(play, {0}, lambda end: end.returns()[0]) == 2


def test_match_ends_at_the_target() -> None:
    match = SnapszerMatch(S2)
    assert match.dealer == 1
    for scores, dealer, is_over in (([0, 3], 0, False), ([0, 3], 1, False), ([0, 1], 0, True)):
        match.add(scores)
        assert (match.dealer, match.is_over) == (dealer, is_over)
    assert match.winners() == [1]


def test_match_of_deals() -> None:
    match = SnapszerMatch(replace(S4, match_deals=1))
    match.add([0, 60, 0, 60])
    assert match.is_over
    assert match.winners() == [1, 3]
    assert match.marked() == [0, 2]
    endless = SnapszerMatch(replace(S3, match_deals=2))
    endless.add([30, 0, 0])
    assert not endless.is_over
    assert endless.marked() == []
