"""`VectorEnv`: the same as one position a row, and nothing hidden in what is seen."""

import random
from typing import Any

import numpy as np
import pytest
from tests.properties.games import VARIANTS, contracts

import ultimo

TAROK = ultimo.game("slovenian_tarok", players=3)
FOUR = ultimo.game("slovenian_tarok", players=4)
WHIST = ultimo.game("whist")
TWO = TAROK.contract("two")


PLAYED = [
    (name, contract)
    for name, game in VARIANTS.items()
    for contract in list(contracts(game))[::3][:4]
]


class Mirror:
    """The deal of a row, played by a position, and the moves made in it."""

    def __init__(self, game: Any, contract: Any, number: int, seed: int) -> None:
        row = game.deals(1, seed, start=number)[0]
        self.game = game
        self.number = number
        self.deal = game.deal_from_row(row)
        self.position = game.position_of_row(row, contract)
        self.played: list[list[int]] = [[] for _ in range(game.players)]
        self.won: list[list[int]] = [[] for _ in range(game.players)]
        self.calls: list[list[int]] = [[] for _ in range(game.players)]
        # Piles whose next card is still face down, in rules that turn it up after the trick.
        self.covered: set[tuple[int, int]] = set()
        piles = game.rules(self.position.contract).piles
        self.turns_later = piles is not None and not piles.at_once
        self.shown: set[str] = set()
        self.look()

    def play(self, action: int) -> None:
        """Makes a move."""
        seat = self.position.current_player
        before = self.position.captured
        for number, pile in enumerate(self.position.piles[seat] if self.position.piles else ()):
            if self.turns_later and pile[:1] == (self.game.action_names[action],):
                self.covered.add((seat, number))
        if action < self.game.deck.size:
            self.played[seat].append(action)
        else:
            code = next(c for c, a in self.game.core_calls.items() if a == action)
            self.calls[seat].append(code)
            word, _, suit = self.game.action_names[action].partition(":")
            if word == "marriage":
                self.shown |= {f"{suit}K", f"{suit}O"}
        tricks = self.position.tricks
        self.position.play(action)
        if self.position.tricks != tricks:
            # All that is captured by a trick lies before its winner, an excuse too.
            winner = next(s for s, n in enumerate(self.position.tricks) if n > tricks[s])
            new = {c for own in self.position.captured for c in own}
            new -= {c for own in before for c in own}
            index = self.game.deck.index_by_code
            self.won[winner] += [index[code] for code in new]
        if not self.position.trick:
            self.covered.clear()
        self.look()

    def turned(self) -> tuple[str, ...]:
        """The card of the stock that lies face up."""
        stock = self.position.stock
        if self.game.name == "german_whist":
            return tuple(stock[:1])
        return tuple(stock[-1:]) if self.game.name == "snapszer" else ()

    def look(self) -> None:
        """Notes what all see now."""
        position = self.position
        self.shown |= set(self.turned())
        opened = self.game.shows(position.contract).open
        if opened is not None and sum(position.tricks) >= opened[1]:
            self.shown |= set(position.hands[opened[0]])
        for seat, own in enumerate(position.piles):
            for number, (pile, left) in enumerate(zip(self.deal.piles[seat], own, strict=True)):
                is_covered = (seat, number) in self.covered
                self.shown |= set(pile[: len(pile) - len(left)])
                self.shown |= set(() if is_covered else left[:1])

    def seen(self, observer: int) -> dict[str, Any]:
        """What a seat may know, field by field."""
        game, position = self.game, self.position
        index, size = game.deck.index_by_code, game.deck.size
        seats = [(observer + step) % game.players for step in range(game.players)]

        def cards(codes: Any) -> Any:
            found = np.zeros(size, dtype=np.uint8)
            found[[code if isinstance(code, int) else index[code] for code in codes]] = 1
            return found

        def one(width: int, at: int) -> Any:
            found = np.zeros(width, dtype=np.uint8)
            found[at] = 1
            return found

        trick = dict(position.trick)
        lanes = len(game.rules(position.contract).lanes)
        trump = lanes if position.trump is None else position.trump
        is_open = game.rules(position.contract).trump == "first_lead" and position.trump is None
        tops = [
            [
                pile[0]
                for number, pile in enumerate(own)
                if pile and (seat, number) not in self.covered
            ]
            for seat, own in enumerate(position.piles)
        ] or [[] for _ in seats]
        return {
            "hand": cards(position.hands[observer]),
            "played": np.stack([cards(self.played[seat]) for seat in seats]),
            "trick": np.stack([cards([trick[s]] if s in trick else []) for s in seats]),
            "captured": np.stack([cards(self.won[seat]) for seat in seats]),
            "known": np.stack(
                [
                    cards(c for c in position.hands[seat] if seat == observer or c in self.shown)
                    for seat in seats
                ]
            ),
            "turned": cards(self.turned()),
            "stock": np.array([len(position.stock)], dtype=np.uint8),
            "face_up": np.stack([cards(tops[seat]) for seat in seats]),
            "calls": np.stack(
                [np.isin(np.arange(16), self.calls[seat]).astype(np.uint8) for seat in seats]
            ),
            "seat": one(game.players, observer),
            "leader": one(game.players, seats.index(position.leader)),
            "trump": one(lanes + 1, trump) * np.uint8(not is_open),
            "tricks": np.array([position.tricks[seat] for seat in seats], dtype=np.uint8),
        }


