//! Plays, counts, simulates and solves the trick-taking card games of Central Europe.
//!
//! The rules of a game come in as data: what is legal, who wins a trick and what the cards count is
//! compiled once per contract, and the score of a contract is a table over the outcomes of the play.
//!
//! The crate is pure Rust. The feature `python` adds the bindings that the Python package `ultimo`
//! is built on; nothing else needs Python.

pub mod barter;
pub mod batch;
pub mod cards;
pub mod counting;
#[allow(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "a processor's instructions reach only what is inlined, and take half a word each"
)]
mod cpu;
pub mod payoff;
pub mod play;
pub mod random;
pub mod rules;
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts of cards and tricks are far below every limit, and hashes are folded"
)]
#[allow(clippy::inline_always, reason = "a processor's instructions reach only what is inlined")]
pub mod solver;

#[cfg(feature = "python")]
#[allow(unsafe_code, reason = "PyO3's macros expand to unsafe code")]
mod py;

/// The version of the crate, which is also the version of the Python package.
///
/// # Examples
/// ```
/// assert_eq!(ultimo_core::VERSION.split('.').count(), 3);
/// ```
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
