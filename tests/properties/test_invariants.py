"""What holds in every deal of every variant, whatever is played."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from tests.properties.games import (
    MODULES,
    VARIANTS,
    begin,
    choose,
    contracts,
    most_moves,
    playthrough,
    told,
)

import ultimo
from ultimo.phases import Play
from ultimo.possible import contradictions
from ultimo.settling import axes_of, reasons

EACH = pytest.mark.parametrize("variant", VARIANTS)


def test_every_game_has_variants() -> None:
    assert sorted(MODULES) == ultimo.games()
    assert all(module.VARIANTS for module in MODULES.values())
    assert len(VARIANTS) == sum(len(module.VARIANTS) for module in MODULES.values())


def cards_of(position: Any) -> list[str]:
    """Returns every card of a play, wherever it lies."""
    piles = [card for own in position.piles for pile in own for card in pile]
    hands = [card for hand in position.hands for card in hand]
    won = [card for pile in position.captured for card in pile]
    return [*hands, *piles, *won, *position.stock, *(card for _, card in position.trick)]


@EACH
def test_every_card_is_in_one_place(variant: str) -> None:
    """In a play no card comes twice or gets lost, and only what lay aside comes in."""
    game = VARIANTS[variant]
    for seed in range(5):
        before: set[str] = set()
        setup: Any = None
        for state in playthrough(game, seed):
            position = state.position
            if position is None:
                continue
            cards = cards_of(position)
            now = set(cards)
            assert len(now) == len(cards)
            if position.setup != setup:
                setup, before = position.setup, now
            aside = {game.deck.codes[card] for part in setup.aside for card in part.cards}
            assert before <= now <= before | aside
            before = now


@EACH
def test_a_seat_that_is_asked_has_a_legal_action_and_cards_are_its_own(variant: str) -> None:
    game = VARIANTS[variant]
    for seed in range(10):
        for state in playthrough(game, seed):
            legal = state.legal_actions()
            mask = state.legal_mask()
            assert mask.shape == (game.num_actions,)
            assert np.flatnonzero(mask).tolist() == legal == sorted(set(legal))
            if state.is_over:
                assert not legal
                assert state.current_player is None
                continue
            assert legal
            cards = {game.action_names[action] for action in legal if action < game.deck.size}
            assert cards <= playable(state, state.current_player)


def playable(state: Any, seat: int) -> set[str]:
    """Returns the cards that a seat may have the choice of: its hand, and the tops of its piles."""
    piles = state.position.piles if state.position is not None else ()
    return {*state.hand(seat), *(pile[0] for pile in (piles[seat] if piles else ()) if pile)}


@EACH
def test_undo_restores_every_state_back_to_the_deal(variant: str) -> None:
    game = VARIANTS[variant]
    for seed in range(4):
        before = []
        state: Any = None
        for state in playthrough(game, seed):
            before.append((state.copy(), state.to_json()))
        for earlier, text in reversed(before[:-1]):
            state.undo()
            assert state == earlier
            assert state.to_json() == text
            assert state.legal_actions() == earlier.legal_actions()
            assert state.phase == earlier.phase
        with pytest.raises(ultimo.IllegalActionError):
            state.undo()


@EACH
def test_a_copy_shares_nothing(variant: str) -> None:
    game = VARIANTS[variant]
    rng = random.Random(variant)
    for state in playthrough(game, 3):
        if state.is_over:
            break
        text = state.to_json()
        for other in (state.copy(), copy.deepcopy(state)):
            other.apply(choose(other, rng))
            assert state.to_json() == text
            assert other != state


@EACH
def test_json_and_pickle_twice_at_every_step(variant: str) -> None:
    game = VARIANTS[variant]
    for state in playthrough(game, 4):
        once = ultimo.State.from_json(state.to_json())
        twice = ultimo.State.from_json(once.to_json())
        assert once == twice == state
        assert twice.legal_actions() == state.legal_actions()
        assert (twice.returns() == state.returns()).all()
        again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(state))))  # noqa: S301
        assert again == state
        assert again.current_player == state.current_player


@EACH
def test_the_history_replays(variant: str) -> None:
    game = VARIANTS[variant]
    for seed in range(5):
        *_, last = playthrough(game, seed)
        again = game.start(last.deal, **last.terms.to_dict())
        for seat, action in last.history:
            assert again.current_player == seat
            again.apply(action)
        assert again == last
        assert (again.returns() == last.returns()).all()


@EACH
def test_phases_alone_lead_through_a_deal(variant: str) -> None:
    """The graph of phases says what the state says, which keeps the position of the play."""
    game = VARIANTS[variant]
    *_, last = playthrough(game, 7)
    again = game.start(last.deal, **last.terms.to_dict())
    phase = again.phases()[0][0]
    for _, action in last.history:
        if isinstance(phase, Play) and (between := phase.interruption(game, phase.position(game))):
            phase = between
        assert list(phase.actions(game)) == again.legal_actions()
        phase = phase.apply(game, action)
        again.apply(action)
    assert phase.actions(game) == ()
    with pytest.raises(ultimo.IllegalActionError):
        phase.apply(game, 0)


@EACH
def test_returns_are_zeros_until_the_deal_is_over(variant: str) -> None:
    for state in playthrough(VARIANTS[variant], 6):
        if not state.is_over:
            assert not state.returns().any()
            assert state.returns().shape == (state.game.players,)


@EACH
def test_every_contract_counts_all_points(variant: str) -> None:
    """What was won counts exactly, and the two parts of a pack count as much as the pack."""
    game = VARIANTS[variant]
    rng = random.Random(variant)
    total = game.count_points(game.deck.cards)
    for contract in contracts(game):
        position = begin(game, contract, rng.randrange(1000))
        while not position.is_over:
            legal = position.legal()
            assert legal
            own = position.hands[position.current_player]
            piles = position.piles[position.current_player] if position.piles else ()
            assert {move for move in legal if move in game.deck.codes} <= {
                *own,
                *(pile[0] for pile in piles if pile),
            }
            position.play(rng.choice(legal))
            assert len(position.history) <= most_moves(game)
        won = [card for pile in position.captured for card in pile]
        rest = [card for card in game.deck.cards if card not in won]
        spec = position.rules.spec
        # Some games count points under some contracts only.
        worth = exact(game, won) if any(spec.values) else 0
        assert sum(position.points) - worth in {0, spec.last_trick_units}
        if exact(game, game.deck.cards) % 3 == 0 or game.deck.scheme != "thirds":
            assert game.count_points(won) + game.count_points(rest) == total
        assert position.returns().shape == (game.players,)


def exact(game: Any, cards: list[str]) -> int:
    """Returns what cards are worth in units."""
    return sum(game.deck.values[game.deck.index(card)] for card in cards)


@EACH
def test_the_table_equals_the_function(variant: str) -> None:
    """The tabulated score of a play equals the scoring function on what happened."""
    from ultimo._core import Payoff, Position

    game = VARIANTS[variant]
    rng = random.Random(variant)
    for asked in contracts(game):
        for seed in range(3):
            position = begin(game, asked, seed)
            # The deal settles what was open, such as who holds the called king.
            contract = position.contract
            parts = game.score_parts(contract)
            axes = axes_of(parts)
            watched = Position(position.rules, position.setup, Payoff(position.rules, [], axes))
            while not position.is_over:
                card = rng.choice(position.legal())
                position.play(card)
                watched.play(card)
            outcome = watched.outcome()
            score = np.zeros(game.players)
            for part in parts:
                given = {name: np.array([outcome[name]]) for name in part.axes}
                score += np.broadcast_to(part.score(given), (1, game.players))[0]
            assert position.returns().tolist() == score.tolist()
            # What happened is possible, and its reasons add to the score.
            assert contradictions(game, contract, axes, outcome) == []
            amounts = [(0.0,) * game.players, *(line.amounts for line in reasons(position))]
            assert np.sum(amounts, axis=0).tolist() == score.tolist()
            assert all(line.text for line in reasons(position))


def leaves(parts: Any) -> list[Any]:
    """Returns the parts of a score that have no items."""
    return [leaf for part in parts for leaf in (leaves(part.items) if part.items else [part])]


@EACH
def test_every_part_of_a_score_says_what_it_pays_for(variant: str) -> None:
    """Labels, which name only axes of their part; items on axes of theirs."""
    game = VARIANTS[variant]
    for contract in contracts(game):
        for part in game.score_parts(contract):
            for leaf in leaves([part]):
                assert leaf.axes.keys() <= part.axes.keys()
                assert leaf.label
                assert leaf.label.format(**dict.fromkeys(leaf.axes, 0))
        asked = [fact.name for fact in game.asked(contract)]
        assert asked
        assert len(set(asked)) == len(asked)
        assert all(name.isidentifier() for name in asked)


@EACH
def test_a_batch_equals_one_at_a_time(variant: str) -> None:
    """Playouts give what the same deals played one by one give, however they are cut."""
    from tests.oracle.chacha import PLAYOUT_BLOCK, Stream

    game = VARIANTS[variant]
    for contract in contracts(game):
        out = ultimo.simulate(game, 6, contract=contract, seed=9, threads=2)
        rows = game.deals(6, seed=9)
        for number in range(6):
            position = game.position_of_row(rows[number], contract)
            stream = Stream(9, number, PLAYOUT_BLOCK)
            while not position.is_over:
                legal = position.legal_actions()
                position.play(legal[stream.below(len(legal))])
            assert out.returns[number].tolist() == position.returns().tolist()
            assert out.points[number].tolist() == list(position.points)
            assert out.tricks[number].tolist() == list(position.tricks)


# What is hidden.


def reshuffled(state: Any, seat: int, rng: random.Random) -> Any:
    """Returns a deal like a state's in which cards that a seat cannot know change places."""
    game, deal = state.game, state.deal
    seen = game.start(deal).observation(seat)
    lying = seen["hands"].any(axis=0) | seen["table"]
    known = {game.deck.codes[card] for card in np.flatnonzero(lying)}
    spots: list[list[str]] = [list(hand) for hand in deal.hands]
    spots.append(list(deal.talon))
    spots += [list(pile) for own in deal.piles for pile in own]
    free = [
        (i, j) for i, spot in enumerate(spots) for j, card in enumerate(spot) if card not in known
    ]
    cards = [spots[i][j] for i, j in free]
    moved = rng.sample(cards, len(cards))
    for (i, j), card in zip(free, moved, strict=True):
        spots[i][j] = card
    replaced = dict(zip(cards, moved, strict=True))
    players = game.players
    count = len(deal.piles[0]) if deal.piles else 0
    piles = [spots[players + 1 + s * count : players + 1 + (s + 1) * count] for s in range(players)]
    return game.make_deal(
        spots[:players],
        talon=spots[players],
        piles=piles if count else (),
        turned=deal.turned,
        first=[replaced.get(card, card) for card in deal.first],
    )


