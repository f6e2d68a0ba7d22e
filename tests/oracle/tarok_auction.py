"""The auction, the announcements and the kontra of Slovenian tarok."""

from tests.oracle.tarok_options import KING_CONTRACTS, Options, contract_values, kontra_top

DECLARER, DEFENDERS = "declarer", "defenders"
ITEMS = ("trula", "kings", "pagat_ultimo", "trulapagat", "valat", "king_ultimo")


class Auction:
    """The auction of three or four players.

    Args:
        options: The options of the game.
        forehand: The seat that has the highest priority; the others follow in order of play.
    """

    def __init__(self, options: Options, forehand: int = 0) -> None:
        self.options = options
        self.forehand = forehand
        # "Turn order: seat 1, seat 2, ..., seat n-1 (dealer), seat 0 (forehand)."
        self.current: int | None = (forehand + 1) % options.players
        self.passed: set[int] = set()
        self.bids: dict[int, str] = {}
        self.high: tuple[int, str] | None = None
        self.declarer: int | None = None
        self.contract: str | None = None

    def _priority(self, seat: int) -> int:
        """Forehand 0, then in order of play: "a lower seat number is higher priority"."""
        return (seat - self.forehand) % self.options.players

    def _others_passed(self) -> bool:
        return len(self.passed) == self.options.players - 1

    def legal(self) -> list[str]:
        """The calls of the seat to speak, as `legal_calls(p)` of the rules file has them."""
        seat = self.current
        if seat is None:
            return []
        contracts = list(contract_values(self.options))
        if self._others_passed() and seat not in self.bids:
            # "If all others have passed without a bid, forehand may not pass."
            # klop_forced: "nobody bid -> klop".
            return ["klop"] if self.options.klop_forced else ["klop", *contracts]
        if self._others_passed():
            # "He confirms his bid or raises it to any higher contract."
            own = contracts.index(self.bids[seat])
            return contracts[own:] if self.options.final_raise else [contracts[own]]
        calls = ["pass"]
        for contract in contracts:
            # "three and klop can be chosen only by forehand, and only when all the others have
            # passed without a bid."
            if contract == "three" and not self.options.three_open_to_all:
                continue
            if self.high is None:
                calls.append(contract)
                continue
            high_seat, high = self.high
            higher = contracts.index(contract) > contracts.index(high)
            # "A player may hold: bid the same contract as the current highest bid, if his
            # priority is higher than that of the bidder."
            hold = contract == high and self._priority(seat) < self._priority(high_seat)
            if higher or hold:
                calls.append(contract)
        return calls

    def apply(self, call: str) -> None:
        """Make a call."""
        seat = self.current
        assert seat is not None
        assert call in self.legal()
        if self._others_passed():
            # "Then the auction ends and he is the declarer."
            self.declarer, self.contract, self.current = seat, call, None
            return
        if call == "pass":
            self.passed.add(seat)
        else:
            self.bids[seat] = call
            self.high = (seat, call)
        while True:
            # "And round again, skipping players who have passed."
            seat = (seat + 1) % self.options.players
            if seat not in self.passed:
                break
        self.current = seat


class TwoPlayerAuction:
    """The declaration of two players, "play" or "pass"."""

    def __init__(self, forehand: int = 0) -> None:
        self.forehand = forehand
        self.current: int | None = forehand
        self.declarer: int | None = None
        self.contract: str | None = None

    def legal(self) -> list[str]:
        """The two calls there are."""
        return ["pass", "play"]

    def apply(self, call: str) -> None:
        """Make a call."""
        assert self.current is not None
        assert call in self.legal()
        if call == "pass" and self.current == self.forehand:
            # "Or leaves the decision to the dealer."
            self.current = 1 - self.forehand
            return
        # "Bidder = the one who said "play", or no bidder: the deal is played all the same."
        self.declarer = self.current if call == "play" else None
        self.contract = "play" if call == "play" else "none"
        self.current = None


