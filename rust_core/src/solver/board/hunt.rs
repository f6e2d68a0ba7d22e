//! The search: can one side bring the sum to a target, whatever the others play?

use super::super::fault::{self, Fault};
use super::super::search::{Pace, Reached};
use super::course::Course;
use super::cutoffs::Cutoffs;
use super::equals::edges;
use super::facts::Facts;
use super::key::Structure;
use super::order::Outlook;
use super::plan::{Plan, tricks_left};
use super::proofs::{Proof, Proofs};
use super::stakes::{Stake, Stakes};
use super::sure::{Sure, sure};
use super::trick::{NONE, Trick};
use crate::cards::{Place, Seat, Word};
use crate::cpu::{Cpu, Work};
use crate::play::State;
use crate::rules::Turn;

/// More cards than a seat has to choose from.
pub(super) const MAX_MOVES: usize = 40;
/// More than any sum and bonus.
const FAR: i32 = 1 << 24;
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
    proofs: &'a mut Proofs,
    cutoffs: Cutoffs,
    pub(super) pace: Pace<'a>,
    /// More stands of the facts than may be kept.
    most_stands: usize,
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

/// The start of a trick, as work for a processor.
struct Start<'h, 'a, W, C, const N: usize> {
    hunt: &'h mut Hunt<'a, W, C, N>,
    question: &'h mut Stakes,
    leader: usize,
    rest: Rest<W>,
    target: i32,
}

impl<W: Word, C: Cpu, const N: usize> Work for Start<'_, '_, W, C, N> {
    type Out = i32;

    #[inline(always)]
    fn work(self) -> i32 {
        self.hunt.start_here(self.question, self.leader, self.rest, self.target)
    }
}

/// A turn, as work for a processor.
struct Try<'h, 'a, W, C, const N: usize> {
    hunt: &'h mut Hunt<'a, W, C, N>,
    question: &'h mut Stakes,
    trick: &'h Trick<W>,
    seats: (usize, usize),
    rest: Rest<W>,
    target: i32,
    first: Option<Place>,
}

impl<W: Word, C: Cpu, const N: usize> Work for Try<'_, '_, W, C, N> {
    type Out = (i32, Option<Place>);

    #[inline(always)]
    fn work(self) -> Self::Out {
        let Self { hunt, question, trick, seats, rest, target, first } = self;
        hunt.turn_here(question, trick, seats, rest, target, first)
    }
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
            self.start(&mut question, seat, rest, target)
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

    fn apart(&self, stake: &Stake) -> W {
        if fault::has(Fault::FactCardsEqual) {
            return W::ZERO;
        }
        let live = self.edges.iter().enumerate().filter(|(track, _)| stake.live >> track & 1 == 1);
        live.fold(W::ZERO, |all, (_, &edges)| all | edges)
    }

    /// A bound on what is still to come from the start of a trick, bonus included: at least `target`
    /// and then a lower bound, or less and then an upper bound.
    #[inline(always)]
    fn start(&mut self, question: &mut Stakes, leader: usize, rest: Rest<W>, target: i32) -> i32 {
        self.cpu.run(Start { hunt: self, question, leader, rest, target })
    }

    #[inline(always)]
    fn start_here(
        &mut self,
        question: &mut Stakes,
        leader: usize,
        mut rest: Rest<W>,
        target: i32,
    ) -> i32 {
        let out = self.out();
        let seen = self.course.narrowed(rest.stand, self.sure_trick(out));
        let stake = question.stake(&self.plan.score, &self.course, seen);
        if stake.lowest >= target {
            return stake.lowest;
        }
        if rest.most + stake.highest < target {
            return rest.most + stake.highest;
        }
        rest.apart = self.apart(&stake);
        if rest.tricks == 1 {
            let trick = Trick::open(leader);
            return self.turn(question, &trick, (leader, N - 1), rest, target, None).0;
        }
        if self.plan.has_sure
            && let Some(bound) = self.at_once(out, leader, &rest, &stake, target)
        {
            return bound;
        }
        let ends = self.course.stands[rest.stand as usize].ends;
        let structure = Structure::new(self.cpu, &self.plan, &self.hands, out, leader, rest.tricks)
            .with(&self.plan, &self.course, &self.hands, &stake, ends);
        let mut first = None;
        for proof in self.proofs.of(structure.key()) {
            let (more, less) = self.plan.worth.differences(proof.filling, structure.filling);
            let lower = proof.lower - more + stake.offset;
            if lower >= target {
                return lower;
            }
            let upper = proof.upper + less + stake.offset;
            if upper < target {
                return upper;
            }
            if proof.best != NONE && (first.is_none() || more + less == 0) {
                first = structure.card(proof.best);
            }
        }
        let trick = Trick::open(leader);
        let (bound, best) = self.turn(question, &trick, (leader, N - 1), rest, target, first);
        if self.pace.reached.is_none() {
            let (lower, upper) = if bound >= target {
                (bound, rest.most + stake.highest)
            } else {
                (stake.lowest, bound)
            };
            let proof = Proof {
                lower: lower - stake.offset,
                upper: upper - stake.offset,
                best: structure.place(best),
                filling: structure.filling,
            };
            self.proofs.store(structure.key(), rest.tricks, proof);
        }
        bound
    }