def compare(env: ultimo.VectorEnv, observations: Any, mask: Any, mirrors: list[Mirror]) -> None:
    """Every row is what its mirror says."""
    assert env.deals.tolist() == [mirror.number for mirror in mirrors]
    for row, mirror in enumerate(mirrors):
        seat = mirror.position.current_player
        assert env.seat[row] == seat
        np.testing.assert_array_equal(mask[row], mirror.position.legal_mask())
        known = mirror.seen(seat)
        for name in env.fields:
            found = env.field(observations, name)[row]
            np.testing.assert_array_equal(found, known[name], err_msg=f"{name}, row {row}")


@pytest.mark.parametrize(("name", "contract"), PLAYED)
def test_rows_are_positions_played_one_at_a_time(name: str, contract: Any) -> None:
    game, n, seed = VARIANTS[name], 3, 11
    env = ultimo.VectorEnv(game, n, contract=contract, seed=seed)
    observations, mask = env.reset()
    mirrors = [Mirror(game, contract, row, seed) for row in range(n)]
    rng = random.Random(name)
    ended = 0
    while ended < 4:
        compare(env, observations, mask, mirrors)
        actions = np.array([rng.choice(np.flatnonzero(legal)) for legal in mask])
        movers = [mirror.position.current_player for mirror in mirrors]
        observations, reward, done, mask = env.step(actions)
        for row, mirror in enumerate(mirrors):
            mirror.play(int(actions[row]))
            assert done[row] == mirror.position.is_over
            if not done[row]:
                assert not reward[row].any()
                continue
            ended += 1
            np.testing.assert_array_equal(reward[row], mirror.position.returns())
            known = mirror.seen(movers[row])
            for field in ("hand", "played", "captured", "seat", "tricks"):
                np.testing.assert_array_equal(env.field(env.last, field)[row], known[field])
            mirrors[row] = Mirror(game, contract, mirror.number + n, seed)


STOCKS = ["german whist", "german whist free", "snapszer S2", "snapszer closing"]
PILES = ["tarok 2", "tarok piles", "strohmandli two base", "strohmandli late"]


