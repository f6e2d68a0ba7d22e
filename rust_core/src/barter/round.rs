//! One round: the dealer's choice, the turns, and what ends it.

use super::BarterSpec;
use crate::cards::MAX_SEATS;
use crate::counting::HandValue;
use crate::rules::{Faults, Faulty};

/// Number of codes of actions.
pub const ROUND_ACTIONS: u8 = 14;

/// Cards of a hand, and of the table.
const THREE: usize = 3;

/// What a seat may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The dealer keeps the three cards that were dealt to him first.
    Keep,
    /// The dealer lays them on the table and takes the next three.
    Reject,
    /// The hand and the table change places.
    SwapAll,
    /// Nothing.
    Pass,
    /// Nothing is exchanged, and everybody else has one turn more.
    Close,
    /// A card of the hand and one of the table change places: their numbers in ascending order.
    Swap(u8, u8),
}

impl Action {
    /// The code, less than [`ROUND_ACTIONS`]: keep 0, reject 1, swap all 2, pass 3, close 4,
    /// then the swaps by hand card and table card.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Keep => 0,
            Self::Reject => 1,
            Self::SwapAll => 2,
            Self::Pass => 3,
            Self::Close => 4,
            Self::Swap(hand, table) => 5 + 3 * (hand % 3) + table % 3,
        }
    }

    /// The action with a code, or `None` if there is none.
    ///
    /// # Examples
    /// ```
    /// use ultimo_core::barter::Action;
    /// assert_eq!(Action::from_code(13), Some(Action::Swap(2, 2)));
    /// assert_eq!(Action::from_code(14), None);
    /// ```
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0 => Self::Keep,
            1 => Self::Reject,
            2 => Self::SwapAll,
            3 => Self::Pass,
            4 => Self::Close,
            5..ROUND_ACTIONS => Self::Swap((code - 5) / 3, (code - 5) % 3),
            _ => return None,
        })
    }
}

/// A round when the dealer has been dealt his first three cards, as it is written down.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BarterSetup {
    /// Three cards of each seat, or none of a seat that sits out.
    pub hands: Vec<Vec<u8>>,
    /// The three cards of the table if the dealer keeps his, then the rest pile, the next first.
    pub talon: Vec<u8>,
    /// Who deals and chooses.
    pub dealer: u8,
}

/// A round. Hands and table are in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Barter {
    hands: [[u8; THREE]; MAX_SEATS],
    /// Seats that play.
    active: u16,
    table: [u8; THREE],
    rest: [u8; 128],
    rest_len: u8,
    rest_next: u8,
    /// Whose turn it is.
    seat: u8,
    is_choosing: bool,
    is_over: bool,
    closer: Option<u8>,
    /// Turns left once somebody has closed.
    left: u8,
    /// Passes in a row.
    passes: u8,
    /// Turns before somebody closed.
    turns: u16,
}

impl Barter {
    /// Begins a round.
    ///
    /// # Errors
    /// Every fault of the setup, each with a stable code and where it stands.
    pub fn begin(spec: &BarterSpec, setup: &BarterSetup) -> Result<Self, Faults> {
        spec.check()?;
        check(spec, setup)?;
        let mut round = Self::empty(setup.dealer);
        for (seat, hand) in setup.hands.iter().enumerate() {
            if let [a, b, c] = hand[..] {
                round.give(seat, [a, b, c]);
            }
        }
        round.lay_down(&setup.talon);
        Ok(round)
    }

    /// A round without cards.
    pub(crate) fn empty(dealer: u8) -> Self {
        Self {
            hands: [[0; THREE]; MAX_SEATS],
            active: 0,
            table: [0; THREE],
            rest: [0; 128],
            rest_len: 0,
            rest_next: 0,
            seat: dealer,
            is_choosing: true,
            is_over: false,
            closer: None,
            left: 0,
            passes: 0,
            turns: 0,
        }
    }

    /// Deals a seat its hand.
    pub(crate) fn give(&mut self, seat: usize, hand: [u8; THREE]) {
        self.hands[seat % MAX_SEATS] = sorted(hand);
        self.active |= 1 << (seat % MAX_SEATS);
    }

    /// Lays the table and the rest pile down.
    pub(crate) fn lay_down(&mut self, talon: &[u8]) {
        for (slot, &card) in self.rest.iter_mut().zip(talon) {
            *slot = card;
        }
        self.rest_len = u8::try_from(talon.len().min(self.rest.len())).unwrap_or(128);
        self.renew();
    }

    /// The hand of a seat, ascending; `None` if it sits out.
    #[must_use]
    pub fn hand(&self, seat: u8) -> Option<[u8; THREE]> {
        let is_active = seat < 16 && self.active >> seat & 1 == 1;
        is_active.then(|| self.hands[usize::from(seat) % MAX_SEATS])
    }

    /// The cards on the table, ascending; before the dealer's choice those that lie there if he
    /// keeps his hand.
    #[must_use]
    pub fn table(&self) -> [u8; THREE] {
        self.table
    }

