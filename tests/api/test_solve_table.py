"""`ultimo.solve_table`: every contract with its best exchange, beside trying them all."""

import json
from itertools import combinations
from typing import Any

import pytest

import ultimo
from ultimo.cli import main

PREFERANSZ = ultimo.game("preferansz")
ULTI = ultimo.game("ulti")
TAROK = ultimo.game("slovenian_tarok", players=3)
FOUR = ultimo.game("slovenian_tarok", players=4)
WHIST = ultimo.game("whist")
ENDING = ["SA D3 C2", "SK HA D2", "S2 HK C3", "S3 H2 DA"]


def tried_one_by_one(game: Any, deal: Any, contract: Any, goal: Any) -> float:
    """The best value of all exchanges of the whole talon."""
    held = [*deal.hands[contract.declarer], *deal.talon]
    values = [
        ultimo.solve(game.position(deal, contract, exchange=(deal.talon, laid)), goal).value
        for laid in combinations(held, len(deal.talon))
    ]
    return max(values)


@pytest.mark.parametrize(
    ("bid", "goal"), [("bells", "score"), ("betli", "win"), ("acorns", "tricks")]
)
def test_every_exchange_of_the_talon_is_looked_at(bid: str, goal: Any) -> None:
    deal = PREFERANSZ.deal(5)
    found = ultimo.solve_table(PREFERANSZ, deal, goal, bids=[bid], declarers=[1])
    (row,) = found
    assert (row.options, row.tried, row.is_best) == (66, 66, True)
    assert row.value == tried_one_by_one(PREFERANSZ, deal, row.contract, goal)
    position = PREFERANSZ.position(deal, row.contract, exchange=row.exchange)
    assert ultimo.solve(position, goal).value == row.value == row.lower == row.upper


def test_of_twelve_cards_the_last_two_are_the_talon() -> None:
    deal = ULTI.deal(5)
    found = ultimo.solve_table(ULTI, deal, bids=["P"], declarers=[2])
    assert [row.contract.trump for row in found] == ["A", "L", "B"]
    hands = [list(hand) for hand in deal.hands]
    talon = hands[0][-2:]
    ten = ULTI.make_deal([hands[0][:-2], *hands[1:]], talon)
    row = found.rows[1]
    assert row.value == tried_one_by_one(ULTI, ten, row.contract, "score")


def test_only_exchanges_that_the_rules_allow_are_looked_at() -> None:
    deal = TAROK.deal(3)
    (row,) = ultimo.solve_table(
        TAROK, ending(TAROK, deal, 5), bids=["one"], declarers=[0], goal="points"
    )
    hand, talon = ending(TAROK, deal, 5).hands[0], deal.talon
    laid = {
        (card, away)
        for card in talon
        for away in (*hand, card)
        if is_allowed(ending(TAROK, deal, 5), row.contract, card, away)
    }
    assert row.options == row.tried == len(laid)
    values = [
        ultimo.solve(
            TAROK.position(ending(TAROK, deal, 5), row.contract, exchange=([card], [away])),
            "points",
        ).value
        for card, away in laid
    ]
    assert row.value == max(values)


def is_allowed(deal: Any, contract: Any, card: str, away: str) -> bool:
    """Whether the rules allow an exchange of one card."""
    try:
        TAROK.position(deal, contract, exchange=([card], [away]))
    except ultimo.DealError:
        return False
    return True


def ending(game: Any, deal: Any, size: int) -> Any:
    """A deal whose hands have only their first cards, and the whole talon."""
    return game.make_deal([hand[:size] for hand in deal.hands], deal.talon)


def test_beyond_the_limit_the_value_is_a_lower_bound() -> None:
    deal = PREFERANSZ.deal(5)
    (every,) = ultimo.solve_table(PREFERANSZ, deal, bids=["bells"], declarers=[1])
    (some,) = ultimo.solve_table(PREFERANSZ, deal, bids=["bells"], declarers=[1], exhaustive=10)
    assert not some.is_best
    assert some.tried <= some.options == 66
    assert some.value is not None
    assert every.value is not None
    assert some.value <= every.value
    position = PREFERANSZ.position(deal, some.contract, exchange=some.exchange)
    assert ultimo.solve(position, "score").value == some.value


