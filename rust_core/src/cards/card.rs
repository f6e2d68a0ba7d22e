//! A card as its deck names it, and the place where the core keeps it.

use std::fmt;

/// A card, as its index in the canonical order of its deck. Meaningful only with that deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards a deck may have at most.
    pub const MAX: u8 = 128;

    /// Makes a card, or `None` if `index >= Card::MAX`.
    ///
    /// # Examples
    /// ```
    /// use ultimo_core::cards::Card;
    /// assert_eq!(Card::new(5).map(Card::index), Some(5));
    /// assert_eq!(Card::new(128), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::MAX { Some(Self(index)) } else { None }
    }

    /// The card whose index is `index` modulo [`Card::MAX`].
    #[inline]
    pub(crate) const fn wrapped(index: u8) -> Self {
        Self(index % Self::MAX)
    }

    /// Index in the deck, less than [`Card::MAX`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as a byte.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {}", self.0)
    }
}

/// Where a card stands in a word: its lane and, within the lane, its rank under the contract.
///
/// A higher place in the same lane is a higher card. Meaningful only with the rules it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place(u8);

impl Place {
    /// The number of places there are.
    pub const MAX: u8 = 128;

    /// Makes a place, or `None` if `bit >= Place::MAX`.
    #[must_use]
    #[inline]
    pub const fn new(bit: u8) -> Option<Self> {
        if bit < Self::MAX { Some(Self(bit)) } else { None }
    }

    /// The place at `bit` modulo [`Place::MAX`].
    #[inline]
    pub(crate) const fn wrapped(bit: u32) -> Self {
        // The lowest byte of the number is all that the remainder depends on.
        Self(bit.to_le_bytes()[0] % Self::MAX)
    }

    /// The number of the bit as a byte.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number of the bit, less than [`Place::MAX`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The remainder tells the compiler what it cannot see: tables of 128 need no check.
        (self.0 % Self::MAX) as usize
    }
}
