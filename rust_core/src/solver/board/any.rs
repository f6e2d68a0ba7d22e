//! The search for as many seats as hold cards.

use super::super::Task;
use super::super::search::{Limits, Pace, Reached};
use super::hunt::Hunt;
use super::plan::Plan;
use super::proofs::Proofs;
use crate::cards::Word;
use crate::cpu::{Cpu, Processor, on};
use crate::play::State;

/// More cards than this ask for more memory than any others.
const WIDE: u32 = 60;
/// No table is larger, whatever is asked for.
const MAX_BYTES: usize = 1 << 30;

/// A search for a processor, among as many seats as hold cards.
pub(in crate::solver) struct AnyHunt<'a, W>(Box<dyn Hunting<W> + 'a>);

/// A [`Hunt`] of any number of seats, for any processor.
trait Hunting<W> {
    /// Whether a state is worth at least the value with this index; not to be looked at if a limit was
    /// reached.
    fn holds(&mut self, index: usize, value: f64, state: &State<W>) -> bool;
    fn pace(&self) -> &Pace<'_>;
    /// Leaves it the nodes that another search has not used up.
    fn leave(&mut self, most_nodes: Option<u64>, spent: u64);
}

impl<W: Word, C: Cpu, const N: usize> Hunting<W> for Hunt<'_, W, C, N> {
    fn holds(&mut self, index: usize, value: f64, state: &State<W>) -> bool {
        self.answer(index, value, state)
    }

    fn pace(&self) -> &Pace<'_> {
        &self.pace
    }

    fn leave(&mut self, most_nodes: Option<u64>, spent: u64) {
        self.pace.leave(most_nodes, spent);
    }
}

impl<'a, W: Word> AnyHunt<'a, W> {
    /// A search for a position and all that follow from it, or `None` if it needs the general one.
    pub(in crate::solver) fn new(
        task: &Task<'a, W>,
        values: usize,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        proofs: &'a mut Proofs,
        memory: Option<usize>,
        processor: Processor,
    ) -> Option<Self> {
        let Task { rules, fixed, root, objective, .. } = *task;
        // A root from which more than cards is played, or counts, may lead to a state that is past that.
        let parts = Plan::new(rules, fixed, root, objective)
            .or_else(|| Plan::new(rules, fixed, task.state, objective))?;
        let cards: u32 = root.hands.iter().map(|hand| hand.len()).sum();
        let bytes = memory.unwrap_or_else(|| memory_for(cards)).min(MAX_BYTES);
        let pace = Pace::new(limits, stop);
        proofs.prepare(bytes, parts.0.salt);
        let size = (bytes, cards);
        let seats = parts.0.table.seats;
        on!(processor, cpu => {
            Some(Self(match seats {
                2 => Box::new(Hunt::<_, _, 2>::new(cpu, parts, size, values, pace, proofs)),
                3 => Box::new(Hunt::<_, _, 3>::new(cpu, parts, size, values, pace, proofs)),
                4 => Box::new(Hunt::<_, _, 4>::new(cpu, parts, size, values, pace, proofs)),
                5 => Box::new(Hunt::<_, _, 5>::new(cpu, parts, size, values, pace, proofs)),
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
        value: f64,
        state: &State<W>,
    ) -> Result<bool, Reached> {
        let holds = self.0.holds(index, value, state);
        self.0.pace().reached.map_or(Ok(holds), Err)
    }

    /// Leaves it the nodes that another search has not used up.
    pub(in crate::solver) fn leave(&mut self, most_nodes: Option<u64>, spent: u64) {
        self.0.leave(most_nodes, spent);
    }

    /// Cards played so far.
    pub(in crate::solver) fn nodes(&self) -> u64 {
        self.0.pace().nodes
    }
}

/// Bytes of the table of proofs for a number of cards in hand. It takes them as it needs them.
fn memory_for(cards: u32) -> usize {
    1 << (12 + cards * 16 / 48).min(if cards > WIDE { 30 } else { 28 })
}
