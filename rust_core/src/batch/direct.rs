//! Laying deals out from the shuffled pack, without a row between.

use super::plan::Plan;
use crate::cards::{Card, MAX_SEATS, Place, Word};
use crate::play::{Fixed, Owner};
use crate::random::{Dealer, Draws, Laying};

/// Where the cards of the pack go in a deal that is hands and cards laid aside.
#[derive(Debug, Clone)]
pub(super) struct Direct<W> {
    laying: Laying,
    /// The cards that come to lie one after the other: so many for each.
    sets: Vec<(Target, u8)>,
    /// Hands that make the deal void: the cards that are looked at, and those of them that it holds.
    void: Vec<(W, W)>,
}

/// A set that cards go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Hand(usize),
    Aside(Owner),
}

impl<W: Word> Direct<W> {
    /// `None` if the deal has a stock or piles, or something beside the place in the pack decides
    /// where a card goes.
    pub(super) fn new(plan: &Plan<W>, dealer: &Dealer) -> Option<Self> {
        let columns = &plan.columns;
        let is_same = columns.hands.len() == dealer.hands().count()
            && columns
                .hands
                .iter()
                .zip(dealer.hands())
                .all(|(hand, dealt)| hand.iter().copied().eq(dealt));
        if plan.even.is_none() || (dealer.void().len() > 0 && !is_same) {
            return None;
        }
        let mut target_of = [None; Card::MAX as usize];
        for (seat, hand) in columns.hands.iter().enumerate() {
            for &column in hand {
                target_of[usize::from(column)] = Some(Target::Hand(seat));
            }
        }
        for &(column, owner) in &columns.aside {
            target_of[usize::from(column)] = Some(Target::Aside(owner));
        }
        // A hand is sorted in a row: which of its cards lie in which column is known only then.
        let is_whole = |hand: std::ops::Range<u8>| {
            let mut targets = hand.map(|column| target_of[usize::from(column)]);
            let first = targets.next();
            targets.all(|target| Some(target) == first)
        };
        if !dealer.hands().all(is_whole) {
            return None;
        }
        let mut to = [u8::MAX; Card::MAX as usize];
        let mut sets: Vec<(Target, u8)> = vec![];
        let mut next = 0;
        for column in 0..dealer.deck_size() {
            let Some(target) = target_of[column] else { continue };
            if sets.iter().any(|&(other, _)| other == target) {
                continue;
            }
            let first = next;
            for (slot, _) in to.iter_mut().zip(target_of).filter(|&(_, t)| t == Some(target)) {
                *slot = next;
                next += 1;
            }
            sets.push((target, next - first));
        }
        let laying = dealer.laying(|column| to[usize::from(column) % to.len()])?;
        let set = |cards: u128| cards.places().map(Place::number).collect::<Vec<u8>>();
        let set = |cards: u128| plan.rules.set(&set(cards));
        let void = dealer.void().map(|[cards, equals]| (set(cards), set(equals))).collect();
        Some(Self { laying, sets, void })
    }

    /// Lays out one of the deals that were drawn for: the hands, and in `fixed` what is laid aside.
    /// `None` if it has to be dealt by itself.
    ///
    /// Only for rules whose places are deck indices.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
    pub(super) fn deal(
        &self,
        dealer: &Dealer,
        draws: &Draws,
        stream: usize,
        fixed: &mut Fixed<W>,
    ) -> Option<[W; MAX_SEATS]> {
        let laid = dealer.lay(draws, stream, &self.laying);
        let mut hands = [W::ZERO; MAX_SEATS];
        let mut rest = &laid[..];
        for &(target, count) in &self.sets {
            let (cards, others) = rest.split_at_checked(usize::from(count)).unwrap_or_default();
            rest = others;
            let place = |&card: &u8| W::of(Place::wrapped(u32::from(card)));
            let found = cards.iter().map(place).fold(W::ZERO, |found, card| found | card);
            match target {
                Target::Hand(seat) => hands[seat % MAX_SEATS] = found,
                Target::Aside(Owner::Seat(seat)) => {
                    fixed.laid[usize::from(seat) % MAX_SEATS] = found;
                }
                Target::Aside(Owner::Nobody) => fixed.nobody = found,
                Target::Aside(Owner::Prize) => fixed.prize = found,
            }
        }
        let is_void = |hand: &W| self.void.iter().any(|&(of, equals)| *hand & of == equals);
        let is_void = hands[..dealer.hands().count().min(MAX_SEATS)].iter().any(is_void);
        (!is_void && !draws.is_rare()).then_some(hands)
    }
}

/// The same over whichever word a plan has.
#[derive(Debug, Clone)]
pub(super) enum AnyDirect {
    /// The deck fits into 64 bits.
    Narrow(Direct<u64>),
    /// It does not.
    Wide(Direct<u128>),
}
