"""What every game is: a deck, deals, contracts, phases and a score, by declaration and few hooks.

A game module derives one class from `Game`, and says what is its own in the attributes and methods
of `Declared`. Everything here follows from them, for all games alike.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from ultimo import plan
from ultimo.checks import items_of, need_callable, plain_integer
from ultimo.contracts import (
    Contract,
    generic_faults,
    known_bid,
    levels_of,
    mapping_of,
    names_of,
    read_contract_fields,
)
from ultimo.dealing import canonical_deal, indices_of, row_indices
from ultimo.deals import Deal
from ultimo.declared import Declared, OptionsT
from ultimo.errors import ContractError, DealError
from ultimo.exchange import Exchange, exchanged
from ultimo.notation import suit_letter
from ultimo.scoring import tabulate
from ultimo.settling import Settled, settle
from ultimo.table import Table
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Payoff, PlayRules, Position
    from ultimo.state import State

__all__ = ["Game"]

OPEN: Any = object()
"""Stands for a trump that was not given, as distinct from no trump."""

CORE_CALLS: Mapping[str, int] = {"exchange": 8, "close": 9, "go_out": 10, "knock": 11}
"""The core's codes of the calls in play that have no argument."""


class Compiled(NamedTuple):
    """A contract as the core has it."""

    rules: "PlayRules"
    payoff: "Payoff"


