//! Playing a deal: from what was written down to positions, moves and what came of them.

mod breach;
mod calls;
mod course;
mod deal;
mod ends;
mod moves;
mod perft;
mod position;
mod run;
mod setup;
mod state;
mod trick;

pub use breach::{Breach, IllegalMove};
pub use course::Course;
pub use deal::{Deal, Fixed, MAX_PILE_CARDS, MAX_PILES, MAX_STOCK};
pub use moves::{Call, CallSet, Move};
pub use position::Position;
pub(crate) use run::{Line, MOST};
pub use setup::{Owner, Setup, SetupErrors};
pub(crate) use state::NO_CARD;
pub use state::{Fate, State};