def test_his_own_kings_are_called_last() -> None:
    deal = FOUR.deal(3)
    small = FOUR.make_deal([hand[:3] for hand in deal.hands], deal.talon)
    found = ultimo.solve_table(FOUR, small, bids=["solo_without"])
    assert len(found) == 4
    called = ultimo.solve_table(FOUR, small, bids=["one"])
    for seat in range(4):
        held = {card[0] for card in small.hands[seat] if card[1:] == "K"}
        kings = [row.contract.king for row in called.of(seat)]
        others = [suit for suit in "CDHS" if suit not in held]
        assert kings == others + [suit for suit in "CDHS" if suit in held]


def test_his_own_king_may_be_the_best_one_to_call() -> None:
    # He brings the called king home with the last trick, and is paid for that.
    game = ultimo.game("slovenian_tarok", players=4, preset="pagat")
    hands = ["C7 CK HK", "HA T14 T16", "CJ D4 HJ", "C9 DQ T9"]
    deal = game.make_deal(hands, "SK DK D3 T13 S7 T19")
    found = ultimo.solve_table(game, deal, bids=["one"], declarers=[0])
    for row in found:
        assert row.value == best_exchange(game, deal, row.contract)
    values = {row.contract.king: row.value for row in found if row.value is not None}
    assert values["H"] > max(values["D"], values["S"])
    assert found.best[0].value == max(values.values())


def best_exchange(game: Any, deal: Any, contract: Any) -> float:
    """The best value of all exchanges of one card that the rules allow."""
    values = []
    for taken in deal.talon:
        for laid in [*deal.hands[contract.declarer], taken]:
            try:
                position = game.position(deal, contract, exchange=([taken], [laid]))
            except ultimo.DealError:
                continue
            values.append(ultimo.solve(position, "score").value)
    return max(values)


def test_cards_of_his_own_are_called_where_the_option_says_so() -> None:
    for own in (False, True):
        game = ultimo.game("snapszer", players=4, s4_call_own=own)
        deal = game.make_deal([hand[:2] for hand in game.deal(1).hands])
        found = ultimo.solve_table(game, deal, declarers=[0])
        called = {row.contract.called for row in found}
        assert called >= set(game.deck.codes) - set(deal.hands[0])
        assert bool(called & set(deal.hands[0])) == own


def test_a_seat_that_sits_out_declares_nothing() -> None:
    game = ultimo.game("french_tarot", players=5)
    deal = game.make_deal([*["T1 T2", "H1 H2", "S1 S2", "DK CK"], []])
    found = ultimo.solve_table(game, deal, bids=["garde_sans"])
    assert [row.contract.declarer for row in found] == [0, 1, 2, 3]


def test_a_talon_that_is_too_small_is_taken_whole() -> None:
    game = ultimo.game("tarock24")
    deal = game.make_deal(["LK HA", "BT BA", "HO BO"], "AK HT")
    (row,) = ultimo.solve_table(game, deal, "tricks", bids=["hearts_stock"], declarers=[2])
    assert row.options == 6
    assert row.value == tried_one_by_one(game, deal, row.contract, "tricks") == 1


@pytest.mark.parametrize("nodes", [50, 300, 1000, 3000])
@pytest.mark.parametrize("exhaustive", [10, 256])
def test_bounds_under_a_limit_hold_the_value(nodes: int, exhaustive: int) -> None:
    open_rows = 0
    for seed in range(2):
        deal = ULTI.deal(seed)
        asked: dict[str, Any] = {"bids": ["pP", "B"], "declarers": [0]}
        whole = ultimo.solve_table(ULTI, deal, **asked)
        limited = ultimo.solve_table(ULTI, deal, nodes=nodes, exhaustive=exhaustive, **asked)
        for true, row in zip(whole, limited, strict=True):
            assert true.value is not None
            assert row.lower is not None
            assert row.upper is not None
            assert row.lower <= true.value
            if row.value is None or row.is_best:
                assert true.value <= row.upper
            open_rows += row.value is None
    assert open_rows or nodes > 300


