"""Games and small positions of snapszer for the tests of its rules."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import ultimo

TRUMP = "H"


@cache
def _game(items: tuple[tuple[str, Any], ...]) -> Any:
    return ultimo.game("snapszer", **dict(items))


def snapszer(form: str, **options: Any) -> Any:
    """Returns the game, the same object for the same options."""
    return _game((("form", form), *sorted(options.items())))


def contract_of(form: str, **terms: Any) -> dict[str, Any]:
    """Returns the terms of a contract: hearts are trump, and the first bid is played."""
    bids = {"S2": "game", "S3": "game", "S4": "game", "S3L": "sixty_six"}
    trump = {} if "called" in terms or "trump" in terms else {"trump": TRUMP}
    return {"bid": bids[form], **trump, **terms}


def ending(
    form: str,
    *hands: str,
    talon: str = "",
    leader: int = 0,
    contract: dict[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Returns a position of these hands, by default with hearts as trump and seat 0 on lead."""
    game = snapszer(form, **options)
    deal = game.make_deal([hand.split() for hand in hands], talon=talon.split())
    return game.position(
        deal, game.contract(**contract_of(form, **(contract or {}))), leader=leader
    )


def play(position: Any, moves: str) -> Any:
    """Makes moves, one after another."""
    for move in moves.split():
        position.play(move)
    return position


def points(position: Any, *seats: int) -> int:
    """Returns the points of some seats in tricks, without marriages."""
    return sum(position.points[seat] for seat in seats)


def calls(position: Any) -> set[str]:
    """Returns the legal moves that are no cards."""
    return {move for move in position.legal() if len(move) > 2}


def legal_after(
    form: str, plays: Sequence[str], hand: Sequence[str], talon: str = "", **options: Any
) -> set[str]:
    """Returns the cards that the next seat may play with `hand` after these plays of others.

    Seat 0 leads, hearts are trump, and the other hands are filled so that the plays are legal.
    """
    game = snapszer(form, **options)
    rng = random.Random(f"{plays}{hand}")
    gone = {*plays, *hand, *talon.split()}
    rest = [card for card in game.deck.cards if card not in gone]
    for _ in range(5000):
        rng.shuffle(rest)
        spare = iter(rest)
        hands = []
        for seat in range(game.players):
            own = list(hand) if seat == len(plays) else list(plays[seat : seat + 1])
            hands.append(" ".join(own + [next(spare) for _ in range(len(hand) - len(own))]))
        position = ending(form, *hands, talon=talon, **options)
        try:
            for card in plays:
                position.play(card)
        except ultimo.IllegalActionError:
            continue
        return {move for move in position.legal() if move in game.deck.codes}
    raise AssertionError("no such trick")