@pytest.mark.parametrize("name", STOCKS + PILES)
def test_what_is_known_of_cards_in_play_is_what_a_state_shows(name: str) -> None:
    game, n, seed = VARIANTS[name], 12, 21
    is_turned = game.trump_column(game.layout(game.terms())) is not None
    played = None if is_turned else game.contract("play" if "play" in game.bids else None)
    env = ultimo.VectorEnv(game, n, contract=played, seed=seed)
    observations, mask = env.reset()
    states = [game.start(game.deal(seed, index=row)) for row in range(n)]
    for state in states:
        while state.phase == "auction":
            state.apply("play")
    rng = random.Random(name)
    over = [False] * n
    drawn = 0
    while not all(over):
        for row, state in enumerate(states):
            if over[row]:
                continue
            seat = state.current_player
            assert seat is not None
            seen = state.observation(seat)
            turn = [(seat + step) % game.players for step in range(game.players)]
            found = {field: env.field(observations, field)[row] for field in env.fields}
            np.testing.assert_array_equal(mask[row], seen["legal"])
            np.testing.assert_array_equal(found["known"], seen["hands"][turn])
            np.testing.assert_array_equal(found["played"], seen["played"][turn])
            np.testing.assert_array_equal(found["trump"], seen["trump"])
            np.testing.assert_array_equal(found["tricks"], seen["tricks"][turn])
            if name in STOCKS:
                np.testing.assert_array_equal(found["turned"], seen["table"])
                assert found["stock"] == seen["stock_size"]
                drawn += seen["hands"][1 - seat].sum()
        actions = np.array([rng.choice(np.flatnonzero(legal)) for legal in mask])
        observations, reward, done, mask = env.step(actions)
        for row, state in enumerate(states):
            if over[row]:
                continue
            state.apply(int(actions[row]))
            over[row] = bool(done[row])
            assert state.is_over == over[row]
            if over[row]:
                np.testing.assert_array_equal(reward[row], state.returns())
    assert drawn > 0 or name not in STOCKS


def test_nobody_knows_the_trump_of_napoleon_before_the_first_lead() -> None:
    """rules/napoleon.md: nothing is announced, "the declarer's first card shows it"."""
    game = ultimo.game("napoleon", ladder="extended")
    open_trump = ultimo.VectorEnv(game, 3, contract=game.contract("three"), seed=1)
    observations, mask = open_trump.reset()
    assert not open_trump.field(observations, "trump").any()
    leads = mask.argmax(axis=1)
    observations, *_ = open_trump.step(leads)
    suits = [game.deck.suits.index(game.deck.cards[card][0]) for card in leads]
    np.testing.assert_array_equal(open_trump.field(observations, "trump").argmax(axis=1), suits)
    # In a misere all know that there is none. A state says the same.
    misere = ultimo.VectorEnv(game, 3, contract=game.contract("misere"), seed=1)
    assert misere.field(misere.reset()[0], "trump")[:, -1].all()
    for bid, is_none in (("three", False), ("misere", True)):
        state = game.start(seed=1)
        state.apply(bid)
        while state.phase == "auction":
            state.apply("pass")
        assert state.observation(0)["trump"].tolist() == [False] * 4 + [is_none]
        state.apply(state.legal_actions()[0])
        assert state.observation(0)["trump"].sum() == 1


def test_the_called_king_and_the_turned_card_decide_row_by_row() -> None:
    king = FOUR.contract("two", king="H")
    for game, contract in ((FOUR, king), (WHIST, None)):
        n = 40
        env = ultimo.VectorEnv(game, n, contract=contract, seed=5)
        _, mask = env.reset()
        rng = np.random.default_rng(1)
        plays: list[list[int]] = [[] for _ in range(n)]
        rewards = np.zeros((n, game.players))
        over = np.zeros(n, dtype=bool)
        while not over.all():
            actions = (rng.random(mask.shape) * mask).argmax(axis=1)
            for row in np.flatnonzero(~over).tolist():
                plays[row].append(int(actions[row]))
            _, reward, done, mask = env.step(actions)
            rewards[done & ~over] = reward[done & ~over]
            over |= done
        lines = np.full((n, 60), 255, dtype=np.uint8)
        for row, line in enumerate(plays):
            lines[row, : len(line)] = line
        again = ultimo.replay(game, game.deals(n, seed=5), contract, lines)
        assert again.is_complete.all()
        np.testing.assert_array_equal(rewards, again.returns)


