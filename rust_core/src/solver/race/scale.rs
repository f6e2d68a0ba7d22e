//! The table of an objective, by what a race can end in.

use super::super::Objective;
use super::plan::{Goal, Plan, side_of};
use crate::cards::Word;
use crate::payoff::{Axis, Fact};
use crate::play::Fixed;

/// More ways to end than this are not looked through.
const MAX_CELLS: usize = 1 << 20;

/// A count in runs of equal meaning: no axis and no rule tells the counts of a level apart.
#[derive(Debug, Clone)]
pub(super) struct Levels {
    /// The least count of each level.
    pub(super) starts: Vec<i32>,
    /// What each adds to the index of the table.
    offsets: Vec<u32>,
    of: Vec<u16>,
}

impl Levels {
    /// Counts from 0 to `most`; a level begins where `offset` changes, and at every mark.
    fn new(most: i32, marks: &[i32], offset: impl Fn(u32) -> u32) -> Self {
        let mut levels = Self { starts: Vec::new(), offsets: Vec::new(), of: Vec::new() };
        for count in 0..=most {
            let now = offset(count.cast_unsigned());
            if levels.offsets.last() != Some(&now) || marks.contains(&count) {
                levels.starts.push(count);
                levels.offsets.push(now);
            }
            levels.of.push((levels.starts.len() - 1) as u16);
        }
        levels
    }

    /// The level of a count; counts out of range stand for the nearest.
    #[inline]
    pub(super) fn of(&self, count: i32) -> usize {
        let at = usize::try_from(count).unwrap_or(0).min(self.of.len() - 1);
        usize::from(self.of[at])
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The greatest count of a level, of the last one more than any.
    pub(super) fn end(&self, level: usize) -> i32 {
        self.starts.get(level + 1).map_or(i32::MAX / 4, |start| start - 1)
    }
}

/// One way to end, by levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    /// 0, or 1 + the end rule that held.
    pub(super) ended: usize,
    pub(super) last: usize,
    pub(super) units: [usize; 2],
    pub(super) tricks: [usize; 2],
    pub(super) closed: usize,
    pub(super) out: usize,
}

/// The table, by levels.
#[derive(Debug, Clone)]
pub(super) struct Scale<'a> {
    pub(super) table: &'a [f64],
    ended: Vec<u32>,
    /// Who won the last trick; of length 1 if it does not matter.
    pub(super) last: Vec<u32>,
    pub(super) units: [Levels; 2],
    pub(super) tricks: [Levels; 2],
    /// As `State` records it; of length 1 if it does not matter.
    pub(super) closed: Vec<u32>,
    pub(super) out: Vec<u32>,
}

/// What an axis of a race is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    Ended,
    Last,
    Units(usize),
    Tricks(usize),
    Closed,
    Out,
}

fn about<W: Word>(plan: &Plan<'_, W>, fact: &Fact) -> Option<About> {
    let rules = plan.rules;
    let side = |seats| side_of(seats, plan.ours, rules.all_seats());
    let has_pairs = rules.spec().marriages.is_some();
    Some(match *fact {
        Fact::EndedBy => About::Ended,
        Fact::LastTrick => About::Last,
        Fact::Closed => About::Closed,
        Fact::WentOut => About::Out,
        Fact::Tricks { seats, late: false } => About::Tricks(side(seats)?),
        Fact::Points { seats, marriages, .. } if marriages || !has_pairs => {
            About::Units(side(seats)?)
        }
        _ => return None,
    })
}

