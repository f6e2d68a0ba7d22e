"""The bids and the auction of the oracle's ulti, and its worked examples up to the play."""

import random
from dataclasses import replace

import pytest
from tests.oracle.cards import GERMAN32
from tests.oracle.ulti import Cards, Options, UltiDeal, UltiMatch, bids, deal, lay_out
from tests.oracle.ulti_auction import Auction, Kontra
from tests.oracle.ulti_bids import Bid, bid_value, scored
from tests.oracle.ulti_play import UltiPlay, legal_cards
from tests.oracle.ulti_score import Outcome, component_pay

# "Complete table of bids (144)": code, bid value, win, lose.
TABLE = """
P 1 1 1, pP 2 2 2, N 3 4 4, F 4 4 4, U 4 5 9, B 5 5 5, H 6 6 6, pN 6 8 8, D 7 7 7, N+F 7 7 7,
N+U 7 7 11, pF 8 8 8, pU 8 10 18, F+U 8 8 12, T 9 10 10, N+H 9 9 9, N+D 10 10 10, U+H 10 10 14,
F+D 11 11 11, U+D 11 11 15, N+F+U 11 11 15, pH 12 12 12, N+T 12 12 12, F+T 13 13 13,
U+T 13 13 17, H+D 13 13 13, N+U+H 13 13 17, pN+F 14 14 14, pN+U 14 14 22, N+F+D 14 14 14,
N+U+D 14 14 18, H+T 15 15 15, F+U+D 15 15 19, D+T 16 16 16, pF+U 16 16 24, N+F+T 16 16 16,
N+U+T 16 16 20, N+H+D 16 16 16, F+U+T 17 17 21, U+H+D 17 17 21, pT 18 20 20, pN+H 18 18 18,
N+H+T 18 18 18, N+F+U+D 18 18 22, N+D+T 19 19 19, U+H+T 19 19 23, B* 20 20 20, pN+D 20 20 20,
pU+H 20 20 28, F+D+T 20 20 20, U+D+T 20 20 24, N+F+U+T 20 20 24, N+U+H+D 20 20 24,
pF+D 22 22 22, pU+D 22 22 30, H+D+T 22 22 22, pN+F+U 22 22 30, N+U+H+T 22 22 26,
N+F+D+T 23 23 23, N+U+D+T 23 23 27, pN+T 24 24 24, F+U+D+T 24 24 28, N+H+D+T 25 25 25,
pF+T 26 26 26, pU+T 26 26 34, pH+D 26 26 26, pN+U+H 26 26 34, U+H+D+T 26 26 30,
N+F+U+D+T 27 27 31, D* 28 28 28, pN+F+D 28 28 28, pN+U+D 28 28 36, N+U+H+D+T 29 29 33,
pH+T 30 30 30, pF+U+D 30 30 38, N+D* 31 31 31, pD+T 32 32 32, F+D* 32 32 32, U+D* 32 32 36,
pN+F+T 32 32 32, pN+U+T 32 32 40, pN+H+D 32 32 32, H+D* 34 34 34, pF+U+T 34 34 42,
pU+H+D 34 34 42, N+F+D* 35 35 35, N+U+D* 35 35 39, pN+H+T 36 36 36, F+U+D* 36 36 40,
pN+F+U+D 36 36 44, D*+T 37 37 37, N+H+D* 37 37 37, pN+D+T 38 38 38, pU+H+T 38 38 46,
U+H+D* 38 38 42, N+F+U+D* 39 39 43, pF+D+T 40 40 40, pU+D+T 40 40 48, N+D*+T 40 40 40,
pN+F+U+T 40 40 48, pN+U+H+D 40 40 48, F+D*+T 41 41 41, U+D*+T 41 41 45, N+U+H+D* 41 41 45,
H+D*+T 43 43 43, pH+D+T 44 44 44, pN+U+H+T 44 44 52, N+F+D*+T 44 44 44, N+U+D*+T 44 44 48,
F+U+D*+T 45 45 49, pN+F+D+T 46 46 46, pN+U+D+T 46 46 54, N+H+D*+T 46 46 46, U+H+D*+T 47 47 51,
pF+U+D+T 48 48 56, N+F+U+D*+T 48 48 52, pN+H+D+T 50 50 50, N+U+H+D*+T 50 50 54,
pU+H+D+T 52 52 60, pN+F+U+D+T 54 54 62, pN+U+H+D+T 58 58 66, pN+D* 62 62 62, pF+D* 64 64 64,
pU+D* 64 64 72, pH+D* 68 68 68, pN+F+D* 70 70 70, pN+U+D* 70 70 78, pF+U+D* 72 72 80,
pD*+T 74 74 74, pN+H+D* 74 74 74, pU+H+D* 76 76 84, pN+F+U+D* 78 78 86, pN+D*+T 80 80 80,
pF+D*+T 82 82 82, pU+D*+T 82 82 90, pN+U+H+D* 82 82 90, pH+D*+T 86 86 86, pN+F+D*+T 88 88 88,
pN+U+D*+T 88 88 96, pF+U+D*+T 90 90 98, pN+H+D*+T 92 92 92, pU+H+D*+T 94 94 102,
pN+F+U+D*+T 96 96 104, pN+U+H+D*+T 100 100 108
"""
ROWS = [
    (code, int(value), int(win), int(lose))
    for code, value, win, lose in (row.split() for row in TABLE.split(","))
]
DEFAULT = Options()
LOST = Outcome(declarer=0, tricks=(1, 9, 0), last_winner=1, defenders_cards=70)
# Everything of a trump game is won: 20 and 40 held, the Seven wins the last of ten tricks.
WON = Outcome(
    declarer=0,
    declarer_cards=80,
    last_winner=0,
    tricks=(10, 0, 0),
    marriages=((1, True), (0, False), (0, False)),
    aces=4,
    tens=4,
    seven=0,
    seven_won=True,
)
NO_TRICK = Outcome(declarer=0, tricks=(0, 10, 0), last_winner=1)


