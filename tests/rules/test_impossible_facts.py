"""Facts that the rules files exclude are refused, and the nearest ones they allow are settled."""

from typing import Any

import pytest

import ultimo

ULTIMO: Any = ultimo

S3L = {"form": "S3L"}
CLOSING = {"s2_closing": "on"}


def snapszer(options: dict[str, Any], bid: str, wrong: Any, right: Any, name: str) -> Any:
    contract = {"bid": bid, "declarer": 0, "trump": "H"}
    return pytest.param("snapszer", options, contract, wrong, right, id=f"snapszer, {name}")


def two(points: int, others: int, **more: Any) -> dict[str, Any]:
    return {"points": points, "opponents_points": others, **more}


SNAPSZER = [
    snapszer(
        {"players": 2},
        "game",
        two(62, 59, last_trick="own"),
        two(62, 58, last_trick="own"),
        "end of play: all cards count 120, and nobody has 66",
    ),
    snapszer(
        {"players": 2},
        "game",
        two(66, 0),
        two(66, 4),
        "deck: the least trick of two counts 4 without nines",
    ),
    snapszer(
        {"players": 2},
        "game",
        two(220, 0, without_trick="opponents"),
        two(105, 0, without_trick="opponents"),
        "S2: the deal ends with 66 points, and 65 and a trump marriage are 105",
    ),
    snapszer(
        {"players": 3},
        "game",
        two(66, 1),
        two(66, 0),
        "deck: no cards count 1, but three nines are a trick too",
    ),
    snapszer(
        S3L,
        "sixty_six",
        two(61, 60, last_trick="own"),
        two(81, 59, last_trick="own"),
        "S3L: all tricks and marriages are counted without going out",
    ),
    snapszer(
        S3L,
        "snapszer",
        {"without_trick": "opponents", "last_trick": "opponents"},
        {"without_trick": "opponents", "last_trick": "own"},
        "S3L: the last trick is a trick",
    ),
    snapszer(
        CLOSING,
        "game",
        two(66, 20, closed_by="own", closed_against="enough_points"),
        two(66, 20, closed_by="own", closed_against="few_points"),
        "closing: p is not more than at the end",
    ),
    snapszer(
        CLOSING,
        "game",
        two(66, 0, without_trick="opponents", closed_by="own", closed_against="few_points"),
        two(66, 0, without_trick="opponents", closed_by="own", closed_against="no_trick"),
        "closing: q is not more than at the end",
    ),
]


def ulti(bid: str, wrong: dict[str, Any], right: dict[str, Any], name: str, **options: Any) -> Any:
    contract = {"bid": bid, "declarer": 0, "trump": "L"}
    return pytest.param("ulti", options, contract, wrong, right, id=f"ulti, {name}")


def pts(own: int, others: int, **more: Any) -> dict[str, Any]:
    return {"points": own, "defenders_points": others, **more}


ULTI = [
    ulti(
        "P",
        pts(70, 20, tricks="none"),
        pts(20, 90, tricks="none"),
        "pts: without a trick there are marriages alone",
    ),
    ulti(
        "P",
        pts(20, 90, tricks="none"),
        pts(0, 90, tricks="none"),
        "marriage_requires_trick: without a trick there is nothing",
        marriage_requires_trick="player",
    ),
    ulti(
        "P",
        pts(60, 30, tricks="all"),
        pts(70, 20, tricks="all"),
        "pts: the talon counts 20 at most",
    ),
    ulti(
        "P",
        pts(90, 0, tricks="all", last_trick="defenders"),
        pts(90, 0, tricks="all", last_trick="declarer"),
        "pts: all tricks and the last one",
    ),
    ulti(
        "F",
        {"cards": 90, "tricks": "none"},
        {"cards": 0, "tricks": "none"},
        "F: aces, tens and the last trick are won in tricks",
    ),
    ulti(
        "N",
        pts(30, 60, aces="won"),
        pts(40, 50, aces="won"),
        "N: four aces count 40",
    ),
    ulti(
        "N+T",
        pts(70, 20, aces="won", tens="won"),
        pts(80, 10, aces="won", tens="won"),
        "N and T: aces and tens count 80",
        parti_in_combinations="unless_hundred_or_durchmars",
    ),
    ulti(
        "N+F",
        {"cards": 90, "aces": "lost"},
        {"cards": 80, "aces": "lost"},
        "N: an ace that was lost does not count",
    ),
]


