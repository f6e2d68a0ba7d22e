"""What the seats of many rows think possible, drawn by the core in one go.

To find out what a seat knows takes Python some milliseconds. That is done once a deal and seat, as
its play begins; rows that were dealt other cards and came to the play by the same calls share
it, each with its own cards. What the play has shown since, the core finds out and draws.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from ultimo.contracts import Contract
from ultimo.errors import UltimoError
from ultimo.plan import WorldsSpec
from ultimo.sampling.rows import unordered
from ultimo.sampling.worlds import Sampler

if TYPE_CHECKING:
    from ultimo._core import Env, Worlds
    from ultimo.game import Game
    from ultimo.state import State

__all__ = ["Kin", "Prospects", "RowsInPlay"]

Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]

MOST = 1 << 14
"""So many are kept, of 10 to 20 kB each."""


@dataclass(frozen=True, slots=True)
class Kin:
    """What a row has in common with others, whose cards only are different.

    Attributes:
        contract: What is played; `None` if that is not settled.
        deal: What tells its deal and what was done before the play from all others; `None` if the
            play has not begun: then what a seat knows changes with the next call.
        way: What led to the play: equal for rows whose cards lay alike by column all the time.
            `None` if a card was moved.
    """

    contract: Contract | None
    deal: Hashable | None
    way: Hashable | None


Course = tuple[npt.NDArray[np.bool_], npt.NDArray[np.int8], npt.NDArray[np.uint16]]


class RowsInPlay(Protocol):
    """Rows whose plays the core leads."""

    @property
    def core(self) -> "Env":
        """The rows."""

    def course(self, rows: Rows, seats: Rows) -> "Course":
        """What seats of rows have seen of a play, as `ultimo._core.Env.course`."""

    def dealt(self, rows: Rows) -> Bytes:
        """The deals of some rows: shape (k, deck.size)."""

    def kin(self, rows: Rows) -> list[Kin]:
        """What some rows have in common with others."""

    def start(self, row: int, moves: Sequence[int]) -> "State":
        """The deal of a row as its play began, or went on last, and after its first moves; as it is
        if it is not in play.
        """  # noqa: D205 - one sentence


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a seat thought possible when play began.

    Attributes:
        worlds: What draws it.
        deal: The row of the deal it was found out for.
        is_shared: Rows of the same way can use it with their own cards.
        ascending: Columns whose cards are put in order once they are drawn.
    """

    worlds: "Worlds"
    deal: Bytes
    is_shared: bool
    ascending: range | None


