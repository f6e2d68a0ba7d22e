//! The search: can the maximising side bring the sum to a target, whatever the others play?

use std::time::{Duration, Instant};

use super::Task;
use super::alike::Alike;
use super::bounds::{self, sure};
use super::cutoffs::Cutoffs;
use super::flags::{Outlook, Rest};
use super::key::key;
use super::order::Outline;
use super::question::{Box_, Question, fold, mix};
use super::split::{Split, Sum};
use super::table::Table;
use crate::cards::{Place, Word};
use crate::play::{Call, Fixed, State};
use crate::rules::PlayRules;

/// More than any sum and bonus.
const FAR: i32 = 1 << 24;
/// No table is larger, whatever is asked for.
const MAX_BYTES: usize = 1 << 30;
/// Nodes between two looks at the clock.
const PULSE: u64 = 1 << 12;

/// What a search may use.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Moves played.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Bytes of the table; by default sized to the position.
    pub memory: Option<usize>,
}

/// The limit that a search reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The nodes.
    Nodes,
    /// The time.
    Time,
    /// The memory for what must be kept of the facts of a deal.
    Memory,
    /// It was told to stop.
    Stopped,
}

/// Counts nodes and watches the limits.
pub(super) struct Pace<'a> {
    pub(super) nodes: u64,
    pub(super) reached: Option<Reached>,
    /// So many nodes need no look at the limits.
    free: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Pace<'a> {
    pub(super) fn new(limits: Limits, stop: &'a dyn Fn() -> bool) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        Self { nodes: 0, reached: None, free: 0, most_nodes, deadline, stop }
    }

    /// Counts a node; false if a limit is reached.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.free || self.look()
    }

    /// Ends the search for a reason that is not found here.
    pub(super) fn give_up(&mut self, why: Reached) {
        self.reached = self.reached.or(Some(why));
        self.free = 0;
    }

    /// Looks at the limits.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        if self.nodes.is_multiple_of(PULSE) && self.reached.is_none() {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.reached = Some(Reached::Time);
            } else if (self.stop)() {
                self.reached = Some(Reached::Stopped);
            }
        }
        if self.nodes > self.most_nodes {
            self.reached = self.reached.or(Some(Reached::Nodes));
        }
        if self.reached.is_none() {
            self.free = (self.nodes | (PULSE - 1)).min(self.most_nodes);
        }
        self.reached.is_none()
    }
}

/// A search of one deal under one objective, with what it has proven so far.
pub(super) struct Search<'a, W> {
    pub(super) rules: &'a PlayRules<W>,
    pub(super) fixed: &'a Fixed<W>,
    pub(super) split: Split<W>,
    pub(super) pace: Pace<'a>,
    alike: Alike<'a, W>,
    maximisers: u16,
    /// Sure tricks of both sides bound the sum.
    has_sure: bool,
    table: &'a mut Table,
    /// What tells this deal and objective from others in the table.
    salt: u64,
    cutoffs: Cutoffs,
    outlooks: Vec<Outlook>,
}

