//! The search for games in which nothing but cards is played: hands as lanes of bits, facts as small
//! machines, proofs kept by relative ranks.
//!
//! `Plan` takes rules, position and objective apart once; [`AnyHunt`] searches.

mod any;
mod course;
mod cutoffs;
mod equals;
mod excuse;
mod facts;
mod finish;
mod hunt;
mod key;
mod order;
mod patterns;
mod plan;
mod proofs;
mod ranking;
mod stakes;
mod start;
mod sums;
mod sure;
mod tracks;
mod trick;
mod turn;
mod worth;

pub(super) use any::AnyHunt;
pub(super) use cutoffs::Cutoffs;
pub(super) use equals::{Equals, edges};
pub(super) use proofs::Proofs;
pub(super) use trick::Trick;
pub(super) use worth::Worth;
