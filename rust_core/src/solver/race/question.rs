//! "Is the value at least v?" of a race: with how many points the maximisers have reached it, and with
//! how many they cannot any more.

use super::super::fault::{self, Fault};
use super::super::question::mix;
use super::plan::{End, Goal, Plan};
use super::races::is_race;
use super::scale::{Scale, Way};
use super::stand::Stand;
use crate::cards::Word;

/// More than all units.
pub(super) const FAR: i32 = 1 << 20;
/// More moments than this are not kept.
const MAX_MOMENTS: usize = 1 << 21;

/// When a deal may end: all that decides beside the units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    /// By what ends it, and whether somebody goes out, it is a [`Way`].
    way: Way,
    /// Every card is played.
    over: bool,
    /// The seat on lead, or that has just announced a pair, if a rule asks who that is.
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

impl Verdict {
    /// Never 0. Units are fewer than 15 bits take.
    fn pack(self) -> u32 {
        self.reached.cast_unsigned() << 16 | (self.missed + 2).cast_unsigned()
    }

    fn unpack(packed: u32) -> Self {
        let missed = (packed & 0xffff).cast_signed() - 2;
        Self { reached: (packed >> 16).cast_signed(), missed }
    }
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

/// One question about one objective.
#[derive(Debug)]
pub(super) struct Question {
    /// By way to end and level of the maximisers' units: on how many levels of the others' the value is
    /// reached.
    cuts: Vec<u16>,
    /// Tells questions and rules apart in the table of proofs.
    pub(super) salt: u64,
    totals: usize,
    /// Packed, 0 where it has not been asked for.
    verdicts: Vec<u32>,
    stages: Vec<Option<Stage>>,
}

/// What all ends that can follow have in common: by rule that ends and going out, by level of the
/// maximisers' units, the most levels of the others' with which the value is reached, and the fewest.
#[derive(Debug, Clone)]
struct Stage {
    some: Vec<u16>,
    all: Vec<u16>,
    /// By units that will be won in all.
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
        let moments = scale.moments() * 2 * turns(plan);
        let cuts = scale.cuts(value);
        let is_race = fault::has(Fault::EveryRace) || is_race(plan, scale, &cuts);
        if moments * totals > MAX_MOMENTS || !is_race {
            return None;
        }
        Some(Self {
            salt: cuts.iter().fold(salt, |hash, &cut| mix(hash, u64::from(cut))),
            cuts,
            totals,
            verdicts: vec![0; moments * totals],
            stages: vec![None; scale.ways],
        })
    }

    #[inline(always)]
    fn total(&self, units: i32) -> usize {
        (units.cast_unsigned() as usize).min(self.totals - 1)
    }

    /// What is decided at a moment.
    #[inline(always)]
    pub(super) fn verdict<W: Word>(
        &mut self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        total: i32,
    ) -> Verdict {
        if !moment.over && plan.ends.is_empty() {
            return Verdict { reached: total + 1, missed: -1 };
        }
        let number = scale.number(&moment.way) * 2 + usize::from(moment.over);
        let at = (number * turns(plan) + moment.turn) * self.totals + self.total(total);
        if self.verdicts[at] == 0 {
            self.verdicts[at] = self.find(plan, scale, moment, total).pack();
        }
        Verdict::unpack(self.verdicts[at])
    }

    /// Between these units of the maximisers nothing that decides changes, so that only they are tried.
    fn edges<W: Word>(plan: &Plan<'_, W>, scale: &Scale<'_>, total: i32) -> Vec<i32> {
        let ours = scale.units[0].starts.iter().copied();
        let theirs = scale.units[1].starts.iter().map(|start| total - start + 1);
        let is_level = |end: &End| matches!(end.by, Goal::Units { not_behind: true, .. });
        let level = plan.ends.iter().any(is_level);
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
    ) -> Verdict {
        let edges = Self::edges(plan, scale, total);
        let outcome = |ours: i32| self.outcome(plan, scale, moment, [ours, total - ours]);
        let starts = edges.iter().copied().chain([0]);
        let reached = starts.filter(|&ours| outcome(ours) == Some(true)).min();
        let stops = edges.iter().map(|edge| edge - 1).filter(|&ours| ours >= 0).chain([total]);
        let missed = stops.filter(|&ours| outcome(ours) == Some(false)).max();
        Verdict { reached: reached.unwrap_or(total + 1), missed: missed.unwrap_or(-1) }
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
        Some(self.reaches(scale, &Way { ended, ..moment.way }, units))
    }

    fn reaches(&self, scale: &Scale<'_>, way: &Way, units: [i32; 2]) -> bool {
        let [ours, theirs] = [0, 1].map(|side| scale.units[side].of(units[side]));
        let at = scale.number(way) * scale.units[0].len() + ours;
        theirs < usize::from(self.cuts[at])
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
        let way = Way { out: 1, ..moment.way };
        let is_enough = |ours: i32| self.reaches(scale, &way, [ours, total - ours]);
        let from = edges.into_iter().chain([0]).filter(|&ours| is_enough(ours)).min();
        let reached = from.unwrap_or(total + 1);
        Verdict { reached, missed: reached - 1 }
    }

    /// What a deal can still come to from the start of a trick on, if all its units will be won.
    #[inline(always)]
    pub(super) fn prospect<W: Word>(
        &mut self,
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        moment: &Moment,
        all: i32,
    ) -> Prospect {
        let at = self.total(all);
        let stage = scale.number(&Way { last: 0, ..moment.way });
        if let Some(Some(known)) = self.stages[stage].as_ref().map(|stage| stage.prospects[at]) {
            return known;
        }
        let mut found =
            self.stages[stage].take().unwrap_or_else(|| self.stage(plan, scale, moment));
        let prospect = found.prospect(plan, scale, all);
        found.prospects[at] = Some(prospect);
        self.stages[stage] = Some(found);
        prospect
    }

