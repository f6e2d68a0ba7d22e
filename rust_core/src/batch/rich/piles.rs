//! What turning the piles up brings.

use crate::cards::{MAX_SEATS, Word};
use crate::play::{Fixed, MAX_PILE_CARDS, MAX_PILES};

/// What is turned up when a card of a pile is played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Below<W> {
    /// Cards that go to the hand of the owner.
    pub(super) taken: W,
    /// The card that then lies face up, if there is one left.
    pub(super) shown: W,
}

/// By place: what playing a card turns up, which is nothing for cards that lie on no pile.
#[derive(Debug, Clone)]
pub(super) struct Piles<W>([Below<W>; 64]);

impl<W: Word> Below<W> {
    const NOTHING: Self = Self { taken: W::ZERO, shown: W::ZERO };
}

impl<W: Word> Piles<W> {
    pub(super) fn new() -> Self {
        Self([Below::NOTHING; 64])
    }

    /// What playing the card at a place turns up.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn below(&self, place: u8) -> Below<W> {
        self.0[usize::from(place) % 64]
    }

    /// Turns the piles of a deal up before play: cards that are taken go to the hands, and the
    /// result is what lies face up.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    pub(super) fn turn(&mut self, fixed: &Fixed<W>, takes: W, hands: &mut [W; MAX_SEATS]) -> W {
        self.0 = [Below::NOTHING; 64];
        let mut face_up = W::ZERO;
        for number in 0..usize::from(fixed.pile_count).min(MAX_PILES) {
            let len = usize::from(fixed.pile_len[number]).min(MAX_PILE_CARDS);
            // From the bottom up: what is turned when the card above is gone.
            let mut below = Below::NOTHING;
            for &place in fixed.piles[number][..len].iter().rev() {
                let is_taken = takes.has(place);
                // A card that is taken never lies on its pile to be played from there.
                let from_here = Below {
                    taken: W::choose(is_taken, W::ZERO, below.taken),
                    shown: W::choose(is_taken, W::ZERO, below.shown),
                };
                self.0[place.index() % 64] = from_here;
                let card = W::of(place);
                below = Below {
                    taken: W::choose(is_taken, below.taken | card, W::ZERO),
                    shown: W::choose(is_taken, below.shown, card),
                };
            }
            hands[fixed.pile_owner[number].index()] |= below.taken;
            face_up |= below.shown;
        }
        face_up
    }
}
