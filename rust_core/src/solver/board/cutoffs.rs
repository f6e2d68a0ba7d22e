//! The card that cut last in a like turn: only a hint for the order.

use super::super::question::{mix, mix128};
use super::trick::Trick;
use crate::cards::{Place, Word};

/// Slots for a whole deal.
const MOST_SLOTS: usize = 1 << 15;
/// Bits of the number of slots beside the number of cards: an ending is soon searched.
const LEAST_BITS: u32 = 4;

/// Remembers the card that proved enough, by hand and card to beat.
///
/// This narrow context makes the difference: history by card alone hurts.
#[derive(Debug)]
pub(in crate::solver) struct Cutoffs {
    /// A power of two of them.
    slots: Vec<(u32, u8)>,
}

impl Cutoffs {
    /// For a search that begins with so many cards in hand.
    pub(in crate::solver) fn new(cards: u32) -> Self {
        let slots = (1 << (LEAST_BITS + cards / 2).min(20)).min(MOST_SLOTS);
        // No tag is 0, and zeros take no memory before they are written over.
        Self { slots: vec![(0, 0); slots] }
    }

    /// Slot and tag of a turn.
    #[inline(always)]
    pub(in crate::solver) fn context<W: Word>(
        &self,
        hand: W,
        trick: &Trick<W>,
        seat: usize,
        left: usize,
    ) -> (usize, u32) {
        let led = u64::from((trick.led.low_bit() % 256) as u8);
        let about = led << 32
            | u64::from(trick.best) << 24
            | u64::from(trick.best_seat) << 16
            | (seat as u64) << 8
            | left as u64;
        let hash = if W::BITS == 64 {
            mix(about, hand.to_u128() as u64)
        } else {
            mix128(about, hand.to_u128())
        };
        (hash as usize & (self.slots.len() - 1), (hash >> 32) as u32 | 1)
    }

    #[inline(always)]
    pub(in crate::solver) fn get(&self, (slot, tag): (usize, u32)) -> Option<Place> {
        let (known, place) = self.slots[slot];
        if known == tag { Place::new(place) } else { None }
    }

    #[inline(always)]
    pub(in crate::solver) fn set(&mut self, (slot, tag): (usize, u32), place: Place) {
        self.slots[slot] = (tag, place.number());
    }
}
