"""The play of ulti as the core is told it: rules/ulti.md, "Play"."""

from ultimo import plan
from ultimo.contracts import Contract
from ultimo.deck import GERMAN
from ultimo.games.ulti.bids import BETLI, Kind
from ultimo.games.ulti.cards import DECK, LAST_TRICK, PAIRS, SEVEN, lanes
from ultimo.games.ulti.options import UltiOptions

__all__ = ["FORTY", "TWENTY", "WATCHED_SEVEN", "defenders", "marriages", "rules_spec", "seat_set"]

WATCHED_SEVEN = 0
"""Index into the watched cards: the trump Seven."""

FORTY = 40
TWENTY = 20


def defenders(contract: Contract) -> tuple[int, int]:
    """Returns the defenders in order of play."""
    return (contract.declarer + 1) % 3, (contract.declarer + 2) % 3


def seat_set(seats: tuple[int, ...]) -> int:
    """Returns a set of seats as the core has it."""
    return sum(1 << seat for seat in seats)


def marriages(contract: Contract) -> dict[str, int]:
    """Returns what each suit's King and Over are worth: 40 in trump, 20 elsewhere."""
    if contract.trump is None:
        return {}
    return {suit: FORTY if suit == contract.trump else TWENTY for suit in GERMAN}


def rules_spec(options: UltiOptions, kind: Kind, contract: Contract) -> plan.RulesSpec:
    """Returns the rules of the play under a contract."""
    trump = None if contract.trump is None else GERMAN.index(contract.trump)
    return plan.RulesSpec(
        seats=3,
        deck_size=DECK.size,
        lanes=lanes(has_trump=kind.has_trump),
        trump=trump,
        # Aces, tens and the last trick count in trump games only.
        values=DECK.values if kind.has_trump else (0,) * DECK.size,
        last_trick_units=LAST_TRICK if kind.has_trump else 0,
        sides=tuple(int(seat != contract.declarer) for seat in range(3)),
        # The duty to overtake is general: without trump and against one's own partner too.
        duty=plan.Duty(beat="always", void="overtrump"),
        reserved=_reserved(options, kind, contract),
        marriages=_marriages(options, contract),
        watched=() if contract.trump is None else (SEVEN[contract.trump],),
        ends=_ends(kind, contract),
    )


def _reserved(options: UltiOptions, kind: Kind, contract: Contract) -> tuple[plan.Reserved, ...]:
    if contract.trump is None or not options.ulti_seven_protected or "U" not in kind.components:
        return ()
    return (plan.Reserved(seats=1 << contract.declarer, cards=(SEVEN[contract.trump],)),)


def _marriages(options: UltiOptions, contract: Contract) -> plan.MarriageRule | None:
    """Marriages count as they are held when play begins, without being announced."""
    if contract.trump is None:
        return None
    pairs = tuple(
        plan.Marriage(cards=PAIRS[suit], units=units) for suit, units in marriages(contract).items()
    )
    needed = options.marriage_requires_trick
    return plan.MarriageRule(
        pairs=pairs, at_start=True, needs_trick=needed != "none", by_side=needed == "side"
    )


def _ends(kind: Kind, contract: Contract) -> tuple[plan.EndRule, ...]:
    """Without trump the play stops when the contract is lost; a trump game is always played out."""
    if kind.has_trump:
        return ()
    losers = (contract.declarer,) if BETLI in kind.components else defenders(contract)
    return (plan.TricksEnd(seats=seat_set(losers), at_least=1),)
