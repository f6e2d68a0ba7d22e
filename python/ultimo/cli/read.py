"""Files of deals, PBN or JSON, and the positions to solve in them: docs/formats.md."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ultimo import pbn
from ultimo.checks import brief
from ultimo.cli.given import contracts_of, make_game
from ultimo.contracts import Contract
from ultimo.deals import Deal
from ultimo.errors import NotationError, UltimoError
from ultimo.game import Game
from ultimo.state import State

if TYPE_CHECKING:
    from ultimo._core import Position

__all__ = ["Asked", "Dealt", "Job", "first_deal", "read_deals", "read_file", "read_jobs", "within"]

FIELDS = {
    "contract",
    "deal",
    "dealer",
    "exchange",
    "format",
    "game",
    "goal",
    "history",
    "leader",
    "name",
    "options",
    "play",
    "preset",
    "terms",
    "version",
}
STATE_FIELDS = {"deal", "format", "game", "goal", "history", "name", "options", "terms", "version"}
SHOWN_FIELDS = {"contract", "hands", "legal", "phase", "player", "reasons", "returns", "trick"}
"""What `ultimo play --json` writes beside them, which follows from them."""
PBN_GAME = "whist"
# Bridge programs, who write these files, know no duty to trump.
PBN_OPTIONS: Mapping[str, Any] = {"void_rule": "free"}
_JSON = re.compile(r'\s*(\{\s*["}]|\[\s*[\[{\]])')
MAX_BYTES = 64_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the arguments say about the deals of a file.

    Attributes:
        game: The game of the deals that name none.
        options: Options that win over those of the file.
        goal: The goal that wins over those of the file.
        contract: The contract that wins over those of the file.
        trump: The trump that wins over those of the file.
        declarer: The declarer that wins over those of the file.
        more: Other fields of the contract that win over those of the file.
    """

    game: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    goal: str | None = None
    contract: str | None = None
    trump: str | None = None
    declarer: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A position to solve.

    Attributes:
        name: What the file calls the deal, or its place in it.
        game: The game.
        contract: The contract.
        position: The position.
        goal: What to solve for.
        seats: The name of each seat.
    """

    name: str
    game: Game[Any]
    contract: Contract
    position: "Position"
    goal: str
    seats: Sequence[str]


def read_file(path: str) -> str:
    """Returns the text of a file, or of standard input for `-`.

    Raises:
        OSError: It cannot be read.
        NotationError: It is too long.
    """
    if path == "-":
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NotationError(f"more than {MAX_BYTES} bytes; split the file", code="too_long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # The standard of PBN is Latin-1.
        return data.decode("latin-1")


@contextmanager
def within(file: str) -> Iterator[None]:
    """Puts the name of a file before what is wrong in it."""
    try:
        yield
    except UltimoError as fault:
        raise _placed(file, fault) from None


def read_jobs(text: str, asked: Asked) -> list[Job]:
    """Returns all positions of a text, PBN or JSON.

    Raises:
        UltimoError: Something in it is wrong; the message says where.
    """
    if not text.strip():
        raise NotationError("the input is empty: PBN or JSON is needed", code="empty")
    if _JSON.match(text) or _is_json(text):
        return [job for where, found in _objects(text) for job in _of_object(found, where, asked)]
    return [job for board in pbn.parse(text) for job in _of_board(board, asked)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A deal, whatever is played in it.

    Attributes:
        name: What the file calls the deal, or its place in it.
        game: The game.
        deal: The deal.
        dealer: The seat that dealt, if the file says.
        goal: What to solve for.
        seats: The name of each seat.
    """

    name: str
    game: Game[Any]
    deal: Deal
    dealer: int | None
    goal: str
    seats: Sequence[str]


def read_deals(text: str, asked: Asked) -> list[Dealt]:
    """Returns all deals of a text, PBN or JSON; what it says of contracts and plays is not used.

    Raises:
        UltimoError: Something in it is wrong; the message says where.
    """
    if not text.strip():
        raise NotationError("the input is empty: PBN or JSON is needed", code="empty")
    if not (_JSON.match(text) or _is_json(text)):
        return [_board_dealt(board, asked) for board in pbn.parse(text)]
    return [_object_dealt(found, where, asked) for where, found in _objects(text)]


