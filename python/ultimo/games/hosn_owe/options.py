"""The options of hosn owe."""

from dataclasses import dataclass
from typing import ClassVar

from ultimo.options import Options, choice, flag, whole

__all__ = ["HosnOweOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HosnOweOptions(Options):
    """The options of rules/hosn_owe.md, "Variant options".

    Attributes:
        players: Two to nine.
        tokens: Tokens of each player at the start of a match.
        swimming: Who has paid his last token plays on until he has to pay again.
        tie_rule: Of several with the lowest value all pay; or only the closer if he is one of
            them; or the suit of the counted cards, and the rank of triplets, decides.
        refresh_on_all_pass: The table is renewed when all have passed in a row; otherwise the
            round ends.
        feuer_all_pay: After a feuer everybody but its holder pays.
        feuer_value: What a feuer counts.
        close_first_orbit: A player may close in his first turn.
        closer_lowest_double: A closer with the lowest value pays two tokens.
    """

    game: ClassVar[str] = "hosn_owe"

    players: int = whole(4, at_least=2, at_most=9)
    tokens: int = whole(3, at_least=1, at_most=1_000_000)
    swimming: bool = flag(default=True)
    tie_rule: str = choice("all_pay", "closer_pays", "suit_order")
    refresh_on_all_pass: bool = flag(default=True)
    feuer_all_pay: bool = flag(default=False)
    feuer_value: int = choice(33, 32)
    close_first_orbit: bool = flag(default=True)
    closer_lowest_double: bool = flag(default=False)
