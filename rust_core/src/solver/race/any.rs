//! The search for as many seats as there are.

use super::super::Task;
use super::super::board::Cutoffs;
use super::super::question::mix;
use super::super::search::{Limits, Pace, Reached};
use super::chase::Chase;
use super::plan::Plan;
use super::proofs::RaceProofs;
use super::question::Question;
use super::scale::Scale;
use crate::cards::Word;
use crate::play::State;

/// No table is larger, whatever is asked for.
const MAX_BYTES: usize = 1 << 30;
/// Where more values are possible, one question for each would share too little.
const MAX_VALUES: usize = 24;

/// A search among as many seats as there are.
pub(in crate::solver) enum AnyRace<'a, W> {
    Two(Box<Chase<'a, W, 2>>),
    Three(Box<Chase<'a, W, 3>>),
    Four(Box<Chase<'a, W, 4>>),
}

macro_rules! each {
    ($race:expr, $name:ident => $body:expr) => {
        match $race {
            AnyRace::Two($name) => $body,
            AnyRace::Three($name) => $body,
            AnyRace::Four($name) => $body,
        }
    };
}

impl<'a, W: Word> AnyRace<'a, W> {
    /// A search for a position and all that follow from it, or `None` if one of the questions, whether
    /// it is worth at least each value of the objective, is not a race.
    pub(in crate::solver) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        proofs: &'a mut RaceProofs,
        memory: Option<usize>,
    ) -> Option<Self> {
        let Task { rules, fixed, root, state, objective } = *task;
        let values = objective.values();
        if values.len() > MAX_VALUES {
            return None;
        }
        let plan = Plan::new(rules, fixed, state, objective)?;
        let scale = Scale::new(&plan, fixed, objective)?;
        let salt = mix(plan.salt, scale.salt());
        let question = |&value: &f64| Question::new(&plan, &scale, salt, value);
        let questions: Vec<Question> = values.iter().map(question).collect::<Option<_>>()?;
        let in_hand: u32 = root.hands.iter().map(|hand| hand.len()).sum();
        let stock = u32::from(root.stock_left(fixed));
        let bytes = memory.unwrap_or_else(|| memory_for(in_hand, stock)).min(MAX_BYTES);
        proofs.prepare(bytes, salt);
        let (seats, pace, cutoffs) =
            (rules.seats(), Pace::new(limits, stop), Cutoffs::new(in_hand + stock));
        macro_rules! chase {
            () => {
                Box::new(Chase {
                    plan,
                    scale,
                    fixed,
                    hands: Default::default(),
                    proofs,
                    cutoffs,
                    pace,
                    questions,
                })
            };
        }
        Some(match seats {
            2 => Self::Two(chase!()),
            3 => Self::Three(chase!()),
            4 => Self::Four(chase!()),
            _ => return None,
        })
    }

    /// Whether a state is worth at least the value with this index.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(in crate::solver) fn holds(
        &mut self,
        index: usize,
        state: &State<W>,
    ) -> Result<bool, Reached> {
        each!(self, race => race.holds(index, state))
    }

    /// Moves played so far.
    pub(in crate::solver) fn nodes(&self) -> u64 {
        each!(self, race => race.pace.nodes)
    }
}

/// Bytes of the table of proofs for a number of cards in hand and in the stock.
fn memory_for(in_hand: u32, stock: u32) -> usize {
    1 << (12 + in_hand / 4 + stock * 6 / 10).min(26)
}
