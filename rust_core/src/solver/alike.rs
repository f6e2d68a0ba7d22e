//! Which cards of a hand are as good as one another.

use super::Objective;
use super::flags::cards_of;
use super::key::{Identity, Units};
use super::split::Split;
use crate::cards::{Place, Word};
use crate::play::{Fixed, State};
use crate::rules::{DutyPhase, PlayRules};

/// What tells a card from its neighbours.
pub(super) struct Alike<'a, W> {
    rules: &'a PlayRules<W>,
    fixed: &'a Fixed<W>,
    pub(super) identity: Identity<W>,
    /// Cards that are never equal to a neighbour, as a fact names them.
    apart: W,
}

impl<'a, W: Word> Alike<'a, W> {
    pub(super) fn new(
        rules: &'a PlayRules<W>,
        fixed: &'a Fixed<W>,
        objective: &Objective<W>,
        split: Option<&Split<W>>,
    ) -> Self {
        let identity = Identity::new(rules, fixed, objective, split);
        let named = objective.axes().iter().map(|axis| cards_of(rules, &axis.fact));
        let apart = named.fold(W::ZERO, |all, cards| all | cards);
        Self { rules, fixed, identity, apart }
    }

    /// Every card that has not been won or laid aside.
    #[inline(always)]
    pub(super) fn present(&self, state: &State<W>) -> W {
        let mut cards =
            state.hands.iter().fold(state.trick | state.face_up, |all, &hand| all | hand);
        if !self.identity.is_plain {
            if state.duty == DutyPhase::Stock {
                cards = state.stock(self.fixed).fold(cards, W::with);
            }
            for ((_, pile), &next) in self.fixed.piles().zip(&state.pile_next) {
                cards =
                    pile.iter().skip(usize::from(next)).fold(cards, |all, &place| all.with(place));
            }
        }
        cards
    }

    /// The legal cards without those that are equal to a lower one of the same hand: next to it
    /// among the cards still out, worth the same, and neither named by a rule or a fact.
    #[inline(always)]
    pub(super) fn distinct(&self, state: &State<W>) -> W {
        let legal = state.legal_cards(self.rules, self.fixed);
        let out = self.present(state);
        let named = self.identity.named(self.rules, self.fixed, state);
        let apart = self.apart | state.face_up | named;
        let is_worth = self.identity.units != Units::Nothing;
        let mut kept = legal;
        let mut before: Option<Place> = None;
        for place in legal.places() {
            if before.is_some_and(|before| {
                self.rules.lane_of(before) == self.rules.lane_of(place)
                    && (!is_worth
                        || self.rules.units[before.index()] == self.rules.units[place.index()])
                    && !apart.has(before)
                    && !apart.has(place)
                    && (out & between(before, place)).is_empty()
            }) {
                kept = kept.minus(W::of(place));
            }
            before = Some(place);
        }
        kept
    }
}

/// The places strictly between two.
#[inline(always)]
fn between<W: Word>(low: Place, high: Place) -> W {
    let one = W::of(Place::default());
    let below_high = W::wrapping_sub(W::of(high), one);
    let through_low = W::of(low) | W::wrapping_sub(W::of(low), one);
    below_high.minus(through_low)
}
