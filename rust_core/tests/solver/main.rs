//! The solver against full minimax, and against published trick counts.

mod common;
mod endings;
mod tricks;
