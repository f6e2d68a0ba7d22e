//! Every pattern that a search has kept holds for all positions that fit it, not only for those that the
//! search met. Full rows of trick counts find one fault of this kind in thousands; this finds it at once.

use super::super::search::{Limits, Pace};
use super::bits::{LANES, TRUMPS};
use super::count::{About, Count, Counting};
use super::patterns::{Kept, Patterns};
use crate::cpu::Portable;
use crate::random::Stream;

const SEATS: usize = 4;
/// Bytes of patterns.
const ROOM: usize = 1 << 24;

/// Random hands of so many cards out of four lanes of thirteen.
fn hands(dice: &mut Stream, cards: usize) -> Vec<u64> {
    let mut pack: Vec<u8> = (0..52).map(|card| card / 13 * 16 + card % 13).collect();
    let last = pack.len() - 1;
    dice.shuffle(&mut pack, last);
    pack.chunks(cards)
        .take(SEATS)
        .map(|hand| hand.iter().fold(0, |all, card| all | 1 << card))
        .collect()
}

/// A position that fits a pattern, its other cards dealt at random.
fn fitting(kept: &Kept, dice: &mut Stream) -> (Vec<u64>, usize) {
    // The last length made room for the leader: it follows from the others.
    let leader = (kept.key >> 60) as usize;
    let mut lengths: Vec<Vec<u32>> = (0..SEATS)
        .map(|seat| (0..4).map(|lane| (kept.key >> (16 * seat + 4 * lane)) as u32 & 15).collect())
        .collect();
    lengths[3][3] = lengths[0].iter().sum::<u32>() - lengths[3][..3].iter().sum::<u32>();
    let mut found = vec![0; SEATS];
    for (lane, suit) in LANES.iter().enumerate() {
        let out: u32 = lengths.iter().map(|of_seat| of_seat[lane]).sum();
        let mut free = Vec::new();
        for rank in 16 - out..16 {
            let packed = suit & (0x0001_0001_0001_0001 << rank);
            // Hands leave the highest place of a lane free.
            let card = packed >> 1;
            if kept.mask & packed == 0 {
                free.push(card);
                continue;
            }
            let owner = usize::from(kept.owners[0] & packed != 0)
                | usize::from(kept.owners[1] & packed != 0) << 1;
            found[owner] |= card;
            lengths[owner][lane] -= 1;
        }
        if free.len() > 1 {
            let last = free.len() - 1;
            dice.shuffle(&mut free, last);
        }
        for (hand, of_seat) in found.iter_mut().zip(&lengths) {
            for _ in 0..of_seat[lane] {
                *hand |= free.pop().unwrap_or(0);
            }
        }
    }
    (found, leader)
}

/// Searches random deals, and checks patterns on positions that fit them; how many those were.
fn check(about: About, cards: usize, deals: u64, per_pattern: usize) -> usize {
    let stop = || false;
    let mut checked = 0;
    for number in 0..deals {
        let mut dice = Stream::dealing(0x50_4d, number);
        let mut patterns = Patterns::default();
        patterns.prepare(ROOM, 1);
        let root = hands(&mut dice, cards);
        for target in 1..=cards as i32 {
            let pace = Pace::new(Limits::default(), &stop);
            let mut search = Count::<_, SEATS>::new(Portable, about, &mut patterns, pace);
            search.set(&root);
            search.start(0, target);
        }
        for kept in patterns.all() {
            for _ in 0..per_pattern {
                let (filled, leader) = fitting(&kept, &mut dice);
                let mut fresh = Patterns::default();
                fresh.prepare(ROOM, 1);
                let pace = Pace::new(Limits::default(), &stop);
                let mut search = Count::<_, SEATS>::new(Portable, about, &mut fresh, pace);
                search.set(&filled);
                let (least, most) = (kept.bounds.0, kept.bounds.1);
                assert!(
                    search.start(leader, least) >= least && search.start(leader, most + 1) <= most,
                    "{least} to {most} for {about:?}, deal {number}: {kept:x?}, {filled:x?}"
                );
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn patterns_hold_for_all_that_fit_them() {
    let is_full = std::env::var("ULTIMO_ROWS").is_ok_and(|rows| rows == "full");
    let mut checked = 0;
    for (trumps, must_trump) in [(TRUMPS, false), (0, false), (TRUMPS, true)] {
        for maximisers in [0b0101, 0b0011, 0b0001] {
            let about = About { maximisers, trumps, must_trump };
            checked += check(about, 7, if is_full { 400 } else { 4 }, 8);
            checked += check(about, 10, if is_full { 30 } else { 0 }, 4);
        }
    }
    assert!(checked > 1000, "only {checked} positions");
}
