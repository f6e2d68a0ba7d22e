//! What positions of a race have in common.

use super::super::board::edges;
use super::super::fault::{self, Fault};
use super::super::lanes::Packing;
use super::super::question::{mix, mix128};
use super::plan::Plan;
use super::proofs::NONE;
use super::question::Question;
use super::scale::Scale;
use super::stand::Stand;
use crate::cards::{Place, Word};
use crate::cpu::Cpu;
use crate::rules::DutyPhase;

/// The structure of a position on lead.
///
/// Positions with equal keys have equal futures move for move, when the cards of one stand for those of
/// the same relative ranks of the other: legal cards and winners depend on relative ranks alone. The
/// cards of pairs that can still be announced and the card that can be exchanged are named by their
/// relative places, the stock by its cards. Only points may differ: those of the cards, and those that
/// both sides have so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Structure<W, C> {
    packing: Packing<W, C>,
    out: W,
    pub(super) key: u64,
    /// Which cards count what.
    pub(super) filling: u32,
}

/// What the search knows of a position before it is told apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight<W> {
    /// Cards in hands and in a stock that will be drawn.
    pub(super) out: W,
    /// The stock alone.
    pub(super) stock: W,
    /// Cards that are not equal to their neighbours: of pairs that may be announced, and for exchange.
    pub(super) named: W,
    /// Units of pairs that each side can still announce or that wait to count.
    pub(super) pairs: [i32; 2],
}

impl<W: Word> Sight<W> {
    #[inline(always)]
    pub(super) fn new<const N: usize>(
        plan: &Plan<'_, W>,
        hands: &[W; N],
        stand: &Stand<N>,
    ) -> Self {
        let stock = stand.stock(plan);
        let out = hands.iter().fold(stock, |all, &hand| all | hand);
        let exchanged = plan.exchange.filter(|_| stand.draws(plan));
        let exchanged = exchanged.map_or(W::ZERO, |(card, _)| W::of(card));
        let mut sight = Self { out, stock, named: exchanged & out, pairs: [0, 0] };
        for pair in plan.pairs.iter().filter(|pair| pair.cards.is_within(out)) {
            // What else is in a hand stays there until it is played.
            let loose = stock | exchanged;
            let mut lives = [false; 2];
            for (seat, &hand) in hands.iter().enumerate() {
                lives[plan.side(seat)] |= pair.cards.is_within(hand | loose);
            }
            for side in [0, 1].into_iter().filter(|&side| lives[side]) {
                sight.pairs[side] += i32::from(pair.units);
                sight.named |= pair.cards;
            }
        }
        for (seat, &units) in stand.waiting.iter().enumerate() {
            sight.pairs[plan.side(seat)] += i32::from(units);
        }
        sight
    }
}

impl<W: Word> Sight<W> {
    /// Places that are not equal to the one below.
    #[inline(always)]
    pub(super) fn apart(&self, plan: &Plan<'_, W>) -> W {
        edges(self.named, plan.equals.deck)
    }
}

impl<W: Word, C: Cpu> Structure<W, C> {
    #[inline(always)]
    pub(super) fn new<const N: usize>(
        cpu: C,
        plan: &Plan<'_, W>,
        (scale, question, stand, leader): (&Scale<'_>, &Question, &Stand<N>, usize),
        hands: &[W; N],
        sight: &Sight<W>,
    ) -> Self {
        let packing = plan.packing.packing(cpu, sight.out);
        let leader = if fault::has(Fault::LeaderIgnored) { 0 } else { leader as u64 + 1 };
        let mut key = mix(question.salt, leader | about(plan, scale, stand, sight) << 8);
        for &hand in hands {
            key = mix128(key, packing.pack(hand).to_u128());
        }
        let named = if fault::has(Fault::PairsUnnamed) { W::ZERO } else { sight.named };
        if !named.is_empty() {
            key = mix128(key ^ 0x9a, packing.pack(named).to_u128());
        }
        if stand.draws(plan) {
            let stock = plan.stock_key(stand.stock_next, stand.stock_last);
            if !fault::has(Fault::StockIgnored) {
                key = mix128(mix(key, stock), packing.full.to_u128());
            }
        }
        if stand.waiting != [0; N] && !fault::has(Fault::WaitingIgnored) {
            key = stand.waiting.iter().fold(key, |key, &units| mix(key, u64::from(units)));
        }
        if !(sight.out & plan.worth.exact).is_empty() {
            key = mix128(key, (sight.out & plan.worth.exact).to_u128());
        }
        let filling = plan.worth.signature(sight.out);
        Self { packing, out: sight.out, key: key | 1, filling }
    }

    /// The card at a relative place.
    #[inline(always)]
    pub(super) fn card(&self, place: u8) -> Option<Place> {
        self.packing.unpack(W::of(Place::new(place)?) & self.packing.full).lowest()
    }

    /// A move, its card by relative place.
    #[inline(always)]
    pub(super) fn relative(&self, what: u8) -> u8 {
        let Some(place) = Place::new(what) else { return what };
        let packed = self.packing.pack(W::of(place) & self.out);
        packed.lowest().map_or(NONE, Place::number)
    }
}

/// Tricks as far as they matter, who has one, the closed stock, the phase: in 56 bits.
#[inline(always)]
fn about<W: Word, const N: usize>(
    plan: &Plan<'_, W>,
    scale: &Scale<'_>,
    stand: &Stand<N>,
    sight: &Sight<W>,
) -> u64 {
    if fault::has(Fault::StandIgnored) {
        return 0;
    }
    let level = |side: usize| scale.tricks[side].of(i32::from(stand.tricks[side])) as u64;
    let closed = if scale.codes() > 1 { u64::from(stand.closed) } else { 0 };
    let phase = match stand.phase {
        DutyPhase::Main => 0,
        DutyPhase::Stock => 1,
        DutyPhase::Closed => 2_u64,
    };
    let exchange_needs = plan.exchange.is_some_and(|(_, exchange)| exchange.needs_trick);
    let needs = (plan.needs_trick && sight.pairs != [0, 0]) || exchange_needs;
    let won = if needs { u64::from(stand.won) } else { 0 };
    let begun = u64::from(usize::from(stand.last) < N);
    level(0) << 8 | level(1) | closed << 16 | phase << 24 | won << 26 | begun << 42
}
