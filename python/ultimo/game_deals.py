"""What every game does with deals: it deals, checks, lays cards on the table and counts them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ultimo.checks import check_span, items_of, need_callable
from ultimo.dealing import canonical_deal, indices_of, row_indices
from ultimo.deals import Deal
from ultimo.declared import Declared, OptionsT
from ultimo.errors import DealError
from ultimo.table import Table
from ultimo.terms import Terms
from ultimo.where import Condition, Report
from ultimo.where.search import deals_where

__all__ = ["GameDeals", "Where"]

Where: TypeAlias = str | Condition | Sequence[str | Condition]
"""Conditions on deals: see `ultimo.where`."""


class GameDeals(Declared[OptionsT]):
    """The part of `Game` that deals: methods of a game, to be used through it."""

    def terms(self, **given: Any) -> Terms:  # noqa: ANN401
        """Makes the terms of a deal: `dealer=`, and what the game adds.

        Raises:
            DealError: A term is unknown or not allowed.
        """
        return self.terms_type.make(self, given)

    def deal(
        self,
        seed: int,
        *,
        index: int = 0,
        where: Where | None = None,
        **terms: Any,  # noqa: ANN401
    ) -> Deal:
        """Deals: the same for equal arguments on every platform.

        Args:
            seed: 0 to 2**64 - 1.
            index: Number of the deal in the stream of the seed.
            where: Conditions that it must satisfy, as `deals` takes them.
            **terms: As `terms` takes them.
        """
        row = self.deals(1, seed, start=index, threads=1, where=where, **terms)[0]
        return self.deal_from_row(row, **terms)

    def deals(
        self,
        n: int,
        seed: int,
        *,
        start: int = 0,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
        where: Where | None = None,
        tries: int = 1_000_000,
        report: Callable[[Report], object] | None = None,
        **terms: Any,  # noqa: ANN401
    ) -> npt.NDArray[np.uint8]:
        """Deals many times.

        With conditions, each deal that satisfies them has the same probability. Conditions that
        must all hold are mostly met by construction, by counting in how many ways; alternatives
        are dealt again and again until they hold.

        Args:
            n: Number of deals.
            seed: 0 to 2**64 - 1.
            start: Number of the first deal: row `i` depends on `(seed, start + i)` alone.
            threads: Number of threads, as many as there are cores if `None`.
            progress: Called now and then with the number of deals done and `n`.
            where: Conditions that every deal must satisfy: made with `ultimo.where`, or a text
                such as `"0 holds T22; 1 length H >= 5"`, or a list of both.
            tries: How often each deal may be dealt until it satisfies them.
            report: Called at the end with a `where.Report`: how many deals were tried, and what
                rejected them.
            **terms: As `terms` takes them.

        Returns:
            Shape (n, deck.size), uint8, deck indices: the hands of seat 0, seat 1, ..., each
            ascending (but a card turned up stands last in its hand, and a first packet by which
            a seat decides stands first), then the talon or stock in order, the piles, and what is
            not used.

        Raises:
            DealError: No deal satisfies the conditions (code `contradiction`), the tries are used
                up (code `too_many_tries`), or the game has no such place (code `no_such_place`).
            NotationError: A condition cannot be read, or names no card of the deck.
            UltimoError: Another argument is none of its kind.
        """
        from ultimo._core import deal_rows

        need_callable(progress, "progress")
        check_span(n, start)
        made = self.terms(**terms)
        how: dict[str, Any] = {
            "seed": seed,
            "start": start,
            "threads": threads,
            "progress": progress,
        }
        if where is None:
            return deal_rows(self.deal_spec(made), n, **how)
        return deals_where(self, made, where, n, tries=tries, report=report, **how)

    def deal_from_row(self, row: Sequence[int] | npt.NDArray[Any], **terms: Any) -> Deal:  # noqa: ANN401
        """Makes a deal of a row of `deals`.

        Raises:
            DealError: The row has not every card of the deck once.
        """
        layout = self.layout(self.terms(**terms))
        cards = row_indices(row, self.deck.size)
        codes = self.deck.codes
        columns = layout.columns()

        def at(target: Any) -> tuple[str, ...]:  # noqa: ANN401
            return tuple(codes[cards[column]] for column in columns[target])

        hands = tuple(
            self.deck.names(cards[column] for column in columns[seat])
            for seat in range(self.players)
        )
        piles = tuple(
            tuple(at(("pile", seat, number)) for number in range(len(own)))
            for seat, own in enumerate(layout.piles)
        )
        turned = None if layout.turned is None else at(layout.turned)[-1]
        first: tuple[str, ...] = ()
        if layout.first is not None:
            seat, size = layout.first
            first = self.deck.names(cards[column] for column in columns[seat][:size])
        return Deal(hands, at("talon"), piles, turned, first)

    def make_deal(
        self,
        hands: Sequence[Sequence[str] | str],
        talon: Sequence[str] | str = (),
        piles: Sequence[Sequence[Sequence[str] | str]] = (),
        turned: str | None = None,
        *,
        first: Sequence[str] | str = (),
        **terms: Any,  # noqa: ANN401
    ) -> Deal:
        """Makes a deal of cards in any usual spelling.

        Endings are deals too: all seats have equally many cards, fewer than dealt.

        Args:
            hands: The cards of each seat: codes, or one text with blanks between them.
            talon: The talon or stock, top first.
            piles: The piles of each seat, top first.
            turned: The card that was turned up, where the rules do so.
            first: The first packet of the seat that decides when it has seen no more, where the
                rules do so.
            **terms: As `terms` takes them.

        Raises:
            DealError: Cards are unknown, missing or there twice, or a size is wrong; the message
                names every fault.
        """
        deal = canonical_deal(
            self.deck, hands=hands, talon=talon, piles=piles, turned=turned, first=first
        )
        return self.check_deal(deal, **terms)

    def check_deal(self, deal: Deal, **terms: Any) -> Deal:  # noqa: ANN401
        """Returns a deal of this game in canonical form.

        Raises:
            DealError: It is no deal of this game; the message names every fault.
        """
        return indices_of(self, deal, self.terms(**terms)).deal

    def table(self, deal: Deal, **terms: Any) -> Table:  # noqa: ANN401
        """Lays a deal on the table, as deck indices; a card turned up is known to all."""
        dealt = indices_of(self, deal, self.terms(**terms))
        table = Table.of(dealt.hands, dealt.talon, dealt.piles)
        return table if dealt.turned is None else table.show([dealt.turned])

    def count_points(self, cards: Iterable[object]) -> Any:  # noqa: ANN401
        """Counts a pile officially, such as by threes minus two.

        Args:
            cards: Codes or other spellings, none twice; or one text.

        Returns:
            An int, and where the deck is counted by halves a `Fraction`.

        Raises:
            ArgumentError: It is no list of cards.
            NotationError: Something is no card of the deck.
            DealError: A card is there twice.
        """
        return self.deck.count(self.pile_of(cards))

    def pile_of(self, cards: Iterable[object]) -> list[int]:
        """Returns the indices of the cards of a pile, as `count_points` takes them.

        Raises:
            ArgumentError: It is no list of cards.
            NotationError: Something is no card of the deck.
            DealError: A card is there twice.
        """
        is_text = isinstance(cards, str)
        codes = (
            self.deck.parse_cards(cards)
            if is_text
            else items_of(cards, "cards", most=self.deck.size)
        )
        found = [self.deck.index(card) for card in codes]
        if len(set(found)) < len(found):
            twice = next(card for card in found if found.count(card) > 1)
            raise DealError(f"{self.deck.codes[twice]} is there twice", code="card_twice")
        return found
