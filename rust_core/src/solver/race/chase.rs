//! The search: with how many units is the value reached, if both sides play their best?

use super::super::board::{Cutoffs, Trick};
use super::super::fault::{self, Fault};
use super::super::search::{Pace, Reached};
use super::key::{Sight, Structure};
use super::moves::CALLS;
use super::plan::Plan;
use super::proofs::{NONE, Proof, RaceProofs};
use super::question::{FAR, Moment, Question};
use super::scale::Scale;
use super::stand::Stand;
use super::sure::sure;
use crate::cards::{Place, Word};
use crate::cpu::{Cpu, Work};
use crate::play::{Fixed, State};
use crate::rules::DutyPhase;

/// Moves that are remembered while a turn is looked at.
const MAX_TRIED: usize = 12;

/// A search among `N` seats, compiled for a processor.
pub(in crate::solver) struct Chase<'a, W, C, const N: usize> {
    pub(super) cpu: C,
    pub(super) plan: Plan<'a, W>,
    pub(super) scale: Scale<'a>,
    pub(super) fixed: &'a Fixed<W>,
    pub(super) hands: [W; N],
    pub(super) proofs: &'a mut RaceProofs,
    pub(super) cutoffs: Cutoffs,
    pub(super) pace: Pace<'a>,
    /// By value: whether it is reached.
    pub(super) questions: Vec<Question>,
}

/// Whose turn it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct At<W> {
    pub(super) seat: usize,
    /// Seats that play after this one.
    pub(super) left: usize,
    /// What an announcement leaves to play, else empty.
    pub(super) must_play: W,
    /// The move to try first.
    pub(super) first: u8,
}

/// Moves of a turn that did not prove enough, and what they need.
#[derive(Debug, Clone, Copy, Default)]
struct Tried {
    moves: [(u8, i32); MAX_TRIED],
    count: usize,
}

impl Tried {
    #[inline(always)]
    fn add(&mut self, number: u8, need: i32) {
        if let Some(slot) = self.moves.get_mut(self.count) {
            *slot = (number, need);
            self.count += 1;
        }
    }

    #[inline(always)]
    fn all(&self) -> impl Iterator<Item = (u8, i32)> + '_ {
        self.moves.iter().take(self.count).copied()
    }
}

/// The places strictly between two.
#[inline(always)]
fn between<W: Word>(low: Place, high: Place) -> W {
    let below = |place: Place| W::wrapping_sub(W::of(place), W::of(Place::default()));
    below(high).minus(below(low) | W::of(low))
}

/// The side that reaches or misses the value: its numbers get better downwards or upwards.
#[inline(always)]
fn better(ours: bool, one: i32, other: i32) -> i32 {
    if ours { one.min(other) } else { one.max(other) }
}

/// The start of a trick, as work for a processor.
struct Start<'h, 'a, W, C, const N: usize> {
    chase: &'h mut Chase<'a, W, C, N>,
    question: &'h mut Question,
    leader: usize,
    stand: &'h Stand<N>,
}

impl<W: Word, C: Cpu, const N: usize> Work for Start<'_, '_, W, C, N> {
    type Out = i32;

    #[inline(always)]
    fn work(self) -> i32 {
        self.chase.start_here(self.question, self.leader, self.stand)
    }
}

/// A turn, as work for a processor.
struct Try<'h, 'a, W, C, const N: usize> {
    chase: &'h mut Chase<'a, W, C, N>,
    question: &'h mut Question,
    trick: &'h Trick<W>,
    stand: &'h Stand<N>,
    at: &'h At<W>,
    sight: &'h Sight<W>,
}

impl<W: Word, C: Cpu, const N: usize> Work for Try<'_, '_, W, C, N> {
    type Out = (i32, u8);

    #[inline(always)]
    fn work(self) -> Self::Out {
        let Self { chase, question, trick, stand, at, sight } = self;
        chase.turn_here(question, trick, stand, at, sight)
    }
}

