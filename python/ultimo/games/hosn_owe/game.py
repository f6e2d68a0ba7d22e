"""Hosn owe: three cards in hand, three on the table, and the lowest hand pays."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from ultimo import plan
from ultimo.contracts import Bid, Contract
from ultimo.deals import Deal, Layout, Target
from ultimo.deck import FRENCH, Deck, suited
from ultimo.declared import RowField
from ultimo.errors import ContractError, DealError, OptionError
from ultimo.game import Game
from ultimo.games.hosn_owe import settle
from ultimo.games.hosn_owe.match import HosnMatch
from ultimo.games.hosn_owe.options import HosnOweOptions
from ultimo.games.hosn_owe.round import InRound, Shown, first_phase
from ultimo.games.hosn_owe.sample import direct_of
from ultimo.games.hosn_owe.score import due, paid
from ultimo.games.hosn_owe.terms import HosnTerms
from ultimo.phases import Phase
from ultimo.scoring import ScorePart
from ultimo.settling import Asked, Settled
from ultimo.terms import Terms

if TYPE_CHECKING:
    from ultimo._core import Barter
    from ultimo.batch import Playouts
    from ultimo.policies import Likings, Wish
    from ultimo.sampling.rows import Direct
    from ultimo.state import State

__all__ = ["HosnOwe"]

RANKS = "789TJQKA"
"""Low to high."""
POINTS = {"7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
SUIT_ORDER = "DHSC"
"""From the lowest to the highest, where equal hands are ordered by suit."""
TRIPLET = 61
"""Three cards of one rank, doubled."""
BLITZ = 31
HAND = 3
MOST_TURNS = 30
"""Turns of each player that end a round which nobody closes."""

CALLS = ("keep", "reject", "swap_all", "pass", "close")
"""In the order of the core's codes."""


