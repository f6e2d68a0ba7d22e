//! Which card to try first: only speed depends on it.

use super::plan::Plan;
use super::sure::above;
use super::trick::Trick;
use crate::cards::{Place, Word};

/// Weights of the features of a card, fitted by climbs on endings.
#[derive(Debug)]
pub(super) struct Weights {
    sure_lead: [i32; 4],
    partner_lead: [i32; 3],
    other_lead: [i32; 5],
    suit_lead: [i32; 4],
    win: [i32; 7],
    lose: [i32; 5],
    excuse: i32,
}

/// Fitted on endings of tarok and ulti.
pub(super) const SHORT_SUITS: Weights = Weights {
    sure_lead: [800, 40, -90, 6],
    partner_lead: [540, 24, 60],
    other_lead: [-20, -9, -70, 20, -50],
    suit_lead: [-16, -5, 3, 2],
    win: [1196, 56, -40, 70, -3, -30, -124],
    lose: [300, -80, -6, -24, -60],
    excuse: -50,
};

/// Fitted on endings of French tarot: where few cards of long suits count, sure trumps are kept.
pub(super) const LONG_SUITS: Weights = Weights {
    sure_lead: [392, 2, -636, 14],
    partner_lead: [1106, 48, -20],
    other_lead: [-4, 0, -74, 20, -100],
    suit_lead: [-16, 7, 3, -16],
    win: [867, 203, -10, 10, -9, -21, -87],
    lose: [103, -106, 0, -24, -60],
    excuse: 10,
};

/// What the order of the cards of one turn depends on.
pub(super) struct Outlook<W> {
    seat: usize,
    hand: W,
    /// All cards of the other side, of the partners.
    enemy: W,
    partner: W,
    /// Seats of the other side that hold trumps, by lane: whether one of them is void.
    ruffs: W,
    ours: bool,
    wants: bool,
}

/// The scale on which gains are weighed: weights were fitted for units of thirds.
fn weigh(gain: i32, weight: i32) -> i32 {
    gain * weight
}

impl<W: Word> Outlook<W> {
    #[inline(always)]
    pub(super) fn new(plan: &Plan<'_, W>, hands: &[W], trick: &Trick<W>, seat: usize) -> Self {
        let side = if plan.maximisers >> seat & 1 == 1 {
            plan.maximisers
        } else {
            plan.table.everybody() & !plan.maximisers
        };
        let (mut enemy, mut partner, mut ruffs) = (W::ZERO, W::ZERO, W::ZERO);
        for (other, &hand) in hands.iter().enumerate().filter(|(other, _)| *other != seat) {
            if side >> other & 1 == 1 {
                partner |= hand;
                continue;
            }
            enemy |= hand;
            if trick.cards.is_empty() && !(hand & plan.ground.trumps).is_empty() {
                for &lane in &plan.ground.lanes {
                    if (hand & lane).is_empty() {
                        ruffs |= lane;
                    }
                }
            }
        }
        Self {
            seat,
            hand: hands[seat],
            enemy,
            partner,
            ruffs,
            ours: !trick.cards.is_empty() && side >> trick.best_seat & 1 == 1,
            wants: plan.score.summed == 0 || plan.score.summed & plan.maximisers != 0,
        }
    }

    /// The larger, the sooner. `left`: seats to play after this one.
    #[inline(always)]
    pub(super) fn rate(
        &self,
        plan: &Plan<'_, W>,
        hands: &[W],
        trick: &Trick<W>,
        left: usize,
        place: Place,
    ) -> i32 {
        let card = W::of(place);
        if !(card & plan.rules.excuse).is_empty() {
            return plan.weights.excuse;
        }
        let lane = plan.rules.lane(plan.rules.lane_of(place));
        let rank = i32::from(place.number()) - lane.low_bit() as i32;
        let gain = plan.gains[place.index()];
        if !self.wants {
            return self.rate_avoiding(trick, card, rank, gain);
        }
        if trick.cards.is_empty() {
            self.rate_lead(plan, lane, card, rank, gain)
        } else {
            self.rate_follow(plan, hands, trick, left, place, lane, rank, gain)
        }
    }

