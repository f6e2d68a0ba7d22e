//! The table of patterns: bounds that hold for every position in which the same seats own the ranks
//! that mattered.

/// Patterns that stand together.
const WAYS: usize = 4;
/// Slots of a table that is not empty.
const LEAST_SLOTS: usize = 1 << 9;

/// Who owns each card still out, packed to the top of its lane: a seat's number in two words.
pub(super) type Owners = [u64; 2];

/// Four patterns, each the owners of the cards in its mask and bounds of the tricks still to be taken.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(128))]
struct Chunk {
    low: [u64; WAYS],
    high: [u64; WAYS],
    masks: [u64; WAYS],
    least: [i8; WAYS],
    most: [i8; WAYS],
    /// The next chunk of the shape, 0 for none.
    next: u32,
    used: u32,
}

/// A pattern by itself, for tests.
#[cfg(test)]
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) key: u64,
    pub(super) owners: Owners,
    pub(super) mask: u64,
    pub(super) bounds: (i32, i32),
}

/// The chunks of one shape.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    head: u32,
    /// The slot is empty if this is not the present one.
    generation: u32,
}

/// Patterns by shape: suit lengths of all seats, and who leads.
#[derive(Debug, Default)]
pub(in crate::solver) struct Patterns {
    slots: Vec<Slot>,
    filled: usize,
    generation: u32,
    /// The first is none.
    chunks: Vec<Chunk>,
    most_chunks: usize,
    salt: u64,
    /// Tricks left and found in the last position of this deal: only a hint.
    pub(super) last: Option<(i32, i32)>,
}

impl Chunk {
    /// No owner fits a full mask, and no bound settles anything.
    const EMPTY: Self = Self {
        low: [0; WAYS],
        high: [0; WAYS],
        masks: [0; WAYS],
        least: [i8::MIN; WAYS],
        most: [i8::MAX; WAYS],
        next: 0,
        used: 0,
    };

    /// One bit for each pattern that a position fits.
    #[inline]
    fn fitting(&self, [low, high]: Owners) -> u32 {
        let mut fits = 0;
        for way in 0..WAYS {
            let differ = (self.low[way] ^ low) | (self.high[way] ^ high);
            fits |= u32::from(differ & self.masks[way] == 0) << way;
        }
        fits
    }

    fn set(&mut self, way: usize, [low, high]: Owners, mask: u64, (least, most): (i8, i8)) {
        (self.low[way], self.high[way], self.masks[way]) = (low & mask, high & mask, mask);
        (self.least[way], self.most[way]) = (least, most);
    }
}

impl Patterns {
    /// Makes ready for a question: at most about so many bytes, and when they are full all is
    /// forgotten. So it is if the question is of another kind or deal, with another salt.
    pub(in crate::solver) fn prepare(&mut self, bytes: usize, salt: u64) {
        // A third of the bytes are for slots, beside those that there always are.
        let bytes = bytes.saturating_sub(LEAST_SLOTS * size_of::<Slot>());
        self.most_chunks = (bytes / size_of::<Chunk>() * 2 / 3).clamp(2, 1 << 24);
        if salt != self.salt || self.chunks.len() > self.most_chunks {
            (self.salt, self.last) = (salt, None);
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.filled = 0;
        self.chunks.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.clear();
        }
    }

