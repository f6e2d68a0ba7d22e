"""The auction and the kontra of ulti."""

import copy
from collections.abc import Sequence
from functools import cache

from tests.oracle.ulti_bids import Bid, Options, bid_value, bids, component_count, scored

SEATS = 3


def next_seat(seat: int) -> int:
    """`next(s) = (s+1) mod 3`."""
    return (seat + 1) % SEATS


@cache
def worths(options: Options) -> dict[str, tuple[int, int]]:
    """Value and number of components of each bid, by its code."""
    return {
        code: (bid_value(options, bid), component_count(options, bid))
        for code, bid in bids(options).items()
    }


class Auction:
    """The talon that goes round until nobody wants it.

    Args:
        options: The options of the game.
        hands: The hands, of which the starting player's has twelve cards; changed as cards go.
        start: The starting player.
    """

    def __init__(self, options: Options, hands: Sequence[list[str]], start: int = 0) -> None:
        self.options = options
        self.hands = hands
        self.bids = bids(options)
        # Asked often: value and number of components of each bid.
        self.worths = worths(options)
        self.floor = 1
        # With `fewer_components`: at the floor itself only bids with fewer components than this.
        self.fewer_than: int | None = None
        self.holder: int | None = None
        self.standing: Bid | None = None
        self.talon: list[str] = []
        self.current: int | None = start
        # What is asked: "lay" two cards, "bid" or pass, whether to "take" the talon.
        self.asks = "lay"
        self.declines = 0
        self.first_act = True
        self.compelled = False
        self.robs_himself = False
        self.declarer: int | None = None
        self.contract: Bid | None = None

    def copy(self) -> "Auction":
        """A copy that shares nothing that moves change."""
        twin = copy.copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.talon = list(self.talon)
        return twin

    @property
    def phase(self) -> str:
        """`discard` while cards are laid down, else `auction`."""
        return "discard" if self.asks == "lay" else "auction"

    def _reaches(self, code: str, floor: int, fewer_than: int | None) -> bool:
        value, components = self.worths[code]
        if value == floor and fewer_than is not None:
            return components < fewer_than
        return value >= floor

    def _open_bids(self, floor: int, fewer_than: int | None) -> list[str]:
        return [code for code in self.bids if self._reaches(code, floor, fewer_than)]

    def _after_pass(self) -> tuple[int, int | None]:
        """The floor after a pass, with the bound on components that is left of it."""
        raised = self.options.pass_raises_floor
        if self.first_act and self.options.initial_pass == "no_raise":
            raised = 0
        # Where the floor stays, so does what a bid at the floor must have.
        return self.floor + raised, None if raised else self.fewer_than

    def _may_pass(self) -> bool:
        if self.robs_himself:
            return False
        if self.compelled and not self.options.forced_pickup_may_pass:
            return False
        if self.first_act and self.options.initial_pass == "forbidden":
            return False
        # "Nor if floor + 1 > 100": there must be a bid left for whoever is then compelled.
        return bool(self._open_bids(*self._after_pass()))

    def _may_pick_up(self) -> bool:
        # "Picking up needs floor <= 100 (100 is the highest bid)": a bid must be left.
        return bool(self._open_bids(self.floor, self.fewer_than))

    def legal(self) -> list[str]:
        """The actions of the seat that is asked."""
        if self.current is None:
            return []
        if self.asks == "lay":
            return list(self.hands[self.current])
        if self.asks == "bid":
            codes = self._open_bids(self.floor, self.fewer_than)
            return ["pass", *codes] if self._may_pass() else codes
        if self.current != self.holder:
            return ["decline", "pick_up"] if self._may_pick_up() else ["decline"]
        if self.standing is None:
            # "Both declined and standing = none: the holder must pick up the talon again."
            return ["pick_up"]
        # "Both declined and a bid stands: the holder may pick up his own talon ..., or he stands."
        return ["stand", "pick_up"] if self._may_pick_up() else ["stand"]

    def apply(self, name: str) -> None:
        """Make an action."""
        seat = self.current
        assert seat is not None
        assert name in self.legal(), name
        if self.asks == "lay":
            self.hands[seat].remove(name)
            self.talon.append(name)
            if len(self.talon) == 2:
                self.asks = "bid"
        elif self.asks == "bid":
            self._bid(seat, name)
        elif name == "pick_up":
            self.compelled = seat == self.holder and self.standing is None
            self.robs_himself = seat == self.holder and self.standing is not None
            self.hands[seat].extend(self.talon)
            self.talon.clear()
            self.asks = "lay"
        elif name == "stand":
            self._end()
        else:
            self.declines += 1
            self.current = next_seat(seat)
            nobody = self.declines == 2 and self.standing is not None
            if nobody and not self.options.self_rob:
                self._end()

    def _bid(self, seat: int, name: str) -> None:
        if name == "pass":
            # "standing := none, floor := floor + 1."
            self.floor, self.fewer_than = self._after_pass()
            self.standing = None
        else:
            self.standing = self.bids[name]
            value = bid_value(self.options, self.standing)
            if self.options.tie_rule == "fewer_components":
                # "A bid of equal value with strictly fewer components overcalls, and floor is not
                # raised above that value."
                self.floor = value
                self.fewer_than = component_count(self.options, self.standing)
            else:
                self.floor = value + 1
        self.holder = seat
        self.first_act = self.compelled = self.robs_himself = False
        self.declines = 0
        self.asks = "take"
        self.current = next_seat(seat)

    def _end(self) -> None:
        self.declarer, self.contract, self.current = self.holder, self.standing, None


