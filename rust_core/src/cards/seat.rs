//! A seat at the table.

use std::fmt;

/// The number of seats a game may have at most.
pub const MAX_SEATS: usize = 10;

#[allow(clippy::cast_possible_truncation, reason = "10 fits into a byte")]
const MAX_SEATS_BYTE: u8 = MAX_SEATS as u8;

/// A seat, numbered in order of play from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// Makes a seat, or `None` if `number >= MAX_SEATS`.
    ///
    /// # Examples
    /// ```
    /// use ultimo_core::cards::Seat;
    /// assert_eq!(Seat::new(3).map(Seat::index), Some(3));
    /// assert_eq!(Seat::new(10), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// The seat `number` modulo the greatest number of seats.
    #[inline]
    pub(crate) const fn wrapped(number: u8) -> Self {
        Self(number % MAX_SEATS_BYTE)
    }

    /// The number of the seat, less than [`MAX_SEATS`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the seat as a byte.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat alone, as a set of seats.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// Whether the seat is in a set of seats.
    #[must_use]
    #[inline]
    pub const fn is_in(self, seats: u16) -> bool {
        seats >> self.0 & 1 == 1
    }

    /// The first seat of a set, going round from this seat itself, or `None` if the set is empty.
    #[must_use]
    #[inline]
    pub const fn first_in(self, seats: u16) -> Option<Self> {
        if seats == 0 {
            return None;
        }
        let ahead = seats >> self.0 << self.0;
        let found = if ahead == 0 { seats } else { ahead };
        Some(Self::wrapped(found.trailing_zeros().to_le_bytes()[0]))
    }

    /// The seats of a set, ascending.
    #[inline]
    pub(crate) fn all_in(seats: u16) -> impl Iterator<Item = Self> {
        let mut left = seats & ((1 << MAX_SEATS_BYTE) - 1);
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros().to_le_bytes()[0];
            let seat = (left != 0).then(|| Self::wrapped(lowest));
            left &= left.wrapping_sub(1);
            seat
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}
