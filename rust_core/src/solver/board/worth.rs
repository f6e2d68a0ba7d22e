//! What the cards of a structure count: how far two fillings of one structure can differ.
//!
//! Two positions with equal structure, leader and open facts differ only in which card points fill
//! the structure. Whoever copies a strategy card for card from one to the other loses at most what
//! the cards in the one count more than those in the same relative places of the other. So a bound
//! of the one is a bound of the other, less that sum.

use super::super::fault::{self, Fault};
use crate::cards::{Place, Word};

/// Bits of a signature that one lane may take.
const LANE_BITS: usize = 6;

/// Where a lane has cards that do not count as much as most.
#[derive(Debug, Clone)]
struct LaneWorth {
    /// The cards above and below the run of plain ones: first place and number.
    top: (u32, u32),
    low: (u32, u32),
    /// Place of its bits in the signature, and how many.
    at: u32,
    bits: u32,
    /// By two sets of bits: how much the cards of the first count more, place by place.
    excess: Vec<u16>,
}

/// The worth of the cards of a deck.
#[derive(Debug, Clone)]
pub(in crate::solver) struct Worth<W> {
    lanes: Vec<LaneWorth>,
    /// Cards whose presence is part of the structure, since no signature has room for them.
    pub(in crate::solver) exact: W,
}

impl<W: Word> Worth<W> {
    /// `gains` by place; nothing has worth if all are equal.
    pub(in crate::solver) fn new(lanes: &[W], gains: &[i32; 128]) -> Self {
        let mut worth = Self { lanes: Vec::new(), exact: W::ZERO };
        let mut at = 0;
        // Suits are mostly worth the same.
        let mut tables: Vec<(Vec<i32>, usize)> = Vec::new();
        for &lane in lanes {
            let places: Vec<usize> = lane.places().map(Place::index).collect();
            let values: Vec<i32> = places.iter().map(|&place| gains[place]).collect();
            let (from, to) = longest_run(&values);
            let (low, top) = (from, values.len() - to);
            if low + top == 0 {
                continue;
            }
            if low + top > LANE_BITS || at as usize + low + top > 32 {
                worth.exact |= lane;
                continue;
            }
            worth.lanes.push(LaneWorth {
                top: ((places[0] + to) as u32, top as u32),
                low: (places[0] as u32, low as u32),
                at,
                bits: (low + top) as u32,
                excess: match tables.iter().find(|(known, _)| *known == values) {
                    Some((_, lane)) => worth.lanes[*lane].excess.clone(),
                    None => excesses(&values, low, top),
                },
            });
            tables.push((values, worth.lanes.len() - 1));
            at += (low + top) as u32;
        }
        worth
    }

    /// Which of the cards that count otherwise are still out.
    #[inline(always)]
    pub(in crate::solver) fn signature(&self, out: W) -> u32 {
        let run = |(first, len): (u32, u32)| (low_word(out >> first)) & ((1 << len) - 1);
        self.lanes.iter().fold(0, |signature, lane| {
            signature | (run(lane.low) | run(lane.top) << lane.low.1) << lane.at
        })
    }

    /// How much at most the first filling counts more than the second, and the reverse.
    #[inline(always)]
    pub(in crate::solver) fn differences(&self, first: u32, second: u32) -> (i32, i32) {
        let (mut more, mut less) = (0, 0);
        if first == second || fault::has(Fault::FillingIgnored) {
            return (0, 0);
        }
        for lane in &self.lanes {
            let mask = (1 << lane.bits) - 1;
            let (one, two) = (first >> lane.at & mask, second >> lane.at & mask);
            if one != two {
                more += i32::from(lane.excess[(one << lane.bits | two) as usize]);
                less += i32::from(lane.excess[(two << lane.bits | one) as usize]);
            }
        }
        (more, less)
    }
}

#[inline(always)]
fn low_word<W: Word>(set: W) -> u32 {
    (set.to_u128() & 0xffff_ffff) as u32
}

/// The longest run of equal values: from, to.
fn longest_run(values: &[i32]) -> (usize, usize) {
    let mut best = (0, 0);
    let mut from = 0;
    for at in 0..values.len() {
        if values[at] != values[from] {
            from = at;
        }
        if at + 1 - from > best.1 - best.0 {
            best = (from, at + 1);
        }
    }
    best
}

/// Values are compared from the top down as far as top cards go, and from the bottom up as far as
/// low ones go, a plain card where there is no other. Where both lists reach into one another this
/// counts a difference twice at worst, never less than it is: a card's worth is that of a plain one
/// plus what either list adds, and the part above zero of a sum is no more than the sum of the parts.
fn excesses(values: &[i32], low: usize, top: usize) -> Vec<u16> {
    let bits = low + top;
    let plain = values[low];
    let present = |set: usize, bit: usize| set >> bit & 1 == 1;
    let tops = |set: usize| -> Vec<i32> {
        let found = (low..bits).rev().filter(|&bit| present(set, bit));
        let mut list: Vec<i32> =
            found.map(|bit| values[values.len() - top + (bit - low)]).collect();
        list.resize(top, plain);
        list
    };
    let lows = |set: usize| -> Vec<i32> {
        let mut list: Vec<i32> =
            (0..low).filter(|&bit| present(set, bit)).map(|bit| values[bit]).collect();
        list.resize(low, plain);
        list
    };
    let lists: Vec<Vec<i32>> = (0..1 << bits).map(|set| [tops(set), lows(set)].concat()).collect();
    let mut table = Vec::with_capacity(1 << (2 * bits));
    for one in &lists {
        for two in &lists {
            let sum: i32 = one.iter().zip(two).map(|(a, b)| (a - b).max(0)).sum();
            table.push(u16::try_from(sum).unwrap_or(u16::MAX));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference card by card, for every pair of fillings with equal length.
    #[test]
    fn differences_are_never_less_than_card_by_card() {
        let lanes = [0b1111_1111_u64, 0b11_1111_1111 << 10];
        let mut gains = [1; 128];
        gains[4..8].copy_from_slice(&[4, 7, 10, 13]);
        (gains[10], gains[11], gains[18], gains[19]) = (13, 2, 9, 13);
        let worth = Worth::new(&lanes, &gains);
        assert_eq!(worth.exact, 0);
        for (lane, first, bits) in [(lanes[0], 0, 8), (lanes[1], 10, 10)] {
            for one in 0..1_u64 << bits {
                for two in (0..1_u64 << bits).filter(|two| two.count_ones() == one.count_ones()) {
                    let (one, two) = (one << first & lane, two << first & lane);
                    let values = |set: u64| set.places().map(|place| gains[place.index()]);
                    let exact: i32 =
                        values(one).zip(values(two)).map(|(a, b)| (a - b).max(0)).sum();
                    let (more, less) =
                        worth.differences(worth.signature(one), worth.signature(two));
                    assert!(more >= exact, "{one:b} {two:b}: {more} < {exact}");
                    let back: i32 = values(two).zip(values(one)).map(|(a, b)| (a - b).max(0)).sum();
                    assert!(less >= back, "{one:b} {two:b}: {less} < {back}");
                }
            }
        }
    }

    #[test]
    fn a_lane_of_many_values_is_part_of_the_structure() {
        let mut gains = [0; 128];
        gains[0..9].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let worth = Worth::new(&[0b1_1111_1111_u64], &gains);
        assert_eq!(worth.exact, 0b1_1111_1111);
        assert_eq!(worth.signature(0b101), 0);
    }
}