    #[cold]
    fn stage<W: Word>(&self, plan: &Plan<'_, W>, scale: &Scale<'_>, moment: &Moment) -> Stage {
        let levels = scale.units[0].len();
        let size = (plan.ends.len() + 1) * 2 * levels;
        let (mut some, mut all) = (vec![0; size], vec![u16::MAX; size]);
        let now = moment.way;
        for (way, cuts) in scale.all_ways().zip(self.cuts.chunks_exact(levels)) {
            let comes = way.tricks[0] >= now.tricks[0]
                && way.tricks[1] >= now.tricks[1]
                && (way.closed == now.closed || (now.closed == 0 && plan.close.is_some()));
            if !comes {
                continue;
            }
            let at = (way.ended * 2 + way.out) * levels;
            for (level, &cut) in cuts.iter().enumerate() {
                some[at + level] = cut.max(some[at + level]);
                all[at + level] = cut.min(all[at + level]);
            }
        }
        Stage { some, all, prospects: vec![None; self.totals] }
    }
}

impl Stage {
    /// Bounds on the units at the end: who ended the deal by points has them, and in a deal that was
    /// played out nobody has, although all units are won.
    fn prospect<W: Word>(&self, plan: &Plan<'_, W>, scale: &Scale<'_>, all: i32) -> Prospect {
        let mut found =
            Prospect { least_ours: FAR, most_theirs: -1, least_theirs: FAR, most_ours: -1 };
        let [ours, theirs] = &scale.units;
        let levels = ours.len();
        for (number, (some, every)) in
            self.some.chunks_exact(levels).zip(self.all.chunks_exact(levels)).enumerate()
        {
            let (least, most, sum) = limits(plan, number / 2, number % 2 == 1, all);
            for level in 0..levels {
                let mine = (ours.starts[level].max(least[0]), ours.end(level).min(most[0]));
                // The others have at least this where the sum must be reached.
                let rest = least[1].max(sum - mine.1);
                if mine.0 > mine.1 || every[level] == u16::MAX || rest > most[1] {
                    continue;
                }
                // Of the levels on which it is reached the highest, of the others the lowest, count.
                if let Some(top) = usize::from(some[level]).checked_sub(1) {
                    let yours = theirs.end(top).min(most[1]);
                    if yours >= rest {
                        found.least_ours = found.least_ours.min(mine.0.max(sum - yours));
                        found.most_theirs = found.most_theirs.max(yours);
                    }
                }
                if usize::from(every[level]) < theirs.len() {
                    let yours = theirs.starts[usize::from(every[level])].max(rest);
                    if yours <= most[1] {
                        found.least_theirs = found.least_theirs.min(yours);
                        found.most_ours = found.most_ours.max(mine.1);
                    }
                }
            }
        }
        found
    }
}

/// The least and most units that both sides can have where this rule ended the deal (0: none), and the
/// least that they must have together.
fn limits<W: Word>(
    plan: &Plan<'_, W>,
    ended: usize,
    out: bool,
    all: i32,
) -> ([i32; 2], [i32; 2], i32) {
    let (mut least, mut most) = ([0; 2], [FAR; 2]);
    match ended.checked_sub(1).map(|rule| plan.ends[rule]) {
        Some(End { side, by: Goal::Units { at_least, .. } }) => least[side] = at_least,
        None if !out => {
            for end in &plan.ends {
                if let Goal::Units { at_least, not_behind: false, on_lead: None } = end.by {
                    most[end.side] = most[end.side].min(at_least - 1);
                }
            }
            return (least, most, all);
        }
        _ => {}
    }
    (least, most, 0)
}

/// Whose turn it is matters only if a rule asks for it.
fn turns<W: Word>(plan: &Plan<'_, W>) -> usize {
    let asks = |end: &End| matches!(end.by, Goal::Units { on_lead: Some(_), .. });
    if plan.ends.iter().any(asks) { plan.rules.seats() } else { 1 }
}

impl Moment {
    #[inline(always)]
    pub(super) fn new<W: Word, const N: usize>(
        plan: &Plan<'_, W>,
        scale: &Scale<'_>,
        stand: &Stand<N>,
        turn: usize,
        over: bool,
    ) -> Self {
        let level = |side: usize| scale.tricks[side].of(i32::from(stand.tricks[side]));
        let way = Way {
            ended: 0,
            last: scale.lasts[usize::from(stand.last)],
            tricks: [level(0), level(1)],
            closed: usize::from(stand.closed).min(scale.codes() - 1),
            out: 0,
        };
        Self { way, over, turn: turn.min(turns(plan) - 1) }
    }

    /// Whether an end rule holds.
    fn meets(&self, scale: &Scale<'_>, end: &End, units: [i32; 2]) -> bool {
        match end.by {
            Goal::Tricks { at_least } => {
                let level = self.way.tricks[end.side];
                scale.tricks[end.side].starts[level] >= i32::from(at_least)
            }
            Goal::Units { at_least, not_behind, on_lead } => {
                units[end.side] >= at_least
                    && (!not_behind || units[1 - end.side] <= units[end.side])
                    && on_lead.is_none_or(|seat| !self.over && self.turn == usize::from(seat))
            }
        }
    }
}
