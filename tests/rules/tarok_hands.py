"""Whole deals of Slovenian tarok in which what happens is chosen beforehand.

In all tricks but perhaps the last every seat follows suit, so that whoever holds the best card of
a trick wins it, and every card may legally be played. Such deals are drawn until one of them has
the points, trull, kings and last trick that are asked for. Seat 0 is forehand and declarer.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import ultimo

FOREHAND = 0
TRULL = frozenset({"T1", "T21", "T22"})
KINGS = frozenset({"CK", "DK", "HK", "SK"})
RANKS = {"C": "789TJNQK", "S": "789TJNQK", "D": "432AJNQK", "H": "432AJNQK"}
SUIT_CARDS = [suit + rank for suit, ranks in RANKS.items() for rank in ranks]
TAROCKS = [f"T{number}" for number in range(1, 23)]
PACK = [*SUIT_CARDS, *TAROCKS]
TAKES = {"three": 3, "solo_three": 3, "two": 2, "solo_two": 2, "one": 1, "solo_one": 1}

Trick = dict[int, str]
Play = tuple[int, str]


@cache
def _game(items: tuple[tuple[str, Any], ...]) -> Any:
    return ultimo.game("slovenian_tarok", **dict(items))


def tarok(players: int, **options: Any) -> Any:
    """Returns the game, the same object for the same options."""
    frozen = {k: frozenset(v) if isinstance(v, set) else v for k, v in options.items()}
    return _game((("players", players), *sorted(frozen.items())))


def nominal(card: str) -> int:
    """Returns what a card is worth before anything is taken off."""
    if card in TRULL:
        return 5
    return 1 if card[0] == "T" else {"K": 5, "Q": 4, "N": 3, "J": 2}.get(card[1], 1)


def count(cards: Iterable[str]) -> int:
    """Counts a pile: two off for three cards, one off for what is left."""
    pile = list(cards)
    full, left = divmod(len(pile), 3)
    return sum(map(nominal, pile)) - 2 * full - (left > 0)


def strength(card: str) -> int:
    """Returns the rank of a card within its suit, or of a tarock above all suits."""
    return 100 + int(card[1:]) if card[0] == "T" else RANKS[card[0]].index(card[1])


def winning(trick: Sequence[Play]) -> Play:
    """Returns who wins a trick, and with what: no emperor's trick."""
    led = trick[0][1][0]
    return max(trick, key=lambda play: strength(play[1]) if play[1][0] in {led, "T"} else -1)


def fill(
    players: int, hands: Mapping[int, Sequence[str]] | None = None, talon: Sequence[str] = ()
) -> tuple[list[list[str]], list[str]]:
    """Completes a deal of which some cards are given; every hand gets a tarock."""
    given = {seat: list(cards) for seat, cards in (hands or {}).items()}
    used = {card for hand in given.values() for card in hand} | set(talon)
    rng = random.Random(54)
    size = 48 // players
    while True:
        rest = [card for card in PACK if card not in used]
        rng.shuffle(rest)
        full = []
        for seat in range(players):
            hand = given.get(seat, [])[:]
            while len(hand) < size:
                hand.append(rest.pop())
            full.append(hand)
        if all(any(card[0] == "T" for card in hand) for hand in full):
            return full, [*talon, *rest]


def begin(
    game: Any,
    hands: Mapping[int, Sequence[str]] | None = None,
    talon: Sequence[str] = (),
    **terms: Any,
) -> Any:
    """Starts a deal of which some cards are given."""
    full, rest = fill(game.players, hands, talon)
    return game.start(game.make_deal(full, talon=rest), **terms)


def do(state: Any, *names: str) -> Any:
    """Does some actions."""
    for name in names:
        state.apply(name)
    return state


def names(state: Any) -> list[str]:
    """Returns the legal actions by name."""
    return [state.game.action_names[action] for action in state.legal_actions()]


def bid(state: Any, contract: str, declarer: int = 0) -> Any:
    """Lets one seat bid and all others pass, until the auction is over."""
    while state.phase == "auction":
        mine = state.current_player == declarer
        state.apply(contract if mine else "pass")
    return state


def say_kontra(state: Any, levels: Mapping[str, int]) -> Any:
    """Raises everything to its level, whoever's turn it is, and begins the play.

    What opponents announced is doubled by the same name as what the declarer did.
    """

    def said() -> dict[str, int]:
        return {k.removeprefix("opponents_"): v for k, v in state.contract.kontra.items()}

    while state.phase == "kontra":
        for doubled, level in levels.items():
            held = said().get(doubled, 0)
            if held < level and f"kontra:{doubled}" in names(state):
                state.apply(f"kontra:{doubled}")
        state.apply("pass")
    assert {k: v for k, v in levels.items() if v} == said()
    return state


