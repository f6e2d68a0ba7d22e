//! The cards still out, side by side: relative ranks.

use super::super::lanes::{Lanes, Packing};
use super::bits::{LANES, count};
use crate::cpu::Cpu;

/// Bits of a lane.
const LANE: u32 = 16;

/// Puts the cards still out side by side, lane by lane from the lowest on. Positions with the same suit
/// lengths then have the cards of equal relative rank at the same places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Squeeze<C> {
    cpu: C,
    out: u64,
    /// How it is done where the processor has no instruction for it: first to the top of each lane.
    lanes: Option<(Packing<u64>, [u32; 4])>,
}

impl<C: Cpu> Squeeze<C> {
    /// For these cards out.
    #[inline(always)]
    pub(super) fn new(cpu: C, lanes: &Lanes<u64>, out: u64) -> Self {
        let lengths = || LANES.map(|lane| (out & lane).count_ones());
        let lanes = (!C::GATHERS).then(|| (lanes.packing(crate::cpu::Portable, out), lengths()));
        Self { cpu, out, lanes }
    }

    /// The places of cards.
    #[inline(always)]
    pub(super) fn pack(&self, cards: u64) -> u64 {
        let Some((packing, lengths)) = &self.lanes else { return self.cpu.gather(cards, self.out) };
        let tops = packing.pack(cards);
        let (mut found, mut at) = (0, 0);
        for (lane, &length) in lengths.iter().enumerate() {
            found |= (tops >> (LANE * lane as u32) & 0xffff) >> (LANE - length) << at;
            at += length;
        }
        found
    }

    /// The cards of places.
    #[inline(always)]
    pub(super) fn unpack(&self, places: u64) -> u64 {
        let Some((packing, lengths)) = &self.lanes else {
            return self.cpu.scatter(places, self.out);
        };
        let (mut tops, mut at) = (0, 0);
        for (lane, &length) in lengths.iter().enumerate() {
            let of_lane = places >> at & ((1 << length) - 1);
            tops |= of_lane << (LANE - length) << (LANE * lane as u32);
            at += length;
        }
        packing.unpack(tops)
    }

    /// How many cards are out.
    #[inline(always)]
    pub(super) fn cards(&self) -> i32 {
        count(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Portable, Processor, on};

    fn check(cpu: impl Cpu) {
        let out = 0x1fff_0a01_0000_7101;
        let squeeze = Squeeze::new(cpu, &Lanes::new(&LANES), out);
        assert_eq!(squeeze.cards(), 21);
        assert_eq!(squeeze.pack(out), (1 << 21) - 1);
        let cards = 0x1000_0801_0000_1000;
        assert_eq!(squeeze.pack(cards), 1 << 20 | 0b101 << 5 | 0b100);
        assert_eq!(squeeze.unpack(squeeze.pack(cards)), cards);
        assert_eq!(squeeze.unpack((1 << 21) - 1), out);
    }

    #[test]
    fn cards_stand_side_by_side_and_go_back() {
        check(Portable);
        on!(Processor::detect(), cpu => check(cpu));
    }
}
