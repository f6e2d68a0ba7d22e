"""The packs, what their cards are worth, and how a pile is counted (rules/counting.md)."""

from collections.abc import Callable, Iterable, Sequence

FRENCH_SUITS = ("C", "D", "H", "S")
GERMAN_SUITS = ("A", "L", "H", "B")
RED = ("D", "H")

# High to low. "Inside a red suit, high to low: K, Q, Kn, J, A, 2, 3, 4. Inside a black suit: K, Q,
# Kn, J, 10, 9, 8, 7."
RED_RANKS = ("K", "Q", "N", "J", "A", "2", "3", "4")
BLACK_RANKS = ("K", "Q", "N", "J", "T", "9", "8", "7")

PAGAT, MOND, SKIS = "T1", "T21", "T22"
TRULL = (PAGAT, MOND, SKIS)
# "Tarokks, high to low: Škis, XXI, XX, ..., II, I."
TAROKKS = tuple(f"T{number}" for number in range(22, 0, -1))


def suit_of(card: str) -> str:
    """The suit of a card of a tarokk pack; tarokk counts as a suit, called `T`."""
    # French suits are C D H S, so a code that begins with T is a tarokk.
    return card[0]


def tarok_suit_cards(suit: str) -> tuple[str, ...]:
    """The eight cards of a suit of the 54-card pack, high to low."""
    return tuple(suit + rank for rank in (RED_RANKS if suit in RED else BLACK_RANKS))


# "22 tarokks + 32 suit cards"
TAROK54 = (
    *(card for suit in FRENCH_SUITS for card in tarok_suit_cards(suit)),
    *TAROKKS,
)
KINGS = tuple(suit + "K" for suit in FRENCH_SUITS)

# "The 54-card deck without black 7, 8, 9 and red 2, 3, 4."
STROHMANDLI_ADDED = ("D2", "D3", "D4", "H2", "H3", "H4", "C7", "C8", "C9", "S7", "S8", "S9")
STROHMANDLI42 = tuple(card for card in TAROK54 if card not in STROHMANDLI_ADDED)
STROHMANDLI54 = TAROK54

# "78 cards: four suits of 14, high to low K, Q, Kn, J, 10, 9, ..., 2, 1; 21 trumps; the Excuse."
# The 1 of a suit is written A, since codes know no rank 1.
FRENCH78_RANKS = ("K", "Q", "N", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "A")
EXCUSE = "EX"
PETIT, TRUMP21 = "T1", "T21"
OUDLERS = (PETIT, TRUMP21, EXCUSE)
FRENCH78 = (
    *(suit + rank for suit in FRENCH_SUITS for rank in FRENCH78_RANKS),
    *(f"T{number}" for number in range(21, 0, -1)),
    EXCUSE,
)

# "Rank in each suit, high to low: A K Q J 10 9 8 7 6 5 4 3 2."
FRENCH_RANKS = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
FRENCH52 = tuple(suit + rank for suit in FRENCH_SUITS for rank in FRENCH_RANKS)

# "A 11, 10 10, K 4, Ober 3, Unter 2, 9 0: 30 per suit, 120 in the pack."
GERMAN_RANKS = ("A", "T", "K", "O", "U", "9", "8", "7")
GERMAN32 = tuple(suit + rank for suit in GERMAN_SUITS for rank in GERMAN_RANKS)
# "VII and VIII are never used."
GERMAN24 = tuple(card for card in GERMAN32 if card[1] not in ("8", "7"))
# Snapszer for two also leaves out the nine.
GERMAN20 = tuple(card for card in GERMAN24 if card[1] != "9")


def reduced_french(ranks: int) -> tuple[str, ...]:
    """The French pack with the `ranks` highest ranks of each suit, 4 to 13 (rules/napoleon.md)."""
    return tuple(suit + rank for suit in FRENCH_SUITS for rank in FRENCH_RANKS[:ranks])


# "32 cards: ... French without 2-6."
FRENCH32 = reduced_french(8)


