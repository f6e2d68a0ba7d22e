//! Laying deals out from the shuffled pack, without a row between.

use super::plan::Plan;
use crate::cards::{Card, MAX_SEATS, Place, Word};
use crate::play::{Fixed, MAX_PILES, Owner, Setup};
use crate::random::{Dealer, Draws, Laying};

/// More sets than cards can come to lie in.
const SETS: usize = 2 * MAX_SEATS + 4;
/// The set of cards that are not in play.
const NO_SET: usize = SETS - 1;

/// Where the cards of the pack go.
#[derive(Debug, Clone)]
pub(super) struct Direct<W> {
    laying: Laying,
    /// If all cards come to lie in sets: to which of these the cards of the pack go, so many after
    /// the others.
    runs: Option<Box<[(u8, u8)]>>,
    /// The pack before it is shuffled.
    pack: Box<[W; Card::MAX as usize]>,
    /// The cards that come to lie one after the other: so many for each of these sets, and then the
    /// stock and the piles, each in order.
    sets: Vec<(Target, u8)>,
    /// Hands that make the deal void: the cards that are looked at, and those of them that it holds.
    void: Vec<(W, W)>,
}

/// What cards go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Hand(usize),
    Aside(Owner),
    /// A place in a stock or a pile.
    Place(usize),
}

impl<W: Word> Direct<W> {
    /// `None` if something beside the place in the pack decides where a card goes.
    pub(super) fn new(plan: &Plan<W>, dealer: &Dealer) -> Option<Self> {
        let columns = &plan.columns;
        let (hands, dealt) = (columns.hands.iter(), dealer.hands());
        let is_same = hands.len() == dealer.hands().count()
            && hands.zip(dealt).all(|(hand, dealt)| hand.iter().copied().eq(dealt));
        if dealer.void().len() > 0 && !is_same {
            return None;
        }
        let target_of = targets(columns);
        // A hand is sorted in a row: which of its cards lie in which column is known only then.
        let is_whole = |hand: std::ops::Range<u8>| {
            let mut targets = hand.map(|column| target_of[usize::from(column)]);
            let first = targets.next();
            let is_set = !matches!(first, Some(Some(Target::Place(_))));
            targets.all(|target| is_set && Some(target) == first)
        };
        if !dealer.hands().all(is_whole) {
            return None;
        }
        let mut to = [u8::MAX; Card::MAX as usize];
        let mut sets: Vec<(Target, u8)> = vec![];
        let mut next = 0;
        for target in target_of.into_iter().flatten() {
            if sets.iter().any(|&(other, _)| other == target) || matches!(target, Target::Place(_))
            {
                continue;
            }
            let first = next;
            for (slot, _) in to.iter_mut().zip(target_of).filter(|&(_, t)| t == Some(target)) {
                *slot = next;
                next += 1;
            }
            sets.push((target, next - first));
        }
        for (slot, target) in to.iter_mut().zip(target_of) {
            if let Some(Target::Place(number)) = target {
                *slot = next + number.to_le_bytes()[0];
            }
        }
        let laying = dealer.laying(|column| to[usize::from(column) % to.len()])?;
        let number_of = |target| match target {
            Some(Target::Place(_)) => None,
            Some(target) => sets.iter().position(|&(other, _)| other == target),
            None => Some(NO_SET),
        };
        let runs = runs(dealer, |column| number_of(target_of[usize::from(column) % to.len()]));
        let mut places = W::ALL.places();
        let pack = Box::new([W::ZERO; _].map(|_: W| places.next().map_or(W::ZERO, W::of)));
        let set = |cards: u128| cards.places().map(Place::number).collect::<Vec<u8>>();
        let set = |cards: u128| plan.rules.set(&set(cards));
        let void = dealer.void().map(|[cards, equals]| (set(cards), set(equals))).collect();
        Some(Self { laying, runs, pack, sets, void })
    }

