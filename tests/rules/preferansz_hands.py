"""Whole deals of preferansz in which it is chosen beforehand who wins which trick.

In the first eight tricks every seat follows suit, so that whoever holds the best of the three cards
wins, and every card may legally be played by whichever seat leads. Sevens and eights are left: the
winner of the eighth trick holds both of one suit, nobody else can follow, and he wins the rest too.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import ultimo

RANKS = "9TUOKA"
"""Those of the first eight tricks, low to high."""
SEATS = (0, 1, 2)
PLAIN = ("acorns", "leaves", "bells", "hearts", "betli", "szanzadu")
HAND = tuple(f"hand_{bid}" for bid in PLAIN)

Trick = tuple[str, ...]


@cache
def _game(items: tuple[tuple[str, Any], ...]) -> Any:
    return ultimo.game("preferansz", **dict(items))


def preferansz(**options: Any) -> Any:
    """Returns the game, the same object for the same options."""
    return _game(tuple(sorted(options.items())))


def winners(declarer: int, tricks: int) -> list[int]:
    """Returns who wins the first eight tricks so that the declarer wins so many of all ten.

    Of more than six he loses the first; of six or fewer he wins the last ones before the eighth.
    """
    other = (declarer + 1) % 3
    if tricks >= 6:
        return [other] * (10 - tricks) + [declarer] * (tricks - 2)
    return [other] * (7 - tricks) + [declarer] * tricks + [other]


def tricks_won_by(seats: Sequence[int], trump: str | None) -> list[Trick]:
    """Returns ten tricks, a card a seat, of which these seats win the first eight."""
    suits = [suit for suit in "ALHB" if suit != trump] + ([trump] if trump else [])
    tricks = []
    for number, winner in enumerate(seats):
        suit = suits[number % 4]
        ranks = list(RANKS[:3] if number < 4 else RANKS[3:])
        best = ranks.pop()
        tricks.append(tuple(suit + (best if s == winner else ranks.pop()) for s in SEATS))
    last, *others = suits[-1], *suits[:2]
    for rank in "87":
        held = iter(others)
        tricks.append(tuple((last if s == seats[7] else next(held)) + rank for s in SEATS))
    return tricks


def dealt(game: Any, tricks: Sequence[Trick]) -> Any:
    """Returns the deal in which every seat holds its cards of these tricks."""
    hands = [[trick[seat] for trick in tricks] for seat in SEATS]
    held = {card for hand in hands for card in hand}
    return game.make_deal(hands, talon=[card for card in game.deck.cards if card not in held])


def play_out(state: Any, tricks: Sequence[Trick]) -> None:
    """Plays these tricks until the deal is over."""
    for trick in tricks:
        for _ in SEATS:
            if not state.is_over:
                state.apply(trick[state.current_player])


def auction_for(bid: str, declarer: int) -> list[str]:
    """Returns the calls after which a seat plays a bid, seat 0 being forehand."""
    return ["pass"] * declarer + [bid] + ["pass"] * (2 - declarer)


def played(
    game: Any,
    bid: str,
    tricks: int,
    *,
    declarer: int = 0,
    talon: str = "pick_up",
    volat: bool = False,
    kontra: Sequence[str] = (),
) -> Any:
    """Returns a deal that was played from the auction on, the declarer winning so many tricks.

    Args:
        game: The game.
        bid: What is bid.
        tricks: Tricks of the declarer, if all were played.
        declarer: Who bids.
        talon: What he does about the talon, if he is asked: `"pick_up"` (he lays both cards away
            again) or `"hand"`.
        volat: He announces volát.
        kontra: What is said of kontra.
    """
    script = tricks_won_by(winners(declarer, tricks), game.contract(bid).trump)
    deal = dealt(game, script)
    state = game.start(deal)
    for call in auction_for(bid, declarer):
        state.apply(call)
    if state.phase == "talon":
        state.apply(talon)
    while state.phase == "discard":
        state.apply(next(card for card in deal.talon if card in state.hand(declarer)))
    if state.phase == "announce":
        state.apply("announce:volat" if volat else "done")
    for call in kontra:
        state.apply(call)
    assert state.phase == "play"
    play_out(state, script)
    assert state.is_over
    return state


def names(state: Any) -> list[str]:
    """Returns the legal actions by name."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def after(*calls: str, game: Any, seed: int = 1, dealer: int = 2) -> Any:
    """Returns a deal after some calls."""
    state = game.start(seed=seed, dealer=dealer)
    for call in calls:
        state.apply(call)
    return state


def refused(state: Any, call: str) -> str:
    """Returns the code of the error that an action raises; the state stays as it was."""
    before = state.to_json()
    with pytest.raises(ultimo.IllegalActionError) as error:
        state.apply(call)
    assert state.to_json() == before
    return error.value.code


def scores(value: int, declarer: int = 0) -> list[int]:
    """Returns what all seats get if each defender pays so much."""
    return [2 * value if seat == declarer else -value for seat in range(3)]
