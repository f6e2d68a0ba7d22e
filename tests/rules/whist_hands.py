"""Whole whist hands in which every trick is won by a seat chosen beforehand."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import ultimo

SUITS = "CDHS"
QUADS = ("AKQJ", "T987", "6543")
"""Three tricks a suit, in which all follow; the four twos make the last trick."""


class Hand(NamedTuple):
    """A deal and its thirteen tricks, each with the card of every seat."""

    deal: ultimo.Deal
    tricks: list[list[str]]
    dealer: int


def hand_won(
    game: Any,
    winners: Sequence[int],
    *,
    trump: str = "S",
    dealer: int = 3,
    trump_quads: Sequence[str] = QUADS,
) -> Hand:
    """Deals a hand in which trick `i` falls to seat `winners[i]`.

    Args:
        game: A game of whist.
        winners: The winner of each of the 13 tricks.
        trump: The suit turned up.
        dealer: Who deals, and so holds the card turned up.
        trump_quads: The three tricks of trumps: what their winners hold is the first rank of each.
    """
    ranks: Mapping[str, Sequence[str]] = dict.fromkeys(SUITS, QUADS) | {trump: trump_quads}
    tricks = []
    quads = [suit + quad for suit in SUITS for quad in ranks[suit]]
    for quad, winner in zip(quads, winners, strict=False):
        cards = [quad[0] + rank for rank in quad[1:]]
        cards.sort(key=lambda card: "23456789TJQKA".index(card[1]), reverse=True)
        trick = cards[1:]
        trick.insert(winner, cards[0])
        tricks.append(trick)
    twos = [suit + "2" for suit in SUITS if suit != trump]
    twos.insert(winners[12], trump + "2")
    tricks.append(twos)
    hands = [[trick[seat] for trick in tricks] for seat in range(4)]
    turned = next(card for card in hands[dealer] if card[0] == trump)
    return Hand(game.make_deal(hands, turned=turned, dealer=dealer), tricks, dealer)


def play_out(state: Any, hand: Hand) -> None:
    """Plays the tricks of a hand in a state."""
    for trick in hand.tricks:
        for _ in range(4):
            state.apply(trick[state.current_player])


def north_south(tricks: int) -> list[int]:
    """Returns winners such that seats 0 and 2 take so many tricks, and 1 and 3 the rest."""
    ours = [(0, 2)[i % 2] for i in range(tricks)]
    theirs = [(1, 3)[i % 2] for i in range(13 - tricks)]
    return ours + theirs


def played(game: Any, tricks: int, *, dealer: int = 3) -> Any:
    """Returns a state in which a hand was played, and seats 0 and 2 took so many tricks."""
    hand = hand_won(game, north_south(tricks), dealer=dealer)
    state = game.start(hand.deal, dealer=dealer)
    play_out(state, hand)
    return state
