//! The table of proofs: with which units positions are won and lost, in bounded memory.

use super::super::fault::{self, Fault};

/// Proofs whose keys share a bucket.
const WAYS: usize = 4;
/// Words of a proof.
const WORDS: usize = 3;
/// No move.
pub(super) const NONE: u8 = u8::MAX;

/// Tricks left are told apart up to this, and ages, which share a byte with them.
const MAX_DEPTH: u8 = 63;
const DEPTH_BITS: u32 = 6;
const MAX_AGE: u8 = 3;

/// What is proven of a structure with one filling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof {
    /// Which cards count what.
    pub(super) filling: u32,
    /// Units that both sides had, pairs that count included.
    pub(super) total: i32,
    /// With so many of them the maximisers reach the value.
    pub(super) reached: Option<i32>,
    /// With so many they miss it.
    pub(super) missed: Option<i32>,
    /// The move that proved it: a relative place, or 128 + a call; or [`NONE`].
    pub(super) best: u8,
}

/// From which units on the value is reached, and up to which it is missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) reached: i32,
    pub(super) missed: i32,
}

impl Proof {
    /// What it says of a position of the same structure, with `total` units so far, whose cards count
    /// at most `more` less than those of the proof, and at most `less` more. Whoever copies play card
    /// for card loses no more than that: the maximisers need so many more units than in the proof, and
    /// the others must have so many fewer.
    #[inline(always)]
    pub(super) fn says(&self, (more, less): (i32, i32), total: i32) -> Known {
        let gap = if fault::has(Fault::TotalIgnored) { more - less } else { total - self.total };
        let reached = |ours: i32| ours + more.max(gap + less);
        let missed = |ours: i32| ours + (-less).min(gap - more);
        Known {
            reached: self.reached.map_or(i32::MAX, reached),
            missed: self.missed.map_or(i32::MIN / 2, missed),
        }
    }

    #[inline(always)]
    fn unpack(words: &[u64]) -> Self {
        let bound = |bits: u64| match bits & 0xffff {
            0 => None,
            bound => Some(bound as i32 - 1),
        };
        Self {
            filling: words[1] as u32,
            total: (words[1] >> 32 & 0xffff) as i32,
            reached: bound(words[1] >> 48),
            missed: bound(words[2]),
            best: ((words[2] >> 16) as u8).wrapping_sub(1),
        }
    }

    /// All zeros is nothing.
    #[inline(always)]
    fn pack(&self, depth: u8) -> [u64; 2] {
        let bound =
            |bound: Option<i32>| bound.map_or(0, |b| u64::from((b + 1).cast_unsigned()) & 0xffff);
        let first = u64::from(self.filling)
            | (u64::from(self.total.cast_unsigned()) & 0xffff) << 32
            | bound(self.reached) << 48;
        let best = u64::from(self.best.wrapping_add(1));
        [first, bound(self.missed) | best << 16 | u64::from(depth) << 24]
    }
}

/// The table. Memory is taken when the first proof is stored: many a question needs none.
#[derive(Debug, Default)]
pub(in crate::solver) struct RaceProofs {
    /// Proofs as a key and two words each; zeros, which take no memory before they are written over.
    buckets: Vec<[u64; WAYS * WORDS]>,
    size: usize,
    salt: u64,
    age: u8,
}

impl RaceProofs {
    /// Makes ready for a question that is worth so many bytes: the table begins anew if it is too
    /// small. Another salt is another deal or objective, whose proofs make room sooner.
    pub(super) fn prepare(&mut self, bytes: usize, salt: u64) {
        let buckets = (bytes / (WAYS * WORDS * 8)).max(1);
        let buckets = 1_usize << (usize::BITS - 1 - buckets.leading_zeros());
        if buckets > self.size {
            (self.buckets, self.size) = (Vec::new(), buckets);
        }
        if salt != self.salt {
            (self.salt, self.age) = (salt, (self.age + 1) & MAX_AGE);
        }
    }

    /// Bytes taken.
    pub(in crate::solver) fn bytes(&self) -> usize {
        self.buckets.capacity() * WAYS * WORDS * 8
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        (key >> 24) as usize & (self.size - 1)
    }

    /// The proofs of a structure.
    #[inline(always)]
    pub(super) fn of(&self, key: u64) -> impl Iterator<Item = Proof> + '_ {
        let bucket = self.buckets.get(self.bucket(key)).map_or(&[][..], |bucket| bucket);
        bucket.chunks_exact(WORDS).filter(move |words| words[0] == key).map(Proof::unpack)
    }

    /// Adds to what is known of a structure and filling; of a full bucket the proof that is quickest
    /// found again makes room.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, tricks: u8, proof: Proof) {
        if self.buckets.is_empty() {
            self.buckets = vec![[0; WAYS * WORDS]; self.size];
        }
        let at = self.bucket(key);
        let depth = self.age << DEPTH_BITS | tricks.min(MAX_DEPTH);
        let (mut place, mut least) = (0, u8::MAX);
        for (way, words) in self.buckets[at].chunks_exact_mut(WORDS).enumerate() {
            let old = Proof::unpack(words);
            if words[0] == key && (old.filling, old.total) == (proof.filling, proof.total) {
                let best = if proof.best == NONE { old.best } else { proof.best };
                let reached = proof.reached.map_or(old.reached, |new| {
                    Some(old.reached.map_or(new, |known| known.min(new)))
                });
                words[1..].copy_from_slice(
                    &Proof { reached, missed: old.missed.max(proof.missed), best, ..proof }
                        .pack(depth),
                );
                return;
            }
            let found = (words[2] >> 24) as u8;
            let is_old = words[0] == 0 || found >> DEPTH_BITS != self.age;
            let rank = (found & MAX_DEPTH) | if is_old { 0 } else { 1 << DEPTH_BITS };
            if rank < least {
                (least, place) = (rank, way);
            }
        }
        let words = &mut self.buckets[at][place * WORDS..][..WORDS];
        words[0] = key;
        words[1..].copy_from_slice(&proof.pack(depth));
    }
}
