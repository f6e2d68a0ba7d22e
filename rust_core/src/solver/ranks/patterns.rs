//! The table of patterns: bounds that hold for every position in which the same seats own the ranks
//! that mattered.

use super::chunk::{Found, Pattern, Query};
use super::pool::{Chain, Pool};
use crate::cpu::{Cpu, Work};

/// Slots of a table that is not empty.
const LEAST_SLOTS: usize = 1 << 8;
/// How large a chain may grow, as a power of two of chunks: of starts, and of the leads of a lane, of
/// which older ones are seldom worth looking through.
const STARTS: usize = 7;
const LEADS: usize = 2;
/// Patterns of a start, and of leads of each lane.
const PARTS: usize = 5;

/// A pattern by itself, for tests.
#[cfg(test)]
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) key: u64,
    pub(super) pattern: Pattern,
    /// The lane led, and how many of it are higher, if that matters.
    pub(super) lead: Option<(usize, Option<u64>)>,
}

/// The chains of one key.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
struct Slot {
    key: u64,
    chains: [Chain; PARTS],
    /// The slot is empty if this is not the present one.
    generation: u32,
}

/// What a search has proven, by suit lengths of all seats and who leads: of starts of tricks, and of
/// leads that failed. A failed start rests on all its leads together, and so each of them alone is
/// good for more positions.
#[derive(Debug, Default)]
pub(in crate::solver) struct Patterns {
    slots: Vec<Slot>,
    filled: usize,
    generation: u32,
    /// With few cards, and with more.
    narrow: Pool<u32, 4>,
    wide: Pool<u64, 4>,
    salt: u64,
    /// Tricks left and found in the last position of this deal: only a hint.
    pub(super) last: Option<(i32, i32)>,
}

/// A look into the table, as work for a processor.
struct Probe<'t> {
    table: &'t mut Patterns,
    query: &'t Query,
    target: i32,
}

impl Work for Probe<'_> {
    type Out = Option<Found>;

    #[inline(always)]
    fn work(self) -> Self::Out {
        self.table.probe_here(self.query, self.target)
    }
}

/// The keeping of a pattern, as work for a processor.
struct Store<'t> {
    table: &'t mut Patterns,
    query: &'t Query,
    pattern: Pattern,
}

impl Work for Store<'_> {
    type Out = ();

    #[inline(always)]
    fn work(self) {
        self.table.store_here(self.query, &self.pattern);
    }
}

impl Patterns {
    /// Makes ready for a question: at most about so many bytes, and when they are full all is
    /// forgotten. So it is if the question is of another kind or deal, with another salt.
    pub(in crate::solver) fn prepare(&mut self, bytes: usize, salt: u64) {
        // Beside the slots that there always are: a key has a chunk at least, and the table at most
        // four times as many slots as keys. That makes three bytes for one of narrow chunks, and two
        // for one of wide ones; a sixth is for lists of free places.
        let bytes = bytes.saturating_sub(LEAST_SLOTS * size_of::<Slot>()) / 6;
        let is_too_large = self.narrow.limit(bytes) | self.wide.limit(bytes);
        if salt != self.salt || is_too_large {
            (self.salt, self.last) = (salt, None);
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.filled = 0;
        self.narrow.clear();
        self.wide.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.clear();
        }
    }