    #[inline(always)]
    fn rate_avoiding(&self, trick: &Trick<W>, card: W, rank: i32, gain: i32) -> i32 {
        if trick.cards.is_empty() {
            return -10 * rank - gain;
        }
        let beats = !(trick.beating & card).is_empty();
        match (beats, self.ours) {
            (true, _) => 50 - rank,
            (false, true) => 40 + rank,
            (false, false) => 100 + 4 * rank + gain,
        }
    }

    #[inline(always)]
    fn rate_lead(&self, plan: &Plan<'_, W>, lane: W, card: W, rank: i32, gain: i32) -> i32 {
        let weights = plan.weights;
        let is_trump = lane == plan.ground.trumps;
        let enemy = self.enemy & lane;
        let free = above(enemy) & lane;
        let is_ruffed = !is_trump && !(self.ruffs & lane).is_empty();
        let mut rate = if !(card & free).is_empty() && !is_ruffed {
            weights.sure_lead[0]
                + weigh(gain, weights.sure_lead[1])
                + i32::from(is_trump) * weights.sure_lead[2]
                + rank * weights.sure_lead[3]
        } else if !(self.partner & free).is_empty() && !is_ruffed {
            weights.partner_lead[0]
                + weigh(gain, weights.partner_lead[1])
                + rank * weights.partner_lead[2]
        } else {
            let ruffed = if is_ruffed { weights.other_lead[2] } else { weights.other_lead[3] };
            weigh(gain, weights.other_lead[0])
                + rank * weights.other_lead[1]
                + ruffed
                + i32::from(is_trump) * weights.other_lead[4]
        };
        let own = (self.hand & lane).len() as i32;
        rate += own * weights.suit_lead[0] + enemy.len() as i32 * weights.suit_lead[1];
        rate += (self.partner & lane).len() as i32 * weights.suit_lead[2];
        if own == 1 { rate + weights.suit_lead[3] } else { rate }
    }

    #[allow(clippy::too_many_arguments, reason = "all that is known of the card")]
    #[inline(always)]
    fn rate_follow(
        &self,
        plan: &Plan<'_, W>,
        hands: &[W],
        trick: &Trick<W>,
        left: usize,
        place: Place,
        lane: W,
        rank: i32,
        gain: i32,
    ) -> i32 {
        let weights = plan.weights;
        let card = W::of(place);
        let beats = !(trick.beating & card).is_empty();
        let holds = beats || self.ours;
        let beating =
            if beats { plan.rules.beats(place, plan.ground.trump) } else { trick.beating };
        let led = if trick.led.is_empty() { lane } else { trick.led };
        // Whether a seat behind can change who holds the trick: an opponent ours, a partner theirs.
        let mut changes = false;
        let mut other = self.seat;
        for _ in 0..left {
            other = if other + 1 == hands.len() { 0 } else { other + 1 };
            let is_enemy = (plan.maximisers >> other & 1) != (plan.maximisers >> self.seat & 1);
            if is_enemy == holds {
                let hand = hands[other];
                let may = (hand & led).or_if_empty(hand);
                changes |= !(may & beating).is_empty();
            }
        }
        let is_ruff = lane == plan.ground.trumps && lane != led;
        let own = (self.hand & lane).len() as i32;
        if holds != changes {
            let mut rate = weights.win[0] + weigh(gain, weights.win[1]) + rank * weights.win[2];
            if beats && !self.ours {
                rate += weights.win[3] + weigh(trick.gain + gain, weights.win[4]);
            }
            if beats && is_ruff {
                rate += weights.win[5];
            }
            if beats && self.ours {
                rate += weights.win[6];
            }
            return rate;
        }
        let rate = weights.lose[0] + weigh(gain, weights.lose[1]) + rank * weights.lose[2] - own;
        if beats {
            rate + weights.lose[3]
        } else if is_ruff {
            rate + weights.lose[4]
        } else {
            rate
        }
    }
}
