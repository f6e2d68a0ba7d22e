//! Double dummy: what a position is worth when every card is known.
//!
//! [`solve`] answers exactly for every position of every game that the rules can say: one side
//! maximises an [`Objective`], all other seats minimise it. [`brute`] is slow and obviously right.

mod board;
mod bounds;
pub mod brute;
mod cutoffs;
mod flags;
mod key;
mod objective;
mod order;
mod patterns;
mod question;
mod ranks;
mod search;
mod solution;
mod split;
mod table;

pub use objective::Objective;
pub use search::{Limits, Reached};
pub use solution::{Solution, Unfinished, Valued, solve};
