"""Snapszer of two beside the PyPI package schnapsen: the same moves, points and winners.

Its rules are those of the options `s2_endgame="strict"`, without closing. It differs in three
things, which are worked out here and not skipped:

- it leads the king of a marriage by itself, so that is what is led here;
- it counts a marriage only when its announcer wins a trick after it, and so does not end a deal at
  an announcement: a deal that ends here so is compared up to there, with what it holds pending;
- what a loser holds pending it does not count, although he has a trick.
"""

import random
from typing import Any

import pytest

import ultimo

peer = pytest.importorskip("schnapsen.game", reason="the package schnapsen is not installed")
Bot: Any = peer.Bot

GAME: Any = ultimo.game("snapszer", form="S2", s2_endgame="strict")
SUITS = {"CLUBS": "A", "SPADES": "L", "HEARTS": "H", "DIAMONDS": "B"}
RANKS = {"ACE": "A", "TEN": "T", "KING": "K", "QUEEN": "O", "JACK": "U"}


class DealOverHere(Exception):  # noqa: N818 - no error
    """Our deal has ended at an announcement, the peer's goes on."""


def code(card: Any) -> str:
    """Returns our code of a card of the peer."""
    return SUITS[card.suit.name] + RANKS[card.rank.name]


CARDS = {code(card): card for card in peer.SchnapsenDeckGenerator().get_initial_deck()}


def move_names(moves: list[Any]) -> dict[str, Any]:
    """Returns moves of the peer by our names."""
    found = {}
    for move in moves:
        if move.is_marriage():
            found[f"marriage:{SUITS[move.suit.name]}"] = move
        elif move.is_trump_exchange():
            found["exchange"] = move
        else:
            found[code(move.cards[0])] = move
    return found


class Seat(Bot):  # type: ignore[misc]
    """Plays one seat of the peer's game: compares what is seen, and plays by lot on both sides."""

    def __init__(self, seat: int, state: Any, rng: random.Random) -> None:
        super().__init__(f"seat {seat}")
        self.seat, self.state, self.rng = seat, state, rng

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        """Compares hands, stock, points and legal moves, and chooses one."""
        position = self.state.position
        assert position.current_player == self.seat
        assert {code(card) for card in perspective.get_hand()} == set(position.hands[self.seat])
        assert perspective.get_talon_size() == len(position.stock)
        compare_points(position, self.seat, perspective.get_my_score())
        compare_points(position, 1 - self.seat, perspective.get_opponent_score(), leader_move)
        known = move_names(perspective.valid_moves())
        assert sorted(known) == sorted(position.legal())
        words = [name for name in known if len(name) > 2]
        name = self.rng.choice(words if words and self.rng.random() < 0.6 else list(known))
        self.state.apply(name)
        if name.startswith("marriage:"):
            if self.state.is_over:
                raise DealOverHere
            self.state.apply(f"{name[-1]}K")
        return known[name]


def compare_points(position: Any, seat: int, score: Any, leader_move: Any = None) -> None:
    """Compares the points of a seat, with marriages once it has a trick."""
    ours = points(position, seat)
    held = score.pending_points if position.tricks[seat] else 0
    # The marriage of the trick on the table the peer books when the trick is complete.
    announced = leader_move is not None and leader_move.is_marriage() and position.tricks[seat]
    if announced:
        trump = SUITS[leader_move.suit.name] == position.contract.trump
        held += 40 if trump else 20
    assert ours == score.direct_points + held


def points(position: Any, seat: int) -> int:
    """Returns the points of a seat, with marriages that count."""
    contract = GAME.contract(trump=position.contract.trump, declarer=seat)
    twin = GAME.play_position(contract, position.setup)
    for _, action in position.history:
        twin.play(action)
    return int(twin.outcome().points)


def play_beside(seed: int) -> str:
    """Plays a deal on both sides and returns how it ended."""
    rng = random.Random(seed)
    deal = GAME.deal(seed)
    state = GAME.start(deal)
    engine = peer.SchnapsenGamePlayEngine()
    bots = [Seat(seat, state, rng) for seat in (0, 1)]
    first, second = (
        peer.BotState(implementation=bot, hand=peer.Hand([CARDS[c] for c in hand]))
        for bot, hand in zip(bots, deal.hands, strict=True)
    )
    talon = peer.Talon([CARDS[card] for card in deal.talon])
    their = peer.GameState(leader=first, follower=second, talon=talon, previous=None)
    won = None
    while won is None:
        try:
            their = engine.trick_implementer.play_trick(engine, their)
        except DealOverHere:
            return "announced"
        won = engine.trick_scorer.declare_winner(their)
        assert (won is not None) == state.is_over
    winner, worth = won
    expected = [0.0, 0.0]
    loser = their.follower if winner is their.leader else their.leader
    pending = loser.score.pending_points if loser.won_cards else 0
    if worth == 2 and loser.score.direct_points + pending >= 33:
        worth = 1
    expected[winner.implementation.seat] = worth
    assert state.returns().tolist() == expected
    return "points" if winner.score.direct_points >= 66 else "last trick"


def test_deals_of_two_go_as_the_peer_plays_them() -> None:
    ended = [play_beside(seed) for seed in range(300)]
    # All the ways in which a deal ends came up.
    assert set(ended) == {"announced", "points", "last trick"}
