//! The cards of a deal, each in its place.

use super::state::State;
use crate::cards::{Card, MAX_SEATS, Place, Seat, Word};
use crate::play::Owner;
use crate::rules::{Draw, PlayRules};

/// The number of cards a stock may have.
pub const MAX_STOCK: usize = 64;
/// The number of piles on the table.
pub const MAX_PILES: usize = 12;
/// The number of cards a pile may have.
pub const MAX_PILE_CARDS: usize = 8;

/// What does not change in a deal: the order of the stock and the piles, and what was laid aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed<W> {
    /// Hands when play began, piles already turned.
    pub(crate) dealt: [W; MAX_SEATS],
    /// The stock, the next card first.
    pub(crate) stock: [Place; MAX_STOCK],
    pub(crate) stock_len: u8,
    /// The piles, each from the top.
    pub(crate) piles: [[Place; MAX_PILE_CARDS]; MAX_PILES],
    pub(crate) pile_len: [u8; MAX_PILES],
    pub(crate) pile_owner: [Seat; MAX_PILES],
    pub(crate) pile_count: u8,
    /// By seat: all cards of its piles.
    pub(crate) pile_cards: [W; MAX_SEATS],
    /// By seat: cards laid aside that count for it.
    pub(crate) laid: [W; MAX_SEATS],
    /// Cards laid aside that count for nobody.
    pub(crate) nobody: W,
    /// Cards laid aside for whoever wins the prize.
    pub(crate) prize: W,
    /// Stock cards that will lie on won cards without having been played.
    pub(crate) gift: W,
}

impl<W: Word> Fixed<W> {
    #[inline]
    fn new() -> Self {
        Self {
            dealt: [W::ZERO; MAX_SEATS],
            stock: [Place::default(); MAX_STOCK],
            stock_len: 0,
            piles: [[Place::default(); MAX_PILE_CARDS]; MAX_PILES],
            pile_len: [0; MAX_PILES],
            pile_owner: [Seat::default(); MAX_PILES],
            pile_count: 0,
            pile_cards: [W::ZERO; MAX_SEATS],
            laid: [W::ZERO; MAX_SEATS],
            nobody: W::ZERO,
            prize: W::ZERO,
            gift: W::ZERO,
        }
    }

    /// The hand of a seat when play began, piles already turned.
    #[must_use]
    pub fn dealt(&self, seat: Seat) -> W {
        self.dealt[seat.index()]
    }

    /// The stock as it was laid down, the next card first.
    #[must_use]
    pub fn stock(&self) -> &[Place] {
        &self.stock[..usize::from(self.stock_len).min(MAX_STOCK)]
    }

    /// The cards laid aside that count for a seat.
    #[must_use]
    pub fn laid(&self, seat: Seat) -> W {
        self.laid[seat.index()]
    }

    /// The cards laid aside that count for the seats together.
    #[must_use]
    pub fn laid_for(&self, seats: u16) -> W {
        Seat::all_in(seats).fold(W::ZERO, |cards, seat| cards | self.laid[seat.index()])
    }

    /// The cards laid aside for whoever wins the prize.
    #[must_use]
    pub fn prize(&self) -> W {
        self.prize
    }

    /// The piles: whose each is, and its cards from the top.
    pub fn piles(&self) -> impl Iterator<Item = (Seat, &[Place])> {
        (0..usize::from(self.pile_count).min(MAX_PILES)).map(|pile| {
            let len = usize::from(self.pile_len[pile]).min(MAX_PILE_CARDS);
            (self.pile_owner[pile], &self.piles[pile][..len])
        })
    }
}

/// A deal while its cards are being placed. Nothing is checked: cards beyond a limit are dropped.
///
/// For deals that are known to be good, as those of a shuffle; [`Setup`](super::Setup) checks.
#[derive(Debug, Clone)]
pub struct Deal<'rules, W> {
    rules: &'rules PlayRules<W>,
    fixed: Fixed<W>,
}

impl<'rules, W: Word> Deal<'rules, W> {
    /// A deal without cards.
    #[must_use]
    pub fn new(rules: &'rules PlayRules<W>) -> Self {
        Self { rules, fixed: Fixed::new() }
    }

    /// A deal whose cards are all in their places.
    #[inline]
    pub(crate) fn of(rules: &'rules PlayRules<W>, fixed: Fixed<W>) -> Self {
        Self { rules, fixed }
    }

    /// Gives a card to a hand.
    #[inline]
    pub fn hand(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.fixed.dealt[seat.index()];
        *hand = hand.with(self.rules.place(card));
    }

    /// Lays a card under the stock.
    #[inline]
    pub fn stock(&mut self, card: Card) {
        let place = self.rules.place(card);
        if let Some(slot) = self.fixed.stock.get_mut(usize::from(self.fixed.stock_len)) {
            *slot = place;
            self.fixed.stock_len += 1;
        }
    }

    /// Opens the next pile, which belongs to a seat and is filled by [`Deal::pile_card`].
    pub fn pile(&mut self, seat: Seat) {
        let pile = usize::from(self.fixed.pile_count);
        if pile < MAX_PILES {
            self.fixed.pile_owner[pile] = seat;
            self.fixed.pile_count += 1;
        }
    }

    /// Lays a card under the pile opened last.
    pub fn pile_card(&mut self, card: Card) {
        let place = self.rules.place(card);
        let Some(pile) = usize::from(self.fixed.pile_count).checked_sub(1) else { return };
        let len = &mut self.fixed.pile_len[pile];
        if let Some(slot) = self.fixed.piles[pile].get_mut(usize::from(*len)) {
            *slot = place;
            *len += 1;
            let cards = &mut self.fixed.pile_cards[self.fixed.pile_owner[pile].index()];
            *cards = cards.with(place);
        }
    }

    /// Lays a card aside.
    #[inline]
    pub fn aside(&mut self, card: Card, owner: Owner) {
        let place = self.rules.place(card);
        let cards = match owner {
            Owner::Nobody => &mut self.fixed.nobody,
            Owner::Prize => &mut self.fixed.prize,
            Owner::Seat(seat) => &mut self.fixed.laid[usize::from(seat) % MAX_SEATS],
        };
        *cards = cards.with(place);
    }

    /// Begins play: the piles are turned up unless that was done, and `leader` is on lead.
    ///
    /// `trump` is a trump lane that an earlier lead has fixed.
    #[must_use]
    #[inline]
    pub fn begin(
        mut self,
        leader: Seat,
        trump: Option<u8>,
        piles_turned: bool,
    ) -> (Fixed<W>, State<W>) {
        let draw = self.rules.spec().drawing.map(|drawing| drawing.draw);
        if draw == Some(Draw::ToWinnersPile) {
            self.fixed.gift =
                self.fixed.stock().iter().fold(W::ZERO, |cards, &place| cards.with(place));
        }
        let mut state = State::new(self.rules, &self.fixed, leader, trump);
        state.turn_piles_before_play(self.rules, &self.fixed, !piles_turned);
        self.fixed.dealt = state.hands;
        state.note_marriages(self.rules);
        state.begin_trick(self.rules, &self.fixed, leader);
        (self.fixed, state)
    }
}
