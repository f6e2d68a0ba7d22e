//! Counting: how many ways there are to go on from each case.

use std::collections::HashMap;
use std::ops::Range;

use super::TooManyCases;
use super::levels::Level;
use super::spec::{Sum, count};

/// Room left in each part, and the open sums so far.
type Case = (Vec<u8>, Vec<u32>);

/// The end: everything is laid.
const END: u32 = 0;

/// The cases that can be reached, and the ways from each.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    nodes: Vec<Node>,
    /// For each split, the ways of all splits of its node up to it.
    up_to: Vec<f64>,
    /// Where each split leads.
    next: Vec<u32>,
    /// How many cards each split sends to the parts that fit, one after the other.
    taken: Vec<u8>,
    root: u32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    first: u32,
    count: u32,
    /// Where the numbers of its first split stand.
    taken: u32,
    ways: f64,
}

impl Ways {
    pub(super) fn count(
        levels: &[Level],
        sums: &[Sum],
        cases: usize,
    ) -> Result<Self, TooManyCases> {
        let end = Node { first: 0, count: 0, taken: 0, ways: 1.0 };
        let ways = Self { nodes: vec![end], up_to: vec![], next: vec![], taken: vec![], root: END };
        let mut counting = Counting {
            levels,
            sums,
            clamps: (0..).zip(sums).map(|(number, sum)| clamp(number, sum, levels)).collect(),
            seen: vec![HashMap::new(); levels.len()],
            choose: pascal(),
            cases,
            looks: 0,
            ways,
        };
        // Sums of nothing must hold too.
        let is_open = |number: usize| {
            levels.first().is_some_and(|level| level.sums.iter().any(|open| open.sum == number))
        };
        let holds = |(number, sum): (usize, &Sum)| is_open(number) || sum.at_least == 0;
        let room = levels.first().map_or_else(Vec::new, |level| level.room.clone());
        let fits = room.iter().map(|&room| usize::from(room)).sum::<usize>()
            == levels.iter().map(|level| level.cards.len()).sum::<usize>();
        if fits && sums.iter().enumerate().all(holds) {
            let open = levels.first().map_or(0, |level| level.sums.len());
            counting.ways.root = counting.node(0, (room, vec![0; open]))?;
        } else {
            counting.ways.root = counting.push(Node { ways: 0.0, ..end });
        }
        Ok(counting.ways)
    }

    /// The number of all ways.
    pub(super) fn total(&self) -> f64 {
        self.nodes[self.root as usize].ways
    }

    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The splits of a node.
    #[inline]
    pub(super) fn splits(&self, node: u32) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..(node.first + node.count) as usize
    }

    /// The split in which the way with this number lies, a share of all ways.
    #[inline]
    pub(super) fn pick(&self, node: u32, share: f64) -> usize {
        let splits = self.splits(node);
        let lot = share * self.nodes[node as usize].ways;
        let before = self.up_to[splits.clone()].partition_point(|&ways| ways <= lot);
        splits.start + before.min(splits.len().saturating_sub(1))
    }

    /// How many cards a split sends to each of the `parts` that fit, and where it leads.
    #[inline]
    pub(super) fn split(&self, node: u32, split: usize, parts: usize) -> (&[u8], u32) {
        let of = &self.nodes[node as usize];
        let at = of.taken as usize + (split - of.first as usize) * parts;
        (&self.taken[at..at + parts], self.next[split])
    }
}

/// The weight from which on a sum without an upper bound need not be told from heavier ones.
fn clamp(number: usize, sum: &Sum, levels: &[Level]) -> u32 {
    let whole = levels.iter().flat_map(|level| {
        let own = level.sums.iter().filter(|open| open.sum == number);
        own.map(|open| open.weight.saturating_mul(count(level.cards.len())))
    });
    if sum.at_most >= whole.fold(0, u32::saturating_add) { sum.at_least } else { u32::MAX }
}

struct Counting<'a> {
    levels: &'a [Level],
    sums: &'a [Sum],
    clamps: Vec<u32>,
    seen: Vec<HashMap<Case, u32>>,
    choose: Vec<Vec<f64>>,
    cases: usize,
    /// How many splits were looked at, with those that cannot be.
    looks: usize,
    ways: Ways,
}

/// A split on the way to completion.
struct Splitting {
    level: usize,
    case: Case,
    taken: Vec<u8>,
    /// Splits found: numbers taken, node that follows, ways.
    found: Vec<(Vec<u8>, u32, f64)>,
}

