//! A turn: the cards to try, the most promising first, and what follows from each.

use super::super::fault::{self, Fault};
use super::super::search::Reached;
use super::hunt::{Hunt, MAX_MOVES, Rest};
use super::order::Outlook;
use super::stakes::Stakes;
use super::start::Proven;
use super::trick::Trick;
use crate::cards::{Place, Seat, Word};
use crate::cpu::{Cpu, Work};
use crate::rules::{Beat, Turn, Void};

/// More than any sum and bonus.
const FAR: i32 = 1 << 24;

/// A bound, the card that proved enough, and the cards whose rank the bound rests on.
type Answer<W> = (i32, Option<Place>, W);

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
    type Out = Answer<W>;

    #[inline(always)]
    fn work(self) -> Self::Out {
        let Self { hunt, question, trick, seats, rest, target, first } = self;
        hunt.turn_here(question, trick, seats, rest, target, first)
    }
}

impl<W: Word, C: Cpu, const N: usize> Hunt<'_, W, C, N> {
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

    /// The winning card, if what the seat may play depends on which of its cards are higher.
    #[inline(always)]
    fn compared(&self, trick: &Trick<W>, hand: W, tricks: u32) -> W {
        let best = trick.best_card();
        if !self.plan.ranking.has_patterns || best.is_empty() || fault::has(Fault::PatternDuty) {
            return W::ZERO;
        }
        let (duty, void) = (self.plan.duty(tricks), self.plan.ground.void);
        let compares = if (hand & trick.led).is_empty() {
            let overtrumps = matches!(duty.void, Void::Overtrump | Void::OvertrumpOrFree);
            overtrumps && !(hand & void).is_empty() && !(best & void).is_empty()
        } else {
            let must_beat = match duty.beat {
                Beat::Never => false,
                Beat::Trumps => trick.led == void,
                Beat::Always => true,
            };
            must_beat && !(best & trick.led).is_empty()
        };
        if compares { best } else { W::ZERO }
    }

    /// What rests on a card that was tried for all equal to it: if it matters which of them one is, then
    /// it matters which the lowest is.
    #[inline(always)]
    fn for_equals(&self, rests: W, place: Place, hand: W, present: W, apart: W) -> W {
        if !self.plan.ranking.has_patterns || fault::has(Fault::PatternEqual) {
            return rests;
        }
        let above = W::ALL << (u32::from(place.number()) + 1);
        let lane = self.plan.rules.lane(self.plan.rules.lane_of(place));
        let Some(next) = (rests & lane & above).lowest() else { return rests };
        let through = above & !(W::ALL << (u32::from(next.number()) + 1));
        let is_equal = hand.has(next)
            && (through & present.minus(hand)).is_empty()
            && (through & (self.plan.equals.starts | apart)).is_empty();
        if is_equal { rests.with(place) } else { rests }
    }

    /// Tries the cards of a seat, after which `left` others play; tells which proved enough.
    #[inline(always)]
    pub(super) fn turn(
        &mut self,
        question: &mut Stakes,
        trick: &Trick<W>,
        seats: (usize, usize),
        rest: Rest<W>,
        target: i32,
        first: Option<Place>,
    ) -> Answer<W> {
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
    ) -> Answer<W> {
        let hand = self.hands[seat];
        let legal = self.legal(trick, seat, rest.tricks);
        let compared = self.compared(trick, hand, rest.tricks);
        let present = self.out() | trick.best_card();
        let legal = self.plan.equals.distinct(legal, hand, present, rest.apart);
        if legal.without_lowest().is_empty() {
            let place = legal.lowest().unwrap_or_default();
            let (bound, rests) = self.after(question, trick, (seat, left), rest, target, place);
            let rests = self.for_equals(rests, place, hand, present, rest.apart);
            return (bound, Some(place), rests | compared);
        }
        let maximises = self.plan.maximisers >> seat & 1 == 1;
        let context = self.cutoffs.context(hand, trick, seat, left);
        let mut bound = if maximises { -FAR } else { FAR };
        let mut all_rests = compared;
        let mut others = legal;
        // Often one of these is enough, and then the others need no order.
        for place in [first, self.cutoffs.get(context)].into_iter().flatten() {
            if others.has(place) {
                others = others.minus(W::of(place));
                let (value, rests) = self.after(question, trick, (seat, left), rest, target, place);
                if self.is_enough(value, &mut bound, maximises, target) {
                    self.cutoffs.set(context, place);
                    return (bound, Some(place), rests | compared);
                }
                all_rests |= self.for_equals(rests, place, hand, present, rest.apart);
            }
        }
        let (places, count) = self.ordered(trick, (seat, left), others);
        for &place in &places[..count] {
            let (value, rests) = self.after(question, trick, (seat, left), rest, target, place);
            if self.is_enough(value, &mut bound, maximises, target) {
                self.cutoffs.set(context, place);
                return (bound, Some(place), rests | compared);
            }
            all_rests |= self.for_equals(rests, place, hand, present, rest.apart);
        }
        (bound, None, all_rests)
    }

    /// Counts a value in; whether it is enough for the side to play, or a limit is reached.
    #[inline(always)]
    fn is_enough(&self, value: i32, bound: &mut i32, maximises: bool, target: i32) -> bool {
        *bound = if maximises { (*bound).max(value) } else { (*bound).min(value) };
        (*bound >= target) == maximises || self.pace.reached.is_some()
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
    ) -> Proven<W> {
        if !self.pace.count() {
            return (target, W::ZERO);
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
        let proven = if left > 0 {
            let seat = if seat + 1 == N { 0 } else { seat + 1 };
            let (bound, _, rests) =
                self.turn(question, &next, (seat, left - 1), rest, target, None);
            (bound, rests)
        } else {
            self.finish(question, &next, rest, target)
        };
        self.hands[seat] = self.hands[seat].with(place);
        proven
    }

    /// Books a complete trick and goes on.
    #[inline(always)]
    fn finish(
        &mut self,
        question: &mut Stakes,
        trick: &Trick<W>,
        rest: Rest<W>,
        target: i32,
    ) -> Proven<W> {
        let won = self.won_by_rank(trick);
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
            return (target, W::ZERO);
        }
        if end.event.over {
            let bonus = question.stake(&self.plan.score, &self.course, stand).lowest;
            return (gain + bonus, won);
        }
        let after =
            Rest { tricks: rest.tricks - 1, most: rest.most - end.spent, stand, apart: W::ZERO };
        let (bound, rests) = self.start(question, winner, after, target - gain);
        (gain + bound, rests | won)
    }

    /// The winning card of a trick, if it won by its rank and not by its lane.
    #[inline(always)]
    fn won_by_rank(&self, trick: &Trick<W>) -> W {
        let Some(best) = Place::new(trick.best) else { return W::ZERO };
        if !self.plan.ranking.has_patterns || fault::has(Fault::PatternWinner) {
            return W::ZERO;
        }
        let lane = self.plan.rules.lane(self.plan.rules.lane_of(best));
        if (trick.cards & lane).without_lowest().is_empty() { W::ZERO } else { W::of(best) }
    }
}