class HosnOwe(Game[HosnOweOptions]):
    """Hosn owe. The first three cards of the talon are the table, unless the dealer rejects his."""

    name = "hosn_owe"
    options_type = HosnOweOptions
    terms_type = HosnTerms
    no_contracts = "hands are exchanged and compared, and there are no tricks to play or to solve"

    # Cards and deal.

    def make_deck(self) -> Deck:
        """The 32 French cards with their points, in halves, since a triplet counts half a point."""
        doubled = {rank: 2 * points for rank, points in POINTS.items()}
        return Deck.of(suited(FRENCH, RANKS), doubled, "halves")

    @cached_property
    def hand_rule(self) -> plan.HandRule:
        """What hands count."""
        codes = self.deck.codes
        return plan.HandRule(
            suits=tuple(SUIT_ORDER.index(code[0]) for code in codes),
            ranks=tuple(RANKS.index(code[1]) for code in codes),
            points=tuple(POINTS[code[1]] for code in codes),
            feuer_rank=RANKS.index("A"),
            feuer=2 * self.options.feuer_value,
            triplet=TRIPLET,
            blitz_points=BLITZ,
        )

    @cached_property
    def barter(self) -> plan.BarterSpec:
        """What the core is told of a round."""
        return plan.BarterSpec(
            seats=self.players,
            hands=self.hand_rule,
            renews=self.options.refresh_on_all_pass,
            closes_at_once=self.options.close_first_orbit,
            most_turns=MOST_TURNS,
        )

    def count_points(self, cards: Iterable[object]) -> Any:  # noqa: ANN401
        """Counts a hand: of three cards its value, of others the best suit.

        Returns:
            A `Fraction`.

        Raises:
            ArgumentError: It is no list of cards.
            NotationError: Something is no card of the deck.
            DealError: A card is there twice.
        """
        from ultimo._core import rank_hand

        found = self.pile_of(cards)
        if len(found) == HAND:
            return Fraction(rank_hand(self.hand_rule, found)[0], 2)
        suits = [[card for card in found if self.deck.codes[card][0] == suit] for suit in FRENCH]
        return max(self.deck.count(cards) for cards in suits)

    def layout(self, terms: Terms) -> Layout:
        """Three cards for who is in; the rest is table and rest pile."""
        active = _hosn(terms).active or ()
        hands = tuple(HAND if seat in active else 0 for seat in range(self.players))
        return Layout(hands=hands, talon=self.deck.size - sum(hands), stock=True)

    def deal_spec(self, terms: Terms) -> plan.DealSpec:
        """The dealer's three, three for the table, then three each from the dealer's left."""
        active = _hosn(terms).active or ()
        order = [(terms.dealer + 1 + i) % self.players for i in range(self.players - 1)]
        packets: list[tuple[Target, int]] = [(terms.dealer, HAND), ("talon", HAND)]
        packets += [(seat, HAND) for seat in order if seat in active]
        layout = self.layout(terms)
        packets.append(("talon", layout.talon - HAND))
        return layout.spec(self.deck.size, packets)

    def are_hands(self, sizes: tuple[int, ...]) -> bool:
        """Whether two seats or more have three cards, and the others none."""
        return len(sizes) == self.players and set(sizes) <= {0, HAND} and sum(sizes) > HAND

    # There are no contracts.

    def make_bids(self) -> Iterable[Bid]:
        """None."""
        return ()

    def make_calls(self) -> Iterable[str]:
        """The dealer's choice, what a turn may be, and every exchange of two cards."""
        yield from CALLS
        codes = self.deck.codes
        for own in codes:
            yield from (f"swap:{own}:{lying}" for lying in codes if lying != own)

    def action_of(self, now: "Barter", code: int) -> int:
        """Returns the action with a code of the core."""
        if code < len(CALLS):
            return self.deck.size + code
        hand, table = divmod(code - len(CALLS), HAND)
        own, lying = now.hands[now.current_player or 0][hand], now.table[table]
        others = self.deck.size - 1
        return self.deck.size + len(CALLS) + own * others + lying - (lying > own)

    def rules(self, contract: Contract) -> plan.RulesSpec:
        """There is no play.

        Raises:
            ContractError: Always.
        """
        self._no_play(contract)

    def score_parts(self, contract: Contract) -> Sequence[ScorePart]:
        """There is no play whose outcome could be tabulated.

        Raises:
            ContractError: Always.
        """
        self._no_play(contract)

    def _no_play(self, contract: Contract) -> NoReturn:  # noqa: ARG002
        raise ContractError(f"{self.name}: {self.no_contracts}", code="no_contracts")

    # The round.

    def first_phase(self, deal: Deal, terms: Terms) -> Phase:
        """The dealer's choice."""
        from ultimo._core import Barter

        of = _hosn(terms)
        index = self.deck.index_by_code
        holding = tuple(seat for seat, hand in enumerate(deal.hands) if hand)
        if holding != of.active:
            message = f"active={of.active}: in this deal the seats {holding} have cards"
            raise DealError(message, code="wrong_terms")
        hands = [[index[code] for code in hand] for hand in deal.hands]
        talon = [index[code] for code in deal.talon]
        return first_phase(Barter(self.barter, hands, talon, of.dealer), of)

    def direct_sampling(self, state: "State", seat: int) -> "Direct":
        """By what lay on the open table: see `ultimo.games.hosn_owe.sample`."""
        return direct_of(state, seat)

    def playouts(
        self,
        n: int,
        *,
        seed: int,
        start: int = 0,
        policy: "Wish" = "random",
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> "Playouts":
        """Rounds played out; the points are the values of the hands, in halves.

        Raises:
            OptionError: The policy chooses among cards to play, and there are none.
        """
        from ultimo._core import barter_rounds
        from ultimo.batch import Playouts

        terms = _hosn(self.terms())
        active = terms.active or ()
        values, orders, closers, moves = barter_rounds(
            self.barter,
            self.deal_spec(terms),
            active,
            terms.dealer,
            n,
            seed=seed,
            start=start,
            policy=self._likings(policy),
            threads=threads,
            progress=progress,
        )
        owed = due(self.options, values=values, orders=orders, closers=closers, active=active)
        returns = -paid(owed, np.array(terms.tokens)).astype(np.float64)
        tricks = np.zeros(values.shape, dtype=np.uint8)
        # Minus nothing is nothing.
        return Playouts(returns + 0.0, values.astype(np.int32), tricks, None, moves)

    def _likings(self, policy: "Wish") -> "Likings | None":
        """A preference as the core has it: by seat the actions without cards, then the swaps."""
        if isinstance(policy, str):
            if policy == "random":
                return None
            message = f"policy={policy!r}: no cards are played in {self.name}"
            raise OptionError(message, code="unknown_policy")
        size, first = self.deck.size, self.deck.size + len(CALLS)
        swaps = np.zeros((self.players, size, size), dtype=np.int64)
        # No card is swapped for itself.
        swaps[:, ~np.eye(size, dtype=np.bool_)] = policy[:, first:]
        calls = policy[:, size:first]
        return np.concatenate([calls, swaps.reshape(self.players, -1)], axis=1)

    # Settling.

    def asked(self, contract: Contract | None = None) -> Sequence[Asked]:  # noqa: ARG002
        """The value of each hand, who closed, and the tokens."""
        return settle.asked(self.options)

    def settle(self, contract: Contract | None = None, **facts: object) -> Settled:
        """Settles a round that was played elsewhere, from its facts: see `asked`.

        Args:
            contract: None.
            **facts: `value_0=` and so on, of the seats that play; `closer=` and the tokens.

        Raises:
            ContractError: A contract is given.
            DealError: A fact is unknown or missing, or cannot have happened.
        """
        if contract is not None:
            self._no_play(contract)
        return settle.settle(self.options, facts)

    # What is seen.

    def seen_more(self, state: "State", seat: int) -> Mapping[str, npt.NDArray[Any]]:  # noqa: ARG002
        """Further fields.

        `closer`: shape (p,), bool, who has closed, one-hot. `tokens`: shape (p,), int32, at the
        start of the round. `put_away`: shape (c,), bool, the cards of tables that were renewed.
        """
        phase = state.phases()[-1][0]
        closer = np.zeros(self.players, dtype=np.bool_)
        put_away = np.zeros(self.deck.size, dtype=np.bool_)
        if isinstance(phase, (InRound, Shown)):
            if phase.round.closer is not None:
                closer[phase.round.closer] = True
            put_away[list(phase.put_away)] = True
        tokens = np.array(_hosn(state.terms).tokens, dtype=np.int32)
        return {"closer": closer, "tokens": tokens, "put_away": put_away}

    def row_fields(self) -> Mapping[str, RowField]:
        """Who has closed, the tokens, and what lay on tables that were renewed."""
        players = self.players
        return {
            "closer": RowField((players,), by_seat=True),
            "tokens": RowField((players,), "<u4", by_seat=True),
            "put_away": RowField((self.deck.size,)),
        }

    def row_values(self, phase: Phase, terms: Terms) -> Mapping[str, Sequence[int]]:
        """As `seen_more`; who closed, and what was put away, while the round goes on."""
        found: dict[str, Sequence[int]] = {"tokens": _hosn(terms).tokens or ()}
        if isinstance(phase, InRound):
            seats, cards = range(self.players), range(self.deck.size)
            found["closer"] = [int(seat == phase.round.closer) for seat in seats]
            found["put_away"] = [int(card in phase.put_away) for card in cards]
        return found

    # Match.

    def match_rules(self) -> HosnMatch:
        """Rounds until one player is left."""
        return HosnMatch(self)


def _hosn(terms: Terms) -> HosnTerms:
    if not isinstance(terms, HosnTerms):
        raise TypeError("these are no terms of hosn owe")
    return terms
