//! What the side on lead takes without losing the lead, seen without search.

use super::super::fault::{self, Fault};
use super::plan::Plan;
use super::stand::Stand;
use crate::cards::{Place, Word};

/// Tricks in a row, and the units that they bring at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sure {
    pub(super) tricks: u8,
    pub(super) units: i32,
}

/// The places above the highest card of a set, all if it is empty.
#[inline(always)]
fn above<W: Word>(cards: W) -> W {
    match cards.leading_zeros() {
        0 => W::ZERO,
        zeros if zeros == W::BITS => W::ALL,
        zeros => W::ALL << (W::BITS - zeros),
    }
}

/// What the leader wins for his side by leading on, whatever the others play.
///
/// While there is a stock, new cards come after the trick: one card that nobody can beat. Then, where
/// suits are followed: cards above all others of their suit, as long as every other seat that holds
/// trumps still follows; top trumps; and where these leave the others without trumps, all cards that are
/// good after them. Seats that cannot follow throw away what they like, their least cards at worst.
#[inline(always)]
pub(super) fn sure<W: Word, const N: usize>(
    plan: &Plan<'_, W>,
    hands: &[W; N],
    stand: &Stand<N>,
    leader: usize,
) -> Sure {
    let duty = plan.rules.duties[stand.phase as usize];
    let led = if stand.draws(plan) || !duty.follow {
        unbeatable(plan, hands, leader)
    } else {
        cashed(plan, hands, leader)
    };
    let tricks = led.len();
    if tricks == 0 {
        return Sure { tricks: 0, units: 0 };
    }
    let mut units = plan.units_of(led) + i32::from(fault::has(Fault::TooSure));
    for (seat, &hand) in hands.iter().enumerate() {
        if seat != leader {
            units += least_of(plan, hand, tricks);
        }
    }
    let tricks = tricks as u8;
    if tricks >= stand.left {
        units += plan.last_units;
    }
    Sure { tricks, units }
}

/// The card that brings most of those that no other hand can beat.
#[inline(always)]
fn unbeatable<W: Word, const N: usize>(plan: &Plan<'_, W>, hands: &[W; N], leader: usize) -> W {
    let mine = hands[leader];
    let rest = others(hands, leader);
    let holds = |place: &Place| (plan.rules.beats(*place, plan.trump) & rest).is_empty();
    let best = mine.places().filter(holds).max_by_key(|&place| plan.units(place));
    best.map_or(W::ZERO, W::of)
}

#[inline(always)]
fn others<W: Word, const N: usize>(hands: &[W; N], leader: usize) -> W {
    let others = hands.iter().enumerate().filter(|(seat, _)| *seat != leader);
    others.fold(W::ZERO, |all, (_, &hand)| all | hand)
}

/// The cards that the leader can lead one after the other and win with.
#[inline(always)]
fn cashed<W: Word, const N: usize>(plan: &Plan<'_, W>, hands: &[W; N], leader: usize) -> W {
    let (mine, rest) = (hands[leader], others(hands, leader));
    let longest = |lane: W| {
        let others = hands.iter().enumerate().filter(|(seat, _)| *seat != leader);
        others.map(|(_, &hand)| (hand & lane).len()).max().unwrap_or(0)
    };
    let good = |lane: W| {
        let tops = mine & lane & above(rest & lane);
        if tops.len() >= longest(lane) { mine & lane } else { tops }
    };
    let trumps = plan.trumps;
    let mut led = good(trumps);
    let is_drawn = led.len() >= longest(trumps);
    for &lane in plan.lanes.iter().filter(|&&lane| lane != trumps && !(mine & lane).is_empty()) {
        if is_drawn {
            led |= good(lane);
            continue;
        }
        let mut tops = mine & lane & above(rest & lane);
        let others = hands.iter().enumerate().filter(|(seat, _)| *seat != leader);
        let ruffs = others.filter(|(_, hand)| !(**hand & trumps).is_empty());
        let limit = ruffs.map(|(_, &hand)| (hand & lane).len()).min().unwrap_or(u32::MAX);
        while tops.len() > limit {
            tops = tops.without_lowest();
        }
        led |= tops;
    }
    led
}

/// Units of the least cards of a hand, so many.
#[inline(always)]
fn least_of<W: Word>(plan: &Plan<'_, W>, hand: W, count: u32) -> i32 {
    if hand.len() <= count {
        return plan.units_of(hand);
    }
    let mut least = [i32::MAX; 64];
    for (held, place) in hand.places().take(64).enumerate() {
        let units = plan.units(place);
        let mut at = held;
        while at > 0 && least[at - 1] > units {
            least[at] = least[at - 1];
            at -= 1;
        }
        least[at] = units;
    }
    least.iter().take(count as usize).sum()
}