impl<'a> Scale<'a> {
    /// The table of an objective, or `None` if it asks for more than a race tells.
    pub(super) fn new<W: Word>(
        plan: &Plan<'_, W>,
        fixed: &Fixed<W>,
        objective: &'a Objective<W>,
    ) -> Option<Self> {
        let axes = objective.axes();
        let abouts: Vec<About> =
            axes.iter().map(|axis| about(plan, &axis.fact)).collect::<Option<_>>()?;
        let sizes: Vec<u32> = objective.probes().iter().map(|probe| probe.size()).collect();
        let offset = |wanted: About, value: u32| -> u32 {
            let mut sum = 0;
            for (at, axis) in axes.iter().enumerate().filter(|(at, _)| abouts[*at] == wanted) {
                let stride: u32 = sizes[at + 1..].iter().product();
                sum += stride * class(plan, fixed, axis, sizes[at], value);
            }
            sum
        };
        let has = |about| abouts.contains(&about);
        let dim = |about: About, count: u32| -> Vec<u32> {
            let count = if has(about) { count } else { 1 };
            (0..count).map(|value| offset(about, value)).collect()
        };
        let seats = plan.rules.seats() as u32;
        let unit_levels = |side: usize| {
            Levels::new(plan.most, &unit_marks(plan, side), |n| offset(About::Units(side), n))
        };
        let trick_levels = |side: usize| {
            let most = i32::from(plan.rules.max_tricks());
            Levels::new(most, &trick_marks(plan, side), |n| offset(About::Tricks(side), n))
        };
        let scale = Self {
            table: objective.table(),
            ended: (0..=plan.ends.len() as u32).map(|rule| offset(About::Ended, rule)).collect(),
            last: dim(About::Last, seats + 1),
            units: [unit_levels(0), unit_levels(1)],
            tricks: [trick_levels(0), trick_levels(1)],
            closed: dim(About::Closed, 1 + 3 * seats),
            out: (0..=u32::from(plan.go_out.is_some()))
                .map(|out| offset(About::Out, out))
                .collect(),
        };
        let dims = [scale.ended.len(), scale.last.len(), scale.closed.len(), scale.out.len()];
        let levels = scale.units.iter().chain(&scale.tricks).map(Levels::len);
        let cells = dims.into_iter().chain(levels).fold(1, usize::saturating_mul);
        (cells <= MAX_CELLS).then_some(scale)
    }

    /// The value of an end.
    #[inline]
    pub(super) fn value(&self, cell: &Cell) -> f64 {
        let units = self.units[0].offsets[cell.units[0]] + self.units[1].offsets[cell.units[1]];
        let tricks =
            self.tricks[0].offsets[cell.tricks[0]] + self.tricks[1].offsets[cell.tricks[1]];
        let rest = self.ended[cell.ended] + self.last[cell.last] + self.closed[cell.closed];
        let index = units + tricks + rest + self.out[cell.out];
        self.table.get(index as usize).copied().unwrap_or(0.0)
    }

    /// Every end.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let sizes = [
            self.ended.len(),
            self.last.len(),
            self.units[0].len(),
            self.units[1].len(),
            self.tricks[0].len(),
            self.tricks[1].len(),
            self.closed.len(),
            self.out.len(),
        ];
        let count: usize = sizes.iter().product();
        (0..count).map(move |number| {
            let mut left = number;
            let [ended, last, ours, theirs, our_tricks, their_tricks, closed, out] =
                sizes.map(|size| {
                    let digit = left % size;
                    left /= size;
                    digit
                });
            let (units, tricks) = ([ours, theirs], [our_tricks, their_tricks]);
            Cell { ended, last, units, tricks, closed, out }
        })
    }
}

/// Class of a value of a fact: of units for points.
fn class<W: Word>(plan: &Plan<'_, W>, fixed: &Fixed<W>, axis: &Axis, size: u32, value: u32) -> u32 {
    let raw = match axis.fact {
        Fact::Points { seats, laid, max, .. } => {
            let laid = if laid { plan.rules.units_of(fixed.laid_for(seats)) } else { 0 };
            plan.rules.scheme().official(value + u32::from(laid)).min(u32::from(max))
        }
        _ => value,
    };
    match &axis.classes {
        None => raw.min(size.saturating_sub(1)),
        Some(classes) => {
            let at = (raw as usize).min(classes.len().saturating_sub(1));
            classes.get(at).map_or(0, |&class| u32::from(class))
        }
    }
}

/// Units of a side that a rule asks for.
fn unit_marks<W: Word>(plan: &Plan<'_, W>, side: usize) -> Vec<i32> {
    let of_end = |end: &super::plan::End| match end.by {
        Goal::Units { at_least, .. } if end.side == side => Some(at_least),
        _ => None,
    };
    let close = plan.close.map(|close| i32::from(close.few_below));
    plan.ends.iter().filter_map(of_end).chain(close).collect()
}

fn trick_marks<W: Word>(plan: &Plan<'_, W>, side: usize) -> Vec<i32> {
    let of_end = |end: &super::plan::End| match end.by {
        Goal::Tricks { at_least } if end.side == side => Some(i32::from(at_least)),
        _ => None,
    };
    // Closing asks whether the others have a trick.
    let close = plan.close.map(|_| 1);
    plan.ends.iter().filter_map(of_end).chain(close).collect()
}
