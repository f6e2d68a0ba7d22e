//! Trick counts by the ranks that mattered.
//!
//! Every node returns a bound and the cards whose rank it rests on. The bound then holds in every
//! position with the same suit lengths and leader in which the same seats own these ranks: a
//! pattern. This needs that legal cards depend on suits alone. Where a card must be beaten, each
//! comparison makes a rank matter and patterns shrink to single positions, so those games, and
//! exceptions that name cards, take the other searches.
//!
//! Argued and measured in the study of whist. Static bounds that hold by chance only pass all tests on
//! small endings: after every change ask for all rows, `ULTIMO_ROWS=full`.

mod bits;
mod bounds;
mod count;
mod guess;
mod order;
mod patterns;
mod quick;

use super::Task;
use super::key::Identity;
use super::question::fold;
use super::search::{Limits, Pace, Reached};
use crate::cards::{Place, Word};
use crate::play::State;
use crate::rules::{Beat, NO_LANE, PlayRules, Void};
use bits::{LANE_CARDS, TRUMPS};
use count::{Count, Trick};

pub(super) use patterns::Patterns;

/// Lanes that the search has room for.
const MAX_LANES: usize = 4;
/// Bytes of patterns if nobody says how many.
const BYTES: usize = 1 << 28;

/// A search for tricks.
pub(super) struct Ranks<'a, W> {
    count: AnyCount<'a>,
    rules: &'a PlayRules<W>,
    /// The seats that hold cards, as the search numbers them.
    seats: Vec<usize>,
    /// The place of each lane of the rules in the word of the search.
    shifts: Vec<u32>,
    /// The tricks that are counted are those of the others: always of the side of the first seat, so
    /// that the questions of both sides share their patterns.
    is_other_side: bool,
}

