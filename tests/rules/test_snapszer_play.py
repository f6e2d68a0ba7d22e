"""The play of snapszer: which cards are legal, who wins, marriages, a row a clause."""

from collections.abc import Sequence

import pytest
from tests.rules.snapszer_hands import calls, ending, legal_after, play, points, snapszer

import ultimo

STRICT_FORMS = ("S3", "S4", "S3L")


# Legal cards.

STRICT = [
    pytest.param([], ["HA", "L9", "B9"], {"HA", "L9", "B9"}, id="the leader plays any card"),
    pytest.param(["LK"], ["L9", "LA", "HA"], {"LA"}, id="the suit led must be followed and beaten"),
    pytest.param(["LK"], ["L9", "LO", "HA"], {"L9", "LO"}, id="who cannot beat must still follow"),
    pytest.param(["LK"], ["H9", "HA", "B9"], {"H9", "HA"}, id="void: a trump, and any beats"),
    pytest.param(["LK"], ["AA", "BA", "B9"], {"AA", "BA", "B9"}, id="void of both: any card"),
    pytest.param(["HK"], ["H9", "HT", "LA"], {"HT"}, id="a trump led must be beaten"),
    pytest.param(["HK"], ["H9", "HU", "LA"], {"H9", "HU"}, id="or followed"),
    pytest.param(["BK", "HU"], ["BA", "B9", "HA"], {"BA", "B9"}, id="example 9: trumped, follow"),
    pytest.param(["BK", "HU"], ["L9", "H9", "HT"], {"HT"}, id="example 9: overtrump"),
    pytest.param(
        ["BK", "HU"], ["L9", "H9"], {"H9"}, id="example 9: trump even if it does not beat"
    ),
    pytest.param(["BK", "BT"], ["BA", "BO"], {"BA"}, id="the card to beat is the one winning"),
    pytest.param(["BK", "B9"], ["BT", "BO"], {"BT"}, id="even where the last card did not"),
    pytest.param(["LT"], ["LA", "LK"], {"LA"}, id="the ace is above the ten"),
    pytest.param(["LK"], ["LT", "LO"], {"LT"}, id="the ten is above the king"),
]


@pytest.mark.parametrize("form", STRICT_FORMS)
@pytest.mark.parametrize(("plays", "hand", "legal"), STRICT)
def test_follow_suit_and_beat(
    form: str, plays: Sequence[str], hand: Sequence[str], legal: set[str]
) -> None:
    assert legal_after(form, plays, hand) == legal


@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [
        pytest.param(["BK", "HU"], ["L9", "H9"], {"L9", "H9"}, id="example 9: both"),
        pytest.param(["BK", "HU"], ["L9", "H9", "HT"], {"HT"}, id="who can beat must"),
        pytest.param(["BK"], ["L9", "H9"], {"H9"}, id="any trump beats a plain card"),
        pytest.param(["BK", "HU"], ["B9", "H9"], {"B9"}, id="suit is followed all the same"),
    ],
)
def test_void_trump_beat_only(plays: Sequence[str], hand: Sequence[str], legal: set[str]) -> None:
    for form in STRICT_FORMS:
        assert legal_after(form, plays, hand, void_trump="beat_only") == legal


def test_a_partners_card_must_be_beaten_too() -> None:
    position = ending("S4", "LK B9", "L9 LO", "LA LU", "AA AK", contract={"partner": 2})
    play(position, "LK L9")
    assert set(position.legal()) == {"LA"}


ENDGAME = [
    pytest.param("follow_only", ["LK", "HA", "AU"], {"LK"}, id="example 6: follow suit"),
    pytest.param("follow_only", ["LA", "LK", "AU"], {"LA", "LK"}, id="no duty to beat"),
    pytest.param("follow_only", ["HA", "AU", "BK"], {"HA", "AU", "BK"}, id="void: all cards"),
    pytest.param("follow_then_trump", ["HA", "HU", "BK"], {"HA", "HU"}, id="void: a trump"),
    pytest.param("follow_then_trump", ["LA", "LK", "AU"], {"LA", "LK"}, id="but no duty to beat"),
    pytest.param("follow_then_trump", ["BA", "BK"], {"BA", "BK"}, id="without one any card"),
    pytest.param("strict", ["HA", "AU", "BK"], {"HA"}, id="example 6: strict, only the trump"),
    pytest.param("strict", ["LA", "LK", "AU"], {"LA"}, id="strict: beat"),
]


