//! Deals that consist of cards alone, which are played in loops of their own.

use super::state::Fate;
use super::{Fixed, State};
use crate::cards::{Card, MAX_SEATS, Seat, Word};
use crate::rules::{EndRule, PlayRules};

/// No deal of cards alone has more moves.
pub(crate) const MOST: usize = Card::MAX as usize;

/// How a deal of cards alone was played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// By place: the number of the move by which the card was played, if it was.
    pub(crate) moves: [u8; MOST],
    /// By trick: the seat that led to it; then the winner of the last one.
    pub(crate) leaders: [u8; MOST],
}

impl Line {
    /// A line without moves.
    pub(crate) const NEW: Self = Self { moves: [0; MOST], leaders: [0; MOST] };
}

impl<W: Word> PlayRules<W> {
    /// Whether under these rules a deal consists of cards alone, once no stock and no piles lie on
    /// the table: nothing is called, drawn or won beside tricks, and the trump does not change.
    pub(crate) fn is_cards_alone(&self) -> bool {
        let spec = &self.spec;
        !self.has_calls
            && spec.prize.is_none()
            && !self.trump_by_lead
            && spec.ends.iter().all(|rule| matches!(rule, EndRule::Tricks { .. }))
    }
}

impl<W: Word> State<W> {
    /// Whether a deal lies as deals of cards alone begin: it is between two tricks, every seat holds
    /// equally many cards, and no others lie on the table.
    pub(crate) fn is_even(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> bool {
        let hands = &self.hands[..rules.seats().min(MAX_SEATS)];
        fixed.stock_len == 0
            && fixed.pile_count == 0
            && self.trick.is_empty()
            && self.pending == rules.all_seats()
            && hands.iter().all(|hand| hand.len() == hands[0].len())
    }

    /// Begins a deal of cards alone with other hands.
    #[inline]
    pub(crate) fn hold(&mut self, rules: &PlayRules<W>, hands: [W; MAX_SEATS]) {
        self.hands = hands;
        self.note_marriages(rules);
    }

    /// Notes what a line of play leads to beside the hands, the cards won and the number of tricks:
    /// with these it makes the state that playing the cards one by one leads to.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn note_line(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, line: &Line) {
        let (seats, finished) = (rules.seats().min(MAX_SEATS), usize::from(self.finished) % MOST);
        for (units, &cards) in self.units.iter_mut().zip(&self.captured[..seats]) {
            *units = units.wrapping_add(rules.units_of_many(cards));
        }
        self.note_leaders(rules, &line.leaders[..=finished]);
        let left = self.hands[..seats].iter().fold(W::ZERO, |left, &hand| left | hand);
        if !(rules.watched_cards.minus(left)).is_empty() {
            self.note_fates_of(rules, fixed, line, left);
        }
        let winner = Seat::wrapped(line.leaders[finished]);
        if left.is_empty() {
            self.pending = 0;
            [self.leader, self.seat, self.best] = [winner; 3];
            self.units[winner.index()] += rules.last_trick_units;
        } else {
            self.begin_trick(rules, fixed, winner);
        }
        if !rules.spec.ends.is_empty() {
            self.check_ends(rules, fixed);
        }
    }

    /// Notes by the leaders of all tricks that are finished, and the winner of the last one, who
    /// that is and which tricks were late.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn note_leaders(&mut self, rules: &PlayRules<W>, leaders: &[u8]) {
        if let [_, .., winner] = leaders {
            self.last_winner = *winner;
        }
        let late_from = usize::from(rules.spec.late_from);
        if late_from == 0 {
            self.late_tricks = self.tricks;
        } else {
            for &winner in leaders.iter().skip(1 + late_from) {
                self.late_tricks[usize::from(winner) % MAX_SEATS] += 1;
            }
        }
    }

    /// Notes what became of the watched cards that were played, as all were but those that are left.
    fn note_fates_of(&mut self, rules: &PlayRules<W>, fixed: &Fixed<W>, line: &Line, left: W) {
        let seats = rules.seats().clamp(1, MAX_SEATS);
        for (fate, watched) in self.fates.iter_mut().zip(&rules.watched[..rules.spec.watched.len()])
        {
            let card = W::of(*watched).minus(left);
            for (seat, hand) in (0_u8..).zip(&fixed.dealt[..seats]) {
                if !(*hand & card).is_empty() {
                    let trick = usize::from(line.moves[watched.index()]) / seats;
                    *fate = Fate {
                        player: seat,
                        winner: line.leaders[(trick + 1) % MOST],
                        trick: trick.to_le_bytes()[0],
                    };
                }
            }
        }
    }
}