class Game(Declared[OptionsT]):
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

    # Deals.

    def terms(self, **given: Any) -> Terms:  # noqa: ANN401
        """Makes the terms of a deal: `dealer=`, and what the game adds.

        Raises:
            DealError: A term is unknown or not allowed.
        """
        return self.terms_type.make(self, given)

    def deal(self, seed: int, *, index: int = 0, **terms: Any) -> Deal:  # noqa: ANN401
        """Deals: the same for equal arguments on every platform.

        Args:
            seed: 0 to 2**64 - 1.
            index: Number of the deal in the stream of the seed.
            **terms: As `terms` takes them.
        """
        row = self.deals(1, seed, start=index, threads=1, **terms)[0]
        return self.deal_from_row(row, **terms)

    def deals(
        self,
        n: int,
        seed: int,
        *,
        start: int = 0,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
        **terms: Any,  # noqa: ANN401
    ) -> npt.NDArray[np.uint8]:
        """Deals many times.

        Args:
            n: Number of deals.
            seed: 0 to 2**64 - 1.
            start: Number of the first deal: row `i` depends on `(seed, start + i)` alone.
            threads: Number of threads, as many as there are cores if `None`.
            progress: Called now and then with the number of deals done and `n`.
            **terms: As `terms` takes them.

        Returns:
            Shape (n, deck.size), uint8, deck indices: the hands of seat 0, seat 1, ..., each
            ascending (but a card turned up stands last in its hand, and a first packet by which
            a seat decides stands first), then the talon or stock in order, the piles, and what is
            not used.
        """
        from ultimo._core import deal_rows

        need_callable(progress, "progress")
        spec = self.deal_spec(self.terms(**terms))
        return deal_rows(spec, n, seed=seed, start=start, threads=threads, progress=progress)

    def deal_from_row(self, row: Sequence[int] | npt.NDArray[Any], **terms: Any) -> Deal:  # noqa: ANN401
        """Makes a deal of a row of `deals`.

        Raises:
            DealError: The row has not every card of the deck once.
        """
        layout = self.layout(self.terms(**terms))
        cards = row_indices(row, self.deck.size)
        codes = self.deck.codes
        columns = layout.columns()

        def at(target: Any) -> tuple[str, ...]:  # noqa: ANN401
            return tuple(codes[cards[column]] for column in columns[target])

        hands = tuple(
            self.deck.names(cards[column] for column in columns[seat])
            for seat in range(self.players)
        )
        piles = tuple(
            tuple(at(("pile", seat, number)) for number in range(len(own)))
            for seat, own in enumerate(layout.piles)
        )
        turned = None if layout.turned is None else at(layout.turned)[-1]
        first: tuple[str, ...] = ()
        if layout.first is not None:
            seat, size = layout.first
            first = self.deck.names(cards[column] for column in columns[seat][:size])
        return Deal(hands, at("talon"), piles, turned, first)

    def make_deal(
        self,
        hands: Sequence[Sequence[str] | str],
        talon: Sequence[str] | str = (),
        piles: Sequence[Sequence[Sequence[str] | str]] = (),
        turned: str | None = None,
        *,
        first: Sequence[str] | str = (),
        **terms: Any,  # noqa: ANN401
    ) -> Deal:
        """Makes a deal of cards in any usual spelling.

        Endings are deals too: all seats have equally many cards, fewer than dealt.

        Args:
            hands: The cards of each seat: codes, or one text with blanks between them.
            talon: The talon or stock, top first.
            piles: The piles of each seat, top first.
            turned: The card that was turned up, where the rules do so.
            first: The first packet of the seat that decides when it has seen no more, where the
                rules do so.
            **terms: As `terms` takes them.

        Raises:
            DealError: Cards are unknown, missing or there twice, or a size is wrong; the message
                names every fault.
        """
        deal = canonical_deal(
            self.deck, hands=hands, talon=talon, piles=piles, turned=turned, first=first
        )
        return self.check_deal(deal, **terms)

    def check_deal(self, deal: Deal, **terms: Any) -> Deal:  # noqa: ANN401
        """Returns a deal of this game in canonical form.

        Raises:
            DealError: It is no deal of this game; the message names every fault.
        """
        return indices_of(self, deal, self.terms(**terms)).deal

    def table(self, deal: Deal, **terms: Any) -> Table:  # noqa: ANN401
        """Lays a deal on the table, as deck indices; a card turned up is known to all."""
        dealt = indices_of(self, deal, self.terms(**terms))
        table = Table.of(dealt.hands, dealt.talon, dealt.piles)
        return table if dealt.turned is None else table.show([dealt.turned])

    def count_points(self, cards: Iterable[object]) -> Any:  # noqa: ANN401
        """Counts a pile officially, such as by threes minus two.

        Args:
            cards: Codes or other spellings, none twice; or one text.

        Returns:
            An int, and where the deck is counted by halves a `Fraction`.

        Raises:
            ArgumentError: It is no list of cards.
            NotationError: Something is no card of the deck.
            DealError: A card is there twice.
        """
        is_text = isinstance(cards, str)
        codes = (
            self.deck.parse_cards(cards)
            if is_text
            else items_of(cards, "cards", most=self.deck.size)
        )
        found = [self.deck.index(card) for card in codes]
        if len(set(found)) < len(found):
            twice = next(card for card in found if found.count(card) > 1)
            raise DealError(f"{self.deck.codes[twice]} is there twice", code="card_twice")
        return self.deck.count(found)

    # Contracts.

    def contracts(self) -> dict[str, int | None]:
        """Every bid of the game in order: its id, and its value where it has one."""
        return {bid.id: bid.value for bid in self.bids.values()}

    def contract(
        self,
        bid: str | None = None,
        *,
        declarer: SupportsIndex = 0,
        trump: str | None = OPEN,
        partner: SupportsIndex | None = None,
        king: str | None = None,
        called: str | None = None,
        announced: Iterable[str] = (),
        kontra: Mapping[str | int, int] | None = None,
        handfuls: Mapping[int, str] | None = None,
        **extra: Any,  # noqa: ANN401
    ) -> Contract:
        """Makes a contract.

        Args:
            bid: An id of `contracts()`; may be left out where there is only one.
            declarer: Who plays for it, or the seat whose value is asked for.
            trump: The trump suit; `None` for no trump. May be left out where the bid fixes it.
            partner: Who wins with the declarer.
            king: Suit of the king that was called.
            called: The card that was called.
            announced: What was announced; a text is one name.
            kontra: What is doubled, and its level; 0 says that it is not.
            handfuls: The handful that each seat announced.
            **extra: What else the bid takes, or all of it as `extra=` a mapping.

        Raises:
            ContractError: The game knows no such contract; the message names every fault.
        """
        self._check_bids()
        if bid is None and len(self.bids) > 1:
            message = f"say which bid of {self.name}: one of {', '.join(list(self.bids)[:16])}"
            raise ContractError(message, code="no_bid")
        known = known_bid(next(iter(self.bids)) if bid is None else bid, self.bids, self.name)
        if trump is OPEN:
            if known.names_trump:
                listed = ", ".join(map(repr, known.trumps))
                message = f"say which trump {known.id} is played with: trump= one of {listed}"
                raise ContractError(message, code="no_trump_named")
            trump = known.trumps[0] if len(known.trumps) == 1 else None
        try:
            contract = Contract(
                bid=known.id,
                declarer=plain_integer(declarer),
                trump=suit_letter(trump),
                partner=plain_integer(partner),
                king=suit_letter(king),
                called=None if called is None else self.deck.parse(called),
                announced=names_of(announced, "announced"),
                kontra=levels_of(kontra, known),
                handfuls={plain_integer(k): v for k, v in mapping_of(handfuls, "handfuls")},
                extra=extra.pop("extra", {}) | extra,
            )
            hash(contract)
        except (TypeError, AttributeError) as fault:
            raise ContractError(f"this is no contract: {fault}", code="bad_type") from None
        return self.check_contract(self.completed(contract))

    def contract_from_dict(self, value: object) -> Contract:
        """Makes a contract from what `Contract.to_dict` returned.

        Raises:
            ContractError: The game knows no such contract.
        """
        found = read_contract_fields(value)
        try:
            return self.contract(**found)
        except TypeError as fault:
            raise ContractError(f"this is no contract: {fault}", code="bad_fields") from None

    def check_contract(self, contract: object) -> Contract:
        """Returns a contract that this game knows.

        Raises:
            ContractError: It does not; the message names every fault.
        """
        if not isinstance(contract, Contract):
            message = f"a contract is made by contract(), not {type(contract).__name__}"
            raise ContractError(message, code="bad_type")
        self._check_bids()
        bid = known_bid(contract.bid, self.bids, self.name)
        faults = generic_faults(contract, bid, self.players)
        faults += [] if faults else self.contract_faults(contract)
        if faults:
            raise ContractError(f"{self.name} has no such contract: " + "; ".join(faults))
        return contract

    def _check_bids(self) -> None:
        if not self.bids:
            message = f"{self.name} has no contracts: {self.no_contracts}"
            raise ContractError(message, code="no_contracts")

    def settled(self, contract: Contract, table: Table) -> Contract:
        """Returns a contract with what is found in the deal, such as the partner by a called card.

        Args:
            contract: A contract of this game.
            table: The cards as they were dealt. An ending may lack the card: then only the caller
                knows who held it.

        Raises:
            DealError: The card is not with the partner whom the contract names.
        """
        contract = self.of_deal(contract, table)
        card = self.partner_card(contract)
        if card is None:
            return contract
        holder = next((seat for seat, hand in enumerate(table.hands) if card in hand), None)
        if holder is None and card not in table.talon:
            return contract
        found = None if holder == contract.declarer else holder
        if contract.partner not in {None, found}:
            code = self.deck.codes[card]
            where = "in the talon" if holder is None else f"with seat {holder}"
            message = f"partner={contract.partner}: the called card, {code}, is {where}"
            raise DealError(message, code="wrong_partner")
        return replace(contract, partner=found)

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
                message = f"leader={leader!r:.40}: seats are 0 to {self.players - 1}"
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
    from ultimo._core import PlayRules

    return PlayRules(game.rules(contract), game.action_names, game.core_calls)


@lru_cache(maxsize=256)
def _compiled(game: Game[Any], contract: Contract) -> Compiled:
    from ultimo._core import Payoff

    rules = _compiled_rules(game, contract)
    size = game.axis_size(contract)
    parts = tabulate(game.score_parts(contract), game.players, size)
    return Compiled(rules, Payoff(rules, parts, game.outcome_axes(contract)))
