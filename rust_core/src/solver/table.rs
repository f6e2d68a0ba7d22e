//! The transposition table: proven bounds by position, in bounded memory.

use super::ends::Counts;

/// Proofs whose keys share a bucket.
const WAYS: usize = 4;
/// Words of a proof.
const WORDS: usize = 4;
/// Buckets at first, and how many times as many there are after each growth.
const FIRST: usize = 1 << 10;
const GROWTH: usize = 16;
/// No bound is known.
pub(super) const OPEN: i32 = 1 << 28;
/// No card is known.
pub(super) const NONE: u8 = u8::MAX;

/// What is proven of a structure with one filling.
///
/// Each bound holds within a room, of which more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof {
    /// Which cards count what.
    pub(super) filling: u32,
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// By what the lower and the upper bound are kept; see [`super::ends`].
    pub(super) rooms: [Counts; 2],
    /// The card to try first, by relative place, or [`NONE`].
    pub(super) best: u8,
}

impl Proof {
    fn unpack(words: &[u64]) -> Self {
        Self {
            filling: words[2] as u32,
            lower: ((words[1] >> 32) as u32).cast_signed(),
            upper: (words[1] as u32).cast_signed(),
            rooms: [32, 0].map(|at| [(words[3] >> (at + 16)) as u16, (words[3] >> at) as u16]),
            best: (words[2] >> 32) as u8,
        }
    }

    /// Both as one, if neither is worth keeping by itself.
    #[inline(always)]
    fn joined(self, old: Self) -> Option<Self> {
        let covers = |one: Counts, other: Counts| one[0] >= other[0] && one[1] >= other[1];
        let bound = |new: (i32, Counts), old: (i32, Counts)| {
            if new.0 >= old.0 && (covers(new.1, old.1) || old.0 <= -OPEN) {
                Some(new)
            } else if old.0 >= new.0 && (covers(old.1, new.1) || new.0 <= -OPEN) {
                Some(old)
            } else {
                None
            }
        };
        let lower = bound((self.lower, self.rooms[0]), (old.lower, old.rooms[0]))?;
        let upper = bound((-self.upper, self.rooms[1]), (-old.upper, old.rooms[1]))?;
        let best = if self.best == NONE { old.best } else { self.best };
        let rooms = [lower.1, upper.1];
        Some(Self { lower: lower.0, upper: -upper.0, rooms, best, ..self })
    }

    fn pack(self, depth: u8, age: u8) -> [u64; 3] {
        let bounds =
            u64::from(self.lower.cast_unsigned()) << 32 | u64::from(self.upper.cast_unsigned());
        let about = u64::from(age) << 48 | u64::from(depth) << 40 | u64::from(self.best) << 32;
        let rooms = self.rooms.into_iter().flatten();
        let rooms = rooms.fold(0, |rooms, room| rooms << 16 | u64::from(room));
        [bounds, about | u64::from(self.filling), rooms]
    }
}

/// The table. Memory is taken when the first bound is stored, and more as it fills: many a question
/// needs little.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Proofs as a key, which is not 0, and two words each. Zeros take no memory before they are
    /// written over.
    buckets: Vec<[u64; WAYS * WORDS]>,
    /// As many buckets as there may be.
    size: usize,
    /// Proofs of this age that made room since the table grew.
    lost: usize,
    salt: u64,
    age: u8,
}

impl Table {
    /// Makes ready for a question that is worth so many bytes. Another salt is another deal or
    /// objective, whose bounds make room sooner.
    pub(super) fn prepare(&mut self, bytes: usize, salt: u64) {
        let buckets = (bytes / (WAYS * WORDS * 8)).max(1);
        let buckets = 1_usize << (usize::BITS - 1 - buckets.leading_zeros());
        self.size = self.size.max(buckets);
        self.lost = 0;
        if salt != self.salt {
            (self.salt, self.age) = (salt, self.age.wrapping_add(1));
        }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * WAYS * WORDS * 8
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        key as usize & self.buckets.len().wrapping_sub(1)
    }

