//! The moves of a turn, the most promising first.

use super::super::board::Trick;
use super::chase::{At, Chase};
use super::key::Sight;
use super::order::{self, Outlook};
use super::plan::{MAX_MOVES, Plan};
use super::stand::Stand;
use crate::cards::{Place, Word};
use crate::cpu::Cpu;
use crate::play::Call;
use crate::rules::{DutyPhase, Turn};

/// What a move is worth in the order that cut before in a like turn, or is proven in the table.
const HINT: i32 = 1000;
const PROVEN: i32 = 1 << 20;
/// Calls come after all cards in the numbers of moves.
pub(super) const CALLS: u8 = 128;

/// Moves by number: places of cards, then 128 + codes of calls.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moves {
    rates: [i32; MAX_MOVES],
    numbers: [u8; MAX_MOVES],
    count: usize,
}

impl Moves {
    #[inline(always)]
    fn new() -> Self {
        Self { rates: [0; MAX_MOVES], numbers: [0; MAX_MOVES], count: 0 }
    }

    #[inline(always)]
    fn add(&mut self, number: u8, rate: i32) {
        if self.count == MAX_MOVES {
            return;
        }
        let mut at = self.count;
        while at > 0 && self.rates[at - 1] < rate {
            self.rates[at] = self.rates[at - 1];
            self.numbers[at] = self.numbers[at - 1];
            at -= 1;
        }
        self.rates[at] = rate;
        self.numbers[at] = number;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn numbers(&self) -> &[u8] {
        &self.numbers[..self.count.min(MAX_MOVES)]
    }
}

impl<W: Word, C: Cpu, const N: usize> Chase<'_, W, C, N> {
    /// The cards that a seat may play.
    #[inline(always)]
    pub(super) fn legal(&self, trick: &Trick<W>, stand: &Stand<N>, at: &At<W>) -> W {
        let hand = self.hands[at.seat];
        self.plan.rules.legal(
            &Turn {
                seat: Plan::<W>::seat(at.seat),
                hand,
                available: hand,
                trick: trick.cards,
                led: trick.led,
                void: self.plan.void,
                beating: trick.beating,
                must_play: at.must_play,
                duty: self.plan.rules.duties[stand.phase as usize],
                lead_from_hand: false,
            },
            |_, _| (),
        )
    }

    /// The moves of a turn. A card of a pair is played only with its announcement where that is
    /// possible: the same cards are played, and more units are never worse for a side.
    #[inline(always)]
    pub(super) fn moves(
        &self,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
        sight: &Sight<W>,
        hint: Option<Place>,
    ) -> Moves {
        let plan = &self.plan;
        let mut moves = Moves::new();
        let mut legal = self.legal(trick, stand, at);
        if plan.rules.has_calls {
            let mut add = |call: Call, rate: i32| {
                let number = CALLS + call.code();
                moves.add(number, rate + if number == at.first { PROVEN } else { 0 });
            };
            for (call, rate) in self.calls(trick, stand, at) {
                add(call, rate);
            }
            if at.must_play.is_empty() && (plan.following || trick.cards.is_empty()) {
                let hand = self.hands[at.seat];
                for pair in plan.pairs.iter().filter(|pair| pair.cards.is_within(hand)) {
                    if !(pair.cards & legal).is_empty() {
                        add(Call::Marriage(pair.lane), order::MARRIAGE + i32::from(pair.units));
                        legal = legal.minus(pair.cards);
                    }
                }
            }
        }
        let present = self.present(trick, sight);
        let legal = plan.equals.distinct(legal, self.hands[at.seat], present, sight.apart(plan));
        if moves.count == 0 && legal.without_lowest().is_empty() {
            moves.add(legal.lowest().unwrap_or_default().number(), 0);
            return moves;
        }
        let outlook = Outlook::new(plan, &self.hands, trick, (at.seat, at.left), stand.draws(plan));
        for place in legal.places() {
            let mut rate = outlook.rate(plan, trick, place);
            if Some(place) == hint {
                rate += HINT;
            }
            if place.number() == at.first {
                rate += PROVEN;
            }
            moves.add(place.number(), rate);
        }
        moves
    }

    /// Cards in hands and stock, and the one that is winning.
    #[inline(always)]
    pub(super) fn present(&self, trick: &Trick<W>, sight: &Sight<W>) -> W {
        self.hands.iter().fold(sight.stock | trick.best_card(), |all, &hand| all | hand)
    }

    /// The calls beside announcing pairs and going out.
    #[inline(always)]
    fn calls(
        &self,
        trick: &Trick<W>,
        stand: &Stand<N>,
        at: &At<W>,
    ) -> impl Iterator<Item = (Call, i32)> {
        let plan = &self.plan;
        let turn = trick.cards.is_empty() && at.must_play.is_empty();
        let stock = if stand.phase == DutyPhase::Stock { stand.stock_left(plan) } else { 0 };
        let exchanges = turn
            && plan.exchange.is_some_and(|(card, exchange)| {
                stock > 0
                    && stock >= usize::from(exchange.min_stock)
                    && self.hands[at.seat].has(card)
                    && plan.rules.lane_of(card) == plan.rules.lane_of(stand.stock_last)
                    && (!exchange.needs_trick || stand.won >> at.seat & 1 == 1)
            });
        let closes =
            turn && stock > 0 && plan.close.is_some_and(|c| stock >= usize::from(c.min_stock));
        let calls = [
            exchanges.then_some((Call::Exchange, order::EXCHANGE)),
            closes.then_some((Call::Close, order::CLOSE)),
        ];
        calls.into_iter().flatten()
    }
}
