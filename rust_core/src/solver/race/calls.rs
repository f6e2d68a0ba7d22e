//! What comes after a call.

use super::super::board::Trick;
use super::super::fault::{self, Fault};
use super::chase::{At, Chase};
use super::key::Sight;
use super::proofs::NONE;
use super::question::{Moment, Question};
use super::stand::Stand;
use crate::cards::Word;
use crate::cpu::Cpu;
use crate::play::Call;
use crate::rules::DutyPhase;

impl<W: Word, C: Cpu, const N: usize> Chase<'_, W, C, N> {
    /// The units needed after a call.
    pub(super) fn after_call(
        &mut self,
        question: &mut Question,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
        code: u8,
    ) -> i32 {
        if !self.pace.count() {
            return stand.ours;
        }
        match Call::from_code(code) {
            Some(Call::Marriage(lane)) => self.after_pair(question, trick, stand, at, sight, lane),
            Some(Call::Exchange) => self.after_exchange(question, stand, at.seat),
            Some(Call::Close) => self.after_closing(question, stand, at.seat),
            _ => stand.ours,
        }
    }

    fn after_pair(
        &mut self,
        question: &mut Question,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
        lane: u8,
    ) -> i32 {
        let (plan, scale) = (&self.plan, &self.scale);
        let Some(pair) = plan.pairs.iter().find(|pair| pair.lane == lane).copied() else {
            return stand.ours;
        };
        let mut next = *stand;
        let counts = plan.counts(at.seat, stand.won);
        if counts {
            next.add(plan.side(at.seat), i32::from(pair.units));
        } else {
            next.waiting[at.seat] += pair.units;
        }
        let gain = next.ours - stand.ours;
        let moment = Moment::new(plan, scale, &next, at.seat, false);
        let verdict = question.verdict(plan, scale, &moment, next.total);
        if next.ours >= verdict.reached {
            return verdict.reached - gain;
        }
        if next.ours <= verdict.missed {
            return verdict.missed + 1 - gain;
        }
        let must_play = pair.cards & self.hands[at.seat];
        // Their pair is announced, so that nothing sets them apart any more.
        let sight = Sight { named: sight.named.minus(pair.cards), ..*sight };
        let next_at = At { must_play, first: NONE, ..*at };
        let must_play = self.legal(trick, stand, &At { must_play: W::ZERO, ..next_at }) & must_play;
        let next_at = At { must_play, ..next_at };
        let need = self.turn(question, trick, &next, &next_at, &sight).0;
        need.min(verdict.reached).max(verdict.missed + 1) - gain
    }

    fn after_exchange(&mut self, question: &mut Question, stand: &Stand<N>, seat: usize) -> i32 {
        let Some((given, _)) = self.plan.exchange else { return stand.ours };
        let hand = self.hands[seat];
        let mut next = *stand;
        self.hands[seat] = hand.minus(W::of(given)).with(stand.stock_last);
        next.stock_last = given;
        let need = self.start(question, seat, &next);
        self.hands[seat] = hand;
        need
    }

    /// What the others have is recorded when the stock is closed, so that the answer is one for units
    /// with which the same is recorded, or what is worse for whom it is proven.
    fn after_closing(&mut self, question: &mut Question, stand: &Stand<N>, seat: usize) -> i32 {
        let Some(close) = self.plan.close else { return stand.ours };
        let (side, few) = (self.plan.side(seat), i32::from(close.few_below));
        let others = 1 - side;
        let class = match (stand.tricks[others], stand.units(others) >= few) {
            (0, _) => 0,
            (_, false) => 1,
            (_, true) => 2,
        };
        let mut next = *stand;
        next.closed = 1 + seat as u8 * 3 + class;
        next.rest -= self.plan.units_of(stand.stock(&self.plan));
        next.left -= (stand.stock_left(&self.plan) / N) as u8;
        next.phase = DutyPhase::Closed;
        let need = self.start(question, seat, &next);
        // The units of the maximisers at which the class changes.
        let edge = if side == 0 { stand.total - few + 1 } else { few };
        let is_good_above = stand.ours >= edge;
        let is_reached = need <= stand.ours;
        match (class, is_reached, is_good_above) {
            _ if fault::has(Fault::ClosingEdge) => need,
            (1 | 2, true, true) => need.max(edge),
            (1 | 2, false, false) => need.min(edge),
            _ => need,
        }
    }

    /// What going out is good for: the units that a seat of the maximisers needs for it, or one more
    /// than those up to which one of the others makes them miss the value; `None` if it is not the
    /// moment. Whether somebody may go out depends on his units, so that this bounds what is proven of
    /// other units even where he may not.
    #[inline(always)]
    pub(super) fn going_out(
        &self,
        question: &Question,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
    ) -> Option<i32> {
        let (plan, scale) = (&self.plan, &self.scale);
        let go_out = plan.go_out.filter(|go_out| usize::from(go_out.seat) == at.seat)?;
        if !trick.cards.is_empty() && at.must_play.is_empty() {
            return None;
        }
        let least = i32::from(go_out.units);
        if fault::has(Fault::NeverOut) && stand.units(plan.side(at.seat)) < least {
            return None;
        }
        let moment = Moment::new(plan, scale, stand, at.seat, false);
        let verdict = question.going_out(plan, scale, &moment, stand.total);
        Some(if plan.side(at.seat) == 0 {
            verdict.reached.max(least)
        } else {
            verdict.missed.min(stand.total - least) + 1
        })
    }
}
