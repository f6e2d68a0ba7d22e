//! How many tricks to ask for first: only speed depends on it.

use super::bits::{LANES, TRUMPS, count, top_or_none};

/// With so many tricks or more the second weights of each kind are right, with fewer the first.
const MANY_TRICKS: i32 = 10;
/// Best ranks of a lane that are looked at.
const RANKS: usize = 5;
/// Hundredths of a trick, fitted by least squares on random deals: 1,000 of eight cards out of 32 and 700
/// of thirteen. What the best ranks of a lane are worth, without trumps, beside them, and of trumps; to
/// lead, without trumps and with; a trump; one by which the longest holding is longer; a card short of
/// three in a plain suit.
const PLAIN: [[i32; RANKS]; 2] = [[96, 37, 14, 2, 3], [110, 65, 39, 18, 7]];
const BESIDE: [[i32; RANKS]; 2] = [[63, 16, 7, 2, 1], [81, 46, 24, 9, 5]];
const TRUMP: [[i32; RANKS]; 2] = [[80, 38, 18, 4, 6], [93, 62, 42, 30, 13]];
const LEAD: [[i32; 2]; 2] = [[65, 27], [49, 14]];
const TRUMPS_HELD: [i32; 2] = [25, 24];
const LONGEST: [i32; 2] = [29, 30];
const SHORT: [i32; 2] = [7, 19];

/// About how many tricks the maximisers take.
pub(super) fn guess(hands: &[u64], leader: usize, maximisers: u16, trumps: u64) -> i32 {
    let tricks = hands.iter().map(|hand| count(*hand)).max().unwrap_or(0);
    let is_opposite = matches!(maximisers, 0b0101 | 0b1010) && hands.len() == 4;
    if is_opposite {
        let found = fitted(hands, leader, maximisers, trumps, tricks);
        return (found + 50).div_euclid(100).clamp(0, tricks);
    }
    share(hands, maximisers, tricks)
}

/// Half of the tricks, and what one side has more of than the other.
fn fitted(hands: &[u64], leader: usize, maximisers: u16, trumps: u64, tricks: i32) -> i32 {
    let size = usize::from(tricks >= MANY_TRICKS);
    let sign = |seat: usize| if maximisers >> seat & 1 == 1 { 1 } else { -1 };
    let all = hands.iter().fold(0, |all, hand| all | hand);
    let ours = (0..hands.len()).filter(|&seat| sign(seat) > 0);
    let ours = ours.fold(0, |ours, seat| ours | hands[seat]);
    let mut sum = 50 * tricks + sign(leader) * LEAD[size][usize::from(trumps != 0)];
    for lane in LANES {
        let weights = match trumps {
            0 => PLAIN[size],
            trumps if trumps == lane => TRUMP[size],
            _ => BESIDE[size],
        };
        let mut left = all & lane;
        for weight in weights {
            let best = top_or_none(left);
            left ^= best;
            sum += match best {
                0 => 0,
                best if ours & best != 0 => weight,
                _ => -weight,
            };
        }
    }
    if trumps == 0 {
        return sum;
    }
    let mut longest = [0, 0];
    for (seat, hand) in hands.iter().enumerate() {
        let (held, sign) = (count(hand & TRUMPS), sign(seat));
        let short: i32 = LANES[..3].iter().map(|lane| (3 - count(hand & lane)).max(0)).sum();
        sum += sign * (TRUMPS_HELD[size] * held + SHORT[size] * short);
        let of_side = &mut longest[usize::from(sign > 0)];
        *of_side = held.max(*of_side);
    }
    sum + LONGEST[size] * (longest[1] - longest[0])
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
