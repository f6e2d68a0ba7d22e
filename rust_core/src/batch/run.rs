//! Playing a deal out at random, move by move.

use crate::cards::{Card, Word};
use crate::play::{Fixed, Move, State};
use crate::random::Stream;
use crate::rules::PlayRules;

/// Makes a move that is chosen among all legal ones, each equally likely.
#[inline]
pub(super) fn random_move<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &mut State<W>,
    stream: &mut Stream,
) -> Move {
    let cards = state.legal_cards(rules, fixed);
    let calls = state.legal_calls(rules, fixed);
    let choice = stream.below(cards.len() + calls.len());
    if choice < cards.len() || calls.is_empty() {
        let place = rules.nth_in_deck_order(cards, choice).unwrap_or_default();
        state.play_unchecked(rules, fixed, place);
        return Move::Card(rules.card(place));
    }
    let number = (choice - cards.len()) as usize;
    match calls.calls().nth(number) {
        Some(call) => {
            state.call_unchecked(rules, fixed, call);
            Move::Call(call)
        }
        None => Move::Card(Card::wrapped(0)),
    }
}
