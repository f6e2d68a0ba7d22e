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
use crate::cpu::{Cpu, Processor, on};
use crate::play::State;

/// No table is larger, whatever is asked for.
const MAX_BYTES: usize = 1 << 30;
/// Where more values are possible, one question for each would share too little.
const MAX_VALUES: usize = 24;

/// A search for a processor, among as many seats as there are.
pub(in crate::solver) struct AnyRace<'a, W>(Box<dyn Chasing<W> + 'a>);

/// A [`Chase`] of any number of seats, for any processor.
trait Chasing<W> {
    /// Whether a state is worth at least the value with this index.
    fn holds(&mut self, index: usize, state: &State<W>) -> Result<bool, Reached>;
    /// Moves played so far.
    fn nodes(&self) -> u64;
}

impl<W: Word, C: Cpu, const N: usize> Chasing<W> for Chase<'_, W, C, N> {
    fn holds(&mut self, index: usize, state: &State<W>) -> Result<bool, Reached> {
        self.answer(index, state)
    }

    fn nodes(&self) -> u64 {
        self.pace.nodes
    }
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
        processor: Processor,
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
        let parts = (plan, scale, questions);
        on!(processor, cpu => {
            Some(Self(match seats {
                2 => Box::new(Chase::<_, _, 2>::new(cpu, parts, fixed, pace, cutoffs, proofs)),
                3 => Box::new(Chase::<_, _, 3>::new(cpu, parts, fixed, pace, cutoffs, proofs)),
                4 => Box::new(Chase::<_, _, 4>::new(cpu, parts, fixed, pace, cutoffs, proofs)),
                _ => return None,
            }))
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
        self.0.holds(index, state)
    }

    /// Moves played so far.
    pub(in crate::solver) fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// Bytes of the table of proofs for a number of cards in hand and in the stock.
fn memory_for(in_hand: u32, stock: u32) -> usize {
    1 << (12 + in_hand / 4 + stock * 6 / 10).min(26)
}