    /// Bytes taken.
    pub(in crate::solver) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.chunks.capacity() * size_of::<Chunk>()
    }

    /// The slot of a key, or the empty one where it would stand.
    #[inline]
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

    /// A bound that settles "at least `target`", and the cards it rests on.
    #[inline]
    pub(super) fn probe(&mut self, key: u64, owners: Owners, target: i32) -> Option<(i32, u64)> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.find(key)];
        if slot.generation != self.generation {
            return None;
        }
        let mut at = slot.head;
        while at != 0 {
            let chunk = &self.chunks[at as usize];
            let mut fits = chunk.fitting(owners);
            while fits != 0 {
                let way = fits.trailing_zeros() as usize;
                fits &= fits - 1;
                let (least, most) = (i32::from(chunk.least[way]), i32::from(chunk.most[way]));
                if least >= target || most < target {
                    let found = (if least >= target { least } else { most }, chunk.masks[way]);
                    if at != slot.head {
                        self.bring_forward(at as usize, way, slot.head as usize);
                    }
                    return Some(found);
                }
            }
            at = chunk.next;
        }
        None
    }

    /// Changes a pattern that was useful for the first of its shape.
    fn bring_forward(&mut self, at: usize, way: usize, head: usize) {
        let (from, to) = (self.chunks[at], self.chunks[head]);
        let of = |chunk: &Chunk, way: usize| {
            let owners = [chunk.low[way], chunk.high[way]];
            (owners, chunk.masks[way], (chunk.least[way], chunk.most[way]))
        };
        let (owners, mask, bounds) = of(&from, way);
        self.chunks[head].set(0, owners, mask, bounds);
        let (owners, mask, bounds) = of(&to, 0);
        self.chunks[at].set(way, owners, mask, bounds);
    }

    /// Stores bounds that rest on the cards of a mask.
    pub(super) fn store(&mut self, key: u64, owners: Owners, mask: u64, bounds: (i32, i32)) {
        if self.chunks.len() >= self.most_chunks {
            self.forget();
        }
        if self.chunks.is_empty() {
            self.chunks.reserve_exact(self.most_chunks.min(64));
            self.chunks.push(Chunk::EMPTY);
        }
        if self.filled * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.find(key);
        if self.slots[at].generation != self.generation {
            self.filled += 1;
            self.slots[at] = Slot { key, head: 0, generation: self.generation };
        }
        let bounds = (bounds.0 as i8, bounds.1 as i8);
        let head = self.slots[at].head;
        if self.cover(head, owners, mask, bounds) {
            return;
        }
        if head == 0 || self.chunks[head as usize].used as usize == WAYS {
            self.slots[at].head = self.chunks.len() as u32;
            if self.chunks.len() == self.chunks.capacity() {
                let more = self.chunks.len().min(self.most_chunks - self.chunks.len());
                self.chunks.reserve_exact(more);
            }
            self.chunks.push(Chunk { next: head, ..Chunk::EMPTY });
        }
        let chunk = &mut self.chunks[self.slots[at].head as usize];
        chunk.used += 1;
        chunk.set(chunk.used as usize - 1, owners, mask, bounds);
    }

    /// Puts a pattern in the place of one that it covers: of the same cards, whose bounds are then
    /// joined, or a more special one without better bounds.
    fn cover(&mut self, head: u32, [low, high]: Owners, mask: u64, bounds: (i8, i8)) -> bool {
        let mut at = head;
        while at != 0 {
            let chunk = &mut self.chunks[at as usize];
            for way in 0..chunk.used as usize {
                let differ = (chunk.low[way] ^ low) | (chunk.high[way] ^ high);
                if mask & !chunk.masks[way] != 0 || differ & mask != 0 {
                    continue;
                }
                if chunk.masks[way] == mask {
                    chunk.least[way] = chunk.least[way].max(bounds.0);
                    chunk.most[way] = chunk.most[way].min(bounds.1);
                    return true;
                }
                if chunk.least[way] <= bounds.0 && chunk.most[way] >= bounds.1 {
                    chunk.set(way, [low, high], mask, bounds);
                    return true;
                }
            }
            at = chunk.next;
        }
        false
    }

    /// All patterns, for tests.
    #[cfg(test)]
    pub(super) fn all(&self) -> Vec<Kept> {
        let mut found = Vec::new();
        for slot in self.slots.iter().filter(|slot| slot.generation == self.generation) {
            let mut at = slot.head;
            while at != 0 {
                let chunk = &self.chunks[at as usize];
                found.extend((0..chunk.used as usize).map(|way| Kept {
                    key: slot.key,
                    owners: [chunk.low[way], chunk.high[way]],
                    mask: chunk.masks[way],
                    bounds: (i32::from(chunk.least[way]), i32::from(chunk.most[way])),
                }));
                at = chunk.next;
            }
        }
        found
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_answers_for_all_that_fit_it() {
        let mut patterns = Patterns::default();
        patterns.prepare(1 << 16, 1);
        assert_eq!(patterns.probe(7, [0, 0], 3), None);
        patterns.store(7, [0b1010, 0b0110], 0b1100, (3, 5));
        assert_eq!(patterns.probe(7, [0b1001, 0b0101], 3), Some((3, 0b1100)));
        assert_eq!(patterns.probe(7, [0b1001, 0b0101], 6), Some((5, 0b1100)));
        assert_eq!(patterns.probe(7, [0b1001, 0b0101], 4), None);
        assert_eq!(patterns.probe(7, [0b0001, 0b0101], 3), None);
        assert_eq!(patterns.probe(8, [0b1001, 0b0101], 3), None);
        patterns.store(7, [0b1010, 0b0110], 0b1100, (0, 4));
        assert_eq!(patterns.probe(7, [0b1001, 0b0101], 5), Some((4, 0b1100)));
        patterns.prepare(1 << 16, 2);
        assert_eq!(patterns.probe(7, [0b1001, 0b0101], 3), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut patterns = Patterns::default();
        patterns.prepare(1 << 14, 1);
        for key in 0..5000 {
            patterns.store(key, [key, !key], 0xff, (1, 2));
            assert!(patterns.bytes() <= 1 << 14, "{}", patterns.bytes());
        }
        assert_eq!(patterns.probe(4999, [4999, !4999], 1), Some((1, 0xff)));
    }
}
