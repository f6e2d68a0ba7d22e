//! How a shuffled pack is dealt, as plain data.

use crate::cards::{Card, MAX_SEATS};
use crate::rules::{Faults, Faulty};

/// All faults of a [`DealSpec`].
pub type DealSpecErrors = Faults;

/// Talon cards that are dealt one by one into gaps between packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gaps {
    /// Number of cards in a packet.
    pub packet: u8,
    /// How many of the gaps between two packets send a card to the talon.
    pub count: u8,
}

/// A hand that makes the deal void: it holds `equals` of `cards`, and no others of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VoidHand {
    /// The cards looked at.
    pub cards: Vec<u8>,
    /// Those of them that the hand holds.
    pub equals: Vec<u8>,
}

/// How the shuffled pack becomes a row.
///
/// A row holds the cards of seat 0, seat 1, ... (each ascending), then the talon or stock in order,
/// the piles (by seat, top first), then what is not used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DealSpec {
    /// Number of cards in the pack, 1 to 128.
    pub deck_size: u8,
    /// Column of the row for each position of the pack, from the top. With gaps: for each card that
    /// no gap takes; those that gaps take follow the hands.
    pub place: Vec<u8>,
    /// Number of cards of each seat.
    pub hand_sizes: Vec<u8>,
    /// Gaps that send cards to the talon.
    pub gaps: Option<Gaps>,
    /// A deal with such a hand is dealt anew.
    pub void: Vec<VoidHand>,
}

impl DealSpec {
    /// Number of cards in all hands.
    pub(super) fn in_hands(&self) -> usize {
        self.hand_sizes.iter().map(|&size| usize::from(size)).sum()
    }

    /// Number of gaps between two packets.
    pub(super) fn gaps_there_are(&self) -> usize {
        let Some(gaps) = self.gaps else { return 0 };
        let dealt = usize::from(self.deck_size).saturating_sub(usize::from(gaps.count));
        (dealt / usize::from(gaps.packet.max(1))).saturating_sub(1)
    }

    /// Reports every fault.
    pub(super) fn check(&self) -> Result<(), DealSpecErrors> {
        let mut faults = Faulty::default();
        let deck = usize::from(self.deck_size);
        let is_deck = (1..=usize::from(Card::MAX)).contains(&deck);
        let message = format!("a pack has 1 to {} cards, not {deck}", Card::MAX);
        faults.require(is_deck, "deck_size", "deck_size", message);
        let seats = self.hand_sizes.len();
        let message = format!("there are 1 to {MAX_SEATS} seats, not {seats}");
        faults.require((1..=MAX_SEATS).contains(&seats), "seats", "hand_sizes", message);
        let message = format!("{} cards in hands, {deck} in the pack", self.in_hands());
        faults.require(self.in_hands() <= deck, "hands_too_large", "hand_sizes", message);
        self.check_gaps(&mut faults);
        self.check_places(&mut faults);
        for (index, void) in self.void.iter().enumerate() {
            self.check_void(void, &format!("void[{index}]"), &mut faults);
        }
        faults.finish()
    }

    fn check_gaps(&self, faults: &mut Faulty) {
        let Some(gaps) = self.gaps else { return };
        let dealt = usize::from(self.deck_size).saturating_sub(usize::from(gaps.count));
        if gaps.packet == 0 || !dealt.is_multiple_of(usize::from(gaps.packet)) {
            let message = format!("{dealt} cards do not make packets of {}", gaps.packet);
            faults.note("packet", "gaps.packet", message);
        }
        let there_are = self.gaps_there_are();
        if usize::from(gaps.count) > there_are {
            let message = format!("{} cards for {there_are} gaps", gaps.count);
            faults.note("gap_count", "gaps.count", message);
        }
        if self.in_hands() + usize::from(gaps.count) > usize::from(self.deck_size) {
            let message = format!("no room for {} cards after the hands", gaps.count);
            faults.note("gap_count", "gaps.count", message);
        }
    }

    fn check_places(&self, faults: &mut Faulty) {
        let deck = usize::from(self.deck_size);
        let count = self.gaps.map_or(0, |gaps| usize::from(gaps.count));
        let expected = deck.saturating_sub(count);
        if self.place.len() != expected {
            let message = format!("{} columns for {expected} cards", self.place.len());
            faults.note("place", "place", message);
        }
        let mut taken = [false; 256];
        let talon = self.in_hands();
        taken.iter_mut().skip(talon).take(count).for_each(|column| *column = true);
        for (position, &column) in self.place.iter().enumerate() {
            let at = format!("place[{position}]");
            let column = usize::from(column);
            if column >= deck {
                faults.note("no_such_column", at, format!("column {column} of {deck}"));
            } else if std::mem::replace(&mut taken[column], true) {
                let message = format!("column {column} is filled already");
                faults.note("column_twice", at, message);
            }
        }
    }

    fn check_void(&self, void: &VoidHand, at: &str, faults: &mut Faulty) {
        for (name, cards) in [("cards", &void.cards), ("equals", &void.equals)] {
            for (index, &card) in cards.iter().enumerate() {
                if card >= self.deck_size {
                    let message = format!("card {card} is not in a deck of {}", self.deck_size);
                    faults.note("no_such_card", format!("{at}.{name}[{index}]"), message);
                }
            }
        }
        for (index, card) in void.equals.iter().enumerate() {
            if !void.cards.contains(card) {
                let message = format!("card {card} is not among the cards looked at");
                faults.note("not_looked_at", format!("{at}.equals[{index}]"), message);
            }
        }
    }
}