class Announcements:
    """The announcements: the declarer names items one by one until he is done.

    With `defenders_may_announce` the defenders follow in turn after him. The rules are silent on
    an item that both sides want: here each can be named once, and what excludes what holds for the
    table as a whole.
    """

    def __init__(self, options: Options, contract: str, declarer: int, partner: int | None) -> None:
        self.options = options
        self.contract = contract
        self.declarer = declarer
        self.partner = partner
        self.announced: dict[str, str] = {}  # item -> the side that announced it
        self.turns = [declarer]
        if options.defenders_may_announce:
            # The hidden partner is asked too, though he has nothing to say but `done`: "he says
            # nothing, his identity becomes known when the king is played".
            self.turns += [(declarer + i) % options.players for i in range(1, options.players)]

    @property
    def current(self) -> int | None:
        """The seat to announce."""
        return self.turns[0] if self.turns else None

    def _allowed(self, item: str) -> bool:
        if item in self.announced or "valat" in self.announced:
            return False
        if item == "king_ultimo":
            # It is an item of its own only where the option gives it a value and a king is called.
            return (
                self.options.king_ultimo > 0
                and self.options.players == 4
                and self.contract in KING_CONTRACTS
            )
        if item == "valat":
            # "Announcing valat excludes everything else."
            return not self.announced
        if item == "trulapagat":
            # "Announcing trulapagat excludes announcing trula or pagat ultimo separately."
            return "trula" not in self.announced and "pagat_ultimo" not in self.announced
        if item in ("trula", "pagat_ultimo"):
            return "trulapagat" not in self.announced
        return True

    def legal(self) -> list[str]:
        """The items that may be named, and `done`."""
        if self.current == self.partner:
            return ["done"]
        return [*(f"announce:{item}" for item in ITEMS if self._allowed(item)), "done"]

    def apply(self, call: str) -> None:
        """Name an item, or be done."""
        assert call in self.legal()
        if call == "done":
            del self.turns[0]
            return
        side = DECLARER if self.current == self.declarer else DEFENDERS
        self.announced[call.removeprefix("announce:")] = side


class Kontra:
    """The kontra phase: objects are the whole game and each announced item."""

    def __init__(
        self,
        options: Options,
        declarer: int,
        partner: int | None,
        announced: dict[str, str],
    ) -> None:
        self.options = options
        self.declarers = {declarer, partner}
        # Whose undertaking each object is: the other side raises it first.
        self.owner = {"game": DECLARER, **announced}
        self.levels: dict[str, int] = {}
        # "Speaking turn starts with the declarer's right-hand neighbour and goes round."
        self.current: int | None = (declarer + 1) % options.players
        self._raised_this_turn = False
        self._quiet_turns = 0

    def _may_raise(self, item: str) -> bool:
        level = self.levels.get(item, 0)
        if level == kontra_top(self.options):
            return False
        side = DECLARER if self.current in self.declarers else DEFENDERS
        # "Opponents raise 0->1 and 2->3, the declarer's side raises 1->2."
        opponents = side != self.owner[item]
        return opponents if level % 2 == 0 else not opponents

    def legal(self) -> list[str]:
        """The objects the seat may raise, and `pass`."""
        return [*(f"kontra:{item}" for item in self.owner if self._may_raise(item)), "pass"]

    def apply(self, call: str) -> None:
        """Raise an object, or end the turn."""
        assert self.current is not None
        assert call in self.legal()
        if call != "pass":
            item = call.removeprefix("kontra:")
            self.levels[item] = self.levels.get(item, 0) + 1
            self._raised_this_turn = True
            return
        self._quiet_turns = 0 if self._raised_this_turn else self._quiet_turns + 1
        self._raised_this_turn = False
        # "The phase ends after n consecutive passes."
        ended = self._quiet_turns == self.options.players
        self.current = None if ended else (self.current + 1) % self.options.players
