//! What deals side by side are given, and where they write.

use crate::play::Breach;

/// Which plan a deal is played by.
#[derive(Debug, Clone)]
pub enum Choice {
    /// The first one.
    First,
    /// By the column in which a card lies.
    Holder {
        /// The deck index of the card.
        card: u8,
        /// By column: number of the plan.
        plan_of: Vec<u32>,
    },
    /// By the card that lies in a column.
    Turned {
        /// The column.
        column: u8,
        /// By deck index: number of the plan.
        plan_of: Vec<u32>,
    },
}

impl Choice {
    pub(super) fn of(&self, row: &[u8]) -> usize {
        match self {
            Self::First => 0,
            Self::Holder { card, plan_of } => row
                .iter()
                .position(|other| other == card)
                .and_then(|column| plan_of.get(column))
                .map_or(0, |&plan| plan as usize),
            Self::Turned { column, plan_of } => row
                .get(usize::from(*column))
                .and_then(|&card| plan_of.get(usize::from(card)))
                .map_or(0, |&plan| plan as usize),
        }
    }
}

/// What the deals are dealt from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seeds {
    /// One seed: of `n` rows, row `i` plays its deals `i`, `i + n`, `i + 2 n`, ...
    One(u64),
    /// A seed for each row, which plays its deals 0, 1, 2, ...
    Each(Vec<u64>),
}

impl Seeds {
    /// The seed of a row.
    pub(super) fn of(&self, row: usize) -> u64 {
        match self {
            Self::One(seed) => *seed,
            Self::Each(seeds) => seeds.get(row).copied().unwrap_or(0),
        }
    }

    /// The number of the first deal of a row, and how far it is to the next one.
    pub(super) fn numbers(&self, row: usize, n: usize) -> (u64, u64) {
        match self {
            Self::One(_) => (row as u64, n as u64),
            Self::Each(_) => (0, 1),
        }
    }
}

/// Where what there is to see is written: so many rows, one after the other.
#[derive(Debug)]
pub struct View<'a> {
    /// What the seat to move may know, [`Layout::size`](super::Layout::size) bytes a row.
    pub observations: &'a mut [u8],
    /// 1 for each action that it may take, so many actions a row.
    pub mask: &'a mut [u8],
    /// By row: the seat to move.
    pub seats: &'a mut [i8],
}

/// Where the results of a step are written.
#[derive(Debug)]
pub struct Ends<'a> {
    /// Game points of deals that ended, `seats` numbers a row; zeros where none did.
    pub rewards: &'a mut [f64],
    /// By row: 1 if the deal ended.
    pub done: &'a mut [u8],
    /// What the seat that made the last move sees of a deal that ended; left as it is elsewhere.
    pub last: &'a mut [u8],
}

/// An action that cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalAction {
    /// Number of the row.
    pub row: usize,
    /// The action.
    pub action: i64,
    /// The rule that it breaks; `None` if it is no action of the play.
    pub breach: Option<Breach>,
}

/// A deal whose play begins.
#[derive(Debug, Clone, Copy)]
pub struct Begun<'a> {
    /// Number of the row.
    pub row: usize,
    /// Number of the plan.
    pub plan: usize,
    /// The cards by column.
    pub cards: &'a [u8],
    /// For each seat, by deck index: 1 if it knows where the card lies.
    pub known: &'a [u8],
    /// The partner, and the card by which he is known; negative if there is none.
    pub partner: [i16; 2],
    /// What stands after the fields of the play in what each seat observes.
    pub tails: &'a [u8],
}
