//! Full minimax without any pruning: slow and obviously right, for tests.

use super::Objective;
use crate::cards::Word;
use crate::play::{Fixed, Move, State};
use crate::rules::PlayRules;

/// The legal moves of a state: cards by place, then calls by code.
pub(super) fn legal_moves<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
) -> Vec<Move> {
    let cards = state.legal_cards(rules, fixed).places().map(|place| Move::Card(rules.card(place)));
    cards.chain(state.legal_calls(rules, fixed).calls().map(Move::Call)).collect()
}

/// The value of a state: every line is played to its end.
#[must_use]
pub fn value<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    objective: &Objective<W>,
) -> f64 {
    if state.is_over() {
        return objective.value(rules, fixed, state);
    }
    let values = legal_moves(rules, fixed, state).into_iter().map(|what| {
        let mut next = *state;
        next.apply_unchecked(rules, fixed, what);
        value(rules, fixed, &next, objective)
    });
    if state.seat().is_in(objective.maximisers()) {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}
