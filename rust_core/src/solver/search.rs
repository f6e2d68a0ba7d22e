//! The search for all games: can the maximising side bring the sum to a target, whatever the others
//! play?

use super::Task;
use super::alike::Alike;
use super::bounds;
use super::cutoffs::Cutoffs;
use super::ends::{Counts, Room};
use super::fault::{self, Fault};
use super::flags::Outlook;
use super::key::{key, name_of};
use super::order::Outline;
pub(super) use super::pace::Pace;
pub use super::pace::{Limits, Reached};
use super::question::{Question, mix};
use super::split::{Split, Sum};
use super::table::{NONE, OPEN, Proof, Table};
use crate::cards::{Place, Word};
use crate::cpu::{Cpu, Processor, Work, on};
use crate::play::{Fixed, Move, State};
use crate::rules::PlayRules;

/// More than any sum and bonus.
const FAR: i32 = 1 << 24;
/// Among more seats than these proofs are kept within tricks too.
const MANY: usize = 4;
/// No table is larger, whatever is asked for.
const MAX_BYTES: usize = 1 << 30;

/// A search for a processor.
pub(super) struct AnySearch<'a, W>(Box<dyn Searching<W> + 'a>);

trait Searching<W> {
    fn holds(&mut self, index: usize, value: f64, state: &State<W>) -> Result<bool, Reached>;
    fn nodes(&self) -> u64;
}

impl<'a, W: Word> AnySearch<'a, W> {
    /// A search for a position and all that follow from it.
    pub(super) fn new(
        task: &Task<'a, W>,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
        table: &'a mut Table,
        memory: Option<usize>,
        processor: Processor,
    ) -> Self {
        let pace = Pace::new(limits, stop);
        on!(processor, cpu => Self(Box::new(Search::new(cpu, task, pace, table, memory))))
    }

    /// Whether a state is worth at least the value with this index.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn holds(
        &mut self,
        index: usize,
        value: f64,
        state: &State<W>,
    ) -> Result<bool, Reached> {
        self.0.holds(index, value, state)
    }

    /// Moves played so far.
    pub(super) fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// A search of one deal under one objective, with what it has proven so far.
pub(super) struct Search<'a, W, C> {
    pub(super) cpu: C,
    pub(super) rules: &'a PlayRules<W>,
    pub(super) fixed: &'a Fixed<W>,
    pub(super) split: Split<W>,
    /// Numbers of the objective.
    numbers: &'a [f64],
    /// By value: the question whether it is reached.
    questions: Vec<Option<Question>>,
    pace: Pace<'a>,
    pub(super) alike: Alike<'a, W>,
    pub(super) maximisers: u16,
    /// The value falls with the sum.
    pub(super) falls: bool,
    /// See [`wants`].
    wants: bool,
    /// Sure tricks of both sides bound the sum.
    pub(super) has_sure: bool,
    pub(super) table: &'a mut Table,
    /// What tells this deal and objective from others in the table.
    salt: u64,
    cutoffs: Cutoffs,
    outlooks: Vec<Outlook>,
}

/// What is proven of a position, and how far it holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// What is still to come, bonus included: at least the target and then a lower bound, or less and
    /// then an upper bound.
    pub(super) bound: i32,
    pub(super) room: Room,
}

impl Found {
    /// With another move that did not prove enough either.
    #[inline(always)]
    fn failing(self, other: Self, maximises: bool) -> Self {
        let (one, two) = (self.bound, other.bound);
        let bound = if maximises { one.max(two) } else { one.min(two) };
        Self { bound, room: self.room.and(other.room) }
    }

    /// However near the ends of the deal are.
    #[inline(always)]
    pub(super) fn anywhere(bound: i32) -> Self {
        Self { bound, room: Room::FREE }
    }
}

/// The start of a trick, or another turn that proofs are kept of, as work for a processor.
struct Start<'h, 'a, W, C> {
    search: &'h mut Search<'a, W, C>,
    question: &'h mut Question,
    state: &'h State<W>,
    target: i32,
}

impl<W: Word, C: Cpu> Work for Start<'_, '_, W, C> {
    type Out = Found;

    #[inline(always)]
    fn work(self) -> Found {
        self.search.start_here(self.question, self.state, self.target)
    }
}

/// A turn, as work for a processor.
struct Try<'h, 'a, W, C> {
    search: &'h mut Search<'a, W, C>,
    question: &'h mut Question,
    state: &'h State<W>,
    target: i32,
    first: Option<Place>,
}

impl<W: Word, C: Cpu> Work for Try<'_, '_, W, C> {
    type Out = (Found, Option<Place>);

