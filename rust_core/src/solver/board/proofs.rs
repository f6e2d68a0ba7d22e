//! The table of proofs: bounds by structure, in bounded memory.

use super::patterns::Patterns;
use super::trick::NONE;

/// Proofs whose keys share a bucket.
const WAYS: usize = 8;
/// Bytes of a proof.
const BYTES: usize = 16;
/// Buckets that a table begins with: most questions need no more, and to clear memory takes time too.
const FIRST: usize = 1 << 13;
/// A table that is too small begins anew with so many times as many buckets.
const GROWTH: usize = 16;

/// Tricks left are told apart up to this, and ages, which share a byte with them.
const MAX_DEPTH: u32 = 63;
const DEPTH_BITS: u32 = 6;
const MAX_AGE: u8 = 3;
/// Proofs of the present age rank above all others.
const KEPT: u8 = 0b1100_0000;

/// A proof, packed into 16 bytes: 48 bits of the key, age and tricks left, the card that proved it, what the
/// structure was filled with, and both bounds. All zeros is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proof {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The card in relative place, or [`NONE`].
    pub(super) best: u8,
    /// Signature of what the structure was filled with.
    pub(super) filling: u32,
}

/// A key: where to look, and what to compare.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    slot: u64,
    tag: u64,
}

impl Key {
    /// The halves of a wide hash: one says where, the other what.
    #[inline]
    pub(super) fn new(slot: u64, tag: u64) -> Self {
        Self { slot, tag: tag >> 16 | 1 }
    }
}

/// The table. Memory is taken when the first proof is stored: many a question needs none. It grows when
/// proofs of the present question drive each other out; those so far are then forgotten, as a proof
/// does not keep all of its key, which costs a fraction of what is still to come.
#[derive(Debug, Default)]
pub(in crate::solver) struct Proofs {
    /// A power of two: a bucket is then found by a mask.
    buckets: Vec<[u128; WAYS]>,
    /// The most buckets.
    size: usize,
    /// Proofs of the present question that had to go.
    lost: usize,
    salt: u64,
    age: u8,
    /// Where few ranks matter, this instead.
    pub(super) patterns: Patterns,
}

fn tag_of(packed: u128) -> u64 {
    (packed >> 80) as u64
}

/// Age and tricks left.
fn depth_of(packed: u128) -> u8 {
    (packed >> 72) as u8
}

fn unpack(packed: u128) -> Proof {
    Proof {
        lower: i32::from((packed >> 16) as u16 as i16),
        upper: i32::from(packed as u16 as i16),
        best: (packed >> 64) as u8,
        filling: (packed >> 32) as u32,
    }
}

fn pack(key: Key, depth: u8, proof: Proof) -> u128 {
    let bound = |bound: i32| {
        u128::from((bound.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16).cast_unsigned())
    };
    u128::from(key.tag) << 80
        | u128::from(depth) << 72
        | u128::from(proof.best) << 64
        | u128::from(proof.filling) << 32
        | bound(proof.lower) << 16
        | bound(proof.upper)
}

impl Proofs {
    /// Makes ready for a question that is worth so many bytes, at least one bucket: the table begins
    /// anew if it is too small. Another salt is another deal or objective, whose proofs make room
    /// sooner.
    pub(super) fn prepare(&mut self, bytes: usize, salt: u64) {
        let buckets = (bytes / (WAYS * BYTES)).max(1);
        let buckets = 1_usize << (usize::BITS - 1 - buckets.leading_zeros());
        self.size = self.size.max(buckets);
        self.lost = 0;
        self.patterns.prepare(bytes, salt != self.salt);
        if salt != self.salt {
            (self.salt, self.age) = (salt, (self.age + 1) & MAX_AGE);
        }
    }

    /// Bytes taken.
    pub(in crate::solver) fn bytes(&self) -> usize {
        self.buckets.capacity() * WAYS * BYTES + self.patterns.bytes()
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        key.slot as usize & self.buckets.len().wrapping_sub(1)
    }

    /// The proofs of a structure.
    #[inline]
    pub(super) fn of(&self, key: Key) -> impl Iterator<Item = Proof> + '_ {
        let bucket = self.buckets.get(self.bucket(key)).map_or(&[][..], |bucket| bucket);
        bucket
            .iter()
            .filter(move |&&packed| tag_of(packed) == key.tag)
            .map(|&packed| unpack(packed))
    }

    /// Adds a bound to what is known of a structure and filling; of a full bucket the proof that is
    /// quickest found again makes room.
    #[inline]
    pub(super) fn store(&mut self, key: Key, tricks: u32, proof: Proof) {
        if self.buckets.is_empty() {
            self.buckets = vec![[0; WAYS]; self.size.min(FIRST)];
        } else if self.lost > self.buckets.len() * WAYS / 4 && self.buckets.len() < self.size {
            self.grow();
        }
        let at = self.bucket(key);
        let depth = self.age << DEPTH_BITS | tricks.min(MAX_DEPTH) as u8;
        let bucket = &mut self.buckets[at];
        let mut place = 0;
        let mut least = u8::MAX;
        for (way, &packed) in bucket.iter().enumerate() {
            if tag_of(packed) == key.tag {
                let old = unpack(packed);
                if old.filling == proof.filling {
                    let best = if proof.best == NONE { old.best } else { proof.best };
                    let lower = old.lower.max(proof.lower);
                    let upper = old.upper.min(proof.upper);
                    bucket[way] = pack(key, depth, Proof { lower, upper, best, ..proof });
                    return;
                }
            }
            let found = depth_of(packed);
            let is_old = found >> DEPTH_BITS != self.age;
            let is_free = packed == 0 || is_old;
            let rank = if is_free { found & MAX_DEPTH as u8 } else { found | KEPT };
            if rank < least {
                (least, place) = (rank, way);
            }
        }
        self.lost += usize::from(least & KEPT == KEPT);
        bucket[place] = pack(key, depth, proof);
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.buckets.len() * GROWTH).min(self.size);
        // The old one first, so that no more is taken than is allowed.
        self.buckets = Vec::new();
        (self.buckets, self.lost) = (vec![[0; WAYS]; size], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_come_back_as_they_went_and_bounds_tighten() {
        let mut proofs = Proofs::default();
        proofs.prepare(1 << 12, 1);
        let key = Key::new(0x1234_5678, 0xfedc_ba98_7654_3210);
        let proof = Proof { lower: -7, upper: 300, best: 53, filling: 0xdead_beef };
        proofs.store(key, 9, proof);
        proofs.store(key, 9, Proof { lower: -900, upper: 12, best: NONE, ..proof });
        proofs.store(key, 9, Proof { filling: 1, lower: 3, upper: 4, best: NONE });
        let mut found: Vec<Proof> = proofs.of(key).collect();
        found.sort_by_key(|proof| proof.filling);
        assert_eq!(found.len(), 2);
        assert_eq!((found[1].lower, found[1].upper, found[1].best), (-7, 12, 53));
        assert_eq!((found[0].lower, found[0].upper, found[0].best), (3, 4, NONE));
        assert!(proofs.of(Key::new(0x1234_5678, 0x1111_0000_0000)).next().is_none());
    }

    #[test]
    fn a_small_table_never_grows() {
        let mut proofs = Proofs::default();
        proofs.prepare(0, 1);
        for tag in 0..1000_u64 {
            let proof = Proof { lower: 0, upper: 1, best: NONE, filling: 0 };
            proofs.store(Key::new(tag, tag << 20), 3, proof);
        }
        assert_eq!(proofs.buckets.len(), 1);
    }
}
