//! What is laid where, as plain data.

/// Columns between which no constraint tells the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The columns.
    pub columns: Vec<u8>,
    /// Their order does not matter, since they are put in order afterwards.
    pub is_hand: bool,
}

/// Cards between which no constraint tells the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The cards.
    pub cards: Vec<u8>,
    /// The groups that they may lie in, group `g` at bit `g`.
    pub groups: u128,
}

/// Bounds of the weight of the cards in some groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// The groups, group `g` at bit `g`.
    pub groups: u128,
    /// What a card of each kind weighs.
    pub weights: Vec<u32>,
    /// The least weight.
    pub at_least: u32,
    /// The largest.
    pub at_most: u32,
}

/// What is laid where: at most 128 groups with as many columns as there are cards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacementSpec {
    /// Where cards may lie.
    pub groups: Vec<Group>,
    /// What is laid.
    pub kinds: Vec<Kind>,
    /// What must hold of it.
    pub sums: Vec<Sum>,
}

/// A number of cards; there are never more than 128.
pub(super) fn count(cards: usize) -> u32 {
    u32::try_from(cards).unwrap_or(u32::MAX)
}