def _board_dealt(board: pbn.Board, asked: Asked) -> Dealt:
    try:
        game = make_game(asked.game or PBN_GAME, {**PBN_OPTIONS, **asked.options})
        return Dealt(
            name=board.name,
            game=game,
            deal=game.make_deal(board.hands, dealer=board.dealer),
            dealer=board.dealer,
            goal=asked.goal or "tricks",
            seats=pbn.COMPASS,
        )
    except UltimoError as fault:
        raise _placed(f"line {board.line}, board {board.name}", fault) from None


def _object_dealt(found: object, where: str, asked: Asked) -> Dealt:
    try:
        if not isinstance(found, dict) or "deal" not in found:
            raise NotationError("an object with a deal is needed", code="no_deal")
        if unknown := sorted(set(found) - FIELDS - (SHOWN_FIELDS if "history" in found else set())):
            raise NotationError(f"there is no field {brief(unknown[0])}", code="unknown_field")
        game = _game(found, asked)
        said = found.get("terms", {})
        if not isinstance(said, dict):
            raise NotationError(f"terms are an object, not {brief(said)}", code="not_an_object")
        dealer = found.get("dealer", said.get("dealer"))
        terms = {} if dealer is None else {"dealer": dealer}
        return Dealt(
            name=_name(found, where),
            game=game,
            deal=_deal(game, found["deal"], terms),
            dealer=dealer,
            goal=asked.goal or _text(found, "goal", "score"),
            seats=[str(seat) for seat in range(game.players)],
        )
    except UltimoError as fault:
        raise _placed(where, fault) from None


def _placed(where: str, fault: UltimoError) -> UltimoError:
    """Returns an error of the same class whose message says where."""
    return type(fault)(f"{where}: {fault}", code=fault.code)


# PBN.


def _of_board(board: pbn.Board, asked: Asked) -> list[Job]:
    where = f"line {board.line}, board {board.name}"
    try:
        game = make_game(asked.game or PBN_GAME, {**PBN_OPTIONS, **asked.options})
        deal = game.make_deal(board.hands, dealer=board.dealer)
        fields: dict[str, Any] = {
            "declarer": board.dealer if board.declarer is None else board.declarer
        }
        if board.strains:
            fields["trump"] = board.strains[0]
        contracts = contracts_of(
            game,
            asked.contract or fields,
            deal=deal,
            trump=asked.trump,
            declarer=asked.declarer,
            more=asked.more,
        )
        return [
            Job(
                name=board.name,
                game=game,
                contract=contract,
                position=game.position(deal, contract, leader=board.leader),
                # The score of the side that loses is 0 whatever it wins; tricks tell more.
                goal=asked.goal or "tricks",
                seats=pbn.COMPASS,
            )
            for contract in contracts
        ]
    except UltimoError as fault:
        raise _placed(where, fault) from None


# JSON.


def _objects(text: str) -> Iterator[tuple[str, object]]:
    """Yields the objects of a JSON text, of a list, or of JSON lines, and where each stands."""
    try:
        whole = json.loads(text)
    except RecursionError:
        raise NotationError("the JSON is nested too deeply", code="not_json") from None
    except ValueError as fault:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if len(lines) == 1 or not _is_json(lines[0][1]):
            raise NotationError(f"no JSON: {str(fault)[:120]}", code="not_json") from None
        yield from _lines(lines)
        return
    if not isinstance(whole, list):
        yield "deal 1", whole
        return
    if not whole:
        raise NotationError("the list holds no deal", code="no_deal")
    for number, found in enumerate(whole, start=1):
        yield f"deal {number}", found


def first_deal(game: Game[Any], text: str, terms: Mapping[str, Any]) -> tuple[Deal, dict[str, Any]]:
    """Returns the first deal of a JSON text, and its terms, over which those given win.

    Raises:
        UltimoError: There is none, or it is none of the game.
    """
    where, found = next(_objects(text))
    try:
        if not isinstance(found, dict) or "deal" not in found:
            raise NotationError("it has no deal", code="no_deal")
        if found.get("history"):
            message = "it was played already: `ultimo trace` and `ultimo solve` read that"
            raise NotationError(message, code="played_already")
        said = dict(terms)
        if found.get("dealer") is not None:
            said.setdefault("dealer", found["dealer"])
        return _deal(game, found["deal"], said), said
    except UltimoError as fault:
        raise _placed(where, fault) from None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _lines(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, object]]:
    for number, line in lines:
        try:
            yield f"line {number}", json.loads(line)
        except (ValueError, RecursionError) as fault:
            message = f"line {number}: no JSON: {str(fault)[:120]}"
            raise NotationError(message, code="not_json") from None


