//! Playing many deals out.

use std::fmt;

use super::Pool;
use super::direct::AnyDirect;
use super::part::{Part, PartOn};
use super::plan::{AnyPlan, Rows};
use crate::cpu::{Cpu, Processor, on};
use crate::random::{AlwaysVoid, Dealer};

/// Rows that one thread plays before it looks for more.
const ROWS: usize = 1024;

/// Where the rows come from.
#[derive(Debug, Clone, Copy)]
pub enum Deals<'a> {
    /// They are given, so many columns each, and checked.
    Given(&'a [u8], usize),
    /// They are dealt.
    Dealt(&'a Dealer),
}

/// Where results are written: so many rows, one after the other.
#[derive(Debug)]
pub struct PlayoutRows<'a> {
    /// Number of seats.
    pub seats: usize,
    /// Game points, `seats` numbers a row. Left as it is where a plan has no payoff.
    pub returns: &'a mut [f64],
    /// Card points in tricks won, in units, `seats` numbers a row.
    pub points: &'a mut [i32],
    /// Tricks won, `seats` numbers a row.
    pub tricks: &'a mut [u8],
    /// Moves in order, so many bytes a row; what is left of a row stays as it is.
    pub plays: Option<(&'a mut [u8], usize)>,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of moves.
    pub moves: u64,
    /// Number of moves of the longest play.
    pub longest: u32,
}

impl Tally {
    pub(super) fn with(self, other: Self) -> Self {
        Self { moves: self.moves + other.moves, longest: self.longest.max(other.longest) }
    }
}

/// A row that cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFault {
    /// It is void however often it is shuffled.
    Void(AlwaysVoid),
    /// It holds no deal for its plan.
    Row {
        /// Number of the row.
        row: usize,
        /// What is wrong.
        why: &'static str,
    },
}

impl RowFault {
    /// The same of rows that begin at row `first`.
    #[must_use]
    pub fn further(self, first: usize) -> Self {
        match self {
            Self::Void(error) => Self::Void(error),
            Self::Row { row, why } => Self::Row { row: first + row, why },
        }
    }
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void(error) => error.fmt(f),
            Self::Row { row, why } => write!(f, "row {row} is no deal for its plan: {why}"),
        }
    }
}

impl std::error::Error for RowFault {}

/// What is played: row `i` has the random streams of deal `start + i`, and depends on them, its plan
/// and its cards alone.
#[derive(Debug, Clone, Copy)]
pub struct Playouts<'a> {
    /// The plans, all for as many seats.
    pub plans: &'a [AnyPlan],
    /// The plan of each row; the first plan if `None`.
    pub plan_of: Option<&'a [u32]>,
    /// The deals.
    pub deals: Deals<'a>,
    /// The key of all random streams.
    pub seed: u64,
    /// Number of the first deal.
    pub start: u64,
}

impl Playouts<'_> {
    /// Plays the rows out, each move chosen uniformly among the legal ones, or among those of them
    /// that its plan prefers.
    ///
    /// # Errors
    /// The first [`RowFault`]. What was written until then is of no use.
    pub fn run(&self, pool: &Pool, out: PlayoutRows<'_>) -> Result<Tally, RowFault> {
        let seats = out.seats.max(1);
        let (lines, width) = out.plays.unwrap_or((&mut [], 0));
        let direct: Vec<Option<AnyDirect>> = match self.deals {
            Deals::Dealt(dealer) => self.plans.iter().map(|plan| plan.direct(dealer)).collect(),
            Deals::Given(..) => vec![],
        };
        let words = self.plans.iter().map(AnyPlan::words).max().unwrap_or(0);
        let mut lines = lines.chunks_mut((ROWS * width).max(1));
        let parts = (0..)
            .step_by(ROWS)
            .zip(out.returns.chunks_mut(ROWS * seats))
            .zip(out.points.chunks_mut(ROWS * seats))
            .zip(out.tricks.chunks_mut(ROWS * seats))
            .map(|(((first, returns), points), tricks)| Part {
                playouts: self,
                direct: &direct,
                first,
                count: returns.len().div_ceil(seats),
                words,
                out: Rows {
                    seats,
                    returns,
                    points,
                    tricks,
                    lines: lines.next().unwrap_or_default(),
                    width,
                },
            })
            .collect();
        let tallies =
            pool.run(parts, |part| on!(Processor::detect(), cpu => cpu.run(PartOn(part, cpu))))?;
        Ok(tallies.into_iter().fold(Tally::default(), Tally::with))
    }
}
