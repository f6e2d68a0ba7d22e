//! Which move to try first: only speed depends on it.

use super::super::board::Trick;
use super::plan::Plan;
use crate::cards::{Place, Word};

/// What a call is worth in the order, before cards of its pair.
pub(super) const MARRIAGE: i32 = 100;
pub(super) const EXCHANGE: i32 = 120;
pub(super) const CLOSE: i32 = -60;

/// What the order of the cards of one turn depends on.
pub(super) struct Outlook<W> {
    /// Cards of the other side, of those of them who are still to play, and of partners.
    enemy: W,
    behind: W,
    is_ours: bool,
    is_last: bool,
    draws: bool,
}

impl<W: Word> Outlook<W> {
    #[inline(always)]
    pub(super) fn new<const N: usize>(
        plan: &Plan<'_, W>,
        hands: &[W; N],
        trick: &Trick<W>,
        (seat, left): (usize, usize),
        draws: bool,
    ) -> Self {
        let side = plan.side(seat);
        let (mut enemy, mut behind) = (W::ZERO, W::ZERO);
        let mut other = seat;
        for step in 1..N {
            other = if other + 1 == N { 0 } else { other + 1 };
            if plan.side(other) != side {
                enemy |= hands[other];
                if step <= left {
                    behind |= hands[other];
                }
            }
        }
        let is_ours = !trick.cards.is_empty() && plan.side(usize::from(trick.best_seat)) == side;
        Self { enemy, behind, is_ours, is_last: left == 0, draws }
    }

    /// The larger, the sooner.
    #[inline(always)]
    pub(super) fn rate(&self, plan: &Plan<'_, W>, trick: &Trick<W>, place: Place) -> i32 {
        let units = plan.units(place);
        let lane = plan.rules.lane(plan.rules.lane_of(place));
        let is_trump = lane == plan.trumps;
        let beats = plan.rules.beats(place, plan.trump);
        if trick.cards.is_empty() {
            let in_suit = self.enemy & lane;
            let is_top = (in_suit & beats).is_empty();
            let is_safe = if self.draws { (self.enemy & beats).is_empty() } else { is_top };
            let ruffed = !is_trump && in_suit.is_empty() && !(self.enemy & plan.trumps).is_empty();
            return if is_safe && !ruffed {
                50 + units
            } else {
                -2 * units - 5 * i32::from(is_trump)
            };
        }
        let wins = trick.beating.has(place);
        let threatened = !(self.behind & if wins { beats } else { trick.beating }).is_empty();
        let is_ruff = is_trump && lane != trick.led;
        if wins && (self.is_last || !threatened) {
            let cost = if is_ruff { -units - 8 } else { units };
            return 20 + 2 * trick.gain + cost - 30 * i32::from(self.is_ours);
        }
        if self.is_ours && !threatened {
            return 20 + 3 * units - 9 * i32::from(is_trump);
        }
        -3 * units - 9 * i32::from(is_trump)
    }
}
