//! Trick counts by the ranks that mattered.
//!
//! Every node returns a bound and the cards whose rank it rests on. The bound then holds in every
//! position with the same suit lengths and leader in which the same seats own these ranks: a
//! pattern. This needs that legal cards depend on suits alone. Where a card must be beaten, each
//! comparison makes a rank matter and patterns shrink to single positions, so those games, and
//! exceptions that name cards, take the other searches. Every trick is played: where a deal may stop
//! before, [`super::counted`] says what may be asked.
//!
//! Argued and measured in the study of whist. Static bounds that hold by chance only pass all tests on
//! small endings: after every change ask for all rows, `ULTIMO_ROWS=full`.

mod bits;
mod bounds;
mod chunk;
mod count;
mod guess;
mod hints;
mod lead;
mod order;
mod patterns;
mod pool;
mod quick;
#[cfg(test)]
mod sound;
mod squeeze;
mod sure;
mod turn;

use super::Task;
use super::key::is_plain;
use super::question::{mix, mix128};
use super::search::{Limits, Pace, Reached};
use crate::cards::{Place, Word};
use crate::cpu::{Cpu, Processor, on};
use crate::play::State;
use crate::rules::{Beat, NO_LANE, PlayRules, Void};
use bits::{LANE_CARDS, TRUMPS};
use count::{About, Count, Counting, Trick};

pub(super) use patterns::Patterns;

/// Lanes that the search has room for.
const MAX_LANES: usize = 4;
/// Bytes of patterns if nobody says how many.
const BYTES: usize = 1 << 28;

/// A search for tricks.
pub(super) struct Ranks<'a, W> {
    count: Box<dyn Counting + 'a>,
    rules: &'a PlayRules<W>,
    /// The seats that hold cards, as the search numbers them.
    seats: Vec<usize>,
    /// The place of each lane of the rules in the word of the search.
    shifts: Vec<u32>,
    /// The tricks that are counted are those of the others: always of the side of the first seat, so
    /// that the questions of both sides share their patterns.
    is_other_side: bool,
}

/// The search for a processor, and as many seats as hold cards.
fn counting<'a, C: Cpu>(
    cpu: C,
    seats: usize,
    about: About,
    patterns: &'a mut Patterns,
    pace: Pace<'a>,
) -> Box<dyn Counting + 'a> {
    match seats {
        2 => Box::new(Count::<C, 2>::new(cpu, about, patterns, pace)),
        3 => Box::new(Count::<C, 3>::new(cpu, about, patterns, pace)),
        _ => Box::new(Count::<C, 4>::new(cpu, about, patterns, pace)),
    }
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
        processor: Processor,
    ) -> Option<Self> {
        let Task { rules, root, .. } = *task;
        let holds =
            |&seat: &usize| !root.hands[seat].is_empty() || Place::new(root.table[seat]).is_some();
        let seats: Vec<usize> = (0..rules.seats()).filter(holds).collect();
        let is_relative = is_plain(rules, task.fixed);
        if !is_relative || !applies(rules) || !(2..=4).contains(&seats.len()) {
            return None;
        }
        let maximisers = task.objective.maximisers();
        let of_search = seats.iter().enumerate().filter(|(_, seat)| maximisers >> **seat & 1 == 1);
        let maximisers: u16 = of_search.fold(0, |set, (number, _)| set | 1 << number);
        let is_other_side = maximisers & 1 == 0;
        let everybody = (1 << seats.len()) - 1;
        let maximisers = if is_other_side { everybody & !maximisers } else { maximisers };
        let mut salt = mix(task.objective.rules_name(), u64::from(root.trump));
        salt = mix(salt, u64::from(maximisers));
        for (seat, dealt) in task.fixed.dealt.iter().enumerate() {
            salt = mix128(salt, dealt.to_u128());
            salt = mix(salt, u64::from(seats.contains(&seat)));
        }
        patterns.prepare(memory.unwrap_or(BYTES), salt);
        let trumps = if root.trump == NO_LANE { 0 } else { TRUMPS };
        let must_trump = rules.spec().duty.void == Void::Trump;
        let pace = Pace::new(limits, stop);
        let about = About { maximisers, trumps, must_trump };
        let count = on!(processor, cpu => counting(cpu, seats.len(), about, patterns, pace));
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
        self.count.set(&hands);
        let found = match trick {
            None => self.count.start(seat, target),
            Some(trick) => self.count.go_on(seat, &trick, played, target),
        };
        self.count.pace().reached.map_or(Ok((found >= target) != self.is_other_side), Err)
    }

    /// Remembers how many of the tricks still to be finished the maximisers take.
    pub(super) fn remember(&mut self, state: &State<W>, found: i32) {
        let tricks = state.hands[state.seat.index()].len() as i32;
        let found = if self.is_other_side { tricks - found } else { found };
        self.count.remember(tricks, found);
    }

    /// About how many of the tricks still to be finished the maximisers take: where to ask first. As
    /// many as last time, if a position of the deal with as many cards was asked for.
    pub(super) fn guess(&self, state: &State<W>) -> i32 {
        let hands: Vec<u64> =
            self.seats.iter().map(|&seat| self.convert(state.hands[seat])).collect();
        let leader = self.seat(state.seat.index());
        let tricks = state.hands[state.seat.index()].len() as i32;
        let found = self.count.remembered(tricks).unwrap_or_else(|| {
            let About { maximisers, trumps, .. } = self.count.about();
            guess::guess(&hands, leader, maximisers, trumps)
        });
        if self.is_other_side { tricks - found } else { found }
    }

    /// Leaves it the nodes that another search has not used up.
    pub(super) fn leave(&mut self, most_nodes: Option<u64>, spent: u64) {
        self.count.leave(most_nodes, spent);
    }

    /// Cards played so far.
    pub(super) fn nodes(&self) -> u64 {
        self.count.pace().nodes
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
