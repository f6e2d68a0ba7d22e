//! Relative ranks: the cards still out, packed towards the top of their lanes.

use crate::cards::Word;
use crate::cpu::{Cpu, Portable};

/// Rounds of packing: lanes have fewer than 32 cards.
const ROUNDS: usize = 5;
/// Lanes that there can be.
const MOST: usize = 16;

/// The lanes of a deck, for packing.
#[derive(Debug, Clone)]
pub(super) struct Lanes<W> {
    all: W,
    each: [W; MOST],
    count: usize,
    rounds: usize,
    /// `down[k]`: places that have another of their lane `2^k` places above.
    down: [W; ROUNDS],
}

/// Where the cards still out go when absent ones are left out: the best card of each lane to its
/// highest place, and so on down. Positions with equal packed hands have equal structure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packing<W, C = Portable> {
    cpu: C,
    rounds: usize,
    moves: [W; ROUNDS],
    out: W,
    /// The packed cards.
    pub(super) full: W,
}

impl<W: Word> Lanes<W> {
    /// Lanes are runs of places; at most 16, of at most 32 cards each.
    pub(super) fn new(lanes: &[W]) -> Self {
        let all = lanes.iter().fold(W::ZERO, |all, &lane| all | lane);
        let longest = lanes.iter().map(|lane| lane.len()).max().unwrap_or(0);
        let rounds = (32 - longest.saturating_sub(1).leading_zeros()) as usize;
        let down = std::array::from_fn(|round| {
            lanes.iter().fold(W::ZERO, |down, &lane| down | (lane & (lane >> (1 << round))))
        });
        let mut found = [W::ZERO; MOST];
        let count = lanes.len().min(MOST);
        found[..count].copy_from_slice(&lanes[..count]);
        Self { all, each: found, count, rounds: rounds.min(ROUNDS), down }
    }

    /// How these cards are packed.
    #[inline(always)]
    pub(super) fn packing<C: Cpu>(&self, cpu: C, out: W) -> Packing<W, C> {
        if !C::GATHERS {
            return self.by_rounds(cpu, out);
        }
        let full = self.each[..self.count].iter().fold(W::ZERO, |full, &lane| {
            let absent = lane.minus(out).len();
            full | if absent < W::BITS { lane & (lane << absent) } else { W::ZERO }
        });
        Packing { cpu, rounds: 0, moves: [W::ZERO; ROUNDS], out, full }
    }

    /// In each round those move that have that bit in the number of absent cards above them (the
    /// parallel suffix method of compressing a word).
    #[inline]
    fn by_rounds<C: Cpu>(&self, cpu: C, out: W) -> Packing<W, C> {
        let mut moves = [W::ZERO; ROUNDS];
        let mut full = out;
        let mut holes = (self.all.minus(out) >> 1) & self.down[0];
        for (round, slot) in moves.iter_mut().enumerate().take(self.rounds) {
            let mut parity = holes;
            for (step, &down) in self.down.iter().enumerate().take(self.rounds) {
                parity ^= (parity >> (1 << step)) & down;
            }
            let moving = parity & full;
            *slot = moving;
            full = (full ^ moving) | (moving << (1 << round));
            holes &= !parity;
        }
        Packing { cpu, rounds: self.rounds, moves, out, full }
    }
}

impl<W: Word, C: Cpu> Packing<W, C> {
    /// Packs a set of cards still out.
    #[inline(always)]
    pub(super) fn pack(&self, cards: W) -> W {
        if C::GATHERS {
            return self.cpu.scatter(self.cpu.gather(cards, self.out), self.full);
        }
        let mut packed = cards;
        for round in 0..self.rounds {
            let moving = packed & self.moves[round];
            packed = (packed ^ moving) | (moving << (1 << round));
        }
        packed
    }

    /// The cards of a packed set.
    #[inline(always)]
    pub(super) fn unpack(&self, packed: W) -> W {
        if C::GATHERS {
            return self.cpu.scatter(self.cpu.gather(packed, self.full), self.out);
        }
        let mut cards = packed;
        for round in (0..self.rounds).rev() {
            let moving = cards & (self.moves[round] << (1 << round));
            cards = (cards ^ moving) | (moving >> (1 << round));
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs card by card.
    fn slow(lanes: &[u128], out: u128, cards: u128) -> u128 {
        let mut packed = 0;
        for lane in lanes {
            let mut top = 127 - lane.leading_zeros();
            for bit in (0..128).rev().filter(|bit| lane & out & (1 << bit) != 0) {
                packed |= u128::from(cards >> bit & 1 == 1) << top;
                top = top.saturating_sub(1);
            }
        }
        packed
    }

    /// Packs sets of cards of many words for what the processor has, and card by card.
    fn check(cpu: impl Cpu) {
        let wide: [u128; 4] =
            [0x3fff, 0x3fff << 15, 0x1f_ffff << 40, 1 << 62 | 1 << 63 | 1 << 64 | 1 << 65];
        let narrow: Vec<u128> = wide[..3].to_vec();
        let mut word = 0x1234_5678_9abc_def0_1122_3344_5566_7788_u128;
        for _ in 0..2000 {
            word = word.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(77);
            let out = word ^ (word >> 61);
            let cards = out & (out >> 31 | out << 5);
            let all = wide.iter().fold(0, |all, lane| all | lane);
            let packing = Lanes::new(&wide).packing(cpu, out & all);
            let packed = packing.pack(cards & all);
            assert_eq!(packed, slow(&wide, out, cards));
            assert_eq!(packing.full, slow(&wide, out, out));
            assert_eq!(packing.unpack(packed), cards & all);
            let all = narrow.iter().fold(0, |all, lane| all | lane);
            let lanes: Vec<u64> = narrow.iter().map(|lane| u64::from_u128(*lane)).collect();
            let packing = Lanes::new(&lanes).packing(cpu, u64::from_u128(out & all));
            let packed = packing.pack(u64::from_u128(cards & all));
            assert_eq!(u128::from(packed), slow(&narrow, out, cards));
        }
    }

    #[test]
    fn packing_equals_packing_card_by_card_and_is_undone() {
        check(Portable);
        crate::cpu::on!(crate::cpu::Processor::detect(), cpu => check(cpu));
    }
}
