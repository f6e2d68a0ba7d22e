"""Matches: deals in a row, running totals, the dealer's turn, redeals, and the rules' end.

How a game's deals add up is said by its `MatchRules`, on an immutable tally. A `Match` keeps the
list of what was played and the tally that follows from it. It deals from one seed, or is fed with
results from a real table.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ultimo.checks import brief, plain_integer
from ultimo.documents import read_document, write_document
from ultimo.errors import DealError, IllegalActionError, NotationError, UltimoError
from ultimo.game import Game
from ultimo.match_rules import Draw, MatchRules, Result, Running, Sum, Sums, numbers_fact, one_fact
from ultimo.state import State

__all__ = [
    "Draw",
    "Entry",
    "Match",
    "MatchRules",
    "Result",
    "Running",
    "Sum",
    "Sums",
    "numbers_fact",
    "one_fact",
]

FORMAT = "ultimo.match"
MAX_ENTRIES = 100_000
LOT_STREAM = 2**64 - 1
"""The random stream of what is drawn by lot. Deals use the streams from 0 on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal of a match.

    Attributes:
        dealer: Who dealt.
        result: What counted; `None` for a void deal.
        state: The deal, if it was played here.
        tally: The tally after it.
        next_dealer: Who deals next.
    """

    dealer: int
    result: Any
    state: State | None
    tally: Any
    next_dealer: int


class Match:
    """A match of a game.

    Args:
        game: The game.
        seed: All deals, and what is drawn by lot, follow from it.
        dealer: Who deals first; drawn by lot if `None`.

    Raises:
        DealError: The seed or the dealer is not allowed.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, game: Game[Any], seed: int = 0, dealer: int | None = None) -> None:
        if not isinstance(game, Game):
            raise DealError(f"a match is of a game, not {type(game).__name__}", code="bad_type")
        number = plain_integer(seed)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**64:
            raise DealError(f"seed={brief(seed)}: a seed is 0 to 2**64 - 1", code="bad_seed")
        self._seed = number
        self._game = game
        self._rules = game.match_rules()
        self._entries: list[Entry] = []
        first = self._draw()(game.players) if dealer is None else dealer
        self._first_dealer = game.terms(dealer=first).dealer
        self._first_tally = self._rules.begin()

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self._game

    @property
    def seed(self) -> int:
        """The seed."""
        return self._seed

    @property
    def entries(self) -> list[Entry]:
        """The deals so far, void ones too."""
        return list(self._entries)

    @property
    def tally(self) -> Any:  # noqa: ANN401 - the game's own class
        """Where the match stands, as the game's rules keep it."""
        return self._entries[-1].tally if self._entries else self._first_tally

    @property
    def dealer(self) -> int:
        """Who deals next."""
        return self._entries[-1].next_dealer if self._entries else self._first_dealer

    @property
    def played(self) -> int:
        """Number of deals that counted."""
        return int(self.tally.played)

    @property
    def totals(self) -> npt.NDArray[np.float64]:
        """Running totals: shape (players,), float64, a new array."""
        return np.array(self.tally.totals, dtype=np.float64)

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        tally = self.tally
        return tally.void >= self._rules.most_void or self._rules.is_over(tally)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat as it stands, from 1; who is equal shares the better place."""
        return self._rules.places(self.tally)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place once the match is over; before that none."""
        if not self.is_over:
            return ()
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def payments(self) -> npt.NDArray[np.float64]:
        """What each seat is paid at the end: shape (players,), float64, zeros until then."""
        paid = self._rules.payments(self.tally) if self.is_over else (0,) * self._game.players
        return np.array(paid, dtype=np.float64)

    @property
    def marks(self) -> tuple[int, ...]:
        """The black marks that each seat gets at the end; until then, and in most games, none."""
        return self._rules.marks(self.tally) if self.is_over else (0,) * self._game.players

    def terms(self) -> dict[str, Any]:
        """Returns the terms of the next deal: its dealer, and what the game adds."""
        return {"dealer": self.dealer, **self._rules.terms(self.tally)}

    def start(self) -> State:
        """Starts the next deal: the same one until its result is recorded.

        Raises:
            IllegalActionError: The match is over.
        """
        self._check_open()
        terms = self.terms()
        return self._game.start(
            self._game.deal(self._seed, index=len(self._entries), **terms), **terms
        )

    def record(self, state: State | None = None, **facts: Any) -> None:  # noqa: ANN401
        """Records what came of the next deal.

        Args:
            state: The deal, when it is over. It need not be the one that `start` dealt, but must
                have its terms.
            **facts: Or its result, such as a scorekeeper knows it: `returns=` in most games, or
                what the game's match asks; `void="same_dealer"` or `void="next_dealer"` for a deal
                that was thrown in.

        Raises:
            IllegalActionError: The match is over.
            DealError: The deal is not over or not of this match, or the facts are no result.
        """
        self._check_open()
        if (state is None) == (not facts):
            raise DealError("a result is either a state or its facts", code="no_result")
        redeal: object = None
        if state is not None:
            self._check_state(state)
            redeal = state.redeal
        elif "void" in facts:
            redeal = facts.pop("void")
            if facts or not isinstance(redeal, str) or redeal not in {"same_dealer", "next_dealer"}:
                message = "a void deal has the result void='same_dealer' or void='next_dealer'"
                raise DealError(message, code="bad_result")
        dealer, tally = self.dealer, self.tally
        if redeal is not None:
            counted = tally.played + self._rules.void_counts
            tally = replace(tally, played=counted, void=tally.void + 1)
            following = (
                dealer if redeal == "same_dealer" else self._rules.next_dealer(tally, dealer)
            )
            result = None
        else:
            result = self._rules.read(facts) if state is None else self._rules.result(state)
            tally = replace(
                self._rules.settle(tally, result, dealer, self._draw()),
                played=tally.played + 1,
                void=0,
            )
            following = self._rules.next_dealer(tally, dealer)
        kept = None if state is None else state.copy()
        self._entries.append(Entry(dealer, result, kept, tally, following))

    def undo(self) -> None:
        """Strikes the last deal out.

        Raises:
            IllegalActionError: There is none.
        """
        if not self._entries:
            message = "nothing can be undone: the match has just begun"
            raise IllegalActionError(message, code="nothing_to_undo")
        self._entries.pop()

    def copy(self) -> Self:
        """Returns a match of its own that is equal to this one."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._entries = self._entries[:]
        return other

    def to_json(self) -> str:
        """Returns the match as JSON text."""
        content = {
            "game": self._game.name,
            "options": self._game.options.values(),
            "seed": self._seed,
            "dealer": self._first_dealer,
            "entries": [self._written(entry) for entry in self._entries],
        }
        return write_document(FORMAT, content)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Match":
        """Makes a match from JSON text, by recording again what was recorded.

        Raises:
            UltimoError: The text is no JSON or no match, or something in it is not allowed.
        """
        from ultimo.games import game_from_document

        found = read_document(FORMAT, text, NotationError)
        game = game_from_document(found)
        entries = found.get("entries", [])
        if not isinstance(entries, list) or len(entries) > MAX_ENTRIES:
            message = f"entries are a list of at most {MAX_ENTRIES} deals"
            raise NotationError(message, code="bad_fields")
        match = cls(game, found.get("seed", 0), found.get("dealer"))
        for number, entry in enumerate(entries):
            try:
                match._record_written(entry)
            except UltimoError as fault:
                fault.args = (f"deal {number} of the match: {fault}",)
                raise
        return match

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self._game, self._seed, self._first_dealer, self._entries) == (
            other._game,
            other._seed,
            other._first_dealer,
            other._entries,
        )

    def __repr__(self) -> str:
        totals = ", ".join(f"{total:g}" for total in self.totals)
        return f"<match of {self._game.name}, {self.played} deals: {totals}>"

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return Match.from_json, (self.to_json(),)

    def _check_open(self) -> None:
        if self.is_over:
            raise IllegalActionError("the match is over", code="match_over")

    def _check_state(self, state: object) -> None:
        if not isinstance(state, State):
            message = f"a result is a state, not {type(state).__name__}"
            raise DealError(message, code="bad_type")
        if state.game != self._game:
            message = f"the deal is one of {state.game!r}, and the match of {self._game!r}"
            raise DealError(message, code="wrong_game")
        terms = self._game.terms(**self.terms())
        if state.terms != terms:
            message = f"the deal has the terms {state.terms}, and the match is at {terms}"
            raise DealError(message, code="wrong_terms")
        if not state.is_over:
            raise DealError("the deal is not over", code="not_over")

    def _written(self, entry: Entry) -> dict[str, Any]:
        if entry.state is not None:
            return {"state": entry.state.to_dict()}
        if entry.result is None:
            same = entry.next_dealer == entry.dealer
            return {"facts": {"void": "same_dealer" if same else "next_dealer"}}
        return {"facts": self._rules.write(entry.result)}

    def _record_written(self, entry: object) -> None:
        match entry:
            case {"state": dict(content), **rest} if not rest:
                of_match = {"game": self._game.name, "options": self._game.options.values()}
                self.record(State.from_dict(content | of_match))
            case {"facts": dict(facts), **rest} if not rest and "state" not in facts:
                self.record(**facts)
            case _:
                message = "a deal of a match is an object with either state or facts"
                raise NotationError(message, code="bad_fields")

    def _draw(self) -> Draw:
        """Returns what draws by lot after the deals so far; the first draw is the dealer's."""
        from ultimo._core import stream_words

        block = len(getattr(self, "_entries", ())) << 16

        def draw(n: int) -> int:
            nonlocal block
            bound = 2**32 - 2**32 % n
            while True:
                word = int(stream_words(self._seed, LOT_STREAM, block, 1)[0])
                block += 1
                if word < bound:
                    return word % n

        return draw
