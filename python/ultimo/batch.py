"""Throughput: many deals of one game played out at random."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ultimo.checks import need, need_callable
from ultimo.contracts import Contract
from ultimo.deals import Layout
from ultimo.errors import ContractError, OptionError
from ultimo.plan import RowPlan
from ultimo.table import Table

if TYPE_CHECKING:
    from ultimo._core import Payoff, Playouts, PlayRules
    from ultimo.game import Game

__all__ = ["row_plan", "simulate"]


def simulate(
    game: "Game[Any]",
    n: int,
    *,
    contract: Contract | None = None,
    seed: int,
    start: int = 0,
    leader: int | None = None,
    threads: int | None = None,
    policy: str = "random",
    plays: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> "Playouts":
    """Deals many times and plays every deal out, each move chosen uniformly among the legal ones.

    The hands are played as they are dealt: nobody takes from the talon. See
    `Game.position_of_row` for the play of one row.

    Args:
        game: The game.
        n: Number of deals.
        contract: What is played. May be left out where the card turned up decides.
        seed: 0 to 2**64 - 1. Equal arguments give equal results on every platform.
        start: Number of the first deal.
        leader: Who leads first; as the rules say if `None`.
        threads: Number of threads, as many as there are cores if `None`.
        policy: Only `"random"`.
        plays: Record the plays too.
        progress: Called now and then with the number of deals done and `n`.

    Returns:
        `returns`, `points`, `tricks`: arrays of shape (n, players).

    Raises:
        ContractError: There is none, or it is none of the game.
        OptionError: There is no such policy.
    """
    from ultimo._core import simulate as playouts
    from ultimo.game import Game

    need(game, Game, "what is simulated")
    need_callable(progress, "progress")
    if str(policy) != "random":
        message = f"policy={policy!r:.40}: there is only 'random'"
        raise OptionError(message, code="unknown_policy")
    terms = game.terms()
    layout = game.layout(terms)
    first = game.players - 1

    def planned(played: Contract) -> "tuple[PlayRules, Payoff, RowPlan]":
        compiled = game.compiled(game.check_contract(played))
        led_by = game.leader(played, first) if leader is None else leader
        return compiled.rules, compiled.payoff, row_plan(game, layout, played, led_by)

    if contract is not None and (
        game.check_contract(contract).partner is not None or game.partner_card(contract) is None
    ):
        return playouts(
            [planned(contract)],
            game.deal_spec(terms),
            n,
            seed=seed,
            start=start,
            plays=plays,
            threads=threads,
            progress=progress,
        )
    rows = game.deals(n, seed, start=start, threads=threads)
    contracts, contract_of = _by_deal(game, layout, contract, rows)
    return playouts(
        [planned(played) for played in contracts],
        rows,
        seed=seed,
        start=start,
        plan_of=contract_of,
        plays=plays,
        threads=threads,
        progress=progress,
    )


def _by_deal(
    game: "Game[Any]", layout: Layout, contract: Contract | None, rows: npt.NDArray[np.uint8]
) -> tuple[list[Contract], npt.NDArray[np.intp]]:
    """Returns the contracts that the deals lead to, and which of them each row has."""
    columns = layout.columns()
    if contract is None:
        turned = game.trump_column(layout)
        if turned is None:
            raise ContractError(f"say which contract of {game.name} is played", code="no_contract")
        suits = game.deck.suits
        suit_of = np.array([suits.index(code[0]) for code in game.deck.codes])
        return [game.contract(trump=s) for s in suits], suit_of[rows[:, turned]]
    # The partner is who was dealt the called card; nobody if it is the declarer or the talon.
    column = (rows == game.partner_card(contract)).argmax(axis=1)
    holder = np.full(game.deck.size, contract.declarer)
    for seat in range(game.players):
        holder[list(columns[seat])] = seat
    partners = [None if s == contract.declarer else s for s in range(game.players)]
    return [replace(contract, partner=partner) for partner in partners], holder[column]


def row_plan(game: "Game[Any]", layout: Layout, contract: Contract, leader: int) -> RowPlan:
    """Makes the plan of a row by laying its columns on the table in place of cards."""
    columns = layout.columns()
    table = Table.of(
        [columns[seat] for seat in range(game.players)],
        columns["talon"],
        [
            [columns["pile", seat, number] for number in range(len(own))]
            for seat, own in enumerate(layout.piles)
        ],
    )
    setup = game.setup(contract, game.as_played(table), leader)
    return RowPlan(
        hands=setup.hands,
        leader=setup.leader,
        stock=setup.stock,
        piles=setup.piles,
        aside=setup.aside,
        trump=setup.trump,
        piles_turned=setup.piles_turned,
    )
