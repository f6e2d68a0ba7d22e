//! Bounds at the start of a trick that need no search, and the ranks they rest on.
//!
//! The value must not claim more than the ranks prove: a sum of tricks beside ranks that only carry the
//! target has once been wrong in one row of four thousand.

use super::super::fault::{self, Fault};
use super::bits::{LANES, TRUMPS, above, below, count, highest, low, through, top, top_or_none};
use super::count::{Count, Proof};
use crate::cpu::{Cpu, Work};

/// The bounds of a position, as work for a processor.
struct AtOnce<'c, 'a, C, const N: usize> {
    count: &'c Count<'a, C, N>,
    leader: usize,
    all: u64,
    tricks: i32,
    target: i32,
}

impl<C: Cpu, const N: usize> Work for AtOnce<'_, '_, C, N> {
    type Out = Option<Proof>;

    #[inline(always)]
    fn work(self) -> Self::Out {
        self.count.at_once_here(self.leader, self.all, self.tricks, self.target)
    }
}

impl<C: Cpu, const N: usize> Count<'_, C, N> {
    /// A bound that settles the target, if one is seen at once.
    #[inline(always)]
    pub(super) fn at_once(
        &self,
        leader: usize,
        all: u64,
        tricks: i32,
        target: i32,
    ) -> Option<Proof> {
        self.cpu.run(AtOnce { count: self, leader, all, tricks, target })
    }

    #[inline(always)]
    fn at_once_here(&self, leader: usize, all: u64, tricks: i32, target: i32) -> Option<Proof> {
        let maximises = self.is_max(leader);
        // Tricks with which the leader's side settles it, and with which the other side does.
        let need = if maximises { target } else { tricks - target + 1 };
        let others_need = tricks - need + 1;
        let is_free = self.is_opposite && !self.must_trump;
        let (quick, used) = if is_free {
            self.quick(leader, tricks, need)
        } else {
            self.cash(leader, tricks, need)
        };
        let quick = quick + i32::from(quick > 0 && fault::has(Fault::QuickTooMuch));
        if quick >= need {
            return Some((if maximises { quick } else { tricks - quick }, used));
        }
        let (later, used) = if self.trumps != 0 && all & TRUMPS != 0 {
            self.later_trumps(leader, all, others_need, is_free)
        } else if self.is_opposite {
            self.later_tops(leader, all, tricks, others_need)
        } else {
            (0, 0)
        };
        (later >= others_need).then_some((if maximises { tricks - later } else { later }, used))
    }

    /// The hands of the leader's partners and of the others.
    #[inline(always)]
    fn sides(&self, leader: usize) -> (u64, u64) {
        let (mut partners, mut others) = (0, 0);
        let side = self.side(leader);
        for (seat, &hand) in self.hands.iter().enumerate() {
            if side >> seat & 1 == 0 {
                others |= hand;
            } else if seat != leader {
                partners |= hand;
            }
        }
        (partners, others)
    }

    /// Tricks that the leader takes without losing the lead, whatever the sides.
    ///
    /// Lane by lane, trumps first: his cards above all of the others, no more than each partner has
    /// cards below the lowest of them that counts, unless all of his are below (else he would have to
    /// take over). If they are as many as anybody else has cards of the lane, the small ones count too.
    /// In a plain lane only rounds to which everybody follows who still has trumps and would ruff: an
    /// opponent, and a partner where a void seat must.
    #[inline(always)]
    pub(super) fn cash(&self, leader: usize, tricks: i32, need: i32) -> Proof {
        let hand = self.hands[leader];
        let (_, others) = self.sides(leader);
        let (mut sum, mut used, mut drawn) = (0, 0, 0);
        for suit in LANES.into_iter().rev() {
            let mine = hand & suit;
            let winners = mine & above(others & suit);
            if winners == 0 {
                continue;
            }
            let own = count(winners);
            let (mut rounds, mut limit, mut longest) = (own, i32::MAX, 0);
            for seat in (0..N).filter(|&seat| seat != leader) {
                let has = self.hands[seat] & suit;
                let is_partner = self.is_max(seat) == self.is_max(leader);
                longest = longest.max(count(has));
                if is_partner {
                    let lower = count(has & below(low(winners)));
                    if lower < count(has) && !fault::has(Fault::PartnerForgotten) {
                        rounds = rounds.min(lower);
                    }
                }
                let trumps = count(self.hands[seat] & self.trumps) - drawn;
                if suit != self.trumps && trumps > 0 && (self.must_trump || !is_partner) {
                    limit = limit.min(count(has));
                }
            }
            let all_count = rounds == own && own >= longest;
            let counted = if all_count { count(mine) } else { rounds }.min(limit);
            if counted == 0 {
                continue;
            }
            sum += counted;
            if longest > 0 {
                let ranks = match counted {
                    fewer if fewer < own => fewer,
                    all if all == count(mine) => own.min(longest),
                    _ => own,
                };
                used |= low(highest(winners, ranks));
            }
            if suit == self.trumps {
                drawn = counted;
            }
            if sum >= need {
                break;
            }
        }
        (sum.min(tricks), used)
    }

    /// Tricks of the side that does not lead in trumps above all of the leader's side: those of one
    /// hand win different tricks, and where partners sit opposite, free to play what they like when
    /// void, so do those of both, as many as the longer of their holdings has cards.
    #[inline(always)]
    fn later_trumps(&self, leader: usize, all: u64, need: i32, is_free: bool) -> Proof {
        let (partners, others) = self.sides(leader);
        let ours = (self.hands[leader] | partners) & TRUMPS;
        let tops = others & TRUMPS & above(ours);
        if tops == 0 {
            return if is_free { self.guarded_second(leader, all, need) } else { (0, 0) };
        }
        let mut most = 0;
        for seat in 0..N {
            if self.is_max(seat) != self.is_max(leader) {
                let of_hand = if is_free { TRUMPS } else { tops };
                most = most.max(count(self.hands[seat] & of_hand));
            }
        }
        let found = count(tops).min(most);
        if found < need {
            return (found, 0);
        }
        // Only as many ranks as are needed, and then no more is claimed.
        let (found, tops) = if is_free { (need, highest(tops, need)) } else { (found, tops) };
        (found, if ours == 0 { 0 } else { low(tops) })
    }

    /// The second trump, guarded, behind the best one of the side that leads: its owner plays low under
    /// the best, and gets a trick with it. Thrown in means a trick too.
    #[inline(always)]
    fn guarded_second(&self, leader: usize, all: u64, need: i32) -> Proof {
        if need != 1 {
            return (0, 0);
        }
        let best = top(all & TRUMPS);
        let second = top_or_none(all & TRUMPS & !best);
        let owner = (0..N).find(|&seat| self.hands[seat] & best != 0).unwrap_or(leader);
        let behind = self.hands[(owner + 1) % N] & TRUMPS;
        let is_guarded = behind & second != 0 && behind != second;
        if is_guarded { (1, second) } else { (0, 0) }
    }

    /// Without trumps: tricks of opponents in suits whose best cards they hold. Without touching these
    /// the leader's side takes no more rounds than its longer hands in the other suits allow, so that an
    /// opponent can keep his.
    #[inline(always)]
    fn later_tops(&self, leader: usize, all: u64, tricks: i32, need: i32) -> Proof {
        let hand = |step: usize| self.hands[(leader + step) % N];
        let (mine, partner) = (hand(0), hand(2));
        let opponents = [hand(1), hand(3)];
        let best = (opponents[0] | opponents[1]) & !through(mine | partner);
        if opponents.iter().all(|hand| count(hand & best) < need) {
            return (0, 0);
        }
        let (mut tops, mut used, mut other_rounds) = ([0, 0], [0, 0], [0, 0]);
        let mut rounds = 0;
        for suit in LANES {
            let best = top_or_none(all & suit);
            let ours = (mine | partner) & suit;
            let most = count(mine & suit).max(count(partner & suit));
            let Some(owner) = (0..2).find(|&owner| opponents[owner] & best != 0) else {
                rounds += most;
                continue;
            };
            let run = opponents[owner] & suit & above(ours);
            let fellow = opponents[1 - owner] & suit;
            let lower = count(fellow & below(low(run)));
            let own = count(run);
            let kept = if lower < own && lower < count(fellow) { lower.max(1) } else { own };
            tops[owner] += kept;
            if ours | fellow != 0 {
                used[owner] |= low(run);
            }
            other_rounds[1 - owner] += most;
        }
        for owner in 0..2 {
            let found = tops[owner].min(tricks - rounds - other_rounds[owner]);
            if found >= need {
                return (found, used[owner]);
            }
        }
        let found = tops[0].min(tops[1]).min(tricks - rounds);
        if tops[0] > 0 && tops[1] > 0 && found >= need {
            return (found, used[0] | used[1]);
        }
        (0, 0)
    }
}
