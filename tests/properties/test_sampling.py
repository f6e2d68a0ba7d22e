"""Sampled deals are consistent with what a seat knows, equally likely, and tell it nothing more."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from itertools import combinations, permutations
from math import factorial, prod
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, playthrough

import ultimo
from ultimo.errors import ArgumentError, DealError, SeatError, UltimoError

SAMPLED = list(VARIANTS)
EACH = pytest.mark.parametrize("label", SAMPLED)
STATES = 3


def some_states(label: str, seed: int) -> Iterator[tuple[Any, int]]:
    """Yields some states of a deal, each with a seat that looks at it."""
    game = VARIANTS[label]
    rng = random.Random(seed)
    states = [state.copy() for state in playthrough(game, seed)]
    for state in rng.sample(states, min(STATES, len(states))):
        yield state, rng.randrange(game.players)


def looks_same(one: Any, other: Any, seat: int) -> bool:
    """Whether a seat cannot tell two states apart."""
    first, second = one.observation(seat), other.observation(seat)
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )


def seen(state: Any, seat: int) -> list[tuple[Any, ...]]:
    """What a seat saw done."""
    return [
        (player, action if is_seen else None)
        for player, action, is_seen in state.seen_history(seat)
    ]


def replayed(state: Any, deal: Any, history: list[int]) -> Any | None:
    """Does actions in another deal; `None` if one is illegal."""
    try:
        other = state.game.start(deal, **state.terms.to_dict())
        for action in history:
            other.apply(action)
    except UltimoError:
        return None
    return other


@EACH
def test_sampled_worlds_look_the_same_from_the_first_action_on(label: str) -> None:
    for seed in (0, 1):
        for state, seat in some_states(label, seed):
            for world in state.sample_states(seat, 2, seed=seed):
                again = state.game.start(world.deal, **state.terms.to_dict())
                first = state.game.start(state.deal, **state.terms.to_dict())
                for (_, action), (_, own) in zip(world.history, state.history, strict=True):
                    assert looks_same(again, first, seat)
                    again.apply(action)
                    first.apply(own)
                assert again == world
                assert looks_same(world, state, seat)
                assert seen(world, seat) == seen(state, seat)
                assert world.hand(seat) == state.hand(seat)


@EACH
def test_worlds_that_a_seat_cannot_tell_apart_give_equal_samples(label: str) -> None:
    for seed in (3,):
        for state, seat in some_states(label, seed):
            worlds = state.sample_states(seat, 3, seed=9)
            assert worlds == state.copy().sample_states(seat, 3, seed=9)
            assert worlds[:2] == state.sample_states(seat, 2, seed=9)
            assert [world.deal for world in worlds] == state.sample(seat, 3, 9)
            for world in worlds:
                assert world.sample_states(seat, 3, seed=9) == worlds


# Uniform.


def check_frequencies(found: Counter[Any], expected: dict[Any, float], n: int) -> None:
    """Compares counts with probabilities by chi-square."""
    assert set(found) <= set(expected)
    wanted = {key: n * share for key, share in expected.items()}
    assert min(wanted.values()) >= 4, "too few samples for this test"
    distance = sum((found[key] - want) ** 2 / want for key, want in wanted.items())
    # Above this lies one chi-square in thirty thousand (Wilson and Hilferty: a normal cube root).
    free = len(wanted) - 1
    spread = 2 / (9 * free)
    assert distance < free * (1 - spread + 4 * spread**0.5) ** 3


def shares(weights: Counter[Any]) -> dict[Any, float]:
    """Probabilities in proportion to weights."""
    return {key: weight / weights.total() for key, weight in weights.items()}


def unseen(state: Any, seat: int) -> list[tuple[str, ...]]:
    """The cards that a seat has not seen by the place where they lie now, of equal ones together.

    Hands and what was laid away are one place each, every card of a talon or pile is one.
    """
    game, position = state.game, state.standing()
    look = state.observation(seat)
    known = look["hands"].any(0) | look["table"] | look["laid"].any(0) | look["played"].any(0)
    names = game.deck.codes
    hidden = {name for name, is_known in zip(names, known, strict=True) if not is_known}
    table = state.phases()[-1][0].table
    hands = [set(position.hands[other]) for other in range(game.players)]
    laid = [{names[card] for card in cards} for cards in table.laid]
    places = [tuple(sorted(cards & hidden)) for cards in (*hands, *laid)]
    single = hidden.difference(*hands, *laid)
    return [cards for cards in places if cards] + [(name,) for name in sorted(single)]


def arrangements(places: list[tuple[str, ...]]) -> Iterator[dict[str, str]]:
    """Yields every way to put other hidden cards in the place of hidden cards."""
    cards = sorted(card for place in places for card in place)

    def fill(left: list[str], at: int) -> Iterator[dict[str, str]]:
        if at == len(places):
            yield {}
            return
        for chosen in combinations(left, len(places[at])):
            rest = [card for card in left if card not in chosen]
            for more in fill(rest, at + 1):
                yield {**more, **dict(zip(places[at], chosen, strict=True))}

    yield from fill(cards, 0)


def renamed(deal: Any, other: dict[str, str]) -> Any:
    """Puts other cards in the place of some cards of a deal."""

    def names(cards: Any) -> list[str]:
        return [other.get(card, card) for card in cards]

    return ultimo.Deal(
        tuple(tuple(names(hand)) for hand in deal.hands),
        tuple(names(deal.talon)),
        tuple(tuple(tuple(names(pile)) for pile in own) for own in deal.piles),
        deal.turned,
        tuple(names(deal.first)),
    )


def endings(
    label: str, ways: range, accept: Callable[[Any, int], bool] = lambda *_: True
) -> Iterator[tuple[Any, int]]:
    """Yields states late in the play with a number of arrangements in a range."""
    game = VARIANTS[label]
    for seed in range(100):
        for state in playthrough(game, seed):
            if state.phase != "play" or not state.history:
                continue
            for seat in range(game.players):
                places = unseen(state, seat)
                sizes = [len(place) for place in places]
                count = factorial(sum(sizes)) // prod(map(factorial, sizes))
                if count in ways and accept(state, seat):
                    yield state.copy(), seat


@pytest.mark.parametrize(
    "label",
    [
        "whist",
        "snapszer S3",
        "ulti common",
        "preferansz",
        "strohmandli two house",
        "strohmandli three42 base",
        "tarok piles",
        "french 4",
        "french king",
        "napoleon extended 3",
        "preferansz no talon",
        "snapszer S3L",
        "snapszer S4",
        "tarock24",
        "tarok 3",
        "tarok 4",
        "tarok pagat 4",
        "whist free continental",
    ],
)
def test_endings_are_sampled_uniformly_among_all_arrangements(label: str) -> None:
    """Where nobody has drawn, and what was laid away is known, cards stay in their places."""

    def accept(state: Any, seat: int) -> bool:
        # What a seat does not know of the first packet of another is not among what is counted.
        return set(state.deal.first) <= set(state.deal.hands[seat]) and all(
            is_seen for _, _, is_seen in state.seen_history(seat)
        )

    for tested, (state, seat) in enumerate(endings(label, range(20, 260), accept)):
        history = [action for _, action in state.history]
        deals = Counter[Hashable]()
        tried = 0
        for other in arrangements(unseen(state, seat)):
            tried += 1
            world = replayed(state, renamed(state.deal, other), history)
            if world is not None and looks_same(world, state, seat):
                deals[without_talon(world.deal)] += 1
        # Rather one in which the play has shown something.
        if len(deals) < 2 or (len(deals) == tried and tested < 12):
            continue
        n = 12 * len(deals)
        found = Counter(without_talon(deal) for deal in state.sample(seat, n, seed=5))
        check_frequencies(found, shares(deals), n)
        return
    pytest.fail("no ending of this kind")


@pytest.mark.parametrize(
    ("label", "most"),
    [
        ("tarok 3", 300),
        ("tarok 4", 300),
        ("tarok pagat 3", 300),
        ("ulti", 300),
        ("french king", 40),
        ("preferansz", 40),
        ("preferansz hidden talon", 10),
        ("tarock24", 5),
    ],
)
def test_cards_laid_away_in_secret_are_sampled_with_the_hands(label: str, most: int) -> None:
    """Of a late ending, where hands and the cards laid away are all that is unknown."""

    def accept(state: Any, seat: int) -> bool:
        secret = [who for who, _, is_seen in state.seen_history(seat) if not is_seen]
        return len(set(secret)) == 1 and len(secret) < 4

    for state, seat in endings(label, range(3, most), accept):
        if len({where(world) for world in state.sample_states(seat, 12, seed=2)}) < 2:
            continue  # Nothing is open; to find that out by all arrangements takes long.
        weights = Counter[Hashable]()
        for other in arrangements(unseen(state, seat)):
            weights += worlds_with(state, seat, other)
        if len(weights) < 2:
            continue
        n = 30 * len(weights)
        found = Counter(where(world) for world in state.sample_states(seat, n, seed=1))
        check_frequencies(found, shares(weights), n)
        return
    pytest.fail("no ending of this kind")


def without_talon(deal: Any) -> Hashable:
    """Hands and piles: nobody knows in which order the talon was taken up."""
    return deal.hands, deal.piles


def where(state: Any) -> Hashable:
    """Which cards are in which hand now."""
    return tuple(state.hand(seat) for seat in range(state.game.players))


def worlds_with(state: Any, seat: int, other: dict[str, str]) -> Counter[Hashable]:
    """Counts the worlds in which cards lie thus now, by where they lie.

    Who took cards that are known from the talon was dealt the others of those he had.
    """
    game = state.game
    codes = game.deck.codes
    table = state.phases()[-1][0].table
    secret = [n for n, (_, _, is_seen) in enumerate(state.seen_history(seat)) if not is_seen]
    (who,) = {state.history[n][0] for n in secret}
    history = [action for _, action in state.history]
    laid = [other.get(codes[history[n]], codes[history[n]]) for n in secret]
    had = [other.get(codes[card], codes[card]) for card in table.hands[who]] + laid
    found = Counter[Hashable]()
    talons = [state.deal.talon]
    lay_open = table.taken[who] or table.known[seat].intersection(
        game.deck.index_by_code[card] for card in state.deal.talon
    )
    if not lay_open:
        # Nobody saw the talon: any of the cards that he had then can have been in it.
        talons = list(combinations(sorted(had), len(state.deal.talon)))
    for talon in talons:
        taken = set(talon) if len(talons) > 1 else {codes[card] for card in table.taken[who]}
        if not taken <= set(had):
            continue
        hands = [[other.get(card, card) for card in hand] for hand in state.deal.hands]
        hands[who] = [card for card in had if card not in taken]
        deal = ultimo.Deal(tuple(map(tuple, hands)), tuple(talon), (), state.deal.turned)
        for order in permutations(laid):
            said: list[Any] = history[:]
            for n, card in zip(secret, order, strict=True):
                said[n] = card
            world = replayed(state, deal, said)
            if world is not None and looks_same(world, state, seat):
                found[where(world)] += 1
    return found


@pytest.mark.parametrize("label", ["snapszer S2", "german whist"])
def test_cards_drawn_unseen_are_sampled_uniformly_among_all_orders(label: str) -> None:
    """When all cards are known, it is open which of them the other was dealt and which he drew."""
    game = VARIANTS[label]
    state, seat, orders = next(
        (state, seat, orders)
        for seed in range(300)
        for state, seat in late_states(game, seed)
        if len(orders := list(stock_orders(state, seat))) in range(4, 400)
    )
    weights = Counter(world.deal.to_json() for world in orders)
    n = 12 * len(weights)
    found = Counter(deal.to_json() for deal in state.sample(seat, n, seed=3))
    check_frequencies(found, shares(weights), n)


def late_states(game: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """Yields the end of a short deal that was played to its last card, for both seats."""
    rng = random.Random(seed)
    cards = rng.sample(game.deck.codes, 10)
    state = game.start(game.make_deal([cards[:3], cards[3:6]], talon=cards[6:]))
    while not state.is_over:
        state.apply(rng.choice(state.legal_actions()))
    if state.standing() is not None and not any((state.standing().stock, *state.standing().hands)):
        yield from ((state, seat) for seat in (0, 1))


def stock_orders(state: Any, seat: int) -> Iterator[Any]:
    """Yields every consistent deal in which the other has drawn cards that he played."""
    other = 1 - seat
    deck = state.game.deck
    played = {deck.codes[a] for p, a in state.history if p == other and a < deck.size}
    open_now = {state.deal.turned, *state.deal.first}
    mine = {deck.codes[a] for p, a in state.history if p == seat and a < deck.size}
    slots = [n for n, card in enumerate(state.deal.talon) if card in played]
    own = [card for card in state.deal.hands[other] if card in played]
    if len(own) + len(slots) != len(played) or mine & played or open_now - {None}:
        return
    history = [action for _, action in state.history]
    for drawn in permutations(sorted(played), len(slots)):
        talon = list(state.deal.talon)
        for slot, card in zip(slots, drawn, strict=True):
            talon[slot] = card
        hands = [(), ()]
        hands[seat] = state.deal.hands[seat]
        hands[other] = tuple(card for card in sorted(played) if card not in drawn)
        world = replayed(state, ultimo.Deal(tuple(hands), tuple(talon)), history)
        if world is not None and looks_same(world, state, seat):
            yield world


@pytest.mark.parametrize("label", ["snapszer S3", "snapszer S3 any", "snapszer S4"])
def test_first_packets_that_were_not_seen_are_sampled_with_the_hands(label: str) -> None:
    """The declarer decided by some of his cards, and the others do not know which."""

    def accept(state: Any, seat: int) -> bool:
        return not set(state.deal.first) <= set(state.deal.hands[seat])

    for state, seat in endings(label, range(2, 12), accept):
        declarer = state.game.layout(state.terms).first[0]
        history = [action for _, action in state.history]
        deals = set()
        for other in arrangements(unseen(state, seat)):
            deal = renamed(state.deal, other)
            for first in combinations(sorted(deal.hands[declarer]), len(deal.first)):
                world = replayed(state, replace(deal, first=first), history)
                if world is not None and looks_same(world, state, seat):
                    deals.add((world.deal.hands, world.deal.first))
        n = 12 * len(deals)
        found = Counter((deal.hands, deal.first) for deal in state.sample(seat, n, seed=7))
        check_frequencies(found, dict.fromkeys(deals, 1 / len(deals)), n)
        return
    pytest.fail("no ending of this kind")


def test_cards_laid_away_and_taken_up_by_others_are_sampled_with_the_deal() -> None:
    """The first player lays two cards away, another takes them up and lays two away himself."""

    def accept(state: Any, seat: int) -> bool:
        secret = [who for who, _, is_seen in state.seen_history(seat) if not is_seen]
        return len(secret) == 4 and secret[0] == secret[1] != secret[2] == secret[3]

    codes = VARIANTS["ulti"].deck.codes
    for state, seat in endings("ulti", range(2, 9), accept):
        history = state.history
        secret = [n for n, (_, _, is_seen) in enumerate(state.seen_history(seat)) if not is_seen]
        one, two = history[secret[0]][0], history[secret[2]][0]
        table = state.phases()[-1][0].table
        worlds = Counter[Hashable]()
        for other in arrangements(unseen(state, seat)):
            names = [tuple(other.get(codes[c], codes[c]) for c in hand) for hand in table.hands]
            laid = [other.get(codes[card], codes[card]) for card in table.talon]
            for taken in permutations(sorted([*names[two], *laid]), 2):
                hands = list(names)
                hands[one] = (*names[one], *taken)
                hands[two] = tuple(c for c in (*names[two], *laid) if c not in taken)
                for away in permutations(laid):
                    said: list[Any] = [action for _, action in history]
                    for n, card in zip(secret, (*taken, *away), strict=True):
                        said[n] = card
                    world = replayed(state, ultimo.Deal(tuple(hands)), said)
                    if world is not None and looks_same(world, state, seat):
                        worlds[world.deal.hands] += 1
        if len(worlds) < 2:
            continue
        n = 12 * len(worlds)
        found = Counter(deal.hands for deal in state.sample(seat, n, seed=7))
        check_frequencies(found, shares(worlds), n)
        return
    pytest.fail("no ending of this kind")


# What is refused.


def test_a_card_shown_with_a_marriage_was_not_drawn_after_it() -> None:
    """rules/snapszer.md: both cards of a marriage are held when it is announced."""
    game = ultimo.game("snapszer", players=2)
    looked = 0
    for number in range(60):
        state = game.start(game.deal(77, index=number))
        rng = random.Random(number)
        for _ in range(rng.randrange(3, 20)):
            names = [game.action_names[action] for action in state.legal_actions()]
            called = [name for name in names if name.startswith("marriage:")]
            state.apply(rng.choice(called or names))
            if state.is_over:
                break
        seat = state.current_player
        if seat is None:
            continue
        looked += any(game.action_names[a].startswith("marriage:") for _, a in state.history)
        for world in state.sample_states(seat, 5, number):
            assert looks_same(state, world, seat)
    assert looked > 5


def test_what_is_no_seat_or_number_is_refused() -> None:
    state = ultimo.game("whist").start(seed=1)
    with pytest.raises(SeatError):
        state.sample(4, 1, 1)
    for bad in ((0, -1, 1), (0, 1.5, 1), (0, True, 1), (0, 1, -1), (0, 1, 2**64), (0, 1, "1")):
        with pytest.raises(ArgumentError):
            state.sample(*bad)
    assert state.sample(0, 0, 1) == []


def test_tries_are_limited() -> None:
    """A hand without tarocks, for which a deal is void, is found by trying."""
    game = VARIANTS["tarok 4"]
    plain = [code for code in game.deck.codes if code[0] != "T"]
    rest = [code for code in game.deck.codes if code not in plain[:12]]
    hands = [plain[:12], rest[::3][:12], rest[1::3][:12], rest[2::3][:12]]
    dealt = {code for hand in hands for code in hand}
    talon = [code for code in game.deck.codes if code not in dealt]
    state = game.start(game.make_deal(hands, talon))
    assert state.is_over
    # The seat itself knows why.
    assert len(state.sample(0, 2, seed=1, tries=3)) == 2
    with pytest.raises(DealError) as caught:
        state.sample(1, 1, seed=1, tries=3)
    assert caught.value.code == "too_many_tries"
