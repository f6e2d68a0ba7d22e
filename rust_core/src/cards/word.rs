//! Sets of cards: one bit a place.

use std::fmt::Debug;
use std::hash::Hash;
use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::Place;

/// A set of cards as a machine word, one bit a place: `u64` for decks that fit, else `u128`.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// Every place of the word.
    const ALL: Self;
    /// Number of places in the word.
    const BITS: u32;

    /// The set of one place. A place beyond the word wraps round.
    #[must_use]
    fn of(place: Place) -> Self;
    /// Number of cards in the set.
    #[must_use]
    fn len(self) -> u32;
    /// Number of the lowest bit, [`Word::BITS`] if the set is empty.
    #[must_use]
    fn low_bit(self) -> u32;
    /// Number of zeros above the highest bit, [`Word::BITS`] if the set is empty.
    #[must_use]
    fn leading_zeros(self) -> u32;
    /// The set without its lowest card; empty stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Sum with the carry lost, for carry tricks over runs of bits.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;
    /// Difference with the borrow lost.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;
    /// The set as a number.
    #[must_use]
    fn to_u128(self) -> u128;
    /// The set of a number; bits beyond the word are lost.
    #[must_use]
    fn from_u128(bits: u128) -> Self;

    /// Whether there is no card in the set.
    #[must_use]
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Whether the card at `place` is in the set.
    #[must_use]
    #[inline]
    fn has(self, place: Place) -> bool {
        !(self & Self::of(place)).is_empty()
    }

    /// The set with the card at `place`.
    #[must_use]
    #[inline]
    fn with(self, place: Place) -> Self {
        self | Self::of(place)
    }

    /// The set without the cards of `other`.
    #[must_use]
    #[inline]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Whether every card of the set is in `other`.
    #[must_use]
    #[inline]
    fn is_within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The set itself, or `other` if it is empty.
    #[must_use]
    #[inline]
    fn or_if_empty(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }

    /// The lowest place of the set.
    #[must_use]
    #[inline]
    fn lowest(self) -> Option<Place> {
        if self.is_empty() { None } else { Some(Place::wrapped(self.low_bit())) }
    }

    /// The highest place of the set.
    #[must_use]
    #[inline]
    fn highest(self) -> Option<Place> {
        if self.is_empty() {
            None
        } else {
            Some(Place::wrapped(Self::BITS - 1 - self.leading_zeros()))
        }
    }

    /// The place that is number `n` (0 is the lowest), or `None` if there is none.
    #[must_use]
    #[inline]
    fn nth(self, n: u32) -> Option<Place> {
        let mut set = self;
        for _ in 0..n.min(Self::BITS) {
            set = set.without_lowest();
        }
        set.lowest()
    }

    /// One of two sets, chosen without a branch: for choices that nobody can guess.
    #[must_use]
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    #[allow(clippy::cast_possible_truncation, reason = "the halves are what is asked for")]
    fn choose(is_first: bool, first: Self, second: Self) -> Self {
        if Self::BITS == 64 {
            return select_unpredictable(is_first, first, second);
        }
        let mask = u128::from(is_first).wrapping_neg();
        second ^ ((first ^ second) & Self::from_u128(mask))
    }

    /// The places of the set, ascending.
    #[must_use]
    #[inline]
    fn places(self) -> Places<Self> {
        Places(self)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const ZERO: Self = 0;
            const ALL: Self = Self::MAX;
            const BITS: u32 = Self::BITS;

            #[inline]
            fn of(place: Place) -> Self {
                (1 as Self).wrapping_shl(u32::from(place.number()))
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn low_bit(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn leading_zeros(self) -> u32 {
                <$word>::leading_zeros(self)
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & <$word>::wrapping_sub(self, 1)
            }
            #[inline]
            fn wrapping_add(self, other: Self) -> Self {
                <$word>::wrapping_add(self, other)
            }
            #[inline]
            fn wrapping_sub(self, other: Self) -> Self {
                <$word>::wrapping_sub(self, other)
            }
            #[inline]
            fn to_u128(self) -> u128 {
                u128::from(self)
            }
            #[inline]
            fn from_u128(bits: u128) -> Self {
                #[allow(clippy::cast_possible_truncation, reason = "that is what it says")]
                let low = bits as Self;
                low
            }
        }
    };
}

word!(u64);
word!(u128);

/// The places of a set, ascending.
#[derive(Debug, Clone)]
pub struct Places<W>(W);

impl<W: Word> Iterator for Places<W> {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let place = self.0.lowest()?;
        self.0 = self.0.without_lowest();
        Some(place)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl<W: Word> ExactSizeIterator for Places<W> {}
