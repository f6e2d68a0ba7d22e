"""What every game does with contracts: it makes and checks them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, SupportsIndex

from ultimo.checks import plain_integer, some_of
from ultimo.contracts import (
    Contract,
    generic_faults,
    known_bid,
    levels_of,
    mapping_of,
    names_of,
    read_contract_fields,
)
from ultimo.declared import OptionsT
from ultimo.errors import ContractError, DealError
from ultimo.game_deals import GameDeals
from ultimo.notation import suit_letter
from ultimo.table import Table

__all__ = ["GameContracts"]

OPEN: Any = object()
"""Stands for a trump that was not given, as distinct from no trump."""


class GameContracts(GameDeals[OptionsT]):
    """The part of `Game` that makes contracts: methods of a game, to be used through it."""

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
        self.need_contracts()
        if bid is None and len(self.bids) > 1:
            message = f"say which bid of {self.name}: one of {some_of(self.bids)}"
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
        self.need_contracts()
        if not isinstance(contract, Contract):
            message = f"a contract is made by contract(), not {type(contract).__name__}"
            raise ContractError(message, code="bad_type")
        bid = known_bid(contract.bid, self.bids, self.name)
        faults = generic_faults(contract, bid, self.players)
        faults += [] if faults else self.contract_faults(contract)
        if faults:
            raise ContractError(f"{self.name} has no such contract: " + "; ".join(faults))
        return contract

    def need_contracts(self) -> None:
        """Checks that the game has contracts.

        Raises:
            ContractError: It has none; the message says why.
        """
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
