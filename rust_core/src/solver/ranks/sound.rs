//! Every pattern that a search has kept holds for all positions that fit it, not only for those that the
//! search met. Full rows of trick counts find one fault of this kind in thousands; this finds it at once.

use super::super::search::{Limits, Pace};
use super::bits::{LANES, TRUMPS, lane, low};
use super::count::{About, Count, Counting, Trick};
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

/// A position that fits a pattern, its other cards dealt at random; the leader, and his lead.
fn fitting(kept: &Kept, dice: &mut Stream) -> (Vec<u64>, usize, Option<u64>) {
    // The last length made room for the leader: it follows from the others.
    let leader = (kept.key >> 62) as usize;
    let mut lengths: Vec<Vec<u32>> = (0..SEATS)
        .map(|seat| (0..4).map(|lane| (kept.key >> (16 * seat + 4 * lane)) as u32 & 15).collect())
        .collect();
    lengths[3][3] = lengths[0].iter().sum::<u32>() - lengths[3][..3].iter().sum::<u32>();
    let mut found = vec![0; SEATS];
    let (mut place, mut led) = (0, None);
    for lane in 0..4 {
        let out: u32 = lengths.iter().map(|of_seat| of_seat[lane]).sum();
        let (mut free, mut fixed) = (Vec::new(), 0);
        for rank in 0..out {
            let card = 1 << (16 * lane as u32 + rank);
            let at = place;
            let is_set = |word: u64| word >> at & 1 == 1;
            place += 1;
            if !is_set(kept.pattern.mask) {
                free.push(card);
                continue;
            }
            let [low, high] = kept.pattern.owners.map(is_set);
            let owner = usize::from(low) | usize::from(high) << 1;
            (fixed, found[owner]) = (fixed | card, found[owner] | card);
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
        led = match kept.lead {
            Some((of, Some(higher))) if of == lane => {
                Some(1 << (16 * lane as u32 + out - 1 - higher as u32))
            }
            Some((of, None)) if of == lane => Some(low(found[leader] & LANES[lane] & !fixed)),
            _ => led,
        };
    }
    (found, leader, led)
}

/// Bound of the tricks of a position, or of one lead in it.
fn bound(
    search: &mut impl Counting,
    hands: &[u64],
    leader: usize,
    led: Option<u64>,
    target: i32,
) -> i32 {
    let Some(card) = led else {
        search.set(hands);
        return search.start(leader, target);
    };
    let mut hands = hands.to_vec();
    assert!(hands[leader] & card != 0, "{card:x} is not the leader's");
    let all = hands.iter().fold(0, |all, hand| all | hand);
    hands[leader] ^= card;
    search.set(&hands);
    let trick = Trick { all, played: card, best: card, led: LANES[lane(card)], best_seat: leader };
    search.go_on((leader + 1) % SEATS, &trick, 1, target)
}

/// Searches random deals, and checks patterns on positions that fit them; how many those were, of starts
/// and of leads.
fn check(about: About, cards: usize, deals: u64, per_pattern: usize) -> [usize; 2] {
    let stop = || false;
    let mut checked = [0, 0];
    for number in 0..deals {
        let mut dice = Stream::dealing(0x50_4d, number);
        let mut patterns = Patterns::default();
        patterns.prepare(ROOM, 1);
        let root = hands(&mut dice, cards);
        for target in 1..=cards as i32 {
            let pace = Pace::new(Limits::default(), &stop);
            let mut search = Count::<_, SEATS>::new(Portable, about, &mut patterns, pace);
            search.set(&root);
            // As in a search of more cards.
            search.keep_leads(true, cards as i32);
            search.start(0, target);
        }
        for kept in patterns.all() {
            for _ in 0..per_pattern {
                let (filled, leader, led) = fitting(&kept, &mut dice);
                let mut fresh = Patterns::default();
                fresh.prepare(ROOM, 1);
                let pace = Pace::new(Limits::default(), &stop);
                let mut search = Count::<_, SEATS>::new(Portable, about, &mut fresh, pace);
                let (least, most) = kept.pattern.bounds;
                let (least, most) = (i32::from(least), i32::from(most));
                let mut bound = |target| bound(&mut search, &filled, leader, led, target);
                assert!(
                    bound(least) >= least && bound(most + 1) <= most,
                    "{least} to {most} for {about:?}, deal {number}: {kept:x?}, {filled:x?}"
                );
                checked[usize::from(led.is_some())] += 1;
            }
        }
    }
    checked
}

#[test]
fn patterns_hold_for_all_that_fit_them() {
    let is_full = std::env::var("ULTIMO_ROWS").is_ok_and(|rows| rows == "full");
    let mut checked = [0, 0];
    for (trumps, must_trump) in [(TRUMPS, false), (0, false), (TRUMPS, true)] {
        for maximisers in [0b0101, 0b0011, 0b0001] {
            let about = About { maximisers, trumps, must_trump };
            for (cards, deals, per_pattern) in
                [(7, if is_full { 400 } else { 4 }, 8), (10, if is_full { 30 } else { 0 }, 4)]
            {
                let found = check(about, cards, deals, per_pattern);
                checked = [checked[0] + found[0], checked[1] + found[1]];
            }
        }
    }
    assert!(checked.iter().all(|&many| many > 1000), "only {checked:?} positions");
}
