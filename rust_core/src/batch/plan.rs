//! What is played in a row, and playing it out.

use std::sync::Arc;

use super::direct::{AnyDirect, Direct};
use super::even::Even;
use super::preference::Preference;
use super::rich::Rich;
use super::run::{NoWish, Wishes, play_moves};
use crate::cards::{Card, Seat, Word};
use crate::cpu::Portable;
use crate::payoff::Payoff;
use crate::play::{Deal, Fixed, Line, MOST, Move, Setup, SetupErrors, State};
use crate::random::{Dealer, Stream};
use crate::rules::PlayRules;

/// No deal has more moves. One that has, since its rules let a call be made for ever, is a fault.
pub const MAX_MOVES: u32 = 1024;

/// In a recorded line: no action any more.
pub const NO_ACTION: u8 = u8::MAX;

/// Results of one row.
pub(super) struct Out<'a> {
    pub(super) returns: &'a mut [f64],
    pub(super) points: &'a mut [i32],
    pub(super) tricks: &'a mut [u8],
    pub(super) line: &'a mut [u8],
}

/// Where results are written: so many rows.
pub(super) struct Rows<'a> {
    pub(super) seats: usize,
    pub(super) returns: &'a mut [f64],
    pub(super) points: &'a mut [i32],
    pub(super) tricks: &'a mut [u8],
    pub(super) lines: &'a mut [u8],
    /// Bytes in each line.
    pub(super) width: usize,
}

impl Rows<'_> {
    /// Where the results of a row are written.
    #[inline]
    pub(super) fn row(&mut self, row: usize) -> Out<'_> {
        let of_seats = row * self.seats..(row + 1) * self.seats;
        let line = self.lines.get_mut(row * self.width..(row + 1) * self.width);
        Out {
            returns: &mut self.returns[of_seats.clone()],
            points: &mut self.points[of_seats.clone()],
            tricks: &mut self.tricks[of_seats],
            line: line.unwrap_or_default(),
        }
    }
}

/// What is done with a row: the rules, the score, and what lies in which column.
#[derive(Debug, Clone)]
pub struct Plan<W> {
    /// With every card at the place that is its deck index.
    pub(super) rules: Arc<PlayRules<W>>,
    payoff: Option<Arc<Payoff<W>>>,
    /// A setup with columns in the place of cards.
    pub(super) columns: Setup,
    /// What is recorded for the move with each code.
    pub(super) record: [u8; 256],
    /// The move that is recorded as each number.
    moves_of: [Option<Move>; 256],
    /// The columns in use, each once.
    used: Vec<u8>,
    /// A deal laid out, to be given other cards.
    pub(super) laid_out: Box<Fixed<W>>,
    /// For deals of cards alone, which are played faster.
    pub(super) even: Option<Box<Even<W>>>,
    /// The same for deals with calls, a stock or piles.
    pub(super) rich: Option<Box<Rich<W>>>,
    /// What the seats prefer; all legal moves alike if `None`.
    pub(super) preference: Option<Box<Preference>>,
}

impl<W: Word> Plan<W> {
    /// A plan that finds the cards of a setup in the columns that stand in their place.
    ///
    /// `record` gives what is recorded for a move with each [`Move::code`].
    ///
    /// # Errors
    /// Every fault of `columns`, taken as a setup of cards.
    pub fn new(
        rules: &PlayRules<W>,
        payoff: Option<&Payoff<W>>,
        columns: Setup,
        record: [u8; 256],
    ) -> Result<Self, SetupErrors> {
        let (rules, payoff) = in_deck_order(rules, payoff);
        let begun = columns.begin(&rules)?;
        let mut used: Vec<u8> = columns.hands.iter().flatten().copied().collect();
        used.extend(&columns.stock);
        used.extend(columns.piles.iter().flatten().flatten());
        used.extend(columns.aside.iter().map(|&(column, _)| column));
        let laid_out = Box::new(begun.0);
        let even = Even::new(&rules, begun).map(Box::new);
        let rich = match even {
            Some(_) => None,
            None => Rich::new(&rules, begun, columns.piles_turned).map(Box::new),
        };
        let mut moves_of = [None; 256];
        for code in 0..=u8::MAX {
            let what = Move::from_code(code);
            if let Some(what) = what {
                moves_of[usize::from(record[usize::from(code)])] = Some(what);
            }
        }
        let preference = None;
        Ok(Self {
            rules,
            payoff,
            columns,
            record,
            moves_of,
            used,
            laid_out,
            even,
            rich,
            preference,
        })
    }

    /// The same plan for seats that prefer some moves to others.
    #[must_use]
    pub fn preferring(self, preference: Preference) -> Self {
        Self { preference: Some(Box::new(preference)), ..self }
    }