impl<'a, W: Word> Search<'a, W> {
    pub(super) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        table: &'a mut Table,
        memory: Option<usize>,
    ) -> Self {
        let Task { rules, fixed, root, objective, .. } = *task;
        let split = Split::new(rules, fixed, objective);
        let alike = Alike::new(rules, fixed, objective);
        let maximisers = objective.maximisers();
        let summed = split.additive.as_ref().map(|additive| match additive.sum {
            Sum::Units { seats, .. } | Sum::Tricks { seats, .. } => (seats, additive.sign),
        });
        let has_sure = bounds::apply(rules)
            && alike.identity.is_relative
            && summed == Some((maximisers & rules.all_seats(), 1))
            && !split
                .additive
                .as_ref()
                .is_some_and(|a| matches!(a.sum, Sum::Tricks { late: true, .. }));
        let cards: u32 = root.hands.iter().map(|hand| hand.len()).sum();
        let bytes = memory.unwrap_or_else(|| memory_for(cards)).min(MAX_BYTES);
        let sum = split.additive.as_ref().map(|additive| (additive.sum, additive.sign));
        let about = (objective.rules_name(), fixed, objective.axes(), maximisers, sum);
        let salt = fold(&format!("{about:?}"));
        table.prepare(bytes, salt);
        Self {
            rules,
            fixed,
            split,
            pace: Pace::new(limits, stop),
            alike,
            maximisers,
            has_sure,
            table,
            salt,
            cutoffs: Cutoffs::new(cards),
            outlooks: Vec::new(),
        }
    }

    /// Whether the value of the state is at least what the question asks.
    pub(super) fn holds(&mut self, question: &mut Question, state: &State<W>) -> bool {
        let additive = self.split.additive.as_ref();
        let start = additive.map_or(0, |additive| additive.sign * additive.start);
        let target = -self.split.so_far(self.rules, state) - start;
        self.value(question, state, target) >= target
    }

    /// A bound on what is still to come: at least `target` and then a lower bound, or less and then
    /// an upper bound.
    fn value(&mut self, question: &mut Question, state: &State<W>, target: i32) -> i32 {
        if state.is_over() {
            return question.bonus(&self.split, self.rules, self.fixed, state);
        }
        if state.is_on_lead() && state.must_play.is_empty() {
            self.trick_start(question, state, target)
        } else {
            self.moves(question, state, target, None).0
        }
    }

    fn trick_start(&mut self, question: &mut Question, state: &State<W>, target: i32) -> i32 {
        let rest = self.rest(state);
        let mut outlooks = std::mem::take(&mut self.outlooks);
        let seen =
            question.look(&self.split.flags, self.rules, self.fixed, state, &rest, &mut outlooks);
        let hash =
            key(self.rules, state, &self.alike.identity, &self.split.flags, &outlooks, seen.live);
        self.outlooks = outlooks;
        if let Some(bound) = self.at_once(state, &rest, &seen, target) {
            return bound;
        }
        let hash = mix(mix(hash, seen.class), self.salt) | 1;
        let mut first = None;
        if let Some(entry) = self.table.probe(hash) {
            if entry.lower + seen.offset >= target {
                return entry.lower + seen.offset;
            }
            if entry.upper + seen.offset < target {
                return entry.upper + seen.offset;
            }
            first = entry.best();
        }
        let (bound, best) = self.moves(question, state, target, first);
        if self.pace.reached.is_none() {
            let best = best.map_or(u8::MAX, Place::number);
            let depth = rest.cards.len();
            self.table.store(hash, bound - seen.offset, bound >= target, depth, best);
        }
        bound
    }

    /// Bounds that need no search.
    #[inline]
    fn at_once(&self, state: &State<W>, rest: &Rest<W>, seen: &Box_, target: i32) -> Option<i32> {
        let all = match self.split.additive.as_ref() {
            None => 0,
            Some(additive) => match additive.sum {
                Sum::Units { .. } => rest.units as i32,
                Sum::Tricks { .. } => rest.tricks as i32,
            },
        };
        let falls = self.split.additive.as_ref().is_some_and(|additive| additive.sign < 0);
        let (mut least, mut most) = if falls { (-all, 0) } else { (0, all) };
        if least + seen.lowest < target && most + seen.highest >= target && self.has_sure {
            let others = self.rules.all_seats() & !self.maximisers;
            let ours = sure(self.rules, state, self.maximisers);
            let theirs = sure(self.rules, state, others);
            let is_units = matches!(
                self.split.additive.as_ref().map(|additive| additive.sum),
                Some(Sum::Units { .. })
            );
            least += if is_units { ours.units } else { ours.tricks };
            most -= if is_units { theirs.units } else { theirs.tricks };
        }
        if least + seen.lowest >= target {
            Some(least + seen.lowest)
        } else if most + seen.highest < target {
            Some(most + seen.highest)
        } else {
            None
        }
    }

    /// What is left of the deal, never too little of it.
    fn rest(&self, state: &State<W>) -> Rest<W> {
        let mut cards = self.alike.present(state);
        let longest = state.hands.iter().map(|hand| hand.len()).max().unwrap_or(0);
        let tricks = if self.alike.identity.is_relative { longest } else { cards.len() };
        let spec = self.rules.spec();
        let mut units = u32::from(self.rules.units_of(cards)) + u32::from(spec.last_trick_units);
        if spec.prize.is_some() {
            cards |= self.fixed.prize();
            units += u32::from(self.rules.units_of(self.fixed.prize()));
        }
        if let Some(rule) = &spec.marriages {
            if rule.is_announced() {
                units += rule.pairs.iter().map(|pair| u32::from(pair.units)).sum::<u32>();
            }
            units += state.marriages.iter().map(|&units| u32::from(units)).sum::<u32>();
        }
        units += spec.excuse.map_or(0, |excuse| u32::from(excuse.owed));
        Rest { cards, tricks, units }
    }

    /// Tries the moves of a state; also tells the card that proved enough.
    fn moves(
        &mut self,
        question: &mut Question,
        state: &State<W>,
        target: i32,
        first: Option<Place>,
    ) -> (i32, Option<Place>) {
        let maximises = state.seat().is_in(self.maximisers);
        let mut bound = if maximises { -FAR } else { FAR };
        let calls = state.legal_calls(self.rules, self.fixed);
        for call in calls.calls() {
            let value = self.after_call(question, state, call, target);
            bound = if maximises { bound.max(value) } else { bound.min(value) };
            if (bound >= target) == maximises || self.pace.reached.is_some() {
                return (bound, None);
            }
        }
        let (places, count) = self.ordered(state, first, maximises);
        for &place in &places[..count] {
            let value = self.after_card(question, state, place, target);
            bound = if maximises { bound.max(value) } else { bound.min(value) };
            if self.pace.reached.is_some() {
                return (bound, None);
            }
            if (bound >= target) == maximises {
                if count > 1 {
                    self.cutoffs.set(state, place);
                }
                return (bound, Some(place));
            }
        }
        (bound, None)
    }

    fn after_card(
        &mut self,
        question: &mut Question,
        state: &State<W>,
        place: Place,
        target: i32,
    ) -> i32 {
        let mut next = *state;
        next.play_unchecked(self.rules, self.fixed, place);
        if !self.pace.count() {
            return target;
        }
        if next.finished == state.finished {
            return self.value(question, &next, target);
        }
        let gain = self.split.so_far(self.rules, &next) - self.split.so_far(self.rules, state);
        gain + self.value(question, &next, target - gain)
    }

    fn after_call(
        &mut self,
        question: &mut Question,
        state: &State<W>,
        call: Call,
        target: i32,
    ) -> i32 {
        let mut next = *state;
        next.call_unchecked(self.rules, self.fixed, call);
        if !self.pace.count() {
            return target;
        }
        let gain = self.split.so_far(self.rules, &next) - self.split.so_far(self.rules, state);
        gain + self.value(question, &next, target - gain)
    }

    /// One card of each run of equal ones, the most promising first.
    fn ordered(
        &self,
        state: &State<W>,
        first: Option<Place>,
        maximises: bool,
    ) -> ([Place; 64], usize) {
        let mut places = [Place::default(); 64];
        let mut rates = [0_i32; 64];
        let mut count = 0;
        let legal = self.alike.distinct(state);
        if legal.len() == 1 {
            places[0] = legal.lowest().unwrap_or_default();
            return (places, 1);
        }
        let hint = self.cutoffs.get(state);
        let side = bounds::side_of(state.seat(), self.maximisers, self.rules.all_seats());
        let outline = Outline::new(self.rules, state, side, self.wants(maximises));
        for place in legal.places().take(64) {
            let mut rate = outline.rate(self.rules, state, place);
            if Some(place) == first {
                rate += 4000;
            }
            if Some(place) == hint {
                rate += 1000;
            }
            let mut at = count;
            while at > 0 && rates[at - 1] < rate {
                rates[at] = rates[at - 1];
                places[at] = places[at - 1];
                at -= 1;
            }
            rates[at] = rate;
            places[at] = place;
            count += 1;
        }
        (places, count)
    }

    /// Whether the side to play wants tricks: with a rising sum the side that is counted does.
    #[inline]
    fn wants(&self, maximises: bool) -> bool {
        self.split.additive.as_ref().is_none_or(|additive| {
            let (Sum::Units { seats, .. } | Sum::Tricks { seats, .. }) = additive.sum;
            let for_maximisers = (seats & self.maximisers != 0) == (additive.sign > 0);
            for_maximisers == maximises
        })
    }
}

/// Bytes of table for a number of cards in hand.
fn memory_for(cards: u32) -> usize {
    1 << (14 + cards * 14 / 52).min(28)
}
