"""The options of knockout whist."""

from dataclasses import dataclass
from typing import ClassVar

from ultimo.options import Options, choice, flag, number, whole

__all__ = ["KnockoutWhistOptions"]

MOST_PLAYERS = {52: 7, 32: 4}
"""By the size of the pack: seven cards each and the trump card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutWhistOptions(Options):
    """The options of rules/knockout_whist.md, "Variant options".

    Attributes:
        players: Two to seven, or with 32 cards to four.
        deck_size: Number of cards.
        trump_rule: A card is turned up in every hand; or from the second one on the player who
            took the most tricks names trump.
        dogs_life: The first to be knocked out plays one hand more, with a single card.
        start_cards: Cards of each player in the first hand.
        void_rule: A player void in the suit led must trump, or may play anything.
        stake: What everybody pays the winner of a game.
        match_games: Number of games in a match.
    """

    game: ClassVar[str] = "knockout_whist"

    players: int = whole(4, at_least=2, at_most=7)
    deck_size: int = choice(52, 32)
    trump_rule: str = choice("turned", "winner_names")
    dogs_life: bool = flag(default=False)
    start_cards: int = whole(7, at_least=1, at_most=7)
    void_rule: str = choice("must_trump", "free")
    stake: float = number(0, at_least=0)
    match_games: int = whole(1, at_least=1, at_most=1_000_000)

    def faults(self) -> list[str]:
        """The pack must do for all players."""
        most = MOST_PLAYERS[self.deck_size]
        if self.players <= most:
            return []
        given = f"players={self.players} with deck_size={self.deck_size}"
        return [f"{given}: seven cards each and the trump card do for {most} players"]