def test_what_is_hidden_changes_nothing() -> None:
    """Deals in which the other seats hold each other's cards look the same to the seat to move."""
    rows = TAROK.deals(50, seed=3)
    env = ultimo.VectorEnv(TAROK, 50, contract=TWO, seed=3)
    observations, _ = env.reset()
    own = env.field(observations, "hand")
    for row in range(50):
        expected = np.zeros(54, dtype=np.uint8)
        expected[rows[row, :16]] = 1
        np.testing.assert_array_equal(own[row], expected)
    rest = np.delete(observations, np.arange(54), axis=1)
    assert (rest == rest[0]).all()


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_nothing(threads: int) -> None:
    one = ultimo.VectorEnv(TAROK, 700, contract=TWO, seed=3, threads=1)
    many = ultimo.VectorEnv(TAROK, 700, contract=TWO, seed=3, threads=threads)
    _, mask = one.reset()
    many.reset()
    for _ in range(60):
        actions = mask.argmax(axis=1)
        first, second = one.step(actions), many.step(actions)
        for left, right in zip(first, second, strict=True):
            np.testing.assert_array_equal(left, right)
        mask = first[3]


def test_arrays_are_new_unless_they_are_to_be_reused() -> None:
    env = ultimo.VectorEnv(TAROK, 4, contract=TWO, seed=3)
    first, mask = env.reset()
    before = first.copy()
    second, _, _, _ = env.step(mask.argmax(axis=1))
    assert not np.shares_memory(first, second)
    np.testing.assert_array_equal(first, before)
    env = ultimo.VectorEnv(TAROK, 4, contract=TWO, seed=3, reuse=True)
    first, mask = env.reset()
    second, _, _, again = env.step(mask.argmax(axis=1))
    assert np.shares_memory(first, second)
    assert np.shares_memory(mask, again)


def test_reset_begins_the_same_deals_again_or_others() -> None:
    env = ultimo.VectorEnv(TAROK, 4, contract=TWO, seed=3)
    first, mask = env.reset()
    for _ in range(50):
        _, _, _, mask = env.step(mask.argmax(axis=1))
    assert env.deals.tolist() == [4, 5, 6, 7]
    again, _ = env.reset()
    np.testing.assert_array_equal(first, again)
    assert env.deals.tolist() == [0, 1, 2, 3]
    other, _ = env.reset(seed=4)
    assert (first != other).any()


def test_an_illegal_action_is_named_and_changes_no_row() -> None:
    env = ultimo.VectorEnv(TAROK, 3, contract=TWO, seed=3)
    observations, mask = env.reset()
    actions = mask.argmax(axis=1)
    wrong = actions.copy()
    wrong[1] = np.flatnonzero(~mask[1])[0]
    with pytest.raises(ultimo.IllegalActionError, match="row 1: action") as error:
        env.step(wrong)
    assert error.value.code == "not_in_hand"
    wrong[1] = 10_000
    with pytest.raises(ultimo.IllegalActionError, match="no action of the play"):
        env.step(wrong)
    again, _, _, _ = env.step(actions)
    fresh = ultimo.VectorEnv(TAROK, 3, contract=TWO, seed=3)
    np.testing.assert_array_equal(fresh.step(actions)[0], again)
    assert observations.shape == again.shape


@pytest.mark.parametrize(
    "actions",
    [[0, 1], [0.0, 1.0, 2.0], "abc", None, np.zeros((3, 1), dtype=int), [True, False, True]],
)
def test_actions_of_another_kind_are_refused(actions: Any) -> None:
    env = ultimo.VectorEnv(TAROK, 3, contract=TWO, seed=3)
    with pytest.raises(ultimo.UltimoError):
        env.step(actions)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"n": 0, "contract": TWO}, "bad_n"),
        ({"n": 2}, "no_contract"),
        ({"n": 2, "contract": TWO, "seed": -1}, None),
        ({"n": 2, "contract": TWO, "threads": 5000}, None),
    ],
)
def test_bad_arguments_are_refused(given: dict[str, Any], error: str | None) -> None:
    with pytest.raises(ultimo.UltimoError) as raised:
        ultimo.VectorEnv(TAROK, **{"seed": 1, **given})
    assert error is None or raised.value.code == error


def test_a_field_that_is_none_is_refused() -> None:
    env = ultimo.VectorEnv(TAROK, 2, contract=TWO, seed=1)
    with pytest.raises(ultimo.OptionError) as error:
        env.field(env.reset()[0], "hands")
    assert error.value.code == "unknown_field"