class Prospects:
    """Draws for many rows; remembers what was possible when their plays began.

    Args:
        game: The game.
        rows: The rows.
    """

    def __init__(self, game: "Game[Any]", rows: RowsInPlay) -> None:
        self._game, self._rows = game, rows
        self._shared: dict[Hashable, Prospect | None] = {}
        self._own: dict[Hashable, Prospect | None] = {}
        # What seats tell with their first cards is known from the second trick on.
        self._tells = any(field.is_told for field in game.row_fields().values())

    def draw(
        self,
        rows: Rows,
        seats: Rows,
        seeds: npt.NDArray[np.uint64],
        out: Bytes,
        *,
        tries: int,
        threads: int | None,
    ) -> npt.NDArray[np.bool_]:
        """Draws for seats of rows, and returns for which of them it could.

        Args:
            rows: Which rows: shape (k,).
            seats: Who knows, in each: shape (k,).
            seeds: The seed of each: shape (k,).
            out: Is written into: shape (k, n, deck.size).
            tries: How often each world may be dropped.
            threads: Number of threads that draw.
        """
        from ultimo._core import sample_worlds

        can, owner, barred = self._rows.course(rows, seats)
        at = np.flatnonzero(can)
        owner, barred = owner[at], barred[at]
        kin = self._rows.kin(rows[at])
        first = self._first_moves(rows[at])
        asked = zip(rows[at].tolist(), kin, seats[at].tolist(), first, strict=True)
        found = [
            self._prospect(*look) if self._is_settled(look[1], seen) else None
            for look, seen in zip(asked, owner, strict=True)
        ]
        kept = [number for number, prospect in enumerate(found) if prospect is not None]
        can[:] = False
        if not kept:
            return can
        prospects: list[Any] = [found[number] for number in kept]
        at = at[kept]
        different = {id(prospect): prospect for prospect in prospects}
        number_of = {key: number for number, key in enumerate(different)}
        which = np.array([number_of[id(prospect)] for prospect in prospects], dtype=np.int64)
        is_whole = len(at) == len(rows) and out.flags.c_contiguous
        into = out if is_whole else np.zeros((len(at), *out.shape[1:]), dtype=np.uint8)
        drawn = sample_worlds(
            [prospect.worlds for prospect in different.values()],
            which,
            seeds[at],
            into,
            tries=tries + 1,
            owner=owner[kept],
            barred=barred[kept],
            cards=self._cards(rows[at], prospects),
            threads=threads,
        )
        can[at] = drawn
        # All rows of a game are laid out alike.
        if (columns := prospects[0].ascending) is not None:
            into[:, :, columns] = np.sort(into[:, :, columns], axis=2)
        if not is_whole:
            out[at] = into
        return can

    def _first_moves(self, rows: Rows) -> list[tuple[int, ...]]:
        """Returns the moves with which seats tell something, by row."""
        if not self._tells:
            return [()] * len(rows)
        counts, moves = self._rows.core.moves()
        begins = counts.cumsum() - counts
        most = np.minimum(counts, self._game.players)
        return [
            tuple(moves[begins[row] : begins[row] + most[row]].tolist()) for row in rows.tolist()
        ]

    def _cards(self, rows: Rows, prospects: Sequence[Prospect]) -> Bytes | None:
        """Returns which card of each row stands in the place of each of its prospect."""
        if not any(prospect.is_shared for prospect in prospects):
            return None
        cards = self._rows.dealt(rows)
        of = np.stack([prospect.deal for prospect in prospects]).astype(np.intp)
        found = np.zeros_like(cards)
        np.put_along_axis(found, of, cards, axis=1)
        return found

    def _prospect(self, row: int, kin: Kin, seat: int, told: tuple[int, ...]) -> Prospect | None:
        """Returns what a seat of a row thought possible; `None` if that cannot be drawn so."""
        way, own = (kin.way, kin.contract, seat), (kin.deal, seat, len(told))
        # Moves are of cards that other rows do not have.
        can_share = kin.way is not None and not told
        if can_share and (shared := self._shared.get(way)) is not None:
            return shared
        if kin.deal is not None and own in self._own:
            return self._own[own]
        prospect = self._made(row, seat, told, is_shared=can_share)
        if prospect is not None and prospect.is_shared:
            _keep(self._shared, way, prospect)
        elif kin.deal is not None:
            _keep(self._own, own, prospect)
        return prospect

    def _made(
        self, row: int, seat: int, told: tuple[int, ...], *, is_shared: bool
    ) -> Prospect | None:
        try:
            state = self._rows.start(row, told)
            sampler = Sampler(state, seat, 0)
        except UltimoError:
            # Whoever asks is told so by the row's own state.
            return None
        if sampler.direct is None or not sampler.is_found_out:
            return None
        spec = sampler.direct.spec
        is_shared = (
            is_shared
            and isinstance(spec, WorldsSpec)
            and spec.lay is None
            and sampler.nothing_moved
        )
        deal = self._rows.dealt(np.array([row]))[0]
        return Prospect(sampler.worlds, deal, is_shared, unordered(state))

    def _is_settled(self, kin: Kin, owner: npt.NDArray[np.int8]) -> bool:
        """Whether it does not matter in play who plays together, or is known."""
        if kin.contract is None or kin.deal is None:
            return True
        card = self._game.partner_card(kin.contract)
        return card is None or owner[card] >= 0 or _is_alike(self._game, kin.contract)


def _keep(found: dict[Hashable, Prospect | None], key: Hashable, prospect: Prospect | None) -> None:
    while len(found) >= MOST:
        del found[next(iter(found))]
    found[key] = prospect


@lru_cache(maxsize=4096)
def _is_alike(game: "Game[Any]", contract: Contract) -> bool:
    """Whether the cards are played alike whoever is the partner."""
    rules = game.rules(contract)
    return all(game.rules(own) == rules for own in _with_partners(game, contract))


def _with_partners(game: "Game[Any]", contract: Contract) -> Iterator[Contract]:
    for partner in (None, *range(game.players)):
        if partner != contract.declarer:
            yield replace(contract, partner=partner)