@dataclass
class Facts:
    """What came of a deal; what is signed is 1 for the declarer's side, -1 for the others."""

    points: int = 0
    trula: int = 0
    kings: int = 0
    pagat: int = 0
    pagat_lost: int = 0
    king_last: int = 0
    valat: int = 0
    mond_lost_by: int | None = None
    counts: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    won_talon: bool = False


@dataclass
class Script:
    """A deal, what the declarer takes and lays away, and the tricks."""

    players: int
    hands: list[list[str]]
    talon: list[str]
    group: int | None
    laid: list[str]
    tricks: list[Trick]
    side: frozenset[int]
    king: str | None
    facts: Facts = field(default_factory=Facts)

    def measure(self, *, king_taken: bool) -> None:
        """Plays the tricks and notes what came of them."""
        piles: list[list[str]] = [[] for _ in range(self.players)]
        won = [0] * self.players
        rest = [card for card in self.talon if card not in self.laid and card not in self.taken]
        leader = FOREHAND
        found = Facts()
        play: list[Play] = []
        for trick in self.tricks:
            play = [(s % self.players, trick[s % self.players]) for s in self.order(leader)]
            leader, best = winning(play)
            piles[leader] += trick.values()
            won[leader] += 1
            if best == "T22":
                lost = [seat for seat, card in play if card == "T21"]
                found.mond_lost_by = lost[0] if lost else found.mond_lost_by
            if king_taken and best == self.king:
                piles[leader] += rest
                found.won_talon = True
        ours = [card for seat in self.side for card in piles[seat]]
        theirs = [c for s, pile in enumerate(piles) if s not in self.side for c in pile]
        last = 1 if leader in self.side else -1
        for seat, card in play:
            if card == "T1" and seat == leader:
                found.pagat = last
            elif card == "T1" and (seat in self.side) != (leader in self.side):
                found.pagat_lost = -last
            found.king_last = last if card == self.king else found.king_last
        found.points = count(ours + self.laid)
        found.trula = int(set(ours) >= TRULL) - int(set(theirs) >= TRULL)
        found.kings = int(set(ours) >= KINGS) - int(set(theirs) >= KINGS)
        found.valat = int(not theirs) - int(not ours)
        found.counts = tuple(map(count, piles))
        found.tricks = tuple(won)
        self.facts = found

    def order(self, leader: int) -> range:
        """Returns the seats from the leader on, to be taken modulo their number."""
        return range(leader, leader + self.players)

    @property
    def taken(self) -> list[str]:
        """The cards of the group that the declarer takes."""
        if self.group is None:
            return []
        size = len(self.laid)
        return self.talon[self.group * size : (self.group + 1) * size]

    def start(self, game: Any) -> Any:
        """Starts the deal, up to the auction."""
        return game.start(game.make_deal(self.hands, talon=self.talon))

    def finish(self, state: Any) -> Any:
        """Plays the tricks, until the deal is over."""
        for trick in self.tricks:
            for _ in range(self.players):
                if not state.is_over:
                    state.apply(trick[state.current_player])
        assert state.is_over
        return state


SIGNED = ("trula", "kings", "pagat", "pagat_lost", "king_last", "valat")


@dataclass(frozen=True)
class Wish:
    """What a deal must be like; see `draw`."""

    players: int
    takes: int
    side: frozenset[int]
    king: str | None
    king_from: str
    last: str
    favour: Sequence[float]
    facts: Mapping[str, Any]
    left: frozenset[str]

    @property
    def needed(self) -> frozenset[str]:
        """Cards that may not be left over."""
        needed = frozenset({self.king}) if self.king and self.king_from != "left" else frozenset()
        needed |= TRULL if self.facts.get("trula") else frozenset()
        needed |= KINGS if self.facts.get("kings") else frozenset()
        return needed - self.left

    @property
    def king_owner(self) -> int | None:
        """Who holds the called king when play begins."""
        return None if self.king is None or self.king_from == "left" else max(self.side)

    def distance(self, found: Facts) -> int:
        """Returns how far a deal is from what is wanted: 0 if it will do."""
        total = 0
        for name, value in self.facts.items():
            have = getattr(found, name)
            if name == "points":
                total += abs(have - value)
            elif name == "counts":
                total += sum(abs(h - v) for h, v in zip(have, value, strict=True) if v is not None)
            elif name == "tricks":
                total += sum(h != v for h, v in zip(have, value, strict=True) if v is not None)
            else:
                total += 3 * (have != value)
        return total