def strohmandli(
    wrong: dict[str, Any], right: dict[str, Any], name: str, points: Any = (47, 47), **options: Any
) -> Any:
    counted = {f"points_{seat}": count for seat, count in enumerate(points)}
    facts = ({**counted, **wrong}, {**counted, **right})
    return pytest.param(
        "strohmandli", options, {"bid": "strohmandli"}, *facts, id=f"strohmandli, {name}"
    )


STROHMANDLI = [
    strohmandli(
        {"head_0": 1, "head_1": 1}, {"head_0": 1}, "declarations: two heads need four honours"
    ),
    strohmandli(
        {"tuletroa_0": 1, "head_1": 1},
        {"tuletroa_0": 1, "head_0": 1},
        "declarations: all honours are in one hand",
    ),
    strohmandli(
        {"four_kings_0": 1, "four_kings_1": 1},
        {"four_kings_1": 1},
        "declarations: the kings are in one hand",
    ),
    strohmandli(
        {"tuletroa_0": 1, "head_0": 1},
        {"tuletroa_0": 1},
        "head_after_tuletroa off",
        head_after_tuletroa=False,
    ),
    strohmandli(
        {"tuletroa_0": 1, "pagat_catch": "seat_0"},
        {"tuletroa_0": 1, "pagat_catch": "seat_1"},
        "declarations: the I was held by who declared tuletroa",
    ),
    strohmandli(
        {"tuletroa_0": 1, "pagat_ultimo": "seat_1"},
        {"tuletroa_0": 1, "pagat_ultimo": "seat_0"},
        "declarations: the I is played by who declared tuletroa",
    ),
    strohmandli(
        {"points_0": 93, "points_1": 1},
        {"points_0": 92, "points_1": 2},
        "values: a trick of two counts 2 or more",
    ),
]


def french_tarot(players: int, bid: str, wrong: Any, right: Any, name: str) -> Any:
    contract = {"bid": bid, "declarer": 0}
    return pytest.param(
        "french_tarot", {"players": players}, contract, wrong, right, id=f"french_tarot, {name}"
    )


FRENCH_TAROT = [
    french_tarot(
        4,
        "garde",
        {"points": 91, "oudlers": 3},
        {"points": 89, "oudlers": 3},
        "points: a trick of the defenders counts 2 or more",
    ),
    french_tarot(
        3,
        "garde_sans",
        {"points": 90, "oudlers": 3},
        {"points": 89.5, "oudlers": 3},
        "points: a trick of the defenders counts 1½ or more with three players",
    ),
    french_tarot(
        4,
        "garde_contre",
        {"points": 87, "oudlers": 3},
        {"points": 86, "oudlers": 3},
        "points: and the talon is theirs",
    ),
    french_tarot(
        4,
        "garde",
        {"points": 4, "oudlers": 0},
        {"points": 5, "oudlers": 0},
        "points: a trick of the taker and his discards count 5 or more",
    ),
]

KNOCKOUT = [
    pytest.param(
        "knockout_whist",
        {"players": 3},
        {"trump": "H"},
        {"tricks_0": wrong[0], "tricks_1": wrong[1], "tricks_2": wrong[2]},
        {"tricks_0": 3, "tricks_1": 2, "tricks_2": 2},
        id=f"knockout_whist, {name}",
    )
    for wrong, name in (
        ((3, 3, 3), "deal: seven tricks at most"),
        ((0, 0, 0), "play: somebody wins a trick"),
    )
]

