"""What ulti pays: rules/ulti.md, "End of play and counting", "Scoring", "Worked examples".

The rows settle a hand from its facts; below them hands are played, so that the facts are those of
the play.
"""

from typing import Any

import pytest
from tests.rules.ulti_hands import play, position, ulti, whole

import ultimo


def settled(
    bid: str,
    facts: dict[str, Any],
    *,
    trump: str = "A",
    declarer: int = 0,
    kontra: dict[Any, int] | None = None,
    **options: Any,
) -> list[float]:
    """Returns what the seats get."""
    game = ulti(**options)
    kind = game.kind_by_id[bid]
    named = {"trump": trump} if kind.has_trump and not kind.is_hearts else {}
    contract = game.contract(bid, declarer=declarer, kontra=kontra, **named)
    found = game.settle(contract, **facts)
    amounts = [(0.0, 0.0, 0.0), *(line.amounts for line in found.lines)]
    assert [sum(column) for column in zip(*amounts, strict=True)] == found.returns.tolist()
    result: list[float] = found.returns.tolist()
    return result


def row(bid: str, facts: dict[str, Any], returns: list[float], name: str, **more: Any) -> Any:
    """Returns a row."""
    return pytest.param(bid, facts, returns, more, id=name)


def sides(points: int, defenders_points: int, **more: Any) -> dict[str, Any]:
    """Returns the facts of points of both sides, and others."""
    return {"points": points, "defenders_points": defenders_points, **more}


def pays(amount: float) -> list[float]:
    """Returns the returns of a deal in which each defender pays so much."""
    return [2 * amount, -amount, -amount]


FCARDS = {"cards": 60, "forty": "yes"}

EXAMPLES = [
    row("P", sides(80, 70), [2, -1, -1], "example 1", trump="L"),
    row("U", sides(50, 40, seven="none"), [-14, 7, 7], "example 2: lost, the parti won"),
    row(
        "pU",
        sides(40, 50, seven="won_0", last_trick="declarer"),
        [28, -14, -14],
        "example 3: hearts, kontra on U only",
        kontra={"U": 1},
    ),
    row(
        "F+U",
        {**FCARDS, "seven": "none"},
        [0, 0, 0],
        "example 4: partly won",
        trump="B",
        kontra={"F": 2, "U": 1},
    ),
    row("B", {"tricks": "some"}, [-25, 20, 5], "example 5: separate kontra", kontra={1: 2}),
    row("D*", {"tricks": "all"}, [112, -56, -56], "example 6", kontra={1: 1, 2: 1}),
    row(
        "pP",
        sides(130, 0, seven="won_0", tricks="all"),
        [32, -16, -16],
        "example 7: everything silent",
    ),
    row(
        "P",
        sides(40, 110, seven="lost_0"),
        [-10, 5, 5],
        "example 8: kontra, and a failed silent ulti",
        trump="B",
        kontra={"P": 1},
    ),
    row(
        "N",
        sides(40, 50, aces="won", seven="won_2"),
        [0, 0, 0],
        "example 9: a defender's silent ulti",
        trump="L",
    ),
    row(
        "T",
        sides(80, 10, tens="lost"),
        [-16, 8, 8],
        "example 10: a ten in the talon",
    ),
    row(
        "pH+D*",
        {"cards": 90, "twenty": "yes", "tricks": "all"},
        [472, -236, -236],
        "example 11",
        kontra={"D": 2},
    ),
    row(
        "P",
        sides(40, 40, last_trick="defenders"),
        [-2, 1, 1],
        "example 15: a tie goes to the last trick",
        talon_points="nobody",
    ),
    row(
        "P",
        sides(40, 40, last_trick="declarer"),
        [2, -1, -1],
        "and to the declarer if that is his",
        talon_points="nobody",
    ),
]

