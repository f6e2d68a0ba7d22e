"""The solver beside a full minimax without pruning, every goal, from positions of all kinds."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.rules.tarok_hands import tarok

import ultimo

WHIST: Any = ultimo.game("whist")
FREE: Any = ultimo.game("whist", void_rule="free")

Worth = Callable[[Any], float]


def minimax(position: Any, side: set[int], worth: Worth) -> float:
    """Returns what a position is worth if `side` maximises and all others minimise."""
    if position.is_over:
        return worth(position)
    mine = position.current_player in side
    values = []
    for card in position.legal():
        position.play(card)
        values.append(minimax(position, side, worth))
        position.undo()
    return max(values) if mine else min(values)


def goals(position: Any, side: set[int]) -> dict[str, Worth]:
    """Returns how each goal is read off the end of a play."""
    declarer = position.contract.declarer
    found: dict[str, Worth] = {
        "score": lambda end: float(end.returns()[declarer]),
        "tricks": lambda end: float(sum(end.tricks[seat] for seat in side)),
    }
    if position.game.name == "slovenian_tarok" and position.contract.bid not in {"klop", "none"}:
        found["points"] = lambda end: float(end.outcome().points)
    return found


def check(position: Any, side: set[int]) -> None:
    """Compares values, cards and lines of every goal."""
    for goal, worth in goals(position, side).items():
        found = ultimo.solve(position, goal)  # type: ignore[arg-type]
        table = {}
        for card in position.legal():
            position.play(card)
            table[card] = minimax(position, side, worth)
            position.undo()
        assert found.table == table, (goal, position.hands, position.contract)
        best = max if position.current_player in side else min
        assert found.value == best(table.values())
        assert table[str(found.best)] == found.value
        end = position.copy()
        for card in found.line:
            end.play(card)
        assert end.is_over
        assert worth(end) == found.value


def ending(game: Any, contract: Any, cards: int, rng: random.Random) -> Any:
    """Returns a position of a few cards a hand, some already played."""
    pack = list(game.deck.cards)
    rng.shuffle(pack)
    n = game.players
    hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(n)]
    talon = pack[n * cards : n * cards + 6] if game.name != "whist" and n > 2 else []
    leader = rng.randrange(n)
    position = game.position(game.make_deal(hands, talon=talon), contract, leader=leader)
    for _ in range(rng.randrange(3)):
        if not position.is_over:
            position.play(rng.choice(position.legal()))
    return position


@pytest.mark.parametrize("seed", range(100))
def test_whist(seed: int) -> None:
    rng = random.Random(seed)
    game = rng.choice([WHIST, FREE])
    declarer = rng.randrange(4)
    contract = game.contract(trump=rng.choice([*"CDHS", None]), declarer=declarer)
    position = ending(game, contract, 3, rng)
    if not position.is_over:
        check(position, {declarer, (declarer + 2) % 4})


TAROK = [
    (3, "two", {}, {}),
    (3, "one", {"announced": {"trula"}, "kontra": {"game": 1, "trula": 2}}, {}),
    (3, "one", {"announced": {"pagat_ultimo", "kings"}}, {}),
    (3, "two", {"announced": {"valat"}}, {}),
    (3, "solo_without", {}, {}),
    (3, "klop", {}, {}),
    (3, "klop", {}, {"klop_talon_gift": True, "klop_scoring": "pagat70"}),
    (3, "piccolo", {}, {}),
    (3, "beggar", {}, {}),
    (3, "open_beggar", {}, {"emperor_trick": True}),
    (3, "two", {}, {"silent_pagat_failed": 25, "captured_mond_penalty": 20, "emperor_trick": True}),
    (3, "two", {}, {"round_difference_to": 5}),
    (3, "colour_valat_without", {}, {"valat_bids": True}),
    (4, "two", {"partner": 2, "king": "H"}, {"king_ultimo": 10}),
    (4, "solo_two", {"kontra": {"game": 2}}, {}),
    (4, "klop", {}, {}),
]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("players", "bid", "terms", "options"),
    TAROK,
    ids=[f"{n}-{bid}-{number}" for number, (n, bid, *_) in enumerate(TAROK)],
)
def test_tarok(
    players: int, bid: str, terms: dict[str, Any], options: dict[str, Any], seed: int
) -> None:
    rng = random.Random(f"{bid}{seed}{terms}{options}")
    game = tarok(players, **options)
    side = {0, terms["partner"]} if "partner" in terms else {0}
    contract = game.contract(bid, **terms)
    cards = 3 if players == 4 else 4
    try:
        position = ending(game, contract, cards, rng)
    except ultimo.DealError as error:
        # The called king lies with somebody else.
        assert error.code == "wrong_partner"  # noqa: PT017
        return
    if not position.is_over:
        check(position, side)


@pytest.mark.parametrize("seed", range(30))
def test_tarok_for_two_with_piles(seed: int) -> None:
    """From whole deals, played at random until few cards are left."""
    rng = random.Random(seed)
    game = tarok(2, two_player_pile_refill=rng.choice(["take_tarokk_and_king", "leave_face_up"]))
    position = game.position(game.deal(seed=seed), game.contract("play", declarer=seed % 2))
    while sum(position.tricks) < 22 or rng.random() < 0.3:
        position.play(rng.choice(position.legal()))
        if position.is_over:
            return
    check(position, {seed % 2})


@pytest.mark.parametrize("seed", range(40))
def test_whole_deals_of_tarok_near_their_end(seed: int) -> None:
    """Played points, tricks and trull count with what is still to come."""
    rng = random.Random(seed)
    preset = rng.choice(["site", "openspiel", "pagat"])
    game: Any = ultimo.game("slovenian_tarok", players=3, preset=preset)
    bid = rng.choice(["two", "one", "solo_without", "klop"])
    position = game.position(game.deal(seed=seed), game.contract(bid))
    while sum(position.tricks) < 12 or rng.random() < 0.5:
        position.play(rng.choice(position.legal()))
        if position.is_over:
            return
    check(position, {0})


@pytest.mark.parametrize("bid", ["beggar", "piccolo", "solo_without", "open_beggar"])
def test_a_contract_is_won_if_its_score_says_so(bid: str) -> None:
    """The goal `win`: 1 if the declarer makes the contract against any play, else 0."""
    rng = random.Random(bid)
    for _ in range(60):
        position = ending(tarok(3), tarok(3).contract(bid), 4, rng)
        if position.is_over:
            continue
        score = ultimo.solve(position, "score").value
        assert ultimo.solve(position, "win").value == (score > 0)


def test_a_limit_raises_an_error_with_proven_bounds() -> None:
    position = WHIST.position(WHIST.deal(seed=1), WHIST.contract(trump="S"))
    with pytest.raises(ultimo.SolverLimitError) as error:
        ultimo.solve(position, "tricks", nodes=1000)
    found = error.value
    assert found.lower is not None
    assert found.upper is not None
    assert 0 <= found.lower <= found.upper <= 13
    assert position.tricks == (0, 0, 0, 0)
