//! From exact units to the official count.

use crate::rules::Scheme;

impl Scheme {
    /// The official count of a pile worth so many units.
    ///
    /// Ones and halves stay as they are; thirds are rounded to the nearest whole point, one third
    /// down and two thirds up, which is the threes-minus-two rule however the cards are
    /// grouped. No count lies half way.
    ///
    /// # Examples
    /// ```
    /// use ultimo_core::rules::Scheme;
    /// assert_eq!(Scheme::Thirds.official(106), 35); // 35 1/3
    /// assert_eq!(Scheme::Thirds.official(107), 36); // 35 2/3
    /// assert_eq!(Scheme::Halves.official(81), 81); // 40.5 points
    /// ```
    #[must_use]
    #[inline]
    pub const fn official(self, units: u32) -> u32 {
        match self {
            Self::Ones | Self::Halves => units,
            Self::Thirds => units.saturating_add(1) / 3,
        }
    }

    /// Units to the point.
    #[must_use]
    pub const fn units_per_point(self) -> u32 {
        match self {
            Self::Ones => 1,
            Self::Halves => 2,
            Self::Thirds => 3,
        }
    }
}
