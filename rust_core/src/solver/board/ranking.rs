//! Whether ranks matter so seldom that bounds are kept by those that did.

use super::patterns::MOST_SEATS;
use super::plan::Plan;
use crate::cards::Word;

/// A suit with so many cards in a row that count the same is long.
const ALIKE: usize = 9;

/// What patterns need to know of a deck.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranking<W> {
    /// Bounds are kept by the ranks that mattered.
    pub(super) has_patterns: bool,
    /// Relative places whose owners part patterns from the first: the highest of each lane, and two trumps.
    pub(super) highest: W,
}

impl<W: Word> Ranking<W> {
    /// Every rank is taken to matter.
    pub(super) const NONE: Self = Self { has_patterns: false, highest: W::ZERO };

    /// Ranks seldom matter where long suits have many cards that count the same. Rules that name cards, and
    /// facts that see the points of all cards, would make every rank matter.
    pub(super) fn new(plan: &Plan<'_, W>) -> Self {
        let lanes = &plan.ground.lanes;
        let run = |lane: &W| {
            let gains: Vec<i32> = lane.places().map(|place| plan.gains[place.index()]).collect();
            gains.chunk_by(|one, other| one == other).map(<[i32]>::len).max().unwrap_or(0)
        };
        let suits = lanes.iter().filter(|&&lane| lane != plan.ground.trumps);
        let has_patterns = suits.map(run).max().unwrap_or(0) >= ALIKE
            && plan.table.seats <= MOST_SEATS
            && !plan.has_names
            && !plan.counts_units
            && plan.worth.exact.is_empty();
        let highest = |cards: W| cards.highest().map_or(W::ZERO, W::of);
        let places = lanes.iter().fold(W::ZERO, |all, &lane| {
            let top = highest(lane);
            let is_trump = lane == plan.ground.trumps;
            all | top | if is_trump { highest(lane.minus(top)) } else { W::ZERO }
        });
        Self { has_patterns, highest: places }
    }

    /// Adds to the cards that matter those above them in their lanes. The lowest card of a lane, if a fact
    /// names it, matters by itself: it is lower than all others whoever owns them, and never equal to one.
    #[inline(always)]
    pub(super) fn closed(lanes: &[W], rests: W, out: W, named: W) -> W {
        let mut closed = W::ZERO;
        for &lane in lanes {
            let here = rests & lane;
            if here.is_empty() {
                continue;
            }
            let lowest = (out & lane).lowest().map_or(W::ZERO, W::of) & named & here;
            let ranked = here.minus(lowest);
            closed |= lowest;
            if !ranked.is_empty() {
                closed |= out & lane & (W::ALL << ranked.low_bit());
            }
        }
        closed
    }
}
