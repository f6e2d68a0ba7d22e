"""French tarot for three to five, both games for five, and what changes what is asked."""

from collections.abc import Iterator
from typing import Any

from tests.oracle import french as oracle
from tests.oracle.french_options import handful_sizes

import ultimo

FRENCH: Any = ultimo

VARIANTS: dict[str, Any] = {
    **{f"french {n}": FRENCH.game("french_tarot", players=n) for n in (3, 4, 5)},
    "french king": FRENCH.game("french_tarot", players=5, five_players="call_king"),
    "french late": FRENCH.game(
        "french_tarot",
        handful_timing="before_own_first_card",
        slam_announcer_leads=True,
        petit_sec="redeal",
        round_scores_to=5,
    ),
    "french king late": FRENCH.game(
        "french_tarot",
        players=5,
        five_players="call_king",
        handful_timing="before_own_first_card",
        round_scores_to=10,
        direction="clockwise",
    ),
}


def contracts(game: Any) -> Iterator[Any]:
    """Yields every bid for two takers, with a slam, a handful and a called king here and there."""
    for number, bid in enumerate(game.contracts()):
        yield game.contract(bid, declarer=1)
        more: dict[str, Any] = (
            {"announced": {"slam"}} if number % 2 else {"handfuls": {1: "single"}}
        )
        if game.options.calls_king:
            more["king"] = "CDHS"[number]
        yield game.contract(bid, declarer=2, **more)


class Asked:
    """A deal of the oracle, in which late handfuls are asked for before a first card.

    The oracle lets a player say his handful beside the cards of his first play, which forgoes it;
    here he is asked first, and may be `done`.
    """

    def __init__(self, deal: oracle.FrenchDeal) -> None:
        self.deal = deal
        self._is_late = deal.options.handful_timing != "before_first_lead"
        self._answered: set[int] = set()

    @property
    def current(self) -> int | None:
        """The seat to move."""
        return self.deal.current

    @property
    def phase(self) -> str:
        """The phase, `announce` while a player is asked or shows his cards."""
        return "announce" if self._is_asked() or self._is_showing() else self.deal.phase

    def _is_asked(self) -> bool:
        is_play = self._is_late and self.deal.phase == "play"
        return is_play and self.deal.current not in self._answered

    def _is_showing(self) -> bool:
        deal, seat = self.deal, self.deal.current
        if seat is None or deal.phase != "play" or seat not in deal.handfuls:
            return False
        return len(deal.shown[seat]) < handful_sizes(deal.options)[deal.handfuls[seat]]

    def legal(self) -> list[str]:
        """The names of the legal actions."""
        names = self.deal.legal()
        if self.deal.phase != "play" or self._is_showing():
            return names
        handfuls = [name for name in names if name.startswith("handful:")]
        if self._is_asked():
            return [*handfuls, "done"]
        return [name for name in names if name not in handfuls]

    def apply(self, name: str) -> None:
        """Make a legal action."""
        assert name in self.legal(), (name, self.legal())
        if self._is_asked():
            assert self.deal.current is not None
            self._answered.add(self.deal.current)
            if name == "done":
                return
        self.deal.apply(name)

    def returns(self) -> list[int]:
        """The score of each seat."""
        return self.deal.returns()


def oracle_deal(game: Any, deal: Any, dealer: int) -> Asked:
    """Returns the same deal in the oracle."""
    options = {name: getattr(game.options, name) for name in game.options.declared()}
    cards = oracle.Cards(deal.hands, deal.talon)
    return Asked(oracle.FrenchDeal(oracle.Options(**options), cards, dealer))
