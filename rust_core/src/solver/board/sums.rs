//! The part of an objective that adds up along the play.
//!
//! Where the value is monotone in the card points (or tricks) of some seats for every set of the
//! other facts, "value >= v" is a question about future points alone: with the facts `F` at the end,
//! the points must reach a threshold `t_F(v)`. So it is the plain points game with a bonus
//! `-t_F(v)` paid at the end, and one search against a target answers it. Where the value falls, the
//! other side asks whether the points can be made too many.

use super::super::Objective;
use crate::cards::{MAX_SEATS, Word};
use crate::payoff::{Axis, Fact};
use crate::play::{Fixed, State};
use crate::rules::PlayRules;

/// What adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sum {
    /// Nothing: only facts decide.
    Nothing,
    /// Card points in units.
    Units,
    /// Tricks.
    Tricks,
    /// Tricks that count as late.
    LateTricks,
}

/// An axis that is a function of the sum.
#[derive(Debug, Clone)]
pub(super) struct Along {
    pub(super) axis: usize,
    pub(super) stride: usize,
    /// Class by what is still added to the sum.
    pub(super) classes: Vec<u16>,
}

/// A sum and the axes that follow from it.
#[derive(Debug, Clone)]
pub(super) struct Additive {
    pub(super) sum: Sum,
    /// Seats of the table that it is the sum of.
    pub(super) seats: u16,
    pub(super) along: Vec<Along>,
}

/// What a search still has to deal out from where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Left {
    pub(super) units: u32,
    pub(super) tricks: u32,
    pub(super) late_tricks: u32,
    /// All that is left goes to somebody whatever is played.
    pub(super) all_goes: bool,
}

impl Left {
    pub(super) fn of(&self, sum: Sum) -> u32 {
        match sum {
            Sum::Nothing => 0,
            Sum::Units => self.units,
            Sum::Tricks => self.tricks,
            Sum::LateTricks => self.late_tricks,
        }
    }
}

/// The sums that an objective might be taken apart by, points first.
pub(super) fn candidates<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    objective: &Objective<W>,
    active: u16,
    left: &Left,
) -> Vec<Additive> {
    let mut found: Vec<Additive> = Vec::new();
    for axis in objective.axes() {
        let Some((sum, seats)) = summed(&axis.fact) else { continue };
        let seats = seats & active;
        if seats == 0 || seats == active || found.iter().any(|f| f.sum == sum && f.seats == seats) {
            continue;
        }
        let along = (0..objective.axes().len())
            .filter_map(|number| {
                along(rules, fixed, state, objective, number, sum, seats, active, left)
            })
            .collect();
        found.push(Additive { sum, seats, along });
    }
    found.sort_by_key(|additive| additive.sum != Sum::Units);
    found
}

fn summed(fact: &Fact) -> Option<(Sum, u16)> {
    match *fact {
        Fact::Points { seats, .. } => Some((Sum::Units, seats)),
        Fact::Tricks { seats, late: false } => Some((Sum::Tricks, seats)),
        Fact::Tricks { seats, late: true } => Some((Sum::LateTricks, seats)),
        _ => None,
    }
}

/// The axis as a function of the sum of `seats`, if it counts the same for them, or for all others
/// where what the ones do not get goes to the others.
#[allow(clippy::too_many_arguments, reason = "the whole setting of the question")]
fn along<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    objective: &Objective<W>,
    number: usize,
    sum: Sum,
    seats: u16,
    active: u16,
    left: &Left,
) -> Option<Along> {
    let axis = &objective.axes()[number];
    let (its_sum, its_seats) = summed(&axis.fact)?;
    let is_same = its_seats & active == seats;
    let is_other = its_seats & active == active & !seats && left.all_goes;
    if its_sum != sum || !(is_same || is_other) {
        return None;
    }
    let now = now(rules, fixed, state, axis);
    let all = left.of(sum);
    let classes = (0..=all)
        .map(|added| {
            class(rules, objective, number, now + if is_same { added } else { all - added })
        })
        .collect();
    let stride =
        objective.probes()[number + 1..].iter().map(|probe| probe.size() as usize).product();
    Some(Along { axis: number, stride, classes })
}

/// What an axis of points or tricks counts so far, before rounding and classes.
pub(super) fn now<W: Word>(
    rules: &PlayRules<W>,
    fixed: &Fixed<W>,
    state: &State<W>,
    axis: &Axis,
) -> u32 {
    match axis.fact {
        Fact::Points { seats, laid, marriages, .. } => {
            let laid = if laid { rules.units_of(fixed.laid_for(seats)) } else { 0 };
            let units = if marriages {
                state.units_with_marriages(rules, seats)
            } else {
                state.units_of(seats)
            };
            u32::from(units) + u32::from(laid)
        }
        Fact::Tricks { seats, late: false } => u32::from(state.tricks_of(seats)),
        Fact::Tricks { seats, late: true } => (0..MAX_SEATS)
            .filter(|seat| seats >> seat & 1 == 1)
            .map(|seat| u32::from(state.late_tricks[seat]))
            .sum(),
        _ => 0,
    }
}

/// The class of an axis of points or tricks at a count.
pub(super) fn class<W: Word>(
    rules: &PlayRules<W>,
    objective: &Objective<W>,
    number: usize,
    count: u32,
) -> u16 {
    let axis = &objective.axes()[number];
    let value = match axis.fact {
        Fact::Points { max, .. } => rules.scheme().official(count).min(u32::from(max)),
        _ => count,
    } as usize;
    let last = objective.probes()[number].size().saturating_sub(1) as usize;
    match &axis.classes {
        None => value.min(last) as u16,
        Some(classes) => {
            classes.get(value.min(classes.len().saturating_sub(1))).copied().unwrap_or(0)
        }
    }
}

/// 1 if the table never falls while the sum grows, whatever the other facts, -1 if it never rises.
///
/// `bases`: the indices of the sets of other facts that can happen.
pub(super) fn sign(table: &[f64], along: &[Along], bases: &[usize]) -> Option<i32> {
    let (mut rises, mut falls) = (true, true);
    let steps = along.first().map_or(0, |along| along.classes.len());
    let offset = |added: usize| -> usize {
        along.iter().map(|along| usize::from(along.classes[added]) * along.stride).sum()
    };
    let mut before = offset(0);
    for added in 1..steps {
        let here = offset(added);
        if here == before {
            continue;
        }
        for base in bases {
            let (low, high) = (table[base + before], table[base + here]);
            rises &= low <= high;
            falls &= low >= high;
        }
        if !rises && !falls {
            return None;
        }
        before = here;
    }
    Some(if rises { 1 } else { -1 })
}
