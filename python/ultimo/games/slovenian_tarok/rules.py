"""The play of Slovenian tarok as the core is told it: rules/slovenian_tarok.md, "Play"."""

from typing import Literal

from ultimo import plan
from ultimo.contracts import Contract
from ultimo.games.slovenian_tarok.cards import (
    DECK,
    KING_OF,
    KINGS,
    LANES,
    MOND,
    PAGAT,
    TAROCK_LANE,
    TAROCKS,
    TRULL,
)
from ultimo.games.slovenian_tarok.kinds import Aim, Kind, by_opponents
from ultimo.games.slovenian_tarok.options import TarokOptions
from ultimo.table import Table

__all__ = [
    "WATCHED_KING",
    "WATCHED_MOND",
    "WATCHED_PAGAT",
    "aside",
    "opponents_of",
    "own_side",
    "rules_spec",
    "seat_set",
]

WATCHED_PAGAT = 0
WATCHED_MOND = 1
WATCHED_KING = 2
"""Indices into the watched cards; the king is there only if one was called."""


def own_side(contract: Contract) -> tuple[int, ...]:
    """Returns the seats of the declarer's side, ascending."""
    if contract.partner is None:
        return (contract.declarer,)
    return tuple(sorted((contract.declarer, contract.partner)))


def opponents_of(contract: Contract, players: int) -> tuple[int, ...]:
    """Returns the opponents in order of play, from the declarer's neighbour on."""
    own = own_side(contract)
    order = ((contract.declarer + i) % players for i in range(1, players))
    return tuple(seat for seat in order if seat not in own)


def seat_set(seats: tuple[int, ...]) -> int:
    """Returns a set of seats as the core has it."""
    return sum(1 << seat for seat in seats)


def rules_spec(options: TarokOptions, kind: Kind, contract: Contract) -> plan.RulesSpec:
    """Returns the rules of the play under a contract."""
    players = options.players
    everybody = (1 << players) - 1
    keeps_pagat = kind.is_negative and options.pagat_last
    is_gift = kind.aim is Aim.FEW_POINTS and options.klop_talon_gift
    return plan.RulesSpec(
        seats=players,
        deck_size=DECK.size,
        lanes=LANES,
        trump=TAROCK_LANE if kind.has_trump else None,
        # In a colour valat tarocks do not trump, but a void player must still play them.
        void_lane=None if kind.has_trump else TAROCK_LANE,
        values=DECK.values,
        scheme="thirds",
        sides=_sides(kind, contract, players),
        duty=plan.Duty(
            beat="always" if kind.must_beat else "never",
            void="overtrump" if kind.must_beat else "trump",
        ),
        reserved=(plan.Reserved(seats=everybody, cards=(PAGAT,)),) if keeps_pagat else (),
        emperor=_emperor(kind) if options.emperor_trick and players > 2 else None,
        drawing=plan.Drawing(draw="to_winners_pile") if is_gift else None,
        piles=_piles(options) if players == 2 else None,
        prize=_prize(contract),
        watched=_watched(contract),
        ends=_ends(kind, contract, players),
    )


def _sides(kind: Kind, contract: Contract, players: int) -> tuple[int, ...]:
    if kind.aim is Aim.FEW_POINTS:
        return tuple(range(players))
    own = own_side(contract)
    return tuple(0 if seat in own else 1 for seat in range(players))


def _emperor(kind: Kind) -> plan.Emperor:
    return plan.Emperor(
        cards=tuple(sorted(TRULL)),
        winner=PAGAT,
        forced=kind.is_negative,
        # Where tarocks do not trump they win only a trick in which one was led (as OpenSpiel).
        led=None if kind.has_trump else TAROCK_LANE,
    )


def _piles(options: TarokOptions) -> plan.PileRule:
    return plan.PileRule(
        takes=tuple(sorted(TAROCKS | KINGS)),
        takes_in_play=options.two_player_pile_refill == "take_tarokk_and_king",
        lead_from_hand=True,
        at_once=True,
    )


def _prize(contract: Contract) -> plan.Prize | None:
    """The rest of the talon, won with a called king that was found in it.

    There is none where the king made somebody a partner; where the declarer was dealt him, nothing
    is laid aside for it.
    """
    if contract.king is None or contract.partner is not None:
        return None
    return plan.Prize(card=KING_OF[contract.king], seats=1 << contract.declarer)


def _watched(contract: Contract) -> tuple[int, ...]:
    called = () if contract.king is None else (KING_OF[contract.king],)
    return (PAGAT, MOND, *called)


def _ends(kind: Kind, contract: Contract, players: int) -> tuple[plan.EndRule, ...]:
    """The play stops when its result is fixed: rules/slovenian_tarok.md, "Early end"."""
    own = seat_set(own_side(contract))
    others = seat_set(opponents_of(contract, players))
    if kind.aim is Aim.NO_TRICK:
        return (plan.TricksEnd(seats=own, at_least=1),)
    if kind.aim is Aim.ONE_TRICK:
        return (plan.TricksEnd(seats=own, at_least=2),)
    if kind.aim is Aim.EVERY_TRICK or "valat" in contract.announced:
        return (plan.TricksEnd(seats=others, at_least=1),)
    if by_opponents("valat") in contract.announced:
        return (plan.TricksEnd(seats=own, at_least=1),)
    return ()


def aside(
    options: TarokOptions, kind: Kind, contract: Contract, table: Table
) -> tuple[plan.Aside, ...]:
    """Returns the discards and the talon, and whose they are.

    The talon belongs to the opponents: to the first of them what the declarer left of it, to the
    last of them one that he did not touch, so that the score can tell a mond that was left behind
    from one that nobody could have taken.
    """
    found = []
    if laid := table.laid[contract.declarer]:
        found.append(plan.Aside(owner=contract.declarer, cards=tuple(sorted(laid))))
    if table.talon and kind.has_declarer:
        taken = table.taken[contract.declarer]
        others = opponents_of(contract, options.players)
        owner: int | Literal["prize"] = others[0] if taken else others[-1]
        if contract.king is not None and KING_OF[contract.king] in taken:
            owner = "prize"
        found.append(plan.Aside(owner=owner, cards=table.talon))
    elif table.talon and not options.klop_talon_gift:
        found.append(plan.Aside(owner=None, cards=table.talon))
    return tuple(found)