@pytest.mark.parametrize(("rule", "hand", "legal"), ENDGAME)
def test_two_players_without_a_stock(rule: str, hand: Sequence[str], legal: set[str]) -> None:
    assert legal_after("S2", ["LT"], hand, s2_endgame=rule) == legal


@pytest.mark.parametrize("rule", ["follow_only", "follow_then_trump", "strict"])
def test_while_the_stock_has_cards_any_card_is_legal(rule: str) -> None:
    hand = ["LK", "HA", "AU"]
    assert legal_after("S2", ["LT"], hand, talon="BU HT", s2_endgame=rule) == set(hand)


def test_follow_then_trump_has_no_duty_to_overtrump_a_trump_that_was_led() -> None:
    hand = ["HU", "HT", "AA"]
    assert legal_after("S2", ["HK"], hand, s2_endgame="follow_then_trump") == {"HU", "HT"}
    assert legal_after("S2", ["HK"], hand, s2_endgame="strict") == {"HT"}


@pytest.mark.parametrize(
    ("plays", "hand", "legal"),
    [
        pytest.param(["LK"], ["LA", "L9", "HA"], {"LA"}, id="follow and beat"),
        pytest.param(["LK"], ["HA", "B9"], {"HA", "B9"}, id="no trump: void, any card"),
    ],
)
def test_mizer(plays: Sequence[str], hand: Sequence[str], legal: set[str]) -> None:
    rest = [c for c in snapszer("S3L").deck.cards if c[0] in "AB" and c not in hand]
    hands = [
        " ".join([*plays, *rest[: len(hand) - 1]]),
        " ".join(hand),
        " ".join(rest[-len(hand) :]),
    ]
    position = ending("S3L", *hands, contract={"bid": "mizer", "trump": None})
    assert set(play(position, plays[0]).legal()) == legal


WINNERS = [
    pytest.param("S3", ["LK", "LA", "L9"], 1, id="the highest card of the suit led"),
    pytest.param("S3", ["LK", "H9", "BA"], 1, id="a trump wins over a plain card"),
    pytest.param("S3", ["LK", "H9", "HU"], 2, id="the highest trump"),
    pytest.param("S3", ["LK", "BA", "AA"], 0, id="cards of other suits win nothing"),
    pytest.param("S3", ["HK", "HT", "BA"], 1, id="a led trump is beaten by a higher one"),
]


@pytest.mark.parametrize(("form", "cards", "winner"), WINNERS)
def test_winner_of_a_trick_leads(form: str, cards: Sequence[str], winner: int) -> None:
    fill = iter(["AU", "BU", "A9"])
    position = ending(form, *(f"{card} {next(fill)}" for card in cards))
    play(position, " ".join(cards))
    assert position.tricks[winner] == 1
    assert position.current_player == winner


def test_first_lead() -> None:
    for form, declarer, leader in (("S2", 1, 0), ("S3", 1, 1), ("S4", 2, 2), ("S3L", 2, 2)):
        game = snapszer(form)
        bid = "sixty_six" if form == "S3L" else "game"
        contract = game.contract(bid, declarer=declarer, trump="H")
        assert game.position(game.deal(1), contract).leader == leader
    mizer = snapszer("S3L").contract("mizer", declarer=2)
    assert snapszer("S3L").position(snapszer("S3L").deal(1), mizer).leader == 0


# Marriages.


@pytest.mark.parametrize("form", ["S2", "S3", "S3L"])
def test_who_is_on_lead_announces_by_leading_one_of_the_pair(form: str) -> None:
    hands = ["LK LO HK", "AK AO BU", "HU BK BO"][: 2 if form == "S2" else 3]
    position = ending(form, *hands)
    assert calls(position) == {"marriage:L"}
    # It is voluntary.
    assert {"LK", "LO", "HK"} <= set(position.legal())
    position.play("marriage:L")
    # At most one announcement, and then a card of the pair.
    assert set(position.legal()) == {"LK", "LO"}
    with pytest.raises(ultimo.IllegalActionError) as error:
        position.play("HK")
    assert error.value.code == "must_play_announced"
    position.play("LK")
    # Nobody else may announce in that trick, and the other card stays in the hand.
    assert calls(position) == set()
    assert "LO" in position.hands[0]


