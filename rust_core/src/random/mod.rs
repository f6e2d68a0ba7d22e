//! Randomness that is the same everywhere: one stream a deal, and dealing from it.

mod deal_spec;
mod dealer;
mod stream;

pub use deal_spec::{DealSpec, DealSpecErrors, Gaps, VoidHand};
pub use dealer::{AlwaysVoid, Dealer, MAX_SHUFFLES};
pub use stream::{PLAYOUT, Stream};
