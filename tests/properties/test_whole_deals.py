"""`VectorEnv(start="auction")`: the same as a `State` a row, and nothing hidden in what is seen."""

import random
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, choose

import ultimo
from ultimo.phases import PHASES

Arrays = dict[str, Any]


class Course:
    """A state, and which of its actions were made outside the play."""

    def __init__(self, game: Any, seed: int, number: int, dealer: int | None = None) -> None:
        terms = {} if dealer is None else {"dealer": dealer}
        self.state = game.start(game.deal(seed, index=number, **terms), **terms)
        self.outside: list[bool] = []

    def apply(self, action: int) -> None:
        """Makes a move."""
        in_play = self.state.phase == "play" and self.state.position is not None
        self.outside.append(not in_play)
        self.state.apply(action)

    def said(self, observer: int) -> list[tuple[int, int]]:
        """What was said and done outside the play, as an observer has it in `history`."""
        players = self.state.game.players
        return [
            ((seat - observer) % players + 1, action + 1 if is_seen else 0)
            for (seat, action, is_seen), outside in zip(
                self.state.seen_history(observer), self.outside, strict=True
            )
            if outside
        ]


def expected(course: Course, observer: int) -> Arrays:
    """What a row must show, from what the state shows."""
    state = course.state
    game = state.game
    seen = state.observation(observer)
    turn = [(observer + step) % game.players for step in range(game.players)]
    trick = np.zeros((game.players, game.deck.size), dtype=np.bool_)
    for at, seat in enumerate(turn):
        if seen["trick"][seat] >= 0:
            trick[at, seen["trick"][seat]] = True
    found: Arrays = {
        "trick": trick,
        "known": seen["hands"][turn],
        **{name: seen[name] for name in ("hand", "seat", "phase", "trump", "bid", "called")},
        **{name: seen[name] for name in ("announced", "kontra")},
        **{
            name: seen[name][turn]
            for name in ("played", "laid", "taken", "leader", "tricks", "dealer", "declarer")
        },
        "partner": seen["partner"][turn],
    }
    if "handfuls" in seen:
        found["handfuls"] = seen["handfuls"][turn]
    found |= added(state, seen, turn)
    position = state.position
    if position is None or not (position.stock or position.piles):
        # Gifts of the talon count as won, and turned cards have fields of their own.
        won = [
            game.deck.index(code) for own in (position.captured if position else ()) for code in own
        ]
        table = seen["table"].copy()
        table[won] = False
        found["table"] = table
    if position is not None and game.name in {"german_whist", "snapszer"}:
        found["stock"] = np.array([seen["stock_size"]])
        found["turned"] = seen["table"]
        found.pop("table", None)
    return found


def added(state: Any, seen: Arrays, turn: list[int]) -> Arrays:
    """The fields that single games add."""
    if state.game.name == "ulti":
        return {
            "floor": seen["floor"][None],
            "standing": seen["standing"],
            "holder": seen["holder"][turn],
            "marriages": seen["marriages"][turn] + 1,
        }
    if state.game.name == "hosn_owe":
        found = {"tokens": seen["tokens"][turn]}
        if state.is_over:
            nothing = np.zeros_like(seen["closer"]), np.zeros_like(seen["put_away"])
            return found | {"closer": nothing[0], "put_away": nothing[1]}
        return found | {"closer": seen["closer"][turn], "put_away": seen["put_away"]}
    return {}


def compare(env: ultimo.VectorEnv, observation: Any, course: Course, observer: int) -> None:
    """A row shows what its state does."""
    fields = {name: env.field(observation, name) for name in env.fields}
    for name, value in expected(course, observer).items():
        if name in fields:
            np.testing.assert_array_equal(fields[name], value, err_msg=name)
    said = course.said(observer)[-len(fields["history"]) :]
    history = [tuple(entry) for entry in fields["history"].tolist() if entry[0]]
    assert history == said


def action_of(course: Course, rng: random.Random, mask: Any) -> int:
    """An action by lot: any, or one that lets auctions end."""
    if rng.random() < 0.4:
        return int(rng.choice(np.flatnonzero(mask)))
    return int(course.state.game.action(choose(course.state, rng)))


