//! The table of an objective, by what a race can end in.

use super::super::Objective;
use super::super::fault::{self, Fault};
use super::super::question::mix;
use super::plan::{Goal, Plan, side_of};
use crate::cards::Word;
use crate::payoff::{Axis, Fact, Probe};
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
    #[inline(always)]
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

/// One way to end but for the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Way {
    /// 0, or 1 + the end rule that held.
    pub(super) ended: usize,
    pub(super) last: usize,
    pub(super) tricks: [usize; 2],
    pub(super) closed: usize,
    pub(super) out: usize,
}

/// The table, by levels.
#[derive(Debug, Clone)]
pub(super) struct Scale<'a> {
    table: &'a [f64],
    ended: Vec<u32>,
    /// By who won the last trick (the number of seats for nobody): what it comes to.
    pub(super) lasts: Vec<usize>,
    last: Vec<u32>,
    pub(super) units: [Levels; 2],
    pub(super) tricks: [Levels; 2],
    /// As `State` records it; of length 1 if it does not matter.
    closed: Vec<u32>,
    out: Vec<u32>,
    /// Number of ways to end.
    pub(super) ways: usize,
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
        let sizes: Vec<u32> = objective.probes().iter().map(Probe::size).collect();
        let offset = |wanted: About, value: u32| -> u32 {
            let mut sum = 0;
            for (at, axis) in axes.iter().enumerate().filter(|(at, _)| abouts[*at] == wanted) {
                let stride: u32 = sizes[at + 1..].iter().product();
                sum += stride * class(plan, fixed, axis, sizes[at], value);
            }
            sum
        };
        let seats = plan.rules.seats() as u32;
        let unit_levels = |side: usize| {
            Levels::new(plan.most, &unit_marks(plan, side), |n| offset(About::Units(side), n))
        };
        let trick_levels = |side: usize| {
            let most = i32::from(plan.rules.max_tricks());
            Levels::new(most, &trick_marks(plan, side), |n| offset(About::Tricks(side), n))
        };
        let by_last: Vec<u32> = (0..=seats).map(|seat| offset(About::Last, seat)).collect();
        let mut last = by_last.clone();
        last.sort_unstable();
        last.dedup();
        let at = |offset: &u32| last.binary_search(offset).unwrap_or(0);
        let codes = if abouts.contains(&About::Closed) { 1 + 3 * seats } else { 1 };
        let outs = 1 + u32::from(plan.go_out.is_some());
        let mut scale = Self {
            table: objective.table(),
            ended: (0..=plan.ends.len() as u32).map(|rule| offset(About::Ended, rule)).collect(),
            lasts: by_last.iter().map(at).collect(),
            last,
            units: [unit_levels(0), unit_levels(1)],
            tricks: [trick_levels(0), trick_levels(1)],
            closed: (0..codes).map(|code| offset(About::Closed, code)).collect(),
            out: (0..outs).map(|out| offset(About::Out, out)).collect(),
            ways: 0,
        };
        scale.ways = scale.sizes().into_iter().fold(1, usize::saturating_mul);
        let cells = scale.units.iter().map(Levels::len).fold(scale.ways, usize::saturating_mul);
        let is_monotone = fault::has(Fault::EveryRace) || scale.is_monotone();
        (cells <= MAX_CELLS && is_monotone).then_some(scale)
    }

    fn sizes(&self) -> [usize; 6] {
        let [ours, theirs] = [self.tricks[0].len(), self.tricks[1].len()];
        [self.ended.len(), self.last.len(), ours, theirs, self.closed.len(), self.out.len()]
    }

    /// Codes of a closed stock that are told apart.
    pub(super) fn codes(&self) -> usize {
        self.closed.len()
    }

    /// What the last trick can come to.
    pub(super) fn last_count(&self) -> usize {
        self.last.len()
    }

    /// More than the number of any way to end in which no rule has ended the deal yet.
    pub(super) fn moments(&self) -> usize {
        self.ways / self.ended.len()
    }

    /// The number of a way to end.
    #[inline(always)]
    pub(super) fn number(&self, way: &Way) -> usize {
        let digits = [way.ended, way.last, way.tricks[0], way.tricks[1], way.closed, way.out];
        digits.iter().zip(self.sizes()).fold(0, |number, (digit, size)| number * size + digit)
    }

    /// Every way to end, by number.
    pub(super) fn all_ways(&self) -> impl Iterator<Item = Way> + '_ {
        let sizes = self.sizes();
        (0..self.ways).map(move |number| {
            let mut left = number;
            let mut digits = [0; 6];
            for (digit, size) in digits.iter_mut().zip(sizes).rev() {
                *digit = left % size;
                left /= size;
            }
            let [ended, last, ours, theirs, closed, out] = digits;
            Way { ended, last, tricks: [ours, theirs], closed, out }
        })
    }

    fn base(&self, way: &Way) -> usize {
        let tricks = self.tricks[0].offsets[way.tricks[0]] + self.tricks[1].offsets[way.tricks[1]];
        let rest = self.ended[way.ended] + self.last[way.last] + self.closed[way.closed];
        (tricks + rest + self.out[way.out]) as usize
    }

    #[inline(always)]
    fn at(&self, base: usize, ours: usize, theirs: usize) -> f64 {
        let units = self.units[0].offsets[ours] + self.units[1].offsets[theirs];
        self.table.get(base + units as usize).copied().unwrap_or(0.0)
    }

    /// Whether more units of the maximisers are never worth less, nor fewer of the others.
    fn is_monotone(&self) -> bool {
        let [ours, theirs] = [self.units[0].len(), self.units[1].len()];
        self.all_ways().all(|way| {
            let base = self.base(&way);
            (0..ours).all(|level| {
                (0..theirs).all(|other| {
                    let here = self.at(base, level, other);
                    (level + 1 == ours || here <= self.at(base, level + 1, other))
                        && (other + 1 == theirs || here >= self.at(base, level, other + 1))
                })
            })
        })
    }

    /// By way to end and level of the maximisers: on how many levels of the others, from below, an end
    /// is worth at least `value`.
    pub(super) fn cuts(&self, value: f64) -> Vec<u16> {
        let [ours, theirs] = [self.units[0].len(), self.units[1].len()];
        let mut cuts = Vec::with_capacity(self.ways * ours);
        for way in self.all_ways() {
            let base = self.base(&way);
            let mut cut = 0;
            // It rises with the level, so that it is found going on from the one before.
            for level in 0..ours {
                while cut < theirs && self.at(base, level, cut) >= value {
                    cut += 1;
                }
                cuts.push(cut as u16);
            }
        }
        cuts
    }

    /// A hash of the levels, on which the meaning of cuts depends.
    pub(super) fn salt(&self) -> u64 {
        let levels = self.units.iter().chain(&self.tricks);
        let about = levels.flat_map(|levels| levels.starts.iter().copied().chain([-1]));
        let about = about.chain(self.lasts.iter().map(|&last| last as i32));
        about.fold(self.codes() as u64, |hash, number| mix(hash, u64::from(number.cast_unsigned())))
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