def of(code: str, options: Options = DEFAULT) -> Bid:
    return bids(options)[code]


def pays(bid: Bid, outcome: Outcome) -> int:
    """What the components of a bid come to without kontra and without silent bonuses."""
    return sum(component_pay(DEFAULT, bid, c, outcome, 0) for c in scored(DEFAULT, bid))


def test_there_are_144_bids_in_the_order_of_the_table() -> None:
    assert len(ROWS) == 144
    assert list(bids(DEFAULT)) == [code for code, *_ in ROWS]


@pytest.mark.parametrize(("code", "value", "win", "lose"), ROWS, ids=[row[0] for row in ROWS])
def test_values_are_those_of_the_table(code: str, value: int, win: int, lose: int) -> None:
    bid = of(code)
    assert bid_value(DEFAULT, bid) == value
    assert pays(bid, NO_TRICK if "B" in bid.components else WON) == win
    assert pays(bid, LOST) == -lose


@pytest.mark.parametrize(
    ("options", "count"),
    [
        pytest.param(Options(combine_D_with_N_T=False), 72, id="72 bids remain"),
        pytest.param(Options(rebetli=True), 145, id="one extra bid"),
        # F and H stand together in 16 sets of the six, and 8 of them hold D, open or not: 24 more,
        # each also in hearts.
        pytest.param(Options(combine_F_H=True), 144 + 48, id="F and H together"),
        # Without T there are 22 sets beside D alone, and 11 of them hold D: 33, each also in
        # hearts; P and pP; B and D, open or not.
        pytest.param(Options(contract_values="common"), 2 * 33 + 2 + 4, id="T off"),
    ],
)
def test_options_change_the_number_of_bids(options: Options, count: int) -> None:
    assert len(bids(options)) == count


def test_common_values_and_the_hearts_betli() -> None:
    common = Options(contract_values="common", rebetli=True)
    values = {code: bid_value(common, bid) for code, bid in bids(common).items()}
    assert (values["P"], values["N"], values["F"], values["U"]) == (1, 4, 4, 4)
    assert (values["B"], values["D"], values["H"], values["pB"]) == (5, 6, 8, 10)


def test_the_parti_may_belong_to_the_bid_value() -> None:
    options = Options(bid_value_includes_parti=True)
    values = {code: bid_value(options, bid) for code, bid in bids(options).items()}
    assert (values["N"], values["U"], values["T"]) == (4, 5, 10)
    assert (values["pN"], values["pU"], values["pT"]) == (8, 10, 20)
    assert values["N+U"] == 7
    both = replace(options, parti_in_combinations="unless_hundred_or_durchmars")
    assert bid_value(both, of("N+U")) == 8
    assert bid_value(both, of("pN+U+T")) == 34
    assert bid_value(both, of("N+D")) == 10
    assert bid_value(both, of("F+U")) == 8


HANDS = deal(1).hands


