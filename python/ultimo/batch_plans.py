"""How rows of deals are played: the plans of contracts, and which of them each row has."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.deals import Layout
from ultimo.errors import ContractError
from ultimo.plan import RowPlan
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Payoff, PlayRules
    from ultimo.game import Game

__all__ = [
    "Contracts",
    "Numbers",
    "Plan",
    "Rows",
    "numbered",
    "plan_of_contract",
    "plans_of_rows",
    "row_plan",
    "table_of_columns",
]

Rows: TypeAlias = npt.NDArray[np.uint8]
Numbers: TypeAlias = npt.NDArray[np.integer[Any]]
Contracts: TypeAlias = Contract | Sequence[Contract] | tuple[Sequence[Contract], Numbers]
"""The contract of all rows; one for each row; or contracts, and which of them each row has."""
Plan: TypeAlias = "tuple[PlayRules, Payoff, RowPlan]"


def plan_of_contract(
    game: "Game[Any]", layout: Layout, contract: Contract, leader: int | None
) -> Plan:
    """Makes the plan of a row that is played by a contract, whose partner is settled.

    Raises:
        ContractError: It is none of the game.
        DealError: It does not fit how the cards are dealt.
    """
    contract = game.of_deal(game.check_contract(contract), table_of_columns(game, layout))
    compiled = game.compiled(contract)
    led_by = game.leader(contract, game.players - 1) if leader is None else leader
    return compiled.rules, compiled.payoff, row_plan(game, layout, contract, led_by)


def numbered(contract: Any, n: int) -> tuple[Sequence[Contract], Numbers]:  # noqa: ANN401
    """Returns contracts, and which of them each of `n` deals has.

    Raises:
        ContractError: They are not contracts, or not as many as deals.
    """
    if isinstance(contract, Contract):
        return [contract], np.zeros(n, dtype=np.intp)
    is_pair = (
        isinstance(contract, tuple) and len(contract) == 2 and not isinstance(contract[1], Contract)
    )
    given = contract[0] if is_pair else contract
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        message = f"contract= takes contracts, not {type(given).__name__}"
        raise ContractError(message, code="bad_type")
    for one in given:
        if not isinstance(one, Contract):
            message = f"a contract is made by contract(), not {type(one).__name__}"
            raise ContractError(message, code="bad_type")
    if is_pair:
        contracts, numbers = list(given), _numbers_of(contract[1], len(given))
    else:
        found: dict[Contract, int] = {}
        numbers = np.array([found.setdefault(c, len(found)) for c in given], dtype=np.intp)
        contracts = list(found)
    if len(numbers) != n:
        message = f"{len(numbers)} contracts for {n} deals"
        raise ContractError(message, code="wrong_number")
    return contracts, numbers


def _numbers_of(value: Any, count: int) -> Numbers:  # noqa: ANN401 - whatever was given
    """Returns numbers of contracts, each below a count.

    Raises:
        ContractError: They are none.
    """
    try:
        numbers = np.asarray(value)
    except ValueError:  # Lists of different lengths.
        numbers = np.zeros((0, 0))
    is_integer = numbers.ndim == 1 and numbers.dtype.kind in "iu"
    if not is_integer or (len(numbers) and not 0 <= numbers.min() <= numbers.max() < count):
        message = f"numbers of contracts are integers from 0 to {count - 1}, shape (n,)"
        raise ContractError(message, code="bad_numbers")
    return numbers


def plans_of_rows(
    game: "Game[Any]", rows: Rows, contract: Contracts | None, leader: int | None
) -> tuple[list[Plan], npt.NDArray[np.intp]]:
    """Returns the plans that the deals lead to, and which of them each row has."""
    layout = game.layout(game.terms())
    if contract is None:
        contracts, numbers = _by_turned_card(game, layout, rows)
    else:
        contracts, numbers = numbered(contract, len(rows))
    plans: list[Plan] = []
    plan_of = np.zeros(len(rows), dtype=np.intp)
    for number, played in enumerate(contracts):
        own = np.flatnonzero(numbers == number)
        checked = game.check_contract(played)
        if game.partner_card(checked) is None:
            plan_of[own] = len(plans)
            plans.append(plan_of_contract(game, layout, checked, leader))
            continue
        holders = _holders(game, layout, checked, rows[own])
        if checked.partner is not None and (wrong := own[holders != checked.partner]).size:
            # It says what the deal has instead.
            game.position_of_row(rows[wrong[0]], checked, leader=leader)
        for seat in range(game.players):
            # The partner is who was dealt the called card; nobody if it is the declarer or the
            # talon.
            partner = None if seat == checked.declarer else seat
            plan_of[own[holders == seat]] = len(plans)
            plans.append(plan_of_contract(game, layout, replace(checked, partner=partner), leader))
    return plans, plan_of


def _by_turned_card(
    game: "Game[Any]", layout: Layout, rows: Rows
) -> tuple[Sequence[Contract], Numbers]:
    turned = game.trump_column(layout)
    if turned is None:
        raise ContractError(f"say which contract of {game.name} is played", code="no_contract")
    suits = game.deck.suits
    suit_of = np.array([suits.index(code[0]) for code in game.deck.codes])
    return [game.contract(trump=suit) for suit in suits], suit_of[rows[:, turned]]


def _holders(game: "Game[Any]", layout: Layout, contract: Contract, rows: Rows) -> Numbers:
    """Returns who was dealt the called card, the declarer where nobody was: shape (n,)."""
    columns = layout.columns()
    holder = np.full(game.deck.size, contract.declarer)
    for seat in range(game.players):
        holder[list(columns[seat])] = seat
    found: Numbers = holder[(rows == game.partner_card(contract)).argmax(axis=1)]
    return found


def row_plan(game: "Game[Any]", layout: Layout, contract: Contract, leader: int) -> RowPlan:
    """Makes the plan of a row by laying its columns on the table in place of cards."""
    setup = game.setup(contract, game.as_played(table_of_columns(game, layout)), leader)
    return RowPlan.of(setup)


def table_of_columns(game: "Game[Any]", layout: Layout) -> Table:
    """Lays the columns of a row on the table in place of cards, as they are dealt."""
    columns = layout.columns()
    return Table.of(
        [columns[seat] for seat in range(game.players)],
        columns["talon"],
        [
            [columns["pile", seat, number] for number in range(len(own))]
            for seat, own in enumerate(layout.piles)
        ],
    )