def draw(
    players: int,
    *,
    takes: int = 0,
    partner: int | None = None,
    king: str | None = None,
    king_from: str = "hand",
    last: str = "any",
    favour: Sequence[float] | None = None,
    left: Iterable[str] = (),
    signs: bool = True,
    seed: int = 0,
    **wanted: Any,
) -> Script:
    """Draws deals until one is as wanted.

    Args:
        players: 3 or 4.
        takes: How many cards the declarer takes and lays away.
        partner: The seat that holds the called king.
        king: The called king; without a partner the declarer holds it, or see `king_from`.
        king_from: `"hand"`, `"taken"` if it comes with the talon group that is taken, `"left"` if
            it lies in the talon and stays there.
        last: What lies in the last trick: `"pagat"` with suit cards, `"beaten_pagat"` with higher
            tarocks, `"king"` with suit cards of its own, `"beaten_king"` with a tarock.
        favour: How likely each seat is to win a trick.
        left: Cards of the talon that nobody takes.
        signs: Whether what is signed must be 0 unless it is named.
        seed: Of the drawing.
        **wanted: What the facts must be; in `counts` and `tricks` `None` stands for anything.
    """
    side = frozenset({0} if partner is None else {0, partner})
    facts = dict.fromkeys(SIGNED, 0) | wanted if signs else wanted
    if king is None or "king_last" not in wanted:
        facts.pop("king_last", None)
    others = players - len(side)
    share = min(0.92, max(0.08, wanted.get("points", 35) / 70))
    weights = [share / len(side) if s in side else (1 - share) / others for s in range(players)]
    wish = Wish(
        players=players,
        takes=takes,
        side=side,
        king=king,
        king_from=king_from,
        last=last,
        favour=weights if favour is None else favour,
        facts=facts,
        left=frozenset(left) | ({king} if king and king_from == "left" else set()),
    )
    rng = random.Random(f"{seed} {wish}")
    for _ in range(4000):
        script = _drawn(wish, rng)
        if script is not None:
            return script
    raise AssertionError(f"no deal has {wanted}")


def _drawn(wish: Wish, rng: random.Random) -> Script | None:
    """Deals once, then moves the winners of tricks about as long as that helps."""
    groups, final, left = _groups(wish, rng)
    tricks = [_seated(wish, rng, group) for group in groups]
    if final:
        tricks.append(_seated_last(wish, rng, final))
    elif wish.last != "any":
        card = "T1" if wish.last == "beaten_pagat" else str(wish.king)
        tricks.sort(key=lambda trick: card in trick.values())
        if wish.last == "beaten_pagat" and not _beats_pagat(wish, tricks[-1]):
            return None
    if not wish.left <= set(left) or len(tricks) != 48 // wish.players:
        return None
    plain = [c for c in left if c[0] != "T" and c not in KINGS and c not in wish.left]
    laid = plain[: wish.takes]
    if len(laid) < wish.takes or (wish.king_from == "left" and wish.king not in left):
        return None
    script = Script(wish.players, [], left, None, laid, tricks, wish.side, wish.king)
    for _ in range(150):
        script.measure(king_taken=wish.king_from == "taken")
        distance = wish.distance(script.facts)
        if not distance:
            return _exchanged(wish, rng, script)
        number = rng.randrange(len(tricks) - bool(final))
        before = tricks[number]
        tricks[number] = _seated(wish, rng, list(before.values()))
        if wish.last == "beaten_pagat" and not _beats_pagat(wish, tricks[-1]):
            tricks[number] = before
        script.measure(king_taken=wish.king_from == "taken")
        if wish.distance(script.facts) > distance:
            tricks[number] = before
    return None


def _beats_pagat(wish: Wish, trick: Trick) -> bool:
    """Whether the side that is to lose the pagat plays it, and the other wins the trick."""
    owner = next(seat for seat, card in trick.items() if card == "T1")
    best = max(trick, key=lambda seat: strength(trick[seat]))
    loses = owner in wish.side
    return loses == (wish.facts["pagat_lost"] > 0) and (best in wish.side) != loses


