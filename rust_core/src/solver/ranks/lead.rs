//! The start of a trick: bounds, the table, and the leads.

use super::bits::{LANES, above, count, fill_up, lane};
use super::chunk::Query;
use super::count::{Count, Proof, Start, Trick};
use super::squeeze::Squeeze;
use crate::cpu::{Cpu, Work};

/// With so many tricks left or fewer, bounds are cheaper than the table.
const BOUNDS_FIRST: i32 = 4;

/// The start of a trick, as work for a processor.
struct Lead<'c, 'a, C, const N: usize> {
    count: &'c mut Count<'a, C, N>,
    leader: usize,
    tricks: i32,
    target: i32,
}

impl<C: Cpu, const N: usize> Work for Lead<'_, '_, C, N> {
    type Out = Proof;

    #[inline(always)]
    fn work(self) -> Proof {
        self.count.lead_here(self.leader, self.tricks, self.target)
    }
}

impl<C: Cpu, const N: usize> Count<'_, C, N> {
    /// From the start of a trick: `target` or more is a lower bound, less an upper bound.
    #[inline(always)]
    pub(super) fn lead(&mut self, leader: usize, tricks: i32, target: i32) -> Proof {
        self.cpu.run(Lead { count: self, leader, tricks, target })
    }

    #[inline(always)]
    fn lead_here(&mut self, leader: usize, tricks: i32, target: i32) -> Proof {
        if target <= 0 {
            return (0, 0);
        }
        if target > tricks {
            return (tricks, 0);
        }
        if tricks == 1 {
            return self.last_trick(leader);
        }
        let all = self.hands.iter().fold(0, |all, hand| all | hand);
        if tricks <= BOUNDS_FIRST
            && let Some(proof) = self.at_once(leader, all, tricks, target)
        {
            return proof;
        }
        let squeeze = Squeeze::new(self.cpu, &self.lanes, all);
        let [mut low, mut high] = [0, 0];
        for (seat, &hand) in self.hands.iter().enumerate() {
            low |= if seat & 1 == 0 { 0 } else { hand };
            high |= if seat & 2 == 0 { 0 } else { hand };
        }
        let owners = [squeeze.pack(low), squeeze.pack(high)];
        // The last length follows from the others, and so makes room for the leader.
        let key = (self.shape & (!0 >> 4)) | (leader as u64) << 62;
        let query = Query::start(key, owners, squeeze.cards());
        if let Some((bound, mask)) = self.patterns.probe(self.cpu, &query, target) {
            return (bound, squeeze.unpack(mask));
        }
        if tricks > BOUNDS_FIRST
            && let Some(proof) = self.at_once(leader, all, tricks, target)
        {
            return proof;
        }
        if let Some(start) = self.starts.get_mut(tricks.cast_unsigned() as usize) {
            *start = Start { squeeze, query };
        }
        let trick = Trick { all, played: 0, best: 0, led: 0, best_seat: leader };
        let (bound, used) = self.turn::<0>(leader, &trick, tricks, target);
        if self.pace.reached.is_some() {
            return (target, 0);
        }
        let used = fill_up(used, all);
        let bounds = if bound >= target { (bound, tricks) } else { (0, bound) };
        self.patterns.store(self.cpu, &query, squeeze.pack(used), bounds);
        (bound, used)
    }

    #[inline(always)]
    fn last_trick(&self, leader: usize) -> Proof {
        let (mut best, mut winner) = (self.hands[leader], leader);
        let mut cards = best;
        for step in 1..N {
            let seat = (leader + step) % N;
            let card = self.hands[seat];
            cards |= card;
            if self.beats(card, best) {
                (best, winner) = (card, seat);
            }
        }
        let is_alone = cards & LANES[lane(best)] == best;
        (i32::from(self.is_max(winner)), if is_alone { 0 } else { best })
    }

    /// Plays a card that leads, or remembers that one like it failed.
    #[inline(always)]
    pub(super) fn after_lead(
        &mut self,
        seat: usize,
        trick: &Trick,
        card: u64,
        tricks: i32,
        target: i32,
    ) -> Proof {
        let Start { squeeze, query } = self.starts[tricks.cast_unsigned() as usize];
        let higher = count(trick.all & LANES[lane(card)] & above(card));
        let query = query.lead(lane(card), squeeze.pack(card), higher);
        if let Some((bound, mask)) = self.patterns.probe(self.cpu, &query, target) {
            return (bound, squeeze.unpack(mask));
        }
        let (bound, used) = self.after::<0>(seat, trick, card, tricks, target);
        let fails = (bound >= target) != self.is_max(seat);
        if !fails || self.pace.reached.is_some() {
            return (bound, used);
        }
        let used = fill_up(used, trick.all);
        let bounds = if bound >= target { (bound, tricks) } else { (0, bound) };
        self.patterns.store(self.cpu, &query, squeeze.pack(used), bounds);
        (bound, used)
    }
}
