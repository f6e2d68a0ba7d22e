//! Dealing many rows.

use super::Pool;
use crate::cpu::{Cpu, Processor, Work, on};
use crate::random::{AlwaysVoid, Dealer, Draws, Laying, STREAMS};

/// Rows that one thread deals before it looks for more.
const ROWS: usize = 1024;

/// Deals the deals `start`, `start + 1`, ... into rows of the deck's size, one after the other.
///
/// Row `i` depends on `(seed, start + i)` alone. An incomplete row at the end is left as it is.
///
/// # Errors
/// [`AlwaysVoid`] for the first deal that is void however often it is shuffled.
pub fn deal_rows(
    pool: &Pool,
    dealer: &Dealer,
    seed: u64,
    start: u64,
    rows: &mut [u8],
) -> Result<(), AlwaysVoid> {
    let laying = dealer.laying(|column| column);
    let firsts = (0_u64..).step_by(ROWS).map(|offset| start.wrapping_add(offset));
    let parts = firsts.zip(rows.chunks_mut(ROWS * dealer.deck_size())).collect();
    pool.run(parts, |(first, rows): (u64, &mut [u8])| {
        let part = Part { dealer, laying: laying.as_ref(), seed, first, rows };
        on!(Processor::detect(), cpu => cpu.run(part))
    })?;
    Ok(())
}

/// Rows that one thread deals.
struct Part<'a> {
    dealer: &'a Dealer,
    /// `None` if each has to be dealt by itself.
    laying: Option<&'a Laying>,
    seed: u64,
    /// Number of the first deal.
    first: u64,
    rows: &'a mut [u8],
}

impl Work for Part<'_> {
    type Out = Result<(), AlwaysVoid>;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn work(self) -> Self::Out {
        let (dealer, size) = (self.dealer, self.dealer.deck_size());
        let mut draws = Draws::new(dealer);
        let groups = (0_u64..).step_by(STREAMS).zip(self.rows.chunks_mut(STREAMS * size));
        for (offset, rows) in groups {
            let first = self.first.wrapping_add(offset);
            let deals = std::array::from_fn(|stream| first.wrapping_add(stream as u64));
            dealer.draw(self.seed, &deals, &mut draws);
            for (stream, row) in rows.chunks_exact_mut(size).enumerate() {
                let is_dealt = match self.laying {
                    Some(laying) => dealer.deal_drawn(&draws, stream, laying, row),
                    None => false,
                };
                if !is_dealt {
                    dealer.deal(self.seed, deals[stream], row)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::DealSpec;

    #[test]
    fn rows_depend_on_seed_and_number_alone() {
        let spec = DealSpec {
            deck_size: 20,
            place: (0..20).rev().collect(),
            hand_sizes: vec![5, 5],
            gaps: None,
            void: vec![],
        };
        let dealer = Dealer::new(&spec).unwrap();
        let deal = |threads, start, count: usize| {
            let mut rows = vec![0; count * 20];
            deal_rows(&Pool::new(Some(threads)).unwrap(), &dealer, 5, start, &mut rows).unwrap();
            rows
        };
        let all = deal(1, 3, 5000);
        assert_eq!(deal(3, 3, 5000), all);
        assert_eq!(deal(2, 1003, 100), all[1000 * 20..1100 * 20]);
        assert!(deal(2, 0, 0).is_empty());
        // The number of the deal wraps round like a word.
        assert_eq!(deal(1, u64::MAX, 2)[20..], deal(1, 0, 1));
    }
}
