//! Values of hands of three cards, in games without tricks.

/// What the cards of a deck count in a hand of three.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HandRule {
    /// Suit of each card. Where hands of equal value are ordered, larger numbers are better.
    pub suits: Vec<u8>,
    /// Rank of each card, low to high.
    pub ranks: Vec<u8>,
    /// Points of each card.
    pub points: Vec<u8>,
    /// Three cards of this rank are the feuer.
    pub feuer_rank: u8,
    /// Value of the feuer, doubled.
    pub feuer: u16,
    /// Value of any other three cards of one rank, doubled.
    pub triplet: u16,
    /// Points of one suit that make the blitz.
    pub blitz_points: u8,
}

/// What a hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandValue {
    /// Three cards of the top rank.
    Feuer,
    /// All three cards of one suit with the most points there are.
    Blitz,
    /// Three cards of one rank.
    Triplet,
    /// The best suit, in points.
    Suit(u8),
}

impl HandRule {
    /// What a hand of three deck indices is; `None` if one is beyond the tables.
    #[must_use]
    pub fn value(&self, hand: [u8; 3]) -> Option<HandValue> {
        let mut cards = [(0, 0, 0); 3];
        for (slot, card) in cards.iter_mut().zip(hand.map(usize::from)) {
            *slot = (*self.suits.get(card)?, *self.ranks.get(card)?, *self.points.get(card)?);
        }
        let rank = cards[0].1;
        if cards.iter().all(|card| card.1 == rank) {
            return Some(if rank == self.feuer_rank {
                HandValue::Feuer
            } else {
                HandValue::Triplet
            });
        }
        let suit_points = |suit: u8| {
            let same = cards.iter().filter(|card| card.0 == suit);
            same.fold(0_u8, |sum, card| sum.saturating_add(card.2))
        };
        let best = cards.iter().map(|card| suit_points(card.0)).max().unwrap_or(0);
        let is_one_suit = cards.iter().all(|card| card.0 == cards[0].0);
        Some(if is_one_suit && best >= self.blitz_points {
            HandValue::Blitz
        } else {
            HandValue::Suit(best)
        })
    }

    /// The doubled value of a hand, and what orders hands of equal value: of three cards of one rank
    /// that rank, otherwise the suit that counts, the best one if several count alike; `None` if a
    /// card is beyond the tables.
    #[must_use]
    pub fn ranked(&self, hand: [u8; 3]) -> Option<(u16, u8)> {
        let doubled = self.doubled(hand)?;
        let of = |table: &[u8], card: u8| table.get(usize::from(card)).copied();
        if matches!(self.value(hand)?, HandValue::Feuer | HandValue::Triplet) {
            return Some((doubled, of(&self.ranks, hand[0])?));
        }
        let points = |suit| {
            let same = hand.iter().filter(|&&card| of(&self.suits, card) == Some(suit));
            same.filter_map(|&card| of(&self.points, card)).fold(0, u8::saturating_add)
        };
        let suits = || hand.iter().filter_map(|&card| of(&self.suits, card));
        let best = suits().map(points).max()?;
        suits().filter(|&suit| points(suit) == best).max().map(|suit| (doubled, suit))
    }

    /// The value of a hand of three deck indices, doubled so that half points are whole; `None` if
    /// a card is beyond the tables.
    #[must_use]
    pub fn doubled(&self, hand: [u8; 3]) -> Option<u16> {
        Some(match self.value(hand)? {
            HandValue::Feuer => self.feuer,
            HandValue::Blitz => 2 * u16::from(self.blitz_points),
            HandValue::Triplet => self.triplet,
            HandValue::Suit(points) => 2 * u16::from(points),
        })
    }
}