COMPONENTS = [
    row("P", sides(50, 40), pays(1), "more points win the parti"),
    row("P", sides(40, 50), pays(-1), "fewer lose it"),
    row("P", sides(50, 60), pays(-1), "marriages of the defenders count"),
    row("N", sides(50, 40, aces="won"), pays(3 + 1), "four aces, and the parti"),
    row("N", sides(50, 40, aces="lost"), pays(-3 + 1), "an ace is missing"),
    row("T", sides(50, 40, tens="won"), pays(9 + 1), "four tens, and the parti"),
    row("T", sides(40, 50, tens="lost"), pays(-9 - 1), "a ten is missing"),
    row("F", {"cards": 60, "forty": "yes"}, pays(4), "forty-hundred with exactly 60"),
    row("F", {"cards": 50, "forty": "yes"}, pays(-4), "and with 50"),
    row("F", {"cards": 90, "forty": "no"}, pays(-4), "without the forty nothing helps"),
    row("H", {"cards": 80, "twenty": "yes"}, pays(6), "twenty-hundred with exactly 80"),
    row("H", {"cards": 70, "twenty": "yes"}, pays(-6), "and with 70"),
    row("H", {"cards": 90, "twenty": "no"}, pays(-6), "without a twenty nothing helps"),
    row("U", sides(50, 40, seven="won_0"), pays(4 + 1), "the Seven wins the last trick"),
    row("U", sides(50, 40, seven="lost_0"), pays(-8 + 1), "a lost ulti counts twice"),
    row("U", sides(50, 40, seven="won_1"), pays(-8 + 1), "a defender's Seven is no help"),
    row("U", sides(40, 50, seven="none"), pays(-8 - 1), "the Seven went earlier"),
    row("B", {"tricks": "none"}, pays(5), "no trick in betli"),
    row("B", {"tricks": "some"}, pays(-5), "a trick in betli"),
    row("B", {"tricks": "all"}, pays(-5), "every trick in betli"),
    row("D", {"tricks": "all"}, pays(7), "every trick in durchmars"),
    row("D", {"tricks": "some"}, pays(-7), "a trick is missing"),
    row("D", {"tricks": "none"}, pays(-7), "no trick in durchmars"),
    row("U+D", sides(90, 0, seven="won_0", tricks="all"), pays(4 + 7), "a combination, both won"),
    row("U+D", sides(90, 0, seven="won_0", tricks="some"), pays(4 - 7), "the durchmars lost"),
    row("U+D", sides(50, 40, seven="lost_0", tricks="some"), pays(-8 - 7), "both lost"),
    row("F+D*", {"cards": 90, "tricks": "all"}, pays(4 + 28), "open multiplies D alone"),
    row("pF+D*", {"cards": 50, "tricks": "some"}, pays(-8 - 56), "hearts multiplies both"),
]

KONTRA = [
    row("U", sides(50, 40, seven="won_0"), pays(8 + 1), "kontra on U", kontra={"U": 1}),
    row("U", sides(50, 40, seven="won_0"), pays(4 + 4), "rekontra on P", kontra={"P": 2}),
    row("U", sides(50, 40, seven="none"), pays(-16 + 1), "lost with kontra", kontra={"U": 1}),
    row("U", sides(50, 40, seven="none"), pays(-256 + 1), "lost at mordkontra", kontra={"U": 5}),
    row(
        "U",
        sides(50, 40, seven="none"),
        pays(-4 * 3 + 1),
        "lost_ulti_kontra=add_one",
        kontra={"U": 1},
        lost_ulti_kontra="add_one",
    ),
    row(
        "U",
        sides(50, 40, seven="none"),
        pays(-4 * 2 + 1),
        "add_one without kontra is twice all the same",
        lost_ulti_kontra="add_one",
    ),
    row(
        "pU",
        sides(50, 40, seven="none"),
        pays(-8 * 5 + 2),
        "add_one with rekontra in hearts",
        kontra={"U": 2},
        lost_ulti_kontra="add_one",
    ),
    row(
        "U",
        sides(50, 40, seven="won_0"),
        pays(2 * 5),
        "one level for the whole contract, the parti too",
        kontra={"game": 1},
        kontra_scope="contract",
    ),
    row(
        "N+U",
        sides(50, 40, aces="lost", seven="won_0"),
        pays(4 * (4 - 3)),
        "and for all components",
        kontra={"game": 2},
        kontra_scope="contract",
    ),
    row("B", {"tricks": "none"}, [15, -10, -5], "betli, the first doubled", kontra={1: 1}),
    row("B*", {"tricks": "some"}, [-180, 20, 160], "open, the second at 3", kontra={2: 3}),
    row(
        "B",
        {"tricks": "none"},
        [-10, 15, -5],
        "the defenders of seat 1 are 2 and 0",
        declarer=1,
        kontra={0: 1},
    ),
]

