//! The start of a trick: what is seen without search, and what was proven before.

use super::super::fault::{self, Fault};
use super::hunt::{Hunt, Rest};
use super::key::Structure;
use super::patterns::Holdings;
use super::proofs::Proof;
use super::ranking::Ranking;
use super::stakes::{Stake, Stakes};
use super::sure::{Sure, sure};
use super::trick::{NONE, Trick};
use crate::cards::{Place, Word};
use crate::cpu::{Cpu, Work};

/// A bound, and the cards whose rank it rests on; those are only looked at where the plan has patterns.
pub(super) type Proven<W> = (i32, W);

/// The start of a trick, as work for a processor.
struct Start<'h, 'a, W, C, const N: usize> {
    hunt: &'h mut Hunt<'a, W, C, N>,
    question: &'h mut Stakes,
    leader: usize,
    rest: Rest<W>,
    target: i32,
}

impl<W: Word, C: Cpu, const N: usize> Work for Start<'_, '_, W, C, N> {
    type Out = Proven<W>;

    #[inline(always)]
    fn work(self) -> Self::Out {
        self.hunt.start_here(self.question, self.leader, self.rest, self.target)
    }
}

impl<W: Word, C: Cpu, const N: usize> Hunt<'_, W, C, N> {
    /// A bound on what is still to come from the start of a trick, bonus included: at least `target`
    /// and then a lower bound, or less and then an upper bound.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        question: &mut Stakes,
        leader: usize,
        rest: Rest<W>,
        target: i32,
    ) -> Proven<W> {
        self.cpu.run(Start { hunt: self, question, leader, rest, target })
    }

    #[inline(always)]
    fn start_here(
        &mut self,
        question: &mut Stakes,
        leader: usize,
        mut rest: Rest<W>,
        target: i32,
    ) -> Proven<W> {
        let out = self.out();
        let (top, owner) = self.sure_trick(out);
        let seen = self.course.narrowed(rest.stand, owner);
        let top = if seen == rest.stand { W::ZERO } else { top };
        let stake = question.stake(&self.plan.score, &self.course, seen);
        if stake.lowest >= target {
            return (stake.lowest, top);
        }
        if rest.most + stake.highest < target {
            return (rest.most + stake.highest, top);
        }
        rest.apart = self.apart(&stake);
        if rest.tricks == 1 {
            let trick = Trick::open(leader);
            let (bound, _, rests) =
                self.turn(question, &trick, (leader, N - 1), rest, target, None);
            return (bound, rests | top);
        }
        if self.plan.has_sure
            && let Some((bound, rests)) = self.at_once(out, leader, &rest, &stake, target)
        {
            return (bound, rests | top);
        }
        if self.plan.ranking.has_patterns {
            return self.start_by_ranks(question, (leader, out, top), rest, &stake, target);
        }
        let ends = self.course.stands[rest.stand as usize].ends;
        let structure = Structure::new(self.cpu, &self.plan, &self.hands, out, leader, rest.tricks)
            .with(&self.plan, &self.course, &self.hands, &stake, ends);
        let mut first = None;
        for proof in self.proofs.of(structure.key()) {
            let (more, less) = self.plan.worth.differences(proof.filling, structure.filling);
            let lower = proof.lower - more + stake.offset;
            if lower >= target {
                return (lower, W::ZERO);
            }
            let upper = proof.upper + less + stake.offset;
            if upper < target {
                return (upper, W::ZERO);
            }
            if proof.best != NONE && (first.is_none() || more + less == 0) {
                first = structure.card(proof.best);
            }
        }
        let trick = Trick::open(leader);
        let (bound, best, _) = self.turn(question, &trick, (leader, N - 1), rest, target, first);
        if self.pace.reached.is_none() {
            let (lower, upper) = bounds(bound, &rest, &stake, target);
            let proof = Proof {
                lower: lower - stake.offset,
                upper: upper - stake.offset,
                best: structure.place(best),
                filling: structure.filling,
            };
            self.proofs.store(structure.key(), rest.tricks, proof);
        }
        (bound, W::ZERO)
    }

    /// The same where bounds are kept by the ranks that mattered.
    #[inline(always)]
    fn start_by_ranks(
        &mut self,
        question: &mut Stakes,
        (leader, out, top): (usize, W, W),
        rest: Rest<W>,
        stake: &Stake,
        target: i32,
    ) -> Proven<W> {
        let ends = self.course.stands[rest.stand as usize].ends;
        let (structure, holdings) =
            Structure::of_shape(self.cpu, &self.plan, &self.hands, out, leader, rest.tricks);
        let structure = structure.with(&self.plan, &self.course, &self.hands, stake, ends);
        let first = match self.known(&structure, &holdings, stake, target) {
            Ok(proven) => return proven,
            Err(first) => first,
        };
        let trick = Trick::open(leader);
        let (bound, best, rests) =
            self.turn(question, &trick, (leader, N - 1), rest, target, first);
        let named = self.named(stake, out);
        let mask = Ranking::closed(&self.plan.ground.lanes, rests | top | named, out, named);
        if self.pace.reached.is_none() {
            let (lower, upper) = bounds(bound, &rest, stake, target);
            let bounds = (lower - stake.offset, upper - stake.offset);
            let best = structure.place(best);
            let mask = structure.packed(mask);
            let key = structure.hashes();
            self.proofs.patterns.store(key, mask, &holdings, rest.tricks, bounds, best);
        }
        (bound, mask)
    }

    /// What a pattern proves, else the card that it would try first.
    #[inline(always)]
    fn known(
        &mut self,
        structure: &Structure<W, C>,
        holdings: &Holdings,
        stake: &Stake,
        target: i32,
    ) -> Result<Proven<W>, Option<Place>> {
        let (mut first, mut fits) = (NONE, false);
        let mut found = None;
        let key = structure.hashes();
        for (way, pattern) in self.proofs.patterns.of(key) {
            if !pattern.fits(holdings) {
                first = if first == NONE { pattern.best } else { first };
                continue;
            }
            let (mut more, mut less) = (0, 0);
            for (&then, &now) in pattern.fillings.iter().zip(&holdings.fillings) {
                let (of_then, of_now) = self.plan.worth.differences(then, now);
                more += of_then;
                less += of_now;
            }
            let lower = i32::from(pattern.lower) - more + stake.offset;
            let upper = i32::from(pattern.upper) + less + stake.offset;
            if lower >= target || upper < target {
                found = Some((way, if lower >= target { lower } else { upper }, pattern.mask));
                break;
            }
            if !fits && pattern.best != NONE {
                (first, fits) = (pattern.best, true);
            }
        }
        let Some((way, bound, mask)) = found else { return Err(structure.card(first)) };
        self.proofs.patterns.promote(key, way);
        Ok((bound, structure.unpacked(mask)))
    }

    /// The cards still out that open facts name.
    fn named(&self, stake: &Stake, out: W) -> W {
        if fault::has(Fault::PatternFact) {
            return W::ZERO;
        }
        let tracks = self.course.tracks.iter().enumerate();
        let live = tracks.filter(|(number, _)| stake.live >> number & 1 == 1);
        live.fold(W::ZERO, |all, (_, track)| all | track.cards() & out)
    }

    /// The highest trump and the seat that will win a trick with it, as sets, if nothing can prevent it.
    #[inline(always)]
    fn sure_trick(&self, out: W) -> (W, u16) {
        let rules = self.plan.rules;
        let emperor_lives = rules.emperor.is_some_and(|emperor| emperor.cards.is_within(out));
        if emperor_lives || !(out & rules.excuse).is_empty() || !rules.spec().ends.is_empty() {
            return (W::ZERO, 0);
        }
        let Some(top) = (out & self.plan.ground.trumps).highest() else { return (W::ZERO, 0) };
        let owner = self.hands.iter().position(|hand| hand.has(top)).map_or(0, |seat| 1 << seat);
        (W::of(top), owner)
    }

    /// Bounds by tricks that one side cannot lose.
    #[inline(always)]
    fn at_once(
        &self,
        out: W,
        leader: usize,
        rest: &Rest<W>,
        stake: &Stake,
        target: i32,
    ) -> Option<Proven<W>> {
        let plan = &self.plan;
        let sweeps = self.course.sweeps(rest.stand);
        let sure = |side| {
            let (sure, rests) = sure(plan, &self.hands, leader, rest.tricks, side, sweeps);
            (sure, if fault::has(Fault::PatternSure) { W::ZERO } else { rests })
        };
        let excuse = out & plan.rules.excuse;
        // Whoever takes all tricks does not take an excuse of the others.
        let kept = |side: u16| {
            let has =
                |(seat, hand): (usize, &W)| side >> seat & 1 == 1 && !(*hand & excuse).is_empty();
            if !excuse.is_empty() && self.hands.iter().enumerate().any(has) {
                plan.excuse.kept
            } else {
                0
            }
        };
        let others = plan.table.everybody() & !plan.maximisers;
        let (ours, rests) = sure(plan.maximisers);
        let lower = match ours {
            Sure::Some(sum) => sum,
            Sure::All => rest.most - self.prize_gain(out) - kept(others),
        };
        if lower + stake.lowest >= target {
            return Some((lower + stake.lowest, rests));
        }
        let (theirs, rests) = sure(others);
        let upper = match theirs {
            Sure::Some(sum) => rest.most - sum,
            Sure::All => kept(plan.maximisers),
        };
        (upper + stake.highest < target).then_some((upper + stake.highest, rests))
    }

    /// What the prize adds, which need not go to anybody.
    fn prize_gain(&self, out: W) -> i32 {
        let plan = &self.plan;
        if plan.prize.is_empty() || (out & plan.rules.prize_card).is_empty() {
            return 0;
        }
        plan.prize.places().map(|place| plan.gains[place.index()]).sum()
    }
}

/// Both bounds of what is still to come, of which one was found.
#[inline(always)]
fn bounds<W>(bound: i32, rest: &Rest<W>, stake: &Stake, target: i32) -> (i32, i32) {
    if bound >= target { (bound, rest.most + stake.highest) } else { (stake.lowest, bound) }
}
