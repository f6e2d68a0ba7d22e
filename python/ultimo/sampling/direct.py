"""Worlds that the core draws whole: rows of deals, without playing each of them through.

That can be done where the course of the deal so far could have been the same whatever the hidden
cards are, but for what can be said card by card: who may hold it. Then a world is a way to put the
cards that a seat does not know into the slots that are free for them. Cards laid away in secret are
slots too; that each could be laid away when it was is asked of every world.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ultimo import plan
from ultimo.exchange import Discard
from ultimo.phases import Play
from ultimo.sampling.rows import Direct, deal_columns, declarations, told_sets, void_of
from ultimo.sampling.steps import Place, Step, hand_of, is_ordered

if TYPE_CHECKING:
    from ultimo.sampling.known import Knowledge
    from ultimo.state import State

__all__ = ["direct_of"]

NO_TIERS: tuple[frozenset[int], ...] = ()


def direct_of(state: "State", known: "Knowledge") -> Direct | None:
    """Returns what the core is told; `None` if it cannot draw whole worlds of this state."""
    tiers = _free(state, known.seat)
    if told_sets(state):
        return None
    if tiers is None or not set(state.deal.first) <= set(state.deal.hands[known.seat]):
        return None
    traced = _traced(known)
    if traced is None:
        return None
    return _Builder(state, known, traced, tiers).built()


def _free(state: "State", seat: int) -> tuple[frozenset[int], ...] | None:
    """Returns by which tiers others laid away; `None` if the course hangs on hidden cards."""
    found = NO_TIERS
    phases = [phase for phase, _ in state.phases()]
    declared = declarations(state)
    for (player, action), depth in zip(state.history, state.depths(), strict=True):
        phase = phases[depth - 1]
        if isinstance(phase, Play):
            # A figure is declared by who holds enough of it, in whatever cards.
            if player != seat and action in declared:
                return None
            continue
        if isinstance(phase, Discard):
            if player == seat:
                continue
            own = phase.tiers(state.game)
            if own is None or found not in (NO_TIERS, own):
                return None
            found = own
        elif phase.needs(state.game, action) != () and player != seat:
            return None
    return found


@dataclass(frozen=True, slots=True)
class _Traced:
    """Where cards came from.

    Attributes:
        back: For each place before the play where the card there was dealt to.
        dealt: Where cards were dealt to, of those of which the seat knows it.
        mixed: Cards that went openly from some places of the deal, in an order not known.
        laid_by: Who laid cards away in secret.
    """

    back: dict[Place, Place]
    dealt: dict[int, Place]
    mixed: list[tuple[list[int], list[Place]]]
    laid_by: int | None


def _traced(known: "Knowledge") -> _Traced | None:
    """Follows all cards back to the deal; `None` if it is open where some came from."""
    maps: list[dict[Place, Place]] = []
    laid_by: int | None = None
    for step in known.steps:
        ordered: dict[Place, Place] = {}
        for src, dst in step.hidden:
            if is_ordered(src) and is_ordered(dst) and dst not in ordered:
                ordered[dst] = src
            elif src[0] == "hand" and dst == ("laid", src[1]) and laid_by in {None, src[1]}:
                laid_by = src[1]
            elif {src[0], dst[0]} == {"hand", "wait"} and src[1] == dst[1]:
                continue
            else:
                return None
        maps.append(ordered)

    def before(place: Place, step: int) -> Place:
        """Where the card of a place before a step was dealt to."""
        for ordered in reversed(maps[:step]):
            place = ordered.get(place, place)
        return ("hand", place[1]) if place[0] in {"laid", "wait"} else place

    dealt: dict[int, Place] = dict(known.steps[0].before)
    mixed: list[tuple[list[int], list[Place]]] = []
    for number, step in enumerate(known.steps):
        new = {card: place for card, place in step.after.items() if card not in dealt}
        _came(step, number, new, dealt=dealt, mixed=mixed, before=before)
    end = len(known.steps)
    places = known.places
    dealt |= {c: before(places[c], end) for c in known.cards if c not in dealt}
    back = {place: before(place, end) for place in places.values()}
    return _Traced(back, dealt, mixed, laid_by)


def _came(
    step: Step,
    number: int,
    new: Mapping[int, Place],
    *,
    dealt: dict[int, Place],
    mixed: list[tuple[list[int], list[Place]]],
    before: Any,  # noqa: ANN401
) -> None:
    """Notes where the cards were dealt to that a step made known."""
    for place in sorted(set(new.values())):
        cards = sorted(card for card, at in new.items() if at == place)
        moved = [card for card in cards if card in step.seen]
        dealt.update((card, before(place, number)) for card in cards if card not in step.seen)
        sources = sorted(before(step.seen[card][0], number) for card in moved)
        if len(set(sources)) > 1:
            mixed.append((moved, sources))
        # Of mixed cards it is known that they were dealt to one of these places.
        dealt.update(zip(moved, sources, strict=True))


class _Builder:
    """Puts together what the core is told."""

    def __init__(
        self,
        state: "State",
        known: "Knowledge",
        traced: _Traced,
        tiers: tuple[frozenset[int], ...],
    ) -> None:
        self._state, self._known, self._traced, self._tiers = state, known, traced, tiers
        self._unknown = sorted(known.allowed)
        self._slots: list[Place] = sorted(known.places[card] for card in self._unknown)
        self._of_place: dict[Place, list[int]] = {}
        for slot, place in enumerate(self._slots):
            self._of_place.setdefault(place, []).append(slot)
        # Slots of cards whose order alone is open follow.
        self._mixed: list[tuple[list[int], range]] = []
        self._dealt_in: dict[Place, int] = {}
        first = len(self._slots)
        for cards, sources in traced.mixed:
            self._mixed.append((cards, range(first, first + len(cards))))
            self._dealt_in.update(zip(sources, range(first, first + len(cards)), strict=True))
            first += len(cards)

    def built(self) -> Direct | None:
        """Returns all of it; `None` if something does not fit."""
        columns = deal_columns(self._state, self._known.size)
        hands, row = [], [-1] * self._known.size
        for place, own in columns.items():
            if place[0] in {"hand", "out"}:
                apart = self._apart(place, own)
                for column, card in apart.items():
                    row[column] = -1 - card
                hand = self._hand(place, own, apart)
                if hand is None:
                    return None
                hands.append(hand)
                continue
            for number, column in enumerate(own):
                source = self._source((*place, number))
                if source is None:
                    return None
                row[column] = source
        cases = self._cases()
        lay = self._lay()
        if cases is None or (lay is None) != (self._traced.laid_by is None):
            return None
        spec = plan.WorldsSpec(
            deck_size=self._known.size,
            cases=cases,
            row=tuple(row),
            hands=tuple(hands),
            seats=self._state.game.players,
            lay=lay,
            void=void_of(self._state),
        )
        seen = self._state.seen_history(self._known.seat)
        secret = tuple(n for n, (_, _, is_seen) in enumerate(seen) if not is_seen)
        return Direct(spec, columns, secret)

    def _slots_dealt_to(self, place: Place) -> list[int]:
        return [s for s, at in enumerate(self._slots) if self._traced.back[at] == place]

    def _apart(self, place: Place, columns: range) -> dict[int, int]:
        """Returns the columns of cards that stand first or last in a hand, see `Game.deals`."""
        state = self._state
        index, layout = state.game.deck.index_by_code, state.game.layout(state.terms)
        found: dict[int, int] = {}
        if state.deal.turned is not None and place == ("hand", layout.turned):
            found[columns[-1]] = index[state.deal.turned]
        if state.deal.first and layout.first is not None and place == ("hand", layout.first[0]):
            first = sorted(index[code] for code in state.deal.first)
            found.update(zip(columns, first, strict=False))
        return found

    def _hand(self, place: Place, columns: range, apart: Mapping[int, int]) -> plan.RowHand | None:
        """Returns where the cards of a hand come from, or of those that were not dealt."""
        dealt, allowed = self._traced.dealt, self._known.allowed
        cards = {c for c, at in dealt.items() if at == place and c not in allowed}
        if not cards.issuperset(apart.values()):
            return None
        slots = self._slots_dealt_to(place)
        # Cards that were taken up openly, and may have been laid away since.
        here = {at for at in self._of_place if self._traced.back[at] == place}
        without = [c for c in allowed if c in dealt and dealt[c] != place and allowed[c] & here]
        if not all(allowed[card] <= here for card in without):
            return None
        if len(columns) != len(slots) + len(cards) - len(without):
            return None
        return plan.RowHand(
            columns=tuple(column for column in columns if column not in apart),
            slots=tuple(slots),
            cards=tuple(sorted(cards)),
            without=(*without, *apart.values()),
        )

    def _source(self, place: Place) -> int | None:
        """Returns the slot of an ordered place of the deal, or `-1 - card`."""
        if place in self._dealt_in:
            return self._dealt_in[place]
        known = [card for card, at in self._traced.dealt.items() if at == place]
        if known:
            return -1 - known[0]
        slots = self._slots_dealt_to(place)
        return slots[0] if len(slots) == 1 else None

    # The cases.

    def _cases(self) -> tuple[plan.Case, ...] | None:
        """Returns the cases: whether what was laid away was of the first tier."""
        allowed = self._known.allowed
        by = self._traced.laid_by
        laid, kept = ("laid", by), ("hand", by)
        if by is None or laid not in self._of_place:
            return (self._case(allowed),)
        if not self._tiers:
            return None
        first = self._tiers[0]
        plain = {c: at if c in first else at - {laid} for c, at in allowed.items()}
        poor = {c: at - {kept} if c in first else at for c, at in allowed.items()}
        kept_cards = self._kept_cards()
        if any(card in first for card in kept_cards) or len(self._tiers) == 1:
            # A card of the first tier was there all the time.
            return (self._case(plain if len(self._tiers) > 1 else allowed),)
        opened = self._opened()
        if any(card not in first for card in opened):
            return (self._case(poor),)
        return (self._case(plain), self._case(poor, least=first))

    def _case(
        self, allowed: Mapping[int, frozenset[Place]], least: frozenset[int] | None = None
    ) -> plan.Case:
        """Returns a case; with `least`, some card that is not among these was laid away."""
        places = list(self._of_place)
        number = {place: at for at, place in enumerate(places)}
        groups = [
            plan.Slots(slots=tuple(self._of_place[place]), is_hand=not is_ordered(place))
            for place in places
        ]
        kinds: dict[tuple[tuple[int, ...], bool], list[int]] = {}
        for card in self._unknown:
            fits = tuple(sorted(number[place] for place in allowed[card] if place in number))
            kinds.setdefault((fits, least is not None and card not in least), []).append(card)
        found = [plan.CardKind(cards=tuple(c), groups=fits) for (fits, _), c in kinds.items()]
        weights = [int(heavy) for _, heavy in kinds]
        for cards, slots in self._mixed:
            found.append(plan.CardKind(cards=tuple(cards), groups=(len(groups),)))
            groups.append(plan.Slots(slots=tuple(slots), is_hand=False))
            weights.append(0)
        sums: tuple[plan.Weighing, ...] = ()
        if least is not None:
            laid = number["laid", self._traced.laid_by]
            size = len(self._of_place["laid", self._traced.laid_by])
            sums = (
                plan.Weighing(groups=(laid,), weights=tuple(weights), at_least=1, at_most=size),
            )
        return plan.Case(
            groups=tuple(groups),
            kinds=tuple(found),
            sums=sums,
            seats=tuple(map(hand_of, places)),
        )

    def _kept_cards(self) -> list[int]:
        """Cards that the seat that laid away is known to have kept."""
        kept = ("hand", self._traced.laid_by)
        unknown = set(self._unknown)
        return [c for c, at in self._known.places.items() if at == kept and c not in unknown]

    def _opened(self) -> list[int]:
        return [card for card in self._laid_in_turn() if card is not None]

    def _laid_in_turn(self) -> list[int | None]:
        """What that seat laid away, one after the other; `None` for what was not seen."""
        state, by = self._state, self._traced.laid_by
        phases = [phase for phase, _ in state.phases()]
        return [
            action if is_seen else None
            for (player, action, is_seen), depth in zip(
                state.seen_history(self._known.seat), state.depths(), strict=True
            )
            if player == by and isinstance(phases[depth - 1], Discard)
        ]

    def _lay(self) -> plan.Lay | None:
        by = self._traced.laid_by
        if by is None:
            return None
        events = self._laid_in_turn()
        laid = self._of_place.get(("laid", by), [])
        if events.count(None) != len(laid):
            return None
        return plan.Lay(
            laid=tuple(laid),
            kept=tuple(self._of_place.get(("hand", by), [])),
            kept_cards=tuple(self._kept_cards()),
            events=tuple(events),
            tiers=tuple(tuple(sorted(tier)) for tier in self._tiers),
        )
