"""Every game at the command line: it is listed, dealt, played, solved, simulated and settled."""

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.properties.games import MODULES, play_deal

import ultimo
from ultimo.cli import main

EACH = pytest.mark.parametrize("name", ultimo.games())
TAROK3 = ("slovenian_tarok", "--set", "players=3")


class Terminal:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *args: str, stdin: str = "") -> tuple[int, str, str]:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        self._capsys.readouterr()
        status = main(args)
        said = self._capsys.readouterr()
        return status, said.out, said.err

    def right(self, *args: str, stdin: str = "") -> str:
        status, out, err = self(*args, stdin=stdin)
        assert (status, err) == (0, ""), (args, err)
        assert out.strip()
        return out

    def line(self, *args: str, stdin: str = "") -> Any:
        return json.loads(self.right(*args, "--json", stdin=stdin))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)


def a_contract(name: str) -> tuple[Any, Any] | None:
    """Returns a variant and a contract of a game; `None` if it has none."""
    for game in MODULES[name].VARIANTS.values():
        for contract in MODULES[name].contracts(game):
            return game, contract
    return None


def sets(game: Any) -> list[str]:
    """Returns the options of a game as arguments."""
    changed = game.options.changed()
    values = {k: v for k, v in game.options.values().items() if k in changed}
    return [word for k, v in values.items() for word in ("--set", f"{k}={json.dumps(v)}")]


@EACH
def test_deal_and_play(name: str, run: Terminal, tmp_path: Path) -> None:
    """What is dealt can be played: the first legal action, again and again."""
    game = next(iter(MODULES[name].VARIANTS.values()))
    options = sets(game)
    run.right("deal", name, *options, "--seed", "3")
    dealt = run.line("deal", name, *options, "--seed", "3")
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(dealt), encoding="utf-8")
    found = run.line("play", name, *options, "--deal", str(file))
    assert found == run.line("play", name, *options, "--seed", "3")
    done: list[str] = []
    while found["legal"] and len(done) < 6:
        done.append(found["legal"][0])
        found = run.line("play", name, *options, "--seed", "3", *done)
        assert found["history"] == done
    run.right("play", name, *options, "--seed", "3", *done)
    run.right("play", name, *options, "--seed", "3", "--seat", "1", "-", stdin="\n".join(done))
    state = game.start(seed=3)
    for action in done:
        state.apply(action)
    assert found["phase"] == state.phase
    assert found["hands"] == [list(state.hand(seat)) for seat in range(game.players)]


CALLS = ("pass", "pass", "pass", "garde_contre", "pass", "king:C")


@pytest.mark.parametrize("name", ["german_whist", "knockout_whist", "snapszer"])
def test_the_card_turned_up_decides_the_trump(name: str, run: Terminal, tmp_path: Path) -> None:
    text = json.dumps(run.line("deal", name, "--seed", "3"))
    file = tmp_path / "deal.json"
    file.write_text(text, encoding="utf-8")
    state = ultimo.game(name).start(seed=3)
    status, out, _ = run("solve", str(file), "--json", "--limit-nodes", "10")
    assert status in {0, 1}
    (solved,) = map(json.loads, out.splitlines())
    assert state.contract is not None
    assert solved["contract"]["trump"] == state.contract.trump


KING_CALLED = ("french_tarot", "--set", "players=5", "--set", "five_players=call_king")


@pytest.mark.parametrize(
    ("done", "hidden", "shown"),
    [
        pytest.param(
            ("ulti", "--seed", "7", "AA", "A7", "P"), "0:AA 0:A7 0:P", "0:? 0:? 0:P", id="talon"
        ),
        pytest.param(
            ("preferansz", "--seed", "7", *["acorns", "pass", "pass", "pick_up", "LT", "HK"]),
            "0:LT 0:HK",
            "0:pick_up 0:? 0:?",
            id="laid away",
        ),
        pytest.param(
            (
                *KING_CALLED,
                "--seed",
                "0",
                *["pass", "pass", "pass", "garde_contre", "pass", "king:C"],
            ),
            "with 4",
            "by 3 king C;",
            id="partner",
        ),
    ],
)
def test_a_seat_is_shown_what_it_saw(
    done: Sequence[str], hidden: str, shown: str, run: Terminal
) -> None:
    assert hidden in run.right("play", *done)
    seen = run.right("play", *done, "--seat", "1")
    assert hidden not in seen
    assert shown in seen