/// The search for as many seats as hold cards.
enum AnyCount<'a> {
    Two(Box<Count<'a, 2>>),
    Three(Box<Count<'a, 3>>),
    Four(Box<Count<'a, 4>>),
}

macro_rules! each {
    ($any:expr, $count:ident => $body:expr) => {
        match $any {
            AnyCount::Two($count) => $body,
            AnyCount::Three($count) => $body,
            AnyCount::Four($count) => $body,
        }
    };
}

/// Whether the search is one for these rules.
fn applies<W: Word>(rules: &PlayRules<W>) -> bool {
    let spec = rules.spec();
    spec.lanes.len() <= MAX_LANES
        && spec.lanes.iter().all(|lane| lane.len() <= LANE_CARDS)
        && spec.void_lane.is_none()
        && spec.duty.follow
        && spec.duty.beat == Beat::Never
        && matches!(spec.duty.void, Void::Free | Void::Trump)
        && spec.emperor.is_none()
        && spec.prize.is_none()
        && spec.ends.is_empty()
        && rules.reserved.iter().all(|cards| cards.is_empty())
}

impl<'a, W: Word> Ranks<'a, W> {
    /// A search for tricks of the maximisers, or `None` if it is not one for these rules, or more
    /// than cards is played.
    pub(super) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        patterns: &'a mut Patterns,
        memory: Option<usize>,
    ) -> Option<Self> {
        let Task { rules, root, .. } = *task;
        let holds =
            |&seat: &usize| !root.hands[seat].is_empty() || Place::new(root.table[seat]).is_some();
        let seats: Vec<usize> = (0..rules.seats()).filter(holds).collect();
        let is_relative = Identity::new(rules, task.fixed, false).is_relative;
        if !is_relative || !applies(rules) || !(2..=4).contains(&seats.len()) {
            return None;
        }
        let maximisers = task.objective.maximisers();
        let of_search = seats.iter().enumerate().filter(|(_, seat)| maximisers >> **seat & 1 == 1);
        let maximisers: u16 = of_search.fold(0, |set, (number, _)| set | 1 << number);
        let is_other_side = maximisers & 1 == 0;
        let everybody = (1 << seats.len()) - 1;
        let maximisers = if is_other_side { everybody & !maximisers } else { maximisers };
        let about = (task.objective.rules_name(), root.trump, maximisers, task.fixed.dealt, &seats);
        patterns.prepare(memory.unwrap_or(BYTES), fold(&format!("{about:?}")));
        let trumps = if root.trump == NO_LANE { 0 } else { TRUMPS };
        let must_trump = rules.spec().duty.void == Void::Trump;
        let pace = Pace::new(limits, stop);
        let count = match seats.len() {
            2 => AnyCount::Two(Count::new(maximisers, trumps, must_trump, patterns, pace).into()),
            3 => AnyCount::Three(Count::new(maximisers, trumps, must_trump, patterns, pace).into()),
            _ => AnyCount::Four(Count::new(maximisers, trumps, must_trump, patterns, pace).into()),
        };
        // The trumps change places with the last lane.
        let lanes = 0..rules.spec().lanes.len() as u8;
        let shift = |lane: u8| match lane {
            lane if lane == root.trump => 48,
            3 if root.trump != NO_LANE => 16 * u32::from(root.trump),
            lane => 16 * u32::from(lane),
        };
        Some(Self { count, rules, seats, shifts: lanes.map(shift).collect(), is_other_side })
    }

    /// Whether the maximisers take at least `target` of the tricks still to be finished.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn reaches(&mut self, state: &State<W>, target: i32) -> Result<bool, Reached> {
        let hands: Vec<u64> =
            self.seats.iter().map(|&seat| self.convert(state.hands[seat])).collect();
        let seat = self.seat(state.seat.index());
        let trick = (!state.trick.is_empty()).then(|| {
            let cards = self.convert(state.trick);
            let best = Place::new(state.table[state.best.index()]).map_or(W::ZERO, W::of);
            Trick {
                all: hands.iter().fold(cards, |all, &hand| all | hand),
                played: cards,
                best: self.convert(best),
                led: self.lane(state.led),
                best_seat: self.seat(state.best.index()),
            }
        });
        let played = state.trick.len() as usize;
        // At least so many for one side is not one more than the rest for the other.
        let tricks = state.hands[state.seat.index()].len() as i32;
        let target = if self.is_other_side { tricks - target + 1 } else { target };
        let is_other_side = self.is_other_side;
        each!(&mut self.count, count => {
            count.set(&hands);
            let found = match trick {
                None => count.start(seat, target),
                Some(trick) => count.go_on(seat, &trick, played, target),
            };
            count.pace.reached.map_or(Ok((found >= target) != is_other_side), Err)
        })
    }

    /// Remembers how many of the tricks still to be finished the maximisers take.
    pub(super) fn remember(&mut self, state: &State<W>, found: i32) {
        let tricks = state.hands[state.seat.index()].len() as i32;
        let found = if self.is_other_side { tricks - found } else { found };
        each!(&mut self.count, count => count.remember(tricks, found));
    }

    /// About how many of the tricks still to be finished the maximisers take: where to ask first. As
    /// many as last time, if a position of the deal with as many cards was asked for.
    pub(super) fn guess(&self, state: &State<W>) -> i32 {
        let hands: Vec<u64> =
            self.seats.iter().map(|&seat| self.convert(state.hands[seat])).collect();
        let leader = self.seat(state.seat.index());
        let tricks = state.hands[state.seat.index()].len() as i32;
        let found = each!(&self.count, count => count.remembered(tricks).unwrap_or_else(|| {
            guess::guess(&hands, leader, count.maximisers, count.trumps)
        }));
        if self.is_other_side { tricks - found } else { found }
    }

    /// Cards played so far.
    pub(super) fn nodes(&self) -> u64 {
        each!(&self.count, count => count.pace.nodes)
    }

    fn seat(&self, real: usize) -> usize {
        self.seats.iter().position(|&seat| seat == real).unwrap_or(0)
    }

    fn lane(&self, lane: u8) -> u64 {
        self.shifts.get(usize::from(lane)).map_or(0, |shift| 0xffff << shift)
    }

    fn convert(&self, cards: W) -> u64 {
        let mut found = 0;
        for (lane, &shift) in self.shifts.iter().enumerate() {
            let lane = self.rules.lane(lane as u8);
            let ranks = ((cards & lane) >> (lane.low_bit() % W::BITS)).to_u128();
            found |= (ranks as u64 & 0xffff) << shift;
        }
        found
    }
}