    /// The seat that will win a trick with the highest trump, as a set, if nothing can prevent it.
    #[inline(always)]
    fn sure_trick(&self, out: W) -> u16 {
        let rules = self.plan.rules;
        let emperor_lives = rules.emperor.is_some_and(|emperor| emperor.cards.is_within(out));
        if emperor_lives || !(out & rules.excuse).is_empty() || !rules.spec().ends.is_empty() {
            return 0;
        }
        let Some(top) = (out & self.plan.ground.trumps).highest() else { return 0 };
        self.hands.iter().position(|hand| hand.has(top)).map_or(0, |seat| 1 << seat)
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
    ) -> Option<i32> {
        let plan = &self.plan;
        let lower = match sure(plan, &self.hands, leader, rest.tricks, plan.maximisers) {
            Sure::Some(sum) => sum,
            Sure::All => rest.most - self.prize_gain(out),
        };
        if lower + stake.lowest >= target {
            return Some(lower + stake.lowest);
        }
        let others = plan.table.everybody() & !plan.maximisers;
        let upper = match sure(plan, &self.hands, leader, rest.tricks, others) {
            Sure::Some(sum) => rest.most - sum,
            Sure::All => 0,
        };
        (upper + stake.highest < target).then_some(upper + stake.highest)
    }

    /// What the prize adds, which need not go to anybody.
    fn prize_gain(&self, out: W) -> i32 {
        let plan = &self.plan;
        if plan.prize.is_empty() || (out & plan.rules.prize_card).is_empty() {
            return 0;
        }
        plan.prize.places().map(|place| plan.gains[place.index()]).sum()
    }

    /// The cards that a seat may play.
    #[inline(always)]
    fn legal(&self, trick: &Trick<W>, seat: usize, tricks: u32) -> W {
        let hand = self.hands[seat];
        self.plan.rules.legal(
            &Turn {
                seat: Seat::wrapped(self.plan.table.real[seat]),
                hand,
                available: hand,
                trick: trick.cards,
                led: trick.led,
                void: self.plan.ground.void,
                beating: trick.beating,
                must_play: W::ZERO,
                duty: self.plan.duty(tricks),
                lead_from_hand: false,
            },
            |_, _| (),
        )
    }

    /// Tries the cards of a seat, after which `left` others play; tells which proved enough.
    #[inline(always)]
    fn turn(
        &mut self,
        question: &mut Stakes,
        trick: &Trick<W>,
        seats: (usize, usize),
        rest: Rest<W>,
        target: i32,
        first: Option<Place>,
    ) -> (i32, Option<Place>) {
        self.cpu.run(Try { hunt: self, question, trick, seats, rest, target, first })
    }

    #[inline(always)]
    fn turn_here(
        &mut self,
        question: &mut Stakes,
        trick: &Trick<W>,
        (seat, left): (usize, usize),
        rest: Rest<W>,
        target: i32,
        first: Option<Place>,
    ) -> (i32, Option<Place>) {
        let hand = self.hands[seat];
        let legal = self.legal(trick, seat, rest.tricks);
        let present = self.out() | trick.best_card();
        let legal = self.plan.equals.distinct(legal, hand, present, rest.apart);
        if legal.without_lowest().is_empty() {
            let place = legal.lowest().unwrap_or_default();
            return (self.after(question, trick, (seat, left), rest, target, place), Some(place));
        }
        let maximises = self.plan.maximisers >> seat & 1 == 1;
        let context = self.cutoffs.context(hand, trick, seat, left);
        let mut bound = if maximises { -FAR } else { FAR };
        let mut others = legal;
        // Often one of these is enough, and then the others need no order.
        for place in [first, self.cutoffs.get(context)].into_iter().flatten() {
            if others.has(place) {
                others = others.minus(W::of(place));
                let value = self.after(question, trick, (seat, left), rest, target, place);
                if self.is_enough(value, &mut bound, maximises, target) {
                    return self.cut(bound, context, place);
                }
            }
        }
        let (places, count) = self.ordered(trick, (seat, left), others);
        for &place in &places[..count] {
            let value = self.after(question, trick, (seat, left), rest, target, place);
            if self.is_enough(value, &mut bound, maximises, target) {
                return self.cut(bound, context, place);
            }
        }
        (bound, None)
    }

