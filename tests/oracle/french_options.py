"""The options, bids and handfuls of French tarot (rules/french_tarot.md)."""

from dataclasses import dataclass

# "Bids, low to high, and multiplier mu".
BIDS = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
# "The six talon cards are turned up for all, then the taker takes them."
EXCHANGE_BIDS = frozenset({"petite", "garde"})
# "single 20, double 30, triple 40".
HANDFUL_BONUS = {"single": 20, "double": 30, "triple": 40}


@dataclass(frozen=True)
class Options:
    """The options, with the names, defaults and values of the rules file."""

    players: int = 4
    direction: str = "anticlockwise"
    five_players: str = "dealer_sits_out"
    three_players: str = "fft"
    petit_sec: str = "none"
    slam_announcer_leads: bool = False
    handful_timing: str = "before_first_lead"
    round_scores_to: int = 0
    deals: int | None = None  # None: 4 x players
    tie_deal: bool = True

    def __post_init__(self) -> None:
        """Refuse three players where there is no game for three."""
        assert self.players in (3, 4, 5)
        assert (self.players, self.three_players) != (3, "off")

    @property
    def calls_king(self) -> bool:
        """Whether five play, and the taker calls a king."""
        return self.players == 5 and self.five_players == "call_king"

    @property
    def dealer_sits_out(self) -> bool:
        """Whether the dealer of five takes no part in the deal."""
        return self.players == 5 and self.five_players == "dealer_sits_out"


def playing_seats(options: Options, dealer: int) -> list[int]:
    """The seats that play, in order of play from forehand on."""
    seats = [(dealer + 1 + i) % options.players for i in range(options.players)]
    # "The dealer sits out, the other four play the 4-player game."
    return [seat for seat in seats if not (options.dealer_sits_out and seat == dealer)]


def packet_size(options: Options) -> int:
    """The cards of a packet: "packets of three"; 3 players: "packets of four"."""
    return 4 if options.players == 3 else 3


def talon_size(options: Options) -> int:
    """The cards of the talon: six, with a called king three."""
    return 3 if options.calls_king else 6


def handful_sizes(options: Options) -> dict[str, int]:
    """The cards that each handful needs."""
    # 4 players "10, 13, 15"; 3 players "handfuls 13, 15, 18"; call_king: "handfuls 8, 10, 13".
    sizes = (13, 15, 18) if options.players == 3 else (10, 13, 15)
    return dict(zip(HANDFUL_BONUS, (8, 10, 13) if options.calls_king else sizes, strict=True))
