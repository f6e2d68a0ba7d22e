//! A position of one deal: checked moves, undo, and the way it was reached.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Breach, Fixed, IllegalMove, Move, Setup, SetupErrors, State};
use crate::cards::{Card, Seat, Word};
use crate::rules::PlayRules;

/// The play of one deal with its history. Always a state that the rules can reach.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use ultimo_core::cards::Card;
/// use ultimo_core::play::{Move, Position, Setup};
/// use ultimo_core::rules::{PlayRules, RulesSpec};
///
/// // Two suits of four cards; each seat holds two of each.
/// let spec = RulesSpec::plain(2, vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7]]);
/// let rules = Arc::new(PlayRules::<u64>::compile(&spec)?);
/// let hands = vec![vec![0, 3, 4, 7], vec![1, 2, 5, 6]];
/// let mut position = Position::new(rules, &Setup { hands, ..Setup::default() })?;
///
/// let card = |index| Move::Card(Card::new(index).unwrap());
/// position.play(card(3))?;
/// let error = position.play(card(5)).unwrap_err();
/// assert_eq!(error.breach.code(), "must_follow_suit");
/// assert_eq!(error.legal, [card(1), card(2)]);
/// position.play(card(2))?;
/// assert_eq!(position.undo(), Some(card(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Position<W> {
    rules: Arc<PlayRules<W>>,
    start: Arc<Start<W>>,
    state: State<W>,
    log: Log,
}

/// How the deal began; copies of a position share it.
#[derive(Debug)]
struct Start<W> {
    fixed: Fixed<W>,
    initial: State<W>,
}

/// Who made which move. The moves of most deals lie in the position itself: to copy it takes no memory
/// of its own.
type Log = SmallVec<[(Seat, Move); 80]>;

impl<W: Clone> Clone for Position<W> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            start: Arc::clone(&self.start),
            state: self.state.clone(),
            // A plain copy, not one move after the other.
            log: Log::from_slice(&self.log),
        }
    }
}

impl<W: Word> Position<W> {
    /// The position at the beginning of play.
    ///
    /// # Errors
    /// Every fault of `setup`, each with a stable code and where it stands.
    pub fn new(rules: Arc<PlayRules<W>>, setup: &Setup) -> Result<Self, SetupErrors> {
        let (fixed, state) = setup.begin(&rules)?;
        Ok(Self::from_parts(rules, fixed, state))
    }

    /// The position that begins at a state, without a history before it.
    ///
    /// The parts must belong together, as they do when they come from the same deal.
    #[must_use]
    pub fn from_parts(rules: Arc<PlayRules<W>>, fixed: Fixed<W>, state: State<W>) -> Self {
        let start = Arc::new(Start { fixed, initial: state });
        Self { rules, start, state, log: Log::new() }
    }

    /// The rules of the deal.
    #[must_use]
    pub fn rules(&self) -> &Arc<PlayRules<W>> {
        &self.rules
    }

    /// What does not change in the deal.
    #[must_use]
    pub fn fixed(&self) -> &Fixed<W> {
        &self.start.fixed
    }

    /// The state at the beginning.
    #[must_use]
    pub fn initial(&self) -> &State<W> {
        &self.start.initial
    }

    /// The state now.
    #[must_use]
    #[inline]
    pub fn state(&self) -> &State<W> {
        &self.state
    }

    /// Who made which move, from the beginning.
    #[must_use]
    pub fn history(&self) -> &[(Seat, Move)] {
        &self.log
    }

    /// Whether the deal is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// Whose turn it is, or `None` if the deal is over.
    #[must_use]
    pub fn current_player(&self) -> Option<Seat> {
        (!self.state.is_over()).then_some(self.state.seat())
    }

    /// The legal moves: cards in deck order, then calls by code. Empty only if the deal is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let cards = self.rules.cards(self.state.legal_cards(&self.rules, &self.start.fixed));
        let calls = self.state.legal_calls(&self.rules, &self.start.fixed);
        cards.into_iter().map(Move::Card).chain(calls.calls().map(Move::Call)).collect()
    }

    /// The rule that a move would break, or `None` if it is legal.
    #[must_use]
    pub fn breach(&self, what: Move) -> Option<Breach> {
        self.state.breach(&self.rules, &self.start.fixed, what)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`IllegalMove`], naming the rule that forbids it. The position is then unchanged.
    pub fn play(&mut self, what: Move) -> Result<(), IllegalMove> {
        if let Some(breach) = self.breach(what) {
            return Err(IllegalMove {
                seat: self.current_player(),
                what,
                trick: self.state.finished() + 1,
                breach,
                legal: self.legal_moves(),
            });
        }
        self.log.push((self.state.seat(), what));
        self.state.apply_unchecked(&self.rules, &self.start.fixed, what);
        Ok(())
    }

    /// Takes the last move back and returns it, or `None` at the beginning.
    ///
    /// Replays the moves before it, so that nothing can drift; cost grows with their number.
    pub fn undo(&mut self) -> Option<Move> {
        let (_, last) = self.log.pop()?;
        self.state = self.start.initial;
        for &(_, what) in &self.log {
            self.state.apply_unchecked(&self.rules, &self.start.fixed, what);
        }
        Some(last)
    }

    /// Number of legal sequences of `depth` moves from here. A deal that is over has none.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.state.perft(&self.rules, &self.start.fixed, depth)
    }
}

impl<W: Word> State<W> {
    /// Makes a legal move. An illegal one makes the state wrong, but nothing worse.
    #[inline]
    pub fn apply_unchecked(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, what: Move) {
        match what {
            Move::Card(card) => self.play_unchecked(rules, fixed, rules.place(card)),
            Move::Call(call) => self.call_unchecked(rules, fixed, call),
        }
    }

    /// The rule that a move would break, or `None` if it is legal.
    #[must_use]
    pub fn breach(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, what: Move) -> Option<Breach> {
        match what {
            Move::Card(card) => self.card_breach(rules, fixed, card),
            Move::Call(call) => self.call_breach(rules, fixed, call),
        }
    }

    /// The rule that a card would break, or `None` if it may be played.
    #[must_use]
    pub fn card_breach(
        &self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        card: Card,
    ) -> Option<Breach> {
        if self.is_over() {
            return Some(Breach::DealOver);
        }
        let turn = self.turn(rules, fixed);
        let place = rules.place(card);
        if card.number() >= rules.spec().deck_size || !turn.available.has(place) {
            return Some(Breach::NotInHand);
        }
        let mut broken = None;
        rules.legal(&turn, |breach, left| {
            if broken.is_none() && !left.has(place) {
                broken = Some(breach);
            }
        });
        broken
    }
}
