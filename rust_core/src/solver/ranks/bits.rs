//! Cards as bits of one word: four lanes of 16 places, the trumps highest, a spare bit on top of each.

/// Cards that a lane can have: the spare bit stops carries.
pub(super) const LANE_CARDS: usize = 15;
/// The four lanes.
pub(super) const LANES: [u64; 4] = [0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48];
/// The lane that trumps are put in.
pub(super) const TRUMPS: u64 = LANES[3];
/// Every place that a card can have.
pub(super) const PLACES: u64 = !HIGH;

const LOW: u64 = 0x0001_0001_0001_0001;
const HIGH: u64 = LOW << 15;

/// Number of cards.
#[inline]
pub(super) fn count(cards: u64) -> i32 {
    cards.count_ones() as i32
}

/// The highest card of a set that is not empty.
#[inline]
pub(super) fn top(cards: u64) -> u64 {
    1 << cards.ilog2()
}

/// The highest card, or none.
#[inline]
pub(super) fn top_or_none(cards: u64) -> u64 {
    if cards == 0 { 0 } else { top(cards) }
}

/// The lowest card, or none.
#[inline]
pub(super) fn low(cards: u64) -> u64 {
    cards & cards.wrapping_neg()
}

/// The places above the highest card of a set, all if it is empty.
#[inline]
pub(super) fn above(cards: u64) -> u64 {
    !(!0_u64).unbounded_shr(cards.leading_zeros())
}

/// The places of each lane that are as high as its highest card of a set, or lower.
#[inline(always)]
pub(super) fn through(cards: u64) -> u64 {
    // What a shift brings in from the lane above is cut off.
    const KEPT: [u64; 4] = [LOW * 0x7fff, LOW * 0x3fff, LOW * 0x0fff, LOW * 0x00ff];
    let through = cards | cards >> 1 & KEPT[0];
    let through = through | through >> 2 & KEPT[1];
    let through = through | through >> 4 & KEPT[2];
    through | through >> 8 & KEPT[3]
}

/// The lane of the highest card of a set that is not empty.
#[inline(always)]
pub(super) fn top_lane(cards: u64) -> u64 {
    0xffff << (cards.ilog2() & 0x30)
}

/// The places below a card.
#[inline]
pub(super) fn below(card: u64) -> u64 {
    card.wrapping_sub(1)
}

/// Number of the lane of a card.
#[inline]
pub(super) fn lane(card: u64) -> usize {
    (card.trailing_zeros() as usize >> 4) & 3
}

/// Rank of a card in its lane.
#[inline]
pub(super) fn rank(card: u64) -> i32 {
    (card.trailing_zeros() & 15) as i32
}

/// Takes away the lowest cards until no more than `most` are left.
#[inline]
pub(super) fn highest(mut cards: u64, most: i32) -> u64 {
    for _ in most..count(cards) {
        cards &= cards - 1;
    }
    cards
}

/// The cards of `all` that are as high as the lowest card of `used` in their lane, or higher.
#[inline]
pub(super) fn fill_up(used: u64, all: u64) -> u64 {
    let through = (used | HIGH) - LOW;
    all & !(through & !used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_up_goes_lane_by_lane() {
        let all = 0x1fff_0f0f_1111_7fff;
        let used = 0x0100_0000_0010_4004;
        let mut slow = 0;
        for lane in LANES {
            let lowest = low(used & lane);
            if lowest != 0 {
                slow |= all & lane & !below(lowest);
            }
        }
        assert_eq!(fill_up(used, all), slow);
        assert_eq!(fill_up(0, all), 0);
    }

    #[test]
    fn the_highest_are_kept() {
        assert_eq!(highest(0b1011_0110, 3), 0b1011_0000);
        assert_eq!(highest(0b11, 5), 0b11);
        assert_eq!(highest(0b11, 0), 0);
        assert_eq!(above(0b100) & 0xff, 0b1111_1000);
        assert_eq!(above(0), !0);
        assert_eq!(above(1 << 63), 0);
    }
}
