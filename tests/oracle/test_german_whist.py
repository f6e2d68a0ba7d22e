"""The worked examples of rules/german_whist.md, numbered as there, and whole random hands."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.oracle import minimax
from tests.oracle.cards import FRENCH52
from tests.oracle.chacha import Stream
from tests.oracle.german_whist import GermanHand, GermanMatch, Options, deal, lay_out
from tests.oracle.walk import perft

DEFAULT = Options()


def test_1_deal_and_first_drawing() -> None:
    first = ["SK", "ST", "D2", "S4"]
    stock = ["H7", "CQ", "SA"]
    rest = [card for card in FRENCH52 if card not in first + stock]
    cards = lay_out([*first, *rest[:22], *stock, *rest[22:]], dealer=1)
    assert cards.trump == "H"
    assert cards.hands[0][:2] == ("SK", "D2")
    assert [len(hand) for hand in cards.hands] == [13, 13]
    # So that only the ten and the four of spades follow.
    hands = [["SK", "D2", "C3"], ["ST", "S4", "C4"]]
    play = GermanHand(DEFAULT, hands, ["H7", "CQ", "SA", "S2"], "H")
    play.apply("SK")
    assert play.legal() == ["ST", "S4"]
    play.apply("S4")
    assert "H7" in play.hands[0]
    assert "CQ" in play.hands[1]
    assert (play.face_up, play.trump, play.current) == ("SA", "H", 0)


@pytest.mark.parametrize(
    ("void_rule", "hand", "legal"),
    [
        pytest.param("must_trump", "DJ D2 HA CK", "DJ D2", id="2 diamonds must be followed"),
        pytest.param("must_trump", "HA H3 CK", "HA H3", id="2 must trump, either one"),
        pytest.param("must_trump", "CK S5", "CK S5", id="2 neither: both"),
        pytest.param("free", "HA H3 CK", "HA H3 CK", id="2 free: the king of clubs too"),
        pytest.param("free", "DJ D2 HA CK", "DJ D2", id="free: diamonds must be followed"),
    ],
)
@pytest.mark.parametrize("stock", [[], ["H7", "CQ"]], ids=["phase 2", "phase 1"])
def test_legal_cards(void_rule: str, hand: str, legal: str, stock: list[str]) -> None:
    own = hand.split()
    others = ["D9", "C2", "C3", "C4"][: len(own)]
    play = GermanHand(replace(DEFAULT, void_rule=void_rule), [others, own], stock, "H")
    play.apply("D9")
    assert play.legal() == legal.split()


@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [
        pytest.param("D9", "DJ", 1, id="3 the higher diamond"),
        pytest.param("D9", "D2", 0, id="3 the lower diamond"),
        pytest.param("D9", "H2", 1, id="3 a trump"),
        pytest.param("D9", "SA", 0, id="3 another suit"),
        pytest.param("H9", "HT", 1, id="3 the higher trump"),
        pytest.param("H9", "SA", 0, id="3 a plain ace on a trump"),
    ],
)
def test_3_trick_winners(led: str, answer: str, winner: int) -> None:
    play = GermanHand(DEFAULT, [[led], [answer]], [], "H")
    play.apply(led)
    play.apply(answer)
    assert play.scoring[winner] == 1
    assert sum(play.tricks) == 1


def test_4_end_of_phase_1() -> None:
    play = GermanHand(DEFAULT, [["S2"], ["S9"]], ["C3", "HK"], "H")
    play.drawing = [9, 3]
    play.apply("S2")
    play.apply("S9")
    assert play.hands == [["HK"], ["C3"]]
    assert play.current == 1
    assert play.points() == [0, 0]
    play.apply("C3")
    play.apply("HK")
    assert play.returns() == [1, 0]


def test_5_result_and_payment() -> None:
    match = GermanMatch(replace(DEFAULT, stake=2))
    match.add([8, 5])
    assert match.is_over
    assert match.winner == 0
    assert match.payments() == [6, -6]


def test_6_card_count() -> None:
    cards = deal(seed=5)
    play = GermanHand(DEFAULT, cards.hands, cards.stock, cards.trump)
    for trick in range(1, 27):
        for _ in range(2):
            play.apply(play.legal()[0])
        stock = max(26 - 2 * trick, 0)
        assert len(play.stock) == stock
        assert sum(map(len, play.hands)) == 52 - 2 * trick - stock


@pytest.mark.parametrize(
    ("count_tricks", "points"),
    [
        pytest.param("phase2", [5, 8], id="7 phase 2 alone"),
        pytest.param("all26", [14, 12], id="7 all 26"),
        pytest.param("weighted", [19, 20], id="7 weighted"),
    ],
)
def test_7_other_ways_of_counting(count_tricks: str, points: list[int]) -> None:
    play = GermanHand(replace(DEFAULT, count_tricks=count_tricks), [[], []], [], "H")
    play.drawing = [9, 4]
    play.scoring = [5, 8]
    assert play.returns() == points


def after(options: Options, *results: Sequence[int]) -> GermanMatch:
    """A match after hands with these points."""
    match = GermanMatch(options)
    for points in results:
        assert not match.is_over
        match.add(points)
    return match


def test_8_several_hands() -> None:
    options = replace(DEFAULT, match_mode="deals", match_deals=4)
    match = after(options, (8, 5), (6, 7), (4, 9), (10, 3))
    assert match.is_over
    assert match.totals == [28, 24]
    assert match.winner == 0


def test_equal_totals_are_a_draw() -> None:
    match = after(replace(DEFAULT, match_mode="deals", match_deals=2), (8, 5), (5, 8))
    assert match.is_over
    assert match.winner is None


def test_target_rises_while_both_have_reached_it() -> None:
    options = replace(DEFAULT, match_mode="target", target=13)
    assert after(options, (13, 0)).winner == 0
    assert not after(options, (12, 1)).is_over
    # 13 and 13 have both reached 13: the target is 23, and nobody is there.
    match = after(options, (12, 1), (1, 12), (9, 4))
    assert (match.target, match.is_over) == (23, False)
    # 25 and 27 have both reached 23: the target is 33.
    match = after(options, (12, 1), (1, 12), (9, 4), (3, 10))
    assert (match.target, match.is_over) == (33, False)
    match = after(options, (12, 1), (1, 12), (9, 4), (3, 10), (5, 8))
    assert match.totals == [30, 35]
    assert match.is_over
    assert match.winner == 1


def test_target_may_rise_past_one_of_them() -> None:
    match = after(replace(DEFAULT, match_mode="target", target=10), (9, 4), (1, 12))
    assert match.totals == [10, 16]
    # Both have reached 10: the target is 20, and the match goes on.
    assert match.target == 20
    assert not match.is_over


def test_the_deal_alternates() -> None:
    match = after(replace(DEFAULT, match_mode="deals", match_deals=4), (8, 5))
    assert match.dealer == 0


@pytest.mark.parametrize("void_rule", ["must_trump", "free"])
@pytest.mark.parametrize("count_tricks", ["phase2", "all26", "weighted"])
def test_whole_random_hands(void_rule: str, count_tricks: str) -> None:
    options = replace(DEFAULT, void_rule=void_rule, count_tricks=count_tricks)
    for seed in range(20):
        cards = deal(seed)
        play = GermanHand(options, cards.hands, cards.stock, cards.trump)
        stream = Stream(seed, 1)
        while play.current is not None:
            legal = play.legal()
            play.apply(legal[stream.below(len(legal))])
        assert (sum(play.drawing), sum(play.scoring)) == (13, 13)
        assert sum(play.returns()) == {"phase2": 13, "all26": 26, "weighted": 39}[count_tricks]


def test_minimax_loses_a_trick_for_a_better_card() -> None:
    # Whoever loses the only trick of phase 1 draws the ace of trumps and with it the last trick.
    play = GermanHand(DEFAULT, [["SA", "S2"], ["SK", "S3"]], ["C2", "HA"], "H")

    def own(end: GermanHand) -> int:
        return end.scoring[0]

    assert perft(play, 2) == 4
    # SA wins, draws C2 and leads S2 or C2; seat 1 has HA and a spade, and may throw SK on SA.
    # S2 loses to either spade, draws HA, and the ace of trumps takes one of two tricks at least.
    table = minimax.table(play, {0}, own)
    assert table["S2"] > table["SA"]
