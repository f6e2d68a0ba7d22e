//! The search: can one side bring the sum to a target, whatever the others play?

use super::super::fault::{self, Fault};
use super::super::search::Pace;
use super::course::Course;
use super::cutoffs::Cutoffs;
use super::equals::edges;
use super::facts::Facts;
use super::plan::{Plan, tricks_left};
use super::proofs::Proofs;
use super::stakes::{Stake, Stakes};
use super::trick::Trick;
use crate::cards::Word;
use crate::cpu::Cpu;
use crate::play::State;

/// More cards than a seat has to choose from.
pub(super) const MAX_MOVES: usize = 40;
/// Bytes that a stand of the facts and what questions know of it take, and stands that always fit.
const STAND_BYTES: usize = 512;
const LEAST_STANDS: usize = 1 << 16;

/// A search among `N` seats, compiled for a processor.
pub(in crate::solver) struct Hunt<'a, W, C, const N: usize> {
    pub(super) cpu: C,
    pub(super) plan: Plan<'a, W>,
    pub(super) facts: Facts<'a, W>,
    pub(super) course: Course<W>,
    pub(super) hands: [W; N],
    /// By fact: the places that are never equal to the card below while it is open.
    edges: Vec<W>,
    pub(super) proofs: &'a mut Proofs,
    pub(super) cutoffs: Cutoffs,
    pub(super) pace: Pace<'a>,
    /// More stands of the facts than may be kept.
    pub(super) most_stands: usize,
    /// By value: the question whether it is reached.
    questions: Vec<Option<Stakes>>,
}

/// What is left of the deal at a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest<W> {
    /// Tricks, the open one among them.
    pub(super) tricks: u32,
    /// The most that can still be added to the sum.
    pub(super) most: i32,
    /// Where the facts stand.
    pub(super) stand: u32,
    /// Places that are not equal to the one below.
    pub(super) apart: W,
}

impl<'a, W: Word, C: Cpu, const N: usize> Hunt<'a, W, C, N> {
    pub(super) fn new(
        cpu: C,
        parts: (Plan<'a, W>, Facts<'a, W>, Course<W>),
        (bytes, cards): (usize, u32),
        values: usize,
        pace: Pace<'a>,
        proofs: &'a mut Proofs,
    ) -> Self {
        let (plan, facts, course) = parts;
        let deck = plan.equals.deck;
        let edges = course.tracks.iter().map(|track| edges(track.cards(), deck)).collect();
        Self {
            cpu,
            plan,
            facts,
            course,
            hands: [W::ZERO; N],
            edges,
            proofs,
            cutoffs: Cutoffs::new(cards),
            pace,
            most_stands: (bytes / STAND_BYTES).max(LEAST_STANDS),
            questions: (0..values).map(|_| None).collect(),
        }
    }

    /// Whether a state is worth at least the value with this index.
    pub(super) fn answer(&mut self, index: usize, value: f64, state: &State<W>) -> bool {
        let mut question =
            self.questions[index].take().unwrap_or_else(|| Stakes::new(&self.plan.score, value));
        for (seat, hand) in self.hands.iter_mut().enumerate() {
            *hand = state.hands[usize::from(self.plan.table.real[seat])];
        }
        let stand = self.facts.stand(&self.plan, &self.course, state);
        let stand = self.course.number(stand);
        let done = self.facts.so_far(&self.plan, state) - self.plan.score.start;
        let target = -(done as i32);
        let most = self.plan.left(state).of(self.plan.score.sum) as i32;
        let mut rest = Rest { tricks: tricks_left(state), most, stand, apart: W::ZERO };
        let seat = self.plan.table.seat(state.seat.index());
        let found = if state.trick.is_empty() {
            self.start(&mut question, seat, rest, target).0
        } else {
            rest.apart = self.apart(&question.stake(&self.plan.score, &self.course, stand));
            let trick = self.open_trick(state);
            let left = state.pending.count_ones() as usize - 1;
            self.turn(&mut question, &trick, (seat, left), rest, target, None).0
        };
        self.questions[index] = Some(question);
        (found >= target) != self.plan.score.falls
    }

    fn open_trick(&self, state: &State<W>) -> Trick<W> {
        let best = self.plan.table.seat(state.best.index());
        let mut trick = Trick::open(best);
        trick.cards = state.trick;
        trick.led = self.plan.rules.lane(state.led);
        trick.beating = state.beating;
        trick.best = state.table[state.best.index()];
        for (seat, slot) in trick.table.iter_mut().enumerate().take(N) {
            *slot = state.table[usize::from(self.plan.table.real[seat])];
        }
        trick.gain = state.trick.places().map(|place| self.plan.gains[place.index()]).sum();
        trick
    }

    /// The cards in all hands.
    #[inline(always)]
    pub(super) fn out(&self) -> W {
        self.hands.iter().fold(W::ZERO, |all, &hand| all | hand)
    }

    pub(super) fn apart(&self, stake: &Stake) -> W {
        if fault::has(Fault::FactCardsEqual) {
            return W::ZERO;
        }
        let live = self.edges.iter().enumerate().filter(|(track, _)| stake.live >> track & 1 == 1);
        live.fold(W::ZERO, |all, (_, &edges)| all | edges)
    }
}
