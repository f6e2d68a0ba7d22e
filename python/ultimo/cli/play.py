"""The command `ultimo play`: a deal, taken as far as a list of actions goes."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from ultimo.checks import brief
from ultimo.cli.app import app
from ultimo.cli.arguments import GameName, Json, Seed, Sets, print_json, read_seed
from ultimo.cli.given import make_game, options_dict, read_options
from ultimo.cli.read import first_deal, read_file, within
from ultimo.display import cards_text, console, contract_text, number_text, table
from ultimo.errors import NotationError, OptionError, UltimoError
from ultimo.observation import contract_as_seen
from ultimo.settling import Line, reasons
from ultimo.state import State

__all__ = ["app"]

WORDS = 20_000
"""Actions that are read at most."""
HIDDEN = "?"
"""Stands for an action that a seat did not see."""


@app.command()
def play(
    name: GameName,
    actions: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ACTION]...", help="Cards and calls in order; - reads stdin."),
    ] = None,
    *,
    seed: Seed = None,
    file: Annotated[
        str | None, typer.Option("--deal", metavar="FILE", help="JSON of `ultimo deal --json`.")
    ] = None,
    dealer: Annotated[int | None, typer.Option("--dealer", help="A seat, from 0.")] = None,
    seat: Annotated[int | None, typer.Option("--seat", help="Show only what it holds.")] = None,
    options: Sets = None,
    as_json: Json = False,
) -> None:
    """Play a deal from a list of actions, and show how it stands.

    An action that the rules forbid is explained, and nothing is shown.
    """
    game = make_game(name, read_options(options or ()))
    terms: dict[str, Any] = {} if dealer is None else {"dealer": dealer}
    if file is None:
        drawn = read_seed(seed)
        state = game.start(seed=drawn, **terms)
        begun = f"seed {drawn}"
    else:
        if seed is not None:
            raise OptionError("--seed or --deal, not both", code="bad_deal")
        with within(file):
            dealt, said = first_deal(game, read_file(file), terms)
        state = game.start(dealt, **said)
        begun = file
    if seat is not None and as_json:
        message = "--seat or --json, not both: the JSON holds the whole deal"
        raise OptionError(message, code="bad_seat")
    for number, action in enumerate(_words(actions or ()), start=1):
        _apply(state, number, action)
    if as_json:
        print_json(_to_dict(state))
    else:
        _show(state, begun, seat)


def _words(given: Sequence[str]) -> list[str]:
    """Returns the actions, those of standard input in place of `-`."""
    found = []
    for word in given:
        text = read_file("-") if word == "-" else word
        words = text.replace(",", " ").split()
        if not words and word != "-":
            raise NotationError("an action is empty", code="no_action")
        found += words
    if len(found) > WORDS:
        raise OptionError(f"{len(found)} actions; at most {WORDS} are read", code="too_long")
    return found


def _apply(state: State, number: int, action: str) -> None:
    try:
        state.apply(int(action) if action.isascii() and action.isdigit() else action)
    except UltimoError as fault:
        raise type(fault)(f"action {number}, {brief(action)}: {fault}", code=fault.code) from None


def _reasons(state: State) -> tuple[Line, ...]:
    """Returns why a deal that is over scores what it does, where the play decided it."""
    position = state.position
    return () if position is None or not position.is_over else reasons(position)


def _to_dict(state: State) -> Mapping[str, Any]:
    names = state.game.action_names
    contract = state.contract
    return {
        "game": state.game.name,
        "options": options_dict(state.game),
        "phase": state.phase,
        "player": state.current_player,
        "contract": None if contract is None else contract.to_dict(),
        "legal": [names[action] for action in state.legal_actions()],
        "hands": [list(state.hand(seat)) for seat in range(state.game.players)],
        "trick": [[seat, card] for seat, card in state.trick],
        "returns": state.returns().tolist(),
        "reasons": [{"text": x.text, "amounts": list(x.amounts)} for x in _reasons(state)],
        **state.to_dict(),
    }


def _show(state: State, begun: str, seat: int | None) -> None:
    game = state.game
    seats = [str(number) for number in range(game.players)]
    if seat is not None:
        state.hand(seat)
    screen = console()
    contract = state.contract if seat is None else contract_as_seen(state, seat)
    said = "" if contract is None else ", " + contract_text(contract, seats, game.bids)
    screen.print(f"{game.name}{said}; {begun}, dealer {state.dealer}", soft_wrap=True)
    _show_history(state, screen, seat)
    position = state.position
    rows = table("seat", "tricks", "cards", wide=("cards",))
    for number in range(game.players):
        cards = state.hand(number)
        shown = seat is None or seat == number
        text = cards_text(game.deck, cards) if shown else f"{len(cards)} cards"
        tricks = "" if position is None else str(position.tricks[number])
        rows.add_row(str(number), tricks, text)
    for where, lying in _lying(state, seat):
        rows.add_row(where, "", " ".join(lying))
    screen.print(rows)
    if state.trick:
        trick = " ".join(f"{number}:{card}" for number, card in state.trick)
        screen.print(f"in the trick: {trick}")
    if state.is_over:
        _show_end(state, screen)
    elif seat is None or seat == state.current_player:
        names = [game.action_names[action] for action in state.legal_actions()]
        screen.print(f"seat {state.current_player}, {state.phase}: {' '.join(names)}")
    else:
        screen.print(f"seat {state.current_player}, {state.phase}")


def _lying(state: State, seat: int | None) -> Iterator[tuple[str, Sequence[str]]]:
    """Yields what lies on the table: all of it, or what a seat has seen of it."""
    codes = state.game.deck.codes
    if seat is not None:
        seen = [codes[card] for card in state.observation(seat)["table"].nonzero()[0]]
        if seen:
            yield "seen", seen
        return
    position = state.position
    # A talon that was taken, or is drawn from, is no longer as it was before the play.
    talon = [codes[card] for card in state.phases()[-1][0].table.talon]
    left: Sequence[str] = talon if position is None else position.stock
    if left:
        yield ("talon" if position is None else "stock"), left
    for number, own in enumerate(() if position is None else position.piles):
        yield f"piles {number}", [",".join(pile) for pile in own]


def _show_history(
    state: State,
    screen: Any,  # noqa: ANN401 - a console of rich
    observer: int | None,
) -> None:
    names = state.game.action_names
    shown = [(seat, names[action]) for seat, action in state.history]
    if observer is not None:
        seen = state.seen_history(observer)
        shown = [(seat, names[action] if known else HIDDEN) for seat, action, known in seen]
    done = " ".join(f"{seat}:{name}" for seat, name in shown)
    if done:
        screen.print(f"so far: {done}", soft_wrap=False)


def _show_end(state: State, screen: Any) -> None:  # noqa: ANN401 - a console of rich
    rows = table("the deal is over", *(f"seat {seat}" for seat in range(state.game.players)))
    for column in rows.columns[1:]:
        column.justify = "right"
    for line in _reasons(state):
        rows.add_row(line.text, *map(number_text, line.amounts))
    rows.add_section()
    what = "together" if state.redeal is None else "void: it is dealt again"
    rows.add_row(what, *map(number_text, state.returns()))
    screen.print(rows)
    sys.stdout.flush()
