//! A deal as it is written down, and its checks.

use super::deal::{Deal, Fixed, MAX_PILE_CARDS, MAX_PILES, MAX_STOCK};
use super::state::State;
use crate::cards::{Card, Seat, Word};
use crate::rules::{Draw, Faults, PlayRules, RulesSpec, Trump};

/// Whose a card laid aside is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// It counts for nobody.
    Nobody,
    /// It counts for this seat.
    Seat(u8),
    /// It goes to whoever wins the prize.
    Prize,
}

/// All faults of a [`Setup`].
pub type SetupErrors = Faults;

/// A deal when play begins, as it is written down: nothing is checked before [`Setup::begin`].
///
/// Cards are deck indices. Endings are setups too: cards that stand nowhere belong to nobody.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Setup {
    /// The hand of each seat, in any order. A seat without any card sits out.
    pub hands: Vec<Vec<u8>>,
    /// The stock, the next card first.
    pub stock: Vec<u8>,
    /// The piles of each seat, each from the top; empty if there are none.
    pub piles: Vec<Vec<Vec<u8>>>,
    /// The piles were turned up before: their top cards lie face up as they are.
    pub piles_turned: bool,
    /// Cards laid aside and whose they are.
    pub aside: Vec<(u8, Owner)>,
    /// Who leads.
    pub leader: u8,
    /// The trump lane, where an earlier lead has fixed it.
    pub trump: Option<u8>,
}

impl Setup {
    /// Checks the setup against the rules and begins play.
    ///
    /// # Errors
    /// Every fault, each with a stable code and where it stands.
    pub fn begin<W: Word>(
        &self,
        rules: &PlayRules<W>,
    ) -> Result<(Fixed<W>, State<W>), SetupErrors> {
        self.check(rules.spec())?;
        let mut deal = Deal::new(rules);
        for (seat, hand) in (0..).map(Seat::wrapped).zip(&self.hands) {
            for &card in hand {
                deal.hand(seat, Card::wrapped(card));
            }
        }
        for &card in &self.stock {
            deal.stock(Card::wrapped(card));
        }
        for (seat, piles) in (0..).map(Seat::wrapped).zip(&self.piles) {
            for pile in piles {
                deal.pile(seat);
                for &card in pile {
                    deal.pile_card(Card::wrapped(card));
                }
            }
        }
        for &(card, owner) in &self.aside {
            deal.aside(Card::wrapped(card), owner);
        }
        Ok(deal.begin(Seat::wrapped(self.leader), self.trump, self.piles_turned))
    }

    fn check(&self, spec: &RulesSpec) -> Result<(), SetupErrors> {
        let mut check = Check { spec, seen: [false; 256], faults: crate::rules::Faulty::default() };
        check.cards(self);
        check.sizes(self);
        check.stock(self);
        check.piles(self);
        check.owners(self);
        check.lead(self);
        check.faults.finish()
    }
}

struct Check<'spec> {
    spec: &'spec RulesSpec,
    seen: [bool; 256],
    faults: crate::rules::Faulty,
}

