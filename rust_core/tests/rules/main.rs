//! The rules of play, clause by clause, and the core beside a slow reference.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod barter;
mod calls;
mod checks;
mod common;
mod counting;
mod deck;
mod dice;
mod facts;
mod legal_cards;
mod lockstep;
mod payoff;
mod piles;
mod playouts;
mod reference;
mod sizes;
mod tricks;
