//! The card that cut last in a like situation: only a hint for the order of moves.

use super::question::mix;
use crate::cards::{Place, Word};
use crate::play::State;

/// Slots for a whole deal.
const MOST_SLOTS: usize = 1 << 14;

/// Remembers, for a hand and the card to beat, the card that proved enough.
#[derive(Debug)]
pub(super) struct Cutoffs {
    /// A power of two of them.
    slots: Vec<(u32, u8)>,
}

impl Cutoffs {
    /// For a search that begins with so many cards in hand: an ending is soon searched.
    pub(super) fn new(cards: u32) -> Self {
        let slots = (1 << (6 + cards / 2).min(20)).min(MOST_SLOTS);
        // Zeros take no memory before they are written over.
        Self { slots: vec![(0, 0); slots] }
    }

    #[inline(always)]
    fn slot<W: Word>(&self, state: &State<W>) -> (usize, u32) {
        let hand = state.hands[state.seat().index()].to_u128();
        let best = u64::from(state.table[state.best.index()]);
        let place = u64::from(state.led) << 16 | best << 8 | u64::from(state.seat().number());
        let hash = super::question::mix128(mix(11, place), hand);
        (hash as usize & (self.slots.len() - 1), (hash >> 32) as u32 | 1)
    }

    #[inline(always)]
    pub(super) fn get<W: Word>(&self, state: &State<W>) -> Option<Place> {
        let (slot, tag) = self.slot(state);
        let (known, place) = self.slots[slot];
        if known == tag { Place::new(place) } else { None }
    }

    #[inline(always)]
    pub(super) fn set<W: Word>(&mut self, state: &State<W>, place: Place) {
        let (slot, tag) = self.slot(state);
        self.slots[slot] = (tag, place.number());
    }
}
