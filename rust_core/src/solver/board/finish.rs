//! What a complete trick brings: who wins it, what is added up, what the facts see.

use super::hunt::{Hunt, Rest};
use super::sums::Sum;
use super::trick::{Event, Trick};
use crate::cards::{Place, Seat, Word};
use crate::cpu::Cpu;

/// What a complete trick brings.
pub(super) struct End<W> {
    pub(super) event: Event<W>,
    /// Added to the sum for the winner, and for the keeper of an excuse.
    pub(super) won: i32,
    pub(super) kept: i32,
    /// Taken from what can still be added.
    pub(super) spent: i32,
}

impl<W: Word, C: Cpu, const N: usize> Hunt<'_, W, C, N> {
    /// Who wins a complete trick, and what goes where.
    #[inline(always)]
    pub(super) fn end_of(&self, trick: &Trick<W>, rest: &Rest<W>) -> End<W> {
        let plan = &self.plan;
        let tricks_left = rest.tricks - 1;
        let finished = self.facts.tricks - rest.tricks;
        let mut winner = usize::from(trick.best_seat);
        let (mut kept_cards, mut keeper) = (W::ZERO, winner);
        if !(trick.cards & plan.rules.excuse).is_empty() {
            // As in the play itself: in the last trick the excuse is lost like any card, or wins if
            // its side won every earlier trick; before, its owner's side keeps it.
            let excuse = plan.rules.excuse.lowest().unwrap_or_default().number();
            let owner = trick.table.iter().position(|&card| card == excuse).unwrap_or(winner);
            let side = plan.rules.side(Seat::wrapped(plan.table.real[owner]));
            if tricks_left == 0 {
                winner = if self.course.sweeps(rest.stand) { owner } else { winner };
                keeper = winner;
            } else if side >> plan.table.real[winner] & 1 == 0 {
                kept_cards = plan.rules.excuse;
                keeper = owner;
            }
        }
        let mut won_cards = trick.cards.minus(kept_cards);
        let (mut won, mut kept) = (trick.gain, 0);
        if !kept_cards.is_empty() && plan.score.sum == Sum::Units {
            let worth = plan.gains[plan.rules.excuse.low_bit() as usize % 128];
            let owed = i32::from(plan.rules.excuse_owed);
            kept = worth - owed;
            won -= kept;
        }
        if plan.trick_gain != 0 && (plan.score.sum == Sum::Tricks || plan.is_late(finished)) {
            won += plan.trick_gain;
        }
        let mut spent = won + kept;
        if let Some(gift) = plan.gifts.next(rest.tricks) {
            won_cards = won_cards.with(gift);
            won += plan.gains[gift.index()];
            spent += plan.gains[gift.index()];
        }
        if !plan.prize.is_empty() && !(trick.cards & plan.rules.prize_card).is_empty() {
            let prize: i32 = plan.prize.places().map(|place| plan.gains[place.index()]).sum();
            spent += prize;
            let card = Place::new(trick.table[winner]).map_or(W::ZERO, W::of);
            if plan.prize_seats >> winner & 1 == 1 && card == plan.rules.prize_card {
                won_cards |= plan.prize;
                won += prize;
            }
        }
        if tricks_left == 0 {
            won += plan.last_gain;
        }
        let mut event = Event {
            winner,
            played: trick.cards,
            won: won_cards,
            won_units: 0,
            kept: kept_cards,
            keeper,
            kept_units: 0,
            ahead: W::ZERO,
            units_left: 0,
            tricks_left,
            is_late: plan.is_late(finished),
            late_left: 0,
            over: tricks_left == 0,
        };
        if !self.course.is_still() {
            self.complete(&mut event, finished);
        }
        End { event, won, kept, spent }
    }

    /// What only facts ask for.
    fn complete(&self, event: &mut Event<W>, finished: u32) {
        let plan = &self.plan;
        event.ahead = plan.with_aside(self.out(), event.tricks_left);
        let first = u32::from(plan.rules.spec().late_from).max(finished + 1);
        event.late_left = (finished + 1 + event.tricks_left).saturating_sub(first);
        if !plan.counts_units {
            return;
        }
        let units = |cards| u32::from(plan.rules.units_of(cards));
        let last = u32::from(plan.rules.last_trick_units);
        event.won_units = units(event.won);
        event.units_left = units(event.ahead) + last;
        if !event.kept.is_empty() {
            let owed = u32::from(plan.rules.excuse_owed);
            event.won_units += owed;
            event.kept_units = units(event.kept) - owed;
        }
        if event.tricks_left == 0 {
            event.won_units += last;
        }
    }
}
