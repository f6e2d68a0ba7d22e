//! The open trick, and what a finished one changes.

use crate::cards::{Place, Word};

/// Seats that the search can have.
pub(super) const MAX: usize = 5;
/// No card.
pub(super) const NONE: u8 = u8::MAX;

/// The open trick.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct Trick<W> {
    /// The cards in it.
    pub(in crate::solver) cards: W,
    /// The lane led, empty before a card that sets it.
    pub(in crate::solver) led: W,
    /// Cards that would beat the one winning; all before the first.
    pub(in crate::solver) beating: W,
    /// The card that is winning, or [`NONE`].
    pub(in crate::solver) best: u8,
    /// Who is winning.
    pub(in crate::solver) best_seat: u8,
    /// Gain of its cards for whoever wins them.
    pub(in crate::solver) gain: i32,
    /// Card played by seat.
    pub(in crate::solver) table: [u8; MAX],
}

impl<W: Word> Trick<W> {
    /// A trick without cards.
    pub(in crate::solver) fn open(leader: usize) -> Self {
        Self {
            cards: W::ZERO,
            led: W::ZERO,
            beating: W::ALL,
            best: NONE,
            best_seat: leader as u8,
            gain: 0,
            table: [NONE; MAX],
        }
    }

    /// The card that is winning, alone.
    #[inline(always)]
    pub(in crate::solver) fn best_card(&self) -> W {
        Place::new(self.best).map_or(W::ZERO, W::of)
    }
}

/// What a finished trick changes, for the facts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event<W> {
    pub(super) winner: usize,
    /// The cards played.
    pub(super) played: W,
    /// The cards that go to the winner.
    pub(super) won: W,
    pub(super) won_units: u32,
    /// An excuse that its owner keeps, and who that is.
    pub(super) kept: W,
    pub(super) keeper: usize,
    pub(super) kept_units: u32,
    /// Cards that can still be won.
    pub(super) ahead: W,
    pub(super) units_left: u32,
    /// Tricks after this one.
    pub(super) tricks_left: u32,
    pub(super) is_late: bool,
    pub(super) late_left: u32,
    /// Whether the deal is over.
    pub(super) over: bool,
}