    /// The number of moves that a play has at most: the cards in play, and calls if there are any.
    #[must_use]
    pub fn longest(&self) -> usize {
        let cards = self.used.len() - self.columns.aside.len();
        // Each call can be made once a deal, but a knock once a trick.
        let tricks = usize::from(self.rules.max_tricks());
        if self.rules.has_calls { cards + 16 + tricks * self.rules.seats() } else { cards }
    }

    /// The number of words that the moves of a deal take, but for the few that take more.
    fn words(&self) -> usize {
        match &self.even {
            Some(even) => even.words(self.rules.seats()),
            None => (self.used.len() - self.columns.aside.len() + 4).min(MOST),
        }
    }

    /// Lays a row out. Cards beyond the deck are taken for others.
    #[inline]
    pub(super) fn begin(&self, row: &[u8]) -> (Fixed<W>, State<W>) {
        let mut deal = Deal::new(&self.rules);
        let card = |column: u8| Card::wrapped(row.get(usize::from(column)).copied().unwrap_or(0));
        for (seat, hand) in (0..).map(Seat::wrapped).zip(&self.columns.hands) {
            for &column in hand {
                deal.hand(seat, card(column));
            }
        }
        for &column in &self.columns.stock {
            deal.stock(card(column));
        }
        for (seat, piles) in (0..).map(Seat::wrapped).zip(&self.columns.piles) {
            for pile in piles {
                deal.pile(seat);
                for &column in pile {
                    deal.pile_card(card(column));
                }
            }
        }
        for &(column, owner) in &self.columns.aside {
            deal.aside(card(column), owner);
        }
        deal.begin(
            Seat::wrapped(self.columns.leader),
            self.columns.trump,
            self.columns.piles_turned,
        )
    }

    /// Whether the columns in use hold cards of the deck, none twice.
    pub(super) fn check(&self, row: &[u8]) -> Result<(), &'static str> {
        let mut seen: u128 = 0;
        for &column in &self.used {
            let Some(&card) = row.get(usize::from(column)) else {
                return Err("it has too few columns");
            };
            if card >= self.rules.spec().deck_size {
                return Err("it holds a card that is not in the deck");
            }
            let bit = 1_u128 << (card % Card::MAX);
            if seen & bit != 0 {
                return Err("it holds a card twice");
            }
            seen |= bit;
        }
        Ok(())
    }

    /// Plays a row out, move by move, and writes down what came of it; the number of moves, or
    /// `None` if it does not come to an end.
    fn play(&self, row: &[u8], stream: &mut Stream, out: &mut Out<'_>) -> Option<u32> {
        match &self.preference {
            Some(preference) => self.play_by(&**preference, row, stream, out),
            None => self.play_by(&NoWish, row, stream, out),
        }
    }

    fn play_by(
        &self,
        wishes: &impl Wishes<W>,
        row: &[u8],
        stream: &mut Stream,
        out: &mut Out<'_>,
    ) -> Option<u32> {
        let (fixed, mut state) = self.begin(row);
        let (rules, line) = (&*self.rules, &mut *out.line);
        let chosen = (wishes, stream);
        let moves = play_moves((rules, &fixed), &mut state, chosen, Portable, |number, what| {
            if let Some(slot) = line.get_mut(number as usize) {
                *slot = self.record[usize::from(what.code())];
            }
        })?;
        self.write(&fixed, &state, out);
        Some(moves)
    }

    /// Writes down the game points of a deal that is over.
    pub(super) fn rewards(&self, fixed: &Fixed<W>, state: &State<W>, rewards: &mut [f64]) {
        if let Some(payoff) = &self.payoff {
            let returns = payoff.returns(&self.rules, fixed, state);
            rewards.iter_mut().zip(returns).for_each(|(slot, value)| *slot = value);
        }
    }

    /// Writes down the moves of a deal of cards alone, where they are asked for.
    #[inline]
    pub(super) fn write_line(
        &self,
        fixed: &Fixed<W>,
        state: &State<W>,
        line: &Line,
        out: &mut Out<'_>,
    ) {
        if out.line.is_empty() {
            return;
        }
        for (dealt, left) in fixed.dealt.iter().zip(state.hands) {
            for place in dealt.minus(left).places() {
                let number = usize::from(line.moves[place.index()]);
                if let Some(slot) = out.line.get_mut(number) {
                    *slot = self.record[self.rules.card(place).index()];
                }
            }
        }
    }

    /// Writes down what has come of a deal; game points only of one that is over.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn write(&self, fixed: &Fixed<W>, state: &State<W>, out: &mut Out<'_>) {
        let rules = &*self.rules;
        if let Some(payoff) = self.payoff.as_ref().filter(|_| state.is_over()) {
            let returns = payoff.returns_here(rules, fixed, state);
            out.returns.iter_mut().zip(returns).for_each(|(slot, value)| *slot = value);
        }
        for (slot, &units) in out.points.iter_mut().zip(&state.units) {
            *slot = i32::from(units);
        }
        for (slot, &tricks) in out.tricks.iter_mut().zip(&state.tricks) {
            *slot = tricks;
        }
    }
}

