"""The worked examples of rules/french_tarot.md before the play, and whole random deals."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.oracle.cards import EXCUSE, FRENCH78, PETIT
from tests.oracle.chacha import Stream
from tests.oracle.french import (
    Cards,
    FrenchDeal,
    Options,
    deal,
    gap_count,
    is_petit_sec,
    lay_out,
    legal_discards,
    legal_handfuls,
    legal_to_show,
)

FOUR, THREE, FIVE = Options(), Options(players=3), Options(players=5)
CALLING = Options(players=5, five_players="call_king")
TRUMPS = tuple(f"T{number}" for number in range(21, 0, -1))


def test_deal_of_four() -> None:
    cards = lay_out(FOUR, FRENCH78, (0, 1, 2, 20, 21, 22))
    assert cards.hands[0][:3] == FRENCH78[:3]
    assert cards.talon[0] == FRENCH78[3]
    assert cards.hands[1][:3] == FRENCH78[4:7]
    assert cards.talon[5] == FRENCH78[74]
    assert cards.hands[3][-3:] == FRENCH78[75:]
    assert [len(hand) for hand in cards.hands] == [18] * 4


@pytest.mark.parametrize(
    ("options", "hands", "talon", "gaps"),
    [
        (THREE, [24] * 3, 6, 17),
        (FOUR, [18] * 4, 6, 23),
        (FIVE, [18, 18, 18, 18, 0], 6, 23),
        (CALLING, [15] * 5, 3, 24),
    ],
)
def test_sizes_and_ends_of_the_pack(
    options: Options, hands: list[int], talon: int, gaps: int
) -> None:
    assert gap_count(options) == gaps
    for index in range(40):
        cards = deal(options, 3, index)
        assert [len(hand) for hand in cards.hands] == hands
        assert len(cards.talon) == talon
        lying = [card for place in (*cards.hands, cards.talon) for card in place]
        assert sorted(lying) == sorted(FRENCH78)
    for gap in ((0, 1, 2, 3, 4, 5), (11, 12, 13, 14, 15, 16)):
        cards = lay_out(options, FRENCH78, gap[:talon])
        assert not {*FRENCH78[:3], *FRENCH78[-3:]} & set(cards.talon)


def test_dealer_of_five_has_no_cards() -> None:
    cards = lay_out(FIVE, FRENCH78, range(6), dealer=2)
    assert cards.hands[2] == ()
    assert cards.hands[3][:3] == FRENCH78[:3]
    assert FrenchDeal(FIVE, cards, dealer=2).current == 3


@pytest.mark.parametrize(
    ("hand", "found"),
    [("T1 C2 D3", True), ("T1 EX C2", False), ("T1 T2 C2", False), ("T2 C2", False)],
)
def test_petit_sec(hand: str, found: bool) -> None:  # noqa: FBT001
    assert is_petit_sec(hand.split()) is found


def test_petit_sec_is_dealt_again() -> None:
    options = replace(FOUR, petit_sec="redeal")
    seen = 0
    for index in range(600):
        seen += any(map(is_petit_sec, deal(FOUR, 1, index).hands))
        assert not any(map(is_petit_sec, deal(options, 1, index).hands))
    assert seen > 0


def started(options: Options = FOUR, seed: int = 1) -> FrenchDeal:
    """A deal at the first call."""
    return FrenchDeal(options, deal(options, seed))


def after(game: FrenchDeal, calls: str) -> FrenchDeal:
    """The game after these actions."""
    for call in calls.split():
        game.apply(call)
    return game


def test_auction_goes_once_round_and_only_up() -> None:
    game = started()
    assert game.legal() == ["pass", "petite", "garde", "garde_sans", "garde_contre"]
    after(game, "garde")
    assert game.current == 1
    assert game.legal() == ["pass", "garde_sans", "garde_contre"]
    after(game, "pass garde_sans")
    assert game.legal() == ["pass", "garde_contre"]
    after(game, "pass")
    assert (game.bid, game.declarer, game.phase) == ("garde_sans", 2, "announce")


def test_all_pass_is_void() -> None:
    game = after(started(), "pass pass pass pass")
    assert (game.phase, game.current, game.is_void) == ("over", None, True)
    assert game.legal() == []
    assert game.returns() == [0, 0, 0, 0]


def test_talon_is_taken_and_six_laid_away() -> None:
    game = after(started(), "pass petite pass pass")
    assert (game.phase, game.current) == ("discard", 1)
    assert len(game.hands[1]) == 24
    assert set(game.dealt.talon) <= set(game.hands[1])
    for _ in range(6):
        game.apply(game.legal()[0])
    assert (game.phase, game.current, len(game.hands[1])) == ("announce", 1, 18)


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        pytest.param("CK C2 DQ T5 EX", "C2 DQ", id="suit cards that are not kings"),
        pytest.param("CK T1 T21 T5 T20 EX", "T5 T20", id="else trumps 2 to 20"),
    ],
)
def test_discards(hand: str, legal: str) -> None:
    assert legal_discards(hand.split()) == legal.split()


def test_15_five_suit_cards_and_one_trump() -> None:
    hand = ["CK", "DK", "HK", "SK", "C2", "D2", "H2", "S2", "S3", EXCUSE, *TRUMPS[:8]]
    talon = [*TRUMPS[8:13], PETIT]
    rest = [card for card in FRENCH78 if card not in hand + talon]
    hands = [tuple(hand), *(tuple(rest[i : i + 18]) for i in (0, 18, 36))]
    game = after(FrenchDeal(FOUR, Cards(tuple(hands), tuple(talon))), "petite pass pass pass")
    for _ in range(5):
        assert set(game.legal()) <= {"C2", "D2", "H2", "S2", "S3"}
        game.apply(game.legal()[0])
    assert set(game.legal()) == set(TRUMPS[1:13])
    game.apply("T9")
    assert game.open_discards == ["T9"]


def with_hand(options: Options, hand: list[str]) -> FrenchDeal:
    """A game in which seat 0 has these cards and others to fill, taker in garde sans."""
    rest = [card for card in FRENCH78 if card not in hand]
    suits = [card for card in rest if card[0] != "T" and card != EXCUSE]
    others = [card for card in rest if card not in suits]
    hand = [*hand, *suits[: 18 - len(hand)]]
    left = [card for card in suits if card not in hand] + others
    hands = [tuple(hand), *(tuple(left[i : i + 18]) for i in (0, 18, 36))]
    game = FrenchDeal(options, Cards(tuple(hands), tuple(left[54:])))
    return after(game, "garde_sans pass pass pass")


@pytest.mark.parametrize(
    ("trumps", "excuse", "handfuls"),
    [
        (9, False, []),
        (9, True, ["single"]),
        (10, False, ["single"]),
        (12, False, ["single"]),
        (12, True, ["single", "double"]),
        (13, False, ["single", "double"]),
        (14, False, ["single", "double"]),
        (14, True, ["single", "double", "triple"]),
        (15, False, ["single", "double", "triple"]),
    ],
)
def test_handfuls_of_four(
    trumps: int,
    excuse: bool,  # noqa: FBT001
    handfuls: list[str],
) -> None:
    hand = [*TRUMPS[:trumps], *([EXCUSE] if excuse else [])]
    assert legal_handfuls(FOUR, hand) == handfuls
    game = after(with_hand(FOUR, hand), "done")
    assert game.legal() == [*(f"handful:{handful}" for handful in handfuls), "done"]


@pytest.mark.parametrize(("options", "sizes"), [(THREE, (13, 15, 18)), (CALLING, (8, 10, 13))])
def test_handfuls_of_three_and_five(options: Options, sizes: tuple[int, int, int]) -> None:
    for names, size in zip((["single"], ["single", "double"]), sizes, strict=False):
        assert legal_handfuls(options, TRUMPS[: size - 1]) == names[:-1]
        assert legal_handfuls(options, TRUMPS[:size]) == names
    assert len(legal_handfuls(options, TRUMPS[: sizes[2]])) == 3
    assert len(legal_handfuls(options, TRUMPS[: sizes[2] - 1])) == 2


def test_excuse_is_shown_only_if_it_is_needed() -> None:
    assert set(legal_to_show([*TRUMPS[:10], EXCUSE], 10, [])) == set(TRUMPS[:10])
    assert set(legal_to_show([*TRUMPS[:9], EXCUSE], 10, [])) == {*TRUMPS[:9], EXCUSE}


def test_showing_a_handful() -> None:
    game = after(with_hand(FOUR, list(TRUMPS[:11])), "announce:slam handful:single")
    for _ in range(10):
        assert game.current == 0
        game.apply(game.legal()[-1])
    assert sorted(game.shown[0]) == sorted(TRUMPS[1:11])
    assert game.current == 1
    assert game.legal() == ["done"]
    after(game, "done done done")
    assert (game.phase, game.current) == ("play", 0)
    assert game.play is not None
    assert (game.play.slam, game.play.handfuls) == (True, {0: "single"})


def test_handful_before_ones_own_first_card() -> None:
    options = replace(FOUR, handful_timing="before_own_first_card")
    game = after(with_hand(options, list(TRUMPS[:10])), "done")
    assert game.phase == "play"
    assert "handful:single" in game.legal()
    forgone = game.copy()
    while forgone.current != 0 or forgone.tricks == [0, 0, 0, 0]:
        forgone.apply(forgone.legal()[0])
    assert not any(name.startswith("handful") for name in forgone.legal())
    game.apply("handful:single")
    for _ in range(10):
        assert set(game.legal()) <= set(TRUMPS[:10])
        game.apply(game.legal()[0])
    assert sorted(game.legal()) == sorted(game.hands[0])
    assert game.play is not None
    assert game.play.handfuls == {0: "single"}


def test_call_king() -> None:
    for seed in range(20):
        game = after(started(CALLING, seed), "pass pass garde pass pass")
        assert (game.phase, game.current) == ("talon", 2)
        assert game.legal() == ["king:C", "king:D", "king:H", "king:S"]
        holder = next((s for s, hand in enumerate(game.hands) if "SK" in hand), None)
        game.apply("king:S")
        assert game.partner == (None if holder == 2 else holder)
        assert game.phase == "discard"
        assert len(game.hands[2]) == 18


@pytest.mark.parametrize("options", [THREE, FOUR, FIVE, CALLING])
@pytest.mark.parametrize("timing", ["before_first_lead", "before_own_first_card"])
def test_whole_random_deals(options: Options, timing: str) -> None:
    options = replace(options, handful_timing=timing)
    met: Counter[str] = Counter()
    for seed in range(80):
        stream = Stream(seed, 1)
        dealer = stream.below(options.players)
        game = FrenchDeal(options, deal(options, seed, dealer=dealer), dealer)
        while game.current is not None:
            legal = game.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            game.apply(legal[stream.below(len(legal))])
        met.update(name.split(":")[0] for _, name in game.history)
        assert game.phase == "over"
        assert sum(game.returns()) == 0
        if game.play is None:
            continue
        assert sum(game.points) <= 182
        assert 0 <= game.play.half_points <= 182
        if options.players == 4:
            assert game.play.half_points % 2 == 0
        defenders = [seat for seat in game.playing if not game.play.is_takers(seat)]
        assert {game.returns()[seat] for seat in defenders} == {-game.play.value()}
    # Three players hold thirteen trumps too seldom to wait for.
    assert met["handful"] > 0 or options.players == 3
