//! Moves: a card, or a call during play.

use std::fmt;

use crate::cards::Card;

/// A move during play that is not a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// Announces the pair of this lane, 0 to 7; one of its cards is then played.
    Marriage(u8),
    /// Exchanges a card for the last card of the stock.
    Exchange,
    /// Closes the stock.
    Close,
    /// Goes out: the deal ends.
    GoOut,
    /// Passes the turn in this trick.
    Knock,
    /// Declares the figure with this number, 0 to 3; one of its cards is then led.
    Declare(u8),
}

impl Call {
    /// Number of codes.
    pub const CODES: u8 = 16;

    /// The code, less than [`Call::CODES`]: marriages 0 to 7 by lane, exchange 8, close 9,
    /// go out 10, knock 11, declarations 12 to 15.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Marriage(lane) => lane % 8,
            Self::Exchange => 8,
            Self::Close => 9,
            Self::GoOut => 10,
            Self::Knock => 11,
            Self::Declare(number) => 12 + number % 4,
        }
    }

    /// The call with a code, or `None` if there is none.
    ///
    /// # Examples
    /// ```
    /// use ultimo_core::play::Call;
    /// assert_eq!(Call::from_code(8), Some(Call::Exchange));
    /// assert_eq!(Call::from_code(16), None);
    /// ```
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0..8 => Some(Self::Marriage(code)),
            8 => Some(Self::Exchange),
            9 => Some(Self::Close),
            10 => Some(Self::GoOut),
            11 => Some(Self::Knock),
            12..16 => Some(Self::Declare(code - 12)),
            _ => None,
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marriage(lane) => write!(f, "marriage:{lane}"),
            Self::Exchange => f.write_str("exchange"),
            Self::Close => f.write_str("close"),
            Self::GoOut => f.write_str("go_out"),
            Self::Knock => f.write_str("knock"),
            Self::Declare(number) => write!(f, "declare:{number}"),
        }
    }
}

/// A set of calls, one bit a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CallSet(u16);

impl CallSet {
    /// No call.
    pub const EMPTY: Self = Self(0);

    /// The set with `call` too.
    #[must_use]
    pub const fn with(self, call: Call) -> Self {
        Self(self.0 | 1 << call.code())
    }

    /// Whether `call` is in the set.
    #[must_use]
    pub const fn has(self, call: Call) -> bool {
        self.0 >> call.code() & 1 == 1
    }

    /// Whether there is no call in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of calls in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// One bit a code.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The calls, ascending by code.
    pub fn calls(self) -> impl Iterator<Item = Call> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros().to_le_bytes()[0];
            left &= left.wrapping_sub(1);
            Call::from_code(lowest)
        })
    }
}

/// A move: a card or a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Plays a card.
    Card(Card),
    /// Makes a call.
    Call(Call),
}

impl Move {
    /// The code: cards by deck index, then 128 + the call's code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Card(card) => card.number(),
            Self::Call(call) => Card::MAX + call.code(),
        }
    }

    /// The move with a code, or `None` if there is none.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        match Card::new(code) {
            Some(card) => Some(Self::Card(card)),
            None => match Call::from_code(code - Card::MAX) {
                Some(call) => Some(Self::Call(call)),
                None => None,
            },
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Call(call) => call.fmt(f),
        }
    }
}
