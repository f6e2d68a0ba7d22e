"""Slovenian tarok beside OpenSpiel's, deal after deal from the auction to the score.

Same deals, seats, legal actions, talon groups, discards and trick winners at every step, and the
same returns. The peer's known faults are worked out from the rules (see `tarok_by_rules`), never
skipped: our returns are always compared with the rules, the peer's wherever it can be right.
"""

import random
from collections import Counter
from typing import Any

import pytest
from tests.peers.tarok_by_rules import (
    BLACK,
    MOND,
    PAGAT,
    RED,
    SKIS,
    TAKEN,
    Record,
    legal,
    winning,
)

import ultimo

pyspiel = pytest.importorskip("pyspiel")

CODES = [
    *(f"T{number}" for number in range(1, 23)),
    *("H" + rank for rank in RED),
    *("D" + rank for rank in RED),
    *("S" + rank for rank in BLACK),
    *("C" + rank for rank in BLACK),
]
"""The code of each card of the peer."""
BIDS = [
    "pass",
    "klop",
    "three",
    "two",
    "one",
    "solo_three",
    "solo_two",
    "solo_one",
    "beggar",
    "solo_without",
    "open_beggar",
    "colour_valat_without",
    "valat_without",
]
"""The name of each action of the peer's auction."""
PHASES = {
    "BIDDING": "auction",
    "KING_CALLING": "talon",
    "TALON_EXCHANGE": "talon",
    "TRICKS_PLAYING": "play",
}


def name_of(peer: Any, phase: str, action: int) -> str:
    """Returns our name of an action of the peer."""
    if phase == "BIDDING":
        return BIDS[action]
    if phase == "KING_CALLING":
        return "king:" + CODES[action][0]
    if phase == "TALON_EXCHANGE" and len(peer.talon()) == 6:
        return f"group:{action}"
    return CODES[action]


def choose_bid(rng: random.Random, names: list[str]) -> str:
    """Bids low and passes often, so that all contracts are played."""
    if "pass" in names:
        return "pass" if rng.random() < 0.75 else rng.choice(names[1:5] or names)
    if "klop" in names:
        return rng.choice(names[:3] if rng.random() < 0.7 else names)
    return names[0] if rng.random() < 0.7 else rng.choice(names)


def in_order(hand: list[int]) -> list[str]:
    """Returns cards of the peer by code, sorted."""
    return sorted(CODES[card] for card in hand)