    /// Lays out one of the deals that were drawn for: the hands, and all else in `fixed`, where a
    /// deal of the same plan lies. `None` if it has to be dealt by itself.
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
        let mut found = [W::ZERO; SETS];
        match &self.runs {
            Some(runs) if W::BITS == 64 => {
                draws.lay_sets::<W, 64>(stream, &self.pack, runs, &mut found);
            }
            Some(runs) => draws.lay_sets::<W, 128>(stream, &self.pack, runs, &mut found),
            None => self.lay_each(dealer, draws, stream, &mut found, fixed),
        }
        let mut hands = [W::ZERO; MAX_SEATS];
        for (&(target, _), &found) in self.sets.iter().zip(&found) {
            match target {
                Target::Hand(seat) => hands[seat % MAX_SEATS] = found,
                Target::Aside(Owner::Seat(seat)) => {
                    fixed.laid[usize::from(seat) % MAX_SEATS] = found;
                }
                Target::Aside(Owner::Nobody) => fixed.nobody = found,
                Target::Aside(Owner::Prize) => fixed.prize = found,
                Target::Place(_) => {}
            }
        }
        let is_void = |hand: &W| self.void.iter().any(|&(of, equals)| *hand & of == equals);
        let is_void = hands[..dealer.hands().count().min(MAX_SEATS)].iter().any(is_void);
        (!is_void && !draws.is_rare()).then_some(hands)
    }

    /// Lays every card out by itself, and finds the sets.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as its caller")]
    fn lay_each(
        &self,
        dealer: &Dealer,
        draws: &Draws,
        stream: usize,
        found: &mut [W; SETS],
        fixed: &mut Fixed<W>,
    ) {
        let laid = dealer.lay(draws, stream, &self.laying);
        let mut rest = &laid[..];
        for (found, &(_, count)) in found.iter_mut().zip(&self.sets) {
            let (cards, others) = rest.split_at_checked(usize::from(count)).unwrap_or_default();
            rest = others;
            *found = union(cards);
        }
        if fixed.stock_len | fixed.pile_count != 0 {
            lay_in_order(rest, fixed);
        }
    }
}

/// To which sets the cards of the pack go, so many after the others; `None` if some go elsewhere.
fn runs(dealer: &Dealer, number_of: impl Fn(u8) -> Option<usize>) -> Option<Box<[(u8, u8)]>> {
    let mut runs: Vec<(u8, u8)> = vec![];
    for &column in dealer.plain_columns()? {
        let number = number_of(column)?.to_le_bytes()[0];
        match runs.last_mut() {
            Some((last, count)) if *last == number => *count += 1,
            _ => runs.push((number, 1)),
        }
    }
    Some(runs.into_boxed_slice())
}

/// By column: what its card goes to.
fn targets(columns: &Setup) -> [Option<Target>; Card::MAX as usize] {
    let mut target_of = [None; Card::MAX as usize];
    for (seat, hand) in columns.hands.iter().enumerate() {
        for &column in hand {
            target_of[usize::from(column)] = Some(Target::Hand(seat));
        }
    }
    for &(column, owner) in &columns.aside {
        target_of[usize::from(column)] = Some(Target::Aside(owner));
    }
    let piled = columns.piles.iter().flatten().flatten();
    for (number, &column) in columns.stock.iter().chain(piled).enumerate() {
        target_of[usize::from(column)] = Some(Target::Place(number));
    }
    target_of
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "as its caller")]
fn union<W: Word>(cards: &[u8]) -> W {
    let set = |&card: &u8| W::of(Place::wrapped(u32::from(card)));
    // Four sets side by side are one vector.
    let (fours, rest) = cards.as_chunks::<4>();
    let mut found = [W::ZERO; 4];
    for four in fours {
        for (found, card) in found.iter_mut().zip(four) {
            *found |= set(card);
        }
    }
    let found = found.into_iter().fold(W::ZERO, |all, found| all | found);
    rest.iter().map(set).fold(found, |found, card| found | card)
}

/// Lays cards as a stock and as piles, as many as lie there already.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as its caller")]
fn lay_in_order<W: Word>(cards: &[u8], fixed: &mut Fixed<W>) {
    let place = |&card: &u8| Place::wrapped(u32::from(card));
    let (stock, mut rest) =
        cards.split_at_checked(usize::from(fixed.stock_len)).unwrap_or_default();
    fixed.stock.iter_mut().zip(stock).for_each(|(slot, card)| *slot = place(card));
    fixed.pile_cards = [W::ZERO; MAX_SEATS];
    for number in 0..usize::from(fixed.pile_count).min(MAX_PILES) {
        let pile;
        (pile, rest) =
            rest.split_at_checked(usize::from(fixed.pile_len[number])).unwrap_or_default();
        fixed.piles[number].iter_mut().zip(pile).for_each(|(slot, card)| *slot = place(card));
        fixed.pile_cards[fixed.pile_owner[number].index()] |= union(pile);
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

impl AnyDirect {
    pub(super) fn narrow(&self) -> Option<&Direct<u64>> {
        match self {
            Self::Narrow(direct) => Some(direct),
            Self::Wide(_) => None,
        }
    }

    pub(super) fn wide(&self) -> Option<&Direct<u128>> {
        match self {
            Self::Narrow(_) => None,
            Self::Wide(direct) => Some(direct),
        }
    }
}