MORDKONTRA = dict.fromkeys("NUHDT", 5)
KONTRA += [
    row(
        "pN+U+H+D*+T",
        {"cards": 90, "aces": "won", "tens": "won", "seven": "won_0", "tricks": "all"},
        pays(100 * 32),
        "the highest bid won at mordkontra",
        kontra=MORDKONTRA,
    ),
    row(
        "pN+U+H+D*+T",
        {"cards": 0, "aces": "lost", "tens": "lost", "seven": "none", "tricks": "none"},
        pays(-108 * 32),
        "and lost",
        kontra=MORDKONTRA,
    ),
]

SILENT = [
    row("P", sides(100, 50), pays(1 + 1), "silent hundred with exactly 100"),
    row("P", sides(90, 60), pays(1), "and not with 90"),
    row("P", sides(50, 100), pays(-1 - 1), "the defenders' silent hundred"),
    row("P", sides(60, 90), pays(-1), "not with 90 either"),
    row("pP", sides(100, 50), pays(2 + 2), "doubled in hearts"),
    row("P", sides(100, 50), pays(2 + 1), "not doubled by kontra", kontra={"P": 1}),
    row("N", sides(100, 50, aces="won"), pays(3 + 1 + 1), "beside a component"),
    row("F", {"cards": 60, "forty": "yes"}, pays(4), "not with F in the contract"),
    row("H", {"cards": 80, "twenty": "yes"}, pays(6), "nor with H"),
    row("P", sides(50, 40, seven="won_0"), pays(1 + 2), "silent ulti won"),
    row("P", sides(50, 40, seven="lost_0"), pays(1 - 2), "and lost: 2, not 4"),
    row("P", sides(50, 40, seven="won_2"), pays(1 - 2), "a defender's won"),
    row("P", sides(50, 40, seven="lost_2"), pays(1 + 2), "a defender's lost"),
    row("pP", sides(50, 40, seven="lost_0"), pays(2 - 4), "in hearts 4"),
    row("F", {"cards": 60, "seven": "won_1"}, pays(4 - 2), "beside F"),
    row("P", sides(50, 40, seven="won_0"), pays(4 + 2), "not doubled", kontra={"P": 2}),
    row("P", sides(90, 0, tricks="all"), pays(1 + 4), "silent durchmars"),
    row("P", sides(0, 90, tricks="none"), pays(-1 - 4), "the defenders' silent durchmars"),
    row("U", sides(90, 0, seven="won_0", tricks="all"), pays(4 + 1 + 4), "beside U"),
    row("F", {"cards": 90, "tricks": "all"}, pays(4 + 4), "beside F as well"),
    row("N", sides(90, 0, aces="won"), pays(3 + 1), "not with N in the contract"),
    row("T", sides(90, 0, tens="won"), pays(9 + 1), "nor with T"),
    row("U+D", sides(90, 0, seven="won_0", tricks="all"), pays(11), "nor with D"),
    row("D", {"tricks": "all"}, pays(7), "nothing is silent without trump"),
]