class Lockstep:
    """One deal, played at once by the peer and by us."""

    def __init__(self, peer: Any, game: Any, rng: random.Random) -> None:
        self.peer, self.game, self.rng = peer, game, rng
        self.players: int = game.players
        peer.apply_action(0)
        self.talon = [CODES[card] for card in peer.talon()]
        hands = [[CODES[card] for card in peer.player_cards(seat)] for seat in range(self.players)]
        self.hands = [set(hand) for hand in hands]
        self.ours: Any = game.start(game.make_deal(hands, talon=self.talon))
        self.record: Record | None = None
        self.trick: list[tuple[int, str]] = []

    def run(self) -> None:
        """Plays the deal to its end, comparing at every step."""
        while not self.peer.is_terminal():
            phase = self.peer.current_game_phase().name
            if phase == "TRICKS_PLAYING":
                self.begin_play()
            names = self.compare(phase)
            if names is None:
                self.finish_alone()
                break
            name = choose_bid(self.rng, names) if phase == "BIDDING" else self.rng.choice(names)
            action = next(
                a for a in self.peer.legal_actions() if name_of(self.peer, phase, a) == name
            )
            self.note(phase, name)
            self.peer.apply_action(action)
            self.ours.apply(name)
            if phase == "TRICKS_PLAYING":
                self.after_card()
        assert self.ours.is_over
        assert self.ours.current_player is None
        self.compare_returns()

    def compare(self, phase: str) -> list[str] | None:
        """Compares whose turn it is and what is legal; `None` if the peer forces the pagat."""
        seat = self.peer.current_player()
        assert self.ours.current_player == seat
        expected = PHASES[phase]
        if phase == "TALON_EXCHANGE" and len(self.peer.talon()) < 6:
            expected = "discard"
        assert self.ours.phase == expected
        names = [name_of(self.peer, phase, action) for action in self.peer.legal_actions()]
        mine = [self.game.action_names[action] for action in self.ours.legal_actions()]
        if phase == "TRICKS_PLAYING":
            assert sorted(self.ours.hand(seat)) == in_order(self.peer.player_cards(seat))
            if self.is_forced_wrongly(seat, names):
                return None
        assert sorted(mine) == sorted(names)
        return names

    def is_forced_wrongly(self, seat: int, names: list[str]) -> bool:
        """Whether the peer makes a seat play the pagat that can follow the plain suit led."""
        if not self.trick or names != [PAGAT] or len(self.hands[seat]) == 1:
            return False
        led = self.trick[0][1][0]
        on_table = {card for _, card in self.trick}
        return (
            led != "T" and {MOND, SKIS} <= on_table and any(c[0] == led for c in self.hands[seat])
        )

    def begin_play(self) -> None:
        """Passes what the peer has not: announcements and kontra."""
        while self.ours.phase in {"announce", "kontra"}:
            self.ours.apply("done" if self.ours.phase == "announce" else "pass")
        if self.record is None:
            contract = self.ours.contract
            self.record = Record(self.players, contract.bid, contract.declarer, talon=self.talon)
        assert self.record.contract == self.peer.selected_contract().name.lower()

    def note(self, phase: str, name: str) -> None:
        """Writes down what is about to be done."""
        seat = self.peer.current_player()
        if phase == "TRICKS_PLAYING":
            self.hands[seat].remove(name)
            self.trick.append((seat, name))
        elif phase == "KING_CALLING":
            contract = self.peer.selected_contract().name.lower()
            self.record = Record(self.players, contract, seat, king=name[-1] + "K")
            holders = [s for s, hand in enumerate(self.hands) if self.record.king in hand]
            self.record.partner = next((s for s in holders if s != seat), None)
        elif phase == "TALON_EXCHANGE":
            self.exchange(seat, name)

    def exchange(self, seat: int, name: str) -> None:
        """Takes a group, or lays a card away."""
        if self.record is None:
            contract = self.peer.selected_contract().name.lower()
            self.record = Record(self.players, contract, seat)
        record = self.record
        if not name.startswith("group:"):
            self.hands[seat].remove(name)
            record.discards.append(name)
            return
        size, number = TAKEN[record.contract], int(name[-1])
        groups = [self.talon[i : i + size] for i in range(0, 6, size)]
        assert [[CODES[card] for card in group] for group in self.peer.talon_sets()] == groups
        group = groups.pop(number)
        self.hands[seat] |= set(group)
        record.king_taken = record.king in group
        record.talon = [card for rest in groups for card in rest]

    def after_card(self) -> None:
        """Compares the open trick, or who won it."""
        if len(self.trick) < self.players:
            assert self.ours.trick == self.trick
            assert [card for _, card in self.trick] == [CODES[c] for c in self.peer.trick_cards()]
            return
        self.close_trick()
        assert self.record is not None
        winner = self.record.winners[-1][0]
        if not self.peer.is_terminal():
            assert self.peer.current_player() == winner
            assert self.ours.current_player == winner

    def close_trick(self) -> None:
        """Writes a trick down, and compares tricks and card points with ours."""
        record = self.record
        assert record is not None
        record.tricks.append(self.trick)
        record.winners.append(winning(self.trick, record.contract))
        self.trick = []
        position = self.ours.position
        seats = range(self.players)
        assert position.tricks == tuple(
            sum(winner == seat for winner, _ in record.winners) for seat in seats
        )
        assert position.points == tuple(record.points(seat) for seat in seats)

    def finish_alone(self) -> None:
        """Plays on by the rules alone, where the peer forces a card that they do not force."""
        record = self.record
        assert record is not None
        while not self.ours.is_over:
            seat = self.ours.current_player
            mine = {self.game.action_names[action] for action in self.ours.legal_actions()}
            assert mine == legal(sorted(self.hands[seat]), self.trick, record.contract)
            card = self.rng.choice(sorted(mine))
            self.hands[seat].remove(card)
            self.trick.append((seat, card))
            self.ours.apply(card)
            if len(self.trick) == self.players:
                self.close_trick()

    def compare_returns(self) -> None:
        """Compares our returns with the rules', and the peer's where it can be right."""
        assert self.record is not None
        returns = self.ours.returns().tolist()
        assert returns == self.record.returns(), self.record
        if self.peer.is_terminal() and self.record.peer_is_right():
            assert returns == self.peer.returns(), self.record


def run(players: int, deals: int, seed: int) -> Counter[str]:
    """Plays deals side by side, and returns how often each contract was played."""
    peer_game = pyspiel.load_game(f"tarok(players={players},rng_seed={seed})")
    game = ultimo.game("slovenian_tarok", players=players, preset="openspiel")
    rng = random.Random(seed)
    played: Counter[str] = Counter()
    for _ in range(deals):
        step = Lockstep(peer_game.new_initial_state(), game, rng)
        step.run()
        assert step.record is not None
        played[step.record.contract] += 1
        played["compared"] += step.peer.is_terminal() and step.record.peer_is_right()
    return played


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_deals_in_lockstep(players: int, seed: int) -> None:
    deals = 500
    played = run(players, deals, seed)
    assert played["compared"] > deals // 2
    contracts = {"klop", "three", "two", "one", "beggar", "solo_without", "open_beggar"}
    contracts |= {"colour_valat_without", "valat_without"}
    if players == 4:
        contracts |= {"solo_three", "solo_two", "solo_one"}
    assert contracts <= set(played)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [3, 4])
def test_many_more_deals_in_lockstep(players: int) -> None:
    run(players, 20_000, seed=100)


def test_the_peer_counts_piles_as_the_rules_do() -> None:
    """Single precision and all: for every pile of klop, where a seat scores minus its points."""
    game = pyspiel.load_game("tarok(players=3,rng_seed=5)")
    ours = ultimo.game("slovenian_tarok", players=3, preset="openspiel")
    rng = random.Random(5)
    counted = 0
    while counted < 20:
        peer = game.new_initial_state()
        step = Lockstep(peer, ours, rng)
        for name in ("pass", "pass", "klop"):
            peer.apply_action(BIDS.index(name))
            step.ours.apply(name)
        step.run()
        assert step.record is not None
        counted += all(abs(score) < 70 for score in peer.returns())
