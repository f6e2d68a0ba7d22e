"""The options, bids and cards of snapszer (rules/snapszer.md)."""

from dataclasses import dataclass

from tests.oracle.cards import GERMAN20, GERMAN24, GERMAN_SUITS

# "To the right (counter-clockwise)": seats are numbered in that order, so suits need no order.
SUITS = GERMAN_SUITS
PLAYERS = {"S2": 2, "S3": 3, "S4": 4, "S3L": 3}
FORM_OF_PLAYERS = {2: "S2", 3: "S3", 4: "S4"}
# Rank from high to low: Ace, Ten, King, Over, Under, Nine, "in trump and plain suits alike".
HIGH_TO_LOW = ("A", "T", "K", "O", "U", "9")
# "Order | Bid": thirty-three, sixty-six, ninety-nine, snapszer, and their values.
S3L_BIDS = ("thirty_three", "sixty_six", "ninety_nine", "snapszer")
S3L_VALUES = {"thirty_three": 1, "sixty_six": 2, "ninety_nine": 3, "snapszer": 4}
TARGETS = {"thirty_three": 33, "sixty_six": 66, "ninety_nine": 99}
# "S2: first to 7 points. S3: first to 25. S4: first to 50. S3L: a balance of +25."
MATCH_TARGETS = {"S2": 7, "S3": 25, "S4": 50, "S3L": 25}


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    players: int = 2
    form: str = ""  # by players
    s2_endgame: str = "follow_only"
    s2_closing: str = "off"
    s2_exchange_needs_trick: bool = False
    s2_exchange_last_two: bool = True
    last_trick_wins: bool = True
    s3_trump_must_be_held: bool = False
    void_trump: str = "must_trump"
    marriage_when: str = "on_lead"
    marriage_valid_by: str = "side"
    s4_call_own: bool = False
    s4_called_card_self: str = "play_alone"
    s4_end_needs_called_card: bool = False
    s4_snapszer_fail: str = "opponents_6"
    kontra: str = "up_to_rekontra"
    s3l_go_out: str = "player_choice"
    s3l_snapszer_fail: str = "draw_possible"
    match_target: int | None = None  # by form
    match_deals: int | None = None

    def __post_init__(self) -> None:
        """Fill in the form, and see that it is one for so many players."""
        if not self.form:
            object.__setattr__(self, "form", FORM_OF_PLAYERS[self.players])
        assert PLAYERS[self.form] == self.players, (self.form, self.players)

    @property
    def pack(self) -> tuple[str, ...]:
        """The cards: "used in S2: no Nine"."""
        return GERMAN20 if self.form == "S2" else GERMAN24


def rank(card: str) -> int:
    """The rank of a card in its suit; a higher number wins."""
    return -HIGH_TO_LOW.index(card[1])


def pair(suit: str) -> tuple[str, str]:
    """Marriage: "King + Over of one suit in one hand"."""
    return suit + "K", suit + "O"
