//! Card points in exact units, their official counts, and the values of hands without tricks.

mod hand_value;
mod scheme;

pub use hand_value::{HandRule, HandValue};