OPTIONS = [
    row(
        "P",
        sides(100, 50),
        pays(4 + 4),
        "kontra_on_silent: the silent hundred takes the level of P",
        kontra={"P": 2},
        kontra_on_silent=True,
    ),
    row(
        "P",
        sides(50, 40, seven="won_0"),
        pays(4 + 2),
        "kontra_on_silent: but not the silent ulti",
        kontra={"P": 2},
        kontra_on_silent=True,
    ),
    row(
        "N+U",
        {"aces": "won", "seven": "won_0", **sides(100, 50)},
        pays(6 + 8 + 1),
        "kontra_on_silent: not where P is not scored",
        kontra={"N": 1, "U": 1},
        kontra_on_silent=True,
    ),
    row(
        "P",
        sides(50, 40, seven="lost_0"),
        pays(1),
        "silent_ulti_can_lose=False: costs nothing",
        silent_ulti_can_lose=False,
    ),
    row(
        "P",
        sides(50, 40, seven="won_2"),
        pays(1 - 2),
        "silent_ulti_can_lose=False: but may be won",
        silent_ulti_can_lose=False,
    ),
    row(
        "U",
        sides(50, 40, seven="lost_0"),
        pays(-8 + 1),
        "silent_ulti_can_lose=False: the announced one loses",
        silent_ulti_can_lose=False,
    ),
    row(
        "P",
        sides(50, 40, seven="won_2"),
        [2 - 2, -1 - 2, -1 + 4],
        "individual: he settles with his partner too",
        silent_ulti_settlement="individual",
    ),
    row(
        "P",
        sides(50, 40, seven="lost_1"),
        [2 + 2, -1 - 4, -1 + 2],
        "individual: and pays both when it is lost",
        silent_ulti_settlement="individual",
    ),
    row(
        "pP",
        sides(50, 40, seven="won_0"),
        [4 + 8, -2 - 4, -2 - 4],
        "individual: the declarer's is the same",
        silent_ulti_settlement="individual",
    ),
    row(
        "P",
        sides(100, 50, seven="won_0"),
        pays(1 + 2 + 2),
        "silent_values=(2, 2, 0): hundred 2, ulti 2",
        silent_values=(2, 2, 0),
    ),
    row(
        "P",
        sides(90, 0),
        pays(1),
        "silent_values=(2, 2, 0): no silent durchmars",
        silent_values=(2, 2, 0),
    ),
    row(
        "P",
        sides(50, 40),
        [1, -1, -1],
        "single: the declarer settles once",
        settlement="single",
    ),
    row(
        "F+U",
        {"cards": 50, "seven": "none"},
        [-12, 12, 12],
        "single: and pays once",
        settlement="single",
    ),
    row(
        "F",
        {"forty": "yes", "points": 100},
        pays(4),
        "hundred_counts_all_marriages: 40 + 20 and 40 suffice",
        hundred_counts_all_marriages=True,
    ),
    row(
        "H",
        {"twenty": "yes", "points": 90},
        pays(-6),
        "hundred_counts_all_marriages: 90 is no hundred",
        hundred_counts_all_marriages=True,
    ),
    row(
        "H",
        {"twenty": "no", "points": 130},
        pays(-6),
        "hundred_counts_all_marriages: the twenty must be held",
        hundred_counts_all_marriages=True,
    ),
    row(
        "F+H",
        {"cards": 60, "forty": "yes", "twenty": "yes"},
        pays(4 - 6),
        "combine_F_H: each by its own marriage",
        combine_F_H=True,
    ),
    row(
        "F+H",
        {"cards": 80, "forty": "yes", "twenty": "yes"},
        pays(4 + 6),
        "combine_F_H: both won",
        combine_F_H=True,
    ),
    row(
        "H",
        {"cards": 80, "twenty": "yes"},
        pays(8),
        "common values are paid",
        contract_values="common",
    ),
]


@pytest.mark.parametrize(
    ("bid", "facts", "returns", "more"), [*EXAMPLES, *COMPONENTS, *KONTRA, *SILENT, *OPTIONS]
)
def test_settled(
    bid: str, facts: dict[str, Any], returns: list[float], more: dict[str, Any]
) -> None:
    assert settled(bid, facts, **more) == returns


@pytest.mark.parametrize(
    ("bid", "facts", "code"),
    [
        pytest.param("P", sides(85, 5), "bad_fact", id="all points are tens"),
        pytest.param("P", sides(70, 50), "impossible", id="90 and 20 for each marriage"),
        pytest.param("P", sides(110, 90), "impossible", id="both sides with a hundred"),
        pytest.param("P", sides(200, 0), "bad_fact", id="more points than there are"),
        pytest.param("P", {"points": 50}, "missing_fact", id="both sides are counted"),
        pytest.param("U", sides(50, 40), "missing_fact", id="what became of the Seven"),
        pytest.param("B", {}, "missing_fact", id="whether the betli is made"),
        pytest.param("P", sides(50, 40, aces="won"), "unknown_fact", id="not asked"),
        pytest.param(
            "P",
            sides(50, 40, seven="won_0", last_trick="defenders"),
            "impossible",
            id="the Seven that won is the last trick",
        ),
        pytest.param(
            "P",
            sides(50, 40, seven="lost_0", last_trick="declarer"),
            "impossible",
            id="and the one that lost is the others'",
        ),
        pytest.param(
            "P", sides(0, 90, seven="won_0", tricks="none"), "impossible", id="won without a trick"
        ),
        pytest.param("F", {"cards": 100}, "bad_fact", id="there are 90 without marriages"),
    ],
)
def test_what_cannot_have_happened(bid: str, facts: dict[str, Any], code: str) -> None:
    with pytest.raises(ultimo.DealError) as error:
        settled(bid, facts)
    assert error.value.code == code


