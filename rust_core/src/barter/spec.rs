//! What a variant asks, as plain data.

use crate::cards::MAX_SEATS;
use crate::counting::HandRule;
use crate::rules::{Faults, Faulty};

/// A variant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BarterSpec {
    /// Number of seats, 2 to 10.
    pub seats: u8,
    /// What hands of three count; two combinations of it end a round.
    pub hands: HandRule,
    /// When all have passed in a row the table is renewed from the rest pile as long as that has
    /// three cards; otherwise the round ends.
    pub renews: bool,
    /// A seat may close in its first turn.
    pub closes_at_once: bool,
    /// So many turns of every seat end a round that nobody has closed.
    pub most_turns: u16,
}

impl BarterSpec {
    /// Number of cards in the deck.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.hands.suits.len()
    }

    /// Checks that the numbers fit together.
    ///
    /// # Errors
    /// Every fault, each with a stable code and where it stands.
    pub fn check(&self) -> Result<(), Faults> {
        let mut faults = Faulty::default();
        let seats = usize::from(self.seats);
        let message = format!("2 to {MAX_SEATS} seats, not {seats}");
        faults.require((2..=MAX_SEATS).contains(&seats), "seats", "seats", message);
        let size = self.deck_size();
        let message = format!("3 to 128 cards, not {size}");
        faults.require((3..=128).contains(&size), "deck", "hands.suits", message);
        let alike = self.hands.ranks.len() == size && self.hands.points.len() == size;
        faults.require(alike, "hand_tables", "hands", "every card has a suit, a rank and points");
        faults.require(self.most_turns > 0, "most_turns", "most_turns", "at least one turn each");
        faults.finish()
    }
}