@pytest.mark.parametrize("name", VARIANTS)
def test_rows_are_states(name: str) -> None:
    game, n, seed = VARIANTS[name], 5, 31
    env = ultimo.VectorEnv(game, n, start="auction", seed=seed)
    observations, mask = env.reset()
    courses = [Course(game, seed, row) for row in range(n)]
    rng = random.Random(name)
    ended = 0
    while ended < 10:
        movers = []
        for row, course in enumerate(courses):
            state = course.state
            assert env.seat[row] == state.current_player
            movers.append(int(env.seat[row]))
            np.testing.assert_array_equal(mask[row], state.legal_mask())
            compare(env, observations[row], course, movers[row])
        actions = np.array([action_of(c, rng, m) for c, m in zip(courses, mask, strict=True)])
        observations, reward, done, mask = env.step(actions)
        for row, course in enumerate(courses):
            course.apply(int(actions[row]))
            assert course.state.is_over == done[row]
            np.testing.assert_array_equal(reward[row], course.state.returns())
            if done[row]:
                ended += 1
                compare(env, env.last[row], course, movers[row])
                courses[row] = Course(game, seed, int(env.deals[row]))
                assert env.deals[row] % n == row


@pytest.mark.parametrize("name", ["tarok 4", "french 4", "ulti", "preferansz", "snapszer S3L"])
def test_any_seat_may_deal(name: str) -> None:
    game, n, seed = VARIANTS[name], 4, 8
    for dealer in range(game.players):
        env = ultimo.VectorEnv(game, n, start="auction", seed=seed, dealer=dealer)
        observations, mask = env.reset()
        courses = [Course(game, seed, row, dealer) for row in range(n)]
        rng = random.Random(name)
        for _ in range(12):
            for row, course in enumerate(courses):
                np.testing.assert_array_equal(mask[row], course.state.legal_mask())
                compare(env, observations[row], course, int(env.seat[row]))
            actions = np.array([action_of(c, rng, m) for c, m in zip(courses, mask, strict=True)])
            observations, _, done, mask = env.step(actions)
            if done.any():
                break
            for course, action in zip(courses, actions, strict=True):
                course.apply(int(action))


def row_of(game: Any, deal: ultimo.Deal) -> Any:
    """The row of a deal, as `Game.deals` has it."""
    columns = game.layout(game.terms()).columns()
    row = np.full(game.deck.size, 255, dtype=np.uint8)
    index = game.deck.index_by_code
    for seat, hand in enumerate(deal.hands):
        first = [index[c] for c in deal.first] if deal.first and deal.turned is None else []
        own = sorted({index[c] for c in hand})
        size = len(first)
        if size and set(first) <= set(own):
            own = [*first, *(c for c in own if c not in first)]
        row[list(columns[seat])] = own
    row[list(columns["talon"])] = [index[c] for c in deal.talon]
    for seat, piles in enumerate(deal.piles):
        for number, pile in enumerate(piles):
            row[list(columns["pile", seat, number])] = [index[c] for c in pile]
    left = sorted(set(range(game.deck.size)) - set(row.tolist()))
    row[row == 255] = left
    return row


HIDDEN = [
    "tarok 3", "tarok 4", "french 4", "french king", "french late", "preferansz",
    "preferansz hidden talon", "ulti", "ulti open", "tarock24", "napoleon", "german whist",
    "snapszer S2", "snapszer S3L", "tarok 2", "hosn owe 3", "ulti common",
]  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds that a seat cannot tell apart look the same to it, whoever holds the hidden cards."""
    game, seed = VARIANTS[name], 77
    rng = random.Random(name)
    for number in range(3):
        course = Course(game, seed, number)
        stop = rng.randrange(3, 40)
        for _ in range(stop):
            before = course.state.copy()
            course.apply(action_of(course, rng, course.state.legal_mask()))
            if course.state.is_over:
                course.state = before
                break
        seat = course.state.current_player
        assert seat is not None
        worlds = [course.state, *course.state.sample_states(seat, 2, number)]
        rows = np.stack([row_of(game, world.deal) for world in worlds])
        env = ultimo.VectorEnv(game, len(worlds), start="auction", seed=1)
        monkeypatch.setattr(env._env, "_dealt", lambda *_, rows=rows: rows)
        observations, mask = env.reset()
        for step in range(len(course.state.history)):
            actions = np.array([world.history[step][1] for world in worlds])
            assert mask[np.arange(len(worlds)), actions].all()
            observations, _, done, mask = env.step(actions)
            assert not done.any()
        for row in range(1, len(worlds)):
            assert env.seat[row] == seat
            np.testing.assert_array_equal(mask[row], mask[0])
            for field in env.fields:
                found = env.field(observations, field)
                np.testing.assert_array_equal(found[row], found[0], err_msg=field)


def test_phases_stand_in_their_order() -> None:
    game = VARIANTS["tarok 3"]
    env = ultimo.VectorEnv(game, 2, start="auction", seed=1)
    observations, _ = env.reset()
    assert env.field(observations, "phase").argmax(axis=1).tolist() == [PHASES.index("auction")] * 2