def test_equal_points_need_the_last_trick() -> None:
    with pytest.raises(ultimo.DealError) as error:
        settled("P", sides(40, 40), talon_points="nobody")
    assert error.value.code == "missing_fact"


# Played hands.


def played(bid: str, hands: list[str], cards: str, talon: str = "", **more: Any) -> list[float]:
    """Returns what an ending pays when these cards are played, and then what is forced."""
    trump = {"trump": more.pop("trump")} if "trump" in more else {}
    kontra = more.pop("kontra", None)
    game = ulti(**more)
    p = play(position(game, game.contract(bid, kontra=kontra, **trump), hands, talon), cards)
    assert p.is_over
    result: list[float] = p.returns().tolist()
    return result


def test_7_everything_silent_in_a_whole_deal() -> None:
    *hands, talon = whole("HA HT HK HO HU H9 H8 H7 LA LT", "A7 B7")
    game = ulti()
    p = position(game, game.contract("pP"), hands, " ".join(talon))
    order = iter(["LA", "LT", "HA", "HT", "HK", "HO", "HU", "H9", "H8", "H7"])
    while not p.is_over:
        p.play(next(order) if p.current_player == 0 else p.legal()[0])
    assert p.outcome().points == 130
    # Without a trick they have the marriages that they held.
    assert p.outcome().defenders_points == 3 * 20
    assert p.returns().tolist() == [32, -16, -16]


def test_10_a_ten_in_the_talon_makes_four_tens_impossible() -> None:
    *hands, talon = whole("AA AT AK AU A9 A8 A7 LA LT HA", "BT L7")
    game = ulti()
    p = position(game, game.contract("T", trump="A"), hands, " ".join(talon))
    order = iter(["AA", "AT", "AK", "AU", "A9", "A8", "LA", "LT", "HA", "A7"])
    while not p.is_over:
        if p.current_player == 0:
            p.play(next(order))
        else:
            p.play(p.legal()[0])
    assert p.tricks == (10, 0, 0)
    # Seven aces and tens and the last trick; the Seven in it wins the silent ulti as well.
    assert p.outcome().points == 80
    assert p.outcome().defenders_points == 10 + 3 * 20
    assert p.returns().tolist() == [2 * (-9 + 1 + 2), 8 - 2, 8 - 2]


# In endings every trick may be won: the silent durchmars is 4 there too.
ENDINGS = [
    pytest.param(
        "U", ["B7 AA", "A7 A8", "A9 AU"], "AA A7 A9", [2 * (4 + 1 + 4), -9, -9], {}, id="ulti won"
    ),
    pytest.param(
        "U",
        ["B7 AA", "A7 B8", "A9 AU"],
        "AA A7 A9",
        [2 * (-8 + -1), 9, 9],
        {},
        id="the Seven beaten in the last trick: ulti lost, 10 each, and the last trick decides",
    ),
    pytest.param(
        "U",
        ["B7 AA", "A7 L8", "A9 AU"],
        "B7 A7 A9",
        [2 * (-8 + 1 + 4), 3, 3],
        {},
        id="the Seven played before the last trick",
    ),
    pytest.param(
        "P",
        ["A7 BA", "A8 B7", "A9 L7"],
        "BA B7 L7",
        [2 * -1 + 0, 1, 1],
        {"silent_values": (1, 2, 4)},
        id="a Seven drawn early is no silent ulti: 10 each, and the last trick decides",
    ),
    pytest.param(
        "P",
        ["A7 LK", "L7 B7", "L8 A8"],
        "LK L7 L8",
        [2 * (-1 - 2), 3, 3],
        {},
        id="a defender ruffs the last trick with the Seven",
    ),
    pytest.param(
        "P",
        ["A7 LK", "L7 B7", "L8 B8"],
        "LK L7 L8",
        [2 * (-1 + 2), -1, -1],
        {},
        id="and loses it when his partner beats it",
    ),
    pytest.param(
        "P",
        ["A7 LK", "L7 B7", "L8 B8"],
        "LK L7 L8",
        [-2 + 2, 1 - 4, 1 + 2],
        {"silent_ulti_settlement": "individual"},
        id="for himself: he pays the partner too",
    ),
    pytest.param(
        "P",
        ["B9 B8", "A7 A8", "L7 L8"],
        "B9 A7 L7",
        [2 * (1 + 4), -5, -5],
        {},
        id="silent durchmars without a card that counts",
    ),
    pytest.param(
        "P",
        ["A7", "L7", "L8"],
        "",
        [2 * (1 + 4), -5, -5],
        {},
        id="the first trick may be the last",
    ),
    pytest.param(
        "U", ["B7", "L7", "L8"], "", [2 * (4 + 1 + 4), -9, -9], {}, id="an ulti in one trick"
    ),
    pytest.param("U", ["B7", "B8", "L8"], "", [2 * (-8 - 1 - 4), 13, 13], {}, id="and lost in one"),
    pytest.param(
        "F",
        ["BK BO", "BA B8", "L7 L8"],
        "BK BA L7 B8",
        [2 * -4, 4, 4],
        {},
        id="forty held but no hundred",
    ),
]


