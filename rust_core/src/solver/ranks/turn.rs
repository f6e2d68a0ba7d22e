//! A turn: the cards of a seat, one after the other.

use super::super::fault::{self, Fault};
use super::bits::{LANES, PLACES, below, lane, low, top};
use super::count::{Count, Proof, Trick};
use super::hints::Context;
use super::order::List;
use crate::cpu::{Cpu, Work};

/// With so many tricks left or more, leads are kept in the table: with fewer they are soon searched.
const LEADS_KEPT: i32 = 4;

/// What of a turn was tried, and was not enough.
struct Tried {
    /// The cards that are equal to a lower one.
    equal: u64,
    left: u64,
    bound: i32,
    used: u64,
    /// Cards that are like one that was tried.
    skip: u64,
}

/// A turn, as work for a processor.
struct Turn<'c, 'a, C, const N: usize, const POSITION: usize> {
    count: &'c mut Count<'a, C, N>,
    seat: usize,
    trick: &'c Trick,
    tricks: i32,
    target: i32,
}

impl<C: Cpu, const N: usize, const POSITION: usize> Work for Turn<'_, '_, C, N, POSITION> {
    type Out = Proof;

    #[inline(always)]
    fn work(self) -> Proof {
        self.count.turn_here::<POSITION>(self.seat, self.trick, self.tricks, self.target)
    }
}