@pytest.mark.parametrize(
    ("hand", "trump", "counted"),
    [
        pytest.param("HK HO HA", "H", 40, id="forty in the trump suit"),
        pytest.param("LK LO LA", "H", 20, id="twenty in another"),
        pytest.param("HK HO HA", "L", 20, id="whatever the suit"),
    ],
)
def test_what_a_marriage_counts(hand: str, trump: str, counted: int) -> None:
    suit = hand[0]
    position = ending("S3", hand, "AU A9 BU", "B9 BO BK", contract={"trump": trump})
    play(position, f"marriage:{suit} {suit}K AU B9")
    assert position.outcome().points == points(position, 0) + counted
    # `points` counts cards alone.
    assert points(position, 0) == 4 + 2


def test_example_2_a_marriage_is_pending_until_the_first_trick() -> None:
    position = ending("S2", "HK HO LA", "HA LT AU")
    play(position, "marriage:H HK HA")
    assert position.outcome().points == 0
    assert points(position, 1) == 15
    play(position, "LT LA")
    assert position.outcome().points == 61
    assert not position.is_over
    play(position, "HO AU")
    assert position.is_over
    assert position.outcome().points == 66
    assert position.returns().tolist() == [2, 0]


def test_example_4_a_marriage_without_a_trick_counts_nothing() -> None:
    position = ending("S2", "HK HO LK LO AK", "HA HT LA LT AA", contract={"declarer": 1})
    play(position, "marriage:H HK HA HT HO LA LK LT LO AA AK")
    assert position.outcome().points == 71
    assert position.returns().tolist() == [0, 3]


@pytest.mark.parametrize(
    ("valid_by", "counted"),
    [
        pytest.param("side", 20, id="a trick of the partner suffices"),
        pytest.param("announcer", 0, id="only his own trick"),
    ],
)
def test_whose_trick_makes_a_marriage_count(valid_by: str, counted: int) -> None:
    position = ending(
        "S4",
        "LK LO BA",
        "L9 A9 B9",
        "LA HA AU",
        "LU AK BU",
        contract={"partner": 2},
        marriage_valid_by=valid_by,
    )
    play(position, "marriage:L LO L9 LA LU")
    assert position.outcome().points == 3 + 11 + 2 + counted
    play(position, "AU AK BA A9")
    # The partner leads an under, which an opponent wins: the announcer still has no trick.
    assert position.outcome().points == 16 + counted


def test_when_a_marriage_may_be_announced() -> None:
    hands = ["LK BA B9", "LT LO AU", "AK AO BU"]
    assert calls(play(ending("S3", *hands), "LK LT")) == set()
    position = play(ending("S3", *hands, marriage_when="any_play"), "LK LT")
    assert calls(position) == {"marriage:A"}
    position.play("marriage:A")
    assert set(position.legal()) == {"AK", "AO"}
    # Only if a card of the pair may be played.
    other = ending("S3", "LK BA B9", "LT LO AU", "L9 AK AO", marriage_when="any_play")
    assert calls(play(other, "LK LT")) == set()
    # Of a pair that must beat only the card that does may follow.
    king = ending("S3", "AU BA B9", "AK AO LU", "L9 BK BO", marriage_when="any_play")
    play(king, "AU marriage:A")
    assert set(king.legal()) == {"AK", "AO"}


def test_two_players_announce_on_lead_whatever_the_option() -> None:
    position = ending("S2", "LK BA", "AK AO", marriage_when="any_play")
    assert calls(play(position, "BA")) == set()


def test_two_announce_with_and_without_a_stock() -> None:
    for talon in ("", "BU HT"):
        assert "marriage:L" in ending("S2", "LK LO", "BA BK", talon=talon).legal()


def test_a_bid_of_thirty_three_may_not_announce_the_forty_nor_call_it_twenty() -> None:
    hands = ("HK HO LK LO", "A9 AU BO BK", "B9 BU L9 LU")
    position = ending("S3L", *hands, contract={"bid": "thirty_three"})
    assert calls(position) == {"marriage:L"}
    for bid in ("sixty_six", "ninety_nine", "snapszer"):
        other = ending("S3L", *hands, contract={"bid": bid})
        assert calls(other) == {"marriage:L", "marriage:H"}
    # Nobody may: not the defenders either.
    defender = ending("S3L", *hands, contract={"bid": "thirty_three", "declarer": 1})
    assert calls(defender) == {"marriage:L"}


def test_mizer_knows_no_marriage() -> None:
    hands = ("HK HO", "A9 AU", "B9 BU")
    assert calls(ending("S3L", *hands, contract={"bid": "mizer", "trump": None})) == set()
