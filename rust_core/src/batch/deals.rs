//! Dealing many rows.

use super::Pool;
use crate::random::{AlwaysVoid, Dealer};

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
    let size = dealer.deck_size();
    let firsts = (0_u64..).step_by(ROWS).map(|offset| start.wrapping_add(offset));
    let parts = firsts.zip(rows.chunks_mut(ROWS * size)).collect();
    pool.run(parts, |(first, rows): (u64, &mut [u8])| {
        let deals = (0..).map(|offset| first.wrapping_add(offset));
        deals
            .zip(rows.chunks_exact_mut(size))
            .try_for_each(|(deal, row)| dealer.deal(seed, deal, row))
    })?;
    Ok(())
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