def auction(options: Options = DEFAULT, start: int = 0) -> Auction:
    hands = lay_out([*HANDS[0][:7], *HANDS[1], *HANDS[2], *HANDS[0][7:]], start).hands
    return Auction(options, [list(hand) for hand in hands], start)


def run(auction: Auction, *acts: str) -> Auction:
    """Makes calls; before each bid or pass the first two cards are laid away."""
    for act in acts:
        while auction.asks == "lay":
            auction.apply(auction.legal()[0])
        auction.apply(act)
    while auction.asks == "lay":
        auction.apply(auction.legal()[0])
    return auction


def test_12_an_auction() -> None:
    table = run(auction(), "P")
    assert table.floor == 2
    run(table, "pick_up", "pass")
    assert table.floor == 3
    assert table.standing is None
    run(table, "decline", "decline")
    assert table.current == 1
    assert table.legal() == ["pick_up"]
    run(table, "pick_up")
    assert table.legal()[0] == "N"  # not `pass`, and not pP
    run(table, "F")
    assert table.floor == 5
    run(table, "pick_up")
    assert table.legal()[1] == "B"  # U is worth 4
    run(table, "B")
    assert table.floor == 6
    run(table, "decline", "decline")
    assert (table.current, table.legal()) == (2, ["stand", "pick_up"])
    table = run(table, "stand")
    assert (table.current, table.declarer, table.contract) == (None, 2, of("B"))


def test_13_the_first_pass() -> None:
    table = run(auction(), "pass")
    assert table.floor == 2
    run(table, "decline", "decline")
    assert table.legal() == ["pick_up"]
    assert run(table, "pick_up").legal()[0] == "pP"


@pytest.mark.parametrize(
    ("options", "first"),
    [
        pytest.param(Options(initial_pass="no_raise"), "P", id="no_raise"),
        pytest.param(Options(pass_raises_floor=0), "P", id="a pass raises nothing"),
        pytest.param(Options(forced_pickup_may_pass=True), "pass", id="may pass again"),
    ],
)
def test_options_of_the_first_pass(options: Options, first: str) -> None:
    table = run(auction(options), "pass", "decline", "decline", "pick_up")
    assert table.legal()[0] == first


def test_the_first_pass_may_be_forbidden() -> None:
    forbidden = Options(initial_pass="forbidden")
    assert run(auction(forbidden)).legal()[0] == "P"
    no_raise = Options(initial_pass="no_raise")
    table = run(auction(no_raise), "P", "pick_up", "pass")
    assert table.floor == 3


def test_the_holder_may_take_his_own_talon_and_must_then_bid_higher() -> None:
    table = run(auction(), "U", "decline", "decline", "pick_up")
    assert table.legal()[0] == "B"
    table = run(auction(Options(self_rob=False)), "U", "decline", "decline")
    assert table.current is None
    assert table.declarer == 0


def test_nothing_overcalls_the_highest_bid() -> None:
    table = run(auction(), "pN+U+H+D*+T")
    assert table.legal() == ["decline"]
    run(table, "decline", "decline")
    assert table.legal() == ["stand"]


def test_a_pass_must_leave_a_bid() -> None:
    # The highest bid but one is 96; a pass then raises 97 to 98, and 100 to 101.
    table = run(auction(), "pN+F+U+D*+T", "pick_up", "pass", "pick_up", "pass", "pick_up", "pass")
    assert table.floor == 100
    assert run(table, "pick_up").legal() == ["pN+U+H+D*+T"]


def test_he_who_declined_may_pick_up_later() -> None:
    table = run(auction(), "P", "decline", "pick_up", "pP")
    assert table.current == 0
    run(table, "decline")
    assert table.legal() == ["decline", "pick_up"]


def test_fewer_components_overcall_a_bid_of_equal_value() -> None:
    options = Options(tie_rule="fewer_components")
    table = run(auction(options), "N+U", "pick_up")  # 7 with two components
    assert table.legal()[:3] == ["pass", "D", "pF"]  # D is 7, N+F has two components as well
    run(table, "D", "pick_up")
    assert table.legal()[:2] == ["pass", "pF"]
    run(table, "pass")
    # "floor is not raised above that value": it is 7, and the pass makes it 8.
    assert table.floor == 8
    table = run(auction(replace(options, bid_value_includes_parti=True)), "N", "pick_up")
    # N is 4 with its parti, two components; F is 4 with one.
    assert table.legal()[:2] == ["pass", "F"]


