//! The answer: value, value of every legal move, and a line that reaches it.

use super::search::Reached;
use crate::play::Move;

/// A move and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Valued {
    /// The move.
    pub what: Move,
    /// What the position is worth after it.
    pub value: f64,
}

/// What a position is worth.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The value for the maximising side.
    pub value: f64,
    /// Every legal move with its value, in the order of [`Position::legal_moves`]; empty if it was
    /// not asked for.
    ///
    /// [`Position::legal_moves`]: crate::play::Position::legal_moves
    pub table: Vec<Valued>,
    /// A line of best moves to the end; empty if it was not asked for.
    pub line: Vec<Move>,
    /// Moves played by the search.
    pub nodes: u64,
}

/// A search that did not come to its end, and what it had proven.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unfinished {
    /// Which limit stopped it.
    pub reached: Reached,
    /// The value is at least this.
    pub lower: f64,
    /// The value is at most this.
    pub upper: f64,
    /// Moves played.
    pub nodes: u64,
}
