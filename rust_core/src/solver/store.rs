//! What a solver keeps from one question to the next.

use super::board::Proofs;
use super::race::RaceProofs;
use super::ranks::Patterns;
use super::table::Table;
use crate::cpu::Processor;

/// The tables of a [`Store`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Patterns,
    PatternsAndProofs,
    Proofs,
    Races,
    Table,
}

/// The proofs of all searches, each in its own table.
#[derive(Debug)]
pub(super) struct Store {
    /// Bytes at most, if that is settled.
    pub(super) memory: Option<usize>,
    /// What the searches are compiled for.
    pub(super) processor: Processor,
    /// The table in use.
    kept: Option<Kept>,
    pub(super) proofs: Proofs,
    pub(super) races: RaceProofs,
    pub(super) table: Table,
    pub(super) patterns: Patterns,
}

impl Store {
    pub(super) fn new(memory: Option<usize>) -> Self {
        Self {
            memory,
            processor: Processor::detect(),
            kept: None,
            proofs: Proofs::default(),
            races: RaceProofs::default(),
            table: Table::default(),
            patterns: Patterns::default(),
        }
    }

    /// Makes room for a table, so that all of them together keep to the limit.
    pub(super) fn make_room(&mut self, kept: Kept) {
        if self.memory.is_some() && self.kept.is_some_and(|before| before != kept) {
            self.release();
        }
        self.kept = Some(kept);
    }

    pub(super) fn release(&mut self) {
        *self = Self { processor: self.processor, ..Self::new(self.memory) };
    }

    pub(super) fn bytes(&self) -> usize {
        self.proofs.bytes() + self.races.bytes() + self.table.bytes() + self.patterns.bytes()
    }
}