def test_talon_goes_from_hand_to_hand() -> None:
    table = auction()
    first = table.legal()[:2]
    run(table, "P")
    assert table.talon == first
    run(table, "pick_up")
    assert table.talon != first
    assert set(first) <= {*table.hands[1], *table.talon}


def test_kontra_is_named_by_each_defender_and_answered() -> None:
    kontra = Kontra(DEFAULT, of("U"), 0)
    assert (kontra.current, kontra.legal()) == (1, ["kontra:U", "kontra:P", "done"])
    kontra.apply("kontra:U")
    assert kontra.legal() == ["kontra:P", "done"]
    kontra.apply("done")
    assert (kontra.current, kontra.legal()) == (2, ["kontra:P", "done"])
    kontra.apply("kontra:P")
    kontra.apply("done")
    assert kontra.levels == {"U": 1, "P": 1}
    assert kontra.current == 0
    kontra.apply("kontra:P")
    kontra.apply("done")
    assert (kontra.current, kontra.legal()) == (1, ["kontra:P", "done"])
    kontra.apply("done")
    kontra.apply("done")
    kontra = kontra.copy()
    assert (kontra.current, kontra.levels) == (None, {"U": 1, "P": 2})


def test_kontra_of_a_no_trump_game_is_separate() -> None:
    kontra = Kontra(DEFAULT, of("B"), 1)
    assert (kontra.current, kontra.legal()) == (2, ["kontra:2", "done"])
    kontra.apply("kontra:2")
    kontra.apply("done")
    assert (kontra.current, kontra.legal()) == (0, ["kontra:0", "done"])
    kontra.apply("done")
    assert (kontra.current, kontra.legal()) == (1, ["kontra:2", "done"])
    kontra.apply("kontra:2")
    kontra.apply("done")
    assert (kontra.current, kontra.legal()) == (2, ["kontra:2", "done"])
    kontra.apply("done")
    kontra = kontra.copy()
    assert (kontra.current, kontra.levels) == (None, {"2": 2, "0": 0})


@pytest.mark.parametrize(("top", "steps"), [(0, 0), (1, 1), (5, 5)])
def test_kontra_ends_at_the_highest_level(top: int, steps: int) -> None:
    kontra = Kontra(Options(kontra_max_level=top, kontra_scope="contract"), of("F+U"), 0)
    while kontra.current is not None:
        kontra.apply(kontra.legal()[0])
    assert kontra.levels == {"game": steps}


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "legal"),
    [
        pytest.param("LT L9 BA", "LK", "B", "LT", id="14a: the Ten beats the King"),
        pytest.param("LT L9 BA", "LK", None, "LT L9", id="14a: in a no-trump game it does not"),
        pytest.param("LA L8", "LK B9", "B", "LA L8", id="14b: already trumped"),
        pytest.param("B8 BU HA", "LK B9", "B", "BU", id="14c: must overtrump"),
        pytest.param("B8 HA", "LK B9", "B", "B8", id="14c: must still trump"),
        pytest.param("H7 HA", "LK B9", "B", "H7 HA", id="nothing binds"),
        pytest.param("H7 BA", "LK L9", None, "H7 BA", id="no trump to play"),
        pytest.param("HU HA H7", "HK HT", "H", "HA", id="the highest trump must be overtaken"),
        pytest.param("LA L8", "LK A9", None, "LA", id="overtake in betli"),
    ],
)
def test_legal_cards(hand: str, trick: str, trump: str | None, legal: str) -> None:
    assert legal_cards(hand.split(), trick.split(), trump) == legal.split()


def test_the_trump_seven_may_be_kept_for_the_last_trick() -> None:
    hands = [["L7", "B8"], ["LA", "B9"], ["L8", "BA"]]
    free = UltiPlay(DEFAULT, hands, of("U"), 0, trump="L")
    assert free.legal() == ["L7", "B8"]
    kept = UltiPlay(Options(ulti_seven_protected=True), hands, of("U"), 0, trump="L")
    assert kept.legal() == ["B8"]
    kept = UltiPlay(Options(ulti_seven_protected=True), hands, of("U"), 0, trump="L", leader=2)
    kept.apply("L8")
    assert kept.legal() == ["L7"]


def test_packets() -> None:
    pack = [str(i) for i in range(32)]
    hands = lay_out(pack).hands
    assert hands[0] == ("0", "1", "2", "3", "4", "5", "6", "17", "18", "19", "20", "21")
    assert hands[1] == ("7", "8", "9", "10", "11", "22", "23", "24", "25", "26")
    assert hands[2] == ("12", "13", "14", "15", "16", "27", "28", "29", "30", "31")
    assert lay_out(pack, start=2).hands == (hands[1], hands[2], hands[0])