def _of_object(found: object, where: str, asked: Asked) -> list[Job]:
    try:
        if not isinstance(found, dict):
            message = f"a deal is an object, not {brief(found)}"
            raise NotationError(message, code="not_an_object")
        return _of_fields(found, where, asked)
    except UltimoError as fault:
        raise _placed(where, fault) from None


def _of_fields(found: Mapping[str, Any], where: str, asked: Asked) -> list[Job]:
    if "history" in found and "deal" in found:
        return [_of_state(found, where, asked)]
    if unknown := sorted(set(found) - FIELDS):
        known = ", ".join(sorted(FIELDS - {"format", "version"}))
        message = f"there is no field {brief(unknown[0])}; there are {known}"
        raise NotationError(message, code="unknown_field")
    if "deal" not in found:
        raise NotationError("it has no deal", code="no_deal")
    game = _game(found, asked)
    dealer = found.get("dealer")
    deal = _deal(game, found["deal"], {} if dealer is None else {"dealer": dealer})
    contracts = contracts_of(
        game,
        asked.contract or found.get("contract"),
        deal=deal,
        trump=asked.trump,
        declarer=asked.declarer,
        more=asked.more,
    )
    # The card turned up has said the trump; without it the deal is good for any dealer.
    bare = replace(deal, turned=None)
    jobs = []
    for contract in contracts:
        leader = found.get("leader")
        if leader is None and dealer is not None:
            leader = game.leader(contract, dealer)
        position = game.position(bare, contract, leader=leader, exchange=found.get("exchange"))
        for move in _moves(found.get("play", ())):
            position.play(move)
        jobs.append(
            Job(
                name=_name(found, where),
                game=game,
                contract=contract,
                position=position,
                goal=asked.goal or _text(found, "goal", "score"),
                seats=[str(seat) for seat in range(game.players)],
            )
        )
    return jobs


def _of_state(found: Mapping[str, Any], where: str, asked: Asked) -> Job:
    """Returns the position that a state of `State.to_json` has reached."""
    if unknown := sorted(set(found) - STATE_FIELDS - SHOWN_FIELDS):
        message = f"a deal with its history has no field {brief(unknown[0])}"
        raise NotationError(message, code="unknown_field")
    game = _game(found, asked)
    options = game.options.values()
    kept = {name: value for name, value in found.items() if name not in SHOWN_FIELDS}
    state = State.from_dict({**kept, "game": game.name, "options": options})
    if state.position is None or state.contract is None:
        raise NotationError("its play has not begun", code="no_play")
    return Job(
        name=_name(found, where),
        game=game,
        contract=state.contract,
        position=state.position,
        goal=asked.goal or _text(found, "goal", "score"),
        seats=[str(seat) for seat in range(game.players)],
    )


def _name(found: Mapping[str, Any], where: str) -> str:
    """What a deal is called, in characters that can be printed; by default its number."""
    name = found.get("name")
    if name is None:
        return where.removeprefix("deal ")
    return "".join(char if char.isprintable() else "?" for char in str(name)[:80])


def _game(found: Mapping[str, Any], asked: Asked) -> Game[Any]:
    options = found.get("options", {})
    if not isinstance(options, dict):
        message = f"options are an object, not {brief(options)}"
        raise NotationError(message, code="not_an_object")
    if "preset" in found:
        options = {"preset": found["preset"], **options}
    name = _text(found, "game", asked.game or "")
    if not name:
        raise NotationError("it names no game: write one, or say --game", code="no_game")
    return make_game(name, {**options, **asked.options})


def _deal(game: Game[Any], written: object, terms: Mapping[str, Any]) -> Deal:
    if not isinstance(written, Mapping):
        return Deal.from_dict(written)
    extra = sorted(set(written) - {"format", "version", "hands", "talon", "piles", "turned"})
    if extra or "hands" not in written:
        return Deal.from_dict(written)
    return game.make_deal(
        written["hands"],
        written.get("talon", ()),
        written.get("piles", ()),
        written.get("turned"),
        **terms,
    )


def _moves(written: object) -> list[str]:
    if isinstance(written, str):
        return written.split()
    if isinstance(written, (list, tuple)) and all(isinstance(move, str) for move in written):
        return list(written)
    message = f"play is a list of cards and calls, not {brief(written)}"
    raise NotationError(message, code="bad_play")


def _text(found: Mapping[str, Any], name: str, default: str) -> str:
    value = found.get(name)
    if value is None:
        return default
    if not isinstance(value, str):
        raise NotationError(f"{name} is text, not {brief(value)}", code="not_text")
    return value