@EACH
def test_solve_and_simulate(name: str, run: Terminal, tmp_path: Path) -> None:
    chosen = a_contract(name)
    if chosen is None:
        run.right("simulate", name, "--deals", "10")
        return
    game, contract = chosen
    said = ("--contract", json.dumps(contract.to_dict()))
    for extra in ((), ("--json",)):
        run.right("simulate", name, *sets(game), *said, "--deals", "50", "--seed", "1", *extra)
    deal = play_deal(game, game.deal(seed=3), contract)
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({"game": name, "deal": deal.to_dict()}), encoding="utf-8")
    args = ("solve", str(file), *sets(game), *said, "--goal", "tricks", "--limit-nodes", "2000")
    status, out, err = run(*args)
    assert status in {0, 1}, err
    assert out


@EACH
def test_games_and_score(name: str, run: Terminal) -> None:
    assert name in [json.loads(x)["game"] for x in run.right("games", "--json").splitlines()]
    chosen = a_contract(name)
    if chosen is None:
        run.right("score", name, "--help")
        return
    game, contract = chosen
    said = ("score", name, *sets(game), "--contract", json.dumps(contract.to_dict()))
    assert run.line(*said, "--help")["facts"]
    run.right(*said, "--help")
    status, out, err = run(*said, "no_such_fact=1")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_play_shows_the_end_with_its_reasons(run: Terminal) -> None:
    """Whist played by the first legal card: the returns of the state."""
    game: Any = ultimo.game("whist")
    state = game.start(seed=7)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    names = [game.action_names[action] for _, action in state.history]
    found = run.line("play", "whist", "--seed", "7", *names)
    assert found["returns"] == state.returns().tolist()
    amounts = [reason["amounts"] for reason in found["reasons"]]
    assert [sum(column) for column in zip(*amounts, strict=True)] == found["returns"]
    assert "tricks above six" in run.right("play", "whist", "--seed", "7", ",".join(names))


@pytest.mark.parametrize(
    ("args", "says"),
    [
        pytest.param(("play", "whist", "--seed", "7", "H6", "S2"), "action 2, 'S2'", id="illegal"),
        pytest.param(("play", "whist", "--seed", "7", "X9"), "action 1, 'X9'", id="no action"),
        pytest.param((*("play", *TAROK3), "--seed", "4", "klop"), "forehand", id="the rule"),
        pytest.param(
            ("play", "whist", "--seed", "7", "--seat", "4"), "seats are 0 to 3", id="seat"
        ),
        pytest.param(
            ("play", "whist", "--seed", "7", "--seat", "1", "--json"), "not both", id="seat in JSON"
        ),
        pytest.param(("play", "whist", "--deal", "/no/such"), "No such file", id="no file"),
        pytest.param(("play", "whist", "--deal", "-", "--seed", "1"), "not both", id="both"),
        pytest.param(("play", "whist", "--deal", "-"), "no JSON", id="no JSON"),
        pytest.param(("play", "whisk"), "there is no game", id="no game"),
        pytest.param(("bench", "whisk"), "there is no game", id="bench, no game"),
        pytest.param(("bench", "--seconds", "0"), "--seconds", id="bench, no time"),
    ],
)
def test_bad_input_is_one_line_and_status_2(args: Sequence[str], says: str, run: Terminal) -> None:
    status, out, err = run(*args, stdin="nothing")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert says in err


@EACH
def test_bench_measures_every_game(name: str, run: Terminal) -> None:
    found = run.line("bench", name, "--seconds", "0.001")
    assert found["deals"] > 0
    assert found["playouts"] > 0
    assert found["moves"] > found["playouts"]
    assert found["contract"] is None or found["positions"] > 0
    run.right("bench", name, "--seconds", "0.001")


@pytest.mark.parametrize(
    "given",
    [
        ("snapszer",),
        ("preferansz", "--contract", "acorns"),
        ("tarock24", "--contract", "hearts_stock"),
        ("ulti", "--contract", "P"),
    ],
)
def test_a_bid_with_a_trump_is_not_simulated_without_one(
    run: Terminal, given: tuple[str, ...]
) -> None:
    status, _, err = run("simulate", *given, "--trump", "NT", "--deals", "10")
    assert (status, len(err.splitlines())) == (2, 1)
    assert "trump" in err