def test_betli_ends_with_the_declarers_trick_and_durchmars_with_a_defenders() -> None:
    hands = [["LA", "B8"], ["L8", "B9"], ["L9", "BA"]]
    betli = UltiPlay(DEFAULT, hands, of("B"), 0)
    for card in ("LA", "L8", "L9"):
        betli.apply(card)
    assert betli.is_over
    assert betli.returns() == [-10, 5, 5]
    march = UltiPlay(DEFAULT, hands, of("D"), 0)
    for card in ("B8", "B9", "BA"):
        march.apply(card)
    assert march.is_over
    assert march.returns() == [-14, 7, 7]


def test_marriages_become_known_with_the_first_card() -> None:
    hands = [["LK", "LO", "BK", "BO"], ["HK", "HO", "AK", "AO"], ["L7", "L8", "L9", "LU"]]
    play = UltiPlay(DEFAULT, hands, of("P"), 0, trump="L")
    assert play.public_marriages == [None, None, None]
    play.apply("LO")
    assert play.public_marriages == [(1, True), None, None]
    play.apply("HK")
    assert play.public_marriages[1] == (2, False)
    hidden = UltiPlay(Options(marriage_public="hidden"), hands, of("P"), 0, trump="L")
    hidden.apply("LO")
    assert hidden.public_marriages == [None, None, None]


@pytest.mark.parametrize(
    ("moment", "before", "lead", "second"),
    [
        ("after_kontra", False, True, True),
        ("before_kontra", True, True, True),
        ("after_first_trick", False, False, True),
    ],
)
def test_moment_of_opening(moment: str, before: bool, lead: bool, second: bool) -> None:  # noqa: FBT001
    whole = UltiDeal(Options(open_moment=moment, self_rob=False), Cards(HANDS))
    for name in (*HANDS[0][:2], "D*", "decline", "decline"):
        assert not whole.is_open
        whole.apply(name)
    assert whole.phase == "kontra"
    assert whole.is_open == before
    whole.apply("done")
    whole.apply("done")
    assert whole.phase == "play"
    assert whole.is_open == lead
    play = UltiPlay(
        Options(open_moment=moment), [["LA", "L7"], ["L8", "B7"], ["L9", "B8"]], of("D*"), 0
    )
    for card in ("LA", "L8", "L9"):
        play.apply(card)
    assert play.is_open == second


def by_lot(rng: random.Random, whole: UltiDeal) -> str:
    """Chooses so that auctions end and low bids come up as well."""
    legal = whole.legal()
    if whole.phase == "auction" and legal[0] in ("decline", "stand") and rng.random() < 0.7:
        return legal[0]
    if whole.phase == "auction" and len(legal) > 2 and rng.random() < 0.7:
        return rng.choice(legal[:12])
    return rng.choice(legal)


@pytest.mark.parametrize("start", [0, 1, 2])
def test_whole_deals_keep_every_card_and_every_point(start: int) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        whole = UltiDeal(DEFAULT, deal(seed, start=start), dealer=(start - 1) % 3)
        while whole.current is not None:
            assert len(set(whole.legal())) == len(whole.legal()) > 0
            twin = whole.copy()
            choice = by_lot(rng, whole)
            twin.apply(choice)
            whole.apply(choice)
            assert (twin.phase, twin.current, twin.hands) == (
                (whole.phase, whole.current, whole.hands)
            )
        play = whole.play
        assert play is not None
        left = [card for hand in whole.hands for card in hand]
        won = [card for pile in play.piles for card in pile]
        assert sorted([*left, *won, *whole.talon]) == sorted(GERMAN32)
        assert sum(whole.returns()) == 0
        if play.trump is not None:
            talon = sum(10 for card in whole.talon if card[1] in "AT")
            assert sum(whole.points) + talon == 90


def test_a_match_is_nine_deals_with_the_start_going_round() -> None:
    match = UltiMatch(DEFAULT, start=1)
    starts = []
    while not match.is_over:
        starts.append(match.start)
        whole = UltiDeal(DEFAULT, deal(5, len(starts), start=match.start), match.dealer)
        rng = random.Random(len(starts))
        while whole.current is not None:
            whole.apply(by_lot(rng, whole))
        match.add(whole)
    assert starts == [1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert sum(match.totals) == 0
    match.totals = [5, -10, 5]
    assert match.places() == [1, 3, 1]
