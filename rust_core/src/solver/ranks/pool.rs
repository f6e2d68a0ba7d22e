//! Chains of patterns. Each stands in one piece, so that a processor can fetch all of it at once.

use super::chunk::{Chunk, Found, Pattern, Plane, Query};

/// Sizes that a chain can have: powers of two of chunks.
const CLASSES: usize = 8;
/// Bits of a chain that are the class of its size.
const CLASS_BITS: u32 = 4;
/// Chunks that there can be.
const MOST_CHUNKS: usize = 1 << 24;

/// Where a chain stands and how large it can grow there; none at first.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Chain(u32);

impl Chain {
    #[inline(always)]
    fn start(self) -> usize {
        (self.0 >> CLASS_BITS) as usize
    }

    #[inline(always)]
    fn class(self) -> usize {
        (self.0 & ((1 << CLASS_BITS) - 1)) as usize
    }
}

/// Chains of chunks of one kind.
#[derive(Debug)]
pub(super) struct Pool<P, const WAYS: usize> {
    /// The first belongs to no chain.
    chunks: Vec<Chunk<P, WAYS>>,
    /// Chains of each size that have grown out of their place.
    free: [Vec<Chain>; CLASSES],
    most: usize,
}

impl<P: Plane, const WAYS: usize> Default for Pool<P, WAYS> {
    fn default() -> Self {
        Self { chunks: Vec::new(), free: std::array::from_fn(|_| Vec::new()), most: 2 }
    }
}

impl<P: Plane, const WAYS: usize> Pool<P, WAYS> {
    /// Sets about how many bytes there may be; whether there are more.
    pub(super) fn limit(&mut self, bytes: usize) -> bool {
        self.most = (bytes / size_of::<Chunk<P, WAYS>>()).clamp(2, MOST_CHUNKS);
        self.chunks.len() > self.most
    }

    pub(super) fn bytes(&self) -> usize {
        let free: usize = self.free.iter().map(Vec::capacity).sum();
        self.chunks.capacity() * size_of::<Chunk<P, WAYS>>() + free * size_of::<Chain>()
    }

    /// Whether there is no place for another chain.
    pub(super) fn is_full(&self) -> bool {
        !self.has_room(0)
    }

    fn has_room(&self, class: usize) -> bool {
        !self.free[class].is_empty() || self.chunks.len().max(1) + (1 << class) <= self.most
    }

    pub(super) fn clear(&mut self) {
        self.chunks.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// The chunks of a chain that are in use.
    #[inline(always)]
    fn chunks(&mut self, chain: Chain) -> &mut [Chunk<P, WAYS>] {
        let start = chain.start();
        let used = self.chunks[start].stored as usize;
        let used = used.div_ceil(WAYS).min(1 << chain.class());
        &mut self.chunks[start..start + used]
    }

    /// What is found in a chain.
    #[inline(always)]
    pub(super) fn probe(&mut self, chain: Chain, query: &Query, target: i32) -> Option<Found> {
        if chain.0 == 0 {
            return None;
        }
        let chunks = self.chunks(chain);
        for at in 0..chunks.len() {
            if let Some((way, found)) = chunks[at].settles(query, target) {
                if at != 0 {
                    // What was useful changes places with the first.
                    let (useful, first) = (chunks[at].get(way), chunks[0].get(0));
                    chunks[0].set(0, &useful);
                    chunks[at].set(way, &first);
                }
                return Some(found);
            }
        }
        None
    }

    /// Keeps a pattern in a chain that may grow to such a class of sizes; when it cannot, the pattern
    /// replaces one that was stored early.
    #[inline(always)]
    pub(super) fn store(&mut self, chain: Chain, pattern: &Pattern, most_class: usize) -> Chain {
        let mut chain = chain;
        if chain.0 == 0 {
            chain = self.place(0);
        } else if self.cover(chain, pattern) {
            return chain;
        }
        let stored = self.chunks[chain.start()].stored as usize;
        let class = chain.class();
        if stored >= WAYS << class && class < most_class && self.has_room(class + 1) {
            chain = self.enlarge(chain);
        }
        let room = WAYS << chain.class();
        let at = stored % room;
        let start = chain.start();
        self.chunks[start + at / WAYS].set(at % WAYS, pattern);
        // Once it is full it stays so.
        self.chunks[start].stored = (if stored + 1 == 2 * room { room } else { stored + 1 }) as u32;
        chain
    }

    /// An empty chain.
    fn place(&mut self, class: usize) -> Chain {
        let size = 1 << class;
        if let Some(chain) = self.free[class].pop() {
            self.chunks[chain.start()..][..size].fill(Chunk::EMPTY);
            return chain;
        }
        let start = self.chunks.len().max(1);
        if start + size > self.chunks.capacity() {
            let more = self.chunks.len().max(32).min(self.most - self.chunks.len());
            self.chunks.reserve_exact(more);
        }
        self.chunks.resize(start + size, Chunk::EMPTY);
        Chain((start as u32) << CLASS_BITS | class as u32)
    }

    /// Moves a chain to where it has twice the room.
    #[cold]
    #[inline(never)]
    fn enlarge(&mut self, chain: Chain) -> Chain {
        let new = self.place(chain.class() + 1);
        let size = 1 << chain.class();
        self.chunks.copy_within(chain.start()..chain.start() + size, new.start());
        self.free[chain.class()].push(chain);
        new
    }

    /// Puts a pattern in the place of one that it covers: of the same cards, whose bounds are then
    /// joined, or a more special one without better bounds.
    #[inline(always)]
    fn cover(&mut self, chain: Chain, pattern: &Pattern) -> bool {
        let (least, most) = pattern.bounds;
        for chunk in self.chunks(chain) {
            let mut covered = chunk.covered(pattern);
            while covered != 0 {
                let way = covered.trailing_zeros() as usize;
                covered &= covered - 1;
                let Some(old) = chunk.kept(way) else { continue };
                if old.mask == pattern.mask {
                    let bounds = (old.bounds.0.max(least), old.bounds.1.min(most));
                    chunk.set(way, &Pattern { bounds, ..*pattern });
                    return true;
                }
                if old.bounds.0 <= least && old.bounds.1 >= most {
                    chunk.set(way, pattern);
                    return true;
                }
            }
        }
        false
    }

    /// The patterns of a chain, for tests.
    #[cfg(test)]
    pub(super) fn all(&mut self, chain: Chain) -> Vec<Pattern> {
        if chain.0 == 0 {
            return Vec::new();
        }
        let chunks = self.chunks(chain).iter();
        chunks.flat_map(|chunk| (0..WAYS).filter_map(|way| chunk.kept(way))).collect()
    }
}
