//! Patterns side by side, compared at once.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Who owns each card still out: a seat's number in two words of squeezed cards.
pub(super) type Owners = [u64; 2];

/// A bound, and the squeezed cards it rests on.
pub(super) type Found = (i32, u64);

/// Cards that a narrow plane has room for beside the rank of a lead.
const NARROW_CARDS: i32 = 28;
/// Bits for the rank of a lead.
const RANK_BITS: u32 = 4;

/// What a pattern is asked for: a position at the start of a trick, or one of its leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Query {
    /// Suit lengths of all seats, and who leads.
    pub(super) key: u64,
    owners: Owners,
    /// The patterns have narrow planes.
    pub(super) is_narrow: bool,
    /// Which patterns of the key: of the start, or of leads of each lane.
    pub(super) part: usize,
    /// The card led, or none.
    led: u64,
}

impl Query {
    /// The start of a trick, with so many cards out.
    #[inline(always)]
    pub(super) fn start(key: u64, owners: Owners, cards: i32) -> Self {
        Self { key, owners, is_narrow: cards <= NARROW_CARDS, part: 0, led: 0 }
    }

    /// A lead of a lane: the squeezed card, and how many of its lane are higher. That rank is written
    /// above the cards, where it is compared like an owner.
    #[inline(always)]
    pub(super) fn lead(&self, lane: usize, led: u64, higher: i32) -> Self {
        let [low, high] = self.owners;
        let rank = u64::from(higher.cast_unsigned()) << self.rank_shift();
        Self { owners: [low | rank, high], part: 1 + lane, led, ..*self }
    }

    #[inline(always)]
    fn rank_shift(&self) -> u32 {
        (if self.is_narrow { u32::BITS } else { u64::BITS }) - RANK_BITS
    }

    #[inline(always)]
    fn rank_mask(&self) -> u64 {
        ((1 << RANK_BITS) - 1) << self.rank_shift()
    }

    /// Of a pattern of this query: how many of the lane are higher than the lead, if that matters.
    #[cfg(test)]
    pub(super) fn higher(&self, pattern: &Pattern) -> Option<u64> {
        let rank = (pattern.owners[0] & self.rank_mask()) >> self.rank_shift();
        (pattern.mask & self.rank_mask() != 0).then_some(rank)
    }

    /// The pattern of bounds that rest on these cards: with the rank of the lead, if it matters.
    #[inline(always)]
    pub(super) fn pattern(&self, used: u64, (least, most): (i32, i32)) -> Pattern {
        let mask = if used & self.led == 0 { used } else { used | self.rank_mask() };
        Pattern { owners: self.owners, mask, bounds: (least as i8, most as i8) }
    }
}

/// A pattern by itself: the owners of the cards in its mask, least and most of the tricks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    pub(super) owners: Owners,
    pub(super) mask: u64,
    pub(super) bounds: (i8, i8),
}

/// A word of owners.
pub(super) trait Plane:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No bits.
    const ZERO: Self;

    /// The low bits.
    fn from_wide(wide: u64) -> Self;
    /// All bits.
    fn wide(self) -> u64;
}

impl Plane for u32 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn from_wide(wide: u64) -> Self {
        wide as Self
    }

    #[inline(always)]
    fn wide(self) -> u64 {
        self.into()
    }
}

impl Plane for u64 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn from_wide(wide: u64) -> Self {
        wide
    }

    #[inline(always)]
    fn wide(self) -> u64 {
        self
    }
}

/// Some patterns.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Chunk<P, const WAYS: usize> {
    low: [P; WAYS],
    high: [P; WAYS],
    masks: [P; WAYS],
    least: [i8; WAYS],
    most: [i8; WAYS],
    /// In the first chunk of a chain: how many patterns it has. When it is full this counts on from
    /// its room to twice that, to tell which is to be replaced.
    pub(super) stored: u32,
}

impl<P: Plane, const WAYS: usize> Chunk<P, WAYS> {
    /// No patterns: such bounds settle nothing.
    pub(super) const EMPTY: Self = Self {
        low: [P::ZERO; WAYS],
        high: [P::ZERO; WAYS],
        masks: [P::ZERO; WAYS],
        least: [i8::MIN; WAYS],
        most: [i8::MAX; WAYS],
        stored: 0,
    };

    /// The pattern that settles "at least `target`", and its answer.
    #[inline(always)]
    pub(super) fn settles(&self, query: &Query, target: i32) -> Option<(usize, Found)> {
        let [low, high] = query.owners.map(P::from_wide);
        let differ: [P; WAYS] = std::array::from_fn(|way| {
            ((self.low[way] ^ low) | (self.high[way] ^ high)) & self.masks[way]
        });
        let mut fits = zeros(differ);
        while fits != 0 {
            let way = fits.trailing_zeros() as usize % WAYS;
            fits &= fits - 1;
            let (least, most) = (i32::from(self.least[way]), i32::from(self.most[way]));
            let mask = self.masks[way].wide();
            // Where the rank of a lead did not matter, it has to be below all that did.
            let is_like = mask & query.led == 0 || mask & query.rank_mask() != 0;
            if is_like && (least >= target || most < target) {
                let bound = if least >= target { least } else { most };
                return Some((way, (bound, mask & !query.rank_mask())));
            }
        }
        None
    }

    /// One bit for each pattern that one covers: of the same cards or more.
    #[inline(always)]
    pub(super) fn covered(&self, pattern: &Pattern) -> u32 {
        let [low, high] = pattern.owners.map(P::from_wide);
        let mask = P::from_wide(pattern.mask);
        let differ: [P; WAYS] = std::array::from_fn(|way| {
            ((self.low[way] ^ low) | (self.high[way] ^ high) | !self.masks[way]) & mask
        });
        zeros(differ)
    }

    pub(super) fn get(&self, way: usize) -> Pattern {
        let way = way % WAYS;
        Pattern {
            owners: [self.low[way].wide(), self.high[way].wide()],
            mask: self.masks[way].wide(),
            bounds: (self.least[way], self.most[way]),
        }
    }

    pub(super) fn set(&mut self, way: usize, pattern: &Pattern) {
        let (way, Pattern { owners: [low, high], mask, bounds }) = (way % WAYS, *pattern);
        (self.low[way], self.high[way]) = (P::from_wide(low & mask), P::from_wide(high & mask));
        self.masks[way] = P::from_wide(mask);
        (self.least[way], self.most[way]) = bounds;
    }

    /// A pattern, if there is one.
    pub(super) fn kept(&self, way: usize) -> Option<Pattern> {
        (self.least[way] != i8::MIN).then(|| self.get(way))
    }
}

/// One bit for each word that is zero.
#[inline(always)]
fn zeros<P: Plane, const WAYS: usize>(words: [P; WAYS]) -> u32 {
    let flags = words.map(|word| word == P::ZERO);
    flags.into_iter().enumerate().fold(0, |bits, (way, flag)| bits | u32::from(flag) << way)
}
