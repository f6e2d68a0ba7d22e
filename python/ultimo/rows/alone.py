"""Rows that play the cards alone: how a contract is played in the deals of a seed."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ultimo.batch_plans import plan_of_contract
from ultimo.contracts import Contract
from ultimo.errors import ContractError

if TYPE_CHECKING:
    from ultimo._core import Env
    from ultimo.game import Game

__all__ = ["of_play"]


def of_play(
    game: "Game[Any]",
    n: int,
    contract: Contract | None,
    *,
    seed: Any,  # noqa: ANN401 - one, or an array of them
    leader: int | None,
    threads: int | None,
) -> "Env":
    """Returns rows that play the cards alone."""
    from ultimo._core import Env

    plans, choice, shows = _plans(game, contract, leader)
    spec = game.deal_spec(game.terms())
    return Env(plans, spec, n, seed=seed, choice=choice, shows=shows, threads=threads)


def _plans(game: "Game[Any]", contract: Contract | None, leader: int | None) -> Any:  # noqa: ANN401
    """Returns the plans that deals may have, how one is chosen, and what they show."""
    layout = game.layout(game.terms())
    columns = layout.columns()
    if contract is None:
        turned = game.trump_column(layout)
        if turned is None:
            raise ContractError(f"say which contract of {game.name} is played", code="no_contract")
        suits = game.deck.suits
        contracts = [game.contract(trump=suit) for suit in suits]
        numbers = [suits.index(code[0]) for code in game.deck.codes]
        choice: tuple[str, int, list[int]] | None = ("turned", turned, numbers)
    elif game.partner_card(game.check_contract(contract)) is None:
        contracts, choice = [contract], None
    elif contract.partner is not None:
        message = f"partner={contract.partner}: each deal says who holds the called card"
        raise ContractError(message, code="partner_given")
    else:
        # The partner is who was dealt the called card; nobody if it is the declarer or the talon.
        partners = [None, *(s for s in range(game.players) if s != contract.declarer)]
        contracts = [replace(contract, partner=partner) for partner in partners]
        holder = [0] * game.deck.size
        for number, partner in enumerate(partners[1:], start=1):
            for column in columns[partner or 0]:
                holder[column] = number
        card = game.partner_card(contract)
        choice = ("holder", 0 if card is None else card, holder)
    plans = [plan_of_contract(game, layout, played, leader) for played in contracts]
    return plans, choice, [game.shows(played) for played in contracts]
