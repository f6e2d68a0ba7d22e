//! How many tricks to ask for first: only speed depends on it.

use super::bits::{LANES, TRUMPS, count, top_or_none};

/// Hundredths of a trick, fitted by least squares on 450 random deals of thirteen cards: what the five
/// best ranks are worth, without trumps and with, and how much more as trumps; all the same; the
/// opponents lead; a trump of ours, one by which our longest holding is longer; a card short of three in
/// a plain suit.
const PLAIN: [i32; 5] = [218, 145, 78, 37, 16];
const BESIDE: [i32; 5] = [152, 100, 55, 26, 19];
const TRUMP: [i32; 5] = [29, 24, 36, 34, 0];
const BASES: [i32; 2] = [-300, -205];
const LED_BY_THEM: [i32; 2] = [-72, -36];
const TRUMPS_OURS: i32 = 17;
const LONGEST: i32 = 41;
const SHORT: i32 = 30;

/// About how many tricks the maximisers take.
pub(super) fn guess(hands: &[u64], leader: usize, maximisers: u16, trumps: u64) -> i32 {
    let tricks = hands.iter().map(|hand| count(*hand)).max().unwrap_or(0);
    let is_opposite = matches!(maximisers, 0b0101 | 0b1010) && hands.len() == 4;
    if is_opposite && tricks == 13 {
        let found = fitted(hands, leader, maximisers, trumps);
        return (found + 50).div_euclid(100).clamp(0, tricks);
    }
    share(hands, maximisers, tricks)
}

fn fitted(hands: &[u64], leader: usize, maximisers: u16, trumps: u64) -> i32 {
    let is_max = |seat: usize| maximisers >> seat & 1 == 1;
    let ours = hands.iter().enumerate().filter(|(seat, _)| is_max(*seat));
    let ours = ours.fold(0, |all, (_, hand)| all | hand);
    let high = |weights: [i32; 5], lanes: u64| -> i32 {
        let rank = |best: usize| ours & lanes & (0x0001_0001_0001_0001 << (12 - best));
        weights.iter().enumerate().map(|(best, weight)| weight * count(rank(best))).sum()
    };
    let kind = usize::from(trumps != 0);
    let mut sum = BASES[kind] + if is_max(leader) { 0 } else { LED_BY_THEM[kind] };
    if trumps == 0 {
        return sum + high(PLAIN, !0);
    }
    sum += high(BESIDE, !0) + high(TRUMP, TRUMPS);
    let longest = |side: bool| {
        let of_side = (0..hands.len()).filter(|&seat| is_max(seat) == side);
        of_side.map(|seat| count(hands[seat] & TRUMPS)).max().unwrap_or(0)
    };
    sum += TRUMPS_OURS * count(ours & TRUMPS) + LONGEST * (longest(true) - longest(false));
    for (seat, hand) in hands.iter().enumerate() {
        let short: i32 = LANES[..3].iter().map(|lane| (3 - count(hand & lane)).max(0)).sum();
        sum += if is_max(seat) { SHORT * short } else { -SHORT * short };
    }
    sum
}

/// By the share of the four best cards of each suit.
fn share(hands: &[u64], maximisers: u16, tricks: i32) -> i32 {
    let all = hands.iter().fold(0, |all, hand| all | hand);
    let (mut ours, mut total) = (0, 0);
    for suit in LANES {
        let mut cards = all & suit;
        for worth in [4, 3, 2, 1] {
            let best = top_or_none(cards);
            cards ^= best;
            if best == 0 {
                break;
            }
            total += worth;
            let owner = hands.iter().position(|hand| hand & best != 0).unwrap_or(0);
            ours += if maximisers >> owner & 1 == 1 { worth } else { 0 };
        }
    }
    if total == 0 { tricks / 2 } else { (2 * tricks * ours + total) / (2 * total) }
}
