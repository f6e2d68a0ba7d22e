"""Why conditions contradict each other, in a sentence."""

from collections.abc import Sequence

from ultimo.deck import Deck
from ultimo.plan import Bounds, DealSpec
from ultimo.where.compiled import Compiled

__all__ = ["explained"]


def explained(spec: DealSpec, conditions: Sequence[Compiled], deck: Deck) -> str:
    """Names conditions that cannot hold together, none of which can be left out, and says why.

    Args:
        spec: How the game deals.
        conditions: All conditions, which cannot hold together.
        deck: The deck of the game.
    """
    core = _needed(spec, conditions)
    names = "; ".join(dict.fromkeys(condition.text for condition in core))
    for condition in core:
        if why := _by_itself(condition.plan, deck):
            return f"{names!r}: {why}"
    if why := _twice(core, deck):
        return f"{names!r}: {why}"
    return f"{names!r}" if len(core) == 1 else f"{names!r} together"


def _needed(spec: DealSpec, conditions: Sequence[Compiled]) -> list[Compiled]:
    from ultimo._core import Conditions

    left = list(conditions)
    for condition in conditions:
        fewer = [other for other in left if other is not condition]
        if not Conditions(spec, [other.plan for other in fewer]).is_possible:
            left = fewer
    return left


def _by_itself(plan: object, deck: Deck) -> str:
    """Says why no cards at all meet some bounds."""
    if not isinstance(plan, Bounds):
        return ""
    size = len(plan.columns)
    ordered = sorted(plan.weights)
    least, most = sum(ordered[:size]), sum(ordered[len(ordered) - size :])
    is_cards = set(plan.weights) <= {0, 1}
    there = f"{size} cards lie there"
    if plan.at_least > most:
        if is_cards and plan.at_least > size:
            return f"only {there}"
        what = f"the deck has {sum(plan.weights)} of them" if is_cards else _at("most", most, deck)
        return f"{there}, and {what}"
    if plan.at_most < least:
        if is_cards:
            return f"{there}, and only {len(ordered) - sum(ordered)} others are in the deck"
        return f"{there}, and {_at('least', least, deck)}"
    return ""


def _at(word: str, units: int, deck: Deck) -> str:
    # One place is one pile, and so its units are rounded once.
    points = (units + 1) // 3 if deck.scheme == "thirds" else units * deck.unit
    return f"that many cards count {points} points at {word}"


def _twice(conditions: Sequence[Compiled], deck: Deck) -> str:
    """Names a card that must lie in two places."""
    must: dict[int, tuple[int, ...]] = {}
    for condition in conditions:
        plan = condition.plan
        if not isinstance(plan, Bounds) or plan.at_least < sum(plan.weights):
            continue
        for card, weight in enumerate(plan.weights):
            if weight and must.setdefault(card, plan.columns) != plan.columns:
                return f"{deck.codes[card]} cannot lie in two places"
    return ""