impl<'a, W: Word, C: Cpu, const N: usize> Chase<'a, W, C, N> {
    pub(super) fn new(
        cpu: C,
        (plan, scale, questions): (Plan<'a, W>, Scale<'a>, Vec<Question>),
        fixed: &'a Fixed<W>,
        pace: Pace<'a>,
        cutoffs: Cutoffs,
        proofs: &'a mut RaceProofs,
    ) -> Self {
        let hands = [W::ZERO; N];
        Self { cpu, plan, scale, fixed, hands, proofs, cutoffs, pace, questions }
    }

    /// Whether a state is worth at least the value with this index.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn answer(&mut self, index: usize, state: &State<W>) -> Result<bool, Reached> {
        for (seat, hand) in self.hands.iter_mut().enumerate() {
            *hand = state.hands[seat];
        }
        let stand = Stand::<N>::new(&self.plan, self.fixed, state);
        let mut question = self.questions.swap_remove(index);
        let seat = state.seat.index();
        let need = if state.is_on_lead() && state.must_play.is_empty() {
            self.start(&mut question, seat, &stand)
        } else {
            let trick = self.open_trick(state);
            let left = state.pending.count_ones() as usize - 1;
            let sight = Sight::new(&self.plan, &self.hands, &stand);
            let at = At { seat, left, must_play: state.must_play, first: NONE };
            self.turn(&mut question, &trick, &stand, &at, &sight).0
        };
        self.questions.push(question);
        let last = self.questions.len() - 1;
        self.questions.swap(index, last);
        self.pace.reached.map_or(Ok(need <= stand.ours), Err)
    }

    fn open_trick(&self, state: &State<W>) -> Trick<W> {
        let mut trick = Trick::open(state.best.index());
        trick.cards = state.trick;
        trick.led = self.plan.rules.lane(state.led);
        trick.beating = state.beating;
        trick.best = state.table[state.best.index()];
        trick.gain = self.plan.units_of(state.trick);
        trick
    }

    /// How many units the maximisers must have on a lead: no more than they have and then it may be
    /// fewer, or more and then it may be more still. All else, the total too, stays as it is.
    #[inline(always)]
    pub(super) fn start(
        &mut self,
        question: &mut Question,
        leader: usize,
        stand: &Stand<N>,
    ) -> i32 {
        self.cpu.run(Start { chase: self, question, leader, stand })
    }

    #[inline(always)]
    fn start_here(&mut self, question: &mut Question, leader: usize, stand: &Stand<N>) -> i32 {
        let sight = Sight::new(&self.plan, &self.hands, stand);
        if let Some(need) = self.at_once(question, leader, stand, &sight) {
            return need;
        }
        let about = (&self.scale, &*question, stand, leader);
        let structure = Structure::new(self.cpu, &self.plan, about, &self.hands, &sight);
        let mut first = NONE;
        for proof in self.proofs.of(structure.key) {
            let differences = self.plan.worth.differences(proof.filling, structure.filling);
            let known = proof.says(differences, stand.total);
            if stand.ours >= known.reached {
                return known.reached;
            }
            if stand.ours <= known.missed {
                return known.missed + 1;
            }
            if proof.best != NONE && (first == NONE || differences == (0, 0)) {
                first = match structure.card(proof.best) {
                    Some(card) => card.number(),
                    None => proof.best,
                };
            }
        }
        let at = At { seat: leader, left: N - 1, must_play: W::ZERO, first };
        let (need, best) = self.turn(question, &Trick::open(leader), stand, &at, &sight);
        if self.pace.reached.is_none() {
            let is_reached = need <= stand.ours;
            let ours = if is_reached { need.max(0) } else { need.min(stand.total + 1) - 1 };
            let proof = Proof {
                filling: structure.filling,
                total: stand.total,
                reached: is_reached.then_some(ours),
                missed: (!is_reached).then_some(ours),
                best: structure.relative(best),
            };
            self.proofs.store(structure.key, stand.left, proof);
        }
        need
    }

    /// What needs no search: units that cannot be made up any more, and tricks that cannot be lost.
    #[inline(always)]
    fn at_once(
        &self,
        question: &mut Question,
        leader: usize,
        stand: &Stand<N>,
        sight: &Sight<W>,
    ) -> Option<i32> {
        let (plan, scale) = (&self.plan, &self.scale);
        let moment = Moment::new(plan, scale, stand, leader, false);
        let prospect = question.prospect(plan, scale, &moment, stand.total + stand.rest);
        let [ours, theirs] = sight.pairs.map(|pairs| stand.rest + pairs);
        let least = (prospect.least_ours - ours).max(stand.total - prospect.most_theirs);
        if stand.ours < least {
            return Some(least.min(stand.total + 1));
        }
        let enough = (stand.total + theirs - prospect.least_theirs + 1).min(prospect.most_ours + 1);
        if stand.ours >= enough {
            return Some(enough.max(0));
        }
        let side = plan.side(leader);
        // Where the others can end the deal, or gain, by following, nothing is sure.
        if plan.counts_tricks[side] || (plan.following && sight.pairs[1 - side] > 0) {
            return None;
        }
        let sure = sure(plan, &self.hands, stand, leader);
        if sure.tricks == 0 {
            return None;
        }
        let mut next = *stand;
        next.tricks[side] += sure.tricks;
        next.last = leader as u8;
        next.add(side, sure.units);
        let over = sure.tricks >= stand.left;
        let moment = Moment::new(plan, scale, &next, leader, over);
        let verdict = question.verdict(plan, scale, &moment, next.total);
        if side == 0 {
            let need = verdict.reached - sure.units;
            (stand.ours >= need).then_some(need)
        } else {
            (stand.ours <= verdict.missed).then_some(verdict.missed + 1)
        }
    }

    /// Tries the moves of a turn; also tells the one that proved enough.
    #[inline(always)]
    pub(super) fn turn(
        &mut self,
        question: &mut Question,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
    ) -> (i32, u8) {
        self.cpu.run(Try { chase: self, question, trick, stand, at, sight })
    }

    #[inline(always)]
    fn turn_here(
        &mut self,
        question: &mut Question,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
    ) -> (i32, u8) {
        let ours = self.plan.side(at.seat) == 0;
        let mut need = if ours { FAR } else { -FAR };
        if let Some(bound) = self.going_out(question, trick, stand, at) {
            need = bound;
            if (need <= stand.ours) == ours {
                self.pace.count();
                return (need, NONE);
            }
        }
        let context = self.cutoffs.context(self.hands[at.seat], trick, at.seat, at.left);
        let moves = self.moves(trick, stand, at, sight, self.cutoffs.get(context));
        let mut tried = Tried::default();
        for &number in moves.numbers() {
            if let Some(place) = Place::new(number)
                && let Some(bound) = self.like(&tried, place, trick, stand, at, sight)
            {
                need = better(ours, need, bound);
                continue;
            }
            let found = match Place::new(number) {
                Some(place) => self.after_card(question, trick, stand, at, sight, place),
                None => self.after_call(question, trick, stand, at, sight, number - CALLS),
            };
            if self.pace.reached.is_some() {
                return (stand.ours, NONE);
            }
            need = better(ours, need, found);
            if (need <= stand.ours) == ours {
                if let Some(place) = Place::new(number) {
                    self.cutoffs.set(context, place);
                }
                return (need, number);
            }
            tried.add(number, found);
        }
        (need, NONE)
    }

    /// What is known of a card because one that is its equal in rank was tried: the play can be copied
    /// with both cards changed for each other, and costs no more units than they differ by.
    #[inline(always)]
    fn like(
        &self,
        tried: &Tried,
        place: Place,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
    ) -> Option<i32> {
        if tried.count == 0 || sight.named.has(place) {
            return None;
        }
        let plan = &self.plan;
        let lane = plan.rules.lane_of(place);
        let foreign = self.present(trick, sight).minus(self.hands[at.seat]);
        let ours = plan.side(at.seat) == 0;
        for (number, need) in tried.all() {
            let Some(other) = Place::new(number) else { continue };
            if plan.rules.lane_of(other) != lane || sight.named.has(other) {
                continue;
            }
            let (low, high) = if other < place { (other, place) } else { (place, other) };
            if !(foreign & between(low, high)).is_empty() {
                continue;
            }
            let apart = (plan.units(place) - plan.units(other)).abs();
            let apart = if fault::has(Fault::EqualUnits) { 0 } else { apart };
            let bound = if ours { need - apart } else { need + apart };
            if (bound <= stand.ours) != ours {
                return Some(bound);
            }
        }
        None
    }

    #[inline(always)]
    fn after_card(
        &mut self,
        question: &mut Question,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
        place: Place,
    ) -> i32 {
        if !self.pace.count() {
            return stand.ours;
        }
        let card = W::of(place);
        let rules = self.plan.rules;
        let mut next = *trick;
        next.cards |= card;
        next.gain += self.plan.units(place);
        if next.led.is_empty() {
            next.led = rules.lane(rules.lane_of(place));
        }
        if !(trick.beating & card).is_empty() {
            next.beating = rules.beats(place, self.plan.trump);
            next.best = place.number();
            next.best_seat = at.seat as u8;
        }
        self.hands[at.seat] = self.hands[at.seat].minus(card);
        let need = if at.left > 0 {
            let seat = if at.seat + 1 == N { 0 } else { at.seat + 1 };
            let at = At { seat, left: at.left - 1, must_play: W::ZERO, first: NONE };
            self.turn(question, &next, stand, &at, sight).0
        } else {
            self.finish(question, &next, stand)
        };
        self.hands[at.seat] = self.hands[at.seat].with(place);
        need
    }

    /// Books a complete trick, draws and goes on.
    #[inline(always)]
    fn finish(&mut self, question: &mut Question, trick: &Trick<W>, stand: &Stand<N>) -> i32 {
        let winner = usize::from(trick.best_seat);
        let side = self.plan.side(winner);
        let mut next = *stand;
        next.won |= 1 << winner;
        next.tricks[side] += 1;
        next.last = winner as u8;
        next.left -= 1;
        next.rest -= trick.gain;
        let over = next.left == 0;
        let last = if over { self.plan.last_units } else { 0 };
        next.add(side, trick.gain + last);
        if stand.waiting != [0; N] {
            for seat in 0..N {
                if self.plan.counts(seat, next.won) {
                    next.add(self.plan.side(seat), i32::from(next.waiting[seat]));
                    next.waiting[seat] = 0;
                }
            }
        }
        let gain = next.ours - stand.ours;
        let moment = Moment::new(&self.plan, &self.scale, &next, winner, over);
        let verdict = question.verdict(&self.plan, &self.scale, &moment, next.total);
        if next.ours >= verdict.reached {
            return verdict.reached - gain;
        }
        if over || next.ours <= verdict.missed {
            return verdict.missed + 1 - gain;
        }
        let need = self.draw_and_start(question, winner, &mut next);
        need.min(verdict.reached).max(verdict.missed + 1) - gain
    }

    /// Draws after a trick, and goes on to the next.
    #[inline(always)]
    fn draw_and_start(
        &mut self,
        question: &mut Question,
        winner: usize,
        next: &mut Stand<N>,
    ) -> i32 {
        if !next.draws(&self.plan) {
            return self.start(question, winner, next);
        }
        let hands = self.hands;
        for step in 0..N {
            let card = next.draw(&self.plan);
            self.hands[(winner + step) % N] |= card;
        }
        if next.stock_left(&self.plan) == 0 {
            next.phase = DutyPhase::Main;
        }
        let need = self.start(question, winner, next);
        self.hands = hands;
        need
    }
}