class Kontra:
    """The doubling. A seat names one object at a time until it is `done`.

    Objects are the scored components, or "game" for the whole contract; in a no-trump game the
    defenders, each with a level of his own.
    """

    def __init__(self, options: Options, bid: Bid, declarer: int) -> None:
        self.top = options.kontra_max_level
        self.declarer = declarer
        self.defenders = [next_seat(declarer), next_seat(next_seat(declarer))]
        self.separate = not bid.is_trump_game
        objects = list(scored(options, bid))
        if self.separate:
            # "No-trump games: separately. Each defender has his own level with the declarer."
            objects = [str(seat) for seat in self.defenders]
        elif options.kontra_scope == "contract":
            objects = ["game"]
        self.levels = dict.fromkeys(objects, 0)
        self._eligible = objects  # what may be raised in this step
        self._named: list[str] = []
        self._waiting = [] if self.top == 0 else list(self.defenders)

    def copy(self) -> "Kontra":
        """A copy that shares nothing that moves change."""
        twin = copy.copy(self)
        twin.levels = dict(self.levels)
        twin._named = list(self._named)
        twin._waiting = list(self._waiting)
        return twin

    @property
    def current(self) -> int | None:
        """The seat that is asked."""
        return self._waiting[0] if self._waiting else None

    def _allowed(self) -> list[str]:
        left = [name for name in self._eligible if name not in self._named]
        if self.separate and self.current != self.declarer:
            return [name for name in left if name == str(self.current)]
        return left

    def legal(self) -> list[str]:
        """The objects that may be named, and `done`."""
        return [*(f"kontra:{name}" for name in self._allowed()), "done"]

    def apply(self, call: str) -> None:
        """Name an object, or be done."""
        assert call in self.legal(), call
        if call != "done":
            self._named.append(call.removeprefix("kontra:"))
            return
        was_declarer = self.current == self.declarer
        del self._waiting[0]
        if self._waiting:
            return
        # "The union rises to level 1. Then the declarer names any subset of the components just
        # raised ... and so on until a side names nothing or level 5 is reached."
        for name in self._named:
            self.levels[name] += 1
        self._eligible, self._named = self._named, []
        if not self._eligible or self.levels[self._eligible[0]] == self.top:
            return
        if not was_declarer:
            self._waiting = [self.declarer]
        elif self.separate:
            # "Each of these defenders may say szubkontra."
            self._waiting = [seat for seat in self.defenders if str(seat) in self._eligible]
        else:
            self._waiting = list(self.defenders)
