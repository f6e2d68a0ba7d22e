//! Where a race stands: all that changes beside the hands and the open trick.

use super::plan::Plan;
use crate::cards::{Place, Seat, Word};
use crate::play::{Fixed, State};
use crate::rules::DutyPhase;

/// Where a race among `N` seats stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand<const N: usize> {
    /// Units of the maximisers, and of both sides, pairs that count included.
    pub(super) ours: i32,
    pub(super) total: i32,
    /// Units that will still be won, without pairs.
    pub(super) rest: i32,
    /// Tricks by side.
    pub(super) tricks: [u8; 2],
    /// Seats with a trick.
    pub(super) won: u16,
    /// By seat: units of its pairs that do not count yet.
    pub(super) waiting: [u16; N],
    /// Who won the last trick, `N` if there was none.
    pub(super) last: u8,
    /// As the state has it.
    pub(super) closed: u8,
    pub(super) phase: DutyPhase,
    pub(super) stock_next: u8,
    pub(super) stock_last: Place,
    /// Tricks left, the open one among them.
    pub(super) left: u8,
}

impl<const N: usize> Stand<N> {
    /// Where a state stands.
    pub(super) fn new<W: Word>(plan: &Plan<'_, W>, fixed: &Fixed<W>, state: &State<W>) -> Self {
        let rules = plan.rules;
        let all = rules.all_seats();
        let others = all & !plan.ours;
        let ours = i32::from(state.units_with_marriages(rules, plan.ours));
        let draws = state.duty == DutyPhase::Stock;
        let stock = if draws { state.stock_left(fixed) } else { 0 };
        let mut cards = state.hands.iter().fold(state.trick, |all, &hand| all | hand);
        if draws {
            cards = state.stock(fixed).fold(cards, W::with);
        }
        let mut stand = Self {
            ours,
            total: ours + i32::from(state.units_with_marriages(rules, others)),
            rest: plan.units_of(cards) + plan.last_units,
            tricks: [state.tricks_of(plan.ours), state.tricks_of(others)],
            won: 0,
            waiting: [0; N],
            last: if usize::from(state.last_winner) < N { state.last_winner } else { N as u8 },
            closed: state.closed,
            phase: state.duty,
            stock_next: state.stock_next,
            stock_last: state.stock_last,
            left: state.hands[state.seat.index()].len() as u8 + stock / N as u8,
        };
        for seat in Seat::all_in(all) {
            let at = seat.index();
            stand.won |= u16::from(state.tricks[at] > 0) << at;
            stand.waiting[at] = state.marriages[at] - state.valid_marriages(rules, seat);
        }
        stand
    }

    /// Units of a side.
    #[inline(always)]
    pub(super) fn units(&self, side: usize) -> i32 {
        if side == 0 { self.ours } else { self.total - self.ours }
    }

    /// Adds units to a side.
    #[inline(always)]
    pub(super) fn add(&mut self, side: usize, units: i32) {
        self.total += units;
        if side == 0 {
            self.ours += units;
        }
    }

    /// Number of cards left in the stock.
    #[inline(always)]
    pub(super) fn stock_left<W: Word>(&self, plan: &Plan<'_, W>) -> usize {
        plan.stock.len().saturating_sub(usize::from(self.stock_next))
    }

    /// Whether cards will still be drawn.
    #[inline(always)]
    pub(super) fn draws<W: Word>(&self, plan: &Plan<'_, W>) -> bool {
        self.phase == DutyPhase::Stock && self.stock_left(plan) > 0
    }

    /// The cards left in the stock that will be drawn.
    pub(super) fn stock<W: Word>(&self, plan: &Plan<'_, W>) -> W {
        if !self.draws(plan) {
            return W::ZERO;
        }
        let rest = &plan.stock[usize::from(self.stock_next)..plan.stock.len() - 1];
        rest.iter().fold(W::of(self.stock_last), |cards, &place| cards.with(place))
    }

    /// The card drawn next.
    #[inline(always)]
    pub(super) fn draw<W: Word>(&mut self, plan: &Plan<'_, W>) -> W {
        let at = usize::from(self.stock_next);
        self.stock_next += 1;
        let is_last = at + 1 >= plan.stock.len();
        W::of(if is_last { self.stock_last } else { plan.stock[at] })
    }
}
