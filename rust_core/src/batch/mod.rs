//! Many deals at once: the same results for any number of threads, and no allocation per deal.

mod abreast;
mod barters;
mod deals;
mod direct;
mod each;
mod env;
mod even;
mod given;
mod lanes;
mod masks;
mod observe;
mod part;
mod plan;
mod playouts;
mod pool;
mod preference;
mod replays;
mod rich;
mod row;
mod run;
mod samples;
mod searches;
mod written;

pub use barters::{BarterPlan, RoundRows};
pub use deals::deal_rows;
pub use env::Env;
pub use given::{Begun, Choice, Ends, IllegalAction, Seeds, View};
pub use observe::{Field, Layout, Shape};
pub use plan::{AnyPlan, MAX_MOVES, NO_ACTION, Plan};
pub use playouts::{Deals, PlayoutRows, Playouts, RowFault, Tally};
pub use pool::{MAX_THREADS, NoThreads, Pool};
pub use preference::{Preference, RoundPreference};
pub use replays::{ReplayRows, Replays};
pub use row::{Before, FaceUp, Shows};
pub use samples::{Look, Sampled, Sampling, sample_looks, sample_rows};
pub use searches::{GaveUp, Search};
