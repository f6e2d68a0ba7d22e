//! Which cards of a hand are as good as one another.

use super::Objective;
use super::flags::cards_of;
use super::key::Identity;
use crate::cards::{Place, Word};
use crate::play::{Fixed, State};
use crate::rules::PlayRules;

/// What tells a card from its neighbours.
pub(super) struct Alike<'a, W> {
    rules: &'a PlayRules<W>,
    fixed: &'a Fixed<W>,
    pub(super) identity: Identity<W>,
    /// Cards that are never equal to a neighbour: a rule or a fact names them.
    apart: W,
}

impl<'a, W: Word> Alike<'a, W> {
    pub(super) fn new(
        rules: &'a PlayRules<W>,
        fixed: &'a Fixed<W>,
        objective: &Objective<W>,
    ) -> Self {
        let identity = Identity::new(rules, fixed, objective.counts_units());
        let named = objective.axes().iter().map(|axis| cards_of(rules, &axis.fact));
        let apart = named.fold(identity.cards, |all, cards| all | cards);
        Self { rules, fixed, identity, apart }
    }

    /// Every card that has not been won or laid aside.
    pub(super) fn present(&self, state: &State<W>) -> W {
        let mut cards =
            state.hands.iter().fold(state.trick | state.face_up, |all, &hand| all | hand);
        if !self.identity.is_relative {
            cards = state.stock(self.fixed).fold(cards, W::with);
            for ((_, pile), &next) in self.fixed.piles().zip(&state.pile_next) {
                cards =
                    pile.iter().skip(usize::from(next)).fold(cards, |all, &place| all.with(place));
            }
        }
        cards
    }

    /// The legal cards without those that are equal to a lower one of the same hand: next to it
    /// among the cards still out, worth the same, and neither named by a rule or a fact.
    pub(super) fn distinct(&self, state: &State<W>) -> W {
        let legal = state.legal_cards(self.rules, self.fixed);
        let out = self.present(state);
        let apart = self.apart | state.face_up;
        let mut kept = legal;
        let mut before: Option<Place> = None;
        for place in legal.places() {
            if before.is_some_and(|before| {
                self.rules.lane_of(before) == self.rules.lane_of(place)
                    && self.rules.units[before.index()] == self.rules.units[place.index()]
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
#[inline]
fn between<W: Word>(low: Place, high: Place) -> W {
    let one = W::of(Place::default());
    let below_high = W::wrapping_sub(W::of(high), one);
    let through_low = W::of(low) | W::wrapping_sub(W::of(low), one);
    below_high.minus(through_low)
}
