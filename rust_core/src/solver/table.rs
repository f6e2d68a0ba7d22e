//! The transposition table: proven bounds by position, in bounded memory.

use crate::cards::Place;

/// Entries with one key stand in one of so many neighbouring slots.
const WAYS: usize = 4;
/// No bound is known.
pub(super) const OPEN: i32 = 1 << 28;

/// Bounds of a position and the card to try first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// Cards left: the larger, the more work the entry saves.
    depth: u8,
    best: u8,
    /// The deal it was stored in, as far as it is told apart.
    age: u8,
}

impl Entry {
    const EMPTY: Self = Self { key: 0, lower: -OPEN, upper: OPEN, depth: 0, best: u8::MAX, age: 0 };

    pub(super) fn best(&self) -> Option<Place> {
        Place::new(self.best)
    }
}

/// The table. Memory is taken when the first bound is stored: many a question needs none.
#[derive(Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: usize,
    salt: u64,
    age: u8,
}

impl Table {
    /// Makes ready for a question that is worth so many bytes: the table begins anew if it is too
    /// small. Another salt is another deal or objective, whose bounds make room sooner.
    pub(super) fn prepare(&mut self, bytes: usize, salt: u64) {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(1);
        let buckets =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        if buckets > self.buckets {
            (self.entries, self.buckets) = (Vec::new(), buckets);
        }
        if salt != self.salt {
            (self.salt, self.age) = (salt, self.age.wrapping_add(1));
        }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.buckets - 1)) * WAYS
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<&Entry> {
        let at = self.bucket(key);
        self.entries.get(at..at + WAYS)?.iter().find(|entry| entry.key == key)
    }

    /// Stores a bound, tightening what is known of the position.
    pub(super) fn store(&mut self, key: u64, bound: i32, is_lower: bool, depth: u32, best: u8) {
        if self.entries.is_empty() {
            self.entries = vec![Entry::EMPTY; self.buckets * WAYS];
        }
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + WAYS];
        let known = bucket.iter().position(|entry| entry.key == key);
        let slot = known.unwrap_or_else(|| {
            let rank = |entry: &Entry| (entry.age == self.age, entry.depth);
            let least = (0..WAYS).min_by_key(|&way| rank(&bucket[way])).unwrap_or(0);
            let depth = depth.min(255) as u8;
            bucket[least] = Entry { key, depth, age: self.age, ..Entry::EMPTY };
            least
        });
        let entry = &mut bucket[slot];
        if is_lower {
            entry.lower = entry.lower.max(bound);
        } else {
            entry.upper = entry.upper.min(bound);
        }
        if best != u8::MAX {
            entry.best = best;
        }
    }
}
