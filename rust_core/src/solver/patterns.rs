//! The table of patterns: bounds that hold for every position in which the same seats own the
//! ranks that mattered.

use std::collections::HashMap;

use super::question::mix;
use crate::cards::Word;

/// Lanes and seats that a pattern can describe.
pub(super) const MAX_LANES: usize = 4;

/// How many cards each seat holds in each lane, and who leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    lengths: u64,
    leader: u8,
}

/// Who owns each card still out, the best of each lane first: two bits a card in two words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owners {
    low: u64,
    high: u64,
}

/// The best `k` cards of each lane.
pub(super) type Tops = [u8; MAX_LANES];

#[derive(Debug, Clone, Copy)]
struct Pattern {
    owners: Owners,
    mask: u64,
    tops: Tops,
    lower: i8,
    upper: i8,
}

/// Patterns by shape.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    lists: HashMap<Shape, Vec<Pattern>, Mixer>,
    count: usize,
    most: usize,
    salt: u64,
}

impl Patterns {
    /// Makes ready for a question: at most about so many bytes, and when they are full all is
    /// forgotten. So it is if the question is of another kind, with another salt.
    pub(super) fn prepare(&mut self, bytes: usize, salt: u64) {
        if salt != self.salt {
            self.lists.clear();
            self.count = 0;
        }
        (self.salt, self.most) = (salt, (bytes / size_of::<Pattern>() / 2).max(64));
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.lists.values().map(|list| list.capacity() * size_of::<Pattern>()).sum()
    }

    /// A bound that settles "at least `beta`", and the cards it rests on.
    pub(super) fn probe(&self, shape: Shape, owners: Owners, beta: i32) -> Option<(i32, Tops)> {
        let list = self.lists.get(&shape)?;
        list.iter().rev().find_map(|pattern| {
            if !pattern.fits(owners) {
                None
            } else if i32::from(pattern.lower) >= beta {
                Some((i32::from(pattern.lower), pattern.tops))
            } else if i32::from(pattern.upper) < beta {
                Some((i32::from(pattern.upper), pattern.tops))
            } else {
                None
            }
        })
    }

    /// Stores bounds that rest on the best cards of each lane.
    pub(super) fn store(&mut self, shape: Shape, owners: Owners, tops: Tops, bounds: (i32, i32)) {
        if self.count >= self.most {
            self.lists.clear();
            self.count = 0;
        }
        let (lower, upper) = (bounds.0 as i8, bounds.1 as i8);
        let mask = tops.iter().enumerate().fold(0, |mask, (lane, &k)| mask | lane_mask(lane, k));
        let list = self.lists.entry(shape).or_default();
        let same = list.iter_mut().find(|old| old.mask == mask && old.fits(owners));
        if let Some(old) = same {
            old.lower = old.lower.max(lower);
            old.upper = old.upper.min(upper);
            return;
        }
        list.push(Pattern { owners, mask, tops, lower, upper });
        self.count += 1;
    }
}

impl Pattern {
    #[inline]
    fn fits(&self, owners: Owners) -> bool {
        let differ = (self.owners.low ^ owners.low) | (self.owners.high ^ owners.high);
        differ & self.mask == 0
    }
}

/// The best `k` cards of a lane, in the words of [`Owners`].
#[inline]
fn lane_mask(lane: usize, k: u8) -> u64 {
    let ones = (1_u64 << k.min(16)) - 1;
    ones << (16 * lane)
}

/// Shape and owners of hands, lane by lane.
pub(super) fn describe<W: Word>(hands: &[W], lanes: &[W], leader: u8) -> (Shape, Owners) {
    let mut lengths = 0;
    let (mut low, mut high) = (0, 0);
    for (number, &lane) in lanes.iter().enumerate() {
        let mut out = W::ZERO;
        for (seat, &hand) in hands.iter().enumerate() {
            out |= hand & lane;
            lengths |= u64::from((hand & lane).len()) << (16 * seat + 4 * number);
        }
        let mut at = 1_u64 << (16 * number);
        while let Some(place) = out.highest() {
            out = out.minus(W::of(place));
            let owner = hands.iter().position(|hand| hand.has(place)).unwrap_or(0);
            low |= at * (owner as u64 & 1);
            high |= at * (owner as u64 >> 1 & 1);
            at <<= 1;
        }
    }
    (Shape { lengths, leader }, Owners { low, high })
}

/// A quick hash: shapes are small numbers, not hostile input.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mixer;

/// The state of a [`Mixer`].
#[derive(Debug)]
pub(super) struct Mixing(u64);

impl std::hash::BuildHasher for Mixer {
    type Hasher = Mixing;
    fn build_hasher(&self) -> Mixing {
        Mixing(0x9e37)
    }
}

impl std::hash::Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| mix(hash, u64::from(byte)));
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }
    fn write_u8(&mut self, number: u8) {
        self.0 = mix(self.0, u64::from(number));
    }
}
