//! Equal cards: of each run only the lowest is tried.

use crate::cards::Word;

/// Which neighbours are never equal.
#[derive(Debug, Clone, Copy)]
pub(in crate::solver) struct Equals<W> {
    /// The places of the deck.
    pub(in crate::solver) deck: W,
    /// The first card of each run of cards that count the same and that no rule sets apart.
    pub(in crate::solver) starts: W,
}

impl<W: Word> Equals<W> {
    /// Lanes, what cards count, and sets of cards that rules or facts name.
    pub(in crate::solver) fn new(
        lanes: &[W],
        gains: &[i32; 128],
        named: impl Iterator<Item = W>,
    ) -> Self {
        let deck = lanes.iter().fold(W::ZERO, |deck, &lane| deck | lane);
        let mut starts = W::ZERO;
        for &lane in lanes {
            let mut before = None;
            for place in lane.places() {
                if before != Some(gains[place.index()]) {
                    starts = starts.with(place);
                }
                before = Some(gains[place.index()]);
            }
        }
        let starts = named.fold(starts, |starts, set| starts | edges(set, deck));
        Self { deck, starts }
    }

    /// The legal cards without those that are equal to a lower one of the hand: in one run with it,
    /// and no card still out between them. `present`: cards still out, the winning one of the open
    /// trick among them. Cards of the trick that are beaten can matter no more.
    ///
    /// A carry runs from each card of the hand through the gaps above it; where it ends at a card of
    /// the same hand, that card is equal to the one below.
    #[inline(always)]
    pub(in crate::solver) fn distinct(&self, legal: W, hand: W, present: W, apart: W) -> W {
        let inner = self.deck.minus(self.starts | apart);
        let gaps = inner.minus(present);
        let above = (hand << 1) & inner;
        let carried = W::wrapping_add(above & gaps, gaps).minus(gaps);
        let equal = (carried | above.minus(gaps)) & hand & inner;
        legal.minus(equal)
    }
}

/// Places at which a set begins or ends, going up.
#[inline(always)]
pub(in crate::solver) fn edges<W: Word>(set: W, deck: W) -> W {
    (set ^ (set << 1)) & deck
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Card by card.
    fn slow(lanes: &[u64], starts: u64, hand: u64, present: u64) -> u64 {
        let mut kept = hand;
        for lane in lanes {
            let mut before: Option<u32> = None;
            for bit in (0..64).filter(|bit| (hand & lane) >> bit & 1 == 1) {
                if let Some(low) = before {
                    let between = ((1_u64 << bit) - 1) & !((2_u64 << low) - 1);
                    let through = between | 1 << bit;
                    if present & between == 0 && starts & through == 0 {
                        kept &= !(1 << bit);
                    }
                }
                before = Some(bit);
            }
        }
        kept
    }

    #[test]
    fn the_carry_finds_what_card_by_card_finds() {
        for lanes in [[0xff_u64, 0xff << 9, 0x3f_ffff << 18], [0xff, 0xff << 8, 0x3f_ffff << 16]] {
            let mut gains = [1; 128];
            gains[4..8].copy_from_slice(&[4, 7, 10, 13]);
            let first = lanes[2].trailing_zeros() as usize;
            gains[first] = 9;
            let mut word = 0x9e37_79b9_7f4a_7c15_u64;
            for round in 0..4000_u32 {
                word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                let named = 1_u64 << (first + round as usize % 22);
                let equals = Equals::new(&lanes, &gains, std::iter::once(named));
                let present = (word ^ word >> 23) & equals.deck;
                let hand = present & (word >> 7 | word << 13);
                assert_eq!(
                    equals.distinct(hand, hand, present, 0),
                    slow(&lanes, equals.starts, hand, present)
                );
            }
        }
    }
}
