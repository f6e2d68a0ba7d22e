//! Where each card stands in a word.

use super::spec::{RulesSpec, Trump};
use crate::cards::{Place, Word};

/// Which place each card takes: lanes as runs of bits from low to high rank, each followed by a
/// spare bit where the word has room; the trump lane last if it is fixed; the excuse after all.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// Place by deck index.
    pub(crate) places: Vec<Place>,
    /// Whether a spare bit follows each lane.
    pub(crate) is_guarded: bool,
}

impl Layout {
    /// Lays out checked rules. The word must have room for the deck.
    pub(crate) fn new<W: Word>(spec: &RulesSpec) -> Self {
        let is_guarded = bits_with_guards(spec) <= W::BITS;
        let mut places = vec![Place::default(); usize::from(spec.deck_size)];
        let mut next = 0;
        for lane in lane_order(spec) {
            for &card in &spec.lanes[lane] {
                places[usize::from(card)] = Place::wrapped(next);
                next += 1;
            }
            next += u32::from(is_guarded);
        }
        if let Some(excuse) = spec.excuse {
            places[usize::from(excuse.card)] = Place::wrapped(next);
        }
        Self { places, is_guarded }
    }

    /// Each card at the place that is its deck index.
    pub(crate) fn in_deck_order(spec: &RulesSpec) -> Self {
        let places = (0..u32::from(spec.deck_size)).map(Place::wrapped).collect();
        Self { places, is_guarded: false }
    }
}

/// Bits needed for the deck with a spare bit after each lane and the excuse.
pub(crate) fn bits_with_guards(spec: &RulesSpec) -> u32 {
    let lanes = spec.lanes.len() + usize::from(spec.excuse.is_some());
    u32::from(spec.deck_size) + u32::try_from(lanes).unwrap_or(u32::MAX / 2)
}

fn lane_order(spec: &RulesSpec) -> Vec<usize> {
    let mut order: Vec<usize> = (0..spec.lanes.len()).collect();
    if let Trump::Lane(trump) = spec.trump {
        order.retain(|&lane| lane != usize::from(trump));
        order.push(usize::from(trump));
    }
    order
}
