"""The command line: what it prints, and that bad input gives one line and exit status 2."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import ultimo
from ultimo.cli import main

ULTIMO = [sys.executable, "-m", "ultimo"]

ENDING = {
    "name": "three tricks",
    "game": "whist",
    "deal": {"hands": ["SA D3 C2", "SK HA D2", "S2 HK C3", "S3 H2 DA"]},
    "contract": {"declarer": 0, "trump": "S"},
    "goal": "tricks",
}
BOARD = '[Board "7"]\n[Dealer "W"]\n[Deal "N:A..3.2 K.A.2. 2.K..3 3.2.A."]\n'
KEPT = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
LIMITS = {**KEPT, "NO_COLOR": "1", "COLUMNS": "100"}


class Terminal:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *args: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        self._capsys.readouterr()
        status = main(args)
        said = self._capsys.readouterr()
        return status, said.out, said.err

    def lines(self, *args: str, stdin: str = "") -> list[dict[str, Any]]:
        status, out, err = self(*args, "--json", stdin=stdin)
        assert (status, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)


def test_games_lists_every_game(run: Terminal) -> None:
    assert [line["game"] for line in run.lines("games")] == ultimo.games()
    status, out, _ = run("games")
    assert status == 0
    assert "whist" in out


def test_games_says_what_one_game_has(run: Terminal) -> None:
    (line,) = run.lines("games", "slovenian_tarok", "--set", "players=3")
    assert line["options"]["players"] == {"default": 4, "value": 3, "allowed": "one of 4, 2, 3"}
    assert line["presets"] == ["openspiel", "pagat", "site"]
    status, out, _ = run("games", "slovenian_tarok")
    assert status == 0
    for word in ("klop_scoring", "'site' or 'pagat70'", "king=C|D|H|S", "no declarer", "trula"):
        assert word in out
    status, _, err = run("games", "--set", "players=3")
    assert (status, len(err.splitlines())) == (2, 1)


def test_bids_that_are_codes_are_explained(run: Terminal) -> None:
    """rules/ulti.md, the table of components."""
    (line,) = run.lines("games", "ulti")
    assert line["meanings"]["P"] == "parti"
    assert line["meanings"]["pN+U+D*"] == "hearts four aces, ulti and open durchmars"
    assert set(line["meanings"]) == set(line["bids"])
    status, out, _ = run("games")
    assert status == 0
    assert "144" in out


def test_deal_is_that_of_the_package(run: Terminal) -> None:
    lines = run.lines("deal", "whist", "--seed", "7", "--count", "3", "--dealer", "1")
    game = ultimo.game("whist")
    deals = [ultimo.Deal.from_dict(line["deal"]) for line in lines]
    assert deals == [game.deal(7, index=index, dealer=1) for index in range(3)]
    assert {line["dealer"] for line in lines} == {1}


def test_deal_shows_hands(run: Terminal) -> None:
    status, out, _ = run("deal", "whist", "--seed", "7")
    assert status == 0
    assert "S:J9875" in out


def test_deal_takes_conditions_and_reports_rejections(run: Terminal) -> None:
    texts = ["0 holds SA", "1 length H >= 5 or 2 length H >= 5"]
    said = [word for text in texts for word in ("--where", text)]
    status, out, err = run("deal", "whist", "--seed", "7", "--count", "4", "--json", *said)
    assert status == 0
    deals = [ultimo.Deal.from_dict(json.loads(line)["deal"]) for line in out.splitlines()]
    game = ultimo.game("whist")
    assert deals == [game.deal(7, index=index, where=texts) for index in range(4)]
    assert all("SA" in deal.hands[0] for deal in deals)
    assert err.startswith("4 of ")
    assert "deals tried satisfied the conditions" in err


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--where", "0 holds"), "the end stands where cards should, at character 7"),
        (("--where", "0 holds SA; 1 holds SA"), "SA cannot lie in two places"),
        (("--where", "0 length S = 9 or 0 length H = 9", "--tries", "1"), "allow more tries"),
    ],
)
def test_deal_refuses_bad_conditions_in_one_line(
    run: Terminal, more: tuple[str, ...], says: str
) -> None:
    status, out, err = run("deal", "whist", "--seed", "7", *more)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_options_are_set(run: Terminal) -> None:
    (line,) = run.lines("deal", "whist", "--seed", "1", "--set", "void_rule=free")
    assert line["options"] == {"void_rule": "free"}


def test_solve_says_the_value_of_every_legal_card(run: Terminal) -> None:
    (line,) = run.lines("solve", "-", stdin=json.dumps(ENDING))
    game = ultimo.game("whist")
    deal = game.make_deal(ENDING["deal"]["hands"])  # type: ignore[index]
    position = game.position(deal, game.contract(trump="S"))
    found = ultimo.solve(position, "tricks")
    assert line["value"] == found.value
    assert line["table"] == dict(found.table)
    assert line["table"][line["best"]] == line["value"]
    assert line["name"] == "three tricks"
    assert set(line["table"]) == set(position.legal())
    for move in line["line"]:
        position.play(move)
    assert position.is_over
    assert position.tricks[0] + position.tricks[2] == line["value"]


def test_solve_shows_a_table_for_people(run: Terminal) -> None:
    status, out, err = run("solve", "-", stdin=json.dumps(ENDING))
    assert (status, err) == (0, "")
    for word in ("three tricks", "S for 0", "value", "best", "1 value of tricks in"):
        assert word in out


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param(json.dumps(ENDING), 1, id="one object"),
        pytest.param(json.dumps(ENDING, indent=2), 1, id="one object on many lines"),
        pytest.param(json.dumps([ENDING, ENDING]), 2, id="a list"),
        pytest.param(f"{json.dumps(ENDING)}\n\n{json.dumps(ENDING)}\n", 2, id="JSON lines"),
        pytest.param(f"\ufeff{json.dumps(ENDING)}\r\n", 1, id="byte order mark, CRLF"),
        pytest.param(BOARD, 5, id="PBN without contract: five strains"),
        pytest.param(BOARD + '[Contract "1NT"]\n', 1, id="PBN with contract"),
        pytest.param(f"{{ a comment }}\n% escape\n{BOARD}", 5, id="PBN behind a comment"),
    ],
)
def test_solve_reads(run: Terminal, text: str, number: int) -> None:
    assert len(run.lines("solve", "-", stdin=text)) == number


def test_solve_reads_latin_1(run: Terminal) -> None:
    text = '[Event "Šah in whist, Pécs"]\n'.encode("iso8859-2") + BOARD.encode()
    assert run("solve", "-", "--trump", "NT", stdin=text)[0] == 0


def test_board_is_led_left_of_the_declarer_and_valued_for_his_side(run: Terminal) -> None:
    text = BOARD + '[Declarer "E"]\n[Contract "4H"]\n'
    (line,) = run.lines("solve", "-", stdin=text)
    assert (line["leader"], line["goal"]) == (2, "tricks")
    assert line["contract"] == {"bid": "whist", "declarer": 1, "trump": "H"}
    assert line["options"] == {"void_rule": "free"}


def test_board_without_contract_is_led_left_of_the_dealer(run: Terminal) -> None:
    lines = run.lines("solve", "-", stdin=BOARD.replace('"W"', '"N"'))
    assert {line["leader"] for line in lines} == {1}
    assert [line["contract"]["trump"] for line in lines] == ["C", "D", "H", "S", None]


def test_arguments_win_over_the_file(run: Terminal) -> None:
    text = BOARD + '[Contract "4H"]\n'
    args = ("--trump", "NT", "--declarer", "3", "--goal", "win", "--set", "void_rule=must_trump")
    (line,) = run.lines("solve", "-", *args, stdin=text)
    assert (line["contract"]["trump"], line["contract"]["declarer"]) == (None, 3)
    assert (line["goal"], line["options"]) == ("win", {})


def test_what_deal_writes_solve_reads(run: Terminal) -> None:
    (dealt,) = run.lines("deal", "whist", "--seed", "3", "--dealer", "2")
    trump = dealt["deal"]["turned"][0]
    game = ultimo.game("whist")
    deal = ultimo.Deal(dealt["deal"]["hands"])
    position = game.position(deal, game.contract(trump=trump))
    moves = []
    while sum(position.tricks) < 11:
        moves.append(position.legal()[0])
        position.play(moves[-1])
    dealt |= {"play": moves, "leader": 0}
    (line,) = run.lines("solve", "-", stdin=json.dumps(dealt))
    assert line["contract"]["trump"] == trump
    assert set(line["table"]) == set(position.legal())


def test_threads_do_not_change_the_output(run: Terminal) -> None:
    def values(threads: str) -> list[Any]:
        lines = run.lines("solve", "-", "--threads", threads, stdin=BOARD)
        return [(line["contract"], line["value"]) for line in lines]

    assert values("1") == values("4")


def test_limit_shows_bounds_and_exits_with_1(run: Terminal) -> None:
    status, out, err = run("solve", "-", "--limit-nodes", "1", stdin=json.dumps(ENDING))
    assert (status, err) == (1, "")
    assert ".." in out
    status, out, _ = run("solve", "-", "--limit-nodes", "1", "--json", stdin=json.dumps(ENDING))
    assert status == 1
    assert json.loads(out).keys() >= {"limit", "lower", "upper", "nodes"}


def test_simulate_is_the_same_for_the_same_seed(run: Terminal) -> None:
    args = ("simulate", "whist", "--deals", "500", "--seed", "4")
    (one,) = run.lines(*args, "--threads", "1")
    (two,) = run.lines(*args, "--threads", "3")
    assert one["mean"] == two["mean"]
    assert sum(one["mean"]["tricks"]) == pytest.approx(13)
    assert run(*args, "--trump", "S")[0] == 0


def test_simulate_by_a_policy_is_what_the_function_returns(run: Terminal) -> None:
    whist = ultimo.game("whist")
    args = ("simulate", "whist", "--deals", "500", "--seed", "4", "--policy")
    means = []
    for policy in ("random", "highest", "lowest"):
        (said,) = run.lines(*args, policy)
        expected = ultimo.simulate(whist, 500, seed=4, policy=policy).tricks.mean(axis=0)
        assert said["policy"] == policy
        assert said["mean"]["tricks"] == pytest.approx(expected.tolist())
        means.append(said["mean"]["tricks"])
    assert means[0] != means[1] != means[2]


def changed(**fields: Any) -> str:
    return json.dumps(ENDING | fields)


BAD_INPUT = [
    ("", "empty"),
    ("   \n", "empty"),
    ("hello", "[Deal"),
    ("{}", "no deal"),
    ("[]", "no deal"),
    ("[1]", "deal 1: a deal is an object, not 1"),
    ("[[1]]", "object"),
    ('{"game": "whist"', "no JSON"),
    (f"{json.dumps(ENDING)}\n{{", "line 2"),
    (changed(game="whits"), "whist"),
    (changed(game=None), "--game"),
    (changed(game=[1]), "text"),
    (changed(surprise=1), "'surprise'"),
    (changed(options={"void": 1}), "void_rule"),
    (changed(options=[1]), "object"),
    (changed(preset="x"), "preset"),
    (changed(deal=3), "deal"),
    (changed(deal={"hands": 5}), "hands"),
    (changed(deal={"hands": [["SA"]] * 4}), "SA"),
    (changed(deal={"hands": ["ZZ", "SA", "SK", "SQ"]}), "ZZ"),
    (changed(contract={"trump": "X"}), "trump"),
    (changed(contract={"declarer": 9, "trump": "S"}), "declarer"),
    (changed(contract={"declarer": "x", "trump": "S"}), "declarer"),
    (changed(contract=7), "contract"),
    (changed(contract={"bid": ["x"], "trump": "S"}), "bid"),
    (changed(leader=4), "leader"),
    (changed(leader="x"), "leader"),
    (changed(dealer="x"), "dealer"),
    (changed(exchange=[["SA"], ["S2"]]), "exchange"),
    (changed(exchange=3), "exchange"),
    (changed(play=["H2"]), "H2"),
    (changed(play=3), "play"),
    (changed(goal="money"), "'money'"),
    (changed(goal="points"), "card points"),
    ('[Deal "N:A..3.2 K.A.2. 2.K..3"]', "line 1"),
    ('[Deal "N:AA..3.2 K.A.2. 2.K..3 3.2.A."]', "board 1"),
    ('[Deal "N:X..3.2 K.A.2. 2.K..3 3.2.A."]', "'X'"),
    ('[Deal "N:A..3.2', "line 1"),
    ("[" * 100_000, ""),
    ('{"a":' * 100_000, ""),
    ("[[" * 100_000, ""),
    ("\x00\x01\x02", ""),
    ("null", "a deal is an object, not None"),
    ("1", "a deal is an object, not 1"),
    ('"x"', "a deal is an object, not 'x'"),
    (changed(exchange=[1, 2]), "cards: a list is needed, not int"),
]


@pytest.mark.parametrize(("text", "says"), BAD_INPUT)
def test_bad_input_gives_one_line_and_status_2(run: Terminal, text: str, says: str) -> None:
    status, out, err = run("solve", "-", stdin=text)
    assert (status, out) == (2, "")
    assert err.startswith("ultimo: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize(
    ("command", "text"),
    [
        *product(["solve", "table", "trace"], ["", "null", changed(options=3)]),
        # The others look at terms where a deal has its history.
        ("table", changed(terms=3)),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_name(
    run: Terminal, tmp_path: Path, command: str, text: str
) -> None:
    path = tmp_path / "deals.json"
    path.write_text(text)
    status, out, err = run(command, str(path))
    assert (status, out) == (2, "")
    assert err.startswith(f"ultimo: {path}: ")


def test_a_name_that_no_terminal_can_show(run: Terminal) -> None:
    status, out, err = run("solve", "-", "--json", stdin=changed(name="\ud800a\x1b"))
    assert (status, json.loads(out)["name"], err) == (0, "?a?", "")


@pytest.mark.parametrize(
    ("closed", "says", "status"),
    [(">&-", "standard output is closed", 2), ("<&-", "empty", 2), ("2>&-", "", 2)],
)
def test_streams_that_are_closed(closed: str, says: str, status: int) -> None:
    command = f'"$1" -m ultimo solve - {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, "sh", sys.executable],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_action_is_refused(run: Terminal) -> None:
    status, out, err = run("play", "whist", "--seed", "1", "")
    assert (status, out, err) == (2, "", "ultimo: an action is empty\n")


@pytest.mark.parametrize(
    "args",
    [
        ["nothing"],
        ["solve"],
        ["solve", "no/such/file"],
        ["solve", "/"],
        ["solve", "-", "--goal"],
        ["solve", "-", "--limit-nodes", "x"],
        ["solve", "-", "--limit-nodes", "0"],
        ["solve", "-", "--limit-seconds", "nan"],
        ["solve", "-", "--threads", "0"],
        ["solve", "-", "--trump", "X"],
        ["solve", "-", "--contract", "{"],
        ["solve", "-", "--contract", "hearts"],
        ["solve", "-", "--set", "void_rule"],
        ["solve", "-", "--set", "void_rule=7"],
        ["solve", "-", "--set", "name=7"],
        ["deal", "whits"],
        ["deal", "whist", "--seed", "-1"],
        ["deal", "whist", "--seed", str(2**64)],
        ["deal", "whist", "--count", "0"],
        ["deal", "whist", "--dealer", "4"],
        ["simulate", "whist", "--deals", "0"],
        ["simulate", "whist", "--declarer", "1"],
        ["simulate", "whist", "--threads", "100000"],
        ["simulate", "whist", "--contract", "none"],
        ["simulate", "whist", "--policy", "greedy"],
        ["simulate", "hosn_owe", "--policy", "lowest"],
    ],
    ids=" ".join,
)
def test_bad_arguments_give_one_line_and_status_2(run: Terminal, args: Sequence[str]) -> None:
    status, out, err = run(*args, stdin=json.dumps(ENDING))
    assert (status, out) == (2, "")
    assert err.startswith("ultimo: ")
    assert err.count("\n") == 1


def test_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*ULTIMO, "deal", "whist", "--seed", "1", "--count", "5000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(20) == 141


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_interrupt_is_quiet() -> None:
    with subprocess.Popen(
        [*ULTIMO, "deal", "whist", "--seed", "1", "--count", "100000000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        begun = time.monotonic()
        child.stdout.read()
        assert child.stderr.read() == b""
        assert child.wait(20) == 130
        assert time.monotonic() - begun < 10


def test_help_is_given(run: Terminal) -> None:
    for args in (["--help"], ["solve", "--help"], ["--version"]):
        status, out, _ = run(*args)
        assert status == 0
        assert out


def test_commands_do_not_need_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [*ULTIMO, "games"], check=False, cwd=tmp_path, env=LIMITS, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_contract_is_said_field_by_field(run: Terminal) -> None:
    said = ("--contract", "two", "--with", "king=S", "--announced", "trula", "--kontra", "game=1")
    (line,) = run.lines("simulate", "slovenian_tarok", *said, "--deals", "100", "--seed", "1")
    contract = {"bid": "two", "declarer": 0, "trump": None, "king": "S"}
    assert line["contract"] == contract | {"announced": ["trula"], "kontra": {"game": 1}}
    (dealt,) = run.lines("deal", "slovenian_tarok", "--seed", "3")
    asked = ("--contract", "solo_without", "--kontra", "game=2", "--limit-nodes", "1")
    status, out, err = run("solve", "-", "--json", *asked, stdin=json.dumps(dealt))
    assert (status, err) == (1, "")
    assert json.loads(out)["contract"]["kontra"] == {"game": 2}


def test_a_contract_without_a_partner_says_so(run: Terminal) -> None:
    status, out, _ = run("score", "slovenian_tarok", "--contract", "two", "points=40")
    assert status == 0
    assert "two by 0 alone" in out


TAROK3 = ("slovenian_tarok", "--set", "players=3")


def test_score_settles_a_hand_with_its_reasons(run: Terminal) -> None:
    """rules/slovenian_tarok.md, example 2."""
    said = ("--contract", "two", "--declarer", "1", "--announced", "trula", "--kontra", "game=1")
    (line,) = run.lines("score", *TAROK3, *said, "points=39", "trula=own")
    assert line["returns"] == [-88, 88, -88]
    assert [reason["amounts"][1] for reason in line["lines"]] == [40, 8, 40]
    status, out, err = run("score", *TAROK3, *said, "points=39", "trula=own")
    assert (status, err) == (0, "")
    assert "trula announced, times 2" in out
    assert "-88" in out.splitlines()[-2]


def test_score_takes_what_else_was_said(run: Terminal) -> None:
    said = ("--contract", "two", "--with", "king=S", "--partner", "2")
    (line,) = run.lines("score", "slovenian_tarok", *said, "points=40", "kings=own")
    assert line["returns"] == [35, -35, 35, -35]
    assert line["contract"]["king"] == "S"


def test_score_lists_the_facts_of_a_contract(run: Terminal) -> None:
    status, out, _ = run("score", *TAROK3, "--contract", "two", "--help")
    assert status == 0
    assert "pagat_ultimo" in out
    (line,) = run.lines("score", *TAROK3, "--contract", "beggar", "--help")
    assert [fact["name"] for fact in line["facts"]] == ["tricks"]
    assert line["facts"][0]["default"] == "needed"


@pytest.mark.parametrize("name", ultimo.games())
def test_score_helps_with_every_game(name: str, run: Terminal) -> None:
    status, out, err = run("score", name, "--help")
    assert (status, err) == (0, "")
    assert out.strip()
    (line,) = run.lines("score", name, "--help")
    assert line.get("bids") == ultimo.game(name).contracts() or line["facts"]


@pytest.mark.parametrize(
    "args",
    [
        pytest.param((), id="no game"),
        pytest.param(("whisk",), id="no such game"),
        pytest.param(("whist", "tricks=7"), id="no trump said"),
        pytest.param(("whist", "--trump", "S"), id="no fact said"),
        pytest.param(("whist", "--trump", "S", "tricks"), id="no value"),
        pytest.param(("whist", "--trump", "S", "tricks=14"), id="too many tricks"),
        pytest.param(("whist", "--trump", "S", "tricks=7", "tricks=8"), id="said twice"),
        pytest.param(("whist", "--trump", "S", "=7"), id="no name"),
        pytest.param(("whist", "--trump", "S", "tricks=[7]"), id="a list"),
        pytest.param((*TAROK3, "points=39"), id="no bid said"),
        pytest.param((*TAROK3, "--contract", "two", "points=9", "trula=own"), id="impossible"),
        pytest.param((*TAROK3, "--contract", "two", "--kontra", "game"), id="no level"),
        pytest.param((*TAROK3, "--contract", "two", "--kontra", "game=x"), id="no number"),
        pytest.param((*TAROK3, "--contract", "two", "--partner", "7"), id="no such partner"),
        pytest.param((*TAROK3, "--contract", "two", "--with", "nonsense=1"), id="an unknown field"),
        pytest.param((*TAROK3, "--contract", "two", "--announced", "nonsense"), id="announced"),
    ],
)
def test_score_refuses_in_one_line(args: Sequence[str], run: Terminal) -> None:
    status, out, err = run("score", *args)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
