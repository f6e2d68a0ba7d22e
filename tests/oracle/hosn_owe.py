"""The value of a hand in hosn owe (rules/hosn_owe.md, Scoring)."""

from collections.abc import Sequence

from tests.oracle.cards import FRENCH_SUITS


def card_points(card: str) -> int:
    """The points of a card: "A 11; K, Q, J 10 each; 10, 9, 8, 7 as they say"."""
    rank = card[1]
    if rank == "A":
        return 11
    if rank in ("K", "Q", "J", "T"):
        return 10
    return int(rank)


def doubled_value(hand: Sequence[str], *, feuer_value: int = 33) -> int:
    """The value of a hand of three, doubled "to avoid fractions": TRIPLET 61, BLITZ 62, FEUER 66.

    Args:
        hand: Three cards.
        feuer_value: The option of that name, not doubled.
    """
    suits = [card[0] for card in hand]
    ranks = [card[1] for card in hand]
    # "The first line that fits." FEUER: "three aces".
    if ranks == ["A", "A", "A"]:
        return 2 * feuer_value
    # BLITZ: "an ace and two ten-point cards, all of one suit".
    tens = [rank for rank in ranks if rank in ("K", "Q", "J", "T")]
    if len(set(suits)) == 1 and ranks.count("A") == 1 and len(tens) == 2:
        return 2 * 31
    # TRIPLET, worth 30.5: "three cards of the same rank, not aces".
    if len(set(ranks)) == 1:
        return 61
    # "Add the card points of each suit in the hand separately; the hand counts the largest."
    sums = [sum(card_points(card) for card in hand if card[0] == suit) for suit in FRENCH_SUITS]
    return 2 * max(sums)


def ends_round(hand: Sequence[str]) -> bool:
    """Whether the hand is BLITZ or FEUER, which end the round at once."""
    # BLITZ counts 62, and no option can lower FEUER to less than that.
    return doubled_value(hand) >= 62
