//! The solver against full minimax, and against published trick counts.

#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::print_stdout,
    reason = "tests: a fault may panic, and values are whole numbers"
)]

mod common;
#[path = "../rules/dice.rs"]
mod dice;
mod directed;
mod endings;
#[cfg(feature = "faults")]
mod faults;
mod lottery;
mod near_ends;
mod open;
mod patterns;
mod processors;
mod race_kinds;
mod races;
mod ranks;
mod shared;
mod tricks;
