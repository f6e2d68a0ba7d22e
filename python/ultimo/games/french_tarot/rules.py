"""The play of French tarot as the core is told it: rules/french_tarot.md, "Play"."""

from ultimo import plan
from ultimo.contracts import Contract
from ultimo.games.french_tarot.cards import DECK, EXCUSE, LANES, PETIT, TRUMP_LANE
from ultimo.games.french_tarot.kinds import Kind
from ultimo.games.french_tarot.options import FrenchOptions
from ultimo.table import Table

__all__ = [
    "OUT",
    "WATCHED_EXCUSE",
    "WATCHED_PETIT",
    "aside",
    "defenders_of",
    "idle_seat",
    "own_side",
    "rules_spec",
    "seat_set",
]

OUT = "out"
"""The name under which a contract holds the seat of a dealer who sits out."""

WATCHED_PETIT = 0
WATCHED_EXCUSE = 1
"""Indices into the watched cards."""

OWED = 1
"""Half points for which the excuse is kept: its owner's side gives a small card."""


def own_side(contract: Contract) -> tuple[int, ...]:
    """Returns the seats of the taker's side, ascending."""
    if contract.partner is None:
        return (contract.declarer,)
    return tuple(sorted((contract.declarer, contract.partner)))


def idle_seat(options: FrenchOptions, contract: Contract) -> int | None:
    """Returns the seat that sits out: by default the last one deals."""
    if not options.dealer_sits_out:
        return None
    return int(contract.extra.get(OUT, options.players - 1))


def defenders_of(options: FrenchOptions, contract: Contract) -> tuple[int, ...]:
    """Returns the defenders, ascending."""
    others = {*own_side(contract), idle_seat(options, contract)}
    return tuple(seat for seat in range(options.players) if seat not in others)


def seat_set(seats: tuple[int, ...]) -> int:
    """Returns a set of seats as the core has it."""
    return sum(1 << seat for seat in seats)


def rules_spec(options: FrenchOptions, contract: Contract) -> plan.RulesSpec:
    """Returns the rules of the play under a contract."""
    own = own_side(contract)
    idle = idle_seat(options, contract)
    return plan.RulesSpec(
        seats=options.players,
        deck_size=DECK.size,
        lanes=LANES,
        trump=TRUMP_LANE,
        excuse=plan.Excuse(card=EXCUSE, owed=OWED),
        values=DECK.values,
        scheme="halves",
        sides=tuple(0 if seat in own else 1 for seat in range(options.players)),
        duty=plan.Duty(beat="trumps", void="overtrump"),
        idle=0 if idle is None else 1 << idle,
        watched=(PETIT, EXCUSE),
    )


def aside(
    options: FrenchOptions, kind: Kind, contract: Contract, table: Table
) -> tuple[plan.Aside, ...]:
    """Returns the discards, or a talon that was not taken, and for whom they count.

    A talon that the taker may exchange with counts for him too if he has not done so: that is a
    matter of analysis, since in a game he must.
    """
    found = []
    if laid := table.laid[contract.declarer]:
        found.append(plan.Aside(owner=contract.declarer, cards=tuple(sorted(laid))))
    if table.talon:
        is_takers = kind.talon != "defenders"
        owner = contract.declarer if is_takers else defenders_of(options, contract)[0]
        found.append(plan.Aside(owner=owner, cards=table.talon))
    return tuple(found)