    /// Counts a value in; whether it is enough for the side to play, or a limit is reached.
    #[inline(always)]
    fn is_enough(&self, value: i32, bound: &mut i32, maximises: bool, target: i32) -> bool {
        *bound = if maximises { (*bound).max(value) } else { (*bound).min(value) };
        (*bound >= target) == maximises || self.pace.reached.is_some()
    }

    /// Remembers the card that was enough.
    #[inline(always)]
    fn cut(&mut self, bound: i32, context: (usize, u32), place: Place) -> (i32, Option<Place>) {
        self.cutoffs.set(context, place);
        (bound, Some(place))
    }

    /// The cards to try, the most promising first.
    #[inline(always)]
    fn ordered(
        &self,
        trick: &Trick<W>,
        (seat, left): (usize, usize),
        cards: W,
    ) -> ([Place; MAX_MOVES], usize) {
        let mut places = [Place::default(); MAX_MOVES];
        let mut rates = [0_i32; MAX_MOVES];
        let outlook = Outlook::new(&self.plan, &self.hands, trick, seat);
        let mut count = 0;
        for place in cards.places().take(MAX_MOVES) {
            let rate = outlook.rate(&self.plan, &self.hands, trick, left, place);
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

    /// The value after a card.
    #[inline(always)]
    fn after(
        &mut self,
        question: &mut Stakes,
        trick: &Trick<W>,
        (seat, left): (usize, usize),
        rest: Rest<W>,
        target: i32,
        place: Place,
    ) -> i32 {
        if !self.pace.count() {
            return target;
        }
        let card = W::of(place);
        let mut next = *trick;
        next.cards |= card;
        next.gain += self.plan.gains[place.index()];
        next.table[seat] = place.number();
        if next.led.is_empty() {
            next.led = self.plan.rules.lane(self.plan.rules.lane_of(place));
        }
        if !(trick.beating & card).is_empty() {
            next.beating = self.plan.rules.beats(place, self.plan.ground.trump);
            next.best = place.number();
            next.best_seat = seat as u8;
        }
        if let Some(emperor) = &self.plan.rules.emperor
            && emperor.cards.is_within(next.cards)
            && !(emperor.led & next.led).is_empty()
        {
            let winner = emperor.winner.number();
            next.beating = W::ZERO;
            next.best = winner;
            next.best_seat =
                next.table.iter().position(|&card| card == winner).unwrap_or(seat) as u8;
        }
        self.hands[seat] = self.hands[seat].minus(card);
        let value = if left > 0 {
            let seat = if seat + 1 == N { 0 } else { seat + 1 };
            self.turn(question, &next, (seat, left - 1), rest, target, None).0
        } else {
            self.finish(question, &next, rest, target)
        };
        self.hands[seat] = self.hands[seat].with(place);
        value
    }

    /// Books a complete trick and goes on.
    #[inline(always)]
    fn finish(
        &mut self,
        question: &mut Stakes,
        trick: &Trick<W>,
        rest: Rest<W>,
        target: i32,
    ) -> i32 {
        let mut end = self.end_of(trick, &rest);
        let plan = &self.plan;
        let of_sum = |seat: usize| plan.score.summed >> seat & 1 == 1;
        let mut gain = 0;
        if of_sum(end.event.winner) {
            gain += end.won;
        }
        if of_sum(end.event.keeper) {
            gain += end.kept;
        }
        let winner = end.event.winner;
        let stand = self.course.step(rest.stand, &mut end.event);
        if self.course.stands.len() > self.most_stands {
            self.pace.give_up(Reached::Memory);
            return target;
        }
        if end.event.over {
            return gain + question.stake(&self.plan.score, &self.course, stand).lowest;
        }
        let after =
            Rest { tricks: rest.tricks - 1, most: rest.most - end.spent, stand, apart: W::ZERO };
        gain + self.start(question, winner, after, target - gain)
    }
}
