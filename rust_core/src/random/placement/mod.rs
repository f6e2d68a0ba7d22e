//! Cards laid into places under constraints, each way with the same probability.

mod draw;
mod levels;
mod spec;
mod ways;

pub use spec::{Group, Kind, PlacementSpec, Sum};

use levels::Level;
use ways::Ways;

/// A placement has too many cases to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyCases;

/// All ways to put each card into a column of its own, counted.
///
/// Cards that may go to the same groups of columns and weigh the same in every sum are one kind.
/// The kinds are placed one after the other, and groups between which no later kind makes a
/// difference are one part: the number of ways to go on depends only on how much room is left in
/// each part and on the sums that are still open. Numbers of ways are floating-point numbers, so
/// that probabilities are exact to about one part in 10^13.
///
/// # Examples
/// ```
/// use ultimo_core::random::{Group, Kind, Placement, PlacementSpec, Stream};
/// // Cards 0 and 1 may lie in either of two hands, card 2 only in the second.
/// let spec = PlacementSpec {
///     groups: vec![
///         Group { columns: vec![0], is_hand: true },
///         Group { columns: vec![1, 2], is_hand: true },
///     ],
///     kinds: vec![
///         Kind { cards: vec![0, 1], groups: 0b11 },
///         Kind { cards: vec![2], groups: 0b10 },
///     ],
///     sums: vec![],
/// };
/// let placement = Placement::new(&spec, 1000)?;
/// let mut row = [9; 3];
/// placement.draw(&mut Stream::sample(7, 0), &mut row);
/// assert!(row[0] < 2 && row[1..].contains(&2));
/// # Ok::<(), ultimo_core::random::TooManyCases>(())
/// ```
#[derive(Debug, Clone)]
pub struct Placement {
    levels: Vec<Level>,
    /// The columns by part of the first level.
    columns: Vec<u8>,
    ways: Ways,
}

impl Placement {
    /// Counts the ways, in at most `cases` cases: room left and what is laid next.
    ///
    /// # Errors
    /// [`TooManyCases`] if there are more.
    ///
    /// # Panics
    /// If a kind or sum names a group that is not there.
    pub fn new(spec: &PlacementSpec, cases: usize) -> Result<Self, TooManyCases> {
        let (levels, order) = levels::levels(spec);
        let columns = order.iter().flat_map(|&group| spec.groups[group].columns.clone()).collect();
        let ways = Ways::count(&levels, &spec.sums, cases)?;
        Ok(Self { levels, columns, ways })
    }

    /// The number of ways, rounded; cards of a kind and columns of a hand are told apart.
    #[must_use]
    pub fn number(&self) -> f64 {
        let orders = |cards: usize| (1..=cards).map(|n| f64::from(spec::count(n))).product::<f64>();
        self.levels.iter().map(|level| orders(level.cards.len())).product::<f64>()
            * self.ways.total()
    }

    /// Whether there is any way at all.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.ways.total() > 0.0
    }
}

#[cfg(test)]
mod tests;
