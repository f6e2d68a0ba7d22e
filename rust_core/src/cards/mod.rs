//! Cards, places, seats, and sets of cards as machine words.

mod card;
mod seat;
mod word;

pub use card::{Card, Place};
pub use seat::{MAX_SEATS, Seat};
pub use word::{Places, Word};
