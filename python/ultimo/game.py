"""What every game is: a deck, deals, contracts, phases and a score, by declaration and few hooks.

A game module derives one class from `Game`, and says what is its own in the attributes and methods
of `Declared`. Everything here follows from them, for all games alike.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, cast

import numpy.typing as npt

from ultimo import plan
from ultimo.checks import brief, plain_integer
from ultimo.contracts import (
    Contract,
)
from ultimo.dealing import row_indices
from ultimo.deals import Deal
from ultimo.declared import OptionsT
from ultimo.errors import DealError
from ultimo.exchange import Exchange, exchanged
from ultimo.game_contracts import GameContracts
from ultimo.scoring import tabulate
from ultimo.settling import Settled, settle
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Payoff, PlayRules, Position
    from ultimo.state import State

__all__ = ["Game"]

CORE_CALLS: Mapping[str, int] = {"exchange": 8, "close": 9, "go_out": 10, "knock": 11}
"""The core's codes of the calls in play that have no argument."""


class Compiled(NamedTuple):
    """A contract as the core has it."""

    rules: "PlayRules"
    payoff: "Payoff"


class Game(GameContracts[OptionsT]):
    """A game with its options. Immutable, comparable and hashable.

    Attributes:
        action_names: The name of each action: the cards' codes by deck index, then the calls.
    """

    def __init__(self, options: OptionsT) -> None:
        self.options = options
        self.players = options.players
        self.deck = self.make_deck()
        self.bids = {bid.id: bid for bid in self.make_bids()}
        self.action_names = (*self.deck.codes, *self.make_calls())
        self._actions = {name: action for action, name in enumerate(self.action_names)}

    @classmethod
    def make(cls, preset: str | None = None, **options: Any) -> Self:  # noqa: ANN401
        """Makes the game: `ultimo.game` does so by its name.

        Args:
            preset: A named set of options.
            **options: Options of the game's rules file, which win over the preset.

        Raises:
            OptionError: There is no such preset or option, or a value is not allowed.
        """
        return cls(cast("OptionsT", cls.options_type.make(cls.presets, preset, options)))

    @property
    def num_actions(self) -> int:
        """Number of actions."""
        return len(self.action_names)

    def action(self, name: str) -> int:
        """Returns the number of the action with a name.

        Raises:
            KeyError: There is none.
        """
        return self._actions[name]

    @cached_property
    def core_calls(self) -> Mapping[int, int]:
        """The game's action for each call in play, by the core's code of the call.

        A marriage is named `marriage:` and its suit, and its code is the suit's lane; declarations
        `declare:` and their name, in the order of `RulesSpec.declarations`.
        """
        found = {}
        declarations = 0
        for name, action in self._actions.items():
            word, _, argument = name.partition(":")
            if name in CORE_CALLS:
                found[CORE_CALLS[name]] = action
            elif word == "marriage":
                found[self.deck.suits.index(argument)] = action
            elif word == "declare":
                found[12 + declarations] = action
                declarations += 1
        return found

    # Settling.

    def settle(self, contract: Contract, **facts: object) -> Settled:
        """Settles a hand that was played elsewhere, from its facts.

        Args:
            contract: What was played: with its partner, announcements and kontra.
            **facts: What happened, by the names of `asked(contract)`; those that have a default
                may be left out.

        Returns:
            What each seat gets, and why, line by line.

        Raises:
            ContractError: The game knows no such contract.
            DealError: A fact is unknown or missing, or cannot have happened.
        """
        return settle(self, contract, facts)

    # The play.

    def compiled(self, contract: Contract) -> Compiled:
        """Returns a contract's rules and payoff as the core has them, from a bounded cache."""
        return _compiled(self, contract)

    def trump_is_open(self, contract: Contract) -> bool:
        """Whether the first lead of the play makes trump, so that nobody knows it before."""
        return _compiled_rules(self, contract).spec.trump == "first_lead"

    def axis_size(self, contract: Contract) -> Callable[[plan.Axis], int]:
        """Returns the function that says how many values an axis has under a contract."""
        from ultimo._core import Payoff

        rules = _compiled_rules(self, contract)
        return lambda axis: Payoff.axis_size(rules, axis)

    def most_points(self, contract: Contract) -> int:
        """The most official card points one side can have, in points (halves in French tarot)."""
        rules = self.rules(contract)
        pairs = rules.marriages.pairs if rules.marriages else ()
        units = sum(self.deck.values) + rules.last_trick_units + sum(p.units for p in pairs)
        return (units + 1) // 3 if self.deck.scheme == "thirds" else units

    def setup(self, contract: Contract, table: Table, leader: int) -> plan.Setup:
        """What the core plays from: the table as it lies when the play begins."""
        return plan.Setup(
            hands=tuple(tuple(sorted(hand)) for hand in table.hands),
            leader=leader,
            stock=table.talon if self.rules(contract).drawing else (),
            piles=table.piles,
            aside=self.aside(contract, table),
        )

    def position(
        self,
        deal: Deal,
        contract: Contract,
        *,
        leader: SupportsIndex | None = None,
        exchange: Exchange | None = None,
    ) -> "Position":
        """Makes the position in which the play of a deal begins.

        Args:
            deal: The deal, or an ending.
            contract: What is played.
            leader: Who leads first; as the rules say if `None`.
            exchange: The cards that the declarer takes from the talon, and those he lays away.
                Without it the hands are played as they stand.

        Raises:
            DealError: The deal does not fit the game.
            ContractError: The contract does not.
        """
        self.check_contract(contract)
        table = self.table(deal)
        contract = self.settled(contract, table)
        if exchange is not None:
            table = exchanged(self, contract, table, exchange)
        first = self.leader(contract, self.players - 1)
        if leader is not None:
            first = plain_integer(leader)
            if (
                isinstance(first, bool)
                or not isinstance(first, int)
                or not 0 <= first < self.players
            ):
                message = f"leader={brief(leader)}: seats are 0 to {self.players - 1}"
                raise DealError(message, code="bad_leader")
        return self.play_position(contract, self.setup(contract, table, first))

    def position_of_row(
        self,
        row: Sequence[int] | npt.NDArray[Any],
        contract: Contract,
        *,
        leader: int | None = None,
    ) -> "Position":
        """Makes the position in which the play of a row of `deals` begins, as `simulate` has it.

        The hands are played as they are dealt; where one has more cards than the others, the last
        ones dealt to it are laid away.

        Args:
            row: A row of `deals` for the default dealer.
            contract: What is played.
            leader: Who leads first; as the rules say if `None`.

        Raises:
            DealError: The row has not every card of the deck once.
            ContractError: The game knows no such contract.
        """
        from ultimo.batch import row_plan

        self.check_contract(contract)
        cards = row_indices(row, self.deck.size)
        contract = self.settled(contract, self.table(self.deal_from_row(cards)))
        first = self.leader(contract, self.players - 1) if leader is None else leader
        columns = row_plan(self, self.layout(self.terms()), contract, first)

        def lying(of: Iterable[int]) -> tuple[int, ...]:
            return tuple(cards[column] for column in of)

        setup = plan.Setup(
            hands=tuple(tuple(sorted(lying(hand))) for hand in columns.hands),
            leader=columns.leader,
            stock=lying(columns.stock),
            piles=tuple(tuple(map(lying, own)) for own in columns.piles),
            aside=tuple(replace(part, cards=lying(part.cards)) for part in columns.aside),
            trump=columns.trump,
            piles_turned=columns.piles_turned,
        )
        return self.play_position(contract, setup)

    def play_position(self, contract: Contract, setup: plan.Setup) -> "Position":
        """Makes a position from a setup."""
        from ultimo._core import Position

        compiled = self.compiled(contract)
        return Position(compiled.rules, setup, compiled.payoff, (self, contract))

    def start(self, deal: Deal | None = None, *, seed: int | None = None, **terms: Any) -> "State":  # noqa: ANN401
        """Starts a deal.

        Args:
            deal: The deal; or
            seed: the seed to deal from.
            **terms: `dealer=`, and what the game adds.

        Raises:
            DealError: Neither or both are given, or the deal does not fit the game.
        """
        from ultimo.state import State

        if (deal is None) == (seed is None):
            raise DealError("start takes either a deal or a seed", code="no_deal")
        dealt = deal if deal is not None else self.deal(cast("int", seed), **terms)
        return State(self, dealt, self.terms(**terms))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and bool(self.options == other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.options))

    def __repr__(self) -> str:
        changed = "".join(f", {k}={v!r}" for k, v in self.options.changed().items())
        return f"ultimo.game({self.name!r}{changed})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.options,)


@lru_cache(maxsize=512)
def _compiled_rules(game: Game[Any], contract: Contract) -> "PlayRules":
    return _compiled_spec(game, game.rules(contract))


# Contracts that differ in what is paid alone, such as by their kontra, are played alike.
@lru_cache(maxsize=256)
def _compiled_spec(game: Game[Any], spec: plan.RulesSpec) -> "PlayRules":
    from ultimo._core import PlayRules

    return PlayRules(spec, game.action_names, game.core_calls)


@lru_cache(maxsize=256)
def _compiled(game: Game[Any], contract: Contract) -> Compiled:
    from ultimo._core import Payoff

    rules = _compiled_rules(game, contract)
    size = game.axis_size(contract)
    parts = tabulate(game.score_parts(contract), game.players, size)
    return Compiled(rules, Payoff(rules, parts, game.outcome_axes(contract)))