    #[inline(always)]
    fn work(self) -> Self::Out {
        self.search.moves_here(self.question, self.state, self.target, self.first)
    }
}

impl<W: Word, C: Cpu> Searching<W> for Search<'_, W, C> {
    fn holds(&mut self, index: usize, value: f64, state: &State<W>) -> Result<bool, Reached> {
        let question = self.questions[index].take();
        let mut question =
            question.unwrap_or_else(|| Question::new(&self.split, self.numbers, value));
        let additive = self.split.additive.as_ref();
        let start = additive.map_or(0, |additive| additive.sign * additive.start);
        let target = -self.split.so_far(self.rules, state) - start;
        let holds = self.value(&mut question, state, target).bound >= target;
        self.questions[index] = Some(question);
        self.pace.reached.map_or(Ok(holds), Err)
    }

    fn nodes(&self) -> u64 {
        self.pace.nodes
    }
}

impl<'a, W: Word, C: Cpu> Search<'a, W, C> {
    fn new(
        cpu: C,
        task: &Task<'a, W>,
        pace: Pace<'a>,
        table: &'a mut Table,
        memory: Option<usize>,
    ) -> Self {
        let Task { rules, fixed, root, objective, .. } = *task;
        let split = Split::new(rules, fixed, objective);
        let alike = Alike::new(rules, fixed, objective, Some(&split));
        let maximisers = objective.maximisers();
        let side = maximisers & rules.all_seats();
        let is_own = |sum: Sum| match sum {
            Sum::Units { seats, .. } | Sum::Tricks { seats, late: false } => seats == side,
            Sum::Tricks { late: true, .. } => false,
        };
        let additive = split.additive.as_ref();
        let has_sure = bounds::apply(rules)
            && alike.identity.is_plain
            && additive.is_some_and(|additive| additive.sign > 0 && is_own(additive.sum));
        let cards = alike.present(root).len();
        let bytes = memory.unwrap_or_else(|| memory_for(cards)).min(MAX_BYTES);
        let sum =
            additive.map_or(0, |additive| additive.sum.name() << 1 | u64::from(additive.sign > 0));
        let about = [sum, u64::from(maximisers)];
        let about = objective.axis_names().iter().chain(&about);
        let salt = mix(objective.rules_name(), name_of(rules, fixed, objective));
        let salt = about.fold(salt, |salt, &name| mix(salt, name));
        table.prepare(bytes, salt);
        let wants = wants(&split, maximisers);
        let falls = split.additive.as_ref().is_some_and(|additive| additive.sign < 0);
        Self {
            cpu,
            rules,
            fixed,
            split,
            numbers: objective.table(),
            questions: objective.values().iter().map(|_| None).collect(),
            pace,
            alike,
            maximisers,
            falls,
            wants,
            has_sure,
            table,
            salt: if fault::has(Fault::SaltIgnored) { 0 } else { salt },
            cutoffs: Cutoffs::new(cards),
            outlooks: Vec::new(),
        }
    }

    /// What is still to come.
    #[inline(always)]
    fn value(&mut self, question: &mut Question, state: &State<W>, target: i32) -> Found {
        if state.is_over() {
            return Found::anywhere(question.bonus(&self.split, self.rules, self.fixed, state));
        }
        if state.must_play.is_empty() && (state.is_on_lead() || self.keeps_turns(state)) {
            self.cpu.run(Start { search: self, question, state, target })
        } else {
            self.moves(question, state, target, None).0
        }
    }

    /// Whether proofs are kept of a turn within a trick: among many seats of one side, cards that cannot
    /// win come in any order to the same.
    #[inline(always)]
    fn keeps_turns(&self, state: &State<W>) -> bool {
        self.rules.seats() > MANY && state.pending.count_ones() > 1
    }

    #[inline(always)]
    fn start_here(&mut self, question: &mut Question, state: &State<W>, target: i32) -> Found {
        let rest = self.rest(state);
        let mut outlooks = std::mem::take(&mut self.outlooks);
        let seen =
            question.look(&self.split.flags, self.rules, self.fixed, state, &rest, &mut outlooks);
        let found = self.at_once(state, &rest, &seen, target);
        let key = found.is_none().then(|| {
            let deal = (self.rules, self.fixed);
            key(deal, state, &self.alike.identity, &self.split.flags, &outlooks, seen.live)
        });
        self.outlooks = outlooks;
        let Some(key) = key else { return Found::anywhere(found.unwrap_or(target)) };
        let hash = mix(mix(key.hash, seen.class), self.salt) | 1;
        let units = self.units(state);
        let first = match self.known(hash, &key, units, seen.offset, target) {
            Ok(found) => return found,
            Err(first) => first,
        };
        let (found, best) = self.moves(question, state, target, first);
        if self.pace.reached.is_none() {
            let holds = found.bound >= target;
            let bound = found.bound - seen.offset;
            let (lower, upper) = if holds { (bound, OPEN) } else { (-OPEN, bound) };
            let mut rooms = [Counts::default(); 2];
            rooms[usize::from(!holds)] = found.room.kept(units, self.lasts(holds));
            let best = best.map_or(NONE, |place| key.number(place));
            let proof = Proof { filling: key.filling, lower, upper, rooms, best };
            self.table.store(hash, rest.cards.len(), proof);
        }
        found
    }

