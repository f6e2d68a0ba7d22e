"""Every deal of tests/data/playthroughs goes as it is written, and every contract has one."""

from typing import Any

import pytest
from tests.properties.games import MODULES, VARIANTS, playthrough
from tests.properties.playthroughs import FOLDER, NOTHING, Playthrough, path_of, reached, read

WRITTEN = [label for label, game in VARIANTS.items() if hasattr(MODULES[game.name], "oracle_deal")]
EACH = pytest.mark.parametrize("label", WRITTEN)


def replay(game: Any, written: Playthrough) -> None:
    """Does what is written, and compares every phase, seat and the returns."""
    deal = written.deal(game)
    assert (deal.hands, deal.talon, deal.piles) == (written.hands, written.talon, written.piles)
    assert (deal.turned, deal.first) == (written.turned, written.first)
    state = game.start(deal, dealer=written.dealer, **written.terms)
    for phase, seat, name in written.actions:
        assert (state.phase, state.current_player) == (phase, seat)
        assert not state.returns().any()
        state.apply(name)
    assert state.is_over
    assert (NOTHING if state.contract is None else state.contract.bid) == written.bid
    assert tuple(state.returns()) == written.returns


@EACH
def test_deals_go_as_they_are_written(label: str) -> None:
    for written in read(path_of(label)):
        replay(VARIANTS[label], written)


@EACH
def test_every_bid_of_every_variant_has_a_playthrough(label: str) -> None:
    bids = {written.bid for written in read(path_of(label))}
    assert bids - {NOTHING} == set(VARIANTS[label].bids)


@EACH
def test_every_phase_that_a_contract_goes_through_has_a_playthrough(label: str) -> None:
    known = frozenset[tuple[str, str]]().union(*(one.reached for one in read(path_of(label))))
    for seed in range(30):
        phases: set[str] = set()
        state: Any = None
        for state in playthrough(VARIANTS[label], seed):
            phases.add(state.phase)
        bid = NOTHING if state.contract is None else state.contract.bid
        gone = {pair for pair in reached(bid, phases - {"over"}, ()) if pair[1]}
        assert gone <= known, seed


def test_there_is_no_file_of_a_variant_that_is_not() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(la).name for la in WRITTEN}
