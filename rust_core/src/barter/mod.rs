//! Games without tricks, in which the seats exchange cards with an open table until one closes, and
//! hands of three cards are compared.

mod round;
mod spec;

pub use round::{Action, Barter, BarterSetup, ROUND_ACTIONS};
pub use spec::BarterSpec;
