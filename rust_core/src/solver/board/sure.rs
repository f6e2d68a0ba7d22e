//! What one side cannot lose, seen without search at the start of a trick.

use super::super::fault::{self, Fault};
use super::excuse::Joker;
use super::plan::Plan;
use crate::cards::Word;
use crate::rules::{PlayRules, Void};

/// What is sure for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sure {
    /// At least so much of the sum.
    Some(i32),
    /// Every trick that is left.
    All,
}

/// Whether the argument of [`sure`] holds: suits are followed, and every card is played.
pub(super) fn applies<W: Word>(rules: &PlayRules<W>) -> bool {
    let [main, stock, _] = rules.duties;
    main.follow && main == stock && rules.spec().ends.is_empty()
}

/// The places above the highest card of a set, all if it is empty.
#[inline(always)]
pub(super) fn above<W: Word>(cards: W) -> W {
    let zeros = cards.leading_zeros();
    if zeros == 0 {
        W::ZERO
    } else if zeros == W::BITS {
        W::ALL
    } else {
        W::ALL << (W::BITS - zeros)
    }
}

/// What a side takes whatever the others play, the leader of the trick being `leader`, and the cards
/// whose rank that rests on.
///
/// *Top trumps*: each trump of the side above all trumps of the others wins the trick it is played
/// to, whoever leads; those of one hand win different tricks. Every one of those tricks brings a card
/// of each opponent too.
///
/// *Cashing*: a leader of the side leads his cards that are above all others of their suit. In the
/// rounds counted every other seat that holds trumps still follows, so that nobody ruffs; a partner
/// counts too where he would have to ruff, as that would take the lead away. After them his top
/// trumps win as above, in other tricks than those led.
///
/// Exceptions: an emperor's trick can beat the highest trump, so long as all its cards are out and the
/// winner is with the others; where plain cards make it, a partner can take the lead from who cashes.
/// For the excuse see [`super::excuse`].
#[inline(always)]
pub(super) fn sure<W: Word>(
    plan: &Plan<'_, W>,
    hands: &[W],
    leader: usize,
    tricks: u32,
    side: u16,
    sweeps: bool,
) -> (Sure, W) {
    let (mut ours, mut theirs) = (W::ZERO, W::ZERO);
    for (seat, &hand) in hands.iter().enumerate() {
        if side >> seat & 1 == 1 {
            ours |= hand;
        } else {
            theirs |= hand;
        }
    }
    let rules = plan.rules;
    let trumps = plan.ground.trumps;
    if let Some(emperor) = &rules.emperor
        && emperor.cards.is_within(ours | theirs)
        && (theirs.has(emperor.winner) || !emperor.cards.is_within(trumps))
    {
        return (Sure::Some(0), W::ZERO);
    }
    let tops = ours & trumps & above(theirs & trumps);
    // Which trumps they are matters only beside others.
    let ranked = if (theirs & trumps).is_empty() { W::ZERO } else { tops };
    let top_gain = gain(plan, tops);
    let longest = |hand: &W| (*hand & tops).len();
    let top_tricks = hands.iter().map(longest).max().unwrap_or(0);
    let joker = Joker::new(plan, hands, side, ours, theirs);
    let opponents = (hands.len() as u32 - u32::from(side.count_ones() as u16)) as i32;
    let with = |gain: i32, tricks: u32| {
        i32::from(fault::has(Fault::TooSure))
            + gain
            + tricks as i32 * (plan.trick_gain + opponents * plan.least_gain)
    };
    let mut best = with(top_gain, top_tricks) + joker.saved(tricks, None);
    let mut most = top_tricks;
    let mut rests = ranked;
    let mut cashes = false;
    if side >> leader & 1 == 1 {
        let (gained, rounds, suits) = cash(plan, hands, leader, side);
        let rounds = rounds + (hands[leader] & tops).len();
        let saved = joker.saved(tricks, Some((leader, rounds)));
        let sum = with(top_gain + gained, rounds) + saved;
        if sum > best || rounds > most {
            rests |= suits;
        }
        best = best.max(sum);
        most = most.max(rounds);
        cashes = rounds > 0;
    }
    let is_broken = joker.breaks && (cashes || top_tricks > 1);
    if sweeps && joker.is_theirs && !is_broken && !fault::has(Fault::SweepIgnored) {
        return (Sure::Some(0), W::ZERO);
    }
    (if most >= tricks { Sure::All } else { Sure::Some(best) }, rests)
}

/// Gain and number of the plain cards that the leader can cash, and those whose rank matters for it.
#[inline(always)]
fn cash<W: Word>(plan: &Plan<'_, W>, hands: &[W], leader: usize, side: u16) -> (i32, u32, W) {
    let mine = hands[leader];
    let rest = hands.iter().fold(W::ZERO, |all, &hand| all | hand).minus(mine);
    let trumps = plan.ground.trumps;
    let partner_ruffs = plan.duty(0).void != Void::Free;
    let reserved = plan.rules.reserved[usize::from(plan.table.real[leader])];
    let (mut gained, mut rounds, mut rests) = (0, 0, W::ZERO);
    for &lane in &plan.ground.lanes {
        if lane == trumps || lane == plan.rules.excuse {
            continue;
        }
        let suit = mine & lane;
        // A reserved card cannot be led while there are others.
        let mut tops = (suit & above(rest & lane)).minus(reserved);
        if tops.is_empty() {
            continue;
        }
        let mut limit = u32::MAX;
        for (seat, &hand) in hands.iter().enumerate() {
            let ruffs = seat != leader && (side >> seat & 1 == 0 || partner_ruffs);
            if ruffs && !(hand & trumps).is_empty() {
                limit = limit.min((hand & lane).len());
            }
        }
        if limit == 0 {
            continue;
        }
        while tops.len() > limit {
            tops = tops.without_lowest();
        }
        gained += gain(plan, tops);
        rounds += tops.len();
        if !(rest & lane).is_empty() {
            rests |= tops;
        }
    }
    (gained, rounds, rests)
}

#[inline(always)]
fn gain<W: Word>(plan: &Plan<'_, W>, cards: W) -> i32 {
    cards.places().map(|place| plan.gains[place.index()]).sum()
}
