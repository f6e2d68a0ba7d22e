//! A deal on its way, and what its seats have been shown.

use super::plan::Plan;
use crate::cards::{Card, MAX_SEATS, Place, Seat, Word};
use crate::play::{Call, CallSet, Fixed, Move, State};
use crate::rules::{Draw, PlayRules};

/// Which card of the stock lies face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FaceUp {
    /// None does.
    #[default]
    None,
    /// The one that is drawn next, when a trick begins.
    Next,
    /// The last one.
    Last,
}

/// What a play shows beside the cards that are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shows {
    /// The card of the stock that lies face up.
    pub stock: FaceUp,
    /// A seat whose hand lies open as soon as so many tricks are finished.
    pub open: Option<(Seat, u8)>,
}

/// What was known when play began.
#[derive(Debug, Clone, Copy)]
pub struct Before<W> {
    /// By seat: cards of which it knows where they lie.
    pub known: [W; MAX_SEATS],
    /// The partner, whom only he himself knows until this card is played.
    pub partner: Option<(Seat, Card)>,
}

impl<W: Word> Before<W> {
    /// Nothing was.
    pub const NOTHING: Self = Self { known: [W::ZERO; MAX_SEATS], partner: None };
}

/// A deal on its way.
#[derive(Debug, Clone)]
pub(super) struct Row<W> {
    pub(super) plan: usize,
    pub(super) fixed: Fixed<W>,
    /// The state when play began.
    pub(super) initial: State<W>,
    pub(super) state: State<W>,
    /// By seat: the cards it has played, by deck index.
    pub(super) played: [W; MAX_SEATS],
    /// By seat: the cards of tricks it has won, and what came with them, by deck index.
    pub(super) won: [W; MAX_SEATS],
    /// All cards of tricks.
    booked: W,
    /// By seat: the calls it has made, one bit a code.
    pub(super) calls: [u16; MAX_SEATS],
    pub(super) before: Before<W>,
    /// Cards that all seats have seen since, wherever they lie now.
    pub(super) shown: W,
    /// The cards that may be played now, by deck index.
    pub(super) legal: W,
    /// The calls that may be made now.
    pub(super) calls_allowed: CallSet,
    /// A step does nothing to it.
    pub(super) is_held: bool,
    /// Number of the deal.
    pub(super) deal: u64,
}

impl<W: Word> Row<W> {
    /// Lays a deal out.
    pub(super) fn begin(
        (number, plan): (usize, &Plan<W>),
        shows: Shows,
        cards: &[u8],
        before: Before<W>,
        deal: u64,
    ) -> Self {
        let (fixed, state) = plan.begin(cards);
        let mut row = Self {
            plan: number,
            fixed,
            initial: state,
            state,
            played: [W::ZERO; MAX_SEATS],
            won: [W::ZERO; MAX_SEATS],
            booked: W::ZERO,
            calls: [0; MAX_SEATS],
            before,
            shown: W::ZERO,
            legal: W::ZERO,
            calls_allowed: CallSet::EMPTY,
            is_held: false,
            deal,
        };
        row.look(&plan.rules, shows);
        row
    }

    /// Makes a legal move.
    #[inline]
    pub(super) fn act(&mut self, rules: &PlayRules<W>, shows: Shows, what: Move) {
        let seat = self.state.seat().index();
        let finished = self.state.finished();
        match what {
            Move::Card(card) => {
                self.played[seat] |= by_index(card);
                self.state.play_unchecked(rules, &self.fixed, rules.place(card));
            }
            Move::Call(call) => {
                self.calls[seat] |= 1 << (call.code() % 16);
                if let Call::Marriage(lane) = call {
                    let pair = rules.marriages[usize::from(lane % 8)];
                    self.shown |= pair.map_or(W::ZERO, |pair| pair.cards);
                }
                self.state.call_unchecked(rules, &self.fixed, call);
            }
        }
        if self.state.finished() != finished {
            // An excuse that stays with its owner's side is not told apart here: that would say
            // who plays together.
            let winner = usize::from(self.state.last_winner) % MAX_SEATS;
            let captured = union(&self.state.captured[..rules.seats().min(MAX_SEATS)]);
            self.won[winner] |= rules.by_deck_index(captured.minus(self.booked));
            self.booked = captured;
        }
        self.look(rules, shows);
    }

    /// The card of the stock that lies face up.
    pub(super) fn turned(&self, shows: Shows) -> Option<Place> {
        match shows.stock {
            FaceUp::None => None,
            FaceUp::Next => self.state.stock(&self.fixed).next(),
            FaceUp::Last => self.state.stock(&self.fixed).last(),
        }
    }

    /// Whether a move is legal.
    #[inline]
    pub(super) fn allows(&self, what: Move) -> bool {
        match what {
            Move::Card(card) => !(self.legal & by_index(card)).is_empty(),
            Move::Call(call) => self.calls_allowed.has(call),
        }
    }

    /// Notes what all seats see now, and what may be done.
    #[inline]
    fn look(&mut self, rules: &PlayRules<W>, shows: Shows) {
        self.legal = rules.by_deck_index(self.state.legal_cards(rules, &self.fixed));
        self.calls_allowed = self.state.legal_calls(rules, &self.fixed);
        if shows == Shows::default() && rules.spec().piles.is_none() {
            return;
        }
        if let Some(place) = self.turned(shows) {
            self.shown = self.shown.with(place);
        }
        if let Some((seat, tricks)) = shows.open
            && self.state.finished() >= tricks
        {
            self.shown |= self.state.hand(seat);
        }
        if rules.spec().piles.is_some() {
            for ((_, pile), next) in self.fixed.piles().zip(self.state.pile_next) {
                let turned = pile.iter().take(usize::from(next));
                self.shown = turned.fold(self.shown, |shown, &place| shown.with(place));
            }
        }
    }

    /// The cards of a hand that an observer knows to be there.
    #[inline]
    pub(super) fn known(&self, observer: Seat, seat: usize) -> W {
        let hand = self.state.hands[seat % MAX_SEATS];
        if seat == observer.index() {
            return hand;
        }
        hand & (self.before.known[observer.index()] | self.shown)
    }

    /// The partner, if an observer knows him.
    pub(super) fn partner(&self, observer: Seat) -> Option<Seat> {
        let (partner, card) = self.before.partner?;
        let is_shown = self.played.iter().any(|own| !(*own & by_index(card)).is_empty());
        (partner == observer || is_shown).then_some(partner)
    }
}

/// The set of a card by deck index.
#[inline]
pub(super) fn by_index<W: Word>(card: Card) -> W {
    W::from_u128(1 << card.index())
}

#[inline]
fn union<W: Word>(sets: &[W]) -> W {
    sets.iter().fold(W::ZERO, |cards, &own| cards | own)
}

/// Whether cards are drawn from a stock into the hands.
pub(super) fn draws<W: Word>(rules: &PlayRules<W>) -> bool {
    rules.spec().drawing.is_some_and(|drawing| drawing.draw == Draw::EachWinnerFirst)
}