    /// The proofs of a structure.
    #[inline(always)]
    pub(super) fn of(&self, key: u64) -> impl Iterator<Item = Proof> + '_ {
        let bucket = self.buckets.get(self.bucket(key)).map_or(&[][..], |bucket| bucket);
        bucket.chunks_exact(WORDS).filter(move |words| words[0] == key).map(Proof::unpack)
    }

    /// Adds to what is known of a structure and filling, tightening its bounds; of a full bucket the
    /// proof that is quickest found again makes room.
    pub(super) fn store(&mut self, key: u64, depth: u32, proof: Proof) {
        if self.buckets.is_empty() {
            self.buckets = vec![[0; WAYS * WORDS]; self.size.min(FIRST)];
        } else if self.lost > self.buckets.len() * WAYS / 4 && self.buckets.len() < self.size {
            self.grow();
        }
        let (at, depth) = (self.bucket(key), depth.min(255) as u8);
        let (mut place, mut least) = (0, (true, u8::MAX));
        for (way, words) in self.buckets[at].chunks_exact_mut(WORDS).enumerate() {
            if words[0] == key {
                let old = Proof::unpack(words);
                if old.filling == proof.filling
                    && let Some(joined) = proof.joined(old)
                {
                    words[1..].copy_from_slice(&joined.pack(depth, self.age));
                    return;
                }
            }
            let is_kept = words[0] != 0 && (words[2] >> 48) as u8 == self.age;
            let rank = (is_kept, (words[2] >> 40) as u8);
            if rank < least {
                (least, place) = (rank, way);
            }
        }
        self.lost += usize::from(least.0);
        let words = &mut self.buckets[at][place * WORDS..][..WORDS];
        words[0] = key;
        words[1..].copy_from_slice(&proof.pack(depth, self.age));
    }

    /// Forgets all: the old table goes first, so that no more is taken than is allowed.
    #[cold]
    fn grow(&mut self) {
        let size = (self.buckets.len() * GROWTH).min(self.size);
        self.buckets = Vec::new();
        (self.buckets, self.lost) = (vec![[0; WAYS * WORDS]; size], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_come_back_as_they_went_and_tighten() {
        let mut table = Table::default();
        table.prepare(1 << 12, 1);
        let rooms = [[u16::MAX; 2], [7, 9]];
        let proof = Proof { filling: 0xdead_beef, lower: -OPEN, upper: 300, rooms, best: 53 };
        table.store(77, 9, proof);
        table.store(77, 9, Proof { lower: -7, upper: OPEN, best: NONE, ..proof });
        // Of less room, and no tighter; then tighter.
        table.store(77, 9, Proof { upper: 301, rooms: [[0, 5], [6, 9]], ..proof });
        let tighter = Proof { upper: 12, rooms: [[0, 5], [8, 8]], lower: 2, ..proof };
        table.store(77, 9, tighter);
        table.store(77, 9, Proof { filling: 1, lower: 3, upper: 4, best: NONE, rooms });
        let mut found: Vec<Proof> = table.of(77).collect();
        found.sort_by_key(|proof| proof.filling);
        let other = Proof { filling: 1, lower: 3, upper: 4, best: NONE, rooms };
        assert_eq!(found, [other, Proof { lower: -7, ..proof }, tighter]);
        assert!(table.of(78).next().is_none());
    }

    #[test]
    fn a_table_grows_up_to_what_it_may_take() {
        let mut table = Table::default();
        table.prepare(1 << 23, 1);
        let proof = Proof { filling: 0, lower: 0, upper: 1, best: NONE, rooms: [[0; 2]; 2] };
        table.store(1, 3, proof);
        assert_eq!(table.bytes(), FIRST * WAYS * WORDS * 8);
        for key in 1..400_000_u64 {
            table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 5 | 1, 3, proof);
        }
        assert!((1 << 22..=1 << 23).contains(&table.bytes()), "{}", table.bytes());
        let mut small = Table::default();
        small.prepare(0, 1);
        for key in 1..1000 {
            small.store(key, 3, proof);
        }
        assert_eq!(small.bytes(), WAYS * WORDS * 8);
    }
}