impl Counting<'_> {
    fn push(&mut self, node: Node) -> u32 {
        self.ways.nodes.push(node);
        u32::try_from(self.ways.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    /// The node of a case, counted if it is new.
    fn node(&mut self, level: usize, case: Case) -> Result<u32, TooManyCases> {
        if level == self.levels.len() {
            return Ok(END);
        }
        if let Some(&node) = self.seen[level].get(&case) {
            return Ok(node);
        }
        let parts = self.levels[level].fits.len();
        let mut splitting =
            Splitting { level, case: case.clone(), taken: vec![0; parts], found: vec![] };
        let left = self.levels[level].cards.len();
        self.splits(&mut splitting, 0, left, 1.0)?;
        let first = u32::try_from(self.ways.next.len()).unwrap_or(u32::MAX);
        let taken = u32::try_from(self.ways.taken.len()).unwrap_or(u32::MAX);
        let mut ways = 0.0;
        let count = u32::try_from(splitting.found.len()).unwrap_or(u32::MAX);
        for (numbers, next, of) in splitting.found {
            ways += of;
            self.ways.up_to.push(ways);
            self.ways.next.push(next);
            self.ways.taken.extend(numbers);
        }
        let node = self.push(Node { first, count, taken, ways });
        self.seen[level].insert(case, node);
        Ok(node)
    }

    /// Finds all ways to send the cards that are left to the parts from `at` on.
    fn splits(
        &mut self,
        splitting: &mut Splitting,
        at: usize,
        left: usize,
        ways: f64,
    ) -> Result<(), TooManyCases> {
        let level = &self.levels[splitting.level];
        if at == level.fits.len() {
            return if left == 0 { self.split(splitting, ways) } else { Ok(()) };
        }
        let room = |at: usize| usize::from(splitting.case.0[usize::from(level.fits[at])]);
        let rest: usize = (at + 1..level.fits.len()).map(room).sum();
        let here = room(at);
        for taken in left.saturating_sub(rest)..=left.min(here) {
            splitting.taken[at] = u8::try_from(taken).unwrap_or(u8::MAX);
            let some = ways * self.choose[here][taken];
            self.splits(splitting, at + 1, left - taken, some)?;
        }
        Ok(())
    }

    /// Goes on behind a complete split.
    fn split(&mut self, splitting: &mut Splitting, ways: f64) -> Result<(), TooManyCases> {
        self.looks += 1;
        let memory = self.ways.taken.len() + splitting.found.len() * splitting.taken.len();
        let cases = self.ways.next.len() + splitting.found.len();
        if cases >= self.cases || memory / 16 >= self.cases || self.looks / 16 >= self.cases {
            return Err(TooManyCases);
        }
        let level = &self.levels[splitting.level];
        let parts = self.levels.get(splitting.level + 1).map_or(0, |next| next.room.len());
        let mut room = vec![0; parts];
        let mut by_part = splitting.case.0.clone();
        for (&part, &taken) in level.fits.iter().zip(&splitting.taken) {
            by_part[usize::from(part)] -= taken;
        }
        for (&left, &later) in by_part.iter().zip(&level.later) {
            if let Some(room) = room.get_mut(usize::from(later)) {
                *room += left;
            }
        }
        let mut sums = Vec::new();
        for (open, &before) in level.sums.iter().zip(&splitting.case.1) {
            let counted = level.fits.iter().zip(&splitting.taken);
            let cards: u32 = counted
                .filter(|(part, _)| open.counts[usize::from(**part)])
                .map(|(_, &taken)| u32::from(taken))
                .sum();
            let sum = &self.sums[open.sum];
            let so_far = before.saturating_add(open.weight.saturating_mul(cards));
            if so_far > sum.at_most || so_far.saturating_add(open.to_come) < sum.at_least {
                return Ok(());
            }
            if open.goes_on {
                sums.push(so_far.min(self.clamps[open.sum]));
            }
        }
        let next = self.node(splitting.level + 1, (room, sums))?;
        let all = ways * self.ways.nodes[next as usize].ways;
        if all > 0.0 {
            splitting.found.push((splitting.taken.clone(), next, all));
        }
        Ok(())
    }
}

/// How many ways there are to choose from up to 128 columns.
fn pascal() -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = vec![vec![1.0]];
    for n in 1..=128 {
        let above = &rows[n - 1];
        let inner = above.windows(2).map(|pair| pair[0] + pair[1]);
        let row = std::iter::once(1.0).chain(inner).chain(std::iter::once(1.0)).collect();
        rows.push(row);
    }
    rows
}
