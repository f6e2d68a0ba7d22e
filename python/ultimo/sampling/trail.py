"""Worlds that the core follows back to the deal, step by step.

That is needed where it is open who was dealt what: where cards were laid away in secret and others
took them up, where a talon was taken that nobody had seen, or where a seat decided by a first
packet that the others do not know.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ultimo import plan
from ultimo.exchange import Discard
from ultimo.phases import Phase, Play
from ultimo.sampling.rows import Direct, deal_columns, told_sets, void_of
from ultimo.sampling.steps import Place, Step, is_ordered
from ultimo.sampling.told import told_cases

if TYPE_CHECKING:
    from ultimo.sampling.known import Knowledge
    from ultimo.state import State

__all__ = ["trail_of"]

Done = tuple[Phase, int, int, bool]
"""A phase, who acted in it, the action, and whether it was seen."""


def trail_of(state: "State", known: "Knowledge") -> Direct | None:
    """Returns what the core is told; `None` if it cannot draw worlds of this state."""
    done = _done(state, known.seat)
    if done is None:
        return None
    return _Trail(state, known, done).built()


def _done(state: "State", seat: int) -> dict[int, Done] | None:
    """Returns what led from each table to the next; `None` if it hangs on other cards."""
    found: dict[int, Done] = {}
    phases = [phase for phase, _ in state.phases()]
    for (player, action, is_seen), depth in zip(
        state.seen_history(seat), state.depths(), strict=True
    ):
        phase = phases[depth - 1]
        if isinstance(phase, Play):
            continue
        if isinstance(phase, Discard):
            if phase.tiers(state.game) is None:
                return None
        elif phase.needs(state.game, action) is None or not is_seen:
            return None
        found[depth] = (phase, player, action, is_seen)
    return found


def _asks(step: plan.TrailStep) -> bool:
    return step.laid is not None or bool(step.holdings)


class _Trail:
    """Puts together what the core is told."""

    def __init__(self, state: "State", known: "Knowledge", done: Mapping[int, Done]) -> None:
        self._state, self._known, self._done = state, known, done
        self._slots: list[Place] = sorted(known.places[card] for card in known.allowed)
        places = {*known.places.values()}
        for step in known.steps:
            places |= {*step.before.values(), *step.after.values()}
            places |= {place for pair in (*step.hidden, *step.seen.values()) for place in pair}
        seats = range(state.game.players)
        places |= {(word, seat) for word in ("hand", "wait") for seat in seats}
        self._number = {place: at for at, place in enumerate(sorted(places))}

    def built(self) -> Direct | None:
        """Returns all of it; `None` if something does not fit."""
        state, known, number = self._state, self._known, self._number
        columns = deal_columns(state, known.size)
        hands = self._hands(columns)
        void = void_of(state)
        # The first packet is what a seat had before it picked up the rest: nothing is undone there.
        first_step = int(bool(state.deal.first))
        if hands is None or (first_step and (void or known.steps[0].seen)):
            return None
        steps = [
            self._step(at, step)
            for at, step in enumerate(known.steps)
            if at >= first_step and (step.seen or step.hidden or at in self._done)
        ]
        # Where no card moved and nothing was asked of a hand, there is nothing to follow back.
        steps = [step for step in steps if step.seen or step.mixed or step.unseen or _asks(step)]
        row = []
        for place, own in columns.items():
            if place[0] in {"hand", "out"}:
                continue
            for at, column in enumerate(own):
                if (*place, at) not in number:
                    return None
                row.append((column, number[*place, at]))
        spec = plan.TrailsSpec(
            deck_size=known.size,
            places=len(number),
            cases=self._cases(),
            slots=tuple(number[place] for place in self._slots),
            known=tuple((card, number[known.places[card]]) for card in sorted(known.cards)),
            steps=tuple(reversed(steps)),
            row=tuple(row),
            hands=tuple(hands[0]),
            seats=state.game.players,
            fixed=tuple(hands[1]),
            void=void,
        )
        seen = state.seen_history(known.seat)
        secret = tuple(n for n, (_, _, is_seen) in enumerate(seen) if not is_seen)
        return Direct(spec, columns, secret)

    def _hands(
        self, columns: Mapping[Place, range]
    ) -> tuple[list[plan.TrailHand], list[tuple[int, int]]] | None:
        """Returns the columns of hands, and those of the card turned up."""
        state, number = self._state, self._number
        index, layout = state.game.deck.index_by_code, state.game.layout(state.terms)
        hands: list[plan.TrailHand] = []
        fixed: list[tuple[int, int]] = []
        for place, own in columns.items():
            if place[0] not in {"hand", "out"} or place not in number:
                continue
            left = list(own)
            without: tuple[int, ...] = ()
            if state.deal.turned is not None and place == ("hand", layout.turned):
                turned = index[state.deal.turned]
                fixed.append((left.pop(), turned))
                without = (turned,)
            if state.deal.first and layout.first is not None and place[1] == layout.first[0]:
                size = len(state.deal.first)
                if without:
                    return None
                waiting = number["wait", place[1]]
                hands.append(plan.TrailHand(columns=tuple(left[:size]), place=number[place]))
                hands.append(plan.TrailHand(columns=tuple(left[size:]), place=waiting))
                continue
            hands.append(plan.TrailHand(columns=tuple(left), place=number[place], without=without))
        return hands, fixed

    def _cases(self) -> tuple[plan.Case, ...]:
        known = self._known
        sure = {card: known.places[card] for card in known.cards}
        told = told_sets(self._state)
        return told_cases(self._slots, known.allowed, sure, told=told, bounds=known.bounds)

    def _step(self, at: int, step: Step) -> plan.TrailStep:
        number = self._number
        seen: list[tuple[int, int, int]] = []
        mixed: list[plan.Mixed] = []
        for place in sorted({dst for _, dst in step.seen.values()}):
            moved = sorted(card for card, (_, dst) in step.seen.items() if dst == place)
            unsure = [card for card in moved if card not in step.before]
            sources = sorted(step.seen[card][0] for card in unsure)
            if len(set(sources)) > 1:
                origin = tuple(number[source] for source in sources)
                mixed.append(plan.Mixed(cards=tuple(unsure), places=origin))
            else:
                seen += [
                    (c, number[s], number[place]) for c, s in zip(unsure, sources, strict=True)
                ]
            seen += [(c, number[step.before[c]], number[place]) for c in moved if c in step.before]
        holdings, laid = self._asked(at)
        return plan.TrailStep(
            seen=tuple(seen),
            mixed=tuple(mixed),
            unseen=tuple(self._unseen(step)),
            allowed=self._allowed(step),
            holdings=holdings,
            laid=laid,
        )

    def _unseen(self, step: Step) -> Iterable[plan.Unseen]:
        """Returns what moved unseen, what left a hand first: that may have been laid away."""
        hidden = sorted(step.hidden, key=lambda pair: pair[0][0] != "hand")
        for place in dict.fromkeys(dst for _, dst in hidden):
            stayed = {card for card, where in step.before.items() if where == place}
            ordered = is_ordered(place)
            yield plan.Unseen(
                to=self._number[place],
                sources=tuple(self._number[src] for src, dst in hidden if dst == place),
                stayed=() if ordered else tuple(sorted(stayed - step.seen.keys())),
                others=() if ordered else tuple(sorted(step.seen)),
            )

    def _allowed(self, step: Step) -> tuple[tuple[int, ...], ...]:
        number = self._number
        unknown = [card for card in range(self._known.size) if card not in step.before]
        possible = step.possible
        found: list[list[int]] = [unknown[:] if possible is None else [] for _ in number]
        if possible is not None:
            for card in unknown:
                for place in possible[card]:
                    if place in number:
                        found[number[place]].append(card)
        for card, place in step.before.items():
            found[number[place]].append(card)
        return tuple(map(tuple, found))

    def _asked(self, at: int) -> tuple[tuple[plan.Holding, ...], plan.LaidCard | None]:
        """Returns what the seat must have held to do what led from a table to the next."""
        if at not in self._done:
            return (), None
        phase, player, action, is_seen = self._done[at]
        hand = self._number["hand", player]
        game: Any = self._state.game
        if isinstance(phase, Discard):
            tiers = phase.tiers(game) or ()
            laid = plan.LaidCard(
                place=hand,
                card=action if is_seen else None,
                tiers=tuple(tuple(sorted(tier)) for tier in tiers),
            )
            return (), laid
        holdings = tuple(
            plan.Holding(
                place=hand,
                cards=tuple(sorted(need.cards)),
                at_least=need.at_least,
                at_most=need.at_most,
            )
            for need in phase.needs(game, action) or ()
        )
        return holdings, None
