//! Which card to try first: only speed depends on it.

use super::plan::Plan;
use super::sure::above;
use super::trick::Trick;
use crate::cards::{Place, Word};

/// Weights of the features of a card, fitted by hand-made climbs on endings of tarok and ulti.
const SURE_LEAD: [i32; 4] = [800, 40, -90, 6];
const PARTNER_LEAD: [i32; 3] = [540, 24, 60];
const OTHER_LEAD: [i32; 5] = [-20, -9, -70, 20, -50];
const SUIT_LEAD: [i32; 4] = [-16, -5, 3, 2];
const WIN: [i32; 7] = [1196, 56, -40, 70, -3, -30, -124];
const LOSE: [i32; 5] = [300, -80, -6, -24, -60];

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
            return -50;
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
        let is_trump = lane == plan.ground.trumps;
        let enemy = self.enemy & lane;
        let free = above(enemy) & lane;
        let is_ruffed = !is_trump && !(self.ruffs & lane).is_empty();
        let mut rate = if !(card & free).is_empty() && !is_ruffed {
            SURE_LEAD[0]
                + weigh(gain, SURE_LEAD[1])
                + i32::from(is_trump) * SURE_LEAD[2]
                + rank * SURE_LEAD[3]
        } else if !(self.partner & free).is_empty() && !is_ruffed {
            PARTNER_LEAD[0] + weigh(gain, PARTNER_LEAD[1]) + rank * PARTNER_LEAD[2]
        } else {
            let ruffed = if is_ruffed { OTHER_LEAD[2] } else { OTHER_LEAD[3] };
            weigh(gain, OTHER_LEAD[0])
                + rank * OTHER_LEAD[1]
                + ruffed
                + i32::from(is_trump) * OTHER_LEAD[4]
        };
        let own = (self.hand & lane).len() as i32;
        rate += own * SUIT_LEAD[0] + enemy.len() as i32 * SUIT_LEAD[1];
        rate += (self.partner & lane).len() as i32 * SUIT_LEAD[2];
        if own == 1 { rate + SUIT_LEAD[3] } else { rate }
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
            let mut rate = WIN[0] + weigh(gain, WIN[1]) + rank * WIN[2];
            if beats && !self.ours {
                rate += WIN[3] + weigh(trick.gain + gain, WIN[4]);
            }
            if beats && is_ruff {
                rate += WIN[5];
            }
            if beats && self.ours {
                rate += WIN[6];
            }
            return rate;
        }
        let rate = LOSE[0] + weigh(gain, LOSE[1]) + rank * LOSE[2] - own;
        if beats {
            rate + LOSE[3]
        } else if is_ruff {
            rate + LOSE[4]
        } else {
            rate
        }
    }
}