def same(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Returns the fields in which two observations differ."""
    assert one.keys() == other.keys()
    return [name for name in one if not np.array_equal(one[name], other[name])]


@EACH
def test_deals_that_differ_in_hidden_cards_look_equal_before_the_play(variant: str) -> None:
    game = VARIANTS[variant]
    rng = random.Random(variant)
    for seed in range(10):
        state = game.start(seed=seed)
        for seat in range(game.players):
            other = game.start(reshuffled(state, seat, rng))
            if state.phase != other.phase:
                # What somebody holds may void the deal, or put a question to him.
                continue
            assert not same(state.observation(seat), other.observation(seat))
            calls = 0
            mine = state.copy()
            while mine.phase == other.phase == "auction" and calls < 8:
                call = choose(mine, rng)
                if game.action(call) not in other.legal_actions():
                    assert mine.current_player != seat
                    break
                mine.apply(call)
                other.apply(call)
                if mine.phase == other.phase == "auction":
                    assert not same(mine.observation(seat), other.observation(seat))
                calls += 1


@EACH
def test_seats_that_exchange_hidden_cards_in_play_look_equal(variant: str) -> None:
    """Two hands that a seat has not seen swap all cards that were never played or shown."""
    game = VARIANTS[variant]
    if game.players == 2:
        return
    for seed in range(12):
        *_, last = playthrough(game, seed)
        if last.contract is None:
            continue
        for seat in range(game.players):
            swapped = last_cards_swapped(last, seat)
            if swapped is not None:
                look_equal(last, *swapped, seat)


def last_cards_swapped(last: Any, seat: int) -> tuple[Any, set[str]] | None:
    """Returns a deal in which two others have each other's last card, and these cards.

    The play can be the same up to there. `None` if a card is the one that makes the partner, or
    was not dealt to them.
    """
    game = last.game
    one, two = [s for s in range(game.players) if s != seat][-2:]
    a, b = card_played_last(last, one), card_played_last(last, two)
    hands = [list(hand) for hand in last.deal.hands]
    called = game.partner_card(last.contract)
    fixed = {last.deal.turned, None, None if called is None else game.deck.codes[called]}
    if fixed & {a, b} or a not in hands[one] or b not in hands[two]:
        return None
    hands[one][hands[one].index(str(a))], hands[two][hands[two].index(str(b))] = str(b), str(a)
    swapped = {a: b, b: a}
    deal = game.make_deal(
        hands,
        talon=last.deal.talon,
        piles=last.deal.piles,
        turned=last.deal.turned,
        first=[str(swapped.get(card, card)) for card in last.deal.first],
        **last.terms.to_dict(),
    )
    return deal, {str(a), str(b)}


def look_equal(last: Any, deal: Any, cards: set[str], seat: int) -> None:
    """Replays a history in two deals until one of two cards is seen, and compares what is seen."""
    game = last.game
    terms = last.terms.to_dict()
    mine, other = game.start(last.deal, **terms), game.start(deal, **terms)
    for player, action in last.history:
        if game.action_names[action] in cards:
            return
        if action not in other.legal_actions() or other.current_player != player:
            # With the other card a seat would have had to, or could not, do something else.
            assert player != seat or other.current_player != player
            return
        mine.apply(action)
        other.apply(action)
        seen = mine.observation(seat)
        shown = seen["hands"].any(axis=0) | seen["table"] | seen["laid"].any(axis=0)
        if {game.deck.codes[card] for card in np.flatnonzero(shown)} & cards:
            return
        if told(mine) != told(other):
            return
        assert not same(seen, other.observation(seat))


def card_played_last(state: Any, seat: int) -> str | None:
    """Returns the last card that a seat played."""
    size = state.game.deck.size
    played = [action for player, action in state.history if player == seat and action < size]
    return state.game.action_names[played[-1]] if played else None
