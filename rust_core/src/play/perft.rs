//! Counting lines of play, to compare with other engines.

use super::{Fixed, State};
use crate::cards::Word;
use crate::rules::PlayRules;

impl<W: Word> State<W> {
    /// Number of legal sequences of `depth` moves from here; calls are moves too. A deal that is
    /// over has none, except of no moves.
    #[must_use]
    pub fn perft(&self, rules: &PlayRules<W>, fixed: &Fixed<W>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let cards = self.legal_cards(rules, fixed);
        let calls = self.legal_calls(rules, fixed);
        if depth == 1 {
            return u64::from(cards.len() + calls.len());
        }
        let mut lines: u64 = 0;
        for place in cards.places() {
            let mut next = *self;
            next.play_unchecked(rules, fixed, place);
            lines = lines.saturating_add(next.perft(rules, fixed, depth - 1));
        }
        for call in calls.calls() {
            let mut next = *self;
            next.call_unchecked(rules, fixed, call);
            lines = lines.saturating_add(next.perft(rules, fixed, depth - 1));
        }
        lines
    }
}
