//! The card that cut last in a like turn: only a hint for the order of cards.

use super::super::question::mix;

/// Bits of the number of hints beside the number of tricks, and the most: an ending is soon searched, and
/// to clear memory takes time too.
const BITS: i32 = 2;
const MOST_BITS: i32 = 15;
/// The bits of a hint that are the place of a card; the others tell what it is for.
const PLACE: u32 = 63;

/// Hints.
#[derive(Debug, Default)]
pub(super) struct Hints(Vec<u32>);

/// Where a hint stands, and what it is for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    slot: usize,
    tag: u32,
}

impl Hints {
    /// Makes room for a search of so many tricks.
    pub(super) fn prepare(&mut self, tricks: i32) {
        let slots = 1 << (tricks + BITS).min(MOST_BITS);
        if self.0.len() < slots {
            self.0 = vec![0; slots];
        }
    }

    /// The context that some cards and a best card make for a seat.
    #[inline(always)]
    pub(super) fn context(&self, seat: usize, cards: u64, best: u64) -> Context {
        let hash = mix(cards, best ^ (seat as u64 + 1) << 31);
        Context { slot: hash as usize & (self.0.len() - 1), tag: (hash >> 32) as u32 & !PLACE }
    }

    /// The card that cut, or none.
    #[inline(always)]
    pub(super) fn get(&self, context: Context) -> u64 {
        let known = self.0[context.slot];
        if known & !PLACE == context.tag { 1 << (known & PLACE) } else { 0 }
    }

    /// Remembers a card that cut.
    #[inline(always)]
    pub(super) fn put(&mut self, context: Context, card: u64) {
        self.0[context.slot] = context.tag | card.trailing_zeros();
    }
}
