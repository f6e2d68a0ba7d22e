//! Looking for deals that satisfy conditions.

use super::Pool;
use crate::random::{Attempt, Conditioned, Rejected};

/// Deals that one thread tries before it looks for more.
const ROWS: usize = 512;

/// How many deals are tried before anybody else has a say.
const TRIES_AT_ONCE: u64 = 1 << 20;

/// A deal under conditions was tried too often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GaveUp {
    /// Its offset among the deals that were looked for.
    pub offset: usize,
}

/// Deals that satisfy conditions, looked for some tries at a time.
///
/// What is found, and how often it was tried, depends on the seed and the number of each deal alone.
#[derive(Debug)]
pub struct Search<'a> {
    conditioned: &'a Conditioned,
    /// The deals not found yet, by their offset.
    open: Vec<(usize, Attempt)>,
    /// The most tries for a deal.
    most: u64,
    /// How often deals were rejected so far, and by what.
    pub rejected: Rejected,
}

/// A deal on the way: its offset, how far it is, and its row.
type Open<'a> = (usize, Attempt, &'a mut [u8]);

impl<'a> Search<'a> {
    /// Looks for the deals `start` to `start + count - 1`, each in at most `most` tries.
    #[must_use]
    pub fn new(
        conditioned: &'a Conditioned,
        seed: u64,
        start: u64,
        count: usize,
        most: u64,
    ) -> Self {
        let attempt = |offset| (offset, Attempt::new(seed, start.wrapping_add(offset as u64)));
        let open = (0..count).map(attempt).collect();
        Self { conditioned, open, most, rejected: Rejected::default() }
    }

    /// How many deals are not found yet.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Tries some more, about a second long, and fills in the rows of the deals found.
    ///
    /// # Errors
    /// [`GaveUp`] for the first deal that was tried too often.
    pub fn go_on(&mut self, pool: &Pool, rows: &mut [u8]) -> Result<(), GaveUp> {
        let conditioned = self.conditioned;
        let size = conditioned.deck_size();
        let so_far = self.open.first().map_or(0, |(_, attempt)| attempt.tries);
        let share = (TRIES_AT_ONCE / self.open.len().max(1) as u64).max(16);
        let tries = share.min(self.most - so_far);
        let mut open = std::mem::take(&mut self.open).into_iter().peekable();
        let rows = rows.chunks_exact_mut(size).enumerate();
        let mut jobs = rows.filter_map(|(offset, row)| {
            let (_, attempt) = open.next_if(|&(wanted, _)| wanted == offset)?;
            Some((offset, attempt, row))
        });
        let parts: Vec<Vec<Open<'_>>> = std::iter::from_fn(|| {
            Some(jobs.by_ref().take(ROWS).collect()).filter(|part: &Vec<_>| !part.is_empty())
        })
        .collect();
        let done = pool.run(parts, |part| {
            let mut rejected = Rejected::default();
            let mut left = Vec::new();
            for (offset, mut attempt, row) in part {
                if !conditioned.attempt(&mut attempt, tries, row, &mut rejected) {
                    left.push((offset, attempt));
                }
            }
            Ok::<_, std::convert::Infallible>((left, rejected))
        });
        let Ok(done) = done;
        for (left, rejected) in done {
            self.open.extend(left);
            self.rejected.add(&rejected);
        }
        match self.open.first() {
            Some(&(offset, ref attempt)) if attempt.tries >= self.most => Err(GaveUp { offset }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Bounds, Condition, DealSpec, Dealer};

    fn conditioned() -> Conditioned {
        let spec = DealSpec {
            deck_size: 20,
            place: (0..20).rev().collect(),
            hand_sizes: vec![5, 5, 5],
            gaps: None,
            void: vec![],
        };
        let first = |at_least| {
            Condition::Bounds(Bounds {
                columns: (0..5).collect(),
                weights: (0..20).map(|card| u32::from(card < 5)).collect(),
                at_least,
                at_most: 5,
            })
        };
        let either = Condition::Any(vec![first(4), Condition::All(vec![first(3), first(2)])]);
        Conditioned::new(Dealer::new(&spec).unwrap(), &[first(1), either]).unwrap()
    }

    fn found(threads: usize, start: u64, count: usize) -> (Vec<u8>, Rejected) {
        let (conditioned, pool) = (conditioned(), Pool::new(Some(threads)).unwrap());
        let mut rows = vec![0; count * 20];
        let mut search = Search::new(&conditioned, 3, start, count, 100_000);
        while search.open() > 0 {
            search.go_on(&pool, &mut rows).unwrap();
        }
        (rows, search.rejected)
    }

    #[test]
    fn deals_depend_on_seed_and_number_alone() {
        let (all, rejected) = found(1, 7, 1500);
        assert_eq!(found(2, 7, 1500), (all.clone(), rejected.clone()));
        assert_eq!(found(1, 1007, 10).0, all[1000 * 20..1010 * 20]);
        assert!(rejected.by[1] > 0 && rejected.total() == rejected.by[1]);
        for row in all.chunks(20) {
            assert!(row[..5].iter().filter(|&&card| card < 5).count() >= 3);
        }
    }

    #[test]
    fn tries_are_limited() {
        let conditioned = conditioned();
        let mut rows = vec![0; 1000 * 20];
        let mut search = Search::new(&conditioned, 3, 0, 1000, 1);
        let gave_up = search.go_on(&Pool::new(Some(2)).unwrap(), &mut rows).unwrap_err();
        assert_eq!(search.rejected.total(), search.open() as u64);
        assert!(gave_up.offset < 50);
    }
}
