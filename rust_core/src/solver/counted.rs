//! Questions of tricks alone, by the ranks that mattered, where the deal may stop before its last trick.
//!
//! It stops once some seats have enough tricks. Played on, it would give the same answer to whether the
//! maximisers take so many tricks, if that number is out of reach at every stop of the others', and
//! reached at every stop of their own. For such a question the stops are left out.

use std::ops::RangeInclusive;

use super::question::NEVER;
use super::ranks::{Patterns, Ranks};
use super::search::{Limits, Reached};
use super::split::Split;
use super::{Objective, Task};
use crate::cards::Word;
use crate::cpu::Processor;
use crate::play::State;
use crate::rules::EndRule;

/// A search for tricks, and the questions that it answers.
pub(super) struct Counted<'a, W> {
    task: Task<'a, W>,
    split: Split<W>,
    ranks: Ranks<'a, W>,
    /// Tricks of the maximisers that may be asked for.
    may_ask: RangeInclusive<i32>,
    answers_all: bool,
}

impl<'a, W: Word> Counted<'a, W> {
    /// A search for a position, or `None` if more is asked for than tricks, or it answers nothing.
    pub(super) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        patterns: &'a mut Patterns,
        memory: Option<usize>,
        processor: Processor,
    ) -> Option<Self> {
        let Task { rules, fixed, objective, .. } = *task;
        if objective.axes().len() > 1 {
            return None;
        }
        let split = Split::new(rules, fixed, objective);
        if !split.counts_tricks_of(objective.maximisers() & rules.all_seats()) {
            return None;
        }
        let may_ask = may_ask(task)?;
        let mut values = objective.values().iter().skip(1);
        let answers = |&value: &f64| may_ask.contains(&tricks_for(&split, objective, value));
        let answers_all = values.clone().all(answers);
        if !answers_all && !values.any(answers) {
            return None;
        }
        // The other search is to have as much.
        let memory = memory.map(|bytes| if answers_all { bytes } else { bytes / 2 });
        let ranks = Ranks::new(task, limits, stop, patterns, memory, processor)?;
        Some(Self { task: *task, split, ranks, may_ask, answers_all })
    }

    /// Whether it can say if this value is reached.
    pub(super) fn answers(&self, value: f64) -> bool {
        self.may_ask.contains(&tricks_for(&self.split, self.task.objective, value))
    }

    /// Whether it answers every question.
    pub(super) fn answers_all(&self) -> bool {
        self.answers_all
    }

    /// Whether a state is worth at least a value.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn holds(&mut self, value: f64, state: &State<W>) -> Result<bool, Reached> {
        let target = self.tricks_to_come(value, state);
        self.ranks.reaches(state, target)
    }

    /// Index of the value to ask for first: a question costs less the nearer it is.
    pub(super) fn guess(&self, state: &State<W>) -> usize {
        let guessed = self.ranks.guess(state);
        let values = self.task.objective.values();
        values.iter().rposition(|&value| self.tricks_to_come(value, state) <= guessed).unwrap_or(0)
    }

    /// Remembers what a state is worth.
    pub(super) fn remember(&mut self, state: &State<W>, value: f64) {
        let target = self.tricks_to_come(value, state);
        self.ranks.remember(state, target);
    }

    /// Cards played so far.
    pub(super) fn nodes(&self) -> u64 {
        self.ranks.nodes()
    }

    /// Leaves it the nodes that another search has not used up.
    pub(super) fn leave(&mut self, most_nodes: Option<u64>, spent: u64) {
        self.ranks.leave(most_nodes, spent);
    }

    fn tricks_to_come(&self, value: f64, state: &State<W>) -> i32 {
        let so_far = self.split.so_far(self.task.rules, state);
        tricks_for(&self.split, self.task.objective, value) - so_far
    }
}

/// Tricks of the whole deal with which the maximisers reach a value.
fn tricks_for<W: Word>(split: &Split<W>, objective: &Objective<W>, value: f64) -> i32 {
    -split.bonus(objective.table(), value, NEVER)
}

/// The tricks of the maximisers that may be asked for without regard to the stops, or `None` if there
/// are stops of another kind.
fn may_ask<W: Word>(task: &Task<'_, W>) -> Option<RangeInclusive<i32>> {
    let Task { rules, root, objective, .. } = *task;
    let maximisers = objective.maximisers();
    let to_come = root.hands[root.seat.index()].len();
    let tricks = i32::from(root.tricks_of(rules.all_seats())) + to_come as i32;
    let (mut least, mut most) = (i32::MIN, i32::MAX);
    for end in &rules.spec().ends {
        match *end {
            EndRule::Tricks { seats, at_least } if seats & maximisers == 0 => {
                least = least.max(tricks - i32::from(at_least) + 1);
            }
            EndRule::Tricks { seats, at_least } if seats & !maximisers == 0 => {
                most = most.min(i32::from(at_least));
            }
            _ => return None,
        }
    }
    Some(least..=most)
}
