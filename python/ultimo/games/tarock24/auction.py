"""From the first call to the first lead: rules/tarock24.md, "Auction", "Before play"."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ultimo.contracts import Contract
from ultimo.deck import GERMAN
from ultimo.exchange import ContractDiscard
from ultimo.games.tarock24.options import REDEALS
from ultimo.phases import Breach, Looks, Over, Phase, PhaseName, Play
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo.games.tarock24.game import Tarock24

__all__ = ["HEARTS", "STOCK", "SUIT", "WITHOUT", "Bidding"]

HEARTS = "H"
SUIT, STOCK, WITHOUT = "suit", "hearts_stock", "hearts_without"
"""The bids: a closed talon, hearts with the talon, hearts without it."""


def begin_play(game: "Tarock24", table: Table, contract: Contract, forehand: int) -> Phase:
    """Returns the play."""
    leader = game.leader(contract, (forehand - 1) % 3)
    setup = game.setup(contract, table, leader)
    return Play(seat=leader, table=table, contract=contract, setup=setup)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Phase):
    """A moment before the play in which one of some calls is made.

    Attributes:
        forehand: The seat after the dealer.
    """

    forehand: int

    @abstractmethod
    def calls(self, game: "Tarock24") -> tuple[str, ...]:
        """The calls that may be made."""

    def actions(self, game: "Tarock24") -> tuple[int, ...]:
        """These calls."""
        return tuple(sorted(game.action(call) for call in self.calls(game)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding(Question):
    """Each seat says once whether it plays; to play is binding.

    Attributes:
        bidders: The seats that play so far, in order.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    bidders: tuple[int, ...] = ()

    def calls(self, game: "Tarock24") -> tuple[str, ...]:  # noqa: ARG002
        """Spielen or Nein."""
        return ("play", "pass")

    def apply(self, game: "Tarock24", action: int) -> Phase:
        """Asks the next seat; then hearts, trumps or a new deal follow."""
        plays = action == game.action("play")
        bidders = (*self.bidders, self.seat) if plays else self.bidders
        following = (self.seat + 1) % 3
        if following != self.forehand:
            return replace(self, seat=following, bidders=bidders)
        if not bidders:
            redeal = REDEALS[game.options.all_nein]
            return Over(table=self.table, scores=(0.0,) * 3, redeal=redeal)
        if len(bidders) == 1:
            return NameTrump(
                seat=bidders[0], table=self.table, forehand=self.forehand, suits=GERMAN
            )
        return AskHearts(seat=bidders[0], table=self.table, forehand=self.forehand, bidders=bidders)

    def why_not(self, game: "Tarock24", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is said now."""
        return Breach("not_now", "each seat first says whether it plays")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskHearts(Question):
    """Several seats play: the first that wants hearts is the declarer.

    Attributes:
        bidders: The seats that play, in order.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    bidders: tuple[int, ...]

    def calls(self, game: "Tarock24") -> tuple[str, ...]:  # noqa: ARG002
        """Yes or no."""
        return ("hearts", "no_hearts")

    def apply(self, game: "Tarock24", action: int) -> Phase:
        """Hearts are trumps, or the next is asked; if nobody wants them, the first names others."""
        if action == game.action("hearts"):
            return hearts(game, self, alone=False)
        later = self.bidders[self.bidders.index(self.seat) + 1 :]
        if later:
            return replace(self, seat=later[0])
        return NameTrump(
            seat=self.bidders[0],
            table=self.table,
            forehand=self.forehand,
            suits=GERMAN.replace(HEARTS, ""),
        )

    def why_not(self, game: "Tarock24", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is said now."""
        return Breach("not_now", "where several play, each is asked for hearts first")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTrump(Question):
    """The declarer names the trump suit.

    Attributes:
        suits: The suits that he may name.
    """

    name: ClassVar[PhaseName] = "auction"
    looks: ClassVar[Looks] = "nowhere"

    suits: str

    def calls(self, game: "Tarock24") -> tuple[str, ...]:  # noqa: ARG002
        """The suits."""
        return tuple(f"trump:{suit}" for suit in self.suits)

    def apply(self, game: "Tarock24", action: int) -> Phase:
        """Play begins, or in hearts it is asked for the stock."""
        suit = game.action_names[action].partition(":")[2]
        if suit == HEARTS:
            return hearts(game, self, alone=True)
        contract = game.contract(SUIT, declarer=self.seat, trump=suit)
        return begin_play(game, self.table, contract, self.forehand)

    def why_not(self, game: "Tarock24", action: int) -> Breach:
        """Hearts were refused, or it is no trump suit."""
        if game.action_names[action] == f"trump:{HEARTS}":
            return Breach("hearts_refused", "hearts cannot be named after all have refused them")
        return Breach("not_now", "the declarer names the trump suit")


def hearts(game: "Tarock24", asked: Question, *, alone: bool) -> Phase:
    """Returns what follows when the asked seat is the declarer in hearts.

    Args:
        game: The game.
        asked: The phase in which the seat was asked.
        alone: Nobody else wanted to play.
    """
    if alone or game.options.stock_use == "any_hearts_declarer":
        return ChooseStock(seat=asked.seat, table=asked.table, forehand=asked.forehand)
    contract = game.contract(SUIT, declarer=asked.seat, trump=HEARTS)
    return begin_play(game, asked.table, contract, asked.forehand)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseStock(Question):
    """The declarer in hearts takes the talon, or leaves it closed for a double game."""

    name: ClassVar[PhaseName] = "talon"
    looks: ClassVar[Looks] = "nowhere"

    def calls(self, game: "Tarock24") -> tuple[str, ...]:  # noqa: ARG002
        """With the stock or without it."""
        return ("stock", "without")

    def apply(self, game: "Tarock24", action: int) -> Phase:
        """The talon goes into the hand and cards are laid away, or play begins."""
        takes = action == game.action("stock")
        contract = game.contract(STOCK if takes else WITHOUT, declarer=self.seat)
        talon = self.table.talon
        if not takes or not talon:  # an ending may have no talon left
            return begin_play(game, self.table, contract, self.forehand)
        return LayAway(
            seat=self.seat,
            table=self.table.take(self.seat, talon, openly=False),
            contract=contract,
            left=len(talon),
            forehand=self.forehand,
        )

    def why_not(self, game: "Tarock24", action: int) -> Breach:  # noqa: ARG002
        """Nothing else is done now."""
        return Breach("not_now", "the declarer in hearts says whether he uses the stock")


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAway(ContractDiscard):
    """The declarer lays away three cards, face down.

    Attributes:
        forehand: The seat after the dealer.
    """

    forehand: int

    def tiers(self, game: "Tarock24") -> tuple[frozenset[int], ...]:
        """Those of the game."""
        return game.lay_tiers()

    def after(self, game: "Tarock24", table: Table) -> Phase:
        """Play begins."""
        return begin_play(game, table, self.contract, self.forehand)

    def rule(self, game: "Tarock24") -> Breach:  # noqa: ARG002
        """What must be kept."""
        return Breach("must_keep", "aces and tens may not be laid away as long as others can be")
