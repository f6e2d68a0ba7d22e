//! Randomness that is the same everywhere: one stream a deal, and dealing from it, freely or under
//! conditions.

mod cases;
mod conditions;
mod deal_spec;
mod dealer;
mod draws;
mod many;
mod narrow;
mod placement;
mod stream;
mod trails;
mod worlds;

pub use conditions::{Attempt, Bounds, Condition, Conditioned, Rejected};
pub use deal_spec::{DealSpec, DealSpecErrors, Gaps, VoidHand};
pub use dealer::{AlwaysVoid, Dealer, MAX_SHUFFLES};
pub(crate) use draws::{Draws, Laying};
pub(crate) use many::{BLOCK, STREAMS, Words, fill};
pub use narrow::{CaseSpec, Shown};
pub use placement::{Group, Kind, Placement, PlacementSpec, Sum, TooManyCases};
pub use stream::{PLAYOUT, SAMPLE, Stream};
pub use trails::{Holding, LaidCard, TrailStep, Trails, TrailsSpec, Unseen};
pub use worlds::{LaySpec, NoWorlds, RowHand, Source, Worlds, WorldsSpec};