def test_whist_is_solved_for_a_seat_of_each_side_in_every_strain() -> None:
    deal = WHIST.make_deal(ENDING)
    found = ultimo.solve_table(WHIST, deal, "tricks", dealer=3)
    assert [row.contract.declarer for row in found] == [0] * 5 + [1] * 5
    for row in found:
        assert row.value == ultimo.solve(WHIST.position(deal, row.contract), "tricks").value
    other = ultimo.solve_table(WHIST, deal, "tricks", dealer=0)
    for row in other:
        position = WHIST.position(deal, row.contract, leader=1)
        assert row.value == ultimo.solve(position, "tricks").value


def test_best_is_the_first_of_the_highest_values_of_each_declarer() -> None:
    found = ultimo.solve_table(WHIST, WHIST.make_deal(ENDING), "tricks")
    for seat, row in found.best.items():
        values = [other.value for other in found.of(seat)]
        assert row is found.of(seat)[values.index(max(v for v in values if v is not None))]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_nothing(threads: int) -> None:
    deal = PREFERANSZ.deal(8)
    found = ultimo.solve_table(
        PREFERANSZ, deal, bids=["hand_acorns", "hand_betli"], threads=threads
    )
    assert found == ultimo.solve_table(PREFERANSZ, deal, bids=["hand_acorns", "hand_betli"])


def test_contracts_without_the_goal_are_left_out() -> None:
    small = FOUR.make_deal([hand[:2] for hand in FOUR.deal(3).hands])
    found = ultimo.solve_table(FOUR, small, "win", bids=["klop", "solo_without"])
    assert {row.contract.bid for row in found} == {"solo_without"}


def test_a_limit_leaves_bounds() -> None:
    found = ultimo.solve_table(PREFERANSZ, PREFERANSZ.deal(5), bids=["bells"], nodes=5)
    for row in found:
        assert row.value is None
        assert not row.is_best
        assert row.lower is not None
        assert row.upper is not None
        assert row.lower < row.upper
    assert found.best == {}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"bids": ["no_such"]}, "unknown_bid"),
        ({"declarers": [7]}, None),
        ({"exhaustive": 0}, "bad_exhaustive"),
        ({"nodes": 0}, "bad_limit"),
        ({"threads": 0}, "bad_threads"),
    ],
)
def test_bad_arguments_are_refused(given: dict[str, Any], code: str | None) -> None:
    with pytest.raises(ultimo.UltimoError) as error:
        ultimo.solve_table(PREFERANSZ, PREFERANSZ.deal(5), **given)
    assert code is None or error.value.code == code


def test_command_line_says_the_same(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    deal = PREFERANSZ.deal(8)
    file = tmp_path / "deals.json"
    file.write_text(json.dumps({"game": "preferansz", "name": "one", "deal": deal.to_dict()}))
    assert main(["table", str(file), "--json", "--bid", "hand_betli", "--declarer", "2"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    (row,) = ultimo.solve_table(PREFERANSZ, deal, bids=["hand_betli"], declarers=[2])
    found = json.loads(line)
    assert (found["name"], found["value"]) == ("one", row.value)
    assert main(["table", str(file), "--bid", "hand_betli"]) == 0
    assert "hand_betli" in capsys.readouterr().out
    assert main(["table", str(file), "--bid", "nothing"]) == 2
    assert "no bid" in capsys.readouterr().err


def test_a_best_exchange_makes_the_position_of_that_value() -> None:
    """In ulti too, where the two cards more of the first hand are the talon."""
    game = ultimo.game("ulti")
    deal = game.deal(seed=3)
    rows = ultimo.solve_table(game, deal, bids=["P", "B", "pU"]).rows
    assert {row.contract.declarer for row in rows} == {0, 1, 2}
    for row in rows:
        assert row.exchange is not None
        position = game.position(deal, row.contract, exchange=row.exchange)
        assert ultimo.solve(position).value == row.value