impl<C: Cpu, const N: usize> Count<'_, C, N> {
    #[inline(always)]
    fn legal<const POSITION: usize>(&self, hand: u64, trick: &Trick) -> u64 {
        let follow = hand & trick.led;
        if POSITION == 0 {
            hand
        } else if follow != 0 {
            follow
        } else if self.must_trump && hand & self.trumps != 0 {
            hand & self.trumps
        } else {
            hand
        }
    }

    /// Tries the cards of the seat that plays number `POSITION` to the trick.
    #[inline(always)]
    pub(super) fn turn<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        tricks: i32,
        target: i32,
    ) -> Proof {
        self.cpu.run(Turn::<C, N, POSITION> { count: self, seat, trick, tricks, target })
    }

    #[inline(always)]
    fn turn_here<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        tricks: i32,
        target: i32,
    ) -> Proof {
        let hand = self.hands[seat];
        let maximises = self.is_max(seat);
        let legal = self.legal::<POSITION>(hand, trick);
        let need = if maximises { target } else { tricks - target + 1 };
        if POSITION > 0
            && POSITION + 1 < N
            && need == 1
            && let Some(used) = self.sure::<POSITION>(seat, trick)
        {
            return (if maximises { target } else { target - 1 }, used);
        }
        let present = (trick.all & !trick.played) | trick.best;
        let equal = equal_to_a_lower(hand, present);
        let mut tried = Tried {
            equal,
            left: legal & !equal,
            bound: if maximises { -1 } else { tricks + 1 },
            used: 0,
            skip: 0,
        };
        if tried.left & below(tried.left) == 0 {
            let card = tried.left;
            let proof = self.attempt::<POSITION>(seat, trick, card, tricks, target, &mut tried);
            return proof.unwrap_or((tried.bound, tried.used));
        }
        // First the one that cut in a like turn.
        let context = self.context::<POSITION>(seat, trick);
        let hinted = self.hint(context, legal, equal);
        if hinted != 0 {
            let proof = self.attempt::<POSITION>(seat, trick, hinted, tricks, target, &mut tried);
            if let Some(proof) = proof {
                return proof;
            }
            tried.left &= !hinted & !tried.skip;
            if tried.left == 0 {
                return (tried.bound, tried.used);
            }
        }
        let mut list = List::default();
        self.order::<POSITION>(seat, trick, tried.left, &mut list);
        while let Some(card) = list.next() {
            if card & tried.skip != 0 {
                continue;
            }
            let proof = self.attempt::<POSITION>(seat, trick, card, tricks, target, &mut tried);
            if let Some(proof) = proof {
                if self.pace.reached.is_none() {
                    self.hints.put(context, card);
                }
                return proof;
            }
        }
        (tried.bound, tried.used)
    }

    /// Tries a card: the proof, if it is enough.
    #[inline(always)]
    fn attempt<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        card: u64,
        tricks: i32,
        target: i32,
        tried: &mut Tried,
    ) -> Option<Proof> {
        let (hand, equal) = (self.hands[seat], tried.equal);
        let maximises = self.is_max(seat);
        let played = self.top_of_run::<POSITION>(hand, trick, card, equal);
        let (value, rests) = if POSITION == 0 && self.keeps_leads && tricks >= LEADS_KEPT {
            self.after_lead(seat, trick, played, tricks, target)
        } else {
            self.after::<POSITION>(seat, trick, played, tricks, target)
        };
        if self.pace.reached.is_some() {
            return Some((target, 0));
        }
        if (value >= target) == maximises {
            return Some((value, rests));
        }
        tried.bound = if maximises { tried.bound.max(value) } else { tried.bound.min(value) };
        tried.used |= rests;
        let suit = LANES[lane(card)];
        let lowest = low(rests & suit);
        // Below the lowest rank that mattered all cards of the lane are alike.
        let small = if lowest == 0 { suit } else { suit & below(lowest) };
        if played & small != 0 {
            tried.skip |= small;
        }
        if lowest & equal != 0 && !fault::has(Fault::EqualForgotten) {
            // That card was left out for one that matters less, because only own cards lie between.
            // In a position that fits, a stranger's could, unless the rank of that one is kept too:
            // whether it was tried, is skipped as small, or comes later. Seldom does it decide
            // anything that one skipped is kept, once in a hundred thousand turns; 1587f0b tells of a
            // deal in which it did.
            tried.used |= lowest_of_run(lowest, hand, equal);
        }
        None
    }

    /// A card that leads as the best of its lane, or beats, is played as the highest of its equals, so
    /// that fewer ranks matter.
    #[inline(always)]
    fn top_of_run<const POSITION: usize>(
        &self,
        hand: u64,
        trick: &Trick,
        card: u64,
        equal: u64,
    ) -> u64 {
        if POSITION > 0 && !self.beats(card, trick.best) {
            return card;
        }
        let suit = LANES[lane(card)];
        let mut best = card;
        loop {
            let next = low(hand & suit & !(best | below(best)));
            if next & equal == 0 {
                break;
            }
            best = next;
        }
        if POSITION == 0 && best != top(trick.all & suit) { card } else { best }
    }

    /// What a hint is for: leading, the hand; following, the lane led and the card to beat; void,
    /// the hand and the card to beat. Wider contexts hurt.
    #[inline(always)]
    fn context<const POSITION: usize>(&self, seat: usize, trick: &Trick) -> Context {
        let hand = self.hands[seat];
        let (about, best) = if POSITION == 0 {
            (hand, 0)
        } else if hand & trick.led == 0 {
            (hand, trick.best | 1 << 15)
        } else {
            (trick.all & trick.led, trick.best)
        };
        self.hints.context(seat, about, best)
    }

    /// The card that cut in a like turn, as the lowest of its equals; nothing if it is not legal.
    #[inline(always)]
    fn hint(&self, context: Context, legal: u64, equal: u64) -> u64 {
        let card = self.hints.get(context);
        if legal & card != 0 { lowest_of_run(card, legal, equal) } else { 0 }
    }

    /// Plays a card.
    #[inline(always)]
    pub(super) fn after<const POSITION: usize>(
        &mut self,
        seat: usize,
        trick: &Trick,
        card: u64,
        tricks: i32,
        target: i32,
    ) -> Proof {
        if !self.pace.count() {
            return (target, 0);
        }
        let mut next = *trick;
        next.played |= card;
        if POSITION == 0 {
            next.led = LANES[lane(card)];
        }
        if POSITION == 0 || self.beats(card, trick.best) {
            (next.best, next.best_seat) = (card, seat);
        }
        let one = 1 << (16 * seat + 4 * lane(card));
        self.hands[seat] ^= card;
        self.shape -= one;
        let proof = if POSITION + 1 == N {
            self.finish(&next, tricks, target)
        } else {
            let seat = if seat + 1 == N { 0 } else { seat + 1 };
            match POSITION {
                0 => self.turn::<1>(seat, &next, tricks, target),
                1 => self.turn::<2>(seat, &next, tricks, target),
                _ => self.turn::<3>(seat, &next, tricks, target),
            }
        };
        self.hands[seat] ^= card;
        self.shape += one;
        proof
    }

    /// Books a complete trick and goes on. The rank of its winner mattered if there was another card of
    /// his suit.
    #[inline(always)]
    fn finish(&mut self, trick: &Trick, tricks: i32, target: i32) -> Proof {
        let won = i32::from(self.is_max(trick.best_seat));
        let (value, used) = self.lead(trick.best_seat, tricks - 1, target - won);
        let is_alone = trick.played & LANES[lane(trick.best)] == trick.best;
        (
            value + won,
            if is_alone || fault::has(Fault::WinnerForgotten) { used } else { used | trick.best },
        )
    }
}

/// The lowest of the cards that one of a hand is equal to.
#[inline(always)]
fn lowest_of_run(mut card: u64, hand: u64, equal: u64) -> u64 {
    while card & equal != 0 {
        card = top(hand & below(card));
    }
    card
}

/// The cards of a hand whose next lower card still out is of the same hand. A carry runs from each card
/// through the gaps above it; the spare place of each lane stops it.
#[inline(always)]
fn equal_to_a_lower(hand: u64, present: u64) -> u64 {
    let gaps = PLACES & !present;
    let above = hand << 1;
    let carried = gaps.wrapping_add(above & gaps) & !gaps;
    (carried | above) & present & hand
}
