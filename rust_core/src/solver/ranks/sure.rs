//! In the middle of a trick: it is sure for the side whose turn it is.

use super::bits::{LANES, lane, top_or_none};
use super::count::{Count, Trick};
use crate::cpu::Cpu;

impl<C: Cpu, const N: usize> Count<'_, C, N> {
    /// Whether the side of a seat takes the trick whatever the others play, and the rank that this rests
    /// on. It is enough where one more trick is.
    ///
    /// The best card that the side has played or can bring beats what lies there, and all that opponents
    /// still to play can bring. Whether they can ruff depends on suit lengths alone.
    #[inline(always)]
    pub(super) fn sure<const POSITION: usize>(&self, seat: usize, trick: &Trick) -> Option<u64> {
        let (theirs, ours) = self.still_to_come::<POSITION>(seat, trick);
        let hand = self.hands[seat];
        let follow = hand & trick.led;
        let brings = if follow == 0 {
            hand & self.trumps
        } else if trick.best & self.trumps == 0 || trick.led == self.trumps {
            follow
        } else {
            0
        };
        let is_ours = self.side(seat) >> trick.best_seat & 1 == 1;
        let (held, bar) = if is_ours { (trick.best, theirs) } else { (0, theirs.max(trick.best)) };
        let best = top_or_none(brings).max(ours).max(held);
        if best <= bar {
            return None;
        }
        let others = bar | (trick.played & !best);
        Some(if others & LANES[lane(best)] == 0 { 0 } else { best })
    }
}
