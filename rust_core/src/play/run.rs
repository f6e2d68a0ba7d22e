//! Playing a deal that consists of cards alone to its end, in one loop.

use super::state::NO_CARD;
use super::{Fixed, State};
use crate::cards::{MAX_SEATS, Place, Seat, Word};
use crate::rules::{Duty, EndRule, NO_LANE, PlayRules, Turn};

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
    /// Whether [`State::run_out`] may be asked: the rules are for cards alone, and between two tricks
    /// every seat holds equally many cards.
    pub(crate) fn can_run_out(&self, rules: &PlayRules<W>, fixed: &Fixed<W>) -> bool {
        let hands = &self.hands[..rules.seats().min(MAX_SEATS)];
        fixed.stock_len == 0
            && fixed.pile_count == 0
            && self.trick.is_empty()
            && self.pending == rules.all_seats()
            && hands.iter().all(|hand| hand.len() == hands[0].len())
    }

    /// Plays every card that is left, each as `choose` says of the legal ones: the same as playing
    /// them one by one, for the number of seats of the rules, and with what never changes kept out
    /// of the loop. Only after [`PlayRules::is_cards_alone`] and [`State::can_run_out`].
    ///
    /// Always inlined, so that it is compiled for the features of the processor of its caller.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(crate) fn run_out<const SEATS: usize>(
        &mut self,
        rules: &PlayRules<W>,
        fixed: &Fixed<W>,
        mut choose: impl FnMut(W) -> Place,
    ) {
        let mut hands = [W::ZERO; SEATS];
        hands.copy_from_slice(&self.hands[..SEATS]);
        // Cards whose units are counted at the end, all at once.
        let mut uncounted = [W::ZERO; SEATS];
        let noted = rules.excuse | rules.watched_cards;
        let mut leader = self.leader.index();
        let void_lane = if rules.void_lane == NO_LANE { self.trump } else { rules.void_lane };
        let (void, duty) = (rules.lane(void_lane), rules.duties[self.duty as usize]);
        for _ in 0..hands[0].len() {
            let trick = self.run_trick(rules, (void, duty), &mut hands, leader, &mut choose);
            let (mut winner, mut cards) = (trick.best, trick.cards);
            if !(cards & noted).is_empty() {
                // What is rare is done where it is done for every other deal.
                self.hands[..SEATS].copy_from_slice(&hands);
                self.table[..SEATS].copy_from_slice(&trick.table);
                self.trick = cards;
                self.best = Seat::wrapped(winner.to_le_bytes()[0]);
                let settled = self.settle_excuse(rules, fixed);
                self.note_fates(rules, settled);
                (winner, cards) = (settled.index(), self.trick);
            }
            uncounted[winner] |= cards;
            self.captured[winner] |= cards;
            self.tricks[winner] += 1;
            self.late_tricks[winner] += u8::from(self.finished >= rules.spec.late_from);
            self.finished += 1;
            leader = winner;
            if !rules.spec.ends.is_empty() && self.would_end(rules, fixed) {
                break;
            }
        }
        for (units, cards) in self.units.iter_mut().zip(uncounted) {
            *units += rules.units_of_many(cards);
        }
        let winner = Seat::wrapped(leader.to_le_bytes()[0]);
        self.last_winner = winner.number();
        self.hands[..SEATS].copy_from_slice(&hands);
        self.begin_trick(rules, fixed, winner);
        if self.pending == 0 {
            self.units[winner.index()] += rules.last_trick_units;
        }
        self.check_ends(rules, fixed);
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    fn run_trick<const SEATS: usize>(
        &self,
        rules: &PlayRules<W>,
        (void, duty): (W, Duty),
        hands: &mut [W; SEATS],
        leader: usize,
        choose: &mut impl FnMut(W) -> Place,
    ) -> Trick<W, SEATS> {
        let mut trick = Trick { cards: W::ZERO, best: leader, table: [NO_CARD; SEATS] };
        let (mut led, mut beating, mut seat) = (W::ZERO, W::ALL, leader);
        for _ in 0..SEATS {
            let hand = hands[seat];
            let place = choose(rules.legal(
                &Turn {
                    seat: Seat::wrapped(seat.to_le_bytes()[0]),
                    hand,
                    available: hand,
                    trick: trick.cards,
                    led,
                    void,
                    beating,
                    must_play: W::ZERO,
                    duty,
                    lead_from_hand: false,
                },
                |_, _| (),
            ));
            let card = W::of(place);
            hands[seat] = hand.minus(card);
            trick.cards |= card;
            trick.table[seat] = place.number();
            if led.is_empty() {
                led = rules.lane(rules.lane_of(place));
            }
            if !(beating & card).is_empty() {
                trick.best = seat;
                beating = rules.beats(place, self.trump);
            }
            if let Some(emperor) = &rules.emperor
                && emperor.cards.is_within(trick.cards)
                && !(emperor.led & led).is_empty()
                && let Some(crowned) =
                    trick.table.iter().position(|&place| place == emperor.winner.number())
            {
                trick.best = crowned;
                beating = W::ZERO;
            }
            seat = if seat + 1 == SEATS { 0 } else { seat + 1 };
        }
        trick
    }
}

/// A complete trick.
struct Trick<W, const SEATS: usize> {
    cards: W,
    /// Who wins it, if the excuse does not.
    best: usize,
    /// The place played by each seat.
    table: [u8; SEATS],
}