/// The same rules and payoff with every card at the place that is its deck index: moves are chosen,
/// recorded and shown in that order.
fn in_deck_order<W: Word>(
    rules: &PlayRules<W>,
    payoff: Option<&Payoff<W>>,
) -> (Arc<PlayRules<W>>, Option<Arc<Payoff<W>>>) {
    let ordered = rules.in_deck_order();
    let payoff = payoff.map(|payoff| Arc::new(payoff.moved(rules, &ordered)));
    (Arc::new(ordered), payoff)
}

/// What came of a row that was played before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Replayed {
    /// Number of moves that were made.
    pub(super) moves: u32,
    /// Whether the move after them is illegal.
    pub(super) is_illegal: bool,
    /// Whether the deal is over.
    pub(super) is_over: bool,
}

impl<W: Word> Plan<W> {
    /// Makes the moves of a line up to [`NO_ACTION`] for as long as they are legal, and writes down
    /// what has come of it.
    fn replay(&self, row: &[u8], line: &[u8], out: &mut Out<'_>) -> Replayed {
        let rules = &*self.rules;
        let (fixed, mut state) = self.begin(row);
        let mut played = Replayed { moves: 0, is_illegal: false, is_over: false };
        for &action in line.iter().take_while(|&&action| action != NO_ACTION) {
            let what = self.moves_of[usize::from(action)];
            let legal = what.filter(|&what| state.breach(rules, &fixed, what).is_none());
            let Some(what) = legal else {
                played.is_illegal = true;
                break;
            };
            state.apply_unchecked(rules, &fixed, what);
            played.moves += 1;
        }
        played.is_over = state.is_over();
        self.write(&fixed, &state, out);
        played
    }
}

/// A plan over whichever word its rules need.
#[derive(Debug, Clone)]
pub enum AnyPlan {
    /// The deck fits into 64 bits.
    Narrow(Plan<u64>),
    /// It does not.
    Wide(Plan<u128>),
}

impl AnyPlan {
    /// The same plan for seats that prefer some moves to others.
    #[must_use]
    pub fn preferring(self, preference: Preference) -> Self {
        match self {
            Self::Narrow(plan) => Self::Narrow(plan.preferring(preference)),
            Self::Wide(plan) => Self::Wide(plan.preferring(preference)),
        }
    }

    pub(super) fn check(&self, row: &[u8]) -> Result<(), &'static str> {
        match self {
            Self::Narrow(plan) => plan.check(row),
            Self::Wide(plan) => plan.check(row),
        }
    }

    /// The number of words that the moves of a deal take, but for the few that take more.
    pub(super) fn words(&self) -> usize {
        match self {
            Self::Narrow(plan) => plan.words(),
            Self::Wide(plan) => plan.words(),
        }
    }

    /// How deals of a dealer are laid out without a row, where that can be done.
    pub(super) fn direct(&self, dealer: &Dealer) -> Option<AnyDirect> {
        match self {
            Self::Narrow(plan) => Direct::new(plan, dealer).map(AnyDirect::Narrow),
            Self::Wide(plan) => Direct::new(plan, dealer).map(AnyDirect::Wide),
        }
    }

    /// Plays a row out, move by move, and writes down what came of it; the number of moves, or
    /// `None` if it does not come to an end.
    pub(super) fn play(&self, row: &[u8], stream: &mut Stream, out: &mut Out<'_>) -> Option<u32> {
        match self {
            Self::Narrow(plan) => plan.play(row, stream, out),
            Self::Wide(plan) => plan.play(row, stream, out),
        }
    }

    pub(super) fn replay(&self, row: &[u8], line: &[u8], out: &mut Out<'_>) -> Replayed {
        match self {
            Self::Narrow(plan) => plan.replay(row, line, out),
            Self::Wide(plan) => plan.replay(row, line, out),
        }
    }

    /// The number of moves that a play has at most.
    #[must_use]
    pub fn longest(&self) -> usize {
        match self {
            Self::Narrow(plan) => plan.longest(),
            Self::Wide(plan) => plan.longest(),
        }
    }

    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        match self {
            Self::Narrow(plan) => plan.rules.seats(),
            Self::Wide(plan) => plan.rules.seats(),
        }
    }

    /// The number of columns that a row must have.
    #[must_use]
    pub fn columns(&self) -> usize {
        let used = match self {
            Self::Narrow(plan) => &plan.used,
            Self::Wide(plan) => &plan.used,
        };
        used.iter().max().map_or(0, |&column| usize::from(column) + 1)
    }
}