@pytest.mark.parametrize(("bid", "hands", "cards", "returns", "options"), ENDINGS)
def test_played(
    bid: str, hands: list[str], cards: str, returns: list[float], options: dict[str, Any]
) -> None:
    assert played(bid, hands, cards, trump="B", **options) == returns


@pytest.mark.parametrize(
    ("hands", "talon", "won"),
    [
        pytest.param(["AA LA HA BA", "A7 L7 H7 B7", "A8 L8 H8 B8"], "", True, id="all four"),
        pytest.param(["AA LA HA", "A7 L7 H7", "A8 L8 H8"], "BA B9", False, id="one in the talon"),
    ],
)
def test_four_aces_must_be_won_in_tricks(hands: list[str], talon: str, *, won: bool) -> None:
    """Where the talon counts for the declarer too."""
    game = ulti(silent_values=(0, 0, 0), talon_points="declarer")
    p = position(game, game.contract("N", trump="B"), hands, talon)
    while not p.is_over:
        p.play(p.legal()[-1] if p.current_player == 0 else p.legal()[0])
    assert p.outcome().points == 50
    assert p.returns()[1] == (-3 - 1 if won else 3 - 1)


@pytest.mark.parametrize(("rule", "missing"), [("defenders", 0), ("declarer", 0), ("nobody", 20)])
def test_both_sides_have_90_points_and_their_marriages(rule: str, missing: int) -> None:
    game = ulti(talon_points=rule)
    for seed in range(20):
        row_of = game.deals(1, seed)[0]
        p = game.position_of_row(row_of, game.contract("P", trump="ALB"[seed % 3]))
        trump = p.contract.trump
        held = [set(hand) for hand in p.hands]
        marriages = sum(
            40 if suit == trump else 20
            for suit in "ALHB"
            if any({suit + "K", suit + "O"} <= hand for hand in held)
        )
        kept = game.count_points([game.deck.codes[card] for card in row_of[10:12]])
        while not p.is_over:
            p.play(p.legal()[(seed + len(p.history)) % len(p.legal())])
        outcome = p.outcome()
        lost = kept if missing else 0
        assert outcome.points + outcome.defenders_points == 90 + marriages - lost
        assert sum(p.points) == 90 - kept


@pytest.mark.parametrize("bid", ["P", "U", "B", "D", "N", "F", "H", "T", "F+U", "pN+U+H+D*+T"])
@pytest.mark.parametrize("options", [{}, {"silent_ulti_settlement": "individual"}])
def test_pairwise_settlement_is_zero_sum(bid: str, options: dict[str, Any]) -> None:
    game = ulti(**options)
    kind = game.kind_by_id[bid]
    trump = {"trump": "L"} if kind.has_trump and not kind.is_hearts else {}
    for seed in range(10):
        contract = game.contract(bid, declarer=seed % 3, **trump)
        p = game.position_of_row(game.deals(1, seed)[0], contract)
        while not p.is_over:
            p.play(p.legal()[seed % len(p.legal())])
        assert sum(p.returns()) == 0


def test_a_row_is_played_with_the_last_two_cards_of_twelve_as_talon() -> None:
    game = ulti()
    row_of = game.deals(1, 7)[0]
    p = game.position_of_row(row_of, game.contract("P", trump="L", declarer=2))
    codes = game.deck.codes
    assert {codes[c] for c in row_of[10:12]} == {codes[c] for c in p.setup.aside[0].cards}
    assert p.hands[0] == game.deck.names(row_of[:10])
    assert set(game.deal_from_row(row_of).hands[0]) == {codes[c] for c in row_of[:12]}