impl Check<'_> {
    fn cards(&mut self, setup: &Setup) {
        for (seat, hand) in setup.hands.iter().enumerate() {
            self.run(hand, &format!("hands[{seat}]"));
        }
        self.run(&setup.stock, "stock");
        for (seat, piles) in setup.piles.iter().enumerate() {
            for (number, pile) in piles.iter().enumerate() {
                self.run(pile, &format!("piles[{seat}][{number}]"));
            }
        }
        let aside: Vec<u8> = setup.aside.iter().map(|&(card, _)| card).collect();
        self.run(&aside, "aside");
    }

    /// Each card is one of the deck and stands in one place.
    fn run(&mut self, cards: &[u8], at: &str) {
        for (index, &card) in cards.iter().enumerate() {
            let here = format!("{at}[{index}]");
            if card >= self.spec.deck_size {
                let message = format!("card {card} is not in a deck of {}", self.spec.deck_size);
                self.faults.note("no_such_card", here, message);
            } else if std::mem::replace(&mut self.seen[usize::from(card)], true) {
                self.faults.note("card_twice", here, format!("card {card} is dealt twice"));
            }
        }
    }

    /// Every seat that plays has as many cards; those that may pass have one at most.
    fn sizes(&mut self, setup: &Setup) {
        let seats = usize::from(self.spec.seats);
        if setup.hands.len() != seats {
            let message = format!("{} hands for {seats} seats", setup.hands.len());
            self.faults.note("hands", "hands", message);
            return;
        }
        let most = (0..seats).map(|seat| size(setup, seat)).max().unwrap_or(0);
        self.faults.require(most > 0, "no_cards", "hands", "somebody must hold a card");
        for seat in 0..seats {
            let size = size(setup, seat);
            let may_differ = size == 0 && setup.stock.is_empty() && setup.piles.is_empty();
            let is_knocker = self.spec.knockers >> seat & 1 == 1;
            if self.spec.idle >> seat & 1 == 1 {
                let message = format!("seat {seat}, which sits out, holds {size} cards");
                self.faults.require(size == 0, "idle_hand", format!("hands[{seat}]"), message);
            } else if is_knocker {
                let message = format!("seat {seat}, which may pass, holds one card, not {size}");
                let at = format!("hands[{seat}]");
                self.faults.require(size <= 1, "knocker_hand", at, message);
            } else if size != most && !may_differ {
                let message = format!("seat {seat} has {size} cards, another {most}");
                self.faults.note("unequal_hands", format!("hands[{seat}]"), message);
            }
        }
        let playing = usize::from(self.spec.playing_seats()).max(1);
        let tricks = usize::from(self.spec.deck_size) / playing;
        if most > tricks {
            let message =
                format!("a deck for {playing} seats gives {tricks} cards each, not {most}");
            self.faults.note("hand_too_large", "hands", message);
        }
    }

    fn stock(&mut self, setup: &Setup) {
        let len = setup.stock.len();
        if len > MAX_STOCK {
            let message = format!("a stock has at most {MAX_STOCK} cards, not {len}");
            self.faults.note("stock_too_large", "stock", message);
        }
        match self.spec.drawing {
            None if len > 0 => {
                self.faults.note("no_stock", "stock", "the rules know no stock: lay cards aside");
            }
            Some(drawing) if drawing.draw == Draw::EachWinnerFirst => {
                let seats = usize::from(self.spec.seats).max(1);
                if !len.is_multiple_of(seats) {
                    let message = format!("{len} cards cannot be drawn by {seats} seats alike");
                    self.faults.note("uneven_stock", "stock", message);
                }
            }
            _ => {}
        }
    }

    fn piles(&mut self, setup: &Setup) {
        if setup.piles.is_empty() {
            return;
        }
        if self.spec.piles.is_none() {
            self.faults.note("no_piles", "piles", "the rules know no piles");
        }
        if setup.piles.len() != usize::from(self.spec.seats) {
            let message = format!("piles of {} seats, not {}", setup.piles.len(), self.spec.seats);
            self.faults.note("piles", "piles", message);
        }
        let count: usize = setup.piles.iter().map(Vec::len).sum();
        let largest = setup.piles.iter().flatten().map(Vec::len).max().unwrap_or(0);
        if count > MAX_PILES || largest > MAX_PILE_CARDS {
            let message = format!(
                "at most {MAX_PILES} piles of {MAX_PILE_CARDS} cards, not {count} of {largest}"
            );
            self.faults.note("piles_too_large", "piles", message);
        }
    }

    fn owners(&mut self, setup: &Setup) {
        for (index, &(_, owner)) in setup.aside.iter().enumerate() {
            match owner {
                Owner::Seat(seat) if seat >= self.spec.seats => {
                    let message = format!("seat {seat} is not one of {}", self.spec.seats);
                    self.faults.note("no_such_seat", format!("aside[{index}]"), message);
                }
                Owner::Prize if self.spec.prize.is_none() => {
                    let message = "the rules know no prize";
                    self.faults.note("no_prize", format!("aside[{index}]"), message);
                }
                _ => {}
            }
        }
    }

    fn lead(&mut self, setup: &Setup) {
        if setup.leader >= self.spec.seats {
            let message = format!("seat {} is not one of {}", setup.leader, self.spec.seats);
            self.faults.note("no_such_seat", "leader", message);
        }
        match setup.trump {
            Some(_) if self.spec.trump != Trump::FirstLead => {
                self.faults.note("trump_fixed", "trump", "the rules fix the trump lane themselves");
            }
            Some(lane) if usize::from(lane) >= self.spec.lanes.len() => {
                let message = format!("lane {lane} is not one of {}", self.spec.lanes.len());
                self.faults.note("no_such_lane", "trump", message);
            }
            _ => {}
        }
    }
}

fn size(setup: &Setup, seat: usize) -> usize {
    let piles = setup.piles.get(seat).map_or(0, |piles| piles.iter().map(Vec::len).sum());
    setup.hands.get(seat).map_or(0, Vec::len) + piles
}