def tarok_value(card: str) -> int:
    """The nominal value of a card of the 54-card pack (counting.md, 2.1)."""
    # "Pagat (I), Mond (XXI), Škis: 5. Kings 5, queens 4, knights 3, jacks 2." All others 1.
    if card in TRULL:
        return 5
    if suit_of(card) == "T":
        return 1
    return {"K": 5, "Q": 4, "N": 3, "J": 2}.get(card[1], 1)


def strohmandli_value(card: str) -> int:
    """The value of a card in strohmandli, with 42 or with 54 cards (counting.md, 2.2 and 2.3)."""
    # "The twelve have rank but value 0 here (not 1)."
    return 0 if card in STROHMANDLI_ADDED else tarok_value(card)


def french_half_points(card: str) -> int:
    """The half-points of a card of the 78-card pack (counting.md, 2.4)."""
    # "Oudlers 9, kings 9, queens 7, knights 5, jacks 3, trumps 2-20 and suit cards 1-10: 1."
    if card in OUDLERS:
        return 9
    if suit_of(card) == "T":
        return 1
    return {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[1], 1)


def tarock24_value(card: str) -> int:
    """The value of a German-suited card in tarock24 and in snapszer (counting.md, 2.5)."""
    return {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2}.get(card[1], 0)


def ulti_value(card: str) -> int:
    """The points of a card in the trump games of ulti (rules/ulti.md)."""
    # "each Ace 10, each Ten 10, the last trick 10; other cards 0."
    return 10 if card[1] in ("A", "T") else 0


def count_straight(cards: Iterable[str], value: Callable[[str], int]) -> int:
    """Straight count: each card at its value, `count(pile) = S` (counting.md, 4)."""
    return sum(value(card) for card in cards)


def count54(cards: Sequence[str]) -> int:
    """The official count of a pile of the 54-card pack, by groups of three (counting.md, 3.1)."""
    total = 0
    for first in range(0, len(cards), 3):
        group = cards[first : first + 3]
        total += sum(tarok_value(card) for card in group)
        # "2 off for each full three, and 1 off for a last group of one or two cards."
        total -= 2 if len(group) == 3 else 1
    return total


def thirds54(cards: Iterable[str]) -> int:
    """The exact worth of a pile in thirds of a point: `T = 3*S - 2*n` (counting.md, 3.2)."""
    # "Exactly, each card is worth (value - 2/3)."
    return sum(3 * tarok_value(card) - 2 for card in cards)


def round_thirds(thirds: int) -> int:
    """Thirds rounded to the nearest point: one third down, two thirds up (counting.md, 3.2)."""
    # "P = (T + 1) div 3 (floor division)."
    return (thirds + 1) // 3


def count_halves(cards: Iterable[str]) -> int:
    """The half-points of a pile of the 78-card pack (counting.md, 5)."""
    return sum(french_half_points(card) for card in cards)


def book_french_trick(
    trick: Sequence[str], *, excuse_by_winning_side: bool, last: bool
) -> tuple[int, int]:
    """Book a trick of French tarot, with the swap of the Excuse (counting.md, 5.1).

    Args:
        trick: The cards of the trick.
        excuse_by_winning_side: Whether the side that won the trick played the Excuse. Without the
            Excuse in the trick it does not matter.
        last: Whether this is the last trick of the deal.

    Returns:
        Half-points for the winner of the trick, and half-points for the owner of the Excuse on the
        other side (0 if there is no swap).
    """
    # "Trick won by the owner's own side: the Excuse just lies in the pile." "Excuse played in the
    # last trick: it is won by the side that wins that trick."
    if EXCUSE not in trick or excuse_by_winning_side or last:
        return count_halves(trick), 0
    # "H[owner side] += 8, H[winning side] += 1": the winner has the rest of the trick and the one
    # half-point that is owed to him, the owner the nine of his Excuse less that one.
    rest = [card for card in trick if card != EXCUSE]
    return count_halves(rest) + 1, 8
