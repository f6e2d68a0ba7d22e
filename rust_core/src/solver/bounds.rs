//! Tricks and points that one side cannot lose, seen without search at the start of a trick.

use crate::cards::{Place, Seat, Word};
use crate::play::State;
use crate::rules::{NO_LANE, PlayRules};

/// What is sure for a side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sure {
    pub(super) tricks: i32,
    pub(super) units: i32,
}

/// Whether the argument of [`sure`] holds: suits are followed, the highest trump in a trick wins it,
/// no exception changes that, and every card is played.
pub(super) fn apply<W: Word>(rules: &PlayRules<W>) -> bool {
    let spec = &rules.spec;
    spec.emperor.is_none()
        && spec.excuse.is_none()
        && spec.ends.is_empty()
        && spec.duty.follow
        && !rules.trump_by_lead
        && rules.reserved.iter().all(|cards| cards.is_empty())
}

/// Tricks and units that the seats of a side take whatever the others do.
///
/// Either its trumps above all enemy trumps: each wins the trick it is played to, those of one
/// hand in different tricks. Or, on lead, the cards above all others of their suit, cashed one after
/// the other: nobody can beat them in suit, and in the rounds counted every seat that holds trumps
/// still follows (the partner too, who may have to ruff).
#[inline(always)]
pub(super) fn sure<W: Word>(rules: &PlayRules<W>, state: &State<W>, side: u16) -> Sure {
    let mut best = top_trumps(rules, state, side);
    if state.seat().is_in(side) {
        let cash = cash(rules, state);
        best.tricks = best.tricks.max(cash.tricks);
        best.units = best.units.max(cash.units);
    }
    best
}

/// The cards of a set above the highest card of another.
#[inline(always)]
fn above<W: Word>(cards: W, other: W) -> W {
    match other.highest() {
        None => cards,
        Some(place) => cards & higher(place),
    }
}

#[inline(always)]
fn higher<W: Word>(place: Place) -> W {
    let through = W::of(place) | W::wrapping_sub(W::of(place), W::of(Place::default()));
    !through
}

#[inline(always)]
fn units<W: Word>(rules: &PlayRules<W>, cards: W) -> i32 {
    cards.places().map(|place| i32::from(rules.units[place.index()])).sum()
}

#[inline(always)]
fn top_trumps<W: Word>(rules: &PlayRules<W>, state: &State<W>, side: u16) -> Sure {
    if state.trump == NO_LANE {
        return Sure::default();
    }
    let trumps = rules.lane(state.trump);
    let seats = rules.seats();
    let enemy = (0..seats)
        .filter(|seat| side >> seat & 1 == 0)
        .fold(W::ZERO, |all, seat| all | state.hands[seat])
        & trumps;
    let mut found = Sure::default();
    for seat in (0..seats).filter(|seat| side >> seat & 1 == 1) {
        let tops = above(state.hands[seat] & trumps, enemy);
        found.tricks = found.tricks.max(tops.len() as i32);
        found.units += units(rules, tops);
    }
    found
}

#[inline(always)]
fn cash<W: Word>(rules: &PlayRules<W>, state: &State<W>) -> Sure {
    let leader = state.seat();
    let mine = state.hands[leader.index()];
    let others = (0..rules.seats()).filter(|&seat| seat != leader.index());
    let rest = others.clone().fold(W::ZERO, |all, seat| all | state.hands[seat]);
    let trumps = rules.lane(state.trump);
    let mut found = Sure::default();
    for lane in 0..rules.spec.lanes.len() as u8 {
        let suit = rules.lane(lane);
        let mut tops = above(mine & suit, rest & suit);
        if suit != trumps {
            let limit = others
                .clone()
                .filter(|&seat| !(state.hands[seat] & trumps).is_empty())
                .map(|seat| (state.hands[seat] & suit).len())
                .min();
            while limit.is_some_and(|limit| tops.len() > limit) {
                tops = tops.without_lowest();
            }
        }
        found.tricks += tops.len() as i32;
        found.units += units(rules, tops);
    }
    found
}

/// The side of a seat in the search.
#[inline(always)]
pub(super) fn side_of(seat: Seat, maximisers: u16, all: u16) -> u16 {
    if seat.is_in(maximisers) { maximisers } else { all & !maximisers }
}
