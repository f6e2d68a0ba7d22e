"""`ultimo.trace`: the value before and after each move, what it cost and whom."""

import json
import random
from typing import Any

import pytest

import ultimo
from ultimo.cli import main

WHIST = ultimo.game("whist", void_rule="free")
TAROK = ultimo.game("slovenian_tarok", players=3)
HANDS = ["SA D3 C2 H9", "SK HA D2 C5", "S2 HK C3 D9", "S3 H2 DA C9"]


def ending(game: Any, contract: Any, tricks: int, seed: int) -> Any:
    """Plays the end of a deal by lot, and returns it."""
    rng = random.Random(seed)
    position = game.position(game.deal(seed), contract)
    while len(position.hands[position.current_player]) > tricks or position.trick:
        position.play(rng.choice(position.legal()))
    short = game.position(game.make_deal(position.hands), contract, leader=position.leader)
    while not short.is_over:
        short.play(rng.choice(short.legal()))
    return short


ENDINGS = [
    *((WHIST, WHIST.contract(trump="S", declarer=1), goal, 4) for goal in ("tricks", "score")),
    *((TAROK, TAROK.contract("two"), goal, 5) for goal in ("score", "points", "tricks", "win")),
    (TAROK, TAROK.contract("solo_without", declarer=2), "score", 5),
]


@pytest.mark.parametrize(("game", "contract", "goal", "tricks"), ENDINGS)
def test_trace_is_solving_every_position_afresh(
    game: Any, contract: Any, goal: Any, tricks: int
) -> None:
    for seed in range(6):
        played = ending(game, contract, tricks, seed)
        found = ultimo.trace(played, goal)
        deal = game.make_deal(start(played))
        position = game.position(deal, contract, leader=played.setup.leader)
        assert len(found.moves) == len(played.history)
        for move, (seat, action) in zip(found.moves, played.history, strict=True):
            solved = ultimo.solve(position, goal)
            assert (move.seat, move.move) == (seat, game.action_names[action])
            assert move.before == solved.value
            assert move.after == solved.table[move.move]
            better = 1 if seat in found.maximisers else -1
            assert move.cost == better * (move.before - move.after) >= 0
            assert solved.table[move.best] == solved.value
            position.play(move.move)
        assert found.value == found.moves[0].before
        assert found.result == found.moves[-1].after
        own = sum(cost for seat, cost in found.costs.items() if seat in found.maximisers)
        theirs = sum(found.costs.values()) - own
        assert found.value - own + theirs == found.result
        assert found.errors == tuple(move for move in found.moves if move.cost)
        if goal == "score":
            assert found.result == played.returns()[contract.declarer]


def start(position: Any) -> list[list[str]]:
    """The hands that a position began with."""
    return [list(map(position.game.deck.codes.__getitem__, hand)) for hand in position.setup.hands]


def test_trace_leaves_the_deal_as_it_was() -> None:
    state = WHIST.start(seed=3)
    rng = random.Random(1)
    while len(state.history) < 45:
        state.apply(rng.choice(state.legal_actions()))
    before = state.to_json()
    found = ultimo.trace(state, "tricks")
    assert state.to_json() == before
    assert len(found.moves) == 45


@pytest.mark.parametrize("first", [1, 7, -5, -1, 23, -24, -25, -(10**400)])
def test_trace_from_a_move_on_is_the_end_of_the_whole_one(first: int) -> None:
    played = ending(WHIST, WHIST.contract(trump="S"), 6, 1)
    whole = ultimo.trace(played, "tricks")
    found = ultimo.trace(played, "tricks", first=first)
    assert found.moves == whole.moves[first:]
    assert found.value == whole.moves[first:][0].before
    assert found.result == whole.result


@pytest.mark.parametrize("first", [24, 10**400, 1.5, True, "1", None])
def test_there_is_no_such_first_move(first: Any) -> None:
    played = ending(WHIST, WHIST.contract(trump="S"), 6, 1)
    with pytest.raises(ultimo.ArgumentError, match="first"):
        ultimo.trace(played, "tricks", first=first)


def test_deal_without_play_cannot_be_traced() -> None:
    for played in (TAROK.start(seed=1), WHIST.position(WHIST.deal(1), WHIST.contract(trump="S"))):
        with pytest.raises(ultimo.ContractError, match="nothing was played") as error:
            ultimo.trace(played)
        assert error.value.code == "no_play"


def test_limit_of_a_move_is_the_limit_of_the_trace() -> None:
    played = ending(WHIST, WHIST.contract(trump="S"), 8, 1)
    with pytest.raises(ultimo.SolverLimitError):
        ultimo.trace(played, "tricks", nodes=10)


def test_command_line_reads_plays_and_states(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = {"game": "whist", "options": {"void_rule": "free"}, "deal": {"hands": HANDS}}
    played = {**deal, "contract": {"trump": "S"}, "goal": "tricks", "play": ["SA", "SK", "S2"]}
    state = WHIST.start(seed=3)
    rng = random.Random(1)
    while not state.is_over:
        state.apply(rng.choice(state.legal_actions()))
    text = json.dumps(played) + "\n" + json.dumps({**json.loads(state.to_json()), "name": "own"})
    file = tmp_path / "played.jsonl"
    file.write_text(text)
    assert main(["trace", str(file), "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert [move["move"] for move in first["moves"]] == ["SA", "SK", "S2"]
    assert second["name"] == "own"
    assert second["result"] == state.returns()[0]
    assert main(["trace", str(file), "--json", "--first", "2"]) == 0
    later, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert later["moves"] == first["moves"][1:]
    assert [move["number"] for move in later["moves"]] == [1, 2]
    assert main(["trace", str(file), "--json", "--first", "-1"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["moves"] == first["moves"][2:]
    assert main(["trace", str(file), "--json", "--first", "-4"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["moves"] == first["moves"]
    for wrong, says in (("0", "--first is 1 for"), ("4", "line 1: --first 4: 3 moves were made")):
        assert main(["trace", str(file), "--first", wrong]) == 2
        assert says in capsys.readouterr().err
    assert main(["trace", str(file)]) == 0
    assert "cost by seat" in capsys.readouterr().out
    file.write_text(json.dumps({**deal, "contract": {"trump": "S"}}))
    assert main(["trace", str(file)]) == 2
    assert "nothing was played" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["trace", "solve"])
def test_what_play_writes_is_read(
    command: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    state = WHIST.start(seed=3)
    rng = random.Random(1)
    while len(state.history) < 40:
        state.apply(rng.choice(state.legal_actions()))
    whole = state.position
    assert whole is not None
    names = [WHIST.action_names[action] for _, action in state.history]
    options = ["--set", "void_rule=free", "--seed", "3"]
    assert main(["play", "whist", *options, *names, "--json"]) == 0
    file = tmp_path / "played.json"
    file.write_text(capsys.readouterr().out)
    first = ["--first", "-2"] if command == "trace" else []
    assert main([command, str(file), "--json", *first]) == 0
    found = json.loads(capsys.readouterr().out)
    if command == "solve":
        assert found["value"] == ultimo.solve(whole).value
    else:
        assert [move["move"] for move in found["moves"]] == names[-2:]
    assert main(["play", "whist", "--deal", str(file)]) == 2
    assert "it was played already" in capsys.readouterr().err
