//! "Is the value at least v?" of a race: with how many points the maximisers have reached it, and with
//! how many they cannot any more.

use super::super::fault::{self, Fault};
use super::super::question::mix;
use super::plan::{End, Goal, Plan};
use super::races::is_race;
use super::scale::{Cell, Scale};
use super::stand::Stand;
use crate::cards::Word;

/// More than all units.
pub(super) const FAR: i32 = 1 << 20;
/// More moments than this are not kept.
const MAX_MOMENTS: usize = 1 << 21;

/// When a deal may end: all that decides beside the units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    tricks: [usize; 2],
    last: usize,
    closed: usize,
    /// Every card is played.
    over: bool,
    /// The seat on lead, or that has just announced a pair.
    turn: usize,
}

/// With this total of units: from which units of the maximisers on the value is reached, and up to
/// which it is not. If it is never reached they would have to have more than there are, one at least: of
/// more still nothing is said, as the others would have fewer than none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) reached: i32,
    pub(super) missed: i32,
}

/// What a deal can still come to: bounds on the units at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prospect {
    /// The least units of the maximisers with which the value is ever reached; the most of the others.
    pub(super) least_ours: i32,
    pub(super) most_theirs: i32,
    /// The least units of the others with which it is ever missed; the most of the maximisers.
    pub(super) least_theirs: i32,
    pub(super) most_ours: i32,
}

const UNKNOWN: (i16, i16) = (i16::MIN, i16::MAX);

/// One question about one objective.
#[derive(Debug)]
pub(super) struct Question {
    value: f64,
    /// Tells questions and rules apart in the table of proofs.
    pub(super) salt: u64,
    totals: usize,
    verdicts: Vec<(i16, i16)>,
    prospects: Vec<Option<Prospect>>,
}

impl Question {
    /// The question, or `None` if it is not a race.
    pub(super) fn new<W: Word>(
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        salt: u64,
        value: f64,
    ) -> Option<Self> {
        let totals = plan.most.cast_unsigned() as usize + 1;
        let moments = moments(scale, plan.rules.seats());
        let is_race = fault::has(Fault::EveryRace) || is_race(plan, scale, value);
        if moments * totals > MAX_MOMENTS || !is_race {
            return None;
        }
        let stages = scale.tricks[0].len() * scale.tricks[1].len() * scale.closed.len();
        Some(Self {
            value,
            salt: mix(salt, value.to_bits()),
            totals,
            verdicts: vec![UNKNOWN; moments * totals],
            prospects: vec![None; stages * totals],
        })
    }

    /// What is decided at a moment.
    #[inline]
    pub(super) fn verdict<W: Word>(
        &mut self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        total: i32,
    ) -> Verdict {
        let at = moment.number(scale, plan.rules.seats()) * self.totals
            + (total.cast_unsigned() as usize).min(self.totals - 1);
        let mut known = self.verdicts[at];
        if known == UNKNOWN {
            known = self.find(plan, scale, moment, total);
            self.verdicts[at] = known;
        }
        Verdict { reached: i32::from(known.0), missed: i32::from(known.1) }
    }

    /// Between these units of the maximisers nothing that decides changes, so that only they are tried.
    fn edges<W: Word>(plan: &Plan<'_, W>, scale: &Scale<'_>, total: i32) -> Vec<i32> {
        let ours = scale.units[0].starts.iter().copied();
        let theirs = scale.units[1].starts.iter().map(|start| total - start + 1);
        let level =
            plan.ends.iter().any(|end| matches!(end.by, Goal::Units { not_behind: true, .. }));
        let halves = [(total + 1) / 2, total / 2 + 1].into_iter().filter(|_| level);
        ours.chain(theirs).chain(halves).filter(|&edge| (0..=total).contains(&edge)).collect()
    }

    #[cold]
    fn find<W: Word>(
        &self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        total: i32,
    ) -> (i16, i16) {
        let edges = Self::edges(plan, scale, total);
        let outcome = |ours: i32| self.outcome(plan, scale, moment, [ours, total - ours]);
        let starts = edges.iter().copied().chain([0]);
        let reached = starts.filter(|&ours| outcome(ours) == Some(true)).min();
        let stops = edges.iter().map(|edge| edge - 1).filter(|&ours| ours >= 0).chain([total]);
        let missed = stops.filter(|&ours| outcome(ours) == Some(false)).max();
        (reached.unwrap_or(total + 1) as i16, missed.unwrap_or(-1) as i16)
    }

    /// Whether the value is reached, if the deal is over.
    fn outcome<W: Word>(
        &self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        units: [i32; 2],
    ) -> Option<bool> {
        let held = plan.ends.iter().position(|end| moment.meets(scale, end, units));
        let ended = match held {
            Some(rule) => rule + 1,
            None if moment.over => 0,
            None => return None,
        };
        Some(self.reaches(scale, moment, units, ended, 0))
    }

    fn reaches(
        &self,
        scale: &Scale<'_>,
        moment: &Moment,
        [ours, theirs]: [i32; 2],
        ended: usize,
        out: usize,
    ) -> bool {
        let units = [scale.units[0].of(ours), scale.units[1].of(theirs)];
        let Moment { tricks, last, closed, .. } = *moment;
        scale.value(&Cell { ended, last, units, tricks, closed, out }) >= self.value
    }

