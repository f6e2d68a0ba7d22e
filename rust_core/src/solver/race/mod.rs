//! The search for races: two sides gather points, by tricks and by announced pairs, perhaps from a
//! stock, and the first with enough of them, or the last trick, decides.
//!
//! A question is a race if it is never worse for a side to have more points, or for the other side to
//! have fewer: [`question`] sees to that. Then one number answers it: the least points that are enough
//! for the maximising side, all else being equal. Proofs are kept by relative ranks, with that number.

mod any;
mod calls;
mod chase;
mod key;
mod moves;
mod order;
mod plan;
mod proofs;
mod question;
mod races;
mod scale;
mod stand;
mod sure;

pub(super) use any::AnyRace;
pub(super) use proofs::RaceProofs;
