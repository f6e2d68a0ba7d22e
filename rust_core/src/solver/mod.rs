//! Double dummy: what a position is worth when every card is known.
//!
//! [`solve`] answers exactly for every position of every game that the rules can say: one side
//! maximises an [`Objective`], all other seats minimise it. A [`Solver`] keeps what it has proven for
//! the next question. [`brute`] is slow and obviously right.

mod alike;
mod ask;
mod board;
mod bounds;
pub mod brute;
mod counted;
mod cutoffs;
mod ends;
#[cfg_attr(not(feature = "faults"), allow(unreachable_pub, reason = "exported for tests only"))]
mod fault;
mod flags;
mod inquiry;
mod key;
mod lanes;
mod objective;
mod order;
mod pace;
mod question;
mod race;
mod ranks;
mod reach;
mod search;
mod solution;
mod split;
mod store;
mod table;

pub use ask::{Solver, Task, solve};
#[cfg(feature = "faults")]
pub use fault::{FAULTS, Fault, OPEN_FAULTS, RACE_FAULTS, plant};
pub use objective::Objective;
pub use search::{Limits, Reached};
pub use solution::{Solution, Unfinished, Valued};
