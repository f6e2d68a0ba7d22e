//! The search for as many seats as hold cards.

use super::super::Task;
use super::super::search::{Limits, Pace, Reached};
use super::hunt::Hunt;
use super::plan::Plan;
use super::proofs::Proofs;
use crate::cards::Word;
use crate::play::State;

/// No table is larger, whatever is asked for.
const MAX_BYTES: usize = 1 << 30;

/// A search among as many seats as hold cards.
pub(in crate::solver) enum AnyHunt<'a, W> {
    Two(Box<Hunt<'a, W, 2>>),
    Three(Box<Hunt<'a, W, 3>>),
    Four(Box<Hunt<'a, W, 4>>),
    Five(Box<Hunt<'a, W, 5>>),
}

macro_rules! each {
    ($hunt:expr, $name:ident => $body:expr) => {
        match $hunt {
            AnyHunt::Two($name) => $body,
            AnyHunt::Three($name) => $body,
            AnyHunt::Four($name) => $body,
            AnyHunt::Five($name) => $body,
        }
    };
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
        Some(match parts.0.table.seats {
            2 => Self::Two(Box::new(Hunt::new(parts, size, values, pace, proofs))),
            3 => Self::Three(Box::new(Hunt::new(parts, size, values, pace, proofs))),
            4 => Self::Four(Box::new(Hunt::new(parts, size, values, pace, proofs))),
            5 => Self::Five(Box::new(Hunt::new(parts, size, values, pace, proofs))),
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
        value: f64,
        state: &State<W>,
    ) -> Result<bool, Reached> {
        each!(self, hunt => {
            let holds = hunt.holds(index, value, state);
            hunt.pace.reached.map_or(Ok(holds), Err)
        })
    }

    /// Cards played so far.
    pub(in crate::solver) fn nodes(&self) -> u64 {
        each!(self, hunt => hunt.pace.nodes)
    }
}

/// Bytes of the table of proofs for a number of cards in hand.
fn memory_for(cards: u32) -> usize {
    1 << (12 + cards * 16 / 48).min(28)
}