    /// The rest pile, the next card first.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        self.rest.get(usize::from(self.rest_next)..usize::from(self.rest_len)).unwrap_or_default()
    }

    /// Whose turn it is; `None` when the round is over.
    #[must_use]
    pub fn seat(&self) -> Option<u8> {
        (!self.is_over).then_some(self.seat)
    }

    /// Whether the dealer has not chosen yet.
    #[must_use]
    pub fn is_choosing(&self) -> bool {
        self.is_choosing
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Who has closed.
    #[must_use]
    pub fn closer(&self) -> Option<u8> {
        self.closer
    }

    /// The legal actions, one bit a code; none when the round is over.
    #[must_use]
    pub fn legal(&self, spec: &BarterSpec) -> u16 {
        const CHOICE: u16 = 0b11;
        const ALWAYS: u16 = 0b11_1111_1110_1100;
        const CLOSE: u16 = 1 << Action::Close.code();
        if self.is_over {
            0
        } else if self.is_choosing {
            CHOICE
        } else if self.may_close(spec) {
            ALWAYS | CLOSE
        } else {
            ALWAYS
        }
    }

    fn may_close(&self, spec: &BarterSpec) -> bool {
        // Turns go round in order, so that everybody has had one after as many as there are seats.
        self.closer.is_none() && (spec.closes_at_once || self.turns >= self.players())
    }

    fn players(&self) -> u16 {
        u16::try_from(self.active.count_ones()).unwrap_or(1)
    }

    /// Does a legal action. An illegal one makes the round wrong, but nothing worse.
    pub fn apply(&mut self, spec: &BarterSpec, action: Action) {
        let seat = usize::from(self.seat) % MAX_SEATS;
        match action {
            Action::Keep | Action::Close | Action::Pass => {}
            Action::Reject | Action::SwapAll => {
                std::mem::swap(&mut self.hands[seat], &mut self.table);
            }
            Action::Swap(hand, table) => {
                let (hand, table) = (usize::from(hand) % THREE, usize::from(table) % THREE);
                std::mem::swap(&mut self.hands[seat][hand], &mut self.table[table]);
                self.hands[seat] = sorted(self.hands[seat]);
                self.table = sorted(self.table);
            }
        }
        if self.is_choosing {
            self.is_choosing = false;
            // The deal is complete: every hand is looked at.
            self.is_over = (0..spec.seats).any(|seat| self.is_special(spec, seat));
        } else {
            self.after_turn(spec, action);
        }
        if !self.is_over {
            self.seat = self.following(spec);
        }
    }

    fn after_turn(&mut self, spec: &BarterSpec, action: Action) {
        if self.is_special(spec, self.seat) {
            self.is_over = true;
        } else if self.closer.is_some() {
            self.left = self.left.saturating_sub(1);
            self.is_over = self.left == 0;
        } else if action == Action::Close {
            self.closer = Some(self.seat);
            self.left = u8::try_from(self.players()).unwrap_or(1) - 1;
        } else {
            self.passes = if action == Action::Pass { self.passes + 1 } else { 0 };
            if u16::from(self.passes) == self.players() {
                self.passes = 0;
                self.is_over = !(spec.renews && self.rest().len() >= THREE);
                if !self.is_over {
                    self.renew();
                }
            }
            self.turns += 1;
            self.is_over |= self.turns >= spec.most_turns.saturating_mul(self.players());
        }
    }

    /// Whether a seat holds a combination that ends the round.
    fn is_special(&self, spec: &BarterSpec, seat: u8) -> bool {
        let value = self.hand(seat).and_then(|hand| spec.hands.value(hand));
        matches!(value, Some(HandValue::Feuer | HandValue::Blitz))
    }

    /// Lays the next three cards of the rest pile on the table.
    fn renew(&mut self) {
        if let [a, b, c, ..] = *self.rest() {
            self.table = sorted([a, b, c]);
            self.rest_next += 3;
        }
    }

    fn following(&self, spec: &BarterSpec) -> u8 {
        let seats = spec.seats.max(1);
        (1..=seats)
            .map(|step| (self.seat + step) % seats)
            .find(|&seat| self.active >> seat & 1 == 1)
            .unwrap_or(self.seat)
    }
}

fn sorted(mut cards: [u8; THREE]) -> [u8; THREE] {
    cards.sort_unstable();
    cards
}

fn check(spec: &BarterSpec, setup: &BarterSetup) -> Result<(), Faults> {
    let mut faults = Faulty::default();
    let seats = usize::from(spec.seats);
    let message = format!("{} hands for {seats} seats", setup.hands.len());
    faults.require(setup.hands.len() == seats, "hands", "hands", message);
    for (seat, hand) in setup.hands.iter().enumerate() {
        let message = format!("a hand has {THREE} cards or none, not {}", hand.len());
        let fits = matches!(hand.len(), 0 | THREE);
        faults.require(fits, "hand_size", format!("hands[{seat}]"), message);
    }
    let playing = setup.hands.iter().filter(|hand| !hand.is_empty()).count();
    faults.require(playing > 1, "no_cards", "hands", "two seats or more must have cards");
    let deals = setup.hands.get(usize::from(setup.dealer)).is_some_and(|hand| !hand.is_empty());
    faults.require(deals, "dealer", "dealer", "the dealer is a seat with cards");
    let message = format!("the table has {THREE} cards, not {}", setup.talon.len());
    faults.require(setup.talon.len() >= THREE, "table", "talon", message);
    let mut seen = [false; 256];
    for &card in setup.hands.iter().flatten().chain(&setup.talon) {
        if usize::from(card) >= spec.deck_size() {
            let message = format!("card {card} is not in a deck of {}", spec.deck_size());
            faults.note("no_such_card", "hands or talon", message);
        } else if std::mem::replace(&mut seen[usize::from(card)], true) {
            faults.note("card_twice", "hands or talon", format!("card {card} is there twice"));
        }
    }
    faults.finish()
}