    /// What is decided when somebody goes out.
    pub(super) fn going_out<W: Word>(
        &self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        total: i32,
    ) -> Verdict {
        let edges = Self::edges(plan, scale, total);
        let reaches = |ours: i32| self.reaches(scale, moment, [ours, total - ours], 0, 1);
        let from = edges.into_iter().chain([0]).filter(|&ours| reaches(ours)).min();
        let reached = from.unwrap_or(total + 1);
        Verdict { reached, missed: reached - 1 }
    }

    /// What a deal can still come to from the start of a trick on, if all its units will be won.
    #[inline]
    pub(super) fn prospect<W: Word>(
        &mut self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        all: i32,
    ) -> Prospect {
        let at =
            moment.stage(scale) * self.totals + (all.cast_unsigned() as usize).min(self.totals - 1);
        if let Some(known) = self.prospects[at] {
            return known;
        }
        let found = self.look_ahead(plan, scale, moment, all);
        self.prospects[at] = Some(found);
        found
    }

    #[cold]
    fn look_ahead<W: Word>(
        &self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        all: i32,
    ) -> Prospect {
        let mut found =
            Prospect { least_ours: FAR, most_theirs: -1, least_theirs: FAR, most_ours: -1 };
        for cell in scale.cells() {
            let comes = cell.tricks[0] >= moment.tricks[0]
                && cell.tricks[1] >= moment.tricks[1]
                && (cell.closed == moment.closed || (moment.closed == 0 && plan.close.is_some()));
            let Some((least, most)) = comes.then(|| ranges(plan, scale, &cell, all)).flatten()
            else {
                continue;
            };
            if scale.value(&cell) >= self.value {
                found.least_ours = found.least_ours.min(least[0]);
                found.most_theirs = found.most_theirs.max(most[1]);
            } else {
                found.least_theirs = found.least_theirs.min(least[1]);
                found.most_ours = found.most_ours.max(most[0]);
            }
        }
        found
    }
}

/// The units that each side can have at an end, or `None` if it cannot come about: who ended the deal
/// by points has them, and in a deal that was played out nobody has, although all units are won.
fn ranges<W: Word>(
    plan: &Plan<'_, W>,
    scale: &Scale<'_>,
    cell: &Cell,
    all: i32,
) -> Option<([i32; 2], [i32; 2])> {
    let mut least = [0, 1].map(|side| scale.units[side].starts[cell.units[side]]);
    let mut most = [0, 1].map(|side| scale.units[side].end(cell.units[side]));
    let rule = cell.ended.checked_sub(1).map(|rule| plan.ends[rule]);
    if let Some(End { side, by: Goal::Units { at_least, .. } }) = rule {
        least[side] = least[side].max(at_least);
    }
    if rule.is_none() && cell.out == 0 {
        for end in &plan.ends {
            if let Goal::Units { at_least, not_behind: false, on_lead: None } = end.by {
                most[end.side] = most[end.side].min(at_least - 1);
            }
        }
        if most[0] + most[1] < all {
            return None;
        }
    }
    (least[0] <= most[0] && least[1] <= most[1]).then_some((least, most))
}

fn moments(scale: &Scale<'_>, seats: usize) -> usize {
    let tricks = scale.tricks[0].len() * scale.tricks[1].len();
    tricks * scale.closed.len() * scale.last.len() * 2 * seats
}

impl Moment {
    pub(super) fn new<const N: usize>(
        scale: &Scale<'_>,
        stand: &Stand<N>,
        turn: usize,
        over: bool,
    ) -> Self {
        let level = |side: usize| scale.tricks[side].of(i32::from(stand.tricks[side]));
        Self {
            tricks: [level(0), level(1)],
            last: usize::from(stand.last).min(scale.last.len() - 1),
            closed: usize::from(stand.closed).min(scale.closed.len() - 1),
            over,
            turn,
        }
    }

    fn stage(&self, scale: &Scale<'_>) -> usize {
        let tricks = self.tricks[0] * scale.tricks[1].len() + self.tricks[1];
        tricks * scale.closed.len() + self.closed
    }

    fn number(&self, scale: &Scale<'_>, seats: usize) -> usize {
        let last = self.stage(scale) * scale.last.len() + self.last;
        (last * 2 + usize::from(self.over)) * seats + self.turn
    }

    /// Whether an end rule holds.
    fn meets(&self, scale: &Scale<'_>, end: &End, units: [i32; 2]) -> bool {
        match end.by {
            Goal::Tricks { at_least } => {
                let levels = &scale.tricks[end.side];
                self.tricks[end.side] >= levels.of(i32::from(at_least))
                    && levels.starts[self.tricks[end.side]] >= i32::from(at_least)
            }
            Goal::Units { at_least, not_behind, on_lead } => {
                units[end.side] >= at_least
                    && (!not_behind || units[1 - end.side] <= units[end.side])
                    && on_lead.is_none_or(|seat| !self.over && self.turn == usize::from(seat))
            }
        }
    }
}
