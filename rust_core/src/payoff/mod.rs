//! What a deal pays: facts of the play, and scores tabulated over them.

mod axis;
mod check;
mod probe;
mod table;

pub use axis::{Axis, Fact, Window};
pub use probe::Probe;
pub use table::{Payoff, PayoffErrors, PayoffPart};
