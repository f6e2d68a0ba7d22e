"""What a game declares: the whole of what a game module writes, and the defaults of its hooks.

Two things are for people who only keep score. Every `ScorePart` of `score_parts` has a `label`
(and `items` where it pays several things), so that a settled hand says why, line by line. Where the
axes of the score are not what people know of a finished hand, `asked` declares the facts in their
words, and `outcome_of` makes the outcome of them. See `ultimo.settling`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

import numpy.typing as npt

from ultimo import plan
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout
from ultimo.deck import Deck
from ultimo.errors import ContractError
from ultimo.options import Options
from ultimo.phases import HeldSets, Phase, Play
from ultimo.scoring import Made, ScorePart
from ultimo.settling import Asked, axes_asked
from ultimo.table import Table, View
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Position
    from ultimo.batch import Playouts
    from ultimo.game import Game
    from ultimo.match_rules import MatchRules
    from ultimo.policies import Wish
    from ultimo.sampling.rows import Direct
    from ultimo.state import State

__all__ = ["Declared", "OptionsT", "RowField"]

OptionsT = TypeVar("OptionsT", bound=Options)


@dataclass(frozen=True, slots=True)
class RowField:
    """A field of observations in rows that one game adds.

    Attributes:
        shape: Its shape; if it is by seat, the number of seats comes first.
        dtype: The type of its numbers.
        by_seat: It has a row a seat, which an observer sees from itself on.
        is_told: It is by seat, and a seat tells its row with the first card that it plays.
    """

    shape: tuple[int, ...]
    dtype: str = "u1"
    by_seat: bool = False
    is_told: bool = False


class Declared(ABC, Generic[OptionsT]):
    """What a game module declares of its game; `Game` makes the rest of it.

    Attributes:
        name: The name of its rules file.
        options_type: The class of its options.
        presets: Named sets of options.
        terms_type: The class of the terms of a deal.
        no_contracts: Why a game without bids has no contracts; nothing where it has.
        options: The options, a frozen dataclass.
        players: Number of seats.
        deck: The cards.
        bids: What is known of each bid, by id.
    """

    name: ClassVar[str]
    options_type: ClassVar[type[Options]]
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    terms_type: ClassVar[type[Terms]] = Terms
    no_contracts: ClassVar[str] = ""

    options: OptionsT
    players: int
    deck: Deck
    bids: Mapping[str, Bid]

    @abstractmethod
    def make_deck(self) -> Deck:
        """The cards of the game under its options."""

    @abstractmethod
    def make_bids(self) -> Iterable[Bid]:
        """All bids in their order."""

    def make_calls(self) -> Iterable[str]:
        """The names of all calls, in the order of their action numbers."""
        return ()

    @abstractmethod
    def layout(self, terms: Terms) -> Layout:
        """How many cards lie where after dealing."""

    @abstractmethod
    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """How the pack is dealt, packet by packet; see `Layout.spec`."""

    @abstractmethod
    def rules(self, contract: Contract) -> plan.RulesSpec:
        """The rules of the play under a contract."""

    @abstractmethod
    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """The score under a contract."""

    @abstractmethod
    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The first phase of a deal; `self.table(deal)` lays its cards on the table."""

    @abstractmethod
    def match_rules(self) -> "MatchRules[Any, Any]":
        """How deals add up to a match."""

    def made(self, contract: Contract) -> Made | None:  # noqa: ARG002
        """When the contract is made, for the goal `"win"`; `None` where that makes no sense."""
        return None

    def outcome_axes(self, contract: Contract) -> Mapping[str, plan.Axis]:
        """What `Position.outcome` reports: by default what the score and the aim depend on."""
        axes: dict[str, plan.Axis] = {}
        for part in self.score_parts(contract):
            axes |= part.axes
        if (made := self.made(contract)) is not None:
            axes |= made.axes
        return axes

    def asked(self, contract: Contract) -> Sequence[Asked]:
        """The facts that settling a hand asks for: by default the axes of the score.

        A game whose axes are not what people know of a hand declares other facts here, and makes
        the outcome of them in `outcome_of`.
        """
        return axes_asked(cast("Game[Any]", self), contract)

    def outcome_of(self, contract: Contract, facts: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG002
        """The outcome, a value for every axis of the score, from the facts that were asked.

        The facts have been read: each is an integer number of units or one of the words allowed.
        What contradicts itself within one fact or between simple axes is refused by `settle`; a
        game raises a `DealError` here for what else cannot have happened.
        """
        return facts

    def leader(self, contract: Contract, dealer: int) -> int:  # noqa: ARG002
        """The seat that leads first: forehand unless a game says otherwise."""
        return (dealer + 1) % self.players

    def aside(self, contract: Contract, table: Table) -> tuple[plan.Aside, ...]:  # noqa: ARG002
        """Cards out of play that count for somebody: talon and discards. By default none."""
        return ()

    def completed(self, contract: Contract) -> Contract:
        """Adds to a contract, not yet checked, what follows from the rest; by default nothing."""
        return contract

    def contract_faults(self, contract: Contract) -> list[str]:  # noqa: ARG002
        """What is wrong with a contract that its bid's declaration cannot say."""
        return []

    def exchange_sizes(self, contract: Contract) -> Sequence[int]:  # noqa: ARG002
        """How many cards the declarer may take from the talon in `position(exchange=...)`."""
        return (0,)

    def exchange_faults(
        self,
        contract: Contract,  # noqa: ARG002
        table: Table,  # noqa: ARG002
        taken: frozenset[int],  # noqa: ARG002
    ) -> list[str]:
        """What is wrong with taking these cards beside their number; by default nothing."""
        return []

    def may_lay(self, contract: Contract, hand: frozenset[int]) -> frozenset[int]:  # noqa: ARG002
        """Which cards of a hand may be laid away next in an exchange: by default all."""
        return hand

    @property
    def calls_own(self) -> bool:
        """Whether the declarer may call a card that he holds."""
        return True

    def partner_card(self, contract: Contract) -> int | None:  # noqa: ARG002
        """The card that was called: whoever was dealt it is the partner. By default none is."""
        return None

    def shows(self, contract: Contract) -> plan.Shows:  # noqa: ARG002
        """What the play shows beside the cards that are played; by default nothing."""
        return plan.Shows()

    def as_played(self, table: Table) -> Table:
        """How a dealt table lies when its hands are played without an auction: by default as dealt.

        Simulations ask this of a table that holds columns of a row in place of cards.
        """
        return table

    def of_deal(self, contract: Contract, table: Table) -> Contract:  # noqa: ARG002
        """A contract with what the cards of a deal lay down for its play: by default nothing.

        What is added is found anew for every deal, in `extra`. Simulations ask this of a table that
        holds columns of a row in place of cards.

        Raises:
            DealError: The contract does not fit the deal.
        """
        return contract

    def trump_column(self, layout: Layout) -> int | None:
        """The column of a row whose card makes its suit trump; `None` where no card does."""
        return None if layout.turned is None else layout.columns()[layout.turned][-1]

    def trump_card(self, deal: Deal) -> str | None:
        """The code of the card of a deal that makes its suit trump; `None` where no card does."""
        return deal.turned

    def row_fields(self) -> Mapping[str, RowField]:
        """Fields that observations of whole deals in rows have beside those of all games."""
        return {}

    def row_values(self, phase: Phase, terms: Terms) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """The values of such fields before the play, as all seats know them; zeros if left out."""
        return {}

    def told_of_hand(
        self,
        contract: Contract,  # noqa: ARG002
        hand: Collection[int],  # noqa: ARG002
    ) -> Mapping[str, Sequence[int]]:
        """The values of such fields by seat that a seat tells with the first card it plays.

        Asked of the hand with which the play begins.
        """
        return {}

    def direct_sampling(self, state: "State", seat: int) -> "Direct | None":  # noqa: ARG002
        """How the core draws the deals that a seat thinks possible, where a game knows it best.

        By default it is found out from the phases of the deal, and this is `None`.
        """
        return None

    def playouts(
        self,
        n: int,  # noqa: ARG002
        *,
        seed: int,  # noqa: ARG002
        start: int = 0,  # noqa: ARG002
        policy: "Wish" = "random",  # noqa: ARG002
        threads: int | None = None,  # noqa: ARG002
        progress: Callable[[int, int], object] | None = None,  # noqa: ARG002
    ) -> "Playouts":
        """What `simulate` returns for a game without contracts, which is not played in tricks.

        Raises:
            ContractError: It is.
        """
        raise ContractError(f"say which contract of {self.name} is played", code="no_contract")

    def are_hands(self, sizes: tuple[int, ...]) -> bool:  # noqa: ARG002
        """Whether hands of these unequal sizes can be in play, though no layout has them."""
        return False

    def layouts(self, terms: Terms) -> tuple[Layout, ...]:
        """The layouts that `make_deal` takes, the dealt one first."""
        return (self.layout(terms),)

    def seen_contract(self, contract: Contract, seat: int, played: frozenset[int]) -> Contract:  # noqa: ARG002
        """What a seat knows of a contract when some cards have been played: by default all."""
        return contract

    def seen_in_play(self, play: Play, position: "Position", seat: int, view: View) -> View:  # noqa: ARG002
        """What a seat knows in play beyond `view`, what it knew before less what was played."""
        return view

    def told_sets(self, phase: Play, position: "Position") -> Iterable[HeldSets]:  # noqa: ARG002
        """What all have been told of sets of cards held when play began; by default nothing."""
        return ()

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:  # noqa: ARG002
        """Further fields of what a seat observes, which the game documents; by default none."""
        return {}
