//! The table of patterns: bounds for all positions in which the same seats own the ranks that mattered.
//!
//! A position at the start of a trick fits a pattern if all seats hold equally many cards of each lane,
//! the same seat leads, and each card of the mask has the same owner in both, where cards are numbered
//! from the top of their lane. Then the hands correspond, card for card in order of rank, and a strategy
//! for the one is a strategy for the other: whenever the search that proved the bound compared two ranks,
//! or a seat's duty depended on a comparison, the cards from that rank up went into the mask. What the
//! cards count may differ, see [`super::worth`]: the cards of each hand are set off against one another.

/// Patterns whose keys share a bucket.
const WAYS: usize = 16;
/// Buckets that a table begins with, and so many times as many that it begins anew with if it is too small.
const FIRST: usize = 1 << 9;
const GROWTH: usize = 16;
/// Patterns of these ways were useful lately and stay.
const LATELY: usize = WAYS / 4;
/// Seats that there can be.
pub(super) const MOST_SEATS: usize = 4;

/// Bounds, and what they rest on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    /// The cards that mattered, packed to the top of their lanes, and their owners in binary.
    pub(super) mask: u128,
    pub(super) owners: [u128; 2],
    /// By seat: which of its cards count what.
    pub(super) fillings: [u32; MOST_SEATS],
    tag: u32,
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// The card that proved it, in relative place.
    pub(super) best: u8,
    tricks: u8,
    age: u16,
}

const EMPTY: Pattern = Pattern {
    mask: 0,
    owners: [0; 2],
    fillings: [0; MOST_SEATS],
    tag: 0,
    lower: i16::MIN,
    upper: i16::MAX,
    best: u8::MAX,
    tricks: 0,
    age: 0,
};

/// The owners of all cards and what they count: what patterns are compared with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holdings {
    pub(super) owners: [u128; 2],
    pub(super) fillings: [u32; MOST_SEATS],
}

/// The table.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// A power of two.
    buckets: Vec<[Pattern; WAYS]>,
    size: usize,
    lost: usize,
    age: u16,
}

impl Pattern {
    /// Whether the cards that mattered have the same owners.
    #[inline(always)]
    pub(super) fn fits(&self, holdings: &Holdings) -> bool {
        let [low, high] = holdings.owners;
        ((self.owners[0] ^ low) | (self.owners[1] ^ high)) & self.mask == 0
    }
}

impl Patterns {
    /// Makes ready for a question that is worth so many bytes, perhaps of another deal.
    pub(super) fn prepare(&mut self, bytes: usize, is_new: bool) {
        let buckets = (bytes / size_of::<[Pattern; WAYS]>()).max(1);
        let buckets = 1_usize << (usize::BITS - 1 - buckets.leading_zeros());
        self.size = self.size.max(buckets);
        self.lost = 0;
        self.age = self.age.wrapping_add(u16::from(is_new));
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<[Pattern; WAYS]>()
    }

    #[inline(always)]
    fn place(&self, (slot, tag): (u64, u64)) -> (usize, u32) {
        let bucket = slot as usize & self.buckets.len().wrapping_sub(1);
        (bucket, (tag >> 32) as u32 | 1)
    }

    /// The patterns of a shape, the most useful first, each with its way.
    #[inline(always)]
    pub(super) fn of(&self, key: (u64, u64)) -> impl Iterator<Item = (usize, &Pattern)> + '_ {
        let (bucket, tag) = self.place(key);
        let bucket = self.buckets.get(bucket).map_or(&[][..], |bucket| bucket);
        bucket.iter().enumerate().filter(move |(_, pattern)| pattern.tag == tag)
    }

    /// Brings a pattern that was useful one way forward.
    #[inline(always)]
    pub(super) fn promote(&mut self, key: (u64, u64), way: usize) {
        let (bucket, _) = self.place(key);
        if way > 0 {
            self.buckets[bucket].swap(way, way - 1);
        }
    }

    /// Adds a pattern; `bounds` and the card that proved it, with so many tricks left.
    pub(super) fn store(
        &mut self,
        key: (u64, u64),
        mask: u128,
        holdings: &Holdings,
        tricks: u32,
        (lower, upper): (i32, i32),
        best: u8,
    ) {
        if self.buckets.is_empty() {
            self.buckets = vec![[EMPTY; WAYS]; self.size.min(FIRST)];
        } else if self.lost > self.buckets.len() * WAYS / 4 && self.buckets.len() < self.size {
            let size = (self.buckets.len() * GROWTH).min(self.size);
            // The old one first, so that no more is taken than is allowed.
            self.buckets = Vec::new();
            (self.buckets, self.lost) = (vec![[EMPTY; WAYS]; size], 0);
        }
        let (at, tag) = self.place(key);
        let bucket = &mut self.buckets[at];
        let bound = |bound: i32| bound.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let (lower, upper) = (bound(lower), bound(upper));
        let mut place = WAYS - 1;
        let mut least = u32::MAX;
        for (way, pattern) in bucket.iter_mut().enumerate() {
            if pattern.tag == tag
                && pattern.mask == mask
                && pattern.fillings == holdings.fillings
                && pattern.fits(holdings)
            {
                pattern.lower = pattern.lower.max(lower);
                pattern.upper = pattern.upper.min(upper);
                pattern.best = if best == u8::MAX { pattern.best } else { best };
                pattern.age = self.age;
                return;
            }
            let is_free = pattern.tag == 0 || pattern.age != self.age;
            let rank = match is_free {
                true => 0,
                false if way < LATELY => u32::MAX,
                false => 1 + u32::from(pattern.tricks),
            };
            if rank < least {
                (least, place) = (rank, way);
            }
        }
        self.lost += usize::from(least > 0);
        bucket[place] = Pattern {
            mask,
            owners: holdings.owners.map(|owners| owners & mask),
            fillings: holdings.fillings,
            tag,
            lower,
            upper,
            best,
            tricks: tricks.min(255) as u8,
            age: self.age,
        };
    }
}