def _groups(wish: Wish, rng: random.Random) -> tuple[list[list[str]], list[str], list[str]]:
    """Parts the pack into tricks in which all follow, a last one, and the talon."""
    size = wish.players
    apart = {"pagat": ["T1"], "beaten_king": [str(wish.king)]}.get(wish.last, [])
    groups: list[list[str]] = []
    left: list[str] = []
    for suit in (*RANKS, "T"):
        cards = [card for card in PACK if card[0] == suit and card not in apart]
        rng.shuffle(cards)
        full = len(cards) // size * size
        while not wish.needed.isdisjoint(cards[full:]):
            rng.shuffle(cards)
        cards.sort(key=lambda card: card in wish.left)
        groups += [cards[i : i + size] for i in range(0, full, size)]
        left += cards[full:]
    rng.shuffle(groups)
    tricks = 48 // size - (size == 3 or bool(apart))
    droppable = [g for g in groups if g[0][0] != "T" and wish.needed.isdisjoint(g)]
    droppable.sort(key=wish.left.isdisjoint)
    for group in droppable[: len(groups) - tricks]:
        groups.remove(group)
        left += group
    rng.shuffle(left)
    final = apart[:]
    if wish.last == "beaten_king":
        tarock = next(card for card in left if card[0] == "T")
        left.remove(tarock)
        final.append(tarock)
    if final or size == 3:
        plain = [c for c in left if c[0] != "T" and c not in KINGS and c not in wish.left]
        more = plain[: size - len(final)]
        final += more
        left = [card for card in left if card not in more]
    return groups, final, left


def _seated(wish: Wish, rng: random.Random, group: list[str]) -> Trick:
    """Gives every seat a card, the best one to a seat that may win it."""
    facts = wish.facts
    weights = list(wish.favour)
    forced = [
        facts[name]
        for name, cards in (("trula", TRULL), ("kings", KINGS))
        if facts.get(name) and not cards.isdisjoint(group)
    ]
    if facts.get("valat"):
        forced.append(facts["valat"])
    if wish.king is not None and wish.king in group and wish.king_owner is not None:
        weights = [float(seat == wish.king_owner) for seat in range(wish.players)]
    elif forced:
        weights = [float((s in wish.side) == (forced[-1] > 0)) for s in range(wish.players)]
    winner = rng.choices(range(wish.players), weights=weights)[0]
    seats = [seat for seat in range(wish.players) if seat != winner]
    rng.shuffle(seats)
    cards = sorted(group, key=strength, reverse=True)
    return dict(zip([winner, *seats], cards, strict=True))


def _seated_last(wish: Wish, rng: random.Random, final: list[str]) -> Trick:
    """Gives every seat a card of the last trick, the named one to the right side."""
    seats = list(range(wish.players))
    rng.shuffle(seats)
    if wish.last == "pagat":
        wins = wish.facts["pagat"] > 0
        seats.sort(key=lambda seat: (seat in wish.side) != wins)
    elif wish.last == "beaten_king":
        owner = max(wish.side)
        seats.remove(owner)
        wins = wish.facts["king_last"] > 0
        seats.sort(key=lambda seat: (seat in wish.side) != wins)
        seats.insert(0, owner)
    return dict(zip(seats, final, strict=True))


def _exchanged(wish: Wish, rng: random.Random, script: Script) -> Script | None:
    """Deals such that the declarer has his hand only after taking a group and laying cards away."""
    hands = [[trick[seat] for trick in script.tricks] for seat in range(wish.players)]
    talon = [card for card in script.talon if card not in script.laid]
    if wish.takes:
        taken = rng.sample([card for card in hands[0] if card != wish.king], wish.takes)
        if wish.king_from == "taken":
            taken[0] = str(wish.king)
        hands[0] = [card for card in hands[0] if card not in taken] + script.laid
        script.group = rng.randrange(6 // wish.takes)
        at = script.group * wish.takes
        talon[at:at] = taken
    if not all(any(card[0] == "T" for card in hand) for hand in hands):
        return None
    script.hands, script.talon = hands, talon
    return script


def play(
    script: Script,
    contract: str,
    game: Any,
    *,
    announced: Sequence[str] = (),
    kontra: Mapping[str, int] | None = None,
    by_others: Sequence[str] = (),
) -> Any:
    """Plays a deal from the auction to its end, and returns its state.

    Args:
        script: The deal.
        contract: What seat 0 bids.
        game: The game.
        announced: What seat 0 announces.
        kontra: What is doubled, and its level.
        by_others: What seat 1 announces.
    """
    state = bid(script.start(game), contract)
    if script.players == 4 and contract in {"three", "two", "one"}:
        state.apply(f"king:{(script.king or 'HK')[0]}")
    if script.group is not None:
        do(state, f"group:{script.group}", *script.laid)
    while state.phase == "announce":
        items = {0: announced, 1: by_others}.get(state.current_player, ())
        do(state, *(f"announce:{item}" for item in items), "done")
    say_kontra(state, kontra or {})
    return script.finish(state)