    /// Tries the moves of a state; also tells the card that proved enough.
    #[inline(always)]
    fn moves(
        &mut self,
        question: &mut Question,
        state: &State<W>,
        target: i32,
        first: Option<Place>,
    ) -> (Found, Option<Place>) {
        self.cpu.run(Try { search: self, question, state, target, first })
    }

    #[inline(always)]
    fn moves_here(
        &mut self,
        question: &mut Question,
        state: &State<W>,
        target: i32,
        first: Option<Place>,
    ) -> (Found, Option<Place>) {
        let maximises = state.seat().is_in(self.maximisers);
        let mut all = Found::anywhere(if maximises { -FAR } else { FAR });
        let calls = state.legal_calls(self.rules, self.fixed);
        for call in calls.calls() {
            let found = self.after(question, state, Move::Call(call), target);
            if (found.bound >= target) == maximises || self.pace.reached.is_some() {
                return (found, None);
            }
            all = all.failing(found, maximises);
        }
        let (places, count) = self.ordered(state, first);
        for &place in &places[..count] {
            let found = self.after(question, state, Move::Card(self.rules.card(place)), target);
            if self.pace.reached.is_some() {
                return (found, None);
            }
            if (found.bound >= target) == maximises {
                if count > 1 {
                    self.cutoffs.set(state, place);
                }
                return (found, Some(place));
            }
            all = all.failing(found, maximises);
        }
        (all, None)
    }

    #[inline(always)]
    fn after(
        &mut self,
        question: &mut Question,
        state: &State<W>,
        what: Move,
        target: i32,
    ) -> Found {
        let mut next = *state;
        next.apply_unchecked(self.rules, self.fixed, what);
        if !self.pace.count() {
            return Found::anywhere(target);
        }
        if matches!(what, Move::Card(_)) && next.finished == state.finished {
            return self.value(question, &next, target);
        }
        let gain = self.split.so_far(self.rules, &next) - self.split.so_far(self.rules, state);
        let found = self.value(question, &next, target - gain);
        let found = Found { bound: found.bound + gain, ..found };
        self.where_it_ends(found, question, &next, (gain, target))
    }

    /// One card of each run of equal ones, the most promising first.
    #[inline(always)]
    fn ordered(&self, state: &State<W>, first: Option<Place>) -> ([Place; 64], usize) {
        let mut places = [Place::default(); 64];
        let mut rates = [0_i32; 64];
        let mut count = 0;
        let legal = self.alike.distinct(state);
        if legal.len() == 1 {
            places[0] = legal.lowest().unwrap_or_default();
            return (places, 1);
        }
        let hint = self.cutoffs.get(state);
        let side = bounds::side_of(state.seat(), self.maximisers, self.rules.all_seats());
        let outline = Outline::new(self.rules, state, side, self.wants);
        for place in legal.places().take(64) {
            let mut rate = outline.rate(self.rules, state, place);
            if Some(place) == first {
                rate += 4000;
            }
            if Some(place) == hint {
                rate += 1000;
            }
            let mut at = count;
            while at > 0 && rates[at - 1] < rate {
                rates[at] = rates[at - 1];
                places[at] = places[at - 1];
                at -= 1;
            }
            rates[at] = rate;
            places[at] = place;
            count += 1;
        }
        (places, count)
    }
}

/// Whether seats are better off with tricks (or points) of their own: both sides are where the value
/// rises with what the maximisers have, and neither is where it falls.
fn wants<W: Word>(split: &Split<W>, maximisers: u16) -> bool {
    split.additive.as_ref().is_none_or(|additive| {
        let (Sum::Units { seats, .. } | Sum::Tricks { seats, .. }) = additive.sum;
        (seats & maximisers != 0) == (additive.sign > 0)
    })
}

/// Bytes of table for a number of cards left.
fn memory_for(cards: u32) -> usize {
    1 << (16 + cards * 14 / 52).min(28)
}