    /// Bytes taken.
    pub(in crate::solver) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.narrow.bytes() + self.wide.bytes()
    }

    /// The slot of a key, or the empty one where it would stand.
    #[inline(always)]
    fn find(&self, key: u64) -> usize {
        let product = u128::from(key) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        let hash = (product >> 64) as u64 ^ product as u64;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.generation != self.generation || slot.key == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// A bound that settles "at least `target`", and the squeezed cards it rests on.
    #[inline(always)]
    pub(super) fn probe(&mut self, cpu: impl Cpu, query: &Query, target: i32) -> Option<Found> {
        cpu.run(Probe { table: self, query, target })
    }

    #[inline(always)]
    fn probe_here(&mut self, query: &Query, target: i32) -> Option<Found> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.find(query.key)];
        if slot.generation != self.generation {
            return None;
        }
        let chain = slot.chains[query.part];
        if query.is_narrow {
            self.narrow.probe(chain, query, target)
        } else {
            self.wide.probe(chain, query, target)
        }
    }

    /// Keeps bounds that rest on these squeezed cards.
    #[inline(always)]
    pub(super) fn store(&mut self, cpu: impl Cpu, query: &Query, used: u64, bounds: (i32, i32)) {
        let pattern = query.pattern(used, bounds);
        cpu.run(Store { table: self, query, pattern });
    }

    #[inline(always)]
    fn store_here(&mut self, query: &Query, pattern: &Pattern) {
        if self.narrow.is_full() || self.wide.is_full() {
            self.forget();
        }
        if self.filled * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.find(query.key);
        let slot = &mut self.slots[at];
        if slot.generation != self.generation {
            self.filled += 1;
            *slot = Slot {
                key: query.key,
                chains: [Chain::default(); PARTS],
                generation: self.generation,
            };
        }
        let chain = &mut slot.chains[query.part];
        let most = if query.part == 0 { STARTS } else { LEADS };
        *chain = if query.is_narrow {
            self.narrow.store(*chain, pattern, most)
        } else {
            self.wide.store(*chain, pattern, most)
        };
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(LEAST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        self.generation = self.generation.max(1);
        for slot in old {
            if slot.generation == self.generation {
                let at = self.find(slot.key);
                self.slots[at] = slot;
            }
        }
    }

    /// All patterns of four seats, for tests.
    #[cfg(test)]
    pub(super) fn all(&mut self) -> Vec<Kept> {
        let mut found = Vec::new();
        for slot in self.slots.iter().filter(|slot| slot.generation == self.generation) {
            let tricks: u64 = (0..4).map(|lane| slot.key >> (4 * lane) & 15).sum();
            let query = Query::start(slot.key, [0, 0], 4 * tricks as i32);
            for (part, &chain) in slot.chains.iter().enumerate() {
                let patterns =
                    if query.is_narrow { self.narrow.all(chain) } else { self.wide.all(chain) };
                found.extend(patterns.into_iter().map(|pattern| {
                    let lead = part.checked_sub(1).map(|lane| (lane, query.higher(&pattern)));
                    Kept { key: slot.key, pattern, lead }
                }));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Portable;

    /// A table that is asked about a key with eight cards out.
    fn table() -> (Patterns, impl Fn(u64, [u64; 2]) -> Query) {
        let mut patterns = Patterns::default();
        patterns.prepare(1 << 20, 1);
        (patterns, |key, owners| Query::start(key, owners, 8))
    }

    #[test]
    fn a_pattern_answers_for_all_that_fit_it() {
        let (mut patterns, query) = table();
        let fits = query(7, [0b1001, 0b0101]);
        assert_eq!(patterns.probe(Portable, &fits, 3), None);
        patterns.store(Portable, &query(7, [0b1010, 0b0110]), 0b1100, (3, 5));
        assert_eq!(patterns.probe(Portable, &fits, 3), Some((3, 0b1100)));
        assert_eq!(patterns.probe(Portable, &fits, 6), Some((5, 0b1100)));
        assert_eq!(patterns.probe(Portable, &fits, 4), None);
        assert_eq!(patterns.probe(Portable, &query(7, [0b0001, 0b0101]), 3), None);
        assert_eq!(patterns.probe(Portable, &query(8, [0b1001, 0b0101]), 3), None);
        patterns.store(Portable, &query(7, [0b1010, 0b0110]), 0b1100, (0, 4));
        assert_eq!(patterns.probe(Portable, &fits, 5), Some((4, 0b1100)));
        patterns.prepare(1 << 20, 2);
        assert_eq!(patterns.probe(Portable, &fits, 3), None);
    }

    #[test]
    fn a_lead_whose_rank_matters_answers_for_the_same_rank() {
        let (mut patterns, query) = table();
        let start = query(7, [0b1010, 0b0110]);
        patterns.store(Portable, &start.lead(0, 0b1000, 0), 0b1100, (0, 2));
        assert_eq!(patterns.probe(Portable, &start.lead(0, 0b1000, 0), 3), Some((2, 0b1100)));
        for other in [start.lead(0, 0b0100, 1), start.lead(0, 0b0010, 2), start.lead(1, 0b1000, 0)]
        {
            assert_eq!(patterns.probe(Portable, &other, 3), None);
        }
        assert_eq!(patterns.probe(Portable, &start, 3), None);
    }

    #[test]
    fn a_lead_whose_rank_does_not_matter_answers_for_all_below() {
        let (mut patterns, query) = table();
        let start = query(7, [0b1010, 0b0110]);
        patterns.store(Portable, &start.lead(0, 0b0001, 3), 0b1100, (0, 2));
        for like in [start.lead(0, 0b0001, 3), start.lead(0, 0b0010, 2)] {
            assert_eq!(patterns.probe(Portable, &like, 3), Some((2, 0b1100)));
        }
        assert_eq!(patterns.probe(Portable, &start.lead(0, 0b0100, 1), 3), None);
    }

    #[test]
    fn a_chain_grows_and_then_forgets_what_is_oldest() {
        let (mut patterns, query) = table();
        let of = |number: u64| query(7, [number, 0]);
        let room = 4 << STARTS;
        for number in 0..3 * room {
            patterns.store(Portable, &of(number), 0xfff, (1, 1));
            assert!(patterns.probe(Portable, &of(number), 1).is_some(), "{number}");
        }
        let of = |number: u64| query(8, [number, 0]);
        for number in 0..3 * room {
            patterns.store(Portable, &of(number), 0xfff, (1, 1));
        }
        let known = (0..3 * room).filter(|&n| patterns.probe(Portable, &of(n), 1).is_some());
        assert_eq!(known.collect::<Vec<u64>>(), (2 * room..3 * room).collect::<Vec<u64>>());
    }

    #[test]
    fn memory_is_bounded() {
        let mut patterns = Patterns::default();
        for (bytes, cards) in [(1 << 14, 8), (1 << 17, 8), (1 << 20, 8), (1 << 20, 40)] {
            patterns.prepare(bytes, bytes as u64 + cards);
            for key in 0..50_000 {
                let query = Query::start(key, [key, !key], cards as i32);
                patterns.store(Portable, &query, 0xff, (1, 2));
                assert!(patterns.bytes() <= bytes, "{} of {bytes}", patterns.bytes());
                assert_eq!(patterns.probe(Portable, &query, 1), Some((1, 0xff)));
            }
        }
    }
}