KNOCKOUT.append(
    pytest.param(
        "knockout_whist",
        {"players": 3, "dogs_life": True},
        {"trump": "H", "dogs": 1 << 2},
        {"tricks_0": 3, "tricks_1": 1, "tricks_2": 2},
        {"tricks_0": 3, "tricks_1": 2, "tricks_2": 1},
        id="knockout_whist, dogs_life: a dog has a single card",
    )
)

TAROCK24 = [
    pytest.param(
        "tarock24",
        {},
        {"bid": "suit", "declarer": 0, "trump": "A"},
        {"points": points},
        {"points": 118},
        id=f"tarock24, values: no cards count {what}",
    )
    for points, what in ((1, "1"), (119, "1 of the defenders"))
]


@pytest.mark.parametrize(
    ("game", "options", "contract", "wrong", "right"),
    [*SNAPSZER, *ULTI, *STROHMANDLI, *FRENCH_TAROT, *KNOCKOUT, *TAROCK24],
)
def test_refused(
    game: str,
    options: dict[str, Any],
    contract: dict[str, Any],
    wrong: dict[str, Any],
    right: dict[str, Any],
) -> None:
    played = ULTIMO.game(game, **options)
    said = played.contract(**contract)
    played.settle(said, **right)
    with pytest.raises(ultimo.DealError) as error:
        played.settle(said, **wrong)
    assert error.value.code == "impossible"


def test_who_sits_out_is_said_where_the_last_seat_plays() -> None:
    """French tarot, five players: the dealer sits out, and scores 0."""
    game = ULTIMO.game("french_tarot", players=5)
    facts = {"points": 41, "oudlers": 2}
    for more in ({"declarer": 4}, {"declarer": 0, "handfuls": {4: "single"}}):
        with pytest.raises(ultimo.DealError):
            game.settle(game.contract("garde", **more), **facts)
    found = game.settle(game.contract("garde", declarer=4, out=0), **facts)
    assert found.returns.tolist() == [0, -50, -50, -50, 150]


def test_not_everybody_is_a_dog() -> None:
    """Knockout whist, dogs_life: somebody took a trick in the hand before."""
    game = ULTIMO.game("knockout_whist", players=3, dogs_life=True)
    assert game.contract(trump="H", dogs=0b110).extra == {"dogs": 0b110}
    with pytest.raises(ultimo.ContractError):
        game.contract(trump="H", dogs=0b111)


def test_the_last_trick_is_not_asked_for_where_it_does_not_win() -> None:
    """Snapszer, last_trick_wins off: nobody at 66, no score."""
    for options in ({}, {"s2_closing": "on"}):
        game = ULTIMO.game("snapszer", players=2, last_trick_wins=False, **options)
        contract = game.contract("game", declarer=0, trump="H")
        found = game.settle(contract, points=62, opponents_points=58)
        assert found.returns.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("options", "wrong", "right"),
    [
        pytest.param({}, {"value_0": 33, "value_1": 33}, {"value_0": 33}, id="two feuers"),
        pytest.param(
            {},
            {"value_0": 33, "value_1": 31, "value_2": 31},
            {"value_0": 33, "value_1": 31},
            id="a feuer and two blitzes",
        ),
        pytest.param(
            {"swimming": False}, {"tokens_3": 0}, {"tokens_3": 1}, id="nobody swims with the option"
        ),
    ],
)
def test_refused_in_hosn_owe(
    options: dict[str, Any], wrong: dict[str, Any], right: dict[str, Any]
) -> None:
    """There are four aces; without swimming, whoever has no token is out."""
    played = ULTIMO.game("hosn_owe", players=4, **options)
    values = {"value_0": 20, "value_1": 21, "value_2": 22, "value_3": 23}
    played.settle(None, **values | right)
    with pytest.raises(ultimo.DealError) as error:
        played.settle(None, **values | wrong)
    assert error.value.code == "impossible"
